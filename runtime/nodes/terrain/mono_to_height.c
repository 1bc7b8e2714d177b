/* mono_to_height: scales and offsets a layer into a height layer. */
#include "graph/node.h"
#include "kernels/mono_to_height.h"

typedef struct mono_to_height_params {
    trn_text layer;
    double height_scale, height_offset;
    trn_text out_layer;
} mono_to_height_params;

static const trn_param params[] = {
    TRN_STRING(mono_to_height_params, layer, "Layer", "C",
               .doc = "Layer to convert. Of a layer with several channels the first is used."),
    TRN_FLOAT(mono_to_height_params, height_scale, "Height Scale", 1, -TRN_ANY, TRN_ANY, .doc = "Multiplies the values."),
    TRN_FLOAT(mono_to_height_params, height_offset, "Height Offset", 0, -TRN_ANY, TRN_ANY,
              .doc = "Added after scaling, so it is in the units of the height."),
    TRN_STRING(mono_to_height_params, out_layer, "Output Layer", "height", .doc = "Name of the height layer. Empty makes none."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the layer to convert.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the height layer added.")};

static trn_status eval(trn_eval *ev, const void *params)
{
    const mono_to_height_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *value, *out;
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &value)) != TRN_OK || (st = trn_keep_layers(ev, 0)) != TRN_OK ||
        (st = trn_make(ev, TRN_F32, 1, &out)) != TRN_OK)
        return st;
    const mono_to_height_args args = {
        .value = trn_plane_f32(value, 0), .out = trn_layer_f32(out, 0), .width = frame->width, .height = frame->height,
        .scale = p->height_scale, .offset = p->height_offset,
    };
    if ((st = trn_run(ev, TRN_KERNEL(mono_to_height), &args, frame->height)) != TRN_OK) return st;
    return trn_put(ev, "out_layer", p->out_layer, out);
}

const trn_node_type trn_node_mono_to_height = {
    .info.id = "mono_to_height", .info.title = "Mono to HeightField", .info.category = "terrain",
    .info.summary = "Converts a layer into a height layer by scaling and offsetting its values.",
    .info.doc =
        "height = value * `height_scale` + `height_offset`: first scaled, then offset. With 1 and 0 every value is kept bit for bit "
        "(but -0 becomes 0). Worked out in double and rounded once, so a large offset costs no more than its own precision. "
        "Voids (NaN) stay voids. The other layers of the image are kept.",
    .info.example = "noise{}:mono_to_height{ height_scale = 1200, height_offset = 340 }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(mono_to_height_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .eval = eval,
};
