/* image: an image from a file, or one that the host made, as the start of a graph. */
#include "graph/node.h"
#include "io/io.h"
#include "terrain/numbers.h"

typedef struct image_params {
    trn_text file;
    trn_menu format;
    bool raw;
    trn_text range;
    int32_t width, height;
    trn_menu byte_order;
    double world_size;
    trn_text layer;
} image_params;

static const char *const formats[] = {"auto", "png", "raw16", "raw32", NULL}; /* in the order of trn_file_format */
static const char *const byte_orders[] = {"little", "big", NULL};

static const trn_param params[] = {
    TRN_STRING(image_params, file, "File", "", .doc = "Image file to read. Empty where the node was made from an image."),
    TRN_MENU(image_params, format, "Format", 0, formats,
             .doc = "Auto: PNG files by their content, the others by the ending of their name: .r16 and .raw are headerless "
                    "unsigned 16-bit integers, .r32 and .f32 headerless float32."),
    TRN_TOGGLE(image_params, raw, "Raw Samples", 0,
               .doc = "Integers as they are stored (0 to 255 or 65535) and no sidecar. Palettes are expanded all the same."),
    TRN_STRING(image_params, range, "Range", "", .disabled = "raw is on",
               .doc = "What the smallest and the largest integer of the file stand for, \"0 1800\". Empty: what the sidecar says, "
                      "else 0 and 1."),
    TRN_INT(image_params, width, "Width", 0, 0, TRN_ANY,
            .doc = "Pixels of a row in a headerless file; another file must have them. 0: from the sidecar, or from the height, "
                   "or a square."),
    TRN_INT(image_params, height, "Height", 0, 0, TRN_ANY, .doc = "Rows of a headerless file. 0: as for the width."),
    TRN_MENU(image_params, byte_order, "Byte Order", 0, byte_orders, .doc = "Of headerless files."),
    TRN_FLOAT(image_params, world_size, "World Size", 0, 0, TRN_ANY, .unit = "world units",
              .doc = "Width of the image in the world. 0: what the sidecar or the image says."),
    TRN_STRING(image_params, layer, "Layer", "C",
               .doc = "Name of the layer that is made from the file. The layers of an image keep their own names."),
};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image.")};

static bool parse_range(const char *text, trn_read_options *o)
{
    double range[2];
    const int32_t count = trn_parse_numbers(text, range, 2);
    if (count == 2) o->has_range = true, o->range_lo = range[0], o->range_hi = range[1];
    return count == 0 || count == 2;
}

static trn_status check(const void *params, trn_error *err)
{
    const image_params *p = params;
    trn_read_options o = {0};
    if (!parse_range(p->range, &o)) return trn_param_fail(err, "range", "must be two numbers, \"0 1800\", got '%s'", p->range);
    if (p->raw && o.has_range) return trn_param_fail(err, "range", "has no meaning for raw samples");
    if (!*p->layer) return trn_param_fail(err, "layer", "must not be empty");
    return TRN_OK;
}

static trn_status stamp(trn_runtime *rt, const void *params, const trn_stop *stop, trn_key *key, trn_error *err)
{
    const image_params *p = params;
    return *p->file ? trn_stamp_file(rt, p->file, stop, key, err) : TRN_OK;
}

static void read_options(const image_params *p, trn_read_options *o)
{
    *o = (trn_read_options){.format = (trn_file_format)p->format.value, .raw = p->raw, .width = p->width, .height = p->height,
                            .big_endian = p->byte_order.value == 1, .world_size = p->world_size};
    parse_range(p->range, o);
}

static trn_status size(const trn_node *node, const void *params, int32_t *width, int32_t *height, trn_error *err)
{
    const image_params *p = params;
    trn_image *held = trn_node_held(node);
    if (held && *p->file)
        return trn_error_set(err, TRN_ERR_ARGUMENT, "file: '%s' is given, and an image too; one of them is enough", p->file);
    if (!held && !*p->file) return trn_error_set(err, TRN_ERR_ARGUMENT, "file: names no file, and no image is given");
    trn_read_options o;
    trn_file_info info = {0};
    read_options(p, &o);
    const trn_status st = held ? TRN_OK : trn_file_inspect(trn_node_runtime(node), p->file, &o, &info, err);
    *width = held ? trn_image_width(held) : info.width;
    *height = held ? trn_image_height(held) : info.height;
    return st;
}

static void footprint(const void *params, trn_footprint *f)
{
    const image_params *p = params;
    trn_measures(f, *p->file ? "file" : NULL, "is an image that ends at its edges", "put :bake{} behind it, which lays it on the plane");
}

static trn_status from_file(trn_eval *ev, const image_params *p, trn_image **out)
{
    trn_read_options o;
    read_options(p, &o);
    return trn_read_image(trn_eval_runtime(ev), p->file, &o, trn_stop_flag(ev), out, trn_eval_error(ev));
}

/* The layers of `from` under the name (NULL: their own), and with the world size, that are asked for. */
static trn_status restate(trn_eval *ev, trn_image *from, const char *name, double world_size, trn_image **out)
{
    trn_status st = trn_image_new(trn_eval_runtime(ev), trn_image_width(from), trn_image_height(from), out, trn_eval_error(ev));
    for (int32_t i = 0; st == TRN_OK && i < trn_image_count(from); ++i) {
        const trn_named_layer l = trn_image_at(from, i);
        st = trn_image_put(*out, name ? name : l.name, l.layer, trn_eval_error(ev));
    }
    if (st == TRN_OK) trn_image_set_world_size(*out, world_size > 0 ? world_size : trn_image_world_size(from));
    return st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const image_params *p = params;
    trn_image *held = trn_node_held(trn_eval_node(ev)), *read = NULL, *image = NULL;
    trn_status st = held ? TRN_OK : from_file(ev, p, &read);
    if (st == TRN_OK) st = restate(ev, held ? held : read, held ? NULL : p->layer, p->world_size, &image);
    if (st == TRN_OK) st = trn_set_output(ev, image);
    trn_image_release(image);
    trn_image_release(read);
    return st;
}

const trn_node_type trn_node_image_source = {
    .info.id = "image", .info.title = "Image", .info.category = "tools",
    .info.summary = "Reads an image file, or brings an image of the host's into a graph.",
    .info.doc =
        "Integers of PNG and headerless 16-bit files map linearly to `range`; a sidecar that Terrane wrote beside the file "
        "(NAME.json for NAME.png, else the whole name with .json behind it) gives range and world size, so that heights come "
        "back as they were written, to half a step of the file's integers. Samples are data: no gamma, colour profile or "
        "transparent colour is applied; only palettes are expanded to the colours they stand for. The top row of the file is "
        "the top row of the image. In float32 files NaN and infinities are voids, which come out as NaN. The image has the "
        "file's size, whatever size the evaluation asks for.\n\n"
        "What the file holds is part of the node's identity: after an edit it is read anew.\n\n"
        "Made from an image (`img:splat{}` does so by itself), the node hands it on as it is.",
    .info.example = "image{ file = \"valley.png\", range = { 273, 4373 } }:stream_power{}",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(image_params, params), TRN_OUTPUTS(outputs), .check = check, .size = size, .footprint = footprint, .stamp = stamp,
    .eval = eval,
};
