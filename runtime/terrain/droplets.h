/* droplets.h - hydraulic erosion by droplets that run down the ground, dig, carry and drop. */
#ifndef TRN_TERRAIN_DROPLETS_H
#define TRN_TERRAIN_DROPLETS_H
#include "graph/node.h"

/* The law is that of Beyer, "Implementation of a method for hydraulic erosion" (TU Munich, 2015). In each step a droplet turns to
 *     d = inertia d - (1 - inertia) gradient
 * and moves on by one pixel, falling by h. Its load may be capacity * speed * water * max(h, least_slope * spacing). Where it
 * rises it drops its load, up to the rise; where it carries more than it may, `deposit` of what is too much; else it digs
 * `erode` of what is missing, and no more than h. Then speed^2 grows by gain * h, and water shrinks by `evaporate`. */
typedef struct trn_droplets {
    int32_t width, height;
    bool wrap;
    int64_t count;            /* droplets */
    uint32_t seed;
    int32_t batch, lifetime;  /* how many run at a time; steps, each a pixel */
    double inertia, erode, deposit, capacity, evaporate, radius, deposit_radius;
    double least_fall, gain;  /* of a pixel, in quanta; of squared speed, for each quantum */
    double above;             /* quanta by which ground may rise above the highest around */
    bool spread;              /* what is left at the end of life is laid around, where there is room; else it is thrown away */
    const float *hardness;    /* may be NULL; clamped to 0 ... 1: 1 is never dug */
    int32_t *ground;          /* quanta, within +-2^29; eroded in place */
    int64_t *wet;             /* water that came by, 4096 for a droplet at first; or NULL */
} trn_droplets;

/* Quanta, but for the steps that droplets lived. after - before + edge + discarded = 0, to the last one, and the same with
 * deposited - eroded in place of after - before. */
typedef struct trn_droplet_books { int64_t steps, eroded, deposited, edge, discarded, before, after; } trn_droplet_books;

/* The same for any number of threads. batch alters the result, for droplets of one batch do not see what the others do in a step. */
trn_status trn_droplets_run(trn_eval *ev, const trn_droplets *law, trn_droplet_books *books);
#endif
