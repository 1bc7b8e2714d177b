/* flow_river.h - how much of a river drainage makes. */
#ifndef TRN_KERNEL_FLOW_RIVER_H
#define TRN_KERNEL_FLOW_RIVER_H
#include "kernels/kernel.h"

/* river = smoothstep(-1, 1, ln(flow / area) / softness): 1/2 where flow is area, 0 and 1 where it is e^softness times less and more */
typedef struct flow_river_args {
    int32_t width, height;
    const float *flow; /* 0 and more */
    float *river;
    double area, softness;
} flow_river_args;
TRN_KERNEL_DECLARE(flow_river);
#endif
