/* random: a value by hash for each pixel, or for each id. */
#include "graph/node.h"
#include "kernels/random.h"
#include "math/hash.h"
#include "nodes/generate/size_params.h"
#include "terrain/color_ramp.h"
#include "terrain/numbers.h"

enum { VALUES_SHARED, VALUES_MIN_MAX, VALUES_RAMP, VALUES_LIST };
static const char *const values[] = {"shared", "min_max", "color_ramp", "specific_values", NULL};
static const char *const models[] = {"rgb", "hsv", NULL};
static const char *const counts[] = {"1", "3", "4", NULL};
enum { PER_PIXEL, PER_ID };
static const char *const modes[] = {"pixel", "id", NULL};

typedef struct random_params {
    trn_menu range_values, color_model;
    double min, max;
    trn_text range_min, range_max, color_ramp;
    trn_menu color_ramp_mode;
    trn_text colors;
    trn_menu channels, mode;
    trn_text id_layer;
    uint32_t rand_seed;
    bool zero_negative_ids;
    trn_text out_layer;
    TRN_SIZE_MEMBERS;
} random_params;

static const trn_param params[] = {
    TRN_MENU(random_params, range_values, "Range Values", VALUES_SHARED, values, .group = "Range",
             .doc = "What becomes of the random number. shared: one range for all channels. min_max: a range for each component. "
                    "color_ramp: a colour of a ramp. specific_values: one of a list of colours."),
    TRN_MENU(random_params, color_model, "Color Model", 0, models, .group = "Range", .hidden = "range_values ≠ min_max",
             .doc = "Whether range_min and range_max are red, green and blue, or hue, saturation and value."),
    TRN_FLOAT(random_params, min, "Value Range", 0, -TRN_ANY, TRN_ANY, .group = "Range", .hidden = "range_values ≠ shared",
              .doc = "Least value. At most 1e24 in size."),
    TRN_FLOAT(random_params, max, "Value Range", 1, -TRN_ANY, TRN_ANY, .group = "Range", .hidden = "range_values ≠ shared",
              .doc = "Where the range ends: 0 to 1 never gives 1. At most 1e24 in size."),
    TRN_STRING(random_params, range_min, "Min", "0 0 0", .group = "Range", .hidden = "range_values ≠ min_max",
               .doc = "Where the ranges begin: red, green, blue, or hue in degrees, saturation, value."),
    TRN_STRING(random_params, range_max, "Max", "1 1 1", .group = "Range", .hidden = "range_values ≠ min_max",
               .doc = "Where they end. All hues are 0 to 360, which has to be said."),
    TRN_STRING(random_params, color_ramp, "Color Ramp", "0:0,0,0 1:1,1,1", .group = "Range", .hidden = "range_values ≠ color_ramp",
               .doc = "Stops, place:red,green,blue. Places run from 0 to 1, in any order; of several at one place the last counts."),
    TRN_MENU(random_params, color_ramp_mode, "Color Ramp Mode", TRN_RAMP_LINEAR, trn_ramp_options, .group = "Range",
             .hidden = "range_values ≠ color_ramp",
             .doc = "Between stops: straight, a smooth step, or the colour of the stop before."),
    TRN_STRING(random_params, colors, "Colors", "1 0 0; 0 1 0; 0 0 1", .group = "Range", .hidden = "range_values ≠ specific_values",
               .doc = "Colours, red green blue and perhaps a weight, separated by semicolons; at most 256. A colour is picked as often as its "
                      "weight says, which is 1 where it is left out; with 0 or less never."),
    TRN_MENU(random_params, channels, "Channels", 0, counts, .group = "Range",
             .doc = "Number of channels. Colours always have three; with 4 there is an alpha of 1 as well. With shared each channel, alpha too, "
                    "has values of its own."),
    TRN_MENU(random_params, mode, "Random Per", PER_PIXEL, modes, .group = "Random",
             .doc = "pixel: each pixel has a value of its own. id: pixels with one id have one value."),
    TRN_STRING(random_params, id_layer, "ID Layer", "id", .group = "Random", .hidden = "mode ≠ id",
               .doc = "Layer with the ids, of which the first channel counts. Ids that are floats are rounded."),
    TRN_SEED(random_params, rand_seed, "Seed", 0, .group = "Random", .doc = "Seed of the hash."),
    TRN_TOGGLE(random_params, zero_negative_ids, "Zero Negative IDs", false, .group = "Random", .hidden = "mode ≠ id",
               .doc = "Negative ids, and voids, give 0 in every channel, alpha too."),
    TRN_STRING(random_params, out_layer, "Output Layer", "random", .group = "Random", .doc = "Name of the layer. Empty makes none."),
    TRN_SIZE_ROWS(random_params, "Random"),
};
static const trn_port inputs[] = {
    {.name = "cop", .type = "COPIMAGE", .optional = true, .doc = "Image that says the size and may have the ids. Its layers are kept."},
};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the random layer added.")};

