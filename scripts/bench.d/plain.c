/* plain.c - what one would write by hand, to hold the runtime's nodes against: loops over pixels in C, rows shared out by OpenMP,
 * compiled for this processor's vectors too. Usage: plain SIZE THREADS. Prints lines "name seconds", the least of a few runs.
 *
 * ao:     a pixel at a time, 8 directions of 8 samples, interpolated between four pixels, out to 32 pixels; the steepest rise above
 *         the tangent plane along each, as a sine; one minus their mean.
 * shadow: a pixel at a time, 64 samples a pixel apart towards the sun, likewise interpolated; dark where one rises more steeply.
 * scale:  C * 2 + 0.5
 * mixed:  lerp(C, sqrt(abs(C)), smoothstep(0, 1, u)) + min(C * C, v) * 0.5 - C / (1 + C * C), the same bits as `map` */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if defined(__x86_64__) && defined(__GLIBC__)
#define EACH_LEVEL __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define EACH_LEVEL
#endif

typedef struct image { int size; const float *z; float *out; } image;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline float sample(const image *m, float x, float y)
{
    const float last = (float)(m->size - 1);
    x = x < 0 ? 0 : x > last ? last : x;
    y = y < 0 ? 0 : y > last ? last : y;
    const int i = (int)x, j = (int)y, right = i + 1 < m->size ? i + 1 : i, up = j + 1 < m->size ? j + 1 : j;
    const float u = x - (float)i, v = y - (float)j, *row = m->z + (size_t)j * (size_t)m->size, *next = m->z + (size_t)up * (size_t)m->size;
    const float low = row[i] + u * (row[right] - row[i]), high = next[i] + u * (next[right] - next[i]);
    return low + v * (high - low);
}

EACH_LEVEL static void ao_row(const image *m, int y)
{
    const float across[8] = {1, 0.7071f, 0, -0.7071f, -1, -0.7071f, 0, 0.7071f}, along[8] = {0, 0.7071f, 1, 0.7071f, 0, -0.7071f, -1, -0.7071f};
    const float scale = 0.3f * (float)m->size;
    for (int x = 0; x < m->size; ++x) {
        const float here = sample(m, (float)x, (float)y);
        const float p = 0.5f * (sample(m, (float)(x + 1), (float)y) - sample(m, (float)(x - 1), (float)y));
        const float q = 0.5f * (sample(m, (float)x, (float)(y + 1)) - sample(m, (float)x, (float)(y - 1)));
        float hidden = 0;
        for (int k = 0; k < 8; ++k) {
            const float plane = p * across[k] + q * along[k];
            float most = 0;
            for (int s = 1; s <= 8; ++s) {
                const float d = 4.0f * (float)s, rise = (sample(m, (float)x + d * across[k], (float)y + d * along[k]) - here) / d - plane;
                most = rise > most ? rise : most;
            }
            most *= scale;
            hidden += most / sqrtf(1 + most * most);
        }
        m->out[(size_t)y * (size_t)m->size + (size_t)x] = 1 - hidden / 8;
    }
}

EACH_LEVEL static void shadow_row(const image *m, int y)
{
    const float across = -0.7071f, along = 0.7071f, least = 1.0f / (0.3f * (float)m->size); /* the sun stands 45 degrees high */
    for (int x = 0; x < m->size; ++x) {
        const float here = sample(m, (float)x, (float)y);
        float most = 0;
        for (int s = 1; s <= 64; ++s) {
            const float rise = (sample(m, (float)x + (float)s * across, (float)y + (float)s * along) - here) / (float)s;
            most = rise > most ? rise : most;
        }
        m->out[(size_t)y * (size_t)m->size + (size_t)x] = most > least ? 1.0f : 0.0f;
    }
}

EACH_LEVEL static void scale_row(const image *m, int y)
{
    const float *z = m->z + (size_t)y * (size_t)m->size;
    float *out = m->out + (size_t)y * (size_t)m->size;
    for (int x = 0; x < m->size; ++x) out[x] = z[x] * 2 + 0.5f;
}

EACH_LEVEL static void mixed_row(const image *m, int y)
{
    const double each = 1.0 / (double)m->size;
    const float *z = m->z + (size_t)y * (size_t)m->size, v = (float)(((double)y + 0.5) * each);
    float *out = m->out + (size_t)y * (size_t)m->size;
    for (int x = 0; x < m->size; ++x) {
        const float c = z[x], u = (float)(((double)x + 0.5) * each), square = c * c, root = sqrtf(fabsf(c));
        const float t = u < 0 ? 0 : u > 1 ? 1 : u, share = t * t * (3 - 2 * t);
        const float sum = (c + share * (root - c)) + (square < v ? square : v) * 0.5f - c / (1 + square);
        out[x] = sum == sum ? sum : NAN;
    }
}

static void measure(const char *name, void (*row)(const image *, int), const image *m, int threads, int runs)
{
    double best = 1e9;
    (void)threads; /* where there is no OpenMP */
    for (int run = 0; run < runs; ++run) {
        const double start = now();
#pragma omp parallel for num_threads(threads) schedule(dynamic, 8)
        for (int y = 0; y < m->size; ++y) row(m, y);
        const double seconds = now() - start;
        if (seconds < best) best = seconds;
    }
    printf("%s %.9f\n", name, best);
}

int main(int count, char **arguments)
{
    const int size = count > 1 ? atoi(arguments[1]) : 0, threads = count > 2 ? atoi(arguments[2]) : 1;
    if (size < 1 || size > 16384 || threads < 1) return 2;
    const size_t pixels = (size_t)size * (size_t)size;
    float *z = malloc(pixels * sizeof *z), *out = malloc(pixels * sizeof *out);
    if (!z || !out) return 1;
    for (size_t i = 0; i < pixels; ++i) {
        const float x = (float)(i % (size_t)size) / (float)size, y = (float)(i / (size_t)size) / (float)size;
        z[i] = 0.5f * sinf(19 * x + 3 * sinf(7 * y)) * cosf(13 * y) + 0.1f * sinf(131 * x + 57 * y);
        out[i] = 0;
    }
    const image m = {size, z, out};
    measure("ao", ao_row, &m, threads, 3);
    measure("shadow", shadow_row, &m, threads, 3);
    measure("scale", scale_row, &m, threads, 15);
    measure("mixed", mixed_row, &m, threads, 15);
    free(z);
    free(out);
    return 0;
}
