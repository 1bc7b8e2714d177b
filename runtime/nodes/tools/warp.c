/* warp: takes each pixel from a place beside it, by noise, by vectors, or along a direction. */
#include "graph/node.h"
#include "kernels/warp.h"
#include "layer_list.h"
#include "math/trig.h"
#include "terrain/fractal_noise.h"

enum { BY_NOISE, BY_LAYER, BY_DIRECTION };
static const char *const ways[] = {"noise", "layer", "direction", NULL};
static const char *const noise_types[] = {"value", "perlin", "simplex", NULL}; /* as TRN_NOISE_* */
static const char *const edges[] = {"clamp", "wrap", "mirror", NULL}; /* as TRN_SAMPLE_* */
static const char *const interpolations[] = {"bicubic", "bilinear", "nearest", NULL}; /* as TRN_SAMPLE_* */
enum { MOST_STEPS = 64 };

typedef struct warp_params {
    trn_text layer;
    trn_menu by;
    double amount;
    int32_t steps;
    trn_text warp_layer;
    double angle;
    trn_menu noise_type;
    double frequency;
    int32_t octaves;
    double lacunarity, roughness;
    uint32_t rand_seed;
    trn_text mask_layer;
    bool invert_mask;
    trn_menu interpolation, edge;
} warp_params;

#define NOISE .group = "Noise", .hidden = "by ≠ noise"
static const trn_param params[] = {
    TRN_STRING(warp_params, layer, "Layer", "C", .doc = "Layers to warp, all their channels: names separated by spaces, or * for every layer."),
    TRN_MENU(warp_params, by, "By", BY_NOISE, ways,
             .doc = "What the vectors are. noise: fractal noise, another one for u and for v. layer: those of a layer. direction: along `angle`, by how much a layer says."),
    TRN_FLOAT(warp_params, amount, "Amount", 0.05, -1, 1, .unit = "widths of the whole",
              .doc = "How far off the place lies from which a pixel is taken, where the vector has a length of 1. Negative takes it from the other side."),
    TRN_INT(warp_params, steps, "Steps", 1, 1, MOST_STEPS,
            .doc = "1 goes straight along the pixel's own vector. More follow the vectors that lie on the way, in so many pieces: what a stream does "
                   "to the things in it, which folds less the more there are."),
    TRN_STRING(warp_params, warp_layer, "Warp Layer", "N", .hidden = "by = noise",
               .doc = "by layer: a layer whose first two channels are the vectors' u and v, or two names, of which each gives one. by direction: a layer "
                      "whose first channel says how far; empty goes as far everywhere. Taken from the input `vectors` where there is one."),
    TRN_FLOAT(warp_params, angle, "Angle", 0, -360, 360, .unit = "degrees", .hidden = "by ≠ direction", .doc = "0 takes pixels from the right (+u), 90 from above (+v)."),
    TRN_MENU(warp_params, noise_type, "Noise Type", TRN_NOISE_SIMPLEX, noise_types, NOISE, .doc = "The basis of the noise."),
    TRN_FLOAT(warp_params, frequency, "Frequency", 4, 0, TRN_ANY, NOISE, .doc = "Features across the image: (u, v) is multiplied by it."),
    TRN_INT(warp_params, octaves, "Max Octaves", 3, 1, TRN_NOISE_OCTAVES, NOISE, .doc = "Number of octaves."),
    TRN_FLOAT(warp_params, lacunarity, "Lacunarity", 2, 0, 16, NOISE, .doc = "Frequency of an octave over that of the one before."),
    TRN_FLOAT(warp_params, roughness, "Roughness", 0.5, 0, 1, NOISE, .doc = "Amplitude of an octave over that of the one before."),
    TRN_SEED(warp_params, rand_seed, "Seed", 0, NOISE, .doc = "Seed of the noise."),
    TRN_STRING(warp_params, mask_layer, "Mask Layer", "",
               .doc = "Scales the amount for each pixel, 0 to 1; its first channel, clamped. Empty takes the amount everywhere."),
    TRN_TOGGLE(warp_params, invert_mask, "Invert Mask", false, .disabled = "mask_layer = \"\"", .doc = "Warp where the mask is low: one minus the mask."),
    TRN_MENU(warp_params, interpolation, "Interpolation", TRN_SAMPLE_BICUBIC, interpolations,
             .doc = "Between pixels. bicubic (Catmull-Rom) is smooth and may overshoot a little; bilinear does not, but its slopes have steps; nearest "
                    "shows the pixels. Ids are always those of the nearest pixel."),
    TRN_MENU(warp_params, edge, "Edge", TRN_SAMPLE_CLAMP, edges,
             .doc = "What lies beyond the image. clamp: its border goes on. wrap: it repeats, and so does the noise, so that tiles stay tiles. mirror: "
                    "it is reflected at its border."),
};
static const trn_port inputs[] = {
    TRN_IMAGE_PORT("cop", "Image with the layers to warp, and the mask."),
    {.name = "vectors", .type = "COPIMAGE", .optional = true, .doc = "Image of the same size with the warp layer, where that is not in the first one."},
};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the layers warped.")};

