/* flow_basins.c - which basin lies below each run of lower cells around a saddle.
 *
 * Only the edges of the basin graph are labelled, by walking down from them along lowest neighbours. Several walks at a
 * time hide the latency of their loads. A long walk remembers what it passed, or drained ground would cost the square of
 * its length. */
#include "terrain/flow_internal.h"

typedef struct labelling {
    trn_flow_basins *b;
    const trn_flow_grid *g;
    uint32_t *scratch; /* the basin of pits, and of cells that are KNOWN */
    int32_t parts;
} labelling;

static inline uint8_t low_at(const uint8_t *low, uint32_t c) { return __atomic_load_n(&low[c], __ATOMIC_ACQUIRE); }
static inline uint32_t basin_at(const labelling *a, uint32_t c) { return __atomic_load_n(&a->scratch[c], __ATOMIC_RELAXED); }

static inline uint32_t down(const trn_flow_grid *g, uint32_t c, uint8_t low)
{
    return low & FLOW_SEAM ? (uint32_t)trn_flow_neighbour(g, c, low & FLOW_DIR) : c + (uint32_t)g->step[low & FLOW_DIR];
}

static uint32_t long_walk(labelling *a, uint32_t first)
{
    uint8_t *low = a->b->low;
    uint32_t c = first, basin;
    for (;;) {
        const uint8_t l = low_at(low, c);
        if (l & FLOW_KNOWN || l == TRN_FLOW_PIT) {
            basin = basin_at(a, c);
            break;
        }
        if (l == TRN_FLOW_OUTLET) {
            basin = 0;
            break;
        }
        c = down(a->g, c, l);
    }
    for (c = first;;) {
        const uint8_t l = low_at(low, c);
        if (l & FLOW_KNOWN || l == TRN_FLOW_PIT || l == TRN_FLOW_OUTLET) return basin;
        __atomic_store_n(&a->scratch[c], basin, __ATOMIC_RELAXED); /* every thread writes the same */
        __atomic_store_n(&low[c], (uint8_t)(l | FLOW_KNOWN), __ATOMIC_RELEASE);
        c = down(a->g, c, l);
    }
}

static void label_saddles(void *work, int32_t part, int32_t end)
{
    (void)end;
    labelling *a = work;
    const trn_flow_grid *g = a->g;
    const uint8_t *low = a->b->low;
    const uint32_t n = a->b->saddles;
    uint32_t i = (uint32_t)((uint64_t)n * (uint32_t)part / (uint32_t)a->parts);
    const uint32_t last = (uint32_t)((uint64_t)n * (uint32_t)(part + 1) / (uint32_t)a->parts);
    trn_flow_saddle *s = a->b->saddle;
    enum { LANES = 16, LONG = 48 };
    uint32_t at[LANES], *slot[LANES], run = 0, done = 0;
    int32_t age[LANES], lanes = 0;
#define TAKE(LANE)                                                                                                     \
    slot[LANE] = &s[i].label[run];                                                                                     \
    at[LANE] = s[i].label[run];                                                                                        \
    age[LANE] = 0;                                                                                                     \
    if (++run >= s[i].runs) {                                                                                          \
        run = 0;                                                                                                       \
        ++i;                                                                                                           \
    }
    for (; lanes < LANES && i < last; ++lanes) { TAKE(lanes) }
    while (lanes) {
        if ((++done & 0xfff) == 0 && trn_flow_stopped(g)) return;
        for (int32_t l = 0; l < lanes; ++l) {
            const uint8_t d = low_at(low, at[l]);
            if (d < 8 && ++age[l] < LONG) {
                at[l] += (uint32_t)g->step[d];
                continue;
            }
            if (d == TRN_FLOW_OUTLET) *slot[l] = 0;
            else if (d == TRN_FLOW_PIT || d & FLOW_KNOWN) *slot[l] = basin_at(a, at[l]);
            else if (d & FLOW_SEAM && age[l] < LONG) {
                at[l] = down(g, at[l], d);
                ++age[l];
                continue;
            } else *slot[l] = long_walk(a, at[l]);
            if (i < last) {
                TAKE(l)
            } else if (l < --lanes) {
                slot[l] = slot[lanes];
                at[l] = at[lanes];
                age[l] = age[lanes];
                --l;
            }
        }
    }
#undef TAKE
}

trn_status trn_flow_basins_find(trn_flow_basins *b, const trn_flow_grid *g, const float *z, uint32_t *scratch)
{
    trn_flow_basins_free(b);
    b->rt = g->rt;
    if (!(b->low = trn_alloc(g->rt, g->cells))) return trn_out_of_memory(g->rt, g->cells, g->err);
    if (!(b->tied = trn_alloc(g->rt, (size_t)g->height))) return trn_out_of_memory(g->rt, (size_t)g->height, g->err);
    trn_status st = trn_flow_scan(b, g, z);
    if (st != TRN_OK || b->count == 0) return st; /* without pits it is drained already */
    const size_t level = ((size_t)b->count + 1) * sizeof *b->level, entry = ((size_t)b->count + 1) * sizeof *b->entry;
    if (!(b->level = trn_alloc(g->rt, level))) return trn_out_of_memory(g->rt, level, g->err);
    if (!(b->entry = trn_alloc(g->rt, entry))) return trn_out_of_memory(g->rt, entry, g->err);
    for (uint32_t i = 1; i <= b->count; ++i) {
        if ((i & 0xfff) == 0 && trn_flow_stopped(g)) break;
        scratch[b->pit[i]] = i;
    }
    labelling a = {b, g, scratch, trn_flow_bands(g)};
    st = trn_flow_for(g, a.parts, label_saddles, &a);
    return st == TRN_OK ? trn_flow_join(b, g) : st;
}

/* Of the basins that fill up to one level, all but one are entered over a saddle below it. */
uint32_t trn_flow_lakes(const trn_flow_basins *b, const float *z)
{
    uint32_t lakes = 0;
    for (uint32_t i = 1; i <= b->count; ++i) lakes += b->level[i] > z[b->pit[i]] && b->saddle[b->entry[i].saddle].z >= b->level[i];
    return lakes;
}

void trn_flow_basins_free(trn_flow_basins *b)
{
    if (!b->rt) return;
    trn_free(b->rt, b->pit);
    trn_free(b->rt, b->level);
    trn_free(b->rt, b->entry);
    trn_free(b->rt, b->saddle);
    trn_free(b->rt, b->tied);
    trn_free(b->rt, b->low);
    *b = (trn_flow_basins){0};
}
