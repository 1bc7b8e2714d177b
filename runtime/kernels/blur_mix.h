/* What a blur node makes of blurred planes: by how much each pixel is blurred, and how much of it shows. */
#ifndef TRN_BLUR_MIX_H
#define TRN_BLUR_MIX_H
#include "kernels/kernel.h"
#include "math/scalar.h"

/* Of the weights of a blur of radius r, in pixels squared. */
TRN_FN double trn_blur_variance(int32_t box, double r)
{
    const double f = trn_floor(r), out = f + 1.0;
    const double sum = f * out * (f + out) * (1.0 / 3.0) + 2.0 * (r - f) * (out * out);
    return box ? sum / (r + r + 1.0) : 0.25 * r * r;
}

/* Pixels whose radius lies above that of `lower` and not above that of `upper` get the two mixed, so that the variance of their
 * weights is that of the radius. The radius is scale, clamped to 0 ... 1, times `radius`; void: 0. */
typedef struct blur_pick_args {
    const float *scale, *lower, *upper;
    float *to;
    int32_t width, height, box;
    double radius;
    double least, greatest;    /* radii of lower and upper */
    double base, rate;         /* share of upper = (variance - base) * rate */
} blur_pick_args;
TRN_KERNEL_DECLARE(blur_pick);

/* to = from + (blurred - from) m, m being the mask, clamped to 0 ... 1, or 1 minus it. Where it is 0 or void, pixels keep their bits. */
typedef struct blur_mask_args {
    const float *from, *mask;
    float *to; /* holds what is blurred before */
    int32_t width, height, invert;
} blur_mask_args;
TRN_KERNEL_DECLARE(blur_mask);
#endif
