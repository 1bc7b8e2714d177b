/* steps.h - heights cut into steps, which terraces and rock strata are made of.
 *
 * Step k reaches from border k to border k + 1; a height's place f in it, 0 ... 1, becomes f^power, which for powers above
 * 1 makes a tread with a riser at its upper end. Nothing is raised, higher ground stays higher, and borders stay where they
 * are: a height within 2^-20 of a step (of its place, where there are more steps below it) under a border counts as on it. So heights
 * that are more than 2^20 steps away from `base` are left as they are. */
#ifndef TRN_STEPS_H
#define TRN_STEPS_H
#include "math/bits.h"
#include "math/hash.h"
#include "math/scalar.h"

typedef struct trn_steps {
    double base;           /* of border 0 */
    double step, inverse;  /* height of a step, and 1 over it */
    double shift;          /* border k moves by up to half of this many steps either way, by hash; 0 ... 1 */
    uint32_t key;          /* of those shifts */
} trn_steps;

typedef struct trn_place_in_step {
    double low, width; /* the step's lower border and its height, counted in steps */
    double k;          /* which step; NaN for NaN */
    float f;           /* the place, in [0, 1]; 0 just below `low`, too */
} trn_place_in_step;

/* A number in [0, 1) for a step or border. k: a whole number; what lies beyond +-2^30 shares one. */
TRN_FN double trn_step_random(uint32_t key, int32_t k) { return trn_unit(trn_mix((uint32_t)k * TRN_PX + key)); }

TRN_FN double trn_step_border(const trn_steps *s, int32_t k) { return (double)k + (trn_step_random(s->key, k) - 0.5) * s->shift; }

/* f^power for f in [0, 1], power >= 1, to 1.2e-7; 1e-38 for 0, 1 for 1. Never falls as f grows, to the last bit, although it is
 * float: what it adds and multiplies does not fall either, and rounding keeps that. (Terms two by two, for shorter waits.) */
TRN_FN float trn_step_power(float f, float power)
{
    const uint32_t bits = trn_bits_f(f) + 0x3f800000u - 0x3f3504f3u; /* f = 2^e m, m in [sqrt 1/2, sqrt 2) */
    const float e = (float)((int32_t)(bits >> 23) - 127), m = trn_from_bits_f((bits & 0x7fffffu) + 0x3f3504f3u);
    const float x = (m - 1.0f) / (m + 1.0f), u = x * x;
    const float log = e + x * ((2.88539008f + u * 0.961798854f) + u * u * (0.576713834f + u * 0.431748342f));
    const float y = trn_max_f(power * log, -126.0f);
    const int32_t n = (int32_t)y - 1; /* y is not above 0 */
    const float r = y - (float)n, s = r * r;
    const float p = (1.0f + r * 0.693147004f) + s * ((0.240229899f + r * 0.0554824864f) +
                    s * ((0.00968116940f + r * 0.00124149236f) + s * 0.000217946595f)); /* 2^r, 1 to 2 */
    return trn_from_bits_f(trn_bits_f(p) + ((uint32_t)n << 23));
}

/* shifted: s->shift counts; a constant wherever this is called, so that loops know. Just below a border counts as above it. */
TRN_FN trn_place_in_step trn_find_step(const trn_steps *s, int shifted, double h)
{
    const double q = (h - s->base) * s->inverse, seen = q + 0x1p-20 * trn_max(1.0, fabs(q));
    trn_place_in_step p;
    if (shifted) {
        const int32_t i = trn_ifloor(seen), k = i - (seen < trn_step_border(s, i)) + (seen >= trn_step_border(s, i + 1));
        p.low = trn_step_border(s, k);
        p.width = trn_step_border(s, k + 1) - p.low;
        p.k = (double)k;
        p.f = (float)(trn_max(q - p.low, 0.0) / p.width);
    } else {
        p.k = p.low = (seen - 0.5 + 6755399441055744.0) - 6755399441055744.0; /* floor, or one less for odd whole numbers: f is 1 then */
        p.width = 1.0;
        p.f = trn_max_f((float)(q - p.low), 0.0f);
    }
    return p;
}

/* What the height h becomes, unless it is less: h was just below the border, or is NaN. raised: its place, to a power */
TRN_FN double trn_cut_step(const trn_steps *s, double low, double width, float raised)
{
    return s->base + (low + (double)raised * width) * s->step;
}
#endif
