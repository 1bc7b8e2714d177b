/* flow_fill.c - the ground raised to the water's level. Only lake cells and their rims are touched. */
#include "kernels/flow_climb.h"
#include "terrain/flow_internal.h"

enum {
    BATCH = 256, /* basins climbed at a time: enough independent work, and their lines stay in cache */
    ROOM = 8192  /* queue entries to begin with */
};

typedef struct filling {
    const trn_flow_basins *b;
    const trn_flow_grid *g;
    const float *z;
    float *fill;
    const uint8_t *donors;
    trn_rows_fn *climb;
    int32_t bands;
    atomic_bool failed;
    _Alignas(TRN_FLOW_LINE) atomic_uint next;
    atomic_uint lakes;
} filling;

typedef struct queue { uint32_t *cell; float *level; uint32_t head, tail, room; } queue;

/* Drops what was worked through, and takes twice the room if that was not half of it. */
static bool make_room(trn_runtime *rt, queue *q)
{
    const uint32_t left = q->tail - q->head, room = left > q->room / 2 || !q->cell ? q->room * 2 : q->room;
    queue to = {q->cell, q->level, 0, left, room};
    if (room != q->room) {
        to.cell = trn_alloc(rt, ((size_t)room + 8) * 8);
        if (!to.cell) return false;
        to.level = (float *)(to.cell + room + 8);
    }
    if (left) {
        memmove(to.cell, q->cell + q->head, (size_t)left * 4);
        memmove(to.level, q->level + q->head, (size_t)left * 4);
    }
    if (to.cell != q->cell) trn_free(rt, q->cell);
    *q = to;
    return true;
}

static void look(const filling *a, queue *q) /* queues the donors of the entry at the head, one by one */
{
    const uint32_t c = q->cell[q->head] & FLOW_CELL;
    int64_t around[8];
    trn_flow_neighbours(a->g, c, around);
    for (int k = 0; k < 8; ++k) {
        const int64_t n = around[k];
        if (n < 0 || n == c || (a->b->low[n] & FLOW_DIR) != ((k + 4) & 7)) continue;
        q->cell[q->tail] = (uint32_t)n;
        q->level[q->tail++] = q->level[q->head];
    }
    ++q->head;
}

static void climb(void *work, int32_t worker, int32_t end)
{
    (void)worker, (void)end;
    filling *a = work;
    const trn_flow_basins *b = a->b;
    trn_runtime *rt = a->g->rt;
    queue q = {.room = ROOM / 2};
    uint32_t wet = 0;
    if (!make_room(rt, &q)) atomic_store(&a->failed, true);
    while (!atomic_load_explicit(&a->failed, memory_order_relaxed) && !trn_flow_stopped(a->g)) {
        const uint32_t first = 1 + BATCH * atomic_fetch_add(&a->next, 1);
        if (first > b->count) break;
        const uint32_t n = b->count - first + 1 < BATCH ? b->count - first + 1 : BATCH;
        memcpy(q.cell, b->pit + first, n * sizeof *q.cell);
        memcpy(q.level, b->level + first, n * sizeof *q.level);
        q.head = 0;
        q.tail = n;
        while (q.head < q.tail) {
            if (trn_flow_stopped(a->g)) break;
            if (q.tail >= q.room && !make_room(rt, &q)) {
                atomic_store(&a->failed, true);
                break;
            }
            a->climb(&(flow_climb_args){.z = a->z, .fill = a->fill, .donors = a->donors, .donor_step = a->g->donor_step,
                                        .donor_count = a->g->donor_count, .cell = q.cell, .level = q.level, .head = &q.head,
                                        .tail = &q.tail, .room = q.room, .look = trn_flow_look(a->g), .wet = &wet}, 0, 1);
            if (q.head < q.tail && q.tail < q.room) look(a, &q);
        }
    }
    trn_free(rt, q.cell);
    atomic_fetch_add(&a->lakes, wet);
}

static void copy_band(void *work, int32_t band, int32_t end)
{
    (void)end;
    filling *a = work;
    const size_t w = (size_t)a->g->width;
    const int32_t last = trn_flow_first_row(a->g, band + 1, a->bands);
    for (int32_t y = trn_flow_first_row(a->g, band, a->bands), step; y < last; y += step) {
        step = last - y < 256 ? last - y : 256;
        if (trn_flow_stopped(a->g)) return;
        memcpy(a->fill + (size_t)y * w, a->z + (size_t)y * w, (size_t)step * w * sizeof *a->fill);
    }
}

trn_status trn_flow_fill(const trn_flow_basins *b, const trn_flow_grid *g, const float *z, float *fill, uint8_t *donors,
                         uint32_t *lakes)
{
    filling a = {.b = b, .g = g, .z = z, .fill = fill, .donors = donors, .bands = trn_flow_bands(g)};
    a.climb = trn_flow_kernel(g, TRN_KERNEL(flow_climb));
    *lakes = 0;
    trn_status st = trn_flow_for(g, a.bands, copy_band, &a);
    if (st == TRN_OK && b->count) {
        st = trn_flow_donors(g, b->low, donors);
        if (st == TRN_OK) st = trn_flow_for(g, trn_flow_workers(g), climb, &a);
        if (st == TRN_OK && atomic_load(&a.failed)) st = trn_out_of_memory(g->rt, g->cells, g->err);
        *lakes = atomic_load(&a.lakes);
    }
    return st;
}
