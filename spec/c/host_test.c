/* host_test.c - a host around the runtime: its allocator, threads, job system, floating-point mode, locale and compiler. */
#define _GNU_SOURCE
#include "graph.h"
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

static trn_error err;

/* ---- the host's allocator: counts what lives, checks what comes back, fails when it is told to ------------------------- */

typedef struct heap {
    atomic_llong live_blocks, live_bytes, calls, wrong;
    int64_t fail_at; /* this call fails, and with sticky all later ones; -1: none */
    bool sticky;
} heap;
typedef struct tag { size_t size, align; void *whole; uint64_t magic; } tag;
enum { MAGIC = 0x7e44a1 };

static void *heap_alloc(void *user, size_t size, size_t align)
{
    heap *h = user;
    const int64_t call = atomic_fetch_add(&h->calls, 1);
    if (align == 0 || (align & (align - 1)) || size == 0) atomic_fetch_add(&h->wrong, 1);
    if (h->fail_at >= 0 && (call == h->fail_at || (h->sticky && call > h->fail_at))) return NULL;
    char *whole = malloc(size + align + sizeof(tag));
    if (!whole) return NULL;
    char *block = whole + sizeof(tag);
    block += (align - (uintptr_t)block % align) % align;
    memcpy(block - sizeof(tag), &(tag){size, align, whole, MAGIC}, sizeof(tag));
    memset(block, 0xa5, size); /* nobody may count on zeros */
    atomic_fetch_add(&h->live_blocks, 1);
    atomic_fetch_add(&h->live_bytes, (long long)size);
    return block;
}
static void heap_free(void *user, void *block, size_t size, size_t align)
{
    heap *h = user;
    tag t;
    memcpy(&t, (char *)block - sizeof t, sizeof t);
    if (t.magic != MAGIC || t.size != size || t.align != align) {
        atomic_fetch_add(&h->wrong, 1);
        return;
    }
    memset((char *)block - sizeof t, 0x5a, size + sizeof t);
    atomic_fetch_sub(&h->live_blocks, 1);
    atomic_fetch_sub(&h->live_bytes, (long long)size);
    free(t.whole);
}

/* Everything a host does, from runtime to figures; 0 in *hash unless it came to an end. */
static trn_status whole_life(trn_runtime_desc desc, int64_t fail_inside, bool sticky, uint64_t *hash)
{
    trn_runtime *rt;
    trn_image *image = NULL;
    trn_node *node = NULL;
    trn_result *result = NULL, *second = NULL;
    trn_cancel *cancel = NULL;
    *hash = 0;
    memset(&err, 0, sizeof err);
    trn_status st = trn_runtime_create(&desc, &rt, &err);
    if (st != TRN_OK) return st;
    trn_runtime_fail_allocation(rt, fail_inside, sticky);
    if (st == TRN_OK) st = hill(rt, 80, 48, &image, &err);
    if (st == TRN_OK) st = normals(rt, image, 2.5, &node, &err);
    if (st == TRN_OK) st = trn_cancel_create(rt, &cancel, &err);
    const trn_eval_desc eval = {.cancel = cancel};
    if (st == TRN_OK) st = trn_node_evaluate(node, &eval, &result, &err);
    if (st == TRN_OK) st = trn_node_evaluate(node, NULL, &second, &err); /* remembered or not */
    trn_runtime_fail_allocation(rt, -1, false);
    CHECK((st == TRN_OK) == (second != NULL));
    if (st == TRN_OK) {
        *hash = result_hash(result);
        CHECK(result_hash(second) == *hash);
    } else if (image) { /* the runtime stays usable */
        trn_image *other;
        const trn_status after = hill(rt, 3, 3, &other, NULL);
        CHECK(after == TRN_OK || after == TRN_ERR_MEMORY);
        trn_image_release(other);
    }
    trn_runtime_release(rt); /* first: the others hold what they need */
    trn_result_release(result);
    trn_image_release(image);
    trn_cancel_release(cancel);
    trn_result_release(second);
    trn_node_release(node);
    return st;
}

static uint64_t reference; /* the hash of a whole life without trouble */

