/* threads_test.c - many threads at once: on one runtime, on runtimes of their own, with a host's job system under them, over
 * shared nodes, jobs, layers and a folder of remembered results. ThreadSanitizer runs it too (scripts/build tsan). */
#define _GNU_SOURCE
#include "core/core.h"
#include "graph.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static trn_error err;

/* ---- a host's job system: a pool that several threads give loops to ------------------------------------------------------ */

typedef struct batch {
    void (*task)(void *work, int32_t index);
    void *work;
    int32_t count, next, left; /* next: to be taken; left: not done */
    struct batch *following;
} batch;

enum { WORKERS = 3 };
typedef struct pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    batch *first; /* those that still have tasks to take */
    bool end;
    pthread_t worker[WORKERS];
    int64_t loops, by_workers;
} pool;

static void work_on(pool *p, batch *b, bool worker) /* locked; one task */
{
    const int32_t i = b->next++;
    if (b->next == b->count) { /* nothing more to take */
        batch **at = &p->first;
        while (*at != b) at = &(*at)->following;
        *at = b->following;
    }
    p->by_workers += worker;
    pthread_mutex_unlock(&p->lock);
    b->task(b->work, i);
    pthread_mutex_lock(&p->lock);
    if (--b->left == 0) pthread_cond_broadcast(&p->changed);
}
static void *worker(void *user)
{
    pool *p = user;
    pthread_mutex_lock(&p->lock);
    while (!p->end)
        if (p->first) work_on(p, p->first, true);
        else pthread_cond_wait(&p->changed, &p->lock);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}
static void run_loop(void *user, int32_t count, void (*task)(void *work, int32_t index), void *work)
{
    pool *p = user;
    batch b = {task, work, count, 0, count, NULL};
    pthread_mutex_lock(&p->lock);
    ++p->loops;
    b.following = p->first;
    p->first = &b;
    pthread_cond_broadcast(&p->changed);
    while (b.next < b.count) work_on(p, &b, false);
    while (b.left > 0) pthread_cond_wait(&p->changed, &p->lock);
    pthread_mutex_unlock(&p->lock);
}
static void open_pool(pool *p)
{
    *p = (pool){.first = NULL};
    CHECK(pthread_mutex_init(&p->lock, NULL) == 0 && pthread_cond_init(&p->changed, NULL) == 0);
    for (int i = 0; i < WORKERS; ++i) CHECK(pthread_create(&p->worker[i], NULL, worker, p) == 0);
}
static void close_pool(pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->end = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < WORKERS; ++i) pthread_join(p->worker[i], NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->changed);
}

/* ---- what is evaluated ------------------------------------------------------------------------------------------------ */

enum { SIDE = 180, GRAPHS = 5, ROUNDS = 4, THREADS = 8, SHARED = 5 };

/* Graph i: a hill or noise; rivers, masks, normals or a relief on it. Parts are shared between graphs. */
typedef struct graphs { trn_node *node[GRAPHS]; } graphs;
static bool make_graphs(trn_runtime *rt, graphs *g, trn_error *e) /* not CHECK: several threads do this */
{
    trn_image *image = NULL;
    trn_node *noise = NULL, *rivers = NULL;
    memset(g, 0, sizeof *g);
    trn_status st = hill(rt, SIDE, SIDE, &image, e);
    if (st == TRN_OK)
        st = NODE(rt, &noise, e, .type = "noise", SETTINGS(TEXT("fractal", "terrain"), NUMBER("octaves", 6)));
    if (st == TRN_OK)
        st = NODE(rt, &rivers, e, .type = "stream_power", SETTINGS(NUMBER("iterations", 5), NUMBER("diffusion", 0.1)), LINKS({.node = noise}));
    if (st == TRN_OK) st = NODE(rt, &g->node[0], e, .type = "splat", LINKS({.node = rivers}));
    if (st == TRN_OK) st = NODE(rt, &g->node[1], e, .type = "shade", LINKS({.node = g->node[0]}));
    if (st == TRN_OK) st = normals(rt, image, 2, &g->node[2], e);
    if (st == TRN_OK)
        st = NODE(rt, &g->node[3], e, .type = "stream_power", SETTINGS(NUMBER("iterations", 3), TOGGLE("tile", 1)), LINKS({.image = image}));
    if (st == TRN_OK) st = NODE(rt, &g->node[4], e, .type = "noise", SETTINGS(TEXT("noise_type", "worley"), TEXT("device", "exact")));
    trn_image_release(image);
    trn_node_release(noise);
    trn_node_release(rivers);
    return st == TRN_OK;
}
static void drop_graphs(graphs *g)
{
    for (int i = 0; i < GRAPHS; ++i) trn_node_release(g->node[i]);
}

/* ---- the threads ------------------------------------------------------------------------------------------------------ */

static uint64_t expected[GRAPHS];

/* What threads hand to each other, one slot a graph: the newest result, and a job that several poll, step and cancel. */
typedef struct exchange {
    pthread_mutex_t lock;
    trn_result *result[GRAPHS];
    trn_job *job;
} exchange;

