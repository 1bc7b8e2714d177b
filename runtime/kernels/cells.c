#include "kernels/cells.h"
#include "kernels/cell_point.h"

/* What stays from bundle to bundle: neighbouring pixels mostly lie in one cell and have one nearest point. */
typedef struct cells_work {
    int64_t around[3], planes_of[3]; /* cells */
    int32_t has_block, has_planes;
    cell_block block, beside;
    cell_planes planes;
} cells_work;

TRN_FN int cells_same(const int64_t a[3], const int64_t b[3]) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }

TRN_FN trn_place cells_pixel(const cells_args *a, int axis, int64_t at)
{
    const int64_t repeat = a->repeat[axis];
    int64_t turns = 0;
    if (repeat > 0) {
        turns = at / repeat - (at % repeat < 0);
        at -= turns * repeat;
    }
    return a->origin[axis] + (trn_place)at * a->step[axis] + ((trn_place)((uint64_t)turns * (uint64_t)a->lattice.period[axis]) << 64);
}
/* Cells of pixels, and places in them as blocks measure. */
typedef struct cells_strip {
    int64_t cell[3][CELL_LANES];
    float f[3][CELL_LANES];
    int32_t is_void[CELL_LANES];
} cells_strip;

TRN_FN void cells_by_pixel(const cells_args *a, trn_place row, int32_t at, int32_t n, cells_strip *s)
{
    const int64_t cell = (int64_t)(uint64_t)(row >> 64);
    const trn_place shift = a->lattice.hexagonal && (cell & 1) ? (trn_place)1 << 63 : 0;
    for (int32_t i = 0; i < n; ++i) {
        const trn_place p = cells_pixel(a, 0, a->x + at + i) - shift;
        s->cell[0][i] = (int64_t)(uint64_t)(p >> 64);
        s->cell[1][i] = cell;
        s->f[0][i] = trn_place_fract_f(p);
        s->f[1][i] = trn_place_fract_f(row);
    }
}
/* lanes: a constant, CELL_LANES or 1, and n as many at most */
TRN_FN void cells_by_position(int32_t lanes, int dims, const cells_args *a, int32_t at, int32_t n, int32_t y, cells_strip *s)
{
    double shift[CELL_LANES], whole[CELL_LANES];
    for (int32_t i = 0; i < lanes; ++i) shift[i] = 0.0;
    for (int axis = 2; axis >= 0; --axis) {
        if (axis >= dims) continue;
        const float *from = a->position + (size_t)axis * (size_t)a->position_stride + (size_t)y * (size_t)a->width + (size_t)at;
        const double offset = a->offset[axis], size = a->size[axis];
        float v[CELL_LANES];
        for (int32_t i = 0; i < lanes; ++i) v[i] = i < n ? from[i] : 0.0f;
        _Pragma("omp simd")
        for (int32_t i = 0; i < lanes; ++i) {
            const int32_t none = !(fabsf(v[i]) <= 3.40282347e38f);
            double q = ((double)(none ? 0.0f : v[i]) + offset) / size;
            if (axis == 0) q -= shift[i];
            s->is_void[i] |= none;
            s->f[axis][i] = trn_min_f((float)trn_fract(q), 0.99999994f);
            whole[i] = trn_floor(trn_castable_(q, 4611686018427387904.0));
        }
        for (int32_t i = 0; i < n; ++i) s->cell[axis][i] = (int64_t)whole[i];
        if (axis == 1 && a->lattice.hexagonal) for (int32_t i = 0; i < n; ++i) shift[i] = (s->cell[1][i] & 1) ? 0.5 : 0.0;
    }
}

TRN_FN void cells_void(const cells_args *a, size_t at)
{
    if (a->dist1) a->dist1[at] = NAN;
    if (a->dist2) a->dist2[at] = NAN;
    if (a->border) a->border[at] = NAN;
    if (a->shape) a->shape[at] = NAN;
    if (a->id) a->id[at] = 0;
    for (int axis = 0; a->center && axis < a->lattice.dims; ++axis) a->center[(size_t)axis * (size_t)a->center_stride + at] = NAN;
}

