/* io_test.c - what is written comes back: PNG, headerless files, ranges, sidecars, and the node `image`. */
#define _GNU_SOURCE
#include "check.h"
#include "../support/png_bytes.h"
#include "terrane/terrane.h"
#include <time.h>

static trn_runtime *rt;
static trn_error err;

/* ---- helpers ---- */

static uint32_t state = 1;
static uint32_t any(void) { return (state = state * 1664525u + 1013904223u) >> 8; }

static trn_layer *layer_of(trn_type type, int32_t width, int32_t height, int32_t channels, const void *data)
{
    const trn_layer_desc desc = {width, height, channels, type, data};
    trn_layer *layer;
    CHECK_STATUS(trn_layer_create(rt, &desc, &layer, &err), TRN_OK, err);
    return layer;
}

static void write_rows(trn_type type, int32_t width, int32_t height, int32_t channels, const void *data, const char *path,
                       const trn_write_options *options)
{
    trn_layer *layer = layer_of(type, width, height, channels, data);
    CHECK_STATUS(trn_layer_write(layer, path, options, &err), TRN_OK, err);
    trn_layer_release(layer);
}

static trn_image *read_file(const char *path, const trn_read_options *options)
{
    trn_image *image;
    CHECK_STATUS(trn_image_read(rt, path, options, &image, &err), TRN_OK, err);
    return image;
}

static const trn_layer_info *info_of(trn_image *image) { return trn_layer_get_info(trn_image_layer(image, "C")); }
static float at(trn_image *image, int32_t x, int32_t y, int32_t c)
{
    const trn_layer_info *l = info_of(image);
    return ((const float *)l->data)[(int64_t)c * l->stride + (int64_t)y * l->width + x];
}

static void check_refused(const char *path, const trn_read_options *options, trn_status status, const char *part)
{
    trn_image *image = (trn_image *)&err;
    CHECK_STATUS(trn_image_read(rt, path, options, &image, &err), status, err);
    CHECK(image == NULL);
    CHECK_TEXT(err.message, part);
}

/* ---- PNG ---- */

static const trn_read_options raw = {.raw = true};

static void every_depth_and_channel_count(int32_t width, int32_t height)
{
    const size_t n = (size_t)width * (size_t)height;
    for (int32_t channels = 1; channels <= 4; ++channels)
        for (int32_t bits = 8; bits <= 16; bits += 8) {
            const double max = bits == 8 ? 255 : 65535;
            float *data = malloc(n * (size_t)channels * sizeof *data);
            for (size_t i = 0; i < n * (size_t)channels; ++i) data[i] = (float)(any() % (uint32_t)(max + 1));
            const trn_write_options out = {.bits = bits, .has_range = true, .range_lo = 0, .range_hi = max, .level = 1 + channels};
            write_rows(TRN_F32, width, height, channels, data, in_folder("a.png"), &out);

            trn_file_info info;
            CHECK_STATUS(trn_file_inspect(rt, in_folder("a.png"), NULL, &info, &err), TRN_OK, err);
            CHECK(info.format == TRN_FILE_PNG && info.width == width && info.height == height);
            CHECK(info.channels == channels && info.bits == bits && !info.has_sidecar);
            CHECK(info.range_lo == 0 && info.range_hi == 1 && info.world_size == 0);

            trn_image *back = read_file(in_folder("a.png"), &raw);
            trn_image *unit = read_file(in_folder("a.png"), NULL);
            int64_t wrong = 0;
            for (int32_t c = 0; c < channels; ++c)
                for (int32_t y = 0; y < height; ++y)
                    for (int32_t x = 0; x < width; ++x) {
                        const float v = data[((size_t)c * (size_t)height + (size_t)y) * (size_t)width + (size_t)x];
                        wrong += at(back, x, y, c) != v || at(unit, x, y, c) != (float)(v / max);
                    }
            CHECK_EQUAL(wrong, 0);
            CHECK_EQUAL(info_of(back)->channels, channels);
            trn_image_release(back);
            trn_image_release(unit);
            free(data);
        }
}

