#include "kernels/flow_river.h"
#include "math/exp.h"

TRN_FN void flow_river_cell(const flow_river_args *a, int32_t x, int32_t y)
{
    const int64_t i = (int64_t)y * a->width + x;
    a->river[i] = (float)trn_smoothstep(-1.0, 1.0, trn_log((double)a->flow[i] / a->area) / a->softness);
}
TRN_CELL_KERNEL(flow_river)
