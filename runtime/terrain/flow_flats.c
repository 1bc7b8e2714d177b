/* flow_flats.c - receivers on level ground, and in lakes that have level ground beside them or on their floors.
 *
 * A search goes over each level of the filled ground from its exits, which are outlets and cells with a strictly lower
 * neighbour, in the order of cells: lowest raw ground first, and of equally low ground what was met first (Ehlschlaeger
 * 1989; Metz, Mitasova and Harmon 2011). So on dry ground it is breadth-first search; where it meets water it goes over
 * the shore, down the drowned valley and up its sides before it goes on. A cell drains to the one that met it, or to water
 * that was passed before and is steeper. One search serves all levels at once, since they do not touch.
 *
 * Lakes without level ground drain by their saddles alone (flow_route.c), at a fraction of the cost. Two equal neighbours in
 * a large lake must not send it through the search: patches of less than FLAT_MIN cells do not count, and drain by cell
 * number, which nobody can see. */
#include "kernels/flow_route.h"
#include "kernels/flow_steepest.h"
#include "terrain/flow_internal.h"

/* Flags in dir. FLOW_LEVEL: dry, and to be reached; FLOW_SHORE: there is water beside it. */
enum {
    PATCH = FLOW_SHORE, /* of water: its floor was looked at */
    SEARCH = 0x40,      /* water that is to be reached */
    DONE = 0x80         /* water that was passed */
};
enum { FLAT_MIN = 8 };

typedef struct list { uint32_t *cell; uint32_t count, room; } list;
typedef struct heap { uint64_t *key; uint32_t count, room; } heap;

typedef struct search {
    const trn_flow_grid *g;
    const float *z, *fill;
    uint8_t *dir;
    uint32_t *queue, tail; /* exits and level dry cells that were reached */
    list met;              /* water in the order in which it was met */
    heap heap;             /* of what was met and not passed yet: height, then place in `met` */
    uint32_t steps;        /* for looking at the stop flag now and then */
    trn_status st;         /* the first failure */
} search;

static bool go_on(search *a)
{
    if ((++a->steps & 0x3fff) == 0 && a->st == TRN_OK) a->st = trn_flow_check(a->g);
    return a->st == TRN_OK;
}

static void add(search *a, list *l, uint32_t c)
{
    if (l->count == l->room && !trn_flow_grow(a->g->rt, &l->cell, &l->room, l->count, (size_t)l->count + 1, 0, sizeof *l->cell))
        a->st = trn_out_of_memory(a->g->rt, (size_t)l->count * 2 * sizeof *l->cell, a->g->err);
    else l->cell[l->count++] = c;
}

static void push(search *a, uint64_t key)
{
    heap *h = &a->heap;
    if (h->count == h->room && !trn_flow_grow(a->g->rt, &h->key, &h->room, h->count, (size_t)h->count + 1, 0, sizeof *h->key)) {
        a->st = trn_out_of_memory(a->g->rt, (size_t)h->count * 2 * sizeof *h->key, a->g->err);
        return;
    }
    size_t i = h->count++;
    for (; i && h->key[(i - 1) / 2] > key; i = (i - 1) / 2) h->key[i] = h->key[(i - 1) / 2];
    h->key[i] = key;
}

static uint64_t pop(heap *h)
{
    const uint64_t top = h->key[0], last = h->key[--h->count];
    size_t i = 0;
    for (size_t c; (c = 2 * i + 1) < h->count; i = c) {
        c += c + 1 < h->count && h->key[c + 1] < h->key[c];
        if (h->key[c] >= last) break;
        h->key[i] = h->key[c];
    }
    h->key[i] = last;
    return top;
}

static void around(const search *a, uint32_t c, uint32_t n[8])
{
    trn_flow_around(a->g, c, (a->dir[c] & FLOW_DIR) == TRN_FLOW_OUTLET, n);
}

/* ---- which lakes have to be searched ---- */

static void mark_lake(search *a, uint32_t c)
{
    list *l = &a->met;
    uint32_t n[8];
    if (a->dir[c] & SEARCH) return;
    l->count = 0;
    a->dir[c] |= SEARCH;
    add(a, l, c);
    for (uint32_t i = 0; i < l->count && go_on(a); ++i) {
        around(a, l->cell[i], n);
        for (int k = 0; k < 8; ++k) {
            const uint32_t q = n[k];
            if (a->fill[q] != a->fill[c] || a->z[q] == a->fill[q] || a->dir[q] & SEARCH) continue;
            a->dir[q] |= SEARCH;
            add(a, l, q);
        }
    }
}

