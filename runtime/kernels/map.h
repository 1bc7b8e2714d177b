/* map.h - runs the steps of a `map` program over rows, a strip of pixels at a time. */
#ifndef TRN_KERNEL_MAP_H
#define TRN_KERNEL_MAP_H
#include "kernels/kernel.h"

/* Conditions are numbers: 0 or 1. */
typedef enum map_op {
    MAP_COPY, MAP_NEG, MAP_NOT, MAP_ABS, MAP_FLOOR, MAP_CEIL, MAP_ROUND, MAP_TRUNC, MAP_FRACT, MAP_SIGN, MAP_SQRT, MAP_EXP, MAP_EXP2,
    MAP_LOG, MAP_LOG2, MAP_SIN, MAP_COS, MAP_TAN, MAP_ASIN, MAP_ACOS, MAP_DEG, MAP_RAD, MAP_SATURATE, MAP_FADE, MAP_ISNAN,
    MAP_ADD, MAP_SUB, MAP_MUL, MAP_DIV, MAP_IDIV, MAP_MOD, MAP_POW, MAP_MIN, MAP_MAX, MAP_ATAN2, MAP_STEP,
    MAP_LT, MAP_LE, MAP_EQ, MAP_NE, MAP_AND, MAP_OR,
    MAP_SELECT, MAP_LERP, MAP_SMOOTHSTEP, MAP_CLAMP,
    MAP_HASH_FIRST, /* bits: of a number a, under the key `bits` of the step */
    MAP_HASH_NEXT,  /* bits: of a number a, under the key that b holds the bits of */
    MAP_ID_FIRST, MAP_ID_NEXT, /* the same of whole numbers as MAP_ID reads them */
    MAP_HASH_UNIT,  /* [0, 1) of bits */
    MAP_NOISE,      /* Perlin noise at (a, b, c), key `bits` */
    MAP_PAIR        /* + 8 first + second: two operations in one step, first(a, b) and then c */
} map_op;

typedef enum map_pair_first { MAP_FIRST_ADD, MAP_FIRST_SUB, MAP_FIRST_MUL, MAP_FIRST_DIV, MAP_FIRST_MIN, MAP_FIRST_MAX } map_pair_first;
typedef enum map_pair_second { /* what first(a, b) is to c; FROM, UNDER: c is the left one */
    MAP_THEN_ADD, MAP_THEN_SUB, MAP_THEN_MUL, MAP_THEN_DIV, MAP_THEN_MIN, MAP_THEN_MAX, MAP_THEN_FROM, MAP_THEN_UNDER
} map_pair_second;

/* out, a, b, c: slots. Registers come first, constants among them the first of all; then sources; then the planes of outputs. */
typedef struct map_step { int32_t op; uint32_t bits; int32_t out, a, b, c; } map_step;

typedef enum map_source_kind { MAP_F32, MAP_F64, MAP_I32, MAP_ID /* the bits of an integer */, MAP_X, MAP_Y, MAP_U, MAP_V } map_source_kind;
typedef struct map_source {
    map_source_kind kind;
    const void *plane; /* of width x height; NULL for places */
    int32_t dx, dy;    /* read so many pixels further; beyond the image its edge, or where it wraps the other side */
} map_source;

enum { MAP_STRIP = 512 };
typedef struct map_args {
    int32_t width, height;
    int64_t x, y, whole_width, whole_height; /* trn_frame's */
    const map_source *sources;
    const map_step *steps;
    const float *constants;
    float *const *planes;                    /* of outputs */
    unsigned char *scratch;                  /* map_scratch() bytes, 64-byte aligned */
    int32_t source_count, constant_count, register_count, plane_count;
    int32_t prologue, step_count;            /* the first so many steps are of constants alone: done once */
    int32_t wrap;
} map_args;
TRN_KERNEL_DECLARE(map);

static inline size_t map_scratch(const map_args *a)
{
    const size_t buffers = (size_t)a->register_count + (size_t)a->source_count;
    return (buffers * MAP_STRIP + 2 * (size_t)a->width) * sizeof(float) + (buffers + (size_t)a->plane_count) * sizeof(float *);
}
#endif
