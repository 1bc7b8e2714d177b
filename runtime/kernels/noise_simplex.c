/* noise_simplex.c - simplex noise in 3-D by rows of lattice points: see noise_basis.h.
 *
 * A row of pixels sees up to 8 rows of lattice points, 4.44 on average. Each adds its nearest point: two numbers by
 * look-up (the gradient along x, and its part across the row), ten operations. */
#include "kernels/noise_gradient.h"

enum { LINES = 32 }; /* two rows of pixels up to a cell apart see 4 rows of lattice points in each of 6 slabs */
typedef struct simplex_work {
    float line[LINES][3][TRN_NOISE_SITES]; /* gradients of a row of lattice points; by look-up: x, and the index of y and z */
    float table[16][TRN_NOISE_SITES];      /* parts across: 8 rows of points for each of two rows of pixels */
    uint32_t row[LINES], slab[LINES];      /* which row of lattice points */
} simplex_work;
_Static_assert(sizeof(simplex_work) <= TRN_NOISE_SIMPLEX_WORK, "scratch");

typedef struct seen_row { trn_simplex_row_f s; int32_t line, odd; } seen_row;
static int32_t line_of(const trn_simplex_row_f *s) { return (int32_t)((s->slab & 7u) * 4u + (s->row & 3u)); }

