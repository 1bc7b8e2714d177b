/* api_test.c - the C API as its header states it, seen by a host on one thread. */
#include "terrane/terrane.h" /* first: it stands alone */
#include "graph.h"
#include <limits.h>
#include <stdlib.h>

static trn_error err;

/* ---- runtime ------------------------------------------------------------------------------------------------------- */

static void runtimes(void)
{
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", TRN_VERSION_MAJOR, TRN_VERSION_MINOR, TRN_VERSION_PATCH);
    CHECK(strcmp(trn_version(), version) == 0);
    for (int s = TRN_OK; s <= TRN_ERR_INTERNAL; ++s)
        for (int t = TRN_OK; t < s; ++t) CHECK(strcmp(trn_status_name((trn_status)s), trn_status_name((trn_status)t)) != 0);
    CHECK(trn_status_name((trn_status)99) != NULL);

    trn_runtime *rt;
    CHECK_STATUS(trn_runtime_create(NULL, &rt, NULL), TRN_OK, err);
    trn_runtime_stats s = trn_runtime_get_stats(rt);
    CHECK(s.threads >= 1 && s.bytes > 0 && s.peak_bytes >= s.bytes && s.cache_bytes == 0 && s.nodes_evaluated == 0);
    CHECK(!strcmp(s.isa, "base") || !strcmp(s.isa, "avx2") || !strcmp(s.isa, "avx512"));
    CHECK(trn_runtime_retain(rt) == rt);
    trn_runtime_release(rt);
    trn_runtime_trim(rt);
    trn_runtime_release(rt);
    trn_runtime_release(NULL);

    const trn_runtime_desc zero = {0};
    CHECK_STATUS(trn_runtime_create(&zero, &rt, &err), TRN_OK, err);
    CHECK(trn_runtime_get_stats(rt).threads == s.threads);
    trn_runtime_release(rt);

    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.isa = "base", .threads = 3}, &rt, &err), TRN_OK, err);
    CHECK(strcmp(trn_runtime_get_stats(rt).isa, "base") == 0 && trn_runtime_get_stats(rt).threads == 3);
    trn_runtime_release(rt);

    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.isa = "mmx"}, &rt, &err), TRN_ERR_ARGUMENT, err);
    CHECK(rt == NULL);
    CHECK_EQUAL(err.status, TRN_ERR_ARGUMENT);
    CHECK_TEXT(err.message, "mmx");
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = -1}, &rt, &err), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "-1");
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits = {.max_side = 65537}}, &rt, &err), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "max_side");
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits = {.max_pixels = -5}}, &rt, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits = {.max_nodes = -5}}, &rt, NULL), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits = {.max_nodes = INT32_MAX}}, &rt, NULL), TRN_ERR_ARGUMENT, err);
}

/* ---- errors --------------------------------------------------------------------------------------------------------- */

static int utf8(const char *text) /* strict, and one line */
{
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        const int n = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 0;
        if (n == 0 || *s < 32 || *s == 127) return 0;
        for (int i = 1; i < n; ++i)
            if ((s[i] & 0xc0) != 0x80) return 0;
        s += n;
    }
    return 1;
}
static const char *word_at(const void *list, int32_t i) { return ((const char *const *)list)[i]; }

/* whatever stands in what a message speaks of, it is one line of UTF-8 */
static void messages(trn_runtime *rt)
{
    static const char *const texts[] = {"\xff\xfe", "a\nb\x1b[2J", "\xc3(", "\xe2\x82", "\xed\xa0\x80", "\xc0\xaf", "h\xc3\xb6he"};
    char text[1200];
    trn_node *node;
    for (int i = 0; i < 7; ++i) {
        CHECK_STATUS(NODE(rt, &node, &err, .type = texts[i]), TRN_ERR_ARGUMENT, err);
        CHECK(utf8(err.message));
    }
    CHECK_TEXT(err.message, "no node 'h\xc3\xb6he'");
    for (int n = 990; n < 1010; ++n) { /* cut in the middle of a character or before it */
        memset(text, 'x', (size_t)n);
        strcpy(text + n, "\xe2\x82\xac\xe2\x82\xac");
        CHECK_STATUS(NODE(rt, &node, &err, .type = text), TRN_ERR_ARGUMENT, err);
        CHECK(utf8(err.message) && strchr(err.message, '?') == NULL && strlen(err.message) >= 996);
    }
    for (int n = 40; n < 64; ++n) { /* a value that is cut to be shown */
        memset(text, 'x', (size_t)n);
        strcpy(text + n, "\xe2\x82\xac\xe2\x82\xac");
        CHECK_STATUS(NODE(rt, &node, &err, .type = "mono_to_height", SETTINGS(TEXT("height_scale", text))), TRN_ERR_ARGUMENT, err);
        CHECK(utf8(err.message));
    }
    static const char *const words[] = {"strength", "layer", NULL};
    memset(text, 'x', 1100);
    text[1100] = 0;
    CHECK(trn_closest("strenght", word_at, words) == words[0] && trn_closest("zzzzzzzz", word_at, words) == NULL);
    CHECK(trn_closest(text, word_at, words) == NULL); /* nothing is like a word that long */
}

/* ---- layers --------------------------------------------------------------------------------------------------------- */

static trn_layer *layer_of(trn_runtime *rt, trn_layer_desc desc)
{
    trn_layer *layer;
    CHECK_STATUS(trn_layer_create(rt, &desc, &layer, &err), TRN_OK, err);
    return layer;
}
static int same_hash(trn_layer *a, trn_layer *b)
{
    uint8_t x[16], y[16];
    trn_layer_hash(a, x);
    trn_layer_hash(b, y);
    return memcmp(x, y, 16) == 0;
}

