/* outside_params.h - what lies beyond an image, of nodes that make more of it. A node's struct says TRN_OUTSIDE_MEMBERS, its table
 * TRN_OUTSIDE_ROWS(struct). */
#ifndef TRN_OUTSIDE_PARAMS_H
#define TRN_OUTSIDE_PARAMS_H
#include "terrain/numbers.h"
#include "terrain/regrid.h"

static const char *const trn_outsides[] = {"clamp", "repeat", "mirror", "void", "value", NULL}; /* as trn_beyond */

#define TRN_OUTSIDE_MEMBERS trn_menu outside; double value
#define TRN_OUTSIDE_ROWS(S)                                                                                                      \
    TRN_MENU(S, outside, "Outside", TRN_BEYOND_CLAMP, trn_outsides,                                                              \
             .doc = "Beyond the image. clamp: its edge goes on. repeat: it begins anew. mirror: the same, every other time turned round. void: NaN, " \
                    "and -1 in ids. value: a value."),                                                                           \
    TRN_FLOAT(S, value, "Value", 0, -TRN_ANY, TRN_ANY, .disabled = "outside ≠ value",                                             \
              .doc = "What all channels are beyond the image; in ids the nearest whole number, within 2^30.")
#endif
