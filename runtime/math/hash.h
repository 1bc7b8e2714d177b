/* hash.h - randomness as a function of (seed, stream, place), never a sequence.
 *
 * Integers only, so the same on every machine and in any order. Signed coordinates are cast to uint32_t. A lattice is
 * hashed axis by axis, which has no short translation vectors and leaves one trn_mix for each point of a row:
 *     k = trn_seed_key(seed, stream, octave)
 *     k = trn_mix((z*TRN_PZ) ^ k);   k = trn_mix((y*TRN_PY) ^ k);   h = trn_mix((x*TRN_PX) ^ k)
 * Not +: all rows joined by + are one cycle of 2^32 numbers, begun at different places, and of 4096 rows as long about 16
 * pairs share a stretch.
 * Where four random numbers of one place are wanted at once, trn_pcg4d gives them. */
#ifndef TRN_MATH_HASH_H
#define TRN_MATH_HASH_H
#include "math/fn.h"
#include <stdint.h>

/* What the numbers are for: two uses with one seed must not see the same numbers. A value never changes, since
 * results depend on it; new uses are added with new values. */
typedef enum trn_stream {
    TRN_STREAM_NOISE = 0, /* values and gradients of noise lattices */
    TRN_STREAM_WHITE = 1,
    TRN_STREAM_FEATURE = 2, /* feature points of Worley and cellular noise */
    TRN_STREAM_FEATURE_ID = 3,
    TRN_STREAM_WARP = 4, /* displacement of a domain */
    TRN_STREAM_MIDPOINT = 5, /* midpoint displacement */
    TRN_STREAM_DROPLET = 11, /* where droplets start */
    TRN_STREAM_GRANULAR = 12, /* thermal erosion by grains */
    TRN_STREAM_GULLY = 13, /* pivots of the erosion filter */
    TRN_STREAM_RHO8 = 14, /* randomised flow directions */
    TRN_STREAM_DROPLET_TURN = 15, /* direction of a droplet on flat ground */
    TRN_STREAM_TERRACE = 21, /* shift of terrace edges */
    TRN_STREAM_STRATA = 22, /* hardness of layers */
    TRN_STREAM_STRATA_NOISE = 23, /* folds of layers */
    TRN_STREAM_BUBBLE = 101,
    TRN_STREAM_BUBBLE_ID = 102,
    TRN_STREAM_CRYSTAL = 103,
    TRN_STREAM_CRYSTAL_TILT = 104,
    TRN_STREAM_PHASOR = 105,
    TRN_STREAM_CLOUD = 106,
    TRN_STREAM_CURL = 107, /* potentials of velocity fields */
    TRN_STREAM_PATTERN = 111, /* jitter, size and shade of a pattern's elements */
    TRN_STREAM_DENSITY = 112, /* which of a pattern's elements are there */
    TRN_STREAM_DOTS = 113, /* a stereogram's dots */
    TRN_STREAM_RANDOM = 114, /* values by pixel or id */
    TRN_STREAM_FRACTAL_SAMPLE = 115,
    TRN_STREAM_EXPRESSION = 116, /* hashes in expressions */
    TRN_STREAM_POINT_THIN = 301, /* which points of a set are kept */
    TRN_STREAM_POINT_TURN = 302 /* rotation of placed points */
} trn_stream;

/* ---- mixers ------------------------------------------------------------------------------------------------------ */
#define TRN_PX 0x9e3779b1u /* one odd multiplier for each axis */
#define TRN_PY 0x85ebca77u
#define TRN_PZ 0xc2b2ae3du
#define TRN_PW 0x27d4eb2fu
/* Every input bit flips every output bit with probability near 1/2 (constants: C. Wellons, 2018). A round with one multiply
 * leaves points 2^26 cells and more apart in one row alike. */
