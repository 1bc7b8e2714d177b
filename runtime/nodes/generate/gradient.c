/* gradient: a ramp along u, v or a diagonal, by distance, or by angle. */
#include "graph/node.h"
#include "kernels/gradient.h"
#include "math/trig.h"
#include "nodes/generate/device_params.h"
#include "nodes/generate/size_params.h"
#include "terrain/color_ramp.h"

static const char *const directions[] = {"v", "u", "diagonal", "radial", "angular", NULL};

typedef struct gradient_params {
    TRN_SIZE_MEMBERS;
    trn_menu direction;
    double angle, center_x, center_y;
    trn_text ramp;
    trn_menu ramp_mode;
    trn_text layer;
    TRN_DEVICE_MEMBER;
} gradient_params;

#define HAS_CENTER .hidden = "direction ≠ radial direction ≠ angular"
static const trn_param params[] = {
    TRN_SIZE_ROWS(gradient_params, ""),
    TRN_MENU(gradient_params, direction, "Ramp Type", TRN_GRADIENT_V, directions,
             .doc = "Which way it runs: v upwards, u to the right, diagonal the way that angle points, radial outwards from the centre, "
                    "angular once around it, counter-clockwise from the right."),
    TRN_FLOAT(gradient_params, angle, "Angle", 0, -3600, 3600, .unit = "degrees", .hidden = "direction ≠ diagonal",
              .doc = "Where diagonal points: 0 to the right, 90 upwards."),
    TRN_FLOAT(gradient_params, center_x, "Center", 0, -10000, 10000, HAS_CENTER,
              .doc = "Centre of radial and angular, right of the image's middle; the short side of the image is 1."),
    TRN_FLOAT(gradient_params, center_y, "Center", 0, -10000, 10000, HAS_CENTER,
              .doc = "Centre of radial and angular, above the image's middle; the short side of the image is 1."),
    TRN_STRING(gradient_params, ramp, "Ramp", "0:0 1:1",
               .doc = "Stops, place:value, separated by spaces: \"0:0 0.5:1 1:0\". A value may have up to four components, "
                      "\"0:0,0,0 1:1,0.5,0\", as many as the layer is to have channels. Each at most 1e24 in size."),
    TRN_MENU(gradient_params, ramp_mode, "Interpolation", TRN_RAMP_LINEAR, trn_ramp_options,
             .doc = "What lies between stops: linear, smooth (flat at each stop) or constant (the stop before it)."),
    TRN_STRING(gradient_params, layer, "Output Layer", "C", .doc = "Name of the layer."),
    TRN_DEVICE_ROW(gradient_params),
};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the gradient in the output layer.")};

static trn_status check(const void *params, trn_error *err)
{
    const gradient_params *p = params;
    trn_color_ramp ramp;
    const trn_status st = trn_ramp_parse(p->ramp, p->ramp_mode.value, "ramp", &ramp, err);
    for (int32_t i = 0; st == TRN_OK && i < ramp.count; ++i)
        for (int32_t c = 0; c < ramp.channels; ++c)
            if (!(ramp.value[i][c] >= -1e24 && ramp.value[i][c] <= 1e24))
                return trn_param_fail(err, "ramp", "%g is more than 1e24 in size", ramp.value[i][c]);
    return st;
}

TRN_SIZE_CALLBACK(gradient_params)

static trn_status eval(trn_eval *ev, const void *params)
{
    const gradient_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const double whole_x = 2.0 * (double)frame->whole_width, whole_y = 2.0 * (double)frame->whole_height;
    const double aspect = whole_y / whole_x;
    gradient_args args = {
        .width = frame->width, .height = frame->height, .direction = p->direction.value,
        .first_x = (double)(2 * frame->x + 1), .first_y = (double)(2 * frame->y + 1), .whole_x = whole_x, .whole_y = whole_y,
        .unit = whole_x < whole_y ? whole_x : whole_y, .center_x = p->center_x, .center_y = p->center_y,
    };
    double sine, cosine;
    trn_sincos(trn_turns(p->angle), &sine, &cosine);
    const double width = fabs(cosine) + aspect * fabs(sine); /* the image as the diagonal sees it; its own width is 1 */
    args.along_x = cosine / (width * whole_x);
    args.along_y = sine / (width * whole_x);
    trn_layer *layer;
    trn_status st;
    if ((st = trn_ramp_parse(p->ramp, p->ramp_mode.value, "ramp", &args.ramp, trn_eval_error(ev))) != TRN_OK ||
        (st = trn_take_device(ev, p->device)) != TRN_OK ||
        (st = trn_make(ev, trn_device_type(p->device), args.ramp.channels, &layer)) != TRN_OK)
        return st;
    for (int32_t c = 0; c < args.ramp.channels; ++c) {
        args.channel = c;
        args.plane = p->device.value == TRN_DEVICE_EXACT ? NULL : trn_layer_f32(layer, c);
        args.exact = p->device.value == TRN_DEVICE_EXACT ? trn_layer_f64(layer, c) : NULL;
        trn_progress_span(ev, (double)c / args.ramp.channels, (double)(c + 1) / args.ramp.channels);
        if ((st = trn_run(ev, TRN_DEVICE_KERNEL(gradient), &args, frame->height)) != TRN_OK) return st;
    }
    return trn_put(ev, "layer", p->layer, layer);
}

static double passes(const void *params)
{
    const gradient_params *p = params;
    trn_color_ramp ramp;
    return trn_ramp_parse(p->ramp, p->ramp_mode.value, "ramp", &ramp, NULL) == TRN_OK ? 4.0 * ramp.channels : 4.0;
}

const trn_node_type trn_node_gradient = {
    .info.id = "gradient", .info.title = "Gradient", .info.category = "generate",
    .info.summary = "A colour ramp along u, v or a diagonal, by distance or by angle.",
    .info.doc =
        "Every pixel has a place t, and its value is that of `ramp` at t. Along v and u, t is the pixel's own v or u, 0 at one edge of the "
        "image and 1 at the other. diagonal grows towards `angle`, and is 0 and 1 at the two corners that lie furthest back and ahead: "
        "pixels are square, so the angle is a true one whatever the image's shape. radial and angular lie about (`center_x`, `center_y`), "
        "measured from the image's middle in units of its short side: radial is 0 there and 1 at a distance of 0.5, angular runs "
        "from 0 to 1 around it, counter-clockwise, beginning to the right.\n\n"
        "**Ramp.** Before the first stop its value holds, behind the last stop that one's. Stops may come in any order; of several at the same "
        "place the one written last counts from there on, which makes a step. The layer has as many channels as the first "
        "stop has components, and every stop must have as many. A ramp has up to 64 stops.\n\n"
        "Worked out in double. Beyond the image, in tiles of the unbounded plane, t goes on as it is: radial and diagonal end in the last "
        "stop's value.",
    .info.example = "gradient{ direction = \"radial\", ramp = \"0:1,0.9,0.6 0.7:0.4,0.2,0.1 1:0,0,0\", ramp_mode = \"smooth\" }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(gradient_params, params), TRN_OUTPUTS(outputs), .check = check, .size = trn_size_of_gradient_params, .passes = passes,
    .device = true, .eval = eval,
};
