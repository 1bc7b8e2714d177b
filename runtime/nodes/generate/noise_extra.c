/* noise_extra: bubbles, crystals, phasor noise, curl noise in the plane and in space, clouds. */
#include "graph/node.h"
#include "kernels/bubble.h"
#include "kernels/cloud.h"
#include "kernels/crystal.h"
#include "kernels/curl.h"
#include "kernels/phasor.h"
#include "math/trig.h"
#include "nodes/generate/metric_params.h"
#include "nodes/generate/post_params.h"
#include "nodes/generate/size_params.h"
#include "terrain/numbers.h"
#include <stdio.h>

enum { KIND_BUBBLE, KIND_CRYSTAL, KIND_PHASOR, KIND_CURL, KIND_CURL_3D, KIND_CLOUD };
static const char *const kinds[] = {"bubble", "crystal", "phasor", "curl", "curl_3d", "cloud", NULL};
static const char *const phasor_types[] = {"phasor_wave", "gabor_noise", "intensity_field", NULL};
static const char *const functions[] = {"sine", "rectangle", "saw", NULL};
static const char *const computes[] = {"auto", "cpu", "cuda", NULL};

typedef struct noise_extra_params {
    trn_menu kind;
    double amplitude, center, frequency;
    trn_text offset;
    int32_t octaves;
    uint32_t rand_seed;
    double radius, density, sharpness;
    trn_menu metric;
    double jitter;
    trn_menu phasor_type, periodic_function;
    double stripe_freq, angle, spread;
    int32_t kernels;
    trn_text direction_layer;
    double coverage, softness;
    bool billow;
    TRN_POST_MEMBERS;
    trn_text out_layer;
    TRN_SIZE_MEMBERS;
    trn_menu compute;
} noise_extra_params;

