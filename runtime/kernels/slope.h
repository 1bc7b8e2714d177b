/* How steep a height map is, and which way is down. */
#ifndef TRN_SLOPE_H
#define TRN_SLOPE_H
#include "kernels/stencil.h"
#include "math/scalar.h"

enum { SLOPE_DEGREES, SLOPE_TANGENT, SLOPE_NORMALIZED };

typedef struct slope_args {
    const float *z;
    float *slope, *aspect;   /* NULL: not wanted */
    float *down_u, *down_v;  /* both or neither */
    int32_t width, height;
    int32_t wrap, units;
    float scale;             /* world height of one unit of z over the width of a cell */
} slope_args;
TRN_KERNEL_DECLARE(slope);

/* What is less steep is flat: it has no direction. */
#define TRN_FLAT 1e-12f
typedef struct trn_incline { float p, q; } trn_incline; /* rises over a run of one, towards +u and +v */
/* Where z is a void the slope is one too. */
TRN_FN trn_incline trn_incline_of(float here, float p, float q, float scale)
{
    const float none = here == here ? 0.0f : here;
    const trn_incline s = {p * scale + none, q * scale + none};
    return s;
}
TRN_FN trn_incline trn_incline_inside(const float *south, const float *row, const float *north, int32_t x, float scale) /* as trn_bend_inside */
{
    return trn_incline_of(row[x], 0.5f * (row[x + 1] - row[x - 1]), 0.5f * (north[x] - south[x]), scale);
}
TRN_FN trn_incline trn_incline_at(const float *z, int32_t width, int32_t height, int32_t x, int32_t y, int32_t wrap, float scale)
{
    const trn_bend d = trn_bend_at(z, width, height, x, y, wrap);
    return trn_incline_of(z[(size_t)y * (size_t)width + (size_t)x], d.p, d.q, scale);
}
TRN_FN float trn_steepness(trn_incline s) { return sqrtf(s.p * s.p + s.q * s.q); } /* the tangent of the slope */
#endif
