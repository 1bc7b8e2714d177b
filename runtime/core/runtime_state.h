/* runtime_state.h - the runtime object from inside; only core/ and graph/cache.c look in here. */
#ifndef TRN_RUNTIME_STATE_H
#define TRN_RUNTIME_STATE_H
#include "core/core.h"
#include "core/spare.h"

struct trn_cache;

struct trn_runtime {
    trn_ref ref;     /* what lives in the runtime, and one for all handles together */
    trn_ref handles; /* what trn_runtime_create and _retain gave out */
    trn_allocator allocator;
    trn_parallel parallel; /* run NULL: OpenMP, or this thread alone */
    int32_t threads;
    atomic_int running; /* evaluations that share the threads */
    int level; /* index into trn_kernel.level */
    trn_limits limits;
    void (*log)(void *user, trn_log_level level, const char *line);
    void *log_user;
    struct trn_cache *cache;
    trn_spare spare;
    atomic_uint_least64_t bytes, peak, allocations, evaluated;
    atomic_int_least64_t fail_after; /* allocations that still succeed; negative: off */
    atomic_bool fail_sticky;
};

void trn_memory_default(trn_allocator *a);
bool trn_memory_init(trn_runtime *rt);
void trn_memory_trim(trn_runtime *rt); /* frees blocks that lie idle */
void trn_memory_end(trn_runtime *rt);
#endif
