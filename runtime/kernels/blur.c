#include "kernels/blur.h"

/* A line, or `lanes` of them side by side, whose numbers at one place follow one another. */
typedef struct line {
    const float *from;
    size_t step, across; /* from place to place, and from one of the lines to the next */
    int32_t length, edge;
} line;

TRN_FN void fetch_beyond(const line *l, int32_t lanes, int32_t t, double *restrict out)
{
    const trn_fold f = trn_fold_at(t, l->length, l->edge);
    const float *here = l->from + (size_t)f.at * l->step, *last = l->from + (size_t)(l->length - 1) * l->step;
    for (int32_t k = 0; k < lanes; ++k) {
        double value = f.sign * (double)here[(size_t)k * l->across];
        if (f.first != 0.0) value += f.first * (double)l->from[(size_t)k * l->across];
        if (f.last != 0.0) value += f.last * (double)last[(size_t)k * l->across];
        out[k] = value;
    }
}

/* Places [t0, t1), wherever they are. */
TRN_FN void fetch(const line *l, int32_t lanes, int32_t t0, int32_t t1, double *restrict out)
{
    const int32_t a = trn_clamp_i(0, t0, t1), b = trn_clamp_i(l->length, a, t1);
    int32_t t = t0;
    for (; t < a; ++t, out += lanes) fetch_beyond(l, lanes, t, out);
    if (l->across == 1 && lanes > 1) {
        for (t = a; t < b; ++t) {
            const float *row = l->from + (size_t)t * l->step;
            double *places = out + (size_t)(t - a) * (size_t)lanes;
#pragma omp simd
            for (int32_t k = 0; k < lanes; ++k) places[k] = (double)row[k];
        }
    } else {
        for (int32_t k = 0; k < lanes; ++k) {
            const float *row = l->from + (size_t)k * l->across + (size_t)a * l->step;
            if (lanes == 1 && l->step == 1) {
#pragma omp simd
                for (int32_t i = 0; i < b - a; ++i) out[i] = (double)row[i];
            } else {
                for (int32_t i = 0; i < b - a; ++i) out[(size_t)i * (size_t)lanes + (size_t)k] = (double)row[(size_t)i * l->step];
            }
        }
    }
    out += (size_t)(b - a) * (size_t)lanes;
    for (t = b; t < t1; ++t, out += lanes) fetch_beyond(l, lanes, t, out);
}

/* Nodes [n0, n1): node n stands where cell n begins. A cell gives each of its pixels to the nodes at both ends, by nearness. */
TRN_FN void fetch_nodes(const blur_args *a, const line *l, int32_t lanes, int32_t n0, int32_t n1, double *restrict pixels,
                        double *restrict out)
{
    const int32_t side = a->side, most = trn_max_i(BLUR_NUMBERS / (side * lanes), 1); /* cells at a time */
    const double rate = 1.0 / (double)side;
    double after[BLUR_LANES] = {0.0}; /* what the cell before gives the node at its end */
    for (int32_t c = n0 - 1; c < n1; c += most) {
        const int32_t count = trn_min_i(most, n1 - c);
        const double *z = pixels;
        fetch(l, lanes, c * side - a->before, (c + count) * side - a->before, pixels);
        for (int32_t n = c; n < c + count; ++n) {
            double here[BLUR_LANES] = {0.0}, next[BLUR_LANES] = {0.0};
            for (int32_t j = 0; j < side; ++j, z += lanes) {
                const double w = ((double)j + 0.5) * rate, rest = 1.0 - w;
#pragma omp simd
                for (int32_t k = 0; k < lanes; ++k) {
                    here[k] += rest * z[k];
                    next[k] += w * z[k];
                }
            }
            for (int32_t k = 0; k < lanes; ++k) {
                if (n >= n0) out[(size_t)(n - n0) * (size_t)lanes + (size_t)k] = after[k] + here[k];
                after[k] = next[k];
            }
        }
    }
}

/* out[i] = w[0] in[i] + w[1] (in[i - lanes] + in[i + lanes]) + ...; `in` begins `reach` places earlier. */
TRN_FN void weigh(const double *restrict in, int32_t lanes, const double *w, int32_t reach, int32_t count, double *restrict out)
{
    const double *middle = in + (size_t)reach * (size_t)lanes;
    int32_t k = 1;
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) out[i] = w[0] * middle[i];
    for (; k + 3 <= reach; k += 4) { /* four at a time load and store less */
        const double w0 = w[k], w1 = w[k + 1], w2 = w[k + 2], w3 = w[k + 3];
        const int32_t d0 = k * lanes, d1 = d0 + lanes, d2 = d1 + lanes, d3 = d2 + lanes;
#pragma omp simd
        for (int32_t i = 0; i < count; ++i) {
            double sum = out[i] + w0 * (middle[i - d0] + middle[i + d0]);
            sum += w1 * (middle[i - d1] + middle[i + d1]);
            sum += w2 * (middle[i - d2] + middle[i + d2]);
            out[i] = sum + w3 * (middle[i - d3] + middle[i + d3]);
        }
    }
    for (; k <= reach; ++k) {
        const int32_t d = k * lanes;
#pragma omp simd
        for (int32_t i = 0; i < count; ++i) out[i] += w[k] * (middle[i - d] + middle[i + d]);
    }
}

/* Sums of 1, 2, 4 ... neighbours, each from the one before; those that make up the box are added up. Nothing is ever taken
 * off, so that a sum depends on what is in the box alone. in[] is used up. */
