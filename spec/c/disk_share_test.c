/* disk_share_test.c - the cache as a host meets it: what runs again, how much is kept, several processes, folders that fail. */
#define _GNU_SOURCE
#include "disk.h"
#include "graph/cache.h"
#include "graph/outcome_file.h"
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static trn_error err;
static const char *self; /* this program */

/* ---- graphs ---- */

enum { CHAIN = 10, SIDE = 40 };

/* Nodes one after the other over a hill, all[0] ... all[CHAIN - 1]; amount[i] is a parameter of the i-th. */
static void make_chain(trn_runtime *rt, const double *amount, trn_node **all)
{
    trn_image *image;
    CHECK_STATUS(hill(rt, SIDE, SIDE, &image, &err), TRN_OK, err);
    for (int i = 0; i < CHAIN; ++i) {
        const trn_link first = {.image = image}, next = {.node = i ? all[i - 1] : NULL};
        CHECK_STATUS(NODE(rt, &all[i], &err, .type = "mono_to_height", SETTINGS(NUMBER("height_offset", amount[i]), TEXT("out_layer", "C")),
                          .links = i ? &next : &first, .link_count = 1), TRN_OK, err);
    }
    trn_image_release(image);
}

static void drop_chain(trn_node **all)
{
    for (int i = 0; i < CHAIN; ++i) trn_node_release(all[i]);
}

static uint64_t evaluate(trn_node *node, int32_t *cached)
{
    trn_result *result = NULL;
    if (!CHECK(trn_node_evaluate(node, NULL, &result, &err) == TRN_OK)) {
        printf("    %s\n", err.message);
        return 0;
    }
    const uint64_t hash = result_hash(result);
    if (cached) *cached = 0;
    for (int32_t i = 0; cached && i < trn_result_timing_count(result); ++i) *cached += trn_result_timing(result, i).cached;
    trn_result_release(result);
    return hash;
}

/* One parameter in ten changes: what depends on it runs, and nothing else. */
static void in_memory(void)
{
    trn_node *all[CHAIN];
    double amount[CHAIN] = {0};
    trn_runtime *rt = runtime_at(NULL, 0, NULL);
    make_chain(rt, amount, all);
    evaluate(all[CHAIN - 1], NULL);
    CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated, CHAIN + 1); /* and the node that holds the image */
    drop_chain(all);
    for (int changed = 0; changed < CHAIN; ++changed) {
        const trn_runtime_stats before = trn_runtime_get_stats(rt);
        amount[changed] = 1 + changed;
        make_chain(rt, amount, all);
        evaluate(all[CHAIN - 1], NULL);
        const trn_runtime_stats after = trn_runtime_get_stats(rt);
        CHECK_EQUAL(after.nodes_evaluated - before.nodes_evaluated, CHAIN - changed);
        CHECK_EQUAL(after.cache_misses - before.cache_misses, CHAIN - changed);
        CHECK_EQUAL(after.cache_hits - before.cache_hits, 1); /* what the changed one works on */
        drop_chain(all);
        amount[changed] = 0;
    }
    CHECK_EQUAL(trn_runtime_get_stats(rt).disk_hits + trn_runtime_get_stats(rt).disk_misses, 0);
    trn_runtime_release(rt);
}

