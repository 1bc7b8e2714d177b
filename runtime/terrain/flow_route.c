/* flow_route.c - receivers.
 *
 * A lake is a set of basins, each entered at one saddle. Inside a basin the raw ground leads to the pit, so it is enough
 * to turn round the way from the entry down to the pit: then the pit drains along its old valley, over the saddle, and on.
 * A saddle under water must not drain into what is entered through it. This is what a search that takes the lowest raw
 * ground first would do, at the cost of the cells on the way only.
 *
 * Rho8 divides diagonal drops by a random number between 1 and 2 (kernels/flow_rho8.h). */
#include "kernels/flow_d8.h"
#include "kernels/flow_rho8.h"
#include "kernels/flow_route.h"
#include "kernels/flow_steepest.h"
#include "terrain/flow_internal.h"

typedef struct routing {
    const trn_flow_basins *b;
    const trn_flow_grid *g;
    const float *z, *fill;
    uint8_t *dir;
    trn_rows_fn *kernel;
    int32_t bands;
    bool rho8;
    uint32_t key;
} routing;

/* ---- single cells anywhere: D8 and Rho8 as the kernels have them ---- */

static int steepest(const trn_flow_grid *g, const float *z, uint32_t c, int k)
{
    int64_t n[8];
    float best = 0;
    trn_flow_neighbours(g, c, n);
    for (int d = 0; d < 8; ++d) {
        if (n[d] < 0) continue;
        const float t = (z[c] - z[n[d]]) * (d & 1 ? FLOW_DIAGONAL : 1.0f);
        if (t > best) {
            best = t;
            k = d;
        }
    }
    return k;
}

static int steepest_rho8(const trn_flow_grid *g, const float *z, uint32_t c, uint32_t key, int k)
{
    uint32_t p, q;
    flow_rho8_hash(c, key, &p, &q);
    const float divisor[8] = {1, flow_rho8_low(p), 1, flow_rho8_high(p), 1, flow_rho8_low(q), 1, flow_rho8_high(q)};
    int64_t n[8];
    float best = 0, by = 1;
    trn_flow_neighbours(g, c, n);
    for (int i = 0; i < 8; ++i) {
        const int d = i < 4 ? 2 * i : 2 * i - 7;
        if (n[d] < 0) continue;
        const float t = z[c] - z[n[d]];
        if (t * by > best * divisor[d]) {
            best = t;
            by = divisor[d];
            k = d;
        }
    }
    return k;
}

/* ---- receivers on a filled surface ---- */

static int route_cell(const routing *a, uint32_t c)
{
    if (a->b->low[c] == TRN_FLOW_OUTLET) return TRN_FLOW_OUTLET;
    const int k = steepest(a->g, a->fill, c, TRN_FLOW_PIT);
    if (k < 8) return k;
    const int raw = steepest(a->g, a->z, c, TRN_FLOW_PIT), flags = a->z[c] != a->fill[c] ? 0 : raw < 8 ? FLOW_LEVEL | FLOW_SHORE : FLOW_LEVEL;
    return (raw < 8 ? raw : a->b->low[c] & FLOW_DIR) | flags;
}

static void route_band(void *work, int32_t band, int32_t end)
{
    (void)end;
    const routing *a = work;
    const trn_flow_grid *g = a->g;
    const int32_t w = g->width, h = g->height, last = trn_flow_first_row(g, band + 1, a->bands);
    for (int32_t y = trn_flow_first_row(g, band, a->bands); y < last; ++y) {
        if (trn_flow_stopped(g)) return;
        const uint32_t row = (uint32_t)y * (uint32_t)w;
        const uint8_t *low = a->b->low + row;
        uint8_t *dir = a->dir + row;
        const bool inner = y > 0 && y < h - 1 && w > 2;
        if (inner) a->kernel(&(flow_route_args){w, h, a->z, a->fill, a->b->low, a->dir}, y, y + 1);
        for (int32_t x = 0; x < w; x += inner ? w - 1 : 1) dir[x] = (uint8_t)route_cell(a, row + (uint32_t)x);
        if (g->kind != TRN_FLOW_BORDER)
            for (int32_t x = 0; x < w; ++x) dir[x] = low[x] == TRN_FLOW_OUTLET ? TRN_FLOW_OUTLET : dir[x];
    }
}

static bool falls(const trn_flow_grid *g, const float *fill, const trn_flow_saddle *s)
{
    const uint32_t c = s->cell;
    bool lower = false;
    if (s->inner) {
        for (int k = 0; k < 8; ++k) lower |= fill[c + (uint32_t)g->step[k]] < fill[c];
        return lower;
    }
    int64_t n[8];
    trn_flow_neighbours(g, c, n);
    for (int k = 0; k < 8; ++k) lower |= n[k] >= 0 && fill[n[k]] < fill[c];
    return lower;
}

static void basins_of_band(const routing *a, int32_t band, uint32_t *first, uint32_t *last)
{
    *first = 1 + (uint32_t)((uint64_t)a->b->count * (uint32_t)band / (uint32_t)a->bands);
    *last = (uint32_t)((uint64_t)a->b->count * (uint32_t)(band + 1) / (uint32_t)a->bands);
}

/* A saddle under water takes the steepest way that is not into what is entered here. Basins may share a saddle: each
 * writes the same byte. */