static void layers(trn_runtime *rt)
{
    trn_layer *bad;
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){0}, &bad, &err), TRN_ERR_ARGUMENT, err);
    CHECK(bad == NULL);
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 1, .height = -1}, &bad, NULL), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 1, .height = 16385}, &bad, &err), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "16385");
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = INT32_MAX, .height = INT32_MAX}, &bad, &err), TRN_ERR_LIMIT, err);
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 1, .height = 1, .channels = 65}, &bad, &err), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "65");
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 1, .height = 1, .channels = -1}, &bad, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 1, .height = 1, .type = (trn_type)3}, &bad, &err), TRN_ERR_ARGUMENT, err);

    trn_layer *one = layer_of(rt, (trn_layer_desc){.width = 1, .height = 1}); /* zeros, one channel, f32 */
    const trn_layer_info *i = trn_layer_get_info(one);
    CHECK(i->width == 1 && i->height == 1 && i->channels == 1 && i->type == TRN_F32 && i->stride >= 1);
    CHECK(*(const float *)i->data == 0 && trn_layer_runtime(one) == rt);

    /* planes are packed in the description, aligned in the layer */
    enum { W = 5, H = 3, C = 4 };
    float values[C * H * W];
    for (int k = 0; k < C * H * W; ++k) values[k] = (float)k;
    trn_layer *rgba = layer_of(rt, (trn_layer_desc){.width = W, .height = H, .channels = C, .data = values});
    i = trn_layer_get_info(rgba);
    CHECK(i->stride >= W * H);
    for (int c = 0; c < C; ++c) {
        const float *plane = (const float *)i->data + c * i->stride;
        CHECK((uintptr_t)plane % 64 == 0);
        CHECK(memcmp(plane, values + c * W * H, sizeof(float) * W * H) == 0);
    }

    /* writing: only while nobody else holds it and it has not been hashed */
    trn_layer *copy = layer_of(rt, (trn_layer_desc){.width = W, .height = H, .channels = C, .data = values});
    CHECK(trn_layer_edit(copy) == trn_layer_get_info(copy)->data);
    CHECK(trn_layer_retain(copy) == copy);
    CHECK(trn_layer_edit(copy) == NULL);
    trn_layer_release(copy);
    CHECK(trn_layer_edit(copy) != NULL);
    CHECK(same_hash(copy, rgba));
    CHECK(trn_layer_edit(copy) == NULL);
    trn_layer_release(copy);

    /* the hash is of size, type and values */
    values[7] = 1000;
    trn_layer *other = layer_of(rt, (trn_layer_desc){.width = W, .height = H, .channels = C, .data = values});
    CHECK(!same_hash(other, rgba));
    trn_layer_release(other);
    const trn_layer_desc shapes[] = {{.width = 6, .height = 2}, {.width = 2, .height = 6}, {.width = 3, .height = 4},
                                     {.width = 6, .height = 1, .channels = 2}, {.width = 6, .height = 2, .type = TRN_I32},
                                     {.width = 6, .height = 1, .type = TRN_F64}};
    trn_layer *zeros[6];
    for (int k = 0; k < 6; ++k) zeros[k] = layer_of(rt, shapes[k]);
    for (int k = 0; k < 6; ++k)
        for (int j = 0; j < k; ++j) CHECK(!same_hash(zeros[k], zeros[j]));
    for (int k = 0; k < 6; ++k) trn_layer_release(zeros[k]);
    uint8_t h[16]; /* a known value, so that a change of the hash or of byte order is seen */
    static const uint8_t want[16] = {0x59, 0x74, 0xd2, 0x09, 0xbf, 0xef, 0xa2, 0x56, 0x97, 0xb1, 0x1f, 0x08, 0x62, 0x6a, 0x0c, 0x58};
    trn_layer_hash(one, h);
    if (!CHECK(memcmp(h, want, 16) == 0)) {
        for (int k = 0; k < 16; ++k) printf("0x%02x, ", h[k]);
        printf("\n");
    }

    trn_layer_release(one);
    trn_layer_release(rgba);
    trn_layer_release(NULL);
}

