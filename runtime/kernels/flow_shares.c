#include "kernels/flow_shares.h"
#include "kernels/flow_steepest.h"
#include "math/exp.h"

/* slope[]: to begin with drops over distance, then their powers, the largest 1 */
static void slopes(const float *drop, float *slope, float *steepest, int32_t n)
{
    for (int32_t i = 0; i < n; ++i) steepest[i] = 0;
    for (int32_t k = 0; k < 8; ++k) {
        const float by = k & 1 ? FLOW_DIAGONAL : 1.0f;
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) {
            const float s = drop[k * FLOW_SPLITS + i] * by;
            slope[k * FLOW_SPLITS + i] = s;
            steepest[i] = s > steepest[i] ? s : steepest[i];
        }
    }
}
static void powers(float *slope, const float *steepest, float exponent, int32_t n)
{
    for (int32_t k = 0; k < 8; ++k) {
        float *s = slope + k * FLOW_SPLITS;
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) {
            const float some = s[i] > 0.0f ? s[i] : steepest[i];
            const float p = trn_exp2_f(exponent * trn_log2_f(some / steepest[i]));
            s[i] = s[i] > 0.0f ? p : 0.0f;
        }
    }
}
static void add_up(const float *power, float *total, int32_t n)
{
    for (int32_t i = 0; i < n; ++i) total[i] = 0;
    for (int32_t k = 0; k < 8; ++k) {
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) total[i] += power[k * FLOW_SPLITS + i];
    }
}
static void divide(const float *power, const float *total, int32_t *share, int32_t n)
{
    for (int32_t k = 0; k < 8; ++k) {
#pragma omp simd
        for (int32_t i = 0; i < n; ++i)
            share[k * FLOW_SPLITS + i] = (int32_t)(power[k * FLOW_SPLITS + i] / total[i] * (float)(1 << FLOW_SHARE_BITS));
    }
}
/* Opposite shares cancel exactly, in whole numbers. */
static void headings(const int32_t *share, float *u, float *v, int32_t n)
{
#define SHARE(K) share[(K) * FLOW_SPLITS + i]
#pragma omp simd
    for (int32_t i = 0; i < n; ++i) {
        const int32_t rising = SHARE(1) - SHARE(5), falling = SHARE(7) - SHARE(3); /* to the north-east, to the south-east */
        const float x = (float)(SHARE(0) - SHARE(4)) + (float)(rising + falling) * FLOW_DIAGONAL;
        const float y = (float)(SHARE(2) - SHARE(6)) + (float)(rising - falling) * FLOW_DIAGONAL;
        const float length = sqrtf(x * x + y * y), by = length > 0.0f ? 1.0f / length : 0.0f;
        u[i] = x * by;
        v[i] = y * by;
    }
#undef SHARE
}

static void flow_shares_rows(const flow_shares_args *a, int32_t y0, int32_t y1)
{
    (void)y0, (void)y1;
    float slope[8 * FLOW_SPLITS], steepest[FLOW_SPLITS], total[FLOW_SPLITS];
    slopes(a->drop, slope, steepest, a->width);
    powers(slope, steepest, a->exponent, a->width);
    add_up(slope, total, a->width);
    divide(slope, total, a->share, a->width);
    headings(a->share, a->u, a->v, a->width);
}
TRN_ROW_KERNEL(flow_shares)
