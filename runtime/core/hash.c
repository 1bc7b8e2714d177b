/* hash.c - 128-bit hashes of content (XXH3, whose values are fixed for all machines and versions). */
#define XXH_INLINE_ALL
#ifndef NDEBUG
#define XXH_NO_INLINE_HINTS 1 /* else it does not compile with -Og */
#endif
#include <xxhash.h>

#include "core/core.h"

trn_key trn_hash(const void *data, size_t bytes)
{
    const XXH128_hash_t h = XXH3_128bits(data, bytes);
    return (trn_key){h.low64, h.high64};
}

enum { SINGLE_NAN = 0x7f800000, SINGLE_VOID = 0x7fc00000 }; /* above the first, without its sign, a float is a NaN */
#define DOUBLE_NAN 0x7ff0000000000000
#define DOUBLE_VOID 0x7ff8000000000000
enum { PIECE = 1024 };
typedef union piece { uint32_t single[PIECE]; uint64_t pair[PIECE]; } piece;

static bool plain(const char *from, size_t n, trn_type type) /* no NaN among them */
{
    uint32_t nan = 0;
    if (type == TRN_F32)
        for (size_t i = 0; i < n; ++i) {
            int32_t v;
            memcpy(&v, from + 4 * i, 4);
            nan |= (v & INT32_MAX) > SINGLE_NAN;
        }
    if (type == TRN_F64)
        for (size_t i = 0; i < n; ++i) {
            int64_t v;
            memcpy(&v, from + 8 * i, 8);
            nan |= (v & INT64_MAX) > DOUBLE_NAN;
        }
    return !nan;
}

trn_key trn_hash_numbers(const void *numbers, size_t count, trn_type type)
{
    const size_t size = type == TRN_F64 ? 8 : 4;
    const char *from = numbers;
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    for (size_t n; count > 0; count -= n, from += n * size) {
        n = count < PIECE ? count : PIECE;
        if (plain(from, n, type)) {
            XXH3_128bits_update(&state, from, n * size);
            continue;
        }
        piece p;
        memcpy(&p, from, n * size);
        for (size_t i = 0; i < n; ++i)
            if (size == 4) p.single[i] = (p.single[i] & INT32_MAX) > SINGLE_NAN ? SINGLE_VOID : p.single[i];
            else p.pair[i] = (p.pair[i] & INT64_MAX) > DOUBLE_NAN ? DOUBLE_VOID : p.pair[i];
        XXH3_128bits_update(&state, &p, n * size);
    }
    const XXH128_hash_t h = XXH3_128bits_digest(&state);
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
