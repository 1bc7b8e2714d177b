/* map.c - see map.h */
#include "kernels/map.h"
#include "math/exp.h"
#include "math/hash.h"
#include "math/noise_lattice.h"
#include "math/scalar.h"
#include "math/trig.h"

static int32_t meet(int32_t at, int32_t n, int32_t wrap)
{
    if (wrap) return trn_wrap_i(at, n);
    return at < 0 ? 0 : at >= n ? n - 1 : at;
}

TRN_FN float element(const map_source *s, size_t i)
{
    if (s->kind == MAP_F32) return ((const float *)s->plane)[i];
    if (s->kind == MAP_F64) return (float)((const double *)s->plane)[i];
    const int32_t whole = ((const int32_t *)s->plane)[i];
    return s->kind == MAP_ID ? trn_from_bits_f((uint32_t)whole) : (float)whole;
}

/* MAP_X and MAP_U of all columns, which are the same in each row */
static void columns(const map_args *a, float *across)
{
    const double begin = (double)a->x + 0.5, each = 1.0 / (double)a->whole_width;
    float *us = across + a->width;
    for (int32_t k = 0; k < a->source_count; ++k) {
        if (a->sources[k].kind == MAP_X)
            for (int32_t x = 0; x < a->width; ++x) across[x] = (float)(a->x + x);
        if (a->sources[k].kind == MAP_U) {
            _Pragma("omp simd")
            for (int32_t x = 0; x < a->width; ++x) us[x] = (float)((begin + (double)x) * each);
        }
    }
}

static const float *filled(float *buffer, int32_t count, float value)
{
    for (int32_t i = 0; i < count; ++i) buffer[i] = value;
    return buffer;
}

/* Where `count` numbers of the source for pixels (x, y) and on are: in the plane itself, in `across`, or in the buffer. */
static const float *fetch(const map_args *a, const map_source *s, const float *across, int32_t x, int32_t y, int32_t count, float *buffer)
{
    switch (s->kind) {
    case MAP_X: return across + x;
    case MAP_U: return across + a->width + x;
    case MAP_Y: return filled(buffer, count, (float)(a->y + y));
    case MAP_V: return filled(buffer, count, (float)(((double)(a->y + y) + 0.5) * (1.0 / (double)a->whole_height)));
    default: break;
    }
    const size_t row = (size_t)meet(y + s->dy, a->height, a->wrap) * (size_t)a->width;
    const int32_t from = x + s->dx;
    const int32_t begin = trn_clamp_i(-from, 0, count), end = trn_clamp_i(a->width - from, begin, count); /* of what lies inside */
    if (begin == 0 && end == count && s->kind == MAP_F32) return (const float *)s->plane + row + from;
    for (int32_t i = 0; i < begin; ++i) buffer[i] = element(s, row + (size_t)meet(from + i, a->width, a->wrap));
    for (int32_t i = begin; i < end; ++i) buffer[i] = element(s, row + (size_t)(from + i));
    for (int32_t i = end; i < count; ++i) buffer[i] = element(s, row + (size_t)meet(from + i, a->width, a->wrap));
    return buffer;
}

/* Whole numbers are hashed as such, so that an id means the same as a float and as an integer; all NaN are one. */
TRN_FN uint32_t word_of(float number)
{
    const float x = trn_one_nan_f(number);
    const float c = trn_clamp_f(x == x ? x : 0.0f, -2147483648.0f, 2147483520.0f);
    const int32_t whole = (int32_t)c;
    return (float)whole == x ? (uint32_t)whole : trn_bits_f(x) ^ 0x5bf03635u;
}

/* To the nearest, halves upwards; x + 0.5 is not exact just below 0.5, and where halves are no floats. */
TRN_FN float round_of(float x)
{
    const float whole = trn_floor_f(x);
    return x - whole >= 0.5f ? whole + 1.0f : whole;
}

TRN_FN float fade(float x)
{
    const float t = trn_saturate_f(x);
    return t * t * (3.0f - 2.0f * t);
}
/* from 0 at lo to 1 at hi, which may be the smaller one, or the same: then it is a step */
TRN_FN float smoothstep(float lo, float hi, float x)
{
    const float up = x - lo, range = hi - lo;
    return fade(up == range ? 1.0f : up / range);
}
/* NaN where one of them is */
TRN_FN float least(float a, float b)
{
    const float m = trn_min_f(a, b);
    return a == a ? m : a;
}
TRN_FN float greatest(float a, float b)
{
    const float m = trn_max_f(a, b);
    return a == a ? m : a;
}

TRN_FN void cell_of(float x, uint32_t *cell, float *fraction)
{
    const float c = trn_clamp_f(x == x ? x : 0.0f, -1073741824.0f, 1073741824.0f), whole = trn_floor_f(c);
    *cell = (uint32_t)(int32_t)whole;
    *fraction = c - whole;
}

