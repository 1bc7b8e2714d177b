/* registry.h - every node type, as the build found them in runtime/nodes. */
#ifndef TRN_REGISTRY_H
#define TRN_REGISTRY_H
#include "graph/node.h"
extern const trn_node_type *const trn_node_types[]; /* sorted by file name; ends with NULL */
#endif
