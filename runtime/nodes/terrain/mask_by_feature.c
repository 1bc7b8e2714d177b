/* mask_by_feature: where the ground is steep, faces a way, lies high, is a ridge or a gully, or is hidden from the sky. */
#include "graph/node.h"
#include "kernels/curvature.h"
#include "kernels/mask_by_feature.h"
#include "terrain/blur.h"
#include "terrain/occlusion.h"
#include "terrain/percentile.h"

static const char *const blends[] = {"multiply", "add", "average", "minimum", "maximum", NULL}; /* as in kernels/mask_by_feature.h */
enum { CURVED_OFF, CURVED_RIDGES, CURVED_GULLIES };
static const char *const curved[] = {"off", "ridges", "gullies", NULL};

typedef struct mask_by_feature_params {
    trn_text layer;
    double strength, world_size;
    bool tile;
    double smooth_radius;
    trn_menu blend_mode;
    bool use_slope;
    double slope_min, slope_max, slope_falloff;
    bool use_aspect;
    double aspect_dir, aspect_spread, aspect_falloff;
    bool use_height;
    double height_min, height_max, height_falloff;
    trn_menu curvature;
    double curv_threshold, curv_falloff, curv_blur, curv_reference;
    bool use_occlusion;
    double occ_min, occ_max, occ_falloff, occ_height_scale, occ_radius, occ_step_scale;
    int32_t occ_samples;
    bool invert;
    trn_text out_layer;
    bool keep_layers;
} mask_by_feature_params;

