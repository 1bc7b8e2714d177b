/* hash_use_test.c - the hashes as kernels put them together, over the whole range of 2^32: bias, avalanche, correlation at any
 * power of two and along diagonals, spectrum, and what is made of their bits. Every bound is about five and a half standard
 * deviations, since some hundred thousand numbers are looked at. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* loops for kernels, here without kernels' flags */
#endif
#include "check.h"
#include "kernels/cell_lattice.h"
#include "kernels/flow_rho8.h"
#include "math/trig.h"

/* ---- the forms: a word from up to four coordinates, a seed and an index (octave, channel, iteration) ---- */
enum { X, Y, Z, W, SEED, INDEX, INPUTS };
typedef uint32_t form_fn(const uint32_t c[INPUTS]);

static uint32_t key_of(const uint32_t c[INPUTS], trn_stream stream) { return trn_seed_key(c[SEED], stream, c[INDEX]); }
static uint32_t bare3(const uint32_t c[INPUTS])
{
    const trn_outer_f o = trn_outer_make_f(3, key_of(c, TRN_STREAM_NOISE), c[Z], 0, 0, 0), r = trn_outer_row_f(3, &o, c[Y]);
    return trn_mix_core(trn_lattice_x(c[X]) ^ r.k[0][0]);
}
/* value and gradient noise; simplex and Worley noise hash alike. With the last fold, as places in cells have it; numbers and
 * gradients do without */
static uint32_t lattice3(const uint32_t c[INPUTS])
{
    return trn_mix_fold(bare3(c));
}
static uint32_t bare4(const uint32_t c[INPUTS])
{
    const trn_outer_f o = trn_outer_make_f(4, key_of(c, TRN_STREAM_NOISE), c[Z], 0, c[W], 0), r = trn_outer_row_f(4, &o, c[Y]);
    return trn_mix_core(trn_lattice_x(c[X]) ^ r.k[0][0]);
}
static uint32_t lattice4(const uint32_t c[INPUTS]) { return trn_mix_fold(bare4(c)); }
/* places in cells of Worley noise: z and w */
static uint32_t lattice3_again(const uint32_t c[INPUTS]) { return trn_mix(lattice3(c)); }
/* the bits that gradients are made of; the lower half of what is returned are bits 12 and up */
static uint32_t bits_of(uint32_t h) { return (h & 0xffff0000u) | (h >> 12 & 0xffffu); }
static uint32_t gradient3(const uint32_t c[INPUTS]) { return bits_of(bare3(c)); }
static uint32_t gradient4(const uint32_t c[INPUTS]) { return bits_of(bare4(c)); }
/* random values of pixels, dots of stereograms */
static uint32_t pixel(const uint32_t c[INPUTS])
{
    return trn_mix((c[X] * TRN_PX) ^ trn_mix(c[Y] * TRN_PY + key_of(c, TRN_STREAM_RANDOM)));
}
static uint32_t id(const uint32_t c[INPUTS]) { return trn_mix((c[X] * TRN_PX) ^ trn_mix(key_of(c, TRN_STREAM_RANDOM))); }
/* white noise in 3-D: Z and W are the fractions of x and y */
static uint32_t white(const uint32_t c[INPUTS])
{
    const uint32_t k = trn_white_axis(key_of(c, TRN_STREAM_WHITE), 3, 0x40000000u);
    return trn_white_axis(trn_white_axis(k, c[Y], c[W]), c[X], c[Z]);
}
/* cellular noise in 3-D: a cell, its point's place along y, its id */
static uint32_t cell(const uint32_t c[INPUTS])
{
    const uint32_t slab = trn_mix((c[Z] * TRN_PZ) ^ key_of(c, TRN_STREAM_FEATURE));
    return trn_mix((c[X] * TRN_PX) ^ trn_mix((c[Y] * TRN_PY) ^ slab));
}
static uint32_t cell_along_y(const uint32_t c[INPUTS]) { return trn_mix(cell(c) + TRN_PY); }
static uint32_t cell_id(const uint32_t c[INPUTS]) { return trn_mix(cell(c) ^ key_of(c, TRN_STREAM_FEATURE_ID)); }
/* waves of phasor noise: Z counts those of a cell */
static uint32_t wave(const uint32_t c[INPUTS])
{
    const uint32_t here = trn_mix((c[X] * TRN_PX) ^ trn_mix((c[Y] * TRN_PY) ^ key_of(c, TRN_STREAM_PHASOR)));
    return trn_mix(trn_mix(here + c[Z] * TRN_PZ) + TRN_PX);
}
/* flow directions: X is a pixel's number */
static uint32_t rho8_p(const uint32_t c[INPUTS])
{
    uint32_t p, q;
    flow_rho8_hash(c[X], key_of(c, TRN_STREAM_RHO8), &p, &q);
    return p;
}
static uint32_t rho8_q(const uint32_t c[INPUTS])
{
    uint32_t p, q;
    flow_rho8_hash(c[X], key_of(c, TRN_STREAM_RHO8), &p, &q);
    return q;
}
static const struct { const char *name; form_fn *word; int axes; } forms[] = {
    {"lattice, 3-D", lattice3, 3}, {"lattice, 4-D", lattice4, 4}, {"lattice, 3-D, again", lattice3_again, 3},
    {"gradients, 3-D", gradient3, 3}, {"gradients, 4-D", gradient4, 4}, {"pixel", pixel, 2}, {"id", id, 1}, {"white", white, 4},
    {"cell", cell, 3}, {"place in a cell", cell_along_y, 3}, {"id of a cell", cell_id, 3}, {"wave", wave, 3}, {"rho8, first", rho8_p, 1},
    {"rho8, second", rho8_q, 1},
};
enum { FORMS = (int)(sizeof forms / sizeof *forms) };

