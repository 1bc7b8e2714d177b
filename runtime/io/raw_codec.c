/* raw_codec.c - headerless files. */
#include "io/raw_codec.h"
#include <string.h>

/* ---- size ---- */

static uint64_t square_root(uint64_t n) /* rounded down; n < 2^62 */
{
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= n) root |= bit;
    return root;
}

trn_status trn_raw_size(const trn_source *source, int32_t sample_bytes, int32_t *width, int32_t *height, trn_error *err)
{
    const uint64_t samples = source->size / (uint64_t)sample_bytes;
    uint64_t w = (uint64_t)*width, h = (uint64_t)*height;
    if (source->size == 0) return trn_file_fail(err, TRN_ERR_FORMAT, source->path, "is empty");
    if (w == 0 && h == 0) w = h = square_root(samples);
    else if (w == 0) w = samples / h;
    else if (h == 0) h = samples / w;
    const uint64_t wanted = w * h * (uint64_t)sample_bytes;
    if (wanted != source->size) {
        const unsigned long long found = source->size;
        if (*width && *height)
            return trn_file_fail(err, TRN_ERR_FORMAT, source->path, "%d x %d samples of %d bits are %llu bytes, but it has %llu",
                                 *width, *height, 8 * sample_bytes, (unsigned long long)wanted, found);
        if (*width || *height)
            return trn_file_fail(err, TRN_ERR_FORMAT, source->path, "its %llu bytes are no whole number of %s of %d samples of %d bits",
                                 found, *width ? "rows" : "columns", *width ? *width : *height, 8 * sample_bytes);
        return trn_file_fail(err, TRN_ERR_FORMAT, source->path,
                             "its %llu bytes are no square of samples of %d bits: give width and height", found, 8 * sample_bytes);
    }
    if (w > INT32_MAX || h > INT32_MAX) return trn_file_fail(err, TRN_ERR_LIMIT, source->path, "has a side over the limit of images");
    *width = (int32_t)w;
    *height = (int32_t)h;
    return TRN_OK;
}

/* ---- float32 as the file has it ---- */

static inline uint32_t swapped(uint32_t v)
{
    v = (v << 8 & 0xff00ff00u) | (v >> 8 & 0x00ff00ffu);
    return v << 16 | v >> 16;
}

static void swap_words(void *words, size_t n)
{
    unsigned char *p = words;
    for (size_t i = 0; i < n; ++i) {
        uint32_t v;
        memcpy(&v, p + 4 * i, 4);
        v = swapped(v);
        memcpy(p + 4 * i, &v, 4);
    }
}

static void even_voids(float *row, size_t n) /* infinities and every kind of NaN become one and the same NaN */
{
    for (size_t i = 0; i < n; ++i) {
        uint32_t v;
        memcpy(&v, row + i, 4);
        v = (v & 0x7f800000u) == 0x7f800000u ? 0x7fc00000u : v;
        memcpy(row + i, &v, 4);
    }
}

/* ---- reading ---- */

static trn_status short_read(const trn_source *source, trn_error *err)
{
    if (source->failure) return trn_source_failed(source, err);
    return trn_file_fail(err, TRN_ERR_FORMAT, source->path, "became shorter while it was read");
}

trn_status trn_raw_read16(trn_source *source, trn_scale scale, bool big_endian, trn_layer *layer, const trn_stop *stop,
                          trn_error *err)
{
    const trn_layer_info *l = trn_layer_get_info(layer);
    const size_t bytes = (size_t)l->width * 2;
    uint8_t *row = trn_alloc(source->rt, bytes);
    if (!row) return trn_out_of_memory(source->rt, bytes, err);
    const trn_unpack unpack = {.width = l->width, .channels = 1, .bits = 16, .big_endian = big_endian, .scale = scale};
    trn_status status = TRN_OK;
    for (int32_t y = l->height - 1; y >= 0 && !status; --y) {
        float *out = trn_layer_f32(layer, 0) + (size_t)y * (size_t)l->width;
        if (trn_stop_asked(stop)) status = trn_error_set(err, TRN_ERR_CANCELLED, "cancelled");
        else if (trn_source_read(source, row, bytes) != bytes) status = short_read(source, err);
        else trn_unpack_row(&unpack, row, &out);
    }
    trn_free(source->rt, row);
    return status;
}

trn_status trn_raw_read32(trn_source *source, bool big_endian, trn_layer *layer, const trn_stop *stop, trn_error *err)
{
    const trn_layer_info *l = trn_layer_get_info(layer);
    const size_t n = (size_t)l->width;
    for (int32_t y = l->height - 1; y >= 0; --y) {
        float *row = trn_layer_f32(layer, 0) + (size_t)y * n;
        if (trn_stop_asked(stop)) return trn_error_set(err, TRN_ERR_CANCELLED, "cancelled");
        if (trn_source_read(source, row, 4 * n) != 4 * n) return short_read(source, err);
        if (big_endian != trn_host_big_endian()) swap_words(row, n);
        even_voids(row, n);
    }
    return TRN_OK;
}

/* ---- writing ---- */

trn_status trn_raw_write16(trn_sink *sink, const trn_layer_info *layer, trn_scale scale, bool big_endian, trn_error *err)
{
    const size_t n = (size_t)layer->width, element = layer->type == TRN_F64 ? 8 : 4;
    uint16_t *row = trn_alloc(sink->rt, 4 * n);
    if (!row) return trn_out_of_memory(sink->rt, 4 * n, err);
    uint8_t *bytes = (uint8_t *)(row + n);
    bool good = true;
    for (int32_t y = layer->height - 1; y >= 0 && good; --y) {
        trn_quantise((trn_type)layer->type, (const char *)layer->data + (size_t)y * n * element, layer->width, &scale, row, 1);
        trn_pack_words(row, n, big_endian, bytes);
        good = trn_sink_write(sink, bytes, 2 * n);
    }
    trn_free(sink->rt, row);
    return good ? TRN_OK : trn_sink_failed(sink, err);
}

trn_status trn_raw_write32(trn_sink *sink, const trn_layer_info *layer, bool big_endian, trn_error *err)
{
    const size_t n = (size_t)layer->width;
    float *row = trn_alloc(sink->rt, 4 * n);
    if (!row) return trn_out_of_memory(sink->rt, 4 * n, err);
    bool good = true;
    for (int32_t y = layer->height - 1; y >= 0 && good; --y) {
        const size_t at = (size_t)y * n;
        if (layer->type == TRN_F32) memcpy(row, (const float *)layer->data + at, 4 * n);
        else if (layer->type == TRN_F64)
            for (size_t i = 0; i < n; ++i) row[i] = (float)((const double *)layer->data)[at + i];
        else
            for (size_t i = 0; i < n; ++i) row[i] = (float)((const int32_t *)layer->data)[at + i];
        even_voids(row, n); /* there are no infinities: those are refused */
        if (big_endian != trn_host_big_endian()) swap_words(row, n);
        good = trn_sink_write(sink, row, 4 * n);
    }
    trn_free(sink->rt, row);
    return good ? TRN_OK : trn_sink_failed(sink, err);
}
