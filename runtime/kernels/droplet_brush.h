/* droplet_brush.h - what droplets wish of cells, and what they get. */
#ifndef TRN_DROPLET_BRUSH_H
#define TRN_DROPLET_BRUSH_H
#include "kernels/droplets.h"
#include "math/scalar.h"
#include <string.h>

/* Eight cells at every CPU level: the common brush is five wide. */
typedef int32_t cells_i __attribute__((vector_size(4 * DROPLET_LANES)));
typedef float cells_f __attribute__((vector_size(4 * DROPLET_LANES)));
typedef int32_t cells_i_at __attribute__((vector_size(4 * DROPLET_LANES), aligned(4), may_alias));
typedef float cells_f_at __attribute__((vector_size(4 * DROPLET_LANES), aligned(4), may_alias));
#define LOAD(p) ((cells_i)*(const cells_i_at *)(p))
#define LOAD_F(p) ((cells_f)*(const cells_f_at *)(p))
#define STORE(p, v) (*(cells_i_at *)(p) = (cells_i_at)(v))
#define TO_F(v) __builtin_convertvector(v, cells_f)
#define TO_I(v) __builtin_convertvector(v, cells_i)
#define ALL(x) ((cells_i){0} + (x))
#define ALL_F(x) ((x) - (cells_f){0})

/* 1 - 2^-20: less than all rounding of shares, so that together they never are more than there is */
#define DROPLET_GUARD 0.99999904632568359375f

TRN_FN int64_t ring_at(const droplet_field *f, int32_t y) { return (y & (f->ring - 1)) * f->stride; }
TRN_FN int64_t marks_at(const droplet_field *f, int32_t y) { return (int64_t)(y & (f->ring - 1)) * f->words; }

/* A wish as it is counted: no less than it is. */
TRN_FN int32_t counted(float wish, int32_t shift)
{
    const int32_t k = (int32_t)wish;
    return (k >> shift) + (k > 0);
}

/* Marks columns [x, x + n) of rows [y, y + rows); n < 192. */
TRN_FN void mark(const droplet_field *f, uint64_t *marks, int32_t x, int32_t n, int32_t y, int32_t rows)
{
    const uint32_t v0 = (uint32_t)(x + f->pad) / DROPLET_LANES, v1 = (uint32_t)(x + n - 1 + f->pad) / DROPLET_LANES;
    const uint64_t bits = (UINT64_C(2) << (v1 - v0)) - 1;
    for (int32_t k = 0; k < rows; ++k) {
        uint64_t *m = marks + marks_at(f, y + k) + (v0 >> 6);
        *m |= bits << (v0 & 63);
        if ((v1 ^ v0) >> 6) m[1] |= bits >> (64 - (v0 & 63));
    }
}

/* The three things a brush does: it adds wishes, takes shares from the ground, or gives them to it. The last two return how much. */
typedef enum droplet_deed { WISH, TAKE, GIVE } droplet_deed;

/* Where the brush reaches over a border: the cells beyond leave their parts to the middle. */
static int64_t brush_at_border(const droplet_field *f, const droplet_slab *t, int32_t *want, const droplet_brush *b, int32_t shift, int32_t cx,
                               int32_t cy, float amount, droplet_deed deed)
{
    const int32_t r = b->reach, pitch = b->vectors * DROPLET_LANES;
    float middle = 0;
    int64_t sum = 0;
    for (int32_t k = 0; k < b->rows * b->rows; ++k) {
        const int32_t ox = k % b->rows - r, oy = k / b->rows - r, x = cx + ox, y = cy + oy;
        if (x < 0 || x >= f->width || y < 0 || y >= f->height) middle += b->weight[(oy + r) * pitch + ox + r];
    }
    for (int32_t k = 0; k < b->rows * b->rows; ++k) {
        const int32_t ox = k % b->rows - r, oy = k / b->rows - r, x = cx + ox, y = cy + oy;
        if (x < 0 || x >= f->width || y < 0 || y >= f->height) continue;
        const float wish = amount * (b->weight[(oy + r) * pitch + ox + r] + (ox || oy ? 0.0f : middle));
        int32_t *w = want + ring_at(f, y) + x;
        float share;
        if (deed == WISH) {
            *w += counted(wish, shift);
            continue;
        }
        memcpy(&share, w, sizeof share);
        const int32_t got = (int32_t)(wish * share);
        t->z[y * f->stride + x] += deed == TAKE ? -got : got;
        sum += got;
    }
    return sum;
}

TRN_FN int64_t brush_inside(const droplet_field *f, const droplet_slab *t, int32_t *want, const droplet_brush *b, int32_t rows, int32_t vectors,
                            int32_t shift, int32_t cx, int32_t cy, float amount, droplet_deed deed)
{
    const cells_f all = ALL_F(amount);
    const int32_t r = b->reach;
    const float *weight = b->weight;
    int32_t *z = t->z + (cy - r) * f->stride + (cx - r);
    cells_i sum = {0};
    for (int32_t y = 0; y < rows; ++y, z += f->stride) {
        int32_t *w = want + ring_at(f, cy - r + y) + (cx - r);
        for (int32_t k = 0; k < vectors; ++k, weight += DROPLET_LANES) {
            const cells_f wish = all * LOAD_F(weight);
            if (deed == WISH) {
                const cells_i q = TO_I(wish);
                STORE(w + k * DROPLET_LANES, LOAD(w + k * DROPLET_LANES) + (shift ? q >> shift : q) - (cells_i)(q > 0)); /* a lane that is true is -1 */
            } else {
                const cells_i got = TO_I(wish * LOAD_F(w + k * DROPLET_LANES)), here = LOAD(z + k * DROPLET_LANES);
                sum += got;
                STORE(z + k * DROPLET_LANES, deed == TAKE ? here - got : here + got);
            }
        }
    }
    if (deed == WISH) return 0;
    return ((int64_t)sum[0] + sum[1] + sum[2] + sum[3]) + ((int64_t)sum[4] + sum[5] + sum[6] + sum[7]);
}

