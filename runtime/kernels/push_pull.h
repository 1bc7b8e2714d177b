/* Voids filled through a pyramid of means (Gortler, Grzeszczuk, Szeliski and Cohen 1996). Push: a coarse cell is the mean of those of
 * its up to four cells that are no voids. Pull: a void becomes what the coarse level has there, by bilinear interpolation. Both are
 * weighted means of floats, taken in double and rounded, so nothing leaves the range of what was measured. */
#ifndef TRN_PUSH_PULL_H
#define TRN_PUSH_PULL_H
#include "kernels/kernel.h"

typedef struct push_args {
    const float *from;               /* voids are NaN; infinities there are none */
    float *to;
    int32_t width, height;           /* of `to`: half of from's, rounded up */
    int32_t from_width, from_height;
} push_args;
TRN_KERNEL_DECLARE(push);

typedef struct pull_args {
    const float *from;               /* without voids */
    float *to;                       /* its voids are filled */
    int32_t width, height;           /* of `to` */
    int32_t from_width, from_height;
    int32_t tile;                    /* the image repeats */
} pull_args;
TRN_KERNEL_DECLARE(pull);

/* Where cell i of a fine axis lies on the coarse one of n cells: three quarters in cell i/2, one quarter in this one. */
TRN_FN int32_t trn_coarse_other(int32_t i, int32_t n, int32_t tile)
{
    const int32_t other = i % 2 ? i / 2 + 1 : i / 2 - 1;
    return other < 0 ? (tile ? n - 1 : 0) : other >= n ? (tile ? 0 : n - 1) : other;
}
#endif
