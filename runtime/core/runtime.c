/* runtime.c - the runtime object: what the host chose, and its figures. */
#define _POSIX_C_SOURCE 200809L
#include "core/runtime_state.h"
#include "graph/cache.h"
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define STR_(x) #x
#define STR(x) STR_(x)
const char *trn_version(void)
{
    return STR(TRN_VERSION_MAJOR) "." STR(TRN_VERSION_MINOR) "." STR(TRN_VERSION_PATCH);
}

enum { MAX_THREADS = 1024 };
static const char *const levels[] = {"base", "avx2", "avx512"};

static bool level_runs(int level)
{
    if (level == 0) return true;
#ifdef TRN_X86_KERNELS
    if (level == 1) return __builtin_cpu_supports("avx2");
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

static int choose_level(const char *isa) /* -1: unknown or not run by this processor */
{
    for (int i = TRN_COUNT(levels) - 1; i >= 0; --i)
        if (isa && *isa ? strcmp(isa, levels[i]) == 0 && level_runs(i) : level_runs(i)) return i;
    return -1;
}

static const char *const modes[] = {"auto", "cpu", "cuda"}; /* by trn_device_mode */
static int choose_mode(const char *device) /* -1: unknown */
{
    if (!device || !*device) return TRN_ON_AUTO;
    for (int i = 0; i < TRN_COUNT(modes); ++i)
        if (strcmp(device, modes[i]) == 0) return i;
    return -1;
}

/* How many threads are worth while, where nobody said: as many as whoever runs the loops has processors for. */
static int32_t processors(bool by_host)
{
#ifdef _OPENMP
    if (!by_host) return omp_get_max_threads();
#endif
    const long online = by_host ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
    return online < 1 ? 1 : online > MAX_THREADS ? MAX_THREADS : (int32_t)online;
}

static bool limits_from(trn_limits *to, const trn_limits *given, trn_error *err)
{
    *to = *given;
    if (to->cache_bytes == 0) to->cache_bytes = (uint64_t)256 << 20;
    if (to->disk_bytes == 0) to->disk_bytes = (uint64_t)4 << 30;
    if (to->max_pixels == 0) to->max_pixels = (int64_t)1 << 28;
    if (to->max_side == 0) to->max_side = 16384;
    if (to->max_nodes == 0) to->max_nodes = 4096;
    if (to->max_work == 0) to->max_work = INFINITY;
    if (!(to->max_work > 0)) return trn_error_set(err, TRN_ERR_ARGUMENT, "limits: max_work must be positive, got %g", to->max_work) == TRN_OK;
    if (to->max_pixels < 1 || to->max_pixels > (int64_t)1 << 30)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "limits: max_pixels must be 1 to 2^30, got %lld", (long long)to->max_pixels) == TRN_OK;
    if (to->max_side < 1 || to->max_side > 65536)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "limits: max_side must be 1 to 65536, got %d", to->max_side) == TRN_OK;
    if (to->max_nodes < 1 || to->max_nodes > 1 << 20)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "limits: max_nodes must be 1 to 2^20, got %d", to->max_nodes) == TRN_OK;
    return true;
}