/* where blocks of cells begin: around 0, at the ends of int32_t, and anywhere */
static const uint32_t places[][INPUTS] = {
    {0u - 64, 0u - 64, 0, 0, 0, 0},
    {0x7fffffc0u, 0x7fffffc0u, 0x7fffffffu, 0x80000000u, 1, 1},
    {0x80000000u, 0x7fffff80u, 0xfffffff0u, 5, 0xffffffffu, 15},
    {0x0d4a3c11u, 0xb70e21f5u, 0x3fffffffu, 0xc0000001u, 7919, 3},
};
enum { PLACES = (int)(sizeof places / sizeof *places) };

/* ---- 32 counters at once, each with its binary digits spread over the planes ---- */
enum { PLANES = 20 };
static void tally(uint32_t planes[PLANES], uint32_t bits)
{
    for (int p = 0; bits; ++p) {
        const uint32_t carry = planes[p] & bits;
        planes[p] ^= bits;
        bits = carry;
    }
}
/* how far the counter farthest from half of n is from it, in standard deviations */
static double most_uneven(const uint32_t planes[PLANES], int32_t n, int *bit)
{
    double worst = 0;
    for (int b = 0; b < 32; ++b) {
        int32_t count = 0;
        for (int p = 0; p < PLANES; ++p) count += (int32_t)(planes[p] >> b & 1) << p;
        const double off = fabs(count - 0.5 * n) / (0.5 * sqrt(n));
        if (off > worst) worst = off, *bit = b;
    }
    return worst;
}
#define SIGMAS 5.5

/* Chi-square of `bins` counts, in standard deviations above what is even. */
static double uneven(const int32_t *count, int32_t bins, int32_t n)
{
    double chi = 0, even = (double)n / bins;
    for (int32_t b = 0; b < bins; ++b) chi += (count[b] - even) * (count[b] - even) / even;
    return (chi - (bins - 1)) / sqrt(2.0 * (bins - 1));
}

/* ---- bias: every bit and every byte, in blocks of cells at every place, next to each other and 2^step apart ---- */
static void bias(void)
{
    enum { SIDE = 128, N = SIDE * SIDE };
    for (int f = 0; f < FORMS; ++f)
        for (int p = 0; p < PLACES; ++p)
            for (int step = 0; step <= 24; step += 6) {
                static int32_t bytes[4][256];
                uint32_t ones[PLANES] = {0}, c[INPUTS];
                int bit = 0;
                memset(bytes, 0, sizeof bytes);
                memcpy(c, places[p], sizeof c);
                for (uint32_t i = 0; i < N; ++i) {
                    /* forms of one axis take a row of N cells, as far as they do not come round */
                    c[X] = places[p][X] + ((forms[f].axes > 1 || step > 18 ? i % SIDE : i) << step);
                    if (forms[f].axes > 1) c[Y] = places[p][Y] + (i / SIDE << step);
                    else if (step > 18) c[SEED] = places[p][SEED] + i / SIDE;
                    const uint32_t h = forms[f].word(c);
                    tally(ones, h);
                    for (int b = 0; b < 4; ++b) ++bytes[b][h >> 8 * b & 255];
                }
                const double off = most_uneven(ones, N, &bit);
                if (!CHECK(off < SIGMAS)) printf("    %s, place %d, step 2^%d, bit %d: %.1f\n", forms[f].name, p, step, bit, off);
                for (int b = 0; b < 4; ++b) {
                    const double chi = uneven(bytes[b], 256, N);
                    if (!CHECK(chi < 6.5)) printf("    %s, place %d, step 2^%d, byte %d: %.1f\n", forms[f].name, p, step, b, chi);
                }
            }
}