static void on_disk(void)
{
    const char *folder = new_folder();
    trn_node *all[CHAIN];
    double amount[CHAIN] = {0};
    uint64_t hash[CHAIN], changed_hash;
    int32_t cached = 0;
    trn_runtime *rt = runtime_at(folder, 0, NULL);
    make_chain(rt, amount, all);
    for (int i = 0; i < CHAIN; ++i) hash[i] = evaluate(all[i], NULL); /* each is asked for, so each is kept */
    trn_runtime_stats s = trn_runtime_get_stats(rt);
    CHECK_EQUAL(s.disk_hits, 0);
    CHECK_EQUAL(count_files(folder, ".result"), CHAIN);
    drop_chain(all);
    trn_runtime_release(rt);

    rt = runtime_at(folder, 0, NULL); /* another day */
    make_chain(rt, amount, all);
    CHECK(evaluate(all[CHAIN - 1], &cached) == hash[CHAIN - 1]);
    s = trn_runtime_get_stats(rt);
    CHECK_EQUAL(s.nodes_evaluated, 0);
    CHECK_EQUAL(s.disk_hits, 1);
    CHECK_EQUAL(s.disk_misses, 0);
    CHECK_EQUAL(cached, 1);
    CHECK(s.disk_bytes > CHAIN * SIDE * SIDE * 4 && s.disk_bytes < 2 * CHAIN * SIDE * SIDE * 4);
    evaluate(all[CHAIN - 1], NULL);
    CHECK_EQUAL(trn_runtime_get_stats(rt).disk_hits, 1); /* by now it is in memory */
    drop_chain(all);

    amount[6] = 1;
    make_chain(rt, amount, all);
    changed_hash = evaluate(all[CHAIN - 1], NULL);
    CHECK(changed_hash != hash[CHAIN - 1]);
    s = trn_runtime_get_stats(rt);
    CHECK_EQUAL(s.nodes_evaluated, 4); /* the seventh to the tenth */
    CHECK_EQUAL(s.disk_hits, 2);       /* and the sixth was found */
    CHECK_EQUAL(s.disk_misses, 4);
    CHECK_EQUAL(count_files(folder, ".result"), CHAIN + 1); /* quick ones on the way are not kept ... */
    evaluate(all[7], NULL);
    CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated, 4);
    CHECK_EQUAL(count_files(folder, ".result"), CHAIN + 2); /* ... until they are asked for, though memory had it */
    evaluate(all[7], NULL);
    CHECK_EQUAL(count_files(folder, ".result"), CHAIN + 2);
    drop_chain(all);
    trn_runtime_release(rt);
    remove_folder(folder);
}

static trn_outcome *blank(trn_runtime *rt, int32_t width, int32_t value)
{
    trn_layer *layer = NULL;
    trn_image *image = NULL;
    trn_outcome *o = NULL;
    CHECK_STATUS(trn_layer_new(rt, TRN_I32, width, 16, 1, &layer, &err), TRN_OK, err);
    for (int32_t i = 0; i < width * 16; ++i) trn_layer_i32(layer, 0)[i] = value;
    CHECK_STATUS(trn_image_new(rt, width, 16, &image, &err), TRN_OK, err);
    CHECK_STATUS(trn_image_put(image, "ids", layer, &err), TRN_OK, err);
    CHECK_STATUS(trn_outcome_new(rt, image, NULL, 0, &o, &err), TRN_OK, err);
    trn_layer_release(layer);
    return o;
}

static bool dawdle(void *user, const trn_progress *p) /* one of the nodes takes long; calls that follow sooner are left out */
{
    usleep(strcmp(p->node, user) == 0 ? 150000 : 25000);
    return true;
}

/* A slow node on the way is kept as well. */
static void slow_ones(void)
{
    const char *folder = new_folder();
    trn_runtime *rt = runtime_at(folder, 0, NULL);
    trn_image *image;
    trn_node *slope, *end;
    trn_result *result = NULL;
    CHECK_STATUS(hill(rt, SIDE, SIDE, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 2, &slope, &err), TRN_OK, err); /* two nodes */
    CHECK_STATUS(NODE(rt, &end, &err, .type = "mono_to_height", LINKS({.node = slope})), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(end, &(trn_eval_desc){.progress = dawdle, .progress_user = "height_to_normal"}, &result, &err), TRN_OK, err);
    CHECK(count_files(folder, ".result") >= 2);
    trn_runtime_trim(rt);
    const uint64_t before = trn_runtime_get_stats(rt).disk_hits;
    evaluate(slope, NULL);
    CHECK_EQUAL(trn_runtime_get_stats(rt).disk_hits, before + 1);
    trn_result_release(result);
    trn_node_release(slope);
    trn_node_release(end);
    trn_image_release(image);
    trn_runtime_release(rt);
    remove_folder(folder);
}

static void quick_ones(void)
{
    const char *folder = new_folder();
    trn_runtime *rt = runtime_at(NULL, 0, NULL);
    trn_cache *cache = trn_cache_create(rt, folder);
    trn_outcome *o = blank(rt, 8, 1);
    trn_cache_add(cache, (trn_key){1, 0}, o, 0.09, false, NULL);
    CHECK_EQUAL(count_files(folder, ".result"), 0);
    trn_cache_add(cache, (trn_key){2, 0}, o, 0.11, false, NULL);
    CHECK_EQUAL(count_files(folder, ".result"), 1);
    trn_cache_add(cache, (trn_key){3, 0}, o, 0, true, NULL);
    CHECK_EQUAL(count_files(folder, ".result"), 2);
    trn_outcome_release(o);
    trn_cache_destroy(cache);
    trn_runtime_release(rt);
    remove_folder(folder);
}

