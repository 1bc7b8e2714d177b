/* text_test.c - lines of text in a font of this machine: layout, drawing, windows, directions, damage, memory that runs out,
 * threads.
 * Passed over where Terrane was built without text, or DejaVu Sans is not installed. */
#define _GNU_SOURCE
#include "check.h"
#include "io/glyphs.h"
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static trn_runtime *rt;
static trn_error err;

enum { W = 320, H = 128 };
static float plane[H][W], other[H][W];

static trn_font *font_of(const char *name, int32_t px)
{
    trn_font *font = NULL;
    CHECK_STATUS(trn_font_open(rt, name, px, NULL, &font, &err), TRN_OK, err);
    return font;
}
static trn_line *line_of(trn_font *font, const char *text)
{
    trn_line *line = NULL;
    CHECK_STATUS(trn_line_new(font, text, strlen(text), &line, &err), TRN_OK, err);
    return line;
}
static int64_t width(trn_font *font, const char *text)
{
    trn_line *line = line_of(font, text);
    const int64_t w = line ? trn_line_width(line) : -1;
    trn_line_free(line);
    return w;
}
static void draw_in(trn_font *font, const char *text, int64_t pen_x, int64_t baseline, const trn_canvas *canvas)
{
    trn_line *line = line_of(font, text);
    memset(canvas->plane, 0, sizeof(float) * (size_t)canvas->width * (size_t)canvas->height);
    CHECK_STATUS(trn_line_draw(line, pen_x, baseline, canvas, NULL, &err), TRN_OK, err);
    trn_line_free(line);
}
static void draw(trn_font *font, const char *text, int64_t pen_x, int64_t baseline, float to[H][W])
{
    draw_in(font, text, pen_x, baseline, &(trn_canvas){to[0], W, H, 0, 0});
}
static double ink(float from[H][W])
{
    double sum = 0;
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x) sum += from[y][x];
    return sum;
}
static bool same_picture(trn_font *font, const char *a, const char *b)
{
    draw(font, a, 40 * 64, 40, plane);
    draw(font, b, 40 * 64, 40, other);
    return memcmp(plane, other, sizeof plane) == 0;
}

/* ---- layout ---- */

static void test_pen(trn_font *font)
{
    const trn_font_metrics m = trn_font_measures(font); /* DejaVu Sans 2.37 at 64: 2048 units, 1901 up, 483 down, H 1493 */
    CHECK_EQUAL(m.ascent, 60);
    CHECK_EQUAL(m.descent, 16);
    CHECK_EQUAL(m.cap_height, 47);
    CHECK_EQUAL(width(font, ""), 0);
    CHECK_EQUAL(width(font, "A"), (1401 * 64 * 64 + 1024) / 2048);
    CHECK_EQUAL(width(font, "AV") - width(font, "A") - width(font, "V"), -262); /* -131 units */
    CHECK_EQUAL(width(font, "fi"), width(font, "f") + width(font, "i"));        /* no ligature */
    CHECK_EQUAL(width(font, "\t"), width(font, "    "));
    CHECK_EQUAL(width(font, "a\r\n\x01\x7f\xc2\x85z"), width(font, "az"));
}

static void test_characters(trn_font *font)
{
    CHECK(same_picture(font, "\xee\x80\x80", "\xee\x80\x81")); /* two that the font lacks */
    CHECK(ink(plane) > 100);
    CHECK(same_picture(font, "\xff", "\xef\xbf\xbd"));         /* each bad byte is U+FFFD */
    CHECK(same_picture(font, "\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"));
    CHECK(same_picture(font, "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"));
    CHECK(same_picture(font, "e\xcc\x81", "\xc3\xa9"));        /* e and an accent are composed */
    CHECK(width(font, "x\xcc\xa7\xcc\x8a") == width(font, "x")); /* accents take no room */
    CHECK(!same_picture(font, "x\xcc\x8a", "x"));
}

/* ---- drawing ---- */

