/* recipe_host.c - a C program with a Lua state of its own that runs a recipe file:   recipe_host RECIPE [name=value ...]
 *
 *     cc recipe_host.c $(pkg-config --cflags --libs terrane_lua lua5.4)         terrane_lua.h has more for such hosts */
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

int luaopen_terrane(lua_State *L); /* the module, linked in */

static int run(lua_State *L) /* protected: may raise anywhere */
{
    const char *path = luaL_checkstring(L, 1);
    const int arguments = lua_gettop(L);
    luaL_requiref(L, "terrane", luaopen_terrane, 0);
    lua_getfield(L, -1, "recipe");
    lua_pushstring(L, path);
    lua_newtable(L);
    lua_newtable(L);
    for (int i = 2; i <= arguments; ++i) {
        const char *pair = lua_tostring(L, i), *eq = pair ? strchr(pair, '=') : NULL;
        if (!eq) continue;
        lua_pushlstring(L, pair, (size_t)(eq - pair));
        lua_pushstring(L, eq + 1);
        lua_settable(L, -3);
    }
    lua_setfield(L, -2, "params");
    lua_call(L, 2, 1); /* -> outputs: a list of { name =, node = } */
    const int outputs = lua_gettop(L);
    for (int i = 1; lua_rawgeti(L, outputs, i) == LUA_TTABLE; ++i) {
        lua_getfield(L, -1, "name");
        lua_getfield(L, -2, "node");
        lua_getfield(L, -1, "render");
        lua_pushvalue(L, -2);
        lua_newtable(L);
        lua_pushinteger(L, 256);
        lua_setfield(L, -2, "width");
        lua_call(L, 2, 1); /* node:render{ width = 256 } -> image */
        lua_getfield(L, -1, "width");
        lua_getfield(L, -2, "height");
        printf("%s: %dx%d\n", lua_tostring(L, -5), (int)lua_tointeger(L, -2), (int)lua_tointeger(L, -1));
        lua_settop(L, outputs);
    }
    return 0;
}

int main(int argc, char **argv)
{
    lua_State *L = argc > 1 ? luaL_newstate() : NULL;
    if (!L) return fprintf(stderr, "usage: recipe_host RECIPE [name=value ...]\n"), 2;
    luaL_openlibs(L);
    lua_pushcfunction(L, run);
    for (int i = 1; i < argc; ++i) lua_pushstring(L, argv[i]);
    const int status = lua_pcall(L, argc - 1, 0, 0);
    if (status != LUA_OK) fprintf(stderr, "%s\n", lua_tostring(L, -1));
    lua_close(L);
    return status != LUA_OK;
}
