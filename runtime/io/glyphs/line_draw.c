/* line_draw.c - FreeType's rasteriser straight into the canvas: it gives the exact area that an outline covers of each pixel in
 * 1/256, for the pixels of the canvas alone, so that a part of a picture costs a part of the time and has the same bytes. */
#include "io/glyphs/line.h"
#include FT_OUTLINE_H

enum { STRIP = 16384 }; /* columns: FreeType's spans begin at 16-bit places */

typedef struct target { float *plane; int64_t width; int32_t left; } target;

static void spans(int y, int count, const FT_Span *span, void *user)
{
    const target *t = user;
    float *row = t->plane + (int64_t)y * t->width + t->left;
    for (int i = 0; i < count; ++i) {
        const float covered = (float)span[i].coverage / 255.0f;
        float *to = row + span[i].x;
        for (int k = 0; k < span[i].len; ++k)
            if (to[k] < covered) to[k] = covered;
    }
}

/* Floor of 1/64 pixels. */
static int64_t pixel_of(int64_t at) { return at >= 0 ? at / 64 : -((-at + 63) / 64); }

/* The origin in 1/64 pixel of the canvas's own pixels. */
static trn_status draw(trn_font *font, uint32_t glyph, int64_t x, int64_t y, const trn_canvas *canvas, trn_error *err)
{
    const int64_t reach = trn_font_reach(font), right = (int64_t)canvas->width * 64, top = (int64_t)canvas->height * 64;
    if (x < -reach || y < -reach || x > right + reach || y > top + reach) return TRN_OK;
    FT_BBox box;
    bool empty;
    trn_status st = trn_font_outline(font, glyph, &box, &empty, err);
    if (st != TRN_OK || empty) return st;
    if (x + box.xMax <= 0 || y + box.yMax <= 0 || x + box.xMin >= right || y + box.yMin >= top) return TRN_OK;
    const int64_t first = x + box.xMin > 0 ? pixel_of(x + box.xMin) / STRIP * STRIP : 0;
    FT_Outline *outline = &font->face->glyph->outline;
    FT_Outline_Translate(outline, (FT_Pos)(x - first * 64), (FT_Pos)y);
    for (int64_t left = first; left < canvas->width && left * 64 < x + box.xMax; left += STRIP) {
        const int64_t width = canvas->width - left < STRIP ? canvas->width - left : STRIP;
        target t = {canvas->plane, canvas->width, (int32_t)left};
        FT_Raster_Params params = {.flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP, .gray_spans = spans, .user = &t,
                                   .clip_box = {0, 0, (FT_Pos)width, canvas->height}};
        const FT_Error error = FT_Outline_Render(font->library, outline, &params);
        if (error || font->refused) return trn_font_broken(font, "an outline", error, err);
        FT_Outline_Translate(outline, -(FT_Pos)STRIP * 64, 0);
    }
    return TRN_OK;
}

trn_status trn_line_draw(const trn_line *line, int64_t pen_x, int64_t baseline, const trn_canvas *canvas, const trn_stop *stop,
                         trn_error *err)
{
    int64_t x = pen_x - canvas->x * 64;
    const int64_t y = (baseline - canvas->y) * 64;
    for (int32_t i = 0; i < line->count; ++i) {
        const trn_placed *g = &line->glyphs[i];
        if (i % 16 == 0 && trn_stop_asked(stop)) return trn_error_set(err, TRN_ERR_CANCELLED, "cancelled");
        const trn_status st = draw(line->font, g->glyph, x + g->x, y + g->y, canvas, err);
        if (st != TRN_OK) return st;
        x += g->advance;
    }
    return TRN_OK;
}
