/* args.h - arguments, option tables and errors. */
#ifndef TRNL_ARGS_H
#define TRNL_ARGS_H
#include "compat.h"
#include "terrane/terrane.h"
#include <stddef.h>

#if defined(__GNUC__)
#define TRNL_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define TRNL_PRINTF(f, a)
#endif

/* Errors. Messages of the core are data, never formats. */
void trnl_where(lua_State *L);                         /* pushes "alpine.lua:3" of the calling recipe, or "" */
int trnl_error(lua_State *L, const char *format, ...) TRNL_PRINTF(2, 3); /* raises "alpine.lua:3: ..." */
int trnl_raise(lua_State *L, const trn_error *err);    /* the same with the core's message */
int trnl_refuse(lua_State *L, const trn_error *err);   /* the world said no: nil, message, status name. Mistakes raise */

/* lua_pushstring remembers long texts by their address, so that whether one is made anew differs from run to run. */
void trnl_push_text(lua_State *L, const char *text);
double trnl_whole(lua_State *L, int arg, double lo, double hi); /* a whole number within lo ... hi: 5.4 and LuaJIT agree */
const char *trnl_text(lua_State *L, int arg);                   /* a string without zero bytes */
enum { TRNL_NUMBER_TEXT = 40 };
const char *trnl_number_text(double x, char out[TRNL_NUMBER_TEXT]); /* the shortest that reads back as x; with a point */
void trnl_push_hex(lua_State *L, const uint8_t bytes[16]);
void trnl_push_number(lua_State *L, double value, trn_type type); /* an integer for i32 */

/* Counts what the table at arg holds. Raises, as "what: rule, got a value under a number", where a key is no name; of several
 * such keys always for the same, for a table has no order that is the same in every run. */
size_t trnl_check_names(lua_State *L, int arg, const char *what, const char *rule);

/* Option tables are read with raw access, in the order of the rows, into a struct that starts as zero. Unknown names and
 * wrong values raise. Strings and functions stay on the stack, so that they live until the function returns. */
typedef enum trnl_kind {
    TRNL_INT,      /* int32_t within lo ... hi */
    TRNL_BYTES,    /* uint64_t, at least 1 */
    TRNL_NUMBER,   /* double within lo ... hi */
    TRNL_BOOL,     /* bool */
    TRNL_TEXT,     /* const char *, without zero bytes */
    TRNL_CHOICE,   /* int32_t: the place among the choices */
    TRNL_PAIR,     /* trnl_pair from {lo, hi} */
    TRNL_WINDOW,   /* trn_region from {x, y, width, height} */
    TRNL_FUNCTION, /* int: a stack index; 0: not given */
    TRNL_ANY       /* the same for a value of any kind */
} trnl_kind;
typedef struct trnl_pair { bool set; double lo, hi; } trnl_pair;
typedef struct trnl_option {
    const char *name;
    trnl_kind kind;
    size_t offset;
    double lo, hi;
    const char *const *choices;
} trnl_option;
void trnl_options(lua_State *L, int arg, const char *what, const trnl_option *rows, void *out); /* rows end with name NULL */
#endif
