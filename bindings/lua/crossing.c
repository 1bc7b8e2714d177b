/* crossing.c - what goes from the host's Lua state to a stranger's and back: copies, and calls of the host's functions.
 *
 * An error must not jump from one state past calls of the other. So what runs for the recipe raises in the recipe's state
 * alone and touches the host's only by what cannot raise, or within a protected call there; and the other way round. */
#include "args.h"
#include "stranger.h"

#if TRNL_STRANGERS
enum { DEEPEST = 16 }; /* tables within tables */

static const trnl_type *const handles[] = {&trnl_node_type, &trnl_image_type, &trnl_layer_type, &trnl_figure_type, NULL};

static void copy(lua_State *from, int index, lua_State *to, double *left, int depth);

static bool copy_handle(lua_State *from, int index, lua_State *to)
{
    for (const trnl_type *const *t = handles; *t; ++t) {
        const trnl_box *box = luaL_testudata(from, index, (*t)->name);
        if (!box || !box->handle || box->released) continue;
        trnl_share(to, *t, box->handle);
        return true;
    }
    return false;
}

static void copy_table(lua_State *from, int index, lua_State *to, double *left, int depth)
{
    if (depth == DEEPEST) luaL_error(to, "tables within tables within tables, more than %d deep", DEEPEST);
    if (!lua_checkstack(from, 8)) luaL_error(to, "out of memory");
    *left -= 2 * trnl_cost_of_walk(from);
    int count = 0;
    for (lua_pushnil(from); lua_next(from, index); lua_pop(from, 1)) ++count;
    const int list = (int)lua_rawlen(from, index);
    lua_createtable(to, list, count > list ? count - list : 0); /* growing would depend on the order in which they come */
    for (lua_pushnil(from); lua_next(from, index); lua_pop(from, 1)) {
        copy(from, lua_gettop(from) - 1, to, left, depth + 1);
        if (lua_isnil(to, -1)) luaL_error(to, "a table has a key that stays behind");
        copy(from, lua_gettop(from), to, left, depth + 1);
        lua_rawset(to, -3);
    }
}

static void copy(lua_State *from, int index, lua_State *to, double *left, int depth)
{
    luaL_checkstack(to, 8, NULL);
    const int kind = lua_type(from, index);
    *left -= kind == LUA_TSTRING ? 40 + (double)lua_rawlen(from, index) : 40;
    if (*left < 0) luaL_error(to, "this is more than goes between a recipe and its host");
    switch (kind) {
    case LUA_TNONE: case LUA_TNIL: lua_pushnil(to); return;
    case LUA_TBOOLEAN: lua_pushboolean(to, lua_toboolean(from, index)); return;
    case LUA_TSTRING: {
        size_t length;
        const char *s = lua_tolstring(from, index, &length);
        lua_pushlstring(to, s, length);
        return;
    }
    case LUA_TNUMBER:
        if (lua_isinteger(from, index)) lua_pushinteger(to, lua_tointeger(from, index));
        else lua_pushnumber(to, lua_tonumber(from, index));
        return;
    case LUA_TTABLE: copy_table(from, index, to, left, depth); return;
    case LUA_TFUNCTION: {
        trnl_stranger *s = trnl_stranger_of(to);
        const int id = s ? trnl_stranger_host_id(s, index) : 0;
        if (!id) break;
        lua_pushinteger(to, id); /* one of the host, to be called there */
        lua_pushcclosure(to, trnl_host_call, 1);
        return;
    }
    case LUA_TUSERDATA:
        if (copy_handle(from, index, to)) return;
        break;
    default: break;
    }
    luaL_error(to, "a %s cannot go from a recipe to its host or back", lua_typename(to, kind));
}

void trnl_copy(lua_State *from, int index, lua_State *to, double *left)
{
    copy(from, lua_absindex(from, index), to, left, 0);
}

/* ---- calls of the host ---- */

typedef struct crossing { lua_State *L; int count; double *left; } crossing;

static int call(lua_State *H) /* call(crossing, function): protected, in the host's state */
{
    const crossing *c = lua_touserdata(H, 1);
    lua_remove(H, 1);
    luaL_checkstack(H, c->count + 8, NULL);
    for (int i = 1; i <= c->count; ++i) trnl_copy(c->L, i, H, c->left);
    lua_call(H, c->count, LUA_MULTRET);
    return lua_gettop(H);
}

int trnl_host_call(lua_State *L)
{
    double left = 1 << 20;
    trnl_stranger *s = trnl_stranger_of(L);
    lua_State *H = trnl_stranger_host(s);
    crossing c = {L, lua_gettop(L), &left};
    luaL_checkstack(L, 40, NULL);
    trnl_charge(L, 16 * trnl_cost_of_walk(L)); /* over tables that are given; `left` ends it where there are more */
    const int base = lua_gettop(H);
    if (!lua_checkstack(H, 8)) return luaL_error(L, "out of memory");
    trnl_stranger_leave(s);
    lua_pushcfunction(H, call);
    lua_pushlightuserdata(H, &c);
    trnl_push_host_function(s, (int)lua_tointeger(L, lua_upvalueindex(1)));
    const int status = lua_pcall(H, 2, LUA_MULTRET, 0);
    trnl_stranger_enter(s);
    lua_settop(L, c.count); /* what an error over there left here */
    const int given = lua_gettop(H) - base;
    if (given > 250) {
        lua_settop(H, base);
        return luaL_error(L, "a function of the host gave more than 250 values");
    }
    luaL_checkstack(L, given + 8, NULL);
    for (int i = 1; i <= given; ++i) trnl_copy(H, base + i, L, &left);
    lua_settop(H, base); /* where a copy raises, the run does it */
    if (status != LUA_OK) {
        return lua_error(L); /* the host's error as it is */
    }
    return given;
}
#endif
