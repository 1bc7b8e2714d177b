/* terrane_lua.h - for hosts that have a lua_State of their own: recipes in Lua, the rest in C. SPDX-License-Identifier: MIT
 *
 *     luaL_openlibs(L);
 *     terrane_lua_preload(L);            -- require "terrane" finds it from now on
 *     terrane_lua_use(L, runtime);       -- recipes make their nodes on the host's runtime
 *
 * All of these may raise Lua errors (memory), so call them in protected mode. A lua_State belongs to one thread at a
 * time; nodes and images that came out of it belong to any. */
#ifndef TERRANE_LUA_H
#define TERRANE_LUA_H
#include <lua.h>
#include <terrane/terrane.h>
#ifdef __cplusplus
extern "C" {
#endif

TRN_API int luaopen_terrane(lua_State *L);      /* pushes the module */
TRN_API void terrane_lua_preload(lua_State *L); /* puts terrane and the Lua modules that ship with it into package.preload */
TRN_API void terrane_lua_use(lua_State *L, trn_runtime *rt); /* the default runtime of this state; takes a reference of its own */
/* Every evaluation that this state starts is cancelled once the flag is raised. NULL: none. The flag must outlive the state. */
TRN_API void terrane_lua_set_cancel(lua_State *L, trn_cancel *cancel);

/* The handle in the value at index, or NULL if it holds none. Retain it to keep it longer than the value. */
TRN_API trn_node *terrane_lua_to_node(lua_State *L, int index);
TRN_API trn_image *terrane_lua_to_image(lua_State *L, int index);
TRN_API trn_layer *terrane_lua_to_layer(lua_State *L, int index);
/* Pushes a value with a reference of its own. */
TRN_API void terrane_lua_push_node(lua_State *L, trn_node *node);
TRN_API void terrane_lua_push_image(lua_State *L, trn_image *image);
TRN_API void terrane_lua_push_layer(lua_State *L, trn_layer *layer);

#ifdef __cplusplus
}
#endif
#endif
