/* disk_cache_test.c - results on disk: what comes back, what is not believed, and what may fail. */
#define _GNU_SOURCE
#include "disk.h"
#include "graph/cache.h"
#include "core/core.h"
#include "data/data.h"
#include <limits.h>

static trn_error err;

/* ---- outcomes of every kind ---- */

static uint64_t bits_at(uint64_t i) /* of everything: voids with payloads, infinities, denormals */
{
    uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

static trn_layer *make_layer(trn_runtime *rt, trn_type type, int32_t width, int32_t height, int32_t channels)
{
    trn_layer *layer = NULL;
    CHECK_STATUS(trn_layer_new(rt, type, width, height, channels, &layer, &err), TRN_OK, err);
    const trn_layer_info *l = trn_layer_get_info(layer);
    for (int32_t c = 0; c < channels; ++c)
        for (int64_t i = 0; i < (int64_t)width * height; ++i) {
            const uint64_t bits = bits_at((uint64_t)c << 40 | (uint64_t)i);
            const int64_t at = c * l->stride + i;
            if (type == TRN_F64) memcpy((double *)l->data + at, &bits, 8);
            else memcpy((float *)l->data + at, &bits, 4);
        }
    return layer;
}

typedef struct kind { const char *name; trn_type type; int32_t channels; } kind;

static trn_outcome *make_outcome(trn_runtime *rt, int32_t width, int32_t height, const kind *kinds, int32_t count, int32_t figures)
{
    trn_image *image;
    trn_outcome *o = NULL;
    CHECK_STATUS(trn_image_new(rt, width, height, &image, &err), TRN_OK, err);
    for (int32_t i = 0; i < count; ++i) {
        trn_layer *layer = make_layer(rt, kinds[i].type, width, height, kinds[i].channels);
        CHECK_STATUS(trn_image_put(image, kinds[i].name, layer, &err), TRN_OK, err);
        trn_layer_release(layer);
    }
    trn_image_set_world_size(image, 1234.5678);
    trn_report_line *f = figures ? trn_alloc(rt, (size_t)figures * sizeof *f) : NULL;
    for (int32_t i = 0; i < figures; ++i) {
        snprintf(f[i].name, sizeof f[i].name, "%0*d", i == 0 ? 47 : 3, i);
        snprintf(f[i].unit, sizeof f[i].unit, "%s", i == 1 ? "" : "fifteen bytes.."); /* all that there is room for */
        f[i].value = i == 0 ? 1e300 / 3 : i == 1 ? -0.0 : (double)i;
    }
    CHECK_STATUS(trn_outcome_new(rt, image, f, figures, &o, &err), TRN_OK, err);
    return o;
}

static bool same_bits(const trn_outcome *a, const trn_outcome *b)
{
    const double wa = trn_image_world_size(a->image), wb = trn_image_world_size(b->image);
    if (trn_image_count(a->image) != trn_image_count(b->image) || memcmp(&wa, &wb, 8) != 0) return false;
    for (int32_t i = 0; i < trn_image_count(a->image); ++i) {
        const trn_named_layer la = trn_image_at(a->image, i), lb = trn_image_at(b->image, i);
        const trn_layer_info *ia = trn_layer_get_info(la.layer), *ib = trn_layer_get_info(lb.layer);
        if (strcmp(la.name, lb.name) || ia->type != ib->type || ia->width != ib->width || ia->height != ib->height || ia->channels != ib->channels)
            return false;
        const size_t size = ia->type == TRN_F64 ? 8 : 4, plane = (size_t)ia->width * (size_t)ia->height * size;
        for (int32_t c = 0; c < ia->channels; ++c)
            if (memcmp((const char *)ia->data + (size_t)c * (size_t)ia->stride * size, (const char *)ib->data + (size_t)c * (size_t)ib->stride * size, plane))
                return false;
    }
    return true;
}

static bool same_figures(const trn_outcome *a, const trn_outcome *b)
{
    bool same = a->figure_count == b->figure_count && strcmp(a->report, b->report) == 0;
    for (int32_t i = 0; same && i < a->figure_count; ++i)
        same = strcmp(a->figures[i].name, b->figures[i].name) == 0 && strcmp(a->figures[i].unit, b->figures[i].unit) == 0 &&
               memcmp(&a->figures[i].value, &b->figures[i].value, 8) == 0;
    return same;
}

static void round_trips(void)
{
    const char *folder = new_folder();
    char longest[64];
    memset(longest, 'n', 63);
    longest[63] = 0;
    const kind kinds[] = {{"C", TRN_F32, 1}, {"ids", TRN_I32, 1}, {"exact", TRN_F64, 3}, {longest, TRN_F32, 64}, {"z\xc3\xa4hler", TRN_I32, 2}};
    const int32_t sizes[][2] = {{1, 1}, {1, 17}, {37, 19}, {600, 500}}; /* the last one: planes of more than a piece */
    for (int32_t s = 0; s < TRN_COUNT(sizes); ++s)
        for (int32_t count = 1; count <= TRN_COUNT(kinds); ++count) {
            if (s == 3 && count == 4) continue;
            trn_runtime *rt = runtime_at(folder, 0, NULL), *other = runtime_at(folder, 0, NULL);
            trn_disk_cache *writer = trn_disk_cache_create(rt, folder), *reader = trn_disk_cache_create(other, folder);
            const trn_key key = {(uint64_t)s, (uint64_t)count};
            const kind *from = s == 3 && count == 5 ? kinds + 4 : kinds; /* without the 64 channels */
            trn_outcome *o = make_outcome(rt, sizes[s][0], sizes[s][1], from, s == 3 && count == 5 ? 1 : count, count - 1);
            CHECK(trn_disk_cache_find(reader, key, NULL) == NULL);
            trn_disk_cache_add(writer, key, o, NULL);
            trn_outcome *back = trn_disk_cache_find(reader, key, NULL);
            if (CHECK(back != NULL)) {
                CHECK(same_bits(o, back));
                CHECK(same_figures(o, back));
                CHECK(trn_layer_edit(trn_image_at(back->image, 0).layer) == NULL); /* nobody may write to what others see */
            }
            trn_runtime_stats stats = {0};
            trn_disk_cache_figures(reader, &stats);
            CHECK_EQUAL(stats.disk_hits, 1);
            CHECK_EQUAL(stats.disk_misses, 1);
            trn_outcome_release(o);
            trn_outcome_release(back);
            trn_disk_cache_destroy(writer);
            trn_disk_cache_destroy(reader);
            trn_runtime_release(rt);
            trn_runtime_release(other);
        }
    CHECK_EQUAL(count_files(folder, ".tmp"), 0);
    remove_folder(folder);
}

/* ---- damage ---- */

typedef struct stage { /* a folder with one small result in it */
    const char *folder;
    trn_runtime *rt;
    trn_disk_cache *disk;
    trn_outcome *outcome;
    trn_key key;
    told log;
    char path[PATH_ROOM];
    uint8_t *bytes;
    size_t size;
} stage;

static void put_file(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (!CHECK(f != NULL)) return;
    CHECK(fwrite(bytes, 1, n, f) == n);
    CHECK(fclose(f) == 0);
}

static void set_stage(stage *s)
{
    static const kind kinds[] = {{"C", TRN_F32, 1}, {"ids", TRN_I32, 2}, {"exact", TRN_F64, 1}};
    static listing files;
    s->folder = new_folder();
    s->rt = runtime_at(s->folder, 0, &s->log);
    s->disk = trn_disk_cache_create(s->rt, s->folder);
    s->key = (trn_key){0x0123456789abcdef, 0xfedcba9876543210};
    s->outcome = make_outcome(s->rt, 5, 4, kinds, 3, 2);
    trn_disk_cache_add(s->disk, s->key, s->outcome, NULL);
    list_files(s->folder, ".result", &files);
    CHECK_EQUAL(files.count, 1);
    strcpy(s->path, files.path[0]);
    s->size = (size_t)file_size(s->path);
    s->bytes = malloc(s->size);
    FILE *f = fopen(s->path, "rb");
    CHECK(f && fread(s->bytes, 1, s->size, f) == s->size);
    if (f) fclose(f);
    CHECK(memcmp(s->bytes, "TRNRSLT\n", 8) == 0);
}

static void clear_stage(stage *s)
{
    free(s->bytes);
    trn_outcome_release(s->outcome);
    trn_disk_cache_destroy(s->disk);
    trn_runtime_release(s->rt);
    remove_folder(s->folder);
}

/* A file that is not believed: a miss, gone, said, and made again as it was. */
static void is_dropped(stage *s, const char *what, int64_t where)
{
    const int32_t before = s->log.warnings;
    trn_outcome *found = trn_disk_cache_find(s->disk, s->key, NULL);
    struct stat st;
    if (!CHECK(found == NULL) || !CHECK(lstat(s->path, &st) != 0) || !CHECK(s->log.warnings == before + 1))
        printf("    %s %lld: %s\n", what, (long long)where, s->log.last);
    trn_outcome_release(found);
    trn_disk_cache_add(s->disk, s->key, s->outcome, NULL);
    found = trn_disk_cache_find(s->disk, s->key, NULL);
    if (CHECK(found != NULL)) CHECK(same_bits(s->outcome, found));
    trn_outcome_release(found);
}

static void damage(void)
{
    stage s = {0};
    set_stage(&s);
    uint8_t *bad = malloc(2 * s.size + 64);
    for (size_t i = 0; i < s.size; ++i) { /* every byte, each time another bit */
        memcpy(bad, s.bytes, s.size);
        bad[i] ^= (uint8_t)(1u << (i * 5 + 3) % 8);
        put_file(s.path, bad, s.size);
        is_dropped(&s, "flipped byte", (int64_t)i);
    }
    for (size_t n = 0; n < s.size; n += n < 140 ? 1 : 13) { /* every length about the head, many of the others */
        put_file(s.path, s.bytes, n);
        is_dropped(&s, "cut to", (int64_t)n);
    }
    put_file(s.path, s.bytes, s.size - 1);
    is_dropped(&s, "cut to", (int64_t)s.size - 1);
    memcpy(bad, s.bytes, s.size);
    memset(bad + s.size, 0, 64);
    for (size_t more = 1; more <= 64; more *= 4) {
        put_file(s.path, bad, s.size + more);
        is_dropped(&s, "longer by", (int64_t)more);
    }
    /* sizes from nowhere: nothing may be allocated for them */
    static const size_t at[] = {12, 32, 36, 40, 64 + 64, 64 + 68};
    static const uint32_t values[] = {0, 0x7fffffff, 0xffffffff, 0x80000000, 0x10000, 65};
    for (size_t a = 0; a < sizeof at / sizeof *at; ++a)
        for (size_t v = 0; v < sizeof values / sizeof *values; ++v) {
            memcpy(bad, s.bytes, s.size);
            for (int b = 0; b < 4; ++b) bad[at[a] + (size_t)b] = (uint8_t)(values[v] >> 8 * b);
            if (memcmp(bad, s.bytes, s.size) == 0) continue;
            put_file(s.path, bad, s.size);
            is_dropped(&s, "sizes at", (int64_t)at[a]);
        }
    CHECK(trn_runtime_get_stats(s.rt).peak_bytes < 4 << 20);

    /* the result of another key under this one's name */
    const trn_key other = {1, 2};
    static listing files;
    trn_disk_cache_add(s.disk, other, s.outcome, NULL);
    list_files(s.folder, ".result", &files);
    CHECK_EQUAL(files.count, 2);
    CHECK(rename(files.path[strcmp(files.path[0], s.path) == 0], s.path) == 0);
    is_dropped(&s, "another's file", 0);

    /* what is no file */
    CHECK(unlink(s.path) == 0 && mkfifo(s.path, 0666) == 0);
    is_dropped(&s, "pipe", 0); /* and it does not wait for a writer */
    char real[PATH_ROOM + 8];
    snprintf(real, sizeof real, "%s/real", s.folder);
    put_file(real, s.bytes, s.size);
    CHECK(unlink(s.path) == 0 && symlink(real, s.path) == 0);
    is_dropped(&s, "link", 0);
    CHECK_EQUAL(file_size(real), (int64_t)s.size); /* only the link went */
    CHECK(unlink(s.path) == 0 && mkdir(s.path, 0777) == 0);
    const int32_t before = s.log.warnings;
    CHECK(trn_disk_cache_find(s.disk, s.key, NULL) == NULL);
    trn_disk_cache_add(s.disk, s.key, s.outcome, NULL);
    trn_disk_cache_add(s.disk, s.key, s.outcome, NULL);
    CHECK_EQUAL(s.log.warnings, before + 2); /* that it goes, and, once, that nothing can be written there */
    CHECK_TEXT(s.log.last, "going on without");
    CHECK(rmdir(s.path) == 0);
    CHECK_EQUAL(count_files(s.folder, ".tmp"), 0);
    free(bad);
    clear_stage(&s);
}

/* ---- memory and limits ---- */

static void allocations(bool sticky)
{
    stage s = {0};
    set_stage(&s);
    int64_t n = 0;
    for (bool whole = false; n < 100 && !whole; ++n) { /* of finding */
        trn_runtime_fail_allocation(s.rt, n, sticky);
        trn_outcome *found = trn_disk_cache_find(s.disk, s.key, NULL);
        trn_runtime_fail_allocation(s.rt, -1, false);
        whole = found != NULL;
        if (found) CHECK(same_bits(s.outcome, found));
        trn_outcome_release(found);
        CHECK_EQUAL(file_size(s.path), (int64_t)s.size); /* want of memory is no damage */
    }
    CHECK(n > 5 && n < 100);
    n = 0;
    for (bool whole = false; n < 100 && !whole; ++n) { /* of adding */
        unlink(s.path);
        trn_runtime_fail_allocation(s.rt, n, sticky);
        trn_disk_cache_add(s.disk, s.key, s.outcome, NULL);
        trn_runtime_fail_allocation(s.rt, -1, false);
        whole = file_size(s.path) >= 0;
        CHECK_EQUAL(count_files(s.folder, ".tmp"), 0);
        if (whole) CHECK_EQUAL(file_size(s.path), (int64_t)s.size);
    }
    CHECK(n > 2 && n < 100);
    CHECK_EQUAL(s.log.warnings, 0);
    clear_stage(&s);
}

typedef struct heap { int32_t calls, fail_at, live; } heap;
static void *take_block(void *user, size_t size, size_t align)
{
    heap *h = user;
    void *block = h->calls++ == h->fail_at ? NULL : aligned_alloc(align, (size + align - 1) / align * align);
    h->live += block != NULL;
    return block;
}
static void give_block(void *user, void *block, size_t size, size_t align)
{
    (void)size, (void)align;
    --((heap *)user)->live;
    free(block);
}

static void runtimes(void) /* each allocation of making one fails in turn */
{
    trn_status st = TRN_ERR_MEMORY;
    int32_t n = 0;
    for (; st != TRN_OK && n < 20; ++n) {
        heap h = {.fail_at = n};
        trn_runtime *rt;
        st = trn_runtime_create(&(trn_runtime_desc){.allocator = {take_block, give_block, &h}, .cache_dir = "/nowhere"}, &rt, &err);
        CHECK(st == TRN_OK || (st == TRN_ERR_MEMORY && rt == NULL));
        trn_runtime_release(rt);
        CHECK_EQUAL(h.live, 0);
    }
    CHECK(n > 3 && n < 20);
}

static void limits(void)
{
    stage s = {0};
    set_stage(&s);
    trn_runtime *small;
    told log = {0};
    const trn_runtime_desc desc = {.limits.max_side = 4, .log = hear, .log_user = &log};
    CHECK_STATUS(trn_runtime_create(&desc, &small, &err), TRN_OK, err);
    trn_disk_cache *disk = trn_disk_cache_create(small, s.folder);
    CHECK(trn_disk_cache_find(disk, s.key, NULL) == NULL); /* 5 pixels wide: not for this one, and whole all the same */
    CHECK_EQUAL(file_size(s.path), (int64_t)s.size);
    CHECK_EQUAL(log.warnings, 0);
    trn_disk_cache_destroy(disk);
    trn_runtime_release(small);

    char name[TRN_CACHE_FOLDER + 2];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.cache_dir = name}, &small, &err), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "cache_dir: a folder's name may have 4000 bytes, this one has 4001");
    clear_stage(&s);
}

