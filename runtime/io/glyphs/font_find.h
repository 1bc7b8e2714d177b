/* font_find.h - which file a font's name means. */
#ifndef TRN_FONT_FIND_H
#define TRN_FONT_FIND_H
#include "core/core.h"

/* *path, to be trn_freed, and which face of it: of a collection in the lower 16 bits, the named instance of a variable font, from 1,
 * above them. ARGUMENT: no such font is installed. */
trn_status trn_font_find(trn_runtime *rt, const char *name, char **path, int32_t *face, trn_error *err);
#endif
