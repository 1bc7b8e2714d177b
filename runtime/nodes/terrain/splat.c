/* splat: grass, sediment, rock, snow and water masks that sum to one. */
#include "graph/node.h"
#include "kernels/splat.h"
#include "math/scalar.h"
#include "terrain/names.h"
#include "terrain/percentile.h"
#include <stdio.h>
#include <string.h>

enum { HEIGHT_NORMALIZED, HEIGHT_ABSOLUTE };
static const char *const height_modes[] = {"normalized", "absolute", NULL};

typedef struct splat_params {
    trn_text layer;
    double strength, world_size;
    bool tile;
    trn_menu height_mode;
    double rock_angle, rock_falloff;
    double snow_line, snow_falloff, snow_max_slope;
    trn_text sediment_layer;
    double sediment_ref, flat_angle, sediment_height;
    trn_text water_layers;
    double lake_min, lake_falloff;
    trn_text prefix;
    bool keep_layers;
} splat_params;

static const trn_param params[] = {
    TRN_STRING(splat_params, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(splat_params, strength, "Height Scale", 1, -10000, 10000,
              .doc = "World height of a layer value of 1. Negative turns the terrain upside down."),
    TRN_FLOAT(splat_params, world_size, "World Size", 1, 1e-6, TRN_ANY,
              .doc = "World width of the image, which relates heights to distances and so makes slopes."),
    TRN_TOGGLE(splat_params, tile, "Tileable (Wrap Edges)", false, .doc = "The image repeats: slopes at its edges look across them."),
    TRN_MENU(splat_params, height_mode, "Height Mode", HEIGHT_NORMALIZED, height_modes,
             .doc = "What the heights below are measured in. normalized: the image's lowest point is 0 and its highest 1. absolute: world "
                    "heights, layer value times strength, so that tiles which are made apart match."),
    TRN_FLOAT(splat_params, rock_angle, "Rock Angle", 38, 0, 90, .group = "Rock", .unit = "degrees",
              .doc = "Slope above which rock appears."),
    TRN_FLOAT(splat_params, rock_falloff, "Rock Falloff", 6, 0, 45, .group = "Rock", .unit = "degrees",
              .doc = "Width of the transition into rock, centred on the angle; also of the slopes of snow and flats. 0 is hard."),
    TRN_FLOAT(splat_params, snow_line, "Snow Line", 0.75, -TRN_ANY, TRN_ANY, .group = "Snow", .doc = "Height above which snow lies."),
    TRN_FLOAT(splat_params, snow_falloff, "Snow Falloff", 0.08, 0, TRN_ANY, .group = "Snow",
              .doc = "Range of heights of the transition into snow; also of low flats. 0 is hard."),
    TRN_FLOAT(splat_params, snow_max_slope, "Snow Max Slope", 50, 0, 90, .group = "Snow", .unit = "degrees",
              .doc = "Slope above which snow does not hold."),
    TRN_STRING(splat_params, sediment_layer, "Sediment Layer", "debris", .group = "Sediment",
               .doc = "Layer that says where sediment lies, such as thermal's debris. Without it sediment lies on low flats."),
    TRN_FLOAT(splat_params, sediment_ref, "Sediment Reference", 0, 0, TRN_ANY, .group = "Sediment", .disabled = "sediment_layer = \"\"",
              .doc = "Value of the sediment layer that covers the ground fully. 0: the 90th percentile of its positive values."),
    TRN_FLOAT(splat_params, flat_angle, "Flat Angle", 8, 0, 90, .group = "Sediment", .unit = "degrees",
              .doc = "Slope below which ground is flat. Counts only without a sediment layer."),
    TRN_FLOAT(splat_params, sediment_height, "Sediment Max Height", 0.3, -TRN_ANY, TRN_ANY, .group = "Sediment",
              .doc = "Height up to which flat ground is sediment. Counts only without a sediment layer."),
    TRN_STRING(splat_params, water_layers, "Water Layers", "lake river", .group = "Water",
               .doc = "Names of layers, separated by spaces; those the image lacks are passed over. Names that begin with lake are "
                      "depths and go through the threshold; others are clamped to 0 ... 1."),
    TRN_FLOAT(splat_params, lake_min, "Lake Threshold", 0.0001, 0, TRN_ANY, .group = "Water", .doc = "Value of a lake layer above which water lies."),
    TRN_FLOAT(splat_params, lake_falloff, "Lake Falloff", 0, 0, TRN_ANY, .group = "Water",
              .doc = "How far above the threshold the water is full. 0 is hard."),
    TRN_STRING(splat_params, prefix, "Output Prefix", "splat", .group = "Water",
               .doc = "Output layers are named after it: <prefix>_grass, _sediment, _rock, _snow, _water, _id, _rgba."),
    TRN_TOGGLE(splat_params, keep_layers, "Keep Input Layers", true, .group = "Water", .doc = "Keep the layers of the input."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer and, if there are any, debris and water layers.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "Image with the material masks."),
                                   TRN_REPORT_PORT("report", "How much each material covers, and the thresholds that were used.")};

static double passes(const void *params)
{
    (void)params;
    return 50;
}

static void footprint(const void *params, trn_footprint *f)
{
    const splat_params *p = params;
    f->reach = TRN_LOCAL;
    f->halo = 1;
    f->wrap = p->tile;
    if (p->height_mode.value == HEIGHT_NORMALIZED)
        trn_measures(f, "height_mode", "measures the image's lowest and highest point", "set height_mode to \"absolute\"");
    if (*p->sediment_layer && p->sediment_ref == 0.0)
        trn_measures(f, "sediment_ref", "measures how much sediment the image has", "set sediment_ref, or sediment_layer to \"\"");
}

/* Layer `port`'s `name` with finite values, or NULL. */
static trn_status want_finite(trn_eval *ev, const char *param, const char *name, trn_layer **out)
{
    const trn_status st = trn_want(ev, 0, param, name, out);
    return st != TRN_OK || !*out ? st : trn_need_finite(ev, param, name, *out);
}

/* Fills `cover` with the greatest of what the water layers say. */
static trn_status cover_water(trn_eval *ev, const splat_params *p, float *cover)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const char *list = p->water_layers;
    trn_status st = trn_clear(ev, cover);
    for (char name[64]; st == TRN_OK && trn_next_name(&list, name);) {
        trn_layer *layer;
        st = want_finite(ev, "water_layers", name, &layer);
        if (st != TRN_OK || !layer) continue;
        const splat_cover_args args = {
            .amount = trn_plane_f32(layer, 0), .cover = cover, .width = frame->width, .height = frame->height,
            .lake = trn_is_lake(name), .ramp = trn_make_ramp(p->lake_min + 0.5 * p->lake_falloff, p->lake_falloff),
        };
        st = trn_run(ev, TRN_KERNEL(splat_cover), &args, frame->height);
    }
    return st;
}

