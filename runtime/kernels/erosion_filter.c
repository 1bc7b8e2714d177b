#include "kernels/erosion_filter.h"
#include "math/hash.h"
#include "math/scalar.h"
#include <float.h>

/* What the look rests on, and nobody has a parameter for: how far stripes that cancel out are brought back to full height, and how
 * soon beside a crest or a bed the next octave begins, of heights and of the mask. */
#define LEAST_SIZE 0.5f
#define ONSET 1.25f
#define ONSET_MASK 1.5f
#define STEEPEST 1e17f /* so that squares of slopes are finite */
enum { CHUNK = 256 };

TRN_FN float ease(float t)
{
    const float rest = 1.0f - trn_saturate_f(t);
    return 1.0f - rest * rest;
}

/* A pivot's weight by its squared distance in cells: 0, with no slope, from 1.5 on, where the cells end that are looked at. */
TRN_FN float bell(float r2)
{
    const float t = trn_max_f(1.0f - r2 * (4.0f / 9.0f), 0.0f);
    return (t * t) * (t * t);
}

typedef struct chunk {
    float u[CHUNK], v[CHUNK];          /* slope of the walls so far */
    float side_u[CHUNK], side_v[CHUNK]; /* unit vector across the stripes; none on level ground */
    float p[CHUNK], q[CHUNK], none[CHUNK]; /* slope of the ground; 0, or a void */
    float c[CHUNK], s[CHUNK], w[CHUNK]; /* sums over pivots */
    float value[CHUNK], share[CHUNK], ridge[CHUNK], plain[CHUNK], rise[CHUNK];
} chunk;

TRN_FN void slopes(const erosion_filter_args *a, const float *z, int32_t x0, int32_t y, int32_t n, chunk *k)
{
    const size_t width = (size_t)a->width;
    const int32_t last = a->width - 1, top = a->height - 1;
    const int32_t lo = y > 0 ? y - 1 : a->wrap ? top : 0, hi = y < top ? y + 1 : a->wrap ? 0 : top;
    const float *row = z + (size_t)y * width + x0, *south = z + (size_t)lo * width + x0, *north = z + (size_t)hi * width + x0;
    const float half = 0.5f * a->scale, across = (y > 0 && y < top) || a->wrap ? half : a->scale;
    float *p = k->p, *q = k->q, *none = k->none;
    const int32_t begin = x0 == 0 ? 1 : 0, end = x0 + n - 1 == last ? n - 1 : n;
    _Pragma("omp simd")
    for (int32_t i = 0; i < n; ++i) q[i] = (north[i] - south[i]) * across;
    _Pragma("omp simd")
    for (int32_t i = begin; i < end; ++i) p[i] = (row[i + 1] - row[i - 1]) * half;
    const float *whole = z + (size_t)y * width;
    if (begin == 1) p[0] = (whole[trn_min_i(1, last)] - whole[a->wrap ? last : 0]) * (a->wrap ? half : a->scale);
    if (end == n - 1 && last > 0) p[n - 1] = (whole[a->wrap ? 0 : last] - whole[last - 1]) * (a->wrap ? half : a->scale);
    _Pragma("omp simd")
    for (int32_t i = 0; i < n; ++i) {
        const float sum = p[i] + q[i] + row[i];
        none[i] += sum == sum ? 0.0f : NAN;
        p[i] = p[i] == p[i] ? trn_clamp_f(p[i], -STEEPEST, STEEPEST) : 0.0f;
        q[i] = q[i] == q[i] ? trn_clamp_f(q[i], -STEEPEST, STEEPEST) : 0.0f;
    }
}

TRN_FN void begin_chunk(const erosion_filter_args *a, const float *z, int32_t n, chunk *k)
{
    const double middle = a->middle, level = a->level;
    const float steepness = a->steepness;
    _Pragma("omp simd")
    for (int32_t i = 0; i < n; ++i) {
        const double t = ((double)z[i] - middle) * level;
        const float altitude = t == t ? (float)trn_clamp(t, -1.0, 1.0) : 0.0f;
        const float share = ease(sqrtf(k->p[i] * k->p[i] + k->q[i] * k->q[i]) * steepness);
        k->u[i] = k->v[i] = k->rise[i] = 0.0f;
        k->value[i] = k->ridge[i] = altitude;
        k->share[i] = k->plain[i] = share;
    }
}

/* Sine and cosine of t turns, |t| < 1000, to 4e-6: by those of half the angle, which need no quadrants. */
TRN_FN void wave(float t, float *sine, float *cosine)
{
    const float w = t - ((t + 12582912.0f) - 12582912.0f), u = w * w;
    const float s = w * (3.14159265f + u * (-5.16771278f + u * (2.55016404f + u * (-0.599264529f + u * 0.0821458866f))));
    const float c = 1.0f + u * (-4.9348022f + u * (4.05871213f + u * (-1.33526277f + u * (0.23533063f + u * -0.0258068913f))));
    const float twice = s + s;
    *sine = twice * c;
    *cosine = 1.0f - twice * s;
}

typedef struct sums { float c, s, w; } sums;
/* One pivot, seen from (u, v) in its cell. */
TRN_FN sums add_pivot(sums t, uint32_t h, float u, float v, float turn_u, float turn_v)
{
    const float du = u - trn_unit16_f(h), dv = v - trn_unit16_f(h >> 16);
    const float w = bell(du * du + dv * dv);
    float sine, cosine;
    wave(du * turn_u + dv * turn_v, &sine, &cosine);
    const sums all = {t.c - w * sine, t.s + w * cosine, t.w + w}; /* a quarter of a turn on: a pivot stands on a flank */
    return all;
}

