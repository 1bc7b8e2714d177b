/* sample.h - a plane between its pixels, at any place: the cubic of Catmull and Rom (1974, A class of local interpolating splines),
 * straight lines, or the nearest pixel, of two the upper right one.
 *
 * Pixels that have no weight are not looked at, not even for a void: on a pixel's centre its number comes out as it is. */
#ifndef TRN_SAMPLE_H
#define TRN_SAMPLE_H
#include "math/scalar.h"
#include <stddef.h>
#include <string.h>

enum { TRN_SAMPLE_CHUNK = 128 };
enum { TRN_SAMPLE_CLAMP, TRN_SAMPLE_WRAP, TRN_SAMPLE_MIRROR };
enum { TRN_SAMPLE_BICUBIC, TRN_SAMPLE_BILINEAR, TRN_SAMPLE_NEAREST };
enum { TRN_SAMPLE_F32, TRN_SAMPLE_F64, TRN_SAMPLE_I32 };

/* Numbers of one kind go from a plane of width x height to another, of any size. Ids are those of the nearest pixel. */
typedef struct trn_sampled {
    const void *from;
    void *to;
    int32_t width, height, edge, interpolation;
    int32_t kind; /* of the numbers */
} trn_sampled;

/* The pixels below and to the left of places, wherever these are, and how far they are on from them. For the nearest pixel: that one. */
typedef struct trn_sample_cells {
    int32_t x[TRN_SAMPLE_CHUNK], y[TRN_SAMPLE_CHUNK];
    double fx[TRN_SAMPLE_CHUNK], fy[TRN_SAMPLE_CHUNK];
} trn_sample_cells;

TRN_FN int32_t trn_sample_meet(int32_t at, int32_t n, int32_t edge)
{
    if (edge == TRN_SAMPLE_CLAMP) return trn_clamp_i(at, 0, n - 1);
    if (edge == TRN_SAMPLE_WRAP) return trn_wrap_i(at, n);
    const int32_t m = trn_wrap_i(at, 2 * n);
    return m < n ? m : 2 * n - 1 - m;
}

TRN_FN double trn_sample_between(double a, double b, double f) { return f == 0.0 ? a : a + (b - a) * f; }

TRN_FN double trn_sample_number(int32_t kind, const void *row, int32_t i)
{
    return kind == TRN_SAMPLE_F64 ? ((const double *)row)[i] : (double)((const float *)row)[i];
}

/* Numbers of four rows that lie beyond the edge. */
typedef union trn_sample_lines { float f32[4][4]; double f64[4][4]; } trn_sample_lines;

/* n numbers of each of n rows, from (x, y) on: where they are, which is `beyond` when some lie beyond the edge. */
TRN_FN void trn_sample_take(const trn_sampled *a, int32_t kind, int32_t n, int32_t x, int32_t y, const void *row[4], trn_sample_lines *beyond)
{
    const float *f32 = (const float *)a->from;
    const double *f64 = (const double *)a->from;
    if (x >= 0 && y >= 0 && x <= a->width - n && y <= a->height - n) {
        for (int32_t j = 0; j < n; ++j) {
            const size_t at = (size_t)(y + j) * (size_t)a->width + (size_t)x;
            row[j] = kind == TRN_SAMPLE_F64 ? (const void *)(f64 + at) : (const void *)(f32 + at);
        }
        return;
    }
    for (int32_t j = 0; j < n; ++j) {
        const size_t line = (size_t)trn_sample_meet(y + j, a->height, a->edge) * (size_t)a->width;
        for (int32_t i = 0; i < n; ++i) {
            const size_t at = line + (size_t)trn_sample_meet(x + i, a->width, a->edge);
            if (kind == TRN_SAMPLE_F64) beyond->f64[j][i] = f64[at];
            else beyond->f32[j][i] = f32[at];
        }
        row[j] = kind == TRN_SAMPLE_F64 ? (const void *)beyond->f64[j] : (const void *)beyond->f32[j];
    }
}

/* Of the four numbers around a place that is f on from the second to the third. */
TRN_FN void trn_catmull_rom(double f, double w[4])
{
    const double g = 1.0 - f;
    w[0] = -0.5 * f * g * g;
    w[1] = g * (1.0 + f - 1.5 * f * f);
    w[2] = f * (1.0 + g - 1.5 * g * g);
    w[3] = -0.5 * g * f * f;
}

typedef struct trn_sample_weights { double w[TRN_SAMPLE_CHUNK][4]; } trn_sample_weights;
TRN_FN void trn_sample_find_weights(const double *fraction, int32_t count, trn_sample_weights *out)
{
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) trn_catmull_rom(fraction[i], out->w[i]);
}

/* Four numbers at once, which compilers do not see by themselves; arithmetic on them is that of each. */
typedef float trn_sample_4f __attribute__((vector_size(16)));
typedef double trn_sample_4d __attribute__((vector_size(32)));
TRN_FN void trn_sample_four(int32_t kind, const void *row, trn_sample_4d *out)
{
    trn_sample_4f plain;
    if (kind == TRN_SAMPLE_F64) {
        memcpy(out, row, sizeof *out);
        return;
    }
    memcpy(&plain, row, sizeof plain);
    *out = __builtin_convertvector(plain, trn_sample_4d);
}

