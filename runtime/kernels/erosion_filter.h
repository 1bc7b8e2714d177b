/* Gullies and ridges added to a height map, each pixel by itself (after R. S. Johansen, "Fast and Gorgeous Erosion Filter", 2026).
 *
 * An octave is a field of stripes that run down the slope. A pixel's place between two of them is measured from the pivots
 * around it, one at random in each cell of a lattice: so a phase is never carried far, however the slope turns. */
#ifndef TRN_EROSION_FILTER_H
#define TRN_EROSION_FILTER_H
#include "kernels/kernel.h"

enum { EROSION_OCTAVES = 12, EROSION_PIVOTS = 4 }; /* PIVOTS: cells along an axis that reach a pixel, from one before its own on */

/* A row's or a column's place among the cells of pivots. */
typedef struct erosion_place {
    float fract;                   /* from the middle of the second of its cells to that of the third */
    uint32_t cell[EROSION_PIVOTS]; /* what stands for the cells; of a row, its key */
} erosion_place;

typedef struct erosion_octave {
    const float *z;                /* heights that tell the way down */
    const float *fract;            /* of the columns: as erosion_place, an array for each member, `width` long */
    const uint32_t *cell[EROSION_PIVOTS];
    const erosion_place *rows;
    float depth, flank;            /* height of the gullies, and the slope of their walls */
    float pitch_u, pitch_v;        /* cells in wavelengths */
} erosion_octave;

typedef struct erosion_filter_args {
    const float *z;
    float *out, *mask;             /* mask may be NULL */
    int32_t width, height;
    int32_t wrap, count;           /* count of octaves, 1 or more */
    float scale;                   /* slope of a rise of one in a pixel */
    float steepness;
    double middle, level;          /* altitude: (z - middle) level, from -1 to 1 */
    double back;                   /* from world heights to those of the layer */
    erosion_octave octave[EROSION_OCTAVES];
} erosion_filter_args;
TRN_KERNEL_DECLARE(erosion_filter);

#define EROSION_PITCH 0.7          /* cells of pivots, in wavelengths */
#endif
