/* line.c - laying out a line: runs of one script and one direction, each shaped by HarfBuzz, from left to right. */
#include "io/glyphs/line.h"
#include "io/glyphs/line_levels.h"
#include <string.h>

typedef struct run {
    int32_t begin, end;
    uint8_t level;
    hb_script_t script;
} run;

typedef struct text { /* one block */
    uint32_t *chars;
    run *runs;
    uint8_t *levels, *work;
    int32_t count, run_count;
} text;

/* ---- characters ---- */

static uint32_t next_char(const char *s, size_t left, size_t *bytes)
{
    char copy[5] = {0};
    memcpy(copy, s, left < 4 ? left : 4);
    const int n = trn_utf8(copy);
    const unsigned char *b = (const unsigned char *)copy;
    *bytes = n ? (size_t)n : 1;
    switch (n) {
    case 1: return b[0];
    case 2: return (b[0] & 0x1fu) << 6 | (b[1] & 0x3fu);
    case 3: return (b[0] & 0x0fu) << 12 | (b[1] & 0x3fu) << 6 | (b[2] & 0x3fu);
    case 4: return (b[0] & 0x07u) << 18 | (b[1] & 0x3fu) << 12 | (b[2] & 0x3fu) << 6 | (b[3] & 0x3fu);
    default: return *s ? 0xfffd : 0; /* a byte that is none; a zero is a control character */
    }
}

static void decode(text *t, const char *s, size_t bytes)
{
    for (size_t at = 0, n; at < bytes; at += n) {
        const uint32_t c = next_char(s + at, bytes - at, &n);
        if (c == '\t') for (int32_t k = 0; k < 4; ++k) t->chars[t->count++] = ' ';
        else if (c >= 32 && !(c >= 0x7f && c < 0xa0) && c != 0x2028 && c != 0x2029) t->chars[t->count++] = c;
    }
}

/* ---- runs ---- */

static bool own_script(hb_script_t s) { return s != HB_SCRIPT_COMMON && s != HB_SCRIPT_INHERITED && s != HB_SCRIPT_UNKNOWN; }

/* Blanks, digits and marks belong to the script before them, at the beginning to the one behind. */
static void divide(text *t)
{
    hb_unicode_funcs_t *u = hb_unicode_funcs_get_default();
    run *r = NULL;
    for (int32_t i = 0; i < t->count; ++i) {
        const hb_script_t script = hb_unicode_script(u, t->chars[i]);
        const bool own = own_script(script);
        if (r && r->level == t->levels[i] && (!own || !own_script(r->script) || r->script == script)) {
            if (own) r->script = script;
        } else {
            const hb_script_t before = r ? r->script : HB_SCRIPT_COMMON;
            r = &t->runs[t->run_count++];
            *r = (run){.begin = i, .level = t->levels[i], .script = own ? script : before};
        }
        r->end = i + 1;
    }
    for (int32_t i = 0; i < t->run_count; ++i)
        if (!own_script(t->runs[i].script)) t->runs[i].script = HB_SCRIPT_LATIN;
}

static void turn(run *runs, int32_t begin, int32_t end)
{
    for (--end; begin < end; ++begin, --end) {
        const run r = runs[begin];
        runs[begin] = runs[end];
        runs[end] = r;
    }
}

/* L2 of UAX #9: from the highest level down, what is at least as high is turned round. */
static void order(text *t)
{
    for (uint8_t level = 2; level > 0; --level)
        for (int32_t i = 0; i < t->run_count; ++i) {
            int32_t end = i;
            while (end < t->run_count && t->runs[end].level >= level) ++end;
            turn(t->runs, i, end);
            i = end;
        }
}

/* ---- shaping ---- */

static bool room_for(trn_line *line, int32_t more)
{
    if (line->room - line->count >= more) return true;
    trn_runtime *rt = line->font->rt;
    const int32_t room = line->count + more;
    trn_placed *glyphs = trn_alloc(rt, (size_t)room * sizeof *glyphs);
    if (!glyphs) return false;
    if (line->count) memcpy(glyphs, line->glyphs, (size_t)line->count * sizeof *glyphs);
    trn_free(rt, line->glyphs);
    line->glyphs = glyphs;
    line->room = room;
    return true;
}