static void allocator(void)
{
    trn_runtime *rt;
    heap h = {.fail_at = -1};
    const trn_allocator a = {heap_alloc, heap_free, &h};
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.allocator = {.alloc = heap_alloc}}, &rt, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.allocator = {.free = heap_free}}, &rt, &err), TRN_ERR_ARGUMENT, err);

    uint64_t hash;
    CHECK_STATUS(whole_life((trn_runtime_desc){0}, -1, false, &reference), TRN_OK, err);
    CHECK_STATUS(whole_life((trn_runtime_desc){.allocator = a}, -1, false, &hash), TRN_OK, err);
    CHECK(hash == reference);
    CHECK(h.calls > 10);
    CHECK_EQUAL(h.live_blocks, 0);
    CHECK_EQUAL(h.live_bytes, 0);
    CHECK_EQUAL(h.wrong, 0);

    /* the runtime's own figures are the allocator's */
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.allocator = a}, &rt, &err), TRN_OK, err);
    trn_layer *layer;
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 300, .height = 300}, &layer, &err), TRN_OK, err);
    CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, h.live_bytes);
    trn_runtime_release(rt);
    CHECK(h.live_blocks > 0);
    trn_layer_release(layer);
    CHECK_EQUAL(h.live_blocks, 0);
}

/* the n-th allocation fails, n = 0, 1, 2 ... until none does: by the host's allocator and by the runtime's own switch */
static void faults(bool by_host, bool sticky)
{
    int64_t n = 0;
    trn_status st = TRN_ERR_MEMORY;
    uint64_t hash;
    for (; n < 1000 && st != TRN_OK; ++n) {
        heap h = {.fail_at = by_host ? n : -1, .sticky = sticky};
        st = whole_life((trn_runtime_desc){.allocator = {heap_alloc, heap_free, &h}, .threads = 2}, by_host ? -1 : n, sticky, &hash);
        if (st == TRN_OK ? !CHECK(hash == reference) : !CHECK(st == TRN_ERR_MEMORY && err.status == TRN_ERR_MEMORY && *err.message))
            printf("    allocation %lld: %s: %s\n", (long long)n, trn_status_name(st), err.message);
        if (!CHECK(h.live_blocks == 0 && h.live_bytes == 0 && h.wrong == 0))
            printf("    allocation %lld: %lld blocks live, %lld wrong\n", (long long)n, (long long)h.live_blocks, (long long)h.wrong);
    }
    CHECK_STATUS(st, TRN_OK, err);
    CHECK(n > 10);
}

/* ---- threads ---------------------------------------------------------------------------------------------------------- */

typedef struct crew {
    trn_runtime *rt;
    trn_image *image;
    pthread_t self;
    uint64_t hash[12];
    int32_t failed, elsewhere;
} crew;
static bool at_home(void *user, const trn_progress *p)
{
    crew *c = user;
    (void)p;
    c->elsewhere += !pthread_equal(pthread_self(), c->self);
    return true;
}
static void *work(void *user)
{
    crew *c = user;
    c->self = pthread_self();
    for (int32_t round = 0; round < 3; ++round)
        for (int32_t i = 0; i < 12; ++i) {
            trn_node *node = NULL;
            trn_result *result = NULL;
            trn_error e;
            c->failed += normals(c->rt, c->image, 1 + i, &node, &e) != TRN_OK;
            const trn_eval_desc eval = {.progress = at_home, .progress_user = c};
            if (node) c->failed += trn_node_evaluate(node, &eval, &result, &e) != TRN_OK;
            if (result) {
                const uint64_t h = result_hash(result);
                c->failed += round > 0 && c->hash[i] != h;
                c->hash[i] = h;
                trn_layer_stats s;
                c->failed += trn_layer_get_stats(trn_image_layer(trn_result_image(result), "N"), 2, &s, &e) != TRN_OK;
            }
            trn_result_release(result);
            trn_node_release(node);
            if (i == 6) trn_runtime_trim(c->rt);
        }
    return NULL;
}
static void threads(bool one_runtime)
{
    enum { CREWS = 3 };
    static crew crews[CREWS];
    pthread_t id[CREWS];
    memset(crews, 0, sizeof crews);
    for (int i = 0; i < CREWS; ++i) {
        crew *c = &crews[i];
        if (i > 0 && one_runtime) {
            c->rt = trn_runtime_retain(crews[0].rt);
            c->image = trn_image_retain(crews[0].image);
        } else {
            CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = 1 + i}, &c->rt, &err), TRN_OK, err);
            CHECK_STATUS(hill(c->rt, 200, 200, &c->image, &err), TRN_OK, err);
        }
    }
    int32_t started = 0;
    while (started < CREWS && pthread_create(&id[started], NULL, work, &crews[started]) == 0) ++started;
    CHECK_EQUAL(started, CREWS);
    for (int i = 0; i < started; ++i) pthread_join(id[i], NULL);
    for (int i = 0; i < CREWS; ++i) {
        CHECK_EQUAL(crews[i].failed, 0);
        CHECK_EQUAL(crews[i].elsewhere, 0);
        CHECK(memcmp(crews[i].hash, crews[0].hash, sizeof crews[0].hash) == 0);
        trn_image_release(crews[i].image);
        trn_runtime_release(crews[i].rt);
    }
}

