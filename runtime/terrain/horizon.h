/* horizon.h - the map and the rays that kernels/horizon.h works on. */
#ifndef TRN_TERRAIN_HORIZON_H
#define TRN_TERRAIN_HORIZON_H
#include "graph/node.h"
#include "kernels/horizon.h"

/* A copy of z (the frame's size, packed) whose rows go on `reach` pixels to both sides: the image repeats with `wrap`, else
 * there is NaN. Belongs to the evaluation. */
trn_status trn_horizon_map(trn_eval *ev, const float *z, int32_t reach, bool wrap, horizon_map *out);

/* Samples along a ray, at distances of spacing, 2 spacing, ... count spacing pixels, which rounding takes no farther than
 * `farthest`. (du, dv): one pixel along it. Those that lie
 * beyond the frame whatever the pixel are left out; wrap: none does, and offsets are taken modulo the frame's size. taps has
 * room for count of them; returns how many there are. */
int32_t trn_horizon_taps(const trn_frame *frame, double du, double dv, double spacing, double farthest, int32_t count, bool wrap, bool inverted,
                         horizon_tap *taps);

/* Rows of a kernel that takes `taps` samples for each pixel, in pieces that are over in milliseconds. */
trn_status trn_horizon_run(trn_eval *ev, const trn_kernel *kernel, const void *args, int32_t taps);
#endif
