/* evaluate.c - node:render, node:report, node:stats, node:output. Each evaluates; results are remembered by the runtime, so
 * asking for several of them computes once. */
#include "args.h"
#include "evaluate.h"
#include <string.h>

static void *retain(void *result) { return trn_result_retain(result); }
static void release(void *result) { trn_result_release(result); }
static void describe(lua_State *L, void *result)
{
    (void)result;
    lua_pushliteral(L, "");
}
static const luaL_Reg no_methods[] = {{NULL, NULL}};
const trnl_type trnl_result_type = {.name = "terrane.result", .retain = retain, .release = release, .describe = describe,
                                    .methods = no_methods};

/* ---- progress: the only way from the core into Lua, and protected ---- */

typedef struct callback {
    lua_State *L;
    int caller; /* stack index of call_progress */
    trn_progress at;
    bool go, failed; /* failed: the error value is on top of the stack */
} callback;

static int call_progress(lua_State *L) /* upvalues: the recipe's function, the callback */
{
    callback *cb = lua_touserdata(L, lua_upvalueindex(2));
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushnumber(L, cb->at.fraction);
    lua_pushstring(L, cb->at.node);
    lua_call(L, 2, 1);
    cb->go = !lua_isboolean(L, -1) || lua_toboolean(L, -1);
    return 0;
}

static bool on_progress(void *user, const trn_progress *at)
{
    callback *cb = user;
    if (cb->failed) return false;
    cb->at = *at;
    lua_pushvalue(cb->L, cb->caller); /* cannot raise: its place on the stack was reserved */
    cb->failed = lua_pcall(cb->L, 0, 0, 0) != LUA_OK;
    return !cb->failed && cb->go;
}

static callback *push_callback(lua_State *L, int function)
{
    lua_pushvalue(L, function);
    callback *cb = lua_newuserdatauv(L, sizeof *cb, 0);
    *cb = (callback){.L = L};
    lua_pushcclosure(L, call_progress, 2);
    cb->caller = lua_gettop(L);
    return cb;
}

/* ---- evaluation ---- */

enum { DEEPEST = 16 }; /* progress functions that evaluate in turn; each level takes some C stack, which LuaJIT does not guard */

static trn_status run(trnl_state *state, trn_node *node, const trn_eval_desc *desc, trn_result **out, trn_error *err)
{
    ++state->depth;
    const trn_status st = trn_node_evaluate(node, desc, out, err);
    --state->depth;
    return st;
}

bool trnl_check_result(lua_State *L, trn_status st, const trn_error *err)
{
    if (st != TRN_OK && st != TRN_ERR_CANCELLED) {
        lua_pushstring(L, err->message); /* begins with the place where the recipe made the node */
        lua_error(L);
    }
    return st == TRN_OK;
}

/* Evaluates the node at 1 with the options at arg, and pushes a box with the result; NULL: cancelled. */
static const trn_result *evaluate(lua_State *L, int arg, const char *what, trnl_read_request *read)
{
    trnl_request o = {0};
    trnl_check(L, 1, &trnl_node_type);
    read(L, arg, what, &o);
    trnl_box *box = trnl_new(L, &trnl_result_type);
    if (box->state->depth == DEEPEST) trnl_error(L, "%s: %d progress functions that evaluate in turn are too many", what, DEEPEST);
    const int place = lua_gettop(L);
    callback *cb = o.progress ? push_callback(L, o.progress) : NULL;
    luaL_checkstack(L, 8, NULL);
    trn_node *node = trnl_pin(L, 1, &trnl_node_type);

    const trn_eval_desc desc = {o.width, o.height, o.window, o.unbounded, box->state->cancel, cb ? on_progress : NULL, cb};
    trn_result *result = NULL;
    trn_error err;
    trn_status st;
    TRNL_RUN(L, st, run(box->state, node, &desc, &result, &err));
    box->handle = result;
    trnl_unpin(L, 1, &trnl_node_type);

    if (cb && cb->failed) lua_error(L);
    lua_settop(L, place);
    return trnl_check_result(L, st, &err) ? result : NULL;
}

int trnl_push_nothing(lua_State *L, const char *why)
{
    lua_pushnil(L);
    lua_pushstring(L, why);
    return 2;
}

/* Evaluates the node at 1 and answers with what push makes of the result; nil, "cancelled" where there is none. */
static int answer(lua_State *L, int arg, const char *what, trnl_read_request *read, int (*push)(lua_State *L, const trn_result *result))
{
    lua_settop(L, arg);
    const trn_result *result = evaluate(L, arg, what, read);
    if (!result) return trnl_push_nothing(L, "cancelled");
    trnl_box *box = lua_touserdata(L, -1);
    const int count = push(L, result);
    trnl_free(box, &trnl_result_type);
    return count;
}

static int push_stats(lua_State *L, const trn_result *result)
{
    lua_newtable(L);
    for (int32_t i = 0; i < trn_result_stat_count(result); ++i) {
        const trn_stat s = trn_result_stat(result, i);
        lua_pushstring(L, s.name);
        lua_pushnumber(L, s.value);
        lua_rawset(L, -3);
    }
    return 1;
}

static int push_report(lua_State *L, const trn_result *result)
{
    lua_pushstring(L, trn_result_report(result));
    return 1;
}

