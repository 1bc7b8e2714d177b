/* cell_params.h - the lattice that worley_noise and cellular_noise share. A node's struct says CELL_MEMBERS; where the rows
 * belong its table says CELL_ROWS(struct, ...); its check calls cell_check, its eval cell_begin, then cell_make. */
#ifndef TRN_CELL_PARAMS_H
#define TRN_CELL_PARAMS_H
#include "graph/node.h"
#include "kernels/cells.h"
#include "nodes/generate/metric_params.h"
#include "terrain/numbers.h"
#include <stdio.h>

static const char *const cell_lattices[] = {"rectangular", "hexagonal", NULL};

#define CELL_MEMBERS                                                                                                   \
    double element_size, jitter;                                                                                       \
    trn_text element_scale, jitter_scale, offset, tile_size, pos_layer, prefix;                                        \
    trn_menu lattice, metric;                                                                                          \
    bool tile;                                                                                                         \
    uint32_t rand_seed

#define CELL_GROUP .group = "Pattern"
#define CELL_ROWS_SHAPE(S)                                                                                             \
    TRN_FLOAT(S, element_size, "Element Size", 0.1, 1e-6, 1e4, CELL_GROUP,                                             \
              .doc = "Size of a cell, in image units: the image is one wide."),                                        \
    TRN_STRING(S, element_scale, "Element Scale", "1 1 1", CELL_GROUP,                                                 \
               .doc = "Stretches cells: up to three numbers, for x, y and z, 1e-6 to 1e6 each."),                      \
    TRN_FLOAT(S, jitter, "Jitter", 1, 0, 2, CELL_GROUP,                                                                \
              .doc = "How far feature points move from the middle of their cells. 0 is a regular lattice; 1 covers the " \
                     "cell; above 1 points leave the cells that are searched, and edges appear."),                     \
    TRN_STRING(S, jitter_scale, "Jitter Scale", "1 1 1", CELL_GROUP,                                                   \
               .doc = "Multiplies the jitter along x, y and z; within -1e6 ... 1e6."),                                 \
    TRN_MENU(S, lattice, "Lattice Type", 0, cell_lattices, CELL_GROUP,                                                 \
             .doc = "rectangular: a grid. hexagonal: every point has six neighbours, so that cells are hexagons at "   \
                    "jitter 0; in 2-D alone, and it cannot be tiled."),                                                \
    TRN_MENU(S, metric, "Metric", TRN_EUCLIDEAN, trn_metric_options, CELL_GROUP,                                             \
             .doc = "How distance is measured: euclidean gives straight borders, manhattan diamonds, chebyshev squares.")
#define CELL_ROWS_PLACE(S)                                                                                             \
    TRN_STRING(S, offset, "Offset", "0 0 0", CELL_GROUP,                                                               \
               .doc = "Added to positions: up to three numbers, for x, y and z, in image units."),                     \
    TRN_TOGGLE(S, tile, "Tile", false, CELL_GROUP,                                                                     \
               .doc = "Make the pattern repeat without seams. Along each axis round(tile_size / cell size) cells fit " \
                      "in, one at least, and the cell size is adjusted to that."),                                     \
    TRN_STRING(S, tile_size, "Tile Size", "1 1 1", CELL_GROUP, .disabled = "tile is off",                             \
               .doc = "After how much the pattern repeats along x, y and z, in image units, 1e-6 to 1e6 each. An image " \
                      "that is not square is height / width units high.")
#define CELL_ROW_POS(S, GROUP)                                                                                         \
    TRN_STRING(S, pos_layer, "Pos Layer", "", GROUP,                                                                   \
               .doc = "Layer of the input whose values are the positions: two channels for 2-D noise, three for 3-D. " \
                      "Empty takes the pixels' own.")
#define CELL_ROW_SEED(S, GROUP) TRN_SEED(S, rand_seed, "Seed", 0, GROUP, .doc = "Seed of the feature points and ids.")
#define CELL_ROW_PREFIX(S, LAYERS)                                                                                     \
    TRN_STRING(S, prefix, "Layer Prefix", "", .group = "Post Processing",                                              \
               .doc = "Put before the names of the layers: " LAYERS ".")

