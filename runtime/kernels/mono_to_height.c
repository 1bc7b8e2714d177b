#include "kernels/mono_to_height.h"
#include <stddef.h>

TRN_FN void mono_to_height_cell(const mono_to_height_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    a->out[i] = (float)((double)a->value[i] * a->scale + a->offset);
}
TRN_CELL_KERNEL(mono_to_height)
