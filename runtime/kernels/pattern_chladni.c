#include "kernels/pattern.h"

/* The distance to a nodal line is, to first order, the value over its slope. */
TRN_FN double chladni_line(const pattern_chladni_args *a, double f, double slope_x, double slope_y)
{
    const double slope = trn_max(sqrt(slope_x * slope_x + slope_y * slope_y), a->least);
    return slope > 0.0 ? pattern_stripe(fabs(f) / slope, a->line_width) : (double)(f == 0.0);
}
TRN_FN void pattern_chladni_cell(const pattern_chladni_args *a, int32_t x, int32_t y)
{
    const pattern_wave v = a->up[y];
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
    const pattern_wave u = a->across[x];
    const double f = a->amplitude * (u.n * v.m + a->ratio * (u.m * v.n)), size = fabs(f);
    double value = f;
    if (a->output == PATTERN_PIXEL_LINES)
        value = chladni_line(a, f, a->amplitude * (u.slope_n * v.m + a->ratio * (u.slope_m * v.n)),
                             a->amplitude * (u.n * v.slope_m + a->ratio * (u.m * v.slope_n)));
    else if (a->output == PATTERN_NODAL_LINES) value = 1.0 - trn_smoothstep(a->threshold - a->smoothing, a->threshold, size);
    else if (a->output == PATTERN_ABSOLUTE) value = size;
    a->value[at] = (float)value;
    a->wave[at] = (float)f;
}
TRN_FN void pattern_chladni_rows(const pattern_chladni_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; ++x) pattern_chladni_cell(a, x, y);
}
TRN_SPLIT_KERNEL(pattern_chladni)
