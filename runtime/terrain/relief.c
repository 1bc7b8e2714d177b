#include "terrain/relief.h"
#include "math/bits.h"
#include "math/scalar.h"

trn_relief trn_relief_over(double least, double greatest, double flat, bool turned, int32_t bits)
{
    const double range = greatest > least ? greatest - least : flat;
    const double turn = turned ? -1.0 : 1.0, middle = turn * (0.5 * least + 0.5 * greatest);
    const int32_t shift = trn_clamp_i(bits - trn_ceil_log2(range), -1000, 1000);
    const double scale = trn_pow2(shift), unit = trn_pow2(-shift);
    /* with a base that is a whole number of quanta, heights that are level to the last bit stay level */
    return (trn_relief){turn, trn_floor(middle * scale) * unit, scale, unit};
}
