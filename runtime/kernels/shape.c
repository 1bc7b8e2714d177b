#include "kernels/shape.h"
#include "math/scalar.h"

TRN_FN double figure_distance(const trn_figure *f, int32_t kind, double x, double y)
{
    switch (kind) {
    case TRN_FIGURE_CIRCLE: return trn_sdf_circle(x, y, f->radius);
    case TRN_FIGURE_RING: return trn_sdf_ring(x, y, f->radius, f->half);
    case TRN_FIGURE_SECTOR: return trn_sdf_sector(x, y, f->radius, f->sine, f->cosine);
    case TRN_FIGURE_ARC: return trn_sdf_arc(x, y, f->radius, f->half, f->sine, f->cosine);
    case TRN_FIGURE_ROUND_ARC: return trn_sdf_round_arc(x, y, f->radius, f->half, f->sine, f->cosine);
    case TRN_FIGURE_BOX: {
        const double below = x < 0.0 ? f->corner[0] : f->corner[1], above = x < 0.0 ? f->corner[2] : f->corner[3];
        return trn_sdf_box(x, y, f->half_x, f->half_y, y < 0.0 ? below : above);
    }
    case TRN_FIGURE_LINE: {
        const double px = x - f->from_x, py = y - f->from_y;
        return trn_sdf_line(px * f->along_y - py * f->along_x, px * f->along_x + py * f->along_y, f->length, f->r0, f->r1, f->slope);
    }
    case TRN_FIGURE_STAR: return trn_sdf_star(x, y, f->radius, f->n, f->dent_x, f->dent_y, f->inverse);
    case TRN_FIGURE_OCTANTS: return trn_sdf_octants(x, y, &f->edges);
    case TRN_FIGURE_POLYGON: return trn_sdf_polygon(x, y, &f->edges);
    case TRN_FIGURE_EGG: return trn_sdf_egg(x, y, f->radius, f->second);
    case TRN_FIGURE_MOON: return trn_sdf_moon(x, y, f->radius, f->second, f->offset, f->tip_x, f->tip_y);
    case TRN_FIGURE_VESICA: return trn_sdf_vesica(x, y, f->radius, f->second, f->offset);
    case TRN_FIGURE_CROSS: return trn_sdf_cross(x, y, f->radius, f->second, f->offset);
    default: return trn_sdf_arch(x, y, f->half_x, f->half_y);
    }
}

TRN_FN double shape_distance(const shape_args *a, int32_t kind, int32_t i, int32_t j)
{
    const double px = (a->first_x + 2.0 * i) / a->unit - a->center_x, py = (a->first_y + 2.0 * j) / a->unit - a->center_y;
    const double y = (py * a->cosine - px * a->sine) / a->scale, x = (px * a->cosine + py * a->sine) / a->scale + a->shear * y;
    const double d = fabs(a->scale) * figure_distance(&a->figure, kind, x, y);
    return a->invert ? 0.0 - d : d;
}
TRN_FN void shape_put(const shape_args *a, size_t at, double d)
{
    const double mask = a->soft > 0.0 ? 1.0 - trn_smoothstep(-a->soft, a->soft, d) : (double)(d <= 0.0);
    if (a->sdf) a->sdf[at] = (float)d;
    if (a->mask) a->mask[at] = (float)mask;
    if (a->exact_sdf) a->exact_sdf[at] = d;
    if (a->exact_mask) a->exact_mask[at] = mask;
    for (int64_t c = 0; c < 3; ++c) {
        if (a->color) a->color[at + (size_t)(c * a->stride)] = (float)mask;
        if (a->exact_color) a->exact_color[at + (size_t)(c * a->stride)] = mask;
    }
}
TRN_FN void shape_cell(const shape_args *a, int32_t x, int32_t y)
{
    shape_put(a, (size_t)y * (size_t)a->width + (size_t)x, shape_distance(a, a->figure.kind, x, y));
}

/* A loop for each kind, in which nothing is left to be chosen, so that compilers make vectors of it. */
enum { SHAPE_CHUNK = 128 };
#define DISTANCES(KIND)                                                                        \
    case KIND:                                                                                 \
        for (int32_t i = 0; i < n; ++i) d[i] = shape_distance(&a, KIND, x + i, y);             \
        break
TRN_FN void shape_rows(const shape_args *args, int32_t y0, int32_t y1)
{
    const shape_args a = *args;
    const int32_t chunks = (a.width + SHAPE_CHUNK - 1) / SHAPE_CHUNK;
    for (int32_t y = y0; y < y1; ++y) {
        for (int32_t chunk = 0; chunk < chunks; ++chunk) {
            const int32_t x = chunk * SHAPE_CHUNK, n = trn_min_i(a.width - x, SHAPE_CHUNK);
            double d[SHAPE_CHUNK];
            switch (a.figure.kind) {
                DISTANCES(TRN_FIGURE_CIRCLE); DISTANCES(TRN_FIGURE_RING); DISTANCES(TRN_FIGURE_SECTOR);
                DISTANCES(TRN_FIGURE_ARC); DISTANCES(TRN_FIGURE_ROUND_ARC); DISTANCES(TRN_FIGURE_BOX);
                DISTANCES(TRN_FIGURE_LINE); DISTANCES(TRN_FIGURE_STAR); DISTANCES(TRN_FIGURE_OCTANTS);
                DISTANCES(TRN_FIGURE_POLYGON); DISTANCES(TRN_FIGURE_EGG); DISTANCES(TRN_FIGURE_MOON);
                DISTANCES(TRN_FIGURE_VESICA); DISTANCES(TRN_FIGURE_CROSS); DISTANCES(TRN_FIGURE_ARCH);
            }
            for (int32_t i = 0; i < n; ++i) shape_put(&a, (size_t)y * (size_t)a.width + (size_t)(x + i), d[i]);
        }
    }
}
TRN_SPLIT_KERNEL(shape)
#undef DISTANCES
