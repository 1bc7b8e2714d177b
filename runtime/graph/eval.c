/* eval.c - what a node's eval function may use. */
#include "graph/eval_state.h"
#include <stdio.h>
#include <string.h>

const trn_frame *trn_eval_frame(const trn_eval *ev) { return &ev->frame; }
const trn_domain *trn_eval_domain(const trn_eval *ev) { return ev->domain; }
trn_runtime *trn_eval_runtime(const trn_eval *ev) { return ev->rt; }
trn_error *trn_eval_error(trn_eval *ev) { return ev->err; }

trn_status trn_fail(trn_eval *ev, trn_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    trn_error_setv(ev->err, status, format, args);
    va_end(args);
    return status;
}

/* ---- what a node owns while it works ---- */

static trn_status own(trn_eval *ev, void *block, size_t bytes, trn_layer *layer)
{
    trn_owned *o = trn_alloc(ev->rt, sizeof *o);
    if (!o) {
        trn_free(ev->rt, block);
        trn_layer_release(layer);
        return trn_out_of_memory(ev->rt, sizeof *o, ev->err);
    }
    *o = (trn_owned){.block = block, .layer = layer, .next = ev->owned};
    o->mirror.host = block;
    o->mirror.bytes = bytes;
    o->mirror.blank = true;
    if (layer) trn_layer_mirror(layer)->blank = ev->node->type->device;
    ev->owned = o;
    return TRN_OK;
}

void trn_eval_clear(trn_eval *ev)
{
    while (ev->owned) {
        trn_owned *o = ev->owned;
        ev->owned = o->next;
        trn_mirror_end(ev->rt, &o->mirror);
        trn_free(ev->rt, o->block);
        trn_layer_release(o->layer);
        trn_free(ev->rt, o);
    }
    trn_image_release(ev->output);
    ev->output = NULL;
    trn_free(ev->rt, ev->figures);
    ev->figures = NULL;
}

trn_status trn_scratch(trn_eval *ev, size_t bytes, void *out)
{
    void *block = trn_alloc(ev->rt, bytes);
    memcpy(out, &block, sizeof block);
    if (!block) return trn_out_of_memory(ev->rt, bytes, ev->err);
    return own(ev, block, bytes, NULL);
}

trn_status trn_make(trn_eval *ev, trn_type type, int32_t channels, trn_layer **out)
{
    const trn_status st = trn_layer_new(ev->rt, type, ev->frame.width, ev->frame.height, channels, out, ev->err);
    return st == TRN_OK ? own(ev, NULL, 0, *out) : st;
}

/* ---- inputs ---- */

trn_image *trn_input(trn_eval *ev, int32_t port)
{
    return port >= 0 && port < ev->node->type->info.input_count ? ev->inputs[port] : NULL;
}

const trn_node *trn_eval_node(const trn_eval *ev) { return ev->node; }

/* ---- passes over whole planes, which say nothing of progress ---- */

static int32_t piece_rows(const trn_eval *ev) /* some 64 thousand pixels, but never less than 16 rows: row kernels share work between rows */
{
    const int32_t rows = 65536 / ev->frame.width;
    return rows < 16 ? 16 : rows;
}

static trn_status pass(trn_eval *ev, int32_t height, trn_range_fn *fn, void *work)
{
    trn_parallel_for(ev->rt, height, piece_rows(ev), fn, work, ev->session->stop);
    return trn_stopped(ev);
}

typedef struct narrowing { const double *from; float *to; size_t width; } narrowing;
static void narrow_rows(void *work, int32_t begin, int32_t end)
{
    const narrowing *n = work;
    for (size_t i = (size_t)begin * n->width; i < (size_t)end * n->width; ++i) n->to[i] = (float)n->from[i];
}

static trn_status as_f32(trn_eval *ev, const char *param, const char *name, trn_layer *layer, trn_layer **out)
{
    const trn_layer_info *l = trn_layer_get_info(layer);
    *out = layer;
    if (l->type == TRN_F32) return TRN_OK;
    if (l->type == TRN_I32) return trn_fail(ev, TRN_ERR_ARGUMENT, "%s: layer '%s' holds 32-bit ids, not heights or weights", param, name);
    trn_status st = trn_make(ev, TRN_F32, l->channels, out);
    if (st == TRN_OK) trn_layer_mirror(*out)->blank = false;
    for (int32_t c = 0; st == TRN_OK && c < l->channels; ++c) {
        narrowing n = {trn_layer_f64(layer, c), trn_layer_f32(*out, c), (size_t)l->width};
        st = pass(ev, l->height, narrow_rows, &n);
    }
    return st;
}

