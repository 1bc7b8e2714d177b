/* plan.c - see plan.h.
 *
 * Steps stand in the order in which they can run. From the wanted one backwards it is then settled which have to run and
 * on which pixels: a remembered result needs no inputs; a local node asks for more than is asked of it, by its halo; a
 * global one asks for, and makes, all. */
#include "graph/plan.h"
#include "core/runtime_state.h"
#include "graph/region.h"
#include "math/scalar.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

trn_status trn_explain(const trn_node *node, trn_error *err, trn_status st)
{
    if (err) {
        trn_error_prefix(err, node->type->info.id);
        if (*node->origin) trn_error_prefix(err, node->origin);
    }
    return st;
}

/* ---- the steps ---- */

/* Nodes are looked up by their graph key, which says all but stamps; those are taken once for each step. */
static int32_t *slot_of(const trn_plan *p, trn_key key, int32_t request)
{
    for (uint64_t at = key.lo + (uint64_t)request * 0x9e3779b97f4a7c15u;; ++at) {
        int32_t *slot = &p->table[at & (uint64_t)(p->table_size - 1)];
        const trn_step *s = *slot ? &p->steps[*slot - 1] : NULL;
        if (!s || (s->request == request && trn_key_equal(s->node->key, key))) return slot;
    }
}

static trn_status grow_table(trn_plan *p)
{
    if (p->table && 2 * (p->count + 1) <= p->table_size) return TRN_OK;
    const int32_t size = p->table ? 2 * p->table_size : 64;
    int32_t *table = trn_alloc_zero(p->rt, (size_t)size * sizeof *table);
    if (!table) return trn_out_of_memory(p->rt, (size_t)size * sizeof *table, p->err);
    trn_free(p->rt, p->table);
    p->table = table;
    p->table_size = size;
    for (int32_t i = 0; i < p->count; ++i) *slot_of(p, p->steps[i].node->key, p->steps[i].request) = i + 1;
    return TRN_OK;
}

bool trn_domain_equal(const trn_domain *a, const trn_domain *b)
{
    return a->whole_width == b->whole_width && a->whole_height == b->whole_height && a->bounded == b->bounded &&
           (!a->bounded || trn_region_equal(a->bounds, b->bounds));
}

/* Its inputs have grids of their own, and it works on all of them as they are. */
bool trn_has_own_grid(const trn_node *node) { return node->type->inner || node->type->reshape; }

/* What the node's inputs are asked for: what is asked of the node, or what it wants. */
static trn_status inner_request(trn_plan *p, const trn_node *node, int32_t outer, int32_t *out)
{
    *out = outer;
    if (!node->type->inner) return TRN_OK;
    const trn_domain inner = node->type->inner(node->params);
    for (*out = 0; *out < p->request_count; ++*out)
        if (trn_domain_equal(&p->requests[*out], &inner)) return TRN_OK;
    const trn_status st = trn_grow(p->rt, &p->requests, p->request_count, &p->request_capacity, sizeof *p->requests, p->err);
    if (st == TRN_OK) p->requests[p->request_count++] = inner;
    return st;
}

static trn_status add_step(trn_plan *p, trn_node *node, int32_t request, int32_t inner)
{
    const int32_t n = node->type->info.input_count, most = trn_runtime_limits(p->rt)->max_nodes;
    if (p->spent_steps + p->count >= most) return trn_error_set(p->err, TRN_ERR_LIMIT, "more than %d nodes in one evaluation", most);
    trn_status st = trn_grow(p->rt, &p->steps, p->count, &p->capacity, sizeof *p->steps, p->err);
    if (st == TRN_OK) st = grow_table(p);
    if (st != TRN_OK) return st;
    trn_step *s = &p->steps[p->count];
    *s = (trn_step){.node = node, .request = request};
    s->inputs = trn_alloc(p->rt, (size_t)(n + 1) * sizeof *s->inputs);
    if (!s->inputs) return trn_out_of_memory(p->rt, (size_t)n * sizeof *s->inputs, p->err);
    for (int32_t i = 0; i < n; ++i) s->inputs[i] = node->inputs[i] ? *slot_of(p, node->inputs[i]->key, inner) - 1 : -1;
    *slot_of(p, node->key, request) = ++p->count;
    return TRN_OK;
}

typedef struct visit { trn_node *node; int32_t request, inner; } visit;

