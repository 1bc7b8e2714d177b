#define _GNU_SOURCE /* uselocale, clock_gettime */
/* stranger.c - see stranger.h */
#include "stranger.h"
#include "args.h"
#include "chunks.h"
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

const luaL_Reg trnl_stranger_functions[];

#if TRNL_STRANGERS

/* What things cost, in units of fuel; about five nanoseconds' worth each. */
enum {
    INTERVAL = 250,   /* instructions between two looks */
    CALL = 20,        /* a call, and its return */
    ALLOCATION = 10,  /* a block, and again for each ... */
    BYTES = 16,       /* ... so many bytes of it; four times that for large tables, whose keys move with them */
    LARGE = 4096,
    TEXT_BYTES = 4,   /* of a text that a C function is given: it may read a numeral in it */
    COMPARED = 512,   /* instructions compare whole texts: so many bytes of the longest are worth one more */
    WALKED = 64,      /* of the widest table so many bytes, when one is walked over */
    MOST_VALUES = 255 /* that one call takes or gives: an instruction may copy them all */
};
enum { GARBAGE = 1 << 20, COLLECTED = 8 }; /* bytes that pile up before a collection; of all bytes so many are one unit then */
enum { DEEPEST = 50 }; /* calls from C back into the recipe, one within another: small stacks have room for them */
enum { SMALL = 512, STEP = 16, SLAB = 65536 - 128 }; /* of memory, in bytes */

typedef struct slab { struct slab *next; } slab;

struct trnl_stranger {
    lua_State *L, *host;
    trn_runtime *rt;
    trn_cancel *cancel;    /* the host's; may be NULL */
    trnl_limits limits;
    const char *name;      /* of the recipe */
    uint64_t used, bytes, peak, nodes;
    int depth;             /* calls from C back into the recipe */
    size_t longest;        /* text so far, where it is worth telling */
    size_t widest;         /* block so far: what a table may be */
    double end;            /* when the deadline is over; 0: never */
    double closing;        /* seconds that its end took */
    uint64_t collect_at;   /* bytes at which garbage is collected */
    bool armed;            /* the next instruction ends it */
    bool full;             /* the next instruction collects garbage */
    const char *kind;      /* of what has ended it; NULL: nothing yet */
    char message[1000];
    slab *slabs;
    char *fresh, *fresh_end;
    void *idle[SMALL / STEP + 1];
    int functions;         /* on the host's stack: a table of those that the recipe may call */
    locale_t c, locale;    /* C's, and the host's */
    fenv_t fenv;
    bool inside;
};

/* ---- the end ---- */

/* Where the recipe stands, "alpine.lua:3". Allocates nothing: it is asked for by the allocator too. */
static void place(const trnl_stranger *s, char *out, size_t size)
{
    static const char ours[] = "@stdlib/terrane/";
    lua_Debug ar;
    snprintf(out, size, "%s", s->name);
    if (!s->L) return;
    for (int level = 0; lua_getstack(s->L, level, &ar); ++level) {
        lua_getinfo(s->L, "Sl", &ar);
        if (ar.currentline <= 0 || strncmp(ar.source, ours, sizeof ours - 1) == 0) continue;
        snprintf(out, size, "%s:%d", ar.short_src, ar.currentline);
        return;
    }
}

static void hook(lua_State *L, lua_Debug *ar);
static void look_after(trnl_stranger *s, int instructions)
{
    if (s->L) lua_sethook(s->L, hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, instructions);
}

static void arm(trnl_stranger *s)
{
    s->armed = true;
    look_after(s, 1);
}

TRNL_PRINTF(3, 4) static void end(trnl_stranger *s, const char *kind, const char *format, ...)
{
    if (s->kind) return;
    s->kind = kind;
    place(s, s->message, 100);
    const size_t length = strlen(s->message);
    va_list args;
    va_start(args, format);
    vsnprintf(s->message + length, sizeof s->message - length, format, args);
    va_end(args);
    arm(s);
}

static int raise(lua_State *L, trnl_stranger *s)
{
    lua_pushlightuserdata(L, s); /* no allocation */
    return lua_error(L);
}

static int depth_of(lua_State *L)
{
    lua_Debug ar;
    int low = 0, high = 1;
    while (lua_getstack(L, high, &ar)) low = high, high *= 2;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (lua_getstack(L, middle, &ar)) low = middle;
        else high = middle;
    }
    return low;
}

