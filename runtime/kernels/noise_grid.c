/* noise_grid.c - value, Perlin and white noise by rows.
 *
 *   sites   hashes and gradients of one lattice row, with z and w interpolated away: once for each lattice row crossed
 *   table   coefficients at every cell along the row, y interpolated: once for each pixel row, a few operations a CELL
 *   pixels  coefficients looked up by lane in a register: six operations a pixel for gradient noise
 * Where there is more than a cell a pixel, every pixel is hashed instead; y, z and w stay scalar. dims is 2 for 3-D noise
 * with a whole z: see noise_basis.h. */
#include "kernels/noise_gradient.h"

typedef struct grid_work {
    float line[2][3][TRN_NOISE_SITES];  /* two lattice rows: value, or the three numbers of a trn_site */
    float table[2][4 * TRN_NOISE_SITES]; /* two pixel rows: up to four coefficients a cell */
    uint32_t row[2];                    /* lattice row that each line holds */
    trn_outer_f outer;
} grid_work;
_Static_assert(sizeof(grid_work) <= TRN_NOISE_GRID_WORK, "scratch");

/* ---- sites ---- */
TRN_FN void value_line(int dims, const grid_work *w, const trn_noise_columns *c, uint32_t row, float *restrict v)
{
    const trn_outer_f r = trn_outer_row_f(dims, &w->outer, row);
    const uint32_t *restrict xk = c->site_xk;
    const int32_t n = c->sites;
    NOISE_SIMD
    for (int32_t i = 0; i < n; ++i) v[i] = trn_value_site_f(dims, &r, xk[i]);
}
#if NOISE_GRADIENT_TAKE
/* trn_perlin_site in 3-D: z interpolated away, of every pair of components that there can be */
typedef struct site_tables { trn_vf xy, z; } site_tables;
TRN_FN site_tables site_tables_make(float fz, float wz)
{
    const trn_vf a = gradient_first(), b = gradient_second(), p = a * fz, q = b * (fz - 1.0f);
    return (site_tables){a + wz * (b - a), p + wz * (q - p)};
}
TRN_FN trn_vi site_pair(const trn_outer_f *r, trn_vu xk)
{
    return gradient_pair(gradient_hash(xk, r->k[0][0]), gradient_hash(xk, r->k[1][0]));
}
#endif
TRN_FN void perlin_line(int dims, const grid_work *w, const trn_noise_columns *c, uint32_t row, float *restrict gx,
                        float *restrict gy, float *restrict gz)
{
    const trn_outer_f r = trn_outer_row_f(dims, &w->outer, row);
    const uint32_t *restrict xk = c->site_xk;
    const int32_t n = c->sites;
#if NOISE_GRADIENT_TAKE
    if (dims == 2) {
        for (int32_t i = 0; i < n; i += TRN_LANES) {
            const trn_vu h = gradient_hash(trn_vload_u(xk + i), r.k[0][0]);
            trn_vstore(gx + i, gradient_along(h, trn_vset(1.0f)));
            trn_vstore(gy + i, gradient_beside(h, trn_vset(1.0f)));
        }
        return;
    }
    if (dims == 3) {
        const site_tables t = site_tables_make(r.fz, r.wz);
        for (int32_t i = 0; i < n; i += TRN_LANES) {
            const trn_vi pair = site_pair(&r, trn_vload_u(xk + i));
            trn_vstore(gx + i, trn_vtake(t.xy, pair));
            trn_vstore(gy + i, trn_vtake(t.xy, pair >> 4));
            trn_vstore(gz + i, trn_vtake(t.z, pair >> 8));
        }
        return;
    }
#endif
    NOISE_SIMD
    for (int32_t i = 0; i < n; ++i) {
        const trn_site_f t = trn_perlin_site_f(dims, &r, xk[i]);
        gx[i] = t.gx;
        gy[i] = t.gy;
        if (dims > 2) gz[i] = t.gz;
    }
}
/* Makes lines of lattice rows j and j + 1 ready; even rows live in line 0. Returns j's. */
TRN_FN int lattice_rows(int type, int dims, grid_work *w, const trn_noise_columns *c, uint32_t j)
{
    for (uint32_t row = j; row != j + 2u; ++row) {
        const int s = (int)(row & 1u);
        if (w->row[s] == row) continue;
        if (type == TRN_NOISE_VALUE) value_line(dims, w, c, row, w->line[s][0]);
        else perlin_line(dims, w, c, row, w->line[s][0], w->line[s][1], w->line[s][2]);
        w->row[s] = row;
    }
    return (int)(j & 1u);
}

