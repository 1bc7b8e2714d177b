/* resample.h - a plane seen on another grid whose rows and columns are parallel to its own. Either of float or, where
 * `exact_from` is given, of double; sums run in double. */
#ifndef TRN_RESAMPLE_KERNEL_H
#define TRN_RESAMPLE_KERNEL_H
#include "kernels/kernel.h"

/* Between pixels: each is a weighted mean of up to 4 x 4. */
enum { RESAMPLE_TAPS = 4 };
/* Where a column (or row) takes its values from. Weights add up to 1; those of 0 take nothing, not even a void. NaN: beyond the image. */
typedef struct resample_taps { int32_t at[RESAMPLE_TAPS]; double weight[RESAMPLE_TAPS]; } resample_taps;

typedef struct resample_args {
    const float *from;
    float *out;
    const double *exact_from;
    double *exact_out;
    int32_t width, height; /* of out */
    int32_t from_width;
    const resample_taps *columns, *rows;
} resample_args;
TRN_KERNEL_DECLARE(resample);

/* Over pixels: each is the mean of those that it covers, by how much of them. Voids do not count, and where all are void it is one. */
/* What a column (or row) covers: `count` pixels from `at` on, of which the first and the last may be covered in part. */
typedef struct resample_span { int32_t at, count; double first, inner, last; } resample_span;

typedef struct resample_area_args {
    const float *from;
    float *out;
    const double *exact_from;
    double *exact_out;
    int32_t width, height;
    int32_t from_width;
    const resample_span *columns, *rows;
    double area;           /* what the weights of a pixel add up to: whole numbers, so that means of equal numbers are exact */
} resample_area_args;
TRN_KERNEL_DECLARE(resample_area);
#endif
