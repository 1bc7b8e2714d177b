/* outcome_file.c - see outcome_file.h. */
#include "graph/outcome_file.h"
#include <string.h>

enum { FORMAT = 2, HEAD = 64, ROW = 72, NAME = 64, FIGURE_NAME = 48, FIGURE_UNIT = 16, CHECKSUM = 16, PIECE = 1 << 20 };
static const char magic[8] = "TRNRSLT\n";

_Static_assert(sizeof((trn_report_line *)0)->name == FIGURE_NAME && sizeof((trn_report_line *)0)->unit == FIGURE_UNIT, "figures fit");

/* ---- numbers ---- */

static void put32(uint8_t *to, uint32_t v)
{
    for (int i = 0; i < 4; ++i) to[i] = (uint8_t)(v >> 8 * i);
}

static uint32_t get32(const uint8_t *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static void put_double(uint8_t *to, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, 8);
    put32(to, (uint32_t)bits);
    put32(to + 4, (uint32_t)(bits >> 32));
}

static double get_double(const uint8_t *from)
{
    const uint64_t bits = get32(from) | (uint64_t)get32(from + 4) << 32;
    double v;
    memcpy(&v, &bits, 8);
    return v;
}

static bool big_endian(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 0;
}

static void reverse_each(uint8_t *bytes, size_t n, size_t size)
{
    for (size_t at = 0; at < n; at += size)
        for (size_t i = 0; i < size / 2; ++i) {
            const uint8_t b = bytes[at + i];
            bytes[at + i] = bytes[at + size - 1 - i];
            bytes[at + size - 1 - i] = b;
        }
}

static size_t element(int32_t type) { return type == TRN_F64 ? 8 : 4; }

static void hash_more(trn_key *sum, const void *bytes, size_t n) { *sum = trn_hash_join(*sum, trn_hash(bytes, n)); }

/* ---- writing ---- */

static uint64_t plane_bytes(const trn_layer_info *l) { return (uint64_t)l->width * (uint64_t)l->height * element(l->type); }

static size_t head_bytes(uint32_t layers, uint32_t figures) { return HEAD + (size_t)ROW * ((size_t)layers + figures); }

uint64_t trn_outcome_file_size(const trn_outcome *o)
{
    const int32_t layers = trn_image_count(o->image);
    uint64_t bytes = head_bytes((uint32_t)layers, (uint32_t)o->figure_count) + CHECKSUM;
    for (int32_t i = 0; i < layers; ++i) {
        const trn_layer_info *l = trn_layer_get_info(trn_image_at(o->image, i).layer);
        bytes += plane_bytes(l) * (uint64_t)l->channels;
    }
    return bytes;
}

static void fill_head(const trn_outcome *o, trn_key key, uint8_t *head)
{
    const int32_t layers = trn_image_count(o->image);
    memcpy(head, magic, sizeof magic);
    put32(head + 8, FORMAT);
    put32(head + 12, (uint32_t)layers);
    trn_key_bytes(key, head + 16);
    put32(head + 32, (uint32_t)trn_image_width(o->image));
    put32(head + 36, (uint32_t)trn_image_height(o->image));
    put32(head + 40, (uint32_t)o->figure_count);
    put_double(head + 48, trn_image_extent(o->image).world_size);
    put_double(head + 56, (double)trn_image_extent(o->image).pixels);
    uint8_t *row = head + HEAD;
    for (int32_t i = 0; i < layers; ++i, row += ROW) {
        const trn_named_layer l = trn_image_at(o->image, i);
        memcpy(row, l.name, strlen(l.name));
        put32(row + NAME, (uint32_t)trn_layer_get_info(l.layer)->type);
        put32(row + NAME + 4, (uint32_t)trn_layer_get_info(l.layer)->channels);
    }
    for (int32_t i = 0; i < o->figure_count; ++i, row += ROW) {
        memcpy(row, o->figures[i].name, strlen(o->figures[i].name));
        memcpy(row + FIGURE_NAME, o->figures[i].unit, strlen(o->figures[i].unit));
        put_double(row + FIGURE_NAME + FIGURE_UNIT, o->figures[i].value);
    }
}

typedef struct writing {
    trn_sink *sink;
    const trn_stop *stop;
    uint8_t *piece; /* room for one where bytes have to be put in order, else NULL */
    trn_key sum;    /* of what was written */
} writing;

static bool write_plane(writing *w, const uint8_t *plane, uint64_t bytes, size_t size)
{
    for (size_t n; bytes > 0; bytes -= n, plane += n) {
        n = bytes < PIECE ? (size_t)bytes : PIECE;
        const uint8_t *from = plane;
        if (w->piece) {
            memcpy(w->piece, plane, n);
            reverse_each(w->piece, n, size);
            from = w->piece;
        }
        hash_more(&w->sum, from, n);
        if (trn_stop_asked(w->stop) || !trn_sink_write(w->sink, from, n)) return false;
    }
    return true;
}

