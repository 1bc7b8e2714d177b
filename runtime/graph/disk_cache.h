/* disk_cache.h - finished results in a folder, for other processes and later days.
 *
 * One file for each result: FOLDER/3f/3f01...9c.result, named by the result's key and the version of Terrane. A file appears
 * whole, by renaming, and its checksum tells whether it still is; one that is not goes, and counts as not found. So several
 * processes may use one folder at once: two that make the same result write the same bytes. Files that are not called like
 * this are left alone.
 *
 * Nothing here fails: where the folder cannot be read or written, results are not found and not kept, and the log says so
 * once. */
#ifndef TRN_DISK_CACHE_H
#define TRN_DISK_CACHE_H
#include "graph/result.h"

typedef struct trn_disk_cache trn_disk_cache;
trn_disk_cache *trn_disk_cache_create(trn_runtime *rt, const char *folder); /* NULL: out of memory. Touches no file */
void trn_disk_cache_destroy(trn_disk_cache *disk);                           /* NULL is fine */
/* A reference of the caller's own, or NULL. */
trn_outcome *trn_disk_cache_find(trn_disk_cache *disk, trn_key key, const trn_stop *stop);
/* What was used least recently makes room for it. Not kept: what alone is larger than the bound, and when asked to stop. */
void trn_disk_cache_add(trn_disk_cache *disk, trn_key key, const trn_outcome *outcome, const trn_stop *stop);
void trn_disk_cache_figures(trn_disk_cache *disk, trn_runtime_stats *out); /* counts the folder if nobody has yet */
#endif
