/* void_fill.c - see void_fill.h */
#include "terrain/void_fill.h"
#include "kernels/push_pull.h"

static int32_t grain_of(int32_t width) { return 32768 / width + 1; }

trn_status trn_pyramid_make(trn_eval *ev, bool tile, trn_pyramid *p)
{
    const trn_frame *f = trn_eval_frame(ev);
    trn_status st = TRN_OK;
    *p = (trn_pyramid){.count = 1, .tile = tile};
    p->level[0].width = f->width, p->level[0].height = f->height;
    for (int32_t w = f->width, h = f->height; st == TRN_OK && (w > 1 || h > 1); ++p->count) {
        w = (w - 1) / 2 + 1, h = (h - 1) / 2 + 1;
        p->level[p->count].width = w, p->level[p->count].height = h;
        st = trn_scratch(ev, (size_t)w * (size_t)h * sizeof(float), &p->level[p->count].plane);
    }
    return st;
}

trn_status trn_push_pull(trn_eval *ev, trn_pyramid *p, float *plane)
{
    trn_status st = TRN_OK;
    p->level[0].plane = plane;
    for (int32_t k = 1; st == TRN_OK && k < p->count; ++k) {
        const push_args args = {
            .from = p->level[k - 1].plane, .to = p->level[k].plane, .width = p->level[k].width, .height = p->level[k].height,
            .from_width = p->level[k - 1].width, .from_height = p->level[k - 1].height,
        };
        st = trn_run_grain(ev, TRN_KERNEL(push), &args, args.height, grain_of(args.width));
    }
    for (int32_t k = p->count - 2; st == TRN_OK && k >= 0; --k) {
        const pull_args args = {
            .from = p->level[k + 1].plane, .to = p->level[k].plane, .width = p->level[k].width, .height = p->level[k].height,
            .from_width = p->level[k + 1].width, .from_height = p->level[k + 1].height, .tile = p->tile,
        };
        st = trn_run_grain(ev, TRN_KERNEL(pull), &args, args.height, grain_of(args.width));
    }
    return st;
}

/* ---- the membrane ----------------------------------------------------------------------------------------------------- */

static trn_status make_level(trn_eval *ev, int32_t width, int32_t height, bool tile, bool finest, membrane_level *l)
{
    const size_t bytes = (size_t)width * (size_t)height * sizeof(float);
    *l = (membrane_level){.width = width, .height = height, .tile = tile};
    float **const planes[] = {&l->diagonal, &l->r, &l->a, &l->b, &l->across, &l->up};
    trn_status st = trn_scratch(ev, (size_t)trn_membrane_blocks(width) * (size_t)height, &l->active);
    for (int32_t i = 0; st == TRN_OK && i < (finest ? 4 : TRN_COUNT(planes)); ++i) st = trn_scratch(ev, bytes, planes[i]);
    return st;
}

trn_status trn_membrane_make(trn_eval *ev, bool tile, trn_membrane *m)
{
    const trn_frame *f = trn_eval_frame(ev);
    const size_t bytes = (size_t)f->width * (size_t)f->height * sizeof(float);
    *m = (trn_membrane){.args = {.width = f->width, .height = f->height}};
    trn_status st = make_level(ev, f->width, f->height, tile, true, &m->level[m->count++]);
    for (int32_t w = f->width, h = f->height; st == TRN_OK && (w > 1 || h > 1); ++m->count) {
        w = (w - 1) / 2 + 1, h = (h - 1) / 2 + 1;
        st = make_level(ev, w, h, tile, false, &m->level[m->count]);
    }
    if (st == TRN_OK) st = trn_scratch(ev, bytes, &m->args.p);
    if (st == TRN_OK) st = trn_scratch(ev, bytes, &m->args.sum);
    if (st == TRN_OK) st = trn_scratch(ev, (size_t)f->height * sizeof *m->args.dots, &m->args.dots);
    if (st == TRN_OK) st = trn_scratch(ev, (size_t)f->height * sizeof *m->args.most, &m->args.most);
    m->args.fine = m->level[0];
    return st;
}

