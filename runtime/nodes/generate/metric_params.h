/* metric_params.h - the menu of distances for feature points. */
#ifndef TRN_METRIC_PARAMS_H
#define TRN_METRIC_PARAMS_H
#include "math/noise_lattice.h"

static const char *const trn_metric_options[] = {"euclidean", "manhattan", "chebyshev", NULL}; /* ORDER trn_metric_kind */
#endif