static void end_fuel(trnl_stranger *s)
{
    end(s, "limit", ": out of fuel: the recipe works longer than %.0f units (limits.fuel)", (double)s->limits.fuel);
}

static void end_memory(trnl_stranger *s)
{
    const double most = (double)s->limits.memory;
    if (s->L && depth_of(s->L) > 10000)
        end(s, "limit", ": stack overflow: calls within calls fill the %.0f bytes that a recipe may hold (limits.memory)", most);
    else
        end(s, "limit", ": out of memory: a recipe may hold %.0f bytes (limits.memory)", most);
}

static void spend(trnl_stranger *s, double fuel)
{
    const double room = (double)(s->limits.fuel - s->used);
    if (fuel <= room) s->used += (uint64_t)fuel;
    else s->used = s->limits.fuel;
    if (fuel > room && !s->armed) arm(s);
    if (fuel > room) end_fuel(s);
}

/* ---- memory: small blocks from slabs by size, the others from the runtime ---- */

static void *small_block(trnl_stranger *s, size_t class)
{
    void *p = s->idle[class];
    if (p) {
        memcpy(&s->idle[class], p, sizeof p);
        return p;
    }
    const size_t size = class * STEP;
    if ((size_t)(s->fresh_end - s->fresh) < size) {
        slab *made = trn_runtime_alloc(s->rt, SLAB);
        if (!made) return NULL;
        made->next = s->slabs;
        s->slabs = made;
        s->fresh = (char *)made + STEP;
        s->fresh_end = (char *)made + SLAB;
    }
    p = s->fresh;
    s->fresh += size;
    return p;
}

static size_t class_of(size_t size) { return (size + STEP - 1) / STEP; }

static void *block_of(trnl_stranger *s, size_t size)
{
    return size <= SMALL ? small_block(s, class_of(size)) : trn_runtime_alloc(s->rt, size);
}

static void give_back(trnl_stranger *s, void *block, size_t size)
{
    if (!block) return;
    if (size > SMALL) {
        trn_runtime_free(s->rt, block);
    } else {
        memcpy(block, &s->idle[class_of(size)], sizeof block);
        s->idle[class_of(size)] = block;
    }
}

static bool hold(trnl_stranger *s, uint64_t bytes)
{
    if (bytes > s->limits.memory || s->bytes > s->limits.memory - bytes) {
        end_memory(s);
        return false;
    }
    s->bytes += bytes;
    if (s->bytes > s->peak) s->peak = s->bytes;
    if (s->bytes > s->collect_at && !s->full && s->collect_at) {
        s->full = true;
        look_after(s, 1);
    }
    return true;
}

static void *allocate(void *user, void *block, size_t old, size_t size)
{
    trnl_stranger *s = user;
    const bool text = !block && old == LUA_TSTRING; /* Lua says what it makes */
    if (!block) old = 0;
    if (size == 0) {
        give_back(s, block, old);
        s->bytes -= old;
        return NULL;
    }
    if (text && size > s->limits.string + 64) {
        end(s, "limit", ": a text of more than %.0f bytes (limits.string)", (double)s->limits.string);
        return NULL;
    }
    if (size > old && !hold(s, size - old)) return NULL;
    spend(s, ALLOCATION + (double)size / (text || size < LARGE ? BYTES : BYTES / 4)); /* growing moves what is there */
    if (text && size > 1024 && size > s->longest) s->longest = size;
    if (!text && size > s->widest) s->widest = size;
    if (block && ((old <= SMALL && size <= SMALL && class_of(old) == class_of(size)) || old == size)) {
        if (size < old) s->bytes -= old - size;
        return block;
    }
    void *made = block_of(s, size);
    if (!made) {
        if (size > old) s->bytes -= size - old;
        end(s, "memory", ": out of memory: the runtime has no %.0f bytes left", (double)size);
        return NULL;
    }
    if (block) memcpy(made, block, old < size ? old : size);
    give_back(s, block, old);
    if (size < old) s->bytes -= old - size;
    return made;
}

/* ---- fuel ---- */