static void layer_stats(trn_runtime *rt)
{
    trn_layer_stats s;
    const float some[6] = {NAN, 3, -1, NAN, 0.5f, NAN};
    trn_layer *layer = layer_of(rt, (trn_layer_desc){.width = 3, .height = 1, .channels = 2, .data = some});
    CHECK_STATUS(trn_layer_get_stats(layer, 0, &s, &err), TRN_OK, err);
    CHECK(s.min == -1 && s.max == 3 && s.mean == 1 && s.sum == 2 && s.nan == 1);
    CHECK_STATUS(trn_layer_get_stats(layer, 1, &s, NULL), TRN_OK, err);
    CHECK(s.min == 0.5 && s.max == 0.5 && s.nan == 2);
    CHECK_STATUS(trn_layer_get_stats(layer, 2, &s, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_layer_get_stats(layer, -1, &s, &err), TRN_ERR_ARGUMENT, err);
    trn_layer_release(layer);

    const float none[2] = {NAN, NAN};
    layer = layer_of(rt, (trn_layer_desc){.width = 1, .height = 2, .data = none});
    CHECK_STATUS(trn_layer_get_stats(layer, 0, &s, &err), TRN_OK, err);
    CHECK(s.min == 0 && s.max == 0 && s.mean == 0 && s.sum == 0 && s.nan == 2);
    trn_layer_release(layer);

    const int32_t ids[4] = {INT32_MIN, INT32_MAX, 16777217, 0}; /* exact, where a float would round */
    layer = layer_of(rt, (trn_layer_desc){.width = 2, .height = 2, .type = TRN_I32, .data = ids});
    CHECK_STATUS(trn_layer_get_stats(layer, 0, &s, &err), TRN_OK, err);
    CHECK(s.min == INT32_MIN && s.max == INT32_MAX && s.sum == 16777216);
    trn_layer_release(layer);

    const double fine[2] = {1, 1 + 0x1p-52};
    layer = layer_of(rt, (trn_layer_desc){.width = 2, .height = 1, .type = TRN_F64, .data = fine});
    CHECK_STATUS(trn_layer_get_stats(layer, 0, &s, &err), TRN_OK, err);
    CHECK(s.max == fine[1] && s.min == 1);
    trn_layer_release(layer);
}

/* what a layer's numbers are does not depend on threads, and does not tell one NaN from another */
static trn_layer *numbers(trn_runtime *rt, trn_type type, int32_t width, int32_t height, uint64_t nan)
{
    trn_layer *layer = layer_of(rt, (trn_layer_desc){.width = width, .height = height, .type = type});
    void *data = trn_layer_edit(layer);
    for (int64_t i = 0; i < (int64_t)width * height; ++i) {
        const int32_t n = (int32_t)((uint32_t)i * 2654435761u) >> 12;
        const uint32_t nan32 = (uint32_t)(nan >> 32);
        if (type == TRN_I32) ((int32_t *)data)[i] = n;
        else if (type == TRN_F32) ((float *)data)[i] = (float)n * 0.01f;
        else ((double *)data)[i] = n * 0.01;
        if (type == TRN_F32 && i % 5003 == 17) memcpy((float *)data + i, &nan32, 4);
        if (type == TRN_F64 && i % 5003 == 17) memcpy((double *)data + i, &nan, 8);
    }
    return layer;
}
static void layer_numbers(void)
{
    static const struct { int32_t width, height; } sizes[] = {{1, 1}, {7, 1}, {257, 255}, {256, 256}, {601, 397}, {4000, 5000}};
    for (int type = TRN_F32; type <= TRN_I32; ++type)
        for (int s = 0; s < 6; ++s) {
            const int32_t w = sizes[s].width, h = sizes[s].height;
            trn_layer_stats stats[3], by_hand = {INFINITY, -INFINITY, 0, 0, 0};
            uint8_t hash[3][16];
            for (int k = 0; k < 3; ++k) {
                static const int32_t threads[3] = {1, 2, 5};
                static const uint64_t nans[3] = {0x7ff8000000000000u, 0xfff8000000000001u, 0x7fffffffffffffffu};
                trn_runtime *rt;
                CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = threads[k], .limits.max_pixels = 1 << 25}, &rt, &err), TRN_OK, err);
                trn_layer *layer = numbers(rt, (trn_type)type, w, h, nans[k]);
                CHECK_STATUS(trn_layer_get_stats(layer, 0, &stats[k], &err), TRN_OK, err);
                trn_layer_hash(layer, hash[k]);
                const void *data = trn_layer_get_info(layer)->data;
                for (int64_t i = 0; k == 0 && i < (int64_t)w * h; ++i) {
                    const double v = type == TRN_I32 ? ((const int32_t *)data)[i] : type == TRN_F32 ? ((const float *)data)[i] : ((const double *)data)[i];
                    by_hand.nan += v != v;
                    by_hand.min = v < by_hand.min ? v : by_hand.min;
                    by_hand.max = v > by_hand.max ? v : by_hand.max;
                    by_hand.sum += v == v ? v : 0;
                }
                trn_layer_release(layer);
                trn_runtime_release(rt);
            }
            CHECK(memcmp(&stats[1], &stats[0], sizeof *stats) == 0 && memcmp(&stats[2], &stats[0], sizeof *stats) == 0);
            CHECK(memcmp(hash[1], hash[0], 16) == 0 && memcmp(hash[2], hash[0], 16) == 0);
            CHECK(stats[0].min == by_hand.min && stats[0].max == by_hand.max && stats[0].nan == by_hand.nan);
            CHECK_NEAR(stats[0].sum, by_hand.sum, 1e-6);
            CHECK_SAME(stats[0].mean, stats[0].sum / (double)((int64_t)w * h - stats[0].nan));
        }
}

/* ---- images ---------------------------------------------------------------------------------------------------------- */

