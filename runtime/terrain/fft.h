/* fft.h - plans of the Fourier transforms in kernels/fft.h. */
#ifndef TRN_TERRAIN_FFT_H
#define TRN_TERRAIN_FFT_H
#include "kernels/fft.h"

/* Bytes that a plan of the length, at least 1, keeps beside itself; 0 where the length is more than memory can hold. */
size_t trn_fft_plan_bytes(int32_t length);
/* Makes the plan in a block of so many bytes, 64-byte aligned, which the caller keeps as long as the plan. */
void trn_fft_plan_make(trn_fft_plan *plan, int32_t length, void *block);
#endif
