/* flow_reference.h - flow by its definitions, slowly: a heap for filling, receivers by what they should be, areas by
 * peeling, the implicit step cell by cell. */
#ifndef FLOW_REFERENCE_H
#define FLOW_REFERENCE_H
#include "kernels/flow_rho8.h"
#include "kernels/flow_steepest.h"
#include "math/exp.h"
#include "terrain/flow.h"
#include "terrain/incision.h"
#include <stdlib.h>
#include <string.h>

typedef struct item { float z; uint32_t number, cell; } item;
typedef struct items { item *at; size_t count; } items;
static bool before(item a, item b) { return a.z < b.z || (a.z == b.z && a.number < b.number); }
static void put(items *h, item v)
{
    size_t i = h->count++;
    for (; i && before(v, h->at[(i - 1) / 2]); i = (i - 1) / 2) h->at[i] = h->at[(i - 1) / 2];
    h->at[i] = v;
}
static item take(items *h)
{
    const item top = h->at[0], v = h->at[--h->count];
    size_t i = 0, c;
    for (; (c = 2 * i + 1) < h->count; i = c) {
        if (c + 1 < h->count && before(h->at[c + 1], h->at[c])) ++c;
        if (!before(h->at[c], v)) break;
        h->at[i] = h->at[c];
    }
    h->at[i] = v;
    return top;
}
static void *get(size_t n) /* zeroed, or the test ends */
{
    void *p = calloc(n + 64, 1);
    if (!p) exit(1);
    return p;
}

static void fill_by_heap(const trn_flow_grid *g, const float *z, float *fill) /* Barnes, Lehman and Mulla 2014 */
{
    items h = {get(sizeof(item) * g->cells), 0};
    uint8_t *seen = get(g->cells);
    uint32_t number = 0;
    for (uint32_t c = 0; c < g->cells; ++c)
        if (trn_flow_is_outlet(g, c)) {
            fill[c] = z[c];
            seen[c] = 1;
            put(&h, (item){z[c], number++, c});
        }
    while (h.count) {
        const item t = take(&h);
        int64_t n[8];
        trn_flow_neighbours(g, t.cell, n);
        for (int k = 0; k < 8; ++k) {
            if (n[k] < 0 || seen[n[k]]) continue;
            seen[n[k]] = 1;
            fill[n[k]] = z[n[k]] > t.z ? z[n[k]] : t.z;
            put(&h, (item){fill[n[k]], number++, (uint32_t)n[k]});
        }
    }
    free(h.at);
    free(seen);
}

static uint32_t count_lakes(const trn_flow_grid *g, const float *z, const float *fill) /* water that touches */
{
    uint8_t *seen = get(g->cells);
    uint32_t *stack = get(4 * (size_t)g->cells), lakes = 0;
    for (uint32_t first = 0; first < g->cells; ++first) {
        if (seen[first] || !(fill[first] > z[first])) continue;
        uint32_t tall = 1;
        seen[stack[0] = first] = 1;
        for (++lakes; tall;) {
            int64_t n[8];
            trn_flow_neighbours(g, stack[--tall], n);
            for (int k = 0; k < 8; ++k)
                if (n[k] >= 0 && !seen[n[k]] && fill[n[k]] > z[n[k]]) seen[stack[tall++] = (uint32_t)n[k]] = 1;
        }
    }
    free(seen), free(stack);
    return lakes;
}

static float drop(const float *z, uint32_t c, int64_t n, int k) { return (z[c] - z[n]) * (k & 1 ? FLOW_DIAGONAL : 1.0f); }
static int steepest_of(const trn_flow_grid *g, const float *z, uint32_t c, int k)
{
    int64_t n[8];
    float best = 0;
    trn_flow_neighbours(g, c, n);
    for (int d = 0; d < 8; ++d) {
        if (n[d] < 0 || !(drop(z, c, n[d], d) > best)) continue;
        best = drop(z, c, n[d], d);
        k = d;
    }
    return k;
}

/* Cells that belong to the patch of equal height and of kind[c] around c, for all of its cells in turn; 8 is enough. */
static uint32_t patch_around(const trn_flow_grid *g, const float *z, const uint8_t *kind, uint32_t c, uint32_t *patch)
{
    uint32_t many = 1;
    int64_t at[8];
    patch[0] = c;
    for (uint32_t i = 0; i < many && many < 8; ++i) {
        trn_flow_neighbours(g, patch[i], at);
        for (int k = 0; k < 8; ++k) {
            bool known = at[k] < 0 || kind[at[k]] != kind[c] || z[at[k]] != z[c];
            for (uint32_t j = 0; j < many && !known; ++j) known |= patch[j] == (uint32_t)at[k];
            if (!known) patch[many++] = (uint32_t)at[k];
        }
    }
    return many;
}