static void images(trn_runtime *rt)
{
    trn_layer *a = layer_of(rt, (trn_layer_desc){.width = 4, .height = 3}), *b = layer_of(rt, (trn_layer_desc){.width = 4, .height = 3, .channels = 3});
    trn_layer *small = layer_of(rt, (trn_layer_desc){.width = 3, .height = 3});
    trn_image *image;
    char name64[65];
    memset(name64, 'n', 64);
    name64[64] = 0;
    const struct { trn_named_layer layers[2]; int32_t count; const char *message; } wrong[] = {
        {{{"C", a}}, 0, "at least one"},
        {{{"", a}}, 1, "1 to 63"},
        {{{name64, a}}, 1, "64"},
        {{{"C", a}, {"C", b}}, 2, "'C'"},
        {{{"C", a}, {"mask", small}}, 2, "3x3"},
        {{{"C", a}, {"mask", NULL}}, 2, "layer 2: the layer is NULL"},
        {{{NULL, a}}, 1, "layer 1: the name is NULL"},
    };
    for (int i = 0; i < 7; ++i) {
        CHECK_STATUS(trn_image_create(rt, wrong[i].layers, wrong[i].count, &image, &err), TRN_ERR_ARGUMENT, err);
        CHECK(image == NULL);
        CHECK_TEXT(err.message, wrong[i].message);
    }
    const trn_named_layer named[] = {{"normal", b}, {name64 + 1, a}, {"Höhe", a}};
    CHECK_STATUS(trn_image_create(rt, named, 3, &image, &err), TRN_OK, err);
    CHECK(trn_image_width(image) == 4 && trn_image_height(image) == 3 && trn_image_count(image) == 3);
    for (int i = 0; i < 3; ++i) {
        CHECK(trn_image_at(image, i).layer == named[i].layer && strcmp(trn_image_at(image, i).name, named[i].name) == 0);
        CHECK(trn_image_at(image, i).name != named[i].name); /* copied */
        CHECK(trn_image_layer(image, named[i].name) == named[i].layer);
    }
    CHECK(trn_image_at(image, 3).layer == NULL && trn_image_at(image, -1).name == NULL);
    CHECK(trn_image_layer(image, "normals") == NULL);
    CHECK(trn_image_world_size(image) == 0 && trn_image_runtime(image) == rt);
    CHECK(trn_layer_edit(a) == NULL); /* shared now */
    trn_layer_release(a);
    trn_layer_release(b);
    trn_layer_release(small);
    CHECK(trn_image_retain(image) == image);
    trn_image_release(image);
    CHECK(trn_layer_get_info(trn_image_layer(image, "normal"))->channels == 3); /* still alive */
    trn_image_release(image);
    trn_image_release(NULL);
}

/* ---- node types and nodes --------------------------------------------------------------------------------------------- */

static void node_types(void)
{
    const int32_t n = trn_node_type_count();
    CHECK(n >= 3);
    CHECK(trn_node_type_at(-1) == NULL && trn_node_type_at(n) == NULL && trn_node_type_find("no such") == NULL);
    for (int32_t i = 0; i < n; ++i) {
        const trn_node_info *t = trn_node_type_at(i);
        if (!CHECK(t != NULL)) return;
        CHECK(trn_node_type_find(t->id) == t);
        if (i) CHECK(strcmp(trn_node_type_at(i - 1)->id, t->id) < 0);
    }
}

static void node_errors(trn_runtime *rt)
{
    trn_image *image;
    trn_node *node;
    CHECK_STATUS(hill(rt, 8, 8, &image, &err), TRN_OK, err);
    const trn_link in = {.image = image};
    const struct { trn_node_desc desc; const char *message; } wrong[] = {
        {{.type = NULL}, "no node ''"},
        {{.type = "hieght_to_normal"}, "did you mean 'height_to_normal'?"},
        {{.type = "qqqqqqq"}, "no node 'qqqqqqq'"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("strenght", 1))}, "height_to_normal: no parameter 'strenght' (did you mean 'strength'?)"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("zzzz", 1))}, "no parameter 'zzzz'"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("strength", 10001))}, "strength: must be within -10000 and 10000, got 10001"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("world_size", 0))}, "world_size: must be at least"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("world_size", NAN))}, "world_size: must be a finite number"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("world_size", INFINITY))}, "world_size: must be a finite number"},
        {{.type = "height_to_normal", SETTINGS(TEXT("strength", "3"))}, "strength: must be a number, got '3'"},
        {{.type = "height_to_normal", SETTINGS(TOGGLE("strength", true))}, "strength: must be a number, got true"},
        {{.type = "height_to_normal", SETTINGS(OTHER("strength", "table"))}, "strength: must be a number, got a table"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("tile", 1))}, "tile: must be true or false, got 1"},
        {{.type = "height_to_normal", SETTINGS(TEXT("method", "sobl"))}, "method: cannot be 'sobl' (did you mean 'sobel'?)"},
        {{.type = "height_to_normal", SETTINGS(TEXT("method", "exact"))}, "central, sobel"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("method", 1))}, "method: cannot be 1"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("layer", 1))}, "layer: must be a string"},
        {{.type = "height_to_normal", SETTINGS(TEXT("layer", "\xff"))}, "layer: is not valid UTF-8"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("strength", 1), NUMBER("strength", 2))}, "strength: is given twice"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("cop", 1))}, "input 'cop' takes a node or an image"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        trn_node_desc d = wrong[i].desc;
        d.links = &in;
        d.link_count = 1;
        CHECK_STATUS(trn_node_create(rt, &d, &node, &err), TRN_ERR_ARGUMENT, err);
        CHECK(node == NULL);
        CHECK_TEXT(err.message, wrong[i].message);
        CHECK_STATUS(trn_node_create(rt, &d, &node, NULL), TRN_ERR_ARGUMENT, err); /* err may be NULL */
        d.origin = "alpine.lua:3";
        CHECK_STATUS(trn_node_create(rt, &d, &node, &err), TRN_ERR_ARGUMENT, err);
        CHECK(strncmp(err.message, "alpine.lua:3: ", 14) == 0);
    }

    trn_runtime *foreign;
    trn_node *far = NULL, *near = NULL;
    trn_image *far_image = NULL;
    CHECK_STATUS(trn_runtime_create(NULL, &foreign, &err), TRN_OK, err);
    CHECK_STATUS(hill(foreign, 8, 8, &far_image, &err), TRN_OK, err);
    CHECK_STATUS(NODE(foreign, &far, &err, .type = "mono_to_height", LINKS({.image = far_image})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &near, &err, .type = "mono_to_height", LINKS({.image = image})), TRN_OK, err);
    const struct { trn_link links[2]; int32_t count; const char *message; } linked[] = {
        {{{0}}, 0, "height_to_normal: needs an input 'cop'"},
        {{{.image = NULL}}, 1, "takes a node or an image"},
        {{{.image = image, .node = near}}, 1, "takes a node or an image"},
        {{{.input = "pop", .image = image}}, 1, "no input 'pop' (it has 'cop')"},
        {{{.image = image}, {.input = "cop", .node = near}}, 2, "'cop' is given twice"},
        {{{.node = far}}, 1, "input 'cop' belongs to another runtime"},
        {{{.image = far_image}}, 1, "input 'cop' belongs to another runtime"},
    };
    for (int i = 0; i < 7; ++i) {
        CHECK_STATUS(NODE(rt, &node, &err, .type = "height_to_normal", .links = linked[i].links, .link_count = linked[i].count),
                     TRN_ERR_ARGUMENT, err);
        CHECK(node == NULL);
        CHECK_TEXT(err.message, linked[i].message);
    }
    CHECK_STATUS(NODE(rt, &node, &err, .type = "image", LINKS({.image = far_image})), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "image: the image belongs to another runtime");
    trn_image *mixed;
    const trn_named_layer layers[] = {{"C", trn_image_layer(image, "C")}, {"far", trn_image_layer(far_image, "C")}};
    CHECK_STATUS(trn_image_create(rt, layers, 2, &mixed, &err), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "layer 'far' belongs to another runtime");
    trn_image_release(far_image);
    trn_node_release(far);
    trn_node_release(near);
    trn_runtime_release(foreign);
    trn_image_release(image);
}

