/* blend.h - laying one value over another by a mask. */
#ifndef TRN_BLEND_H
#define TRN_BLEND_H
#include "math/scalar.h"

/* from + (to - from) share. A share of 0 or less, or none (NaN), leaves `from` to the last bit; 1 or more is `to` itself. */
TRN_FN double trn_blend(double from, double to, double share)
{
    double b = from + (to - from) * share;
    b = share > 0.0 ? b : from;
    return share >= 1.0 ? to : b;
}
#endif
