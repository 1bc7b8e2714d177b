#define _GNU_SOURCE /* clock_gettime */
/* fuel.c - what a stranger's recipe uses up: the fuel that its work costs, the memory of its Lua state, and the end that it comes
 * to when either is gone. */
#include "stranger_state.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#if TRNL_STRANGERS

/* What things cost, in units of fuel; about five nanoseconds' worth each. */
enum {
    INTERVAL = 250,   /* instructions between two looks */
    CALL = 20,        /* a call, and its return */
    ALLOCATION = 10,  /* a block, and again for each ... */
    BYTES = 16,       /* ... so many bytes of it; four times that for large tables, whose keys move with them */
    LARGE = 4096,
    FEW = 192,        /* eight fields of a table: the first ... */
    FREE = 20000,     /* ... so many of these cost nothing. Whether a table whose fields come and go is made anew depends on how
                         its keys are spread, which differs from run to run; so does not what ordinary recipes use */
    TEXT_BYTES = 4,   /* of a text that a C function is given: it may read a numeral in it */
    COMPARED = 512,   /* instructions compare whole texts: so many bytes of the longest are worth one more */
    WALKED = 64,      /* of the widest table so many bytes, when one is walked over */
    MOST_VALUES = 255 /* that one call takes or gives: an instruction may copy them all */
};
enum { GARBAGE = 1 << 20, COLLECTED = 8 }; /* bytes that pile up before a collection; of all bytes so many are one unit then */
enum { DEEPEST = 50 }; /* calls from C back into the recipe, one within another: small stacks have room for them */
enum { STEP = TRNL_SMALL_STEP, SMALL = TRNL_SMALL, SLAB = 65536 - 128 }; /* of memory, in bytes */

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

void trnl_stranger_end(trnl_stranger *s, const char *kind, const char *format, ...)
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

int trnl_stranger_raise(lua_State *L, trnl_stranger *s)
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
    const double most = (double)s->limits.fuel;
    trnl_stranger_end(s, "limit", ": out of fuel: the recipe works longer than %.0f units (limits.fuel)", most);
}

