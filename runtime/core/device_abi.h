/* device_abi.h - what the runtime and a device plugin agree on. Plain C and C++; a plugin includes nothing else of core/.
 *
 * A plugin is a shared library that exports one function, TRN_DEVICE_ENTRY, a trn_device_entry. Its functions may be called
 * from any threads at once, are done when they return, and leave the calling thread's device and context as they found
 * them. Those that can fail fill `why` (never NULL) with what was the matter, a part of a sentence. */
#ifndef TRN_DEVICE_ABI_H
#define TRN_DEVICE_ABI_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

#define TRN_DEVICE_ABI 1
#define TRN_DEVICE_ENTRY "trn_device_plugin"
enum { TRN_DEVICE_TEXT = 256 };

typedef enum trn_device_status { TRN_DEVICE_DONE, TRN_DEVICE_FULL /* out of memory */, TRN_DEVICE_FAULT } trn_device_status;

typedef struct trn_device_api {
    int32_t abi;         /* TRN_DEVICE_ABI; the first member for ever */
    int32_t version[3];  /* of Terrane: the arguments of kernels change with it */
    const char *backend; /* "cuda"; "cuda-emulation": no device at all */
    /* Finds the device: text gets what it is, or why there is none. */
    bool (*open)(char text[TRN_DEVICE_TEXT]);
    trn_device_status (*alloc)(size_t bytes, void **out, char why[TRN_DEVICE_TEXT]); /* cleared */
    trn_device_status (*clear)(void *block, size_t bytes, char why[TRN_DEVICE_TEXT]);
    void (*free)(void *block);
    trn_device_status (*copy_in)(void *block, const void *host, size_t bytes, char why[TRN_DEVICE_TEXT]);
    trn_device_status (*copy_out)(void *host, const void *block, size_t bytes, char why[TRN_DEVICE_TEXT]);
    size_t (*args_size)(const char *kernel); /* 0: there is no such kernel */
    /* Rows [y0, y1) of a kernel; pointers in args are the device's. */
    trn_device_status (*run)(const char *kernel, const void *args, int32_t y0, int32_t y1, char why[TRN_DEVICE_TEXT]);
} trn_device_api;

typedef const trn_device_api *trn_device_entry(void);

#ifdef __cplusplus
}
#endif
#endif
