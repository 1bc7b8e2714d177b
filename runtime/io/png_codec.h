/* png_codec.h - PNG files through libpng's row functions. Samples are data: no chunk beside IHDR, PLTE, IDAT, IEND and a
 * palette's tRNS is looked at, and none of them written, so that nothing corrects a gamma or shifts bits. */
#ifndef TRN_IO_PNG_CODEC_H
#define TRN_IO_PNG_CODEC_H
#include "io/file.h"
#include "io/samples.h"

/* ---- reading ---- */

typedef struct trn_png_reader trn_png_reader;
typedef struct trn_png_header {
    int32_t width, height;
    int32_t channels; /* 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA; a palette counts as the RGB or RGBA it stands for */
    int32_t bits;     /* of one sample: 1, 2, 4, 8, 16 */
} trn_png_header;

bool trn_png_signature(const uint8_t *bytes, size_t count);

/* Reads up to the first pixels. FORMAT: damaged, or more pixels than that many bytes can hold; LIMIT: by the size that the
 * header states, before anything is set aside for it. The source outlives the reader. */
trn_status trn_png_open(trn_runtime *rt, trn_source *source, trn_png_reader **out, trn_png_header *header, trn_error *err);
/* The rest of the file, into a layer of the header's size and channels. CANCELLED when *stop (may be NULL) becomes true. */
trn_status trn_png_read(trn_png_reader *r, trn_scale scale, trn_layer *layer, const trn_stop *stop, trn_error *err);
void trn_png_close(trn_png_reader *r); /* NULL is fine */

/* ---- writing ---- */

/* The whole file. bits: 8 or 16; level: 1 ... 9. IO: the sink's failure. */
trn_status trn_png_write(trn_sink *sink, const trn_layer_info *layer, trn_scale scale, int32_t bits, int32_t level,
                         trn_error *err);
#endif
