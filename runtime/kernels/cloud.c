#include "kernels/cloud.h"
#include <math.h>

/* `count` pixels from (x, y) on, SIMPLEX_LANES at most */
TRN_FN void cloud_bundle(const cloud_args *a, int32_t x, int32_t y, int32_t count)
{
    simplex_columns columns;
    simplex_run octave;
    double sum[SIMPLEX_LANES], weight = 1.0, total = 0.0;
    for (int32_t i = 0; i < count; ++i) sum[i] = 0.0;
    for (int32_t k = 0; k < a->octaves; ++k, weight *= 0.5) {
        simplex_columns_at(&a->place, k, x, count, &columns);
        simplex_octave(0, &a->place, a->key[k], k, &columns, y, count, &octave);
        total += weight;
        for (int32_t i = 0; i < count; ++i) sum[i] += weight * (a->billow ? 2.0 * fabs(octave.value[i]) - 1.0 : octave.value[i]);
    }
    const size_t pixel = (size_t)y * (size_t)a->width + (size_t)x;
    for (int32_t i = 0; i < count; ++i) {
        const double noise = sum[i] / total, t = trn_saturate((noise - a->threshold) / a->softness + 0.5);
        a->value[pixel + (size_t)i] = (float)(a->amplitude * (t * t * (3.0 - 2.0 * t)) + a->center);
        a->raw[pixel + (size_t)i] = (float)noise;
    }
}
TRN_FN void cloud_cell(const cloud_args *a, int32_t x, int32_t y) { cloud_bundle(a, x, y, 1); }
TRN_FN void cloud_rows(const cloud_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; x += SIMPLEX_LANES) cloud_bundle(a, x, y, trn_min_i(a->width - x, SIMPLEX_LANES));
}
TRN_SPLIT_KERNEL(cloud)
