/* stream_power: rivers cut into a height map, against uplift, until valleys and ridges are in balance. */
#include "graph/node.h"
#include "math/hash.h"
#include "math/scalar.h"
#include "terrain/flow_ground.h"
#include "terrain/incision.h"
#include <string.h>

enum { ROUTING_D8, ROUTING_RHO8 };
static const char *const routings[] = {"d8", "rho8", NULL};

typedef struct stream_power_params {
    trn_text layer;
    double strength, world_size;
    int32_t iterations;
    double erodibility, area_exponent, diffusion;
    trn_menu routing;
    uint32_t rand_seed;
    double uplift;
    trn_text uplift_layer;
    bool tile;
    trn_text base_layer, out_layer, flow_layer;
    double area_cap;
    trn_text protect_layer;
    bool uplift_by_height;
    double uplift_low, uplift_high;
} stream_power_params;

static const trn_param params[] = {
    TRN_STRING(stream_power_params, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(stream_power_params, strength, "Height Scale", 1, -10000, 10000,
              .doc = "World height of a layer value of 1. Negative turns the terrain upside down; 0 is an error. Without uplift only its "
                     "sign matters: the law is linear in height."),
    TRN_FLOAT(stream_power_params, world_size, "World Size", 1, 1e-6, TRN_ANY,
              .doc = "World width of the image, which gives pixels a size and so areas and slopes."),
    TRN_INT(stream_power_params, iterations, "Iterations", 100, 0, TRN_ANY,
            .doc = "Steps of time 1. Tens carve valleys into a terrain, hundreds build mountains from noise with uplift. 0 leaves the "
                   "heights as they are and only makes the flow layer."),
    TRN_FLOAT(stream_power_params, erodibility, "Erodibility (K)", 0.02, 0, 10, .group = "Erosion",
              .doc = "K of the equation: how fast rivers cut. Any value is stable."),
    TRN_FLOAT(stream_power_params, area_exponent, "Area Exponent (m)", 0.5, 0, 2, .group = "Erosion",
              .doc = "m of the equation: how much faster a large river cuts than a small one. With 0.5 world_size does not matter, "
                     "apart from uplift; with other values it changes the speed."),
    TRN_FLOAT(stream_power_params, diffusion, "Slope Diffusion", 0, 0, 0.25, .group = "Erosion",
              .doc = "Share of the difference to each of four neighbours that a pixel takes on in a step: rounds hillslopes, blunts ridges."),
    TRN_MENU(stream_power_params, routing, "Flow Routing", ROUTING_RHO8, routings, .group = "Erosion",
             .doc = "Where a pixel drains to. d8: the steepest of eight neighbours, which pulls rivers straight at 0 and 45 degrees. rho8: "
                    "diagonals are chosen at random in each step, so that rivers go every way."),
    TRN_SEED(stream_power_params, rand_seed, "Seed", 0, .group = "Erosion", .hidden = "routing = d8", .doc = "Seed of rho8."),
    TRN_FLOAT(stream_power_params, uplift, "Uplift", 0, 0, 10, .group = "Uplift",
              .doc = "U of the equation: world height that every pixel rises by in a step, outlets apart. 0 only erodes."),
    TRN_STRING(stream_power_params, uplift_layer, "Uplift Layer", "", .group = "Uplift", .disabled = "uplift = 0",
               .doc = "Layer that uplift is multiplied by, clamped to 0 ... 1. Empty: all rises alike."),
    TRN_TOGGLE(stream_power_params, tile, "Tileable (Wrap Edges)", false, .group = "Boundary",
               .doc = "The image repeats. The only outlet is then the lowest pixel of the start, unless base_layer marks others."),
    TRN_STRING(stream_power_params, base_layer, "Outlet Layer", "", .group = "Boundary",
               .doc = "Layer whose pixels above 0.5 are the outlets, which keep their height. Empty: the border pixels are."),
    TRN_STRING(stream_power_params, out_layer, "Output Layer", "C", .group = "Boundary", .doc = "Name of the eroded height layer."),
    TRN_STRING(stream_power_params, flow_layer, "Flow Layer", "flow", .group = "Boundary",
               .doc = "Name of the layer with each pixel's drainage area in the last step, in world units squared. Empty makes none."),
    TRN_FLOAT(stream_power_params, area_cap, "Area Cap", 0, 0, TRN_ANY, .group = "Limits",
              .doc = "Drainage area, in world units squared, from which on rivers cut no faster, so that one large basin does not dig a "
                     "canyon. 0: no limit."),
    TRN_STRING(stream_power_params, protect_layer, "Protection Layer", "", .group = "Limits",
               .doc = "Layer of how much the ground is protected, clamped to 0 ... 1: rivers and diffusion do so much less there, and "
                      "nothing at 1. Uplift lifts it all the same, and depressions in it are filled. Empty: nowhere."),
    TRN_TOGGLE(stream_power_params, uplift_by_height, "Uplift High Ground", false, .group = "Limits", .disabled = "uplift = 0",
               .doc = "Only high ground rises, by its height at each step, so that peaks hold against erosion and valleys stay."),
    TRN_FLOAT(stream_power_params, uplift_low, "Uplift From", 0, -TRN_ANY, TRN_ANY, .group = "Limits",
              .disabled = "uplift_by_height is off", .doc = "World height up to which nothing rises."),
    TRN_FLOAT(stream_power_params, uplift_high, "Full Uplift", 1, -TRN_ANY, TRN_ANY, .group = "Limits",
              .disabled = "uplift_by_height is off",
              .doc = "World height from which uplift is whole, smoothly between. Not above the other: all at once there."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the eroded height and the flow layer."),
                                   TRN_REPORT_PORT("report", "Volumes that were filled, raised and eroded, and drainage.")};

static trn_status check(const void *params, trn_error *err)
{
    const stream_power_params *p = params;
    if (p->strength == 0) return trn_param_fail(err, "strength", "must not be 0: the terrain would be flat");
    return TRN_OK;
}

static double passes(const void *params)
{
    return 20.0 * (1 + ((const stream_power_params *)params)->iterations);
}

/* All that a run needs. Heights are kept as the layer has them, or negated where strength is: the law is linear, so only
 * uplift has to be brought to their scale, and no height is rounded on the way in or out. */
typedef struct run {
    trn_eval *ev;
    const stream_power_params *p;
    trn_layer *eroded;
    trn_flow_ground start; /* the heights at the beginning */
    float *ground;         /* the plane that holds them now, */
    float *other;          /* and a second one; in the end they go to the layer `eroded` */
    float *area;        /* of the flow layer, and scratch before */
    const float *uplift_share; /* the uplift layer, or NULL */
    float *lift;               /* what each pixel rises by in a step, where they differ */
    uint8_t *dir;
    size_t pixels;
    const trn_flow_grid *grid;
    trn_flow_basins basins;
    trn_flow_order order;
    trn_incision incision;
    double refilled; /* by the repair after diffusion; a sum of heights */
    double lifted;   /* in all steps; a sum of heights */
    uint32_t lakes, largest;
} run;

/* ---- the parts of a run ---- */

static void hand_over_rows(void *work, int32_t begin, int32_t end)
{
    run *r = work;
    const size_t w = (size_t)r->grid->width;
    float *out = trn_layer_f32(r->eroded, 0);
    if (r->p->strength < 0)
        for (size_t i = (size_t)begin * w; i < (size_t)end * w; ++i) out[i] = 0.0f - r->ground[i];
    else if (r->ground != out)
        memcpy(out + (size_t)begin * w, r->ground + (size_t)begin * w, (size_t)(end - begin) * w * sizeof *out);
}

static void copy_rows(void *work, int32_t begin, int32_t end)
{
    run *r = work;
    const size_t w = (size_t)r->grid->width, at = (size_t)begin * w;
    memcpy(trn_layer_f32(r->eroded, 0) + at, trn_plane_f32(r->start.height, 0) + at, (size_t)(end - begin) * w * sizeof(float));
}

typedef struct exposing { const float *protect; float *exposed; size_t width; } exposing;
static void expose_rows(void *work, int32_t begin, int32_t end)
{
    const exposing *e = work;
    for (size_t i = (size_t)begin * e->width; i < (size_t)end * e->width; ++i) e->exposed[i] = 1.0f - trn_saturate_f(e->protect[i]);
}

static trn_status prepare_incision(run *r)
{
    const stream_power_params *p = r->p;
    const double cap = p->area_cap > 0 ? trn_max(p->area_cap / (r->start.spacing * r->start.spacing), 1e-300) : 0;
    trn_status st = trn_incision_init(&r->incision, r->grid, p->erodibility, p->area_exponent, r->start.spacing, r->start.farthest, cap);
    r->incision.lift = (float)(p->uplift / r->start.unit);
    if (st == TRN_OK && p->uplift > 0 && *p->uplift_layer) st = trn_flow_plane(r->ev, "uplift_layer", p->uplift_layer, &r->uplift_share);
    if (st != TRN_OK || !*p->protect_layer) return st;
    exposing e = {.width = (size_t)r->grid->width};
    if ((st = trn_flow_plane(r->ev, "protect_layer", p->protect_layer, &e.protect)) != TRN_OK ||
        (st = trn_scratch(r->ev, r->pixels * sizeof *e.exposed, &e.exposed)) != TRN_OK)
        return st;
    r->incision.exposed = e.exposed;
    return trn_for(r->ev, r->grid->height, 16, expose_rows, &e);
}

static void lift_rows(void *work, int32_t begin, int32_t end)
{
    run *r = work;
    const size_t w = (size_t)r->grid->width;
    const float low = (float)trn_clamp(r->p->uplift_low / r->start.unit, -1e38, 1e38);
    const float high = (float)trn_clamp(r->p->uplift_high / r->start.unit, -1e38, 1e38);
    for (size_t i = (size_t)begin * w; i < (size_t)end * w; ++i) {
        float lift = r->uplift_share ? r->incision.lift * trn_saturate_f(r->uplift_share[i]) : r->incision.lift;
        if (r->p->uplift_by_height) lift *= trn_smoothstep_f(low, high, r->ground[i]);
        r->lift[i] = r->dir[i] == TRN_FLOW_OUTLET ? 0 : lift;
    }
}
/* What rises by how much: the same for all, by a layer, and by the height, which changes with every step. */
static trn_status prepare_uplift(run *r, int32_t step)
{
    const bool by_height = r->p->uplift > 0 && r->p->uplift_by_height, differs = r->uplift_share || by_height;
    const double steps = by_height ? 1 : r->p->iterations;
    trn_measure all;
    trn_status st;
    if (step > 0 && !by_height) return TRN_OK;
    if (!differs) {
        r->lifted = (double)r->incision.lift * (double)(r->grid->cells - r->grid->outlets) * steps;
        return TRN_OK;
    }
    if (!r->lift && (st = trn_scratch(r->ev, r->pixels * sizeof *r->lift, &r->lift)) != TRN_OK) return st;
    if ((st = trn_for(r->ev, r->grid->height, 16, lift_rows, r)) != TRN_OK || (st = trn_measure_plane(r->ev, r->lift, &all)) != TRN_OK)
        return st;
    r->lifted += all.sum * steps;
    r->incision.lift_layer = r->lift;
    return TRN_OK;
}

/* Lakes are filled as sediment, and drain along the valleys that they drowned. */
static trn_status fill_and_route(run *r)
{
    trn_status st = trn_flow_basins_find(&r->basins, r->grid, r->start.z, (uint32_t *)r->ground);
    if (st == TRN_OK) st = trn_flow_fill(&r->basins, r->grid, r->start.z, r->ground, r->dir, &r->lakes);
    if (st == TRN_OK) st = trn_flow_route(&r->basins, r->grid, r->start.z, r->ground, r->dir, (uint32_t *)r->area);
    trn_flow_basins_free(&r->basins);
    return st;
}

/* Receivers, order and drainage of step i on the ground as it is. */
static trn_status drain(run *r, int32_t i)
{
    const trn_flow_routing how = r->p->routing.value == ROUTING_RHO8 ? TRN_FLOW_RHO8 : TRN_FLOW_D8;
    const uint32_t key = trn_seed_key(r->p->rand_seed, TRN_STREAM_RHO8, (uint32_t)i);
    trn_status st = TRN_OK;
    if (i > 0 || how == TRN_FLOW_RHO8) st = trn_flow_reroute(r->grid, r->ground, r->dir, how, key);
    if (st == TRN_OK) st = trn_flow_order_build(&r->order, r->grid, r->dir);
    if (st != TRN_OK || i < r->p->iterations - 1) return st;
    r->largest = trn_flow_largest(&r->order);
    return *r->p->flow_layer ? trn_flow_areas(&r->order, r->grid, r->start.spacing * r->start.spacing, r->area) : TRN_OK;
}

static trn_status diffuse(run *r)
{
    const int halves = r->p->diffusion > 0.125 ? 2 : 1; /* at 1/4 a full step would leave a chequerboard as strong as it was */
    const float rate = (float)(r->p->diffusion / halves);
    for (int i = 0; i < halves; ++i) {
        const trn_status st = trn_diffuse(r->grid, rate, r->incision.exposed, r->ground, r->other);
        if (st != TRN_OK) return st;
        float *swap = r->ground;
        r->ground = r->other;
        r->other = swap;
    }
    double raised;
    const trn_status st = trn_refill(&r->incision, &r->order, r->grid, r->ground, &raised);
    r->refilled += raised;
    return st;
}

static trn_status erode(run *r)
{
    const stream_power_params *p = r->p;
    trn_status st = TRN_OK;
    if (p->iterations == 0) return drain(r, 0);
    for (int32_t i = 0; i < p->iterations && st == TRN_OK; ++i) {
        const double n = (double)p->iterations + 2;
        trn_progress_span(r->ev, (i + 2) / n, (i + 3) / n);
        if ((st = trn_progress_now(r->ev)) != TRN_OK || (st = drain(r, i)) != TRN_OK) return st;
        if ((st = prepare_uplift(r, i)) != TRN_OK) return st;
        st = trn_incise(&r->incision, &r->order, r->grid, r->ground);
        if (st == TRN_OK && p->diffusion > 0) st = diffuse(r);
    }
    return st;
}

static trn_status work(run *r)
{
    const stream_power_params *p = r->p;
    trn_eval *ev = r->ev;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *flow = NULL;
    trn_measure filled, after;
    trn_status st;
    r->pixels = (size_t)frame->width * (size_t)frame->height;
    r->grid = &r->start.grid;
    trn_progress_span(ev, 0, 2 / ((double)p->iterations + 2));
    if ((st = trn_keep_layers(ev, 0)) != TRN_OK || (st = trn_make(ev, TRN_F32, 1, &r->eroded)) != TRN_OK || (st = trn_scratch(ev, r->pixels, &r->dir)) != TRN_OK)
        return st;
    if (*p->flow_layer) {
        if ((st = trn_make(ev, TRN_F32, 1, &flow)) != TRN_OK) return st;
        r->area = trn_layer_f32(flow, 0);
    } else if ((st = trn_scratch(ev, r->pixels * sizeof *r->area, &r->area)) != TRN_OK) {
        return st;
    }
    if (p->strength < 0 || p->diffusion > 0)
        if ((st = trn_scratch(ev, r->pixels * sizeof *r->other, &r->other)) != TRN_OK) return st;
    r->ground = trn_layer_f32(r->eroded, 0);
    const trn_flow_terms terms = {p->layer, p->base_layer, p->strength, p->world_size, p->tile};
    const double rise = p->uplift / trn_max(p->strength, -p->strength) * p->iterations;
    if ((st = trn_flow_ground_take(ev, &terms, rise, r->other, &r->start)) != TRN_OK ||
        (st = prepare_incision(r)) != TRN_OK || (st = fill_and_route(r)) != TRN_OK ||
        (st = trn_measure_plane(ev, r->ground, &filled)) != TRN_OK ||
        (st = trn_flow_order_init(&r->order, r->grid)) != TRN_OK || (st = erode(r)) != TRN_OK)
        return st;

    trn_progress_span(ev, 1, 1);
    if (p->iterations == 0) { /* nothing happened: the filling served the flow layer only */
        filled = after = r->start.measure;
        if ((st = trn_for(ev, frame->height, 16, copy_rows, r)) != TRN_OK) return st;
    } else if ((st = trn_measure_plane(ev, r->ground, &after)) != TRN_OK ||
               (st = trn_for(ev, frame->height, 16, hand_over_rows, r)) != TRN_OK) {
        return st;
    }
    if ((st = trn_put(ev, "out_layer", p->out_layer, r->eroded)) != TRN_OK ||
        (flow && (st = trn_put(ev, "flow_layer", p->flow_layer, flow)) != TRN_OK))
        return st;

    const trn_measure before = r->start.measure;
    const double pixel = r->start.spacing * r->start.spacing, volume = r->start.unit * pixel, raised = r->lifted;
    trn_report_number(ev, "iterations", p->iterations, NULL);
    trn_report_number(ev, "outlets", r->grid->outlets, "pixels");
    trn_report_number(ev, "lakes", r->lakes, "pixels");
    trn_report_number(ev, "min_before", before.least * r->start.unit, NULL);
    trn_report_number(ev, "max_before", before.greatest * r->start.unit, NULL);
    trn_report_number(ev, "min_after", after.least * r->start.unit, NULL);
    trn_report_number(ev, "max_after", after.greatest * r->start.unit, NULL);
    trn_report_number(ev, "volume_before", before.sum * volume, NULL);
    trn_report_number(ev, "filled_volume", (filled.sum - before.sum) * volume, NULL);
    trn_report_number(ev, "uplift_volume", raised * volume, NULL);
    trn_report_number(ev, "repair_volume", r->refilled * volume, NULL);
    trn_report_number(ev, "eroded_volume", (filled.sum + raised + r->refilled - after.sum) * volume, NULL);
    trn_report_number(ev, "volume_after", after.sum * volume, NULL);
    trn_report_number(ev, "largest_drainage", r->largest * pixel, NULL);
    return TRN_OK;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    run r = {.ev = ev, .p = params};
    const trn_status st = work(&r);
    trn_flow_basins_free(&r.basins);
    trn_flow_order_free(&r.order);
    trn_incision_free(&r.incision);
    return st;
}

const trn_node_type trn_node_stream_power = {
    .info.id = "stream_power", .info.title = "HeightField Stream Power Erosion", .info.category = "terrain",
    .info.summary = "Erodes a height layer by the stream power law, with an implicit solver.",
    .info.doc =
        "Solves dh/dt = U - K A^m S: uplift, less erodibility times drainage area to the power m times slope. Unlike a filter this is a "
        "simulation: every step works out anew where water flows, so that large rivers cut deep while hillslopes hardly change, and a "
        "connected network of rivers grows from the outlets up. With `uplift` 0 it carves valleys into a terrain, in tens of steps. With "
        "`uplift` it builds mountains from noise, in hundreds, as uplift and erosion come into balance; `uplift_layer` says where.\n\n"
        "The scheme is that of Braun and Willett (2013), implicit in time, so that any K is stable. Depressions are filled once at the "
        "start: lakes become sediment, over which rivers follow the valleys that the lakes drowned. After that no step makes a pit: no "
        "pixel ends below the one it drains to. Outlets keep their height. A step asks where water goes before the ground rises, "
        "fastscapelib afterwards, so that there a pixel beside an outlet may spill over it that does not here; the shorter the steps, "
        "the less that matters.\n\n"
        "`area_cap`, `protect_layer` and `uplift_by_height` are for landscapes with a plan: no basin digs a canyon through them, a path or "
        "hard rock is left standing, peaks hold their height while valleys are cut.\n\n"
        "`diffusion` is linear, five-point, closed at the border. What it would raise above upstream ground beside outlets is repaired "
        "along the rivers, and the report says how much that was.\n\n"
        "Report: heights are world heights (layer value times strength, the terrain as it is eroded), volumes and areas in world units. "
        "volume_before + filled_volume + uplift_volume + repair_volume - eroded_volume = volume_after: what was eroded is all that left "
        "through the outlets, by rivers and by diffusion. The result does not depend on threads or processor.",
    .info.example = "noise{ frequency = 4 }:stream_power{ iterations = 100 }",
    .info.reach = TRN_GLOBAL, .info.version = 2,
    TRN_PARAMS(stream_power_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .passes = passes, .eval = eval,
};