static trn_status shape(trn_line *line, const text *t, const run *r, hb_buffer_t *buffer, trn_error *err)
{
    static const hb_feature_t plain[] = { /* where a letter is a glyph */
        {HB_TAG('l', 'i', 'g', 'a'), 0, 0, (unsigned)-1},
        {HB_TAG('c', 'l', 'i', 'g'), 0, 0, (unsigned)-1},
    };
    const bool simple = r->script == HB_SCRIPT_LATIN || r->script == HB_SCRIPT_GREEK || r->script == HB_SCRIPT_CYRILLIC;
    hb_buffer_clear_contents(buffer);
    hb_buffer_add_codepoints(buffer, t->chars, t->count, (unsigned)r->begin, r->end - r->begin); /* neighbours too: Arabic joins */
    hb_buffer_set_direction(buffer, r->level & 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_buffer_set_script(buffer, r->script);
    hb_buffer_set_language(buffer, hb_language_from_string("und", -1)); /* or that of the environment would be taken */
    hb_shape(line->font->shaper, buffer, plain, simple ? 2 : 0);
    unsigned count, places;
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(buffer, &count);
    const hb_glyph_position_t *at = hb_buffer_get_glyph_positions(buffer, &places);
    if (!hb_buffer_allocation_successful(buffer) || (count > 0 && (!at || places != count))) return trn_font_starved(err);
    if (!room_for(line, (int32_t)count)) return trn_out_of_memory(line->font->rt, count * sizeof *line->glyphs, err);
    for (unsigned i = 0; i < count; ++i) {
        line->glyphs[line->count++] = (trn_placed){info[i].codepoint, at[i].x_advance, at[i].x_offset, at[i].y_offset};
        line->width += at[i].x_advance;
    }
    return TRN_OK;
}

static trn_status lay_out(trn_line *line, text *t, trn_error *err)
{
    trn_line_levels(t->chars, t->count, t->levels, t->work);
    divide(t);
    order(t);
    hb_buffer_t *buffer = hb_buffer_create();
    trn_status st = hb_buffer_allocation_successful(buffer) ? TRN_OK : trn_font_starved(err);
    for (int32_t i = 0; st == TRN_OK && i < t->run_count; ++i) st = shape(line, t, &t->runs[i], buffer, err);
    hb_buffer_destroy(buffer);
    return st;
}

trn_status trn_line_new(trn_font *font, const char *s, size_t bytes, trn_line **out, trn_error *err)
{
    *out = NULL;
    if (bytes > TRN_LINE_LONGEST)
        return trn_error_set(err, TRN_ERR_LIMIT, "a line of %zu bytes; %d are the most", bytes, (int)TRN_LINE_LONGEST);
    const size_t most = 4 * bytes + 1; /* all tabs */
    text t = {0};
    trn_line *line = trn_alloc_zero(font->rt, sizeof *line);
    char *block = trn_alloc(font->rt, most * (sizeof *t.runs + sizeof *t.chars + 2));
    trn_status st = line && block ? TRN_OK : trn_out_of_memory(font->rt, most * (sizeof *t.runs + sizeof *t.chars + 2), err);
    if (st == TRN_OK) {
        line->font = font;
        t.runs = (run *)block;
        t.chars = (uint32_t *)(t.runs + most);
        t.levels = (uint8_t *)(t.chars + most);
        t.work = t.levels + most;
        decode(&t, s, bytes);
        st = lay_out(line, &t, err);
    }
    trn_free(font->rt, block);
    if (st == TRN_OK) *out = line;
    else if (line && line->font) trn_line_free(line);
    else trn_free(font->rt, line);
    return st;
}

void trn_line_free(trn_line *line)
{
    if (!line) return;
    trn_runtime *rt = line->font->rt;
    trn_free(rt, line->glyphs);
    trn_free(rt, line);
}

int64_t trn_line_width(const trn_line *line) { return line->width; }
