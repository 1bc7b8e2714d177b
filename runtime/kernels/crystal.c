#include "kernels/crystal.h"
#include "kernels/cell_point.h"
#include "math/trig.h"

/* (x, y, z): from the feature point. Everything of a facet is made of its id. */
TRN_FN double crystal_facet(double sharpness, uint32_t id, double x, double y, double z)
{
    const double tone = trn_unit(trn_mix(id + TRN_PW)) - 0.5;
    const double up = trn_signed(trn_mix(id + TRN_PZ)), out = sqrt(1.0 - up * up);
    double sine, cosine;
    trn_sincos(trn_unit(trn_mix(id + TRN_PX)), &sine, &cosine);
    return 0.5 * tone + sharpness * ((out * cosine * x + out * sine * y) + up * z);
}

TRN_FN void crystal_put(int metric, const crystal_args *a, uint32_t hash, double x, double y, double z, float d1, float d2, size_t at)
{
    const uint32_t id = trn_mix(hash ^ a->id_key);
    const double value = crystal_facet(a->sharpness, id, x - (double)cell_place(&a->lattice, hash, 0),
                                       y - (double)cell_place(&a->lattice, hash, 1), z - (double)cell_place(&a->lattice, hash, 2));
    a->value[at] = (float)(a->amplitude * value + a->center);
    a->edge[at] = cell_distance(metric, d2) - cell_distance(metric, d1);
    a->id[at] = (int32_t)id;
}

TRN_FN void crystal_row(int metric, const crystal_args *a, int32_t y)
{
    const trn_place across = pixel_place_y(&a->place, y), slice = a->place.origin[2];
    int64_t cell[3] = {0, (int64_t)(uint64_t)(across >> 64), (int64_t)(uint64_t)(slice >> 64)}, seen = 0;
    const double fy = trn_place_fract(across), fz = trn_place_fract(slice);
    double x[CELL_LANES];
    cell_block block;
    block.count = block.padded = block.self = 0;
    cell_bundle p;
    for (int32_t at = 0; at < a->width;) {
        p.count = pixel_place_run(&a->place, at, a->width, CELL_LANES, &cell[0], x);
        if (at == 0 || seen != cell[0]) cell_block_make(&a->lattice, cell, &block);
        seen = cell[0];
        for (int32_t i = 0; i < CELL_LANES; ++i) {
            p.x[i] = (float)x[i < p.count ? i : 0]; /* of one rounded up to 1 the point is at hand too */
            p.y[i] = (float)fy;
            p.z[i] = (float)fz;
        }
        cell_nearest(3, metric, &block, &p);
        const size_t pixel = (size_t)y * (size_t)a->width + (size_t)at;
        for (int32_t i = 0; i < p.count; ++i) {
            const int32_t which = p.nearest[i];
            crystal_put(metric, a, block.hash[which], x[i] - block.dx[which], fy - block.dy[which], fz - block.dz[which], p.d1[i], p.d2[i],
                        pixel + (size_t)i);
        }
        at += p.count;
    }
}
TRN_FN void crystal_rows(const crystal_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        if (a->lattice.metric == TRN_EUCLIDEAN) crystal_row(TRN_EUCLIDEAN, a, y);
        else if (a->lattice.metric == TRN_MANHATTAN) crystal_row(TRN_MANHATTAN, a, y);
        else crystal_row(TRN_CHEBYSHEV, a, y);
    }
}
TRN_FN void crystal_cell(const crystal_args *a, int32_t x, int32_t y)
{
    const trn_place at[3] = {pixel_place_x(&a->place, x), pixel_place_y(&a->place, y), a->place.origin[2]};
    const double fx = trn_place_fract(at[0]), fy = trn_place_fract(at[1]), fz = trn_place_fract(at[2]);
    const int64_t cell[3] = {(int64_t)(uint64_t)(at[0] >> 64), (int64_t)(uint64_t)(at[1] >> 64), (int64_t)(uint64_t)(at[2] >> 64)};
    const cell_point p = cell_point_nearest(&a->lattice, cell, (float)fx, (float)fy, (float)fz);
    crystal_put(a->lattice.metric, a, p.hash, fx - p.dx, fy - p.dy, fz - p.dz, p.d1, p.d2, (size_t)y * (size_t)a->width + (size_t)x);
}
TRN_SPLIT_KERNEL(crystal)
