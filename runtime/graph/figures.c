/* figures.c - see figures.h. */
#include "graph/figures.h"
#include "graph/eval_state.h"
#include "graph/plan.h"
#include <string.h>

/* ---- figures as values ---- */

trn_status trn_figure_create(trn_node *node, const char *name, int32_t width, int32_t height, trn_figure **out, trn_error *err)
{
    const size_t length = strlen(name);
    trn_runtime *rt = node->rt;
    trn_figure *f = *out = NULL;
    if (length == 0 || length >= sizeof f->name)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "a figure's name has 1 to %d bytes, got '%.60s'", (int)sizeof f->name - 1, name);
    if (width < 0 || height < 0 || (width == 0 && height > 0))
        return trn_error_set(err, TRN_ERR_ARGUMENT, "a figure is measured on an image of positive width and height, got %dx%d", (int)width, (int)height);
    f = trn_alloc_zero(rt, sizeof *f);
    if (!f) return trn_out_of_memory(rt, sizeof *f, err);
    trn_ref_init(&f->ref);
    f->rt = trn_runtime_hold(rt);
    f->node = trn_node_retain(node);
    f->width = width;
    f->height = height ? height : width;
    memcpy(f->name, name, length + 1);
    *out = f;
    return TRN_OK;
}

trn_figure *trn_figure_retain(trn_figure *figure)
{
    trn_ref_retain(&figure->ref);
    return figure;
}

void trn_figure_release(trn_figure *figure)
{
    if (!figure || !trn_ref_release(&figure->ref)) return;
    trn_runtime *rt = figure->rt;
    trn_node_release(figure->node);
    trn_free(rt, figure);
    trn_runtime_unhold(rt);
}

trn_node *trn_figure_node(const trn_figure *figure) { return figure->node; }
const char *trn_figure_name(const trn_figure *figure) { return figure->name; }
void trn_figure_size(const trn_figure *figure, int32_t *width, int32_t *height)
{
    *width = figure->width;
    *height = figure->height;
}

/* ---- what is settled ---- */

static trn_status find_domain(trn_session *s, const trn_domain *domain, int32_t *out, trn_error *err)
{
    trn_settling *all = &s->settling;
    for (*out = 0; *out < all->domain_count; ++*out)
        if (trn_domain_equal(&all->domains[*out], domain)) return TRN_OK;
    const trn_status st = trn_grow(s->rt, &all->domains, all->domain_count, &all->domain_capacity, sizeof *all->domains, err);
    if (st == TRN_OK) all->domains[all->domain_count++] = *domain;
    return st;
}

static int32_t *slot_of(const trn_settling *all, const trn_node *node, int32_t domain)
{
    for (uint64_t at = node->key.lo + (uint64_t)domain * 0x9e3779b97f4a7c15u;; ++at) {
        int32_t *slot = &all->table[at & (uint64_t)(all->table_size - 1)];
        const trn_settled *e = *slot ? &all->entries[*slot - 1] : NULL;
        if (!e || (e->domain == domain && trn_key_equal(e->from->key, node->key))) return slot;
    }
}

static trn_status grow_table(trn_session *s, trn_error *err)
{
    trn_settling *all = &s->settling;
    if (all->table && 2 * (all->count + 1) <= all->table_size) return TRN_OK;
    const int32_t size = all->table ? 2 * all->table_size : 64;
    int32_t *table = trn_alloc_zero(s->rt, (size_t)size * sizeof *table);
    if (!table) return trn_out_of_memory(s->rt, (size_t)size * sizeof *table, err);
    trn_free(s->rt, all->table);
    all->table = table;
    all->table_size = size;
    for (int32_t i = 0; i < all->count; ++i) *slot_of(all, all->entries[i].from, all->entries[i].domain) = i + 1;
    return TRN_OK;
}

/* The entry's index; a new one where there is none. Entries move when others are added. */
static trn_status find_entry(trn_session *s, trn_node *node, int32_t domain, int32_t *out, trn_error *err)
{
    trn_settling *all = &s->settling;
    trn_status st = grow_table(s, err);
    int32_t *slot = st == TRN_OK ? slot_of(all, node, domain) : NULL;
    if (slot && *slot == 0) {
        st = trn_grow(s->rt, &all->entries, all->count, &all->capacity, sizeof *all->entries, err);
        if (st != TRN_OK) return st;
        all->entries[all->count++] = (trn_settled){.from = trn_node_retain(node), .domain = domain};
        *slot = all->count;
    }
    if (slot) *out = *slot - 1;
    return st;
}