/* "r g b [weight]; ..." The weights are added up. */
static trn_status parse_colors(const char *text, random_colors *out, trn_error *err)
{
    const char *const all = text, *const blanks = " \t,";
    double sum = 0;
    out->count = 0;
    while (*text) {
        double n[4] = {0, 0, 0, 1};
        int32_t count = 0;
        for (text += strspn(text, blanks); *text && *text != ';'; text += strspn(text, blanks)) {
            if (count == 4 || !trn_parse_double(text, &text, &n[count])) return trn_param_fail(err, "colors", "must be \"r g b; r g b weight; ...\", got '%s'", all);
            if (!(n[count] >= -1e24 && n[count] <= 1e24)) return trn_param_fail(err, "colors", "%g is more than 1e24 in size", n[count]);
            ++count;
        }
        text += *text == ';';
        if (count == 0) continue;
        if (count < 3) return trn_param_fail(err, "colors", "a colour must be three numbers and perhaps a weight, got '%s'", all);
        if (n[3] <= 0) continue;
        if (out->count == RANDOM_COLORS) return trn_param_fail(err, "colors", "has more than %d colours", RANDOM_COLORS);
        for (int32_t c = 0; c < 3; ++c) out->value[out->count][c] = (float)n[c];
        out->upto[out->count++] = sum += n[3];
    }
    return out->count ? TRN_OK : trn_param_fail(err, "colors", "has no colour with a weight above 0, got '%s'", all);
}

typedef struct settings { double from[4], to[4]; trn_color_ramp ramp; random_colors colors; } settings;
static trn_status read_settings(const random_params *p, settings *s, trn_error *err)
{
    if (!(p->min >= -1e24 && p->min <= 1e24)) return trn_param_fail(err, "min", "%g is more than 1e24 in size", p->min);
    if (!(p->max >= -1e24 && p->max <= 1e24)) return trn_param_fail(err, "max", "%g is more than 1e24 in size", p->max);
    trn_status st = trn_need_numbers(err, "range_min", p->range_min, s->from, 3, 3);
    if (st == TRN_OK) st = trn_need_numbers(err, "range_max", p->range_max, s->to, 3, 3);
    if (st == TRN_OK) st = trn_ramp_parse(p->color_ramp, p->color_ramp_mode.value, "color_ramp", &s->ramp, err);
    if (st == TRN_OK && s->ramp.channels != 3)
        return trn_param_fail(err, "color_ramp", "stops must have three components, \"0:0,0,0 1:1,0.5,0\", got '%s'", p->color_ramp);
    if (st == TRN_OK) st = parse_colors(p->colors, &s->colors, err);
    for (int32_t c = 0; c < 4 && p->range_values.value == VALUES_SHARED; ++c) s->from[c] = p->min, s->to[c] = p->max;
    return st;
}
static trn_status check(const void *params, trn_error *err)
{
    settings s;
    return read_settings(params, &s, err);
}

TRN_SIZE_CALLBACK(random_params)

static int32_t channels_of(const random_params *p)
{
    const int32_t n = p->channels.value == 0 ? 1 : p->channels.value == 1 ? 3 : 4;
    return n == 1 && p->range_values.value != VALUES_SHARED ? 3 : n;
}
static double passes(const void *params) { return 2.0 * channels_of(params); }

