/* node_state.h - a node from inside. */
#ifndef TRN_NODE_STATE_H
#define TRN_NODE_STATE_H
#include "graph/node.h"

#define TRN_IMAGE_TYPE "image" /* the type that holds an image value */

struct trn_node {
    trn_ref ref;
    trn_runtime *rt;
    const trn_node_type *type;
    char *origin;
    void *params;     /* the type's parameter struct */
    bool *set;        /* for each parameter: the recipe gave it */
    char **strings;   /* what string parameters point to */
    trn_node **inputs;
    trn_image *held;  /* an `image` node's value */
    trn_key own;      /* type, version, parameters, held image */
    trn_key key;      /* own and the inputs' keys */
    trn_node *reaped; /* chains nodes that are being freed, so that long graphs need no deep stack */
};

const trn_node_type *trn_type_find(const char *id);
const char *trn_type_closest(const char *id);

/* Checks settings against the type's parameters and fills params, set and strings. */
trn_status trn_settings_apply(trn_node *node, const trn_setting *settings, int32_t count, trn_error *err);
#endif
