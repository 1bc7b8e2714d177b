/* result.c - see result.h. The report's text is made from its figures, so that both always agree. */
#include "graph/result.h"
#include <stdio.h>
#include <string.h>

struct trn_result {
    trn_ref ref;
    trn_runtime *rt;
    trn_outcome *outcome;
    int32_t time_count;
    trn_timing times[]; /* their origins stand behind them */
};

static char *report_text(trn_runtime *rt, const trn_report_line *figures, int32_t count)
{
    enum { LINE = sizeof figures->name + sizeof figures->unit + 40 };
    char *text = trn_alloc(rt, (size_t)count * LINE + 1);
    if (!text) return NULL;
    size_t at = 0;
    for (int32_t i = 0; i < count; ++i) {
        char number[32];
        trn_format_double(figures[i].value, number);
        at += (size_t)snprintf(text + at, LINE, "%s: %s%s%s\n", figures[i].name, number, figures[i].unit[0] ? " " : "", figures[i].unit);
    }
    text[at] = 0;
    return text;
}

trn_status trn_outcome_new(trn_runtime *rt, trn_image *image, trn_report_line *figures, int32_t count, trn_outcome **out, trn_error *err)
{
    trn_outcome *o = trn_alloc_zero(rt, sizeof *o);
    char *report = o ? report_text(rt, figures, count) : NULL;
    if (!report) {
        trn_free(rt, o);
        trn_free(rt, figures);
        trn_image_release(image);
        return trn_out_of_memory(rt, sizeof *o, err);
    }
    trn_ref_init(&o->ref);
    o->rt = rt;
    o->image = image;
    o->figures = figures;
    o->figure_count = count;
    o->report = report;
    *out = o;
    return TRN_OK;
}

trn_outcome *trn_outcome_retain(trn_outcome *o)
{
    trn_ref_retain(&o->ref);
    return o;
}

void trn_outcome_release(trn_outcome *o)
{
    if (!o || !trn_ref_release(&o->ref)) return;
    trn_runtime *rt = o->rt;
    trn_image_release(o->image);
    trn_free(rt, o->figures);
    trn_free(rt, o->report);
    trn_free(rt, o);
}

trn_status trn_result_new(trn_outcome *outcome, const trn_timing *times, int32_t count, trn_result **out, trn_error *err)
{
    *out = NULL;
    size_t bytes = sizeof(trn_result) + (size_t)count * sizeof *times;
    for (int32_t i = 0; i < count; ++i) bytes += strlen(times[i].origin) + 1;
    trn_result *r = trn_alloc_zero(outcome->rt, bytes);
    if (!r) return trn_out_of_memory(outcome->rt, bytes, err);
    trn_ref_init(&r->ref);
    r->rt = trn_runtime_hold(outcome->rt);
    r->outcome = trn_outcome_retain(outcome);
    r->time_count = count;
    char *origin = (char *)(r->times + count);
    for (int32_t i = 0; i < count; ++i) {
        r->times[i] = times[i];
        r->times[i].origin = strcpy(origin, times[i].origin);
        origin += strlen(origin) + 1;
    }
    *out = r;
    return TRN_OK;
}

trn_result *trn_result_retain(trn_result *r)
{
    trn_ref_retain(&r->ref);
    return r;
}

void trn_result_release(trn_result *r)
{
    if (!r || !trn_ref_release(&r->ref)) return;
    trn_runtime *rt = r->rt;
    trn_outcome_release(r->outcome);
    trn_free(rt, r);
    trn_runtime_unhold(rt);
}

trn_image *trn_result_image(const trn_result *r) { return r->outcome->image; }
const char *trn_result_report(const trn_result *r) { return r->outcome->report; }
int32_t trn_result_stat_count(const trn_result *r) { return r->outcome->figure_count; }

trn_stat trn_result_stat(const trn_result *r, int32_t index)
{
    if (index < 0 || index >= r->outcome->figure_count) return (trn_stat){NULL, 0, NULL};
    const trn_report_line *f = &r->outcome->figures[index];
    return (trn_stat){f->name, f->value, f->unit};
}

int32_t trn_result_timing_count(const trn_result *r) { return r->time_count; }

trn_timing trn_result_timing(const trn_result *r, int32_t index)
{
    return index < 0 || index >= r->time_count ? (trn_timing){NULL, NULL, 0, false} : r->times[index];
}