/* another thread raises the flag while nodes are at work */
static void *raise_soon(void *cancel)
{
    usleep(2000);
    trn_cancel_raise(cancel);
    return NULL;
}
static void cancel_from_outside(void)
{
    trn_runtime *rt;
    trn_image *image;
    trn_cancel *cancel;
    trn_node *node, *next;
    trn_result *result;
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    CHECK_STATUS(hill(rt, 1500, 1500, &image, &err), TRN_OK, err);
    CHECK_STATUS(trn_cancel_create(rt, &cancel, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 0.5, &node, &err), TRN_OK, err);
    for (int i = 0; i < 50; ++i) { /* enough work not to be done in two milliseconds */
        CHECK_STATUS(NODE(rt, &next, &err, .type = "height_to_normal", SETTINGS(NUMBER("strength", 1 + i)), LINKS({.node = node})), TRN_OK, err);
        trn_node_release(node);
        node = next;
    }
    pthread_t id;
    CHECK(pthread_create(&id, NULL, raise_soon, cancel) == 0);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.cancel = cancel}, &result, &err), TRN_ERR_CANCELLED, err);
    CHECK(result == NULL);
    pthread_join(id, NULL);
    trn_cancel_release(cancel);
    trn_node_release(node);
    trn_image_release(image);
    trn_runtime_release(rt);
}

/* ---- the host's job system -------------------------------------------------------------------------------------------- */

typedef struct jobs {
    int32_t loops, tasks, wrong;
    bool backwards, threaded;
} jobs;
typedef struct share { void (*task)(void *work, int32_t index); void *work; atomic_int next; int32_t count; } share;
static void *take_tasks(void *data)
{
    share *s = data;
    for (int32_t i; (i = atomic_fetch_add(&s->next, 1)) < s->count;) s->task(s->work, i);
    return NULL;
}
static void run_jobs(void *user, int32_t count, void (*task)(void *work, int32_t index), void *work)
{
    jobs *j = user;
    ++j->loops;
    j->tasks += count;
    j->wrong += count < 1;
    if (j->threaded) {
        share s = {.task = task, .work = work, .count = count};
        pthread_t id[3];
        int started = 0;
        while (started < 3 && pthread_create(&id[started], NULL, take_tasks, &s) == 0) ++started;
        take_tasks(&s);
        for (int i = 0; i < started; ++i) pthread_join(id[i], NULL);
    } else {
        for (int32_t i = 0; i < count; ++i) task(work, j->backwards ? count - 1 - i : i);
    }
}
static void job_system(void)
{
    uint64_t hash[4];
    jobs j[4] = {{0}, {.backwards = true}, {.threaded = true}, {0}};
    for (int i = 0; i < 4; ++i) {
        trn_runtime *rt;
        trn_image *image;
        trn_node *node;
        trn_result *result;
        trn_runtime_desc desc = {.threads = 4};
        if (i < 3) desc.parallel = (trn_parallel){run_jobs, &j[i]}; /* the last one: the built-in loop */
        CHECK_STATUS(trn_runtime_create(&desc, &rt, &err), TRN_OK, err);
        CHECK_STATUS(hill(rt, 640, 480, &image, &err), TRN_OK, err);
        CHECK_STATUS(normals(rt, image, 3, &node, &err), TRN_OK, err);
        CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err);
        hash[i] = result_hash(result);
        CHECK(hash[i] == hash[0]);
        trn_result_release(result);
        trn_node_release(node);
        trn_image_release(image);
        trn_runtime_release(rt);
        CHECK_EQUAL(j[i].wrong, 0);
        CHECK(i == 3 ? j[i].loops == 0 : j[i].loops >= 2 && j[i].tasks > j[i].loops);
    }
    CHECK_EQUAL(j[0].tasks, j[1].tasks);
    CHECK_EQUAL(j[0].tasks, j[2].tasks);
}

/* ---- floating-point modes of the host --------------------------------------------------------------------------------- */

