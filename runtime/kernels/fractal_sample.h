/* fractal_sample.h - an image laid into itself: octaves of it, each turned, scaled and shifted.
 *
 * fractal_sample does one channel: a weighted sum or the greatest. fractal_over does the four of RGBA (straight alpha), each octave over
 * those before. A void under any tap that counts gives a void. */
#ifndef TRN_FRACTAL_SAMPLE_H
#define TRN_FRACTAL_SAMPLE_H
#include "kernels/kernel.h"

enum { FRACTAL_SAMPLE_OCTAVES = 16 };
enum { FRACTAL_WRAP, FRACTAL_CLAMP, FRACTAL_BLACK };

/* (X, Y), a pixel's place from the middle of the image, is sampled at pixel (xx X + xy Y + x0, yx X + yy Y + y0). */
typedef struct fractal_octave {
    double xx, xy, x0, yx, yy, y0;
    double weight;           /* of the sum below 0 where it is subtracted */
    double add;              /* to the weighted sample, where the greatest counts */
} fractal_octave;

typedef struct fractal_view { /* how the source is read */
    int32_t border;          /* FRACTAL_WRAP ... */
    int32_t point;           /* the nearest pixel instead of a bilinear mean of four */
    int32_t octaves;         /* at least 1 */
    fractal_octave octave[FRACTAL_SAMPLE_OCTAVES];
} fractal_view;

typedef struct fractal_sample_args {
    const float *from;
    float *out;
    int32_t width, height;   /* of both */
    int32_t greatest;        /* of the octaves, else their sum over `total`, and `add` */
    double total, add;
    fractal_view view;
} fractal_sample_args;
TRN_KERNEL_DECLARE(fractal_sample);
TRN_KERNEL_PLANES(fractal_sample, TRN_PLANE(fractal_sample, from, TRN_READ), TRN_PLANE(fractal_sample, out, TRN_WRITE));

typedef struct fractal_over_args {
    const float *from;       /* four planes, as out's */
    float *out;
    int64_t from_stride, stride;
    int32_t width, height;
    fractal_view view;
} fractal_over_args;
TRN_KERNEL_DECLARE(fractal_over);
TRN_KERNEL_PLANES(fractal_over, TRN_PLANES(fractal_over, from, TRN_READ, 4, from_stride), TRN_PLANES(fractal_over, out, TRN_WRITE, 4, stride));
#endif
