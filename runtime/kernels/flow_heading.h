/* flow_heading.h - directions as unit vectors. */
#ifndef TRN_KERNEL_FLOW_HEADING_H
#define TRN_KERNEL_FLOW_HEADING_H
#include "kernels/kernel.h"

/* (u, v) of the direction in the low four bits of dir; (0, 0) without a receiver */
typedef struct flow_heading_args {
    int32_t width, height;
    const uint8_t *dir;
    float *u, *v;
} flow_heading_args;
TRN_KERNEL_DECLARE(flow_heading);
#endif