/* Level ground, for receivers that are right elsewhere; level[c]: nothing around c is lower on the filled ground. Lakes with
 * a patch of eight level cells on their floor or beside them, and level dry ground, are searched from their exits, lowest
 * raw ground first, then what was met first. A cell drains to the one that met it, or to water that was passed before and
 * is steeper. */
static void flats_by_definition(const trn_flow_grid *g, const float *z, const float *fill, const uint8_t *level, uint8_t *dir)
{
    enum { DRY = 1, WATER, SEARCHED, SMALL };
    const uint32_t n = g->cells;
    uint8_t *kind = get(n), *met = get(n), *passed = get(n);
    uint32_t *stack = get(4 * (size_t)n + 64), patch[16], number = 0;
    items h = {get(sizeof(item) * n), 0};
    int64_t at[8];
    for (uint32_t c = 0; c < n; ++c) kind[c] = !level[c] ? 0 : z[c] == fill[c] ? DRY : WATER;
    for (uint32_t c = 0; c < n; ++c) {
        bool shore = false;
        trn_flow_neighbours(g, c, at);
        for (int k = 0; k < 8; ++k) shore |= at[k] >= 0 && z[at[k]] < z[c];
        if (kind[c] == DRY && !shore) continue;
        if (kind[c] != DRY && kind[c] != WATER) continue;
        const uint32_t many = patch_around(g, z, kind, c, patch);
        if (many < 8) { /* small dry patches by the water are left alone */
            for (uint32_t i = 0; i < many && kind[c] == DRY; ++i) met[patch[i]] = SMALL;
            continue;
        }
        for (int k = -1; k < 8; ++k) { /* mark the lake that c is in, or the lakes around c */
            const int64_t first = k < 0 ? (int64_t)c : kind[c] == DRY ? at[k] : -1;
            if (first < 0 || kind[first] != WATER || fill[first] != fill[c]) continue;
            uint32_t tall = 1;
            stack[0] = (uint32_t)first;
            kind[first] = SEARCHED;
            while (tall) {
                int64_t around[8];
                trn_flow_neighbours(g, stack[--tall], around);
                for (int d = 0; d < 8; ++d)
                    if (around[d] >= 0 && kind[around[d]] == WATER && fill[around[d]] == fill[c]) {
                        kind[around[d]] = SEARCHED;
                        stack[tall++] = (uint32_t)around[d];
                    }
            }
        }
    }
    for (uint32_t c = 0; c < n; ++c)
        if (kind[c] == WATER || met[c] == SMALL) kind[c] = SMALL;
    memset(met, 0, n);
    for (uint32_t c = 0; c < n; ++c) { /* exits */
        bool beside = false;
        trn_flow_neighbours(g, c, at);
        for (int k = 0; k < 8; ++k) beside |= at[k] >= 0 && (kind[at[k]] == DRY || kind[at[k]] == SEARCHED) && fill[at[k]] == fill[c];
        if (beside && !level[c]) put(&h, (item){z[c], number++, c});
    }
    while (h.count) {
        const uint32_t c = take(&h).cell;
        trn_flow_neighbours(g, c, at);
        float best = level[c] ? drop(z, c, at[dir[c]], dir[c]) : 0;
        for (int k = 0; k < 8; ++k) {
            if (at[k] < 0 || fill[at[k]] != fill[c]) continue;
            const uint32_t q = (uint32_t)at[k];
            if (level[c] && passed[q] && kind[q] == SEARCHED && drop(z, c, q, k) > best) {
                best = drop(z, c, q, k);
                dir[c] = (uint8_t)k;
            }
            if (met[q] || (kind[q] != DRY && kind[q] != SEARCHED)) continue;
            met[q] = 1;
            dir[q] = (uint8_t)((k + 4) & 7);
            put(&h, (item){z[q], number++, q});
        }
        passed[c] = 1;
    }
    free(kind), free(met), free(passed), free(stack), free(h.at);
}

