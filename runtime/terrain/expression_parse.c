/* expression_parse.c - from text to terms: precedence climbing over Lua's operators. See expression.h. */
#include "terrain/expression.h"
#include "math/scalar.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const trn_function functions[] = { /* sorted */
    {"abs", 1, 1, MAP_ABS}, {"acos", 1, 1, MAP_ACOS}, {"asin", 1, 1, MAP_ASIN}, {"atan", 1, 2, MAP_ATAN2}, {"atan2", 2, 2, MAP_ATAN2},
    {"ceil", 1, 1, MAP_CEIL}, {"clamp", 3, 3, MAP_CLAMP}, {"cos", 1, 1, MAP_COS}, {"cross", 2, 2, TRN_FN_CROSS}, {"deg", 1, 1, MAP_DEG},
    {"dot", 2, 2, TRN_FN_DOT}, {"exp", 1, 1, MAP_EXP}, {"exp2", 1, 1, MAP_EXP2}, {"floor", 1, 1, MAP_FLOOR}, {"fract", 1, 1, MAP_FRACT},
    {"hash", 1, 8, TRN_FN_HASH}, {"isnan", 1, 1, MAP_ISNAN}, {"length", 1, 1, TRN_FN_LENGTH}, {"lerp", 3, 3, MAP_LERP},
    {"log", 1, 1, MAP_LOG}, {"log2", 1, 1, MAP_LOG2}, {"max", 2, 16, MAP_MAX}, {"min", 2, 16, MAP_MIN}, {"mix", 3, 3, MAP_LERP},
    {"noise", 2, 4, TRN_FN_NOISE}, {"normalize", 1, 1, TRN_FN_NORMALIZE}, {"pow", 2, 2, MAP_POW}, {"rad", 1, 1, MAP_RAD},
    {"round", 1, 1, MAP_ROUND}, {"saturate", 1, 1, MAP_SATURATE}, {"sign", 1, 1, MAP_SIGN}, {"sin", 1, 1, MAP_SIN},
    {"smoothstep", 3, 3, MAP_SMOOTHSTEP}, {"sqrt", 1, 1, MAP_SQRT}, {"step", 2, 2, MAP_STEP}, {"tan", 1, 1, MAP_TAN},
    {"trunc", 1, 1, MAP_TRUNC}, {"vec", 2, 4, TRN_FN_VEC},
};

const trn_function *trn_function_named(trn_word w)
{
    for (size_t i = 0; i < TRN_COUNT(functions) && !w.quoted; ++i)
        if (trn_word_is(w, functions[i].name)) return &functions[i];
    return NULL;
}

static const char *function_at(const void *list, int32_t i)
{
    (void)list;
    return i < (int32_t)TRN_COUNT(functions) ? functions[i].name : NULL;
}
const char *trn_function_meant(trn_word w)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)w.length, w.text);
    return trn_closest(name, function_at, NULL);
}

/* ---- words ---- */

static bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

trn_word trn_word_at(const trn_expression *e, int32_t at)
{
    const char *s = e->text + at;
    int32_t n = 0;
    if (*s == '`') {
        while (s[n + 1] && s[n + 1] != '`' && s[n + 1] != '\n') ++n;
        return (trn_word){s + 1, n, true};
    }
    while (starts_name(s[n]) || is_digit(s[n])) ++n;
    return (trn_word){s, n, false};
}

bool trn_word_is(trn_word w, const char *name) { return strlen(name) == (size_t)w.length && memcmp(w.text, name, (size_t)w.length) == 0; }

