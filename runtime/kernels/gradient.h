/* One channel of a ramp along a direction of the image. Places are of the whole image: a pixel's centre is (2 i + 1)/2 pixels from its
 * lower left corner, which `first` counts in half pixels, exactly. Worked out in double. */
#ifndef TRN_GRADIENT_H
#define TRN_GRADIENT_H
#include "kernels/kernel.h"
#include "math/color_ramp.h"

enum { TRN_GRADIENT_V, TRN_GRADIENT_U, TRN_GRADIENT_DIAGONAL, TRN_GRADIENT_RADIAL, TRN_GRADIENT_ANGULAR };

typedef struct gradient_args {
    float *plane;           /* either this */
    double *exact;          /* or this */
    int32_t width, height;
    int32_t direction, channel;
    double first_x, first_y; /* of the first pixel's centre, in half pixels */
    double whole_x, whole_y; /* the whole image, in half pixels */
    double along_x, along_y; /* diagonal: how much t grows over a half pixel; about the centre it is 1/2 */
    double unit;             /* radial, angular: half pixels of the short side */
    double center_x, center_y; /* in that unit, from the image's middle */
    trn_color_ramp ramp;
} gradient_args;
TRN_KERNEL_DECLARE(gradient);
TRN_KERNEL_PLANES(gradient, TRN_PLANE(gradient, plane, TRN_WRITE), TRN_PLANE(gradient, exact, TRN_WRITE));
#endif
