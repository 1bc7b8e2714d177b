/* parallel.c - the parallel loop, and the floating-point mode that every piece of it runs in. */
#define _POSIX_C_SOURCE 200809L
#include "core/runtime_state.h"
#include <time.h>
#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>

/* to nearest, exceptions masked, no flush to zero; for the x87 in 64 bits of precision */
enum { SSE_PLAIN = 0x1f80, X87_PLAIN = 0x037f };
static void set_x87(uint16_t word) { __asm__ volatile("fldcw %0" : : "m"(word)); }
#endif

trn_fp_mode trn_fp_enter(void)
{
    trn_fp_mode mode = {0};
#if defined(__x86_64__) || defined(__i386__)
    const uint32_t csr = _mm_getcsr();
    uint16_t x87; /* nothing here is computed there, but printf and strtod ask it for the rounding */
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    mode.saved = csr | (uint64_t)x87 << 32;
    if (csr != SSE_PLAIN) _mm_setcsr(SSE_PLAIN);
    if (x87 != X87_PLAIN) set_x87(X87_PLAIN);
#elif defined(__aarch64__)
    uint64_t fpcr, fpsr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
    __asm__ volatile("mrs %0, fpsr" : "=r"(fpsr));
    mode.saved = (uint32_t)fpcr | fpsr << 32;
    if (fpcr != 0) __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0));
#endif
    return mode;
}

void trn_fp_leave(trn_fp_mode mode) /* always: what was computed meanwhile has raised flags */
{
#if defined(__x86_64__) || defined(__i386__)
    const uint16_t x87 = (uint16_t)(mode.saved >> 32);
    _mm_setcsr((uint32_t)mode.saved);
    if (x87 != X87_PLAIN) set_x87(x87);
#elif defined(__aarch64__)
    if ((uint32_t)mode.saved != 0) __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)(uint32_t)mode.saved));
    __asm__ volatile("msr fpsr, %0" : : "r"(mode.saved >> 32));
#else
    (void)mode;
#endif
}

typedef struct loop {
    int32_t count, grain;
    trn_range_fn *fn;
    void *work;
    const trn_stop *stop;
} loop;

static void piece(void *data, int32_t index)
{
    const loop *l = data;
    if (trn_stop_asked(l->stop)) return;
    const int32_t begin = index * l->grain; /* pieces = ceil(count / grain), so this fits */
    const int32_t end = l->count - begin < l->grain ? l->count : begin + l->grain;
    const trn_fp_mode mode = trn_fp_enter();
    l->fn(l->work, begin, end);
    trn_fp_leave(mode);
}

#ifdef _OPENMP
/* Evaluations at the same time share the threads: more of them than there are processors would wait for each other. */
static int share(trn_runtime *rt, int32_t pieces)
{
    const int running = atomic_load_explicit(&rt->running, memory_order_relaxed), each = running > 1 ? rt->threads / running : rt->threads;
    return each < 1 ? 1 : each < pieces ? each : pieces;
}
#endif

void trn_parallel_for(trn_runtime *rt, int32_t count, int32_t grain, trn_range_fn *fn, void *work, const trn_stop *stop)
{
    if (count <= 0) return;
    if (grain < 1) grain = 1;
    loop l = {count, grain, fn, work, stop};
    const int32_t pieces = (int32_t)(((int64_t)count + grain - 1) / grain);
    if (pieces == 1 || rt->threads == 1 || (stop && stop->serial)) {
        for (int32_t i = 0; i < pieces; ++i) piece(&l, i);
    } else if (rt->parallel.run) {
        rt->parallel.run(rt->parallel.user, pieces, piece, &l);
    } else {
#ifdef _OPENMP
        const int threads = share(rt, pieces);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (threads > 1)
#endif
        for (int32_t i = 0; i < pieces; ++i) piece(&l, i);
    }
}

double trn_clock(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0) return 0;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
