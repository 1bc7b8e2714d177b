/* image_read.c - files to images: which format it is, what its numbers mean, and the image made of it. */
#include "io/io.h"
#include "io/png_codec.h"
#include "io/raw_codec.h"
#include "io/sidecar.h"
#include <string.h>

typedef struct reading {
    trn_runtime *rt;
    const char *path;
    trn_read_options options;
    trn_source source;
    trn_sidecar sidecar;
    trn_png_reader *png;
    trn_file_info info;
    trn_scale scale; /* of integers */
    bool big_endian;
} reading;

/* ---- options ---- */

static trn_status check_options(const trn_read_options *o, trn_error *err)
{
    if ((unsigned)o->format > TRN_FILE_RAW32) return trn_error_set(err, TRN_ERR_ARGUMENT, "format: unknown, %d", (int)o->format);
    if (o->raw && o->has_range) return trn_error_set(err, TRN_ERR_ARGUMENT, "raw and range exclude each other");
    if (o->has_range && !trn_scale_valid(o->range_lo, o->range_hi))
        return trn_error_set(err, TRN_ERR_ARGUMENT, "range: both ends must be finite and fit a float");
    if (o->width < 0 || o->height < 0)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "width and height must be at least 0, got %d and %d", o->width, o->height);
    if (!(o->world_size >= 0 && o->world_size - o->world_size == 0))
        return trn_error_set(err, TRN_ERR_ARGUMENT, "world_size must be finite and at least 0");
    return TRN_OK;
}

/* ---- formats ---- */

static const char *foreign_format(const uint8_t *b, size_t n)
{
    static const struct { const char *start; size_t length; const char *name; } known[] = {
        {"\xff\xd8\xff", 3, "a JPEG file"}, {"GIF8", 4, "a GIF file"},       {"II*\0", 4, "a TIFF file"},
        {"MM\0*", 4, "a TIFF file"},        {"v/1\x01", 4, "an OpenEXR file"}, {"RIFF", 4, "a WebP file"},
        {"8BPS", 4, "a Photoshop file"},    {"DDS ", 4, "a DDS file"},        {"glTF", 4, "a mesh"},
        {"BM", 2, "a BMP file"},            {"\x89PNG", 4, "a PNG whose line ends were changed by a copy"}};
    for (int32_t i = 0; i < TRN_COUNT(known); ++i)
        if (n >= known[i].length && memcmp(b, known[i].start, known[i].length) == 0) return known[i].name;
    return NULL;
}

static trn_status find_format(reading *r, trn_error *err)
{
    size_t n;
    const uint8_t *first = trn_source_peek(&r->source, &n);
    if (r->source.failure) return trn_source_failed(&r->source, err);
    if (n == 0) return trn_file_fail(err, TRN_ERR_FORMAT, r->path, "is empty");
    trn_file_format format = r->options.format;
    const bool png = trn_png_signature(first, n), named_png = trn_path_ends(r->path, ".png");
    if (format == TRN_FILE_AUTO) {
        if (png) format = TRN_FILE_PNG; /* whatever its name is */
        else if (named_png) format = TRN_FILE_PNG;
        else if (trn_path_ends(r->path, ".r16") || trn_path_ends(r->path, ".raw")) format = TRN_FILE_RAW16;
        else if (trn_path_ends(r->path, ".r32") || trn_path_ends(r->path, ".f32")) format = TRN_FILE_RAW32;
    }
    if (format == TRN_FILE_PNG && png && !named_png) trn_log_message(r->rt, TRN_LOG_INFO, "%s: is a PNG, by its content", r->path);
    r->info.format = format;
    if (format == TRN_FILE_RAW16 || format == TRN_FILE_RAW32 || png) return TRN_OK;
    const char *foreign = foreign_format(first, n);
    if (foreign) return trn_file_fail(err, TRN_ERR_FORMAT, r->path, "is not a PNG but %s", foreign);
    if (format == TRN_FILE_PNG) return trn_file_fail(err, TRN_ERR_FORMAT, r->path, "is not a PNG: it does not begin as one");
    return trn_file_fail(err, TRN_ERR_FORMAT, r->path,
                         "is not a PNG; headerless files end in .r16, .raw, .r32 or .f32, or have their format stated");
}

/* ---- what the numbers mean ---- */

static trn_status read_sidecar(reading *r, trn_error *err)
{
    if (r->options.raw) return TRN_OK;
    trn_error why;
    const trn_status status = trn_sidecar_read(r->rt, r->path, &r->sidecar, &why);
    const bool broken = status == TRN_ERR_FORMAT || status == TRN_ERR_IO;
    if (status && !(broken && r->options.has_range)) { /* with the range at hand, a broken sidecar is as good as none */
        if (err) *err = why;
        return status;
    }
    r->info.has_sidecar = r->sidecar.found;
    return TRN_OK;
}

static void settle_meaning(reading *r)
{
    const trn_read_options *o = &r->options;
    const trn_sidecar *s = &r->sidecar;
    trn_file_info *i = &r->info;
    i->world_size = o->world_size > 0 ? o->world_size : s->world_size;
    if (i->format == TRN_FILE_RAW32) return;
    r->scale.max = (double)((1 << i->bits) - 1);
    r->scale.lo = i->range_lo = o->has_range ? o->range_lo : s->has_range ? s->range_lo : 0;
    r->scale.hi = i->range_hi = o->has_range ? o->range_hi : s->has_range ? s->range_hi : o->raw ? r->scale.max : 1;
}

/* ---- the head of the file ---- */

