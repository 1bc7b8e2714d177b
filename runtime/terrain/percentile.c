/* A radix search: three passes count the values' sort keys by digits of 11, 11 and 10 bits and descend into the digit
 * that holds the wanted rank. Counts are integers, summed over fixed blocks, so threads do not matter. */
#include "terrain/percentile.h"
#include "math/bits.h"
#include "math/scalar.h"
#include <string.h>

enum { MOST_BLOCKS = 32, LEAST_BLOCK = 4096, DIGITS = 2048 }; /* small planes have few blocks: their counts take longer than they do */

typedef struct pass {
    const float *values;
    size_t count;
    float above;
    int32_t blocks;
    int32_t shift;           /* of the digit that is counted */
    uint32_t digit_mask;
    uint32_t prefix;         /* keys of interest begin with these bits ... */
    uint32_t prefix_mask;    /* ... under this mask */
    uint32_t (*counts)[DIGITS]; /* of each block */
    uint32_t *least;         /* of each block: the least key greater than prefix */
} pass;

static void block_range(const pass *p, int32_t block, size_t *begin, size_t *end)
{
    const size_t blocks = (size_t)p->blocks, at = (size_t)block;
    *begin = p->count / blocks * at + p->count % blocks * at / blocks;
    *end = p->count / blocks * (at + 1) + p->count % blocks * (at + 1) / blocks;
}

static void count_digits(void *work, int32_t first, int32_t last)
{
    const pass *p = work;
    for (int32_t block = first; block < last; ++block) {
        uint32_t *counts = p->counts[block];
        size_t i, end;
        memset(counts, 0, sizeof(p->counts[block]));
        for (block_range(p, block, &i, &end); i < end; ++i) {
            const float value = p->values[i];
            const uint32_t key = trn_order_f(value);
            if (value > p->above && value < INFINITY && (key & p->prefix_mask) == p->prefix)
                ++counts[key >> p->shift & p->digit_mask];
        }
    }
}

static void find_least(void *work, int32_t first, int32_t last)
{
    const pass *p = work;
    for (int32_t block = first; block < last; ++block) {
        uint32_t least = UINT32_MAX;
        size_t i, end;
        for (block_range(p, block, &i, &end); i < end; ++i) {
            const uint32_t key = trn_order_f(p->values[i]);
            if (p->values[i] < INFINITY && key > p->prefix && key < least) least = key;
        }
        p->least[block] = least;
    }
}

/* Counts the digit at `shift`; *total gets how many there are in all, counts[0] the sums over the blocks. */
static trn_status count_pass(trn_eval *ev, pass *p, int32_t shift, int32_t bits, int64_t *total)
{
    p->shift = shift;
    p->digit_mask = (1u << bits) - 1;
    trn_status st = trn_for(ev, p->blocks, 1, count_digits, p);
    if (st != TRN_OK) return st;
    *total = 0;
    for (int32_t digit = 0; digit < 1 << bits; ++digit) {
        for (int32_t block = 1; block < p->blocks; ++block) p->counts[0][digit] += p->counts[block][digit];
        *total += p->counts[0][digit];
    }
    return TRN_OK;
}

trn_status trn_percentile(trn_eval *ev, const float *values, size_t count, float above, double q, double *out, int64_t *population)
{
    static const struct { int32_t shift, bits; } digits[] = {{21, 11}, {10, 11}, {0, 10}};
    pass p = {.values = values, .count = count, .above = above, .blocks = count < (size_t)MOST_BLOCKS * LEAST_BLOCK ? (int32_t)(count / LEAST_BLOCK) + 1 : MOST_BLOCKS};
    double position = 0.0;
    int64_t rank = 0; /* among the keys that begin with the prefix */
    trn_status st;
    *out = 0.0;
    if ((st = trn_scratch(ev, (size_t)p.blocks * sizeof(*p.counts), &p.counts)) != TRN_OK ||
        (st = trn_scratch(ev, (size_t)p.blocks * sizeof(*p.least), &p.least)) != TRN_OK)
        return st;
    for (int32_t i = 0; i < TRN_COUNT(digits); ++i) {
        int64_t total;
        if ((st = count_pass(ev, &p, digits[i].shift, digits[i].bits, &total)) != TRN_OK) return st;
        if (i == 0) {
            if (population) *population = total;
            if (total == 0) return TRN_OK;
            position = q * (double)(total - 1);
            rank = trn_lfloor(position);
        }
        uint32_t digit = 0;
        while (rank >= (int64_t)p.counts[0][digit]) rank -= p.counts[0][digit++];
        p.prefix |= digit << digits[i].shift;
        p.prefix_mask |= p.digit_mask << digits[i].shift;
    }
    *out = (double)trn_unorder_f(p.prefix) + 0.0; /* no negative zero */
    const double fraction = position - trn_floor(position);
    const uint32_t same = p.counts[0][p.prefix & p.digit_mask];
    if (fraction == 0.0 || rank + 1 < (int64_t)same) return TRN_OK;
    if ((st = trn_for(ev, p.blocks, 1, find_least, &p)) != TRN_OK) return st;
    uint32_t next = UINT32_MAX;
    for (int32_t block = 0; block < p.blocks; ++block) next = p.least[block] < next ? p.least[block] : next;
    *out = trn_lerp(*out, (double)trn_unorder_f(next), fraction);
    return TRN_OK;
}
