/* math_test.c - runtime/math against analytic values and libm, and one golden hash for every compiler and machine.
 *
 *     math_test                samples of the whole range of every function
 *     math_test --exhaustive   every float; prints the greatest errors, which the headers state, and a hash a function */
#include "math/exp.h"
#include "math/fixed.h"
#include "math/hash.h"
#include "math/trig.h"
#include "check.h"
#include <inttypes.h>
#include <stdlib.h>

/* ---- functions of one number, by blocks so that the compiler may vectorise them ---------------------------------- */

enum { BLOCK = 4096 };
typedef void float_block(const float *x, float *out);
typedef void double_block(const double *x, double *out);
#define BLOCKS(name)                                                                                                   \
    static void name##_floats(const float *restrict x, float *restrict out)                                            \
    {                                                                                                                  \
        for (int32_t i = 0; i < BLOCK; ++i) out[i] = trn_##name##_f(x[i]);                                             \
    }                                                                                                                  \
    static void name##_doubles(const double *restrict x, double *restrict out)                                         \
    {                                                                                                                  \
        for (int32_t i = 0; i < BLOCK; ++i) out[i] = trn_##name(x[i]);                                                 \
    }
BLOCKS(sin)
BLOCKS(cos)
BLOCKS(exp2)
BLOCKS(exp)
BLOCKS(log2)
BLOCKS(log)
BLOCKS(atan)
BLOCKS(asin)
BLOCKS(acos)
BLOCKS(floor)
BLOCKS(rint)

/* references in long double; circles are reduced first, which is exact, so that results near zeros keep their digits */
#define TAUL 6.283185307179586476925286766559005768L
static long double quarter(long double t, int shift)
{
    t -= rintl(t);
    long double k = rintl(4 * t), r = (t - k / 4) * TAUL;
    switch (((int)k + shift) & 3) {
    case 0: return sinl(r);
    case 1: return cosl(r);
    case 2: return -sinl(r);
    default: return -cosl(r);
    }
}
static long double ref_sin(long double t) { return quarter(t, 0); }
static long double ref_cos(long double t) { return quarter(t, 1); }
static long double ref_atan(long double x) { return atanl(x) / TAUL; }
static long double ref_asin(long double x) { return asinl(x) / TAUL; }
static long double ref_acos(long double x) { return acosl(x) / TAUL; }

