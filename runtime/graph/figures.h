/* figures.h - numbers that nodes take from the reports of other nodes.
 *
 * Before a graph is planned they are measured, and the graph is made once more with plain numbers in their place. So footprints,
 * sizes, keys and results are those of the numbers, and nothing behind this knows of figures. */
#ifndef TRN_FIGURES_H
#define TRN_FIGURES_H
#include "graph/node_state.h"
#include "graph/result.h"

typedef struct trn_session trn_session;

/* What one node became, and what was measured of it, for one request. */
typedef struct trn_settled {
    trn_node *from;
    int32_t domain;   /* which of the domains */
    trn_node *to;     /* the same without figures; NULL: not yet made */
    trn_report_line *figures;
    int32_t figure_count;
    double world_size;
    bool measured;
} trn_settled;

/* What an evaluation has settled so far, the evaluations that measure its figures included. */
typedef struct trn_settling {
    trn_domain *domains;
    int32_t domain_count, domain_capacity;
    trn_settled *entries;
    int32_t count, capacity;
    int32_t *table; /* open addressing by node key and domain: index + 1, 0 is empty */
    int32_t table_size;
} trn_settling;

/* *out: node with numbers in place of all figures in the graph up to it, for an evaluation that asks for `asked`; borrowed from the session. */
trn_status trn_settle(trn_session *s, trn_node *node, const trn_domain *asked, trn_node **out, trn_error *err);
void trn_settling_clear(trn_runtime *rt, trn_settling *s);
#endif
