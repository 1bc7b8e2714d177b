/* relief.h - heights as whole numbers, for work that has to add up exactly: a plane of heights becomes quanta above or below
 * a base, and comes back as the heights that it was made of, altered by what changed. */
#ifndef TRN_RELIEF_KERNEL_H
#define TRN_RELIEF_KERNEL_H
#include "kernels/kernel.h"

/* What a quantum is. Heights are those of a layer, turned round where `turn` is -1, so that up is up. */
typedef struct trn_relief {
    double turn;         /* 1 or -1 */
    double base;         /* the height of 0 quanta; a whole number of quanta */
    double scale, unit;  /* quanta of a height of 1, a power of two; and the height of one quantum */
} trn_relief;

/* A height within the relief; at most 2^30 quanta from the base. */
TRN_FN int32_t trn_relief_round(const trn_relief *r, double height)
{
    return (int32_t)((height - r->base) * r->scale + 1073741824.5) - 1073741824; /* what is cast is positive, and below 2^31 */
}

typedef struct relief_args {
    trn_relief relief;
    int32_t width, height;
    const float *from;   /* the heights at the beginning */
    int32_t *quanta;
    int64_t pitch;       /* of quanta */
    float *out;          /* heights: those of `from` where nothing changed, to the bit */
    float *rise, *fall;  /* by how much a pixel is higher, or lower, than it was, 0 and up; either may be NULL */
} relief_args;
typedef relief_args relief_store_args, relief_fetch_args;
TRN_KERNEL_DECLARE(relief_store); /* writes quanta */
TRN_KERNEL_DECLARE(relief_fetch); /* reads them */
#endif
