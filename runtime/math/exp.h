/* exp.h - powers and logarithms, float (_f) and double, the same bits on every machine.
 *
 * Minimax polynomials (Remez) after exact range reductions; + - * / and selections only, so loops vectorise. The
 * stated errors are bounds that spec/c/math_test.c holds, in units in the last place of the result (ulp): measured over
 * every float for float functions of one argument, over 2^24 (of two arguments 2^22) samples for the others. */
#ifndef TRN_MATH_EXP_H
#define TRN_MATH_EXP_H
#include "math/bits.h"
#include "math/scalar.h"

/* p 2^n for p in [1/2, 2], n from -1080 to 1030 in the low bits of m = bits(n + 1.5 2^52). Two factors, since neither
 * 2^-1074 nor 2^1024 can be one; only the last product rounds. */
TRN_FN double trn_scale_(double p, uint64_t m)
{
    uint64_t n = (m + 2048u) & 0xfffu, half = n >> 1; /* n + 2048: positive */
    return p * trn_from_bits((half - 1u) << 52) * trn_from_bits((n - half - 1u) << 52);
}
TRN_FN float trn_scale_f_(float p, uint32_t m) /* the same for n from -151 to 129, m = bits(n + 1.5 2^23) */
{
    uint32_t n = (m + 256u) & 0x1ffu, half = n >> 1;
    return p * trn_from_bits_f((half - 1u) << 23) * trn_from_bits_f((n - half - 1u) << 23);
}
/* 2^f, |f| <= 1/2 */
TRN_FN double trn_exp2_poly_(double f)
{
    return 1.0 + f * (0.69314718055994529 + f * (0.24022650695910155 + f * (0.055504108664819925 + f * (0.0096181291075883354 +
           f * (0.0013333558146789953 + f * (0.0001540353046251466 + f * (1.5252733489958816e-05 + f * (1.3215433089570904e-06 +
           f * (1.0178198034200055e-07 + f * (7.0741056302328094e-09 + f * 4.435280808229395e-10))))))))));
}
TRN_FN float trn_exp2_poly_f_(float f)
{
    return 1.0f + f * (0.693147182f + f * (0.240226462f + f * (0.0555032864f + f * (0.00961848907f +
           f * (0.00133999309f + f * 0.000153458124f)))));
}

/* 2^x. Exact for whole x; 0 below the least denormal, inf above the greatest number, NaN for NaN. 1.3 ulp; _f 1.23 */
TRN_FN double trn_exp2(double x)
{
    double c = trn_clamp(x, -1080.0, 1030.0);
    double t = c + 6755399441055744.0, f = c - (t - 6755399441055744.0);
    return trn_scale_(trn_exp2_poly_(f), trn_bits(t));
}
TRN_FN float trn_exp2_f(float x)
{
    float c = trn_clamp_f(x, -151.0f, 129.0f);
    float t = c + 12582912.0f, f = c - (t - 12582912.0f);
    return trn_scale_f_(trn_exp2_poly_f_(f), trn_bits_f(t));
}
/* e^x. n log(2) is taken off in two pieces, the first of few enough bits for an exact product. 1.6 ulp; _f 1.51 */
TRN_FN double trn_exp(double x)
{
    double c = trn_clamp(x, -748.0, 713.0);
    double t = c * 1.4426950408889634 + 6755399441055744.0, n = t - 6755399441055744.0;
    double f = ((c - n * 0.69314718036912382) - n * 1.9082149292705877e-10) * 1.4426950408889634;
    return trn_scale_(trn_exp2_poly_(f), trn_bits(t));
}
TRN_FN float trn_exp_f(float x)
{
    float c = trn_clamp_f(x, -104.5f, 89.0f);
    float t = c * 1.44269504f + 12582912.0f, n = t - 12582912.0f;
    float f = ((c - n * 0.693359375f) + n * 2.12194440e-4f) * 1.44269504f;
    return trn_scale_f_(trn_exp2_poly_f_(f), trn_bits_f(t));
}

