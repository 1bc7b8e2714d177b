/* runtime_state.h - the runtime object from inside; only core/ and graph/cache.c look in here. */
#ifndef TRN_RUNTIME_STATE_H
#define TRN_RUNTIME_STATE_H
#include "core/device.h"
#include "core/spare.h"

struct trn_cache;

enum { TRN_TRIALS = 128 };
typedef struct trn_tried { char kernel[40]; uint32_t variant; bool equal; } trn_tried;

typedef struct trn_device { /* the lock guards it and the mirrors */
    trn_device_mode mode;
    pthread_mutex_t lock;
    bool tried, lost;             /* looked for; failed */
    const trn_device_api *api;    /* NULL: none */
    char text[TRN_DEVICE_TEXT];   /* what it is, or why there is none */
    char fault[TRN_DEVICE_TEXT];  /* lost: what was the matter */
    atomic_uint_least64_t bytes;  /* live on it */
    trn_tried trial[TRN_TRIALS];
    int32_t trial_count;
} trn_device;

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
    trn_spare spare[2]; /* large and medium blocks */
    trn_device device;
    atomic_uint_least64_t bytes, peak, allocations, evaluated;
    atomic_int_least64_t fail_after; /* allocations that still succeed; negative: off */
    atomic_bool fail_sticky;
};

void trn_memory_default(trn_allocator *a);
bool trn_memory_init(trn_runtime *rt);
void trn_memory_trim(trn_runtime *rt); /* frees blocks that lie idle */
void trn_memory_end(trn_runtime *rt);
bool trn_device_init(trn_runtime *rt, trn_device_mode mode);
void trn_device_end(trn_runtime *rt);
#endif
