/* ramp.h - values of a plane to what a ramp has at them. */
#ifndef TRN_RAMP_KERNEL_H
#define TRN_RAMP_KERNEL_H
#include "kernels/kernel.h"
#include "math/color_ramp.h"

typedef struct ramp_args {
    const float *from;
    float *to;          /* the first channel; the others follow, `stride` numbers apart */
    int64_t stride;
    int32_t width, height;
    double low, inverse; /* t = (value - low) inverse */
    trn_color_ramp ramp;
} ramp_args;
TRN_KERNEL_DECLARE(ramp);
#endif
