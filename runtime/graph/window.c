/* window.c - see window.h. */
#include "graph/window.h"
#include <string.h>

typedef struct cut {
    const char *from;
    char *to;
    size_t element, stride; /* stride: bytes from one row of the source to the next */
    trn_region held, region, bounds;
    bool wrap;
} cut;

static int64_t wrapped(int64_t at, int64_t edge, int64_t length)
{
    const int64_t r = (at - edge) % length;
    return edge + (r < 0 ? r + length : r);
}

static void cut_rows(void *work, int32_t begin, int32_t end)
{
    const cut *c = work;
    for (int32_t j = begin; j < end; ++j) {
        const int64_t y = c->wrap ? wrapped(c->region.y + j, c->bounds.y, c->bounds.height) : c->region.y + j;
        const char *row = c->from + (size_t)(y - c->held.y) * c->stride;
        char *out = c->to + (size_t)j * (size_t)c->region.width * c->element;
        for (int32_t i = 0, run; i < c->region.width; i += run) { /* up to the image's edge, where it begins anew */
            const int64_t x = c->wrap ? wrapped(c->region.x + i, c->bounds.x, c->bounds.width) : c->region.x + i;
            const int64_t left = c->wrap ? c->bounds.x + c->bounds.width - x : c->region.width;
            run = (int32_t)(left < c->region.width - i ? left : c->region.width - i);
            memcpy(out + (size_t)i * c->element, row + (size_t)(x - c->held.x) * c->element, (size_t)run * c->element);
        }
    }
}

static trn_status cut_layer(trn_runtime *rt, trn_layer *layer, cut *c, const trn_stop *stop, trn_layer **out, trn_error *err)
{
    const trn_layer_info *from = trn_layer_get_info(layer);
    trn_status st = trn_layer_to_host(layer, err);
    if (st == TRN_OK) st = trn_layer_new(rt, (trn_type)from->type, c->region.width, c->region.height, from->channels, out, err);
    if (st != TRN_OK) return st;
    const trn_layer_info *to = trn_layer_get_info(*out);
    c->element = from->type == TRN_F64 ? 8 : 4;
    c->stride = (size_t)from->width * c->element;
    const int32_t grain = 1 + 65536 / c->region.width;
    for (int32_t k = 0; k < from->channels; ++k) {
        c->from = (const char *)from->data + (size_t)k * (size_t)from->stride * c->element;
        c->to = (char *)(uintptr_t)to->data + (size_t)k * (size_t)to->stride * c->element;
        trn_parallel_for(rt, c->region.height, grain, cut_rows, c, stop);
    }
    return trn_stop_asked(stop) ? trn_error_set(err, TRN_ERR_CANCELLED, "cancelled") : TRN_OK;
}

trn_status trn_window_cut(trn_image *image, trn_region held, trn_region region, const trn_domain *domain, bool wrap,
                          const trn_stop *stop, trn_image **out, trn_error *err)
{
    trn_runtime *rt = trn_image_runtime(image);
    cut c = {.held = held, .region = region, .bounds = domain->bounds, .wrap = wrap && domain->bounded};
    trn_status st = trn_check_size(rt, region.width, region.height, err);
    if (st == TRN_OK) st = trn_image_new(rt, region.width, region.height, out, err);
    for (int32_t i = 0; st == TRN_OK && i < trn_image_count(image); ++i) {
        const trn_named_layer l = trn_image_at(image, i);
        trn_layer *piece = NULL;
        st = cut_layer(rt, l.layer, &c, stop, &piece, err);
        if (st == TRN_OK) st = trn_image_put(*out, l.name, piece, err);
        trn_layer_release(piece);
    }
    if (st == TRN_OK) {
        trn_image_set_extent(*out, trn_image_extent(image));
        return TRN_OK;
    }
    trn_image_release(*out);
    *out = NULL;
    return st;
}
