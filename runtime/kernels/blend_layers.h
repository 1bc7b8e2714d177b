/* blend_layers.h - one plane with another, by a mask. */
#ifndef TRN_BLEND_LAYERS_H
#define TRN_BLEND_LAYERS_H
#include "kernels/kernel.h"
#include <stdbool.h>

typedef enum blend_mode {
    BLEND_MIX, BLEND_ADD, BLEND_SUBTRACT, BLEND_MULTIPLY, BLEND_MINIMUM, BLEND_MAXIMUM, BLEND_SMOOTH_MINIMUM, BLEND_SMOOTH_MAXIMUM,
    BLEND_OVERLAY, BLEND_SCREEN, BLEND_DIFFERENCE
} blend_mode;
typedef struct blend_layers_args {
    const float *a, *b, *mask; /* mask: NULL is 1 everywhere */
    float *out;
    int32_t width, height, mode;
    bool invert;
    double opacity, radius;    /* radius: above 0 in the smooth modes */
} blend_layers_args;
TRN_KERNEL_DECLARE(blend_layers);
#endif
