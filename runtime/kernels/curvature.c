#include "kernels/curvature.h"

TRN_FN float curved(const curvature_args *a, trn_bend d, int32_t kind)
{
    const trn_bend world = {d.p * a->slope, d.q * a->slope, d.r * a->bend, d.s * a->bend, d.t * a->bend};
    return trn_one_nan_f(trn_curvature_of(world, kind) * a->scale);
}

TRN_FN void curvature_row(const curvature_args *a, int32_t y, int32_t kind)
{
    const size_t begin = (size_t)y * (size_t)a->width;
    const float *row = a->z + begin, *south = row - a->width, *north = row + a->width;
    float *out = a->out + begin;
    const int32_t border = y == 0 || y == a->height - 1;
    const int32_t step = border || a->width < 3 ? 1 : a->width - 1, last = a->width - 1;
    for (int32_t x = 0; x < a->width; x += step) out[x] = curved(a, trn_bend_at(a->z, a->width, a->height, x, y, a->wrap), kind);
    if (border) return;
#pragma omp simd
    for (int32_t x = 1; x < last; ++x) out[x] = curved(a, trn_bend_inside(south, row, north, x - 1, x, x + 1), kind);
}

TRN_FN void curvature_rows(const curvature_args *args, int32_t y0, int32_t y1)
{
    const curvature_args a = *args;
    for (int32_t y = y0; y < y1; ++y) {
        switch (a.kind) { /* a loop of its own for each */
        case CURVATURE_MEAN: curvature_row(&a, y, CURVATURE_MEAN); break;
        case CURVATURE_GAUSSIAN: curvature_row(&a, y, CURVATURE_GAUSSIAN); break;
        case CURVATURE_PROFILE: curvature_row(&a, y, CURVATURE_PROFILE); break;
        case CURVATURE_TANGENTIAL: curvature_row(&a, y, CURVATURE_TANGENTIAL); break;
        default: curvature_row(&a, y, CURVATURE_PLAN);
        }
    }
}
TRN_ROW_KERNEL(curvature)
