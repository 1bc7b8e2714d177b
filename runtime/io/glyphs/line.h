/* line.h - a line that is laid out. */
#ifndef TRN_LINE_H
#define TRN_LINE_H
#include "io/glyphs/font.h"

typedef struct trn_placed { uint32_t glyph; int32_t advance, x, y; } trn_placed; /* in 1/64 pixel; x, y from the pen */

struct trn_line {
    trn_font *font;
    int64_t width;
    int32_t count, room;
    trn_placed *glyphs; /* from left to right */
};
#endif
