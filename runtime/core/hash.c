/* hash.c - 128-bit hashes of content (XXH3, whose values are fixed for all machines and versions). */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/core.h"

trn_key trn_hash(const void *data, size_t bytes)
{
    const XXH128_hash_t h = XXH3_128bits(data, bytes);
    return (trn_key){h.low64, h.high64};
}

trn_key trn_hash_join(trn_key a, trn_key b)
{
    uint8_t both[32];
    trn_key_bytes(a, both);
    trn_key_bytes(b, both + 16);
    return trn_hash(both, sizeof both);
}

void trn_key_bytes(trn_key key, uint8_t out[16])
{
    for (int i = 0; i < 8; ++i) {
        out[i] = (uint8_t)(key.hi >> (56 - 8 * i));
        out[8 + i] = (uint8_t)(key.lo >> (56 - 8 * i));
    }
}