TRN_FN uint32_t trn_mix_fold(uint32_t h) { return h ^ h >> 16; } /* twice: h again */
#define TRN_MIX_CORE_STEPS(h) ((h) *= 0x7feb352du, (h) ^= (h) >> 15, (h) *= 0x846ca68bu) /* of vectors, too */
TRN_FN uint32_t trn_mix_core(uint32_t h)
{
    TRN_MIX_CORE_STEPS(h);
    return h;
}
TRN_FN uint32_t trn_mix(uint32_t h) { return trn_mix_fold(trn_mix_core(trn_mix_fold(h))); }

/* The lattices of noise leave folds out of loops. A fold of two words' xor is the xor of their folds, so coordinates are
 * folded once a column, and what the last fold of a key does the first of the next hash undoes:
 *     k = trn_mix_core(trn_mix_fold(y*TRN_PY) ^ k);   h = trn_mix_core(trn_mix_fold(x*TRN_PX) ^ k)
 * is trn_mix by trn_mix but for the last fold. That leaves the upper half as it is, where numbers and gradients look; who
 * needs the lower half takes trn_mix_fold(h). */
TRN_FN uint32_t trn_lattice_x(uint32_t x) { return trn_mix_fold(x * TRN_PX); }
TRN_FN uint32_t trn_lattice_y(uint32_t y) { return trn_mix_fold(y * TRN_PY); }
TRN_FN uint32_t trn_lattice_z(uint32_t z) { return trn_mix_fold(z * TRN_PZ); }
TRN_FN uint32_t trn_lattice_w(uint32_t w) { return trn_mix_fold(w * TRN_PW); }
/* The key of one use of one seed; index tells octaves, iterations or channels apart. */
TRN_FN uint32_t trn_seed_key(uint32_t seed, trn_stream stream, uint32_t index)
{
    return trn_mix(trn_mix(seed ^ trn_mix(((uint32_t)stream + 1u) * 0x9e3779b9u)) ^ (index * 0x85ebca6bu));
}
/* The key of a use that has no seed: hashes of positions. */
TRN_FN uint32_t trn_stream_key(trn_stream stream) { return trn_mix((uint32_t)stream * 0x9e3779b9u); }

/* Four words from four words (Jarzynski and Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020). Take the top 24
 * bits: bits 17 and up of an input do not reach the lowest bits of the output. Coordinates should stay below 2^17; the
 * key may be any word. */
typedef struct trn_words { uint32_t x, y, z, w; } trn_words;
TRN_FN trn_words trn_pcg4d(uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    trn_words v;
    x = x * 1664525u + 1013904223u;
    y = y * 1664525u + 1013904223u;
    z = z * 1664525u + 1013904223u;
    w = w * 1664525u + 1013904223u;
    x += y * w; y += z * x; z += x * y; w += y * z;
    x ^= x >> 16; y ^= y >> 16; z ^= z >> 16; w ^= w >> 16;
    x += y * w; y += z * x; z += x * y; w += y * z;
    v.x = x; v.y = y; v.z = z; v.w = w;
    return v;
}

/* ---- numbers from hashes: exact, so nothing is lost or rounded up to 1 --------------------------------------------
 * They use the top bits unless said otherwise. */
TRN_FN float trn_unit_f(uint32_t h) { return (float)(int32_t)(h >> 8) * (1.0f / 16777216.0f); }        /* [0, 1), 24 bits */
TRN_FN float trn_signed_f(uint32_t h) { return (float)((int32_t)h >> 8) * (1.0f / 8388608.0f); }       /* [-1, 1), 24 bits */
TRN_FN float trn_unit16_f(uint32_t h) { return (float)(int32_t)(h & 0xffffu) * (1.0f / 65536.0f); }    /* [0, 1), the LOW 16 bits */
TRN_FN double trn_unit(uint32_t h) { return (double)h * (1.0 / 4294967296.0); }                        /* [0, 1), 32 bits */
TRN_FN double trn_signed(uint32_t h) { return (double)(int32_t)h * (1.0 / 2147483648.0); }             /* [-1, 1), 32 bits */
#endif