#if defined(__x86_64__) /* both units: rounding, denormals, precision, masks; not the flags that stick */
typedef struct fp { uint32_t sse; uint16_t x87; } fp;
static fp fp_get(void)
{
    fp m = {_mm_getcsr() & ~0x3fu, 0};
    __asm__ volatile("fnstcw %0" : "=m"(m.x87));
    return m;
}
static void fp_set(fp m)
{
    _mm_setcsr(m.sse);
    __asm__ volatile("fldcw %0" : : "m"(m.x87));
}
static bool fp_same(fp a, fp b) { return a.sse == b.sse && a.x87 == b.x87; }
static const struct { fp mode; const char *name; } fp_modes[] = {
    {{0x1f80, 0x037f}, "plain"}, {{0x9fc0, 0x037f}, "flush to zero"}, {{0x5f80, 0x0b7f}, "upward"},
    {{0x3f80, 0x077f}, "downward"}, {{0x7f80, 0x0f7f}, "towards zero"}, {{0x1f80, 0x007f}, "x87 in single precision"},
    {{0x1f80, 0x0b7f}, "x87 upward"}, {{0xffc0, 0x037f}, "towards zero and flush"},
};
#elif defined(__aarch64__)
typedef uint64_t fp;
static fp fp_get(void)
{
    fp m;
    __asm__ volatile("mrs %0, fpcr" : "=r"(m));
    return m;
}
static void fp_set(fp m) { __asm__ volatile("msr fpcr, %0" : : "r"(m)); }
static bool fp_same(fp a, fp b) { return a == b; }
static const struct { fp mode; const char *name; } fp_modes[] = {
    {0, "plain"}, {1u << 24, "flush to zero"}, {1u << 22, "upward"}, {2u << 22, "downward"}, {3u << 22, "towards zero"}, {1u << 25, "default NaN"},
};
#else
typedef int fp;
static fp fp_get(void) { return fegetround(); }
static void fp_set(fp m) { fesetround(m); }
static bool fp_same(fp a, fp b) { return a == b; }
static const struct { fp mode; const char *name; } fp_modes[] = {{FE_TONEAREST, "plain"}, {FE_TOWARDZERO, "towards zero"}};
#endif

typedef struct books { /* what must not depend on the mode of whoever calls */
    uint64_t hash, noise;
    uint8_t key[16];
    trn_layer_stats stats;
    char message[1000];
} books;
static int32_t callbacks_elsewhere; /* calls in another mode than the host's */
static bool in_host_mode(void *user, const trn_progress *p)
{
    (void)p;
    callbacks_elsewhere += !fp_same(fp_get(), *(const fp *)user);
    return true;
}
/* in the mode that is set; only the input is made in the plain one, since the test itself rounds there */
static void keep_books(books *b)
{
    trn_runtime *rt;
    trn_image *image;
    trn_node *node, *bad;
    trn_result *result, *cloud;
    const fp mode = fp_get();
    memset(b, 0, sizeof *b);
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = 3}, &rt, &err), TRN_OK, err);
    fp_set(fp_modes[0].mode);
    CHECK_STATUS(hill(rt, 160, 128, &image, &err), TRN_OK, err);
    fp_set(mode);
    CHECK_STATUS(normals(rt, image, 1.1e-38, &node, &err), TRN_OK, err); /* denormal heights */
    const trn_eval_desc eval = {.progress = in_host_mode, .progress_user = (void *)&mode};
    CHECK_STATUS(trn_node_evaluate(node, &eval, &result, &err), TRN_OK, err);
    b->hash = result_hash(result);
    trn_node_key(node, b->key);
    CHECK_STATUS(trn_layer_get_stats(trn_image_layer(trn_result_image(result), "height"), 0, &b->stats, &err), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &bad, &err, .type = "height_to_normal", SETTINGS(NUMBER("strength", 12345.6789)), LINKS({.image = image})),
                 TRN_ERR_ARGUMENT, err);
    strcpy(b->message, err.message);
    trn_result_release(result);
    trn_node_release(node);
    CHECK_STATUS(NODE(rt, &node, &err, .type = "noise",
                      SETTINGS(TEXT("noise_type", "perlin"), TEXT("fractal", "terrain"), NUMBER("gamma", 1.7), NUMBER("offset_x", 0.1))), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.width = 96}, &cloud, &err), TRN_OK, err);
    b->noise = result_hash(cloud);
    trn_result_release(cloud);
    trn_node_release(node);
    trn_image_release(image);
    trn_runtime_release(rt);
    CHECK(fp_same(fp_get(), mode));
}
static void same_books(const books *a, const books *b, const char *mode)
{
    const int same = CHECK(a->hash == b->hash) + CHECK(a->noise == b->noise) + CHECK(memcmp(a->key, b->key, 16) == 0) +
                     CHECK(memcmp(&a->stats, &b->stats, sizeof a->stats) == 0) + CHECK(strcmp(a->message, b->message) == 0);
    if (same < 5) printf("    in mode: %s (%s)\n", mode, b->message);
}
/* nor does the host see flags of sums that are not its own */
static void flags(int own)
{
    trn_runtime *rt;
    trn_image *image;
    trn_node *node;
    trn_result *result;
    trn_layer_stats stats;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = 1}, &rt, &err), TRN_OK, err);
    CHECK_STATUS(hill(rt, 160, 128, &image, &err), TRN_OK, err);
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(own);
    CHECK_STATUS(normals(rt, image, 1.1e-38, &node, &err), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err);
    CHECK_STATUS(trn_layer_get_stats(trn_image_layer(trn_result_image(result), "N"), 0, &stats, &err), TRN_OK, err);
    CHECK_EQUAL(fetestexcept(FE_ALL_EXCEPT), own);
    trn_result_release(result);
    trn_node_release(node);
    trn_image_release(image);
    trn_runtime_release(rt);
    feclearexcept(FE_ALL_EXCEPT);
}
static void modes(void)
{
    books plain, other;
    const fp before = fp_get();
    keep_books(&plain);
    CHECK(plain.stats.min > 0 && plain.stats.min < 1.17e-38);
    CHECK_TEXT(plain.message, "got 12345.6789");
    for (size_t i = 0; i < sizeof fp_modes / sizeof *fp_modes; ++i) {
        fp_set(fp_modes[i].mode);
        keep_books(&other);
        fp_set(before);
        same_books(&plain, &other, fp_modes[i].name);
    }
    CHECK_EQUAL(callbacks_elsewhere, 0);
}

