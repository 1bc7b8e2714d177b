#include "kernels/post.h"
#include "math/exp.h"
#include "math/scalar.h"
#include <float.h>

#define CHUNK 256
#define EACH _Pragma("omp simd") for (int32_t i = 0; i < n; ++i)

/* Far from the limits of double, so that what follows stays finite. Voids stay voids, here and below. */
TRN_FN double power(double x, double e) { return copysign(trn_min(1e300, trn_pow(fabs(x), e)), x); }

/* n: a constant, CHUNK or 1 */
TRN_FN void post_chunk(const post_args *a, double *restrict x, int32_t n)
{
    if (a->fold) EACH x[i] = fabs(x[i]);
    if (a->complement) EACH x[i] = 1.0 - x[i];
    const double bias = a->bias, gain = a->gain, gamma = a->gamma, contrast = a->contrast, min = a->min, max = a->max;
    if (bias != 1.0) EACH x[i] = power(x[i], bias);
    if (gain != 1.0) EACH {
        const double low = x[i] < 0.5 ? 1.0 : 0.0, p = 0.5 * power(low != 0.0 ? 2.0 * x[i] : 2.0 - 2.0 * x[i], gain);
        x[i] = low != 0.0 ? p : 1.0 - p;
    }
    if (gamma != 1.0) EACH x[i] = power(x[i], gamma);
    if (contrast != 1.0) EACH x[i] = (x[i] - 0.5) * contrast + 0.5;
    if (a->use_min) EACH x[i] = x[i] <= min ? min : x[i];
    if (a->use_max) EACH x[i] = x[i] >= max ? max : x[i];
}
TRN_FN void post_rows(const post_args *a, int32_t y0, int32_t y1)
{
    const size_t end = (size_t)y1 * (size_t)a->width;
    for (size_t at = (size_t)y0 * (size_t)a->width; at < end; at += CHUNK) {
        const size_t n = end - at < CHUNK ? end - at : CHUNK;
        double x[CHUNK] = {0};
        if (a->plane) for (size_t i = 0; i < n; ++i) x[i] = (double)a->plane[at + i];
        else for (size_t i = 0; i < n; ++i) x[i] = a->exact[at + i];
        post_chunk(a, x, CHUNK);
        if (a->plane) for (size_t i = 0; i < n; ++i) a->plane[at + i] = (float)trn_clamp(x[i], -FLT_MAX, FLT_MAX);
        else for (size_t i = 0; i < n; ++i) a->exact[at + i] = trn_clamp(x[i], -DBL_MAX, DBL_MAX);
    }
}
TRN_FN void post_cell(const post_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    double v = a->plane ? (double)a->plane[i] : a->exact[i];
    post_chunk(a, &v, 1);
    if (a->plane) a->plane[i] = (float)trn_clamp(v, -FLT_MAX, FLT_MAX);
    else a->exact[i] = trn_clamp(v, -DBL_MAX, DBL_MAX);
}
TRN_SPLIT_KERNEL(post)