/* Ids as they are where a layer holds such, every bit of them; else as floats. */
static trn_status find_ids(trn_eval *ev, const random_params *p, random_args *args)
{
    trn_image *image = trn_input(ev, 0);
    trn_layer *layer = image && *p->id_layer ? trn_image_layer(image, p->id_layer) : NULL;
    if (!image)
        return trn_fail(ev, TRN_ERR_ARGUMENT, "mode: there is no image to take ids from; connect one with a layer '%s', or set mode to \"pixel\"", p->id_layer);
    if (layer && trn_layer_get_info(layer)->type == TRN_I32) {
        args->ids = trn_layer_i32(layer, 0);
        return TRN_OK;
    }
    const trn_status st = trn_need(ev, 0, "id_layer", p->id_layer, &layer);
    if (st == TRN_OK) args->float_ids = trn_plane_f32(layer, 0);
    return st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    static const random_kind kinds[] = {RANDOM_RANGE, RANDOM_RANGE, RANDOM_RAMP, RANDOM_CHOICE};
    const random_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const bool hsv = p->range_values.value == VALUES_MIN_MAX && p->color_model.value == 1;
    settings s = {.from = {0, 0, 0, 1}, .to = {0, 0, 0, 1}}; /* what has three components has an alpha of 1 */
    trn_layer *out;
    trn_status st = read_settings(p, &s, trn_eval_error(ev));
    random_args args = {
        .width = frame->width, .height = frame->height, .x = (uint32_t)frame->x, .y = (uint32_t)frame->y,
        .kind = hsv ? RANDOM_HSV : kinds[p->range_values.value], .channels = channels_of(p), .ramp = s.ramp,
    };
    if (st == TRN_OK) st = trn_keep_layers(ev, 0);
    if (st == TRN_OK && p->mode.value == PER_ID) st = find_ids(ev, p, &args);
    random_colors *colors = NULL; /* in memory that may have a copy on a device */
    if (st == TRN_OK && args.kind == RANDOM_CHOICE) st = trn_scratch(ev, sizeof *colors, &colors);
    if (st == TRN_OK && colors) st = trn_to_host(ev, colors);
    if (st == TRN_OK) st = trn_make(ev, TRN_F32, args.channels, &out);
    if (st != TRN_OK) return st;
    if (colors) *colors = s.colors;
    args.colors = colors;
    args.zero_negative = p->mode.value == PER_ID && p->zero_negative_ids;
    args.out = trn_layer_f32(out, 0);
    args.stride = trn_layer_get_info(out)->stride;
    for (int32_t c = 0; c < 4; ++c) {
        const double unit = hsv && c == 0 ? 60.0 : 1.0;
        args.key[c] = trn_seed_key(p->rand_seed, TRN_STREAM_RANDOM, (uint32_t)c);
        args.from[c] = s.from[c] / unit;
        args.span[c] = s.to[c] / unit - args.from[c];
    }
    trn_kernel kernel = *TRN_DEVICE_KERNEL(random);
    kernel.variant = (uint32_t)args.kind;
    if ((st = trn_run(ev, &kernel, &args, frame->height)) != TRN_OK) return st;
    return trn_put(ev, "out_layer", p->out_layer, out);
}

const trn_node_type trn_node_random = {
    .info.id = "random", .info.title = "Random", .info.category = "generate",
    .info.summary = "Random values by hash for each pixel, or for each id.",
    .info.doc =
        "By pixel it is white noise. The value belongs to the pixel (x, y) whatever the image's size, so a larger image shows more of it, and "
        "windows have the bytes of the whole; along each axis it repeats after 2^32 pixels. By id every pixel of one id has the same value, which "
        "gives each region of a segmented image a colour of its own. Ids are whole numbers of 32 bits; those in a layer of floats are exact up to "
        "2^24, and a void there counts as a negative id.\n\n"
        "Nothing but the seed, the channel and the pixel or id goes into a value, and all of it is arithmetic on integers: the same bytes "
        "everywhere and in any order. Values are multiples of 2^-24 before they are put into their range, and below its end.\n\n"
        "`range_values` shared has a value of its own in each channel. The others make colours: min_max from a number for each component, of red, "
        "green and blue or of hue, saturation and value (hues beyond a circle begin anew); color_ramp and specific_values from one number. "
        "Without an image one of the stated size is made.",
    .info.example = "noise{}:random{ range_values = \"specific_values\", colors = \"0.2 0.5 0.1 3; 0.4 0.3 0.2\" }",
    .info.reach = TRN_POINTWISE, .info.version = 2,
    TRN_PARAMS(random_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .size = trn_size_of_random_params, .passes = passes,
    .device = true, .eval = eval,
};