/* What a unit of the sediment layer covers; 0 when none of it is positive. */
static trn_status debris_rate(trn_eval *ev, const splat_params *p, const trn_layer *debris, double *rate)
{
    const trn_frame *frame = trn_eval_frame(ev);
    double reference = p->sediment_ref;
    if (reference == 0.0) {
        const size_t count = (size_t)frame->width * (size_t)frame->height;
        int64_t positive;
        const trn_status st = trn_percentile(ev, trn_plane_f32(debris, 0), count, 0.0f, 0.9, &reference, &positive);
        if (st != TRN_OK) return st;
        trn_report_number(ev, "sediment_positive", (double)positive, "pixels");
    }
    trn_report_number(ev, "sediment_ref", reference, NULL);
    *rate = reference > 0.0 ? trn_min(1.0 / reference, 1e300) : 0.0;
    return TRN_OK;
}

/* Where height 0 of the height mode lies, in layer values, and how much height a layer value is. */
static trn_status height_units(trn_eval *ev, const splat_params *p, const trn_layer *height, double *base, double *unit)
{
    *base = 0.0;
    *unit = p->strength;
    if (p->height_mode.value == HEIGHT_NORMALIZED) {
        trn_layer_stats stats;
        if (!trn_layer_measure(height, 0, trn_stop_flag(ev), &stats)) return trn_stopped(ev);
        const double range = p->strength == 0.0 ? 0.0 : stats.max - stats.min;
        *base = p->strength < 0.0 ? stats.max : stats.min;
        *unit = range > 0.0 ? (p->strength < 0.0 ? -1.0 : 1.0) / range : 0.0;
        trn_report_number(ev, "lowest", (p->strength < 0.0 ? stats.max : stats.min) * p->strength, NULL);
        trn_report_number(ev, "highest", (p->strength < 0.0 ? stats.min : stats.max) * p->strength, NULL);
        trn_report_number(ev, "snow_line", (*base + p->snow_line * (range > 0.0 ? 1.0 / *unit : 0.0)) * p->strength, NULL);
    } else {
        trn_report_number(ev, "snow_line", p->snow_line, NULL);
    }
    return TRN_OK;
}

