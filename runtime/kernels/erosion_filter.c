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
/* Pixels are taken in patches: octave by octave, so that one octave's pivots are at hand for all rows of a patch. */
enum { ACROSS = 64, DOWN = 12 };
#define REACH 1.5f /* of a pivot, in cells: where those end that are looked at */

TRN_FN float ease(float t)
{
    const float rest = 1.0f - trn_saturate_f(t);
    return 1.0f - rest * rest;
}

/* A row of a patch, from octave to octave. */
typedef struct line {
    float u[ACROSS], v[ACROSS];                  /* slope of the walls so far */
    float p[ACROSS], q[ACROSS], none[ACROSS];    /* slope of the ground; 0, or a void */
    float value[ACROSS], share[ACROSS], ridge[ACROSS], plain[ACROSS], rise[ACROSS];
} line;

/* One octave of a row. */
typedef struct sums {
    float side_u[ACROSS], side_v[ACROSS]; /* unit vector across the stripes; none on level ground */
    float turn_u[ACROSS], turn_v[ACROSS]; /* how many stripes lie in a reach along u and along v */
    float c[ACROSS], s[ACROSS], w[ACROSS]; /* sums over pivots: -cos sin, sin^2 of half the angle, and 1, by weight */
} sums;

/* A row of pivots as each column sees it, in reaches: how far it is to the right of each of them, and how high they lie in their cells. */
typedef struct pivots { float u[EROSION_PIVOTS][ACROSS], v[EROSION_PIVOTS][ACROSS]; } pivots;

TRN_FN void slopes(const erosion_filter_args *a, const float *z, int32_t x0, int32_t y, int32_t n, line *k)
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

TRN_FN void begin_line(const erosion_filter_args *a, const float *z, int32_t n, line *k)
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

/* Sine and cosine of half of t turns, |t| < 1000, to 8e-6; of the sign that goes with the nearest whole number of turns. */
TRN_FN void half_wave(float t, float *sine, float *cosine)
{
    const float w = t - ((t + 12582912.0f) - 12582912.0f), u = w * w;
    *sine = w * (3.14158202f + u * (-5.1671428f + u * (2.54189903f + u * -0.55463620f)));
    *cosine = 1.0f + u * (-4.93416690f + u * (4.04316565f + u * -1.22649417f));
}

TRN_FN void lay_pivots(const erosion_octave *octave, uint32_t key, int32_t x0, int32_t n, pivots *row)
{
    const float *fract = octave->fract + x0;
    for (int32_t k = 0; k < EROSION_PIVOTS; ++k) {
        const uint32_t *cell = octave->cell[k] + x0;
        const float at = 1.5f - (float)k;
        float *u = row->u[k], *v = row->v[k];
        _Pragma("omp simd")
        for (int32_t i = 0; i < n; ++i) {
            const uint32_t h = trn_mix(cell[i] ^ key);
            u[i] = ((fract[i] + at) - trn_unit16_f(h)) * (1.0f / REACH);
            v[i] = trn_unit16_f(h >> 16) * (1.0f / REACH);
        }
    }
}

/* A row of pivots, v reaches above the lower edge of their cells. A pivot's weight falls to 0, with no slope, at its reach. */
TRN_FN void add_pivots(const pivots *row, float v, int32_t n, sums *k)
{
    const float *turn_u = k->turn_u, *turn_v = k->turn_v;
    float *c = k->c, *s = k->s, *w = k->w;
    _Pragma("omp simd")
    for (int32_t i = 0; i < n; ++i) {
        float sum_c = c[i], sum_s = s[i], sum_w = w[i];
#define ADD(at)                                                                                                          \
    {                                                                                                                    \
        const float du = row->u[at][i], dv = v - row->v[at][i], off = (1.0f - du * du) - dv * dv, t = off > 0.0f ? off : 0.0f; \
        const float weight = (t * t) * (t * t);                                                                          \
        float sine, cosine;                                                                                              \
        half_wave(du * turn_u[i] + dv * turn_v[i], &sine, &cosine);                                                      \
        const float part = weight * sine;                                                                                \
        sum_c -= part * cosine; /* a quarter of a turn on: a pivot stands on a flank */                                  \
        sum_s += part * sine;                                                                                            \
        sum_w += weight;                                                                                                 \
    }
        ADD(0) ADD(1) ADD(2) ADD(3)
#undef ADD
        c[i] = sum_c;
        s[i] = sum_s;
        w[i] = sum_w;
    }
}

TRN_FN void begin_octave(const erosion_octave *octave, const line *l, int32_t n, sums *k)
{
    const float pitch_u = octave->pitch_u * REACH, pitch_v = octave->pitch_v * REACH;
    _Pragma("omp simd")
    for (int32_t i = 0; i < n; ++i) {
        const float u = l->p[i] + l->u[i], v = l->q[i] + l->v[i], l2 = u * u + v * v;
        const float inverse = l2 > 1e-24f ? 1.0f / sqrtf(l2) : 0.0f;
        k->side_u[i] = -v * inverse;
        k->side_v[i] = u * inverse;
        k->turn_u[i] = k->side_u[i] * pitch_u;
        k->turn_v[i] = k->side_v[i] * pitch_v;
        k->c[i] = k->s[i] = k->w[i] = 0.0f;
    }
}