#define P mask_by_feature_params
#define SLOPE .group = "Slope", .unit = "degrees"
#define DIRECTION .group = "Direction", .unit = "degrees"
#define CURVATURE .group = "Curvature", .hidden = "curvature = off"
static const trn_param params[] = {
    TRN_STRING(P, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(P, strength, "Height Scale", 1, -10000, 10000,
              .doc = "World height of a layer value of 1, for slopes, curvature and occlusion. Negative turns the terrain upside down."),
    TRN_FLOAT(P, world_size, "World Size", 1, 1e-6, TRN_ANY, .doc = "World width of the whole image."),
    TRN_TOGGLE(P, tile, "Tileable (Wrap Edges)", false, .doc = "The image repeats: slopes, blurs and rays look across its edges."),
    TRN_FLOAT(P, smooth_radius, "Smooth Radius", 0, 0, TRN_ANY,
              .doc = "Blurs the height before anything is measured: a radius in world units, of at most 65536 pixels. 0 leaves it sharp."),
    TRN_MENU(P, blend_mode, "Blend Mode", FEATURE_MULTIPLY, blends,
             .doc = "How the criteria are combined: multiply (all must hold), add (not clamped, so the mask can exceed 1), average, minimum, maximum."),
    TRN_TOGGLE(P, use_slope, "Mask by Slope", true, .group = "Slope", .doc = "Slope is a criterion."),
    TRN_FLOAT(P, slope_min, "Slope Range", 20, 0, 90, SLOPE, .doc = "The mask is 1 from this slope on ..."),
    TRN_FLOAT(P, slope_max, "Slope Range", 90, 0, 90, SLOPE, .doc = "... up to this one."),
    TRN_FLOAT(P, slope_falloff, "Slope Falloff", 5, 0, 90, SLOPE, .doc = "Width of the soft edges outside the range. 0 is hard."),
    TRN_TOGGLE(P, use_aspect, "Mask by Direction", false, .group = "Direction", .doc = "The way down is a criterion. Flat ground has none and gets 0."),
    TRN_FLOAT(P, aspect_dir, "Goal Angle", 90, -360, 360, DIRECTION, .doc = "The way down that is wanted: 0 is towards +u, 90 towards +v."),
    TRN_FLOAT(P, aspect_spread, "Angle Spread", 45, 0, 180, DIRECTION, .doc = "How far off to either side the mask is 1."),
    TRN_FLOAT(P, aspect_falloff, "Direction Falloff", 15, 0, 180, DIRECTION, .doc = "Width of the soft edges beyond. 0 is hard."),
    TRN_TOGGLE(P, use_height, "Mask by Height", false, .group = "Height", .doc = "Height is a criterion."),
    TRN_FLOAT(P, height_min, "Height Range", 0, -TRN_ANY, TRN_ANY, .group = "Height", .doc = "The mask is 1 from this layer value on ..."),
    TRN_FLOAT(P, height_max, "Height Range", 1, -TRN_ANY, TRN_ANY, .group = "Height", .doc = "... up to this one."),
    TRN_FLOAT(P, height_falloff, "Height Falloff", 0, 0, TRN_ANY, .group = "Height",
              .doc = "Width of the soft edges outside the range, in layer values. 0 is hard."),
    TRN_MENU(P, curvature, "Mask by Curvature", CURVED_OFF, curved, .group = "Curvature",
             .doc = "ridges selects what is convex across the slope, gullies what is concave."),
    TRN_FLOAT(P, curv_threshold, "Threshold", 0, -100, 100, CURVATURE,
              .doc = "Curvature over the reference above which the mask is 1. 0 splits ridges from gullies; more keeps only sharper ones."),
    TRN_FLOAT(P, curv_falloff, "Falloff", 0.3, 0, 100, CURVATURE, .doc = "Width of the soft edge, centred on the threshold. 0 is hard."),
    TRN_FLOAT(P, curv_blur, "Blur Radius", 2, 0, 256, CURVATURE, .unit = "pixels",
              .doc = "Blurs the height once more before curvature is measured, since that of single pixels is noise."),
    TRN_FLOAT(P, curv_reference, "Reference Curvature", 0, 0, TRN_ANY, CURVATURE,
              .doc = "The curvature that counts as 1, in one over world units. 0: the 90th percentile of the image's own, without sign."),
    TRN_TOGGLE(P, use_occlusion, "Mask by Occlusion", false, .group = "Occlusion", .doc = "How much of the sky is hidden is a criterion."),
    TRN_FLOAT(P, occ_min, "Occlusion Range", 0.2, 0, 1, .group = "Occlusion", .doc = "The mask is 1 from this occlusion on ..."),
    TRN_FLOAT(P, occ_max, "Occlusion Range", 1, 0, 1, .group = "Occlusion", .doc = "... up to this one. 0 is open, 1 fully hidden."),
    TRN_FLOAT(P, occ_falloff, "Occlusion Falloff", 0, 0, 1, .group = "Occlusion", .doc = "Width of the soft edges outside the range. 0 is hard."),
    TRN_FLOAT(P, occ_height_scale, "Height Scale", 1, 0, TRN_ANY, .group = "Occlusion",
              .doc = "Multiplies heights once more, for occlusion alone, to exaggerate it."),
    TRN_FLOAT(P, occ_radius, "View Radius", 0.1, 1e-6, TRN_ANY, .group = "Occlusion", .doc = "How far ground that hides the sky is looked for, in world units."),
    TRN_FLOAT(P, occ_step_scale, "Step Scale", 1, 0.01, TRN_ANY, .group = "Occlusion", .unit = "pixels",
              .doc = "Length of a step along a ray. At most 64 steps are taken, of equal length."),
    TRN_INT(P, occ_samples, "Sample Count", 8, 1, TRN_OCCLUSION_MOST, .group = "Occlusion", .doc = "Directions in which the sky is looked at."),
    TRN_TOGGLE(P, invert, "Invert Mask", false, .group = "Occlusion", .doc = "One minus the mask."),
    TRN_STRING(P, out_layer, "Output Layer", "mask", .group = "Occlusion", .doc = "Name of the mask layer. Empty makes none."),
    TRN_TOGGLE(P, keep_layers, "Keep Input Layers", true, .group = "Occlusion", .doc = "Keep the other layers of the input."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the mask added.")};

static trn_blur blur_of(const P *p, double radius)
{
    return (trn_blur){TRN_BLUR_GAUSSIAN, trn_min(radius, TRN_BLUR_MOST), p->tile ? TRN_EDGE_WRAP : TRN_EDGE_EXTEND};
}

static void footprint(const void *params, trn_footprint *f)
{
    const P *p = params;
    const trn_blur sharpen = blur_of(p, p->curvature.value ? p->curv_blur : 0.0);
    f->reach = TRN_LOCAL;
    f->halo = 2 + trn_blur_reach(&sharpen); /* 2: of the parabola at the border */
    f->wrap = p->tile;
    if (p->smooth_radius > 0.0) {
        f->halo += 4;
        f->share += 1.75 * (p->smooth_radius / p->world_size);
    }
    if (p->use_occlusion) {
        f->halo += 1;
        f->share += p->occ_radius / p->world_size;
    }
    if (p->curvature.value && p->curv_reference == 0.0) trn_measures(f, "curv_reference", "measures how curved the image is", "set curv_reference");
}

static double passes(const void *params)
{
    const P *p = params;
    return 6.0 + (p->smooth_radius > 0.0 ? 30.0 : 0.0) + (p->curvature.value ? 60.0 : 0.0) + (p->use_occlusion ? 66.0 * (double)p->occ_samples : 0.0);
}

typedef struct ground {
    trn_eval *ev;
    const P *p;
    const float *z;   /* smoothed */
    size_t bytes;     /* of a plane */
    double spacing;   /* of pixels, in world units */
    int32_t width, height;
} ground;

/* z blurred; z itself where there is nothing to blur. */
static trn_status blurred(const ground *g, const float *z, double radius, const float **out)
{
    const trn_blur blur = blur_of(g->p, radius);
    float *to, *spare;
    trn_status st;
    *out = z;
    if (trn_blur_reach(&blur) == 0) return TRN_OK;
    if ((st = trn_scratch(g->ev, g->bytes, &to)) != TRN_OK || (st = trn_scratch(g->ev, g->bytes, &spare)) != TRN_OK) return st;
    *out = to;
    return trn_blur_plane(g->ev, &blur, z, spare, to);
}

typedef struct sizes { const float *from; float *to; size_t width; } sizes;
static void take_sizes(void *work, int32_t y0, int32_t y1)
{
    const sizes *s = work;
    for (size_t i = (size_t)y0 * s->width; i < (size_t)y1 * s->width; ++i) s->to[i] = fabsf(s->from[i]);
}

/* Tangential curvature, and what one of it is worth. */
static trn_status curve(const ground *g, const float **curvature, double *unit)
{
    const P *p = g->p;
    const double slope = p->strength / g->spacing;
    curvature_args args = {
        .width = g->width, .height = g->height, .wrap = p->tile, .kind = CURVATURE_TANGENTIAL,
        .slope = (float)slope, .bend = (float)(slope / g->spacing), .scale = 1.0,
    };
    double reference = p->curv_reference;
    trn_status st;
    if ((st = blurred(g, g->z, p->curv_blur, &args.z)) != TRN_OK || (st = trn_scratch(g->ev, g->bytes, &args.out)) != TRN_OK ||
        (st = trn_run(g->ev, TRN_KERNEL(curvature), &args, g->height)) != TRN_OK)
        return st;
    if (reference == 0.0) {
        sizes s = {.from = args.out, .width = (size_t)g->width};
        if ((st = trn_scratch(g->ev, g->bytes, &s.to)) != TRN_OK || (st = trn_for(g->ev, g->height, 64, take_sizes, &s)) != TRN_OK ||
            (st = trn_percentile(g->ev, s.to, (size_t)g->width * (size_t)g->height, -INFINITY, 0.9, &reference, NULL)) != TRN_OK)
            return st;
    }
    *curvature = args.out;
    *unit = reference > 0.0 ? trn_min(1.0 / reference, 1e300) * (p->curvature.value == CURVED_GULLIES ? -1.0 : 1.0) : 0.0;
    return TRN_OK;
}

static trn_status look_up(const ground *g, const float **open)
{
    const P *p = g->p;
    const double radius = p->occ_radius / g->spacing;
    const trn_occlusion o = {
        .scale = p->strength / g->spacing * p->occ_height_scale, .radius = radius, .directions = p->occ_samples, .intensity = 1.0,
        .steps = (int32_t)trn_clamp(trn_ceil(radius / p->occ_step_scale), 1.0, TRN_OCCLUSION_MOST), .wrap = p->tile,
    };
    float *to;
    const trn_status st = trn_scratch(g->ev, g->bytes, &to);
    *open = to;
    return st == TRN_OK ? trn_occlude(g->ev, g->z, &o, to) : st;
}

typedef struct filling { float *mask; size_t width; float value; } filling;
static void fill_rows(void *work, int32_t y0, int32_t y1)
{
    const filling *f = work;
    for (size_t i = (size_t)y0 * f->width; i < (size_t)y1 * f->width; ++i) f->mask[i] = f->value;
}

/* The criteria's planes, and the mask of them. */
static trn_status measure(ground *g, float *mask)
{
    const P *p = g->p;
    mask_by_feature_args args = {
        .mask = mask, .width = g->width, .height = g->height, .wrap = p->tile, .scale = (float)(p->strength / g->spacing),
        .by_slope = p->use_slope, .by_direction = p->use_aspect, .by_height = p->use_height,
        .blend = p->blend_mode.value, .invert = p->invert,
        .count = p->use_slope + p->use_aspect + p->use_height + (p->curvature.value != CURVED_OFF) + p->use_occlusion,
        .slope = {p->slope_min, p->slope_max, feature_rate(p->slope_falloff)},
        .level = {p->height_min, p->height_max, feature_rate(p->height_falloff)},
        .occlusion = {p->occ_min, p->occ_max, feature_rate(p->occ_falloff)},
        .goal = p->aspect_dir, .spread = p->aspect_spread, .spread_rate = feature_rate(p->aspect_falloff),
        .from = p->curv_threshold - 0.5 * p->curv_falloff, .unit_rate = feature_rate(p->curv_falloff),
    };
    trn_status st;
    if (args.count == 0) {
        filling all = {mask, (size_t)g->width, p->invert ? 0.0f : 1.0f};
        return trn_for(g->ev, g->height, 64, fill_rows, &all);
    }
    trn_progress_span(g->ev, 0.0, 0.2);
    if ((st = blurred(g, g->z, p->smooth_radius / g->spacing, &g->z)) != TRN_OK) return st;
    args.z = g->z;
    if (p->curvature.value != CURVED_OFF && (st = curve(g, &args.curvature, &args.unit)) != TRN_OK) return st;
    trn_progress_span(g->ev, 0.2, 0.9);
    if (p->use_occlusion && (st = look_up(g, &args.open)) != TRN_OK) return st;
    trn_progress_span(g->ev, 0.9, 1.0);
    return trn_run(g->ev, TRN_KERNEL(mask_by_feature), &args, g->height);
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const P *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *height, *mask;
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK || (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) ||
        (st = trn_make(ev, TRN_F32, 1, &mask)) != TRN_OK)
        return st;
    ground g = {
        .ev = ev, .p = p, .z = trn_plane_f32(height, 0), .width = frame->width, .height = frame->height,
        .bytes = sizeof(float) * (size_t)frame->width * (size_t)frame->height, .spacing = p->world_size / (double)frame->whole_width,
    };
    st = measure(&g, trn_layer_f32(mask, 0));
    return st == TRN_OK ? trn_put(ev, "out_layer", p->out_layer, mask) : st;
}

const trn_node_type trn_node_mask_by_feature = {
    .info.id = "mask_by_feature", .info.title = "HeightField Mask by Feature", .info.category = "terrain",
    .info.summary = "Builds a mask from what the ground is like: slope, direction, height, curvature, occlusion.",
    .info.doc =
        "Each criterion that is on gives 0 to 1, and `blend_mode` combines them in the order slope, direction, height, curvature, occlusion. "
        "Without any the mask is 1 everywhere. Soft edges are smooth (3t^2 - 2t^3) and lie outside the range; a falloff of 0 makes a hard edge "
        "that belongs to the range. Rock on slopes of 35 degrees and more, gravel in gullies, snow where the ground falls to the north "
        "(an `aspect_dir` of 90: downhill is towards +v).\n\n"
        "- Slope: the angle to the level, as in `slope`.\n"
        "- Direction: the way down. Flat ground has none and gets 0, whatever the spread.\n"
        "- Height: the layer's own values; `strength` does not count.\n"
        "- Curvature: the tangential one of `curvature`, which tells ridges from gullies where elevation takes high gullies for ridges. The height is "
        "blurred by `curv_blur`, and the result divided by `curv_reference`. Its edge is centred on the threshold, so that level ground "
        "gets one half at a threshold of 0.\n"
        "- Occlusion: 1 minus what `height_to_ao` gives for a view radius in world units.\n\n"
        "All are measured on the height blurred by `smooth_radius`. A blur's standard deviation is half its radius; planes stay planes, "
        "up to the border.\n\n"
        "With `curv_reference` at 0 the image's own curvatures are measured, so windows are cut from the whole and tiles refused; give it to "
        "make tiles, which then fit to the last bit. A void (NaN) makes the mask void as far as its criteria look, and no farther.",
    .info.example = "noise{ fractal = \"terrain\" }:mask_by_feature{ strength = 0.5, curvature = \"gullies\" }",
    .info.reach = TRN_LOCAL, .info.version = 2,
    TRN_PARAMS(P, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
