/* evaluate.c - pulling an image out of a node.
 *
 * A plan lists the nodes that the wanted one depends on, inputs first, each key once. Then, from the wanted one
 * backwards, it is settled which have to run: a node whose result is remembered needs no inputs. Then they run in order;
 * a result that nobody waits for any more is let go at once. */
#include "core/runtime_state.h"
#include "graph/eval_state.h"
#include <stdio.h>
#include <string.h>

typedef struct step {
    trn_node *node;
    trn_key key;          /* of this node in this evaluation: parameters, inputs, size, stamps */
    int32_t *inputs;      /* indices of steps, -1 where not connected */
    int32_t waiting;      /* steps that still need the outcome */
    bool needed, cached;
    double seconds;
    trn_outcome *outcome;
} step;

typedef struct plan {
    trn_session *session;
    trn_runtime *rt;
    trn_error *err;
    step *steps;
    int32_t count, capacity;
    int32_t *table; /* open addressing by key: index + 1, 0 is empty */
    int32_t table_size;
} plan;

/* ---- the plan ---- */

static trn_status explain(const trn_node *node, trn_error *err, trn_status st)
{
    if (err) {
        trn_error_prefix(err, node->type->info.id);
        if (*node->origin) trn_error_prefix(err, node->origin);
    }
    return st;
}

/* Nodes are looked up by their graph key, which says all but stamps; those are taken once for each step. */
static int32_t *slot_of(plan *p, trn_key key)
{
    uint32_t at = (uint32_t)key.lo;
    for (;; ++at) {
        int32_t *slot = &p->table[at % (uint32_t)p->table_size];
        if (*slot == 0 || trn_key_equal(p->steps[*slot - 1].node->key, key)) return slot;
    }
}

static bool holds_image(const trn_node *node) { return strcmp(node->type->info.id, TRN_IMAGE_TYPE) == 0; }

/* The size of what a node without inputs makes. */
static void size_of(const trn_node *node, const trn_eval_desc *desc, int32_t *width, int32_t *height)
{
    *width = desc->width;
    *height = desc->height;
    if (node->type->size) node->type->size(node, node->params, width, height);
}

/* The size that is asked for counts only where it is taken: other nodes are as large as their inputs, or what they hold. */
static trn_status step_key(plan *p, step *s)
{
    trn_key key = s->node->own;
    bool fed = false;
    for (int32_t i = 0; i < s->node->type->info.input_count; ++i) {
        fed = fed || s->inputs[i] >= 0;
        key = trn_hash_join(key, s->inputs[i] < 0 ? (trn_key){0, 0} : p->steps[s->inputs[i]].key);
    }
    if (!fed && !holds_image(s->node)) {
        int32_t width, height;
        char size[48];
        size_of(s->node, &p->session->desc, &width, &height);
        snprintf(size, sizeof size, "%dx%d", width, height);
        key = trn_hash_join(key, trn_hash(size, strlen(size)));
    }
    if (s->node->type->stamp) {
        const trn_status st = s->node->type->stamp(p->rt, s->node->params, p->session->stop, &key, p->err);
        if (st != TRN_OK) return explain(s->node, p->err, st);
    }
    s->key = key;
    return TRN_OK;
}

static trn_status add_step(plan *p, trn_node *node)
{
    const int32_t n = node->type->info.input_count;
    if (p->count == p->capacity)
        return trn_error_set(p->err, TRN_ERR_LIMIT, "more than %d nodes in one evaluation", p->capacity);
    step *s = &p->steps[p->count];
    *s = (step){.node = node};
    s->inputs = trn_alloc(p->rt, (size_t)(n + 1) * sizeof *s->inputs);
    if (!s->inputs) return trn_out_of_memory(p->rt, (size_t)n * sizeof *s->inputs, p->err);
    for (int32_t i = 0; i < n; ++i) s->inputs[i] = node->inputs[i] ? *slot_of(p, node->inputs[i]->key) - 1 : -1;
    *slot_of(p, node->key) = ++p->count;
    return step_key(p, s);
}

