/* One value in every pixel, or laid over what is there by a mask: 0 leaves a pixel alone to the last bit, 1 replaces it, voids of the
 * mask leave it alone. Worked out in double. */
#ifndef TRN_FILL_H
#define TRN_FILL_H
#include "kernels/kernel.h"
#include <stdbool.h>

typedef struct fill_args {
    const float *from, *mask; /* NULL without a mask */
    float *plane;             /* either this */
    double *exact;            /* or this, which is without a mask */
    int32_t width, height;
    bool invert;
    double value;             /* a float where plane is filled */
} fill_args;
TRN_KERNEL_DECLARE(fill);
TRN_KERNEL_PLANES(fill, TRN_PLANE(fill, from, TRN_READ), TRN_PLANE(fill, mask, TRN_READ), TRN_PLANE(fill, plane, TRN_WRITE),
                  TRN_PLANE(fill, exact, TRN_WRITE));
#endif
