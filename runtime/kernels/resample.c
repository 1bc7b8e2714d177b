#include "kernels/resample.h"
#include "math/scalar.h"

enum { RESAMPLE_BLOCK = 256 };

/* Nothing, as what leaves a sum as it is: -0 + x is x, be it -0. `exact` is a constant here as below. */
TRN_FN double resample_tap(const resample_args *a, size_t row, const resample_taps *c, int k, int exact)
{
    const size_t i = row + (size_t)c->at[k];
    return c->weight[k] != 0.0 ? c->weight[k] * (exact ? a->exact_from[i] : (double)a->from[i]) : -0.0;
}

/* `count` columns from x on of a row of the source */
TRN_FN void resample_line(const resample_args *a, int32_t x, int32_t count, int32_t from, double *restrict line, int exact)
{
    const size_t row = (size_t)from * (size_t)a->from_width;
    for (int32_t i = 0; i < count; ++i) {
        const resample_taps *c = &a->columns[x + i];
        line[i] = ((resample_tap(a, row, c, 0, exact) + resample_tap(a, row, c, 1, exact)) + resample_tap(a, row, c, 2, exact)) +
                  resample_tap(a, row, c, 3, exact);
    }
}

TRN_FN void resample_mix(const resample_args *a, size_t at, int32_t count, int n, const double *const line[RESAMPLE_TAPS],
                         const double weight[RESAMPLE_TAPS], int exact)
{
    const double *l0 = line[0], *l1 = line[1], *l2 = line[2], *l3 = line[3];
    const double w0 = weight[0], w1 = weight[1], w2 = weight[2], w3 = weight[3];
    float *restrict out = exact ? 0 : a->out + at;
    double *restrict exact_out = exact ? a->exact_out + at : 0;
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) {
        double sum = w0 * l0[i];
        if (n > 1) sum += w1 * l1[i];
        if (n > 2) sum += w2 * l2[i];
        if (n > 3) sum += w3 * l3[i];
        if (exact) exact_out[i] = sum == sum ? sum : (double)NAN;
        else out[i] = trn_one_nan_f((float)sum);
    }
}

/* Rows of the source that are ready, in a block of columns. The next rows of the result mostly need the same ones. */
typedef struct resample_ready { int32_t row[RESAMPLE_TAPS]; double line[RESAMPLE_TAPS][RESAMPLE_BLOCK]; } resample_ready;

TRN_FN int resample_slot(const resample_ready *ready, const resample_taps *r, int32_t row)
{
    for (int s = 0; s < RESAMPLE_TAPS; ++s)
        if (ready->row[s] == row) return s;
    for (int s = 0; s < RESAMPLE_TAPS; ++s) { /* one that this row of the result does not need */
        int needed = 0;
        for (int k = 0; k < RESAMPLE_TAPS; ++k) needed |= r->weight[k] != 0.0 && r->at[k] == ready->row[s];
        if (!needed) return s;
    }
    return 0; /* never: row itself is needed and not among the four */
}

TRN_FN void resample_block(const resample_args *a, resample_ready *ready, int32_t x, int32_t count, int32_t y, int exact)
{
    const resample_taps *r = &a->rows[y];
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
    const double *line[RESAMPLE_TAPS] = {0};
    double weight[RESAMPLE_TAPS] = {0};
    int n = 0;
    for (int k = 0; k < RESAMPLE_TAPS; ++k) {
        if (r->weight[k] == 0.0) continue;
        const int s = resample_slot(ready, r, r->at[k]);
        if (ready->row[s] != r->at[k]) resample_line(a, x, count, r->at[k], ready->line[s], exact);
        ready->row[s] = r->at[k];
        line[n] = ready->line[s];
        weight[n++] = r->weight[k];
    }
    if (n == 1) resample_mix(a, at, count, 1, line, weight, exact);
    else if (n == 2) resample_mix(a, at, count, 2, line, weight, exact);
    else if (n == 3) resample_mix(a, at, count, 3, line, weight, exact);
    else resample_mix(a, at, count, 4, line, weight, exact);
}

TRN_FN void resample_rows(const resample_args *a, int32_t y0, int32_t y1)
{
    resample_ready ready;
    for (int32_t x = 0; x < a->width; x += RESAMPLE_BLOCK) {
        const int32_t count = trn_min_i(a->width - x, RESAMPLE_BLOCK);
        for (int s = 0; s < RESAMPLE_TAPS; ++s) ready.row[s] = -1;
        for (int32_t y = y0; y < y1; ++y) {
            if (a->exact_from) resample_block(a, &ready, x, count, y, 1);
            else resample_block(a, &ready, x, count, y, 0);
        }
    }
}
TRN_ROW_KERNEL(resample)
