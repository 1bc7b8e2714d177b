/* void_fill.h - makes up what is missing in a plane from what was measured around it. */
#ifndef TRN_VOID_FILL_H
#define TRN_VOID_FILL_H
#include "graph/node.h"
#include "kernels/membrane.h"

/* Room for planes of the frame's size, made once for as many as there are to fill. tile: the image repeats. */
typedef struct trn_pyramid {
    struct { int32_t width, height; float *plane; } level[33]; /* of the finest one the plane is the caller's */
    int32_t count, tile;
} trn_pyramid;
trn_status trn_pyramid_make(trn_eval *ev, bool tile, trn_pyramid *out);

/* Fills the voids (NaN) of a plane, of which at least one pixel is measured, by push-pull; see kernels/push_pull.h. There are no
 * infinities in it. What is measured keeps its bits; the rest lies within the range of it. */
trn_status trn_push_pull(trn_eval *ev, trn_pyramid *pyramid, float *plane);

typedef struct trn_membrane {
    membrane_args args; /* of the finest level; its planes */
    membrane_level level[33];
    int32_t count;
} trn_membrane;
trn_status trn_membrane_make(trn_eval *ev, bool tile, trn_membrane *out);

/* The voids of a plane, which hold something near already and where voids[] is 1, become the mean of their up to four neighbours: the
 * discrete harmonic function that what is measured is the boundary of, with no slope across the image's edges. lowest and highest of
 * what is measured limit it. Solved until the correction left is estimated at a millionth of their difference, or at what floats of such a size
 * can tell apart; *error is the estimate, over the difference, and *cycles says how much work it took. from, to: the span of the node's
 * progress. See kernels/membrane.h. */
typedef struct trn_membrane_job {
    const uint8_t *voids;
    float lowest, highest;
    float *plane;
    double from, to;
} trn_membrane_job;
trn_status trn_membrane_solve(trn_eval *ev, trn_membrane *membrane, const trn_membrane_job *job, int32_t *cycles, double *error);
#endif
