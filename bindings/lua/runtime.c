/* runtime.c - terrane.runtime{...}: a runtime of one's own, and the default one that is made when first needed. */
#include "args.h"
#include "box.h"

static void *retain(void *rt) { return trn_runtime_retain(rt); }
static void release(void *rt) { trn_runtime_release(rt); }

static const char default_runtime[] = "terrane.default_runtime"; /* its place in the registry */

static void push_default(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, default_runtime);
    const trnl_box *old = lua_touserdata(L, -1);
    if (old && old->handle && !old->released) return;
    lua_pop(L, 1);
    trnl_box *box = trnl_new(L, &trnl_runtime_type);
    trn_error err;
    trn_runtime *rt = NULL;
    if (trn_runtime_create(NULL, &rt, &err) != TRN_OK) trnl_raise(L, &err);
    box->handle = rt;
    lua_pushvalue(L, -1);
    trnl_set_default_runtime(L);
}

void trnl_push_runtime(lua_State *L, int arg)
{
    luaL_checkstack(L, 4, NULL);
    if (trnl_test(L, arg, &trnl_runtime_type)) lua_pushvalue(L, arg);
    else push_default(L);
}

void trnl_runtime(lua_State *L, int args)
{
    const bool own = trnl_test(L, 1, &trnl_runtime_type) != NULL;
    if (lua_gettop(L) - own > args) trnl_error(L, "too many arguments: %d at most, got %d", args, lua_gettop(L) - own);
    lua_settop(L, args + own);
    trnl_push_runtime(L, 1);
    if (own) lua_remove(L, 1);
}

void trnl_set_default_runtime(lua_State *L) { lua_setfield(L, LUA_REGISTRYINDEX, default_runtime); }

static const trnl_option rows[] = {
    {"threads", TRNL_INT, offsetof(trn_runtime_desc, threads), 1, 1024, NULL},
    {"memory", TRNL_BYTES, offsetof(trn_runtime_desc, limits.max_bytes), 0, 0, NULL},
    {"cache", TRNL_BYTES, offsetof(trn_runtime_desc, limits.cache_bytes), 0, 0, NULL},
    {"cache_dir", TRNL_TEXT, offsetof(trn_runtime_desc, cache_dir), 0, 0, NULL},
    {"disk", TRNL_BYTES, offsetof(trn_runtime_desc, limits.disk_bytes), 0, 0, NULL},
    {"max_side", TRNL_INT, offsetof(trn_runtime_desc, limits.max_side), 1, 65536, NULL},
    {"max_nodes", TRNL_INT, offsetof(trn_runtime_desc, limits.max_nodes), 1, 1048576, NULL},
    {"max_work", TRNL_NUMBER, offsetof(trn_runtime_desc, limits.max_work), 1, 1e300, NULL},
    {"isa", TRNL_TEXT, offsetof(trn_runtime_desc, isa), 0, 0, NULL},
    {"device", TRNL_TEXT, offsetof(trn_runtime_desc, device), 0, 0, NULL},
    {NULL, TRNL_ANY, 0, 0, 0, NULL},
};

/* terrane.runtime{threads=, memory=, cache=, cache_dir=, disk=, max_side=, max_nodes=, max_work=, isa=, device=} makes one;
 * terrane.runtime() is the default one */
static int runtime(lua_State *L)
{
    if (lua_gettop(L) == 0) {
        push_default(L);
        return 1;
    }
    trn_runtime_desc desc = {0};
    lua_settop(L, 1);
    luaL_checktype(L, 1, LUA_TTABLE);
    trnl_options(L, 1, "runtime", rows, &desc);
    trnl_box *box = trnl_new(L, &trnl_runtime_type);
    trn_error err;
    trn_runtime *rt = NULL;
    const trn_status st = trn_runtime_create(&desc, &rt, &err);
    box->handle = rt;
    return st == TRN_OK ? 1 : trnl_raise(L, &err);
}

static int use(lua_State *L) /* rt:use(): from now on the default one */
{
    trnl_check(L, 1, &trnl_runtime_type);
    lua_settop(L, 1);
    lua_pushvalue(L, 1);
    trnl_set_default_runtime(L);
    return 1;
}

static int stats(lua_State *L)
{
    const trn_runtime_stats s = trn_runtime_get_stats(trnl_check(L, 1, &trnl_runtime_type));
    const struct { const char *name; uint64_t value; } figures[] = {
        {"bytes", s.bytes}, {"peak_bytes", s.peak_bytes}, {"cache_bytes", s.cache_bytes}, {"cache_hits", s.cache_hits},
        {"cache_misses", s.cache_misses}, {"disk_bytes", s.disk_bytes}, {"disk_hits", s.disk_hits},
        {"disk_misses", s.disk_misses}, {"nodes_evaluated", s.nodes_evaluated}, {"allocations", s.allocations},
        {"threads", (uint64_t)s.threads}, {"device_bytes", s.device_bytes}};
    lua_newtable(L);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; ++i) {
        lua_pushinteger(L, (lua_Integer)figures[i].value);
        lua_setfield(L, -2, figures[i].name);
    }
    lua_pushstring(L, s.isa);
    lua_setfield(L, -2, "isa");
    return 1;
}

static int device(lua_State *L) /* rt:device() -> what the device is; or nil and why there is none */
{
    trn_error err;
    const char *what = trn_runtime_device(trnl_check(L, 1, &trnl_runtime_type), &err);
    lua_pushstring(L, what);
    if (what) return 1;
    lua_pushstring(L, err.message);
    return 2;
}

static int text_version(lua_State *L) /* rt:text_version() -> what draws text; or nil and what to install */
{
    char versions[200];
    trn_error err;
    trn_status st;
    trn_runtime *rt = trnl_check(L, 1, &trnl_runtime_type);
    TRNL_RUN(L, st, trn_runtime_text(rt, versions, sizeof versions, &err));
    if (st != TRN_OK && st != TRN_ERR_DEVICE) return trnl_raise(L, &err);
    if (st == TRN_ERR_DEVICE) lua_pushnil(L);
    lua_pushstring(L, st == TRN_OK ? versions : err.message);
    return st == TRN_OK ? 1 : 2;
}

static int trim(lua_State *L) /* forgets remembered results */
{
    trn_runtime_trim(trnl_check(L, 1, &trnl_runtime_type));
    return 0;
}

/* rt:fail_allocation(n, sticky), for tests: the n-th allocation from now fails; a negative n ends it */
static int fail_allocation(lua_State *L)
{
    trn_runtime *rt = trnl_check(L, 1, &trnl_runtime_type);
    const double n = trnl_whole(L, 2, -9e15, 9e15);
    trn_runtime_fail_allocation(rt, (int64_t)n, lua_toboolean(L, 3));
    trnl_state_of(L)->testing = n >= 0;
    return 0;
}

static void describe(lua_State *L, void *handle)
{
    const trn_runtime_stats s = trn_runtime_get_stats(handle);
    lua_pushfstring(L, "%d threads, %s", (int)s.threads, s.isa);
}

static const luaL_Reg methods[] = {{"use", use}, {"stats", stats}, {"device", device}, {"text_version", text_version}, {"trim", trim},
                                   {"fail_allocation", fail_allocation}, {NULL, NULL}};
const trnl_type trnl_runtime_type = {.name = "terrane.runtime", .retain = retain, .release = release, .describe = describe,
                                     .methods = methods, .constructors = true};
const luaL_Reg trnl_runtime_functions[] = {{"runtime", runtime}, {NULL, NULL}};
