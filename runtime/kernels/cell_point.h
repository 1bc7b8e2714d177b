/* cell_point.h - what bundles find, for one pixel by itself and without a block, for which threads of a device have no room.
 *
 * The same bits: points come in the same order, and what a bundle leaves out alters none. */
#ifndef TRN_CELL_POINT_H
#define TRN_CELL_POINT_H
#include "kernels/cell_lattice.h"

typedef struct cell_point {
    float x, y, z;          /* of the pixel in its cell, as blocks measure */
    float d1, d2;           /* to the nearest points; Euclidean: squared */
    int32_t dx, dy, dz;     /* the nearest one is that of this cell from the pixel's */
    uint32_t hash;          /* of that cell */
    float border;
    float ax, ay, az, sum;  /* for the way there */
} cell_point;

enum { CELL_NEAREST, CELL_BORDER, CELL_ROUND };
/* Goes through the points around a cell for one of them; what: a constant. */
TRN_FN void cell_point_around(int what, const cell_lattice *l, const int64_t cell[3], float round, cell_point *s)
{
    const int32_t r = l->reach, rz = cell_reach_z(l);
    const float pitch = cell_pitch(l, 1);
    TRN_ROLLED for (int32_t p = -rz; p <= rz; ++p) {
        const uint32_t slab = cell_slab_key(l, cell, p);
        TRN_ROLLED for (int32_t q = -r; q <= r; ++q) {
            const cell_row row = cell_row_at(l, cell, slab, q);
            TRN_ROLLED for (int32_t o = row.from; o <= row.to; ++o) {
                const uint32_t hash = trn_mix(cell_column(l, cell, o) ^ row.key);
                const float x = ((float)o + row.shift) + cell_place(l, hash, 0), y = ((float)q + cell_place(l, hash, 1)) * pitch,
                            z = l->dims == 2 ? 0.0f : (float)p + cell_place(l, hash, 2);
                if (what == CELL_NEAREST) {
                    const float d = cell_metric(l->metric, x - s->x, y - s->y, z - s->z);
                    s->d2 = trn_min_f(s->d2, trn_max_f(s->d1, d));
                    if (d < s->d1) s->dx = o, s->dy = q, s->dz = p, s->hash = hash;
                    s->d1 = trn_min_f(s->d1, d);
                    continue;
                }
                const cell_plane plane = cell_plane_between(s->ax, s->ay, s->az, x, y, z, 1);
                const float across = plane.level - plane.nx * s->x - plane.ny * s->y;
                const float to = l->dims == 2 ? across : across - plane.nz * s->z;
                if (what == CELL_BORDER) s->border = trn_min_f(s->border, to);
                else if (plane.level < TRN_FAR) s->sum += trn_exp_f((s->border - to) / round);
            }
        }
    }
}

/* A pixel in `cell`, with all but its border. */
TRN_FN cell_point cell_point_nearest(const cell_lattice *l, const int64_t cell[3], float x, float y, float z)
{
    cell_point s;
    s.x = x;
    s.y = y;
    s.z = z;
    s.d1 = s.d2 = TRN_FAR;
    s.dx = s.dy = s.dz = 0;
    s.hash = 0;
    s.border = s.ax = s.ay = s.az = s.sum = 0.0f;
    cell_point_around(CELL_NEAREST, l, cell, 0.0f, &s);
    return s;
}
/* Fills in its border. Euclidean: as cell_border does it. Others: half the difference of the distances. */
TRN_FN void cell_point_border(const cell_lattice *l, const int64_t cell[3], float round, cell_point *s)
{
    if (l->metric != TRN_EUCLIDEAN) {
        s->border = 0.5f * (s->d2 - s->d1);
        return;
    }
    const int64_t home[3] = {cell_plus(cell[0], s->dx), cell_plus(cell[1], s->dy), cell_plus(cell[2], s->dz)};
    const float shifted = l->hexagonal && (s->dy & 1) ? ((cell[1] & 1) ? -0.5f : 0.5f) : 0.0f, pitch = cell_pitch(l, 1);
    cell_point p = *s;
    p.x = s->x - ((float)s->dx + shifted);
    p.y = s->y - (float)s->dy * pitch;
    p.z = s->z - (float)s->dz;
    p.ax = 0.0f + cell_place(l, s->hash, 0);
    p.ay = (0.0f + cell_place(l, s->hash, 1)) * pitch;
    p.az = l->dims == 2 ? 0.0f : 0.0f + cell_place(l, s->hash, 2);
    p.border = TRN_FAR;
    cell_point_around(CELL_BORDER, l, home, round, &p);
    if (round > 0.0f) {
        p.sum = 0.0f;
        cell_point_around(CELL_ROUND, l, home, round, &p);
        p.border -= round * trn_log_f(p.sum);
    }
    s->border = trn_max_f(p.border, 0.0f);
}
#endif
