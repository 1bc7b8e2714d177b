/* flow_ground.h - the ground that nodes let water run over: a height layer as the terrain lies, and where it drains. */
#ifndef TRN_TERRAIN_FLOW_GROUND_H
#define TRN_TERRAIN_FLOW_GROUND_H
#include "terrain/flow.h"
#include "terrain/measure.h"

typedef struct trn_flow_terms { /* the parameters that such nodes share, by these names */
    const char *layer, *base_layer;
    double strength, world_size;
    bool tile;
} trn_flow_terms;

/* Heights are kept as the layer has them: with negative strength negated, with strength 0 all 0. */
typedef struct trn_flow_ground {
    trn_layer *height;
    const float *z;
    trn_measure measure;  /* of z */
    double spacing, unit; /* of cells in the world; world height of a height of 1 */
    double farthest;      /* from 0, that heights get */
    trn_flow_grid grid;
} trn_flow_ground;

/* The layer, finite everywhere, and the grid with its outlets. turned: a plane for z where strength is not above 0; else it
 * is left alone and may be NULL. DATA where the layer has voids, heights are more than TRN_FLOW_FARTHEST from 0 (or would be
 * after rising by `rise`), or base_layer marks no outlet. */
trn_status trn_flow_ground_take(trn_eval *ev, const trn_flow_terms *terms, double rise, float *turned, trn_flow_ground *out);
/* The plane of a layer of the input that has to be there and finite everywhere. */
trn_status trn_flow_plane(trn_eval *ev, const char *param, const char *name, const float **plane);
#endif