/* The names of the warp layer; count: those that there are. */
static void two_names(const char *list, char name[2][64], int32_t *count)
{
    char next[64];
    for (*count = 0; trn_next_name(&list, next); ++*count)
        if (*count < 2) memcpy(name[*count], next, sizeof next);
}

static trn_status check(const void *params, trn_error *err)
{
    const warp_params *p = params;
    char name[2][64];
    int32_t count;
    two_names(p->warp_layer, name, &count);
    if (p->by.value == BY_LAYER && count != 1 && count != 2)
        return trn_param_fail(err, "warp_layer", "must name a layer of two channels, or two layers; got '%s'", p->warp_layer);
    if (p->by.value == BY_DIRECTION && count > 1)
        return trn_param_fail(err, "warp_layer", "must name one layer, or none, where by is direction; got '%s'", p->warp_layer);
    return TRN_OK;
}

static void footprint(const void *params, trn_footprint *f)
{
    const warp_params *p = params;
    f->halo = p->amount != 0 ? 3 : 0; /* what is interpolated around the end of the way */
    f->share = fabs(p->amount);
    f->wrap = p->edge.value == TRN_SAMPLE_WRAP;
}

static double passes(const void *params)
{
    const warp_params *p = params;
    return 12.0 + 4.0 * p->steps + (p->by.value == BY_NOISE ? 8.0 * p->octaves : 0.0);
}

/* ---- the field ---- */

static trn_status make_noise(trn_eval *ev, const warp_params *p, warp_way_args *a)
{
    const bool tile = p->edge.value == TRN_SAMPLE_WRAP;
    const trn_fractal_noise noise = {
        .type = p->noise_type.value, .fractal = TRN_FRACTAL_STANDARD, .octaves = p->octaves, .lacunarity = p->lacunarity,
        .roughness = p->roughness, .frequency = p->frequency, .tile_u = tile, .tile_v = tile, .amplitude = 1,
    };
    trn_layer *layer;
    trn_status st = trn_make(ev, TRN_F32, 2, &layer);
    if (st == TRN_OK) st = trn_noise_run(ev, &noise, p->rand_seed, false, layer);
    if (st != TRN_OK) return st;
    a->x = trn_plane_f32(layer, 0);
    a->y = trn_plane_f32(layer, 1);
    return TRN_OK;
}

static trn_status find_layers(trn_eval *ev, const warp_params *p, warp_way_args *a)
{
    const int32_t port = trn_input(ev, 1) ? 1 : 0;
    char name[2][64];
    int32_t count;
    trn_layer *layer[2] = {NULL, NULL};
    trn_status st = TRN_OK;
    two_names(p->warp_layer, name, &count);
    for (int32_t i = 0; st == TRN_OK && i < count; ++i) st = trn_need(ev, port, "warp_layer", name[i], &layer[i]);
    if (st != TRN_OK || count == 0) return st;
    a->x = trn_plane_f32(layer[0], 0);
    if (p->by.value == BY_DIRECTION) return TRN_OK;
    if (count == 1 && trn_layer_get_info(layer[0])->channels < 2)
        return trn_fail(ev, TRN_ERR_ARGUMENT, "warp_layer: '%s' has one channel; vectors take a layer of two, or the names of two layers (by = \"direction\" takes one)",
                        name[0]);
    a->y = count == 1 ? trn_plane_f32(layer[0], 1) : trn_plane_f32(layer[1], 0);
    return TRN_OK;
}

static trn_status find_ways(trn_eval *ev, const warp_params *p, warp_args *planes)
{
    const trn_frame *frame = trn_eval_frame(ev);
    warp_way_args a = {
        .width = frame->width, .height = frame->height, .edge = p->edge.value, .steps = p->steps,
        .length = p->amount * (double)frame->whole_width,
    };
    trn_layer *way, *mask = NULL;
    trn_sincos(trn_turns(p->angle), &a.sine, &a.cosine);
    trn_status st = p->by.value == BY_NOISE ? make_noise(ev, p, &a) : find_layers(ev, p, &a);
    if (st == TRN_OK && *p->mask_layer) st = trn_need(ev, 0, "mask_layer", p->mask_layer, &mask);
    if (st == TRN_OK) st = trn_make(ev, TRN_F32, 2, &way);
    if (st != TRN_OK) return st;
    if (mask) a.mask = trn_plane_f32(mask, 0), a.invert = p->invert_mask;
    planes->way_x = a.way_x = trn_layer_f32(way, 0);
    planes->way_y = a.way_y = trn_layer_f32(way, 1);
    return trn_run(ev, TRN_KERNEL(warp_way), &a, frame->height);
}

