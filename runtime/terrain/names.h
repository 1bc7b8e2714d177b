/* names.h - parameters that list layers. */
#ifndef TRN_NAMES_H
#define TRN_NAMES_H
#include <stdbool.h>
#include <string.h>

/* Takes the next name off a list separated by spaces; false at its end. One too long for a layer comes out as "". */
static inline bool trn_next_name(const char **list, char name[64])
{
    *list += strspn(*list, " ");
    const size_t length = strcspn(*list, " ");
    const size_t fits = length < 64 ? length : 0;
    memcpy(name, *list, fits);
    name[fits] = '\0';
    *list += length;
    return length > 0;
}

/* Layers whose names begin with lake hold depths; other water layers hold covers of 0 ... 1. */
static inline bool trn_is_lake(const char *name) { return strncmp(name, "lake", 4) == 0; }
#endif
