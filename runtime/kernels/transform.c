#include "kernels/transform.h"

enum { CHUNK = TRN_SAMPLE_CHUNK };

/* To the next multiple of 2^-20: numbers near 1.5 2^32 have no finer ones. */
TRN_FN double settled(double place) { return (place + 6442450944.0) - 6442450944.0; }

/* A place in the image, or no more than three pixels beyond, where the same is to be seen. */
TRN_FN double folded(double place, double size, int32_t edge)
{
    const double q = place + 0.5, period = edge == TRN_SAMPLE_MIRROR ? 2.0 * size : size, r = q - period * trn_floor(q / period);
    if (edge == TRN_SAMPLE_CLAMP) return trn_clamp(place, -3.0, size + 2.0);
    return (r < size ? r : period - r) - 0.5;
}

/* edge: a constant */
TRN_FN void find_cells(const transform_args *a, int32_t x, int32_t y, int32_t count, int32_t edge, trn_sample_cells *c)
{
    const double row = (double)(a->y + y), width = (double)a->plane.width, height = (double)a->plane.height, half = trn_sample_half(&a->plane) + 4.0;
    const double xx = a->xx, yx = a->yx, x1 = a->xy * row + a->x1, y1 = a->yy * row + a->y1, first = (double)(a->x + x);
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) {
        const double px = folded(settled(xx * (first + (double)i) + x1), width, edge);
        const double py = folded(settled(yx * (first + (double)i) + y1), height, edge);
        c->x[i] = (int32_t)(px + half) - 4; /* rounded down: both are above -4 */
        c->y[i] = (int32_t)(py + half) - 4;
        c->fx[i] = px - (double)c->x[i];
        c->fy[i] = py - (double)c->y[i];
    }
}

TRN_FN int beyond(double place, double size) { return !((place >= -0.5) & (place < size - 0.5)); }

TRN_FN void lose(const transform_args *a, size_t at)
{
    if (a->plane.kind == TRN_SAMPLE_I32) ((int32_t *)a->plane.to)[at] = a->id;
    else trn_sample_put(&a->plane, a->plane.kind, at, a->value);
}

TRN_FN void find_place(const transform_args *a, int32_t x, int32_t y, double *px, double *py)
{
    const double row = (double)(a->y + y), at = (double)(a->x + x);
    *px = settled(a->xx * at + (a->xy * row + a->x1));
    *py = settled(a->yx * at + (a->yy * row + a->y1));
}
TRN_FN int is_beyond(const transform_args *a, double px, double py)
{
    return beyond(px, (double)a->plane.width) | beyond(py, (double)a->plane.height);
}

TRN_FN void lose_beyond(const transform_args *a, int32_t x, int32_t y, int32_t count, size_t to)
{
    double px, py;
    for (int32_t i = 0; i < count; ++i) {
        find_place(a, x + i, y, &px, &py);
        if (is_beyond(a, px, py)) lose(a, to + (size_t)i);
    }
}

TRN_FN void transform_rows(const transform_args *a, int32_t y0, int32_t y1)
{
    trn_sample_cells c;
    for (int32_t x = 0; x < a->width; x += CHUNK) /* block by block: lines of the source that are crossed are read once */
        for (int32_t y = y0; y < y1; ++y) {
            const size_t to = (size_t)y * (size_t)a->width + (size_t)x;
            const int32_t count = trn_min_i(a->width - x, CHUNK);
            if (a->plane.edge == TRN_SAMPLE_CLAMP) find_cells(a, x, y, count, TRN_SAMPLE_CLAMP, &c);
            else if (a->plane.edge == TRN_SAMPLE_WRAP) find_cells(a, x, y, count, TRN_SAMPLE_WRAP, &c);
            else find_cells(a, x, y, count, TRN_SAMPLE_MIRROR, &c);
            trn_sample(&a->plane, &c, count, to);
            if (a->fill) lose_beyond(a, x, y, count, to);
        }
}
TRN_ROW_KERNEL(transform)

/* -1 where the image is laid the other way round */
TRN_FN double facing(const transform_args *a, double place, double size)
{
    const double times = trn_floor((place + 0.5) / size), half = 0.5 * times;
    return a->plane.edge == TRN_SAMPLE_MIRROR && trn_floor(half) != half ? -1.0 : 1.0;
}

TRN_FN void transform_turn_rows(const transform_turn_args *a, int32_t y0, int32_t y1)
{
    const transform_args *t = &a->places;
    const int32_t kind = t->plane.kind;
    const trn_sampled to_x = {.to = a->x}, to_y = {.to = a->y};
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < t->width; ++x) {
            const size_t at = (size_t)y * (size_t)t->width + (size_t)x;
            double px, py;
            find_place(t, x, y, &px, &py);
            if (t->fill && is_beyond(t, px, py)) continue;
            const double u = facing(t, px, (double)t->plane.width) * (kind == TRN_SAMPLE_F64 ? ((double *)a->x)[at] : (double)((float *)a->x)[at]);
            const double v = facing(t, py, (double)t->plane.height) * (kind == TRN_SAMPLE_F64 ? ((double *)a->y)[at] : (double)((float *)a->y)[at]);
            trn_sample_put(&to_x, kind, at, a->turned ? a->xx * u + a->xy * v : u);
            trn_sample_put(&to_y, kind, at, a->turned ? a->yx * u + a->yy * v : v);
        }
}
TRN_ROW_KERNEL(transform_turn)
