#include "kernels/membrane.h"
#include "kernels/push_pull.h"
#include "math/scalar.h"

/* The next block of row y, from *x to *end, that has something to solve for; false: there is none. */
TRN_FN int32_t next_block(const membrane_level *l, int32_t y, int32_t *x, int32_t *end)
{
    const uint8_t *active = l->active + (size_t)y * (size_t)trn_membrane_blocks(l->width);
    for (*x = *end; *x < l->width; *x += MEMBRANE_BLOCK)
        if (active[*x / MEMBRANE_BLOCK]) {
            *end = trn_min_i(*x + MEMBRANE_BLOCK, l->width);
            return 1;
        }
    return 0;
}
#define EACH_BLOCK(l, y) for (int32_t x0 = 0, x1 = 0; next_block(l, y, &x0, &x1);)

TRN_FN float first_step(float r, float diagonal) { return diagonal > 0.0f ? MEMBRANE_DAMPING * r / diagonal : 0.0f; }

/* ---- a cell and its four neighbours ----------------------------------------------------------------------------------- */

/* Row y of v, and what its cells couple with. Where there is no neighbour its weight is 0. */
typedef struct line {
    const float *here, *above, *below;
    const float *across, *up, *up_below; /* coarse levels */
    float has_above, has_below;          /* the finest one */
} line;
TRN_FN line line_at(const membrane_level *l, const float *v, int32_t y)
{
    const size_t w = (size_t)l->width, i = (size_t)y * w;
    const size_t above = y + 1 < l->height ? i + w : 0, below = y > 0 ? i - w : (size_t)(l->height - 1) * w;
    const int32_t round = l->tile && l->height > 1;
    line n = {v + i, v + above, v + below, NULL, NULL, NULL, (float)(y + 1 < l->height || round), (float)(y > 0 || round)};
    if (l->across) n.across = l->across + i, n.up = l->up + i, n.up_below = l->up + below;
    return n;
}
TRN_FN float around(const line *n, int32_t finest, int32_t x, int32_t left, int32_t right, float has_left, float has_right)
{
    if (finest) return (has_left * n->here[left] + has_right * n->here[right]) + (n->has_above * n->above[x] + n->has_below * n->below[x]);
    return (n->across[left] * n->here[left] + n->across[x] * n->here[right]) + (n->up[x] * n->above[x] + n->up_below[x] * n->below[x]);
}

typedef enum operation { RESIDUAL, SMOOTH, APPLY } operation;
TRN_FN void put(const membrane_args *a, size_t i, int32_t x, float sum, operation what)
{
    const membrane_level *l = &a->fine;
    const size_t at = i + (size_t)x;
    const float d = l->diagonal[at];
    if (what == APPLY) {
        l->a[at] = d > 0.0f ? d * a->p[at] - sum : 0.0f;
    } else {
        const float old = l->a[at], rest = (l->r[at] - d * old) + sum, next = old + MEMBRANE_DAMPING * rest / d;
        l->b[at] = d > 0.0f ? (what == SMOOTH ? next : rest) : 0.0f;
    }
}
TRN_FN void stencil_block(const membrane_args *args, const line *row, int32_t y, int32_t x0, int32_t x1, operation what, int32_t finest)
{
    const membrane_args a = *args;
    const line n = *row;
    const int32_t last = a.fine.width - 1, end = trn_min_i(x1, last);
    const size_t i = (size_t)y * (size_t)a.fine.width;
    const float round = (float)(a.fine.tile && last > 0);
    if (x0 == 0) put(&a, i, 0, around(&n, finest, 0, last, trn_min_i(1, last), round, last > 0 ? 1.0f : 0.0f), what);
#pragma omp simd
    for (int32_t x = trn_max_i(x0, 1); x < end; ++x) put(&a, i, x, around(&n, finest, x, x - 1, x + 1, 1.0f, 1.0f), what);
    if (x1 > last && last > 0) put(&a, i, last, around(&n, finest, last, last - 1, 0, 1.0f, round), what);
}
TRN_FN void stencil_row(const membrane_args *a, int32_t y, operation what)
{
    const line n = line_at(&a->fine, what == APPLY ? a->p : a->fine.a, y);
    EACH_BLOCK(&a->fine, y) {
        if (a->fine.across) stencil_block(a, &n, y, x0, x1, what, 0);
        else stencil_block(a, &n, y, x0, x1, what, 1);
    }
}

