/* graph.h - small graphs for the tests of the C API. */
#ifndef TRN_SPEC_GRAPH_H
#define TRN_SPEC_GRAPH_H
#include "check.h"
#include "terrane/terrane.h"

#define NUMBER(NAME, VALUE) {.name = NAME, .kind = TRN_VALUE_NUMBER, .number = VALUE}
#define TEXT(NAME, VALUE) {.name = NAME, .kind = TRN_VALUE_STRING, .string = VALUE}
#define TOGGLE(NAME, VALUE) {.name = NAME, .kind = TRN_VALUE_BOOL, .number = VALUE}
#define OTHER(NAME, WHAT) {.name = NAME, .kind = TRN_VALUE_OTHER, .string = WHAT}
#define SETTINGS(...) .settings = (const trn_setting[]){__VA_ARGS__}, \
                      .setting_count = (int32_t)(sizeof((const trn_setting[]){__VA_ARGS__}) / sizeof(trn_setting))
#define LINKS(...) .links = (const trn_link[]){__VA_ARGS__}, \
                   .link_count = (int32_t)(sizeof((const trn_link[]){__VA_ARGS__}) / sizeof(trn_link))
/* trn_node_create with the members of a trn_node_desc as the last arguments */
#define NODE(rt, out, err, ...) trn_node_create(rt, &(const trn_node_desc){__VA_ARGS__}, out, err)

/* An image of one layer, "C": a hill with bumps, every value different, some of them tiny. */
static inline trn_status hill(trn_runtime *rt, int32_t width, int32_t height, trn_image **out, trn_error *err)
{
    *out = NULL;
    trn_layer *layer;
    trn_status st = trn_layer_create(rt, &(trn_layer_desc){.width = width, .height = height}, &layer, err);
    if (st != TRN_OK) return st;
    float *z = trn_layer_edit(layer);
    for (int32_t y = 0; y < height; ++y)
        for (int32_t x = 0; x < width; ++x) {
            float u = ((float)x + 0.5f) / (float)width - 0.5f, v = ((float)y + 0.5f) / (float)height - 0.5f;
            z[(size_t)y * (size_t)width + (size_t)x] = 1.0f - 2 * (u * u + v * v) + (float)((x * 7 + y * 13) % 11) * 1e-3f;
        }
    st = trn_image_create(rt, &(trn_named_layer){"C", layer}, 1, out, err);
    trn_layer_release(layer);
    return st;
}

/* The hill's heights scaled by `scale` and their normals: image -> mono_to_height -> height_to_normal. */
static inline trn_status normals(trn_runtime *rt, trn_image *image, double scale, trn_node **out, trn_error *err)
{
    trn_node *heights;
    *out = NULL;
    trn_status st = NODE(rt, &heights, err, .type = "mono_to_height", .origin = "hill.lua:1", SETTINGS(NUMBER("height_scale", scale)),
                         LINKS({.image = image}));
    if (st != TRN_OK) return st;
    st = NODE(rt, out, err, .type = "height_to_normal", .origin = "hill.lua:2", SETTINGS(TEXT("layer", "height")), LINKS({.node = heights}));
    trn_node_release(heights);
    return st;
}

/* The hash of a result's layers, one after the other. */
static inline uint64_t result_hash(const trn_result *result)
{
    trn_image *image = trn_result_image(result);
    uint64_t sum = 0;
    for (int32_t i = 0; i < trn_image_count(image); ++i) {
        uint8_t h[16];
        trn_layer_hash(trn_image_at(image, i).layer, h);
        for (int b = 0; b < 16; ++b) sum = (sum ^ h[b]) * 0x100000001b3u;
    }
    return sum;
}
#endif
