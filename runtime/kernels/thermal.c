/* Passes run as a wave: one loads a row, and each pass follows `reach` rows behind the one before it, on a ring of rows that
 * stays in the caches. A row is worked on in one sweep, in place: its flows to the right and to the row above are found from
 * heights that no flow has altered yet; those to the row above wait in a row of their own, `carry`. */
#include "kernels/thermal.h"
#include "math/hash.h"
#include "math/scalar.h"
#include <string.h>

enum { FENCE = 1 << 30 };            /* beyond an edge: higher than any ground, so that nothing flows there */
#define SPARE 0.99999904632568359375f /* 1 - 2^-20: more than all rounding of shares, so that none gives more than it has */

/* ---- a row's flows ---- */

typedef struct row_of {
    int32_t *z;           /* row y; z[-16] up to z[width + 15] can be read, z[-1] and z[width] are its neighbours */
    const int32_t *above; /* row y + 1 */
    const float *factor, *factor_above;
    int32_t *carry;       /* what flows to row y; becomes what flows to y + 1 */
} row_of;
typedef struct kind { int32_t update, open, weighs, diagonals; } kind; /* open: there is a row above */
typedef struct law { int32_t talus, talus_diagonal, width, last; float rate; } law; /* last: where columns without a neighbour to the right begin */
typedef struct before { trn_vi east, north_east, north_west; } before; /* flows of the vector to the left */

TRN_FN trn_vi flow(trn_vi from, trn_vi to, int32_t talus, float rate, const float *giver, const float *other, int32_t weighs)
{
    const trn_vi d = from - to, rest = trn_vmax_i(trn_vmin_i(d, trn_vset_i(talus)), trn_vset_i(-talus));
    const trn_vi q = trn_vtrunc(trn_vfloat(d - rest) * rate);
    if (!weighs) return q;
    return trn_vtrunc(trn_vfloat(q) * trn_vselect((trn_vi)(q > 0), trn_vload(giver), trn_vload(other)));
}

/* Columns x and on. edge: not all of them have a neighbour to the right, or exist. */
TRN_FN void step(const law *a, const row_of *r, kind k, int32_t x, int32_t edge, int32_t store, before *b)
{
    const trn_vi here = trn_vload_i(r->z + x), right = trn_vload_i(r->z + x + 1), lane = trn_vlanes() + x;
    const trn_vi inside = (trn_vi)(lane < a->last);
    const float *f = r->factor + x, *g = r->factor_above + x;
    trn_vi east = flow(here, right, a->talus, a->rate, f, f + 1, k.weighs), on = trn_vset_i(0);
    if (edge) east &= inside;
    trn_vi z = here + trn_vprev_i(b->east, east) - east;
    b->east = east;
    if (k.open) {
        const trn_vi up = trn_vload_i(r->above + x), up_right = trn_vload_i(r->above + x + 1);
        on = flow(here, up, a->talus, a->rate, f, g, k.weighs);
        z -= on;
        if (k.diagonals) {
            trn_vi north_east = flow(here, up_right, a->talus_diagonal, a->rate, f, g + 1, k.weighs);
            trn_vi north_west = flow(right, up, a->talus_diagonal, a->rate, f + 1, g, k.weighs); /* from x + 1 to x */
            if (edge) north_east &= inside, north_west &= inside;
            z -= north_east + trn_vprev_i(b->north_west, north_west);
            on += trn_vprev_i(b->north_east, north_east) + north_west;
            b->north_east = north_east;
            b->north_west = north_west;
        }
    }
    if (!store) return;
    if (k.update) {
        z += trn_vload_i(r->carry + x);
        if (edge) z &= (trn_vi)(lane < a->width);
        trn_vstore_i(r->z + x, z);
    }
    trn_vstore_i(r->carry + x, on);
}

TRN_FN void sweep(const thermal_args *a, const row_of *row, kind k)
{
    const row_of r = *row; /* what no store can alter */
    const law l = {a->talus, a->talus_diagonal, a->width, a->wrap ? a->width : a->width - 1, a->rate};
    before b = {trn_vset_i(0), trn_vset_i(0), trn_vset_i(0)};
    int32_t x = 0;
    if (a->wrap) step(&l, &r, k, -TRN_LANES, 0, 0, &b); /* for what the last column gives the first */
    for (; x + TRN_LANES < l.width; x += TRN_LANES) step(&l, &r, k, x, 0, 1, &b);
    for (; x < l.width; x += TRN_LANES) step(&l, &r, k, x, 1, 1, &b);
}

