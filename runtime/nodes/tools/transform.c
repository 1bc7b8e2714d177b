/* transform: moves, turns, scales and flips an image. */
#include "graph/node.h"
#include "kernels/transform.h"
#include "math/trig.h"
#include "nodes/tools/outside_params.h"
#include "terrain/names.h"
#include "terrain/numbers.h"
#include <inttypes.h>

enum { MOST = 65536 };
#define SMALLEST 0.001
#define LARGEST 1000.0
enum { UV, PIXELS };
static const char *const units[] = {"uv", "pixels", NULL};
enum { SAME, FIT };
static const char *const frames[] = {"same", "fit", NULL};
static const char *const interpolations[] = {"bicubic", "bilinear", "nearest", NULL}; /* as TRN_SAMPLE_* */

typedef struct transform_params {
    trn_text offset;
    trn_menu offset_unit;
    double angle;
    double scale;
    trn_text stretch;
    bool flip_u, flip_v;
    trn_text pivot;
    trn_menu frame, interpolation;
    TRN_OUTSIDE_MEMBERS;
    trn_text vector_layer;
} transform_params;

static const trn_param params[] = {
    TRN_STRING(transform_params, offset, "Offset", "0 0", .disabled = "frame = fit", .doc = "How far the picture moves, to the right and up."),
    TRN_MENU(transform_params, offset_unit, "Offset Unit", UV, units, .disabled = "frame = fit", .doc = "uv: widths and heights of the image. pixels: pixels."),
    TRN_FLOAT(transform_params, angle, "Angle", 0, -36000, 36000, .unit = "degrees", .doc = "How far it turns, counter-clockwise."),
    TRN_FLOAT(transform_params, scale, "Scale", 1, SMALLEST, LARGEST, .doc = "How much larger it gets."),
    TRN_STRING(transform_params, stretch, "Stretch", "1 1", .doc = "The same along u and along v, besides, before it turns."),
    TRN_TOGGLE(transform_params, flip_u, "Flip U", false, .doc = "Left and right change places, before it turns."),
    TRN_TOGGLE(transform_params, flip_v, "Flip V", false, .doc = "Bottom and top change places, before it turns."),
    TRN_STRING(transform_params, pivot, "Pivot", "0.5 0.5", .disabled = "frame = fit", .doc = "The u and v that stay where they are when it turns, scales and flips."),
    TRN_MENU(transform_params, frame, "Frame", SAME, frames,
             .doc = "same: the image keeps its size, and what leaves it is lost. fit: it gets the size that the picture has afterwards, which stands in its middle."),
    TRN_MENU(transform_params, interpolation, "Interpolation", TRN_SAMPLE_BICUBIC, interpolations,
             .doc = "Between pixels. bicubic (Catmull-Rom) is smooth and may overshoot a little; bilinear does not, but softens; nearest takes pixels as they "
                    "are. Ids are always those of the nearest pixel."),
    TRN_OUTSIDE_ROWS(transform_params),
    TRN_STRING(transform_params, vector_layer, "Vector Layer", "N",
               .doc = "Layers whose first two channels are a vector in the plane, which turns and flips with the picture: normals, signed and not packed; directions. Names "
                      "separated by spaces. Left as it is, N counts where it is there."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image of any size.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "All its layers, transformed.")};

/* What the parameters say; offset in their unit. */
typedef struct settings { double offset[2], scale[2], pivot[2]; } settings;
static bool parse(const char *text, double least, double most, double out[2])
{
    return trn_parse_numbers(text, out, 2) == 2 && out[0] >= least && out[0] <= most && out[1] >= least && out[1] <= most;
}
static trn_status read_settings(const transform_params *p, settings *s, trn_error *err)
{
    const double far = p->offset_unit.value == UV ? 1e4 : 1e8;
    if (!parse(p->offset, -far, far, s->offset)) return trn_param_fail(err, "offset", "must be two numbers, not beyond %g, got '%s'", far, p->offset);
    if (!parse(p->pivot, -1e4, 1e4, s->pivot)) return trn_param_fail(err, "pivot", "must be two numbers, not beyond 10000, got '%s'", p->pivot);
    if (!parse(p->stretch, SMALLEST / p->scale, LARGEST / p->scale, s->scale))
        return trn_param_fail(err, "stretch", "must be two numbers that times scale are %g to %g, got '%s'", SMALLEST, LARGEST, p->stretch);
    for (int i = 0; i < 2; ++i) s->scale[i] *= p->scale;
    return TRN_OK;
}
static trn_status check(const void *params, trn_error *err)
{
    const transform_params *p = params;
    settings s;
    const trn_status st = read_settings(p, &s, err);
    return st == TRN_OK ? trn_need_moderate(err, "value", p->value) : st;
}

