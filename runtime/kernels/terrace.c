#include "kernels/terrace.h"
#include "kernels/blend.h"

TRN_FN void terrace_put(const terrace_args *a, int shifted, size_t i, double share)
{
    const double h = (double)a->z[i];
    const trn_place_in_step p = trn_find_step(&a->steps, shifted, h);
    const double cut = trn_cut_step(&a->steps, &p, h, a->power);
    a->out[i] = (float)trn_blend(h, ((h < a->min) | (h > a->max)) ? h : cut, share);
}
/* whole: all is cut, a constant as shifted is */
TRN_FN void terrace_span(const terrace_args *a, int shifted, int whole, size_t begin, size_t end)
{
    const terrace_args t = *a;
    if (whole) {
#pragma omp simd
        for (size_t i = begin; i < end; ++i) terrace_put(&t, shifted, i, 1.0);
    } else if (t.mask) {
#pragma omp simd
        for (size_t i = begin; i < end; ++i) terrace_put(&t, shifted, i, t.share * trn_saturate((double)t.mask[i]));
    } else {
#pragma omp simd
        for (size_t i = begin; i < end; ++i) terrace_put(&t, shifted, i, t.share);
    }
}
TRN_FN void terrace_rows(const terrace_args *a, int32_t y0, int32_t y1)
{
    const size_t begin = (size_t)y0 * (size_t)a->width, end = (size_t)y1 * (size_t)a->width;
    const int whole = !a->mask && a->share >= 1.0;
    if (a->steps.shift > 0.0) terrace_span(a, 1, whole, begin, end);
    else terrace_span(a, 0, whole, begin, end);
}
TRN_FN void terrace_cell(const terrace_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    terrace_put(a, a->steps.shift > 0.0, i, a->mask ? a->share * trn_saturate((double)a->mask[i]) : a->share);
}
TRN_SPLIT_KERNEL(terrace)
