/* noise_points.c - noise where two axes change along a row (u runs around a circle), and 4-D simplex noise: the
 * definition of noise_basis.h in the lanes of vectors. z and w are constant along a row and stay scalar. */
#include "kernels/noise_tile.h"

enum { N = TRN_NOISE_STRIP };
typedef struct points_work {
    uint32_t cell[4][N]; /* x and y of every column; simplex: lattice coordinates of every pixel of a row */
    float fract[4][N];
    uint64_t part[4][N]; /* 32.32. simplex: what the column adds to each lattice coordinate; else x and y */
    float second[N];     /* Worley: the second smallest distance */
} points_work;
_Static_assert(sizeof(points_work) <= TRN_NOISE_POINTS_WORK, "scratch");

static void columns(const noise_tile *t, points_work *w)
{
    const int axes = noise_row_axis(t->plan);
    for (int32_t i = 0; i < t->columns_n; ++i) {
        trn_place p[2];
        noise_column_places(t->plan, t->octave, t->x + i, p);
        for (int k = 0; k < 4; ++k) w->part[k][i] = 0;
        for (int axis = 0; axis < axes; ++axis) {
            if (t->plan->type == TRN_NOISE_SIMPLEX)
                for (int k = 0; k < 4; ++k) w->part[k][i] += trn_place_32(trn_simplex4_part(k, axis, p[axis]));
            else {
                w->part[axis][i] = trn_place_32(p[axis]);
                w->cell[axis][i] = trn_place_cell(p[axis]);
                w->fract[axis][i] = trn_place_fract_f(p[axis]);
            }
        }
    }
}

/* p: the row's axes, from the third on where there are two of columns */
TRN_FN void grid_row(int type, const noise_tile *t, const points_work *w, const trn_place p[2])
{
    const trn_outer_f outer = trn_outer_make_f(4, t->octave->key, trn_place_cell(p[0]), trn_place_fract_f(p[0]),
                                               trn_place_cell(p[1]), trn_place_fract_f(p[1]));
    const uint32_t *restrict x = w->cell[0], *restrict y = w->cell[1];
    const float *restrict f = w->fract[0], *restrict fy = w->fract[1];
    float *restrict d = t->row;
    const int32_t n = t->columns_n;
    NOISE_SIMD
    for (int32_t i = 0; i < n; ++i) {
        const trn_outer_f r0 = trn_outer_row_f(4, &outer, y[i]), r1 = trn_outer_row_f(4, &outer, y[i] + 1u);
        const float u = trn_fade_f(f[i]), v = trn_fade_f(fy[i]);
        const uint32_t xk = trn_lattice_x(x[i]), xk1 = trn_lattice_x(x[i] + 1u);
        d[i] = type == TRN_NOISE_VALUE ? trn_value_point_f(4, &r0, &r1, xk, xk1, u, v)
                                       : trn_perlin_point_f(4, &r0, &r1, xk, xk1, f[i], u, fy[i], v);
    }
}
static void value_row(const noise_tile *t, const points_work *w, const trn_place p[2])
{
    grid_row(TRN_NOISE_VALUE, t, w, p);
}
static void perlin_row(const noise_tile *t, const points_work *w, const trn_place p[2])
{
    grid_row(TRN_NOISE_PERLIN, t, w, p);
}

static void white_row(const noise_tile *t, const points_work *w, const trn_place p[2])
{
    uint32_t key = trn_white_axis(t->octave->key, trn_place_cell(p[1]), (uint32_t)trn_place_32(p[1]));
    key = trn_white_axis(key, trn_place_cell(p[0]), (uint32_t)trn_place_32(p[0]));
    const uint64_t *restrict x = w->part[0], *restrict y = w->part[1];
    float *restrict d = t->row;
    const int32_t n = t->columns_n;
    for (int32_t i = 0; i < n; ++i) {
        const uint32_t k = trn_white_axis(key, (uint32_t)(y[i] >> 32), (uint32_t)y[i]);
        d[i] = trn_signed_f(trn_white_axis(k, (uint32_t)(x[i] >> 32), (uint32_t)x[i]));
    }
}