/* As many pixels as it takes to hold so much, but for what is no more than rounding. */
static double side(double length)
{
    const double n = trn_ceil(trn_rint(length * 1048576.0) * (1.0 / 1048576.0));
    return n < 1.0 ? 1.0 : n;
}

static trn_status reshape(const void *params, const trn_domain *asked, const trn_domain *input, trn_domain *out, trn_error *err)
{
    const transform_params *p = params;
    settings s;
    double sine, cosine;
    (void)asked;
    *out = *input;
    if (p->frame.value == SAME) return TRN_OK;
    read_settings(p, &s, NULL); /* as check has seen it */
    trn_sincos(trn_turns(p->angle), &sine, &cosine);
    const double w = s.scale[0] * input->bounds.width, h = s.scale[1] * input->bounds.height;
    const double width = side(fabs(cosine) * w + fabs(sine) * h), height = side(fabs(sine) * w + fabs(cosine) * h);
    if (width > MOST || height > MOST)
        return trn_param_fail(err, "frame", "to fit the picture it would be %.0fx%.0f pixels, and the most is %d a side", width, height, MOST);
    if (width != input->bounds.width || height != input->bounds.height) *out = trn_domain_of_size((int32_t)width, (int32_t)height);
    return TRN_OK;
}

/* ---- layers ---- */

typedef struct job {
    trn_eval *ev;
    const transform_params *p;
    transform_args args;               /* for layers that are taken as they are */
    int32_t less_width, less_height;   /* the input's size after it has been reduced, where it is to get smaller */
    void *less;                        /* room for a plane of that; NULL: not reduced */
    double sine, cosine, flip_u, flip_v;
} job;

/* From a pixel of the result back to where it was. */
static void find_places(job *j, const settings *s, int32_t width, int32_t height)
{
    const trn_region *b = &trn_eval_domain(j->ev)->bounds;
    const trn_frame *frame = trn_eval_frame(j->ev);
    const double size[2] = {width, height}, made[2] = {b->width, b->height};
    const double unit[2] = {j->p->offset_unit.value == UV ? size[0] : 1.0, j->p->offset_unit.value == UV ? size[1] : 1.0};
    double from[2], to[2]; /* the pivot before and after */
    transform_args *a = &j->args;
    for (int i = 0; i < 2; ++i) {
        from[i] = j->p->frame.value == FIT ? 0.5 * size[i] : s->pivot[i] * size[i];
        to[i] = j->p->frame.value == FIT ? 0.5 * made[i] : from[i] + s->offset[i] * unit[i];
    }
    a->x = frame->x - b->x;
    a->y = frame->y - b->y;
    a->xx = j->flip_u * j->cosine / s->scale[0];
    a->xy = j->flip_u * j->sine / s->scale[0];
    a->yx = -j->flip_v * j->sine / s->scale[1];
    a->yy = j->flip_v * j->cosine / s->scale[1];
    a->x1 = from[0] + (a->xx * (0.5 - to[0]) + a->xy * (0.5 - to[1])) - 0.5;
    a->y1 = from[1] + (a->yx * (0.5 - to[0]) + a->yy * (0.5 - to[1])) - 0.5;
}

