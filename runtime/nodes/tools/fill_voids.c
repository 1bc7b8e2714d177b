/* fill_voids: makes up what is missing in layers. */
#include "graph/node.h"
#include "layer_list.h"
#include "terrain/distance_transform.h"
#include "terrain/void_fill.h"

enum { HARMONIC, PUSH_PULL };
static const char *const methods[] = {"harmonic", "push_pull", NULL};
enum { MOST = 65536 };

typedef struct fill_voids_params {
    trn_text layer;
    trn_menu method;
    trn_text mask_layer;
    bool invert_mask;
    double max_distance;
    bool tile;
    trn_text filled_layer;
} fill_voids_params;

static const trn_param params[] = {
    TRN_STRING(fill_voids_params, layer, "Layer", "C",
               .doc = "Layers to fill, each of their channels by itself: names separated by spaces, or * for every layer that does not hold ids."),
    TRN_MENU(fill_voids_params, method, "Method", HARMONIC, methods,
             .doc = "harmonic: a membrane stretched over the void, smooth and without humps. push_pull: means of the surroundings, coarser the farther away; several times faster, not as smooth."),
    TRN_STRING(fill_voids_params, mask_layer, "Mask Layer", "",
               .doc = "Pixels where its first channel is above 0.5 count as voids too: buildings, clouds, whatever is to go. Empty: only voids do."),
    TRN_TOGGLE(fill_voids_params, invert_mask, "Invert Mask", false, .disabled = "mask_layer = \"\"", .doc = "Fill where the mask is low: one minus the mask."),
    TRN_FLOAT(fill_voids_params, max_distance, "Maximum Distance", 0, 0, MOST, .unit = "pixels",
              .doc = "Pixels that are farther from all that was measured stay voids, or become them. 0: everything is filled."),
    TRN_TOGGLE(fill_voids_params, tile, "Tileable (Wrap Edges)", false, .doc = "The image repeats: what lies beyond an edge is the opposite side."),
    TRN_STRING(fill_voids_params, filled_layer, "Filled Layer", "", .doc = "Name of a layer that is 1 where something was filled, else 0. Empty makes none."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the layers to fill, and the mask.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the layers filled."),
                                   TRN_REPORT_PORT("report", "How many pixels were filled and how many stayed voids, of each channel of each layer; the multigrid cycles of "
                                                             "harmonic, and the error that it estimates, over the range of what was measured.")};

static void footprint(const void *params, trn_footprint *f)
{
    (void)params;
    trn_measures(f, NULL, "fills voids from the whole image", "put :bake{} behind it, which makes it once for all tiles");
}
static double passes(const void *params) { return ((const fill_voids_params *)params)->method.value == HARMONIC ? 150.0 : 10.0; }

typedef struct row_facts { float lowest, highest; int32_t voids, left; } row_facts; /* left: of those that count in the report */
typedef struct job {
    trn_eval *ev;
    const fill_voids_params *p;
    int32_t width, height;
    const float *mask;   /* NULL: none */
    uint8_t *voids;      /* of the channel at hand */
    row_facts *rows;
    float *filled;       /* NULL: not asked for */
    float *distance;     /* NULL: no maximum */
    bool ready;
    trn_pyramid pyramid; /* when it is */
    trn_membrane membrane;
    int64_t filled_count, left_count;
    int32_t cycles;
    double error;
} job;

/* ---- what is measured ---- */

typedef struct finding { const job *j; const float *from; } finding;
static void find_rows(void *data, int32_t begin, int32_t end)
{
    const finding *w = data;
    const job *j = w->j;
    for (int32_t y = begin; y < end; ++y) {
        const size_t i = (size_t)y * (size_t)j->width;
        row_facts f = {INFINITY, -INFINITY, 0, 0};
        for (size_t at = i; at < i + (size_t)j->width; ++at) {
            const float value = w->from[at];
            const double m = j->mask ? (double)j->mask[at] : 0.0;
            const bool masked = j->mask && (j->p->invert_mask ? m < 0.5 : m > 0.5), is_void = masked | !(value - value == 0.0f);
            j->voids[at] = is_void;
            f.voids += is_void;
            f.lowest = !is_void && value < f.lowest ? value : f.lowest;
            f.highest = !is_void && value > f.highest ? value : f.highest;
        }
        j->rows[y] = f;
    }
}
static trn_status find(const job *j, const float *from, int64_t *count, float *lowest, float *highest)
{
    finding w = {j, from};
    const trn_status st = trn_for(j->ev, j->height, 64, find_rows, &w);
    *count = 0;
    *lowest = INFINITY, *highest = -INFINITY;
    for (int32_t y = 0; st == TRN_OK && y < j->height; ++y) {
        *count += j->rows[y].voids;
        *lowest = j->rows[y].lowest < *lowest ? j->rows[y].lowest : *lowest;
        *highest = j->rows[y].highest > *highest ? j->rows[y].highest : *highest;
    }
    return st;
}

/* ---- one channel ---- */

typedef struct opening { const job *j; const float *from; float *to; } opening;
static void open_rows(void *data, int32_t begin, int32_t end)
{
    const opening *w = data;
    for (size_t i = (size_t)begin * (size_t)w->j->width, last = (size_t)end * (size_t)w->j->width; i < last; ++i)
        w->to[i] = w->j->voids[i] ? NAN : w->from[i];
}
/* Takes away again what is too far off, and counts. */
static void close_rows(void *data, int32_t begin, int32_t end)
{
    const opening *w = data;
    const job *j = w->j;
    const trn_region kept = trn_eval_frame(j->ev)->kept;
    for (int32_t y = begin; y < end; ++y) {
        row_facts *f = &j->rows[y];
        f->voids = f->left = 0;
        for (int32_t x = 0; x < j->width; ++x) {
            const size_t i = (size_t)y * (size_t)j->width + (size_t)x;
            if (!j->voids[i]) continue;
            const bool left = j->distance && (double)j->distance[i] > j->p->max_distance, counts = x >= kept.x && x < kept.x + kept.width;
            if (left) w->to[i] = NAN;
            else if (j->filled) j->filled[i] = 1.0f;
            f->voids += counts;
            f->left += counts && left;
        }
    }
}

static trn_status fill_channel(job *j, const char *name, const float *from, float *to, double begin, double end)
{
    const trn_region kept = trn_eval_frame(j->ev)->kept;
    const double middle = begin + (end - begin) * (j->p->method.value == HARMONIC ? 0.1 : 0.8);
    opening w = {j, from, to};
    int64_t count;
    float lowest, highest;
    trn_progress_span(j->ev, begin, middle);
    trn_status st = find(j, from, &count, &lowest, &highest);
    if (st == TRN_OK && !(lowest <= highest))
        return trn_fail(j->ev, TRN_ERR_DATA, "layer: '%s' has no measured pixel to fill the others from%s; fill{ value = } gives it one", name, j->mask ? " outside of the mask" : "");
    if (st == TRN_OK) st = trn_for(j->ev, j->height, 64, open_rows, &w);
    if (st == TRN_OK && count) st = trn_push_pull(j->ev, &j->pyramid, to);
    trn_progress_span(j->ev, middle, end);
    if (st == TRN_OK && count && j->p->method.value == HARMONIC) {
        int32_t cycles;
        double error;
        st = trn_membrane_solve(j->ev, &j->membrane, &(trn_membrane_job){j->voids, lowest, highest, to, middle, end}, &cycles, &error);
        j->cycles = cycles > j->cycles ? cycles : j->cycles;
        j->error = error > j->error ? error : j->error;
    }
    /* half a pixel more than the maximum is farther than it */
    if (st == TRN_OK && j->distance) st = trn_distance_transform(j->ev, j->voids, 0, j->p->tile, j->p->max_distance + 0.5, j->distance);
    if (st == TRN_OK) st = trn_for(j->ev, j->height, 64, close_rows, &w);
    for (int32_t y = kept.y; st == TRN_OK && y < kept.y + kept.height; ++y) {
        j->filled_count += j->rows[y].voids - j->rows[y].left;
        j->left_count += j->rows[y].left;
    }
    return st;
}

static trn_status fill_layer(void *work, const char *name, double begin, double end)
{
    job *j = work;
    trn_layer *from, *to;
    int64_t voids = 0;
    trn_status st = trn_need(j->ev, 0, "layer", name, &from);
    if (st != TRN_OK) return st;
    const int32_t channels = trn_layer_get_info(from)->channels;
    trn_progress_span(j->ev, begin, begin);
    for (int32_t c = 0; st == TRN_OK && voids == 0 && c < channels; ++c) {
        float lowest, highest;
        st = find(j, trn_plane_f32(from, c), &voids, &lowest, &highest);
    }
    if (st != TRN_OK || voids == 0) return st; /* the layer that was kept */
    if (!j->ready) {
        st = trn_pyramid_make(j->ev, j->p->tile, &j->pyramid);
        if (st == TRN_OK && j->p->method.value == HARMONIC) st = trn_membrane_make(j->ev, j->p->tile, &j->membrane);
        j->ready = st == TRN_OK;
    }
    if (st == TRN_OK) st = trn_make(j->ev, TRN_F32, channels, &to);
    for (int32_t c = 0; st == TRN_OK && c < channels; ++c)
        st = fill_channel(j, name, trn_plane_f32(from, c), trn_layer_f32(to, c), begin + (end - begin) * c / channels, begin + (end - begin) * (c + 1) / channels);
    return st == TRN_OK ? trn_put(j->ev, "layer", name, to) : st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const fill_voids_params *p = params;
    const trn_frame *f = trn_eval_frame(ev);
    const size_t pixels = (size_t)f->width * (size_t)f->height;
    trn_layer *mask = NULL, *filled = NULL;
    job j = {.ev = ev, .p = p, .width = f->width, .height = f->height};
    trn_status st = trn_keep_layers(ev, 0);
    if (st == TRN_OK && *p->mask_layer) st = trn_need(ev, 0, "mask_layer", p->mask_layer, &mask);
    if (st == TRN_OK) st = trn_scratch(ev, pixels, &j.voids);
    if (st == TRN_OK) st = trn_scratch(ev, (size_t)f->height * sizeof *j.rows, &j.rows);
    if (st == TRN_OK && p->max_distance > 0) st = trn_scratch(ev, pixels * sizeof *j.distance, &j.distance);
    if (st == TRN_OK && *p->filled_layer) st = trn_make(ev, TRN_F32, 1, &filled);
    if (st == TRN_OK && filled) st = trn_clear(ev, j.filled = trn_layer_f32(filled, 0));
    if (st != TRN_OK) return st;
    j.mask = mask ? trn_plane_f32(mask, 0) : NULL;
    if ((st = trn_each_layer(ev, p->layer, false, fill_layer, &j)) != TRN_OK) return st;
    trn_report_number(ev, "filled", (double)j.filled_count, "pixels");
    trn_report_number(ev, "left", (double)j.left_count, "pixels");
    if (p->method.value == HARMONIC) {
        trn_report_number(ev, "cycles", j.cycles, NULL);
        trn_report_number(ev, "error", j.error, NULL);
    }
    return trn_put(ev, "filled_layer", p->filled_layer, filled);
}

const trn_node_type trn_node_fill_voids = {
    .info.id = "fill_voids", .info.title = "Fill Voids", .info.category = "tools",
    .info.summary = "Fills voids, and what a mask marks, from what was measured around them.",
    .info.doc =
        "Voids are pixels that are NaN or infinite, as readers make them of no-data, and those that the mask marks. All others keep their bits, and nothing that is "
        "filled leaves their range. A layer without voids stays what it is; one with nothing else is an error.\n\n"
        "`harmonic` makes every void pixel the mean of its four neighbours, which is the shape of a membrane that hangs on the rim of the void: planes go on "
        "as planes, there are no new peaks or pits, and the void's contents meet the rim without a step. At the edge of the image the membrane is free: it arrives there level. "
        "It is solved until the error, as a multigrid cycle estimates it, is below a millionth of the range of what was measured, or below what floats of that size tell apart; that "
        "takes some ten cycles, whatever the size and the shape of the voids. A single measured pixel amid a wide void is the tip of a tent, as the membrane is held there alone.\n\n"
        "`push_pull` takes means of 2 x 2 pixels, then of 2 x 2 of those, and so on, each over what was measured, and fills a void by bilinear "
        "interpolation of the finest of them that knows anything (Gortler, Grzeszczuk, Szeliski and Cohen 1996). Wide voids come out a little blocky, "
        "and straight rims may show as a step; between scattered measurements it makes rounder hills than harmonic does.\n\n"
        "Neither makes up detail: `noise` under a mask, `filled_layer`, does. With `max_distance` only the rims of wide voids are filled, and the report counts what is left. "
        "A void in the mask marks nothing. The mask counts for all layers, voids for each channel by itself. Worked out of the whole image.",
    .info.example = "noise{}:map{ C = \"hash(floor(x / 9), floor(y / 9)) < 0.2 and 0 / 0 or C\" }:fill_voids{}",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(fill_voids_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
