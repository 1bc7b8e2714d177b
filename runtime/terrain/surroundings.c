#include "terrain/surroundings.h"
#include "kernels/shade.h"
#include "math/scalar.h"

/* Cell i of a line of n cells that lie `step` apart, which may lie up to 4 beyond it. */
static double beyond(const float *line, int32_t n, size_t step, int32_t i, bool wrap)
{
    if (i >= 0 && i < n) return (double)line[(size_t)i * step];
    if (wrap) return (double)line[(size_t)trn_wrap_i(i, n) * step];
    const int32_t edge = i < 0 ? 0 : n - 1, mirrored = trn_clamp_i(2 * edge - i, 0, n - 1);
    return 2.0 * (double)line[(size_t)edge * step] - (double)line[(size_t)mirrored * step];
}

/* A blur of a standard deviation of sqrt(2) cells by binomial weights, over what is there. */
static void blur_line(const float *line, float *out, int32_t n, size_t step, bool wrap)
{
    static const double weights[9] = {1, 8, 28, 56, 70, 56, 28, 8, 1};
    for (int32_t i = 0; i < n; ++i) {
        double sum = 0.0, weight = 0.0;
        for (int32_t k = -4; k <= 4; ++k) {
            const double value = beyond(line, n, step, i + k, wrap);
            if (value - value != 0.0) continue;
            sum += weights[k + 4] * value;
            weight += weights[k + 4];
        }
        out[(size_t)i * step] = (float)(sum / weight); /* 0/0, NaN, where nothing is near */
    }
}

/* Puts the grid into `framed`, which has a rim of one cell. */
static void frame_grid(const float *grid, float *framed, int32_t width, int32_t height, bool wrap)
{
    const size_t pitch = (size_t)width + 2;
    for (int32_t y = 0; y < height; ++y) {
        const float *from = grid + (size_t)y * (size_t)width;
        for (int32_t x = -1; x <= width; ++x) framed[(size_t)(y + 1) * pitch + (size_t)(x + 1)] = (float)beyond(from, width, 1, x, wrap);
    }
    for (size_t x = 0; x < pitch; ++x) {
        framed[x] = (float)beyond(framed + pitch + x, height, pitch, -1, wrap);
        framed[(size_t)(height + 1) * pitch + x] = (float)beyond(framed + pitch + x, height, pitch, height, wrap);
    }
}

static int32_t coarse_side(int32_t side, int32_t longer) /* cells: 96 on the longer side, at most one a pixel */
{
    const int32_t cells = (int32_t)(((int64_t)side * SHADE_COARSE + longer / 2) / longer);
    return trn_clamp_i(cells, 1, side);
}

trn_status trn_surroundings(trn_eval *ev, const float *z, bool wrap, float *mean)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const int32_t longer = trn_max_i(frame->width, frame->height);
    const int32_t width = coarse_side(frame->width, longer), height = coarse_side(frame->height, longer);
    float *grid, *other, *framed;
    trn_status st;
    if ((st = trn_scratch(ev, sizeof(float) * (size_t)width * (size_t)height, &grid)) != TRN_OK ||
        (st = trn_scratch(ev, sizeof(float) * (size_t)width * (size_t)height, &other)) != TRN_OK ||
        (st = trn_scratch(ev, sizeof(float) * (size_t)(width + 2) * (size_t)(height + 2), &framed)) != TRN_OK)
        return st;
    const shade_coarse_args coarse = {
        .z = z, .coarse = grid, .z_width = frame->width, .z_height = frame->height, .width = width, .height = height,
    };
    if ((st = trn_run(ev, TRN_KERNEL(shade_coarse), &coarse, height)) != TRN_OK) return st;
    for (int32_t y = 0; y < height; ++y) blur_line(grid + (size_t)y * (size_t)width, other + (size_t)y * (size_t)width, width, 1, wrap);
    for (int32_t x = 0; x < width; ++x) blur_line(other + x, grid + x, height, (size_t)width, wrap);
    frame_grid(grid, framed, width, height, wrap);
    const shade_mean_args args = {
        .coarse = framed, .mean = mean, .coarse_width = width,
        .coarse_u = (float)width / (float)frame->width, .coarse_v = (float)height / (float)frame->height,
        .width = frame->width, .height = frame->height,
    };
    return trn_run(ev, TRN_KERNEL(shade_mean), &args, frame->height);
}
