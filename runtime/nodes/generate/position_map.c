/* position_map: a place in space for each pixel. */
#include "graph/node.h"
#include "math/scalar.h"
#include "nodes/generate/size_params.h"
#include <float.h>
#include <string.h>

enum { SOURCE_POSITION, SOURCE_VIEW };
static const char *const sources[] = {"position", "view_direction", NULL};
enum { BORDER_CLAMP, BORDER_MIRROR, BORDER_WRAP, BORDER_EXTEND };
static const char *const borders[] = {"clamp", "mirror", "wrap", "extend", NULL};

typedef struct position_map_params {
    trn_menu source_position;
    trn_menu x_border, y_border, z_border;
    double x_shift, x_cycles, y_shift, y_cycles, z_shift, z_cycles;
    trn_text out_layer;
    TRN_SIZE_MEMBERS;
} position_map_params;

#define AXIS(NAME, name)                                                                                                \
    TRN_MENU(position_map_params, name##_border, NAME " Border", BORDER_EXTEND, borders, .group = NAME,                  \
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

typedef struct axis { int32_t border; double shift, cycles; } axis;

static float place(axis a, double at)
{
    double p = trn_clamp((at + a.shift) * a.cycles, -1e300, 1e300);
    if (a.border == BORDER_CLAMP) p = trn_clamp(p, -1.0, 1.0);
    if (a.border == BORDER_MIRROR) p = 1.0 - fabs(p + 1.0 - 4.0 * trn_floor((p + 1.0) / 4.0) - 2.0);
    if (a.border == BORDER_WRAP) p = p + 1.0 - 2.0 * trn_floor((p + 1.0) / 2.0) - 1.0;
    return (float)trn_clamp(p, -FLT_MAX, FLT_MAX) + 0.0f;
}

/* The middle of pixel n of a line of `count`, -1 ... 1 over `across` pixels. The numerator is whole, so far out too. */
static double middle(int64_t n, int64_t count, int64_t across) { return (double)(2 * n + 1 - count) / (double)across; }

typedef struct work { const trn_frame *frame; axis y; bool view; const float *columns; float z, *to[3]; } work;
static void rows(void *data, int32_t y0, int32_t y1)
{
    const work *w = data;
    const trn_frame *f = w->frame;
    for (int32_t j = y0; j < y1; ++j) {
        const size_t at = (size_t)j * (size_t)f->width;
        const float y = place(w->y, w->view ? 0.0 : middle(f->y + j, f->whole_height, f->whole_width));
        memcpy(w->to[0] + at, w->columns, (size_t)f->width * sizeof(float));
        for (int32_t i = 0; i < f->width; ++i) w->to[1][at + (size_t)i] = y;
        for (int32_t i = 0; i < f->width; ++i) w->to[2][at + (size_t)i] = w->z;
    }
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const position_map_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const bool view = p->source_position.value == SOURCE_VIEW;
    const axis x = {p->x_border.value, p->x_shift, p->x_cycles}, z = {p->z_border.value, p->z_shift, p->z_cycles};
    float *columns;
    trn_layer *out;
    trn_status st = trn_scratch(ev, (size_t)frame->width * sizeof *columns, &columns);
    if (st == TRN_OK) st = trn_make(ev, TRN_F32, 3, &out);
    if (st != TRN_OK) return st;
    for (int32_t i = 0; i < frame->width; ++i)
        columns[i] = place(x, view ? 0.0 : middle(frame->x + i, frame->whole_width, frame->whole_width));
    work w = {.frame = frame, .y = {p->y_border.value, p->y_shift, p->y_cycles}, .view = view, .columns = columns,
              .z = place(z, view ? -1.0 : 0.0), .to = {trn_layer_f32(out, 0), trn_layer_f32(out, 1), trn_layer_f32(out, 2)}};
    if ((st = trn_for(ev, frame->height, 64, rows, &w)) != TRN_OK) return st;
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
    TRN_PARAMS(position_map_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .size = trn_size_of_position_map_params, .eval = eval,
};
