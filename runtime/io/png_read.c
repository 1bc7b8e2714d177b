/* png_read.c - PNG files to layers. */
#include "io/png_codec.h"
#include "io/png_guard.h"
#include <string.h>

/* Deflate makes at most 1032 bytes of one (a bit for a match of 258 bytes, twice a bit with its distance). */
enum { DEFLATE_RATIO = 1032 };

struct trn_png_reader {
    trn_png_guard guard;
    trn_source *source;
    png_structp png;
    png_infop info;
    int32_t width, height, channels;
    int depth, colour;   /* as the header states them */
    bool palette_stated; /* known before the header is read: then a tRNS chunk matters, and no chunk may be damaged */
    uint8_t palette[256][4];
    int32_t palette_size;
    /* while rows are read */
    trn_unpack unpack;
    trn_layer *layer;
    uint8_t *rows; /* one row, or all of an interlaced image */
    size_t row_bytes;
    const trn_stop *stop;
    bool stopped;
};

bool trn_png_signature(const uint8_t *bytes, size_t count)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
    return count >= 8 && memcmp(bytes, signature, 8) == 0;
}

static trn_status read_failed(const trn_png_reader *r, trn_error *err)
{
    if (r->source->failure) return trn_source_failed(r->source, err);
    if (r->guard.refused) return trn_out_of_memory(r->guard.rt, r->guard.refused, err);
    return trn_file_fail(err, TRN_ERR_FORMAT, r->source->path, "is a damaged PNG: %s", r->guard.why);
}

static void read_bytes(png_structp png, png_bytep out, size_t bytes)
{
    trn_source *source = png_get_io_ptr(png);
    if (trn_source_read(source, out, bytes) != bytes) png_error(png, "it ends too early");
}

static void header_body(void *work)
{
    trn_png_reader *r = work;
    png_structp png = r->png;
    const trn_limits *limits = trn_runtime_limits(r->guard.rt);
    png_set_read_fn(png, r->source, read_bytes);
    png_set_user_limits(png, (png_uint_32)limits->max_side, (png_uint_32)limits->max_side);
    png_set_benign_errors(png, 0);
    /* Chunks beside the pixels are passed over unread, also those that libpng knows, and whatever state and size they are
     * in; so none is kept or inflated, and a limit on their size would only refuse good pixels. */
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "tRNS", 1);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, r->palette_stated ? PNG_CRC_ERROR_QUIT : PNG_CRC_WARN_DISCARD);
    png_set_chunk_malloc_max(png, 0);
    png_set_chunk_cache_max(png, 1); /* 0 would mean no limit */
    png_read_info(png, r->info);

    r->width = (int32_t)png_get_image_width(png, r->info);
    r->height = (int32_t)png_get_image_height(png, r->info);
    r->depth = png_get_bit_depth(png, r->info);
    r->colour = png_get_color_type(png, r->info);
    r->channels = png_get_channels(png, r->info);
    r->row_bytes = png_get_rowbytes(png, r->info);
    if (r->colour != PNG_COLOR_TYPE_PALETTE) return;

    png_colorp colours = NULL;
    png_bytep alpha = NULL;
    int count = 0, alphas = 0;
    png_get_PLTE(png, r->info, &colours, &count);
    png_get_tRNS(png, r->info, &alpha, &alphas, NULL);
    r->palette_size = count < 256 ? count : 256;
    for (int32_t i = 0; i < r->palette_size; ++i) {
        const uint8_t rgba[4] = {colours[i].red, colours[i].green, colours[i].blue, alpha && i < alphas ? alpha[i] : 255};
        memcpy(r->palette[i], rgba, 4);
    }
    r->channels = alpha ? 4 : 3;
}