/* ---- avalanche: each bit of each input flips each bit of the word half the time, from anywhere ---- */
static void avalanche(void)
{
    enum { TRIALS = 1 << 12 };
    for (int f = 0; f < FORMS; ++f)
        for (int in = 0; in < INPUTS; ++in) {
            if (in >= forms[f].axes && in < SEED) continue;
            for (int bit = 0; bit < 32; ++bit) {
                uint32_t flips[PLANES] = {0}, state = (uint32_t)(f * 8 + in);
                int out = 0;
                for (int t = 0; t < TRIALS; ++t) {
                    uint32_t c[INPUTS];
                    for (int k = 0; k < INPUTS; ++k) c[k] = state = trn_mix(state + 0x6d2b79f5u);
                    const uint32_t h = forms[f].word(c);
                    c[in] ^= 1u << bit;
                    tally(flips, h ^ forms[f].word(c));
                }
                const double off = most_uneven(flips, TRIALS, &out);
                if (!CHECK(off < SIGMAS)) printf("    %s, bit %d of input %d on bit %d: %.1f\n", forms[f].name, bit, in, out, off);
            }
        }
}

/* ---- correlation of cells a power of two apart: along each input, and along both diagonals of x with each other ---- */
static void apart(int f, const int32_t by[INPUTS], int bit)
{
    enum { SIDE = 48, N = PLACES * SIDE * SIDE };
    uint32_t differ[PLANES] = {0};
    double sum = 0;
    int out = 0;
    for (int p = 0; p < PLACES; ++p)
        for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
            uint32_t c[INPUTS];
            memcpy(c, places[p], sizeof c);
            if (forms[f].axes > 1) c[X] += i % SIDE, c[Y] += i / SIDE;
            else c[X] += i;
            const uint32_t h = forms[f].word(c);
            for (int in = 0; in < INPUTS; ++in) c[in] += (uint32_t)by[in] << bit;
            const uint32_t g = forms[f].word(c);
            sum += (double)trn_signed_f(h) * (double)trn_signed_f(g);
            tally(differ, h ^ g);
        }
    const double together = 3 * fabs(sum) / sqrt(N), off = most_uneven(differ, N, &out);
    if (!CHECK(together < SIGMAS)) printf("    %s, %d %d %d 2^%d apart: %.1f\n", forms[f].name, by[X], by[Y], by[Z], bit, together);
    if (!CHECK(off < SIGMAS)) printf("    %s, %d %d %d 2^%d apart, bit %d: %.1f\n", forms[f].name, by[X], by[Y], by[Z], bit, out, off);
}
static void correlation(void)
{
    for (int f = 0; f < FORMS; ++f)
        for (int bit = 0; bit < 32; ++bit)
            for (int in = 0; in < INPUTS; ++in) {
                if (in >= forms[f].axes && in < SEED) continue;
                int32_t by[INPUTS] = {0};
                by[in] = 1;
                apart(f, by, bit);
                if (in == X) continue;
                by[X] = 1; /* with a seed: the same noise, moved */
                apart(f, by, bit);
                by[X] = -1;
                if (in < SEED) apart(f, by, bit);
            }
}

