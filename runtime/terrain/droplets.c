/* droplets.c - batches of droplets: their birth, their steps (kernels/droplets.c), and what becomes of their loads. */
#include "terrain/droplets.h"
#include "kernels/droplets.h"
#include "math/bits.h"
#include "math/hash.h"
#include "math/scalar.h"
#include <string.h>

enum { WIDEST = 32, SLAB = 32, CROWD = 1024 /* rows, and droplets, that are worth a thread */ };
#define GUARD 0.99999904632568359375f /* as in the kernel: less than all rounding */

typedef struct run {
    trn_eval *ev;
    const trn_droplets *law;
    droplet_field f;
    droplet_slab *slab;
    int32_t slabs, margin; /* margin: rows beyond a slab that it needs of its neighbours */
    int32_t ghosts;        /* strips beside it that it works out as well */
    int32_t *start;
    droplet_strip *strip;
    int32_t *strip_of;
    trn_rows_fn *kernel;
    int32_t left;          /* droplets in `now` */
    int64_t discarded;
} run;

/* ---- brushes ---- */

static int32_t reach_of(double radius) { return trn_max_i((int32_t)trn_ceil(radius) - 1, 0); }

/* weight: room for a brush of the widest radius. */
static droplet_brush make_brush(double radius, float *weight)
{
    const int32_t r = reach_of(radius), rows = 2 * r + 1, vectors = (rows + DROPLET_LANES - 1) / DROPLET_LANES, pitch = vectors * DROPLET_LANES;
    double sum = 0;
    memset(weight, 0, (size_t)(rows * pitch) * sizeof *weight);
    for (int32_t pass = 0; pass < 2; ++pass)
        for (int32_t y = -r; y <= r; ++y)
            for (int32_t x = -r; x <= r; ++x) {
                const double w = trn_max(radius - sqrt((double)(x * x + y * y)), 0);
                if (pass == 0) sum += w;
                else weight[(y + r) * pitch + x + r] = (float)(w / sum);
            }
    return (droplet_brush){r, rows, vectors, weight, weight[r * pitch + r]};
}
enum { BRUSH_NUMBERS = (2 * WIDEST - 1) * 2 * WIDEST };

/* ---- strips and slabs ---- */

/* Every slab in strips, for brushes that reach so many cells. Strips are high enough that brushes reach no further than into the next, where slabs are. */
static int32_t strip_height(int32_t reach) { return trn_max_i(2 * reach + 2, 8); }

static void cut_strips(run *r, int32_t reach)
{
    droplet_field *f = &r->f;
    const int32_t usual = strip_height(reach);
    int32_t n = 0, lowest = f->height, highest = 0;
    for (int32_t k = 0; k < r->slabs; ++k) {
        droplet_slab *t = &r->slab[k];
        const int32_t rows = t->y1 - t->y0, parts = trn_max_i(rows / usual, 1);
        t->strip0 = n;
        for (int32_t i = 0; i < parts; ++i, ++n) {
            droplet_strip *s = &r->strip[n];
            *s = (droplet_strip){t->y0 + (int32_t)((int64_t)rows * i / parts), t->y0 + (int32_t)((int64_t)rows * (i + 1) / parts), k};
            for (int32_t y = s->y0; y < s->y1; ++y) r->strip_of[y] = n;
            lowest = trn_min_i(lowest, s->y1 - s->y0);
            highest = trn_max_i(highest, s->y1 - s->y0);
        }
        t->strip1 = n;
    }
    f->reach = reach;
    f->strips = n;
    f->bins = ((f->width - 1) >> DROPLET_BIN) + 1;
    f->lag = r->ghosts = (2 * reach + 2 + lowest - 1) / lowest; /* so that no row is altered that is still to be swept */
    r->margin = r->ghosts * highest + reach + 4;
    const int32_t rows = (f->lag + 1) * highest + 2 * reach + 4;
    for (f->ring = 16; f->ring < rows; f->ring *= 2) {}
}
/* What cut_strips may come to. */
static int32_t most_margin(int32_t reach) { return 4 * strip_height(reach) + 3 * reach + 8; }
static int32_t most_ring(int32_t reach)
{
    int32_t ring = 16;
    while (ring < 10 * strip_height(reach) + 2 * reach + 8) ring *= 2;
    return ring;
}

