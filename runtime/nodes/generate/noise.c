/* noise: fractal noise, tiled and animated on demand. */
#include "graph/node.h"
#include "math/trig.h"
#include "nodes/generate/device_params.h"
#include "nodes/generate/metric_params.h"
#include "nodes/generate/post_params.h"
#include "nodes/generate/size_params.h"
#include "terrain/fractal_noise.h"

enum { TYPE_TORUS = TRN_NOISE_WHITE + 1 };
static const char *const types[] = {"value", "perlin", "simplex", "worley", "worley_f2f1", "white", "torus", NULL};
static const char *const fractals[] = {"none", "standard", "terrain", "hybrid_terrain", NULL};

typedef struct noise_params {
    TRN_SIZE_MEMBERS;
    int32_t channels;
    trn_text layer;
    double amplitude, bias;
    trn_menu noise_type, metric;
    double jitter, frequency, offset_x, offset_y, offset_z;
    bool tile_u, tile_v;
    uint32_t rand_seed;
    double time_scale, time;
    int32_t loop_frames;
    trn_menu fractal;
    int32_t octaves;
    double lacunarity, roughness;
    TRN_POST_MEMBERS;
    TRN_DEVICE_MEMBER;
} noise_params;

#define NOT_WORLEY .hidden = "noise_type ≠ worley noise_type ≠ worley_f2f1"
static const trn_param params[] = {
    TRN_SIZE_ROWS(noise_params, ""),
    TRN_INT(noise_params, channels, "Channels", 1, 1, 4,
            .doc = "Number of channels. Each is a noise of its own: channel k has the seed rand_seed + 7919 k."),
    TRN_STRING(noise_params, layer, "Output Layer", "C", .doc = "Name of the layer. Empty makes none."),
    TRN_FLOAT(noise_params, amplitude, "Amplitude", 1, -TRN_ANY, TRN_ANY, .group = "Range",
              .doc = "Multiplies the noise. At most 1e24 in size."),
    TRN_FLOAT(noise_params, bias, "Center", 0, -TRN_ANY, TRN_ANY, .group = "Range",
              .doc = "Added after the amplitude. At most 1e24 in size."),
    TRN_MENU(noise_params, noise_type, "Noise Type", TRN_NOISE_VALUE, types, .group = "Pattern",
             .doc = "The basis. worley is the distance to the nearest feature point, worley_f2f1 the difference of the two "
                    "nearest; white is uncorrelated from pixel to pixel; torus is simplex noise that tiles both ways."),
    TRN_MENU(noise_params, metric, "Metric", TRN_EUCLIDEAN, trn_metric_options, .group = "Pattern", NOT_WORLEY,
             .doc = "How the Worley types measure distance. manhattan searches two rings of neighbouring cells, since "
                    "with it the nearest points can lie further out, and costs several times as much."),
    TRN_FLOAT(noise_params, jitter, "Jitter", 1, 0, 2, .group = "Pattern", NOT_WORLEY,
              .doc = "Worley types: how far feature points move inside their cells. 0 is a regular grid; above 1 points "
                     "leave the cells that are searched, and edges appear."),
    TRN_FLOAT(noise_params, frequency, "Frequency", 4, 0, TRN_ANY, .group = "Pattern",
              .doc = "Features across the image: (u, v) is multiplied by it."),
    TRN_FLOAT(noise_params, offset_x, "Offset", 0, -TRN_ANY, TRN_ANY, .group = "Pattern",
              .doc = "Shifts the noise along x, in features."),
    TRN_FLOAT(noise_params, offset_y, "Offset", 0, -TRN_ANY, TRN_ANY, .group = "Pattern",
              .doc = "Shifts the noise along y, in features."),
    TRN_FLOAT(noise_params, offset_z, "Offset", 0, -TRN_ANY, TRN_ANY, .group = "Pattern",
              .doc = "Selects the slice of the 3-D noise. Eight octaves of value and perlin noise are fastest where it is 0."),
    TRN_TOGGLE(noise_params, tile_u, "Tile U", false, .group = "Pattern", .disabled = "noise_type = torus",
               .doc = "Make the noise seamless from left to right."),
    TRN_TOGGLE(noise_params, tile_v, "Tile V", false, .group = "Pattern", .disabled = "noise_type = torus",
               .doc = "Make the noise seamless from bottom to top. With tile_u: a tile that is seamless both ways."),
    TRN_SEED(noise_params, rand_seed, "Seed", 0, .group = "Pattern", .doc = "Seed of the noise."),
    TRN_FLOAT(noise_params, time_scale, "Time Scale", 0, 0, 10000, .group = "Time",
              .doc = "Speed along the fourth dimension, in features a frame. 0 is static 3-D noise: time and loop_frames "
                     "then mean nothing."),
    TRN_FLOAT(noise_params, time, "Time", 0, -TRN_ANY, TRN_ANY, .group = "Time", .disabled = "time_scale = 0",
              .doc = "The frame, multiplied by time_scale."),
    TRN_INT(noise_params, loop_frames, "Loop Length (Frames)", 0, 0, 65536, .group = "Time", .disabled = "time_scale = 0",
            .doc = "Above 0 the animation returns to its beginning after so many frames."),
    TRN_MENU(noise_params, fractal, "Fractal Type", TRN_FRACTAL_NONE, fractals, .group = "Fractal",
             .doc = "How octaves are combined. none is a single octave; standard a weighted mean; terrain and "
                    "hybrid_terrain are multifractals, smooth in the valleys and rough on the heights."),
    TRN_INT(noise_params, octaves, "Max Octaves", 3, 1, TRN_NOISE_OCTAVES, .group = "Fractal", .hidden = "fractal = none",
            .doc = "Number of octaves."),
    TRN_FLOAT(noise_params, lacunarity, "Lacunarity", 2, 0, 16, .group = "Fractal", .hidden = "fractal = none",
              .doc = "Frequency of an octave over that of the one before."),
    TRN_FLOAT(noise_params, roughness, "Roughness", 0.5, 0, 1, .group = "Fractal", .hidden = "fractal = none",
              .doc = "Amplitude of an octave over that of the one before."),
    TRN_POST_ROWS(noise_params),
    TRN_DEVICE_ROW(noise_params, TRN_POST_GROUP),
};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the noise in the output layer.")};

