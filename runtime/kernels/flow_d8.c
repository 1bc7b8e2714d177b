#include "kernels/flow_d8.h"
#include "kernels/flow_steepest.h"

static void flow_d8_rows(const flow_d8_args *a, int32_t y0, int32_t y1)
{
    flow_word k[FLOW_BLOCK];
    const int32_t w = a->width;
    for (int32_t y = y0; y < y1; ++y) {
        const int64_t row = (int64_t)y * w;
        for (int32_t x = 1, n; x < w - 1; x += n) {
            n = w - 1 - x < FLOW_BLOCK ? w - 1 - x : FLOW_BLOCK;
            const float *z = a->z + row + x;
            flow_steepest_row(z - w, z, z + w, n, k);
            flow_keep(k, n, a->dir + row + x);
        }
    }
}
TRN_ROW_KERNEL(flow_d8)