/* c is water, and beside it is water over ground of the same height. */
static void look_at_floor(search *a, uint32_t c)
{
    list *l = &a->met;
    uint32_t n[8];
    l->count = 0;
    a->dir[c] |= PATCH;
    add(a, l, c);
    for (uint32_t i = 0; i < l->count && l->count < FLAT_MIN && go_on(a); ++i) {
        around(a, l->cell[i], n);
        for (int k = 0; k < 8; ++k) {
            if (a->z[n[k]] != a->z[c] || a->dir[n[k]] & PATCH) continue;
            a->dir[n[k]] |= PATCH;
            add(a, l, n[k]);
        }
    }
    if (l->count >= FLAT_MIN) mark_lake(a, c);
}

/* c is level ground beside water. */
static void look_at_shore(search *a, uint32_t c)
{
    uint32_t patch[FLAT_MIN + 8], n[8];
    int count = 1;
    patch[0] = c;
    for (int i = 0; i < count && count < FLAT_MIN; ++i) {
        around(a, patch[i], n);
        for (int k = 0; k < 8; ++k) {
            bool known = !(a->dir[n[k]] & FLOW_LEVEL) || a->z[n[k]] != a->z[c];
            for (int j = 0; j < count; ++j) known |= patch[j] == n[k];
            if (!known) patch[count++] = n[k];
        }
    }
    if (count < FLAT_MIN) {
        for (int i = 0; i < count; ++i) a->dir[patch[i]] &= FLOW_DIR; /* not worth it: the patch stays as it is */
        return;
    }
    around(a, c, n);
    for (int k = 0; k < 8; ++k)
        if (a->z[n[k]] < a->z[c]) mark_lake(a, n[k]);
}

static uint8_t flags_of_row(const uint8_t *dir, int32_t w)
{
    uint8_t all = 0;
#pragma omp simd reduction(| : all)
    for (int32_t x = 0; x < w; ++x) all |= dir[x];
    return all & (uint8_t)~FLOW_DIR;
}

/* floor[x]: water, beside it a cell of smaller number on the same raw height */
static void find_floors(const float *s, const float *c, const float *fill, int32_t x1, uint8_t *floor)
{
#pragma omp simd
    for (int32_t x = 1; x < x1; ++x) {
        const int32_t tied = (c[x] == c[x - 1]) | (c[x] == s[x - 1]) | (c[x] == s[x]) | (c[x] == s[x + 1]);
        floor[x] = (uint8_t)((c[x] < fill[x]) & tied);
    }
}

/* flags: of each row. floor: a row's scratch, 0 from the width on, since it is read eight bytes at a time */
static void mark_lakes(search *a, const trn_flow_basins *b, uint8_t *flags, uint8_t *floor)
{
    const uint32_t w = (uint32_t)a->g->width, h = (uint32_t)a->g->height;
    for (uint32_t y = 0; y < h && go_on(a); ++y) {
        flags[y] = flags_of_row(a->dir + (size_t)y * w, (int32_t)w);
        for (uint32_t c = y * w; flags[y] & FLOW_SHORE && c < (y + 1) * w && go_on(a); ++c)
            if ((a->dir[c] & (FLOW_LEVEL | FLOW_SHORE)) == (FLOW_LEVEL | FLOW_SHORE)) look_at_shore(a, c);
    }
    for (uint32_t y = 0; b->count && y < h && go_on(a); ++y) {
        if (!b->tied[y]) continue;
        const size_t row = (size_t)y * w;
        if (y > 0 && y < h - 1 && w > 2) {
            find_floors(a->z + row - w, a->z + row, a->fill + row, (int32_t)w - 1, floor);
            floor[0] = floor[w - 1] = 1;
        } else {
            memset(floor, 1, w);
        }
        for (uint32_t x = 0; x < w; x += 8) {
            uint64_t eight;
            memcpy(&eight, floor + x, 8);
            while (eight) {
                const int byte = FLOW_FIRST_BYTE(eight);
                const uint32_t c = (uint32_t)row + x + (uint32_t)byte;
                eight = FLOW_WITHOUT_BYTE(eight, byte);
                if (a->z[c] < a->fill[c] && !(a->dir[c] & (PATCH | SEARCH))) look_at_floor(a, c);
            }
        }
    }
    for (uint32_t y = 0; y < h && go_on(a); ++y) flags[y] |= flags_of_row(a->dir + (size_t)y * w, (int32_t)w);
}

/* ---- where searches begin ---- */

/* near[x]: is no level ground or lake to search itself, but has some around it, whatever its height */
static void find_near(const uint8_t *s, const uint8_t *c, const uint8_t *n, int32_t x1, uint8_t *near)
{
#pragma omp simd
    for (int32_t x = 1; x < x1; ++x) {
        const uint8_t some = s[x - 1] | s[x] | s[x + 1] | c[x - 1] | c[x + 1] | n[x - 1] | n[x] | n[x + 1];
        near[x] = (some & (FLOW_LEVEL | SEARCH)) && !(c[x] & (FLOW_LEVEL | SEARCH));
    }
}

