/* terrane_cuda.cu - the plugin: kernels for CUDA devices, from the sources that the CPU's are made of.
 *
 * With TRN_CUDA_EMU a C++ compiler makes "cuda-emulation" of it, which runs on the CPU and is for tests alone. */
#define TRN_DEVICE_CODE 1
#ifdef TRN_CUDA_EMU
#include "cuda_emu.h"
#else
#include <cuda_runtime.h>
#include <dlfcn.h>
#define TRN_BACKEND "cuda"
#define TRN_GRID(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#endif
#include "core/device_abi.h"
#include "terrane/terrane.h" /* for the version */
#include <stdio.h>
#include <string.h>
#define restrict __restrict__

/* The kernels that were included, in a list that grows as the library is loaded. */
struct listed {
    const char *name;
    size_t args_size;
    void (*launch)(const void *args, int32_t y0, int32_t y1);
    const listed *next;
    static const listed *first;
    listed(const char *n, size_t size, void (*f)(const void *, int32_t, int32_t)) : name(n), args_size(size), launch(f), next(first)
    {
        first = this;
    }
};
const listed *listed::first;
static const listed *find_listed(const char *name)
{
    const listed *k = listed::first;
    while (k && strcmp(k->name, name) != 0) k = k->next;
    return k;
}

/* Blocks are `block` wide and have 128 threads. */
#define TRN_LAUNCH(name, kernel, across, block)                                                                     \
    static void launch_##name(const void *args, int32_t y0, int32_t y1)                                             \
    {                                                                                                               \
        name##_args a;                                                                                              \
        memcpy(&a, args, sizeof a);                                                                                 \
        const unsigned tall = 128u / (block), columns = (unsigned)(across), rows = (unsigned)(y1 - y0);             \
        TRN_GRID(kernel, dim3((columns + (block) - 1u) / (block), (rows + tall - 1u) / tall), dim3(block, tall), a, y0, y1); \
    }                                                                                                               \
    static const listed list_##name(#name, sizeof(name##_args), launch_##name);
#include "kernels/bubble.c"
#include "kernels/cells.c"
#include "kernels/clip.c"
#include "kernels/cloud.c"
#include "kernels/crystal.c"
#include "kernels/curl.c"
#include "kernels/fill.c"
#include "kernels/fractal_sample.c"
#include "kernels/gradient.c"
#include "kernels/height_to_normal.c"
#include "kernels/noise_pixels.c"
#include "kernels/pattern_cell.c"
#include "kernels/pattern_checker.c"
#include "kernels/pattern_chladni.c"
#include "kernels/pattern_grid.c"
#include "kernels/pattern_julia.c"
#include "kernels/pattern_knit.c"
#include "kernels/pattern_tile.c"
#include "kernels/pattern_weave.c"
#include "kernels/phasor.c"
#include "kernels/position_map.c"
#include "kernels/post.c"
#include "kernels/random.c"
#include "kernels/shade.c"
#include "kernels/shape.c"
#include "kernels/strata.c"
#include "kernels/terrace.c"

/* The first device, for as long as this lives; then the calling thread has the context that it had. */
#ifdef TRN_CUDA_EMU
struct on_device { on_device() {} };
#else
struct on_device {
    void *before;
    static void *driver(const char *name)
    {
        static void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
        return library ? dlsym(library, name) : 0;
    }
    on_device() : before(0)
    {
        int (*current)(void **) = (int (*)(void **))driver("cuCtxGetCurrent");
        if (current) current(&before);
        cudaSetDevice(0);
    }
    ~on_device()
    {
        int (*make_current)(void *) = (int (*)(void *))driver("cuCtxSetCurrent");
        if (make_current) make_current(before);
    }
};
#endif

static trn_device_status outcome(cudaError_t e, const char *doing, char why[TRN_DEVICE_TEXT])
{
    if (e == cudaSuccess) return TRN_DEVICE_DONE;
    cudaGetLastError(); /* errors that pass are not found again by the next call */
    snprintf(why, TRN_DEVICE_TEXT, "%s: %s (%s)", doing, cudaGetErrorString(e), cudaGetErrorName(e));
    return e == cudaErrorMemoryAllocation ? TRN_DEVICE_FULL : TRN_DEVICE_FAULT;
}

