/* flow_shares.h - what a cell gives to each lower neighbour: drop over distance to a power (Freeman 1991, Quinn et al. 1991). */
#ifndef TRN_KERNEL_FLOW_SHARES_H
#define TRN_KERNEL_FLOW_SHARES_H
#include "kernels/kernel.h"

enum { FLOW_SPLITS = 64, FLOW_SHARE_BITS = 30 };

/* `width` cells, up to FLOW_SPLITS. drop[k*FLOW_SPLITS + i]: how much the neighbour of cell i in direction k is lower, 0 and
 * less where it is not; of each cell some are lower. share: its share in the same place, in 2^-30, rounded down; those that are not
 * the largest add up to less than 1. u, v: the mean direction by shares, of length 1, or 0 where they cancel. y0 and y1
 * mean nothing. */
typedef struct flow_shares_args {
    int32_t width, height;
    const float *drop;
    float exponent;
    int32_t *share;
    float *u, *v;
} flow_shares_args;
TRN_KERNEL_DECLARE(flow_shares);
#endif
