/* thermal_test.c - heights as whole numbers there and back; and the wave of passes that slides ground gives, bit for bit, what
 * passes one after the other over every pair of neighbours give, for every way of working, size and CPU level. */
#include "check.h"
#include "kernels/thermal.h"
#include "math/bits.h"
#include "math/hash.h"
#include "math/scalar.h"
#include "terrain/relief.h"
#include <stdlib.h>

static uint32_t state = 7;
static uint32_t next(void) { return state = trn_mix(state + 0x9e3779b9u); }
static int32_t below(int32_t n) { return (int32_t)(next() % (uint32_t)n); }

enum { MOST = 80 * 80 };
static int32_t from[MOST], want[MOST], got[MOST], bed[MOST], scratch[400000], changed[MOST];
static float hardness[MOST], factor[MOST];
static trn_rows_fn *levels[3];
static int32_t level_count;

/* ---- the same by pairs ---- */

static const int32_t step_x[8] = {1, 0, 1, -1, -1, 0, -1, 1}, step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

static int32_t beside(const thermal_args *a, int32_t x, int32_t y, int32_t k) /* -1: nothing */
{
    int32_t i = x + step_x[k], j = y + step_y[k];
    if (a->wrap) i = trn_wrap_i(i, a->width), j = trn_wrap_i(j, a->height);
    return i < 0 || j < 0 || i >= a->width || j >= a->height ? -1 : j * a->width + i;
}
static int32_t asked(const thermal_args *a, const int32_t *z, int32_t here, int32_t there, int32_t k)
{
    const int32_t e = z[here] - z[there] - (step_x[k] && step_y[k] ? a->talus_diagonal : a->talus);
    return e > 0 ? (int32_t)((float)e * a->rate) : 0;
}
static void weigh(const thermal_args *a, const int32_t *z, int32_t pass)
{
    for (int32_t y = 0; y < a->height; ++y)
        for (int32_t x = 0; x < a->width; ++x) {
            const int32_t i = y * a->width + x;
            float f = 1;
            if (a->hardness) f = 1.0f - trn_saturate_f(a->hardness[i]);
            if (a->granular) f *= trn_unit_f(trn_mix(((uint32_t)x * TRN_PX) ^ trn_mix((uint32_t)y * TRN_PY + trn_seed_key(a->seed, TRN_STREAM_GRANULAR, (uint32_t)pass))));
            if (a->bed) {
                int32_t all = 0;
                for (int32_t k = 0; k < 8; ++k) {
                    const int32_t n = beside(a, x, y, k);
                    if (n >= 0 && (a->diagonals || !step_x[k] || !step_y[k])) all += asked(a, z, i, n, k);
                }
                const float have = (float)(z[i] - a->bed[i]) * 0.99999904632568359375f, all_f = (float)all * f;
                if (all_f > have) f *= have / all_f;
            }
            factor[i] = f;
        }
}
static void pass(const thermal_args *a, int32_t *z, int32_t number)
{
    static int32_t old[MOST];
    memcpy(old, z, sizeof(int32_t) * (size_t)(a->width * a->height));
    weigh(a, old, number);
    for (int32_t y = 0; y < a->height; ++y)
        for (int32_t x = 0; x < a->width; ++x)
            for (int32_t k = 0; k < 8; ++k) {
                const int32_t i = y * a->width + x, n = beside(a, x, y, k);
                if (n < 0 || (!a->diagonals && step_x[k] && step_y[k])) continue;
                int32_t q = asked(a, old, i, n, k);
                if (thermal_weighs(a)) q = (int32_t)((float)q * factor[i]);
                z[i] -= q;
                z[n] += q;
            }
}

