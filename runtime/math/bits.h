/* bits.h - floating-point numbers as the integers they are stored in. */
#ifndef TRN_MATH_BITS_H
#define TRN_MATH_BITS_H
#include "math/fn.h"
#include <stdint.h>
#include <string.h>

TRN_FN uint32_t trn_bits_f(float x)
{
    uint32_t u;
    memcpy(&u, &x, 4);
    return u;
}
TRN_FN float trn_from_bits_f(uint32_t u)
{
    float x;
    memcpy(&x, &u, 4);
    return x;
}
TRN_FN uint64_t trn_bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, 8);
    return u;
}
TRN_FN double trn_from_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, 8);
    return x;
}

/* Integers in the order of the numbers: -inf ... -0 < +0 ... inf; NaN stand at the ends by their sign. For radix
 * sorting, exact percentiles, and least and greatest by integer atomics. trn_unorder takes them back. */
TRN_FN uint32_t trn_order_f(float x)
{
    uint32_t u = trn_bits_f(x);
    return u ^ ((u >> 31) ? 0xffffffffu : 0x80000000u);
}
TRN_FN float trn_unorder_f(uint32_t k) { return trn_from_bits_f(k ^ ((k >> 31) ? 0x80000000u : 0xffffffffu)); }
TRN_FN uint64_t trn_order(double x)
{
    uint64_t u = trn_bits(x);
    return u ^ ((u >> 63) ? 0xffffffffffffffffu : 0x8000000000000000u);
}
TRN_FN double trn_unorder(uint64_t k)
{
    return trn_from_bits(k ^ ((k >> 63) ? 0x8000000000000000u : 0xffffffffffffffffu));
}

/* 2^n exactly, -1022 <= n <= 1023 (-126 <= n <= 127) */
TRN_FN double trn_pow2(int32_t n) { return trn_from_bits((uint64_t)(uint32_t)(n + 1023) << 52); }
TRN_FN float trn_pow2_f(int32_t n) { return trn_from_bits_f((uint32_t)(n + 127) << 23); }

/* The least n with 2^n >= x, for finite x > 0 */
TRN_FN int32_t trn_ceil_log2(double x)
{
    double y = x < 2.2250738585072014e-308 ? x * 18014398509481984.0 : x; /* 2^54: out of the denormals */
    uint64_t u = trn_bits(y);
    int32_t e = (int32_t)(u >> 52) - 1023 + ((u & 0xfffffffffffffu) != 0);
    return x < 2.2250738585072014e-308 ? e - 54 : e;
}
#endif
