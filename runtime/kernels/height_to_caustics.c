#include "kernels/height_to_caustics.h"

#define STEEPEST 3e38 /* one-sided differences of floats can be more than a float holds */

TRN_FN void caustics_slopes_cell(const caustics_slopes_args *a, int32_t x, int32_t y, trn_taps u, trn_taps v)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const trn_slope s = trn_central(a->z, a->width, x, y, u, v);
    a->u[i] = (float)trn_clamp(s.u, -STEEPEST, STEEPEST);
    a->v[i] = (float)trn_clamp(s.v, -STEEPEST, STEEPEST);
}
TRN_STENCIL_KERNEL(caustics_slopes)

/* The pixel that lies next on the side of an offset; at a border that does not repeat, the pixel itself. */
TRN_FN int32_t beside(int32_t at, double offset, int32_t count, int32_t wrap)
{
    const int32_t next = at + (offset > 0.0) - (offset < 0.0);
    return wrap ? trn_wrap_i(next, count) : trn_clamp_i(next, 0, count - 1);
}

#define FARTHEST 1e8 /* pixels; in 2^-20 of them it is a whole number that a double holds */

typedef struct rows { const float *here, *next; } rows; /* of slopes: the pixel's row and the one on the photon's side */

/* Where the photon lands that enters dx, dy from the centre of pixel x; next: the pixel on its side. */
TRN_FN void land(const caustics_photons_args *a, int limited, rows pu, rows pv, int32_t x, int32_t next, double dx, double dy, size_t to)
{
    const double tx = fabs(dx), ty = fabs(dy), most = a->water.most;
    const double p = trn_lerp(trn_lerp((double)pu.here[x], (double)pu.here[next], tx), trn_lerp((double)pu.next[x], (double)pu.next[next], tx), ty);
    const double q = trn_lerp(trn_lerp((double)pv.here[x], (double)pv.here[next], tx), trn_lerp((double)pv.next[x], (double)pv.next[next], tx), ty);
    double u, v;
    caustics_refract(&a->water, p * a->water.scale, q * a->water.scale, &u, &v);
    u -= a->water.calm_u;
    v -= a->water.calm_v;
    if (limited) {
        const double far = sqrt(u * u + v * v), part = far > most ? most / far : 1.0;
        u *= part;
        v *= part;
    }
    a->u[to] = caustics_fixed(dx + trn_clamp(u, -FARTHEST, FARTHEST));
    a->v[to] = caustics_fixed(dy + trn_clamp(v, -FARTHEST, FARTHEST));
}

/* Photon (i, j) of the pixels of row y. */
TRN_FN void land_row(const caustics_photons_args *a, int limited, int32_t y, int32_t i, int32_t j)
{
    const double dx = caustics_offset(i, a->side), dy = caustics_offset(j, a->side);
    const size_t here = (size_t)y * (size_t)a->image_width;
    const size_t next = (size_t)beside(y, dy, a->image_height, a->wrap) * (size_t)a->image_width;
    const rows pu = {a->slope_u + here, a->slope_u + next}, pv = {a->slope_v + here, a->slope_v + next};
    const int32_t side = (dx > 0.0) - (dx < 0.0), end = a->x + a->width;
    const int32_t first = trn_max_i(a->x, side < 0 ? 1 : 0), last = trn_min_i(end, side > 0 ? a->image_width - 1 : end);
    const size_t at = (size_t)(j * a->side + i) * (size_t)a->pitch;
    if (first > a->x) land(a, limited, pu, pv, a->x, beside(a->x, dx, a->image_width, a->wrap), dx, dy, at);
    _Pragma("omp simd")
    for (int32_t x = first; x < last; ++x) land(a, limited, pu, pv, x, x + side, dx, dy, at + (size_t)(x - a->x));
    if (last < end) land(a, limited, pu, pv, last, beside(last, dx, a->image_width, a->wrap), dx, dy, at + (size_t)(last - a->x));
}

TRN_FN void caustics_photons_rows(const caustics_photons_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        for (int32_t k = 0; k < a->side * a->side; ++k) {
            if (a->water.most > 0.0) land_row(a, 1, y, k % a->side, k / a->side);
            else land_row(a, 0, y, k % a->side, k / a->side);
        }
    }
}
TRN_ROW_KERNEL(caustics_photons)
