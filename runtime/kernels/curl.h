/* Curl noise: velocities without sources or sinks, from the analytic slopes of potentials (Bridson et al. 2007). */
#ifndef TRN_CURL_H
#define TRN_CURL_H
#include "kernels/simplex_slopes.h"

typedef struct curl_args {
    float *value;             /* `components` planes: velocities, in cells */
    float *potential;         /* 2 components: what they are the curl of. NULL: not wanted */
    int64_t stride;
    int32_t width, height;
    pixel_place place;
    int32_t components;       /* 2, of one potential, or 3, of three */
    int32_t octaves;          /* 1 ... SIMPLEX_OCTAVES, each half as strong as that before */
    uint32_t key[3][SIMPLEX_OCTAVES];
    double amplitude, center;
} curl_args;
TRN_KERNEL_DECLARE(curl);
TRN_KERNEL_PLANES(curl, TRN_PLANES(curl, value, TRN_WRITE, 3, stride), TRN_PLANE(curl, potential, TRN_WRITE));
#endif
