/* angle.c - the angle form of calls: noise<frequency=4>:splat<> reads as noise{frequency=4}:splat{}.
 *
 * A name followed by `<` opens a call when `>`, `>>` or `name =` comes next. No Lua program holds any of these, so
 * comparisons, shifts and the attributes `<const>` and `<close>` stay what they are. Inside the call, at its own level,
 * `>` closes it (`>>` closes two, `>=` never closes); a greater-than or a right shift among its values stands in
 * parentheses. Only the brackets change, one byte for one, so that lines and columns of errors stay true.
 *
 * The text may be a stranger's: one pass, in time and memory that are proportional to its length. Text that is no Lua in
 * either form comes back as far as it makes sense; the compiler says what is wrong with it. */
#include "args.h"
#include "box.h"
#include <string.h>

typedef enum kind { END, NAME, KEYWORD, STRING, NUMBER, OPERATOR, BROKEN } kind; /* BROKEN: it never ends */
typedef struct token { kind kind; const char *at; size_t length; } token;
typedef struct text { const char *start, *end; } text;

/* ---- tokens: what 5.1 to 5.4 and LuaJIT take ---- */

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 128; }
static bool is_line_end(char c) { return c == '\n' || c == '\r'; }
static char at(const text *t, const char *p) { return p < t->end ? *p : '\0'; }

static bool is_keyword(const token *k)
{
    static const char *const words[] = {"and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
                                        "nil", "not", "or", "repeat", "return", "then", "true", "until", "while", NULL};
    for (const char *const *w = words; *w; ++w)
        if (strlen(*w) == k->length && memcmp(*w, k->at, k->length) == 0) return true;
    return false;
}

/* Behind the long bracket that opens at p; p itself where there is none, NULL where it never closes. */
static const char *long_bracket(const text *t, const char *p)
{
    const char *q = p + 1;
    if (at(t, p) != '[') return p;
    while (at(t, q) == '=') ++q;
    if (at(t, q) != '[') return p;
    const size_t level = (size_t)(q - p) - 1;
    for (q = q + 1; (q = memchr(q, ']', (size_t)(t->end - q))) != NULL;) {
        const char *r = q + 1;
        while (at(t, r) == '=') ++r;
        if ((size_t)(r - q) - 1 == level && at(t, r) == ']') return r + 1;
        q = r;
    }
    return NULL;
}

static const char *quoted(const text *t, const char *p) /* behind the string that opens at p; NULL: it never closes */
{
    const char quote = *p;
    for (++p; p < t->end; ++p) {
        if (*p == quote) return p + 1;
        if (is_line_end(*p)) return NULL;
        if (*p != '\\') continue;
        ++p;
        if (at(t, p) == 'z') { /* takes all white space after it, line ends included */
            while (is_space(at(t, p + 1))) ++p;
        } else if (is_line_end(at(t, p)) && is_line_end(at(t, p + 1)) && *p != p[1]) {
            ++p;
        }
    }
    return NULL;
}

