/* Layers of rock: steps (steps.h) along planes that are tilted and folded against the heights, each with a hardness of its own. */
#ifndef TRN_STRATA_H
#define TRN_STRATA_H
#include "kernels/kernel.h"
#include "kernels/steps.h"

typedef struct strata_args {
    const float *z, *noise, *mask; /* noise: NULL without; mask: NULL is everywhere */
    float *out;
    int32_t *id;                   /* which layer */
    int32_t width, height;
    trn_steps steps;               /* not shifted */
    double softness, variety;      /* 1 over the power of a layer is softness + variety random */
    uint32_t key;                  /* of that random number */
    double u, v;                   /* of the first pixel's centre, counted in pixels of the whole */
    double tilt_u, tilt_v;         /* added to a height for each pixel */
    double fold;                   /* added times noise */
    double share;                  /* of the displacement, times mask */
    int32_t alone;                 /* out is the displacement */
} strata_args;
TRN_KERNEL_DECLARE(strata);
TRN_KERNEL_PLANES(strata, TRN_PLANE(strata, z, TRN_READ), TRN_PLANE(strata, noise, TRN_READ), TRN_PLANE(strata, mask, TRN_READ),
                  TRN_PLANE(strata, out, TRN_WRITE), TRN_PLANE(strata, id, TRN_WRITE));
#endif
