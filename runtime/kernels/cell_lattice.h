/* cell_lattice.h - feature points on a lattice, one in each cell: the nearest two, and the distance to the border.
 *
 * A lattice has a point in the middle of each cell, moved by a hash of the cell. Rows of a hexagonal lattice (2-D) lie
 * sqrt(3)/2 apart and odd ones are shifted by half a cell. Coordinates are relative to a cell, in cells, so that floats
 * are as fine far out as here. A BLOCK is the points of the cells around one; whoever asks for pixels in bundles that lie
 * in one cell shares it.
 *
 * Of a block only the points that can matter somewhere in a bundle's box are compared pixel by pixel. The bounds go
 * through the same operations in the same order as the distances, and rounding is monotone, so that what is left out
 * alters no bit and a pixel's result does not depend on its bundle. */
#ifndef TRN_CELL_LATTICE_H
#define TRN_CELL_LATTICE_H
#include "kernels/kernel.h"
#include "math/exp.h"
#include "math/hash.h"
#include "math/noise_lattice.h"
#include "math/scalar.h"
#include <math.h>

#define CELL_LANES 16
#define CELL_REACH 2           /* cells searched each way: complete while points stay in their cells */
#define CELL_REACH_MOST 4
#define CELL_POINTS 736        /* 9 x 9 x 9, to whole lanes */
#define CELL_ROW_PITCH 0.86602540378443865 /* sqrt(3)/2 */

typedef struct cell_lattice {
    int32_t dims;              /* 2 or 3 */
    int32_t metric;            /* a trn_metric_kind */
    int32_t hexagonal;
    int32_t reach;             /* CELL_REACH */
    uint32_t key;
    float jitter[3];           /* points lie jitter/2 at most from the middle of their cells, along each axis */
    int64_t period[3];         /* cells after which the lattice repeats; 0: never */
} cell_lattice;

/* Points around a cell; those behind `count` fill up the lanes and are far away. The point of cell + (dx, dy, dz) lies at
 * (x, y, z) from the cell's lower corner (hexagonal: the row's own, so x is of the shifted row). */
typedef struct cell_block {
    int32_t count, padded;
    int32_t self;              /* the cell's own point */
    float x[CELL_POINTS], y[CELL_POINTS], z[CELL_POINTS];
    uint32_t hash[CELL_POINTS];
    int8_t dx[CELL_POINTS], dy[CELL_POINTS], dz[CELL_POINTS];
} cell_block;

/* Halfway planes between one point and the others of the block around its cell: a pixel at (x, y, z) of that cell is
 * level - normal (x, y, z) from each of them. */
typedef struct cell_planes {
    int32_t padded;
    float nx[CELL_POINTS], ny[CELL_POINTS], nz[CELL_POINTS], level[CELL_POINTS];
} cell_planes;

/* A bundle of pixels in one cell, and what is found for them. Only the first `count` count; the others are to be copies. */
typedef struct cell_bundle {
    int32_t count;
    float x[CELL_LANES], y[CELL_LANES], z[CELL_LANES]; /* in the cell, as blocks measure */
    float d1[CELL_LANES], d2[CELL_LANES];              /* to the nearest points; Euclidean: squared */
    int32_t nearest[CELL_LANES];                       /* index in the block */
} cell_bundle;

TRN_FN float cell_pitch(const cell_lattice *l, int axis) { return l->hexagonal && axis == 1 ? (float)CELL_ROW_PITCH : 1.0f; }
TRN_FN int64_t cell_plus(int64_t cell, int32_t o) { return (int64_t)((uint64_t)cell + (uint64_t)(int64_t)o); } /* wraps */
TRN_FN uint32_t cell_wrap(int64_t cell, int64_t period)
{
    if (period > 0) cell %= period;
    return (uint32_t)(uint64_t)(cell < 0 && period > 0 ? cell + period : cell);
}
/* A point's place in its cell along an axis, 1/2 in the middle; the hash is the cell's. */
TRN_FN float cell_place(const cell_lattice *l, uint32_t hash, int axis)
{
    const uint32_t h = axis == 0 ? hash : trn_mix(hash + (axis == 1 ? TRN_PY : TRN_PZ));
    return 0.5f + l->jitter[axis] * (trn_unit_f(h) - 0.5f);
}
TRN_FN float cell_metric(int metric, float x, float y, float z)
{
    if (metric == TRN_EUCLIDEAN) return x * x + y * y + z * z;
    if (metric == TRN_MANHATTAN) return fabsf(x) + fabsf(y) + fabsf(z);
    return trn_max_f(trn_max_f(fabsf(x), fabsf(y)), fabsf(z));
}
TRN_FN float cell_distance(int metric, float d) { return metric == TRN_EUCLIDEAN ? sqrtf(d) : d; }

