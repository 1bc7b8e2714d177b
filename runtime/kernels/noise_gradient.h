/* noise_gradient.h - gradients of 3-D noise by look-up, on CPU levels whose registers hold a table of 16 numbers.
 *
 * A gradient's components are 0, 1 or -1, so what is made of one component of two gradients has 9 values, and what is made
 * of two components of one gradient has 9 as well. Those are worked out once a row, in the lanes of a register, by the
 * definition's own operations; a hash then only says which of them. Four bits: the first one's sign, whether it is there,
 * the second one's sign, whether it is there. */
#ifndef TRN_NOISE_GRADIENT_H
#define TRN_NOISE_GRADIENT_H
#include "kernels/noise_tile.h"
#if TRN_LANES == 16
#define NOISE_GRADIENT_TAKE 1

/* what each of the sixteen indices stands for */
TRN_FN trn_vf gradient_first(void) { return (trn_vf){0, 0, 1, -1, 0, 0, 1, -1, 0, 0, 1, -1, 0, 0, 1, -1}; }
TRN_FN trn_vf gradient_second(void) { return (trn_vf){0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, -1, -1, -1, -1}; }

/* trn_mix_core in lanes */
TRN_FN trn_vu gradient_hash(trn_vu xk, uint32_t key)
{
    trn_vu h = xk ^ key;
    TRN_MIX_CORE_STEPS(h);
    return h;
}
/* Indices of two gradients' components: x's in the lowest bits, y's from bit 4 and z's from bit 8 on; trn_vtake looks at
 * four. As in trn_grad3, the signs are bits 12, 16 and 20 of a hash, and where the hash lies says which component is 0. */
TRN_FN trn_vi gradient_pair(trn_vu first, trn_vu second)
{
    const __m512i a = (__m512i)first, b = (__m512i)second;
    const __m512i low = _mm512_set1_epi32(-715827883), high = _mm512_set1_epi32(715827882);
    __m512i there = _mm512_set1_epi32(0xa0a); /* x and z of both */
    there = _mm512_mask_xor_epi32(there, _mm512_cmplt_epi32_mask(a, low), there, _mm512_set1_epi32(0x022));
    there = _mm512_mask_xor_epi32(there, _mm512_cmpgt_epi32_mask(a, high), there, _mm512_set1_epi32(0x220));
    there = _mm512_mask_xor_epi32(there, _mm512_cmplt_epi32_mask(b, low), there, _mm512_set1_epi32(0x088));
    there = _mm512_mask_xor_epi32(there, _mm512_cmpgt_epi32_mask(b, high), there, _mm512_set1_epi32(0x880));
    /* (shifted & mask) | there */
    there = _mm512_ternarylogic_epi32(_mm512_srli_epi32(a, 12), _mm512_set1_epi32(0x111), there, 0xea);
    return (trn_vi)_mm512_ternarylogic_epi32(_mm512_srli_epi32(b, 10), _mm512_set1_epi32(0x444), there, 0xea);
}
/* Indices of one gradient's y (first) and z (second). */
TRN_FN trn_vi gradient_across(trn_vu hash)
{
    const __m512i h = (__m512i)hash;
    __m512i there = _mm512_set1_epi32(8); /* z */
    there = _mm512_mask_xor_epi32(there, _mm512_cmplt_epi32_mask(h, _mm512_set1_epi32(-715827883)), there, _mm512_set1_epi32(2));
    there = _mm512_mask_xor_epi32(there, _mm512_cmpgt_epi32_mask(h, _mm512_set1_epi32(715827882)), there, _mm512_set1_epi32(10));
    there = _mm512_ternarylogic_epi32(_mm512_srli_epi32(h, 16), _mm512_set1_epi32(1), there, 0xea);
    return (trn_vi)_mm512_ternarylogic_epi32(_mm512_srli_epi32(h, 18), _mm512_set1_epi32(4), there, 0xea);
}
/* x times the gradient's x; a zero's sign may differ from the product's, which no sum shows that has begun with 0 */
TRN_FN trn_vf gradient_along(trn_vu hash, trn_vf x)
{
    const __m512i h = (__m512i)hash, sign = _mm512_set1_epi32((int32_t)0x80000000u);
    const __mmask16 there = _mm512_cmpge_epi32_mask(h, _mm512_set1_epi32(-715827883));
    /* (shifted & sign) ^ x */
    return (trn_vf)_mm512_maskz_ternarylogic_epi32(there, _mm512_slli_epi32(h, 19), sign, (__m512i)x, 0x6a);
}
/* y times the gradient's y, likewise */
TRN_FN trn_vf gradient_beside(trn_vu hash, trn_vf y)
{
    const __m512i h = (__m512i)hash, sign = _mm512_set1_epi32((int32_t)0x80000000u);
    const __mmask16 there = _mm512_cmplt_epi32_mask(h, _mm512_set1_epi32(-715827883)) | _mm512_cmpgt_epi32_mask(h, _mm512_set1_epi32(715827882));
    return (trn_vf)_mm512_maskz_ternarylogic_epi32(there, _mm512_slli_epi32(h, 15), sign, (__m512i)y, 0x6a);
}
#else
#define NOISE_GRADIENT_TAKE 0
#endif
#endif
