/* Cellular and Worley noise: for each pixel the nearest feature points of a lattice, and how far the cell's border is. */
#ifndef TRN_CELLS_H
#define TRN_CELLS_H
#include "kernels/cell_lattice.h"

typedef struct cells_args {
    int32_t width, height;
    int32_t relative;             /* of shape: gap and bevel are parts of the way from the border (0) to the point (1) */
    cell_lattice lattice;
    uint32_t id_key;
    float round;                  /* of borders, in cells; 0: sharp. Euclidean alone */
    double unit;                  /* distances are multiplied by it */
    double size[3], offset[3];    /* of a cell, in image units (hexagonal: rows of cells along y); position + offset is in the lattice */
    /* where pixels are: either planes of positions, lattice.dims of them */
    const float *position;
    int64_t position_stride;
    /* or pixel (i, j) of a window at (x, y) of the whole, in cells. After so many pixels the lattice repeats; 0: not on pixels */
    trn_place origin[2], step[2];
    int64_t x, y, repeat[2];
    double gap, bevel, amplitude, shift;
    /* results; NULL: not wanted. Where a position is not finite they are NaN, and the id 0 */
    float *dist1, *dist2, *border, *center, *shape; /* shape: amplitude (0 ... 1 by distance from the border) + shift */
    int64_t center_stride;        /* lattice.dims planes */
    int32_t *id;
} cells_args;
TRN_KERNEL_DECLARE(cells);
/* of position and center the planes that there are at least */
TRN_KERNEL_PLANES(cells, TRN_PLANES(cells, position, TRN_READ, 2, position_stride), TRN_PLANE(cells, dist1, TRN_WRITE),
                  TRN_PLANE(cells, dist2, TRN_WRITE), TRN_PLANE(cells, border, TRN_WRITE), TRN_PLANE(cells, shape, TRN_WRITE),
                  TRN_PLANES(cells, center, TRN_WRITE, 2, center_stride), TRN_PLANE(cells, id, TRN_WRITE));
#endif
