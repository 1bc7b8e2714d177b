#include "kernels/flow_rho8.h"
#include "kernels/flow_steepest.h"

/* Directions of columns [0, count) as words, FLOW_PIT where nothing is lower. The steepest diagonal so far drops best/by:
 * comparing products saves four divisions a cell. */
FLOW_APART void directions(const float *s, const float *c, const float *n, int32_t count, uint32_t cell, uint32_t key, flow_word *out)
{
#define STRAIGHT(Z, K)                                                                                                 \
    t = v - (Z);                                                                                                       \
    k = t > best ? K : k;                                                                                              \
    best = t > best ? t : best;
#define DIAGONAL(Z, DIVISOR, K)                                                                                        \
    t = v - (Z);                                                                                                       \
    d = (DIVISOR);                                                                                                     \
    more = t * by > best * d;                                                                                          \
    k = more ? K : k;                                                                                                  \
    best = more ? t : best;                                                                                            \
    by = more ? d : by;
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) {
        uint32_t p, q;
        flow_rho8_hash(cell + (uint32_t)x, key, &p, &q);
        const float v = c[x];
        float best = 0, by = 1, t, d;
        int32_t k = FLOW_PIT, more;
        STRAIGHT(c[x + 1], 0)
        STRAIGHT(n[x], 2)
        STRAIGHT(c[x - 1], 4)
        STRAIGHT(s[x], 6)
        DIAGONAL(n[x + 1], flow_rho8_low(p), 1)
        DIAGONAL(n[x - 1], flow_rho8_high(p), 3)
        DIAGONAL(s[x - 1], flow_rho8_low(q), 5)
        DIAGONAL(s[x + 1], flow_rho8_high(q), 7)
        out[x] = k;
    }
#undef STRAIGHT
#undef DIAGONAL
}
static void flow_rho8_rows(const flow_rho8_args *a, int32_t y0, int32_t y1)
{
    flow_word k[FLOW_BLOCK];
    const int32_t w = a->width;
    for (int32_t y = y0; y < y1; ++y) {
        const int64_t row = (int64_t)y * w;
        for (int32_t x = 1, n; x < w - 1; x += n) {
            n = w - 1 - x < FLOW_BLOCK ? w - 1 - x : FLOW_BLOCK;
            const float *z = a->z + row + x;
            directions(z - w, z, z + w, n, (uint32_t)(row + x), a->key, k);
            flow_keep(k, n, a->dir + row + x);
        }
    }
}
TRN_ROW_KERNEL(flow_rho8)
