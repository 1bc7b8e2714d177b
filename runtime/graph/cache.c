/* cache.c - see cache.h. One lock guards the list; nothing is allocated, freed, read or written while it is held. */
#include "graph/cache.h"
#include "graph/disk_cache.h"
#include <pthread.h>

enum { BUCKETS = 1024, ENTRY_BYTES = 1024 }; /* ENTRY_BYTES: of all but the pixels, roughly */
#define LONG 0.1 /* seconds that reading from a disk is likely to beat */

typedef struct entry {
    trn_key key;
    trn_outcome *outcome;
    struct entry *next;           /* of the bucket */
    struct entry *newer, *older;  /* of the list by use */
    bool on_disk;                 /* it is there, or somebody is about to put it there */
} entry;

struct trn_cache {
    trn_runtime *rt; /* not a reference: the runtime owns the cache */
    pthread_mutex_t lock;
    entry *buckets[BUCKETS];
    entry *newest, *oldest;
    uint64_t bytes, hits, misses;
    bool closed;
    trn_disk_cache *disk; /* or NULL */
};

trn_cache *trn_cache_create(trn_runtime *rt, const char *folder)
{
    trn_cache *c = trn_alloc_zero(rt, sizeof *c);
    if (!c) return NULL;
    c->rt = rt;
    if (pthread_mutex_init(&c->lock, NULL) != 0) {
        trn_free(rt, c);
        return NULL;
    }
    if (folder && !(c->disk = trn_disk_cache_create(rt, folder))) {
        trn_cache_destroy(c);
        return NULL;
    }
    return c;
}

static void unlink_use(trn_cache *c, entry *e)
{
    if (e->newer) e->newer->older = e->older; else c->newest = e->older;
    if (e->older) e->older->newer = e->newer; else c->oldest = e->newer;
    e->newer = e->older = NULL;
}

static void link_newest(trn_cache *c, entry *e)
{
    e->older = c->newest;
    e->newer = NULL;
    if (c->newest) c->newest->newer = e; else c->oldest = e;
    c->newest = e;
}

static entry **bucket_of(trn_cache *c, trn_key key) { return &c->buckets[key.lo % BUCKETS]; }

static entry *find(trn_cache *c, trn_key key)
{
    for (entry *e = *bucket_of(c, key); e; e = e->next)
        if (trn_key_equal(e->key, key)) return e;
    return NULL;
}

/* One result more (+1) or less (-1) holds these layers; how many bytes of pixels that is more or less. */
static uint64_t hold(trn_image *image, int32_t change)
{
    uint64_t bytes = 0;
    for (int32_t i = 0; i < trn_image_count(image); ++i) {
        trn_layer *layer = trn_image_at(image, i).layer;
        int32_t *holders = trn_layer_holders(layer);
        if (*holders == (change > 0 ? 0 : 1)) bytes += trn_layer_bytes(layer);
        *holders += change;
    }
    return bytes;
}

static entry *take_oldest(trn_cache *c)
{
    entry *e = c->oldest;
    if (!e) return NULL;
    unlink_use(c, e);
    entry **link = bucket_of(c, e->key);
    while (*link != e) link = &(*link)->next;
    *link = e->next;
    c->bytes -= ENTRY_BYTES + hold(e->outcome->image, -1);
    return e;
}

static void discard(trn_cache *c, entry *e)
{
    trn_outcome_release(e->outcome);
    trn_free(c->rt, e);
}

bool trn_cache_drop_oldest(trn_cache *c)
{
    if (!c) return false; /* the runtime is just being made */
    pthread_mutex_lock(&c->lock);
    entry *e = take_oldest(c);
    pthread_mutex_unlock(&c->lock);
    if (e) discard(c, e);
    return e != NULL;
}

void trn_cache_close(trn_cache *c)
{
    if (!c) return;
    pthread_mutex_lock(&c->lock);
    c->closed = true;
    pthread_mutex_unlock(&c->lock);
    while (trn_cache_drop_oldest(c)) {}
}

void trn_cache_destroy(trn_cache *c)
{
    if (!c) return;
    while (trn_cache_drop_oldest(c)) {}
    trn_disk_cache_destroy(c->disk);
    pthread_mutex_destroy(&c->lock);
    trn_free(c->rt, c);
}

static void remember(trn_cache *c, trn_key key, trn_outcome *outcome, bool on_disk)
{
    const uint64_t limit = trn_runtime_limits(c->rt)->cache_bytes;
    uint64_t whole = ENTRY_BYTES;
    for (int32_t i = 0; i < trn_image_count(outcome->image); ++i)
        whole += trn_layer_bytes(trn_image_at(outcome->image, i).layer);
    if (whole > limit) return;
    entry *fresh = trn_alloc_zero(c->rt, sizeof *fresh);
    if (!fresh) return;
    fresh->key = key;
    fresh->outcome = trn_outcome_retain(outcome);
    fresh->on_disk = on_disk;

    entry *drop = NULL; /* what has to go, chained by next */
    pthread_mutex_lock(&c->lock);
    if (c->closed || find(c, key)) { /* or another thread was faster with the same result */
        drop = fresh;
    } else {
        fresh->next = *bucket_of(c, key);
        *bucket_of(c, key) = fresh;
        link_newest(c, fresh);
        c->bytes += ENTRY_BYTES + hold(outcome->image, 1);
        while (c->bytes > limit) { /* the fresh one stays: alone it fits */
            entry *e = take_oldest(c);
            e->next = drop;
            drop = e;
        }
    }
    pthread_mutex_unlock(&c->lock);
    while (drop) {
        entry *e = drop;
        drop = e->next;
        discard(c, e);
    }
}

static trn_outcome *recall(trn_cache *c, trn_key key, bool wanted, bool *to_disk)
{
    trn_outcome *found = NULL;
    *to_disk = false;
    pthread_mutex_lock(&c->lock);
    entry *e = find(c, key);
    if (e) {
        found = trn_outcome_retain(e->outcome);
        unlink_use(c, e);
        link_newest(c, e);
        ++c->hits;
        *to_disk = c->disk && wanted && !e->on_disk;
        e->on_disk = e->on_disk || *to_disk;
    } else {
        ++c->misses;
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}

trn_outcome *trn_cache_find(trn_cache *c, trn_key key, bool wanted, const trn_stop *stop)
{
    bool to_disk;
    trn_outcome *found = recall(c, key, wanted, &to_disk);
    if (to_disk) trn_disk_cache_add(c->disk, key, found, stop);
    if (found || !c->disk) return found;
    found = trn_disk_cache_find(c->disk, key, stop);
    if (found) remember(c, key, found, true);
    return found;
}

void trn_cache_add(trn_cache *c, trn_key key, trn_outcome *outcome, double seconds, bool wanted, const trn_stop *stop)
{
    const bool to_disk = c->disk && (wanted || seconds > LONG);
    remember(c, key, outcome, to_disk);
    if (to_disk) trn_disk_cache_add(c->disk, key, outcome, stop);
}

void trn_cache_figures(trn_cache *c, trn_runtime_stats *out)
{
    pthread_mutex_lock(&c->lock);
    out->cache_bytes = c->bytes;
    out->cache_hits = c->hits;
    out->cache_misses = c->misses;
    pthread_mutex_unlock(&c->lock);
    if (c->disk) trn_disk_cache_figures(c->disk, out);
}
