#include "kernels/warp.h"

enum { CHUNK = TRN_SAMPLE_CHUNK };
static const double farthest = 536870912.0; /* 2^29: a place so far away still is an int32_t */

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

/* The pixels below and to the left of places, and how far those are on from them. */
TRN_FN void find_cells(int32_t x, int32_t y, const double *dx, const double *dy, double half, int32_t count, trn_sample_cells *c)
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
    trn_sample_cells at;
    find_cells(x, y, c->dx, c->dy, 0.0, count, &at);
    for (int32_t i = 0; i < count; ++i) {
        const int32_t left = at.x[i], low = at.y[i];
        const int inside = left >= 0 && low >= 0 && left < a->width - 1 && low < a->height - 1;
        const size_t right = (size_t)(inside ? left + 1 : trn_sample_meet(left + 1, a->width, a->edge)), here = (size_t)(inside ? left : trn_sample_meet(left, a->width, a->edge));
        const size_t row = (size_t)(inside ? low : trn_sample_meet(low, a->height, a->edge)) * (size_t)a->width;
        const size_t above = (size_t)(inside ? low + 1 : trn_sample_meet(low + 1, a->height, a->edge)) * (size_t)a->width;
        u[0][i] = px[row + here], u[1][i] = px[row + right], u[2][i] = px[above + here], u[3][i] = px[above + right];
        v[0][i] = py[row + here], v[1][i] = py[row + right], v[2][i] = py[above + here], v[3][i] = py[above + right];
    }
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) {
        const double fx = at.fx[i], fy = at.fy[i];
        c->x[i] = sx * trn_sample_between(trn_sample_between((double)u[0][i], (double)u[1][i], fx), trn_sample_between((double)u[2][i], (double)u[3][i], fx), fy);
        c->y[i] = sy * trn_sample_between(trn_sample_between((double)v[0][i], (double)v[1][i], fx), trn_sample_between((double)v[2][i], (double)v[3][i], fx), fy);
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

TRN_FN void warp_rows(const warp_args *a, int32_t y0, int32_t y1)
{
    const double half = trn_sample_half(&a->plane);
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; x += CHUNK) {
            const size_t to = (size_t)y * (size_t)a->width + (size_t)x;
            const int32_t count = trn_min_i(a->width - x, CHUNK);
            double dx[CHUNK], dy[CHUNK];
            trn_sample_cells c;
#pragma omp simd
            for (int32_t i = 0; i < count; ++i) {
                dx[i] = (double)a->way_x[to + (size_t)i];
                dy[i] = (double)a->way_y[to + (size_t)i];
            }
            find_cells(x, y, dx, dy, half, count, &c);
            trn_sample(&a->plane, &c, count, to);
        }
}
TRN_ROW_KERNEL(warp)
