/* fft.h - discrete Fourier transforms of any length, in double, eight side by side.
 *
 * X[k] = sum of x[j] e^(-2 pi i j k / n). Lengths whose prime factors are 2, 3 and 5 are taken apart by them (Cooley and Tukey
 * 1965, in the self-sorting form of Stockham); any other length is a convolution with a chirp (Bluestein 1970) of such a
 * length. Every sum is made in one order, whatever the CPU level, and no transform looks at its neighbours, so the bits
 * depend on the numbers alone. The relative error grows with the logarithm of the length: some 1e-15. */
#ifndef TRN_FFT_H
#define TRN_FFT_H
#include "kernels/kernel.h"
#include <stdbool.h>
#include <stddef.h>

enum { TRN_FFT_LANES = 8, TRN_FFT_STAGES = 32 };

/* One index of eight transforms. */
typedef struct trn_fft_lanes { double re[TRN_FFT_LANES], im[TRN_FFT_LANES]; } trn_fft_lanes;
typedef struct trn_turn { double cosine, sine; } trn_turn;

typedef struct trn_fft_plan {
    int32_t length;
    int32_t inner;                  /* length of what the stages transform; greater than `length`: a chirp's convolution */
    int32_t stages;
    uint8_t radix[TRN_FFT_STAGES];  /* 2 ... 5 */
    const trn_turn *twiddle;        /* for each stage, for p = 0 ... inner/(done radix) - 1: radix - 1 factors */
    const trn_turn *chirp;          /* [length]: e^(i pi j j / length) */
    const trn_turn *spectrum;       /* [inner]: of the chirp, over inner */
} trn_fft_plan;

/* Two blocks of so many: one to fill, and one to work with. */
static inline size_t trn_fft_room(const trn_fft_plan *plan) { return 2 * (size_t)plan->inner; }

/* Transforms of complex numbers, in place: number j of transform t is (re, im)[t next + j step]. "Rows" are groups of eight
 * transforms. The inverse is not divided by the length. */
typedef struct fft_args {
    const trn_fft_plan *plan;
    double *re, *im;
    int64_t next, step;
    int32_t count;          /* of transforms */
    bool inverse;
    trn_fft_lanes *room;    /* that no other call uses meanwhile, 64-byte aligned */
} fft_args;
TRN_KERNEL_DECLARE(fft);
#endif
