/* Normals from one form into another. Worked out in double; a void in any channel makes voids of all three. */
#ifndef TRN_CONVERT_NORMAL_H
#define TRN_CONVERT_NORMAL_H
#include "kernels/kernel.h"

typedef enum convert_normal_axes { NORMAL_KEEP, NORMAL_TO_Y_UP, NORMAL_FROM_Y_UP, NORMAL_SWAP_YZ } convert_normal_axes;

typedef struct convert_normal_args {
    const float *x, *y, *z;          /* z NULL: the square root of what x and y leave of a length of 1 */
    float *to[3];                    /* none of x, y, z */
    int32_t width, height;
    int32_t unpack, pack;            /* from 0 ... 1; to 0 ... 1 */
    int32_t byte;                    /* 0 is packed as 128/255, and 1/255 makes a step of 1/127; else as 1/2 */
    int32_t flip_x, flip_y, unit;    /* unit: made one long; without length: (0, 0, 1) */
    int32_t axes;                    /* a convert_normal_axes */
} convert_normal_args;
TRN_KERNEL_DECLARE(convert_normal); /* in this order: unpack, flip, z, unit, axes, pack */
#endif
