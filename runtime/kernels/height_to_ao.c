#include "kernels/height_to_ao.h"
#include <math.h>

/* Steeper than anything, and its square is a float. */
#define STEEPEST 1e18f

/* What a ray's list of samples says where it has none. */
#define NOTHING -3.4e38f

typedef struct ground { /* of the pixels at hand, in units of z and pixels */
    float slope_u[HORIZON_PIXELS], slope_v[HORIZON_PIXELS];
    float noise[HORIZON_PIXELS];  /* rises up to here are rounding */
    float normal[HORIZON_PIXELS]; /* 1/length of (-slope, 1), in the world */
    float hidden[HORIZON_PIXELS]; /* sum over the rays so far */
} ground;

/* Central differences; one-sided where a neighbour is missing, 0 where both are. */
TRN_FN float slope_between(float lo, float z, float hi)
{
    const int has_lo = lo == lo, has_hi = hi == hi;
    const float from = has_lo ? lo : z, to = has_hi ? hi : z;
    return (to - from) * (has_lo & has_hi ? 0.5f : 1.0f);
}

TRN_FN void measure_ground(const height_to_ao_args *a, int32_t x, int32_t y, int32_t count, ground *g)
{
    const float *row = horizon_row(&a->map, y) + x, *south = horizon_row(&a->map, y - 1) + x, *north = horizon_row(&a->map, y + 1) + x;
    const float sign = a->sign, scale = a->scale;
    _Pragma("omp simd")
    for (int32_t i = 0; i < count; ++i) {
        const float z = row[i];
        const float u = sign * slope_between(row[i - 1], z, row[i + 1]), v = sign * slope_between(south[i], z, north[i]);
        const float wu = trn_min_f(fabsf(u) * scale, STEEPEST), wv = trn_min_f(fabsf(v) * scale, STEEPEST);
        g->slope_u[i] = u;
        g->slope_v[i] = v;
        g->noise[i] = HORIZON_NOISE * ((fabsf(z) + fabsf(u)) + fabsf(v));
        g->normal[i] = 1.0f / sqrtf((wu * wu + wv * wv) + 1.0f);
        g->hidden[i] = 0.0f;
    }
}

/* The slope with which a ray arrives at its pixels: from the pixel behind, where there is none to the one ahead. On ground that
 * is convex nothing rises more steeply, whatever plane the four neighbours suggest at a crease. */
TRN_FN void arrive(const height_to_ao_args *a, height_to_ao_ray ray, int32_t x, int32_t y, int32_t count, float *arrival)
{
    const horizon_tap *taps = a->taps + ray.first;
    float ahead[HORIZON_PIXELS];
    int missing = 0;
    for (int32_t i = 0; i < count; ++i) arrival[i] = NOTHING;
    horizon_ray(&a->map, taps + ray.ahead, ray.behind, x, y, count, arrival);
    for (int32_t i = 0; i < count; ++i) missing |= arrival[i] == NOTHING;
    for (int32_t i = 0; i < count; ++i) ahead[i] = NOTHING;
    if (missing) horizon_ray(&a->map, taps, ray.ahead, x, y, count, ahead);
    for (int32_t i = 0; i < count; ++i) arrival[i] = arrival[i] == NOTHING ? ahead[i] : -arrival[i];
}

/* Adds the sine of the horizon's elevation above the tangent plane. With s the slope of the plane along the ray and s + e that of the
 * horizon, it is e / sqrt(1 + (s + e)^2) times the normal's z. Past the plane's perpendicular nothing is left to hide. */
TRN_FN void hide(const height_to_ao_args *a, height_to_ao_ray ray, int32_t count, const float *rise, const float *arrival, ground *g)
{
    const float scale = a->scale;
    _Pragma("omp simd")
    for (int32_t i = 0; i < count; ++i) {
        const float plane = ray.du * g->slope_u[i] + ray.dv * g->slope_v[i];
        const float above = trn_min_f(rise[i] - plane, 2.0f * (rise[i] - arrival[i])) - g->noise[i];
        const float e = trn_min_f(trn_max_f(above, 0.0f) * scale, STEEPEST), s = trn_clamp_f(plane * scale, -STEEPEST, STEEPEST);
        const float sine = e / sqrtf((s + e) * (s + e) + 1.0f);
        const float most = sqrtf(s * s + 1.0f);
        g->hidden[i] += trn_min_f((e * -s > s * s + 1.0f ? most : sine) * g->normal[i], 1.0f);
    }
}

TRN_FN void height_to_ao_rows(const height_to_ao_args *a, int32_t y0, int32_t y1)
{
    ground g;
    float rise[HORIZON_PIXELS], arrival[HORIZON_PIXELS];
    for (int32_t y = y0; y < y1; ++y) {
        for (int32_t x = 0; x < a->width; x += HORIZON_PIXELS) {
            const int32_t count = trn_min_i(a->width - x, HORIZON_PIXELS);
            measure_ground(a, x, y, count, &g);
            for (int32_t k = 0; k < a->ray_count; ++k) {
                const height_to_ao_ray ray = a->rays[k];
                arrive(a, ray, x, y, count, arrival);
                for (int32_t i = 0; i < count; ++i) rise[i] = NOTHING;
                horizon_ray(&a->map, a->taps + ray.first + ray.ahead + ray.behind, ray.count, x, y, count, rise);
                hide(a, ray, count, rise, arrival, &g);
            }
            const float *z = horizon_row(&a->map, y) + x;
            float *out = a->ao + (int64_t)y * a->width + x;
            for (int32_t i = 0; i < count; ++i) {
                const float lit = trn_saturate_f(1.0f - a->share * g.hidden[i]);
                out[i] = z[i] == z[i] ? lit : z[i];
            }
        }
    }
}
TRN_ROW_KERNEL(height_to_ao)
