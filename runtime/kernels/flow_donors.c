#include "kernels/flow_donors.h"

static void row(const uint8_t *s, const uint8_t *c, const uint8_t *n, int32_t x1, uint8_t *donors)
{
#define FROM(DIR, K) set |= (uint8_t)(((DIR) & 15) == ((K + 4) & 7) ? 1 << K : 0);
#pragma omp simd
    for (int32_t x = 1; x < x1; ++x) {
        uint8_t set = 0;
        FROM(c[x + 1], 0) FROM(n[x + 1], 1) FROM(n[x], 2) FROM(n[x - 1], 3)
        FROM(c[x - 1], 4) FROM(s[x - 1], 5) FROM(s[x], 6) FROM(s[x + 1], 7)
        donors[x] = set;
    }
#undef FROM
}

static void flow_donors_rows(const flow_donors_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        const int64_t at = (int64_t)y * a->width;
        const uint8_t *dir = a->dir + at;
        row(dir - a->width, dir, dir + a->width, a->width - 1, a->donors + at);
    }
}
TRN_ROW_KERNEL(flow_donors)