#define RANGE .group = "Range"
#define BUBBLE .group = "Bubble", .hidden = "kind ≠ bubble"
#define CRYSTAL .group = "Crystal", .hidden = "kind ≠ crystal"
#define PHASOR .group = "Phasor", .hidden = "kind ≠ phasor"
#define CLOUD .group = "Cloud", .hidden = "kind ≠ cloud"
static const trn_param params[] = {
    TRN_MENU(noise_extra_params, kind, "Noise Type", KIND_BUBBLE, kinds,
             .doc = "What is made: bubble, spheres; crystal, tilted facets; phasor, stripes; curl and curl_3d, velocities; cloud, densities."),
    TRN_FLOAT(noise_extra_params, amplitude, "Amplitude", 1, -TRN_ANY, TRN_ANY, RANGE,
              .doc = "Multiplies the noise. At most 1e24 in size."),
    TRN_FLOAT(noise_extra_params, center, "Center", 0, -TRN_ANY, TRN_ANY, RANGE,
              .doc = "Added after the amplitude. At most 1e24 in size."),
    TRN_FLOAT(noise_extra_params, frequency, "Frequency", 8, 0.001, 10000, RANGE, .doc = "Cells across the width of the image."),
    TRN_STRING(noise_extra_params, offset, "Offset", "0 0 0", RANGE,
               .doc = "Added to positions: up to three numbers, for x, y and z, in cells. z is the slice of the noise in space; phasor has none."),
    TRN_INT(noise_extra_params, octaves, "Octaves", 3, 1, SIMPLEX_OCTAVES, RANGE, .hidden = "kind = bubble } { kind = crystal } { kind = phasor",
            .doc = "Octaves of curl, curl_3d and cloud, each of twice the frequency and half the strength of the one before."),
    TRN_SEED(noise_extra_params, rand_seed, "Seed", 0, RANGE, .doc = "Seed of the noise."),
    TRN_FLOAT(noise_extra_params, radius, "Radius", 0.8, 0, 1, BUBBLE, .unit = "cells",
              .doc = "Radius of the largest spheres; all have between half of it and the whole."),
    TRN_FLOAT(noise_extra_params, density, "Density", 0.7, 0, 1, BUBBLE, .doc = "How probable it is that a cell has a sphere."),
    TRN_FLOAT(noise_extra_params, sharpness, "Sharpness", 1, 0, 100, CRYSTAL,
              .doc = "How steeply facets are tilted through space: the slope of their planes, per cell. 0 leaves flat ones."),
    TRN_MENU(noise_extra_params, metric, "Primary Metric", TRN_EUCLIDEAN, trn_metric_options, CRYSTAL,
             .doc = "How the distance to feature points is measured, the nearest of which has the facet."),
    TRN_FLOAT(noise_extra_params, jitter, "Jitter", 1, 0, 2, CRYSTAL,
              .doc = "How far feature points move inside their cells. 0 is a regular grid; above 1 points leave the cells that are "
                     "searched, and edges appear."),
    TRN_MENU(noise_extra_params, phasor_type, "Type", PHASOR_WAVE, phasor_types, PHASOR,
             .doc = "phasor_wave is a wave of the phase, all as high everywhere; gabor_noise the real part of the sum of kernels, between -1 "
                    "and 1; intensity_field its size, 0 where waves cancel out."),
    TRN_MENU(noise_extra_params, periodic_function, "Periodic Function", PHASOR_SINE, functions, .group = "Phasor",
             .hidden = "kind ≠ phasor } { phasor_type ≠ phasor_wave", .doc = "The wave: a sine, -1 and 1 by turns, or a ramp from -1 to 1."),
    TRN_FLOAT(noise_extra_params, stripe_freq, "Stripe Frequency", 2, 0, 64, PHASOR, .doc = "Stripes in a cell."),
    TRN_FLOAT(noise_extra_params, angle, "Angle", 0, -360, 360, PHASOR, .unit = "degrees",
              .doc = "Which way stripes run, counter-clockwise from the x axis: 0 gives horizontal ones."),
    TRN_FLOAT(noise_extra_params, spread, "Angle Spread", 30, 0, 360, PHASOR, .unit = "degrees",
              .doc = "Turns each kernel at random, by up to half of it either way."),
    TRN_INT(noise_extra_params, kernels, "Kernels per Cell", 2, 1, PHASOR_KERNELS, PHASOR,
            .doc = "More give a more even pattern, and take as much more time."),
    TRN_STRING(noise_extra_params, direction_layer, "Direction Layer", "", PHASOR,
               .doc = "Layer of the input, of two channels: which way stripes run, in place of the angle. Each kernel takes the pixel that "
                      "its middle lies on, or the nearest one of the image; (0, 0) and voids leave it to the angle. Empty: none."),
    TRN_FLOAT(noise_extra_params, coverage, "Coverage", 0.5, 0, 1, CLOUD,
              .doc = "How much is cloud: 0 is none anywhere, 1 all of it, and in between the mean density is within 0.1 of it."),
    TRN_FLOAT(noise_extra_params, softness, "Softness", 0.2, 0.001, 1, CLOUD,
              .doc = "How gently clouds begin: how much of the noise lies between the densities 0 and 1."),
    TRN_TOGGLE(noise_extra_params, billow, "Billow", false, CLOUD, .doc = "Take 2 |noise| - 1 of each octave, for puffs."),
    TRN_POST_ROWS(noise_extra_params),
    TRN_STRING(noise_extra_params, out_layer, "Output Layer", "noise", TRN_POST_GROUP,
               .doc = "Name of the main layer, and the beginning of the others'. Empty leaves out the main one."),
    TRN_SIZE_ROWS(noise_extra_params, "Post Processing"),
    TRN_MENU(noise_extra_params, compute, "Compute", 0, computes, TRN_POST_GROUP,
             .doc = "Where to compute. auto takes a CUDA device for large images where there is one, cuda must have one; all give the same bytes."),
};
static const trn_port inputs[] = {
    {.name = "cop", .type = "COPIMAGE", .optional = true, .doc = "Image that the layers are added to; it has the size, and the direction layer."}};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the noise and its further layers.")};

static bool follows_layer(const noise_extra_params *p) { return p->kind.value == KIND_PHASOR && *p->direction_layer; }

static trn_status check(const void *params, trn_error *err)
{
    const noise_extra_params *p = params;
    double offset[3];
    if (!(p->amplitude >= -1e24 && p->amplitude <= 1e24))
        return trn_param_fail(err, "amplitude", "%g is more than 1e24 in size", p->amplitude);
    if (!(p->center >= -1e24 && p->center <= 1e24)) return trn_param_fail(err, "center", "%g is more than 1e24 in size", p->center);
    return trn_need_numbers(err, "offset", p->offset, offset, 1, 3);
}
TRN_SIZE_CALLBACK(noise_extra_params)

static void footprint(const void *params, trn_footprint *f)
{
    if (follows_layer(params)) /* by up to a cell, which is a part of the image's width */
        trn_measures(f, "direction_layer", "reads directions beyond its own pixel, as far as the image goes",
                     "put :bake{} behind it, which makes it once for all tiles, or set angle and no direction_layer");
}

