/* device.c - finding the plugin, and copies of memory between host and device.
 *
 * A plugin is never needed: what is not there is found out when it is first wanted, and once. One lock guards the state of
 * all mirrors; it is held while they are copied, since there is one bus. */
#define _GNU_SOURCE
#include "core/runtime_state.h"
#include "graph/cache.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <dlfcn.h>
#include <link.h>
#endif

#define PLUGIN "terrane_cuda.so"

/* ---- finding it ---- */

#if defined(__linux__)
typedef struct place { uintptr_t address; char *path; bool found; } place;
static int holds(struct dl_phdr_info *object, size_t size, void *data)
{
    place *p = data;
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const uintptr_t begin = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
        if (object->dlpi_phdr[i].p_type != PT_LOAD || p->address - begin >= object->dlpi_phdr[i].p_memsz) continue;
        /* the program itself has no name here, and what it calls itself may be anything */
        p->found = realpath(object->dlpi_name && strchr(object->dlpi_name, '/') ? object->dlpi_name : "/proc/self/exe", p->path) != NULL;
        return 1;
    }
    return 0;
}
static bool own_folder(char path[PATH_MAX]) /* of the program or module that this code is in */
{
    place p = {(uintptr_t)&own_folder, path, false};
    dl_iterate_phdr(holds, &p);
    char *slash = p.found ? strrchr(path, '/') : NULL;
    if (!slash) return false;
    *slash = 0;
    return true;
}

static void *load(const char *path, char text[TRN_DEVICE_TEXT])
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();
        snprintf(text, TRN_DEVICE_TEXT, "the plugin cannot be loaded: %.220s", why ? why : path);
    }
    return library;
}

/* Beside the program or module, as it is built (build/, build/lua/5.4/) and installed (bin/, lib/lua/5.4/). */
static void *find_library(char text[TRN_DEVICE_TEXT])
{
    static const char *const places[] = {"", "lib/terrane/", "../lib/terrane/", "../../lib/terrane/", "../../terrane/"};
    const char *stated = secure_getenv("TERRANE_CUDA");
    char folder[PATH_MAX], path[PATH_MAX + 40];
    if (stated && *stated) return load(stated, text);
    if (own_folder(folder))
        for (int32_t i = 0; i < TRN_COUNT(places); ++i) {
            snprintf(path, sizeof path, "%s/%s" PLUGIN, folder, places[i]);
            if (access(path, F_OK) == 0) return load(path, text);
        }
    snprintf(text, TRN_DEVICE_TEXT, "the plugin " PLUGIN " is not installed, and TERRANE_CUDA does not say where it is");
    return NULL;
}

static const trn_device_api *find_api(char text[TRN_DEVICE_TEXT])
{
    void *library = find_library(text);
    if (!library) return NULL;
    trn_device_entry *entry = NULL;
    void *symbol = dlsym(library, TRN_DEVICE_ENTRY);
    memcpy(&entry, &symbol, sizeof entry);
    const trn_device_api *api = entry ? entry() : NULL;
    if (!api) snprintf(text, TRN_DEVICE_TEXT, "what is named as the plugin is none: it has no %s", TRN_DEVICE_ENTRY);
    else if (api->abi != TRN_DEVICE_ABI)
        snprintf(text, TRN_DEVICE_TEXT, "the plugin speaks version %d of the interface, not %d", (int)api->abi, TRN_DEVICE_ABI);
    else if (api->version[0] != TRN_VERSION_MAJOR || api->version[1] != TRN_VERSION_MINOR || api->version[2] != TRN_VERSION_PATCH)
        snprintf(text, TRN_DEVICE_TEXT, "the plugin is of Terrane %d.%d.%d, and this is %s", (int)api->version[0], (int)api->version[1],
                 (int)api->version[2], trn_version());
    else if (api->open(text)) return api; /* the library stays: code of its driver may run for as long as the process does */
    dlclose(library);
    return NULL;
}
#else
static const trn_device_api *find_api(char text[TRN_DEVICE_TEXT])
{
    snprintf(text, TRN_DEVICE_TEXT, "plugins are loaded on Linux alone");
    return NULL;
}
#endif