static droplet_slab *owner(const run *r, int32_t y) { return &r->slab[r->strip[r->strip_of[y]].slab]; }

/* ---- memory ---- */

static trn_status blank(trn_eval *ev, size_t bytes, void *out)
{
    void *block;
    const trn_status st = trn_scratch(ev, bytes, &block);
    if (st != TRN_OK) return st;
    memset(block, 0, bytes);
    memcpy(out, &block, sizeof block);
    return TRN_OK;
}

static trn_status make_set(trn_eval *ev, size_t n, droplet_set *d)
{
    const size_t pitch = (n + 63) / 16 * 16 + 16; /* odd lines, so that the arrays do not meet in the caches */
    int32_t *m;
    const trn_status st = blank(ev, pitch * DROPLET_NUMBERS * sizeof *m, &m);
    if (st != TRN_OK) return st;
    float *g = (float *)(m + 2 * pitch);
    *d = (droplet_set){.x = m, .y = m + pitch, .fx = g, .fy = g + pitch, .dx = g + 2 * pitch, .dy = g + 3 * pitch, .speed = g + 4 * pitch,
                       .load = m + 7 * pitch, .id = (uint32_t *)m + 8 * pitch, .amount = g + 7 * pitch, .alive = m + 10 * pitch, .list = m + 11 * pitch};
    return TRN_OK;
}

static trn_status make_slab(run *r, droplet_slab *t, int32_t reach)
{
    const droplet_field *f = &r->f;
    const size_t row = (size_t)f->stride, ring = (size_t)most_ring(reach), bins = (size_t)(f->height / 8 + r->slabs + 8) * (size_t)f->bins + 2;
    const int32_t margin = most_margin(reach), copies = f->wrap ? 2 + 2 * margin / f->height : 1;
    int32_t *m[4];
    const size_t cells = (size_t)(t->y1 - t->y0 + 2 * margin + 8) * row;
    trn_status st = trn_scratch(r->ev, cells * sizeof **m, &m[0]);
    for (int32_t k = 1; k < 4 && st == TRN_OK; ++k) st = blank(r->ev, (ring * row + 2 * DROPLET_LANES) * sizeof **m, &m[k]);
    if (st == TRN_OK) st = blank(r->ev, ring * (size_t)f->words * sizeof *t->mark_drop, &t->mark_drop);
    if (st == TRN_OK) st = blank(r->ev, ring * (size_t)f->words * sizeof *t->mark_dig, &t->mark_dig);
    if (st == TRN_OK) st = blank(r->ev, bins * sizeof *t->bin, &t->bin);
    if (st == TRN_OK) st = make_set(r->ev, (size_t)r->law->batch * (size_t)copies + 16 * DROPLET_PARTS, &t->ghost);
    if (st == TRN_OK && r->law->wet) st = blank(r->ev, (size_t)(t->y1 - t->y0 + 1) * (size_t)f->width * sizeof *t->wet, &t->wet);
    if (st != TRN_OK) return st;
    for (size_t i = 0; i < cells; ++i) m[0][i] = DROPLET_ABYSS;
    for (size_t i = 0; !f->wrap && i < ring; ++i) m[3][i * row + (size_t)f->pad - 1] = m[3][i * row + (size_t)(f->pad + f->width)] = INT32_MAX;
    t->z = m[0] + (margin + 4 - t->y0) * f->stride + f->pad;
    t->want_drop = m[1] + f->pad;
    t->want_dig = m[2] + f->pad;
    t->rise = m[3] + f->pad;
    return TRN_OK;
}

/* ---- ground, in and out ---- */

