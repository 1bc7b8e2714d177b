/* Heights limited from below and above, with knees that are parabolas: where a height is less than k away from a limit, the
 * result is the limit plus or minus (k - distance)^2/4k, which meets both the height and the limit with the same slope. */
#ifndef TRN_CLIP_H
#define TRN_CLIP_H
#include "kernels/kernel.h"

typedef struct clip_args {
    const float *z, *mask;  /* mask: NULL clips everywhere */
    float *out, *change;    /* change: out - z */
    int32_t width, height;
    double min, max;        /* -inf and inf where that side stays open */
    double knee;            /* k: half the width of a knee; 0 is hard */
    double inverse;         /* 1/k, or 0 */
} clip_args;
TRN_KERNEL_DECLARE(clip);
TRN_KERNEL_PLANES(clip, TRN_PLANE(clip, z, TRN_READ), TRN_PLANE(clip, mask, TRN_READ), TRN_PLANE(clip, out, TRN_WRITE),
                  TRN_PLANE(clip, change, TRN_WRITE));
#endif
