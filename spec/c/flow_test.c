/* flow_test.c - pits, receivers, drainage and incision against plain references. Equal bytes are demanded, for every number
 * of threads and every level of the processor. */
#include "check.h"
#include "flow_reference.h"
#include "math/scalar.h"
#include <pthread.h>

/* The tests' own threads: some of them wait for a busy machine without taking its time. */
typedef struct crew { atomic_int next; int32_t count; void (*task)(void *work, int32_t index); void *work; } crew;
static void *crew_member(void *data)
{
    crew *c = data;
    for (int32_t i; (i = atomic_fetch_add(&c->next, 1)) < c->count;) c->task(c->work, i);
    return NULL;
}
static void run_crew(void *user, int32_t count, void (*task)(void *work, int32_t index), void *work)
{
    crew c = {.count = count, .task = task, .work = work};
    pthread_t member[8];
    int others = 0;
    while (others < *(const int *)user - 1 && pthread_create(&member[others], NULL, crew_member, &c) == 0) ++others;
    crew_member(&c);
    while (others) pthread_join(member[--others], NULL);
}

/* ---- terrains ---- */

static float lattice(int x, int y, uint32_t s)
{
    return trn_unit_f(trn_mix((uint32_t)x * 73856093u ^ trn_mix((uint32_t)y * 19349663u ^ s)));
}
static float value_noise(float x, float y, uint32_t s)
{
    const int i = trn_ifloor_f(x), j = trn_ifloor_f(y);
    float u = x - (float)i, v = y - (float)j;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    const float a = lattice(i, j, s), b = lattice(i + 1, j, s), c = lattice(i, j + 1, s), d = lattice(i + 1, j + 1, s);
    return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}
enum { NOISE, COARSE, SHUFFLED, CONSTANT, FINE, STRIPES, TERRAINS };
static const char *const TERRAIN[TERRAINS] = {"noise", "whole numbers", "all different", "constant", "sixteenths", "stripes"};
static void make_terrain(int kind, int w, int h, float *z)
{
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            const uint32_t c = (uint32_t)(y * w + x);
            float v = 0, amplitude = 1, frequency = 0.03f;
            for (uint32_t o = 0; o < 7; ++o) {
                v += amplitude * value_noise((float)x * frequency, (float)y * frequency, 11 + o);
                amplitude *= 0.5f;
                frequency *= 2;
            }
            switch (kind) {
            case NOISE: z[c] = v - 0.9f; break;
            case COARSE: z[c] = trn_floor_f(v * 20); break;
            case SHUFFLED: z[c] = (float)((uint64_t)c * 2654435761u % 16777213u); break;
            case CONSTANT: z[c] = 0; break;
            case FINE: z[c] = trn_floor_f(v * 300) / 16; break;
            default: z[c] = (float)(x % 3) - 1;
            }
        }
}

/* ---- the comparison ---- */

static trn_error err;
static bool ok_(trn_status st, int line, const char *call)
{
    if (!check_that(st == TRN_OK, __FILE__, line, call)) printf("    %s: %s\n", trn_status_name(st), err.message);
    return st == TRN_OK;
}
#define OK(CALL) ok_(CALL, __LINE__, #CALL)
static bool same(const void *a, const void *b, size_t bytes) { return memcmp(a, b, bytes) == 0; }
#define SAME(A, B, BYTES, WHAT)                                                                                        \
    do {                                                                                                               \
        if (!check_that(same(A, B, BYTES), __FILE__, __LINE__, WHAT)) printf("    %s\n", name);                        \
    } while (0)

typedef struct planes { /* what all runs over one terrain must give */
    float *fill, *step[2][3]; /* filled ground; heights after each of some steps, D8 and Rho8 */
    uint8_t *dir;
    uint32_t *area;
    uint32_t wet, lakes;
    uint64_t *amount[3]; /* one receiver each; split on filled ground; split on raw ground */
    float *u[3], *v[3];
} planes;
static const double POWERS[3] = {0.5, 1, 0.3}; /* area exponents of the steps */
static const char *name;

