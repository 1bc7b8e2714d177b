/* device.h - the device that kernels may run on beside the CPU, and memory that has a copy there. */
#ifndef TRN_DEVICE_H
#define TRN_DEVICE_H
#include "core/core.h"
#include "core/device_abi.h"

typedef enum trn_device_mode { TRN_ON_AUTO, TRN_ON_CPU, TRN_ON_CUDA } trn_device_mode;
trn_device_mode trn_device_get_mode(const trn_runtime *rt);

/* The device's functions, NULL where there is none or it has failed. The plugin is looked for when this is first called. */
const trn_device_api *trn_device_find(trn_runtime *rt);
trn_status trn_device_missing(trn_runtime *rt, trn_error *err); /* after that: DEVICE, and why there is none */
/* It has failed: DEVICE with what it said. What lies on it is lost, and nothing runs there any more. */
trn_status trn_device_fault(trn_runtime *rt, const char *why, trn_error *err);

/* Whether a kernel (and which of its variants) gives the CPU's bits on this device. */
typedef enum trn_trial { TRN_UNTRIED, TRN_EQUAL, TRN_UNEQUAL } trn_trial;
trn_trial trn_device_trial(trn_runtime *rt, const char *kernel, uint32_t variant);
void trn_device_tried(trn_runtime *rt, const char *kernel, uint32_t variant, bool equal);

/* A block of host memory that may have a copy on the device. All zero but host and bytes: it has none. */
typedef struct trn_mirror {
    void *host;
    size_t bytes;
    void *copy;
    bool blank;             /* nothing has been written to either yet */
    bool copy_fresh;        /* the copy has the newest contents */
    atomic_bool host_stale; /* the copy alone has them */
} trn_mirror;
/* A copy with the newest contents. MEMORY: the device has no room, even after remembered results gave way; DEVICE: a fault. */
trn_status trn_mirror_in(trn_runtime *rt, trn_mirror *m, trn_error *err);
/* The newest contents in host memory, copied there once whoever asks. DEVICE: a fault. */
trn_status trn_mirror_out(trn_runtime *rt, trn_mirror *m, trn_error *err);
void trn_mirror_wrote(trn_mirror *m, bool on_device); /* by the one who owns the block */
void trn_mirror_end(trn_runtime *rt, trn_mirror *m);  /* frees the copy */
#endif
