/* vec.h - the few things that compilers do not find by themselves: a table held in a register and looked up by lane,
 * minima and maxima as one instruction, stores past the caches.
 *
 * Vectors are those of gcc and clang, as wide as the CPU level; arithmetic on them is the same IEEE arithmetic in every
 * lane. Look-ups move data and cannot alter bits. */
#ifndef TRN_VEC_H
#define TRN_VEC_H
#include "math/fn.h"
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif
#if defined(__AVX512F__)
#define TRN_LANES 16
#elif defined(__AVX2__)
#define TRN_LANES 8
#else
#define TRN_LANES 4
#endif
typedef float trn_vf __attribute__((vector_size(TRN_LANES * 4)));
typedef int32_t trn_vi __attribute__((vector_size(TRN_LANES * 4)));
typedef uint32_t trn_vu __attribute__((vector_size(TRN_LANES * 4)));

TRN_FN trn_vf trn_vload(const float *p) { trn_vf v; memcpy(&v, p, sizeof v); return v; }
TRN_FN trn_vi trn_vload_i(const int32_t *p) { trn_vi v; memcpy(&v, p, sizeof v); return v; }
TRN_FN trn_vu trn_vload_u(const uint32_t *p) { trn_vu v; memcpy(&v, p, sizeof v); return v; }
TRN_FN void trn_vstore(float *p, trn_vf v) { memcpy(p, &v, sizeof v); }
TRN_FN trn_vf trn_vset(float x) { return x - (trn_vf){0}; }
TRN_FN trn_vf trn_vselect(trn_vi m, trn_vf a, trn_vf b) { return (trn_vf)((m & (trn_vi)a) | (~m & (trn_vi)b)); }
/* a < b ? a : b and a > b ? a : b in every lane, as scalar.h has them */
TRN_FN trn_vf trn_vmin(trn_vf a, trn_vf b)
{
#if defined(__AVX512F__)
    return (trn_vf)_mm512_min_ps((__m512)a, (__m512)b);
#elif defined(__AVX2__)
    return (trn_vf)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (trn_vf)_mm_min_ps((__m128)a, (__m128)b);
#else
    return trn_vselect((trn_vi)(a < b), a, b);
#endif
}
TRN_FN trn_vf trn_vmax(trn_vf a, trn_vf b)
{
#if defined(__AVX512F__)
    return (trn_vf)_mm512_max_ps((__m512)a, (__m512)b);
#elif defined(__AVX2__)
    return (trn_vf)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (trn_vf)_mm_max_ps((__m128)a, (__m128)b);
#else
    return trn_vselect((trn_vi)(a > b), a, b);
#endif
}
/* the same of integers */
TRN_FN trn_vi trn_vmin_i(trn_vi a, trn_vi b)
{
#if defined(__AVX512F__)
    return (trn_vi)_mm512_min_epi32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (trn_vi)_mm256_min_epi32((__m256i)a, (__m256i)b);
#else
    const trn_vi m = (trn_vi)(a < b);
    return (a & m) | (b & ~m);
#endif
}
TRN_FN trn_vi trn_vmax_i(trn_vi a, trn_vi b)
{
#if defined(__AVX512F__)
    return (trn_vi)_mm512_max_epi32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (trn_vi)_mm256_max_epi32((__m256i)a, (__m256i)b);
#else
    const trn_vi m = (trn_vi)(a > b);
    return (a & m) | (b & ~m);
#endif
}
TRN_FN trn_vi trn_vset_i(int32_t x) { return x - (trn_vi){0}; }
TRN_FN void trn_vstore_i(int32_t *p, trn_vi v) { memcpy(p, &v, sizeof v); }
TRN_FN trn_vf trn_vfloat(trn_vi v) { return __builtin_convertvector(v, trn_vf); }
TRN_FN trn_vi trn_vtrunc(trn_vf v) { return __builtin_convertvector(v, trn_vi); } /* of what fits */
/* 0, 1, 2 ... */
TRN_FN trn_vi trn_vlanes(void)
{
#if TRN_LANES == 16
    return (trn_vi){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#elif TRN_LANES == 8
    return (trn_vi){0, 1, 2, 3, 4, 5, 6, 7};
#else
    return (trn_vi){0, 1, 2, 3};
#endif
}
/* b moved up by one lane, a's last lane before it: what lies at p - 1 if b lies at p and a before it */
TRN_FN trn_vi trn_vprev_i(trn_vi a, trn_vi b)
{
#if TRN_LANES == 16
    return (trn_vi)_mm512_alignr_epi32((__m512i)b, (__m512i)a, 15);
#elif TRN_LANES == 8
    return __builtin_shufflevector(a, b, 7, 8, 9, 10, 11, 12, 13, 14);
#else
    return __builtin_shufflevector(a, b, 3, 4, 5, 6);
#endif
}
/* a moved down by one lane, b's first lane behind it: what lies at p + 1 if a lies at p and b behind it */
TRN_FN trn_vf trn_vnext(trn_vf a, trn_vf b)
{
#if TRN_LANES == 16
    return (trn_vf)_mm512_alignr_epi32((__m512i)b, (__m512i)a, 1);
#elif TRN_LANES == 8
    return __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8);
#else
    return __builtin_shufflevector(a, b, 1, 2, 3, 4);
#endif
}
TRN_FN trn_vf trn_vabs(trn_vf a) { return (trn_vf)((trn_vi)a & 0x7fffffff); }
/* whether any lane of a comparison's result is set */
TRN_FN int trn_vany(trn_vi m)
{
#if defined(__AVX512F__)
    return _mm512_test_epi32_mask((__m512i)m, (__m512i)m) != 0;
#elif defined(__AVX2__)
    return _mm256_movemask_ps((__m256)m) != 0;
#elif defined(__SSE2__)
    return _mm_movemask_ps((__m128)m) != 0;
#else
    int any = 0;
    for (int i = 0; i < TRN_LANES; ++i) any |= m[i];
    return any != 0;
#endif
}
#if TRN_LANES > 4
#define TRN_VTAKE 1 /* table[index], lane by lane, of a table of TRN_LANES numbers */
TRN_FN trn_vf trn_vtake(trn_vf table, trn_vi index)
{
#if defined(__AVX512F__)
    return (trn_vf)_mm512_permutexvar_ps((__m512i)index, (__m512)table);
#else
    return (trn_vf)_mm256_permutevar8x32_ps((__m256)table, (__m256i)index);
#endif
}
#else
#define TRN_VTAKE 0
#endif
/* Past the caches, to an aligned address; trn_vfence() before another thread reads. */
TRN_FN void trn_vstream(float *p, trn_vf v)
{
#if defined(__AVX512F__)
    _mm512_stream_ps(p, (__m512)v);
#elif defined(__AVX2__)
    _mm256_stream_ps(p, (__m256)v);
#elif defined(__SSE2__)
    _mm_stream_ps(p, (__m128)v);
#else
    trn_vstore(p, v);
#endif
}
TRN_FN void trn_vfence(void)
{
#if defined(__SSE2__)
    _mm_sfence();
#endif
}
#endif
