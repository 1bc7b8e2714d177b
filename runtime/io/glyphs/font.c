/* font.c - opening fonts. A file is read whole into a block of the runtime's, and FreeType and HarfBuzz look at that block alone: a
 * file that changes meanwhile, or is cut short, cannot pull the ground away. */
#include "io/glyphs/font.h"
#include "io/file.h"
#include "io/glyphs/font_find.h"
#include FT_OUTLINE_H
#include <fontconfig/fontconfig.h>
#include <hb-ot.h>
#include <stdio.h>
#include <string.h>

enum { EMS = 64 }; /* the longest ligatures of real fonts take some twelve */
static const uint64_t MOST_BYTES = (uint64_t)256 << 20;

/* ---- FreeType's memory ---- */

static void *take(FT_Memory memory, long size)
{
    trn_font *font = memory->user;
    void *block = trn_alloc(font->rt, (size_t)size);
    if (!block) font->refused = (size_t)size;
    return block;
}
static void give(FT_Memory memory, void *block) { trn_free(((trn_font *)memory->user)->rt, block); }
static void *change(FT_Memory memory, long from, long to, void *block)
{
    void *other = take(memory, to);
    if (!other) return NULL;
    memcpy(other, block, (size_t)(from < to ? from : to));
    give(memory, block);
    return other;
}

static trn_status library_new(trn_font *font, trn_error *err)
{
    font->memory = (struct FT_MemoryRec_){.user = font, .alloc = take, .free = give, .realloc = change};
    if (FT_New_Library(&font->memory, &font->library) != 0) {
        font->library = NULL;
        return trn_out_of_memory(font->rt, font->refused, err);
    }
    return TRN_OK; /* no FT_Set_Default_Properties: the environment has no say */
}

static int versions(const trn_font *font, char *out, size_t size)
{
    int major, minor, patch;
    const int f = FcGetVersion();
    FT_Library_Version(font->library, &major, &minor, &patch);
    return snprintf(out, size, "FreeType %d.%d.%d, HarfBuzz %s, Fontconfig %d.%d.%d", major, minor, patch, hb_version_string(), f / 10000,
                    f / 100 % 100, f % 100);
}

trn_status trn_runtime_text(trn_runtime *rt, char *out, size_t size, trn_error *err)
{
    trn_font none = {.rt = rt};
    if (size > 0) out[0] = 0;
    const trn_status st = library_new(&none, err);
    if (st != TRN_OK) return st;
    versions(&none, out, size);
    FT_Done_Library(none.library);
    return TRN_OK;
}

/* ---- opening ---- */

trn_status trn_font_broken(trn_font *font, const char *what, FT_Error error, trn_error *err)
{
    if (font->refused) return trn_out_of_memory(font->rt, font->refused, err);
    return trn_file_fail(err, TRN_ERR_FORMAT, font->name, "damaged: %s cannot be read (FreeType's error %d)", what, (int)error);
}

trn_status trn_font_starved(trn_error *err) { return trn_error_set(err, TRN_ERR_MEMORY, "out of memory: no room to lay out text"); }

static trn_status read_file(trn_font *font, const char *path, const trn_stop *stop, trn_error *err)
{
    trn_source s;
    trn_status st = trn_source_open(&s, font->rt, path, NULL, err);
    if (st == TRN_OK && s.size > MOST_BYTES)
        st = trn_file_fail(err, TRN_ERR_LIMIT, path, "too large for a font: %.0f MiB, and 256 are read", (double)s.size / 1048576.0);
    if (st == TRN_OK) {
        font->size = (size_t)s.size;
        font->bytes = trn_alloc(font->rt, font->size + 1);
        if (!font->bytes) st = trn_out_of_memory(font->rt, font->size + 1, err);
    }
    for (size_t at = 0, step; st == TRN_OK && at < font->size; at += step) {
        step = font->size - at < (size_t)1 << 20 ? font->size - at : (size_t)1 << 20;
        if (trn_stop_asked(stop)) st = trn_error_set(err, TRN_ERR_CANCELLED, "cancelled");
        else if (trn_source_read(&s, font->bytes + at, step) < step)
            st = s.failure ? trn_source_failed(&s, err) : trn_file_fail(err, TRN_ERR_IO, path, "became shorter while it was read");
    }
    trn_source_close(&s);
    return st;
}

static bool known_kind(const uint8_t *b, size_t size)
{
    static const char *const kinds[] = {"OTTO", "true", "ttcf"};
    if (size < 12) return false;
    for (int32_t i = 0; i < TRN_COUNT(kinds); ++i)
        if (memcmp(b, kinds[i], 4) == 0) return true;
    return memcmp(b, "\0\1\0\0", 4) == 0;
}

static trn_status open_face(trn_font *font, int32_t face, trn_error *err)
{
    if (!known_kind(font->bytes, font->size))
        return trn_file_fail(err, TRN_ERR_FORMAT, font->name, "no TrueType or OpenType font");
    trn_status st = library_new(font, err);
    if (st != TRN_OK) return st;
    FT_Add_Default_Modules(font->library);
    if (font->refused) return trn_out_of_memory(font->rt, font->refused, err);
    FT_Error error = FT_New_Memory_Face(font->library, font->bytes, (FT_Long)font->size, face, &font->face);
    if (error || font->refused) return trn_font_broken(font, "it", error, err); /* FreeType goes on without what is not vital to it */
    if (!FT_IS_SCALABLE(font->face) || !FT_IS_SFNT(font->face))
        return trn_file_fail(err, TRN_ERR_FORMAT, font->name, "has no outlines, only pictures of glyphs");
    if (font->face->units_per_EM < 16 || font->face->units_per_EM > 16384)
        return trn_file_fail(err, TRN_ERR_FORMAT, font->name, "damaged: %d units an em, where 16 to 16384 are allowed", (int)font->face->units_per_EM);
    error = FT_Set_Pixel_Sizes(font->face, 0, (FT_UInt)font->px);
    return error || font->refused ? trn_font_broken(font, "its size", error, err) : TRN_OK;
}

