#include "kernels/normal_to_height.h"
#include "kernels/fft_lanes.h"
#include "math/scalar.h"

enum { LANES = TRN_FFT_LANES };
#define LEAST_Z 0.01 /* normals nearer to the horizon than this are slopes of 1/LEAST_Z */

/* ---- normals to waves along u --------------------------------------------------------------------------------------- */

/* Row y in lane l of room: p + i q, or mirrored (-1)^j p + i q. */
static void load_slopes(const normal_to_height_args *a, int32_t y, int32_t l)
{
    const size_t at = (size_t)y * (size_t)a->width;
    const float *nx = a->nx + at, *ny = a->ny + at, *nz = a->nz + at;
    int32_t steep = 0;
    for (int32_t x = 0; x < a->width; ++x) {
        const double z = (double)nz[x], scale = -1.0 / trn_max(z, LEAST_Z);
        const double p = (double)nx[x] * scale, q = (double)ny[x] * scale;
        trn_fft_lanes *to = &a->room[a->tile ? x : trn_mirror_order(x, a->width)];
        to->re[l] = !a->tile && x % 2 ? -p : p;
        to->im[l] = q;
        steep += !(z > LEAST_Z) && x >= a->count_from && x < a->count_to;
    }
    a->steep[y] = steep;
}

/* Of the transform x of two real sequences, re + i im: twice wave k of each. n: the length. */
typedef struct pair { double re[LANES], im[LANES]; } pair;
TRN_FN void split(const trn_fft_lanes *x, int32_t k, int32_t n, pair *of_re, pair *of_im)
{
    const trn_fft_lanes *here = &x[k], *there = &x[k ? n - k : 0];
    FFT_EACH {
        of_re->re[l] = here->re[l] + there->re[l];
        of_re->im[l] = here->im[l] - there->im[l];
        of_im->re[l] = here->im[l] + there->im[l];
        of_im->im[l] = there->re[l] - here->re[l];
    }
}

static void store_column(double *plane, const normal_to_height_args *a, int32_t y, int32_t rows, int32_t k, const double *value)
{
    for (int32_t l = 0; l < rows; ++l) plane[(int64_t)(y + l) * a->pitch + k] = value[l];
}

static void across_block(const normal_to_height_args *a, int32_t y)
{
    static const double zeros[LANES];
    const int32_t rows = trn_min_i(LANES, a->height - y), n = a->width;
    for (int32_t l = 0; l < LANES; ++l) {
        if (l < rows) load_slopes(a, y + l, l);
        else
            for (int32_t x = 0; x < n; ++x) a->room[x].re[l] = a->room[x].im[l] = 0.0;
    }
    const trn_fft_lanes *x = fft_run(a->across, a->room);
    for (int32_t k = 0; k < a->columns; ++k) {
        pair p, q;
        split(x, k, n, &p, &q);
        if (a->tile) {
            store_column(a->plane[0], a, y, rows, k, p.re);
            store_column(a->plane[1], a, y, rows, k, p.im);
            store_column(a->plane[2], a, y, rows, k, q.re);
            store_column(a->plane[3], a, y, rows, k, q.im);
        } else {
            const trn_turn t = a->turn_u[k];
            FFT_EACH {
                p.re[l] = p.re[l] * t.cosine - p.im[l] * t.sine;
                q.re[l] = q.re[l] * t.cosine - q.im[l] * t.sine;
            }
            /* the signs have made sine n - k of cosine k */
            store_column(a->plane[0], a, y, rows, k ? n - k : 0, k ? p.re : zeros);
            store_column(a->plane[1], a, y, rows, k, q.re);
        }
    }
    for (int32_t k = a->columns; k < a->pitch; ++k)
        for (int32_t i = 0; i < (a->tile ? 4 : 2); ++i) store_column(a->plane[i], a, y, rows, k, zeros);
}
TRN_FN void slopes_across_rows(const normal_to_height_args *a, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) across_block(a, i * LANES);
}
TRN_ROW_KERNEL(slopes_across)