static int key_differs(const trn_node *a, const trn_node *b)
{
    uint8_t x[16], y[16];
    trn_node_key(a, x);
    trn_node_key(b, y);
    return memcmp(x, y, 16) != 0;
}
static void nodes(trn_runtime *rt)
{
    trn_image *image, *twin, *wide;
    CHECK_STATUS(hill(rt, 8, 8, &image, &err), TRN_OK, err);
    CHECK_STATUS(hill(rt, 8, 8, &twin, &err), TRN_OK, err);
    CHECK_STATUS(hill(rt, 9, 8, &wide, &err), TRN_OK, err);
    trn_node *plain, *stated, *scaled, *text, *same, *other, *over;
    CHECK_STATUS(NODE(rt, &plain, &err, .type = "mono_to_height", LINKS({.image = image})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &stated, &err, .type = "mono_to_height", .origin = "a.lua:1",
                      SETTINGS(NUMBER("height_scale", 1), NUMBER("height_offset", -0.0), TEXT("out_layer", "height")),
                      LINKS({.input = "cop", .image = image})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &scaled, &err, .type = "mono_to_height", SETTINGS(NUMBER("height_scale", 1.5)), LINKS({.image = image})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &text, &err, .type = "mono_to_height", SETTINGS(TEXT("out_layer", "z")), LINKS({.image = image})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &same, &err, .type = "mono_to_height", LINKS({.image = twin})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &other, &err, .type = "mono_to_height", LINKS({.image = wide})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &over, &err, .type = "mono_to_height", LINKS({.node = plain})), TRN_OK, err);
    CHECK(!key_differs(plain, stated)); /* neither stated defaults nor the origin */
    CHECK(!key_differs(plain, same));   /* an image counts by its content */
    CHECK(key_differs(plain, scaled) && key_differs(plain, text) && key_differs(plain, other) && key_differs(plain, over));

    const trn_node_info *info = trn_node_get_info(stated);
    CHECK(info == trn_node_type_find("mono_to_height") && trn_node_runtime(stated) == rt);
    CHECK(strcmp(trn_node_origin(stated), "a.lua:1") == 0 && strcmp(trn_node_origin(plain), "") == 0);
    for (int32_t i = 0; i < info->param_count; ++i) {
        trn_param_value v = trn_node_param(stated, i), d = trn_node_param(plain, i);
        CHECK(v.number == d.number && !d.set && v.set == (strcmp(info->params[i].name, "layer") != 0));
        CHECK(info->params[i].kind != TRN_KIND_STRING || strcmp(v.string, d.string) == 0);
    }
    CHECK(!trn_node_param(plain, -1).set && !trn_node_param(plain, info->param_count).string);
    CHECK(trn_node_input(over, 0) == plain && trn_node_input(over, 1) == NULL && trn_node_input(over, -1) == NULL);
    CHECK(trn_node_input(plain, 0) != NULL); /* the node that holds the image */
    CHECK(trn_node_retain(over) == over);
    trn_node_release(over);

    /* inputs live as long as what uses them */
    trn_image_release(image);
    trn_image_release(twin);
    trn_image_release(wide);
    trn_node_release(plain);
    trn_result *result;
    CHECK_STATUS(trn_node_evaluate(over, NULL, &result, &err), TRN_OK, err);
    trn_result_release(result);
    trn_node_release(stated), trn_node_release(scaled), trn_node_release(text), trn_node_release(same), trn_node_release(other);
    trn_node_release(over);
    trn_node_release(NULL);

    /* a long chain is released without deep recursion */
    trn_node *chain, *next;
    CHECK_STATUS(hill(rt, 1, 1, &image, &err), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &chain, &err, .type = "mono_to_height", LINKS({.image = image})), TRN_OK, err);
    for (int i = 0; i < 100000 && chain; ++i) {
        trn_status st = NODE(rt, &next, &err, .type = "mono_to_height", LINKS({.node = chain}));
        if (st != TRN_OK) CHECK_STATUS(st, TRN_OK, err);
        trn_node_release(chain);
        chain = next;
    }
    CHECK_STATUS(trn_node_evaluate(chain, NULL, &result, &err), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "4096 nodes");
    trn_node_release(chain);
    trn_image_release(image);
}

