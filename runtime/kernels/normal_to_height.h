/* Heights whose slopes are as near as can be to those of a map of normals, in the sum of their squares over the image (Frankot
 * and Chellappa 1988). In Fourier space each wave of the heights follows from the same wave of the two slopes:
 *     Z = -i (du P + dv Q) / (eu + ev),
 * where i du and i dv are what the derivatives along u and v make of the wave, and eu + ev the square of its frequency.
 *
 * A tiled image is transformed as it is. Another is mirrored at its edges, which leaves cosines of z, sines of p along u and of
 * q along v, so that real numbers of the image's own size do: they are taken by a complex transform of numbers in another order
 * (Makhoul 1980). Two real transforms always make one complex one: of both slopes, or of two rows of heights.
 *
 * Three kernels, in this order; "rows" are groups of TRN_FFT_LANES rows, or of twice as many columns or rows. */
#ifndef TRN_NORMAL_TO_HEIGHT_H
#define TRN_NORMAL_TO_HEIGHT_H
#include "kernels/fft.h"

typedef struct trn_wave { double d, e; } trn_wave; /* of one axis: du and eu, or dv and ev */

typedef struct normal_to_height_args {
    const float *nx, *ny, *nz;
    float *out;
    int32_t width, height;
    bool tile;
    const trn_fft_plan *across, *up;
    const trn_turn *turn_u, *turn_v;  /* [width], [height]: e^(-i pi k / 2 width), for mirrored images */
    const trn_wave *wave_u, *wave_v;  /* [columns], [height] */
    double *plane[4];                 /* tiled: P and Q as real and imaginary parts, then Z in the first two. Mirrored: P and Q, then Z */
    int64_t pitch;                    /* doubles from row to row, a multiple of eight */
    int32_t columns;                  /* of waves along u: width/2 + 1, mirrored width. Beyond them up to 15 more are computed with */
    double scale;
    int32_t *steep;                   /* for each row of `across`: how many normals were too flat to be the ground's */
    int32_t count_from, count_to;     /* ... in these columns */
    trn_fft_lanes *room;              /* normal_to_height_room, which no other call uses meanwhile; 64-byte aligned */
} normal_to_height_args;
typedef normal_to_height_args slopes_across_args, slopes_up_args, heights_back_args;
TRN_KERNEL_DECLARE(slopes_across); /* normals to slopes, and their waves along u */
TRN_KERNEL_DECLARE(slopes_up);     /* waves along v, heights from slopes, and back along v */
TRN_KERNEL_DECLARE(heights_back);  /* back along u */

static inline size_t trn_normal_to_height_room(const trn_fft_plan *across, const trn_fft_plan *up)
{
    const size_t a = trn_fft_room(across), b = trn_fft_room(up);
    return 2 * (a > b ? a : b);
}
/* Of the numbers j = 0, 1, 2 ... of a mirrored line the even ones go up from the beginning, the odd ones down from the end. */
TRN_FN int32_t trn_mirror_order(int32_t j, int32_t count) { return j % 2 ? count - 1 - j / 2 : j / 2; }
#endif