static void saddle_band(void *work, int32_t band, int32_t end)
{
    (void)end;
    const routing *a = work;
    uint32_t first, last;
    basins_of_band(a, band, &first, &last);
    for (uint32_t i = first; i <= last; ++i) {
        if ((i & 0xffff) == 0 && trn_flow_stopped(a->g)) return;
        const trn_flow_saddle *s = &a->b->saddle[a->b->entry[i].saddle];
        const uint32_t c = s->cell;
        if (s->outlet || (a->z[c] == a->fill[c] && falls(a->g, a->fill, s))) continue;
        unsigned set = 0;
        float best = -1;
        int k = TRN_FLOW_PIT;
        for (int r = 0; r < s->runs; ++r) set |= s->m[r];
        for (set &= ~(unsigned)s->entered; set; set &= set - 1) {
            const int d = __builtin_ctz(set);
            const float t = (a->z[c] - a->z[trn_flow_next(a->g, c, d)]) * (d & 1 ? FLOW_DIAGONAL : 1.0f);
            if (t > best) {
                best = t;
                k = d;
            }
        }
        const uint8_t flags = __atomic_load_n(&a->dir[c], __ATOMIC_RELAXED) & (uint8_t)~FLOW_DIR;
        __atomic_store_n(&a->dir[c], (uint8_t)k | flags, __ATOMIC_RELAXED);
    }
}

static void carve_band(void *work, int32_t band, int32_t end) /* turns the ways in round */
{
    (void)end;
    const routing *a = work;
    uint32_t first, last, steps = 0;
    basins_of_band(a, band, &first, &last);
    for (uint32_t i = first; i <= last; ++i) {
        uint32_t c = a->b->saddle[a->b->entry[i].saddle].cell;
        for (int k = a->b->entry[i].k; k < 8; k = a->b->low[c] & FLOW_DIR) {
            c = trn_flow_next(a->g, c, k);
            a->dir[c] = (uint8_t)((k + 4) & 7) | (a->dir[c] & (uint8_t)~FLOW_DIR);
            if ((++steps & 0xffff) == 0 && trn_flow_stopped(a->g)) return;
        }
    }
}

/* A cell between two lakes that rise to its height is level ground too, where no two cells side by side are. */
static void bare_band(void *work, int32_t band, int32_t end)
{
    (void)end;
    const routing *a = work;
    const int32_t w = a->g->width, first = trn_flow_first_row(a->g, band, a->bands), last = trn_flow_first_row(a->g, band + 1, a->bands);
    uint8_t *dir = a->dir;
    for (size_t c = (size_t)first * (size_t)w; c < (size_t)last * (size_t)w; ++c) dir[c] &= FLOW_DIR;
}

trn_status trn_flow_route(const trn_flow_basins *b, const trn_flow_grid *g, const float *z, const float *fill, uint8_t *dir,
                          uint32_t *scratch)
{
    routing a = {.b = b, .g = g, .z = z, .fill = fill, .dir = dir, .bands = trn_flow_bands(g)};
    a.kernel = trn_flow_kernel(g, TRN_KERNEL(flow_route));
    trn_status st = trn_flow_for(g, a.bands, route_band, &a);
    if (st == TRN_OK && b->count) st = trn_flow_for(g, a.bands, saddle_band, &a);
    if (st == TRN_OK && b->count) st = trn_flow_for(g, a.bands, carve_band, &a);
    if (st != TRN_OK) return st;
    return b->ties ? trn_flow_flats(b, g, z, fill, dir, scratch) : trn_flow_for(g, a.bands, bare_band, &a);
}

/* ---- receivers of ground that changed ---- */

static void reroute_band(void *work, int32_t band, int32_t end)
{
    (void)end;
    const routing *a = work;
    const trn_flow_grid *g = a->g;
    const int32_t w = g->width, h = g->height, last = trn_flow_first_row(g, band + 1, a->bands);
    const flow_rho8_args rho8 = {w, h, a->z, a->dir, a->key};
    const flow_d8_args d8 = {w, h, a->z, a->dir};
    for (int32_t y = trn_flow_first_row(g, band, a->bands); y < last; ++y) {
        if (trn_flow_stopped(g)) return;
        const bool inner = y > 0 && y < h - 1 && w > 2;
        if (inner) a->kernel(a->rho8 ? (const void *)&rho8 : &d8, y, y + 1);
        if (g->kind == TRN_FLOW_BORDER) continue;
        for (int32_t x = 0; x < w; x += inner ? w - 1 : 1) {
            const uint32_t c = (uint32_t)y * (uint32_t)w + (uint32_t)x;
            const int old = a->dir[c];
            if (old == TRN_FLOW_OUTLET) continue;
            a->dir[c] = (uint8_t)(a->rho8 ? steepest_rho8(g, a->z, c, a->key, old) : steepest(g, a->z, c, old));
        }
    }
}

trn_status trn_flow_reroute(const trn_flow_grid *g, const float *z, uint8_t *dir, trn_flow_routing how, uint32_t key)
{
    routing a = {.g = g, .z = z, .dir = dir, .bands = trn_flow_bands(g), .rho8 = how == TRN_FLOW_RHO8, .key = key};
    a.kernel = a.rho8 ? trn_flow_kernel(g, TRN_KERNEL(flow_rho8)) : trn_flow_kernel(g, TRN_KERNEL(flow_d8));
    return trn_flow_for(g, a.bands, reroute_band, &a);
}
