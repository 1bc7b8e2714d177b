/* settings.c - from what a recipe says to a node's parameter struct: every error about a parameter is made here. */
#include "graph/node_state.h"
#include <stdio.h>
#include <string.h>

enum { MAX_STRING = 4096 };

trn_status trn_param_fail(trn_error *err, const char *param, const char *format, ...)
{
    char text[sizeof err->message];
    va_list args;
    va_start(args, format);
    trn_vformat(text, sizeof text, format, args);
    va_end(args);
    return trn_error_set(err, TRN_ERR_ARGUMENT, "%s: %s", param, text);
}

static const char *name_at(const void *list, int32_t i)
{
    const trn_node_info *info = list;
    return i < info->param_count ? info->params[i].name : NULL;
}

static int32_t find_param(const trn_node_info *info, const char *name, trn_error *err)
{
    for (int32_t i = 0; i < info->param_count; ++i)
        if (strcmp(info->params[i].name, name) == 0) return i;
    for (int32_t i = 0; i < info->input_count; ++i)
        if (strcmp(info->inputs[i].name, name) == 0) {
            trn_error_set(err, TRN_ERR_ARGUMENT, "input '%s' takes a node or an image", name);
            return -1;
        }
    const char *meant = trn_closest(name, name_at, info);
    if (meant)
        trn_error_set(err, TRN_ERR_ARGUMENT, "no parameter '%s' (did you mean '%s'?)", name, meant);
    else
        trn_error_set(err, TRN_ERR_ARGUMENT, "no parameter '%s'", name);
    return -1;
}

static const char *value_text(const trn_setting *s, char buffer[64])
{
    switch (s->kind) {
    case TRN_VALUE_NUMBER: trn_format_double(s->number, buffer); return buffer;
    case TRN_VALUE_BOOL: return s->number != 0 ? "true" : "false";
    case TRN_VALUE_STRING: snprintf(buffer, 64, "'%.56s'", s->string); return buffer;
    case TRN_VALUE_FIGURE: return "a figure";
    case TRN_VALUE_OTHER: break;
    }
    snprintf(buffer, 64, "a %.56s", s->string ? s->string : "value of an unknown kind");
    return buffer;
}

static trn_status wrong_kind(const trn_param *p, const trn_setting *s, const char *wanted, trn_error *err)
{
    char buffer[64];
    return trn_param_fail(err, p->name, "must be %s, got %s", wanted, value_text(s, buffer));
}

static trn_status out_of_range(const trn_param *p, double value, trn_error *err)
{
    char v[32], lo[32], hi[32];
    trn_format_double(value, v);
    trn_format_double(p->min, lo);
    trn_format_double(p->max, hi);
    if (p->min > -TRN_ANY && p->max < TRN_ANY) return trn_param_fail(err, p->name, "must be within %s and %s, got %s", lo, hi, v);
    if (p->min > -TRN_ANY) return trn_param_fail(err, p->name, "must be at least %s, got %s", lo, v);
    return trn_param_fail(err, p->name, "must be at most %s, got %s", hi, v);
}

static trn_status number(const trn_param *p, const trn_setting *s, double *out, trn_error *err)
{
    const double x = s->number;
    if (s->kind != TRN_VALUE_NUMBER) return wrong_kind(p, s, p->kind == TRN_KIND_INT ? "a whole number" : "a number", err);
    if (!(x - x == 0)) return wrong_kind(p, s, "a finite number", err);
    if (!(x >= p->min && x <= p->max)) return out_of_range(p, x, err);
    if (p->kind == TRN_KIND_INT) {
        const double lo = p->seed ? 0 : -2147483648.0, hi = p->seed ? 4294967295.0 : 2147483647.0;
        char a[32], b[32], v[32];
        trn_format_double(lo, a), trn_format_double(hi, b), trn_format_double(x, v);
        if (x < lo || x > hi) return trn_param_fail(err, p->name, "must be within %s and %s, got %s", a, b, v);
        if (x != (double)(int64_t)x) return wrong_kind(p, s, "a whole number", err);
    }
    *out = x == 0 ? 0 : x; /* no negative zero, so that equal recipes have equal keys */
    return TRN_OK;
}

static const char *option_at(const void *list, int32_t i) { return ((const char *const *)list)[i]; }

static trn_status option(const trn_param *p, const trn_setting *s, int32_t *out, trn_error *err)
{
    char all[400] = "";
    size_t at = 0;
    for (int32_t i = 0; p->options[i]; ++i) {
        if (s->kind == TRN_VALUE_STRING && strcmp(p->options[i], s->string) == 0) {
            *out = i;
            return TRN_OK;
        }
        if (at < sizeof all - 1) at += (size_t)snprintf(all + at, sizeof all - at, "%s%s", i ? ", " : "", p->options[i]);
    }
    char buffer[64];
    const char *meant = s->kind == TRN_VALUE_STRING ? trn_closest(s->string, option_at, p->options) : NULL;
    if (meant) return trn_param_fail(err, p->name, "cannot be %s (did you mean '%s'?)", value_text(s, buffer), meant);
    return trn_param_fail(err, p->name, "cannot be %s; it is one of %s", value_text(s, buffer), all);
}

static bool valid_utf8(const char *s)
{
    for (int n; (n = trn_utf8(s)) > 0;) s += n;
    return *s == 0;
}

