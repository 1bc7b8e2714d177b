/* layer_write.c - layers to files. */
#include "io/png_codec.h"
#include "io/raw_codec.h"
#include "io/sidecar.h"
#include <float.h>
#include <string.h>

typedef struct writing {
    trn_layer *layer;
    const trn_layer_info *info;
    const char *path;
    trn_write_options options;
    trn_file_format format;
    int32_t bits;
    trn_scale scale; /* integer formats */
    char *sidecar_path;
    bool stale_sidecar;
    trn_sink file, sidecar;
} writing;

/* ---- options ---- */

static trn_status settle_format(writing *w, trn_error *err)
{
    const trn_write_options *o = &w->options;
    const char *p = w->path;
    w->format = o->format;
    if ((unsigned)o->format > TRN_FILE_RAW32) return trn_error_set(err, TRN_ERR_ARGUMENT, "format: unknown, %d", (int)o->format);
    if (w->format == TRN_FILE_AUTO) {
        if (trn_path_ends(p, ".png")) w->format = TRN_FILE_PNG;
        else if (trn_path_ends(p, ".r16") || trn_path_ends(p, ".raw")) w->format = TRN_FILE_RAW16;
        else if (trn_path_ends(p, ".r32") || trn_path_ends(p, ".f32")) w->format = TRN_FILE_RAW32;
        else return trn_file_fail(err, TRN_ERR_ARGUMENT, p, "names of files end in .png, .r16, .raw, .r32 or .f32, or have their format stated");
    }
    const bool png = w->format == TRN_FILE_PNG;
    const int32_t max_channels = png ? 4 : 1;
    if (w->info->channels > max_channels)
        return trn_file_fail(err, TRN_ERR_ARGUMENT, p, "the layer has %d channels, this format takes at most %d; write them apart",
                             w->info->channels, max_channels);
    w->bits = w->format == TRN_FILE_RAW16 ? 16 : w->format == TRN_FILE_RAW32 ? 32 : w->info->channels == 1 ? 16 : 8;
    if (o->bits && o->bits != w->bits) {
        if (!png) return trn_file_fail(err, TRN_ERR_ARGUMENT, p, "bits: this format has %d, got %d", w->bits, o->bits);
        if (o->bits != 8 && o->bits != 16) return trn_file_fail(err, TRN_ERR_ARGUMENT, p, "bits: 8 or 16, got %d", o->bits);
        w->bits = o->bits;
    }
    return TRN_OK;
}

static trn_status check_options(const writing *w, trn_error *err)
{
    const trn_write_options *o = &w->options;
    if (o->level < 0 || o->level > 9) return trn_file_fail(err, TRN_ERR_ARGUMENT, w->path, "level: 1 to 9, got %d", o->level);
    if (o->has_range && !trn_scale_valid(o->range_lo, o->range_hi))
        return trn_file_fail(err, TRN_ERR_ARGUMENT, w->path, "range: both ends must be finite and fit a float");
    if (o->has_range && w->format == TRN_FILE_RAW32)
        return trn_file_fail(err, TRN_ERR_ARGUMENT, w->path, "a range says what integers mean; float32 holds the heights themselves");
    if (!(o->world_size >= 0 && o->world_size - o->world_size == 0))
        return trn_file_fail(err, TRN_ERR_ARGUMENT, w->path, "world_size must be finite and at least 0");
    if (o->key && !trn_sidecar_key_valid(o->key))
        return trn_file_fail(err, TRN_ERR_ARGUMENT, w->path, "key: up to 64 hexadecimal digits, got '%.80s'", o->key);
    return TRN_OK;
}

/* ---- numbers ---- */

static double value_at(const trn_layer_info *l, size_t i)
{
    return l->type == TRN_F32 ? ((const float *)l->data)[i] : l->type == TRN_F64 ? ((const double *)l->data)[i] : ((const int32_t *)l->data)[i];
}

static trn_status voids(const writing *w, int32_t channel, int64_t count, trn_error *err)
{
    const trn_layer_info *l = w->info;
    const size_t base = (size_t)channel * (size_t)l->stride;
    size_t i = 0;
    while (value_at(l, base + i) == value_at(l, base + i)) ++i;
    return trn_file_fail(err, TRN_ERR_DATA, w->path,
                         "%lld voids (NaN), the first at x %lld, y %lld in channel %d: integers have none; fill them with :fill_voids{}, or write float32 (.r32)",
                         (long long)count, (long long)(i % (size_t)l->width), (long long)(i / (size_t)l->width), channel + 1);
}

/* Least and greatest over all channels, and whether the numbers can be written. */
static trn_status measure(const writing *w, double *lo, double *hi, trn_error *err)
{
    for (int32_t c = 0; c < w->info->channels; ++c) {
        trn_layer_stats s;
        const trn_status status = trn_layer_get_stats(w->layer, c, &s, err);
        if (status) return status;
        if (s.nan && w->format != TRN_FILE_RAW32) return voids(w, c, s.nan, err);
        if (!trn_scale_valid(s.min, s.max))
            return trn_file_fail(err, TRN_ERR_DATA, w->path, "the layer holds infinite numbers, or numbers that no float holds");
        if (c == 0 || s.min < *lo) *lo = s.min;
        if (c == 0 || s.max > *hi) *hi = s.max;
    }
    return TRN_OK;
}

