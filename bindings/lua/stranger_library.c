/* stranger_library.c - what a stranger's Lua state holds: the parts of Lua's library that stdlib/terrane/sandbox.lua is written
 * with, out of the recipe's reach; the modules that run there; and nodes, images and layers, which a recipe only describes. */
#include "args.h"
#include "chunks.h"
#include "stranger.h"
#include <string.h>

#if TRNL_STRANGERS
#include <lualib.h>

/* ---- handles: what computes, writes or releases is not there ---- */

static int refuse(lua_State *L) /* upvalue 1: the name */
{
    const char *name = lua_tostring(L, lua_upvalueindex(1));
    if (strcmp(name, "write") == 0) return trnl_error(L, "write: a recipe writes no files; it returns what is to be written");
    return trnl_error(L, "%s: a recipe computes nothing; it returns nodes, which are evaluated when they are asked for", name);
}

static int output(lua_State *L) /* node:output "cop" is the node itself; figures and texts are computed */
{
    const trn_node_info *info = trn_node_get_info(trnl_check(L, 1, &trnl_node_type));
    const char *name = trnl_text(L, 2);
    for (int32_t i = 0; i < info->output_count; ++i) {
        if (strcmp(info->outputs[i].name, name) != 0) continue;
        if (strcmp(info->outputs[i].type, "STRING") == 0 || strcmp(info->outputs[i].type, "FLOAT") == 0)
            return trnl_error(L, "output: '%s' of %s is computed; a recipe computes nothing", name, info->id);
        lua_settop(L, 1);
        return 1;
    }
    return trnl_error(L, "%s: no output '%s'", info->id, name);
}

static int key(lua_State *L) /* looks at all nodes and images behind it, once */
{
    trnl_charge(L, 100);
    return trnl_node_key(L);
}

static const luaL_Reg node_methods[] = {{"output", output}, {"params", trnl_node_params}, {"figure", trnl_node_figure}, {"key", key}, {NULL, NULL}};
static const luaL_Reg image_methods[] = {{"layers", trnl_image_layers}, {"layer", trnl_image_layer}, {NULL, NULL}};
static const luaL_Reg layer_methods[] = {{"get", trnl_layer_get}, {"sample", trnl_layer_sample}, {NULL, NULL}};
static const luaL_Reg no_methods[] = {{NULL, NULL}};

static void register_type(lua_State *L, const trnl_type *of, trnl_type *to, const luaL_Reg *methods, const char *const *absent)
{
    *to = *of; /* of the same name: the functions that make and check handles find this one */
    to->methods = methods;
    to->stranger = true;
    trnl_register(L, to);
    for (; absent && *absent; ++absent) {
        lua_pushstring(L, *absent);
        lua_pushcclosure(L, refuse, 1);
        lua_setfield(L, -2, *absent);
    }
    if (to->constructors) trnl_add_constructors(L);
    lua_pop(L, 1);
}

static void register_types(lua_State *L)
{
    static const char *const computed[] = {"check_tiles", "render", "report", "start", "start_tile", "stats", "tile", NULL},
                      *const written[] = {"write", NULL}, *const read[] = {"write", "stats", "hash", "totable", "tostring", NULL};
    trnl_type *types = lua_newuserdatauv(L, 5 * sizeof *types, 0); /* lives as long as the state */
    lua_setfield(L, LUA_REGISTRYINDEX, "terrane.types");
    register_type(L, &trnl_node_type, &types[0], node_methods, computed);
    register_type(L, &trnl_image_type, &types[1], image_methods, written);
    register_type(L, &trnl_layer_type, &types[2], layer_methods, read);
    register_type(L, &trnl_runtime_type, &types[3], no_methods, NULL);
    register_type(L, &trnl_figure_type, &types[4], no_methods, NULL);
}

/* ---- the library ---- */

static const luaL_Reg libraries[] = {{"base", luaopen_base}, {"math", luaopen_math}, {"string", luaopen_string},
                                     {"table", luaopen_table}, {NULL, NULL}};
