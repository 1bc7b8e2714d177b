/* size_params.h - the size that generators may state. A node's struct says TRN_SIZE_MEMBERS; where the rows belong its table
 * says TRN_SIZE_ROWS(struct, group); its type says .size = trn_size_of_<struct>, which TRN_SIZE_CALLBACK(struct) defines. */
#ifndef TRN_SIZE_PARAMS_H
#define TRN_SIZE_PARAMS_H
#include "graph/node.h"

#define TRN_SIZE_MEMBERS int32_t resolution_x, resolution_y
#define TRN_SIZE_ROWS(S, GROUP)                                                                                          \
    TRN_INT(S, resolution_x, "Resolution", 512, 1, 16384, .group = GROUP, .unit = "pixels",                               \
            .doc = "Width of the image. Left out, the image is as wide as the evaluation asks for."),                     \
    TRN_INT(S, resolution_y, "Resolution", 512, 1, 16384, .group = GROUP, .unit = "pixels",                               \
            .doc = "Height of the image. Left out, the image is as high as the evaluation asks for.")

#define TRN_SIZE_CALLBACK(S)                                                                                             \
    static trn_status trn_size_of_##S(const trn_node *node, const void *params, int32_t *width, int32_t *height, trn_error *err) \
    {                                                                                                                    \
        (void)err;                                                                                                       \
        if (trn_node_has(node, "resolution_x")) *width = ((const S *)params)->resolution_x;                              \
        if (trn_node_has(node, "resolution_y")) *height = ((const S *)params)->resolution_y;                             \
        return TRN_OK;                                                                                                   \
    }
#endif