/* ---- evaluation ------------------------------------------------------------------------------------------------------- */

typedef struct watch { double last; int32_t calls, stop_at; int fell, unnamed; } watch;
static bool watching(void *user, const trn_progress *p)
{
    watch *w = user;
    w->fell += p->fraction < w->last || p->fraction < 0 || p->fraction > 1;
    w->unnamed += !p->node || !*p->node;
    w->last = p->fraction;
    return ++w->calls != w->stop_at;
}

static void evaluation(trn_runtime *rt)
{
    trn_image *image;
    trn_node *node;
    trn_result *result, *again;
    CHECK_STATUS(hill(rt, 96, 64, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 2, &node, &err), TRN_OK, err);

    watch w = {.last = -1};
    const uint64_t before = trn_runtime_get_stats(rt).nodes_evaluated;
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.progress = watching, .progress_user = &w}, &result, &err), TRN_OK, err);
    CHECK(w.calls >= 1 && w.last == 1 && !w.fell && !w.unnamed);
    trn_image *out = trn_result_image(result);
    CHECK(trn_image_width(out) == 96 && trn_image_height(out) == 64 && trn_image_count(out) == 3);
    CHECK(trn_image_layer(out, "C") == trn_image_layer(image, "C")); /* shared, not copied */
    CHECK(trn_layer_edit(trn_image_layer(out, "N")) == NULL);
    const float *z = trn_layer_get_info(trn_image_layer(image, "C"))->data, *h = trn_layer_get_info(trn_image_layer(out, "height"))->data;
    int32_t differ = 0;
    for (int i = 0; i < 96 * 64; ++i) differ += h[i] != 2 * z[i];
    CHECK_EQUAL(differ, 0);
    CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated - before, 3);
    CHECK(strcmp(trn_result_report(result), "") == 0 && trn_result_stat_count(result) == 0 && trn_result_stat(result, 0).name == NULL);
    CHECK_EQUAL(trn_result_timing_count(result), 3);
    CHECK(strcmp(trn_result_timing(result, 1).origin, "hill.lua:1") == 0 && strcmp(trn_result_timing(result, 2).node, "height_to_normal") == 0);
    CHECK(!trn_result_timing(result, 2).cached && trn_result_timing(result, 2).seconds >= 0 && trn_result_timing(result, 3).node == NULL);

    /* what was made is remembered, also for another node with the same key */
    trn_node *twin;
    CHECK_STATUS(normals(rt, image, 2, &twin, &err), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(twin, NULL, &again, &err), TRN_OK, err);
    CHECK(trn_image_layer(trn_result_image(again), "N") == trn_image_layer(out, "N"));
    CHECK(trn_result_timing_count(again) == 1 && trn_result_timing(again, 0).cached && trn_result_timing(again, 0).seconds == 0);
    CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated - before, 3);
    trn_result_release(again);
    CHECK(trn_runtime_get_stats(rt).cache_bytes > 0 && trn_runtime_get_stats(rt).cache_hits > 0);
    trn_runtime_trim(rt);
    CHECK_EQUAL(trn_runtime_get_stats(rt).cache_bytes, 0);
    CHECK_STATUS(trn_node_evaluate(twin, NULL, &again, &err), TRN_OK, err);
    CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated - before, 6);
    CHECK(result_hash(again) == result_hash(result));
    trn_result_release(again);
    trn_node_release(twin);

    /* arguments */
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.width = -1}, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK(again == NULL);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.window = {.x = 1, .width = 8, .height = -8}}, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.window = {.x = -1, .width = 8, .height = 8}}, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.window = {.x = INT64_MAX, .width = 8, .height = 8}}, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.unbounded = true}, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.window = {.x = 1, .width = 8, .height = 6}}, &again, &err), TRN_OK, err);
    CHECK_EQUAL(trn_image_width(trn_result_image(again)), 8);
    CHECK_EQUAL(trn_image_height(trn_result_image(again)), 6);
    trn_result_release(again);

    /* a failure names line, node, parameter and what there is */
    trn_node *lost;
    CHECK_STATUS(NODE(rt, &lost, &err, .type = "mono_to_height", .origin = "alpine.lua:7", SETTINGS(TEXT("layer", "rock")),
                      LINKS({.image = image})), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(lost, NULL, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "alpine.lua:7: mono_to_height: layer: no layer 'rock' (the image has 'C')");
    CHECK_STATUS(trn_node_evaluate(lost, NULL, &again, NULL), TRN_ERR_ARGUMENT, err);
    trn_node_release(lost);

    char origin[300]; /* kept whole, and beyond its node's life */
    memset(origin, 'o', sizeof origin);
    strcpy(origin + 280, "/alpine.lua:12");
    CHECK_STATUS(NODE(rt, &lost, &err, .type = "mono_to_height", .origin = origin, LINKS({.image = image})), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(lost, NULL, &again, &err), TRN_OK, err);
    trn_node_release(lost);
    CHECK(strcmp(trn_result_timing(again, trn_result_timing_count(again) - 1).origin, origin) == 0);
    trn_result_release(again);

    CHECK(trn_result_retain(result) == result);
    trn_result_release(result);
    trn_result_release(result);
    trn_result_release(NULL);
    trn_node_release(node);
    trn_image_release(image);
}

