/* fractal_sample: an image laid into itself, as fractal noise lays octaves of a basis. */
#include "graph/node.h"
#include "kernels/fractal_sample.h"
#include "math/hash.h"
#include "math/trig.h"
#include "nodes/generate/post_params.h"

enum { BLEND_ADD, BLEND_SUBTRACT, BLEND_MAXIMUM, BLEND_OVER };
static const char *const blends[] = {"add", "subtract", "maximum", "over", NULL};
static const char *const borders[] = {"wrap", "clamp", "black", NULL}; /* in the order of FRACTAL_WRAP ... */
static const char *const filters[] = {"bilinear", "point", NULL};
enum { ANGLE_PER_OCTAVE, ANGLE_RANDOM };
static const char *const angle_modes[] = {"per_octave", "random", NULL};

typedef struct fractal_sample_params {
    trn_text source_layer;
    bool maintain_tileable;
    int32_t max_octaves;
    double lacunarity, roughness, bias;
    bool offset_with_bias;
    trn_menu blend_mode, border, filter;
    uint32_t rand_seed;
    double jitter;
    trn_menu angle_mode;
    double angle;
    bool random_flip_x, random_flip_y;
    TRN_POST_MEMBERS;
    trn_text out_layer;
} fractal_sample_params;

#define FRACTAL .group = "Fractal"
#define RANDOMIZATION .group = "Randomization"
static const trn_param params[] = {
    TRN_STRING(fractal_sample_params, source_layer, "Source Layer", "C", .doc = "Layer that is the basis of every octave, all channels of it."),
    TRN_TOGGLE(fractal_sample_params, maintain_tileable, "Maintain Tileable", false,
               .doc = "Round lacunarity to a whole number, at least 1, and each angle to a multiple of 90 degrees, and wrap. Where the source "
                      "tiles the result then does; quarter turns need a square image for that."),
    TRN_INT(fractal_sample_params, max_octaves, "Max Octaves", 4, 1, FRACTAL_SAMPLE_OCTAVES, FRACTAL, .doc = "Number of octaves."),
    TRN_FLOAT(fractal_sample_params, lacunarity, "Lacunarity", 2, 0.01, 16, FRACTAL,
              .doc = "Scale of an octave over that of the one before: octave n shows the source lacunarity^n times as small."),
    TRN_FLOAT(fractal_sample_params, roughness, "Roughness", 0.5, 0, 4, FRACTAL,
              .doc = "Weight of an octave over that of the one before. 0 leaves the first alone."),
    TRN_FLOAT(fractal_sample_params, bias, "Bias", 0.5, -TRN_ANY, TRN_ANY, FRACTAL, .disabled = "blend_mode = over",
              .doc = "Middle of the source's range, which is taken from each sample before it is weighted. At most 1e24 in size."),
    TRN_TOGGLE(fractal_sample_params, offset_with_bias, "Offset with Bias", true, FRACTAL, .disabled = "blend_mode = over",
               .doc = "Add the bias in the end, so that the result lies about the same middle. With it, bias cancels out of add."),
    TRN_MENU(fractal_sample_params, blend_mode, "Blend Mode", BLEND_ADD, blends, FRACTAL,
             .doc = "How octaves are combined. add: their weighted mean. subtract: the first less the others. maximum: the greatest. over: "
                    "each laid over those before, which takes a layer of four channels, RGBA."),
    TRN_MENU(fractal_sample_params, border, "Border", FRACTAL_WRAP, borders, FRACTAL, .disabled = "maintain_tileable is on",
             .doc = "What there is outside the source: the source again, its edge, or 0."),
    TRN_MENU(fractal_sample_params, filter, "Filter", 0, filters, FRACTAL,
             .doc = "Between pixels: bilinear, or the nearest. Nothing is averaged over areas, so octaves that show the source much smaller alias."),
    TRN_SEED(fractal_sample_params, rand_seed, "Seed", 0, RANDOMIZATION, .doc = "Seed of jitter, random angles and random flips."),
    TRN_FLOAT(fractal_sample_params, jitter, "Jitter", 0, 0, 10, RANDOMIZATION,
              .doc = "Each octave is shifted at random, in u and v each by up to so much either way."),
    TRN_MENU(fractal_sample_params, angle_mode, "Angle Mode", ANGLE_PER_OCTAVE, angle_modes, RANDOMIZATION,
             .doc = "per_octave: octave n is turned by (n + 1) angle, the first one too. random: each by a random angle of -angle ... angle."),
    TRN_FLOAT(fractal_sample_params, angle, "Angle", 0, -360, 360, RANDOMIZATION, .unit = "degrees",
              .doc = "Turns the picture counter-clockwise about the image's middle."),
    TRN_TOGGLE(fractal_sample_params, random_flip_x, "Random Flip X", false, RANDOMIZATION, .doc = "Mirror octaves left to right, at random."),
    TRN_TOGGLE(fractal_sample_params, random_flip_y, "Random Flip Y", false, RANDOMIZATION, .doc = "Mirror octaves upside down, at random."),
    TRN_POST_ROWS(fractal_sample_params),
    TRN_STRING(fractal_sample_params, out_layer, "Output Layer", "fractal", TRN_POST_GROUP, .doc = "Name of the layer. Empty makes none."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the source layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the fractal layer added.")};

static trn_status check(const void *params, trn_error *err)
{
    const fractal_sample_params *p = params;
    if (!(p->bias >= -1e24 && p->bias <= 1e24)) return trn_param_fail(err, "bias", "%g is more than 1e24 in size", p->bias);
    return TRN_OK;
}

static void footprint(const void *params, trn_footprint *f)
{
    (void)params;
    trn_measures(f, NULL, "reads its source everywhere in the image", "put :bake{} behind it, which makes it once for all tiles");
}

static double passes(const void *params) { return 6.0 * ((const fractal_sample_params *)params)->max_octaves; }

/* Where octave n is sampled; scale: how much smaller it shows the source. */
static fractal_octave place_octave(const fractal_sample_params *p, int32_t n, double scale, const trn_frame *frame)
{
    const trn_words h = trn_pcg4d((uint32_t)n, 0, 0, trn_seed_key(p->rand_seed, TRN_STREAM_FRACTAL_SAMPLE, (uint32_t)n));
    const double flip_x = p->random_flip_x && h.w >> 31 ? -1.0 : 1.0, flip_y = p->random_flip_y && (h.w >> 30 & 1) ? -1.0 : 1.0;
    double angle = p->angle_mode.value == ANGLE_RANDOM ? trn_signed(h.z) * p->angle : (n + 1) * p->angle, sine, cosine;
    if (p->maintain_tileable) angle = 90.0 * trn_rint(angle / 90.0);
    trn_sincos(trn_turns(angle), &sine, &cosine);
    return (fractal_octave){ /* the picture turns one way, so the place that is sampled the other */
        .xx = cosine * scale * flip_x, .xy = sine * scale * flip_y, .yx = -sine * scale * flip_x, .yy = cosine * scale * flip_y,
        .x0 = trn_signed(h.x) * p->jitter * frame->width + (0.5 * frame->width - 0.5),
        .y0 = trn_signed(h.y) * p->jitter * frame->height + (0.5 * frame->height - 0.5),
    };
}

/* *signed_sum, *sum: of the weights, with and without their signs. */
static fractal_view make_view(const fractal_sample_params *p, const trn_frame *frame, double *signed_sum, double *sum)
{
    const double lacunarity = p->maintain_tileable ? trn_max(1.0, trn_rint(p->lacunarity)) : p->lacunarity;
    double scale = 1.0, weight = 1.0;
    fractal_view v = {.border = p->maintain_tileable ? FRACTAL_WRAP : p->border.value, .point = p->filter.value == 1};
    *signed_sum = *sum = 0.0;
    for (int32_t n = 0; n < p->max_octaves && weight > 0.0; ++n, scale *= lacunarity, weight *= p->roughness) {
        fractal_octave *o = &v.octave[v.octaves++];
        *o = place_octave(p, n, scale, frame);
        o->weight = p->blend_mode.value == BLEND_SUBTRACT && n > 0 ? -weight : weight;
        o->add = (p->offset_with_bias ? p->bias : 0.0) - weight * p->bias;
        *signed_sum += o->weight;
        *sum += weight;
    }
    return v;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const fractal_sample_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *from, *out;
    trn_status st = trn_need(ev, 0, "source_layer", p->source_layer, &from);
    if (st != TRN_OK) return st;
    const int32_t channels = trn_layer_get_info(from)->channels;
    const bool over = p->blend_mode.value == BLEND_OVER;
    if (over && channels != 4)
        return trn_fail(ev, TRN_ERR_ARGUMENT, "blend_mode: over needs a layer of 4 channels, RGBA, and '%s' has %d", p->source_layer, (int)channels);
    if ((st = trn_keep_layers(ev, 0)) != TRN_OK || (st = trn_make(ev, TRN_F32, channels, &out)) != TRN_OK) return st;

    double signed_sum, sum;
    const fractal_view view = make_view(p, frame, &signed_sum, &sum);
    if (over) {
        const fractal_over_args args = {
            .from = trn_plane_f32(from, 0), .out = trn_layer_f32(out, 0), .from_stride = trn_layer_get_info(from)->stride,
            .stride = trn_layer_get_info(out)->stride, .width = frame->width, .height = frame->height, .view = view,
        };
        st = trn_run(ev, TRN_DEVICE_KERNEL(fractal_over), &args, frame->height);
    }
    for (int32_t c = 0; !over && st == TRN_OK && c < channels; ++c) {
        /* the bias of each sample, and that of the sum, are one constant: 0 for add, and for one octave */
        const fractal_sample_args args = {
            .from = trn_plane_f32(from, c), .out = trn_layer_f32(out, c), .width = frame->width, .height = frame->height,
            .greatest = p->blend_mode.value == BLEND_MAXIMUM, .total = sum,
            .add = ((p->offset_with_bias ? 1.0 : 0.0) - signed_sum / sum) * p->bias, .view = view,
        };
        trn_progress_span(ev, (double)c / channels, (c + 1.0) / channels);
        st = trn_run(ev, TRN_DEVICE_KERNEL(fractal_sample), &args, frame->height);
    }
    if (st == TRN_OK) st = trn_post(ev, TRN_POST_OF(p), out);
    return st == TRN_OK ? trn_put(ev, "out_layer", p->out_layer, out) : st;
}

const trn_node_type trn_node_fractal_sample = {
    .info.id = "fractal_sample", .info.title = "Fractal Sample", .info.category = "generate",
    .info.summary = "Lays an image into itself at smaller and smaller scales.",
    .info.doc =
        "Fractal noise whose basis is an image. Octave n shows the source `lacunarity`^n times as small about the middle of the image, turned, "
        "mirrored and shifted where that is asked for, with the weight w = `roughness`^n. With one octave that is neither turned nor shifted "
        "the result is the source.\n\n"
        "With s for a sample and b for `bias`, add is the sum of w (s - b) over the sum of w, subtract the same with all but the first "
        "subtracted, maximum the greatest w (s - b), which is not normalised: where the source lies below its bias the weakest octave "
        "wins. `offset_with_bias` adds b again. over lays each octave over those before it with the alpha w a, clamped to 0 ... 1; the first "
        "is taken as it is, and there is no bias. Worked out in double and rounded once. A void under any sample is a void.\n\n"
        TRN_POST_DOC "\n\n"
        "It reads its source everywhere, so tiles of a plane without end cannot be made by it: put `bake` behind it.",
    .info.example = "noise{ noise_type = \"worley\" }:fractal_sample{ angle = 37, roughness = 0.6 }",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(fractal_sample_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .footprint = footprint, .passes = passes,
    .device = true, .eval = eval,
};