/* Points come in the order of z, y, x: of two at one distance the first counts. */
TRN_FN int32_t cell_reach_z(const cell_lattice *l) { return l->dims == 3 ? l->reach : 0; }
TRN_FN uint32_t cell_slab_key(const cell_lattice *l, const int64_t cell[3], int32_t p)
{
    return trn_mix((cell_wrap(cell_plus(cell[2], p), l->period[2]) * TRN_PZ) ^ l->key);
}
/* A row of the cells around one: from + dx to + dx, with points `shift` further along x. */
typedef struct cell_row { uint32_t key; int32_t from, to; float shift; } cell_row;
TRN_FN cell_row cell_row_at(const cell_lattice *l, const int64_t cell[3], uint32_t slab, int32_t q)
{
    cell_row row = {trn_mix((cell_wrap(cell_plus(cell[1], q), l->period[1]) * TRN_PY) ^ slab), -l->reach, l->reach, 0.0f};
    if (!l->hexagonal || !(q & 1)) return row;
    /* rows that are shifted against the cell's need one column more for the same reach */
    if (cell[1] & 1) ++row.to;
    else --row.from;
    row.shift = (cell[1] & 1) ? -0.5f : 0.5f;
    return row;
}
TRN_FN uint32_t cell_column(const cell_lattice *l, const int64_t cell[3], int32_t o)
{
    return cell_wrap(cell_plus(cell[0], o), l->period[0]) * TRN_PX;
}

TRN_FN void cell_block_make(const cell_lattice *l, const int64_t cell[3], cell_block *b)
{
    const int32_t r = l->reach, rz = cell_reach_z(l);
    uint32_t column[2 * CELL_REACH_MOST + 2];
    int32_t n = 0;
    for (int32_t o = -r; o <= r + 1; ++o) column[o + r] = cell_column(l, cell, o);
    for (int32_t p = -rz; p <= rz; ++p) {
        const uint32_t slab = cell_slab_key(l, cell, p);
        for (int32_t q = -r; q <= r; ++q) {
            const cell_row row = cell_row_at(l, cell, slab, q);
            for (int32_t o = row.from; o <= row.to; ++o, ++n) {
                b->hash[n] = trn_mix((o < -r ? cell_column(l, cell, o) : column[o + r]) ^ row.key);
                b->x[n] = (float)o + row.shift;
                b->dx[n] = (int8_t)o;
                b->dy[n] = (int8_t)q;
                b->dz[n] = (int8_t)p;
                if (o == 0 && q == 0 && p == 0) b->self = n;
            }
        }
    }
    b->count = n;
    b->padded = (n + CELL_LANES - 1) / CELL_LANES * CELL_LANES;
    const float pitch = cell_pitch(l, 1);
    for (int32_t at = 0; at < b->padded; at += CELL_LANES) {
        _Pragma("omp simd")
        for (int32_t i = at; i < at + CELL_LANES; ++i) {
            const int beyond = i >= n;
            const float x = b->x[i] + cell_place(l, b->hash[i], 0), y = ((float)b->dy[i] + cell_place(l, b->hash[i], 1)) * pitch,
                        z = (float)b->dz[i] + cell_place(l, b->hash[i], 2);
            b->x[i] = beyond ? 1e14f : x;
            b->y[i] = beyond ? 0.0f : y;
            b->z[i] = beyond || l->dims == 2 ? 0.0f : z;
        }
    }
}

