/* args.c - see args.h */
#include "args.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ---- */

/* The modules that ship inside call the constructors for the recipe, so they are passed over. */
void trnl_where(lua_State *L)
{
    static const char ours[] = "@stdlib/terrane/";
    lua_Debug ar;
    for (int level = 1; lua_getstack(L, level, &ar); ++level) {
        lua_getinfo(L, "Sl", &ar);
        if (ar.currentline <= 0 || strncmp(ar.source, ours, sizeof ours - 1) == 0) continue;
        lua_pushfstring(L, "%s:%d", ar.short_src, ar.currentline);
        return;
    }
    lua_pushliteral(L, "");
}

static int raise_top(lua_State *L) /* with its place in front */
{
    trnl_where(L);
    if (lua_rawlen(L, -1) == 0) {
        lua_pop(L, 1);
        return lua_error(L);
    }
    lua_pushliteral(L, ": ");
    lua_pushvalue(L, -3);
    lua_concat(L, 3);
    return lua_error(L);
}

int trnl_error(lua_State *L, const char *format, ...)
{
    char text[1000]; /* as long as the core's, and as clean: names in it come from recipes */
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n >= (int)sizeof text) {
        n = sizeof text - 1;
        while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80) --n; /* not in the middle of a character */
    }
    for (int i = 0; i < n; ++i)
        if ((unsigned char)text[i] < 32 || text[i] == 127) text[i] = '?';
    luaL_checkstack(L, 6, NULL);
    lua_pushlstring(L, text, n < 0 ? 0 : (size_t)n);
    return raise_top(L);
}

int trnl_raise(lua_State *L, const trn_error *err)
{
    luaL_checkstack(L, 6, NULL);
    trnl_push_text(L, err->message);
    return raise_top(L);
}

int trnl_refuse(lua_State *L, const trn_error *err)
{
    switch (err->status) {
    case TRN_ERR_LIMIT: case TRN_ERR_IO: case TRN_ERR_FORMAT: case TRN_ERR_DATA:
        lua_pushnil(L);
        lua_pushstring(L, err->message);
        lua_pushstring(L, trn_status_name(err->status));
        return 3;
    default:
        return trnl_raise(L, err);
    }
}

/* ---- single values ---- */

void trnl_push_text(lua_State *L, const char *text) { lua_pushlstring(L, text, strlen(text)); }

const char *trnl_number_text(double x, char out[TRNL_NUMBER_TEXT])
{
    if (x == floor(x) && fabs(x) < 1e15) {
        snprintf(out, TRNL_NUMBER_TEXT, "%.0f", x + 0.0);
        return out;
    }
    for (int digits = 1; digits <= 17; ++digits) {
        snprintf(out, TRNL_NUMBER_TEXT, "%.*g", digits, x);
        if (strtod(out, NULL) == x) break;
    }
    char *point = out + strspn(out, "+-0123456789einfa");
    if (*point == 0) return out;
    const size_t length = strcspn(point, "0123456789");
    memmove(point + 1, point + length, strlen(point + length) + 1);
    *point = '.';
    return out;
}

static bool whole(double x, double lo, double hi) { return x >= lo && x <= hi && x == floor(x); } /* false for NaN */

double trnl_whole(lua_State *L, int arg, double lo, double hi)
{
    const double x = luaL_checknumber(L, arg);
    if (whole(x, lo, hi)) return x;
    char a[TRNL_NUMBER_TEXT], b[TRNL_NUMBER_TEXT], c[TRNL_NUMBER_TEXT];
    lua_pushfstring(L, "a whole number from %s to %s expected, got %s", trnl_number_text(lo, a), trnl_number_text(hi, b),
                    trnl_number_text(x, c));
    luaL_argerror(L, arg, lua_tostring(L, -1));
    return 0;
}

const char *trnl_text(lua_State *L, int arg)
{
    size_t length;
    luaL_checktype(L, arg, LUA_TSTRING);
    const char *s = lua_tolstring(L, arg, &length);
    luaL_argcheck(L, strlen(s) == length, arg, "a text cannot hold a zero byte");
    return s;
}

