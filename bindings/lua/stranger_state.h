/* stranger_state.h - what fuel.c and stranger.c share: the state of one recipe's run. */
#ifndef TRNL_STRANGER_STATE_H
#define TRNL_STRANGER_STATE_H
#include "args.h"
#include "stranger.h"

#if TRNL_STRANGERS
#include <fenv.h>
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

enum { TRNL_SMALL_STEP = 16, TRNL_SMALL = 512 }; /* bytes: blocks of so many come from slabs, by multiples of the step */
typedef struct slab { struct slab *next; } slab;

struct trnl_stranger {
    lua_State *L, *host;
    trn_runtime *rt;
    trn_cancel *cancel;    /* the host's; may be NULL */
    trnl_limits limits;
    const char *name;      /* of the recipe */
    uint64_t used, bytes, peak, nodes, fields;
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
    void *idle[TRNL_SMALL / TRNL_SMALL_STEP + 1];
    int functions;         /* on the host's stack: a table of those that the recipe may call */
    int top;               /* of that stack, while the recipe runs */
    locale_t c, locale;    /* C's, and the host's */
    fenv_t fenv;
    bool inside;
};

void *trnl_stranger_allocate(void *user, void *block, size_t old, size_t size); /* of its Lua state; user: the trnl_stranger */
void trnl_stranger_free(trnl_stranger *s);                                      /* what the allocator still has */
void trnl_stranger_begin(trnl_stranger *s);                                     /* from here on fuel is counted */
int trnl_stranger_raise(lua_State *L, trnl_stranger *s);                        /* raises what has ended it */
double trnl_stranger_now(void);                                                 /* seconds of the thread's processor time */
/* Ends it, at the place where it stands: kind and the message's rest. The first end counts. */
TRNL_PRINTF(3, 4) void trnl_stranger_end(trnl_stranger *s, const char *kind, const char *format, ...);
#endif
#endif
