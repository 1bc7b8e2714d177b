/* evaluate.c - pulling an image out of a node: the steps of the plan run in order; a result that nobody waits for any more
 * is let go at once. */
#include "core/runtime_state.h"
#include "graph/eval_state.h"
#include "graph/plan.h"
#include "graph/region.h"
#include "graph/window.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- one step ---- */

static void state_world_size(trn_eval *ev)
{
    const trn_node_info *info = &ev->node->type->info;
    for (int32_t i = 0; i < info->param_count; ++i)
        if (strcmp(info->params[i].name, "world_size") == 0 && ev->node->set[i]) {
            const double stated = trn_node_param(ev->node, i).number;
            if (stated > 0) trn_image_set_extent(ev->output, (trn_extent){stated, ev->frame.whole_width});
            return;
        }
    if (ev->world_size > 0) trn_image_set_extent(ev->output, (trn_extent){ev->world_size, ev->frame.whole_width});
    else if (trn_image_world_size(ev->output) == 0 && trn_input(ev, 0)) trn_image_set_extent(ev->output, trn_image_extent(ev->inputs[0]));
}

/* What the node made, without what it only made for its neighbours' sake. */
static trn_status take_output(trn_eval *ev, const trn_step *s, trn_image **out)
{
    if (trn_region_equal(s->frame, s->held)) {
        *out = ev->output;
        ev->output = NULL;
        return TRN_OK;
    }
    return trn_window_cut(ev->output, s->frame, s->held, &s->domain, false, ev->session->stop, out, ev->err);
}

static trn_status run_node(trn_eval *ev, trn_step *s)
{
    trn_image *image = NULL;
    trn_status st = trn_progress_now(ev);
    if (st == TRN_OK) {
        atomic_fetch_add(&ev->rt->evaluated, 1);
        st = ev->node->type->eval(ev, ev->node->params);
    }
    if (st == TRN_OK && ev->out_of_figures) st = trn_out_of_memory(ev->rt, sizeof(trn_report_line), ev->err);
    if (st == TRN_OK && !ev->output)
        st = trn_fail(ev, TRN_ERR_ARGUMENT, "makes no layer: every output name is empty");
    if (st != TRN_OK) return st;
    state_world_size(ev);
    st = take_output(ev, s, &image);
    if (st != TRN_OK) return st;
    trn_report_line *figures = ev->figures;
    ev->figures = NULL;
    return trn_outcome_new(ev->rt, image, figures, ev->figure_count, &s->outcome, ev->err);
}

static trn_frame frame_of(const trn_step *s, trn_region r, trn_region kept)
{
    return (trn_frame){r.x, r.y, r.width, r.height, s->domain.whole_width, s->domain.whole_height,
                       {kept.x - r.x, kept.y - r.y, kept.width, kept.height}};
}

/* The input's pixels in the frame; *own: a new image. */
static trn_status fetch(trn_plan *p, const trn_step *s, const trn_step *in, trn_image **out, bool *own)
{
    *out = in->outcome->image;
    *own = !trn_has_own_grid(s->node) && !trn_region_equal(in->held, s->frame);
    if (!*own) return TRN_OK;
    return trn_window_cut(in->outcome->image, in->held, s->frame, &s->domain, s->wrap, p->stop, out, p->err);
}

static trn_status run_step(trn_plan *p, trn_session *session, trn_step *s)
{
    const int32_t n = s->node->type->info.input_count;
    trn_eval ev = {.session = session, .rt = p->rt, .node = s->node, .err = p->err, .span_to = 1};
    bool *own = NULL;
    trn_status st = TRN_OK;
    const double start = trn_work_clock(p->stop);
    ev.frame = frame_of(s, s->frame, s->held);
    ev.domain = &s->domain;
    ev.inputs = trn_alloc_zero(p->rt, (size_t)(n + 1) * (sizeof *ev.inputs + sizeof *own));
    if (!ev.inputs) return trn_out_of_memory(p->rt, (size_t)n * sizeof *ev.inputs, p->err);
    own = (bool *)(ev.inputs + n + 1);
    for (int32_t i = 0; st == TRN_OK && i < n; ++i)
        if (s->inputs[i] >= 0) st = fetch(p, s, &p->steps[s->inputs[i]], &ev.inputs[i], &own[i]);
    for (int32_t i = 0; st == TRN_OK && i < n && !s->node->type->device; ++i)
        if (ev.inputs[i]) st = trn_image_to_host(ev.inputs[i], p->err);
    if (st == TRN_OK) st = run_node(&ev, s);
    if (st == TRN_OK) st = trn_plan_check_stamp(p, s); /* else it would be remembered as what the file held before */
    s->seconds = trn_work_clock(p->stop) - start;
    if (st == TRN_OK) trn_cache_add(p->rt->cache, s->key, s->outcome, s->seconds, s == &p->steps[p->count - 1], p->stop);
    trn_eval_clear(&ev);
    for (int32_t i = 0; i < n; ++i)
        if (own[i]) trn_image_release(ev.inputs[i]);
    trn_free(p->rt, ev.inputs);
    return st == TRN_OK ? st : trn_explain(s->node, p->err, st);
}