typedef struct countdown { trn_stop stop; int left; } countdown; /* asks to stop at the question after so many */
static bool after(const trn_stop *stop) { return --((countdown *)stop)->left < 0; }
static void stopping(void)
{
    stage s = {0};
    set_stage(&s);
    countdown when = {.stop.look = after};
    const kind large = {"C", TRN_F32, 1};
    trn_outcome *o = make_outcome(s.rt, 1024, 1024, &large, 1, 0); /* four pieces */
    const trn_key key = {7, 7};
    for (int n = 0; n < 5; ++n) {
        when.left = n;
        trn_disk_cache_add(s.disk, key, o, &when.stop);
        CHECK_EQUAL(count_files(s.folder, ".result"), n < 4 ? 1 : 2);
        CHECK_EQUAL(count_files(s.folder, ".tmp"), 0);
    }
    for (int n = 0; n < 5; ++n) {
        when.left = n;
        trn_outcome *found = trn_disk_cache_find(s.disk, key, &when.stop);
        CHECK((found != NULL) == (n == 4));
        trn_outcome_release(found);
        CHECK_EQUAL(count_files(s.folder, ".result"), 2);
    }
    CHECK_EQUAL(s.log.warnings, 0);
    trn_outcome_release(o);
    clear_stage(&s);
}

int main(void)
{
    round_trips();
    damage();
    allocations(false);
    allocations(true);
    runtimes();
    limits();
    stopping();
    return check_end();
}