static double now(void) /* the thread's processor time: that the machine is busy is no fault of a recipe */
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void look(trnl_stranger *s) /* the host's wishes */
{
    if (s->cancel && trn_cancel_raised(s->cancel)) end(s, "cancelled", ": cancelled");
    if (s->end > 0 && now() > s->end) end(s, "cancelled", ": cancelled after %g seconds of work", s->limits.deadline);
}

static void too_many(trnl_stranger *s)
{
    end(s, "limit", ": a call takes or gives more than %d values", MOST_VALUES);
}

static double cost_of_call(lua_State *L, trnl_stranger *s, lua_Debug *ar)
{
    double cost = CALL;
    lua_getinfo(L, "rf", ar);
    const bool c = lua_iscfunction(L, -1);
    lua_pop(L, 1);
    if (!c) {
        if (lua_getlocal(L, ar, -MOST_VALUES - 1)) lua_pop(L, 1), too_many(s);
        return cost;
    }
    if (ar->ntransfer > MOST_VALUES) too_many(s);
    else
        for (int i = 1; i <= ar->ntransfer; ++i) {
            if (!lua_getlocal(L, ar, i)) break;
            if (lua_type(L, -1) == LUA_TSTRING) cost += (double)lua_rawlen(L, -1) / TEXT_BYTES;
            lua_pop(L, 1);
        }
    return cost + ar->ntransfer;
}

/* Whole collections, between two instructions: Lua's own steps end where the order of keys lets them, which differs from run to
 * run, and with it which texts are still there when they are made anew. */
static void collect_garbage(lua_State *L, trnl_stranger *s)
{
    s->full = false;
    if (!s->armed) look_after(s, INTERVAL);
    spend(s, (double)s->bytes / COLLECTED);
    if (s->kind) return;
    lua_gc(L, LUA_GCCOLLECT, 0);
    const uint64_t most = s->limits.memory, live = s->bytes, twice = live > GARBAGE ? 2 * live : live + GARBAGE;
    s->collect_at = twice < most ? twice : live < most / 2 ? most / 8 * 7 : most; /* few of them, however full it is */
}

static void hook(lua_State *L, lua_Debug *ar)
{
    trnl_stranger *s = trnl_stranger_of(L);
    if (s->full && !s->kind) collect_garbage(L, s);
    if (!s->kind) switch (ar->event) {
    case LUA_HOOKCOUNT:
        spend(s, INTERVAL * (1 + (double)(s->longest / COMPARED)));
        look(s);
        break;
    case LUA_HOOKRET:
        lua_getinfo(L, "r", ar);
        spend(s, CALL + (double)ar->ntransfer);
        if (ar->ntransfer > MOST_VALUES) too_many(s);
        break;
    default: spend(s, cost_of_call(L, s, ar));
    }
    if (s->kind) raise(L, s);
}

trnl_stranger *trnl_stranger_of(lua_State *L)
{
    void *user;
    return lua_getallocf(L, &user) == allocate ? user : NULL;
}

void trnl_charge(lua_State *L, double fuel)
{
    trnl_stranger *s = trnl_stranger_of(L);
    if (!s) return;
    if (!s->kind) spend(s, fuel);
    if (s->kind) raise(L, s);
}

void trnl_hold(lua_State *L, double bytes)
{
    trnl_stranger *s = trnl_stranger_of(L);
    if (!s) return;
    if (s->kind || !hold(s, bytes < 9e18 ? (uint64_t)bytes : UINT64_MAX)) raise(L, s);
}

void trnl_let_go(trnl_stranger *s, double bytes) { s->bytes -= (uint64_t)bytes; }

void trnl_charge_walk(lua_State *L)
{
    trnl_stranger *s = trnl_stranger_of(L);
    if (s) trnl_charge(L, (double)s->widest / WALKED);
}

double trnl_charge_node(lua_State *L, const trn_setting *settings, int32_t count)
{
    trnl_stranger *s = trnl_stranger_of(L);
    if (!s) return 0;
    if (s->nodes == s->limits.nodes)
        end(s, "limit", ": more than %.0f nodes (limits.nodes)", (double)s->limits.nodes);
    if (s->kind) raise(L, s);
    ++s->nodes;
    double bytes = 1024;
    for (int32_t i = 0; i < count; ++i) bytes += settings[i].string ? (double)strlen(settings[i].string) : 0;
    trnl_charge(L, 500 + bytes);
    return bytes;
}

