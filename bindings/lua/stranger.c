#define _GNU_SOURCE /* uselocale */
/* stranger.c - see stranger.h */
#include "stranger_state.h"
#include <string.h>

#if TRNL_STRANGERS

/* ---- whose thread it is: numbers are read and written, and texts compared, in the C locale and in the default mode ---- */

void trnl_stranger_enter(trnl_stranger *s)
{
    s->locale = uselocale(s->c);
    fegetenv(&s->fenv);
    fesetenv(FE_DFL_ENV);
    s->inside = true;
}

void trnl_stranger_leave(trnl_stranger *s)
{
    if (!s->inside) return;
    s->inside = false;
    fesetenv(&s->fenv);
    uselocale(s->locale);
}

lua_State *trnl_stranger_host(const trnl_stranger *s)
{
    lua_settop(s->host, s->top); /* an error in the recipe may have left something there */
    return s->host;
}

int trnl_stranger_host_id(const trnl_stranger *s, int index)
{
    lua_pushvalue(s->host, index);
    lua_rawget(s->host, s->functions);
    const int id = (int)lua_tointeger(s->host, -1);
    lua_pop(s->host, 1);
    return id;
}

void trnl_push_host_function(const trnl_stranger *s, int id) { lua_rawgeti(s->host, s->functions, id); }

/* ---- the run ---- */

typedef struct start { /* what the host wants, on its stack */
    const char *text;
    size_t length;
    double cost;           /* of compiling it */
    int params, words;
} start;

static int compile(lua_State *L) /* compile(env): the recipe as a function with these globals, or nil and a message */
{
    trnl_stranger *s = trnl_stranger_of(L);
    const start *o = lua_touserdata(L, lua_upvalueindex(1));
    char name[80];
    lua_settop(L, 1);
    trnl_stranger_begin(s);
    if (s->kind) return trnl_stranger_raise(L, s);
    trnl_charge(L, o->cost);
    snprintf(name, sizeof name, "@%s", s->name);
    static const char returned[] = "return nil, "; /* as angle.c has it: keeps the place of what is called */
    const size_t room = o->length + sizeof returned - 1;
    char *text = lua_newuserdatauv(L, room, 0); /* an expression alone is what the recipe returns */
    memcpy(text, returned, sizeof returned - 1);
    memcpy(text + sizeof returned - 1, o->text, o->length);
    int status = luaL_loadbufferx(L, text, room, name, "t");
    if (status != LUA_OK && !s->kind) status = luaL_loadbufferx(L, o->text, o->length, name, "t");
    if (s->kind) return trnl_stranger_raise(L, s);
    if (status != LUA_OK) {
        lua_pushnil(L);
        lua_insert(L, -2);
        return 2;
    }
    lua_pushvalue(L, 1);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
    return 1;
}

static int lock(lua_State *L) /* lock(methods): what strings of recipes have */
{
    lua_settop(L, 1);
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushvalue(L, 1);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    return 0;
}

static int body(lua_State *L) /* protected */
{
    start *o = lua_touserdata(L, 1);
    trnl_stranger *s = trnl_stranger_of(L);
    double left = (double)s->limits.memory;
    lua_settop(L, 0);
    trnl_state *state = lua_newuserdatauv(L, sizeof *state, 0);
    *state = (trnl_state){.testing = true, .read_only = true, .stranger = s}; /* no collection that nobody pays for */
    lua_setfield(L, LUA_REGISTRYINDEX, "terrane.state");
    trnl_stranger_library(L); /* require */
    trnl_share(L, &trnl_runtime_type, s->rt);
    trnl_set_default_runtime(L);
    lua_pushliteral(L, "terrane.stranger");
    lua_call(L, 1, 1);
    lua_newtable(L);
    lua_pushlightuserdata(L, o);
    lua_pushcclosure(L, compile, 1), lua_setfield(L, -2, "compile");
    lua_pushcfunction(L, lock), lua_setfield(L, -2, "lock");
    trnl_copy(s->host, o->params, L, &left), lua_setfield(L, -2, "params");
    trnl_copy(s->host, o->words, L, &left), lua_setfield(L, -2, "words");
    lua_pushinteger(L, (lua_Integer)s->limits.lines), lua_setfield(L, -2, "lines");
    lua_pushinteger(L, (lua_Integer)s->limits.string), lua_setfield(L, -2, "string");
    lua_pushinteger(L, 1);
    lua_pushcclosure(L, trnl_host_call, 1), lua_setfield(L, -2, "log");
    lua_pushinteger(L, 2);
    lua_pushcclosure(L, trnl_host_call, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "terrane.resolver");
    lua_gc(L, LUA_GCSTOP, 0); /* see collect_garbage() */
    lua_call(L, 1, 2);
    return 2;
}

static void close(trnl_stranger *s)
{
    const double before = trnl_stranger_now();
    trnl_stranger_leave(s);
    if (s->L) {
        lua_State *L = s->L;
        lua_sethook(L, NULL, 0, 0);
        lua_close(L);
        s->L = NULL;
    }
    trnl_stranger_free(s);
    trn_runtime_release(s->rt);
    s->rt = NULL;
    if (s->c) freelocale(s->c);
    s->c = (locale_t)0;
    s->closing = trnl_stranger_now() - before;
}

static int finish(lua_State *L) /* an error in the host's state may pass the end of run() by */
{
    close(lua_touserdata(L, 1));
    return 0;
}

