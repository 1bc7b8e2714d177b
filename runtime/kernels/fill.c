#include "kernels/fill.h"
#include "kernels/blend.h"

TRN_FN float fill_mixed(const fill_args *a, size_t i)
{
    const double share = trn_saturate((double)a->mask[i]);
    return (float)trn_blend((double)a->from[i], a->value, a->invert ? 1.0 - share : share);
}
TRN_FN void fill_rows(const fill_args *a, int32_t y0, int32_t y1)
{
    const size_t begin = (size_t)y0 * (size_t)a->width, end = (size_t)y1 * (size_t)a->width;
    const fill_args f = *a;
    if (f.mask) {
#pragma omp simd
        for (size_t i = begin; i < end; ++i) f.plane[i] = fill_mixed(&f, i);
    } else if (f.plane) {
        for (size_t i = begin; i < end; ++i) f.plane[i] = (float)f.value;
    } else {
        for (size_t i = begin; i < end; ++i) f.exact[i] = f.value;
    }
}
TRN_FN void fill_cell(const fill_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    if (a->mask) a->plane[i] = fill_mixed(a, i);
    else if (a->plane) a->plane[i] = (float)a->value;
    else a->exact[i] = a->value;
}
TRN_SPLIT_KERNEL(fill)
