/* strata: layers of rock, tilted and folded, cut into the ground. */
#include "graph/node.h"
#include "kernels/strata.h"
#include "terrain/fractal_noise.h"
#include "terrain/numbers.h"
#include <stdio.h>

typedef struct strata_params {
    trn_text layer;
    double strength;
    trn_text mask_layer;
    bool strata_only;
    double spacing, strata_offset, sharpness, hardness_random;
    trn_text tilt;
    double noise_amount, noise_frequency;
    uint32_t rand_seed;
    trn_text out_layer;
} strata_params;

static const trn_param params[] = {
    TRN_STRING(strata_params, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(strata_params, strength, "Mask", 0.8, 0, 1, .disabled = "strata_only is on",
              .doc = "How much of the strata is mixed into the height, 0 nothing, 1 all. Not a scale of heights."),
    TRN_STRING(strata_params, mask_layer, "Mask Layer", "", .disabled = "strata_only is on",
               .doc = "Multiplies Mask at each pixel, 0 to 1; its first channel, clamped. Empty: 1 everywhere."),
    TRN_TOGGLE(strata_params, strata_only, "Output Strata Only", false,
               .doc = "Put out how far the strata lower the ground, 0 or less, in place of the height. Added to the height it makes what Mask 1 makes."),
    TRN_FLOAT(strata_params, spacing, "Strata Size", 0.1, 1e-6, TRN_ANY, .doc = "Thickness of a layer of rock, in units of height. At most 1e24."),
    TRN_FLOAT(strata_params, strata_offset, "Strata Offset", 0, -TRN_ANY, TRN_ANY, .doc = "Raises all layers. At most 1e24 in size."),
    TRN_FLOAT(strata_params, sharpness, "Sharpness", 0.7, 0, 0.999, .doc = "How flat the hardest layers are on top, and how steep at their edges. 0 leaves the ground alone."),
    TRN_FLOAT(strata_params, hardness_random, "Hardness Randomness", 0.5, 0, 1,
              .doc = "How soft layers may be: each has a sharpness of its own, from (1 - this) times Sharpness up to Sharpness."),
    TRN_STRING(strata_params, tilt, "Tilt (U V)", "0 0",
               .doc = "Two numbers: what is added to the height across the image along u and along v before it is cut into layers, which so dip "
                      "that way. Each at most 1e24 in size."),
    TRN_FLOAT(strata_params, noise_amount, "Noise Amount", 0, -TRN_ANY, TRN_ANY,
              .doc = "Folds the layers: added likewise, times noise of -1 to 1. At most 1e24 in size."),
    TRN_FLOAT(strata_params, noise_frequency, "Noise Frequency", 4, 0, 10000, .disabled = "noise_amount = 0",
              .doc = "Folds across the image, along u and along v."),
    TRN_SEED(strata_params, rand_seed, "Seed", 0, .doc = "Seed of the layers' hardness and of the noise."),
    TRN_STRING(strata_params, out_layer, "Output Layer", "",
               .doc = "Name of the layer of heights. Empty overwrites the input layer. The layer of rock that shows goes to <name>_id."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the stratified height and the layer of ids.")};

static trn_status check(const void *params, trn_error *err)
{
    const strata_params *p = params;
    double tilt[2];
    trn_status st;
    if ((st = trn_need_moderate(err, "spacing", p->spacing)) != TRN_OK || (st = trn_need_moderate(err, "strata_offset", p->strata_offset)) != TRN_OK ||
        (st = trn_need_moderate(err, "noise_amount", p->noise_amount)) != TRN_OK)
        return st;
    return trn_need_numbers(err, "tilt", p->tilt, tilt, 2, 2);
}

static double passes(const void *params)
{
    return ((const strata_params *)params)->noise_amount != 0.0 ? 12 : 6;
}

static trn_status make_noise(trn_eval *ev, const strata_params *p, const float **plane)
{
    const trn_fractal_noise folds = {
        .type = TRN_NOISE_SIMPLEX, .fractal = TRN_FRACTAL_NONE, .octaves = 1, .lacunarity = 2, .roughness = 0.5,
        .frequency = p->noise_frequency, .amplitude = 1,
    };
    trn_layer *noise;
    const trn_status st = trn_make(ev, TRN_F32, 1, &noise);
    if (st != TRN_OK) return st;
    *plane = trn_layer_f32(noise, 0);
    trn_progress_span(ev, 0, 0.4);
    return trn_noise_run(ev, &folds, trn_seed_key(p->rand_seed, TRN_STREAM_STRATA_NOISE, 0), false, noise);
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const strata_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const char *name = *p->out_layer ? p->out_layer : p->layer, *where = *p->out_layer ? "out_layer" : "layer";
    double tilt[2] = {0, 0};
    trn_layer *height, *mask = NULL, *out, *id;
    trn_status st;
    trn_parse_numbers(p->tilt, tilt, 2);
    if ((st = trn_keep_layers(ev, 0)) != TRN_OK || (st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK ||
        (*p->mask_layer && !p->strata_only && (st = trn_need(ev, 0, "mask_layer", p->mask_layer, &mask)) != TRN_OK) ||
        (st = trn_make(ev, TRN_F32, 1, &out)) != TRN_OK || (st = trn_make(ev, TRN_I32, 1, &id)) != TRN_OK)
        return st;
    strata_args args = {
        .z = trn_plane_f32(height, 0), .mask = mask ? trn_plane_f32(mask, 0) : NULL,
        .out = trn_layer_f32(out, 0), .id = trn_layer_i32(id, 0), .width = frame->width, .height = frame->height,
        .steps = {.base = p->strata_offset, .step = p->spacing, .inverse = 1.0 / p->spacing},
        .softness = 1.0 - p->sharpness, .variety = p->sharpness * p->hardness_random, .key = trn_seed_key(p->rand_seed, TRN_STREAM_STRATA, 0),
        .u = (double)frame->x + 0.5, .v = (double)frame->y + 0.5,
        .tilt_u = tilt[0] / (double)frame->whole_width, .tilt_v = tilt[1] / (double)frame->whole_height,
        .fold = p->noise_amount, .share = p->sharpness > 0.0 ? p->strata_only ? 1.0 : p->strength : 0.0, .alone = p->strata_only,
    };
    if (p->noise_amount != 0.0 && (st = make_noise(ev, p, &args.noise)) != TRN_OK) return st;
    trn_progress_span(ev, p->noise_amount != 0.0 ? 0.4 : 0.0, 1);
    if ((st = trn_run(ev, TRN_DEVICE_KERNEL(strata), &args, frame->height)) != TRN_OK || (st = trn_put(ev, where, name, out)) != TRN_OK)
        return st;
    char ids[128];
    snprintf(ids, sizeof ids, "%s_id", name);
    return trn_put(ev, where, ids, id);
}

const trn_node_type trn_node_strata = {
    .info.id = "strata", .info.title = "Strata", .info.category = "terrain",
    .info.summary = "Cuts layers of rock into a height layer, tilted, folded, some hard and some soft.",
    .info.doc =
        "The rock is made of layers of one thickness, `spacing`, that lie along s = height + `tilt` (u, v) + `noise_amount` noise. Within its "
        "layer the ground is cut as terrace cuts it: f, its place from 0 to 1, becomes f^p with p = 1/(1 - sharpness), and the "
        "sharpness of a layer is its hardness times `sharpness`. Hard layers make flat benches with steep edges, soft ones slopes. The "
        "ground is lowered, never raised, by less than a layer's thickness.\n\n"
        "With `tilt` \"0.5 0\" the layers dip by 0.5 towards +u from one edge of the image to the other. Without tilt, noise and randomness "
        "the heights are those of terrace with step = spacing and the same offset and sharpness, to the last bit. `strength`, "
        "times `mask_layer`, blends with the height; a void in the mask leaves the pixel alone.\n\n"
        "`<name>_id` holds whole numbers, one for each layer of rock, rising upwards: colour them with random{ mode = \"id\" }, or by their "
        "remainder. Worked out in double but for the powers, which are right to 1e-7 of a layer. Voids (NaN) stay voids, with the id -2147483648. The other layers of the image are kept.",
    .info.example = "noise{ fractal = \"terrain\" }:strata{ spacing = 0.05, tilt = \"0.3 0.1\", noise_amount = 0.05 }",
    .info.reach = TRN_POINTWISE, .info.version = 4,
    TRN_PARAMS(strata_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .passes = passes, .device = true, .eval = eval,
};