#define EXPONENT 1.1f
static void rain_on(uint64_t *amount, size_t n)
{
    for (uint32_t c = 0; c < n; ++c) amount[c] = c % 5 == 0 ? 0 : (uint64_t)trn_mix(c) << 9; /* 2^41 a cell and no more */
}
static void close_cells(const trn_flow_grid *g, uint8_t *dir)
{
    for (uint32_t c = 0; c < g->cells; ++c) dir[c] = trn_flow_is_outlet(g, c) ? TRN_FLOW_OUTLET : TRN_FLOW_PIT;
}

static void reference(const trn_flow_grid *g, const float *z, const float *layer, planes *p)
{
    const size_t n = g->cells;
    uint32_t *order = get(4 * n), *area = get(4 * n);
    uint8_t *dir = get(n);
    float *ground = get(4 * n), *again = get(4 * n);
    p->fill = get(4 * n), p->dir = get(n), p->area = get(4 * n);
    fill_by_heap(g, z, p->fill);
    p->wet = 0;
    for (size_t c = 0; c < n; ++c) p->wet += p->fill[c] > z[c];
    p->lakes = count_lakes(g, z, p->fill);
    route_by_definition(g, z, p->fill, p->dir);
    CHECK_EQUAL(areas_by_peeling(g, p->dir, p->area, order), n); /* no cycle */
    uint64_t out = 0, bad = 0;
    int64_t at[8];
    for (uint32_t c = 0; c < n; ++c) {
        trn_flow_neighbours(g, c, at);
        if (trn_flow_is_outlet(g, c)) out += p->area[c];
        else bad += p->dir[c] > 7 || at[p->dir[c]] < 0 || p->fill[at[p->dir[c]]] > p->fill[c];
    }
    CHECK_EQUAL(out, n);
    CHECK_EQUAL(bad, 0);
    for (int i = 0; i < 3; ++i) {
        p->amount[i] = get(8 * n), p->u[i] = get(4 * n), p->v[i] = get(4 * n);
        close_cells(g, dir);
        reroute_cells(g, z, dir, false, 0);
        rain_on(p->amount[i], n);
        const float *fall = i == 0 ? NULL : i == 1 ? p->fill : z;
        CHECK_EQUAL(spread_cells(g, i < 2 ? p->dir : dir, fall, EXPONENT, p->amount[i], p->u[i], p->v[i]), n);
    }
    for (int rho8 = 0; rho8 < 2; ++rho8) {
        memcpy(dir, p->dir, n);
        memcpy(ground, p->fill, 4 * n);
        for (int i = 0; i < 3; ++i) {
            reroute_cells(g, ground, dir, rho8, 7 + (uint32_t)i);
            CHECK_EQUAL(areas_by_peeling(g, dir, area, order), n);
            incise_cells(g, 0.02, POWERS[i], 1.5, 0.01f, rho8 ? layer : NULL, dir, area, order, ground);
            fill_by_heap(g, ground, again);
            if (!CHECK(same(ground, again, 4 * n))) printf("    new pits: %s\n", name);
            p->step[rho8][i] = get(4 * n);
            memcpy(p->step[rho8][i], ground, 4 * n);
        }
    }
    free(order), free(area), free(dir), free(ground), free(again);
}

static void compare_spread(const trn_flow_grid *g, int way, const float *z, const float *fill, const uint8_t *drained, const planes *p)
{
    const size_t n = g->cells;
    uint64_t *amount = get(8 * n);
    uint8_t *dir = get(n);
    float *u = get(4 * n), *v = get(4 * n), off = 0;
    rain_on(amount, n);
    close_cells(g, dir);
    OK(trn_flow_reroute(g, z, dir, TRN_FLOW_D8, 0));
    OK(trn_flow_spread(g, way < 2 ? drained : dir, way == 0 ? NULL : &(trn_flow_split){way == 1 ? fill : z, EXPONENT, u, v}, amount));
    SAME(amount, p->amount[way], 8 * n, "amounts");
    for (size_t c = 0; c < n; ++c) {
        off = trn_max_f(off, fabsf(u[c] - p->u[way][c]));
        off = trn_max_f(off, fabsf(v[c] - p->v[way][c]));
    }
    if (!CHECK(off < 1e-6f)) printf("    %s: %g\n", name, (double)off);
    free(amount), free(dir), free(u), free(v);
}