/* ---- spectrum of blocks of 64 x 64 cells: of the numbers, of the lowest bit and of a middle one ---- */
enum { SPAN = 64 };
static double cosines[SPAN], sines[SPAN];
static void transform(double *re, double *im, int pitch) /* by its definition in two steps of 8 (Cooley and Tukey 1965) */
{
    double ar[SPAN], ai[SPAN];
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 8; ++k) {
            double r = 0, s = 0;
            for (int j = 0; j < 8; ++j) {
                const int t = 8 * j * k % SPAN, at = (8 * j + i) * pitch;
                r += re[at] * cosines[t] - im[at] * sines[t];
                s += re[at] * sines[t] + im[at] * cosines[t];
            }
            ar[8 * i + k] = r * cosines[i * k] - s * sines[i * k];
            ai[8 * i + k] = r * sines[i * k] + s * cosines[i * k];
        }
    for (int k = 0; k < 8; ++k)
        for (int m = 0; m < 8; ++m) {
            double r = 0, s = 0;
            for (int i = 0; i < 8; ++i) {
                const int t = 8 * i * m % SPAN;
                r += ar[8 * i + k] * cosines[t] - ai[8 * i + k] * sines[t];
                s += ar[8 * i + k] * sines[t] + ai[8 * i + k] * cosines[t];
            }
            re[(k + 8 * m) * pitch] = r;
            im[(k + 8 * m) * pitch] = s;
        }
}
/* The strongest wave, its power over the mean; of white noise it is above t with a probability below 4096 exp(-t). */
static double strongest(double *re, double *im)
{
    double most = 0, all = 0;
    for (int y = 0; y < SPAN; ++y) transform(re + y * SPAN, im + y * SPAN, 1);
    for (int x = 0; x < SPAN; ++x) transform(re + x, im + x, SPAN);
    for (int i = 1; i < SPAN * SPAN; ++i) { /* not the mean */
        const double power = re[i] * re[i] + im[i] * im[i];
        all += power;
        most = power > most ? power : most;
    }
    return most / (all / (SPAN * SPAN - 1));
}
static void spectrum(void)
{
    static double re[SPAN * SPAN], im[SPAN * SPAN];
    for (int i = 0; i < SPAN; ++i) trn_sincos((double)i / SPAN, &sines[i], &cosines[i]);
    for (int i = 0; i < SPAN * SPAN; ++i) re[i] = i % SPAN == 5, im[i] = 0; /* a line is a row of equal waves */
    CHECK_NEAR(strongest(re, im), (SPAN * SPAN - 1.0) / (SPAN - 1), 1e-6);
    for (int f = 0; f < FORMS; ++f)
        for (int down = SEED; down >= Y; --down) { /* x to the right; y, another axis or the seed upwards */
            if (down != SEED && (down >= forms[f].axes || (down > Y && f > 1))) continue;
            for (int step = 0; step < 32; step += step < 24 ? 8 : 2)
                for (int part = 0; part < 3; ++part) {
                    uint32_t c[INPUTS];
                    memcpy(c, places[(f + step + down) % PLACES], sizeof c);
                    const uint32_t x0 = c[X], y0 = c[down];
                    /* what comes round within the block is moved on by one cell each time, so that cells differ */
                    const int32_t most = step < 26 ? SPAN : 1 << (32 - step);
                    for (int32_t i = 0; i < SPAN * SPAN; ++i) {
                        const int32_t x = i % SPAN, y = i / SPAN;
                        c[X] = x0 + ((uint32_t)x << step) + (uint32_t)(x / most);
                        c[down] = y0 + (down == SEED ? (uint32_t)y : ((uint32_t)y << step) + (uint32_t)(y / most));
                        const uint32_t h = forms[f].word(c);
                        re[i] = part == 0 ? (double)trn_signed_f(h) : (h >> (part == 1 ? 0 : 15) & 1) - 0.5;
                        im[i] = 0;
                    }
                    const double power = strongest(re, im);
                    if (!CHECK(power < 24)) printf("    %s, axis %d, step 2^%d, part %d: %.1f\n", forms[f].name, down, step, part, power);
                }
        }
}