static trn_status open_shaper(trn_font *font, int32_t face, trn_error *err)
{
    hb_blob_t *blob = hb_blob_create((const char *)font->bytes, (unsigned)font->size, HB_MEMORY_MODE_READONLY, NULL, NULL);
    hb_face_t *tables = hb_face_create(blob, (unsigned)face & 0xffff);
    hb_blob_destroy(blob);
    font->shaper = hb_font_create(tables);
    hb_face_destroy(tables);
    if (font->shaper == hb_font_get_empty() || hb_font_get_face(font->shaper) == hb_face_get_empty()) return trn_font_starved(err);
    hb_ot_font_set_funcs(font->shaper);
    hb_font_set_scale(font->shaper, font->px * 64, font->px * 64);
    if (face >> 16 > 0) hb_font_set_var_named_instance(font->shaper, (unsigned)(face >> 16) - 1);
    return TRN_OK;
}

static int32_t rows_up(int64_t units, const trn_font *font) /* rounded up, at least 0 */
{
    const int64_t em = font->face->units_per_EM;
    return units > 0 ? (int32_t)((units * font->px + em - 1) / em) : 0;
}

static trn_status measure(trn_font *font, trn_error *err)
{
    hb_codepoint_t glyph;
    font->metrics.ascent = rows_up(font->face->ascender, font);
    font->metrics.descent = rows_up(-(int64_t)font->face->descender, font);
    if (!hb_font_get_nominal_glyph(font->shaper, 'H', &glyph)) return TRN_OK;
    FT_BBox box;
    bool empty;
    const trn_status st = trn_font_outline(font, glyph, &box, &empty, err);
    if (st == TRN_OK && !empty && box.yMax > 0) font->metrics.cap_height = (int32_t)((box.yMax + 63) / 64);
    return st;
}

trn_status trn_font_open(trn_runtime *rt, const char *name, int32_t px, const trn_stop *stop, trn_font **out, trn_error *err)
{
    char *path;
    int32_t face;
    *out = NULL;
    if (px < 1) return trn_error_set(err, TRN_ERR_ARGUMENT, "text of %d pixels an em; it must be 1 at least", (int)px);
    if (px > TRN_FONT_LARGEST)
        return trn_error_set(err, TRN_ERR_LIMIT, "text of %d pixels an em; %d is the most", (int)px, (int)TRN_FONT_LARGEST);
    trn_status st = trn_font_find(rt, name, &path, &face, err);
    if (st != TRN_OK) return st;
    trn_font *font = trn_alloc_zero(rt, sizeof *font);
    if (!font) {
        trn_free(rt, path);
        return trn_out_of_memory(rt, sizeof *font, err);
    }
    font->rt = rt;
    font->name = path;
    font->px = px;
    if ((st = read_file(font, path, stop, err)) == TRN_OK && (st = open_face(font, face, err)) == TRN_OK &&
        (st = open_shaper(font, face, err)) == TRN_OK && (st = measure(font, err)) == TRN_OK) {
        *out = font;
        return TRN_OK;
    }
    trn_font_close(font);
    return st;
}

void trn_font_close(trn_font *font)
{
    if (!font) return;
    if (font->shaper) hb_font_destroy(font->shaper);
    if (font->library) FT_Done_Library(font->library); /* and the face */
    trn_free(font->rt, font->bytes);
    trn_free(font->rt, font->name);
    trn_free(font->rt, font);
}

trn_font_metrics trn_font_measures(const trn_font *font) { return font->metrics; }

trn_status trn_font_stamp(trn_runtime *rt, const char *name, const trn_stop *stop, trn_key *key, trn_error *err)
{
    char *path, text[200];
    int32_t face;
    trn_key content;
    trn_font none = {.rt = rt};
    trn_status st = trn_font_find(rt, name, &path, &face, err);
    if (st == TRN_OK) st = trn_file_key(rt, path, stop, &content, err);
    trn_free(rt, path);
    if (st == TRN_OK) st = library_new(&none, err);
    if (st != TRN_OK) return st;
    versions(&none, text, sizeof text);
    FT_Done_Library(none.library);
    const size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, ", face %d", (int)face);
    *key = trn_hash_join(*key, trn_hash_join(content, trn_hash(text, strlen(text))));
    return TRN_OK;
}

/* ---- outlines ---- */

int64_t trn_font_reach(const trn_font *font) { return (int64_t)EMS * font->px * 64; }

trn_status trn_font_outline(trn_font *font, uint32_t glyph, FT_BBox *box, bool *empty, trn_error *err)
{
    char what[40];
    const FT_Error error = FT_Load_Glyph(font->face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
    snprintf(what, sizeof what, "glyph %u", (unsigned)glyph);
    if (error || font->refused) return trn_font_broken(font, what, error, err);
    const FT_GlyphSlot slot = font->face->glyph;
    *empty = slot->format != FT_GLYPH_FORMAT_OUTLINE || slot->outline.n_contours <= 0;
    if (*empty) return TRN_OK;
    FT_Outline_Get_CBox(&slot->outline, box);
    const int64_t reach = trn_font_reach(font);
    if (box->xMin >= -reach && box->yMin >= -reach && box->xMax <= reach && box->yMax <= reach) return TRN_OK;
    return trn_file_fail(err, TRN_ERR_FORMAT, font->name, "damaged: %s is larger than %d ems", what, (int)EMS);
}
