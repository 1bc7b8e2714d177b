#include "terrain/surroundings.h"
#include "kernels/shade.h"
#include "math/scalar.h"

enum { BLUR = 4, MARGIN = BLUR + 1, BRIDGE = 6 }; /* cells: reach of the blur; that and of the interpolation; across voids */

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

static void bridge_voids(const float *grid, float *out, int32_t width, int32_t height)
{
    for (int32_t y = 0; y < height; ++y)
        for (int32_t x = 0; x < width; ++x) {
            const float cell = grid[y * width + x];
            out[y * width + x] = known(cell) ? cell : extrapolate(grid, width, height, x, y);
        }
}

/* Binomial weights, a standard deviation of sqrt(2) cells, over cells `step` apart; all but the outer BLUR cells. */
static void blur(const float *grid, float *out, int32_t width, int32_t height, int32_t step)
{
    static const double weights[BLUR + 1] = {70, 56, 28, 8, 1};
    const int32_t rim = BLUR * step;
    for (int32_t i = rim; i < width * height - rim; ++i) {
        double sum = weights[0] * (double)grid[i];
        for (int32_t k = 1; k <= BLUR; ++k) sum += weights[k] * ((double)grid[i - k * step] + (double)grid[i + k * step]);
        out[i] = (float)(sum / 256.0);
    }
}

trn_status trn_surroundings(trn_eval *ev, const float *z, bool wrap, float *mean, double *radius)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const int32_t side = (trn_max_i(frame->width, frame->height) + SHADE_COARSE - 1) / SHADE_COARSE;
    const int32_t width = (frame->width + side - 1) / side + 2 * MARGIN, height = (frame->height + side - 1) / side + 2 * MARGIN;
    const size_t bytes = sizeof(float) * (size_t)width * (size_t)height;
    float *grid, *other;
    trn_status st;
    if ((st = trn_scratch(ev, bytes, &grid)) != TRN_OK || (st = trn_scratch(ev, bytes, &other)) != TRN_OK) return st;
    const shade_coarse_args coarse = {
        .z = z, .coarse = grid, .z_width = frame->width, .z_height = frame->height, .side = side, .margin = MARGIN,
        .width = width, .height = height, .wrap = wrap,
    };
    if ((st = trn_run_grain(ev, TRN_KERNEL(shade_coarse), &coarse, height, 1)) != TRN_OK) return st;
    for (int32_t pass = 0; pass < BRIDGE; pass += 2) {
        bridge_voids(grid, other, width, height);
        bridge_voids(other, grid, width, height);
    }
    blur(grid, other, width, height, 1);
    blur(other, grid, width, height, width);
    *radius = sqrt(2.0) * (double)side;
    const shade_mean_args args = {
        .coarse = grid + (size_t)(MARGIN - 1) * (size_t)(width + 1), .mean = mean, .pitch = width, .side = side,
        .width = frame->width, .height = frame->height,
    };
    return trn_run(ev, TRN_KERNEL(shade_mean), &args, frame->height);
}
