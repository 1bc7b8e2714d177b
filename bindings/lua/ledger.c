/* ledger.c - a userdata looks like a hundred bytes to Lua, whatever pixels it owns. So what the boxes own is counted
 * here, and the collector is driven by it: one cycle for each time that the pixels could have doubled. */
#include "stranger.h"
#include <string.h>

trnl_state *trnl_state_of(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, "terrane.state");
    trnl_state *state = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return state;
}

double trnl_layer_bytes(const trn_layer *layer)
{
    const trn_layer_info *i = trn_layer_get_info(layer);
    return (double)i->stride * i->channels * (i->type == TRN_F64 ? 8 : 4);
}

double trnl_image_bytes(const trn_image *image)
{
    double bytes = 0;
    for (int32_t i = 0; i < trn_image_count(image); ++i) bytes += trnl_layer_bytes(trn_image_at(image, i).layer);
    return bytes;
}

static void cycle_done(trnl_state *state)
{
    state->fresh = 0;
    state->settled = state->live;
}

void trnl_account(lua_State *L, double bytes)
{
    trnl_box *box = lua_touserdata(L, -1);
    trnl_state *state = box->state;
    if (state->stranger) { /* has a limit, and a collector that its allocations drive */
        trnl_hold(L, bytes);
        box->bytes = bytes;
        return;
    }
    box->bytes = bytes;
    state->live += bytes;
    state->fresh += bytes;
    if (!lua_gc(L, LUA_GCISRUNNING, 0)) return; /* the host has stopped it */

    /* The collector thinks in bytes of Lua's heap: pixels that fill a share of what may pile up are told to it as the same
     * share of the heap. Where that did not end a cycle in twice the time it should take, it is made to. */
    const double floor = 32.0 * 1024 * 1024, room = state->settled > floor ? state->settled : floor;
    const double share = bytes < room ? bytes / room : 1;
    const double kilobytes = share * lua_gc(L, LUA_GCCOUNT, 0) + 1;
    if (lua_gc(L, LUA_GCSTEP, kilobytes < 1e6 ? (int)kilobytes : 1000000)) {
        cycle_done(state);
    } else if (state->fresh > 2 * room) {
        lua_gc(L, LUA_GCCOLLECT, 0);
        cycle_done(state);
    }
}

bool trnl_collect(lua_State *L)
{
    trnl_state *state = trnl_state_of(L);
    if (state->testing) return false;
    lua_gc(L, LUA_GCCOLLECT, 0);
    cycle_done(state);
    return true;
}
