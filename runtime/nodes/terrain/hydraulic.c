/* hydraulic: droplets run down the ground, dig where it is steep, and drop what they carry where it is not. */
#include "graph/node.h"
#include "math/scalar.h"
#include "terrain/droplets.h"
#include "terrain/measure.h"
#include "terrain/percentile.h"
#include "terrain/relief.h"

enum { SPREAD, LOSE };
enum { ON_CUDA = 2 };
static const char *const ends[] = {"spread", "lose", NULL};
static const char *const computes[] = {"auto", "cpu", "cuda", NULL};

typedef struct hydraulic_params {
    trn_text layer;
    double strength, world_size;
    bool tile;
    trn_text hardness_layer;
    uint32_t rand_seed;
    double droplets_per_pixel;
    int32_t lifetime;
    double erode_rate, deposit_rate;
    double capacity, inertia, min_slope, evaporate, gravity;
    double radius, deposit_radius;
    trn_menu end_mode;
    trn_text out_layer, deposit_layer;
    bool accumulate_deposit;
    trn_text erosion_layer, wet_layer;
    bool keep_layers;
    int32_t batch;
    trn_menu compute;
} hydraulic_params;

#define P hydraulic_params
#define EROSION .group = "Erosion"
#define DROPLET .group = "Erosion › Droplet"
#define BRUSH .group = "Erosion › Brush"
#define OUTPUT .group = "Output"
static const trn_param params[] = {
    TRN_STRING(P, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(P, strength, "Height Scale", 1, -10000, 10000,
              .doc = "World height of a layer value of 1. Negative turns the terrain upside down; 0 is refused."),
    TRN_FLOAT(P, world_size, "World Size", 1, 1e-6, TRN_ANY, .doc = "World width of the image, which with strength says how steep the ground is."),
    TRN_TOGGLE(P, tile, "Tileable (Wrap Edges)", false, .doc = "The image repeats: droplets run on across its edges. Off: they leave with what they carry."),
    TRN_STRING(P, hardness_layer, "Hardness Layer", "", .doc = "Layer of 0 to 1: how much less of a pixel can be dug. 1 is bedrock. Empty: none."),
    TRN_SEED(P, rand_seed, "Seed", 0, .doc = "Seed of where droplets start."),
    TRN_FLOAT(P, droplets_per_pixel, "Droplets per Pixel", 1, 0, 100, EROSION,
              .doc = "Droplets for each pixel. More erode further, and take longer. On maps with wide pixels, as real ones have, 1 is strong."),
    TRN_INT(P, lifetime, "Max Lifetime", 30, 1, 10000, EROSION, .doc = "Steps that a droplet lives, each a pixel long."),
    TRN_FLOAT(P, erode_rate, "Erosion Rate", 0.3, 0, 1, EROSION, .doc = "Share of what a droplet could still carry that it digs in a step."),
    TRN_FLOAT(P, deposit_rate, "Deposition Rate", 0.3, 0, 1, EROSION, .doc = "Share of what it carries too much that it drops in a step."),
    TRN_FLOAT(P, capacity, "Sediment Capacity", 4, 0, 1000, DROPLET,
              .doc = "What droplets can carry: this times fall, speed and water. More carry further before they drop."),
    TRN_FLOAT(P, inertia, "Inertia", 0.05, 0, 0.99, DROPLET, .doc = "How much a droplet keeps its way instead of following the slope: more makes straighter ways."),
    TRN_FLOAT(P, min_slope, "Min Slope", 0.01, 0, 10, DROPLET, .doc = "Gentler ground counts as this steep for what can be carried, so that something is on flats too."),
    TRN_FLOAT(P, evaporate, "Evaporation Rate", 0.01, 0, 0.99, DROPLET, .doc = "Share of its water that a droplet loses in a step: more drop sooner."),
    TRN_FLOAT(P, gravity, "Gravity", 4, 0, 1000, DROPLET,
              .doc = "How much faster falling makes: squared speed, 1 at the start, grows by this times the fall over world_size."),
    TRN_FLOAT(P, radius, "Erosion Radius", 3, 1, 32, BRUSH, .unit = "pixels", .doc = "Radius within which a droplet digs. 1: one pixel."),
    TRN_FLOAT(P, deposit_radius, "Deposition Radius", 0, 0, 32, BRUSH, .unit = "pixels",
              .doc = "Radius within which it drops. Up to 1: onto the four pixels around it, by how near they are."),
    TRN_MENU(P, end_mode, "At End of Lifetime", SPREAD, ends, BRUSH,
             .doc = "What becomes of the load at the end of life. spread: it is laid around, as far as there is room. lose: it is thrown away."),
    TRN_STRING(P, out_layer, "Output Layer", "C", OUTPUT, .doc = "Name of the height layer that is made. Empty makes none."),
    TRN_STRING(P, deposit_layer, "Deposit Layer", "debris", OUTPUT, .doc = "Name of the layer that says by how much the ground has risen, in units of height. Empty makes none."),
    TRN_TOGGLE(P, accumulate_deposit, "Accumulate onto Existing", true, OUTPUT, .disabled = "deposit_layer = \"\"",
               .doc = "Add it to the layer of that name that the input has, such as the debris of thermal. Off: replace that."),
    TRN_STRING(P, erosion_layer, "Erosion Layer", "", OUTPUT, .doc = "Name of a layer that says by how much the ground has sunk, in units of height. Empty makes none."),
    TRN_STRING(P, wet_layer, "Wetness Layer", "wetness", OUTPUT,
               .doc = "Name of the layer of wetness, 0 to 1: how much more water came by than on average; a pixel in a hundred is 1. Empty makes none."),
    TRN_TOGGLE(P, keep_layers, "Keep Input Layers", true, OUTPUT, .doc = "Keep the other layers of the input."),
    TRN_INT(P, batch, "Batch Size", 16384, 1, TRN_ANY, .group = "Advanced",
            .doc = "Droplets that run at the same time and do not see what the others do in a step; never more than one for 16 pixels. More is faster "
                   "and rougher; 1 is one after the other."),
    TRN_MENU(P, compute, "Compute", 0, computes, .group = "Advanced",
             .doc = "Where to compute. auto and cpu give the same bytes; there is no way for cuda yet, which is an error."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer, and those of hardness and debris.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the eroded height, the deposit and the wetness."),
                                   TRN_REPORT_PORT("report", "Droplets, volumes, and the balance.")};

static trn_status check(const void *params, trn_error *err)
{
    const P *p = params;
    if (p->strength == 0) return trn_param_fail(err, "strength", "must not be 0: the terrain would be flat");
    return TRN_OK;
}

static double passes(const void *params)
{
    const P *p = params;
    const double side = 2 * trn_max(p->radius, p->deposit_radius) - 1;
    return 10.0 + p->droplets_per_pixel * p->lifetime * (10.0 + 0.2 * side * side);
}

/* ---- wetness ---- */

typedef struct wetting { const int64_t *wet; float *out; int32_t width; int64_t mean; double most; } wetting;
static void exceed_rows(void *work, int32_t begin, int32_t end)
{
    const wetting *w = work;
    for (size_t i = (size_t)begin * (size_t)w->width; i < (size_t)end * (size_t)w->width; ++i)
        w->out[i] = w->wet[i] > w->mean ? (float)(w->wet[i] - w->mean) : 0.0f;
}
static void scale_rows(void *work, int32_t begin, int32_t end)
{
    const wetting *w = work;
    for (size_t i = (size_t)begin * (size_t)w->width; i < (size_t)end * (size_t)w->width; ++i)
        w->out[i] = w->most > 0 ? (float)trn_min((double)w->out[i] / w->most, 1.0) : 0.0f;
}
/* Water above the mean, over its 99th percentile. */
static trn_status show_wetness(trn_eval *ev, const int64_t *wet, float *out)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const size_t pixels = (size_t)frame->width * (size_t)frame->height;
    wetting w = {.wet = wet, .out = out, .width = frame->width};
    int64_t sum = 0;
    for (size_t i = 0; i < pixels; ++i) sum += wet[i];
    w.mean = sum / (int64_t)pixels;
    trn_status st = trn_for(ev, frame->height, 16, exceed_rows, &w);
    if (st == TRN_OK) st = trn_percentile(ev, out, pixels, -INFINITY, 0.99, &w.most, NULL);
    return st == TRN_OK ? trn_for(ev, frame->height, 16, scale_rows, &w) : st;
}

/* ---- the node ---- */

typedef struct planes {
    const float *height, *hardness, *before; /* before: the deposit that was there; may be NULL, as those below may */
    float *out, *deposit, *erosion, *wetness;
} planes;

typedef struct adding { float *to; const float *more; int32_t width; } adding;
static void add_rows(void *work, int32_t begin, int32_t end)
{
    const adding *a = work;
    for (size_t i = (size_t)begin * (size_t)a->width; i < (size_t)end * (size_t)a->width; ++i) a->to[i] += a->more[i];
}

static trn_droplets law_of(const P *p, const trn_frame *frame, const trn_relief *relief)
{
    const double pixels = (double)frame->width * (double)frame->height, quanta = relief->scale / fabs(p->strength); /* of a world unit */
    const double spacing = p->world_size / (double)frame->whole_width;
    return (trn_droplets){
        .width = frame->width, .height = frame->height, .wrap = p->tile, .count = trn_lfloor(p->droplets_per_pixel * pixels + 0.5), .seed = p->rand_seed,
        .batch = (int32_t)trn_clamp(trn_floor(pixels / 16.0), 1.0, (double)p->batch), .lifetime = p->lifetime, .inertia = p->inertia, .erode = p->erode_rate,
        .deposit = p->deposit_rate, .capacity = p->capacity, .evaporate = p->evaporate, .radius = p->radius, .deposit_radius = p->deposit_radius,
        .least_fall = p->min_slope * spacing * quanta, .gain = p->gravity / p->world_size / quanta,
        .above = 0.001 * spacing * quanta, /* a slope that nobody sees, so that fans can grow */
        .spread = p->end_mode.value == SPREAD,
    };
}

/* 0 is 0 even in a world whose pixels have no end. */
static double volume(int64_t quanta, double quantum) { return quanta == 0 ? 0.0 : (double)quanta * quantum; }

static void report(trn_eval *ev, const P *p, const trn_droplets *law, const trn_relief *relief, const trn_droplet_books *b)
{
    const double spacing = p->world_size / (double)trn_eval_frame(ev)->whole_width, quantum = relief->unit * fabs(p->strength) * spacing * spacing;
    trn_report_number(ev, "droplets", (double)law->count, NULL);
    trn_report_number(ev, "steps", (double)b->steps, NULL);
    trn_report_number(ev, "batch", law->batch, "droplets");
    trn_report_number(ev, "eroded_volume", volume(b->eroded, quantum), NULL);
    trn_report_number(ev, "deposited_volume", volume(b->deposited, quantum), NULL);
    trn_report_number(ev, "outflow_volume", volume(b->edge, quantum), NULL);
    trn_report_number(ev, "discarded_volume", volume(b->discarded, quantum), NULL);
    trn_report_number(ev, "volume_change", volume(b->after - b->before, quantum), NULL);
    trn_report_number(ev, "residual", volume(b->after - b->before + b->edge + b->discarded, quantum), NULL);
    trn_report_number(ev, "devices", 0, "CUDA");
}

static trn_status run(trn_eval *ev, const P *p, const planes *a)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const size_t pixels = (size_t)frame->width * (size_t)frame->height;
    trn_measure all;
    trn_droplet_books books;
    int32_t *ground;
    int64_t *wet = NULL;
    trn_status st = trn_measure_plane(ev, a->height, &all);
    if (st == TRN_OK) st = trn_scratch(ev, pixels * sizeof *ground, &ground);
    if (st == TRN_OK && a->wetness) st = trn_scratch(ev, pixels * sizeof *wet, &wet);
    if (st != TRN_OK) return st;
    const double flat = trn_clamp(p->world_size / fabs(p->strength), 1e-300, 1e300);
    const trn_relief relief = trn_relief_over((double)all.least, (double)all.greatest, flat, p->strength < 0, 30);
    relief_args r = {.relief = relief, .width = frame->width, .height = frame->height, .from = a->height, .quanta = ground, .pitch = frame->width,
                     .out = a->out, .rise = a->deposit, .fall = a->erosion};
    trn_droplets law = law_of(p, frame, &relief);
    law.ground = ground;
    law.wet = wet;
    law.hardness = a->hardness;
    trn_progress_span(ev, 0, 0.05);
    if ((st = trn_run(ev, TRN_KERNEL(relief_store), &r, frame->height)) != TRN_OK || (st = trn_droplets_run(ev, &law, &books)) != TRN_OK) return st;
    trn_progress_span(ev, 0.95, 1);
    if ((st = trn_run(ev, TRN_KERNEL(relief_fetch), &r, frame->height)) != TRN_OK || (wet && (st = show_wetness(ev, wet, a->wetness)) != TRN_OK)) return st;
    report(ev, p, &law, &relief, &books);
    adding add = {a->deposit, a->before, frame->width};
    return a->deposit && a->before ? trn_for(ev, frame->height, 16, add_rows, &add) : TRN_OK;
}

