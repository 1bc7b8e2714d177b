/* image.c - images as values: terrane.image{ C = layer, ... }, their layers, and the `image` node that holds one. */
#include "args.h"
#include "box.h"
#include "stranger.h"
#include <stdlib.h>
#include <string.h>

static void *retain(void *image) { return trn_image_retain(image); }
static void release(void *image) { trn_image_release(image); }

/* ---- making ---- */

typedef struct part { const char *name, *kind; trnl_box *box; } part; /* box NULL: it is no layer, but of this kind */

static int by_name(const void *a, const void *b) { return strcmp(((const part *)a)->name, ((const part *)b)->name); }

/* Whether the table at arg holds a layer; then how many values. */
static bool holds_layers(lua_State *L, int arg, size_t *count)
{
    bool any = false;
    *count = 0;
    trnl_charge_walk(L);
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
        any = any || luaL_testudata(L, -1, trnl_layer_type.name);
        ++*count;
    }
    trnl_charge(L, (120 + (double)*count / 2) * (double)*count); /* each name is compared with all */
    return any;
}

/* The layers of the table at arg, in the order of their names. Pushes a copy of the table, which keeps them. */
static void read_layers(lua_State *L, int arg, part *parts, size_t count)
{
    size_t n = 0;
    bool changed = trnl_check_names(L, arg, "image", "layers have names") != count;
    lua_createtable(L, 0, (int)count);
    const int copy = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1), ++n) {
        changed = changed || n == count || lua_type(L, -2) != LUA_TSTRING;
        if (changed) trnl_error(L, "image: the table changed while it was read");
        parts[n] = (part){lua_tostring(L, -2), luaL_typename(L, -1), luaL_testudata(L, -1, trnl_layer_type.name)};
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -2);
        lua_rawset(L, copy);
    }
    if (n < count) trnl_error(L, "image: the table changed while it was read");
    qsort(parts, count, sizeof *parts, by_name); /* of several mistakes it is always the same one that is reported */
    for (size_t i = 0; i < count; ++i)
        if (!parts[i].box) trnl_error(L, "image: '%s' must be a layer like the others, got a %s", parts[i].name, parts[i].kind);
}

static int from_layers(lua_State *L, size_t count) /* stack: the table, the runtime */
{
    part *parts = lua_newuserdatauv(L, count * sizeof *parts, 0);
    trn_named_layer *named = lua_newuserdatauv(L, count * sizeof *named, 0);
    read_layers(L, 1, parts, count);
    trnl_box *box = trnl_new(L, &trnl_image_type);
    for (size_t i = 0; i < count; ++i) {
        trnl_pin_box(L, parts[i].box, &trnl_layer_type);
        named[i] = (trn_named_layer){parts[i].name, parts[i].box->handle};
    }
    trn_runtime *rt = trnl_pin(L, 2, &trnl_runtime_type);

    trn_image *image = NULL;
    trn_error err;
    trn_status st;
    TRNL_RUN(L, st, trn_image_create(rt, named, (int32_t)count, &image, &err));
    box->handle = image;
    for (size_t i = 0; i < count; ++i) trnl_unpin_box(parts[i].box, &trnl_layer_type);
    trnl_unpin(L, 2, &trnl_runtime_type);

    if (st == TRN_OK) {
        if (box->state->stranger) trnl_account(L, 512 + 128 * (double)count); /* the layers are counted where they are made */
        return 1;
    }
    trnl_give_up(L, &err);
    return trnl_raise(L, &err);
}

/* terrane.image{ C = layer, mask = layer } is an image; terrane.image(image) a node that makes it; terrane.image{...} with
 * anything else the constructor of that node type. Upvalue 1: that constructor. */
static int image(lua_State *L)
{
    const int table = trnl_test(L, 1, &trnl_runtime_type) ? 2 : 1;
    size_t count;
    if (lua_gettop(L) == table && lua_istable(L, table) && holds_layers(L, table, &count)) {
        trnl_runtime(L, 1);
        return from_layers(L, count);
    }
    if (lua_gettop(L) == table && luaL_testudata(L, table, trnl_image_type.name)) {
        lua_newtable(L);
        if (table == 2) lua_remove(L, 1); /* an image belongs to its runtime */
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

/* ---- reading ---- */

int trnl_image_layers(lua_State *L)
{
    const trn_image *img = trnl_pin(L, 1, &trnl_image_type);
    const int32_t n = trn_image_count(img);
    lua_createtable(L, n, 0);
    for (int32_t i = 0; i < n; ++i) {
        trnl_push_text(L, trn_image_at(img, i).name);
        lua_rawseti(L, -2, i + 1);
    }
    trnl_unpin(L, 1, &trnl_image_type);
    return 1;
}

static void push_names(lua_State *L, const trn_image *img)
{
    const int32_t n = trn_image_count(img);
    luaL_checkstack(L, 2 * n + 4, NULL);
    for (int32_t i = 0; i < n; ++i) {
        lua_pushstring(L, i ? ", " : "");
        trnl_push_text(L, trn_image_at(img, i).name);
    }
    lua_concat(L, 2 * n);
}

int trnl_image_layer(lua_State *L) /* img:layer "C"; nil and a message where there is none of that name */
{
    trnl_check(L, 1, &trnl_image_type);
    const char *name = trnl_text(L, 2);
    trn_image *img = trnl_pin(L, 1, &trnl_image_type);
    trn_layer *found = trn_image_layer(img, name);
    if (found) {
        trnl_share(L, &trnl_layer_type, found);
    } else {
        lua_pushnil(L);
        lua_pushfstring(L, "no layer '%s' (there are: ", name);
        push_names(L, img);
        lua_pushliteral(L, ")");
        lua_concat(L, 3);
    }
    trnl_unpin(L, 1, &trnl_image_type);
    return found ? 1 : 2;
}

static void describe(lua_State *L, void *handle)
{
    lua_pushfstring(L, "%dx%d: ", (int)trn_image_width(handle), (int)trn_image_height(handle));
    push_names(L, handle);
    lua_concat(L, 2);
}

static const char *const properties[] = {"width", "height", "world_size", NULL};
static int property(lua_State *L, void *handle, const char *name)
{
    if (strcmp(name, "width") == 0) lua_pushinteger(L, trn_image_width(handle));
    else if (strcmp(name, "height") == 0) lua_pushinteger(L, trn_image_height(handle));
    else if (strcmp(name, "world_size") == 0) lua_pushnumber(L, trn_image_world_size(handle)); /* 0: unknown */
    else return 0;
    return 1;
}

static const luaL_Reg methods[] = {{"layers", trnl_image_layers}, {"layer", trnl_image_layer}, {"write", trnl_image_write}, {NULL, NULL}};
const trnl_type trnl_image_type = {.name = "terrane.image", .retain = retain, .release = release, .describe = describe,
                                   .property = property, .properties = properties, .methods = methods, .constructors = true};

/* Takes the constructor of the `image` node's place in the table at the top. */
void trnl_add_image(lua_State *L)
{
    lua_getfield(L, -1, "image");
    lua_pushcclosure(L, image, 1);
    lua_setfield(L, -2, "image");
}