TRN_FN void fold(const erosion_octave *octave, const sums *k, int32_t n, line *l)
{
    const float depth = octave->depth, flank = octave->flank;
    _Pragma("omp simd")
    for (int32_t i = 0; i < n; ++i) {
        const float inverse = 2.0f / k->w[i]; /* no place is out of all pivots' reach */
        float c = k->c[i] * inverse, s = 1.0f - k->s[i] * inverse;
        const float size = 1.0f / trn_max_f(sqrtf(c * c + s * s), LEAST_SIZE);
        const float sloping = k->side_u[i] * k->side_u[i] + k->side_v[i] * k->side_v[i] > 0.0f ? 1.0f : 0.0f;
        c = trn_clamp_f(c * size, -1.0f, 1.0f) * sloping;
        s = s * size * sloping;
        /* the walls are taken as straight, so that finer gullies meet this one at one angle all along them */
        const float wall = s > 0.0f ? -flank : s < 0.0f ? flank : 0.0f;
        l->u[i] += wall * k->side_u[i];
        l->v[i] += wall * k->side_v[i];
        const float value = l->value[i] + (c - l->value[i]) * l->share[i];
        l->rise[i] += depth * value;
        l->value[i] = value;
        l->ridge[i] += (c - l->ridge[i]) * l->plain[i];
        const float off = fabsf(s), rest = 1.0f - l->share[i];
        l->plain[i] *= ease(off * ONSET_MASK);
        l->share[i] = (1.0f - rest * sqrtf(rest)) * ease(off * ONSET);
    }
}

/* Rows y0 to y1 of an octave. Rows of one row of cells share its four rows of pivots, and three of them with the rows of cells beside it. */
TRN_FN void add_octave(const erosion_octave *octave, int32_t x0, int32_t n, int32_t y0, int32_t y1, line *lines)
{
    pivots ring[EROSION_PIVOTS];
    sums k;
    int32_t first = 0;
    for (int32_t y = y0; y < y1; ++y) {
        const erosion_place *at = &octave->rows[y], *before = y > y0 ? at - 1 : NULL;
        int32_t same = EROSION_PIVOTS, next = EROSION_PIVOTS - 1; /* of those before, how many lie in this row's cells too */
        for (int32_t j = 0; j < EROSION_PIVOTS; ++j) {
            if (!before || at->cell[j] != before->cell[j]) same = 0;
            if (!before || (j > 0 && at->cell[j - 1] != before->cell[j])) next = 0;
        }
        if (same == 0 && next > 0) first = (first + 1) % EROSION_PIVOTS;
        for (int32_t j = same > 0 ? same : next; j < EROSION_PIVOTS; ++j)
            lay_pivots(octave, at->cell[j], x0, n, &ring[(first + j) % EROSION_PIVOTS]);
        begin_octave(octave, &lines[y - y0], n, &k);
        for (int32_t j = 0; j < EROSION_PIVOTS; ++j)
            add_pivots(&ring[(first + j) % EROSION_PIVOTS], (at->fract + (1.5f - (float)j)) * (1.0f / REACH), n, &k);
        fold(octave, &k, n, &lines[y - y0]);
    }
}

TRN_FN void end_line(const erosion_filter_args *a, size_t at, int32_t n, const line *k)
{
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

TRN_FN void erosion_patch(const erosion_filter_args *a, int32_t x0, int32_t n, int32_t y0, int32_t y1)
{
    line lines[DOWN];
    for (int32_t o = 0; o < a->count; ++o) {
        const erosion_octave *octave = &a->octave[o];
        for (int32_t y = y0; y < y1; ++y) {
            line *l = &lines[y - y0];
            for (int32_t i = 0; o == 0 && i < n; ++i) l->none[i] = 0.0f;
            if (o == 0 || octave->z != a->octave[o - 1].z) slopes(a, octave->z, x0, y, n, l);
            if (o == 0) begin_line(a, a->z + (size_t)y * (size_t)a->width + (size_t)x0, n, l);
        }
        add_octave(octave, x0, n, y0, y1, lines);
    }
    for (int32_t y = y0; y < y1; ++y) end_line(a, (size_t)y * (size_t)a->width + (size_t)x0, n, &lines[y - y0]);
}

TRN_FN void erosion_filter_rows(const erosion_filter_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; y += DOWN) {
        for (int32_t x = 0; x < a->width; x += ACROSS) erosion_patch(a, x, trn_min_i(ACROSS, a->width - x), y, trn_min_i(y + DOWN, y1));
    }
}
TRN_ROW_KERNEL(erosion_filter)
