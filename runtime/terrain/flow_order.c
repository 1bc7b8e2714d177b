/* flow_order.c - every cell after its receiver, and exact drainage, without indegrees, sorting or sums at random places.
 *
 * A breadth-first queue runs from the outlets over sets of donors. Each entry appends all its donors at once, so donors
 * of an entry lie side by side, in the same sequence as their receivers. Then
 *     drainage of entry i = 1 + sum[its first donor] - sum[the end of its donors],
 * where sum runs from the end of the queue: one pass through memory backwards, without a branch. Counts are integers, so
 * every partition of the queue gives the same.
 *
 * The queue's beginning, the trunk, opens the large rivers. The subtrees above it are dealt out in bundles that fit the
 * second-level cache. Each worker appends bundles to blocks of its own; where a block is full, what is left of the bundle
 * is split up for whoever is free, so that a large river becomes work for all. Nobody waits for a whole generation of
 * bundles: a bundle is filled when its parent was, and summed by who sums the last of its children. */
#include "kernels/flow_donors.h"
#include "kernels/flow_expand.h"
#include "terrain/flow_internal.h"
#include <float.h>

enum {
    BUNDLE_CELLS = 8192,
    MAX_BUNDLES = 4096,
    TRUNK_SHARE = 64,  /* the trunk expands the outlets and one cell in so many */
    SPLIT = 8,         /* parts, at most, that are made of what is left of a bundle */
    SPLIT_ROOTS = 128, /* of so many entries each: behind few of them the queue is short, and each entry waits for the last */
    SLACK = 16,        /* an append may write eight entries beyond its donors, and a segment needs one behind it */
    BREATH = 1 << 18,  /* entries between looks at the stop flag */
    SHORT_BREATH = 1 << 8 /* where each may be the first to touch a page, which can take the system milliseconds */
};

/* ---- sets of donors ---- */

typedef struct donor_work {
    const trn_flow_grid *g;
    const uint8_t *dir;
    uint8_t *donors;
    trn_rows_fn *kernel;
    int32_t bands;
} donor_work;

static void donor_band(void *work, int32_t band, int32_t end)
{
    (void)end;
    const donor_work *a = work;
    const trn_flow_grid *g = a->g;
    const int32_t w = g->width, h = g->height, last = trn_flow_first_row(g, band + 1, a->bands);
    for (int32_t y = trn_flow_first_row(g, band, a->bands); y < last; ++y) {
        if (trn_flow_stopped(g)) return;
        const uint32_t row = (uint32_t)y * (uint32_t)w;
        const bool inner = y > 0 && y < h - 1 && w > 2;
        if (inner) a->kernel(&(flow_donors_args){w, h, a->dir, a->donors}, y, y + 1);
        for (int32_t x = 0; x < w; x += inner ? w - 1 : 1) {
            unsigned set = 0;
            if (g->wrap) set = trn_flow_look(g);
            else {
                int64_t n[8];
                trn_flow_neighbours(g, row + (uint32_t)x, n);
                for (int k = 0; k < 8; ++k)
                    if (n[k] >= 0 && (a->dir[n[k]] & FLOW_DIR) == ((k + 4) & 7)) set |= 1u << k;
            }
            a->donors[row + (uint32_t)x] = (uint8_t)set;
        }
    }
}

trn_status trn_flow_donors(const trn_flow_grid *g, const uint8_t *dir, uint8_t *donors)
{
    donor_work a = {g, dir, donors, trn_flow_kernel(g, TRN_KERNEL(flow_donors)), trn_flow_bands(g)};
    return trn_flow_for(g, a.bands, donor_band, &a);
}

/* ---- memory ---- */

void trn_flow_order_free(trn_flow_order *o)
{
    if (!o->rt) return;
    trn_free(o->rt, o->donors);
    trn_free(o->rt, o->cell);
    trn_free(o->rt, o->sum);
    trn_free(o->rt, o->count);
    trn_free(o->rt, o->segment);
    trn_free(o->rt, o->pending);
    *o = (trn_flow_order){0};
}

