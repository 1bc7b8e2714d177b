#include "kernels/convert_normal.h"
#include "math/scalar.h"

/* Rounded to float the numbers of an 8-bit file are whole again. */
TRN_FN double unpacked(const convert_normal_args *a, float packed)
{
    const double half = (double)packed * 2.0 - 1.0, byte = ((double)(float)((double)packed * 255.0) - 128.0) / 127.0;
    return !a->unpack ? (double)packed : a->byte ? byte : half;
}
TRN_FN float finished(const convert_normal_args *a, int32_t whole, double value)
{
    const double half = value * 0.5 + 0.5, byte = (value * 127.0 + 128.0) / 255.0;
    return whole ? trn_one_nan_f((float)(!a->pack ? value : a->byte ? byte : half)) : NAN;
}

TRN_FN void convert_normal_cell(const convert_normal_args *a, int32_t column, int32_t row)
{
    const size_t i = (size_t)row * (size_t)a->width + (size_t)column;
    double x = unpacked(a, a->x[i]), y = unpacked(a, a->y[i]);
    x = a->flip_x ? 0.0 - x : x; /* from zero, so that there are no negative zeros */
    y = a->flip_y ? 0.0 - y : y;
    double z = a->z ? unpacked(a, a->z[i]) : sqrt(trn_max(1.0 - (x * x + y * y), 0.0));
    const int32_t whole = (x == x) & (y == y) & (z == z);
    if (a->unit) {
        const double length = sqrt((x * x + y * y) + z * z);
        x = length > 0.0 ? x / length : 0.0;
        y = length > 0.0 ? y / length : 0.0;
        z = length > 0.0 ? z / length : 1.0;
    }
    const double second = a->axes == NORMAL_KEEP ? y : a->axes == NORMAL_FROM_Y_UP ? 0.0 - z : z;
    const double third = a->axes == NORMAL_KEEP ? z : a->axes == NORMAL_TO_Y_UP ? 0.0 - y : y;
    a->to[0][i] = finished(a, whole, x);
    a->to[1][i] = finished(a, whole, second);
    a->to[2][i] = finished(a, whole, third);
}
TRN_CELL_KERNEL(convert_normal)