static void fill_slab(void *work, int32_t k, int32_t end)
{
    (void)end;
    run *r = work;
    droplet_slab *t = &r->slab[k];
    const size_t width = (size_t)r->f.width;
    for (int32_t y = t->y0; y < t->y1; ++y) {
        const int32_t *from = r->law->ground + (size_t)y * width;
        memcpy(t->z + y * r->f.stride, from, width * sizeof *from);
        for (size_t x = 0; x < width; ++x) t->before += from[x];
    }
}
static void empty_slab(void *work, int32_t k, int32_t end)
{
    (void)end;
    run *r = work;
    droplet_slab *t = &r->slab[k];
    const size_t width = (size_t)r->f.width;
    for (int32_t y = t->y0; y < t->y1; ++y) {
        const int32_t *from = t->z + y * r->f.stride;
        memcpy(r->law->ground + (size_t)y * width, from, width * sizeof *from);
        for (size_t x = 0; x < width; ++x) t->after += from[x];
        if (t->wet) memcpy(r->law->wet + (size_t)y * width, t->wet + (size_t)(y - t->y0) * width, width * sizeof *t->wet);
    }
}
/* Visits of the row above a slab belong to the next one. */
static void join_wet(const run *r)
{
    for (int32_t k = 0; k < r->slabs && r->law->wet; ++k) {
        const droplet_slab *t = &r->slab[k];
        if (t->y1 >= r->f.height && !r->f.wrap) continue;
        int64_t *to = r->law->wet + (size_t)(t->y1 % r->f.height) * (size_t)r->f.width;
        const int64_t *from = t->wet + (size_t)(t->y1 - t->y0) * (size_t)r->f.width;
        for (int32_t x = 0; x < r->f.width; ++x) to[x] += from[x];
    }
}

static void soften_rows(void *work, int32_t begin, int32_t end)
{
    const run *r = work;
    const droplet_field *f = &r->f;
    for (int32_t y = begin; y < end; ++y) {
        float *soft = (float *)f->soft + y * f->stride;
        const float *hardness = r->law->hardness + (size_t)y * (size_t)f->width;
        for (int32_t x = -f->pad; x < f->width + f->pad; ++x) {
            const bool there = f->wrap || (x >= 0 && x < f->width);
            soft[x] = there ? 1.0f - trn_saturate_f(hardness[trn_wrap_i(x, f->width)]) : 0.0f;
        }
    }
}

/* What a slab sees beyond its edges, where droplets are near: rows of its neighbours, and of a tiled map the columns beside it. */
static void refresh(const run *r, const droplet_slab *t)
{
    const droplet_field *f = &r->f;
    const int32_t width = f->width, height = f->height, columns = f->wrap ? f->pad - DROPLET_LANES : 0;
    const int32_t low = r->strip[f->first].y0 - 2 * f->reach - 4, high = r->strip[f->last - 1].y1 + 2 * f->reach + 4;
    const bool all = f->wrap && (low < 0 || high > height);
    for (int32_t y = t->y0 - r->margin; y < t->y1 + r->margin; ++y) {
        const bool own = y >= t->y0 && y < t->y1;
        const int32_t from = own || !f->wrap ? y : trn_wrap_i(y, height);
        if (from < 0 || from >= height || (own && !f->wrap) || (!all && (from < low || from >= high))) continue;
        int32_t *z = t->z + y * f->stride;
        if (!own) memcpy(z, owner(r, from)->z + from * f->stride, (size_t)width * sizeof *z);
        for (int32_t x = 1; x <= columns; ++x) {
            z[-x] = z[trn_wrap_i(-x, width)];
            z[width - 1 + x] = z[(x - 1) % width];
        }
    }
}

/* ---- droplets in order ---- */

static int32_t bin_of(const droplet_field *f, const droplet_set *d, int32_t i)
{
    return f->strip_of[d->y[i]] * f->bins + (d->x[i] >> DROPLET_BIN);
}
static void carry_over(const droplet_set *to, int32_t k, const droplet_set *from, int32_t i)
{
    to->x[k] = from->x[i];
    to->y[k] = from->y[i];
    to->fx[k] = from->fx[i];
    to->fy[k] = from->fy[i];
    to->dx[k] = from->dx[i];
    to->dy[k] = from->dy[i];
    to->speed[k] = from->speed[i];
    to->load[k] = from->load[i];
    to->id[k] = from->id[i];
    to->alive[k] = 1;
}