trn_status trn_flow_order_init(trn_flow_order *o, const trn_flow_grid *g)
{
    trn_flow_order_free(o);
    o->rt = g->rt;
    o->workers = trn_flow_workers(g);
    const size_t n = g->cells, workers = (size_t)o->workers, share = n / (workers * 8);
    o->block = share < 2048 ? 2048 : share > 65536 ? 65536 : (uint32_t)share;
    /* A full block leaves less than 2*SLACK entries unused, and one for each segment; a worker's last block may stay
     * empty. A segment that meets the end of its block leaves at most two ranges of entries, each for SPLIT others. */
    const size_t blocks = workers == 1 ? 0 : (n + MAX_BUNDLES) / (o->block - 3 * SLACK - 2 * SPLIT) + workers + 1;
    const size_t segments = 1 + MAX_BUNDLES + 2 * SPLIT * blocks;
    const size_t capacity = n + segments + 3 * SLACK * (blocks + 1) + (blocks ? (workers + 1) * o->block : 0);
    o->segment_capacity = (uint32_t)segments;
    o->capacity = (uint32_t)capacity;
    o->donors = trn_alloc(g->rt, n);
    o->cell = trn_alloc(g->rt, (capacity + FLOW_BEYOND) * sizeof *o->cell);
    o->sum = trn_alloc(g->rt, (capacity + FLOW_BEYOND) * sizeof *o->sum);
    o->count = trn_alloc(g->rt, capacity * sizeof *o->count);
    o->segment = trn_alloc(g->rt, segments * sizeof *o->segment);
    o->pending = trn_alloc(g->rt, segments * sizeof *o->pending);
    if (o->donors && o->cell && o->sum && o->count && o->segment && o->pending) return TRN_OK;
    trn_flow_order_free(o);
    return trn_out_of_memory(g->rt, n + capacity * 9, g->err);
}

/* ---- the queue ---- */

typedef struct block { uint32_t at, end; char apart[TRN_FLOW_LINE - 8]; } block; /* entries that a worker may fill */

typedef struct builder {
    trn_flow_order *o;
    const trn_flow_grid *g;
    const uint8_t *dir;
    trn_rows_fn *expand;
    block *block; /* of each worker */
    atomic_bool failed;
    _Alignas(TRN_FLOW_LINE) atomic_uint next;       /* the next segment to fill */
    _Alignas(TRN_FLOW_LINE) atomic_uint unfinished; /* segments that are not filled yet */
    atomic_uint segments, top;                      /* how many there are; the first entry that no block holds */
} builder;

static void look(const builder *a, uint32_t head, uint32_t *tail) /* appends the donors of one entry, one by one */
{
    const uint32_t c = a->o->cell[head] & FLOW_CELL, first = *tail;
    int64_t n[8];
    trn_flow_neighbours(a->g, c, n);
    for (int k = 0; k < 8; ++k)
        if (n[k] >= 0 && n[k] != c && (a->dir[n[k]] & FLOW_DIR) == ((k + 4) & 7))
            a->o->cell[(*tail)++] = (uint32_t)n[k] | (k & 1 ? ~FLOW_CELL : 0);
    a->o->count[head] = (uint8_t)(*tail - first);
}

/* Appends the donors of entries from *head up to stop, with own up to the tail, as far as there is room. */
static void expand(const builder *a, uint32_t *head, uint32_t *tail, uint32_t stop, uint32_t room, bool own)
{
    trn_flow_order *o = a->o;
    while (*head < stop && (!own || *head < *tail) && *tail <= room && !trn_flow_stopped(a->g)) {
        const uint32_t breath = room - *tail > BREATH ? *tail + BREATH : room;
        a->expand(&(flow_expand_args){.donors = o->donors, .donor_step = a->g->donor_step, .donor_count = a->g->donor_count,
                                      .cell = o->cell, .count = o->count, .head = head, .tail = tail, .stop = stop,
                                      .room = breath, .look = trn_flow_look(a->g), .own = own}, 0, 1);
        if (*head < stop && (!own || *head < *tail) && *tail <= breath) look(a, (*head)++, tail);
    }
}

static void start_trunk(const builder *a)
{
    trn_flow_order *o = a->o;
    const trn_flow_grid *g = a->g;
    const uint32_t w = (uint32_t)g->width, h = (uint32_t)g->height, top = (h - 1) * w;
    uint32_t *cell = o->cell, n = 0;
    if (g->kind == TRN_FLOW_LOWEST) cell[n++] = g->lowest;
    else if (g->kind == TRN_FLOW_BORDER) { /* round the border, so that neighbours stay together */
        for (uint32_t x = 0; x < w; ++x) cell[n++] = x;
        for (uint32_t y = 1; y + 1 < h && w > 1; ++y) cell[n++] = y * w + w - 1;
        for (uint32_t x = w; h > 1 && x-- > 0;) cell[n++] = top + x;
        for (uint32_t y = h - 1; y > 1; --y) cell[n++] = (y - 1) * w;
    }
    const int search[2] = {TRN_FLOW_PIT, TRN_FLOW_OUTLET};
    for (int i = 0; i < (g->kind == TRN_FLOW_MASK ? 2 : 1); ++i)
        for (const uint8_t *at = a->dir, *end = a->dir + g->cells; (at = memchr(at, search[i], (size_t)(end - at))); ++at)
            cell[n++] = (uint32_t)(at - a->dir);
    o->outlets = n;
    uint32_t head = 0, tail = n;
    expand(a, &head, &tail, g->cells / TRUNK_SHARE + n, o->capacity - 2 * SLACK, true);
    o->segment[0] = (trn_flow_segment){.end = tail, .head = head};
}

