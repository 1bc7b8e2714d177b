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
TRN_FN float trn_steepness(trn_incline s) { return sqrtf(s.p * s.p + s.q * s.q); } /* the tangent of the slope */
#endif