typedef struct function {
    const char *name;
    float_block *floats;
    double_block *doubles;
    long double (*ref)(long double);
    double lo, hi;                     /* the working range, outside of which only the float bits are hashed */
    double float_bound, double_bound;  /* ulp, as stated at the functions */
} function;
static const function functions[] = {
    {"sin", sin_floats, sin_doubles, ref_sin, -1e9, 1e9, 1.63, 1.7},
    {"cos", cos_floats, cos_doubles, ref_cos, -1e9, 1e9, 1.63, 1.7},
    {"exp2", exp2_floats, exp2_doubles, exp2l, -1100, 1100, 1.23, 1.3},
    {"exp", exp_floats, exp_doubles, expl, -760, 760, 1.51, 1.6},
    {"log2", log2_floats, log2_doubles, log2l, 0, INFINITY, 3, 2.9},
    {"log", log_floats, log_doubles, logl, 0, INFINITY, 3.3, 3.2},
    {"atan", atan_floats, atan_doubles, ref_atan, -INFINITY, INFINITY, 2.25, 2.2},
    {"asin", asin_floats, asin_doubles, ref_asin, -1, 1, 3.36, 3.5},
    {"acos", acos_floats, acos_doubles, ref_acos, -1, 1, 3.44, 3.2},
    {"floor", floor_floats, floor_doubles, floorl, -INFINITY, INFINITY, 0, 0},
    {"rint", rint_floats, rint_doubles, rintl, -INFINITY, INFINITY, 0, 0},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* |got - want| in units of the last place of a number of size want with `digits` bits, least exponent `least` */
static double ulp_error(long double got, long double want, int digits, int least, double greatest)
{
    if (want != want || got != got) return want != want && got != got ? 0 : INFINITY;
    if (fabsl(want) > greatest) return fabsl(got) >= greatest ? 0 : INFINITY; /* beyond the type's range */
    if (got == want) return 0;
    int e;
    frexpl(want, &e);
    e = (want == 0 || e < least ? least : e) - digits;
    return (double)ldexpl(fabsl(got - want), -e);
}
static double float_error(float got, long double want) { return ulp_error(got, want, 24, -125, 3.4028234663852886e38); }
static double double_error(double got, long double want) { return ulp_error(got, want, 53, -1021, 1.7976931348623157e308); }

/* ---- hashes of results: a sum over (place, bits), so order means nothing; every NaN counts as one ----------------- */

static uint64_t mix64(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}
static uint64_t hash_float(uint64_t place, float x) { return mix64(place << 32 | (x == x ? trn_bits_f(x) : 0x7fc00000u)); }
static uint64_t hash_double(uint64_t place, double x)
{
    return mix64(mix64(place) + (x == x ? trn_bits(x) : 0x7ff8000000000000u));
}

/* ---- random inputs ------------------------------------------------------------------------------------------------ */

static double random_unit(uint64_t i) { return (double)(mix64(i) >> 11) * 0x1p-53; }
/* half of them even over [lo, hi], half of them of all sizes down to 2^-70 */
static double random_in(double lo, double hi, uint64_t i)
{
    double r = random_unit(2 * i + 1);
    lo = lo < -1e30 ? -1e30 : lo;
    hi = hi > 1e30 ? 1e30 : hi;
    if (i & 1) return lo + (hi - lo) * r;
    double end = mix64(i) & 1 && lo < 0 ? lo : hi;
    return ldexp(end * (0.5 + 0.5 * r), -(int)((70 + trn_ceil_log2(fabs(end))) * random_unit(2 * i)));
}

/* ---- checks -------------------------------------------------------------------------------------------------------- */

/* the sum over all samples below; the same for gcc and clang, -O0 and -O3, every CPU level and AArch64 */
static const uint64_t golden = 0xdf583350bb464522u;

static void analytic(void)
{
    for (int k = -8; k <= 8; ++k) { /* quarter turns are exact and zeros positive */
        static const double sine[4] = {0, 1, 0, -1};
        CHECK_SAME(trn_sin(k / 4.0), sine[k & 3]);
        CHECK_SAME(trn_cos(k / 4.0), sine[(k + 1) & 3]);
        CHECK_SAME(trn_sin_f((float)k / 4), sine[k & 3]);
        CHECK_SAME(trn_cos_f((float)k / 4), sine[(k + 1) & 3]);
        CHECK(!signbit(trn_sin(k / 2.0)) && !signbit(trn_sin_f((float)k / 2)));
        CHECK(!signbit(trn_cos(k / 2.0 + 0.25)) && !signbit(trn_cos_f((float)k / 2 + 0.25f)));
    }
    CHECK_SAME(trn_sin(trn_turns(180)), 0);
    CHECK_SAME(trn_cos(trn_turns(270)), 0);
    CHECK_SAME(trn_sin_f(trn_turns_f(450)), 1);
    CHECK_NEAR(trn_sin(trn_turns(30)), 0.5, 1.2e-16);
    CHECK_SAME(trn_sin(1e300), 0);
    CHECK_SAME(trn_cos_f(3e38f), 1);
    CHECK_SAME(trn_sin_f(INFINITY), NAN);
    CHECK_SAME(trn_cos(NAN), NAN);
    double worst = 0;
    for (int i = -100000; i <= 100000; ++i) {
        float s, c;
        trn_sincos_f((float)i / 77777, &s, &c);
        double off = fabs((double)s * s + (double)c * c - 1);
        worst = off > worst ? off : worst;
    }
    CHECK_BELOW(worst, 2e-7);
    CHECK_NEAR(trn_tan_deg(45), 1, 2.3e-16);
    CHECK_SAME(trn_tan_deg(0), 0);
    CHECK(isfinite(trn_tan_deg(89.9)) && trn_tan_deg(89.9) > 572);
    CHECK(isinf(trn_tan_deg(90)));

    CHECK_SAME(trn_atan2(1, 1), 0.125);
    CHECK_SAME(trn_atan2(0, -1), 0.5);
    CHECK_SAME(trn_atan2(-0.0, -1), 0.5);
    CHECK_SAME(trn_atan2(-1, 0), -0.25);
    CHECK_SAME(trn_atan2(-3, -3), -0.375);
    CHECK_SAME(trn_atan2(0, 0), 0);
    CHECK(!signbit(trn_atan2(-0.0, 1)));
    CHECK_SAME(trn_atan2(INFINITY, -INFINITY), 0.375);
    CHECK_SAME(trn_atan2(1, NAN), NAN);
    CHECK_SAME(trn_atan2(NAN, 1), NAN);
    CHECK_SAME(trn_atan2_f(1, 1), 0.125);
    CHECK_SAME(trn_atan2_f(0, -1), 0.5);
    CHECK_SAME(trn_atan2_f(-2, 2), -0.125);
    CHECK_SAME(trn_atan2_f(-INFINITY, INFINITY), -0.125);
    CHECK_SAME(trn_atan2_f(NAN, INFINITY), NAN);
    CHECK_SAME(trn_atan_f(-INFINITY), -0.25);
    CHECK_SAME(trn_atan_deg(1), 45);
    CHECK_SAME(trn_atan_deg_f(-1), -45);
    CHECK_SAME(trn_atan2_deg(1, -1), 135);
    CHECK_SAME(trn_asin(1), 0.25);
    CHECK_SAME(trn_asin(-7), -0.25);
    CHECK_SAME(trn_acos(-1), 0.5);
    CHECK_SAME(trn_acos_f(0), 0.25);
    CHECK_SAME(trn_asin_f(NAN), NAN);
    CHECK_SAME(trn_hypot(3, 4), 5);
    CHECK_SAME(trn_hypot_f(3e30f, -4e30f), 5e30f);

    for (int k = -1074; k <= 1023; ++k) {
        CHECK_SAME(trn_exp2(k), ldexp(1, k));
        CHECK_SAME(trn_log2(ldexp(1, k)), k);
    }
    for (int k = -149; k <= 127; ++k) {
        CHECK_SAME(trn_exp2_f((float)k), ldexpf(1, k));
        CHECK_SAME(trn_log2_f(ldexpf(1, k)), k);
    }
    CHECK_SAME(trn_exp2(1024), INFINITY);
    CHECK_SAME(trn_exp2(-INFINITY), 0);
    CHECK_SAME(trn_exp2_f(128), INFINITY);
    CHECK_SAME(trn_exp2_f(NAN), NAN);
    CHECK_SAME(trn_exp(0), 1);
    CHECK_SAME(trn_exp_f(0), 1);
    CHECK_SAME(trn_exp_f(1e30f), INFINITY);
    CHECK_SAME(trn_exp(-1e30), 0);
    CHECK_SAME(trn_log2(0), -INFINITY);
    CHECK_SAME(trn_log2_f(-0.0f), -INFINITY);
    CHECK_SAME(trn_log(INFINITY), INFINITY);
    CHECK_SAME(trn_log(-1), NAN);
    CHECK_SAME(trn_log_f(-INFINITY), NAN);
    CHECK_SAME(trn_log2_f(NAN), NAN);

    static const double base[] = {0, 1e-300, 0.3, 1, 2, 1e30, INFINITY, NAN};
    for (int i = 0; i < 8; ++i) {
        CHECK_SAME(trn_pow(base[i], 0), 1);
        CHECK_SAME(trn_pow(base[i], 1), base[i]);
        CHECK_SAME(trn_pow(base[i], 2), base[i] * base[i]);
        CHECK_SAME(trn_pow(1, base[i]), 1);
        CHECK_SAME(trn_pow_f((float)base[i], 1), (float)base[i]);
    }
    CHECK_SAME(trn_pow(0, 0.3), 0);
    CHECK_SAME(trn_pow(0, -0.3), INFINITY);
    CHECK_SAME(trn_pow(INFINITY, -2.5), 0);
    CHECK_SAME(trn_pow(-2, 2.5), NAN);
    CHECK_SAME(trn_pow_f(9, 0.5f), 3);
    CHECK_SAME(trn_pow_f(2, -149), 0x1p-149);
}

static void scalars(void)
{
    CHECK_SAME(trn_min_f(NAN, 1), 1);
    CHECK_SAME(trn_max(1, NAN), NAN);
    CHECK_SAME(trn_clamp_f(NAN, 0, 1), NAN);
    CHECK_SAME(trn_clamp(-3, -1, 1), -1);
    CHECK_SAME(trn_saturate_f(1.5f), 1);
    CHECK_EQUAL(trn_clamp_i(7, 0, 5), 5);
    CHECK_SAME(trn_sign_f(-0.0f), 0);
    CHECK_SAME(trn_sign(-2), -1);
    CHECK_SAME(trn_sign_f(NAN), 0);
    CHECK_SAME(trn_ceil(1.2), 2);
    CHECK_SAME(trn_ceil_f(-1.2f), -1);
    CHECK(signbit(trn_floor_f(-0.0f)));
    CHECK_SAME(trn_fract_f(-1e-10f), 0.99999994f);
    CHECK_SAME(trn_fract(2.25), 0.25);
    CHECK_EQUAL(trn_ifloor_f(-0.5f), -1);
    CHECK_EQUAL(trn_ifloor_f(1e30f), 1 << 30);
    CHECK_EQUAL(trn_ifloor_f(NAN), -(1 << 30));
    CHECK_EQUAL(trn_ifloor(-1e300), -(1 << 30));
    CHECK_EQUAL(trn_irint_f(2.5f), 2);
    CHECK_EQUAL(trn_irint(-3.5), -4);
    CHECK_EQUAL(trn_lfloor(-1099511627776.5), -1099511627777);
    CHECK_EQUAL(trn_lfloor(NAN), INT64_MIN / 2);
    CHECK_EQUAL(trn_wrap_i(-1, 7), 6);
    CHECK_EQUAL(trn_wrap_i(14, 7), 0);
    CHECK_SAME(trn_lerp_f(2, 4, 0.25f), 2.5);
    CHECK_SAME(trn_smoothstep_f(1, 3, 2), 0.5);
    CHECK_SAME(trn_smoothstep(1, 1, 0.5), 0);
    CHECK_SAME(trn_smoothstep(1, 1, 1), 1);
    CHECK_SAME(trn_fade_f(0.5f), 0.5);
    CHECK_SAME(trn_fade(1), 1);

    static const float line[] = {-INFINITY, -1, -1e-45f, 0, 1e-45f, 1, INFINITY};
    for (int i = 0; i < 7; ++i) {
        CHECK_SAME(trn_unorder_f(trn_order_f(line[i])), line[i]);
        CHECK_SAME(trn_unorder(trn_order((double)line[i])), line[i]);
        if (i) CHECK(trn_order_f(line[i - 1]) < trn_order_f(line[i]) && trn_order(line[i - 1]) < trn_order(line[i]));
    }
    CHECK(trn_order_f(-0.0f) < trn_order_f(0.0f));
    for (int n = -126; n <= 127; ++n) CHECK_SAME(trn_pow2_f(n), ldexpf(1, n));
    CHECK_SAME(trn_pow2(-1022), 0x1p-1022);
    CHECK_EQUAL(trn_ceil_log2(1), 0);
    CHECK_EQUAL(trn_ceil_log2(1.0000001), 1);
    CHECK_EQUAL(trn_ceil_log2(0.5), -1);
    CHECK_EQUAL(trn_ceil_log2(0x1p-1074), -1074);
    CHECK_EQUAL(trn_ceil_log2(0x1.8p-1070), -1069);
}

static void fixed_point(void)
{
    CHECK_EQUAL(trn_fixed_shift(1, 0), 40);
    CHECK_EQUAL(trn_fixed_shift(1000, 1 << 22), 30);
    CHECK_EQUAL(trn_fixed_shift(0.25, (int64_t)1 << 30), 34);
    CHECK_EQUAL(trn_fixed_shift(0, 1), 40);
    CHECK_EQUAL(trn_fixed_shift(1e-320, 1), 1000);
    CHECK_EQUAL(trn_to_fixed(-0.75, 2), -1);
    CHECK_EQUAL(trn_to_fixed(1e300, 1), (int64_t)1 << 62);
    CHECK_SAME(trn_from_fixed(-3, 0.25), -0.75);
    CHECK_EQUAL(trn_share(7, 1, 2), 3);
    CHECK_EQUAL(trn_share(-7, 1, 2), -4);
    CHECK_EQUAL(trn_share((int64_t)1 << 61, 65535, 65536), ((int64_t)1 << 61) - ((int64_t)1 << 45));
    CHECK_EQUAL(trn_ration(5, 100, 90), 5);

    int64_t open = 0, over = 0, differ = 0, unequal = 0;
    for (uint64_t i = 0; i < 20000; ++i) {
        int64_t amount = (int64_t)(mix64(i) >> 3) - ((int64_t)1 << 60), w[5], part[5], sum = 0, total = 0;
        for (int k = 0; k < 5; ++k) total += w[k] = (int64_t)(mix64(5 * i + (uint64_t)k) % 65536);
        trn_split(amount, w, 5, total, (int32_t)(i % 5), part);
        for (int k = 0; k < 5; ++k) sum += part[k];
        open += sum != amount;
        differ += trn_share(amount, w[0], 65536) != trn_share_shift(amount, w[0], 16);

        int64_t allow = (int64_t)(mix64(i + 77777) >> 20), want = 0, given = 0;
        for (int k = 0; k < 5; ++k) want += w[k] = (int64_t)(mix64(5 * i + 99999 + (uint64_t)k) >> 19);
        for (int k = 0; k < 5; ++k) given += trn_ration(w[k], allow, want);
        over += given > allow;

        double x[64]; /* any order of adding gives the same sum */
        int64_t up = 0, down = 0;
        for (int k = 0; k < 64; ++k) x[k] = random_unit(64 * i + (uint64_t)k) * 2 - 1;
        for (int k = 0; k < 64; ++k) up += trn_to_fixed(x[k], 0x1p40);
        for (int k = 63; k >= 0; --k) down += trn_to_fixed(x[k], 0x1p40);
        unequal += up != down;
    }
    CHECK_EQUAL(open, 0);
    CHECK_EQUAL(over, 0);
    CHECK_EQUAL(differ, 0);
    CHECK_EQUAL(unequal, 0);
}

/* every `stride`-th float through every function: errors against libm, and the hash over all bit patterns */
static uint64_t sampled_floats(uint32_t stride)
{
    static float x[BLOCK], out[BLOCK];
    uint64_t hash = 0;
    for (int f = 0; f < FUNCTIONS; ++f) {
        const function *fn = &functions[f];
        double worst = 0;
        float at = 0;
        for (uint64_t u = 0; u < (uint64_t)1 << 32; u += (uint64_t)BLOCK * stride) {
            for (uint32_t i = 0; i < BLOCK; ++i) x[i] = trn_from_bits_f((uint32_t)u + i * stride);
            fn->floats(x, out);
            for (uint32_t i = 0; i < BLOCK; ++i) {
                hash += hash_float((uint64_t)f << 32 | ((uint32_t)u + i * stride), out[i]);
                if (i % 4 || !(x[i] > fn->lo && x[i] < fn->hi)) continue;
                double e = float_error(out[i], fn->ref(x[i]));
                if (e > worst) { worst = e; at = x[i]; }
            }
        }
        if (!CHECK(worst <= fn->float_bound)) printf("    trn_%s_f(%.9g): %.3f ulp\n", fn->name, (double)at, worst);
    }
    return hash;
}
static uint64_t sampled_doubles(int64_t blocks, int verbose)
{
    static double x[BLOCK], out[BLOCK];
    uint64_t hash = 0;
    for (int f = 0; f < FUNCTIONS; ++f) {
        const function *fn = &functions[f];
        double worst = 0, at = 0;
        for (int64_t b = 0; b < blocks; ++b) {
            for (int64_t i = 0; i < BLOCK; ++i) x[i] = random_in(fn->lo, fn->hi, (uint64_t)(b * BLOCK + i));
            fn->doubles(x, out);
            for (int64_t i = 0; i < BLOCK; ++i) {
                hash += hash_double((uint64_t)f << 32 | (uint64_t)(b * BLOCK + i), out[i]);
                double e = double_error(out[i], fn->ref(x[i]));
                if (e > worst) { worst = e; at = x[i]; }
            }
        }
        if (!CHECK(worst <= fn->double_bound) || verbose) printf("    trn_%s(%.17g): %.3f ulp\n", fn->name, at, worst);
    }
    return hash;
}
/* functions of two numbers */
static uint64_t sampled_pairs(int64_t count, int verbose)
{
    uint64_t hash = 0;
    double arc = 0, arc_f = 0, power = 0, power_f = 0, length_f = 0;
    for (int64_t i = 0; i < count; ++i) {
        uint64_t n = (uint64_t)(4 * i);
        double y = random_in(-1e6, 1e6, n), x = random_in(-1e6, 1e6, n + 1), e;
        double base = random_in(0, 1e6, n + 2), exponent = random_in(-4, 4, n + 3), p = trn_pow(base, exponent);
        float fy = (float)y, fx = (float)x, fb = (float)base, fe = (float)exponent;
        e = double_error(trn_atan2(y, x), atan2l(y, x) / TAUL);
        arc = e > arc ? e : arc;
        e = float_error(trn_atan2_f(fy, fx), atan2l(fy, fx) / TAUL);
        arc_f = e > arc_f ? e : arc_f;
        e = double_error(p, powl(base, exponent)) / (1 + fabs(exponent * log2(base)));
        power = e > power ? e : power;
        e = float_error(trn_pow_f(fb, fe), powl(fb, fe));
        power_f = e > power_f ? e : power_f;
        e = float_error(trn_hypot_f(fx, fy), hypotl(fx, fy));
        length_f = e > length_f ? e : length_f;
        hash += hash_double(n, trn_atan2(y, x)) + hash_float(n + 1, trn_atan2_f(fy, fx)) + hash_double(n + 2, p) +
                hash_float(n + 3, trn_pow_f(fb, fe)) + hash_float(n + 4, trn_hypot_f(fx, fy));
    }
    if (verbose) printf("    atan2 %.3f, atan2_f %.3f, pow %.3f, pow_f %.4f, hypot_f %.4f\n", arc, arc_f, power, power_f, length_f);
    CHECK_BELOW(arc, 2.5);
    CHECK_BELOW(arc_f, 2.6);
    CHECK_BELOW(power, 1.5);
    CHECK_BELOW(power_f, 0.5001);
    CHECK_BELOW(length_f, 0.5001);
    return hash;
}

/* every float; the double functions, which sampled_doubles holds to libm, are the reference */
static void exhaustive(void)
{
    for (int f = 0; f < FUNCTIONS; ++f) {
        const function *fn = &functions[f];
        uint64_t hash = 0, bad = 0;
        double worst = 0;
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : hash, bad) reduction(max : worst) schedule(dynamic, 64)
#endif
        for (int64_t b = 0; b < ((int64_t)1 << 32) / BLOCK; ++b) {
            float x[BLOCK], out[BLOCK];
            double dx[BLOCK], want[BLOCK];
            for (int32_t i = 0; i < BLOCK; ++i) {
                x[i] = trn_from_bits_f((uint32_t)(b * BLOCK + i));
                dx[i] = (double)x[i];
            }
            fn->floats(x, out);
            fn->doubles(dx, want);
            for (int32_t i = 0; i < BLOCK; ++i) {
                hash += hash_float((uint64_t)(b * BLOCK + i), out[i]);
                double w = want[i], size = fabs(w), ulp = trn_from_bits((trn_bits(size) & 0x7ff0000000000000u)) * 0x1p-23;
                double e = fabs((double)out[i] - w) / (ulp < 0x1p-149 ? 0x1p-149 : ulp);
                int inside = size <= 3.4028234663852886e38 && x[i] > fn->lo && x[i] < fn->hi;
                worst = inside && e > worst ? e : worst;
                bad += !inside && !((float)w == out[i] || (w != w && out[i] != out[i]));
            }
        }
        printf("trn_%s_f: %.4f ulp, %" PRIu64 " odd, hash %016" PRIx64 "\n", fn->name, worst, bad, hash);
        CHECK_BELOW(worst, fn->float_bound);
    }
    sampled_doubles(((int64_t)1 << 24) / BLOCK, 1);
    sampled_pairs((int64_t)1 << 22, 1);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--exhaustive")) {
        exhaustive();
        return check_end();
    }
    analytic();
    scalars();
    fixed_point();
    uint64_t hash = sampled_floats(5003) + sampled_doubles(16, 0) + sampled_pairs(30000, 0);
    printf("hash %016" PRIx64 "\n", hash);
    CHECK(hash == golden);
    return check_end();
}
