/* noise_exact.c - the same noise in double, a pixel at a time. */
#include "kernels/noise_tile.h"

static double basis(const trn_noise_plan *a, const trn_noise_octave *o, const trn_place p[4])
{
    uint32_t cell[4];
    double f[4];
    for (int k = 0; k < 4; ++k) {
        cell[k] = trn_place_cell(p[k]);
        f[k] = trn_place_fract(p[k]);
    }
    if (a->type == TRN_NOISE_VALUE || a->type == TRN_NOISE_PERLIN) {
        const trn_outer outer = trn_outer_make(a->dims, o->key, cell[2], f[2], cell[3], f[3]);
        const trn_outer r0 = trn_outer_row(a->dims, &outer, cell[1]), r1 = trn_outer_row(a->dims, &outer, cell[1] + 1u);
        const uint32_t xk = trn_lattice_x(cell[0]), xk1 = trn_lattice_x(cell[0] + 1u);
        const double u = trn_fade(f[0]), v = trn_fade(f[1]);
        if (a->type == TRN_NOISE_VALUE) return trn_value_point(a->dims, &r0, &r1, xk, xk1, u, v) * TRN_VALUE_SCALE;
        return trn_perlin_point(a->dims, &r0, &r1, xk, xk1, f[0], u, f[1], v) * TRN_PERLIN_SCALE(a->dims);
    }
    if (a->type == TRN_NOISE_SIMPLEX && a->dims == 3) {
        const trn_place x = trn_simplex3_place_x(p[0]), y = trn_simplex3_place_y(p[1], p[2]),
                        z = trn_simplex3_place_z(p[1], p[2]);
        return TRN_SIMPLEX3_SCALE * trn_simplex3_point(o->key, trn_place_cell(x), trn_place_fract(x), trn_place_cell(y),
                                                       trn_place_fract(y), trn_place_cell(z), trn_place_fract(z));
    }
    if (a->type == TRN_NOISE_SIMPLEX) {
        for (int k = 0; k < 4; ++k) {
            trn_place sum = 0;
            for (int axis = 0; axis < 4; ++axis) sum += trn_simplex4_part(k, axis, p[axis]);
            cell[k] = trn_place_cell(sum);
            f[k] = trn_place_fract(sum);
        }
        return TRN_SIMPLEX4_SCALE * trn_simplex4_point(o->key, cell[0], cell[1], cell[2], cell[3], f[0], f[1], f[2], f[3]);
    }
    if (a->type == TRN_NOISE_WHITE) {
        uint32_t key = o->key;
        for (int k = a->dims - 1; k >= 0; --k) key = trn_white_axis(key, cell[k], (uint32_t)trn_place_32(p[k]));
        return trn_signed(key);
    }
    return trn_worley_point(a->dims, a->metric, a->type == TRN_NOISE_WORLEY_F2F1, a->rings, a->exact_jitter, o->key, cell,
                            f);
}
static double fractal(const trn_noise_plan *a, int64_t i, int64_t j)
{
    double sum = 0, weight = 0;
    for (int32_t k = 0; k < a->octaves; ++k) {
        const trn_noise_octave *o = &a->octave[k];
        trn_place p[5];
        noise_column_places(a, o, i, p);
        noise_row_places(a, o, j, p + noise_row_axis(a));
        const double n = basis(a, o, p), g = o->exact_gain;
        if (a->fractal == TRN_FRACTAL_TERRAIN) sum = k == 0 ? n + 1.0 : sum + sum * g * (n + 1.0);
        else if (a->fractal == TRN_FRACTAL_HYBRID) {
            const double t = (n + 0.7) * g, w = k == 0 ? 1.0 : trn_min(weight, 1.0);
            sum += w * t;
            weight = w * t;
        } else sum += n * g;
    }
    return sum * a->scale + a->offset;
}
TRN_FN void noise_exact_rows(const noise_args *args, int32_t begin, int32_t end)
{
    const trn_noise_plan *a = args->plan;
    const int32_t blocks = trn_noise_tiles(a) / a->strips;
    for (int32_t tile = begin; tile < end; ++tile) {
        const int32_t x0 = tile / blocks * TRN_NOISE_STRIP, y0 = tile % blocks * a->block;
        const int32_t x1 = trn_min_i(x0 + TRN_NOISE_STRIP, a->width), y1 = trn_min_i(y0 + a->block, a->height);
        for (int32_t y = y0; y < y1; ++y)
            for (int32_t x = x0; x < x1; ++x)
                a->out_exact[(size_t)y * (size_t)a->width + (size_t)x] = fractal(a, a->x + x, a->y + y);
    }
}
TRN_ROW_KERNEL(noise_exact)
