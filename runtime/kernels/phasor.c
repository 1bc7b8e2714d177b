#include "kernels/phasor.h"
#include "math/hash.h"
#include "math/trig.h"

#define PHASOR_LANES 32

/* A kernel as a row of pixels sees it: the weight is (left - d^2)^3 and the phase slope d + phase, at d from x. */
typedef struct phasor_wave { double x, left, slope, phase; } phasor_wave;

/* The pixel that a place lies on along an axis, clamped to the image. */
TRN_FN int32_t phasor_pixel(const phasor_args *a, int axis, trn_place at, int64_t first, int32_t size)
{
    const trn_place from = at - a->place.origin[axis];
    const double cells = (double)(int64_t)(uint64_t)(from >> 64) + trn_place_fract(from);
    const double pixel = trn_floor(cells * a->pixels + 0.5) - (double)first;
    return (int32_t)trn_clamp(pixel, 0.0, (double)(size - 1));
}
/* Which way stripes run at a kernel: turns. */
TRN_FN double phasor_turn(const phasor_args *a, trn_place x, trn_place y)
{
    if (!a->direction) return a->angle;
    const size_t i = (size_t)phasor_pixel(a, 1, y, a->place.y, a->height) * (size_t)a->width + (size_t)phasor_pixel(a, 0, x, a->place.x, a->width);
    const double vx = (double)a->direction[i], vy = (double)a->direction[i + (size_t)a->direction_stride];
    const double size = vx * vx + vy * vy;
    return size > 0.0 && size <= 1e300 ? trn_atan2(vy, vx) : a->angle;
}

TRN_FN uint32_t phasor_line(const phasor_args *a, const int64_t cell[2], int32_t j)
{
    return trn_mix(((uint32_t)((uint64_t)cell[1] + (uint64_t)(int64_t)j) * TRN_PY) ^ a->key);
}
TRN_FN uint32_t phasor_here(const int64_t cell[2], int32_t i, uint32_t line)
{
    return trn_mix(((uint32_t)((uint64_t)cell[0] + (uint64_t)(int64_t)i) * TRN_PX) ^ line);
}
/* Kernel k of cell + (i, j), which has that key; 0: it does not reach the row. */
TRN_FN int phasor_wave_at(const phasor_args *a, const int64_t cell[2], double fy, int32_t i, int32_t j, int32_t k, uint32_t here, phasor_wave *w)
{
    const uint64_t cx = (uint64_t)cell[0] + (uint64_t)(int64_t)i, cy = (uint64_t)cell[1] + (uint64_t)(int64_t)j;
    const uint32_t h = trn_mix(here + (uint32_t)k * TRN_PZ), hx = trn_mix(h + TRN_PX), hy = trn_mix(h + TRN_PY);
    const double dy = fy - ((double)j + trn_unit(hy)), left = 1.0 - dy * dy;
    if (!(left > 0.0)) return 0;
    double sine, cosine;
    trn_sincos(phasor_turn(a, (trn_place)cx << 64 | (trn_place)hx << 32, (trn_place)cy << 64 | (trn_place)hy << 32) +
               (trn_unit(trn_mix(h + TRN_PZ)) - 0.5) * a->spread, &sine, &cosine);
    w->x = (double)i + trn_unit(hx);
    w->left = left;
    w->slope = -sine * a->frequency; /* waves go across the stripes, a quarter turn on */
    w->phase = cosine * a->frequency * dy + trn_unit(trn_mix(h + TRN_PW));
    return 1;
}
TRN_FN int32_t phasor_waves(const phasor_args *a, const int64_t cell[2], double fy, phasor_wave wave[9 * PHASOR_KERNELS])
{
    int32_t n = 0;
    for (int32_t j = -1; j <= 1; ++j) {
        const uint32_t line = phasor_line(a, cell, j);
        for (int32_t i = -1; i <= 1; ++i) {
            const uint32_t here = phasor_here(cell, i, line);
            for (int32_t k = 0; k < a->kernels; ++k) n += phasor_wave_at(a, cell, fy, i, j, k, here, &wave[n]);
        }
    }
    return n;
}
TRN_FN void phasor_add(const phasor_wave *w, double x, double *re, double *im, double *weight)
{
    const double d = x - w->x, left = trn_max(w->left - d * d, 0.0), window = left * left * left;
    double sine, cosine;
    trn_sincos(w->slope * d + w->phase, &sine, &cosine);
    *re += window * cosine;
    *im += window * sine;
    *weight += window;
}

