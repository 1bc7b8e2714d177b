#include "kernels/convert_normal.h"
#include "math/scalar.h"

TRN_FN double unpacked(const convert_normal_args *a, float number)
{
    const float byte = (float)((double)number * 255.0); /* rounded to float, what comes of an 8-bit file is whole again */
    return ((double)(a->byte ? byte : number) - a->zero) * a->step;
}
TRN_FN float packed(const convert_normal_args *a, int32_t whole, double value)
{
    return whole ? trn_one_nan_f((float)(value * a->to_step + a->to_zero)) : NAN;
}

TRN_FN void convert_normal_cell(const convert_normal_args *a, int32_t column, int32_t row)
{
    const size_t i = (size_t)row * (size_t)a->width + (size_t)column;
    double x = unpacked(a, a->x[i]), y = unpacked(a, a->y[i]);
    x = a->flip_x ? 0.0 - x : x; /* from zero, so that there are no negative zeros */
    y = a->flip_y ? 0.0 - y : y;
    const double given = unpacked(a, a->z[i]), made = sqrt(trn_max(1.0 - (x * x + y * y), 0.0));
    double z = a->make_z ? made : given;
    const int32_t whole = (x == x) & (y == y) & (z == z);
    const double length = sqrt((x * x + y * y) + z * z), scale = 1.0 / (a->unit ? length : 1.0); /* infinite without length */
    x = scale <= 1e300 ? x * scale : 0.0;
    y = scale <= 1e300 ? y * scale : 0.0;
    z = scale <= 1e300 ? z * scale : 1.0;
    const double turned_y = a->turn_y ? 0.0 - y : y, turned_z = a->turn_z ? 0.0 - z : z;
    const double second = a->swap ? turned_z : y, third = a->swap ? turned_y : z;
    a->to_x[i] = packed(a, whole, x);
    a->to_y[i] = packed(a, whole, second);
    a->to_z[i] = packed(a, whole, third);
}
TRN_CELL_KERNEL(convert_normal)