static void end_memory(trnl_stranger *s)
{
    const double most = (double)s->limits.memory;
    if (s->L && depth_of(s->L) > 10000)
        trnl_stranger_end(s, "limit", ": stack overflow: calls within calls fill the %.0f bytes of a recipe (limits.memory)", most);
    else
        trnl_stranger_end(s, "limit", ": out of memory: a recipe may hold %.0f bytes (limits.memory)", most);
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

void *trnl_stranger_allocate(void *user, void *block, size_t old, size_t size)
{
    trnl_stranger *s = user;
    const bool text = !block && old == LUA_TSTRING, fields = (block || old == 0) && size <= FEW; /* Lua says what it makes */
    if (!block) old = 0;
    if (size == 0) {
        give_back(s, block, old);
        s->bytes -= old;
        return NULL;
    }
    if (text && size > s->limits.string + 64) {
        trnl_stranger_end(s, "limit", ": a text of more than %.0f bytes (limits.string)", (double)s->limits.string);
        return NULL;
    }
    if (size > old && !hold(s, size - old)) return NULL;
    const double moved = (double)size / (text || size < LARGE ? BYTES : BYTES / 4); /* growing moves what is there */
    if (!fields || ++s->fields > FREE) spend(s, (fields ? 5 : 1) * ALLOCATION + moved);
    if (text && size > 1024 && size > s->longest) s->longest = size;
    if (!text && size > s->widest) s->widest = size;
    if (block && ((old <= SMALL && size <= SMALL && class_of(old) == class_of(size)) || old == size)) {
        if (size < old) s->bytes -= old - size;
        return block;
    }
    void *made = block_of(s, size);
    if (!made) {
        if (size > old) s->bytes -= size - old;
        trnl_stranger_end(s, "memory", ": out of memory: the runtime has no %.0f bytes left", (double)size);
        return NULL;
    }
    if (block) memcpy(made, block, old < size ? old : size);
    give_back(s, block, old);
    if (size < old) s->bytes -= old - size;
    return made;
}

void trnl_stranger_free(trnl_stranger *s)
{
    while (s->slabs) {
        slab *next = s->slabs->next;
        trn_runtime_free(s->rt, s->slabs);
        s->slabs = next;
    }
}

/* ---- fuel ---- */

double trnl_stranger_now(void) /* the thread's processor time: that the machine is busy is no fault of a recipe */
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void look(trnl_stranger *s) /* the host's wishes */
{
    if (s->cancel && trn_cancel_raised(s->cancel)) trnl_stranger_end(s, "cancelled", ": cancelled");
    if (s->end > 0 && trnl_stranger_now() > s->end)
        trnl_stranger_end(s, "cancelled", ": cancelled after %g seconds of work", s->limits.deadline);
}

static void too_many(trnl_stranger *s)
{
    trnl_stranger_end(s, "limit", ": a call takes or gives more than %d values", MOST_VALUES);
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
    if (s->kind) trnl_stranger_raise(L, s);
}

void trnl_stranger_begin(trnl_stranger *s)
{
    look_after(s, INTERVAL);
    lua_gc(s->L, LUA_GCCOLLECT, 0);
    s->used = 0; /* what came before is ours */
    s->collect_at = s->bytes + GARBAGE;
}

trnl_stranger *trnl_stranger_of(lua_State *L)
{
    void *user;
    return lua_getallocf(L, &user) == trnl_stranger_allocate ? user : NULL;
}

void trnl_charge(lua_State *L, double fuel)
{
    trnl_stranger *s = trnl_stranger_of(L);
    if (!s) return;
    if (!s->kind) spend(s, fuel);
    if (s->kind) trnl_stranger_raise(L, s);
}

void trnl_hold(lua_State *L, double bytes)
{
    trnl_stranger *s = trnl_stranger_of(L);
    if (!s) return;
    if (s->kind || !hold(s, bytes < 9e18 ? (uint64_t)bytes : UINT64_MAX)) trnl_stranger_raise(L, s);
}

void trnl_let_go(trnl_stranger *s, double bytes) { s->bytes -= (uint64_t)bytes; }

double trnl_cost_of_walk(lua_State *L)
{
    const trnl_stranger *s = trnl_stranger_of(L);
    return s ? (double)s->widest / WALKED : 0;
}

void trnl_charge_walk(lua_State *L) { trnl_charge(L, trnl_cost_of_walk(L)); }

double trnl_charge_node(lua_State *L, const trn_setting *settings, int32_t count)
{
    trnl_stranger *s = trnl_stranger_of(L);
    if (!s) return 0;
    if (s->nodes == s->limits.nodes)
        trnl_stranger_end(s, "limit", ": more than %.0f nodes (limits.nodes)", (double)s->limits.nodes);
    if (s->kind) trnl_stranger_raise(L, s);
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
    trnl_stranger_end(s, "memory", ": out of memory");
    snprintf(s->message, sizeof s->message, "%s", err->message);
    trnl_stranger_raise(L, s);
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
    if (s->kind) return trnl_stranger_raise(L, s);
    if (status == LUA_OK) return lua_gettop(L);
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
}

#else /* a host's state is the only one there is */

trnl_stranger *trnl_stranger_of(lua_State *L) { return (void)L, NULL; }
void trnl_charge(lua_State *L, double fuel) { (void)L, (void)fuel; }
void trnl_charge_walk(lua_State *L) { (void)L; }
double trnl_cost_of_walk(lua_State *L) { return (void)L, 0; }
double trnl_charge_node(lua_State *L, const trn_setting *settings, int32_t count)
{
    (void)L, (void)settings, (void)count;
    return 0;
}
void trnl_hold(lua_State *L, double bytes) { (void)L, (void)bytes; }
void trnl_deeper(lua_State *L) { (void)L; }
void trnl_back(lua_State *L) { (void)L; }
void trnl_let_go(trnl_stranger *s, double bytes) { (void)s, (void)bytes; }
void trnl_give_up(lua_State *L, const trn_error *err) { (void)L, (void)err; }
#endif