/* The sum of u v over the voids of row y: in lanes of their own, which every CPU level has as many of. */
enum { LANES = 16 };
TRN_FN double dot_row(const membrane_level *l, int32_t y, const float *u, const float *v)
{
    double lane[LANES] = {0.0}, sum = 0.0;
    const size_t i = (size_t)y * (size_t)l->width;
    EACH_BLOCK(l, y) {
        int32_t x = x0;
        for (; x + LANES <= x1; x += LANES)
            for (int32_t k = 0; k < LANES; ++k) lane[k] += (double)u[i + (size_t)(x + k)] * (double)v[i + (size_t)(x + k)];
        for (int32_t k = 0; x < x1; ++x, ++k) lane[k] += (double)u[i + (size_t)x] * (double)v[i + (size_t)x];
    }
    for (int32_t k = 0; k < LANES; ++k) sum += lane[k];
    return sum;
}

TRN_FN void membrane_residual_rows(const membrane_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) stencil_row(a, y, RESIDUAL);
}
TRN_ROW_KERNEL(membrane_residual)

TRN_FN void membrane_smooth_rows(const membrane_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) stencil_row(a, y, SMOOTH);
}
TRN_ROW_KERNEL(membrane_smooth)

TRN_FN void membrane_measured_rows(const membrane_args *a, int32_t y0, int32_t y1)
{
    const membrane_level *l = &a->fine;
    membrane_smooth_rows(a, y0, y1);
    for (int32_t y = y0; y < y1; ++y) {
        const float *b = l->b + (size_t)y * (size_t)l->width;
        float most = 0.0f;
        a->dots[y] = dot_row(l, y, l->r, l->b);
        EACH_BLOCK(l, y)
            for (int32_t x = x0; x < x1; ++x) most = trn_max_f(fabsf(b[x]), most);
        a->most[y] = most;
    }
}
TRN_ROW_KERNEL(membrane_measured)

TRN_FN void membrane_apply_rows(const membrane_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        stencil_row(a, y, APPLY);
        a->dots[y] = dot_row(&a->fine, y, a->p, a->fine.a);
    }
}
TRN_ROW_KERNEL(membrane_apply)

/* ---- a cell by itself ------------------------------------------------------------------------------------------------- */

TRN_FN void membrane_turn_rows(const membrane_args *args, int32_t y0, int32_t y1)
{
    const membrane_args a = *args;
    for (int32_t y = y0; y < y1; ++y) {
        const float *b = a.fine.b + (size_t)y * (size_t)a.width;
        float *p = a.p + (size_t)y * (size_t)a.width;
        EACH_BLOCK(&a.fine, y) {
#pragma omp simd
            for (int32_t x = x0; x < x1; ++x) p[x] = b[x] + a.share * p[x];
        }
    }
}
TRN_ROW_KERNEL(membrane_turn)

TRN_FN void membrane_step_rows(const membrane_args *args, int32_t y0, int32_t y1)
{
    const membrane_args a = *args;
    for (int32_t y = y0; y < y1; ++y) {
        const size_t i = (size_t)y * (size_t)a.width;
        const float *p = a.p + i, *diagonal = a.fine.diagonal + i;
        float *sum = a.sum + i, *r = a.fine.r + i, *to = a.fine.a + i;
        EACH_BLOCK(&a.fine, y) {
#pragma omp simd
            for (int32_t x = x0; x < x1; ++x) {
                sum[x] += a.length * p[x];
                r[x] -= a.length * to[x];
                to[x] = first_step(r[x], diagonal[x]);
            }
        }
    }
}
TRN_ROW_KERNEL(membrane_step)

TRN_FN void membrane_end_rows(const membrane_args *args, int32_t y0, int32_t y1)
{
    const membrane_args a = *args;
    for (int32_t y = y0; y < y1; ++y) {
        const size_t i = (size_t)y * (size_t)a.width;
        EACH_BLOCK(&a.fine, y)
            for (size_t at = i + (size_t)x0; at < i + (size_t)x1; ++at) {
                const double x = trn_clamp((double)a.x[at] + a.range * ((double)a.sum[at] + (double)a.fine.b[at]), a.low, a.high);
                a.x[at] = a.voids[at] ? (float)x : a.x[at];
            }
    }
}
TRN_ROW_KERNEL(membrane_end)

/* ---- from level to level ---------------------------------------------------------------------------------------------- */

/* Cell j of n fine ones, -1 <= j <= n + 1, as the transpose of the interpolation sees it: beyond the ends it is one of the others, or
 * none, -1. The first one that there is not, and the one behind it, are those of a coarse cell that is not full. */
TRN_FN int32_t source_at(int32_t j, int32_t n, int32_t tile)
{
    if (j >= 0 && j < n) return j;
    if (n % 2 == 0) return tile ? (j < 0 ? n - 1 : 0) : (j < 0 ? 0 : n - 1);
    return tile ? (j == n + 1 ? 0 : -1) : (j < 0 ? 0 : -1);
}

