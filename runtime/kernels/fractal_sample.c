#include "kernels/fractal_sample.h"
#include "math/scalar.h"

#define CHUNK 64
#define EACH _Pragma("omp simd") for (int32_t i = 0; i < n; ++i)

/* The pixels around places, and how far these are on from the first to the second. -1: outside, where it is black. */
typedef struct taps { int32_t x0[CHUNK], x1[CHUNK], y0[CHUNK], y1[CHUNK]; double fx[CHUNK], fy[CHUNK]; } taps;

/* border: a constant */
TRN_FN double meet(int32_t border, double cell, double size, double inverse)
{
    const double last = size - 1.0;
    if (border == FRACTAL_BLACK) return ((cell >= 0.0) & (cell <= last)) ? cell : -1.0;
    if (border == FRACTAL_WRAP) { /* the quotient may be one off */
        cell -= size * trn_floor(cell * inverse);
        cell = cell < 0.0 ? cell + size : cell;
        cell = cell > last ? cell - size : cell;
    }
    return trn_clamp(cell, 0.0, last);
}

/* n: a constant, CHUNK or 1 */
TRN_FN void find_taps(const fractal_view *v, const fractal_octave *octave, int32_t border, int32_t x, int32_t y, double width, double height,
                      int32_t n, taps *t)
{
    const fractal_octave o = *octave;
    const double up = (double)y + 0.5 - 0.5 * height, across = 0.5 - 0.5 * width, by_width = 1.0 / width, by_height = 1.0 / height;
    const double point = v->point ? 1.0 : 0.0;
    EACH {
        const double at = (double)(x + i) + across;
        double u = o.xx * at + o.xy * up + o.x0, w = o.yx * at + o.yy * up + o.y0;
        u = point != 0.0 ? trn_floor(u + 0.5) : u;
        w = point != 0.0 ? trn_floor(w + 0.5) : w;
        const double left = trn_floor(u), low = trn_floor(w), fx = u - left, fy = w - low;
        const double right = fx == 0.0 ? left : left + 1.0, high = fy == 0.0 ? low : low + 1.0;
        t->fx[i] = fx;
        t->fy[i] = fy;
        t->x0[i] = (int32_t)meet(border, left, width, by_width);
        t->x1[i] = (int32_t)meet(border, right, width, by_width);
        t->y0[i] = (int32_t)meet(border, low, height, by_height);
        t->y1[i] = (int32_t)meet(border, high, height, by_height);
    }
}
TRN_FN void find(const fractal_view *v, int32_t octave, int32_t x, int32_t y, int32_t width, int32_t height, int32_t n, taps *t)
{
    const fractal_octave *o = &v->octave[octave];
    if (v->border == FRACTAL_WRAP) find_taps(v, o, FRACTAL_WRAP, x, y, width, height, n, t);
    else if (v->border == FRACTAL_CLAMP) find_taps(v, o, FRACTAL_CLAMP, x, y, width, height, n, t);
    else find_taps(v, o, FRACTAL_BLACK, x, y, width, height, n, t);
}

TRN_FN double pixel(const float *plane, int32_t width, int32_t x, int32_t y)
{
    return (x | y) < 0 ? 0.0 : (double)plane[(size_t)y * (size_t)width + (size_t)x];
}
TRN_FN double between(double a, double b, double f) { return f == 0.0 ? a : a + (b - a) * f; }
TRN_FN double sample(const taps *t, int32_t i, const float *plane, int32_t width)
{
    const double low = between(pixel(plane, width, t->x0[i], t->y0[i]), pixel(plane, width, t->x1[i], t->y0[i]), t->fx[i]);
    const double high = between(pixel(plane, width, t->x0[i], t->y1[i]), pixel(plane, width, t->x1[i], t->y1[i]), t->fx[i]);
    return between(low, high, t->fy[i]);
}

/* n as in find_taps; the first `count` of them are there */
TRN_FN void fractal_sample_chunk(const fractal_sample_args *a, int32_t x, int32_t y, int32_t n, int32_t count)
{
    float *out = a->out + (size_t)y * (size_t)a->width + (size_t)x;
    double sum[CHUNK], most[CHUNK];
    taps t;
    for (int32_t i = 0; i < n; ++i) sum[i] = most[i] = 0.0;
    for (int32_t k = 0; k < a->view.octaves; ++k) {
        const double weight = a->view.octave[k].weight, add = a->view.octave[k].add;
        find(&a->view, k, x, y, a->width, a->height, n, &t);
        for (int32_t i = 0; i < count; ++i) {
            const double value = weight * sample(&t, i, a->from, a->width), shifted = value + add;
            sum[i] += value;
            most[i] = k == 0 || shifted > most[i] || shifted != shifted ? shifted : most[i];
        }
    }
    for (int32_t i = 0; i < count; ++i) out[i] = (float)(a->greatest ? most[i] : sum[i] / a->total + a->add);
}

/* Porter and Duff 1984, for colours that are not multiplied by their alpha. */
TRN_FN void fractal_over_chunk(const fractal_over_args *a, int32_t x, int32_t y, int32_t n, int32_t count)
{
    float *out = a->out + (size_t)y * (size_t)a->width + (size_t)x;
    double all[4][CHUNK];
    taps t;
    for (int32_t k = 0; k < a->view.octaves; ++k) {
        find(&a->view, k, x, y, a->width, a->height, n, &t);
        for (int32_t i = 0; i < count; ++i) {
            double s[4];
            for (int32_t c = 0; c < 4; ++c) s[c] = sample(&t, i, a->from + (size_t)c * (size_t)a->from_stride, a->width);
            if (k == 0) {
                for (int32_t c = 0; c < 4; ++c) all[c][i] = s[c];
                continue;
            }
            const double alpha = trn_saturate(s[3] * a->view.octave[k].weight), under = all[3][i] * (1.0 - alpha), both = alpha + under;
            for (int32_t c = 0; c < 3; ++c) all[c][i] = both <= 0.0 ? 0.0 : (alpha * s[c] + under * all[c][i]) / both;
            all[3][i] = both;
        }
    }
    for (int32_t c = 0; c < 4; ++c)
        for (int32_t i = 0; i < count; ++i) out[(size_t)c * (size_t)a->stride + (size_t)i] = (float)all[c][i];
}

TRN_FN void fractal_sample_rows(const fractal_sample_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; x += CHUNK) fractal_sample_chunk(a, x, y, CHUNK, trn_min_i(a->width - x, CHUNK));
}
TRN_FN void fractal_sample_cell(const fractal_sample_args *a, int32_t x, int32_t y) { fractal_sample_chunk(a, x, y, 1, 1); }
TRN_SPLIT_KERNEL(fractal_sample)

TRN_FN void fractal_over_rows(const fractal_over_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; x += CHUNK) fractal_over_chunk(a, x, y, CHUNK, trn_min_i(a->width - x, CHUNK));
}
TRN_FN void fractal_over_cell(const fractal_over_args *a, int32_t x, int32_t y) { fractal_over_chunk(a, x, y, 1, 1); }
TRN_SPLIT_KERNEL(fractal_over)
#undef CHUNK
#undef EACH