static trn_node *settled(const trn_settling *all, trn_node *node, int32_t domain) /* NULL: not yet */
{
    if (node->depth == 0) return node;
    const int32_t *slot = all->table ? slot_of(all, node, domain) : NULL;
    return slot && *slot ? all->entries[*slot - 1].to : NULL;
}

void trn_settling_clear(trn_runtime *rt, trn_settling *all)
{
    for (int32_t i = 0; i < all->count; ++i) {
        trn_node_release(all->entries[i].from);
        trn_node_release(all->entries[i].to);
        trn_free(rt, all->entries[i].figures);
    }
    trn_free(rt, all->entries);
    trn_free(rt, all->domains);
    trn_free(rt, all->table);
}

/* ---- measuring ---- */

static trn_status measure(trn_session *s, trn_node *node, int32_t domain, int32_t *out, trn_error *err)
{
    trn_settling *all = &s->settling;
    trn_outcome *o;
    trn_status st = find_entry(s, node, domain, out, err);
    if (st != TRN_OK || all->entries[*out].measured) return st;
    const trn_domain asked = all->domains[domain];
    if ((st = trn_session_measure(s, node, &asked, &o, err)) != TRN_OK) return st;
    trn_settled *e = &all->entries[*out];
    const size_t bytes = (size_t)o->figure_count * sizeof *e->figures;
    e->figures = trn_alloc(s->rt, bytes);
    if (e->figures) {
        if (bytes) memcpy(e->figures, o->figures, bytes);
        e->figure_count = o->figure_count;
        e->world_size = trn_image_world_size(o->image);
        e->measured = true;
    } else {
        st = trn_out_of_memory(s->rt, bytes, err);
    }
    trn_outcome_release(o);
    return st;
}

static const char *figure_at(const void *entry, int32_t i)
{
    const trn_settled *e = entry;
    return i < e->figure_count ? e->figures[i].name : NULL;
}

static trn_status take(const trn_settled *e, const char *param, const trn_figure *f, double *out, trn_error *err)
{
    const char *id = f->node->type->info.id;
    for (int32_t i = 0; i < e->figure_count; ++i)
        if (strcmp(e->figures[i].name, f->name) == 0) {
            *out = e->figures[i].value;
            return TRN_OK;
        }
    *out = e->world_size;
    if (strcmp(f->name, "world_size") == 0 && e->world_size > 0) return TRN_OK;
    if (strcmp(f->name, "world_size") == 0) return trn_param_fail(err, param, "the image of %s has no world size", id);
    const char *meant = trn_closest(f->name, figure_at, e);
    if (e->figure_count == 0) return trn_param_fail(err, param, "%s has no figures", id);
    return trn_param_fail(err, param, meant ? "%s has no figure '%s' (did you mean '%s'?)" : "%s has no figure '%s' (the first is '%s')", id, f->name,
                          meant ? meant : e->figures[0].name);
}

/* The numbers for what node takes from figures, for a request of it. */
static trn_status take_all(trn_session *s, const trn_node *node, int32_t domain, double *numbers, trn_error *err)
{
    const trn_node_info *info = &node->type->info;
    for (int32_t i = 0; i < info->param_count; ++i) {
        const trn_figure *f = node->figures[i];
        int32_t place = domain, entry;
        trn_status st = TRN_OK;
        if (!f) continue;
        if (f->width) st = find_domain(s, &(trn_domain){f->width, f->height, true, {0, 0, f->width, f->height}}, &place, err);
        else if (!s->settling.domains[domain].bounded)
            st = trn_explain(node, err, trn_param_fail(err, info->params[i].name, "the figure '%s' is one of the whole image, and a plane has no end: measure "
                             "it on an image of a stated size, as figure(\"%s\", { size = 512 })", f->name, f->name));
        if (st == TRN_OK) st = measure(s, f->node, place, &entry, err);
        if (st != TRN_OK) return st;
        st = take(&s->settling.entries[entry], info->params[i].name, f, &numbers[i], err);
        if (st != TRN_OK) return trn_explain(node, err, st);
    }
    return TRN_OK;
}

