/* disk_cache.c - see disk_cache.h. */
#include "graph/disk_cache.h"
#include "graph/cache.h"
#include "graph/outcome_file.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { KEY_DIGITS = 32, PATH_BYTES = TRN_CACHE_FOLDER + 64, SUBFOLDERS = 256 };
#define ENDING ".result"
#define ABANDONED ((int64_t)24 * 3600 * 1000000000) /* nanoseconds after which nobody writes to a temporary file any more */

struct trn_disk_cache {
    trn_runtime *rt; /* not a reference: the runtime owns the cache */
    uint64_t limit;
    trn_key version; /* part of every name: another version may make other bytes of the same parameters */
    atomic_uint_least64_t hits, misses;
    atomic_bool told;
    pthread_mutex_t lock; /* guards what follows, and lets one thread at a time make room */
    bool counted;
    uint64_t bytes; /* of the files there, as far as this process knows */
    char folder[];
};

trn_disk_cache *trn_disk_cache_create(trn_runtime *rt, const char *folder)
{
    trn_disk_cache *d = trn_alloc_zero(rt, sizeof *d + strlen(folder) + 1);
    if (!d) return NULL;
    if (pthread_mutex_init(&d->lock, NULL) != 0) {
        trn_free(rt, d);
        return NULL;
    }
    d->rt = rt;
    d->limit = trn_runtime_limits(rt)->disk_bytes;
    d->version = trn_hash(trn_version(), strlen(trn_version()));
    strcpy(d->folder, folder);
    return d;
}

void trn_disk_cache_destroy(trn_disk_cache *d)
{
    if (!d) return;
    pthread_mutex_destroy(&d->lock);
    trn_free(d->rt, d);
}

/* ---- names ---- */

typedef struct file_name { char path[PATH_BYTES]; } file_name;

static void name_folder(const trn_disk_cache *d, int index, file_name *out)
{
    snprintf(out->path, sizeof out->path, "%s/%02x", d->folder, index);
}

static void name_file(const trn_disk_cache *d, trn_key name, file_name *out)
{
    snprintf(out->path, sizeof out->path, "%s/%02x/%016llx%016llx" ENDING, d->folder, (unsigned)(name.hi >> 56),
             (unsigned long long)name.hi, (unsigned long long)name.lo);
}

static trn_key file_key(const trn_disk_cache *d, trn_key key) { return trn_hash_join(d->version, key); }

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

static bool is_result(const char *name, int subfolder, trn_key *key)
{
    if (strlen(name) != KEY_DIGITS + sizeof ENDING - 1 || strcmp(name + KEY_DIGITS, ENDING) != 0) return false;
    *key = (trn_key){0, 0};
    for (int i = 0; i < KEY_DIGITS; ++i) {
        const int v = digit(name[i]);
        uint64_t *half = i < KEY_DIGITS / 2 ? &key->hi : &key->lo;
        if (v < 0) return false;
        *half = *half << 4 | (uint64_t)v;
    }
    return key->hi >> 56 == (uint64_t)subfolder;
}

/* What hinders all the results alike is said once. */
static void tell(trn_disk_cache *d, const char *message)
{
    if (!atomic_exchange(&d->told, true)) trn_log_message(d->rt, TRN_LOG_WARNING, "cache: %s; going on without", message);
}

/* ---- finding ---- */

/* A damaged file goes. Another process may have put a whole one in its place by now; that is a miss more, and no harm. */
static void drop(trn_disk_cache *d, const char *path, const char *why)
{
    trn_log_message(d->rt, TRN_LOG_WARNING, "cache: %s: %s; removed", path, why);
    trn_file_remove(path);
}

static trn_outcome *look(trn_disk_cache *d, trn_key key, const trn_stop *stop)
{
    file_name name;
    trn_file_stat stat;
    bool other;
    name_file(d, key, &name);
    if (!trn_file_look(name.path, &stat, &other)) {
        if (other) drop(d, name.path, "is not a regular file");
        return NULL;
    }
    trn_source s;
    trn_error err;
    trn_outcome *found = NULL;
    bool absent;
    if (trn_source_open(&s, d->rt, name.path, &absent, &err) != TRN_OK) {
        if (err.status == TRN_ERR_IO && !absent) tell(d, err.message);
    } else {
        switch (trn_outcome_read(&s, key, stop, &found)) {
        case TRN_READ_WELL: trn_file_touch(name.path); break;
        case TRN_READ_DAMAGED: drop(d, name.path, "is damaged"); break;
        case TRN_READ_NOT:
            if (s.failure) {
                trn_source_failed(&s, &err);
                tell(d, err.message);
            }
            break;
        }
    }
    trn_source_close(&s);
    return found;
}

trn_outcome *trn_disk_cache_find(trn_disk_cache *d, trn_key key, const trn_stop *stop)
{
    trn_outcome *found = look(d, file_key(d, key), stop);
    atomic_fetch_add(found ? &d->hits : &d->misses, 1);
    return found;
}

/* ---- making room ---- */

typedef struct kept { trn_key key; uint64_t size; int64_t used; } kept;
typedef struct scan {
    const trn_disk_cache *d;
    int subfolder;
    bool listing, failed; /* listing: files are wanted too; failed: no memory for them */
    uint64_t bytes;
    kept *files;
    size_t count, capacity;
} scan;

static void list_file(scan *s, kept file)
{
    if (s->count == s->capacity) {
        const size_t capacity = s->capacity ? 2 * s->capacity : 256;
        kept *files = trn_alloc(s->d->rt, capacity * sizeof *files);
        s->failed = !files;
        if (!files) return;
        if (s->count) memcpy(files, s->files, s->count * sizeof *files);
        trn_free(s->d->rt, s->files);
        s->files = files;
        s->capacity = capacity;
    }
    s->files[s->count++] = file;
}