static const char *const names[] = {
    "base", "assert", "error", "ipairs", "next", "pairs", "rawequal", "rawget", "rawlen", "select", "setmetatable", "tonumber",
    "tostring", "type", "", "math", "abs", "ceil", "floor", "fmod", "huge", "max", "maxinteger", "min", "mininteger", "modf", "pi",
    "sqrt", "tointeger", "type", "ult", "", "string", "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep",
    "reverse", "sub", "upper", "", "table", "concat", "insert", "remove", "unpack", "", NULL};

static void push_library(lua_State *L) /* the globals of the modules */
{
    const char *const *name = names;
    lua_newtable(L);
    const int all = lua_gettop(L);
    for (const luaL_Reg *lib = libraries; lib->name; ++lib, ++name) {
        const bool base = strcmp(lib->name, "base") == 0;
        lua_pushcfunction(L, lib->func);
        lua_call(L, 0, 1);
        if (base) lua_pushvalue(L, all);
        else lua_newtable(L);
        for (++name; **name; ++name) {
            lua_getfield(L, -2, *name);
            lua_setfield(L, -2, *name);
        }
        if (!base) {
            lua_pushvalue(L, -1);
            lua_setfield(L, all, lib->name);
        }
        lua_settop(L, all);
    }
    lua_pushcfunction(L, trnl_stranger_pcall), lua_setfield(L, all, "pcall");
    lua_pushvalue(L, all), lua_setfield(L, all, "_G");
    lua_newtable(L); /* what luaopen_base took for its own, load and the like, goes */
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

static int charge(lua_State *L)
{
    trnl_charge(L, luaL_checknumber(L, 1));
    return 0;
}

static int fail(lua_State *L) { return trnl_error(L, "%s", luaL_checkstring(L, 1)); } /* at the recipe's line */

static const luaL_Reg native[] = {{"charge", charge}, {"fail", fail}, {NULL, NULL}};

static void push_native(lua_State *L) /* what `require "terrane.native"` is there */
{
    lua_newtable(L);
    trnl_add_constructors(L);
    luaL_setfuncs(L, trnl_layer_functions, 0);
    trnl_add_image(L);
    luaL_setfuncs(L, native, 0);
    lua_newtable(L);
    for (int32_t i = 0; i < trn_node_type_count(); ++i) lua_pushstring(L, trn_node_type_at(i)->id), lua_rawseti(L, -2, i + 1);
    lua_setfield(L, -2, "nodes");
    luaL_setfuncs(L, trnl_ordered_functions, 0);
    luaL_setfuncs(L, trnl_text_functions, 0);
}

static int require(lua_State *L) /* upvalues: the globals, the modules that are loaded */
{
    static const char *const ours[] = {"ordered", "outputs", "params", "reckon", "sandbox", "stranger", "suggest", NULL};
    const char *name = luaL_checkstring(L, 1);
    lua_settop(L, 1);
    lua_pushvalue(L, 1);
    lua_rawget(L, lua_upvalueindex(2));
    if (!lua_isnil(L, -1)) return 1;
    const char *const *known = ours;
    while (*known && strcmp(*known, name + sizeof "terrane") != 0) ++known;
    const trnl_chunk *c = trnl_stdlib;
    while (c->module && strcmp(c->module, name) != 0) ++c;
    if (!*known || !c->module) return luaL_error(L, "no module '%s'", name);
    if (luaL_loadbufferx(L, c->text, c->length, c->name, "t") != LUA_OK) return lua_error(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_setupvalue(L, -2, 1);
    lua_call(L, 0, 1);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, -2);
    lua_rawset(L, lua_upvalueindex(2));
    return 1;
}

void trnl_stranger_library(lua_State *L)
{
    register_types(L);
    push_library(L);
    const int all = lua_gettop(L);
    lua_newtable(L);
    push_native(L);
    lua_setfield(L, -2, "terrane.native");
    lua_pushvalue(L, all);
    lua_insert(L, -2);
    lua_pushcclosure(L, require, 2);
    lua_pushvalue(L, -1);
    lua_setfield(L, all, "require");
    lua_remove(L, all);
}
#endif