TRN_FN float sum_rows(const float *const *row, const float *weight, int32_t x)
{
    return (weight[0] * row[0][x] + weight[1] * row[1][x]) + (weight[2] * row[2][x] + weight[3] * row[3][x]);
}
TRN_FN float sum_beyond(const float *const *row, const float *weight, int32_t at) { return at < 0 ? 0.0f : sum_rows(row, weight, at); }

TRN_FN void up_block(const membrane_args *a, int32_t y, int32_t x0, int32_t x1)
{
    const membrane_level *from = &a->fine, *to = &a->coarse;
    const int32_t w = from->width, first = 2 * x0 - 1, count = 2 * (x1 - x0) + 2;
    float column[2 * MEMBRANE_BLOCK + 2], *in = column + 1;
    const float *row[4];
    float weight[4];
    for (int32_t k = 0; k < 4; ++k) {
        const int32_t at = source_at(2 * y - 1 + k, from->height, from->tile);
        row[k] = from->b + (size_t)trn_max_i(at, 0) * (size_t)w;
        weight[k] = at < 0 ? 0.0f : k == 1 || k == 2 ? 0.75f : 0.25f;
    }
    const int32_t begin = trn_max_i(first, 0), end = trn_min_i(first + count, w);
    for (int32_t x = first; x < begin; ++x) column[x - first] = sum_beyond(row, weight, source_at(x, w, from->tile));
#pragma omp simd
    for (int32_t x = begin; x < end; ++x) column[x - first] = sum_rows(row, weight, x);
    for (int32_t x = end; x < first + count; ++x) column[x - first] = sum_beyond(row, weight, source_at(x, w, from->tile));
    const size_t i = (size_t)y * (size_t)to->width + (size_t)x0;
    float *r = to->r + i, *first_a = to->a + i;
    const float *diagonal = to->diagonal + i;
#pragma omp simd
    for (int32_t x = 0; x < x1 - x0; ++x) {
        const float sum = 0.75f * (in[2 * x] + in[2 * x + 1]) + 0.25f * (in[2 * x - 1] + in[2 * x + 2]);
        r[x] = sum;
        first_a[x] = first_step(sum, diagonal[x]);
    }
}
TRN_FN void membrane_up_rows(const membrane_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) EACH_BLOCK(&a->coarse, y) up_block(a, y, x0, x1);
}
TRN_ROW_KERNEL(membrane_up)

TRN_FN void down_block(const membrane_args *a, int32_t y, int32_t x0, int32_t x1)
{
    const membrane_level *from = &a->coarse, *to = &a->fine;
    const int32_t w = from->width, first = x0 / 2, count = (x1 - x0 + 1) / 2;
    const float *near = from->b + (size_t)(y / 2) * (size_t)w;
    const float *far = from->b + (size_t)trn_coarse_other(y, from->height, from->tile) * (size_t)w;
    float column[MEMBRANE_BLOCK / 2 + 2], *in = column + 1;
    const size_t i = (size_t)y * (size_t)to->width + (size_t)x0;
    float *out = to->a + i;
    const float *diagonal = to->diagonal + i;
    for (int32_t k = -1; k <= count; ++k) {
        const int32_t j = first + k, at = j < 0 ? (from->tile ? w - 1 : 0) : j >= w ? (from->tile ? 0 : w - 1) : j;
        in[k] = 0.75f * near[at] + 0.25f * far[at];
    }
#pragma omp simd
    for (int32_t x = 0; x < x1 - x0; ++x) {
        const float add = 0.75f * in[x >> 1] + 0.25f * in[(x >> 1) + (x & 1) * 2 - 1];
        out[x] += diagonal[x] > 0.0f ? add : 0.0f;
    }
}
TRN_FN void membrane_down_rows(const membrane_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) EACH_BLOCK(&a->fine, y) down_block(a, y, x0, x1);
}
TRN_ROW_KERNEL(membrane_down)

/* ---- setting up ------------------------------------------------------------------------------------------------------- */

TRN_FN void mark_row(const membrane_level *l, int32_t y)
{
    const float *diagonal = l->diagonal + (size_t)y * (size_t)l->width;
    const int32_t blocks = trn_membrane_blocks(l->width);
    for (int32_t k = 0; k < blocks; ++k) {
        const int32_t end = trn_min_i((k + 1) * MEMBRANE_BLOCK, l->width);
        int32_t any = 0;
        for (int32_t x = k * MEMBRANE_BLOCK; x < end; ++x) any |= diagonal[x] > 0.0f;
        l->active[(size_t)y * (size_t)blocks + (size_t)k] = (uint8_t)any;
    }
}

