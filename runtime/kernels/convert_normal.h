/* Normals from one form into another. Worked out in double; a void in any channel makes voids of all three. */
#ifndef TRN_CONVERT_NORMAL_H
#define TRN_CONVERT_NORMAL_H
#include "kernels/kernel.h"

typedef struct convert_normal_args {
    const float *x, *y, *z;
    float *to_x, *to_y, *to_z;       /* none of x, y, z */
    int32_t width, height;
    int32_t byte;                    /* numbers are multiplied by 255 first, and nearly whole ones made whole */
    double zero, step;               /* unpacked: (number - zero) step */
    double to_zero, to_step;         /* packed: number to_step + to_zero, which is -0.0 where nothing is packed, so that zeros keep their sign */
    int32_t flip_x, flip_y;
    int32_t make_z;                  /* the square root of what x and y leave of a length of 1; of z nothing shows then */
    int32_t unit;                    /* made one long; without length: (0, 0, 1) */
    int32_t swap, turn_y, turn_z;    /* y and z change places, and the one or the other turns round doing so */
} convert_normal_args;
TRN_KERNEL_DECLARE(convert_normal); /* in this order: unpack, flip, z, unit, axes, pack */
#endif