static void test_drawing(trn_font *font)
{
    draw(font, "Wave", 3 * 64 + 17, 30, plane);
    float lo = 1, hi = 0;
    int between = 0;
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x) {
            lo = plane[y][x] < lo ? plane[y][x] : lo, hi = plane[y][x] > hi ? plane[y][x] : hi;
            between += plane[y][x] > 0 && plane[y][x] < 1;
        }
    CHECK_SAME(lo, 0);
    CHECK_SAME(hi, 1);
    CHECK(between > 100);

    draw(font, "Wave", (3 + 9) * 64 + 17, 30 + 5, other); /* whole pixels move the bits */
    for (int y = 0; y + 5 < H; ++y) CHECK(memcmp(&plane[y][0], &other[y + 5][9], sizeof(float) * (W - 9)) == 0);
    draw(font, "Wave", 3 * 64 + 18, 30, other);
    CHECK(memcmp(plane, other, sizeof plane) != 0);
    CHECK_NEAR(ink(plane), ink(other), 0.002 * ink(plane));

    trn_font *small = font_of("DejaVu Sans", 32);
    draw(small, "Wave", 3 * 64, 30, other);
    CHECK_NEAR(ink(plane) / ink(other), 4, 0.04);
    trn_font_close(small);
}

static void test_windows(trn_font *font) /* anything of the whole is the same by itself */
{
    const char *const text = "Gl\xc3\xbc" "ck \xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d";
    draw(font, text, 11 * 64 + 5, 44, plane);
    uint32_t s = 1;
    for (int k = 0; k < 200; ++k) {
        const int x = (int)((s = s * 1664525u + 1013904223u) >> 8) % W, y = (int)((s = s * 1664525u + 1013904223u) >> 8) % H;
        const int w = 1 + (int)((s = s * 1664525u + 1013904223u) >> 8) % (W - x), h = 1 + (int)((s = s * 1664525u + 1013904223u) >> 8) % (H - y);
        draw_in(font, text, 11 * 64 + 5, 44, &(trn_canvas){other[0], w, h, x, y});
        int differ = 0;
        for (int row = 0; row < h; ++row) differ += memcmp(&other[0][0] + row * w, &plane[y + row][x], sizeof(float) * (size_t)w) != 0;
        CHECK_EQUAL(differ, 0);
    }
    int differ = 0;
    for (int x = 0; x + 2 <= W; ++x) { /* wherever a glyph is cut */
        draw_in(font, text, 11 * 64 + 5, 44, &(trn_canvas){other[0], 2, H, x, 0});
        for (int row = 0; row < H; ++row) differ += memcmp(&other[0][0] + row * 2, &plane[row][x], 2 * sizeof(float)) != 0;
    }
    CHECK_EQUAL(differ, 0);
}

static void test_wide_canvas(void) /* beyond what FreeType's spans reach in one go */
{
    enum { WIDE = 70000 };
    float *wide = calloc(2 * WIDE, sizeof *wide);
    float *near = plane[0]; /* two rows of it */
    trn_font *font = font_of("DejaVu Sans", 40);
    for (int k = 0; k < 5; ++k) {
        const int64_t at = (int64_t[]){16384, 32768, 49152, 65536, 5}[k] - 20;
        draw_in(font, "Mm", at * 64, -6, &(trn_canvas){wide, WIDE, 2, 0, 0});
        draw_in(font, "Mm", at * 64, -6, &(trn_canvas){near, W, 2, at - 10, 0});
        double all = 0;
        for (int i = 0; i < 2 * WIDE; ++i) all += wide[i];
        int differ = 0;
        for (int row = 0; row < 2; ++row)
            for (int x = 0; x < W; ++x) {
                const int64_t there = at - 10 + x;
                differ += there >= 0 && there < WIDE && wide[row * WIDE + there] != near[row * W + x];
                all -= there >= 0 && there < WIDE ? near[row * W + x] : 0;
            }
        CHECK_EQUAL(differ, 0);
        CHECK_SAME(all, 0);
    }
    trn_font_close(font);
    free(wide);
}