static uint32_t *pending(const builder *a, uint32_t segment) { return &a->o->pending[segment]; }

/* Segments for the donors of entries that a segment could not take. pending is 0 of a segment that is not there yet, then how many
 * it waits for until it can be summed: its children, and its own filling. */
static void leave(builder *a, uint32_t parent, uint32_t from, uint32_t roots)
{
    const uint32_t parts = roots < SPLIT * SPLIT_ROOTS ? roots / SPLIT_ROOTS + 1 : SPLIT;
    if (roots == 0 || trn_flow_stopped(a->g)) return;
    const uint32_t first = atomic_fetch_add(&a->segments, parts);
    if (first + parts > a->o->segment_capacity) {
        atomic_store(&a->failed, true);
        return;
    }
    __atomic_fetch_add(pending(a, parent), parts, __ATOMIC_RELAXED);
    atomic_fetch_add(&a->unfinished, parts);
    for (uint32_t i = 0; i < parts; ++i) {
        const uint32_t begin = (uint32_t)((uint64_t)roots * i / parts), end = (uint32_t)((uint64_t)roots * (i + 1) / parts);
        a->o->segment[first + i] = (trn_flow_segment){.from = from + begin, .roots = end - begin, .parent = parent};
        __atomic_store_n(pending(a, first + i), 1, __ATOMIC_RELEASE);
    }
}

static void fill_segment(builder *a, uint32_t index, block *b)
{
    const trn_flow_order *o = a->o;
    trn_flow_segment s = o->segment[index];
    if (b->end - b->at < 2 * SLACK) {
        b->at = atomic_fetch_add(&a->top, o->block);
        b->end = b->at + o->block;
        if (b->end > o->capacity) {
            atomic_store(&a->failed, true);
            return;
        }
    }
    const uint32_t room = b->end - SLACK - 1, stop = s.from + s.roots;
    uint32_t head = s.from, tail = b->at;
    s.begin = s.head = tail;
    expand(a, &head, &tail, stop, room, false);
    s.roots = head - s.from;
    if (head == stop) expand(a, &s.head, &tail, UINT32_MAX, room, true);
    s.end = tail;
    b->at = tail + 1;
    o->segment[index] = s;
    leave(a, index, head, stop - head);
    leave(a, index, s.head, tail - s.head);
}

/* ---- drainage ---- */

/* Sums of a segment's own entries; the drainage itself for its roots, whose sums belong to another segment. */
static void sum_segment(const trn_flow_order *o, const trn_flow_grid *g, const trn_flow_segment *s)
{
    uint32_t *sum = o->sum, total = 0, i = s->end, donors = s->end, beyond = 0;
    const uint8_t *count = o->count;
    sum[s->end] = 0;
    while (i > s->head) {
        --i;
        total += sum[i];
        sum[i] = total;
    }
    while (i > s->begin && !trn_flow_stopped(g)) {
        const uint32_t pause = i - s->begin > BREATH ? i - BREATH : s->begin;
        while (i > pause) {
            --i;
            donors -= count[i];
            total += 1 + sum[donors] - beyond;
            beyond = sum[donors];
            sum[i] = total;
        }
    }
    for (i = s->from + s->roots; i > s->from;) {
        --i;
        donors -= count[i];
        sum[i] = 1 + sum[donors] - beyond;
        beyond = sum[donors];
    }
}