TRN_FN void add_box(const blur_args *a, double *restrict in, int32_t lanes, int32_t count, double *restrict out)
{
    const int32_t wide = a->reach * lanes, rimmed = a->rim > 0.0;
    const int32_t length = 2 * (a->reach - rimmed) + 1;
    int32_t valid = count + 2 * wide, begin = rimmed * lanes;
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) out[i] = rimmed ? a->rim * (in[i] + in[i + 2 * wide]) : 0.0;
    for (int32_t m = 1;; m *= 2) {
        if (length & m) {
#pragma omp simd
            for (int32_t i = 0; i < count; ++i) out[i] += in[i + begin];
            begin += m * lanes;
        }
        if (length < 2 * m) break;
        valid -= m * lanes;
#pragma omp simd
        for (int32_t i = 0; i < valid; ++i) in[i] += in[i + m * lanes];
    }
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) out[i] *= a->weights[0];
}

/* A cubic B-spline's weights for the nodes around pixel j of a cell. */
typedef struct spline { double w[4]; } spline;
TRN_FN spline spline_at(int32_t j, double rate)
{
    const double u = ((double)j + 0.5) * rate, v = 1.0 - u, u2 = u * u, u3 = u2 * u;
    const double first = v * v * v * (1.0 / 6.0), second = 0.5 * u3 - u2 + 2.0 / 3.0, last = u3 * (1.0 / 6.0);
    const spline s = {{first, second, 1.0 - ((first + second) + last), last}};
    return s;
}
TRN_FN float between(spline s, const double *n, int32_t lanes)
{
    return (float)((s.w[0] * n[0] + s.w[1] * n[lanes]) + (s.w[2] * n[2 * lanes] + s.w[3] * n[3 * lanes]));
}

/* Pixels [t0, t1) of the nodes around them; nodes[0] is the one before the cell of t0. */
TRN_FN void spread(const blur_args *a, const line *l, int32_t lanes, const double *restrict nodes, int32_t t0, int32_t t1,
                   float *restrict to)
{
    const double rate = 1.0 / (double)a->side;
    for (int32_t t = t0, j = (t0 + a->before) % a->side; t < t1; ++t) {
        const spline s = spline_at(j, rate);
        float *row = to + (size_t)t * l->step;
        if (l->across == 1) {
#pragma omp simd
            for (int32_t k = 0; k < lanes; ++k) row[k] = between(s, nodes + k, lanes);
        } else {
            float pixels[BLUR_LANES];
#pragma omp simd
            for (int32_t k = 0; k < lanes; ++k) pixels[k] = between(s, nodes + k, lanes);
            for (int32_t k = 0; k < lanes; ++k) row[(size_t)k * l->across] = pixels[k];
        }
        if (++j == a->side) {
            j = 0;
            nodes += lanes;
        }
    }
}

TRN_FN void blur_line(const blur_args *a, const line *l, int32_t lanes, float *to)
{
    const int32_t chunk = trn_blur_chunk(a);
    double *in = a->scratch, *out = in + (size_t)(chunk + (a->side > 1 ? 3 : 0) + 2 * a->reach) * (size_t)lanes;
    if (a->side > 1) {
        double *pixels = out + (size_t)(chunk + 3) * (size_t)lanes;
        for (int32_t t = 0, cell = 0; t < l->length; cell += chunk) {
            const int32_t end = trn_min_i(l->length, (cell + chunk) * a->side - a->before);
            fetch_nodes(a, l, lanes, cell - 1 - a->reach, cell + chunk + 2 + a->reach, pixels, in);
            weigh(in, lanes, a->weights, a->reach, (chunk + 3) * lanes, out);
            spread(a, l, lanes, out, t, end, to);
            t = end;
        }
        return;
    }
    for (int32_t t = 0; t < l->length; t += chunk) {
        const int32_t end = trn_min_i(l->length, t + chunk), count = (end - t) * lanes;
        fetch(l, lanes, t - a->reach, end + a->reach, in);
        if (a->box) add_box(a, in, lanes, count, out);
        else weigh(in, lanes, a->weights, a->reach, count, out);
        if (lanes == 1 && l->step == 1) {
            float *row = to + t;
#pragma omp simd
            for (int32_t i = 0; i < count; ++i) row[i] = (float)out[i];
        } else {
            for (int32_t i = 0; i < end - t; ++i) {
                float *row = to + (size_t)(t + i) * l->step;
#pragma omp simd
                for (int32_t k = 0; k < lanes; ++k) row[k] = (float)out[i * lanes + k];
            }
        }
    }
}

TRN_FN void blur_rows(const blur_args *a, int32_t y0, int32_t y1)
{
    const int32_t most = trn_blur_lanes(a), all = a->down ? a->width : a->height;
    const size_t along = a->down ? (size_t)a->width : 1, across = a->down ? 1 : (size_t)a->width;
    for (int32_t y = y0; y < y1; ++y) {
        const size_t begin = (size_t)y * (size_t)most * across;
        const line l = {
            .from = a->from + begin, .step = along, .across = across, .length = a->down ? a->height : a->width, .edge = a->edge,
        };
        const int32_t lanes = trn_min_i(most, all - y * most);
        if (lanes == BLUR_LANES) blur_line(a, &l, BLUR_LANES, a->to + begin); /* constants make better loops */
        else if (lanes == 1) blur_line(a, &l, 1, a->to + begin);
        else blur_line(a, &l, lanes, a->to + begin);
    }
}
TRN_ROW_KERNEL(blur)