static const float *sort_z;
static bool below(uint32_t a, uint32_t b) { return sort_z[a] < sort_z[b] || (sort_z[a] == sort_z[b] && a < b); }
static int by_height(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x == y ? 0 : below(x, y) ? -1 : 1;
}
static int lowest_of(const trn_flow_grid *g, uint32_t c) /* the direction of the lowest neighbour that is lower, or PIT */
{
    int64_t n[8];
    uint32_t lowest = c;
    int direction = TRN_FLOW_PIT;
    static const int order[8] = {5, 6, 7, 4, 0, 3, 2, 1}; /* matters on wrapped grids of two rows or columns only */
    trn_flow_neighbours(g, c, n);
    for (int i = 0; i < 8; ++i)
        if (n[order[i]] >= 0 && below((uint32_t)n[order[i]], lowest)) {
            lowest = (uint32_t)n[order[i]];
            direction = order[i];
        }
    return direction;
}
static uint32_t root_of(uint32_t *up, uint32_t i)
{
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

/* Receivers by their definition. Cells are put together in the order of (height, cell). A basin is entered at the first
 * cell at which it meets what drains already; the way in goes to the lowest neighbour of that cell in the basin's part,
 * and on by lowest neighbours; the water walks it backwards. */
typedef struct link { uint32_t saddle, a, b; int ka, kb; unsigned ma, mb; } link; /* joins the basins of pits a and b */
static void route_by_definition(const trn_flow_grid *g, const float *z, const float *fill, uint8_t *dir)
{
    const uint32_t n = g->cells, OUTSIDE = n;
    uint32_t *order = get(4 * (size_t)n), *up = get(4 * (size_t)n), *pit = get(4 * (size_t)n), links = 0;
    link *list = get(sizeof *list * 4 * ((size_t)n + 1));
    uint8_t *outlet = get(n), *low = get(n), *level = get(n), *entered = get(n), *drains = get(n);
    int64_t at[8];
    sort_z = z;
    for (uint32_t c = 0; c < n; ++c) {
        order[c] = up[c] = c;
        outlet[c] = trn_flow_is_outlet(g, c);
        low[c] = (uint8_t)lowest_of(g, c);
    }
    qsort(order, n, 4, by_height);
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t c = order[i];
        trn_flow_neighbours(g, c, at);
        pit[c] = low[c] == TRN_FLOW_PIT || outlet[c] ? c : pit[at[low[c]]];
    }
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t s = order[i];
        struct { uint32_t root, lowest; int k; unsigned mask; } part[9];
        int parts = 0, star = 0;
        if (outlet[s]) {
            part[0].root = OUTSIDE, part[0].lowest = s, part[0].k = -1, part[0].mask = 0;
            parts = 1;
        }
        trn_flow_neighbours(g, s, at);
        for (int k = 0; k < 8; ++k) {
            const uint32_t q = (uint32_t)at[k];
            if (at[k] < 0 || q == s || !below(q, s)) continue;
            uint32_t root = root_of(up, q);
            if (drains[root]) root = OUTSIDE;
            int j = 0;
            while (j < parts && part[j].root != root) ++j;
            if (j == parts) {
                part[j].root = root, part[j].lowest = q, part[j].k = k, part[j].mask = 0;
                ++parts;
            } else if (part[j].k >= 0 && z[q] < z[part[j].lowest]) {
                part[j].k = k, part[j].lowest = q;
            }
            part[j].mask |= 1u << k;
        }
        for (int j = 1; j < parts && !outlet[s]; ++j) {
            const float a = z[part[j].lowest], b = z[part[star].lowest];
            if (a < b || (a == b && part[j].k < part[star].k)) star = j;
        }
        bool drained = outlet[s];
        for (int j = 0; j < parts; ++j) {
            drained |= part[j].root == OUTSIDE;
            if (j != star)
                list[links++] = (link){s, part[star].root == OUTSIDE ? OUTSIDE : pit[part[star].lowest],
                                       part[j].root == OUTSIDE ? OUTSIDE : pit[part[j].lowest], part[star].k, part[j].k,
                                       part[star].mask, part[j].mask};
        }
        for (int k = 0; k < 8; ++k)
            if (at[k] >= 0 && (uint32_t)at[k] != s && below((uint32_t)at[k], s)) up[root_of(up, (uint32_t)at[k])] = root_of(up, s);
        if (drained) drains[root_of(up, s)] = 1;
    }
    for (uint32_t c = 0; c < n; ++c) { /* where no search is needed */
        dir[c] = outlet[c] ? TRN_FLOW_OUTLET : (uint8_t)steepest_of(g, fill, c, TRN_FLOW_PIT);
        level[c] = dir[c] == TRN_FLOW_PIT;
        if (level[c]) dir[c] = (uint8_t)steepest_of(g, z, c, low[c]);
    }
    /* the tree of links from the outside */
    uint8_t *have = get((size_t)n + 1), *way = get(n);
    uint32_t *entry = get(4 * (size_t)n), *head = get(4 * ((size_t)n + 1)), *next = get(8 * ((size_t)links + 1));
    uint32_t *stack = get(4 * ((size_t)n + 2)), tall = 0;
    memset(head, 255, 4 * ((size_t)n + 1));
    for (uint32_t i = 0; i < links; ++i) {
        next[2 * i] = head[list[i].a], head[list[i].a] = 2 * i;
        next[2 * i + 1] = head[list[i].b], head[list[i].b] = 2 * i + 1;
    }
    have[OUTSIDE] = 1;
    stack[tall++] = OUTSIDE;
    while (tall) {
        const uint32_t from = stack[--tall];
        for (uint32_t e = head[from]; e != UINT32_MAX; e = next[e]) {
            const link *l = &list[e >> 1];
            const uint32_t to = e & 1 ? l->a : l->b;
            if (have[to]) continue;
            have[to] = 1;
            stack[tall++] = to;
            entry[to] = l->saddle;
            way[to] = (uint8_t)(e & 1 ? l->ka : l->kb);
            entered[l->saddle] |= (uint8_t)(e & 1 ? l->ma : l->mb);
        }
    }
    for (uint32_t c = 0; c < n; ++c) { /* a saddle under water does not drain into what is entered there */
        if (!entered[c] || !level[c]) continue;
        float best = -1;
        trn_flow_neighbours(g, c, at);
        for (int k = 0; k < 8; ++k) {
            if (at[k] < 0 || at[k] == c || entered[c] >> k & 1 || !below((uint32_t)at[k], c)) continue;
            if (drop(z, c, at[k], k) > best) {
                best = drop(z, c, at[k], k);
                dir[c] = (uint8_t)k;
            }
        }
    }
    for (uint32_t p = 0; p < n; ++p) {
        if (low[p] != TRN_FLOW_PIT || outlet[p]) continue;
        uint32_t c = entry[p];
        for (int k = way[p]; k < 8; k = outlet[c] ? 8 : low[c]) {
            trn_flow_neighbours(g, c, at);
            c = (uint32_t)at[k];
            dir[c] = (uint8_t)((k + 4) & 7);
        }
    }
    flats_by_definition(g, z, fill, level, dir);
    void *const all[] = {order, up, pit, list, outlet, low, level, entered, drains, have, way, entry, head, next, stack};
    for (int i = 0; i < TRN_COUNT(all); ++i) free(all[i]);
}