static double passes(const void *params)
{
    const noise_extra_params *p = params;
    switch (p->kind.value) {
    case KIND_BUBBLE: return 8;
    case KIND_CRYSTAL: return 60;
    case KIND_PHASOR: return 12.0 * p->kernels;
    case KIND_CURL: return 10.0 * p->octaves;
    case KIND_CURL_3D: return 30.0 * p->octaves;
    }
    return 7.0 * p->octaves;
}

/* The threshold at which the mean density is close to the coverage c. About the noise's mean it is the quantile of a normal
 * distribution, by a series; towards the ends it goes on to what no noise reaches. It falls strictly with c. */
static double cloud_threshold(const noise_extra_params *p)
{
    const double t = 1.0 - 2.0 * p->coverage, t2 = t * t, t8 = t2 * t2 * t2 * t2, t32 = t8 * t8 * t8 * t8;
    double squares = 0.0, sum = 0.0, weight = 1.0;
    if (!(t < 1.0)) return INFINITY;
    if (!(t > -1.0)) return -INFINITY;
    for (int32_t k = 0; k < p->octaves; ++k, weight *= 0.5) squares += weight * weight, sum += weight;
    /* measured: mean and deviation of one octave; those of the sum follow */
    const double mean = p->billow ? -0.371 : 0.0, deviation = (p->billow ? 0.466 : 0.389) * sqrt(squares) / sum;
    const double far = 1.0 + 0.5 * p->softness + (t > 0.0 ? -mean : mean);
    const double quantile = trn_min(1.2533 * deviation * (1.0 + t2 * (0.2618 + 0.1439 * t2)), far);
    return mean + t * (quantile + (far - quantile) * t32);
}

/* Layers and where their planes are. The main layer comes first. */
typedef struct extra_layers { int32_t count; trn_layer *layer[3]; const char *suffix[3]; } extra_layers;
static trn_status make_layer(trn_eval *ev, extra_layers *l, const char *suffix, trn_type type, int32_t channels)
{
    l->suffix[l->count] = suffix;
    return trn_make(ev, type, channels, &l->layer[l->count++]);
}

static trn_status run_bubble(trn_eval *ev, const noise_extra_params *p, const pixel_place *place, extra_layers *l)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const trn_status st = make_layer(ev, l, "_id", TRN_I32, 1);
    if (st != TRN_OK) return st;
    const bubble_args a = {
        .value = trn_layer_f32(l->layer[0], 0), .id = trn_layer_i32(l->layer[1], 0), .width = frame->width, .height = frame->height,
        .place = *place, .key = trn_seed_key(p->rand_seed, TRN_STREAM_BUBBLE, 0), .id_key = trn_seed_key(p->rand_seed, TRN_STREAM_BUBBLE_ID, 0),
        .radius = p->radius, .density = p->density, .amplitude = p->amplitude, .center = p->center,
    };
    return trn_run(ev, TRN_DEVICE_KERNEL(bubble), &a, frame->height);
}

static trn_status run_crystal(trn_eval *ev, const noise_extra_params *p, const pixel_place *place, extra_layers *l)
{
    const trn_frame *frame = trn_eval_frame(ev);
    trn_status st = make_layer(ev, l, "_id", TRN_I32, 1);
    if (st == TRN_OK) st = make_layer(ev, l, "_edge", TRN_F32, 1);
    if (st != TRN_OK) return st;
    const float jitter = (float)p->jitter;
    const crystal_args a = {
        .value = trn_layer_f32(l->layer[0], 0), .id = trn_layer_i32(l->layer[1], 0), .edge = trn_layer_f32(l->layer[2], 0),
        .width = frame->width, .height = frame->height, .place = *place,
        .lattice = {.dims = 3, .metric = p->metric.value, .reach = CELL_REACH, .key = trn_seed_key(p->rand_seed, TRN_STREAM_CRYSTAL, 0),
                    .jitter = {jitter, jitter, jitter}},
        .id_key = trn_seed_key(p->rand_seed, TRN_STREAM_CRYSTAL_TILT, 0), .sharpness = p->sharpness, .amplitude = p->amplitude, .center = p->center,
    };
    return trn_run(ev, TRN_DEVICE_KERNEL(crystal), &a, frame->height);
}

