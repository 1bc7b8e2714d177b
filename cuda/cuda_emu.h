/* cuda_emu.h - as much of CUDA as the plugin uses, on the CPU, for tests of indices, bounds, copies and arithmetic. It says nothing
 * about a device.
 *
 * Threads run one after the other. "Device" memory is the heap's: an address sanitizer sees what a kernel does wrong, and
 * host and device pointers that are mixed up give wrong results. TERRANE_EMU makes it misbehave:
 *     none          there is no device             driver        there is no driver
 *     abi, version  the plugin is not the runtime's
 *     full=N        allocations from the N-th on fail, 0 is the first; freed memory does not help then
 *     fault=N       launches from the N-th on fail     lost=N    copies to the host from the N-th on do
 *     wrong=KERNEL  that kernel runs without its last row, beyond=KERNEL with one more
 *     without=KERNEL  there is no such kernel
 * and trn_emu, which tests look up in the library, counts. */
#ifndef TRN_CUDA_EMU_H
#define TRN_CUDA_EMU_H
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define TRN_BACKEND "cuda-emulation"
#define __global__ static
#define CUDART_VERSION 13000

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
static thread_local dim3 threadIdx, blockIdx, blockDim, gridDim;

enum cudaError_t {
    cudaSuccess, cudaErrorMemoryAllocation = 2, cudaErrorInsufficientDriver = 35, cudaErrorNoDevice = 100, cudaErrorLaunchFailure = 719
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
struct cudaDeviceProp { char name[64]; int major, minor; };

/* Since a test set it to zeros, but for live; spec/c/device_test.c has the same struct. */
struct emu_counts { int64_t live, allocations, launches, copies_out, bytes_in, bytes_out; };
extern "C" __attribute__((visibility("default"))) emu_counts trn_emu;
emu_counts trn_emu;
static int64_t emu_count(int64_t *counter, int64_t more) { return __atomic_fetch_add(counter, more, __ATOMIC_RELAXED); }
static thread_local cudaError_t emu_last;
static const char *emu_asked(const char *what)
{
    const char *text = getenv("TERRANE_EMU");
    const size_t n = strlen(what);
    return text && strncmp(text, what, n) == 0 ? text + n : 0;
}
static bool emu_fails(const char *what, int64_t *counter) /* "name=N" */
{
    const int64_t call = emu_count(counter, 1);
    const char *n = emu_asked(what);
    return n && call >= atoi(n);
}

static inline cudaError_t cudaGetDeviceCount(int *n)
{
    *n = 1;
    return emu_asked("none") ? cudaErrorNoDevice : emu_asked("driver") ? cudaErrorInsufficientDriver : cudaSuccess;
}
static inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int)
{
    snprintf(p->name, sizeof p->name, "no device: emulation on the CPU");
    p->major = 7;
    p->minor = 5;
    return cudaSuccess;
}
static inline const char *cudaGetErrorString(cudaError_t) { return "as the test wants it"; }
static inline const char *cudaGetErrorName(cudaError_t e) { return e == cudaErrorMemoryAllocation ? "cudaErrorMemoryAllocation" : "cudaErrorLaunchFailure"; }
static inline cudaError_t cudaGetLastError(void)
{
    const cudaError_t e = emu_last;
    emu_last = cudaSuccess;
    return e;
}
static inline cudaError_t cudaStreamSynchronize(int) { return cudaSuccess; }
static inline cudaError_t cudaMalloc(void **p, size_t n)
{
    *p = emu_fails("full=", &trn_emu.allocations) ? 0 : malloc(n);
    if (*p) emu_count(&trn_emu.live, 1);
    return *p ? cudaSuccess : cudaErrorMemoryAllocation;
}
static inline void cudaFree(void *p)
{
    free(p);
    emu_count(&trn_emu.live, -1);
}
static inline cudaError_t cudaMemset(void *p, int value, size_t n)
{
    memset(p, value, n);
    return cudaSuccess;
}
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind kind)
{
    if (kind == cudaMemcpyDeviceToHost && emu_fails("lost=", &trn_emu.copies_out)) return cudaErrorLaunchFailure;
    emu_count(kind == cudaMemcpyDeviceToHost ? &trn_emu.bytes_out : &trn_emu.bytes_in, (int64_t)n);
    memcpy(to, from, n);
    return cudaSuccess;
}

template <class F> static void emu_grid(const char *name, dim3 grid, dim3 block, F thread)
{
    const char *less = emu_asked("wrong="), *more = emu_asked("beyond=");
    const int32_t rows = (less && strcmp(less, name) == 0 ? -1 : 0) + (more && strcmp(more, name) == 0);
    if (emu_fails("fault=", &trn_emu.launches)) {
        emu_last = cudaErrorLaunchFailure;
        return;
    }
    gridDim = grid;
    blockDim = block;
    for (unsigned by = 0; by < grid.y; ++by)
        for (unsigned bx = 0; bx < grid.x; ++bx)
            for (unsigned ty = 0; ty < block.y; ++ty)
                for (unsigned tx = 0; tx < block.x; ++tx) {
                    blockIdx = dim3(bx, by);
                    threadIdx = dim3(tx, ty);
                    thread(rows);
                }
}
#define TRN_GRID(kernel, grid, block, a, y0, y1) \
    emu_grid(#kernel + sizeof "trn_cells", grid, block, [&](int32_t more) { kernel(a, y0, y1 + more); })
#endif