static void push_timings(lua_State *L, const trn_result *result)
{
    lua_newtable(L);
    for (int32_t i = 0; i < trn_result_timing_count(result); ++i) {
        const trn_timing t = trn_result_timing(result, i);
        lua_createtable(L, 0, 4);
        lua_pushstring(L, t.node), lua_setfield(L, -2, "node");
        lua_pushstring(L, t.origin), lua_setfield(L, -2, "origin");
        lua_pushnumber(L, t.seconds), lua_setfield(L, -2, "seconds");
        lua_pushboolean(L, t.cached), lua_setfield(L, -2, "cached");
        lua_rawseti(L, -2, i + 1);
    }
}

int trnl_push_image(lua_State *L, const trn_result *result)
{
    trn_image *image = trn_result_image(result);
    trnl_share(L, &trnl_image_type, image);
    trnl_account(L, trnl_image_bytes(image));
    lua_createtable(L, 0, 3);
    push_report(L, result), lua_setfield(L, -2, "report");
    push_stats(L, result), lua_setfield(L, -2, "stats");
    push_timings(L, result), lua_setfield(L, -2, "timings");
    return 2;
}

/* node:render{width=, height=, window=, unbounded=, progress=} -> image, {report=, stats=, timings=}
 * node:tile{x=, y=, size=, overlap=, border=, width=, height=, unbounded=, progress=} -> the same, of one tile
 * node:report{...} -> text, "" for nodes without one
 * node:stats{...}  -> the figures of the report by name */
int trnl_node_render(lua_State *L) { return answer(L, 2, "render", trnl_read_render, trnl_push_image); }
int trnl_node_tile(lua_State *L) { return answer(L, 2, "tile", trnl_read_tile, trnl_push_image); }
int trnl_node_report(lua_State *L) { return answer(L, 2, "report", trnl_read_render, push_report); }
int trnl_node_stats(lua_State *L) { return answer(L, 2, "stats", trnl_read_render, push_stats); }

/* ---- whether tiles fit ---- */

static void push_problem(lua_State *L, const trn_tile_problem *problem)
{
    const struct { const char *name, *text; } fields[] = {{"node", problem->node}, {"origin", problem->origin}, {"param", problem->param},
                                                          {"what", problem->what}, {"instead", problem->instead}};
    lua_createtable(L, 0, 5);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) {
        lua_pushstring(L, fields[i].text);
        lua_setfield(L, -2, fields[i].name);
    }
}

typedef struct problem_list { trn_tile_problem *at, *end; } problem_list;
static void keep_problem(void *user, const trn_tile_problem *problem)
{
    problem_list *list = user;
    if (list->at < list->end) *list->at++ = *problem;
}

/* node:check_tiles() -> what keeps it from being made tile by tile: {node=, origin=, param=, what=, instead=} each */
int trnl_node_check_tiles(lua_State *L)
{
    trn_error err;
    trn_status st;
    int32_t count = 0;
    lua_settop(L, 1);
    trn_node *node = trnl_pin(L, 1, &trnl_node_type);
    TRNL_RUN(L, st, trn_node_check_tiles(node, NULL, NULL, &count, &err));
    trn_tile_problem *problems = lua_newuserdatauv(L, (size_t)(count + 1) * sizeof *problems, 0);
    problem_list list = {problems, problems + count};
    if (st == TRN_OK) TRNL_RUN(L, st, trn_node_check_tiles(node, keep_problem, &list, NULL, &err));
    if (st != TRN_OK) {
        trnl_unpin(L, 1, &trnl_node_type);
        return trnl_raise(L, &err);
    }
    lua_createtable(L, count, 0);
    for (int32_t i = 0; i < count; ++i) {
        push_problem(L, &problems[i]);
        lua_rawseti(L, -2, i + 1);
    }
    trnl_unpin(L, 1, &trnl_node_type);
    return 1;
}

static const char *port_at(const void *info, int32_t i)
{
    const trn_node_info *n = info;
    return i < n->output_count ? n->outputs[i].name : NULL;
}

static const trn_port *find_output(lua_State *L, const trn_node_info *info, const char *name)
{
    for (int32_t i = 0; i < info->output_count; ++i)
        if (strcmp(info->outputs[i].name, name) == 0) return &info->outputs[i];
    const char *meant = trn_closest(name, port_at, info);
    if (meant) trnl_error(L, "%s: no output '%s' (did you mean '%s'?)", info->id, name, meant);
    trnl_error(L, "%s: no output '%s'", info->id, name);
    return NULL;
}

static int push_output(lua_State *L, const trn_result *result) /* a number: a figure of that name, or the image's width */
{
    const char *name = lua_tostring(L, 2);
    double value = strcmp(name, "world_size") == 0 ? trn_image_world_size(trn_result_image(result)) : 0;
    for (int32_t i = 0; i < trn_result_stat_count(result); ++i)
        if (strcmp(trn_result_stat(result, i).name, name) == 0) value = trn_result_stat(result, i).value;
    lua_pushnumber(L, value);
    return 1;
}

/* node:output(name [, options]): of an image the node itself, of a report its text, of a number the number */
int trnl_node_output(lua_State *L)
{
    const trn_node_info *info = trn_node_get_info(trnl_check(L, 1, &trnl_node_type));
    const trn_port *port = find_output(L, info, trnl_text(L, 2));
    if (strcmp(port->type, "STRING") == 0) return answer(L, 3, "output", trnl_read_render, push_report);
    if (strcmp(port->type, "FLOAT") == 0) return answer(L, 3, "output", trnl_read_render, push_output);
    lua_settop(L, 1);
    return 1;
}
