/* fft_lanes.h - the transform itself, for kernels that load and store in ways of their own. */
#ifndef TRN_FFT_LANES_H
#define TRN_FFT_LANES_H
#include "kernels/fft.h"

#define FFT_EACH _Pragma("omp simd") for (int32_t l = 0; l < TRN_FFT_LANES; ++l)
#define FFT_STATIC static __attribute__((unused))

/* One stage: of the numbers x[q + done (p + m j)], j = 0 ... radix - 1, a transform of length radix, times e^(-2 pi i p k/(radix m)),
 * goes to y[q + done (radix p + k)], for q < done and p < m. */
FFT_STATIC void fft_stage2(const trn_fft_lanes *restrict x, trn_fft_lanes *restrict y, const trn_turn *w, size_t done, size_t m)
{
    for (size_t p = 0; p < m; ++p, w += 1)
        for (size_t q = 0; q < done; ++q) {
            const trn_fft_lanes *restrict x0 = x + q + done * p, *restrict x1 = x0 + done * m;
            trn_fft_lanes *restrict y0 = y + q + done * 2 * p, *restrict y1 = y0 + done;
            const double c = w->cosine, s = w->sine;
            FFT_EACH {
                const double re = x0->re[l] - x1->re[l], im = x0->im[l] - x1->im[l];
                y0->re[l] = x0->re[l] + x1->re[l];
                y0->im[l] = x0->im[l] + x1->im[l];
                y1->re[l] = re * c + im * s;
                y1->im[l] = im * c - re * s;
            }
        }
}
FFT_STATIC void fft_stage3(const trn_fft_lanes *restrict x, trn_fft_lanes *restrict y, const trn_turn *w, size_t done, size_t m)
{
    const double sine = 0.86602540378443864676; /* of a third of a turn, whose cosine is -1/2 */
    for (size_t p = 0; p < m; ++p, w += 2)
        for (size_t q = 0; q < done; ++q) {
            const trn_fft_lanes *restrict x0 = x + q + done * p, *restrict x1 = x0 + done * m, *restrict x2 = x1 + done * m;
            trn_fft_lanes *restrict y0 = y + q + done * 3 * p, *restrict y1 = y0 + done, *restrict y2 = y1 + done;
            const double c1 = w[0].cosine, s1 = w[0].sine, c2 = w[1].cosine, s2 = w[1].sine;
            FFT_EACH {
                const double sr = x1->re[l] + x2->re[l], si = x1->im[l] + x2->im[l];
                const double dr = (x1->re[l] - x2->re[l]) * sine, di = (x1->im[l] - x2->im[l]) * sine;
                const double mr = x0->re[l] - 0.5 * sr, mi = x0->im[l] - 0.5 * si;
                const double ar = mr + di, ai = mi - dr, br = mr - di, bi = mi + dr;
                y0->re[l] = x0->re[l] + sr;
                y0->im[l] = x0->im[l] + si;
                y1->re[l] = ar * c1 + ai * s1;
                y1->im[l] = ai * c1 - ar * s1;
                y2->re[l] = br * c2 + bi * s2;
                y2->im[l] = bi * c2 - br * s2;
            }
        }
}
FFT_STATIC void fft_stage4(const trn_fft_lanes *restrict x, trn_fft_lanes *restrict y, const trn_turn *w, size_t done, size_t m)
{
    for (size_t p = 0; p < m; ++p, w += 3)
        for (size_t q = 0; q < done; ++q) {
            const trn_fft_lanes *restrict x0 = x + q + done * p, *restrict x1 = x0 + done * m, *restrict x2 = x1 + done * m, *restrict x3 = x2 + done * m;
            trn_fft_lanes *restrict y0 = y + q + done * 4 * p, *restrict y1 = y0 + done, *restrict y2 = y1 + done, *restrict y3 = y2 + done;
            const double c1 = w[0].cosine, s1 = w[0].sine, c2 = w[1].cosine, s2 = w[1].sine, c3 = w[2].cosine, s3 = w[2].sine;
            FFT_EACH {
                const double ar = x0->re[l] + x2->re[l], ai = x0->im[l] + x2->im[l], br = x0->re[l] - x2->re[l], bi = x0->im[l] - x2->im[l];
                const double cr = x1->re[l] + x3->re[l], ci = x1->im[l] + x3->im[l], dr = x1->re[l] - x3->re[l], di = x1->im[l] - x3->im[l];
                const double er = br + di, ei = bi - dr, fr = ar - cr, fi = ai - ci, gr = br - di, gi = bi + dr;
                y0->re[l] = ar + cr;
                y0->im[l] = ai + ci;
                y1->re[l] = er * c1 + ei * s1;
                y1->im[l] = ei * c1 - er * s1;
                y2->re[l] = fr * c2 + fi * s2;
                y2->im[l] = fi * c2 - fr * s2;
                y3->re[l] = gr * c3 + gi * s3;
                y3->im[l] = gi * c3 - gr * s3;
            }
        }
}
FFT_STATIC void fft_stage5(const trn_fft_lanes *restrict x, trn_fft_lanes *restrict y, const trn_turn *w, size_t done, size_t m)
{
    /* cosines and sines of a fifth and of two fifths of a turn */
    const double ca = 0.30901699437494742410, cb = -0.80901699437494742410, sa = 0.95105651629515357212, sb = 0.58778525229247312917;
    for (size_t p = 0; p < m; ++p, w += 4)
        for (size_t q = 0; q < done; ++q) {
            const trn_fft_lanes *restrict x0 = x + q + done * p, *restrict x1 = x0 + done * m, *restrict x2 = x1 + done * m,
                                *restrict x3 = x2 + done * m, *restrict x4 = x3 + done * m;
            trn_fft_lanes *restrict y0 = y + q + done * 5 * p, *restrict y1 = y0 + done, *restrict y2 = y1 + done, *restrict y3 = y2 + done,
                          *restrict y4 = y3 + done;
            FFT_EACH {
                const double sr = x1->re[l] + x4->re[l], si = x1->im[l] + x4->im[l], tr = x2->re[l] + x3->re[l], ti = x2->im[l] + x3->im[l];
                const double dr = x1->re[l] - x4->re[l], di = x1->im[l] - x4->im[l], er = x2->re[l] - x3->re[l], ei = x2->im[l] - x3->im[l];
                const double ar = x0->re[l] + (ca * sr + cb * tr), ai = x0->im[l] + (ca * si + cb * ti);
                const double br = x0->re[l] + (cb * sr + ca * tr), bi = x0->im[l] + (cb * si + ca * ti);
                const double ur = sa * di + sb * ei, ui = sa * dr + sb * er, vr = sb * di - sa * ei, vi = sb * dr - sa * er;
                const double r1 = ar + ur, i1 = ai - ui, r4 = ar - ur, i4 = ai + ui, r2 = br + vr, i2 = bi - vi, r3 = br - vr, i3 = bi + vi;
                y0->re[l] = x0->re[l] + (sr + tr);
                y0->im[l] = x0->im[l] + (si + ti);
                y1->re[l] = r1 * w[0].cosine + i1 * w[0].sine;
                y1->im[l] = i1 * w[0].cosine - r1 * w[0].sine;
                y2->re[l] = r2 * w[1].cosine + i2 * w[1].sine;
                y2->im[l] = i2 * w[1].cosine - r2 * w[1].sine;
                y3->re[l] = r3 * w[2].cosine + i3 * w[2].sine;
                y3->im[l] = i3 * w[2].cosine - r3 * w[2].sine;
                y4->re[l] = r4 * w[3].cosine + i4 * w[3].sine;
                y4->im[l] = i4 * w[3].cosine - r4 * w[3].sine;
            }
        }
}

