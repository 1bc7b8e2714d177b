/* noise.h - fractal noise over a window of a plane: what the kernels are told.
 *
 * Kernels work on tiles of TRN_NOISE_STRIP columns; "rows" of these kernels are tiles, numbered upwards, strip by strip.
 * Octaves run outside pixels, so that one octave's tables and the tile stay in the first-level cache.
 *
 * The axes of noise space, in order: the column axis (x), or the two axes of the circle that u runs around (cos, sin);
 * then the row axis (y), or v's circle; then what is constant over the image. So as long as u does not run around a
 * circle, all axes but the first are constant along a row of pixels: noise_grid, noise_simplex and noise_worley live on
 * that. noise_points takes every other case, noise_pixels every case, and noise_exact every case in double. */
#ifndef TRN_NOISE_H
#define TRN_NOISE_H
#include "kernels/kernel.h"
#include "math/noise_lattice.h"
#include <stdbool.h>
#include <stddef.h>

enum { TRN_NOISE_VALUE, TRN_NOISE_PERLIN, TRN_NOISE_SIMPLEX, TRN_NOISE_WORLEY, TRN_NOISE_WORLEY_F2F1, TRN_NOISE_WHITE };
enum { TRN_FRACTAL_NONE, TRN_FRACTAL_STANDARD, TRN_FRACTAL_TERRAIN, TRN_FRACTAL_HYBRID };
#define TRN_NOISE_OCTAVES 16
#define TRN_NOISE_STRIP 512
#define TRN_NOISE_BLOCK 16 /* at most: see trn_noise_plan.block */
#define TRN_NOISE_SITES 560 /* lattice points of a strip: its cells, three more each way, what a load may overrun */

/* One octave: where the plane lies on its lattice. Exact integer arithmetic from here on. */
typedef struct trn_noise_octave {
    trn_place origin[5];    /* by axis: of column 0 and row 0, of a circle's centre, or constant; and one that is 0 */
    trn_place du, dv;       /* from one pixel to the next, where there is no circle */
    double radius;          /* of the circles, in cells */
    uint32_t key;
    float gain;             /* roughness^k */
    double exact_gain;
} trn_noise_octave;

/* What a column of pixels needs, for one octave and strip, made by noise_columns. `near` 0: the cell; in simplex noise
 * near 0 and 1 are the nearest points of even and of odd rows. */
typedef struct trn_noise_near {
    float f[TRN_NOISE_STRIP];      /* fraction in the cell, or distance to the nearest point */
    uint32_t xk[TRN_NOISE_STRIP];  /* trn_lattice_x; near[1].xk: the right neighbour's, white noise: that of the fraction */
    int32_t lane[TRN_NOISE_STRIP]; /* where in its vector's table registers the cell is found; without look-ups: its site */
    int32_t base[TRN_NOISE_STRIP / 4]; /* first site of each vector */
} trn_noise_near;
typedef struct trn_noise_columns {
    trn_noise_near near[2];
    float u[TRN_NOISE_STRIP];      /* fade of f */
    uint32_t site_xk[TRN_NOISE_SITES]; /* of every site */
    int32_t sites;
    int32_t wide;                  /* one table register serves four vectors */
    int32_t direct;                /* so many cells a pixel that each pixel is hashed: no tables */
} trn_noise_columns;

typedef struct trn_noise_plan {
    int32_t width, height;         /* of the window; out[j*width + i] */
    int64_t x, y, whole_width, whole_height;
    int32_t type, dims, fractal, octaves;
    int32_t metric, rings;         /* Worley: cells searched each way */
    float jitter;
    double exact_jitter;
    bool circle_u, circle_v, exact;
    double turn_u, turn_v;         /* where the circles begin, in turns */
    trn_noise_octave octave[TRN_NOISE_OCTAVES];
    double scale, offset;          /* result = scale sum + offset */
    float mul, add;                /* the same, in float */
    int32_t strips;                /* of the width */
    int32_t block;                 /* rows of a tile: fewer where pixels are slow, so that cancelling is not */
    trn_noise_columns *columns;    /* [octave][strip]; not for noise_points and noise_exact */
    float *out;
    double *out_exact;
    bool stream;                   /* the result is larger than the caches */
} trn_noise_plan;

typedef struct noise_args {
    const trn_noise_plan *plan;
    void *scratch; /* trn_noise_scratch bytes that no other call uses meanwhile, 64-byte aligned */
} noise_args;
typedef noise_args noise_columns_args, noise_grid_args, noise_simplex_args, noise_worley_args, noise_points_args,
    noise_exact_args;
TRN_KERNEL_DECLARE(noise_columns); /* "rows": octaves times strips */
TRN_KERNEL_DECLARE(noise_grid);    /* value, Perlin, white */
TRN_KERNEL_DECLARE(noise_simplex); /* 3-D */
TRN_KERNEL_DECLARE(noise_worley);
TRN_KERNEL_DECLARE(noise_points);
TRN_KERNEL_DECLARE(noise_exact);

/* Every pixel by the definition, the same bits again; for devices. "Rows" are rows. */
typedef struct noise_pixels_args {
    float *out;
    int32_t width, height; /* of the plan */
    trn_noise_plan plan;   /* whole: it travels with the arguments */
} noise_pixels_args;
TRN_KERNEL_DECLARE(noise_pixels);
TRN_KERNEL_PLANES(noise_pixels, TRN_PLANE(noise_pixels, out, TRN_WRITE));

/* Scratch: two planes and a row of a tile, then the kernel's own. */
#define TRN_NOISE_TILE_BYTES (4 * TRN_NOISE_STRIP * (2 * TRN_NOISE_BLOCK + 1))
#define TRN_NOISE_GRID_WORK (4 * TRN_NOISE_SITES * 14 + 128)
#define TRN_NOISE_SIMPLEX_WORK (4 * TRN_NOISE_SITES * 112 + 256)
#define TRN_NOISE_POINTS_WORK (4 * TRN_NOISE_STRIP * 17)
#define TRN_NOISE_WORLEY_STATE 1280
/* lines[span^(dims - 1)] of three numbers a site, their distances across one pixel row, keys */
#define TRN_NOISE_WORLEY_LINES(a) ((2 * (a)->rings + 1) * (2 * (a)->rings + 1) * ((a)->dims == 4 ? 2 * (a)->rings + 1 : 1))
static inline size_t trn_noise_scratch(const trn_noise_plan *a)
{
    const size_t worley =
        (size_t)(16 * TRN_NOISE_SITES) * (size_t)TRN_NOISE_WORLEY_LINES(a) + 24 * TRN_NOISE_STRIP + TRN_NOISE_WORLEY_STATE;
    size_t most = TRN_NOISE_SIMPLEX_WORK;
    if (most < TRN_NOISE_POINTS_WORK) most = TRN_NOISE_POINTS_WORK;
    if (a->type == TRN_NOISE_VALUE || a->type == TRN_NOISE_PERLIN) most = TRN_NOISE_GRID_WORK;
    return TRN_NOISE_TILE_BYTES + (most > worley ? most : worley);
}
static inline int32_t trn_noise_tiles(const trn_noise_plan *a)
{
    return a->strips * ((a->height + a->block - 1) / a->block);
}
#endif