/* ---- along v and back ------------------------------------------------------------------------------------------------ */

TRN_FN trn_wave wave_of(const normal_to_height_args *a, int32_t column) /* beyond the last one: anything finite */
{
    return a->wave_u[column < a->columns ? column : a->columns - 1];
}
TRN_FN double share_of(trn_wave u, trn_wave v, double scale)
{
    const double e = u.e + v.e;
    return e > 0.0 ? scale / e : 0.0;
}

static void load_columns(const double *re, const double *im, int64_t pitch, int32_t n, trn_fft_lanes *to)
{
    for (int32_t y = 0; y < n; ++y) FFT_EACH {
        to[y].re[l] = re[y * pitch + l];
        to[y].im[l] = im[y * pitch + l];
    }
}

/* Eight columns of waves from k on of a tiled image. */
static void up_tiled(const normal_to_height_args *a, int32_t k)
{
    const int32_t n = a->height;
    trn_fft_lanes *const room = a->room, *const other = room + trn_fft_room(a->up);
    load_columns(a->plane[0] + k, a->plane[1] + k, a->pitch, n, room);
    load_columns(a->plane[2] + k, a->plane[3] + k, a->pitch, n, other);
    const trn_fft_lanes *p = fft_run(a->up, room), *q = fft_run(a->up, other);
    for (int32_t y = 0; y < n; ++y) {
        const trn_wave v = a->wave_v[y];
        for (int32_t l = 0; l < LANES; ++l) {
            const trn_wave u = wave_of(a, k + l);
            const double share = share_of(u, v, a->scale);
            const double re = (u.d * p[y].im[l] + v.d * q[y].im[l]) * share, im = -((u.d * p[y].re[l] + v.d * q[y].re[l]) * share);
            room[y].re[l] = im; /* changed about: the way back */
            room[y].im[l] = re;
        }
    }
    const trn_fft_lanes *z = fft_run(a->up, room);
    for (int32_t y = 0; y < n; ++y) FFT_EACH {
        a->plane[0][y * a->pitch + k + l] = z[y].im[l];
        a->plane[1][y * a->pitch + k + l] = z[y].re[l];
    }
}

/* The way back of cosine waves: c holds two real lines of them, as re and im; the lines come out in mirrored order, im and re
 * changed about. */
static trn_fft_lanes *cosines_back(const trn_fft_plan *plan, const trn_turn *turn, const trn_fft_lanes *c, trn_fft_lanes *room)
{
    const int32_t n = plan->length;
    FFT_EACH {
        room[0].re[l] = c[0].im[l];
        room[0].im[l] = c[0].re[l];
    }
    for (int32_t k = 1; k < n; ++k) {
        const trn_fft_lanes *here = &c[k], *there = &c[n - k];
        const trn_turn t = turn[k];
        FFT_EACH { /* e^(i pi k / 2 n) (c[k] - i c[n - k]) */
            const double re = here->re[l] + there->im[l], im = here->im[l] - there->re[l];
            room[k].re[l] = im * t.cosine - re * t.sine;
            room[k].im[l] = re * t.cosine + im * t.sine;
        }
    }
    return fft_run(plan, room);
}

