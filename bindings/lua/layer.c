/* layer.c - terrane.layer{...} and the methods of layers. */
#include "args.h"
#include "box.h"
#include "stranger.h"
#include <math.h>
#include <string.h>

static void *retain(void *layer) { return trn_layer_retain(layer); }
static void release(void *layer) { trn_layer_release(layer); }

static const char *const type_names[] = {"f32", "f64", "i32", NULL}; /* ORDER trn_type */
static size_t size_of(int32_t type) { return type == TRN_F64 ? 8 : 4; }

/* ---- making ---- */

typedef struct options { int32_t width, height, channels, type; int data; } options;
static const trnl_option rows[] = {
    {"width", TRNL_INT, offsetof(options, width), 1, 65536, NULL},
    {"height", TRNL_INT, offsetof(options, height), 1, 65536, NULL},
    {"channels", TRNL_INT, offsetof(options, channels), 1, 64, NULL},
    {"type", TRNL_CHOICE, offsetof(options, type), 0, 0, type_names},
    {"data", TRNL_ANY, offsetof(options, data), 0, 0, NULL},
    {NULL, TRNL_ANY, 0, 0, 0, NULL},
};

/* Puts the value on top into element i of plane; false if it is no number that fits. */
static bool put(lua_State *L, void *plane, int32_t type, size_t i)
{
    if (lua_type(L, -1) != LUA_TNUMBER) return false;
    const double x = lua_tonumber(L, -1);
    if (type == TRN_F32) {
        ((float *)plane)[i] = (float)x;
    } else if (type == TRN_F64) {
        ((double *)plane)[i] = x;
    } else {
        if (!(x >= -2147483648.0 && x <= 2147483647.0 && x == floor(x))) return false;
        ((int32_t *)plane)[i] = (int32_t)x;
    }
    return true;
}

static int bad_value(lua_State *L, const trn_layer_info *info, size_t x, size_t y, size_t c)
{
    const char *wanted = info->type == TRN_I32 ? "a whole number of 32 bits" : "a number";
    return trnl_error(L, "layer: data at x = %d, y = %d, channel %d must be %s, got a %s", (int)x, (int)y, (int)c + 1, wanted,
                      lua_type(L, -1) == LUA_TNUMBER ? "number that is none" : luaL_typename(L, -1));
}

static void fill(lua_State *L, int data, const trn_layer_info *info, char *to) /* from a table or a function */
{
    const bool call = lua_isfunction(L, data);
    const size_t w = (size_t)info->width, h = (size_t)info->height;
    for (size_t c = 0; c < (size_t)info->channels; ++c)
        for (size_t y = 0; y < h; ++y)
            for (size_t x = 0; x < w; ++x) {
                if (call) {
                    lua_pushvalue(L, data);
                    lua_pushinteger(L, (lua_Integer)x);
                    lua_pushinteger(L, (lua_Integer)y);
                    lua_pushinteger(L, (lua_Integer)c + 1);
                    lua_call(L, 3, 1);
                } else {
                    lua_rawgeti(L, data, (int)(x + w * (y + h * c) + 1));
                }
                void *plane = to + c * (size_t)info->stride * size_of(info->type);
                if (!put(L, plane, info->type, x + w * y)) bad_value(L, info, x, y, c);
                lua_pop(L, 1);
            }
}

static void check_data(lua_State *L, const options *o)
{
    const double values = (double)o->width * o->height * o->channels;
    if (lua_isfunction(L, o->data)) return;
    if (lua_istable(L, o->data)) {
        const double n = (double)lua_rawlen(L, o->data);
        if (n != values || n > 2147483647.0)
            trnl_error(L, "layer: data must be width * height * channels = %.0f numbers, got %.0f", values, n);
    } else if (lua_type(L, o->data) == LUA_TSTRING) {
        const double n = (double)lua_rawlen(L, o->data), wanted = values * (double)size_of(o->type);
        if (n != wanted) trnl_error(L, "layer: data must be %.0f bytes, got %.0f", wanted, n);
    } else {
        trnl_error(L, "layer: data must be a table of numbers, a string of bytes or a function, got a %s",
                   luaL_typename(L, o->data));
    }
}