static void rows_are_flipped_and_samples_big_endian(void)
{
    static const unsigned char rows[] = {0, 0x12, 0x34, 0, 0xab, 0xcd}; /* top row, then bottom row */
    bytes b = {0};
    png_begin(&b, 1, 2, 16, 0, 0);
    png_end(&b, rows, sizeof rows);
    put_file(in_folder("two.bin"), b.data, b.size); /* a PNG whatever its name is */
    trn_image *image = read_file(in_folder("two.bin"), &raw);
    CHECK_SAME(at(image, 0, 1, 0), 0x1234);
    CHECK_SAME(at(image, 0, 0, 0), 0xabcd);
    trn_image_release(image);
    free(b.data);
}

static void narrow_samples(void)
{
    static const unsigned char one[] = {0, 0xa0}, two[] = {0, 0x1b}, four[] = {0, 0x0f, 0x70};
    static const float ones[] = {1, 0, 1}, twos[] = {0, 1, 2, 3}, fours[] = {0, 15, 7};
    const struct { int depth, width; const unsigned char *row; size_t size; const float *want; } cases[] = {
        {1, 3, one, sizeof one, ones}, {2, 4, two, sizeof two, twos}, {4, 3, four, sizeof four, fours}};
    for (int i = 0; i < 3; ++i) {
        bytes b = {0};
        png_begin(&b, (uint32_t)cases[i].width, 1, cases[i].depth, 0, 0);
        png_end(&b, cases[i].row, cases[i].size);
        put_file(in_folder("n.png"), b.data, b.size);
        trn_image *image = read_file(in_folder("n.png"), &raw), *unit = read_file(in_folder("n.png"), NULL);
        for (int x = 0; x < cases[i].width; ++x) {
            CHECK_SAME(at(image, x, 0, 0), cases[i].want[x]);
            CHECK_SAME(at(unit, x, 0, 0), (float)(cases[i].want[x] / ((1 << cases[i].depth) - 1.0)));
        }
        trn_image_release(image);
        trn_image_release(unit);
        free(b.data);
    }
}

static void palettes(void)
{
    static const unsigned char colours[] = {10, 20, 30, 40, 50, 60, 70, 80, 90}, alpha[] = {0, 128}, row[] = {0, 0x18};
    for (int with_alpha = 0; with_alpha < 2; ++with_alpha) { /* 2 bits: indices 0, 1, 2 */
        bytes b = {0};
        png_begin(&b, 3, 1, 2, 3, 0);
        png_chunk(&b, "PLTE", colours, sizeof colours);
        if (with_alpha) png_chunk(&b, "tRNS", alpha, sizeof alpha);
        png_end(&b, row, sizeof row);
        put_file(in_folder("p.png"), b.data, b.size);
        trn_image *image = read_file(in_folder("p.png"), &raw);
        CHECK_EQUAL(info_of(image)->channels, with_alpha ? 4 : 3);
        for (int x = 0; x < 3; ++x)
            for (int c = 0; c < 3; ++c) CHECK_SAME(at(image, x, 0, c), 10 * (3 * x + c + 1));
        if (with_alpha) {
            CHECK_SAME(at(image, 0, 0, 3), 0);
            CHECK_SAME(at(image, 1, 0, 3), 128);
            CHECK_SAME(at(image, 2, 0, 3), 255);
        }
        trn_file_info info;
        CHECK_STATUS(trn_file_inspect(rt, in_folder("p.png"), NULL, &info, &err), TRN_OK, err);
        CHECK_EQUAL(info.bits, 8);
        trn_image_release(image);
        free(b.data);
    }
    static const unsigned char beyond[] = {0, 0x1b}; /* index 3, of a palette of 3 */
    bytes b = {0};
    png_begin(&b, 4, 1, 2, 3, 0);
    png_chunk(&b, "PLTE", colours, sizeof colours);
    png_end(&b, beyond, sizeof beyond);
    put_file(in_folder("p.png"), b.data, b.size);
    check_refused(in_folder("p.png"), NULL, TRN_ERR_FORMAT, "palette");
    free(b.data);
}

/* ---- numbers ---- */

