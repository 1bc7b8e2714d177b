/* The signed distance to one figure, and what is made of it: a mask that is anti-aliased along the outline, and three copies of the mask.
 * Worked out in double. */
#ifndef TRN_SHAPE_H
#define TRN_SHAPE_H
#include "kernels/kernel.h"
#include "math/sdf.h"
#include <stdbool.h>

enum {
    TRN_FIGURE_CIRCLE, TRN_FIGURE_RING, TRN_FIGURE_SECTOR, TRN_FIGURE_ARC, TRN_FIGURE_ROUND_ARC, TRN_FIGURE_BOX, TRN_FIGURE_LINE,
    TRN_FIGURE_STAR, TRN_FIGURE_OCTANTS, TRN_FIGURE_POLYGON, TRN_FIGURE_EGG, TRN_FIGURE_MOON, TRN_FIGURE_VESICA, TRN_FIGURE_CROSS,
    TRN_FIGURE_ARCH,
};

/* Which figure, and what math/sdf.h wants to know of it; the rest is not looked at. */
typedef struct trn_figure {
    int32_t kind;            /* TRN_FIGURE_* */
    double radius, half;     /* circle, sector, star, egg, moon, vesica, cross: radius; rings: that of the middle, and half the width */
    double sine, cosine;     /* sector, arcs: where they end */
    double half_x, half_y;   /* box, arch */
    double corner[4];        /* box: left below, right below, left above, right above */
    double from_x, from_y, along_x, along_y, length, r0, r1, slope; /* line: start, direction of unit length, and so on */
    double n, dent_x, dent_y, inverse; /* star */
    double second;           /* egg: top radius; moon: inner radius; vesica: half width; cross: half the arms' width */
    double offset, tip_x, tip_y; /* moon; offset: of the vesica its shift, of the cross its fillet */
    trn_edges edges;         /* octants, polygon */
} trn_figure;

typedef struct shape_args {
    float *sdf, *mask, *color;                      /* either these, each or none */
    double *exact_sdf, *exact_mask, *exact_color;   /* or these */
    int64_t stride;                                 /* from channel to channel of the colour */
    int32_t width, height;
    double first_x, first_y;                        /* the first pixel's centre from the whole image's, in half pixels: whole numbers */
    double unit;                                    /* half pixels of the short side, which is 1 in what follows */
    double center_x, center_y, cosine, sine, scale, shear; /* where the figure stands; its angle; scale is not 0 */
    double soft;                                    /* half the width of the mask's edge */
    bool invert;
    trn_figure figure;
} shape_args;
TRN_KERNEL_DECLARE(shape);
TRN_KERNEL_PLANES(shape, TRN_PLANE(shape, sdf, TRN_WRITE), TRN_PLANE(shape, mask, TRN_WRITE), TRN_PLANES(shape, color, TRN_WRITE, 3, stride),
                  TRN_PLANE(shape, exact_sdf, TRN_WRITE), TRN_PLANE(shape, exact_mask, TRN_WRITE),
                  TRN_PLANES(shape, exact_color, TRN_WRITE, 3, stride));
#endif
