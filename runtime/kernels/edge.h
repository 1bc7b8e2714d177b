/* edge.h - what stands beyond the ends of a line of values. */
#ifndef TRN_EDGE_H
#define TRN_EDGE_H
#include "math/scalar.h"

/* EXTEND goes on point-symmetrically about the end (odd reflection: 2 h0 - h[k] for h[-k]), which keeps straight lines straight
 * under every symmetric blur; WRAP repeats the line; CLAMP repeats its last value. */
typedef enum trn_edge { TRN_EDGE_EXTEND, TRN_EDGE_WRAP, TRN_EDGE_CLAMP } trn_edge;

/* The value at place t of an axis of n cells, wherever that is: sign h[at] + first h[0] + last h[n - 1]. Two reflections
 * together shift the line by twice its rise. Factors that are 0 must be left out, so that voids do not spread. */
typedef struct trn_fold { int32_t at; double sign, first, last; } trn_fold;
TRN_FN trn_fold trn_fold_at(int32_t t, int32_t n, int32_t edge)
{
    trn_fold f = {t, 1.0, 0.0, 0.0};
    const int32_t end = n - 1, period = 2 * end;
    if (edge != TRN_EDGE_EXTEND || n == 1) {
        f.at = edge == TRN_EDGE_CLAMP ? trn_clamp_i(t, 0, end) : trn_wrap_i(t, n);
        return f;
    }
    if (t < -end || t > period) {
        f.at = trn_wrap_i(t, period);
        f.last = 2.0 * (double)((t - f.at) / period);
        f.first = -f.last;
    }
    if (f.at < 0 || f.at > end) {
        if (f.at < 0) f.first += 2.0;
        else f.last += 2.0;
        f.sign = -1.0;
        f.at = f.at < 0 ? -f.at : period - f.at;
    }
    return f;
}
#endif