/* ---- table: vectors by hand, since clang turns the neighbour's value into a recurrence and then cannot vectorise ---- */
TRN_FN trn_vf lerp(trn_vf a, trn_vf b, float t) { return a + t * (b - a); }
TRN_FN void put_table(float *t, int32_t i, trn_vf a, trn_vf b, trn_vf c, trn_vf d)
{
#if TRN_VTAKE
    trn_vstore(t + i, a);
    trn_vstore(t + TRN_NOISE_SITES + i, b);
    trn_vstore(t + 2 * TRN_NOISE_SITES + i, c);
    trn_vstore(t + 3 * TRN_NOISE_SITES + i, d);
#else /* the four coefficients of a cell side by side: one load a lane, then a transpose */
    const trn_vf p = __builtin_shufflevector(a, b, 0, 4, 1, 5), q = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const trn_vf r = __builtin_shufflevector(a, b, 2, 6, 3, 7), s = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    trn_vstore(t + 4 * i, __builtin_shufflevector(p, q, 0, 1, 4, 5));
    trn_vstore(t + 4 * i + 4, __builtin_shufflevector(p, q, 2, 3, 6, 7));
    trn_vstore(t + 4 * i + 8, __builtin_shufflevector(r, s, 0, 1, 4, 5));
    trn_vstore(t + 4 * i + 12, __builtin_shufflevector(r, s, 2, 3, 6, 7));
#endif
}
/* The last site's right neighbour is never used. */
TRN_FN void value_table(const grid_work *w, int32_t sites, float *table, int low, float v)
{
    const float *a = w->line[low][0], *b = w->line[1 - low][0];
    trn_vf next = lerp(trn_vload(a), trn_vload(b), v);
    for (int32_t i = 0, j = TRN_LANES; i < sites; i += TRN_LANES, j += TRN_LANES) {
        const trn_vf p = next;
        if (j < sites) next = lerp(trn_vload(a + j), trn_vload(b + j), v);
        const trn_vf q = trn_vnext(p, next);
#if TRN_VTAKE
        trn_vstore(table + i, p);
        trn_vstore(table + TRN_NOISE_SITES + i, q - p);
#else
        put_table(table, i, p, q - p, p, p);
#endif
    }
}
/* trn_perlin_column, at every site */
TRN_FN void perlin_column(int dims, const float *const s[3], const float *const t[3], int32_t i, float fy, float v, trn_vf *a, trn_vf *b)
{
    trn_vf low = trn_vload(s[1] + i) * fy, high = trn_vload(t[1] + i) * (fy - 1.0f);
    if (dims > 2) low = low + trn_vload(s[2] + i), high = high + trn_vload(t[2] + i);
    *a = lerp(trn_vload(s[0] + i), trn_vload(t[0] + i), v);
    *b = lerp(low, high, v);
}
TRN_FN void perlin_table(int dims, const grid_work *w, int32_t sites, float *table, int low, float fy, float v)
{
    const float *const s[3] = {w->line[low][0], w->line[low][1], w->line[low][2]};
    const float *const t[3] = {w->line[1 - low][0], w->line[1 - low][1], w->line[1 - low][2]};
    trn_vf a1, b1;
    perlin_column(dims, s, t, 0, fy, v, &a1, &b1); /* a site's right neighbour is the next one */
    for (int32_t i = 0, j = TRN_LANES; i < sites; i += TRN_LANES, j += TRN_LANES) {
        const trn_vf a0 = a1, b0 = b1;
        if (j < sites) perlin_column(dims, s, t, j, fy, v, &a1, &b1);
        const trn_vf p = trn_vnext(a0, a1), q = trn_vnext(b0, b1);
        put_table(table, i, a0, b0, p - a0, (q - p) - b0);
    }
}

