/* flow_spread.c - drainage when rain differs or flow splits: amounts as whole numbers, passed on from the sources down.
 *
 * Each cell's word holds what it has got so far and, in its upper four bits, how many neighbours still have to give; so giving
 * is one addition. Who brings a cell to its last giver goes on with it. Whole numbers add up alike in any order, so workers
 * share nothing but the words, and it does not matter who is where. (Barnes, Lehman and Mulla 2014 count donors so; a last
 * one going on is Zhou et al. 2019.) */
#include "kernels/flow_givers.h"
#include "kernels/flow_shares.h"
#include "math/fixed.h"
#include "terrain/flow_internal.h"

enum { ROWS = 16, PASSED = TRN_FLOW_BITS }; /* rows that a worker takes at a time */
#define ONE_GIVER ((uint64_t)1 << PASSED)

typedef struct spreading {
    const trn_flow_grid *g;
    const uint8_t *dir;
    const trn_flow_split *split;
    uint64_t *amount;
    trn_rows_fn *givers, *shares;
    int32_t bands;
    bool shared; /* several workers */
    atomic_int next;
    atomic_bool failed;
} spreading;

/* ---- who waits for whom ---- */

static uint64_t givers_of(const spreading *a, uint32_t c)
{
    const float *z = a->split ? a->split->ground : NULL;
    uint32_t many = 0;
    int64_t n[8];
    trn_flow_neighbours(a->g, c, n);
    for (int k = 0; k < 8; ++k) {
        if (n[k] < 0 || n[k] == c) continue;
        const int there = a->dir[n[k]] & FLOW_DIR;
        many += there == ((k + 4) & 7) || (z && z[n[k]] > z[c] && there != TRN_FLOW_OUTLET);
    }
    return flow_given(many);
}

static void count_band(void *work, int32_t band, int32_t end)
{
    (void)end;
    const spreading *a = work;
    const trn_flow_grid *g = a->g;
    const int32_t w = g->width, h = g->height, last = trn_flow_first_row(g, band + 1, a->bands);
    const flow_givers_args args = {w, h, a->split ? a->split->ground : NULL, a->dir, a->amount};
    for (int32_t y = trn_flow_first_row(g, band, a->bands); y < last; ++y) {
        if (trn_flow_stopped(g)) return;
        const bool inner = y > 0 && y < h - 1 && w > 2;
        if (inner) a->givers(&args, y, y + 1);
        for (int32_t x = 0; x < w; x += inner ? w - 1 : 1) {
            const uint32_t c = (uint32_t)y * (uint32_t)w + (uint32_t)x;
            a->amount[c] |= givers_of(a, c);
        }
    }
}

/* ---- passing on ---- */

/* What cell r has after it got `amount`; upper bits left: it waits for more. */
static inline uint64_t give(const spreading *a, uint32_t r, uint64_t amount)
{
    const uint64_t more = amount - ONE_GIVER;
    if (a->shared) return __atomic_add_fetch(&a->amount[r], more, __ATOMIC_ACQ_REL);
    return a->amount[r] += more;
}

typedef struct rows { int32_t x, y, last; } rows; /* those that a worker looks through for sources, and how far it is */

/* The next source, made an ordinary cell; UINT32_MAX: there is none left. Only the worker whose row it is looks for it. */
static uint32_t next_source(spreading *a, rows *r)
{
    const int32_t w = a->g->width, h = a->g->height;
    for (;; r->x = 0) {
        if (r->y >= r->last) {
            if (r->y < h) r->y = atomic_fetch_add(&a->next, ROWS);
            if (r->y >= h || trn_flow_stopped(a->g)) return UINT32_MAX;
            r->last = h - r->y < ROWS ? h : r->y + ROWS;
        }
        const uint32_t row = (uint32_t)r->y * (uint32_t)w;
        while (r->x < w) {
            uint64_t *word = &a->amount[row + (uint32_t)r->x++];
            const uint64_t has = __atomic_load_n(word, __ATOMIC_RELAXED);
            if (has >> PASSED != FLOW_SOURCE) continue;
            __atomic_store_n(word, has & (ONE_GIVER - 1), __ATOMIC_RELAXED);
            return row + (uint32_t)r->x - 1;
        }
        ++r->y;
    }
}

static void follow(const spreading *a, uint32_t c) /* down the receivers, as far as nobody else has to come */
{
    uint64_t has = a->amount[c];
    for (uint32_t steps = 1;; ++steps) {
        const int k = a->dir[c] & FLOW_DIR;
        if (k > 7 || ((steps & 0xffff) == 0 && trn_flow_stopped(a->g))) return;
        c = trn_flow_next(a->g, c, k);
        has = give(a, c, has);
        if (has >> PASSED) return;
    }
}

