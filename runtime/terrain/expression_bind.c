/* expression_bind.c - from terms to steps of the kernel, once the layers are known: kinds are checked, equal values are made once,
 * and registers are given out again after the last use of what they hold. See expression.h. */
#include "math/hash.h"
#include "terrain/expression.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { CONSTANT = 200, SOURCE }; /* beside map_op */
typedef struct value { /* one number for each pixel */
    int32_t op;
    uint32_t bits; /* CONSTANT: of the float; SOURCE: its index; else the step's */
    int32_t a, b, c;
    int32_t next;  /* in its list of equal hashes */
    int32_t uses, slot;
    int32_t plane; /* of the output that it is, where it is one; else -1 */
    bool uniform;  /* made of constants alone */
} value;

typedef enum kind { NUMBERS, CONDITION, MAYBE } kind; /* MAYBE: `condition and numbers`, which an `or` must follow */
typedef struct result { kind kind; int32_t count, at[4], condition; } result;

enum { LISTS = 1024 };
typedef struct binder {
    trn_eval *ev;
    const trn_expression *e;
    const double *numbers;
    int32_t statement;
    value *values;
    int32_t count, room;
    int32_t lists[LISTS];
    map_source *sources;
    int32_t source_count;
    result *locals; /* by term of the statement */
    trn_status status;
} binder;

static result fail(binder *b, int32_t at, const char *format, ...) TRN_PRINTF(3, 4);
static result fail(binder *b, int32_t at, const char *format, ...)
{
    char message[256];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (b->status == TRN_OK) b->status = trn_expression_fail(b->e, b->statement, at, trn_eval_error(b->ev), "%s", message);
    return (result){.count = 1};
}

/* ---- values ---- */

static int32_t make(binder *b, int32_t op, uint32_t bits, int32_t a, int32_t x, int32_t c)
{
    const uint32_t h = trn_mix((uint32_t)op + trn_mix(bits + trn_mix((uint32_t)a + trn_mix((uint32_t)x + trn_mix((uint32_t)c))))) % LISTS;
    for (int32_t i = b->lists[h]; i >= 0; i = b->values[i].next) {
        const value *v = &b->values[i];
        if (v->op == op && v->bits == bits && v->a == a && v->b == x && v->c == c) return i;
    }
    if (b->count >= b->room) {
        fail(b, b->e->term[b->statement].b, "has more than %d values", (int)b->room);
        return 0;
    }
    value *v = &b->values[b->count];
    *v = (value){.op = op, .bits = bits, .a = a, .b = x, .c = c, .next = b->lists[h], .plane = -1};
    v->uniform = op == CONSTANT || (op != SOURCE && b->values[a].uniform && b->values[x].uniform && b->values[c].uniform);
    return b->lists[h] = b->count++;
}
static int32_t constant(binder *b, double x)
{
    const float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return make(b, CONSTANT, bits, 0, 0, 0);
}
static int32_t step1(binder *b, map_op op, int32_t a) { return make(b, op, 0, a, a, a); }
static int32_t step2(binder *b, map_op op, int32_t a, int32_t x) { return make(b, op, 0, a, x, x); }
static int32_t step3(binder *b, map_op op, int32_t a, int32_t x, int32_t c) { return make(b, op, 0, a, x, c); }

static int32_t source(binder *b, map_source s)
{
    int32_t i = 0;
    while (i < b->source_count && memcmp(&b->sources[i], &s, sizeof s) != 0) ++i;
    if (i == b->source_count) b->sources[b->source_count++] = s; /* each term names at most four, and again as ids: there is room */
    return make(b, SOURCE, (uint32_t)i, 0, 0, 0);
}

/* ---- names ---- */

static result one(kind k, int32_t at) { return (result){.kind = k, .count = 1, .at = {at}}; }

typedef struct name_list { trn_image *image; } name_list;
static const char *layer_at(const void *list, int32_t i)
{
    trn_image *image = ((const name_list *)list)->image;
    return i < trn_image_count(image) ? trn_image_at(image, i).name : NULL;
}

static trn_layer *find_layer(binder *b, trn_word w)
{
    trn_image *image = trn_input(b->ev, 0);
    for (int32_t i = 0; image && i < trn_image_count(image); ++i)
        if (trn_word_is(w, trn_image_at(image, i).name)) return trn_image_at(image, i).layer;
    return NULL;
}

