/* main.c - the `terrane` program: a plain Lua 5.4 host with the module built in. What it can do is written in Lua
 * (stdlib/terrane/cli.lua); here are the state, the arguments and the exit code.
 *
 *     terrane lua SCRIPT [args]     runs a script as `lua` would, with require "terrane" at hand
 *     terrane ...                   require "terrane.cli".main(arg), whose result is the exit code */
#include "host.h"
#include "terrane_lua.h"
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

enum { DONE = 0, RECIPE_ERROR = 1, USAGE = 2, FILES = 3, CANCELLED = 4, INTERNAL = 5 };

static int with_traceback(lua_State *L)
{
    const char *message = lua_tostring(L, 1);
    if (!message) {
        if (luaL_callmeta(L, 1, "__tostring") && lua_type(L, -1) == LUA_TSTRING) return 1;
        message = lua_pushfstring(L, "(error object is a %s)", luaL_typename(L, 1));
    }
    luaL_traceback(L, L, message, 1);
    return 1;
}

static void set_arg(lua_State *L, int argc, char **argv, int zero) /* arg[0] is argv[zero], as lua has it */
{
    lua_createtable(L, argc, 1);
    for (int i = 0; i < argc; ++i) {
        lua_pushstring(L, argv[i]);
        lua_rawseti(L, -2, i - zero);
    }
    lua_setglobal(L, "arg");
}

static int run_script(lua_State *L, int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: terrane lua SCRIPT [arguments]\n");
        return USAGE;
    }
    set_arg(L, argc, argv, 2);
    lua_pushcfunction(L, with_traceback);
    if (luaL_loadfile(L, strcmp(argv[2], "-") == 0 ? NULL : argv[2]) == LUA_OK) {
        luaL_checkstack(L, argc, "too many arguments");
        for (int i = 3; i < argc; ++i) lua_pushstring(L, argv[i]);
        if (lua_pcall(L, argc - 3, 0, 1) == LUA_OK) return DONE;
    }
    if (!host_interrupted()) fprintf(stderr, "terrane: %s\n", lua_tostring(L, -1));
    return RECIPE_ERROR;
}

static int run_command_line(lua_State *L, int argc, char **argv)
{
    set_arg(L, argc, argv, 0);
    lua_pushcfunction(L, with_traceback);
    lua_getglobal(L, "require");
    lua_pushliteral(L, "terrane.cli");
    if (lua_pcall(L, 1, 1, 1) == LUA_OK) {
        lua_getfield(L, -1, "main");
        lua_getglobal(L, "arg");
        if (lua_pcall(L, 1, 1, 1) == LUA_OK) {
            const int code = lua_isnumber(L, -1) ? (int)lua_tointeger(L, -1) : DONE;
            if (code != DONE || (fflush(stdout) == 0 && !ferror(stdout))) return code;
            fprintf(stderr, "terrane: not all of the output could be written\n"); /* print does not look */
            return FILES;
        }
    }
    if (!host_interrupted()) fprintf(stderr, "terrane: an error in terrane itself: %s\n", lua_tostring(L, -1));
    return INTERNAL;
}

typedef struct program { int argc; char **argv; int code; } program;

static int run(lua_State *L) /* protected: running out of memory ends in main and not in a panic */
{
    program *p = lua_touserdata(L, 1);
    lua_settop(L, 0);
    luaL_openlibs(L);
    terrane_lua_preload(L);
    host_open(L);
    p->code = (p->argc > 1 && strcmp(p->argv[1], "lua") == 0 ? run_script : run_command_line)(L, p->argc, p->argv);
    return 0;
}

int main(int argc, char **argv)
{
    program p = {argc, argv, INTERNAL};
    host_open_streams();
    lua_State *L = luaL_newstate();
    if (!L) {
        fprintf(stderr, "terrane: out of memory\n");
        return INTERNAL;
    }
    lua_pushcfunction(L, run);
    lua_pushlightuserdata(L, &p);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) fprintf(stderr, "terrane: %s\n", lua_tostring(L, -1));
    host_close();
    lua_close(L);
    return host_interrupted() ? CANCELLED : p.code;
}