/* Inputs first, without recursion: graphs may be deep and stacks short. */
trn_status trn_plan_build(trn_plan *p, trn_node *root, const trn_domain *request)
{
    visit *stack = NULL;
    int32_t depth = 0, capacity = 0;
    trn_status st = trn_grow(p->rt, &p->requests, 0, &p->request_capacity, sizeof *p->requests, p->err);
    if (st == TRN_OK) st = grow_table(p);
    if (st == TRN_OK) st = trn_grow(p->rt, &stack, depth, &capacity, sizeof *stack, p->err);
    if (st == TRN_OK) p->requests[p->request_count++] = *request;
    if (st == TRN_OK) st = inner_request(p, root, 0, &stack[0].inner);
    if (st == TRN_OK) stack[depth++].node = root, stack[0].request = 0;
    while (st == TRN_OK && depth > 0) {
        const visit v = stack[depth - 1];
        trn_node *missing = NULL;
        for (int32_t i = 0; i < v.node->type->info.input_count && !missing; ++i)
            if (v.node->inputs[i] && *slot_of(p, v.node->inputs[i]->key, v.inner) == 0) missing = v.node->inputs[i];
        if (!missing) {
            if (*slot_of(p, v.node->key, v.request) == 0) st = add_step(p, v.node, v.request, v.inner);
            --depth;
        } else if (depth == trn_runtime_limits(p->rt)->max_nodes) {
            st = trn_error_set(p->err, TRN_ERR_LIMIT, "more than %d nodes in one evaluation", depth);
        } else {
            st = trn_grow(p->rt, &stack, depth, &capacity, sizeof *stack, p->err);
            visit *next = &stack[depth];
            if (st == TRN_OK) *next = (visit){missing, v.inner, 0};
            if (st == TRN_OK) st = inner_request(p, missing, v.inner, &next->inner);
            ++depth;
        }
    }
    trn_free(p->rt, stack);
    return st;
}

void trn_plan_clear(trn_plan *p)
{
    for (int32_t i = 0; i < p->count; ++i) {
        trn_outcome_release(p->steps[i].outcome);
        trn_free(p->rt, p->steps[i].inputs);
    }
    trn_free(p->rt, p->steps);
    trn_free(p->rt, p->table);
    trn_free(p->rt, p->requests);
}

/* ---- footprints ---- */

void trn_measures(trn_footprint *f, const char *param, const char *what, const char *instead)
{
    f->reach = TRN_GLOBAL;
    if (f->count < TRN_MEASURES) f->measure[f->count++] = (trn_measuring){param, what, instead};
}

static trn_footprint footprint_of(const trn_node *node)
{
    trn_footprint f = {.reach = node->type->info.reach};
    if (node->type->footprint) node->type->footprint(node->params, &f);
    if (node->type->reshape) trn_measures(&f, NULL, "makes an image that ends at its edges", "put :bake{} behind it, which lays it on the plane");
    if (f.reach == TRN_GLOBAL && f.count == 0)
        trn_measures(&f, NULL, "works on the image as a whole", "put :bake{} behind it, which makes it once for all tiles");
    return f;
}

/* Figures that are measured on the image that is asked for, where that has no end. */
static int32_t check_figures(const trn_node *node, void (*found)(void *user, const trn_tile_problem *problem), void *user)
{
    const trn_node_info *info = &node->type->info;
    int32_t count = 0;
    for (int32_t i = 0; node->figures && i < info->param_count; ++i) {
        if (!node->figures[i] || node->figures[i]->width > 0) continue;
        const trn_tile_problem problem = {info->id, node->origin, info->params[i].name, "takes a figure of the whole image",
                                          "measure it on an image of a stated size: figure(\"max\", { size = 512 })"};
        if (found) found(user, &problem);
        ++count;
    }
    return count;
}

int32_t trn_plan_check_tiles(const trn_plan *p, void (*found)(void *user, const trn_tile_problem *problem), void *user)
{
    int32_t count = 0;
    for (int32_t i = 0; i < p->count; ++i) {
        const trn_step *s = &p->steps[i];
        if (p->requests[s->request].bounded) continue;
        const trn_footprint f = footprint_of(s->node);
        count += check_figures(s->node, found, user);
        if (f.reach != TRN_GLOBAL) continue;
        for (int32_t m = 0; m < f.count; ++m, ++count) {
            const trn_tile_problem problem = {s->node->type->info.id, s->node->origin, f.measure[m].param, f.measure[m].what, f.measure[m].instead};
            if (found) found(user, &problem);
        }
    }
    return count;
}

/* ---- domains and identities ---- */

static bool holds_image(const trn_node *node) { return strcmp(node->type->info.id, TRN_IMAGE_TYPE) == 0; }