/* ---- bounded bytes ---- */

static uint64_t bytes_below(const char *folder)
{
    static listing files;
    uint64_t sum = 0;
    list_files(folder, "", &files);
    for (int32_t i = 0; i < files.count; ++i) sum += (uint64_t)file_size(files.path[i]);
    return sum;
}

static void set_age(const char *path, time_t seconds) /* it was used so long ago */
{
    const struct timespec then = {.tv_sec = time(NULL) - seconds}, both[2] = {then, then};
    CHECK(utimensat(AT_FDCWD, path, both, 0) == 0);
}

static void bounded(void)
{
    enum { FIT = 8, MANY = 40 };
    static listing files, before;
    const char *folder = new_folder();
    told log;
    trn_runtime *rt = runtime_at(NULL, 0, NULL);
    trn_outcome *o = blank(rt, 32, 5), *large = blank(rt, 16 * 32, 6);
    const uint64_t size = trn_outcome_file_size(o), limit = FIT * size + size / 2;
    trn_runtime *bounded_rt = runtime_at(folder, limit, &log);
    trn_disk_cache *disk = trn_disk_cache_create(bounded_rt, folder);
    for (int32_t i = 0; i < MANY; ++i) {
        const trn_key key = {(uint64_t)i, 1};
        list_files(folder, ".result", &before);
        trn_disk_cache_add(disk, key, o, NULL);
        list_files(folder, ".result", &files);
        CHECK(bytes_below(folder) <= limit);
        for (int32_t f = 0; f < files.count; ++f) { /* the new one gets its time; those before were used in the order they came */
            bool old = false;
            for (int32_t b = 0; b < before.count; ++b) old = old || strcmp(before.path[b], files.path[f]) == 0;
            if (!old) set_age(files.path[f], 1000 - i);
        }
        if (i == 20) { /* one of those that are left is needed now and then */
            trn_outcome *again = trn_disk_cache_find(disk, (trn_key){18, 1}, NULL);
            CHECK(again != NULL);
            trn_outcome_release(again);
        }
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < MANY; ++i) {
        trn_outcome *found = trn_disk_cache_find(disk, (trn_key){(uint64_t)i, 1}, NULL);
        CHECK(!found || i == 18 || i >= MANY - FIT);
        if (i == 18 || i >= MANY - FIT / 2) CHECK(found != NULL);
        kept += found != NULL;
        trn_outcome_release(found);
    }
    CHECK(kept > FIT / 2 && kept <= FIT);
    trn_runtime_stats s = {0};
    trn_disk_cache_figures(disk, &s);
    CHECK_EQUAL(s.disk_bytes, bytes_below(folder));

    trn_disk_cache_add(disk, (trn_key){99, 1}, large, NULL); /* alone more than all may be: it drives nobody out */
    CHECK_EQUAL(count_files(folder, ".result"), kept);
    CHECK(trn_disk_cache_find(disk, (trn_key){99, 1}, NULL) == NULL);

    /* what is not ours stays; what a process left behind that died goes, after a day */
    char path[5][PATH_ROOM];
    static const char *const names[5] = {"notes.txt", "ffffffffffffffffffffffffffffffff.result", ".terrane-0123456789abcdef.tmp",
                                         ".terrane-fedcba9876543210.tmp", ".terrane-x.tmp"};
    char sub[PATH_ROOM];
    list_files(folder, ".result", &files);
    snprintf(sub, sizeof sub, "%.*s", (int)(strrchr(files.path[0], '/') - files.path[0]), files.path[0]);
    for (int i = 0; i < 5; ++i) {
        CHECK(snprintf(path[i], PATH_ROOM, "%s/%s", sub, names[i]) < PATH_ROOM);
        FILE *f = fopen(path[i], "w");
        if (CHECK(f != NULL)) fclose(f);
        set_age(path[i], i == 3 ? 3600 : 3 * 24 * 3600);
    }
    trn_disk_cache *fresh = trn_disk_cache_create(bounded_rt, folder);
    trn_disk_cache_figures(fresh, &s);
    trn_disk_cache_destroy(fresh);
    for (int i = 0; i < 5; ++i) CHECK_EQUAL(file_size(path[i]) >= 0, i != 2); /* not "ff...": it stands in a folder of other keys */
    CHECK_EQUAL(log.warnings, 0);

    trn_outcome_release(o);
    trn_outcome_release(large);
    trn_disk_cache_destroy(disk);
    trn_runtime_release(bounded_rt);
    trn_runtime_release(rt);
    remove_folder(folder);
}