/* Inputs first, without recursion: graphs may be deep and stacks short. */
static trn_status build(plan *p, trn_node *root)
{
    trn_node **stack = trn_alloc(p->rt, (size_t)p->capacity * sizeof *stack);
    if (!stack) return trn_out_of_memory(p->rt, (size_t)p->capacity * sizeof *stack, p->err);
    int32_t depth = 0;
    stack[depth++] = root;
    trn_status st = TRN_OK;
    while (st == TRN_OK && depth > 0) {
        trn_node *node = stack[depth - 1], *missing = NULL;
        for (int32_t i = 0; i < node->type->info.input_count && !missing; ++i)
            if (node->inputs[i] && *slot_of(p, node->inputs[i]->key) == 0) missing = node->inputs[i];
        if (!missing) {
            if (*slot_of(p, node->key) == 0) st = add_step(p, node);
            --depth;
        } else if (depth == p->capacity) {
            st = trn_error_set(p->err, TRN_ERR_LIMIT, "more than %d nodes in one evaluation", p->capacity);
        } else {
            stack[depth++] = missing;
        }
    }
    trn_free(p->rt, stack);
    return st;
}

/* Looks from the wanted step backwards; returns how many have to run. */
static int32_t settle(plan *p)
{
    int32_t run = 0;
    p->steps[p->count - 1].needed = true;
    for (int32_t i = p->count - 1; i >= 0; --i) {
        step *s = &p->steps[i];
        if (!s->needed) continue;
        s->outcome = trn_cache_find(p->rt->cache, s->key);
        s->cached = s->outcome != NULL;
        if (s->cached) continue;
        ++run;
        for (int32_t j = 0; j < s->node->type->info.input_count; ++j)
            if (s->inputs[j] >= 0) {
                p->steps[s->inputs[j]].needed = true;
                ++p->steps[s->inputs[j]].waiting;
            }
    }
    return run;
}

/* ---- one step ---- */

static trn_status choose_frame(trn_eval *ev, const trn_eval_desc *desc)
{
    const trn_node_info *info = &ev->node->type->info;
    int32_t width, height, from = -1;
    size_of(ev->node, desc, &width, &height);
    for (int32_t i = 0; i < info->input_count; ++i) {
        if (!ev->inputs[i]) continue;
        const int32_t w = trn_image_width(ev->inputs[i]), h = trn_image_height(ev->inputs[i]);
        if (from >= 0 && (w != width || h != height))
            return trn_fail(ev, TRN_ERR_ARGUMENT, "input '%s' is %dx%d, but '%s' is %dx%d", info->inputs[i].name, w, h,
                            info->inputs[from].name, width, height);
        if (from < 0) width = w, height = h, from = i;
    }
    ev->frame = (trn_frame){0, 0, width, height, width, height};
    if (holds_image(ev->node)) return TRN_OK; /* has the size of what it holds or reads, whatever is asked */
    return trn_check_size(ev->rt, width, height, ev->err);
}

static void state_world_size(trn_eval *ev)
{
    const trn_node_info *info = &ev->node->type->info;
    for (int32_t i = 0; i < info->param_count; ++i)
        if (strcmp(info->params[i].name, "world_size") == 0 && ev->node->set[i]) {
            const double stated = trn_node_param(ev->node, i).number;
            if (stated > 0) trn_image_set_world_size(ev->output, stated);
            return;
        }
    if (trn_image_world_size(ev->output) == 0 && trn_input(ev, 0)) trn_image_set_world_size(ev->output, trn_image_world_size(ev->inputs[0]));
}

static trn_status run_node(trn_eval *ev, trn_key key, trn_outcome **out)
{
    trn_status st = choose_frame(ev, &ev->session->desc);
    if (st == TRN_OK) st = trn_progress_now(ev);
    if (st == TRN_OK) {
        atomic_fetch_add(&ev->rt->evaluated, 1);
        st = ev->node->type->eval(ev, ev->node->params);
    }
    if (st == TRN_OK && ev->out_of_figures) st = trn_out_of_memory(ev->rt, sizeof(trn_figure), ev->err);
    if (st == TRN_OK && !ev->output)
        st = trn_fail(ev, TRN_ERR_ARGUMENT, "makes no layer: every output name is empty");
    if (st != TRN_OK) return st;
    state_world_size(ev);
    trn_image *image = ev->output;
    trn_figure *figures = ev->figures;
    ev->output = NULL;
    ev->figures = NULL;
    st = trn_outcome_new(ev->rt, image, figures, ev->figure_count, out, ev->err);
    if (st == TRN_OK) trn_cache_add(ev->rt->cache, key, *out);
    return st;
}

