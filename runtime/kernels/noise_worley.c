/* noise_worley.c - Worley noise by rows: along a row of pixels a feature point is its x and its distance across the row. */
#include "kernels/noise_tile.h"

typedef struct worley_work {
    float *line[3]; /* [lines][TRN_NOISE_SITES]: x and y of each feature point; its distance along z and w */
    float *across;  /* the same: distance across the row of pixels at hand */
    float *second;  /* [TRN_NOISE_STRIP] */
    int32_t *row;
} worley_work;

/* The lines of one lattice row: every slab (z, and w) that is searched. */
static void worley_lines(const noise_tile *t, const worley_work *w, const trn_place p[3], uint32_t row, int32_t line)
{
    const noise_args *a = t->args;
    const int32_t rings = a->rings, w_rings = a->dims == 4 ? rings : 0, n = t->columns->sites;
    const uint32_t first = t->columns->first;
    const float jitter = a->jitter;
    for (int32_t s = -w_rings; s <= w_rings; ++s) {
        const uint32_t ks = a->dims == 4 ? trn_mix((trn_place_cell(p[2]) + (uint32_t)s) * TRN_PW + t->octave->key) : t->octave->key;
        const float fw = trn_place_fract_f(p[2]) - (float)s;
        for (int32_t r = -rings; r <= rings; ++r, ++line) {
            const uint32_t kr = trn_mix((trn_place_cell(p[1]) + (uint32_t)r) * TRN_PZ + ks), key = trn_mix(row * TRN_PY + kr);
            const float fz = trn_place_fract_f(p[1]) - (float)r;
            float *restrict x = w->line[0] + line * TRN_NOISE_SITES, *restrict y = w->line[1] + line * TRN_NOISE_SITES;
            float *restrict e = w->line[2] + line * TRN_NOISE_SITES;
            const int dims = a->dims, metric = a->metric;
            for (int32_t i = 0; i < n; ++i) {
                const uint32_t h = trn_mix((first + (uint32_t)i) * TRN_PX + key);
                x[i] = trn_worley_x_f(h, jitter);
                y[i] = trn_worley_y_f(h, jitter);
                const float rest = dims == 4 ? trn_metric_f(metric, fw - trn_worley_w_f(h, jitter), 0.0f) : 0.0f;
                e[i] = trn_metric_f(metric, fz - trn_worley_z_f(h, jitter), rest);
            }
        }
    }
}
TRN_FN trn_vf metric_of(int metric, trn_vf d, trn_vf rest)
{
    return metric == TRN_EUCLIDEAN ? d * d + rest : metric == TRN_MANHATTAN ? trn_vabs(d) + rest : trn_vmax(trn_vabs(d), rest);
}
TRN_FN void worley_pixels(int metric, int two, int rings, int wide, const noise_tile *t, const worley_work *w, int32_t lines)
{
    const trn_noise_near *near = &t->columns->near[0];
    (void)wide;
    for (int32_t i = 0; i < t->columns_n; i += NOISE_GROUP) {
        trn_vf m1[4], m2[4], f[4];
        for (int b = 0; b < 4; ++b) {
            m1[b] = m2[b] = trn_vset(TRN_FAR);
            f[b] = trn_vload(near->f + i + b * TRN_LANES);
        }
        for (int32_t line = 0; line < lines; ++line)
            for (int32_t o = -rings; o <= rings; ++o) {
                const float *x = w->line[0] + line * TRN_NOISE_SITES + o, *across = w->across + line * TRN_NOISE_SITES + o;
                for (int b = 0; b < 4; ++b) {
                    const int32_t j = i + b * TRN_LANES;
#if TRN_VTAKE
                    const int32_t s = near->base[(wide ? i : j) / TRN_LANES];
                    const trn_vi l = trn_vload_i(near->lane + j);
                    const trn_vf p = trn_vtake(trn_vload(x + s), l), e = trn_vtake(trn_vload(across + s), l);
#else
                    const int32_t *l = near->lane + j;
                    const trn_vf p = {x[l[0]], x[l[1]], x[l[2]], x[l[3]]}, e = {across[l[0]], across[l[1]], across[l[2]], across[l[3]]};
#endif
                    const trn_vf d = metric_of(metric, (f[b] - (float)o) - p, e);
                    if (two) m2[b] = trn_vmin(m2[b], trn_vmax(m1[b], d));
                    m1[b] = trn_vmin(m1[b], d);
                }
            }
        for (int b = 0; b < 4; ++b) {
            trn_vstore(t->row + i + b * TRN_LANES, m1[b]);
            if (two) trn_vstore(w->second + i + b * TRN_LANES, m2[b]);
        }
    }
}
/* More than a cell a pixel: every pixel hashed; feature points outside, lanes inside, so that the minima live in the cache. */
TRN_FN void worley_direct(int dims, int metric, int two, const noise_tile *t, const worley_work *w, const trn_place p[3])
{
    const noise_args *a = t->args;
    const int32_t rings = a->rings, w_rings = dims == 4 ? rings : 0, n = t->columns_n;
    const uint32_t *restrict xk = t->columns->near[0].xk;
    const float *restrict f = t->columns->near[0].f;
    float *restrict d = t->row, *restrict e = w->second;
    const float jitter = a->jitter;
    for (int32_t i = 0; i < n; ++i) d[i] = e[i] = TRN_FAR;
    for (int32_t s = -w_rings; s <= w_rings; ++s) {
        const uint32_t ks = dims == 4 ? trn_mix((trn_place_cell(p[2]) + (uint32_t)s) * TRN_PW + t->octave->key) : t->octave->key;
        const float fw = trn_place_fract_f(p[2]) - (float)s;
        for (int32_t r = -rings; r <= rings; ++r) {
            const uint32_t kr = trn_mix((trn_place_cell(p[1]) + (uint32_t)r) * TRN_PZ + ks);
            const float fz = trn_place_fract_f(p[1]) - (float)r;
            for (int32_t q = -rings; q <= rings; ++q) {
                const uint32_t kq = trn_mix((trn_place_cell(p[0]) + (uint32_t)q) * TRN_PY + kr);
                const float fy = trn_place_fract_f(p[0]) - (float)q;
                for (int32_t o = -rings; o <= rings; ++o) {
                    const uint32_t key = (uint32_t)o * TRN_PX + kq;
                    NOISE_SIMD
                    for (int32_t i = 0; i < n; ++i) {
                        const float c = trn_worley_tap_f(dims, metric, trn_mix(xk[i] + key), jitter, f[i] - (float)o, fy, fz, fw);
                        if (two) e[i] = trn_min_f(e[i], trn_max_f(d[i], c));
                        d[i] = trn_min_f(d[i], c);
                    }
                }
            }
        }
    }
}
TRN_FN void worley_row(int metric, int two, const noise_tile *t, const worley_work *w, int32_t r)
{
    const noise_args *a = t->args;
    const int32_t rings = a->rings, span = 2 * rings + 1, slabs = a->dims == 4 ? span * span : span;
    trn_place p[3];
    noise_row_places(a, t->octave, t->y + r, p);
    if (t->columns->direct) {
        if (a->dims == 3) worley_direct(3, metric, two, t, w, p);
        else worley_direct(4, metric, two, t, w, p);
    } else {
        const int64_t j = (int64_t)(uint64_t)(p[0] >> 64);
        const float fy = trn_place_fract_f(p[0]);
        for (int32_t q = -rings; q <= rings; ++q) {
            const int32_t ring = (int32_t)(((j + q) % span + span) % span);
            if (w->row[ring] != (int32_t)(uint32_t)(uint64_t)(j + q) || a->circle_v || r == 0)
                worley_lines(t, w, p, (uint32_t)(uint64_t)(j + q), ring * slabs);
            w->row[ring] = (int32_t)(uint32_t)(uint64_t)(j + q);
            const float f = fy - (float)q;
            const int32_t n = t->columns->sites;
            for (int32_t line = ring * slabs; line < (ring + 1) * slabs; ++line) {
                const float *restrict y = w->line[1] + line * TRN_NOISE_SITES, *restrict e = w->line[2] + line * TRN_NOISE_SITES;
                float *restrict across = w->across + line * TRN_NOISE_SITES;
                for (int32_t i = 0; i < n; ++i) across[i] = trn_metric_f(metric, f - y[i], e[i]);
            }
        }
        if (t->columns->wide) worley_pixels(metric, two, rings, 1, t, w, span * slabs);
        else worley_pixels(metric, two, rings, 0, t, w, span * slabs);
    }
    for (int32_t i = 0; i < t->columns_n; ++i) t->row[i] = trn_worley_value_f(metric, two, t->row[i], two ? w->second[i] : 0.0f);
    noise_join_row(t, r, 1.0f);
}
#define WORLEY_ROW(name, metric, two) \
    static void name(const noise_tile *t, const worley_work *w, int32_t r) { worley_row(metric, two, t, w, r); }
