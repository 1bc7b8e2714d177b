/* droplet_sweep.h - puts shares in place of wishes, so that no pit and no spike is made.
 *
 * A cell may rise to the mean of its lowest and its highest neighbour, or nearer to the highest, and a little above; but not above a
 * neighbour that has it as its lowest, which would become a pit. It may sink to the lowest that a neighbour can be after this
 * step. So the lowest neighbour of a cell stays below. (Up to the highest at once, and what lies beside a narrow bed grows
 * faster than the bed, which has to wait for the one above it.) */
#ifndef TRN_DROPLET_SWEEP_H
#define TRN_DROPLET_SWEEP_H
#include "kernels/droplet_brush.h"
#if defined(__AVX2__)
#include <immintrin.h>
#endif

TRN_FN cells_i least(cells_i a, cells_i b)
{
#if defined(__AVX2__)
    return (cells_i)_mm256_min_epi32((__m256i)a, (__m256i)b);
#else
    const cells_i m = (cells_i)(a < b);
    return (a & m) | (b & ~m);
#endif
}
TRN_FN cells_i greatest(cells_i a, cells_i b)
{
#if defined(__AVX2__)
    return (cells_i)_mm256_max_epi32((__m256i)a, (__m256i)b);
#else
    const cells_i m = (cells_i)(a > b);
    return (a & m) | (b & ~m);
#endif
}
/* room over wishes, at most 1, as a cell's four bytes: positive floats are in order as integers are */
TRN_FN cells_i share(cells_f room, cells_i wishes, int32_t shift)
{
    const cells_i one = (cells_i)ALL_F(1.0f), wished = (cells_i)(TO_F(wishes) * (float)(1 << shift));
    return least((cells_i)(room * DROPLET_GUARD / (cells_f)greatest(wished, one)), one);
}

/* x: first column of each vector with a mark, counted from -pad */
#define EACH_MARK(marks, x)                                                          \
    for (int32_t w_ = 0; w_ < f->words; ++w_)                                        \
        for (uint64_t bits_ = (marks)[w_]; bits_; bits_ &= bits_ - 1)                \
            for (int64_t x = 64 * DROPLET_LANES * w_ + DROPLET_LANES * __builtin_ctzll(bits_), once_ = 1; once_; once_ = 0)

/* Beyond an open border the ground is DROPLET_ABYSS: cells at the border drain there, and none inside is their lowest neighbour. Nobody is
 * to be dug that deep, though: for that it rises without end. */
TRN_FN void fence(const droplet_field *f, int32_t *rise)
{
    if (!f->wrap) rise[f->pad - 1] = rise[f->pad + f->width] = INT32_MAX;
}

static void sweep_drops(const droplet_field *f, const droplet_slab *t, int32_t y)
{
    const int64_t st = f->stride;
    const int32_t *z = t->z + y * st - f->pad, *above = f->above - f->pad;
    int32_t *want = t->want_drop + ring_at(f, y) - f->pad, *rise = t->rise + ring_at(f, y) - f->pad;
    const uint64_t *marks = t->mark_drop + marks_at(f, y);
    const int32_t shift = f->shift_drop, border = !f->wrap && (y == 0 || y == f->height - 1);
    EACH_MARK(marks, x) {
        const cells_i wishes = LOAD(want + x), here = LOAD(z + x);
        cells_i top = ALL(INT32_MIN), bottom = ALL(DROPLET_LOAD), limit = ALL(DROPLET_LOAD), low[5][3];
        for (int32_t k = 0; k < 5; ++k) { /* of three rows, in five columns */
            const int32_t *p = z + x + k - 2;
            const cells_i b = LOAD(p - st), c = LOAD(p), d = LOAD(p + st), bc = least(b, c), cd = least(c, d);
            low[k][0] = least(LOAD(p - 2 * st), bc);
            low[k][1] = least(bc, d);
            low[k][2] = least(cd, LOAD(p + 2 * st));
        }
        for (int32_t k = 0; k < 9; ++k) {
            if (k == 4) continue;
            const int32_t ox = k % 3, oy = k / 3;
            const cells_i n = LOAD(z + x + ox - 1 + (oy - 1) * st), around = least(least(low[ox][oy], low[ox + 1][oy]), low[ox + 2][oy]);
            const cells_i drains_here = (cells_i)(around >= here) & (cells_i)(n > here);
            top = greatest(top, n);
            const cells_i there = (cells_i)(n > ALL(DROPLET_ABYSS));
            bottom = least(bottom, (n & there) | (ALL(DROPLET_LOAD) & ~there));
            limit = least(limit, (n & drains_here) | (ALL(DROPLET_LOAD) & ~drains_here));
        }
        top -= ((top >> 1) - (bottom >> 1)) >> f->ease;
        if (!border) top += LOAD(above + x);
        const cells_i room = greatest(least(top, limit) - here, ALL(0));
        const cells_i most = least(wishes, (room >> shift) + 1) << shift;
        STORE(rise + x, least(room, most));
        STORE(want + x, share(TO_F(room), wishes, shift));
    }
    fence(f, rise);
}

/* Lowest of three cells of a row after the rise. */
TRN_FN cells_i lowest(const int32_t *z, const int32_t *rise)
{
    return least(least(LOAD(z - 1) + LOAD(rise - 1), LOAD(z) + LOAD(rise)), LOAD(z + 1) + LOAD(rise + 1));
}

static void sweep_digs(const droplet_field *f, const droplet_slab *t, int32_t y)
{
    const int64_t st = f->stride;
    const int32_t *z = t->z + y * st - f->pad, *rise = t->rise - f->pad;
    const int32_t *here = rise + ring_at(f, y), *below = rise + ring_at(f, y - 1), *above = rise + ring_at(f, y + 1), *under = z - st, *over = z + st;
    const float *soft = f->soft ? f->soft + trn_wrap_i(y, f->height) * st - f->pad : NULL;
    int32_t *want = t->want_dig + ring_at(f, y) - f->pad;
    const uint64_t *marks = t->mark_dig + marks_at(f, y);
    if (!f->wrap && y == 0) below = here, under = z;
    if (!f->wrap && y == f->height - 1) above = here, over = z;
    EACH_MARK(marks, x) {
        const cells_i around = least(least(lowest(under + x, below + x), lowest(z + x, here + x)), lowest(over + x, above + x));
        cells_f room = TO_F(greatest(LOAD(z + x) - around, ALL(0)));
        if (soft) room *= LOAD_F(soft + x);
        STORE(want + x, share(room, LOAD(want + x), f->shift_dig));
    }
}

/* Row y has been used up. */
static void wipe(const droplet_field *f, const droplet_slab *t, int32_t y)
{
    int32_t *want_drop = t->want_drop + ring_at(f, y) - f->pad, *want_dig = t->want_dig + ring_at(f, y) - f->pad;
    int32_t *rise = t->rise + ring_at(f, y) - f->pad;
    uint64_t *drops = t->mark_drop + marks_at(f, y), *digs = t->mark_dig + marks_at(f, y);
    EACH_MARK(drops, x) {
        STORE(want_drop + x, ALL(0));
        STORE(rise + x, ALL(0));
    }
    EACH_MARK(digs, x) STORE(want_dig + x, ALL(0));
    memset(drops, 0, (size_t)f->words * sizeof *drops);
    memset(digs, 0, (size_t)f->words * sizeof *digs);
    fence(f, rise);
}
#endif
