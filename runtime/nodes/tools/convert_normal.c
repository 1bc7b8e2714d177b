/* convert_normal: normals from one form into another. */
#include "graph/node.h"
#include "kernels/convert_normal.h"
#include <string.h>

enum { SIGNED, PACKED };
static const char *const ranges[] = {"signed", "packed", NULL};
enum { HALF, BYTE_128 };
static const char *const zeros[] = {"half", "byte_128", NULL};
enum { KEEP, TO_Y_UP, FROM_Y_UP };
static const char *const axes[] = {"keep", "to_y_up", "from_y_up", "swap_yz", NULL};

typedef struct convert_normal_params {
    trn_text layer;
    trn_menu from, to, zero;
    bool flip_red, flip_green, reconstruct_z, normalize;
    trn_menu axes;
    trn_text out_layer;
} convert_normal_params;

static const trn_param params[] = {
    TRN_STRING(convert_normal_params, layer, "Normal Layer", "N", .doc = "Layer of normals, of three channels or of two, x and y. Channels behind the third are kept as they are."),
    TRN_MENU(convert_normal_params, from, "From", SIGNED, ranges, .doc = "What the numbers are now. signed: -1 to 1, as nodes take them. packed: 0 to 1, as pictures hold them."),
    TRN_MENU(convert_normal_params, to, "To", PACKED, ranges, .doc = "What they become."),
    TRN_MENU(convert_normal_params, zero, "Zero Level", HALF, zeros, .disabled = "from = signed to = signed",
             .doc = "What 0 is packed as. half: 1/2, so that 0 to 1 are -1 to 1. byte_128: the 128 of 8-bit files, in which 1/2 does not occur: level ground in the usual "
                    "(128, 128, 255) is level then. The byte 0 lies a step below -1."),
    TRN_TOGGLE(convert_normal_params, flip_green, "Flip Green", false, .doc = "Turns y round: from +Y up (OpenGL, Blender, Unity, glTF) to +Y down (DirectX, Unreal), and back."),
    TRN_TOGGLE(convert_normal_params, flip_red, "Flip Red", false, .doc = "Turns x round."),
    TRN_TOGGLE(convert_normal_params, reconstruct_z, "Reconstruct Z", false,
               .doc = "z is worked out of x and y, for a length of 1, as textures of two channels mean it. Layers of two channels need no asking."),
    TRN_TOGGLE(convert_normal_params, normalize, "Normalize", false, .doc = "Makes every normal one long; one without length becomes (0, 0, 1)."),
    TRN_MENU(convert_normal_params, axes, "Axes", KEEP, axes,
             .doc = "to_y_up: (x, z, -y), from z up to the world's axes, y up and right-handed. from_y_up: (x, -z, y), back. swap_yz: (x, z, y), to and from y up and left-handed (Unity)."),
    TRN_STRING(convert_normal_params, out_layer, "Output Layer", "", .doc = "Name of the result. Empty overwrites the input layer."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the normals.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the normals converted.")};

static double passes(const void *params) { (void)params; return 5.0; }

typedef struct copying { const float *from; float *to; size_t width; } copying;
static void copy_rows(void *work, int32_t begin, int32_t end)
{
    const copying *c = work;
    memcpy(c->to + (size_t)begin * c->width, c->from + (size_t)begin * c->width, (size_t)(end - begin) * c->width * sizeof *c->to);
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const convert_normal_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *from, *to;
    trn_status st = trn_keep_layers(ev, 0);
    if (st == TRN_OK) st = trn_need(ev, 0, "layer", p->layer, &from);
    if (st != TRN_OK) return st;
    const int32_t channels = trn_layer_get_info(from)->channels;
    if (channels < 2) return trn_fail(ev, TRN_ERR_ARGUMENT, "layer: '%s' has one channel, not the 3 of normals, or the 2 of their x and y", p->layer);
    if ((st = trn_make(ev, TRN_F32, channels < 3 ? 3 : channels, &to)) != TRN_OK) return st;
    const bool in = p->from.value == PACKED, out = p->to.value == PACKED, byte = p->zero.value == BYTE_128;
    const convert_normal_args args = {
        .x = trn_plane_f32(from, 0), .y = trn_plane_f32(from, 1), .z = trn_plane_f32(from, channels == 2 ? 1 : 2),
        .to_x = trn_layer_f32(to, 0), .to_y = trn_layer_f32(to, 1), .to_z = trn_layer_f32(to, 2), .make_z = channels == 2 || p->reconstruct_z,
        .width = frame->width, .height = frame->height,
        .byte = in && byte, .zero = in ? (byte ? 128.0 : 0.5) : 0.0, .step = in ? (byte ? 1.0 / 127.0 : 2.0) : 1.0,
        .to_zero = out ? (byte ? 128.0 / 255.0 : 0.5) : -0.0, .to_step = out ? (byte ? 127.0 / 255.0 : 0.5) : 1.0,
        .flip_x = p->flip_red, .flip_y = p->flip_green, .unit = p->normalize,
        .swap = p->axes.value != KEEP, .turn_y = p->axes.value == TO_Y_UP, .turn_z = p->axes.value == FROM_Y_UP,
    };
    st = trn_run(ev, TRN_KERNEL(convert_normal), &args, frame->height);
    for (int32_t c = 3; st == TRN_OK && c < channels; ++c) {
        copying work = {trn_plane_f32(from, c), trn_layer_f32(to, c), (size_t)frame->width};
        st = trn_for(ev, frame->height, 64, copy_rows, &work);
    }
    return st == TRN_OK ? trn_put(ev, "out_layer", *p->out_layer ? p->out_layer : p->layer, to) : st;
}

const trn_node_type trn_node_convert_normal = {
    .info.id = "convert_normal", .info.title = "Convert Normal", .info.category = "tools",
    .info.summary = "Takes normals from signed to packed and back, and from one convention to another.",
    .info.doc =
        "`height_to_normal` makes normals, and `normal_to_height` takes them, as signed numbers with +Y towards +v. Pictures hold them packed, 0 to 1. As it is "
        "by default the node packs; `image{ file = \"normals.png\", layer = \"N\" }:convert_normal{ from = \"packed\", to = \"signed\" }` unpacks a map, with `flip_green` one "
        "that was made for DirectX.\n\n"
        "In this order: unpacked; red and green turned round; z reconstructed; made one long; axes changed; packed. x^2 + y^2 above 1 leave a "
        "z of 0. Nothing is clamped, so that packing can be undone: signed to packed and back is the same within 6e-8, or 1.3e-7 with byte_128, and the bytes of an 8-bit or 16-bit "
        "file come back as they were. From signed to signed all that is not asked to change keeps its bits.\n\n"
        "Worked out in double. A void (NaN) in any of the channels makes a void of all three. The other layers of the image are kept.",
    .info.example = "noise{}:height_to_normal{}:convert_normal{ flip_green = true }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(convert_normal_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .passes = passes, .eval = eval,
};