static const char *numeral(const text *t, const char *p)
{
    const bool hex = *p == '0' && (at(t, p + 1) == 'x' || at(t, p + 1) == 'X');
    for (;;) {
        const char c = at(t, p), sign = at(t, p + 1);
        if ((hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E') && (sign == '+' || sign == '-')) p += 2;
        else if (is_letter(c) ? (unsigned char)c < 128 : is_digit(c) || c == '.') ++p;
        else return p;
    }
}

static size_t operator_length(const text *t, const char *p)
{
    static const char *const several[] = {"...", "..", "==", "~=", "<=", ">=", "<<", ">>", "//", "::", NULL};
    for (const char *const *op = several; *op; ++op)
        if (strlen(*op) <= (size_t)(t->end - p) && memcmp(*op, p, strlen(*op)) == 0) return strlen(*op);
    return 1;
}

static token next_token(const text *t, const char *p) /* at or after p; comments and white space are passed over */
{
    for (;;) {
        while (p < t->end && is_space(*p)) ++p;
        if (p == t->end) return (token){END, p, 0};
        if (*p != '-' || at(t, p + 1) != '-') break;
        const char *stop = long_bracket(t, p + 2);
        if (!stop) return (token){BROKEN, p, 0};
        if (stop == p + 2)
            while (stop < t->end && !is_line_end(*stop)) ++stop;
        p = stop;
    }
    token k = {OPERATOR, p, 0};
    const char *stop = p;
    if (is_letter(*p)) {
        while (is_letter(at(t, stop)) || is_digit(at(t, stop))) ++stop;
        k.length = (size_t)(stop - p);
        k.kind = is_keyword(&k) ? KEYWORD : NAME;
        return k;
    }
    if (*p == '\'' || *p == '"') {
        stop = quoted(t, p);
        k.kind = STRING;
    } else if (*p == '[' && (stop = long_bracket(t, p)) != p) {
        k.kind = STRING;
    } else if (is_digit(*p) || (*p == '.' && is_digit(at(t, p + 1)))) {
        stop = numeral(t, p);
        k.kind = NUMBER;
    } else {
        stop = p + operator_length(t, p);
    }
    if (!stop) return (token){BROKEN, p, 0};
    k.length = (size_t)(stop - p);
    return k;
}

static bool is(const token *k, const char *word)
{
    return k->kind != STRING && strlen(word) == k->length && memcmp(word, k->at, k->length) == 0;
}

static bool is_any(const token *k, const char *const *words)
{
    while (*words && !is(k, *words)) ++words;
    return *words != NULL;
}

/* ---- the rewriting ---- */

enum { DEEPEST = 190 }; /* open brackets and blocks; the compiler takes 200 levels */
typedef struct bracket {
    char kind; /* ( [ { <, or b, f for a block, a function, that `end` closes */
    token token, name;
} bracket;

static char opener(const token *k)
{
    static const char *const blocks[] = {"do", "if", "repeat", NULL};
    if (is(k, "function")) return 'f';
    if (is(k, "(") || is(k, "[") || is(k, "{")) return *k->at;
    return is_any(k, blocks) ? 'b' : '\0';
}

static char closer(const token *k) /* what it closes */
{
    if (is(k, ")")) return '(';
    if (is(k, "]")) return '[';
    if (is(k, "}")) return '{';
    return is(k, "end") || is(k, "until") ? 'b' : '\0';
}

static bool is_statement(const token *k) /* keywords that no expression holds outside of a function */
{
    static const char *const words[] = {"local", "return", "then", "else", "elseif", "for", "while", "in", "break", NULL};
    return is_any(k, words);
}

/* What cannot follow a call but may follow a comparison's `>`. */
static bool begins_value(const token *k)
{
    static const char *const words[] = {"nil", "true", "false", "not", "#", "...", NULL};
    return k->kind == NUMBER || is_any(k, words);
}

static bool opens(const token *before, const token *after, const token *second)
{
    return before->kind == NAME && (is(after, ">") || is(after, ">>") || (after->kind == NAME && is(second, "=")));
}

static int line_of(const text *t, const char *p)
{
    int line = 1;
    for (const char *q = t->start; q < p; ++q) line += *q == '\n';
    return line;
}

static int refuse(lua_State *L, const text *t, const char *p) /* the message is on top */
{
    lua_pushnil(L);
    lua_insert(L, -2);
    lua_pushinteger(L, line_of(t, p));
    return 3;
}

static const char *name_of(lua_State *L, const bracket *b) /* pushed, and cut short */
{
    return lua_pushlstring(L, b->name.at, b->name.length < 64 ? b->name.length : 64), lua_tostring(L, -1);
}

/* What the compiler does more than once through: it walks over all of these for each of them. */
static bool is_costly(const token *k)
{
    static const char *const words[] = {"and", "or", "elseif", "break", "goto", "::", NULL};
    if (k->kind != NUMBER) return is_any(k, words);
    for (size_t i = 0; i < k->length; ++i)
        if (!is_digit(k->at[i])) return true;
    return k->length > 4; /* small whole numbers are no constants */
}

/* rewrite(text [, keep_place [, power]]): the text in the brace form, and the fuel that compiling it is worth (stranger.h); or
 * nil, a message and the line it belongs to.
 * keep_place: `return f{}` drops its own place before f runs, which LuaJIT then no longer knows. `return nil, f{}` does not, so
 * that is what the main chunk's last statement becomes.
 * power: a name. a ^ b becomes a ^name^ b, which reads a ^ (name ^ b): a value `name` whose metamethods take over makes the
 * power, with every precedence as it was. */
static int rewrite(lua_State *L)
{
    size_t length, power_length = 0;
    const char *source = luaL_checklstring(L, 1, &length);
    const bool keep_place = lua_toboolean(L, 2);
    const char *power = luaL_optlstring(L, 3, NULL, &power_length);
    const text t = {source, source + length};
    bracket *stack = lua_newuserdatauv(L, DEEPEST * sizeof *stack, 0);
    int depth = 0, blocks = 0, functions = 0;
    double names = 0, costly = 0;
    bool placed = !keep_place;
    const char *done = source;
    luaL_Buffer out;
    luaL_buffinit(L, &out);

    token before = {END, source, 0}, k = next_token(&t, source), after, second;
    after = next_token(&t, k.at + k.length);
    for (; k.kind != END && k.kind != BROKEN; before = k, k = after, after = second) {
        second = after.kind == END || after.kind == BROKEN ? after : next_token(&t, after.at + after.length);
        bracket *top = depth ? &stack[depth - 1] : NULL;
        const bool within = top && top->kind == '<';
        const char *instead = NULL;
        const char closes = closer(&k), begins = opener(&k);
        if (depth == DEEPEST) {
            lua_pushfstring(L, "brackets and blocks nest more than %d deep", DEEPEST);
            return refuse(L, &t, k.at);
        }
        blocks += (begins == 'b' || begins == 'f') - (closes == 'b');
        if (k.kind == NAME) names += 2 + 4 * functions; /* each is looked for in all functions around it */
        costly += is_costly(&k);
        if (is(&k, "<") && opens(&before, &after, &second)) {
            stack[depth++] = (bracket){'<', k, before};
            instead = "{";
        } else if (within && is(&k, ">")) {
            if (begins_value(&after)) {
                lua_pushfstring(L, "'>' ends '%s<'; put a comparison among its values in parentheses", name_of(L, top));
                return refuse(L, &t, k.at);
            }
            --depth;
            instead = "}";
        } else if (within && is(&k, ">>")) {
            if (depth < 2 || stack[depth - 2].kind != '<') {
                lua_pushfstring(L, "'>>' ends two calls, but only '%s<' is open; put a shift in parentheses", name_of(L, top));
                return refuse(L, &t, k.at);
            }
            depth -= 2;
            instead = "}}";
        } else if (begins) {
            stack[depth++] = (bracket){begins, k, k};
            functions += begins == 'f';
        } else if (within && (closes || is_statement(&k))) {
            char word[16] = "";
            memcpy(word, k.at, k.length < sizeof word ? k.length : sizeof word - 1);
            lua_pushfstring(L, "'%s<' is not closed with '>' before '%s' in line %d", name_of(L, top), word, line_of(&t, k.at));
            return refuse(L, &t, top->token.at);
        } else if (closes) {
            if (!top || (top->kind == 'f' ? 'b' : top->kind) != closes) break;
            functions -= top->kind == 'f';
            --depth;
        } else if (power && is(&k, "^")) {
            luaL_addlstring(&out, done, (size_t)(k.at - done));
            luaL_addchar(&out, '^');
            luaL_addlstring(&out, power, power_length);
            luaL_addchar(&out, '^');
            done = k.at + 1;
        } else if (!placed && blocks == 0 && is(&k, "return") && after.length && !is(&after, ";")) {
            luaL_addlstring(&out, done, (size_t)(k.at + k.length - done));
            luaL_addstring(&out, " nil,");
            done = k.at + k.length;
            placed = true;
        }
        if (instead) {
            luaL_addlstring(&out, done, (size_t)(k.at - done));
            luaL_addstring(&out, instead);
            done = k.at + k.length;
        }
    }
    if (k.kind == END && depth && stack[depth - 1].kind == '<') {
        lua_pushfstring(L, "'%s<' is never closed with '>'", name_of(L, &stack[depth - 1]));
        return refuse(L, &t, stack[depth - 1].token.at);
    }
    luaL_addlstring(&out, done, (size_t)(t.end - done));
    luaL_pushresult(&out);
    lua_pushnumber(L, 2 * (double)length + 20 * names + costly * costly / 4);
    return 2;
}

const luaL_Reg trnl_angle_functions[] = {{"rewrite", rewrite}, {NULL, NULL}};