static trn_status need_plane(trn_eval *ev, const char *param, const char *name, const float **plane)
{
    trn_layer *layer;
    trn_status st = trn_need(ev, 0, param, name, &layer);
    if (st == TRN_OK) st = trn_need_finite(ev, param, name, layer);
    if (st == TRN_OK) *plane = trn_plane_f32(layer, 0);
    return st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const P *p = params;
    planes a = {0};
    trn_layer *before = NULL;
    struct { const char *param, *name; trn_layer *layer; float **plane; } made[] = {
        {"out_layer", p->out_layer, NULL, &a.out}, {"deposit_layer", p->deposit_layer, NULL, &a.deposit},
        {"erosion_layer", p->erosion_layer, NULL, &a.erosion}, {"wet_layer", p->wet_layer, NULL, &a.wetness},
    };
    trn_status st;
    if (p->compute.value == ON_CUDA) return trn_fail(ev, TRN_ERR_DEVICE, "compute: this node has no way for CUDA devices yet; take \"auto\" or \"cpu\"");
    if ((st = need_plane(ev, "layer", p->layer, &a.height)) != TRN_OK ||
        (*p->hardness_layer && (st = need_plane(ev, "hardness_layer", p->hardness_layer, &a.hardness)) != TRN_OK) ||
        (p->accumulate_deposit && (st = trn_want(ev, 0, "deposit_layer", p->deposit_layer, &before)) != TRN_OK) ||
        (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK))
        return st;
    a.before = before ? trn_plane_f32(before, 0) : NULL;
    for (int32_t i = 0; i < TRN_COUNT(made); ++i) {
        if (!*made[i].name && i > 0) continue; /* heights are worked out in any case */
        if ((st = trn_make(ev, TRN_F32, 1, &made[i].layer)) != TRN_OK) return st;
        *made[i].plane = trn_layer_f32(made[i].layer, 0);
    }
    st = run(ev, p, &a);
    for (int32_t i = 0; st == TRN_OK && i < TRN_COUNT(made); ++i)
        if (made[i].layer) st = trn_put(ev, made[i].param, made[i].name, made[i].layer);
    return st;
}

