/* terrace: cuts heights into flat treads and steep risers. */
#include "graph/node.h"
#include "kernels/terrace.h"
#include "terrain/numbers.h"

enum { METHOD_STEP_SIZE, METHOD_NUM_TERRACES };
static const char *const methods[] = {"step_size", "num_terraces", NULL};

typedef struct terrace_params {
    trn_text layer;
    double mask;
    trn_text mask_layer;
    trn_menu method;
    double step;
    int32_t terraces;
    bool limit_range;
    double min_height, max_height, offset, sharpness, random_step;
    uint32_t rand_seed;
    trn_text out_layer;
    bool keep_layers;
} terrace_params;

#define WITHOUT_RANGE .disabled = "method = step_size limit_range is off"
static const trn_param params[] = {
    TRN_STRING(terrace_params, layer, "Height Layer", "C", .doc = "Height layer. Only its first channel is used."),
    TRN_FLOAT(terrace_params, mask, "Mask", 1, 0, 1, .doc = "How much is cut, 0 nothing, 1 all. Multiplies the mask layer where there is one."),
    TRN_STRING(terrace_params, mask_layer, "Mask Layer", "",
               .doc = "Says how much is cut at each pixel, 0 to 1; its first channel, clamped. Empty cuts everywhere alike."),
    TRN_MENU(terrace_params, method, "Method", METHOD_STEP_SIZE, methods,
             .doc = "step_size says how high a terrace is. num_terraces says how many equal ones the range from lowest to highest holds."),
    TRN_FLOAT(terrace_params, step, "Step Size", 0.1, 1e-6, TRN_ANY, .hidden = "method = num_terraces",
              .doc = "Height of a terrace. At most 1e24."),
    TRN_INT(terrace_params, terraces, "Terraces", 10, 1, TRN_ANY, .hidden = "method = step_size",
            .doc = "How many terraces there are between min_height and max_height."),
    TRN_TOGGLE(terrace_params, limit_range, "Limit to Height Range", false, .hidden = "method = num_terraces",
               .doc = "Cut only heights from min_height to max_height. num_terraces always does."),
    TRN_FLOAT(terrace_params, min_height, "Min Height", 0, -TRN_ANY, TRN_ANY, WITHOUT_RANGE,
              .doc = "Lowest height that is cut. The first border lies here, plus offset. At most 1e24 in size."),
    TRN_FLOAT(terrace_params, max_height, "Max Height", 1, -TRN_ANY, TRN_ANY, WITHOUT_RANGE,
              .doc = "Highest height that is cut; above min_height. At most 1e24 in size."),
    TRN_FLOAT(terrace_params, offset, "Offset", 0, -TRN_ANY, TRN_ANY, .doc = "Raises all borders between terraces. At most 1e24 in size."),
    TRN_FLOAT(terrace_params, sharpness, "Sharpness", 0.7, 0, 1,
              .doc = "0 leaves the heights alone, 0.5 makes treads parabolas, near 1 they are flat with steep risers, and 1 makes stairs."),
    TRN_FLOAT(terrace_params, random_step, "Random Step", 0, 0, 1,
              .doc = "Moves each border at random by up to half of this many steps up or down, so that terraces differ in height."),
    TRN_SEED(terrace_params, rand_seed, "Step Seed", 0, .disabled = "random_step = 0", .doc = "Seed of where the borders move."),
    TRN_STRING(terrace_params, out_layer, "Output Layer", "C", .doc = "Name of the terraced layer, of one channel. Empty makes none."),
    TRN_TOGGLE(terrace_params, keep_layers, "Keep Input Layers", true, .doc = "Keep the other layers of the input."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the terraced height layer.")};

static bool has_range(const terrace_params *p) { return p->method.value == METHOD_NUM_TERRACES || p->limit_range; }

static trn_status check(const void *params, trn_error *err)
{
    const terrace_params *p = params;
    trn_status st;
    if ((st = trn_need_moderate(err, "step", p->step)) != TRN_OK || (st = trn_need_moderate(err, "min_height", p->min_height)) != TRN_OK ||
        (st = trn_need_moderate(err, "max_height", p->max_height)) != TRN_OK || (st = trn_need_moderate(err, "offset", p->offset)) != TRN_OK)
        return st;
    if (has_range(p) && !(p->max_height > p->min_height))
        return trn_param_fail(err, "max_height", "must be above min_height, %g, where the range is used, got %g", p->min_height, p->max_height);
    return TRN_OK;
}

/* The least float that is not below x: float heights are below both or neither. */
static float least_float(double x)
{
    const float f = (float)x;
    return (double)f < x ? nextafterf(f, INFINITY) : f;
}

static double passes(const void *params)
{
    (void)params;
    return 4; /* a power for each pixel */
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const terrace_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const bool range = has_range(p);
    trn_layer *height, *mask = NULL, *out;
    trn_status st;
    if ((p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) || (st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK ||
        (*p->mask_layer && (st = trn_need(ev, 0, "mask_layer", p->mask_layer, &mask)) != TRN_OK) ||
        (st = trn_make(ev, TRN_F32, 1, &out)) != TRN_OK)
        return st;
    const double step = p->method.value == METHOD_NUM_TERRACES ? (p->max_height - p->min_height) / p->terraces : p->step;
    const terrace_args args = {
        .z = trn_plane_f32(height, 0), .mask = mask ? trn_plane_f32(mask, 0) : NULL, .out = trn_layer_f32(out, 0),
        .width = frame->width, .height = frame->height,
        .steps = {.base = p->offset + (range ? p->min_height : 0.0), .step = step, .inverse = 1.0 / step, .shift = p->random_step,
                  .key = trn_seed_key(p->rand_seed, TRN_STREAM_TERRACE, 0)},
        .power = 1.0f / (float)(1.0 - p->sharpness), .share = p->sharpness > 0.0 ? p->mask : 0.0,
        .min = range ? least_float(p->min_height) : -INFINITY, .max = range ? -least_float(-p->max_height) : INFINITY,
    };
    if ((st = trn_run(ev, TRN_DEVICE_KERNEL(terrace), &args, frame->height)) != TRN_OK) return st;
    return trn_put(ev, "out_layer", p->out_layer, out);
}

const trn_node_type trn_node_terrace = {
    .info.id = "terrace", .info.title = "HeightField Terrace", .info.category = "terrain",
    .info.summary = "Cuts heights into terraces, flat treads with steep risers between them.",
    .info.doc =
        "Borders lie at offset + k step for every whole k (with a range: at min_height + offset + k step). Between two of them a height's "
        "place f, 0 to 1, becomes f^p with p = 1/(1 - sharpness), so a terrace is flat above its lower border and climbs steeply to the "
        "upper one. Borders do not move, higher ground stays at least as high as lower ground, and ground is cut, never filled.\n\n"
        "`num_terraces` divides the range from `min_height` to `max_height`; `limit_range` keeps `step_size` within it. What lies outside is "
        "left as it is, so where the range does not hold a whole number of steps, or the borders were moved, there may be a "
        "step at its ends. `random_step` moves borders up or down, each by its own amount, and they stay in "
        "their order.\n\n"
        "`mask` and `mask_layer` blend: out = height + (terraced - height) mask. A mask of slopes keeps terraces to steep ground, and "
        "plains as they were. Heights a million steps away from the first border are beyond what heights can tell apart and are left "
        "alone.\n\n"
        "Heights are worked out in double, the power of f in float, to 1e-7 of a step. Voids (NaN) stay voids; a void in the mask leaves the pixel alone.",
    .info.example = "noise{ fractal = \"terrain\" }:terrace{ step = 0.08, random_step = 0.5 }",
    .info.reach = TRN_POINTWISE, .info.version = 3,
    TRN_PARAMS(terrace_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .passes = passes, .device = true,
    .eval = eval,
};
