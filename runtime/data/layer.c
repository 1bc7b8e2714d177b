/* layer.c - grids of numbers: planar channels, bottom row first, immutable once shared. */
#include "core/device.h"
#include "data/data.h"
#include <string.h>

struct trn_layer {
    trn_ref ref;
    trn_runtime *rt;
    trn_layer_info info;
    void *data;
    trn_mirror mirror; /* of the data */
    atomic_int hashed; /* 0: not yet; 1: somebody is at it; 2: key holds it */
    atomic_bool sealed; /* it is part of an image */
    int32_t holders; /* see trn_layer_holders */
    trn_key key;
};

static size_t element_size(trn_type type) { return type == TRN_F64 ? 8 : 4; }

trn_status trn_check_size(trn_runtime *rt, int64_t width, int64_t height, trn_error *err)
{
    const trn_limits *l = trn_runtime_limits(rt);
    if (width < 1 || height < 1)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "size %lldx%lld: both sides must be at least 1", (long long)width, (long long)height);
    if (width > l->max_side || height > l->max_side)
        return trn_error_set(err, TRN_ERR_LIMIT, "size %lldx%lld: a side may have at most %d pixels here", (long long)width,
                             (long long)height, l->max_side);
    if (width * height > l->max_pixels)
        return trn_error_set(err, TRN_ERR_LIMIT, "size %lldx%lld: an image may have at most %lld pixels here", (long long)width,
                             (long long)height, (long long)l->max_pixels);
    return TRN_OK;
}

trn_status trn_layer_new(trn_runtime *rt, trn_type type, int32_t width, int32_t height, int32_t channels, trn_layer **out,
                         trn_error *err)
{
    *out = NULL;
    const trn_status st = trn_check_size(rt, width, height, err);
    if (st != TRN_OK) return st;
    if (channels < 1 || channels > 64)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "a layer has 1 to 64 channels, got %d", channels);
    const size_t per_line = TRN_ALIGN / element_size(type);
    const size_t stride = ((size_t)width * (size_t)height + per_line - 1) / per_line * per_line;
    size_t bytes; /* the limits keep stride under 2^31, so only the last product can overflow, on 32-bit machines */
    if (!trn_mul_size(stride * element_size(type), (size_t)channels, &bytes))
        return trn_error_set(err, TRN_ERR_MEMORY, "out of memory: a layer of %dx%d with %d channels", width, height, channels);
    trn_layer *layer = trn_alloc_zero(rt, sizeof *layer);
    void *data = layer ? trn_alloc(rt, bytes) : NULL;
    if (!data) {
        trn_free(rt, layer);
        return trn_out_of_memory(rt, bytes, err);
    }
    trn_ref_init(&layer->ref);
    layer->rt = trn_runtime_hold(rt);
    layer->data = data;
    layer->mirror.host = data;
    layer->mirror.bytes = bytes;
    layer->info = (trn_layer_info){data, width, height, channels, (int32_t)type, (int64_t)stride};
    const size_t used = (size_t)width * (size_t)height * element_size(type), whole = stride * element_size(type);
    for (size_t c = 0; c < (size_t)channels; ++c) memset((char *)data + c * whole + used, 0, whole - used); /* views may read it */
    *out = layer;
    return TRN_OK;
}

trn_status trn_layer_create(trn_runtime *rt, const trn_layer_desc *desc, trn_layer **out, trn_error *err)
{
    *out = NULL;
    if ((unsigned)desc->type > TRN_I32) return trn_error_set(err, TRN_ERR_ARGUMENT, "layer: unknown type %d", (int)desc->type);
    const int32_t channels = desc->channels ? desc->channels : 1;
    const trn_status st = trn_layer_new(rt, desc->type, desc->width, desc->height, channels, out, err);
    if (st != TRN_OK) return st;
    const size_t size = element_size(desc->type), plane = (size_t)desc->width * (size_t)desc->height * size;
    for (int32_t c = 0; c < channels; ++c) {
        char *to = (char *)(*out)->data + (size_t)c * (size_t)(*out)->info.stride * size;
        if (desc->data)
            memcpy(to, (const char *)desc->data + (size_t)c * plane, plane);
        else
            memset(to, 0, plane);
    }
    return TRN_OK;
}

trn_layer *trn_layer_retain(trn_layer *layer)
{
    trn_ref_retain(&layer->ref);
    return layer;
}

void trn_layer_release(trn_layer *layer)
{
    if (!layer || !trn_ref_release(&layer->ref)) return;
    trn_runtime *rt = layer->rt;
    trn_mirror_end(rt, &layer->mirror);
    trn_free(rt, layer->data);
    trn_free(rt, layer);
    trn_runtime_unhold(rt);
}

const trn_layer_info *trn_layer_get_info(const trn_layer *layer) { return &layer->info; }
trn_runtime *trn_layer_runtime(const trn_layer *layer) { return layer->rt; }

int32_t *trn_layer_holders(trn_layer *layer) { return &layer->holders; }

uint64_t trn_layer_bytes(const trn_layer *layer)
{
    return (uint64_t)layer->info.stride * (uint64_t)layer->info.channels * element_size((trn_type)layer->info.type);
}

void *trn_layer_edit(trn_layer *layer)
{
    return trn_ref_unique(&layer->ref) && atomic_load(&layer->hashed) == 0 && !atomic_load(&layer->sealed) ? layer->data : NULL;
}

trn_mirror *trn_layer_mirror(trn_layer *layer) { return &layer->mirror; }
trn_status trn_layer_to_host(trn_layer *layer, trn_error *err) { return trn_mirror_out(layer->rt, &layer->mirror, err); }

void trn_layer_seal(trn_layer *layer) { atomic_store(&layer->sealed, true); }

static void *plane(trn_layer *layer, trn_type type, int32_t channel)
{
    if (layer->info.type != (int32_t)type || channel < 0 || channel >= layer->info.channels) return NULL;
    return (char *)layer->data + (size_t)channel * (size_t)layer->info.stride * element_size(type);
}
float *trn_layer_f32(trn_layer *layer, int32_t channel) { return plane(layer, TRN_F32, channel); }
double *trn_layer_f64(trn_layer *layer, int32_t channel) { return plane(layer, TRN_F64, channel); }
int32_t *trn_layer_i32(trn_layer *layer, int32_t channel) { return plane(layer, TRN_I32, channel); }
const float *trn_plane_f32(const trn_layer *layer, int32_t channel) { return plane((trn_layer *)layer, TRN_F32, channel); }

trn_key trn_layer_key(trn_layer *layer)
{
    if (atomic_load_explicit(&layer->hashed, memory_order_acquire) == 2) return layer->key;
    const trn_key key = trn_layer_compute_key(layer);
    int expected = 0;
    if (atomic_compare_exchange_strong(&layer->hashed, &expected, 1)) { /* others at it at once compute the same */
        layer->key = key;
        atomic_store_explicit(&layer->hashed, 2, memory_order_release);
    }
    return key;
}

void trn_layer_hash(trn_layer *layer, uint8_t hash[16]) { trn_key_bytes(trn_layer_key(layer), hash); }
