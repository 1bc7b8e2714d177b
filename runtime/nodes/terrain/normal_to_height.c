/* normal_to_height: heights from a map of normals. */
#include "graph/node.h"
#include "kernels/normal_to_height.h"
#include "math/trig.h"
#include "terrain/fft.h"

enum { METHOD_SPECTRAL, METHOD_EXACT };
static const char *const methods[] = {"spectral", "exact", NULL};

typedef struct normal_to_height_params {
    trn_text layer;
    double strength, world_size;
    trn_menu method;
    bool tile;
    trn_text out_layer;
    bool keep_layers;
} normal_to_height_params;

static const trn_param params[] = {
    TRN_STRING(normal_to_height_params, layer, "Normal Layer", "N", .doc = "Layer of normals, of three channels, signed, +Y towards +v. They need not be of unit length."),
    TRN_FLOAT(normal_to_height_params, strength, "Height Scale", 1, -10000, 10000,
              .doc = "World height of a layer value of 1, as where the normals were made. Not 0."),
    TRN_FLOAT(normal_to_height_params, world_size, "World Size", 1, 1e-6, TRN_ANY, .doc = "World width of the whole image. At most 1e24."),
    TRN_MENU(normal_to_height_params, method, "Method", METHOD_SPECTRAL, methods, .group = "Integration",
             .doc = "spectral takes normals that belong to no ground as well. exact undoes the central differences of height_to_normal to the last "
                    "digits, with tile, and makes checkerboards of others."),
    TRN_TOGGLE(normal_to_height_params, tile, "Tileable (Wrap Edges)", false, .group = "Integration",
               .doc = "The image repeats. Otherwise it is mirrored at its edges, which makes ground level there."),
    TRN_STRING(normal_to_height_params, out_layer, "Output Layer", "height", .group = "Integration",
               .doc = "Name of the height layer. Empty makes none."),
    TRN_TOGGLE(normal_to_height_params, keep_layers, "Keep Input Layers", true, .group = "Integration", .doc = "Keep the other layers of the input."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the normals.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the height layer added."),
                                   TRN_REPORT_PORT("report", "How many normals were clamped, being nearly level or pointing down.")};

static trn_status check(const void *params, trn_error *err)
{
    const normal_to_height_params *p = params;
    if (p->strength == 0.0) return trn_param_fail(err, "strength", "must not be 0: on flat ground all heights have one normal");
    if (p->world_size > 1e24) return trn_param_fail(err, "world_size", "%g is more than 1e24", p->world_size);
    return TRN_OK;
}

static void footprint(const void *params, trn_footprint *f)
{
    (void)params;
    trn_measures(f, NULL, "adds up slopes across the whole image", "put :bake{} behind it, which makes it once for all tiles");
}

static double passes(const void *params)
{
    (void)params;
    return 60;
}

/* Wave k of n pixels, or mirrored of 2 n. Of an even number of pixels the shortest wave has no slope at any pixel. */
static trn_wave make_wave(const normal_to_height_params *p, int64_t k, int64_t n)
{
    const int64_t period = p->tile ? n : 2 * n, signed_k = 2 * k > period ? k - period : k;
    const double turns = (double)signed_k / (double)period, w = TRN_TAU * turns, sine = trn_sin(turns);
    if (p->method.value == METHOD_EXACT) return (trn_wave){sine, sine * sine};
    return (trn_wave){2 * signed_k == period ? 0.0 : w, w * w};
}

/* What one axis needs. */
typedef struct axis { trn_fft_plan plan; trn_turn *turn; trn_wave *wave; } axis;
static trn_status prepare(trn_eval *ev, const normal_to_height_params *p, int32_t length, axis *a)
{
    const size_t bytes = trn_fft_plan_bytes(length);
    void *block;
    trn_status st;
    if ((st = bytes ? trn_scratch(ev, bytes, &block) : trn_out_of_memory(trn_eval_runtime(ev), SIZE_MAX, trn_eval_error(ev))) != TRN_OK ||
        (st = trn_scratch(ev, (size_t)length * sizeof *a->turn, &a->turn)) != TRN_OK ||
        (st = trn_scratch(ev, (size_t)length * sizeof *a->wave, &a->wave)) != TRN_OK)
        return st;
    trn_fft_plan_make(&a->plan, length, block);
    for (int32_t k = 0; k < length; ++k) {
        trn_sincos(-(double)k / (4.0 * (double)length), &a->turn[k].sine, &a->turn[k].cosine);
        a->wave[k] = make_wave(p, k, length);
    }
    return trn_stopped(ev);
}

typedef struct run { normal_to_height_args args; trn_rows_fn *rows; } run;
static void run_rows(void *work, void *room, int32_t begin, int32_t end)
{
    const run *r = work;
    normal_to_height_args args = r->args;
    args.room = room;
    r->rows(&args, begin, end);
}
static trn_status run_kernel(trn_eval *ev, const trn_kernel *kernel, const normal_to_height_args *args, int32_t lines, int32_t each)
{
    run r = {*args, kernel->level[trn_kernel_level(ev, kernel)]};
    const size_t bytes = trn_normal_to_height_room(args->across, args->up) * sizeof(trn_fft_lanes);
    return trn_for_scratch(ev, (lines + each - 1) / each, 1, bytes, run_rows, &r);
}

static trn_status integrate(trn_eval *ev, normal_to_height_args *a)
{
    const int32_t lanes = TRN_FFT_LANES, planes = a->tile ? 4 : 2;
    size_t bytes;
    trn_status st = TRN_OK;
    a->columns = a->tile ? a->width / 2 + 1 : a->width;
    a->pitch = (a->columns + 15) / 16 * 16 + 8; /* rows do not fall on one set of a cache */
    if (!trn_mul_size((size_t)a->pitch * sizeof(double), (size_t)a->height, &bytes))
        return trn_out_of_memory(trn_eval_runtime(ev), SIZE_MAX, trn_eval_error(ev));
    for (int32_t i = 0; st == TRN_OK && i < planes; ++i) st = trn_scratch(ev, bytes, &a->plane[i]);
    if (st != TRN_OK) return st;
    trn_progress_span(ev, 0, 0.3);
    if ((st = run_kernel(ev, TRN_KERNEL(slopes_across), a, a->height, lanes)) != TRN_OK) return st;
    trn_progress_span(ev, 0.3, 0.8);
    if ((st = run_kernel(ev, TRN_KERNEL(slopes_up), a, a->columns, a->tile ? lanes : 2 * lanes)) != TRN_OK) return st;
    trn_progress_span(ev, 0.8, 1);
    return run_kernel(ev, TRN_KERNEL(heights_back), a, a->height, 2 * lanes);
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const normal_to_height_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const trn_region kept = frame->kept;
    trn_layer *normal, *height;
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &normal)) != TRN_OK) return st;
    if (trn_layer_get_info(normal)->channels < 3)
        return trn_fail(ev, TRN_ERR_ARGUMENT, "layer: '%s' has %d channels, not the 3 of normals", p->layer, (int)trn_layer_get_info(normal)->channels);
    if ((st = trn_need_finite_channels(ev, "layer", p->layer, normal, 3)) != TRN_OK ||
        (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) || (st = trn_make(ev, TRN_F32, 1, &height)) != TRN_OK)
        return st;
    axis across, up;
    normal_to_height_args args = {
        .nx = trn_plane_f32(normal, 0), .ny = trn_plane_f32(normal, 1), .nz = trn_plane_f32(normal, 2), .out = trn_layer_f32(height, 0),
        .width = frame->width, .height = frame->height, .tile = p->tile, .across = &across.plan, .up = &up.plan,
        /* pixels to world to layer values; transforms are not divided by their lengths, and two in one come out twice as large */
        .scale = p->world_size / (double)frame->width / p->strength / ((p->tile ? 2.0 : 4.0) * (double)frame->width * (double)frame->height),
        .count_from = kept.x, .count_to = kept.x + kept.width,
    };
    if ((st = prepare(ev, p, frame->width, &across)) != TRN_OK || (st = prepare(ev, p, frame->height, &up)) != TRN_OK ||
        (st = trn_scratch(ev, (size_t)frame->height * sizeof *args.steep, &args.steep)) != TRN_OK)
        return st;
    args.turn_u = across.turn;
    args.turn_v = up.turn;
    args.wave_u = across.wave;
    args.wave_v = up.wave;
    if ((st = integrate(ev, &args)) != TRN_OK) return st;
    int64_t steep = 0;
    for (int32_t y = kept.y; y < kept.y + kept.height; ++y) steep += args.steep[y];
    trn_report_number(ev, "clamped", (double)steep, "pixels");
    return trn_put(ev, "out_layer", p->out_layer, height);
}

