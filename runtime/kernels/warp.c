#include "kernels/warp.h"
#include "math/scalar.h"

enum { CHUNK = 128 };
static const double farthest = 536870912.0; /* 2^29: a place so far away still is an int32_t */

TRN_FN int32_t meet(int32_t at, int32_t n, int32_t edge)
{
    if (edge == WARP_CLAMP) return trn_clamp_i(at, 0, n - 1);
    if (edge == WARP_WRAP) return trn_wrap_i(at, n);
    const int32_t m = trn_wrap_i(at, 2 * n);
    return m < n ? m : 2 * n - 1 - m;
}

/* ---- ways ---- */

typedef struct vector { double x, y; } vector;

/* no longer than 1; not finite: 0 */
TRN_FN vector cut(double x, double y)
{
    const double square = x * x + y * y, length = square > 1.0 ? sqrt(square) : 1.0;
    const vector v = {square < 1e300 ? x / length : 0.0, square < 1e300 ? y / length : 0.0};
    return v;
}
TRN_FN double near_by(double d) { return trn_clamp(d, -farthest, farthest); }
TRN_FN double settled(double d) { return trn_rint(d * 65536.0) * (1.0 / 65536.0); }
TRN_FN double between(double a, double b, double f) { return f == 0.0 ? a : a + (b - a) * f; }

/* The pixels below and to the left of places, and how far those are on from them. */
typedef struct cells { int32_t x[CHUNK], y[CHUNK]; double fx[CHUNK], fy[CHUNK]; } cells;
TRN_FN void find_cells(int32_t x, int32_t y, const double *dx, const double *dy, double half, int32_t count, cells *c)
{
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) {
        const double left = trn_floor(dx[i] + half), low = trn_floor(dy[i] + half);
        c->x[i] = x + i + (int32_t)left;
        c->y[i] = y + (int32_t)low;
        c->fx[i] = dx[i] - left;
        c->fy[i] = dy[i] - low;
    }
}

typedef struct chunk { double x[CHUNK], y[CHUNK], dx[CHUNK], dy[CHUNK], piece[CHUNK]; } chunk; /* the field, and how far the way has come */

TRN_FN void start(const warp_way_args *a, size_t at, int32_t count, chunk *c)
{
    const double whole = a->length / (double)a->steps, x = a->cosine, y = a->sine;
    for (int32_t i = 0; i < count; ++i) c->dx[i] = c->dy[i] = 0.0, c->piece[i] = whole;
    if (a->mask) {
        const float *mask = a->mask + at;
        const double from = a->invert ? 1.0 : 0.0, sign = a->invert ? -1.0 : 1.0;
#pragma omp simd
        for (int32_t i = 0; i < count; ++i) {
            const double share = from + sign * trn_saturate((double)mask[i]);
            c->piece[i] = share == share ? whole * share : 0.0;
        }
    }
    if (!a->x) {
        for (int32_t i = 0; i < count; ++i) c->x[i] = x, c->y[i] = y;
        return;
    }
    const float *px = a->x + at, *py = a->y ? a->y + at : px;
    const double fx = a->y ? 1.0 : x, fy = a->y ? 1.0 : y;
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) {
        c->x[i] = fx * (double)px[i];
        c->y[i] = fy * (double)py[i];
    }
}

/* The field at the places that ways have come to. */
TRN_FN void look(const warp_way_args *a, int32_t x, int32_t y, int32_t count, chunk *c)
{
    const float *px = a->x, *py = a->y ? a->y : a->x;
    const double sx = a->y ? 1.0 : a->cosine, sy = a->y ? 1.0 : a->sine;
    float u[4][CHUNK], v[4][CHUNK];
    cells at;
    find_cells(x, y, c->dx, c->dy, 0.0, count, &at);
    for (int32_t i = 0; i < count; ++i) {
        const int32_t left = at.x[i], low = at.y[i];
        const int inside = left >= 0 && low >= 0 && left < a->width - 1 && low < a->height - 1;
        const size_t right = (size_t)(inside ? left + 1 : meet(left + 1, a->width, a->edge)), here = (size_t)(inside ? left : meet(left, a->width, a->edge));
        const size_t row = (size_t)(inside ? low : meet(low, a->height, a->edge)) * (size_t)a->width;
        const size_t above = (size_t)(inside ? low + 1 : meet(low + 1, a->height, a->edge)) * (size_t)a->width;
        u[0][i] = px[row + here], u[1][i] = px[row + right], u[2][i] = px[above + here], u[3][i] = px[above + right];
        v[0][i] = py[row + here], v[1][i] = py[row + right], v[2][i] = py[above + here], v[3][i] = py[above + right];
    }
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) {
        const double fx = at.fx[i], fy = at.fy[i];
        c->x[i] = sx * between(between((double)u[0][i], (double)u[1][i], fx), between((double)u[2][i], (double)u[3][i], fx), fy);
        c->y[i] = sy * between(between((double)v[0][i], (double)v[1][i], fx), between((double)v[2][i], (double)v[3][i], fx), fy);
    }
}

