#include "terrain/pattern_axis.h"
#include "math/place.h"
#include "math/trig.h"

/* A window's pixels along one side of the image. */
typedef struct side { int64_t first, whole; int32_t count; } side;
static side side_x(trn_eval *ev)
{
    const trn_frame *f = trn_eval_frame(ev);
    return (side){f->x, f->whole_width, f->width};
}
static side side_y(trn_eval *ev)
{
    const trn_frame *f = trn_eval_frame(ev);
    return (side){f->y, f->whole_height, f->height};
}
static bool is_whole(double count) { return count >= 1.0 && trn_rint(count) == count; }

/* ---- columns and rows ---- */

static pattern_spot spot_of(const side *s, double count, int64_t pixel)
{
    if (is_whole(count)) {
        const int64_t at = (2 * pattern_modulo(pixel, s->whole) + 1) * (int64_t)count, cell = 2 * s->whole;
        return (pattern_spot){at / cell, (double)(at % cell - s->whole) / (double)cell};
    }
    const double step = count / (double)s->whole;
    const trn_place at = trn_place_make(0.5 * step) + (trn_place)pixel * trn_place_make(step);
    return (pattern_spot){(int64_t)(uint64_t)(at >> 64), trn_place_fract(at) - 0.5};
}
static trn_status make_axis(trn_eval *ev, side s, double count, pattern_axis *out)
{
    pattern_spot *spot;
    trn_status st = trn_scratch(ev, (size_t)s.count * sizeof *spot, &spot);
    if (st == TRN_OK) st = trn_to_host(ev, spot);
    if (st != TRN_OK) return st;
    for (int32_t i = 0; i < s.count; ++i) spot[i] = spot_of(&s, count, s.first + i);
    *out = (pattern_axis){.spot = spot, .count = is_whole(count) ? (int64_t)count : 0, .wide = (int64_t)trn_ceil(count),
                          .size = (double)s.whole / count};
    return TRN_OK;
}
trn_status trn_pattern_axes(trn_eval *ev, double columns, double rows, pattern_axes *out)
{
    const trn_status st = make_axis(ev, side_x(ev), columns, &out->x);
    return st == TRN_OK ? make_axis(ev, side_y(ev), rows, &out->y) : st;
}

/* ---- signs ---- */

/* The integral of the sign from cell 0 on is a triangle wave. */
static int64_t triangle(int64_t at, int64_t cell) { return at / cell % 2 ? cell - at % cell : at % cell; }
static double sign_of(const side *s, double count, int64_t pixel)
{
    if (is_whole(count)) { /* no pixel lies across the seam */
        const int64_t n = (int64_t)count, from = pattern_modulo(pixel, s->whole) * n;
        return (double)(triangle(from + n, s->whole) - triangle(from, s->whole)) / (double)n;
    }
    const double length = count / (double)s->whole;
    const trn_place step = trn_place_make(length), from = (trn_place)pixel * step, to = from + step;
    const double a = trn_place_fract(from), b = trn_place_fract(to);
    const bool odd_a = (from >> 64) & 1, odd_b = (to >> 64) & 1;
    if ((from >> 64) == (to >> 64)) return odd_a ? -1.0 : 1.0;
    return trn_clamp(((odd_b ? 1.0 - b : b) - (odd_a ? 1.0 - a : a)) / length, -1.0, 1.0);
}
static trn_status make_signs(trn_eval *ev, side s, double count, const double **out)
{
    double *sign;
    trn_status st = trn_scratch(ev, (size_t)s.count * sizeof *sign, &sign);
    if (st == TRN_OK) st = trn_to_host(ev, sign);
    if (st != TRN_OK) return st;
    for (int32_t i = 0; i < s.count; ++i) sign[i] = sign_of(&s, count, s.first + i);
    *out = sign;
    return TRN_OK;
}
trn_status trn_pattern_signs(trn_eval *ev, double columns, double rows, const double **x, const double **y)
{
    const trn_status st = make_signs(ev, side_x(ev), columns, x);
    return st == TRN_OK ? make_signs(ev, side_y(ev), rows, y) : st;
}

/* ---- waves ---- */

/* cos(mode pi t) and its slope where t goes from 0 to 1 over the image */
static void wave_of(const side *s, double mode, int64_t pixel, double *value, double *slope)
{
    const double n = mode < 0.0 ? -mode : mode; /* even */
    double turns, sine;
    if (is_whole(n)) {
        const int64_t circle = 4 * s->whole;
        turns = (double)((2 * pattern_modulo(pixel, 2 * s->whole) + 1) * (int64_t)n % circle) / (double)circle;
    } else {
        const double step = 0.5 * n / (double)s->whole;
        turns = trn_place_fract(trn_place_make(0.5 * step) + (trn_place)pixel * trn_place_make(step));
    }
    trn_sincos(turns, &sine, value);
    *slope = -TRN_PI * n * sine / (double)s->whole;
}
static trn_status make_waves(trn_eval *ev, side s, double n, double m, const pattern_wave **out)
{
    pattern_wave *wave;
    trn_status st = trn_scratch(ev, (size_t)s.count * sizeof *wave, &wave);
    if (st == TRN_OK) st = trn_to_host(ev, wave);
    if (st != TRN_OK) return st;
    for (int32_t i = 0; i < s.count; ++i) {
        wave_of(&s, n, s.first + i, &wave[i].n, &wave[i].slope_n);
        wave_of(&s, m, s.first + i, &wave[i].m, &wave[i].slope_m);
    }
    *out = wave;
    return TRN_OK;
}
trn_status trn_pattern_waves(trn_eval *ev, double n, double m, const pattern_wave **across, const pattern_wave **up)
{
    const trn_status st = make_waves(ev, side_x(ev), n, m, across);
    return st == TRN_OK ? make_waves(ev, side_y(ev), n, m, up) : st;
}

/* ---- the complex plane ---- */

static trn_status make_line(trn_eval *ev, side s, double center, double wide, int64_t whole_width, const double **out)
{
    double *at;
    trn_status st = trn_scratch(ev, (size_t)s.count * sizeof *at, &at);
    if (st == TRN_OK) st = trn_to_host(ev, at);
    if (st != TRN_OK) return st;
    for (int32_t i = 0; i < s.count; ++i) /* even about the middle, to the last bit */
        at[i] = center + wide * ((double)(2 * (s.first + i) + 1 - s.whole) / (double)(2 * whole_width));
    *out = at;
    return TRN_OK;
}
trn_status trn_pattern_plane(trn_eval *ev, double x, double y, double wide, const double **real, const double **imaginary)
{
    const int64_t width = trn_eval_frame(ev)->whole_width;
    const trn_status st = make_line(ev, side_x(ev), x, wide, width, real);
    return st == TRN_OK ? make_line(ev, side_y(ev), y, wide, width, imaginary) : st;
}
