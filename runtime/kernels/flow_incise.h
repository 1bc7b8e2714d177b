/* flow_incise.h - the implicit stream power step, and the repair after diffusion, along a queue of cells. */
#ifndef TRN_KERNEL_FLOW_INCISE_H
#define TRN_KERNEL_FLOW_INCISE_H
#include "kernels/flow_queue.h"

enum { /* how A^m is found from a whole number of cells A */
    FLOW_POWER_ONE,   /* m = 0 */
    FLOW_POWER_ROOT,  /* m = 1/2 */
    FLOW_POWER_LINE,  /* m = 1 */
    FLOW_POWER_TABLE, /* another m: from a table, and by trn_pow beyond it */
    FLOW_POWER_NONE   /* K = 0: only cells below their receivers change, and are raised to them */
};

/* Works through the donors of entries *parent, *parent + 1, ... in their sequence from *at on, until *parent is `stop` or
 * *at has reached `pause`. The heights of parents are known: their bits stand in sum, and there go those of
 * the entries that are worked through. A parent at or after *at is not known yet; `own` says that there may be some.
 *
 * e = h + lift - hr; h' = hr + e/(1 + F) where e > 0, else hr; F = factor * A^m, on diagonals over sqrt 2. In this form h'
 * never rounds below hr, the receiver's new height, nor above h + lift. With `most`, A^m is that at most; with `exposed` F is
 * multiplied by it, and cells with 0 keep h + lift exactly. y0 and y1 mean nothing. */
typedef struct flow_incise_args {
    int32_t width, height;
    const uint32_t *cell;
    const uint8_t *count;
    uint32_t *sum;
    float *z;
    const float *lift_layer; /* added to each cell's height first; NULL: lift is added to all */
    float lift, factor;
    const float *exposed; /* of each cell, 0 to 1; NULL: all 1 */
    float most;
    int32_t power;
    double exponent;
    const float *table; /* A^m for A < table_size */
    uint32_t table_size;
    uint32_t *parent, *at, stop, pause;
    int32_t own;
    double scale;    /* NONE: of raised */
    int64_t *raised; /* NONE: adds up by how much cells were raised, in fixed point */
} flow_incise_args;
TRN_KERNEL_DECLARE(flow_incise);
#endif
