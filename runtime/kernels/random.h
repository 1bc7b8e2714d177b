/* random.h - a value by hash for each pixel, or for each id, put into a range, a ramp, or a list of colours. */
#ifndef TRN_RANDOM_H
#define TRN_RANDOM_H
#include "kernels/kernel.h"
#include "math/color_ramp.h"

enum { RANDOM_COLORS = 256 };
typedef enum random_kind { RANDOM_RANGE, RANDOM_HSV, RANDOM_RAMP, RANDOM_CHOICE } random_kind;

/* Colour k is taken by what lies below upto[k], and not below upto[k - 1]. */
typedef struct random_colors {
    int32_t count;
    double upto[RANDOM_COLORS];
    float value[RANDOM_COLORS][3];
} random_colors;

typedef struct random_args {
    const int32_t *ids;      /* or */
    const float *float_ids;  /* rounded to nearest, a void as the least; with neither of them each pixel has a value */
    float *out;
    int64_t stride;          /* of out's planes */
    int32_t width, height;
    uint32_t x, y;           /* the first pixel's place in the whole, low words */
    int32_t kind;            /* a random_kind */
    int32_t channels;        /* of all kinds but RANDOM_RANGE the fourth is 1 */
    int32_t zero_negative;   /* negative ids give 0 */
    uint32_t key[4];         /* of each channel; ramps and choices use the first */
    double from[4], span[4]; /* RANDOM_RANGE: of each channel. RANDOM_HSV: of hue in sixths of a circle, saturation, value */
    trn_color_ramp ramp;     /* RANDOM_RAMP */
    const random_colors *colors; /* RANDOM_CHOICE */
} random_args;
TRN_KERNEL_DECLARE(random);
/* of out the plane that there is at least */
TRN_KERNEL_PLANES(random, TRN_PLANE(random, ids, TRN_READ), TRN_PLANE(random, float_ids, TRN_READ), TRN_PLANES(random, out, TRN_WRITE, 1, stride),
                  TRN_TABLE(random, colors));
#endif
