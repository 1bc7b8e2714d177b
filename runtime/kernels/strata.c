#include "kernels/strata.h"
#include "kernels/blend.h"

/* folded, masked, alone: constants, so that loops know */
TRN_FN void strata_put(const strata_args *a, int folded, int masked, int alone, int32_t x, double row, size_t i)
{
    const double level = row + ((double)x + a->u) * a->tilt_u, rise = folded ? level + a->fold * (double)a->noise[i] : level;
    const double h = (double)a->z[i], t = h + rise;
    const trn_place_in_step p = trn_find_step(&a->steps, 0, t);
    const int32_t k = trn_ifloor(p.k);
    const double power = 1.0 / (1.0 - a->sharpness * (1.0 - a->hardness * trn_step_random(a->key, k)));
    const double cut = trn_cut_step(&a->steps, &p, t, power);
    const double moved = cut - rise, least = moved < h ? moved : h; /* of level planes the very heights of a terrace */
    if (alone) a->out[i] = (float)(cut - t);
    else a->out[i] = (float)trn_blend(h, least, masked ? a->share * trn_saturate((double)a->mask[i]) : a->share);
    a->id[i] = t == t ? k : INT32_MIN;
}
TRN_FN void strata_row(const strata_args *a, int folded, int masked, int alone, int32_t y)
{
    const strata_args s = *a;
    const size_t at = (size_t)y * (size_t)s.width;
    const double row = ((double)y + s.v) * s.tilt_v;
#pragma omp simd
    for (int32_t x = 0; x < s.width; ++x) strata_put(&s, folded, masked, alone, x, row, at + (size_t)x);
}
TRN_FN void strata_rows(const strata_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        if (a->alone && a->noise) strata_row(a, 1, 0, 1, y);
        else if (a->alone) strata_row(a, 0, 0, 1, y);
        else if (a->mask && a->noise) strata_row(a, 1, 1, 0, y);
        else if (a->mask) strata_row(a, 0, 1, 0, y);
        else if (a->noise) strata_row(a, 1, 0, 0, y);
        else strata_row(a, 0, 0, 0, y);
    }
}
TRN_FN void strata_cell(const strata_args *a, int32_t x, int32_t y)
{
    strata_put(a, a->noise != NULL, a->mask != NULL, a->alone != 0, x, ((double)y + a->v) * a->tilt_v,
               (size_t)y * (size_t)a->width + (size_t)x);
}
TRN_SPLIT_KERNEL(strata)
