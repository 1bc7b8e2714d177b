#include "kernels/ramp.h"

static void ramp_rows(const ramp_args *a, int32_t y0, int32_t y1)
{
    const trn_color_ramp *ramp = &a->ramp;
    const size_t begin = (size_t)y0 * (size_t)a->width, end = (size_t)y1 * (size_t)a->width;
    for (size_t i = begin; i < end; ++i) {
        const double t = ((double)a->from[i] - a->low) * a->inverse;
        int32_t stop;
        double f;
        trn_ramp_find(ramp, t, &stop, &f);
        for (int32_t c = 0; c < ramp->channels; ++c)
            a->to[(size_t)c * (size_t)a->stride + i] = t == t ? (float)trn_ramp_at(ramp, stop, f, c) : a->from[i];
    }
}
TRN_ROW_KERNEL(ramp)
