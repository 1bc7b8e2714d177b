#include "kernels/curvature.h"

TRN_FN float curved(const curvature_args *a, trn_bend d, int32_t kind)
{
    const trn_bend world = {d.p * a->slope, d.q * a->slope, d.r * a->bend, d.s * a->bend, d.t * a->bend};
    return trn_one_nan_f((float)((double)trn_curvature_of(world, kind) * a->scale));
}

TRN_FN void curvature_row(const curvature_args *a, int32_t y, int32_t kind)
{
    const int32_t last = a->width - 1, top = a->height - 1, border = !a->wrap && (y == 0 || y == top);
    const size_t width = (size_t)a->width;
    float *out = a->out + (size_t)y * width;
    if (border || !a->wrap) {
        const int32_t step = border || last < 2 ? 1 : last;
        for (int32_t x = 0; x <= last; x += step) out[x] = curved(a, trn_bend_at(a->z, a->width, a->height, x, y, 0), kind);
        if (border) return;
    }
    /* where the image wraps nothing tells its edge from the pixels of a piece that was cut there: the same arithmetic */
    const float *row = a->z + (size_t)y * width, *south = a->z + (size_t)(y == 0 ? top : y - 1) * width;
    const float *north = a->z + (size_t)(y == top ? 0 : y + 1) * width;
    if (a->wrap) {
        out[0] = curved(a, trn_bend_inside(south, row, north, last, 0, last > 0), kind);
        out[last] = curved(a, trn_bend_inside(south, row, north, last > 0 ? last - 1 : 0, last, 0), kind);
    }
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
