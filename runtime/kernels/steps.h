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
        p.low = trn_floor(q);
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
    const double cut = s->base + (p->low + trn_exp2(power * trn_log2(p->f)) * p->width) * s->step;
    const double least = cut < h ? cut : h; /* h where anything is NaN */
    return (p->on_border | (power == 1.0)) ? h : least;
}
#endif
