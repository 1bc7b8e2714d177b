#include "kernels/position_map.h"
#include "math/scalar.h"
#include <float.h>

enum { POSITION_CHUNK = 512 };

TRN_FN float position_at(const position_axis *a, double at)
{
    double p = trn_clamp((at + a->shift) * a->cycles, -1e300, 1e300);
    if (a->border == POSITION_CLAMP) p = trn_clamp(p, -1.0, 1.0);
    if (a->border == POSITION_MIRROR) p = 1.0 - fabs(p + 1.0 - 4.0 * trn_floor((p + 1.0) / 4.0) - 2.0);
    if (a->border == POSITION_WRAP) p = p + 1.0 - 2.0 * trn_floor((p + 1.0) / 2.0) - 1.0;
    return (float)trn_clamp(p, -FLT_MAX, FLT_MAX) + 0.0f;
}

/* The middle of pixel n of a line of `count`, -1 ... 1 over `across` pixels. The numerator is whole, so far out too. */
TRN_FN double position_middle(int64_t n, int64_t count, int64_t across) { return (double)(2 * n + 1 - count) / (double)across; }

TRN_FN float position_x(const position_map_args *a, int32_t i)
{
    return position_at(&a->axis[0], a->view ? 0.0 : position_middle(a->x + i, a->whole_width, a->whole_width));
}
TRN_FN float position_y(const position_map_args *a, int32_t j)
{
    return position_at(&a->axis[1], a->view ? 0.0 : position_middle(a->y + j, a->whole_height, a->whole_width));
}
TRN_FN float position_z(const position_map_args *a) { return position_at(&a->axis[2], a->view ? -1.0 : 0.0); }

TRN_FN void position_map_rows(const position_map_args *args, int32_t y0, int32_t y1)
{
    const position_map_args a = *args;
    const float z = position_z(&a);
    float column[POSITION_CHUNK];
    for (int32_t x = 0; x < a.width; x += POSITION_CHUNK) {
        const int32_t n = trn_min_i(a.width - x, POSITION_CHUNK);
        for (int32_t i = 0; i < n; ++i) column[i] = position_x(&a, x + i);
        for (int32_t j = y0; j < y1; ++j) {
            float *to = a.out + (size_t)j * (size_t)a.width + (size_t)x;
            const float y = position_y(&a, j);
            for (int32_t i = 0; i < n; ++i) to[i] = column[i];
            for (int32_t i = 0; i < n; ++i) to[(size_t)a.stride + (size_t)i] = y;
            for (int32_t i = 0; i < n; ++i) to[2 * (size_t)a.stride + (size_t)i] = z;
        }
    }
}
TRN_FN void position_map_cell(const position_map_args *a, int32_t x, int32_t y)
{
    float *to = a->out + (size_t)y * (size_t)a->width + (size_t)x;
    to[0] = position_x(a, x);
    to[a->stride] = position_y(a, y);
    to[2 * a->stride] = position_z(a);
}
TRN_SPLIT_KERNEL(position_map)
