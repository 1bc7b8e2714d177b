#include "kernels/slope.h"
#include "math/trig.h"

TRN_FN float in_units(float tangent, int32_t units)
{
    return trn_one_nan_f(units == SLOPE_TANGENT ? tangent : trn_atan_f(tangent) * (units == SLOPE_DEGREES ? 360.0f : 4.0f));
}

/* Degrees of the way down, above -180 and up to 180. */
TRN_FN float aspect_of(trn_incline s)
{
    const float angle = trn_degrees_f(trn_atan2_f(-s.q, -s.p));
    return trn_steepness(s) < TRN_FLAT ? 0.0f : angle == -180.0f ? 180.0f : trn_one_nan_f(angle);
}

TRN_FN void down_of(trn_incline s, float *u, float *v)
{
    const float steepness = trn_steepness(s), inverse = steepness < TRN_FLAT ? 0.0f : 1.0f / steepness;
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
    if (a->slope) a->slope[i] = in_units(trn_steepness(s), a->units);
    if (a->aspect) a->aspect[i] = aspect_of(s);
    if (a->down_u) down_of(s, &a->down_u[i], &a->down_v[i]);
}

TRN_FN void slope_inside(const slope_args *a, const float *row, size_t begin)
{
    const float *south = row - a->width, *north = row + a->width;
    const int32_t last = a->width - 1;
    if (a->slope) {
        float *slope = a->slope + begin;
        if (a->units == SLOPE_TANGENT) {
#pragma omp simd
            for (int32_t x = 1; x < last; ++x) slope[x] = in_units(trn_steepness(inside(a, south, row, north, x)), SLOPE_TANGENT);
        } else {
            const int32_t units = a->units == SLOPE_DEGREES ? SLOPE_DEGREES : SLOPE_NORMALIZED;
#pragma omp simd
            for (int32_t x = 1; x < last; ++x) slope[x] = in_units(trn_steepness(inside(a, south, row, north, x)), units);
        }
    }
    if (a->aspect) {
        float *aspect = a->aspect + begin;
#pragma omp simd
        for (int32_t x = 1; x < last; ++x) aspect[x] = aspect_of(inside(a, south, row, north, x));
    }
    if (a->down_u) {
        float *u = a->down_u + begin, *v = a->down_v + begin;
#pragma omp simd
        for (int32_t x = 1; x < last; ++x) down_of(inside(a, south, row, north, x), &u[x], &v[x]);
    }
}

/* Row by row, so that what several results read and write stays in the cache. */
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
