/* steps.h - heights cut into steps, which terraces and rock strata are made of.
 *
 * Step k reaches from border k to border k + 1; a height's place f in it, 0 ... 1, becomes f^power, which for powers above
 * 1 makes a tread with a riser at its upper end. Nothing is raised, higher ground stays higher, and borders stay where they
 * are: a height within 2^-20 of a step (of its place, where there are more steps below it) under a border counts as on it. So heights
 * that are more than 2^20 steps away from `base` are left as they are. */
#ifndef TRN_STEPS_H
#define TRN_STEPS_H
#include "math/exp.h"
#include "math/hash.h"
#include "math/scalar.h"

typedef struct trn_steps {
    double base;           /* of border 0 */
    double step, inverse;  /* height of a step, and 1 over it */
    double shift;          /* border k moves by up to half of this many steps either way, by hash; 0 ... 1 */
    uint32_t key;          /* of those shifts */
} trn_steps;

typedef struct trn_place_in_step {
    double low, width;     /* the step's lower border and its height, counted in steps */
    double f;              /* in [0, 1] */
    double k;              /* which step; NaN for NaN */
    int32_t on_border;     /* just below the upper border: counts as on it, k is the step above */
} trn_place_in_step;

/* A number in [0, 1) for a step or border. k: a whole number; what lies beyond +-2^30 shares one. */
TRN_FN double trn_step_random(uint32_t key, int32_t k) { return trn_unit(trn_mix((uint32_t)k * TRN_PX + key)); }

TRN_FN double trn_step_border(const trn_steps *s, int32_t k) { return (double)k + (trn_step_random(s->key, k) - 0.5) * s->shift; }

/* f^power for f in [0, 1), power >= 1, to 5e-11 (1 + power |log f|) of it; 1e-301 for 0. trn_pow with no more terms than a float
 * result shows and the order of heights needs: floats that follow one another differ by 6e-8 and more, their powers by `power` times that. */
TRN_FN double trn_step_power(double f, double power)
{
    const uint64_t bits = trn_bits(f) + 0x4000000000000000u - 0x3fe6a09e667f3bcdu; /* as trn_log_split_ */
    const double e = trn_from_bits((bits >> 52) | 0x4330000000000000u) - 4503599627371520.0;
    const double m = trn_from_bits((bits & 0xfffffffffffffu) + 0x3fe6a09e667f3bcdu), x = (m - 1.0) / (m + 1.0), u = x * x;
    const double log = e + x * (2.885390081789865 + u * (0.961796673438288 + u * (0.577083573748047 + u * (0.4116731992257785 +
                       u * 0.34072328659973095))));
    const double y = power * log, c = y > -1000.0 ? y : -1000.0, t = c + 6755399441055744.0, r = c - (t - 6755399441055744.0);
    const double p = 0.9999999999616821 + r * (0.693147180728448 + r * (0.2402265119815728 + r * (0.055504103534439395 +
                     r * (0.00961802725368472 + r * (0.0013333922566739586 + r * (0.00015469291140432015 + r * 1.5201920893381708e-05))))));
    return p * trn_from_bits((trn_bits(t) + 1023u) << 52);
}

/* The whole number at or below q, for |q| < 2^51. */
TRN_FN double trn_step_floor(double q)
{
    const double r = (q + 6755399441055744.0) - 6755399441055744.0;
    return r > q ? r - 1.0 : r;
}

/* shifted: s->shift counts; a constant wherever this is called, so that loops know */
TRN_FN trn_place_in_step trn_find_step(const trn_steps *s, int shifted, double h)
{
    const double q = (h - s->base) * s->inverse, near = 0x1p-20 * trn_max(1.0, fabs(q));
    trn_place_in_step p;
    if (shifted) {
        const int32_t i = trn_ifloor(q);
        const int32_t k = i - (q < trn_step_border(s, i)) + (q >= trn_step_border(s, i + 1));
        p.low = trn_step_border(s, k);
        p.width = trn_step_border(s, k + 1) - p.low;
        p.f = (q - p.low) / p.width;
        p.on_border = p.width - (q - p.low) < near;
        p.k = (double)(k + p.on_border);
    } else {
        p.low = trn_step_floor(q); /* beyond, heights count as on a border */
        p.width = 1.0;
        p.f = q - p.low;
        p.on_border = 1.0 - p.f < near;
        p.k = p.low + (double)p.on_border;
    }
    return p;
}

/* What the height h becomes. power >= 1; inf makes stairs. */
TRN_FN double trn_cut_step(const trn_steps *s, const trn_place_in_step *p, double h, double power)
{
    const double cut = s->base + (p->low + trn_step_power(p->f, power) * p->width) * s->step;
    const double least = cut < h ? cut : h; /* h where anything is NaN */
    return (p->on_border | (power == 1.0)) ? h : least;
}
#endif
