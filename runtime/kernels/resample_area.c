#include "kernels/resample.h"
#include "math/scalar.h"

enum { AREA_PIECE = 1024, AREA_BLOCK = 128 };

TRN_FN double area_at(const resample_area_args *a, size_t i, int exact) { return exact ? a->exact_from[i] : (double)a->from[i]; }
TRN_FN double area_weight(const resample_span *s, int32_t k) { return k == 0 ? s->first : k == s->count - 1 ? s->last : s->inner; }

/* `count` columns of the source from x on, summed up over the rows of a span */
TRN_FN void area_down(const resample_area_args *a, const resample_span *r, int32_t x, int32_t count, double *restrict sum, int exact)
{
    for (int32_t k = 0; k < r->count; ++k) {
        const size_t row = (size_t)(r->at + k) * (size_t)a->from_width + (size_t)x;
        const double w = area_weight(r, k);
        if (k == 0) {
#pragma omp simd
            for (int32_t i = 0; i < count; ++i) sum[i] = w * area_at(a, row + (size_t)i, exact);
        } else {
#pragma omp simd
            for (int32_t i = 0; i < count; ++i) sum[i] += w * area_at(a, row + (size_t)i, exact);
        }
    }
}

/* Where there is a void: the mean of the others. Columns first, so that without voids it would be the same sum. */
TRN_FN double area_of_valid(const resample_area_args *a, const resample_span *c, const resample_span *r, int exact)
{
    double sum = 0.0, weight = 0.0;
    for (int32_t i = 0; i < c->count; ++i) {
        double down = 0.0, valid = 0.0;
        for (int32_t k = 0; k < r->count; ++k) {
            const double v = area_at(a, (size_t)(r->at + k) * (size_t)a->from_width + (size_t)(c->at + i), exact);
            if (v == v) down += area_weight(r, k) * v, valid += area_weight(r, k);
        }
        sum += area_weight(c, i) * down;
        weight += area_weight(c, i) * valid;
    }
    return weight > 0.0 ? sum / weight : (double)NAN;
}

/* Sums down of some columns of the source, as many as there is room for. Spans go from left to right, so each column is mostly summed once. */
typedef struct area_piece { int32_t begin, end; double down[AREA_PIECE]; } area_piece;
TRN_FN void area_move(const resample_area_args *a, area_piece *p, const resample_span *r, int32_t to, int exact)
{
    const resample_span *last = &a->columns[a->width - 1];
    p->begin = to;
    p->end = trn_min_i(last->at + last->count, to + AREA_PIECE);
    area_down(a, r, to, p->end - to, p->down, exact);
}

TRN_FN double area_across(const resample_area_args *a, area_piece *p, const resample_span *c, const resample_span *r, int exact)
{
    if (c->at < p->begin || c->at + trn_min_i(c->count, AREA_PIECE) > p->end) area_move(a, p, r, c->at, exact);
    const double *d = p->down + (c->at - p->begin);
    double sum = c->first * d[0];
    if (c->count <= AREA_PIECE) {
        for (int32_t k = 1; k < c->count - 1; ++k) sum += c->inner * d[k];
        return c->count > 1 ? sum + c->last * d[c->count - 1] : sum;
    }
    for (int32_t k = 1; k < c->count; ++k) {
        if (c->at + k >= p->end) area_move(a, p, r, c->at + k, exact);
        sum += area_weight(c, k) * p->down[c->at + k - p->begin];
    }
    return sum;
}

TRN_FN void area_row(const resample_area_args *a, int32_t y, int exact)
{
    const resample_span *r = &a->rows[y];
    area_piece piece;
    double sum[AREA_BLOCK];
    piece.begin = piece.end = 0;
    for (int32_t x = 0; x < a->width; x += AREA_BLOCK) {
        const int32_t count = trn_min_i(a->width - x, AREA_BLOCK);
        const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
        int voids = 0;
        for (int32_t i = 0; i < count; ++i) sum[i] = area_across(a, &piece, &a->columns[x + i], r, exact) / a->area;
        for (int32_t i = 0; i < count; ++i) voids |= sum[i] != sum[i];
        for (int32_t i = 0; voids && i < count; ++i)
            if (sum[i] != sum[i]) sum[i] = area_of_valid(a, &a->columns[x + i], r, exact);
#pragma omp simd
        for (int32_t i = 0; i < count; ++i) {
            if (exact) a->exact_out[at + (size_t)i] = sum[i];
            else a->out[at + (size_t)i] = trn_one_nan_f((float)sum[i]);
        }
    }
}

TRN_FN void resample_area_rows(const resample_area_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        if (a->exact_from) area_row(a, y, 1);
        else area_row(a, y, 0);
    }
}
TRN_ROW_KERNEL(resample_area)