static void test_far_away(trn_font *font)
{
    static const int64_t far[] = {INT64_C(1) << 55, -(INT64_C(1) << 55), INT64_C(1) << 40, 300000, -300000, 40000, -40000};
    for (int i = 0; i < 7; ++i) {
        draw(font, "far", far[i], 30, plane);
        CHECK_SAME(ink(plane), 0);
        draw(font, "far", 0, far[i], plane);
        CHECK_SAME(ink(plane), 0);
    }
    draw_in(font, "far", (INT64_C(1) << 50) * 64, 7, &(trn_canvas){other[0], W, H, (INT64_C(1) << 50) - 3, -23});
    draw(font, "far", 3 * 64, 30, plane);
    CHECK(ink(plane) > 100 && memcmp(plane, other, sizeof plane) == 0);

    draw_in(font, "far", 64, 7, &(trn_canvas){other[0], W, H, INT64_C(1) << 60, -(INT64_C(1) << 60)});
    CHECK_SAME(ink(other), 0);
    trn_font *huge = font_of("DejaVu Sans", TRN_FONT_LARGEST);
    float one = 0;
    draw_in(huge, "\xe2\x96\x88", 0, 0, &(trn_canvas){&one, 1, 1, 1000, 1000}); /* inside a full block */
    CHECK_SAME(one, 1);
    trn_font_close(huge);
}

/* ---- directions ---- */

#define SHALOM "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d"
#define SALAM "\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85"

static void test_directions(trn_font *font)
{
    CHECK(!same_picture(font, SHALOM, "\xd7\x9d\xd7\x95\xd7\x9c\xd7\xa9"));
    CHECK_EQUAL(width(font, SHALOM), width(font, "\xd7\x9d\xd7\x95\xd7\x9c\xd7\xa9"));
    draw(font, "\xd7\xa9", 40 * 64, 40, plane); /* shin is the rightmost letter */
    const double shin = ink(plane);
    draw(font, SHALOM, 40 * 64, 40, other);
    const int from = 40 + (int)((width(font, SHALOM) - width(font, "\xd7\xa9")) / 64);
    double right = 0;
    for (int y = 0; y < H; ++y)
        for (int x = from; x < W; ++x) right += other[y][x];
    CHECK_NEAR(right, shin, 0.05 * shin);

    CHECK(width(font, SALAM) < width(font, "\xd8\xb3\xe2\x80\x8c\xd9\x84\xe2\x80\x8c\xd8\xa7\xe2\x80\x8c\xd9\x85")); /* Arabic letters join */

    /* numbers in right-to-left text stand as they are, at the line's left end here */
    draw(font, SHALOM " 12", 40 * 64, 40, plane);
    draw(font, "12 ", 40 * 64, 40, other);
    const int end = 40 + (int)(width(font, "12") / 64);
    int differ = 0;
    for (int y = 0; y < H; ++y) differ += memcmp(&plane[y][0], &other[y][0], sizeof(float) * (size_t)end) != 0;
    CHECK_EQUAL(differ, 0);

    /* a word the other way within a line: what is around it keeps its place */
    draw(font, "ab " SHALOM " cd", 10 * 64, 40, plane);
    draw(font, "ab ", 10 * 64, 40, other);
    differ = 0;
    for (int y = 0; y < H; ++y) differ += memcmp(&plane[y][0], &other[y][0], sizeof(float) * (size_t)(10 + width(font, "ab ") / 64)) != 0;
    CHECK_EQUAL(differ, 0);
    CHECK_EQUAL(width(font, "ab " SHALOM " cd"), width(font, "ab ") + width(font, SHALOM) + width(font, " cd"));
}