static bool is_exit(const search *a, uint32_t c)
{
    uint32_t n[8];
    bool beside = false, falls = (a->dir[c] & FLOW_DIR) == TRN_FLOW_OUTLET;
    around(a, c, n);
    for (int k = 0; k < 8; ++k) {
        beside |= a->dir[n[k]] & (FLOW_LEVEL | SEARCH) && a->fill[n[k]] == a->fill[c];
        falls |= a->fill[n[k]] < a->fill[c];
    }
    return beside && falls;
}

/* flags: of each row; near: a row's scratch, as above */
static void find_exits(search *a, const uint8_t *flags, uint8_t *near)
{
    const trn_flow_grid *g = a->g;
    const int32_t w = g->width, h = g->height;
    for (int32_t y = 0; y < h && a->st == TRN_OK; ++y) {
        const int32_t below = y > 0 ? y - 1 : g->wrap ? h - 1 : y, above = y < h - 1 ? y + 1 : g->wrap ? 0 : y;
        if (!((flags[below] | flags[y] | flags[above]) & (FLOW_LEVEL | SEARCH))) continue;
        const uint32_t row = (uint32_t)y * (uint32_t)w;
        const uint8_t *dir = a->dir + row;
        if (y > 0 && y < h - 1 && w > 2) {
            find_near(dir - w, dir, dir + w, w - 1, near);
            near[0] = near[w - 1] = 1;
        } else {
            memset(near, 1, (size_t)w);
        }
        for (int32_t x = 0; x < w; x += 8) {
            uint64_t eight;
            memcpy(&eight, near + x, 8);
            while (eight) {
                const int byte = FLOW_FIRST_BYTE(eight);
                eight = FLOW_WITHOUT_BYTE(eight, byte);
                a->queue[a->tail] = row + (uint32_t)(x + byte);
                a->tail += is_exit(a, row + (uint32_t)(x + byte));
            }
        }
        a->st = trn_flow_check(g);
    }
}

/* ---- the search ---- */

/* Passes c: its receiver is settled, and neighbours are met. */
static void pass(search *a, uint32_t c, bool exit)
{
    uint32_t n[8];
    around(a, c, n);
    const bool water = a->z[c] < a->fill[c];
    const int first = a->dir[c] & FLOW_DIR;
    int receiver = first;
    float best = exit ? 0 : (a->z[c] - a->z[n[first]]) * (first & 1 ? FLOW_DIAGONAL : 1.0f); /* negative on the way up the sides */
    for (int k = 0; k < 8; ++k) {
        const uint32_t q = n[k];
        const uint8_t there = a->dir[q];
        if (!(there & (FLOW_LEVEL | SEARCH | DONE)) || a->fill[q] != a->fill[c]) continue;
        if (there & DONE) {
            const float t = (a->z[c] - a->z[q]) * (k & 1 ? FLOW_DIAGONAL : 1.0f);
            receiver = t > best ? k : receiver;
            best = t > best ? t : best;
        } else if (there & SEARCH) {
            a->dir[q] = (uint8_t)((k + 4) & 7);
            push(a, (uint64_t)trn_flow_key(a->z[q]) << 32 | a->met.count);
            add(a, &a->met, q);
        } else {
            a->dir[q] = (uint8_t)((k + 4) & 7);
            a->queue[a->tail++] = q;
        }
    }
    if (!exit) a->dir[c] = (uint8_t)(water ? receiver | DONE : receiver);
}

trn_status trn_flow_flats(const trn_flow_basins *b, const trn_flow_grid *g, const float *z, const float *fill, uint8_t *dir,
                          uint32_t *queue)
{
    search a = {.g = g, .z = z, .fill = fill, .dir = dir, .queue = queue, .st = TRN_OK};
    const size_t w = (size_t)g->width, h = (size_t)g->height, bytes = w + 8 + h;
    uint8_t *near = trn_alloc_zero(g->rt, bytes), *flags = near + w + 8;
    if (!near) return trn_out_of_memory(g->rt, bytes, g->err);
    mark_lakes(&a, b, flags, near);
    find_exits(&a, flags, near);
    const uint32_t exits = a.tail;
    for (uint32_t head = 0; head < a.tail && go_on(&a); ++head) {
        a.met.count = 0;
        pass(&a, queue[head], head < exits);
        while (a.heap.count && go_on(&a)) pass(&a, a.met.cell[(uint32_t)pop(&a.heap)], false);
    }
    for (size_t y = 0; y < h; ++y)
        for (size_t c = y * w; flags[y] && c < (y + 1) * w; ++c) dir[c] &= FLOW_DIR;
    trn_free(g->rt, near);
    trn_free(g->rt, a.met.cell);
    trn_free(g->rt, a.heap.key);
    return a.st;
}