/* Cells whose drainage is complete, upstream first, in order; returns how many there are: fewer than all with a cycle. */
static uint32_t areas_by_peeling(const trn_flow_grid *g, const uint8_t *dir, uint32_t *area, uint32_t *order)
{
    uint8_t *donors = get(g->cells);
    uint32_t n = 0;
    int64_t at[8];
    for (uint32_t c = 0; c < g->cells; ++c) {
        area[c] = 1;
        trn_flow_neighbours(g, c, at);
        if (dir[c] < 8) donors[at[dir[c]]]++;
    }
    for (uint32_t c = 0; c < g->cells; ++c)
        if (!donors[c]) order[n++] = c;
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t c = order[i];
        if (dir[c] >= 8) continue;
        trn_flow_neighbours(g, c, at);
        const uint32_t r = (uint32_t)at[dir[c]];
        area[r] += area[c];
        if (!--donors[r]) order[n++] = r;
    }
    free(donors);
    return n;
}

/* Amounts passed on from cells that wait for nobody, one by one. ground NULL: nothing splits. Returns how many cells were reached. */
static uint32_t spread_cells(const trn_flow_grid *g, const uint8_t *dir, const float *ground, float exponent, uint64_t *amount,
                             float *u, float *v)
{
    uint8_t *waiting = get(g->cells);
    uint32_t *ready = get(4 * (size_t)g->cells), many = 0;
    int64_t at[8];
    for (int count = 1; count >= 0; --count) {
        if (!count)
            for (uint32_t c = 0; c < g->cells; ++c)
                if (!waiting[c]) ready[many++] = c;
        for (uint32_t i = 0; count ? i < g->cells : i < many; ++i) {
            const uint32_t c = count ? i : ready[i];
            if (dir[c] > 7) continue;
            trn_flow_neighbours(g, c, at);
            const bool split = ground && ground[at[dir[c]]] < ground[c];
            float part[8] = {0}, steepest = 0, total = 0;
            for (int k = 0; k < 8 && split; ++k)
                if (at[k] >= 0 && drop(ground, c, at[k], k) > steepest) steepest = drop(ground, c, at[k], k);
            for (int k = 0; k < 8; ++k) {
                if (split && at[k] >= 0 && ground[at[k]] < ground[c])
                    part[k] = trn_exp2_f(exponent * trn_log2_f(drop(ground, c, at[k], k) / steepest));
                total += part[k];
            }
            uint64_t left = amount[c];
            double x = 0, y = 0;
            for (int k = 0; k < 8; ++k) {
                static const double DX[8] = {1, 1, 0, -1, -1, -1, 0, 1}, DY[8] = {0, 1, 1, 1, 0, -1, -1, -1};
                if (k != dir[c] && !(split && at[k] >= 0 && ground[at[k]] < ground[c])) continue;
                const uint32_t share = split ? (uint32_t)(part[k] / total * 1073741824.0f) : 0;
                x += DX[k] * share * (k & 1 ? sqrt(0.5) : 1);
                y += DY[k] * share * (k & 1 ? sqrt(0.5) : 1);
                if (count) {
                    ++waiting[at[k]];
                } else {
                    const uint64_t here = (uint64_t)(((unsigned __int128)amount[c] * share) >> 30);
                    if (k != dir[c]) amount[at[k]] += here, left -= here;
                    if (k != dir[c] && !--waiting[at[k]]) ready[many++] = (uint32_t)at[k];
                }
            }
            if (count) continue;
            amount[at[dir[c]]] += left;
            if (!--waiting[at[dir[c]]]) ready[many++] = (uint32_t)at[dir[c]];
            if (split) {
                const double length = sqrt(x * x + y * y);
                u[c] = length > 1 ? (float)(x / length) : 0;
                v[c] = length > 1 ? (float)(y / length) : 0;
            }
        }
    }
    free(waiting), free(ready);
    return many;
}

