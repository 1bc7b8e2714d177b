/* flow.h - where water goes over a height field: pits filled, receivers, an order from the outlets upward, drainage.
 *
 *     trn_flow_grid_init        which cells are outlets
 *     trn_flow_basins_find      the basins of the raw ground and the level that water reaches in each
 *     trn_flow_fill             the ground under that water raised to its level
 *     trn_flow_route            a receiver for each cell; lakes drain along the valley under them
 *     trn_flow_reroute          receivers of ground that changed a little, D8 or Rho8
 *     trn_flow_order_build      every cell after its receiver, with exact drainage counts
 *     trn_flow_areas            the counts as areas of the grid
 *     trn_flow_spread           drainage of any rain, in one way or split among all that is lower
 *
 * Everything is exact: comparisons and copies, integer sums. So the bytes depend on neither threads nor vector width
 * nor schedule. Heights must be finite, and no more than 1e37 from zero.
 *
 * Cells are numbered c = y*width + x. Directions k = 0 ... 7 are E NE N NW W SW S SE, where N is the row above (y + 1).
 * Cells of equal height are told apart by their number: together (height, number) is a total order, the one meant by
 * "lower" below.
 *
 * Functions return MEMORY, or CANCELLED when the grid's stop flag was raised; the structs that they fill may be freed
 * in any state, and start from {0}. */
#ifndef TRN_TERRAIN_FLOW_H
#define TRN_TERRAIN_FLOW_H
#include "core/core.h"

enum { TRN_FLOW_PIT = 8, TRN_FLOW_OUTLET = 9 }; /* directions of cells without a receiver */
#define TRN_FLOW_FARTHEST 1e37 /* so that no sum or difference of heights overflows */

typedef enum trn_flow_outlets {
    TRN_FLOW_BORDER, /* all border cells */
    TRN_FLOW_MASK,   /* the marked cells */
    TRN_FLOW_LOWEST  /* the lowest cell */
} trn_flow_outlets;

typedef struct trn_flow_grid {
    trn_runtime *rt;
    const trn_stop *stop; /* may be NULL */
    trn_error *err;          /* may be NULL */
    int32_t width, height;
    uint32_t cells;
    bool wrap; /* the edges meet: east of the last column is the first one */
    trn_flow_outlets kind;
    const uint8_t *mask;        /* MASK: not 0 for outlets */
    uint32_t lowest;            /* LOWEST */
    uint32_t outlets;           /* how many there are */
    int32_t step[16];           /* to the neighbour of a direction, unless the way leads over a seam; 0 for pits and outlets */
    int32_t donor_step[256][8]; /* to the neighbours of a set of directions, side by side; bit 31 flipped on diagonals */
    uint8_t donor_count[256];
} trn_flow_grid;

/* mask (a byte a cell; kept, not copied) names the outlets; without one the border drains, or with wrap the lowest cell.
 * width*height <= 2^30. ARGUMENT when the mask marks nothing. */
trn_status trn_flow_grid_init(trn_flow_grid *grid, trn_runtime *rt, const trn_stop *stop, trn_error *err, int32_t width,
                              int32_t height, bool wrap, const uint8_t *mask, const float *z);

static inline bool trn_flow_is_outlet(const trn_flow_grid *g, uint32_t c)
{
    if (g->kind == TRN_FLOW_MASK) return g->mask[c] != 0;
    if (g->kind == TRN_FLOW_LOWEST) return c == g->lowest;
    const uint32_t w = (uint32_t)g->width, x = c % w, y = c / w;
    return x == 0 || y == 0 || x == w - 1 || y == (uint32_t)g->height - 1;
}

/* The neighbours of c, -1 where they are outside an open grid. On small wrapped grids they may be c itself, or one cell
 * several times. Divides: for borders and rare cells only. */
