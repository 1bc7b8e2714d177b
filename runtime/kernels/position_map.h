/* A place for each pixel in three planes, or one direction of view for all, with each axis moved, stretched and folded. */
#ifndef TRN_POSITION_MAP_H
#define TRN_POSITION_MAP_H
#include "kernels/kernel.h"

enum { POSITION_CLAMP, POSITION_MIRROR, POSITION_WRAP, POSITION_EXTEND };
typedef struct position_axis { int32_t border; double shift, cycles; } position_axis; /* border: POSITION_CLAMP ... */

typedef struct position_map_args {
    float *out;
    int64_t stride;               /* from plane to plane */
    int32_t width, height;
    int32_t view;                 /* (0, 0, -1) everywhere, not places */
    int64_t x, y;                 /* of the first pixel in the whole */
    int64_t whole_width, whole_height;
    position_axis axis[3];
} position_map_args;
TRN_KERNEL_DECLARE(position_map);
TRN_KERNEL_PLANES(position_map, TRN_PLANES(position_map, out, TRN_WRITE, 3, stride));
#endif
