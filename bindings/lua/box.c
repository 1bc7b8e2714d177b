/* box.c - see box.h */
#include "box.h"
#include "args.h"
#include "stranger.h"
#include <string.h>

static const trnl_type *type_of(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

void trnl_free(trnl_box *box, const trnl_type *type)
{
    void *handle = box->handle;
    box->handle = NULL;
    box->released = false;
    memset(&box->view, 0, sizeof box->view);
    if (box->state->stranger) trnl_let_go(box->state->stranger, box->bytes);
    else box->state->live -= box->bytes;
    box->bytes = 0;
    type->release(handle); /* takes NULL */
}

static int box_release(lua_State *L) /* :release() and __close; as often as one likes */
{
    const trnl_type *type = type_of(L);
    trnl_box *box = luaL_checkudata(L, 1, type->name);
    if (box->pins == 0) {
        trnl_free(box, type);
    } else {
        box->released = true;
        memset(&box->view, 0, sizeof box->view);
    }
    return 0;
}

static int box_collect(lua_State *L)
{
    const trnl_type *type = type_of(L);
    trnl_free(luaL_checkudata(L, 1, type->name), type);
    return 0;
}

static int box_tostring(lua_State *L) /* no addresses: what a recipe prints is the same everywhere */
{
    const trnl_type *type = type_of(L);
    const trnl_box *box = luaL_checkudata(L, 1, type->name);
    lua_settop(L, 1);
    if (!box->handle || box->released) {
        lua_pushfstring(L, "%s (released)", type->name);
        return 1;
    }
    void *handle = trnl_pin(L, 1, type);
    lua_pushfstring(L, "%s ", type->name);
    type->describe(L, handle);
    lua_concat(L, 2);
    trnl_unpin(L, 1, type);
    return 1;
}

static int box_eq(lua_State *L)
{
    const trnl_type *type = type_of(L);
    const trnl_box *a = luaL_testudata(L, 1, type->name), *b = luaL_testudata(L, 2, type->name);
    lua_pushboolean(L, a && b && a->handle && a->handle == b->handle);
    return 1;
}

static const char *field_at(const void *list, int32_t i)
{
    const trnl_type *type = list;
    for (const luaL_Reg *m = type->methods; m->name; ++m)
        if (i-- == 0) return m->name;
    for (const char *const *p = type->properties; p && *p; ++p)
        if (i-- == 0) return *p;
    const trn_node_info *info = type->constructors ? trn_node_type_at(i) : NULL;
    return info ? info->id : NULL;
}

static int box_index(lua_State *L) /* upvalue 2: the methods */
{
    const trnl_type *type = type_of(L);
    luaL_checkudata(L, 1, type->name);
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(2));
    if (!lua_isnil(L, -1)) return 1;
    if (lua_type(L, 2) != LUA_TSTRING) return trnl_error(L, "%s has no field that is a %s", type->name, luaL_typename(L, 2));
    const char *name = lua_tostring(L, 2);
    if (type->property) {
        const int found = type->property(L, trnl_pin(L, 1, type), name);
        trnl_unpin(L, 1, type);
        if (found) return 1;
    }
    const char *meant = trn_closest(name, field_at, type);
    if (meant) return trnl_error(L, "%s has no field '%s' (did you mean '%s'?)", type->name, name, meant);
    return trnl_error(L, "%s has no field '%s'", type->name, name);
}

void trnl_register(lua_State *L, const trnl_type *type)
{
    static const luaL_Reg meta[] = {{"__gc", box_collect}, {"__close", box_release}, {"__tostring", box_tostring},
                                    {"__eq", box_eq}, {NULL, NULL}};
    lua_newtable(L); /* methods live in their own table, so that __gc cannot be reached through an object */
    luaL_setfuncs(L, type->methods, 0);
    if (!type->stranger) {
        lua_pushlightuserdata(L, (void *)type);
        lua_pushcclosure(L, box_release, 1);
        lua_setfield(L, -2, "release");
    }

    luaL_newmetatable(L, type->name);
    lua_pushlightuserdata(L, (void *)type);
    luaL_setfuncs(L, meta, 1);
    if (type->stranger) {
        lua_pushnil(L);
        lua_setfield(L, -2, "__close");
    }
    lua_pushlightuserdata(L, (void *)type);
    lua_pushvalue(L, -3);
    lua_pushcclosure(L, box_index, 2);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}

trnl_box *trnl_new(lua_State *L, const trnl_type *type)
{
    trnl_state *state = trnl_state_of(L);
    luaL_checkstack(L, 2, NULL);
    trnl_box *box = lua_newuserdatauv(L, sizeof *box, 0);
    memset(box, 0, sizeof *box); /* before the metatable, so that a collection here finds a consistent box */
    box->state = state;
    luaL_setmetatable(L, type->name);
    return box;
}

void *trnl_test(lua_State *L, int arg, const trnl_type *type)
{
    const trnl_box *box = luaL_testudata(L, arg, type->name);
    if (!box) return NULL;
    luaL_argcheck(L, box->handle && !box->released, arg, "it was released");
    return box->handle;
}

void *trnl_check(lua_State *L, int arg, const trnl_type *type)
{
    luaL_checkudata(L, arg, type->name);
    return trnl_test(L, arg, type);
}

void *trnl_pin(lua_State *L, int arg, const trnl_type *type)
{
    void *handle = trnl_check(L, arg, type);
    ++((trnl_box *)lua_touserdata(L, arg))->pins;
    return handle;
}

void trnl_unpin(lua_State *L, int arg, const trnl_type *type) { trnl_unpin_box(lua_touserdata(L, arg), type); }

void trnl_pin_box(lua_State *L, trnl_box *box, const trnl_type *type)
{
    if (!box->handle || box->released) trnl_error(L, "a %s was released while it was needed", type->name);
    ++box->pins;
}

void trnl_unpin_box(trnl_box *box, const trnl_type *type)
{
    if (--box->pins == 0 && box->released) trnl_free(box, type);
}

void trnl_share(lua_State *L, const trnl_type *type, void *handle)
{
    trnl_box *box = trnl_new(L, type);
    box->handle = type->retain(handle);
    if (type == &trnl_layer_type) trnl_see_layer(box);
}

void trnl_see_layer(trnl_box *box) { box->view = *trn_layer_get_info(box->handle); }
