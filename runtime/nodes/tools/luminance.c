/* luminance: a colour as one number. */
#include "graph/node.h"
#include "kernels/luminance.h"
#include "terrain/numbers.h"

enum { REC_709, REC_601, AVERAGE, MAXIMUM, MINIMUM, CUSTOM };
static const char *const methods[] = {"rec_709", "rec_601", "average", "maximum", "minimum", "custom", NULL};
static const char *const encodings[] = {"linear", "srgb", NULL}; /* as luminance_curve */
static const char *const curves[] = {"linear", "srgb", "lightness", NULL};

typedef struct luminance_params {
    trn_text layer;
    trn_menu method;
    trn_text weights;
    trn_menu encoding, out_encoding;
    trn_text out_layer;
} luminance_params;

static const trn_param params[] = {
    TRN_STRING(luminance_params, layer, "Layer", "C", .doc = "Layer of colours; its first three channels. One of fewer is grey: its first stands for all three."),
    TRN_MENU(luminance_params, method, "Method", REC_709, methods,
             .doc = "rec_709: the luminance of HDTV, of screens and of sRGB. rec_601: the luma of older video, of which most programs make grey. average: of the three, "
                    "each counts alike. maximum: the greatest, which is the value of HSV. minimum: the least. custom: the weights."),
    TRN_STRING(luminance_params, weights, "Weights", "0.2126 0.7152 0.0722", .hidden = "method ≠ custom",
               .doc = "What red, green and blue are multiplied by before they are added up. They need not sum to 1."),
    TRN_MENU(luminance_params, encoding, "Encoding", LUMINANCE_LINEAR, encodings,
             .doc = "What the colours are in. linear: taken as they are. srgb: as in pictures for screens; decoded first."),
    TRN_MENU(luminance_params, out_encoding, "Output Encoding", LUMINANCE_LINEAR, curves,
             .doc = "linear: as it was worked out. srgb: encoded for screens. lightness: the L* of CIE over 100, whose steps look equal."),
    TRN_STRING(luminance_params, out_layer, "Output Layer", "luminance", .doc = "Name of the result. Empty overwrites the layer of colours."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the colours.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the layer of one channel.")};

static trn_status check(const void *params, trn_error *err)
{
    const luminance_params *p = params;
    double weights[3];
    return p->method.value == CUSTOM ? trn_need_numbers(err, "weights", p->weights, weights, 3, 3) : TRN_OK;
}
static double passes(const void *params)
{
    const luminance_params *p = params;
    return 2.0 + (p->encoding.value == LUMINANCE_LINEAR ? 0.0 : 15.0) + (p->out_encoding.value == LUMINANCE_LINEAR ? 0.0 : 5.0);
}

static trn_status eval(trn_eval *ev, const void *params)
{
    static const double fixed[][3] = {{0.2126, 0.7152, 0.0722}, {0.299, 0.587, 0.114}, {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}};
    const luminance_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const int32_t method = p->method.value;
    luminance_args args = {
        .width = frame->width, .height = frame->height, .from = p->encoding.value, .to = p->out_encoding.value,
        .maximum = method == MAXIMUM, .minimum = method == MINIMUM,
    };
    trn_layer *colour, *out;
    trn_status st = trn_keep_layers(ev, 0);
    if (st == TRN_OK) st = trn_need(ev, 0, "layer", p->layer, &colour);
    if (st == TRN_OK && method == CUSTOM) st = trn_need_numbers(trn_eval_error(ev), "weights", p->weights, args.weight, 3, 3);
    if (st == TRN_OK) st = trn_make(ev, TRN_F32, 1, &out);
    if (st != TRN_OK) return st;
    if (method <= AVERAGE) memcpy(args.weight, fixed[method], sizeof args.weight);
    const bool grey = trn_layer_get_info(colour)->channels < 3;
    args.red = trn_plane_f32(colour, 0);
    args.green = trn_plane_f32(colour, grey ? 0 : 1);
    args.blue = trn_plane_f32(colour, grey ? 0 : 2);
    args.out = trn_layer_f32(out, 0);
    st = trn_run(ev, TRN_KERNEL(luminance), &args, frame->height);
    return st == TRN_OK ? trn_put(ev, "out_layer", *p->out_layer ? p->out_layer : p->layer, out) : st;
}

const trn_node_type trn_node_luminance = {
    .info.id = "luminance", .info.title = "Luminance", .info.category = "tools",
    .info.summary = "Makes one channel of a colour: how bright it is.",
    .info.doc =
        "rec_709 adds up 0.2126 red, 0.7152 green and 0.0722 blue (ITU-R BT.709), rec_601 0.299, 0.587 and 0.114 (BT.601). Of greys every "
        "method but custom gives the grey itself, bit for bit.\n\n"
        "Luminance is a sum of light, so it is true of linear colours. Pictures are encoded: with `encoding = \"srgb\"` they are decoded first, by the exact "
        "curve of IEC 61966-2-1, and `out_encoding = \"srgb\"` encodes the result again, so that it looks as bright as the colour did. With both "
        "linear the encoded numbers are added up as they are, which is what rec_601 stands for and is right for colours that hold data.\n\n"
        "Values above 1 and below 0 are allowed: the curves go on, mirrored below 0. Worked out in double. A void (NaN) in any of the three channels "
        "makes a void. Alpha does not count. The other layers of the image are kept.",
    .info.example = "noise{ channels = 3 }:luminance{}",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(luminance_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .passes = passes, .eval = eval,
};
