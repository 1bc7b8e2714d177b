/* constant: an image of one colour. */
#include "graph/node.h"
#include "kernels/fill.h"
#include "nodes/generate/device_params.h"
#include "nodes/generate/size_params.h"
#include <float.h>

typedef struct constant_params {
    TRN_SIZE_MEMBERS;
    double red, green, blue, alpha;
    bool use_alpha;
    trn_text layer;
    TRN_DEVICE_MEMBER;
} constant_params;

static const trn_param params[] = {
    TRN_SIZE_ROWS(constant_params, ""),
    TRN_FLOAT(constant_params, red, "Color", 0, -TRN_ANY, TRN_ANY, .doc = "Red, the first channel. Not clamped."),
    TRN_FLOAT(constant_params, green, "Color", 0, -TRN_ANY, TRN_ANY, .doc = "Green, the second channel. Not clamped."),
    TRN_FLOAT(constant_params, blue, "Color", 0, -TRN_ANY, TRN_ANY, .doc = "Blue, the third channel. Not clamped."),
    TRN_FLOAT(constant_params, alpha, "Alpha", 1, -TRN_ANY, TRN_ANY, .doc = "The fourth channel, while use_alpha is on. Not clamped."),
    TRN_TOGGLE(constant_params, use_alpha, "Alpha", false, .doc = "Make four channels, red, green, blue and alpha, instead of three."),
    TRN_STRING(constant_params, layer, "Output Layer", "C", .doc = "Name of the layer."),
    TRN_DEVICE_ROW(constant_params),
};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the colour in the output layer.")};

enum { CHANNELS = 4 };
static const double *channel(const constant_params *p, int32_t c)
{
    const double *const all[CHANNELS] = {&p->red, &p->green, &p->blue, &p->alpha};
    return all[c];
}

static trn_status check(const void *params, trn_error *err)
{
    static const char *const names[CHANNELS] = {"red", "green", "blue", "alpha"};
    const constant_params *p = params;
    for (int32_t c = 0; c < CHANNELS && p->device.value != TRN_DEVICE_EXACT; ++c) {
        const double value = *channel(p, c);
        if (!(value >= -FLT_MAX && value <= FLT_MAX))
            return trn_param_fail(err, names[c], "%g is more than a 32-bit float holds (3.4e38); device \"exact\" makes 64-bit ones", value);
    }
    return TRN_OK;
}

TRN_SIZE_CALLBACK(constant_params)

static trn_status eval(trn_eval *ev, const void *params)
{
    const constant_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const bool exact = p->device.value == TRN_DEVICE_EXACT;
    const int32_t channels = p->use_alpha ? CHANNELS : CHANNELS - 1;
    trn_layer *layer;
    trn_status st;
    if ((st = trn_take_device(ev, p->device)) != TRN_OK || (st = trn_make(ev, trn_device_type(p->device), channels, &layer)) != TRN_OK)
        return st;
    for (int32_t c = 0; c < channels; ++c) {
        const fill_args args = {
            .plane = exact ? NULL : trn_layer_f32(layer, c), .exact = exact ? trn_layer_f64(layer, c) : NULL,
            .width = frame->width, .height = frame->height, .value = *channel(p, c),
        };
        trn_progress_span(ev, (double)c / channels, (double)(c + 1) / channels);
        if ((st = trn_run(ev, TRN_DEVICE_KERNEL(fill), &args, frame->height)) != TRN_OK) return st;
    }
    return trn_put(ev, "layer", p->layer, layer);
}

static double passes(const void *params) { return ((const constant_params *)params)->use_alpha ? CHANNELS : CHANNELS - 1; }

const trn_node_type trn_node_constant = {
    .info.id = "constant", .info.title = "Constant", .info.category = "generate",
    .info.summary = "An image of one colour.",
    .info.doc =
        "Every pixel has `red`, `green` and `blue`, and `alpha` while `use_alpha` is on: something to composite on, or a mask that is "
        "the same everywhere. Nothing is clamped, so colours may be negative or brighter than 1. Values must fit a 32-bit float, "
        "unless `device` is exact.",
    .info.example = "constant{ red = 0.2, green = 0.4, blue = 0.1 }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(constant_params, params), TRN_OUTPUTS(outputs), .check = check, .size = trn_size_of_constant_params, .passes = passes,
    .device = true, .eval = eval,
};