/* Of counts in the slabs' bins, where each slab's droplets of each bin go. Strips that may hold any: from first up to last. */
static void lay_out(run *r)
{
    droplet_field *f = &r->f;
    int32_t at = 0, first = f->strips, last = 0;
    for (int32_t k = f->first; k < f->last; ++k) {
        const int32_t before = at;
        for (int32_t b = k * f->bins; b < (k + 1) * f->bins; ++b) {
            r->start[b] = at;
            for (int32_t s = 0; s < r->slabs; ++s) {
                const int32_t n = r->slab[s].bin[b];
                r->slab[s].bin[b] = at;
                at += n;
            }
        }
        if (at == before) continue;
        first = trn_min_i(first, k);
        last = k + 1;
    }
    r->start[f->last * f->bins] = at;
    if (last > 0) r->start[last * f->bins] = at;
    r->left = at;
    f->first = trn_min_i(first, last);
    f->last = last;
}
static void clear_bins(const run *r, droplet_slab *t, int32_t first, int32_t last)
{
    memset(t->bin + first * r->f.bins, 0, (size_t)((last - first) * r->f.bins) * sizeof *t->bin);
}

/* Sorts n droplets of `now` that live, of which nothing is in order. */
static void sort_all(run *r, int32_t n)
{
    droplet_field *f = &r->f;
    droplet_slab *t = &r->slab[0];
    f->first = f->strips;
    f->last = 0;
    for (int32_t i = 0; i < n; ++i) {
        if (!f->now.alive[i]) continue;
        const int32_t k = f->strip_of[f->now.y[i]];
        f->first = trn_min_i(f->first, k);
        f->last = trn_max_i(f->last, k + 1);
        ++t->bin[bin_of(f, &f->now, i)];
    }
    const int32_t first = trn_min_i(f->first, f->last), last = f->last;
    f->first = first;
    lay_out(r);
    for (int32_t i = 0; i < n; ++i)
        if (f->now.alive[i]) carry_over(&f->next, t->bin[bin_of(f, &f->now, i)]++, &f->now, i);
    for (int32_t s = 0; s < r->slabs; ++s) clear_bins(r, &r->slab[s], first, last);
    const droplet_set swap = f->now;
    f->now = f->next;
    f->next = swap;
}

/* ---- a step ---- */

/* Every loop is over slabs, one piece each. */
static trn_status each_slab(run *r, trn_range_fn *fn, void *work) { return trn_for(r->ev, r->slabs, 1, fn, work); }

static void step_slab(void *work, int32_t index, int32_t end)
{
    (void)end;
    run *r = work;
    droplet_field *f = &r->f;
    droplet_slab *t = &r->slab[index];
    int32_t from = t->strip0 - r->ghosts, to = t->strip1 + r->ghosts;
    if (!f->wrap) {
        from = trn_max_i(from, f->first);
        to = trn_min_i(to, f->last);
    }
    while (from < to && droplet_begin(f, trn_wrap_i(from, f->strips)) == droplet_begin(f, trn_wrap_i(from, f->strips) + 1)) ++from;
    while (from < to && droplet_begin(f, trn_wrap_i(to - 1, f->strips)) == droplet_begin(f, trn_wrap_i(to - 1, f->strips) + 1)) --to;
    if (from >= to) return;
    const int32_t a = droplet_begin(f, t->strip0), b = droplet_begin(f, t->strip1);
    memcpy(f->next.id + a, f->now.id + a, (size_t)(b - a) * sizeof *f->now.id);
    t->from = from;
    t->to = to;
    t->ghosts_at = 0;
    const droplets_args args = {f, t};
    for (int32_t i = from; i < to + f->lag && !trn_stop_asked(trn_stop_flag(r->ev)); i += 8)
        r->kernel(&args, i, trn_min_i(i + 8, to + f->lag));
}

