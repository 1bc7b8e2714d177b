/* describe.c - terrane.nodes(): the declarations as plain tables, which help, references and editors are made from. */
#include "box.h"
#include <math.h>

static void field(lua_State *L, const char *name, const char *text)
{
    if (!text) return;
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

static void push_ports(lua_State *L, const trn_port *ports, int32_t count)
{
    lua_createtable(L, count, 0);
    for (int32_t i = 0; i < count; ++i) {
        lua_createtable(L, 0, 4);
        field(L, "name", ports[i].name);
        field(L, "type", ports[i].type);
        field(L, "doc", ports[i].doc);
        lua_pushboolean(L, ports[i].optional);
        lua_setfield(L, -2, "optional");
        lua_rawseti(L, -2, i + 1);
    }
}

static void push_number(lua_State *L, const trn_param *p, double x)
{
    if (p->kind == TRN_KIND_INT) lua_pushinteger(L, (lua_Integer)x);
    else lua_pushnumber(L, x);
}

static void push_default(lua_State *L, const trn_param *p)
{
    switch (p->kind) {
    case TRN_KIND_FLOAT: case TRN_KIND_INT: push_number(L, p, p->def); break;
    case TRN_KIND_TOGGLE: lua_pushboolean(L, p->def != 0); break;
    case TRN_KIND_MENU: lua_pushstring(L, p->options[(int32_t)p->def]); break;
    case TRN_KIND_STRING: lua_pushstring(L, p->text); break;
    }
}

static void bound(lua_State *L, const trn_param *p, const char *name, double x) /* nothing where there is none */
{
    if ((p->kind != TRN_KIND_FLOAT && p->kind != TRN_KIND_INT) || isinf(x)) return;
    push_number(L, p, x);
    lua_setfield(L, -2, name);
}

static void push_conditions(lua_State *L, const trn_param *p)
{
    lua_newtable(L);
    if (p->hidden) {
        lua_pushfstring(L, "Hidden when %s.", p->hidden);
        lua_rawseti(L, -2, 1);
    }
    if (p->disabled) {
        lua_pushfstring(L, "Disabled when %s.", p->disabled);
        lua_rawseti(L, -2, p->hidden ? 2 : 1);
    }
}

static void push_param(lua_State *L, const trn_param *p)
{
    static const char *const kinds[] = {"float", "int", "toggle", "menu", "string"}; /* ORDER trn_kind */
    lua_createtable(L, 0, 12);
    field(L, "name", p->name);
    field(L, "label", p->label);
    field(L, "group", p->group ? p->group : "");
    field(L, "kind", kinds[p->kind]);
    field(L, "unit", p->unit);
    field(L, "doc", p->doc);
    push_default(L, p);
    lua_setfield(L, -2, "default");
    bound(L, p, "min", p->min);
    bound(L, p, "max", p->max);
    if (p->kind == TRN_KIND_MENU) {
        lua_newtable(L);
        for (int i = 0; p->options[i]; ++i) {
            lua_pushstring(L, p->options[i]);
            lua_rawseti(L, -2, i + 1);
        }
        lua_setfield(L, -2, "options");
    }
    push_conditions(L, p);
    lua_setfield(L, -2, "conditions");
}

static void push_type(lua_State *L, const trn_node_info *info)
{
    static const char *const reaches[] = {"pointwise", "local", "global"}; /* ORDER trn_reach */
    lua_createtable(L, 0, 12);
    field(L, "id", info->id);
    field(L, "title", info->title);
    field(L, "category", info->category);
    field(L, "summary", info->summary);
    field(L, "doc", info->doc);
    field(L, "example", info->example);
    field(L, "reach", reaches[info->reach]);
    if (info->open) field(L, "open", info->open);
    lua_pushinteger(L, info->version);
    lua_setfield(L, -2, "version");
    push_ports(L, info->inputs, info->input_count);
    lua_setfield(L, -2, "inputs");
    push_ports(L, info->outputs, info->output_count);
    lua_setfield(L, -2, "outputs");
    lua_createtable(L, info->param_count, 0);
    for (int32_t i = 0; i < info->param_count; ++i) {
        push_param(L, &info->params[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "params");
}

static int nodes(lua_State *L) /* sorted by id; new tables each time */
{
    const int32_t count = trn_node_type_count();
    lua_createtable(L, count, 0);
    for (int32_t i = 0; i < count; ++i) {
        push_type(L, trn_node_type_at(i));
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

const luaL_Reg trnl_describe_functions[] = {{"nodes", nodes}, {NULL, NULL}};
