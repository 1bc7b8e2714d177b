#include "kernels/pattern.h"
#include "math/noise_lattice.h"
#include <math.h>

/* Points are looked at from the pixel outwards, row by row, until no further one can lie near enough: so it is complete whatever shape
 * cells have. Of two at one distance the first counts; the order depends on places relative to the pixel's cell alone. */
typedef struct cell_point { double x, y; int64_t column, row; } cell_point; /* from the pixel, in pixels; not wrapped */
typedef struct cell_search {
    const pattern_cell_args *a;
    int64_t column, row;   /* the pixel's cell */
    double off_x, off_y;   /* of the pixel from its middle */
} cell_search;

TRN_FN cell_point cell_point_of(const cell_search *s, int64_t row, double shift, uint32_t row_hash, int64_t dx, int64_t dy)
{
    const pattern_cell_args *a = s->a;
    const int64_t column = pattern_wrap(&a->axes.x, s->column + dx);
    const uint32_t h = trn_mix((uint32_t)(uint64_t)column * TRN_PX + row_hash);
    const double jx = a->jitter * (trn_unit(h) - 0.5), jy = a->jitter * (trn_unit(trn_mix(h + TRN_PY)) - 0.5);
    return (cell_point){(((double)dx - s->off_x) + (shift + jx)) * a->axes.x.size, (((double)dy - s->off_y) + jy) * a->axes.y.size, column, row};
}
TRN_FN double cell_length(int32_t metric, double x, double y)
{
    if (metric == TRN_MANHATTAN) return fabs(x) + fabs(y);
    if (metric == TRN_CHEBYSHEV) return trn_max(fabs(x), fabs(y));
    return sqrt(x * x + y * y);
}

typedef struct cell_found {
    cell_point near, next;  /* the nearest two; for the border: next is what lies beyond it */
    double d1, d2, border;
} cell_found;
TRN_FN void cell_nearest_two(int32_t metric, cell_found *f, cell_point p)
{
    const double d = cell_length(metric, p.x, p.y);
    if (d < f->d1) {
        f->next = f->near, f->d2 = f->d1;
        f->near = p, f->d1 = d;
    } else if (d < f->d2) {
        f->next = p, f->d2 = d;
    }
}
/* The halfway line between the nearest point and another one (Quilez 2012). */
TRN_FN void cell_halfway(cell_found *f, cell_point p)
{
    const double x = p.x - f->near.x, y = p.y - f->near.y, length = sqrt(x * x + y * y);
    if (!(length > 1e-9 * (f->d1 + 1e-30))) return; /* itself */
    const double border = (0.5 * (p.x + f->near.x) * x + 0.5 * (p.y + f->near.y) * y) / length;
    if (border < f->border) f->next = p, f->border = border;
}
/* What lies within a distance, which shrinks as points are found. */
TRN_FN double cell_limit(int32_t halfway, const cell_found *f) { return halfway ? f->d1 + 2.0 * f->border : f->d2; }

TRN_FN void cell_scan_row(const cell_search *s, int32_t metric, int32_t halfway, int64_t dy, cell_found *f)
{
    const pattern_cell_args *a = s->a;
    const int64_t row = pattern_wrap(&a->axes.y, s->row + dy);
    const uint32_t hash = trn_mix((uint32_t)(uint64_t)row * TRN_PY + a->jitter_key);
    const double shift = a->hexagonal && (row & 1) ? 0.5 : 0.0, slack = 0.5 * a->jitter, size = a->axes.x.size;
    const int64_t middle = s->off_x - shift < -0.5 ? -1 : 0; /* the column whose cell, in that row, the pixel is in or over */
    for (int64_t o = 0; ; ++o) {
        int32_t seen = 0;
        for (int32_t side = 0; side < (o ? 2 : 1); ++side) {
            const int64_t dx = side ? middle - o : middle + o;
            const double least = (fabs(((double)dx + shift) - s->off_x) - slack) * size;
            if (o && least > cell_limit(halfway, f)) continue;
            const cell_point p = cell_point_of(s, row, shift, hash, dx, dy);
            if (halfway) cell_halfway(f, p);
            else cell_nearest_two(metric, f, p);
            seen = 1;
        }
        if (!seen) return;
    }
}
TRN_FN void cell_scan(const cell_search *s, int32_t metric, int32_t halfway, cell_found *f)
{
    const double slack = 0.5 * s->a->jitter, size = s->a->axes.y.size;
    for (int64_t o = 0; ; ++o) {
        int32_t seen = 0;
        for (int32_t side = 0; side < (o ? 2 : 1); ++side) {
            const int64_t dy = side ? -o : o;
            if (o && (fabs((double)dy - s->off_y) - slack) * size > cell_limit(halfway, f)) continue;
            cell_scan_row(s, metric, halfway, dy, f);
            seen = 1;
        }
        if (!seen) return;
    }
}
TRN_FN int32_t cell_is_kept(const pattern_cell_args *a, int32_t id) { return (double)pattern_rand(a->density_key, id) < a->density; }

TRN_FN void cell_row(const pattern_cell_args *a, int32_t metric, int32_t y)
{
    const pattern_spot row = a->axes.y.spot[y];
    for (int32_t x = 0; x < a->width; ++x) {
        const pattern_spot s = a->axes.x.spot[x];
        const cell_search search = {a, s.cell, row.cell, s.off, row.off};
        const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
        cell_found f = {{0, 0, 0, 0}, {0, 0, 0, 0}, INFINITY, INFINITY, INFINITY};
        cell_scan(&search, metric, 0, &f);
        if (metric == TRN_EUCLIDEAN) {
            cell_halfway(&f, f.next);
            cell_scan(&search, metric, 1, &f);
        } else {
            f.border = 0.5 * (f.d2 - f.d1);
        }
        const int32_t id = pattern_id(&a->axes, f.near.column, f.near.row), beyond = pattern_id(&a->axes, f.next.column, f.next.row);
        const double own = pattern_cover(0.5 * a->gap - f.border), other = pattern_cover(0.5 * a->gap + f.border);
        a->value[at] = (float)((cell_is_kept(a, id) ? own : 0.0) + (cell_is_kept(a, beyond) ? other : 0.0));
        a->id[at] = id;
        a->edge[at] = (float)f.border;
        a->distance[at] = (float)(f.d1 / a->unit);
        a->random[at] = pattern_rand(a->key, id);
    }
}
TRN_FN void pattern_cell_rows(const pattern_cell_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        if (a->metric == TRN_MANHATTAN) cell_row(a, TRN_MANHATTAN, y);
        else if (a->metric == TRN_CHEBYSHEV) cell_row(a, TRN_CHEBYSHEV, y);
        else cell_row(a, TRN_EUCLIDEAN, y);
    }
}
TRN_ROW_KERNEL(pattern_cell)
