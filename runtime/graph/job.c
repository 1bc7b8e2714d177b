/* job.c - an evaluation in the background.
 *
 * It runs on a thread of its own. A stepped job's thread and the host's take turns: the host's hands over and sleeps; the
 * job's hands back at the first question whether to stop (trn_stop_asked) that comes after the step's time, and sleeps in
 * the middle of its work. So a step needs no help from the nodes, and a parked job holds no lock. */
#define _POSIX_C_SOURCE 200809L
#include "graph/eval_state.h"
#include "math/scalar.h"
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

enum { STACK = 2 << 20 }; /* bytes; some systems give threads much less */

struct trn_job {
    trn_stop stop; /* first: the evaluation hands it back to look() */
    trn_ref ref;
    trn_runtime *rt;
    trn_node *node;
    trn_eval_desc desc;
    pthread_t thread;

    pthread_mutex_t lock; /* of what follows, up to the blank line */
    pthread_cond_t changed;
    bool stepped, turn;   /* turn: the job's thread may run */
    double until;         /* on the clock, when the turn ends; read without the lock by the thread whose turn it is */
    uint64_t turns;       /* that have ended */

    atomic_bool done; /* set last; result and err stand still from then on */
    _Atomic(uint64_t) fraction; /* the bits of a double */
    _Atomic(const char *) at_work;
    trn_result *result;
    trn_error err;
};

/* ---- on the job's thread ---- */

static bool stopped(const trn_job *job)
{
    return atomic_load_explicit(&job->stop.raised, memory_order_relaxed) || (job->desc.cancel && trn_stop_asked(&job->desc.cancel->stop));
}

static void end_turn(trn_job *job) /* locked */
{
    job->turn = false;
    ++job->turns;
    pthread_cond_broadcast(&job->changed);
}

static void await_turn(trn_job *job) /* locked */
{
    while (!job->turn) pthread_cond_wait(&job->changed, &job->lock);
}

static bool look(const trn_stop *stop)
{
    trn_job *job = (trn_job *)stop;
    if (!job->stepped || stopped(job) || trn_clock() < job->until) return stopped(job);
    const double from = trn_clock();
    pthread_mutex_lock(&job->lock);
    if (!stopped(job)) { /* one that is cancelled right now gets no other turn */
        end_turn(job);
        await_turn(job);
    }
    pthread_mutex_unlock(&job->lock);
    job->stop.held += trn_clock() - from;
    return stopped(job);
}

static bool publish(void *user, const trn_progress *p)
{
    trn_job *job = user;
    uint64_t bits;
    memcpy(&bits, &p->fraction, sizeof bits);
    atomic_store_explicit(&job->at_work, p->node, memory_order_relaxed);
    atomic_store_explicit(&job->fraction, bits, memory_order_relaxed);
    return true;
}

static void *run(void *data)
{
    trn_job *job = data;
    pthread_mutex_lock(&job->lock);
    await_turn(job);
    pthread_mutex_unlock(&job->lock);
    trn_evaluate(job->node, &job->desc, &job->stop, &job->result, &job->err);
    pthread_mutex_lock(&job->lock);
    atomic_store_explicit(&job->done, true, memory_order_release);
    end_turn(job);
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

/* ---- the beginning and the end ---- */

static bool init_locks(trn_job *job)
{
    pthread_condattr_t attr;
    if (pthread_condattr_init(&attr) != 0) return false;
    bool ok = pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0 && pthread_cond_init(&job->changed, &attr) == 0;
    pthread_condattr_destroy(&attr);
    if (ok && pthread_mutex_init(&job->lock, NULL) != 0) {
        pthread_cond_destroy(&job->changed);
        ok = false;
    }
    return ok;
}

static int start_thread(trn_job *job) /* 0, or what went wrong. The host's signals are not for this thread, faults apart. */
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    pthread_attr_t attr;
    sigset_t block, before;
    int why = pthread_attr_init(&attr);
    if (why != 0) return why;
    sigfillset(&block);
    for (int i = 0; i < TRN_COUNT(own); ++i) sigdelset(&block, own[i]);
    pthread_attr_setstacksize(&attr, STACK);
    pthread_sigmask(SIG_SETMASK, &block, &before);
    why = pthread_create(&job->thread, &attr, run, job);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    return why;
}

static void destroy(trn_job *job)
{
    trn_node *node = job->node; /* which keeps the runtime */
    trn_result_release(job->result);
    trn_cancel_release(job->desc.cancel);
    pthread_cond_destroy(&job->changed);
    pthread_mutex_destroy(&job->lock);
    trn_free(job->rt, job);
    trn_node_release(node);
}

