/* flow_classify.h - per cell: its lowest neighbour, which neighbours are lower, and whether basins can meet there. */
#ifndef TRN_KERNEL_FLOW_CLASSIFY_H
#define TRN_KERNEL_FLOW_CLASSIFY_H
#include "kernels/kernel.h"

/* One inner row y at a time (y1 = y0 + 1), columns 1 ... width - 2. Lower means lower, or as high and of smaller number:
 * there W, SW, S and SE come before the cell itself. */
typedef struct flow_classify_args {
    int32_t width, height;
    const float *z;
    uint8_t *low;  /* the grid's: direction of the lowest neighbour, 8 when there is no lower one */
    uint8_t *set;  /* the row's: lower neighbours, bit k for direction k */
    uint8_t *special; /* the row's: 1 when set is empty or falls into several runs, else 0 */
    uint8_t *tied;    /* the grid's, for each row: whether a cell has an equal neighbour among the lower ones */
} flow_classify_args;
TRN_KERNEL_DECLARE(flow_classify);
#endif
