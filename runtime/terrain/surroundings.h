/* surroundings.h - the mean height around every pixel, over a neighbourhood that is a share of the image. */
#ifndef TRN_SURROUNDINGS_H
#define TRN_SURROUNDINGS_H
#include "graph/node.h"

/* mean[] (the frame's size) gets a Gaussian mean of z; *radius its standard deviation in pixels, about 1/64 of the longer
 * side. Planes stay as they are, up to the border: beyond it the surface goes on point-symmetrically, or repeats with
 * wrap. Voids, which are values that are not finite, are bridged by going on straight; far from all whole ground the
 * mean is NaN. Costs the same for every size of neighbourhood: square cells, at most 96 a side, are averaged, blurred
 * and interpolated. */
trn_status trn_surroundings(trn_eval *ev, const float *z, bool wrap, float *mean, double *radius);
#endif
