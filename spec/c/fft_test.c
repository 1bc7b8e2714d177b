/* fft_test.c - the Fourier transforms against the sum that defines them, against kissfft where it is installed, back and forth, by
 * Parseval's theorem, and bit for bit on every CPU level and for any number of threads. */
#include "check.h"
#include "core/core.h"
#include "math/bits.h"
#include "math/hash.h"
#include "math/trig.h"
#include "terrain/fft.h"
#include <stdlib.h>
#ifdef TRN_KISSFFT
#include <kiss_fft.h>
#endif

static int levels; /* that this processor runs */
static uint64_t bits_seen = 0xcbf29ce484222325u; /* of every number that is wanted: the same on every machine and from every compiler */
static const uint64_t golden = 0x2ee93725581b053e;

typedef struct tool { trn_fft_plan plan; void *block; trn_fft_lanes *room; } tool;
static void *block_of(size_t bytes)
{
    void *block = aligned_alloc(64, (bytes + 63) / 64 * 64);
    memset(block, 0x55, bytes); /* nothing may depend on what stood there */
    return block;
}
static tool make_tool(int32_t n)
{
    tool t;
    t.block = block_of(trn_fft_plan_bytes(n));
    trn_fft_plan_make(&t.plan, n, t.block);
    t.room = block_of(trn_fft_room(&t.plan) * sizeof *t.room);
    return t;
}
static void drop_tool(tool *t)
{
    free(t->block);
    free(t->room);
}

/* `count` transforms, one after the other, of numbers from -1 to 1 */
static void fill(double *x, size_t count, uint32_t seed)
{
    for (size_t i = 0; i < count; ++i) x[i] = trn_signed(trn_mix((uint32_t)i * 0x9e3779b1u + seed));
}
static void transform(const tool *t, int level, double *re, double *im, int32_t count, bool inverse)
{
    const fft_args args = {.plan = &t->plan, .re = re, .im = im, .next = t->plan.length, .step = 1, .count = count, .inverse = inverse, .room = t->room};
    TRN_KERNEL(fft)->level[level](&args, 0, (count + TRN_FFT_LANES - 1) / TRN_FFT_LANES);
}
static void see(const double *x, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        bits_seen = (bits_seen ^ trn_bits(x[i] + 0.0)) * 0x100000001b3u;
        bits_seen ^= bits_seen >> 29;
    }
}
static double largest_difference(const double *a, const double *b, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; ++i) most = fabs(a[i] - b[i]) > most ? fabs(a[i] - b[i]) : most;
    return most;
}
static double squares(const double *x, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i) sum += x[i] * x[i];
    return sum;
}

enum { MOST = 200000 };
static double re[MOST], im[MOST], out_re[MOST], out_im[MOST], other_re[MOST], other_im[MOST];

/* the sum itself, in long double */
static void define(const double *x_re, const double *x_im, int32_t n, double *y_re, double *y_im)
{
    const long double turn = 6.283185307179586476925286766559005768L;
    for (int32_t k = 0; k < n; ++k) {
        long double sum_re = 0, sum_im = 0;
        for (int32_t j = 0; j < n; ++j) {
            const long double a = turn * (long double)((int64_t)j * k % n) / n, c = cosl(a), s = sinl(a);
            sum_re += x_re[j] * c + x_im[j] * s;
            sum_im += x_im[j] * c - x_re[j] * s;
        }
        y_re[k] = (double)sum_re;
        y_im[k] = (double)sum_im;
    }
}

