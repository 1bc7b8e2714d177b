/* flow_givers.h - how many neighbours give a cell of their water. */
#ifndef TRN_KERNEL_FLOW_GIVERS_H
#define TRN_KERNEL_FLOW_GIVERS_H
#include "kernels/kernel.h"

/* Inner rows, columns 1 ... width - 2. A neighbour gives if its direction points here, and with `ground` also if it is
 * higher, unless it is an outlet. The number goes to bits 60 ... 63 of amount, FLOW_SOURCE where nobody gives. */
typedef struct flow_givers_args {
    int32_t width, height;
    const float *ground; /* may be NULL */
    const uint8_t *dir;
    uint64_t *amount; /* below 2^60 */
} flow_givers_args;
TRN_KERNEL_DECLARE(flow_givers);

#define FLOW_SOURCE 15
TRN_FN uint64_t flow_given(uint32_t givers) { return (uint64_t)(givers ? givers : FLOW_SOURCE) << 60; }
#endif
