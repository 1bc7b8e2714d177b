/* Phasor noise: a sum of waves in windows around scattered points, of which the phase alone is shown (Tricard et al. 2019). */
#ifndef TRN_PHASOR_H
#define TRN_PHASOR_H
#include "kernels/pixel_place.h"

enum { PHASOR_WAVE, PHASOR_GABOR, PHASOR_INTENSITY };
enum { PHASOR_SINE, PHASOR_RECTANGLE, PHASOR_SAW };
enum { PHASOR_KERNELS = 16 };

typedef struct phasor_args {
    float *value, *phase, *strength; /* phase: radians. strength: 0 ... 1 */
    const float *direction;   /* NULL, or two planes of the whole image: which way stripes run, (0, 0) where the angle says so */
    int64_t direction_stride;
    int32_t width, height;
    pixel_place place;
    uint32_t key;
    int32_t kernels;          /* in each cell, 1 ... PHASOR_KERNELS */
    int32_t shows, function;  /* PHASOR_WAVE ..., PHASOR_SINE ... */
    double frequency;         /* stripes a cell */
    double angle, spread;     /* turns */
    double pixels;            /* a cell's width */
    double amplitude, center;
} phasor_args;
TRN_KERNEL_DECLARE(phasor);
TRN_KERNEL_PLANES(phasor, TRN_PLANE(phasor, value, TRN_WRITE), TRN_PLANE(phasor, phase, TRN_WRITE), TRN_PLANE(phasor, strength, TRN_WRITE),
                  TRN_PLANES(phasor, direction, TRN_READ, 2, direction_stride));
#endif
