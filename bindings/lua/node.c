/* node.c - every node type as a function and as a method, from its declaration. There is no code for a single type here.
 *
 *     terrane.noise{...}        rt:noise{...}        makes a node on the default runtime, on rt
 *     node:splat{...}           image:splat{...}     the same with a first input; other inputs are fields of the table */
#include "args.h"
#include "box.h"
#include "open_fields.h"
#include "setting.h"
#include "stranger.h"
#include <stdlib.h>
#include <string.h>

static void *retain(void *node) { return trn_node_retain(node); }
static void release(void *node) { trn_node_release(node); }

typedef struct feed { const char *input; trnl_box *box; bool image; } feed;

/* What a call asks for, in one userdata. What it points to is kept by the table of anchors. */
typedef struct call {
    int32_t setting_count, feed_count, room;
    trn_setting *settings;
    feed *feeds;
    trn_link *links;
} call;

static call *push_call(lua_State *L, size_t room)
{
    call *c = lua_newuserdatauv(L, sizeof *c + room * (sizeof *c->settings + sizeof *c->feeds + sizeof *c->links), 0);
    *c = (call){.room = (int32_t)room};
    c->settings = (trn_setting *)(c + 1);
    c->feeds = (feed *)(c->settings + room);
    c->links = (trn_link *)(c->feeds + room);
    return c;
}

static void anchor(lua_State *L, int anchors, int index)
{
    lua_pushvalue(L, index);
    lua_rawseti(L, anchors, (int)lua_rawlen(L, anchors) + 1);
}

static bool add_feed(lua_State *L, call *c, int index, const char *input) /* false for what is no node and no image */
{
    trnl_box *node = luaL_testudata(L, index, trnl_node_type.name), *image = luaL_testudata(L, index, trnl_image_type.name);
    if (node || image) c->feeds[c->feed_count++] = (feed){input, node ? node : image, !node};
    return node || image;
}

static bool is_param(const trn_node_info *info, const char *name)
{
    for (int32_t i = 0; i < info->param_count; ++i)
        if (strcmp(info->params[i].name, name) == 0) return true;
    return false;
}

static int settings_by_name(const void *a, const void *b)
{
    return strcmp(((const trn_setting *)a)->name, ((const trn_setting *)b)->name);
}

static int feeds_by_name(const void *a, const void *b)
{
    const char *x = ((const feed *)a)->input, *y = ((const feed *)b)->input;
    return strcmp(x ? x : "", y ? y : "");
}

static const char *free_number(lua_State *L, const trn_node_info *info, const call *c)
{
    static const char *const numbers[] = {"number1", "number2", "number3", "number4", "number5", "number6", "number7", "number8"};
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers && is_param(info, numbers[n]); ++n) {
        bool taken = false;
        for (int32_t i = 0; i < c->setting_count; ++i) taken |= strcmp(c->settings[i].name, numbers[n]) == 0;
        if (!taken) return numbers[n];
    }
    trnl_error(L, "%s: takes no more figures", info->id);
    return NULL;
}

/* What is no parameter goes, as text, into the one that takes such; a figure into a numbered parameter, and its name into the text. */
static void gather_open(lua_State *L, const trn_node_info *info, call *c, int anchors)
{
    int32_t kept = 0, open = 0, at = -1;
    trn_setting *fields = lua_newuserdatauv(L, ((size_t)c->setting_count + 1) * sizeof *fields, 0);
    for (int32_t i = 0; i < c->setting_count; ++i) {
        const trn_setting s = c->settings[i];
        if (strcmp(s.name, info->open) == 0) at = kept;
        if (is_param(info, s.name)) {
            c->settings[kept++] = s;
            continue;
        }
        fields[open] = s;
        if (s.kind == TRN_VALUE_FIGURE) {
            fields[open].string = free_number(L, info, c);
            c->settings[kept] = s;
            c->settings[kept++].name = fields[open].string;
        }
        ++open;
    }
    const bool text = at < 0 || c->settings[at].kind == TRN_VALUE_STRING;
    if (open && text) {
        trnl_push_open(L, info, fields, open, at < 0 ? NULL : c->settings[at].string);
        anchor(L, anchors, lua_gettop(L));
        if (at < 0) at = kept++; /* there is room, as the field took one */
        c->settings[at] = (trn_setting){.name = info->open, .kind = TRN_VALUE_STRING, .string = lua_tostring(L, -1)};
    }
    if (at >= 0 && text) { /* names are looked up among those before them */
        const double length = (double)strlen(c->settings[at].string);
        trnl_charge(L, length * length / 64);
    }
    c->setting_count = kept;
    lua_settop(L, anchors);
}