static void compare(trn_runtime *rt, const trn_flow_grid *like, const float *z, const float *layer, const planes *p)
{
    trn_flow_grid g;
    if (!OK(trn_flow_grid_init(&g, rt, NULL, &err, like->width, like->height, like->wrap, like->mask, z))) return;
    const size_t n = g.cells;
    float *fill = get(4 * n), *area = get(4 * n), *ground = get(4 * n), *want = get(4 * n);
    uint8_t *dir = get(n), *first = get(n);
    uint32_t *scratch = get(4 * n), wet;
    trn_flow_basins b = {0};
    trn_flow_order o = {0};
    OK(trn_flow_order_init(&o, &g));
    for (size_t c = 0; c < n; ++c) want[c] = (float)p->area[c] * 2;
    for (int again = 0; again < 2; ++again) { /* the same structures twice */
        OK(trn_flow_basins_find(&b, &g, z, (uint32_t *)fill));
        OK(trn_flow_fill(&b, &g, z, fill, dir, &wet));
        SAME(fill, p->fill, 4 * n, "filled ground");
        CHECK_EQUAL(wet, p->wet);
        CHECK_EQUAL(trn_flow_lakes(&b, z), p->lakes);
        OK(trn_flow_route(&b, &g, z, fill, dir, scratch));
        SAME(dir, p->dir, n, "receivers");
        OK(trn_flow_order_build(&o, &g, dir));
        OK(trn_flow_areas(&o, &g, 2, area));
        SAME(area, want, 4 * n, "areas");
    }
    memcpy(first, dir, n);
    for (int i = 0; i < 3; ++i) compare_spread(&g, i, z, fill, first, p);
    for (int rho8 = 0; rho8 < 2; ++rho8) {
        memcpy(dir, first, n);
        memcpy(ground, fill, 4 * n);
        for (int i = 0; i < 3; ++i) {
            trn_incision in = {0};
            OK(trn_flow_reroute(&g, ground, dir, rho8 ? TRN_FLOW_RHO8 : TRN_FLOW_D8, 7 + (uint32_t)i));
            OK(trn_flow_order_build(&o, &g, dir));
            OK(trn_incision_init(&in, &g, 0.02, POWERS[i], 1.5, 1e8, 0));
            in.lift = 0.01f;
            in.lift_layer = rho8 ? layer : NULL;
            OK(trn_incise(&in, &o, &g, ground));
            SAME(ground, p->step[rho8][i], 4 * n, "incised ground");
            trn_incision_free(&in);
        }
    }
    trn_flow_order_free(&o);
    trn_flow_basins_free(&b);
    free(fill), free(area), free(ground), free(want), free(dir), free(first), free(scratch);
}