static bool open_device(char text[TRN_DEVICE_TEXT])
{
    int count = 0;
    const cudaError_t e = cudaGetDeviceCount(&count);
    if (e == cudaErrorInsufficientDriver)
        snprintf(text, TRN_DEVICE_TEXT, "there is no NVIDIA driver, or one older than CUDA %d.%d", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    else if (e == cudaErrorNoDevice || (e == cudaSuccess && count == 0))
        snprintf(text, TRN_DEVICE_TEXT, "the NVIDIA driver finds no device");
    else if (e != cudaSuccess)
        outcome(e, "the driver does not start", text);
    if (e != cudaSuccess || count == 0) return false;
    on_device here;
    cudaDeviceProp p;
    if (outcome(cudaGetDeviceProperties(&p, 0), "the device says nothing of itself", text) != TRN_DEVICE_DONE) return false;
    if (p.major * 10 + p.minor < 75) {
        snprintf(text, TRN_DEVICE_TEXT, "the first device, %s, has compute capability %d.%d, and 7.5 is needed", p.name, p.major, p.minor);
        return false;
    }
    snprintf(text, TRN_DEVICE_TEXT, "%s, compute capability %d.%d", p.name, p.major, p.minor);
    return true;
}

static trn_device_status clear(void *block, size_t bytes, char why[TRN_DEVICE_TEXT])
{
    on_device here;
    cudaError_t e = cudaMemset(block, 0, bytes);
    if (e == cudaSuccess) e = cudaStreamSynchronize(0);
    return outcome(e, "clearing memory", why);
}
static trn_device_status take(size_t bytes, void **out, char why[TRN_DEVICE_TEXT])
{
    on_device here;
    trn_device_status got = outcome(cudaMalloc(out, bytes), "asking for memory", why);
    if (got == TRN_DEVICE_DONE && (got = clear(*out, bytes, why)) != TRN_DEVICE_DONE) cudaFree(*out);
    return got;
}
static void give(void *block)
{
    on_device here;
    cudaFree(block);
    cudaGetLastError();
}
static trn_device_status copy_in(void *block, const void *host, size_t bytes, char why[TRN_DEVICE_TEXT])
{
    on_device here;
    cudaError_t e = cudaMemcpy(block, host, bytes, cudaMemcpyHostToDevice);
    if (e == cudaSuccess) e = cudaStreamSynchronize(0);
    return outcome(e, "copying to the device", why);
}
static trn_device_status copy_out(void *host, const void *block, size_t bytes, char why[TRN_DEVICE_TEXT])
{
    on_device here;
    return outcome(cudaMemcpy(host, block, bytes, cudaMemcpyDeviceToHost), "copying from the device", why);
}
static size_t args_size(const char *name)
{
    const listed *k = find_listed(name);
#ifdef TRN_CUDA_EMU
    const char *without = emu_asked("without=");
    if (without && strcmp(without, name) == 0) return 0;
#endif
    return k ? k->args_size : 0;
}
static trn_device_status run(const char *name, const void *args, int32_t y0, int32_t y1, char why[TRN_DEVICE_TEXT])
{
    on_device here;
    find_listed(name)->launch(args, y0, y1);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaStreamSynchronize(0);
    const trn_device_status got = outcome(e, name, why);
    return got == TRN_DEVICE_FULL ? TRN_DEVICE_FAULT : got; /* half of it may be done */
}

static const trn_device_api api = {
    TRN_DEVICE_ABI, {TRN_VERSION_MAJOR, TRN_VERSION_MINOR, TRN_VERSION_PATCH}, TRN_BACKEND,
    open_device, take, clear, give, copy_in, copy_out, args_size, run,
};
#ifdef TRN_CUDA_EMU
static const trn_device_api *as_asked(void)
{
    static trn_device_api other;
    other = api;
    other.abi += emu_asked("abi") != 0;
    other.version[1] += emu_asked("version") != 0;
    return &other;
}
#else
static const trn_device_api *as_asked(void) { return &api; }
#endif
extern "C" __attribute__((visibility("default"))) const trn_device_api *trn_device_plugin(void) { return as_asked(); }
