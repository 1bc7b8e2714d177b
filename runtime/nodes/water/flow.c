/* flow: where rain runs to over a height map: drainage, rivers, lakes. */
#include "graph/node.h"
#include "kernels/flow_heading.h"
#include "kernels/flow_river.h"
#include "math/fixed.h"
#include "math/hash.h"
#include "terrain/flow_ground.h"
#include <float.h>
#include <string.h>

enum { METHOD_D8, METHOD_RHO8, METHOD_MFD };
static const char *const methods[] = {"d8", "rho8", "mfd", NULL};

typedef struct flow_params {
    trn_text layer;
    double strength, world_size;
    trn_menu method;
    double exponent;
    uint32_t rand_seed;
    bool fill_pits, tile;
    trn_text base_layer, rain_layer;
    trn_text river_layer;
    double river_area, river_softness;
    trn_text flow_layer, lake_layer, dir_layer;
    bool keep_layers;
} flow_params;

static const trn_param params[] = {
    TRN_STRING(flow_params, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(flow_params, strength, "Height Scale", 1, -10000, 10000,
              .doc = "World height of a layer value of 1. Where water goes depends on its sign alone: negative turns the terrain upside "
                     "down, 0 makes it level."),
    TRN_FLOAT(flow_params, world_size, "World Size", 1, 1e-6, TRN_ANY,
              .doc = "World width of the image, which gives pixels their area."),
    TRN_MENU(flow_params, method, "Flow Method", METHOD_D8, methods, .group = "Flow",
             .doc = "Where a pixel's water goes. d8: all to the steepest of eight neighbours; rivers are lines one pixel wide, and run at "
                    "multiples of 45 degrees down smooth slopes. rho8: the same with diagonals by chance, so that on the mean water goes "
                    "the way of the slope. mfd: a share to each lower neighbour, which makes sheets of water on slopes."),
    TRN_FLOAT(flow_params, exponent, "Slope Exponent", 1.1, 0.1, 20, .group = "Flow", .hidden = "method ≠ mfd",
              .doc = "Shares of mfd go by slope to this power: the higher, the more goes the steepest way."),
    TRN_SEED(flow_params, rand_seed, "Seed", 0, .group = "Flow", .hidden = "method ≠ rho8", .doc = "Seed of rho8."),
    TRN_TOGGLE(flow_params, fill_pits, "Fill Pits", true, .group = "Flow",
               .doc = "Depressions fill up to lakes, so that all water reaches an outlet. Without, what runs into a pit stays there."),
    TRN_TOGGLE(flow_params, tile, "Tileable (Wrap Edges)", false, .group = "Flow",
               .doc = "The image repeats: water runs across its edges. The only outlet is then the lowest pixel, unless base_layer marks "
                      "others."),
    TRN_STRING(flow_params, base_layer, "Outlet Layer", "", .group = "Flow",
               .doc = "Layer whose pixels above 0.5 are the outlets. Empty: the border pixels are."),
    TRN_STRING(flow_params, rain_layer, "Rain Layer", "", .group = "Flow",
               .doc = "Layer of how much rain falls on each pixel, 0 or more, where 1 is what falls without it."),
    TRN_STRING(flow_params, river_layer, "River Layer", "river", .group = "River",
               .doc = "Name of the layer of rivers, 0 to 1. Empty makes none."),
    TRN_FLOAT(flow_params, river_area, "River Area", 0.002, 1e-9, TRN_ANY, .group = "River", .disabled = "river_layer = \"\"",
              .doc = "Drainage area, in world units squared, that makes half a river."),
    TRN_FLOAT(flow_params, river_softness, "River Softness", 0.5, 0.01, 5, .group = "River", .disabled = "river_layer = \"\"",
              .doc = "Rivers begin where the area is less by the factor e to this power, and are full where it is more by it."),
    TRN_STRING(flow_params, flow_layer, "Flow Layer", "flow", .group = "Output",
               .doc = "Name of the layer of drainage, in world units squared: the area whose rain runs through a pixel, its own included. "
                      "Empty makes none."),
    TRN_STRING(flow_params, lake_layer, "Lake Depth Layer", "lake", .group = "Output",
               .doc = "Name of the layer of the lakes' depth, in the height layer's units. Empty makes none."),
    TRN_STRING(flow_params, dir_layer, "Flow Direction Layer", "flow_dir", .group = "Output",
               .doc = "Name of the layer of unit vectors (u, v) downstream; of mfd, their mean by shares. (0, 0) at outlets and in pits. "
                      "Empty makes none."),
    TRN_TOGGLE(flow_params, keep_layers, "Keep Input Layers", true, .group = "Output", .doc = "Keep the layers of the input."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with drainage, rivers, lakes and directions added."),
                                   TRN_REPORT_PORT("report", "The water's balance, and the lakes.")};

static double passes(const void *params)
{
    return ((const flow_params *)params)->method.value == METHOD_MFD ? 80 : 40;
}

typedef struct run {
    trn_eval *ev;
    const flow_params *p;
    trn_flow_ground start;
    const trn_flow_grid *grid;
    trn_runtime *rt;
    float *turned;  /* the ground where it is not the layer's plane */
    float *surface; /* the ground with its lakes filled, then their depth */
    const float *ground; /* what water runs over: the surface, or where pits are not filled the ground */
    float *area;
    uint8_t *dir;
    trn_layer *flow, *river, *heading;
    trn_flow_basins basins;
    trn_flow_order order;
    uint64_t *amount; /* of rain and water in quanta, where it is not counted in pixels */
    void *scratch;
    double quantum;   /* world area whose rain it is, or a pixel's */
    int64_t rain, outflow, retained, largest; /* in quanta */
    uint32_t wet, lakes;
    size_t pixels;
    _Atomic int64_t sum[3];
} run;

/* ---- blocks that do not live as long as the evaluation ---- */

static trn_status take(run *r, size_t bytes, void *out)
{
    void *block = trn_alloc(r->rt, bytes);
    memcpy(out, &block, sizeof block);
    return block ? TRN_OK : trn_out_of_memory(r->rt, bytes, trn_eval_error(r->ev));
}
static void let_go(run *r, void *pointer) /* of one */
{
    void *block, *none = NULL;
    memcpy(&block, pointer, sizeof block);
    trn_free(r->rt, block);
    memcpy(pointer, &none, sizeof none);
}

/* ---- where water goes ---- */

static void close_rows(void *work, int32_t begin, int32_t end) /* no receivers yet */
{
    run *r = work;
    const uint32_t w = (uint32_t)r->grid->width;
    for (uint32_t c = (uint32_t)begin * w; c < (uint32_t)end * w; ++c)
        r->dir[c] = trn_flow_is_outlet(r->grid, c) ? TRN_FLOW_OUTLET : TRN_FLOW_PIT;
}

static trn_status route(run *r)
{
    const flow_params *p = r->p;
    const trn_flow_routing how = p->method.value == METHOD_RHO8 ? TRN_FLOW_RHO8 : TRN_FLOW_D8;
    const uint32_t key = trn_seed_key(p->rand_seed, TRN_STREAM_RHO8, 0);
    trn_status st;
    r->ground = r->start.z;
    if (!p->fill_pits) {
        if ((st = trn_for(r->ev, r->grid->height, 16, close_rows, r)) != TRN_OK) return st;
        return trn_flow_reroute(r->grid, r->ground, r->dir, how, key);
    }
    if ((st = trn_flow_basins_find(&r->basins, r->grid, r->start.z, (uint32_t *)r->surface)) != TRN_OK ||
        (st = trn_flow_fill(&r->basins, r->grid, r->start.z, r->surface, r->dir, &r->wet)) != TRN_OK ||
        (st = take(r, r->pixels * sizeof(uint32_t), &r->scratch)) != TRN_OK ||
        (st = trn_flow_route(&r->basins, r->grid, r->start.z, r->surface, r->dir, r->scratch)) != TRN_OK)
        return st;
    r->ground = r->surface;
    r->lakes = trn_flow_lakes(&r->basins, r->start.z);
    trn_flow_basins_free(&r->basins);
    let_go(r, &r->scratch);
    let_go(r, &r->turned);
    return how == TRN_FLOW_RHO8 ? trn_flow_reroute(r->grid, r->ground, r->dir, how, key) : TRN_OK;
}

/* ---- how much of it ---- */

typedef struct raining { run *r; const float *rain; double scale; } raining;
static void rain_rows(void *work, int32_t begin, int32_t end)
{
    const raining *a = work;
    const size_t w = (size_t)a->r->grid->width;
    int64_t sum = 0;
    for (size_t i = (size_t)begin * w; i < (size_t)end * w; ++i) {
        const int64_t q = trn_to_fixed(a->rain ? (double)a->rain[i] : 1.0, a->scale);
        a->r->amount[i] = (uint64_t)q;
        sum += q;
    }
    atomic_fetch_add(&a->r->sum[0], sum);
}

static trn_status rain(run *r)
{
    const char *name = r->p->rain_layer;
    raining a = {.r = r};
    trn_measure most = {.greatest = 1};
    trn_status st;
    if (*name) {
        if ((st = trn_flow_plane(r->ev, "rain_layer", name, &a.rain)) != TRN_OK ||
            (st = trn_measure_plane(r->ev, a.rain, &most)) != TRN_OK)
            return st;
        if (most.least < 0) {
            size_t i = 0;
            while (!(a.rain[i] < 0)) ++i;
            const size_t w = (size_t)r->grid->width;
            return trn_fail(r->ev, TRN_ERR_DATA,
                            "rain_layer: layer '%s' has negative rain (%g, the first at x %zu, y %zu, is %g): clip it first", name,
                            (double)most.least, i % w, i / w, (double)a.rain[i]);
        }
    }
    if ((st = take(r, r->pixels * sizeof *r->amount, &r->amount)) != TRN_OK) return st;
    /* below 2^59 in all, so that rounding has room */
    const int32_t shift = trn_fixed_shift((double)most.greatest, (int64_t)r->pixels) - (62 - TRN_FLOW_BITS) - 1;
    a.scale = trn_pow2(shift);
    r->quantum *= trn_pow2(-shift);
    st = trn_for(r->ev, r->grid->height, 16, rain_rows, &a);
    r->rain = atomic_load(&r->sum[0]);
    return st;
}

static void balance_rows(void *work, int32_t begin, int32_t end)
{
    run *r = work;
    const size_t w = (size_t)r->grid->width;
    int64_t sum[2] = {0}, largest = 0, before;
    for (size_t i = (size_t)begin * w; i < (size_t)end * w; ++i) {
        if (r->dir[i] < TRN_FLOW_PIT) continue;
        const int64_t here = (int64_t)r->amount[i];
        sum[r->dir[i] == TRN_FLOW_PIT] += here;
        largest = here > largest ? here : largest;
    }
    atomic_fetch_add(&r->sum[1], sum[0]);
    atomic_fetch_add(&r->sum[2], sum[1]);
    before = atomic_load(&r->sum[0]);
    while (before < largest && !atomic_compare_exchange_weak(&r->sum[0], &before, largest)) {}
}

/* Some rain on each pixel, or flow that splits. */
static trn_status spread(run *r)
{
    const flow_params *p = r->p;
    const bool mfd = p->method.value == METHOD_MFD;
    trn_flow_split split = {r->ground, (float)p->exponent, NULL, NULL};
    if (r->heading) split.u = trn_layer_f32(r->heading, 0), split.v = trn_layer_f32(r->heading, 1);
    trn_status st;
    if ((st = rain(r)) != TRN_OK) return st;
    if ((st = trn_flow_spread(r->grid, r->dir, mfd ? &split : NULL, r->amount)) != TRN_OK) return st;
    for (int i = 0; i < 3; ++i) atomic_store(&r->sum[i], 0);
    if ((st = trn_for(r->ev, r->grid->height, 16, balance_rows, r)) != TRN_OK) return st;
    r->largest = atomic_load(&r->sum[0]);
    r->outflow = atomic_load(&r->sum[1]);
    r->retained = atomic_load(&r->sum[2]);
    return TRN_OK;
}

/* A pixel's rain on each: counting pixels will do. */
static trn_status count(run *r)
{
    trn_status st;
    if ((st = trn_flow_order_init(&r->order, r->grid)) != TRN_OK) return st;
    if ((st = trn_flow_order_build(&r->order, r->grid, r->dir)) != TRN_OK) return st;
    r->rain = r->grid->cells;
    r->largest = trn_flow_largest(&r->order);
    for (uint32_t i = 0; i < r->order.outlets; ++i) {
        const uint32_t here = trn_flow_drained(&r->order, i);
        *(r->dir[trn_flow_cell(&r->order, i)] == TRN_FLOW_PIT ? &r->retained : &r->outflow) += here;
    }
    return TRN_OK;
}

static void area_rows(void *work, int32_t begin, int32_t end)
{
    run *r = work;
    const size_t w = (size_t)r->grid->width;
    for (size_t i = (size_t)begin * w; i < (size_t)end * w; ++i)
        r->area[i] = (float)trn_min((double)(int64_t)r->amount[i] * r->quantum, (double)FLT_MAX);
}
static trn_status measure_areas(run *r)
{
    trn_status st;
    if (!*r->p->flow_layer && !*r->p->river_layer) return TRN_OK;
    if (*r->p->flow_layer && (st = trn_make(r->ev, TRN_F32, 1, &r->flow)) != TRN_OK) return st;
    if (r->flow) r->area = trn_layer_f32(r->flow, 0);
    else if ((st = trn_scratch(r->ev, r->pixels * sizeof *r->area, &r->area)) != TRN_OK) return st;
    st = r->amount ? trn_for(r->ev, r->grid->height, 16, area_rows, r) : trn_flow_areas(&r->order, r->grid, r->quantum, r->area);
    trn_flow_order_free(&r->order);
    let_go(r, &r->amount);
    return st;
}

/* ---- layers ---- */

typedef struct sinking { run *r; const float *height; float sign; } sinking;
static void sink_rows(void *work, int32_t begin, int32_t end) /* the surface becomes the depth below it */
{
    const sinking *a = work;
    const size_t w = (size_t)a->r->grid->width;
    float *surface = a->r->surface;
    for (size_t i = (size_t)begin * w; i < (size_t)end * w; ++i) surface[i] -= a->sign * a->height[i];
}

static trn_status find_headings(run *r)
{
    if (!*r->p->dir_layer) return TRN_OK;
    const trn_status st = trn_make(r->ev, TRN_F32, 2, &r->heading);
    if (st != TRN_OK) return st;
    const int32_t w = r->grid->width, h = r->grid->height;
    const flow_heading_args args = {w, h, r->dir, trn_layer_f32(r->heading, 0), trn_layer_f32(r->heading, 1)};
    return trn_run(r->ev, TRN_KERNEL(flow_heading), &args, h);
}

static trn_status find_rivers(run *r)
{
    if (!*r->p->river_layer) return TRN_OK;
    const trn_status st = trn_make(r->ev, TRN_F32, 1, &r->river);
    if (st != TRN_OK) return st;
    const int32_t w = r->grid->width, h = r->grid->height;
    const flow_river_args args = {w, h, r->area, trn_layer_f32(r->river, 0), r->p->river_area, r->p->river_softness};
    return trn_run(r->ev, TRN_KERNEL(flow_river), &args, h);
}

static trn_status work(run *r)
{
    const flow_params *p = r->p;
    trn_eval *ev = r->ev;
    const trn_frame *frame = trn_eval_frame(ev);
    const bool splits = p->method.value == METHOD_MFD, spreads = splits || *p->rain_layer;
    trn_layer *lake = NULL;
    trn_measure depth = {0};
    trn_status st;
    r->pixels = (size_t)frame->width * (size_t)frame->height;
    r->grid = &r->start.grid;
    trn_progress_span(ev, 0, 0.05);
    if (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) return st;
    if (!(p->strength > 0) && (st = take(r, r->pixels * sizeof *r->turned, &r->turned)) != TRN_OK) return st;
    const trn_flow_terms terms = {p->layer, p->base_layer, p->strength, p->world_size, p->tile};
    if ((st = trn_flow_ground_take(ev, &terms, 0, r->turned, &r->start)) != TRN_OK) return st;
    r->quantum = trn_min(r->start.spacing * r->start.spacing, DBL_MAX);
    if (*p->lake_layer) {
        if ((st = trn_make(ev, TRN_F32, 1, &lake)) != TRN_OK) return st;
        r->surface = trn_layer_f32(lake, 0);
    } else if (p->fill_pits && (st = trn_scratch(ev, r->pixels * sizeof *r->surface, &r->surface)) != TRN_OK) {
        return st;
    }
    if ((st = trn_scratch(ev, r->pixels, &r->dir)) != TRN_OK || (st = route(r)) != TRN_OK) return st;

    /* The order that pixels are worked in is large, and gone before other layers are made. Flow that splits writes its
     * directions itself. */
    trn_progress_span(ev, 0.4, 0.45);
    if ((st = trn_progress_now(ev)) != TRN_OK || (splits && (st = find_headings(r)) != TRN_OK) ||
        (st = spreads ? spread(r) : count(r)) != TRN_OK)
        return st;
    trn_progress_span(ev, 0.85, 1);
    if ((st = trn_progress_now(ev)) != TRN_OK || (st = measure_areas(r)) != TRN_OK || (!splits && (st = find_headings(r)) != TRN_OK) ||
        (st = find_rivers(r)) != TRN_OK)
        return st;
    if (p->fill_pits) {
        sinking a = {r, trn_plane_f32(r->start.height, 0), (float)trn_sign(p->strength)};
        if ((st = trn_for(ev, frame->height, 16, sink_rows, &a)) != TRN_OK ||
            (st = trn_measure_plane(ev, r->surface, &depth)) != TRN_OK)
            return st;
    } else if (lake && (st = trn_clear(ev, r->surface)) != TRN_OK) {
        return st;
    }
    if ((st = trn_put(ev, "flow_layer", p->flow_layer, r->flow)) != TRN_OK ||
        (st = trn_put(ev, "river_layer", p->river_layer, r->river)) != TRN_OK ||
        (st = trn_put(ev, "lake_layer", p->lake_layer, lake)) != TRN_OK ||
        (st = trn_put(ev, "dir_layer", p->dir_layer, r->heading)) != TRN_OK)
        return st;

    const double pixel = r->start.spacing * r->start.spacing;
    trn_report_number(ev, "outlets", r->grid->outlets, "pixels");
    trn_report_number(ev, "rain", (double)r->rain * r->quantum, NULL);
    trn_report_number(ev, "outflow", (double)r->outflow * r->quantum, NULL);
    trn_report_number(ev, "retained", (double)r->retained * r->quantum, NULL);
    trn_report_number(ev, "difference", (double)(r->rain - r->outflow - r->retained) * r->quantum, NULL);
    trn_report_number(ev, "largest_drainage", (double)r->largest * r->quantum, NULL);
    trn_report_number(ev, "lakes", r->lakes, NULL);
    trn_report_number(ev, "lake_area", r->wet * pixel, NULL);
    trn_report_number(ev, "lake_volume", depth.sum * r->start.unit * pixel, NULL);
    trn_report_number(ev, "deepest_lake", (double)depth.greatest * r->start.unit, NULL);
    return TRN_OK;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    run r = {.ev = ev, .p = params, .rt = trn_eval_runtime(ev)};
    const trn_status st = work(&r);
    trn_flow_basins_free(&r.basins);
    trn_flow_order_free(&r.order);
    let_go(&r, &r.amount);
    let_go(&r, &r.scratch);
    let_go(&r, &r.turned);
    return st;
}

const trn_node_type trn_node_flow = {
    .info.id = "flow", .info.title = "Flow Accumulation", .info.category = "water",
    .info.summary = "Computes the area that drains through each pixel of a height layer, and from it rivers, lakes and directions.",
    .info.doc =
        "Rain falls on every pixel and runs down to an outlet. Depressions fill up first, to the least level at which they can drain "
        "(Barnes, Lehman and Mulla 2014 define it; every method that is right gives the same bytes): they are lakes, and their depth is a "
        "layer. On a lake's level surface a slope is nowhere to be had, and water that took the shortest way out would draw straight lines. "
        "Here it keeps to the valley that the lake drowned: downhill over the ground below the water to its deepest point, and from there "
        "along the old valley, upwards, to where the lake runs over. Level dry ground drains to the nearest way out.\n\n"
        "`d8` and `rho8` pass on all water to one neighbour, `mfd` a share to each that is lower (Freeman 1991), except on water and level "
        "ground, where each pixel has one receiver. `rho8` (Fairfield and Leymarie 1991) divides diagonal drops by a random number between 1 "
        "and 2 instead of the root of 2: the mean of its directions is the way of the slope.\n\n"
        "Drainage is in world units squared, so that it does not depend on resolution. `river` is 1/2 where it is `river_area`, with a "
        "transition even in its logarithm. Lakes and rivers are what `splat` looks for as water.\n\n"
        "Report: `rain` is what falls in all, `outflow` what leaves through the outlets, `retained` what stays in pits that are not filled, "
        "`difference` the first less the others. It is 0: water is counted in whole numbers, of pixels, or where there is a "
        "rain layer or flow splits, of a small part of one, and what rounding leaves goes the steepest way. lake_area, lake_volume and "
        "deepest_lake are in world units; `lakes` says how many there are. The result does not depend on threads or processor.",
    .info.example = "noise{ fractal = \"terrain\" }:flow{ method = \"mfd\" }",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(flow_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .passes = passes, .eval = eval,
};