TRN_FN float noise_at(float x, float y, float z, uint32_t key)
{
    uint32_t cx, cy, cz;
    float fx, fy, fz;
    cell_of(x, &cx, &fx);
    cell_of(y, &cy, &fy);
    cell_of(z, &cz, &fz);
    const trn_outer_f outer = trn_outer_make_f(3, key, cz, fz, 0u, 0.0f);
    const trn_outer_f r0 = trn_outer_row_f(3, &outer, cy), r1 = trn_outer_row_f(3, &outer, cy + 1u);
    const float n = (float)TRN_PERLIN_SCALE(3) * trn_perlin_point_f(3, &r0, &r1, trn_lattice_x(cx), trn_lattice_x(cx + 1u), fx, trn_fade_f(fx),
                                                                    fy, trn_fade_f(fy));
    return x + y + z == x + y + z ? n : x + y + z; /* NaN where a place is none */
}

#define EACH(OP, VALUE)                                                                        \
    case OP:                                                                                   \
        _Pragma("omp simd")                                                                    \
        for (int32_t i = 0; i < n; ++i) d[i] = last ? trn_one_nan_f(VALUE) : (VALUE);          \
        break;
#define PAIRS(FIRST, VALUE)                                                                    \
    EACH(MAP_PAIR + 8 * FIRST + MAP_THEN_ADD, (VALUE) + c[i])                                  \
    EACH(MAP_PAIR + 8 * FIRST + MAP_THEN_SUB, (VALUE) - c[i])                                  \
    EACH(MAP_PAIR + 8 * FIRST + MAP_THEN_MUL, (VALUE) * c[i])                                  \
    EACH(MAP_PAIR + 8 * FIRST + MAP_THEN_DIV, (VALUE) / c[i])                                  \
    EACH(MAP_PAIR + 8 * FIRST + MAP_THEN_MIN, least(VALUE, c[i]))                              \
    EACH(MAP_PAIR + 8 * FIRST + MAP_THEN_MAX, greatest(VALUE, c[i]))                           \
    EACH(MAP_PAIR + 8 * FIRST + MAP_THEN_FROM, c[i] - (VALUE))                                 \
    EACH(MAP_PAIR + 8 * FIRST + MAP_THEN_UNDER, c[i] / (VALUE))
#define TURNS 0.159154943f /* of a radian */

