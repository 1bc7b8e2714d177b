/* trig.h - circular functions of angles in TURNS (degrees/360), float (_f) and double, the same bits on every machine.
 *
 * In turns the reduction to an eighth of a circle is exact, so quarter turns are exact too: the direction of 90
 * degrees is (0, 1). Every zero that comes out is +0. Minimax polynomials (Remez); + - * / sqrt and selections only,
 * so loops vectorise. Errors are bounds that spec/c/math_test.c holds, in units in the last place (ulp), measured as
 * exp.h says. */
#ifndef TRN_MATH_TRIG_H
#define TRN_MATH_TRIG_H
#include "math/bits.h"
#include "math/scalar.h"

#define TRN_PI 3.14159265358979323846
#define TRN_TAU 6.28318530717958647693 /* radians of a turn */

TRN_FN double trn_turns(double degrees) { return degrees / 360.0; }
TRN_FN double trn_degrees(double turns) { return turns * 360.0; }
TRN_FN float trn_turns_f(float degrees) { return degrees / 360.0f; }
TRN_FN float trn_degrees_f(float turns) { return turns * 360.0f; }

/* Sine and cosine of t turns, for any t; NaN for infinities. 1.7 ulp, near their zeros too; _f 1.63 */
TRN_FN void trn_sincos(double t, double *sine, double *cosine)
{
    double w = t - trn_rint(t), k = (4.0 * w + 6755399441055744.0) - 6755399441055744.0; /* k: -2 ... 2 */
    double r = w - 0.25 * k, u = r * r;
    double s = r * (6.2831853071795862 + u * (-41.341702240399762 + u * (81.605249276074929 + u * (-76.705859752996687 +
               u * (42.058693928726555 + u * (-15.094640379328693 + u * (3.8197869788793746 + u * -0.71161497086297543)))))));
    double c = 1.0 + u * (-19.739208802178716 + u * (64.939394022667926 + u * (-85.456817206509584 + u * (60.244641326482707 +
               u * (-26.426250686054473 + u * (7.903081377126056 + u * -1.6966616871075124))))));
    double odd = fabs(k);
    double a = odd == 1.0 ? c : s, b = odd == 1.0 ? s : c;
    *sine = (((k == -1.0) | (odd == 2.0)) ? -a : a) + 0.0;
    *cosine = (((k == 1.0) | (odd == 2.0)) ? -b : b) + 0.0;
}
TRN_FN void trn_sincos_f(float t, float *sine, float *cosine)
{
    float w = t - trn_rint_f(t), k = (4.0f * w + 12582912.0f) - 12582912.0f;
    float r = w - 0.25f * k, u = r * r;
    /* 2 pi in two pieces: the small one and the polynomial are added before the large product, which rounds last */
    float s = r * 6.28318548f + (r * -1.74845553e-7f + r * u * (-41.3416634f + u * (81.5923538f + u * -75.3935623f)));
    float c = 1.0f + u * (-19.7392082f + u * (64.9393082f + u * (-85.4422989f + u * 59.2027969f)));
    float odd = fabsf(k);
    float a = odd == 1.0f ? c : s, b = odd == 1.0f ? s : c;
    *sine = (((k == -1.0f) | (odd == 2.0f)) ? -a : a) + 0.0f;
    *cosine = (((k == 1.0f) | (odd == 2.0f)) ? -b : b) + 0.0f;
}
TRN_FN double trn_sin(double t)
{
    double s, c;
    trn_sincos(t, &s, &c);
    return s;
}
TRN_FN double trn_cos(double t)
{
    double s, c;
    trn_sincos(t, &s, &c);
    return c;
}
TRN_FN float trn_sin_f(float t)
{
    float s, c;
    trn_sincos_f(t, &s, &c);
    return s;
}
TRN_FN float trn_cos_f(float t)
{
    float s, c;
    trn_sincos_f(t, &s, &c);
    return c;
}
/* Tangent of degrees: the slope of an angle. Infinite at 90 degrees only. */
TRN_FN double trn_tan_deg(double degrees)
{
    double s, c;
    trn_sincos(trn_turns(degrees), &s, &c);
    return s / c;
}

/* The angle of (ax, ay), both >= 0, in [0, 1/4] turn; 0 at (0, 0), 1/8 where both are infinite */
TRN_FN double trn_arc_(double ay, double ax)
{
    double lo = trn_min(ax, ay), hi = trn_max(ax, ay), q = lo == hi ? (double)(hi > 0.0) : lo / hi;
    int fold = q > 0.41421356237309503; /* tan(1/16 turn) */
    double a = fold ? (q - 1.0) / (q + 1.0) : q, u = a * a;
    double p = a * (0.15915494309189535 + u * (-0.053051647697298122 + u * (0.031830988618287759 + u * (-0.022736420431660551 +
               u * (0.017683881994468985 + u * (-0.014468611953691726 + u * (0.01224227559648452 + u * (-0.010604473666817738 +
               u * (0.0093059881780705542 + u * (-0.0080153065334440665 + u * (0.0060464827996605415 +
               u * -0.0028381586898010899)))))))))));
    double t = fold ? 0.125 + p : p;
    return ay > ax ? 0.25 - t : t;
}
/* The angle of (ax, ay), both from 0 to 1e38 and not both 0. The turns from the nearest of 0, 1/8 and 1/4; what is divided for them
 * is made up with factors of 0 and 1, for of choices compilers divide on each side. */