static void refresh_slab(void *work, int32_t index, int32_t end)
{
    (void)end;
    const run *r = work;
    refresh(r, &r->slab[index]);
}

/* Droplets go where their bins are, now that all know where; the slab makes ready for the next step meanwhile. */
typedef struct sorting { run *r; int32_t *begin, first, last; } sorting;
static void sort_slab(void *work, int32_t index, int32_t end)
{
    (void)end;
    const sorting *s = work;
    const run *r = s->r;
    const droplet_field *f = &r->f;
    droplet_slab *t = &r->slab[index];
    for (int32_t i = s->begin[index]; i < s->begin[index + 1]; ++i)
        if (f->next.alive[i]) carry_over(&f->now, t->bin[bin_of(f, &f->next, i)]++, &f->next, i);
    clear_bins(r, t, s->first, s->last);
    if (r->left > 0) refresh(r, t);
}

static trn_status live(run *r, int32_t *begin)
{
    droplet_field *f = &r->f;
    const trn_droplets *law = r->law;
    double water = 1;
    trn_status st = each_slab(r, refresh_slab, r);
    for (int32_t step = 0; st == TRN_OK && step < law->lifetime && r->left > 0; ++step, water *= 1.0 - law->evaporate) {
        f->step = step;
        f->ease = 0;
        f->capacity = (float)(water * law->capacity);
        f->water = (int64_t)(water * 4096.0);
        if ((st = each_slab(r, step_slab, r)) != TRN_OK) return st;
        for (int32_t k = 0; k <= r->slabs; ++k) begin[k] = droplet_begin(f, k < r->slabs ? r->slab[k].strip0 : f->strips);
        /* a step is a pixel: into the next strip at most, or over a tile's edge to the other end */
        const bool over = f->wrap && (f->first == 0 || f->last == f->strips);
        f->first = over ? 0 : trn_max_i(f->first - 1, 0);
        f->last = over ? f->strips : trn_min_i(f->last + 1, f->strips);
        sorting s = {r, begin, f->first, f->last};
        lay_out(r);
        st = each_slab(r, sort_slab, &s);
    }
    return st;
}

/* ---- the end of life ---- */

/* Loads go to the ground under the digging brush, then under wider ones; first where the ground is hollow, as droplets drop, then wherever
 * there is room below the highest around; in the last round to the one cell where the droplet is. */
static const struct { double wider; int32_t ease; } rounds[] = {{1, 1}, {2, 1}, {4, 1}, {1, 2}, {2, 2}, {4, 3}, {4, 31}, {0, 31}};

static trn_status spread(run *r, float *weight)
{
    droplet_field *f = &r->f;
    const droplet_brush drop = f->drop;
    const int32_t reach = f->reach;
    trn_status st = TRN_OK;
    for (int32_t round = 0; st == TRN_OK && round < TRN_COUNT(rounds) && r->left > 0; ++round) {
        const double radius = trn_min(rounds[round].wider * trn_max(r->law->radius, 1.5), WIDEST);
        const bool last = radius == 0;
        f->drop = make_brush(last ? 1.0 : radius, weight);
        const float crumbs = 16.0f * (float)(f->drop.rows * f->drop.rows); /* some quanta a cell: for the last round */
        cut_strips(r, trn_max_i(f->drop.reach, 1));
        sort_all(r, r->left);
        bool any = false;
        for (int32_t i = 0; i < r->left; ++i) {
            float amount = trn_min_f((float)f->now.load[i] * (last ? 1.0f : GUARD), f->most_drop);
            if (!last && amount < crumbs) amount = 0;
            f->now.amount[i] = -(float)(int32_t)amount;
            any |= amount > 0;
        }
        if (any) {
            f->step = -1;
            f->ease = rounds[round].ease;
            st = each_slab(r, refresh_slab, r);
            if (st == TRN_OK) st = each_slab(r, step_slab, r);
            if (st == TRN_OK) memcpy(f->now.load, f->next.load, (size_t)r->left * sizeof *f->now.load);
        }
        for (int32_t i = 0; i < r->left; ++i) f->now.alive[i] = f->now.load[i] != 0;
    }
    f->drop = drop;
    cut_strips(r, reach);
    return st;
}