static trn_status run_all(trn_plan *p, trn_session *session)
{
    double done = 0;
    for (int32_t i = 0; i < p->count; ++i) {
        trn_step *s = &p->steps[i];
        if (!s->needed || s->cached) continue;
        session->from = done / p->work;
        session->to = (done += s->work) / p->work;
        const trn_status st = run_step(p, session, s);
        if (st != TRN_OK) return st;
        for (int32_t j = 0; j < s->node->type->info.input_count; ++j) {
            trn_step *in = s->inputs[j] < 0 ? NULL : &p->steps[s->inputs[j]];
            if (in && --in->waiting == 0) {
                trn_outcome_release(in->outcome);
                in->outcome = NULL;
            }
        }
    }
    return TRN_OK;
}

/* ---- the result ---- */

/* The window of an outcome that has more; the report stays that of the whole. */
static trn_status cut_outcome(const trn_plan *p, trn_step *s, trn_region window)
{
    trn_outcome *whole = s->outcome, *piece;
    trn_image *image;
    if (trn_region_equal(s->held, window)) return TRN_OK;
    trn_status st = trn_window_cut(whole->image, s->held, window, &s->domain, false, p->stop, &image, p->err);
    if (st != TRN_OK) return st;
    const size_t bytes = (size_t)whole->figure_count * sizeof *whole->figures;
    trn_report_line *figures = trn_alloc(p->rt, bytes);
    if (!figures) {
        trn_image_release(image);
        return trn_out_of_memory(p->rt, bytes, p->err);
    }
    if (bytes) memcpy(figures, whole->figures, bytes);
    st = trn_outcome_new(p->rt, image, figures, whole->figure_count, &piece, p->err);
    if (st != TRN_OK) return st;
    trn_outcome_release(whole);
    s->outcome = piece;
    return TRN_OK;
}

static trn_status keep_times(const trn_plan *p, trn_session *session)
{
    for (int32_t i = 0; i < p->count; ++i) {
        const trn_step *s = &p->steps[i];
        if (!s->needed) continue;
        const trn_status st = trn_grow(p->rt, &session->times, session->time_count, &session->time_capacity, sizeof *session->times, p->err);
        if (st != TRN_OK) return st;
        session->times[session->time_count++] = (trn_timing){s->node->type->info.id, s->node->origin, s->seconds, s->cached};
    }
    return TRN_OK;
}

static trn_status finish(trn_plan *p, const trn_session *session, trn_region window, trn_result **out)
{
    trn_status st = cut_outcome(p, &p->steps[p->count - 1], window);
    if (st == TRN_OK) st = trn_image_to_host(p->steps[p->count - 1].outcome->image, p->err);
    return st == TRN_OK ? trn_result_new(p->steps[p->count - 1].outcome, session->times, session->time_count, out, p->err) : st;
}

/* ---- the call ---- */

static bool is_zero(trn_region r) { return r.x == 0 && r.y == 0 && r.width == 0 && r.height == 0; }

static trn_status check_desc(trn_eval_desc *d, trn_error *err)
{
    const trn_region w = d->window;
    if (d->width < 0 || d->height < 0)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "evaluation: size %dx%d is negative", d->width, d->height);
    if (d->width == 0) d->width = 512;
    if (d->height == 0) d->height = d->width;
    if (is_zero(w))
        return d->unbounded ? trn_error_set(err, TRN_ERR_ARGUMENT, "evaluation: an unbounded one needs a window") : TRN_OK;
    if (w.width < 1 || w.height < 1)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "evaluation: the window's size %dx%d is not positive", w.width, w.height);
    if (w.x < -TRN_FARTHEST || w.x > TRN_FARTHEST || w.y < -TRN_FARTHEST || w.y > TRN_FARTHEST)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "evaluation: the window lies beyond 2^60 pixels");
    return TRN_OK;
}

