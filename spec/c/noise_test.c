/* noise_test.c - the noise kernels against the definition of runtime/math/noise_basis.h, bit for bit, on every CPU
 * level: row kernels are the bases at single points, any window of a plane is a piece of the whole, and 2^40 pixels out
 * nothing changes. */
#include "check.h"
#include "kernels/noise_tile.h"
#include "kernels/simplex_slopes.h"
#include "terrain/fractal_noise.h"
#include <inttypes.h>
#include <stdlib.h>

static int levels; /* that this processor runs */
static uint64_t bits_seen = 0xcbf29ce484222325u; /* of every value that is wanted: the same on every machine and from every compiler */
static const uint64_t golden = 0x4b69caaefa3cb1b9u;

/* The window of a plan's frame, by the kernel of one level. */
static void run(trn_noise_plan *p, int level, float *out)
{
    const trn_kernel kernel = trn_noise_kernel(p), columns = *TRN_KERNEL(noise_columns);
    void *scratch = aligned_alloc(64, (trn_noise_scratch(p) + 63) / 64 * 64);
    memset(scratch, 0x55, trn_noise_scratch(p)); /* nothing may depend on what stood there */
    p->columns = aligned_alloc(64, ((size_t)p->octaves * (size_t)p->strips * sizeof *p->columns + 63) / 64 * 64);
    p->out = out;
    const noise_args args = {p, scratch};
    if (trn_noise_by_rows(p)) columns.level[level](&args, 0, p->octaves * p->strips);
    for (int32_t t = 0, n = trn_noise_tiles(p), end; t < n; t = end) { /* in pieces of unlike size */
        end = t + 1 + t % 3 < n ? t + 1 + t % 3 : n;
        kernel.level[level](&args, t, end);
    }
    free(p->columns);
    free(scratch);
}

/* ---- the definition, a pixel at a time by the kernel that devices run -------------------------------------------------- */
static void define(const trn_noise_plan *p, int level, float *out)
{
    const noise_pixels_args args = {.out = out, .width = p->width, .height = p->height, .plan = *p};
    TRN_KERNEL(noise_pixels)->level[level](&args, 0, p->height);
}

/* ---- cases ---------------------------------------------------------------------------------------------------------- */
enum { W = 300, H = 37, LOW = 19 }; /* of more than two blocks of rows, and of more than one where a pixel takes long */
static float whole[W * H], want[W * H], piece[W * H];

