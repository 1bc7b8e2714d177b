/* flow_d8.h - the steepest of eight neighbours. */
#ifndef TRN_KERNEL_FLOW_D8_H
#define TRN_KERNEL_FLOW_D8_H
#include "kernels/kernel.h"

/* Inner rows, columns 1 ... width - 2. The first of equally steep ones wins, E NE N NW W SW S SE. */
typedef struct flow_d8_args {
    int32_t width, height;
    const float *z;
    uint8_t *dir; /* kept where it is an outlet, or no neighbour is strictly lower */
} flow_d8_args;
TRN_KERNEL_DECLARE(flow_d8);
#endif
