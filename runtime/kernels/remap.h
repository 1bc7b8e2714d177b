/* remap.h - a range of values onto another. */
#ifndef TRN_REMAP_H
#define TRN_REMAP_H
#include "kernels/kernel.h"

typedef struct remap_args {
    const float *from;
    float *to;
    int32_t width, height;
    int32_t clamp;
    double low, inverse, gamma, start, span; /* t = (value - low) inverse; t^gamma; start + t span */
} remap_args;
TRN_KERNEL_DECLARE(remap);
#endif
