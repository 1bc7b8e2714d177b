/* noise_lattice.h - coherent noise on lattices: bases at one point, and the coordinates of their lattices.
 *
 * Value, Perlin and simplex noise lie in [-1, 1]; Worley distances are in cells, from 0 on; white noise is in [-1, 1). */
#ifndef TRN_MATH_NOISE_LATTICE_H
#define TRN_MATH_NOISE_LATTICE_H
#include "math/bits.h"
#include "math/hash.h"
#include "math/place.h"
#include "math/scalar.h"

typedef enum trn_metric_kind { TRN_EUCLIDEAN, TRN_MANHATTAN, TRN_CHEBYSHEV } trn_metric_kind;

/* 2 / sqrt(dims) over the gradients' length */
#define TRN_PERLIN_SCALE(dims) ((dims) < 4 ? 0.816496580927726 : 0.57735026918962573)
/* 1 / the largest sum that any gradients give anywhere, rounded down */
#define TRN_SIMPLEX3_SCALE 1726.0
#define TRN_SIMPLEX4_SCALE 62.77
#define TRN_UNSKEW4 0.13819660112501052 /* (1 - 1/sqrt 5) / 4 */
#define TRN_FAR 1e30f /* farther than any feature point */

/* ---- values: from the top 24 bits of a hash, all 32 in double; as whole numbers, so that what scales a sum scales them -- */
#define TRN_VALUE_SCALE_F (1.0f / 8388608.0f)
#define TRN_VALUE_SCALE (1.0 / 2147483648.0)
TRN_FN float trn_value_of_f(uint32_t h) { return (float)((int32_t)h >> 8); }
TRN_FN double trn_value_of(uint32_t h) { return (double)(int32_t)h; }

/* ---- gradients: components 0 or +-1, made of a hash's bits without a branch, a table or a conversion ------------------
 * 3-D: the 12 edge mid-points of the cube (Perlin 2002). 4-D: the 32 vectors with one zero. From trn_mix_core's words: not the
 * lowest bits. */
TRN_FN float trn_one_signed(uint32_t h, int bit, uint32_t keep) /* keep: all ones, or 0 for a zero component */
{
    return trn_from_bits_f((0x3f800000u | (h << (31 - bit) & 0x80000000u)) & keep);
}
TRN_FN void trn_grad3(uint32_t h, float *gx, float *gy, float *gz)
{
    const uint32_t zero_x = 0u - (uint32_t)((int32_t)h < -715827883), zero_z = 0u - (uint32_t)((int32_t)h > 715827882);
    *gx = trn_one_signed(h, 12, ~zero_x);
    *gy = trn_one_signed(h, 16, zero_x | zero_z);
    *gz = trn_one_signed(h, 20, ~zero_z);
}
TRN_FN void trn_grad4(uint32_t h, float *gx, float *gy, float *gz, float *gw)
{
    const uint32_t k = h >> 30;
    *gx = trn_one_signed(h, 12, 0u - (uint32_t)(k != 0u));
    *gy = trn_one_signed(h, 16, 0u - (uint32_t)(k != 1u));
    *gz = trn_one_signed(h, 20, 0u - (uint32_t)(k != 2u));
    *gw = trn_one_signed(h, 24, 0u - (uint32_t)(k != 3u));
}

/* ---- lattice coordinates of simplex noise ------------------------------------------------------------------------
 * 3-D: (x / sqrt 2, sqrt 2 y', 2 z'), y' and z' turned by 22.5 degrees about x, so that no slice z = const is a regular
 * cut. */
TRN_FN trn_place trn_simplex3_place_x(trn_place x) { return trn_place_scale(x, 0, 13043817825332782212ull); }
TRN_FN trn_place trn_simplex3_place_y(trn_place y, trn_place z)
{
    return trn_place_scale(y, 1, 5655088555552128140ull) + trn_place_scale(z, 0, 9983305953086580222ull);
}
TRN_FN trn_place trn_simplex3_place_z(trn_place y, trn_place z)
{
    return trn_place_scale(z, 1, 15638394508638708362ull) - trn_place_scale(y, 0, 14118526676175099533ull);
}

/* 4-D: turned in two planes, then skewed by (sqrt 5 - 1) / 4. Coordinate i is the sum over axes of trn_simplex4_part;
 * for floats every part is cut to 2^-32 first (trn_place_32), so that sums fit in 64 bits. */
TRN_FN trn_place trn_simplex4_part(int i, int axis, trn_place p)
{
    static const int8_t whole[4][4] = {{0, 0, 1, 0}, {-1, 0, 0, 0}, {-1, -1, 1, 0}, {0, -1, 0, 1}};
    static const uint64_t fract[4][4] = {
        {15196561017146147072u, 5704431876992067139u, 1907126755506321958u, 1675907611529608078u},
        {10740106909286598550u, 11847985931452189582u, 18137055574836810041u, 12322537153573684969u},
        {13682162068701314610u, 7626053992453576979u, 4792916927598885920u, 833255584500274779u},
        {6713569102267298682u, 11354087779961306563u, 11962409798772660671u, 2579137649917165874u},
    };
    return trn_place_scale(p, whole[i][axis], fract[i][axis]);
}

/* ---- white: a hash of the place itself, fractions to 2^-32; equal places have equal values ------------------------ */
/* The hash of one more axis; axes join in the order w (4-D), z, y, x, and trn_signed(_f) makes a number of the last. */
TRN_FN uint32_t trn_white_axis(uint32_t key, uint32_t cell, uint32_t fract)
{
    return trn_mix((fract * TRN_PY) ^ trn_mix((cell * TRN_PX) ^ key)); /* not +: hash.h says why */
}

#define TRN_REAL float
#define TRN_R(name) name##_f
#define TRN_SQRT(x) sqrtf(x)
#include "math/noise_basis.h"
#undef TRN_REAL
#undef TRN_R
#undef TRN_SQRT
#define TRN_REAL double
#define TRN_R(name) name
#define TRN_SQRT(x) sqrt(x)
#include "math/noise_basis.h"
#undef TRN_REAL
#undef TRN_R
#undef TRN_SQRT
#endif
