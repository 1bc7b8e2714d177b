/* flow_donors.h - who drains to a cell, as a set of directions. */
#ifndef TRN_KERNEL_FLOW_DONORS_H
#define TRN_KERNEL_FLOW_DONORS_H
#include "kernels/kernel.h"

/* Inner rows, columns 1 ... width - 2. Only the low four bits of dir count. */
typedef struct flow_donors_args {
    int32_t width, height;
    const uint8_t *dir;
    uint8_t *donors;
} flow_donors_args;
TRN_KERNEL_DECLARE(flow_donors);
#endif