/* Borders, in cells, of the pixels of a bundle that have the same nearest point, for each such point. */
TRN_FN void cells_borders(int dims, const cells_args *a, cells_work *w, const int64_t cell[3], const cell_bundle *p,
                          float *border)
{
    int32_t left = p->count, done[CELL_LANES] = {0};
    for (int32_t first = 0; left > 0; ++first) {
        if (done[first]) continue;
        const int32_t which = p->nearest[first], dy = w->block.dy[which];
        const int64_t home[3] = {cell_plus(cell[0], w->block.dx[which]), cell_plus(cell[1], dy),
                                 cell_plus(cell[2], w->block.dz[which])};
        if (!w->has_planes || !cells_same(home, w->planes_of)) {
            cell_block_make(&a->lattice, home, &w->beside);
            cell_planes_make(&w->beside, &w->planes);
            w->has_planes = 1;
            for (int axis = 0; axis < 3; ++axis) w->planes_of[axis] = home[axis];
        }
        const float shifted = a->lattice.hexagonal && (dy & 1) ? ((cell[1] & 1) ? -0.5f : 0.5f) : 0.0f;
        const float x = (float)w->block.dx[which] + shifted, z = (float)w->block.dz[which];
        const float y = (float)dy * cell_pitch(&a->lattice, 1);
        cell_bundle same;
        int32_t lane[CELL_LANES];
        float to[CELL_LANES];
        same.count = 0;
        for (int32_t i = first; i < p->count; ++i) {
            if (done[i] || p->nearest[i] != which) continue;
            done[i] = 1;
            lane[same.count] = i;
            same.x[same.count] = p->x[i] - x;
            same.y[same.count] = p->y[i] - y;
            same.z[same.count++] = p->z[i] - z;
        }
        for (int32_t i = same.count; i < CELL_LANES; ++i) same.x[i] = same.x[0], same.y[i] = same.y[0], same.z[i] = same.z[0];
        cell_border(dims, &w->planes, &same, a->round, to);
        for (int32_t i = 0; i < same.count; ++i) border[lane[i]] = to[i];
        left -= same.count;
    }
}

TRN_FN double cells_shape(const cells_args *a, double border, double dist1)
{
    double b = border;
    if (a->relative) b = border > 0.0 ? border / (border + dist1) : 0.0;
    if (!(a->bevel > 0.0)) return b > a->gap ? 1.0 : 0.0;
    return trn_saturate((b - a->gap) / a->bevel);
}

/* Made of the cell alone, so that they have the same bits all over it. */
typedef struct cells_home { int32_t id; float center[3]; } cells_home;
TRN_FN cells_home cells_home_of(int dims, const cells_args *a, const int64_t cell[3], int32_t dx, int32_t dy, int32_t dz, uint32_t hash)
{
    const int64_t home[3] = {cell_plus(cell[0], dx), cell_plus(cell[1], dy), cell_plus(cell[2], dz)};
    cells_home h;
    h.id = (int32_t)trn_mix(hash ^ a->id_key);
    for (int axis = 0; axis < 3; ++axis) {
        h.center[axis] = 0.0f;
        if (axis >= dims) continue;
        double place = (double)cell_place(&a->lattice, hash, axis);
        if (axis == 0 && a->lattice.hexagonal && (home[1] & 1)) place += 0.5;
        h.center[axis] = (float)(((double)home[axis] + place) * a->size[axis] - a->offset[axis]);
    }
    return h;
}
TRN_FN cells_home cells_of_block(int dims, const cells_args *a, const int64_t cell[3], const cell_block *b, int32_t which)
{
    return cells_home_of(dims, a, cell, b->dx[which], b->dy[which], b->dz[which], b->hash[which]);
}
TRN_FN void cells_put(int dims, int metric, const cells_args *a, const cells_home *home, float d1, float d2, float border, size_t at)
{
    const double near = (double)cell_distance(metric, d1) * a->unit, to = (double)border * a->unit;
    if (a->dist1) a->dist1[at] = (float)near;
    if (a->dist2) a->dist2[at] = (float)((double)cell_distance(metric, d2) * a->unit);
    if (a->border) a->border[at] = (float)to;
    if (a->shape) a->shape[at] = (float)(a->amplitude * cells_shape(a, to, near) + a->shift);
    if (a->id) a->id[at] = home->id;
    for (int axis = 0; a->center && axis < 3; ++axis)
        if (axis < dims) a->center[(size_t)axis * (size_t)a->center_stride + at] = home->center[axis];
}

