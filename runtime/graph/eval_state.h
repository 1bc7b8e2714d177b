/* eval_state.h - one evaluation, and the node at work in it, from inside. */
#ifndef TRN_EVAL_STATE_H
#define TRN_EVAL_STATE_H
#include "core/device.h"
#include "graph/cache.h"
#include "graph/figures.h"
#include "graph/node_state.h"

struct trn_cancel {
    trn_ref ref;
    trn_runtime *rt;
    trn_stop stop;
};

/* One evaluation of a graph: who watches it, and how far it is. It is made by one plan, and one more for each node of which figures are
 * measured. */
struct trn_session {
    trn_runtime *rt;
    trn_eval_desc desc;
    const trn_stop *stop; /* may be NULL */
    bool cancelled;
    double from, to;      /* the fractions of the plan at work that the node at work is */
    double plan_from, plan_to; /* and of the whole that the plan is */
    double shown, shown_at;
    trn_fp_mode host_mode; /* of the caller; its callback runs in it */
    bool no_device;        /* it has failed, and this is done again on the CPU */
    bool device_demanded;  /* by a node or the runtime: that it fails is an error */
    trn_settling settling;
    double work;           /* of the plans so far */
    int32_t steps;
    trn_timing *times;
    int32_t time_count, time_capacity;
};

typedef struct trn_owned { void *block; trn_mirror mirror; trn_layer *layer; struct trn_owned *next; } trn_owned;

/* One node at work. */
struct trn_eval {
    trn_session *session;
    trn_runtime *rt;
    const trn_node *node;
    trn_error *err;
    trn_frame frame;
    const trn_domain *domain;
    double world_size; /* that the node stated; 0: none */
    trn_image **inputs; /* one for each input port, NULL when not connected; borrowed */
    trn_image *output;
    trn_owned *owned;   /* scratch blocks and layers, given back when the node is done */
    trn_report_line *figures;
    int32_t figure_count, figure_capacity;
    bool out_of_figures; /* an allocation failed while reporting */
    double span_from, span_to;
    const trn_device_api *device; /* where this node's kernels run; NULL: on the CPU */
    bool device_chosen;           /* that is settled */
    bool device_demanded;         /* by this node or the runtime */
};

/* trn_node_evaluate, but stop (may be NULL) is what ends it, and desc->cancel is not looked at. */
trn_status trn_evaluate(trn_node *node, const trn_eval_desc *desc, const trn_stop *stop, trn_result **out, trn_error *err);
/* Evaluates node for its figures; *out: a reference of the caller's. */
trn_status trn_session_measure(trn_session *s, trn_node *node, const trn_domain *asked, trn_outcome **out, trn_error *err);
trn_status trn_session_poll(trn_session *s, const char *node, double fraction, trn_error *err); /* fraction of the node at work */
void trn_eval_clear(trn_eval *ev);
trn_status trn_eval_poll(trn_eval *ev, double part); /* of the node's span; CANCELLED when asked to stop */

/* ---- eval_device.c: kernels on the device ---- */
/* Runs what of rows [0, rows) the device takes, *done of them from the first on: none, some or all. */
trn_status trn_device_run(trn_eval *ev, const trn_kernel *kernel, const void *args, int32_t rows, int32_t *done);
/* Before and after a kernel that the CPU runs on planes that may be on the device. */
trn_status trn_device_fetch(trn_eval *ev, const trn_kernel *kernel, const void *args);
void trn_device_outdate(trn_eval *ev, const trn_kernel *kernel, const void *args);
/* Clears bytes of a block on the device; *done: it did. */
trn_status trn_device_clear(trn_eval *ev, void *block, size_t bytes, bool *done);
#endif
