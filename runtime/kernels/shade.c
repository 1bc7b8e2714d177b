#include "kernels/shade.h"
#include "kernels/edge.h"
#include "math/bits.h"
#include "math/scalar.h"

#define GREATEST 3.402823466e38f

TRN_FN int32_t solid(float z) { return fabsf(z) <= GREATEST; }

TRN_FN void shade_range_rows(const shade_range_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        const float *row = a->z + (size_t)y * (size_t)a->width;
        uint32_t least = UINT32_MAX, greatest = 0;
#pragma omp simd reduction(min : least) reduction(max : greatest)
        for (int32_t x = 0; x < a->width; ++x) {
            const uint32_t key = trn_order_f(row[x]);
            const uint32_t low = solid(row[x]) ? key : UINT32_MAX, high = solid(row[x]) ? key : 0;
            least = low < least ? low : least;
            greatest = high > greatest ? high : greatest;
        }
        a->least[y] = least;
        a->greatest[y] = greatest;
    }
}
TRN_ROW_KERNEL(shade_range)

/* Rise over a cell; the surface goes on straight where a neighbour is a void. */
TRN_FN double rise_between(float low, float here, float high, double step)
{
    const double both = ((double)high - (double)low) * step, up = (double)high - (double)here, down = (double)here - (double)low;
    const int32_t has_low = solid(low), has_high = solid(high);
    return has_low ? (has_high ? both : down) : (has_high ? up : 0.0);
}

TRN_FN trn_slope slope_at(const float *z, int32_t width, int32_t x, int32_t y, trn_taps u, trn_taps v)
{
    const float *row = z + (size_t)y * (size_t)width;
    const float *south = z + (size_t)v.lo * (size_t)width, *north = z + (size_t)v.hi * (size_t)width;
    const trn_slope s = {rise_between(row[u.lo], row[x], row[u.hi], u.step), rise_between(south[x], row[x], north[x], v.step)};
    return s;
}

/* The slope as it is drawn; what is too steep to tell from a wall is cut, so that squares stay finite. */
TRN_FN float drawn(double rise, double scale) { return (float)trn_clamp(rise * scale, -1e6, 1e6); }

/* Sums in the order of the row, so it is not a loop to vectorise. */
TRN_FN void shade_steepness_rows(const shade_steepness_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) {
        const trn_taps v = trn_border_taps(y, a->height, a->wrap);
        double sum = 0.0;
        int32_t count = 0;
        for (int32_t x = 0; x < a->width; ++x) {
            const trn_slope s = slope_at(a->z, a->width, x, y, trn_border_taps(x, a->width, a->wrap), v);
            const int32_t counts = solid(a->z[(size_t)y * (size_t)a->width + (size_t)x]);
            sum += counts ? s.u * s.u + s.v * s.v : 0.0;
            count += counts;
        }
        a->sum[y] = sum;
        a->count[y] = count;
    }
}
TRN_ROW_KERNEL(shade_steepness)

TRN_FN void shade_tint_cell(const shade_tint_args *a, int32_t x, int32_t y, trn_taps u, trn_taps v)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const trn_slope s = slope_at(a->z, a->width, x, y, u, v);
    const float p = drawn(s.u, a->scale), q = drawn(s.v, a->scale);
    const float rock = trn_smoothstep_f(0.6f, 1.5f, sqrtf(p * p + q * q)) * a->rockiness;
    const float z = solid(a->z[i]) ? a->z[i] : 0.0f;
    const float level = (float)trn_saturate(((double)z - a->base) * a->unit);
    float red = a->first[0], green = a->first[1], blue = a->first[2];
    for (int32_t k = 0; k < SHADE_STOPS - 1; ++k) {
        const float over = trn_max_f(level - a->at[k], 0.0f);
        red += over * a->bend[k][0];
        green += over * a->bend[k][1];
        blue += over * a->bend[k][2];
    }
    float *rgb = a->rgb + i;
    rgb[0] = trn_lerp_f(red, a->rock[0], rock);
    rgb[a->stride] = trn_lerp_f(green, a->rock[1], rock);
    rgb[2 * a->stride] = trn_lerp_f(blue, a->rock[2], rock);
}
TRN_STENCIL_KERNEL(shade_tint)

TRN_FN float lay(const shade_splat_args *a, int32_t c, float ground, float rock, float snow, float sediment, float water)
{
    const float rest = trn_max_f(1.0f - (rock + snow + sediment + water), 0.0f);
    return rock * a->colour[0][c] + snow * a->colour[1][c] + sediment * a->colour[2][c] + water * a->colour[3][c] + rest * ground;
}

TRN_FN void shade_splat_cell(const shade_splat_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const float *rgba = a->rgba + i;
    const float rock = trn_saturate_f(rgba[0]), snow = trn_saturate_f(rgba[a->rgba_stride]);
    const float sediment = trn_saturate_f(rgba[2 * a->rgba_stride]), water = trn_saturate_f(rgba[3 * a->rgba_stride]);
    float *rgb = a->rgb + i;
    rgb[0] = lay(a, 0, rgb[0], rock, snow, sediment, water);
    rgb[a->stride] = lay(a, 1, rgb[a->stride], rock, snow, sediment, water);
    rgb[2 * a->stride] = lay(a, 2, rgb[2 * a->stride], rock, snow, sediment, water);
    a->water[i] = water;
}
TRN_CELL_KERNEL(shade_splat)

