/* cells_test.c - feature points: what bundles find in the block of five cells each way is what every point of nine cells
 * each way, one by one, gives; bit for bit, nearest points and borders, for each lattice and metric. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* loops for kernels, here with metrics that vary and without kernels' flags */
#endif
#include "check.h"
#include "kernels/cell_lattice.h"

static uint32_t state = 1;
static uint32_t next(void) { return state = trn_mix(state + 0x9e3779b9u); }
static float unit(void) { return trn_unit_f(next()); }

static cell_block near, far, home, wide;
static cell_planes planes, all;

static cell_lattice lattice(int32_t dims, int32_t metric, int32_t hexagonal, float jitter)
{
    return (cell_lattice){.dims = dims, .metric = metric, .hexagonal = hexagonal, .reach = CELL_REACH, .key = next(),
                          .jitter = {jitter, jitter, jitter}};
}
/* pixels of one cell, in a clump of a random size */
static cell_bundle bundle(const cell_lattice *l)
{
    cell_bundle p = {.count = 1 + (int32_t)(next() % CELL_LANES)};
    const float size = unit(), x = unit() * (1 - size), y = unit() * (1 - size), z = unit() * (1 - size);
    for (int32_t i = 0; i < p.count; ++i) {
        p.x[i] = x + size * unit();
        p.y[i] = (y + size * unit()) * cell_pitch(l, 1);
        p.z[i] = l->dims == 3 ? z + size * unit() : 0;
    }
    for (int32_t i = p.count; i < CELL_LANES; ++i) p.x[i] = p.x[0], p.y[i] = p.y[0], p.z[i] = p.z[0];
    return p;
}

static void compare(int32_t dims, int32_t metric, int32_t hexagonal, float jitter, int32_t count)
{
    int32_t nearest = 0, cell = 0, border = 0;
    for (int32_t k = 0; k < count; ++k) {
        const cell_lattice l = lattice(dims, metric, hexagonal, jitter);
        cell_lattice beyond = l;
        beyond.reach = CELL_REACH_MOST;
        const int64_t at[3] = {(int32_t)next(), (int32_t)next(), dims == 3 ? (int32_t)next() : 0};
        cell_bundle p = bundle(&l);
        cell_block_make(&l, at, &near);
        cell_block_make(&beyond, at, &far);
        if (dims == 2) cell_nearest(2, metric, &near, &p);
        else cell_nearest(3, metric, &near, &p);
        for (int32_t i = 0; i < p.count; ++i) {
            float d1 = TRN_FAR, d2 = TRN_FAR;
            int32_t which = -1;
            for (int32_t n = 0; n < far.count; ++n) {
                const float d = cell_metric(metric, far.x[n] - p.x[i], far.y[n] - p.y[i], far.z[n] - p.z[i]);
                if (d < d1) d2 = d1, d1 = d, which = n;
                else if (d < d2) d2 = d;
            }
            nearest += d1 != p.d1[i] || d2 != p.d2[i];
            cell += far.hash[which] != near.hash[p.nearest[i]];
        }
        if (metric != TRN_EUCLIDEAN) continue;
        /* the border of the first pixel's cell, for those of the bundle that lie in it */
        const int32_t n = p.nearest[0], dy = near.dy[n];
        const int64_t middle[3] = {at[0] + near.dx[n], at[1] + dy, at[2] + near.dz[n]};
        const float x = near.x[n] - cell_place(&l, near.hash[n], 0), y = (float)dy * cell_pitch(&l, 1);
        cell_block_make(&l, middle, &home);
        cell_planes_make(&home, &planes);
        cell_block_make(&beyond, middle, &wide);
        cell_planes_make(&wide, &all);
        CHECK_EQUAL(home.hash[home.self], near.hash[n]);
        for (int32_t i = 0; i < p.count; ++i) {
            const int32_t from = p.nearest[i] == n ? i : 0;
            p.x[i] = p.x[from] - trn_rint_f(2 * x) / 2;
            p.y[i] = p.y[from] - y;
            p.z[i] = p.z[from] - (float)near.dz[n];
        }
        for (int32_t i = p.count; i < CELL_LANES; ++i) p.x[i] = p.x[0], p.y[i] = p.y[0], p.z[i] = p.z[0];
        float found[CELL_LANES];
        if (dims == 2) cell_border(2, &planes, &p, 0, found);
        else cell_border(3, &planes, &p, 0, found);
        for (int32_t i = 0; i < p.count; ++i) {
            float least = TRN_FAR;
            for (int32_t m = 0; m < wide.count; ++m) {
                const float in_plane = all.level[m] - all.nx[m] * p.x[i] - all.ny[m] * p.y[i];
                least = trn_min_f(least, dims == 3 ? in_plane - all.nz[m] * p.z[i] : in_plane);
            }
            border += trn_max_f(least, 0) != found[i];
        }
    }
    CHECK_EQUAL(nearest, 0);
    CHECK_EQUAL(cell, 0);
    CHECK_EQUAL(border, 0);
}

/* A feature point lies half as far from the border as from its nearest neighbour. */
static void test_border_is_equidistant(void)
{
    const cell_lattice l = lattice(2, TRN_EUCLIDEAN, 0, 1);
    for (int64_t k = 0; k < 200; ++k) {
        const int64_t at[3] = {k, 7 * k, 0};
        cell_bundle p = {.count = 1};
        cell_block_make(&l, at, &home);
        cell_planes_make(&home, &planes);
        for (int32_t i = 0; i < CELL_LANES; ++i) p.x[i] = home.x[home.self], p.y[i] = home.y[home.self];
        float border[CELL_LANES];
        cell_border(2, &planes, &p, 0, border);
        double least = 1e30;
        for (int32_t n = 0; n < home.count; ++n)
            if (n != home.self) least = fmin(least, hypot((double)home.x[n] - (double)p.x[0], (double)home.y[n] - (double)p.y[0]));
        CHECK_NEAR(border[0], least / 2, 1e-6);
    }
}

static void test_repeats(void)
{
    cell_lattice l = lattice(3, TRN_EUCLIDEAN, 0, 1);
    for (int axis = 0; axis < 3; ++axis) l.period[axis] = 2 + axis;
    const int64_t at[3] = {-5, 1, 3}, there[3] = {-5 + 2 * 7, 1 - 3 * 9, 3 + 4};
    cell_block_make(&l, at, &near);
    cell_block_make(&l, there, &far);
    CHECK_EQUAL(near.count, 125);
    CHECK(memcmp(near.hash, far.hash, sizeof(uint32_t) * 125) == 0);
    CHECK(memcmp(near.x, far.x, sizeof(float) * 125) == 0);
    CHECK_EQUAL(near.hash[0], near.hash[2]); /* a period of two along x */
    CHECK(near.hash[0] != near.hash[1]);
}

int main(void)
{
    for (int32_t metric = TRN_EUCLIDEAN; metric <= TRN_CHEBYSHEV; ++metric) {
        compare(2, metric, 0, 1, 10000);
        compare(2, metric, 1, 1, 10000);
        compare(2, metric, 0, 0.3f, 500);
        compare(3, metric, 0, 1, 1500);
    }
    test_border_is_equidistant();
    test_repeats();
    return check_end();
}
