/* cache.h - finished results by key: least recently used ones go first when the byte bound is reached. A layer that several
 * of them share counts once, for as long as one of them is remembered. */
#ifndef TRN_CACHE_H
#define TRN_CACHE_H
#include "graph/result.h"

typedef struct trn_cache trn_cache;
trn_cache *trn_cache_create(trn_runtime *rt); /* NULL: out of memory */
void trn_cache_close(trn_cache *cache); /* forgets everything and remembers nothing more; NULL is fine */
void trn_cache_destroy(trn_cache *cache);
trn_outcome *trn_cache_find(trn_cache *cache, trn_key key); /* a reference of the caller's own, or NULL */
void trn_cache_add(trn_cache *cache, trn_key key, trn_outcome *outcome); /* never fails: it may not remember */
bool trn_cache_drop_oldest(trn_cache *cache); /* false: nothing left to drop */
void trn_cache_figures(trn_cache *cache, trn_runtime_stats *out);
#endif
