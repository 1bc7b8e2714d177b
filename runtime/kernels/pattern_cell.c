#include "kernels/pattern.h"
#include "math/noise_lattice.h"
#include <math.h>

/* Points are looked at from the pixel outwards, row by row, until no further one can lie near enough: so it is complete whatever shape
 * cells have. Of two at one distance the first counts; the order depends on places relative to the pixel's cell alone. */
typedef struct pattern_point { double x, y; int64_t column, row; } pattern_point; /* from the pixel, in pixels; not wrapped */
typedef struct pattern_search {
    const pattern_cell_args *a;
    int64_t column, row;   /* the pixel's cell */
    double off_x, off_y;   /* of the pixel from its middle */
} pattern_search;

TRN_FN pattern_point pattern_point_of(const pattern_search *s, int64_t row, double shift, uint32_t row_hash, int64_t dx, int64_t dy)
{
    const pattern_cell_args *a = s->a;
    const int64_t column = pattern_wrap(&a->axes.x, s->column + dx);
    const uint32_t h = trn_mix(((uint32_t)(uint64_t)column * TRN_PX) ^ row_hash);
    const double jx = a->jitter * (trn_unit(h) - 0.5), jy = a->jitter * (trn_unit(trn_mix(h + TRN_PY)) - 0.5);
    return (pattern_point){(((double)dx - s->off_x) + (shift + jx)) * a->axes.x.size, (((double)dy - s->off_y) + jy) * a->axes.y.size, column, row};
}
TRN_FN double pattern_length(int32_t metric, double x, double y)
{
    if (metric == TRN_MANHATTAN) return fabs(x) + fabs(y);
    if (metric == TRN_CHEBYSHEV) return trn_max(fabs(x), fabs(y));
    return sqrt(x * x + y * y);
}

typedef struct pattern_found {
    pattern_point near, next;  /* the nearest two; for the border: next is what lies beyond it */
    double d1, d2, border;
} pattern_found;
TRN_FN void pattern_nearest_two(int32_t metric, pattern_found *f, pattern_point p)
{
    const double d = pattern_length(metric, p.x, p.y);
    if (d < f->d1) {
        f->next = f->near, f->d2 = f->d1;
        f->near = p, f->d1 = d;
    } else if (d < f->d2) {
        f->next = p, f->d2 = d;
    }
}
/* The halfway line between the nearest point and another one (Quilez 2012). */
TRN_FN void pattern_halfway(pattern_found *f, pattern_point p)
{
    const double x = p.x - f->near.x, y = p.y - f->near.y, length = sqrt(x * x + y * y);
    if (!(length > 1e-9 * (f->d1 + 1e-30))) return; /* itself */
    const double border = (0.5 * (p.x + f->near.x) * x + 0.5 * (p.y + f->near.y) * y) / length;
    if (border < f->border) f->next = p, f->border = border;
}
/* What lies within a distance, which shrinks as points are found. */
TRN_FN double pattern_limit(int32_t halfway, const pattern_found *f) { return halfway ? f->d1 + 2.0 * f->border : f->d2; }

TRN_FN void pattern_scan_row(const pattern_search *s, int32_t metric, int32_t halfway, int64_t dy, pattern_found *f)
{
    const pattern_cell_args *a = s->a;
    const int64_t row = pattern_wrap(&a->axes.y, s->row + dy);
    const uint32_t hash = trn_mix(((uint32_t)(uint64_t)row * TRN_PY) ^ a->jitter_key);
    const double shift = a->hexagonal && (row & 1) ? 0.5 : 0.0, slack = 0.5 * a->jitter, size = a->axes.x.size;
    const int64_t middle = s->off_x - shift < -0.5 ? -1 : 0; /* the column whose cell, in that row, the pixel is in or over */
    for (int64_t o = 0; ; ++o) {
        int32_t seen = 0;
        for (int32_t side = 0; side < (o ? 2 : 1); ++side) {
            const int64_t dx = side ? middle - o : middle + o;
            const double least = (fabs(((double)dx + shift) - s->off_x) - slack) * size;
            if (o && least > pattern_limit(halfway, f)) continue;
            const pattern_point p = pattern_point_of(s, row, shift, hash, dx, dy);
            if (halfway) pattern_halfway(f, p);
            else pattern_nearest_two(metric, f, p);
            seen = 1;
        }
        if (!seen) return;
    }
}
TRN_FN void pattern_scan(const pattern_search *s, int32_t metric, int32_t halfway, pattern_found *f)
{
    const double slack = 0.5 * s->a->jitter, size = s->a->axes.y.size;
    for (int64_t o = 0; ; ++o) {
        int32_t seen = 0;
        for (int32_t side = 0; side < (o ? 2 : 1); ++side) {
            const int64_t dy = side ? -o : o;
            if (o && (fabs((double)dy - s->off_y) - slack) * size > pattern_limit(halfway, f)) continue;
            pattern_scan_row(s, metric, halfway, dy, f);
            seen = 1;
        }
        if (!seen) return;
    }
}
TRN_FN int32_t pattern_is_kept(const pattern_cell_args *a, int32_t id) { return (double)pattern_rand(a->density_key, id) < a->density; }

TRN_FN void pattern_cell_put(const pattern_cell_args *a, int32_t metric, int32_t x, int32_t y)
{
    const pattern_spot row = a->axes.y.spot[y], s = a->axes.x.spot[x];
    const pattern_search search = {a, s.cell, row.cell, s.off, row.off};
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
    pattern_found f = {{0, 0, 0, 0}, {0, 0, 0, 0}, INFINITY, INFINITY, INFINITY};
    pattern_scan(&search, metric, 0, &f);
    if (metric == TRN_EUCLIDEAN) {
        pattern_halfway(&f, f.next);
        pattern_scan(&search, metric, 1, &f);
    } else {
        f.border = 0.5 * (f.d2 - f.d1);
    }
    const int32_t id = pattern_id(&a->axes, f.near.column, f.near.row), beyond = pattern_id(&a->axes, f.next.column, f.next.row);
    const double own = pattern_cover(0.5 * a->gap - f.border), other = pattern_cover(0.5 * a->gap + f.border);
    a->value[at] = (float)((pattern_is_kept(a, id) ? own : 0.0) + (pattern_is_kept(a, beyond) ? other : 0.0));
    a->id[at] = id;
    a->edge[at] = (float)f.border;
    a->distance[at] = (float)(f.d1 / a->unit);
    a->random[at] = pattern_rand(a->key, id);
}
TRN_FN void pattern_cell_rows(const pattern_cell_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        if (a->metric == TRN_MANHATTAN) for (int32_t x = 0; x < a->width; ++x) pattern_cell_put(a, TRN_MANHATTAN, x, y);
        else if (a->metric == TRN_CHEBYSHEV) for (int32_t x = 0; x < a->width; ++x) pattern_cell_put(a, TRN_CHEBYSHEV, x, y);
        else for (int32_t x = 0; x < a->width; ++x) pattern_cell_put(a, TRN_EUCLIDEAN, x, y);
}
TRN_FN void pattern_cell_cell(const pattern_cell_args *a, int32_t x, int32_t y) { pattern_cell_put(a, a->metric, x, y); }
TRN_SPLIT_KERNEL(pattern_cell)
