/* surroundings.h - the mean height around every pixel. */
#ifndef TRN_SURROUNDINGS_H
#define TRN_SURROUNDINGS_H
#include "graph/node.h"

/* mean[] (the frame's size) gets a Gaussian mean of z with a standard deviation of about `radius` pixels, or, with 0, of 1/64
 * of the frame's longer side; *sigma gets what it is. Planes stay as they are, up to the border: beyond it the surface goes on
 * point-symmetrically, or repeats with wrap. Voids, which are values that are not finite, are bridged by going on straight;
 * far from all whole ground the mean is NaN.
 * Square cells are averaged, blurred and interpolated, so it costs the same for every radius. They stand on the plane, not on
 * the frame: with a radius given, a pixel depends on those within trn_surroundings_reach() of it and on nothing else. */
trn_status trn_surroundings(trn_eval *ev, const float *z, bool wrap, double radius, float *mean, double *sigma);
int32_t trn_surroundings_reach(double radius); /* pixels each way; radius: 0 < radius <= TRN_SURROUNDINGS */
#define TRN_SURROUNDINGS 256.0
#endif