trn_status trn_expression_fail(const trn_expression *e, int32_t statement, int32_t at, trn_error *err, const char *format, ...)
{
    char message[320], name[80] = "program", place[40] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    int32_t from = 0;
    if (statement) {
        const trn_word w = trn_word_at(e, e->term[statement].at);
        snprintf(name, sizeof name, "%.*s", (int)w.length, w.text);
        from = e->term[statement].b;
    }
    int32_t line = 1, column = 1, lines = 1;
    for (int32_t i = from; i < at; ++i) {
        const bool end = e->text[i] == '\n';
        line += end;
        column = end ? 1 : column + ((e->text[i] & 0xc0) != 0x80); /* characters, where the text is UTF-8 */
    }
    lines = line;
    if (lines > 1) snprintf(place, sizeof place, "line %d, column %d", (int)line, (int)column);
    else snprintf(place, sizeof place, "column %d", (int)column);
    return trn_param_fail(err, name, "%s: %s", place, message);
}

/* ---- tokens ---- */

typedef enum token { END, NUMBER, NAME, OPERATOR, NOT, OPEN, CLOSE, COMMA, DOT, ASSIGN, SEMICOLON, LOCAL, BAD } token;
typedef struct parser {
    trn_expression *e;
    trn_error *err;
    token token;
    int32_t at, after, statement, depth; /* of the token; where the next begins; which statement is being read */
    trn_operator op;
    bool failed;
} parser;

static const struct { char sign[4]; uint8_t op, left, right; } operators[] = { /* longer signs first; binding powers as in Lua */
    {"<=", TRN_OP_LE, 3, 4}, {">=", TRN_OP_GE, 3, 4}, {"==", TRN_OP_EQ, 3, 4}, {"~=", TRN_OP_NE, 3, 4}, {"//", TRN_OP_IDIV, 7, 8},
    {"<", TRN_OP_LT, 3, 4}, {">", TRN_OP_GT, 3, 4}, {"+", TRN_OP_ADD, 5, 6}, {"-", TRN_OP_SUB, 5, 6}, {"*", TRN_OP_MUL, 7, 8},
    {"/", TRN_OP_DIV, 7, 8}, {"%", TRN_OP_MOD, 7, 8}, {"^", TRN_OP_POW, 12, 11},
};
enum { UNARY_POWER = 10 };
static void powers(trn_operator op, int *left, int *right)
{
    *left = 1, *right = 2; /* or */
    if (op == TRN_OP_AND) *left = 2, *right = 3;
    for (size_t i = 0; i < TRN_COUNT(operators); ++i)
        if (operators[i].op == op) *left = operators[i].left + 1, *right = operators[i].right + 1;
}

static void fail(parser *p, int32_t at, const char *format, ...) TRN_PRINTF(3, 4);
static void fail(parser *p, int32_t at, const char *format, ...)
{
    char message[256];
    if (p->failed) return;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    p->failed = true;
    trn_expression_fail(p->e, p->statement, at, p->err, "%s", message);
}

