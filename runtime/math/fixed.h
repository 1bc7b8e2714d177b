/* fixed.h - 64-bit fixed point for sums that must not depend on order and for books that must close.
 *
 * A quantity x is stored as the integer q = floor(x 2^shift + 1/2). Integer addition is associative, so threads may add
 * in any order, and what one cell gives another gets to the last unit. */
#ifndef TRN_MATH_FIXED_H
#define TRN_MATH_FIXED_H
#include "math/bits.h"
#include "math/scalar.h"

__extension__ typedef __int128 trn_wide;

/* The shift at which `count` numbers of size up to max_abs add up without overflow: 62 - log2(count) - log2(max_abs),
 * each rounded up. count is taken as 2^22 at least, which leaves 40 bits below max_abs. max_abs 0 counts as 1. */
TRN_FN int32_t trn_fixed_shift(double max_abs, int64_t count)
{
    int32_t size = max_abs > 0.0 ? trn_ceil_log2(max_abs) : 0;
    int32_t many = count > 4194304 ? trn_ceil_log2((double)count) : 22;
    return trn_clamp_i(62 - many - size, -1000, 1000);
}
/* scale: trn_pow2(shift). NaN and what does not fit are clamped to +-2^62. */
TRN_FN int64_t trn_to_fixed(double x, double scale) { return trn_lfloor(x * scale + 0.5); }
/* unit: trn_pow2(-shift) */
TRN_FN double trn_from_fixed(int64_t q, double unit) { return (double)q * unit; }

/* floor(amount weight / total), the product in 128 bits; 0 <= weight <= total, total > 0 */
TRN_FN int64_t trn_share(int64_t amount, int64_t weight, int64_t total)
{
    trn_wide product = (trn_wide)amount * weight;
    int64_t q = (int64_t)(product / total);
    return q - ((trn_wide)q * total > product); /* C rounds towards 0 */
}
/* The same for total = 2^bits, without a division */
TRN_FN int64_t trn_share_shift(int64_t amount, int64_t weight, int32_t bits)
{
    return (int64_t)(((trn_wide)amount * weight) >> bits);
}
/* amount in parts by weights that add up to total; part `rest` also gets what rounding leaves, so the parts add up to
 * amount exactly. */
TRN_FN void trn_split(int64_t amount, const int64_t *weight, int32_t count, int64_t total, int32_t rest, int64_t *part)
{
    int64_t left = amount;
    for (int32_t k = 0; k < count; ++k) {
        part[k] = trn_share(amount, weight[k], total);
        left -= part[k];
    }
    part[rest] += left;
}
/* What one of several takers gets of `allow` when together they want `total`: all they want while that is no more than
 * allow, else in proportion, rounded down, so together never more than allow. 0 <= desired <= total, 0 <= allow. */
TRN_FN int64_t trn_ration(int64_t desired, int64_t allow, int64_t total)
{
    return total <= allow ? desired : trn_share(allow, desired, total);
}
#endif