static void reroute_cells(const trn_flow_grid *g, const float *z, uint8_t *dir, bool rho8, uint32_t key)
{
    static const int ORDER[2][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 2, 4, 6, 1, 3, 5, 7}};
    for (uint32_t c = 0; c < g->cells; ++c) {
        if (dir[c] == TRN_FLOW_OUTLET) continue;
        uint32_t p, q;
        flow_rho8_hash(c, key, &p, &q);
        const uint32_t u[8] = {0, p & 0xffff, 0, p >> 16, 0, q & 0xffff, 0, q >> 16};
        double best = 0;
        int64_t n[8];
        trn_flow_neighbours(g, c, n);
        for (int i = 0; i < 8; ++i) {
            const int k = ORDER[rho8][i];
            if (n[k] < 0) continue;
            const double t = rho8 ? (double)(z[c] - z[n[k]]) / (k & 1 ? 2 - u[k] / 65536.0 : 1) : (double)drop(z, c, n[k], k);
            if (t > best) {
                best = t;
                dir[c] = (uint8_t)k;
            }
        }
    }
}

static void incise_cells(const trn_flow_grid *g, double k, double m, double dx, float lift, const float *layer, const uint8_t *dir,
                         const uint32_t *area, const uint32_t *order, float *z)
{
    const float factor = (float)(k * trn_pow(dx, 2 * m - 1));
    for (uint32_t i = g->cells; i-- > 0;) {
        const uint32_t c = order[i];
        if (dir[c] >= 8) continue;
        int64_t n[8];
        trn_flow_neighbours(g, c, n);
        const float hr = z[n[dir[c]]];
        const float power = m == 0.5 ? sqrtf((float)area[c]) : m == 0 ? 1.0f : m == 1 ? (float)area[c] : (float)trn_pow(area[c], m);
        float f = factor * power;
        if (dir[c] & 1) f = f * FLOW_DIAGONAL;
        const float own = z[c] + (layer ? layer[c] : lift), e = own - hr, below = hr + e / (1.0f + f);
        z[c] = e > 0 ? below < own ? below : own : hr;
    }
}
#endif
