/* types.c - the node types by id. */
#include "graph/node_state.h"
#include "graph/registry.h"
#include <string.h>

int32_t trn_node_type_count(void)
{
    int32_t n = 0;
    while (trn_node_types[n]) ++n;
    return n;
}

/* File names and ids sort almost alike, so the k-th id is found by counting smaller ones; there are a few dozen. */
const trn_node_info *trn_node_type_at(int32_t index)
{
    for (int32_t i = 0; trn_node_types[i]; ++i) {
        int32_t smaller = 0;
        for (int32_t j = 0; trn_node_types[j]; ++j) smaller += strcmp(trn_node_types[j]->info.id, trn_node_types[i]->info.id) < 0;
        if (smaller == index) return &trn_node_types[i]->info;
    }
    return NULL;
}

const trn_node_type *trn_type_find(const char *id)
{
    for (int32_t i = 0; trn_node_types[i]; ++i)
        if (strcmp(trn_node_types[i]->info.id, id) == 0) return trn_node_types[i];
    return NULL;
}

const trn_node_info *trn_node_type_find(const char *id)
{
    const trn_node_type *type = trn_type_find(id);
    return type ? &type->info : NULL;
}

static const char *id_at(const void *list, int32_t i)
{
    (void)list;
    return trn_node_types[i] ? trn_node_types[i]->info.id : NULL;
}

const char *trn_type_closest(const char *id) { return trn_closest(id, id_at, NULL); }