static void test_definition(void)
{
    static const int32_t more[] = {67, 81, 97, 100, 101, 120, 125, 127, 128, 131, 243, 251, 256, 257, 289, 311, 360, 480, 505, 512, 625, 641};
    for (int32_t i = 1; i <= 64 + TRN_COUNT(more); ++i) {
        const int32_t n = i <= 64 ? i : more[i - 65], count = 1 + i % 11; /* whole groups of eight and parts */
        tool t = make_tool(n);
        CHECK_EQUAL(t.plan.length, n);
        fill(re, (size_t)(n * count), 1);
        fill(im, (size_t)(n * count), 2);
        memcpy(out_re, re, sizeof(double) * (size_t)(n * count));
        memcpy(out_im, im, sizeof(double) * (size_t)(n * count));
        transform(&t, 0, out_re, out_im, count, false);
        see(out_re, (size_t)(n * count));
        see(out_im, (size_t)(n * count));
        double worst = 0;
        for (int32_t c = 0; c < count; c += 3) {
            define(re + c * n, im + c * n, n, other_re, other_im);
            worst = trn_max(worst, largest_difference(out_re + c * n, other_re, (size_t)n));
            worst = trn_max(worst, largest_difference(out_im + c * n, other_im, (size_t)n));
        }
        if (!CHECK(worst <= 2e-15 * sqrt(n) * (2 + log2(n)))) printf("    length %d: %g\n", (int)n, worst);
        drop_tool(&t);
    }
}

static void test_simple(void)
{
    for (int32_t n = 1; n <= 40; ++n) { /* a single number becomes a wave, exactly one that is constant or alternates */
        tool t = make_tool(n);
        memset(re, 0, sizeof(double) * (size_t)n);
        memset(im, 0, sizeof(double) * (size_t)n);
        re[0] = 3;
        transform(&t, 0, re, im, 1, false);
        for (int32_t k = 0; k < n; ++k) {
            CHECK_NEAR(re[k], 3, 5e-15);
            CHECK_NEAR(im[k], 0, 5e-15);
        }
        drop_tool(&t);
    }
}

/* Sizes that images have. */
static const int32_t large[] = {1000, 1024, 1080, 1201, 2048, 4096, 6561, 8191, 10007, 15625, 16381, 16384, 65536};

static void test_round_trip_and_energy(void)
{
    for (int32_t i = 0; i < TRN_COUNT(large); ++i) {
        const int32_t n = large[i];
        tool t = make_tool(n);
        fill(re, (size_t)n, 3);
        fill(im, (size_t)n, 4);
        memcpy(out_re, re, sizeof(double) * (size_t)n);
        memcpy(out_im, im, sizeof(double) * (size_t)n);
        transform(&t, 0, out_re, out_im, 1, false);
        see(out_re, (size_t)n);
        const double before = squares(re, (size_t)n) + squares(im, (size_t)n), after = squares(out_re, (size_t)n) + squares(out_im, (size_t)n);
        CHECK_NEAR(after / n / before, 1, 1e-14);
        transform(&t, 0, out_re, out_im, 1, true);
        for (int32_t j = 0; j < n; ++j) {
            out_re[j] /= n;
            out_im[j] /= n;
        }
        CHECK_BELOW(largest_difference(out_re, re, (size_t)n), 3e-15 * (2 + log2(n)));
        CHECK_BELOW(largest_difference(out_im, im, (size_t)n), 3e-15 * (2 + log2(n)));
        drop_tool(&t);
    }
}

static void test_kissfft(void)
{
#ifdef TRN_KISSFFT
    for (int32_t i = 0; i < 40 + TRN_COUNT(large); ++i) {
        const int32_t n = i < 40 ? 1 + i * i : large[i - 40];
        tool t = make_tool(n);
        kiss_fft_cfg config = kiss_fft_alloc(n, 0, NULL, NULL);
        kiss_fft_cpx *from = malloc(sizeof *from * (size_t)n), *to = malloc(sizeof *to * (size_t)n);
        fill(re, (size_t)n, 5);
        fill(im, (size_t)n, 6);
        for (int32_t j = 0; j < n; ++j) from[j] = (kiss_fft_cpx){(float)re[j], (float)im[j]};
        kiss_fft(config, from, to);
        transform(&t, 0, re, im, 1, false);
        double worst = 0;
        for (int32_t k = 0; k < n; ++k) worst = trn_max(worst, trn_max(fabs(re[k] - (double)to[k].r), fabs(im[k] - (double)to[k].i)));
        if (!CHECK(worst <= 2e-6 * sqrt(n) * (2 + log2(n)))) printf("    length %d: %g\n", (int)n, worst);
        kiss_fft_free(config);
        free(from);
        free(to);
        drop_tool(&t);
    }
#else
    check_skip("kissfft is not installed (libkissfft-dev)");
#endif
}

