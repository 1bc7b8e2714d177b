/* Where light that a water surface refracts lands on the floor below. */
#ifndef TRN_HEIGHT_TO_CAUSTICS_H
#define TRN_HEIGHT_TO_CAUSTICS_H
#include "kernels/stencil.h"
#include "math/scalar.h"

/* Slopes of the surface, in units of z over the width of a pixel. */
typedef struct caustics_slopes_args {
    const float *z;
    float *u, *v;
    int32_t width, height;
    int32_t wrap;
} caustics_slopes_args;
TRN_KERNEL_DECLARE(caustics_slopes);

typedef struct caustics_water {
    double sun_u, sun_v, sun_up; /* towards the light, one long */
    double bend;                 /* 1/index of refraction */
    double depth;                /* pixels */
    double scale;                /* slope in the world of a slope of 1 */
    double calm_u, calm_v;       /* where light lands that goes through calm water, in pixels from where it enters */
    double most;                 /* pixels from there that light goes at most; 0: no limit */
} caustics_water;

/* Photons of the pixels x ... x + width - 1 of a row: the rows that the kernel runs over are the image's. Photon (i, j) of a pixel is
 * number j * side + i, and number k of pixel x + n stands at k * pitch + n of the arrays. */
typedef struct caustics_photons_args {
    const float *slope_u, *slope_v;
    int32_t image_width, image_height, wrap;
    int32_t x, width;
    int32_t side; /* photons of a pixel along each axis */
    int64_t pitch;
    caustics_water water;
    double *u, *v; /* from the pixel's centre to where they land: whole numbers of 2^-20 of a pixel, of at most 2^50 */
} caustics_photons_args;
TRN_KERNEL_DECLARE(caustics_photons);

enum { CAUSTICS_BITS = 20, CAUSTICS_ONE = 1 << CAUSTICS_BITS }; /* the light of a photon */

/* Refraction, in vectors (Snell): with light along l, the normal n against it, c = -l.n and e = 1/index, it goes on along
 * e l + (e c - sqrt(1 - e^2 (1 - c^2))) n. Pixels from where it enters to where it lands. */
TRN_FN void caustics_refract(const caustics_water *w, double p, double q, double *u, double *v)
{
    const double inverse = 1.0 / sqrt((p * p + q * q) + 1.0);
    const double c = trn_saturate(((w->sun_up - w->sun_u * p) - w->sun_v * q) * inverse);
    const double k = (w->bend * c - sqrt(1.0 - w->bend * w->bend * (1.0 - c * c))) * inverse;
    const double far = w->depth / trn_max(w->bend * w->sun_up - k, 1e-4);
    *u = far * ((0.0 - w->bend * w->sun_u) - k * p);
    *v = far * ((0.0 - w->bend * w->sun_v) - k * q);
}

/* Where photon k of `side` lies in its pixel, from the pixel's centre. */
TRN_FN double caustics_offset(int32_t k, int32_t side) { return ((double)k + 0.5) / (double)side - 0.5; }
/* at: pixels */
TRN_FN double caustics_fixed(double at) { return (at * (double)CAUSTICS_ONE + 6755399441055744.0) - 6755399441055744.0; }
#endif
