/* noise_worley.c - Worley noise by rows: along a row of pixels a feature point is its x and its distance across the row.
 *
 * A LINE is the feature points of one row of cells along x, in one slab of z (and w). Lines are taken from the nearest
 * outwards, and one whose points are all farther across than what a group of columns has found is left out, which alters
 * nothing. */
#include "kernels/noise_tile.h"

enum { MAX_LINES = 125 };
typedef struct worley_work {
    float *x, *y, *beyond; /* [lines][TRN_NOISE_SITES]: x and y of feature points, their distances along z and w */
    float *across;         /* the same: distances across the row of pixels at hand */
    float *second;         /* [TRN_NOISE_STRIP] */
    uint32_t *xk;          /* [TRN_NOISE_STRIP]: trn_lattice_x of a column of cells */
    int32_t lines, slabs;  /* slabs: lines of one lattice row */
    int64_t row[5];        /* lattice row whose lines stand at [row mod (2 rings + 1)] */
    struct { int8_t row, slab; } order[MAX_LINES]; /* of lines, by distance in cells */
} worley_work;

/* Lines that only a few feature points of can reach a group are worth the look whether any does. */
#define FEW 6

TRN_FN int32_t worley_ring(int64_t row, int32_t rings)
{
    const int32_t span = 2 * rings + 1, r = (int32_t)(row % span);
    return r < 0 ? r + span : r;
}
TRN_FN int32_t worley_site(const trn_noise_near *near, int32_t column) /* of its cell */
{
    return near->lane[column] + (TRN_VTAKE ? near->base[column / TRN_LANES] : 0);
}
_Static_assert(sizeof(worley_work) <= TRN_NOISE_WORLEY_STATE, "scratch");
static void order_lines(const trn_noise_plan *a, worley_work *w)
{
    const int rings = a->rings, w_rings = a->dims == 4 ? rings : 0, span = 2 * rings + 1;
    w->lines = 0;
    for (int far = 0; far <= 3 * rings; ++far)
        for (int q = -rings; q <= rings; ++q)
            for (int s = -w_rings; s <= w_rings; ++s)
                for (int r = -rings; r <= rings; ++r) {
                    if ((q < 0 ? -q : q) + (r < 0 ? -r : r) + (s < 0 ? -s : s) != far) continue;
                    w->order[w->lines].row = (int8_t)q;
                    w->order[w->lines++].slab = (int8_t)((s + w_rings) * span + r + rings);
                }
    w->slabs = w->lines / span;
}

/* The lines of one lattice row. */
TRN_FN void worley_lines(int dims, int metric, const noise_tile *t, const worley_work *w, const trn_place p[3],
                         uint32_t row, size_t at)
{
    const int32_t rings = t->plan->rings, w_rings = dims == 4 ? rings : 0, n = t->columns->sites;
    const uint32_t *restrict xk = t->columns->site_xk;
    const float jitter = t->plan->jitter;
    for (int32_t s = -w_rings; s <= w_rings; ++s) {
        const uint32_t ks =
            dims == 4 ? trn_mix_core(trn_lattice_w(trn_place_cell(p[2]) + (uint32_t)s) ^ t->octave->key) : t->octave->key;
        const float fw = trn_place_fract_f(p[2]) - (float)s;
        for (int32_t r = -rings; r <= rings; ++r, at += TRN_NOISE_SITES) {
            const uint32_t key = trn_mix_core(trn_lattice_y(row) ^ trn_mix_core(trn_lattice_z(trn_place_cell(p[1]) + (uint32_t)r) ^ ks));
            const float fz = trn_place_fract_f(p[1]) - (float)r;
            float *restrict x = w->x + at, *restrict y = w->y + at, *restrict e = w->beyond + at;
            NOISE_SIMD
            for (int32_t i = 0; i < n; ++i) {
                const uint32_t h = trn_mix_core(xk[i] ^ key);
                x[i] = trn_worley_x_f(h, jitter);
                y[i] = trn_worley_y_f(h, jitter);
                const float rest = dims == 4 ? trn_metric_f(metric, fw - trn_worley_w_f(h, jitter), 0.0f) : 0.0f;
                e[i] = trn_metric_f(metric, fz - trn_worley_z_f(h, jitter), rest);
            }
        }
    }
}
/* Distances across the row of pixels p, in lines that are made where they are not there yet. */
TRN_FN void worley_across(int dims, int metric, const noise_tile *t, worley_work *w, const trn_place p[3], bool fresh)
{
    const int32_t rings = t->plan->rings, n = t->columns->sites;
    const int64_t j = (int64_t)(uint64_t)(p[0] >> 64);
    for (int32_t q = -rings; q <= rings; ++q) {
        const int32_t ring = worley_ring(j + q, rings);
        const size_t at = (size_t)(ring * w->slabs) * TRN_NOISE_SITES;
        if (fresh || w->row[ring] != j + q) worley_lines(dims, metric, t, w, p, (uint32_t)(uint64_t)(j + q), at);
        w->row[ring] = j + q;
        const float f = trn_place_fract_f(p[0]) - (float)q;
        for (int32_t slab = 0; slab < w->slabs; ++slab) {
            const size_t line = at + (size_t)slab * TRN_NOISE_SITES;
            const float *restrict y = w->y + line, *restrict e = w->beyond + line;
            float *restrict across = w->across + line;
            NOISE_SIMD
            for (int32_t i = 0; i < n; ++i) across[i] = trn_metric_f(metric, f - y[i], e[i]);
        }
    }
}

