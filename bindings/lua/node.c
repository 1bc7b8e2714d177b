/* node.c - every node type as a function and as a method, from its declaration. There is no code for a single type here.
 *
 *     terrane.noise{...}        rt:noise{...}        makes a node on the default runtime, on rt
 *     node:splat{...}           image:splat{...}     the same with a first input; other inputs are fields of the table */
#include "args.h"
#include "box.h"
#include "setting.h"
#include <stdlib.h>
#include <string.h>

static void *retain(void *node) { return trn_node_retain(node); }
static void release(void *node) { trn_node_release(node); }

/* What a call asks for. All in one userdata; what it points to is kept alive by the table of anchors. */
typedef struct call {
    int32_t setting_count, link_count, room;
    trn_link *links;
    trn_setting settings[];
} call;

static bool feeds(const trn_node_info *info, const char *name) /* a value under that name is an input, not a parameter */
{
    for (int32_t i = 0; i < info->param_count; ++i)
        if (strcmp(info->params[i].name, name) == 0) return false;
    return true;
}

/* Appends a link to the node or image at index, which is held by the table of anchors; false if it is neither. */
static bool add_link(lua_State *L, call *c, int index, const char *input, int anchors)
{
    const bool node = luaL_testudata(L, index, trnl_node_type.name), image = luaL_testudata(L, index, trnl_image_type.name);
    if (!node && !image) return false;
    void *handle = trnl_hold(L, index, node ? &trnl_node_type : &trnl_image_type);
    lua_rawseti(L, anchors, (int)lua_rawlen(L, anchors) + 1);
    c->links[c->link_count++] = (trn_link){.input = input, .node = node ? handle : NULL, .image = image ? handle : NULL};
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const trn_setting *)a)->name, ((const trn_setting *)b)->name);
}

static int links_by_name(const void *a, const void *b)
{
    const char *x = ((const trn_link *)a)->input, *y = ((const trn_link *)b)->input;
    return strcmp(x ? x : "", y ? y : "");
}

/* Reads the table at arg and, unless self is 0, the node or image there. Pushes the call and its anchors. */
static call *read_call(lua_State *L, const trn_node_info *info, int self, int arg)
{
    size_t room = 1;
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) ++room;
    call *c = lua_newuserdatauv(L, sizeof *c + room * (sizeof *c->settings + sizeof *c->links), 0);
    *c = (call){.room = (int32_t)room, .links = (trn_link *)(c->settings + room)};
    lua_newtable(L);
    const int anchors = lua_gettop(L);

    if (self) add_link(L, c, self, NULL, anchors);
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING)
            trnl_error(L, "%s: parameters have names, got a value under a %s", info->id, luaL_typename(L, -2));
        size_t length;
        const char *name = lua_tolstring(L, -2, &length);
        if (strlen(name) != length) trnl_error(L, "%s: the name of a parameter cannot hold a zero byte", info->id);
        if (c->setting_count + c->link_count >= c->room) trnl_error(L, "%s: the table changed while it was read", info->id);
        const int value = lua_gettop(L);
        lua_pushvalue(L, -2);
        lua_rawseti(L, anchors, (int)lua_rawlen(L, anchors) + 1);
        if (feeds(info, name) && add_link(L, c, value, name, anchors)) continue;
        c->settings[c->setting_count++] = trnl_setting(L, info, name, value, anchors);
    }
    /* a table has no order: by name, so that of several mistakes it is always the same one that is reported */
    qsort(c->settings, (size_t)c->setting_count, sizeof *c->settings, by_name);
    qsort(c->links, (size_t)c->link_count, sizeof *c->links, links_by_name);
    return c;
}

/* That of the first input, which is held; else the one the call is made on, or the default one, which a box is pushed for. */
static trn_runtime *runtime_of(lua_State *L, const call *c)
{
    if (c->link_count > 0) return c->links[0].node ? trn_node_runtime(c->links[0].node) : trn_image_runtime(c->links[0].image);
    return trnl_hold_runtime(L, 1);
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
    const call *c = read_call(L, info, on_input ? 1 : 0, arg);
    trn_runtime *rt = runtime_of(L, c);
    trnl_where(L);
    const trn_node_desc desc = {info->id, c->settings, c->setting_count, c->links, c->link_count, lua_tostring(L, -1)};
    trnl_box *box = trnl_new(L, &trnl_node_type);

    trn_node *node = NULL;
    trn_error err;
    trn_status st;
    TRNL_RUN(L, st, trn_node_create(rt, &desc, &node, &err));
    box->handle = node;

    if (st == TRN_OK) return 1;
    lua_pushstring(L, err.message); /* begins with its place */
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

static int params(lua_State *L) /* name -> value, with the defaults of those that were not given */
{
    const trn_node *node = trnl_hold(L, 1, &trnl_node_type);
    const trn_node_info *info = trn_node_get_info(node);
    lua_newtable(L);
    for (int32_t i = 0; i < info->param_count; ++i) {
        const trn_param_value v = trn_node_param(node, i);
        switch (info->params[i].kind) {
        case TRN_KIND_FLOAT: lua_pushnumber(L, v.number); break;
        case TRN_KIND_INT: lua_pushinteger(L, (lua_Integer)v.number); break;
        case TRN_KIND_TOGGLE: lua_pushboolean(L, v.number != 0); break;
        case TRN_KIND_MENU: case TRN_KIND_STRING: lua_pushstring(L, v.string); break;
        }
        lua_setfield(L, -2, info->params[i].name);
    }
    return 1;
}

static int key(lua_State *L)
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
    else if (strcmp(name, "origin") == 0) lua_pushstring(L, trn_node_origin(handle));
    else return 0;
    return 1;
}

static const luaL_Reg methods[] = {{"render", trnl_node_render}, {"report", trnl_node_report}, {"stats", trnl_node_stats},
                                   {"output", trnl_node_output}, {"params", params}, {"key", key}, {NULL, NULL}};
const trnl_type trnl_node_type = {.name = "terrane.node", .retain = retain, .release = release, .describe = describe,
                                  .property = property, .properties = properties, .methods = methods, .constructors = true};