static void small_grids(trn_runtime *const *rt, int runtimes)
{
    static const struct { int w, h; } SIZES[] = {{1, 1}, {1, 7}, {7, 1}, {2, 2}, {2, 5}, {3, 3}, {5, 4}, {9, 17}, {33, 20}, {64, 64}, {130, 97}, {300, 257}};
    for (int s = 0; s < TRN_COUNT(SIZES); ++s)
        for (int kind = 0; kind < TERRAINS; ++kind)
            for (int out = 0; out < 4; ++out) {
                const int w = SIZES[s].w, h = SIZES[s].h;
                const uint32_t n = (uint32_t)(w * h);
                if (n > 10000 && (kind + out) % (n > 20000 ? 5 : 2) != 0) continue; /* the large ones take their time */
                char text[100];
                float *z = get(4 * n), *layer = get(4 * n);
                uint8_t *mask = get(n);
                snprintf(text, sizeof text, "%dx%d %s%s%s", w, h, TERRAIN[kind], out & 1 ? " wrap" : "", out & 2 ? " mask" : "");
                name = text;
                make_terrain(kind, w, h, z);
                for (uint32_t c = 0; c < n; ++c) {
                    mask[c] = c == n / 2 || trn_mix(c + 99) % 97 == 0;
                    layer[c] = 0.01f * trn_unit_f(trn_mix(c));
                }
                planes p;
                trn_flow_grid g;
                OK(trn_flow_grid_init(&g, rt[0], NULL, &err, w, h, out & 1, out & 2 ? mask : NULL, z));
                reference(&g, z, layer, &p);
                for (int i = 0; i < runtimes; ++i) compare(rt[i], &g, z, layer, &p);
                free(p.fill), free(p.dir), free(p.area);
                for (int i = 0; i < 6; ++i) free(p.step[i / 3][i % 3]);
                for (int i = 0; i < 3; ++i) free(p.amount[i]), free(p.u[i]), free(p.v[i]);
                free(z), free(layer), free(mask);
            }
}

/* ---- everything for one terrain ---- */

typedef struct flow {
    trn_flow_grid g;
    trn_flow_basins b;
    trn_flow_order o;
    float *fill, *area;
    uint8_t *dir;
    uint32_t *scratch, wet;
    uint64_t *amount;
} flow;

static void flow_free(flow *f)
{
    trn_flow_order_free(&f->o);
    trn_flow_basins_free(&f->b);
    free(f->fill), free(f->area), free(f->dir), free(f->scratch), free(f->amount);
    memset(f, 0, sizeof *f);
}
/* From heights to areas in cells, or to the first failure. */
static trn_status flow_make(flow *f, trn_runtime *rt, const trn_stop *stop, int w, int h, bool wrap, const uint8_t *mask, const float *z)
{
    memset(f, 0, sizeof *f);
    const size_t n = (size_t)w * (size_t)h;
    f->fill = get(4 * n), f->area = get(4 * n), f->dir = get(n), f->scratch = get(4 * n), f->amount = get(8 * n);
    trn_status st = trn_flow_grid_init(&f->g, rt, stop, &err, w, h, wrap, mask, z);
    if (st == TRN_OK) st = trn_flow_basins_find(&f->b, &f->g, z, (uint32_t *)f->fill);
    if (st == TRN_OK) st = trn_flow_fill(&f->b, &f->g, z, f->fill, f->dir, &f->wet);
    if (st == TRN_OK) st = trn_flow_route(&f->b, &f->g, z, f->fill, f->dir, f->scratch);
    if (st == TRN_OK) st = trn_flow_order_init(&f->o, &f->g);
    if (st == TRN_OK) st = trn_flow_order_build(&f->o, &f->g, f->dir);
    if (st == TRN_OK) st = trn_flow_areas(&f->o, &f->g, 1, f->area);
    for (size_t c = 0; c < n; ++c) f->amount[c] = 1;
    if (st == TRN_OK) st = trn_flow_spread(&f->g, f->dir, &(trn_flow_split){.ground = f->fill, .exponent = 1}, f->amount);
    return st;
}