typedef struct clearing { float *plane; size_t width; } clearing;
static void clear_rows(void *work, int32_t begin, int32_t end)
{
    const clearing *c = work;
    memset(c->plane + (size_t)begin * c->width, 0, (size_t)(end - begin) * c->width * sizeof *c->plane);
}
trn_status trn_clear(trn_eval *ev, float *plane)
{
    clearing c = {plane, (size_t)ev->frame.width};
    bool done;
    trn_status st = trn_device_clear(ev, plane, sizeof(float) * (size_t)ev->frame.width * (size_t)ev->frame.height, &done);
    if (st == TRN_OK && !done) st = trn_to_host(ev, plane);
    if (st != TRN_OK || done) return st;
    return pass(ev, ev->frame.height, clear_rows, &c);
}

typedef struct finding { const float *z; int32_t width; atomic_llong bad, first; } finding;
static void find_rows(void *work, int32_t begin, int32_t end)
{
    finding *f = work;
    for (int32_t y = begin; y < end; ++y) {
        const int64_t at = (int64_t)y * f->width;
        const float *row = f->z + at;
        int32_t bad = 0, first = 0;
        for (int32_t x = 0; x < f->width; ++x) bad += !(row[x] - row[x] == 0.0f);
        if (bad == 0) continue;
        while (row[first] - row[first] == 0.0f) ++first;
        atomic_fetch_add(&f->bad, bad);
        long long before = atomic_load(&f->first);
        while (at + first < before && !atomic_compare_exchange_weak(&f->first, &before, at + first)) {}
    }
}
trn_status trn_need_finite_channels(trn_eval *ev, const char *param, const char *name, const trn_layer *layer, int32_t channels)
{
    const trn_layer_info *l = trn_layer_get_info(layer);
    finding f = {.width = l->width, .first = INT64_MAX};
    trn_status st = trn_layer_to_host((trn_layer *)layer, ev->err);
    for (int32_t c = 0; st == TRN_OK && f.bad == 0 && c < channels; ++c) {
        f.z = trn_plane_f32(layer, c);
        st = pass(ev, l->height, find_rows, &f);
    }
    if (st != TRN_OK || f.bad == 0) return st;
    return trn_fail(ev, TRN_ERR_DATA, "%s: layer '%s' has %lld void or infinite pixels, the first at x %lld, y %lld; fill them first, with :fill_voids{}",
                    param, name, (long long)f.bad, (long long)(ev->frame.x + f.first % l->width),
                    (long long)(ev->frame.y + f.first / l->width));
}
trn_status trn_need_finite(trn_eval *ev, const char *param, const char *name, const trn_layer *layer)
{
    return trn_need_finite_channels(ev, param, name, layer, 1);
}

/* ---- layers of inputs ---- */

trn_status trn_want(trn_eval *ev, int32_t port, const char *param, const char *name, trn_layer **out)
{
    *out = NULL;
    trn_image *image = trn_input(ev, port);
    trn_layer *layer = image && *name ? trn_image_layer(image, name) : NULL;
    return layer ? as_f32(ev, param, name, layer, out) : TRN_OK;
}

trn_status trn_need(trn_eval *ev, int32_t port, const char *param, const char *name, trn_layer **out)
{
    const trn_status st = trn_want(ev, port, param, name, out);
    if (st != TRN_OK || *out) return st;
    char all[400] = "";
    size_t at = 0;
    trn_image *image = trn_input(ev, port);
    if (!image) return trn_fail(ev, TRN_ERR_ARGUMENT, "%s: no image to take layer '%s' from", param, name);
    for (int32_t i = 0; i < trn_image_count(image) && at < sizeof all - 80; ++i)
        at += (size_t)snprintf(all + at, sizeof all - at, "%s'%s'", i ? ", " : "", trn_image_at(image, i).name);
    return trn_fail(ev, TRN_ERR_ARGUMENT, "%s: no layer '%s' (the image has %s)", param, name, at ? all : "none");
}

/* ---- output ---- */

static trn_status output_image(trn_eval *ev)
{
    if (ev->output) return TRN_OK;
    return trn_image_new(ev->rt, ev->frame.width, ev->frame.height, &ev->output, ev->err);
}

/* whether the output's layer is one that an input had, not a result of the node's */
static bool is_input(const trn_eval *ev, const trn_layer *layer, const char *name)
{
    for (int32_t i = 0; i < ev->node->type->info.input_count; ++i)
        if (ev->inputs[i] && trn_image_layer(ev->inputs[i], name) == layer) return true;
    return false;
}

