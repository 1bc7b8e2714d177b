/* eval_device.c - kernels of a node on the device.
 *
 * Arguments hold host pointers. Those that a kernel's table names are looked up among the layers and scratch blocks of the
 * node at work, and the device's take their place. Nothing is copied that is where it is wanted, and nothing comes back
 * before somebody looks at it. The first rows of a kernel's first run are done on both sides: a device that gives other bits
 * is not used for it. */
#include "graph/eval_state.h"
#include <string.h>

enum {
    ARGS_BYTES = 4096,       /* most that a CUDA kernel takes */
    TRIAL_PIXELS = 8192,     /* about so many are tried */
    FIRST_PIXELS = 1 << 18,  /* of a launch; then it is as many as take a few milliseconds, so that a stop is heard */
    PASSES = 64,             /* of nodes that work longer on a pixel it is fewer, both times */
};

static double portion(const trn_eval *ev)
{
    const trn_node_type *type = ev->node->type;
    const double passes = type->passes ? type->passes(ev->node->params) : 1;
    return passes > PASSES ? PASSES / passes : 1;
}

/* ---- whether ---- */

static void demand(trn_eval *ev) { ev->device_demanded = ev->session->device_demanded = true; }

static bool on_device_at_all(trn_eval *ev)
{
    if (ev->device_chosen) return ev->device != NULL;
    ev->device_chosen = true;
    if (!ev->node->type->device || ev->session->no_device) return false;
    if (trn_device_get_mode(ev->rt) == TRN_ON_CUDA) demand(ev);
    /* smaller images are made before they are there */
    if (!ev->device_demanded && (ev->frame.width < 256 || ev->frame.height < 256)) return false;
    ev->device = trn_device_find(ev->rt);
    return ev->device != NULL;
}

trn_status trn_want_device(trn_eval *ev, trn_place_wanted wanted)
{
    if (wanted == TRN_WANT_CPU) ev->device_chosen = true;
    if (wanted != TRN_WANT_CUDA) return TRN_OK;
    demand(ev);
    return on_device_at_all(ev) ? TRN_OK : trn_device_missing(ev->rt, ev->err);
}

bool trn_device_takes(trn_eval *ev, const trn_kernel *kernel)
{
    if (!on_device_at_all(ev)) return false;
    if (kernel->args_size > ARGS_BYTES || ev->device->args_size(kernel->name) != kernel->args_size) {
        trn_log_message(ev->rt, TRN_LOG_DEBUG, "the plugin has no kernel '%s', which stays on the CPU", kernel->name);
        return false;
    }
    return trn_device_trial(ev->rt, kernel->name, kernel->variant) != TRN_UNEQUAL;
}

/* ---- which memory ---- */

static bool lies_in(const trn_mirror *m, const void *address)
{
    return (uintptr_t)address - (uintptr_t)m->host < m->bytes;
}

static trn_mirror *mirror_of(const trn_eval *ev, const void *address)
{
    for (trn_owned *o = ev->owned; o; o = o->next) {
        trn_mirror *m = o->layer ? trn_layer_mirror(o->layer) : &o->mirror;
        if (lies_in(m, address)) return m;
    }
    for (int32_t i = 0; i < ev->node->type->info.input_count; ++i)
        for (int32_t k = 0; ev->inputs[i] && k < trn_image_count(ev->inputs[i]); ++k) {
            trn_mirror *m = trn_layer_mirror(trn_image_at(ev->inputs[i], k).layer);
            if (lies_in(m, address)) return m;
        }
    return NULL;
}

/* Goes through the pointers that a kernel's table names and that are not NULL. */
typedef struct walk { const trn_eval *ev; const trn_plane_ref *next, *ref; const char *args; const void *host; trn_mirror *mirror; } walk;
static walk walk_of(const trn_eval *ev, const trn_kernel *kernel, const void *args)
{
    return (walk){.ev = ev, .next = kernel->planes, .args = args};
}
static bool next_plane(walk *w)
{
    do {
        w->ref = w->next;
        if (w->ref->use == 0) return false;
        ++w->next;
        memcpy(&w->host, w->args + w->ref->offset, sizeof w->host);
    } while (!w->host);
    w->mirror = mirror_of(w->ev, w->host);
    return true;
}
static char *on_device(const walk *w) { return (char *)w->mirror->copy + ((const char *)w->host - (const char *)w->mirror->host); }

