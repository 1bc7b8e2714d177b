/* distance: how far it is to a mask. */
#include "graph/node.h"
#include "terrain/distance_transform.h"

enum { OUTSIDE, INSIDE, SIGNED };
static const char *const modes[] = {"outside", "inside", "signed", NULL};
enum { PIXELS, WIDTHS };
static const char *const units[] = {"pixels", "widths", NULL};
enum { MOST = 65536 };

typedef struct distance_params {
    trn_text layer;
    double threshold;
    trn_menu mode, unit;
    double max_distance;
    bool tile;
    trn_text out_layer;
} distance_params;

static const trn_param params[] = {
    TRN_STRING(distance_params, layer, "Layer", "mask", .doc = "The mask; its first channel."),
    TRN_FLOAT(distance_params, threshold, "Threshold", 0.5, -TRN_ANY, TRN_ANY, .doc = "Pixels at or above it are in the mask; voids are not."),
    TRN_MENU(distance_params, mode, "Mode", OUTSIDE, modes,
             .doc = "outside: how far the mask is, 0 in it. inside: how far its outside is, 0 there. signed: to its edge, which runs between pixels; negative inside."),
    TRN_MENU(distance_params, unit, "Unit", PIXELS, units, .doc = "What distances are in: pixels, or widths of the whole image."),
    TRN_FLOAT(distance_params, max_distance, "Maximum Distance", 0, 0, MOST, .unit = "pixels",
              .doc = "Greater distances become this. 0: no maximum, which takes the whole image."),
    TRN_TOGGLE(distance_params, tile, "Tile", false, .doc = "The image repeats: distances go over its edges."),
    TRN_STRING(distance_params, out_layer, "Output Layer", "distance", .doc = "Name of the result. Empty overwrites the mask."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the mask.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the distances.")};

static void footprint(const void *params, trn_footprint *f)
{
    const distance_params *p = params;
    f->halo = (int32_t)p->max_distance + 1;
    f->wrap = p->tile;
    if (p->max_distance == 0) trn_measures(f, "max_distance", "looks for the mask in the whole image", "set max_distance above 0");
}
static double passes(const void *params) { return ((const distance_params *)params)->mode.value == SIGNED ? 20.0 : 10.0; }

typedef struct work {
    const float *mask;
    uint8_t *set;
    int32_t width;
    double threshold;
    uint8_t *rows; /* which of both there are in a row: 1 not in the mask, 2 in it */
    const float *out, *in;
    float *to;
    int32_t mode;
    double unit, most;
} work;
static void mark(void *data, int32_t begin, int32_t end)
{
    const work *w = data;
    for (int32_t y = begin; y < end; ++y) {
        uint8_t seen = 0;
        for (size_t i = (size_t)y * (size_t)w->width, last = i + (size_t)w->width; i < last; ++i) {
            w->set[i] = (double)w->mask[i] >= w->threshold;
            seen |= (uint8_t)(1 << w->set[i]);
        }
        w->rows[y] = seen;
    }
}
static void finish(void *data, int32_t begin, int32_t end)
{
    const work *w = data;
    const double most = w->most;
    for (size_t i = (size_t)begin * (size_t)w->width, last = (size_t)end * (size_t)w->width; i < last; ++i) {
        double d = w->mode == INSIDE ? (double)w->in[i] : (double)w->out[i];
        if (w->mode == SIGNED) { /* the edge lies half a pixel from the centres on either side */
            d = w->set[i] ? 0.5 - (double)w->in[i] : (double)w->out[i] - 0.5;
            d = d < -most ? -most : d > most ? most : d;
        }
        w->to[i] = (float)(d * w->unit);
    }
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const distance_params *p = params;
    const trn_frame *f = trn_eval_frame(ev);
    const size_t count = (size_t)f->width * (size_t)f->height;
    const bool out = p->mode.value != INSIDE, in = p->mode.value != OUTSIDE;
    const double most = p->max_distance > 0 ? p->max_distance : INFINITY;
    trn_layer *mask, *to;
    float *outside = NULL, *inside = NULL;
    work w = {.width = f->width, .threshold = p->threshold, .mode = p->mode.value, .most = most, .unit = p->unit.value == WIDTHS ? 1.0 / (double)f->whole_width : 1.0};
    trn_status st = trn_keep_layers(ev, 0);
    if (st == TRN_OK) st = trn_need(ev, 0, "layer", p->layer, &mask);
    if (st == TRN_OK) st = trn_make(ev, TRN_F32, 1, &to);
    if (st == TRN_OK) st = trn_scratch(ev, count, &w.set);
    if (st == TRN_OK) st = trn_scratch(ev, (size_t)f->height, &w.rows);
    if (st == TRN_OK && out) st = trn_scratch(ev, count * sizeof *outside, &outside);
    if (st == TRN_OK && in) st = trn_scratch(ev, count * sizeof *inside, &inside);
    if (st != TRN_OK) return st;
    w.mask = trn_plane_f32(mask, 0), w.to = trn_layer_f32(to, 0), w.out = outside, w.in = inside;
    trn_progress_span(ev, 0, 0.1);
    if ((st = trn_for(ev, f->height, 64, mark, &w)) != TRN_OK) return st;
    uint8_t seen = 0;
    for (int32_t y = 0; y < f->height; ++y) seen |= w.rows[y];
    const uint8_t wanted = (uint8_t)((out ? 2 : 0) | (in ? 1 : 0));
    if (p->max_distance == 0 && (seen & wanted) != wanted)
        return trn_fail(ev, TRN_ERR_DATA, "layer: '%s' has no pixel %s %g, so there is no distance to %s; set max_distance above 0 to have that instead", p->layer,
                        wanted & ~seen & 2 ? "at or above" : "below", p->threshold, wanted & ~seen & 2 ? "the mask" : "its outside");
    /* half a pixel more, for the edge */
    const double reach = p->mode.value == SIGNED ? most + 0.5 : most;
    trn_progress_span(ev, 0.1, in ? 0.5 : 0.9);
    if (out && (st = trn_distance_transform(ev, w.set, 1, p->tile, reach, outside)) != TRN_OK) return st;
    trn_progress_span(ev, out ? 0.5 : 0.1, 0.9);
    if (in && (st = trn_distance_transform(ev, w.set, 0, p->tile, reach, inside)) != TRN_OK) return st;
    trn_progress_span(ev, 0.9, 1);
    st = trn_for(ev, f->height, 64, finish, &w);
    return st == TRN_OK ? trn_put(ev, "out_layer", *p->out_layer ? p->out_layer : p->layer, to) : st;
}

const trn_node_type trn_node_distance = {
    .info.id = "distance", .info.title = "Distance", .info.category = "tools",
    .info.summary = "Measures how far each pixel is from a mask, exactly.",
    .info.doc =
        "The Euclidean distance from each pixel's centre to that of the nearest pixel of the mask (outside), or of what is not in it (inside). "
        "signed measures to the edge between them, half a pixel from the centres on either side: 0.5, 1.5 ... outside and negative inside. The work is linear in the pixels and "
        "done in whole numbers up to the last square root (Meijster, Roerdink and Hesselink 2000; Felzenszwalb and Huttenlocher 2012).\n\n"
        "With a maximum the node looks no further, so that tiles can be made; where the mask is not within reach the distance is the maximum. Without one, a mask without "
        "pixels is an error.",
    .info.example = "noise{ frequency = 3 }:distance{ layer = \"C\", threshold = 0.3, mode = \"signed\" }",
    .info.reach = TRN_LOCAL, .info.version = 1,
    TRN_PARAMS(distance_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