/* last: what is written is a layer's; a constant wherever this is called */
TRN_FN void run(const map_step *s, float *const *slots, int32_t n, int last)
{
    float *d = slots[s->out];
    const float *a = slots[s->a], *b = slots[s->b], *c = slots[s->c];
    switch (s->op) {
    EACH(MAP_COPY, a[i])
    EACH(MAP_NEG, -a[i])
    EACH(MAP_NOT, 1.0f - a[i])
    EACH(MAP_ABS, fabsf(a[i]))
    EACH(MAP_FLOOR, trn_floor_f(a[i]))
    EACH(MAP_CEIL, trn_ceil_f(a[i]))
    EACH(MAP_ROUND, round_of(a[i]))
    EACH(MAP_TRUNC, a[i] < 0.0f ? trn_ceil_f(a[i]) : trn_floor_f(a[i]))
    EACH(MAP_FRACT, a[i] == a[i] ? trn_fract_f(a[i]) : a[i])
    EACH(MAP_SIGN, a[i] == a[i] ? trn_sign_f(a[i]) : a[i])
    EACH(MAP_SQRT, sqrtf(a[i]))
    EACH(MAP_EXP, trn_exp_f(a[i]))
    EACH(MAP_EXP2, trn_exp2_f(a[i]))
    EACH(MAP_LOG, trn_log_f(a[i]))
    EACH(MAP_LOG2, trn_log2_f(a[i]))
    EACH(MAP_SIN, trn_sin_f(a[i] * TURNS))
    EACH(MAP_COS, trn_cos_f(a[i] * TURNS))
    EACH(MAP_TAN, trn_sin_f(a[i] * TURNS) / trn_cos_f(a[i] * TURNS))
    EACH(MAP_ASIN, trn_asin_f(a[i]) / TURNS)
    EACH(MAP_ACOS, trn_acos_f(a[i]) / TURNS)
    EACH(MAP_DEG, a[i] * 57.2957795f)
    EACH(MAP_RAD, a[i] * 0.0174532925f)
    EACH(MAP_SATURATE, trn_saturate_f(a[i]))
    EACH(MAP_FADE, fade(a[i]))
    EACH(MAP_ISNAN, a[i] == a[i] ? 0.0f : 1.0f)
    EACH(MAP_ADD, a[i] + b[i])
    EACH(MAP_SUB, a[i] - b[i])
    EACH(MAP_MUL, a[i] * b[i])
    EACH(MAP_DIV, a[i] / b[i])
    EACH(MAP_IDIV, trn_floor_f(a[i] / b[i]))
    EACH(MAP_MOD, a[i] - b[i] * trn_floor_f(a[i] / b[i]))
    EACH(MAP_POW, trn_pow_f(a[i], b[i]))
    EACH(MAP_MIN, least(a[i], b[i]))
    EACH(MAP_MAX, greatest(a[i], b[i]))
    EACH(MAP_ATAN2, trn_atan2_f(a[i], b[i]) / TURNS)
    EACH(MAP_STEP, b[i] == b[i] ? (b[i] >= a[i] ? 1.0f : 0.0f) : b[i])
    EACH(MAP_LT, a[i] < b[i] ? 1.0f : 0.0f)
    EACH(MAP_LE, a[i] <= b[i] ? 1.0f : 0.0f)
    EACH(MAP_EQ, a[i] == b[i] ? 1.0f : 0.0f)
    EACH(MAP_NE, a[i] == b[i] ? 0.0f : 1.0f)
    EACH(MAP_AND, a[i] * b[i])
    EACH(MAP_OR, trn_max_f(a[i], b[i]))
    EACH(MAP_SELECT, a[i] != 0.0f ? b[i] : c[i])
    EACH(MAP_LERP, trn_lerp_f(a[i], b[i], c[i]))
    EACH(MAP_SMOOTHSTEP, smoothstep(a[i], b[i], c[i]))
    EACH(MAP_CLAMP, a[i] == a[i] ? trn_clamp_f(a[i], b[i], c[i]) : a[i])
    EACH(MAP_HASH_FIRST, trn_from_bits_f(trn_mix(word_of(a[i]) * TRN_PX + s->bits)))
    EACH(MAP_HASH_NEXT, trn_from_bits_f(trn_mix(word_of(a[i]) * TRN_PX + trn_bits_f(b[i]))))
    EACH(MAP_ID_FIRST, trn_from_bits_f(trn_mix(trn_bits_f(a[i]) * TRN_PX + s->bits)))
    EACH(MAP_ID_NEXT, trn_from_bits_f(trn_mix(trn_bits_f(a[i]) * TRN_PX + trn_bits_f(b[i]))))
    EACH(MAP_HASH_UNIT, trn_unit_f(trn_bits_f(a[i])))
    EACH(MAP_NOISE, noise_at(a[i], b[i], c[i], s->bits))
    PAIRS(MAP_FIRST_ADD, a[i] + b[i])
    PAIRS(MAP_FIRST_SUB, a[i] - b[i])
    PAIRS(MAP_FIRST_MUL, a[i] * b[i])
    PAIRS(MAP_FIRST_DIV, a[i] / b[i])
    PAIRS(MAP_FIRST_MIN, least(a[i], b[i]))
    PAIRS(MAP_FIRST_MAX, greatest(a[i], b[i]))
    }
}
static void run_inner(const map_step *s, float *const *slots, int32_t n) { run(s, slots, n, 0); }
static void run_last(const map_step *s, float *const *slots, int32_t n) { run(s, slots, n, 1); }

static void map_rows(const map_args *a, int32_t y0, int32_t y1)
{
    const int32_t buffers = a->register_count + a->source_count;
    float *const memory = (float *)a->scratch;
    float *const across = memory + (size_t)buffers * MAP_STRIP;
    float **const slots = (float **)(across + 2 * (size_t)a->width);
    for (int32_t r = 0; r < buffers; ++r) slots[r] = memory + (size_t)r * MAP_STRIP;
    for (int32_t k = 0; k < a->constant_count; ++k)
        for (int32_t i = 0; i < MAP_STRIP; ++i) slots[k][i] = a->constants[k];
    for (int32_t k = 0; k < a->prologue; ++k) run_inner(&a->steps[k], slots, MAP_STRIP);
    columns(a, across);
    for (int32_t y = y0; y < y1; ++y)
        for (int32_t x = 0; x < a->width; x += MAP_STRIP) {
            const int32_t n = trn_min_i(a->width - x, MAP_STRIP);
            for (int32_t k = 0; k < a->source_count; ++k) {
                const int32_t at = a->register_count + k; /* steps do not write where sources are read */
                slots[at] = (float *)fetch(a, &a->sources[k], across, x, y, n, memory + (size_t)at * MAP_STRIP);
            }
            for (int32_t k = 0; k < a->plane_count; ++k) slots[buffers + k] = a->planes[k] + (size_t)y * (size_t)a->width + x;
            for (int32_t k = a->prologue; k < a->step_count; ++k) {
                if (a->steps[k].out < buffers) run_inner(&a->steps[k], slots, n);
                else run_last(&a->steps[k], slots, n);
            }
        }
}
TRN_ROW_KERNEL(map)
