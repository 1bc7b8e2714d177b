/* glyphs_absent.c - builds without FreeType, HarfBuzz and Fontconfig: a font is an error that says what to install. */
#include "io/glyphs.h"

static trn_status absent(trn_error *err)
{
    return trn_error_set(err, TRN_ERR_DEVICE,
                         "Terrane was built without text; install libfreetype-dev, libfontconfig-dev and libharfbuzz-dev and build it again");
}

trn_status trn_runtime_text(trn_runtime *rt, char *out, size_t size, trn_error *err)
{
    (void)rt;
    if (size > 0) out[0] = 0;
    return absent(err);
}

trn_status trn_font_open(trn_runtime *rt, const char *name, int32_t px, const trn_stop *stop, trn_font **out, trn_error *err)
{
    (void)rt, (void)name, (void)px, (void)stop;
    *out = NULL;
    return absent(err);
}

trn_status trn_font_stamp(trn_runtime *rt, const char *name, const trn_stop *stop, trn_key *key, trn_error *err)
{
    (void)rt, (void)name, (void)stop, (void)key;
    return absent(err);
}

trn_status trn_line_new(trn_font *font, const char *text, size_t bytes, trn_line **out, trn_error *err)
{
    (void)font, (void)text, (void)bytes;
    *out = NULL;
    return absent(err);
}

trn_status trn_line_draw(const trn_line *line, int64_t pen_x, int64_t baseline, const trn_canvas *canvas, const trn_stop *stop,
                         trn_error *err)
{
    (void)line, (void)pen_x, (void)baseline, (void)canvas, (void)stop;
    return absent(err);
}

/* There is no font and no line to call these with. */
void trn_font_close(trn_font *font) { (void)font; }
void trn_line_free(trn_line *line) { (void)line; }
int64_t trn_line_width(const trn_line *line) { return (void)line, 0; }
trn_font_metrics trn_font_measures(const trn_font *font) { return (void)font, (trn_font_metrics){0, 0, 0}; }
