/* setting.h - a Lua value as a node's parameter. */
#ifndef TRNL_SETTING_H
#define TRNL_SETTING_H
#include "compat.h"
#include "terrane/terrane.h"

/* Numbers, booleans and strings as they are. For a parameter of kind string a table is written out in the form of its
 * default: {1, 2, 3} as "1 2 3", {{0, 0}, {1, 1}} as "0:0 1:1" for a ramp and as "0 0; 1 1" for a list of vectors.
 * Everything else by the name of its kind, for the core to refuse. Strings live as long as the table at anchors. */
trn_setting trnl_setting(lua_State *L, const trn_node_info *info, const char *name, int value, int anchors);
#endif
