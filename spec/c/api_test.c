/* api_test.c - runtimes, errors, layers and images as the header states them. graph_test.c has nodes and evaluation. */
#include "terrane/terrane.h" /* first: it stands alone */
#include "graph.h"

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
    CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, bytes); /* nothing is left */
    trn_runtime_release(rt);
    layer_numbers();
    return check_end();
}