/* The domain of what a node without inputs makes: what is asked of it, unless it states a size. */
static trn_status own_domain(const trn_plan *p, trn_step *s)
{
    int32_t width = 0, height = 0;
    s->domain = p->requests[s->request];
    if (!s->node->type->size) return TRN_OK;
    const trn_status st = s->node->type->size(s->node, s->node->params, &width, &height, p->err);
    if (st != TRN_OK || (width == 0 && height == 0)) return st;
    trn_region *b = &s->domain.bounds;
    if (width) s->domain.whole_width = b->width = width, b->x = 0;
    if (height) s->domain.whole_height = b->height = height, b->y = 0;
    return TRN_OK;
}

static void size_text(const trn_domain *d, char out[96])
{
    const trn_region *b = &d->bounds;
    int at = snprintf(out, 96, "%" PRId64 "x%" PRId64, d->whole_width, d->whole_height);
    if (!d->bounded) snprintf(out + at, (size_t)(96 - at), " plane");
    else if (b->x || b->y || b->width != d->whole_width || b->height != d->whole_height)
        snprintf(out + at, (size_t)(96 - at), " %" PRId64 " %" PRId64 " %dx%d", b->x, b->y, b->width, b->height);
}

static trn_status resolve_step(trn_plan *p, trn_step *s)
{
    const trn_node_info *info = &s->node->type->info;
    int32_t from = -1;
    trn_status st = TRN_OK;
    s->identity = s->node->own;
    for (int32_t i = 0; i < info->input_count; ++i) {
        const trn_step *in = s->inputs[i] < 0 ? NULL : &p->steps[s->inputs[i]];
        s->identity = trn_hash_join(s->identity, in ? in->identity : (trn_key){0, 0});
        if (!in) continue;
        const trn_domain *d = &in->domain, *first = from < 0 ? d : &p->steps[s->inputs[from]].domain;
        if (!trn_domain_equal(d, first) && !trn_has_own_grid(s->node))
            return trn_error_set(p->err, TRN_ERR_ARGUMENT, "input '%s' is %" PRId64 "x%" PRId64 ", but '%s' is %" PRId64 "x%" PRId64
                                 "; :resample{} behind an image gives it the size of the evaluation",
                                 info->inputs[i].name, d->whole_width, d->whole_height, info->inputs[from].name,
                                 first->whole_width, first->whole_height);
        if (from < 0) from = i;
    }
    /* before the size, so that a file that cannot be read is refused as such */
    if (s->node->type->stamp) st = s->node->type->stamp(p->rt, s->node->params, p->stop, &s->stamp, p->err);
    if (st != TRN_OK) return st;
    s->identity = trn_hash_join(s->identity, s->stamp);
    const trn_domain *input = from < 0 ? NULL : &p->steps[s->inputs[from]].domain;
    if (input && !trn_has_own_grid(s->node)) {
        s->domain = *input;
        return TRN_OK;
    }
    if (s->node->type->reshape) st = s->node->type->reshape(s->node->params, &p->requests[s->request], input, &s->domain, p->err);
    else st = own_domain(p, s);
    if (st != TRN_OK) return st;
    if (holds_image(s->node)) return st; /* has the size of what it holds or reads, whatever is asked */
    char size[96];
    size_text(&s->domain, size);
    s->identity = trn_hash_join(s->identity, trn_hash(size, strlen(size)));
    return st;
}

trn_status trn_plan_resolve(trn_plan *p)
{
    for (int32_t i = 0; i < p->count; ++i) {
        const trn_status st = resolve_step(p, &p->steps[i]);
        if (st != TRN_OK) return trn_explain(p->steps[i].node, p->err, st);
    }
    return TRN_OK;
}

trn_status trn_plan_check_stamp(const trn_plan *p, const trn_step *s)
{
    trn_key now = {0, 0};
    if (!s->node->type->stamp) return TRN_OK;
    const trn_status st = s->node->type->stamp(p->rt, s->node->params, p->stop, &now, p->err);
    if (st != TRN_OK || trn_key_equal(now, s->stamp)) return st;
    return trn_error_set(p->err, TRN_ERR_IO, "a file changed while it was read; once it is complete, evaluate again");
}

/* ---- which pixels ---- */

static bool is_whole(const trn_step *s) { return s->domain.bounded && trn_region_equal(s->region, s->domain.bounds); }

static trn_key region_key(const trn_step *s)
{
    char text[96];
    if (is_whole(s)) return s->identity;
    snprintf(text, sizeof text, "%" PRId64 " %" PRId64 " %dx%d", s->region.x, s->region.y, s->region.width, s->region.height);
    return trn_hash_join(s->identity, trn_hash(text, strlen(text)));
}

/* One axis of a frame: the stretch with its halo. It ends where the image ends, and goes on beyond it where the image
 * repeats, unless it then is all of the image. */
