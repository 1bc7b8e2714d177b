/* lua_host_test.c - a host with a lua_State of its own: handles in and out, its runtime, and cancelling. */
#include "check.h"
#include "terrane_lua.h"
#include <lauxlib.h>
#include <lualib.h>

static void run(lua_State *L, const char *text, int results)
{
    if (luaL_loadstring(L, text) != LUA_OK || lua_pcall(L, 0, results, 0) != LUA_OK) {
        CHECK_TEXT(lua_tostring(L, -1), "no error");
        lua_settop(L, 0);
    }
}

int main(void)
{
    trn_runtime *rt = NULL;
    trn_error err;
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    trn_cancel *cancel = NULL;
    CHECK_STATUS(trn_cancel_create(rt, &cancel, &err), TRN_OK, err);
    trn_layer *layer = NULL;
    const float data[] = {1, 2, 3, 4};
    const trn_layer_desc desc = {2, 2, 1, TRN_F32, data};
    CHECK_STATUS(trn_layer_create(rt, &desc, &layer, &err), TRN_OK, err);

    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    terrane_lua_preload(L);
    terrane_lua_use(L, rt);
    terrane_lua_set_cancel(L, cancel);
    CHECK_EQUAL(lua_gettop(L), 0);
    terrane_lua_push_layer(L, layer);
    CHECK(terrane_lua_to_layer(L, -1) == layer);
    CHECK(terrane_lua_to_image(L, -1) == NULL);
    CHECK(terrane_lua_to_node(L, 5) == NULL);
    lua_setglobal(L, "heights");

    /* a node comes out and outlives its state */
    run(L, "terrane = require 'terrane'\n"
           "img = terrane.image{ C = heights }\n"
           "return img:mono_to_height{ height_scale = 10 }, img", 2);
    trn_node *node = terrane_lua_to_node(L, 1);
    if (!CHECK(node != NULL && terrane_lua_to_image(L, 2) != NULL)) return check_end();
    CHECK(trn_node_runtime(node) == rt);
    trn_node_retain(node);
    terrane_lua_push_node(L, node);
    terrane_lua_push_image(L, terrane_lua_to_image(L, 2));
    CHECK(lua_rawequal(L, -1, 2) == 0 && lua_compare(L, -1, 2, LUA_OPEQ));
    lua_settop(L, 0);
    run(L, "heights:release()", 0);
    lua_getglobal(L, "heights");
    CHECK(terrane_lua_to_layer(L, -1) == NULL);
    lua_settop(L, 0);

    trn_cancel_raise(cancel);
    run(L, "local made, why = img:mono_to_height{}:render()\nreturn made == nil and why == 'cancelled'", 1);
    CHECK(lua_toboolean(L, -1));
    terrane_lua_set_cancel(L, NULL);
    run(L, "return img:mono_to_height{}:render().width == 2", 1);
    CHECK(lua_toboolean(L, -1));
    lua_close(L);

    trn_result *result = NULL;
    CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err);
    const trn_layer *up = trn_image_layer(trn_result_image(result), "height");
    CHECK(up && ((const float *)trn_layer_get_info(up)->data)[3] == 40);
    trn_result_release(result);
    trn_node_release(node);
    trn_layer_release(layer);
    trn_cancel_release(cancel);
    trn_runtime_release(rt);
    return check_end();
}