static inline void trn_flow_neighbours(const trn_flow_grid *g, uint32_t c, int64_t n[8])
{
    static const int8_t DX[8] = {1, 1, 0, -1, -1, -1, 0, 1}, DY[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    const int32_t w = g->width, h = g->height, x0 = (int32_t)(c % (uint32_t)w), y0 = (int32_t)(c / (uint32_t)w);
    for (int k = 0; k < 8; ++k) {
        int32_t x = x0 + DX[k], y = y0 + DY[k];
        const bool outside = (uint32_t)x >= (uint32_t)w || (uint32_t)y >= (uint32_t)h;
        if (outside && g->wrap) {
            x += x < 0 ? w : x == w ? -w : 0;
            y += y < 0 ? h : y == h ? -h : 0;
        }
        n[k] = outside && !g->wrap ? -1 : (int64_t)y * w + x;
    }
}
static inline int64_t trn_flow_neighbour(const trn_flow_grid *g, uint32_t c, int k)
{
    int64_t n[8];
    trn_flow_neighbours(g, c, n);
    return n[k];
}

/* ---- basins ---- */

/* The raw ground's basins, numbered from 1, joined where water first spills from one to the next; 0 is the outside. */
typedef struct trn_flow_basins {
    trn_runtime *rt;
    uint32_t count;
    uint32_t *pit;                  /* the lowest cell of each */
    float *level;                   /* the water level of each */
    struct trn_flow_entry *entry;   /* where water from the outside would enter it */
    struct trn_flow_saddle *saddle; /* the cells at which basins can meet */
    uint32_t saddles;
    uint8_t *tied; /* for each row: whether a cell has an equal neighbour of smaller number */
    bool ties;     /* whether there is such a row */
    uint8_t *low; /* for each cell: the direction of its lowest neighbour in bits 0 ... 3, PIT or OUTLET; flags above */
} trn_flow_basins;

/* scratch: a word a cell, of which few are written. */
trn_status trn_flow_basins_find(trn_flow_basins *basins, const trn_flow_grid *grid, const float *z, uint32_t *scratch);
void trn_flow_basins_free(trn_flow_basins *basins);

/* How many lakes there are: bodies of water that touch, or are filled to one level across a drowned saddle. */
uint32_t trn_flow_lakes(const trn_flow_basins *basins, const float *z);

/* fill[c] = the least height that the highest cell of a way from c to an outlet can have (Barnes, Lehman and Mulla 2014
 * define it so; it is unique). fill must not be z. donors: scratch, a byte a cell. lakes: how many cells were raised. */
trn_status trn_flow_fill(const trn_flow_basins *basins, const trn_flow_grid *grid, const float *z, float *fill, uint8_t *donors,
                         uint32_t *lakes);

/* ---- receivers: dir[c] is the direction of the cell that c drains to, PIT or OUTLET ---- */

/* Where the filled ground falls: its steepest neighbour (D8; the first of equally steep ones). Under water: the
 * steepest neighbour of the raw ground, except that from the pit of a basin the way back to where water would enter the
 * basin is turned round, so that a lake drains along its drowned valley. Level ground of eight cells and more drains
 * through a search from its exits over the raw ground, lowest first. No cell is a PIT.
 * scratch: a word a cell, written only where there is level ground. */
trn_status trn_flow_route(const trn_flow_basins *basins, const trn_flow_grid *grid, const float *z, const float *fill, uint8_t *dir,
                          uint32_t *scratch);

/* D8, or Rho8 (Fairfield and Leymarie 1991) with this key. Outlets, and cells without a strictly lower neighbour, keep
 * the direction they have; where all of those lead to cells that are not higher, there are no cycles. To get receivers
 * of raw ground that keeps its pits, start from directions that are all PIT or OUTLET. */
typedef enum trn_flow_routing { TRN_FLOW_D8, TRN_FLOW_RHO8 } trn_flow_routing;
trn_status trn_flow_reroute(const trn_flow_grid *grid, const float *z, uint8_t *dir, trn_flow_routing routing, uint32_t key);

/* ---- order and drainage ---- */

/* Part of the order: cells are queued behind their receivers, and the donors of consecutive cells stand side by side.
 * First come the donors of entries [from, from + roots), which an earlier segment holds, then those of [begin, head). */
typedef struct trn_flow_segment {
    uint32_t from, roots;
    uint32_t begin, end;
    uint32_t head;   /* entries [head, end) are the roots of later segments */
    uint32_t parent; /* the segment that holds its own roots */
} trn_flow_segment;

/* Segment 0, the trunk, begins with the cells that have no receiver. The others are bundles of subtrees, each behind its parent. */
typedef struct trn_flow_order {
    trn_runtime *rt;
    uint8_t *donors;  /* for each cell of the grid: directions from which it is drained to */
    uint32_t *cell;   /* the queue: cell, bit 31 set when the way to its receiver is diagonal */
    uint32_t *sum;    /* drainage of entry i in cells = sum[i] - sum[i + 1] */
    uint8_t *count;   /* of donors */
    uint32_t outlets; /* entries of the trunk without receiver */
    trn_flow_segment *segment;
    uint32_t segments;
    uint32_t *pending; /* of each segment, for whoever works through them in parallel */
    uint32_t capacity, segment_capacity, block;
    int32_t workers;
} trn_flow_order;

trn_status trn_flow_order_init(trn_flow_order *order, const trn_flow_grid *grid);
void trn_flow_order_free(trn_flow_order *order);
/* The same order may be built again and again. dir must not hold cycles. */
trn_status trn_flow_order_build(trn_flow_order *order, const trn_flow_grid *grid, const uint8_t *dir);
/* area[c] = cells that drain through c, itself included, times unit; no more than the largest float. */
trn_status trn_flow_areas(const trn_flow_order *order, const trn_flow_grid *grid, double unit, float *area);
/* Entries [0, outlets) of a built order: which cell, and how many drain through it. */
static inline uint32_t trn_flow_cell(const trn_flow_order *o, uint32_t entry) { return o->cell[entry] & 0x7fffffffu; }
static inline uint32_t trn_flow_drained(const trn_flow_order *o, uint32_t entry) { return o->sum[entry] - o->sum[entry + 1]; }
/* The most cells that drain through one cell. */
uint32_t trn_flow_largest(const trn_flow_order *order);

/* Flow that splits where the ground falls: by the drop over the distance, to the power `exponent` (Freeman 1991; Quinn et al.
 * 1991). dir is D8 there, and elsewhere as trn_flow_route leaves it. */
typedef struct trn_flow_split {
    const float *ground;
    float exponent;
    float *u, *v; /* where flow splits, its mean direction, a unit vector or 0; other cells are left alone. NULL: not wanted */
} trn_flow_split;
enum { TRN_FLOW_BITS = 60 }; /* amounts stay below 2^60 in all */
/* amount: what falls on each cell, in whole units; then all that flows through it. Each gives all it has to its receiver, or
 * with `split` (may be NULL) where the ground falls a share to each lower cell, rounded down, and the rest to its receiver. So no
 * unit is lost, and no order of work shows. */
trn_status trn_flow_spread(const trn_flow_grid *grid, const uint8_t *dir, const trn_flow_split *split, uint64_t *amount);
#endif
