/* layer_list.h - a parameter that lists layers of the first input: names separated by spaces, or * for all. */
#ifndef TRN_LAYER_LIST_H
#define TRN_LAYER_LIST_H
#include "graph/node.h"
#include "terrain/names.h"

/* Works on one layer; from ... to is its part of what all of them take. */
typedef trn_status trn_layer_fn(void *work, const char *name, double from, double to);

/* Calls fn for each layer that the list names, whether it is there or not. With * those of ids count only where `ids` says so. */
static inline trn_status trn_each_layer(trn_eval *ev, const char *list, bool ids, trn_layer_fn *fn, void *work)
{
    trn_image *image = trn_input(ev, 0);
    const bool all = strcmp(list, "*") == 0 && image;
    const int32_t layers = all ? trn_image_count(image) : 0;
    int32_t count = 0, at = 0;
    char name[64];
    trn_status st = TRN_OK;
    for (int32_t i = 0; i < layers; ++i) count += ids || trn_layer_get_info(trn_image_at(image, i).layer)->type != TRN_I32;
    for (const char *rest = list; !all && trn_next_name(&rest, name);) ++count;
    for (int32_t i = 0; st == TRN_OK && i < layers; ++i) {
        if (!ids && trn_layer_get_info(trn_image_at(image, i).layer)->type == TRN_I32) continue;
        st = fn(work, trn_image_at(image, i).name, (double)at / count, (at + 1.0) / count);
        ++at;
    }
    for (const char *rest = list; st == TRN_OK && !all && trn_next_name(&rest, name); ++at) st = fn(work, name, (double)at / count, (at + 1.0) / count);
    return st;
}
#endif