trn_status trn_job_start(trn_node *node, const trn_eval_desc *desc, bool stepped, trn_job **out, trn_error *err)
{
    *out = NULL;
    const trn_eval_desc none = {0};
    if (!desc) desc = &none;
    if (desc->progress) return trn_error_set(err, TRN_ERR_ARGUMENT, "job: takes no progress function; poll it for its progress");
    trn_runtime *rt = trn_node_runtime(node);
    trn_job *job = trn_alloc_zero(rt, sizeof *job);
    if (!job) return trn_out_of_memory(rt, sizeof *job, err);
    if (!init_locks(job)) {
        trn_free(rt, job);
        return trn_error_set(err, TRN_ERR_MEMORY, "out of memory: a lock");
    }
    trn_ref_init(&job->ref);
    job->rt = rt;
    job->node = trn_node_retain(node);
    job->desc = *desc;
    job->desc.progress = publish;
    job->desc.progress_user = job;
    if (job->desc.cancel) trn_cancel_retain(job->desc.cancel);
    job->stop.look = look;
    job->stop.serial = job->stepped = stepped;
    job->turn = !stepped;
    atomic_init(&job->at_work, "");
    const int why = start_thread(job);
    if (why != 0) {
        destroy(job);
        return trn_error_set(err, why == ENOMEM ? TRN_ERR_MEMORY : TRN_ERR_LIMIT, "job: the system starts no more threads");
    }
    *out = job;
    return TRN_OK;
}

trn_job *trn_job_retain(trn_job *job)
{
    trn_ref_retain(&job->ref);
    return job;
}

void trn_job_release(trn_job *job)
{
    if (!job || !trn_ref_release(&job->ref)) return;
    trn_job_cancel(job);
    pthread_join(job->thread, NULL);
    destroy(job);
}

/* ---- on the host's threads ---- */

static bool is_done(const trn_job *job) { return atomic_load_explicit(&job->done, memory_order_acquire); }

/* Locked. Gives the job's thread a turn and sleeps until it ends. */
static void give_turn(trn_job *job, double until)
{
    while (job->turn && !is_done(job)) pthread_cond_wait(&job->changed, &job->lock); /* another thread's step */
    if (is_done(job)) return;
    const uint64_t before = job->turns;
    job->until = until;
    job->turn = true;
    pthread_cond_broadcast(&job->changed);
    while (job->turns == before) pthread_cond_wait(&job->changed, &job->lock);
}

static bool sleep_until(trn_job *job, double end)
{
    const double whole = floor(end);
    const struct timespec t = {(time_t)whole, (long)((end - whole) * 1e9)};
    pthread_mutex_lock(&job->lock);
    while (!is_done(job) && pthread_cond_timedwait(&job->changed, &job->lock, &t) == 0) {}
    pthread_mutex_unlock(&job->lock);
    return is_done(job);
}

bool trn_job_step(trn_job *job, double milliseconds)
{
    const double now = trn_clock(), end = milliseconds > 0 ? now + trn_min(milliseconds, 1e12) * 1e-3 : now; /* not for NaN */
    if (is_done(job)) return true;
    if (!job->stepped) return end > now ? sleep_until(job, end) : false;
    pthread_mutex_lock(&job->lock);
    give_turn(job, end); /* handing over is part of the time */
    pthread_mutex_unlock(&job->lock);
    return is_done(job);
}

bool trn_job_wait(trn_job *job, int32_t milliseconds)
{
    return trn_job_step(job, milliseconds < 0 ? (double)INFINITY : milliseconds);
}

void trn_job_cancel(trn_job *job)
{
    atomic_store(&job->stop.raised, true);
    pthread_mutex_lock(&job->lock);
    if (!job->turn) give_turn(job, INFINITY); /* it is parked; what is left to do is to give back its memory */
    pthread_mutex_unlock(&job->lock);
}

trn_job_state trn_job_poll(const trn_job *job)
{
    trn_job_state s = {.done = is_done(job), .stepped = job->stepped}; /* first: then the others are final */
    const uint64_t bits = atomic_load_explicit(&job->fraction, memory_order_relaxed);
    memcpy(&s.progress, &bits, sizeof bits);
    s.node = atomic_load_explicit(&job->at_work, memory_order_relaxed);
    return s;
}

trn_status trn_job_result(const trn_job *job, trn_result **out, trn_error *err)
{
    *out = NULL;
    if (!is_done(job)) return trn_error_set(err, TRN_ERR_ARGUMENT, "job: has no result before it is done");
    if (job->result) {
        *out = trn_result_retain(job->result);
        return TRN_OK;
    }
    if (err) *err = job->err;
    return job->err.status;
}
