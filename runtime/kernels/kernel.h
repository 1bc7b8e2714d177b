/* kernel.h - the dialect that kernels are written in, and how a kernel is named and found.
 *
 * A kernel NAME is two files: NAME.h declares its argument struct and TRN_KERNEL_DECLARE(NAME); NAME.c defines it with
 * TRN_CELL_KERNEL(NAME) (one pixel at a time, vectorised across pixels, CUDA too) or TRN_ROW_KERNEL(NAME) (rows
 * [y0, y1) at a time, for code that shares work along a row). NAME.c is compiled once for each CPU level, and a .cu
 * includes it for CUDA. Whoever uses it says trn_run(ev, TRN_KERNEL(NAME), &args, rows).
 *
 * The dialect is the common subset of C11, C++17 and CUDA: float, double and fixed-width integers; + - * / and sqrt,
 * which IEEE 754 makes exact; functions of runtime/math and never libm; min and max as comparisons, so that zeros and
 * NaN come out alike everywhere; no globals, no allocation; plain pointers in one plain argument struct with members
 * int32_t width, height. Contraction is off. Out-of-range float-to-integer casts never happen: clamp first. */
#ifndef TRN_KERNEL_H
#define TRN_KERNEL_H
#include "math/fn.h"
#include <stdint.h>

typedef void trn_rows_fn(const void *args, int32_t y0, int32_t y1);
typedef struct trn_kernel {
    const char *name;
    trn_rows_fn *level[3]; /* base, avx2, avx512; NULL where this build has none */
} trn_kernel;

#define TRN_CAT_(a, b, c, d) a##b##c##d
#define TRN_CAT(a, b, c, d) TRN_CAT_(a, b, c, d)

#if !defined(__CUDACC__)
#define TRN_ROWS(name, isa) TRN_CAT(trn_rows_, name, _, isa)
#ifdef TRN_X86_KERNELS
#define TRN_KERNEL_DECLARE(name) trn_rows_fn TRN_ROWS(name, base), TRN_ROWS(name, avx2), TRN_ROWS(name, avx512)
#define TRN_KERNEL(name) (&(const trn_kernel){#name, {TRN_ROWS(name, base), TRN_ROWS(name, avx2), TRN_ROWS(name, avx512)}})
#else
#define TRN_KERNEL_DECLARE(name) trn_rows_fn TRN_ROWS(name, base)
#define TRN_KERNEL(name) (&(const trn_kernel){#name, {TRN_ROWS(name, base), 0, 0}})
#endif
/* needs: a <name>_cell(const <name>_args *, int32_t x, int32_t y) above it */
#define TRN_CELL_KERNEL(name)                                                                      \
    void TRN_ROWS(name, TRN_ISA)(const void *args, int32_t y0, int32_t y1)                         \
    {                                                                                              \
        const name##_args a = *(const name##_args *)args;                                          \
        for (int32_t y = y0; y < y1; ++y) {                                                        \
            _Pragma("omp simd")                                                                    \
            for (int32_t x = 0; x < a.width; ++x) name##_cell(&a, x, y);                           \
        }                                                                                          \
    }
/* needs: a <name>_rows(const <name>_args *, int32_t y0, int32_t y1) above it */
#define TRN_ROW_KERNEL(name)                                                                       \
    void TRN_ROWS(name, TRN_ISA)(const void *args, int32_t y0, int32_t y1)                         \
    {                                                                                              \
        name##_rows((const name##_args *)args, y0, y1);                                            \
    }
#else
#define TRN_KERNEL_DECLARE(name) typedef int trn_declared_##name
#define TRN_ROW_KERNEL(name)
#define TRN_CELL_KERNEL(name)                                                                      \
    __global__ void trn_grid_##name(name##_args a)                                                 \
    {                                                                                              \
        int32_t x = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x);                              \
        int32_t y = (int32_t)(blockIdx.y * blockDim.y + threadIdx.y);                              \
        if (x < a.width && y < a.height) name##_cell(&a, x, y);                                    \
    }
#endif
#endif