static void next(parser *p)
{
    const char *s = p->e->text;
    const int32_t before = p->after;
    int32_t i = before;
    for (;;) {
        while (s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r') ++i;
        if (s[i] != '-' || s[i + 1] != '-') break;
        while (s[i] && s[i] != '\n') ++i;
    }
    p->at = i;
    const char c = s[i];
    if (!c) {
        p->token = END, p->at = before; /* behind what was read last */
    } else if (starts_name(c) || c == '`') {
        const trn_word w = trn_word_at(p->e, i);
        p->after = i + w.length + 2 * w.quoted;
        p->token = NAME;
        if (w.quoted && (s[p->after - 1] != '`' || w.length == 0)) {
            p->after = i + (int32_t)strlen(s + i);
            fail(p, i, "a quoted name ends with `");
            p->token = BAD;
        } else if (w.quoted) {
        } else if (trn_word_is(w, "and")) p->token = OPERATOR, p->op = TRN_OP_AND;
        else if (trn_word_is(w, "or")) p->token = OPERATOR, p->op = TRN_OP_OR;
        else if (trn_word_is(w, "not")) p->token = NOT;
        else if (trn_word_is(w, "local")) p->token = LOCAL;
    } else if (is_digit(c) || (c == '.' && is_digit(s[i + 1]))) {
        const char *end = s + i;
        double value;
        p->token = NUMBER;
        if (!trn_parse_double(s + i, &end, &value) || starts_name(*end) || *end == '.') {
            fail(p, i, "that is no number");
            p->token = BAD;
        }
        p->after = (int32_t)(end - s) + (end == s + i);
    } else {
        static const struct { char sign; token token; } marks[] = {
            {'(', OPEN}, {')', CLOSE}, {',', COMMA}, {'.', DOT}, {';', SEMICOLON}};
        p->token = BAD, p->after = i + 1;
        for (size_t k = 0; k < TRN_COUNT(marks); ++k)
            if (c == marks[k].sign) p->token = marks[k].token;
        if (p->token == SEMICOLON) p->at = before; /* an end, as that of the text */
        for (size_t k = 0; k < TRN_COUNT(operators) && p->token == BAD; ++k) {
            const size_t n = strlen(operators[k].sign);
            if (strncmp(s + i, operators[k].sign, n) == 0)
                p->token = OPERATOR, p->op = (trn_operator)operators[k].op, p->after = i + (int32_t)n;
        }
        if (p->token == BAD && c == '=') p->token = ASSIGN;
        if (p->token == BAD) {
            int n = 1; /* a whole character in the message */
            while ((s[i + n] & 0xc0) == 0x80 && n < 4) ++n;
            if (c == '!' && s[i + 1] == '=') fail(p, i, "to differ is written ~=");
            fail(p, i, "'%.*s' means nothing here", n, s + i);
        }
    }
}

/* ---- terms ---- */

static uint16_t add(parser *p, trn_term term)
{
    trn_expression *e = p->e;
    if (e->count >= (int32_t)TRN_COUNT(e->term)) { /* cannot be, as each has a character */
        fail(p, p->at, "the program is too long");
        return 0;
    }
    const int deepest = trn_max_i(e->term[term.a].depth, e->term[term.b].depth);
    term.depth = (uint8_t)(term.kind == TRN_TERM_ASSIGN || term.kind == TRN_TERM_LOCAL ? 0 : deepest + 1);
    if (deepest >= TRN_EXPRESSION_DEPTH) fail(p, term.at, "more than %d operations in operations; take a part of it out with `local`", TRN_EXPRESSION_DEPTH);
    e->term[e->count] = term;
    return (uint16_t)e->count++;
}

static uint16_t value(parser *p, int least);

static void expect(parser *p, token token, const char *what)
{
    if (p->token != token) fail(p, p->at, "%s expected", what);
    else next(p);
}

static void check_call(parser *p, uint16_t call)
{
    trn_expression *e = p->e;
    const int32_t at = e->term[call].at;
    const trn_word w = trn_word_at(e, at);
    const trn_function *f = trn_function_named(w);
    int32_t count = 0;
    bool steps = true;
    for (uint16_t a = e->term[call].a; a; a = e->term[a].next, ++count) {
        double offset;
        const bool whole = trn_expression_constant(e, a, &offset) && offset == floor(offset) && fabs(offset) <= TRN_EXPRESSION_OFFSET;
        steps = steps && whole;
    }
    if (f && count >= f->least && count <= f->most) return;
    if (f && f->least == f->most) fail(p, at, "%s takes %d value%s, got %d", f->name, f->least, f->least > 1 ? "s" : "", (int)count);
    else if (f) fail(p, at, "%s takes %d to %d values, got %d", f->name, f->least, f->most, (int)count);
    else if (count != 2 || !steps) {
        const char *meant = w.quoted ? NULL : trn_function_meant(w);
        if (meant) fail(p, at, "no function '%.*s' (did you mean '%s'?)", (int)w.length, w.text, meant);
        else fail(p, at, "no function '%.*s'; a layer's neighbour is written layer(dx, dy) with whole numbers up to %d", (int)w.length, w.text, TRN_EXPRESSION_OFFSET);
    }
}

static uint16_t call(parser *p, int32_t at)
{
    const uint16_t term = add(p, (trn_term){.kind = TRN_TERM_CALL, .at = (uint16_t)at});
    uint16_t last = 0;
    next(p); /* the parenthesis */
    while (!p->failed && p->token != CLOSE) {
        const uint16_t a = value(p, 0);
        if (p->failed) break;
        if (last) p->e->term[last].next = a;
        else p->e->term[term].a = a;
        if (p->e->term[a].depth >= p->e->term[term].depth) p->e->term[term].depth = (uint8_t)(p->e->term[a].depth + 1);
        last = a;
        if (p->token != COMMA) break;
        next(p);
    }
    expect(p, CLOSE, "a comma or ')'");
    if (!p->failed) check_call(p, term);
    return term;
}

static uint16_t primary(parser *p)
{
    const int32_t at = p->at;
    uint16_t term = 0;
    switch (p->token) {
    case NUMBER:
        term = add(p, (trn_term){.kind = TRN_TERM_NUMBER, .at = (uint16_t)at});
        next(p);
        return term;
    case OPEN:
        next(p);
        term = value(p, 0);
        expect(p, CLOSE, "')'");
        break;
    case NAME:
        next(p);
        term = p->token == OPEN ? call(p, at) : add(p, (trn_term){.kind = TRN_TERM_NAME, .at = (uint16_t)at});
        break;
    case ASSIGN: fail(p, at, "'=' assigns; to compare write =="); break;
    default: fail(p, at, p->token == END || p->token == SEMICOLON ? "the expression ends too early" : "a value expected");
    }
    while (!p->failed && p->token == DOT) {
        next(p);
        if (p->token != NAME) fail(p, p->at, "a channel expected: x, y, z, w or r, g, b, a");
        else term = add(p, (trn_term){.kind = TRN_TERM_FIELD, .at = (uint16_t)p->at, .a = term});
        next(p);
    }
    return term;
}

/* A value whose operators bind at least so strongly. */
static uint16_t value(parser *p, int least)
{
    uint16_t term;
    if (++p->depth > TRN_EXPRESSION_DEPTH) fail(p, p->at, "more than %d operations in operations; take a part of it out with `local`", TRN_EXPRESSION_DEPTH);
    if (p->failed) return 0;
    const int32_t sign = p->at;
    if (p->token == NOT || (p->token == OPERATOR && p->op == TRN_OP_SUB)) {
        const trn_operator op = p->token == NOT ? TRN_OP_NOT : TRN_OP_NEG;
        next(p);
        const uint16_t of = value(p, UNARY_POWER);
        term = add(p, (trn_term){.kind = TRN_TERM_UNARY, .op = (uint8_t)op, .at = (uint16_t)sign, .a = of});
    } else
        term = primary(p);
    while (!p->failed && p->token == OPERATOR) {
        const int32_t at = p->at;
        const trn_operator op = p->op;
        int left, right;
        powers(op, &left, &right);
        if (left < least) break;
        next(p);
        const uint16_t other = value(p, right);
        term = add(p, (trn_term){.kind = TRN_TERM_BINARY, .op = (uint8_t)op, .at = (uint16_t)at, .a = term, .b = other});
    }
    --p->depth;
    return term;
}

static bool same_word(trn_word a, trn_word b) { return a.length == b.length && memcmp(a.text, b.text, (size_t)a.length) == 0; }

static bool assigns(const parser *p) /* the name that is the token */
{
    const char *s = p->e->text + p->after;
    while (*s == ' ' || *s == '\t' || *s == '\n' || *s == '\r') ++s;
    return *s == '=' && s[1] != '=';
}

static uint16_t statement(parser *p, uint16_t last)
{
    trn_expression *e = p->e;
    const bool local = p->token == LOCAL;
    p->statement = 0;
    if (local) next(p);
    if (p->token != NAME) {
        fail(p, p->at, "an assignment expected, as in C = C * 2");
        return 0;
    }
    const uint16_t s = add(p, (trn_term){.kind = local ? TRN_TERM_LOCAL : TRN_TERM_ASSIGN, .at = (uint16_t)p->at});
    const trn_word name = trn_word_at(e, p->at);
    for (uint16_t other = e->first; other && !local; other = e->term[other].next)
        if (e->term[other].kind == TRN_TERM_ASSIGN && same_word(name, trn_word_at(e, e->term[other].at)))
            fail(p, p->at, "'%.*s' is assigned twice", (int)name.length, name.text);
    if (last) e->term[last].next = s;
    else e->first = s;
    next(p);
    if (p->token != ASSIGN) fail(p, p->at, "'=' expected after '%.*s'", (int)name.length, name.text);
    e->term[s].b = (uint16_t)(p->after + (e->text[p->after] == ' '));
    p->statement = s;
    next(p);
    if (!p->failed) e->term[s].a = value(p, 0);
    const bool over = p->token == END || p->token == SEMICOLON || p->token == LOCAL || (p->token == NAME && assigns(p));
    if (!over) fail(p, p->at, p->token == ASSIGN ? "'=' assigns; to compare write ==" : "an operator expected");
    if (p->token == SEMICOLON) next(p);
    return s;
}

trn_status trn_expression_parse(trn_expression *e, const char *text, trn_error *err)
{
    e->text = text;
    e->count = 1; /* term 0 is none */
    e->term[0] = (trn_term){0};
    e->first = 0;
    if (strlen(text) > TRN_EXPRESSION_TEXT) return trn_param_fail(err, "program", "has more than %d bytes", TRN_EXPRESSION_TEXT);
    parser p = {.e = e, .err = err};
    uint16_t last = 0;
    next(&p);
    while (!p.failed && p.token != END) {
        p.depth = 0;
        last = statement(&p, last);
    }
    return p.failed ? TRN_ERR_ARGUMENT : TRN_OK;
}

/* ---- what is known without pixels ---- */

uint16_t trn_expression_local(const trn_expression *e, int32_t term)
{
    const trn_word name = trn_word_at(e, e->term[term].at);
    uint16_t found = 0;
    for (uint16_t s = e->first; s && !name.quoted; s = e->term[s].next) {
        if (e->term[s].next == 0 || e->term[s].next > term) break; /* the statement that the name stands in */
        if (e->term[s].kind == TRN_TERM_LOCAL && same_word(name, trn_word_at(e, e->term[s].at))) found = s;
    }
    return found;
}

static bool literal(const trn_expression *e, int32_t term, double *out)
{
    const trn_term *t = &e->term[term];
    const bool minus = t->kind == TRN_TERM_UNARY && t->op == TRN_OP_NEG && e->term[t->a].kind == TRN_TERM_NUMBER;
    if (minus) t = &e->term[t->a];
    if (t->kind != TRN_TERM_NUMBER || !trn_parse_double(e->text + t->at, NULL, out)) return false;
    if (minus) *out = -*out;
    return true;
}

/* Locals that are made of others are not followed: that would be a search for each link of a chain. */
bool trn_expression_constant(const trn_expression *e, int32_t term, double *out)
{
    if (literal(e, term, out)) return true;
    const bool minus = e->term[term].kind == TRN_TERM_UNARY && e->term[term].op == TRN_OP_NEG;
    if (minus) term = e->term[term].a;
    const uint16_t local = e->term[term].kind == TRN_TERM_NAME ? trn_expression_local(e, term) : 0;
    if (!local || !literal(e, e->term[local].a, out)) return false;
    if (minus) *out = -*out;
    return true;
}

int32_t trn_expression_halo(const trn_expression *e)
{
    int32_t halo = 0;
    for (int32_t i = 1; i < e->count; ++i) {
        if (e->term[i].kind != TRN_TERM_CALL || trn_function_named(trn_word_at(e, e->term[i].at))) continue;
        for (uint16_t a = e->term[i].a; a; a = e->term[a].next) {
            double offset = 0;
            trn_expression_constant(e, a, &offset);
            if (fabs(offset) > halo) halo = (int32_t)fabs(offset);
        }
    }
    return halo;
}