static void simplex_row(const noise_tile *t, points_work *w, const trn_place row[3])
{
    const int first = noise_row_axis(t->plan);
    const int32_t n = t->columns_n;
    for (int k = 0; k < 4; ++k) {
        uint64_t part = 0;
        for (int axis = first; axis < 4; ++axis) part += trn_place_32(trn_simplex4_part(k, axis, row[axis - first]));
        const uint64_t *restrict column = w->part[k];
        uint32_t *restrict cell = w->cell[k];
        float *restrict fract = w->fract[k];
        NOISE_SIMD
        for (int32_t i = 0; i < n; ++i) {
            const uint64_t c = column[i] + part;
            cell[i] = (uint32_t)(c >> 32);
            fract[i] = (float)(int32_t)((uint32_t)c >> 8) * (1.0f / 16777216.0f);
        }
    }
    const uint32_t key = t->octave->key;
    const uint32_t *restrict c0 = w->cell[0], *restrict c1 = w->cell[1], *restrict c2 = w->cell[2],
                             *restrict c3 = w->cell[3];
    const float *restrict f0 = w->fract[0], *restrict f1 = w->fract[1], *restrict f2 = w->fract[2],
                          *restrict f3 = w->fract[3];
    float *restrict d = t->row;
    NOISE_SIMD
    for (int32_t i = 0; i < n; ++i) d[i] = trn_simplex4_point_f(key, c0[i], c1[i], c2[i], c3[i], f0[i], f1[i], f2[i], f3[i]);
}

/* Feature points outside, lanes inside: the minima live in the first-level cache. */
TRN_FN void worley_taps(int metric, const noise_tile *t, points_work *w, uint32_t kr, int32_t q, float fz, float fw)
{
    const uint32_t *restrict x = w->cell[0], *restrict y = w->cell[1];
    const float *restrict fx = w->fract[0], *restrict fy = w->fract[1];
    float *restrict d = t->row, *restrict e = w->second;
    const float jitter = t->plan->jitter;
    const int32_t n = t->columns_n, rings = t->plan->rings;
    for (int32_t p = -rings; p <= rings; ++p) {
        NOISE_SIMD
        for (int32_t i = 0; i < n; ++i) {
            const uint32_t kq = trn_mix_core(trn_lattice_y(y[i] + (uint32_t)q) ^ kr);
            const float c = trn_worley_tap_f(4, metric, trn_mix_core(trn_lattice_x(x[i] + (uint32_t)p) ^ kq), jitter,
                                             fx[i] - (float)p, fy[i] - (float)q, fz, fw);
            e[i] = trn_min_f(e[i], trn_max_f(d[i], c));
            d[i] = trn_min_f(d[i], c);
        }
    }
}
TRN_FN void worley_row_as(int metric, const noise_tile *t, points_work *w, const trn_place p[2])
{
    const int32_t rings = t->plan->rings, n = t->columns_n, second = t->plan->type == TRN_NOISE_WORLEY_F2F1;
    float *restrict d = t->row, *restrict e = w->second;
    for (int32_t i = 0; i < n; ++i) d[i] = e[i] = TRN_FAR;
    for (int32_t s = -rings; s <= rings; ++s) {
        const uint32_t ks = trn_mix_core(trn_lattice_w(trn_place_cell(p[1]) + (uint32_t)s) ^ t->octave->key);
        for (int32_t r = -rings; r <= rings; ++r) {
            const uint32_t kr = trn_mix_core(trn_lattice_z(trn_place_cell(p[0]) + (uint32_t)r) ^ ks);
            for (int32_t q = -rings; q <= rings; ++q)
                worley_taps(metric, t, w, kr, q, trn_place_fract_f(p[0]) - (float)r, trn_place_fract_f(p[1]) - (float)s);
        }
    }
    for (int32_t i = 0; i < n; ++i) d[i] = trn_worley_value_f(metric, second, d[i], e[i]);
}
static void worley_row(const noise_tile *t, points_work *w, const trn_place p[2])
{
    if (t->plan->metric == TRN_EUCLIDEAN) worley_row_as(TRN_EUCLIDEAN, t, w, p);
    else if (t->plan->metric == TRN_MANHATTAN) worley_row_as(TRN_MANHATTAN, t, w, p);
    else worley_row_as(TRN_CHEBYSHEV, t, w, p);
}

static void points_octave(const noise_tile *t)
{
    points_work *w = t->work;
    columns(t, w);
    for (int32_t r = 0; r < t->rows; ++r) {
        trn_place p[3];
        float scale = 1.0f;
        noise_row_places(t->plan, t->octave, t->y + r, p);
        switch (t->plan->type) {
        case TRN_NOISE_VALUE: value_row(t, w, p); scale = TRN_VALUE_SCALE_F; break;
        case TRN_NOISE_PERLIN: perlin_row(t, w, p); scale = (float)TRN_PERLIN_SCALE(4); break;
        case TRN_NOISE_SIMPLEX: simplex_row(t, w, p); scale = (float)TRN_SIMPLEX4_SCALE; break;
        case TRN_NOISE_WHITE: white_row(t, w, p); break;
        default: worley_row(t, w, p); break;
        }
        noise_join_row(t, r, scale);
    }
}
TRN_FN void noise_points_rows(const noise_args *a, int32_t begin, int32_t end) { noise_tiles(a, begin, end, points_octave); }
TRN_ROW_KERNEL(noise_points)