/* Reads the table at arg and, unless self is 0, the node or image there. Pushes the call and its anchors. */
static call *read_call(lua_State *L, const trn_node_info *info, int self, int arg)
{
    trnl_charge_walk(L);
    lua_pushfstring(L, "parameters have names, %s{ name = value }", info->id);
    const size_t room = trnl_check_names(L, arg, info->id, lua_tostring(L, -1)) + 1;
    lua_pop(L, 1);
    trnl_charge(L, 60 * (double)room);
    call *c = push_call(L, room);
    lua_newtable(L);
    const int anchors = lua_gettop(L);

    if (self) add_feed(L, c, self, NULL);
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
        const bool changed = lua_type(L, -2) != LUA_TSTRING || c->setting_count + c->feed_count >= c->room;
        if (changed) trnl_error(L, "%s: the table changed while it was read", info->id);
        const char *name = lua_tostring(L, -2);
        const int value = lua_gettop(L);
        anchor(L, anchors, value - 1);
        anchor(L, anchors, value);
        if (!is_param(info, name) && add_feed(L, c, value, name)) continue;
        trn_setting *s = &c->settings[c->setting_count++];
        *s = trnl_setting(L, info, name, value, anchors);
    }
    /* a table has no order: by name, so that of several mistakes it is always the same one that is reported */
    qsort(c->settings, (size_t)c->setting_count, sizeof *c->settings, settings_by_name);
    qsort(c->feeds, (size_t)c->feed_count, sizeof *c->feeds, feeds_by_name);
    if (info->open) gather_open(L, info, c, anchors);
    for (int32_t i = 0; i < c->setting_count; ++i) {
        trn_setting *s = &c->settings[i];
        if (s->kind != TRN_VALUE_STRING) continue;
        if (strcmp(s->name, "file") != 0 && (strcmp(s->name, "font") != 0 || !trn_font_is_file(s->string))) continue;
        s->string = trnl_resolve(L, s->name, s->string, info->id);
        anchor(L, anchors, lua_gettop(L));
        lua_settop(L, anchors);
    }
    return c;
}

static const trnl_type *type_of(const feed *f) { return f->image ? &trnl_image_type : &trnl_node_type; }

static void pin_feeds(lua_State *L, call *c)
{
    for (int32_t i = 0; i < c->feed_count; ++i) {
        const feed *f = &c->feeds[i];
        trnl_pin_box(L, f->box, type_of(f));
        c->links[i] = (trn_link){f->input, f->image ? NULL : f->box->handle, f->image ? f->box->handle : NULL};
    }
}

static trn_runtime *runtime_of(const trn_link *link)
{
    return link->node ? trn_node_runtime(link->node) : trn_image_runtime(link->image);
}

static int construct(lua_State *L) /* upvalue 1: the declaration */
{
    const trn_node_info *info = lua_touserdata(L, lua_upvalueindex(1));
    const bool on_runtime = trnl_test(L, 1, &trnl_runtime_type) != NULL;
    const bool on_input = trnl_test(L, 1, &trnl_node_type) || trnl_test(L, 1, &trnl_image_type);
    const int arg = on_runtime || on_input ? 2 : 1;
    if (lua_gettop(L) != arg || !lua_istable(L, arg))
        return trnl_error(L, "%s: takes one table, %s{...}, got %s", info->id, info->id,
                          lua_gettop(L) > arg ? "more" : lua_gettop(L) < arg ? "nothing" : luaL_typename(L, arg));
    if (on_input && info->input_count == 0 && strcmp(info->id, "image") != 0)
        return trnl_error(L, "%s: takes no input; write %s{...}", info->id, info->id);
    if (!on_input && info->input_count > 0 && !info->inputs[0].optional) {
        lua_pushstring(L, info->inputs[0].name);
        lua_rawget(L, arg);
        if (lua_isnil(L, -1))
            return trnl_error(L, "%s: needs an input '%s'; call it on one, as in map:%s{...}", info->id, info->inputs[0].name, info->id);
        lua_pop(L, 1);
    }
    call *c = read_call(L, info, on_input ? 1 : 0, arg);
    const bool free_standing = c->feed_count == 0; /* else the node belongs to the runtime of its inputs */
    if (free_standing) trnl_push_runtime(L, 1);
    const int place = lua_gettop(L);
    trnl_where(L);
    const char *origin = lua_tostring(L, -1);
    const double bytes = trnl_charge_node(L, c->settings, c->setting_count);
    trnl_box *box = trnl_new(L, &trnl_node_type);
    pin_feeds(L, c);
    trn_runtime *rt = free_standing ? trnl_pin(L, place, &trnl_runtime_type) : runtime_of(&c->links[0]);

    const trn_node_desc desc = {info->id, c->settings, c->setting_count, c->links, c->feed_count, origin};
    trn_node *node = NULL;
    trn_error err;
    trn_status st;
    TRNL_RUN(L, st, trn_node_create(rt, &desc, &node, &err));
    box->handle = node;
    for (int32_t i = 0; i < c->feed_count; ++i) trnl_unpin_box(c->feeds[i].box, type_of(&c->feeds[i]));
    if (free_standing) trnl_unpin(L, place, &trnl_runtime_type);

    if (st == TRN_OK) {
        if (bytes > 0) trnl_account(L, bytes);
        return 1;
    }
    trnl_give_up(L, &err);
    trnl_push_text(L, err.message); /* begins with its place */
    return lua_error(L);
}

