/* horizon.h - how steeply the ground rises along a ray from every pixel of a row: what ambient occlusion and cast
 * shadows look for.
 *
 * A ray is a list of samples that every pixel takes at the same offset, so a row of pixels reads its samples side by side:
 * no pixel looks for its neighbours by itself. A sample is interpolated between four pixels, beginning at the one nearest
 * to the ray's own: rays that mirror each other get mirrored bits, and close to the pixel nothing cancels.
 *
 * Where there is no ground the map holds NaN. A sample that touches one is passed over, whether it lies beyond the image or
 * in a void. */
#ifndef TRN_HORIZON_H
#define TRN_HORIZON_H
#include "kernels/kernel.h"
#include "math/scalar.h"

enum { HORIZON_PIXELS = 256 }; /* of a row at a time: what is read for them stays in the caches */

typedef struct horizon_tap {
    int32_t u[2], v[2]; /* columns and rows from the pixel to the sample's corners, the nearer ones first */
    float fu, fv;       /* where the sample lies between them. 0: on the nearer one, and the farther one is the same */
    float per;          /* 1/distance in pixels, negative where the terrain is turned upside down */
} horizon_tap;

typedef struct horizon_map {
    const float *z;     /* pixel (0, 0); rows go on to both sides as far as taps reach */
    const float *none;  /* the same of a row of NaN */
    int64_t pitch;
    int32_t height, wrap;
} horizon_map;

TRN_FN const float *horizon_row(const horizon_map *m, int32_t y)
{
    if (m->wrap) y = trn_wrap_i(y, m->height);
    return y < 0 || y >= m->height ? m->none : m->z + (int64_t)y * m->pitch;
}

/* Heights are compared before they are multiplied. Rounding makes a rise of no more than this share of the height from ground that
 * is even: heights are floats, and so are differences. */
#define HORIZON_NOISE 0x1p-20f

/* One sample of `count` pixels; rise[] becomes the greater of it and the sample's. near, far: the rows of its corners at the
 * pixels' own columns. shape: 0 on a pixel, 1 between two of a row, 2 between two of a column, 3 between four. */
TRN_FN void horizon_sample(int shape, const float *here, const float *near, const float *far, horizon_tap t, int32_t count, float *rise)
{
    const float *a = near + t.u[0], *b = near + t.u[1], *c = far + t.u[0], *d = far + t.u[1];
    const float fu = t.fu, fv = t.fv, per = t.per;
    _Pragma("omp simd")
    for (int32_t i = 0; i < count; ++i) {
        const float z = here[i];
        float up = a[i] - z;
        if (shape & 1) up += fu * (b[i] - a[i]);
        if (shape & 2) {
            float beyond = c[i] - z;
            if (shape & 1) beyond += fu * (d[i] - c[i]);
            up += fv * (beyond - up);
        }
        up *= per;
        rise[i] = up > rise[i] ? up : rise[i];
    }
}

/* Samples of pixels (x ... x + count - 1, y) along a ray. */
TRN_FN void horizon_ray(const horizon_map *m, const horizon_tap *taps, int32_t tap_count, int32_t x, int32_t y, int32_t count, float *rise)
{
    const float *here = m->z + (int64_t)y * m->pitch + x;
    for (int32_t k = 0; k < tap_count; ++k) {
        const horizon_tap t = taps[k];
        const float *near = horizon_row(m, y + t.v[0]), *far = horizon_row(m, y + t.v[1]);
        if (near == m->none || far == m->none) continue;
        near += x;
        far += x;
        if (t.fu != 0.0f && t.fv != 0.0f) horizon_sample(3, here, near, far, t, count, rise);
        else if (t.fu != 0.0f) horizon_sample(1, here, near, far, t, count, rise);
        else if (t.fv != 0.0f) horizon_sample(2, here, near, far, t, count, rise);
        else horizon_sample(0, here, near, far, t, count, rise);
    }
}
#endif
