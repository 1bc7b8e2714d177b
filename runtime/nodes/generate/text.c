/* text: lines of text as a mask, and laid over a layer in a colour. */
#include "graph/node.h"
#include "io/glyphs.h"
#include "kernels/fill.h"
#include "math/scalar.h"
#include "nodes/generate/size_params.h"
#include "terrain/numbers.h"

typedef struct text_params {
    trn_text text, font;
    int32_t size;
    double spacing;
    trn_text position;
    trn_menu align, valign;
    trn_text composite_layer, color, out_layer;
    TRN_SIZE_MEMBERS;
} text_params;

enum { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT };
static const char *const aligns[] = {"left", "center", "right", NULL};
enum { VALIGN_CENTER, VALIGN_TOP, VALIGN_BOTTOM };
static const char *const valigns[] = {"center", "top", "bottom", NULL};

static const trn_param params[] = {
    TRN_STRING(text_params, text, "Text", "Text", .doc = "What is written, in UTF-8, with a line for each line of it. Empty: a mask of zeros."),
    TRN_STRING(text_params, font, "Font", "",
               .doc = "Name of an installed font, \"DejaVu Sans\" or \"DejaVu Sans Bold\", or serif, sans-serif, monospace. Empty: the system's "
                      "sans serif. What has a slash in it, or ends in .ttf, .otf, .ttc or .otc, is a font file."),
    TRN_INT(text_params, size, "Font Size (Pixels)", 64, 1, TRN_FONT_LARGEST, .unit = "pixels",
            .doc = "Pixels of an em. It stays what it is when the image gets larger."),
    TRN_FLOAT(text_params, spacing, "Line Spacing", 1.2, 0.1, 10, .doc = "From one baseline to the next, in font sizes."),
    TRN_STRING(text_params, position, "Position (UV)", "0.5 0.5", .doc = "Where the text is put, u and v. 0 0 is the lower left corner, 1 1 the upper right."),
    TRN_MENU(text_params, align, "Horizontal Align", ALIGN_LEFT, aligns, .doc = "Which end of each line, or its middle, stands at the position."),
    TRN_MENU(text_params, valign, "Vertical Align", VALIGN_CENTER, valigns,
             .doc = "Whether the middle of all lines, the ascender line of the first or the descender line of the last stands at the position."),
    TRN_STRING(text_params, composite_layer, "Composite Layer", "",
               .doc = "Layer over which the colour is laid where the text is. One that is not there is made, black with three channels. Empty: none."),
    TRN_STRING(text_params, color, "Text Color", "1 1 1", .disabled = "composite_layer = \"\"",
               .doc = "Red, green and blue. A layer of fewer channels takes the first of them; channels beyond the third are left as they are."),
    TRN_STRING(text_params, out_layer, "Output Layer", "text", .doc = "Name of the mask's layer. Empty makes none."),
    TRN_SIZE_ROWS(text_params, ""),
};
static const trn_port inputs[] = {{.name = "cop", .type = "COPIMAGE", .optional = true, .doc = "An image to write on."}};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the mask and the layer that was written on.")};

enum { COLORS = 3 };

static trn_status check(const void *params, trn_error *err)
{
    const text_params *p = params;
    double numbers[COLORS];
    trn_status st = trn_need_numbers(err, "position", p->position, numbers, 2, 2);
    if (st == TRN_OK) st = trn_need_numbers(err, "color", p->color, numbers, COLORS, COLORS);
    if (st == TRN_OK && *p->out_layer && strcmp(p->out_layer, p->composite_layer) == 0)
        st = trn_param_fail(err, "out_layer", "'%s' is composite_layer too; each layer needs a name of its own", p->out_layer);
    return st;
}

TRN_SIZE_CALLBACK(text_params)

static double passes(const void *params) /* each character touches a part of the image only, as a rule */
{
    const text_params *p = params;
    return 2.0 + 0.1 * (double)strlen(p->text) + (*p->composite_layer ? COLORS : 0);
}

/* What is wrong is wrong with the font; a cancelled run and a lack of memory are not. */
static trn_status of_font(trn_status st, trn_error *err)
{
    return st == TRN_OK || st == TRN_ERR_CANCELLED || st == TRN_ERR_MEMORY ? st : trn_error_prefix(err, "font");
}