static result no_layer(binder *b, int32_t at, trn_word w)
{
    trn_image *image = trn_input(b->ev, 0);
    char name[64], all[160] = "";
    snprintf(name, sizeof name, "%.*s", (int)w.length, w.text);
    if (!image) return fail(b, at, "no value '%s'; without an input there are no layers, only u, v, x, y, width, height, pi and locals", name);
    const char *meant = trn_closest(name, layer_at, &(name_list){image});
    if (meant) return fail(b, at, "no layer or local '%s' (did you mean '%s'?)", name, meant);
    for (int32_t i = 0; i < trn_image_count(image); ++i) {
        const size_t n = strlen(all);
        snprintf(all + n, sizeof all - n, i ? ", %s" : "%s", trn_image_at(image, i).name);
    }
    return fail(b, at, "no layer or local '%s'; there are the layers %s", name, all);
}

static result layer_values(binder *b, int32_t at, trn_word w, int32_t dx, int32_t dy)
{
    trn_layer *layer = find_layer(b, w);
    if (!layer) return no_layer(b, at, w);
    const trn_layer_info *info = trn_layer_get_info(layer);
    if (b->status == TRN_OK) b->status = trn_layer_to_host(layer, trn_eval_error(b->ev));
    if (info->channels > 4) return fail(b, at, "the layer '%.*s' has %d channels; expressions take four", (int)w.length, w.text, (int)info->channels);
    result r = {.count = info->channels};
    for (int32_t c = 0; c < r.count; ++c) {
        map_source s;
        memset(&s, 0, sizeof s);
        s.kind = info->type == TRN_F32 ? MAP_F32 : info->type == TRN_F64 ? MAP_F64 : MAP_I32;
        s.plane = (const char *)info->data + (size_t)c * (size_t)info->stride * (info->type == TRN_F64 ? sizeof(double) : sizeof(float));
        s.dx = dx, s.dy = dy;
        r.at[c] = source(b, s);
    }
    return r;
}

static result name_value(binder *b, int32_t term)
{
    const trn_expression *e = b->e;
    const int32_t at = e->term[term].at;
    const trn_word w = trn_word_at(e, at);
    const uint16_t local = trn_expression_local(e, term);
    if (local) return b->locals[local];
    static const struct { const char *name; map_source_kind kind; } places[] = {{"x", MAP_X}, {"y", MAP_Y}, {"u", MAP_U}, {"v", MAP_V}};
    const trn_frame *f = trn_eval_frame(b->ev);
    const struct { const char *name; kind kind; double value; } constants[] = {
        {"width", NUMBERS, (double)f->whole_width}, {"height", NUMBERS, (double)f->whole_height}, {"pi", NUMBERS, 3.14159265358979324},
        {"true", CONDITION, 1}, {"false", CONDITION, 0}};
    for (size_t i = 0; i < TRN_COUNT(places) && !w.quoted; ++i)
        if (trn_word_is(w, places[i].name)) {
            map_source s;
            memset(&s, 0, sizeof s);
            s.kind = places[i].kind;
            return one(NUMBERS, source(b, s));
        }
    for (size_t i = 0; i < TRN_COUNT(constants) && !w.quoted; ++i)
        if (trn_word_is(w, constants[i].name)) return one(constants[i].kind, constant(b, constants[i].value));
    static const char number[] = "number";
    const int32_t digit = w.length == sizeof number && !w.quoted && memcmp(w.text, number, sizeof number - 1) == 0 ? w.text[sizeof number - 1] - '1' : -1;
    if (digit >= 0 && digit < TRN_EXPRESSION_NUMBERS) return one(NUMBERS, constant(b, b->numbers[digit]));
    return layer_values(b, at, w, 0, 0);
}

/* ---- operations ---- */

static bool numbers(binder *b, int32_t at, result r)
{
    if (r.kind == CONDITION) fail(b, at, "a condition is no number; write (condition) and 1 or 0");
    if (r.kind == MAYBE) fail(b, at, "what is it where the condition does not hold? write condition and a or b");
    return r.kind == NUMBERS;
}
static bool condition(binder *b, int32_t at, result r)
{
    if (r.kind == NUMBERS) fail(b, at, "a number is always true; compare it, as in mask > 0.5");
    if (r.kind == MAYBE) fail(b, at, "a condition expected; 'condition and a' must be followed by 'or b'");
    return r.kind == CONDITION;
}

