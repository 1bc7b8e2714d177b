/* regrid.c - see regrid.h. */
#include "terrain/regrid.h"
#include "kernels/edge.h"
#include "kernels/resample.h"
#include "kernels/sample.h"
#include "math/scalar.h"
#include <string.h>

typedef trn_wide wide;

static wide floor_div(wide a, wide b) { return a / b - (a % b < 0); }

/* ---- which pixels, and how much of them: one entry for each column or row ---- */

typedef struct table {
    const trn_grid_axis *axis;
    const trn_regridding *how;
    void *entry;
} table;

static trn_status make_table(trn_eval *ev, const trn_regridding *how, const trn_grid_axis *axis, size_t each, trn_range_fn *fill, void *out)
{
    void *entry;
    trn_status st = trn_scratch(ev, each * (size_t)axis->count, &entry);
    memcpy(out, &entry, sizeof entry); /* out: T ** */
    return st == TRN_OK ? trn_for(ev, axis->count, 4096, fill, &(table){axis, how, entry}) : st;
}

/* The centre of the pixel, in 2 whole-ths of a pixel of the source. */
static wide place_of(const trn_grid_axis *a, int64_t n) { return (2 * (wide)n + 1) * a->unit - (wide)a->whole * (2 * (wide)a->first + 1); }

/* A weight for the pixel at t, wherever that is. */
static void add_tap(resample_taps *t, int *used, int32_t at, double weight)
{
    int k = 0;
    while (k < *used && t->at[k] != at) ++k;
    if (weight == 0) return;
    if (k == *used) t->at[(*used)++] = at, t->weight[k] = 0;
    t->weight[k] += weight;
}

static void extend_taps(resample_taps *t, int32_t cell, int32_t size, const double weight[RESAMPLE_TAPS])
{
    int used = 0; /* of the line's end three pixels at most, of a shorter line all */
    for (int k = 0; k < RESAMPLE_TAPS; ++k) {
        const trn_fold f = trn_fold_at(cell + k - 1, size, TRN_EDGE_EXTEND);
        add_tap(t, &used, f.at, f.sign * weight[k]);
        add_tap(t, &used, 0, f.first * weight[k]);
        add_tap(t, &used, size - 1, f.last * weight[k]);
    }
    for (; used < RESAMPLE_TAPS; ++used) t->at[used] = 0, t->weight[used] = 0;
}

static void find_taps(const table *w, int64_t n, resample_taps *t)
{
    const trn_grid_axis *a = w->axis;
    const wide two = 2 * (wide)a->whole, place = place_of(a, n), cell = floor_div(place, two), nearest = floor_div(place + a->whole, two);
    const double f = (double)(int64_t)(place - cell * two) / (double)(2 * a->whole);
    double weight[RESAMPLE_TAPS] = {0, 1.0 - f, f, 0};
    if (w->how->filter != TRN_FILTER_BILINEAR) trn_catmull_rom(f, weight);
    if (w->how->beyond == TRN_BEYOND_EXTEND && (cell < 1 || cell + 2 >= a->size)) {
        extend_taps(t, (int32_t)cell, a->size, weight);
        return;
    }
    const trn_beyond beyond = w->how->beyond == TRN_BEYOND_VOID ? TRN_BEYOND_CLAMP : w->how->beyond;
    const bool lost = w->how->beyond == TRN_BEYOND_VOID && (nearest < 0 || nearest >= a->size);
    for (int k = 0; k < RESAMPLE_TAPS; ++k) {
        t->at[k] = trn_beyond_at(cell + k - 1, a->size, beyond);
        t->weight[k] = lost ? NAN : weight[k];
    }
}
static void fill_taps(void *work, int32_t begin, int32_t end)
{
    const table *w = work;
    for (int32_t i = begin; i < end; ++i) find_taps(w, w->axis->at + i, (resample_taps *)w->entry + i);
}