static trn_status run_level(trn_eval *ev, const trn_kernel *kernel, membrane_args *a, const membrane_level *rows)
{
    return trn_run_grain(ev, kernel, a, rows->height, grain_of(rows->width));
}
/* One multigrid cycle: b of the finest level from its r and the first step in a. */
static trn_status cycle(trn_eval *ev, const trn_membrane *m)
{
    const membrane_level *coarsest = &m->level[m->count - 1];
    trn_status st = TRN_OK;
    membrane_args a = m->args;
    for (int32_t k = 0; st == TRN_OK && k + 1 < m->count; ++k) {
        a.fine = m->level[k], a.coarse = m->level[k + 1], a.width = a.fine.width, a.height = a.fine.height;
        if ((st = run_level(ev, TRN_KERNEL(membrane_residual), &a, &a.fine)) == TRN_OK)
            st = run_level(ev, TRN_KERNEL(membrane_up), &a, &a.coarse);
    }
    if (st == TRN_OK) coarsest->b[0] = coarsest->diagonal[0] > 0.0f ? coarsest->r[0] / coarsest->diagonal[0] : 0.0f; /* a single cell */
    for (int32_t k = m->count - 2; st == TRN_OK && k >= 0; --k) {
        a.fine = m->level[k], a.coarse = m->level[k + 1], a.width = a.fine.width, a.height = a.fine.height;
        if ((st = run_level(ev, TRN_KERNEL(membrane_down), &a, &a.fine)) == TRN_OK)
            st = k > 0 ? run_level(ev, TRN_KERNEL(membrane_smooth), &a, &a.fine) : run_level(ev, TRN_KERNEL(membrane_measured), &a, &a.fine);
    }
    return st;
}

static double add_up(const double *numbers, int32_t count)
{
    double sum = 0;
    for (int32_t i = 0; i < count; ++i) sum += numbers[i];
    return sum;
}

/* Some ten cycles do for nearly every shape and size of voids. */
enum { MOST_CYCLES = 100 };
static const double enough = 1e-6;

/* Conjugate gradients from the x that there is; the correction that was left is *error. span: of the progress. */
typedef struct span { double from, to; } span;
static trn_status descend(trn_eval *ev, trn_membrane *m, span s, double tolerance, int32_t *cycles, double *error)
{
    membrane_args *a = &m->args;
    double old = 0;
    trn_status st = run_level(ev, TRN_KERNEL(membrane_begin), a, &a->fine);
    while (st == TRN_OK) {
        const double at = *cycles / (*cycles + 5.0), next = (*cycles + 1) / (*cycles + 6.0);
        trn_progress_span(ev, s.from + (s.to - s.from) * at, s.from + (s.to - s.from) * next);
        if ((st = cycle(ev, m)) != TRN_OK) break;
        ++*cycles;
        const double rb = add_up(a->dots, a->height);
        *error = 0;
        for (int32_t y = 0; y < a->height; ++y) *error = (double)a->most[y] > *error ? (double)a->most[y] : *error;
        if (*error <= tolerance || *cycles >= MOST_CYCLES) break;
        a->share = old > 0 ? (float)(rb / old) : 0.0f;
        old = rb;
        if ((st = run_level(ev, TRN_KERNEL(membrane_turn), a, &a->fine)) != TRN_OK ||
            (st = run_level(ev, TRN_KERNEL(membrane_apply), a, &a->fine)) != TRN_OK)
            break;
        const double curve = add_up(a->dots, a->height);
        if (!(curve > 0) || !(rb > 0)) break;
        a->length = (float)(rb / curve);
        st = run_level(ev, TRN_KERNEL(membrane_step), a, &a->fine);
    }
    return st == TRN_OK ? run_level(ev, TRN_KERNEL(membrane_end), a, &a->fine) : st;
}

trn_status trn_membrane_solve(trn_eval *ev, trn_membrane *m, const trn_membrane_job *job, int32_t *cycles, double *error)
{
    membrane_args *a = &m->args;
    trn_status st;
    *cycles = 0;
    *error = 0;
    if (!(job->highest > job->lowest)) return TRN_OK;
    a->voids = job->voids;
    a->x = job->plane;
    a->low = (double)job->lowest, a->high = (double)job->highest, a->range = a->high - a->low;
    const double finest = (a->high > -a->low ? a->high : -a->low) * 1.2e-7 / a->range; /* what floats of this size can tell apart */
    const double tolerance = finest > enough ? finest : enough;
    if ((st = run_level(ev, TRN_KERNEL(membrane_begin), a, &a->fine)) != TRN_OK) return st;
    for (int32_t k = 0; k + 1 < m->count; ++k) {
        membrane_args b = *a;
        b.fine = m->level[k], b.coarse = m->level[k + 1], b.width = b.coarse.width, b.height = b.coarse.height;
        if ((st = run_level(ev, TRN_KERNEL(membrane_couple), &b, &b.coarse)) != TRN_OK) return st;
    }
    /* rounding wears off what the residual tells; it is measured anew until it is small from the start */
    for (int32_t before = -2; st == TRN_OK && *cycles - before > 1 && *cycles < MOST_CYCLES;) {
        before = *cycles;
        st = descend(ev, m, (span){job->from, job->to}, tolerance, cycles, error);
    }
    return st;
}