static void test_locale(trn_font *font) /* the environment has no say */
{
    draw(font, "i\xc4\xb1 1.5 \xd0\xb1", 40 * 64, 40, plane);
    static const char *const names[] = {"de_DE.UTF-8", "tr_TR.UTF-8", "sr_RS.UTF-8"};
    for (int i = 0; i < 3; ++i) {
        setenv("LANG", names[i], 1);
        setlocale(LC_ALL, names[i]);
        const char *before = setlocale(LC_ALL, NULL);
        char *kept = strdup(before);
        trn_font *again = font_of("DejaVu Sans", 64);
        draw(again, "i\xc4\xb1 1.5 \xd0\xb1", 40 * 64, 40, other);
        CHECK(memcmp(plane, other, sizeof plane) == 0);
        CHECK(strcmp(kept, setlocale(LC_ALL, NULL)) == 0);
        trn_font_close(again);
        free(kept);
    }
    unsetenv("LANG");
    setlocale(LC_ALL, "C");
}

/* ---- names ---- */

static void refused(const char *name, int32_t px, trn_status status, const char *part)
{
    trn_font *font = (trn_font *)&err;
    CHECK_STATUS(trn_font_open(rt, name, px, NULL, &font, &err), status, err);
    CHECK(font == NULL);
    CHECK_TEXT(err.message, part);
}

static void test_names(void)
{
    static const char *const good[] = {"", "sans", "serif", "Monospace", "DejaVu Sans", "dejavu sans", "DejaVu Sans Bold", "DejaVuSans-Bold"};
    trn_key keys[8];
    for (int i = 0; i < 8; ++i) {
        keys[i] = (trn_key){0, 0};
        trn_font_close(font_of(good[i], 20));
        CHECK_STATUS(trn_font_stamp(rt, good[i], NULL, &keys[i], &err), TRN_OK, err);
    }
    CHECK(trn_key_equal(keys[4], keys[5]) && trn_key_equal(keys[6], keys[7]) && !trn_key_equal(keys[4], keys[6]));
    refused("No Such Font", 20, TRN_ERR_ARGUMENT, "no font 'No Such Font' is installed");
    refused("", 0, TRN_ERR_ARGUMENT, "0 pixels");
    refused("", TRN_FONT_LARGEST + 1, TRN_ERR_LIMIT, "4096 is the most");
    refused("/nowhere/a.ttf", 20, TRN_ERR_IO, "/nowhere/a.ttf: ");
    refused("/", 20, TRN_ERR_IO, "is a folder");
    refused("/dev/zero", 20, TRN_ERR_IO, "not a regular file");
    refused("spec/c/text_test.c", 20, TRN_ERR_FORMAT, "no TrueType or OpenType font");
    static const char *const files[] = {"a/b", "/a", "a.ttf", "A.OTF", "x.ttc", "x.otc", "a\\b", ".ttf"};
    static const char *const names[] = {"", "DejaVu Sans", "ttf", "a.woff2", "Font.ttf Bold"};
    for (int i = 0; i < 8; ++i) CHECK(trn_font_is_file(files[i]));
    for (int i = 0; i < 5; ++i) CHECK(!trn_font_is_file(names[i]));
    trn_font *font = font_of("DejaVu Sans", 20);
    char *much = malloc(TRN_LINE_LONGEST + 1);
    memset(much, 'm', TRN_LINE_LONGEST + 1);
    trn_line *line = (trn_line *)&err;
    CHECK_STATUS(trn_line_new(font, much, TRN_LINE_LONGEST + 1, &line, &err), TRN_ERR_LIMIT, err);
    CHECK(line == NULL);
    memset(much, '\t', TRN_LINE_LONGEST);
    CHECK_STATUS(trn_line_new(font, much, TRN_LINE_LONGEST, &line, &err), TRN_OK, err);
    CHECK_EQUAL(trn_line_width(line), 4 * TRN_LINE_LONGEST * width(font, " "));
    trn_line_free(line);
    free(much);
    trn_font_close(font);
}

/* ---- cancelling ---- */

