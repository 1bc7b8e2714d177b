#include "kernels/resample.h"
#include <stddef.h>

/* Sums run in double: a map that is drawn out over many pixels would show the steps of float. */
TRN_FN double resample_row(const resample_args *a, const resample_taps *c, int32_t row)
{
    const float *from = a->from + (size_t)row * (size_t)a->from_width;
    double sum = 0.0;
    for (int k = 0; k < RESAMPLE_TAPS; ++k)
        sum += c->weight[k] != 0.0 ? c->weight[k] * (double)from[c->at[k]] : 0.0;
    return sum;
}

TRN_FN void resample_cell(const resample_args *a, int32_t x, int32_t y)
{
    const resample_taps *c = &a->columns[x], *r = &a->rows[y];
    double sum = 0.0;
    for (int k = 0; k < RESAMPLE_TAPS; ++k)
        sum += r->weight[k] != 0.0 ? r->weight[k] * resample_row(a, c, r->at[k]) : 0.0;
    a->out[(size_t)y * (size_t)a->width + (size_t)x] = (float)sum;
}
TRN_CELL_KERNEL(resample)
