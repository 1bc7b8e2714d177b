/* Where the CPU level has vectors of four, eight would be passed on in a way that compilers warn of; all that take them are inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"
#include "kernels/droplet_sweep.h"
#include "math/hash.h"
#include "math/trig.h"

enum { BLOCK = 256 }; /* droplets that move together */

/* ---- moving ---- */

/* The four cells of each patch, two by two: cheaper than gathering them one by one. */
TRN_FN void load_patches(const int32_t *z, int64_t stride, const int32_t *cell, int32_t n, int32_t *low, int32_t *high)
{
    for (int32_t i = 0; i < n; ++i) {
        memcpy(low + 2 * i, z + cell[i], 2 * sizeof *z);
        memcpy(high + 2 * i, z + cell[i] + stride, 2 * sizeof *z);
    }
}

/* Where the ground is level, and a droplet does not move yet: some direction. */
static void turn(const droplet_field *f, uint32_t id, float *x, float *y)
{
    trn_sincos_f(trn_unit_f(trn_mix(trn_mix(id ^ f->turn_key) + (uint32_t)f->step * TRN_PX)), y, x);
}

typedef struct moving { /* of a block */
    float turn_x[BLOCK], turn_y[BLOCK], height[BLOCK]; /* height: above the cell to the lower left */
    int32_t ground[BLOCK], cell[BLOCK], low[2 * BLOCK], high[2 * BLOCK];
} moving;

/* Ways of droplets a ... a + n: down the slope, and on as before. */
TRN_FN void head(const droplet_field *f, const droplet_slab *t, moving *m, int32_t a, int32_t n, int32_t up)
{
    const droplet_set *now = &f->now;
    const int32_t *restrict x = now->x + a, *restrict y = now->y + a;
    const float *restrict fx = now->fx + a, *restrict fy = now->fy + a, *restrict dx = now->dx + a, *restrict dy = now->dy + a;
    const float inertia = f->inertia, keep_x = f->width > 1 ? 1.0f - inertia : 0.0f, keep_y = f->height > 1 ? 1.0f - inertia : 0.0f;
    const int32_t stride = (int32_t)f->stride;
    int32_t level = 0;
    for (int32_t i = 0; i < n; ++i) m->cell[i] = (y[i] + up) * stride + x[i];
    load_patches(t->z, stride, m->cell, n, m->low, m->high);
#pragma omp simd reduction(| : level)
    for (int32_t i = 0; i < n; ++i) {
        const int32_t z00 = m->low[2 * i], z10 = m->low[2 * i + 1], z01 = m->high[2 * i], z11 = m->high[2 * i + 1];
        const float px = (float)(z10 - z00), qx = (float)(z11 - z01), py = (float)(z01 - z00), qy = (float)(z11 - z10);
        const float gx = px + (qx - px) * fy[i], gy = py + (qy - py) * fx[i];
        const float tx = dx[i] * inertia - gx * keep_x, ty = dy[i] * inertia - gy * keep_y;
        level |= tx * tx + ty * ty < 1e-24f;
        m->turn_x[i] = tx;
        m->turn_y[i] = ty;
        m->height[i] = px * fx[i] + (py + (qx - px) * fx[i]) * fy[i];
        m->ground[i] = z00;
    }
    for (int32_t i = 0; level && i < n; ++i)
        if (m->turn_x[i] * m->turn_x[i] + m->turn_y[i] * m->turn_y[i] < 1e-24f) turn(f, now->id[a + i], &m->turn_x[i], &m->turn_y[i]);
}

