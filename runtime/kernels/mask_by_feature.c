#include "kernels/mask_by_feature.h"
#include "kernels/slope.h"
#include "math/trig.h"

TRN_FN double rise(double t)
{
    const double s = trn_saturate(t);
    return s * s * (3.0 - 2.0 * s);
}
TRN_FN double within(feature_band b, double x) { return rise((x - b.low) * b.rate + 1.0) * (1.0 - rise((x - b.high) * b.rate)); }

TRN_FN double by_direction(const mask_by_feature_args *a, float p, float q)
{
    const trn_incline s = {p, q};
    const double angle = (double)trn_atan2_deg_f(-q, -p) - a->goal, off = fabs(angle - 360.0 * trn_rint(angle * (1.0 / 360.0)));
    const double m = 1.0 - rise((off - a->spread) * a->spread_rate);
    return trn_steepness(s) < TRN_FLAT ? 0.0 : m;
}

/* What the criteria make of a pixel together, when one more comes in. Voids stay voids. */
TRN_FN float joined(int32_t blend, float all, float m)
{
    if (blend == FEATURE_MULTIPLY) return all * m;
    if (blend == FEATURE_ADD || blend == FEATURE_AVERAGE) return all + m;
    const int32_t known = (all == all) & (m == m), first = blend == FEATURE_MINIMUM ? all < m : all > m;
    const float one = first ? all : m;
    return known ? one : all + m;
}

enum { CHUNK = 256 }; /* pixels at a time, that stay in the cache from criterion to criterion */
typedef struct chunk { float p[CHUNK], q[CHUNK], m[CHUNK], all[CHUNK]; } chunk;

TRN_FN void join(const mask_by_feature_args *a, chunk *c, int32_t *first, int32_t n)
{
    const int32_t only = *first, blend = a->blend;
#pragma omp simd
    for (int32_t i = 0; i < n; ++i) c->all[i] = only ? c->m[i] : joined(blend, c->all[i], c->m[i]);
    *first = 0;
}

TRN_FN void incline_border(const mask_by_feature_args *a, int32_t x0, int32_t y, int32_t i, chunk *c)
{
    const trn_incline s = trn_incline_at(a->z, a->width, a->height, x0 + i, y, a->wrap, a->scale);
    c->p[i] = s.p;
    c->q[i] = s.q;
}

/* Slopes of pixels [x0, x0 + n) of row y. */
TRN_FN void incline(const mask_by_feature_args *a, int32_t x0, int32_t y, int32_t n, chunk *c)
{
    const float *row = a->z + (size_t)y * (size_t)a->width, *south = row - a->width, *north = row + a->width;
    const int32_t border = y == 0 || y == a->height - 1;
    const int32_t begin = border ? n : x0 == 0, end = border ? n : trn_max_i(begin, trn_min_i(n, a->width - 1 - x0));
    for (int32_t i = 0; i < begin; ++i) incline_border(a, x0, y, i, c);
    for (int32_t i = end; i < n; ++i) incline_border(a, x0, y, i, c);
#pragma omp simd
    for (int32_t i = begin; i < end; ++i) {
        const trn_incline s = trn_incline_inside(south, row, north, x0 + i, a->scale);
        c->p[i] = s.p;
        c->q[i] = s.q;
    }
}

TRN_FN void mask_chunk(const mask_by_feature_args *a, int32_t x0, int32_t y, int32_t n)
{
    const size_t begin = (size_t)y * (size_t)a->width + (size_t)x0;
    int32_t first = 1;
    chunk c;
    if (a->by_slope | a->by_direction) incline(a, x0, y, n, &c);
    if (a->by_slope) {
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) {
            const trn_incline s = {c.p[i], c.q[i]};
            c.m[i] = (float)within(a->slope, (double)trn_atan_deg_f(trn_steepness(s)));
        }
        join(a, &c, &first, n);
    }
    if (a->by_direction) {
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) c.m[i] = (float)by_direction(a, c.p[i], c.q[i]);
        join(a, &c, &first, n);
    }
    if (a->by_height) {
        const float *z = a->z + begin;
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) c.m[i] = (float)within(a->level, (double)z[i]);
        join(a, &c, &first, n);
    }
    if (a->curvature) {
        const float *k = a->curvature + begin;
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) c.m[i] = (float)rise(((double)k[i] * a->unit - a->from) * a->unit_rate);
        join(a, &c, &first, n);
    }
    if (a->open) {
        const float *open = a->open + begin;
#pragma omp simd
        for (int32_t i = 0; i < n; ++i) c.m[i] = (float)within(a->occlusion, (double)(1.0f - open[i]));
        join(a, &c, &first, n);
    }
    const float share = a->blend == FEATURE_AVERAGE ? (float)a->count : 1.0f;
    float *mask = a->mask + begin;
#pragma omp simd
    for (int32_t i = 0; i < n; ++i) {
        const float m = c.all[i] / share;
        mask[i] = trn_one_nan_f(a->invert ? 1.0f - m : m);
    }
}

TRN_FN void mask_by_feature_rows(const mask_by_feature_args *args, int32_t y0, int32_t y1)
{
    const mask_by_feature_args a = *args;
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a.width; x += CHUNK) mask_chunk(&a, x, y, trn_min_i(CHUNK, a.width - x));
}
TRN_ROW_KERNEL(mask_by_feature)
