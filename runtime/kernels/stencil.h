/* stencil.h - 3x3 neighbourhoods whose borders continue the surface, the gradient taken from them, and the kernels
 * that walk over them.
 *
 * Border rule: either the image repeats, or a cell beyond it lies on the line through the two outermost cells (a "linear
 * ghost", 2 h0 - h1). The central difference against that ghost is twice the one-sided difference, and averaging with
 * the weights 1 2 1 across a border gives the border cell itself; so both are had by choosing neighbours, without
 * computing ghosts. Planes come out exact in the border ring too. An axis of one cell has no slope. */
#ifndef TRN_STENCIL_H
#define TRN_STENCIL_H
#include "kernels/kernel.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct trn_taps { /* of one cell along one axis */
    int32_t lo, hi;   /* the cells a difference is taken between */
    int32_t slo, shi; /* the cells that weigh 1 beside this one's 2 */
    double step;      /* 1/(how many cells lie from lo to hi): a power of two, so that it never rounds */
} trn_taps;

TRN_FN trn_taps trn_inner_taps(int32_t i)
{
    const trn_taps t = {i - 1, i + 1, i - 1, i + 1, 0.5};
    return t;
}

TRN_FN trn_taps trn_border_taps(int32_t i, int32_t count, int32_t wrap)
{
    trn_taps t = trn_inner_taps(i);
    if (i > 0 && i < count - 1) return t;
    if (wrap) {
        if (i == 0) t.lo = t.slo = count - 1;
        if (i == count - 1) t.hi = t.shi = 0;
    } else {
        t.slo = t.shi = i;
        t.step = 1.0;
        if (i == 0) t.lo = 0;
        if (i == count - 1) t.hi = i;
    }
    return t;
}

typedef struct trn_slope { double u, v; } trn_slope; /* rise in one cell towards +u and +v */

/* Central differences. z is packed, `width` cells a row. */
TRN_FN trn_slope trn_central(const float *z, int32_t width, int32_t x, int32_t y, trn_taps u, trn_taps v)
{
    const float *row = z + (size_t)y * (size_t)width;
    const float *south = z + (size_t)v.lo * (size_t)width, *north = z + (size_t)v.hi * (size_t)width;
    const trn_slope s = {((double)row[u.hi] - (double)row[u.lo]) * u.step, ((double)north[x] - (double)south[x]) * v.step};
    return s;
}

/* Sobel's operator: differences averaged across with the weights 1 2 1. */
TRN_FN trn_slope trn_sobel(const float *z, int32_t width, int32_t x, int32_t y, trn_taps u, trn_taps v)
{
    const float *row = z + (size_t)y * (size_t)width;
    const float *below = z + (size_t)v.slo * (size_t)width, *above = z + (size_t)v.shi * (size_t)width;
    const float *south = z + (size_t)v.lo * (size_t)width, *north = z + (size_t)v.hi * (size_t)width;
    const double du = (double)row[u.hi] - (double)row[u.lo];
    const double du_below = (double)below[u.hi] - (double)below[u.lo];
    const double du_above = (double)above[u.hi] - (double)above[u.lo];
    const double dv = (double)north[x] - (double)south[x];
    const double dv_left = (double)north[u.slo] - (double)south[u.slo];
    const double dv_right = (double)north[u.shi] - (double)south[u.shi];
    const trn_slope s = {((du_below + du_above) + (du + du)) * (0.25 * u.step), ((dv_left + dv_right) + (dv + dv)) * (0.25 * v.step)};
    return s;
}

/* ---- the second order ----
 * Border rule: a cell beyond the border lies on the parabola through the three outermost cells (3 h0 - 3 h1 + h2), so that
 * quadratics come out exact in the border ring too; of two cells an axis has a slope, of one it has none. Derivatives are by cells.
 *
 * Inside, differences of heights are taken in float, where most are exact: what they lose is no more than what the heights
 * have lost by being floats. */
typedef struct trn_fit { int32_t at[3]; double first[3], second[3]; } trn_fit; /* cells of one axis, and what they weigh */
TRN_FN trn_fit trn_fit_at(int32_t i, int32_t count)
{
    const trn_fit inner = {{i - 1, i, i + 1}, {-0.5, 0.0, 0.5}, {1.0, -2.0, 1.0}};
    const trn_fit none = {{i, i, i}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}, two = {{0, 1, 1}, {-1.0, 1.0, 0.0}, {0.0, 0.0, 0.0}};
    const trn_fit begin = {{0, 1, 2}, {-1.5, 2.0, -0.5}, {1.0, -2.0, 1.0}};
    const trn_fit end = {{count - 3, count - 2, count - 1}, {0.5, -2.0, 1.5}, {1.0, -2.0, 1.0}};
    return i > 0 && i < count - 1 ? inner : count == 1 ? none : count == 2 ? two : i == 0 ? begin : end;
}

