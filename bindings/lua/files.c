/* files.c - terrane.read, terrane.inspect, image:write, layer:write. What the file system or a file's content refuses is
 * returned as nil, message, status name; mistakes raise. */
#include "args.h"
#include "box.h"
#include <string.h>

static const char *const formats[] = {"auto", "png", "raw16", "raw32", NULL}; /* ORDER trn_file_format */

/* ---- reading ---- */

typedef struct read_options {
    int32_t format, width, height;
    bool raw, big_endian;
    trnl_pair range;
    double world_size;
} read_options;
static const trnl_option read_rows[] = {
    {"format", TRNL_CHOICE, offsetof(read_options, format), 0, 0, formats},
    {"raw", TRNL_BOOL, offsetof(read_options, raw), 0, 0, NULL},
    {"range", TRNL_PAIR, offsetof(read_options, range), 0, 0, NULL},
    {"width", TRNL_INT, offsetof(read_options, width), 1, 65536, NULL},
    {"height", TRNL_INT, offsetof(read_options, height), 1, 65536, NULL},
    {"big_endian", TRNL_BOOL, offsetof(read_options, big_endian), 0, 0, NULL},
    {"world_size", TRNL_NUMBER, offsetof(read_options, world_size), 0, 1e12, NULL},
    {NULL, TRNL_ANY, 0, 0, 0, NULL},
};

static trn_read_options read_arguments(lua_State *L, const char *what)
{
    read_options o = {0};
    trnl_text(L, 1);
    trnl_options(L, 2, what, read_rows, &o);
    return (trn_read_options){.format = (trn_file_format)o.format, .raw = o.raw, .has_range = o.range.set, .range_lo = o.range.lo,
                              .range_hi = o.range.hi, .width = o.width, .height = o.height, .big_endian = o.big_endian,
                              .world_size = o.world_size};
}

/* terrane.read(path [, {format=, raw=, range={lo, hi}, width=, height=, big_endian=, world_size=}]) -> image */
static int read(lua_State *L)
{
    trnl_runtime(L, 2);
    const trn_read_options options = read_arguments(L, "read");
    const char *path = lua_tostring(L, 1);
    trnl_box *box = trnl_new(L, &trnl_image_type);
    trn_runtime *rt = trnl_pin(L, 3, &trnl_runtime_type);

    trn_image *image = NULL;
    trn_error err;
    trn_status st;
    TRNL_RUN(L, st, trn_image_read(rt, path, &options, &image, &err));
    box->handle = image;
    trnl_unpin(L, 3, &trnl_runtime_type);

    if (st != TRN_OK) return trnl_refuse(L, &err);
    trnl_account(L, trnl_image_bytes(image));
    return 1;
}

/* terrane.inspect(path [, options]) -> {format=, width=, height=, channels=, bits=, sidecar=, range=, world_size=} */
static int inspect(lua_State *L)
{
    trnl_runtime(L, 2);
    const trn_read_options options = read_arguments(L, "inspect");
    const char *path = lua_tostring(L, 1);
    trn_runtime *rt = trnl_pin(L, 3, &trnl_runtime_type);

    trn_file_info info;
    trn_error err;
    trn_status st;
    TRNL_RUN(L, st, trn_file_inspect(rt, path, &options, &info, &err));
    trnl_unpin(L, 3, &trnl_runtime_type);

    if (st != TRN_OK) return trnl_refuse(L, &err);
    lua_newtable(L);
    lua_pushstring(L, formats[info.format]), lua_setfield(L, -2, "format");
    lua_pushinteger(L, info.width), lua_setfield(L, -2, "width");
    lua_pushinteger(L, info.height), lua_setfield(L, -2, "height");
    lua_pushinteger(L, info.channels), lua_setfield(L, -2, "channels");
    lua_pushinteger(L, info.bits), lua_setfield(L, -2, "bits");
    lua_pushboolean(L, info.has_sidecar), lua_setfield(L, -2, "sidecar");
    lua_pushnumber(L, info.world_size), lua_setfield(L, -2, "world_size");
    lua_createtable(L, 2, 0);
    lua_pushnumber(L, info.range_lo), lua_rawseti(L, -2, 1);
    lua_pushnumber(L, info.range_hi), lua_rawseti(L, -2, 2);
    lua_setfield(L, -2, "range");
    return 1;
}

