/* pattern.h - patterns of cells that repeat over the image, and two that do not: what their kernels take.
 *
 * Columns and rows are counted by two axes. Where each pixel of the window lies on them is worked out beforehand (terrain/pattern.h):
 * whole counts in integers, so that the pattern repeats to the last bit after the image's width and height. Lengths in the image are
 * in pixels. Edges are anti-aliased by how much of a pixel, one wide, lies beyond them. */
#ifndef TRN_PATTERN_H
#define TRN_PATTERN_H
#include "kernels/kernel.h"
#include "math/hash.h"
#include "math/scalar.h"

/* A pixel's column or row, and how far it lies from its middle, -1/2 ... 1/2 cells: the opposite on the mirrored pixel. */
typedef struct pattern_spot { int64_t cell; double off; } pattern_spot;
typedef struct pattern_axis {
    const pattern_spot *spot; /* of each column, or row, of the window */
    int64_t count;            /* cells after which all repeats; 0: it does not, the count is not whole */
    int64_t wide;             /* the count, rounded up: what ids count with */
    double size;              /* pixels of a cell */
} pattern_axis;
typedef struct pattern_axes { pattern_axis x, y; } pattern_axes;
#define PATTERN_AXES(name) TRN_TABLE(name, axes.x.spot), TRN_TABLE(name, axes.y.spot) /* for TRN_KERNEL_PLANES */

TRN_FN int64_t pattern_modulo(int64_t a, int64_t n)
{
    const int64_t r = a % n;
    return r < 0 ? r + n : r;
}
TRN_FN int64_t pattern_wrap(const pattern_axis *axis, int64_t cell) { return axis->count > 0 ? pattern_modulo(cell, axis->count) : cell; }
TRN_FN int32_t pattern_id(const pattern_axes *axes, int64_t column, int64_t row) /* both wrapped */
{
    return (int32_t)((uint32_t)(uint64_t)row * (uint32_t)axes->x.wide + (uint32_t)(uint64_t)column);
}
TRN_FN float pattern_rand(uint32_t key, int32_t id) { return trn_unit_f(trn_mix(trn_mix((uint32_t)id ^ key))); }
/* Of two pixels' parts: how much of the one at a signed distance from an edge lies on the negative side, */
TRN_FN double pattern_cover(double distance) { return trn_saturate(0.5 - distance); }
/* and how much of the one at a distance from its middle a stripe of a width covers. */
TRN_FN double pattern_stripe(double distance, double width)
{
    const double half = 0.5 * width;
    return trn_max(trn_min(distance + 0.5, half) - trn_max(distance - 0.5, -half), 0.0);
}
/* How much of a pixel, `off` from the middle of something `size` long, is covered by stripes at both its ends. Of what is no longer than
 * a pixel: on average. */
TRN_FN double pattern_ends(double off, double size, double width)
{
    const double half = 0.5 * size;
    if (!(size > 1.0)) return trn_min(width / size, 1.0);
    return trn_min(pattern_stripe(off + half, width) + pattern_stripe(half - off, width), 1.0);
}

typedef struct pattern_checker_args {
    float *value;
    int32_t *id;
    int32_t width, height;
    pattern_axes axes;
    const double *sign_x, *sign_y; /* of each column, row: 1 in even cells, -1 in odd ones, their mean over the pixel */
} pattern_checker_args;
TRN_KERNEL_DECLARE(pattern_checker);
TRN_KERNEL_PLANES(pattern_checker, TRN_PLANE(pattern_checker, value, TRN_WRITE), TRN_PLANE(pattern_checker, id, TRN_WRITE),
                  TRN_TABLE(pattern_checker, sign_x), TRN_TABLE(pattern_checker, sign_y), PATTERN_AXES(pattern_checker));

enum { PATTERN_OFFSET, PATTERN_STACK, PATTERN_STRETCHER, PATTERN_HEADER, PATTERN_FLEMISH, PATTERN_ENGLISH, PATTERN_AMERICAN };
typedef struct pattern_tile_args {
    float *value, *height_map, *edge, *random, *u, *v;
    int32_t *id;
    int32_t width, height;
    pattern_axes axes;
    int32_t bond, interval;    /* interval: American bond, rows of which one has headers */
    double offset;             /* PATTERN_OFFSET: from row to row, in tiles */
    double gap, bevel;         /* pixels */
    uint32_t key;
} pattern_tile_args;
TRN_KERNEL_DECLARE(pattern_tile);
TRN_KERNEL_PLANES(pattern_tile, TRN_PLANE(pattern_tile, value, TRN_WRITE), TRN_PLANE(pattern_tile, height_map, TRN_WRITE),
                  TRN_PLANE(pattern_tile, edge, TRN_WRITE), TRN_PLANE(pattern_tile, random, TRN_WRITE),
                  TRN_PLANE(pattern_tile, u, TRN_WRITE), TRN_PLANE(pattern_tile, v, TRN_WRITE),
                  TRN_PLANE(pattern_tile, id, TRN_WRITE), PATTERN_AXES(pattern_tile));

typedef struct pattern_cell_args {
    float *value, *edge, *distance, *random;
    int32_t *id;
    int32_t width, height;
    pattern_axes axes;
    int32_t hexagonal, metric; /* metric: a trn_metric_kind */
    double jitter, density;
    double gap;                /* pixels */
    double unit;               /* pixels that are 1 in `distance` */
    uint32_t jitter_key, key, density_key;
} pattern_cell_args;
TRN_KERNEL_DECLARE(pattern_cell);
TRN_KERNEL_PLANES(pattern_cell, TRN_PLANE(pattern_cell, value, TRN_WRITE), TRN_PLANE(pattern_cell, edge, TRN_WRITE),
                  TRN_PLANE(pattern_cell, distance, TRN_WRITE), TRN_PLANE(pattern_cell, random, TRN_WRITE),
                  TRN_PLANE(pattern_cell, id, TRN_WRITE), PATTERN_AXES(pattern_cell));

