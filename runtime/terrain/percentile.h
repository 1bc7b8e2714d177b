/* percentile.h - exact percentiles of a plane, the same for any number of threads. */
#ifndef TRN_PERCENTILE_H
#define TRN_PERCENTILE_H
#include "graph/node.h"

/* The value below which the share `q` (0 ... 1) lies of those of values[0 ... count) that are greater than `above`
 * (-INFINITY: all that are finite). With n of them in ascending order it stands at rank q (n - 1), interpolated
 * linearly between neighbours. *population gets n and may be NULL; n = 0 gives *out = 0. NaN are left out. */
trn_status trn_percentile(trn_eval *ev, const float *values, size_t count, float above, double q, double *out, int64_t *population);
#endif
