/* thermal: ground steeper than its angle of repose slides, and piles up at the foot. */
#include "graph/node.h"
#include "kernels/thermal.h"
#include "math/scalar.h"
#include "math/trig.h"
#include "terrain/measure.h"
#include "terrain/relief.h"

enum { SMOOTH, GRANULAR };
enum { WHOLE_HEIGHT, DEBRIS_LAYER, CONSTANT_DEPTH };
enum { EIGHT, FOUR };
enum { ON_CUDA = 2 };
static const char *const modes[] = {"smooth", "granular", NULL};
static const char *const sources[] = {"height", "layer", "constant", NULL};
static const char *const counts[] = {"8", "4", NULL};
static const char *const computes[] = {"auto", "cpu", "cuda", NULL};

typedef struct thermal_params {
    trn_text layer;
    double strength, world_size;
    trn_menu slump_mode;
    uint32_t rand_seed;
    trn_menu debris_source;
    trn_text debris_input;
    double debris_scale;
    bool remove_debris, add_debris;
    double talus_angle;
    int32_t iterations;
    double rate;
    trn_menu neighbours;
    bool tile;
    trn_text hardness_layer, out_layer, debris_layer;
    bool keep_layers;
    trn_menu compute;
} thermal_params;

#define P thermal_params
#define DEBRIS .hidden = "debris_source = height"
static const trn_param params[] = {
    TRN_STRING(P, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(P, strength, "Height Scale", 1, -10000, 10000,
              .doc = "World height of a layer value of 1. Negative turns the terrain upside down; 0 is refused."),
    TRN_FLOAT(P, world_size, "World Size", 1, 1e-6, TRN_ANY, .doc = "World width of the image, which with strength says how steep the ground is."),
    TRN_MENU(P, slump_mode, "Slump Mode", SMOOTH, modes,
             .doc = "smooth moves all that may move at the rate. granular moves a random part of that, another in each pixel and pass."),
    TRN_SEED(P, rand_seed, "Random Seed", 0, .disabled = "slump_mode = smooth", .doc = "Seed of granular."),
    TRN_MENU(P, debris_source, "Debris Source", WHOLE_HEIGHT, sources,
             .doc = "What may slide. height: all the ground. layer: debris as thick as a layer says, on bedrock that stays. constant: debris of one "
                    "thickness everywhere, on bedrock that stays."),
    TRN_STRING(P, debris_input, "Debris Input Layer", "debris", .hidden = "debris_source ≠ layer",
               .doc = "Layer with the thickness of the debris at the start, in units of height; values below 0 count as 0."),
    TRN_FLOAT(P, debris_scale, "Debris Scale", 1, 0, TRN_ANY, DEBRIS,
              .doc = "What the debris layer is multiplied by; with constant, the thickness itself, in units of height."),
    TRN_TOGGLE(P, remove_debris, "Remove Debris from Input Height", false, DEBRIS,
               .doc = "The height includes the debris, which is taken off it to find the bedrock. Off: the height is the bedrock, and debris lies on it."),
    TRN_TOGGLE(P, add_debris, "Add Debris to Output Height", true, DEBRIS,
               .doc = "The height that comes out includes the debris where it has come to lie. Off: it is the bedrock alone."),
    TRN_FLOAT(P, talus_angle, "Repose Angle", 35, 0, 89.9, .unit = "degrees", .doc = "Angle of repose: what is steeper slides."),
    TRN_INT(P, iterations, "Spread Iterations", 50, 0, TRN_ANY,
            .doc = "Passes. Each moves ground by one pixel; more come nearer to the angle of repose everywhere. 0 moves nothing."),
    TRN_FLOAT(P, rate, "Spread Rate", 0.5, 0, 1,
              .doc = "Share of what is too steep that moves in a pass, shared out among the neighbours. Lower is smoother, and needs more passes."),
    TRN_MENU(P, neighbours, "Neighbours", EIGHT, counts,
             .doc = "How many pixels ground slides to. 4, without the diagonals, is faster and makes pyramids of cones."),
    TRN_TOGGLE(P, tile, "Tileable (Wrap Edges)", false, .doc = "The image repeats: ground slides across its edges. Off: nothing leaves it."),
    TRN_STRING(P, hardness_layer, "Hardness Layer", "",
               .doc = "Layer of 0 to 1: how much less a pixel gives. 1 is bedrock that gives nothing; debris may still come to lie on it. Empty: none."),
    TRN_STRING(P, out_layer, "Output Layer", "C", .doc = "Name of the height layer that is made. Empty makes none."),
    TRN_STRING(P, debris_layer, "Debris Layer", "debris",
               .doc = "Name of the layer of debris, in units of height: with height, by how much the ground has risen, 0 where it sank; else how thick the debris is. "
                      "Empty makes none."),
    TRN_TOGGLE(P, keep_layers, "Keep Input Layers", true, .doc = "Keep the other layers of the input."),
    TRN_MENU(P, compute, "Compute", 0, computes, .doc = "Where to compute. auto and cpu give the same bytes; there is no way for cuda yet, which is an error."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer, and those of hardness and debris.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the height and the debris.")};

static trn_status check(const void *params, trn_error *err)
{
    const P *p = params;
    if (p->strength == 0) return trn_param_fail(err, "strength", "must not be 0: the terrain would be flat");
    return TRN_OK;
}

static bool weighs(const P *p) { return p->debris_source.value != WHOLE_HEIGHT || p->slump_mode.value == GRANULAR || *p->hardness_layer; }

static double passes(const void *params)
{
    const P *p = params;
    return 4.0 + (weighs(p) ? 4.0 : 1.0) * p->iterations;
}

/* ---- debris on bedrock ---- */

/* Heights are of the layer's units, up in the world. */
typedef struct ground {
    trn_relief relief;
    int32_t width;
    const float *height, *debris; /* layers of the input; debris NULL: of one thickness */
    double scale;
    bool removed, added;          /* height includes debris at the start, and in the end */
    int32_t *quanta, *bed;
    float *out, *thick;           /* may be NULL */
} ground;

static double thickness(const ground *g, size_t i) { return g->debris ? trn_max((double)g->debris[i] * g->scale, 0.0) : g->scale; }
/* The surface, debris included, at the start. */
static double surface(const ground *g, size_t i)
{
    const double h = g->relief.turn * (double)g->height[i];
    return g->removed ? h : h + thickness(g, i);
}

static void lay_rows(void *work, int32_t begin, int32_t end)
{
    const ground *g = work;
    for (size_t i = (size_t)begin * (size_t)g->width; i < (size_t)end * (size_t)g->width; ++i) {
        g->quanta[i] = trn_relief_round(&g->relief, surface(g, i));
        /* no pixel gives more than the whole relief, 2^29: debris that is thicker may as well be less thick */
        g->bed[i] = g->quanta[i] - (int32_t)trn_min(thickness(g, i) * g->relief.scale + 0.5, 1073741824.0);
    }
}

static void lift_rows(void *work, int32_t begin, int32_t end)
{
    const ground *g = work;
    const double turn = g->relief.turn;
    for (size_t i = (size_t)begin * (size_t)g->width; i < (size_t)end * (size_t)g->width; ++i) {
        const double start = surface(g, i), loose = thickness(g, i);
        const int32_t change = g->quanta[i] - trn_relief_round(&g->relief, start);
        const double thick = change == 0 ? loose : trn_max(loose + (double)change * g->relief.unit, 0.0);
        if (g->thick) g->thick[i] = (float)thick;
        if (!g->out) continue;
        if (g->added ? change == 0 && g->removed : !g->removed) g->out[i] = g->height[i];
        else g->out[i] = (float)(turn * (g->added ? start + (double)change * g->relief.unit : start - loose));
    }
}

/* ---- the node ---- */

static trn_status need_plane(trn_eval *ev, const char *param, const char *name, const float **plane)
{
    trn_layer *layer;
    trn_status st = trn_need(ev, 0, param, name, &layer);
    if (st == TRN_OK) st = trn_need_finite(ev, param, name, layer);
    if (st == TRN_OK) *plane = trn_plane_f32(layer, 0);
    return st;
}

/* The quanta, of which there are at most 2^29. */
static trn_status choose_relief(trn_eval *ev, const P *p, ground *g)
{
    trn_measure all, debris = {0, 0, 0};
    trn_status st = trn_measure_plane(ev, g->height, &all);
    if (st == TRN_OK && g->debris) st = trn_measure_plane(ev, g->debris, &debris);
    if (st != TRN_OK) return st;
    const bool turned = p->strength < 0;
    double least = (double)all.least, greatest = (double)all.greatest;
    if (p->debris_source.value != WHOLE_HEIGHT) {
        const double most = g->debris ? trn_max((double)debris.greatest * g->scale, 0.0) : g->scale;
        const double far = trn_max(-least, greatest) + most;
        if (!(far < 1e38)) return trn_fail(ev, TRN_ERR_DATA, "debris_scale: heights with their debris would reach %.3g, and this node works below 1e38", far);
        if (!g->removed && turned) least -= most;
        else if (!g->removed) greatest += most;
    }
    g->relief = trn_relief_over(least, greatest, 1.0, turned, 29);
    return TRN_OK;
}

static int32_t talus_quanta(double slope) { return (int32_t)trn_min(slope + 0.5, 536870912.0); }

static trn_status slide(trn_eval *ev, const P *p, thermal_args *a, int32_t *spare)
{
    const int32_t threads = trn_runtime_threads(trn_eval_runtime(ev)), each = (a->height + threads - 1) / threads;
    a->band = trn_max_i(trn_min_i(trn_max_i(131072 / a->width, 64), each), 16);
    const int32_t bands = (a->height + a->band - 1) / a->band;
    int32_t *now = (int32_t *)a->from;
    trn_status st;
    if ((st = trn_scratch(ev, (size_t)bands * thermal_scratch(a) * sizeof *a->scratch, &a->scratch)) != TRN_OK ||
        (st = trn_scratch(ev, (size_t)bands * sizeof *a->changed, &a->changed)) != TRN_OK)
        return st;
    for (int32_t left = p->iterations; left > 0 && st == TRN_OK;) {
        a->passes = trn_min_i(left, THERMAL_PASSES);
        a->first_pass = p->iterations - left;
        a->from = now;
        a->to = spare;
        left -= a->passes;
        trn_progress_span(ev, 0.05 + 0.9 * a->first_pass / p->iterations, 0.05 + 0.9 * (p->iterations - left) / p->iterations);
        st = trn_run_grain(ev, TRN_KERNEL(thermal), a, bands, 1);
        int32_t changed = a->granular;
        for (int32_t b = 0; b < bands && st == TRN_OK; ++b) changed |= a->changed[b];
        if (!changed) left %= THERMAL_PASSES; /* so many passes lead back to where they began, and so would all that follow */
        spare = now;
        now = a->to;
    }
    a->to = now;
    return st;
}

static trn_status run(trn_eval *ev, const P *p, ground *g, thermal_args *a)
{
    const size_t pixels = (size_t)a->width * (size_t)a->height;
    const bool loose = p->debris_source.value != WHOLE_HEIGHT;
    int32_t *spare;
    trn_status st;
    if ((st = choose_relief(ev, p, g)) != TRN_OK || (st = trn_scratch(ev, pixels * sizeof *spare, &g->quanta)) != TRN_OK ||
        (st = trn_scratch(ev, pixels * sizeof *spare, &spare)) != TRN_OK ||
        (loose && (st = trn_scratch(ev, pixels * sizeof *spare, &g->bed)) != TRN_OK))
        return st;
    const double spacing = p->world_size / (double)trn_eval_frame(ev)->whole_width;
    const double slope = trn_tan_deg(p->talus_angle) * spacing / fabs(p->strength) * g->relief.scale;
    a->talus = talus_quanta(slope);
    a->talus_diagonal = talus_quanta(1.4142135623730951 * slope);
    relief_args r = {.relief = g->relief, .width = a->width, .height = a->height, .from = g->height, .quanta = g->quanta, .pitch = a->width,
                     .out = g->out, .rise = g->thick};
    a->from = g->quanta;
    a->bed = g->bed;
    trn_progress_span(ev, 0, 0.05);
    st = loose ? trn_for(ev, a->height, 16, lay_rows, g) : trn_run(ev, TRN_KERNEL(relief_store), &r, a->height);
    if (st == TRN_OK) st = slide(ev, p, a, spare);
    if (st != TRN_OK) return st;
    g->quanta = r.quanta = a->to;
    trn_progress_span(ev, 0.95, 1);
    return loose ? trn_for(ev, a->height, 16, lift_rows, g) : trn_run(ev, TRN_KERNEL(relief_fetch), &r, a->height);
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const P *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *out, *debris = NULL;
    trn_status st;
    if (p->compute.value == ON_CUDA) return trn_fail(ev, TRN_ERR_DEVICE, "compute: this node has no way for CUDA devices yet; take \"auto\" or \"cpu\"");
    ground g = {.width = frame->width, .scale = p->debris_scale, .removed = p->remove_debris, .added = p->add_debris};
    const int32_t neighbours = p->neighbours.value == EIGHT ? 8 : 4;
    thermal_args a = {.width = frame->width, .height = frame->height, .granular = p->slump_mode.value == GRANULAR, .seed = p->rand_seed, .wrap = p->tile,
                      .diagonals = neighbours == 8, .rate = (float)(p->rate / (neighbours + 1))};
    if ((st = need_plane(ev, "layer", p->layer, &g.height)) != TRN_OK ||
        (p->debris_source.value == DEBRIS_LAYER && (st = need_plane(ev, "debris_input", p->debris_input, &g.debris)) != TRN_OK) ||
        (*p->hardness_layer && (st = need_plane(ev, "hardness_layer", p->hardness_layer, &a.hardness)) != TRN_OK) ||
        (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) || (st = trn_make(ev, TRN_F32, 1, &out)) != TRN_OK ||
        (*p->debris_layer && (st = trn_make(ev, TRN_F32, 1, &debris)) != TRN_OK))
        return st;
    g.out = trn_layer_f32(out, 0);
    g.thick = debris ? trn_layer_f32(debris, 0) : NULL;
    st = run(ev, p, &g, &a);
    if (st == TRN_OK) st = trn_put(ev, "out_layer", p->out_layer, out);
    return st == TRN_OK && debris ? trn_put(ev, "debris_layer", p->debris_layer, debris) : st;
}

const trn_node_type trn_node_thermal = {
    .info.id = "thermal", .info.title = "HeightField Thermal Erosion", .info.category = "terrain",
    .info.summary = "Lets ground that is steeper than its angle of repose slide, and pile up at the foot.",
    .info.doc =
        "Wherever a pixel stands above a neighbour by more than the angle of repose allows, a part of what is too much slides down, until "
        "slopes have relaxed to that angle (Musgrave, Kolb and Mace 1989, in the form of flows between pairs). Unlike the erosion filter it "
        "carves nothing: it flattens what is too steep and lays fans of talus before it. After `erosion_filter` it collapses "
        "the steep walls of gullies.\n\n"
        "Nothing is lost: heights are counted in whole numbers, 2^29 of them or just under over the relief, and what one pixel gives its "
        "neighbour gets. Ground that is nowhere steeper than the angle comes back to the bit, and so does every pixel that nothing flows to or "
        "from. A column becomes a cone with slopes at the angle of repose. No pixel rises above or sinks below those around it. Sooner or "
        "later nothing moves any more; passes after that cost nothing, unless granular.\n\n"
        "With `debris_source` height all the ground may slide, and the layer `debris` says by how much it has risen. With layer or constant "
        "the height is bedrock and debris slides on it; where it has slid away the bedrock shows, and the layer says how thick what "
        "remains is: its sum stays. With a negative strength up is where values are low, and debris lies on that side.\n\n"
        "The result does not depend on threads or processor. It depends on the whole image, if only by its lowest and highest point, so windows "
        "are cut from the whole. Voids (NaN) are an error.",
    .info.example = "noise{ fractal = \"terrain\" }:thermal{ talus_angle = 30 }",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(P, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .passes = passes, .eval = eval,
};
