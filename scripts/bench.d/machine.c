/* machine.c - what the machine gives at this moment, so that other figures can be read: copy bandwidth in GB/s (bytes read
 * plus bytes written) and the time of one load that depends on the one before, in 64 MiB. Prints lines "name value". */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static char *block(size_t bytes)
{
    char *p = aligned_alloc((size_t)2 << 20, bytes);
    if (!p) exit(1);
    madvise(p, bytes, MADV_HUGEPAGE);
    memset(p, 1, bytes);
    return p;
}

static double copy_rate(char *to, const char *from, size_t bytes, int threads)
{
    double best = 0;
    for (int round = 0; round < 7; ++round) {
        const double start = now();
#pragma omp parallel for num_threads(threads) schedule(static, 1)
        for (int i = 0; i < threads; ++i)
            memcpy(to + bytes / (size_t)threads * (size_t)i, from + bytes / (size_t)threads * (size_t)i, bytes / (size_t)threads);
        const double rate = 2.0 * (double)bytes / (now() - start) * 1e-9;
        if (rate > best) best = rate;
    }
    return best;
}

static double load_time(char *memory, size_t bytes)
{
    const uint32_t n = (uint32_t)(bytes / 64);
    uint32_t *order = malloc(n * sizeof *order), seed = 1;
    if (!order) exit(1);
    for (uint32_t i = 0; i < n; ++i) order[i] = i;
    for (uint32_t i = n - 1; i > 0; --i) { /* one cycle through all lines (Sattolo) */
        seed = seed * 1664525u + 1013904223u;
        const uint32_t j = (uint32_t)(((uint64_t)seed * i) >> 32), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (uint32_t i = 0; i < n; ++i) memcpy(memory + (size_t)i * 64, &order[i], sizeof *order);
    double best = 1e9;
    uint32_t at = 0;
    for (int round = 0; round < 5; ++round) {
        const double start = now();
        for (int i = 0; i < 200000; ++i) memcpy(&at, memory + (size_t)at * 64, sizeof at);
        const double each = (now() - start) / 200000 * 1e9;
        if (each < best) best = each;
    }
    free(order);
    return at == UINT32_MAX ? 0 : best;
}

int main(void)
{
    const size_t bytes = (size_t)256 << 20;
    char *a = block(bytes), *b = block(bytes);
    printf("copy_1_thread_GB_s %.1f\n", copy_rate(a, b, bytes, 1));
    printf("copy_2_threads_GB_s %.1f\n", copy_rate(a, b, bytes, 2));
    printf("dependent_load_64MiB_ns %.1f\n", load_time(a, (size_t)64 << 20));
    return 0;
}