static void half_a_quantum(void)
{
    enum { W = 61, H = 40 };
    static const double ranges[][2] = {{-1437.25, 2205.5}, {0, 1}, {1e-3, 1.5e-3}, {-3e8, 7e9}, {-1, 1}};
    for (int r = 0; r < 5; ++r)
        for (int kind = 0; kind < 2; ++kind) { /* PNG, headerless */
            static float data[W * H];
            const double lo = (float)ranges[r][0], hi = (float)ranges[r][1], quantum = (hi - lo) / 65535;
            for (int i = 0; i < W * H; ++i) data[i] = (float)(lo + (hi - lo) * (any() / 16777215.0));
            data[7] = (float)lo;
            data[8] = (float)hi;
            const char *path = in_folder(kind ? "h.r16" : "h.png");
            write_rows(TRN_F32, W, H, 1, data, path, &(trn_write_options){.sidecar = true, .world_size = 1234.5, .key = "00ff", .big_endian = r & 1});
            trn_file_info info;
            CHECK_STATUS(trn_file_inspect(rt, path, NULL, &info, &err), TRN_OK, err);
            CHECK(info.has_sidecar);
            CHECK_SAME(info.range_lo, lo);
            CHECK_SAME(info.range_hi, hi);
            trn_image *image = read_file(path, NULL);
            CHECK_SAME(trn_image_world_size(image), 1234.5);
            CHECK_EQUAL(info_of(image)->width, W);
            double worst = 0;
            for (int i = 0; i < W * H; ++i) {
                const double e = fabs((double)at(image, i % W, i / W, 0) - data[i]);
                worst = e > worst ? e : worst;
            }
            const double rounding = 6e-8 * (fabs(lo) > fabs(hi) ? fabs(lo) : fabs(hi)); /* of the float that holds it */
            CHECK_BELOW(worst, 0.5 * quantum + rounding);
            CHECK_SAME(at(image, 7, 0, 0), data[7]);
            CHECK_SAME(at(image, 8, 0, 0), data[8]);
            trn_image_release(image);
        }
    CHECK_EQUAL(folder_count(), 4); /* two files, two sidecars, and nothing temporary */
}

static void written_samples(trn_type type, const void *data, int32_t n, const trn_write_options *options, const float *want)
{
    write_rows(type, n, 1, 1, data, in_folder("s.png"), options);
    trn_image *image = read_file(in_folder("s.png"), &raw);
    for (int32_t x = 0; x < n; ++x) CHECK_SAME(at(image, x, 0, 0), want[x]);
    trn_image_release(image);
}

static void rounding_and_clamping(void)
{
    const trn_write_options whole = {.has_range = true, .range_lo = 0, .range_hi = 65535};
    written_samples(TRN_F32, (float[]){0.5f, 1.5f, 2.5f, 3.5f, 0.49999997f, -5, 65534.5f, 1e30f}, 8, &whole,
                    (float[]){0, 2, 2, 4, 0, 0, 65534, 65535});
    const trn_write_options inverted = {.has_range = true, .range_lo = 10, .range_hi = -10, .bits = 8};
    written_samples(TRN_F32, (float[]){10, -10, 0, 11, -11}, 5, &inverted, (float[]){0, 255, 128, 0, 255});
    written_samples(TRN_F64, (double[]){-1, 0, 3}, 3, NULL, (float[]){0, 16384, 65535}); /* the data's range */
    written_samples(TRN_F32, (float[]){-1, 0, 0.5f, 1, 2}, 5, &(trn_write_options){.bits = 8}, (float[]){0, 0, 128, 255, 255});
    written_samples(TRN_I32, (int32_t[]){0, 7, 65535}, 3, NULL, (float[]){0, 7, 65535});
    written_samples(TRN_I32, (int32_t[]){0, 7, 255}, 3, &(trn_write_options){.bits = 8}, (float[]){0, 7, 255});
    written_samples(TRN_I32, (int32_t[]){-100000, 100000}, 2,
                    &(trn_write_options){.has_range = true, .range_lo = -100000, .range_hi = 100000}, (float[]){0, 65535});
    const float same[] = {5.25f, 5.25f};
    written_samples(TRN_F32, same, 2, &(trn_write_options){.sidecar = true}, (float[]){0, 0});
    trn_image *image = read_file(in_folder("s.png"), NULL);
    CHECK_SAME(at(image, 1, 0, 0), 5.25);
    trn_image_release(image);
    image = read_file(in_folder("s.png"), &(trn_read_options){.has_range = true, .range_lo = 3, .range_hi = -4});
    CHECK_SAME(at(image, 0, 0, 0), 3); /* options go before the sidecar */
    trn_image_release(image);
}

