/* flow_expand.h - a queue from the outlets upward: each entry appends all its donors at once. */
#ifndef TRN_KERNEL_FLOW_EXPAND_H
#define TRN_KERNEL_FLOW_EXPAND_H
#include "kernels/flow_queue.h"

/* Appends the donors of entries *head, *head + 1, ... at *tail until *head is `stop`, with `own` also until it meets
 * *tail; or *tail has passed `room`; or the entry at *head has the donor set `look`, which the caller has to find out. y0
 * and y1 mean nothing. */
typedef struct flow_expand_args {
    int32_t width, height;
    const uint8_t *donors;
    const int32_t (*donor_step)[8];
    const uint8_t *donor_count;
    uint32_t *cell; /* the queue; has room for `room` + 8 */
    uint8_t *count; /* donors of each entry */
    uint32_t *head, *tail, stop, room, look;
    int32_t own;
} flow_expand_args;
TRN_KERNEL_DECLARE(flow_expand);
#endif
