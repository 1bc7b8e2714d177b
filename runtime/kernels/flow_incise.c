#include "kernels/flow_incise.h"
#include "kernels/flow_steepest.h"
#include "math/exp.h"
#include "math/fixed.h"
#include <string.h>

enum { RUN = 64 }; /* entries that are worked through at a time */

/* Vector gathers and scatters are slower than single loads and stores: this keeps the loop it stands in from being
 * vectorised. */
#define ONE_BY_ONE __asm__ volatile("")

TRN_FN void heights(const uint32_t *cell, uint32_t n, const float *z, float lift, const float *layer, float *own)
{
    if (layer) {
        for (uint32_t i = 0; i < n; ++i) {
            ONE_BY_ONE;
            __builtin_prefetch(z + (cell[i + FLOW_AHEAD] & FLOW_CELL), 1);
            own[i] = z[cell[i] & FLOW_CELL] + layer[cell[i] & FLOW_CELL];
        }
    } else {
        for (uint32_t i = 0; i < n; ++i) {
            ONE_BY_ONE;
            __builtin_prefetch(z + (cell[i + FLOW_AHEAD] & FLOW_CELL), 1);
            own[i] = z[cell[i] & FLOW_CELL] + lift;
        }
    }
}

TRN_FN void power(const flow_incise_args *a, const uint32_t *sum, uint32_t n, float *out)
{
    if (a->power == FLOW_POWER_ROOT) {
#pragma omp simd
        for (uint32_t i = 0; i < n; ++i) out[i] = sqrtf((float)(int32_t)(sum[i] - sum[i + 1]));
    } else if (a->power == FLOW_POWER_LINE) {
#pragma omp simd
        for (uint32_t i = 0; i < n; ++i) out[i] = (float)(int32_t)(sum[i] - sum[i + 1]);
    } else if (a->power == FLOW_POWER_TABLE) {
        for (uint32_t i = 0; i < n; ++i) {
            const uint32_t cells = sum[i] - sum[i + 1];
            out[i] = cells < a->table_size ? a->table[cells] : (float)trn_pow((double)cells, a->exponent);
        }
    } else {
        for (uint32_t i = 0; i < n; ++i) out[i] = 1.0f;
    }
}

TRN_FN void no_more_than(float most, uint32_t n, float *power)
{
#pragma omp simd
    for (uint32_t i = 0; i < n; ++i) power[i] = power[i] < most ? power[i] : most;
}
TRN_FN void expose(const uint32_t *cell, const float *exposed, uint32_t n, float *power)
{
    for (uint32_t i = 0; i < n; ++i) {
        ONE_BY_ONE;
        power[i] *= exposed[cell[i] & FLOW_CELL];
    }
}
TRN_FN void spare(const float *power, const float *own, const float *hr, uint32_t n, float *h)
{
#pragma omp simd
    for (uint32_t i = 0; i < n; ++i) h[i] = power[i] > 0.0f || own[i] < hr[i] ? h[i] : own[i];
}

TRN_FN void lower(const uint32_t *cell, uint32_t n, float factor, const float *power, const float *own, const float *hr, float *out)
{
#pragma omp simd
    for (uint32_t i = 0; i < n; ++i) {
        const float straight = factor * power[i], diagonal = straight * FLOW_DIAGONAL;
        const float f = (int32_t)cell[i] < 0 ? diagonal : straight;
        const float e = own[i] - hr[i], below = hr[i] + e / (1.0f + f), h = below < own[i] ? below : own[i];
        out[i] = e > 0 ? h : hr[i];
    }
}

/* Entries [at, at + n), the heights of whose receivers are in hr. */
TRN_FN void work(const flow_incise_args *a, uint32_t at, uint32_t n, const float *hr, int64_t *raised)
{
    const uint32_t *cell = a->cell + at;
    float own[RUN], h[RUN];
    heights(cell, n, a->z, a->lift, a->lift_layer, own);
    if (a->power == FLOW_POWER_NONE) {
        for (uint32_t i = 0; i < n; ++i) {
            h[i] = own[i] < hr[i] ? hr[i] : own[i];
            if (own[i] < hr[i]) *raised += trn_to_fixed((double)hr[i] - (double)own[i], a->scale);
        }
    } else {
        float powers[RUN];
        power(a, a->sum + at, n, powers);
        if (a->most < INFINITY) no_more_than(a->most, n, powers);
        if (a->exposed) expose(cell, a->exposed, n, powers);
        lower(cell, n, a->factor, powers, own, hr, h);
        if (a->exposed) spare(powers, own, hr, n, h);
    }
    flow_word *to = (flow_word *)(a->sum + at);
    const flow_word *from = (const flow_word *)h;
#pragma omp simd
    for (uint32_t i = 0; i < n; ++i) to[i] = from[i];
    for (uint32_t i = 0; i < n; ++i) {
        ONE_BY_ONE;
        a->z[cell[i] & FLOW_CELL] = h[i];
    }
}

static void flow_incise_rows(const flow_incise_args *a, int32_t y0, int32_t y1)
{
    (void)y0, (void)y1;
    const uint8_t *count = a->count;
    uint32_t parent = *a->parent, at = *a->at, got = 0; /* got: entries from `at` on whose receivers' heights are in hr */
    float hr[RUN + 8];
    int64_t raised = 0;
    while (got > 0 || (at < a->pause && parent < a->stop)) {
        const uint32_t known = a->own && at < a->stop ? at : a->stop;
        for (; parent < known && got < RUN; ++parent) {
            *(flow_eight *)(hr + got) = (flow_eight){0} + a->sum[parent];
            got += count[parent];
        }
        if (got >= RUN) {
            work(a, at, RUN, hr, &raised);
            at += RUN;
            got -= RUN;
            *(flow_eight *)hr = *(flow_eight *)(hr + RUN);
        } else {
            work(a, at, got, hr, &raised);
            at += got;
            got = 0;
        }
    }
    *a->parent = parent;
    *a->at = at;
    if (a->power == FLOW_POWER_NONE) *a->raised += raised;
}
TRN_ROW_KERNEL(flow_incise)