/* ---- the graph once more ---- */

/* A node whose inputs are to be settled first. */
typedef struct visit { trn_node *node, *plain; int32_t domain, inner; } visit; /* plain: with numbers, and the inputs as they were */

static trn_status open_visit(trn_session *s, trn_node *node, int32_t domain, visit *v, trn_error *err)
{
    double *numbers = NULL;
    trn_status st = TRN_OK;
    *v = (visit){node, NULL, domain, domain};
    if (node->figures) {
        const size_t bytes = (size_t)node->type->info.param_count * sizeof *numbers;
        numbers = trn_alloc_zero(s->rt, bytes);
        st = numbers ? take_all(s, node, domain, numbers, err) : trn_out_of_memory(s->rt, bytes, err);
        if (st == TRN_OK && (st = trn_node_settle(node, numbers, node->inputs, &v->plain, err)) != TRN_OK) trn_explain(node, err, st);
        trn_free(s->rt, numbers);
    } else {
        v->plain = trn_node_retain(node);
    }
    if (st != TRN_OK || !node->type->inner) return st;
    const trn_domain inner = node->type->inner(v->plain->params);
    return find_domain(s, &inner, &v->inner, err);
}

static trn_status close_visit(trn_session *s, const visit *v, trn_error *err) /* all its inputs are settled */
{
    const int32_t n = v->node->type->info.input_count;
    const size_t bytes = (size_t)(n + 1) * sizeof(trn_node *);
    trn_node **inputs = trn_alloc(s->rt, bytes), *to = NULL;
    int32_t entry;
    if (!inputs) return trn_out_of_memory(s->rt, bytes, err);
    for (int32_t i = 0; i < n; ++i) inputs[i] = v->node->inputs[i] ? settled(&s->settling, v->node->inputs[i], v->inner) : NULL;
    trn_status st = trn_node_settle(v->plain, NULL, inputs, &to, err);
    trn_free(s->rt, inputs);
    if (st == TRN_OK) st = find_entry(s, v->node, v->domain, &entry, err);
    if (st == TRN_OK) s->settling.entries[entry].to = to;
    else trn_node_release(to);
    return st;
}

/* Inputs first, without recursion, as the plan has it: only figures of figures recur. */
static trn_status settle(trn_session *s, trn_node *root, int32_t domain, visit **stack, int32_t *depth, trn_error *err)
{
    const int32_t most = trn_runtime_limits(s->rt)->max_nodes;
    int32_t capacity = 0;
    trn_node *next = root;
    while (next || *depth > 0) {
        trn_status st;
        if (next) {
            if (*depth == most) return trn_error_set(err, TRN_ERR_LIMIT, "more than %d nodes in one evaluation", most);
            if ((st = trn_grow(s->rt, stack, *depth, &capacity, sizeof **stack, err)) != TRN_OK) return st;
            st = open_visit(s, next, *depth ? (*stack)[*depth - 1].inner : domain, &(*stack)[*depth], err);
            ++*depth; /* what it holds is let go with the stack */
            if (st != TRN_OK) return st;
        }
        const visit *v = &(*stack)[*depth - 1];
        next = NULL;
        for (int32_t i = 0; i < v->node->type->info.input_count && !next; ++i)
            if (v->node->inputs[i] && !settled(&s->settling, v->node->inputs[i], v->inner)) next = v->node->inputs[i];
        if (next) continue;
        if ((st = close_visit(s, v, err)) != TRN_OK) return st;
        trn_node_release((*stack)[--*depth].plain);
    }
    return TRN_OK;
}

trn_status trn_settle(trn_session *s, trn_node *node, const trn_domain *asked, trn_node **out, trn_error *err)
{
    visit *stack = NULL;
    int32_t depth = 0, domain;
    *out = node;
    if (node->depth == 0) return TRN_OK;
    trn_status st = find_domain(s, asked, &domain, err);
    if (st == TRN_OK && !settled(&s->settling, node, domain)) st = settle(s, node, domain, &stack, &depth, err);
    while (depth > 0) trn_node_release(stack[--depth].plain);
    trn_free(s->rt, stack);
    if (st == TRN_OK) *out = settled(&s->settling, node, domain);
    return st;
}
