#include "kernels/random.h"
#include "math/hash.h"
#include "math/scalar.h"
#include <float.h>

#define CHUNK 256

TRN_FN double unit_of(uint32_t word, uint32_t key) { return (double)trn_unit_f(trn_mix(word ^ key)); }
TRN_FN float narrow(double x) { return (float)trn_clamp(x, -FLT_MAX, FLT_MAX); }

TRN_FN int32_t id_of(float id)
{
    const double x = (double)id;
    return (int32_t)trn_rint(trn_min(x > -2147483648.0 ? x : -2147483648.0, 2147483647.0));
}

/* Component n = 5, 3, 1 for red, green, blue: a trapezium of the hue, six sixths around (Smith 1978). */
TRN_FN float hsv_component(double n, double hue, double saturation, double value)
{
    const double a = n + hue, k = a - 6.0 * trn_floor(a / 6.0);
    return narrow(value - value * saturation * trn_max(trn_min(trn_min(k, 4.0 - k), 1.0), 0.0));
}

TRN_FN int32_t choose(const random_colors *c, double unit)
{
    const double t = unit * c->upto[c->count - 1];
    int32_t low = 0, high = c->count - 1;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (c->upto[middle] > t) high = middle;
        else low = middle + 1;
    }
    return low;
}

/* n pixels from `at` on. word: what tells one pixel, or id, from another; key: of each channel, in this row. */
TRN_FN void random_chunk(const random_args *a, const uint32_t *word, const uint32_t *key, size_t at, int32_t n)
{
    const double *from = a->from, *span = a->span;
    float *out[4];
    for (int32_t c = 0; c < 4; ++c) out[c] = c < a->channels ? a->out + (size_t)c * (size_t)a->stride + at : a->out;
    if (a->kind == RANDOM_RANGE) {
        for (int32_t c = 0; c < 4; ++c) {
            if (c >= a->channels) continue;
            float *to = out[c];
            const uint32_t k = key[c];
            const double f = from[c], s = span[c];
            _Pragma("omp simd")
            for (int32_t i = 0; i < n; ++i) to[i] = (float)(f + s * unit_of(word[i], k));
        }
        return;
    }
    float *r = out[0], *g = out[1], *b = out[2];
    if (a->kind == RANDOM_HSV) {
        _Pragma("omp simd")
        for (int32_t i = 0; i < n; ++i) {
            const double hue = from[0] + span[0] * unit_of(word[i], key[0]);
            const double saturation = from[1] + span[1] * unit_of(word[i], key[1]);
            const double value = from[2] + span[2] * unit_of(word[i], key[2]);
            r[i] = hsv_component(5.0, hue, saturation, value);
            g[i] = hsv_component(3.0, hue, saturation, value);
            b[i] = hsv_component(1.0, hue, saturation, value);
        }
    } else if (a->kind == RANDOM_RAMP) {
        for (int32_t i = 0; i < n; ++i) {
            int32_t stop;
            double f;
            trn_ramp_find(&a->ramp, unit_of(word[i], key[0]), &stop, &f);
            r[i] = narrow(trn_ramp_at(&a->ramp, stop, f, 0));
            g[i] = narrow(trn_ramp_at(&a->ramp, stop, f, 1));
            b[i] = narrow(trn_ramp_at(&a->ramp, stop, f, 2));
        }
    } else {
        for (int32_t i = 0; i < n; ++i) {
            const float *color = a->colors->value[choose(a->colors, unit_of(word[i], key[0]))];
            r[i] = color[0];
            g[i] = color[1];
            b[i] = color[2];
        }
    }
    if (a->channels == 4) for (int32_t i = 0; i < n; ++i) out[3][i] = 1.0f;
}

/* n pixels from (x, y) on, CHUNK at most */
TRN_FN void random_bundle(const random_args *a, int32_t x, int32_t y, int32_t n)
{
    const int by_id = a->ids || a->float_ids;
    const uint32_t row = by_id ? 0u : (a->y + (uint32_t)y) * TRN_PY, first = by_id ? 0u : a->x;
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
    int32_t place[CHUNK];
    uint32_t word[CHUNK], key[4];
    for (int32_t c = 0; c < 4; ++c) key[c] = trn_mix(row + a->key[c]);
    if (a->ids) for (int32_t i = 0; i < n; ++i) place[i] = a->ids[at + (size_t)i];
    else if (a->float_ids) for (int32_t i = 0; i < n; ++i) place[i] = id_of(a->float_ids[at + (size_t)i]);
    else for (int32_t i = 0; i < n; ++i) place[i] = x + i;
    for (int32_t i = 0; i < n; ++i) word[i] = (first + (uint32_t)place[i]) * TRN_PX;
    random_chunk(a, word, key, at, n);
    if (!a->zero_negative) return;
    for (int32_t c = 0; c < a->channels; ++c) {
        float *to = a->out + (size_t)c * (size_t)a->stride + at;
        for (int32_t i = 0; i < n; ++i) to[i] = place[i] < 0 ? 0.0f : to[i];
    }
}
TRN_FN void random_rows(const random_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; x += CHUNK) random_bundle(a, x, y, trn_min_i(a->width - x, CHUNK));
}
TRN_FN void random_cell(const random_args *a, int32_t x, int32_t y) { random_bundle(a, x, y, 1); }
TRN_SPLIT_KERNEL(random)
#undef CHUNK