TRN_FN void membrane_begin_rows(const membrane_args *a, int32_t y0, int32_t y1)
{
    const membrane_level *l = &a->fine;
    const int32_t w = l->width, h = l->height, wide = w > 1, high = h > 1;
    for (int32_t y = y0; y < y1; ++y) {
        const size_t i = (size_t)y * (size_t)w;
        const float *here = a->x + i, *above = a->x + (size_t)(y + 1 < h ? y + 1 : 0) * (size_t)w, *below = a->x + (size_t)(y > 0 ? y - 1 : h - 1) * (size_t)w;
        const int32_t has_above = high && (y + 1 < h || l->tile), has_below = high && (y > 0 || l->tile);
        for (int32_t x = 0; x < w; ++x) {
            const size_t at = i + (size_t)x;
            l->diagonal[at] = l->r[at] = l->a[at] = l->b[at] = a->p[at] = a->sum[at] = 0.0f;
            if (!a->voids[at]) continue;
            const int32_t has_left = wide && (x > 0 || l->tile), has_right = wide && (x + 1 < w || l->tile);
            const double z = (double)here[x];
            double sum = 0.0;
            if (has_left) sum += (double)here[x > 0 ? x - 1 : w - 1] - z;
            if (has_right) sum += (double)here[x + 1 < w ? x + 1 : 0] - z;
            if (has_above) sum += (double)above[x] - z;
            if (has_below) sum += (double)below[x] - z;
            l->diagonal[at] = (float)(has_left + has_right + has_above + has_below);
            l->r[at] = (float)(sum / a->range);
            l->a[at] = first_step(l->r[at], l->diagonal[at]);
        }
        mark_row(l, y);
    }
}
TRN_ROW_KERNEL(membrane_begin)

/* What cell (x, y) couples by with the next one along u, or along v. */
TRN_FN float coupling(const membrane_level *l, int32_t x, int32_t y, int32_t along_v)
{
    const size_t i = (size_t)y * (size_t)l->width + (size_t)x;
    if (l->across) return along_v ? l->up[i] : l->across[i];
    const int32_t n = along_v ? l->height : l->width, t = along_v ? y : x;
    if (n == 1 || (t == n - 1 && !l->tile)) return 0.0f;
    const size_t next = along_v ? (size_t)(t + 1 < n ? t + 1 : 0) * (size_t)l->width + (size_t)x : i - (size_t)x + (size_t)(t + 1 < n ? t + 1 : 0);
    return l->diagonal[i] > 0.0f && l->diagonal[next] > 0.0f ? 1.0f : 0.0f;
}
/* Adds what (x, y) couples by along an axis, with the next cell and the one before, to those of the coarse cell that it lies in; returns
 * what of the fine diagonal is not the coarse one's: all of couplings within the cell, half of those with others. */
TRN_FN float couple_axis(const membrane_level *l, int32_t x, int32_t y, int32_t along_v, float *out)
{
    const int32_t n = along_v ? l->height : l->width, t = along_v ? y : x;
    const int32_t next = t + 1 < n ? t + 1 : 0, before = t > 0 ? t - 1 : n - 1;
    const float with_next = coupling(l, x, y, along_v), with_before = along_v ? coupling(l, x, before, 1) : coupling(l, before, y, 0);
    if (next / 2 != t / 2) *out += 0.5f * with_next;
    return (next / 2 != t / 2 ? 0.5f : 1.0f) * with_next + (before / 2 != t / 2 ? 0.5f : 1.0f) * with_before;
}
TRN_FN void membrane_couple_rows(const membrane_args *a, int32_t y0, int32_t y1)
{
    const membrane_level *from = &a->fine, *to = &a->coarse;
    for (int32_t y = y0; y < y1; ++y) {
        for (int32_t x = 0; x < to->width; ++x) {
            const size_t at = (size_t)y * (size_t)to->width + (size_t)x;
            float diagonal = 0.0f, across = 0.0f, up = 0.0f;
            for (int32_t j = 2 * y; j < trn_min_i(2 * y + 2, from->height); ++j)
                for (int32_t i = 2 * x; i < trn_min_i(2 * x + 2, from->width); ++i) {
                    const float d = from->diagonal[(size_t)j * (size_t)from->width + (size_t)i];
                    if (!(d > 0.0f)) continue;
                    diagonal += d - (couple_axis(from, i, j, 0, &across) + couple_axis(from, i, j, 1, &up));
                }
            to->diagonal[at] = diagonal;
            to->across[at] = across;
            to->up[at] = up;
            to->r[at] = to->a[at] = to->b[at] = 0.0f;
        }
        mark_row(to, y);
    }
}
TRN_ROW_KERNEL(membrane_couple)
