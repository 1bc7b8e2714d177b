/* Terraces cut into heights: see steps.h. */
#ifndef TRN_TERRACE_H
#define TRN_TERRACE_H
#include "kernels/kernel.h"
#include "kernels/steps.h"

typedef struct terrace_args {
    const float *z, *mask;  /* mask: NULL cuts everywhere */
    float *out;
    int32_t width, height;
    trn_steps steps;
    float power;
    float min, max;         /* heights beyond are left alone */
    double share;           /* of the cut that is made, times the mask */
} terrace_args;
TRN_KERNEL_DECLARE(terrace);
TRN_KERNEL_PLANES(terrace, TRN_PLANE(terrace, z, TRN_READ), TRN_PLANE(terrace, mask, TRN_READ), TRN_PLANE(terrace, out, TRN_WRITE));
#endif