TRN_FN trn_vf metric_of(int metric, trn_vf d, trn_vf rest)
{
    return metric == TRN_EUCLIDEAN   ? d * d + rest
           : metric == TRN_MANHATTAN ? trn_vabs(d) + rest
                                     : trn_vmax(trn_vabs(d), rest);
}
TRN_FN void worley_pixels(int metric, int two, int wide, int32_t rings, const noise_tile *t, const worley_work *w, int64_t j)
{
    const trn_noise_near *near = &t->columns->near[0];
    (void)wide;
    for (int32_t i = 0; i < t->columns_n; i += NOISE_GROUP) {
        const int32_t last = i + NOISE_GROUP - 1;
        const int32_t low = worley_site(near, i) - rings, high = worley_site(near, last) + rings;
        trn_vf m1[4], m2[4], f[4];
        for (int b = 0; b < 4; ++b) {
            m1[b] = m2[b] = trn_vset(TRN_FAR);
            f[b] = trn_vload(near->f + i + b * TRN_LANES);
        }
        for (int32_t k = 0; k < w->lines; ++k) {
            const size_t line =
                (size_t)(worley_ring(j + w->order[k].row, rings) * w->slabs + w->order[k].slab) * TRN_NOISE_SITES;
            if (k > 0 && high - low < FEW) {
                float least = w->across[line + (size_t)low];
                for (int32_t s = low + 1; s <= high; ++s) least = trn_min_f(least, w->across[line + (size_t)s]);
                const trn_vf *m = two ? m2 : m1;
                if (!trn_vany(trn_vmax(trn_vmax(m[0], m[1]), trn_vmax(m[2], m[3])) > trn_vset(least))) continue;
            }
            for (int32_t o = -rings; o <= rings; ++o) {
                const float *x = w->x + line + o, *across = w->across + line + o;
                for (int b = 0; b < 4; ++b) {
                    const int32_t c = i + b * TRN_LANES;
#if TRN_VTAKE
                    const int32_t s = near->base[(wide ? i : c) / TRN_LANES];
                    const trn_vi l = trn_vload_i(near->lane + c);
                    const trn_vf p = trn_vtake(trn_vload(x + s), l), e = trn_vtake(trn_vload(across + s), l);
#else
                    const int32_t *l = near->lane + c;
                    const trn_vf p = {x[l[0]], x[l[1]], x[l[2]], x[l[3]]},
                                 e = {across[l[0]], across[l[1]], across[l[2]], across[l[3]]};
#endif
                    const trn_vf d = metric_of(metric, (f[b] - (float)o) - p, e);
                    if (two) m2[b] = trn_vmin(m2[b], trn_vmax(m1[b], d));
                    m1[b] = trn_vmin(m1[b], d);
                }
            }
        }
        for (int b = 0; b < 4; ++b) {
            trn_vstore(t->row + i + b * TRN_LANES, m1[b]);
            if (two) trn_vstore(w->second + i + b * TRN_LANES, m2[b]);
        }
    }
}
/* More than a cell a pixel: every pixel hashed; feature points outside, lanes inside, so that minima live in the cache. */
TRN_FN void worley_direct(int dims, int metric, int two, const noise_tile *t, const worley_work *w, const trn_place p[3])
{
    const int32_t rings = t->plan->rings, w_rings = dims == 4 ? rings : 0, n = t->columns_n;
    const uint32_t *cell = t->columns->near[0].xk;
    const float *restrict f = t->columns->near[0].f;
    uint32_t *restrict xk = w->xk;
    float *restrict d = t->row, *restrict e = w->second;
    const float jitter = t->plan->jitter;
    for (int32_t i = 0; i < n; ++i) d[i] = e[i] = TRN_FAR;
    for (int32_t o = -rings; o <= rings; ++o) {
        for (int32_t i = 0; i < n; ++i) xk[i] = trn_mix_fold(trn_mix_fold(cell[i]) + (uint32_t)o * TRN_PX);
        for (int32_t s = -w_rings; s <= w_rings; ++s) {
            const uint32_t ks = dims == 4 ? trn_mix_core(trn_lattice_w(trn_place_cell(p[2]) + (uint32_t)s) ^ t->octave->key) : t->octave->key;
            const float fw = trn_place_fract_f(p[2]) - (float)s;
            for (int32_t r = -rings; r <= rings; ++r) {
                const uint32_t kr = trn_mix_core(trn_lattice_z(trn_place_cell(p[1]) + (uint32_t)r) ^ ks);
                const float fz = trn_place_fract_f(p[1]) - (float)r;
                for (int32_t q = -rings; q <= rings; ++q) {
                    const uint32_t key = trn_mix_core(trn_lattice_y(trn_place_cell(p[0]) + (uint32_t)q) ^ kr);
                    const float fy = trn_place_fract_f(p[0]) - (float)q;
                    NOISE_SIMD
                    for (int32_t i = 0; i < n; ++i) {
                        const uint32_t h = trn_mix_core(xk[i] ^ key);
                        const float c = trn_worley_tap_f(dims, metric, h, jitter, f[i] - (float)o, fy, fz, fw);
                        if (two) e[i] = trn_min_f(e[i], trn_max_f(d[i], c));
                        d[i] = trn_min_f(d[i], c);
                    }
                }
            }
        }
    }
}
TRN_FN void worley_row(int metric, int two, const noise_tile *t, worley_work *w, int32_t r)
{
    const int dims = t->plan->dims;
    trn_place p[3];
    noise_row_places(t->plan, t->octave, t->y + r, p);
    if (t->columns->direct) {
        if (dims == 3) worley_direct(3, metric, two, t, w, p);
        else worley_direct(4, metric, two, t, w, p);
    } else {
        const int64_t j = (int64_t)(uint64_t)(p[0] >> 64);
        const bool fresh = (r == 0 && t->fresh) || t->plan->circle_v; /* around v's circle z changes from row to row */
        if (dims == 3) worley_across(3, metric, t, w, p, fresh);
        else worley_across(4, metric, t, w, p, fresh);
        const int32_t rings = t->plan->rings;
        if (t->columns->wide) { /* a constant number of rings, where it is the usual one */
            if (rings == 1) worley_pixels(metric, two, 1, 1, t, w, j);
            else worley_pixels(metric, two, 1, rings, t, w, j);
        } else if (rings == 1) worley_pixels(metric, two, 0, 1, t, w, j);
        else worley_pixels(metric, two, 0, rings, t, w, j);
    }
    for (int32_t i = 0; i < t->columns_n; ++i)
        t->row[i] = trn_worley_value_f(metric, two, t->row[i], two ? w->second[i] : 0.0f);
    noise_join_row(t, r, 1.0f);
}
#define WORLEY_ROW(name, metric, two) \
    static void name(const noise_tile *t, worley_work *w, int32_t r) { worley_row(metric, two, t, w, r); }
