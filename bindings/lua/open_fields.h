/* open_fields.h - fields of a node's table that are no parameters, where the node takes such: lines of a program. */
#ifndef TRNL_OPEN_FIELDS_H
#define TRNL_OPEN_FIELDS_H
#include "compat.h"
#include "terrane/terrane.h"

/* Pushes the text of the parameter info->open for these settings, `count` of them, sorted by name: numbers and booleans become
 * `local name = value`, figures `local name = string`, then comes `given` (NULL: nothing), and texts become `name = text`. Raises where one is neither. */
void trnl_push_open(lua_State *L, const trn_node_info *info, const trn_setting *fields, int32_t count, const char *given);
#endif
