/* image.c - named layers of one size, shared by reference. */
#include "data/data.h"
#include <string.h>

typedef struct slot { char name[64]; trn_layer *layer; } slot;

struct trn_image {
    trn_ref ref;
    trn_runtime *rt;
    int32_t width, height, count, capacity;
    slot *slots;
    trn_extent extent;
};

trn_status trn_image_new(trn_runtime *rt, int32_t width, int32_t height, trn_image **out, trn_error *err)
{
    *out = NULL;
    trn_image *image = trn_alloc_zero(rt, sizeof *image);
    if (!image) return trn_out_of_memory(rt, sizeof *image, err);
    trn_ref_init(&image->ref);
    image->rt = trn_runtime_hold(rt);
    image->width = width;
    image->height = height;
    *out = image;
    return TRN_OK;
}

static slot *find(const trn_image *image, const char *name)
{
    for (int32_t i = 0; i < image->count; ++i)
        if (strcmp(image->slots[i].name, name) == 0) return &image->slots[i];
    return NULL;
}

static trn_status grow(trn_image *image, trn_error *err)
{
    if (image->count < image->capacity) return TRN_OK;
    const int32_t capacity = image->capacity ? 2 * image->capacity : 8;
    const size_t bytes = (size_t)capacity * sizeof(slot);
    slot *slots = trn_alloc_zero(image->rt, bytes);
    if (!slots) return trn_out_of_memory(image->rt, bytes, err);
    if (image->count) memcpy(slots, image->slots, (size_t)image->count * sizeof(slot));
    trn_free(image->rt, image->slots);
    image->slots = slots;
    image->capacity = capacity;
    return TRN_OK;
}

trn_status trn_image_put(trn_image *image, const char *name, trn_layer *layer, trn_error *err)
{
    const size_t length = strlen(name);
    if (length < 1 || length > 63)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "a layer's name has 1 to 63 bytes, '%s' has %zu", name, length);
    const trn_layer_info *l = trn_layer_get_info(layer);
    if (l->width != image->width || l->height != image->height)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "layer '%s' is %dx%d, the image is %dx%d", name, l->width, l->height,
                             image->width, image->height);
    slot *s = find(image, name);
    if (!s) {
        const trn_status st = grow(image, err);
        if (st != TRN_OK) return st;
        s = &image->slots[image->count++];
        memcpy(s->name, name, length + 1);
    }
    trn_layer *old = s->layer;
    s->layer = trn_layer_retain(layer);
    trn_layer_seal(layer);
    trn_layer_release(old);
    return TRN_OK;
}

trn_status trn_image_create(trn_runtime *rt, const trn_named_layer *layers, int32_t count, trn_image **out, trn_error *err)
{
    *out = NULL;
    if (count < 1) return trn_error_set(err, TRN_ERR_ARGUMENT, "an image has at least one layer");
    for (int32_t i = 0; i < count; ++i) {
        if (!layers[i].name || !layers[i].layer)
            return trn_error_set(err, TRN_ERR_ARGUMENT, "layer %d: %s is NULL", i + 1, layers[i].name ? "the layer" : "the name");
        if (trn_layer_runtime(layers[i].layer) != rt)
            return trn_error_set(err, TRN_ERR_ARGUMENT, "layer '%s' belongs to another runtime; copy it", layers[i].name);
    }
    const trn_layer_info *first = trn_layer_get_info(layers[0].layer);
    trn_image *image;
    trn_status st = trn_image_new(rt, first->width, first->height, &image, err);
    for (int32_t i = 0; st == TRN_OK && i < count; ++i) {
        if (find(image, layers[i].name))
            st = trn_error_set(err, TRN_ERR_ARGUMENT, "two layers are named '%s'", layers[i].name);
        else
            st = trn_image_put(image, layers[i].name, layers[i].layer, err);
    }
    if (st != TRN_OK) {
        trn_image_release(image);
        return st;
    }
    *out = image;
    return TRN_OK;
}

trn_image *trn_image_retain(trn_image *image)
{
    trn_ref_retain(&image->ref);
    return image;
}

void trn_image_release(trn_image *image)
{
    if (!image || !trn_ref_release(&image->ref)) return;
    trn_runtime *rt = image->rt;
    for (int32_t i = 0; i < image->count; ++i) trn_layer_release(image->slots[i].layer);
    trn_free(rt, image->slots);
    trn_free(rt, image);
    trn_runtime_unhold(rt);
}

int32_t trn_image_width(const trn_image *image) { return image->width; }
int32_t trn_image_height(const trn_image *image) { return image->height; }
int32_t trn_image_count(const trn_image *image) { return image->count; }
trn_extent trn_image_extent(const trn_image *image) { return image->extent; }
void trn_image_set_extent(trn_image *image, trn_extent extent) { image->extent = extent; }
void trn_image_set_world_size(trn_image *image, double world_size) { image->extent = (trn_extent){world_size, image->width}; }
double trn_image_world_size(const trn_image *image)
{
    const trn_extent e = image->extent;
    return e.pixels > 0 ? e.world_size * ((double)image->width / (double)e.pixels) : 0;
}
trn_runtime *trn_image_runtime(const trn_image *image) { return image->rt; }

trn_named_layer trn_image_at(const trn_image *image, int32_t index)
{
    if (index < 0 || index >= image->count) return (trn_named_layer){NULL, NULL};
    return (trn_named_layer){image->slots[index].name, image->slots[index].layer};
}

trn_layer *trn_image_layer(const trn_image *image, const char *name)
{
    const slot *s = find(image, name);
    return s ? s->layer : NULL;
}

trn_key trn_image_key(trn_image *image)
{
    char text[32];
    trn_key key = trn_hash(text, (size_t)trn_format_double(trn_image_world_size(image), text));
    for (int32_t i = 0; i < image->count; ++i) {
        key = trn_hash_join(key, trn_hash(image->slots[i].name, strlen(image->slots[i].name)));
        key = trn_hash_join(key, trn_layer_key(image->slots[i].layer));
    }
    return key;
}

trn_status trn_image_to_host(trn_image *image, trn_error *err)
{
    trn_status st = TRN_OK;
    for (int32_t i = 0; st == TRN_OK && i < image->count; ++i) st = trn_layer_to_host(image->slots[i].layer, err);
    return st;
}
