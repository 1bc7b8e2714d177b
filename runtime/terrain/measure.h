/* measure.h - what a report says of a plane. */
#ifndef TRN_MEASURE_H
#define TRN_MEASURE_H
#include "graph/node.h"

typedef struct trn_measure { double sum; float least, greatest; } trn_measure;
/* A plane of the frame's size, finite everywhere. The same bits for any number of threads. */
trn_status trn_measure_plane(trn_eval *ev, const float *z, trn_measure *all);
#endif
