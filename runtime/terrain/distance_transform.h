/* distance_transform.h - how far the nearest set pixel is, exactly. */
#ifndef TRN_DISTANCE_TRANSFORM_H
#define TRN_DISTANCE_TRANSFORM_H
#include "graph/node.h"

/* distance[i]: pixels from pixel i to the nearest one whose set[] is `wanted`, centre to centre, of a frame of width x height; `most`
 * where none lies nearer. wrap: the image repeats. most is above 0 and may be infinite. Worked out in whole numbers to the last step, so that no
 * order of work shows (Meijster, Roerdink and Hesselink 2000: columns, then the lower envelope of parabolas along rows). */
trn_status trn_distance_transform(trn_eval *ev, const uint8_t *set, uint8_t wanted, bool wrap, double most, float *distance);
#endif
