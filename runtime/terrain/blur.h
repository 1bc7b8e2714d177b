/* blur.h - Gaussian and box blurs of a plane, of any radius. */
#ifndef TRN_BLUR_H
#define TRN_BLUR_H
#include "graph/node.h"
#include "kernels/edge.h"

typedef enum trn_blur_shape { TRN_BLUR_GAUSSIAN, TRN_BLUR_BOX } trn_blur_shape;
typedef struct trn_blur {
    trn_blur_shape shape;
    /* Pixels, 0 ... TRN_BLUR_MOST. Gaussian: two standard deviations; below 1/4 the plane keeps its bits. Box: the mean of
     * 2 radius + 1 pixels each way, those at the ends by the part that they have in it; at 0 the plane keeps its bits. */
    double radius;
    trn_edge edge;
} trn_blur;
#define TRN_BLUR_MOST 65536.0

/* to[] gets from[] blurred; both, and `spare`, have the frame's size. `from` may be `to`, `spare` is neither.
 * A Gaussian up to a standard deviation of 8 pixels is cut off at three of them, its weights sum to 1. Wider ones are taken of
 * coarser nodes, which stand on the plane and not on the frame: at most 0.3 % of all weight lies elsewhere, and the cost
 * no longer grows with the radius. Either way planes stay as they are with TRN_EDGE_EXTEND, up to the border, and a
 * pixel depends on those within trn_blur_reach() of it and on nothing else. Values that are not finite spread so far and no
 * further. The planes are in host memory. */
trn_status trn_blur_plane(trn_eval *ev, const trn_blur *blur, const float *from, float *spare, float *to);
/* The same of any grid, which begins at (x, y) of its plane. */
typedef struct trn_blur_grid { int64_t x, y; int32_t width, height; } trn_blur_grid;
trn_status trn_blur_run(trn_eval *ev, const trn_blur *blur, const trn_blur_grid *grid, const float *from, float *spare, float *to);

int32_t trn_blur_reach(const trn_blur *blur); /* pixels each way; at most 1.75 radius + 4 */
#endif
