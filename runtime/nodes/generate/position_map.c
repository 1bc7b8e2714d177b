/* position_map: a place in space for each pixel. */
#include "graph/node.h"
#include "kernels/position_map.h"
#include "nodes/generate/size_params.h"

enum { SOURCE_POSITION, SOURCE_VIEW };
static const char *const sources[] = {"position", "view_direction", NULL};
static const char *const borders[] = {"clamp", "mirror", "wrap", "extend", NULL}; /* in the order of POSITION_CLAMP ... */

typedef struct position_map_params {
    trn_menu source_position;
    trn_menu x_border, y_border, z_border;
    double x_shift, x_cycles, y_shift, y_cycles, z_shift, z_cycles;
    trn_text out_layer;
    TRN_SIZE_MEMBERS;
} position_map_params;

#define AXIS(NAME, name)                                                                                                \
    TRN_MENU(position_map_params, name##_border, NAME " Border", POSITION_EXTEND, borders, .group = NAME,                  \
             .doc = "What becomes of " NAME " outside -1 ... 1. clamp: the nearer end. mirror: there and back again. "   \
                    "wrap: it begins anew at -1. extend: it is kept."),                                                  \
    TRN_FLOAT(position_map_params, name##_shift, NAME " Shift", 0, -TRN_ANY, TRN_ANY, .group = NAME, .doc = "Added to " NAME "."), \
    TRN_FLOAT(position_map_params, name##_cycles, NAME " Cycles", 1, -TRN_ANY, TRN_ANY, .group = NAME,                    \
              .doc = "Multiplies " NAME " after the shift.")

static const trn_param params[] = {
    TRN_MENU(position_map_params, source_position, "Source Position", SOURCE_POSITION, sources,
             .doc = "What is stored: the pixel's place on the image, or the direction that one looks in."),
    AXIS("X", x), AXIS("Y", y), AXIS("Z", z),
    TRN_STRING(position_map_params, out_layer, "Output Layer", "pos", .group = "Z", .doc = "Name of the layer, which has three channels."),
    TRN_SIZE_ROWS(position_map_params, "Z"),
};
static const trn_port inputs[] = {
    {.name = "size_ref", .type = "COPIMAGE", .optional = true, .doc = "Image that says the size. Its layers are not taken over."},
};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "Image with the position layer.")};

TRN_SIZE_CALLBACK(position_map_params)

static double passes(const void *params)
{
    (void)params;
    return 3;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const position_map_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *out;
    trn_status st = trn_make(ev, TRN_F32, 3, &out);
    if (st != TRN_OK) return st;
    const position_map_args args = {
        .out = trn_layer_f32(out, 0), .stride = trn_layer_get_info(out)->stride, .width = frame->width, .height = frame->height,
        .view = p->source_position.value == SOURCE_VIEW, .x = frame->x, .y = frame->y, .whole_width = frame->whole_width,
        .whole_height = frame->whole_height,
        .axis = {{p->x_border.value, p->x_shift, p->x_cycles}, {p->y_border.value, p->y_shift, p->y_cycles},
                 {p->z_border.value, p->z_shift, p->z_cycles}},
    };
    if ((st = trn_run(ev, TRN_DEVICE_KERNEL(position_map), &args, frame->height)) != TRN_OK) return st;
    return trn_put(ev, "out_layer", p->out_layer, out);
}

const trn_node_type trn_node_position_map = {
    .info.id = "position_map", .info.title = "Position Map", .info.category = "generate",
    .info.summary = "A layer that stores a place in space for each pixel.",
    .info.doc =
        "Three channels hold x, y and z, for what works on places instead of pixels, such as noise with a position layer. "
        "`source_position` position is the place of the pixel's middle in image space: x = 2u - 1 runs from -1 to 1 over the width, "
        "y = (2v - 1) height/width upwards in the same unit, so that pixels are square, and z is 0. There is no camera: "
        "view_direction is (0, 0, -1) everywhere.\n\n"
        "Each axis then becomes (value + shift) * cycles, and is folded into -1 ... 1 as its border says: mirror turns 1.5 into 0.5, "
        "wrap into -0.5. Worked out in double from whole numbers of pixels and rounded once: windows have the bytes of the whole, "
        "however far out. What would be more than a float holds is the largest one.",
    .info.example = "position_map{ x_border = \"mirror\", x_cycles = 4 }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(position_map_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .size = trn_size_of_position_map_params,
    .passes = passes, .device = true, .eval = eval,
};
