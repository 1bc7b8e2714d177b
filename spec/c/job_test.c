/* job_test.c - evaluations in the background, on threads of their own and in slices. */
#define _GNU_SOURCE
#include "graph.h"
#include <dirent.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static trn_error err;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static int threads_alive(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/task");
    if (!d) return 0;
    for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

static int threads_left(int wanted) /* the system lists one that has ended for a moment more */
{
    for (int i = 0; i < 2000 && threads_alive() > wanted; ++i) usleep(1000);
    return threads_alive();
}

static trn_runtime *runtime(int32_t threads)
{
    trn_runtime *rt = NULL;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = threads}, &rt, &err), TRN_OK, err);
    return rt;
}
/* noise -> stream_power -> splat: generators, global work and local work */
static trn_node *land(trn_runtime *rt, double seed, double iterations)
{
    trn_node *noise = NULL, *eroded = NULL, *splat = NULL;
    CHECK_STATUS(NODE(rt, &noise, &err, .type = "noise", SETTINGS(TEXT("fractal", "terrain"), NUMBER("octaves", 9), NUMBER("rand_seed", seed))),
                 TRN_OK, err);
    CHECK_STATUS(NODE(rt, &eroded, &err, .type = "stream_power", .origin = "land.lua:2",
                      SETTINGS(NUMBER("iterations", iterations), NUMBER("diffusion", 0.1)), LINKS({.node = noise})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &splat, &err, .type = "splat", LINKS({.node = eroded})), TRN_OK, err);
    trn_node_release(noise);
    trn_node_release(eroded);
    return splat;
}
static uint64_t plain(trn_node *node, int32_t side) /* the hash of what an ordinary evaluation makes, nothing remembered */
{
    trn_result *result = NULL;
    trn_runtime_trim(trn_node_runtime(node));
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.width = side}, &result, &err), TRN_OK, err);
    const uint64_t hash = result ? result_hash(result) : 0;
    trn_result_release(result);
    trn_runtime_trim(trn_node_runtime(node));
    return hash;
}
static trn_job *start(trn_node *node, int32_t side, bool stepped)
{
    trn_job *job = NULL;
    CHECK_STATUS(trn_job_start(node, &(trn_eval_desc){.width = side}, stepped, &job, &err), TRN_OK, err);
    return job;
}
static uint64_t take(trn_job *job) /* the hash of the result of a job that is done; drops the job */
{
    trn_result *result = NULL;
    CHECK_STATUS(trn_job_result(job, &result, &err), TRN_OK, err);
    const uint64_t hash = result ? result_hash(result) : 0;
    trn_job_release(job);
    trn_result_release(result);
    return hash;
}

/* ---- before any thread is there --------------------------------------------------------------------------------------- */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* a system that has no room for one more thread: an error, and nothing is left behind */
static void no_thread_to_spare(void)
{
    if (SANITIZED) {
        check_skip("sanitizers need more address space than this leaves");
        return;
    }
    const pid_t child = fork();
    if (child == 0) {
        trn_runtime *rt = runtime(1);
        trn_node *node = land(rt, 1, 3);
        trn_job *job;
        const uint64_t bytes = trn_runtime_get_stats(rt).bytes;
        struct rlimit was, none = {1 << 20, RLIM_INFINITY}; /* less than is mapped already */
        if (check_failed || getrlimit(RLIMIT_AS, &was) != 0) _exit(2);
        none.rlim_max = was.rlim_max;
        if (setrlimit(RLIMIT_AS, &none) != 0) _exit(3);
        const trn_status st = trn_job_start(node, NULL, false, &job, &err);
        if (st != TRN_ERR_LIMIT && st != TRN_ERR_MEMORY) _exit(4);
        if (job || !strstr(err.message, "threads") || trn_runtime_get_stats(rt).bytes != bytes) _exit(5);
        if (setrlimit(RLIMIT_AS, &was) != 0 || trn_job_start(node, &(trn_eval_desc){.width = 16}, false, &job, &err) != TRN_OK) _exit(6);
        trn_job_wait(job, -1);
        trn_job_release(job);
        trn_node_release(node);
        trn_runtime_release(rt);
        _exit(0);
    }
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK_EQUAL(WEXITSTATUS(status), 0);
}

