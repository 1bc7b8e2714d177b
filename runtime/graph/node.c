/* node.c - making nodes: values of an immutable graph. */
#include "graph/node_state.h"
#include <stdio.h>
#include <string.h>

trn_node *trn_node_retain(trn_node *node)
{
    trn_ref_retain(&node->ref);
    return node;
}

static void free_node(trn_node *node)
{
    trn_runtime *rt = node->rt;
    if (node->strings)
        for (int32_t i = 0; i < node->type->info.param_count; ++i) trn_free(rt, node->strings[i]);
    if (node->figures)
        for (int32_t i = 0; i < node->type->info.param_count; ++i) trn_figure_release(node->figures[i]);
    trn_image_release(node->held);
    trn_free(rt, node->origin);
    trn_free(rt, node->params);
    trn_free(rt, node->set);
    trn_free(rt, node->strings);
    trn_free(rt, node->figures);
    trn_free(rt, node->inputs);
    trn_free(rt, node);
    trn_runtime_unhold(rt);
}

void trn_node_release(trn_node *node)
{
    if (!node || !trn_ref_release(&node->ref)) return;
    node->reaped = NULL;
    while (node) { /* a loop and not a recursion: chains of nodes may be long and stacks short */
        trn_node *rest = node->reaped;
        for (int32_t i = 0; node->inputs && i < node->type->info.input_count; ++i) {
            trn_node *in = node->inputs[i];
            if (in && trn_ref_release(&in->ref)) {
                in->reaped = rest;
                rest = in;
            }
        }
        free_node(node);
        node = rest;
    }
}

static trn_status allocate(trn_runtime *rt, const trn_node_type *type, const char *origin, trn_node **out, trn_error *err)
{
    trn_node *node = trn_alloc_zero(rt, sizeof *node);
    if (!node) return trn_out_of_memory(rt, sizeof *node, err);
    trn_ref_init(&node->ref);
    node->rt = trn_runtime_hold(rt);
    node->type = type;
    const size_t params = (size_t)type->info.param_count, inputs = (size_t)type->info.input_count;
    node->origin = trn_strdup(rt, origin);
    node->params = trn_alloc_zero(rt, type->params_size + 1);
    node->set = trn_alloc_zero(rt, params + 1);
    node->strings = trn_alloc_zero(rt, (params + 1) * sizeof *node->strings);
    node->inputs = trn_alloc_zero(rt, (inputs + 1) * sizeof *node->inputs);
    *out = node;
    if (!node->origin || !node->params || !node->set || !node->strings || !node->inputs)
        return trn_out_of_memory(rt, type->params_size, err);
    return TRN_OK;
}

static const char *input_at(const void *list, int32_t i)
{
    const trn_node_info *info = list;
    return i < info->input_count ? info->inputs[i].name : NULL;
}

static trn_status connect(trn_node *node, const trn_link *link, trn_error *err)
{
    const trn_node_info *info = &node->type->info;
    if (!link->node == !link->image) return trn_error_set(err, TRN_ERR_ARGUMENT, "an input takes a node or an image");
    const bool foreign = (link->node ? link->node->rt : trn_image_runtime(link->image)) != node->rt;
    if (link->image && strcmp(info->id, TRN_IMAGE_TYPE) == 0) {
        if (node->held) return trn_error_set(err, TRN_ERR_ARGUMENT, "holds one image, got two");
        if (foreign) return trn_error_set(err, TRN_ERR_ARGUMENT, "the image belongs to another runtime");
        node->held = trn_image_retain(link->image);
        return TRN_OK;
    }
    if (info->input_count == 0) return trn_error_set(err, TRN_ERR_ARGUMENT, "makes an image from nothing and takes no input");
    int32_t index = 0;
    if (link->input) {
        while (index < info->input_count && strcmp(info->inputs[index].name, link->input) != 0) ++index;
        if (index == info->input_count) {
            const char *meant = trn_closest(link->input, input_at, info);
            return trn_error_set(err, TRN_ERR_ARGUMENT, "no input '%s' (it has '%s')", link->input, meant ? meant : info->inputs[0].name);
        }
    }
    if (foreign) return trn_error_set(err, TRN_ERR_ARGUMENT, "input '%s' belongs to another runtime", info->inputs[index].name);
    if (node->inputs[index]) return trn_error_set(err, TRN_ERR_ARGUMENT, "input '%s' is given twice", info->inputs[index].name);
    if (link->node) {
        node->inputs[index] = trn_node_retain(link->node);
        return TRN_OK;
    }
    const trn_node_desc desc = {.type = TRN_IMAGE_TYPE, .links = &(trn_link){.image = link->image}, .link_count = 1, .origin = node->origin};
    return trn_node_create(node->rt, &desc, &node->inputs[index], err);
}

static trn_status connect_all(trn_node *node, const trn_link *links, int32_t count, trn_error *err)
{
    const trn_node_info *info = &node->type->info;
    for (int32_t i = 0; i < count; ++i) {
        const trn_status st = connect(node, &links[i], err);
        if (st != TRN_OK) return st;
    }
    for (int32_t i = 0; i < info->input_count; ++i)
        if (!info->inputs[i].optional && !node->inputs[i])
            return trn_error_set(err, TRN_ERR_ARGUMENT, "needs an input '%s'", info->inputs[i].name);
    return TRN_OK;
}

static trn_key hash_text(trn_key key, const char *text) { return trn_hash_join(key, trn_hash(text, strlen(text))); }

