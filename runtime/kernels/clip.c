#include "kernels/clip.h"
#include "kernels/blend.h"

/* what the knee adds at a distance from the limit: nothing from k on, and for NaN */
TRN_FN double clip_bend(const clip_args *a, double distance)
{
    const double t = trn_max(a->knee - fabs(distance), 0.0);
    return 0.25 * t * (t * a->inverse);
}
TRN_FN void clip_put(const clip_args *a, size_t i, double share)
{
    const float z = a->z[i];
    double h = (double)z;
    h = (h < a->min ? a->min : h) + clip_bend(a, h - a->min);
    h = (h > a->max ? a->max : h) - clip_bend(a, h - a->max);
    const float out = (float)trn_blend((double)z, h, share);
    a->out[i] = out;
    a->change[i] = out == z ? 0.0f : (float)((double)out - (double)z);
}
TRN_FN void clip_rows(const clip_args *a, int32_t y0, int32_t y1)
{
    const size_t begin = (size_t)y0 * (size_t)a->width, end = (size_t)y1 * (size_t)a->width;
    const clip_args c = *a;
    if (c.mask) {
#pragma omp simd
        for (size_t i = begin; i < end; ++i) clip_put(&c, i, (double)c.mask[i]);
    } else {
#pragma omp simd
        for (size_t i = begin; i < end; ++i) clip_put(&c, i, 1.0);
    }
}
TRN_FN void clip_cell(const clip_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    clip_put(a, i, a->mask ? (double)a->mask[i] : 1.0);
}
TRN_SPLIT_KERNEL(clip)
