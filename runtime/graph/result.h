/* result.h - what evaluating one node made: an image and the figures of its report. */
#ifndef TRN_RESULT_H
#define TRN_RESULT_H
#include "core/core.h"
#include "data/data.h"

typedef struct trn_report_line { char name[48], unit[16]; double value; } trn_report_line;

/* Shared between the cache and any number of trn_results. */
typedef struct trn_outcome {
    trn_ref ref;
    trn_runtime *rt; /* not a reference: the cache, a runtime's own part, holds outcomes */
    trn_image *image;
    trn_report_line *figures;
    int32_t figure_count;
    char *report;
} trn_outcome;

/* Takes over image and figures, also on failure; figures come from trn_alloc. */
trn_status trn_outcome_new(trn_runtime *rt, trn_image *image, trn_report_line *figures, int32_t count, trn_outcome **out, trn_error *err);
trn_outcome *trn_outcome_retain(trn_outcome *o);
void trn_outcome_release(trn_outcome *o);

/* Takes a reference of its own to the outcome; copies the times with their origins. */
trn_status trn_result_new(trn_outcome *outcome, const trn_timing *times, int32_t count, trn_result **out, trn_error *err);
#endif