/* terrane.layer{width=, height=, channels=, type=, data=}; data is planar, row by row from the bottom */
static int layer(lua_State *L)
{
    options o = {.channels = 1};
    trnl_runtime(L, 1);
    luaL_checktype(L, 1, LUA_TTABLE);
    trnl_options(L, 1, "layer", rows, &o);
    if (!o.width || !o.height) return trnl_error(L, "layer: 'width' and 'height' are needed");
    if (o.data) check_data(L, &o);
    const bool bytes = o.data && lua_type(L, o.data) == LUA_TSTRING;
    const double values = (double)o.width * o.height * o.channels, expected = values * (double)size_of(o.type);
    trnl_stranger *stranger = trnl_stranger_of(L);
    if (stranger) { /* before it is made */
        trnl_charge(L, values);
        trnl_hold(L, expected);
        trnl_let_go(stranger, expected);
    }
    trnl_box *box = trnl_new(L, &trnl_layer_type);
    trn_runtime *rt = trnl_pin(L, 2, &trnl_runtime_type);

    const trn_layer_desc desc = {o.width, o.height, o.channels, o.type, bytes ? lua_tostring(L, o.data) : NULL};
    trn_layer *made = NULL;
    trn_error err;
    trn_status st;
    TRNL_RUN(L, st, trn_layer_create(rt, &desc, &made, &err));
    box->handle = made;
    trnl_unpin(L, 2, &trnl_runtime_type);

    if (st != TRN_OK) trnl_give_up(L, &err);
    if (st != TRN_OK) return trnl_raise(L, &err);
    if (o.data && !bytes) {
        trnl_deeper(L);
        fill(L, o.data, trn_layer_get_info(made), trn_layer_edit(made));
        trnl_back(L);
    }
    trnl_see_layer(box);
    trnl_account(L, trnl_layer_bytes(made) + (stranger ? 512 : 0)); /* many small ones are more than their pixels */
    return 1;
}

/* ---- reading ---- */

static double at(const trn_layer_info *i, int32_t x, int32_t y, int32_t c)
{
    const size_t k = (size_t)c * (size_t)i->stride + (size_t)y * (size_t)i->width + (size_t)x;
    if (i->type == TRN_F32) return ((const float *)i->data)[k];
    return i->type == TRN_F64 ? ((const double *)i->data)[k] : ((const int32_t *)i->data)[k];
}

static int32_t channel(lua_State *L, int arg, const trn_layer_info *info) /* 1 unless given; from 0 */
{
    return lua_isnoneornil(L, arg) ? 0 : (int32_t)trnl_whole(L, arg, 1, info->channels) - 1;
}

int trnl_layer_get(lua_State *L) /* layer:get(x, y [, c]): x and y from 0, c from 1 */
{
    const trn_layer_info *info = trn_layer_get_info(trnl_check(L, 1, &trnl_layer_type));
    const int32_t x = (int32_t)trnl_whole(L, 2, 0, info->width - 1), y = (int32_t)trnl_whole(L, 3, 0, info->height - 1);
    trnl_push_number(L, at(info, x, y, channel(L, 4, info)), info->type);
    return 1;
}

typedef struct cell { int32_t low, high; double part; } cell; /* between the centres of two neighbours */

static cell cell_of(lua_State *L, int arg, int32_t size)
{
    const double t = luaL_checknumber(L, arg);
    luaL_argcheck(L, t == t, arg, "a number expected, got nan");
    const double p = t * size - 0.5, last = size - 1;
    if (!(p > 0)) return (cell){0, 0, 0};
    if (p >= last) return (cell){size - 1, size - 1, 0};
    const int32_t low = (int32_t)p;
    return (cell){low, low + 1, p - low};
}

static double between(double a, double b, double part) { return part == 0 ? a : a + (b - a) * part; }

/* layer:sample(u, v [, c]): bilinear between pixel centres, clamped at the edges; the nearest one of whole numbers */
int trnl_layer_sample(lua_State *L)
{
    const trn_layer_info *info = trn_layer_get_info(trnl_check(L, 1, &trnl_layer_type));
    const cell x = cell_of(L, 2, info->width), y = cell_of(L, 3, info->height);
    const int32_t c = channel(L, 4, info);
    if (info->type == TRN_I32) {
        trnl_push_number(L, at(info, x.part < 0.5 ? x.low : x.high, y.part < 0.5 ? y.low : y.high, c), TRN_I32);
        return 1;
    }
    double row[2];
    for (int k = 0; k < 2; ++k) {
        const int32_t line = k ? y.high : y.low;
        row[k] = between(at(info, x.low, line, c), at(info, x.high, line, c), x.part);
    }
    lua_pushnumber(L, between(row[0], row[1], y.part));
    return 1;
}