enum { PATTERN_HUE, PATTERN_UNIFORM, PATTERN_CHECKERED, PATTERN_GRADIENT };
enum { PATTERN_NO_MARK, PATTERN_CROSS, PATTERN_ARROW, PATTERN_DRAWN };
typedef struct pattern_paint { int32_t mode; double one[3], two[3]; } pattern_paint;
typedef struct pattern_grid_args {
    float *red, *green, *blue, *u, *v;
    int32_t *id;
    int32_t width, height;
    pattern_axes axes;
    pattern_paint tile, mark;
    int32_t mark_kind;
    double mark_size;          /* pixels */
    const float *drawn;        /* PATTERN_DRAWN: how much of each pixel is covered */
    double outline;            /* width in pixels, 0: none */
    double outline_color[3];
} pattern_grid_args;
TRN_KERNEL_DECLARE(pattern_grid);
TRN_KERNEL_PLANES(pattern_grid, TRN_PLANE(pattern_grid, red, TRN_WRITE), TRN_PLANE(pattern_grid, green, TRN_WRITE),
                  TRN_PLANE(pattern_grid, blue, TRN_WRITE), TRN_PLANE(pattern_grid, u, TRN_WRITE),
                  TRN_PLANE(pattern_grid, v, TRN_WRITE), TRN_PLANE(pattern_grid, id, TRN_WRITE),
                  TRN_PLANE(pattern_grid, drawn, TRN_READ), PATTERN_AXES(pattern_grid));

typedef struct pattern_julia_args {
    float *value, *inside, *trap;
    int32_t width, height;
    int32_t mandelbrot, iterations;
    const double *real, *imaginary; /* of each column, row */
    double c[2];
} pattern_julia_args;
TRN_KERNEL_DECLARE(pattern_julia);
TRN_KERNEL_PLANES(pattern_julia, TRN_PLANE(pattern_julia, value, TRN_WRITE), TRN_PLANE(pattern_julia, inside, TRN_WRITE),
                  TRN_PLANE(pattern_julia, trap, TRN_WRITE), TRN_TABLE(pattern_julia, real), TRN_TABLE(pattern_julia, imaginary));

enum { PATTERN_PIXEL_LINES, PATTERN_NODAL_LINES, PATTERN_ABSOLUTE, PATTERN_SIGNED };
/* cos(n pi t), cos(m pi t) and their slopes, per pixel */
typedef struct pattern_wave { double n, m, slope_n, slope_m; } pattern_wave;
typedef struct pattern_chladni_args {
    float *value, *wave;
    int32_t width, height;
    const pattern_wave *across, *up;
    double amplitude, ratio;   /* ratio: signed */
    int32_t output;
    double line_width, threshold, smoothing;
    double least;              /* slopes below it are not told apart, per pixel */
} pattern_chladni_args;
TRN_KERNEL_DECLARE(pattern_chladni);
TRN_KERNEL_PLANES(pattern_chladni, TRN_PLANE(pattern_chladni, value, TRN_WRITE), TRN_PLANE(pattern_chladni, wave, TRN_WRITE),
                  TRN_TABLE(pattern_chladni, across), TRN_TABLE(pattern_chladni, up));

typedef struct pattern_knit_args {
    float *value, *mask, *leg, *random;
    int32_t *id;
    int32_t width, height;
    pattern_axes axes;
    double foot_x, foot_y, axis_x, axis_y, inverse, length, half_width; /* of a right leg, in pixels; inverse: of the squared length */
    uint32_t key;
} pattern_knit_args;
TRN_KERNEL_DECLARE(pattern_knit);
TRN_KERNEL_PLANES(pattern_knit, TRN_PLANE(pattern_knit, value, TRN_WRITE), TRN_PLANE(pattern_knit, mask, TRN_WRITE),
                  TRN_PLANE(pattern_knit, leg, TRN_WRITE), TRN_PLANE(pattern_knit, random, TRN_WRITE),
                  TRN_PLANE(pattern_knit, id, TRN_WRITE), PATTERN_AXES(pattern_knit));

enum { PATTERN_PLAIN, PATTERN_TWILL, PATTERN_SATIN, PATTERN_CUSTOM };
typedef struct pattern_weave_args {
    float *value, *mask, *warp, *random;
    int32_t *id;
    int32_t width, height;
    pattern_axes axes;
    int32_t weave;
    const float *table;        /* PATTERN_CUSTOM: of the whole image, width x height; above 0.5 the warp is on top */
    double columns, rows;      /* the counts */
    double warp_width, weft_width; /* in cells */
    uint32_t key;
} pattern_weave_args;
TRN_KERNEL_DECLARE(pattern_weave);
TRN_KERNEL_PLANES(pattern_weave, TRN_PLANE(pattern_weave, value, TRN_WRITE), TRN_PLANE(pattern_weave, mask, TRN_WRITE),
                  TRN_PLANE(pattern_weave, warp, TRN_WRITE), TRN_PLANE(pattern_weave, random, TRN_WRITE),
                  TRN_PLANE(pattern_weave, id, TRN_WRITE), TRN_PLANE(pattern_weave, table, TRN_READ),
                  PATTERN_AXES(pattern_weave));
#endif