static void make_line(simplex_work *w, const trn_noise_columns *c, int32_t line, uint32_t key)
{
    float *restrict gx = w->line[line][0], *restrict gy = w->line[line][1], *restrict gz = w->line[line][2];
    const uint32_t *restrict xk = c->site_xk;
    const int32_t n = c->sites;
#if NOISE_GRADIENT_TAKE
    (void)gz;
    for (int32_t i = 0; i < n; i += TRN_LANES) {
        const trn_vu h = gradient_hash(trn_vload_u(xk + i), key);
        trn_vstore(gx + i, gradient_along(h, trn_vset(1.0f)));
        trn_vstore(gy + i, (trn_vf)gradient_across(h));
    }
#else
    NOISE_SIMD
    for (int32_t i = 0; i < n; ++i) trn_grad3(trn_mix_core(xk[i] ^ key), &gx[i], &gy[i], &gz[i]);
#endif
}
/* The rows of lattice points in reach of pixel row j, in the order of the definition, with their lines. */
static int seen_rows(const noise_tile *t, int64_t j, seen_row seen[8])
{
    simplex_work *w = t->work;
    trn_place p[3];
    noise_row_places(t->plan, t->octave, j, p);
    const trn_place y = trn_simplex3_place_y(p[0], p[1]), z = trn_simplex3_place_z(p[0], p[1]);
    const uint32_t row = trn_place_cell(y), slab = trn_place_cell(z);
    const float v = trn_place_fract_f(y), u = trn_place_fract_f(z);
    int n = 0;
    for (int32_t r = -1; r <= 2; ++r)
        for (int32_t q = 0; q <= 1; ++q) {
            seen_row *e = &seen[n];
            e->s = trn_simplex_row_at_f(row, v, slab, u, q, r);
            if (!(e->s.d > 0.0f)) continue;
            ++n;
            e->odd = (int32_t)trn_simplex_row_odd_f(&e->s);
            const int32_t l = e->line = line_of(&e->s);
            if (t->columns->direct || (w->row[l] == e->s.row && w->slab[l] == e->s.slab)) continue;
            make_line(w, t->columns, l, trn_simplex_row_key_f(t->octave->key, &e->s));
            w->row[l] = e->s.row;
            w->slab[l] = e->s.slab;
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
#if NOISE_GRADIENT_TAKE
        (void)gx, (void)gz;
        const trn_vf across = gradient_first() * ey + gradient_second() * ez;
        for (int32_t i = 0; i < sites; i += TRN_LANES) trn_vstore(t + i, trn_vtake(across, (trn_vi)trn_vload(gy + i)));
#else
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
#endif
    }
}
/* Row q of the two at hand, or (both) the two of them, which see the same rows of lattice points. */
TRN_FN void simplex_pixels(int mode, int wide, int both, const noise_tile *t, const seen_row (*seen)[8], int count, int q,
                           int32_t row)
{
    simplex_work *w = t->work;
    float *sum = t->sum + row * TRN_NOISE_STRIP, *weight = t->weight + row * TRN_NOISE_STRIP;
    const float scale = (float)TRN_SIMPLEX3_SCALE, gain = t->octave->gain;
    const int rows = both ? 2 : 1;
    (void)wide;
    for (int32_t i = 0; i < t->columns_n; i += NOISE_GROUP) {
        trn_vf n[2][4];
        for (int p = 0; p < rows; ++p)
            for (int b = 0; b < 4; ++b) n[p][b] = trn_vset(0.0f);
        for (int k = 0; k < count; ++k) {
            const trn_noise_near *near = &t->columns->near[seen[q][k].odd];
#if TRN_VTAKE
            const float *gx = w->line[seen[q][k].line][0];
            trn_vf tg = trn_vset(0.0f), tb[2] = {tg, tg};
#endif
            for (int b = 0; b < 4; ++b) {
                const int32_t j = i + b * TRN_LANES;
                trn_vf g, e[2];
#if TRN_VTAKE
                if (b == 0 || !wide) {
                    const int32_t s = near->base[j / TRN_LANES];
                    tg = trn_vload(gx + s);
                    for (int p = 0; p < rows; ++p) tb[p] = trn_vload(table_of(w, q + p, k) + s);
                }
                const trn_vi x = trn_vload_i(near->lane + j);
                g = trn_vtake(tg, x);
                for (int p = 0; p < rows; ++p) e[p] = trn_vtake(tb[p], x);
#else
                typedef double pair __attribute__((vector_size(16))); /* moves two floats, no arithmetic */
                double m[4];
                for (int l = 0; l < 4; ++l) memcpy(&m[l], table_of(w, q, k) + 2 * near->lane[j + l], 8);
                const trn_vf lo = (trn_vf)(pair){m[0], m[1]}, hi = (trn_vf)(pair){m[2], m[3]};
                g = __builtin_shufflevector(lo, hi, 0, 2, 4, 6);
                e[0] = __builtin_shufflevector(lo, hi, 1, 3, 5, 7);
#endif
                const trn_vf f = trn_vload(near->f + j), ff = f * f, gf = g * f;
                for (int p = 0; p < rows; ++p) {
                    trn_vf c = trn_vmax(seen[q + p][k].s.d - ff, trn_vset(0.0f));
                    c = c * c;
                    n[p][b] = n[p][b] + (c * c) * (gf + e[p]);
                }
            }
        }
        for (int p = 0; p < rows; ++p)
            for (int b = 0; b < 4; ++b) {
                const int32_t j = p * TRN_NOISE_STRIP + i + b * TRN_LANES;
                noise_join(mode, sum + j, weight + j, n[p][b], scale, gain);
            }
    }
}
static void one_row(const noise_tile *t, const seen_row (*seen)[8], int count, int q, int32_t row)
{
    if (t->columns->wide) { NOISE_BY_MODE(t->mode, simplex_pixels, 1, 0, t, seen, count, q, row) }
    else { NOISE_BY_MODE(t->mode, simplex_pixels, 0, 0, t, seen, count, q, row) }
}
static void two_rows(const noise_tile *t, const seen_row (*seen)[8], int count, int32_t row)
{
    if (t->columns->wide) { NOISE_BY_MODE(t->mode, simplex_pixels, 1, 1, t, seen, count, 0, row) }
    else { NOISE_BY_MODE(t->mode, simplex_pixels, 0, 1, t, seen, count, 0, row) }
}
static bool same_rows(const seen_row *a, const seen_row *b, int count)
{
    for (int k = 0; k < count; ++k)
        if (a[k].s.row != b[k].s.row || a[k].s.slab != b[k].s.slab) return false;
    return true;
}
/* more than a cell a pixel: the same rows, hashed in lanes */
#if NOISE_GRADIENT_TAKE
TRN_FN void simplex_direct_as(int mode, const noise_tile *t, const seen_row *seen, int count, int32_t row)
{
    float *sum = t->sum + row * TRN_NOISE_STRIP, *weight = t->weight + row * TRN_NOISE_STRIP;
    trn_vf across[8];
    uint32_t key[8];
    for (int k = 0; k < count; ++k) {
        across[k] = gradient_first() * seen[k].s.ey + gradient_second() * seen[k].s.ez;
        key[k] = trn_simplex_row_key_f(t->octave->key, &seen[k].s);
    }
    for (int32_t i = 0; i < t->columns_n; i += NOISE_GROUP) {
        trn_vf n[4];
        for (int b = 0; b < 4; ++b) n[b] = trn_vset(0.0f);
        for (int k = 0; k < count; ++k) {
            const trn_noise_near *near = &t->columns->near[seen[k].odd];
            for (int b = 0; b < 4; ++b) { /* trn_simplex_corner3 */
                const trn_vu h = gradient_hash(trn_vload_u(near->xk + i + b * TRN_LANES), key[k]);
                const trn_vf f = trn_vload(near->f + i + b * TRN_LANES), e = trn_vtake(across[k], gradient_across(h));
                trn_vf c = trn_vmax(seen[k].s.d - f * f, trn_vset(0.0f));
                c = c * c;
                n[b] = n[b] + (c * c) * (gradient_along(h, f) + e);
            }
        }
        for (int b = 0; b < 4; ++b) {
            const int32_t j = i + b * TRN_LANES;
            noise_join(mode, sum + j, weight + j, n[b], (float)TRN_SIMPLEX3_SCALE, t->octave->gain);
        }
    }
}
static void simplex_direct(const noise_tile *t, const seen_row *seen, int count, int32_t row)
{
    NOISE_BY_MODE(t->mode, simplex_direct_as, t, seen, count, row)
    noise_rows_done(t, row, 1);
}
#else
static void simplex_direct(const noise_tile *t, const seen_row *seen, int count, int32_t row)
{
    float *restrict d = t->row;
    const int32_t n = t->columns_n;
    for (int32_t i = 0; i < n; ++i) d[i] = 0.0f;
    for (int k = 0; k < count; ++k) {
        const trn_simplex_row_f s = seen[k].s;
        const uint32_t key = trn_simplex_row_key_f(t->octave->key, &s);
        const uint32_t *restrict xk = t->columns->near[seen[k].odd].xk;
        const float *restrict f = t->columns->near[seen[k].odd].f;
        NOISE_SIMD
        for (int32_t i = 0; i < n; ++i) d[i] = d[i] + trn_simplex_corner3_f(trn_mix_core(xk[i] ^ key), s.d, f[i], s.ey, s.ez);
    }
    noise_join_row(t, row, (float)TRN_SIMPLEX3_SCALE);
}
#endif
static void simplex_octave(const noise_tile *t)
{
    simplex_work *w = t->work;
    const trn_noise_columns *c = t->columns;
    for (int32_t i = 0; t->fresh && i < LINES; ++i) w->row[i] = ~(uint32_t)i; /* no row that could live there */
    /* two together leave the tables' stores time to reach the cache */
    const bool pairs = TRN_VTAKE && !c->direct && t->octave->dv <= (trn_place)1 << 64;
    for (int32_t r = 0, rows; r < t->rows; r += rows) {
        seen_row seen[2][8];
        int count[2] = {0, 0};
        rows = pairs && t->rows - r > 1 ? 2 : 1;
        for (int q = 0; q < rows; ++q) {
            count[q] = seen_rows(t, t->y + r + q, seen[q]);
            if (c->direct) {
                simplex_direct(t, seen[q], count[q], r);
                continue;
            }
            simplex_table(w, c->sites, seen[q], count[q], q);
        }
        if (c->direct) continue;
        if (rows == 2 && count[0] == count[1] && same_rows(seen[0], seen[1], count[0]))
            two_rows(t, (const seen_row(*)[8])seen, count[0], r);
        else
            for (int q = 0; q < rows; ++q) one_row(t, (const seen_row(*)[8])seen, count[q], q, r + q);
        noise_rows_done(t, r, rows);
    }
}
TRN_FN void noise_simplex_rows(const noise_args *a, int32_t begin, int32_t end)
{
    noise_tiles(a, begin, end, simplex_octave);
}
TRN_ROW_KERNEL(noise_simplex)