trn_status trn_put(trn_eval *ev, const char *param, const char *name, trn_layer *layer)
{
    if (!*name) return TRN_OK;
    trn_status st = output_image(ev);
    if (st != TRN_OK) return st;
    const trn_layer *there = trn_image_layer(ev->output, name);
    if (there && !is_input(ev, there, name)) return trn_fail(ev, TRN_ERR_ARGUMENT, "%s: another output of this node is named '%s' as well", param, name);
    if (trn_layer_mirror(layer)->blank) trn_layer_mirror(layer)->blank = false; /* what is shared is not written to */
    st = trn_image_put(ev->output, name, layer, ev->err);
    return st == TRN_ERR_ARGUMENT ? trn_error_prefix(ev->err, param) : st;
}

trn_status trn_keep_layers(trn_eval *ev, int32_t port)
{
    trn_image *image = trn_input(ev, port);
    trn_status st = image ? output_image(ev) : TRN_OK;
    for (int32_t i = 0; st == TRN_OK && image && i < trn_image_count(image); ++i) {
        const trn_named_layer l = trn_image_at(image, i);
        st = trn_image_put(ev->output, l.name, l.layer, ev->err);
    }
    return st;
}

trn_status trn_set_output(trn_eval *ev, trn_image *image)
{
    const trn_frame *f = &ev->frame;
    if (trn_image_width(image) != f->width || trn_image_height(image) != f->height)
        return trn_fail(ev, TRN_ERR_DATA, "the image is %dx%d now, and was %dx%d when the evaluation began", (int)trn_image_width(image),
                        (int)trn_image_height(image), (int)f->width, (int)f->height);
    trn_image_release(ev->output);
    ev->output = trn_image_retain(image);
    return TRN_OK;
}

void trn_state_world_size(trn_eval *ev, double world_size) { ev->world_size = world_size; }

void trn_report_number(trn_eval *ev, const char *name, double value, const char *unit)
{
    if (ev->figure_count == ev->figure_capacity) {
        const int32_t capacity = ev->figure_capacity ? 2 * ev->figure_capacity : 16;
        trn_report_line *more = trn_alloc(ev->rt, (size_t)capacity * sizeof *more);
        if (!more) {
            ev->out_of_figures = true;
            return;
        }
        if (ev->figure_count) memcpy(more, ev->figures, (size_t)ev->figure_count * sizeof *more);
        trn_free(ev->rt, ev->figures);
        ev->figures = more;
        ev->figure_capacity = capacity;
    }
    trn_report_line *f = &ev->figures[ev->figure_count++];
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(f->unit, sizeof f->unit, "%s", unit ? unit : "");
    f->value = value;
}

/* ---- work and progress ---- */

const trn_stop *trn_stop_flag(const trn_eval *ev) { return ev->session->stop; }

trn_status trn_session_poll(trn_session *s, const char *node, double fraction, trn_error *err)
{
    if (s->desc.progress && !s->cancelled) {
        const double done = s->from + (s->to - s->from) * fraction, now = trn_clock();
        const double whole = s->plan_from + (s->plan_to - s->plan_from) * done;
        if (whole > s->shown && (now - s->shown_at > 0.02 || whole >= 1)) {
            s->shown = whole;
            s->shown_at = now;
            const trn_progress p = {whole, node};
            trn_fp_leave(s->host_mode);
            if (!s->desc.progress(s->desc.progress_user, &p)) s->cancelled = true;
            s->host_mode = trn_fp_enter();
        }
    }
    if (s->cancelled || trn_stop_asked(s->stop))
        return trn_error_set(err, TRN_ERR_CANCELLED, "cancelled");
    return TRN_OK;
}

trn_status trn_stopped(trn_eval *ev)
{
    if (ev->session->cancelled || trn_stop_asked(ev->session->stop))
        return trn_fail(ev, TRN_ERR_CANCELLED, "cancelled");
    return TRN_OK;
}

void trn_progress_span(trn_eval *ev, double from, double to)
{
    ev->span_from = from;
    ev->span_to = to;
}

trn_status trn_eval_poll(trn_eval *ev, double part)
{
    return trn_session_poll(ev->session, ev->node->type->info.id, ev->span_from + (ev->span_to - ev->span_from) * part, ev->err);
}

trn_status trn_progress_now(trn_eval *ev) { return trn_eval_poll(ev, 0); }