/* ---- what is made of the bits: every number, gradient and place as often as the next, and whatever the neighbour has ---- */
static void spread(const char *what, const int32_t *count, int32_t bins, int32_t n)
{
    const double chi = uneven(count, bins, n);
    if (!CHECK(fabs(chi) < 6.5)) printf("    %s: %.1f\n", what, chi);
}
static int32_t sixty_fourth(float unit) { return (int32_t)(unit * 64); }
static int32_t strange; /* gradients that are none of those there should be */
static int32_t edge3(uint32_t h) /* which of the 12 */
{
    float g[3];
    trn_grad3(h, &g[0], &g[1], &g[2]);
    const int zero = g[0] == 0 ? 0 : g[1] == 0 ? 1 : 2, a = (zero + 1) % 3, b = (zero + 2) % 3;
    strange += g[zero] != 0 || fabsf(g[a]) != 1 || fabsf(g[b]) != 1;
    return zero * 4 + (g[a] > 0) * 2 + (g[b] > 0);
}
static int32_t edge4(uint32_t h) /* which of the 32 */
{
    float g[4];
    trn_grad4(h, &g[0], &g[1], &g[2], &g[3]);
    int32_t zero = 0, bits = 0, zeros = 0;
    for (int i = 0; i < 4; ++i) {
        if (g[i] == 0) zero = i, ++zeros;
        else bits = bits * 2 + (g[i] > 0);
    }
    strange += zeros != 1;
    return zero * 8 + bits;
}
static void conversions(void)
{
    enum { SIDE = 256, N = SIDE * SIDE };
    static const struct { const char *name; int32_t bins; } what[] = {
        {"gradients in 3-D, of neighbours", 144}, {"gradients in 4-D, of neighbours", 1024}, {"Worley places in 2-D", 4096},
        {"Worley places along z and w", 4096}, {"Worley places along x and z", 4096}, {"Worley places along y and z", 4096},
        {"cells' places along x and y", 4096},
        {"cells' places along y and z", 4096}, {"numbers of 24 bits, of neighbours", 4096}, {"numbers of the low 16 bits, of neighbours", 4096},
        {"the divisors of flow", 4096},
    };
    enum { WHAT = (int)(sizeof what / sizeof *what) };
    static int32_t count[WHAT][4096];
    const cell_lattice l = {.dims = 3, .jitter = {1, 1, 1}};
    for (int p = 0; p < PLACES; ++p)
        for (int step = 0; step <= 30; step += 10) { /* of the neighbour */
            memset(count, 0, sizeof count);
            for (uint32_t i = 0; i < N; ++i) {
                uint32_t c[INPUTS];
                memcpy(c, places[p], sizeof c);
                c[X] += i % SIDE, c[Y] += i / SIDE;
                const uint32_t h = bare3(c), k = bare4(c), q = cell(c);
                c[X] += 1u << step;
                const uint32_t h1 = bare3(c), k1 = bare4(c), q1 = cell(c);
                ++count[0][edge3(h) * 12 + edge3(h1)];
                ++count[1][edge4(k) * 32 + edge4(k1)];
                ++count[2][sixty_fourth(trn_worley_x_f(h, 1)) * 64 + sixty_fourth(trn_worley_y_f(h, 1))];
                ++count[3][sixty_fourth(trn_worley_z_f(h, 1)) * 64 + sixty_fourth(trn_worley_w_f(h, 1))];
                ++count[4][sixty_fourth(trn_worley_x_f(h, 1)) * 64 + sixty_fourth(trn_worley_z_f(h, 1))];
                ++count[5][sixty_fourth(trn_worley_y_f(h, 1)) * 64 + sixty_fourth(trn_worley_z_f(h, 1))];
                ++count[6][sixty_fourth(cell_place(&l, q, 0)) * 64 + sixty_fourth(cell_place(&l, q, 1))];
                ++count[7][sixty_fourth(cell_place(&l, q, 1)) * 64 + sixty_fourth(cell_place(&l, q, 2))];
                ++count[8][sixty_fourth(trn_unit_f(q)) * 64 + sixty_fourth(trn_unit_f(q1))];
                ++count[9][sixty_fourth(trn_unit16_f(q)) * 64 + sixty_fourth(trn_unit16_f(q1))];
                uint32_t a, b;
                flow_rho8_hash(i << (step & 15), places[p][SEED], &a, &b);
                ++count[10][sixty_fourth(2 - flow_rho8_low(a)) * 64 + sixty_fourth(2 - flow_rho8_high(b))];
            }
            CHECK_EQUAL(strange, 0);
            for (int k = 0; k < WHAT; ++k) spread(what[k].name, count[k], what[k].bins, N);
        }
}

/* The forms of cells written out above are what cellular noise does. */
static void as_kernels_do(void)
{
    static cell_block b;
    for (int p = 0; p < PLACES; ++p) {
        const cell_lattice l = {.dims = 3, .reach = 1, .key = key_of(places[p], TRN_STREAM_FEATURE), .jitter = {1, 1, 1}};
        const int64_t home[3] = {(int32_t)places[p][X], (int32_t)places[p][Y], (int32_t)places[p][Z]};
        cell_block_make(&l, home, &b);
        CHECK_EQUAL(b.hash[b.self], cell(places[p]));
        CHECK_SAME(b.y[b.self], trn_unit_f(cell_along_y(places[p])));
    }
}

int main(void)
{
    bias();
    avalanche();
    correlation();
    spectrum();
    conversions();
    as_kernels_do();
    return check_end();
}
