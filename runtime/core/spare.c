/* spare.c - see spare.h. */
#include "core/spare.h"
#include <string.h>

bool trn_spare_init(trn_spare *s, size_t most)
{
    s->most = most;
    return pthread_mutex_init(&s->lock, NULL) == 0;
}

static void *remove_at(trn_spare *s, int i, size_t *size)
{
    void *block = s->blocks[i].block;
    *size = s->blocks[i].size;
    s->bytes -= *size;
    memmove(&s->blocks[i], &s->blocks[i + 1], (size_t)(--s->count - i) * sizeof s->blocks[0]);
    return block;
}

void *trn_spare_take(trn_spare *s, size_t size)
{
    void *block = NULL;
    pthread_mutex_lock(&s->lock);
    for (int i = s->count - 1; i >= 0 && !block; --i)
        if (s->blocks[i].size == size) block = remove_at(s, i, &size);
    pthread_mutex_unlock(&s->lock);
    return block;
}

bool trn_spare_wants(const trn_spare *s, size_t size) { return size <= s->most; }

bool trn_spare_give(trn_spare *s, void *block, size_t size)
{
    pthread_mutex_lock(&s->lock);
    const bool keep = s->count < TRN_SPARE_BLOCKS && s->bytes + size <= s->most;
    if (keep) {
        s->blocks[s->count].block = block;
        s->blocks[s->count++].size = size;
        s->bytes += size;
    }
    pthread_mutex_unlock(&s->lock);
    return keep;
}

void *trn_spare_pop(trn_spare *s, size_t *size)
{
    pthread_mutex_lock(&s->lock);
    void *block = s->count > 0 ? remove_at(s, 0, size) : NULL;
    pthread_mutex_unlock(&s->lock);
    return block;
}

size_t trn_spare_bytes(trn_spare *s)
{
    pthread_mutex_lock(&s->lock);
    const size_t bytes = s->bytes;
    pthread_mutex_unlock(&s->lock);
    return bytes;
}
