#define _GNU_SOURCE /* MAP_ANONYMOUS, pthread_attr_setstack */
/* lua_stranger_test.c - strangers' recipes from within: what they can reach, compared with spec/sandbox/reachable.txt; that the
 * host can cancel them; and that small stacks are enough for the deepest of them. */
#include "box.h"
#include "check.h"
#include "terrane_lua.h"
#include <fenv.h>
#include <lauxlib.h>
#include <lualib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- everything that a recipe can get hold of ---- */

typedef struct walk {
    lua_State *L;  /* the recipe's */
    lua_State *to; /* a table of paths is on top of its stack */
    int open;      /* metatables that a recipe could see */
} walk;

static void visit(walk *w, const char *path, int depth);

static void note(walk *w, const char *path, const char *kind)
{
    lua_pushfstring(w->to, "%s: %s", path, kind);
    lua_rawseti(w->to, -2, (int)lua_rawlen(w->to, -2) + 1);
}

static void visit_fields(walk *w, const char *path, int depth) /* of the table on top */
{
    lua_State *L = w->L;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        char name[400];
        lua_pushvalue(L, -2);
        snprintf(name, sizeof name, *path ? "%s.%s" : "%s%s", path, luaL_tolstring(L, -1, NULL));
        lua_pop(L, 2);
        visit(w, name, depth + 1);
    }
}

