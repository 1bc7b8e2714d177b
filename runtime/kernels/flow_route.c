#include "kernels/flow_route.h"
#include "kernels/flow_steepest.h"

static void filled(const float *s, const float *c, const float *n, int32_t x0, int32_t x1,
                   uint8_t *dir)
{
#pragma omp simd
    for (int32_t x = x0; x < x1; ++x) dir[x] = (uint8_t)flow_steepest(s, c, n, x, FLOW_PIT);
}
static void raw(const float *s, const float *c, const float *n, int32_t x0, int32_t x1,
                const uint8_t *low, uint8_t *dir)
{
#pragma omp simd
    for (int32_t x = x0; x < x1; ++x) {
        const int32_t k = flow_steepest(s, c, n, x, low[x] & 15);
        dir[x] = dir[x] == FLOW_PIT ? (uint8_t)k : dir[x];
    }
}
static uint8_t any_level(const uint8_t *dir, int32_t x0, int32_t x1)
{
    uint8_t any = 0;
#pragma omp simd reduction(| : any)
    for (int32_t x = x0; x < x1; ++x) any |= dir[x] == FLOW_PIT;
    return any;
}

static void flow_route_rows(const flow_route_args *a, int32_t y0, int32_t y1)
{
    enum { BLOCK = 64 }; /* columns that are looked at for level ground at a time */
    const int32_t w = a->width;
    for (int32_t y = y0; y < y1; ++y) {
        const int64_t at = (int64_t)y * w;
        const float *z = a->z + at, *f = a->fill + at;
        for (int32_t x = 1, e; x < w - 1; x = e) {
            e = w - 1 - x < BLOCK ? w - 1 : x + BLOCK;
            filled(f - w, f, f + w, x, e, a->dir + at);
            if (any_level(a->dir + at, x, e)) raw(z - w, z, z + w, x, e, a->low + at, a->dir + at);
        }
    }
}
TRN_ROW_KERNEL(flow_route)