TRN_FN void shade_water_cell(const shade_water_args *a, int32_t x, int32_t y)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const float amount = a->amount[i] * a->scale + a->offset;
    const float partly = amount > 0.0f ? trn_min_f(amount, 1.0f) : 0.0f; /* voids are dry */
    const float cover = a->deep ? (float)(amount > a->least) : partly * (1.0f - a->water[i]); /* rivers end at lakes */
    const float shallow = 1.0f - (a->deep && amount > 0.0f ? trn_min_f(amount * a->depth_rate, 1.0f) : 0.0f);
    const float depth = 1.0f - shallow * shallow;
    float *rgb = a->rgb + i;
    rgb[0] = trn_lerp_f(rgb[0], trn_lerp_f(a->shallow_colour[0], a->deep_colour[0], depth), cover);
    rgb[a->stride] = trn_lerp_f(rgb[a->stride], trn_lerp_f(a->shallow_colour[1], a->deep_colour[1], depth), cover);
    rgb[2 * a->stride] = trn_lerp_f(rgb[2 * a->stride], trn_lerp_f(a->shallow_colour[2], a->deep_colour[2], depth), cover);
    a->water[i] = trn_max_f(cover, a->water[i]);
}
TRN_CELL_KERNEL(shade_water)

/* Over the width of a cell. A cell across the seam of an image that repeats is added up in the same order as one within. */
TRN_FN double row_sum(const shade_coarse_args *a, int32_t y, int32_t left)
{
    const float *row = a->z + (size_t)y * (size_t)a->z_width;
    const int32_t right = left + a->side, inside = left >= 0 && right <= a->z_width ? left + (a->side & ~3) : left;
    double sum[4] = {0.0, 0.0, 0.0, 0.0}, beyond = 0.0;
    for (int32_t x = left; x < inside; x += 4)
        for (int32_t k = 0; k < 4; ++k) sum[k] += (double)row[x + k];
    for (int32_t x = inside; x < right; ++x) {
        const trn_fold f = trn_fold_at(x, a->z_width, a->wrap);
        sum[(x - left) & 3] += f.sign * (double)row[f.at];
        if (f.first != 0.0) beyond += f.first * (double)row[0];
        if (f.last != 0.0) beyond += f.last * (double)row[a->z_width - 1];
    }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + beyond;
}

TRN_FN double cell_sum(const shade_coarse_args *a, int32_t left, int32_t bottom)
{
    double sum = 0.0, first = 0.0, last = 0.0;
    for (int32_t y = bottom; y < bottom + a->side; ++y) {
        const trn_fold f = trn_fold_at(y, a->z_height, a->wrap);
        sum += f.sign * row_sum(a, f.at, left);
        first += f.first;
        last += f.last;
    }
    if (first != 0.0) sum += first * row_sum(a, 0, left);
    if (last != 0.0) sum += last * row_sum(a, a->z_height - 1, left);
    return sum;
}

TRN_FN void shade_coarse_cell(const shade_coarse_args *a, int32_t x, int32_t y)
{
    const double mean = cell_sum(a, a->left + x * a->side, a->bottom + y * a->side) / ((double)a->side * (double)a->side);
    /* voids of either kind make the sum infinite or NaN */
    a->coarse[(size_t)y * (size_t)a->width + (size_t)x] = (float)(fabs(mean) <= (double)GREATEST ? mean : (double)NAN);
}
TRN_FN void shade_coarse_rows(const shade_coarse_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; ++x) shade_coarse_cell(a, x, y);
}
TRN_SPLIT_KERNEL(shade_coarse)

/* Weights of the quadratic B-spline, which keeps planes, for the three cells around that of pixel t, counted from where cell
 * 0 begins. Only the place within the cell counts, so that it does not matter where an image begins. */
typedef struct spline { int32_t cell; float before, middle, after; } spline;
TRN_FN spline spline_at(int32_t t, int32_t side, float rate)
{
    const int32_t cell = (int32_t)(((float)t + 0.5f) * rate); /* the half keeps it away from whole numbers: exact */
    const float d = ((float)(t - cell * side) + 0.5f) * rate - 0.5f;
    const spline s = {cell, 0.5f * (0.5f - d) * (0.5f - d), 0.75f - d * d, 0.5f * (0.5f + d) * (0.5f + d)};
    return s;
}