static void bear(run *r, int64_t first, int32_t n)
{
    const trn_droplets *law = r->law;
    const droplet_set *d = &r->f.now;
    const uint32_t span_x = (uint32_t)(law->wrap ? law->width : law->width - 1), span_y = (uint32_t)(law->wrap ? law->height : law->height - 1);
    for (int32_t i = 0; i < n; ++i) {
        const uint64_t number = (uint64_t)(first + i);
        const uint32_t id = (uint32_t)number, a = trn_mix(id ^ trn_seed_key(law->seed, TRN_STREAM_DROPLET, (uint32_t)(number >> 32)));
        const uint64_t x = (uint64_t)a * span_x, y = (uint64_t)trn_mix(a + TRN_PX) * span_y;
        d->x[i] = (int32_t)(x >> 32);
        d->y[i] = (int32_t)(y >> 32);
        d->fx[i] = law->width > 1 ? trn_unit_f((uint32_t)x) : 0.0f;
        d->fy[i] = law->height > 1 ? trn_unit_f((uint32_t)y) : 0.0f;
        d->dx[i] = d->dy[i] = 0.0f;
        d->speed[i] = 1.0f;
        d->load[i] = 0;
        d->id[i] = id;
        d->alive[i] = 1;
    }
}

/* ---- the whole ---- */

/* Most that a droplet wishes of a cell in a step, and the units of wishes, so that the sum of a batch fits 31 bits. Usually that is a
 * sixteenth of the relief to dig and a 64th to drop; droplets of small batches may wish for more. */
static void limit_wishes(droplet_field *f, int32_t batch)
{
    const double room = 1073741824.0 / batch;
    f->most_dig = (float)trn_min(trn_max(67108864.0, room / (double)f->dig.greatest), 1073741824.0);
    f->most_drop = (float)trn_min(trn_max(16777216.0, room), 1073741824.0);
    f->shift_dig = trn_max_i(trn_ceil_log2((double)batch * (double)f->most_dig * (double)f->dig.greatest) - 30, 0);
    f->shift_drop = trn_max_i(trn_ceil_log2((double)batch * (double)f->most_drop) - 30, 0);
}