static trn_status stamp(trn_runtime *rt, const void *params, const trn_stop *stop, trn_key *key, trn_error *err)
{
    const text_params *p = params;
    return *p->text ? of_font(trn_font_stamp(rt, p->font, stop, key, err), err) : TRN_OK;
}

/* ---- the mask ---- */

static const double FARTHEST = 9007199254740992.0; /* 2^53 pixels: further out numbers no longer tell one from the next */

static trn_status write_line(trn_eval *ev, const text_params *p, trn_font *font, const char *text, size_t bytes, double x, double baseline,
                             const trn_canvas *canvas)
{
    trn_line *line;
    trn_status st = trn_line_new(font, text, bytes, &line, trn_eval_error(ev));
    if (st != TRN_OK) return st;
    const double width = (double)trn_line_width(line) / 64.0;
    x = trn_floor(x - (p->align.value == ALIGN_LEFT ? 0.0 : p->align.value == ALIGN_CENTER ? 0.5 * width : width) + 0.5);
    if (x >= -FARTHEST && x <= FARTHEST && baseline >= -FARTHEST && baseline <= FARTHEST)
        st = trn_line_draw(line, (int64_t)x * 64, (int64_t)baseline, canvas, trn_stop_flag(ev), trn_eval_error(ev));
    trn_line_free(line);
    return st;
}

static trn_status write_text(trn_eval *ev, const text_params *p, trn_font *font, float *plane)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const trn_canvas canvas = {.plane = plane, .width = frame->width, .height = frame->height, .x = frame->x, .y = frame->y};
    const trn_font_metrics metrics = trn_font_measures(font);
    const double step = p->spacing * p->size;
    double at[2];
    int32_t lines = 1;
    for (const char *s = p->text; *s; ++s) lines += *s == '\n';
    trn_parse_numbers(p->position, at, 2);
    const double x = at[0] * (double)frame->whole_width, y = at[1] * (double)frame->whole_height;
    const double block = (double)metrics.ascent + metrics.descent + trn_floor((lines - 1) * step + 0.5);
    const double top = y + (p->valign.value == VALIGN_TOP ? 0.0 : p->valign.value == VALIGN_BOTTOM ? block : 0.5 * block);
    const double first = trn_floor(top + 0.5) - metrics.ascent;
    trn_status st = TRN_OK;
    const char *s = p->text;
    for (int32_t i = 0; st == TRN_OK && i < lines; ++i) {
        const size_t bytes = strcspn(s, "\n");
        trn_progress_span(ev, (double)i / lines, 1);
        if ((st = trn_progress_now(ev)) == TRN_OK)
            st = write_line(ev, p, font, s, bytes, x, first - trn_floor(i * step + 0.5), &canvas);
        s += bytes + 1;
    }
    return st;
}

static trn_status make_mask(trn_eval *ev, const text_params *p, trn_layer **mask)
{
    trn_font *font = NULL;
    trn_status st = trn_make(ev, TRN_F32, 1, mask);
    if (st == TRN_OK) st = trn_clear(ev, trn_layer_f32(*mask, 0));
    if (st != TRN_OK || !*p->text) return st;
    st = trn_font_open(trn_eval_runtime(ev), p->font, p->size, trn_stop_flag(ev), &font, trn_eval_error(ev));
    if (st == TRN_OK) st = write_text(ev, p, font, trn_layer_f32(*mask, 0));
    trn_font_close(font);
    return of_font(st, trn_eval_error(ev));
}

/* ---- the colour ---- */

typedef struct copying { const float *from; float *to; size_t width; } copying;
static void copy_rows(void *data, int32_t y0, int32_t y1)
{
    const copying *c = data;
    memcpy(c->to + (size_t)y0 * c->width, c->from + (size_t)y0 * c->width, (size_t)(y1 - y0) * c->width * sizeof *c->to);
}

