/* ramp: values to colours, or along a curve. */
#include "graph/node.h"
#include "kernels/ramp.h"
#include "range_params.h"
#include "terrain/color_ramp.h"

typedef struct ramp_params {
    trn_text layer, ramp;
    trn_menu ramp_mode;
    TRN_RANGE_MEMBERS;
    trn_text out_layer;
} ramp_params;

static const trn_param params[] = {
    TRN_STRING(ramp_params, layer, "Layer", "C", .doc = "Layer whose first channel is looked up."),
    TRN_STRING(ramp_params, ramp, "Ramp", "0:0.12,0.3,0.5 0.3:0.82,0.78,0.55 0.5:0.3,0.5,0.2 0.8:0.5,0.45,0.4 1:1,1,1",
               .doc = "Stops, place:value with one to four components, as in \"0:0 0.5:1 1:0\". Places lie from 0 to 1, where the range of the layer does."),
    TRN_MENU(ramp_params, ramp_mode, "Ramp Mode", TRN_RAMP_LINEAR, trn_ramp_options,
             .doc = "Between stops. linear: straight. smooth: levels out at each. constant: the stop before."),
    TRN_RANGE_ROWS(ramp_params),
    TRN_STRING(ramp_params, out_layer, "Output Layer", "Cd", .doc = "Name of the result, which has as many channels as stops have components. Empty overwrites the input layer."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the result.")};

static trn_status check(const void *params, trn_error *err)
{
    const ramp_params *p = params;
    trn_color_ramp ramp;
    const trn_status st = trn_ramp_parse(p->ramp, p->ramp_mode.value, "ramp", &ramp, err);
    return st == TRN_OK ? TRN_RANGE_CHECK(p, err) : st;
}
static void footprint(const void *params, trn_footprint *f)
{
    const ramp_params *p = params;
    TRN_RANGE_FOOTPRINT(p, f);
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const ramp_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *from, *to;
    trn_range range;
    ramp_args args = {.width = frame->width, .height = frame->height};
    trn_status st = trn_keep_layers(ev, 0);
    if (st == TRN_OK) st = trn_need(ev, 0, "layer", p->layer, &from);
    if (st == TRN_OK) st = TRN_RANGE_OF(ev, p, from, &range);
    if (st == TRN_OK) st = trn_ramp_parse(p->ramp, p->ramp_mode.value, "ramp", &args.ramp, trn_eval_error(ev));
    if (st == TRN_OK) st = trn_make(ev, TRN_F32, args.ramp.channels, &to);
    if (st != TRN_OK) return st;
    args.from = trn_plane_f32(from, 0);
    args.to = trn_layer_f32(to, 0);
    args.stride = trn_layer_get_info(to)->stride;
    args.low = range.from, args.inverse = range.inverse;
    st = trn_run(ev, TRN_KERNEL(ramp), &args, frame->height);
    return st == TRN_OK ? trn_put(ev, "out_layer", *p->out_layer ? p->out_layer : p->layer, to) : st;
}

static double passes(const void *params) { (void)params; return 5.0; }

const trn_node_type trn_node_ramp = {
    .info.id = "ramp", .info.title = "Ramp", .info.category = "tools",
    .info.summary = "Colours a layer by its values, or bends them along a curve.",
    .info.doc =
        "Every value has a place t on the ramp, 0 at `from_min` and 1 at `from_max`; before the first stop and behind the last the ends hold. "
        "Stops may come in any order; of several at the same place the one written last counts from there on, which makes a step. With "
        "one component the result is a curve of the layer, with three a colour. Up to 64 stops; worked out in double. Voids (NaN) stay voids.\n\n"
        "With `range = \"measured\"` the ramp is laid over the values that there are; each tile would measure its own.",
    .info.example = "noise{ frequency = 4 }:ramp{ from_min = -1, from_max = 1, ramp = \"0:0.1,0.2,0.5 0.5:0.8,0.8,0.6 1:0.2,0.4,0.1\" }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(ramp_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .footprint = footprint, .passes = passes, .eval = eval,
};