typedef struct crew {
    int number;
    trn_runtime *rt;
    graphs *graphs; /* of the runtime: shared, or NULL for one that is made anew each round */
    exchange *exchange;
    int32_t failed, cancelled, done;
} crew;

static bool fine(crew *c, int i, trn_result *result) /* and offers it to others */
{
    if (!result) return false;
    const bool same = result_hash(result) == expected[i];
    pthread_mutex_lock(&c->exchange->lock);
    trn_result *old = c->exchange->result[i];
    c->exchange->result[i] = trn_result_retain(result);
    trn_result *other = c->exchange->result[(i + 1) % GRAPHS];
    if (other) trn_result_retain(other);
    pthread_mutex_unlock(&c->exchange->lock);
    trn_result_release(old);
    bool both = true; /* a result of another thread's, perhaps of another runtime */
    if (other) {
        trn_layer_stats s;
        trn_layer *layer = trn_image_at(trn_result_image(other), 0).layer;
        both = result_hash(other) == expected[(i + 1) % GRAPHS] && trn_layer_get_stats(layer, 0, &s, NULL) == TRN_OK;
    }
    trn_result_release(other);
    trn_result_release(result);
    return same && both;
}

static bool nod(void *user, const trn_progress *p)
{
    int *calls = user;
    return p->fraction < 0.3 || ++*calls < 3;
}

static void straight(crew *c, trn_node *node, int i, bool give_up)
{
    trn_result *result;
    trn_error e;
    int calls = 0;
    const trn_eval_desc desc = {.width = SIDE, .progress = give_up ? nod : NULL, .progress_user = &calls};
    const trn_status st = trn_node_evaluate(node, &desc, &result, &e);
    c->cancelled += st == TRN_ERR_CANCELLED;
    c->done += st == TRN_OK;
    c->failed += st == TRN_OK ? !fine(c, i, result) : st != TRN_ERR_CANCELLED || !give_up;
}

static void in_background(crew *c, trn_node *node, int i, bool stepped, int cancel) /* cancel: 1 the job, 2 the token */
{
    trn_job *job;
    trn_cancel *token = NULL;
    trn_result *result;
    trn_error e;
    c->failed += trn_cancel_create(c->rt, &token, &e) != TRN_OK;
    if (trn_job_start(node, &(trn_eval_desc){.width = SIDE, .cancel = token}, stepped, &job, &e) != TRN_OK) {
        ++c->failed;
        trn_cancel_release(token);
        return;
    }
    pthread_mutex_lock(&c->exchange->lock); /* another thread's, that it may have forgotten by now */
    trn_job *other = c->exchange->job;
    c->exchange->job = trn_job_retain(job);
    pthread_mutex_unlock(&c->exchange->lock);
    double last = 0;
    for (int n = 0; !trn_job_step(job, 1); ++n) {
        const trn_job_state s = trn_job_poll(job);
        c->failed += s.progress < last;
        last = s.progress;
        if (other) trn_job_step(other, 0.2);
        if (n == 2 && cancel == 1) trn_job_cancel(job);
        if (n == 2 && cancel == 2) trn_cancel_raise(token);
    }
    const trn_status st = trn_job_result(job, &result, &e);
    c->cancelled += st == TRN_ERR_CANCELLED;
    c->done += st == TRN_OK;
    c->failed += st == TRN_OK ? !fine(c, i, result) : st != TRN_ERR_CANCELLED || !cancel;
    trn_job_release(other);
    trn_job_release(job);
    trn_cancel_release(token);
}

static void *live(void *user)
{
    crew *c = user;
    for (int round = 0; round < ROUNDS; ++round) {
        graphs own;
        trn_error e;
        if (!c->graphs && !make_graphs(c->rt, &own, &e)) ++c->failed;
        for (int k = 0; k < GRAPHS; ++k) {
            const int i = (k * 3 + c->number) % GRAPHS, what = (k + round + c->number) % 8;
            trn_node *node = trn_node_retain((c->graphs ? c->graphs : &own)->node[i]);
            if (what < 3) straight(c, node, i, what == 1);
            else in_background(c, node, i, what % 2 == 0, what < 5 ? 0 : what - 5);
            trn_node_release(node);
            if (what == 6) trn_runtime_trim(c->rt);
            if (trn_runtime_get_stats(c->rt).bytes == 0) ++c->failed;
        }
        if (!c->graphs) drop_graphs(&own);
    }
    return NULL;
}

/* ---- the test --------------------------------------------------------------------------------------------------------- */

static trn_runtime *runtime(pool *p, const char *folder, int32_t threads)
{
    trn_runtime *rt = NULL;
    trn_runtime_desc desc = {.threads = threads, .cache_dir = folder, .limits = {.cache_bytes = 2 << 20}};
    if (p) desc.parallel = (trn_parallel){run_loop, p};
    CHECK_STATUS(trn_runtime_create(&desc, &rt, &err), TRN_OK, err);
    return rt;
}

