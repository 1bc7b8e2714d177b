/* The passes of a solver that stretches a membrane over voids: every void pixel is the mean of its neighbours. Conjugate gradients,
 * preconditioned by one multigrid cycle: on each level a damped Jacobi step before and one after the coarser levels. Levels above the
 * finest hold cells of two by two cells below. Cells couple with their neighbours by half the sum of what the cells in them couple by,
 * and with measured ones by the whole sum; corrections come down by bilinear interpolation, residuals go up by its transpose. So the
 * cycle is symmetric, and its work in proportion to the pixels. In float; sums over all pixels in double, row by row, in a fixed order. */
#ifndef TRN_MEMBRANE_H
#define TRN_MEMBRANE_H
#include "kernels/kernel.h"

enum { MEMBRANE_BLOCK = 64 }; /* cells of a row; blocks without voids are passed over */
#define MEMBRANE_DAMPING 0.8f

typedef struct membrane_level {
    int32_t width, height;
    int32_t tile;             /* the image repeats */
    float *diagonal;          /* the sum of a cell's couplings; 0: nothing to solve for */
    float *across, *up;       /* a cell's coupling with the next one along u, along v; NULL on the finest level: 1 between neighbours */
    uint8_t *active;          /* [height * blocks]: the block has voids */
    float *r, *a, *b;         /* residual; correction before the last step; correction. a and b are 0 where there is nothing to solve for */
} membrane_level;

typedef struct membrane_args {
    int32_t width, height;    /* rows are those of `fine`, or of `coarse` where it says so */
    membrane_level fine, coarse;
    const uint8_t *voids;     /* of the finest level: 1 where a pixel is solved for */
    float *x;                 /* of the finest level, the picture: where it begins, and ends */
    float *p, *sum;           /* of the finest level: the direction, and the steps so far */
    double range, low, high;  /* residuals and corrections are divided by range; x stays within low and high */
    float length, share;      /* of the step; of the old direction in the new one */
    double *dots;             /* [height] */
    float *most;              /* [height] */
} membrane_args;

typedef membrane_args membrane_begin_args, membrane_couple_args, membrane_residual_args, membrane_up_args, membrane_down_args,
    membrane_smooth_args, membrane_measured_args, membrane_turn_args, membrane_apply_args, membrane_step_args, membrane_end_args;
TRN_KERNEL_DECLARE(membrane_begin);    /* x, voids -> diagonal, active, r, a; clears the rest */
TRN_KERNEL_DECLARE(membrane_couple);   /* rows of coarse: its diagonal, across, up, active; clears the rest */
TRN_KERNEL_DECLARE(membrane_residual); /* b = r - A a */
TRN_KERNEL_DECLARE(membrane_up);       /* rows of coarse: r from fine.b, and a, the first step */
TRN_KERNEL_DECLARE(membrane_down);     /* a += coarse.b, interpolated */
TRN_KERNEL_DECLARE(membrane_smooth);   /* b = a + the last step */
TRN_KERNEL_DECLARE(membrane_measured); /* the same; dots: r b of a row; most: the largest |b| */
TRN_KERNEL_DECLARE(membrane_turn);     /* p = b + share p */
TRN_KERNEL_DECLARE(membrane_apply);    /* a = A p; dots: p a */
TRN_KERNEL_DECLARE(membrane_step);     /* sum += length p, r -= length a, a = the first step */
TRN_KERNEL_DECLARE(membrane_end);      /* x += range (sum + b): the last correction is as good as a step */
static inline int32_t trn_membrane_blocks(int32_t width) { return (width - 1) / MEMBRANE_BLOCK + 1; }
#endif