static uint32_t big_endian_32(const uint8_t *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* Looks at the IHDR chunk before libpng does: at its size for the limits, and for a palette. */
static trn_status peek_header(trn_runtime *rt, trn_source *source, bool *palette, trn_error *err)
{
    size_t count;
    const uint8_t *b = trn_source_peek(source, &count);
    *palette = false;
    if (count < 26 || memcmp(b + 12, "IHDR", 4) != 0) return TRN_OK; /* libpng will object */
    *palette = b[25] == PNG_COLOR_TYPE_PALETTE;
    const uint32_t w = big_endian_32(b + 16), h = big_endian_32(b + 20);
    if (w == 0 || h == 0) return TRN_OK;
    const trn_status status = trn_check_size(rt, w, h, err);
    if (status) trn_error_prefix(err, source->path);
    return status;
}

trn_status trn_png_open(trn_runtime *rt, trn_source *source, trn_png_reader **out, trn_png_header *header, trn_error *err)
{
    *out = NULL;
    bool palette;
    trn_status status = peek_header(rt, source, &palette, err);
    if (status) return status;
    trn_png_reader *r = trn_alloc_zero(rt, sizeof *r);
    if (!r) return trn_out_of_memory(rt, sizeof *r, err);
    r->guard.rt = rt;
    r->source = source;
    r->palette_stated = palette;
    r->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &r->guard, trn_png_on_error, trn_png_on_warning, &r->guard,
                                      trn_png_alloc, trn_png_free);
    if (r->png) r->info = png_create_info_struct(r->png);
    if (!r->info || !trn_png_try(r->png, header_body, r)) {
        status = read_failed(r, err);
    } else {
        const uint64_t stored = ((uint64_t)r->row_bytes + 1) * (uint64_t)r->height;
        if (stored / DEFLATE_RATIO > source->size)
            status = trn_file_fail(err, TRN_ERR_FORMAT, source->path,
                                   "is a damaged PNG: %d x %d pixels cannot come out of %llu bytes", r->width, r->height,
                                   (unsigned long long)source->size);
    }
    if (status) {
        trn_png_close(r);
        return status;
    }
    *header = (trn_png_header){r->width, r->height, r->channels, r->colour == PNG_COLOR_TYPE_PALETTE ? 8 : r->depth};
    *out = r;
    return TRN_OK;
}

void trn_png_close(trn_png_reader *r)
{
    if (!r) return;
    trn_runtime *rt = r->guard.rt;
    if (r->png) png_destroy_read_struct(&r->png, r->info ? &r->info : NULL, NULL);
    trn_free(rt, r->rows);
    trn_free(rt, r);
}

static void unpack(trn_png_reader *r, int32_t file_row, const uint8_t *row)
{
    float *out[4] = {0};
    const size_t y = (size_t)(r->height - 1 - file_row);
    for (int32_t c = 0; c < r->channels; ++c) out[c] = trn_layer_f32(r->layer, c) + y * (size_t)r->width;
    if (!trn_unpack_row(&r->unpack, row, out)) png_error(r->png, "a pixel lies beyond its palette");
}

static void rows_body(void *work)
{
    trn_png_reader *r = work;
    const int passes = png_set_interlace_handling(r->png);
    png_start_read_image(r->png);
    for (int pass = 0; pass < passes; ++pass) {
        for (int32_t y = 0; y < r->height && !(r->stopped = trn_stop_asked(r->stop)); ++y) {
            uint8_t *row = passes > 1 ? r->rows + (size_t)y * r->row_bytes : r->rows;
            if (passes > 1 && pass == 0) memset(row, 0, r->row_bytes); /* each pass only sets some pixels of it */
            png_read_row(r->png, row, NULL);
            if (pass == passes - 1) unpack(r, y, row);
        }
    }
    if (!r->stopped) png_read_end(r->png, NULL);
}

trn_status trn_png_read(trn_png_reader *r, trn_scale scale, trn_layer *layer, const trn_stop *stop, trn_error *err)
{
    trn_runtime *rt = r->guard.rt;
    const bool interlaced = png_get_interlace_type(r->png, r->info) != PNG_INTERLACE_NONE;
    size_t bytes = r->row_bytes;
    if (interlaced && !trn_mul_size(bytes, (size_t)r->height, &bytes)) return trn_out_of_memory(rt, SIZE_MAX, err);
    r->rows = trn_alloc(rt, bytes);
    if (!r->rows) return trn_out_of_memory(rt, bytes, err);
    r->layer = layer;
    r->stop = stop;
    r->unpack = (trn_unpack){.width = r->width, .channels = r->channels, .bits = r->depth, .big_endian = true, .scale = scale,
                             .palette = r->colour == PNG_COLOR_TYPE_PALETTE ? (const uint8_t(*)[4])r->palette : NULL,
                             .palette_size = r->palette_size};
    trn_unpack_init(&r->unpack);
    const bool done = trn_png_try(r->png, rows_body, r);
    if (r->stopped) return trn_error_set(err, TRN_ERR_CANCELLED, "cancelled");
    return done ? TRN_OK : read_failed(r, err);
}
