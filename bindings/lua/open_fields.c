/* open_fields.c - see open_fields.h */
#include "open_fields.h"
#include "args.h"
#include "stranger.h"
#include <stdbool.h>
#include <string.h>

static bool is_name(const char *s)
{
    static const char *const taken[] = {"and", "or", "not", "local"};
    const char *const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    for (size_t i = 0; i < sizeof taken / sizeof *taken; ++i)
        if (strcmp(s, taken[i]) == 0) return false;
    if (!*s || !strchr(letters, *s)) return false;
    while (*s && (strchr(letters, *s) || (*s >= '0' && *s <= '9'))) ++s;
    return *s == 0;
}

static void add_name(lua_State *L, luaL_Buffer *b, const trn_node_info *info, const char *name)
{
    const bool plain = is_name(name);
    if (!plain && (!*name || strchr(name, '`'))) trnl_error(L, "%s: no layer can have the name '%s'", info->id, name);
    if (!plain) luaL_addchar(b, '`');
    luaL_addstring(b, name);
    if (!plain) luaL_addchar(b, '`');
    luaL_addstring(b, " = ");
}

/* Of a field it is one expression: what assigns or ends a statement would be another. */
static void check_expression(lua_State *L, const trn_node_info *info, const trn_setting *field)
{
    const char *const s = field->string;
    bool comment = false, quoted = false;
    for (const char *c = s; *c; ++c) {
        if (*c == '\n') comment = false;
        else if (!quoted && c[0] == '-' && c[1] == '-') comment = true;
        else if (!comment && *c == '`') quoted = !quoted;
        if (comment || quoted) continue;
        const bool sign = c > s && strchr("=<>~", c[-1]);
        if (*c == ';') trnl_error(L, "%s: %s: column %d: a field is one expression; it has no ';'", info->id, field->name, (int)(c - s) + 1);
        if (*c == '!' && c[1] == '=') trnl_error(L, "%s: %s: column %d: to differ is written ~=", info->id, field->name, (int)(c - s) + 1);
        if (*c == '=' && c[1] != '=' && !sign)
            trnl_error(L, "%s: %s: column %d: '=' assigns; to compare write ==", info->id, field->name, (int)(c - s) + 1);
    }
}

void trnl_push_open(lua_State *L, const trn_node_info *info, const trn_setting *fields, int32_t count, const char *given)
{
    size_t length = given ? strlen(given) : 0;
    for (int32_t i = 0; i < count; ++i) {
        if (fields[i].kind == TRN_VALUE_STRING) check_expression(L, info, &fields[i]), length += strlen(fields[i].string);
        else if (fields[i].kind == TRN_VALUE_FIGURE) length += strlen(fields[i].string);
        else if (fields[i].kind != TRN_VALUE_NUMBER && fields[i].kind != TRN_VALUE_BOOL)
            trnl_error(L, "%s: %s: must be an expression (a text) or a number, got a %s", info->id, fields[i].name, fields[i].string);
        else if (fields[i].number != fields[i].number || fields[i].number - fields[i].number != 0)
            trnl_error(L, "%s: %s: must be finite", info->id, fields[i].name);
        length += strlen(fields[i].name);
    }
    trnl_charge(L, (double)length);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (int32_t i = 0; i < count; ++i) {
        char number[TRNL_NUMBER_TEXT];
        if (fields[i].kind == TRN_VALUE_STRING) continue;
        luaL_addstring(&b, "local ");
        add_name(L, &b, info, fields[i].name);
        if (fields[i].kind == TRN_VALUE_FIGURE) luaL_addstring(&b, fields[i].string);
        else if (fields[i].kind == TRN_VALUE_BOOL) luaL_addstring(&b, fields[i].number != 0 ? "true" : "false");
        else luaL_addstring(&b, trnl_number_text(fields[i].number, number));
        luaL_addchar(&b, '\n');
    }
    if (given) luaL_addstring(&b, given), luaL_addchar(&b, '\n');
    for (int32_t i = 0; i < count; ++i) {
        if (fields[i].kind != TRN_VALUE_STRING) continue;
        add_name(L, &b, info, fields[i].name);
        luaL_addstring(&b, fields[i].string);
        luaL_addstring(&b, "\n;\n"); /* whatever it is, it ends there; on a line of its own, for it may end in a comment */
    }
    luaL_pushresult(&b);
}