/* ---- pixels ---- */
TRN_FN void take(const int32_t *lane, const float *table, int count, const trn_vf t[4], trn_vf r[4])
{
#if TRN_VTAKE
    (void)table;
    const trn_vi x = trn_vload_i(lane);
    for (int k = 0; k < count; ++k) r[k] = trn_vtake(t[k], x);
#else
    (void)t;
    const trn_vf a = trn_vload(table + 4 * lane[0]), b = trn_vload(table + 4 * lane[1]), c = trn_vload(table + 4 * lane[2]),
                 d = trn_vload(table + 4 * lane[3]);
    trn_vf p = __builtin_shufflevector(a, b, 0, 4, 1, 5), q = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    r[0] = __builtin_shufflevector(p, q, 0, 1, 4, 5);
    r[1] = __builtin_shufflevector(p, q, 2, 3, 6, 7);
    if (count > 2) {
        p = __builtin_shufflevector(a, b, 2, 6, 3, 7);
        q = __builtin_shufflevector(c, d, 2, 6, 3, 7);
        r[2] = __builtin_shufflevector(p, q, 0, 1, 4, 5);
        r[3] = __builtin_shufflevector(p, q, 2, 3, 6, 7);
    }
#endif
}
/* Two rows together share the loads of lane, fraction and fade, and leave the tables' stores time to reach the cache: a
 * table is read at another offset than it was written, which store forwarding cannot serve. */
TRN_FN void grid_pixels(int mode, int type, int wide, int rows, const noise_tile *t, int32_t row, float scale)
{
    const grid_work *w = t->work;
    const trn_noise_columns *c = t->columns;
    const trn_noise_near *near = &c->near[0];
    float *sum = t->sum + row * TRN_NOISE_STRIP, *weight = t->weight + row * TRN_NOISE_STRIP;
    const float gain = t->octave->gain;
    const int count = type == TRN_NOISE_VALUE ? 2 : 4;
    for (int32_t i = 0; i < t->columns_n; i += NOISE_GROUP) {
        trn_vf table[2][4] = {{{0}}};
        for (int b = 0; b < 4; ++b) {
            const int32_t j = i + b * TRN_LANES;
            if (TRN_VTAKE && (b == 0 || !wide))
                for (int q = 0; q < rows; ++q)
                    for (int k = 0; k < count; ++k)
                        table[q][k] = trn_vload(w->table[q] + k * TRN_NOISE_SITES + near->base[j / TRN_LANES]);
            const trn_vf u = trn_vload(c->u + j), f = trn_vload(near->f + j);
            for (int q = 0; q < rows; ++q) {
                trn_vf r[4], n;
                take(near->lane + j, w->table[q], count, table[q], r);
                if (type == TRN_NOISE_VALUE) n = r[0] + u * r[1];
                else n = (r[0] * f + r[1]) + u * (r[2] * f + r[3]);
                noise_join(mode, sum + q * TRN_NOISE_STRIP + j, weight + q * TRN_NOISE_STRIP + j, n, scale, gain);
            }
        }
    }
}
TRN_FN void grid_pixels_as(int type, const noise_tile *t, int rows, int32_t row, float scale)
{
    if (t->columns->wide) {
        if (rows == 2) { NOISE_BY_MODE(t->mode, grid_pixels, type, 1, 2, t, row, scale) }
        else { NOISE_BY_MODE(t->mode, grid_pixels, type, 1, 1, t, row, scale) }
    } else {
        if (rows == 2) { NOISE_BY_MODE(t->mode, grid_pixels, type, 0, 2, t, row, scale) }
        else { NOISE_BY_MODE(t->mode, grid_pixels, type, 0, 1, t, row, scale) }
    }
}
static void value_pixels(const noise_tile *t, int rows, int32_t row) { grid_pixels_as(TRN_NOISE_VALUE, t, rows, row, TRN_VALUE_SCALE_F); }
static void perlin_pixels(const noise_tile *t, int rows, int32_t row, float scale)
{
    grid_pixels_as(TRN_NOISE_PERLIN, t, rows, row, scale);
}

