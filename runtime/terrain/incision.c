/* incision.c - heights are solved in the order of the queue: a receiver's new height is read a little before the place
 * that is written, so that only the cell's own height lies at a random place, and any run of entries whose receivers come
 * before it is a plain vector loop (kernels/flow_incise.c). */
#include "terrain/incision.h"
#include "kernels/flow_diffuse.h"
#include "kernels/flow_incise.h"
#include "math/exp.h"
#include "math/fixed.h"
#include "terrain/flow_internal.h"
#include <float.h>

enum { TABLE = 4096, BREATH = 1 << 18 };

void trn_incision_free(trn_incision *in)
{
    if (in->rt) trn_free(in->rt, in->table);
    *in = (trn_incision){0};
}

trn_status trn_incision_init(trn_incision *in, const trn_flow_grid *g, double erodibility, double exponent, double spacing,
                             double range, double cap)
{
    trn_incision_free(in);
    const double factor = erodibility > 0 ? erodibility * trn_pow(spacing, 2 * exponent - 1) : 0;
    in->rt = g->rt;
    in->exponent = exponent;
    in->factor = factor < (double)FLT_MAX ? (float)factor : FLT_MAX;
    in->most = cap > 0 ? (float)trn_min(trn_pow(cap, exponent), (double)FLT_MAX) : INFINITY;
    in->scale = trn_pow2(trn_fixed_shift(range, g->cells));
    in->power = in->factor == 0 ? FLOW_POWER_NONE : exponent == 0 ? FLOW_POWER_ONE : exponent == 0.5 ? FLOW_POWER_ROOT : exponent == 1 ? FLOW_POWER_LINE : FLOW_POWER_TABLE;
    if (in->power != FLOW_POWER_TABLE) return TRN_OK;
    if (!(in->table = trn_alloc(g->rt, TABLE * sizeof *in->table))) return trn_out_of_memory(g->rt, TABLE * sizeof *in->table, g->err);
    for (int a = 0; a < TABLE; ++a) in->table[a] = (float)trn_pow((double)a, exponent);
    return TRN_OK;
}

typedef struct walk {
    const trn_flow_order *o;
    const trn_flow_grid *g;
    flow_incise_args args;
    trn_rows_fn *kernel;
    _Alignas(TRN_FLOW_LINE) atomic_uint next; /* segment */
    _Atomic int64_t raised;
} walk;

static void walk_segment(const walk *a, const trn_flow_segment *s, int64_t *raised)
{
    flow_incise_args k = a->args;
    uint32_t at = s->begin, parent = s->from;
    k.raised = raised;
    k.parent = &parent;
    k.at = &at;
    for (int own = 0; own < 2; ++own) {
        k.own = own;
        k.stop = own ? s->head : s->from + s->roots;
        if (own) parent = s->begin;
        while (at < s->end && parent < k.stop && !trn_flow_stopped(a->g)) {
            k.pause = s->end - at > BREATH ? at + BREATH : s->end;
            a->kernel(&k, 0, 1);
        }
    }
}

/* A parent has the smaller number, so it is done, or somebody is at work on it. */
static void walk_segments(void *work, int32_t worker, int32_t end)
{
    (void)worker, (void)end;
    walk *a = work;
    uint32_t *pending = a->o->pending;
    int64_t raised = 0;
    for (uint32_t i; (i = atomic_fetch_add(&a->next, 1)) < a->o->segments;) {
        const trn_flow_segment *s = &a->o->segment[i];
        for (uint32_t turns = 0; __atomic_load_n(&pending[s->parent], __ATOMIC_ACQUIRE); trn_flow_wait(&turns))
            if (trn_flow_stopped(a->g)) return;
        walk_segment(a, s, &raised);
        if (trn_flow_stopped(a->g)) return;
        __atomic_store_n(&pending[i], 0, __ATOMIC_RELEASE);
    }
    if (raised) atomic_fetch_add(&a->raised, raised);
}

/* All cells after their receivers: the trunk, then what hangs on it. */
static trn_status walk_order(walk *a)
{
    const trn_flow_order *o = a->o;
    int64_t raised = 0;
    a->args.cell = o->cell;
    a->args.count = o->count;
    a->args.sum = o->sum;
    a->kernel = trn_flow_kernel(a->g, TRN_KERNEL(flow_incise));
    trn_flow_segment trunk = o->segment[0];
    for (uint32_t i = 0; i < o->outlets; ++i) memcpy(&o->sum[i], &a->args.z[o->cell[i] & FLOW_CELL], sizeof *o->sum);
    trunk.roots = o->outlets < trunk.head ? o->outlets : trunk.head; /* the outlets are roots that the trunk holds itself */
    trunk.begin = o->outlets;
    walk_segment(a, &trunk, &raised);
    atomic_init(&a->raised, raised);
    atomic_init(&a->next, 1);
    for (uint32_t i = 0; i < o->segments; ++i) o->pending[i] = i > 0;
    return trn_flow_for(a->g, o->workers, walk_segments, a);
}

trn_status trn_incise(const trn_incision *in, trn_flow_order *o, const trn_flow_grid *g, float *z)
{
    walk a = {.o = o, .g = g, .args = {.z = z, .lift_layer = in->lift_layer, .lift = in->lift, .factor = in->factor,
              .exposed = in->exposed, .most = in->most,
              .scale = in->scale, .power = in->power, .exponent = in->exponent, .table = in->table, .table_size = TABLE}};
    return walk_order(&a);
}

trn_status trn_refill(const trn_incision *in, trn_flow_order *o, const trn_flow_grid *g, float *z, double *raised)
{
    walk a = {.o = o, .g = g, .args = {.z = z, .power = FLOW_POWER_NONE, .scale = in->scale}};
    const trn_status st = walk_order(&a);
    *raised = (double)atomic_load(&a.raised) / in->scale;
    return st;
}

/* ---- diffusion ---- */

typedef struct diffusion {
    flow_diffuse_args args;
    const trn_flow_grid *g;
    trn_rows_fn *kernel;
    int32_t bands;
} diffusion;

static void diffuse_band(void *work, int32_t band, int32_t end)
{
    (void)end;
    const diffusion *a = work;
    const int32_t last = trn_flow_first_row(a->g, band + 1, a->bands);
    for (int32_t y = trn_flow_first_row(a->g, band, a->bands); y < last && !trn_flow_stopped(a->g); ++y) a->kernel(&a->args, y, y + 1);
}

trn_status trn_diffuse(const trn_flow_grid *g, float rate, const float *exposed, const float *z, float *out)
{
    diffusion a = {{g->width, g->height, z, out, rate, g->wrap, g->kind == TRN_FLOW_BORDER, g->mask, exposed}, g,
                   trn_flow_kernel(g, TRN_KERNEL(flow_diffuse)), trn_flow_bands(g)};
    const trn_status st = trn_flow_for(g, a.bands, diffuse_band, &a);
    if (g->kind == TRN_FLOW_LOWEST) out[g->lowest] = z[g->lowest];
    return st;
}