static void visit_meta(walk *w, const char *path, int depth) /* of the value on top: what indexing it gives */
{
    lua_State *L = w->L;
    if (!lua_getmetatable(L, -1)) return;
    lua_getfield(L, -1, "__metatable");
    w->open += !lua_isboolean(L, -1) || lua_toboolean(L, -1);
    lua_pop(L, 1);
    lua_getfield(L, -1, "__index");
    if (lua_istable(L, -1)) {
        visit_fields(w, path, depth);
    } else if (lua_iscfunction(L, -1) && lua_getupvalue(L, -1, 2)) { /* box.c: the type and its methods */
        visit_fields(w, path, depth);
        lua_pop(L, 1);
        lua_getupvalue(L, -1, 1);
        const trnl_type *type = lua_touserdata(L, -1);
        for (const char *const *p = type->properties; p && *p; ++p) {
            char name[400];
            snprintf(name, sizeof name, "%s.%s", path, *p);
            note(w, name, "property");
        }
        lua_pop(L, 1);
    } else if (!lua_isnil(L, -1)) {
        note(w, *path ? path : "globals", "answers for missing fields");
        for (int i = 1;; ++i) { /* sandbox.lua: from the table `lib`, or with an error */
            const char *name = lua_getupvalue(L, -1, i);
            if (!name) break;
            if (strcmp(name, "lib") == 0) visit_fields(w, path, depth);
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 2);
}

static void visit(walk *w, const char *path, int depth) /* the value on top */
{
    lua_State *L = w->L;
    luaL_checkstack(L, 20, NULL);
    if (*path) note(w, path, luaL_typename(L, -1));
    if (depth > 6) note(w, path, "deeper than is looked");
    if (depth > 6) return;
    if (lua_istable(L, -1)) {
        lua_getfield(L, LUA_REGISTRYINDEX, "seen");
        lua_pushvalue(L, -2);
        lua_rawget(L, -2);
        const bool seen = !lua_isnil(L, -1);
        lua_pop(L, 1);
        lua_pushvalue(L, -2);
        lua_pushboolean(L, 1);
        lua_rawset(L, -3);
        lua_pop(L, 1);
        if (seen) return;
        visit_fields(w, path, depth);
    }
    if (*path == '\0' || lua_type(L, -1) != LUA_TSTRING) visit_meta(w, path, depth);
}

static walk walked;

/* Called by the recipe as a function of the host: looks at the recipe's state, which waits meanwhile. */
static int probe(lua_State *H)
{
    lua_Debug ar;
    lua_State *L = NULL;
    for (int level = 1; !L && lua_getstack(H, level, &ar); ++level) /* the owner is among what run_stranger() holds */
        for (int i = 1; lua_getlocal(H, &ar, i); ++i) {
            if (luaL_testudata(H, -1, "terrane.stranger")) memcpy(&L, lua_touserdata(H, -1), sizeof L);
            lua_pop(H, 1);
        }
    CHECK(L != NULL);
    if (!L) return 0;
    lua_newtable(H);
    walked = (walk){L, H, 0};
    const int top = lua_gettop(L);
    lua_sethook(L, NULL, 0, 0);
    lua_newtable(L);
    lua_setfield(L, LUA_REGISTRYINDEX, "seen");
    for (int level = 0; lua_getstack(L, level, &ar); ++level) {
        lua_getinfo(L, "Sf", &ar);
        if (strcmp(ar.short_src, "walked.lua") == 0) {
            for (int i = 1;; ++i) { /* its globals */
                const char *name = lua_getupvalue(L, -1, i);
                if (!name) break;
                if (strcmp(name, "_ENV") == 0) visit(&walked, "", 0);
                lua_pop(L, 1);
            }
        }
        lua_pop(L, 1);
    }
    lua_pushliteral(L, "text");
    visit_meta(&walked, "('text')", 0);
    lua_pushnil(L), CHECK(!lua_getmetatable(L, -1));
    lua_pushinteger(L, 1), CHECK(!lua_getmetatable(L, -1));
    lua_pushboolean(L, 1), CHECK(!lua_getmetatable(L, -1));
    lua_pushcfunction(L, probe), CHECK(!lua_getmetatable(L, -1));
    lua_pushlightuserdata(L, L), CHECK(!lua_getmetatable(L, -1));
    lua_settop(L, top);
    CHECK_EQUAL(walked.open, 0);
    lua_setfield(H, LUA_REGISTRYINDEX, "reached");
    return 0;
}

static const char compare[] =
    "local terrane, probe, reached = require 'terrane', ...\n"
    "local recipe = require 'terrane.recipe'\n"
    "local outputs, err = recipe.run([[n = noise{} l = layer{ width = 1, height = 1 } i = image{ C = l } r = math.rng(1)\n"
    "p = param('x', 1) look() return n]], { name = 'walked.lua', env = { look = probe } })\n"
    "assert(outputs, err and err.message)\n"
    "local list, nodes = {}, {}\n"
    "for _, node in ipairs(terrane.nodes()) do nodes[node.id] = node.id ~= 'image' end\n"
    "for _, line in ipairs(reached()) do\n"
    "  if not nodes[line:match '([%w_]+): function$'] then list[#list + 1] = line end\n"
    "end\n"
    "table.sort(list)\n"
    "local found = table.concat(list, '\\n') .. '\\n'\n"
    "local file = io.open('spec/sandbox/reachable.txt')\n"
    "local expected = file and file:read 'a' or ''\n"
    "if file then file:close() end\n"
    "if found ~= expected then\n"
    "  local known = {}\n"
    "  for line in expected:gmatch '[^\\n]+' do known[line] = true end\n"
    "  for _, line in ipairs(list) do if not known[line] then print('    + ' .. line) end known[line] = nil end\n"
    "  for line in pairs(known) do print('    - ' .. line) end\n"
    "  if os.getenv 'TERRANE_WRITE_REACHABLE' then io.open('spec/sandbox/reachable.txt', 'w'):write(found):close() end\n"
    "end\n"
    "return found == expected, #list\n";

static int reached(lua_State *H)
{
    lua_getfield(H, LUA_REGISTRYINDEX, "reached");
    return 1;
}

static lua_State *host(void)
{
    lua_State *H = luaL_newstate();
    luaL_openlibs(H);
    terrane_lua_preload(H);
    return H;
}

static void test_reach(void)
{
    lua_State *H = host();
    if (!CHECK(luaL_loadstring(H, compare) == LUA_OK)) return;
    lua_pushcfunction(H, probe);
    lua_pushcfunction(H, reached);
    if (!CHECK(lua_pcall(H, 2, 2, 0) == LUA_OK)) {
        printf("    %s\n", lua_tostring(H, -1));
    } else {
        printf("%d names can be reached\n", (int)lua_tointeger(H, -1));
        CHECK(lua_toboolean(H, -2)); /* what differs stands above; where it is meant: TERRANE_WRITE_REACHABLE=1, and read the diff */
    }
    lua_close(H);
}

/* ---- small stacks ---- */

enum { STACK = 256 * 1024 };

static const char deepest[] =
    "local recipe = require 'terrane.recipe'\n"
    "local function nest(open, n, inside, close) return open:rep(n) .. inside .. close:rep(n) end\n"
    "local texts = {\n"
    "  nest('(', 180, '1', ')'), 'return ' .. nest('{', 180, '', '}'), 'x = ' .. nest('f(', 180, '', ')'),\n"
    "  'local x = a' .. ('..a'):rep(180), 'local x = ' .. ('not '):rep(180) .. 'a', 'local x = 2' .. ('^2'):rep(60),\n"
    "  'local x = ' .. ('- '):rep(180) .. '1', nest('do ', 180, '', ' end'), nest('local function f() ', 90, '', ' end'),\n"
    "  nest('if a then ', 180, '', ' end'), nest('while a do ', 180, '', ' end'), nest('repeat ', 180, '', ' until a'),\n"
    "  'local x = ' .. nest('function() return ', 90, '1', ' end'), nest('(', 5000, '1', ')'),\n"
    "  'local function f() pcall(f) end f()', 'local function f() pcall(pcall, f) end f()',\n"
    "  'local function f() return layer{ width = 1, height = 1, data = f } end f()',\n"
    "  'local function f() table.sort({ 2, 1 }, f) end f()', 'local function f() return f() + 1 end f()',\n"
    "  'local function f() local ok = pcall(f) local x = noise{ octave = 1 } end f()',\n"
    "  'local function f() pcall(f) param(\"x\", 1, { minn = 1 }) end f()', 'local function f() pcall(f) error(f) end f()',\n"
    "  'local function f() pcall(f) print((\"%s %s\"):format({}, f)) return foo end f()',\n"
    "  'local function f() pcall(f) local x = 2 ^ {} end f()', 'local function f() pcall(f) local x = {} .. 1 end f()',\n"
    "  'local f f = function() for x in f do end end f()', 'local function f() for x in f do end pcall(f) end f()',\n"
    "  'local n = noise{} for i = 1, 4000 do n = n:mono_to_height{} end return n',\n"
    "}\n"
    "for i, text in ipairs(texts) do\n"
    "  local outputs, err = recipe.run(text, { print = function() end })\n"
    "  assert(outputs or #err.message > 0, i)\n"
    "end\n"
    "assert(recipe.run 'return noise{}:splat{}')\n";

static void *on_small_stack(void *said)
{
    lua_State *H = host();
    if (luaL_loadstring(H, deepest) != LUA_OK || lua_pcall(H, 0, 0, 0) != LUA_OK)
        snprintf(said, 200, "%s", lua_tostring(H, -1));
    lua_close(H);
    return NULL;
}

static void test_small_stack(void)
{
    char said[200] = "";
    pthread_attr_t attr;
    pthread_t thread;
    const size_t guard = 65536;
    unsigned char *stack = mmap(NULL, guard + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!CHECK(stack != MAP_FAILED)) return;
    mprotect(stack, guard, PROT_NONE);
    memset(stack + guard, 0xa5, STACK);
    pthread_attr_init(&attr);
    CHECK_EQUAL(pthread_attr_setstack(&attr, stack + guard, STACK), 0);
    CHECK_EQUAL(pthread_create(&thread, &attr, on_small_stack, said), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attr);
    if (!CHECK(said[0] == '\0')) printf("    %s\n", said);
    size_t untouched = 0;
    while (untouched < STACK && stack[guard + untouched] == 0xa5) ++untouched;
    printf("%d KiB of %d KiB of stack were used\n", (int)((STACK - untouched) / 1024), STACK / 1024);
    munmap(stack, guard + STACK);
}

/* ---- the host's flag ---- */

static int raise_flag(lua_State *H)
{
    trn_cancel_raise(lua_touserdata(H, lua_upvalueindex(1)));
    return 0;
}

static void test_cancel(void)
{
    static const char text[] =
        "local outputs, err = require 'terrane.recipe'.run('stop() while true do end', { env = { stop = ... } })\n"
        "return err.kind .. ' ' .. err.message .. ' ' .. tostring(err.used.fuel < 10000)";
    lua_State *H = host();
    trn_runtime *rt = NULL;
    trn_cancel *cancel = NULL;
    trn_error err;
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    CHECK_STATUS(trn_cancel_create(rt, &cancel, &err), TRN_OK, err);
    CHECK(!trn_cancel_raised(cancel));
    terrane_lua_use(H, rt);
    terrane_lua_set_cancel(H, cancel);
    if (CHECK(luaL_loadstring(H, text) == LUA_OK)) {
        lua_pushlightuserdata(H, cancel);
        lua_pushcclosure(H, raise_flag, 1);
        CHECK_EQUAL(lua_pcall(H, 1, 1, 0), LUA_OK);
        CHECK_TEXT(lua_tostring(H, -1), "cancelled recipe:1: cancelled true");
    }
    CHECK(trn_cancel_raised(cancel));
    lua_close(H);
    trn_cancel_release(cancel);
    trn_runtime_release(rt);
}

/* ---- the host's floating-point mode ---- */

static void test_rounding(void)
{
    static const char text[] =
        "local got\n"
        "assert(require 'terrane.recipe'.run('give(1 / 3, -1 / 3, math.sin(1), 2 ^ 0.5, 0.1 + 0.2, 1e-320 * 1) return noise{}',"
        "{ env = { give = function(...) got = { ... } end } }))\n"
        "return ('%a %a %a %a %a %a'):format(table.unpack(got))";
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    char first[200] = "";
    for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i) {
        lua_State *H = host();
        if (!CHECK(luaL_loadstring(H, text) == LUA_OK)) return;
        fesetround(modes[i]);
        const int status = lua_pcall(H, 0, 1, 0);
        const int after = fegetround();
        fesetround(FE_TONEAREST);
        CHECK_EQUAL(status, LUA_OK);
        CHECK_EQUAL(after, modes[i]);
        if (i == 0) snprintf(first, sizeof first, "%s", lua_tostring(H, -1));
        else CHECK_TEXT(lua_tostring(H, -1), first);
        lua_close(H);
    }
}

int main(void)
{
    test_reach();
    test_cancel();
    test_rounding();
    test_small_stack();
    return check_end();
}