static trn_status check(const void *params, trn_error *err)
{
    const noise_params *p = params;
    const bool torus = p->noise_type.value == TYPE_TORUS, moves = p->time_scale > 0;
    if (moves && (torus || (p->tile_u && p->tile_v)))
        return trn_param_fail(err, "time_scale",
                              "%s uses up four dimensions and leaves none for time; set time_scale to 0 or tile one way only",
                              torus ? "noise_type 'torus'" : "tile_u with tile_v");
    if (p->loop_frames > 0 && moves && (p->tile_u || p->tile_v))
        return trn_param_fail(err, "loop_frames", "a loop and %s need a fifth dimension; set loop_frames to 0 or %s to false",
                              p->tile_u ? "tile_u" : "tile_v", p->tile_u ? "tile_u" : "tile_v");
    if (!(p->amplitude >= -1e24 && p->amplitude <= 1e24))
        return trn_param_fail(err, "amplitude", "%g is more than 1e24 in size", p->amplitude);
    if (!(p->bias >= -1e24 && p->bias <= 1e24)) return trn_param_fail(err, "bias", "%g is more than 1e24 in size", p->bias);
    return TRN_OK;
}

TRN_SIZE_CALLBACK(noise_params)

static double passes(const void *params)
{
    const noise_params *p = params;
    const int32_t octaves = p->fractal.value == TRN_FRACTAL_NONE ? 1 : p->octaves;
    return 4.0 * octaves * p->channels;
}

