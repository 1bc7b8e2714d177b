/* flow_plateau.c - receivers on level water or ground that holds a patch of level raw ground.
 *
 * A plateau is a connected piece of the filled surface at one height. Its exits are outlets and cells with a strictly
 * lower neighbour. From them a search goes over the plateau, lowest raw ground first (Ehlschlaeger 1989; Metz, Mitasova
 * and Harmon 2011), and each cell drains to the steepest of the neighbours that were reached before it: over the sill,
 * down the drowned valley, then up its sides. On ground that is level throughout it is breadth-first search.
 *
 * Patches smaller than FLAT_MIN drain by cell number, which nobody can see. Two equal neighbours in a large lake must not
 * send the whole lake through the search. */
#include "kernels/flow_steepest.h"
#include "terrain/flow_internal.h"

enum { FLAT = 0x10, SEEN = 0x20, POPPED = 0x40, DONE = 0x80 }; /* flags in dir while this runs */
enum { FLAT_MIN = 8 };

typedef struct list { uint32_t *cell; uint32_t count, room; } list;
typedef struct heap { uint64_t *key; uint32_t count, room; } heap;

typedef struct search {
    const trn_flow_grid *g;
    const float *z, *fill;
    uint8_t *dir;
    uint32_t *number; /* when a cell was popped */
    list all, reached;
    heap heap;
    uint32_t steps; /* for looking at the stop flag now and then */
} search;

static bool add(search *a, list *l, uint32_t c)
{
    if (l->count == l->room && !trn_flow_grow(a->g->rt, &l->cell, &l->room, l->count, (size_t)l->count + 1, sizeof *l->cell))
        return false;
    l->cell[l->count++] = c;
    return true;
}

static bool push(search *a, uint64_t key)
{
    heap *h = &a->heap;
    if (h->count == h->room && !trn_flow_grow(a->g->rt, &h->key, &h->room, h->count, (size_t)h->count + 1, sizeof *h->key))
        return false;
    size_t i = h->count++;
    for (; i && h->key[(i - 1) / 2] > key; i = (i - 1) / 2) h->key[i] = h->key[(i - 1) / 2];
    h->key[i] = key;
    return true;
}

static uint64_t pop(heap *h)
{
    const uint64_t top = h->key[0], last = h->key[--h->count];
    size_t i = 0;
    for (size_t c; (c = 2 * i + 1) < h->count; i = c) {
        if (c + 1 < h->count && h->key[c + 1] < h->key[c]) ++c;
        if (h->key[c] >= last) break;
        h->key[i] = h->key[c];
    }
    h->key[i] = last;
    return top;
}

/* The eight neighbours; outside an open grid c itself, which every test here passes over. */
static inline void around(const trn_flow_grid *g, uint32_t c, uint32_t n[8])
{
    const uint32_t w = (uint32_t)g->width, x = c % w;
    if (x - 1 < w - 2 && c >= w && c + w < g->cells) {
        for (int k = 0; k < 8; ++k) n[k] = c + (uint32_t)g->step[k];
        return;
    }
    int64_t m[8];
    trn_flow_neighbours(g, c, m);
    for (int k = 0; k < 8; ++k) n[k] = m[k] < 0 ? c : (uint32_t)m[k];
}

static bool is_exit(const search *a, uint32_t c)
{
    uint32_t n[8];
    bool exit = (a->dir[c] & FLOW_DIR) == TRN_FLOW_OUTLET;
    around(a->g, c, n);
    for (int k = 0; k < 8; ++k) exit |= a->fill[n[k]] < a->fill[c];
    return exit;
}

static bool now_and_then_stopped(search *a) { return (++a->steps & 0x3fff) == 0 && trn_flow_stopped(a->g); }

/* All cells of the plateau that `first` is on, its exits to a->reached in the order of cells. *even: the raw ground is level. */
static trn_status collect(search *a, uint32_t first, bool *even)
{
    const float level = a->fill[first];
    uint8_t *dir = a->dir;
    uint32_t n[8];
    *even = true;
    a->all.count = a->reached.count = 0;
    dir[first] |= DONE;
    if (!add(a, &a->all, first)) return TRN_ERR_MEMORY;
    for (uint32_t i = 0; i < a->all.count; ++i) {
        if (now_and_then_stopped(a)) return TRN_ERR_CANCELLED;
        const uint32_t c = a->all.cell[i];
        bool exit = (dir[c] & FLOW_DIR) == TRN_FLOW_OUTLET;
        around(a->g, c, n);
        for (int k = 0; k < 8; ++k) {
            const float f = a->fill[n[k]];
            exit |= f < level;
            if (f == level && !(dir[n[k]] & DONE)) {
                dir[n[k]] |= DONE;
                if (!add(a, &a->all, n[k])) return TRN_ERR_MEMORY;
            }
        }
        *even &= a->z[c] == level;
        if (exit) {
            dir[c] |= SEEN;
            if (!add(a, &a->reached, c)) return TRN_ERR_MEMORY;
        }
    }
    /* in the order of cells: a heap sorts them without more memory than it has */
    a->heap.count = 0;
    for (uint32_t i = 0; i < a->reached.count; ++i)
        if (!push(a, a->reached.cell[i])) return TRN_ERR_MEMORY;
    for (uint32_t i = 0; i < a->reached.count; ++i) a->reached.cell[i] = (uint32_t)pop(&a->heap);
    return TRN_OK;
}