static bool write_layer(writing *w, const trn_layer_info *l)
{
    const size_t size = element(l->type);
    bool good = true;
    for (int32_t c = 0; good && c < l->channels; ++c)
        good = write_plane(w, (const uint8_t *)l->data + (size_t)c * (size_t)l->stride * size, plane_bytes(l), size);
    return good;
}

bool trn_outcome_write(const trn_outcome *o, trn_key key, const trn_stop *stop, trn_sink *sink)
{
    const size_t bytes = head_bytes((uint32_t)trn_image_count(o->image), (uint32_t)o->figure_count);
    uint8_t *head = trn_alloc_zero(sink->rt, bytes);
    writing w = {.sink = sink, .stop = stop, .piece = big_endian() ? trn_alloc(sink->rt, PIECE) : NULL};
    bool good = head && (w.piece || !big_endian());
    if (good) {
        fill_head(o, key, head);
        w.sum = trn_hash(head, bytes);
        good = trn_sink_write(sink, head, bytes);
    }
    for (int32_t i = 0; good && i < trn_image_count(o->image); ++i)
        good = write_layer(&w, trn_layer_get_info(trn_image_at(o->image, i).layer));
    if (good) {
        uint8_t checksum[CHECKSUM];
        trn_key_bytes(w.sum, checksum);
        good = trn_sink_write(sink, checksum, CHECKSUM);
    }
    trn_free(sink->rt, w.piece);
    trn_free(sink->rt, head);
    return good;
}

/* ---- reading ---- */

typedef struct head {
    int32_t width, height;
    uint32_t layers, figures;
    size_t bytes;        /* of all before the planes */
    uint8_t *rows;       /* of layers, then of figures */
    trn_key sum;         /* of what has been read */
} head;

static trn_reading came_short(const trn_source *s) { return s->failure ? TRN_READ_NOT : TRN_READ_DAMAGED; }

static bool is_name(const uint8_t *text, size_t room) { return text[0] && text[room - 1] == 0; }

/* Sums up what the head says the file must be long; false: no image is like that. */
static bool add_up(const head *h, uint64_t *size)
{
    const uint64_t pixels = (uint64_t)h->width * (uint64_t)h->height; /* of two positive int32_t */
    *size = h->bytes + CHECKSUM;
    for (uint32_t i = 0; i < h->layers; ++i) {
        const uint8_t *row = h->rows + (size_t)i * ROW;
        const uint32_t type = get32(row + NAME), channels = get32(row + NAME + 4);
        if (!is_name(row, NAME) || type > TRN_I32 || channels < 1 || channels > 64) return false;
        if (pixels > (UINT64_MAX - *size) / (element((int32_t)type) * channels)) return false;
        *size += pixels * element((int32_t)type) * channels;
    }
    for (uint32_t i = 0; i < h->figures; ++i) {
        const uint8_t *row = h->rows + (size_t)(h->layers + i) * ROW;
        if (!is_name(row, FIGURE_NAME) || row[FIGURE_NAME + FIGURE_UNIT - 1] != 0) return false;
    }
    return true;
}

static trn_reading read_head(trn_source *s, trn_key key, head *h, trn_extent *extent)
{
    uint8_t fixed[HEAD], wanted[16];
    if (trn_source_read(s, fixed, HEAD) != HEAD) return came_short(s);
    trn_key_bytes(key, wanted);
    if (memcmp(fixed, magic, sizeof magic) != 0 || get32(fixed + 8) != FORMAT || memcmp(fixed + 16, wanted, 16) != 0)
        return TRN_READ_DAMAGED;
    h->layers = get32(fixed + 12);
    h->figures = get32(fixed + 40);
    h->width = (int32_t)(get32(fixed + 32) & INT32_MAX);
    h->height = (int32_t)(get32(fixed + 36) & INT32_MAX);
    const double pixels = get_double(fixed + 56);
    *extent = (trn_extent){get_double(fixed + 48), pixels >= 0 && pixels <= 0x1p53 ? (int64_t)pixels : 0};
    const uint64_t most = s->size / ROW; /* rows that the file may hold at all */
    if (h->width < 1 || h->height < 1 || h->layers < 1 || h->layers > most || h->figures > most) return TRN_READ_DAMAGED;
    h->bytes = head_bytes(h->layers, h->figures);
    if (h->bytes + CHECKSUM > s->size) return TRN_READ_DAMAGED;

    uint8_t *all = trn_alloc(s->rt, h->bytes); /* in one piece, as it was hashed */
    if (!all) return TRN_READ_NOT;
    memcpy(all, fixed, HEAD);
    h->rows = all + HEAD;
    if (trn_source_read(s, h->rows, h->bytes - HEAD) != h->bytes - HEAD) return came_short(s);
    h->sum = trn_hash(all, h->bytes);
    uint64_t size;
    return add_up(h, &size) && size == s->size ? TRN_READ_WELL : TRN_READ_DAMAGED;
}

