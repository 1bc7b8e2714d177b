/* font_find.c - installed fonts, by Fontconfig. Each search loads a configuration of its own and frees it (a few milliseconds), so
 * that neither the one that the process shares is touched, nor anything left behind, nor a font missed that came meanwhile. Only
 * functions that take this configuration are called: those that Fontconfig promises for threads. */
#include "io/glyphs/font_find.h"
#include <fontconfig/fontconfig.h>

static bool is(const char *a, const char *b) { return FcStrCmpIgnoreCase((const FcChar8 *)a, (const FcChar8 *)b) == 0; }

/* Names that every system has a font for. */
static bool general(const char *name)
{
    static const char *const names[] = {"sans-serif", "sans", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui"};
    for (int32_t i = 0; i < TRN_COUNT(names); ++i)
        if (is(name, names[i])) return true;
    return false;
}

static bool has(const FcPattern *font, const char *object, const char *name)
{
    FcChar8 *value;
    for (int i = 0; FcPatternGetString(font, object, i, &value) == FcResultMatch; ++i)
        if (is(name, (const char *)value)) return true;
    return false;
}

static const char *text_of(const FcPattern *font, const char *object)
{
    FcChar8 *value;
    return FcPatternGetString(font, object, 0, &value) == FcResultMatch ? (const char *)value : NULL;
}

static int number_of(const FcPattern *font, const char *object)
{
    int value;
    FcBool yes;
    if (FcPatternGetInteger(font, object, 0, &value) == FcResultMatch) return value;
    return FcPatternGetBool(font, object, 0, &yes) == FcResultMatch && yes == FcTrue;
}

static bool outlines(const FcPattern *font) /* of the kinds that are read */
{
    const char *format = text_of(font, FC_FONTFORMAT);
    return text_of(font, FC_FILE) && format && (is(format, "TrueType") || is(format, "CFF")) && number_of(font, FC_VARIABLE) != FcTrue;
}

/* An upright face of regular weight and width. The language is said, or that of the environment would have a voice. */
static FcPattern *wanted(FcConfig *config, const char *family)
{
    FcPattern *p = FcPatternCreate();
    if (!p) return NULL;
    const bool done = FcPatternAddString(p, FC_FAMILY, (const FcChar8 *)family) && FcPatternAddString(p, FC_LANG, (const FcChar8 *)"en") &&
                      FcPatternAddInteger(p, FC_WEIGHT, FC_WEIGHT_REGULAR) && FcPatternAddInteger(p, FC_SLANT, FC_SLANT_ROMAN) &&
                      FcPatternAddInteger(p, FC_WIDTH, FC_WIDTH_NORMAL) && FcPatternAddBool(p, FC_OUTLINE, FcTrue) &&
                      FcPatternAddBool(p, FC_SCALABLE, FcTrue) && FcPatternAddBool(p, FC_VARIABLE, FcFalse) &&
                      FcPatternAddBool(p, FC_COLOR, FcFalse) && FcConfigSubstitute(config, p, FcMatchPattern);
    if (done) {
        FcDefaultSubstitute(p);
        return p;
    }
    FcPatternDestroy(p);
    return NULL;
}

/* By its whole name, "DejaVu Sans Bold", or the one without blanks; of several the first by file. */
static const FcPattern *by_full_name(FcConfig *config, const char *name)
{
    const FcFontSet *const sets[] = {FcConfigGetFonts(config, FcSetSystem), FcConfigGetFonts(config, FcSetApplication)};
    const FcPattern *best = NULL;
    for (int32_t s = 0; s < TRN_COUNT(sets); ++s)
        for (int i = 0; sets[s] && i < sets[s]->nfont; ++i) {
            const FcPattern *font = sets[s]->fonts[i];
            if (!outlines(font) || !(has(font, FC_FULLNAME, name) || has(font, FC_POSTSCRIPT_NAME, name))) continue;
            const int before = best ? FcStrCmp((const FcChar8 *)text_of(font, FC_FILE), (const FcChar8 *)text_of(best, FC_FILE)) : -1;
            if (before < 0 || (before == 0 && number_of(font, FC_INDEX) < number_of(best, FC_INDEX))) best = font;
        }
    return best;
}

static trn_status take(trn_runtime *rt, const FcPattern *font, char **path, int32_t *face, trn_error *err)
{
    const char *file = text_of(font, FC_FILE);
    *path = trn_strdup(rt, file);
    *face = number_of(font, FC_INDEX);
    return *path ? TRN_OK : trn_out_of_memory(rt, 64, err);
}

static trn_status search(trn_runtime *rt, FcConfig *config, const char *name, char **path, int32_t *face, trn_error *err)
{
    FcResult result;
    FcPattern *pattern = wanted(config, *name ? name : "sans-serif");
    if (!pattern) return trn_error_set(err, TRN_ERR_MEMORY, "out of memory: Fontconfig found no room");
    FcPattern *font = FcFontMatch(config, pattern, &result);
    FcPatternDestroy(pattern);
    const bool usable = font && outlines(font);
    trn_status st = TRN_OK;
    if (usable && (!*name || general(name) || has(font, FC_FAMILY, name))) {
        st = take(rt, font, path, face, err);
    } else if (!*name || general(name)) {
        st = trn_error_set(err, TRN_ERR_ARGUMENT, "no TrueType or OpenType font is installed; install one (fonts-dejavu-core), or name a font file");
    } else {
        const FcPattern *full = by_full_name(config, name);
        const char *near = usable ? text_of(font, FC_FAMILY) : NULL;
        if (full) st = take(rt, full, path, face, err);
        else st = trn_error_set(err, TRN_ERR_ARGUMENT, "no font '%s' is installed%s%s%s; fc-list says which are there", name,
                                near ? " (in its place there would be '" : "", near ? near : "", near ? "')" : "");
    }
    if (font) FcPatternDestroy(font);
    return st;
}

trn_status trn_font_find(trn_runtime *rt, const char *name, char **path, int32_t *face, trn_error *err)
{
    *path = NULL;
    *face = 0;
    if (trn_font_is_file(name)) {
        *path = trn_strdup(rt, name);
        return *path ? TRN_OK : trn_out_of_memory(rt, 64, err);
    }
    FcConfig *config = FcInitLoadConfigAndFonts();
    if (!config) return trn_error_set(err, TRN_ERR_IO, "Fontconfig does not start, so no installed font can be found; name a font file");
    const trn_status st = search(rt, config, name, path, face, err);
    FcConfigDestroy(config);
    return st;
}