static trn_status composite(trn_eval *ev, const text_params *p, const trn_layer *mask)
{
    const trn_frame *frame = trn_eval_frame(ev);
    double color[COLORS];
    trn_layer *from, *layer;
    trn_parse_numbers(p->color, color, COLORS);
    trn_status st = trn_want(ev, 0, "composite_layer", p->composite_layer, &from);
    const int32_t channels = st == TRN_OK && from ? trn_layer_get_info(from)->channels : COLORS;
    if (st == TRN_OK) st = trn_make(ev, TRN_F32, channels, &layer);
    for (int32_t c = 0; st == TRN_OK && c < channels; ++c) {
        float *to = trn_layer_f32(layer, c);
        const float *below = from ? trn_plane_f32(from, c) : to;
        if (!from) st = trn_clear(ev, to);
        if (st == TRN_OK && c < COLORS) {
            const fill_args args = {.from = below, .mask = trn_plane_f32(mask, 0), .plane = to, .width = frame->width, .height = frame->height,
                                    .value = (float)color[c]};
            st = trn_run(ev, TRN_DEVICE_KERNEL(fill), &args, frame->height);
        } else if (st == TRN_OK) {
            copying work = {below, to, (size_t)frame->width};
            st = trn_for(ev, frame->height, 64, copy_rows, &work);
        }
    }
    return st == TRN_OK ? trn_put(ev, "composite_layer", p->composite_layer, layer) : st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const text_params *p = params;
    trn_layer *mask;
    trn_status st = trn_keep_layers(ev, 0);
    if (st == TRN_OK) st = make_mask(ev, p, &mask);
    if (st == TRN_OK) st = trn_put(ev, "out_layer", p->out_layer, mask);
    return st == TRN_OK && *p->composite_layer ? composite(ev, p, mask) : st;
}

const trn_node_type trn_node_text = {
    .info.id = "text", .info.title = "Text", .info.category = "generate",
    .info.summary = "Text as an anti-aliased mask, laid over a layer where one is named.",
    .info.doc =
        "The mask is 1 where the letters are, 0 elsewhere and between along their edges: the exact share of each pixel that they cover, in steps of "
        "1/255. Where letters overlap the larger share counts. `composite_layer` becomes layer + (`color` - layer) mask, worked out in double; "
        "where the mask is 0 its bits stay. Sizes are pixels, so a larger image has the same letters with more room around them. Text may stick out of the "
        "image, or be outside. Letters are drawn on the host, never on a device.\n\n"
        "**Layout.** Letters are not hinted. The pen moves in 1/64 pixels by their advances, and by the font's kerning: from its GPOS "
        "table, or where it has none from the older kern table. Baselines, and the beginning of each line, lie on whole pixels, so moving the position by "
        "whole pixels moves the picture unchanged. With `align` left a line begins at the position, whatever its direction. A line is as wide as its advances, "
        "which is not quite its ink; all lines together are as high as ascender and "
        "descender of the font, rounded up, and `spacing` times `size` for each line after the first, and a line feed at the end begins a line. A "
        "tab is four spaces; other control characters are left out.\n\n"
        "**Scripts.** Latin, Greek and Cyrillic letters are a glyph each (accents are composed), without optional ligatures; Arabic joins, Indic scripts "
        "reorder and stack, as HarfBuzz shapes them in the font. Right-to-left words and numbers within a line stand in the order in which they are read, "
        "by the Unicode bidirectional algorithm (UAX #9) without its explicit embeddings and isolates and its rule for paired brackets; the first letter "
        "gives the line's direction. Lines are not broken, nor written downwards. A letter that the font lacks is its sign for that, mostly a box: "
        "name a font that has the script, since no other steps in. Colour fonts are drawn in one colour, where they have outlines.\n\n"
        "**Fonts** are those of the machine, found by Fontconfig; none comes with Terrane. So pictures differ between machines that have other fonts, "
        "or other versions of FreeType or HarfBuzz. On one machine the bytes are the same for any window, number of threads and processor; the font's "
        "bytes and these versions are part of the node's identity. Font files are TrueType or OpenType (of a collection the first font), at most 256 MiB. "
        "Strangers' recipes may name installed fonts only. A build without FreeType, HarfBuzz and Fontconfig has no text but the empty one.",
    .info.example = "noise{ layer = \"height\" }:text{ text = \"Terrane\\nv 1\", align = \"center\", composite_layer = \"C\", color = \"1 0.8 0.2\" }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(text_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .size = trn_size_of_text_params,
    .passes = passes, .stamp = stamp, .eval = eval,
};
