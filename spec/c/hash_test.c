/* hash_test.c - runtime/math/hash.h: statistics, known values and one golden hash. */
#include "math/hash.h"
#include "check.h"
#include <inttypes.h>

enum { SIDE = 1024, COUNT = SIDE * SIDE, WORDS = 5 };

/* the hashes of a lattice point that nodes use: nested mixers, the four words of pcg4d */
static void words_at(uint32_t x, uint32_t y, uint32_t key, uint32_t w[WORDS])
{
    trn_words p = trn_pcg4d(x, y, 0, key);
    w[0] = trn_mix((x * TRN_PX) ^ trn_mix((y * TRN_PY) ^ key));
    w[1] = p.x;
    w[2] = p.y;
    w[3] = p.z;
    w[4] = p.w;
}
static const char *const word_names[WORDS] = {"mix", "pcg4d.x", "pcg4d.y", "pcg4d.z", "pcg4d.w"};

static uint32_t table[WORDS][SIDE][SIDE];

/* signed cells around 0 */
static uint64_t fill_table(uint32_t key)
{
    uint64_t hash = 0;
    for (uint32_t y = 0; y < SIDE; ++y)
        for (uint32_t x = 0; x < SIDE; ++x) {
            uint32_t w[WORDS];
            words_at(x - SIDE / 2, y - SIDE / 2, key, w);
            for (int k = 0; k < WORDS; ++k) {
                table[k][y][x] = w[k];
                hash = (hash ^ w[k]) * 0x100000001b3u;
            }
        }
    return hash;
}

static void chi_square(void)
{
    for (int k = 0; k < WORDS; ++k)
        for (int byte = 0; byte < 4; ++byte) {
            int32_t bins[256] = {0};
            double chi = 0, even = COUNT / 256.0;
            for (int32_t i = 0; i < COUNT; ++i) ++bins[table[k][i / SIDE][i % SIDE] >> 8 * byte & 255];
            for (int b = 0; b < 256; ++b) chi += (bins[b] - even) * (bins[b] - even) / even;
            if (!CHECK(chi < 330)) printf("    %s, byte %d: %.1f\n", word_names[k], byte, chi); /* p = 0.001 */
        }
}

/* correlation of cells (dx, dy) apart, as numbers even over [-1, 1); of one table the standard deviation is 2^-10 */
static double correlation(int k, int32_t dx, int32_t dy)
{
    int32_t from = dx < 0 ? -dx : 0, count = SIDE - (dx < 0 ? -dx : dx);
    double sum = 0;
    for (int32_t y = 0; y + dy < SIDE; ++y)
        for (int32_t x = from; x < from + count; ++x)
            sum += (double)trn_signed_f(table[k][y][x]) * (double)trn_signed_f(table[k][y + dy][x + dx]);
    return 3 * sum / ((double)count * (SIDE - dy));
}
enum { NEIGHBOURS = 12 };
static void neighbours(double sum[WORDS][NEIGHBOURS])
{
    for (int k = 0; k < WORDS; ++k) {
        int n = 0;
        for (int32_t dy = 0; dy <= 2; ++dy)
            for (int32_t dx = dy ? -2 : 1; dx <= 2; ++dx) sum[k][n++] += correlation(k, dx, dy);
    }
}

/* A flip of one bit of a coordinate flips every bit of the hash half the time: within 0.01, where 65536 trials have a
 * standard deviation of 0.002. What trn_pcg4d is good for is stated at it. */
static const struct { int x_bits, y_bits, lowest; double bound; } good[WORDS] = {
    {32, 32, 0, 0.01}, {17, 17, 8, 0.01}, {17, 17, 8, 0.01}, {17, 17, 8, 0.01}, {17, 17, 8, 0.01},
};
enum { TRIALS = 1 << 16, PLANES = 17 };
/* 32 counters at once, each with its binary digits spread over the planes */
static void tally(uint32_t planes[PLANES], uint32_t bits)
{
    for (int p = 0; bits; ++p) {
        uint32_t carry = planes[p] & bits;
        planes[p] ^= bits;
        bits = carry;
    }
}
static int32_t tallied(const uint32_t planes[PLANES], int bit)
{
    int32_t n = 0;
    for (int p = 0; p < PLANES; ++p) n += (int32_t)(planes[p] >> bit & 1) << p;
    return n;
}
static void avalanche(void)
{
    static uint32_t flips[WORDS][PLANES];
    double worst[WORDS] = {0};
    for (int bit = 0; bit < 32; ++bit)
        for (int axis = 0; axis < 2; ++axis) {
            memset(flips, 0, sizeof flips);
            for (uint32_t t = 0; t < TRIALS; ++t) {
                uint32_t x = trn_mix(t), y = trn_mix(t + 99999u), key = trn_mix(t + 555555555u), f = 1u << bit;
                uint32_t a[WORDS], b[WORDS];
                words_at(x, y, key, a);
                words_at(axis ? x : x ^ f, axis ? y ^ f : y, key, b);
                for (int k = 0; k < WORDS; ++k) tally(flips[k], a[k] ^ b[k]);
            }
            for (int k = 0; k < WORDS; ++k)
                for (int o = good[k].lowest; o < 32; ++o) {
                    double off = fabs(tallied(flips[k], o) / (double)TRIALS - 0.5);
                    if (bit < (axis ? good[k].y_bits : good[k].x_bits) && off > worst[k]) worst[k] = off;
                }
        }
    for (int k = 0; k < WORDS; ++k)
        if (!CHECK(worst[k] < good[k].bound)) printf("    %s: %.4f\n", word_names[k], worst[k]);
}