/* Layers of a type are taken from the reduced input, where there is one, but for ids. */
static bool is_reduced(const job *j, trn_type type) { return j->less && type != TRN_I32; }
static transform_args places_for(const job *j, trn_type type)
{
    transform_args a = j->args;
    a.plane.kind = type == TRN_F64 ? TRN_SAMPLE_F64 : type == TRN_I32 ? TRN_SAMPLE_I32 : TRN_SAMPLE_F32;
    if (!is_reduced(j, type)) return a;
    const double u = (double)j->less_width / a.plane.width, v = (double)j->less_height / a.plane.height;
    a.xx *= u, a.xy *= u, a.x1 = (a.x1 + 0.5) * u - 0.5;
    a.yx *= v, a.yy *= v, a.y1 = (a.y1 + 0.5) * v - 0.5;
    a.plane.width = j->less_width, a.plane.height = j->less_height;
    return a;
}

static trn_status do_plane(const job *j, const void *from, void *to, trn_type type)
{
    transform_args a = places_for(j, type);
    trn_status st = TRN_OK;
    a.plane.from = from;
    a.plane.to = to;
    if (is_reduced(j, type)) {
        const trn_grid_axis x = {j->args.plane.width, j->less_width, 0, 0, j->args.plane.width, j->less_width};
        const trn_grid_axis y = {j->args.plane.height, j->less_height, 0, 0, j->args.plane.height, j->less_height};
        st = trn_regrid_area(j->ev, from, j->less, type == TRN_F64, &x, &y);
        a.plane.from = j->less;
    }
    return st == TRN_OK ? trn_run(j->ev, TRN_KERNEL(transform), &a, a.height) : st;
}

/* Turns the vectors of a layer that has been done. */
static trn_status turn(const job *j, void *x, void *y, trn_type type)
{
    const transform_turn_args a = {
        .places = places_for(j, type), .x = x, .y = y, .turned = j->cosine != 1 || j->flip_u < 0 || j->flip_v < 0,
        .xx = j->flip_u * j->cosine, .xy = -j->flip_v * j->sine, .yx = j->flip_u * j->sine, .yy = j->flip_v * j->cosine,
    };
    if (!a.turned && a.places.plane.edge != TRN_SAMPLE_MIRROR) return TRN_OK;
    return trn_run(j->ev, TRN_KERNEL(transform_turn), &a, a.places.height);
}

static bool has_vectors(const trn_layer_info *l) { return l->channels >= 2 && l->type != TRN_I32; }
static bool is_named(const job *j, const char *layer)
{
    const char *list = j->p->vector_layer;
    for (char name[64]; trn_next_name(&list, name);)
        if (strcmp(name, layer) == 0) return true;
    return false;
}

static void *plane_of(const trn_layer *layer, int32_t channel)
{
    const trn_layer_info *l = trn_layer_get_info(layer);
    return (char *)(uintptr_t)l->data + (size_t)channel * (size_t)l->stride * (l->type == TRN_F64 ? 8 : 4);
}

/* from ... to: its part of what all layers take */
static trn_status do_layer(const job *j, const char *name, const trn_layer *in, double from, double to)
{
    const trn_layer_info *l = trn_layer_get_info(in);
    trn_layer *out;
    trn_status st = trn_make(j->ev, (trn_type)l->type, l->channels, &out);
    for (int32_t c = 0; st == TRN_OK && c < l->channels; ++c) {
        trn_progress_span(j->ev, from + (to - from) * c / l->channels, from + (to - from) * (c + 1.0) / l->channels);
        st = do_plane(j, plane_of(in, c), plane_of(out, c), (trn_type)l->type);
    }
    if (st == TRN_OK && is_named(j, name) && has_vectors(l)) st = turn(j, plane_of(out, 0), plane_of(out, 1), (trn_type)l->type);
    return st == TRN_OK ? trn_put(j->ev, "cop", name, out) : st;
}