static void test_stop(trn_font *font)
{
    trn_stop stop = {0};
    atomic_store(&stop.raised, true);
    trn_font *none = (trn_font *)&err;
    CHECK_STATUS(trn_font_open(rt, "DejaVu Sans", 20, &stop, &none, &err), TRN_ERR_CANCELLED, err);
    CHECK(none == NULL);
    trn_key key = {0, 0};
    CHECK_STATUS(trn_font_stamp(rt, "DejaVu Sans", &stop, &key, &err), TRN_ERR_CANCELLED, err);
    trn_line *line = line_of(font, "stop");
    CHECK_STATUS(trn_line_draw(line, 0, 0, &(trn_canvas){plane[0], W, H, 0, 0}, &stop, &err), TRN_ERR_CANCELLED, err);
    trn_line_free(line);
}

/* ---- damage ---- */

typedef struct copy { unsigned char *bytes; size_t size; char path[64]; } copy;

static bool read_copy(copy *c, const char *from)
{
    FILE *f = fopen(from, "rb");
    if (!f) return false;
    fseek(f, 0, SEEK_END);
    c->size = (size_t)ftell(f);
    rewind(f);
    c->bytes = malloc(c->size);
    const bool done = fread(c->bytes, 1, c->size, f) == c->size;
    fclose(f);
    snprintf(c->path, sizeof c->path, "/tmp/terrane-%ld.ttf", (long)getpid());
    return done;
}
static void write_copy(const copy *c, size_t size)
{
    FILE *f = fopen(c->path, "wb");
    CHECK(f && fwrite(c->bytes, 1, size, f) == size && fclose(f) == 0);
}
static bool try_copy(const copy *c) /* true: it draws all the same */
{
    trn_font *font = NULL;
    trn_line *line = NULL;
    trn_status st = trn_font_open(rt, c->path, 40, NULL, &font, &err);
    if (st == TRN_OK) st = trn_line_new(font, "AV \xc3\x84g " SALAM SHALOM, 19, &line, &err);
    memset(plane, 0, sizeof plane);
    if (st == TRN_OK) st = trn_line_draw(line, 0, 40, &(trn_canvas){plane[0], W, H, 0, 0}, NULL, &err);
    trn_line_free(line);
    trn_font_close(font);
    if (st == TRN_OK) return true;
    CHECK(st == TRN_ERR_FORMAT && strstr(err.message, c->path) != NULL);
    return false;
}

static void test_damage(void)
{
    copy c;
    if (!read_copy(&c, "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")) {
        check_skip("DejaVuSans.ttf is not where Debian has it");
        return;
    }
    write_copy(&c, c.size);
    CHECK(try_copy(&c));
    int refusals = 0;
    for (int i = 0; i < 100; ++i) {
        write_copy(&c, i < 40 ? (size_t)i * 8 : c.size / 60 * (size_t)(i - 40));
        refusals += !try_copy(&c);
    }
    CHECK(refusals > 90);
    uint32_t s = 99;
    for (int i = 0; i < 300; ++i) { /* in the list of tables, their heads, and anywhere */
        const size_t range = i % 3 == 0 ? 300 : i % 3 == 1 ? 20000 : c.size;
        unsigned char old[8];
        size_t places[8];
        for (int k = 0; k < 8; ++k) {
            places[k] = ((s = s * 1664525u + 1013904223u) >> 4) % range;
            old[k] = c.bytes[places[k]];
            c.bytes[places[k]] = (unsigned char)((s = s * 1664525u + 1013904223u) >> 20);
        }
        write_copy(&c, c.size);
        try_copy(&c);
        for (int k = 7; k >= 0; --k) c.bytes[places[k]] = old[k];
    }
    unlink(c.path);
    free(c.bytes);
}

/* ---- memory ---- */

static trn_status all_of_it(const char *name)
{
    trn_font *font = NULL;
    trn_line *line = NULL;
    trn_key key = {0, 0};
    trn_status st = trn_font_stamp(rt, name, NULL, &key, &err);
    if (st == TRN_OK) st = trn_font_open(rt, name, 40, NULL, &font, &err);
    if (st == TRN_OK) st = trn_line_new(font, "Text " SALAM, 13, &line, &err);
    if (st == TRN_OK) st = trn_line_draw(line, 0, 40, &(trn_canvas){plane[0], W, H, 0, 0}, NULL, &err);
    trn_line_free(line);
    trn_font_close(font);
    return st;
}

