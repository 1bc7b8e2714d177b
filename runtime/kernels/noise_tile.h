/* noise_tile.h - what the noise kernels that work on tiles share: a tile's octaves and how they join. */
#ifndef TRN_NOISE_TILE_H
#define TRN_NOISE_TILE_H
#include "kernels/noise_place.h"
#include "kernels/vec.h"

#define NOISE_GROUP (4 * TRN_LANES) /* columns that share table registers when their cells fit in one */
#define NOISE_PAD 3                 /* site of a strip's first cell */
#define NOISE_SIMD _Pragma("omp simd")

/* ---- how an octave joins the sum: Musgrave's forms, in Ebert et al., Texturing & Modeling, 3rd edition, 2003 ---------
 * s turns the basis' units into its range, g is the octave's gain. */
enum { JOIN_SET, JOIN_ADD, JOIN_TERRAIN_SET, JOIN_TERRAIN_ADD, JOIN_HYBRID_SET, JOIN_HYBRID_ADD };
TRN_FN int noise_join_of(int fractal, int k)
{
    const int set = fractal == TRN_FRACTAL_TERRAIN  ? JOIN_TERRAIN_SET
                    : fractal == TRN_FRACTAL_HYBRID ? JOIN_HYBRID_SET
                                                    : JOIN_SET;
    return set + (k > 0);
}
TRN_FN void noise_join(int mode, float *sum, float *weight, trn_vf n, float s, float g)
{
    if (mode == JOIN_SET) trn_vstore(sum, n * s);
    else if (mode == JOIN_ADD) trn_vstore(sum, trn_vload(sum) + n * (s * g));
    else if (mode == JOIN_TERRAIN_SET) trn_vstore(sum, n * s + 1.0f);
    else if (mode == JOIN_TERRAIN_ADD) {
        trn_vf v = trn_vload(sum);
        trn_vstore(sum, v + (v * g) * (n * s + 1.0f));
    } else {
        trn_vf t = n * s + 0.7f;
        if (mode == JOIN_HYBRID_SET) {
            trn_vstore(sum, t);
            trn_vstore(weight, t);
        } else {
            trn_vf w = trn_vmin(trn_vload(weight), trn_vset(1.0f));
            t = t * g;
            trn_vstore(sum, trn_vload(sum) + w * t);
            trn_vstore(weight, w * t);
        }
    }
}
/* calls f(mode, ...) with the mode a constant */
#define NOISE_BY_MODE(mode, f, ...)                                        \
    switch (mode) {                                                        \
    case JOIN_SET: f(JOIN_SET, __VA_ARGS__); break;                        \
    case JOIN_ADD: f(JOIN_ADD, __VA_ARGS__); break;                        \
    case JOIN_TERRAIN_SET: f(JOIN_TERRAIN_SET, __VA_ARGS__); break;        \
    case JOIN_TERRAIN_ADD: f(JOIN_TERRAIN_ADD, __VA_ARGS__); break;        \
    case JOIN_HYBRID_SET: f(JOIN_HYBRID_SET, __VA_ARGS__); break;          \
    default: f(JOIN_HYBRID_ADD, __VA_ARGS__); break;                       \
    }

/* One octave of one tile. n: columns, a multiple of NOISE_GROUP; sum, weight: rows of TRN_NOISE_STRIP. */
typedef struct noise_tile {
    const trn_noise_plan *plan;
    const trn_noise_octave *octave;
    const trn_noise_columns *columns; /* NULL where there are none */
    int64_t x, y;                     /* of the whole image */
    int32_t columns_n, rows, mode;
    bool fresh;                       /* the kernel's own memory is not that of the tile below, same octave */
    float *sum, *weight, *row;        /* row: one row of the octave, where it is not joined at once */
    float *out;                       /* with the last octave: where the result begins, else NULL */
    int32_t out_n;                    /* columns of it */
    void *work;                       /* the kernel's own */
} noise_tile;
typedef void noise_octave_fn(const noise_tile *t);

/* To be called when `rows` rows from r on are joined. Results go out row by row, so that the memory takes up those of one
 * while the next is worked out. */
static inline void noise_rows_done(const noise_tile *t, int32_t r, int32_t rows)
{
    const trn_noise_plan *a = t->plan;
    const float mul = a->mul, add = a->add;
    for (int32_t end = t->out ? r + rows : r; r < end; ++r) {
        const float *sum = t->sum + r * TRN_NOISE_STRIP;
        float *out = t->out + (size_t)r * (size_t)a->width;
        const int32_t n = t->out_n;
        if (a->stream && n == TRN_NOISE_STRIP && ((uintptr_t)out & (sizeof(trn_vf) - 1)) == 0)
            for (int32_t i = 0; i < n; i += TRN_LANES) trn_vstream(out + i, trn_vload(sum + i) * mul + add);
        else
            for (int32_t i = 0; i < n; ++i) out[i] = sum[i] * mul + add;
    }
}
TRN_FN void noise_join_row_as(int mode, const noise_tile *t, int32_t r, float s)
{
    float *sum = t->sum + r * TRN_NOISE_STRIP, *weight = t->weight + r * TRN_NOISE_STRIP;
    for (int32_t i = 0; i < t->columns_n; i += TRN_LANES)
        noise_join(mode, sum + i, weight + i, trn_vload(t->row + i), s, t->octave->gain);
}
/* Row r of the octave, which lies ready in t->row. */
static inline void noise_join_row(const noise_tile *t, int32_t r, float s)
{
    NOISE_BY_MODE(t->mode, noise_join_row_as, t, r, s)
    noise_rows_done(t, r, 1);
}

TRN_FN void noise_tiles(const noise_args *args, int32_t begin, int32_t end, noise_octave_fn *octave)
{
    const trn_noise_plan *a = args->plan;
    float *memory = args->scratch;
    noise_tile t = {.plan = a, .sum = memory, .weight = memory + TRN_NOISE_BLOCK * TRN_NOISE_STRIP,
                    .row = memory + 2 * TRN_NOISE_BLOCK * TRN_NOISE_STRIP, .work = memory + TRN_NOISE_TILE_BYTES / 4};
    const int32_t blocks = trn_noise_tiles(a) / a->strips;
    for (int32_t tile = begin; tile < end; ++tile) {
        const int32_t strip = tile / blocks, x = strip * TRN_NOISE_STRIP, y = tile % blocks * a->block;
        const int32_t n = a->width - x < TRN_NOISE_STRIP ? a->width - x : TRN_NOISE_STRIP;
        t.rows = a->height - y < a->block ? a->height - y : a->block;
        t.out_n = n;
        t.columns_n = (n + NOISE_GROUP - 1) / NOISE_GROUP * NOISE_GROUP;
        t.fresh = a->octaves > 1 || tile == begin || y == 0;
        t.x = a->x + x;
        t.y = a->y + y;
        for (int32_t k = 0; k < a->octaves; ++k) {
            t.octave = &a->octave[k];
            t.columns = a->columns ? &a->columns[(size_t)k * (size_t)a->strips + (size_t)strip] : 0;
            t.mode = noise_join_of(a->fractal, k);
            t.out = k == a->octaves - 1 ? a->out + (size_t)y * (size_t)a->width + (size_t)x : 0;
            octave(&t);
        }
    }
    if (a->stream) trn_vfence();
}
#endif