static void sweep_row(const thermal_args *a, const row_of *r, int32_t update, int32_t open)
{
    const int32_t weighs = thermal_weighs(a);
#define KIND(u, o, w, d) if (update == u && open == o && weighs == w && a->diagonals == d) sweep(a, r, (kind){u, o, w, d})
    KIND(1, 1, 0, 1);
    KIND(1, 1, 0, 0);
    KIND(1, 1, 1, 1);
    KIND(1, 1, 1, 0);
    KIND(1, 0, 0, 1);
    KIND(1, 0, 0, 0);
    KIND(1, 0, 1, 1);
    KIND(1, 0, 1, 0);
    KIND(0, 1, 0, 1);
    KIND(0, 1, 0, 0);
    KIND(0, 1, 1, 1);
    KIND(0, 1, 1, 0);
#undef KIND
}

/* ---- a row's factors ---- */

TRN_FN int32_t outflow(int32_t from, int32_t to, int32_t talus, float rate)
{
    return (int32_t)((float)trn_max_i(from - to - talus, 0) * rate);
}

/* What part of its flows each pixel of row y gives; below and above may be NULL. */
static void weigh_row(const thermal_args *a, int32_t y, int32_t pass, const int32_t *below, const int32_t *z, const int32_t *above, float *factor)
{
    const int32_t width = a->width;
    const size_t at = (size_t)y * (size_t)width;
    if (a->hardness) {
        const float *hardness = a->hardness + at;
#pragma omp simd
        for (int32_t x = 0; x < width; ++x) factor[x] = 1.0f - trn_saturate_f(hardness[x]);
    } else {
        for (int32_t x = 0; x < width; ++x) factor[x] = 1.0f;
    }
    if (a->granular) {
        const uint32_t key = trn_mix((uint32_t)y * TRN_PY + trn_seed_key(a->seed, TRN_STREAM_GRANULAR, (uint32_t)pass));
#pragma omp simd
        for (int32_t x = 0; x < width; ++x) factor[x] *= trn_unit_f(trn_mix(((uint32_t)x * TRN_PX) ^ key));
    }
    if (a->bed) {
        const int32_t *bed = a->bed + at, t = a->talus, td = a->talus_diagonal, diagonals = a->diagonals;
        const int32_t *lower = below ? below : z, *upper = above ? above : z; /* nothing flows to a pixel itself, */
        const int32_t corner_lower = diagonals && below ? INT32_MIN : FENCE, corner_upper = diagonals && above ? INT32_MIN : FENCE;
        const float rate = a->rate;
#pragma omp simd
        for (int32_t x = 0; x < width; ++x) {
            int32_t out = outflow(z[x], z[x - 1], t, rate) + outflow(z[x], z[x + 1], t, rate) + outflow(z[x], lower[x], t, rate) +
                          outflow(z[x], upper[x], t, rate);
            out += outflow(z[x], trn_max_i(lower[x - 1], corner_lower), td, rate) + outflow(z[x], trn_max_i(lower[x + 1], corner_lower), td, rate) +
                   outflow(z[x], trn_max_i(upper[x - 1], corner_upper), td, rate) + outflow(z[x], trn_max_i(upper[x + 1], corner_upper), td, rate);
            const float have = (float)(z[x] - bed[x]) * SPARE, want = (float)out * factor[x];
            factor[x] = want > have ? factor[x] * (have / want) : factor[x];
        }
    }
    factor[-1] = factor[width - 1];
    factor[width] = factor[0];
}

/* ---- bands ---- */

typedef struct wave {
    const thermal_args *a;
    int32_t pitch, ring;
    int32_t *rows;
    int32_t *carry[THERMAL_PASSES];
    float *factor[THERMAL_PASSES], *factor_above[THERMAL_PASSES];
} wave;

TRN_FN int32_t *row_at(const wave *w, int32_t y) { return w->rows + (size_t)(y & (w->ring - 1)) * (size_t)w->pitch + THERMAL_PAD; }
TRN_FN int32_t there_is(const thermal_args *a, int32_t y) { return a->wrap || (y >= 0 && y < a->height); }

static void set_ends(const thermal_args *a, int32_t *z)
{
    z[-1] = a->wrap ? z[a->width - 1] : FENCE;
    z[a->width] = a->wrap ? z[0] : FENCE;
}

static void load(const wave *w, int32_t y)
{
    const thermal_args *a = w->a;
    int32_t *z = row_at(w, y);
    memset(z - THERMAL_PAD, 0, THERMAL_PAD * sizeof *z);
    memcpy(z, a->from + (size_t)trn_wrap_i(y, a->height) * (size_t)a->width, (size_t)a->width * sizeof *z);
    memset(z + a->width, 0, THERMAL_PAD * sizeof *z);
    set_ends(a, z);
}

