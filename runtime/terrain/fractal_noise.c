#include "terrain/fractal_noise.h"
#include "math/scalar.h"

#define TURN 6.283185307179586
#define STREAM_PIXELS ((int64_t)1 << 19) /* larger results go past the caches */

/* Octaves are shifted against each other by fixed parts of a cell, along the axes that the image runs through. Where the
 * lattices of all of them share points, as they do with lacunarity 2, those points would show: gradient noise is 0 there
 * and value noise flat. (Powers of the root of x^5 = x + 1, whose multiples are spread evenly.) */
static const double octave_shift[4] = {0.8566748838545029, 0.733891856627126, 0.6287067210378087, 0.5385972572236101};
/* Along the other axes by whole cells: where the slice lies in a plane of lattice points, as at z = 0, it does so in every
 * octave, and half of the lattice is left out. */
#define OCTAVE_CELLS ((trn_place)40503 << 64)

/* Where a circle begins: its part of a turn, in [0, 1). */
static double turn_of(double offset, double frequency)
{
    const double t = frequency > 0 ? offset / frequency : 0;
    return fabs(t) < 4503599627370496.0 ? trn_fract(t) : 0;
}
static bool is_worley(int32_t type) { return type == TRN_NOISE_WORLEY || type == TRN_NOISE_WORLEY_F2F1; }

static void place_octave(trn_noise_octave *o, const trn_fractal_noise *n, const trn_frame *frame, int32_t k, double f)
{
    const double du = n->frequency / (double)frame->whole_width, dv = n->frequency / (double)frame->whole_height;
    const double x = 0.5 * du + n->x, y = 0.5 * dv + n->y; /* of the centre of pixel (0, 0) */
    const double w = n->four_d ? n->w : 0, last = n->z + w;
    const double straight[4] = {x, y, n->z, w}, u[4] = {0, 0, y, last}, v[4] = {x, 0, 0, last}, both[4] = {0, 0, last, 0};
    const double *origin = n->tile_u ? (n->tile_v ? both : u) : (n->tile_v ? v : straight);
    const int seen = 2 + n->tile_u + n->tile_v; /* axes of the image */
    for (int axis = 0; axis < 4; ++axis)
        o->origin[axis] = trn_place_make(origin[axis] * f) +
                          (trn_place)(uint32_t)k * (axis < seen ? trn_place_make(octave_shift[axis]) : OCTAVE_CELLS);
    o->du = trn_place_make(du * f);
    o->dv = trn_place_make(dv * f);
    o->radius = n->frequency * f / TURN;
}

trn_noise_plan trn_noise_plan_make(const trn_fractal_noise *n, const trn_frame *frame)
{
    trn_noise_plan p = {
        .width = frame->width, .height = frame->height, .x = frame->x, .y = frame->y,
        .whole_width = frame->whole_width, .whole_height = frame->whole_height,
        .type = n->type, .dims = n->four_d || n->tile_u || n->tile_v ? 4 : 3, .fractal = n->fractal,
        .octaves = n->fractal == TRN_FRACTAL_NONE ? 1 : n->octaves,
        .metric = n->metric, .rings = n->metric == TRN_MANHATTAN ? 2 : 1,
        .jitter = (float)n->jitter, .exact_jitter = n->jitter,
        .circle_u = n->tile_u, .circle_v = n->tile_v,
        .turn_u = turn_of(n->x, n->frequency), .turn_v = turn_of(n->y, n->frequency), .exact = n->exact,
        .strips = (frame->width + TRN_NOISE_STRIP - 1) / TRN_NOISE_STRIP,
        .block = n->exact ? 1 : n->tile_u && is_worley(n->type) ? 4 : TRN_NOISE_BLOCK,
    };
    double f = 1, gain = 1, sum = 0;
    for (int32_t k = 0; k < p.octaves; ++k) {
        place_octave(&p.octave[k], n, frame, k, f);
        p.octave[k].gain = (float)gain;
        p.octave[k].exact_gain = gain;
        sum += gain;
        gain *= n->roughness;
        f *= n->lacunarity;
        if (gain == 0) p.octaves = k + 1;
    }
    const bool mean = n->fractal == TRN_FRACTAL_NONE || n->fractal == TRN_FRACTAL_STANDARD;
    p.scale = mean ? n->amplitude / sum : n->amplitude;
    p.offset = n->fractal == TRN_FRACTAL_TERRAIN ? n->bias - n->amplitude : n->bias;
    p.mul = (float)p.scale;
    p.add = (float)p.offset + 0.0f; /* not -0: a zero's sign is not to come through */
    return p;
}

