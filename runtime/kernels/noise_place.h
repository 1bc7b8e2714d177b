/* noise_place.h - where the pixels of a plan lie in noise space. */
#ifndef TRN_NOISE_PLACE_H
#define TRN_NOISE_PLACE_H
#include "kernels/noise.h"
#include "math/trig.h"
#if defined(__FAST_MATH__) || (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0)
#error "float expressions must be evaluated in float, as written"
#endif

/* Adds the places of pixel i of n on a circle; the same bits for i + n. */
TRN_FN void noise_circle(int64_t i, int64_t n, double turn, double radius, trn_place p[2])
{
    double sine, cosine;
    i %= n;
    trn_sincos((double)(2 * (i < 0 ? i + n : i) + 1) / (double)(2 * n) + turn, &sine, &cosine);
    p[0] += trn_place_make(radius * cosine);
    p[1] += trn_place_make(radius * sine);
}
/* The first axis that does not depend on the column. */
TRN_FN int noise_row_axis(const trn_noise_plan *a) { return a->circle_u ? 2 : 1; }
/* The axes from noise_row_axis on at pixel row j of the whole image; p has room for three, of which the last is 0 where
 * u takes two. */
TRN_FN void noise_row_places(const trn_noise_plan *a, const trn_noise_octave *o, int64_t j, trn_place p[3])
{
    const trn_place *origin = o->origin + noise_row_axis(a);
    p[0] = origin[0];
    p[1] = origin[1];
    p[2] = origin[2]; /* not in a loop, which would become a call of memcpy */
    if (a->circle_v) noise_circle(j, a->whole_height, a->turn_v, o->radius, p);
    else p[0] += (trn_place)j * o->dv;
}
/* The axes before that, at pixel column i; p has room for two. */
TRN_FN void noise_column_places(const trn_noise_plan *a, const trn_noise_octave *o, int64_t i, trn_place p[2])
{
    p[0] = o->origin[0];
    p[1] = o->origin[1];
    if (a->circle_u) noise_circle(i, a->whole_width, a->turn_u, o->radius, p);
    else p[0] += (trn_place)i * o->du;
}
#endif