static int stats(lua_State *L)
{
    trn_layer *l = trnl_check(L, 1, &trnl_layer_type);
    const int32_t c = channel(L, 2, trn_layer_get_info(l));
    trn_layer_stats s;
    trn_error err;
    if (trn_layer_get_stats(l, c, &s, &err) != TRN_OK) return trnl_raise(L, &err);
    lua_newtable(L);
    lua_pushnumber(L, s.min), lua_setfield(L, -2, "min");
    lua_pushnumber(L, s.max), lua_setfield(L, -2, "max");
    lua_pushnumber(L, s.mean), lua_setfield(L, -2, "mean");
    lua_pushnumber(L, s.sum), lua_setfield(L, -2, "sum");
    lua_pushinteger(L, (lua_Integer)s.nan), lua_setfield(L, -2, "nan");
    return 1;
}

static int hash(lua_State *L)
{
    uint8_t bytes[16];
    trn_layer_hash(trnl_check(L, 1, &trnl_layer_type), bytes);
    trnl_push_hex(L, bytes);
    return 1;
}

/* layer:totable([c]): the numbers of a channel, or of all one after the other, as terrane.layer takes them */
static int totable(lua_State *L)
{
    const trn_layer_info *info = trn_layer_get_info(trnl_check(L, 1, &trnl_layer_type));
    const bool all = lua_isnoneornil(L, 2);
    const int32_t first = channel(L, 2, info), last = all ? info->channels - 1 : first;
    const double values = (double)info->width * info->height * (last - first + 1);
    if (values > 2147483647.0) return trnl_error(L, "totable: %.0f numbers are too many for a table; use tostring", values);
    trnl_pin(L, 1, &trnl_layer_type);
    lua_createtable(L, (int)values, 0);
    int k = 0;
    for (int32_t c = first; c <= last; ++c)
        for (int32_t y = 0; y < info->height; ++y)
            for (int32_t x = 0; x < info->width; ++x) {
                trnl_push_number(L, at(info, x, y, c), info->type);
                lua_rawseti(L, -2, ++k);
            }
    trnl_unpin(L, 1, &trnl_layer_type);
    return 1;
}

static int tostring(lua_State *L) /* the bytes, as terrane.layer takes them */
{
    const trn_layer_info *info = trn_layer_get_info(trnl_check(L, 1, &trnl_layer_type));
    const size_t size = size_of(info->type), plane = (size_t)info->width * (size_t)info->height * size;
    luaL_checkstack(L, info->channels, NULL);
    trnl_pin(L, 1, &trnl_layer_type);
    for (size_t c = 0; c < (size_t)info->channels; ++c)
        lua_pushlstring(L, (const char *)info->data + c * (size_t)info->stride * size, plane);
    lua_concat(L, info->channels);
    trnl_unpin(L, 1, &trnl_layer_type);
    return 1;
}

static int share(lua_State *L) /* layer:share(): the same layer as a value of its own, which outlives a release of this one */
{
    trn_layer *l = trnl_pin(L, 1, &trnl_layer_type);
    trnl_share(L, &trnl_layer_type, l);
    trnl_unpin(L, 1, &trnl_layer_type);
    return 1;
}

/* ---- the type ---- */

static void describe(lua_State *L, void *handle)
{
    const trn_layer_info *i = trn_layer_get_info(handle);
    lua_pushfstring(L, "%dx%dx%d %s", (int)i->width, (int)i->height, (int)i->channels, type_names[i->type]);
}

static const char *const properties[] = {"width", "height", "channels", "type", NULL};
static int property(lua_State *L, void *handle, const char *name)
{
    const trn_layer_info *i = trn_layer_get_info(handle);
    if (strcmp(name, "type") == 0) lua_pushstring(L, type_names[i->type]);
    else if (strcmp(name, "width") == 0) lua_pushinteger(L, i->width);
    else if (strcmp(name, "height") == 0) lua_pushinteger(L, i->height);
    else if (strcmp(name, "channels") == 0) lua_pushinteger(L, i->channels);
    else return 0;
    return 1;
}

static const luaL_Reg methods[] = {{"get", trnl_layer_get}, {"sample", trnl_layer_sample}, {"stats", stats}, {"hash", hash}, {"totable", totable},
                                   {"tostring", tostring}, {"share", share}, {"write", trnl_layer_write}, {NULL, NULL}};
const trnl_type trnl_layer_type = {.name = "terrane.layer", .retain = retain, .release = release, .describe = describe,
                                   .property = property, .properties = properties, .methods = methods};
const luaL_Reg trnl_layer_functions[] = {{"layer", layer}, {NULL, NULL}};
