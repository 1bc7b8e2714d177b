#include "kernels/pattern.h"

/* Stockinette. A stitch is two legs, mirrored about its middle: spindles with blunt ends that rise from foot to head and sink while they do,
 * so that the feet of the row above lie on the heads. */
enum { KNIT_LEGS = 24 };
typedef struct knit_leg { double height, cover; int32_t column, row, right; } knit_leg; /* relative to the pixel's cell */

/* The legs that a pixel touches, the highest first; of two at one height the first in the order of rows, columns, sides. */
TRN_FN int32_t knit_legs(const pattern_knit_args *a, double off_x, double off_y, knit_leg leg[KNIT_LEGS])
{
    int32_t n = 0;
    for (int32_t row = -2; row <= 1; ++row) {
        const double oy = ((off_y + 0.5) - row) * a->axes.y.size - a->foot_y;
        for (int32_t column = -1; column <= 1; ++column) {
            const double px = (off_x - column) * a->axes.x.size;
            for (int32_t right = 0; right < 2; ++right) {
                const double ox = (right ? px : -px) - a->foot_x;
                const double s = (ox * a->axis_x + oy * a->axis_y) * a->inverse, across = (ox * a->axis_y - oy * a->axis_x) / a->length;
                if (!(s > 0.0 && s < 1.0)) continue;
                const double e = 2.0 * s - 1.0, half = a->half_width * sqrt(1.0 - e * e * (e * e)), cover = pattern_cover(fabs(across) - half);
                if (!(cover > 0.0)) continue;
                const double k = half > 0.0 ? across / half : 2.0, bulge = k * k < 1.0 ? sqrt(1.0 - k * k) : 0.0;
                const knit_leg l = {(1.0 - 0.4 * s) * (0.25 + 0.75 * bulge), cover, column, row, right};
                int32_t at = n++;
                for (; at > 0 && l.height > leg[at - 1].height; --at) leg[at] = leg[at - 1];
                leg[at] = l;
            }
        }
    }
    return n;
}

TRN_FN void pattern_knit_cell(const pattern_knit_args *a, int32_t x, int32_t y)
{
    const pattern_spot sy = a->axes.y.spot[y];
    const size_t at = (size_t)y * (size_t)a->width + (size_t)x;
    const pattern_spot sx = a->axes.x.spot[x];
    knit_leg leg[KNIT_LEGS];
    const int32_t n = knit_legs(a, sx.off, sy.off, leg);
    double sum = 0.0, rest = 1.0;
    for (int32_t i = 0; i < n; ++i) {
        sum += rest * leg[i].cover * leg[i].height;
        rest *= 1.0 - leg[i].cover;
    }
    const int32_t id = n ? pattern_id(&a->axes, pattern_wrap(&a->axes.x, sx.cell + leg[0].column), pattern_wrap(&a->axes.y, sy.cell + leg[0].row)) : -1;
    a->value[at] = (float)sum;
    a->mask[at] = (float)(1.0 - rest);
    a->id[at] = id;
    a->leg[at] = n && leg[0].right ? 1.0f : 0.0f;
    a->random[at] = n ? pattern_rand(a->key, id) : 0.0f;
}
TRN_FN void pattern_knit_rows(const pattern_knit_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; ++x) pattern_knit_cell(a, x, y);
}
TRN_SPLIT_KERNEL(pattern_knit)