static trn_status settle_scale(writing *w, trn_error *err)
{
    const trn_write_options *o = &w->options;
    const bool ids = w->info->type == TRN_I32;
    double lo = 0, hi = 0;
    const trn_status status = measure(w, &lo, &hi, err);
    if (status) return status;
    if (w->format == TRN_FILE_RAW32) {
        if (ids && (lo < -16777216 || hi > 16777216))
            return trn_file_fail(err, TRN_ERR_DATA, w->path, "ids from %.0f to %.0f: float32 holds whole numbers up to 16777216", lo, hi);
        return TRN_OK;
    }
    const double max = w->bits == 16 ? 65535 : 255;
    if (o->has_range) w->scale = (trn_scale){o->range_lo, o->range_hi, max};
    else if (ids) w->scale = (trn_scale){0, max, max};
    else if (w->info->channels == 1 && w->bits == 16) w->scale = (trn_scale){lo, hi, max};
    else w->scale = (trn_scale){0, 1, max};
    if (ids && !o->has_range && (lo < 0 || hi > max))
        return trn_file_fail(err, TRN_ERR_DATA, w->path, "ids from %.0f to %.0f do not fit %d bits; give a range to scale them", lo, hi, w->bits);
    return TRN_OK;
}

/* ---- files ---- */

static trn_status write_file(writing *w, trn_error *err)
{
    const trn_write_options *o = &w->options;
    trn_status status = trn_sink_open(&w->file, trn_layer_runtime(w->layer), w->path, err);
    if (status) return status;
    switch (w->format) {
    case TRN_FILE_RAW16: status = trn_raw_write16(&w->file, w->info, w->scale, o->big_endian, err); break;
    case TRN_FILE_RAW32: status = trn_raw_write32(&w->file, w->info, o->big_endian, err); break;
    default: status = trn_png_write(&w->file, w->info, w->scale, w->bits, o->level ? o->level : 6, err); break;
    }
    return status ? status : trn_sink_finish(&w->file, err);
}

static trn_status write_sidecar(writing *w, trn_error *err)
{
    const trn_write_options *o = &w->options;
    const trn_sidecar s = {.has_range = w->format != TRN_FILE_RAW32, .range_lo = w->scale.lo, .range_hi = w->scale.hi,
                           .world_size = o->world_size, .width = w->info->width, .height = w->info->height,
                           .big_endian = o->big_endian, .key = o->key};
    const trn_status status = trn_sink_open(&w->sidecar, trn_layer_runtime(w->layer), w->sidecar_path, err);
    if (status) return status;
    if (!trn_sidecar_write(&s, w->format != TRN_FILE_PNG, &w->sidecar)) return trn_sink_failed(&w->sidecar, err);
    return trn_sink_finish(&w->sidecar, err);
}

/* A sidecar of ours that stands there already would give the new numbers the meaning of those that they replace. */
static trn_status find_stale_sidecar(writing *w, trn_error *err)
{
    trn_sidecar old;
    trn_error why;
    const trn_status status = trn_sidecar_read(trn_layer_runtime(w->layer), w->path, &old, &why);
    w->stale_sidecar = old.found;
    if (status != TRN_ERR_MEMORY) return TRN_OK;
    if (err) *err = why;
    return status;
}

static trn_status write_all(writing *w, trn_error *err)
{
    if (!w->path || !*w->path) return trn_error_set(err, TRN_ERR_ARGUMENT, "a file name is needed");
    trn_status status = settle_format(w, err);
    if (!status) status = check_options(w, err);
    if (!status) status = settle_scale(w, err);
    if (status) return status;
    trn_runtime *rt = trn_layer_runtime(w->layer);
    w->sidecar_path = trn_sidecar_path(rt, w->path);
    if (!w->sidecar_path) return trn_out_of_memory(rt, strlen(w->path), err);
    status = write_file(w, err);
    if (!status) status = w->options.sidecar ? write_sidecar(w, err) : find_stale_sidecar(w, err);
    /* both are whole and on the disk; the sidecar goes first, since without its image it does no harm */
    if (!status && w->options.sidecar) status = trn_sink_publish(&w->sidecar, err);
    if (!status) status = trn_sink_publish(&w->file, err);
    if (w->sidecar.published && !w->file.published) trn_file_remove(w->sidecar_path);
    if (!status && w->stale_sidecar) trn_file_remove(w->sidecar_path);
    return status;
}

trn_status trn_layer_write(trn_layer *layer, const char *path, const trn_write_options *options, trn_error *err)
{
    const trn_fp_mode mode = trn_fp_enter();
    trn_runtime *rt = trn_layer_runtime(layer);
    writing w = {.layer = layer, .info = trn_layer_get_info(layer), .path = path};
    w.file = w.sidecar = (trn_sink){.rt = rt, .fd = -1};
    if (options) w.options = *options;
    const trn_status status = write_all(&w, err);
    trn_sink_close(&w.file);
    trn_sink_close(&w.sidecar);
    trn_free(rt, w.sidecar_path);
    trn_fp_leave(mode);
    return status;
}
