/* Post processing of generated values, in place: fold, complement, bias, gain, gamma, contrast, clamp below, clamp
 * above, in that order. Powers are odd extensions, sign(x) |x|^e, so that negative values give no NaN (bias and gain:
 * Perlin and Hoffert, "Hypertexture", 1989). A stage at its neutral value leaves every bit alone. Worked out in double.
 * Results are finite, but for voids, which stay. */
#ifndef TRN_POST_H
#define TRN_POST_H
#include "kernels/kernel.h"
#include <stdbool.h>

typedef struct post_args {
    int32_t width, height;
    float *plane;                    /* either this */
    double *exact;                   /* or this */
    bool fold, complement, use_min, use_max;
    double bias, gain, gamma;        /* exponents: -log2 of bias, of 1 - gain; 1 is neutral */
    double contrast, min, max;
} post_args;
TRN_KERNEL_DECLARE(post);
TRN_KERNEL_PLANES(post, TRN_PLANE(post, plane, TRN_UPDATE), TRN_PLANE(post, exact, TRN_UPDATE));
#endif
