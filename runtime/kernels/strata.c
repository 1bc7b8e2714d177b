#include "kernels/strata.h"
#include "kernels/blend.h"

/* What is added to the height of a pixel to be counted across the layers. folded: a constant, so that loops know */
TRN_FN double strata_rise(const strata_args *a, int folded, int32_t x, double row, size_t i)
{
    const double level = row + ((double)x + a->u) * a->tilt_u;
    return folded ? level + a->fold * (double)a->noise[i] : level;
}
/* 1 over the power of layer k */
TRN_FN float strata_softness(const strata_args *a, int32_t k) { return (float)(a->softness + a->variety * trn_step_random(a->key, k)); }

/* The result, of a height h that was found in a layer. alone: a constant, as folded */
TRN_FN float strata_cut(const strata_args *a, int alone, double low, float raised, double h, double rise, double share)
{
    const double cut = trn_cut_step(&a->steps, low, 1.0, raised), deeper = cut - (h + rise), moved = cut - rise;
    if (alone) return (float)trn_blend(0.0, deeper > 0.0 ? 0.0 : deeper, a->share);
    return (float)trn_blend(h, (double)(float)(moved < h ? moved : h), share); /* of level planes the very heights of a terrace */
}

/* Short loops, as a terrace's: powers by themselves */
TRN_FN void strata_row(const strata_args *args, int folded, int alone, int32_t y)
{
    enum { RUN = 256 };
    const strata_args a = *args;
    const double row = ((double)y + a.v) * a.tilt_v;
    for (int32_t x0 = 0; x0 < a.width; x0 += RUN) {
        const int32_t n = trn_min_i(a.width - x0, RUN);
        const size_t at = (size_t)y * (size_t)a.width + (size_t)x0;
        const float *z = a.z + at;
        double low[RUN];
        float f[RUN], power[RUN];
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) {
            const double t = (double)z[i] + strata_rise(&a, folded, x0 + i, row, at + (size_t)i);
            const trn_place_in_step p = trn_find_step(&a.steps, 0, t);
            const int32_t k = trn_ifloor(p.k);
            low[i] = p.low;
            f[i] = p.f;
            power[i] = 1.0f / strata_softness(&a, k);
            a.id[at + (size_t)i] = t == t ? k : INT32_MIN;
        }
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) f[i] = trn_step_power(f[i], power[i]);
        if (a.mask) {
#pragma omp simd
            for (int32_t i = 0; i < n; ++i)
                a.out[at + (size_t)i] = strata_cut(&a, alone, low[i], f[i], (double)z[i], strata_rise(&a, folded, x0 + i, row, at + (size_t)i),
                                                   a.share * trn_saturate((double)a.mask[at + (size_t)i]));
        } else {
#pragma omp simd
            for (int32_t i = 0; i < n; ++i)
                a.out[at + (size_t)i] = strata_cut(&a, alone, low[i], f[i], (double)z[i], strata_rise(&a, folded, x0 + i, row, at + (size_t)i), a.share);
        }
    }
}
TRN_FN void strata_rows(const strata_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        if (a->alone && a->noise) strata_row(a, 1, 1, y);
        else if (a->alone) strata_row(a, 0, 1, y);
        else if (a->noise) strata_row(a, 1, 0, y);
        else strata_row(a, 0, 0, y);
    }
}
TRN_FN void strata_cell(const strata_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const double h = (double)a->z[i], rise = strata_rise(a, a->noise != NULL, x, ((double)y + a->v) * a->tilt_v, i), t = h + rise;
    const trn_place_in_step p = trn_find_step(&a->steps, 0, t);
    const int32_t k = trn_ifloor(p.k);
    a->out[i] = strata_cut(a, a->alone, p.low, trn_step_power(p.f, 1.0f / strata_softness(a, k)), h, rise,
                           a->mask ? a->share * trn_saturate((double)a->mask[i]) : a->share);
    a->id[i] = t == t ? k : INT32_MIN;
}
TRN_SPLIT_KERNEL(strata)