/* ---- the layers ---- */

typedef struct job { trn_eval *ev; warp_args args; } job;

static trn_status warp_layer(void *work, const char *name, double from, double to)
{
    const job *j = work;
    warp_args a = j->args;
    trn_image *image = trn_input(j->ev, 0);
    trn_layer *in = image ? trn_image_layer(image, name) : NULL, *out;
    if (!in) return trn_need(j->ev, 0, "layer", name, &in); /* which says so */
    const trn_layer_info *l = trn_layer_get_info(in);
    const size_t size = l->type == TRN_F64 ? sizeof(double) : sizeof(float);
    trn_status st = trn_make(j->ev, (trn_type)l->type, l->channels, &out);
    a.plane.kind = l->type == TRN_F64 ? TRN_SAMPLE_F64 : l->type == TRN_I32 ? TRN_SAMPLE_I32 : TRN_SAMPLE_F32;
    for (int32_t c = 0; st == TRN_OK && c < l->channels; ++c) {
        const trn_layer_info *o = trn_layer_get_info(out);
        a.plane.from = (const char *)l->data + (size_t)c * (size_t)l->stride * size;
        a.plane.to = (char *)(uintptr_t)o->data + (size_t)c * (size_t)o->stride * size;
        trn_progress_span(j->ev, 0.5 + 0.5 * (from + (to - from) * c / l->channels), 0.5 + 0.5 * (from + (to - from) * (c + 1) / l->channels));
        st = trn_run(j->ev, TRN_KERNEL(warp), &a, a.height);
    }
    return st == TRN_OK ? trn_put(j->ev, "layer", name, out) : st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const warp_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    job j = {ev, {.width = frame->width, .height = frame->height}};
    j.args.plane = (trn_sampled){.width = frame->width, .height = frame->height, .edge = p->edge.value, .interpolation = p->interpolation.value};
    trn_status st = trn_keep_layers(ev, 0);
    trn_progress_span(ev, 0, 0.5);
    if (st == TRN_OK) st = find_ways(ev, p, &j.args);
    return st == TRN_OK ? trn_each_layer(ev, p->layer, true, warp_layer, &j) : st;
}

const trn_node_type trn_node_warp = {
    .info.id = "warp", .info.title = "Warp", .info.category = "tools",
    .info.summary = "Takes each pixel from a place beside it: by noise, by the vectors of a layer, or along a direction.",
    .info.doc =
        "Pixel p becomes what the layer is at p + `amount` v(p), v being a vector no longer than 1: longer ones are cut to 1, those that are not "
        "finite are 0. So the picture moves against the vectors, and no place lies farther off than `amount`, which is in widths of the whole and "
        "means the same at any resolution. All layers that are named go the same way; ids (32-bit) come from the nearest pixel. Layers of vectors "
        "are moved as they are: their vectors are not turned.\n\n"
        "**noise** has the `standard` fractal of the node `noise` for u, with the seed `rand_seed`, and another one for v, with that of its second "
        "channel. (u, v) run from 0 to 1 over the image whatever its shape. With the edge `wrap` it tiles both ways.\n\n"
        "**layer** reads vectors. `land:height_to_normal{}:warp{ by = \"layer\" }` takes pixels from further down the slope, as normals lean that "
        "way, with a negative amount from further up; the input `vectors` takes them from another image, "
        "`land:warp{ by = \"layer\", vectors = noise{ channels = 2 }, warp_layer = \"C\" }`.\n\n"
        "**direction** goes along `angle`, by the value of a layer from -1 to 1. With an empty `warp_layer` it shifts the layers, and with the edge "
        "`wrap` rolls them round; a shift by whole pixels moves their numbers as they are.\n\n"
        "With more `steps` the way is followed as through a stream that stands still: each piece is `amount` over `steps` long, along the vector "
        "where it begins, interpolated between four pixels. A strong straight warp folds the picture over itself; followed in many steps it does not.\n\n"
        "The mask makes ways shorter, so that nothing shows twice where it is soft; its voids leave pixels where they are. A pixel whose place lies "
        "next to a void (NaN) is one too, as far as interpolation looks: one pixel each way with bilinear, two with bicubic. Places are rounded to "
        "1/65536 of a pixel, values are worked out in double and rounded once. Nothing is averaged where the picture is squeezed.\n\n"
        "A pixel depends on what lies within `amount` of it, so windows and tiles are made by themselves. Bicubic interpolation is that of Catmull "
        "and Rom (1974), A class of local interpolating splines.",
    .info.example = "noise{ fractal = \"terrain\" }:warp{ amount = 0.1, frequency = 3 }",
    .info.reach = TRN_LOCAL, .info.version = 1,
    TRN_PARAMS(warp_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .footprint = footprint, .passes = passes, .eval = eval,
};
