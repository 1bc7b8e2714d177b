#include "kernels/gradient.h"
#include "math/scalar.h"
#include "math/trig.h"

TRN_FN double gradient_place(const gradient_args *a, int32_t direction, int32_t i, int32_t j)
{
    const double x = a->first_x + 2.0 * i, y = a->first_y + 2.0 * j; /* whole numbers */
    const double half_x = 0.5 * a->whole_x, half_y = 0.5 * a->whole_y;
    switch (direction) {
    case TRN_GRADIENT_V: return y / a->whole_y;
    case TRN_GRADIENT_U: return x / a->whole_x;
    case TRN_GRADIENT_DIAGONAL: return ((x - half_x) * a->along_x + (y - half_y) * a->along_y) + 0.5;
    }
    const double u = (x - half_x) / a->unit - a->center_x, v = (y - half_y) / a->unit - a->center_y;
    return direction == TRN_GRADIENT_RADIAL ? 2.0 * trn_hypot(u, v) : trn_fract(trn_atan2(v, u));
}
TRN_FN void gradient_put(const gradient_args *a, size_t at, double t)
{
    int32_t stop;
    double f;
    trn_ramp_find(&a->ramp, t, &stop, &f);
    const double value = trn_ramp_at(&a->ramp, stop, f, a->channel);
    if (a->plane) a->plane[at] = (float)value;
    else a->exact[at] = value;
}
TRN_FN void gradient_cell(const gradient_args *a, int32_t x, int32_t y)
{
    gradient_put(a, (size_t)y * (size_t)a->width + (size_t)x, gradient_place(a, a->direction, x, y));
}

/* A loop for each direction, of which compilers make vectors; searching among stops is no work for them. */
enum { GRADIENT_CHUNK = 128 };
#define PLACES(DIRECTION)                                                                      \
    case DIRECTION:                                                                            \
        for (int32_t i = 0; i < n; ++i) t[i] = gradient_place(&a, DIRECTION, x + i, y);        \
        break
TRN_FN void gradient_rows(const gradient_args *args, int32_t y0, int32_t y1)
{
    const gradient_args a = *args;
    const int32_t chunks = (a.width + GRADIENT_CHUNK - 1) / GRADIENT_CHUNK;
    for (int32_t y = y0; y < y1; ++y) {
        for (int32_t chunk = 0; chunk < chunks; ++chunk) {
            const int32_t x = chunk * GRADIENT_CHUNK, n = trn_min_i(a.width - x, GRADIENT_CHUNK);
            double t[GRADIENT_CHUNK];
            switch (a.direction) {
                PLACES(TRN_GRADIENT_V); PLACES(TRN_GRADIENT_U); PLACES(TRN_GRADIENT_DIAGONAL); PLACES(TRN_GRADIENT_RADIAL);
                PLACES(TRN_GRADIENT_ANGULAR);
            }
            for (int32_t i = 0; i < n; ++i) gradient_put(&a, (size_t)y * (size_t)a.width + (size_t)(x + i), t[i]);
        }
    }
}
TRN_SPLIT_KERNEL(gradient)
#undef PLACES
