/* eval_state.h - one evaluation, and the node at work in it, from inside. */
#ifndef TRN_EVAL_STATE_H
#define TRN_EVAL_STATE_H
#include "graph/cache.h"
#include "graph/node_state.h"

struct trn_cancel {
    trn_ref ref;
    trn_runtime *rt;
    trn_stop stop;
};

/* One evaluation of a graph: who watches it, and how far it is. */
typedef struct trn_session {
    trn_runtime *rt;
    trn_eval_desc desc;
    const trn_stop *stop; /* may be NULL */
    bool cancelled;
    double from, to;      /* the fractions of the whole that the node at work is */
    double shown, shown_at;
    trn_fp_mode host_mode; /* of the caller; its callback runs in it */
} trn_session;

typedef struct trn_owned { void *block; trn_layer *layer; struct trn_owned *next; } trn_owned;

/* One node at work. */
struct trn_eval {
    trn_session *session;
    trn_runtime *rt;
    const trn_node *node;
    trn_error *err;
    trn_frame frame;
    double world_size; /* that the node stated; 0: none */
    trn_image **inputs; /* one for each input port, NULL when not connected; borrowed */
    trn_image *output;
    trn_owned *owned;   /* scratch blocks and layers, given back when the node is done */
    trn_figure *figures;
    int32_t figure_count, figure_capacity;
    bool out_of_figures; /* an allocation failed while reporting */
    double span_from, span_to;
};

/* trn_node_evaluate, but stop (may be NULL) is what ends it, and desc->cancel is not looked at. */
trn_status trn_evaluate(trn_node *node, const trn_eval_desc *desc, const trn_stop *stop, trn_result **out, trn_error *err);
trn_status trn_session_poll(trn_session *s, const char *node, double fraction, trn_error *err); /* fraction of the node at work */
void trn_eval_clear(trn_eval *ev);
#endif
