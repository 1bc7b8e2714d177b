/* memory.c - the runtime's ledger: every block carries its size, so that live bytes are known and can be limited. */
#define _GNU_SOURCE
#include "core/runtime_state.h"
#include "graph/cache.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#define HEADER TRN_ALIGN /* in front of each block: its whole size; keeps the block aligned */
#define HUGE_PAGE ((size_t)2 << 20)
#define LARGE ((size_t)1 << 20)     /* from here on blocks ask for huge pages */
#define LARGE_STEP ((size_t)64 << 10) /* their sizes are multiples of this, so that kept ones fit */
#define KEPT ((size_t)32 << 10) /* from here on blocks are kept for the next that asks; smaller ones the C library keeps */
static const size_t MOST[2] = {(size_t)256 << 20, (size_t)16 << 20}; /* so much of large and of medium blocks lies idle */

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) /* which watches what malloc gave */
#define OWN_PAGES
/* Flow code reads planes in no order: with 4 KiB pages a load from a large plane costs several times more. So they have pages of
 * their own from the system: parts of the heap that were touched before keep the small pages that they had then. The rest that
 * does not fill a huge page keeps small ones: clearing one for its sake would take as long as writing the plane. */
static void *map_pages(size_t size, size_t align)
{
    char *all = mmap(NULL, size + align, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) return NULL;
    const size_t before = (align - (uintptr_t)all % align) % align;
    if (before) munmap(all, before);
    if (align - before) munmap(all + before + size, align - before);
    madvise(all + before, size & ~(HUGE_PAGE - 1), MADV_HUGEPAGE);
    return all + before;
}
#endif

static size_t rounded_to(size_t size, size_t step) { return (size + step - 1) & ~(step - 1); }

static void *system_alloc(void *user, size_t size, size_t align)
{
    (void)user;
    if (size > SIZE_MAX / 2) return NULL;
#if defined(OWN_PAGES)
    if (align >= HUGE_PAGE) return map_pages(rounded_to(size, LARGE_STEP), align);
#endif
    return aligned_alloc(align, rounded_to(size, align));
}

static void system_free(void *user, void *block, size_t size, size_t align)
{
    (void)user, (void)size, (void)align;
#if defined(OWN_PAGES)
    if (align >= HUGE_PAGE) {
        munmap(block, rounded_to(size, LARGE_STEP));
        return;
    }
#endif
    free(block);
}

void trn_memory_default(trn_allocator *a)
{
    a->alloc = system_alloc;
    a->free = system_free;
    a->user = NULL;
}

static size_t align_of(size_t whole) { return whole >= LARGE ? HUGE_PAGE : TRN_ALIGN; }

static trn_spare *spare_of(trn_runtime *rt, size_t whole) { return &rt->spare[whole < LARGE]; }

/* The block for so much. Medium ones are larger by up to an eighth, which the ledger leaves out: one can serve for another. */
static size_t size_of(const trn_runtime *rt, size_t whole)
{
    size_t step = LARGE_STEP;
    if (whole < KEPT || whole >= LARGE || rt->spare[1].most == 0) return whole;
    while (step > whole / 8) step /= 2;
    return rounded_to(whole, step);
}

static bool drop_oldest(trn_runtime *rt, trn_spare *from)
{
    size_t size;
    void *block = trn_spare_pop(from, &size);
    if (block) rt->allocator.free(rt->allocator.user, block, size, align_of(from == rt->spare ? size : 0));
    return block != NULL;
}
static bool drop_spare(trn_runtime *rt) { return drop_oldest(rt, &rt->spare[0]) || drop_oldest(rt, &rt->spare[1]); }
static size_t spare_bytes(trn_runtime *rt) { return trn_spare_bytes(&rt->spare[0]) + trn_spare_bytes(&rt->spare[1]); }

static uint64_t limit_of(const trn_runtime *rt) { return rt->limits.max_bytes ? rt->limits.max_bytes : UINT64_MAX; }

static bool reserve(trn_runtime *rt, size_t whole)
{
    const uint64_t limit = limit_of(rt);
    uint64_t before = atomic_load(&rt->bytes), peak = atomic_load(&rt->peak);
    do /* never beyond the limit, not even for a moment: another thread would be refused what there is room for */
        if (whole > limit || before > limit - whole) return false;
    while (!atomic_compare_exchange_weak(&rt->bytes, &before, before + whole));
    const uint64_t now = before + whole;
    while (now > peak && !atomic_compare_exchange_weak(&rt->peak, &peak, now)) {}
    while (limit != UINT64_MAX && now + spare_bytes(rt) > limit && drop_spare(rt)) {}
    return true;
}

