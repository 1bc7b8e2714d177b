/* confine.c - what a recipe may do with files while it runs: those it names go through a function, and it may be kept from
 * writing. Which files it may name is decided in stdlib/terrane/recipe.lua. */
#include "args.h"
#include "box.h"

static const char resolver[] = "terrane.resolver"; /* its place in the registry */

const char *trnl_resolve(lua_State *L, const char *param, const char *path, const char *what)
{
    lua_getfield(L, LUA_REGISTRYINDEX, resolver);
    trnl_push_text(L, path);
    if (lua_isnil(L, -2)) {
        lua_remove(L, -2);
    } else {
        lua_pushstring(L, param);
        lua_call(L, 2, 2);
        if (!lua_isstring(L, -2)) trnl_error(L, "%s: %s", what, lua_tostring(L, -1));
        lua_pop(L, 1);
    }
    return lua_tostring(L, -1);
}

void trnl_check_writing(lua_State *L)
{
    if (trnl_state_of(L)->read_only) trnl_error(L, "write: a recipe writes no files; it returns what is to be written");
}

/* confine(resolve, read_only): until the next call, paths that nodes take in a parameter `file`, or `font` where that is a file, are
 * what resolve(path, parameter) makes of them, which is a path, or nil and a message; and with read_only nothing is written. confine() ends it. Returns the
 * arguments of the last call, to be given back afterwards. */
static int confine(lua_State *L)
{
    trnl_state *state = trnl_state_of(L);
    lua_settop(L, 2);
    lua_getfield(L, LUA_REGISTRYINDEX, resolver);
    lua_pushboolean(L, state->read_only);
    lua_pushvalue(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, resolver);
    state->read_only = lua_toboolean(L, 2);
    return 2;
}

const luaL_Reg trnl_confine_functions[] = {{"confine", confine}, {NULL, NULL}};