/* All stages, from x to and fro; the block that holds the result. */
FFT_STATIC trn_fft_lanes *fft_stages(const trn_fft_plan *plan, trn_fft_lanes *x, trn_fft_lanes *y)
{
    const trn_turn *w = plan->twiddle;
    size_t done = 1;
    for (int32_t i = 0; i < plan->stages; ++i) {
        const size_t radix = plan->radix[i], m = (size_t)plan->inner / (done * radix);
        if (radix == 4) fft_stage4(x, y, w, done, m);
        else if (radix == 2) fft_stage2(x, y, w, done, m);
        else if (radix == 3) fft_stage3(x, y, w, done, m);
        else fft_stage5(x, y, w, done, m);
        trn_fft_lanes *const swap = x;
        x = y;
        y = swap;
        w += m * (radix - 1);
        done *= radix;
    }
    return x;
}

/* x times the turn, with re and im changing places on the way in (from) or out (to) */
TRN_FN void fft_turn(const trn_fft_lanes *x, trn_fft_lanes *y, trn_turn t)
{
    FFT_EACH {
        const double re = x->re[l], im = x->im[l];
        y->re[l] = re * t.cosine - im * t.sine;
        y->im[l] = re * t.sine + im * t.cosine;
    }
}
TRN_FN void fft_swap(trn_fft_lanes *x)
{
    FFT_EACH {
        const double re = x->re[l];
        x->re[l] = x->im[l];
        x->im[l] = re;
    }
}

/* Transforms room[0 ... length - 1]; returns where the result is. The inverse, undivided, is the same with re and im changed
 * about, before and after. */
FFT_STATIC trn_fft_lanes *fft_run(const trn_fft_plan *plan, trn_fft_lanes *room)
{
    trn_fft_lanes *const other = room + plan->inner;
    const int32_t n = plan->length;
    if (plan->inner == n) return fft_stages(plan, room, other);
    for (int32_t j = 0; j < n; ++j) fft_turn(&room[j], &room[j], (trn_turn){plan->chirp[j].cosine, -plan->chirp[j].sine});
    for (int32_t j = n; j < plan->inner; ++j) FFT_EACH room[j].re[l] = room[j].im[l] = 0.0;
    trn_fft_lanes *x = fft_stages(plan, room, other);
    for (int32_t j = 0; j < plan->inner; ++j) {
        fft_turn(&x[j], &x[j], plan->spectrum[j]);
        fft_swap(&x[j]);
    }
    x = fft_stages(plan, x, x == room ? other : room);
    for (int32_t j = 0; j < n; ++j) {
        fft_swap(&x[j]);
        fft_turn(&x[j], &x[j], (trn_turn){plan->chirp[j].cosine, -plan->chirp[j].sine});
    }
    return x;
}
#endif