static void test_levels_and_layouts(void)
{
    static const int32_t sizes[] = {1, 2, 3, 4, 5, 7, 16, 30, 45, 49, 101, 256, 600, 1201};
    for (int32_t i = 0; i < TRN_COUNT(sizes); ++i) {
        const int32_t n = sizes[i], count = 19;
        tool t = make_tool(n);
        fill(re, (size_t)(n * count), 7);
        fill(im, (size_t)(n * count), 8);
        for (int level = 0; level < levels; ++level) {
            double *const to_re = level == 0 ? out_re : other_re, *const to_im = level == 0 ? out_im : other_im;
            memcpy(to_re, re, sizeof(double) * (size_t)(n * count));
            memcpy(to_im, im, sizeof(double) * (size_t)(n * count));
            transform(&t, level, to_re, to_im, count, false);
            if (level > 0) {
                CHECK(memcmp(out_re, other_re, sizeof(double) * (size_t)(n * count)) == 0);
                CHECK(memcmp(out_im, other_im, sizeof(double) * (size_t)(n * count)) == 0);
            }
        }
        for (int32_t c = 0; c < count; ++c) /* as columns, the same */
            for (int32_t j = 0; j < n; ++j) {
                other_re[j * count + c] = re[c * n + j];
                other_im[j * count + c] = im[c * n + j];
            }
        const fft_args args = {.plan = &t.plan, .re = other_re, .im = other_im, .next = 1, .step = count, .count = count, .room = t.room};
        TRN_KERNEL(fft)->level[0](&args, 1, 3);
        TRN_KERNEL(fft)->level[0](&args, 0, 1);
        int same = 1;
        for (int32_t c = 0; c < count; ++c)
            for (int32_t j = 0; j < n; ++j) same &= other_re[j * count + c] == out_re[c * n + j] && other_im[j * count + c] == out_im[c * n + j];
        CHECK(same);
        drop_tool(&t);
    }
}

typedef struct threaded { const trn_fft_plan *plan; double *re, *im; int32_t count; } threaded;
static void some(void *work, int32_t begin, int32_t end)
{
    const threaded *w = work;
    trn_fft_lanes *room = block_of(trn_fft_room(w->plan) * sizeof *room);
    const fft_args args = {.plan = w->plan, .re = w->re, .im = w->im, .next = w->plan->length, .step = 1, .count = w->count, .room = room};
    TRN_KERNEL(fft)->level[0](&args, begin, end);
    free(room);
}
static void test_threads(void)
{
    const int32_t n = 1201, count = 100;
    tool t = make_tool(n);
    for (int32_t threads = 1; threads <= 7; threads += 2) {
        trn_error err;
        trn_runtime *rt;
        CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = threads}, &rt, &err), TRN_OK, err);
        double *const to_re = threads == 1 ? out_re : other_re, *const to_im = threads == 1 ? out_im : other_im;
        fill(to_re, (size_t)(n * count), 9);
        fill(to_im, (size_t)(n * count), 10);
        threaded work = {&t.plan, to_re, to_im, count};
        trn_parallel_for(rt, (count + TRN_FFT_LANES - 1) / TRN_FFT_LANES, threads, some, &work, NULL);
        if (threads > 1) {
            CHECK(memcmp(out_re, other_re, sizeof(double) * (size_t)(n * count)) == 0);
            CHECK(memcmp(out_im, other_im, sizeof(double) * (size_t)(n * count)) == 0);
        }
        trn_runtime_release(rt);
    }
    drop_tool(&t);
}

static void test_lengths(void) /* how many turns a plan holds is never more than memory */
{
    CHECK(trn_fft_plan_bytes(1) > 0);
    CHECK(trn_fft_plan_bytes(65521) > 0);
    CHECK_EQUAL(trn_fft_plan_bytes(INT32_MAX), 0);
}

int main(void)
{
    trn_error err;
    trn_runtime *rt;
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    levels = trn_runtime_level(rt) + 1;
    trn_runtime_release(rt);
    test_definition();
    test_simple();
    test_round_trip_and_energy();
    test_kissfft();
    test_levels_and_layouts();
    test_threads();
    test_lengths();
    if (!CHECK(bits_seen == golden)) printf("    the bits are 0x%016llx\n", (unsigned long long)bits_seen);
    return check_end();
}
