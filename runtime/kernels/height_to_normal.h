/* Unit normals of a height map, (-dz/du, -dz/dv, 1) made one long; worked out in double. */
#ifndef TRN_HEIGHT_TO_NORMAL_H
#define TRN_HEIGHT_TO_NORMAL_H
#include "kernels/stencil.h"

typedef struct height_to_normal_args {
    const float *z;
    float *nu, *nv, *nz;   /* three planes */
    int32_t width, height;
    int32_t wrap;
    double scale;          /* world height of one unit of z over the width of a cell */
} height_to_normal_args;

TRN_KERNEL_DECLARE(height_to_normal);       /* central differences */
typedef height_to_normal_args height_to_normal_sobel_args;
TRN_KERNEL_DECLARE(height_to_normal_sobel); /* Sobel's operator */

TRN_KERNEL_PLANES(height_to_normal, TRN_PLANE(height_to_normal, z, TRN_READ), TRN_PLANE(height_to_normal, nu, TRN_WRITE),
                  TRN_PLANE(height_to_normal, nv, TRN_WRITE), TRN_PLANE(height_to_normal, nz, TRN_WRITE));
TRN_KERNEL_PLANES(height_to_normal_sobel, TRN_PLANE(height_to_normal, z, TRN_READ), TRN_PLANE(height_to_normal, nu, TRN_WRITE),
                  TRN_PLANE(height_to_normal, nv, TRN_WRITE), TRN_PLANE(height_to_normal, nz, TRN_WRITE));
#endif