WORLEY_ROW(euclidean, TRN_EUCLIDEAN, 0)
WORLEY_ROW(manhattan, TRN_MANHATTAN, 0)
WORLEY_ROW(chebyshev, TRN_CHEBYSHEV, 0)
WORLEY_ROW(euclidean_two, TRN_EUCLIDEAN, 1)
WORLEY_ROW(manhattan_two, TRN_MANHATTAN, 1)
WORLEY_ROW(chebyshev_two, TRN_CHEBYSHEV, 1)

static void worley_octave(const noise_tile *t)
{
    static void (*const row[2][3])(const noise_tile *, worley_work *, int32_t) = {
        {euclidean, manhattan, chebyshev}, {euclidean_two, manhattan_two, chebyshev_two}};
    const size_t lines = (size_t)TRN_NOISE_WORLEY_LINES(t->plan) * TRN_NOISE_SITES;
    float *m = t->work;
    worley_work *w = (worley_work *)(m + 4 * lines + 2 * TRN_NOISE_STRIP);
    if (t->fresh) {
        w->x = m;
        w->y = m + lines;
        w->beyond = m + 2 * lines;
        w->across = m + 3 * lines;
        w->second = m + 4 * lines;
        w->xk = (uint32_t *)(m + 4 * lines + TRN_NOISE_STRIP);
        order_lines(t->plan, w);
    }
    for (int32_t r = 0; r < t->rows; ++r) row[t->plan->type == TRN_NOISE_WORLEY_F2F1][t->plan->metric](t, w, r);
}
TRN_FN void noise_worley_rows(const noise_args *a, int32_t begin, int32_t end) { noise_tiles(a, begin, end, worley_octave); }
TRN_ROW_KERNEL(noise_worley)