static void wrote(const trn_eval *ev, const trn_kernel *kernel, const void *args, bool device)
{
    for (walk w = walk_of(ev, kernel, args); next_plane(&w);)
        if (w.mirror && (w.ref->use & TRN_WRITE)) trn_mirror_wrote(w.mirror, device);
}
void trn_device_outdate(trn_eval *ev, const trn_kernel *kernel, const void *args) { wrote(ev, kernel, args, false); }

trn_status trn_device_fetch(trn_eval *ev, const trn_kernel *kernel, const void *args)
{
    trn_status st = TRN_OK;
    for (walk w = walk_of(ev, kernel, args); st == TRN_OK && next_plane(&w);)
        if (w.mirror) st = trn_mirror_out(ev->rt, w.mirror, ev->err);
    return st;
}

trn_status trn_to_host(trn_eval *ev, void *plane)
{
    trn_mirror *m = mirror_of(ev, plane);
    const trn_status st = m ? trn_mirror_out(ev->rt, m, ev->err) : TRN_OK;
    if (m && st == TRN_OK) trn_mirror_wrote(m, false);
    return st;
}

/* The newest contents on the device; *fit: there is room. That there is none is an error where the device is demanded. */
static trn_status bring(trn_eval *ev, trn_mirror *m, bool *fit)
{
    trn_error err;
    const trn_status st = trn_mirror_in(ev->rt, m, &err);
    *fit = st == TRN_OK;
    if (st == TRN_ERR_MEMORY && !ev->device_demanded) {
        trn_log_message(ev->rt, TRN_LOG_DEBUG, "%s; on the CPU", err.message);
        return TRN_OK;
    }
    if (st != TRN_OK) *ev->err = err;
    return st;
}

/* The arguments with the device's pointers; *fit: all of them are known and have room there. */
static trn_status translate(trn_eval *ev, const trn_kernel *kernel, const void *args, void *out, bool *fit)
{
    memcpy(out, args, kernel->args_size);
    *fit = true;
    for (walk w = walk_of(ev, kernel, args); *fit && next_plane(&w);) {
        *fit = w.mirror != NULL;
        const trn_status st = w.mirror ? bring(ev, w.mirror, fit) : TRN_OK;
        if (st != TRN_OK || !*fit) return st;
        char *copy = on_device(&w);
        memcpy((char *)out + w.ref->offset, &copy, sizeof copy);
    }
    return TRN_OK;
}

/* ---- the trial ---- */

static bool same(char number, const void *a, const void *b, size_t count) /* all NaN are alike, as in hashes */
{
    if (memcmp(a, b, count * (number == 'd' ? 8 : 4)) == 0) return true;
    for (size_t i = 0; i < count; ++i) {
        if (number == 'd') {
            const double x = ((const double *)a)[i], y = ((const double *)b)[i];
            if (memcmp(&x, &y, sizeof x) != 0 && (x == x || y == y)) return false;
        } else if (number == 'f') {
            const float x = ((const float *)a)[i], y = ((const float *)b)[i];
            if (memcmp(&x, &y, sizeof x) != 0 && (x == x || y == y)) return false;
        } else if (((const int32_t *)a)[i] != ((const int32_t *)b)[i]) return false;
    }
    return true;
}

/* Whether rows [0, rows) that were written on the device are those in host memory. */
static trn_status compare(trn_eval *ev, const trn_kernel *kernel, const void *args, int32_t rows, bool *equal)
{
    int32_t width;
    void *got;
    char why[TRN_DEVICE_TEXT] = "";
    memcpy(&width, (const char *)args + kernel->width, sizeof width);
    const size_t most = (size_t)rows * (size_t)width;
    trn_status st = trn_scratch(ev, most * sizeof(double), &got);
    *equal = true;
    for (walk w = walk_of(ev, kernel, args); st == TRN_OK && *equal && next_plane(&w);) {
        const size_t size = w.ref->number == 'd' ? 8 : 4, count = w.ref->planes ? most : (size_t)rows;
        int64_t stride = 0;
        if (!(w.ref->use & TRN_WRITE)) continue;
        if (w.ref->stride) memcpy(&stride, (const char *)args + w.ref->stride, sizeof stride);
        for (int32_t k = 0; *equal && st == TRN_OK && (k == 0 || k < w.ref->planes); ++k) {
            const size_t at = (size_t)k * (size_t)stride * size;
            if (ev->device->copy_out(got, on_device(&w) + at, count * size, why) != TRN_DEVICE_DONE)
                st = trn_device_fault(ev->rt, why, ev->err);
            else *equal = same(w.ref->number, got, (const char *)w.host + at, count);
        }
    }
    return st;
}