TRN_FN double phasor_shown(const phasor_args *a, double re, double size, double weight, double sine, double turn)
{
    if (!(weight > 0.0)) return 0.0;
    if (a->shows == PHASOR_GABOR) return re / weight;
    if (a->shows == PHASOR_INTENSITY) return size / weight;
    if (a->function == PHASOR_SINE) return sine;
    if (a->function == PHASOR_RECTANGLE) return sine >= 0.0 ? 1.0 : -1.0;
    return 2.0 * trn_fract(turn) - 1.0;
}

TRN_FN void phasor_put(const phasor_args *a, double re, double im, double weight, size_t at)
{
    const double size = sqrt(re * re + im * im), turn = trn_atan2(im, re);
    const double shown = phasor_shown(a, re, size, weight, size > 0.0 ? im / size : 0.0, turn);
    a->value[at] = (float)(a->amplitude * shown + a->center);
    a->phase[at] = (float)(turn * TRN_TAU);
    a->strength[at] = weight > 0.0 ? (float)trn_min(size / weight, 1.0) : 0.0f;
}

TRN_FN void phasor_row(const phasor_args *a, int32_t y)
{
    const trn_place across = pixel_place_y(&a->place, y);
    int64_t cell[2] = {0, (int64_t)(uint64_t)(across >> 64)}, seen = 0;
    const double fy = trn_place_fract(across);
    double x[PHASOR_LANES], re[PHASOR_LANES], im[PHASOR_LANES], weight[PHASOR_LANES];
    int32_t waves = -1;
    phasor_wave wave[9 * PHASOR_KERNELS];
    for (int32_t at = 0; at < a->width;) {
        const int32_t n = pixel_place_run(&a->place, at, a->width, PHASOR_LANES, &cell[0], x);
        if (waves < 0 || seen != cell[0]) waves = phasor_waves(a, cell, fy, wave);
        seen = cell[0];
        for (int32_t i = 0; i < n; ++i) re[i] = im[i] = weight[i] = 0.0;
        for (int32_t k = 0; k < waves; ++k) {
            const phasor_wave w = wave[k];
            _Pragma("omp simd")
            for (int32_t i = 0; i < n; ++i) phasor_add(&w, x[i], &re[i], &im[i], &weight[i]);
        }
        const size_t pixel = (size_t)y * (size_t)a->width + (size_t)at;
        for (int32_t i = 0; i < n; ++i) phasor_put(a, re[i], im[i], weight[i], pixel + (size_t)i);
        at += n;
    }
}
TRN_FN void phasor_rows(const phasor_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) phasor_row(a, y);
}
TRN_FN void phasor_cell(const phasor_args *a, int32_t x, int32_t y)
{
    const trn_place along = pixel_place_x(&a->place, x), across = pixel_place_y(&a->place, y);
    const int64_t cell[2] = {(int64_t)(uint64_t)(along >> 64), (int64_t)(uint64_t)(across >> 64)};
    const double fx = trn_place_fract(along), fy = trn_place_fract(across);
    double re = 0.0, im = 0.0, weight = 0.0;
    phasor_wave wave;
    TRN_ROLLED for (int32_t j = -1; j <= 1; ++j) {
        const uint32_t line = phasor_line(a, cell, j);
        TRN_ROLLED for (int32_t i = -1; i <= 1; ++i) {
            const uint32_t here = phasor_here(cell, i, line);
            TRN_ROLLED for (int32_t k = 0; k < a->kernels; ++k)
                if (phasor_wave_at(a, cell, fy, i, j, k, here, &wave)) phasor_add(&wave, fx, &re, &im, &weight);
        }
    }
    phasor_put(a, re, im, weight, (size_t)y * (size_t)a->width + (size_t)x);
}
TRN_SPLIT_KERNEL(phasor)