void trnl_give_up(lua_State *L, const trn_error *err)
{
    trnl_stranger *s = trnl_stranger_of(L);
    if (!s || err->status != TRN_ERR_MEMORY) return;
    end(s, "memory", ": out of memory");
    snprintf(s->message, sizeof s->message, "%s", err->message);
    raise(L, s);
}

void trnl_deeper(lua_State *L)
{
    trnl_stranger *s = trnl_stranger_of(L);
    if (s && s->depth == DEEPEST) luaL_error(L, "calls within calls of pcall and layer are more than %d deep", DEEPEST);
    if (s) ++s->depth;
}

void trnl_back(lua_State *L)
{
    trnl_stranger *s = trnl_stranger_of(L);
    if (s) --s->depth; /* where an error passes this by, the pcall that catches it counts anew */
}

int trnl_stranger_pcall(lua_State *L)
{
    trnl_stranger *s = trnl_stranger_of(L);
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    trnl_deeper(L);
    const int depth = s->depth;
    const int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
    s->depth = depth - 1;
    if (s->kind) return raise(L, s);
    if (status == LUA_OK) return lua_gettop(L);
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
}

/* ---- whose thread it is: numbers are read and written, and texts compared, in the C locale and in the default mode ---- */

void trnl_stranger_enter(trnl_stranger *s)
{
    s->locale = uselocale(s->c);
    fegetenv(&s->fenv);
    fesetenv(FE_DFL_ENV);
    s->inside = true;
}

void trnl_stranger_leave(trnl_stranger *s)
{
    if (!s->inside) return;
    s->inside = false;
    fesetenv(&s->fenv);
    uselocale(s->locale);
}

lua_State *trnl_stranger_host(const trnl_stranger *s) { return s->host; }

int trnl_stranger_host_id(const trnl_stranger *s, int index)
{
    lua_pushvalue(s->host, index);
    lua_rawget(s->host, s->functions);
    const int id = (int)lua_tointeger(s->host, -1);
    lua_pop(s->host, 1);
    return id;
}

void trnl_push_host_function(const trnl_stranger *s, int id) { lua_rawgeti(s->host, s->functions, id); }

/* ---- the run ---- */

typedef struct start { /* what the host wants, on its stack */
    const char *text;
    size_t length;
    double cost;           /* of compiling it */
    int params, words;
} start;

static int compile(lua_State *L) /* compile(env): the recipe as a function with these globals, or nil and a message */
{
    trnl_stranger *s = trnl_stranger_of(L);
    const start *o = lua_touserdata(L, lua_upvalueindex(1));
    char name[80];
    lua_settop(L, 1);
    look_after(s, INTERVAL);
    lua_gc(L, LUA_GCCOLLECT, 0);
    s->used = 0; /* what came before is ours */
    s->collect_at = s->bytes + GARBAGE;
    if (s->kind) return raise(L, s);
    trnl_charge(L, o->cost);
    snprintf(name, sizeof name, "@%s", s->name);
    static const char returned[] = "return nil, "; /* as angle.c has it: keeps the place of what is called */
    const size_t room = o->length + sizeof returned - 1;
    char *text = lua_newuserdatauv(L, room, 0); /* an expression alone is what the recipe returns */
    memcpy(text, returned, sizeof returned - 1);
    memcpy(text + sizeof returned - 1, o->text, o->length);
    int status = luaL_loadbufferx(L, text, room, name, "t");
    if (status != LUA_OK && !s->kind) status = luaL_loadbufferx(L, o->text, o->length, name, "t");
    if (s->kind) return raise(L, s);
    if (status != LUA_OK) {
        lua_pushnil(L);
        lua_insert(L, -2);
        return 2;
    }
    lua_pushvalue(L, 1);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
    return 1;
}

static int lock(lua_State *L) /* lock(methods): what strings of recipes have */
{
    lua_settop(L, 1);
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushvalue(L, 1);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    return 0;
}

