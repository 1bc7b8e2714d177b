/* flow_grid.c - the grid's outlets and tables, and how work on it is shared out. */
#include "terrain/flow_internal.h"

trn_status trn_flow_grid_init(trn_flow_grid *g, trn_runtime *rt, const trn_stop *stop, trn_error *err, int32_t width,
                              int32_t height, bool wrap, const uint8_t *mask, const float *z)
{
    memset(g, 0, sizeof *g);
    g->rt = rt;
    g->stop = stop;
    g->err = err;
    g->width = width;
    g->height = height;
    g->cells = (uint32_t)width * (uint32_t)height;
    g->wrap = wrap;
    g->mask = mask;
    g->kind = mask ? TRN_FLOW_MASK : wrap ? TRN_FLOW_LOWEST : TRN_FLOW_BORDER;
    const int32_t step[8] = {1, width + 1, width, width - 1, -1, -width - 1, -width, -width + 1};
    memcpy(g->step, step, sizeof step);
    for (int set = 0; set < 256; ++set)
        for (int k = 0; k < 8; ++k)
            if (set >> k & 1) g->donor_step[set][g->donor_count[set]++] = (int32_t)((uint32_t)step[k] ^ (uint32_t)(k & 1) << 31);

    if (g->kind == TRN_FLOW_BORDER) {
        const uint32_t inner = width > 2 && height > 2 ? (uint32_t)(width - 2) * (uint32_t)(height - 2) : 0;
        g->outlets = g->cells - inner;
        return trn_flow_check(g);
    }
    for (int32_t y = 0; y < height; ++y) {
        const uint32_t row = (uint32_t)y * (uint32_t)width;
        if (trn_flow_stopped(g)) return trn_flow_check(g);
        for (uint32_t c = row; c < row + (uint32_t)width; ++c) {
            if (mask) g->outlets += mask[c] != 0;
            else if (z[c] < z[g->lowest]) g->lowest = c;
        }
    }
    if (g->kind == TRN_FLOW_LOWEST) g->outlets = 1;
    return g->outlets ? TRN_OK : trn_error_set(err, TRN_ERR_ARGUMENT, "no cell is an outlet");
}

trn_status trn_flow_check(const trn_flow_grid *g)
{
    return trn_flow_stopped(g) ? trn_error_set(g->err, TRN_ERR_CANCELLED, "cancelled") : TRN_OK;
}

static trn_status for_ranges(const trn_flow_grid *g, int32_t count, int32_t grain, trn_range_fn *fn, void *work)
{
    if (trn_flow_workers(g) > 1) trn_parallel_for(g->rt, count, grain, fn, work, g->stop);
    else for (int32_t i = 0; i < count && !trn_flow_stopped(g); ++i) fn(work, i, i + 1);
    return trn_flow_check(g);
}

trn_status trn_flow_for(const trn_flow_grid *g, int32_t count, trn_range_fn *fn, void *work)
{
    return for_ranges(g, count, 1, fn, work);
}

trn_status trn_flow_for_many(const trn_flow_grid *g, uint32_t count, trn_range_fn *fn, void *work)
{
    return for_ranges(g, (int32_t)count, (int32_t)count / (trn_flow_workers(g) * 32) + 1, fn, work);
}

trn_rows_fn *trn_flow_kernel(const trn_flow_grid *g, const trn_kernel *kernel)
{
    int level = trn_runtime_level(g->rt);
    while (level > 0 && !kernel->level[level]) --level;
    return kernel->level[level];
}

/* The steps of a landscape are many short loops. What a thread gets of one has to be worth the barrier at its end, and
 * OpenMP's costs more the busier the machine is: below some 128 thousand cells two threads gain nothing on an idle one. */
int32_t trn_flow_workers(const trn_flow_grid *g)
{
    if (g->stop && g->stop->serial) return 1;
    const int32_t threads = trn_runtime_threads(g->rt);
    const uint32_t worth = g->cells / (trn_runtime_by_host(g->rt) ? 16384 : 131072) + 1;
    return (uint32_t)threads < worth ? threads : (int32_t)worth;
}

int32_t trn_flow_bands(const trn_flow_grid *g)
{
    const int32_t workers = trn_flow_workers(g);
    int32_t bands = workers == 1 ? 1 : workers * 4;
    const int32_t least = (int32_t)(g->cells >> 22) + 1; /* so that the list of a band is grown and copied in a few milliseconds */
    bands = bands < least ? least : bands;
    bands = bands < TRN_FLOW_MAX_BANDS ? bands : TRN_FLOW_MAX_BANDS;
    return bands < g->height ? bands : g->height;
}

bool trn_flow_grow(trn_runtime *rt, void *list, uint32_t *capacity, size_t used, size_t need, size_t likely, size_t item)
{
    if (need <= *capacity) return true;
    size_t room = *capacity ? *capacity : 1024;
    while (room < need) room *= 2;
    if (likely && likely < room) room = likely > need + need / 16 ? likely : need + need / 16;
    size_t bytes;
    if (room > UINT32_MAX || !trn_mul_size(room, item, &bytes)) return false;
    void *block = trn_alloc(rt, bytes), *old;
    if (!block) return false;
    memcpy(&old, list, sizeof old);
    if (used) memcpy(block, old, used * item);
    trn_free(rt, old);
    memcpy(list, &block, sizeof block);
    *capacity = (uint32_t)room;
    return true;
}

trn_status trn_flow_sort(const trn_flow_grid *g, uint64_t *keys, uint64_t *tmp, size_t n)
{
    static const int SHIFT[3] = {32, 43, 54};
    enum { DIGIT = 2048, BREATH = 1 << 20 };
    uint32_t(*count)[DIGIT] = trn_alloc_zero(g->rt, 3 * sizeof *count);
    if (!count) return trn_out_of_memory(g->rt, 3 * sizeof *count, g->err);
    for (size_t i = 0; i < n; ++i) {
        if (i % BREATH == 0 && trn_flow_stopped(g)) break;
        for (int p = 0; p < 3; ++p) count[p][keys[i] >> SHIFT[p] & (DIGIT - 1)]++;
    }
    uint64_t *from = keys, *to = tmp;
    for (int p = 0; p < 3; ++p) {
        uint32_t at = 0;
        for (int i = 0; i < DIGIT; ++i) {
            const uint32_t here = count[p][i];
            count[p][i] = at;
            at += here;
        }
        for (size_t i = 0; i < n; ++i) {
            if (i % BREATH == 0 && trn_flow_stopped(g)) break;
            to[count[p][from[i] >> SHIFT[p] & (DIGIT - 1)]++] = from[i];
        }
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    trn_free(g->rt, count);
    const trn_status st = trn_flow_check(g);
    if (st == TRN_OK && n) memcpy(keys, tmp, n * sizeof *keys); /* three passes end in tmp */
    return st;
}
