/* slope: how steep a height map is, and which way is down. */
#include "graph/node.h"
#include "kernels/slope.h"

static const char *const units[] = {"degrees", "tangent", "normalized", NULL}; /* as in kernels/slope.h */

typedef struct slope_params {
    trn_text layer;
    double strength, world_size;
    bool tile;
    trn_text slope_layer;
    trn_menu units;
    trn_text aspect_layer, dir_layer;
    bool keep_layers;
} slope_params;

static const trn_param params[] = {
    TRN_STRING(slope_params, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(slope_params, strength, "Height Scale", 1, -10000, 10000,
              .doc = "World height of a layer value of 1. Negative turns the terrain upside down."),
    TRN_FLOAT(slope_params, world_size, "World Size", 1, 1e-6, TRN_ANY, .doc = "World width of the whole image."),
    TRN_TOGGLE(slope_params, tile, "Tileable (Wrap Edges)", false,
               .doc = "The image repeats: the neighbours of border pixels are those on the opposite side."),
    TRN_STRING(slope_params, slope_layer, "Slope Layer", "slope", .doc = "Name of the slope layer. Empty makes none."),
    TRN_MENU(slope_params, units, "Slope Units", SLOPE_DEGREES, units, .disabled = "slope_layer = \"\"",
             .doc = "degrees: 0 to 90. tangent: the rise over a run of one. normalized: degrees over 90."),
    TRN_STRING(slope_params, aspect_layer, "Aspect Layer", "aspect",
               .doc = "Name of the layer of the way down, in degrees: 0 towards +u, 90 towards +v. Empty makes none."),
    TRN_STRING(slope_params, dir_layer, "Downhill Direction Layer", "slope_dir",
               .doc = "Name of the layer of unit vectors (u, v) downhill. Empty makes none."),
    TRN_TOGGLE(slope_params, keep_layers, "Keep Input Layers", true, .doc = "Keep the layers of the input."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with slope, aspect and direction added.")};

static void footprint(const void *params, trn_footprint *f)
{
    f->halo = 2; /* of the parabola at the border */
    f->wrap = ((const slope_params *)params)->tile;
}

static double passes(const void *params)
{
    const slope_params *p = params;
    return 1.0 + 3.0 * ((*p->slope_layer != '\0') + (*p->aspect_layer != '\0') + (*p->dir_layer != '\0'));
}

/* A layer for `name`, or NULL where it is empty. */
static trn_status make(trn_eval *ev, const char *name, int32_t channels, trn_layer **out)
{
    *out = NULL;
    return *name ? trn_make(ev, TRN_F32, channels, out) : TRN_OK;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const slope_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *height, *slope, *aspect, *down;
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK || (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) ||
        (st = make(ev, p->slope_layer, 1, &slope)) != TRN_OK || (st = make(ev, p->aspect_layer, 1, &aspect)) != TRN_OK ||
        (st = make(ev, p->dir_layer, 2, &down)) != TRN_OK)
        return st;
    const slope_args args = {
        .z = trn_plane_f32(height, 0),
        .slope = slope ? trn_layer_f32(slope, 0) : NULL, .aspect = aspect ? trn_layer_f32(aspect, 0) : NULL,
        .down_u = down ? trn_layer_f32(down, 0) : NULL, .down_v = down ? trn_layer_f32(down, 1) : NULL,
        .width = frame->width, .height = frame->height, .wrap = p->tile, .units = p->units.value,
        .scale = (float)(p->strength / (p->world_size / (double)frame->whole_width)),
    };
    if ((st = trn_run(ev, TRN_KERNEL(slope), &args, frame->height)) != TRN_OK || (st = trn_put(ev, "slope_layer", p->slope_layer, slope)) != TRN_OK ||
        (st = trn_put(ev, "aspect_layer", p->aspect_layer, aspect)) != TRN_OK)
        return st;
    return trn_put(ev, "dir_layer", p->dir_layer, down);
}

const trn_node_type trn_node_slope = {
    .info.id = "slope", .info.title = "Slope & Aspect", .info.category = "terrain",
    .info.summary = "Measures how steep a height layer is and which way is down.",
    .info.doc =
        "Up to three layers; an empty name leaves one out. Slope: the angle to the level, in degrees, as a tangent or as a part of 90 "
        "degrees. Aspect: where down is, in degrees above -180 and up to 180, 0 towards +u and 90 towards +v. The downhill direction: the "
        "same as a unit vector (u, v). Ground that rises by less than 1e-12 is flat; its aspect is 0 and its direction (0, 0).\n\n"
        "Derivatives are central differences. At the border they are those of the parabola through the three outermost pixels, so that "
        "planes and quadratic surfaces come out right up to the last pixel, unless `tile` is on. An axis of a single pixel has no slope. "
        "A void (NaN) makes itself and its four neighbours void; at the border, the two next to it.\n\n"
        "Central differences are also those of Zevenbergen and Thorne (1987), which GDAL offers, and the slope is theirs; Horn's "
        "method, GDAL's other one, averages over three rows or columns, as `height_to_normal` does with sobel. Aspect in GIS programs is "
        "a compass bearing, clockwise from north: 90 minus the aspect here. They leave the outermost ring undefined.",
    .info.example = "noise{ fractal = \"terrain\" }:slope{ strength = 0.5 }",
    .info.reach = TRN_LOCAL, .info.version = 2,
    TRN_PARAMS(slope_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
