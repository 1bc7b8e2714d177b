/* remap: a range of values onto another; levels and normalising. */
#include "graph/node.h"
#include "kernels/remap.h"
#include "range_params.h"

typedef struct remap_params {
    trn_text layer;
    TRN_RANGE_MEMBERS;
    double to_min, to_max;
    bool clamp;
    double gamma;
    trn_text out_layer;
} remap_params;

static const trn_param params[] = {
    TRN_STRING(remap_params, layer, "Layer", "C", .doc = "Layer to map, all its channels by the range of the first."),
    TRN_RANGE_ROWS(remap_params),
    TRN_FLOAT(remap_params, to_min, "To Minimum", 0, -TRN_ANY, TRN_ANY, .doc = "What 0 becomes."),
    TRN_FLOAT(remap_params, to_max, "To Maximum", 1, -TRN_ANY, TRN_ANY, .doc = "What 1 becomes."),
    TRN_TOGGLE(remap_params, clamp, "Clamp", false, .doc = "Values outside the range become its ends."),
    TRN_FLOAT(remap_params, gamma, "Gamma", 1, 0.001, 100, .doc = "The power of the value between 0 and 1, with its sign. Above 1 darkens the middle."),
    TRN_STRING(remap_params, out_layer, "Output Layer", "", .doc = "Name of the result. Empty overwrites the input layer."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the layer mapped.")};

static trn_status check(const void *params, trn_error *err)
{
    const remap_params *p = params;
    trn_status st;
    if ((st = trn_need_moderate(err, "to_min", p->to_min)) != TRN_OK || (st = trn_need_moderate(err, "to_max", p->to_max)) != TRN_OK) return st;
    return TRN_RANGE_CHECK(p, err);
}
static void footprint(const void *params, trn_footprint *f)
{
    const remap_params *p = params;
    TRN_RANGE_FOOTPRINT(p, f);
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const remap_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *from, *to;
    trn_range range;
    trn_status st = trn_keep_layers(ev, 0);
    if (st == TRN_OK) st = trn_need(ev, 0, "layer", p->layer, &from);
    if (st == TRN_OK) st = TRN_RANGE_OF(ev, p, from, &range);
    if (st == TRN_OK) st = trn_make(ev, TRN_F32, trn_layer_get_info(from)->channels, &to);
    if (st != TRN_OK) return st;
    const int32_t channels = trn_layer_get_info(from)->channels;
    for (int32_t c = 0; c < channels; ++c) {
        const remap_args args = {
            .from = trn_plane_f32(from, c), .to = trn_layer_f32(to, c), .width = frame->width, .height = frame->height, .clamp = p->clamp,
            .low = range.from, .inverse = range.inverse, .gamma = p->gamma, .start = p->to_min, .span = p->to_max - p->to_min,
        };
        trn_progress_span(ev, (double)c / channels, (double)(c + 1) / channels);
        if ((st = trn_run(ev, TRN_KERNEL(remap), &args, frame->height)) != TRN_OK) return st;
    }
    return trn_put(ev, "out_layer", *p->out_layer ? p->out_layer : p->layer, to);
}

const trn_node_type trn_node_remap = {
    .info.id = "remap", .info.title = "Remap", .info.category = "tools",
    .info.summary = "Maps a range of values onto another: levels, normalising, turning round.",
    .info.doc =
        "t = (value - `from_min`) / (`from_max` - `from_min`); with `clamp` t stays within 0 and 1; t becomes t^`gamma`, with its sign; the "
        "result is `to_min` + t (`to_max` - `to_min`). Worked out in double. Voids (NaN) stay voids.\n\n"
        "With `range = \"measured\"` the layer fills the range from `to_min` to `to_max` whatever its values are, which normalises it: "
        "`cut` leaves out outliers. Each tile would measure its own, so tiles want the range given. A layer of one value becomes `to_min`.",
    .info.example = "noise{ frequency = 4 }:remap{ from_min = -1, from_max = 1, to_min = 200, to_max = 1800 }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(remap_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .footprint = footprint, .eval = eval,
};
