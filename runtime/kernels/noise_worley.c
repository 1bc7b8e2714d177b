/* noise_worley.c - Worley noise by rows: along a row of pixels a feature point is its x and its distance across the row.
 *
 * A LINE is the feature points of one row of cells along x, in one slab of z (and w). Lines are taken from the nearest
 * outwards, until no point of the next one can lie nearer than what a group of columns has found; and one whose points are
 * all farther across than that is left out. Neither alters anything: the bounds go through the distances' own operations,
 * and rounding is monotone. */
#include "kernels/noise_tile.h"

enum { MAX_LINES = 125 };
typedef struct worley_line { int8_t row, z, w; float least; } worley_line;
typedef struct worley_work {
    float *x, *y, *beyond; /* [lines][TRN_NOISE_SITES]: x and y of feature points, their distances along z and w */
    float *across;         /* the same: distances across the row of pixels at hand */
    float *second;         /* [TRN_NOISE_STRIP] */
    uint32_t *xk;          /* [2 rings + 1][TRN_NOISE_STRIP]: trn_lattice_x of the cells around, where there are no sites */
    int32_t lines, slabs;  /* slabs: lines of one lattice row */
    int64_t row[5];        /* lattice row whose lines stand at [row mod (2 rings + 1)] */
    worley_line order[MAX_LINES]; /* by the least distance across that there can be */
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
static void list_lines(const trn_noise_plan *a, worley_work *w)
{
    const int rings = a->rings, w_rings = a->dims == 4 ? rings : 0;
    w->lines = 0;
    for (int q = -rings; q <= rings; ++q)
        for (int s = -w_rings; s <= w_rings; ++s)
            for (int r = -rings; r <= rings; ++r) {
                w->order[w->lines].row = (int8_t)q;
                w->order[w->lines].z = (int8_t)r;
                w->order[w->lines++].w = (int8_t)s;
            }
    w->slabs = w->lines / (2 * rings + 1);
}
/* From the nearest outwards, as seen from the row of pixels p. From row to row little changes. */
TRN_FN float worley_gap(float f, float jitter) /* to the nearest place in a cell */
{
    const float lo = f - trn_worley_at_f(0, jitter), hi = f - trn_worley_at_f(0xffffu, jitter);
    return lo < 0.0f ? lo : hi > 0.0f ? hi : 0.0f;
}
TRN_FN void order_lines(int metric, const noise_tile *t, worley_work *w, const trn_place p[3])
{
    const float jitter = t->plan->jitter, fy = trn_place_fract_f(p[0]), fz = trn_place_fract_f(p[1]), fw = trn_place_fract_f(p[2]);
    const int four = t->plan->dims == 4;
    for (int32_t k = 0; k < w->lines; ++k) {
        float d = four ? trn_metric_f(metric, worley_gap(fw - (float)w->order[k].w, jitter), 0.0f) : 0.0f;
        d = trn_metric_f(metric, worley_gap(fz - (float)w->order[k].z, jitter), d);
        w->order[k].least = trn_metric_f(metric, worley_gap(fy - (float)w->order[k].row, jitter), d);
    }
    for (int32_t k = 1; k < w->lines; ++k)
        for (int32_t i = k; i > 0 && w->order[i].least < w->order[i - 1].least; --i) {
            const worley_line swap = w->order[i];
            w->order[i] = w->order[i - 1];
            w->order[i - 1] = swap;
        }
}
TRN_FN int32_t worley_slab(const worley_work *w, int32_t k, int32_t rings)
{
    return (w->slabs > 2 * rings + 1 ? (w->order[k].w + rings) * (2 * rings + 1) : 0) + w->order[k].z + rings;
}
/* whether a point this far away can be nearer than some of four vectors of distances */
TRN_FN int worley_counts(const trn_vf m[4], float least)
{
    return trn_vany(trn_vmax(trn_vmax(m[0], m[1]), trn_vmax(m[2], m[3])) > trn_vset(least));
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
                (size_t)(worley_ring(j + w->order[k].row, rings) * w->slabs + worley_slab(w, k, rings)) * TRN_NOISE_SITES;
            const trn_vf *most = two ? m2 : m1;
            if (!worley_counts(most, w->order[k].least)) break;
            if (k > 0 && high - low < FEW) {
                float least = w->across[line + (size_t)low];
                for (int32_t s = low + 1; s <= high; ++s) least = trn_min_f(least, w->across[line + (size_t)s]);
                if (!worley_counts(most, least)) continue;
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
    const int32_t rings = t->plan->rings;
    const float *restrict f = t->columns->near[0].f, jitter = t->plan->jitter;
    float *restrict d = t->row, *restrict e = w->second;
    uint32_t key[MAX_LINES];
    for (int32_t k = 0; k < w->lines; ++k) {
        uint32_t h = t->octave->key;
        if (dims == 4) h = trn_mix_core(trn_lattice_w(trn_place_cell(p[2]) + (uint32_t)w->order[k].w) ^ h);
        h = trn_mix_core(trn_lattice_z(trn_place_cell(p[1]) + (uint32_t)w->order[k].z) ^ h);
        key[k] = trn_mix_core(trn_lattice_y(trn_place_cell(p[0]) + (uint32_t)w->order[k].row) ^ h);
    }
    for (int32_t at = 0; at < t->columns_n; at += NOISE_GROUP) {
        for (int32_t i = at; i < at + NOISE_GROUP; ++i) d[i] = e[i] = TRN_FAR;
        for (int32_t k = 0; k < w->lines; ++k) {
            trn_vf most[4];
            for (int b = 0; b < 4; ++b) most[b] = trn_vload((two ? e : d) + at + b * TRN_LANES);
            if (!worley_counts(most, w->order[k].least)) break;
            const uint32_t line = key[k];
            const float fy = trn_place_fract_f(p[0]) - (float)w->order[k].row, fz = trn_place_fract_f(p[1]) - (float)w->order[k].z,
                        fw = trn_place_fract_f(p[2]) - (float)w->order[k].w;
            for (int32_t o = -rings; o <= rings; ++o) {
                const uint32_t *restrict xk = w->xk + (o + rings) * TRN_NOISE_STRIP;
                NOISE_SIMD
                for (int32_t i = at; i < at + NOISE_GROUP; ++i) {
                    const float c = trn_worley_tap_f(dims, metric, trn_mix_core(xk[i] ^ line), jitter, f[i] - (float)o, fy, fz, fw);
                    if (two) e[i] = trn_min_f(e[i], trn_max_f(d[i], c));
                    d[i] = trn_min_f(d[i], c);
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
    order_lines(metric, t, w, p);
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
    worley_work *w = (worley_work *)(m + 4 * lines + 6 * TRN_NOISE_STRIP);
    if (t->fresh) {
        w->x = m;
        w->y = m + lines;
        w->beyond = m + 2 * lines;
        w->across = m + 3 * lines;
        w->second = m + 4 * lines;
        w->xk = (uint32_t *)(m + 4 * lines + TRN_NOISE_STRIP);
        list_lines(t->plan, w);
    }
    if (t->columns->direct)
        for (int32_t o = -t->plan->rings, n = t->columns_n; o <= t->plan->rings; ++o)
            for (int32_t i = 0; i < n; ++i) /* folds undo themselves */
                w->xk[(o + t->plan->rings) * TRN_NOISE_STRIP + i] =
                    trn_mix_fold(trn_mix_fold(t->columns->near[0].xk[i]) + (uint32_t)o * TRN_PX);
    for (int32_t r = 0; r < t->rows; ++r) row[t->plan->type == TRN_NOISE_WORLEY_F2F1][t->plan->metric](t, w, r);
}
TRN_FN void noise_worley_rows(const noise_args *a, int32_t begin, int32_t end) { noise_tiles(a, begin, end, worley_octave); }
TRN_ROW_KERNEL(noise_worley)
