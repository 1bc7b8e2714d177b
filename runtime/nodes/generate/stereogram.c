/* stereogram: a picture of dots in which two eyes see depth. */
#include "graph/node.h"
#include "math/hash.h"
#include "math/scalar.h"
#include <stdio.h>

typedef struct stereogram_params {
    trn_text depth_layer, pattern_layer;
    int32_t strip;
    double depth_scale;
    bool cross_eyed, color;
    uint32_t rand_seed;
    trn_text out_layer;
} stereogram_params;

static const trn_param params[] = {
    TRN_STRING(stereogram_params, depth_layer, "Depth Layer", "depth",
               .doc = "Layer with the depth, 0 far to 1 near; what lies outside is clamped. Its first channel counts."),
    TRN_STRING(stereogram_params, pattern_layer, "Pattern Layer", "",
               .doc = "Layer of which the leftmost strip is repeated, pixel by pixel and in all its channels. Empty: random dots."),
    TRN_INT(stereogram_params, strip, "Strip Width (Pixels)", 0, 0, 4096, .unit = "pixels",
            .doc = "Width of the strip that repeats. 0: an eighth of the image's width."),
    TRN_FLOAT(stereogram_params, depth_scale, "Depth Scale", 0.33, 0, 0.9,
              .doc = "How much nearer copies lie to each other where the depth is 1, as a part of the strip. 0 is flat."),
    TRN_TOGGLE(stereogram_params, cross_eyed, "Cross-Eyed", false,
               .doc = "For eyes that cross before the picture, instead of looking through it in parallel."),
    TRN_TOGGLE(stereogram_params, color, "Color Dots", true, .disabled = "pattern_layer ≠ \"\"", .doc = "Dots of all colours, or of greys."),
    TRN_SEED(stereogram_params, rand_seed, "Seed", 0, .disabled = "pattern_layer ≠ \"\"", .doc = "Seed of the dots."),
    TRN_STRING(stereogram_params, out_layer, "Output Layer", "stereogram",
               .doc = "Name of the picture's layer; the separation is <name>_sep. Empty makes none."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the depth layer, and perhaps a pattern layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the stereogram and its separation added.")};

static void footprint(const void *params, trn_footprint *f)
{
    (void)params;
    trn_measures(f, NULL, "copies dots along the whole of each row", "put :bake{} behind it, which makes it once for all tiles");
}

static double passes(const void *params)
{
    (void)params;
    return 6;
}

typedef struct work {
    const trn_frame *frame;
    const stereogram_params *p;
    const float *depth, *pattern; /* pattern: NULL for dots */
    float *picture, *separation;
    int64_t stride, pattern_stride;
    int32_t channels, strip;
    uint32_t key[3];
} work;

static float dot(const work *w, int32_t x, int32_t y, int32_t channel)
{
    const uint32_t column = (uint32_t)(w->frame->x + x) * TRN_PX, row = (uint32_t)(w->frame->y + y) * TRN_PY;
    return trn_unit_f(trn_mix(column ^ trn_mix(row + w->key[w->p->color ? channel : 0])));
}

static void rows(void *data, int32_t y0, int32_t y1)
{
    const work *w = data;
    for (int32_t y = y0; y < y1; ++y) {
        const size_t row = (size_t)y * (size_t)w->frame->width;
        for (int32_t x = 0; x < w->frame->width; ++x) {
            const size_t at = row + (size_t)x;
            const double near = trn_saturate((double)w->depth[at]), z = w->p->cross_eyed ? 1.0 - near : near;
            const float separation = (float)(w->strip * (1.0 - w->p->depth_scale * z));
            const int32_t whole = trn_ifloor((double)separation + 0.5); /* of the float, so that the layer says what was done */
            const int32_t back = whole < 1 ? 1 : whole;
            w->separation[at] = separation;
            for (int32_t c = 0; c < w->channels; ++c) {
                float *to = w->picture + (size_t)c * (size_t)w->stride + at;
                if (x >= back) *to = to[-back];
                else *to = w->pattern ? w->pattern[(size_t)c * (size_t)w->pattern_stride + at] : dot(w, x, y, c);
            }
        }
    }
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const stereogram_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *depth, *pattern = NULL, *picture, *separation;
    trn_status st = trn_need(ev, 0, "depth_layer", p->depth_layer, &depth);
    if (st == TRN_OK) st = trn_need_finite(ev, "depth_layer", p->depth_layer, depth);
    if (st == TRN_OK && *p->pattern_layer) st = trn_need(ev, 0, "pattern_layer", p->pattern_layer, &pattern);
    if (st == TRN_OK) st = trn_keep_layers(ev, 0);
    work w = {.frame = frame, .p = p, .channels = pattern ? trn_layer_get_info(pattern)->channels : 3};
    if (st == TRN_OK) st = trn_make(ev, TRN_F32, w.channels, &picture);
    if (st == TRN_OK) st = trn_make(ev, TRN_F32, 1, &separation);
    if (st != TRN_OK) return st;
    w.depth = trn_plane_f32(depth, 0);
    w.picture = trn_layer_f32(picture, 0);
    w.stride = trn_layer_get_info(picture)->stride;
    w.separation = trn_layer_f32(separation, 0);
    if (pattern) {
        w.pattern = trn_plane_f32(pattern, 0);
        w.pattern_stride = trn_layer_get_info(pattern)->stride;
    }
    w.strip = p->strip > 0 ? p->strip : frame->width < 8 ? 1 : frame->width / 8;
    for (uint32_t c = 0; c < 3; ++c) w.key[c] = trn_seed_key(p->rand_seed, TRN_STREAM_DOTS, c);
    if ((st = trn_for(ev, frame->height, 16, rows, &w)) != TRN_OK) return st;

    char name[128];
    snprintf(name, sizeof name, *p->out_layer ? "%s_sep" : "%s", p->out_layer);
    if ((st = trn_put(ev, "out_layer", p->out_layer, picture)) != TRN_OK) return st;
    return trn_put(ev, "out_layer", name, separation);
}

const trn_node_type trn_node_stereogram = {
    .info.id = "stereogram", .info.title = "Stereogram", .info.category = "generate",
    .info.summary = "A picture of dots, or of a pattern, in which two eyes see depth.",
    .info.doc =
        "An autostereogram: each row begins with a strip of dots or of the pattern, and every further pixel repeats the one that lies the "
        "separation to its left. The eyes take the two for one point, and the nearer they lie to each other the nearer it seems. The separation "
        "is strip (1 - `depth_scale` depth) pixels, with 1 - depth instead where `cross_eyed` is on. `<out_layer>_sep` holds it as it is; pixels "
        "are copied from it rounded to nearest, and at least 1.\n\n"
        "Look through the picture until two neighbouring strips fall together. Hidden surfaces are not removed, so ghosts may show at "
        "steps of the depth. Rows know nothing of each other. Values of dots are multiples of 2^-24 from 0 up to 1. Voids in the depth are an "
        "error. Method: Thimbleby, Inglis and Witten 1994, copying to the right only.\n\n"
        "A pattern is not shrunk to the strip: lay it out so that its leftmost strip is what shall repeat. Pixels are copied along whole rows, "
        "so tiles of a plane without end cannot be made by this node: put `bake` behind it. For the same reason it runs on the host, never "
        "on a device: a pixel waits for the one that it repeats.",
    .info.example = "noise{ layer = \"depth\", bias = 0.5, amplitude = 0.5 }:stereogram{ strip = 60 }",
    .info.reach = TRN_GLOBAL, .info.version = 2,
    TRN_PARAMS(stereogram_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