trn_status trn_runtime_create(const trn_runtime_desc *desc, trn_runtime **out, trn_error *err)
{
    *out = NULL;
    const trn_runtime_desc zero = {0};
    if (!desc) desc = &zero;
    trn_allocator allocator = desc->allocator;
    if (!allocator.alloc && !allocator.free)
        trn_memory_default(&allocator);
    else if (!allocator.alloc || !allocator.free)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "allocator: alloc and free must be given together");
    trn_limits limits;
    if (!limits_from(&limits, &desc->limits, err)) return TRN_ERR_ARGUMENT;
    if (desc->threads < 0 || desc->threads > MAX_THREADS)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "threads must be 0 (all) to %d, got %d", MAX_THREADS, desc->threads);
    const char *folder = desc->cache_dir && *desc->cache_dir ? desc->cache_dir : NULL;
    if (folder && strlen(folder) > TRN_CACHE_FOLDER)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "cache_dir: a folder's name may have %d bytes, this one has %zu", TRN_CACHE_FOLDER, strlen(folder));
    const char *isa = desc->isa && *desc->isa ? desc->isa : getenv("TERRANE_ISA");
    const int level = choose_level(isa);
    if (level < 0)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "isa '%s' is unknown or not run by this processor (base, avx2, avx512)", isa);
    const char *device = desc->device && *desc->device ? desc->device : getenv("TERRANE_DEVICE");
    const int mode = choose_mode(device);
    if (mode < 0) return trn_error_set(err, TRN_ERR_ARGUMENT, "device '%s' is unknown (auto, cpu, cuda)", device);

    trn_runtime *rt = allocator.alloc(allocator.user, sizeof *rt, TRN_ALIGN);
    if (!rt) return trn_error_set(err, TRN_ERR_MEMORY, "out of memory: the runtime itself");
    memset(rt, 0, sizeof *rt);
    trn_ref_init(&rt->ref);
    trn_ref_init(&rt->handles);
    rt->allocator = allocator;
    rt->parallel = desc->parallel;
    rt->threads = desc->threads ? desc->threads : processors(desc->parallel.run != NULL);
    rt->level = level;
    rt->limits = limits;
    rt->log = desc->log;
    rt->log_user = desc->log_user;
    atomic_init(&rt->bytes, sizeof *rt);
    atomic_init(&rt->peak, sizeof *rt);
    atomic_init(&rt->fail_after, -1);
    if (!trn_memory_init(rt)) {
        allocator.free(allocator.user, rt, sizeof *rt, TRN_ALIGN);
        return trn_error_set(err, TRN_ERR_MEMORY, "out of memory: a lock");
    }
    if (!trn_device_init(rt, (trn_device_mode)mode)) {
        trn_memory_end(rt);
        allocator.free(allocator.user, rt, sizeof *rt, TRN_ALIGN);
        return trn_error_set(err, TRN_ERR_MEMORY, "out of memory: a lock");
    }
    rt->cache = trn_cache_create(rt, folder);
    if (!rt->cache) {
        trn_runtime_release(rt);
        return trn_error_set(err, TRN_ERR_MEMORY, "out of memory: the cache of results");
    }
    if (mode == TRN_ON_CUDA && !trn_device_find(rt)) {
        trn_device_missing(rt, err);
        trn_runtime_release(rt);
        return TRN_ERR_DEVICE;
    }
    *out = rt;
    return TRN_OK;
}

trn_runtime *trn_runtime_hold(trn_runtime *rt)
{
    trn_ref_retain(&rt->ref);
    return rt;
}

void trn_runtime_unhold(trn_runtime *rt)
{
    if (!trn_ref_release(&rt->ref)) return;
    trn_cache_destroy(rt->cache);
    trn_device_end(rt);
    trn_memory_end(rt);
    const trn_allocator a = rt->allocator;
    a.free(a.user, rt, sizeof *rt, TRN_ALIGN);
}

trn_runtime *trn_runtime_retain(trn_runtime *rt)
{
    trn_ref_retain(&rt->handles);
    return rt;
}

void trn_runtime_release(trn_runtime *rt)
{
    if (!rt || !trn_ref_release(&rt->handles)) return;
    trn_cache_close(rt->cache); /* remembered layers hold the runtime: without this it would live for ever */
    trn_runtime_unhold(rt);
}

trn_runtime_stats trn_runtime_get_stats(const trn_runtime *rt)
{
    trn_runtime_stats s = {
        .bytes = atomic_load(&rt->bytes), .peak_bytes = atomic_load(&rt->peak), .nodes_evaluated = atomic_load(&rt->evaluated),
        .allocations = atomic_load(&rt->allocations), .threads = rt->threads, .isa = levels[rt->level],
        .device_bytes = atomic_load(&rt->device.bytes),
    };
    trn_cache_figures(rt->cache, &s);
    return s;
}

void trn_runtime_trim(trn_runtime *rt)
{
    while (trn_cache_drop_oldest(rt->cache)) {}
    trn_memory_trim(rt);
}

bool trn_runtime_by_host(const trn_runtime *rt) { return rt->parallel.run != NULL; }
int32_t trn_runtime_threads(const trn_runtime *rt) { return rt->threads; }
int trn_runtime_level(const trn_runtime *rt) { return rt->level; }
const trn_limits *trn_runtime_limits(const trn_runtime *rt) { return &rt->limits; }

void trn_log_message(trn_runtime *rt, trn_log_level level, const char *format, ...)
{
    if (!rt->log) return;
    char line[512];
    va_list args;
    va_start(args, format);
    trn_vformat(line, sizeof line, format, args);
    va_end(args);
    rt->log(rt->log_user, level, line);
}