typedef struct hook { atomic_int loops, tasks; pthread_t host; int32_t elsewhere; } hook;
static void run_hook(void *user, int32_t count, void (*task)(void *work, int32_t index), void *work)
{
    hook *h = user;
    ++h->loops;
    h->tasks += count;
    for (int32_t i = count - 1; i >= 0; --i) task(work, i);
}
/* With the hook given every loop goes through it, and no other thread is made: neither in an evaluation nor in a job, nor for
 * the hash and the statistics of a layer. Without it there are threads, so that the count says something. */
static void the_hook_alone(void)
{
    hook h = {0};
    trn_runtime *rt;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = 4, .parallel = {run_hook, &h}}, &rt, &err), TRN_OK, err);
    trn_node *node = land(rt, 1, 4);
    trn_result *result;
    trn_layer_stats stats;
    const int before = threads_left(1);
#if !defined(__clang__) /* its OpenMP keeps the threads of the test before this one */
    CHECK(SANITIZED || before == 1); /* a sanitizer may have one of its own */
#endif
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.width = 300}, &result, &err), TRN_OK, err);
    const uint64_t hash = result_hash(result);
    CHECK_STATUS(trn_layer_get_stats(trn_image_layer(trn_result_image(result), "C"), 0, &stats, &err), TRN_OK, err);
    trn_result_release(result);
    CHECK_EQUAL(threads_alive(), before);
    CHECK(h.loops > 20 && h.tasks > 2 * h.loops);

    trn_runtime_trim(rt);
    const int loops = h.loops;
    trn_job *job = start(node, 300, false);
    int most = 0;
    while (!trn_job_wait(job, 1)) most = threads_alive() > most ? threads_alive() : most;
    CHECK(most <= before + 1); /* the job's own */
    CHECK(h.loops > loops + 15);
    CHECK(take(job) == hash);

    CHECK_EQUAL(threads_left(before), before);
    trn_runtime_trim(rt);
    const int calls = h.loops;
    job = start(node, 300, true); /* sliced: on the job's thread alone, so not through the hook either */
    while (!trn_job_step(job, 0.5)) most = threads_alive() > most ? threads_alive() : most;
    CHECK(most <= before + 1);
    CHECK_EQUAL(h.loops, calls);
    CHECK(take(job) == hash);
    trn_node_release(node);
    trn_runtime_release(rt);
#ifdef _OPENMP
    trn_runtime *plainly = runtime(4);
    node = land(plainly, 1, 4);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.width = 300}, &result, &err), TRN_OK, err);
    CHECK(result_hash(result) == hash);
    CHECK(threads_alive() > before);
    trn_result_release(result);
    trn_node_release(node);
    trn_runtime_release(plainly);
#endif
}

/* ---- from the start to the result ------------------------------------------------------------------------------------- */

static void lifecycle(bool stepped)
{
    trn_runtime *rt = runtime(3);
    trn_node *node = land(rt, 1, 10);
    const uint64_t hash = plain(node, 256);
    trn_job *job = start(node, 256, stepped);
    trn_job_state s = trn_job_poll(job), last = s;
    CHECK(s.node && s.progress >= 0 && s.progress <= 1);
    int32_t rises = 0, falls = 0, seen = 0;
    const char *types[] = {"noise", "stream_power", "splat"};
    do {
        if (stepped) trn_job_step(job, 0.2);
        usleep(1000); /* progress is renewed some fifty times a second */
        s = trn_job_poll(job);
        falls += !(s.progress >= last.progress && s.progress <= 1);
        rises += s.progress > last.progress;
        for (int i = 0; i < 3; ++i) seen |= (strcmp(s.node, types[i]) == 0) << i;
        last = s;
    } while (!s.done);
    CHECK_EQUAL(falls, 0);
    CHECK(stepped ? rises >= 2 && (seen & 2) : rises >= 1); /* on a thread of its own it may be done at any time */
    CHECK_SAME(trn_job_poll(job).progress, 1);
    CHECK(strcmp(trn_job_poll(job).node, "splat") == 0);
    CHECK(trn_job_wait(job, -1) && trn_job_wait(job, 0) && trn_job_step(job, 1));
    trn_job_cancel(job); /* too late to matter */
    trn_result *result;
    CHECK_STATUS(trn_job_result(job, &result, &err), TRN_OK, err);
    CHECK(result_hash(result) == hash && trn_result_timing_count(result) == 3);
    CHECK(trn_job_retain(job) == job);
    trn_job_release(job);
    CHECK(trn_job_poll(job).done);
    trn_job_release(job);
    trn_job_release(NULL);
    CHECK(result_hash(result) == hash); /* outlives its job */
    trn_result_release(result);

    job = start(node, 256, stepped); /* all of it is remembered */
    CHECK(trn_job_wait(job, -1));
    CHECK_SAME(trn_job_poll(job).progress, 1);
    CHECK(take(job) == hash);

    job = start(node, 40, stepped); /* handles may go in any order: the job keeps what it needs */
    trn_node_release(node);
    trn_runtime_release(rt);
    CHECK(trn_job_wait(job, 100000));
    CHECK(take(job) != 0);
}