TRN_FN int64_t brush(const droplet_field *f, const droplet_slab *t, int32_t *want, uint64_t *marks, const droplet_brush *b, int32_t shift, int32_t x,
                     int32_t y, float amount, droplet_deed deed)
{
    const int32_t r = b->reach;
    if (deed == WISH) mark(f, marks, x - r, 2 * r + 1, y - r, b->rows);
    if (!f->wrap && (x - r < 0 || y - r < 0 || x + r >= f->width || y + r >= f->height))
        return brush_at_border(f, t, want, b, shift, x, y, amount, deed);
    if (b->rows == 5 && shift == 0) return brush_inside(f, t, want, b, 5, 1, 0, x, y, amount, deed);
    if (b->rows == 5) return brush_inside(f, t, want, b, 5, 1, shift, x, y, amount, deed);
    return brush_inside(f, t, want, b, b->rows, b->vectors, shift, x, y, amount, deed);
}

/* Onto the four cells around the droplet, all on the map, but for those beyond a map that is one cell wide: they get nothing. */
TRN_FN int64_t drop_on_four(const droplet_field *f, const droplet_slab *t, int32_t x, int32_t y, float fx, float fy, float amount, droplet_deed deed)
{
    const float w11 = fx * fy, w10 = fx - w11, w01 = fy - w11, w00 = trn_max_f(1.0f - fx - w01, 0.0f);
    const float k0 = amount * w00, k1 = amount * w10, k2 = amount * w01, k3 = amount * w11;
    int32_t *low = t->want_drop + ring_at(f, y) + x, *high = t->want_drop + ring_at(f, y + 1) + x;
    if (deed == WISH) {
        mark(f, t->mark_drop, x, 2, y, 2);
        low[0] += counted(k0, f->shift_drop);
        low[1] += counted(k1, f->shift_drop);
        high[0] += counted(k2, f->shift_drop);
        high[1] += counted(k3, f->shift_drop);
        return 0;
    }
    float s[4];
    memcpy(s, low, 2 * sizeof *s);
    memcpy(s + 2, high, 2 * sizeof *s);
    const int32_t g0 = (int32_t)(k0 * s[0]), g1 = (int32_t)(k1 * s[1]), g2 = (int32_t)(k2 * s[2]), g3 = (int32_t)(k3 * s[3]);
    int32_t *z = t->z + y * f->stride + x, *above = z + f->stride;
    z[0] += g0;
    z[1] += g1;
    above[0] += g2;
    above[1] += g3;
    return (int64_t)g0 + g1 + g2 + g3;
}

/* Wishes, or what comes of them, of all droplets of a part. A tiled map's columns wrap: brushes near its edges are there twice. */
TRN_FN void each_brush(const droplet_field *f, droplet_slab *t, const droplet_part *q, int32_t wishes)
{
    const int32_t width = f->width, margin = f->wrap ? 2 * f->reach + 2 : 0;
    const float *amount = q->found->amount + q->shift;
    const int32_t *front = q->found->list + q->begin + q->shift, *back = q->found->list + q->end + q->shift;
    int32_t *load = q->found->load + q->shift;
    int64_t dug = 0, dropped = 0;
    for (int32_t i = 0; i < q->digs; ++i) {
        const int32_t n = front[i], x = f->now.x[n], y = f->now.y[n] + q->up;
        for (int32_t at = margin ? x - (x + margin) / width * width : x; at < width + margin; at += width) {
            const int64_t got = brush(f, t, t->want_dig, t->mark_dig, &f->dig, f->shift_dig, at, y, amount[n], wishes ? WISH : TAKE);
            if (wishes || at != x) continue;
            load[n] += (int32_t)got;
            dug += got;
        }
    }
    for (int32_t i = 1; i <= q->drops; ++i) {
        const int32_t n = back[-i], x = f->now.x[n], y = f->now.y[n] + q->up;
        for (int32_t at = margin ? x - (x + margin) / width * width : x; at < width + margin; at += width) {
            const int64_t got = f->drop.rows ? brush(f, t, t->want_drop, t->mark_drop, &f->drop, f->shift_drop, at, y, -amount[n], wishes ? WISH : GIVE)
                                             : drop_on_four(f, t, at, y, f->now.fx[n], f->now.fy[n], -amount[n], wishes ? WISH : GIVE);
            if (wishes || at != x) continue;
            load[n] -= (int32_t)got;
            dropped += got;
        }
    }
    if (!q->own) return;
    t->eroded += dug;
    t->deposited += dropped;
}
#endif
