/* stranger.h - the Lua state that a stranger's recipe has of its own, with its limits.
 *
 * Fuel decides whether a recipe gets through: each instruction, call, value passed and byte allocated costs some, so many as
 * its time could be worth, and on every machine the same. A recipe that oversteps a limit is over: the state keeps raising,
 * whatever the recipe catches. */
#ifndef TRNL_STRANGER_H
#define TRNL_STRANGER_H
#include "box.h"

#if LUA_VERSION_NUM >= 504 && !defined(_WIN32)
#define TRNL_STRANGERS 1 /* LuaJIT cannot keep a stranger's recipe from crashing the process; on Windows nobody tried */
#else
#define TRNL_STRANGERS 0
#endif

typedef struct trnl_limits { /* of one recipe; set by the host alone */
    uint64_t fuel;           /* units; an instruction is one */
    uint64_t memory;         /* bytes that its state, its layers and its nodes hold at once, garbage included */
    uint64_t string;         /* bytes of one text */
    uint64_t source;         /* bytes of its own text */
    uint64_t nodes;          /* that it makes */
    uint64_t lines;          /* that it prints */
    double deadline;         /* seconds of processor time after which it is cancelled. No verdict: slow machines come to it sooner */
} trnl_limits;

typedef struct trnl_stranger trnl_stranger;

trnl_stranger *trnl_stranger_of(lua_State *L);             /* NULL in the states of hosts */
void trnl_charge(lua_State *L, double fuel);               /* before work that no instruction shows. Raises for too much */
void trnl_charge_walk(lua_State *L);                       /* before each walk over a table: it may be wide and empty */
double trnl_cost_of_walk(lua_State *L);                    /* 0 in the states of hosts */
double trnl_charge_node(lua_State *L, const trn_setting *settings, int32_t count); /* the bytes that it counts as; 0 in hosts */
void trnl_hold(lua_State *L, double bytes);                /* pixels and nodes count as the recipe's memory. Raises for too much */
void trnl_deeper(lua_State *L);                            /* before C calls the recipe back. Raises where that nests too deep */
void trnl_back(lua_State *L);
void trnl_let_go(trnl_stranger *s, double bytes);
void trnl_give_up(lua_State *L, const trn_error *err);     /* being out of memory ends a recipe: does not return then */

/* What stranger.c is made of */
int trnl_stranger_pcall(lua_State *L);                     /* pcall of recipes: catches what is no overstepped limit */
lua_State *trnl_stranger_host(const trnl_stranger *s);     /* its stack as it was when the recipe began */
int trnl_host_call(lua_State *L);                          /* upvalue 1: the number of a function of the host */
void trnl_stranger_leave(trnl_stranger *s);                /* the thread is the host's for a while */
void trnl_stranger_enter(trnl_stranger *s);
int trnl_stranger_host_id(const trnl_stranger *s, int index); /* of the function at that index of the host's stack; 0: not given */
void trnl_push_host_function(const trnl_stranger *s, int id); /* onto the host's stack; cannot raise */

/* Copies the value at index to the other state: plain data, and handles as handles of their own. Raises in `to` alone. Functions
 * become, where call is set, functions that call the host. *left: how many values and bytes may still be copied. */
void trnl_copy(lua_State *from, int index, lua_State *to, double *left);
void trnl_stranger_library(lua_State *L);                  /* pushes what recipes' library is made of; sets up the metatables */
#endif
