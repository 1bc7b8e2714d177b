/* cache.h - finished results by key: least recently used ones go first when the byte bound is reached. A layer that several
 * of them share counts once, for as long as one of them is remembered. Behind it stands the cache on disk, where the runtime
 * has one: it keeps what was asked for, and what took long. */
#ifndef TRN_CACHE_H
#define TRN_CACHE_H
#include "graph/result.h"

typedef struct trn_cache trn_cache;
enum { TRN_CACHE_FOLDER = 4000 }; /* bytes that the name of a folder may have */
/* folder: of the cache on disk, or NULL. Returns NULL when out of memory. */
trn_cache *trn_cache_create(trn_runtime *rt, const char *folder);
void trn_cache_close(trn_cache *cache); /* forgets everything and remembers nothing more; NULL is fine */
void trn_cache_destroy(trn_cache *cache);
/* A reference of the caller's own, or NULL. wanted: this is what the host asked for. What is asked to stop finds nothing. */
trn_outcome *trn_cache_find(trn_cache *cache, trn_key key, bool wanted, const trn_stop *stop);
/* Never fails: it may not remember. seconds: how long it took; beside what is wanted, what took long is kept on disk. */
void trn_cache_add(trn_cache *cache, trn_key key, trn_outcome *outcome, double seconds, bool wanted, const trn_stop *stop);
bool trn_cache_drop_oldest(trn_cache *cache); /* of memory; false: nothing left to drop */
void trn_cache_figures(trn_cache *cache, trn_runtime_stats *out);
#endif
