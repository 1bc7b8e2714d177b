/* incision.h - terrain under uplift, rivers and creep: steps of dh/dt = U - K A^m S, and of linear diffusion. */
#ifndef TRN_TERRAIN_INCISION_H
#define TRN_TERRAIN_INCISION_H
#include "terrain/flow.h"

typedef struct trn_incision {
    trn_runtime *rt;
    double exponent;  /* m */
    float factor;     /* K dx^(2m - 1): K A^m / dx = factor * cells^m */
    float lift;       /* U of a step, where there is no layer of it */
    const float *lift_layer; /* U of each cell; may be NULL */
    const float *exposed;    /* of each cell, how much of erosion and diffusion gets at it, 0 to 1; NULL: all */
    float most;              /* A^m is that at most */
    int32_t power;    /* how A^m is found */
    float *table;     /* of A^m, where it is not a root or a product */
    double scale;     /* fixed point of the volumes below */
} trn_incision;

/* K, m and the spacing dx of cells; range bounds the heights' distance from zero in the whole run; drainage counts up to `cap`
 * cells, 0: all of it. Starts from {0}; set lift or lift_layer, and exposed, after it. */
trn_status trn_incision_init(trn_incision *in, const trn_flow_grid *grid, double erodibility, double exponent, double spacing,
                             double range, double cap);
void trn_incision_free(trn_incision *in);

/* One implicit step (Braun and Willett 2013, with slope exponent 1) of time 1 from a built order. Outlets stay. It is stable
 * for every K, and no cell ends below its receiver: the ground has no new pits, and the receivers may be kept where no
 * neighbour is strictly lower. The drainage in the order is used up. */
trn_status trn_incise(const trn_incision *in, trn_flow_order *order, const trn_flow_grid *grid, float *z);

/* Linear diffusion by rate = D dt/dx^2 up to 1/4, into another plane; outlets stay, and what is not exposed (NULL: all is). */
trn_status trn_diffuse(const trn_flow_grid *grid, float rate, const float *exposed, const float *z, float *out);

/* Raises every cell that is below its receiver to it. order: as trn_incise left it. *raised: by how much in all. */
trn_status trn_refill(const trn_incision *in, trn_flow_order *order, const trn_flow_grid *grid, float *z, double *raised);
#endif