void trn_noise_seed(trn_noise_plan *p, uint32_t seed)
{
    const trn_stream stream = p->type == TRN_NOISE_WHITE ? TRN_STREAM_WHITE
                              : is_worley(p->type)       ? TRN_STREAM_FEATURE
                                                         : TRN_STREAM_NOISE;
    for (int32_t k = 0; k < p->octaves; ++k) p->octave[k].key = trn_seed_key(seed, stream, (uint32_t)k);
}

bool trn_noise_by_rows(const trn_noise_plan *p)
{
    return !p->exact && !p->circle_u && (p->type != TRN_NOISE_SIMPLEX || p->dims == 3);
}
trn_kernel trn_noise_kernel(const trn_noise_plan *p)
{
    if (p->exact) return *TRN_KERNEL(noise_exact);
    if (!trn_noise_by_rows(p)) return *TRN_KERNEL(noise_points);
    if (is_worley(p->type)) return *TRN_KERNEL(noise_worley);
    return p->type == TRN_NOISE_SIMPLEX ? *TRN_KERNEL(noise_simplex) : *TRN_KERNEL(noise_grid);
}

typedef struct tile_run { const trn_noise_plan *plan; trn_rows_fn *rows; } tile_run;
static void run_tiles(void *work, void *scratch, int32_t begin, int32_t end)
{
    const tile_run *r = work;
    r->rows(&(const noise_args){r->plan, scratch}, begin, end);
}

static trn_status run_pixels(trn_eval *ev, const trn_kernel *kernel, trn_noise_plan *p, uint32_t seed, trn_layer *layer)
{
    const int32_t channels = trn_layer_get_info(layer)->channels;
    trn_status st = TRN_OK;
    for (int32_t c = 0; st == TRN_OK && c < channels; ++c) {
        trn_noise_seed(p, seed + 7919u * (uint32_t)c);
        trn_progress_span(ev, (double)c / channels, (c + 1.0) / channels);
        st = trn_run(ev, kernel, &(const noise_pixels_args){trn_layer_f32(layer, c), p->width, p->height, *p}, p->height);
    }
    return st;
}

trn_status trn_noise_run(trn_eval *ev, const trn_fractal_noise *noise, uint32_t seed, bool stream, trn_layer *layer)
{
    const trn_layer_info *l = trn_layer_get_info(layer);
    trn_noise_plan p = trn_noise_plan_make(noise, trn_eval_frame(ev));
    trn_kernel pixels = *TRN_DEVICE_KERNEL(noise_pixels);
    pixels.variant = (uint32_t)p.type | (uint32_t)p.metric << 4 | (uint32_t)p.fractal << 8 | (uint32_t)p.dims << 12 |
                     (uint32_t)p.circle_u << 16 | (uint32_t)p.circle_v << 17; /* they have little in common */
    if (!p.exact && trn_device_takes(ev, &pixels)) return run_pixels(ev, &pixels, &p, seed, layer);
    const trn_kernel kernel = trn_noise_kernel(&p);
    const tile_run run = {&p, kernel.level[trn_kernel_level(ev, &kernel)]};
    const bool slow = is_worley(p.type) || !trn_noise_by_rows(&p);
    const int32_t grain = slow || p.octaves > 4 ? 1 : 8 / p.octaves; /* tiles: tens of microseconds */
    trn_status st = TRN_OK;
    p.stream = stream && (int64_t)p.width * p.height > STREAM_PIXELS;
    if (trn_noise_by_rows(&p)) {
        const size_t count = (size_t)p.octaves * (size_t)p.strips;
        if ((st = trn_scratch(ev, count * sizeof *p.columns, &p.columns)) != TRN_OK) return st;
        trn_progress_span(ev, 0, 0);
        st = trn_run(ev, TRN_KERNEL(noise_columns), &(const noise_args){&p, NULL}, (int32_t)count);
    }
    for (int32_t c = 0; st == TRN_OK && c < l->channels; ++c) {
        trn_noise_seed(&p, seed + 7919u * (uint32_t)c);
        if (p.exact) p.out_exact = trn_layer_f64(layer, c);
        else p.out = trn_layer_f32(layer, c);
        trn_progress_span(ev, (double)c / l->channels, (c + 1.0) / l->channels);
        st = trn_for_scratch(ev, trn_noise_tiles(&p), grain, trn_noise_scratch(&p), run_tiles, (void *)&run);
    }
    return st;
}
