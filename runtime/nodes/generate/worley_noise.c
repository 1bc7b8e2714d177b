/* worley_noise.c - distances to the nearest feature points of a lattice, to the borders of their cells, and what cells are. */
#include "nodes/generate/cell_params.h"
#include "nodes/generate/post_params.h"
#include "nodes/generate/size_params.h"

typedef struct worley_noise_params {
    CELL_MEMBERS;
    double round_border;
    TRN_POST_MEMBERS;
    TRN_SIZE_MEMBERS;
} worley_noise_params;

static const trn_param params[] = {
    CELL_ROWS_SHAPE(worley_noise_params),
    TRN_FLOAT(worley_noise_params, round_border, "Round Border", 0, 0, 10, CELL_GROUP, .unit = "cells",
              .hidden = "metric ≠ euclidean",
              .doc = "Rounds the corners of borders by a smooth minimum over the cells around, and moves borders inwards. 0 is sharp."),
    CELL_ROWS_PLACE(worley_noise_params),
    CELL_ROW_POS(worley_noise_params, CELL_GROUP),
    CELL_ROW_SEED(worley_noise_params, CELL_GROUP),
    TRN_POST_ROWS(worley_noise_params),
    CELL_ROW_PREFIX(worley_noise_params, "dist1, dist2, border, center, id"),
    TRN_SIZE_ROWS(worley_noise_params, "Post Processing"),
};
static const trn_port inputs[] = {
    {.name = "cop", .type = "COPIMAGE", .optional = true,
     .doc = "Image that the layers are added to; it has the size, and the layer of pos_layer."}};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the layers dist1, dist2, border, center and id.")};

static trn_status check(const void *params, trn_error *err)
{
    const worley_noise_params *p = params;
    return cell_check(&CELL_SETTINGS(p, p->round_border), err);
}
TRN_SIZE_CALLBACK(worley_noise_params)

static double passes(const void *params)
{
    return *((const worley_noise_params *)params)->pos_layer ? 60 : 25;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const worley_noise_params *p = params;
    cell_layers layers = {0};
    cells_args a;
    trn_status st = cell_begin(ev, &CELL_SETTINGS(p, p->round_border), &a);
    if (st == TRN_OK) st = cell_make(ev, &layers, "dist1", TRN_F32, 1);
    if (st == TRN_OK) st = cell_make(ev, &layers, "dist2", TRN_F32, 1);
    if (st == TRN_OK) st = cell_make_common(ev, &layers, &a);
    if (st != TRN_OK) return st;
    a.dist1 = trn_layer_f32(layers.layer[0], 0);
    a.dist2 = trn_layer_f32(layers.layer[1], 0);
    st = cell_run(ev, &a);
    for (int i = 0; st == TRN_OK && i < 2; ++i) st = trn_post(ev, TRN_POST_OF(p), layers.layer[i]);
    return st == TRN_OK ? cell_put(ev, &layers, p->prefix) : st;
}

const trn_node_type trn_node_worley_noise = {
    .info.id = "worley_noise", .info.title = "Worley Noise", .info.category = "generate",
    .info.summary = "Distances to scattered points, the borders of their cells, the cells' centres and ids.",
    .info.doc =
        "Writes `dist1` and `dist2`, the distances to the nearest and to the second nearest feature point; `border`, the "
        "distance to the border of the cell that a pixel lies in; `center` and `id`. `border` makes cracks; `center` and "
        "`id` give each cell a value of its own.\n\n" CELL_DOC "\n\n"
        "`round_border` k, in cells, replaces the nearest border by -k log(sum exp(-d/k)) over all around: "
        "corners are rounded, and cells shrink by 0.7 k, since of two equally near borders both count.\n\n"
        "Post processing applies to `dist1` and `dist2` alone; as distances are not negative, `fold` alters nothing. " TRN_POST_DOC "\n\n"
        "The same parameters give the same bytes everywhere, and any window of the plane those of the whole. Method: Worley 1996.",
    .info.example = "worley_noise{ element_size = 0.2, jitter = 0.8 }",
    .info.reach = TRN_POINTWISE, .info.version = 3,
    TRN_PARAMS(worley_noise_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check,
    .size = trn_size_of_worley_noise_params, .passes = passes, .device = true, .eval = eval,
};
