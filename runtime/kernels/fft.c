#include "kernels/fft_lanes.h"
#include "math/scalar.h"

static void fft_block(const fft_args *a, int32_t first)
{
    const int32_t lanes = trn_min_i(TRN_FFT_LANES, a->count - first), n = a->plan->length;
    double *const re = (a->inverse ? a->im : a->re) + (int64_t)first * a->next, *const im = (a->inverse ? a->re : a->im) + (int64_t)first * a->next;
    for (int32_t j = 0; j < n; ++j)
        for (int32_t l = 0; l < TRN_FFT_LANES; ++l) {
            const int64_t at = (int64_t)j * a->step + (int64_t)l * a->next;
            a->room[j].re[l] = l < lanes ? re[at] : 0.0;
            a->room[j].im[l] = l < lanes ? im[at] : 0.0;
        }
    const trn_fft_lanes *x = fft_run(a->plan, a->room);
    for (int32_t j = 0; j < n; ++j)
        for (int32_t l = 0; l < lanes; ++l) {
            const int64_t at = (int64_t)j * a->step + (int64_t)l * a->next;
            re[at] = x[j].re[l];
            im[at] = x[j].im[l];
        }
}
TRN_FN void fft_rows(const fft_args *a, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) fft_block(a, i * TRN_FFT_LANES);
}
TRN_ROW_KERNEL(fft)
