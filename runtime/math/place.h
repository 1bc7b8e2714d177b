/* place.h - positions on a lattice axis, exact.
 *
 * A place counts cells in 64.64 fixed point, two's complement, and wraps. Adding steps to it rounds nothing, so any
 * window of a plane sees the same places as the whole, and 2^40 pixels out is as fine as here. Arithmetic on floats
 * sees only the cell's low 32 bits (so noise repeats after 2^32 cells) and the fraction in [0, 1), CUT to what the
 * float holds: rounding could give 1. */
#ifndef TRN_MATH_PLACE_H
#define TRN_MATH_PLACE_H
#include "math/scalar.h"

__extension__ typedef unsigned __int128 trn_place;

TRN_FN uint32_t trn_place_cell(trn_place p) { return (uint32_t)(p >> 64); }
TRN_FN float trn_place_fract_f(trn_place p) { return (float)(int32_t)((uint64_t)p >> 40) * (1.0f / 16777216.0f); }
TRN_FN double trn_place_fract(trn_place p) { return (double)(int64_t)((uint64_t)p >> 11) * (1.0 / 9007199254740992.0); }

/* v cells, cut to 2^-64. From 2^62 on v is a whole number and wraps; infinities and NaN give 0. */
TRN_FN trn_place trn_place_make(double v)
{
    double a = v < 0.0 ? -v : v;
    if (!(a <= 1.7976931348623157e308)) return 0;
    if (a >= 4611686018427387904.0) a -= trn_floor(a / 4611686018427387904.0) * 4611686018427387904.0;
    double cell = trn_floor(a);
    trn_place p = (trn_place)(uint64_t)cell << 64 | (uint64_t)((a - cell) * 18446744073709551616.0);
    return v < 0.0 ? 0 - p : p;
}

/* 32 bits of cell, 32 of fraction, cut */
TRN_FN uint64_t trn_place_32(trn_place p) { return (uint64_t)(p >> 32); }

/* (whole + fract 2^-64) p, to 2^-64: a function of the place alone, not of where a run of pixels starts */
TRN_FN trn_place trn_place_scale(trn_place p, int64_t whole, uint64_t fract)
{
    trn_place high = (trn_place)(__extension__ (__int128)(int64_t)(uint64_t)(p >> 64) * (__extension__ (__int128)fract));
    return p * (trn_place)(__extension__ (__int128)whole) + high + (((trn_place)(uint64_t)p * fract) >> 64);
}
#endif
