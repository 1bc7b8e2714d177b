/* Curl noise: velocities without sources or sinks, from the analytic slopes of potentials (Bridson et al. 2007). */
#ifndef TRN_CURL_H
#define TRN_CURL_H
#include "kernels/simplex_slopes.h"

typedef struct curl_args {
    float *vx, *vy, *vz;      /* velocities, in cells; vz NULL: two components of one potential, else three of three */
    float *potential;         /* two components: what they are the curl of; else NULL */
    int32_t width, height;
    pixel_place place;
    int32_t octaves;          /* 1 ... SIMPLEX_OCTAVES, each half as strong as that before */
    uint32_t key[3][SIMPLEX_OCTAVES];
    double amplitude, center;
} curl_args;
TRN_KERNEL_DECLARE(curl);
TRN_KERNEL_PLANES(curl, TRN_PLANE(curl, vx, TRN_WRITE), TRN_PLANE(curl, vy, TRN_WRITE), TRN_PLANE(curl, vz, TRN_WRITE),
                  TRN_PLANE(curl, potential, TRN_WRITE));
#endif