static bool silent(void *user, const trn_progress *p)
{
    (void)user, (void)p;
    return true;
}
static void errors(void)
{
    trn_runtime *rt = runtime(2);
    trn_node *node = land(rt, 1, 10), *wrong = NULL;
    trn_job *job;
    trn_result *result;
    CHECK_STATUS(trn_job_start(node, &(trn_eval_desc){.progress = silent}, false, &job, &err), TRN_ERR_ARGUMENT, err);
    CHECK(job == NULL);
    CHECK_TEXT(err.message, "progress");
    job = start(node, 64, true);
    CHECK(!trn_job_step(job, 0));
    CHECK_STATUS(trn_job_result(job, &result, &err), TRN_ERR_ARGUMENT, err);
    CHECK(result == NULL);
    CHECK_TEXT(err.message, "done");
    trn_job_release(job);

    CHECK_STATUS(NODE(rt, &wrong, &err, .type = "stream_power", .origin = "bad.lua:7", SETTINGS(TEXT("layer", "nowhere")), LINKS({.node = node})),
                 TRN_OK, err);
    trn_error straight;
    const trn_status st = trn_node_evaluate(wrong, &(trn_eval_desc){.width = 32}, &result, &straight);
    for (int stepped = 0; stepped < 2; ++stepped) { /* a job's error is that of an evaluation */
        job = start(wrong, 32, stepped);
        CHECK(trn_job_wait(job, -1));
        CHECK(trn_job_poll(job).done);
        CHECK_STATUS(trn_job_result(job, &result, NULL), st, err);
        CHECK_STATUS(trn_job_result(job, &result, &err), st, err);
        CHECK(result == NULL && strcmp(err.message, straight.message) == 0);
        CHECK_TEXT(err.message, "bad.lua:7: stream_power: layer");
        trn_job_release(job);
    }
    trn_node_release(wrong);
    trn_node_release(node);
    trn_runtime_release(rt);
}

/* ---- slices ----------------------------------------------------------------------------------------------------------- */

static void slices(void)
{
    trn_runtime *rt = runtime(4);
    trn_node *node = land(rt, 5, 6), *shaded = NULL;
    CHECK_STATUS(NODE(rt, &shaded, &err, .type = "shade", LINKS({.node = node})), TRN_OK, err);
    const uint64_t hash = plain(shaded, 200);
    int32_t fewest = INT32_MAX, most = 0;
    for (double ms = 5; ms > -1; ms = ms > 0.05 ? ms / 3 : ms - 1) { /* down to less than nothing: a unit of work each */
        trn_job *job = start(shaded, 200, true);
        int32_t steps = 1;
        while (!trn_job_step(job, ms)) ++steps;
        CHECK(take(job) == hash);
        trn_runtime_trim(rt);
        if (steps < fewest) fewest = steps;
        if (steps > most) most = steps;
    }
    CHECK(most > 100 && fewest < most / 10);

    const double from = seconds();
    trn_job *job = start(shaded, 200, true); /* it moves in no time but that of its steps */
    for (int i = 0; i < 30; ++i) trn_job_step(job, 0);
    const trn_job_state before = trn_job_poll(job);
    const uint64_t evaluated = trn_runtime_get_stats(rt).nodes_evaluated, allocations = trn_runtime_get_stats(rt).allocations;
    usleep(30000);
    CHECK(!before.done && trn_job_poll(job).progress == before.progress);
    CHECK(trn_runtime_get_stats(rt).nodes_evaluated == evaluated && trn_runtime_get_stats(rt).allocations == allocations);
    usleep(30000);
    CHECK(trn_job_step(job, NAN) == false);
    CHECK(!trn_job_wait(job, 0));
    while (!trn_job_wait(job, 3)) usleep(5000);
    trn_result *result;
    double reported = 0, whole = seconds() - from;
    CHECK_STATUS(trn_job_result(job, &result, &err), TRN_OK, err);
    for (int32_t i = 0; i < trn_result_timing_count(result); ++i) reported += trn_result_timing(result, i).seconds;
    CHECK(reported > 0 && reported < whole - 0.06); /* pauses are in no node's time */
    trn_result_release(result);
    CHECK(take(job) == hash);
    trn_node_release(shaded);
    trn_node_release(node);
    trn_runtime_release(rt);
}