/* How many channels come of two: as many, or one stands for all. 0: they do not agree. */
static int32_t joined(binder *b, int32_t at, int32_t x, int32_t y)
{
    if (x == y || y == 1) return x;
    if (x == 1) return y;
    fail(b, at, "%d channels and %d do not go together", (int)x, (int)y);
    return 1;
}
static int32_t part(const result *r, int32_t c) { return r->at[r->count == 1 ? 0 : c]; }

static result channelwise(binder *b, int32_t at, map_op op, const result *in, int32_t arity)
{
    result r = {.count = 1};
    for (int32_t i = 0; i < arity; ++i) {
        if (!numbers(b, at, in[i])) return r;
        r.count = joined(b, at, r.count, in[i].count);
    }
    if (b->status != TRN_OK) return r;
    for (int32_t c = 0; c < r.count; ++c) {
        const int32_t x = part(&in[0], c), y = arity > 1 ? part(&in[1], c) : x, z = arity > 2 ? part(&in[2], c) : y;
        r.at[c] = step3(b, op, x, y, z);
    }
    return r;
}
static result pair(binder *b, int32_t at, map_op op, result x, result y) { return channelwise(b, at, op, (const result[]){x, y}, 2); }

static result compare(binder *b, int32_t at, trn_operator op, result x, result y)
{
    if (!numbers(b, at, x) || !numbers(b, at, y)) return x;
    if (x.count != 1 || y.count != 1) return fail(b, at, "only single numbers can be compared; name a channel, as in N.z");
    switch (op) {
    case TRN_OP_LT: return one(CONDITION, step2(b, MAP_LT, x.at[0], y.at[0]));
    case TRN_OP_GT: return one(CONDITION, step2(b, MAP_LT, y.at[0], x.at[0]));
    case TRN_OP_LE: return one(CONDITION, step2(b, MAP_LE, x.at[0], y.at[0]));
    case TRN_OP_GE: return one(CONDITION, step2(b, MAP_LE, y.at[0], x.at[0]));
    case TRN_OP_EQ: return one(CONDITION, step2(b, MAP_EQ, x.at[0], y.at[0]));
    default: return one(CONDITION, step2(b, MAP_NE, x.at[0], y.at[0]));
    }
}

static result both(binder *b, int32_t at, result x, result y)
{
    if (!condition(b, at, x)) return x;
    if (y.kind == CONDITION) return one(CONDITION, step2(b, MAP_AND, x.at[0], y.at[0]));
    y.condition = y.kind == MAYBE ? step2(b, MAP_AND, x.at[0], y.condition) : x.at[0];
    y.kind = MAYBE;
    return y;
}

static result either(binder *b, int32_t at, result x, result y)
{
    if (x.kind != MAYBE) {
        if (!condition(b, at, x)) return x;
        if (y.kind == CONDITION) return one(CONDITION, step2(b, MAP_OR, x.at[0], y.at[0]));
        return fail(b, at, "'condition or number' is no value; write condition and a or b");
    }
    if (y.kind == CONDITION) return fail(b, at, "one side is a number and the other a condition");
    result r = {.kind = y.kind, .count = joined(b, at, x.count, y.count)};
    if (y.kind == MAYBE) r.condition = step2(b, MAP_OR, x.condition, y.condition);
    for (int32_t c = 0; c < r.count && b->status == TRN_OK; ++c) r.at[c] = step3(b, MAP_SELECT, x.condition, part(&x, c), part(&y, c));
    return r;
}

static int32_t dot(binder *b, const result *x, const result *y)
{
    int32_t sum = step2(b, MAP_MUL, x->at[0], y->at[0]);
    for (int32_t c = 1; c < x->count; ++c) sum = step2(b, MAP_ADD, sum, step2(b, MAP_MUL, x->at[c], y->at[c]));
    return sum;
}

/* ---- functions ---- */

