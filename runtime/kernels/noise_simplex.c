/* noise_simplex.c - simplex noise in 3-D by rows of lattice points: see noise_basis.h.
 *
 * A row of pixels sees up to 8 rows of lattice points, 4.44 on average. Each adds its nearest point: two numbers by look-up (the
 * gradient along x, and its part across the row), ten operations. */
#include "kernels/noise_tile.h"

#define LINES 24 /* two rows of pixels see 16 rows of lattice points at most */
typedef struct simplex_work {
    float line[LINES][3][TRN_NOISE_SITES]; /* gradients of a row of lattice points */
    float table[16][TRN_NOISE_SITES];      /* parts across: 8 rows of points for each of two rows of pixels */
    uint32_t key[LINES];                   /* which row: its key says all about it */
    int32_t used[LINES], clock;
} simplex_work;
_Static_assert(sizeof(simplex_work) <= TRN_NOISE_SIMPLEX_WORK, "scratch");

typedef struct seen_row { trn_simplex_row_f s; int32_t line; } seen_row;

static int32_t find_line(simplex_work *w, const trn_noise_columns *c, uint32_t key)
{
    int32_t oldest = 0;
    for (int32_t i = 0; i < LINES; ++i) {
        if (w->key[i] == key && w->used[i] >= 0) {
            w->used[i] = w->clock;
            return i;
        }
        if (w->used[i] < w->used[oldest]) oldest = i;
    }
    w->key[oldest] = key;
    w->used[oldest] = w->clock;
    float *restrict gx = w->line[oldest][0], *restrict gy = w->line[oldest][1], *restrict gz = w->line[oldest][2];
    const uint32_t first = c->first;
    const int32_t n = c->sites;
    NOISE_SIMD
    for (int32_t i = 0; i < n; ++i) trn_grad3_f(trn_mix((first + (uint32_t)i) * TRN_PX + key), &gx[i], &gy[i], &gz[i]);
    return oldest;
}
/* The rows of lattice points in reach of pixel row j, in the order of the definition. */
static int seen_rows(const noise_tile *t, int64_t j, seen_row seen[8])
{
    trn_place p[3];
    noise_row_places(t->args, t->octave, j, p);
    const trn_place y = trn_simplex3_place_y(p[0], p[1]), z = trn_simplex3_place_z(p[0], p[1]);
    const uint32_t row = trn_place_cell(y), slab = trn_place_cell(z);
    const float v = trn_place_fract_f(y), u = trn_place_fract_f(z);
    int n = 0;
    for (int32_t r = -1; r <= 2; ++r)
        for (int32_t q = 0; q <= 1; ++q) {
            seen[n].s = trn_simplex_row_at_f(t->octave->key, row, v, slab, u, q, r);
            n += seen[n].s.d > 0.0f;
        }
    return n;
}
TRN_FN float *table_of(simplex_work *w, int q, int k) { return w->table[TRN_VTAKE ? q * 8 + k : 2 * k]; }
static void simplex_table(simplex_work *w, int32_t sites, const seen_row *seen, int count, int q)
{
    for (int k = 0; k < count; ++k) {
        const float *gx = w->line[seen[k].line][0], *gy = w->line[seen[k].line][1], *gz = w->line[seen[k].line][2];
        const float ey = seen[k].s.ey, ez = seen[k].s.ez;
        float *t = table_of(w, q, k);
        for (int32_t i = 0; i < sites; i += TRN_LANES) {
            const trn_vf b = trn_vload(gy + i) * ey + trn_vload(gz + i) * ez;
#if TRN_VTAKE
            (void)gx;
            trn_vstore(t + i, b);
#else
            const trn_vf g = trn_vload(gx + i); /* side by side */
            trn_vstore(t + 2 * i, __builtin_shufflevector(g, b, 0, 4, 1, 5));
            trn_vstore(t + 2 * i + 4, __builtin_shufflevector(g, b, 2, 6, 3, 7));
#endif
        }
    }
}
TRN_FN void simplex_pixels(int mode, int wide, const noise_tile *t, const seen_row *seen, int count, int q, int32_t row)
{
    simplex_work *w = t->work;
    float *sum = t->sum + row * TRN_NOISE_STRIP, *weight = t->weight + row * TRN_NOISE_STRIP;
    const float scale = (float)TRN_SIMPLEX3_SCALE, gain = t->octave->gain;
    (void)wide;
    for (int32_t i = 0; i < t->columns_n; i += NOISE_GROUP) {
        trn_vf n[4];
        for (int b = 0; b < 4; ++b) n[b] = trn_vset(0.0f);
        for (int k = 0; k < count; ++k) {
            const trn_noise_near *near = &t->columns->near[seen[k].s.odd];
            const trn_vf d = trn_vset(seen[k].s.d);
            const float *table = table_of(w, q, k);
#if TRN_VTAKE
            const float *gx = w->line[seen[k].line][0];
            trn_vf tg = trn_vset(0.0f), tb = tg;
#endif
            for (int b = 0; b < 4; ++b) {
                const int32_t j = i + b * TRN_LANES;
                trn_vf g, e;
#if TRN_VTAKE
                if (b == 0 || !wide) {
                    const int32_t s = near->base[j / TRN_LANES];
                    tg = trn_vload(gx + s);
                    tb = trn_vload(table + s);
                }
                const trn_vi x = trn_vload_i(near->lane + j);
                g = trn_vtake(tg, x);
                e = trn_vtake(tb, x);
#else
                typedef double pair __attribute__((vector_size(16))); /* moves two floats, no arithmetic */
                double m[4];
                for (int l = 0; l < 4; ++l) memcpy(&m[l], table + 2 * near->lane[j + l], 8);
                const trn_vf lo = (trn_vf)(pair){m[0], m[1]}, hi = (trn_vf)(pair){m[2], m[3]};
                g = __builtin_shufflevector(lo, hi, 0, 2, 4, 6);
                e = __builtin_shufflevector(lo, hi, 1, 3, 5, 7);
#endif
                const trn_vf f = trn_vload(near->f + j);
                trn_vf c = trn_vmax(d - f * f, trn_vset(0.0f));
                c = c * c;
                n[b] = n[b] + (c * c) * (g * f + e);
            }
        }
        for (int b = 0; b < 4; ++b) noise_join(mode, sum + i + b * TRN_LANES, weight + i + b * TRN_LANES, n[b], scale, gain);
    }
}
/* more than a cell a pixel: the same rows, hashed in lanes */
static void simplex_direct(const noise_tile *t, const seen_row *seen, int count, int32_t row)
{
    float *restrict d = t->row;
    const int32_t n = t->columns_n;
    for (int32_t i = 0; i < n; ++i) d[i] = 0.0f;
    for (int k = 0; k < count; ++k) {
        const trn_simplex_row_f s = seen[k].s;
        const uint32_t *restrict xk = t->columns->near[s.odd].xk;
        const float *restrict f = t->columns->near[s.odd].f;
        NOISE_SIMD
        for (int32_t i = 0; i < n; ++i) d[i] = d[i] + trn_simplex_corner3_f(trn_mix(xk[i] + s.key), s.d, f[i], s.ey, s.ez);
    }
    noise_join_row(t, row, (float)TRN_SIMPLEX3_SCALE);
}
static void simplex_octave(const noise_tile *t)
{
    simplex_work *w = t->work;
    const trn_noise_columns *c = t->columns;
    for (int32_t i = 0; i < LINES; ++i) w->used[i] = -1;
    w->clock = 0;
    for (int32_t r = 0, rows; r < t->rows; r += rows) {
        seen_row seen[2][8];
        int count[2] = {0, 0};
        rows = TRN_VTAKE && !c->direct && t->rows - r > 1 ? 2 : 1; /* two together leave the tables' stores time to reach the cache */
        ++w->clock;
        for (int q = 0; q < rows; ++q) {
            count[q] = seen_rows(t, t->y + r + q, seen[q]);
            if (c->direct) {
                simplex_direct(t, seen[q], count[q], r);
                continue;
            }
            for (int k = 0; k < count[q]; ++k) seen[q][k].line = find_line(w, c, seen[q][k].s.key);
            simplex_table(w, c->sites, seen[q], count[q], q);
        }
        for (int q = 0; q < rows && !c->direct; ++q) {
            if (c->wide) { NOISE_BY_MODE(t->mode, simplex_pixels, 1, t, seen[q], count[q], q, r + q) }
            else { NOISE_BY_MODE(t->mode, simplex_pixels, 0, t, seen[q], count[q], q, r + q) }
        }
    }
}
TRN_FN void noise_simplex_rows(const noise_args *a, int32_t begin, int32_t end) { noise_tiles(a, begin, end, simplex_octave); }
TRN_ROW_KERNEL(noise_simplex)
