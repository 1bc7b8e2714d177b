/* curvature: how a height map is bent. */
#include "graph/node.h"
#include "kernels/curvature.h"
#include "terrain/numbers.h"

static const char *const kinds[] = {"mean", "gaussian", "profile", "tangential", "plan", NULL}; /* as in kernels/curvature.h */

typedef struct curvature_params {
    trn_text layer;
    double strength, world_size;
    trn_menu kind;
    double scale;
    bool tile;
    trn_text out_layer;
    bool keep_layers;
} curvature_params;

static const trn_param params[] = {
    TRN_STRING(curvature_params, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(curvature_params, strength, "Height Scale", 1, -10000, 10000,
              .doc = "World height of a layer value of 1. Negative turns the terrain upside down."),
    TRN_FLOAT(curvature_params, world_size, "World Size", 1, 1e-6, TRN_ANY, .doc = "World width of the whole image."),
    TRN_MENU(curvature_params, kind, "Curvature Type", CURVATURE_MEAN, kinds,
             .doc = "mean: of all directions. gaussian: the product of the two principal curvatures; saddles are negative. profile: "
                    "along the slope, negative where it gets steeper uphill. tangential: across the slope, positive on ridges and negative in "
                    "gullies. plan: of contour lines, positive where water spreads out, negative where it gathers."),
    TRN_FLOAT(curvature_params, scale, "Output Scale", 1, -TRN_ANY, TRN_ANY,
              .doc = "Multiplies the result. A length, such as world_size/20, makes a number without a unit of it. At most 1e24 in size."),
    TRN_TOGGLE(curvature_params, tile, "Tileable (Wrap Edges)", false,
               .doc = "The image repeats: the neighbours of border pixels are those on the opposite side."),
    TRN_STRING(curvature_params, out_layer, "Output Layer", "curvature", .doc = "Name of the curvature layer. Empty makes none."),
    TRN_TOGGLE(curvature_params, keep_layers, "Keep Input Layers", true, .doc = "Keep the other layers of the input."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the curvature layer added.")};

static trn_status check(const void *params, trn_error *err)
{
    return trn_need_moderate(err, "scale", ((const curvature_params *)params)->scale);
}

static void footprint(const void *params, trn_footprint *f)
{
    f->halo = 2; /* of the parabola at the border */
    f->wrap = ((const curvature_params *)params)->tile;
}

static double passes(const void *params)
{
    (void)params;
    return 4;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const curvature_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const double spacing = p->world_size / (double)frame->whole_width;
    trn_layer *height, *out;
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK || (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) ||
        (st = trn_make(ev, TRN_F32, 1, &out)) != TRN_OK)
        return st;
    const curvature_args args = {
        .z = trn_plane_f32(height, 0), .out = trn_layer_f32(out, 0), .width = frame->width, .height = frame->height,
        .wrap = p->tile, .kind = p->kind.value, .scale = (float)p->scale,
        .slope = (float)(p->strength / spacing), .bend = (float)(p->strength / spacing / spacing),
    };
    if ((st = trn_run(ev, TRN_KERNEL(curvature), &args, frame->height)) != TRN_OK) return st;
    return trn_put(ev, "out_layer", p->out_layer, out);
}

const trn_node_type trn_node_curvature = {
    .info.id = "curvature", .info.title = "Curvature", .info.category = "terrain",
    .info.summary = "Measures how a height layer is bent, positive where it is convex.",
    .info.doc =
        "Peaks and ridges are positive, pits and gullies negative, in one over world units (`gaussian`: over their square). To tell ridges from "
        "gullies use tangential or plan: elevation takes gullies of high ground for ridges. (profile + tangential)/2 is mean.\n\n"
        "With p, q the slopes and r, s, t the second derivatives towards uu, uv and vv, g2 = p^2 + q^2 and w = 1 + g2:\n\n"
        "- mean = -((1 + q^2) r - 2pqs + (1 + p^2) t) / (2 w^1.5)\n"
        "- gaussian = (rt - s^2) / w^2\n"
        "- profile = -(p^2 r + 2pqs + q^2 t) / (g2 w^1.5)\n"
        "- tangential = -(q^2 r - 2pqs + p^2 t) / (g2 w^0.5)\n"
        "- plan = -(q^2 r - 2pqs + p^2 t) / g2^1.5\n\n"
        "Where the ground is flat (g2 of 1e-24 or less) it has no direction: profile and tangential are mean there, plan is 0. Plan grows without "
        "bound towards flat ground.\n\n"
        "Derivatives are those of Zevenbergen and Thorne (1987), from the pixel and its eight neighbours. At the border they are those of "
        "the parabola through the three outermost pixels, so that quadratic surfaces come out right up to the last pixel, unless `tile` is on. "
        "An axis of a single pixel is not bent. A void (NaN) makes what has it for a neighbour void, at the border what is two pixels away too.\n\n"
        "Other tools, given the same derivatives, agree to their last digits; their derivatives differ. GRASS (r.slope.aspect) takes Horn's first "
        "derivatives and averages second ones over three rows or columns with the weights 1 4 1. SAGA (ta_morphometry, Zevenbergen and Thorne) has the "
        "derivatives of this node but takes half of r and t. Both leave out the border or treat it otherwise; signs are the same.\n\n"
        "Heights are float32: at fine spacing their last digits are bent as well. Blur them first where that shows.",
    .info.example = "noise{ fractal = \"terrain\" }:blur{ radius = 3 }:curvature{ kind = \"tangential\", scale = 0.05 }",
    .info.reach = TRN_LOCAL, .info.version = 2,
    TRN_PARAMS(curvature_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .footprint = footprint, .passes = passes, .eval = eval,
};
