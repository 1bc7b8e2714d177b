/* Clouds: fractal noise, and how dense it is beyond a threshold. */
#ifndef TRN_CLOUD_H
#define TRN_CLOUD_H
#include "kernels/simplex_slopes.h"

typedef struct cloud_args {
    float *value, *raw;       /* raw: the noise, [-1, 1] */
    int32_t width, height;
    pixel_place place;
    int32_t octaves;          /* 1 ... SIMPLEX_OCTAVES, each half as strong as that before */
    int32_t billow;           /* of each octave 2 |noise| - 1 */
    uint32_t key[SIMPLEX_OCTAVES];
    double threshold;         /* of the noise: there the density is 1/2. Infinite where all is full or empty */
    double softness;          /* how much noise lies between the densities 0 and 1 */
    double amplitude, center;
} cloud_args;
TRN_KERNEL_DECLARE(cloud);
TRN_KERNEL_PLANES(cloud, TRN_PLANE(cloud, value, TRN_WRITE), TRN_PLANE(cloud, raw, TRN_WRITE));
#endif
