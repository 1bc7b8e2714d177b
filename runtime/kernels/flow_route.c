#include "kernels/flow_route.h"
#include "kernels/flow_steepest.h"

static int32_t any_level(const flow_word *k, int32_t count)
{
    int32_t any = 0;
#pragma omp simd reduction(| : any)
    for (int32_t x = 0; x < count; ++x) any |= k[x] == FLOW_PIT;
    return any;
}
static void take_raw(flow_word *k, const flow_word *raw, const float *z, const float *fill, int32_t count)
{
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) {
        const int32_t shore = raw[x] != FLOW_PIT ? FLOW_LEVEL | FLOW_SHORE : FLOW_LEVEL;
        const int32_t here = z[x] == fill[x] ? raw[x] | shore : raw[x];
        k[x] = k[x] == FLOW_PIT ? here : k[x];
    }
}
static void store(const flow_word *k, const uint8_t *low, int32_t count, uint8_t *dir)
{
#pragma omp simd
    for (int32_t x = 0; x < count; ++x) {
        const uint8_t here = (uint8_t)k[x], lowest = (low[x] & 15) | (here & 0xf0);
        dir[x] = (here & 15) == FLOW_PIT ? lowest : here;
    }
}

static void flow_route_rows(const flow_route_args *a, int32_t y0, int32_t y1)
{
    enum { LOOK = 64 }; /* columns that are looked at for level ground at a time */
    flow_word k[FLOW_BLOCK], raw[LOOK];
    const int32_t w = a->width;
    for (int32_t y = y0; y < y1; ++y) {
        const int64_t row = (int64_t)y * w;
        for (int32_t x = 1, n; x < w - 1; x += n) {
            n = w - 1 - x < FLOW_BLOCK ? w - 1 - x : FLOW_BLOCK;
            const float *f = a->fill + row + x;
            flow_steepest_row(f - w, f, f + w, n, k);
            for (int32_t i = 0; i < n; i += LOOK) {
                const int32_t m = n - i < LOOK ? n - i : LOOK;
                const float *z = a->z + row + x + i;
                if (!any_level(k + i, m)) continue;
                flow_steepest_row(z - w, z, z + w, m, raw);
                take_raw(k + i, raw, z, f + i, m);
            }
            store(k, a->low + row + x, n, a->dir + row + x);
        }
    }
}
TRN_ROW_KERNEL(flow_route)
