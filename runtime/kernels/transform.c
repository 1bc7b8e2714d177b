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

TRN_FN void lose_beyond(const transform_args *a, int32_t x, int32_t y, int32_t count, size_t to)
{
    const double row = (double)(a->y + y), x1 = a->xy * row + a->x1, y1 = a->yy * row + a->y1;
    for (int32_t i = 0; i < count; ++i) {
        const double px = settled(a->xx * (double)(a->x + x + i) + x1), py = settled(a->yx * (double)(a->x + x + i) + y1);
        if (beyond(px, (double)a->plane.width) | beyond(py, (double)a->plane.height)) lose(a, to + (size_t)i);
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
