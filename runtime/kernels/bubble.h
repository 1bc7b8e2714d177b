/* Bubbles: at most one sphere a cell; how high above the slice the uppermost reaches, and which it is. */
#ifndef TRN_BUBBLE_H
#define TRN_BUBBLE_H
#include "kernels/pixel_place.h"

typedef struct bubble_args {
    float *value;
    int32_t *id;             /* -1: none */
    int32_t width, height;
    pixel_place place;
    uint32_t key, id_key;
    double radius;           /* 0 ... 1 cell: of the largest. Others have half of it at least */
    double density;          /* how probable a sphere is */
    double amplitude, center;
} bubble_args;
TRN_KERNEL_DECLARE(bubble);
TRN_KERNEL_PLANES(bubble, TRN_PLANE(bubble, value, TRN_WRITE), TRN_PLANE(bubble, id, TRN_WRITE));
#endif
