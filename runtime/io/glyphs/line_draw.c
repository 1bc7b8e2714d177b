/* line_draw.c - FreeType's rasteriser straight into the canvas: it gives the area that an outline covers of each pixel in 1/256, for
 * the pixels of the canvas alone, so that a part of a picture costs a part of the time. */
#include "io/glyphs/line.h"
#include FT_OUTLINE_H

enum { STRIP = 16384 }; /* columns: FreeType's spans begin at 16-bit places */
static const int64_t FAR = INT64_C(1) << 40; /* pixels; longer than any line */

typedef struct target { float *plane; int64_t width, left, bottom; } target;

static void spans(int y, int count, const FT_Span *span, void *user)
{
    const target *t = user;
    float *row = t->plane + (t->bottom + y) * t->width;
    for (int i = 0; i < count; ++i) {
        const float covered = (float)span[i].coverage / 255.0f;
        float *to = row + t->left + span[i].x;
        for (int k = 0; k < span[i].len; ++k)
            if (to[k] < covered) to[k] = covered;
    }
}

/* Floor of 1/64 pixels. */
static int64_t pixel_of(int64_t at) { return at >= 0 ? at / 64 : -((-at + 63) / 64); }
static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t beyond(int64_t at) { return at < 0 ? -at : 0; }

/* The outline, whose box begins at pixel (left, bottom) of the canvas and is moved to begin at 0: the rasteriser rounds otherwise left
 * of and below its origin, so that what a glyph looks like would depend on where the canvas begins. */
static FT_Error render(trn_font *font, FT_Outline *outline, int64_t left, int64_t bottom, int64_t width, int64_t height,
                       const trn_canvas *canvas)
{
    FT_Error error = 0;
    for (int64_t at = 0; error == 0 && at < width && left + at < canvas->width; at += STRIP) {
        target t = {canvas->plane, canvas->width, left + at, bottom};
        const int64_t from = beyond(left + at), to = least(least(STRIP, width - at), canvas->width - (left + at));
        FT_Raster_Params params = {
            .flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP, .gray_spans = spans, .user = &t,
            .clip_box = {(FT_Pos)from, (FT_Pos)beyond(bottom), (FT_Pos)to, (FT_Pos)least(height, canvas->height - bottom)},
        };
        if (from < to) error = FT_Outline_Render(font->library, outline, &params);
        FT_Outline_Translate(outline, -(FT_Pos)STRIP * 64, 0);
    }
    return error;
}

/* The origin in 1/64 pixel of the canvas's own pixels. */
static trn_status draw(trn_font *font, uint32_t glyph, int64_t x, int64_t y, const trn_canvas *canvas, trn_error *err)
{
    const int64_t reach = trn_font_reach(font), right = (int64_t)canvas->width * 64, top = (int64_t)canvas->height * 64;
    if (x < -reach || y < -reach || x > right + reach || y > top + reach) return TRN_OK;
    FT_BBox box;
    bool empty;
    const trn_status st = trn_font_outline(font, glyph, &box, &empty, err);
    if (st != TRN_OK || empty) return st;
    if (x + box.xMax <= 0 || y + box.yMax <= 0 || x + box.xMin >= right || y + box.yMin >= top) return TRN_OK;
    FT_Outline *outline = &font->face->glyph->outline;
    const int64_t left = pixel_of(x + box.xMin), bottom = pixel_of(y + box.yMin);
    FT_Outline_Translate(outline, (FT_Pos)(x - left * 64), (FT_Pos)(y - bottom * 64));
    const FT_Error error = render(font, outline, left, bottom, pixel_of(x + box.xMax + 63) - left, pixel_of(y + box.yMax + 63) - bottom, canvas);
    return error || font->refused ? trn_font_broken(font, "an outline", error, err) : TRN_OK;
}

trn_status trn_line_draw(const trn_line *line, int64_t pen_x, int64_t baseline, const trn_canvas *canvas, const trn_stop *stop,
                         trn_error *err)
{
    const int64_t right = pixel_of(pen_x) - canvas->x, up = baseline - canvas->y; /* pixels: windows may lie 2^60 of them away */
    if (right < -FAR || right > FAR || up < -FAR || up > FAR) return TRN_OK;
    int64_t x = right * 64 + (pen_x - pixel_of(pen_x) * 64);
    const int64_t y = up * 64;
    for (int32_t i = 0; i < line->count; ++i) {
        const trn_placed *g = &line->glyphs[i];
        if (i % 16 == 0 && trn_stop_asked(stop)) return trn_error_set(err, TRN_ERR_CANCELLED, "cancelled");
        const trn_status st = draw(line->font, g->glyph, x + g->x, y + g->y, canvas, err);
        if (st != TRN_OK) return st;
        x += g->advance;
    }
    return TRN_OK;
}
