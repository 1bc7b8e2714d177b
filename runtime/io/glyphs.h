/* glyphs.h - lines of text in the fonts of this machine: found through Fontconfig, laid out by HarfBuzz, drawn by FreeType. Built
 * from io/glyphs where those three are there, else from io/glyphs_absent, where every font is an error that says so.
 *
 * Glyphs depend on the font and on the versions of these libraries: what is drawn is the same for any window, number of threads
 * and CPU level on one machine, and may differ between machines.
 *
 * A trn_font is used by one thread at a time; different ones by any. The font file and all that FreeType allocates count against
 * the runtime's limits. HarfBuzz and Fontconfig allocate by themselves: for each open font the tables that say how to lay out
 * (about as much as those in the file), for each line some 50 bytes a glyph, and while a font is looked for the system's list of
 * fonts; all of it is given back. Fontconfig may write its own cache of that list, and complains on stderr when it is not set up. */
#ifndef TRN_IO_GLYPHS_H
#define TRN_IO_GLYPHS_H
#include "core/core.h"

typedef struct trn_font trn_font;
enum {
    TRN_FONT_LARGEST = 4096, /* pixels an em */
    TRN_LINE_LONGEST = 4096, /* bytes of a line */
};

/* `name` is that of an installed font, "DejaVu Sans", "DejaVu Sans Bold", or one of the general ones, "serif"; "" is the system's
 * sans serif; or a file (trn_font_is_file of terrane.h): TrueType or OpenType, of a collection the first. `px` is the size of an
 * em in pixels. ARGUMENT: no such font, px below 1; LIMIT: px beyond TRN_FONT_LARGEST, or a file of more than 256 MiB; IO; FORMAT: damaged,
 * or of another kind; CANCELLED when *stop (may be NULL) is asked for. Messages name the font and not the parameter. */
trn_status trn_font_open(trn_runtime *rt, const char *name, int32_t px, const trn_stop *stop, trn_font **out, trn_error *err);
void trn_font_close(trn_font *font); /* NULL is fine */
/* Mixes what glyphs in this font depend on into *key: the font's bytes and the versions of the libraries. */
trn_status trn_font_stamp(trn_runtime *rt, const char *name, const trn_stop *stop, trn_key *key, trn_error *err);

/* Whole pixels, at least 0: the font's ascender and descender, rounded up, and how far an H rises above the baseline, rounded up;
 * 0 where there is none. */
typedef struct trn_font_metrics { int32_t ascent, descent, cap_height; } trn_font_metrics;
trn_font_metrics trn_font_measures(const trn_font *font);

/* A line of text, laid out. Each byte that is no UTF-8 counts as U+FFFD; a tab is four spaces, other control characters are
 * nothing. Characters that the font lacks are its .notdef glyph. In Latin, Greek and Cyrillic each character is a glyph, the pen moves by
 * kerning and unhinted advances rounded to 1/64 pixel, and there are no optional ligatures; other scripts are shaped as they
 * need. The line runs in the direction of its first letter; within it, right-to-left words and numbers stand as they are read (the implicit
 * levels of UAX #9; explicit embeddings and isolates are ignored). */
typedef struct trn_line trn_line;
trn_status trn_line_new(trn_font *font, const char *text, size_t bytes, trn_line **out, trn_error *err); /* LIMIT: too long */
void trn_line_free(trn_line *line); /* NULL is fine; before its font is closed */
int64_t trn_line_width(const trn_line *line); /* where the pen ends, in 1/64 pixel: advances, not ink */

/* Where text is drawn: width x height floats, rows packed, row 0 at the bottom, pixel (0, 0) of which is pixel (x, y) of the text's
 * plane, up to 2^60 from its origin. Holds coverage, 0 ... 1 in steps of 1/255; begins cleared. */
typedef struct trn_canvas {
    float *plane;
    int32_t width, height;
    int64_t x, y;
} trn_canvas;
/* Draws with the pen at pen_x / 64 pixels on the baseline between rows baseline - 1 and baseline. Both at most 2^60 in size. Where glyphs overlap the
 * larger coverage stays. Glyphs that cannot touch the canvas cost next to nothing. FORMAT: a damaged glyph; CANCELLED. */
trn_status trn_line_draw(const trn_line *line, int64_t pen_x, int64_t baseline, const trn_canvas *canvas, const trn_stop *stop,
                         trn_error *err);
#endif
