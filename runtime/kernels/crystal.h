/* Crystals: the cells of a slice through space, each with a plane of its own through its feature point. */
#ifndef TRN_CRYSTAL_H
#define TRN_CRYSTAL_H
#include "kernels/cell_lattice.h"
#include "kernels/pixel_place.h"

typedef struct crystal_args {
    float *value, *edge;      /* edge: how much farther the second nearest point is than the nearest */
    int32_t *id;
    int32_t width, height;
    pixel_place place;
    cell_lattice lattice;     /* of 3 dimensions */
    uint32_t id_key;
    double sharpness;         /* slope of the planes */
    double amplitude, center;
} crystal_args;
TRN_KERNEL_DECLARE(crystal);
TRN_KERNEL_PLANES(crystal, TRN_PLANE(crystal, value, TRN_WRITE), TRN_PLANE(crystal, edge, TRN_WRITE), TRN_PLANE(crystal, id, TRN_WRITE));
#endif
