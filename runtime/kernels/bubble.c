#include "kernels/bubble.h"
#include "math/hash.h"
#include <math.h>

#define BUBBLE_LANES 32

/* What a row of pixels sees of a sphere: its centre's x, and the square of half the chord. */
typedef struct bubble_chord { double x, square; int32_t id; } bubble_chord;

/* Cells around one come in the order of z, y, x: of two spheres that reach as high the first counts. */
TRN_FN uint32_t bubble_slab(const bubble_args *a, const int64_t cell[3], int32_t k)
{
    return trn_mix(((uint32_t)((uint64_t)cell[2] + (uint64_t)(int64_t)k) * TRN_PZ) ^ a->key);
}
TRN_FN uint32_t bubble_line(const int64_t cell[3], int32_t j, uint32_t slab)
{
    return trn_mix(((uint32_t)((uint64_t)cell[1] + (uint64_t)(int64_t)j) * TRN_PY) ^ slab);
}
/* The chord of the sphere of cell + (i, j, k), whose line has that key; 0: there is none. */
TRN_FN int bubble_chord_at(const bubble_args *a, const int64_t cell[3], const double f[3], int32_t i, int32_t j, int32_t k, uint32_t line,
                           bubble_chord *c)
{
    const uint32_t h = trn_mix(((uint32_t)((uint64_t)cell[0] + (uint64_t)(int64_t)i) * TRN_PX) ^ line);
    if (!(trn_unit(h) < a->density)) return 0;
    const double r = a->radius * (0.5 + 0.5 * trn_unit(trn_mix(h + TRN_PW)));
    const double dz = f[2] - ((double)k + trn_unit(trn_mix(h + TRN_PZ)));
    const double dy = f[1] - ((double)j + trn_unit(trn_mix(h + TRN_PY)));
    c->square = (r * r - dz * dz) - dy * dy;
    if (!(c->square > 0.0)) return 0;
    c->x = (double)i + trn_unit(trn_mix(h + TRN_PX));
    c->id = (int32_t)(trn_mix(h ^ a->id_key) >> 1); /* not negative, so that -1 is none of them */
    return 1;
}
TRN_FN int32_t bubble_chords(const bubble_args *a, const int64_t cell[3], const double f[3], bubble_chord chord[27])
{
    int32_t n = 0;
    for (int32_t k = -1; k <= 1; ++k) {
        const uint32_t slab = bubble_slab(a, cell, k);
        for (int32_t j = -1; j <= 1; ++j) {
            const uint32_t line = bubble_line(cell, j, slab);
            for (int32_t i = -1; i <= 1; ++i) n += bubble_chord_at(a, cell, f, i, j, k, line, &chord[n]);
        }
    }
    return n;
}
TRN_FN void bubble_see(const bubble_chord *c, double x, double *best, int32_t *id)
{
    const double d = x - c->x, square = c->square - d * d;
    const int higher = square > *best;
    *id = higher ? c->id : *id;
    *best = higher ? square : *best;
}
TRN_FN void bubble_put(const bubble_args *a, double best, int32_t id, size_t at)
{
    a->value[at] = (float)(a->amplitude * sqrt(best) + a->center);
    a->id[at] = id;
}

TRN_FN void bubble_row(const bubble_args *a, int32_t y)
{
    const trn_place across = pixel_place_y(&a->place, y), slice = a->place.origin[2];
    int64_t cell[3] = {0, (int64_t)(uint64_t)(across >> 64), (int64_t)(uint64_t)(slice >> 64)}, seen = 0;
    const double f[3] = {0.0, trn_place_fract(across), trn_place_fract(slice)};
    double x[BUBBLE_LANES], best[BUBBLE_LANES];
    int32_t id[BUBBLE_LANES], chords = -1;
    bubble_chord chord[27];
    for (int32_t at = 0; at < a->width;) {
        const int32_t n = pixel_place_run(&a->place, at, a->width, BUBBLE_LANES, &cell[0], x);
        if (chords < 0 || seen != cell[0]) chords = bubble_chords(a, cell, f, chord);
        seen = cell[0];
        for (int32_t i = 0; i < n; ++i) best[i] = 0.0, id[i] = -1;
        for (int32_t k = 0; k < chords; ++k) {
            const bubble_chord c = chord[k];
            _Pragma("omp simd")
            for (int32_t i = 0; i < n; ++i) bubble_see(&c, x[i], &best[i], &id[i]);
        }
        const size_t pixel = (size_t)y * (size_t)a->width + (size_t)at;
        for (int32_t i = 0; i < n; ++i) bubble_put(a, best[i], id[i], pixel + (size_t)i);
        at += n;
    }
}
TRN_FN void bubble_rows(const bubble_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) bubble_row(a, y);
}
TRN_FN void bubble_cell(const bubble_args *a, int32_t x, int32_t y)
{
    const trn_place at[3] = {pixel_place_x(&a->place, x), pixel_place_y(&a->place, y), a->place.origin[2]};
    const int64_t cell[3] = {(int64_t)(uint64_t)(at[0] >> 64), (int64_t)(uint64_t)(at[1] >> 64), (int64_t)(uint64_t)(at[2] >> 64)};
    const double f[3] = {trn_place_fract(at[0]), trn_place_fract(at[1]), trn_place_fract(at[2])};
    double best = 0.0;
    int32_t id = -1;
    bubble_chord c;
    TRN_ROLLED for (int32_t k = -1; k <= 1; ++k) {
        const uint32_t slab = bubble_slab(a, cell, k);
        TRN_ROLLED for (int32_t j = -1; j <= 1; ++j) {
            const uint32_t line = bubble_line(cell, j, slab);
            TRN_ROLLED for (int32_t i = -1; i <= 1; ++i)
                if (bubble_chord_at(a, cell, f, i, j, k, line, &c)) bubble_see(&c, f[0], &best, &id);
        }
    }
    bubble_put(a, best, id, (size_t)y * (size_t)a->width + (size_t)x);
}
TRN_SPLIT_KERNEL(bubble)
