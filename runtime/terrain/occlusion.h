/* occlusion.h - how much of the sky the ground around a pixel hides (horizon-based ambient occlusion). */
#ifndef TRN_OCCLUSION_H
#define TRN_OCCLUSION_H
#include "graph/node.h"

typedef struct trn_occlusion {
    double scale;                /* world height of one unit of z over the width of a cell; negative: upside down */
    double radius;               /* pixels; how far a ray looks */
    int32_t directions, steps;   /* rays of a pixel, the first towards +u; samples of a ray. 1 ... TRN_OCCLUSION_MOST */
    double intensity;            /* multiplies what is hidden */
    bool wrap;
} trn_occlusion;
enum { TRN_OCCLUSION_MOST = 64 };

/* open[] (the frame's size) gets 1 where nothing is hidden, 0 where all is or more. A pixel depends on those within the
 * radius, rounded up; kernels/height_to_ao.h has the rest. */
trn_status trn_occlude(trn_eval *ev, const float *z, const trn_occlusion *o, float *open);
#endif
