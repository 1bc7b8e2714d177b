/* flow_steepest.h - one row of D8: k is the steepest direction, or stays what it was. */
#ifndef TRN_KERNEL_FLOW_STEEPEST_H
#define TRN_KERNEL_FLOW_STEEPEST_H
#include "kernels/kernel.h"

#define FLOW_DIAGONAL 0.70710678f /* 1/sqrt(2), what a diagonal drop counts */
#define FLOW_PIT 8                /* directions of cells without a receiver: TRN_FLOW_PIT, TRN_FLOW_OUTLET */
#define FLOW_OUTLET 9

/* The loops over neighbours stand in functions apart, and write words that might be anything. Where clang knows that the
 * output is another array than the heights, it carries the loads of one column over to the next, and then cannot
 * vectorise. */
#define FLOW_APART __attribute__((noinline)) static
typedef int32_t __attribute__((may_alias)) flow_word;

/* s, c, n: the row below, the row, the row above */
TRN_FN int32_t flow_steepest(const float *s, const float *c, const float *n, int32_t x, int32_t k)
{
    const float v = c[x];
    float best = 0, t;
#define DROP(Z, WEIGHT, K)                                                                                             \
    t = (v - (Z)) * WEIGHT;                                                                                            \
    k = t > best ? K : k;                                                                                              \
    best = t > best ? t : best;
    DROP(c[x + 1], 1.0f, 0)
    DROP(n[x + 1], FLOW_DIAGONAL, 1)
    DROP(n[x], 1.0f, 2)
    DROP(n[x - 1], FLOW_DIAGONAL, 3)
    DROP(c[x - 1], 1.0f, 4)
    DROP(s[x - 1], FLOW_DIAGONAL, 5)
    DROP(s[x], 1.0f, 6)
    DROP(s[x + 1], FLOW_DIAGONAL, 7)
#undef DROP
    return k;
}

/* Columns [0, count): the steepest direction, or FLOW_PIT. */
FLOW_APART __attribute__((unused)) void flow_steepest_row(const float *s, const float *c, const float *n, int32_t count, flow_word *k)
{
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) k[x] = flow_steepest(s, c, n, x, FLOW_PIT);
}

/* Directions are found as words, a block of columns at a time, and stored as bytes in a loop of their own: mixing both
 * sizes in one loop makes compilers unroll it until registers run out. Outlets keep their byte, and cells for which k is
 * FLOW_PIT keep what they have. */
enum { FLOW_BLOCK = 512 };
TRN_FN void flow_keep(const flow_word *k, int32_t count, uint8_t *dir)
{
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) {
        const uint8_t old = dir[x], now = (uint8_t)k[x];
        dir[x] = old == FLOW_OUTLET || now == FLOW_PIT ? old : now;
    }
}
#endif
