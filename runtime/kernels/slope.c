#include "kernels/slope.h"
#include "math/trig.h"

TRN_FN float in_units(float tangent, int32_t units)
{
    return trn_one_nan_f(units == SLOPE_TANGENT ? tangent : trn_atan_f(tangent) * (units == SLOPE_DEGREES ? 360.0f : 4.0f));
}

/* Degrees of the way down, above -180 and up to 180. */
TRN_FN float aspect_of(trn_incline s)
{
    float t = trn_arc_plain_f(trn_size_up_to_f(s.q, 1e18f), trn_size_up_to_f(s.p, 1e18f));
    t = s.p > 0.0f ? 0.5f - t : t;
    t = s.q > 0.0f ? t * -360.0f : t * 360.0f;
    t = t == -180.0f ? 180.0f : t;
    return s.p * s.p + s.q * s.q < TRN_FLAT * TRN_FLAT ? 0.0f : ((s.p == s.p) & (s.q == s.q)) ? t : NAN;
}

TRN_FN void down_of(trn_incline s, float steepness, float *u, float *v)
{
    const float inverse = s.p * s.p + s.q * s.q < TRN_FLAT * TRN_FLAT ? 0.0f : 1.0f / steepness;
    *u = trn_one_nan_f(0.0f - s.p * inverse); /* from zero, so that there are no negative ones */
    *v = trn_one_nan_f(0.0f - s.q * inverse);
}

TRN_FN trn_incline inside(const slope_args *a, const float *south, const float *row, const float *north, int32_t x)
{
    return trn_incline_inside(south, row, north, x, a->scale);
}

TRN_FN void slope_cell(const slope_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const trn_incline s = trn_incline_at(a->z, a->width, a->height, x, y, a->wrap, a->scale);
    const float steepness = trn_steepness(s);
    if (a->slope) a->slope[i] = in_units(steepness, a->units);
    if (a->aspect) a->aspect[i] = aspect_of(s);
    if (a->down_u) down_of(s, steepness, &a->down_u[i], &a->down_v[i]);
}

/* Short loops, since a root, a division and a polynomial that wait for each other keep a processor's units idle; what
 * lies between them stays in the cache. Tangents lie in the row of slopes until they are made angles, in place. */
TRN_FN void slope_inside(const slope_args *a, const float *row, size_t begin)
{
    const float *south = row - a->width, *north = row + a->width;
    const int32_t last = a->width - 1;
    float *slope = a->slope ? a->slope + begin : NULL;
    if (a->slope) {
#pragma omp simd
        for (int32_t x = 1; x < last; ++x) slope[x] = trn_steepness(inside(a, south, row, north, x));
    }
    if (a->down_u) {
        float *u = a->down_u + begin, *v = a->down_v + begin;
        if (a->slope) {
#pragma omp simd
            for (int32_t x = 1; x < last; ++x) down_of(inside(a, south, row, north, x), slope[x], &u[x], &v[x]);
        } else {
#pragma omp simd
            for (int32_t x = 1; x < last; ++x) {
                const trn_incline s = inside(a, south, row, north, x);
                down_of(s, trn_steepness(s), &u[x], &v[x]);
            }
        }
    }
    if (a->aspect) {
        float *aspect = a->aspect + begin;
#pragma omp simd
        for (int32_t x = 1; x < last; ++x) aspect[x] = aspect_of(inside(a, south, row, north, x));
    }
    if (a->slope) {
        const int32_t units = a->units == SLOPE_DEGREES ? SLOPE_DEGREES : SLOPE_NORMALIZED;
        if (a->units == SLOPE_TANGENT) {
#pragma omp simd
            for (int32_t x = 1; x < last; ++x) slope[x] = in_units(slope[x], SLOPE_TANGENT);
        } else {
#pragma omp simd
            for (int32_t x = 1; x < last; ++x) slope[x] = in_units(slope[x], units);
        }
    }
}

TRN_FN void slope_rows(const slope_args *a, int32_t y0, int32_t y1)
{
    const slope_args s = *a;
    for (int32_t y = y0; y < y1; ++y) {
        const size_t begin = (size_t)y * (size_t)s.width;
        const int32_t border = y == 0 || y == s.height - 1;
        const int32_t step = border || s.width < 3 ? 1 : s.width - 1;
        for (int32_t x = 0; x < s.width; x += step) slope_cell(&s, x, y);
        if (!border) slope_inside(&s, s.z + begin, begin);
    }
}
TRN_ROW_KERNEL(slope)