/* For the nodes' documentation. */
#define CELL_DOC                                                                                                       \
    "Positions are in image units: x = u runs from 0 to 1 over the width, y = v height / width, so cells are not "     \
    "stretched in images that are not square. With `pos_layer` they come from a layer: two channels make 2-D noise, "  \
    "three 3-D noise, and a pixel whose position is not finite gets NaN and the id 0. Each cell of the lattice has "   \
    "one feature point, moved from its middle by a hash of the cell. 5 x 5 cells are searched (3-D: 5 x 5 x 5), which finds " \
    "the nearest points as long as they stay in their cells (`jitter` 1 or less).\n\n"                                 \
    "Distances are measured in cells and multiplied by `element_size` (with `tile`: the adjusted one along x), before " \
    "`element_scale` stretches them. The border is exact with the euclidean metric: the distance to the nearest of the " \
    "halfway lines between the nearest point and those around it (Quilez 2012). The other metrics take half the "      \
    "difference between the distances to the two nearest points. `center` is the position of the nearest feature "     \
    "point, in two channels, or three in 3-D; `id` a hash of its cell, in whole numbers of 32 bits, which repeats as " \
    "the pattern does."

/* As needed in `check` and in `eval`: what the lists say. */
typedef struct cell_lists { double element_scale[3], jitter_scale[3], offset[3], tile_size[3]; } cell_lists;
typedef struct cell_settings { CELL_MEMBERS; double round; } cell_settings; /* the same, whatever else a node has */
#define CELL_SETTINGS(p, ROUND)                                                                                        \
    ((cell_settings){.element_size = (p)->element_size, .jitter = (p)->jitter, .element_scale = (p)->element_scale,    \
                     .jitter_scale = (p)->jitter_scale, .offset = (p)->offset, .tile_size = (p)->tile_size,            \
                     .pos_layer = (p)->pos_layer, .prefix = (p)->prefix, .lattice = (p)->lattice, .metric = (p)->metric, \
                     .tile = (p)->tile, .rand_seed = (p)->rand_seed, .round = (ROUND)})

static inline trn_status cell_within(trn_error *err, const char *param, const double *list, double lo, double hi)
{
    for (int i = 0; i < 3; ++i)
        if (!(list[i] >= lo && list[i] <= hi)) return trn_param_fail(err, param, "numbers must be %g to %g, got %g", lo, hi, list[i]);
    return TRN_OK;
}
static inline trn_status cell_read(const cell_settings *s, cell_lists *l, trn_error *err)
{
    *l = (cell_lists){{1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}};
    trn_status st = trn_need_numbers(err, "element_scale", s->element_scale, l->element_scale, 1, 3);
    if (st == TRN_OK) st = cell_within(err, "element_scale", l->element_scale, 1e-6, 1e6);
    if (st == TRN_OK) st = trn_need_numbers(err, "jitter_scale", s->jitter_scale, l->jitter_scale, 1, 3);
    if (st == TRN_OK) st = cell_within(err, "jitter_scale", l->jitter_scale, -1e6, 1e6);
    if (st == TRN_OK) st = trn_need_numbers(err, "offset", s->offset, l->offset, 1, 3);
    if (st == TRN_OK) st = trn_need_numbers(err, "tile_size", s->tile_size, l->tile_size, 1, 3);
    if (st == TRN_OK) st = cell_within(err, "tile_size", l->tile_size, 1e-6, 1e6);
    return st;
}
static inline trn_status cell_check(const cell_settings *s, trn_error *err)
{
    cell_lists lists;
    const trn_status st = cell_read(s, &lists, err);
    if (st == TRN_OK && s->tile && s->lattice.value)
        return trn_param_fail(err, "tile", "a hexagonal lattice cannot be tiled; set lattice to \"rectangular\" or tile to false");
    return st;
}

