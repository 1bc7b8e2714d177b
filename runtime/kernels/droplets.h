/* droplets.h - one step of a batch of droplets over ground that is counted in quanta (see terrain/droplets.h for the law).
 *
 * All see the ground as it was when the step began. Each moves on by a pixel, and finds how much it would dig, or drop, where it
 * stood. Its brush adds that to the wishes of cells. A sweep finds how far each cell that is wished for may rise, or sink, and
 * puts the share that each wish gets in place of the wishes. Then every droplet takes, or gives, that share, in whole quanta.
 * Droplets meet in sums of integers alone, so no order shows.
 *
 * Droplets are sorted by strips of rows. While they move and wish on one strip, the sweep runs `reach` rows behind and droplets
 * take their shares `lag` strips behind, so that wishes fill rings of a few rows only. A slab of rows is one thread's: it has
 * its ground with a margin, and works out the strips beside it too, for what they wish, as their owner does, bit for bit. */
#ifndef TRN_DROPLETS_KERNEL_H
#define TRN_DROPLETS_KERNEL_H
#include "kernels/kernel.h"

enum {
    DROPLET_LANES = 8,       /* cells of a vector */
    DROPLET_BIN = 7,         /* droplets of a strip are sorted by bins of 2^7 columns */
    DROPLET_ABYSS = -(1 << 30), /* ground beyond an open border */
    DROPLET_LOAD = 1 << 30,  /* quanta: the most that one carries, and the highest that ground becomes */
    DROPLET_PARTS = 128      /* strips in flight, at most */
};

/* Weights around a cell, falling to 0 at the radius; their sum is 1. Rows are padded to whole vectors by zeros. */
typedef struct droplet_brush {
    int32_t reach, rows, vectors; /* cells each way; 2 reach + 1; vectors of a row */
    float *weight, greatest;
} droplet_brush;

typedef struct droplet_set {
    int32_t *x, *y;             /* the cell to the lower left, */
    float *fx, *fy;             /* and how far it is from there, 0 <= f < 1 */
    float *dx, *dy, *speed;     /* direction, of length 1, or 0 at the start */
    int32_t *load;              /* quanta that it carries */
    uint32_t *id;
    float *amount;              /* in this step: > 0 to dig, < 0 to drop */
    int32_t *alive;
    int32_t *list;              /* of each strip: those that dig from the front, those that drop from the back */
} droplet_set;
enum { DROPLET_NUMBERS = 12 };

typedef struct droplet_strip { int32_t y0, y1, slab; } droplet_strip; /* rows; whose they are */

/* Droplets of a strip as a slab sees them. */
typedef struct droplet_part {
    int32_t begin, end;         /* in field.now */
    int32_t shift;              /* what is found of droplet i stands at i + shift of `found` */
    int32_t up;                 /* rows by which it lies higher: strips beyond a seam */
    int32_t own, digs, drops;
    const droplet_set *found;
} droplet_part;

typedef struct droplet_slab {
    int32_t y0, y1, strip0, strip1;
    int32_t *z;                               /* z[y * stride + x] is a cell, also some beyond the slab */
    int32_t *want_drop, *want_dig, *rise;     /* rings of rows; wishes, then shares; how far cells may rise in this step */
    uint64_t *mark_drop, *mark_dig;           /* rings: a bit for each vector of cells in which there are wishes */
    int64_t *wet;                             /* rows y0 ... y1; NULL: nobody wants to know */
    droplet_set ghost;                        /* what is found of droplets that are not its own */
    int32_t *bin;                             /* how many of its own there will be in each bin */
    int64_t eroded, deposited, edge, steps;
    int64_t before, after;                    /* sums of the ground */
    /* where the wave is */
    int32_t from, to, ghosts_at, swept_drop, swept_dig, wiped, end;
    droplet_part part[DROPLET_PARTS];
} droplet_slab;

typedef struct droplet_field {
    int32_t width, height, wrap;
    int64_t stride;
    int32_t pad;                              /* numbers before and after the cells of a row */
    /* the law, in quanta and pixels */
    float inertia, erode, deposit, capacity;  /* capacity: times water */
    float least_fall;                         /* the fall that counts on gentler ground */
    float gain;                               /* of squared speed by falling one quantum */
    float most_dig, most_drop;                /* in one step */
    int32_t shift_dig, shift_drop;            /* wishes are counted in 2^shift quanta, rounded up */
    int32_t step;                             /* -1: amounts are given, nobody moves */
    uint32_t turn_key;
    int64_t water;                            /* what a visit makes wet */
    droplet_brush dig, drop;                  /* drop.rows 0: onto the four cells around */
    const float *soft;                        /* what part of a cell's depth can be dug; may be NULL */
    int32_t ease;                             /* how high ground may be heaped: to the mean of the lowest and the highest around, or nearer to
                                                 the highest by as many halvings as this says; 31: all the way */
    const int32_t *above;                     /* of each column: and by how much more */
    droplet_set now, next;
    /* strips */
    int32_t reach, lag, ring, words, strips, bins;   /* words: of marks, a row; bins: of a strip */
    const droplet_strip *strip;
    const int32_t *strip_of;                  /* of a row */
    const int32_t *start;                     /* where in `now` each bin begins; of strips that hold droplets: */
    int32_t first, last;
} droplet_field;

typedef struct droplets_args { const droplet_field *field; droplet_slab *slab; } droplets_args;
TRN_KERNEL_DECLARE(droplets); /* its rows are strips, slab.from up to slab.to + lag, in order, as many at a time as one likes */

/* Where the droplets of strip k and on begin; k up to strips. */
TRN_FN int32_t droplet_begin(const droplet_field *f, int32_t k)
{
    return k <= f->first ? 0 : f->start[(k < f->last ? k : f->last) * f->bins];
}
#endif
