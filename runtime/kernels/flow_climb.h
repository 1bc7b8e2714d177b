/* flow_climb.h - water climbs from the pits up the tree of lowest neighbours. */
#ifndef TRN_KERNEL_FLOW_CLIMB_H
#define TRN_KERNEL_FLOW_CLIMB_H
#include "kernels/flow_queue.h"

/* Works through queue entries from *head until none are left, `room` entries are in the queue, or the entry at *head
 * the donor set `look`: that one is filled, and the caller has to find its donors and move *head on. Cells at or above
 * their level end the climb. y0 and y1 mean nothing. */
typedef struct flow_climb_args {
    int32_t width, height;
    const float *z;
    float *fill;
    const uint8_t *donors;
    const int32_t (*donor_step)[8];
    const uint8_t *donor_count;
    uint32_t *cell; /* the queue: cells, */
    float *level;   /* and the level of each; room for `room` + 7 */
    uint32_t *head, *tail, room, look;
    uint32_t *wet; /* counts the raised cells */
} flow_climb_args;
TRN_KERNEL_DECLARE(flow_climb);
#endif
