/* core.h - the runtime object and what everything else in runtime/ stands on: memory, errors, threads, hashing. */
#ifndef TRN_CORE_H
#define TRN_CORE_H
#include "terrane/terrane.h"
#include <stdatomic.h>
#include <stdarg.h>

#if defined(__GNUC__)
#define TRN_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define TRN_PRINTF(f, a)
#endif
#define TRN_COUNT(a) ((int32_t)(sizeof(a) / sizeof(*(a))))

/* ---- errors ---- */
/* Fills *err (NULL is fine) and returns status. The message is cut to fit at a UTF-8 boundary; control characters and
 * bytes that are no UTF-8 become '?', so that text from a recipe or a file can stand in it. */
trn_status trn_error_set(trn_error *err, trn_status status, const char *format, ...) TRN_PRINTF(3, 4);
trn_status trn_error_setv(trn_error *err, trn_status status, const char *format, va_list args);
trn_status trn_error_prefix(trn_error *err, const char *prefix); /* "prefix: message"; returns err->status */
trn_status trn_out_of_memory(trn_runtime *rt, size_t bytes, trn_error *err);

/* ---- memory: every byte the runtime holds goes through these ---- */
#define TRN_ALIGN 64
/* NULL when out of memory; the block is not cleared. Blocks of 1 MiB and more ask for huge pages. */
void *trn_alloc(trn_runtime *rt, size_t bytes);
void *trn_alloc_zero(trn_runtime *rt, size_t bytes);
void trn_free(trn_runtime *rt, void *block); /* NULL is fine */
char *trn_strdup(trn_runtime *rt, const char *s);
/* Room for one more of `count` items of `each` bytes in an array with room for *capacity. array: T **, NULL at first. */
trn_status trn_grow(trn_runtime *rt, void *array, int32_t count, int32_t *capacity, size_t each, trn_error *err);
bool trn_mul_size(size_t a, size_t b, size_t *out); /* false: overflow */

/* ---- references ---- */
typedef struct trn_ref { atomic_int count; } trn_ref;
static inline void trn_ref_init(trn_ref *r) { atomic_init(&r->count, 1); }
static inline void trn_ref_retain(trn_ref *r) { atomic_fetch_add_explicit(&r->count, 1, memory_order_relaxed); }
static inline bool trn_ref_release(trn_ref *r) /* true: that was the last one */
{
    return atomic_fetch_sub_explicit(&r->count, 1, memory_order_acq_rel) == 1;
}
static inline bool trn_ref_unique(trn_ref *r) { return atomic_load_explicit(&r->count, memory_order_acquire) == 1; }

/* ---- threads ---- */
/* Long work asks every millisecond or so whether it should stop. Whoever owns the struct may have a say in it: look is called
 * at each question and may hold the thread up meanwhile, which is how work is done in slices. */
typedef struct trn_stop {
    atomic_bool raised;
    bool serial;                               /* loops run on the thread that asks for them and on no other */
    bool (*look)(const struct trn_stop *stop); /* NULL: raised is all; true: stop */
    double held;                               /* seconds for which look has held serial work up */
} trn_stop;
static inline bool trn_stop_asked(const trn_stop *stop) /* NULL: never */
{
    return stop && (atomic_load_explicit(&stop->raised, memory_order_relaxed) || (stop->look && stop->look(stop)));
}
typedef void trn_range_fn(void *work, int32_t begin, int32_t end);
/* fn over [0, count) in pieces of at most grain, each piece once, in any order, on any threads; returns when all are
 * done. The floating-point mode is the runtime's inside and the caller's after. stop: pieces not begun when it is asked for
 * are left out (may be NULL). fn cannot fail. */
void trn_parallel_for(trn_runtime *rt, int32_t count, int32_t grain, trn_range_fn *fn, void *work, const trn_stop *stop);
/* What layers, nodes and the like hold of their runtime; a host's handles are counted apart. */
trn_runtime *trn_runtime_hold(trn_runtime *rt);
void trn_runtime_unhold(trn_runtime *rt);
int32_t trn_runtime_threads(const trn_runtime *rt);
bool trn_runtime_by_host(const trn_runtime *rt); /* loops run on the host's job system */
int trn_runtime_level(const trn_runtime *rt); /* index into trn_kernel.level */
const trn_limits *trn_runtime_limits(const trn_runtime *rt);
/* Round to nearest, denormals kept; the caller's mode and flags are given back by trn_fp_leave. Every public function that
 * computes, or writes numbers as text, stands between the two. */
typedef struct trn_fp_mode { uint64_t saved; } trn_fp_mode;
trn_fp_mode trn_fp_enter(void);
void trn_fp_leave(trn_fp_mode mode);
void trn_log_message(trn_runtime *rt, trn_log_level level, const char *format, ...) TRN_PRINTF(3, 4);
double trn_clock(void); /* seconds, monotonic */
static inline double trn_work_clock(const trn_stop *stop) { return trn_clock() - (stop ? stop->held : 0); } /* stands while held up */

/* ---- hashing: 128 bits, the same on every machine (XXH3) ---- */
typedef struct trn_key { uint64_t lo, hi; } trn_key;
trn_key trn_hash(const void *data, size_t bytes);
/* Of numbers: all NaN alike, since what makes one gives it another sign and payload on other machines; 0 and -0 differ. */
trn_key trn_hash_numbers(const void *numbers, size_t count, trn_type type);
trn_key trn_hash_join(trn_key a, trn_key b); /* order matters */
static inline bool trn_key_equal(trn_key a, trn_key b) { return a.lo == b.lo && a.hi == b.hi; }
void trn_key_bytes(trn_key key, uint8_t out[16]); /* big-endian, so that hex reads hi then lo */

/* ---- text, independent of the locale ---- */
/* How many bytes the UTF-8 character at s has, 1 to 4; 0 where there is none: the end, or a byte that begins none. */
int trn_utf8(const char *s);
/* vsnprintf as the "C" locale has it: numbers with a point. */
int trn_vformat(char *out, size_t size, const char *format, va_list args) TRN_PRINTF(3, 0);
/* The shortest text that reads back as the same double; integers without a point. Returns its length. */
int trn_format_double(double value, char out[32]);
/* Reads one JSON-like number at *s, ends at *end; false when there is none. Never looks at the locale. */
bool trn_parse_double(const char *s, const char **end, double *out);
#endif
