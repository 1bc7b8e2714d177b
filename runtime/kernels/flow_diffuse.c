#include "kernels/flow_diffuse.h"
#include <string.h>

/* Differences first: on level ground they cancel exactly. */
TRN_FN float diffused(float s, float w, float v, float e, float n, float rate)
{
    return v + rate * (((e - v) + (w - v)) + ((n - v) + (s - v)));
}

static void row(const float *s, const float *c, const float *n, int32_t x1, float rate, float *out)
{
#pragma omp simd
    for (int32_t x = 1; x < x1; ++x) out[x] = diffused(s[x], c[x - 1], c[x], c[x + 1], n[x], rate);
}
static void keep(const float *z, const uint8_t *mask, int32_t width, float *out)
{
#pragma omp simd
    for (int32_t x = 0; x < width; ++x) out[x] = mask[x] ? z[x] : out[x];
}

static void shelter(const float *z, const float *exposed, int32_t width, float *out)
{
#pragma omp simd
    for (int32_t x = 0; x < width; ++x) out[x] = exposed[x] < 1.0f ? z[x] + exposed[x] * (out[x] - z[x]) : out[x];
}

static void flow_diffuse_rows(const flow_diffuse_args *a, int32_t y0, int32_t y1)
{
    const int32_t w = a->width, h = a->height;
    for (int32_t y = y0; y < y1; ++y) {
        const int32_t below = y > 0 ? y - 1 : a->wrap ? h - 1 : y, above = y < h - 1 ? y + 1 : a->wrap ? 0 : y;
        const float *s = a->z + (int64_t)below * w, *c = a->z + (int64_t)y * w, *n = a->z + (int64_t)above * w;
        float *out = a->out + (int64_t)y * w;
        const int32_t last = w - 1;
        const float west = a->wrap ? c[last] : c[0], east = a->wrap ? c[0] : c[last];
        if (a->fixed_border && (y == 0 || y == h - 1)) {
            memcpy(out, c, (size_t)w * sizeof *out);
            continue;
        }
        row(s, c, n, last, a->rate, out);
        out[0] = a->fixed_border ? c[0] : diffused(s[0], west, c[0], w > 1 ? c[1] : east, n[0], a->rate);
        if (w > 1) out[last] = a->fixed_border ? c[last] : diffused(s[last], c[last - 1], c[last], east, n[last], a->rate);
        if (a->exposed) shelter(c, a->exposed + (int64_t)y * w, w, out);
        if (a->mask) keep(c, a->mask + (int64_t)y * w, w, out);
    }
}
TRN_ROW_KERNEL(flow_diffuse)