/* kind: a constant here and below */
TRN_FN double trn_sample_cubic(const trn_sampled *a, int32_t kind, int32_t x, int32_t y, double fx, double fy, const double *wx, const double *wy)
{
    const void *row[4];
    trn_sample_lines beyond;
    trn_sample_4d r[4], up, weight;
    trn_sample_take(a, kind, 4, x - 1, y - 1, row, &beyond);
    for (int i = 0; i < 4; ++i) trn_sample_four(kind, row[i], &r[i]);
    if (fy == 0.0) up = r[1];
    else up = (wy[0] * r[0] + wy[1] * r[1]) + (wy[2] * r[2] + wy[3] * r[3]);
    if (fx == 0.0) return up[1];
    memcpy(&weight, wx, sizeof weight);
    up *= weight;
    return (up[0] + up[1]) + (up[2] + up[3]);
}
TRN_FN double trn_sample_linear(const trn_sampled *a, int32_t kind, int32_t x, int32_t y, double fx, double fy)
{
    const void *row[4];
    trn_sample_lines beyond;
    trn_sample_take(a, kind, 2, x, y, row, &beyond);
    const double low = trn_sample_between(trn_sample_number(kind, row[0], 0), trn_sample_number(kind, row[0], 1), fx);
    return trn_sample_between(low, trn_sample_between(trn_sample_number(kind, row[1], 0), trn_sample_number(kind, row[1], 1), fx), fy);
}

TRN_FN void trn_sample_put(const trn_sampled *a, int32_t kind, size_t at, double value)
{
    if (kind == TRN_SAMPLE_F64) ((double *)a->to)[at] = value == value ? value : (double)NAN;
    else ((float *)a->to)[at] = trn_one_nan_f((float)value);
}
TRN_FN void trn_sample_move(const trn_sampled *a, int32_t kind, int32_t x, int32_t y, size_t to)
{
    if (x < 0 || x >= a->width) x = trn_sample_meet(x, a->width, a->edge);
    if (y < 0 || y >= a->height) y = trn_sample_meet(y, a->height, a->edge);
    const size_t from = (size_t)y * (size_t)a->width + (size_t)x;
    if (kind == TRN_SAMPLE_I32) ((int32_t *)a->to)[to] = ((const int32_t *)a->from)[from];
    else trn_sample_put(a, kind, to, kind == TRN_SAMPLE_F64 ? ((const double *)a->from)[from] : (double)((const float *)a->from)[from]);
}

TRN_FN void trn_sample_kind(const trn_sampled *a, int32_t kind, int32_t interpolation, const trn_sample_cells *c, int32_t count, size_t to)
{
    trn_sample_weights wx, wy;
    if (interpolation == TRN_SAMPLE_BICUBIC) {
        trn_sample_find_weights(c->fx, count, &wx);
        trn_sample_find_weights(c->fy, count, &wy);
    }
    for (int32_t i = 0; i < count; ++i, ++to) {
        if (interpolation == TRN_SAMPLE_NEAREST) trn_sample_move(a, kind, c->x[i], c->y[i], to);
        else if (interpolation == TRN_SAMPLE_BILINEAR) trn_sample_put(a, kind, to, trn_sample_linear(a, kind, c->x[i], c->y[i], c->fx[i], c->fy[i]));
        else trn_sample_put(a, kind, to, trn_sample_cubic(a, kind, c->x[i], c->y[i], c->fx[i], c->fy[i], wx.w[i], wy.w[i]));
    }
}

/* What is added to places before they are rounded down to cells. */
TRN_FN double trn_sample_half(const trn_sampled *a) { return a->kind == TRN_SAMPLE_I32 || a->interpolation == TRN_SAMPLE_NEAREST ? 0.5 : 0.0; }

/* `count` numbers at the places of the cells, to number `to` of the other plane and those behind it */
TRN_FN void trn_sample(const trn_sampled *a, const trn_sample_cells *c, int32_t count, size_t to)
{
    if (a->kind == TRN_SAMPLE_I32) trn_sample_kind(a, TRN_SAMPLE_I32, TRN_SAMPLE_NEAREST, c, count, to);
    else if (a->kind == TRN_SAMPLE_F64 && a->interpolation == TRN_SAMPLE_NEAREST) trn_sample_kind(a, TRN_SAMPLE_F64, TRN_SAMPLE_NEAREST, c, count, to);
    else if (a->kind == TRN_SAMPLE_F64 && a->interpolation == TRN_SAMPLE_BILINEAR) trn_sample_kind(a, TRN_SAMPLE_F64, TRN_SAMPLE_BILINEAR, c, count, to);
    else if (a->kind == TRN_SAMPLE_F64) trn_sample_kind(a, TRN_SAMPLE_F64, TRN_SAMPLE_BICUBIC, c, count, to);
    else if (a->interpolation == TRN_SAMPLE_NEAREST) trn_sample_kind(a, TRN_SAMPLE_F32, TRN_SAMPLE_NEAREST, c, count, to);
    else if (a->interpolation == TRN_SAMPLE_BILINEAR) trn_sample_kind(a, TRN_SAMPLE_F32, TRN_SAMPLE_BILINEAR, c, count, to);
    else trn_sample_kind(a, TRN_SAMPLE_F32, TRN_SAMPLE_BICUBIC, c, count, to);
}
#endif
