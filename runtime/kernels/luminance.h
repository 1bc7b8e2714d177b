/* One number of three: how bright a colour is. Worked out in double; a void in any of the three makes a void. */
#ifndef TRN_LUMINANCE_H
#define TRN_LUMINANCE_H
#include "kernels/kernel.h"

typedef enum luminance_curve { LUMINANCE_LINEAR, LUMINANCE_SRGB, LUMINANCE_LIGHTNESS } luminance_curve;

typedef struct luminance_args {
    const float *red, *green, *blue; /* may be one and the same */
    float *out;
    int32_t width, height;
    int32_t maximum, minimum;        /* of the three; else the sum of them, by weight */
    int32_t from, to;                /* luminance_curves: what the colours are in, LINEAR or SRGB, and what comes out */
    double weight[3];
} luminance_args;
TRN_KERNEL_DECLARE(luminance);
#endif