static void ids_come_back_with_a_sidecar(void)
{
    const int32_t ids[] = {0, 1, 2, 40000, 65535, 12345};
    write_rows(TRN_I32, 3, 2, 1, ids, in_folder("ids.png"), &(trn_write_options){.sidecar = true});
    trn_image *image = read_file(in_folder("ids.png"), NULL);
    for (int i = 0; i < 6; ++i) CHECK_SAME(at(image, i % 3, i / 3, 0), ids[i]);
    trn_image_release(image);
}

static void not_written(trn_type type, int32_t width, int32_t channels, const void *data, const char *name,
                        const trn_write_options *options, trn_status status, const char *part)
{
    const int before = folder_count();
    trn_layer *layer = layer_of(type, width, 1, channels, data);
    CHECK_STATUS(trn_layer_write(layer, in_folder(name), options, &err), status, err);
    CHECK_TEXT(err.message, part);
    CHECK_EQUAL(folder_count(), before);
    trn_layer_release(layer);
}

static void what_cannot_be_written(void)
{
    const float voids[] = {1, NAN, NAN, 4}, infinite[] = {1, INFINITY}, fine[10] = {0};
    const double far[] = {0, 1e300};
    const int32_t ids[] = {-1, 70000};
    not_written(TRN_F32, 4, 1, voids, "x.png", NULL, TRN_ERR_DATA, "2 voids (NaN), the first at x 1, y 0");
    not_written(TRN_F32, 4, 1, voids, "x.r16", NULL, TRN_ERR_DATA, ".r32");
    not_written(TRN_F32, 2, 1, infinite, "x.png", NULL, TRN_ERR_DATA, "infinite");
    not_written(TRN_F32, 2, 1, infinite, "x.r32", NULL, TRN_ERR_DATA, "infinite");
    not_written(TRN_F64, 2, 1, far, "x.r32", NULL, TRN_ERR_DATA, "no float holds");
    not_written(TRN_I32, 2, 1, ids, "x.png", NULL, TRN_ERR_DATA, "from -1 to 70000");
    not_written(TRN_F32, 2, 5, fine, "x.png", NULL, TRN_ERR_ARGUMENT, "5 channels");
    not_written(TRN_F32, 5, 2, fine, "x.r16", NULL, TRN_ERR_ARGUMENT, "2 channels");
    not_written(TRN_F32, 4, 1, fine, "x.jpg", NULL, TRN_ERR_ARGUMENT, ".png");
    not_written(TRN_F32, 4, 1, fine, "x.png", &(trn_write_options){.bits = 12}, TRN_ERR_ARGUMENT, "12");
    not_written(TRN_F32, 4, 1, fine, "x.r16", &(trn_write_options){.bits = 8}, TRN_ERR_ARGUMENT, "16");
    not_written(TRN_F32, 4, 1, fine, "x.png", &(trn_write_options){.level = 10}, TRN_ERR_ARGUMENT, "level");
    not_written(TRN_F32, 4, 1, fine, "x.png", &(trn_write_options){.has_range = true, .range_hi = NAN}, TRN_ERR_ARGUMENT, "range");
    not_written(TRN_F32, 4, 1, fine, "x.r32", &(trn_write_options){.has_range = true, .range_hi = 1}, TRN_ERR_ARGUMENT, "range");
    not_written(TRN_F32, 4, 1, fine, "x.png", &(trn_write_options){.world_size = -1}, TRN_ERR_ARGUMENT, "world_size");
    not_written(TRN_F32, 4, 1, fine, "x.png", &(trn_write_options){.key = "no \"key\""}, TRN_ERR_ARGUMENT, "key");
}

/* ---- headerless files ---- */

