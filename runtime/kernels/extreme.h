/* The greatest or least number around each pixel.
 *
 * Floats are compared as integers in the same order, in which -0 comes before 0. So a result does not depend on the order of
 * comparisons, and the least of f is the greatest of -f with its sign turned, bit for bit. Voids (NaN) come before everything, which
 * is to say that they do not count, and pixels that are voids stay so. Nor does count what lies beyond the image. */
#ifndef TRN_EXTREME_H
#define TRN_EXTREME_H
#include "kernels/kernel.h"
#include "math/scalar.h"

enum { EXTREME_LANES = 64, EXTREME_COLUMNS = 256, EXTREME_BAND = 32 };

/* The greatest of the 2 radius + 1 numbers of a row, by those of 1, 2, 4 ... neighbours, each from the one before. */
typedef struct extreme_along_args {
    const float *from;
    int32_t *keys;     /* what it writes: for extreme_down */
    int32_t *scratch;  /* width + 2 radius of them */
    int32_t width, height, wrap;
    int32_t radius;    /* pixels; less than the row is long */
    int32_t flip;      /* 0: the greatest; -1: the least */
} extreme_along_args;
TRN_KERNEL_DECLARE(extreme_along);

/* The same of columns, which makes squares of rows, by the method of van Herk (1992) and Gil and Werman (1993): three comparisons a
 * pixel, whatever the radius. */
typedef struct extreme_down_args {
    const int32_t *keys;
    const float *from; /* for its voids */
    float *to;
    int32_t *scratch;  /* extreme_down_numbers() of them */
    int32_t width, height, wrap, radius, flip;
} extreme_down_args;
TRN_KERNEL_DECLARE(extreme_down); /* its rows are bundles of EXTREME_LANES columns */
TRN_FN size_t extreme_down_numbers(const extreme_down_args *a) { return (size_t)(2 * EXTREME_LANES) * (size_t)(2 * a->radius + 1); }

/* Over shapes that are made of horizontal chords, each about the middle column (Urbach and Wilkinson 2008): a row's greatest numbers of
 * 1, 2, 4 ... neighbours give that of any chord with one comparison more. */
typedef struct extreme_chord { int32_t half, level; } extreme_chord; /* 2 half + 1 pixels; 2^level of them at most are taken at once */
typedef struct extreme_chords_args {
    const float *from;
    float *to;
    const extreme_chord *chords; /* of the rows 0 ... reach from the middle; no later one is longer */
    int32_t *scratch;            /* extreme_chords_numbers() */
    int32_t width, height, wrap, flip;
    int32_t reach, longest;      /* longest: chords[0].half, less than the width */
    int32_t levels;              /* chords[0].level + 1 */
} extreme_chords_args;
TRN_KERNEL_DECLARE(extreme_chords); /* its rows are tiles of EXTREME_COLUMNS x EXTREME_BAND pixels, row by row */
TRN_FN int32_t extreme_across(const extreme_chords_args *a) { return (a->width - 1) / EXTREME_COLUMNS + 1; }
TRN_FN size_t extreme_chords_numbers(const extreme_chords_args *a)
{
    return (size_t)(EXTREME_BAND * EXTREME_COLUMNS) + (size_t)a->levels * (size_t)(EXTREME_COLUMNS + 2 * a->longest);
}

/* to = a - b, either of which it may be. */
typedef struct extreme_difference_args { const float *a, *b; float *to; int32_t width, height; } extreme_difference_args;
TRN_KERNEL_DECLARE(extreme_difference);
#endif