static void see(void *user, const char *name)
{
    scan *s = user;
    trn_key key;
    trn_file_stat stat;
    file_name path;
    const bool result = is_result(name, s->subfolder, &key);
    if (result) {
        name_file(s->d, key, &path);
    } else if (trn_is_temporary(name)) {
        name_folder(s->d, s->subfolder, &path);
        const size_t n = strlen(path.path);
        snprintf(path.path + n, sizeof path.path - n, "/%s", name);
    } else {
        return;
    }
    if (!trn_file_look(path.path, &stat, NULL)) return; /* another process took it away */
    if (!result && trn_file_now() - stat.used > ABANDONED) {
        trn_file_remove(path.path);
        return;
    }
    s->bytes += stat.size;
    if (result && s->listing && !s->failed) list_file(s, (kept){key, stat.size, stat.used});
}

static void look_through(scan *s)
{
    for (s->subfolder = 0; s->subfolder < SUBFOLDERS; ++s->subfolder) {
        file_name folder;
        name_folder(s->d, s->subfolder, &folder);
        trn_folder_list(folder.path, see, s);
    }
}

static void count(trn_disk_cache *d) /* under the lock */
{
    scan s = {.d = d};
    if (d->counted) return;
    look_through(&s);
    d->bytes = s.bytes;
    d->counted = true;
}

static bool goes_before(const kept *a, const kept *b) /* used longer ago; equal times: by key, so that the order is one */
{
    if (a->used != b->used) return a->used < b->used;
    return a->key.hi != b->key.hi ? a->key.hi < b->key.hi : a->key.lo < b->key.lo;
}

static void sink_down(kept *heap, size_t at, size_t count)
{
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && goes_before(&heap[child + 1], &heap[child])) ++child;
        if (!goes_before(&heap[child], &heap[at])) return;
        const kept swap = heap[at];
        heap[at] = heap[child];
        heap[child] = swap;
    }
}

/* Removes what was used least recently until at most `most` bytes are left. */
static void prune(trn_disk_cache *d, uint64_t most)
{
    scan s = {.d = d, .listing = true};
    look_through(&s);
    d->bytes = s.bytes;
    for (size_t i = s.count / 2; i-- > 0;) sink_down(s.files, i, s.count);
    while (s.count > 0 && d->bytes > most) {
        file_name name;
        name_file(d, s.files[0].key, &name);
        trn_file_remove(name.path); /* if it is gone already, so much the better */
        d->bytes -= s.files[0].size;
        s.files[0] = s.files[--s.count];
        sink_down(s.files, 0, s.count);
    }
    trn_free(d->rt, s.files);
}

/* Whether so many bytes more fit now. An eighth more than needed goes, so that not every new file looks through all. */
static bool make_room(trn_disk_cache *d, uint64_t bytes)
{
    if (bytes > d->limit) return false;
    const uint64_t most = d->limit - bytes, aim = d->limit - d->limit / 8 > bytes ? d->limit - d->limit / 8 - bytes : 0;
    pthread_mutex_lock(&d->lock);
    count(d);
    if (d->bytes > most) prune(d, aim);
    const bool fits = d->bytes <= most;
    if (fits) d->bytes += bytes;
    pthread_mutex_unlock(&d->lock);
    return fits;
}

static void give_back_room(trn_disk_cache *d, uint64_t bytes)
{
    pthread_mutex_lock(&d->lock);
    d->bytes -= bytes < d->bytes ? bytes : d->bytes;
    pthread_mutex_unlock(&d->lock);
}

/* ---- adding ---- */

static trn_status write_file(trn_disk_cache *d, const char *path, trn_key key, const trn_outcome *o, const trn_stop *stop,
                             trn_error *err)
{
    trn_sink s;
    trn_status st = trn_sink_open(&s, d->rt, path, err);
    if (st == TRN_OK) {
        s.fleeting = true;
        if (!trn_outcome_write(o, key, stop, &s))
            st = s.failure ? trn_sink_failed(&s, err) : trn_error_set(err, TRN_ERR_CANCELLED, "not kept");
        if (st == TRN_OK) st = trn_sink_finish(&s, err);
        if (st == TRN_OK) st = trn_sink_publish(&s, err);
    }
    trn_sink_close(&s);
    return st;
}

void trn_disk_cache_add(trn_disk_cache *d, trn_key plain, const trn_outcome *o, const trn_stop *stop)
{
    const trn_key key = file_key(d, plain);
    const uint64_t bytes = trn_outcome_file_size(o);
    file_name name, folder;
    trn_error err;
    int failure;
    if (trn_image_to_host(o->image, NULL) != TRN_OK) return; /* the evaluation will find out by itself */
    name_file(d, key, &name);
    name_folder(d, (int)(key.hi >> 56), &folder);
    if (!trn_folder_make(folder.path, &failure)) {
        const char *text = trn_errno_text(failure);
        trn_file_fail(&err, TRN_ERR_IO, folder.path, "cannot be made: %s", text ? text : "a system error");
        tell(d, err.message);
        return;
    }
    if (!make_room(d, bytes)) return;
    const trn_status st = write_file(d, name.path, key, o, stop, &err);
    if (st == TRN_OK) return;
    give_back_room(d, bytes);
    if (st == TRN_ERR_IO) tell(d, err.message);
}

void trn_disk_cache_figures(trn_disk_cache *d, trn_runtime_stats *out)
{
    pthread_mutex_lock(&d->lock);
    count(d);
    out->disk_bytes = d->bytes;
    pthread_mutex_unlock(&d->lock);
    out->disk_hits = atomic_load(&d->hits);
    out->disk_misses = atomic_load(&d->misses);
}
