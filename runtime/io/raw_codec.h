/* raw_codec.h - headerless files: unsigned 16-bit integers or float32, one channel, top row first. */
#ifndef TRN_IO_RAW_CODEC_H
#define TRN_IO_RAW_CODEC_H
#include "io/file.h"
#include "io/samples.h"

/* Completes a size of which width, height or both are 0 by the file's: with neither, the image is a square. FORMAT: the
 * file has another number of bytes; the message states both. */
trn_status trn_raw_size(const trn_source *source, int32_t sample_bytes, int32_t *width, int32_t *height, trn_error *err);

/* Fills a layer of one channel. In float32 files NaN is a void, and so is an infinity. */
trn_status trn_raw_read16(trn_source *source, trn_scale scale, bool big_endian, trn_layer *layer, const trn_stop *stop,
                          trn_error *err);
trn_status trn_raw_read32(trn_source *source, bool big_endian, trn_layer *layer, const trn_stop *stop, trn_error *err);

trn_status trn_raw_write16(trn_sink *sink, const trn_layer_info *layer, trn_scale scale, bool big_endian, trn_error *err);
trn_status trn_raw_write32(trn_sink *sink, const trn_layer_info *layer, bool big_endian, trn_error *err);
#endif