static result of_vectors(binder *b, int32_t at, int32_t op, const result *in, int32_t count)
{
    result r = {.count = 0};
    for (int32_t i = 0; i < count; ++i)
        if (!numbers(b, at, in[i])) return in[i];
    if (op == TRN_FN_VEC) {
        for (int32_t i = 0; i < count; ++i)
            for (int32_t c = 0; c < in[i].count; ++c) {
                if (r.count == 4) return fail(b, at, "a vector has at most four channels");
                r.at[r.count++] = in[i].at[c];
            }
        return r;
    }
    if (count == 2 && in[0].count != in[1].count)
        return fail(b, at, "%d channels and %d do not go together", (int)in[0].count, (int)in[1].count);
    if (op == TRN_FN_DOT) return one(NUMBERS, dot(b, &in[0], &in[1]));
    if (op == TRN_FN_CROSS) {
        if (in[0].count != 3) return fail(b, at, "cross is of vectors of three channels");
        for (int32_t c = 0; c < 3; ++c) {
            const int32_t y = (c + 1) % 3, z = (c + 2) % 3;
            r.at[r.count++] = step2(b, MAP_SUB, step2(b, MAP_MUL, in[0].at[y], in[1].at[z]), step2(b, MAP_MUL, in[0].at[z], in[1].at[y]));
        }
        return r;
    }
    const int32_t length = step1(b, MAP_SQRT, dot(b, &in[0], &in[0]));
    if (op == TRN_FN_LENGTH) return one(NUMBERS, length);
    const int32_t zero = constant(b, 0), none = step2(b, MAP_EQ, length, zero);
    for (int32_t c = 0; c < in[0].count; ++c) /* no direction stays none */
        r.at[r.count++] = step3(b, MAP_SELECT, none, zero, step2(b, MAP_DIV, in[0].at[c], length));
    return r;
}

static result hash(binder *b, int32_t at, const result *in, int32_t count)
{
    int32_t bits = -1;
    for (int32_t i = 0; i < count; ++i) {
        if (!numbers(b, at, in[i])) return in[i];
        for (int32_t c = 0; c < in[i].count; ++c) {
            int32_t x = in[i].at[c];
            map_source s = b->sources[b->values[x].op == SOURCE ? b->values[x].bits : 0];
            const bool id = b->values[x].op == SOURCE && s.kind == MAP_I32; /* all of its bits */
            s.kind = MAP_ID;
            if (id) x = source(b, s);
            bits = bits < 0 ? make(b, id ? MAP_ID_FIRST : MAP_HASH_FIRST, trn_stream_key(TRN_STREAM_EXPRESSION), x, x, x)
                            : make(b, id ? MAP_ID_NEXT : MAP_HASH_NEXT, 0, x, bits, bits);
        }
    }
    return one(NUMBERS, step1(b, MAP_HASH_UNIT, bits));
}

static result noise(binder *b, int32_t term, const result *in, int32_t count)
{
    const int32_t at = b->e->term[term].at;
    double seed = 0;
    for (int32_t i = 0; i < count; ++i) {
        if (!numbers(b, at, in[i])) return in[i];
        if (in[i].count != 1) return fail(b, at, "noise takes single numbers");
    }
    if (count == 4) {
        uint16_t a = b->e->term[term].a;
        for (int i = 0; i < 3; ++i) a = b->e->term[a].next;
        if (!trn_expression_constant(b->e, a, &seed) || seed != floor(seed) || seed < 0 || seed > 4294967295.0)
            return fail(b, b->e->term[a].at, "a seed is a whole number from 0 to 4294967295, not worked out for each pixel");
    }
    const int32_t z = count > 2 ? in[2].at[0] : constant(b, 0);
    return one(NUMBERS, make(b, MAP_NOISE, trn_seed_key((uint32_t)seed, TRN_STREAM_NOISE, 0), in[0].at[0], in[1].at[0], z));
}

static result evaluate(binder *b, int32_t term);

static bool is_constant(const binder *b, const result *r, float x)
{
    const value *v = &b->values[r->at[0]];
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return r->kind == NUMBERS && r->count == 1 && v->op == CONSTANT && v->bits == bits;
}

