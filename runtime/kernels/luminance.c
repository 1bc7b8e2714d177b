#include "kernels/luminance.h"
#include "math/srgb.h"

TRN_FN float brightness(const luminance_args *a, int32_t from, int32_t to, size_t i)
{
    double r = (double)a->red[i], g = (double)a->green[i], b = (double)a->blue[i];
    const int32_t whole = (r == r) & (g == g) & (b == b);
    if (from == LUMINANCE_SRGB) r = trn_srgb_to_linear(r), g = trn_srgb_to_linear(g), b = trn_srgb_to_linear(b);
    const double most = trn_max(r, trn_max(g, b)), least = trn_min(r, trn_min(g, b));
    double value = (r * a->weight[0] + g * a->weight[1]) + b * a->weight[2];
    value = a->maximum ? most : value;
    value = a->minimum ? least : value;
    if (to == LUMINANCE_SRGB) value = trn_linear_to_srgb(value);
    if (to == LUMINANCE_LIGHTNESS) value = trn_cie_lightness(value);
    return whole ? trn_one_nan_f((float)value) : NAN;
}

/* constants make better loops */
TRN_FN void each(const luminance_args *args, int32_t from, int32_t to, int32_t y0, int32_t y1)
{
    const luminance_args a = *args;
    const size_t begin = (size_t)y0 * (size_t)a.width, end = (size_t)y1 * (size_t)a.width;
#pragma omp simd
    for (size_t i = begin; i < end; ++i) a.out[i] = brightness(&a, from, to, i);
}
TRN_FN void luminance_rows(const luminance_args *a, int32_t y0, int32_t y1)
{
    if (a->from == LUMINANCE_SRGB) {
        if (a->to == LUMINANCE_SRGB) each(a, LUMINANCE_SRGB, LUMINANCE_SRGB, y0, y1);
        else if (a->to == LUMINANCE_LIGHTNESS) each(a, LUMINANCE_SRGB, LUMINANCE_LIGHTNESS, y0, y1);
        else each(a, LUMINANCE_SRGB, LUMINANCE_LINEAR, y0, y1);
    } else {
        if (a->to == LUMINANCE_SRGB) each(a, LUMINANCE_LINEAR, LUMINANCE_SRGB, y0, y1);
        else if (a->to == LUMINANCE_LIGHTNESS) each(a, LUMINANCE_LINEAR, LUMINANCE_LIGHTNESS, y0, y1);
        else each(a, LUMINANCE_LINEAR, LUMINANCE_LINEAR, y0, y1);
    }
}
TRN_ROW_KERNEL(luminance)
