/* fn.h - the qualifier of functions that CPU kernels, CUDA kernels and host code share. */
#ifndef TRN_MATH_FN_H
#define TRN_MATH_FN_H
#if defined(__FAST_MATH__) || (defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0)
#error "results depend on IEEE 754 arithmetic as written: build without fast-math and with SSE2 or better"
#endif
#if defined(__CUDACC__)
#define TRN_FN static __host__ __device__ __forceinline__
#else
#define TRN_FN static inline __attribute__((always_inline, unused))
#endif
#endif
