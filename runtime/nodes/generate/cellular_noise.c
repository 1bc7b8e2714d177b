/* cellular_noise.c - plates with gaps and bevels between them: a shape made of the distance to the cells' borders. */
#include "nodes/generate/cell_params.h"
#include "nodes/generate/post_params.h"
#include "nodes/generate/size_params.h"

enum { MODE_ABSOLUTE, MODE_RELATIVE };
static const char *const modes[] = {"absolute", "relative", NULL};

typedef struct cellular_noise_params {
    double amplitude, shift;
    CELL_MEMBERS;
    double smooth_edge;
    trn_menu shape_mode;
    double gap, bevel;
    TRN_POST_MEMBERS;
    TRN_SIZE_MEMBERS;
} cellular_noise_params;

#define SHAPE .group = "Shape"
static const trn_param params[] = {
    TRN_FLOAT(cellular_noise_params, amplitude, "Amplitude", 1, -TRN_ANY, TRN_ANY, .group = "Range",
              .doc = "Multiplies the shape. At most 1e24 in size."),
    TRN_FLOAT(cellular_noise_params, shift, "Shift", 0, -TRN_ANY, TRN_ANY, .group = "Range",
              .doc = "Added after the amplitude. At most 1e24 in size."),
    CELL_ROWS_SHAPE(cellular_noise_params),
    TRN_FLOAT(cellular_noise_params, smooth_edge, "Smooth Edge", 0, 0, 10, CELL_GROUP, .unit = "cells",
              .hidden = "metric ≠ euclidean",
              .doc = "Rounds the corners of cells by a smooth minimum over the borders around, and moves borders inwards. 0 is sharp."),
    CELL_ROWS_PLACE(cellular_noise_params),
    TRN_MENU(cellular_noise_params, shape_mode, "Mode", MODE_ABSOLUTE, modes, SHAPE,
             .doc = "absolute: gap and bevel are distances in image units. relative: they are parts of the way from the border "
                    "(0) to the feature point (1)."),
    TRN_FLOAT(cellular_noise_params, gap, "Gap", 0, 0, 1e4, SHAPE,
              .doc = "Distance from the border at which a cell begins. Cells that are smaller vanish."),
    TRN_FLOAT(cellular_noise_params, bevel, "Bevel", 0.05, 0, 1e4, SHAPE,
              .doc = "Over how much the shape rises from 0 to 1 behind the gap. 0 gives flat tops with hard edges, much gives points."),
    CELL_ROW_POS(cellular_noise_params, SHAPE),
    CELL_ROW_SEED(cellular_noise_params, SHAPE),
    TRN_POST_ROWS(cellular_noise_params),
    CELL_ROW_PREFIX(cellular_noise_params, "noise, border, center, id"),
    TRN_SIZE_ROWS(cellular_noise_params, "Post Processing"),
};
static const trn_port inputs[] = {
    {.name = "cop", .type = "COPIMAGE", .optional = true,
     .doc = "Image that the layers are added to; it has the size, and the layer of pos_layer."}};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the layers noise, border, center and id.")};

static trn_status check(const void *params, trn_error *err)
{
    const cellular_noise_params *p = params;
    if (!(p->amplitude >= -1e24 && p->amplitude <= 1e24))
        return trn_param_fail(err, "amplitude", "%g is more than 1e24 in size", p->amplitude);
    if (!(p->shift >= -1e24 && p->shift <= 1e24)) return trn_param_fail(err, "shift", "%g is more than 1e24 in size", p->shift);
    return cell_check(&CELL_SETTINGS(p, p->smooth_edge), err);
}
TRN_SIZE_CALLBACK(cellular_noise_params)

static double passes(const void *params)
{
    return *((const cellular_noise_params *)params)->pos_layer ? 60 : 25;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const cellular_noise_params *p = params;
    cell_layers layers = {0};
    cells_args a;
    trn_status st = cell_begin(ev, &CELL_SETTINGS(p, p->smooth_edge), &a);
    if (st == TRN_OK) st = cell_make(ev, &layers, "noise", TRN_F32, 1);
    if (st == TRN_OK) st = cell_make_common(ev, &layers, &a);
    if (st != TRN_OK) return st;
    a.shape = trn_layer_f32(layers.layer[0], 0);
    a.relative = p->shape_mode.value == MODE_RELATIVE;
    a.gap = p->gap;
    a.bevel = p->bevel;
    a.amplitude = p->amplitude;
    a.shift = p->shift;
    st = cell_run(ev, &a);
    if (st == TRN_OK) st = trn_post(ev, TRN_POST_OF(p), layers.layer[0]);
    return st == TRN_OK ? cell_put(ev, &layers, p->prefix) : st;
}

const trn_node_type trn_node_cellular_noise = {
    .info.id = "cellular_noise", .info.title = "Cellular Noise", .info.category = "generate",
    .info.summary = "Cells around scattered points, with gaps and bevels between them.",
    .info.doc =
        "Scatters points on a lattice; every pixel belongs to the nearest. `noise` is `amplitude` times a shape, plus `shift`: "
        "the shape rises from 0 where the border is `gap` away to 1 where it is `gap` + `bevel` away. Further layers are "
        "`border`, the distance to the border of the cell; `center` and `id`. With `shape_mode` relative, gap and bevel are "
        "measured by border / (border + distance to the feature point), so that small cells look like large ones.\n\n" CELL_DOC "\n\n"
        "`smooth_edge` k, in cells, replaces the nearest border by -k log(sum exp(-d/k)) over all around: "
        "corners are rounded, and cells shrink by 0.7 k, since of two equally near borders both count.\n\n"
        "Post processing applies to `noise` alone. " TRN_POST_DOC "\n\n"
        "The same parameters give the same bytes everywhere, and any window of the plane those of the whole. Method: Worley 1996.",
    .info.example = "cellular_noise{ element_size = 0.15, gap = 0.01, bevel = 0.02 }",
    .info.reach = TRN_POINTWISE, .info.version = 3,
    TRN_PARAMS(cellular_noise_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check,
    .size = trn_size_of_cellular_noise_params, .passes = passes, .device = true, .eval = eval,
};