static trn_status run_phasor(trn_eval *ev, const noise_extra_params *p, const pixel_place *place, extra_layers *l)
{
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *direction = NULL;
    trn_status st = follows_layer(p) ? trn_need(ev, 0, "direction_layer", p->direction_layer, &direction) : TRN_OK;
    if (direction && trn_layer_get_info(direction)->channels != 2)
        return trn_fail(ev, TRN_ERR_ARGUMENT, "direction_layer: a direction has 2 channels, and layer '%s' has %d", p->direction_layer,
                        (int)trn_layer_get_info(direction)->channels);
    if (st == TRN_OK) st = make_layer(ev, l, "_phase", TRN_F32, 1);
    if (st == TRN_OK) st = make_layer(ev, l, "_amplitude", TRN_F32, 1);
    if (st != TRN_OK) return st;
    phasor_args a = {
        .value = trn_layer_f32(l->layer[0], 0), .phase = trn_layer_f32(l->layer[1], 0), .strength = trn_layer_f32(l->layer[2], 0),
        .width = frame->width, .height = frame->height, .place = *place, .key = trn_seed_key(p->rand_seed, TRN_STREAM_PHASOR, 0),
        .kernels = p->kernels, .shows = p->phasor_type.value, .function = p->periodic_function.value, .frequency = p->stripe_freq,
        .angle = trn_turns(p->angle), .spread = trn_turns(p->spread), .pixels = (double)frame->whole_width / p->frequency,
        .amplitude = p->amplitude, .center = p->center,
    };
    if (direction) {
        a.direction = trn_plane_f32(direction, 0);
        a.direction_stride = trn_layer_get_info(direction)->stride;
    }
    return trn_run(ev, TRN_DEVICE_KERNEL(phasor), &a, frame->height);
}

static trn_status run_curl(trn_eval *ev, const noise_extra_params *p, const pixel_place *place, extra_layers *l)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const bool space = p->kind.value == KIND_CURL_3D;
    const trn_status st = space ? TRN_OK : make_layer(ev, l, "_potential", TRN_F32, 1);
    if (st != TRN_OK) return st;
    curl_args a = {
        .vx = trn_layer_f32(l->layer[0], 0), .vy = trn_layer_f32(l->layer[0], 1), .vz = space ? trn_layer_f32(l->layer[0], 2) : NULL,
        .potential = space ? NULL : trn_layer_f32(l->layer[1], 0), .width = frame->width, .height = frame->height, .place = *place,
        .octaves = p->octaves, .amplitude = p->amplitude, .center = p->center,
    };
    for (uint32_t c = 0; c < 3; ++c)
        for (uint32_t k = 0; k < SIMPLEX_OCTAVES; ++k) a.key[c][k] = trn_seed_key(p->rand_seed, TRN_STREAM_CURL, c * SIMPLEX_OCTAVES + k);
    return trn_run(ev, TRN_DEVICE_KERNEL(curl), &a, frame->height);
}

static trn_status run_cloud(trn_eval *ev, const noise_extra_params *p, const pixel_place *place, extra_layers *l)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const trn_status st = make_layer(ev, l, "_raw", TRN_F32, 1);
    if (st != TRN_OK) return st;
    cloud_args a = {
        .value = trn_layer_f32(l->layer[0], 0), .raw = trn_layer_f32(l->layer[1], 0), .width = frame->width, .height = frame->height,
        .place = *place, .octaves = p->octaves, .billow = p->billow, .threshold = cloud_threshold(p), .softness = p->softness,
        .amplitude = p->amplitude, .center = p->center,
    };
    for (uint32_t k = 0; k < SIMPLEX_OCTAVES; ++k) a.key[k] = trn_seed_key(p->rand_seed, TRN_STREAM_CLOUD, k);
    return trn_run(ev, TRN_DEVICE_KERNEL(cloud), &a, frame->height);
}