/* The first SHARED threads are on one runtime, half of them with nodes of their own; the others on one each. */
static void together(pool *p, const char *folder)
{
    static crew crews[THREADS];
    pthread_t id[THREADS];
    exchange ex = {.result = {NULL}};
    graphs shared;
    trn_runtime *one = runtime(p, folder, 4);
    CHECK(pthread_mutex_init(&ex.lock, NULL) == 0);
    CHECK(make_graphs(one, &shared, &err));
    for (int i = 0; i < THREADS; ++i)
        crews[i] = (crew){.number = i, .exchange = &ex, .rt = i < SHARED ? trn_runtime_retain(one) : runtime(p, i == SHARED ? folder : NULL, 2),
                          .graphs = i < SHARED && i % 2 == 0 ? &shared : NULL};
    int started = 0;
    while (started < THREADS && pthread_create(&id[started], NULL, live, &crews[started]) == 0) ++started;
    CHECK_EQUAL(started, THREADS);
    for (int i = 0; i < started; ++i) pthread_join(id[i], NULL);
    int32_t cancelled = 0, done = 0;
    for (int i = 0; i < THREADS; ++i) {
        CHECK_EQUAL(crews[i].failed, 0);
        cancelled += crews[i].cancelled;
        done += crews[i].done;
        trn_runtime_release(crews[i].rt);
    }
    CHECK_EQUAL(cancelled + done, THREADS * ROUNDS * GRAPHS);
    CHECK(done > THREADS * ROUNDS);
    trn_job_release(ex.job);
    for (int i = 0; i < GRAPHS; ++i) trn_result_release(ex.result[i]);
    pthread_mutex_destroy(&ex.lock);
    drop_graphs(&shared);
    trn_runtime_release(one);
}

/* ---- loops alone: short ones, many, from several threads at once ----------------------------------------------------------- */

enum { MOST = 64, LOOPS = 1500 };
typedef struct asker { trn_runtime *rt; int number; int64_t wrong; } asker;
typedef struct tally { int32_t count; atomic_int hits[MOST]; int32_t plain[MOST]; } tally;
static void hit(void *work, int32_t begin, int32_t end)
{
    tally *t = work;
    for (int32_t i = begin; i < end; ++i) {
        atomic_fetch_add_explicit(&t->hits[i], 1, memory_order_relaxed);
        t->plain[i] += i + t->count; /* written by whoever works on it, read by the one who asked */
    }
}
static void *ask(void *user)
{
    asker *a = user;
    uint32_t random = (uint32_t)a->number * 7919u + 1;
    for (int n = 0; n < LOOPS; ++n) {
        tally t = {.count = (int32_t)((random = random * 1664525u + 1013904223u) >> 26)};
        for (int i = 0; i < MOST; ++i) t.plain[i] = n;
        trn_parallel_for(a->rt, t.count, 1 + n % 3, hit, &t, NULL);
        for (int i = 0; i < MOST; ++i)
            a->wrong += t.hits[i] != (i < t.count) || t.plain[i] != n + (i < t.count ? i + t.count : 0);
        if (n % 512 == 0) usleep(200); /* and the threads fall asleep */
    }
    return NULL;
}
static void loops(pool *p, int32_t threads)
{
    enum { ASKERS = 4 };
    static asker askers[ASKERS];
    pthread_t id[ASKERS];
    trn_runtime *rt = runtime(p, NULL, threads);
    for (int i = 0; i < ASKERS; ++i) {
        askers[i] = (asker){rt, i, 0};
        CHECK(pthread_create(&id[i], NULL, ask, &askers[i]) == 0);
    }
    for (int i = 0; i < ASKERS; ++i) {
        pthread_join(id[i], NULL);
        CHECK_EQUAL(askers[i].wrong, 0);
    }
    trn_runtime_release(rt);
}

int main(void)
{
    graphs g;
    trn_result *result;
    trn_runtime *rt = runtime(NULL, NULL, 1);
    CHECK(make_graphs(rt, &g, &err));
    for (int i = 0; i < GRAPHS; ++i) { /* on one thread, alone */
        CHECK_STATUS(trn_node_evaluate(g.node[i], &(trn_eval_desc){.width = SIDE}, &result, &err), TRN_OK, err);
        expected[i] = result ? result_hash(result) : 0;
        trn_result_release(result);
    }
    drop_graphs(&g);
    trn_runtime_release(rt);

    char folder[] = "/tmp/terrane-threads-XXXXXX", command[80];
    CHECK(mkdtemp(folder) != NULL);
    static pool p;
    open_pool(&p);
    together(&p, folder);
    together(&p, NULL);
    for (int32_t threads = 1; threads < 20; threads = threads * 3 + 1) loops(&p, threads);
    CHECK(p.loops > 100 && p.by_workers > 100);
    close_pool(&p);
    together(NULL, NULL); /* the loop that Terrane was built with */
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK(system(command) == 0);
    return check_end();
}