static result call(binder *b, int32_t term)
{
    const trn_expression *e = b->e;
    const int32_t at = e->term[term].at;
    const trn_word w = trn_word_at(e, at);
    const trn_function *f = trn_function_named(w);
    if (!f) {
        double offset[2] = {0, 0};
        trn_expression_constant(e, e->term[term].a, &offset[0]);
        trn_expression_constant(e, e->term[e->term[term].a].next, &offset[1]);
        return layer_values(b, at, w, (int32_t)offset[0], (int32_t)offset[1]);
    }
    result in[16] = {{.count = 1}};
    int32_t count = 0;
    for (uint16_t a = e->term[term].a; a; a = e->term[a].next) {
        in[count++] = evaluate(b, a);
        if (b->status != TRN_OK) return in[0];
    }
    if (f->op == TRN_FN_HASH) return hash(b, at, in, count);
    if (f->op == TRN_FN_NOISE) return noise(b, term, in, count);
    if (f->op >= TRN_FN_VEC) return of_vectors(b, at, f->op, in, count);
    if (f->op == MAP_ATAN2 && count == 1) in[count++] = one(NUMBERS, constant(b, 1));
    if (f->op == MAP_MIN || f->op == MAP_MAX) {
        for (int32_t i = 1; i < count && b->status == TRN_OK; ++i) in[0] = pair(b, at, (map_op)f->op, in[0], in[i]);
        return in[0];
    }
    result r = f->op == MAP_SMOOTHSTEP && is_constant(b, &in[0], 0) && is_constant(b, &in[1], 1) ? channelwise(b, at, MAP_FADE, &in[2], 1)
                                                                                                 : channelwise(b, at, (map_op)f->op, in, count);
    if (f->op == MAP_ISNAN) {
        if (r.count != 1) return fail(b, at, "isnan takes a single number; name a channel, as in N.z");
        r.kind = CONDITION;
    }
    return r;
}

static result field(binder *b, int32_t term)
{
    const int32_t at = b->e->term[term].at;
    const trn_word w = trn_word_at(b->e, at);
    const result of = evaluate(b, b->e->term[term].a);
    if (b->status != TRN_OK || !numbers(b, at, of)) return of;
    result r = {.count = 0};
    for (int32_t i = 0; i < w.length; ++i) {
        const char *const sets[] = {"xyzw", "rgba"};
        int32_t channel = -1;
        for (int k = 0; k < 2; ++k) {
            const char *found = strchr(sets[k], w.text[i]);
            if (found) channel = (int32_t)(found - sets[k]);
        }
        if (channel < 0 || r.count == 4 || w.quoted) return fail(b, at, "'%.*s' names no channels; they are x, y, z, w or r, g, b, a", (int)w.length, w.text);
        if (channel >= of.count) return fail(b, at, "no channel '%c'; there %s %d", w.text[i], of.count > 1 ? "are" : "is", (int)of.count);
        r.at[r.count++] = of.at[channel];
    }
    return r;
}

static result evaluate(binder *b, int32_t term)
{
    static const map_op arithmetic[] = {[TRN_OP_ADD] = MAP_ADD, [TRN_OP_SUB] = MAP_SUB, [TRN_OP_MUL] = MAP_MUL, [TRN_OP_DIV] = MAP_DIV,
                                        [TRN_OP_IDIV] = MAP_IDIV, [TRN_OP_MOD] = MAP_MOD, [TRN_OP_POW] = MAP_POW};
    const trn_term *t = &b->e->term[term];
    double number = 0;
    switch (t->kind) {
    case TRN_TERM_NUMBER:
        trn_expression_constant(b->e, term, &number);
        return one(NUMBERS, constant(b, number));
    case TRN_TERM_NAME: return name_value(b, term);
    case TRN_TERM_CALL: return call(b, term);
    case TRN_TERM_FIELD: return field(b, term);
    case TRN_TERM_UNARY: {
        if (trn_expression_constant(b->e, term, &number)) return one(NUMBERS, constant(b, number));
        const result a = evaluate(b, t->a);
        if (b->status != TRN_OK) return a;
        if (t->op == TRN_OP_NEG) return channelwise(b, t->at, MAP_NEG, &a, 1);
        return condition(b, t->at, a) ? one(CONDITION, step1(b, MAP_NOT, a.at[0])) : a;
    }
    default: break;
    }
    const result x = evaluate(b, t->a);
    const result y = b->status == TRN_OK ? evaluate(b, t->b) : x;
    if (b->status != TRN_OK) return x;
    if (t->op == TRN_OP_AND) return both(b, t->at, x, y);
    if (t->op == TRN_OP_OR) return either(b, t->at, x, y);
    if (t->op <= TRN_OP_NE) return compare(b, t->at, (trn_operator)t->op, x, y);
    return pair(b, t->at, arithmetic[t->op], x, y);
}