TRN_FN void ways(const warp_way_args *a, int32_t x, int32_t y, int32_t count)
{
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
    float *restrict way_x = a->way_x + at, *restrict way_y = a->way_y + at;
    chunk c;
    start(a, at, count, &c);
    for (int32_t s = 0; s < a->steps; ++s) {
        if (s > 0 && a->x) look(a, x, y, count, &c);
#pragma omp simd
        for (int32_t i = 0; i < count; ++i) {
            const vector v = cut(c.x[i], c.y[i]);
            c.dx[i] = near_by(c.dx[i] + c.piece[i] * v.x);
            c.dy[i] = near_by(c.dy[i] + c.piece[i] * v.y);
        }
    }
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) {
        way_x[i] = (float)settled(c.dx[i]);
        way_y[i] = (float)settled(c.dy[i]);
    }
}

TRN_FN void warp_way_rows(const warp_way_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; x += CHUNK) ways(a, x, y, trn_min_i(a->width - x, CHUNK));
}
TRN_ROW_KERNEL(warp_way)

/* ---- planes ---- */

TRN_FN double number(int32_t kind, const void *row, int32_t i)
{
    return kind == WARP_F64 ? ((const double *)row)[i] : (double)((const float *)row)[i];
}

/* Four numbers of each of n rows, from (x, y) on: where they lie, which is in `beyond` when some are beyond the edge. */
TRN_FN void take(const warp_args *a, int32_t kind, int32_t n, int32_t x, int32_t y, const void *row[4], double beyond[16])
{
    const size_t size = kind == WARP_F64 ? sizeof(double) : sizeof(float);
    const char *from = (const char *)a->from;
    if (x >= 0 && y >= 0 && x <= a->width - n && y <= a->height - n) {
        const char *first = from + ((size_t)y * (size_t)a->width + (size_t)x) * size;
        for (int32_t j = 0; j < n; ++j) row[j] = first + (size_t)j * (size_t)a->width * size;
        return;
    }
    size_t column[4];
    for (int32_t i = 0; i < n; ++i) column[i] = (size_t)meet(x + i, a->width, a->edge) * size;
    for (int32_t j = 0; j < n; ++j) {
        const char *line = from + (size_t)meet(y + j, a->height, a->edge) * (size_t)a->width * size;
        char *to = (char *)(beyond + 4 * j);
        for (int32_t i = 0; i < n; ++i) {
            if (kind == WARP_F64) ((double *)to)[i] = *(const double *)(line + column[i]);
            else ((float *)to)[i] = *(const float *)(line + column[i]);
        }
        row[j] = to;
    }
}

typedef struct weights { double w[CHUNK][4]; } weights;
TRN_FN void find_weights(const double *fraction, int32_t count, weights *out)
{
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) {
        const double f = fraction[i], g = 1.0 - f;
        out->w[i][0] = -0.5 * f * g * g;
        out->w[i][1] = g * (1.0 + f - 1.5 * f * f);
        out->w[i][2] = f * (1.0 + g - 1.5 * g * g);
        out->w[i][3] = -0.5 * g * f * f;
    }
}