/* ---- several processes ---- */

static pid_t start(const char *what, const char *folder, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        execl(self, self, what, folder, text, (char *)NULL);
        _exit(99);
    }
    return pid;
}

static int end_of(pid_t pid)
{
    int status = 0;
    CHECK(waitpid(pid, &status, 0) == pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

enum { POOL = 12, ROUNDS = 40 };
static uint64_t limit_of_workers(void) { return 7 * (SIDE * SIDE * 8 + 400); } /* too little for all of the pool */

static uint64_t of_pool(trn_runtime *rt, int number)
{
    trn_image *image;
    trn_node *node;
    CHECK_STATUS(hill(rt, SIDE, SIDE, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 1 + number, &node, &err), TRN_OK, err);
    const uint64_t hash = evaluate(node, NULL);
    trn_node_release(node);
    trn_image_release(image);
    return hash;
}

static int worker(const char *folder, int number) /* makes and finds what others find and make */
{
    uint64_t right[POOL];
    told log;
    trn_runtime *rt = runtime_at(NULL, 0, NULL);
    for (int i = 0; i < POOL; ++i) right[i] = of_pool(rt, i);
    trn_runtime_release(rt);
    uint32_t dice = 12345u + (uint32_t)number * 77u;
    for (int round = 0; round < ROUNDS; ++round) {
        rt = runtime_at(folder, limit_of_workers(), &log); /* without a memory of its own */
        for (int i = 0; i < 3; ++i) {
            dice = dice * 1664525u + 1013904223u;
            const int wanted = (int)(dice >> 16) % POOL;
            CHECK(of_pool(rt, wanted) == right[wanted]);
        }
        trn_runtime_release(rt);
        if (!CHECK(log.warnings == 0)) printf("    %s\n", log.last);
    }
    return check_failed != 0;
}

static void together(void)
{
    enum { WORKERS = 4 };
    const char *folder = new_folder();
    pid_t pid[WORKERS];
    for (int i = 0; i < WORKERS; ++i) pid[i] = start("worker", folder, i);
    for (int i = 0; i < WORKERS; ++i) CHECK_EQUAL(end_of(pid[i]), 0);
    CHECK(count_files(folder, ".result") > 0);
    CHECK_EQUAL(count_files(folder, ".tmp"), 0);
    CHECK(bytes_below(folder) < limit_of_workers() + WORKERS * limit_of_workers() / 7); /* a file each more, at the worst */
    remove_folder(folder);
}

static void writer(const char *folder) /* until it is killed */
{
    trn_runtime *rt = runtime_at(folder, 64 << 20, NULL);
    trn_disk_cache *disk = trn_disk_cache_create(rt, folder);
    trn_outcome *o = blank(rt, 1 << 14, 7); /* a MiB */
    for (uint64_t i = 0;; ++i) trn_disk_cache_add(disk, (trn_key){i % 32, 3}, o, NULL);
}

static void killed(void)
{
    enum { KILLS = 12 };
    static listing files;
    const char *folder = new_folder();
    told log;
    for (int i = 0; i < KILLS; ++i) {
        const pid_t pid = start("writer", folder, 0);
        for (int wait = 0; wait < 2000 && count_files(folder, ".result") == 0; ++wait) usleep(2000); /* the first time */
        usleep((useconds_t)(i * 3000 + 300));
        CHECK(kill(pid, SIGKILL) == 0);
        CHECK_EQUAL(end_of(pid), 128 + SIGKILL);
    }
    trn_runtime *rt = runtime_at(folder, 0, &log);
    trn_disk_cache *disk = trn_disk_cache_create(rt, folder);
    int32_t found = 0;
    const int32_t there = count_files(folder, ".result");
    for (uint64_t i = 0; i < 32; ++i) {
        trn_outcome *o = trn_disk_cache_find(disk, (trn_key){i, 3}, NULL);
        if (o) CHECK(trn_layer_i32(trn_image_at(o->image, 0).layer, 0)[16 * (1 << 14) - 1] == 7);
        found += o != NULL;
        trn_outcome_release(o);
    }
    CHECK(found > 0);
    CHECK_EQUAL(found, there);
    CHECK_EQUAL(log.warnings, 0); /* nothing was damaged */
    list_files(folder, ".tmp", &files);
    for (int32_t i = 0; i < files.count; ++i) set_age(files.path[i], 2 * 24 * 3600);
    trn_runtime_stats s;
    trn_disk_cache_figures(disk, &s); /* counts now */
    CHECK_EQUAL(count_files(folder, ".tmp"), 0);
    trn_disk_cache_destroy(disk);
    trn_runtime_release(rt);
    remove_folder(folder);
}

/* ---- folders that fail ---- */

static uint64_t life_at(const char *folder, told *log)
{
    trn_node *all[CHAIN];
    const double amount[CHAIN] = {0.25};
    trn_runtime *rt = runtime_at(folder, 0, log);
    make_chain(rt, amount, all);
    const uint64_t hash = evaluate(all[CHAIN - 1], NULL) + evaluate(all[CHAIN - 2], NULL);
    drop_chain(all);
    CHECK(trn_runtime_get_stats(rt).nodes_evaluated > 0);
    trn_runtime_release(rt);
    return hash;
}

static int cramped(const char *folder) /* files of more than 4 KiB end in EFBIG, as on a disk that is full */
{
    told log;
    const struct rlimit small = {4096, 4096};
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    life_at(folder, &log);
    CHECK_EQUAL(log.warnings, 1);
    CHECK_TEXT(log.last, "going on without");
    return check_failed != 0;
}

static int stranger(const char *folder) /* to whom the folder does not belong */
{
    told log;
    if (geteuid() == 0) CHECK(setgid(65534) == 0 && setuid(65534) == 0);
    life_at(folder, &log);
    CHECK_EQUAL(log.warnings, 1);
    CHECK_TEXT(log.last, "permission denied; going on without");
    return check_failed != 0;
}

static void failing(void)
{
    const char *folder = new_folder();
    char path[PATH_ROOM], below[PATH_ROOM + 8];
    told log;
    const uint64_t right = life_at(NULL, NULL);
    CHECK(life_at(folder, &log) == right);
    CHECK_EQUAL(log.warnings, 0);

    snprintf(path, sizeof path, "%.200s/file", folder);
    FILE *f = fopen(path, "w");
    if (CHECK(f != NULL)) fclose(f);
    snprintf(below, sizeof below, "%s/below", path);
    const char *const bad[] = {path, below, "/dev/null", "/proc/none/at/all"};
    for (int i = 0; i < 4; ++i) {
        CHECK(life_at(bad[i], &log) == right);
        CHECK_EQUAL(log.warnings, 1); /* of all that failed */
        CHECK_TEXT(log.last, "cache: ");
        CHECK_TEXT(log.last, "going on without");
    }
    snprintf(path, sizeof path, "%.200s/new/folders", folder); /* is made, with those above it */
    CHECK(life_at(path, &log) == right);
    CHECK_EQUAL(count_files(path, ".result"), 2);
    snprintf(path, sizeof path, "%.200s/read-only", folder);
    CHECK(mkdir(path, 0555) == 0 && chmod(folder, 0755) == 0);
    CHECK_EQUAL(end_of(start("stranger", path, 0)), 0);
    remove_folder(folder);

    folder = new_folder(); /* and one that is taken away while it is in use */
    trn_node *all[CHAIN];
    const double amount[CHAIN] = {0};
    trn_runtime *rt = runtime_at(folder, 0, &log);
    make_chain(rt, amount, all);
    evaluate(all[3], NULL);
    remove_folder(folder);
    evaluate(all[4], NULL);
    CHECK_EQUAL(count_files(folder, ".result"), 1);
    CHECK_EQUAL(log.warnings, 0);
    drop_chain(all);
    trn_runtime_release(rt);
    remove_folder(folder);

    folder = new_folder();
    CHECK_EQUAL(end_of(start("cramped", folder, 0)), 0);
    CHECK_EQUAL(count_files(folder, ""), 0);
    remove_folder(folder);
}

int main(int argc, char **argv)
{
    self = argv[0];
    if (argc == 4 && strcmp(argv[1], "worker") == 0) return worker(argv[2], atoi(argv[3]));
    if (argc == 4 && strcmp(argv[1], "writer") == 0) writer(argv[2]);
    if (argc == 4 && strcmp(argv[1], "cramped") == 0) return cramped(argv[2]);
    if (argc == 4 && strcmp(argv[1], "stranger") == 0) return stranger(argv[2]);
    in_memory();
    on_disk();
    slow_ones();
    quick_ones();
    bounded();
    together();
    killed();
    failing();
    return check_end();
}