/* Pixels from `first` to `end` of a strip, all in one cell. */
TRN_FN void cells_bundle(int dims, int metric, const cells_args *a, cells_work *w, const cells_strip *s, int32_t first, int32_t end,
                         size_t at)
{
    const int64_t cell[3] = {s->cell[0][first], s->cell[1][first], s->cell[2][first]};
    const float pitch = cell_pitch(&a->lattice, 1);
    float border[CELL_LANES] = {0};
    cell_bundle p;
    p.count = end - first;
    for (int32_t i = 0; i < CELL_LANES; ++i) {
        const int32_t from = i < p.count ? first + i : first;
        p.x[i] = s->f[0][from];
        p.y[i] = s->f[1][from] * pitch;
        p.z[i] = s->f[2][from];
    }
    if (!w->has_block || !cells_same(cell, w->around)) {
        cell_block_make(&a->lattice, cell, &w->block);
        w->has_block = 1;
        for (int axis = 0; axis < 3; ++axis) w->around[axis] = cell[axis];
    }
    cell_nearest(dims, metric, &w->block, &p);
    if (metric != TRN_EUCLIDEAN) for (int32_t i = 0; i < p.count; ++i) border[i] = 0.5f * (p.d2[i] - p.d1[i]);
    else cells_borders(dims, a, w, cell, &p, border);
    int32_t which = p.nearest[0];
    cells_home home = cells_of_block(dims, a, cell, &w->block, which);
    for (int32_t i = 0; i < p.count; ++i) {
        if (p.nearest[i] != which) home = cells_of_block(dims, a, cell, &w->block, which = p.nearest[i]);
        cells_put(dims, metric, a, &home, p.d1[i], p.d2[i], border[i], at + (size_t)i);
    }
}

#ifndef TRN_DEVICE_CODE
TRN_FN void cells_row(int dims, int metric, const cells_args *a, cells_work *w, int32_t y)
{
    const trn_place row = a->position ? 0 : cells_pixel(a, 1, a->y + y);
    cells_strip s = {0};
    for (int32_t at = 0; at < a->width; at += CELL_LANES) {
        const int32_t n = trn_min_i(CELL_LANES, a->width - at);
        const size_t pixel = (size_t)y * (size_t)a->width + (size_t)at;
        for (int32_t i = 0; i < CELL_LANES; ++i) s.is_void[i] = 0;
        if (a->position) cells_by_position(CELL_LANES, dims, a, at, n, y, &s);
        else cells_by_pixel(a, row, at, n, &s);
        for (int32_t first = 0, end; first < n; first = end) {
            end = first + 1;
            if (s.is_void[first]) {
                cells_void(a, pixel + (size_t)first);
                continue;
            }
            while (end < n && !s.is_void[end] && s.cell[0][end] == s.cell[0][first] && s.cell[1][end] == s.cell[1][first] &&
                   s.cell[2][end] == s.cell[2][first]) ++end;
            cells_bundle(dims, metric, a, w, &s, first, end, pixel + (size_t)first);
        }
    }
}
#define CELLS_ROWS(name, dims, metric)                                                                \
    static void name(const cells_args *a, cells_work *w, int32_t y0, int32_t y1)                      \
    {                                                                                                 \
        for (int32_t y = y0; y < y1; ++y) cells_row(dims, metric, a, w, y);                           \
    }
CELLS_ROWS(euclidean_2, 2, TRN_EUCLIDEAN)
CELLS_ROWS(manhattan_2, 2, TRN_MANHATTAN)
CELLS_ROWS(chebyshev_2, 2, TRN_CHEBYSHEV)
CELLS_ROWS(euclidean_3, 3, TRN_EUCLIDEAN)
CELLS_ROWS(manhattan_3, 3, TRN_MANHATTAN)
CELLS_ROWS(chebyshev_3, 3, TRN_CHEBYSHEV)

TRN_FN void cells_rows(const cells_args *a, int32_t y0, int32_t y1)
{
    static void (*const rows[2][3])(const cells_args *, cells_work *, int32_t, int32_t) = {
        {euclidean_2, manhattan_2, chebyshev_2}, {euclidean_3, manhattan_3, chebyshev_3}};
    cells_work w;
    w.has_block = w.has_planes = 0;
    rows[a->lattice.dims - 2][a->lattice.metric](a, &w, y0, y1);
}
#endif

TRN_FN void cells_cell(const cells_args *a, int32_t x, int32_t y)
{
    const cell_lattice *l = &a->lattice;
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
    cells_strip s;
    s.is_void[0] = 0;
    s.cell[2][0] = 0;
    s.f[2][0] = 0.0f;
    if (a->position) cells_by_position(1, l->dims, a, x, 1, y, &s);
    else cells_by_pixel(a, cells_pixel(a, 1, a->y + y), x, 1, &s);
    if (s.is_void[0]) {
        cells_void(a, at);
        return;
    }
    const int64_t cell[3] = {s.cell[0][0], s.cell[1][0], s.cell[2][0]};
    cell_point p = cell_point_nearest(l, cell, s.f[0][0], s.f[1][0] * cell_pitch(l, 1), s.f[2][0]);
    cell_point_border(l, cell, a->round, &p);
    const cells_home home = cells_home_of(l->dims, a, cell, p.dx, p.dy, p.dz, p.hash);
    cells_put(l->dims, l->metric, a, &home, p.d1, p.d2, p.border, at);
}
TRN_SPLIT_KERNEL(cells)