/* A step is over its time by no more than a unit of work. Processor time is measured, of which a busy machine takes nothing
 * away: in a step only the job's thread uses any. What a unit takes is seen from steps of no time, which do one each. */
static double used(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * ((double)t.tv_sec + (double)t.tv_nsec * 1e-9);
}
static double longest_step(trn_node *node, double ms, double *whole)
{
    trn_job *job = start(node, 512, true);
    double longest = 0;
    const double from = used();
    for (bool done = false; !done;) {
        const double before = used();
        done = trn_job_step(job, ms);
        longest = used() - before > longest ? used() - before : longest;
    }
    *whole = used() - from;
    trn_job_release(job);
    trn_runtime_trim(trn_node_runtime(node));
    return longest;
}
static void punctual(void)
{
    trn_runtime *rt = runtime(2);
    trn_node *node = land(rt, 2, 40);
    double whole;
    const double unit = longest_step(node, 0, &whole);
    CHECK_BELOW(unit, whole / 4); /* of hundreds; the system's clearing of fresh memory is in it */
    for (double ms = 0.25; ms < 10; ms *= 3) {
        const double longest = longest_step(node, ms, &whole);
        printf("steps of %g ms took %.2f ms at most, a unit %.2f, all of it %.0f\n", ms, longest, unit, whole);
        CHECK_BELOW(longest, ms + 2 * unit + 10);
    }
    trn_node_release(node);
    trn_runtime_release(rt);
}

/* several jobs in slices, one after the other as a game loop would, and several threads that step one job */
static void *step_along(void *job)
{
    while (!trn_job_step(job, 0.1)) {}
    return NULL;
}
static void slices_of_many(void)
{
    enum { JOBS = 5 };
    trn_runtime *rt = runtime(2);
    trn_node *node[JOBS];
    trn_job *job[JOBS];
    uint64_t hash[JOBS];
    for (int i = 0; i < JOBS; ++i) {
        node[i] = land(rt, i / 2, 4); /* some of them alike */
        hash[i] = plain(node[i], 120);
    }
    for (int i = 0; i < JOBS; ++i) job[i] = start(node[i], 120, true);
    for (int left = JOBS; left > 0;) {
        left = 0;
        for (int i = 0; i < JOBS; ++i) left += !trn_job_step(job[i], 0.2);
    }
    for (int i = 0; i < JOBS; ++i) CHECK(take(job[i]) == hash[i]);

    trn_runtime_trim(rt);
    job[0] = start(node[0], 120, true);
    pthread_t id[3];
    for (int i = 0; i < 3; ++i) CHECK(pthread_create(&id[i], NULL, step_along, job[0]) == 0);
    for (int i = 0; i < 3; ++i) pthread_join(id[i], NULL);
    CHECK(take(job[0]) == hash[0]);
    for (int i = 0; i < JOBS; ++i) trn_node_release(node[i]);
    trn_runtime_release(rt);
}

/* ---- cancelling ------------------------------------------------------------------------------------------------------- */

#define SOON 2.0 /* seconds: many times the 50 ms that are promised, since other programs run too */