static trn_status prepare(run *r, float *weight[3])
{
    const trn_droplets *law = r->law;
    trn_eval *ev = r->ev;
    droplet_field *f = &r->f;
    int32_t *above;
    trn_status st = TRN_OK;
    for (int32_t k = 0; k < 3 && st == TRN_OK; ++k) st = trn_scratch(ev, BRUSH_NUMBERS * sizeof **weight, &weight[k]);
    if (st != TRN_OK) return st;
    f->dig = make_brush(law->radius, weight[0]);
    if (law->deposit_radius > 1) f->drop = make_brush(law->deposit_radius, weight[1]);
    limit_wishes(f, law->batch);
    const int32_t reach = trn_max_i(trn_max_i(f->dig.reach, f->drop.reach), 1);
    const int32_t widest = law->spread ? trn_max_i(reach, reach_of(trn_min(8 * trn_max(law->radius, 1.5), WIDEST))) : reach;
    f->pad = (3 * widest + 2 + 3 * DROPLET_LANES + 15) / 16 * 16;
    f->stride = (law->width + 2 * f->pad + 15) / 16 * 16 + 16;
    f->words = (int32_t)f->stride / DROPLET_LANES / 64 + 2;
    f->bins = ((law->width - 1) >> DROPLET_BIN) + 1;
    r->slabs = trn_clamp_i(trn_min_i(law->height / SLAB, law->batch / CROWD), 1, trn_runtime_threads(trn_eval_runtime(ev)));
    const size_t strips = (size_t)(law->height / 8 + r->slabs + 8);
    if ((st = blank(ev, (size_t)f->stride * sizeof *above, &above)) != TRN_OK || (st = trn_scratch(ev, strips * sizeof *r->strip, &r->strip)) != TRN_OK ||
        (st = trn_scratch(ev, (size_t)law->height * sizeof *r->strip_of, &r->strip_of)) != TRN_OK ||
        (st = blank(ev, (strips * (size_t)f->bins + 2) * sizeof *r->start, &r->start)) != TRN_OK ||
        (st = make_set(ev, (size_t)law->batch, &f->now)) != TRN_OK || (st = make_set(ev, (size_t)law->batch, &f->next)) != TRN_OK ||
        (st = blank(ev, (size_t)r->slabs * sizeof *r->slab, &r->slab)) != TRN_OK)
        return st;
    const int32_t rise = (int32_t)trn_min(law->above, 268435456.0);
    f->above = above + f->pad;
    for (int32_t x = 0; x < (int32_t)f->stride; ++x) /* a border has nobody beyond it to look at, and rises no higher */
        above[x] = law->wrap || (x - f->pad > 0 && x - f->pad < law->width - 1) ? rise : 0;
    f->strip = r->strip;
    f->strip_of = r->strip_of;
    f->start = r->start;
    for (int32_t k = 0; k < r->slabs; ++k) {
        droplet_slab *t = &r->slab[k];
        t->y0 = (int32_t)((int64_t)law->height * k / r->slabs);
        t->y1 = (int32_t)((int64_t)law->height * (k + 1) / r->slabs);
        if ((st = make_slab(r, t, widest)) != TRN_OK) return st;
    }
    if (law->hardness) {
        float *soft;
        if ((st = trn_scratch(ev, (size_t)law->height * (size_t)f->stride * sizeof *soft, &soft)) != TRN_OK) return st;
        f->soft = soft + f->pad;
        if ((st = trn_for(ev, law->height, 16, soften_rows, r)) != TRN_OK) return st;
    }
    cut_strips(r, reach);
    return each_slab(r, fill_slab, r);
}

trn_status trn_droplets_run(trn_eval *ev, const trn_droplets *law, trn_droplet_books *books)
{
    run r = {.ev = ev, .law = law};
    droplet_field *f = &r.f;
    const trn_kernel *kernel = TRN_KERNEL(droplets);
    float *weight[3];
    int32_t *begin;
    *f = (droplet_field){.width = law->width, .height = law->height, .wrap = law->wrap, .inertia = (float)law->inertia, .erode = (float)law->erode,
                         .deposit = (float)law->deposit, .least_fall = (float)trn_min(law->least_fall, 1e20), .gain = (float)trn_min(law->gain, 1e20)};
    r.kernel = kernel->level[trn_kernel_level(ev, kernel)];
    trn_status st = prepare(&r, weight);
    if (st == TRN_OK) st = trn_scratch(ev, (size_t)(r.slabs + 1) * sizeof *begin, &begin);
    for (int64_t first = 0; st == TRN_OK && first < law->count; first += law->batch) {
        const int32_t n = (int32_t)(law->count - first < law->batch ? law->count - first : law->batch);
        trn_progress_span(ev, 0.05 + 0.9 * (double)first / (double)law->count, 0.05 + 0.9 * (double)first / (double)law->count);
        f->turn_key = trn_seed_key(law->seed, TRN_STREAM_DROPLET_TURN, (uint32_t)((uint64_t)first >> 32));
        bear(&r, first, n);
        sort_all(&r, n);
        st = live(&r, begin);
        if (st == TRN_OK && law->spread) st = spread(&r, weight[2]);
        for (int32_t i = 0; st == TRN_OK && i < r.left; ++i) r.discarded += f->now.load[i];
    }
    if (st == TRN_OK) st = each_slab(&r, empty_slab, &r);
    if (st != TRN_OK) return st;
    join_wet(&r);
    *books = (trn_droplet_books){.discarded = r.discarded};
    for (int32_t k = 0; k < r.slabs; ++k) {
        const droplet_slab *t = &r.slab[k];
        books->steps += t->steps;
        books->eroded += t->eroded;
        books->deposited += t->deposited;
        books->edge += t->edge;
        books->before += t->before;
        books->after += t->after;
    }
    return TRN_OK;
}