WORLEY_ROW(euclidean, TRN_EUCLIDEAN, 0)
WORLEY_ROW(manhattan, TRN_MANHATTAN, 0)
WORLEY_ROW(chebyshev, TRN_CHEBYSHEV, 0)
WORLEY_ROW(euclidean_two, TRN_EUCLIDEAN, 1)
WORLEY_ROW(manhattan_two, TRN_MANHATTAN, 1)
WORLEY_ROW(chebyshev_two, TRN_CHEBYSHEV, 1)

static void worley_octave(const noise_tile *t)
{
    static void (*const row[2][3])(const noise_tile *, const worley_work *, int32_t) = {
        {euclidean, manhattan, chebyshev}, {euclidean_two, manhattan_two, chebyshev_two}};
    const size_t lines = (size_t)TRN_NOISE_WORLEY_LINES(t->args) * TRN_NOISE_SITES;
    float *m = t->work;
    worley_work w = {{m, m + lines, m + 2 * lines}, m + 3 * lines, m + 4 * lines, 0};
    int32_t rows[5] = {0};
    w.row = rows;
    for (int32_t r = 0; r < t->rows; ++r) row[t->args->type == TRN_NOISE_WORLEY_F2F1][t->args->metric](t, &w, r);
}
TRN_FN void noise_worley_rows(const noise_args *a, int32_t begin, int32_t end) { noise_tiles(a, begin, end, worley_octave); }
TRN_ROW_KERNEL(noise_worley)