/* A pixel on; o: the places of these droplets' new states. */
TRN_FN void advance(const droplet_field *f, moving *m, const droplet_set *o, int32_t a, int32_t at, int32_t n, int32_t up)
{
    const droplet_set *now = &f->now;
    const int32_t *restrict x = now->x + a, *restrict y = now->y + a;
    const float *restrict fx = now->fx + a, *restrict fy = now->fy + a;
    int32_t *restrict nx = o->x + at, *restrict ny = o->y + at, *restrict alive = o->alive + at;
    float *restrict nfx = o->fx + at, *restrict nfy = o->fy + at, *restrict ndx = o->dx + at, *restrict ndy = o->dy + at;
    const int32_t width = f->width, height = f->height, wrap = f->wrap, stride = (int32_t)f->stride;
    const int32_t end_x = wrap ? width : trn_max_i(width - 1, 1), end_y = wrap ? height : trn_max_i(height - 1, 1);
    const float along_x = width > 1 ? 1.0f : 0.0f, along_y = height > 1 ? 1.0f : 0.0f;
#pragma omp simd
    for (int32_t i = 0; i < n; ++i) {
        float tx = m->turn_x[i] * along_x, ty = m->turn_y[i] * along_y;
        const float square = tx * tx + ty * ty, inverse = 1.0f / sqrtf(square > 0.0f ? square : 1.0f);
        tx *= inverse;
        ty *= inverse;
        const float px = fx[i] + tx, py = fy[i] + ty; /* from -1 to 2 */
        const int32_t kx = (int32_t)(px >= 1.0f) - (int32_t)(px < 0.0f), ky = (int32_t)(py >= 1.0f) - (int32_t)(py < 0.0f);
        const int32_t cx = x[i] + kx, cy = y[i] + ky;
        m->cell[i] = (cy + up) * stride + cx;
        alive[i] = wrap | ((cx >= 0) & (cx < end_x) & (cy >= 0) & (cy < end_y));
        const int32_t wx = cx < 0 ? cx + width : cx, wy = cy < 0 ? cy + height : cy; /* where it does not wrap it is dead */
        nx[i] = wx >= width ? wx - width : wx;
        ny[i] = wy >= height ? wy - height : wy;
        nfx[i] = trn_max_f(px - (float)kx, 0.0f);
        nfy[i] = trn_max_f(py - (float)ky, 0.0f);
        ndx[i] = tx;
        ndy[i] = ty;
    }
}

/* How much each digs or drops, after it has fallen as far as it has. */
TRN_FN void weigh_up(const droplet_field *f, const droplet_slab *t, moving *m, const droplet_set *o, int32_t a, int32_t at, int32_t n)
{
    const droplet_set *now = &f->now;
    const float *restrict speed = now->speed + a, *restrict nfx = o->fx + at, *restrict nfy = o->fy + at;
    const int32_t *restrict load = now->load + a, *restrict alive = o->alive + at;
    float *restrict nspeed = o->speed + at, *restrict amount = o->amount + at;
    int32_t *restrict nload = o->load + at;
    const float least_fall = f->least_fall, capacity = f->capacity, erode = f->erode, deposit = f->deposit, gain = f->gain;
    const float most_dig = f->most_dig, most_drop = f->most_drop;
    load_patches(t->z, f->stride, m->cell, n, m->low, m->high);
#pragma omp simd
    for (int32_t i = 0; i < n; ++i) {
        const int32_t z00 = m->low[2 * i], z10 = m->low[2 * i + 1], z01 = m->high[2 * i], z11 = m->high[2 * i + 1];
        const float px = (float)(z10 - z00), qx = (float)(z11 - z01), py = (float)(z01 - z00);
        const float height = px * nfx[i] + (py + (qx - px) * nfx[i]) * nfy[i];
        const float rise = (float)(z00 - m->ground[i]) + (height - m->height[i]), fall = -rise, carried = (float)load[i];
        const float can = trn_min_f(trn_max_f(fall, least_fall) * (speed[i] * capacity), 1e30f), over = carried - can;
        const float dig = trn_min_f(trn_min_f(-over * erode, fall), trn_min_f(most_dig, (float)DROPLET_LOAD - carried));
        const float drop = trn_min_f(rise > 0.0f ? trn_min_f(rise, carried) : over * deposit, most_drop) * DROPLET_GUARD; /* never more than it has */
        const float deed = ((rise > 0.0f) | (over > 0.0f)) ? -drop : trn_max_f(dig, 0.0f);
        const float square = speed[i] * speed[i] - gain * rise;
        amount[i] = alive[i] ? deed : 0.0f;
        nspeed[i] = sqrtf(square > 0.0f ? square : 0.0f);
        nload[i] = load[i];
    }
}

static void move(const droplet_field *f, const droplet_slab *t, const droplet_part *q)
{
    moving m;
    for (int32_t a = q->begin; a < q->end; a += BLOCK) {
        const int32_t n = trn_min_i(q->end - a, BLOCK);
        head(f, t, &m, a, n, q->up);
        advance(f, &m, q->found, a, a + q->shift, n, q->up);
        weigh_up(f, t, &m, q->found, a, a + q->shift, n);
    }
}