/* Sixteen columns of waves from k on of a mirrored image. */
static void up_mirrored(const normal_to_height_args *a, int32_t k)
{
    const int32_t n = a->height;
    trn_fft_lanes *const room = a->room, *const waves = room + trn_fft_room(a->up);
    for (int32_t half = 0; half < 2; ++half) {
        const int32_t first = k + half * LANES;
        for (int32_t y = 0; y < n; ++y) {
            trn_fft_lanes *to = &room[trn_mirror_order(y, n)];
            const double *p = a->plane[0] + y * a->pitch + first, *q = a->plane[1] + y * a->pitch + first;
            const double sign = y % 2 ? -1.0 : 1.0;
            FFT_EACH {
                to->re[l] = p[l];
                to->im[l] = sign * q[l];
            }
        }
        const trn_fft_lanes *x = fft_run(a->up, room);
        for (int32_t y = 0; y < n; ++y) {
            pair p, q;
            split(x, y, n, &p, &q);
            const trn_turn t = a->turn_v[y];
            const trn_wave v = a->wave_v[y];
            double *to = half ? waves[y].im : waves[y].re;
            for (int32_t l = 0; l < LANES; ++l) {
                const trn_wave u = wave_of(a, first + l);
                const double cosine = p.re[l] * t.cosine - p.im[l] * t.sine, sine = -(q.re[l] * t.sine + q.im[l] * t.cosine);
                to[l] = -((u.d * cosine + v.d * sine) * share_of(u, v, a->scale));
            }
        }
    }
    const trn_fft_lanes *z = cosines_back(a->up, a->turn_v, waves, room);
    for (int32_t y = 0; y < n; ++y) {
        const trn_fft_lanes *from = &z[trn_mirror_order(y, n)];
        double *to = a->plane[0] + y * a->pitch + k;
        FFT_EACH {
            to[l] = from->im[l];
            to[LANES + l] = from->re[l];
        }
    }
}
TRN_FN void slopes_up_rows(const normal_to_height_args *a, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) {
        if (a->tile) up_tiled(a, i * LANES);
        else up_mirrored(a, i * 2 * LANES);
    }
}
TRN_ROW_KERNEL(slopes_up)

/* ---- back along u ---------------------------------------------------------------------------------------------------- */

TRN_FN double wave_at(const normal_to_height_args *a, int32_t plane, int32_t y, int32_t k)
{
    return y < a->height ? a->plane[plane][(int64_t)y * a->pitch + k] : 0.0;
}

/* Sixteen rows from y on: rows y + l are the real parts, y + 8 + l the imaginary ones, of what comes out. */
static void back_block(const normal_to_height_args *a, int32_t y)
{
    const int32_t n = a->width;
    trn_fft_lanes *const room = a->room, *const waves = room + trn_fft_room(a->across);
    const trn_fft_lanes *z;
    if (a->tile) {
        for (int32_t k = 0; k < a->columns; ++k) {
            trn_fft_lanes *here = &room[k], *there = &room[k ? n - k : 0];
            const double part = here == there ? 0.0 : 1.0; /* waves that are their own mirror image are real */
            for (int32_t l = 0; l < LANES; ++l) {
                const double ar = wave_at(a, 0, y + l, k), ai = part * wave_at(a, 1, y + l, k);
                const double br = wave_at(a, 0, y + LANES + l, k), bi = part * wave_at(a, 1, y + LANES + l, k);
                there->re[l] = br - ai;
                there->im[l] = ar + bi;
                here->re[l] = br + ai;
                here->im[l] = ar - bi;
            }
        }
        z = fft_run(a->across, room);
    } else {
        for (int32_t k = 0; k < n; ++k)
            for (int32_t l = 0; l < LANES; ++l) {
                waves[k].re[l] = wave_at(a, 0, y + l, k);
                waves[k].im[l] = wave_at(a, 0, y + LANES + l, k);
            }
        z = cosines_back(a->across, a->turn_u, waves, room);
    }
    for (int32_t i = 0; i < 2 * LANES && y + i < a->height; ++i) {
        float *row = a->out + (size_t)(y + i) * (size_t)n;
        for (int32_t x = 0; x < n; ++x) {
            const trn_fft_lanes *from = &z[a->tile ? x : trn_mirror_order(x, n)];
            row[x] = (float)(i < LANES ? from->im[i] : from->re[i - LANES]);
        }
    }
}
TRN_FN void heights_back_rows(const normal_to_height_args *a, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) back_block(a, i * 2 * LANES);
}
TRN_ROW_KERNEL(heights_back)
