#include "kernels/pattern.h"
#include "math/sdf.h"

/* Component n = 5, 3, 1 for red, green, blue: a trapezium of the hue, six sixths around (Smith 1978). */
TRN_FN double grid_hsv(double n, double hue, double saturation, double value)
{
    const double a = n + 6.0 * hue, k = a - 6.0 * trn_floor(a / 6.0);
    return value - value * saturation * trn_saturate(trn_min(k, 4.0 - k));
}
TRN_FN void grid_paint(const pattern_axes *axes, const pattern_paint *p, int64_t column, int64_t row, double color[3])
{
    const int32_t odd = (int32_t)((column + row) & 1);
    if (p->mode == PATTERN_HUE) {
        for (int32_t k = 0; k < 3; ++k)
            color[k] = grid_hsv(5.0 - 2.0 * k, (double)pattern_modulo(column, axes->x.wide) / (double)axes->x.wide, 0.55, odd ? 0.92 : 0.72);
        return;
    }
    const double last = (double)axes->x.wide * (double)axes->y.wide - 1.0, id = (double)row * (double)axes->x.wide + (double)column;
    const double t = p->mode == PATTERN_CHECKERED ? (double)odd : p->mode == PATTERN_GRADIENT && last > 0.0 ? trn_saturate(id / last) : 0.0;
    for (int32_t k = 0; k < 3; ++k) color[k] = trn_lerp(p->one[k], p->two[k], t);
}

/* The neighbour that a pixel reaches into, -1 or 1, and how much of the pixel lies there. */
typedef struct grid_beside { int64_t step; double part; } grid_beside;
TRN_FN grid_beside grid_beside_of(double off, double size)
{
    return (grid_beside){off < 0.0 ? -1 : 1, size > 1.0 ? pattern_cover((0.5 - fabs(off)) * size) : 0.0};
}
TRN_FN void grid_tile(const pattern_grid_args *a, const pattern_spot *sx, const pattern_spot *sy, double color[3])
{
    const grid_beside bx = grid_beside_of(sx->off, a->axes.x.size), by = grid_beside_of(sy->off, a->axes.y.size);
    grid_paint(&a->axes, &a->tile, sx->cell, sy->cell, color);
    if (!(bx.part > 0.0) && !(by.part > 0.0)) return;
    const int64_t column = pattern_wrap(&a->axes.x, sx->cell + bx.step), row = pattern_wrap(&a->axes.y, sy->cell + by.step);
    double beside[3], over[3], corner[3];
    grid_paint(&a->axes, &a->tile, column, sy->cell, beside);
    grid_paint(&a->axes, &a->tile, sx->cell, row, over);
    grid_paint(&a->axes, &a->tile, column, row, corner);
    for (int32_t k = 0; k < 3; ++k)
        color[k] = trn_lerp(trn_lerp(color[k], beside[k], bx.part), trn_lerp(over[k], corner[k], bx.part), by.part);
}

/* Strokes a quarter of the size wide, with round ends; arrows point upwards. */
TRN_FN double grid_mark(const pattern_grid_args *a, double x, double y)
{
    const double half = 0.5 * a->mark_size, barb = 0.5 * half;
    if (!(half > 0.0)) return 0.0;
    const double along = 1.0 / (4.0 * half * half), slanting = 1.0 / (2.0 * barb * barb), u = fabs(x);
    double d = trn_sdf_segment2(x, y, 0.0, -half, 0.0, half, along);
    if (a->mark_kind == PATTERN_CROSS) d = trn_min(d, trn_sdf_segment2(x, y, -half, 0.0, half, 0.0, along));
    else d = trn_min(d, trn_sdf_segment2(u, y, 0.0, half, barb, barb, slanting));
    return pattern_stripe(sqrt(d), 0.25 * a->mark_size);
}

TRN_FN void pattern_grid_cell(const pattern_grid_args *a, int32_t x, int32_t y)
{
    const pattern_spot sy = a->axes.y.spot[y];
    const double py = sy.off * a->axes.y.size, line_y = a->outline > 0.0 ? pattern_ends(py, a->axes.y.size, a->outline) : 0.0;
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
    const pattern_spot sx = a->axes.x.spot[x];
    const double px = sx.off * a->axes.x.size, line_x = a->outline > 0.0 ? pattern_ends(px, a->axes.x.size, a->outline) : 0.0;
    double color[3], mark[3], covered = 0.0;
    grid_tile(a, &sx, &sy, color);
    if (a->mark_kind == PATTERN_DRAWN) covered = (double)a->drawn[at];
    else if (a->mark_kind != PATTERN_NO_MARK) covered = grid_mark(a, px, py);
    if (covered > 0.0) {
        grid_paint(&a->axes, &a->mark, sx.cell, sy.cell, mark);
        for (int32_t k = 0; k < 3; ++k) color[k] = trn_lerp(color[k], mark[k], covered);
    }
    const double line = 1.0 - (1.0 - line_x) * (1.0 - line_y);
    a->red[at] = (float)trn_lerp(color[0], a->outline_color[0], line);
    a->green[at] = (float)trn_lerp(color[1], a->outline_color[1], line);
    a->blue[at] = (float)trn_lerp(color[2], a->outline_color[2], line);
    a->id[at] = pattern_id(&a->axes, sx.cell, sy.cell);
    a->u[at] = trn_min_f((float)(sx.off + 0.5), 0.99999994f);
    a->v[at] = trn_min_f((float)(sy.off + 0.5), 0.99999994f);
}
TRN_FN void pattern_grid_rows(const pattern_grid_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; ++x) pattern_grid_cell(a, x, y);
}
TRN_SPLIT_KERNEL(pattern_grid)
