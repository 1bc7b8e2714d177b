/* blend: one layer with another one of a second image, by a mask. */
#include "graph/node.h"
#include "kernels/blend_layers.h"

static const char *const modes[] = {"mix", "add", "subtract", "multiply", "minimum", "maximum", "smooth_minimum", "smooth_maximum",
                                    "overlay", "screen", "difference", NULL}; /* as blend_mode */

typedef struct blend_params {
    trn_menu mode;
    trn_text layer, other_layer;
    double opacity, radius;
    trn_text mask_layer;
    bool invert_mask;
    trn_text out_layer;
} blend_params;

static const trn_param params[] = {
    TRN_MENU(blend_params, mode, "Mode", BLEND_MIX, modes,
             .doc = "What becomes of a and b. mix: b. subtract: a - b. minimum, maximum: the lower, the higher. smooth_minimum, smooth_maximum: "
                    "the same without a crease. overlay, screen: of colours and masks from 0 to 1. difference: |a - b|."),
    TRN_STRING(blend_params, layer, "Layer", "C", .doc = "Layer a of the image."),
    TRN_STRING(blend_params, other_layer, "Other Layer", "C", .doc = "Layer b of the other image: as many channels, or one that all channels of a meet."),
    TRN_FLOAT(blend_params, opacity, "Opacity", 1, 0, 1, .doc = "How much of the result shows; 0 leaves a as it is."),
    TRN_FLOAT(blend_params, radius, "Radius", 0.1, 1e-6, 1e24, .unit = "layer units", .hidden = "mode ≠ smooth_minimum mode ≠ smooth_maximum",
              .doc = "Where a and b differ by less than this they are rounded off, by a quarter of it where they meet."),
    TRN_STRING(blend_params, mask_layer, "Mask Layer", "", .doc = "Layer of the image that says how much shows, 0 to 1; its first channel, clamped. Empty: everywhere."),
    TRN_TOGGLE(blend_params, invert_mask, "Invert Mask", false, .disabled = "mask_layer = \"\"", .doc = "Show it where the mask is low: one minus the mask."),
    TRN_STRING(blend_params, out_layer, "Output Layer", "", .doc = "Name of the result. Empty: it replaces a."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with a, and the mask."), TRN_IMAGE_PORT("other", "Image with b, of the same size.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the result.")};

static trn_status eval(trn_eval *ev, const void *params)
{
    const blend_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *a, *b, *mask = NULL, *out;
    trn_status st = trn_keep_layers(ev, 0);
    if (st == TRN_OK) st = trn_need(ev, 0, "layer", p->layer, &a);
    if (st == TRN_OK) st = trn_need(ev, 1, "other_layer", p->other_layer, &b);
    if (st == TRN_OK && *p->mask_layer) st = trn_need(ev, 0, "mask_layer", p->mask_layer, &mask);
    if (st != TRN_OK) return st;
    const int32_t channels = trn_layer_get_info(a)->channels, others = trn_layer_get_info(b)->channels;
    if (others != channels && others != 1)
        return trn_fail(ev, TRN_ERR_ARGUMENT, "other_layer: '%s' has %d channels and '%s' has %d; it needs as many, or one",
                        p->other_layer, (int)others, p->layer, (int)channels);
    if ((st = trn_make(ev, TRN_F32, channels, &out)) != TRN_OK) return st;
    for (int32_t c = 0; c < channels; ++c) {
        const blend_layers_args args = {
            .a = trn_plane_f32(a, c), .b = trn_plane_f32(b, others == 1 ? 0 : c), .mask = mask ? trn_plane_f32(mask, 0) : NULL,
            .out = trn_layer_f32(out, c), .width = frame->width, .height = frame->height, .mode = p->mode.value, .invert = p->invert_mask,
            .opacity = p->opacity, .radius = p->radius,
        };
        trn_progress_span(ev, (double)c / channels, (double)(c + 1) / channels);
        if ((st = trn_run(ev, TRN_KERNEL(blend_layers), &args, frame->height)) != TRN_OK) return st;
    }
    return trn_put(ev, "out_layer", *p->out_layer ? p->out_layer : p->layer, out);
}

const trn_node_type trn_node_blend = {
    .info.id = "blend", .info.title = "Blend", .info.category = "tools",
    .info.summary = "Joins a layer with one of another image.",
    .info.doc =
        "`hills:blend{ other = ridges, mode = \"smooth_maximum\" }`. The result is a + (f(a, b) - a) m, where f is what `mode` says and m is "
        "`opacity` times the mask, or times 1 minus it with `invert_mask`. Where m is 0 the pixel keeps its bits, where it is 1 it is "
        "f(a, b). Worked out in double.\n\n"
        "smooth_minimum is the lower of both less (r - |a - b|)^2 / (4 r) where |a - b| < r, which has no crease; smooth_maximum is its mirror image.\n\n"
        "Where a or b is a void (NaN) so is f, but in mix f is b, and shows voids of b alone. A void in the mask leaves the pixel alone. The "
        "other layers of the first image are kept, those of the other one are not.",
    .info.example = "noise{ frequency = 3 }:blend{ other = noise{ frequency = 8, noise_type = \"worley\" }, mode = \"smooth_maximum\" }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(blend_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .eval = eval,
};
