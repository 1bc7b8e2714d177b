/* lua_faults_test.c - the Lua module when Lua's own allocator fails: at the n-th allocation and at every later one, for each
 * n until the script gets through. Nothing may leak, and neither the state nor the runtime may be left unusable. */
#include "check.h"
#include "terrane_lua.h"
#include <lauxlib.h>
#include <lualib.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct heap {
    int64_t left; /* allocations until it fails; negative: never */
    bool sticky;
    int64_t blocks, failures;
} heap;

static void *allocate(void *user, void *block, size_t old, size_t size)
{
    heap *h = user;
    (void)old;
    if (size == 0) {
        h->blocks -= block != NULL;
        free(block);
        return NULL;
    }
    if (!block || size > old) {
        if (h->left == 0) {
            ++h->failures;
            if (!h->sticky) h->left = -1;
            return NULL;
        }
        if (h->left > 0) --h->left;
    }
    void *p = realloc(block, size);
    h->blocks += p && !block;
    return p;
}

static const char script[] =
    "local terrane = require 'terrane'\n"
    "local layer = terrane.layer{ width = 5, height = 3, data = function(x, y) return x * y end }\n"
    "local ids = terrane.layer{ width = 5, height = 3, type = 'i32', channels = 2, data = layer:tostring():rep(2) }\n"
    "local image = terrane.image{ C = layer, ids = ids }\n"
    "local calls = 0\n"
    "local node = image:mono_to_height{ height_scale = 2, out_layer = 'up' }:height_to_normal{ layer = 'up' }\n"
    "local result, info = node:render{ progress = function() calls = calls + 1; return { calls } ~= nil end }\n"
    "assert(result.width == 5 and #info.timings > 1 and calls > 0 and tostring(result) and node:key())\n"
    "assert(result:layer 'up':get(4, 2) == 16 and not result:layer 'down' and result:layers()[1] == 'C')\n"
    "assert(#ids:totable() == 30 and ids:hash() == ids:hash() and layer:stats().max == 8 and node:params().layer == 'up')\n"
    "assert(node:report() and node:stats() and node:output 'cop' == node)\n"
    "local job = node:start{ stepped = true }\n"
    "while not job:step(1) do end\n"
    "assert(job:wait().width == 5 and node:start{}:await(function(done) return done >= 0 end).width == 5 and tostring(job))\n"
    "assert(not pcall(function() return node.widht end) and not pcall(terrane.mono_to_height, { layer = { {} } }))\n"
    "local s = image:statistics{}\n"
    "local f = s:figure('max', { size = 5 })\n"
    "local taken = image:map{ C = 'C * k', k = f, m = s:figure 'min', D = 'm' }\n"
    "assert(taken:params().number1.name == 'max' and taken:render().width == 5 and tostring(f))\n"
    "local mark = {}\n"
    "local ok, e = pcall(node.render, node, { width = 7, progress = function() error(mark) end })\n"
    "assert(not ok and (e == mark or e == 'not enough memory'))\n"
    "local one <close> = image:mono_to_height{}:render()\n";

/* A stranger's recipe, whose own state is the runtime's memory: what fails here is what goes between the two states. */
static const char recipe[] =
    "local got\n"
    "local outputs, err = require 'terrane'.recipe([[give({ 1, 'x' }) print(word[1]) return { a = noise{}, b = noise{ octaves = 2 } }]],\n"
    "  { print = function() end, env = { word = { 7 }, give = function(t) got = t[2] end } })\n"
    "assert(got == 'x' and outputs[2].node.type == 'noise')\n";

static const char *text = script;

static int run(lua_State *L)
{
    heap *h = lua_touserdata(L, 1);
    trn_runtime *rt = lua_touserdata(L, 2);
    const int64_t n = h->left;
    h->left = -1;
    luaL_openlibs(L);
    h->left = n;
    terrane_lua_preload(L);
    terrane_lua_use(L, rt);
    if (luaL_loadstring(L, text) != LUA_OK) return lua_error(L);
    lua_call(L, 0, 0);
    return 0;
}

/* Whether the script got through. */
static bool attempt(trn_runtime *rt, int64_t n, bool sticky)
{
    heap h = {.left = -1, .sticky = sticky};
    const uint64_t before = trn_runtime_get_stats(rt).bytes;
    lua_State *L = lua_newstate(allocate, &h);
    if (!CHECK(L != NULL)) return true;
    lua_pushcfunction(L, run);
    lua_pushlightuserdata(L, &h);
    lua_pushlightuserdata(L, rt);
    h.left = n;
    const int status = lua_pcall(L, 2, 0, 0);
    h.left = -1;
    if (status != LUA_OK && !h.failures) {
        CHECK(status == LUA_OK);
        printf("    %s\n", lua_tostring(L, -1));
    }
    lua_close(L);
    trn_runtime_trim(rt);
    if (h.blocks != 0 || trn_runtime_get_stats(rt).bytes != before) {
        printf("    after allocation %lld\n", (long long)n);
        CHECK_EQUAL(h.blocks, 0);
        CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, before);
    }
    return h.failures == 0;
}

int main(void)
{
    trn_runtime *rt = NULL;
    trn_error err;
    const trn_runtime_desc desc = {.threads = 1};
    CHECK_STATUS(trn_runtime_create(&desc, &rt, &err), TRN_OK, err);
    CHECK(attempt(rt, -1, false));
    for (int sticky = 0; sticky < 2; ++sticky) {
        int64_t n = 0;
        while (n < 100000 && !attempt(rt, n, sticky)) ++n;
        printf("%lld points of failure\n", (long long)n);
        CHECK(n > 100);
    }
    text = recipe;
    CHECK(attempt(rt, -1, false));
    for (int sticky = 0; sticky < 2; ++sticky) {
        int64_t n = 0;
        while (n < 100000 && !attempt(rt, n, sticky)) n += 7; /* most of them load what ships inside */
        CHECK(n > 1000);
    }
    trn_runtime_release(rt);
    return check_end();
}
