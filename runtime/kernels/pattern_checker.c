#include "kernels/pattern.h"

/* Signs are separable, so that the product of their means is the mean over the pixel. */
TRN_FN void pattern_checker_cell(const pattern_checker_args *a, int32_t x, int32_t y)
{
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
    a->value[at] = (float)(0.5 - 0.5 * a->sign_x[x] * a->sign_y[y]);
    a->id[at] = pattern_id(&a->axes, a->axes.x.spot[x].cell, a->axes.y.spot[y].cell);
}
TRN_CELL_KERNEL(pattern_checker)