static trn_noise_plan plan_of(trn_fractal_noise n, trn_frame frame)
{
    trn_noise_plan p = trn_noise_plan_make(&n, &frame);
    trn_noise_seed(&p, 7);
    return p;
}
static void compare(const char *what, trn_fractal_noise n, trn_frame frame)
{
    trn_noise_plan p = plan_of(n, frame);
    const int rows = frame.height;
    const size_t bytes = sizeof(float) * W * (size_t)rows;
    define(&p, 0, want);
    for (int i = 0; i < W * rows; ++i) {
        bits_seen = (bits_seen ^ trn_bits_f(want[i])) * 0x100000001b3u;
        bits_seen ^= bits_seen >> 29;
    }
    for (int level = 0; level < levels; ++level) {
        if (level > 0) {
            define(&p, level, whole);
            if (!CHECK(memcmp(whole, want, bytes) == 0)) printf("    %s: the definition on level %d\n", what, level);
        }
        p.stream = level & 1;
        run(&p, level, whole);
        if (!CHECK(memcmp(whole, want, bytes) == 0)) {
            int bad = 0;
            while (whole[bad] == want[bad]) ++bad;
            printf("    %s, level %d, x %d y %d: %.9g, not %.9g\n", what, level, bad % W, bad / W, (double)whole[bad],
                   (double)want[bad]);
        }
        const struct { int x, y, width, height; } windows[] = {{0, 3, 1, 14}, {123, 0, 77, 9}, {17, rows - 1, 283, 1}};
        for (int k = 0; k < 3; ++k) {
            trn_frame window = frame;
            window.x += windows[k].x;
            window.y += windows[k].y;
            window.width = windows[k].width;
            window.height = windows[k].height;
            trn_noise_plan q = plan_of(n, window);
            int different = 0;
            run(&q, level, piece);
            for (int y = 0; y < window.height; ++y)
                different += memcmp(piece + y * window.width, whole + (y + windows[k].y) * W + windows[k].x,
                                    (size_t)window.width * 4) != 0;
            if (!CHECK(different == 0)) printf("    %s, level %d, window %d\n", what, level, k);
        }
    }
}
enum { SPACES = 6 };
static void kernels_are_the_definition(void)
{
    static const char *const types[] = {"value", "perlin", "simplex", "worley", "worley_f2f1", "white"};
    static const struct { const char *name; bool four_d, u, v; } spaces[SPACES] = {
        {"3-D", 0, 0, 0},    {"4-D", 1, 0, 0},       {"tile u", 0, 1, 0},
        {"tile v", 0, 0, 1}, {"tile both", 0, 1, 1}, {"tile u in time", 1, 1, 0}};
    static const double pixels[] = {23.7, 2.1, 0.6}; /* a cell, at octave 0 */
    for (int type = 0; type <= TRN_NOISE_WHITE; ++type)
        for (int space = 0; space < SPACES; ++space)
            for (int step = 0; step < 3; ++step) {
                const bool worley = type == TRN_NOISE_WORLEY || type == TRN_NOISE_WORLEY_F2F1, slow = worley && space > 0;
                if (slow && step == 1) continue;
                trn_fractal_noise n = {
                    .type = type, .metric = worley ? (type + space + step) % 3 : 0, .jitter = 0.9,
                    .fractal = (type + space + step) % 4,
                    .octaves = slow ? 2 : 4, .lacunarity = 1.9, .roughness = 0.6, .frequency = 1000 / pixels[step],
                    .x = 0.3, .y = -2.7, .z = 1.6, .w = -3.2, .four_d = spaces[space].four_d, .tile_u = spaces[space].u,
                    .tile_v = spaces[space].v, .amplitude = 1.25, .bias = 0.1};
                char what[80];
                snprintf(what, sizeof what, "%s, %s, %g pixels a cell", types[type], spaces[space].name, pixels[step]);
                compare(what, n, (trn_frame){-7, 990, W, slow ? LOW : H, 1000, 1000, {0}});
                const int64_t far = (int64_t)1 << 40;
                if (space < 2 && step < 2) compare(what, n, (trn_frame){far - 77, -far - 5, W, H, 1000, 500, {0}});
            }
}
/* A slice in a plane of lattice points: kernels leave out half of the lattice, the definition does not. */
static void whole_slices(void)
{
    static const double pixels[] = {41.3, 4, 0.7}, slice[] = {0, -3}; /* 0 stays whole whatever it is multiplied by */
    for (int type = TRN_NOISE_VALUE; type <= TRN_NOISE_PERLIN; ++type)
        for (int step = 0; step < 3; ++step)
            for (int z = 0; z < 2; ++z) {
                trn_fractal_noise n = {
                    .type = type, .fractal = (2 * type + step + z) % 4, .octaves = 5, .lacunarity = z ? 2 : 1.9, .roughness = 0.7,
                    .frequency = 1000 / pixels[step], .x = 0.3, .y = -2.7, .z = slice[z], .amplitude = 1.25, .bias = 0.1};
                compare("whole z", n, (trn_frame){-7, 990, W, H, 1000, 1000, {0}});
                const trn_noise_plan p = plan_of(n, (trn_frame){0, 0, W, H, 1000, 1000, {0}});
                for (int k = 0; k < p.octaves; ++k) CHECK(trn_place_fract_f(p.octave[k].origin[2]) == 0.0f);
            }
    /* Every second pixel is a lattice point, where Perlin noise is a 0 of either sign, which must not come through. */
    trn_fractal_noise n = {.type = TRN_NOISE_PERLIN, .octaves = 1, .frequency = 500, .x = -0.25, .y = -0.25, .amplitude = -1, .bias = -0.0};
    compare("zeros", n, (trn_frame){0, 0, W, H, 1000, 1000, {0}});
    CHECK_SAME(want[0], 0);
    CHECK_SAME(want[2], 0);
}
/* An image may end in any place of a vector, and at any place of a cell. */
static void any_width_is_the_definition(void)
{
    static const int types[] = {TRN_NOISE_PERLIN, TRN_NOISE_SIMPLEX, TRN_NOISE_WHITE};
    int wrong = 0;
    for (int type = 0; type < 3; ++type)
        for (double pixels = 1.1; pixels < 40; pixels *= 1.09) /* a cell */
            for (int width = 1; width <= 130; ++width) {
                const trn_fractal_noise n = {.type = types[type], .octaves = 1, .frequency = 1000 / pixels, .x = 0.3, .amplitude = 1};
                trn_noise_plan p = plan_of(n, (trn_frame){width * 3, 0, width, 2, 1000, 1000, {0}});
                define(&p, 0, want);
                for (int level = 0; level < levels; ++level) {
                    run(&p, level, piece);
                    if (memcmp(piece, want, (size_t)width * 8) == 0) continue;
                    if (++wrong < 5) printf("    type %d, level %d, %g pixels a cell, width %d\n", types[type], level, pixels, width);
                }
            }
    CHECK(wrong == 0);
}
/* every metric by rows, by points and where every pixel is hashed */
static void metrics(void)
{
    for (int metric = 0; metric < 3; ++metric)
        for (int two = 0; two < 2; ++two)
            for (int dims = 3; dims <= 4; ++dims)
                for (int fine = 0; fine < 2; ++fine) {
                    trn_fractal_noise n = {
                        .type = TRN_NOISE_WORLEY + two, .metric = metric, .jitter = metric == 2 ? 2 : 1, .octaves = 1,
                        .frequency = fine ? 1300 : 20, .z = 0.4, .w = 0.9, .four_d = dims == 4, .amplitude = 1};
                    compare("metric", n, (trn_frame){0, 0, W, LOW, 1000, 1000, {0}});
                }
}
/* What is left out because it is too far away alters nothing: F1 and F2 of the search are those of two rings more. */
static void worley_is_complete(void)
{
    for (int metric = 0; metric < 3; ++metric) {
        trn_fractal_noise n = {.type = TRN_NOISE_WORLEY, .metric = metric, .jitter = 1, .octaves = 1, .frequency = 200,
                               .z = 0.3, .amplitude = 1};
        int wrong = 0;
        trn_noise_plan p = plan_of(n, (trn_frame){0, 0, W, H, 1000, 1000, {0}}), wide = p;
        wide.rings = 3;
        define(&p, 0, want);
        define(&wide, 0, whole);
        for (int i = 0; i < W * H; ++i) wrong += want[i] != whole[i];
        if (!CHECK(wrong <= 2 * (metric == TRN_EUCLIDEAN))) printf("    metric %d: %d of %d\n", metric, wrong, W * H);
    }
}
static void places(void)
{
    CHECK(trn_place_make(0.0) == 0 && trn_place_make(INFINITY) == 0 && trn_place_make(NAN) == 0);
    CHECK(trn_place_make(1.5) == ((trn_place)3 << 63));
    CHECK(trn_place_make(-1.5) == 0 - ((trn_place)3 << 63));
    CHECK(trn_place_cell(trn_place_make(-1e-300)) == 0 && trn_place_cell(trn_place_make(-0x1p-64)) == 0xffffffffu);
    CHECK(trn_place_make(0x1p62 + 0x1p20) == trn_place_make(0x1p20) && trn_place_make(1e300) == 0);
    CHECK(trn_place_fract_f(trn_place_make(-0x1p-64)) == 0.99999994f && trn_place_fract(trn_place_make(-0x1p-64)) < 1.0);
    CHECK(trn_place_scale(trn_place_make(3.0), 0, (uint64_t)1 << 63) == trn_place_make(1.5));
    CHECK(trn_place_scale(trn_place_make(-3.0), -1, (uint64_t)1 << 63) == trn_place_make(1.5));
    CHECK(trn_place_scale(trn_place_make(-2.25), 1, (uint64_t)1 << 62) == trn_place_make(-2.8125));
}