/* Pixels [x0, x1), which touch at most SHADE_CELLS + 1 cells, of a row. */
TRN_FN void mean_of(const shade_mean_args *a, const float *coarse, spline v, float rate, int32_t x0, int32_t x1, float *mean)
{
    const int32_t first = (a->left + x0) / a->side, cells = (a->left + x1 - 1) / a->side - first + 3;
    const int32_t from = first * a->side - a->left; /* where the first cell begins */
    const float *below = coarse + first, *middle = below + a->pitch, *above = middle + a->pitch;
    float line[SHADE_CELLS + 3];
    for (int32_t i = 0; i < cells; ++i) line[i] = below[i] * v.before + middle[i] * v.middle + above[i] * v.after;
#pragma omp simd
    for (int32_t x = x0; x < x1; ++x) {
        const spline u = spline_at(x - from, a->side, rate);
        mean[x] = line[u.cell] * u.before + line[u.cell + 1] * u.middle + line[u.cell + 2] * u.after;
    }
}

/* Pixels [x0, x1) of row y. */
TRN_FN void mean_of_row(const shade_mean_args *a, int32_t y, int32_t x0, int32_t x1, int32_t step)
{
    const float rate = 1.0f / (float)a->side;
    const int32_t row = (a->bottom + y) / a->side;
    const spline v = spline_at(a->bottom + y - row * a->side, a->side, rate);
    const float *coarse = a->coarse + (size_t)row * (size_t)a->pitch;
    float *mean = a->mean + (size_t)y * (size_t)a->width;
    for (int32_t x = x0; x < x1; x += step) mean_of(a, coarse, v, rate, x, trn_min_i(x + step, x1), mean);
}
TRN_FN void shade_mean_rows(const shade_mean_args *a, int32_t y0, int32_t y1)
{
    for (int32_t y = y0; y < y1; ++y) mean_of_row(a, y, 0, a->width, SHADE_CELLS * a->side);
}
TRN_FN void shade_mean_cell(const shade_mean_args *a, int32_t x, int32_t y) { mean_of_row(a, y, x, x + 1, 1); }
TRN_SPLIT_KERNEL(shade_mean)

/* Linear to sRGB (IEC 61966-2-1): a polynomial in the fourth root, within 5e-5, and the straight piece near black. */
TRN_FN float encode(float linear)
{
    const float x = trn_saturate_f(linear);
    const float s = sqrtf(sqrtf(x));
    const float curve =
        (((0.0756537534f * s - 0.321661894f) * s + 1.11077292f) * s + 0.20036046f) * s - 0.0651252398f;
    return x <= 0.0031308f ? x * 12.92f : trn_min_f(curve, 1.0f);
}

/* Bright light fades into white instead of being cut off: straight up to 0.7, then bent towards 1. */
TRN_FN float shoulder(float x)
{
    const float over = x - 0.7f;
    return over > 0.0f ? 0.7f + over / (1.0f + over * (1.0f / 0.3f)) : x;
}

TRN_FN float lamp(const float *direction, float nu, float nv, float nz)
{
    return trn_max_f(nu * direction[0] + nv * direction[1] + nz * direction[2], 0.0f) / direction[2];
}

TRN_FN void shade_light_cell(const shade_light_args *a, int32_t x, int32_t y, trn_taps u, trn_taps v)
{
    const size_t i = (size_t)y * (size_t)a->width + (size_t)x;
    const trn_slope s = slope_at(a->z, a->width, x, y, u, v);
    const float land = 1.0f - 0.9f * a->water[i]; /* water lies level; its bed shows through a little */
    const float p = drawn(s.u, a->scale) * land, q = drawn(s.v, a->scale) * land;
    const float nz = 1.0f / sqrtf((p * p + q * q) + 1.0f), nu = -p * nz, nv = -q * nz;

    const float sun = lamp(a->sun, nu, nv, nz);
    const float side = 0.5f * (lamp(a->left, nu, nv, nz) + lamp(a->right, nu, nv, nz));
    const float sky = 0.5f + 0.5f * nz;
    const double over = solid(a->mean[i]) ? (double)a->z[i] - (double)a->mean[i] : 0.0;
    const float above = (float)trn_clamp(over * a->relief_rate, -1e6, 1e6) * land;
    const float relief = 1.0f + a->relief * (above / (1.0f + fabsf(above)));

    const int32_t ground = solid(a->z[i]);
    float *rgb = a->rgb + i;
    const float red = a->ambient_colour[0] + sun * a->sun_colour[0] + side * a->side_colour[0] + sky * a->sky_colour[0];
    const float green = a->ambient_colour[1] + sun * a->sun_colour[1] + side * a->side_colour[1] + sky * a->sky_colour[1];
    const float blue = a->ambient_colour[2] + sun * a->sun_colour[2] + side * a->side_colour[2] + sky * a->sky_colour[2];
    const float r = encode(shoulder(rgb[0] * red * relief));
    const float g = encode(shoulder(rgb[a->stride] * green * relief));
    const float b = encode(shoulder(rgb[2 * a->stride] * blue * relief));
    rgb[0] = ground ? r : a->nothing[0];
    rgb[a->stride] = ground ? g : a->nothing[1];
    rgb[2 * a->stride] = ground ? b : a->nothing[2];
}
TRN_STENCIL_KERNEL(shade_light)
