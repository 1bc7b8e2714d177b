/* flow_route.h - receivers on a filled surface: the filled ground's slope, and under water the raw ground's. */
#ifndef TRN_KERNEL_FLOW_ROUTE_H
#define TRN_KERNEL_FLOW_ROUTE_H
#include "kernels/kernel.h"

#define FLOW_LEVEL 16 /* flag in dir: dry ground (z = fill) beside which the filled ground is nowhere lower */
#define FLOW_SHORE 32 /* with LEVEL: the raw ground is lower somewhere, so water lies there */

/* Inner rows, columns 1 ... width - 2. Where neither falls, the direction in the low four bits of low. */
typedef struct flow_route_args {
    int32_t width, height;
    const float *z, *fill;
    const uint8_t *low;
    uint8_t *dir;
} flow_route_args;
TRN_KERNEL_DECLARE(flow_route);
#endif
