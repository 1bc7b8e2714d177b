/* layer_measure.c - what stands in a layer: statistics, a hash. A plane is taken in chunks, and those in blocks, that depend on
 * its size alone, and what they give is put together in order: threads do not matter. */
#include "data/data.h"
#include <math.h>
#include <string.h>

enum { BLOCK = 512, CHUNK = 128 * BLOCK, MAX_CHUNKS = 256, LANES = 8 };

typedef struct part { double least, most, sum; int64_t count; } part; /* of all but the NaN */

typedef struct pass {
    const char *plane;
    size_t count, chunk; /* elements */
    trn_type type;
    part part[MAX_CHUNKS];
    trn_key key[MAX_CHUNKS];
} pass;

static size_t size_of(trn_type type) { return type == TRN_F64 ? 8 : 4; }
static size_t least_of(size_t a, size_t b) { return a < b ? a : b; }

static void start(pass *p, const trn_layer_info *l, int32_t channel)
{
    p->type = (trn_type)l->type;
    p->plane = (const char *)l->data + (size_t)channel * (size_t)l->stride * size_of(p->type);
    p->count = (size_t)l->width * (size_t)l->height;
    p->chunk = CHUNK * (p->count / ((size_t)CHUNK * MAX_CHUNKS) + 1);
}

static int32_t chunks_of(const pass *p) { return (int32_t)((p->count + p->chunk - 1) / p->chunk); }

/* ---- statistics ---- */

static const part nothing = {INFINITY, -INFINITY, 0, 0};

static void join(part *to, part p)
{
    to->least = p.least < to->least ? p.least : to->least;
    to->most = p.most > to->most ? p.most : to->most;
    to->sum += p.sum;
    to->count += p.count;
}

/* Up to BLOCK numbers of the plane, filled up with NaN; how many that are, in whole lanes. */
static size_t read_block(const pass *p, size_t first, size_t last, double x[BLOCK])
{
    const char *from = p->plane + first * size_of(p->type);
    size_t n = least_of(BLOCK, last - first);
    switch (p->type) {
    case TRN_F32: for (size_t i = 0; i < n; ++i) x[i] = (double)((const float *)from)[i]; break;
    case TRN_F64: memcpy(x, from, n * sizeof *x); break;
    case TRN_I32: for (size_t i = 0; i < n; ++i) x[i] = (double)((const int32_t *)from)[i]; break;
    }
    while (n % LANES) x[n++] = NAN;
    return n;
}

/* Vectors of gcc and clang, as wide as every x86-64 and AArch64 has them. */
typedef double pair __attribute__((vector_size(16)));
typedef int64_t mask __attribute__((vector_size(16)));
enum { PAIRS = LANES / 2 };

static inline pair choose(mask m, pair a, pair b) { return (pair)((m & (mask)a) | (~m & (mask)b)); }

static part measure_block(const double *x, size_t n) /* lane k has every LANES-th number from k on */
{
    pair least[PAIRS], most[PAIRS], sum[PAIRS];
    mask count[PAIRS];
    part all = nothing;
    for (int k = 0; k < PAIRS; ++k) {
        least[k] = (pair){INFINITY, INFINITY};
        most[k] = -least[k];
        sum[k] = (pair){0, 0};
        count[k] = (mask){0, 0};
    }
    for (size_t i = 0; i < n; i += LANES)
        for (size_t k = 0; k < PAIRS; ++k) {
            pair v;
            memcpy(&v, x + i + 2 * k, sizeof v);
            least[k] = choose(v < least[k], v, least[k]);
            most[k] = choose(v > most[k], v, most[k]);
            sum[k] += choose(v == v, v, (pair){0, 0});
            count[k] -= v == v;
        }
    for (int k = 0; k < LANES; ++k)
        join(&all, (part){least[k / 2][k % 2], most[k / 2][k % 2], sum[k / 2][k % 2], count[k / 2][k % 2]});
    return all;
}

static void measure_chunks(void *work, int32_t begin, int32_t end)
{
    pass *p = work;
    for (int32_t c = begin; c < end; ++c) {
        const size_t first = (size_t)c * p->chunk, last = least_of(first + p->chunk, p->count);
        part all = nothing;
        double x[BLOCK];
        for (size_t i = first; i < last; i += BLOCK) join(&all, measure_block(x, read_block(p, i, last, x)));
        p->part[c] = all;
    }
}

bool trn_layer_measure(const trn_layer *layer, int32_t channel, const trn_stop *stop, trn_layer_stats *out)
{
    pass p;
    part all = nothing;
    start(&p, trn_layer_get_info(layer), channel);
    trn_parallel_for(trn_layer_runtime(layer), chunks_of(&p), 1, measure_chunks, &p, stop);
    if (trn_stop_asked(stop)) return false;
    for (int32_t c = 0; c < chunks_of(&p); ++c) join(&all, p.part[c]);
    *out = (trn_layer_stats){.nan = (int64_t)p.count - all.count};
    if (all.count == 0) return true;
    out->min = all.least + 0.0; /* 0 and not -0, whichever came first */
    out->max = all.most + 0.0;
    out->sum = all.sum;
    out->mean = all.sum / (double)all.count;
    return true;
}

trn_status trn_layer_get_stats(const trn_layer *layer, int32_t channel, trn_layer_stats *out, trn_error *err)
{
    *out = (trn_layer_stats){0};
    const int32_t channels = trn_layer_get_info(layer)->channels;
    if (channel < 0 || channel >= channels)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "no channel %d: the layer has %d, counted from 0", channel, channels);
    const trn_fp_mode mode = trn_fp_enter();
    trn_layer_measure(layer, channel, NULL, out);
    trn_fp_leave(mode);
    return TRN_OK;
}

/* ---- the hash ---- */

static void hash_chunks(void *work, int32_t begin, int32_t end)
{
    pass *p = work;
    for (int32_t c = begin; c < end; ++c) {
        const size_t first = (size_t)c * p->chunk;
        p->key[c] = trn_hash_numbers(p->plane + first * size_of(p->type), least_of(p->chunk, p->count - first), p->type);
    }
}

trn_key trn_layer_compute_key(const trn_layer *layer)
{
    const trn_layer_info *l = trn_layer_get_info(layer);
    const int32_t head[4] = {l->width, l->height, l->channels, l->type};
    uint8_t bytes[16];
    for (int i = 0; i < 16; ++i) bytes[i] = (uint8_t)((uint32_t)head[i / 4] >> (8 * (i % 4)));
    trn_key key = trn_hash(bytes, sizeof bytes);
    for (int32_t channel = 0; channel < l->channels; ++channel) {
        pass p;
        start(&p, l, channel);
        trn_parallel_for(trn_layer_runtime(layer), chunks_of(&p), 1, hash_chunks, &p, NULL);
        for (int32_t c = 0; c < chunks_of(&p); ++c) key = trn_hash_join(key, p.key[c]);
    }
    return key;
}
