/* kernel.h - the dialect that kernels are written in, and how a kernel is named and found.
 *
 * A kernel NAME is two files: NAME.h declares its argument struct and TRN_KERNEL_DECLARE(NAME); NAME.c defines it with
 * TRN_CELL_KERNEL(NAME) (one pixel at a time, vectorised across pixels) or TRN_ROW_KERNEL(NAME) (rows [y0, y1) at a
 * time, for code that shares work along a row). NAME.c is compiled once for each CPU level. Whoever uses it says
 * trn_run(ev, TRN_KERNEL(NAME), &args, rows).
 *
 * To run on a device too, NAME.h says with TRN_KERNEL_PLANES which members of the arguments point to planes, a .cu in
 * cuda/ includes NAME.c, and nodes say TRN_DEVICE_KERNEL(NAME). There a cell kernel has a thread for each pixel and a row
 * kernel one for each row; TRN_SPLIT_KERNEL(NAME) takes rows on the CPU and pixels on the device. What a row shares is no
 * use to a pixel: its form has no arrays, which would lie in memory that is set aside for all threads at once.
 *
 * The dialect is the common subset of C11, C++17 and CUDA: float, double and fixed-width integers; + - * / and sqrt,
 * which IEEE 754 makes exact; functions of runtime/math and never libm; min and max as comparisons, so that zeros and
 * NaN come out alike everywhere; no globals, no allocation; plain pointers in one plain argument struct with members
 * int32_t width, height. Contraction is off. Out-of-range float-to-integer casts never happen: clamp first. */
#ifndef TRN_KERNEL_H
#define TRN_KERNEL_H
#include "math/fn.h"
#include <stddef.h>
#include <stdint.h>

typedef void trn_rows_fn(const void *args, int32_t y0, int32_t y1);
/* A member of an argument struct that points to numbers: what a device has to be given, and takes back. */
typedef enum trn_plane_use { TRN_READ = 1, TRN_WRITE = 2, TRN_UPDATE = 3 } trn_plane_use; /* UPDATE: reads what it overwrites */
typedef struct trn_plane_ref {
    uint16_t offset;      /* of the pointer */
    uint8_t use;          /* a trn_plane_use */
    char number;          /* 'f' float, 'd' double, 'i' any integer of 32 bits; 0: a table */
    uint16_t planes;      /* how many of args.width x rows numbers; 0: one number a row */
    uint16_t stride;      /* offset of the int64_t that says how many numbers lie from plane to plane; 0: there is one plane */
} trn_plane_ref;
typedef struct trn_kernel {
    const char *name;
    trn_rows_fn *level[3]; /* base, avx2, avx512; NULL where this build has none */
    const trn_plane_ref *planes; /* ends with offset 0 and use 0. NULL: for the CPU alone */
    uint32_t args_size, width;   /* width: offset of the member */
    uint32_t variant;            /* of several ways through the code, which; 0 where that is not told apart */
} trn_kernel;

/* Before a loop that devices keep as one: unrolled, it takes compilers long and threads too many registers. */
#ifdef __CUDACC__
#define TRN_ROLLED _Pragma("unroll 1")
#else
#define TRN_ROLLED
#endif

#define TRN_CAT_(a, b, c, d) a##b##c##d
#define TRN_CAT(a, b, c, d) TRN_CAT_(a, b, c, d)

#if !defined(TRN_DEVICE_CODE)
#define TRN_ROWS(name, isa) TRN_CAT(trn_rows_, name, _, isa)
#ifdef TRN_X86_KERNELS
#define TRN_KERNEL_DECLARE(name) trn_rows_fn TRN_ROWS(name, base), TRN_ROWS(name, avx2), TRN_ROWS(name, avx512)
#define TRN_LEVELS_(name) {TRN_ROWS(name, base), TRN_ROWS(name, avx2), TRN_ROWS(name, avx512)}
#else
#define TRN_KERNEL_DECLARE(name) trn_rows_fn TRN_ROWS(name, base)
#define TRN_LEVELS_(name) {TRN_ROWS(name, base), 0, 0}
#endif
#define TRN_KERNEL(k) (&(const trn_kernel){.name = #k, .level = TRN_LEVELS_(k)})
#define TRN_DEVICE_KERNEL(k)                                                                       \
    (&(const trn_kernel){.name = #k, .level = TRN_LEVELS_(k), .planes = trn_planes_##k,            \
                         .args_size = sizeof(k##_args), .width = offsetof(k##_args, width)})
/* TRN_KERNEL_PLANES(name, TRN_PLANE(name, member, use), ...); TRN_PLANES for several, args.stride numbers apart;
 * TRN_EACH_ROW for one number a row, TRN_TABLE for something else that is read, in scratch memory */
#define TRN_KERNEL_PLANES(name, ...)                                                               \
    static const trn_plane_ref trn_planes_##name[] __attribute__((unused)) = {__VA_ARGS__, {0, 0, 0, 0, 0}}
#define TRN_NUMBER_(name, member)                                                                  \
    _Generic(((name##_args *)0)->member, const float *: 'f', float *: 'f', double *: 'd', const int32_t *: 'i', int32_t *: 'i', uint32_t *: 'i')
#define TRN_PLANE(name, member, use) {offsetof(name##_args, member), use, TRN_NUMBER_(name, member), 1, 0}
#define TRN_PLANES(name, member, use, count, stride) \
    {offsetof(name##_args, member), use, TRN_NUMBER_(name, member), count, offsetof(name##_args, stride)}
#define TRN_EACH_ROW(name, member, use) {offsetof(name##_args, member), use, TRN_NUMBER_(name, member), 0, 0}
#define TRN_TABLE(name, member) {offsetof(name##_args, member), TRN_READ, 0, 0, 0} /* of any type, without pointers in it */

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
#define TRN_SPLIT_KERNEL(name) TRN_ROW_KERNEL(name) /* needs both of them */
#else
/* TRN_LAUNCH comes from the .cu: it runs a kernel over pixels, or rows, of which there is one across */
#define TRN_KERNEL_DECLARE(name) typedef int trn_declared_##name
#define TRN_KERNEL_PLANES(name, ...) typedef int trn_planed_##name
#define TRN_CELL_KERNEL(name)                                                                      \
    __global__ void trn_cells_##name(name##_args a, int32_t y0, int32_t y1)                        \
    {                                                                                              \
        const int32_t x = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x);                        \
        const int32_t y = y0 + (int32_t)(blockIdx.y * blockDim.y + threadIdx.y);                   \
        if (x < a.width && y < y1) name##_cell(&a, x, y);                                          \
    }                                                                                              \
    TRN_LAUNCH(name, trn_cells_##name, a.width, 32)
#define TRN_ROW_KERNEL(name)                                                                       \
    __global__ void trn_cells_##name(name##_args a, int32_t y0, int32_t y1)                        \
    {                                                                                              \
        const int32_t y = y0 + (int32_t)(blockIdx.y * blockDim.y + threadIdx.y);                   \
        if (y < y1) name##_rows(&a, y, y + 1);                                                     \
    }                                                                                              \
    TRN_LAUNCH(name, trn_cells_##name, 1, 1)
#define TRN_SPLIT_KERNEL(name) TRN_CELL_KERNEL(name)
#endif
#endif