static trn_status launch(trn_eval *ev, const trn_kernel *kernel, const void *args, int32_t begin, int32_t end)
{
    char why[TRN_DEVICE_TEXT] = "";
    if (ev->device->run(kernel->name, args, begin, end, why) == TRN_DEVICE_DONE) return TRN_OK;
    return trn_device_fault(ev->rt, why, ev->err);
}

/* Rows [0, *done) on both sides. Memory is the same on both sides after it; *equal: and would have been without copying. */
static trn_status try_rows(trn_eval *ev, const trn_kernel *kernel, const void *args, const void *theirs, int32_t rows, int32_t *done,
                           bool *equal)
{
    int32_t width;
    memcpy(&width, (const char *)args + kernel->width, sizeof width);
    const int32_t some = (int32_t)(TRIAL_PIXELS * portion(ev)) / width, n = some < 1 ? 1 : some < rows ? some : rows;
    trn_status st = trn_device_fetch(ev, kernel, args);
    if (st == TRN_OK) st = launch(ev, kernel, theirs, 0, n);
    if (st != TRN_OK) return st;
    kernel->level[trn_kernel_level(ev, kernel)](args, 0, n);
    *done = n;
    st = compare(ev, kernel, args, n, equal);
    if (st != TRN_OK) return st;
    trn_device_tried(ev->rt, kernel->name, kernel->variant, *equal);
    if (*equal) return TRN_OK;
    if (ev->device_demanded)
        return trn_fail(ev, TRN_ERR_DEVICE, "the CUDA device gives other bits than the CPU in kernel '%s'; 'auto' and 'cpu' do without it",
                        kernel->name);
    trn_log_message(ev->rt, TRN_LOG_WARNING, "kernel '%s' gives other bits on the device than on the CPU, and stays on the CPU", kernel->name);
    return TRN_OK;
}

/* ---- running ---- */

trn_status trn_device_clear(trn_eval *ev, void *block, size_t bytes, bool *done)
{
    char why[TRN_DEVICE_TEXT] = "";
    trn_mirror *m = on_device_at_all(ev) ? mirror_of(ev, block) : NULL;
    bool fit;
    *done = false;
    if (!m) return TRN_OK;
    const trn_status st = bring(ev, m, &fit);
    if (st != TRN_OK || !fit) return st;
    const size_t at = (size_t)((char *)block - (char *)m->host);
    if (ev->device->clear((char *)m->copy + at, bytes, why) != TRN_DEVICE_DONE) return trn_device_fault(ev->rt, why, ev->err);
    trn_mirror_wrote(m, true);
    *done = true;
    return TRN_OK;
}

trn_status trn_device_run(trn_eval *ev, const trn_kernel *kernel, const void *args, int32_t rows, int32_t *done)
{
    _Alignas(16) char theirs[ARGS_BYTES];
    bool fit, equal = true;
    int32_t width;
    *done = 0;
    if (rows < 1 || !trn_device_takes(ev, kernel)) return TRN_OK;
    trn_status st = trn_eval_poll(ev, 0);
    if (st == TRN_OK) st = translate(ev, kernel, args, theirs, &fit);
    if (st != TRN_OK || !fit) return st;
    if (trn_device_trial(ev->rt, kernel->name, kernel->variant) == TRN_UNTRIED) {
        st = try_rows(ev, kernel, args, theirs, rows, done, &equal);
        if (st != TRN_OK || !equal) {
            trn_device_outdate(ev, kernel, args);
            return st;
        }
    }
    memcpy(&width, (const char *)args + kernel->width, sizeof width);
    for (double pixels = FIRST_PIXELS * portion(ev); st == TRN_OK && *done < rows;) {
        const double wanted = pixels / width, left = rows - *done;
        const int32_t n = wanted < 1 ? 1 : (int32_t)(wanted < left ? wanted : left);
        const double start = trn_clock();
        st = launch(ev, kernel, theirs, *done, *done + n);
        const double took = trn_clock() - start;
        *done += n;
        pixels = took < 0.002 ? 2 * pixels : took > 0.008 ? pixels / 2 : pixels;
        if (st == TRN_OK) st = trn_eval_poll(ev, (double)*done / rows);
    }
    wrote(ev, kernel, args, true);
    return st;
}
