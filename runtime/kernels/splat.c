#include "kernels/splat.h"
#include "math/scalar.h"
#include "math/trig.h"

/* Masks are multiples of 2^-23, so that the five of a pixel sum to exactly 1 in whatever order they are added. */
#define UNITS 8388608.0

TRN_FN double rise(trn_ramp r, double x)
{
    const double t = trn_saturate((x - r.from) * r.rate);
    return t * t * (3.0 - 2.0 * t);
}

TRN_FN void splat_cover_cell(const splat_cover_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const double amount = (double)a->amount[i];
    const float cover = (float)(a->lake ? rise(a->ramp, amount) : trn_saturate(amount));
    a->cover[i] = trn_max_f(cover, a->cover[i]);
}
TRN_CELL_KERNEL(splat_cover)

/* Takes the share `cover` of what is left, in whole units. */
TRN_FN double take(double cover, double *left)
{
    const double units = (double)(int32_t)(cover * *left + 0.5);
    *left -= units;
    return units;
}

TRN_FN void splat_cell(const splat_args *a, int32_t x, int32_t y, trn_taps u, trn_taps v)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const trn_slope s = trn_central(a->z, a->width, x, y, u, v);
    const double slope = trn_atan_deg(trn_hypot(s.u * a->scale, s.v * a->scale));
    const double height = ((double)a->z[i] - a->base) * a->unit;
    const double flats = (1.0 - rise(a->flat_slope, slope)) * (1.0 - rise(a->low_height, height));
    const double debris = trn_saturate((double)a->debris[i] * a->debris_rate);

    double left = UNITS;
    const double water = take((double)a->water[i], &left);
    const double snow = take(rise(a->snow_height, height) * (1.0 - rise(a->snow_slope, slope)), &left);
    const double rock = take(rise(a->rock_slope, slope), &left);
    const double sediment = take(a->has_debris ? debris : flats, &left);
    const double grass = left;

    double most = water;
    int32_t id = 4;
    if (snow > most) most = snow, id = 3;
    if (rock > most) most = rock, id = 2;
    if (sediment > most) most = sediment, id = 1;
    if (grass > most) id = 0;

    const float one = (float)(1.0 / UNITS);
    a->water[i] = (float)water * one;
    a->snow[i] = (float)snow * one;
    a->rock[i] = (float)rock * one;
    a->sediment[i] = (float)sediment * one;
    a->grass[i] = (float)grass * one;
    a->id[i] = id;
    float *rgba = a->rgba + i;
    rgba[0] = (float)rock * one;
    rgba[a->stride] = (float)snow * one;
    rgba[2 * a->stride] = (float)sediment * one;
    rgba[3 * a->stride] = (float)water * one;
}
TRN_STENCIL_KERNEL(splat)

TRN_FN void splat_sums_rows(const splat_sums_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t m = 0; m < 5; ++m) {
            const float *row = a->mask[m] + (size_t)y * (size_t)a->pitch;
            int64_t sum = 0;
#pragma omp simd reduction(+ : sum)
            for (int32_t x = 0; x < a->width; ++x) sum += (int32_t)(row[x] * (float)UNITS);
            a->sums[y][m] = sum;
        }
}
TRN_ROW_KERNEL(splat_sums)
