/* noise_pixels.c - noise by its definition, every pixel for itself: what devices run, and what the kernels that share work
 * between pixels have to equal. */
#include "kernels/noise_place.h"

/* One octave at one pixel, in its own units; *scale turns them into its range. dims is a constant where this is inlined. */
TRN_FN float noise_basis(const trn_noise_plan *a, int dims, const trn_noise_octave *o, const trn_place p[4], float *scale)
{
    uint32_t cell[4];
    float f[4];
    for (int k = 0; k < 4; ++k) {
        cell[k] = trn_place_cell(p[k]);
        f[k] = trn_place_fract_f(p[k]);
    }
    *scale = 1.0f;
    if (a->type == TRN_NOISE_VALUE || a->type == TRN_NOISE_PERLIN) {
        const trn_outer_f outer = trn_outer_make_f(dims, o->key, cell[2], f[2], cell[3], f[3]);
        const trn_outer_f low = trn_outer_row_f(dims, &outer, cell[1]), high = trn_outer_row_f(dims, &outer, cell[1] + 1u);
        const float u = trn_fade_f(f[0]), v = trn_fade_f(f[1]);
        const uint32_t xk = trn_lattice_x(cell[0]), xk1 = trn_lattice_x(cell[0] + 1u);
        *scale = a->type == TRN_NOISE_VALUE ? TRN_VALUE_SCALE_F : (float)TRN_PERLIN_SCALE(dims);
        return a->type == TRN_NOISE_VALUE ? trn_value_point_f(dims, &low, &high, xk, xk1, u, v)
                                          : trn_perlin_point_f(dims, &low, &high, xk, xk1, f[0], u, f[1], v);
    }
    if (a->type == TRN_NOISE_SIMPLEX && dims == 3) {
        const trn_place x = trn_simplex3_place_x(p[0]), y = trn_simplex3_place_y(p[1], p[2]), z = trn_simplex3_place_z(p[1], p[2]);
        *scale = (float)TRN_SIMPLEX3_SCALE;
        return trn_simplex3_point_f(o->key, trn_place_cell(x), trn_place_fract_f(x), trn_place_cell(y), trn_place_fract_f(y),
                                    trn_place_cell(z), trn_place_fract_f(z));
    }
    if (a->type == TRN_NOISE_SIMPLEX) {
        for (int k = 0; k < 4; ++k) {
            uint64_t sum = 0;
            for (int axis = 0; axis < 4; ++axis) sum += trn_place_32(trn_simplex4_part(k, axis, p[axis]));
            cell[k] = (uint32_t)(sum >> 32);
            f[k] = (float)(int32_t)((uint32_t)sum >> 8) * (1.0f / 16777216.0f);
        }
        *scale = (float)TRN_SIMPLEX4_SCALE;
        return trn_simplex4_point_f(o->key, cell[0], cell[1], cell[2], cell[3], f[0], f[1], f[2], f[3]);
    }
    if (a->type == TRN_NOISE_WHITE) {
        uint32_t key = o->key;
        for (int k = dims - 1; k >= 0; --k) key = trn_white_axis(key, cell[k], (uint32_t)trn_place_32(p[k]));
        return trn_signed_f(key);
    }
    return trn_worley_point_f(dims, a->metric, a->type == TRN_NOISE_WORLEY_F2F1, a->rings, a->jitter, o->key, cell, f);
}

TRN_FN float noise_fractal(const trn_noise_plan *a, int dims, int64_t i, int64_t j)
{
    float sum = 0.0f, weight = 0.0f;
    for (int32_t k = 0; k < a->octaves; ++k) {
        const trn_noise_octave *o = &a->octave[k];
        trn_place p[5];
        float s;
        noise_column_places(a, o, i, p);
        noise_row_places(a, o, j, p + noise_row_axis(a));
        const float n = noise_basis(a, dims, o, p, &s), g = o->gain;
        if (a->fractal == TRN_FRACTAL_TERRAIN) sum = k == 0 ? n * s + 1.0f : sum + (sum * g) * (n * s + 1.0f);
        else if (a->fractal == TRN_FRACTAL_HYBRID) {
            float t = n * s + 0.7f;
            if (k > 0) t = trn_min_f(weight, 1.0f) * (t * g);
            sum = k == 0 ? t : sum + t;
            weight = t;
        } else sum = k == 0 ? n * s : sum + n * (s * g);
    }
    return sum * a->mul + a->add;
}

TRN_FN void noise_pixels_cell(const noise_pixels_args *a, int32_t x, int32_t y)
{
    const trn_noise_plan *p = &a->plan;
    const int64_t i = p->x + x, j = p->y + y;
    a->out[(size_t)y * (size_t)a->width + (size_t)x] = p->dims == 4 ? noise_fractal(p, 4, i, j) : noise_fractal(p, 3, i, j);
}
TRN_FN void noise_pixels_rows(const noise_pixels_args *a, int32_t y0, int32_t y1) /* not in lanes: too much to vectorise */
{
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; ++x) noise_pixels_cell(a, x, y);
}
TRN_SPLIT_KERNEL(noise_pixels)
