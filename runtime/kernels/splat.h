/* Material masks of a terrain: what slope, height and the layers of other nodes make of each pixel. */
#ifndef TRN_SPLAT_H
#define TRN_SPLAT_H
#include "kernels/stencil.h"

/* A smooth rise (3t^2 - 2t^3) from 0 at `from`; rate is 1/width, or so large that the rise is a step just above `from`. */
typedef struct trn_ramp { double from, rate; } trn_ramp;

TRN_FN trn_ramp trn_make_ramp(double centre, double width) /* of any finite numbers; width 0: a step */
{
    const double limit = 1e300;
    const double half = width < limit ? 0.5 * width : 0.5 * limit;
    const double middle = centre > limit ? limit : centre < -limit ? -limit : centre;
    const trn_ramp r = {middle - half, half > 0.5 / limit ? 0.5 / half : limit};
    return r;
}

typedef struct splat_cover_args { /* cover = max(cover, how much a water layer says) */
    const float *amount;
    float *cover;
    int32_t width, height;
    int32_t lake;     /* amounts rise along `ramp`; otherwise they are clamped to 0 ... 1 */
    trn_ramp ramp;
} splat_cover_args;
TRN_KERNEL_DECLARE(splat_cover);

typedef struct splat_args {
    const float *z, *debris; /* debris: any plane of this size when has_debris is 0 */
    float *grass, *sediment, *rock, *snow;
    float *water;            /* holds the cover of all water layers before, the mask after */
    int32_t *id;
    float *rgba;             /* rock, snow, sediment, water */
    int64_t stride;          /* of rgba's planes */
    int32_t width, height;
    int32_t wrap;
    int32_t has_debris;
    double scale;            /* world height of one unit of z over the width of a cell */
    double base, unit;       /* height = (z - base) * unit */
    double debris_rate;      /* cover of one unit of debris */
    trn_ramp rock_slope, snow_height, snow_slope, flat_slope, low_height;
} splat_args;
TRN_KERNEL_DECLARE(splat);

/* Sums over each row, in units of 2^-23, which are whole. */
typedef struct splat_sums_args {
    const float *mask[5];
    int64_t (*sums)[5];      /* of each row */
    int32_t pitch;           /* pixels from one row to the next */
    int32_t width, height;
} splat_sums_args;
TRN_KERNEL_DECLARE(splat_sums);
#endif
