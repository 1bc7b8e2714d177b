/* Ambient occlusion: how much of the sky above the tangent plane is hidden by the ground around. */
#ifndef TRN_HEIGHT_TO_AO_H
#define TRN_HEIGHT_TO_AO_H
#include "kernels/horizon.h"

typedef struct height_to_ao_ray {
    float du, dv;                  /* one pixel along it */
    int32_t first;                 /* of its taps */
    int32_t ahead, behind, count;  /* 1 or 0: one pixel along it, and against it; then those that look for the horizon */
} height_to_ao_ray;

typedef struct height_to_ao_args {
    horizon_map map;
    const horizon_tap *taps;
    const height_to_ao_ray *rays;
    int32_t ray_count;
    float *ao;
    int32_t width, height;
    float sign;  /* -1: the terrain is turned upside down */
    float scale; /* world height of one unit of z over the width of a pixel; not negative */
    float share; /* what full occlusion along one ray takes away */
} height_to_ao_args;

TRN_KERNEL_DECLARE(height_to_ao);
#endif