static void ended(trn_job *job)
{
    trn_result *result;
    CHECK(trn_job_poll(job).done);
    CHECK_STATUS(trn_job_result(job, &result, &err), TRN_ERR_CANCELLED, err);
    CHECK(result == NULL);
    trn_job_release(job);
}

/* in the middle of a long node, on a thread of its own; how: 0 the job, 1 the token, 2 the last release */
static double cancel_in(trn_node *node, int32_t side, const char *where, int how)
{
    trn_runtime *rt = trn_node_runtime(node);
    trn_cancel *token;
    trn_job *job;
    trn_runtime_trim(rt);
    const uint64_t bytes = trn_runtime_get_stats(rt).bytes;
    CHECK_STATUS(trn_cancel_create(rt, &token, &err), TRN_OK, err);
    CHECK_STATUS(trn_job_start(node, &(trn_eval_desc){.width = side, .cancel = token}, false, &job, &err), TRN_OK, err);
    while (strcmp(trn_job_poll(job).node, where) != 0 && !trn_job_poll(job).done) usleep(200);
    usleep(3000);
    CHECK(!trn_job_poll(job).done);
    const double from = seconds();
    if (how == 0) trn_job_cancel(job);
    if (how == 1) trn_cancel_raise(token);
    if (how == 2) trn_job_release(job);
    else CHECK(trn_job_wait(job, (int32_t)(SOON * 1000)));
    const double took = seconds() - from;
    CHECK_BELOW(took, SOON);
    if (how != 2) ended(job);
    trn_cancel_release(token);
    trn_runtime_trim(rt);
    CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, bytes);
    return took;
}

static void cancelling(void)
{
    trn_runtime *rt = runtime(2);
    trn_node *node = land(rt, 1, 10000), *slow = NULL;
    CHECK_STATUS(NODE(rt, &slow, &err, .type = "noise", SETTINGS(TEXT("noise_type", "worley"), TEXT("fractal", "terrain"), NUMBER("octaves", 16),
                                                              TEXT("device", "exact"))), TRN_OK, err);
    for (int how = 0; how < 3; ++how)
        printf("cancelled in stream_power after %.1f ms, in noise after %.1f ms\n", 1e3 * cancel_in(node, 512, "stream_power", how),
               1e3 * cancel_in(slow, 4096, "noise", how));

    for (int stepped = 0; stepped < 2; ++stepped) {
        trn_job_release(start(node, 512, stepped)); /* at once, never looked at */
        trn_job *job = start(node, 512, stepped);
        trn_job_cancel(job);
        CHECK(trn_job_wait(job, (int32_t)(SOON * 1000)));
        trn_job_cancel(job);
        ended(job);
    }
    for (int units = 0; units < 400; units = units * 2 + 1) { /* a parked job has ended when its cancel returns */
        trn_job *job = start(node, 100, true);
        for (int i = 0; i < units; ++i) CHECK(!trn_job_step(job, 0));
        trn_job_cancel(job);
        ended(job);
        job = start(node, 100, true);
        for (int i = 0; i < units; ++i) CHECK(!trn_job_step(job, 0));
        trn_job_release(job);
    }
    trn_cancel *token;
    trn_job *job;
    CHECK_STATUS(trn_cancel_create(rt, &token, &err), TRN_OK, err);
    CHECK_STATUS(trn_job_start(node, &(trn_eval_desc){.width = 100, .cancel = token}, true, &job, &err), TRN_OK, err);
    CHECK(!trn_job_step(job, 0));
    trn_cancel_raise(token);
    trn_cancel_release(token); /* the job keeps it */
    CHECK(!trn_job_poll(job).done);
    CHECK(trn_job_step(job, 0));
    ended(job);
    trn_node_release(slow);
    trn_node_release(node);
    trn_runtime_release(rt);
}

/* ---- many at once ----------------------------------------------------------------------------------------------------- */