/* Diggers to the front of the list, droppers to the back: no branch that could be foretold wrongly. */
static void list(droplet_part *q)
{
    const float *amount = q->found->amount + q->shift;
    int32_t *front = q->found->list + q->begin + q->shift, *back = q->found->list + q->end + q->shift;
    for (int32_t n = q->begin; n < q->end; ++n) {
        const float m = amount[n];
        *front = n;
        front += m > 0.0f;
        back[-1] = m < 0.0f ? n : back[-1];
        back -= m < 0.0f;
    }
    q->digs = (int32_t)(front - (q->found->list + q->begin + q->shift));
    q->drops = (int32_t)(q->found->list + q->end + q->shift - back);
}

static void visit(const droplet_field *f, droplet_slab *t, const droplet_part *q)
{
    for (int32_t n = q->begin; n < q->end; ++n) {
        int32_t x = f->now.x[n] + (f->now.fx[n] >= 0.5f), y = f->now.y[n] + (f->now.fy[n] >= 0.5f);
        if (!f->next.alive[n]) continue;
        if (x >= f->width) x = f->wrap ? 0 : f->width - 1;
        if (y >= f->height && !f->wrap) y = f->height - 1;
        t->wet[(size_t)(y - t->y0) * (size_t)f->width + (size_t)x] += f->water;
    }
}

/* ---- the wave ---- */

static droplet_part *part_of(droplet_slab *t, int32_t i) { return &t->part[(uint32_t)i % DROPLET_PARTS]; }

static void begin_strip(const droplet_field *f, droplet_slab *t, int32_t i)
{
    const int32_t k = trn_wrap_i(i, f->strips);
    const droplet_strip *s = &f->strip[k];
    droplet_part *q = part_of(t, i);
    *q = (droplet_part){.begin = droplet_begin(f, k), .end = droplet_begin(f, k + 1), .up = (i - k) / f->strips * f->height,
                        .own = i >= t->strip0 && i < t->strip1};
    q->found = q->own ? &f->next : &t->ghost;
    if (!q->own) {
        q->shift = t->ghosts_at - q->begin;
        t->ghosts_at += (q->end - q->begin + 15) / 16 * 16;
    }
    if (i == t->from) {
        const int32_t y = s->y0 + q->up - f->reach;
        t->swept_drop = t->swept_dig = t->wiped = f->wrap ? y : trn_max_i(y, 0);
    }
    t->end = s->y1 + q->up;
    if (f->step >= 0) {
        move(f, t, q);
    } else {
        for (int32_t n = q->begin; n < q->end; ++n) {
            q->found->amount[n + q->shift] = f->now.amount[n];
            q->found->load[n + q->shift] = f->now.load[n];
        }
    }
    list(q);
    each_brush(f, t, q, 1);
    if (t->wet && q->own && f->step >= 0) visit(f, t, q);
}

static void end_strip(const droplet_field *f, droplet_slab *t, const droplet_part *q)
{
    const int32_t *load = f->next.load;
    each_brush(f, t, q, 0);
    if (!q->own || f->step < 0) return;
    for (int32_t n = q->begin; n < q->end; ++n) {
        if (!f->next.alive[n]) {
            t->edge += load[n];
            continue;
        }
        ++t->steps;
        ++t->bin[f->strip_of[f->next.y[n]] * f->bins + (f->next.x[n] >> DROPLET_BIN)];
    }
}

static void droplets_rows(const droplets_args *args, int32_t i0, int32_t i1)
{
    const droplet_field *f = args->field;
    droplet_slab *t = args->slab;
    for (int32_t i = i0; i < i1; ++i) {
        if (i < t->to) begin_strip(f, t, i);
        /* rows that have all their wishes */
        int32_t ready = i < t->to - 1 ? t->end - f->reach : t->end + f->reach;
        if (!f->wrap) ready = trn_min_i(ready, f->height);
        for (; t->swept_drop < ready; ++t->swept_drop) sweep_drops(f, t, t->swept_drop);
        if (i < t->to - 1) --ready;
        for (; t->swept_dig < ready; ++t->swept_dig) sweep_digs(f, t, t->swept_dig);
        if (i - f->lag < t->from) continue;
        const droplet_part *q = part_of(t, i - f->lag);
        end_strip(f, t, q);
        /* rows that nobody needs any more */
        const int32_t used = i == t->to + f->lag - 1 ? t->end + f->reach + 2 : f->strip[trn_wrap_i(i - f->lag, f->strips)].y1 + q->up - f->reach;
        for (; t->wiped < used; ++t->wiped) wipe(f, t, t->wiped);
    }
}
TRN_ROW_KERNEL(droplets)