/* A winding valley drowned behind a dam: the water keeps to the old bed. */
static void drowned_valley(trn_runtime *rt)
{
    enum { W = 64, H = 96 };
    static float z[W * H];
    static uint8_t mask[W * H];
    int bed[H];
    for (int y = 0; y < H; ++y) {
        const double middle = 32 + 8 * sin(0.15 * y);
        bed[y] = (int)(middle + 0.5);
        for (int x = 0; x < W; ++x) {
            z[y * W + x] = (float)(0.05 * fabs(x - middle) + 0.02 * y + (y < 10 ? 1 - 0.01 * y : 0));
            mask[y * W + x] = y == 0;
        }
    }
    flow f;
    OK(flow_make(&f, rt, NULL, W, H, false, mask, z));
    int lake_rows = 0, off = 0, falls = 0;
    float last = 0;
    for (int y = H - 1; y >= 12; --y) {
        int best = 0;
        for (int x = 0; x < W; ++x)
            if (f.area[y * W + x] > f.area[y * W + best]) best = x;
        const float most = f.area[y * W + best];
        if (f.fill[y * W + bed[y]] > z[y * W + bed[y]]) {
            ++lake_rows;
            off += best < bed[y] - 1 || best > bed[y] + 1;
            falls += most < last;
        }
        last = most;
    }
    CHECK(lake_rows > 20);
    CHECK_EQUAL(off, 0);
    CHECK_EQUAL(falls, 0);
    flow_free(&f);
}

/* A single river through all cells: one bundle that fills many blocks. */
static void one_river(trn_runtime *rt)
{
    enum { W = 401, H = 300 };
    float *z = get(4 * W * H);
    uint8_t *mask = get(W * H);
    float along = 0;
    for (int y = 0; y < H; ++y)
        for (int i = 0; i < W; ++i) { /* walls between the rows, open at alternate ends */
            const int x = y / 2 % 2 ? W - 1 - i : i;
            const bool open = y % 2 == 0 || i == W - 1;
            z[y * W + x] = open ? ++along : 1e6f;
        }
    mask[0] = 1;
    flow f;
    OK(flow_make(&f, rt, NULL, W, H, false, mask, z));
    CHECK_SAME(f.area[0], W * H);
    CHECK_EQUAL(f.amount[0], W * H);
    uint32_t *area = get(4 * W * H), *order = get(4 * W * H), wrong = 0;
    CHECK_EQUAL(areas_by_peeling(&f.g, f.dir, area, order), W * H);
    for (int c = 0; c < W * H; ++c) wrong += f.area[c] != (float)area[c];
    CHECK_EQUAL(wrong, 0);
    CHECK_EQUAL(trn_flow_largest(&f.o), W * H);
    uint32_t cuts = 0;
    for (uint32_t i = f.o.segments - 1; i; i = f.o.segment[i].parent) ++cuts;
    if (f.o.workers > 1) CHECK(cuts > 10); /* the river was cut where blocks ended */
    free(z), free(mask), free(area), free(order);
    flow_free(&f);
}

/* Raw ground that keeps its pits. */
static void kept_pits(trn_runtime *rt)
{
    enum { W = 150, H = 121 };
    float *z = get(4 * W * H), *area = get(4 * W * H);
    uint8_t *dir = get(W * H);
    uint32_t *want = get(4 * W * H), *order = get(4 * W * H);
    make_terrain(NOISE, W, H, z);
    trn_flow_grid g;
    trn_flow_order o = {0};
    OK(trn_flow_grid_init(&g, rt, NULL, &err, W, H, false, NULL, z));
    for (uint32_t c = 0; c < W * H; ++c) dir[c] = trn_flow_is_outlet(&g, c) ? TRN_FLOW_OUTLET : TRN_FLOW_PIT;
    OK(trn_flow_reroute(&g, z, dir, TRN_FLOW_D8, 0));
    OK(trn_flow_order_init(&o, &g));
    OK(trn_flow_order_build(&o, &g, dir));
    OK(trn_flow_areas(&o, &g, 1, area));
    CHECK_EQUAL(areas_by_peeling(&g, dir, want, order), W * H);
    double out = 0, kept = 0;
    uint32_t wrong = 0;
    for (uint32_t c = 0; c < W * H; ++c) {
        wrong += area[c] != (float)want[c];
        if (dir[c] == TRN_FLOW_PIT) kept += area[c];
        if (dir[c] == TRN_FLOW_OUTLET) out += area[c];
    }
    CHECK_EQUAL(wrong, 0);
    CHECK(kept > 0);
    CHECK_SAME(out + kept, W * H);
    trn_flow_order_free(&o);
    free(z), free(area), free(dir), free(want), free(order);
}

