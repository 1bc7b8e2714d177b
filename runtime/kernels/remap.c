#include "kernels/remap.h"
#include "math/exp.h"
#include "math/scalar.h"

TRN_FN float remapped(const remap_args *a, int32_t curved, float value)
{
    double t = ((double)value - a->low) * a->inverse;
    t = a->clamp ? trn_saturate(t) : t;
    if (curved) t = copysign(trn_pow(fabs(t), a->gamma), t);
    return (float)(a->start + t * a->span);
}
static void remap_rows(const remap_args *args, int32_t y0, int32_t y1)
{
    const remap_args a = *args;
    const size_t begin = (size_t)y0 * (size_t)a.width, end = (size_t)y1 * (size_t)a.width;
    if (a.gamma == 1.0) {
#pragma omp simd
        for (size_t i = begin; i < end; ++i) a.to[i] = remapped(&a, 0, a.from[i]);
    } else {
#pragma omp simd
        for (size_t i = begin; i < end; ++i) a.to[i] = remapped(&a, 1, a.from[i]);
    }
}
TRN_ROW_KERNEL(remap)