void trnl_push_hex(lua_State *L, const uint8_t bytes[16])
{
    char text[32];
    for (int i = 0; i < 32; ++i) text[i] = "0123456789abcdef"[bytes[i / 2] >> (i % 2 ? 0 : 4) & 15];
    lua_pushlstring(L, text, sizeof text);
}

void trnl_push_number(lua_State *L, double value, trn_type type)
{
    if (type == TRN_I32) lua_pushinteger(L, (lua_Integer)value);
    else lua_pushnumber(L, value);
}

/* ---- option tables ---- */

typedef struct reader { lua_State *L; const char *what; const trnl_option *row; } reader;

static int wrong(const reader *r, const char *wanted)
{
    lua_State *L = r->L; /* the value is on top */
    char text[TRNL_NUMBER_TEXT];
    if (lua_type(L, -1) == LUA_TNUMBER)
        return trnl_error(L, "%s: '%s' must be %s, got %s", r->what, r->row->name, wanted,
                          trnl_number_text(lua_tonumber(L, -1), text));
    if (lua_type(L, -1) == LUA_TSTRING)
        return trnl_error(L, "%s: '%s' must be %s, got '%s'", r->what, r->row->name, wanted, lua_tostring(L, -1));
    return trnl_error(L, "%s: '%s' must be %s, got a %s", r->what, r->row->name, wanted, luaL_typename(L, -1));
}

static double number(const reader *r, const char *wanted)
{
    if (lua_type(r->L, -1) != LUA_TNUMBER) wrong(r, wanted);
    return lua_tonumber(r->L, -1);
}

static double bounded(const reader *r, bool integer)
{
    const trnl_option *row = r->row;
    const double x = number(r, integer ? "a whole number" : "a number");
    if (integer ? whole(x, row->lo, row->hi) : x >= row->lo && x <= row->hi) return x;
    char lo[TRNL_NUMBER_TEXT], hi[TRNL_NUMBER_TEXT];
    lua_pushfstring(r->L, "a %snumber from %s to %s", integer ? "whole " : "", trnl_number_text(row->lo, lo),
                    trnl_number_text(row->hi, hi));
    const char *wanted = lua_tostring(r->L, -1);
    lua_pushvalue(r->L, -2);
    return wrong(r, wanted);
}

/* The numbers of the list at the top, of exactly count items. */
static void numbers(const reader *r, const char *wanted, double *out, int count)
{
    lua_State *L = r->L;
    if (!lua_istable(L, -1) || lua_rawlen(L, -1) != (size_t)count) wrong(r, wanted);
    for (int i = 0; i < count; ++i) {
        lua_rawgeti(L, -1, i + 1);
        const double x = lua_tonumber(L, -1);
        const bool ok = lua_type(L, -1) == LUA_TNUMBER && x - x == 0;
        lua_pop(L, 1);
        if (!ok) wrong(r, wanted);
        out[i] = x;
    }
}

static void choice(const reader *r, void *out)
{
    lua_State *L = r->L;
    const char *const *names = r->row->choices;
    const char *given = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    for (int32_t i = 0; names[i]; ++i)
        if (strcmp(names[i], given) == 0) {
            *(int32_t *)out = i;
            return;
        }
    lua_pushliteral(L, "one of");
    for (int32_t i = 0; names[i]; ++i) {
        lua_pushfstring(L, "%s %s", i ? "," : "", names[i]);
        lua_concat(L, 2);
    }
    const char *wanted = lua_tostring(L, -1);
    lua_pushvalue(L, -2);
    wrong(r, wanted);
}

static void text(const reader *r, void *out)
{
    size_t length;
    if (lua_type(r->L, -1) != LUA_TSTRING) wrong(r, "a text");
    const char *s = lua_tolstring(r->L, -1, &length);
    if (strlen(s) != length) wrong(r, "a text without zero bytes");
    *(const char **)out = s;
}