const trn_node_type trn_node_normal_to_height = {
    .info.id = "normal_to_height", .info.title = "Normal to Height", .info.category = "terrain",
    .info.summary = "Makes a height layer of a normal map: height_to_normal the other way round.",
    .info.doc =
        "The heights whose slopes are nearest to those of the normals, over the whole image, with a mean of 0 (Frankot and Chellappa 1988). With "
        "the `strength` and `world_size` that the normals were made with they are the heights that they were made of, but for a "
        "constant. For maps that were scanned, baked or painted, where there is no height map; `convert_normal` unpacks them.\n\n"
        "`spectral` differentiates waves as they are, and gives each its share of normals that contradict one another, so that painted "
        "and generated maps come out as quiet ground. It loses some of the detail of normals that were measured between pixels: of waves "
        "16 pixels long 97.5 % come back, of 4 pixels 64 %. `exact` reckons with the differences between neighbours that "
        "height_to_normal takes with method central, and gives the heights of a tiled map back to the precision of its normals; of the "
        "shortest waves, which alternate from pixel to pixel along u, along v or both ways and which such differences do not see, it makes nothing. "
        "Where normals contradict one another it exaggerates them: checkerboards.\n\n"
        "With `tile` the image repeats. Without, it is mirrored at its edges, so that ground is level there, and a few pixels at "
        "the edge are approximate; use spectral then: exact takes the seams of the mirror for steep ground.\n\n"
        "Normals with z at or below 0.01, which stand for slopes over 100 or point down, count as z = 0.01; the report says how many "
        "there are in the image or window. A normal of length 0 is level ground, and counted too. Every size works, primes too. Worked out in double; voids (NaN) are an error.",
    .info.example = "noise{}:height_to_normal{ tile = true }:normal_to_height{ method = \"exact\", tile = true }",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(normal_to_height_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .footprint = footprint,
    .passes = passes, .eval = eval,
};