/* kind: a constant */
TRN_FN double cubic(const warp_args *a, int32_t kind, int32_t x, int32_t y, double fx, double fy, const double wx[4], const double wy[4])
{
    const void *row[4];
    double beyond[16], up[4];
    take(a, kind, 4, x - 1, y - 1, row, beyond);
    if (fy == 0.0) for (int i = 0; i < 4; ++i) up[i] = number(kind, row[1], i);
    else
        for (int i = 0; i < 4; ++i)
            up[i] = (wy[0] * number(kind, row[0], i) + wy[1] * number(kind, row[1], i)) + (wy[2] * number(kind, row[2], i) + wy[3] * number(kind, row[3], i));
    return fx == 0.0 ? up[1] : (wx[0] * up[0] + wx[1] * up[1]) + (wx[2] * up[2] + wx[3] * up[3]);
}
TRN_FN double linear(const warp_args *a, int32_t kind, int32_t x, int32_t y, double fx, double fy)
{
    const void *row[4];
    double beyond[16];
    take(a, kind, 2, x, y, row, beyond);
    return between(between(number(kind, row[0], 0), number(kind, row[0], 1), fx), between(number(kind, row[1], 0), number(kind, row[1], 1), fx), fy);
}

TRN_FN void put(const warp_args *a, int32_t kind, size_t at, double value)
{
    if (kind == WARP_F64) ((double *)a->to)[at] = value == value ? value : (double)NAN;
    else ((float *)a->to)[at] = trn_one_nan_f((float)value);
}
TRN_FN void move(const warp_args *a, int32_t kind, int32_t x, int32_t y, size_t to)
{
    if (x < 0 || x >= a->width) x = meet(x, a->width, a->edge);
    if (y < 0 || y >= a->height) y = meet(y, a->height, a->edge);
    const size_t from = (size_t)y * (size_t)a->width + (size_t)x;
    if (kind == WARP_I32) ((int32_t *)a->to)[to] = ((const int32_t *)a->from)[from];
    else put(a, kind, to, kind == WARP_F64 ? ((const double *)a->from)[from] : (double)((const float *)a->from)[from]);
}

/* kind, interpolation: constants */
TRN_FN void warp_run(const warp_args *a, int32_t kind, int32_t interpolation, int32_t x, int32_t y)
{
    const size_t to = (size_t)y * (size_t)a->width + (size_t)x;
    const int32_t count = trn_min_i(a->width - x, CHUNK);
    double dx[CHUNK], dy[CHUNK];
    cells c;
    weights wx, wy;
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) {
        dx[i] = (double)a->way_x[to + (size_t)i];
        dy[i] = (double)a->way_y[to + (size_t)i];
    }
    find_cells(x, y, dx, dy, interpolation == WARP_NEAREST ? 0.5 : 0.0, count, &c);
    if (interpolation == WARP_BICUBIC) {
        find_weights(c.fx, count, &wx);
        find_weights(c.fy, count, &wy);
    }
    for (int32_t i = 0; i < count; ++i) {
        if (interpolation == WARP_NEAREST) move(a, kind, c.x[i], c.y[i], to + (size_t)i);
        else if (interpolation == WARP_BILINEAR) put(a, kind, to + (size_t)i, linear(a, kind, c.x[i], c.y[i], c.fx[i], c.fy[i]));
        else put(a, kind, to + (size_t)i, cubic(a, kind, c.x[i], c.y[i], c.fx[i], c.fy[i], wx.w[i], wy.w[i]));
    }
}

TRN_FN void warp_rows(const warp_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; x += CHUNK) {
            if (a->kind == WARP_I32) warp_run(a, WARP_I32, WARP_NEAREST, x, y);
            else if (a->kind == WARP_F64 && a->interpolation == WARP_NEAREST) warp_run(a, WARP_F64, WARP_NEAREST, x, y);
            else if (a->kind == WARP_F64 && a->interpolation == WARP_BILINEAR) warp_run(a, WARP_F64, WARP_BILINEAR, x, y);
            else if (a->kind == WARP_F64) warp_run(a, WARP_F64, WARP_BICUBIC, x, y);
            else if (a->interpolation == WARP_NEAREST) warp_run(a, WARP_F32, WARP_NEAREST, x, y);
            else if (a->interpolation == WARP_BILINEAR) warp_run(a, WARP_F32, WARP_BILINEAR, x, y);
            else warp_run(a, WARP_F32, WARP_BICUBIC, x, y);
        }
}
TRN_ROW_KERNEL(warp)
