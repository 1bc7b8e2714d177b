/* color_ramp.h - parameters that are ramps. */
#ifndef TRN_COLOR_RAMP_H
#define TRN_COLOR_RAMP_H
#include "graph/node.h"
#include "math/color_ramp.h"

/* The menu of what lies between stops. */
static const char *const trn_ramp_options[] __attribute__((unused)) = {"linear", "smooth", "constant", NULL}; /* ORDER TRN_RAMP_LINEAR */

/* Reads "0:0 0.5:1 1:0", or with up to four components "0:0,0,0 1:1,0.5,0", in any order of places. All stops have as many
 * components as the first. mode: one of TRN_RAMP_LINEAR ... ARGUMENT, naming the parameter, for what is no such text. */
trn_status trn_ramp_parse(const char *text, int32_t mode, const char *param, trn_color_ramp *out, trn_error *err);
#endif
