/* shade: a picture of a terrain for people. */
#include "graph/node.h"
#include "kernels/shade.h"
#include "math/bits.h"
#include "math/exp.h"
#include "math/scalar.h"
#include "math/trig.h"
#include "terrain/names.h"
#include "terrain/surroundings.h"
#include <stdio.h>

enum { VERTICAL_AUTO, VERTICAL_WORLD };
static const char *const verticals[] = {"auto", "world", NULL};
enum { TINT_AUTO, TINT_NONE, TINT_HYPSOMETRIC, TINT_SPLAT };
static const char *const tints[] = {"auto", "none", "hypsometric", "splat", NULL};

typedef struct shade_params {
    trn_text layer;
    trn_menu vertical;
    double strength, world_size, exaggeration;
    bool tile;
    double azimuth, elevation, sky, ambient, relief;
    trn_menu tint;
    trn_text prefix;
    double range_min, range_max;
    trn_text water_layers;
    double lake_min;
    bool sea;
    double sea_level;
    trn_text out_layer;
    bool keep_layers;
    double relief_radius, lake_depth, sea_depth;
} shade_params;

static const trn_param params[] = {
    TRN_STRING(shade_params, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_MENU(shade_params, vertical, "Vertical Scale", VERTICAL_AUTO, verticals, .group = "Height",
             .doc = "auto: heights are drawn so that slopes look like hills, whatever the units of the layer. world: in the scale of "
                    "strength and world_size."),
    TRN_FLOAT(shade_params, strength, "Height Scale", 1, -10000, 10000, .group = "Height", .disabled = "vertical = auto",
              .doc = "World height of a layer value of 1. Negative turns the terrain upside down."),
    TRN_FLOAT(shade_params, world_size, "World Size", 1, 1e-6, TRN_ANY, .group = "Height", .disabled = "vertical = auto",
              .doc = "World width of the image."),
    TRN_FLOAT(shade_params, exaggeration, "Exaggeration", 1, 0, 1000, .group = "Height", .doc = "Multiplies the vertical scale."),
    TRN_TOGGLE(shade_params, tile, "Tileable (Wrap Edges)", false, .group = "Height",
               .doc = "The image repeats: slopes at its edges look across them."),
    TRN_FLOAT(shade_params, azimuth, "Azimuth", 135, -360, 360, .group = "Light", .unit = "degrees",
              .doc = "Where the sun stands, as in height_to_shadow: 0 = towards +u (east), 90 = towards +v (north). 135, the north-west, is "
                     "what maps use; lit from below hills look like hollows."),
    TRN_FLOAT(shade_params, elevation, "Elevation", 42, 1, 90, .group = "Light", .unit = "degrees", .doc = "Height of the sun above the horizon."),
    TRN_FLOAT(shade_params, sky, "Sky Light", 0.3, 0, 1, .group = "Light",
              .doc = "Share of the light that comes from the sky and from two lamps beside the sun, so that slopes along and away from the "
                     "sun can be read."),
    TRN_FLOAT(shade_params, ambient, "Ambient", 0.06, 0, 1, .group = "Light", .doc = "Share of the light that has no direction."),
    TRN_FLOAT(shade_params, relief, "Relief", 0.5, 0, 1, .group = "Light",
              .doc = "How much ground that stands above its surroundings is brightened, and valleys are darkened."),
    TRN_MENU(shade_params, tint, "Tint", TINT_AUTO, tints, .group = "Colour",
             .doc = "Colour of the ground. none: grey. hypsometric: by height, from green over sand and brown to snow, and rock where it is "
                    "steep. splat: by the masks of a splat node. auto: splat where its <prefix>_rgba layer is there, else hypsometric."),
    TRN_STRING(shade_params, prefix, "Splat Prefix", "splat", .group = "Colour", .doc = "Prefix of the splat node's layers."),
    TRN_FLOAT(shade_params, range_min, "Range Minimum", 0, -TRN_ANY, TRN_ANY, .group = "Colour", .disabled = "tint = none",
              .doc = "Layer value of the lowest colour. With both ends equal the colours span the image's own heights."),
    TRN_FLOAT(shade_params, range_max, "Range Maximum", 0, -TRN_ANY, TRN_ANY, .group = "Colour", .disabled = "tint = none",
              .doc = "Layer value of the highest colour."),
    TRN_STRING(shade_params, water_layers, "Water Layers", "lake river", .group = "Water",
               .doc = "Names of layers that are drawn in blue, separated by spaces; those the image lacks are passed over. Names that begin "
                      "with lake are depths and darken with them; others are covers of 0 ... 1."),
    TRN_FLOAT(shade_params, lake_min, "Lake Threshold", 0.0001, 0, TRN_ANY, .group = "Water", .doc = "Depth of a lake layer above which water is drawn."),
    TRN_TOGGLE(shade_params, sea, "Sea", false, .group = "Water", .doc = "Draws a sea over what lies below sea_level."),
    TRN_FLOAT(shade_params, sea_level, "Sea Level", 0, -TRN_ANY, TRN_ANY, .group = "Water", .disabled = "sea is off",
              .doc = "Layer value of the sea's surface."),
    TRN_STRING(shade_params, out_layer, "Output Layer", "preview", .group = "Output", .doc = "Name of the picture's layer. Empty makes none."),
    TRN_TOGGLE(shade_params, keep_layers, "Keep Input Layers", true, .group = "Output", .doc = "Keep the layers of the input."),
    TRN_FLOAT(shade_params, relief_radius, "Relief Radius", 0, 0, TRN_SURROUNDINGS, .group = "Tiles", .unit = "pixels", .disabled = "relief = 0",
              .doc = "How wide the surroundings are that relief compares with: their standard deviation, in whole steps of 1.4. 0: 1/64 of "
                     "the image's longer side."),
    TRN_FLOAT(shade_params, lake_depth, "Lake Depth", 0, 0, TRN_ANY, .group = "Tiles",
              .doc = "Depth of a lake layer that takes the darkest blue. 0: the deepest of the image."),
    TRN_FLOAT(shade_params, sea_depth, "Sea Depth", 0, 0, TRN_ANY, .group = "Tiles", .disabled = "sea is off",
              .doc = "Depth below sea_level, in layer values, that takes the darkest blue. 0: that of the image's lowest point."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer and, if there are any, splat and water layers.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the picture added: three channels, sRGB, 0 ... 1.")};

/* ---- colours, as 0xRRGGBB in sRGB ---- */

typedef struct stop { double at; uint32_t colour; } stop; /* the first at 0, the last at 1, at most SHADE_STOPS */
static const stop land[] = {
    {0.00, 0x66805f}, {0.12, 0x86996a}, {0.28, 0xadb27e}, {0.44, 0xc8bc8c}, {0.58, 0xb99f78},
    {0.72, 0x99816d}, {0.84, 0x9b938e}, {0.93, 0xd3d3d4}, {1.00, 0xf6f7f9},
};
static const stop meadow[] = {{0.0, 0x6f8d5b}, {0.3, 0x8f9f66}, {0.6, 0xa5a474}, {1.0, 0xa79f84}}; /* under splat masks */
static const stop grey[] = {{0.0, 0xcccccc}, {1.0, 0xcccccc}};
enum {
    ROCK = 0x7d7269, LAKE_SHALLOW = 0x6fa3b5, LAKE_DEEP = 0x2f5a84, RIVER = 0x5b93b0,
    SEA_SHALLOW = 0x86b4bd, SEA_DEEP = 0x2a4d78, NOTHING = 0xdedbd6,
};
static const uint32_t materials[4] = {0x92887e, 0xf3f5f8, 0xbfae88, 0x4f86a6}; /* rock, snow, sediment, water */
static const double sunlight[3] = {1.06, 1.0, 0.88};

static double channel(uint32_t colour, int32_t c) { return (double)(colour >> (16 - 8 * c) & 255u) / 255.0; }
static double to_linear(double s) { return s <= 0.04045 ? s / 12.92 : trn_pow((s + 0.055) / 1.055, 2.4); }
static void set_linear(uint32_t colour, float out[3])
{
    for (int32_t c = 0; c < 3; ++c) out[c] = (float)to_linear(channel(colour, c));
}

static void set_ramp(const stop *stops, int32_t count, shade_tint_args *args)
{
    float from[3], to[3] = {0, 0, 0}, rise[3] = {0, 0, 0};
    set_linear(stops[0].colour, from);
    memcpy(args->first, from, sizeof(from));
    for (int32_t k = 0; k < SHADE_STOPS - 1; ++k) {
        const bool more = k + 1 < count;
        args->at[k] = more ? (float)stops[k].at : 1.0f;
        if (more) set_linear(stops[k + 1].colour, to);
        for (int32_t c = 0; c < 3; ++c) {
            const float next = more ? (to[c] - from[c]) / (float)(stops[k + 1].at - stops[k].at) : 0.0f;
            args->bend[k][c] = next - rise[c];
            rise[c] = next;
            from[c] = to[c];
        }
    }
}

/* ---- what a pixel depends on ---- */

static bool names_lakes(const char *list)
{
    bool any = false;
    for (char name[64]; trn_next_name(&list, name);) any = any || trn_is_lake(name);
    return any;
}
static bool measures_heights(const shade_params *p) { return p->tint.value != TINT_NONE && p->range_min == p->range_max; }
static bool measures_sea(const shade_params *p) { return p->sea && p->sea_depth == 0.0; }

static double passes(const void *params)
{
    (void)params;
    return 60;
}

static void footprint(const void *params, trn_footprint *f)
{
    const shade_params *p = params;
    f->reach = TRN_LOCAL;
    f->halo = p->relief > 0.0 && p->relief_radius > 0.0 ? trn_surroundings_reach(p->relief_radius) : 1;
    f->wrap = p->tile;
    if (p->vertical.value == VERTICAL_AUTO)
        trn_measures(f, "vertical", "measures how steep the image is", "set vertical to \"world\", and strength and world_size");
    if (measures_heights(p))
        trn_measures(f, "range_min", "measures the image's lowest and highest point", "set range_min and range_max, or tint to \"none\"");
    if (measures_sea(p)) trn_measures(f, "sea_depth", "measures the deepest point of the sea", "set sea_depth");
    if (p->lake_depth == 0.0 && names_lakes(p->water_layers))
        trn_measures(f, "lake_depth", "measures the deepest point of lakes", "set lake_depth, or name no lakes in water_layers");
    if (p->relief > 0.0 && p->relief_radius == 0.0)
        trn_measures(f, "relief_radius", "takes the size of the image", "set relief_radius, or relief to 0");
}

/* ---- what the terrain is like ---- */

typedef struct picture {
    trn_eval *ev;
    const shade_params *p;
    const float *z;
    float *rgb, *water;
    int64_t stride;
    int32_t width, height;
    bool inverted;        /* high layer values are low ground */
    double lowest, highest; /* layer values of the ground; 0 where all are voids, or nobody asks */
    double scale;         /* slope of one unit of z over a cell, as it is drawn */
} picture;

/* Least and greatest finite value of a plane; both 0 when there is none. */
static trn_status find_range(const picture *s, const float *plane, double *low, double *high)
{
    uint32_t *keys, least = UINT32_MAX, greatest = 0;
    trn_status st = trn_scratch(s->ev, 2 * sizeof(*keys) * (size_t)s->height, &keys);
    if (st != TRN_OK) return st;
    const shade_range_args args = {
        .z = plane, .least = keys, .greatest = keys + s->height, .width = s->width, .height = s->height,
    };
    if ((st = trn_run(s->ev, TRN_DEVICE_KERNEL(shade_range), &args, s->height)) != TRN_OK || (st = trn_to_host(s->ev, keys)) != TRN_OK)
        return st;
    for (int32_t y = 0; y < s->height; ++y) {
        least = args.least[y] < least ? args.least[y] : least;
        greatest = args.greatest[y] > greatest ? args.greatest[y] : greatest;
    }
    *low = least <= greatest ? (double)trn_unorder_f(least) : 0.0;
    *high = least <= greatest ? (double)trn_unorder_f(greatest) : 0.0;
    return TRN_OK;
}

/* In the automatic scale the root mean square of all slopes is 0.6, about 31 degrees. */
static trn_status find_scale(picture *s)
{
    const shade_params *p = s->p;
    if (p->vertical.value == VERTICAL_WORLD) {
        s->scale = p->exaggeration * p->strength / (p->world_size / (double)trn_eval_frame(s->ev)->whole_width);
        return TRN_OK;
    }
    shade_steepness_args args = {.z = s->z, .width = s->width, .height = s->height, .wrap = p->tile};
    double sum = 0.0, count = 0.0;
    trn_status st;
    if ((st = trn_scratch(s->ev, sizeof(*args.sum) * (size_t)s->height, &args.sum)) != TRN_OK ||
        (st = trn_scratch(s->ev, sizeof(*args.count) * (size_t)s->height, &args.count)) != TRN_OK ||
        (st = trn_run(s->ev, TRN_DEVICE_KERNEL(shade_steepness), &args, s->height)) != TRN_OK ||
        (st = trn_to_host(s->ev, args.sum)) != TRN_OK || (st = trn_to_host(s->ev, args.count)) != TRN_OK)
        return st;
    for (int32_t y = 0; y < s->height; ++y) {
        sum += args.sum[y];
        count += (double)args.count[y];
    }
    s->scale = sum > 0.0 ? 0.6 * p->exaggeration / sqrt(sum / count) : 0.0;
    return TRN_OK;
}

/* ---- passes ---- */

static trn_status tint_by_height(const picture *s, const stop *stops, int32_t count, float rockiness)
{
    const shade_params *p = s->p;
    double low = p->range_min, high = p->range_max;
    if (low == high) {
        low = p->sea ? p->sea_level : s->lowest;
        high = s->highest;
    }
    shade_tint_args args = {
        .z = s->z, .rgb = s->rgb, .stride = s->stride, .width = s->width, .height = s->height, .wrap = p->tile,
        .scale = s->scale, .base = low, .unit = high != low ? 1.0 / (high - low) : 0.0, .rockiness = rockiness,
    };
    set_ramp(stops, count, &args);
    set_linear(ROCK, args.rock);
    return trn_run(s->ev, TRN_DEVICE_KERNEL(shade_tint), &args, s->height);
}

static trn_status tint_by_splat(const picture *s, const trn_layer *rgba)
{
    const trn_status st = tint_by_height(s, meadow, TRN_COUNT(meadow), 0.0f);
    if (st != TRN_OK) return st;
    shade_splat_args args = {
        .rgba = trn_plane_f32(rgba, 0), .rgba_stride = trn_layer_get_info(rgba)->stride, .rgb = s->rgb, .water = s->water,
        .stride = s->stride, .width = s->width, .height = s->height,
    };
    for (int32_t m = 0; m < 4; ++m) set_linear(materials[m], args.colour[m]);
    return trn_run(s->ev, TRN_DEVICE_KERNEL(shade_splat), &args, s->height);
}

static trn_status tint_ground(const picture *s)
{
    const shade_params *p = s->p;
    if (p->tint.value == TINT_NONE) return tint_by_height(s, grey, TRN_COUNT(grey), 0.0f);
    if (p->tint.value == TINT_HYPSOMETRIC) return tint_by_height(s, land, TRN_COUNT(land), 0.7f);
    char name[128];
    snprintf(name, sizeof(name), "%s_rgba", p->prefix);
    const bool must = p->tint.value == TINT_SPLAT;
    trn_layer *rgba;
    const trn_status st = must ? trn_need(s->ev, 0, "prefix", name, &rgba) : trn_want(s->ev, 0, "prefix", name, &rgba);
    if (st != TRN_OK) return st;
    const int32_t channels = rgba ? trn_layer_get_info(rgba)->channels : 0;
    if (must && channels != 4)
        return trn_fail(s->ev, TRN_ERR_ARGUMENT, "prefix: layer '%s' has %d channels, not the 4 that a splat node makes", name, (int)channels);
    return channels == 4 ? tint_by_splat(s, rgba) : tint_by_height(s, land, TRN_COUNT(land), 0.7f);
}

static trn_status pour(const picture *s, const float *amount, shade_water_args args, uint32_t shallow, uint32_t deep)
{
    args.amount = amount;
    args.rgb = s->rgb;
    args.water = s->water;
    args.stride = s->stride;
    args.width = s->width;
    args.height = s->height;
    set_linear(shallow, args.shallow_colour);
    set_linear(deep, args.deep_colour);
    return trn_run(s->ev, TRN_DEVICE_KERNEL(shade_water), &args, s->height);
}

static float per_depth(double deepest) { return deepest > 1e-30 ? (float)(1.0 / deepest) : 0.0f; }

static trn_status draw_water(const picture *s)
{
    const shade_params *p = s->p;
    trn_status st = TRN_OK;
    if (p->sea) {
        const float depth = s->inverted ? 1.0f : -1.0f; /* of one unit of z */
        const shade_water_args sea = {
            .deep = 1, .scale = depth, .offset = -depth * (float)p->sea_level,
            .depth_rate = per_depth(measures_sea(p) ? fabs(s->lowest - p->sea_level) : p->sea_depth),
        };
        st = pour(s, s->z, sea, SEA_SHALLOW, SEA_DEEP);
    }
    const char *list = p->water_layers;
    for (char name[64]; st == TRN_OK && trn_next_name(&list, name);) {
        const bool lake = trn_is_lake(name);
        trn_layer *layer;
        double least = 0.0, deepest = p->lake_depth;
        if ((st = trn_want(s->ev, 0, "water_layers", name, &layer)) != TRN_OK || !layer) continue;
        const float *amount = trn_plane_f32(layer, 0);
        if (lake && deepest == 0.0 && (st = find_range(s, amount, &least, &deepest)) != TRN_OK) break;
        const shade_water_args args = {.deep = lake, .scale = 1.0f, .least = (float)p->lake_min, .depth_rate = per_depth(deepest)};
        st = pour(s, amount, args, lake ? LAKE_SHALLOW : RIVER, LAKE_DEEP);
    }
    return st;
}

static void point_lamp(float out[3], double azimuth, double elevation)
{
    double u, v, level, up;
    trn_sincos(trn_turns(azimuth), &v, &u);
    trn_sincos(trn_turns(elevation), &up, &level);
    out[0] = (float)(u * level);
    out[1] = (float)(v * level);
    out[2] = (float)up;
}

static trn_status light(const picture *s)
{
    const shade_params *p = s->p;
    float *mean = NULL;
    double sigma = 1.0;
    trn_status st = TRN_OK;
    if (p->relief > 0.0) st = trn_scratch(s->ev, sizeof(*mean) * (size_t)s->width * (size_t)s->height, &mean);
    if (mean && st == TRN_OK) st = trn_surroundings(s->ev, s->z, p->tile, p->relief_radius, mean, &sigma);
    if (st != TRN_OK) return st;
    shade_light_args args = {
        .z = s->z, .mean = mean ? mean : s->z, .water = s->water, .rgb = s->rgb, .stride = s->stride,
        .width = s->width, .height = s->height, .wrap = p->tile, .scale = s->scale,
        .relief = (float)p->relief, .relief_rate = 4.0 * s->scale / sigma, /* in hilly ground about 0.6 of it is reached */
    };
    point_lamp(args.sun, p->azimuth, p->elevation);
    point_lamp(args.left, p->azimuth + 70.0, 35.0);
    point_lamp(args.right, p->azimuth - 70.0, 35.0);
    /* Level ground gets white light in all: of the colours that the sun has too much of, the rest has too little. */
    const double sun = (1.0 - p->ambient) * (1.0 - p->sky), rest = 1.0 - sun;
    for (int32_t c = 0; c < 3; ++c) {
        const double warm = p->tint.value == TINT_NONE || rest < 0.1 ? sun : sun * sunlight[c];
        const double other = rest > 0.0 ? (1.0 - warm) / rest : 0.0;
        args.sun_colour[c] = (float)warm;
        args.ambient_colour[c] = (float)(other * p->ambient);
        args.side_colour[c] = (float)(other * (1.0 - p->ambient) * p->sky * 0.4);
        args.sky_colour[c] = (float)(other * (1.0 - p->ambient) * p->sky * 0.6);
        args.nothing[c] = (float)channel(NOTHING, c);
    }
    return trn_run(s->ev, TRN_DEVICE_KERNEL(shade_light), &args, s->height);
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const shade_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const size_t bytes = sizeof(float) * (size_t)frame->width * (size_t)frame->height;
    picture s = {.ev = ev, .p = p, .width = frame->width, .height = frame->height};
    trn_layer *height, *out;
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK || (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) ||
        (st = trn_make(ev, TRN_F32, 3, &out)) != TRN_OK || (st = trn_scratch(ev, bytes, &s.water)) != TRN_OK)
        return st;
    s.z = trn_plane_f32(height, 0);
    s.rgb = trn_layer_f32(out, 0);
    s.stride = trn_layer_get_info(out)->stride;
    s.inverted = p->vertical.value == VERTICAL_WORLD && p->strength < 0.0;
    if (measures_heights(p) || measures_sea(p))
        st = find_range(&s, s.z, s.inverted ? &s.highest : &s.lowest, s.inverted ? &s.lowest : &s.highest);
    if (st != TRN_OK || (st = trn_clear(ev, s.water)) != TRN_OK || (st = find_scale(&s)) != TRN_OK ||
        (st = tint_ground(&s)) != TRN_OK || (st = draw_water(&s)) != TRN_OK || (st = light(&s)) != TRN_OK)
        return st;
    return trn_put(ev, "out_layer", p->out_layer, out);
}

const trn_node_type trn_node_shade = {
    .info.id = "shade", .info.title = "Shaded Relief", .info.category = "tools",
    .info.summary = "Paints a shaded relief of a height layer, for people to look at.",
    .info.doc =
        "A map-like picture: ground colours by height or by material, rock on steep slopes, water in blue, lit by a warm sun in the "
        "north-west, by two weaker lamps beside it and by a cool sky, with ridges brightened and valleys darkened against their "
        "surroundings. Light is added up in linear values and the result encoded as sRGB; level ground keeps its colour.\n\n"
        "By default any height map looks right, metres or 0 ... 1: the vertical scale is chosen so that the root mean square of all "
        "slopes is 0.6. With `vertical = \"world\"` slopes are those of `strength` and `world_size`, so that pictures of several maps "
        "can be compared.\n\n"
        "What is not stated is measured: the vertical scale, the range of the colours, the depths of sea and lakes; and relief takes the "
        "image's size. So windows and tiles are cut from the whole, unless all of these are given: `vertical = \"world\"`, `range_min` "
        "and `range_max`, `sea_depth`, `lake_depth` and `relief_radius` (or `relief = 0`). Then a pixel depends on its neighbours alone, with "
        "relief on about 13 times `relief_radius` around it, and tiles of an unbounded plane fit to the last bit.\n\n"
        "It is a picture and no measurement: several lights, a bent shoulder and sRGB make other numbers than the hill-shade of GIS programs, "
        "which is the cosine between the normal and one sun. For that take `height_to_normal` with sobel, and its product with the sun.\n\n"
        "Voids (NaN) come out in a flat light grey and do not disturb their neighbours. The same input gives the same bytes on every "
        "machine.\n\n"
        "Light from several sides follows the idea of Mark (1992), A multidirectional, oblique-weighted, shaded-relief image of the "
        "Island of Hawaii; colours and weights are our own.",
    .info.example = "noise{ fractal = \"terrain\" }:shade{}",
    .info.reach = TRN_GLOBAL, .info.version = 3,
    TRN_PARAMS(shade_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .device = true, .eval = eval,
};