static void headerless_16(void)
{
    static const unsigned char little[] = {0x34, 0x12, 0xff, 0xff, 0, 0, 1, 0, 2, 0, 3, 0};
    put_file(in_folder("a.r16"), little, sizeof little);
    trn_image *image = read_file(in_folder("a.r16"), &(trn_read_options){.raw = true, .width = 3, .height = 2});
    CHECK_SAME(at(image, 0, 1, 0), 0x1234);
    CHECK_SAME(at(image, 2, 0, 0), 3);
    trn_image_release(image);
    image = read_file(in_folder("a.r16"), &(trn_read_options){.raw = true, .width = 2, .big_endian = true});
    CHECK_EQUAL(info_of(image)->height, 3);
    CHECK_SAME(at(image, 0, 2, 0), 0x3412);
    trn_image_release(image);
    image = read_file(in_folder("a.r16"), &(trn_read_options){.height = 6, .has_range = true, .range_lo = -1, .range_hi = 1});
    CHECK_EQUAL(info_of(image)->width, 1);
    CHECK_SAME(at(image, 0, 4, 0), 1);
    CHECK_SAME(at(image, 0, 3, 0), -1);
    trn_image_release(image);
    check_refused(in_folder("a.r16"), NULL, TRN_ERR_FORMAT, "12 bytes are no square");
    check_refused(in_folder("a.r16"), &(trn_read_options){.width = 5}, TRN_ERR_FORMAT, "12 bytes");
    check_refused(in_folder("a.r16"), &(trn_read_options){.width = 4, .height = 2}, TRN_ERR_FORMAT, "are 16 bytes, but it has 12");
    put_file(in_folder("a.r16"), little, 8);
    image = read_file(in_folder("a.r16"), NULL);
    CHECK_EQUAL(info_of(image)->width, 2);
    CHECK_SAME(at(image, 1, 1, 0), 1);
    trn_image_release(image);
    put_file(in_folder("a.r16"), little, 7);
    check_refused(in_folder("a.r16"), NULL, TRN_ERR_FORMAT, "7 bytes");
    put_file(in_folder("a.r16"), little, 0);
    check_refused(in_folder("a.r16"), NULL, TRN_ERR_FORMAT, "is empty");
}

static void headerless_32(void)
{
    const float data[] = {1.5f, -0.0f, NAN, 1e-42f, -3e38f, 7};
    for (int big = 0; big < 2; ++big) {
        write_rows(TRN_F32, 3, 2, 1, data, in_folder("f.r32"), &(trn_write_options){.sidecar = true, .big_endian = big});
        trn_image *image = read_file(in_folder("f.r32"), NULL); /* size and byte order from the sidecar */
        for (int i = 0; i < 6; ++i) CHECK_SAME(at(image, i % 3, i / 3, 0), data[i]);
        CHECK(signbit(at(image, 1, 0, 0)));
        trn_image_release(image);
        bytes b = get_file(in_folder("f.r32"));
        CHECK_EQUAL(b.size, 24);
        CHECK_EQUAL(b.data[big ? 3 : 0], 0xca); /* the top row comes first: 1e-42 is 0x2ca */
        free(b.data);
    }
    const uint32_t nans[] = {0xffc00000u, 0x7fc12345u, 0xff800001u};
    write_rows(TRN_F32, 3, 1, 1, nans, in_folder("n.r32"), NULL);
    bytes b = get_file(in_folder("n.r32"));
    for (int i = 0; i < 3; ++i) CHECK(b.size == 12 && memcmp(b.data + 4 * i, "\0\0\xc0\x7f", 4) == 0); /* one kind of void */
    free(b.data);
    const float odd[] = {INFINITY, -INFINITY, NAN, 2};
    put_file(in_folder("o.f32"), odd, sizeof odd);
    trn_image *image = read_file(in_folder("o.f32"), NULL);
    CHECK_SAME(at(image, 0, 1, 0), NAN);
    CHECK_SAME(at(image, 1, 1, 0), NAN);
    CHECK_SAME(at(image, 0, 0, 0), NAN);
    CHECK_SAME(at(image, 1, 0, 0), 2);
    trn_image_release(image);
    check_refused(in_folder("o.f32"), &(trn_read_options){.has_range = true, .range_hi = 1}, TRN_ERR_ARGUMENT, "float32");
    image = read_file(in_folder("o.f32"), &(trn_read_options){.format = TRN_FILE_RAW16, .width = 4});
    CHECK_EQUAL(info_of(image)->height, 2); /* what the options state goes before the name */
    trn_image_release(image);
    write_rows(TRN_I32, 2, 1, 1, (int32_t[]){-5, 16777216}, in_folder("i.r32"), NULL);
    image = read_file(in_folder("i.r32"), &(trn_read_options){.width = 2});
    CHECK_SAME(at(image, 0, 0, 0), -5);
    CHECK_SAME(at(image, 1, 0, 0), 16777216);
    trn_image_release(image);
}

/* ---- sidecars ---- */

