/* png_write.c - layers to PNG files. */
#include "io/png_codec.h"
#include "io/png_guard.h"
#include <zlib.h>

typedef struct writer {
    trn_png_guard guard;
    trn_sink *sink;
    png_structp png;
    png_infop info;
    const trn_layer_info *layer;
    trn_scale scale;
    int32_t bits, level;
    uint16_t *samples; /* a row */
    uint8_t *bytes;    /* the same as the file has it */
} writer;

static void write_bytes(png_structp png, png_bytep data, size_t bytes)
{
    trn_sink *sink = png_get_io_ptr(png);
    if (!trn_sink_write(sink, data, bytes)) png_error(png, "the file could not be written");
}
static void write_nothing(png_structp png) { (void)png; }

static void write_body(void *work)
{
    static const int colours[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
    writer *w = work;
    const trn_layer_info *l = w->layer;
    const size_t element = l->type == TRN_F64 ? 8 : 4, samples = (size_t)l->width * (size_t)l->channels;
    png_set_write_fn(w->png, w->sink, write_bytes, write_nothing);
    png_set_IHDR(w->png, w->info, (png_uint_32)l->width, (png_uint_32)l->height, w->bits, colours[l->channels],
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    /* The differences to the row above: of rough ground the low bytes have no matches worth looking for, so that runs
     * alone (level 1) compress as well as level 1's matches, in half the time. Trying other filters costs more than it saves. */
    png_set_filter(w->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_set_compression_level(w->png, w->level);
    png_set_compression_strategy(w->png, w->level == 1 ? Z_RLE : Z_DEFAULT_STRATEGY);
    png_set_compression_buffer_size(w->png, 1 << 16);
    png_write_info(w->png, w->info);
    for (int32_t y = l->height - 1; y >= 0; --y) {
        for (int32_t c = 0; c < l->channels; ++c) {
            const size_t at = (size_t)c * (size_t)l->stride + (size_t)y * (size_t)l->width;
            trn_quantise(l->type, (const char *)l->data + at * element, l->width, &w->scale, w->samples + c, l->channels);
        }
        if (w->bits == 8) trn_pack_bytes(w->samples, samples, w->bytes);
        else trn_pack_words(w->samples, samples, true, w->bytes);
        png_write_row(w->png, w->bytes);
    }
    png_write_end(w->png, NULL);
}

trn_status trn_png_write(trn_sink *sink, const trn_layer_info *layer, trn_scale scale, int32_t bits, int32_t level,
                         trn_error *err)
{
    trn_runtime *rt = sink->rt;
    writer w = {.guard.rt = rt, .sink = sink, .layer = layer, .scale = scale, .bits = bits, .level = level};
    const size_t bytes = (size_t)layer->width * (size_t)layer->channels * 2;
    w.samples = trn_alloc(rt, bytes);
    w.bytes = trn_alloc(rt, bytes);
    trn_status status = w.samples && w.bytes ? TRN_OK : trn_out_of_memory(rt, bytes, err);
    if (!status) {
        w.png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &w.guard, trn_png_on_error, trn_png_on_warning, &w.guard,
                                          trn_png_alloc, trn_png_free);
        if (w.png) w.info = png_create_info_struct(w.png);
        if (!w.info || !trn_png_try(w.png, write_body, &w)) {
            if (sink->failure) status = trn_sink_failed(sink, err);
            else if (w.guard.refused) status = trn_out_of_memory(rt, w.guard.refused, err);
            else status = trn_file_fail(err, TRN_ERR_INTERNAL, sink->path, "libpng: %s", w.guard.why);
        }
        if (w.png) png_destroy_write_struct(&w.png, w.info ? &w.info : NULL);
    }
    trn_free(rt, w.bytes);
    trn_free(rt, w.samples);
    return status;
}
