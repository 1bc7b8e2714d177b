/* flow_join.c - basins joined at their lowest saddles: how high water stands in each, and where it would come in.
 *
 * Kruskal's algorithm over the saddles in the order of (height, cell): a component that meets the outside gets that
 * saddle's height as its water level. The edges used form a tree whose root is the outside; the edge above a basin is its
 * entry. Outlets meet the outside at their own height. */
#include "terrain/flow_internal.h"

enum { NONE = UINT32_MAX };

typedef struct edge { uint32_t saddle, a, b; uint8_t ka, kb, ma, mb; } edge; /* joins basins a and b */
typedef struct part { uint32_t root, label; uint8_t k, m; } part;           /* around one saddle: what is one basin by now */

typedef struct join {
    uint32_t *joined, *size; /* union-find */
    uint32_t *up, *by;       /* tree: the basin above, and 2*edge + which side of the edge this one is on */
    uint8_t *closed;         /* of roots: meets the outside */
    uint64_t *key, *tmp;
    edge *edge;
    uint32_t edges;
} join;

static inline uint32_t find(uint32_t *joined, uint32_t i)
{
    while (joined[i] != i) {
        joined[i] = joined[joined[i]];
        i = joined[i];
    }
    return i;
}
static uint32_t root_of(const join *j, uint32_t label)
{
    const uint32_t root = find(j->joined, label);
    return j->closed[root] ? 0 : root;
}

static void make_root(join *j, uint32_t basin) /* turns the tree that basin is in */
{
    uint32_t at = basin, up = j->up[at], by = j->by[at];
    while (up != NONE) {
        const uint32_t up2 = j->up[up], by2 = j->by[up];
        j->up[up] = at;
        j->by[up] = by ^ 1; /* the same edge from its other side */
        at = up;
        up = up2;
        by = by2;
    }
    j->up[basin] = NONE;
}

/* Joins what meets at saddle s. Returns how many basins got their level. */
static uint32_t join_at(join *j, trn_flow_basins *b, uint32_t index)
{
    const trn_flow_saddle *s = &b->saddle[index];
    part p[5];
    int parts = 0;
    uint32_t settled = 0;
    if (s->outlet) p[parts++] = (part){0};
    for (int r = 0; r < s->runs; ++r) {
        const uint32_t root = root_of(j, s->label[r]);
        int q = 0;
        while (q < parts && p[q].root != root) ++q;
        if (q < parts) p[q].m |= s->m[r];
        else p[parts++] = (part){root, root ? s->label[r] : 0, s->k[r], s->m[r]};
    }
    for (int q = 1; q < parts; ++q) {
        const uint32_t ra = root_of(j, p[0].label), rb = p[q].root, e = j->edges++;
        j->edge[e] = (edge){index, p[0].label, p[q].label, p[0].k, p[q].k, p[0].m, p[q].m};
        if (ra == 0 || rb == 0) { /* one side reaches the outside: the other is settled */
            const uint32_t inside = ra == 0 ? rb : ra, label = ra == 0 ? p[q].label : p[0].label;
            make_root(j, label);
            j->up[label] = 0;
            j->by[label] = e << 1 | (ra == 0);
            j->closed[inside] = 1;
            b->level[inside] = s->z;
            settled += j->size[inside];
        } else {
            const bool smaller = j->size[rb] <= j->size[ra];
            const uint32_t from = smaller ? rb : ra, to = smaller ? ra : rb;
            const uint32_t child = smaller ? p[q].label : p[0].label;
            make_root(j, child);
            j->up[child] = smaller ? p[0].label : p[q].label;
            j->by[child] = e << 1 | (uint32_t)smaller;
            j->joined[from] = to;
            j->size[to] += j->size[from];
        }
    }
    return settled;
}

static void *take(const trn_flow_grid *g, size_t count, size_t item, trn_status *st)
{
    if (*st != TRN_OK) return NULL;
    void *block = trn_alloc(g->rt, count * item);
    if (!block) *st = trn_out_of_memory(g->rt, count * item, g->err);
    return block;
}

trn_status trn_flow_join(trn_flow_basins *b, const trn_flow_grid *g)
{
    const size_t n = (size_t)b->count + 1;
    trn_status st = TRN_OK;
    join j = {.joined = take(g, n, 4, &st), .size = take(g, n, 4, &st), .up = take(g, n, 4, &st), .by = take(g, n, 4, &st),
              .closed = take(g, n, 1, &st), .edge = take(g, n, sizeof *j.edge, &st),
              .key = take(g, b->saddles, sizeof *j.key, &st), .tmp = take(g, b->saddles, sizeof *j.tmp, &st)};
    size_t keys = 0;
    if (st == TRN_OK) {
        for (uint32_t i = 0; i < b->saddles; ++i) { /* most saddles lie inside one basin and drop out here */
            if ((i & 0xffff) == 0 && trn_flow_stopped(g)) break;
            const trn_flow_saddle *s = &b->saddle[i];
            const uint32_t first = s->outlet ? 0 : s->label[0];
            bool differ = false;
            for (int r = 0; r < s->runs; ++r) differ |= s->label[r] != first;
            j.key[keys] = (uint64_t)trn_flow_key(s->z) << 32 | i;
            keys += differ;
        }
        st = trn_flow_sort(g, j.key, j.tmp, keys);
    }
    if (st == TRN_OK) {
        for (uint32_t i = 0; i < n; ++i) {
            j.joined[i] = i;
            j.size[i] = 1;
            j.up[i] = NONE;
            j.closed[i] = i == 0;
        }
        uint32_t open = b->count;
        for (size_t i = 0; i < keys && open; ++i) {
            open -= join_at(&j, b, (uint32_t)j.key[i]);
            if ((i & 0x3fff) == 0x3fff && (st = trn_flow_check(g)) != TRN_OK) break;
        }
    }
    if (st == TRN_OK) {
        for (uint32_t i = 1; i < n; ++i) {
            if ((i & 0x3fff) == 0 && (st = trn_flow_check(g)) != TRN_OK) break;
            b->level[i] = b->level[find(j.joined, i)];
            const edge *e = &j.edge[j.by[i] >> 1];
            const bool side = j.by[i] & 1;
            b->entry[i] = (trn_flow_entry){e->saddle, side ? e->kb : e->ka, side ? e->mb : e->ma};
            b->saddle[e->saddle].entered |= b->entry[i].m;
        }
    }
    void *const blocks[] = {j.joined, j.size, j.up, j.by, j.closed, j.edge, j.key, j.tmp};
    for (int i = 0; i < TRN_COUNT(blocks); ++i) trn_free(g->rt, blocks[i]);
    return st;
}
