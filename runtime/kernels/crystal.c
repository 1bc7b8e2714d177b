#include "kernels/crystal.h"
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

TRN_FN void crystal_run(int metric, const crystal_args *a, int32_t y, int32_t begin, int32_t end)
{
    const trn_place across = pixel_place_y(&a->place, y), slice = a->place.origin[2];
    int64_t cell[3] = {0, (int64_t)(uint64_t)(across >> 64), (int64_t)(uint64_t)(slice >> 64)}, seen = 0;
    const double fy = trn_place_fract(across), fz = trn_place_fract(slice);
    double x[CELL_LANES];
    cell_block block;
    block.count = block.padded = block.self = 0;
    cell_bundle p;
    for (int32_t at = begin; at < end;) {
        p.count = pixel_place_run(&a->place, at, end, CELL_LANES, &cell[0], x);
        if (at == begin || seen != cell[0]) cell_block_make(&a->lattice, cell, &block);
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
            const uint32_t hash = block.hash[which], id = trn_mix(hash ^ a->id_key);
            const double value = crystal_facet(a->sharpness, id, x[i] - block.dx[which] - (double)cell_place(&a->lattice, hash, 0),
                                               fy - block.dy[which] - (double)cell_place(&a->lattice, hash, 1),
                                               fz - block.dz[which] - (double)cell_place(&a->lattice, hash, 2));
            a->value[pixel + (size_t)i] = (float)(a->amplitude * value + a->center);
            a->edge[pixel + (size_t)i] = cell_distance(metric, p.d2[i]) - cell_distance(metric, p.d1[i]);
            a->id[pixel + (size_t)i] = (int32_t)id;
        }
        at += p.count;
    }
}
TRN_FN void crystal_cells(const crystal_args *a, int32_t y, int32_t begin, int32_t end)
{
    if (a->lattice.metric == TRN_EUCLIDEAN) crystal_run(TRN_EUCLIDEAN, a, y, begin, end);
    else if (a->lattice.metric == TRN_MANHATTAN) crystal_run(TRN_MANHATTAN, a, y, begin, end);
    else crystal_run(TRN_CHEBYSHEV, a, y, begin, end);
}
TRN_FN void crystal_cell(const crystal_args *a, int32_t x, int32_t y) { crystal_cells(a, y, x, x + 1); }
TRN_FN void crystal_rows(const crystal_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) crystal_cells(a, y, 0, a->width);
}
TRN_SPLIT_KERNEL(crystal)
