/* ordered.c - the keys of a table in an order of their own: numbers by value, texts by their bytes, false and true. Lua's
 * order differs from run to run, and so would the work of sorting what it gives; here neither does. */
#include "args.h"
#include "stranger.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    int rank; /* 1 number, 2 text, 3 boolean; 0: has no order */
    bool whole;
    lua_Integer i;
    double x;
    const char *text;
    size_t length;
    int place; /* in the list of the keys as they come */
} entry;

static entry entry_of(lua_State *L, int index, int place)
{
    entry e = {.place = place};
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        e.rank = 1;
        e.x = lua_tonumber(L, index);
#if LUA_VERSION_NUM >= 503
        e.whole = lua_isinteger(L, index);
        if (e.whole) e.i = lua_tointeger(L, index);
#endif
        break;
    case LUA_TSTRING: e.rank = 2, e.text = lua_tolstring(L, index, &e.length); break;
    case LUA_TBOOLEAN: e.rank = 3, e.i = lua_toboolean(L, index); break;
    default: break;
    }
    return e;
}

static int compare(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    if (a->rank == 1 && !(a->whole && b->whole)) return (a->x > b->x) - (a->x < b->x);
    if (a->rank != 2) return (a->i > b->i) - (a->i < b->i);
    const int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

static void told(lua_State *L, const char **kind) /* the key on top has no order; of several kinds the same is told each time */
{
    const char *here = luaL_typename(L, -1);
    if (!*kind || strcmp(here, *kind) < 0) *kind = here;
}

/* keys(t): its keys that have an order, in order; the others as they come; and what one of those is, "table" */
static int keys(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    trnl_charge_walk(L);
    size_t n = 0;
    double bytes = 0;
    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
        ++n;
        if (lua_type(L, -2) == LUA_TSTRING) bytes += (double)lua_rawlen(L, -2);
    }
    trnl_charge(L, (double)n * (10 + 4 * ceil(log2((double)n + 1))) + bytes);
    entry *list = lua_newuserdatauv(L, (n + 1) * sizeof *list, 0);
    lua_createtable(L, (int)n, 0); /* 3: as they come */
    lua_createtable(L, (int)n, 0); /* 4: in order */
    lua_createtable(L, 0, 0);      /* 5: without order */
    const char *kind = NULL;
    size_t count = 0, rest = 0, at = 0;
    for (lua_pushnil(L); lua_next(L, 1) && at < n; ++at) {
        lua_pop(L, 1);
        const entry e = entry_of(L, -1, (int)count + 1);
        if (!e.rank) told(L, &kind);
        lua_pushvalue(L, -1);
        if (e.rank) list[count++] = e, lua_rawseti(L, 3, (int)count);
        else lua_rawseti(L, 5, (int)++rest);
    }
    lua_settop(L, 5);
    qsort(list, count, sizeof *list, compare);
    for (size_t i = 0; i < count; ++i) {
        lua_rawgeti(L, 3, list[i].place);
        lua_rawseti(L, 4, (int)i + 1);
    }
    lua_pushvalue(L, 4);
    lua_pushvalue(L, 5);
    lua_pushstring(L, kind);
    return 3;
}

/* after(t, key): the key after `key` in that order, nil after the last; without a key the first. Then what a key without order
 * is, if there is one. */
static int after(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    trnl_charge_walk(L);
    const bool first = lua_isnil(L, 2);
    const entry from = entry_of(L, 2, 0);
    entry best = {0};
    const char *kind = NULL;
    double n = 0;
    lua_pushnil(L); /* 3: the best so far */
    for (lua_pushnil(L); lua_next(L, 1); ++n) {
        lua_pop(L, 1);
        const entry e = entry_of(L, -1, 0);
        n += (double)e.length / 16;
        if (!e.rank) {
            told(L, &kind);
        } else if ((first || compare(&from, &e) < 0) && (!best.rank || compare(&e, &best) < 0)) {
            best = e;
            lua_pushvalue(L, -1);
            lua_replace(L, 3);
        }
    }
    trnl_charge(L, 4 * n);
    lua_settop(L, 3);
    lua_pushstring(L, kind);
    return 2;
}

const luaL_Reg trnl_ordered_functions[] = {{"keys", keys}, {"after", after}, {NULL, NULL}};
