#include "kernels/flow_heading.h"
#include "kernels/flow_steepest.h"

TRN_FN void flow_heading_cell(const flow_heading_args *a, int32_t x, int32_t y)
{
    const int64_t i = (int64_t)y * a->width + x;
    const int32_t k = a->dir[i] & 15;
    const int32_t rising = (k == 1) - (k == 5), falling = (k == 7) - (k == 3); /* to the north-east, to the south-east */
    a->u[i] = (float)((k == 0) - (k == 4)) + (float)(rising + falling) * FLOW_DIAGONAL;
    a->v[i] = (float)((k == 2) - (k == 6)) + (float)(rising - falling) * FLOW_DIAGONAL;
}
TRN_CELL_KERNEL(flow_heading)
