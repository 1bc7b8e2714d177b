/* node_state.h - a node from inside. */
#ifndef TRN_NODE_STATE_H
#define TRN_NODE_STATE_H
#include "graph/node.h"

#define TRN_IMAGE_TYPE "image" /* the type that holds an image value */

enum { TRN_DEEPEST_FIGURE = 32 }; /* measuring recurs that far; threads may have small stacks */

struct trn_figure {
    trn_ref ref;
    trn_runtime *rt;
    trn_node *node;
    int32_t width, height; /* 0: as asked of the node that takes it */
    char name[48];
};

struct trn_node {
    trn_ref ref;
    trn_runtime *rt;
    const trn_node_type *type;
    char *origin;
    void *params;     /* the type's parameter struct */
    bool *set;        /* for each parameter: the recipe gave it */
    char **strings;   /* what string parameters point to */
    trn_node **inputs;
    trn_figure **figures; /* for each parameter what it is taken from, or NULL; NULL: none is */
    int32_t depth;    /* of figures of nodes that take figures, of this node and those it gets images from; 0: there are none */
    trn_image *held;  /* an `image` node's value */
    trn_key own;      /* type, version, parameters and figures, held image */
    trn_key key;      /* own and the inputs' keys */
    trn_node *reaped; /* chains nodes that are being freed, so that long graphs need no deep stack */
};

const trn_node_type *trn_type_find(const char *id);
const char *trn_type_closest(const char *id);

/* Checks settings against the type's parameters and fills params, set, strings and figures. */
trn_status trn_settings_apply(trn_node *node, const trn_setting *settings, int32_t count, trn_error *err);
/* Puts value where the parameter was taken from a figure. */
trn_status trn_settings_place(trn_node *node, int32_t index, double value, trn_error *err);
/* A copy of the node with other inputs, and numbers[i] for each parameter i that it takes from a figure. NULL: those of the node itself. */
trn_status trn_node_settle(const trn_node *node, const double *numbers, trn_node *const *inputs, trn_node **out, trn_error *err);
#endif