const trn_node_type trn_node_hydraulic = {
    .info.id = "hydraulic", .info.title = "HeightField Hydraulic Erosion", .info.category = "terrain",
    .info.summary = "Erodes a height layer by droplets that dig, carry and drop.",
    .info.doc =
        "Droplets start anywhere and run downhill. Where the ground is steep and they are fast they dig; where it levels out, and as their "
        "water evaporates, they drop what they carry. Gullies, fans and level valley floors grow. Of all nodes this is the one that carries "
        "ground from place to place: `erosion_filter` only carves, `thermal` only lets slide, `stream_power` only cuts. After `thermal` its layer `debris` "
        "holds both talus and deposit, which `splat` paints as sediment.\n\n"
        "The model is that of H. T. Beyer (2015), and parameters are named as in S. Lague's program, but for a batch of droplets that run at "
        "the same time, and in world units: what can be carried is a height, so that the number of pixels hardly matters. Where many droplets meet, a pixel is "
        "dug no deeper than its lowest neighbour can become, heaped up no higher than the mean of the lowest and the highest around and a trifle more (loads at the end of "
        "life: than the highest), and never above one that drains into it: no pits, no spikes. What that forbids stays with the droplets, or in the "
        "ground. The border of an open map drains off it.\n\n"
        "Heights are counted in whole numbers, more than 2^29 of them over the relief, and the books balance to the last: "
        "volume_change = deposited_volume - eroded_volume = -(outflow_volume + discarded_volume), so residual is 0. Discarded is what is thrown away at the end of life; "
        "with spread that is what found no room: a hundred-thousandth of what was eroded on wide land, some hundredths on small steep maps. Pixels that no droplet altered keep their bits.\n\n"
        "The layer `debris` is by how much pixels are higher than before, `erosion_layer` by how much they are lower; their difference is the "
        "change. Wetness shows where water gathers: rivers, gullies. Real maps in metres want metres in `world_size` too.\n\n"
        "Report: volumes in world units. The result does not depend on threads or processor; it does on `batch`. It depends on the whole image, so windows "
        "are cut from the whole. Voids (NaN) are an error.",
    .info.example = "noise{ fractal = \"terrain\", amplitude = 0.3 }:hydraulic{ droplets_per_pixel = 0.5 }",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(P, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .passes = passes, .eval = eval,
};
