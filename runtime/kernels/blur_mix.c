#include "kernels/blur_mix.h"

TRN_FN float mixed(float from, float to, double share)
{
    const float both = (float)((double)from + ((double)to - (double)from) * share);
    return !(share > 0.0) ? from : share >= 1.0 ? to : both;
}

TRN_FN void blur_pick_cell(const blur_pick_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const double scale = (double)a->scale[i], r = (scale > 0.0 ? trn_min(scale, 1.0) : 0.0) * a->radius;
    const float both = mixed(a->lower[i], a->upper[i], (trn_blur_variance(a->box, r) - a->base) * a->rate);
    a->to[i] = ((r > a->least) & (r <= a->greatest)) ? both : a->to[i];
}
TRN_CELL_KERNEL(blur_pick)

TRN_FN void blur_mask_cell(const blur_mask_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const double share = trn_saturate((double)a->mask[i]);
    a->to[i] = mixed(a->from[i], a->to[i], a->invert ? 1.0 - share : share);
}
TRN_CELL_KERNEL(blur_mask)
