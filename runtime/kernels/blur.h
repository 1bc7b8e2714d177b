/* Blurs every line of a plane along itself, one or a bundle at a time. Sums are taken in double and in the same order at
 * every place. */
#ifndef TRN_BLUR_KERNEL_H
#define TRN_BLUR_KERNEL_H
#include "kernels/edge.h"
#include "kernels/kernel.h"

enum {
    BLUR_LANES = 16,    /* lines of a bundle */
    BLUR_NUMBERS = 2048, /* of a chunk, so that it stays in the first cache */
    BLUR_REACH = 24     /* most positions that weights reach each way */
};

/* Gaussian: `weights` over positions, which are pixels, or, with side > 1, nodes that stand where cells of `side` pixels meet: a
 * node holds the sum of the pixels of both, weighted by nearness, and a cubic B-spline makes pixels of the nodes again.
 * Box: the sum of the pixels nearer than `reach`, or, with rim > 0, of those at `reach` times rim as well. */
typedef struct blur_args {
    const float *from;
    float *to;              /* not `from` */
    double *scratch;        /* trn_blur_numbers() of them */
    int32_t width, height;
    int32_t down;           /* lines are columns */
    int32_t edge;           /* a trn_edge */
    int32_t side, before;   /* pixels of a cell; of the one in which lines begin, those before them */
    int32_t reach;          /* positions */
    int32_t box;
    double rim;
    double weights[BLUR_REACH + 1]; /* of the middle and of the pairs; box: weights[0] scales the sum */
} blur_args;
TRN_KERNEL_DECLARE(blur); /* its rows are bundles of trn_blur_lanes() lines */

/* A row by itself is a line of neighbours already. */
TRN_FN int32_t trn_blur_lanes(const blur_args *a) { return a->down || a->side > 1 ? BLUR_LANES : 1; }
/* Positions that are done at a time: pixels, or cells. */
TRN_FN int32_t trn_blur_chunk(const blur_args *a)
{
    const int32_t length = a->down ? a->height : a->width, usual = BLUR_NUMBERS / trn_blur_lanes(a);
    const int32_t fine = a->box ? trn_max_i(usual, 2 * a->reach) : usual, all = (length + a->before - 1) / a->side + 1;
    return trn_min_i(fine, all);
}
TRN_FN size_t trn_blur_numbers(const blur_args *a)
{
    const int32_t chunk = trn_blur_chunk(a), nodes = a->side > 1 ? 3 : 0;
    return (size_t)trn_blur_lanes(a) * ((size_t)(2 * (chunk + nodes)) + (size_t)(2 * a->reach)) +
           (size_t)(a->side > 1 ? BLUR_NUMBERS + BLUR_LANES * a->side : 0);
}
#endif
