/* fill: lays a value over a layer, all of it or by a mask. */
#include "graph/node.h"
#include "kernels/fill.h"
#include "terrain/numbers.h"

enum { MOST_CHANNELS = 64 }; /* that a layer has */

typedef struct fill_params {
    trn_text layer, value, mask_layer;
    bool invert_mask;
} fill_params;

static const trn_param params[] = {
    TRN_STRING(fill_params, layer, "Layer", "C", .doc = "Layer to fill."),
    TRN_STRING(fill_params, value, "Fill Value", "0 0 0",
               .doc = "A number for each channel, separated by spaces. The last one goes on for channels that have none of their own; "
                      "numbers beyond the last channel are not used. Each at most 1e24 in size."),
    TRN_STRING(fill_params, mask_layer, "Mask Layer", "",
               .doc = "Says how much of the value is laid over each pixel, 0 to 1; its first channel, clamped. Empty fills everywhere."),
    TRN_TOGGLE(fill_params, invert_mask, "Invert Mask", false, .disabled = "mask_layer = \"\"",
               .doc = "Fill where the mask is low: one minus the mask."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the layer to fill.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the layer filled.")};

static trn_status check(const void *params, trn_error *err)
{
    double values[MOST_CHANNELS];
    return trn_need_numbers(err, "value", ((const fill_params *)params)->value, values, 1, MOST_CHANNELS);
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const fill_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    double values[MOST_CHANNELS];
    const int32_t count = trn_parse_numbers(p->value, values, MOST_CHANNELS);
    trn_layer *from, *mask = NULL, *layer;
    trn_status st;
    if ((st = trn_keep_layers(ev, 0)) != TRN_OK || (st = trn_need(ev, 0, "layer", p->layer, &from)) != TRN_OK ||
        (*p->mask_layer && (st = trn_need(ev, 0, "mask_layer", p->mask_layer, &mask)) != TRN_OK))
        return st;
    const int32_t channels = trn_layer_get_info(from)->channels;
    if ((st = trn_make(ev, TRN_F32, channels, &layer)) != TRN_OK) return st;
    for (int32_t c = 0; c < channels; ++c) {
        const fill_args args = {
            .from = mask ? trn_plane_f32(from, c) : NULL, .mask = mask ? trn_plane_f32(mask, 0) : NULL, .plane = trn_layer_f32(layer, c),
            .width = frame->width, .height = frame->height, .invert = p->invert_mask, .value = (float)values[c < count ? c : count - 1],
        };
        trn_progress_span(ev, (double)c / channels, (double)(c + 1) / channels);
        if ((st = trn_run(ev, TRN_DEVICE_KERNEL(fill), &args, frame->height)) != TRN_OK) return st;
    }
    return trn_put(ev, "layer", p->layer, layer);
}

const trn_node_type trn_node_fill = {
    .info.id = "fill", .info.title = "Fill", .info.category = "generate",
    .info.summary = "Fills a layer with a value, softly by a mask.",
    .info.doc =
        "Each channel of the layer becomes in + (`value` - in) m, where m is the mask, clamped to 0 ... 1, or 1 minus it with "
        "`invert_mask`; without a mask m is 1 everywhere. Where m is 0 the pixel keeps its bits, where it is 1 it is the value. Worked "
        "out in double.\n\n"
        "A void (NaN) in the mask leaves the pixel alone, inverted or not. A void in the layer is filled where m is 1, so that "
        "fill without a mask closes voids, and stays one elsewhere. The other layers of the image are kept.",
    .info.example = "noise{ channels = 3 }:fill{ value = \"1 0.5 0\", mask_layer = \"C\" }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(fill_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .device = true, .eval = eval,
};