/* ---- more than a cell a pixel ---- */
TRN_FN void grid_direct(int type, int dims, const noise_tile *t, uint32_t j, float fy)
{
    const grid_work *w = t->work;
    const trn_outer_f r0 = trn_outer_row_f(dims, &w->outer, j), r1 = trn_outer_row_f(dims, &w->outer, j + 1u);
    const float v = trn_fade_f(fy);
    const uint32_t *restrict xk = t->columns->near[0].xk, *restrict xk1 = t->columns->near[1].xk;
    const float *restrict f = t->columns->near[0].f, *restrict u = t->columns->u;
    float *restrict d = t->row;
    const int32_t n = t->columns_n;
#if NOISE_GRADIENT_TAKE
    if (type == TRN_NOISE_PERLIN && dims == 2) {
        for (int32_t i = 0; i < n; i += TRN_LANES) {
            trn_vf a[2], b[2];
            for (int x = 0; x < 2; ++x) { /* trn_perlin_column */
                const trn_vu key = trn_vload_u((x ? xk1 : xk) + i);
                const trn_vu p = gradient_hash(key, r0.k[0][0]), q = gradient_hash(key, r1.k[0][0]);
                a[x] = lerp(gradient_along(p, trn_vset(1.0f)), gradient_along(q, trn_vset(1.0f)), v);
                b[x] = lerp(gradient_beside(p, trn_vset(fy)), gradient_beside(q, trn_vset(fy - 1.0f)), v);
            }
            const trn_vf x = trn_vload(f + i), fade = trn_vload(u + i);
            trn_vstore(d + i, (a[0] * x + b[0]) + fade * ((a[1] - a[0]) * x + ((b[1] - a[1]) - b[0])));
        }
        return;
    }
    if (type == TRN_NOISE_PERLIN && dims == 3) {
        const site_tables s = site_tables_make(r0.fz, r0.wz);
        const trn_vf low = s.xy * fy, high = s.xy * (fy - 1.0f);
        for (int32_t i = 0; i < n; i += TRN_LANES) {
            trn_vf a[2], b[2];
            for (int x = 0; x < 2; ++x) { /* trn_perlin_column */
                const trn_vu key = trn_vload_u((x ? xk1 : xk) + i);
                const trn_vi p = site_pair(&r0, key), q = site_pair(&r1, key);
                a[x] = lerp(trn_vtake(s.xy, p), trn_vtake(s.xy, q), v);
                b[x] = lerp(trn_vtake(low, p >> 4) + trn_vtake(s.z, p >> 8), trn_vtake(high, q >> 4) + trn_vtake(s.z, q >> 8), v);
            }
            const trn_vf x = trn_vload(f + i), fade = trn_vload(u + i);
            trn_vstore(d + i, (a[0] * x + b[0]) + fade * ((a[1] - a[0]) * x + ((b[1] - a[1]) - b[0])));
        }
        return;
    }
#endif
    NOISE_SIMD
    for (int32_t i = 0; i < n; ++i)
        d[i] = type == TRN_NOISE_VALUE ? trn_value_point_f(dims, &r0, &r1, xk[i], xk1[i], u[i], v)
                                       : trn_perlin_point_f(dims, &r0, &r1, xk[i], xk1[i], f[i], u[i], fy, v);
}