/* Nothing is alike over any power of two: gradients and values of points 2^bit cells apart, in one row and in one column. */
static void far_apart(void)
{
    enum { POINTS = 1 << 16 };
    double worst = 0, worst_bit = 0;
    for (int bit = 0; bit < 32; ++bit)
        for (int axis = 0; axis < 2; ++axis) {
            double sum = 0, bits[32] = {0};
            for (uint32_t i = 0; i < POINTS; ++i) {
                const uint32_t x = i & 255, y = i >> 8, step = 1u << bit, key = 0x51ed270bu;
                const uint32_t a = trn_mix((x * TRN_PX) ^ trn_mix((y * TRN_PY) ^ key));
                const uint32_t b = trn_mix(((x + (axis ? 0 : step)) * TRN_PX) ^ trn_mix(((y + (axis ? step : 0)) * TRN_PY) ^ key));
                sum += 3 * (double)trn_signed_f(a) * (double)trn_signed_f(b);
                for (int k = 0; k < 32; ++k) bits[k] += (double)(1 - 2 * (int)((a ^ b) >> k & 1));
            }
            worst = fabs(sum / POINTS) > worst ? fabs(sum / POINTS) : worst;
            for (int k = 0; k < 32; ++k) worst_bit = fabs(bits[k] / POINTS) > worst_bit ? fabs(bits[k] / POINTS) : worst_bit;
        }
    CHECK_BELOW(worst, 0.02);     /* 64 of them, standard deviation 2^-8 */
    CHECK_BELOW(worst_bit, 0.02); /* 2048 of them */
}

/* equal seeds in different streams, neighbouring seeds, octaves and channels share nothing */
static void keys(void)
{
    static const trn_stream streams[] = {TRN_STREAM_NOISE, TRN_STREAM_WHITE, TRN_STREAM_FEATURE, TRN_STREAM_DROPLET, TRN_STREAM_POINT_TURN};
    enum { STREAMS = 5, SEEDS = 6, INDICES = 4, KEYS = STREAMS * SEEDS * INDICES, SAMPLES = 4096 };
    static const uint32_t seeds[SEEDS] = {0, 1, 2, 7919, 0x9e3779b9u, 0xffffffffu};
    static uint32_t key[KEYS];
    static float value[KEYS][SAMPLES];
    int32_t n = 0, equal = 0;
    for (int s = 0; s < STREAMS; ++s)
        for (int i = 0; i < SEEDS; ++i)
            for (uint32_t o = 0; o < INDICES; ++o) key[n++] = trn_seed_key(seeds[i], streams[s], o);
    for (int a = 0; a < KEYS; ++a) {
        for (int b = 0; b < a; ++b) equal += key[a] == key[b];
        for (uint32_t i = 0; i < SAMPLES; ++i) value[a][i] = trn_signed_f(trn_mix((i * TRN_PX) ^ key[a]));
    }
    CHECK_EQUAL(equal, 0);
    double worst = 0; /* 7140 pairs, standard deviation 1/64: five of them */
    for (int a = 0; a < KEYS; ++a)
        for (int b = 0; b < a; ++b) {
            double sum = 0;
            for (int i = 0; i < SAMPLES; ++i) sum += (double)value[a][i] * (double)value[b][i];
            sum = fabs(3 * sum / (SAMPLES));
            worst = sum > worst ? sum : worst;
        }
    CHECK_BELOW(worst, 5.0 / 64);
}

static void known(void)
{
    static const struct { int32_t x, y, z; uint32_t r; } thin[] = { /* positions of points, in the high half of the first word */
        {0, 0, 0, 32519}, {1, 0, 0, 10772}, {0, 1, 0, 4797}, {0, 0, 1, 18115}, {100, 200, 300, 19445}, {-1, -1, -1, 39387},
    };
    for (int i = 0; i < 6; ++i) {
        trn_words w = trn_pcg4d((uint32_t)thin[i].x, (uint32_t)thin[i].y, (uint32_t)thin[i].z, trn_stream_key(TRN_STREAM_POINT_THIN));
        CHECK_EQUAL(w.x >> 16, thin[i].r);
    }
    CHECK_EQUAL(trn_mix(0), 0);
    CHECK_SAME(trn_unit_f(0), 0);
    CHECK_SAME(trn_unit_f(0xffffffffu), 1 - 0x1p-24);
    CHECK_SAME(trn_signed_f(0x80000000u), -1);
    CHECK_SAME(trn_signed_f(0x7fffffffu), 1 - 0x1p-23);
    CHECK_SAME(trn_signed_f(0), 0);
    CHECK_SAME(trn_unit16_f(0xabcdffffu), 1 - 0x1p-16);
    CHECK_SAME(trn_unit(0xffffffffu), 1 - 0x1p-32);
    CHECK_SAME(trn_signed(0x80000000u), -1);
    CHECK_SAME(trn_signed(0x7fffffffu), 1 - 0x1p-31);
}

int main(void)
{
    static double together[WORDS][NEIGHBOURS];
    uint64_t hash = fill_table(trn_seed_key(77, TRN_STREAM_NOISE, 0));
    printf("hash %016" PRIx64 "\n", hash);
    CHECK(hash == 0x4a794e25d9c0d77eu); /* the same everywhere */
    chi_square();
    neighbours(together);
    fill_table(trn_seed_key(0, TRN_STREAM_WHITE, 3));
    chi_square();
    neighbours(together);
    for (int k = 0; k < WORDS; ++k)
        for (int n = 0; n < NEIGHBOURS; ++n)
            if (!CHECK(fabs(together[k][n] / 2) < 0.003)) printf("    %s, neighbour %d\n", word_names[k], n);
    known();
    avalanche();
    far_apart();
    keys();
    return check_end();
}
