/* flow_internal.h - what the flow files share among themselves. */
#ifndef TRN_TERRAIN_FLOW_INTERNAL_H
#define TRN_TERRAIN_FLOW_INTERNAL_H
#include "kernels/flow_queue.h"
#include "math/bits.h"
#include "terrain/flow.h"
#include <sched.h>
#include <string.h>

enum {
    FLOW_DIR = 0x0f,   /* the direction in a byte of basins.low */
    FLOW_SEAM = 0x40,  /* flag of low: the lowest neighbour lies over a seam of a wrapped grid */
    FLOW_KNOWN = 0x80 /* flag of low: scratch holds the cell's basin */
};

/* A cell whose lower neighbours form several runs around it. Only at such cells do basins meet for the first time:
 * at any other the lower neighbours touch each other. An outlet with lower neighbours is listed too. */
typedef struct trn_flow_saddle {
    uint32_t cell;
    float z;
    uint8_t runs, outlet;
    uint8_t inner;      /* all neighbours are at the usual steps */
    uint8_t entered;    /* directions that lie in basins which are entered through here */
    uint8_t k[4], m[4]; /* of each run: direction of its lowest cell, its directions as bits; the lowest run first */
    uint32_t label[4];  /* of each run: the basin, 0 outside */
} trn_flow_saddle;

typedef struct trn_flow_entry { /* through this saddle, by direction k first; m: all directions that lead in */
    uint32_t saddle;
    uint8_t k, m;
} trn_flow_entry;

/* Heights as integers in the same order; both zeros are equal. */
static inline uint32_t trn_flow_key(float z) { return trn_order_f(z + 0.0f); }

static inline uint32_t trn_flow_next(const trn_flow_grid *g, uint32_t c, int k)
{
    return g->wrap ? (uint32_t)trn_flow_neighbour(g, c, k) : c + (uint32_t)g->step[k];
}

static inline bool trn_flow_stopped(const trn_flow_grid *g)
{
    return trn_stop_asked(g->stop);
}
/* CANCELLED with its message when asked to stop */
trn_status trn_flow_check(const trn_flow_grid *g);
/* fn(work, i, i + 1) for i in [0, count), in parallel */
trn_status trn_flow_for(const trn_flow_grid *g, int32_t count, trn_range_fn *fn, void *work);
/* fn(work, i, j) for ranges that make up [0, count), in parallel: for items of which many are small */
trn_status trn_flow_for_many(const trn_flow_grid *g, uint32_t count, trn_range_fn *fn, void *work);
/* The function of a kernel for this runtime's processor. */
trn_rows_fn *trn_flow_kernel(const trn_flow_grid *g, const trn_kernel *kernel);

/* The eight neighbours of a cell; outside an open grid the cell itself. Where the border drains, only outlets lie there. */
static inline void trn_flow_around(const trn_flow_grid *g, uint32_t c, bool outlet, uint32_t n[8])
{
    const uint32_t w = (uint32_t)g->width;
    bool inner = g->kind == TRN_FLOW_BORDER && !outlet;
    if (!inner) inner = c % w - 1 < w - 2 && c >= w && c + w < g->cells;
    if (inner) {
        for (int k = 0; k < 8; ++k) n[k] = c + (uint32_t)g->step[k];
        return;
    }
    int64_t m[8];
    trn_flow_neighbours(g, c, m);
    for (int k = 0; k < 8; ++k) n[k] = m[k] < 0 ? c : (uint32_t)m[k];
}

/* In how many pieces the grid's rows are dealt out; small grids are one piece. Piece i is rows first(i) ... first(i + 1) - 1. */
enum { TRN_FLOW_MAX_BANDS = 256 };
int32_t trn_flow_bands(const trn_flow_grid *g);
static inline int32_t trn_flow_first_row(const trn_flow_grid *g, int32_t band, int32_t bands)
{
    return (int32_t)((int64_t)g->height * band / bands);
}
/* A wrapped grid's border cells have this set of donors, which says nothing; inner cells that have it know it to be full. */
static inline uint32_t trn_flow_look(const trn_flow_grid *g) { return g->wrap ? 0xff : 0x100; }

/* What one thread writes lies so far from what others use meanwhile: otherwise the cache line goes to and fro between them, up to
 * half a microsecond each time. Two lines, since some processors fetch them in pairs. */
enum { TRN_FLOW_LINE = 128 };

/* A turn of waiting for another thread, which is at work. */
static inline void trn_flow_wait(uint32_t *turns)
{
    if (++*turns % 1024 == 0) sched_yield(); /* unless it is not let run */
#if defined(__x86_64__) || defined(__i386__)
    else __builtin_ia32_pause();
#endif
}

/* How many threads are worth having for this grid. */
int32_t trn_flow_workers(const trn_flow_grid *g);

/* Makes room for `need` items where `used` are: *list is moved and *capacity raised, to twice as much or to what is likely to be
 * needed in all (0: nobody knows). false: out of memory, all as before. */
bool trn_flow_grow(trn_runtime *rt, void *list, uint32_t *capacity, size_t used, size_t need, size_t likely, size_t item);

/* Skipping through bytes that are mostly 0, eight at a time: the first one in memory that is not, and those behind it. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define FLOW_FIRST_BYTE(EIGHT) (__builtin_clzll(EIGHT) >> 3)
#define FLOW_WITHOUT_BYTE(EIGHT, I) ((EIGHT) & ~(0xffull << 8 * (7 - (I))))
#else
#define FLOW_FIRST_BYTE(EIGHT) (__builtin_ctzll(EIGHT) >> 3)
#define FLOW_WITHOUT_BYTE(EIGHT, I) ((EIGHT) & ~(0xffull << 8 * (I)))
#endif

/* Sorts by the upper 32 bits, stable. tmp: room for as many. */
trn_status trn_flow_sort(const trn_flow_grid *g, uint64_t *keys, uint64_t *tmp, size_t n);

/* flow_scan.c: classifies all cells; lists pits and saddles in the order of cells. The labels of saddles hold cells. */
trn_status trn_flow_scan(trn_flow_basins *b, const trn_flow_grid *g, const float *z);
/* flow_join.c: levels and entries, from saddles that are labelled */
trn_status trn_flow_join(trn_flow_basins *b, const trn_flow_grid *g);
/* flow_flats.c: receivers of level dry ground, which FLOW_LEVEL marks in dir, and of lakes with level floors. The flags are
 * gone after it. queue: scratch, a word a cell. */
trn_status trn_flow_flats(const trn_flow_basins *b, const trn_flow_grid *g, const float *z, const float *fill, uint8_t *dir,
                          uint32_t *queue);
/* flow_order.c: sets of donors, for directions in the low four bits of dir */
trn_status trn_flow_donors(const trn_flow_grid *g, const uint8_t *dir, uint8_t *donors);
#endif
