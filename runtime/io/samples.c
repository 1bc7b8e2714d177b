/* samples.c - conversion of samples; plain loops that compilers vectorise. */
#include "io/samples.h"
#include "math/scalar.h"
#include <float.h>
#include <string.h>

static inline uint16_t swapped(uint16_t s) { return (uint16_t)(s << 8 | s >> 8); }

bool trn_scale_valid(double lo, double hi)
{
    return lo >= -FLT_MAX && lo <= FLT_MAX && hi >= -FLT_MAX && hi <= FLT_MAX; /* false for NaN */
}

/* Exact at both ends, and exact for every s where lo = 0 and hi = max. */
static inline float sample_value(const trn_scale *k, double s) { return (float)((k->lo * (k->max - s) + k->hi * s) / k->max); }

void trn_unpack_init(trn_unpack *u)
{
    if (u->bits > 8) return;
    for (int32_t s = 0; s < 256; ++s) u->value[s] = sample_value(&u->scale, trn_min(s, u->scale.max));
}

static inline void unpack_words(const trn_unpack *u, const uint8_t *row, int32_t c, int32_t step, bool swap, float *out)
{
    const trn_scale k = u->scale;
    for (int32_t x = 0; x < u->width; ++x) {
        uint16_t s;
        memcpy(&s, row + 2 * ((size_t)x * (size_t)step + (size_t)c), 2);
        out[x] = sample_value(&k, swap ? swapped(s) : s);
    }
}

static inline int32_t narrow_sample(const uint8_t *row, int32_t x, int32_t bits)
{
    int32_t bit = x * bits;
    return row[bit >> 3] >> (8 - bits - (bit & 7)) & ((1 << bits) - 1);
}

static bool unpack_colours(const trn_unpack *u, const uint8_t *row, float *const *out)
{
    int32_t last = 0;
    for (int32_t x = 0; x < u->width; ++x) last = trn_max_i(last, narrow_sample(row, x, u->bits));
    if (last >= u->palette_size) return false;
    for (int32_t c = 0; c < u->channels; ++c)
        for (int32_t x = 0; x < u->width; ++x) out[c][x] = u->value[u->palette[narrow_sample(row, x, u->bits)][c]];
    return true;
}

bool trn_unpack_row(const trn_unpack *u, const uint8_t *row, float *const *out)
{
    const int32_t n = u->channels, bits = u->bits;
    if (u->palette) return unpack_colours(u, row, out);
    for (int32_t c = 0; c < n; ++c) {
        float *to = out[c];
        if (bits == 16) {
            const bool swap = u->big_endian != trn_host_big_endian();
            if (n == 1) unpack_words(u, row, 0, 1, swap, to); /* its own loop: the one that heights take */
            else unpack_words(u, row, c, n, swap, to);
        } else if (bits == 8) {
            for (int32_t x = 0; x < u->width; ++x) to[x] = u->value[row[(size_t)x * (size_t)n + (size_t)c]];
        } else {
            for (int32_t x = 0; x < u->width; ++x) to[x] = u->value[narrow_sample(row, x, bits)];
        }
    }
    return true;
}

/* A NaN becomes 0: what has voids is refused before it comes here. */
static inline uint16_t quantised(double v, double lo, double per_unit, double max)
{
    double t = (v - lo) * per_unit;
    t = trn_min(t > 0.0 ? t : 0.0, max);
    return (uint16_t)(int32_t)trn_rint(t);
}

#define QUANTISE(NAME, T)                                                                                              \
    static inline void NAME(const T *in, int32_t n, double lo, double per_unit, double max, uint16_t *out, int32_t step) \
    {                                                                                                                  \
        if (step == 1)                                                                                                 \
            for (int32_t i = 0; i < n; ++i) out[i] = quantised((double)in[i], lo, per_unit, max);                      \
        else                                                                                                           \
            for (int32_t i = 0; i < n; ++i) out[(size_t)i * (size_t)step] = quantised((double)in[i], lo, per_unit, max); \
    }
QUANTISE(quantise_f32, float)
QUANTISE(quantise_f64, double)
QUANTISE(quantise_i32, int32_t)

void trn_quantise(trn_type type, const void *in, int32_t n, const trn_scale *scale, uint16_t *out, int32_t step)
{
    const double lo = scale->lo, max = scale->max, per_unit = scale->hi == lo ? 0.0 : max / (scale->hi - lo);
    switch (type) {
    case TRN_F32: quantise_f32(in, n, lo, per_unit, max, out, step); break;
    case TRN_F64: quantise_f64(in, n, lo, per_unit, max, out, step); break;
    case TRN_I32: quantise_i32(in, n, lo, per_unit, max, out, step); break;
    }
}

void trn_pack_bytes(const uint16_t *in, size_t n, uint8_t *out)
{
    for (size_t i = 0; i < n; ++i) out[i] = (uint8_t)in[i];
}

void trn_pack_words(const uint16_t *in, size_t n, bool big_endian, uint8_t *out)
{
    const bool swap = big_endian != trn_host_big_endian();
    for (size_t i = 0; i < n; ++i) {
        uint16_t s = swap ? swapped(in[i]) : in[i];
        memcpy(out + 2 * i, &s, 2);
    }
}