typedef struct splitter {
    uint32_t *ready, many, room; /* cells that have got all they will get */
    uint32_t cell[FLOW_SPLITS];  /* those whose flow is being split, and around each of them: */
    uint32_t around[FLOW_SPLITS][8];
    uint8_t lower[FLOW_SPLITS];  /* a set of directions, */
    float drop[8 * FLOW_SPLITS], u[FLOW_SPLITS], v[FLOW_SPLITS];
    int32_t share[8 * FLOW_SPLITS];
} splitter;

static void give_on(spreading *a, splitter *s, uint32_t r, uint64_t amount) /* there is room for eight */
{
    s->ready[s->many] = r;
    s->many += give(a, r, amount) >> PASSED == 0;
}

static void split_up(spreading *a, splitter *s, int32_t count)
{
    const trn_flow_split *split = a->split;
    a->shares(&(flow_shares_args){.width = count, .drop = s->drop, .exponent = split->exponent, .share = s->share, .u = s->u, .v = s->v}, 0, 1);
    for (int32_t i = 0; i < count; ++i) {
        const uint32_t c = s->cell[i];
        const int rest = a->dir[c] & FLOW_DIR;
        const uint64_t has = a->amount[c];
        uint64_t left = has;
        for (unsigned set = s->lower[i] & ~(1u << rest); set; set &= set - 1) {
            const int k = __builtin_ctz(set);
            const uint64_t part = (uint64_t)trn_share_shift((int64_t)has, s->share[k * FLOW_SPLITS + i], FLOW_SHARE_BITS);
            left -= part;
            give_on(a, s, s->around[i][k], part);
        }
        give_on(a, s, s->around[i][rest], left);
        if (split->u) {
            split->u[c] = s->u[i];
            split->v[c] = s->v[i];
        }
    }
}

/* Takes cell c as the i-th to be split. Where the ground does not fall it gives all to its receiver: false. */
static bool take(spreading *a, splitter *s, uint32_t c, int32_t i)
{
    const float *z = a->split->ground;
    const int k = a->dir[c] & FLOW_DIR;
    if (k > 7) return false;
    uint32_t *n = s->around[i];
    trn_flow_around(a->g, c, false, n);
    if (!(z[n[k]] < z[c])) {
        give_on(a, s, n[k], a->amount[c]);
        return false;
    }
    unsigned set = 0;
    for (int d = 0; d < 8; ++d) {
        const float drop = z[c] - z[n[d]];
        s->drop[d * FLOW_SPLITS + i] = drop;
        set |= (unsigned)(drop > 0) << d;
    }
    s->cell[i] = c;
    s->lower[i] = (uint8_t)set;
    return true;
}

static void split_all(spreading *a, splitter *s, rows *r)
{
    enum { LOOKS = 4 * FLOW_SPLITS, ROOM = LOOKS + 8 * FLOW_SPLITS }; /* what may be added to ready[] in one turn */
    for (bool more = true; (more || s->many) && !trn_flow_stopped(a->g);) {
        int32_t count = 0;
        if (!trn_flow_grow(a->g->rt, &s->ready, &s->room, s->many, (size_t)s->many + ROOM, 0, sizeof *s->ready)) {
            atomic_store(&a->failed, true);
            return;
        }
        for (int32_t looks = 0; count < FLOW_SPLITS && looks < LOOKS; ++looks) {
            const uint32_t c = s->many ? s->ready[--s->many] : more ? next_source(a, r) : UINT32_MAX;
            if (c != UINT32_MAX) count += take(a, s, c, count);
            else if (more) more = false;
            else break;
        }
        if (count) split_up(a, s, count);
    }
}

static void spread(void *work, int32_t worker, int32_t end)
{
    (void)worker, (void)end;
    spreading *a = work;
    rows r = {0};
    if (!a->split) {
        for (uint32_t c; (c = next_source(a, &r)) != UINT32_MAX;) follow(a, c);
        return;
    }
    splitter *s = trn_alloc(a->g->rt, sizeof *s);
    if (!s) {
        atomic_store(&a->failed, true);
        return;
    }
    s->ready = NULL;
    s->many = s->room = 0;
    split_all(a, s, &r);
    trn_free(a->g->rt, s->ready);
    trn_free(a->g->rt, s);
}

trn_status trn_flow_spread(const trn_flow_grid *g, const uint8_t *dir, const trn_flow_split *split, uint64_t *amount)
{
    const int32_t workers = trn_flow_workers(g);
    spreading a = {.g = g, .dir = dir, .split = split, .amount = amount, .bands = trn_flow_bands(g), .shared = workers > 1};
    a.givers = trn_flow_kernel(g, TRN_KERNEL(flow_givers));
    a.shares = trn_flow_kernel(g, TRN_KERNEL(flow_shares));
    trn_status st = trn_flow_for(g, a.bands, count_band, &a);
    if (st == TRN_OK) st = trn_flow_for(g, workers, spread, &a);
    return st == TRN_OK && atomic_load(&a.failed) ? trn_out_of_memory(g->rt, g->cells, g->err) : st;
}
