/* relief.h - chooses the quanta in which a plane of heights is counted while a simulation moves ground about. */
#ifndef TRN_TERRAIN_RELIEF_H
#define TRN_TERRAIN_RELIEF_H
#include "graph/node.h"
#include "kernels/relief.h"

/* For heights from `least` to `greatest`, of a layer as it is: more than 2^(bits - 1) and at most 2^bits quanta, bits up to 30,
 * with the base in the middle. turned: strength is negative, so that what is low in the layer is high in the world. Level
 * ground of any height counts as a relief of `flat`, which is greater than 0. */
trn_relief trn_relief_over(double least, double greatest, double flat, bool turned, int32_t bits);
#endif
