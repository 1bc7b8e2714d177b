#include "kernels/flow_givers.h"
#include "kernels/flow_steepest.h"

/* Words, bytes and 64 bits are kept to loops of their own (see flow_steepest.h). Who gives is gathered as a set, bit k for
 * direction k, and counted after: where bytes add up comparisons, gcc 12 at -O3 subtracts them in the last columns. */
FLOW_APART void pointing(const uint8_t *s, const uint8_t *c, const uint8_t *n, int32_t count, uint8_t *out)
{
#define FROM(DIR, K) set |= (uint8_t)(((DIR) & 15) == ((K + 4) & 7) ? 1 << K : 0);
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) {
        uint8_t set = 0;
        FROM(c[x + 1], 0) FROM(n[x + 1], 1) FROM(n[x], 2) FROM(n[x - 1], 3)
        FROM(c[x - 1], 4) FROM(s[x - 1], 5) FROM(s[x], 6) FROM(s[x + 1], 7)
        out[x] = set;
    }
#undef FROM
}

/* Which neighbours are higher. */
FLOW_APART void higher(const float *s, const float *c, const float *n, int32_t count, flow_word *out)
{
#define ABOVE(Z, K) set |= (Z) > v ? 1 << K : 0;
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) {
        const float v = c[x];
        int32_t set = 0;
        ABOVE(c[x + 1], 0) ABOVE(n[x + 1], 1) ABOVE(n[x], 2) ABOVE(n[x - 1], 3)
        ABOVE(c[x - 1], 4) ABOVE(s[x - 1], 5) ABOVE(s[x], 6) ABOVE(s[x + 1], 7)
        out[x] = set;
    }
#undef ABOVE
}
static void bytes(const flow_word *words, int32_t count, uint8_t *out)
{
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) out[x] = (uint8_t)words[x];
}

/* A higher neighbour gives unless it is an outlet; one that is as high gives where it points here. */
FLOW_APART void giving(const uint8_t *s, const uint8_t *c, const uint8_t *n, const uint8_t *above, int32_t count, uint8_t *out)
{
#define FROM(DIR, K)                                                                                                   \
    dir = (DIR) & 15;                                                                                                  \
    set |= (uint8_t)(dir == ((K + 4) & 7) ? 1 << K : 0);                                                               \
    set |= (uint8_t)(dir != FLOW_OUTLET ? above[x] & 1 << K : 0);
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) {
        uint8_t set = 0, dir;
        FROM(c[x + 1], 0) FROM(n[x + 1], 1) FROM(n[x], 2) FROM(n[x - 1], 3)
        FROM(c[x - 1], 4) FROM(s[x - 1], 5) FROM(s[x], 6) FROM(s[x + 1], 7)
        out[x] = set;
    }
#undef FROM
}

static void size_of_sets(uint8_t *set, int32_t count)
{
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) {
        const uint8_t pairs = (uint8_t)(set[x] - (set[x] >> 1 & 0x55)), fours = (uint8_t)((pairs & 0x33) + (pairs >> 2 & 0x33));
        set[x] = (uint8_t)((fours & 15) + (fours >> 4));
    }
}
static void mark(const uint8_t *many, int32_t count, uint64_t *amount)
{
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) amount[x] |= flow_given(many[x]);
}

static void flow_givers_rows(const flow_givers_args *a, int32_t y0, int32_t y1)
{
    flow_word words[FLOW_BLOCK];
    uint8_t above[FLOW_BLOCK], many[FLOW_BLOCK];
    const int32_t w = a->width;
    for (int32_t y = y0; y < y1; ++y) {
        const int64_t row = (int64_t)y * w;
        for (int32_t x = 1, n; x < w - 1; x += n) {
            n = w - 1 - x < FLOW_BLOCK ? w - 1 - x : FLOW_BLOCK;
            const uint8_t *dir = a->dir + row + x;
            if (a->ground) {
                const float *z = a->ground + row + x;
                higher(z - w, z, z + w, n, words);
                bytes(words, n, above);
                giving(dir - w, dir, dir + w, above, n, many);
            } else {
                pointing(dir - w, dir, dir + w, n, many);
            }
            size_of_sets(many, n);
            mark(many, n, a->amount + row + x);
        }
    }
}
TRN_ROW_KERNEL(flow_givers)
