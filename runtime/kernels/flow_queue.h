/* flow_queue.h - what the kernels that work through queues of cells share. */
#ifndef TRN_KERNEL_FLOW_QUEUE_H
#define TRN_KERNEL_FLOW_QUEUE_H
#include "kernels/kernel.h"

#define FLOW_CELL 0x7fffffffu /* of a queue entry; bit 31: the way to its receiver is diagonal */

#define FLOW_AHEAD 64         /* so many entries on, cells are asked for before they are needed */
#define FLOW_BEYOND 160       /* room behind the queue's end, for that and for whole vectors */

/* Eight words or floats at any address. Writing all eight and moving on by as many as were meant leaves no branch that
 * depends on the terrain; arrays have room for seven more. */
typedef uint32_t flow_eight __attribute__((vector_size(32), aligned(4), may_alias));
typedef float flow_eightf __attribute__((vector_size(32), aligned(4), may_alias));
#endif
