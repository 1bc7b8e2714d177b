/* Takes pixels from places beside them: first the way to each place is found, once for all planes, then each plane is sampled there.
 * Ways are counted from the pixel's own centre, so that they do not depend on where a window begins. */
#ifndef TRN_WARP_KERNEL_H
#define TRN_WARP_KERNEL_H
#include "kernels/kernel.h"
#include "kernels/sample.h"

/* The way goes along the field: `steps` pieces of length/steps times the field where the piece begins, interpolated between its four
 * pixels. Vectors longer than 1 are cut to 1, those that are not finite are 0. */
typedef struct warp_way_args {
    const float *x, *y;   /* the field; y NULL: it is x times (cosine, sine); x NULL: 1 times that */
    const float *mask;    /* scales the length, clamped to 0 ... 1; void: 0. NULL: none */
    float *way_x, *way_y; /* pixels, in steps of 1/65536 where they are so fine, so that whole ones are whole */
    int32_t width, height, edge, steps, invert;
    double length;        /* pixels */
    double cosine, sine;
} warp_way_args;
TRN_KERNEL_DECLARE(warp_way);

/* A way of whole pixels moves numbers as they are. */
typedef struct warp_args {
    trn_sampled plane;
    const float *way_x, *way_y;
    int32_t width, height;
} warp_args;
TRN_KERNEL_DECLARE(warp);
#endif