trn_device_mode trn_device_get_mode(const trn_runtime *rt) { return rt->device.mode; }

const trn_device_api *trn_device_find(trn_runtime *rt)
{
    trn_device *d = &rt->device;
    if (d->mode == TRN_ON_CPU) return NULL;
    pthread_mutex_lock(&d->lock);
    const bool first = !d->tried;
    if (first) {
        d->tried = true;
        d->api = find_api(d->text);
    }
    const trn_device_api *api = d->lost ? NULL : d->api;
    pthread_mutex_unlock(&d->lock);
    if (first) trn_log_message(rt, TRN_LOG_DEBUG, "%s%s", api ? "a device is at hand: " : "no device: ", d->text);
    return api;
}

trn_status trn_device_missing(trn_runtime *rt, trn_error *err)
{
    trn_device *d = &rt->device;
    if (d->mode == TRN_ON_CPU)
        return trn_error_set(err, TRN_ERR_DEVICE, "no CUDA device: this runtime was made for the CPU alone (device 'cpu')");
    pthread_mutex_lock(&d->lock);
    trn_error_set(err, TRN_ERR_DEVICE, "no CUDA device: %s%s; 'auto' and 'cpu' give the same bytes without one",
                  d->lost ? "it has failed: " : "", d->lost ? d->fault : d->text);
    pthread_mutex_unlock(&d->lock);
    return TRN_ERR_DEVICE;
}

trn_status trn_device_fault(trn_runtime *rt, const char *why, trn_error *err)
{
    trn_device *d = &rt->device;
    pthread_mutex_lock(&d->lock);
    if (!d->lost) snprintf(d->fault, sizeof d->fault, "%s", why);
    d->lost = true;
    pthread_mutex_unlock(&d->lock);
    return trn_error_set(err, TRN_ERR_DEVICE, "the CUDA device has failed: %s", why);
}

const char *trn_runtime_device(trn_runtime *rt, trn_error *err)
{
    if (trn_device_find(rt)) return rt->device.text;
    trn_device_missing(rt, err);
    return NULL;
}

bool trn_device_init(trn_runtime *rt, trn_device_mode mode)
{
    rt->device.mode = mode;
    return pthread_mutex_init(&rt->device.lock, NULL) == 0;
}

void trn_device_end(trn_runtime *rt) { pthread_mutex_destroy(&rt->device.lock); }

/* ---- trials ---- */

static trn_tried *trial_of(trn_device *d, const char *kernel, uint32_t variant)
{
    for (int32_t i = 0; i < d->trial_count; ++i)
        if (d->trial[i].variant == variant && strcmp(d->trial[i].kernel, kernel) == 0) return &d->trial[i];
    return NULL;
}

trn_trial trn_device_trial(trn_runtime *rt, const char *kernel, uint32_t variant)
{
    pthread_mutex_lock(&rt->device.lock);
    const trn_tried *t = trial_of(&rt->device, kernel, variant);
    const trn_trial outcome = !t ? TRN_UNTRIED : t->equal ? TRN_EQUAL : TRN_UNEQUAL;
    pthread_mutex_unlock(&rt->device.lock);
    return outcome;
}

void trn_device_tried(trn_runtime *rt, const char *kernel, uint32_t variant, bool equal)
{
    trn_device *d = &rt->device;
    pthread_mutex_lock(&d->lock);
    if (!trial_of(d, kernel, variant)) {
        if (d->trial_count == TRN_TRIALS) d->trial_count = 0; /* forgotten ones are tried again */
        trn_tried *t = &d->trial[d->trial_count++];
        snprintf(t->kernel, sizeof t->kernel, "%s", kernel);
        t->variant = variant;
        t->equal = equal;
    }
    pthread_mutex_unlock(&d->lock);
}

