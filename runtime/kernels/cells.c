#include "kernels/cells.h"

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
/* The cell of a pixel and its place in it, as blocks measure; 0: it has none. */
TRN_FN int cells_where(int dims, const cells_args *a, trn_place row, int32_t i, int32_t y, int64_t cell[3], float f[3])
{
    const float last = 0.99999994f;
    cell[2] = 0;
    f[2] = 0.0f;
    if (!a->position) {
        trn_place p = cells_pixel(a, 0, a->x + i);
        cell[1] = (int64_t)(uint64_t)(row >> 64);
        f[1] = trn_place_fract_f(row);
        if (a->lattice.hexagonal && (cell[1] & 1)) p -= (trn_place)1 << 63;
        cell[0] = (int64_t)(uint64_t)(p >> 64);
        f[0] = trn_place_fract_f(p);
    } else {
        const float *from = a->position + (size_t)y * (size_t)a->width + (size_t)i;
        double q[3] = {0.0, 0.0, 0.0};
        for (int axis = dims - 1; axis >= 0; --axis) {
            const float v = from[(size_t)axis * (size_t)a->position_stride];
            if (!(fabsf(v) <= 3.40282347e38f)) return 0;
            q[axis] = ((double)v + a->offset[axis]) / a->size[axis];
            if (axis == 0 && a->lattice.hexagonal && (cell[1] & 1)) q[0] -= 0.5;
            cell[axis] = trn_lfloor(q[axis]);
            f[axis] = trn_min_f((float)trn_fract(q[axis]), last);
        }
    }
    f[1] *= cell_pitch(&a->lattice, 1);
    return 1;
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
TRN_FN void cells_borders(int dims, const cells_args *a, cells_work *w, const int64_t cell[3], const cell_bundle *p, float *border)
{
    int32_t left = p->count, done[CELL_LANES] = {0};
    for (int32_t first = 0; left > 0; ++first) {
        if (done[first]) continue;
        const int32_t which = p->nearest[first], dy = w->block.dy[which];
        const int64_t home[3] = {cell_plus(cell[0], w->block.dx[which]), cell_plus(cell[1], dy), cell_plus(cell[2], w->block.dz[which])};
        if (!w->has_planes || !cells_same(home, w->planes_of)) {
            cell_block_make(&a->lattice, home, &w->beside);
            cell_planes_make(&w->beside, &w->planes);
            w->has_planes = 1;
            for (int axis = 0; axis < 3; ++axis) w->planes_of[axis] = home[axis];
        }
        const float shifted = a->lattice.hexagonal && (dy & 1) ? ((cell[1] & 1) ? -0.5f : 0.5f) : 0.0f;
        const float x = (float)w->block.dx[which] + shifted, y = (float)dy * cell_pitch(&a->lattice, 1), z = (float)w->block.dz[which];
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

TRN_FN void cells_put(int dims, int metric, const cells_args *a, const cells_work *w, const int64_t cell[3], const cell_bundle *p,
                      const float *border, size_t at)
{
    for (int32_t i = 0; i < p->count; ++i, ++at) {
        const int32_t which = p->nearest[i];
        const uint32_t hash = w->block.hash[which];
        const double d1 = (double)cell_distance(metric, p->d1[i]) * a->unit, to = (double)border[i] * a->unit;
        if (a->dist1) a->dist1[at] = (float)d1;
        if (a->dist2) a->dist2[at] = (float)((double)cell_distance(metric, p->d2[i]) * a->unit);
        if (a->border) a->border[at] = (float)to;
        if (a->shape) a->shape[at] = (float)(a->amplitude * cells_shape(a, to, d1) + a->shift);
        if (a->id) a->id[at] = (int32_t)trn_strong(hash ^ a->id_key);
        if (!a->center) continue;
        /* of the cell alone, so that it has the same bits all over it */
        const int64_t home[3] = {cell_plus(cell[0], w->block.dx[which]), cell_plus(cell[1], w->block.dy[which]),
                                 cell_plus(cell[2], w->block.dz[which])};
        for (int axis = 0; axis < dims; ++axis) {
            double place = (double)cell_place(&a->lattice, hash, axis);
            if (axis == 0 && a->lattice.hexagonal && (home[1] & 1)) place += 0.5;
            a->center[(size_t)axis * (size_t)a->center_stride + at] = (float)(((double)home[axis] + place) * a->size[axis] - a->offset[axis]);
        }
    }
}

TRN_FN void cells_row(int dims, int metric, const cells_args *a, cells_work *w, int32_t y)
{
    const trn_place row = a->position ? 0 : cells_pixel(a, 1, a->y + y);
    const int wants_border = a->border || a->shape;
    for (int32_t at = 0; at < a->width;) {
        cell_bundle p;
        int64_t cell[3] = {0, 0, 0}, other[3];
        float f[3], border[CELL_LANES] = {0};
        for (p.count = 0; p.count < CELL_LANES && at + p.count < a->width; ++p.count) {
            if (!cells_where(dims, a, row, at + p.count, y, other, f)) break;
            if (p.count == 0) for (int axis = 0; axis < 3; ++axis) cell[axis] = other[axis];
            else if (!cells_same(cell, other)) break;
            p.x[p.count] = f[0];
            p.y[p.count] = f[1];
            p.z[p.count] = f[2];
        }
        const size_t pixel = (size_t)y * (size_t)a->width + (size_t)at;
        if (p.count == 0) {
            cells_void(a, pixel);
            ++at;
            continue;
        }
        for (int32_t i = p.count; i < CELL_LANES; ++i) p.x[i] = p.x[0], p.y[i] = p.y[0], p.z[i] = p.z[0];
        if (!w->has_block || !cells_same(cell, w->around)) {
            cell_block_make(&a->lattice, cell, &w->block);
            w->has_block = 1;
            for (int axis = 0; axis < 3; ++axis) w->around[axis] = cell[axis];
        }
        cell_nearest(dims, metric, &w->block, &p);
        if (wants_border && metric == TRN_EUCLIDEAN) cells_borders(dims, a, w, cell, &p, border);
        else if (wants_border) for (int32_t i = 0; i < p.count; ++i) border[i] = 0.5f * (p.d2[i] - p.d1[i]);
        cells_put(dims, metric, a, w, cell, &p, border, pixel);
        at += p.count;
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
TRN_ROW_KERNEL(cells)