static trn_status normals_of(trn_runtime *rt, trn_node *node, trn_node **out, trn_error *e)
{
    return NODE(rt, out, e, .type = "height_to_normal", LINKS({.node = node}));
}

/* generators take the size that is asked for, unless the recipe states one */
static void sizes(trn_runtime *rt)
{
    trn_node *noise, *stated;
    trn_result *result;
    CHECK_STATUS(NODE(rt, &noise, &err, .type = "noise"), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &stated, &err, .type = "noise", SETTINGS(NUMBER("resolution_x", 24), NUMBER("resolution_y", 16))), TRN_OK, err);
    CHECK(key_differs(noise, stated));
    const struct { trn_node *node; trn_eval_desc desc; int32_t width, height; } cases[] = {
        {noise, {0}, 512, 512}, {noise, {.width = 40}, 40, 40}, {noise, {.width = 33, .height = 7}, 33, 7},
        {noise, {.width = 1}, 1, 1}, {stated, {0}, 24, 16}, {stated, {.width = 99}, 24, 16},
    };
    for (int i = 0; i < 6; ++i) {
        CHECK_STATUS(trn_node_evaluate(cases[i].node, &cases[i].desc, &result, &err), TRN_OK, err);
        if (!result) continue;
        CHECK_EQUAL(trn_image_width(trn_result_image(result)), cases[i].width);
        CHECK_EQUAL(trn_image_height(trn_result_image(result)), cases[i].height);
        trn_result_release(result);
    }
    CHECK_STATUS(trn_node_evaluate(noise, &(trn_eval_desc){.width = 16385}, &result, &err), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "noise: size 16385x16385");

    /* a result that does not depend on the size that is asked for is remembered for all of them */
    trn_image *image;
    trn_node *fixed[2];
    CHECK_STATUS(hill(rt, 20, 10, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 7, &fixed[0], &err), TRN_OK, err);
    CHECK_STATUS(normals_of(rt, stated, &fixed[1], &err), TRN_OK, err);
    for (int i = 0; i < 2; ++i) {
        uint64_t done = 0;
        for (int32_t width = 30; width < 33; ++width) {
            CHECK_STATUS(trn_node_evaluate(fixed[i], &(trn_eval_desc){.width = width}, &result, &err), TRN_OK, err);
            if (width > 30) CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated, done);
            done = trn_runtime_get_stats(rt).nodes_evaluated;
            trn_result_release(result);
        }
        trn_node_release(fixed[i]);
    }
    trn_image_release(image);
    trn_node_release(noise);
    trn_node_release(stated);
}

/* voids are counted, and the first is the first, for any number of threads; doubles come in as floats */
static void inputs_of_every_kind(void)
{
    enum { W = 1500, H = 700 };
    for (int32_t threads = 1; threads < 6; ++threads) {
        trn_runtime *rt;
        trn_layer *z, *d;
        trn_image *image;
        trn_node *node;
        trn_result *result;
        CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = threads}, &rt, &err), TRN_OK, err);
        z = layer_of(rt, (trn_layer_desc){.width = W, .height = H, .channels = 2});
        d = layer_of(rt, (trn_layer_desc){.width = W, .height = H, .type = TRN_F64, .channels = 2});
        float *f = trn_layer_edit(z);
        f[W * H + 5] = NAN; /* the second channel does not count */
        f[300 * W + 1499] = NAN;
        f[300 * W + 7] = INFINITY;
        f[699 * W] = -INFINITY;
        double *e = trn_layer_edit(d);
        for (int64_t i = 0; i < W * H; ++i) e[i] = (double)i / 3;
        CHECK_STATUS(trn_image_create(rt, (trn_named_layer[]){{"C", z}, {"D", d}}, 2, &image, &err), TRN_OK, err);
        CHECK_STATUS(NODE(rt, &node, &err, .type = "splat", LINKS({.image = image})), TRN_OK, err);
        CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_ERR_DATA, err);
        CHECK_TEXT(err.message, "layer 'C' has 3 void or infinite pixels, the first at x 7, y 300");
        trn_node_release(node);
        CHECK_STATUS(NODE(rt, &node, &err, .type = "mono_to_height", SETTINGS(TEXT("layer", "D")), LINKS({.image = image})), TRN_OK, err);
        CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err);
        const float *h = trn_layer_get_info(trn_image_layer(trn_result_image(result), "height"))->data;
        e = (double *)trn_layer_get_info(d)->data;
        int64_t wrong = 0;
        for (int64_t i = 0; i < W * H; ++i) wrong += h[i] != (float)e[i];
        CHECK_EQUAL(wrong, 0);
        trn_result_release(result);
        trn_node_release(node);
        trn_image_release(image);
        trn_layer_release(z);
        trn_layer_release(d);
        trn_runtime_release(rt);
    }
}

static void cancelling(trn_runtime *rt)
{
    trn_image *image;
    trn_node *node;
    trn_result *result;
    trn_cancel *cancel;
    CHECK_STATUS(hill(rt, 700, 700, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 3, &node, &err), TRN_OK, err);
    CHECK_STATUS(trn_cancel_create(rt, &cancel, &err), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.cancel = cancel}, &result, &err), TRN_OK, err); /* not raised */
    trn_result_release(result);
    trn_runtime_trim(rt);

    for (int32_t at = 1; at <= 100; ++at) { /* false at the at-th call */
        watch w = {.last = -1, .stop_at = at};
        trn_status st = trn_node_evaluate(node, &(trn_eval_desc){.progress = watching, .progress_user = &w}, &result, &err);
        CHECK(!w.fell && w.calls <= at);
        if (w.calls < at) { /* it was done before */
            CHECK_STATUS(st, TRN_OK, err);
            trn_result_release(result);
            break;
        }
        CHECK_STATUS(st, TRN_ERR_CANCELLED, err);
        CHECK(result == NULL);
        CHECK_EQUAL(err.status, TRN_ERR_CANCELLED);
        trn_runtime_trim(rt);
    }

    trn_cancel_raise(cancel);
    trn_runtime_trim(rt);
    const uint64_t bytes = trn_runtime_get_stats(rt).bytes;
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.cancel = cancel}, &result, &err), TRN_ERR_CANCELLED, err);
    CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, bytes);
    CHECK(trn_cancel_retain(cancel) == cancel);
    trn_cancel_release(cancel);
    trn_cancel_release(cancel);
    trn_cancel_release(NULL);
    CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err); /* the runtime stays usable */
    trn_result_release(result);
    trn_node_release(node);
    trn_image_release(image);
}