/* On a plane that dips at tan a from an axis, the share of diagonal steps is tan a. */
static void rho8_on_planes(trn_runtime *rt)
{
    enum { N = 256 };
    static float z[N * N];
    static uint8_t dir[N * N];
    for (int t = 0; t <= 4; ++t) {
        for (int c = 0; c < N * N; ++c) z[c] = (float)(c % N) + 0.25f * (float)t * (float)(c / N);
        trn_flow_grid g;
        OK(trn_flow_grid_init(&g, rt, NULL, &err, N, N, false, NULL, z));
        memset(dir, TRN_FLOW_PIT, sizeof dir);
        OK(trn_flow_reroute(&g, z, dir, TRN_FLOW_RHO8, trn_seed_key(1, TRN_STREAM_RHO8, (uint32_t)t)));
        int diagonal = 0, west = 0;
        for (int y = 1; y < N - 1; ++y)
            for (int x = 1; x < N - 1; ++x) {
                diagonal += dir[y * N + x] == 5;
                west += dir[y * N + x] == 4;
            }
        CHECK_EQUAL(diagonal + west, (N - 2) * (N - 2));
        CHECK_NEAR(diagonal / (double)((N - 2) * (N - 2)), 0.25 * t, t == 0 ? 0 : t == 4 ? 1e-4 : 0.006); /* three standard deviations; at 45 degrees a draw of 0 in 65536 ties */
    }
}

/* Every allocation fails once: the status says so, and nothing stays behind. */
static void failing_allocations(void)
{
    enum { W = 150, H = 120 };
    trn_runtime *rt;
    OK(trn_runtime_create(&(trn_runtime_desc){.threads = 2, .parallel = {run_crew, &(int){2}}}, &rt, &err));
    const uint64_t empty = trn_runtime_get_stats(rt).bytes;
    float *z = get(4 * W * H), *ground = get(4 * W * H);
    make_terrain(FINE, W, H, z);
    for (int sticky = 0; sticky < 2; ++sticky) {
        trn_status st = TRN_ERR_MEMORY;
        int64_t i = 0;
        for (; st != TRN_OK && i < 1000; ++i) {
            trn_runtime_fail_allocation(rt, i, sticky);
            flow f;
            trn_incision in = {0};
            st = flow_make(&f, rt, NULL, W, H, true, NULL, z);
            if (st == TRN_OK) st = trn_incision_init(&in, &f.g, 0.02, 0.3, 1, 100, 0);
            memcpy(ground, f.fill, 4 * W * H);
            if (st == TRN_OK) st = trn_incise(&in, &f.o, &f.g, ground);
            CHECK(st == TRN_OK || st == TRN_ERR_MEMORY);
            flow_free(&f);
            trn_incision_free(&in);
            CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, empty);
        }
        CHECK(i > 20 && st == TRN_OK);
        trn_runtime_fail_allocation(rt, -1, false);
    }
    free(z), free(ground);
    trn_runtime_release(rt);
}