static void sidecar_says(const char *text, trn_status status, const char *part)
{
    put_text(in_folder("m.json"), text);
    trn_image *image = NULL;
    CHECK_STATUS(trn_image_read(rt, in_folder("m.png"), NULL, &image, &err), status, err);
    if (status) {
        CHECK_TEXT(err.message, "m.json");
        CHECK_TEXT(err.message, part);
        trn_image *given = read_file(in_folder("m.png"), &(trn_read_options){.has_range = true, .range_lo = 1, .range_hi = 9});
        CHECK_SAME(at(given, 1, 0, 0), 9); /* a broken one does not matter when the range is given */
        trn_image_release(given);
    } else {
        char got[64];
        snprintf(got, sizeof got, "%g %g %g", at(image, 0, 0, 0), at(image, 1, 0, 0), trn_image_world_size(image));
        CHECK_TEXT(got, part);
    }
    trn_image_release(image);
}

static void sidecars(void)
{
    write_rows(TRN_F32, 2, 1, 1, (float[]){0, 1}, in_folder("m.png"), NULL);
    sidecar_says("{\"terrane\": 1, \"range\": [-2, 2.5e1], \"world_size\": 100}", TRN_OK, "-2 25 100");
    sidecar_says(" {\n\"later\": {\"a\": [1, {\"b\": \"\\u00e9\\n\"}, true, false, null]}, \"terrane\":1 , \"range\" :[5,5] }\n", TRN_OK, "5 5 0");
    sidecar_says("{\"terrane\": 1}", TRN_OK, "0 1 0");
    sidecar_says("{\"range\": [-2, 25], \"scale\": 3}", TRN_OK, "0 1 0"); /* somebody else's */
    sidecar_says("{\"range\": \"high\", \"width\": \"wide\"}", TRN_OK, "0 1 0");
    sidecar_says("[1, 2, {\"terrane\": 1, \"range\": [3, 4]}]", TRN_OK, "0 1 0");
    sidecar_says("{}", TRN_OK, "0 1 0");
    static const struct { const char *text, *part; } bad[] = {
        {"", "line 1"},
        {"{\"terrane\": 1, \"range\": [0, 1]", "expected"},
        {"{\"terrane\": 1, \"range\": [0, 1]}}", "follows"},
        {"{\"terrane\": 1, \"range\": [0]}", "two numbers"},
        {"{\"terrane\": 1, \"range\": [0, 1, 2]}", "two numbers"},
        {"{\"terrane\": 1,\n \"range\": [0, \"1\"]}", "line 2"},
        {"{\"terrane\": 1, \"range\": [0, 1e999]}", "too large"},
        {"{\"terrane\": 1, \"range\": [0, 1e39]}", "float"},
        {"{\"terrane\": 1, \"range\": [0, nan]}", "number"},
        {"{\"terrane\": 1, \"range\": [0, 0x10]}", "expected"},
        {"{\"terrane\": 1, \"range\": [0 1]}", "','"},
        {"{\"terrane\": 1, \"range\": [0, 1,]}", "number"},
        {"{\"terrane\": 2, \"range\": [0, 1]}", "later"},
        {"{\"terrane\": 1, \"world_size\": 0}", "world_size"},
        {"{\"terrane\": 1, \"width\": 1.5}", "whole number"},
        {"{\"terrane\": 1, \"byte_order\": \"middle\"}", "byte_order"},
        {"{\"terrane\": 1, \"key\": \"open}", "not closed"},
        {"{\"terrane\": 1, \"key\": \"\\x\"}", "escape"},
        {"{terrane: 1}", "string"},
        {"{\"terrane\" 1}", "':'"},
        {"not json", "expected"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) sidecar_says(bad[i].text, TRN_ERR_FORMAT, bad[i].part);

    char deep[4096];
    memset(deep, '[', sizeof deep);
    deep[sizeof deep - 1] = 0;
    memcpy(deep, "{\"terrane\":1,\"x\":", 17);
    sidecar_says(deep, TRN_ERR_FORMAT, "deep");
    bytes large = {0};
    add(&large, "{\"terrane\": 1, \"range\": [3, 4]}", 31);
    while (large.size < 70000) add(&large, "                ", 16);
    put_file(in_folder("m.json"), large.data, large.size); /* no sidecar of ours is that large */
    trn_image *image = read_file(in_folder("m.png"), NULL);
    CHECK_SAME(at(image, 1, 0, 0), 1);
    trn_image_release(image);
    free(large.data);
    unlink(in_folder("m.json"));
    mkdir(in_folder("m.json"), 0700);
    trn_image_release(read_file(in_folder("m.png"), NULL));
    rmdir(in_folder("m.json"));
}

static void a_new_file_drops_the_old_sidecar(void)
{
    const float data[] = {10, 20};
    write_rows(TRN_F32, 2, 1, 1, data, in_folder("d.png"), &(trn_write_options){.sidecar = true});
    CHECK(exists(in_folder("d.json")));
    write_rows(TRN_F32, 2, 1, 1, data, in_folder("d.png"), NULL);
    CHECK(!exists(in_folder("d.json")));
    put_text(in_folder("d.json"), "{\"title\": \"mine\"}");
    write_rows(TRN_F32, 2, 1, 1, data, in_folder("d.png"), NULL);
    CHECK(exists(in_folder("d.json"))); /* not ours to remove */
    write_rows(TRN_F32, 2, 1, 1, data, in_folder("D.PNG"), &(trn_write_options){.sidecar = true});
    CHECK(exists(in_folder("D.json")));
}

static void options_that_contradict(void)
{
    write_rows(TRN_F32, 2, 1, 1, (float[]){0, 1}, in_folder("c.png"), NULL);
    const char *path = in_folder("c.png");
    check_refused(path, &(trn_read_options){.raw = true, .has_range = true, .range_hi = 1}, TRN_ERR_ARGUMENT, "raw");
    check_refused(path, &(trn_read_options){.has_range = true, .range_hi = INFINITY}, TRN_ERR_ARGUMENT, "range");
    check_refused(path, &(trn_read_options){.width = -1}, TRN_ERR_ARGUMENT, "-1");
    check_refused(path, &(trn_read_options){.world_size = NAN}, TRN_ERR_ARGUMENT, "world_size");
    check_refused(path, &(trn_read_options){.width = 3}, TRN_ERR_FORMAT, "has 2 x 1 pixels, not 3 x 1");
    check_refused(path, &(trn_read_options){.format = (trn_file_format)9}, TRN_ERR_ARGUMENT, "format");
    check_refused("", NULL, TRN_ERR_ARGUMENT, "file name");
    check_refused(NULL, NULL, TRN_ERR_ARGUMENT, "file name");
    CHECK_EQUAL(trn_image_read(rt, "nowhere.png", NULL, &(trn_image *){NULL}, NULL), TRN_ERR_IO);
}

/* ---- the node ---- */

static trn_node *image_node(const trn_setting *settings, int32_t count, trn_image *image)
{
    const trn_link link = {.image = image};
    const trn_node_desc desc = {.type = "image", .settings = settings, .setting_count = count, .links = &link,
                                .link_count = image ? 1 : 0, .origin = "r.lua:1"};
    trn_node *node;
    CHECK_STATUS(trn_node_create(rt, &desc, &node, &err), TRN_OK, err);
    return node;
}

static void node_makes(trn_node *node, trn_status status, const char *part)
{
    trn_result *result;
    CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), status, err);
    if (status) {
        CHECK_TEXT(err.message, part);
        return;
    }
    trn_image *image = trn_result_image(result);
    const trn_named_layer l = trn_image_at(image, 0);
    char got[128];
    snprintf(got, sizeof got, "%s %dx%d %g %g", l.name, trn_image_width(image), trn_image_height(image),
             ((const float *)trn_layer_get_info(l.layer)->data)[0], trn_image_world_size(image));
    CHECK_TEXT(got, part);
    trn_result_release(result);
}

