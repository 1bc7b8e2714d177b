/* setting.c - see setting.h */
#include "setting.h"
#include "args.h"
#include "box.h"
#include <string.h>

typedef struct writer {
    lua_State *L;
    size_t length;
    char text[4200]; /* the core refuses strings of more than 4096 bytes, so what does not fit here need not be kept */
} writer;

static void add(writer *w, const char *s)
{
    for (; *s && w->length < sizeof w->text - 1; ++s) w->text[w->length++] = *s;
    w->text[w->length] = 0;
}

/* What stands before the second item of a list and before those after it; one level for each depth of lists in lists. */
typedef struct level { const char *second, *later; } level;
static const level vector[] = {{" ", " "}, {NULL, NULL}}, vectors[] = {{"; ", "; "}, {" ", " "}, {NULL, NULL}},
                   ramp[] = {{" ", " "}, {":", ","}, {",", ","}, {NULL, NULL}};

static bool add_list(writer *w, int index, const level *separators) /* false for what is no list of numbers and texts */
{
    lua_State *L = w->L;
    const size_t n = lua_rawlen(L, index);
    bool ok = n > 0 && separators->second;
    for (size_t i = 1; ok && i <= n && w->length < sizeof w->text - 1; ++i) {
        char number[TRNL_NUMBER_TEXT];
        if (i > 1) add(w, i == 2 ? separators->second : separators->later);
        lua_rawgeti(L, index, (int)i);
        switch (lua_type(L, -1)) {
        case LUA_TNUMBER: add(w, trnl_number_text(lua_tonumber(L, -1), number)); break;
        case LUA_TSTRING: add(w, lua_tostring(L, -1)); break;
        case LUA_TTABLE: ok = add_list(w, lua_gettop(L), separators + 1); break;
        default: ok = false;
        }
        lua_pop(L, 1);
    }
    return ok;
}

static const level *form_of(lua_State *L, const trn_param *p, int index)
{
    if (strchr(p->text, ':')) return ramp;
    lua_rawgeti(L, index, 1);
    const bool nested = lua_istable(L, -1);
    lua_pop(L, 1);
    return nested ? vectors : vector;
}

/* Pushes the list at index as the text that p takes; false if it is none. */
static bool push_list(lua_State *L, const trn_param *p, int index)
{
    writer w = {.L = L};
    luaL_checkstack(L, 8, NULL);
    if (!add_list(&w, index, form_of(L, p, index))) return false;
    lua_pushlstring(L, w.text, w.length);
    return true;
}

static const trn_param *text_param(const trn_node_info *info, const char *name)
{
    for (int32_t i = 0; i < info->param_count; ++i)
        if (info->params[i].kind == TRN_KIND_STRING && strcmp(info->params[i].name, name) == 0) return &info->params[i];
    return NULL;
}

static const char *kind_name(lua_State *L, int index)
{
    const char *ours[] = {"terrane.node", "terrane.image", "terrane.layer", "terrane.runtime"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; ++i)
        if (luaL_testudata(L, index, ours[i])) return ours[i] + sizeof "terrane";
    return luaL_typename(L, index);
}

trn_setting trnl_setting(lua_State *L, const trn_node_info *info, const char *name, int value, int anchors)
{
    trn_setting s = {.name = name, .kind = TRN_VALUE_OTHER, .string = kind_name(L, value)};
    const trn_param *p = text_param(info, name);
    switch (lua_type(L, value)) {
    case LUA_TUSERDATA:
        s.figure = trnl_test(L, value, &trnl_figure_type);
        if (s.figure) s.kind = TRN_VALUE_FIGURE, s.string = NULL;
        return s;
    case LUA_TNUMBER: s.kind = TRN_VALUE_NUMBER, s.number = lua_tonumber(L, value); return s;
    case LUA_TBOOLEAN: s.kind = TRN_VALUE_BOOL, s.number = lua_toboolean(L, value); return s;
    case LUA_TSTRING: lua_pushvalue(L, value); break;
    case LUA_TTABLE:
        if (p && push_list(L, p, value)) break;
        return s;
    default: return s;
    }
    size_t length;
    s.string = lua_tolstring(L, -1, &length);
    lua_rawseti(L, anchors, (int)lua_rawlen(L, anchors) + 1);
    if (strlen(s.string) == length) s.kind = TRN_VALUE_STRING;
    else s.string = "string with a zero byte";
    return s;
}