/* ---- memory ---- */

static trn_status make_copy(trn_runtime *rt, trn_mirror *m, trn_error *err)
{
    const trn_device_api *api = trn_device_find(rt);
    char why[TRN_DEVICE_TEXT] = "";
    void *copy = NULL;
    if (!api) return trn_device_missing(rt, err);
    trn_device_status got = api->alloc(m->bytes, &copy, why);
    while (got == TRN_DEVICE_FULL && trn_cache_drop_oldest(rt->cache)) got = api->alloc(m->bytes, &copy, why);
    if (got == TRN_DEVICE_FAULT) return trn_device_fault(rt, why, err);
    if (got == TRN_DEVICE_FULL) return trn_error_set(err, TRN_ERR_MEMORY, "the device is out of memory: %zu bytes are not to be had", m->bytes);
    pthread_mutex_lock(&rt->device.lock);
    const bool late = m->copy != NULL; /* another evaluation that shares the layer was faster */
    if (!late) m->copy = copy;
    pthread_mutex_unlock(&rt->device.lock);
    if (late) api->free(copy);
    else atomic_fetch_add(&rt->device.bytes, m->bytes);
    return TRN_OK;
}

static bool has_copy(trn_runtime *rt, trn_mirror *m)
{
    pthread_mutex_lock(&rt->device.lock);
    const bool has = m->copy != NULL;
    pthread_mutex_unlock(&rt->device.lock);
    return has;
}

trn_status trn_mirror_in(trn_runtime *rt, trn_mirror *m, trn_error *err)
{
    trn_device *d = &rt->device;
    trn_device_status got = TRN_DEVICE_DONE;
    char why[TRN_DEVICE_TEXT] = "";
    if (!has_copy(rt, m)) {
        const trn_status st = make_copy(rt, m, err);
        if (st != TRN_OK) return st;
    }
    pthread_mutex_lock(&d->lock);
    if (!m->blank && !m->copy_fresh) {
        got = d->api->copy_in(m->copy, m->host, m->bytes, why);
        m->copy_fresh = got == TRN_DEVICE_DONE;
    }
    pthread_mutex_unlock(&d->lock);
    return got == TRN_DEVICE_DONE ? TRN_OK : trn_device_fault(rt, why, err);
}

trn_status trn_mirror_out(trn_runtime *rt, trn_mirror *m, trn_error *err)
{
    trn_device *d = &rt->device;
    trn_device_status got = TRN_DEVICE_DONE;
    char why[TRN_DEVICE_TEXT] = "";
    if (!atomic_load_explicit(&m->host_stale, memory_order_acquire)) return TRN_OK;
    pthread_mutex_lock(&d->lock);
    if (atomic_load_explicit(&m->host_stale, memory_order_relaxed)) { /* nobody else has brought it meanwhile */
        got = d->lost ? TRN_DEVICE_FAULT : d->api->copy_out(m->host, m->copy, m->bytes, why);
        if (d->lost) snprintf(why, sizeof why, "what lay there is lost");
        if (got == TRN_DEVICE_DONE) atomic_store_explicit(&m->host_stale, false, memory_order_release);
    }
    pthread_mutex_unlock(&d->lock);
    return got == TRN_DEVICE_DONE ? TRN_OK : trn_device_fault(rt, why, err);
}

void trn_mirror_wrote(trn_mirror *m, bool on_device)
{
    m->blank = false;
    m->copy_fresh = on_device;
    atomic_store_explicit(&m->host_stale, on_device, memory_order_release);
}

void trn_mirror_end(trn_runtime *rt, trn_mirror *m)
{
    if (!m->copy) return;
    rt->device.api->free(m->copy);
    atomic_fetch_sub(&rt->device.bytes, m->bytes);
    m->copy = NULL;
}