/* What the recipe names must be vectors; N does not have to be there. */
static trn_status check_vectors(const job *j)
{
    const char *list = j->p->vector_layer;
    if (!trn_node_has(trn_eval_node(j->ev), "vector_layer")) return TRN_OK;
    for (char name[64]; trn_next_name(&list, name);) {
        trn_layer *layer = trn_image_layer(trn_input(j->ev, 0), name);
        if (!layer) return trn_need(j->ev, 0, "vector_layer", name, &layer); /* which says so */
        if (!has_vectors(trn_layer_get_info(layer)))
            return trn_fail(j->ev, TRN_ERR_DATA, "vector_layer: layer '%s' is no vector, which has two channels of numbers or more", name);
    }
    return TRN_OK;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const transform_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const trn_domain *domain = trn_eval_domain(ev);
    trn_image *image = trn_input(ev, 0);
    const int32_t width = trn_image_width(image), height = trn_image_height(image), count = trn_image_count(image);
    const trn_beyond beyond = (trn_beyond)p->outside.value;
    job j = {.ev = ev, .p = p, .less_width = width, .less_height = height, .flip_u = p->flip_u ? -1 : 1, .flip_v = p->flip_v ? -1 : 1};
    settings s;
    read_settings(p, &s, NULL);
    trn_sincos(trn_turns(p->angle), &j.sine, &j.cosine);
    j.args = (transform_args){
        .plane = {.width = width, .height = height, .interpolation = p->interpolation.value},
        .width = frame->width, .height = frame->height, .fill = beyond >= TRN_BEYOND_VOID,
        .value = beyond == TRN_BEYOND_VALUE ? p->value : (double)NAN, .id = trn_beyond_id(beyond, p->value),
    };
    j.args.plane.edge = beyond == TRN_BEYOND_REPEAT ? TRN_SAMPLE_WRAP : beyond == TRN_BEYOND_MIRROR ? TRN_SAMPLE_MIRROR : TRN_SAMPLE_CLAMP;
    find_places(&j, &s, width, height);
    trn_status st = check_vectors(&j);
    if (p->interpolation.value != TRN_SAMPLE_NEAREST) {
        if (s.scale[0] < 1) j.less_width = (int32_t)trn_max(1.0, trn_rint(s.scale[0] * width));
        if (s.scale[1] < 1) j.less_height = (int32_t)trn_max(1.0, trn_rint(s.scale[1] * height));
    }
    if (st == TRN_OK && (j.less_width < width || j.less_height < height))
        st = trn_scratch(ev, (size_t)j.less_width * (size_t)j.less_height * sizeof(double), &j.less);
    for (int32_t i = 0; st == TRN_OK && i < count; ++i)
        st = do_layer(&j, trn_image_at(image, i).name, trn_image_at(image, i).layer, (double)i / count, (i + 1.0) / count);
    trn_state_world_size(ev, trn_image_world_size(image) * (double)domain->whole_width / (double)width);
    return st;
}

static double passes(const void *params)
{
    (void)params;
    return 12;
}

const trn_node_type trn_node_transform = {
    .info.id = "transform", .info.title = "Transform", .info.category = "tools",
    .info.summary = "Moves, turns, scales and flips an image.",
    .info.doc =
        "The picture is flipped, scaled and turned about the `pivot`, and then moved by the `offset`. Pixels are square, so that angles are what they are on "
        "the screen. Quarter turns, flips and moves by whole pixels copy pixels bit for bit where they fall on pixels; with the frame `fit` a quarter turn "
        "always does, and width and height change places.\n\n"
        "Where it gets smaller, a `scale` or `stretch` below 1, the layers are first brought to about that size by means over areas, as `resample` does, so that "
        "nothing flickers; nearest picks pixels. Beyond the image is what `outside` says; a void or value begins sharply half a pixel from the "
        "centres of the border.\n\n"
        "Pixels stay as large in the world as they are, and heights as high: turned ground is the same ground, scaled ground has other slopes. Vectors of `vector_layer` "
        "turn and flip, where the picture is mirrored too, but do not change their length; a `value` beyond the image stays; normals between pixels are a little shorter than 1, and those of scaled heights are best made anew. Packed "
        "normals are unpacked before, by `convert_normal`.\n\n"
        "A void (NaN) makes those pixels void that are interpolated from it. Sums are taken in double; layers of 64 bits stay so.\n\n"
        "The image has edges, so an unbounded plane cannot have it but through `bake`, which lays it there.",
    .info.example = "noise{ frequency = 4 }:transform{ angle = 30, scale = 0.5, outside = \"repeat\" }",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(transform_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs),
    .check = check, .reshape = reshape, .passes = passes, .eval = eval,
};
