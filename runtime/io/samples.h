/* samples.h - the integers that files hold, and the numbers they stand for.
 *
 * A sample s of 0 ... max (max = 2^bits - 1) stands for lo + (hi - lo)*s/max. What is written and read back is off by at
 * most half of (hi - lo)/max, beside the rounding of the float that holds it. lo > hi is an inverted scale. */
#ifndef TRN_IO_SAMPLES_H
#define TRN_IO_SAMPLES_H
#include "data/data.h"
#include <string.h>

static inline bool trn_host_big_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 0;
}

typedef struct trn_scale { double lo, hi, max; } trn_scale;

/* Both ends are finite and within the range of float. */
bool trn_scale_valid(double lo, double hi);

/* ---- in: one row, as the file has it, to a row of each channel ---- */

typedef struct trn_unpack {
    int32_t width, channels, bits; /* bits of a sample: 1, 2, 4, 8, 16; below 8 channels is 1 */
    bool big_endian;               /* 16 bits */
    trn_scale scale;
    float value[256];              /* of every sample of up to 8 bits */
    const uint8_t (*palette)[4];   /* samples are indices into it, and a row has `channels` of its colours; or NULL */
    int32_t palette_size;
} trn_unpack;

void trn_unpack_init(trn_unpack *u); /* fills value[] */
bool trn_unpack_row(const trn_unpack *u, const uint8_t *row, float *const *out); /* false: an index beyond the palette */

/* ---- out ---- */

/* n numbers of one channel to samples at out[0], out[step], ...: clamped, rounded to nearest, ties to even. */
void trn_quantise(trn_type type, const void *in, int32_t n, const trn_scale *scale, uint16_t *out, int32_t step);
void trn_pack_bytes(const uint16_t *in, size_t n, uint8_t *out);                  /* 8-bit samples */
void trn_pack_words(const uint16_t *in, size_t n, bool big_endian, uint8_t *out); /* 16-bit samples */
#endif