/* x = m 2^e with m in [sqrt(1/2), sqrt 2): *e as a number, s = (m - 1)/(m + 1) returned. For finite x > 0. */
TRN_FN double trn_log_split_(double x, double *e)
{
    double y = x < 2.2250738585072014e-308 ? x * 18014398509481984.0 : x;
    uint64_t u = trn_bits(y) + 0x4000000000000000u - 0x3fe6a09e667f3bcdu; /* exponent + 1024, above sqrt(1/2) */
    double k = trn_from_bits((u >> 52) | 0x4330000000000000u) - 4503599627371520.0; /* of 2^52 + 1024 */
    double m = trn_from_bits((u & 0xfffffffffffffu) + 0x3fe6a09e667f3bcdu);
    *e = x < 2.2250738585072014e-308 ? k - 54.0 : k;
    return (m - 1.0) / (m + 1.0);
}
TRN_FN float trn_log_split_f_(float x, float *e)
{
    float y = x < 1.17549435e-38f ? x * 33554432.0f : x; /* 2^25 */
    uint32_t u = trn_bits_f(y) + 0x40000000u - 0x3f3504f3u; /* exponent + 128 */
    float k = trn_from_bits_f((u >> 23) | 0x4b000000u) - 8388736.0f; /* of 2^23 + 128 */
    float m = trn_from_bits_f((u & 0x7fffffu) + 0x3f3504f3u);
    *e = x < 1.17549435e-38f ? k - 25.0f : k;
    return (m - 1.0f) / (m + 1.0f);
}
/* what a logarithm is outside of 0 < x < inf: -inf at 0, inf at inf, NaN below 0 and for NaN */
TRN_FN double trn_log_edge_(double x, double log)
{
    double edge = x == 0.0 ? -(double)INFINITY : x < 0.0 ? (double)NAN : x;
    return ((x > 0.0) & (x <= 1.7976931348623157e308)) ? log : edge;
}
TRN_FN float trn_log_edge_f_(float x, float log)
{
    float edge = x == 0.0f ? -INFINITY : x < 0.0f ? NAN : x;
    return ((x > 0.0f) & (x <= 3.40282347e38f)) ? log : edge;
}
/* Base 2. Exact for powers of 2. 2.9 ulp; _f 3.0 */
TRN_FN double trn_log2(double x)
{
    double e, s = trn_log_split_(x, &e), u = s * s;
    double l = 2.8853900817779268 + u * (0.96179669392597544 + u * (0.57707801635569411 + u * (0.41219858307330481 +
               u * (0.32059890455985063 + u * (0.26230754626832248 + u * (0.22198988055249541 + u * (0.19113770563815355 +
               u * 0.19134495934750359)))))));
    return trn_log_edge_(x, e + s * l);
}
TRN_FN float trn_log2_f(float x)
{
    float e, s = trn_log_split_f_(x, &e), u = s * s;
    float l = 2.88539004f + u * (0.961798847f + u * (0.576714337f + u * 0.4317379f));
    return trn_log_edge_f_(x, e + s * l);
}
/* Base e. 3.2 ulp; _f 3.3 */
TRN_FN double trn_log(double x) { return trn_log2(x) * 0.69314718055994529; }
TRN_FN float trn_log_f(float x) { return trn_log2_f(x) * 0.693147182f; }

/* x^y for x >= 0; NaN for x < 0 (a signed power is the caller's business). x^0 = 1 and 1^y = 1 whatever the other
 * is; y = 1, 2, 3 multiply, so that x^1 is x. 0^y: 0, or inf for y < 0. 1.5 (1 + |y log2 x|) ulp */
TRN_FN double trn_pow(double x, double y)
{
    double p = trn_exp2(y * trn_log2(x));
    p = y == 1.0 ? x : y == 2.0 ? x * x : y == 3.0 ? x * x * x : p;
    return ((y == 0.0) | (x == 1.0)) ? 1.0 : p;
}
/* Through double. 0.5001 ulp: the nearest float but for a rare case. */
TRN_FN float trn_pow_f(float x, float y) { return (float)trn_pow((double)x, (double)y); }
#endif
