/* height_to_caustics: the light that waves gather on the floor below them. */
#include "graph/node.h"
#include "kernels/height_to_caustics.h"
#include "math/trig.h"
#include <stdatomic.h>
#include <string.h>

typedef struct height_to_caustics_params {
    trn_text layer;
    double strength, world_size;
    double depth, ior;
    double azimuth, elevation;
    int32_t supersample;
    bool tile;
    trn_text out_layer;
    bool keep_layers;
    double max_shift;
} height_to_caustics_params;

static const trn_param params[] = {
    TRN_STRING(height_to_caustics_params, layer, "Height Layer", "C", .doc = "Height layer of the water's surface. Only its first channel is used."),
    TRN_FLOAT(height_to_caustics_params, strength, "Height Scale", 1, -10000, 10000, .group = "Height",
              .doc = "World height of a layer value of 1. Negative turns the waves upside down."),
    TRN_FLOAT(height_to_caustics_params, world_size, "World Size", 1, 1e-6, TRN_ANY, .group = "Height", .doc = "World width of the whole image."),
    TRN_FLOAT(height_to_caustics_params, depth, "Water Depth", 0.1, 0, 10000, .group = "Water",
              .doc = "How far the floor lies below the surface, in world units. The deeper, the farther light gathers and spreads."),
    TRN_FLOAT(height_to_caustics_params, ior, "IOR", 1.33, 1, 4, .group = "Water",
              .doc = "Index of refraction: 1.33 for water. 1 does not bend light, so there are no caustics."),
    TRN_FLOAT(height_to_caustics_params, azimuth, "Azimuth", 0, -360, 360, .group = "Light", .unit = "degrees", .disabled = "elevation >= 90",
              .doc = "Where the light comes from: 0 = from +u (east), 90 = from +v (north)."),
    TRN_FLOAT(height_to_caustics_params, elevation, "Elevation", 90, 0.1, 90, .group = "Light", .unit = "degrees",
              .doc = "Height of the sun above the horizon; at 90 light falls straight down."),
    TRN_INT(height_to_caustics_params, supersample, "Supersample", 2, 1, 8, .group = "Quality",
            .doc = "Photons of a pixel along each axis. More of them are smoother, and take time with their square."),
    TRN_TOGGLE(height_to_caustics_params, tile, "Tileable (Wrap Edges)", true, .group = "Quality",
               .doc = "The image repeats, and no light is lost. Without it, light that lands beyond the image is."),
    TRN_STRING(height_to_caustics_params, out_layer, "Output Layer", "caustics", .group = "Quality", .doc = "Name of the light's layer. Empty makes none."),
    TRN_TOGGLE(height_to_caustics_params, keep_layers, "Keep Input Layers", true, .group = "Quality", .doc = "Keep the other layers of the input."),
    TRN_FLOAT(height_to_caustics_params, max_shift, "Max Shift", 0, 0, 4096, .group = "Tiles", .unit = "pixels",
              .doc = "How far waves may carry light from where it would land in calm water; what would go farther lands there. 0: as far as it "
                     "goes, and the image is worked on as a whole."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the height layer of the water's surface.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the layer of light added.")};

static double passes(const void *params)
{
    const height_to_caustics_params *p = params;
    return 10.0 + 15.0 * (double)(p->supersample * p->supersample);
}

static void footprint(const void *params, trn_footprint *f)
{
    const height_to_caustics_params *p = params;
    f->reach = TRN_LOCAL;
    f->halo = (int32_t)trn_ceil(p->max_shift) + 3; /* what photons add is shared between two pixels; slopes between two see a third */
    f->wrap = p->tile;
    if (p->max_shift == 0.0) trn_measures(f, "max_shift", "follows light as far as it goes", "set max_shift");
}

/* ---- light is gathered in integers: their sums do not depend on the order in which threads add ---- */

/* Photons of a block of pixels mostly land near it. A patch that covers the block and its surroundings belongs to one thread and is
 * added to the image at the end; light that lands beyond it goes to the image at once. Blocks are lower where pixels have many
 * photons, so that each is over in milliseconds. */
enum { BLOCK_WIDTH = 256, BLOCK_HEIGHT = 64, MARGIN = 16, PATCH_WIDTH = BLOCK_WIDTH + 2 * MARGIN, PATCH_HEIGHT = BLOCK_HEIGHT + 2 * MARGIN };
enum { MOST = 8 * 8 * BLOCK_WIDTH }; /* photons of a row of a block */

typedef _Atomic int64_t light;
typedef struct block_scratch {
    int64_t patch[PATCH_HEIGHT][PATCH_WIDTH];
    double u[MOST], v[MOST];
} block_scratch;

typedef struct pool {
    light *sum;
    int32_t width, height;
    int32_t across, rows; /* blocks in a row of them; rows of pixels in a block */
    bool wrap;
    trn_rows_fn *photons;
    caustics_photons_args args;
    int64_t cover[3][3]; /* what a pixel gets in calm water from the pixel one row and column before, its own, and one after */
    float *out;
} pool;

static bool place(int32_t *at, int32_t count, bool wrap)
{
    if (*at >= 0 && *at < count) return true;
    if (wrap) *at = trn_wrap_i(*at, count);
    return wrap;
}

static void add(const pool *l, int32_t x, int32_t y, int64_t amount)
{
    if (amount && place(&x, l->width, l->wrap) && place(&y, l->height, l->wrap))
        atomic_fetch_add_explicit(&l->sum[(size_t)y * (size_t)l->width + (size_t)x], amount, memory_order_relaxed);
}

/* The lower left of the four pixels that share a photon's light, counted from its own, and what they get: that one, the one to the
 * right, the one above, and the one between. Photons that land alike share alike, so what calm water takes from a pixel it gives
 * it, to the last unit. */
typedef struct landing { int32_t column, row; int64_t part[4]; } landing;
static landing land(double u, double v)
{
    const int64_t x = (int64_t)u, y = (int64_t)v, right = x & (CAUSTICS_ONE - 1), up = y & (CAUSTICS_ONE - 1);
    const int64_t both = (right * up) >> CAUSTICS_BITS;
    return (landing){(int32_t)(x >> CAUSTICS_BITS), (int32_t)(y >> CAUSTICS_BITS), {CAUSTICS_ONE - right - up + both, right - both, up - both, both}};
}

static void gather_row(const pool *l, block_scratch *s, int32_t x0, int32_t y0, int32_t y, const caustics_photons_args *a)
{
    const uint32_t patch_rows = (uint32_t)(l->rows + 2 * MARGIN);
    for (int32_t k = 0; k < a->side * a->side; ++k) {
        for (int32_t i = 0; i < a->width; ++i) {
            const int64_t n = (int64_t)k * a->pitch + i;
            const landing to = land(s->u[n], s->v[n]);
            const int32_t x = x0 + i + to.column, up = y + to.row;
            const uint32_t px = (uint32_t)(x - x0 + MARGIN), py = (uint32_t)(up - y0 + MARGIN);
            const int64_t *part = to.part;
            if (px < PATCH_WIDTH - 1 && py < patch_rows - 1) {
                s->patch[py][px] += part[0];
                s->patch[py][px + 1] += part[1];
                s->patch[py + 1][px] += part[2];
                s->patch[py + 1][px + 1] += part[3];
            } else {
                add(l, x, up, part[0]);
                add(l, x + 1, up, part[1]);
                add(l, x, up + 1, part[2]);
                add(l, x + 1, up + 1, part[3]);
            }
        }
    }
}

static void gather_blocks(void *work, void *scratch, int32_t begin, int32_t end)
{
    const pool *l = work;
    block_scratch *s = scratch;
    for (int32_t b = begin; b < end; ++b) {
        const int32_t x0 = b % l->across * BLOCK_WIDTH, y0 = b / l->across * l->rows, y1 = trn_min_i(y0 + l->rows, l->height);
        caustics_photons_args a = l->args;
        a.x = x0;
        a.width = trn_min_i(l->width - x0, BLOCK_WIDTH);
        a.pitch = BLOCK_WIDTH;
        a.u = s->u;
        a.v = s->v;
        memset(s->patch, 0, sizeof(s->patch[0]) * (size_t)(l->rows + 2 * MARGIN));
        for (int32_t y = y0; y < y1; ++y) {
            l->photons(&a, y, y + 1);
            gather_row(l, s, x0, y0, y, &a);
        }
        for (int32_t j = 0; j < l->rows + 2 * MARGIN; ++j)
            for (int32_t i = 0; i < PATCH_WIDTH; ++i) add(l, x0 + i - MARGIN, y0 + j - MARGIN, s->patch[j][i]);
    }
}

static void empty_rows(void *work, int32_t y0, int32_t y1)
{
    const pool *l = work;
    for (size_t i = (size_t)y0 * (size_t)l->width; i < (size_t)y1 * (size_t)l->width; ++i) atomic_init(&l->sum[i], 0);
}

/* ---- what calm water would give ---- */

static void measure_cover(pool *l)
{
    const int32_t side = l->args.side;
    for (int32_t k = 0; k < side * side; ++k) {
        const landing to = land(caustics_fixed(caustics_offset(k % side, side)), caustics_fixed(caustics_offset(k / side, side)));
        for (int32_t c = 0; c < 4; ++c) { /* who lies one pixel after gets what the pixel one before sends */
            const int32_t u = to.column + c % 2, v = to.row + c / 2;
            if (to.part[c]) l->cover[1 - v][1 - u] += to.part[c];
        }
    }
}

static double cover_at(const pool *l, int32_t x, int32_t y)
{
    int64_t sum = 0;
    for (int32_t v = 0; v < 3; ++v) {
        for (int32_t u = 0; u < 3; ++u) {
            int32_t from_x = x + u - 1, from_y = y + v - 1;
            if (place(&from_x, l->width, l->wrap) && place(&from_y, l->height, l->wrap)) sum += l->cover[v][u];
        }
    }
    return (double)sum;
}

static void finish_rows(void *work, int32_t y0, int32_t y1)
{
    const pool *l = work;
    for (int32_t y = y0; y < y1; ++y) {
        const double inside = cover_at(l, l->width / 2, y);
        for (int32_t x = 0; x < l->width; ++x) {
            const size_t i = (size_t)y * (size_t)l->width + (size_t)x;
            const double cover = x == 0 || x == l->width - 1 ? cover_at(l, x, y) : inside;
            l->out[i] = (float)((double)atomic_load_explicit(&l->sum[i], memory_order_relaxed) / cover);
        }
    }
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const height_to_caustics_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const size_t count = (size_t)frame->width * (size_t)frame->height;
    const double pixel = p->world_size / (double)frame->whole_width;
    const trn_kernel *photons = TRN_KERNEL(caustics_photons);
    trn_layer *height, *out;
    float *slope_u, *slope_v;
    pool l = {
        .width = frame->width, .height = frame->height, .wrap = p->tile,
        .across = (frame->width + BLOCK_WIDTH - 1) / BLOCK_WIDTH,
        .rows = trn_clamp_i(4 * BLOCK_HEIGHT / (p->supersample * p->supersample), 8, BLOCK_HEIGHT),
        .photons = photons->level[trn_kernel_level(ev, photons)],
    };
    trn_status st;
    if ((st = trn_need(ev, 0, "layer", p->layer, &height)) != TRN_OK || (st = trn_need_finite(ev, "layer", p->layer, height)) != TRN_OK ||
        (p->keep_layers && (st = trn_keep_layers(ev, 0)) != TRN_OK) || (st = trn_make(ev, TRN_F32, 1, &out)) != TRN_OK ||
        (st = trn_scratch(ev, count * sizeof(float), &slope_u)) != TRN_OK || (st = trn_scratch(ev, count * sizeof(float), &slope_v)) != TRN_OK ||
        (st = trn_scratch(ev, count * sizeof(light), &l.sum)) != TRN_OK)
        return st;
    const caustics_slopes_args slopes = {
        .z = trn_plane_f32(height, 0), .u = slope_u, .v = slope_v, .width = frame->width, .height = frame->height, .wrap = p->tile,
    };
    l.out = trn_layer_f32(out, 0);
    l.args = (caustics_photons_args){
        .slope_u = slope_u, .slope_v = slope_v, .image_width = frame->width, .image_height = frame->height, .wrap = p->tile,
        .side = p->supersample,
    };
    caustics_water *w = &l.args.water;
    double level;
    trn_sincos(trn_turns(p->elevation), &w->sun_up, &level);
    trn_sincos(trn_turns(p->azimuth), &w->sun_v, &w->sun_u);
    w->sun_u *= level;
    w->sun_v *= level;
    w->bend = 1.0 / p->ior;
    w->depth = p->depth / pixel;
    w->scale = p->strength / pixel;
    w->most = p->max_shift;
    caustics_refract(w, 0.0, 0.0, &w->calm_u, &w->calm_v);
    measure_cover(&l);

    const int32_t blocks = l.across * ((frame->height + l.rows - 1) / l.rows);
    trn_progress_span(ev, 0.0, 0.1);
    if ((st = trn_run(ev, TRN_KERNEL(caustics_slopes), &slopes, frame->height)) != TRN_OK ||
        (st = trn_for(ev, frame->height, 64, empty_rows, &l)) != TRN_OK)
        return st;
    trn_progress_span(ev, 0.1, 0.9);
    if ((st = trn_for_scratch(ev, blocks, 1, sizeof(block_scratch), gather_blocks, &l)) != TRN_OK) return st;
    trn_progress_span(ev, 0.9, 1.0);
    if ((st = trn_for(ev, frame->height, 64, finish_rows, &l)) != TRN_OK) return st;
    return trn_put(ev, "out_layer", p->out_layer, out);
}

const trn_node_type trn_node_height_to_caustics = {
    .info.id = "height_to_caustics", .info.title = "Height to Caustics", .info.category = "terrain",
    .info.summary = "Gathers the light that a water surface, given by a height layer, focuses onto the floor below.",
    .info.doc =
        "1 is what the floor gets below calm water, more is where waves gather light. Every pixel sends out `supersample` squared photons, "
        "spread over its area. Each is refracted once by the surface (Snell's law, with the slope interpolated between pixels), goes down "
        "to a floor at `depth`, and is shared between the four pixels around the point where it lands. So focal lines, where the density "
        "of light has no bound, cost nothing special.\n\n"
        "Calm water gives exactly 1, and with `tile` no light is lost: the pixels sum to their number. Bumps gather light and dents scatter it; "
        "an `ior` of 1 leaves 1 everywhere. Oblique light shifts everything; the shift of calm water is taken off, so that the pattern "
        "stays below the waves that made it. With `tile` off light that lands outside is lost, and borders are divided by what calm "
        "water would give there. No light is reflected or absorbed, and all of it travels the same depth, whatever the waves' height.\n\n"
        "Few photons leave a fine grid where light is thin; `supersample` 4 has none that can be seen. Light is added up in integers: the "
        "bytes do not depend on threads.\n\n"
        "Light may land anywhere, so the image is worked on as a whole. With `max_shift` it goes no farther than that from where it would land "
        "in calm water: then windows are computed by themselves, and tiles of an unbounded sea fit. Voids (NaN) are an error.",
    .info.example = "noise{ noise_type = \"simplex\", fractal = \"standard\", frequency = 5, tile_u = true, tile_v = true }:height_to_caustics{ strength = 0.05 }",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(height_to_caustics_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
