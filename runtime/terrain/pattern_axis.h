/* pattern_axis.h - where the pixels of an evaluation's window lie on what patterns repeat along: columns and rows, waves, the complex
 * plane. Pixels beyond the image go on as the image does. All tables are scratch of the evaluation.
 *
 * What comes to a whole number of cells, or half waves, over the image is worked out in integers: pixel x + width has the bits of pixel x, and
 * the mirrored pixel the opposite place. Counts that are not whole go on without a repeat. */
#ifndef TRN_PATTERN_AXIS_H
#define TRN_PATTERN_AXIS_H
#include "graph/node.h"
#include "kernels/pattern.h"

#define TRN_PATTERN_MOST 32768.0 /* of the counts: columns and rows, so that ids fit */

trn_status trn_pattern_axes(trn_eval *ev, double columns, double rows, pattern_axes *out);
/* For pattern_checker: the mean over each column of pixels, and each row, of 1 in even cells and -1 in odd ones. */
trn_status trn_pattern_signs(trn_eval *ev, double columns, double rows, const double **x, const double **y);
/* cos(n pi u), cos(m pi u) of each column, and with v of each row. */
trn_status trn_pattern_waves(trn_eval *ev, double n, double m, const pattern_wave **across, const pattern_wave **up);
/* The plane around (x, y), of which the image shows a part `wide` wide; pixels are square. */
trn_status trn_pattern_plane(trn_eval *ev, double x, double y, double wide, const double **real, const double **imaginary);
#endif