static uint64_t limit_field(lua_State *L, int table, const char *name, double most)
{
    lua_getfield(L, table, name);
    const double x = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return x >= 1 && x <= most ? (uint64_t)x : (uint64_t)most;
}

static trnl_stranger *open(lua_State *L, int limits) /* pushes its owner */
{
    trn_runtime *rt = trnl_check(L, lua_gettop(L), &trnl_runtime_type);
    trnl_stranger *s = lua_newuserdatauv(L, sizeof *s, 0);
    memset(s, 0, sizeof *s);
    if (luaL_newmetatable(L, "terrane.stranger")) {
        lua_pushcfunction(L, finish);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    s->rt = trn_runtime_retain(rt); /* from here on its owner lets go of it */
    s->host = L;
    s->cancel = trnl_state_of(L)->cancel;
    s->limits = (trnl_limits){limit_field(L, limits, "fuel", 1e15), limit_field(L, limits, "memory", 1e15),
                              limit_field(L, limits, "string", 1e9), 0, limit_field(L, limits, "nodes", 1e6),
                              limit_field(L, limits, "lines", 1e9), 0};
    lua_getfield(L, limits, "deadline");
    s->limits.deadline = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (s->limits.deadline > 0) s->end = trnl_stranger_now() + s->limits.deadline;
    return s;
}

static void answer(lua_State *L, trnl_stranger *s, const char *kind) /* the message, or what it gave, is below */
{
    if (kind) lua_pushstring(L, kind);
    else lua_pushnil(L);
    lua_createtable(L, 0, 3);
    lua_pushinteger(L, (lua_Integer)s->used), lua_setfield(L, -2, "fuel");
    lua_pushinteger(L, (lua_Integer)s->peak), lua_setfield(L, -2, "bytes");
}

/* Pushes a table of the functions of the host that the recipe may call: number -> function, and function -> number. */
static void list_functions(lua_State *L)
{
    int count = 2;
    lua_newtable(L);
    const int list = lua_gettop(L);
    for (int i = 1; i <= 2; ++i) lua_pushvalue(L, list - 4 + i), lua_rawseti(L, list, i); /* log and resolve */
    for (lua_pushnil(L); lua_next(L, list - 4); ) {
        if (lua_isfunction(L, -1)) {
            lua_pushvalue(L, -1);
            lua_rawseti(L, list, ++count);
            lua_pushinteger(L, count);
            lua_rawset(L, list);
        } else {
            lua_pop(L, 1);
        }
    }
}

static int copy_results(lua_State *L) /* protected: there may be too much of them */
{
    trnl_stranger *s = lua_touserdata(L, 1);
    double left = (double)s->limits.memory;
    trnl_copy(s->L, 1, L, &left);
    trnl_copy(s->L, 2, L, &left);
    return 2;
}

/* run_stranger(text, name, limits, params, words, log, resolve, runtime, cost): runs the text in a state of its own.
 * Returns what stranger.lua returns for it (outputs and declarations, or nil and a message), then the kind of what has ended it
 * (nil: no limit), and {fuel =, bytes =, closing =}: what it used, and the seconds that the end of its state took. words: plain
 * data, handles, functions; the latter are called here, with copies. log and resolve are such functions too. */
static int run(lua_State *L)
{
    start o = {.params = 4, .words = 5};
    o.cost = luaL_checknumber(L, 9);
    lua_settop(L, 8);
    luaL_checktype(L, 3, LUA_TTABLE), luaL_checktype(L, 5, LUA_TTABLE);
    o.text = luaL_checklstring(L, 1, &o.length);
    luaL_checkstack(L, 60, NULL);
    list_functions(L);
    if (lua_isnil(L, 8)) trnl_push_runtime(L, 8);
    else lua_pushvalue(L, 8);
    trnl_stranger *s = open(L, 3); /* its owner is at 11 */
    s->name = luaL_checkstring(L, 2);
    s->functions = 9;
    s->top = 11;
    s->c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    trnl_stranger_enter(s);
    int status = LUA_ERRMEM;
    s->L = s->c ? lua_newstate(trnl_stranger_allocate, s) : NULL;
    if (!s->L) trnl_stranger_end(s, "memory", ": out of memory: no room for a Lua state");
    if (s->L) {
        lua_pushcfunction(s->L, body);
        lua_pushlightuserdata(s->L, &o);
        status = lua_pcall(s->L, 1, 2, 0);
    }
    trnl_stranger_leave(s);
    lua_settop(L, s->top);

    if (s->kind) {
        lua_pushnil(L);
        lua_pushstring(L, s->message);
        answer(L, s, s->kind);
    } else if (status != LUA_OK) {
        const int kind = lua_type(s->L, -1);
        lua_pushnil(L);
        if (kind == LUA_TSTRING) lua_pushlstring(L, lua_tostring(s->L, -1), lua_rawlen(s->L, -1));
        else lua_pushfstring(L, "it raised an error that is a %s, not a text", lua_typename(L, kind));
        answer(L, s, NULL);
    } else {
        lua_pushcfunction(L, copy_results);
        lua_pushlightuserdata(L, s);
        if (lua_pcall(L, 1, 2, 0) != LUA_OK) {
            lua_pushnil(L);
            lua_insert(L, -2);
        }
        answer(L, s, NULL);
    }
    close(s);
    lua_pushnumber(L, s->closing), lua_setfield(L, -2, "closing");
    return 4;
}

const luaL_Reg trnl_stranger_functions[] = {{"run_stranger", run}, {NULL, NULL}};

#else
const luaL_Reg trnl_stranger_functions[] = {{NULL, NULL}};
#endif
