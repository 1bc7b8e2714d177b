#include "kernels/noise_gradient.h"

/* whether the cells of every group of columns fit in one table register */
static int fits(const int32_t *cell, int32_t n)
{
    int wide = 1;
    for (int32_t i = 0; i < n; i += NOISE_GROUP) wide &= cell[i + NOISE_GROUP - 1] - cell[i] < TRN_LANES;
    return wide;
}
static void look_ups(int wide, const int32_t *cell, int32_t n, trn_noise_near *near)
{
    for (int32_t i = 0; i < n; i += TRN_LANES) {
        const int32_t b = cell[wide ? i / NOISE_GROUP * NOISE_GROUP : i];
        near->base[i / TRN_LANES] = b + NOISE_PAD;
        for (int32_t l = 0; l < TRN_LANES; ++l) near->lane[i + l] = TRN_VTAKE ? cell[i + l] - b : cell[i + l] + NOISE_PAD;
    }
}
static void strip_columns(const trn_noise_plan *a, int32_t k, int32_t strip)
{
    const trn_noise_octave *o = &a->octave[k];
    trn_noise_columns *c = &a->columns[(size_t)k * (size_t)a->strips + (size_t)strip];
    trn_noise_near *even = &c->near[0], *odd = &c->near[1];
    const int32_t x = strip * TRN_NOISE_STRIP, n = a->width - x < TRN_NOISE_STRIP ? a->width - x : TRN_NOISE_STRIP;
    const int32_t padded = (n + NOISE_GROUP - 1) / NOISE_GROUP * NOISE_GROUP;
    const int simplex = a->type == TRN_NOISE_SIMPLEX, white = a->type == TRN_NOISE_WHITE;
    int32_t cell[TRN_NOISE_STRIP], even_cell[TRN_NOISE_STRIP];
    uint32_t fract[TRN_NOISE_STRIP];
    trn_place p = o->origin[0] + (trn_place)(a->x + x) * o->du;
    const int64_t first = (int64_t)(uint64_t)((simplex ? trn_simplex3_place_x(p) : p) >> 64);
    for (int32_t i = 0; i < n; ++i) {
        const trn_place q = simplex ? trn_simplex3_place_x(p) : p;
        cell[i] = (int32_t)(uint32_t)((uint64_t)(q >> 64) - (uint64_t)first);
        fract[i] = (uint32_t)((uint64_t)q >> 32);
        p += o->du;
    }
    for (int32_t i = n; i < padded; ++i) { /* as the last one, so that of simplex noise, too, no cell goes down */
        cell[i] = cell[n - 1];
        fract[i] = fract[n - 1];
    }
    if (simplex)
        for (int32_t i = 0; i < padded; ++i) {
            const int32_t f = (int32_t)(fract[i] >> 8);
            even_cell[i] = cell[i] + (f >= 0x800000);
            even->f[i] = (float)((f ^ 0x800000) - 0x800000) * (1.0f / 16777216.0f);
            odd->f[i] = (float)(f - 0x800000) * (1.0f / 16777216.0f);
            even->xk[i] = trn_lattice_x((uint32_t)first + (uint32_t)even_cell[i]);
            odd->xk[i] = trn_lattice_x((uint32_t)first + (uint32_t)cell[i]);
        }
    else
        for (int32_t i = 0; i < padded; ++i) {
            const float f = (float)(int32_t)(fract[i] >> 8) * (1.0f / 16777216.0f);
            even->f[i] = f;
            even->xk[i] = trn_lattice_x((uint32_t)first + (uint32_t)cell[i]);
            odd->xk[i] = white ? trn_lattice_y(fract[i]) : trn_lattice_x((uint32_t)first + (uint32_t)cell[i] + 1u);
            c->u[i] = trn_fade_f(f);
        }
    /* above a cell a pixel; where gradients are looked up, simplex noise gains from it earlier */
    c->direct = (simplex ? trn_simplex3_place_x(o->du) : o->du) > (trn_place)1 << (simplex && NOISE_GRADIENT_TAKE ? 63 : 64);
    if (c->direct) return;
    for (int32_t i = 0; i < TRN_NOISE_SITES; ++i) c->site_xk[i] = trn_lattice_x((uint32_t)first + (uint32_t)(i - NOISE_PAD));
    /* in whole vectors: a scalar remainder cost as much as the rest */
    c->sites = (cell[padded - 1] + 2 + 2 * NOISE_PAD + 15) & ~15;
    c->wide = fits(cell, padded) && (!simplex || fits(even_cell, padded));
    look_ups(c->wide, simplex ? even_cell : cell, padded, even);
    if (simplex) look_ups(c->wide, cell, padded, odd);
}

TRN_FN void noise_columns_rows(const noise_args *a, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) strip_columns(a->plan, i / a->plan->strips, i % a->plan->strips);
}
TRN_ROW_KERNEL(noise_columns)
