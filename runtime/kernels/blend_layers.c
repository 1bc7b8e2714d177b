#include "kernels/blend_layers.h"
#include "kernels/blend.h"

/* a and b near each other are rounded off, over `radius` each way: a parabola that leaves both with their own slope. */
TRN_FN double smooth_minimum(double a, double b, double radius)
{
    const double near = trn_max(radius - fabs(a - b), 0.0);
    return (a < b ? a : b) - near * near / (4.0 * radius);
}
TRN_FN double mixed(int32_t mode, double a, double b, double radius)
{
    switch (mode) {
    case BLEND_ADD: return a + b;
    case BLEND_SUBTRACT: return a - b;
    case BLEND_MULTIPLY: return a * b;
    case BLEND_MINIMUM: return a < b ? a : b;
    case BLEND_MAXIMUM: return a > b ? a : b;
    case BLEND_SMOOTH_MINIMUM: return smooth_minimum(a, b, radius);
    case BLEND_SMOOTH_MAXIMUM: return -smooth_minimum(-a, -b, radius);
    case BLEND_OVERLAY: return a < 0.5 ? 2.0 * a * b : 1.0 - 2.0 * (1.0 - a) * (1.0 - b);
    case BLEND_SCREEN: return 1.0 - (1.0 - a) * (1.0 - b);
    case BLEND_DIFFERENCE: return fabs(a - b);
    default: return b;
    }
}
TRN_FN void blend_row(const blend_layers_args *g, int32_t mode, size_t begin, size_t end)
{
#pragma omp simd
    for (size_t i = begin; i < end; ++i) {
        const double a = (double)g->a[i], b = (double)g->b[i];
        const double share = g->mask ? trn_saturate((double)g->mask[i]) : 1.0;
        const double f = mixed(mode, a, b, g->radius), lost = a + b; /* a comparison would drop a void */
        const double to = mode == BLEND_MIX || lost == lost ? f : lost;
        const double shown = (g->invert ? 1.0 - share : share) * g->opacity;
        const float all = trn_one_nan_f((float)trn_blend(a, to, shown)); /* of two voids either may win */
        g->out[i] = shown > 0.0 ? all : g->a[i];
    }
}
static void blend_layers_rows(const blend_layers_args *a, int32_t y0, int32_t y1)
{
    const size_t begin = (size_t)y0 * (size_t)a->width, end = (size_t)y1 * (size_t)a->width;
    const blend_layers_args g = *a;
    switch (g.mode) { /* a loop for each: the mode is constant in it */
#define MODE(M) case M: blend_row(&g, M, begin, end); break;
    MODE(BLEND_MIX) MODE(BLEND_ADD) MODE(BLEND_SUBTRACT) MODE(BLEND_MULTIPLY) MODE(BLEND_MINIMUM) MODE(BLEND_MAXIMUM)
    MODE(BLEND_SMOOTH_MINIMUM) MODE(BLEND_SMOOTH_MAXIMUM) MODE(BLEND_OVERLAY) MODE(BLEND_SCREEN) MODE(BLEND_DIFFERENCE)
    }
}
TRN_ROW_KERNEL(blend_layers)