/* a byte limit refuses what does not fit, and remembered results give way to work */
static void limits(void)
{
    trn_runtime *rt;
    trn_image *image;
    trn_node *node;
    trn_result *result;
    trn_layer *layer;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits = {.max_bytes = 3 << 20, .max_side = 512, .max_pixels = 200000}}, &rt, &err), TRN_OK, err);
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 513, .height = 1}, &layer, &err), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "512");
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 512, .height = 512}, &layer, &err), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "200000");
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 400, .height = 400, .channels = 8}, &layer, &err), TRN_ERR_MEMORY, err);
    CHECK_TEXT(err.message, "out of memory");
    CHECK_STATUS(hill(rt, 128, 128, &image, &err), TRN_OK, err);
    for (int i = 1; i <= 40; ++i) { /* each leaves 256 KiB in the cache */
        CHECK_STATUS(normals(rt, image, i, &node, &err), TRN_OK, err);
        CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err);
        trn_result_release(result);
        trn_node_release(node);
    }
    trn_runtime_stats s = trn_runtime_get_stats(rt);
    CHECK(s.bytes <= 3 << 20 && s.peak_bytes <= 3 << 20 && s.cache_bytes > 0);
    /* what can never fit makes nothing give way */
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 400, .height = 400, .channels = 8}, &layer, &err), TRN_ERR_MEMORY, err);
    CHECK_EQUAL(trn_runtime_get_stats(rt).cache_bytes, s.cache_bytes);
    trn_image_release(image);
    CHECK_STATUS(hill(rt, 400, 400, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 1, &node, &err), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_ERR_MEMORY, err);
    CHECK(result == NULL);
    CHECK_TEXT(err.message, "hill.lua:");
    trn_runtime_release(rt); /* handles keep what they need */
    trn_node_release(node);
    trn_image_release(image);

    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits = {.max_nodes = 3}}, &rt, &err), TRN_OK, err);
    CHECK_STATUS(hill(rt, 4, 4, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 1, &node, &err), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err); /* three */
    trn_result_release(result);
    trn_node *fourth;
    CHECK_STATUS(NODE(rt, &fourth, &err, .type = "mono_to_height", LINKS({.node = node})), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(fourth, NULL, &result, &err), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "3 nodes");
    trn_node_release(fourth);
    trn_node_release(node);
    trn_image_release(image);
    trn_runtime_release(rt);
}

/* what remembered results keep alive stays within the bound, also layers that they took over from their inputs */
static void cache_bound(void)
{
    enum { LIMIT = 1 << 20 };
    trn_runtime *rt;
    trn_image *image;
    trn_node *node;
    trn_result *result;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = 1, .limits = {.cache_bytes = LIMIT}}, &rt, &err), TRN_OK, err);
    CHECK_STATUS(hill(rt, 128, 128, &image, &err), TRN_OK, err);
    const uint64_t base = trn_runtime_get_stats(rt).bytes;
    CHECK_STATUS(normals(rt, image, 1, &node, &err), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err);
    const uint64_t shared = trn_runtime_get_stats(rt).cache_bytes; /* C, height and N once each, though three results hold C */
    CHECK(shared >= 5 * 128 * 128 * 4 && shared < 5 * 128 * 128 * 4 + 16384);
    trn_result_release(result);
    trn_node_release(node);
    for (int i = 0; i < 60; ++i) { /* three nodes are asked for again and again, so that what they were made from is let go first */
        CHECK_STATUS(normals(rt, image, i % 4 ? i % 4 : 100 + i, &node, &err), TRN_OK, err);
        CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err);
        trn_result_release(result);
        trn_node_release(node);
        const trn_runtime_stats s = trn_runtime_get_stats(rt);
        CHECK(s.cache_bytes <= LIMIT && s.bytes <= base + s.cache_bytes);
    }
    CHECK(trn_runtime_get_stats(rt).cache_bytes > LIMIT / 2);
    trn_runtime_trim(rt);
    CHECK_EQUAL(trn_runtime_get_stats(rt).cache_bytes, 0);
    CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, base);
    trn_image_release(image);
    trn_runtime_release(rt);
}

int main(void)
{
    trn_runtime *rt;
    runtimes();
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    const uint64_t bytes = trn_runtime_get_stats(rt).bytes;
    messages(rt);
    layers(rt);
    layer_stats(rt);
    images(rt);
    node_types();
    node_errors(rt);
    nodes(rt);
    evaluation(rt);
    sizes(rt);
    cancelling(rt);
    trn_runtime_trim(rt);
    CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, bytes); /* nothing is left */
    trn_runtime_release(rt);
    layer_numbers();
    inputs_of_every_kind();
    limits();
    cache_bound();
    return check_end();
}
