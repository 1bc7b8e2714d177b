/* resample.h - an image seen on another grid of pixels: each pixel is a weighted mean of up to 4 x 4. */
#ifndef TRN_RESAMPLE_H
#define TRN_RESAMPLE_H
#include "kernels/kernel.h"

enum { RESAMPLE_TAPS = 4 };
/* Where a column (or row) takes its values from. Weights add up to 1; those of 0 take nothing, not even a void. */
typedef struct resample_taps { int32_t at[RESAMPLE_TAPS]; double weight[RESAMPLE_TAPS]; } resample_taps;

typedef struct resample_args {
    const float *from;
    float *out;
    int32_t width, height; /* of out */
    int32_t from_width;
    const resample_taps *columns, *rows;
} resample_args;
TRN_KERNEL_DECLARE(resample);
#endif
