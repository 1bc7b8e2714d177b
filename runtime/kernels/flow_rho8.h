/* flow_rho8.h - the steepest of eight neighbours with randomised diagonals (Fairfield and Leymarie 1991). */
#ifndef TRN_KERNEL_FLOW_RHO8_H
#define TRN_KERNEL_FLOW_RHO8_H
#include "kernels/kernel.h"
#include "math/hash.h"

/* Inner rows, columns 1 ... width - 2. Diagonal drops are divided by 2 - u, where u is uniform in [0, 1) and differs for
 * each cell and direction: on a plane the mean direction is then the plane's. Of equally steep ones the first wins, E N W S
 * NE NW SW SE. */
typedef struct flow_rho8_args {
    int32_t width, height;
    const float *z;
    uint8_t *dir; /* kept where it is an outlet, or no neighbour is strictly lower */
    uint32_t key;
} flow_rho8_args;
TRN_KERNEL_DECLARE(flow_rho8);

/* The divisors 2 - u of a cell: NE and NW from the halves of *p, SW and SE from those of *q. */
TRN_FN void flow_rho8_hash(uint32_t cell, uint32_t key, uint32_t *p, uint32_t *q)
{
    *p = trn_mix(cell ^ key);
    *q = trn_mix(*p + 0x9e3779b9u);
}
TRN_FN float flow_rho8_low(uint32_t h) { return 2.0f - (float)(int32_t)(h & 0xffffu) * (1.0f / 65536.0f); }
TRN_FN float flow_rho8_high(uint32_t h) { return 2.0f - (float)(int32_t)(h >> 16) * (1.0f / 65536.0f); }
#endif
