#include "kernels/pattern.h"
#include "math/exp.h"
#include <math.h>

/* z <- z^2 + c until |z| is 256 or more. Pixels go side by side, those that are done stay as they are: each sees the same operations
 * whatever its neighbours do. */
enum { JULIA_LANES = 16 };
#define JULIA_BAILOUT2 65536.0

typedef struct julia_lanes { double x[JULIA_LANES], y[JULIA_LANES], square[JULIA_LANES], least[JULIA_LANES], n[JULIA_LANES]; } julia_lanes;

/* lanes: a constant, JULIA_LANES or 1 */
TRN_FN void julia_escape(int32_t lanes, const pattern_julia_args *a, const double *cx, const double *cy, julia_lanes *z)
{
    TRN_ROLLED for (int32_t n = 0; n < a->iterations; ++n) {
        double left = 0.0;
        _Pragma("omp simd reduction(+ : left)")
        for (int32_t i = 0; i < lanes; ++i) {
            const double x = z->x[i], y = z->y[i];
            const double nx = (x * x - y * y) + cx[i], ny = 2.0 * x * y + cy[i], square = nx * nx + ny * ny;
            const int on = z->square[i] < JULIA_BAILOUT2;
            z->x[i] = on ? nx : x;
            z->y[i] = on ? ny : y;
            z->square[i] = on ? square : z->square[i];
            z->least[i] = on ? trn_min(square, z->least[i]) : z->least[i];
            z->n[i] += on ? 1.0 : 0.0;
            left += on ? 1.0 : 0.0; /* whole numbers, exact in any order */
        }
        if (left == 0.0) return;
    }
}

/* `count` pixels from (x, y) on, as many as there are lanes at most */
TRN_FN void julia_bundle(int32_t lanes, const pattern_julia_args *a, int32_t x, int32_t y, int32_t count)
{
    const double most = (double)a->iterations;
    double cx[JULIA_LANES], cy[JULIA_LANES];
    julia_lanes z;
    for (int32_t i = 0; i < lanes; ++i) {
        const double re = a->real[x + trn_min_i(i, count - 1)], im = a->imaginary[y];
        cx[i] = a->mandelbrot ? re : a->c[0];
        cy[i] = a->mandelbrot ? im : a->c[1];
        z.x[i] = a->mandelbrot ? 0.0 : re;
        z.y[i] = a->mandelbrot ? 0.0 : im;
        z.square[i] = z.x[i] * z.x[i] + z.y[i] * z.y[i];
        z.least[i] = a->mandelbrot ? INFINITY : z.square[i];
        z.n[i] = 0.0;
    }
    julia_escape(lanes, a, cx, cy, &z);
    for (int32_t i = 0; i < count; ++i) {
        const size_t at = (size_t)y * (size_t)a->width + (size_t)(x + i);
        const int escaped = z.square[i] >= JULIA_BAILOUT2;
        /* n - log2(ln |z|^2 / (2 ln 256)): whole where |z| is 256 */
        const double nu = escaped ? z.n[i] - trn_log2(trn_log2(z.square[i]) * 0.0625) : most;
        a->value[at] = (float)trn_saturate(nu / most);
        a->inside[at] = escaped ? 0.0f : 1.0f;
        a->trap[at] = (float)sqrt(z.least[i]);
    }
}
TRN_FN void pattern_julia_cell(const pattern_julia_args *a, int32_t x, int32_t y) { julia_bundle(1, a, x, y, 1); }
TRN_FN void pattern_julia_rows(const pattern_julia_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; x += JULIA_LANES) julia_bundle(JULIA_LANES, a, x, y, trn_min_i(JULIA_LANES, a->width - x));
}
TRN_SPLIT_KERNEL(pattern_julia)