/* A row of pivots, in cells j - 1 rows up. */
TRN_FN void pivots(const erosion_octave *octave, const erosion_place *row, int32_t j, int32_t x0, int32_t n, chunk *k)
{
    const float *fract = octave->fract + x0;
    const uint32_t *west = octave->cell[0] + x0, *own = octave->cell[1] + x0, *east = octave->cell[2] + x0, *far = octave->cell[3] + x0;
    const uint32_t key = row->cell[j];
    const float v = row->fract - (float)(j - 1), pitch_u = octave->pitch_u, pitch_v = octave->pitch_v;
    const float *side_u = k->side_u, *side_v = k->side_v;
    float *c = k->c, *s = k->s, *w = k->w;
    _Pragma("omp simd")
    for (int32_t i = 0; i < n; ++i) {
        const float turn_u = side_u[i] * pitch_u, turn_v = side_v[i] * pitch_v, u = fract[i];
        sums t = {c[i], s[i], w[i]};
        t = add_pivot(t, trn_mix(west[i] ^ key), u + 1.0f, v, turn_u, turn_v);
        t = add_pivot(t, trn_mix(own[i] ^ key), u, v, turn_u, turn_v);
        t = add_pivot(t, trn_mix(east[i] ^ key), u - 1.0f, v, turn_u, turn_v);
        t = add_pivot(t, trn_mix(far[i] ^ key), u - 2.0f, v, turn_u, turn_v);
        c[i] = t.c;
        s[i] = t.s;
        w[i] = t.w;
    }
}

TRN_FN void fold(const erosion_octave *octave, int32_t n, chunk *k)
{
    const float depth = octave->depth, flank = octave->flank;
    _Pragma("omp simd")
    for (int32_t i = 0; i < n; ++i) {
        const float inverse = 1.0f / (k->w[i] > 0.0f ? k->w[i] : 1.0f);
        float c = k->c[i] * inverse, s = k->s[i] * inverse;
        const float size = 1.0f / trn_max_f(sqrtf(c * c + s * s), LEAST_SIZE);
        const float sloping = k->side_u[i] * k->side_u[i] + k->side_v[i] * k->side_v[i] > 0.0f ? 1.0f : 0.0f;
        c = trn_clamp_f(c * size, -1.0f, 1.0f) * sloping;
        s = s * size * sloping;
        /* the walls are taken as straight, so that finer gullies meet this one at one angle all along them */
        const float wall = s > 0.0f ? -flank : s < 0.0f ? flank : 0.0f;
        k->u[i] += wall * k->side_u[i];
        k->v[i] += wall * k->side_v[i];
        const float value = k->value[i] + (c - k->value[i]) * k->share[i];
        k->rise[i] += depth * value;
        k->value[i] = value;
        k->ridge[i] += (c - k->ridge[i]) * k->plain[i];
        const float off = fabsf(s), rest = 1.0f - k->share[i];
        k->plain[i] *= ease(off * ONSET_MASK);
        k->share[i] = (1.0f - rest * sqrtf(rest)) * ease(off * ONSET);
    }
}

TRN_FN void erosion_chunk(const erosion_filter_args *a, int32_t x0, int32_t y, int32_t n, chunk *k)
{
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x0;
    for (int32_t i = 0; i < n; ++i) k->none[i] = 0.0f;
    for (int32_t o = 0; o < a->count; ++o) {
        const erosion_octave *octave = &a->octave[o];
        if (o == 0 || octave->z != a->octave[o - 1].z) slopes(a, octave->z, x0, y, n, k);
        if (o == 0) begin_chunk(a, a->z + at, n, k);
        _Pragma("omp simd")
        for (int32_t i = 0; i < n; ++i) {
            const float u = k->p[i] + k->u[i], v = k->q[i] + k->v[i], l2 = u * u + v * v;
            const float inverse = l2 > 1e-24f ? 1.0f / sqrtf(l2) : 0.0f;
            k->side_u[i] = -v * inverse;
            k->side_v[i] = u * inverse;
            k->c[i] = k->s[i] = k->w[i] = 0.0f;
        }
        for (int32_t j = 0; j < EROSION_PIVOTS; ++j) pivots(octave, &octave->rows[y], j, x0, n, k);
        fold(octave, n, k);
    }
    const double back = a->back;
    const float *z = a->z + at;
    float *out = a->out + at;
    _Pragma("omp simd")
    for (int32_t i = 0; i < n; ++i) {
        const double moved = trn_clamp((double)z[i] + (double)k->rise[i] * back, -FLT_MAX, FLT_MAX);
        out[i] = k->none[i] != 0.0f ? NAN : k->rise[i] == 0.0f ? z[i] : (float)moved;
    }
    if (!a->mask) return;
    float *mask = a->mask + at;
    _Pragma("omp simd")
    for (int32_t i = 0; i < n; ++i) mask[i] = k->none[i] != 0.0f ? NAN : k->ridge[i] * (1.0f - k->plain[i]) + 0.0f;
}

TRN_FN void erosion_filter_rows(const erosion_filter_args *a, int32_t y0, int32_t y1)
{
    chunk k;
    for (int32_t y = y0; y < y1; ++y) {
        for (int32_t x = 0; x < a->width; x += CHUNK) erosion_chunk(a, x, y, trn_min_i(CHUNK, a->width - x), &k);
    }
}
TRN_ROW_KERNEL(erosion_filter)
