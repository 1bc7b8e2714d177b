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

/* Where pixel (i, j) is as the figure sees it, and what the distance there makes in the image. */
typedef struct shape_place { double x, y; } shape_place;
TRN_FN shape_place shape_at(const shape_args *a, int32_t i, int32_t j)
{
    const double px = (a->first_x + 2.0 * i) / a->unit - a->center_x, py = (a->first_y + 2.0 * j) / a->unit - a->center_y;
    const double y = (py * a->cosine - px * a->sine) / a->scale, x = (px * a->cosine + py * a->sine) / a->scale + a->shear * y;
    return (shape_place){x, y};
}
TRN_FN double shape_scaled(const shape_args *a, double distance)
{
    const double d = fabs(a->scale) * distance;
    return a->invert ? 0.0 - d : d;
}
TRN_FN double shape_distance(const shape_args *a, int32_t kind, int32_t i, int32_t j)
{
    const shape_place p = shape_at(a, i, j);
    return shape_scaled(a, figure_distance(&a->figure, kind, p.x, p.y));
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

/* trn_sdf_octants for a run of pixels, of the edges alone that can matter somewhere in it; what is left out has no part in the
 * least distance and contains no pixel, by a margin far above all rounding, so that every bit stays. All of a run lie within
 * `reach` of its middle; folding by mirrors brings no two places further apart. */
enum { SHAPE_RUN = 32 };
TRN_FN void octants_run(const shape_args *a, int32_t x, int32_t y, int32_t n, double *d)
{
    const trn_edges *e = &a->figure.edges;
    double u[SHAPE_RUN], v[SHAPE_RUN], far[TRN_SDF_EDGES], inside[SHAPE_RUN];
    for (int32_t i = 0; i < SHAPE_RUN; ++i) {
        const shape_place p = shape_at(a, x + (i < n ? i : n - 1), y);
        u[i] = trn_max(fabs(p.x), fabs(p.y));
        v[i] = trn_min(fabs(p.x), fabs(p.y));
        d[i] = INFINITY;
        inside[i] = 0.0;
    }
    const shape_place first = shape_at(a, x, y), last = shape_at(a, x + n - 1, y);
    const double mx = 0.5 * (first.x + last.x), my = 0.5 * (first.y + last.y);
    const double cu = trn_max(fabs(mx), fabs(my)), cv = trn_min(fabs(mx), fabs(my));
    const double margin = 1e-6 * (cu + e->x[0]), reach = 0.5 * trn_hypot(last.x - first.x, last.y - first.y) + margin;
    /* of the edges' middles the nearest one to the run's middle */
    double least = INFINITY, near_x = 0.0, near_y = 0.0;
    for (int32_t k = 0; k < e->count; ++k) {
        const double ex = 0.5 * (e->x[k] + e->x[k + 1]), ey = 0.5 * (e->y[k] + e->y[k + 1]);
        far[k] = trn_sdf_square(cu - ex) + trn_sdf_square(cv - ey);
        if (far[k] < least) least = far[k], near_x = ex, near_y = ey;
    }
    const double to_near = sqrt(least) + reach;
    for (int32_t k = 0; k < e->count; ++k) {
        const double ax = e->x[k], ay = e->y[k], bx = e->x[k + 1], by = e->y[k + 1], inverse = e->inverse[k];
        const double half = 0.5 * trn_hypot(bx - ax, by - ay) + margin;
        const double apart = trn_hypot(0.5 * (ax + bx) - near_x, 0.5 * (ay + by) - near_y) + margin;
        /* |p - middle| - half > |p - near| for every p of the run */
        if (!(far[k] - least - 2.0 * reach * apart > half * (2.0 * to_near + half))) {
            _Pragma("omp simd")
            for (int32_t i = 0; i < SHAPE_RUN; ++i) d[i] = trn_min(trn_sdf_segment2(u[i], v[i], ax, ay, bx, by, inverse), d[i]);
        }
        const double after = ax * cv - ay * cu, before = cu * by - cv * bx, size_a = (ax + ay) * reach, size_b = (bx + by) * reach;
        if (after < -size_a || before < -size_b || trn_sdf_side(cu, cv, ax, ay, bx, by) < -2.0 * half * reach) continue;
        _Pragma("omp simd")
        for (int32_t i = 0; i < SHAPE_RUN; ++i) {
            const int in = (ax * v[i] - ay * u[i] >= 0.0) & (u[i] * by - v[i] * bx >= 0.0) &
                           (trn_sdf_side(u[i], v[i], ax, ay, bx, by) > 0.0);
            inside[i] = in ? 1.0 : inside[i];
        }
    }
    for (int32_t i = 0; i < n; ++i) {
        const double distance = sqrt(d[i]);
        d[i] = shape_scaled(a, inside[i] > 0.0 ? -distance : distance);
    }
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
            if (a.figure.kind == TRN_FIGURE_OCTANTS) {
                for (int32_t i = 0; i < n; i += SHAPE_RUN) octants_run(&a, x + i, y, trn_min_i(n - i, SHAPE_RUN), d + i);
            } else switch (a.figure.kind) {
                DISTANCES(TRN_FIGURE_CIRCLE); DISTANCES(TRN_FIGURE_RING); DISTANCES(TRN_FIGURE_SECTOR);
                DISTANCES(TRN_FIGURE_ARC); DISTANCES(TRN_FIGURE_ROUND_ARC); DISTANCES(TRN_FIGURE_BOX);
                DISTANCES(TRN_FIGURE_LINE); DISTANCES(TRN_FIGURE_STAR);
                DISTANCES(TRN_FIGURE_POLYGON); DISTANCES(TRN_FIGURE_EGG); DISTANCES(TRN_FIGURE_MOON);
                DISTANCES(TRN_FIGURE_VESICA); DISTANCES(TRN_FIGURE_CROSS); DISTANCES(TRN_FIGURE_ARCH);
            }
            for (int32_t i = 0; i < n; ++i) shape_put(&a, (size_t)y * (size_t)a.width + (size_t)(x + i), d[i]);
        }
    }
}
TRN_SPLIT_KERNEL(shape)
#undef DISTANCES
