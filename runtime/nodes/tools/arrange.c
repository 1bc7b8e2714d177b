/* arrange: keeps, drops, renames and packs the layers of an image. */
#include "graph/node.h"
#include "terrain/names.h"
#include <stdio.h>
#include <string.h>

enum { MOST = 64 }; /* channels of a layer */

typedef struct arrange_params { trn_text pack, rename, drop, keep; } arrange_params;

static const trn_param params[] = {
    TRN_STRING(arrange_params, pack, "Pack", "",
               .doc = "Layers made of channels of others, \"Cd=red,green,blue two=N.1,N.2\": a layer gives all its channels, layer.2 its second."),
    TRN_STRING(arrange_params, rename, "Rename", "", .doc = "New names, \"height=C normal=N\". A layer that has the new name already is replaced."),
    TRN_STRING(arrange_params, drop, "Drop", "", .doc = "Layers to leave out, by name, separated by spaces."),
    TRN_STRING(arrange_params, keep, "Keep", "", .doc = "Layers to keep, in this order; all others are left out. Empty keeps all."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image whose layers are arranged.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the layers that remain.")};

/* Takes the next "new=old" off the list; *st says what is wrong with it. */
static bool next_pair(const char *param, const char **list, char name[64], char *from, size_t room, trn_status *st, trn_error *err)
{
    *list += strspn(*list, " ");
    const size_t length = strcspn(*list, " "), left = strcspn(*list, " =");
    if (length == 0 || *st != TRN_OK) return false;
    if (left == 0 || left == length || left >= 64 || length - left - 1 == 0 || length - left - 1 >= room)
        *st = trn_param_fail(err, param, "'%.*s' is not of the form new=old", (int)length, *list);
    else {
        snprintf(name, 64, "%.*s", (int)left, *list);
        snprintf(from, room, "%.*s", (int)(length - left - 1), *list + left + 1);
    }
    *list += length;
    return *st == TRN_OK;
}

static trn_status check(const void *params, trn_error *err)
{
    const arrange_params *p = params;
    const struct { const char *param, *list; } pairs[] = {{"pack", p->pack}, {"rename", p->rename}};
    trn_status st = TRN_OK;
    for (size_t i = 0; i < TRN_COUNT(pairs); ++i) {
        char name[64], from[4097];
        for (const char *list = pairs[i].list; next_pair(pairs[i].param, &list, name, from, sizeof from, &st, err);) {}
    }
    return st;
}

/* ---- the layers that there are so far ---- */

typedef struct entry { char name[64]; trn_layer *layer; } entry;
typedef struct table { entry *entries; int32_t count, room; } table;

static entry *find(const table *t, const char *name)
{
    for (int32_t i = 0; i < t->count; ++i)
        if (strcmp(t->entries[i].name, name) == 0) return &t->entries[i];
    return NULL;
}
static trn_status missing(trn_eval *ev, const table *t, const char *param, const char *name)
{
    char all[300] = "";
    for (int32_t i = 0; i < t->count; ++i) {
        const size_t n = strlen(all);
        snprintf(all + n, sizeof all - n, i ? ", %s" : "%s", t->entries[i].name);
    }
    return trn_fail(ev, TRN_ERR_ARGUMENT, "%s: no layer '%s'; there are %s", param, name, *all ? all : "none");
}
static void set(table *t, const char *name, trn_layer *layer)
{
    entry *e = find(t, name);
    if (!e) e = &t->entries[t->count++]; /* there is room for each name of the parameters */
    snprintf(e->name, sizeof e->name, "%s", name);
    e->layer = layer;
}
static void leave_out(table *t, entry *e)
{
    memmove(e, e + 1, (size_t)(&t->entries[--t->count] - e) * sizeof *e);
}

typedef struct copying { const char *from; char *to; size_t row; } copying;
static void copy_rows(void *work, int32_t begin, int32_t end)
{
    const copying *c = work;
    memcpy(c->to + (size_t)begin * c->row, c->from + (size_t)begin * c->row, (size_t)(end - begin) * c->row);
}

static size_t number_size(int32_t type) { return type == TRN_F64 ? sizeof(double) : sizeof(float); }
static const char *plane(const trn_layer *layer, int32_t channel)
{
    const trn_layer_info *l = trn_layer_get_info(layer);
    return (const char *)l->data + (size_t)channel * (size_t)l->stride * number_size(l->type);
}

/* Planes of "red,N.2,..."; all of one type. */
static trn_status find_planes(trn_eval *ev, const table *t, const char *list, const char *planes[MOST], int32_t *count, int32_t *type)
{
    for (*count = 0; *list;) {
        char name[64];
        const size_t length = strcspn(list, ","), dot = length > 2 && list[length - 2] == '.' ? length - 2 : length > 3 && list[length - 3] == '.' ? length - 3 : length;
        int32_t channel = 0;
        for (size_t i = dot + 1; i < length; ++i) channel = list[i] >= '0' && list[i] <= '9' ? channel * 10 + (list[i] - '0') : -1000;
        snprintf(name, sizeof name, "%.*s", (int)(channel > 0 ? dot : length), list);
        const entry *e = find(t, name);
        if (!e) return missing(ev, t, "pack", name);
        const trn_layer_info *l = trn_layer_get_info(e->layer);
        trn_status st = trn_layer_to_host(e->layer, trn_eval_error(ev));
        if (st != TRN_OK) return st;
        if (channel > l->channels) return trn_fail(ev, TRN_ERR_ARGUMENT, "pack: '%s' has %d channels, no %d", name, (int)l->channels, (int)channel);
        if (*count && *type != l->type) return trn_fail(ev, TRN_ERR_ARGUMENT, "pack: '%s' holds numbers of another kind than those before it", name);
        *type = l->type;
        for (int32_t c = channel > 0 ? channel - 1 : 0; c < (channel > 0 ? channel : l->channels); ++c) {
            if (*count == MOST) return trn_fail(ev, TRN_ERR_ARGUMENT, "pack: a layer has at most %d channels", MOST);
            planes[(*count)++] = plane(e->layer, c);
        }
        list += length + (list[length] == ',');
    }
    return TRN_OK;
}

static trn_status pack(trn_eval *ev, const table *from, table *to, const char *name, const char *list)
{
    const trn_frame *f = trn_eval_frame(ev);
    const char *planes[MOST];
    int32_t count, type = TRN_F32;
    trn_layer *layer = NULL;
    trn_status st = find_planes(ev, from, list, planes, &count, &type);
    if (st == TRN_OK) st = trn_make(ev, (trn_type)type, count, &layer);
    for (int32_t c = 0; st == TRN_OK && c < count; ++c) {
        copying w = {planes[c], (char *)(uintptr_t)plane(layer, c), (size_t)f->width * number_size(type)};
        st = trn_for(ev, f->height, 64, copy_rows, &w);
    }
    if (st == TRN_OK) set(to, name, layer);
    return st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const arrange_params *p = params;
    trn_image *image = trn_input(ev, 0);
    const int32_t count = trn_image_count(image);
    table in = {.room = count}, out = {.room = count + (int32_t)(strlen(p->pack) + strlen(p->rename)) + 1};
    char name[64], from[4097];
    trn_status st = trn_scratch(ev, ((size_t)in.room + 1) * sizeof *in.entries, &in.entries);
    if (st == TRN_OK) st = trn_scratch(ev, (size_t)out.room * sizeof *out.entries, &out.entries);
    if (st != TRN_OK) return st;
    for (int32_t i = 0; i < count; ++i) {
        set(&in, trn_image_at(image, i).name, trn_image_at(image, i).layer);
        set(&out, trn_image_at(image, i).name, trn_image_at(image, i).layer);
    }
    for (const char *list = p->pack; next_pair("pack", &list, name, from, sizeof from, &st, trn_eval_error(ev));)
        st = pack(ev, &in, &out, name, from);
    for (const char *list = p->rename; next_pair("rename", &list, name, from, sizeof from, &st, trn_eval_error(ev));) {
        entry *e = find(&out, from);
        if (!e) return missing(ev, &out, "rename", from);
        trn_layer *layer = e->layer;
        leave_out(&out, e);
        set(&out, name, layer);
    }
    for (const char *list = p->drop; st == TRN_OK && trn_next_name(&list, name);) {
        entry *e = find(&out, name);
        if (!e) return missing(ev, &out, "drop", name);
        leave_out(&out, e);
    }
    for (const char *list = p->keep; st == TRN_OK && trn_next_name(&list, name);) {
        const entry *e = find(&out, name);
        if (!e) return missing(ev, &out, "keep", name);
        st = trn_put(ev, "keep", e->name, e->layer);
    }
    for (int32_t i = 0; st == TRN_OK && !*p->keep && i < out.count; ++i) st = trn_put(ev, "rename", out.entries[i].name, out.entries[i].layer);
    return st;
}

const trn_node_type trn_node_arrange = {
    .info.id = "arrange", .info.title = "Arrange Layers", .info.category = "tools",
    .info.summary = "Keeps, drops, renames and packs layers.",
    .info.doc =
        "In this order: `pack` makes layers of channels of the input's layers; `rename` gives layers new names; `drop` and `keep` say what "
        "remains, by the new names. Layers are shared, not copied; only packed ones are made. Numbers keep their type, so ids can be packed with ids.\n\n"
        "`hf:arrange{ pack = \"masks=splat_grass,splat_rock,splat_snow,splat_water\", keep = \"C masks\" }` is what a game's splat texture wants.",
    .info.example = "noise{}:splat{}:arrange{ pack = \"masks=splat_grass,splat_rock,splat_snow\", keep = \"C masks\" }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(arrange_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .eval = eval,
};
