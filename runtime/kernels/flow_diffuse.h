/* flow_diffuse.h - one explicit step of linear diffusion, five points. */
#ifndef TRN_KERNEL_FLOW_DIFFUSE_H
#define TRN_KERNEL_FLOW_DIFFUSE_H
#include "kernels/kernel.h"

/* out = z + rate * (the four neighbours - 4 z). Nothing flows over an open border; with wrap the edges meet. Cells of
 * mask that are not 0 stay, and with fixed_border the border; others change by as much of it as they are exposed (1: all).
 * z and out are different planes. */
typedef struct flow_diffuse_args {
    int32_t width, height;
    const float *z;
    float *out;
    float rate;
    int32_t wrap, fixed_border;
    const uint8_t *mask;  /* may be NULL */
    const float *exposed; /* may be NULL */
} flow_diffuse_args;
TRN_KERNEL_DECLARE(flow_diffuse);
#endif