typedef struct trn_bend { float p, q, r, s, t; } trn_bend; /* z_u, z_v, z_uu, z_uv, z_vv */
/* Of a cell that has neighbours on all sides, in columns w and e. */
TRN_FN trn_bend trn_bend_inside(const float *south, const float *row, const float *north, int32_t w, int32_t x, int32_t e)
{
    const float here = row[x], west = row[w], east = row[e];
    const trn_bend d = {
        0.5f * (east - west), 0.5f * (north[x] - south[x]), (east - here) - (here - west),
        0.25f * ((north[e] - north[w]) - (south[e] - south[w])), (north[x] - here) - (here - south[x]),
    };
    return d;
}
/* Of any cell. Where the image wraps nothing tells its edge from the pixels of a piece that was cut there: the same arithmetic. */
TRN_FN trn_bend trn_bend_at(const float *z, int32_t width, int32_t height, int32_t x, int32_t y, int32_t wrap)
{
    const int32_t last = width - 1, top = height - 1;
    const float *row = z + (size_t)y * (size_t)width;
    if (wrap || (x > 0 && x < last && y > 0 && y < top)) {
        const float *south = z + (size_t)(y == 0 ? top : y - 1) * (size_t)width, *north = z + (size_t)(y == top ? 0 : y + 1) * (size_t)width;
        return trn_bend_inside(south, row, north, x == 0 ? last : x - 1, x, x == last ? 0 : x + 1);
    }
    const trn_fit u = trn_fit_at(x, width), v = trn_fit_at(y, height);
    double p = 0.0, q = 0.0, r = 0.0, s = 0.0, t = 0.0;
    for (int32_t b = 0; b < 3; ++b) {
        const float *across = z + (size_t)v.at[b] * (size_t)width;
        double slope = 0.0;
        for (int32_t a = 0; a < 3; ++a) slope += u.first[a] * (double)across[u.at[a]];
        s += v.first[b] * slope;
        p += u.first[b] * (double)row[u.at[b]];
        r += u.second[b] * (double)row[u.at[b]];
        q += v.first[b] * (double)across[x];
        t += v.second[b] * (double)across[x];
    }
    const trn_bend d = {(float)p, (float)q, (float)r, (float)s, (float)t};
    return d;
}

/* Defines kernel `name` from <name>_cell(const <name>_args *, int32_t x, int32_t y, trn_taps u, trn_taps v) above it.
 * The arguments have a member `int32_t wrap`. Only the two outermost columns pay for the border. */
#if !defined(TRN_DEVICE_CODE)
#define TRN_STENCIL_KERNEL(name)                                                                                   \
    void TRN_ROWS(name, TRN_ISA)(const void *args, int32_t y0, int32_t y1)                                         \
    {                                                                                                              \
        const name##_args a = *(const name##_args *)args;                                                          \
        const int32_t last = a.width - 1;                                                                          \
        for (int32_t y = y0; y < y1; ++y) {                                                                        \
            const trn_taps v = trn_border_taps(y, a.height, a.wrap);                                               \
            name##_cell(&a, 0, y, trn_border_taps(0, a.width, a.wrap), v);                                         \
            _Pragma("omp simd")                                                                                    \
            for (int32_t x = 1; x < last; ++x) name##_cell(&a, x, y, trn_inner_taps(x), v);                        \
            if (last > 0) name##_cell(&a, last, y, trn_border_taps(last, a.width, a.wrap), v);                     \
        }                                                                                                          \
    }
#else
#define TRN_STENCIL_KERNEL(name)                                                                                   \
    __global__ void trn_cells_##name(name##_args a, int32_t y0, int32_t y1)                                        \
    {                                                                                                              \
        const int32_t x = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x);                                        \
        const int32_t y = y0 + (int32_t)(blockIdx.y * blockDim.y + threadIdx.y);                                   \
        if (x < a.width && y < y1)                                                                                 \
            name##_cell(&a, x, y, trn_border_taps(x, a.width, a.wrap), trn_border_taps(y, a.height, a.wrap));      \
    }                                                                                                              \
    TRN_LAUNCH(name, trn_cells_##name, a.width, 32)
#endif
#endif
