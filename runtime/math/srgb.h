/* srgb.h - the transfer curve of sRGB (IEC 61966-2-1) and CIE lightness, in double, the same bits on every machine.
 *
 * Defined for every number: above 1 the curves go on, below 0 they are mirrored about 0. The straight piece of sRGB ends where
 * the standard ends it for encoded values, 0.04045, both ways, so that one direction undoes the other; the standard's own other
 * end, 0.0031308, lies 5e-9 away. */
#ifndef TRN_MATH_SRGB_H
#define TRN_MATH_SRGB_H
#include "math/exp.h"

TRN_FN double trn_srgb_to_linear(double encoded)
{
    const double x = fabs(encoded), curve = trn_pow((x + 0.055) / 1.055, 2.4);
    return copysign(x <= 0.04045 ? x / 12.92 : curve, encoded);
}
TRN_FN double trn_linear_to_srgb(double linear)
{
    const double x = fabs(linear), curve = 1.055 * trn_pow(x, 1.0 / 2.4) - 0.055;
    return copysign(x <= 0.04045 / 12.92 ? x * 12.92 : curve, linear);
}
/* L* / 100 (CIE 15) of a luminance in which white is 1 */
TRN_FN double trn_cie_lightness(double luminance)
{
    const double x = fabs(luminance), curve = 1.16 * trn_pow(x, 1.0 / 3.0) - 0.16;
    return copysign(x <= 216.0 / 24389.0 ? x * (24389.0 / 2700.0) : curve, luminance);
}
#endif
