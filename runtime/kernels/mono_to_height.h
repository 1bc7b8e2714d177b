/* value * scale + offset in double, rounded once to float. */
#ifndef TRN_MONO_TO_HEIGHT_H
#define TRN_MONO_TO_HEIGHT_H
#include "kernels/kernel.h"

typedef struct mono_to_height_args {
    const float *value;
    float *out;
    int32_t width, height;
    double scale, offset;
} mono_to_height_args;
TRN_KERNEL_DECLARE(mono_to_height);
#endif
