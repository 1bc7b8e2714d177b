/* clip: limits heights to a range, with a soft knee. */
#include "graph/node.h"
#include "kernels/clip.h"
#include "terrain/numbers.h"
#include <stdio.h>

enum { MODE_BOTH, MODE_ABOVE, MODE_BELOW };
static const char *const modes[] = {"both", "above", "below", NULL};

typedef struct clip_params {
    trn_text layer, mask_layer;
    trn_menu mode;
    double min, max, softness;
    trn_text out_layer;
} clip_params;

static const trn_param params[] = {
    TRN_STRING(clip_params, layer, "Layer", "C", .doc = "Height layer to clip. Only its first channel is used."),
    TRN_STRING(clip_params, mask_layer, "Mask Layer", "",
               .doc = "Says how much of the clipped height is laid over each pixel, 0 to 1; its first channel, clamped. Empty clips everywhere."),
    TRN_MENU(clip_params, mode, "Clip", MODE_BOTH, modes,
             .doc = "Which limits hold. above only lowers what is over the maximum, below only raises what is under the minimum."),
    TRN_FLOAT(clip_params, min, "Minimum Height", 0, -TRN_ANY, TRN_ANY, .hidden = "mode = above", .doc = "Lower limit. At most 1e24 in size."),
    TRN_FLOAT(clip_params, max, "Maximum Height", 1, -TRN_ANY, TRN_ANY, .hidden = "mode = below", .doc = "Upper limit. At most 1e24 in size."),
    TRN_FLOAT(clip_params, softness, "Softness", 0, 0, TRN_ANY,
              .doc = "Width of the knee, in units of height: heights within half of it from a limit are bent. 0 is hard. At most 1e24."),
    TRN_STRING(clip_params, out_layer, "Output Layer", "",
               .doc = "Name of the clipped layer. Empty overwrites the input layer. What was changed goes to <name>_clipped."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the clipped height layer and the layer of what was changed.")};

static trn_status check(const void *params, trn_error *err)
{
    const clip_params *p = params;
    trn_status st;
    if ((st = trn_need_moderate(err, "min", p->min)) != TRN_OK || (st = trn_need_moderate(err, "max", p->max)) != TRN_OK ||
        (st = trn_need_moderate(err, "softness", p->softness)) != TRN_OK)
        return st;
    if (p->mode.value == MODE_BOTH && p->min > p->max)
        return trn_param_fail(err, "min", "%g is above max, %g; swap them, or set mode to \"above\" or \"below\"", p->min, p->max);
    return TRN_OK;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const clip_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const char *name = *p->out_layer ? p->out_layer : p->layer;
    trn_layer *height, *mask = NULL, *out, *change;
    trn_status st;
    if ((st = trn_keep_layers(ev, 0)) != TRN_OK || (st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK ||
        (*p->mask_layer && (st = trn_need(ev, 0, "mask_layer", p->mask_layer, &mask)) != TRN_OK) ||
        (st = trn_make(ev, TRN_F32, 1, &out)) != TRN_OK || (st = trn_make(ev, TRN_F32, 1, &change)) != TRN_OK)
        return st;
    clip_args args = {
        .z = trn_plane_f32(height, 0), .mask = mask ? trn_plane_f32(mask, 0) : NULL,
        .out = trn_layer_f32(out, 0), .change = trn_layer_f32(change, 0), .width = frame->width, .height = frame->height,
        .min = p->mode.value == MODE_ABOVE ? -(double)INFINITY : p->min, .max = p->mode.value == MODE_BELOW ? (double)INFINITY : p->max,
        .knee = 0.5 * p->softness,
    };
    /* knees as wide as the range meet in the middle and stay inside it */
    if (p->mode.value == MODE_BOTH && args.knee > p->max - p->min) args.knee = p->max - p->min;
    if (args.knee < 1e-60) args.knee = 0; /* no float is that near a limit and beside it */
    args.inverse = args.knee > 0 ? 1.0 / args.knee : 0;
    if ((st = trn_run(ev, TRN_DEVICE_KERNEL(clip), &args, frame->height)) != TRN_OK ||
        (st = trn_put(ev, *p->out_layer ? "out_layer" : "layer", name, out)) != TRN_OK)
        return st;
    char changed[128];
    snprintf(changed, sizeof changed, "%s_clipped", name);
    return trn_put(ev, *p->out_layer ? "out_layer" : "layer", changed, change);
}

const trn_node_type trn_node_clip = {
    .info.id = "clip", .info.title = "HeightField Clip", .info.category = "terrain",
    .info.summary = "Limits heights to a range, with hard edges or soft knees.",
    .info.doc =
        "Heights are limited to `min` and `max`, or to one of them. With `softness` a limit is reached through a parabola in place of an "
        "edge: it begins half the softness before the limit and ends half of it beyond, with the slope of the ground on one side "
        "and level on the other, so that no crease shows in the light. A height at the limit itself comes out an eighth of the softness "
        "inside of it; nothing comes out beyond. Heights farther away than half the softness are kept to the last bit, or are the limit "
        "exactly. With both limits the softness counts up to twice the range.\n\n"
        "`mask_layer` blends: out = height + (clipped - height) mask. The layer `<name>_clipped` is out - height: negative where the "
        "ground was lowered, positive where it was raised, 0 where it was left alone.\n\n"
        "Worked out in double. Voids (NaN) stay voids; a void in the mask leaves the pixel alone. The other layers of the image are kept.",
    .info.example = "noise{ fractal = \"terrain\" }:clip{ min = 0.2, max = 0.8, softness = 0.1 }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(clip_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .device = true, .eval = eval,
};