static bool convert(const reader *r, char *at) /* of the value on top; whether it must stay on the stack */
{
    double n[4];
    switch (r->row->kind) {
    case TRNL_INT: *(int32_t *)at = (int32_t)bounded(r, true); return false;
    case TRNL_NUMBER: *(double *)at = bounded(r, false); return false;
    case TRNL_BYTES:
        n[0] = number(r, "a number of bytes");
        if (!(n[0] >= 1 && n[0] < 9e18)) wrong(r, "a number of bytes");
        *(uint64_t *)at = (uint64_t)n[0];
        return false;
    case TRNL_BOOL:
        if (!lua_isboolean(r->L, -1)) wrong(r, "true or false");
        *(bool *)at = lua_toboolean(r->L, -1);
        return false;
    case TRNL_CHOICE: choice(r, at); return false;
    case TRNL_PAIR:
        numbers(r, "two numbers {lowest, highest}", n, 2);
        *(trnl_pair *)at = (trnl_pair){true, n[0], n[1]};
        return false;
    case TRNL_WINDOW:
        numbers(r, "four numbers {x, y, width, height}", n, 4);
        for (int i = 0; i < 4; ++i)
            if (!whole(n[i], i < 2 ? -9e15 : 1, i < 2 ? 9e15 : 2147483647.0)) wrong(r, "whole numbers {x, y, width, height}, x and y from -9e15 to 9e15, the others above 0");
        *(trn_region *)at = (trn_region){(int64_t)n[0], (int64_t)n[1], (int32_t)n[2], (int32_t)n[3]};
        return false;
    case TRNL_TEXT: text(r, at); return true;
    case TRNL_FUNCTION:
        if (!lua_isfunction(r->L, -1)) wrong(r, "a function");
        *(int *)at = lua_gettop(r->L);
        return true;
    case TRNL_ANY: *(int *)at = lua_gettop(r->L); return true;
    }
    return false;
}

static const char *row_at(const void *rows, int32_t i) { return ((const trnl_option *)rows)[i].name; }

size_t trnl_check_names(lua_State *L, int arg, const char *what, const char *rule)
{
    size_t count = 0;
    const char *odd = NULL;
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1), ++count) {
        const char *kind = luaL_typename(L, -2);
        if (lua_type(L, -2) == LUA_TSTRING) {
            if (strlen(lua_tostring(L, -2)) == lua_rawlen(L, -2)) continue;
            kind = "text with a zero byte";
        }
        if (!odd || strcmp(kind, odd) < 0) odd = kind;
    }
    if (odd) trnl_error(L, "%s: %s, got a value under a %s", what, rule, odd);
    return count;
}

static void check_names(lua_State *L, int arg, const char *what, const trnl_option *rows)
{
    const char *unknown = NULL; /* the first by name */
    trnl_check_names(L, arg, what, "options have names");
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
        const char *name = lua_tostring(L, -2);
        int32_t i = 0;
        while (rows[i].name && strcmp(rows[i].name, name) != 0) ++i;
        if (!rows[i].name && (!unknown || strcmp(name, unknown) < 0)) unknown = name;
    }
    if (!unknown) return;
    const char *meant = trn_closest(unknown, row_at, rows);
    if (meant) trnl_error(L, "%s: no option '%s' (did you mean '%s'?)", what, unknown, meant);
    trnl_error(L, "%s: no option '%s'", what, unknown);
}

void trnl_options(lua_State *L, int arg, const char *what, const trnl_option *rows, void *out)
{
    if (lua_isnoneornil(L, arg)) return;
    if (!lua_istable(L, arg)) trnl_error(L, "%s: a table of options expected, got a %s", what, luaL_typename(L, arg));
    luaL_checkstack(L, 40, NULL);
    check_names(L, arg, what, rows);
    for (reader r = {L, what, rows}; r.row->name; ++r.row) {
        lua_pushstring(L, r.row->name);
        lua_rawget(L, arg);
        const int top = lua_gettop(L);
        if (lua_isnil(L, -1) || !convert(&r, (char *)out + r.row->offset)) lua_settop(L, top - 1);
    }
}