typedef struct listing { char *text; size_t size, at; int32_t left; } listing; /* left: those that text has no room for */
static void list_problem(void *user, const trn_tile_problem *problem)
{
    listing *l = user;
    const size_t room = l->size - l->at;
    const int n = l->left ? -1 : snprintf(l->text + l->at, room, "%s%s%s%s%s%s %s; %s", l->at ? " | " : "", problem->origin,
                                          *problem->origin ? ": " : "", problem->node, problem->param ? ": " : "",
                                          problem->param ? problem->param : "", problem->what, problem->instead);
    if (n >= 0 && (size_t)n < room) {
        l->at += (size_t)n;
    } else {
        l->text[l->at] = 0;
        ++l->left;
    }
}

static trn_status refuse_unbounded(const trn_plan *p)
{
    char text[sizeof p->err->message - 120] = "", more[48] = "";
    listing l = {.text = text, .size = sizeof text};
    if (trn_plan_check_tiles(p, list_problem, &l) == 0) return TRN_OK;
    if (l.left) snprintf(more, sizeof more, " | and %d more, which check_tiles lists", (int)l.left);
    return trn_error_set(p->err, TRN_ERR_ARGUMENT, "cannot be made piece by piece on an unbounded plane: %s%s", text, more);
}

static trn_status choose_window(const trn_plan *p, trn_region *window)
{
    const trn_domain *d = &p->steps[p->count - 1].domain;
    if (is_zero(*window)) *window = d->bounds;
    if (!d->bounded || trn_region_inside(*window, d->bounds)) return TRN_OK;
    return trn_error_set(p->err, TRN_ERR_ARGUMENT,
                         "evaluation: the window {%" PRId64 ", %" PRId64 ", %d, %d} reaches outside the image of %dx%d; "
                         "`unbounded` lets it", window->x, window->y, window->width, window->height, d->bounds.width, d->bounds.height);
}

/* Settles the node's figures, plans and runs. window: all zero for all of the image, whose pixels it then gets. */
static trn_status run_plan(trn_plan *p, trn_session *session, trn_node *node, const trn_domain *asked, trn_region *window, double share)
{
    trn_status st = trn_settle(session, node, asked, &node, p->err);
    session->plan_from = session->plan_to; /* what was settled */
    session->plan_to += (share - session->plan_from) * (share < 1 ? 0.5 : 1);
    p->spent_work = session->work;
    p->spent_steps = session->steps;
    if (st == TRN_OK) st = trn_plan_build(p, node, asked);
    if (st == TRN_OK && !asked->bounded) st = refuse_unbounded(p);
    if (st == TRN_OK) st = trn_plan_resolve(p);
    if (st == TRN_OK) st = choose_window(p, window);
    if (st == TRN_OK) st = trn_plan_settle(p, *window);
    if (st == TRN_OK) st = run_all(p, session);
    session->from = session->to = 1;
    if (st == TRN_OK) st = trn_session_poll(session, node->type->info.id, 1, p->err);
    if (st == TRN_OK) st = keep_times(p, session);
    session->work += p->work;
    session->steps += p->count;
    return st;
}

/* How many figures there are to measure is not known before: each gets half of what is left of the first half. */
trn_status trn_session_measure(trn_session *session, trn_node *node, const trn_domain *asked, trn_outcome **out, trn_error *err)
{
    trn_plan p = {.rt = session->rt, .err = err, .stop = session->stop};
    trn_region all = {0};
    const trn_status st = run_plan(&p, session, node, asked, &all, 0.5);
    if (st == TRN_OK) *out = trn_outcome_retain(p.steps[p.count - 1].outcome);
    trn_plan_clear(&p);
    return st;
}

static trn_status evaluate(trn_plan *p, trn_session *session, trn_node *node, trn_result **out)
{
    const trn_eval_desc *d = &session->desc;
    const trn_domain asked = {d->width, d->height, !d->unbounded, {0, 0, d->width, d->height}};
    trn_region window = d->window;
    if (trn_device_get_mode(p->rt) == TRN_ON_CUDA && !trn_device_find(p->rt)) return trn_device_missing(p->rt, p->err);
    const trn_status st = run_plan(p, session, node, &asked, &window, 1);
    return st == TRN_OK ? finish(p, session, window, out) : st;
}