static trn_status open_png(reading *r, trn_error *err)
{
    const trn_read_options *o = &r->options;
    trn_png_header h;
    const trn_status status = trn_png_open(r->rt, &r->source, &r->png, &h, err);
    if (status) return status;
    if ((o->width && o->width != h.width) || (o->height && o->height != h.height))
        return trn_file_fail(err, TRN_ERR_FORMAT, r->path, "has %d x %d pixels, not %d x %d", h.width, h.height,
                             o->width ? o->width : h.width, o->height ? o->height : h.height);
    r->info.width = h.width;
    r->info.height = h.height;
    r->info.channels = h.channels;
    r->info.bits = h.bits;
    return TRN_OK;
}

static trn_status open_raw(reading *r, trn_error *err)
{
    const trn_read_options *o = &r->options;
    trn_file_info *i = &r->info;
    i->channels = 1;
    i->bits = i->format == TRN_FILE_RAW16 ? 16 : 32;
    if (i->bits == 32 && o->has_range)
        return trn_file_fail(err, TRN_ERR_ARGUMENT, r->path, "a range says what integers mean; this file holds float32 heights");
    i->width = o->width;
    i->height = o->height;
    if (!o->width && !o->height) {
        i->width = r->sidecar.width;
        i->height = r->sidecar.height;
    }
    r->big_endian = o->big_endian || r->sidecar.big_endian;
    trn_status status = trn_raw_size(&r->source, i->bits / 8, &i->width, &i->height, err);
    if (!status && (status = trn_check_size(r->rt, i->width, i->height, err))) trn_error_prefix(err, r->path);
    return status;
}

static trn_status open_file(reading *r, trn_error *err)
{
    trn_status status = check_options(&r->options, err);
    if (!status) status = trn_source_open(&r->source, r->rt, r->path, NULL, err);
    if (!status) status = find_format(r, err);
    if (!status) status = read_sidecar(r, err);
    if (!status) status = r->info.format == TRN_FILE_PNG ? open_png(r, err) : open_raw(r, err);
    if (!status) settle_meaning(r);
    return status;
}

static void close_file(reading *r)
{
    trn_png_close(r->png);
    trn_source_close(&r->source);
}

/* ---- the pixels ---- */

static trn_status read_layer(reading *r, const trn_stop *stop, trn_layer *layer, trn_error *err)
{
    switch (r->info.format) {
    case TRN_FILE_RAW16: return trn_raw_read16(&r->source, r->scale, r->big_endian, layer, stop, err);
    case TRN_FILE_RAW32: return trn_raw_read32(&r->source, r->big_endian, layer, stop, err);
    default: return trn_png_read(r->png, r->scale, layer, stop, err);
    }
}

static trn_status make_image(reading *r, const trn_stop *stop, trn_image **out, trn_error *err)
{
    trn_layer *layer;
    trn_image *image = NULL;
    trn_status status = trn_layer_new(r->rt, TRN_F32, r->info.width, r->info.height, r->info.channels, &layer, err);
    if (!status) status = read_layer(r, stop, layer, err);
    if (!status) status = trn_image_new(r->rt, r->info.width, r->info.height, &image, err);
    if (!status) status = trn_image_put(image, "C", layer, err);
    if (!status) trn_image_set_world_size(image, r->info.world_size);
    trn_layer_release(layer);
    if (status) trn_image_release(image);
    else *out = image;
    return status;
}

/* ---- calls ---- */

static reading start(trn_runtime *rt, const char *path, const trn_read_options *options)
{
    reading r = {.rt = rt, .path = path, .source.fd = -1};
    if (options) r.options = *options;
    return r;
}

trn_status trn_read_image(trn_runtime *rt, const char *path, const trn_read_options *options, const trn_stop *stop,
                          trn_image **out, trn_error *err)
{
    *out = NULL;
    const trn_fp_mode mode = trn_fp_enter();
    reading r = start(rt, path, options);
    trn_status status = open_file(&r, err);
    if (!status) status = make_image(&r, stop, out, err);
    close_file(&r);
    trn_fp_leave(mode);
    return status;
}

trn_status trn_image_read(trn_runtime *rt, const char *path, const trn_read_options *options, trn_image **out, trn_error *err)
{
    return trn_read_image(rt, path, options, NULL, out, err);
}

trn_status trn_file_inspect(trn_runtime *rt, const char *path, const trn_read_options *options, trn_file_info *out, trn_error *err)
{
    *out = (trn_file_info){0};
    const trn_fp_mode mode = trn_fp_enter();
    reading r = start(rt, path, options);
    const trn_status status = open_file(&r, err);
    if (!status) *out = r.info;
    close_file(&r);
    trn_fp_leave(mode);
    return status;
}

trn_status trn_stamp_file(trn_runtime *rt, const char *path, const trn_stop *stop, trn_key *key, trn_error *err)
{
    trn_key content, meaning = {0, 0};
    trn_status status = trn_file_key(rt, path, stop, &content, err);
    if (status) return status;
    char *name = trn_sidecar_path(rt, path);
    if (!name) return trn_out_of_memory(rt, strlen(path), err);
    trn_error why; /* a sidecar that cannot be read is an error of reading, if of anything */
    status = trn_file_key(rt, name, stop, &meaning, &why);
    trn_free(rt, name);
    if (status == TRN_ERR_MEMORY || status == TRN_ERR_CANCELLED) {
        if (err) *err = why;
        return status;
    }
    *key = trn_hash_join(*key, trn_hash_join(content, meaning));
    return TRN_OK;
}