static void weigh(const wave *w, int32_t k, int32_t y, float *factor)
{
    const thermal_args *a = w->a;
    weigh_row(a, trn_wrap_i(y, a->height), a->first_pass + k, there_is(a, y - 1) ? row_at(w, y - 1) : NULL, row_at(w, y),
              there_is(a, y + 1) ? row_at(w, y + 1) : NULL, factor);
}

/* Pass k over row y, which is the first of its rows or the one above the last that was done. */
static void pass_row(wave *w, int32_t k, int32_t y, int32_t first)
{
    const thermal_args *a = w->a;
    const int32_t weighs = thermal_weighs(a), open = there_is(a, y + 1);
    row_of r = {row_at(w, y), row_at(w, y + 1), w->factor[k], w->factor_above[k], w->carry[k]};
    if (first) {
        if (weighs) weigh(w, k, y, w->factor_above[k]);
        if (there_is(a, y - 1)) {
            if (weighs) weigh(w, k, y - 1, w->factor[k]);
            const row_of below = {row_at(w, y - 1), r.z, r.factor, r.factor_above, r.carry};
            sweep_row(a, &below, 0, 1);
        } else {
            memset(r.carry, 0, (size_t)(w->pitch - THERMAL_PAD) * sizeof *r.carry);
        }
    }
    if (weighs) {
        float *swap = w->factor[k];
        w->factor[k] = w->factor_above[k];
        w->factor_above[k] = swap;
        r.factor = w->factor[k];
        r.factor_above = swap;
        if (open) weigh(w, k, y + 1, swap);
    }
    sweep_row(a, &r, 1, open);
    set_ends(a, r.z);
}

static int32_t hand_over(const wave *w, int32_t y)
{
    const thermal_args *a = w->a;
    const size_t at = (size_t)y * (size_t)a->width;
    const int32_t *z = row_at(w, y), *from = a->from + at;
    int32_t *to = a->to + at, changed = 0;
#pragma omp simd reduction(| : changed)
    for (int32_t x = 0; x < a->width; ++x) {
        changed |= z[x] ^ from[x];
        to[x] = z[x];
    }
    return changed != 0;
}

static float *clear_ends(const thermal_args *a, int32_t *row)
{
    memset(row - THERMAL_PAD, 0, THERMAL_PAD * sizeof *row);
    memset(row + a->width, 0, THERMAL_PAD * sizeof *row);
    return (float *)row;
}

static void do_band(const thermal_args *a, int32_t index)
{
    const int32_t reach = thermal_reach(a), margin = reach * a->passes, weighs = thermal_weighs(a);
    const int32_t y0 = index * a->band, y1 = a->height - y0 < a->band ? a->height : y0 + a->band;
    const int32_t least = a->wrap ? y0 - margin : trn_max_i(y0 - margin, 0), most = a->wrap ? y1 + margin : trn_min_i(y1 + margin, a->height);
    wave w = {a, thermal_pitch(a), thermal_ring(a), a->scratch + (size_t)index * thermal_scratch(a), {0}, {0}, {0}};
    int32_t *next = w.rows + (size_t)w.ring * (size_t)w.pitch + THERMAL_PAD, changed = 0;
    for (int32_t k = 0; k < THERMAL_PASSES; ++k, next += w.pitch) {
        w.carry[k] = next;
        w.factor[k] = w.factor_above[k] = (float *)next; /* which nobody reads unless they weigh */
        if (weighs) {
            w.factor[k] = clear_ends(a, next += w.pitch);
            w.factor_above[k] = clear_ends(a, next += w.pitch);
        }
    }
    for (int32_t i = least; i < y1 + margin; ++i) {
        if (i < most) load(&w, i);
        for (int32_t k = 0; k < a->passes; ++k) {
            const int32_t y = i - reach * (k + 1), beyond = margin - reach * (k + 1);
            const int32_t from = trn_max_i(y0 - beyond, a->wrap ? y0 - beyond : 0), to = trn_min_i(y1 + beyond, most);
            if (y < from || y >= to) continue;
            pass_row(&w, k, y, y == from);
            if (k == a->passes - 1) changed |= hand_over(&w, y);
        }
    }
    a->changed[index] = changed;
}

static void thermal_rows(const thermal_args *a, int32_t b0, int32_t b1)
{
    for (int32_t b = b0; b < b1; ++b) do_band(a, b);
}
TRN_ROW_KERNEL(thermal)
