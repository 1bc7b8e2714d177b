/* height_to_normal: the unit normals of a height map. */
#include "graph/node.h"
#include "kernels/height_to_normal.h"

enum { METHOD_CENTRAL, METHOD_SOBEL };
static const char *const methods[] = {"central", "sobel", NULL};

typedef struct height_to_normal_params {
    trn_text layer;
    double strength, world_size;
    trn_menu method;
    bool tile;
    trn_text out_layer;
    bool keep_layers;
} height_to_normal_params;

static const trn_param params[] = {
    TRN_STRING(height_to_normal_params, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(height_to_normal_params, strength, "Height Scale", 1, -10000, 10000,
              .doc = "World height of a layer value of 1. Negative turns the terrain upside down."),
    TRN_FLOAT(height_to_normal_params, world_size, "World Size", 1, 1e-6, TRN_ANY, .doc = "World width of the whole image."),
    TRN_MENU(height_to_normal_params, method, "Method", METHOD_CENTRAL, methods, .group = "Derivatives",
             .doc = "How slopes are measured. central is sharper and is what normal_to_height inverts exactly; sobel averages over "
                    "three rows or columns and is steadier on noisy heights."),
    TRN_TOGGLE(height_to_normal_params, tile, "Tileable (Wrap Edges)", false, .group = "Derivatives",
               .doc = "The image repeats: the neighbours of border pixels are those on the opposite side."),
    TRN_STRING(height_to_normal_params, out_layer, "Output Layer", "N", .group = "Derivatives",
               .doc = "Name of the normal layer. Empty makes none."),
    TRN_TOGGLE(height_to_normal_params, keep_layers, "Keep Input Layers", true, .group = "Derivatives",
               .doc = "Keep the other layers of the input."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the normal layer added.")};

static void footprint(const void *params, trn_footprint *f)
{
    f->halo = 1;
    f->wrap = ((const height_to_normal_params *)params)->tile;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const height_to_normal_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *height, *normal;
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK ||
        (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) || (st = trn_make(ev, TRN_F32, 3, &normal)) != TRN_OK)
        return st;
    const height_to_normal_args args = {
        .z = trn_plane_f32(height, 0),
        .nu = trn_layer_f32(normal, 0), .nv = trn_layer_f32(normal, 1), .nz = trn_layer_f32(normal, 2),
        .width = frame->width, .height = frame->height, .wrap = p->tile,
        .scale = p->strength / (p->world_size / (double)frame->whole_width),
    };
    st = p->method.value == METHOD_SOBEL ? trn_run(ev, TRN_DEVICE_KERNEL(height_to_normal_sobel), &args, frame->height)
                                         : trn_run(ev, TRN_DEVICE_KERNEL(height_to_normal), &args, frame->height);
    if (st != TRN_OK) return st;
    return trn_put(ev, "out_layer", p->out_layer, normal);
}

const trn_node_type trn_node_height_to_normal = {
    .info.id = "height_to_normal", .info.title = "Height to Normal", .info.category = "terrain",
    .info.summary = "Converts a height layer into a layer of unit normals.",
    .info.doc =
        "N = (-dh/du, -dh/dv, 1) made one long, with derivatives in world units: three channels in [-1, 1], signed, +Y towards +v "
        "(the OpenGL convention). `strength` and `world_size` give the heights their world scale, as in every node that works on a "
        "height map; pixels are square, so the spacing is `world_size` divided by the image's width.\n\n"
        "On a plane every pixel, the border ring included, gets the plane's normal: the border uses one-sided differences unless "
        "`tile` is on. An axis of a single pixel has no slope. Derivatives and lengths are worked out in double.\n\n"
        "`convert_normal` packs them for pictures, and turns green round for DirectX. Only the first channel of the layer counts. Where a neighbour is a void (NaN) the normal is one too.",
    .info.example = "noise{ frequency = 4 }:height_to_normal{ strength = 0.3 }",
    .info.reach = TRN_LOCAL, .info.version = 1,
    TRN_PARAMS(height_to_normal_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .device = true, .eval = eval,
};
