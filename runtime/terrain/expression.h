/* expression.h - the small language of the node `map`: assignments of per-pixel expressions, made into steps for the kernel.
 *
 *     local k = 2                        a value of its own, for what follows it
 *     C = lerp(C, k * mask, 0.25)        a layer of the output; names are layers of the input, whatever else is assigned
 *
 * Lua's operators and comments; line breaks do not matter. There are no loops and no functions of one's own, so that every
 * program ends, after work that its text bounds. Values are numbers (float), vectors of up to four of them, or conditions. */
#ifndef TRN_EXPRESSION_H
#define TRN_EXPRESSION_H
#include "graph/node.h"
#include "kernels/map.h"

enum { TRN_EXPRESSION_TEXT = 4096, TRN_EXPRESSION_DEPTH = 120, TRN_EXPRESSION_OFFSET = 4096 };

/* Part of the parsed text. Each takes at least one character of it, so there are never more of them than that. */
typedef enum trn_term_kind {
    TRN_TERM_ASSIGN, TRN_TERM_LOCAL, /* a statement; at: its name; a: the value; b: where columns are counted from */
    TRN_TERM_NUMBER, TRN_TERM_NAME,  /* at: in the text */
    TRN_TERM_CALL,                   /* at: the name; a: the first argument, the others follow it by `next` */
    TRN_TERM_FIELD,                  /* a: of what; at: ".x" */
    TRN_TERM_UNARY, TRN_TERM_BINARY  /* op: a trn_operator; at: its sign */
} trn_term_kind;
typedef enum trn_operator {
    TRN_OP_OR, TRN_OP_AND, TRN_OP_LT, TRN_OP_LE, TRN_OP_GT, TRN_OP_GE, TRN_OP_EQ, TRN_OP_NE, TRN_OP_ADD, TRN_OP_SUB, TRN_OP_MUL,
    TRN_OP_DIV, TRN_OP_IDIV, TRN_OP_MOD, TRN_OP_POW, TRN_OP_NEG, TRN_OP_NOT
} trn_operator;
typedef struct trn_term { uint8_t kind, op, depth; uint16_t at, a, b, next; } trn_term; /* 0: none */

typedef struct trn_expression {
    const char *text;
    int32_t count;
    uint16_t first; /* statement */
    trn_term term[TRN_EXPRESSION_TEXT + 2];
} trn_expression;

/* Everything that the text alone shows is checked: syntax, functions and how many values they take, offsets. The error names what
 * is assigned and the column in its expression, "C: column 7: ...". e->text is borrowed. */
trn_status trn_expression_parse(trn_expression *e, const char *text, trn_error *err);
/* How many pixels away it looks, at most, in one direction. */
int32_t trn_expression_halo(const trn_expression *e);

/* Names in the text. A quoted one, `like this`, is always a layer. */
typedef struct trn_word { const char *text; int32_t length; bool quoted; } trn_word;
trn_word trn_word_at(const trn_expression *e, int32_t at);
bool trn_word_is(trn_word w, const char *name);
trn_status trn_expression_fail(const trn_expression *e, int32_t statement, int32_t at, trn_error *err, const char *format, ...) TRN_PRINTF(5, 6);
/* The `local` that the name means, of those before its own statement; 0: none of them. */
uint16_t trn_expression_local(const trn_expression *e, int32_t term);
/* A number, or one with a sign, or a local that is one: what must be known before there are pixels. */
bool trn_expression_constant(const trn_expression *e, int32_t term, double *value);

/* What functions there are, by name; NULL: none. */
typedef struct trn_function { const char *name; int8_t least, most; int16_t op; } trn_function; /* op: a map_op, or one of these */
enum { TRN_FN_VEC = 1000, TRN_FN_DOT, TRN_FN_LENGTH, TRN_FN_NORMALIZE, TRN_FN_CROSS, TRN_FN_HASH, TRN_FN_NOISE };
const trn_function *trn_function_named(trn_word w);
const char *trn_function_meant(trn_word w); /* the name that is closest; NULL: none is close */

/* ---- with the layers known: steps of the kernel ---- */
typedef struct trn_map_output { trn_word name; int32_t channels, at[4]; } trn_map_output;
typedef struct trn_map_program {
    map_args args;              /* but for outputs' planes and scratch */
    trn_map_output *outputs;
    int32_t output_count, plane_count;
} trn_map_program;
enum { TRN_EXPRESSION_NUMBERS = 8 };
/* given: what the names number1, number2 ... mean. */
trn_status trn_expression_bind(trn_eval *ev, const trn_expression *e, const double given[TRN_EXPRESSION_NUMBERS], trn_map_program *out);
#endif
