/* erosion_filter: gullies and ridges down the slopes, by a filter and not a simulation. */
#include "graph/node.h"
#include "kernels/erosion_filter.h"
#include "math/hash.h"
#include "math/place.h"
#include "terrain/blur.h"
#include <string.h>

enum { FADE_ALTITUDE, FADE_NONE };
static const char *const fades[] = {"altitude", "none", NULL};

typedef struct erosion_filter_params {
    trn_text layer;
    double strength, world_size;
    double amplitude, wavelength;
    int32_t octaves;
    double lacunarity, gain, steepness, flow_blur;
    uint32_t rand_seed;
    trn_menu fade;
    double height_min, height_max;
    bool tile;
    double origin_x, origin_y;
    trn_text out_layer, mask_layer;
    bool keep_layers;
} erosion_filter_params;

#define P erosion_filter_params
#define ALTITUDE .group = "Fade", .hidden = "fade ≠ altitude"
static const trn_param params[] = {
    TRN_STRING(P, layer, "Height Layer", "C", .doc = "Height layer to erode. Only its first channel is used."),
    TRN_FLOAT(P, strength, "Height Scale", 1, -10000, 10000,
              .doc = "World height of a layer value of 1. Negative turns the terrain upside down; 0 is refused."),
    TRN_FLOAT(P, world_size, "World Size", 1, 1e-6, TRN_ANY, .doc = "World width of the whole image."),
    TRN_FLOAT(P, amplitude, "Amplitude", 0.01, 0, 10000, .group = "Erosion",
              .doc = "Depth of the coarsest gullies, in world units: from the ground as it was down to a bed, and up to a crest."),
    TRN_FLOAT(P, wavelength, "Wavelength", 48, 1, 4096, .group = "Erosion", .unit = "pixels",
              .doc = "Spacing of the coarsest gullies. Those closer than 2 pixels cannot be shown, and are left out."),
    TRN_INT(P, octaves, "Octaves", 5, 0, EROSION_OCTAVES, .group = "Erosion", .doc = "Levels of gullies, from coarse to fine."),
    TRN_FLOAT(P, lacunarity, "Lacunarity", 2, 1.05, 8, .group = "Erosion", .doc = "Each octave's wavelength over the next one's."),
    TRN_FLOAT(P, gain, "Gain", 0.35, 0, 2, .group = "Erosion",
              .doc = "Each octave's depth is this times that of the one before. 1/lacunarity makes all equally steep, and much fine clutter."),
    TRN_FLOAT(P, steepness, "Steepness", 2, 0, 10000, .group = "Erosion",
              .doc = "How gentle a slope may be and still have gullies: full ones from a slope (rise over run) of 1 over this on. 0: none anywhere."),
    TRN_FLOAT(P, flow_blur, "Flow Blur", 0.25, 0, 4, .group = "Erosion",
              .doc = "The way down is taken from the height blurred by a standard deviation of this many wavelengths, octave by octave, so that "
                     "coarse gullies do not wind about fine noise. 0 is the method as it was published."),
    TRN_SEED(P, rand_seed, "Seed", 0, .group = "Erosion", .doc = "Seed of where the gullies lie."),
    TRN_MENU(P, fade, "Fade", FADE_ALTITUDE, fades, .group = "Fade",
             .doc = "What flat ground becomes: altitude makes it a crest where it is high and a bed where it is low, none leaves it alone."),
    TRN_FLOAT(P, height_min, "Height Range", 0, -TRN_ANY, TRN_ANY, ALTITUDE,
              .doc = "The layer value that counts as lowest. If both are equal, the image's own lowest and highest count."),
    TRN_FLOAT(P, height_max, "Height Range", 0, -TRN_ANY, TRN_ANY, ALTITUDE, .doc = "The one that counts as highest. Give both to make tiles."),
    TRN_TOGGLE(P, tile, "Tileable (Wrap Edges)", false, .group = "Tiling",
               .doc = "The image repeats: gullies, slopes and blurs go on across its edges."),
    TRN_FLOAT(P, origin_x, "Origin", 0, -TRN_ANY, TRN_ANY, .group = "Tiling", .disabled = "tile is on",
              .doc = "World position of the image's lower left corner, for images that are parts of one plane."),
    TRN_FLOAT(P, origin_y, "Origin", 0, -TRN_ANY, TRN_ANY, .group = "Tiling", .disabled = "tile is on", .doc = "The same along v."),
    TRN_STRING(P, out_layer, "Output Layer", "C", .group = "Tiling", .doc = "Name of the eroded height layer. Empty makes none."),
    TRN_STRING(P, mask_layer, "Erosion Mask Layer", "erosion", .group = "Tiling",
               .doc = "Name of the layer that is 1 on crests, -1 in beds and about 0 on walls. Empty makes none."),
    TRN_TOGGLE(P, keep_layers, "Keep Input Layers", true, .group = "Tiling", .doc = "Keep the other layers of the input."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the eroded height and the mask.")};

static trn_status check(const void *params, trn_error *err)
{
    const P *p = params;
    if (p->strength == 0) return trn_param_fail(err, "strength", "must not be 0: the terrain would be flat");
    return TRN_OK;
}

/* Octaves that can be seen. */
static int32_t octaves_of(const P *p)
{
    double wavelength = p->wavelength;
    int32_t count = 0;
    while (count < p->octaves && wavelength >= 2.0 && p->amplitude > 0.0) {
        wavelength /= p->lacunarity;
        ++count;
    }
    return count;
}

static trn_blur blur_of(const P *p, double wavelength)
{
    return (trn_blur){TRN_BLUR_GAUSSIAN, 2.0 * p->flow_blur * wavelength, p->tile ? TRN_EDGE_WRAP : TRN_EDGE_EXTEND};
}

static bool measures(const P *p) { return p->fade.value == FADE_ALTITUDE && p->height_min == p->height_max && octaves_of(p) > 0; }

static void footprint(const void *params, trn_footprint *f)
{
    const P *p = params;
    const trn_blur widest = blur_of(p, p->wavelength);
    f->reach = TRN_LOCAL;
    f->halo = octaves_of(p) > 0 ? 2 + trn_blur_reach(&widest) : 0;
    f->wrap = p->tile;
    if (measures(p)) trn_measures(f, "height_min", "measures the image's lowest and highest point", "set height_min and height_max");
}

static double passes(const void *params)
{
    const P *p = params;
    return 2.0 + (double)octaves_of(p) * (p->flow_blur > 0.0 ? 160.0 : 80.0);
}

typedef struct filter {
    trn_eval *ev;
    const P *p;
    const trn_frame *frame;
    const float *z;
    double spacing; /* of pixels, in world units */
} filter;

/* The cells of pivots along an axis: how many of them a pixel is, and where pixels stand. */
typedef struct axis {
    trn_place step, half;
    int64_t whole;     /* the first pixel's place, in pixels, and its fraction */
    uint64_t fract;
    int64_t size, cells; /* tiled: pixels and cells after which all repeats; else 0 */
} axis;

static axis axis_of(const filter *f, double wavelength, int64_t at, int64_t size, double origin, double *pitch)
{
    axis a = {.whole = at};
    *pitch = EROSION_PITCH * wavelength;
    if (f->p->tile) {
        const double wanted = trn_floor((double)size / *pitch + 0.5);
        a.size = size;
        a.cells = wanted > 1.0 ? trn_lfloor(wanted) : 1;
        a.step = ((trn_place)(uint64_t)a.cells << 64) / (trn_place)(uint64_t)size;
        *pitch = (double)size / (double)a.cells;
    } else {
        const trn_place from = trn_place_make(origin * (double)f->frame->whole_width / f->p->world_size);
        a.step = trn_place_make(1.0 / *pitch);
        a.whole = (int64_t)((uint64_t)at + (uint64_t)(from >> 64));
        a.fract = (uint64_t)from;
    }
    a.half = a.step >> 1;
    return a;
}

static int64_t wrapped(int64_t a, int64_t n)
{
    const int64_t r = a % n;
    return r < 0 ? r + n : r;
}

/* Where pixel i stands, from the middle of a cell to that of the next: a function of its place in the plane alone. cell: those two
 * and one on either side, which hold all that is less than 1.5 cells away. */
static float stand(const axis *a, int32_t i, uint32_t cell[EROSION_PIVOTS])
{
    const int64_t pixel = (int64_t)((uint64_t)a->whole + (uint64_t)i);
    const trn_place place = trn_place_scale(a->step, a->size ? wrapped(pixel, a->size) : pixel, a->fract) + a->half - ((trn_place)1 << 63);
    for (int32_t k = 0; k < EROSION_PIVOTS; ++k) {
        const uint64_t c = (uint64_t)(place >> 64) + (uint64_t)(int64_t)(k - 1);
        cell[k] = (uint32_t)(a->size ? (uint64_t)wrapped((int64_t)c, a->cells) : c);
    }
    return trn_place_fract_f(place);
}

static trn_status lay_pivots(const filter *f, int32_t index, double wavelength, erosion_octave *o)
{
    const trn_frame *frame = f->frame;
    const size_t width = (size_t)frame->width, height = (size_t)frame->height;
    const uint32_t key = trn_seed_key(f->p->rand_seed, TRN_STREAM_GULLY, (uint32_t)index);
    double pitch_u, pitch_v;
    const axis u = axis_of(f, wavelength, frame->x, frame->whole_width, f->p->origin_x, &pitch_u);
    const axis v = axis_of(f, wavelength, frame->y, frame->whole_height, f->p->origin_y, &pitch_v);
    float *fract;
    uint32_t *cells;
    erosion_place *rows;
    trn_status st;
    if ((st = trn_scratch(f->ev, width * sizeof *fract, &fract)) != TRN_OK ||
        (st = trn_scratch(f->ev, width * EROSION_PIVOTS * sizeof *cells, &cells)) != TRN_OK ||
        (st = trn_scratch(f->ev, height * sizeof *rows, &rows)) != TRN_OK)
        return st;
    for (int32_t x = 0; x < frame->width; ++x) {
        uint32_t cell[EROSION_PIVOTS];
        fract[x] = stand(&u, x, cell);
        for (size_t k = 0; k < EROSION_PIVOTS; ++k) cells[k * width + (size_t)x] = cell[k] * TRN_PX;
    }
    for (int32_t y = 0; y < frame->height; ++y) {
        rows[y].fract = stand(&v, y, rows[y].cell);
        for (int32_t k = 0; k < EROSION_PIVOTS; ++k) rows[y].cell[k] = trn_mix(rows[y].cell[k] * TRN_PY + key);
    }
    o->fract = fract;
    o->rows = rows;
    for (size_t k = 0; k < EROSION_PIVOTS; ++k) o->cell[k] = cells + k * width;
    o->pitch_u = (float)(pitch_u / wavelength);
    o->pitch_v = (float)(pitch_v / wavelength);
    return TRN_OK;
}

static trn_status lay_octave(const filter *f, int32_t index, double wavelength, double depth, float *spare, erosion_octave *o)
{
    const trn_blur blur = blur_of(f->p, wavelength);
    const trn_status st = lay_pivots(f, index, wavelength, o);
    float *soft;
    o->z = f->z;
    o->depth = (float)depth;
    o->flank = (float)trn_min(6.2831853071795862 * depth / (wavelength * f->spacing), 1e17);
    if (st != TRN_OK || trn_blur_reach(&blur) == 0) return st;
    const trn_status made = trn_scratch(f->ev, sizeof(float) * (size_t)f->frame->width * (size_t)f->frame->height, &soft);
    if (made != TRN_OK) return made;
    o->z = soft;
    return trn_blur_plane(f->ev, &blur, f->z, spare, soft);
}

/* What the altitudes are measured by; a layer of one value lies in the middle. */
static trn_status find_range(const filter *f, const trn_layer *height, erosion_filter_args *args)
{
    const P *p = f->p;
    double low = p->height_min, high = p->height_max;
    if (p->fade.value == FADE_NONE) return TRN_OK;
    if (measures(p)) {
        trn_layer_stats stats;
        if (!trn_layer_measure(height, 0, trn_stop_flag(f->ev), &stats)) return trn_stopped(f->ev);
        low = stats.min;
        high = stats.max;
    }
    const double level = 2.0 / (high - low), sign = p->strength < 0 ? -1.0 : 1.0; /* high is what is high in the world */
    if (!(fabs(level) < 1e300)) return TRN_OK;
    args->middle = 0.5 * (low + high);
    args->level = sign * level;
    return TRN_OK;
}

static trn_status erode(const filter *f, const trn_layer *height, erosion_filter_args *args)
{
    const P *p = f->p;
    double wavelength = p->wavelength, depth = p->amplitude;
    float *spare = NULL;
    trn_status st = find_range(f, height, args);
    if (st == TRN_OK && p->flow_blur > 0.0)
        st = trn_scratch(f->ev, sizeof(float) * (size_t)f->frame->width * (size_t)f->frame->height, &spare);
    for (int32_t o = 0; st == TRN_OK && o < args->count; ++o, wavelength /= p->lacunarity, depth *= p->gain) {
        trn_progress_span(f->ev, 0.5 * o / args->count, 0.5 * (o + 1) / args->count);
        st = lay_octave(f, o, wavelength, depth, spare, &args->octave[o]);
    }
    trn_progress_span(f->ev, p->flow_blur > 0.0 ? 0.5 : 0.0, 1.0);
    return st == TRN_OK ? trn_run(f->ev, TRN_KERNEL(erosion_filter), args, f->frame->height) : st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const P *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *height, *out, *mask = NULL;
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK || (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) ||
        (st = trn_make(ev, TRN_F32, 1, &out)) != TRN_OK || (*p->mask_layer && (st = trn_make(ev, TRN_F32, 1, &mask)) != TRN_OK))
        return st;
    const filter f = {ev, p, frame, trn_plane_f32(height, 0), p->world_size / (double)frame->whole_width};
    erosion_filter_args args = {
        .z = f.z, .out = trn_layer_f32(out, 0), .mask = mask ? trn_layer_f32(mask, 0) : NULL, .width = frame->width, .height = frame->height,
        .wrap = p->tile, .count = octaves_of(p), .scale = (float)trn_clamp(p->strength / f.spacing, -1e30, 1e30), .steepness = (float)p->steepness,
        .back = trn_clamp(1.0 / p->strength, -1e300, 1e300),
    };
    if (args.count > 0) {
        st = erode(&f, height, &args);
    } else {
        memcpy(args.out, args.z, sizeof(float) * (size_t)frame->width * (size_t)frame->height);
        if (mask) st = trn_clear(ev, args.mask);
    }
    if (st == TRN_OK) st = trn_put(ev, "out_layer", p->out_layer, out);
    return st == TRN_OK && mask ? trn_put(ev, "mask_layer", p->mask_layer, mask) : st;
}

const trn_node_type trn_node_erosion_filter = {
    .info.id = "erosion_filter", .info.title = "Erosion Filter", .info.category = "terrain",
    .info.summary = "Adds gullies and ridges that look carved by water, each pixel by itself: a filter, not a simulation.",
    .info.doc =
        "Channels and crests run down the slopes, with finer ones branching off the walls of the coarser. How deep a gully is depends on the "
        "slope alone: there is no river network (a gully may end on a slope), nothing is deposited, and what lies upstream does not count; "
        "for those take `stream_power`.\n\n"
        "Each octave lays stripes down the slope of the ground and of the coarser octaves' walls (R. S. Johansen, \"Fast and Gorgeous Erosion "
        "Filter\", 2026, written anew from its description). On crests and in beds, and where the ground is flat, the finer octave "
        "gives way to what the coarser ones say; before the first it is what `fade` says. With g the gain and n octaves the ground moves by at "
        "most amplitude (1 - g^n)/(1 - g) in world units. Amplitude is a length in the world: on a map of 46 km, 150 m and not 0.01.\n\n"
        "The layer `erosion` is 1 on crests, -1 in beds, and about 0 on plain walls.\n\n"
        "Altitude is measured in the world: with a negative strength the lowest values are the peaks. While `height_min` equals "
        "`height_max` the image's own range is measured, so windows are cut from the whole and tiles refused; give the range, or set `fade` to "
        "none, to make tiles, which then fit to the last bit. Images that are rendered by themselves with an `origin` agree from "
        "1.75 x 2 x flow_blur x wavelength + 6 pixels inside their borders on: make them so much larger, and cut.\n\n"
        "A void (NaN) makes void what takes its slope from it: its neighbours, and with flow blur as far as the widest blur reaches.",
    .info.example = "noise{ fractal = \"terrain\", amplitude = 0.3 }:erosion_filter{}",
    .info.reach = TRN_LOCAL, .info.version = 2,
    TRN_PARAMS(P, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .footprint = footprint, .passes = passes, .eval = eval,
};