static int truncate_file(const char *path, int64_t bytes)
{
    FILE *f = fopen(path, "wb");
    const int done = f && ftruncate(fileno(f), bytes) == 0;
    if (f) fclose(f);
    return done;
}

static void the_image_node(void)
{
    const char *path = strdup(in_folder("node.png"));
    write_rows(TRN_F32, 2, 1, 1, (float[]){10, 20}, path, &(trn_write_options){.sidecar = true, .world_size = 50});
    const trn_setting file = {.name = "file", .kind = TRN_VALUE_STRING, .string = path};
    const trn_setting range = {.name = "range", .kind = TRN_VALUE_STRING, .string = "3, 4.5"};
    const trn_setting world = {.name = "world_size", .kind = TRN_VALUE_NUMBER, .number = 7};
    const trn_setting layer = {.name = "layer", .kind = TRN_VALUE_STRING, .string = "height"};
    const trn_setting is_raw = {.name = "raw", .kind = TRN_VALUE_BOOL, .number = 1};

    trn_node *node = image_node(&file, 1, NULL);
    const uint64_t before = trn_runtime_get_stats(rt).nodes_evaluated;
    node_makes(node, TRN_OK, "C 2x1 10 50");
    node_makes(node, TRN_OK, "C 2x1 10 50");
    CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated, before + 1); /* remembered */
    CHECK(trn_runtime_get_stats(rt).cache_bytes >= 128);
    write_rows(TRN_F32, 2, 1, 1, (float[]){11, 21}, path, &(trn_write_options){.sidecar = true});
    node_makes(node, TRN_OK, "C 2x1 11 0"); /* edited: read anew, though the samples are the same */
    trn_node_release(node);

    node = image_node((trn_setting[]){file, range, world, layer}, 4, NULL);
    node_makes(node, TRN_OK, "height 2x1 3 7");
    trn_node_release(node);
    node = image_node((trn_setting[]){file, is_raw}, 2, NULL);
    node_makes(node, TRN_OK, "C 2x1 0 0");
    trn_node_release(node);

    trn_image *held = read_file(path, NULL);
    node = image_node(&world, 1, held);
    node_makes(node, TRN_OK, "C 2x1 11 7");
    CHECK_SAME(trn_image_world_size(held), 0); /* the host's own image stays as it is */
    trn_node_release(node);
    node = image_node(&file, 1, held);
    node_makes(node, TRN_ERR_ARGUMENT, "one of them");
    trn_node_release(node);
    trn_image_release(held);
    node = image_node(NULL, 0, NULL);
    node_makes(node, TRN_ERR_ARGUMENT, "r.lua:1: image: file: names no file");
    trn_node_release(node);

    node = image_node(&file, 1, NULL);
    trn_cancel *cancel;
    trn_result *result;
    CHECK_STATUS(trn_cancel_create(rt, &cancel, &err), TRN_OK, err);
    trn_cancel_raise(cancel);
    trn_runtime_trim(rt);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.cancel = cancel}, &result, &err), TRN_ERR_CANCELLED, err);
    const char *large = strdup(in_folder("large.r32")); /* sparse; its content alone would take seconds to look at */
    if (truncate_file(large, (int64_t)8 << 30)) {
        trn_node *of_large = image_node(&(trn_setting){.name = "file", .kind = TRN_VALUE_STRING, .string = large}, 1, NULL);
        const time_t start = time(NULL);
        CHECK_STATUS(trn_node_evaluate(of_large, &(trn_eval_desc){.cancel = cancel}, &result, &err), TRN_ERR_CANCELLED, err);
        CHECK(time(NULL) - start < 2);
        trn_node_release(of_large);
    } else {
        check_skip("no file of 8 GiB can be made here");
    }
    unlink(large);
    free((char *)large);
    trn_cancel_release(cancel);
    unlink(path);
    node_makes(node, TRN_ERR_IO, "node.png: cannot be opened: no such file");
    trn_node_release(node);

    const trn_setting odd = {.name = "range", .kind = TRN_VALUE_STRING, .string = "3 4 5"};
    const trn_node_desc desc = {.type = "image", .settings = (trn_setting[]){file, odd}, .setting_count = 2};
    CHECK_STATUS(trn_node_create(rt, &desc, &node, &err), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "range: must be two numbers");
    free((char *)path);
}

int main(void)
{
    folder_make();
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    every_depth_and_channel_count(1, 1);
    every_depth_and_channel_count(1, 37);
    every_depth_and_channel_count(37, 1);
    every_depth_and_channel_count(23, 19);
    rows_are_flipped_and_samples_big_endian();
    narrow_samples();
    palettes();
    folder_empty();
    half_a_quantum();
    folder_empty();
    rounding_and_clamping();
    ids_come_back_with_a_sidecar();
    what_cannot_be_written();
    headerless_16();
    headerless_32();
    sidecars();
    a_new_file_drops_the_old_sidecar();
    options_that_contradict();
    the_image_node();
    folder_remove();
    trn_runtime_trim(rt);
    trn_runtime_release(rt);
    return check_end();
}