static int body(lua_State *L) /* protected */
{
    start *o = lua_touserdata(L, 1);
    trnl_stranger *s = trnl_stranger_of(L);
    double left = (double)s->limits.memory;
    lua_settop(L, 0);
    trnl_state *state = lua_newuserdatauv(L, sizeof *state, 0);
    *state = (trnl_state){.testing = true, .read_only = true, .stranger = s}; /* no collection that nobody pays for */
    lua_setfield(L, LUA_REGISTRYINDEX, "terrane.state");
    trnl_stranger_library(L); /* require */
    trnl_share(L, &trnl_runtime_type, s->rt);
    trnl_set_default_runtime(L);
    lua_pushliteral(L, "terrane.stranger");
    lua_call(L, 1, 1);
    lua_newtable(L);
    lua_pushlightuserdata(L, o);
    lua_pushcclosure(L, compile, 1), lua_setfield(L, -2, "compile");
    lua_pushcfunction(L, lock), lua_setfield(L, -2, "lock");
    trnl_copy(s->host, o->params, L, &left), lua_setfield(L, -2, "params");
    trnl_copy(s->host, o->words, L, &left), lua_setfield(L, -2, "words");
    lua_pushinteger(L, (lua_Integer)s->limits.lines), lua_setfield(L, -2, "lines");
    lua_pushinteger(L, (lua_Integer)s->limits.string), lua_setfield(L, -2, "string");
    lua_pushinteger(L, 1);
    lua_pushcclosure(L, trnl_host_call, 1), lua_setfield(L, -2, "log");
    lua_pushinteger(L, 2);
    lua_pushcclosure(L, trnl_host_call, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "terrane.resolver");
    lua_gc(L, LUA_GCSTOP, 0); /* see collect_garbage() */
    lua_call(L, 1, 2);
    return 2;
}

static void close(trnl_stranger *s)
{
    const double before = now();
    trnl_stranger_leave(s);
    if (s->L) {
        lua_State *L = s->L;
        lua_sethook(L, NULL, 0, 0);
        lua_close(L);
        s->L = NULL;
    }
    while (s->slabs) {
        slab *next = s->slabs->next;
        trn_runtime_free(s->rt, s->slabs);
        s->slabs = next;
    }
    trn_runtime_release(s->rt);
    s->rt = NULL;
    if (s->c) freelocale(s->c);
    s->c = (locale_t)0;
    s->closing = now() - before;
}

static int finish(lua_State *L) /* an error in the host's state may pass the end of run() by */
{
    close(lua_touserdata(L, 1));
    return 0;
}

static uint64_t limit_field(lua_State *L, int table, const char *name, double most)
{
    lua_getfield(L, table, name);
    const double x = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return x >= 1 && x <= most ? (uint64_t)x : (uint64_t)most;
}

