/* blur: softens layers, by the same radius everywhere or by one that a layer scales. */
#include "graph/node.h"
#include "kernels/blur_mix.h"
#include "layer_list.h"
#include "math/scalar.h"
#include "terrain/blur.h"

static const char *const kinds[] = {"gaussian", "box", NULL}; /* as trn_blur_shape */
static const char *const edges[] = {"extend", "wrap", "clamp", NULL}; /* as trn_edge */

typedef struct blur_params {
    trn_text layer;
    trn_menu kind;
    double radius;
    trn_text radius_layer;
    trn_menu edge;
    trn_text mask_layer;
    bool invert_mask;
} blur_params;

static const trn_param params[] = {
    TRN_STRING(blur_params, layer, "Layer", "C",
               .doc = "Layers to blur, all their channels: names separated by spaces, or * for every layer that does not hold ids."),
    TRN_MENU(blur_params, kind, "Kind", TRN_BLUR_GAUSSIAN, kinds,
             .doc = "gaussian: a bell with a standard deviation of half the radius. box: the mean of the square of 2 radius + 1 pixels."),
    TRN_FLOAT(blur_params, radius, "Radius", 4, 0, TRN_BLUR_MOST, .unit = "pixels", .doc = "How far pixels are spread. 0 leaves them alone."),
    TRN_STRING(blur_params, radius_layer, "Radius Layer", "",
               .doc = "Scales the radius of each pixel, 0 to 1; its first channel, clamped. Empty takes the radius everywhere."),
    TRN_MENU(blur_params, edge, "Edge", TRN_EDGE_EXTEND, edges,
             .doc = "What lies beyond the image. extend: the surface goes on point-symmetrically about its border, so that slopes stay as "
                    "they are up to it. wrap: the image repeats. clamp: the border's own values, so that nothing leaves the range of "
                    "the layer, as masks want it."),
    TRN_STRING(blur_params, mask_layer, "Mask Layer", "",
               .doc = "Says how much of the blurred layer shows, 0 to 1; its first channel, clamped. Empty shows it everywhere."),
    TRN_TOGGLE(blur_params, invert_mask, "Invert Mask", false, .disabled = "mask_layer = \"\"",
               .doc = "Blur where the mask is low: one minus the mask."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the layers to blur, and those that scale and mask it.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the layers blurred.")};

/* With a radius layer the plane is blurred by radii that go down from `radius` in steps of sqrt(2), to half a pixel or less. */
static const double step = 0.70710678118654752, finest = 0.5;
static int32_t levels_of(double radius)
{
    int32_t count = 1;
    for (; radius > finest; radius *= step) ++count;
    return count;
}

static double passes(const void *params)
{
    const blur_params *p = params;
    return 30.0 * (*p->radius_layer ? levels_of(p->radius) : 1);
}

static trn_blur blur_of(const blur_params *p, double radius)
{
    return (trn_blur){(trn_blur_shape)p->kind.value, radius, (trn_edge)p->edge.value};
}

static void footprint(const void *params, trn_footprint *f)
{
    const blur_params *p = params;
    const trn_blur b = blur_of(p, p->radius);
    f->halo = trn_blur_reach(&b);
    f->wrap = p->edge.value == TRN_EDGE_WRAP;
}

typedef struct job {
    trn_eval *ev;
    const blur_params *p;
    const float *scale, *mask; /* NULL: none */
    float *spare, *level[2];   /* planes of the frame's size; level: with scale alone */
} job;

static trn_status blur_by_scale(const job *j, const float *from, float *to)
{
    const trn_frame *frame = trn_eval_frame(j->ev);
    blur_pick_args a = {
        .scale = j->scale, .lower = from, .to = to, .width = frame->width, .height = frame->height,
        .box = j->p->kind.value == TRN_BLUR_BOX, .radius = j->p->radius,
    };
    const int32_t count = levels_of(a.radius);
    trn_status st = trn_blur_plane(j->ev, &(const trn_blur){0}, from, j->spare, to);
    for (int32_t i = count - 1; st == TRN_OK && i >= 0; --i) {
        double radius = a.radius;
        for (int32_t k = 0; k < i; ++k) radius *= step;
        const trn_blur b = blur_of(j->p, radius);
        const double variance = trn_blur_variance(a.box, radius);
        a.upper = j->level[i & 1];
        a.greatest = radius;
        a.rate = variance > a.base ? 1.0 / (variance - a.base) : 0.0;
        if ((st = trn_blur_plane(j->ev, &b, from, j->spare, j->level[i & 1])) == TRN_OK)
            st = trn_run(j->ev, TRN_KERNEL(blur_pick), &a, frame->height);
        a.lower = a.upper;
        a.least = radius;
        a.base = variance;
    }
    return st;
}

static trn_status blur_channel(const job *j, const float *from, float *to)
{
    const trn_frame *frame = trn_eval_frame(j->ev);
    const trn_blur b = blur_of(j->p, j->p->radius);
    const trn_status st = j->scale ? blur_by_scale(j, from, to) : trn_blur_plane(j->ev, &b, from, j->spare, to);
    if (st != TRN_OK || !j->mask) return st;
    const blur_mask_args args = {
        .from = from, .mask = j->mask, .to = to, .width = frame->width, .height = frame->height, .invert = j->p->invert_mask,
    };
    return trn_run(j->ev, TRN_KERNEL(blur_mask), &args, frame->height);
}

static trn_status blur_layer(void *work, const char *name, double begin, double end)
{
    const job *j = work;
    trn_layer *from, *to;
    trn_status st = trn_need(j->ev, 0, "layer", name, &from);
    if (st != TRN_OK) return st;
    const int32_t channels = trn_layer_get_info(from)->channels;
    if ((st = trn_make(j->ev, TRN_F32, channels, &to)) != TRN_OK) return st;
    for (int32_t c = 0; st == TRN_OK && c < channels; ++c) {
        trn_progress_span(j->ev, begin + (end - begin) * c / channels, begin + (end - begin) * (c + 1) / channels);
        st = blur_channel(j, trn_plane_f32(from, c), trn_layer_f32(to, c));
    }
    return st == TRN_OK ? trn_put(j->ev, "layer", name, to) : st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const blur_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const size_t bytes = sizeof(float) * (size_t)frame->width * (size_t)frame->height;
    trn_layer *scale = NULL, *mask = NULL;
    job j = {.ev = ev, .p = p};
    trn_status st;
    if ((st = trn_keep_layers(ev, 0)) != TRN_OK ||
        (*p->radius_layer && (st = trn_need(ev, 0, "radius_layer", p->radius_layer, &scale)) != TRN_OK) ||
        (*p->mask_layer && (st = trn_need(ev, 0, "mask_layer", p->mask_layer, &mask)) != TRN_OK) ||
        (st = trn_scratch(ev, bytes, &j.spare)) != TRN_OK)
        return st;
    for (int32_t i = 0; scale && i < 2; ++i)
        if ((st = trn_scratch(ev, bytes, &j.level[i])) != TRN_OK) return st;
    j.scale = scale ? trn_plane_f32(scale, 0) : NULL;
    j.mask = mask ? trn_plane_f32(mask, 0) : NULL;
    return trn_each_layer(ev, p->layer, false, blur_layer, &j);
}

const trn_node_type trn_node_blur = {
    .info.id = "blur", .info.title = "Blur", .info.category = "tools",
    .info.summary = "Blurs layers, by a Gaussian or by the mean of a square, the same everywhere or by a radius that a layer scales.",
    .info.doc =
        "`gaussian` weighs pixels by a bell whose standard deviation is half the `radius`. Up to a radius of 16 it is the sampled bell, cut "
        "off at three standard deviations and made to sum to 1; wider ones are taken over a coarser grid that stands on the plane, where at "
        "most 0.3 % of all weight lies elsewhere, so that wide blurs cost no more than narrow ones. Below a radius of 1/4 nothing changes. `box` is the "
        "mean of 2 `radius` + 1 pixels each way; of a radius that is not whole the outermost count by the part that they have in it.\n\n"
        "With `radius_layer` each pixel has a radius of its own. The layer is blurred by radii that go down from `radius` in steps of "
        "the square root of 2, and each pixel takes the two that enclose its radius, mixed so that the variance of its weights is "
        "that of the radius.\n\n"
        "With the edge `extend` planes stay planes up to the border, which is what heights want; near the border of noisy layers values may "
        "leave the range of the layer, which `clamp` never lets them do. With `wrap` a tile stays a tile. Sums are taken in double; what "
        "is not masked or has a radius of 0 keeps its bits.\n\n"
        "A void (NaN) makes the pixels void that reach it, and no others; voids of the mask and of the radius layer leave pixels "
        "alone. A pixel depends on what lies within 3 standard deviations, a little more for wide radii, so that windows and tiles are made by "
        "themselves.",
    .info.example = "noise{ fractal = \"terrain\" }:blur{ radius = 12 }",
    .info.reach = TRN_LOCAL, .info.version = 1,
    TRN_PARAMS(blur_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
