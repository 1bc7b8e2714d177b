/* font_name.c - what the name of a font says by itself. */
#include "io/file.h"
#include <string.h>

bool trn_font_is_file(const char *name)
{
    static const char *const endings[] = {".ttf", ".otf", ".ttc", ".otc"};
    bool file = strpbrk(name, "/\\") != NULL;
    for (int32_t i = 0; i < TRN_COUNT(endings); ++i) file = file || trn_path_ends(name, endings[i]);
    return file;
}
