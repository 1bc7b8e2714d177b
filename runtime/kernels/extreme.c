#include "kernels/extreme.h"
#include "math/bits.h"

#define LEAST ((int32_t)(-2147483647 - 1)) /* no number's */

TRN_FN int32_t key_of(float x, int32_t flip)
{
    const int32_t key = (int32_t)(trn_order_f(x) ^ 0x80000000u) ^ flip;
    return x == x ? key : LEAST;
}
TRN_FN float number_of(int32_t key, int32_t flip) { return trn_unorder_f((uint32_t)(key ^ flip) ^ 0x80000000u); }

/* Columns [x0, x1) of a row, wherever they are. */
TRN_FN void fetch_row(const float *row, int32_t width, int32_t wrap, int32_t flip, int32_t x0, int32_t x1, int32_t *restrict out)
{
    const int32_t begin = trn_clamp_i(0, x0, x1), end = trn_clamp_i(width, begin, x1);
    for (int32_t x = x0; x < begin; ++x) out[x - x0] = wrap ? key_of(row[trn_wrap_i(x, width)], flip) : LEAST;
#pragma omp simd
    for (int32_t x = begin; x < end; ++x) out[x - x0] = key_of(row[x], flip);
    for (int32_t x = end; x < x1; ++x) out[x - x0] = wrap ? key_of(row[trn_wrap_i(x, width)], flip) : LEAST;
}

/* ---- squares ---- */

TRN_FN void extreme_along_rows(const extreme_along_args *a, int32_t y0, int32_t y1)
{
    const int32_t length = 2 * a->radius + 1;
    for (int32_t y = y0; y < y1; ++y) {
        const size_t at = (size_t)y * (size_t)a->width;
        int32_t *restrict in = a->scratch, *restrict out = a->keys + at;
        int32_t taken = 1, count = a->width + 2 * a->radius;
        fetch_row(a->from + at, a->width, a->wrap, a->flip, -a->radius, a->width + a->radius, in);
        for (; 2 * taken <= length; taken *= 2) {
            count -= taken;
#pragma omp simd
            for (int32_t i = 0; i < count; ++i) in[i] = trn_max_i(in[i], in[i + taken]);
        }
        const int32_t *last = in + (length - taken);
#pragma omp simd
        for (int32_t i = 0; i < a->width; ++i) out[i] = trn_max_i(in[i], last[i]);
    }
}
TRN_ROW_KERNEL(extreme_along)

/* Row t of a bundle, wherever that is. lanes: a constant where it matters */
TRN_FN void fetch(const extreme_down_args *a, int32_t lanes, int32_t first, int32_t t, int32_t *restrict out)
{
    if (a->wrap && (t < 0 || t >= a->height)) t = trn_wrap_i(t, a->height);
    const int32_t *row = a->keys + (size_t)(t < 0 || t >= a->height ? 0 : t) * (size_t)a->width + (size_t)first;
    if (t < 0 || t >= a->height)
        for (int32_t k = 0; k < lanes; ++k) out[k] = LEAST;
    else
        for (int32_t k = 0; k < lanes; ++k) out[k] = row[k];
}
/* voids: where they were */
TRN_FN void put(const float *from, float *to, const int32_t *keys, int32_t flip, int32_t count)
{
#pragma omp simd
    for (int32_t k = 0; k < count; ++k) {
        const float value = number_of(keys[k], flip);
        to[k] = from[k] == from[k] ? value : from[k];
    }
}

/* Rows are cut into blocks as long as the window. A window ends in the block after the one in which it begins: the greatest number
 * from its begin to the end of the one, and from the beginning of the other to its end. */