static void many(void)
{
    enum { JOBS = 10 };
    trn_runtime *rt[3] = {runtime(2), runtime(1), runtime(3)};
    trn_node *node[JOBS];
    trn_job *job[JOBS];
    uint64_t hash[5];
    for (int i = 0; i < JOBS; ++i) node[i] = land(rt[i % 3], i % 5, 5);
    for (int i = 0; i < 5; ++i) hash[i] = plain(node[i], 150);
    for (int i = 0; i < JOBS; ++i) job[i] = start(node[i], 150, i == 7);
    trn_runtime_trim(rt[0]);
    for (int i = 0; i < JOBS; ++i) {
        CHECK(trn_job_wait(job[i], -1));
        CHECK(take(job[i]) == hash[i % 5]);
        trn_node_release(node[i]);
    }
    for (int i = 0; i < 3; ++i) trn_runtime_release(rt[i]);
}

/* ---- failing allocations ---------------------------------------------------------------------------------------------- */

static void faults(bool stepped, bool sticky)
{
    trn_runtime *rt = runtime(1);
    trn_node *node = land(rt, 1, 2);
    const uint64_t hash = plain(node, 20), bytes = trn_runtime_get_stats(rt).bytes;
    const uint64_t before = trn_runtime_get_stats(rt).allocations;
    trn_job *clean = start(node, 20, stepped);
    CHECK(trn_job_wait(clean, -1));
    CHECK(take(clean) == hash);
    const int32_t allocations = (int32_t)(trn_runtime_get_stats(rt).allocations - before) + 40;
    trn_runtime_trim(rt);
    int32_t failed = 0, at_start = 0;
    for (int32_t n = 0; n < allocations; ++n) {
        trn_job *job;
        trn_result *result = NULL;
        trn_runtime_fail_allocation(rt, n, sticky);
        trn_status st = trn_job_start(node, &(trn_eval_desc){.width = 20}, stepped, &job, &err);
        if (st != TRN_OK) {
            ++at_start;
            CHECK(job == NULL);
        } else {
            while (!trn_job_wait(job, 5)) {}
            st = trn_job_result(job, &result, &err);
            trn_job_release(job);
        }
        trn_runtime_fail_allocation(rt, -1, false);
        failed += st != TRN_OK;
        if (st != TRN_OK) {
            CHECK_STATUS(st, TRN_ERR_MEMORY, err);
            CHECK_TEXT(err.message, "out of memory");
        } else {
            CHECK(result_hash(result) == hash);
        }
        trn_result_release(result);
        trn_runtime_trim(rt);
        CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, bytes);
    }
    CHECK(failed > 30 && failed < allocations); /* what is only remembered may be done without */
    CHECK_EQUAL(at_start, 1);
    trn_node_release(node);
    trn_runtime_release(rt);
}

/* ---- the host's signals ----------------------------------------------------------------------------------------------- */

static pthread_t main_thread;
static atomic_int here, elsewhere;
static void on_signal(int number)
{
    (void)number;
    if (pthread_equal(pthread_self(), main_thread)) ++here;
    else ++elsewhere;
}
static void signals(void)
{
    trn_runtime *rt = runtime(3);
    trn_node *node = land(rt, 1, 10000);
    sigset_t usr, before, after;
    main_thread = pthread_self();
    signal(SIGUSR1, on_signal);
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    trn_job *job = start(node, 512, false);
    pthread_sigmask(SIG_BLOCK, NULL, &after);
    CHECK(memcmp(&before, &after, sizeof before) == 0 || !sigismember(&after, SIGUSR1));
    pthread_sigmask(SIG_BLOCK, &usr, NULL); /* the host's thread will not take it now, and neither the job's nor the runtime's ever do */
    kill(getpid(), SIGUSR1);
    usleep(20000);
    CHECK(!trn_job_poll(job).done);
    CHECK_EQUAL(elsewhere, 0);
    pthread_sigmask(SIG_UNBLOCK, &usr, NULL);
    CHECK_EQUAL(here, 1);
    trn_job_release(job);
    trn_node_release(node);
    trn_runtime_release(rt);
    signal(SIGUSR1, SIG_DFL);
}

int main(void)
{
    no_thread_to_spare();
    signals();
    the_hook_alone();
    lifecycle(false);
    lifecycle(true);
    errors();
    slices();
    if (!SANITIZED) punctual(); /* they slow units down, some more than others */
    slices_of_many();
    cancelling();
    many();
    for (int i = 0; i < 4; ++i) faults(i & 1, i & 2);
    return check_end();
}
