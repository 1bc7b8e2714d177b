/* job.c - evaluations in the background.
 *
 *     node:start{width=, height=, window=, unbounded=, stepped=}          -> job, at once
 *     node:start_tile{x=, y=, size=, overlap=, border=, ..., stepped=}    -> the same for one tile
 *
 * A job that is collected, released or left to a <close> is cancelled. job:await is Lua, stdlib/terrane/await.lua: a coroutine
 * cannot yield across C everywhere. */
#include "args.h"
#include "evaluate.h"
#include <string.h>

static void *retain(void *job) { return trn_job_retain(job); }
static void release(void *job) { trn_job_release(job); }

static int start(lua_State *L, const char *what, trnl_read_request *read)
{
    trnl_request o = {0};
    lua_settop(L, 2);
    trnl_check(L, 1, &trnl_node_type);
    read(L, 2, what, &o);
    trnl_box *box = trnl_new(L, &trnl_job_type);
    trn_node *node = trnl_pin(L, 1, &trnl_node_type);

    const trn_eval_desc desc = {.width = o.width, .height = o.height, .window = o.window, .unbounded = o.unbounded,
                                .cancel = box->state->cancel};
    trn_job *job = NULL;
    trn_error err;
    trn_status st;
    TRNL_RUN(L, st, trn_job_start(node, &desc, o.stepped, &job, &err));
    box->handle = job;
    trnl_unpin(L, 1, &trnl_node_type);
    return st == TRN_OK ? 1 : trnl_raise(L, &err);
}
int trnl_node_start(lua_State *L) { return start(L, "start", trnl_read_start); }
int trnl_node_start_tile(lua_State *L) { return start(L, "start_tile", trnl_read_start_tile); }

static int poll(lua_State *L) /* job:poll() -> done, fraction, type of the node at work */
{
    const trn_job_state s = trn_job_poll(trnl_check(L, 1, &trnl_job_type));
    lua_pushboolean(L, s.done);
    lua_pushnumber(L, s.progress);
    lua_pushstring(L, s.node);
    return 3;
}

static double milliseconds(lua_State *L)
{
    const double ms = luaL_checknumber(L, 2);
    luaL_argcheck(L, ms >= 0, 2, "milliseconds, 0 or more, expected"); /* nor NaN */
    return ms;
}

static int step(lua_State *L) /* job:step(milliseconds) -> done */
{
    trn_job *job = trnl_check(L, 1, &trnl_job_type);
    lua_pushboolean(L, trn_job_step(job, milliseconds(L)));
    return 1;
}

/* job:wait([milliseconds]) -> image, {report=, stats=, timings=} as render gives them; nil, "running" when the time is over;
 * nil, "cancelled". What went wrong in the evaluation is raised. */
static int wait(lua_State *L)
{
    lua_settop(L, 2);
    trn_job *job = trnl_check(L, 1, &trnl_job_type);
    const bool timed = !lua_isnil(L, 2);
    if (!(timed ? trn_job_step(job, milliseconds(L)) : trn_job_wait(job, -1))) return trnl_push_nothing(L, "running");

    trnl_box *box = trnl_new(L, &trnl_result_type);
    job = trnl_pin(L, 1, &trnl_job_type); /* the box may have run finalisers */
    trn_result *result = NULL;
    trn_error err;
    const trn_status st = trn_job_result(job, &result, &err);
    box->handle = result;
    trnl_unpin(L, 1, &trnl_job_type);
    if (!trnl_check_result(L, st, &err)) return trnl_push_nothing(L, "cancelled");
    const int count = trnl_push_image(L, result);
    trnl_free(box, &trnl_result_type);
    return count;
}

static int cancel(lua_State *L)
{
    trn_job_cancel(trnl_check(L, 1, &trnl_job_type));
    return 0;
}

static void describe(lua_State *L, void *job)
{
    const trn_job_state s = trn_job_poll(job);
    lua_pushstring(L, s.done ? "done" : *s.node ? s.node : "not begun");
}

static const char *const properties[] = {"stepped", NULL};
static int property(lua_State *L, void *job, const char *name)
{
    if (strcmp(name, "stepped") != 0) return 0;
    lua_pushboolean(L, trn_job_poll(job).stepped);
    return 1;
}

static const luaL_Reg methods[] = {{"poll", poll}, {"wait", wait}, {"step", step}, {"cancel", cancel}, {NULL, NULL}};
const trnl_type trnl_job_type = {.name = "terrane.job", .retain = retain, .release = release, .describe = describe,
                                 .property = property, .properties = properties, .methods = methods};