/* Octaves with slopes: the values are those of the definition, and slopes what central differences come to. */
static trn_sloped octave_at(const double p[3], int32_t k, int sloped)
{
    const pixel_place place = {.origin = {trn_place_make(p[0]), trn_place_make(p[1]), trn_place_make(p[2])}};
    simplex_columns columns;
    simplex_run run;
    simplex_columns_at(&place, k, 0, 1, &columns);
    simplex_octave(sloped, &place, 77, k, &columns, 0, 1, &run);
    return (trn_sloped){run.value[0], run.x[0], run.y[0], run.z[0]};
}
static void check_slopes(void)
{
    int values = 0;
    double worst = 0.0, steepest = 0.0;
    for (uint32_t n = 0; n < 20000; ++n) {
        const int32_t k = (int32_t)(n % 3);
        const double p[3] = {200 * trn_signed(trn_mix(3 * n)), 200 * trn_signed(trn_mix(3 * n + 1)), 200 * trn_signed(trn_mix(3 * n + 2))};
        const trn_sloped s = octave_at(p, k, 1);
        trn_place at[3];
        for (int axis = 0; axis < 3; ++axis) at[axis] = simplex_octave_place(trn_place_make(p[axis]), k, axis);
        const trn_place x = trn_simplex3_place_x(at[0]), y = trn_simplex3_place_y(at[1], at[2]), z = trn_simplex3_place_z(at[1], at[2]);
        const double want = TRN_SIMPLEX3_SCALE * trn_simplex3_point(77, trn_place_cell(x), trn_place_fract(x), trn_place_cell(y),
                                                                    trn_place_fract(y), trn_place_cell(z), trn_place_fract(z));
        values += s.value != want || octave_at(p, k, 0).value != want;
        const double slope[3] = {s.x, s.y, s.z}, eps = 1e-5;
        for (int axis = 0; axis < 3; ++axis) {
            double lo[3] = {p[0], p[1], p[2]}, hi[3] = {p[0], p[1], p[2]};
            lo[axis] -= eps;
            hi[axis] += eps;
            const double off = (octave_at(hi, k, 0).value - octave_at(lo, k, 0).value) / (2 * eps) - slope[axis];
            worst = trn_max(worst, off < 0 ? -off : off);
            steepest = trn_max(steepest, slope[axis]);
        }
    }
    if (!CHECK(values == 0)) printf("    %d of 20000 values\n", values);
    if (!CHECK(worst < 1e-6 && steepest > 3)) printf("    slopes: off by %g, up to %g\n", worst, steepest);
}

int main(void)
{
    check_slopes();
    levels = 1;
#ifdef TRN_X86_KERNELS
    if (__builtin_cpu_supports("avx2")) levels = 2;
    if (levels == 2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) levels = 3;
#endif
    places();
    kernels_are_the_definition();
    whole_slices();
    any_width_is_the_definition();
    metrics();
    worley_is_complete();
    if (!CHECK(bits_seen == golden)) printf("    the sum is 0x%016" PRIx64 "\n", bits_seen);
    return check_end();
}