static bool stop_here(const builder *a)
{
    return trn_flow_stopped(a->g) || atomic_load_explicit(&a->failed, memory_order_relaxed);
}
/* Sums of a segment that was filled, and of those above it whose last child that was. While it is in cache, mostly. */
static void finish(const builder *a, uint32_t segment)
{
    for (; segment && __atomic_sub_fetch(pending(a, segment), 1, __ATOMIC_ACQ_REL) == 0; segment = a->o->segment[segment].parent)
        sum_segment(a->o, a->g, &a->o->segment[segment]);
}
static void fill_segments(void *work, int32_t worker, int32_t end)
{
    (void)end;
    builder *a = work;
    while (!stop_here(a)) {
        const uint32_t i = atomic_fetch_add(&a->next, 1);
        uint32_t turns = 0;
        while (i >= a->o->segment_capacity || !__atomic_load_n(pending(a, i), __ATOMIC_ACQUIRE)) { /* there may be more to come */
            if (stop_here(a) || atomic_load(&a->unfinished) == 0) return;
            trn_flow_wait(&turns);
        }
        fill_segment(a, i, &a->block[worker]);
        atomic_fetch_sub(&a->unfinished, 1);
        if (!stop_here(a)) finish(a, i);
    }
}

trn_status trn_flow_order_build(trn_flow_order *o, const trn_flow_grid *g, const uint8_t *dir)
{
    trn_status st = trn_flow_donors(g, dir, o->donors);
    if (st != TRN_OK) return st;
    builder a = {.o = o, .g = g, .dir = dir, .expand = trn_flow_kernel(g, TRN_KERNEL(flow_expand))};
    const size_t bytes = (size_t)o->workers * sizeof *a.block;
    if (!(a.block = trn_alloc_zero(g->rt, bytes))) return trn_out_of_memory(g->rt, bytes, g->err);
    start_trunk(&a);
    const trn_flow_segment *trunk = &o->segment[0];
    const uint32_t left = trunk->end - trunk->head, top = trunk->end + 1;
    uint32_t bundles = g->cells / BUNDLE_CELLS + (uint32_t)o->workers * 8;
    if (bundles > MAX_BUNDLES) bundles = MAX_BUNDLES;
    if (bundles > left) bundles = left;
    memset(o->pending, 0, o->segment_capacity * sizeof *o->pending);
    for (uint32_t i = 0; i < bundles; ++i) {
        const uint32_t first = (uint32_t)((uint64_t)left * i / bundles), last = (uint32_t)((uint64_t)left * (i + 1) / bundles);
        o->segment[1 + i] = (trn_flow_segment){.from = trunk->head + first, .roots = last - first};
        o->pending[1 + i] = 1;
    }
    atomic_init(&a.next, 1);
    atomic_init(&a.unfinished, bundles);
    atomic_init(&a.segments, 1 + bundles);
    atomic_init(&a.top, top);
    if (o->workers == 1) o->block = o->capacity - top; /* one block for all: nothing is left for others */
    st = trn_flow_for(g, o->workers, fill_segments, &a);
    if (st == TRN_OK && atomic_load(&a.failed)) st = trn_error_set(g->err, TRN_ERR_INTERNAL, "flow: the order does not fit its memory");
    o->segments = atomic_load(&a.segments);
    trn_free(g->rt, a.block);
    if (st != TRN_OK) return st;
    sum_segment(o, g, trunk);
    return trn_flow_check(g);
}

/* ---- areas ---- */

typedef struct area_work { const trn_flow_order *o; const trn_flow_grid *g; double unit; float *area; } area_work;

static void area_of_segments(void *work, int32_t from, int32_t to)
{
    const area_work *a = work;
    const trn_flow_order *o = a->o;
    for (int32_t index = from; index < to; ++index) {
        const trn_flow_segment *s = &o->segment[index];
        for (uint32_t i = s->begin, pause; i < s->end && !trn_flow_stopped(a->g);)
            for (pause = s->end - i > SHORT_BREATH ? i + SHORT_BREATH : s->end; i < pause; ++i) {
                __builtin_prefetch(a->area + (o->cell[i + FLOW_AHEAD] & FLOW_CELL), 1);
                const double v = (double)(int32_t)(o->sum[i] - o->sum[i + 1]) * a->unit;
                a->area[o->cell[i] & FLOW_CELL] = (float)(v < (double)FLT_MAX ? v : (double)FLT_MAX);
            }
    }
}

trn_status trn_flow_areas(const trn_flow_order *o, const trn_flow_grid *g, double unit, float *area)
{
    area_work a = {o, g, unit, area};
    return trn_flow_for_many(g, o->segments, area_of_segments, &a);
}

uint32_t trn_flow_largest(const trn_flow_order *o)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < o->outlets; ++i) {
        const uint32_t here = o->sum[i] - o->sum[i + 1];
        most = here > most ? here : most;
    }
    return most;
}