static trn_status report_cover(trn_eval *ev, const splat_args *a)
{
    static const char *const names[] = {"grass", "sediment", "rock", "snow", "water"};
    const trn_region kept = trn_eval_frame(ev)->kept;
    const size_t first = (size_t)kept.y * (size_t)a->width + (size_t)kept.x;
    splat_sums_args sums = {
        .mask = {a->grass + first, a->sediment + first, a->rock + first, a->snow + first, a->water + first},
        .pitch = a->width, .width = kept.width, .height = kept.height,
    };
    trn_status st;
    if ((st = trn_scratch(ev, (size_t)kept.height * sizeof(*sums.sums), &sums.sums)) != TRN_OK ||
        (st = trn_run(ev, TRN_KERNEL(splat_sums), &sums, kept.height)) != TRN_OK)
        return st;
    for (int32_t m = 0; m < 5; ++m) {
        int64_t total = 0;
        for (int32_t y = 0; y < kept.height; ++y) total += sums.sums[y][m];
        trn_report_number(ev, names[m], 100.0 * (double)total / (8388608.0 * (double)kept.width * (double)kept.height), "%");
    }
    return TRN_OK;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const splat_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    static const char *const suffixes[] = {"grass", "sediment", "rock", "snow", "water", "id", "rgba"};
    enum { ID = 5, RGBA = 6, COUNT = 7 };
    trn_layer *height, *debris, *out[COUNT];
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK ||
        (st = trn_need_finite(ev, "layer", p->layer, height)) != TRN_OK ||
        (st = want_finite(ev, "sediment_layer", p->sediment_layer, &debris)) != TRN_OK ||
        (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK))
        return st;
    for (int32_t i = 0; i < COUNT; ++i)
        if ((st = trn_make(ev, i == ID ? TRN_I32 : TRN_F32, i == RGBA ? 4 : 1, &out[i])) != TRN_OK) return st;

    splat_args args = {
        .z = trn_plane_f32(height, 0), .debris = trn_plane_f32(debris ? debris : height, 0), .has_debris = debris != NULL,
        .grass = trn_layer_f32(out[0], 0), .sediment = trn_layer_f32(out[1], 0), .rock = trn_layer_f32(out[2], 0),
        .snow = trn_layer_f32(out[3], 0), .water = trn_layer_f32(out[4], 0), .id = trn_layer_i32(out[ID], 0),
        .rgba = trn_layer_f32(out[RGBA], 0), .stride = trn_layer_get_info(out[RGBA])->stride,
        .width = frame->width, .height = frame->height, .wrap = p->tile,
        .scale = p->strength / (p->world_size / (double)frame->whole_width),
        .rock_slope = trn_make_ramp(p->rock_angle, p->rock_falloff),
        .snow_height = trn_make_ramp(p->snow_line, p->snow_falloff),
        .snow_slope = trn_make_ramp(p->snow_max_slope, p->rock_falloff),
        .flat_slope = trn_make_ramp(p->flat_angle, p->rock_falloff),
        .low_height = trn_make_ramp(p->sediment_height, p->snow_falloff),
    };
    if ((st = height_units(ev, p, height, &args.base, &args.unit)) != TRN_OK ||
        (debris && (st = debris_rate(ev, p, debris, &args.debris_rate)) != TRN_OK) ||
        (st = cover_water(ev, p, args.water)) != TRN_OK ||
        (st = trn_run(ev, TRN_KERNEL(splat), &args, frame->height)) != TRN_OK || (st = report_cover(ev, &args)) != TRN_OK)
        return st;
    for (int32_t i = 0; i < COUNT; ++i) {
        char name[128];
        snprintf(name, sizeof(name), "%s_%s", p->prefix, suffixes[i]);
        if ((st = trn_put(ev, "prefix", name, out[i])) != TRN_OK) return st;
    }
    return TRN_OK;
}

const trn_node_type trn_node_splat = {
    .info.id = "splat", .info.title = "HeightField Splat Map", .info.category = "terrain",
    .info.summary = "Derives grass, sediment, rock, snow and water masks that sum to one from a terrain.",
    .info.doc =
        "For the terrain layers of an engine, for scattering, and (the id layer) for segmentation.\n\n"
        "The materials cover one another in the order water over snow over rock over sediment over grass; each takes its share of "
        "what those above it left. Rock is steep. Snow is above the snow line and not too steep. Sediment is where the sediment layer "
        "has it, or, without one, on low flats. Water is where a lake or river layer has it. Transitions are smooth (3t^2 - 2t^3) "
        "and centred on their threshold; only that of lakes begins at it. A falloff of 0 makes a step: what lies above the threshold "
        "is in, what equals it is not.\n\n"
        "Layers: `<prefix>_grass`, `_sediment`, `_rock`, `_snow`, `_water`; `<prefix>_id`, whole numbers, the material that covers "
        "most: 0 grass, 1 sediment, 2 rock, 3 snow, 4 water, of equals the upper one; `<prefix>_rgba`: rock, snow, sediment and water in one "
        "layer of four channels, grass being the rest. Masks are multiples of 2^-23, so the five sum to exactly 1 in whatever "
        "order they are added.\n\n"
        "Heights are normalised by the image's lowest and highest point unless `height_mode` is absolute; a constant image has height 0. "
        "Slopes are central differences, one-sided at the border, so that planes are exact there. With absolute heights and a given "
        "`sediment_ref` (or no sediment layer) a pixel depends on no more than its neighbours: windows are computed by themselves, and "
        "tiles of an unbounded plane fit to the last bit. Otherwise the whole image is measured, and windows are cut from it.\n\n"
        "The report states the thresholds that were used and how much of the image, or of the window, each material covers. Voids (NaN) are an error.",
    .info.example = "noise{ fractal = \"terrain\" }:stream_power{}:splat{ snow_line = 0.6 }",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(splat_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
