#include "kernels/pattern.h"

/* How a row is laid: bricks of one width, or by turns a stretcher and a header; in stretchers. */
typedef struct tile_course {
    double width;
    int32_t flemish;
    double shift;          /* 0 or more and less than `period` */
    int64_t skipped;       /* whole cells that the row is shifted by besides */
    int64_t period;        /* cells after which a row begins anew */
    int64_t bricks;        /* in such a period */
    int64_t in_row;        /* bricks after which indices repeat */
} tile_course;

TRN_FN tile_course tile_course_of(const pattern_tile_args *a, int64_t row)
{
    const int32_t odd = (int32_t)(row & 1);
    tile_course c = {1.0, 0, 0.0, 0, 1, 1, a->axes.x.wide};
    int32_t headers = a->bond == PATTERN_HEADER || (a->bond == PATTERN_ENGLISH && odd);
    if (a->bond == PATTERN_AMERICAN) headers = pattern_modulo(row, a->interval) == a->interval - 1;
    if (headers) {
        c.width = 0.5;
        c.bricks = 2;
        c.in_row *= 2;
        c.shift = a->bond == PATTERN_HEADER ? 0.25 * odd : 0.25;
    } else if (a->bond == PATTERN_STRETCHER || a->bond == PATTERN_AMERICAN) {
        c.shift = 0.5 * odd;
    } else if (a->bond == PATTERN_FLEMISH) {
        c.flemish = 1;
        c.shift = 0.75 * odd;
        c.period = 3;
        c.bricks = 4;
        c.in_row = (2 * a->axes.x.wide + 2) / 3 * 2; /* ceil(wide / 1.5), two bricks each */
    } else if (a->bond == PATTERN_OFFSET) {
        const double shift = (double)row * a->offset;
        c.shift = trn_fract(shift);
        c.skipped = trn_lfloor(shift);
    }
    return c;
}

typedef struct tile_brick { double off, width; int64_t index; } tile_brick; /* off: of the pixel from its middle; in stretchers */
TRN_FN tile_brick tile_brick_at(const tile_course *c, const pattern_spot *s)
{
    const int64_t within = c->period == 1 ? 0 : pattern_modulo(s->cell, c->period);
    int64_t turn = c->period == 1 ? s->cell - c->skipped : (s->cell - within) / c->period;
    double at = ((double)within + 0.5 - c->shift) + s->off;
    tile_brick b = {0.0, c->width, 0};
    if (at < 0.0) {
        at += (double)c->period;
        --turn;
    }
    b.index = turn * c->bricks;
    if (c->flemish) {
        const int32_t second = at >= 1.5;
        at -= second ? 1.5 : 0.0;
        const int32_t header = at >= 1.0;
        at -= header ? 1.0 : 0.0;
        b.width = header ? 0.5 : 1.0;
        b.index += 2 * second + header;
    } else if (c->bricks == 2) {
        const int32_t second = at >= 0.5;
        at -= second ? 0.5 : 0.0;
        b.index += second;
    }
    b.off = at - 0.5 * b.width;
    return b;
}

/* What all pixels of a row have in common; beyond: of the pixel's middle, past the bricks' edge. */
typedef struct tile_row { pattern_spot spot; tile_course course; double beyond, joint; } tile_row;
TRN_FN tile_row tile_row_of(const pattern_tile_args *a, int32_t y)
{
    const double size = a->axes.y.size, half_gap = 0.5 * a->gap;
    tile_row r;
    r.spot = a->axes.y.spot[y];
    r.course = tile_course_of(a, r.spot.cell);
    const double off = r.spot.off * size;
    r.beyond = fabs(off) - (0.5 * size - half_gap);
    r.joint = pattern_ends(off, size, a->gap);
    return r;
}
TRN_FN void pattern_tile_put(const pattern_tile_args *a, const tile_row *row, int32_t x, int32_t y)
{
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
    const tile_brick b = tile_brick_at(&row->course, &a->axes.x.spot[x]);
    const double w = b.width * a->axes.x.size, ox = b.off * a->axes.x.size, dx = fabs(ox) - (0.5 * w - 0.5 * a->gap);
    const double out_x = trn_max(dx, 0.0), out_y = trn_max(row->beyond, 0.0), most = trn_max(dx, row->beyond);
    const double edge = most < 0.0 ? -most : -sqrt(out_x * out_x + out_y * out_y);
    const int32_t id = (int32_t)((uint32_t)(uint64_t)row->spot.cell * 65536u + (uint32_t)pattern_modulo(b.index, row->course.in_row));
    a->value[at] = (float)((1.0 - pattern_ends(ox, w, a->gap)) * (1.0 - row->joint));
    a->height_map[at] = (float)(a->bevel > 0.0 ? trn_saturate(edge / a->bevel) : (double)(edge > 0.0));
    a->edge[at] = (float)edge;
    a->id[at] = id;
    a->random[at] = pattern_rand(a->key, id);
    a->u[at] = trn_min_f((float)trn_saturate(b.off / b.width + 0.5), 0.99999994f);
    a->v[at] = trn_min_f((float)(row->spot.off + 0.5), 0.99999994f);
}
TRN_FN void pattern_tile_cell(const pattern_tile_args *a, int32_t x, int32_t y)
{
    const tile_row row = tile_row_of(a, y);
    pattern_tile_put(a, &row, x, y);
}
TRN_FN void pattern_tile_rows(const pattern_tile_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        const tile_row row = tile_row_of(a, y);
        for (int32_t x = 0; x < a->width; ++x) pattern_tile_put(a, &row, x, y);
    }
}
TRN_SPLIT_KERNEL(pattern_tile)
