#include "kernels/height_to_shadow.h"
#include "math/trig.h"

/* How many samples are taken before it is asked whether more of them can matter. */
enum { SAMPLES = 8 };

/* The steepest rise towards the sun. Farther samples are left out once no ground is high enough to alter any pixel's shadow. Every
 * threshold is wider than rounding, so the result is the same bit for bit. */
TRN_FN void look_up(const height_to_shadow_args *a, int32_t x, int32_t y, int32_t count, float *rise)
{
    const float *z = a->map.z + (int64_t)y * a->map.pitch + x;
    const float top = a->top, sign = a->sign, least = a->least, most = a->most;
    for (int32_t i = 0; i < count; ++i) rise[i] = 0.0f;
    for (int32_t k = 0; k < a->tap_count; k += SAMPLES) {
        const float per = fabsf(a->taps[k].per) * 1.00001f;
        int open = 0;
        _Pragma("omp simd reduction(|:open)")
        for (int32_t i = 0; i < count; ++i) {
            const float steepest = (top - sign * z[i]) * per;
            open |= (steepest > least) & (steepest > rise[i]) & (rise[i] <= most + 2.0f * HORIZON_NOISE * fabsf(z[i]));
        }
        if (!open) return;
        horizon_ray(&a->map, a->taps + k, trn_min_i(a->tap_count - k, SAMPLES), x, y, count, rise);
    }
}

/* What rounding may have added to a rise is taken off, so that ground which dips as the light does stays lit. */
TRN_FN double without_noise(double rise, double z) { return rise - (double)HORIZON_NOISE * (rise + fabs(z)); }

/* The share of a disc that lies below a line x radii above its centre. */
TRN_FN double covered(double x)
{
    const double c = trn_clamp(x, -1.0, 1.0);
    const double part = 0.5 + (c * sqrt((1.0 - c) * (1.0 + c)) + TRN_TAU * trn_asin(c)) / TRN_PI;
    return x >= 1.0 ? 1.0 : x <= -1.0 ? 0.0 : part;
}

TRN_FN void height_to_shadow_rows(const height_to_shadow_args *a, int32_t y0, int32_t y1)
{
    float rise[HORIZON_PIXELS], dark[HORIZON_PIXELS];
    for (int32_t y = y0; y < y1; ++y) {
        for (int32_t x = 0; x < a->width; x += HORIZON_PIXELS) {
            const int32_t count = trn_min_i(a->width - x, HORIZON_PIXELS);
            const float *z = a->map.z + (int64_t)y * a->map.pitch + x;
            float *out = a->shadow + (int64_t)y * a->width + x;
            look_up(a, x, y, count, rise);
            if (a->softness > 0.0) {
                _Pragma("omp simd")
                for (int32_t i = 0; i < count; ++i) {
                    const double slope = without_noise((double)rise[i], (double)z[i]) * a->scale;
                    dark[i] = (float)covered((trn_atan_deg(trn_max(slope, 0.0)) - a->elevation) / a->softness);
                }
            } else {
                _Pragma("omp simd")
                for (int32_t i = 0; i < count; ++i) {
                    const double slope = without_noise((double)rise[i], (double)z[i]) * a->scale;
                    dark[i] = slope * a->cosine > a->sine ? 1.0f : 0.0f;
                }
            }
            for (int32_t i = 0; i < count; ++i) {
                const float s = a->invert ? 1.0f - dark[i] : dark[i];
                out[i] = z[i] == z[i] ? s : z[i];
            }
        }
    }
}
TRN_ROW_KERNEL(height_to_shadow)