static void compare(int32_t width, int32_t height)
{
    const int32_t n = width * height;
    thermal_args a = {.width = width, .height = height, .band = 1 + below(height + 3), .passes = 1 + below(THERMAL_PASSES), .first_pass = below(100),
                      .from = from, .to = got, .granular = below(3) == 0, .seed = next(), .wrap = below(2), .diagonals = below(4) > 0,
                      .talus = below(1 << 24), .rate = trn_unit_f(next()), .scratch = scratch, .changed = changed};
    a.talus_diagonal = a.talus + a.talus / 2;
    a.rate /= a.diagonals ? 9.0f : 5.0f;
    const uint32_t rough = 1 + next() % 28;
    for (int32_t i = 0; i < n; ++i) {
        from[i] = (int32_t)(next() >> 3) - (1 << 28);
        from[i] = rough < 12 ? from[i] >> rough : from[i];
        bed[i] = from[i] - (below(3) ? below(1 << 28) >> below(28) : 0);
        hardness[i] = trn_signed_f(next()) * 1.5f;
        want[i] = from[i];
    }
    if (below(3) == 0) a.bed = bed;
    if (below(3) == 0) a.hardness = hardness;
    const int32_t bands = (height + a.band - 1) / a.band;
    if (!CHECK((size_t)bands * thermal_scratch(&a) <= sizeof scratch / sizeof *scratch)) return;
    for (int32_t k = 0; k < a.passes; ++k) pass(&a, want, a.first_pass + k);
    for (int32_t l = 0; l < level_count; ++l) {
        memset(got, 0, sizeof got);
        memset(scratch, 0x7f, sizeof scratch);
        int32_t b = 0;
        for (; b < bands / 2; ++b) levels[l](&a, b, b + 1);
        levels[l](&a, b, bands);
        if (!CHECK(memcmp(got, want, sizeof *got * (size_t)n) == 0))
            printf("    %dx%d band %d passes %d wrap %d diagonals %d granular %d bed %d hardness %d level %d\n", width, height, a.band, a.passes, a.wrap,
                   a.diagonals, a.granular, a.bed != NULL, a.hardness != NULL, l);
        int32_t any = 0;
        for (b = 0; b < bands; ++b) any |= changed[b];
        CHECK_EQUAL(any != 0, memcmp(got, from, sizeof *got * (size_t)n) != 0);
    }
    int64_t before = 0, after = 0;
    int32_t bare = 0;
    for (int32_t i = 0; i < n; ++i) before += from[i], after += got[i], bare += a.bed && got[i] < bed[i];
    CHECK_EQUAL(after, before);
    CHECK_EQUAL(bare, 0);
}

static void there_and_back(trn_rows_fn *store, trn_rows_fn *fetch)
{
    enum { N = 37 };
    float heights[N], out[N], rise[N], fall[N];
    int32_t quanta[N];
    for (int32_t turned = 0; turned < 2; ++turned)
        for (int32_t e = -120; e <= 100; e += 20) {
            float least = 0, greatest = 0;
            for (int32_t i = 0; i < N; ++i) {
                heights[i] = (float)((double)(trn_signed_f(next()) + 0.25f) * trn_pow2(e));
                least = trn_min_f(least, heights[i]);
                greatest = trn_max_f(greatest, heights[i]);
            }
            const trn_relief r = trn_relief_over((double)least, (double)greatest, 1, turned, 29);
            relief_args a = {.relief = r, .width = N, .height = 1, .from = heights, .quanta = quanta, .pitch = N, .out = out, .rise = rise, .fall = fall};
            store(&a, 0, 1);
            const int64_t span = (int64_t)trn_relief_round(&r, r.turn * (double)(turned ? least : greatest)) -
                                 trn_relief_round(&r, r.turn * (double)(turned ? greatest : least));
            CHECK(span > (1 << 28) - 2 && span <= (1 << 29) + 1);
            for (int32_t i = 0; i < N; ++i) {
                CHECK_NEAR((r.base + (double)quanta[i] * r.unit) * r.turn, heights[i], 0.5000001 * r.unit);
                if (i % 3 == 1) quanta[i] += 1 << 20;
                if (i % 3 == 2) quanta[i] -= 1 << 20;
            }
            fetch(&a, 0, 1);
            const double moved = r.unit * 1048576;
            for (int32_t i = 0; i < N; ++i) {
                CHECK_SAME(rise[i], i % 3 == 1 ? moved : 0);
                CHECK_SAME(fall[i], i % 3 == 2 ? moved : 0);
                CHECK_SAME(out[i], i % 3 == 0 ? heights[i] : (float)((double)heights[i] + r.turn * (i % 3 == 1 ? moved : -moved)));
            }
        }
    const trn_relief flat = trn_relief_over(3, 3, 0.25, false, 30);
    CHECK_SAME(flat.unit, 0x1p-32);
    CHECK_EQUAL(trn_relief_round(&flat, 3), 0);
}

int main(void)
{
    trn_runtime *rt;
    trn_error err;
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    const trn_kernel *k = TRN_KERNEL(thermal), *store = TRN_KERNEL(relief_store), *fetch = TRN_KERNEL(relief_fetch);
    for (int i = 0; i <= trn_runtime_level(rt); ++i) {
        if (k->level[i]) levels[level_count++] = k->level[i];
        if (store->level[i]) there_and_back(store->level[i], fetch->level[i]);
    }
    for (int32_t i = 0; i < 900; ++i) compare(1 + below(40), 1 + below(30));
    for (int32_t w = 1; w < 5; ++w)
        for (int32_t h = 1; h < 5; ++h)
            for (int32_t i = 0; i < 10; ++i) compare(w, h);
    trn_runtime_release(rt);
    return check_end();
}