TRN_FN void cell_box(const cell_bundle *p, float lo[3], float hi[3])
{
    lo[0] = hi[0] = p->x[0];
    lo[1] = hi[1] = p->y[0];
    lo[2] = hi[2] = p->z[0];
    for (int i = 1; i < p->count; ++i) {
        lo[0] = trn_min_f(lo[0], p->x[i]), hi[0] = trn_max_f(hi[0], p->x[i]);
        lo[1] = trn_min_f(lo[1], p->y[i]), hi[1] = trn_max_f(hi[1], p->y[i]);
        lo[2] = trn_min_f(lo[2], p->z[i]), hi[2] = trn_max_f(hi[2], p->z[i]);
    }
}
/* How far a point is from an interval, and from its farther end. */
TRN_FN float cell_gap(float p, float lo, float hi) { return trn_max_f(trn_max_f(p - hi, lo - p), 0.0f); }
TRN_FN float cell_span(float p, float lo, float hi) { return trn_max_f(p - lo, hi - p); }

/* Fills in d1, d2, nearest of a bundle in the block's cell. */
TRN_FN void cell_nearest(int dims, int metric, const cell_block *b, cell_bundle *p)
{
    float lo[3], hi[3], at_least[CELL_POINTS], closest[CELL_LANES];
    int32_t list[CELL_POINTS], n = 0;
    cell_box(p, lo, hi);
    for (int i = 0; i < CELL_LANES; ++i) closest[i] = TRN_FAR;
    for (int32_t at = 0; at < b->padded; at += CELL_LANES) {
        _Pragma("omp simd")
        for (int32_t i = 0; i < CELL_LANES; ++i) {
            const float x = b->x[at + i], y = b->y[at + i], z = b->z[at + i];
            at_least[at + i] = cell_metric(metric, cell_gap(x, lo[0], hi[0]), cell_gap(y, lo[1], hi[1]),
                                           dims == 3 ? cell_gap(z, lo[2], hi[2]) : 0.0f);
            closest[i] = trn_min_f(closest[i], cell_metric(metric, cell_span(x, lo[0], hi[0]), cell_span(y, lo[1], hi[1]),
                                                           dims == 3 ? cell_span(z, lo[2], hi[2]) : 0.0f));
        }
    }
    /* two points are no farther than this from the whole box */
    float first = TRN_FAR, second = TRN_FAR;
    for (int i = 0; i < CELL_LANES; ++i) {
        second = trn_min_f(second, trn_max_f(first, closest[i]));
        first = trn_min_f(first, closest[i]);
    }
    for (int32_t i = 0; i < b->count; ++i) {
        list[n] = i;
        n += at_least[i] <= second;
    }
    for (int i = 0; i < CELL_LANES; ++i) {
        p->d1[i] = p->d2[i] = TRN_FAR;
        p->nearest[i] = b->self;
    }
    for (int32_t k = 0; k < n; ++k) {
        const int32_t which = list[k];
        const float x = b->x[which], y = b->y[which], z = b->z[which];
        _Pragma("omp simd")
        for (int i = 0; i < CELL_LANES; ++i) {
            const float d = cell_metric(metric, x - p->x[i], y - p->y[i], dims == 3 ? z - p->z[i] : 0.0f);
            p->d2[i] = trn_min_f(p->d2[i], trn_max_f(p->d1[i], d));
            p->nearest[i] = d < p->d1[i] ? which : p->nearest[i];
            p->d1[i] = trn_min_f(p->d1[i], d);
        }
    }
}