static trn_reading read_plane(trn_source *s, uint8_t *plane, uint64_t bytes, size_t size, const trn_stop *stop, trn_key *sum)
{
    for (size_t n; bytes > 0; bytes -= n, plane += n) {
        n = bytes < PIECE ? (size_t)bytes : PIECE;
        if (trn_stop_asked(stop)) return TRN_READ_NOT;
        if (trn_source_read(s, plane, n) != n) return came_short(s);
        hash_more(sum, plane, n);
        if (big_endian()) reverse_each(plane, n, size);
    }
    return TRN_READ_WELL;
}

static void *plane_of(trn_layer *layer, int32_t c)
{
    switch ((trn_type)trn_layer_get_info(layer)->type) {
    case TRN_F64: return trn_layer_f64(layer, c);
    case TRN_I32: return trn_layer_i32(layer, c);
    default: return trn_layer_f32(layer, c);
    }
}

static trn_reading read_layer(trn_source *s, const uint8_t *row, const trn_stop *stop, head *h, trn_image *image)
{
    const trn_type type = (trn_type)get32(row + NAME);
    const int32_t channels = (int32_t)get32(row + NAME + 4);
    trn_layer *layer;
    if (trn_layer_new(s->rt, type, h->width, h->height, channels, &layer, NULL) != TRN_OK) return TRN_READ_NOT;
    const trn_layer_info *l = trn_layer_get_info(layer);
    trn_reading how = TRN_READ_WELL;
    for (int32_t c = 0; how == TRN_READ_WELL && c < l->channels; ++c)
        how = read_plane(s, plane_of(layer, c), plane_bytes(l), element(l->type), stop, &h->sum);
    if (how == TRN_READ_WELL && trn_image_put(image, (const char *)row, layer, NULL) != TRN_OK) how = TRN_READ_NOT;
    trn_layer_release(layer);
    return how;
}

static trn_reading read_image(trn_source *s, const trn_stop *stop, head *h, trn_image *image)
{
    for (uint32_t i = 0; i < h->layers; ++i) {
        const trn_reading how = read_layer(s, h->rows + (size_t)i * ROW, stop, h, image);
        if (how != TRN_READ_WELL) return how;
    }
    uint8_t found[CHECKSUM], wanted[CHECKSUM];
    if (trn_source_read(s, found, CHECKSUM) != CHECKSUM) return came_short(s);
    trn_key_bytes(h->sum, wanted);
    const bool once_each = trn_image_count(image) == (int32_t)h->layers; /* no name twice */
    return memcmp(found, wanted, CHECKSUM) == 0 && once_each ? TRN_READ_WELL : TRN_READ_DAMAGED;
}

static trn_reading finish(trn_runtime *rt, const head *h, trn_image *image, trn_outcome **out)
{
    trn_report_line *figures = h->figures ? trn_alloc(rt, (size_t)h->figures * sizeof *figures) : NULL;
    if (h->figures && !figures) return TRN_READ_NOT;
    for (uint32_t i = 0; i < h->figures; ++i) {
        const uint8_t *row = h->rows + (size_t)(h->layers + i) * ROW;
        memcpy(figures[i].name, row, FIGURE_NAME);
        memcpy(figures[i].unit, row + FIGURE_NAME, FIGURE_UNIT);
        figures[i].value = get_double(row + FIGURE_NAME + FIGURE_UNIT);
    }
    const trn_status st = trn_outcome_new(rt, trn_image_retain(image), figures, (int32_t)h->figures, out, NULL);
    return st == TRN_OK ? TRN_READ_WELL : TRN_READ_NOT;
}

trn_reading trn_outcome_read(trn_source *s, trn_key key, const trn_stop *stop, trn_outcome **out)
{
    head h = {0};
    trn_extent extent = {0, 0};
    trn_image *image = NULL;
    *out = NULL;
    trn_reading how = read_head(s, key, &h, &extent);
    /* over a limit: what another runtime may hold is no damage */
    if (how == TRN_READ_WELL && (trn_check_size(s->rt, h.width, h.height, NULL) != TRN_OK ||
                                 trn_image_new(s->rt, h.width, h.height, &image, NULL) != TRN_OK))
        how = TRN_READ_NOT;
    if (how == TRN_READ_WELL) {
        trn_image_set_extent(image, extent);
        how = read_image(s, stop, &h, image);
    }
    if (how == TRN_READ_WELL) how = finish(s->rt, &h, image, out);
    trn_image_release(image);
    if (h.rows) trn_free(s->rt, h.rows - HEAD);
    return how;
}