static trn_status drain_plateau(search *a, uint32_t first)
{
    uint8_t *dir = a->dir;
    const float *z = a->z, level = a->fill[first];
    bool even;
    const trn_status st = collect(a, first, &even);
    if (st != TRN_OK) return st;
    list *reached = &a->reached;
    const uint32_t exits = reached->count;
    if (!even)
        for (uint32_t i = 0; i < exits; ++i)
            if (!push(a, (uint64_t)trn_flow_key(z[reached->cell[i]]) << 32 | i)) return TRN_ERR_MEMORY;
    for (uint32_t pops = 0; even ? pops < reached->count : a->heap.count > 0; ++pops) {
        if (now_and_then_stopped(a)) return TRN_ERR_CANCELLED;
        const uint32_t i = even ? pops : (uint32_t)pop(&a->heap), c = reached->cell[i];
        uint32_t n[8], earliest = 0;
        float best = 0;
        int receiver = -1;
        around(a->g, c, n);
        for (int k = 0; k < 8; ++k) {
            const uint32_t q = n[k];
            if (a->fill[q] != level) continue;
            if (dir[q] & POPPED) {
                const float t = (z[c] - z[q]) * (k & 1 ? FLOW_DIAGONAL : 1.0f); /* less than 0 on the way out of a basin */
                if (receiver < 0 || t > best || (t == best && a->number[q] < earliest)) {
                    best = t;
                    receiver = k;
                    earliest = a->number[q];
                }
            } else if (!(dir[q] & SEEN)) {
                dir[q] |= SEEN;
                if (!even && !push(a, (uint64_t)trn_flow_key(z[q]) << 32 | reached->count)) return TRN_ERR_MEMORY;
                if (!add(a, reached, q)) return TRN_ERR_MEMORY;
            }
        }
        if (i >= exits) dir[c] = (uint8_t)((dir[c] & ~FLOW_DIR) | receiver);
        dir[c] |= POPPED;
        a->number[c] = pops;
    }
    return TRN_OK;
}

/* Level raw ground around c: drained if it is large enough and not all of it are exits. */
static trn_status drain_patch(search *a, uint32_t c)
{
    uint32_t n[8], inside = UINT32_MAX;
    list *all = &a->all;
    all->count = 0;
    a->dir[c] |= FLAT;
    if (!add(a, all, c)) return TRN_ERR_MEMORY;
    for (uint32_t i = 0; i < all->count && (all->count < FLAT_MIN || inside == UINT32_MAX); ++i) {
        if (now_and_then_stopped(a)) return TRN_ERR_CANCELLED;
        if (inside == UINT32_MAX && !is_exit(a, all->cell[i])) inside = all->cell[i];
        around(a->g, all->cell[i], n);
        for (int k = 0; k < 8; ++k)
            if (a->z[n[k]] == a->z[c] && !(a->dir[n[k]] & FLAT)) {
                a->dir[n[k]] |= FLAT;
                if (!add(a, all, n[k])) return TRN_ERR_MEMORY;
            }
    }
    return all->count >= FLAT_MIN && inside != UINT32_MAX ? drain_plateau(a, inside) : TRN_OK;
}

trn_status trn_flow_plateaus(const trn_flow_basins *b, const trn_flow_grid *g, const float *z, const float *fill, uint8_t *dir,
                             uint32_t *number)
{
    search a = {.g = g, .z = z, .fill = fill, .dir = dir, .number = number};
    trn_status st = TRN_OK;
    for (uint32_t i = 0; i < b->ties && st == TRN_OK; ++i)
        if (!(dir[b->tie[i]] & (DONE | FLAT))) st = drain_patch(&a, b->tie[i]);
    for (size_t c = 0; c < g->cells; ++c) dir[c] &= FLOW_DIR;
    trn_free(g->rt, a.all.cell);
    trn_free(g->rt, a.reached.cell);
    trn_free(g->rt, a.heap.key);
    if (st == TRN_ERR_MEMORY) return trn_out_of_memory(g->rt, (size_t)g->cells * sizeof *a.number, g->err);
    return st == TRN_OK ? trn_flow_check(g) : trn_error_set(g->err, st, "cancelled");
}