/* The parameter keeps its default until the figure is measured. */
static trn_status store_figure(trn_node *node, int32_t index, const trn_setting *s, trn_error *err)
{
    const trn_param *p = &node->type->info.params[index];
    const size_t bytes = (size_t)node->type->info.param_count * sizeof *node->figures;
    if (s->figure->rt != node->rt) return trn_param_fail(err, p->name, "the figure's node belongs to another runtime");
    if (s->figure->node->depth >= TRN_DEEPEST_FIGURE)
        return trn_param_fail(err, p->name, "is a figure of a node that takes figures, and so on, more than %d times", TRN_DEEPEST_FIGURE);
    if (!node->figures) node->figures = trn_alloc_zero(node->rt, bytes);
    if (!node->figures) return trn_out_of_memory(node->rt, bytes, err);
    trn_figure_release(node->figures[index]); /* of a name that is given twice the last counts */
    node->figures[index] = trn_figure_retain(s->figure);
    return TRN_OK;
}

static trn_status store(trn_node *node, int32_t index, const trn_setting *s, trn_error *err)
{
    const trn_param *p = &node->type->info.params[index];
    char *at = (char *)node->params + p->offset;
    double x;
    trn_status st;
    if (s->kind == TRN_VALUE_FIGURE && (p->kind == TRN_KIND_FLOAT || p->kind == TRN_KIND_INT)) return store_figure(node, index, s, err);
    switch (p->kind) {
    case TRN_KIND_FLOAT:
        if ((st = number(p, s, &x, err)) == TRN_OK) memcpy(at, &x, sizeof x);
        return st;
    case TRN_KIND_INT:
        if ((st = number(p, s, &x, err)) != TRN_OK) return st;
        const uint32_t bits = p->seed ? (uint32_t)x : (uint32_t)(int32_t)x;
        memcpy(at, &bits, sizeof bits);
        return TRN_OK;
    case TRN_KIND_TOGGLE:
        if (s->kind != TRN_VALUE_BOOL) return wrong_kind(p, s, "true or false", err);
        *(bool *)at = s->number != 0;
        return TRN_OK;
    case TRN_KIND_MENU: return option(p, s, &((trn_menu *)at)->value, err);
    case TRN_KIND_STRING: break;
    }
    if (s->kind != TRN_VALUE_STRING) return wrong_kind(p, s, "a string", err);
    if (strlen(s->string) > MAX_STRING) return trn_param_fail(err, p->name, "is longer than %d bytes", MAX_STRING);
    if (!valid_utf8(s->string)) return trn_param_fail(err, p->name, "is not valid UTF-8");
    char *copy = trn_strdup(node->rt, s->string);
    if (!copy) return trn_out_of_memory(node->rt, strlen(s->string), err);
    trn_free(node->rt, node->strings[index]);
    node->strings[index] = copy;
    memcpy(at, &copy, sizeof copy);
    return TRN_OK;
}

static void store_default(trn_node *node, const trn_param *p)
{
    char *at = (char *)node->params + p->offset;
    switch (p->kind) {
    case TRN_KIND_FLOAT: memcpy(at, &p->def, sizeof p->def); break;
    case TRN_KIND_INT: {
        const uint32_t bits = p->seed ? (uint32_t)p->def : (uint32_t)(int32_t)p->def;
        memcpy(at, &bits, sizeof bits);
        break;
    }
    case TRN_KIND_TOGGLE: *(bool *)at = p->def != 0; break;
    case TRN_KIND_MENU: ((trn_menu *)at)->value = (int32_t)p->def; break;
    case TRN_KIND_STRING: memcpy(at, &p->text, sizeof p->text); break;
    }
}

trn_status trn_settings_apply(trn_node *node, const trn_setting *settings, int32_t count, trn_error *err)
{
    const trn_node_info *info = &node->type->info;
    for (int32_t i = 0; i < info->param_count; ++i) store_default(node, &info->params[i]);
    for (int32_t i = 0; i < count; ++i) {
        const int32_t index = find_param(info, settings[i].name, err);
        if (index < 0) return TRN_ERR_ARGUMENT;
        if (node->set[index]) return trn_param_fail(err, settings[i].name, "is given twice");
        const trn_status st = store(node, index, &settings[i], err);
        if (st != TRN_OK) return st;
        node->set[index] = true;
    }
    /* With figures it waits for their numbers, but for a program, which is right or wrong whatever they are. */
    return node->type->check && (!node->figures || info->open) ? node->type->check(node->params, err) : TRN_OK;
}

trn_status trn_settings_place(trn_node *node, int32_t index, double value, trn_error *err)
{
    return store(node, index, &(trn_setting){.kind = TRN_VALUE_NUMBER, .number = value}, err);
}

trn_param_value trn_node_param(const trn_node *node, int32_t index)
{
    trn_param_value v = {0, NULL, false, NULL};
    if (index < 0 || index >= node->type->info.param_count) return v;
    const trn_param *p = &node->type->info.params[index];
    const char *at = (const char *)node->params + p->offset;
    v.set = node->set[index];
    v.figure = node->figures ? node->figures[index] : NULL;
    switch (p->kind) {
    case TRN_KIND_FLOAT: memcpy(&v.number, at, sizeof v.number); break;
    case TRN_KIND_INT: {
        uint32_t bits;
        memcpy(&bits, at, sizeof bits);
        v.number = p->seed ? (double)bits : (double)(int32_t)bits;
        break;
    }
    case TRN_KIND_TOGGLE: v.number = *(const bool *)at; break;
    case TRN_KIND_MENU:
        v.number = ((const trn_menu *)at)->value;
        v.string = p->options[((const trn_menu *)at)->value];
        break;
    case TRN_KIND_STRING: memcpy(&v.string, at, sizeof v.string); break;
    }
    return v;
}

bool trn_node_has(const trn_node *node, const char *param)
{
    for (int32_t i = 0; i < node->type->info.param_count; ++i)
        if (strcmp(node->type->info.params[i].name, param) == 0) return node->set[i];
    return false;
}