/* Names and not positions, numbers as text: the key stays when parameters are added with neutral defaults elsewhere. */
static trn_key own_key(const trn_node *node)
{
    const trn_node_info *info = &node->type->info;
    char text[64];
    snprintf(text, sizeof text, "%d", info->version);
    trn_key key = hash_text(trn_hash(info->id, strlen(info->id)), text);
    for (int32_t i = 0; i < info->param_count; ++i) {
        const trn_param_value v = trn_node_param(node, i);
        if (!v.string) trn_format_double(v.number, text);
        key = hash_text(hash_text(key, info->params[i].name), v.figure ? v.figure->name : v.string ? v.string : text);
        if (v.figure) {
            snprintf(text, sizeof text, "%d %d", v.figure->width, v.figure->height);
            key = trn_hash_join(hash_text(key, text), v.figure->node->key);
        }
        if (v.set && node->type->size) key = hash_text(key, "set"); /* a stated resolution differs from the default one */
    }
    return node->held ? trn_hash_join(key, trn_image_key(node->held)) : key;
}

/* What follows from parameters and inputs. */
static void finish(trn_node *node)
{
    const trn_node_info *info = &node->type->info;
    node->own = node->key = own_key(node);
    for (int32_t i = 0; i < info->input_count; ++i) {
        const trn_node *in = node->inputs[i];
        node->key = trn_hash_join(node->key, in ? in->key : (trn_key){0, 0});
        if (in && in->depth > node->depth) node->depth = in->depth;
    }
    for (int32_t i = 0; node->figures && i < info->param_count; ++i)
        if (node->figures[i] && node->figures[i]->node->depth + 1 > node->depth) node->depth = node->figures[i]->node->depth + 1;
}

static trn_status fill(trn_node *node, const trn_node_desc *desc, trn_error *err)
{
    trn_status st = trn_settings_apply(node, desc->settings, desc->setting_count, err);
    if (st == TRN_OK) st = connect_all(node, desc->links, desc->link_count, err);
    if (st == TRN_OK) finish(node);
    return st;
}

static trn_status create(trn_runtime *rt, const trn_node_desc *desc, trn_node **out, trn_error *err)
{
    const char *origin = desc->origin ? desc->origin : "";
    const char *id = desc->type ? desc->type : "";
    const trn_node_type *type = trn_type_find(id);
    trn_node *node = NULL;
    trn_status st;
    if (!type) {
        const char *meant = trn_type_closest(id);
        st = meant ? trn_error_set(err, TRN_ERR_ARGUMENT, "no node '%s' (did you mean '%s'?)", id, meant)
                   : trn_error_set(err, TRN_ERR_ARGUMENT, "no node '%s'", id);
        if (*origin) trn_error_prefix(err, origin);
        return st;
    }
    st = allocate(rt, type, origin, &node, err);
    if (st == TRN_OK) st = fill(node, desc, err);
    if (st != TRN_OK) {
        trn_node_release(node);
        trn_error_prefix(err, type->info.id);
        if (*origin) trn_error_prefix(err, origin);
        return st;
    }
    *out = node;
    return TRN_OK;
}

trn_status trn_node_create(trn_runtime *rt, const trn_node_desc *desc, trn_node **out, trn_error *err)
{
    *out = NULL;
    const trn_fp_mode mode = trn_fp_enter(); /* keys and errors hold numbers as text */
    const trn_status st = create(rt, desc, out, err);
    trn_fp_leave(mode);
    return st;
}

static trn_status copy_params(trn_node *to, const trn_node *from, const double *numbers, trn_error *err)
{
    const trn_node_info *info = &from->type->info;
    memcpy(to->params, from->params, from->type->params_size);
    memcpy(to->set, from->set, (size_t)info->param_count * sizeof *to->set);
    for (int32_t i = 0; i < info->param_count; ++i) {
        if (from->strings[i]) {
            if (!(to->strings[i] = trn_strdup(to->rt, from->strings[i]))) return trn_out_of_memory(to->rt, strlen(from->strings[i]), err);
            memcpy((char *)to->params + info->params[i].offset, &to->strings[i], sizeof to->strings[i]);
        }
        if (!from->figures || !from->figures[i]) continue;
        const trn_status st = trn_settings_place(to, i, numbers[i], err);
        if (st != TRN_OK) return st;
    }
    return from->figures && to->type->check ? to->type->check(to->params, err) : TRN_OK;
}

trn_status trn_node_settle(const trn_node *node, const double *numbers, trn_node *const *inputs, trn_node **out, trn_error *err)
{
    trn_node *copy = NULL;
    trn_status st = allocate(node->rt, node->type, node->origin, &copy, err);
    if (st == TRN_OK) st = copy_params(copy, node, numbers, err);
    if (st != TRN_OK) {
        trn_node_release(copy);
        return st;
    }
    if (node->held) copy->held = trn_image_retain(node->held);
    for (int32_t i = 0; i < node->type->info.input_count; ++i)
        if (inputs[i]) copy->inputs[i] = trn_node_retain(inputs[i]);
    finish(copy);
    *out = copy;
    return TRN_OK;
}

const trn_node_info *trn_node_get_info(const trn_node *node) { return &node->type->info; }
const char *trn_node_origin(const trn_node *node) { return node->origin; }
void trn_node_key(const trn_node *node, uint8_t key[16]) { trn_key_bytes(node->key, key); }
trn_runtime *trn_node_runtime(const trn_node *node) { return node->rt; }
trn_image *trn_node_held(const trn_node *node) { return node->held; }

trn_node *trn_node_input(const trn_node *node, int32_t input)
{
    return input >= 0 && input < node->type->info.input_count ? node->inputs[input] : NULL;
}
