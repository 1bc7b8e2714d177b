#include "kernels/gradient.h"
#include "math/scalar.h"
#include "math/trig.h"

TRN_FN double gradient_place(const gradient_args *a, int32_t i, int32_t j)
{
    const double x = a->first_x + 2.0 * i, y = a->first_y + 2.0 * j; /* whole numbers */
    const double half_x = 0.5 * a->whole_x, half_y = 0.5 * a->whole_y;
    switch (a->direction) {
    case TRN_GRADIENT_V: return y / a->whole_y;
    case TRN_GRADIENT_U: return x / a->whole_x;
    case TRN_GRADIENT_DIAGONAL: return ((x - half_x) * a->along_x + (y - half_y) * a->along_y) + 0.5;
    }
    const double u = (x - half_x) / a->unit - a->center_x, v = (y - half_y) / a->unit - a->center_y;
    return a->direction == TRN_GRADIENT_RADIAL ? 2.0 * trn_hypot(u, v) : trn_fract(trn_atan2(v, u));
}
TRN_FN void gradient_cell(const gradient_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    int32_t stop;
    double f;
    trn_ramp_find(&a->ramp, gradient_place(a, x, y), &stop, &f);
    const double value = trn_ramp_at(&a->ramp, stop, f, a->channel);
    if (a->plane) a->plane[i] = (float)value;
    else a->exact[i] = value;
}
TRN_FN void gradient_rows(const gradient_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; ++x) gradient_cell(a, x, y); /* searching among stops is no work for vectors */
}
TRN_SPLIT_KERNEL(gradient)
