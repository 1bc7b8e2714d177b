/* window.h - cutting pieces out of images. */
#ifndef TRN_WINDOW_H
#define TRN_WINDOW_H
#include "data/data.h"
#include "graph/node.h"

/* A new image of the pixels `region` of one that stands at `held`, all layers. With `wrap` the domain's image, of which
 * `held` then has whole rows or columns, repeats; else region lies in held. CANCELLED when stop is asked for. */
trn_status trn_window_cut(trn_image *image, trn_region held, trn_region region, const trn_domain *domain, bool wrap,
                          const trn_stop *stop, trn_image **out, trn_error *err);
#endif