/* The host's loop raises the stop flag in the n-th loop, after the first task. */
typedef struct stopper { trn_stop stop; int loop, at; } stopper;
static void run_and_stop(void *user, int32_t count, void (*task)(void *work, int32_t index), void *work)
{
    stopper *s = user;
    const bool now = s->loop++ == s->at;
    for (int32_t i = count; i-- > 0;) { /* last one first: the order must not matter */
        task(work, i);
        if (now) atomic_store(&s->stop.raised, true);
    }
}
static void cancelled_anywhere(void)
{
    enum { W = 300, H = 257 };
    float *z = get(4 * W * H), *ground = get(4 * W * H);
    make_terrain(FINE, W, H, z);
    trn_status st = TRN_ERR_CANCELLED;
    int at = 0;
    for (; st != TRN_OK && at < 100; ++at) {
        stopper s = {.at = at};
        trn_runtime *rt;
        OK(trn_runtime_create(&(trn_runtime_desc){.threads = 3, .parallel = {run_and_stop, &s}}, &rt, &err));
        const uint64_t empty = trn_runtime_get_stats(rt).bytes;
        flow f;
        trn_incision in = {0};
        st = flow_make(&f, rt, &s.stop, W, H, false, NULL, z);
        memcpy(ground, f.fill, 4 * W * H);
        if (st == TRN_OK) st = trn_incision_init(&in, &f.g, 0.02, 0.5, 1, 100, 0);
        if (st == TRN_OK) st = trn_incise(&in, &f.o, &f.g, ground);
        CHECK(st == TRN_OK || st == TRN_ERR_CANCELLED);
        flow_free(&f);
        trn_incision_free(&in);
        CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, empty);
        trn_runtime_release(rt);
    }
    CHECK(at > 8 && st == TRN_OK); /* one run went through: no loop was left to stop in */
    free(z), free(ground);
}

/* Other people's results for Mount Rainier, where they are at hand: richdem's filled surface, fastscapelib's areas. */
static float *load(const char *file, size_t n)
{
    const char *shared = getenv("TERRANE_SHARED");
    char path[1000];
    snprintf(path, sizeof path, "%s/data/oracles/rainier_256/%s", shared ? shared : "../shared", file);
    FILE *in = fopen(path, "rb");
    if (!in) return NULL;
    float *z = get(4 * n);
    const size_t got = fread(z, 4, n, in);
    fclose(in);
    if (got == n) return z;
    free(z);
    return NULL;
}
static void rainier(trn_runtime *rt)
{
    enum { N = 256 };
    float *z = load("rainier.input.r32", N * N), *fill = load("rainier.rd_fill_d8.r32", N * N), *area = load("rainier.fs_area_d8_m2.r32", N * N);
    if (z && fill && area) {
        flow f;
        OK(flow_make(&f, rt, NULL, N, N, false, NULL, z));
        CHECK(same(f.fill, fill, 4 * N * N));
        int near = 0;
        for (int c = 0; c < N * N; ++c) near += fabs(f.area[c] * 8100 - area[c]) <= 0.01 * area[c];
        CHECK(near >= 0.98 * N * N);
        flow_free(&f);
    }
    free(z), free(fill), free(area);
}

int main(void)
{
    static int threads[3] = {1, 2, 5};
    static const char *const LEVELS[] = {"base", "avx2", "avx512"};
    trn_runtime *rt[8] = {0};
    uint64_t empty[8];
    int runtimes = 0;
    for (int t = 0; t < 3; ++t) /* 1, 2 and 5 threads at the best level, one thread at each level */
        OK(trn_runtime_create(&(trn_runtime_desc){.threads = threads[t], .parallel = {run_crew, &threads[t]}}, &rt[runtimes++], &err));
    for (int l = 0; l < TRN_COUNT(LEVELS); ++l)
        if (trn_runtime_create(&(trn_runtime_desc){.threads = 1, .isa = LEVELS[l]}, &rt[runtimes], &err) == TRN_OK) ++runtimes;
    for (int i = 0; i < runtimes; ++i) empty[i] = trn_runtime_get_stats(rt[i]).bytes;

    small_grids(rt, runtimes);
    drowned_valley(rt[0]);
    one_river(rt[0]);
    one_river(rt[1]);
    kept_pits(rt[1]);
    rho8_on_planes(rt[0]);
    rainier(rt[0]);
    for (int i = 0; i < runtimes; ++i) {
        CHECK_EQUAL(trn_runtime_get_stats(rt[i]).bytes, empty[i]);
        trn_runtime_release(rt[i]);
    }
    failing_allocations();
    cancelled_anywhere();
    return check_end();
}
