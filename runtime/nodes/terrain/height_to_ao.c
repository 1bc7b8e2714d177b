/* height_to_ao: how open to the sky the ground is. */
#include "graph/node.h"
#include "math/scalar.h"
#include "terrain/occlusion.h"

typedef struct height_to_ao_params {
    trn_text layer;
    double strength, world_size;
    double radius;
    int32_t directions, steps;
    double intensity;
    bool tile;
    trn_text out_layer;
    bool keep_layers;
} height_to_ao_params;

static const trn_param params[] = {
    TRN_STRING(height_to_ao_params, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(height_to_ao_params, strength, "Height Scale", 1, -10000, 10000, .group = "Height",
              .doc = "World height of a layer value of 1. Negative turns the terrain upside down."),
    TRN_FLOAT(height_to_ao_params, world_size, "World Size", 1, 1e-6, TRN_ANY, .group = "Height", .doc = "World width of the whole image."),
    TRN_FLOAT(height_to_ao_params, radius, "View Radius", 16, 0.5, 4096, .group = "Quality", .unit = "pixels",
              .doc = "How far around a pixel ground that hides the sky is looked for."),
    TRN_INT(height_to_ao_params, directions, "Sample Count", 8, 1, 64, .group = "Quality",
            .doc = "Directions around each pixel, the first towards +u. Time grows with directions times steps."),
    TRN_INT(height_to_ao_params, steps, "Steps", 8, 1, 64, .group = "Quality",
            .doc = "Samples along each direction, evenly spaced up to the radius."),
    TRN_FLOAT(height_to_ao_params, intensity, "Intensity", 1, 0, 16, .group = "Quality",
              .doc = "Multiplies the occlusion; what is hidden more than fully is 0."),
    TRN_TOGGLE(height_to_ao_params, tile, "Tileable (Wrap Edges)", false, .group = "Quality",
               .doc = "The image repeats: rays go on at the opposite side."),
    TRN_STRING(height_to_ao_params, out_layer, "Output Layer", "ao", .group = "Quality", .doc = "Name of the occlusion layer. Empty makes none."),
    TRN_TOGGLE(height_to_ao_params, keep_layers, "Keep Input Layers", true, .group = "Quality", .doc = "Keep the other layers of the input."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the occlusion layer added.")};

static int32_t reach(const height_to_ao_params *p) { return (int32_t)trn_ceil(p->radius); }

static double passes(const void *params)
{
    const height_to_ao_params *p = params;
    return 4.0 + (double)p->directions * ((double)p->steps + 2.0);
}

static void footprint(const void *params, trn_footprint *f)
{
    f->halo = reach(params);
    f->wrap = ((const height_to_ao_params *)params)->tile;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const height_to_ao_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *height, *ao;
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK ||
        (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) || (st = trn_make(ev, TRN_F32, 1, &ao)) != TRN_OK)
        return st;
    const trn_occlusion o = {
        .scale = p->strength / (p->world_size / (double)frame->whole_width), .radius = p->radius,
        .directions = p->directions, .steps = p->steps, .intensity = p->intensity, .wrap = p->tile,
    };
    st = trn_occlude(ev, trn_plane_f32(height, 0), &o, trn_layer_f32(ao, 0));
    return st == TRN_OK ? trn_put(ev, "out_layer", p->out_layer, ao) : st;
}

const trn_node_type trn_node_height_to_ao = {
    .info.id = "height_to_ao", .info.title = "Height to AO", .info.category = "terrain",
    .info.summary = "Computes ambient occlusion from a height layer: 1 is open, 0 fully dark.",
    .info.doc =
        "From every pixel `directions` rays are followed over the ground, with `steps` samples on each out to `radius` pixels, and the "
        "highest elevation above the pixel's tangent plane is found (horizon-based ambient occlusion, Bavoil & Sainz 2008). Its sine is "
        "what a ray hides; the mean over the rays, times `intensity`, is taken off 1, and the rest is clamped to 0 ... 1.\n\n"
        "Elevation is measured from the tangent plane, since a slope as such hides nothing: planes, however steep, and convex ground get "
        "exactly 1, hollows less the sharper they are. Where the ground has a crease the plane is not all: a sample counts twice what it "
        "rises above the line on which the ray arrives at its pixel, if that is less. What rounding does to heights that are stored in 24 "
        "bits, 2^-20 of the height, counts nothing. Only angles matter, so heights and `world_size` may be scaled together.\n\n"
        "Samples beyond the image, unless `tile` is on, and samples on voids (NaN) are passed over; so no rim darkens, and voids stay voids. "
        "In the outermost ring, where the line of arrival is not known, a crease of convex ground may fall a little short of 1.\n\n"
        "Around lone towers few directions show as a star, and few steps as rings; more of both smooth them out. A pixel depends on "
        "those within `radius`, and on nothing else: windows are computed by themselves, and tiles fit to the last bit.",
    .info.example = "noise{ fractal = \"terrain\", frequency = 4 }:height_to_ao{ strength = 0.3, radius = 24 }",
    .info.reach = TRN_LOCAL, .info.version = 1,
    TRN_PARAMS(height_to_ao_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