static void pad(int64_t *at, int32_t *size, int64_t halo, bool bounded, bool wrap, int64_t edge, int64_t length)
{
    int64_t from = *at - halo, to = *at + *size + halo;
    const bool all = wrap && to - from >= length;
    if (bounded && (all || (!wrap && from < edge))) from = edge;
    if (bounded && (all || (!wrap && to > edge + length))) to = edge + length;
    *at = from;
    *size = (int32_t)(to - from < INT32_MAX ? to - from : INT32_MAX);
}

/* The pixels of an input that the frame needs: where it goes on at the opposite side, all along that axis. */
static trn_region wanted_of_input(const trn_step *s)
{
    trn_region r = s->frame;
    const trn_region b = s->domain.bounds;
    if (!s->wrap || !s->domain.bounded) return r;
    if (r.x < b.x || r.x + r.width > b.x + b.width) r.x = b.x, r.width = b.width;
    if (r.y < b.y || r.y + r.height > b.y + b.height) r.y = b.y, r.height = b.height;
    return r;
}

static void demand(trn_step *s, trn_region region)
{
    s->region = s->needed ? trn_region_union(s->region, region) : region;
    s->needed = true;
    ++s->waiting;
}

/* What is remembered of the whole has the region's pixels too. Its report is another one, so it will not do where the host
 * gets that. */
static void find_whole(trn_plan *p, trn_step *s)
{
    const bool wanted = s == &p->steps[p->count - 1];
    s->outcome = trn_cache_find(p->rt->cache, s->identity, false, p->stop);
    if (s->outcome && wanted && s->outcome->figure_count > 0) {
        trn_outcome_release(s->outcome);
        s->outcome = NULL;
    }
    if (s->outcome) s->held = s->domain.bounds;
}

static trn_status settle_step(trn_plan *p, trn_step *s)
{
    const trn_domain *d = &s->domain;
    const trn_footprint f = footprint_of(s->node);
    if (f.reach == TRN_GLOBAL && !s->node->type->reshape) s->region = d->bounds;
    s->key = region_key(s);
    s->held = s->region;
    s->outcome = trn_cache_find(p->rt->cache, s->key, s == &p->steps[p->count - 1], p->stop);
    if (!s->outcome && d->bounded && !is_whole(s)) find_whole(p, s);
    s->cached = s->outcome != NULL;
    if (s->cached) return TRN_OK;

    s->frame = s->region;
    s->wrap = f.reach == TRN_LOCAL && f.wrap;
    if (f.reach == TRN_LOCAL) {
        const double share = f.share * (double)d->whole_width;
        const int64_t halo = f.halo + (share < 1e9 ? trn_lfloor(share) + (share > 0.0) : 1000000000);
        pad(&s->frame.x, &s->frame.width, halo, d->bounded, f.wrap, d->bounds.x, d->bounds.width);
        pad(&s->frame.y, &s->frame.height, halo, d->bounded, f.wrap, d->bounds.y, d->bounds.height);
    }
    const trn_status st = holds_image(s->node) ? TRN_OK : trn_check_size(p->rt, s->frame.width, s->frame.height, p->err);
    if (st != TRN_OK) return trn_explain(s->node, p->err, st);
    const double passes = s->node->type->passes ? s->node->type->passes(s->node->params) : 1;
    s->work = (double)s->frame.width * (double)s->frame.height * (passes > 1 ? passes : 1);
    p->work += s->work;
    for (int32_t j = 0; j < s->node->type->info.input_count; ++j) {
        trn_step *in = s->inputs[j] < 0 ? NULL : &p->steps[s->inputs[j]];
        if (in) demand(in, trn_has_own_grid(s->node) ? in->domain.bounds : wanted_of_input(s));
    }
    return TRN_OK;
}

static trn_status check_work(const trn_plan *p)
{
    const double most = trn_runtime_limits(p->rt)->max_work;
    const trn_step *worst = NULL;
    if (!(p->spent_work + p->work > most)) return TRN_OK;
    for (int32_t i = 0; i < p->count; ++i)
        if (!worst || p->steps[i].work > worst->work) worst = &p->steps[i];
    trn_error_set(p->err, TRN_ERR_LIMIT, "%.3g of the %.3g pixel passes that this evaluation would take, and %.3g are allowed",
                  worst->work, p->spent_work + p->work, most);
    return trn_explain(worst->node, p->err, TRN_ERR_LIMIT);
}

trn_status trn_plan_settle(trn_plan *p, trn_region window)
{
    demand(&p->steps[p->count - 1], window);
    for (int32_t i = p->count - 1; i >= 0; --i) {
        const trn_status st = p->steps[i].needed ? settle_step(p, &p->steps[i]) : TRN_OK;
        if (st != TRN_OK) return st;
    }
    return check_work(p);
}
