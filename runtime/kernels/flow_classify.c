#include "kernels/flow_classify.h"
#include "kernels/flow_steepest.h"

/* For columns [0, count): the lowest neighbour, from bit 8 the set of lower ones, bit 16 for a tie. Words and bytes are
 * kept to loops of their own (see flow_steepest.h). */
FLOW_APART void neighbours(const float *s, const float *c, const float *n, int32_t count, flow_word *out)
{
#define BEFORE(Z, K)                                                                                                   \
    t = (Z);                                                                                                           \
    bits |= t <= v ? 256 << K : 0;                                                                                     \
    bits |= t == v ? 65536 : 0;                                                                                        \
    k = t <= m ? K : k;                                                                                                \
    m = t <= m ? t : m;
#define AFTER(Z, K)                                                                                                    \
    t = (Z);                                                                                                           \
    bits |= t < v ? 256 << K : 0;                                                                                      \
    k = t < m ? K : k;                                                                                                 \
    m = t < m ? t : m;
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) {
        float v = c[x], m = v, t;
        int32_t k = 8, bits = 0;
        BEFORE(c[x - 1], 4) BEFORE(s[x + 1], 7) BEFORE(s[x], 6) BEFORE(s[x - 1], 5) /* of equal ones the smallest number */
        AFTER(c[x + 1], 0) AFTER(n[x - 1], 3) AFTER(n[x], 2) AFTER(n[x + 1], 1)
        out[x] = k | bits;
    }
#undef BEFORE
#undef AFTER
}

static uint8_t store(const flow_word *words, int32_t count, uint8_t *low, uint8_t *set)
{
    int32_t all = 0;
#pragma omp simd reduction(| : all)
    for (int32_t x = 0; x < count; ++x) {
        low[x] = (uint8_t)words[x];
        set[x] = (uint8_t)((uint32_t)words[x] >> 8);
        all |= words[x];
    }
    return (uint8_t)((uint32_t)all >> 16);
}

static void runs(const uint8_t *set, uint8_t *special, int32_t count)
{
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) {
        const uint8_t m = set[x];
        const uint8_t up = (uint8_t)(m << 1 | m >> 7), down = (uint8_t)(m >> 1 | m << 7);
        const uint8_t joined = (uint8_t)(m | (up & down & 0xaa)); /* two lower sides touch across their diagonal */
        const uint8_t start = (uint8_t)(joined & ~(uint8_t)(joined << 1 | joined >> 7));
        const uint8_t several = (uint8_t)(start & (uint8_t)(start - 1));
        special[x] = m == 0 || several != 0;
    }
}

static void flow_classify_rows(const flow_classify_args *a, int32_t y0, int32_t y1)
{
    flow_word words[FLOW_BLOCK];
    const int32_t w = a->width;
    for (int32_t y = y0; y < y1; ++y) {
        const int64_t row = (int64_t)y * w;
        uint8_t tied = 0;
        for (int32_t x = 1, n; x < w - 1; x += n) {
            n = w - 1 - x < FLOW_BLOCK ? w - 1 - x : FLOW_BLOCK;
            const float *z = a->z + row + x;
            neighbours(z - w, z, z + w, n, words);
            tied |= store(words, n, a->low + row + x, a->set + x);
            runs(a->set + x, a->special + x, n);
        }
        a->tied[y] = tied;
    }
}
TRN_ROW_KERNEL(flow_classify)
