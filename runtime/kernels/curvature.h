/* Curvatures of a height map, convex positive (Evans 1980; Zevenbergen and Thorne 1987; Shary 1995). */
#ifndef TRN_CURVATURE_H
#define TRN_CURVATURE_H
#include "kernels/stencil.h"
#include "math/scalar.h"

enum { CURVATURE_MEAN, CURVATURE_GAUSSIAN, CURVATURE_PROFILE, CURVATURE_TANGENTIAL, CURVATURE_PLAN };

typedef struct curvature_args {
    const float *z;
    float *out;
    int32_t width, height;
    int32_t wrap, kind;
    float slope, bend;  /* of one unit of z: the slope of a rise over one cell, and the second derivative of a bend over one */
    float scale;        /* multiplies the result */
} curvature_args;
TRN_KERNEL_DECLARE(curvature);

/* p, q, r, s, t of the world. Written with the cosines of the surface's slope, so that no square of a steep one overflows. */
TRN_FN float trn_curvature_of(trn_bend d, int32_t kind)
{
    const float steep = d.p * d.p + d.q * d.q;
    if (kind == CURVATURE_GAUSSIAN) {
        const float c2 = 1.0f / (1.0f + steep), r = d.r * c2, s = d.s * c2, t = d.t * c2;
        return r * t - s * s;
    }
    const float cosine = 1.0f / sqrtf(1.0f + steep);
    if (kind == CURVATURE_MEAN) {
        const float p = d.p * cosine, q = d.q * cosine, one = cosine * cosine;
        return -0.5f * cosine * (((one + q * q) * d.r - 2.0f * (p * q) * d.s) + (one + p * p) * d.t);
    }
    const float inverse = 1.0f / steep, p = d.p * inverse, q = d.q * inverse, uu = p * d.p, uv = p * d.q, vv = q * d.q;
    const float along = (uu * d.r + 2.0f * uv * d.s) + vv * d.t;  /* second derivatives along the slope */
    const float across = (vv * d.r - 2.0f * uv * d.s) + uu * d.t; /* and across it */
    const float level = -0.5f * (d.r + d.t); /* flat ground has no direction: the mean over all */
    const int32_t flat = steep <= 1e-24f;
    if (kind == CURVATURE_PROFILE) return flat ? level : -along * (cosine * cosine * cosine);
    if (kind == CURVATURE_TANGENTIAL) return flat ? level : -across * cosine;
    return flat ? 0.0f * level : -across / sqrtf(steep);
}
#endif
