#include "kernels/terrace.h"
#include "kernels/blend.h"

/* What h becomes where it is cut in full. Heights just below a border, and NaN, stay. */
TRN_FN float terrace_full(const terrace_args *a, double low, double width, float raised, float h)
{
    const float cut = (float)trn_cut_step(&a->steps, low, width, raised);
    const float least = cut < h ? cut : h;
    return ((h < a->min) | (h > a->max)) ? h : least;
}
TRN_FN float terrace_part(float h, float full, double share) { return (float)trn_blend((double)h, (double)full, share); }

/* Short loops, since powers, whose every operation waits for the one before, keep a processor's units idle; what lies between
 * them stays in the cache. shifted: a constant, so that loops know */
TRN_FN void terrace_span(const terrace_args *args, int shifted, size_t begin, size_t end)
{
    enum { RUN = 256 };
    const terrace_args a = *args;
    for (size_t at = begin; at < end; at += RUN) {
        const int32_t n = end - at < RUN ? (int32_t)(end - at) : RUN;
        const float *z = a.z + at, *mask = a.mask ? a.mask + at : NULL;
        float *out = a.out + at, f[RUN];
        double low[RUN], width[RUN];
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) {
            const trn_place_in_step p = trn_find_step(&a.steps, shifted, (double)z[i]);
            f[i] = p.f;
            low[i] = p.low;
            if (shifted) width[i] = p.width;
        }
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) f[i] = trn_step_power(f[i], a.power);
        if (!mask && a.share >= 1.0) {
#pragma omp simd
            for (int32_t i = 0; i < n; ++i) out[i] = terrace_full(&a, low[i], shifted ? width[i] : 1.0, f[i], z[i]);
            continue;
        }
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) f[i] = terrace_full(&a, low[i], shifted ? width[i] : 1.0, f[i], z[i]);
        if (mask) {
#pragma omp simd
            for (int32_t i = 0; i < n; ++i) out[i] = terrace_part(z[i], f[i], a.share * trn_saturate((double)mask[i]));
        } else {
#pragma omp simd
            for (int32_t i = 0; i < n; ++i) out[i] = terrace_part(z[i], f[i], a.share);
        }
    }
}
TRN_FN void terrace_rows(const terrace_args *a, int32_t y0, int32_t y1)
{
    const size_t begin = (size_t)y0 * (size_t)a->width, end = (size_t)y1 * (size_t)a->width;
    if (a->steps.shift > 0.0) terrace_span(a, 1, begin, end);
    else terrace_span(a, 0, begin, end);
}
TRN_FN void terrace_cell(const terrace_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const trn_place_in_step p = trn_find_step(&a->steps, a->steps.shift > 0.0, (double)a->z[i]);
    const float full = terrace_full(a, p.low, p.width, trn_step_power(p.f, a->power), a->z[i]);
    a->out[i] = terrace_part(a->z[i], full, a->mask ? a->share * trn_saturate((double)a->mask[i]) : a->share);
}
TRN_SPLIT_KERNEL(terrace)
