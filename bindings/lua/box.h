/* box.h - how a Terrane handle lives in Lua. Every function in bindings/lua has three parts, in this order:
 *   1 read    check and convert all arguments. May raise. Owns nothing but boxes on the Lua stack.
 *   2 run     call the core. Nothing here calls Lua but the progress callback, which is protected, so no error can
 *             jump over the core's frames.
 *   3 answer  push results. May raise; by now each handle is owned by a box.
 * Finalisers are Lua code that may run whenever Lua allocates, and may release anything. So a handle that is used across an
 * allocation or a callback is pinned meanwhile: a release then waits for the end. Pins come last in part 1 and go in part
 * 3; where an error for want of memory skips the latter, the release is left to the collector. */
#ifndef TRNL_BOX_H
#define TRNL_BOX_H
#include "compat.h"
#include "terrane/terrane.h"

typedef struct trnl_state { /* one for each lua_State, in its registry */
    trn_cancel *cancel;     /* what the host raises to end every evaluation; may be NULL; borrowed */
    double live;            /* bytes of pixels that boxes own */
    double fresh;           /* of these and the released ones, made since the collector last finished a cycle */
    double settled;         /* live bytes at that time */
    int depth;              /* evaluations under way, one within another */
    bool read_only;         /* a recipe runs that may not write */
    bool testing;           /* allocations are made to fail: no second try */
    struct trnl_stranger *stranger; /* whose state it is (stranger.h); NULL: the host's */
} trnl_state;
trnl_state *trnl_state_of(lua_State *L);

typedef struct trnl_type {
    const char *name; /* "terrane.node" */
    void *(*retain)(void *handle);
    void (*release)(void *handle);
    void (*describe)(lua_State *L, void *handle);                  /* pushes what tostring() says after the name */
    int (*property)(lua_State *L, void *handle, const char *name); /* pushes a value and returns 1, else 0 */
    const char *const *properties;                                 /* their names, ends with NULL; NULL: no properties */
    const luaL_Reg *methods;
    bool constructors; /* node types are methods too */
    bool stranger;     /* in a stranger's state: nothing is released by hand */
} trnl_type;
extern const trnl_type trnl_runtime_type, trnl_layer_type, trnl_image_type, trnl_node_type, trnl_result_type, trnl_job_type,
    trnl_figure_type;

typedef struct trnl_box {
    trn_layer_info view; /* of a layer; all zero in other boxes and after release. First and frozen: LuaJIT reads it in place */
    void *handle;        /* NULL: not yet made, or released */
    trnl_state *state;
    double bytes;        /* that the ledger holds for this box */
    int pins;
    bool released;       /* waits for the last pin */
} trnl_box;

void trnl_register(lua_State *L, const trnl_type *type);        /* makes the metatable; pushes the table of methods */
trnl_box *trnl_new(lua_State *L, const trnl_type *type);        /* pushes an empty box */
void *trnl_check(lua_State *L, int arg, const trnl_type *type); /* raises for another type or a released one */
void *trnl_test(lua_State *L, int arg, const trnl_type *type);  /* NULL for another type; raises for a released one */
void *trnl_pin(lua_State *L, int arg, const trnl_type *type);   /* trnl_check; the value must stay on the stack until ... */
void trnl_unpin(lua_State *L, int arg, const trnl_type *type);
void trnl_pin_box(lua_State *L, trnl_box *box, const trnl_type *type); /* the same for boxes that are anchored elsewhere */
void trnl_unpin_box(trnl_box *box, const trnl_type *type);
void trnl_free(trnl_box *box, const trnl_type *type);           /* releases what it owns, now */
void trnl_share(lua_State *L, const trnl_type *type, void *handle); /* pushes a box with a new reference to what is pinned */
void trnl_see_layer(trnl_box *box);                             /* fills the view of a box that owns a layer */

/* The ledger. trnl_account: the box at the top owns so many bytes of pixels, which Lua's collector does not see; it is
 * stepped by what they are worth. May run finalisers. */
void trnl_account(lua_State *L, double bytes);
double trnl_layer_bytes(const trn_layer *layer);
double trnl_image_bytes(const trn_image *image);

/* Part 2 of a function: st = call, and once more after a full collection if memory was short. May run finalisers. */
#define TRNL_RUN(L, st, call)                                         \
    do {                                                              \
        st = (call);                                                  \
        if (st == TRN_ERR_MEMORY && trnl_collect(L)) st = (call);     \
    } while (0)
bool trnl_collect(lua_State *L); /* false where a second try is not wanted */

/* The runtime that a function works on: the one it is called on as a method, else the default one. Takes it off the
 * arguments and leaves its box on top of exactly `args` of them, raising if there were more. */
void trnl_runtime(lua_State *L, int args);
void trnl_push_runtime(lua_State *L, int arg);  /* the box at arg, if it is one of a runtime, else the default one's */
void trnl_set_default_runtime(lua_State *L);    /* the box at the top, which is popped */

/* Files, while a recipe runs. */
/* Pushes the path that is meant in the parameter `file` or `font`; raises for none. what: the node. */
const char *trnl_resolve(lua_State *L, const char *param, const char *path, const char *what);
void trnl_check_writing(lua_State *L);                                      /* raises where nothing may be written */

/* The module's functions, by file. */
extern const luaL_Reg trnl_runtime_functions[], trnl_layer_functions[], trnl_file_functions[], trnl_describe_functions[],
    trnl_confine_functions[], trnl_angle_functions[], trnl_ordered_functions[], trnl_text_functions[], trnl_beneath_functions[],
    trnl_stranger_functions[];
void trnl_add_constructors(lua_State *L); /* one for each node type, into the table at the top */
void trnl_add_image(lua_State *L);        /* lets `image` there make images from layers too */
int trnl_image_write(lua_State *L);       /* methods that stand in other files than their type */
int trnl_layer_write(lua_State *L);
int trnl_node_render(lua_State *L);
int trnl_node_tile(lua_State *L);
int trnl_node_start(lua_State *L);
int trnl_node_start_tile(lua_State *L);
int trnl_node_check_tiles(lua_State *L);
int trnl_node_report(lua_State *L);
int trnl_node_stats(lua_State *L);
int trnl_node_output(lua_State *L);
int trnl_node_params(lua_State *L); /* and those that a stranger's recipe has too */
int trnl_node_key(lua_State *L);
int trnl_node_figure(lua_State *L);
int trnl_image_layers(lua_State *L);
int trnl_image_layer(lua_State *L);
int trnl_layer_get(lua_State *L);
int trnl_layer_sample(lua_State *L);
#endif