/* The plane halfway from a to b; TRN_FAR away where there is no b, or in the same place. */
typedef struct cell_plane { float nx, ny, nz, level; } cell_plane;
TRN_FN cell_plane cell_plane_between(float ax, float ay, float az, float bx, float by, float bz, int there)
{
    const float x = bx - ax, y = by - ay, z = bz - az, square = x * x + y * y + z * z;
    const int none = !there | !(square >= 1e-12f);
    const float length = sqrtf(none ? 1.0f : square);
    cell_plane p;
    p.nx = none ? 0.0f : x / length;
    p.ny = none ? 0.0f : y / length;
    p.nz = none ? 0.0f : z / length;
    p.level = none ? TRN_FAR : 0.5f * length + (ax * p.nx + ay * p.ny + az * p.nz);
    return p;
}
/* The planes around the own point of a block's cell. */
TRN_FN void cell_planes_make(const cell_block *b, cell_planes *planes)
{
    const float ax = b->x[b->self], ay = b->y[b->self], az = b->z[b->self];
    const int32_t n = b->count;
    planes->padded = b->padded;
    for (int32_t at = 0; at < b->padded; at += CELL_LANES) {
        _Pragma("omp simd")
        for (int32_t i = at; i < at + CELL_LANES; ++i) {
            const cell_plane p = cell_plane_between(ax, ay, az, b->x[i], b->y[i], b->z[i], i < n);
            planes->nx[i] = p.nx;
            planes->ny[i] = p.ny;
            planes->nz[i] = p.nz;
            planes->level[i] = p.level;
        }
    }
}
/* Distances of pixels, given in the planes' cell, to the nearest of them (Quilez 2012), 0 at least. `round` above 0
 * rounds corners: -round log(sum exp(-distance/round)) over all planes. */
TRN_FN void cell_border(int dims, const cell_planes *planes, const cell_bundle *p, float round, float *border)
{
    float lo[3], hi[3], at_least[CELL_POINTS], lowest[CELL_LANES], d[CELL_LANES], sum[CELL_LANES];
    cell_box(p, lo, hi);
    for (int i = 0; i < CELL_LANES; ++i) lowest[i] = d[i] = TRN_FAR;
    for (int32_t at = 0; at < planes->padded; at += CELL_LANES) {
        _Pragma("omp simd")
        for (int32_t i = 0; i < CELL_LANES; ++i) {
            const float nx = planes->nx[at + i], ny = planes->ny[at + i], nz = planes->nz[at + i], level = planes->level[at + i];
            const float far = level - nx * (nx < 0.0f ? lo[0] : hi[0]) - ny * (ny < 0.0f ? lo[1] : hi[1]);
            const float near = level - nx * (nx < 0.0f ? hi[0] : lo[0]) - ny * (ny < 0.0f ? hi[1] : lo[1]);
            at_least[at + i] = dims == 3 ? far - nz * (nz < 0.0f ? lo[2] : hi[2]) : far;
            lowest[i] = trn_min_f(lowest[i], dims == 3 ? near - nz * (nz < 0.0f ? hi[2] : lo[2]) : near);
        }
    }
    float least = TRN_FAR;
    for (int i = 0; i < CELL_LANES; ++i) least = trn_min_f(least, lowest[i]);
    for (int32_t k = 0; k < planes->padded; ++k) {
        if (!(at_least[k] <= least)) continue;
        const float nx = planes->nx[k], ny = planes->ny[k], nz = planes->nz[k], level = planes->level[k];
        _Pragma("omp simd")
        for (int i = 0; i < CELL_LANES; ++i) {
            const float to = level - nx * p->x[i] - ny * p->y[i];
            d[i] = trn_min_f(d[i], dims == 3 ? to - nz * p->z[i] : to);
        }
    }
    if (round > 0.0f) {
        for (int i = 0; i < CELL_LANES; ++i) sum[i] = 0.0f;
        for (int32_t k = 0; k < planes->padded; ++k) {
            const float nx = planes->nx[k], ny = planes->ny[k], nz = planes->nz[k], level = planes->level[k];
            if (!(level < TRN_FAR)) continue;
            _Pragma("omp simd")
            for (int i = 0; i < CELL_LANES; ++i) {
                const float to = level - nx * p->x[i] - ny * p->y[i];
                sum[i] += trn_exp_f((d[i] - (dims == 3 ? to - nz * p->z[i] : to)) / round);
            }
        }
        _Pragma("omp simd")
        for (int i = 0; i < CELL_LANES; ++i) d[i] = d[i] - round * trn_log_f(sum[i]);
    }
    for (int i = 0; i < CELL_LANES; ++i) border[i] = trn_max_f(d[i], 0.0f);
}
#endif
