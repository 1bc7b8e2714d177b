/* transform.h - a plane moved, turned and scaled: each pixel is what lies at a place that is linear in its own. */
#ifndef TRN_TRANSFORM_KERNEL_H
#define TRN_TRANSFORM_KERNEL_H
#include "kernels/kernel.h"
#include "kernels/sample.h"

/* Pixel (x + i, y + j) of the result is at (xx (x + i) + xy (y + j) + x1, yx (x + i) + yy (y + j) + y1) in pixels of the source, of which the
 * first has its centre at (0, 0). Places are rounded to 2^-20 of a pixel, so that whole ones are whole. Beyond the source it is seen
 * as `plane.edge` says, or, with `fill`, is not there. */
typedef struct transform_args {
    trn_sampled plane;
    int32_t width, height;
    int64_t x, y;
    double xx, xy, x1, yx, yy, y1;
    int32_t fill;
    double value;
    int32_t id;
} transform_args;
TRN_KERNEL_DECLARE(transform);

/* Vectors (x, y) of a layer that has been transformed so become (xx x + xy y, yx x + yy y), flipped before where the source is seen mirrored.
 * What fills the place of the source stays. Planes are of floats, or of doubles where `places` says so. */
typedef struct transform_turn_args {
    transform_args places;
    void *x, *y;
    int32_t turned; /* 0: the numbers are those of no turn, and only the mirror counts */
    double xx, xy, yx, yy;
} transform_turn_args;
TRN_KERNEL_DECLARE(transform_turn);
#endif
