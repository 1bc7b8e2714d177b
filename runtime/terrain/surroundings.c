#include "terrain/surroundings.h"
#include "kernels/shade.h"
#include "math/scalar.h"
#include "terrain/blur.h"

/* A standard deviation of sqrt(2) cells, and their edge does not matter, since all that is read of them stands far enough inside. */
static const trn_blur coarse_blur = {TRN_BLUR_GAUSSIAN, 2.0 * 1.4142135623730951, TRN_EDGE_CLAMP};
/* Cells: how far the blur reaches; the interpolation; the passes that bridge voids, each of which looks at two more cells. */
enum { BLUR = 5, BETWEEN = 1, BRIDGE = 6, REACH = BETWEEN + BLUR + 2 * BRIDGE };
/* Most cells along the longer side where that gives the radius. */
enum { SHARE = 96 };

static bool known(float cell) { return cell == cell; }

/* What the surface would be at an unknown cell if it went on straight from the known ones on the four sides, or level
 * where only one is known. */
static float extrapolate(const float *grid, int32_t width, int32_t height, int32_t x, int32_t y)
{
    static const int32_t side[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    double sum = 0.0, level = 0.0;
    int32_t count = 0, levels = 0;
    for (int32_t k = 0; k < 4; ++k) {
        const int32_t x1 = x + side[k][0], y1 = y + side[k][1], x2 = x1 + side[k][0], y2 = y1 + side[k][1];
        if (x1 < 0 || x1 >= width || y1 < 0 || y1 >= height) continue;
        const float near = grid[y1 * width + x1];
        if (!known(near)) continue;
        level += (double)near;
        ++levels;
        if (x2 < 0 || x2 >= width || y2 < 0 || y2 >= height || !known(grid[y2 * width + x2])) continue;
        sum += 2.0 * (double)near - (double)grid[y2 * width + x2];
        ++count;
    }
    return (float)(count ? sum / count : level / levels); /* 0/0 is NaN: still unknown */
}

typedef struct grid {
    const float *from;
    float *to;
    int32_t width, height;
    int32_t grain;     /* rows at a time: the usual grid is too small to be shared out */
    atomic_bool holes; /* a cell is unknown */
} grid;

static void find_holes(void *work, int32_t y0, int32_t y1)
{
    grid *g = work;
    bool all = true;
    for (size_t i = (size_t)y0 * (size_t)g->width; i < (size_t)y1 * (size_t)g->width; ++i) all &= known(g->from[i]);
    if (!all) atomic_store_explicit(&g->holes, true, memory_order_relaxed);
}

static void bridge_voids(void *work, int32_t y0, int32_t y1)
{
    const grid *g = work;
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < g->width; ++x) {
            const size_t i = (size_t)y * (size_t)g->width + (size_t)x;
            g->to[i] = known(g->from[i]) ? g->from[i] : extrapolate(g->from, g->width, g->height, x, y);
        }
}

/* Runs a pass over the grid, and swaps its sides. */
static trn_status pass(trn_eval *ev, grid *g, trn_range_fn *fn)
{
    const trn_status st = trn_for(ev, g->height, g->grain, fn, g);
    float *made = g->to;
    g->to = (float *)g->from;
    g->from = made;
    return st;
}

static int32_t side_of(double radius) { return trn_max_i(trn_irint(radius * 0.70710678118654752), 1); }
int32_t trn_surroundings_reach(double radius) { return (REACH + 1) * side_of(radius) - 1; }

/* One axis of the grid: begins `margin` cells before the one that the first pixel lies in. */
typedef struct axis { int32_t before, cells; } axis; /* pixels of that cell before the first one; of the grid */
static axis cover(int64_t first, int32_t count, int32_t side, int32_t margin)
{
    const int32_t before = (int32_t)(((first % side) + side) % side);
    return (axis){before, (before + count - 1) / side + 1 + 2 * margin};
}

trn_status trn_surroundings(trn_eval *ev, const float *z, bool wrap, double radius, float *mean, double *sigma)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const int32_t side = radius > 0.0 ? side_of(radius) : (trn_max_i(frame->width, frame->height) + SHARE - 1) / SHARE;
    /* at a border nothing lies beyond what the blur needs; where the image repeats the bridges need all that they can reach */
    const int32_t margin = wrap ? REACH : BETWEEN + BLUR;
    const axis u = cover(frame->x, frame->width, side, margin), v = cover(frame->y, frame->height, side, margin);
    const size_t bytes = sizeof(float) * (size_t)u.cells * (size_t)v.cells;
    float *cells, *other;
    trn_status st;
    if ((st = trn_scratch(ev, bytes, &cells)) != TRN_OK || (st = trn_scratch(ev, bytes, &other)) != TRN_OK) return st;
    const shade_coarse_args coarse = {
        .z = z, .coarse = cells, .z_width = frame->width, .z_height = frame->height, .side = side,
        .left = -u.before - margin * side, .bottom = -v.before - margin * side, .width = u.cells, .height = v.cells, .wrap = wrap,
    };
    if ((st = trn_run_grain(ev, TRN_DEVICE_KERNEL(shade_coarse), &coarse, v.cells, 1)) != TRN_OK || (st = trn_to_host(ev, cells)) != TRN_OK)
        return st;
    grid g = {.from = cells, .to = other, .width = u.cells, .height = v.cells, .grain = 16384 / u.cells + 1};
    st = trn_for(ev, g.height, g.grain, find_holes, &g);
    for (int32_t k = 0; st == TRN_OK && k < BRIDGE && g.holes; ++k) st = pass(ev, &g, bridge_voids);
    const trn_blur_grid size = {.width = g.width, .height = g.height};
    if (st == TRN_OK) st = trn_blur_run(ev, &coarse_blur, &size, g.from, g.to, (float *)g.from);
    if (st == TRN_OK) st = trn_to_host(ev, (float *)g.from);
    if (st != TRN_OK) return st;
    *sigma = sqrt(2.0) * (double)side;
    const shade_mean_args args = {
        .coarse = g.from + (size_t)(margin - 1) * (size_t)(g.width + 1), .mean = mean, .pitch = g.width, .side = side,
        .left = u.before, .bottom = v.before, .width = frame->width, .height = frame->height,
    };
    return trn_run(ev, TRN_DEVICE_KERNEL(shade_mean), &args, frame->height);
}
