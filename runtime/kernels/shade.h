/* The passes of a shaded relief: what the terrain is like, what colour the ground has, and how it is lit.
 * Colours are linear until shade_light encodes them. Voids are heights that are not finite. */
#ifndef TRN_SHADE_H
#define TRN_SHADE_H
#include "kernels/stencil.h"

enum {
    SHADE_STOPS = 9,    /* of a ramp of tints */
    SHADE_CELLS = 96    /* of the coarse grid that shade_mean takes at a time */
};

typedef struct shade_range_args { /* least and greatest height of each row by trn_order_f; least > greatest: all are voids */
    const float *z;
    uint32_t *least, *greatest;
    int32_t width, height;
} shade_range_args;
TRN_KERNEL_DECLARE(shade_range);
TRN_KERNEL_PLANES(shade_range, TRN_PLANE(shade_range, z, TRN_READ), TRN_EACH_ROW(shade_range, least, TRN_WRITE),
                  TRN_EACH_ROW(shade_range, greatest, TRN_WRITE));

typedef struct shade_steepness_args { /* sum of the squared rise over a cell, and how many cells count, of each row */
    const float *z;
    double *sum;
    int32_t *count;
    int32_t width, height;
    int32_t wrap;
} shade_steepness_args;
TRN_KERNEL_DECLARE(shade_steepness);
TRN_KERNEL_PLANES(shade_steepness, TRN_PLANE(shade_steepness, z, TRN_READ), TRN_EACH_ROW(shade_steepness, sum, TRN_WRITE),
                  TRN_EACH_ROW(shade_steepness, count, TRN_WRITE));

typedef struct shade_tint_args { /* ground colour by height, rock where it is steep */
    const float *z;
    float *rgb;              /* three planes */
    int64_t stride;
    int32_t width, height;
    int32_t wrap;
    double scale;            /* slope of one unit of z over a cell, as it is drawn */
    double base, unit;       /* place on the ramp = (z - base) * unit, 0 ... 1 */
    float first[3];          /* colour of the ramp at 0; from at[k] on its rise grows by bend[k] */
    float at[SHADE_STOPS - 1], bend[SHADE_STOPS - 1][3];
    float rock[3], rockiness;
} shade_tint_args;
TRN_KERNEL_DECLARE(shade_tint);
TRN_KERNEL_PLANES(shade_tint, TRN_PLANE(shade_tint, z, TRN_READ), TRN_PLANES(shade_tint, rgb, TRN_WRITE, 3, stride));

typedef struct shade_splat_args { /* lays materials over the ground */
    const float *rgba;       /* rock, snow, sediment, water; the rest keeps the colour of the ground */
    float *rgb, *water;      /* water gets the fourth channel */
    int64_t rgba_stride, stride;
    int32_t width, height;
    float colour[4][3];      /* rock, snow, sediment, water */
} shade_splat_args;
TRN_KERNEL_DECLARE(shade_splat);
TRN_KERNEL_PLANES(shade_splat, TRN_PLANES(shade_splat, rgba, TRN_READ, 4, rgba_stride),
                  TRN_PLANES(shade_splat, rgb, TRN_UPDATE, 3, stride), TRN_PLANE(shade_splat, water, TRN_WRITE));

typedef struct shade_water_args { /* lays water over the ground */
    const float *amount;
    float *rgb, *water;      /* water = max(water, cover) */
    int64_t stride;
    int32_t width, height;
    int32_t deep;            /* amount is a depth, once scaled and offset; otherwise a cover of 0 ... 1 */
    float scale, offset;
    float least;             /* depth above which there is water */
    float depth_rate;        /* 1/(depth that takes the deepest colour) */
    float shallow_colour[3], deep_colour[3];
} shade_water_args;
TRN_KERNEL_DECLARE(shade_water);
TRN_KERNEL_PLANES(shade_water, TRN_PLANE(shade_water, amount, TRN_READ), TRN_PLANES(shade_water, rgb, TRN_UPDATE, 3, stride),
                  TRN_PLANE(shade_water, water, TRN_UPDATE));

/* Mean heights of square cells, NaN for one that has a void. Beyond the image the surface repeats (wrap) or goes on
 * point-symmetrically about its border, which keeps planes. */
typedef struct shade_coarse_args {
    const float *z;
    float *coarse;
    int32_t z_width, z_height;
    int32_t side;            /* pixels of a cell */
    int32_t left, bottom;    /* pixel where the grid begins */
    int32_t width, height;   /* of the grid */
    int32_t wrap;
} shade_coarse_args;
TRN_KERNEL_DECLARE(shade_coarse);
TRN_KERNEL_PLANES(shade_coarse, TRN_PLANE(shade_coarse, z, TRN_READ), TRN_PLANE(shade_coarse, coarse, TRN_WRITE));

typedef struct shade_mean_args { /* the grid, interpolated smoothly */
    const float *coarse;     /* the cell one below and one to the left of the image's first */
    float *mean;
    int32_t pitch;           /* cells from one row to the next */
    int32_t side;
    int32_t left, bottom;    /* pixels of the image's first cell that lie before the image */
    int32_t width, height;
} shade_mean_args;
TRN_KERNEL_DECLARE(shade_mean);
TRN_KERNEL_PLANES(shade_mean, TRN_PLANE(shade_mean, coarse, TRN_READ), TRN_PLANE(shade_mean, mean, TRN_WRITE));

typedef struct shade_light_args {
    const float *z;
    const float *mean;       /* heights of the wider surroundings; NaN: not known */
    const float *water;
    float *rgb;              /* the ground's colour before, the picture after */
    int64_t stride;
    int32_t width, height;
    int32_t wrap;
    double scale;            /* slope of one unit of z over a cell, as it is drawn */
    float sun[3];            /* unit vectors towards the lights */
    float left[3], right[3];
    float sun_colour[3], side_colour[3], sky_colour[3], ambient_colour[3]; /* what each gives level ground; sums to 1 */
    double relief_rate;      /* of height above the surroundings */
    float relief;            /* how much that brightens */
    float nothing[3];        /* colour of voids, encoded */
} shade_light_args;
TRN_KERNEL_DECLARE(shade_light);
TRN_KERNEL_PLANES(shade_light, TRN_PLANE(shade_light, z, TRN_READ), TRN_PLANE(shade_light, mean, TRN_READ),
                  TRN_PLANE(shade_light, water, TRN_READ), TRN_PLANES(shade_light, rgb, TRN_UPDATE, 3, stride));
#endif
