/* plan.h - what an evaluation has to run, and on which pixels. */
#ifndef TRN_PLAN_H
#define TRN_PLAN_H
#include "graph/cache.h"
#include "graph/node_state.h"

/* A node as one evaluation sees it. */
typedef struct trn_step {
    trn_node *node;
    int32_t request;      /* which of the plan's requests it answers */
    int32_t *inputs;      /* indices of steps, -1 where not connected */
    trn_domain domain;    /* of the image that it makes */
    trn_key stamp;        /* of what it reads beside its inputs */
    trn_key identity;     /* parameters, inputs, size, stamps */
    trn_key key;          /* the same for these pixels of it */
    trn_region region;    /* pixels that are wanted of it */
    trn_region frame;     /* pixels that it works on */
    trn_region held;      /* pixels that its outcome has: the region, or all */
    bool wrap;            /* the frame goes on at the opposite side of the image */
    bool needed, cached;
    int32_t waiting;      /* steps that still need the outcome */
    double work, seconds; /* work: pixel passes */
    trn_outcome *outcome;
} trn_step;

typedef struct trn_plan {
    trn_runtime *rt;
    trn_error *err;
    const trn_stop *stop;
    trn_domain *requests; /* the evaluation's own, and those that nodes make of their inputs */
    int32_t request_count, request_capacity;
    trn_step *steps;      /* inputs first; the last is the node that is wanted */
    int32_t count, capacity;
    int32_t *table;       /* open addressing by node key and request: index + 1, 0 is empty */
    int32_t table_size;   /* a power of two */
    double work;
    double spent_work;    /* of the same evaluation, on figures */
    int32_t spent_steps;
} trn_plan;
bool trn_domain_equal(const trn_domain *a, const trn_domain *b);

/* The steps, each node once for each request. */
trn_status trn_plan_build(trn_plan *p, trn_node *root, const trn_domain *request);
/* Calls found for all that keeps the built plan's unbounded images from being made in pieces; how often. */
int32_t trn_plan_check_tiles(const trn_plan *p, void (*found)(void *user, const trn_tile_problem *problem), void *user);
/* Domains and identities: looks at the files that nodes read. */
trn_status trn_plan_resolve(trn_plan *p);
/* Which steps have to run for `window` of the last, and on which pixels; finds what is remembered. */
trn_status trn_plan_settle(trn_plan *p, trn_region window);
/* IO when what the step reads beside its inputs is no longer what it was when its key was made. */
trn_status trn_plan_check_stamp(const trn_plan *p, const trn_step *s);
void trn_plan_clear(trn_plan *p);

bool trn_has_own_grid(const trn_node *node);
trn_status trn_explain(const trn_node *node, trn_error *err, trn_status st); /* "recipe line: node: message" */
#endif