/* terrane.file_hash(path) -> 32 hexadecimal digits over what the file holds */
static int file_hash(lua_State *L)
{
    trnl_runtime(L, 1);
    const char *path = trnl_text(L, 1);
    trn_runtime *rt = trnl_pin(L, 2, &trnl_runtime_type);

    uint8_t hash[16];
    trn_error err;
    trn_status st;
    TRNL_RUN(L, st, trn_file_hash(rt, path, hash, &err));
    trnl_unpin(L, 2, &trnl_runtime_type);

    if (st != TRN_OK) return trnl_refuse(L, &err);
    trnl_push_hex(L, hash);
    return 1;
}

const luaL_Reg trnl_file_functions[] = {{"read", read}, {"inspect", inspect}, {"file_hash", file_hash}, {NULL, NULL}};

/* ---- writing ---- */

typedef struct write_options {
    int32_t format, bits, level;
    bool sidecar, big_endian;
    trnl_pair range;
    double world_size;
    const char *key, *layer;
} write_options;
/* The first row is for images alone. */
static const trnl_option write_rows[] = {
    {"layer", TRNL_TEXT, offsetof(write_options, layer), 0, 0, NULL},
    {"format", TRNL_CHOICE, offsetof(write_options, format), 0, 0, formats},
    {"bits", TRNL_INT, offsetof(write_options, bits), 8, 16, NULL},
    {"range", TRNL_PAIR, offsetof(write_options, range), 0, 0, NULL},
    {"sidecar", TRNL_BOOL, offsetof(write_options, sidecar), 0, 0, NULL},
    {"big_endian", TRNL_BOOL, offsetof(write_options, big_endian), 0, 0, NULL},
    {"key", TRNL_TEXT, offsetof(write_options, key), 0, 0, NULL},
    {"world_size", TRNL_NUMBER, offsetof(write_options, world_size), 0, 1e12, NULL},
    {"level", TRNL_INT, offsetof(write_options, level), 1, 9, NULL},
    {NULL, TRNL_ANY, 0, 0, 0, NULL},
};

/* Writes the layer, which the value at 1 is or keeps, to the path at 2. */
static int write(lua_State *L, const trnl_type *type, trn_layer *layer, const write_options *o, double world_size)
{
    const char *path = lua_tostring(L, 2);
    const trn_write_options options = {.format = (trn_file_format)o->format, .bits = o->bits, .has_range = o->range.set,
                                       .range_lo = o->range.lo, .range_hi = o->range.hi, .sidecar = o->sidecar,
                                       .big_endian = o->big_endian, .key = o->key, .level = o->level,
                                       .world_size = o->world_size ? o->world_size : world_size};
    trnl_pin(L, 1, type);

    trn_error err;
    trn_status st;
    TRNL_RUN(L, st, trn_layer_write(layer, path, &options, &err));
    trnl_unpin(L, 1, type);

    if (st != TRN_OK) return trnl_refuse(L, &err);
    lua_pushboolean(L, 1);
    return 1;
}

/* layer:write(path [, {format=, bits=, range={lo, hi}, sidecar=, big_endian=, key=, world_size=, level=}]) -> true */
int trnl_layer_write(lua_State *L)
{
    write_options o = {0};
    trnl_check_writing(L);
    lua_settop(L, 3);
    trnl_check(L, 1, &trnl_layer_type);
    trnl_text(L, 2);
    trnl_options(L, 3, "write", write_rows + 1, &o);
    return write(L, &trnl_layer_type, trnl_check(L, 1, &trnl_layer_type), &o, 0);
}

/* image:write(path [, {layer=, ...}]) -> true; the layer is "C" unless given, or else the first one */
int trnl_image_write(lua_State *L)
{
    write_options o = {0};
    trnl_check_writing(L);
    lua_settop(L, 3);
    trnl_check(L, 1, &trnl_image_type);
    trnl_text(L, 2);
    trnl_options(L, 3, "write", write_rows, &o);
    trn_image *image = trnl_check(L, 1, &trnl_image_type);
    trn_layer *layer = trn_image_layer(image, o.layer ? o.layer : "C");
    if (!layer && o.layer) return trnl_error(L, "write: the image has no layer '%s'", o.layer);
    return write(L, &trnl_image_type, layer ? layer : trn_image_at(image, 0).layer, &o, trn_image_world_size(image));
}
