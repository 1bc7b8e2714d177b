/* font.h - an open font, for the files beside it. */
#ifndef TRN_FONT_H
#define TRN_FONT_H
#include "io/glyphs.h"
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MODULE_H
#include <hb.h>

struct trn_font {
    trn_runtime *rt;
    char *name;                     /* as it was asked for, for messages */
    uint8_t *bytes;                 /* the file */
    size_t size;
    int32_t px;
    trn_font_metrics metrics;
    struct FT_MemoryRec_ memory;
    size_t refused;                 /* bytes that FreeType asked for last in vain, 0: none */
    FT_Library library;
    FT_Face face;
    hb_font_t *shaper;
};

/* FORMAT with FreeType's error, or MEMORY where it was one of memory. what: "glyph 12". */
trn_status trn_font_broken(trn_font *font, const char *what, FT_Error error, trn_error *err);
trn_status trn_font_starved(trn_error *err); /* MEMORY: HarfBuzz found none */
/* Loads a glyph's outline into font->face->glyph. *box, in 1/64 pixel around its origin; *empty: there is nothing to draw. */
trn_status trn_font_outline(trn_font *font, uint32_t glyph, FT_BBox *box, bool *empty, trn_error *err);
/* No part of a glyph lies further than this from its origin, in 1/64 pixel; what does is damaged. */
int64_t trn_font_reach(const trn_font *font);
#endif