/* ---- steps ---- */

/* Of the six operations that pairs are made of; -1: it is none. */
static int32_t place_in_pair(int32_t op)
{
    switch (op) {
    case MAP_ADD: return MAP_FIRST_ADD;
    case MAP_SUB: return MAP_FIRST_SUB;
    case MAP_MUL: return MAP_FIRST_MUL;
    case MAP_DIV: return MAP_FIRST_DIV;
    case MAP_MIN: return MAP_FIRST_MIN;
    case MAP_MAX: return MAP_FIRST_MAX;
    default: return -1;
    }
}

static bool may_be_first(const value *v) { return v->uses == 1 && !v->uniform && place_in_pair(v->op) >= 0; }

/* Two operations in one step, where nothing else wants what is between them: a pass over memory less. Both roundings stay. */
static void join_pairs(binder *b)
{
    for (int32_t i = b->count - 1; i >= 0; --i) {
        value *v = &b->values[i];
        int32_t second = place_in_pair(v->op);
        if (!v->uses || v->uniform || second < 0 || v->a == v->b) continue;
        const bool left = may_be_first(&b->values[v->a]);
        if (!left) {
            if (!may_be_first(&b->values[v->b])) continue;
            if (v->op == MAP_MIN || v->op == MAP_MAX) continue; /* of two zeros they take the right one */
            if (v->op == MAP_SUB) second = MAP_THEN_FROM;
            if (v->op == MAP_DIV) second = MAP_THEN_UNDER;
        }
        value *first = &b->values[left ? v->a : v->b];
        v->c = left ? v->b : v->a;
        v->op = MAP_PAIR + 8 * place_in_pair(first->op) + second;
        v->a = first->a, v->b = first->b;
        first->uses = 0;
    }
}

static int arity(int32_t op)
{
    if (op >= CONSTANT) return 0;
    if (op <= MAP_ISNAN || op == MAP_HASH_FIRST || op == MAP_ID_FIRST || op == MAP_HASH_UNIT) return 1;
    return op == MAP_SELECT || op == MAP_LERP || op == MAP_SMOOTHSTEP || op == MAP_CLAMP || op == MAP_NOISE || op >= MAP_PAIR ? 3 : 2;
}

static void count_uses(binder *b, const trn_map_program *p)
{
    for (int32_t o = 0, plane = 0; o < p->output_count; ++o)
        for (int32_t c = 0; c < p->outputs[o].channels; ++c) {
            value *v = &b->values[p->outputs[o].at[c]];
            ++v->uses;
            v->plane = plane++;
        }
    for (int32_t i = b->count - 1; i >= 0; --i) {
        const value *v = &b->values[i];
        const int32_t of[3] = {v->a, v->b, v->c};
        for (int k = 0; v->uses && k < arity(v->op); ++k) ++b->values[of[k]].uses;
    }
}