typedef struct batch { trn_range_fn *fn; void *work; int32_t offset; } batch;
static void run_batch(void *data, int32_t begin, int32_t end)
{
    const batch *b = data;
    b->fn(b->work, b->offset + begin, b->offset + end);
}

trn_status trn_for(trn_eval *ev, int32_t count, int32_t grain, trn_range_fn *fn, void *work)
{
    if (grain < 1) grain = 1;
    trn_status st = trn_eval_poll(ev, 0);
    /* With somebody watching, the loop runs in stretches: the callback belongs on this thread. */
    const int64_t stretch = ev->session->desc.progress ? (int64_t)grain * 8 * trn_runtime_threads(ev->rt) : count;
    for (int64_t at = 0; st == TRN_OK && at < count; at += stretch) {
        const int32_t here = (int32_t)(count - at < stretch ? count - at : stretch);
        batch b = {fn, work, (int32_t)at};
        trn_parallel_for(ev->rt, here, grain, run_batch, &b, ev->session->stop);
        st = trn_eval_poll(ev, (double)(at + here) / count);
    }
    return st;
}

/* A block of scratch for each thread. A host's own job system may run more pieces at once than it said: those wait for a block. */
typedef struct scratch_loop {
    trn_scratch_fn *fn;
    void *work;
    unsigned char *blocks;
    size_t bytes;
    atomic_flag *taken;
    int32_t count;
} scratch_loop;
static void run_with_scratch(void *data, int32_t begin, int32_t end)
{
    scratch_loop *l = data;
    int32_t i = 0;
    while (atomic_flag_test_and_set_explicit(&l->taken[i], memory_order_acquire)) i = (i + 1) % l->count;
    l->fn(l->work, l->blocks + (size_t)i * l->bytes, begin, end);
    atomic_flag_clear_explicit(&l->taken[i], memory_order_release);
}

trn_status trn_for_scratch(trn_eval *ev, int32_t count, int32_t grain, size_t bytes, trn_scratch_fn *fn, void *work)
{
    const int64_t pieces = grain > 1 ? ((int64_t)count + grain - 1) / grain : count;
    const int32_t threads = trn_runtime_threads(ev->rt);
    scratch_loop l = {.fn = fn, .work = work, .count = pieces < threads ? (int32_t)pieces : threads};
    if (count <= 0) return TRN_OK;
    if (bytes > SIZE_MAX - TRN_ALIGN || !trn_mul_size(l.bytes = (bytes + TRN_ALIGN - 1) / TRN_ALIGN * TRN_ALIGN, (size_t)l.count, &bytes))
        return trn_out_of_memory(ev->rt, SIZE_MAX, ev->err);
    trn_status st = trn_scratch(ev, bytes, &l.blocks);
    if (st == TRN_OK) st = trn_scratch(ev, (size_t)l.count * sizeof *l.taken, &l.taken);
    if (st != TRN_OK) return st;
    for (int32_t i = 0; i < l.count; ++i) atomic_flag_clear(&l.taken[i]);
    return trn_for(ev, count, grain, run_with_scratch, &l);
}

typedef struct kernel_run { trn_rows_fn *fn; const void *args; int32_t first; } kernel_run;
static void run_kernel(void *data, int32_t begin, int32_t end)
{
    const kernel_run *k = data;
    k->fn(k->args, k->first + begin, k->first + end);
}

int trn_kernel_level(const trn_eval *ev, const trn_kernel *kernel)
{
    int level = trn_runtime_level(ev->rt);
    while (level > 0 && !kernel->level[level]) --level;
    return level;
}

trn_status trn_run_grain(trn_eval *ev, const trn_kernel *kernel, const void *args, int32_t rows, int32_t grain)
{
    kernel_run k = {.fn = kernel->level[trn_kernel_level(ev, kernel)], .args = args};
    const bool device = kernel->planes && ev->node->type->device;
    trn_status st = TRN_OK;
    if (device && ((st = trn_device_run(ev, kernel, args, rows, &k.first)) != TRN_OK || k.first == rows ||
                   (st = trn_device_fetch(ev, kernel, args)) != TRN_OK))
        return st;
    st = trn_for(ev, rows - k.first, grain, run_kernel, &k);
    if (device) trn_device_outdate(ev, kernel, args);
    return st;
}

trn_status trn_run(trn_eval *ev, const trn_kernel *kernel, const void *args, int32_t rows)
{
    return trn_run_grain(ev, kernel, args, rows, piece_rows(ev));
}