TRN_FN void bundle(const extreme_down_args *a, int32_t lanes, int32_t first)
{
    const int32_t block = 2 * a->radius + 1;
    int32_t *ending = a->scratch, *next = ending + (size_t)block * EXTREME_LANES;
    for (int32_t k = 0; k < block; ++k) fetch(a, lanes, first, k - a->radius, next + (size_t)k * EXTREME_LANES);
    for (int32_t t = 0; t < a->height; t += block) {
        int32_t *swap = ending, beginning[EXTREME_LANES], both[EXTREME_LANES];
        ending = next;
        next = swap;
        for (int32_t k = block - 2; k >= 0; --k) {
            int32_t *here = ending + (size_t)k * EXTREME_LANES;
#pragma omp simd
            for (int32_t i = 0; i < lanes; ++i) here[i] = trn_max_i(here[i], here[i + EXTREME_LANES]);
        }
        for (int32_t i = 0; i < lanes; ++i) beginning[i] = LEAST;
        for (int32_t k = 0; k < block && t + k < a->height; ++k) {
            const int32_t *here = ending + (size_t)k * EXTREME_LANES;
            const size_t at = (size_t)(t + k) * (size_t)a->width + (size_t)first;
            int32_t *ahead = next + (size_t)k * EXTREME_LANES;
#pragma omp simd
            for (int32_t i = 0; i < lanes; ++i) both[i] = trn_max_i(here[i], beginning[i]);
            put(a->from + at, a->to + at, both, a->flip, lanes);
            fetch(a, lanes, first, t + k + a->radius + 1, ahead);
#pragma omp simd
            for (int32_t i = 0; i < lanes; ++i) beginning[i] = trn_max_i(beginning[i], ahead[i]);
        }
    }
}

TRN_FN void extreme_down_rows(const extreme_down_args *a, int32_t b0, int32_t b1)
{
    for (int32_t b = b0; b < b1; ++b) {
        const int32_t first = b * EXTREME_LANES, lanes = trn_min_i(a->width - first, EXTREME_LANES);
        if (lanes == EXTREME_LANES) bundle(a, EXTREME_LANES, first);
        else bundle(a, lanes, first);
    }
}
TRN_ROW_KERNEL(extreme_down)

/* ---- chords ---- */

TRN_FN void tile(const extreme_chords_args *a, int32_t x0, int32_t y0)
{
    const int32_t count = trn_min_i(a->width - x0, EXTREME_COLUMNS), rows = trn_min_i(a->height - y0, EXTREME_BAND);
    const int32_t pitch = EXTREME_COLUMNS + 2 * a->longest, long_count = count + 2 * a->longest;
    int32_t *sums = a->scratch, *table = sums + EXTREME_BAND * EXTREME_COLUMNS;
    for (int32_t i = 0; i < rows * EXTREME_COLUMNS; ++i) sums[i] = LEAST;
    for (int32_t s = y0 - a->reach; s < y0 + rows + a->reach; ++s) {
        if (!a->wrap && (s < 0 || s >= a->height)) continue;
        const float *row = a->from + (size_t)(a->wrap ? trn_wrap_i(s, a->height) : s) * (size_t)a->width;
        fetch_row(row, a->width, a->wrap, a->flip, x0 - a->longest, x0 + count + a->longest, table);
        for (int32_t level = 1; level < a->levels; ++level) {
            const int32_t *restrict below = table + (size_t)(level - 1) * (size_t)pitch;
            int32_t *restrict here = table + (size_t)level * (size_t)pitch;
            const int32_t half = 1 << (level - 1), most = long_count - 2 * half + 1;
#pragma omp simd
            for (int32_t i = 0; i < most; ++i) here[i] = trn_max_i(below[i], below[i + half]);
        }
        const int32_t from = trn_max_i(y0, s - a->reach), to = trn_min_i(y0 + rows - 1, s + a->reach);
        for (int32_t y = from; y <= to; ++y) {
            const extreme_chord c = a->chords[s < y ? y - s : s - y];
            const int32_t *restrict left = table + (size_t)c.level * (size_t)pitch + (size_t)(a->longest - c.half);
            const int32_t *restrict right = left + (2 * c.half + 1 - (1 << c.level));
            int32_t *restrict sum = sums + (size_t)(y - y0) * EXTREME_COLUMNS;
#pragma omp simd
            for (int32_t i = 0; i < count; ++i) sum[i] = trn_max_i(sum[i], trn_max_i(left[i], right[i]));
        }
    }
    for (int32_t y = 0; y < rows; ++y) {
        const size_t at = (size_t)(y0 + y) * (size_t)a->width + (size_t)x0;
        put(a->from + at, a->to + at, sums + (size_t)y * EXTREME_COLUMNS, a->flip, count);
    }
}

TRN_FN void extreme_chords_rows(const extreme_chords_args *a, int32_t t0, int32_t t1)
{
    const int32_t across = extreme_across(a);
    for (int32_t t = t0; t < t1; ++t) tile(a, t % across * EXTREME_COLUMNS, t / across * EXTREME_BAND);
}
TRN_ROW_KERNEL(extreme_chords)

TRN_FN void extreme_difference_cell(const extreme_difference_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    a->to[i] = trn_one_nan_f(a->a[i] - a->b[i]);
}
TRN_CELL_KERNEL(extreme_difference)
