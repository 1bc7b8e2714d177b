/* thermal.h - ground that slides where it is steeper than its angle of repose (Musgrave, Kolb and Mace 1989), in the form of
 * flows between pairs of neighbours, so that no order of work shows and nothing is lost. */
#ifndef TRN_THERMAL_KERNEL_H
#define TRN_THERMAL_KERNEL_H
#include "kernels/kernel.h"
#include "kernels/vec.h"

/* Of a pair of neighbours whose heights, in quanta, differ by d with |d| > talus, (|d| - talus) rate quanta go to the lower one,
 * rounded down; times the factor of the one that gives. Both see the same number, so the sum of all heights stays. A plane of
 * the whole image is read and another one written, several passes in between.
 *
 * The kernel's rows are bands of `band` rows of pixels. What a band needs of its neighbours it works out by itself. */
typedef struct thermal_args {
    int32_t width, height;      /* of the image */
    int32_t band;
    int32_t passes, first_pass; /* how many, up to THERMAL_PASSES; the number of the first in the whole run */
    const int32_t *from;        /* heights within +-2^28 */
    int32_t *to;
    const int32_t *bed;         /* what lies above it is loose; NULL: everything is */
    const float *hardness;      /* a giver's factor is 1 less this, clamped to 0 ... 1; may be NULL */
    int32_t granular;           /* a giver's factor is random as well, anew in each pass */
    uint32_t seed;
    int32_t wrap, diagonals;
    int32_t talus, talus_diagonal; /* quanta: the difference at which pixels side by side, and across, are at rest; up to 2^29 */
    float rate;
    int32_t *scratch;           /* thermal_scratch() numbers for each band, 64-byte aligned */
    int32_t *changed;           /* of each band: whether `to` differs from `from` */
} thermal_args;
TRN_KERNEL_DECLARE(thermal);

enum { THERMAL_PASSES = 6, THERMAL_PAD = 16 };

/* Whether givers have factors. */
TRN_FN int32_t thermal_weighs(const thermal_args *a) { return a->bed || a->hardness || a->granular; }
/* Rows that a band of one pass reads beyond itself: factors depend on what neighbours could take. */
TRN_FN int32_t thermal_reach(const thermal_args *a) { return thermal_weighs(a) ? 2 : 1; }
TRN_FN int32_t thermal_pitch(const thermal_args *a) { return (a->width + 2 * THERMAL_PAD + 15) / 16 * 16 + 16; }
/* Rows of heights in flight, a power of two; of each pass a row of what flows on to the next row, and three rows of factors. */
TRN_FN int32_t thermal_ring(const thermal_args *a) { return thermal_weighs(a) ? 16 : 8; }
TRN_FN size_t thermal_scratch(const thermal_args *a)
{
    return (size_t)thermal_pitch(a) * (size_t)(thermal_ring(a) + THERMAL_PASSES * (thermal_weighs(a) ? 3 : 1));
}
#endif