static void test_memory(void)
{
    const trn_runtime_stats before = trn_runtime_get_stats(rt);
    CHECK_STATUS(all_of_it("DejaVu Sans"), TRN_OK, err);
    const trn_runtime_stats after = trn_runtime_get_stats(rt);
    CHECK_EQUAL(after.bytes, before.bytes);
    const int64_t count = (int64_t)(after.allocations - before.allocations);
    CHECK(count > 30); /* FreeType's are among them */
    for (int64_t i = 0; i < count; ++i) {
        trn_runtime_fail_allocation(rt, i, false);
        CHECK_STATUS(all_of_it("DejaVu Sans"), TRN_ERR_MEMORY, err);
        trn_runtime_fail_allocation(rt, -1, false);
        CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, before.bytes);
    }
    trn_runtime *small;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits = {.max_bytes = 500000}}, &small, &err), TRN_OK, err);
    trn_font *font;
    CHECK_STATUS(trn_font_open(small, "DejaVu Sans", 40, NULL, &font, &err), TRN_ERR_MEMORY, err); /* the file is larger */
    trn_runtime_release(small);
}

/* ---- threads ---- */

enum { THREADS = 6 };
static float pictures[THREADS][H][W];
static void *write_often(void *picture) /* NULL: all went well */
{
    float *p = picture;
    trn_error why;
    for (int i = 0; i < 12; ++i) {
        trn_font *font = NULL;
        trn_line *line = NULL;
        trn_key key = {0, 0};
        memset(p, 0, sizeof pictures[0]);
        const bool done = trn_font_stamp(rt, "DejaVu Sans", NULL, &key, &why) == TRN_OK &&
                          trn_font_open(rt, i % 3 ? "DejaVu Sans" : "serif", 40, NULL, &font, &why) == TRN_OK &&
                          trn_line_new(font, "Text " SALAM, 13, &line, &why) == TRN_OK &&
                          trn_line_draw(line, 0, 40, &(trn_canvas){p, W, H, 0, 0}, NULL, &why) == TRN_OK;
        trn_line_free(line);
        trn_font_close(font);
        if (!done) return p;
    }
    return NULL;
}

static void test_threads(void) /* fonts of their own, on one runtime and one Fontconfig */
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; ++i) CHECK_EQUAL(pthread_create(&threads[i], NULL, write_often, pictures[i]), 0);
    for (int i = 0; i < THREADS; ++i) {
        void *failed;
        pthread_join(threads[i], &failed);
        CHECK(failed == NULL);
        CHECK(ink(pictures[i]) > 100 && memcmp(pictures[i], pictures[0], sizeof pictures[0]) == 0);
    }
}

int main(void)
{
    char versions[200];
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    trn_font *font = NULL;
    if (trn_runtime_text(rt, versions, sizeof versions, &err) != TRN_OK) {
        CHECK_EQUAL(err.status, TRN_ERR_DEVICE);
        CHECK_TEXT(err.message, "libfreetype-dev");
        CHECK_EQUAL(versions[0], 0);
        CHECK_STATUS(trn_font_open(rt, "", 40, NULL, &font, &err), TRN_ERR_DEVICE, err);
        check_skip("Terrane was built without text");
    } else if (trn_font_open(rt, "DejaVu Sans", 64, NULL, &font, &err) != TRN_OK) {
        check_skip(err.message);
    } else {
        CHECK_TEXT(versions, "FreeType 2.");
        CHECK_TEXT(versions, ", HarfBuzz ");
        test_pen(font);
        test_characters(font);
        test_drawing(font);
        test_windows(font);
        test_wide_canvas();
        test_far_away(font);
        test_directions(font);
        test_locale(font);
        test_names();
        test_stop(font);
        test_damage();
        test_memory();
        test_threads();
    }
    trn_font_close(font);
    trn_runtime_release(rt);
    return check_end();
}