/* ---- locale and compiler ----------------------------------------------------------------------------------------------- */

static bool comma_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "cs_CZ.UTF-8", "ru_RU.UTF-8"};
    for (int i = 0; i < 6; ++i)
        if (setlocale(LC_ALL, names[i]) && localeconv()->decimal_point[0] == ',') return true;
    static char folder[] = "/tmp/terrane-locale-XXXXXX";
    char command[200];
    if (!mkdtemp(folder)) return false;
    snprintf(command, sizeof command, "localedef -c -f UTF-8 -i de_DE %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
    bool made = system(command) == 0 && setenv("LOCPATH", folder, 1) == 0 && setlocale(LC_ALL, "de_DE.UTF-8") != NULL &&
                localeconv()->decimal_point[0] == ',';
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0) printf("    %s is left behind\n", folder);
    return made;
}
static void locales(void)
{
    books plain, other;
    keep_books(&plain);
    if (!comma_locale()) {
        check_skip("no locale with a decimal comma, and localedef cannot make one");
        return;
    }
    keep_books(&other);
    CHECK(localeconv()->decimal_point[0] == ',');
    trn_runtime *rt;
    trn_node *node;
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &node, &err, .type = "noise", SETTINGS(NUMBER("amplitude", 1.5e30))), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "1.5e+30");
    trn_runtime_release(rt);
    CHECK(localeconv()->decimal_point[0] == ',');
    setlocale(LC_ALL, "C");
    same_books(&plain, &other, "decimal comma");
    CHECK_TEXT(other.message, "12345.6789");
}

static void header_alone(void)
{
    static const char *const compilers[] = {"cc -std=c11 -x c", "c++ -std=c++17 -x c++", "c++ -std=c++11 -x c++"};
    for (int i = 0; i < 3; ++i) {
        char command[400];
        snprintf(command, sizeof command, "echo 'int main(void) { return 0; }' | %s -Wall -Wextra -Wpedantic -Werror -fsyntax-only "
                 "-include runtime/include/terrane/terrane.h -", compilers[i]);
        if (access("runtime/include/terrane/terrane.h", R_OK) != 0)
            check_skip("the header is not here: run from the project's folder");
        else if (system(i ? "command -v c++ >/dev/null" : "command -v cc >/dev/null") != 0)
            check_skip("no compiler");
        else
            CHECK(system(command) == 0);
    }
}

int main(void)
{
    allocator();
    for (int i = 0; i < 4; ++i) faults(i & 1, i >> 1);
    threads(true);
    threads(false);
    cancel_from_outside();
    job_system();
    modes();
    flags(0);
    flags(FE_DIVBYZERO);
    locales();
    header_alone();
    return check_end();
}