static trnl_stranger *open(lua_State *L, int limits) /* pushes its owner */
{
    trn_runtime *rt = trnl_check(L, lua_gettop(L), &trnl_runtime_type);
    trnl_stranger *s = lua_newuserdatauv(L, sizeof *s, 0);
    memset(s, 0, sizeof *s);
    s->rt = trn_runtime_retain(rt);
    if (luaL_newmetatable(L, "terrane.stranger")) {
        lua_pushcfunction(L, finish);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    s->host = L;
    s->cancel = trnl_state_of(L)->cancel;
    s->limits = (trnl_limits){limit_field(L, limits, "fuel", 1e15), limit_field(L, limits, "memory", 1e15),
                              limit_field(L, limits, "string", 1e9), 0, limit_field(L, limits, "nodes", 1e6),
                              limit_field(L, limits, "lines", 1e9), 0};
    lua_getfield(L, limits, "deadline");
    s->limits.deadline = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (s->limits.deadline > 0) s->end = now() + s->limits.deadline;
    return s;
}

static void answer(lua_State *L, trnl_stranger *s, const char *kind) /* the message, or what it gave, is below */
{
    if (kind) lua_pushstring(L, kind);
    else lua_pushnil(L);
    lua_createtable(L, 0, 3);
    lua_pushinteger(L, (lua_Integer)s->used), lua_setfield(L, -2, "fuel");
    lua_pushinteger(L, (lua_Integer)s->peak), lua_setfield(L, -2, "bytes");
}

/* Pushes a table of the functions of the host that the recipe may call: number -> function, and function -> number. */
static void list_functions(lua_State *L)
{
    int count = 2;
    lua_newtable(L);
    const int list = lua_gettop(L);
    for (int i = 1; i <= 2; ++i) lua_pushvalue(L, list - 4 + i), lua_rawseti(L, list, i); /* log and resolve */
    for (lua_pushnil(L); lua_next(L, list - 4); ) {
        if (lua_isfunction(L, -1)) {
            lua_pushvalue(L, -1);
            lua_rawseti(L, list, ++count);
            lua_pushinteger(L, count);
            lua_rawset(L, list);
        } else {
            lua_pop(L, 1);
        }
    }
}

static int copy_results(lua_State *L) /* protected: there may be too much of them */
{
    trnl_stranger *s = lua_touserdata(L, 1);
    double left = (double)s->limits.memory;
    trnl_copy(s->L, 1, L, &left);
    trnl_copy(s->L, 2, L, &left);
    return 2;
}

/* run_stranger(text, name, limits, params, words, log, resolve, runtime, cost): runs the text in a state of its own.
 * Returns what stranger.lua returns for it (outputs and declarations, or nil and a message), then the kind of what has ended it
 * (nil: no limit), and {fuel =, bytes =, closing =}: what it used, and the seconds that the end of its state took. words: plain data, handles, functions; the latter are called here,
 * with copies. log and resolve are such functions too. */
static int run(lua_State *L)
{
    start o = {.params = 4, .words = 5};
    o.cost = luaL_checknumber(L, 9);
    lua_settop(L, 8);
    luaL_checktype(L, 3, LUA_TTABLE), luaL_checktype(L, 5, LUA_TTABLE);
    o.text = luaL_checklstring(L, 1, &o.length);
    luaL_checkstack(L, 60, NULL);
    list_functions(L);
    if (lua_isnil(L, 8)) trnl_push_runtime(L, 8);
    else lua_pushvalue(L, 8);
    trnl_stranger *s = open(L, 3); /* its owner is at 11 */
    s->name = luaL_checkstring(L, 2);
    s->functions = 9;
    s->c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    trnl_stranger_enter(s);
    int status = LUA_ERRMEM;
    s->L = s->c ? lua_newstate(allocate, s) : NULL;
    if (!s->L) end(s, "memory", ": out of memory: no room for a Lua state");
    if (s->L) {
        lua_pushcfunction(s->L, body);
        lua_pushlightuserdata(s->L, &o);
        status = lua_pcall(s->L, 1, 2, 0);
    }
    trnl_stranger_leave(s);
    lua_settop(L, 11);

    if (s->kind) {
        lua_pushnil(L);
        lua_pushstring(L, s->message);
        answer(L, s, s->kind);
    } else if (status != LUA_OK) {
        const int kind = lua_type(s->L, -1);
        lua_pushnil(L);
        if (kind == LUA_TSTRING) lua_pushlstring(L, lua_tostring(s->L, -1), lua_rawlen(s->L, -1));
        else lua_pushfstring(L, "it raised an error that is a %s, not a text", lua_typename(L, kind));
        answer(L, s, NULL);
    } else {
        lua_pushcfunction(L, copy_results);
        lua_pushlightuserdata(L, s);
        if (lua_pcall(L, 1, 2, 0) != LUA_OK) {
            lua_pushnil(L);
            lua_insert(L, -2);
        }
        answer(L, s, NULL);
    }
    close(s);
    lua_pushnumber(L, s->closing), lua_setfield(L, -2, "closing");
    return 4;
}

const luaL_Reg trnl_stranger_functions[] = {{"run_stranger", run}, {NULL, NULL}};

#else /* a host's state is the only one there is */

trnl_stranger *trnl_stranger_of(lua_State *L) { return (void)L, NULL; }
void trnl_charge(lua_State *L, double fuel) { (void)L, (void)fuel; }
void trnl_charge_walk(lua_State *L) { (void)L; }
double trnl_charge_node(lua_State *L, const trn_setting *settings, int32_t count) { return (void)L, (void)settings, (void)count, 0; }
void trnl_hold(lua_State *L, double bytes) { (void)L, (void)bytes; }
void trnl_deeper(lua_State *L) { (void)L; }
void trnl_back(lua_State *L) { (void)L; }
void trnl_let_go(trnl_stranger *s, double bytes) { (void)s, (void)bytes; }
void trnl_give_up(lua_State *L, const trn_error *err) { (void)L, (void)err; }
const luaL_Reg trnl_stranger_functions[] = {{NULL, NULL}};
#endif