void trnl_add_constructors(lua_State *L)
{
    for (int32_t i = 0; i < trn_node_type_count(); ++i) {
        const trn_node_info *info = trn_node_type_at(i);
        lua_pushlightuserdata(L, (void *)info);
        lua_pushcclosure(L, construct, 1);
        lua_setfield(L, -2, info->id);
    }
}

/* ---- methods ---- */

int trnl_node_params(lua_State *L) /* name -> value, with the defaults of those that were not given */
{
    const trn_node *node = trnl_pin(L, 1, &trnl_node_type);
    const trn_node_info *info = trn_node_get_info(node);
    lua_newtable(L);
    for (int32_t i = 0; i < info->param_count; ++i) {
        const trn_param_value v = trn_node_param(node, i);
        if (v.figure) {
            trnl_share(L, &trnl_figure_type, v.figure);
            lua_setfield(L, -2, info->params[i].name);
            continue;
        }
        switch (info->params[i].kind) {
        case TRN_KIND_FLOAT: lua_pushnumber(L, v.number); break;
        case TRN_KIND_INT: lua_pushinteger(L, (lua_Integer)v.number); break;
        case TRN_KIND_TOGGLE: lua_pushboolean(L, v.number != 0); break;
        case TRN_KIND_MENU: case TRN_KIND_STRING: trnl_push_text(L, v.string); break;
        }
        lua_setfield(L, -2, info->params[i].name);
    }
    trnl_unpin(L, 1, &trnl_node_type);
    return 1;
}

int trnl_node_key(lua_State *L)
{
    uint8_t bytes[16];
    trn_node_key(trnl_check(L, 1, &trnl_node_type), bytes);
    trnl_push_hex(L, bytes);
    return 1;
}

static void describe(lua_State *L, void *handle)
{
    const char *origin = trn_node_origin(handle);
    lua_pushfstring(L, *origin ? "%s (%s)" : "%s", trn_node_get_info(handle)->id, origin);
}

static const char *const properties[] = {"type", "origin", NULL};
static int property(lua_State *L, void *handle, const char *name)
{
    if (strcmp(name, "type") == 0) lua_pushstring(L, trn_node_get_info(handle)->id);
    else if (strcmp(name, "origin") == 0) trnl_push_text(L, trn_node_origin(handle));
    else return 0;
    return 1;
}

static const luaL_Reg methods[] = {{"render", trnl_node_render}, {"tile", trnl_node_tile},
                                   {"check_tiles", trnl_node_check_tiles}, {"report", trnl_node_report}, {"stats", trnl_node_stats},
                                   {"output", trnl_node_output}, {"start", trnl_node_start}, {"start_tile", trnl_node_start_tile}, {"params", trnl_node_params},
                                   {"figure", trnl_node_figure}, {"key", trnl_node_key}, {NULL, NULL}};
const trnl_type trnl_node_type = {.name = "terrane.node", .retain = retain, .release = release, .describe = describe,
                                  .property = property, .properties = properties, .methods = methods, .constructors = true};
