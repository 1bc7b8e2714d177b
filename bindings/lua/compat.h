/* compat.h - the few names of Lua 5.4 that LuaJIT 2.1 lacks. Everything else in this folder is written for both. */
#ifndef TRNL_COMPAT_H
#define TRNL_COMPAT_H
#include <lauxlib.h>
#include <lua.h>
#if LUA_VERSION_NUM == 501
#define lua_newuserdatauv(L, size, values) lua_newuserdata(L, size)
#define lua_rawlen lua_objlen
#endif
#endif
