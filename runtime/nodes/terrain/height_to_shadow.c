/* height_to_shadow: the shadows that a terrain casts in the sun. */
#include "graph/node.h"
#include "kernels/height_to_shadow.h"
#include "math/trig.h"
#include "terrain/horizon.h"

typedef struct height_to_shadow_params {
    trn_text layer;
    double strength, world_size;
    double azimuth, elevation, softness;
    double max_distance, step;
    bool tile, invert;
    trn_text out_layer;
    bool keep_layers;
} height_to_shadow_params;

static const trn_param params[] = {
    TRN_STRING(height_to_shadow_params, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(height_to_shadow_params, strength, "Height Scale", 1, -10000, 10000, .group = "Height",
              .doc = "World height of a layer value of 1. Negative turns the terrain upside down."),
    TRN_FLOAT(height_to_shadow_params, world_size, "World Size", 1, 1e-6, TRN_ANY, .group = "Height", .doc = "World width of the whole image."),
    TRN_FLOAT(height_to_shadow_params, azimuth, "Azimuth", 45, -360, 360, .group = "Light", .unit = "degrees",
              .doc = "Where the light comes from: 0 = from +u (east), 90 = from +v (north)."),
    TRN_FLOAT(height_to_shadow_params, elevation, "Elevation", 30, 0.1, 90, .group = "Light", .unit = "degrees",
              .doc = "Height of the sun's centre above the horizon. At 90 nothing is in shadow."),
    TRN_FLOAT(height_to_shadow_params, softness, "Softness", 0, 0, 30, .group = "Light", .unit = "degrees",
              .doc = "Angular radius of the sun, which makes the edges of shadows soft: the more, the farther from what casts them. The real "
                     "sun has 0.27. 0: hard edges."),
    TRN_FLOAT(height_to_shadow_params, max_distance, "Max Distance", 64, 1, 4096, .group = "Quality", .unit = "pixels",
              .doc = "How far towards the light ground that casts shadows is looked for; no shadow is longer."),
    TRN_FLOAT(height_to_shadow_params, step, "Step Size", 1, 0.1, 64, .group = "Quality", .unit = "pixels",
              .doc = "Distance between samples on the way to the light. Below 1 edges get no sharper; above 1 thin walls can be missed."),
    TRN_TOGGLE(height_to_shadow_params, tile, "Tileable (Wrap Edges)", false, .group = "Quality",
               .doc = "The image repeats: shadows fall across its edges."),
    TRN_TOGGLE(height_to_shadow_params, invert, "Invert (1 = Lit)", false, .group = "Quality",
               .doc = "Puts out 1 where it is lit and 0 in shadow, to multiply colours with."),
    TRN_STRING(height_to_shadow_params, out_layer, "Output Layer", "shadow", .group = "Quality", .doc = "Name of the shadow layer. Empty makes none."),
    TRN_TOGGLE(height_to_shadow_params, keep_layers, "Keep Input Layers", true, .group = "Quality", .doc = "Keep the other layers of the input."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the shadow layer added.")};

/* At 90 degrees there is no shadow, however wide the sun is: nothing is looked for. */
static int32_t samples(const height_to_shadow_params *p) { return p->elevation >= 90.0 ? 0 : trn_ifloor(p->max_distance / p->step); }

static double passes(const void *params) { return 20.0 + (double)samples(params); }

static void footprint(const void *params, trn_footprint *f)
{
    const height_to_shadow_params *p = params;
    f->halo = samples(p) > 0 ? (int32_t)trn_ceil(p->max_distance) : 0;
    f->wrap = p->tile;
}

#define STEEPEST 3e38 /* a float, and a thousandth more is one too */

/* The rise, in units of z and pixels, that an angle is; 0 for those about the horizontal and below. */
static double rise_of(const height_to_shadow_args *a, double degrees)
{
    if (degrees < 0.001) return 0.0;
    const double slope = degrees < 90.0 ? trn_tan_deg(degrees) : 1e30;
    return a->scale > 0.0 ? trn_min(slope / a->scale, STEEPEST) : STEEPEST;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const height_to_shadow_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *height, *shadow;
    trn_layer_stats stats;
    horizon_tap *taps;
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK ||
        (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) || (st = trn_make(ev, TRN_F32, 1, &shadow)) != TRN_OK ||
        (st = trn_scratch(ev, sizeof(*taps) * ((size_t)samples(p) + 1), &taps)) != TRN_OK)
        return st;
    if (!trn_layer_measure(height, 0, trn_stop_flag(ev), &stats)) return trn_stopped(ev);
    const bool inverted = p->strength < 0.0;
    height_to_shadow_args args = {
        .taps = taps, .shadow = trn_layer_f32(shadow, 0), .width = frame->width, .height = frame->height,
        .sign = inverted ? -1.0f : 1.0f, .top = (float)((inverted ? -stats.min : stats.max) + 0x1p-19 * (stats.max - stats.min)),
        .scale = fabs(p->strength) / (p->world_size / (double)frame->whole_width),
        .elevation = p->elevation, .softness = p->softness, .invert = p->invert,
    };
    double du, dv;
    trn_sincos(trn_turns(p->elevation), &args.sine, &args.cosine);
    trn_sincos(trn_turns(p->azimuth), &dv, &du);
    args.least = (float)(0.999 * rise_of(&args, p->elevation - p->softness));
    args.most = (float)(1.001 * rise_of(&args, p->elevation + p->softness));
    args.tap_count = trn_horizon_taps(frame, du, dv, p->step, p->max_distance, samples(p), p->tile, inverted, taps);
    if ((st = trn_horizon_map(ev, trn_plane_f32(height, 0), (int32_t)trn_ceil(p->max_distance), p->tile, &args.map)) != TRN_OK ||
        (st = trn_horizon_run(ev, TRN_KERNEL(height_to_shadow), &args, args.tap_count)) != TRN_OK)
        return st;
    return trn_put(ev, "out_layer", p->out_layer, shadow);
}

const trn_node_type trn_node_height_to_shadow = {
    .info.id = "height_to_shadow", .info.title = "Height to Shadow", .info.category = "terrain",
    .info.summary = "Casts the sun's shadows over a height layer, hard or with soft edges.",
    .info.doc =
        "1 is in shadow and 0 is lit; `invert` turns that round. From every pixel samples are taken towards the light, one every `step` "
        "pixels as far as `max_distance`. Where ground stands higher than the sun, as seen from the pixel, the pixel is in shadow: a "
        "wall of height H casts one of length H / tan(`elevation`), in world units. Ground that dips just as the light does is lit. With "
        "a `max_distance` that is long enough the result is that of GRASS GIS's r.sunmask.\n\n"
        "With `softness` the sun is a disc of that angular radius, and a pixel is as dark as the part of it below the highest point in "
        "its direction, as if a level line passed there. That is a first approximation: edges soften with the distance from what casts "
        "them, but those along the light stay hard. Beyond what is looked at the ground is taken to be level, so a sun that is wider "
        "than it stands high is partly set, everywhere.\n\n"
        "Samples beyond the image, unless `tile` is on, and samples on voids (NaN) are passed over; voids stay voids. A pixel depends "
        "on those within `max_distance`, and on nothing else: windows are computed by themselves, and tiles fit to the last bit.",
    .info.example = "noise{ fractal = \"terrain\", frequency = 4 }:height_to_shadow{ strength = 0.3, softness = 2, invert = true }",
    .info.reach = TRN_LOCAL, .info.version = 1,
    TRN_PARAMS(height_to_shadow_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
