#include "kernels/pattern.h"

/* The pixel of the whole image that place (cell + 1/2) / count lies in. */
TRN_FN int32_t weave_pixel(int64_t cell, double count, int32_t pixels)
{
    return trn_clamp_i(trn_ifloor(((double)cell + 0.5) / count * (double)pixels), 0, pixels - 1);
}
/* 1 where the warp is on top, -1 where the weft is. */
TRN_FN double weave_side(const pattern_weave_args *a, int64_t column, int64_t row)
{
    const int64_t i = pattern_wrap(&a->axes.x, column), j = pattern_wrap(&a->axes.y, row);
    int32_t up;
    if (a->weave == PATTERN_PLAIN) up = (int32_t)((i + j) & 1);
    else if (a->weave == PATTERN_TWILL) up = pattern_modulo(i - j, 4) < 2;
    else if (a->weave == PATTERN_SATIN) up = pattern_modulo(j - 2 * i, 5) != 0;
    else up = a->table[(size_t)weave_pixel(j, a->rows, a->height) * (size_t)a->width + (size_t)weave_pixel(i, a->columns, a->width)] > 0.5f;
    return up ? 1.0 : -1.0;
}
TRN_FN double weave_ease(double t) { return t * t * (3.0 - 2.0 * t); } /* of 0 ... 1/2: half of it midway between crossings */
/* Height of a thread's top: `level` from -1, below, to 1. */
TRN_FN double weave_height(double level, double across, double width)
{
    const double a = across / (0.5 * width), bulge = a * a < 1.0 ? sqrt(1.0 - a * a) : 0.0;
    return (0.5 + 0.25 * level) + 0.25 * bulge;
}

TRN_FN void pattern_weave_cell(const pattern_weave_args *a, int32_t x, int32_t y)
{
    const pattern_spot sy = a->axes.y.spot[y];
    const double size_x = a->axes.x.size, size_y = a->axes.y.size;
    const double cover_weft = 1.0 - pattern_ends(sy.off * size_y, size_y, (1.0 - a->weft_width) * size_y);
    const double ease_y = weave_ease(fabs(sy.off));
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
    const pattern_spot sx = a->axes.x.spot[x];
    const double cover_warp = 1.0 - pattern_ends(sx.off * size_x, size_x, (1.0 - a->warp_width) * size_x);
    const double here = weave_side(a, sx.cell, sy.cell), along_warp = weave_side(a, sx.cell, sy.cell + (sy.off < 0.0 ? -1 : 1)),
                 along_weft = weave_side(a, sx.cell + (sx.off < 0.0 ? -1 : 1), sy.cell);
    const double warp = weave_height(trn_lerp(here, along_warp, ease_y), sx.off, a->warp_width);
    const double weft = weave_height(-trn_lerp(here, along_weft, weave_ease(fabs(sx.off))), sy.off, a->weft_width);
    const int32_t top = cover_warp > 0.0 && (!(cover_weft > 0.0) || warp > weft), none = !(cover_warp > 0.0) && !(cover_weft > 0.0);
    const double over = top ? cover_warp * warp : cover_weft * weft, under = top ? cover_weft * weft : cover_warp * warp;
    const int32_t id = none ? -1 : (int32_t)(uint32_t)(uint64_t)(top ? sx.cell : a->axes.x.wide + sy.cell);
    a->value[at] = (float)(over + (1.0 - (top ? cover_warp : cover_weft)) * under);
    a->mask[at] = (float)(1.0 - (1.0 - cover_warp) * (1.0 - cover_weft));
    a->warp[at] = (float)top;
    a->id[at] = id;
    a->random[at] = none ? 0.0f : pattern_rand(a->key, id);
}
TRN_FN void pattern_weave_rows(const pattern_weave_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; ++x) pattern_weave_cell(a, x, y);
}
TRN_SPLIT_KERNEL(pattern_weave)