/* Everywhere the middle of pixel 0 is half a pixel from the origin, and pixels are square. */
static trn_status place_pixels(trn_eval *ev, const noise_extra_params *p, pixel_place *place)
{
    const trn_frame *frame = trn_eval_frame(ev);
    double offset[3] = {0, 0, 0};
    const trn_status st = trn_need_numbers(trn_eval_error(ev), "offset", p->offset, offset, 1, 3);
    const double step = p->frequency / (double)frame->whole_width;
    *place = (pixel_place){.x = frame->x, .y = frame->y, .step = trn_place_make(step)};
    for (int axis = 0; axis < 3; ++axis) place->origin[axis] = trn_place_make(offset[axis]) + (axis < 2 ? trn_place_make(0.5 * step) : 0);
    return st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    static trn_status (*const run[])(trn_eval *, const noise_extra_params *, const pixel_place *, extra_layers *) = {
        run_bubble, run_crystal, run_phasor, run_curl, run_curl, run_cloud};
    static const int32_t channels[] = {1, 1, 1, 2, 3, 1};
    static const trn_place_wanted wanted[] = {TRN_WANT_AUTO, TRN_WANT_CPU, TRN_WANT_CUDA};
    const noise_extra_params *p = params;
    extra_layers l = {0};
    pixel_place place;
    if (trn_want_device(ev, wanted[p->compute.value]) != TRN_OK) return trn_error_prefix(trn_eval_error(ev), "compute");
    trn_status st = place_pixels(ev, p, &place);
    if (st == TRN_OK && trn_input(ev, 0)) st = trn_keep_layers(ev, 0);
    if (st == TRN_OK) st = make_layer(ev, &l, "", TRN_F32, channels[p->kind.value]);
    if (st == TRN_OK) st = run[p->kind.value](ev, p, &place, &l);
    if (st == TRN_OK) st = trn_post(ev, TRN_POST_OF(p), l.layer[0]);
    for (int32_t i = 0; st == TRN_OK && i < l.count; ++i) {
        char name[160];
        snprintf(name, sizeof name, "%s%s", p->out_layer, l.suffix[i]); /* cut only where it is too long for a name anyway */
        st = trn_put(ev, "out_layer", name, l.layer[i]);
    }
    return st;
}

const trn_node_type trn_node_noise_extra = {
    .info.id = "noise_extra", .info.title = "Noise Extra", .info.category = "generate",
    .info.summary = "Bubbles, crystals, stripes, divergence-free flow and clouds.",
    .info.doc =
        "Positions are in cells: x = u `frequency`, y = v `frequency` height / width, so cells are square on images that are not, plus "
        "`offset`. All kinds but phasor are slices through noise in space; moving the third number of `offset` animates them. The main layer "
        "is `out_layer`; the others' names begin with it. `amplitude`, `center` and post processing apply to the main layer alone.\n\n"
        "**bubble**: each cell has a sphere with the probability `density`, its middle anywhere in the cell, its radius `radius` times 0.5 to 1. "
        "The value is how high above the slice the surface is, 0 outside all spheres; where some overlap, that of the highest. `_id`: a hash of the sphere, "
        "0 or more, and -1 outside.\n\n"
        "**crystal**: each cell of a Voronoi division of space has a plane through its feature point, tilted at random by `sharpness`, and a tone of its own within "
        "-0.25 ... 0.25. With `sharpness` 1 the mean is 0, the standard deviation 0.36 and the range about -1.1 ... 1.1. Facets meet in steps; "
        "`_edge`, the difference between the distances to the two nearest feature points, in cells, is 0 along them and makes bevels. `_id`: a hash of the cell.\n\n"
        "**phasor** (Tricard et al. 2019): waves in round windows of one cell's radius, `kernels` in each cell, each turned at random by `spread` and "
        "with a phase of its own, are added up. `_phase` is the sum's phase in radians, -pi ... pi, so that stripes keep their contrast; `_amplitude` its size "
        "over the sum of the windows, 0 ... 1. Where no window reaches all is 0. `direction_layer` lets stripes follow a field; such a node "
        "reads its input beyond its own pixel and cannot make tiles of a plane without end: put `bake` behind it.\n\n"
        "**curl** (Bridson et al. 2007): the velocity (dp/dy, -dp/dx) of a fractal potential p, in two channels, from analytic slopes: without "
        "sources or sinks. Its unit is per cell; times `frequency` / width of the image it is per pixel. `_potential` is p, -1 ... 1. **curl_3d**: the curl of three "
        "potentials in three channels; x and y of one slice alone are not divergence-free.\n\n"
        "**cloud**: fractal simplex noise, by `billow` of 2 |noise| - 1, and its density: 0 below a threshold that `coverage` sets, 1 above it, smooth over "
        "`softness`. At `coverage` 0 and 1 all is exactly 0 and 1. `_raw` is the noise, -1 ... 1.\n\n"
        TRN_POST_DOC "\n\n"
        "Worked out in double and rounded once, the same bytes everywhere; any window of the plane has those of the whole.",
    .info.example = "noise_extra{ kind = \"crystal\", frequency = 12 }",
    .info.reach = TRN_POINTWISE, .info.version = 3,
    TRN_PARAMS(noise_extra_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .size = trn_size_of_noise_extra_params,
    .footprint = footprint, .passes = passes, .device = true, .eval = eval,
};
