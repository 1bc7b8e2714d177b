/* scalar.h - comparisons, rounding and interpolation of single numbers.
 *
 * Names ending in _f take float, in _i int32_t, the others double. Everything is free of branches, so that loops over
 * pixels vectorise, and gives the same bits everywhere: min and max are comparisons, never fmin. No function traps or
 * casts a number that does not fit. NaN: said where it matters. */
#ifndef TRN_MATH_SCALAR_H
#define TRN_MATH_SCALAR_H
#include "math/fn.h"
#include <math.h> /* of it only fabs, copysign and sqrt, which are exact */
#include <stdint.h>

/* ---- least, greatest, clamped ------------------------------------------------------------------------------------
 * min and max return b when either is NaN. clamp keeps a NaN x; lo <= hi is the caller's business (hi wins). */
TRN_FN float trn_min_f(float a, float b) { return a < b ? a : b; }
TRN_FN float trn_max_f(float a, float b) { return a > b ? a : b; }
TRN_FN float trn_clamp_f(float x, float lo, float hi) { return trn_min_f(hi, trn_max_f(lo, x)); }
TRN_FN float trn_saturate_f(float x) { return trn_clamp_f(x, 0.0f, 1.0f); }
TRN_FN double trn_min(double a, double b) { return a < b ? a : b; }
TRN_FN double trn_max(double a, double b) { return a > b ? a : b; }
TRN_FN double trn_clamp(double x, double lo, double hi) { return trn_min(hi, trn_max(lo, x)); }
TRN_FN double trn_saturate(double x) { return trn_clamp(x, 0.0, 1.0); }
TRN_FN int32_t trn_min_i(int32_t a, int32_t b) { return a < b ? a : b; }
TRN_FN int32_t trn_max_i(int32_t a, int32_t b) { return a > b ? a : b; }
TRN_FN int32_t trn_clamp_i(int32_t x, int32_t lo, int32_t hi) { return trn_min_i(hi, trn_max_i(lo, x)); }

/* -1, 0 or 1; 0 for both zeros and NaN */
TRN_FN float trn_sign_f(float x) { return (float)((x > 0.0f) - (x < 0.0f)); }
TRN_FN double trn_sign(double x) { return (double)((x > 0.0) - (x < 0.0)); }

/* x, but of all NaN the same one: which of two NaN an operation passes on, and its sign, is the compiler's choice */
TRN_FN float trn_one_nan_f(float x) { return x == x ? x : NAN; }

/* ---- rounding ----------------------------------------------------------------------------------------------------
 * To a whole number as a float: exact for every x, infinities and NaN kept, the sign of zero kept. Adding and
 * subtracting 2^23 (2^52) rounds to nearest even, and numbers above that are whole already. */
TRN_FN float trn_rint_f(float x)
{
    float r = copysignf((fabsf(x) + 8388608.0f) - 8388608.0f, x);
    return fabsf(x) < 8388608.0f ? r : x;
}
TRN_FN double trn_rint(double x)
{
    double r = copysign((fabs(x) + 4503599627370496.0) - 4503599627370496.0, x);
    return fabs(x) < 4503599627370496.0 ? r : x;
}
TRN_FN float trn_floor_f(float x)
{
    float r = trn_rint_f(x);
    return r > x ? r - 1.0f : r;
}
TRN_FN double trn_floor(double x)
{
    double r = trn_rint(x);
    return r > x ? r - 1.0 : r;
}
TRN_FN float trn_ceil_f(float x) { return -trn_floor_f(-x); }
TRN_FN double trn_ceil(double x) { return -trn_floor(-x); }
/* x - floor(x), in [0, 1) always: where the difference would round to 1 it is the number below 1 */
TRN_FN float trn_fract_f(float x)
{
    float f = x - trn_floor_f(x);
    return f < 1.0f ? f : 0.99999994f;
}
TRN_FN double trn_fract(double x)
{
    double f = x - trn_floor(x);
    return f < 1.0 ? f : 0.99999999999999989;
}

/* To an integer: floor, or nearest with ties to even, after clamping to +-2^30 (32 bits) or +-2^62 (64 bits); NaN gives
 * the lower end. */
TRN_FN float trn_castable_f_(float x) { return trn_min_f(x > -1073741824.0f ? x : -1073741824.0f, 1073741824.0f); }
TRN_FN double trn_castable_(double x, double end) { return trn_min(x > -end ? x : -end, end); }
TRN_FN int32_t trn_ifloor_f(float x) { return (int32_t)trn_floor_f(trn_castable_f_(x)); }
TRN_FN int32_t trn_irint_f(float x) { return (int32_t)trn_rint_f(trn_castable_f_(x)); }
TRN_FN int32_t trn_ifloor(double x) { return (int32_t)trn_floor(trn_castable_(x, 1073741824.0)); }
TRN_FN int32_t trn_irint(double x) { return (int32_t)trn_rint(trn_castable_(x, 1073741824.0)); }
TRN_FN int64_t trn_lfloor(double x) { return (int64_t)trn_floor(trn_castable_(x, 4611686018427387904.0)); }

/* a modulo n, n > 0, in [0, n): what wrapping indices need */
TRN_FN int32_t trn_wrap_i(int32_t a, int32_t n)
{
    int32_t r = a % n;
    return r < 0 ? r + n : r;
}

/* ---- interpolation ----------------------------------------------------------------------------------------------- */
/* exactly a at t = 0; at t = 1 as near b as b - a is exact */
TRN_FN float trn_lerp_f(float a, float b, float t) { return a + t * (b - a); }
TRN_FN double trn_lerp(double a, double b, double t) { return a + t * (b - a); }
/* 0 up to lo, 1 from hi on, 3t^2 - 2t^3 between; a step at lo when hi <= lo */
TRN_FN float trn_smoothstep_f(float lo, float hi, float x)
{
    float t = trn_saturate_f(hi > lo ? (x - lo) / (hi - lo) : (float)(x >= lo));
    return t * t * (3.0f - 2.0f * t);
}
TRN_FN double trn_smoothstep(double lo, double hi, double x)
{
    double t = trn_saturate(hi > lo ? (x - lo) / (hi - lo) : (double)(x >= lo));
    return t * t * (3.0 - 2.0 * t);
}
/* 6t^5 - 15t^4 + 10t^3 for t in [0, 1]: first and second derivatives vanish at both ends (Perlin 2002) */
TRN_FN float trn_fade_f(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }
TRN_FN double trn_fade(double t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); }
#endif
