/* flow.c - how long the parts of flow routing take, apart from the nodes that use them.
 *
 * flow THREADS RUNS WIDTH HEIGHT FILE: heights as 32-bit floats. Prints "name|seconds" for each run of each part. One thread
 * is timed by its own clock, so that others at work on the machine count less; several by the clock on the wall. */
#define _GNU_SOURCE
#include "terrain/flow.h"
#include "terrain/incision.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int threads;
static trn_error err;

static double now(void)
{
    struct timespec t;
    clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static void must(trn_status st)
{
    if (st == TRN_OK) return;
    fprintf(stderr, "flow: %s\n", err.message);
    exit(1);
}
static void *block(trn_runtime *rt, size_t bytes)
{
    void *p = trn_alloc(rt, bytes);
    if (!p) must(trn_out_of_memory(rt, bytes, &err));
    return memset(p, 0, bytes);
}

int main(int argc, char **argv)
{
    if (argc < 6) return 2;
    threads = atoi(argv[1]);
    const int runs = atoi(argv[2]), w = atoi(argv[3]), h = atoi(argv[4]);
    const size_t n = (size_t)w * (size_t)h;
    trn_runtime *rt;
    must(trn_runtime_create(&(trn_runtime_desc){.threads = threads}, &rt, &err));
    float *z = block(rt, 4 * n), *fill = block(rt, 4 * n), *area = block(rt, 4 * n), *ground = block(rt, 4 * n);
    uint8_t *dir = block(rt, n);
    uint64_t *amount = block(rt, 8 * n);
    FILE *file = fopen(argv[5], "rb");
    if (!file || fread(z, 4, n, file) != n) return 2;
    fclose(file);

    trn_flow_grid g;
    trn_flow_basins b = {0};
    trn_flow_order o = {0};
    trn_incision in = {0};
    must(trn_flow_grid_init(&g, rt, NULL, &err, w, h, false, NULL, z));
    must(trn_flow_order_init(&o, &g));
    must(trn_incision_init(&in, &g, 0.02, 0.5, 1.0 / w, 1e6, 0));
    for (int run = -1; run < runs; ++run) { /* the first one warms up */
        enum { FILL, ROUTE, REROUTE, RHO8, ORDER, AREAS, CHAIN, INCISE, STEP, SPREAD, SPLIT, PARTS };
        static const char *const name[PARTS] = {"fill", "receivers with lakes", "receivers D8", "receivers Rho8", "order and counts",
            "areas", "fill to areas", "incision", "stream power, one step", "drainage of rain", "drainage of split flow"};
        double took[PARTS], from;
        uint32_t wet;
#define TIME(PART, ...) (from = now(), must(__VA_ARGS__), took[PART] = now() - from)
#define MORE(PART, ...) (from = now(), must(__VA_ARGS__), took[PART] += now() - from)
        TIME(FILL, trn_flow_basins_find(&b, &g, z, (uint32_t *)fill));
        MORE(FILL, trn_flow_fill(&b, &g, z, fill, dir, &wet));
        TIME(ROUTE, trn_flow_route(&b, &g, z, fill, dir, (uint32_t *)area));
        TIME(ORDER, trn_flow_order_build(&o, &g, dir));
        TIME(AREAS, trn_flow_areas(&o, &g, 1, area));
        took[CHAIN] = took[FILL] + took[ROUTE] + took[ORDER] + took[AREAS];
        for (size_t i = 0; i < n; ++i) amount[i] = 1 << 20;
        TIME(SPREAD, trn_flow_spread(&g, dir, NULL, amount));
        for (size_t i = 0; i < n; ++i) amount[i] = 1 << 20;
        TIME(SPLIT, trn_flow_spread(&g, dir, &(trn_flow_split){.ground = fill, .exponent = 1.1f}, amount));
        memcpy(ground, fill, 4 * n);
        must(trn_incise(&in, &o, &g, ground)); /* now without depressions */
        TIME(REROUTE, trn_flow_reroute(&g, ground, dir, TRN_FLOW_D8, 0));
        TIME(RHO8, trn_flow_reroute(&g, ground, dir, TRN_FLOW_RHO8, (uint32_t)run));
        took[STEP] = took[RHO8];
        MORE(STEP, trn_flow_order_build(&o, &g, dir));
        TIME(INCISE, trn_incise(&in, &o, &g, ground));
        took[STEP] += took[INCISE];
        for (int i = 0; i < PARTS && run >= 0; ++i) printf("%s|%.9f\n", name[i], took[i]);
    }
    return 0;
}