/* Where the animation stands in the plane of z and time. */
static void place_in_time(const noise_params *p, double *z, double *w)
{
    *z = p->offset_z;
    *w = p->time * p->time_scale;
    if (p->loop_frames == 0) return;
    /* around a circle through (offset_z, 0), as fast as along the straight line */
    const double loop = p->loop_frames, radius = loop * p->time_scale / 6.283185307179586;
    double sine, cosine;
    trn_sincos((p->time - trn_floor(p->time / loop) * loop) / loop, &sine, &cosine);
    *z += radius * cosine - radius;
    *w = radius * sine;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const noise_params *p = params;
    const bool torus = p->noise_type.value == TYPE_TORUS;
    trn_fractal_noise noise = {
        .type = torus ? TRN_NOISE_SIMPLEX : p->noise_type.value, .metric = p->metric.value, .jitter = p->jitter,
        .fractal = p->fractal.value, .octaves = p->octaves, .lacunarity = p->lacunarity, .roughness = p->roughness,
        .frequency = p->frequency, .x = p->offset_x, .y = p->offset_y, .four_d = p->time_scale > 0,
        .tile_u = torus || p->tile_u, .tile_v = torus || p->tile_v,
        .amplitude = p->amplitude, .bias = p->bias, .exact = p->device.value == TRN_DEVICE_EXACT,
    };
    place_in_time(p, &noise.z, &noise.w);
    const post_args post = TRN_POST_OF(p);
    trn_layer *layer;
    trn_status st;
    if ((st = trn_take_device(ev, p->device)) != TRN_OK ||
        (st = trn_make(ev, trn_device_type(p->device), p->channels, &layer)) != TRN_OK ||
        (st = trn_noise_run(ev, &noise, p->rand_seed, trn_post_neutral(&post), layer)) != TRN_OK ||
        (st = trn_post(ev, post, layer)) != TRN_OK)
        return st;
    return trn_put(ev, "layer", p->layer, layer);
}

const trn_node_type trn_node_noise = {
    .info.id = "noise", .info.title = "Noise", .info.category = "generate",
    .info.summary = "Fractal noise of seven kinds, tiled and animated on demand.",
    .info.doc =
        "Every pixel has a place in noise space, (u `frequency` + `offset_x`, v `frequency` + `offset_y`, "
        "`offset_z`), and its value is the noise there. (u, v) run from 0 to 1 over the image whatever its shape, "
        "so in an image that is not square the pattern is stretched with it. Places are exact: any window of the "
        "plane has the bytes of the whole, however far out.\n\n"
        "Ranges of one octave, before `amplitude` and `bias`: value, perlin, simplex, torus and white lie in -1 "
        "... 1 about a mean of 0, with an rms of 0.40, 0.22, 0.39, 0.26 and 0.58. worley runs from 0 to 1.2 cells "
        "with a mean of 0.52, worley_f2f1 from 0 to 1.1 with a mean of 0.20. `standard` is the mean of the "
        "octaves weighted by powers of `roughness`, so it keeps these ranges. The multifractals do not: `terrain` "
        "multiplies octaves of 1 + noise up, less 1 at the end, and runs from -1 to 7 with 8 octaves (perlin: "
        "-0.6 to 3.9); `hybrid_terrain` adds octaves of 0.7 + noise weighted by those before and runs from -0.6 "
        "to 2.8 (perlin: -0.2 to 2.1). Octaves are shifted against each other, so that lattice points that all of "
        "them share do not show.\n\n"
        "**Tiling.** `tile_u` bends u into a circle `frequency` cells around, so that the image joins its own "
        "copy to the right; `tile_v` does the same upwards. Both make a tile that is seamless both ways, a flat "
        "torus in four dimensions, and so does torus. Neither `lacunarity` nor `frequency` needs to be whole. "
        "`offset_x` and `offset_y` turn the circles.\n\n"
        "**Animation.** `time_scale` above 0 makes the noise 4-D, with `time` times `time_scale` as the fourth "
        "coordinate. `loop_frames` bends time into a circle in the plane of z and time: frame 0 and frame "
        "`loop_frames` have the same bytes, and the flow is as fast as without. Two-way tiling with time, and a "
        "loop with any tiling, would need a fifth dimension and are errors. With one-way tiling time moves along "
        "z.\n\n"
        TRN_POST_DOC "\n\n"
        "The same parameters give the same bytes for any number of threads and on every processor. With `device` "
        "exact everything is worked out in double, for comparison; it differs from float by some 1e-6. Methods: "
        "Perlin 2002; Perlin 2001 and Gustavson 2005 (simplex); Worley 1996; Musgrave in Ebert et al., Texturing "
        "& Modeling, 3rd edition, 2003.",
    .info.example = "noise{ noise_type = \"perlin\", fractal = \"terrain\", octaves = 9, frequency = 3 }",
    .info.reach = TRN_POINTWISE, .info.version = 5,
    TRN_PARAMS(noise_params, params), TRN_OUTPUTS(outputs), .check = check, .size = trn_size_of_noise_params, .passes = passes, .device = true,
    .eval = eval,
};
