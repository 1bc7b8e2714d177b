/* simplex_slopes.h - octaves of 3-D simplex noise in double, with their slopes, for a run of pixels in a row. */
#ifndef TRN_SIMPLEX_SLOPES_H
#define TRN_SIMPLEX_SLOPES_H
#include "kernels/pixel_place.h"
#include "math/noise_lattice.h"

#ifdef TRN_DEVICE_CODE
#define SIMPLEX_LANES 1 /* a thread has no room for more */
#else
#define SIMPLEX_LANES 32
#endif
enum { SIMPLEX_OCTAVES = 12 };

/* Where octave k is: at twice the frequency of that before. Octaves are shifted against each other, so that they do not
 * have a lattice point in common at the origin. */
TRN_FN trn_place simplex_octave_place(trn_place p, int32_t k, int32_t axis)
{
    const uint64_t shift = axis == 0 ? 0x9e3779b97f4a7c15u : axis == 1 ? 0xc2b2ae3d27d4eb4fu : 0x165667b19e3779f9u;
    return (p << k) + (trn_place)((uint64_t)k * shift);
}

/* Places of pixels along x in one octave, for all noises that are looked at there. */
typedef struct simplex_columns { double f[SIMPLEX_LANES]; uint32_t cell[SIMPLEX_LANES]; } simplex_columns;
TRN_FN void simplex_columns_at(const pixel_place *place, int32_t k, int32_t x, int32_t count, simplex_columns *c)
{
    for (int32_t i = 0; i < count; ++i) {
        const trn_place p = trn_simplex3_place_x(simplex_octave_place(pixel_place_x(place, x + i), k, 0));
        c->cell[i] = trn_place_cell(p);
        c->f[i] = trn_place_fract(p);
    }
}

/* Values in [-1, 1], and slopes along the axes per cell of octave 0. */
typedef struct simplex_run { double value[SIMPLEX_LANES], x[SIMPLEX_LANES], y[SIMPLEX_LANES], z[SIMPLEX_LANES]; } simplex_run;

/* Octave k at `count` pixels of row y; slopes where `sloped`. */
TRN_FN void simplex_octave(int sloped, const pixel_place *place, uint32_t key, int32_t k, const simplex_columns *columns, int32_t y,
                           int32_t count, simplex_run *out)
{
    const trn_place py = simplex_octave_place(pixel_place_y(place, y), k, 1), pz = simplex_octave_place(place->origin[2], k, 2);
    const trn_place row = trn_simplex3_place_y(py, pz), slab = trn_simplex3_place_z(py, pz);
    const double v = trn_place_fract(row), w = trn_place_fract(slab), steep = (double)((int32_t)1 << k) * TRN_SIMPLEX3_SCALE;
    const double *f = columns->f;
    const uint32_t *cell = columns->cell;
    double *value = out->value, *sx = out->x, *sy = out->y, *sz = out->z;
    for (int32_t i = 0; i < count; ++i) value[i] = sx[i] = sy[i] = sz[i] = 0.0;
    TRN_ROLLED for (int32_t r = -1; r <= 2; ++r)
        TRN_ROLLED for (int32_t q = 0; q <= 1; ++q) {
            const trn_simplex_row s = trn_simplex_row_at(trn_place_cell(row), v, trn_place_cell(slab), w, q, r);
            if (!(s.d > 0.0)) continue;
            const uint32_t line = trn_simplex_row_key(key, &s), odd = trn_simplex_row_odd(&s);
            const double middle = odd ? 1.0 : 0.5;
            _Pragma("omp simd")
            for (int32_t i = 0; i < count; ++i) {
                /* even rows have points at whole x, odd ones halfway between them */
                const int up = f[i] >= middle;
                const double e = odd ? f[i] - 0.5 : up ? f[i] - 1.0 : f[i];
                const uint32_t h = trn_mix_core(trn_lattice_x(cell[i] + (uint32_t)up) ^ line);
                if (sloped) {
                    const trn_sloped c = trn_simplex_corner3_sloped(h, s.d, e, s.ey, s.ez);
                    value[i] += c.value;
                    sx[i] += c.x;
                    sy[i] += c.y;
                    sz[i] += c.z;
                } else {
                    value[i] += trn_simplex_corner3(h, s.d, e, s.ey, s.ez);
                }
            }
        }
    _Pragma("omp simd")
    for (int32_t i = 0; i < count; ++i) {
        if (sloped) {
            const trn_sloped turned = {value[i], sx[i], sy[i], sz[i]}, c = trn_simplex3_turn_slope(turned);
            sx[i] = steep * c.x;
            sy[i] = steep * c.y;
            sz[i] = steep * c.z;
        }
        value[i] = TRN_SIMPLEX3_SCALE * value[i];
    }
}
#endif