static trn_status run_step(plan *p, step *s)
{
    const int32_t n = s->node->type->info.input_count;
    trn_eval ev = {.session = p->session, .rt = p->rt, .node = s->node, .err = p->err, .span_to = 1};
    ev.inputs = trn_alloc_zero(p->rt, (size_t)(n + 1) * sizeof *ev.inputs);
    if (!ev.inputs) return trn_out_of_memory(p->rt, (size_t)n * sizeof *ev.inputs, p->err);
    for (int32_t i = 0; i < n; ++i) ev.inputs[i] = s->inputs[i] < 0 ? NULL : p->steps[s->inputs[i]].outcome->image;
    const double start = trn_clock();
    const trn_status st = run_node(&ev, s->key, &s->outcome);
    s->seconds = trn_clock() - start;
    trn_eval_clear(&ev);
    trn_free(p->rt, ev.inputs);
    return st == TRN_OK ? st : explain(s->node, p->err, st);
}

static trn_status run_all(plan *p, int32_t to_run)
{
    int32_t done = 0;
    for (int32_t i = 0; i < p->count; ++i) {
        step *s = &p->steps[i];
        if (!s->needed || s->cached) continue;
        p->session->from = (double)done / to_run;
        p->session->to = (double)++done / to_run;
        const trn_status st = run_step(p, s);
        if (st != TRN_OK) return st;
        for (int32_t j = 0; j < s->node->type->info.input_count; ++j) {
            step *in = s->inputs[j] < 0 ? NULL : &p->steps[s->inputs[j]];
            if (in && --in->waiting == 0) {
                trn_outcome_release(in->outcome);
                in->outcome = NULL;
            }
        }
    }
    return TRN_OK;
}

static trn_status finish(plan *p, trn_result **out)
{
    int32_t n = 0;
    trn_timing *times = trn_alloc_zero(p->rt, (size_t)p->count * sizeof *times);
    if (!times) return trn_out_of_memory(p->rt, (size_t)p->count * sizeof *times, p->err);
    for (int32_t i = 0; i < p->count; ++i) {
        const step *s = &p->steps[i];
        if (!s->needed) continue;
        times[n++] = (trn_timing){s->node->type->info.id, s->node->origin, s->seconds, s->cached};
    }
    const trn_status st = trn_result_new(p->steps[p->count - 1].outcome, times, n, out, p->err);
    trn_free(p->rt, times);
    return st;
}

/* ---- the call ---- */

static trn_status check_desc(trn_eval_desc *d, trn_error *err)
{
    if (d->width < 0 || d->height < 0)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "evaluation: size %dx%d is negative", d->width, d->height);
    if (d->width == 0) d->width = 512;
    if (d->height == 0) d->height = d->width;
    const trn_region *w = &d->window;
    if ((w->width || w->height || w->x || w->y) && (w->x || w->y || w->width != d->width || w->height != d->height))
        return trn_error_set(err, TRN_ERR_LIMIT, "evaluation: only the whole image can be evaluated as yet, not a window of it");
    return TRN_OK;
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

    session.host_mode = trn_fp_enter();
    plan p = {.session = &session, .rt = rt, .err = err ? err : &local, .capacity = trn_runtime_limits(rt)->max_nodes};
    p.table_size = 2 * p.capacity + 1;
    p.steps = trn_alloc(rt, (size_t)p.capacity * sizeof *p.steps); /* each is cleared when it is added */
    p.table = trn_alloc_zero(rt, (size_t)p.table_size * sizeof *p.table);
    if (!p.steps || !p.table) st = trn_out_of_memory(rt, (size_t)p.capacity * sizeof *p.steps, p.err);
    if (st == TRN_OK) st = build(&p, node);
    if (st == TRN_OK) {
        const int32_t to_run = settle(&p);
        st = run_all(&p, to_run);
        session.from = session.to = 1;
        if (st == TRN_OK) st = trn_session_poll(&session, node->type->info.id, 1, p.err);
    }
    if (st == TRN_OK) st = finish(&p, out);
    for (int32_t i = 0; i < p.count; ++i) {
        trn_outcome_release(p.steps[i].outcome);
        trn_free(rt, p.steps[i].inputs);
    }
    trn_free(rt, p.steps);
    trn_free(rt, p.table);
    trn_fp_leave(session.host_mode);
    return st;
}

trn_status trn_node_evaluate(trn_node *node, const trn_eval_desc *desc, trn_result **out, trn_error *err)
{
    return trn_evaluate(node, desc, desc && desc->cancel ? &desc->cancel->stop : NULL, out, err);
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
