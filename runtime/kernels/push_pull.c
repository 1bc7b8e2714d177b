#include "kernels/push_pull.h"
#include "math/scalar.h"

TRN_FN float mean_of(float a, float b, float c, float d)
{
    const double count = (double)((a == a) + (b == b) + (c == c) + (d == d));
    const double sum = ((a == a ? (double)a : 0.0) + (b == b ? (double)b : 0.0)) + ((c == c ? (double)c : 0.0) + (d == d ? (double)d : 0.0));
    return count > 0.0 ? (float)(sum / count) : NAN;
}
TRN_FN void push_rows(const push_args *a, int32_t y0, int32_t y1)
{
    const int32_t pairs = a->from_width / 2;
    for (int32_t y = y0; y < y1; ++y) {
        const float *low = a->from + (size_t)(2 * y) * (size_t)a->from_width;
        const float *high = low + (2 * y + 1 < a->from_height ? a->from_width : 0); /* a row counted twice is the same mean */
        float *to = a->to + (size_t)y * (size_t)a->width;
#pragma omp simd
        for (int32_t x = 0; x < pairs; ++x) to[x] = mean_of(low[2 * x], low[2 * x + 1], high[2 * x], high[2 * x + 1]);
        if (pairs < a->width) to[pairs] = mean_of(low[2 * pairs], NAN, high[2 * pairs], NAN);
    }
}
TRN_ROW_KERNEL(push)

TRN_FN void pull_rows(const pull_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        const float *near = a->from + (size_t)(y / 2) * (size_t)a->from_width;
        const float *far = a->from + (size_t)trn_coarse_other(y, a->from_height, a->tile) * (size_t)a->from_width;
        float *to = a->to + (size_t)y * (size_t)a->width;
        for (int32_t x = 0; x < a->width; ++x) {
            if (to[x] == to[x]) continue;
            const int32_t i = x / 2, j = trn_coarse_other(x, a->from_width, a->tile);
            to[x] = (float)((0.5625 * (double)near[i] + 0.1875 * ((double)near[j] + (double)far[i])) + 0.0625 * (double)far[j]);
        }
    }
}
TRN_ROW_KERNEL(pull)