/* Everything of the arguments but the results and the shape. Keeps the input's layers. */
static inline trn_status cell_begin(trn_eval *ev, const cell_settings *s, cells_args *a)
{
    const trn_frame *frame = trn_eval_frame(ev);
    cell_lists lists;
    trn_layer *position = NULL;
    trn_status st = cell_read(s, &lists, trn_eval_error(ev));
    if (st == TRN_OK && trn_input(ev, 0)) st = trn_keep_layers(ev, 0);
    if (st == TRN_OK && *s->pos_layer) st = trn_need(ev, 0, "pos_layer", s->pos_layer, &position);
    if (st != TRN_OK) return st;
    *a = (cells_args){
        .width = frame->width, .height = frame->height, .unit = s->element_size, .x = frame->x, .y = frame->y,
        .lattice = {.dims = 2, .metric = s->metric.value, .hexagonal = s->lattice.value, .reach = CELL_REACH,
                    .key = trn_seed_key(s->rand_seed, TRN_STREAM_FEATURE, 0)},
        .id_key = trn_seed_key(s->rand_seed, TRN_STREAM_FEATURE_ID, 0),
        .round = s->round >= 1e-6 ? (float)s->round : 0.0f, /* less is not seen */
    };
    if (position) {
        const trn_layer_info *l = trn_layer_get_info(position);
        if (l->channels != 2 && l->channels != 3)
            return trn_fail(ev, TRN_ERR_ARGUMENT, "pos_layer: layer '%s' has %d channel%s; positions need 2, or 3 for 3-D noise",
                            s->pos_layer, l->channels, l->channels == 1 ? "" : "s");
        if (l->channels == 3 && s->lattice.value)
            return trn_fail(ev, TRN_ERR_ARGUMENT, "lattice: a hexagonal lattice is 2-D, and layer '%s' has 3 channels", s->pos_layer);
        a->lattice.dims = l->channels;
        a->position = trn_plane_f32(position, 0);
        a->position_stride = trn_plane_f32(position, 1) - a->position;
    }
    for (int axis = 0; axis < 3; ++axis) {
        double size = s->element_size * lists.element_scale[axis];
        if (s->tile) {
            const double cells = trn_max(1.0, trn_rint(lists.tile_size[axis] / size));
            size = lists.tile_size[axis] / cells;
            a->lattice.period[axis] = (int64_t)cells;
            const double pixels = lists.tile_size[axis] * (double)frame->whole_width;
            if (axis < 2 && pixels >= 1 && pixels < 1e15 && trn_rint(pixels) == pixels) a->repeat[axis] = (int64_t)pixels;
            if (axis == 0) a->unit = size / lists.element_scale[0];
        }
        if (s->lattice.value && axis == 1) size *= CELL_ROW_PITCH;
        a->size[axis] = size;
        a->offset[axis] = lists.offset[axis];
        a->lattice.jitter[axis] = (float)(s->jitter * lists.jitter_scale[axis]);
        if (axis == 2) continue;
        const double pixel = 1.0 / (double)frame->whole_width;
        a->step[axis] = trn_place_make(pixel / size);
        a->origin[axis] = trn_place_make((0.5 * pixel + lists.offset[axis]) / size);
    }
    return TRN_OK;
}

static inline trn_status cell_run(trn_eval *ev, const cells_args *a)
{
    trn_kernel kernel = *TRN_DEVICE_KERNEL(cells);
    kernel.variant = (uint32_t)a->lattice.dims | (uint32_t)a->lattice.metric << 2 | (uint32_t)a->lattice.hexagonal << 4 |
                     (uint32_t)(a->position != NULL) << 5 | (uint32_t)(a->round > 0.0f) << 6;
    return trn_run(ev, &kernel, a, a->height);
}

/* The layers of a node. `make` takes them, `put` gives them to the image under prefix + name once they are filled in. */
enum { CELL_LAYERS = 5 };
typedef struct cell_layers {
    int32_t count;
    trn_layer *layer[CELL_LAYERS];
    const char *name[CELL_LAYERS];
} cell_layers;
static inline trn_status cell_make(trn_eval *ev, cell_layers *l, const char *name, trn_type type, int32_t channels)
{
    l->name[l->count] = name;
    return trn_make(ev, type, channels, &l->layer[l->count++]);
}
/* The layers border, center and id, which are the last three. */
static inline trn_status cell_make_common(trn_eval *ev, cell_layers *l, cells_args *a)
{
    trn_status st = cell_make(ev, l, "border", TRN_F32, 1);
    if (st == TRN_OK) a->border = trn_layer_f32(l->layer[l->count - 1], 0);
    if (st == TRN_OK) st = cell_make(ev, l, "center", TRN_F32, a->lattice.dims);
    if (st == TRN_OK) {
        a->center = trn_layer_f32(l->layer[l->count - 1], 0);
        a->center_stride = trn_layer_f32(l->layer[l->count - 1], 1) - a->center;
        st = cell_make(ev, l, "id", TRN_I32, 1);
    }
    if (st == TRN_OK) a->id = trn_layer_i32(l->layer[l->count - 1], 0);
    return st;
}
static inline trn_status cell_put(trn_eval *ev, const cell_layers *l, const char *prefix)
{
    trn_status st = TRN_OK;
    for (int32_t i = 0; st == TRN_OK && i < l->count; ++i) {
        char full[160];
        snprintf(full, sizeof full, "%s%s", prefix, l->name[i]); /* cut only where it is too long for a name anyway */
        st = trn_put(ev, "prefix", full, l->layer[i]);
    }
    return st;
}
#endif