static int64_t common(int64_t a, int64_t b)
{
    while (b) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
/* Pixel n covers [n unit, (n + 1) unit) - first whole, in whole-ths of a pixel. */
static void fill_spans(void *work, int32_t begin, int32_t end)
{
    const table *w = work;
    const trn_grid_axis *a = w->axis;
    const double each = (double)common(a->unit, a->whole);
    for (int32_t i = begin; i < end; ++i) {
        resample_span *s = (resample_span *)w->entry + i;
        const wide from = (wide)(a->at + i) * a->unit - (wide)a->first * a->whole, to = from + a->unit;
        const int64_t low = (int64_t)floor_div(from, a->whole), high = (int64_t)floor_div(to - 1, a->whole);
        *s = (resample_span){(int32_t)low, (int32_t)(high - low + 1), (double)a->unit / each, (double)a->whole / each, 0};
        if (high == low) continue;
        s->first = (double)(int64_t)((low + 1) * (wide)a->whole - from) / each;
        s->last = (double)(int64_t)(to - high * (wide)a->whole) / each;
    }
}

/* The nearest pixel, -1 where none is; `run` so many from here on are neighbours. */
typedef struct pick { int32_t at, run; } pick;
static void fill_picks(void *work, int32_t begin, int32_t end)
{
    const table *w = work;
    const trn_grid_axis *a = w->axis;
    pick *p = w->entry;
    const trn_beyond beyond = w->how->beyond == TRN_BEYOND_EXTEND ? TRN_BEYOND_CLAMP : w->how->beyond;
    for (int32_t i = end - 1; i >= begin; --i) {
        p[i].at = trn_beyond_at(floor_div(place_of(a, a->at + i) + a->whole, 2 * (wide)a->whole), a->size, beyond);
        p[i].run = p[i].at >= 0 && i + 1 < end && p[i + 1].at == p[i].at + 1 ? p[i + 1].run + 1 : 1;
    }
}

/* ---- planes ---- */

typedef struct plane {
    const void *from;
    void *to;
    bool exact;          /* double, not float */
    int32_t width, height, from_width; /* width, height: of `to` */
} plane;

static trn_status run_taps(trn_eval *ev, const plane *p, const resample_taps *columns, const resample_taps *rows)
{
    const resample_args args = {
        .from = p->exact ? NULL : p->from, .out = p->exact ? NULL : p->to, .exact_from = p->exact ? p->from : NULL,
        .exact_out = p->exact ? p->to : NULL, .width = p->width, .height = p->height, .from_width = p->from_width,
        .columns = columns, .rows = rows,
    };
    return trn_run(ev, TRN_KERNEL(resample), &args, p->height);
}

static double covered(const trn_grid_axis *a) { return (double)(a->unit / common(a->unit, a->whole)); }

static trn_status run_area(trn_eval *ev, const plane *p, const resample_span *columns, const trn_grid_axis *x, const resample_span *rows,
                           const trn_grid_axis *y)
{
    const resample_area_args args = {
        .from = p->exact ? NULL : p->from, .out = p->exact ? NULL : p->to, .exact_from = p->exact ? p->from : NULL,
        .exact_out = p->exact ? p->to : NULL, .width = p->width, .height = p->height, .from_width = p->from_width,
        .columns = columns, .rows = rows, .area = covered(x) * covered(y),
    };
    const double read = (double)p->from_width * ((double)y->unit / (double)y->whole + 1.0); /* pixels for a row */
    return trn_run_grain(ev, TRN_KERNEL(resample_area), &args, p->height, trn_max_i(1, trn_ifloor(262144.0 / read)));
}

typedef struct copying {
    const char *from;
    char *to;
    size_t element;
    int32_t width, from_width;
    const pick *columns, *rows;
    union { float f; double d; int32_t i; char byte[8]; } beyond;
} copying;
static void copy_rows(void *work, int32_t begin, int32_t end)
{
    const copying *c = work;
    for (int32_t y = begin; y < end; ++y) {
        const int32_t row = c->rows[y].at;
        const char *from = row < 0 ? NULL : c->from + (size_t)row * (size_t)c->from_width * c->element;
        char *to = c->to + (size_t)y * (size_t)c->width * c->element;
        for (int32_t x = 0, run; x < c->width; x += run) {
            const int32_t at = from ? c->columns[x].at : -1;
            const char *pixel = at < 0 ? c->beyond.byte : from + (size_t)at * c->element;
            run = at < 0 ? 1 : c->columns[x].run;
            if (run > 4) memcpy(to + (size_t)x * c->element, pixel, (size_t)run * c->element);
            else if (c->element == 8) memcpy(to + (size_t)x * 8, pixel, 8), run = 1;
            else memcpy(to + (size_t)x * 4, pixel, 4), run = 1;
        }
    }
}

int32_t trn_beyond_id(trn_beyond beyond, double value) { return beyond == TRN_BEYOND_VALUE ? trn_irint(value) : -1; }

/* ---- layers ---- */

typedef struct tables { const pick *picks; const resample_taps *taps; const resample_span *spans; } tables; /* of an axis; NULL: not needed */
typedef struct job {
    trn_eval *ev;
    const trn_regridding *how;
    tables x, y;
    tables still;        /* where one axis gets smaller and the other does not: that one as it is, while the other is worked on */
    void *spare;
} job;

static trn_status copy_plane(const job *j, const trn_layer_info *l, const plane *p)
{
    const trn_regridding *how = j->how;
    const double value = how->beyond == TRN_BEYOND_VALUE ? how->value : (double)NAN;
    copying c = {p->from, p->to, l->type == TRN_F64 ? 8 : 4, p->width, p->from_width, j->x.picks, j->y.picks, {0}};
    if (l->type == TRN_F64) c.beyond.d = value;
    else if (l->type == TRN_F32) c.beyond.f = (float)value;
    else c.beyond.i = trn_beyond_id(how->beyond, value);
    return trn_for(j->ev, p->height, trn_max_i(1, 65536 / p->width), copy_rows, &c);
}

static trn_grid_axis still_axis(int32_t size) { return (trn_grid_axis){1, 1, 0, 0, size, size}; }

/* One axis gets smaller, the other does not: first that one, all along the other. */
static trn_status run_mixed(const job *j, const plane *p)
{
    const trn_regridding *how = j->how;
    const bool across = j->x.spans != NULL;
    plane less = *p;
    less.to = j->spare;
    if (across) less.height = how->y.size;
    else less.width = how->x.size;
    const trn_grid_axis still = still_axis(across ? less.height : less.width);
    const plane rest = {less.to, p->to, p->exact, p->width, p->height, less.width};
    const trn_status st = across ? run_area(j->ev, &less, j->x.spans, &how->x, j->still.spans, &still)
                                 : run_area(j->ev, &less, j->still.spans, &still, j->y.spans, &how->y);
    if (st != TRN_OK) return st;
    return across ? run_taps(j->ev, &rest, j->still.taps, j->y.taps) : run_taps(j->ev, &rest, j->x.taps, j->still.taps);
}

static trn_status do_layer(const job *j, const trn_layer *from, trn_layer **out)
{
    const trn_layer_info *l = trn_layer_get_info(from);
    const size_t element = l->type == TRN_F64 ? 8 : 4;
    trn_status st = trn_make(j->ev, (trn_type)l->type, l->channels, out);
    for (int32_t c = 0; st == TRN_OK && c < l->channels; ++c) {
        const trn_layer_info *o = trn_layer_get_info(*out);
        const plane p = {(const char *)l->data + (size_t)c * (size_t)l->stride * element,
                         (char *)(uintptr_t)o->data + (size_t)c * (size_t)o->stride * element, l->type == TRN_F64, o->width, o->height, l->width};
        if (l->type == TRN_I32 || j->how->filter == TRN_FILTER_NEAREST) st = copy_plane(j, l, &p);
        else if (j->x.taps && j->y.taps) st = run_taps(j->ev, &p, j->x.taps, j->y.taps);
        else if (j->x.spans && j->y.spans) st = run_area(j->ev, &p, j->x.spans, &j->how->x, j->y.spans, &j->how->y);
        else st = run_mixed(j, &p);
    }
    return st;
}

static trn_status make_tables(job *j, const trn_grid_axis *axis, tables *t)
{
    const trn_filter filter = j->how->filter;
    const trn_status st = make_table(j->ev, j->how, axis, sizeof *t->picks, fill_picks, &t->picks);
    if (st != TRN_OK || filter == TRN_FILTER_NEAREST) return st;
    if (filter == TRN_FILTER_AREA || (filter == TRN_FILTER_AUTO && axis->unit > axis->whole))
        return make_table(j->ev, j->how, axis, sizeof *t->spans, fill_spans, &t->spans);
    return make_table(j->ev, j->how, axis, sizeof *t->taps, fill_taps, &t->taps);
}

/* What run_mixed needs besides. */
static trn_status make_still(job *j)
{
    const trn_grid_axis *x = &j->how->x, *y = &j->how->y;
    const bool across = j->x.spans != NULL;
    const trn_grid_axis first = still_axis(across ? y->size : x->size), then = still_axis(across ? x->count : y->count);
    const size_t width = across ? (size_t)x->count : (size_t)x->size, height = across ? (size_t)y->size : (size_t)y->count;
    trn_status st = make_table(j->ev, j->how, &first, sizeof *j->still.spans, fill_spans, &j->still.spans);
    if (st == TRN_OK) st = make_table(j->ev, j->how, &then, sizeof *j->still.taps, fill_taps, &j->still.taps);
    return st == TRN_OK ? trn_scratch(j->ev, width * height * sizeof(double), &j->spare) : st;
}

static bool falls_on_pixels(const trn_grid_axis *a) { return a->unit == a->whole; }
static bool is_all(const trn_grid_axis *a) { return falls_on_pixels(a) && a->at == a->first && a->count == a->size; }

trn_status trn_regrid_input(trn_eval *ev, int32_t port, const trn_regridding *how)
{
    trn_image *image = trn_input(ev, port);
    trn_regridding plain = *how;
    job j = {.ev = ev, .how = &plain};
    if (is_all(&how->x) && is_all(&how->y)) return trn_keep_layers(ev, port);
    if (falls_on_pixels(&how->x) && falls_on_pixels(&how->y)) plain.filter = TRN_FILTER_NEAREST;
    trn_status st = make_tables(&j, &how->x, &j.x);
    if (st == TRN_OK) st = make_tables(&j, &how->y, &j.y);
    if (st == TRN_OK && !j.x.spans != !j.y.spans) st = make_still(&j);
    const int32_t count = trn_image_count(image);
    for (int32_t i = 0; st == TRN_OK && i < count; ++i) {
        const trn_named_layer from = trn_image_at(image, i);
        trn_layer *layer = NULL;
        trn_progress_span(ev, (double)i / count, (i + 1.0) / count);
        st = do_layer(&j, from.layer, &layer);
        if (st == TRN_OK) st = trn_put(ev, "cop", from.name, layer);
    }
    return st;
}

trn_status trn_regrid_area(trn_eval *ev, const void *from, void *to, bool exact, const trn_grid_axis *x, const trn_grid_axis *y)
{
    const trn_regridding how = {.x = *x, .y = *y, .filter = TRN_FILTER_AREA};
    const resample_span *columns, *rows;
    trn_status st = make_table(ev, &how, x, sizeof *columns, fill_spans, &columns);
    if (st == TRN_OK) st = make_table(ev, &how, y, sizeof *rows, fill_spans, &rows);
    return st == TRN_OK ? run_area(ev, &(plane){from, to, exact, x->count, y->count, x->size}, columns, x, rows, y) : st;
}