TRN_FN void grid_octave(int type, int dims, const noise_tile *t)
{
    const trn_noise_plan *a = t->plan;
    grid_work *w = t->work;
    const trn_noise_columns *c = t->columns;
    const float scale = type == TRN_NOISE_PERLIN ? (float)TRN_PERLIN_SCALE(dims) : TRN_VALUE_SCALE_F;
    for (int32_t r = 0, rows; r < t->rows; r += rows) {
        rows = !c->direct && t->rows - r > 1 ? 2 : 1;
        for (int32_t q = 0; q < rows; ++q) {
            trn_place p[3];
            noise_row_places(a, t->octave, t->y + r + q, p);
            const uint32_t j = trn_place_cell(p[0]);
            const float fy = trn_place_fract_f(p[0]), v = trn_fade_f(fy);
            if ((r + q == 0 && t->fresh) || a->circle_v) {
                w->outer = trn_outer_make_f(dims, t->octave->key, trn_place_cell(p[1]), trn_place_fract_f(p[1]),
                                            trn_place_cell(p[2]), trn_place_fract_f(p[2]));
                w->row[0] = 1; /* no row that could live there */
                w->row[1] = 0;
            }
            if (c->direct) {
                grid_direct(type, dims, t, j, fy);
                noise_join_row(t, r, scale);
                continue;
            }
            const int low = lattice_rows(type, dims, w, c, j);
            if (type == TRN_NOISE_VALUE) value_table(w, c->sites, w->table[q], low, v);
            else perlin_table(dims, w, c->sites, w->table[q], low, fy, v);
        }
        if (c->direct) continue;
        if (type == TRN_NOISE_VALUE) value_pixels(t, rows, r);
        else perlin_pixels(t, rows, r, scale);
        noise_rows_done(t, r, rows);
    }
}

static void white_octave(const noise_tile *t)
{
    const uint32_t *restrict xk = t->columns->near[0].xk, *restrict fract = t->columns->near[1].xk;
    float *restrict d = t->row;
    const int32_t n = t->columns_n;
    for (int32_t r = 0; r < t->rows; ++r) {
        trn_place p[3];
        noise_row_places(t->plan, t->octave, t->y + r, p);
        uint32_t key = t->octave->key;
        for (int k = t->plan->dims - 2; k >= 0; --k)
            key = trn_white_axis(key, trn_place_cell(p[k]), (uint32_t)trn_place_32(p[k]));
        key = trn_mix_fold(key);
        for (int32_t i = 0; i < n; ++i)
            d[i] = trn_signed_f(trn_mix_fold(trn_mix_core(fract[i] ^ trn_mix_core(xk[i] ^ key)))); /* trn_white_axis, folds left out */
        noise_join_row(t, r, 1.0f);
    }
}

static void grid_any(const noise_tile *t)
{
    const bool flat = t->plan->dims == 3 && trn_place_fract_f(t->octave->origin[2]) == 0.0f;
    if (t->plan->type == TRN_NOISE_WHITE) white_octave(t);
    else if (t->plan->type == TRN_NOISE_VALUE) {
        if (flat) grid_octave(TRN_NOISE_VALUE, 2, t);
        else if (t->plan->dims == 3) grid_octave(TRN_NOISE_VALUE, 3, t);
        else grid_octave(TRN_NOISE_VALUE, 4, t);
    } else {
        if (flat) grid_octave(TRN_NOISE_PERLIN, 2, t);
        else if (t->plan->dims == 3) grid_octave(TRN_NOISE_PERLIN, 3, t);
        else grid_octave(TRN_NOISE_PERLIN, 4, t);
    }
}
TRN_FN void noise_grid_rows(const noise_args *a, int32_t begin, int32_t end) { noise_tiles(a, begin, end, grid_any); }
TRN_ROW_KERNEL(noise_grid)
