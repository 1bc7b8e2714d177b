#include "kernels/bubble.h"
#include "math/hash.h"
#include <math.h>

#define BUBBLE_LANES 32

/* What a row of pixels sees of a sphere: its centre's x, and the square of half the chord. */
typedef struct bubble_chord { double x, square; int32_t id; } bubble_chord;

/* In the order of z, y, x: of two that reach as high the first counts. */
TRN_FN int32_t bubble_chords(const bubble_args *a, const int64_t cell[3], const double f[3], bubble_chord chord[27])
{
    int32_t n = 0;
    for (int32_t k = -1; k <= 1; ++k) {
        const uint32_t slab = trn_mix((uint32_t)((uint64_t)cell[2] + (uint64_t)(int64_t)k) * TRN_PZ + a->key);
        for (int32_t j = -1; j <= 1; ++j) {
            const uint32_t row = trn_mix((uint32_t)((uint64_t)cell[1] + (uint64_t)(int64_t)j) * TRN_PY + slab);
            for (int32_t i = -1; i <= 1; ++i) {
                const uint32_t h = trn_mix((uint32_t)((uint64_t)cell[0] + (uint64_t)(int64_t)i) * TRN_PX + row);
                if (!(trn_unit(h) < a->density)) continue;
                const double r = a->radius * (0.5 + 0.5 * trn_unit(trn_mix(h + TRN_PW)));
                const double dz = f[2] - ((double)k + trn_unit(trn_mix(h + TRN_PZ)));
                const double dy = f[1] - ((double)j + trn_unit(trn_mix(h + TRN_PY)));
                const double square = (r * r - dz * dz) - dy * dy;
                if (!(square > 0.0)) continue;
                bubble_chord *c = &chord[n++];
                c->x = (double)i + trn_unit(trn_mix(h + TRN_PX));
                c->square = square;
                c->id = (int32_t)(trn_mix(h ^ a->id_key) >> 1); /* not negative, so that -1 is none of them */
            }
        }
    }
    return n;
}

TRN_FN void bubble_run(const bubble_args *a, int32_t y, int32_t begin, int32_t end)
{
    const trn_place across = pixel_place_y(&a->place, y), slice = a->place.origin[2];
    int64_t cell[3] = {0, (int64_t)(uint64_t)(across >> 64), (int64_t)(uint64_t)(slice >> 64)}, seen = 0;
    const double f[3] = {0.0, trn_place_fract(across), trn_place_fract(slice)};
    double x[BUBBLE_LANES], best[BUBBLE_LANES];
    int32_t id[BUBBLE_LANES], chords = -1;
    bubble_chord chord[27];
    for (int32_t at = begin; at < end;) {
        const int32_t n = pixel_place_run(&a->place, at, end, BUBBLE_LANES, &cell[0], x);
        if (chords < 0 || seen != cell[0]) chords = bubble_chords(a, cell, f, chord);
        seen = cell[0];
        for (int32_t i = 0; i < n; ++i) best[i] = 0.0, id[i] = -1;
        for (int32_t k = 0; k < chords; ++k) {
            const bubble_chord c = chord[k];
            _Pragma("omp simd")
            for (int32_t i = 0; i < n; ++i) {
                const double d = x[i] - c.x, square = c.square - d * d;
                const int higher = square > best[i];
                id[i] = higher ? c.id : id[i];
                best[i] = higher ? square : best[i];
            }
        }
        const size_t pixel = (size_t)y * (size_t)a->width + (size_t)at;
        for (int32_t i = 0; i < n; ++i) {
            a->value[pixel + (size_t)i] = (float)(a->amplitude * sqrt(best[i]) + a->center);
            a->id[pixel + (size_t)i] = id[i];
        }
        at += n;
    }
}
TRN_FN void bubble_cell(const bubble_args *a, int32_t x, int32_t y) { bubble_run(a, y, x, x + 1); }
TRN_FN void bubble_rows(const bubble_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) bubble_run(a, y, 0, a->width);
}
TRN_SPLIT_KERNEL(bubble)
