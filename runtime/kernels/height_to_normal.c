#include "kernels/height_to_normal.h"
#include <math.h>

TRN_FN void put_normal(const height_to_normal_args *a, int32_t x, int32_t y, trn_slope s)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const double p = s.u * a->scale, q = s.v * a->scale;
    const double inverse = 1.0 / sqrt((p * p + q * q) + 1.0);
    a->nu[i] = (float)(0.0 - p * inverse); /* from zero, so that flat ground has no negative zeros */
    a->nv[i] = (float)(0.0 - q * inverse);
    a->nz[i] = (float)inverse;
}

TRN_FN void height_to_normal_cell(const height_to_normal_args *a, int32_t x, int32_t y, trn_taps u, trn_taps v)
{
    put_normal(a, x, y, trn_central(a->z, a->width, x, y, u, v));
}
TRN_STENCIL_KERNEL(height_to_normal)

TRN_FN void height_to_normal_sobel_cell(const height_to_normal_args *a, int32_t x, int32_t y, trn_taps u, trn_taps v)
{
    put_normal(a, x, y, trn_sobel(a->z, a->width, x, y, u, v));
}
TRN_STENCIL_KERNEL(height_to_normal_sobel)