static bool must_fail(trn_runtime *rt)
{
    if (atomic_load_explicit(&rt->fail_after, memory_order_relaxed) < 0) return false;
    int64_t left = atomic_fetch_sub(&rt->fail_after, 1);
    if (left > 0) return false;
    if (left == 0 && atomic_load(&rt->fail_sticky)) atomic_store(&rt->fail_after, 0);
    return left == 0;
}

static void give(trn_runtime *rt, void *block, size_t whole)
{
    trn_spare *to = spare_of(rt, whole);
    const size_t size = size_of(rt, whole);
    if (whole >= KEPT && trn_spare_wants(to, size)) {
        do
            if (trn_spare_give(to, block, size)) return;
        while (drop_oldest(rt, to));
    }
    rt->allocator.free(rt->allocator.user, block, size, align_of(whole));
}

static void *take(trn_runtime *rt, size_t whole)
{
    const size_t size = size_of(rt, whole);
    void *p = whole >= KEPT ? trn_spare_take(spare_of(rt, whole), size) : NULL;
    if (!reserve(rt, whole)) {
        if (p) give(rt, p, whole);
        return NULL;
    }
    if (!p) p = rt->allocator.alloc(rt->allocator.user, size, align_of(whole));
    if (!p) atomic_fetch_sub(&rt->bytes, whole);
    return p;
}

void *trn_alloc(trn_runtime *rt, size_t bytes)
{
    if (bytes > SIZE_MAX / 2) return NULL;
    size_t whole = HEADER + bytes;
    if (whole >= LARGE) whole = (whole + LARGE_STEP - 1) / LARGE_STEP * LARGE_STEP;
    atomic_fetch_add_explicit(&rt->allocations, 1, memory_order_relaxed);
    if (must_fail(rt) || whole > limit_of(rt)) return NULL;
    char *p = take(rt, whole);
    while (!p && (drop_spare(rt) || trn_cache_drop_oldest(rt->cache))) p = take(rt, whole); /* what is remembered gives way */
    if (!p) return NULL;
    memcpy(p, &whole, sizeof whole);
    return p + HEADER;
}

void *trn_alloc_zero(trn_runtime *rt, size_t bytes)
{
    void *p = trn_alloc(rt, bytes);
    if (p) memset(p, 0, bytes);
    return p;
}

void trn_free(trn_runtime *rt, void *block)
{
    if (!block) return;
    char *p = (char *)block - HEADER;
    size_t whole;
    memcpy(&whole, p, sizeof whole);
    atomic_fetch_sub(&rt->bytes, whole);
    give(rt, p, whole);
}

void *trn_runtime_alloc(trn_runtime *rt, size_t bytes) { return trn_alloc(rt, bytes); }

void trn_runtime_free(trn_runtime *rt, void *block) { trn_free(rt, block); }

#if defined(__has_feature) /* clang */
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#endif

bool trn_memory_init(trn_runtime *rt)
{
#if defined(SANITIZED)
    const bool off = true; /* a block that is used after its end has to be seen */
#else
    const bool off = rt->allocator.alloc != system_alloc; /* a host's allocator may have habits of its own */
#endif
    if (!trn_spare_init(&rt->spare[0], off ? 0 : MOST[0])) return false;
    if (trn_spare_init(&rt->spare[1], off ? 0 : MOST[1])) return true;
    pthread_mutex_destroy(&rt->spare[0].lock);
    return false;
}

void trn_memory_trim(trn_runtime *rt)
{
    while (drop_spare(rt)) {}
}

void trn_memory_end(trn_runtime *rt)
{
    trn_memory_trim(rt);
    for (int i = 0; i < 2; ++i) pthread_mutex_destroy(&rt->spare[i].lock);
}

char *trn_strdup(trn_runtime *rt, const char *s)
{
    const size_t n = strlen(s) + 1;
    char *copy = trn_alloc(rt, n);
    if (copy) memcpy(copy, s, n);
    return copy;
}

trn_status trn_grow(trn_runtime *rt, void *array, int32_t count, int32_t *capacity, size_t each, trn_error *err)
{
    void *old, *more;
    memcpy(&old, array, sizeof old);
    if (count < *capacity) return TRN_OK;
    const int32_t room = *capacity ? 2 * *capacity : 16;
    const size_t bytes = (size_t)room * each;
    more = trn_alloc(rt, bytes);
    if (!more) return trn_out_of_memory(rt, bytes, err);
    if (count) memcpy(more, old, (size_t)count * each);
    trn_free(rt, old);
    memcpy(array, &more, sizeof more);
    *capacity = room;
    return TRN_OK;
}

bool trn_mul_size(size_t a, size_t b, size_t *out)
{
    if (b != 0 && a > SIZE_MAX / b) return false;
    *out = a * b;
    return true;
}

void trn_runtime_fail_allocation(trn_runtime *rt, int64_t n, bool sticky)
{
    atomic_store(&rt->fail_sticky, sticky);
    atomic_store(&rt->fail_after, n < 0 ? -1 : n);
}