/* Once more without the device, which has failed, where nobody asked for it. Results that lie there are lost with it. */
static trn_status evaluate_again(trn_plan *p, trn_session *session, trn_node *node, trn_result **out)
{
    trn_log_message(p->rt, TRN_LOG_WARNING, "%s; once more on the CPU", p->err->message);
    trn_plan_clear(p);
    while (trn_cache_drop_oldest(p->rt->cache)) {}
    *p = (trn_plan){.rt = p->rt, .err = p->err, .stop = session->stop};
    *p->err = (trn_error){.status = TRN_OK};
    session->time_count = session->steps = 0;
    session->work = session->plan_to = 0;
    session->no_device = true;
    return evaluate(p, session, node, out);
}

trn_status trn_evaluate(trn_node *node, const trn_eval_desc *desc, const trn_stop *stop, trn_result **out, trn_error *err)
{
    *out = NULL;
    trn_runtime *rt = node->rt;
    trn_error local;
    trn_session session = {.rt = rt, .desc = desc ? *desc : (trn_eval_desc){0}, .shown = -1};
    session.stop = stop;
    trn_status st = check_desc(&session.desc, err);
    if (st != TRN_OK) return st;
    const bool alone = stop && stop->serial;
    if (!alone) atomic_fetch_add(&rt->running, 1);
    session.host_mode = trn_fp_enter();
    trn_plan p = {.rt = rt, .err = err ? err : &local, .stop = session.stop};
    st = evaluate(&p, &session, node, out);
    if (st == TRN_ERR_DEVICE && !session.device_demanded) st = evaluate_again(&p, &session, node, out);
    trn_plan_clear(&p);
    trn_settling_clear(rt, &session.settling);
    trn_free(rt, session.times);
    trn_fp_leave(session.host_mode);
    if (!alone) atomic_fetch_sub(&rt->running, 1);
    return st;
}

trn_status trn_node_evaluate(trn_node *node, const trn_eval_desc *desc, trn_result **out, trn_error *err)
{
    return trn_evaluate(node, desc, desc && desc->cancel ? &desc->cancel->stop : NULL, out, err);
}

trn_status trn_node_check_tiles(trn_node *node, void (*found)(void *user, const trn_tile_problem *problem), void *user, int32_t *count,
                                trn_error *err)
{
    trn_error local;
    trn_plan p = {.rt = node->rt, .err = err ? err : &local};
    const trn_status st = trn_plan_build(&p, node, &(trn_domain){512, 512, false, {0}});
    const int32_t n = st == TRN_OK ? trn_plan_check_tiles(&p, found, user) : 0;
    if (count) *count = n;
    trn_plan_clear(&p);
    return st;
}

trn_region trn_tile_window(const trn_tile *tile)
{
    const int64_t step = tile->size > tile->overlap ? (int64_t)tile->size - tile->overlap : 0;
    const int64_t far = 2 * TRN_FARTHEST / (step > 0 ? step : 1); /* refused there */
    const int64_t x = tile->x < -far ? -far : tile->x > far ? far : tile->x, y = tile->y < -far ? -far : tile->y > far ? far : tile->y;
    const int64_t size = (int64_t)tile->size + 2 * (int64_t)tile->border;
    const int32_t side = (int32_t)(size < INT32_MAX ? size : INT32_MAX);
    return (trn_region){x * step - tile->border, y * step - tile->border, side, side};
}

/* ---- cancelling ---- */

trn_status trn_cancel_create(trn_runtime *rt, trn_cancel **out, trn_error *err)
{
    trn_cancel *c = *out = trn_alloc_zero(rt, sizeof *c);
    if (!c) return trn_out_of_memory(rt, sizeof *c, err);
    trn_ref_init(&c->ref);
    c->rt = trn_runtime_hold(rt);
    return TRN_OK;
}

trn_cancel *trn_cancel_retain(trn_cancel *cancel)
{
    trn_ref_retain(&cancel->ref);
    return cancel;
}

void trn_cancel_release(trn_cancel *cancel)
{
    if (!cancel || !trn_ref_release(&cancel->ref)) return;
    trn_runtime *rt = cancel->rt;
    trn_free(rt, cancel);
    trn_runtime_unhold(rt);
}

void trn_cancel_raise(trn_cancel *cancel) { atomic_store(&cancel->stop.raised, true); }

bool trn_cancel_raised(const trn_cancel *cancel) { return trn_stop_asked(&cancel->stop); }