static trn_status emit(binder *b, trn_map_program *p)
{
    trn_eval *ev = b->ev;
    map_args *a = &p->args;
    float *constants;
    map_step *steps;
    int32_t *spare, spares = 0;
    count_uses(b, p);
    join_pairs(b);
    trn_status st = trn_scratch(ev, ((size_t)b->count + 1) * sizeof *constants, &constants);
    if (st == TRN_OK) st = trn_scratch(ev, ((size_t)b->count + (size_t)p->plane_count + 1) * sizeof *steps, &steps);
    if (st == TRN_OK) st = trn_scratch(ev, ((size_t)b->count + 1) * sizeof *spare, &spare);
    if (st != TRN_OK) return st;

    /* registers that keep what they hold: constants, and what is made of them */
    for (int32_t i = 0; i < b->count; ++i) {
        value *v = &b->values[i];
        if (v->op != CONSTANT || !v->uses) continue;
        memcpy(&constants[a->constant_count], &v->bits, sizeof *constants);
        v->slot = a->constant_count++;
    }
    a->register_count = a->constant_count;
    for (int32_t i = 0; i < b->count; ++i) {
        value *v = &b->values[i];
        if (!v->uniform || v->op == CONSTANT || !v->uses) continue;
        v->slot = a->register_count++;
        const int n = arity(v->op);
        steps[a->prologue++] = (map_step){v->op, v->bits, v->slot, b->values[v->a].slot, b->values[n > 1 ? v->b : v->a].slot, b->values[n > 2 ? v->c : v->a].slot};
    }
    a->step_count = a->prologue;
    /* Sources come after all registers, whose number is known at the end: until then slots from `far` on stand for them. */
    const int32_t far = 1 << 24;
    for (int32_t i = 0; i < b->count; ++i) {
        value *v = &b->values[i];
        if (v->op == SOURCE) v->slot = far + (int32_t)v->bits;
        if (v->op >= CONSTANT || v->uniform || !v->uses) continue;
        const int n = arity(v->op);
        const int32_t of[3] = {v->a, n > 1 ? v->b : v->a, n > 2 ? v->c : v->a};
        map_step *s = &steps[a->step_count++];
        *s = (map_step){v->op, v->bits, 0, b->values[of[0]].slot, b->values[of[1]].slot, b->values[of[2]].slot};
        for (int k = 0; k < n; ++k) { /* the step may write where it reads: each pixel on its own */
            value *from = &b->values[of[k]];
            if (--from->uses == 0 && from->op < CONSTANT && !from->uniform) spare[spares++] = from->slot;
        }
        if (v->uses == 1 && v->plane >= 0) v->slot = 2 * far + v->plane; /* nothing but an output: written there at once */
        else v->slot = spares ? spare[--spares] : a->register_count++;
        s->out = v->slot;
    }
    for (int32_t o = 0, plane = 0; o < p->output_count; ++o)
        for (int32_t c = 0; c < p->outputs[o].channels; ++c, ++plane) {
            const int32_t from = b->values[p->outputs[o].at[c]].slot;
            if (from != 2 * far + plane) steps[a->step_count++] = (map_step){MAP_COPY, 0, 2 * far + plane, from, from, from};
        }
    for (int32_t i = 0; i < a->step_count; ++i) {
        int32_t *const slots[] = {&steps[i].out, &steps[i].a, &steps[i].b, &steps[i].c};
        for (size_t k = 0; k < TRN_COUNT(slots); ++k) {
            if (*slots[k] >= 2 * far) *slots[k] += a->register_count + b->source_count - 2 * far;
            else if (*slots[k] >= far) *slots[k] += a->register_count - far;
        }
    }
    a->constants = constants;
    a->steps = steps;
    a->sources = b->sources;
    a->source_count = b->source_count;
    a->plane_count = p->plane_count;
    return TRN_OK;
}

trn_status trn_expression_bind(trn_eval *ev, const trn_expression *e, const double given[TRN_EXPRESSION_NUMBERS], trn_map_program *p)
{
    const trn_frame *f = trn_eval_frame(ev);
    binder b = {.ev = ev, .e = e, .numbers = given, .room = 24 * e->count + 64};
    memset(p, 0, sizeof *p);
    p->args = (map_args){.width = f->width, .height = f->height, .x = f->x, .y = f->y, .whole_width = f->whole_width, .whole_height = f->whole_height};
    trn_status st = trn_scratch(ev, (size_t)b.room * sizeof *b.values, &b.values);
    if (st == TRN_OK) st = trn_scratch(ev, (8 * (size_t)e->count + 8) * sizeof *b.sources, &b.sources);
    if (st == TRN_OK) st = trn_scratch(ev, (size_t)e->count * sizeof *b.locals, &b.locals);
    if (st == TRN_OK) st = trn_scratch(ev, (size_t)e->count * sizeof *p->outputs, &p->outputs);
    if (st != TRN_OK) return st;
    for (int32_t i = 0; i < LISTS; ++i) b.lists[i] = -1;
    for (uint16_t s = e->first; s && b.status == TRN_OK; s = e->term[s].next) {
        b.statement = s;
        const result r = evaluate(&b, e->term[s].a);
        if (b.status != TRN_OK) break;
        if (e->term[s].kind == TRN_TERM_LOCAL) {
            b.locals[s] = r;
            continue;
        }
        if (r.kind == MAYBE) numbers(&b, e->term[s].b, r);
        trn_map_output *o = &p->outputs[p->output_count++];
        *o = (trn_map_output){.name = trn_word_at(e, e->term[s].at), .channels = r.count};
        memcpy(o->at, r.at, sizeof o->at);
        p->plane_count += r.count;
    }
    return b.status == TRN_OK ? emit(&b, p) : b.status;
}
