/* spare.h - blocks that were freed and may serve again. A fresh plane costs the system's clearing of its pages, which can
 * take longer than the work done on it; evaluations ask for the same sizes again and again. What was freed last is kept: of
 * other sizes, asked for before, there may be no more need. */
#ifndef TRN_SPARE_H
#define TRN_SPARE_H
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { TRN_SPARE_BLOCKS = 32 };

typedef struct trn_spare {
    pthread_mutex_t lock;
    struct { void *block; size_t size; } blocks[TRN_SPARE_BLOCKS]; /* the oldest first */
    int count;
    size_t bytes, most; /* how much lies idle, and at most may */
} trn_spare;

bool trn_spare_init(trn_spare *s, size_t most);              /* most: 0 keeps nothing */
void *trn_spare_take(trn_spare *s, size_t size);              /* a block of exactly this size, or NULL */
bool trn_spare_wants(const trn_spare *s, size_t size);        /* of such a size: whether it is kept once others have made room */
bool trn_spare_give(trn_spare *s, void *block, size_t size);  /* false: there is no room */
void *trn_spare_pop(trn_spare *s, size_t *size);              /* the oldest block, to free it; NULL when there is none */
size_t trn_spare_bytes(trn_spare *s);
#endif
