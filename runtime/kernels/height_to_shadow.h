/* Cast shadows: whether the ground towards the sun stands higher than the sun. */
#ifndef TRN_HEIGHT_TO_SHADOW_H
#define TRN_HEIGHT_TO_SHADOW_H
#include "kernels/horizon.h"

typedef struct height_to_shadow_args {
    horizon_map map;
    const horizon_tap *taps; /* towards the sun */
    int32_t tap_count;
    float top;               /* a little above the highest z, turned upside down where the terrain is: no sample reaches it */
    float *shadow;
    int32_t width, height;
    float sign;              /* -1: the terrain is turned upside down */
    double scale;            /* world height of one unit of z over the width of a pixel; not negative */
    double sine, cosine;     /* of the sun's elevation */
    double elevation;        /* degrees */
    double softness;         /* degrees; the sun's angular radius */
    float least, most;       /* rises up to least are lit, those above most, rounding apart, are dark */
    int32_t invert;
} height_to_shadow_args;

TRN_KERNEL_DECLARE(height_to_shadow);
#endif
