#include "kernels/relief.h"
#include "math/scalar.h"

static void relief_store_rows(const relief_args *a, int32_t y0, int32_t y1)
{
    const trn_relief r = a->relief;
    for (int32_t y = y0; y < y1; ++y) {
        const float *from = a->from + (size_t)y * (size_t)a->width;
        int32_t *quanta = a->quanta + y * a->pitch;
#pragma omp simd
        for (int32_t x = 0; x < a->width; ++x) quanta[x] = trn_relief_round(&r, r.turn * (double)from[x]);
    }
}
TRN_ROW_KERNEL(relief_store)

static void relief_fetch_rows(const relief_args *a, int32_t y0, int32_t y1)
{
    const trn_relief r = a->relief;
    const double back = r.turn * r.unit;
    for (int32_t y = y0; y < y1; ++y) {
        const size_t at = (size_t)y * (size_t)a->width;
        const float *from = a->from + at;
        const int32_t *quanta = a->quanta + y * a->pitch;
        float *out = a->out + at;
#pragma omp simd
        for (int32_t x = 0; x < a->width; ++x) {
            const int32_t change = quanta[x] - trn_relief_round(&r, r.turn * (double)from[x]);
            const float moved = (float)((double)from[x] + (double)change * back);
            out[x] = change != 0 ? moved : from[x];
        }
        for (int32_t side = 0; side < 2; ++side) {
            float *to = side ? a->fall : a->rise;
            const double unit = side ? -r.unit : r.unit;
            if (!to) continue;
            to += at;
#pragma omp simd
            for (int32_t x = 0; x < a->width; ++x) {
                const int32_t change = quanta[x] - trn_relief_round(&r, r.turn * (double)from[x]);
                to[x] = trn_max_f((float)((double)change * unit), 0.0f);
            }
        }
    }
}
TRN_ROW_KERNEL(relief_fetch)