TRN_FN float trn_arc_plain_f(float ay, float ax)
{
    float up = ay > ax * 0.414213568f ? 1.0f : 0.0f, down = ay > ax * 2.41421366f ? 0.0f : 1.0f; /* tangents of 1/16 and 3/16 turn */
    float a = (ay * down - ax * up) / (ay * up + ax * down), u = a * a;
    float p = a * (0.159154937f + u * (-0.0530507974f + u * (0.0317903347f + u * (-0.0220460463f + u * 0.0127104949f))));
    return 0.125f * (1.0f + (up - down)) + p;
}
TRN_FN float trn_arc_f_(float ay, float ax) /* as trn_arc_ */
{
    float end = ((ax == INFINITY) | (ay == INFINITY)) ? 0.0f : 1.0f, small = ((ax > 1e38f) | (ay > 1e38f)) ? 0.25f * end : 1.0f;
    float one = ay > 0.0f ? 1.0f : 0.0f, y = ay == INFINITY ? 1.0f : ay * small, x = ax == INFINITY ? 1.0f : ax * small;
    return trn_arc_plain_f(ax == ay ? one : y, ax == ay ? 1.0f : x);
}
/* |x|, or `most` where that is less or x is NaN: by bits, which are in the order of the numbers */
TRN_FN float trn_size_up_to_f(float x, float most)
{
    return trn_from_bits_f((uint32_t)trn_min_i((int32_t)(trn_bits_f(x) & 0x7fffffffu), (int32_t)trn_bits_f(most)));
}
/* The direction of (x, y) in (-1/2, 1/2] turns, 0 for (0, 0); the sign of a zero means nothing. Exact on the axes
 * and the diagonals. 2.5 ulp; _f 2.6 */
TRN_FN double trn_atan2(double y, double x)
{
    double t = trn_arc_(fabs(y), fabs(x));
    t = x < 0.0 ? 0.5 - t : t;
    t = y < 0.0 ? -t : t;
    return ((x == x) & (y == y)) ? t : x + y;
}
TRN_FN float trn_atan2_f(float y, float x)
{
    float t = trn_arc_f_(fabsf(y), fabsf(x));
    t = x < 0.0f ? 0.5f - t : t;
    t = y < 0.0f ? -t : t;
    return ((x == x) & (y == y)) ? t : x + y;
}
/* Turns in [-1/4, 1/4]. 2.2 ulp; _f 2.25 */
TRN_FN double trn_atan(double x) { return trn_atan2(x, 1.0); }
TRN_FN float trn_atan_f(float x)
{
    float t = trn_arc_plain_f(trn_size_up_to_f(x, 1e30f), 1.0f);
    t = x < 0.0f ? -t : t;
    return x == x ? t : x;
}
/* Degrees: the angle of a slope. */
TRN_FN double trn_atan_deg(double x) { return trn_degrees(trn_atan(x)); }
TRN_FN float trn_atan_deg_f(float x) { return trn_degrees_f(trn_atan_f(x)); }
TRN_FN double trn_atan2_deg(double y, double x) { return trn_degrees(trn_atan2(y, x)); }
TRN_FN float trn_atan2_deg_f(float y, float x) { return trn_degrees_f(trn_atan2_f(y, x)); }
/* Turns, for x clamped to [-1, 1]; asin in [-1/4, 1/4], acos in [0, 1/2]. 3.5 ulp; _f 3.44 */
TRN_FN double trn_asin(double x)
{
    double a = trn_min(1.0, fabs(x)), t = trn_arc_(a, sqrt((1.0 - a) * (1.0 + a)));
    return x < 0.0 ? -t : t;
}
TRN_FN double trn_acos(double x)
{
    double a = trn_min(1.0, fabs(x)), t = trn_arc_(sqrt((1.0 - a) * (1.0 + a)), a);
    return x < 0.0 ? 0.5 - t : t;
}
TRN_FN float trn_asin_f(float x)
{
    float a = trn_min_f(1.0f, fabsf(x)), t = trn_arc_f_(a, sqrtf((1.0f - a) * (1.0f + a)));
    return x < 0.0f ? -t : t;
}
TRN_FN float trn_acos_f(float x)
{
    float a = trn_min_f(1.0f, fabsf(x)), t = trn_arc_f_(sqrtf((1.0f - a) * (1.0f + a)), a);
    return x < 0.0f ? 0.5f - t : t;
}

/* Length of (x, y); squares are taken in double, which no float overflows (beyond 1e154 the double one does). */
TRN_FN double trn_hypot(double x, double y) { return sqrt(x * x + y * y); }
TRN_FN float trn_hypot_f(float x, float y) { return (float)trn_hypot((double)x, (double)y); }
#endif
