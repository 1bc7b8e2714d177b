/* pixel_place.h - where the pixels of a window lie in noise space: a lattice whose cells are square on the image. */
#ifndef TRN_PIXEL_PLACE_H
#define TRN_PIXEL_PLACE_H
#include "kernels/kernel.h"
#include "math/place.h"

typedef struct pixel_place {
    int64_t x, y;         /* of the window's first pixel in the whole */
    trn_place origin[3];  /* of the whole's first pixel; z is that of all */
    trn_place step;       /* from pixel to pixel, along both axes */
} pixel_place;

TRN_FN trn_place pixel_place_x(const pixel_place *p, int32_t i) { return p->origin[0] + (trn_place)(p->x + i) * p->step; }
TRN_FN trn_place pixel_place_y(const pixel_place *p, int32_t j) { return p->origin[1] + (trn_place)(p->y + j) * p->step; }

/* How many pixels of a row, from i on and before `end`, lie in the cell of pixel i; at most `most`. f: their places in it. */
TRN_FN int32_t pixel_place_run(const pixel_place *p, int32_t i, int32_t end, int32_t most, int64_t *cell, double *f)
{
    trn_place at = pixel_place_x(p, i);
    int32_t n = 0;
    *cell = (int64_t)(uint64_t)(at >> 64);
    do {
        f[n++] = trn_place_fract(at);
        at += p->step;
    } while (n < most && i + n < end && (int64_t)(uint64_t)(at >> 64) == *cell);
    return n;
}
#endif
