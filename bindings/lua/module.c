#define _POSIX_C_SOURCE 199309L /* clock_gettime */
/* module.c - the module's table. A field that is not in it is the Lua module of that name that ships inside, loaded when it
 * is first asked for: terrane.recipe is require "terrane.recipe". */
#include "box.h"
#include "chunks.h"
#include "terrane_lua.h"
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

static int clock_seconds(lua_State *L) /* monotonic */
{
#ifdef _WIN32
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    lua_pushnumber(L, (double)now.QuadPart / (double)frequency.QuadPart);
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    lua_pushnumber(L, (double)now.tv_sec + 1e-9 * (double)now.tv_nsec);
#endif
    return 1;
}

/* ---- the Lua that ships inside ---- */

static int load_chunk(lua_State *L) /* upvalue 1: the chunk; as a loader of require */
{
    const trnl_chunk *chunk = lua_touserdata(L, lua_upvalueindex(1));
    lua_settop(L, 1);
    if (luaL_loadbufferx(L, chunk->text, chunk->length, chunk->name, "t") != LUA_OK) return lua_error(L);
    lua_insert(L, 1);
    lua_call(L, 1, 1);
    return 1;
}

static void push_chunk(lua_State *L, const char *module) /* what it returns, without require */
{
    const trnl_chunk *c = trnl_stdlib;
    while (strcmp(c->module, module) != 0) ++c;
    lua_pushlightuserdata(L, (void *)c);
    lua_pushcclosure(L, load_chunk, 1);
    lua_pushstring(L, module);
    lua_call(L, 1, 1);
}

static int open_native(lua_State *L);

static void preload_chunks(lua_State *L) /* what stands there already is left: a host may put its own in place */
{
    lua_getglobal(L, "package");
    if (!lua_istable(L, -1)) luaL_error(L, "terrane needs the package library");
    lua_getfield(L, -1, "preload");
    for (const trnl_chunk *c = trnl_stdlib; c->module; ++c) {
        lua_getfield(L, -1, c->module);
        if (lua_isnil(L, -1)) {
            lua_pushlightuserdata(L, (void *)c);
            lua_pushcclosure(L, load_chunk, 1);
            lua_setfield(L, -3, c->module);
        }
        lua_pop(L, 1);
    }
    lua_pushcfunction(L, open_native);
    lua_setfield(L, -2, "terrane.native");
    lua_pop(L, 2);
}

void terrane_lua_preload(lua_State *L)
{
    preload_chunks(L);
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "preload");
    lua_pushcfunction(L, luaopen_terrane);
    lua_setfield(L, -2, "terrane");
    lua_pop(L, 2);
}

static int missing_field(lua_State *L) /* __index of the module: upvalue 1 is require */
{
    lua_settop(L, 2);
    if (lua_type(L, 2) != LUA_TSTRING) return 0;
    const char *name = lua_tostring(L, 2);
    const trnl_chunk *c = trnl_stdlib;
    while (c->module && strcmp(c->module + sizeof "terrane", name) != 0) ++c;
    if (!c->module) return 0;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushstring(L, c->module);
    lua_call(L, 1, 1);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, 1);
    return 1;
}

/* ---- the module ---- */

/* Once for each lua_State: its ledger and the metatables. */
static void set_up(lua_State *L)
{
    static const trnl_type *const types[] = {&trnl_runtime_type, &trnl_layer_type, &trnl_image_type, &trnl_node_type,
                                              &trnl_result_type, &trnl_job_type, &trnl_figure_type};
    if (trnl_state_of(L)) return;
    luaL_checkstack(L, 10, NULL);
    trnl_state *state = lua_newuserdatauv(L, sizeof *state, 0);
    *state = (trnl_state){0};
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
        trnl_register(L, types[i]);
        if (types[i]->constructors) trnl_add_constructors(L);
        if (types[i] == &trnl_runtime_type) {
            luaL_setfuncs(L, trnl_layer_functions, 0);
            luaL_setfuncs(L, trnl_file_functions, 0);
            trnl_add_image(L);
        }
        if (types[i] == &trnl_job_type) {
            push_chunk(L, "terrane.await");
            lua_setfield(L, -2, "await");
        }
        lua_pop(L, 1);
    }
    lua_setfield(L, LUA_REGISTRYINDEX, "terrane.state"); /* last: it says that all is there */
}

static int open_native(lua_State *L) /* require "terrane.native": what the Lua that ships inside has of C, and nobody else */
{
    set_up(L); /* it may be asked for before the module itself */
    lua_newtable(L);
    luaL_setfuncs(L, trnl_confine_functions, 0);
    luaL_setfuncs(L, trnl_angle_functions, 0);
    luaL_setfuncs(L, trnl_ordered_functions, 0);
    luaL_setfuncs(L, trnl_text_functions, 0);
    luaL_setfuncs(L, trnl_beneath_functions, 0);
    luaL_setfuncs(L, trnl_stranger_functions, 0);
    return 1;
}

int luaopen_terrane(lua_State *L)
{
    set_up(L);
    preload_chunks(L);
    lua_newtable(L);
    trnl_add_constructors(L);
    luaL_setfuncs(L, trnl_runtime_functions, 0);
    luaL_setfuncs(L, trnl_layer_functions, 0);
    luaL_setfuncs(L, trnl_file_functions, 0);
    luaL_setfuncs(L, trnl_describe_functions, 0);
    trnl_add_image(L);
    lua_pushcfunction(L, clock_seconds);
    lua_setfield(L, -2, "clock");
    lua_pushstring(L, trn_version());
    lua_setfield(L, -2, "version");

    lua_createtable(L, 0, 1);
    lua_getglobal(L, "require");
    lua_pushcclosure(L, missing_field, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    return 1;
}

/* ---- for hosts in C ---- */

void terrane_lua_use(lua_State *L, trn_runtime *rt)
{
    set_up(L);
    trnl_share(L, &trnl_runtime_type, rt);
    trnl_set_default_runtime(L);
}

void terrane_lua_set_cancel(lua_State *L, trn_cancel *cancel)
{
    set_up(L);
    trnl_state_of(L)->cancel = cancel;
}

static void *handle_at(lua_State *L, int index, const trnl_type *type)
{
    const trnl_box *box = luaL_testudata(L, index, type->name);
    return box ? box->handle : NULL;
}

trn_node *terrane_lua_to_node(lua_State *L, int index) { return handle_at(L, index, &trnl_node_type); }
trn_image *terrane_lua_to_image(lua_State *L, int index) { return handle_at(L, index, &trnl_image_type); }
trn_layer *terrane_lua_to_layer(lua_State *L, int index) { return handle_at(L, index, &trnl_layer_type); }

static void push(lua_State *L, const trnl_type *type, void *handle)
{
    set_up(L);
    trnl_share(L, type, handle);
}

void terrane_lua_push_node(lua_State *L, trn_node *node) { push(L, &trnl_node_type, node); }
void terrane_lua_push_image(lua_State *L, trn_image *image) { push(L, &trnl_image_type, image); }
void terrane_lua_push_layer(lua_State *L, trn_layer *layer) { push(L, &trnl_layer_type, layer); }
