/* surroundings.h - the mean height around every pixel, over a neighbourhood that is a share of the image. */
#ifndef TRN_SURROUNDINGS_H
#define TRN_SURROUNDINGS_H
#include "graph/node.h"

/* The radius (standard deviation) of the neighbourhood, as a share of the longer side. */
#define TRN_SURROUNDINGS_RADIUS (1.0 / 64.0)

/* mean[] (the frame's size) gets a Gaussian mean of z. Voids, which are values that are not finite, do not count; far
 * from all others the mean is NaN. Beyond the border the surface goes on point-symmetrically, so that slopes have no rim,
 * or repeats with wrap. Costs the same for every radius: a grid of at most 96 cells a side is averaged, blurred and
 * interpolated with quadratic B-splines. */
trn_status trn_surroundings(trn_eval *ev, const float *z, bool wrap, float *mean);
#endif
