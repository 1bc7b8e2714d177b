/* morphology: the greatest and least around each pixel, and what can be made of them. */
#include "graph/node.h"
#include "kernels/blur_mix.h"
#include "kernels/extreme.h"
#include "layer_list.h"

enum { DILATE, ERODE, OPEN, CLOSE, GRADIENT, TOP_HAT, BOTTOM_HAT };
static const char *const operations[] = {"dilate", "erode", "open", "close", "gradient", "top_hat", "bottom_hat", NULL};
enum { DISC, SQUARE, DIAMOND };
static const char *const shapes[] = {"disc", "square", "diamond", NULL};
enum { MOST = 1024 };

typedef struct morphology_params {
    trn_text layer;
    trn_menu operation, shape;
    double radius;
    bool tile;
    trn_text mask_layer;
    bool invert_mask;
} morphology_params;

static const trn_param params[] = {
    TRN_STRING(morphology_params, layer, "Layer", "C",
               .doc = "Layers to work on, all their channels: names separated by spaces, or * for every layer that does not hold ids."),
    TRN_MENU(morphology_params, operation, "Operation", DILATE, operations,
             .doc = "dilate: the greatest value within the shape. erode: the least. open: eroded, then dilated, which takes away what is high and "
                    "narrower than the shape. close: dilated, then eroded, which fills what is low and narrower. gradient: dilated less eroded. top_hat: "
                    "what open takes away. bottom_hat: what close fills."),
    TRN_MENU(morphology_params, shape, "Shape", DISC, shapes,
             .doc = "Which pixels count: those whose centres lie no farther than the radius, as the crow flies (disc), along the axis that is the "
                    "farther one (square), or along both together (diamond)."),
    TRN_FLOAT(morphology_params, radius, "Radius", 4, 0, MOST, .unit = "pixels", .doc = "How far the shape reaches. Below 1 it is the pixel alone."),
    TRN_TOGGLE(morphology_params, tile, "Tileable (Wrap Edges)", false, .doc = "The image repeats. Otherwise nothing counts that lies beyond its edges."),
    TRN_STRING(morphology_params, mask_layer, "Mask Layer", "",
               .doc = "Says how much of the result shows, 0 to 1; its first channel, clamped. Empty shows it everywhere."),
    TRN_TOGGLE(morphology_params, invert_mask, "Invert Mask", false, .disabled = "mask_layer = \"\"", .doc = "Show it where the mask is low: one minus the mask."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the layers, and the mask.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the layers worked on.")};

static bool is_twofold(int32_t operation) { return operation == OPEN || operation == CLOSE || operation == TOP_HAT || operation == BOTTOM_HAT; }

static void footprint(const void *params, trn_footprint *f)
{
    const morphology_params *p = params;
    f->halo = (int32_t)p->radius * (is_twofold(p->operation.value) ? 2 : 1);
    f->wrap = p->tile;
}

static double passes(const void *params)
{
    const morphology_params *p = params;
    const double once = p->shape.value == SQUARE ? 12.0 : 10.0 + 2.0 * p->radius;
    return once * (p->operation.value == DILATE || p->operation.value == ERODE ? 1.0 : 2.0);
}

/* ---- the greatest or least ---- */

typedef struct job {
    trn_eval *ev;
    const morphology_params *p;
    const float *mask;            /* NULL: none */
    float *spare;                 /* of the frame's size, or NULL where the operation needs none */
    int32_t *between;             /* the same for squares alone */
    const extreme_chord *chords;  /* for the other shapes */
    int32_t reach;                /* rows of chords */
} job;

/* A kernel with scratch of its own for each piece. */
typedef struct along_run { extreme_along_args args; trn_rows_fn *rows; } along_run;
static void some_rows(void *work, void *scratch, int32_t begin, int32_t end)
{
    const along_run *r = work;
    extreme_along_args a = r->args;
    a.scratch = scratch;
    r->rows(&a, begin, end);
}
typedef struct down_run { extreme_down_args args; trn_rows_fn *rows; } down_run;
static void some_columns(void *work, void *scratch, int32_t begin, int32_t end)
{
    const down_run *r = work;
    extreme_down_args a = r->args;
    a.scratch = scratch;
    r->rows(&a, begin, end);
}
typedef struct chords_run { extreme_chords_args args; trn_rows_fn *rows; } chords_run;
static void some_tiles(void *work, void *scratch, int32_t begin, int32_t end)
{
    const chords_run *r = work;
    extreme_chords_args a = r->args;
    a.scratch = scratch;
    r->rows(&a, begin, end);
}

/* No farther than all of an axis; where it repeats, half way round. */
static int32_t within(int32_t radius, int32_t length, bool wrap)
{
    const int32_t most = wrap ? length / 2 : length - 1;
    return radius < most ? radius : most;
}

static trn_rows_fn *rows_of(trn_eval *ev, const trn_kernel *kernel) { return kernel->level[trn_kernel_level(ev, kernel)]; }

static trn_status square(const job *j, int32_t flip, const float *from, float *to)
{
    const trn_frame *f = trn_eval_frame(j->ev);
    const int32_t radius = (int32_t)j->p->radius;
    along_run along = {
        {.from = from, .keys = j->between, .width = f->width, .height = f->height, .wrap = j->p->tile, .radius = within(radius, f->width, j->p->tile), .flip = flip},
        rows_of(j->ev, TRN_KERNEL(extreme_along)),
    };
    down_run down = {
        {.keys = j->between, .from = from, .to = to, .width = f->width, .height = f->height, .wrap = j->p->tile,
         .radius = within(radius, f->height, j->p->tile), .flip = flip},
        rows_of(j->ev, TRN_KERNEL(extreme_down)),
    };
    const size_t row = (size_t)f->width + 2 * (size_t)along.args.radius;
    const trn_status st = trn_for_scratch(j->ev, f->height, 65536 / f->width + 1, sizeof(int32_t) * row, some_rows, &along);
    if (st != TRN_OK) return st;
    return trn_for_scratch(j->ev, (f->width - 1) / EXTREME_LANES + 1, 65536 / (f->height * EXTREME_LANES) + 1,
                           sizeof(int32_t) * extreme_down_numbers(&down.args), some_columns, &down);
}

/* `to` is another plane than `from`. flip: 0 dilates, -1 erodes */
static trn_status extreme(const job *j, int32_t flip, const float *from, float *to)
{
    const trn_frame *f = trn_eval_frame(j->ev);
    if (j->p->shape.value == SQUARE) return square(j, flip, from, to);
    chords_run r = {
        {.from = from, .to = to, .chords = j->chords, .width = f->width, .height = f->height, .wrap = j->p->tile, .flip = flip, .reach = j->reach,
         .longest = j->chords[0].half, .levels = j->chords[0].level + 1},
        rows_of(j->ev, TRN_KERNEL(extreme_chords)),
    };
    const int32_t tiles = extreme_across(&r.args) * ((f->height - 1) / EXTREME_BAND + 1);
    return trn_for_scratch(j->ev, tiles, 1, sizeof(int32_t) * extreme_chords_numbers(&r.args), some_tiles, &r);
}

static int32_t half_chord(int32_t shape, double radius, int32_t row)
{
    if (shape == DIAMOND) return (int32_t)radius - row;
    const double square = radius * radius - (double)row * (double)row;
    int32_t half = (int32_t)sqrt(square);
    while ((double)half * (double)half > square) --half; /* the root is rounded */
    while ((double)(half + 1) * (double)(half + 1) <= square) ++half;
    return half;
}

static trn_status make_chords(job *j)
{
    const trn_frame *f = trn_eval_frame(j->ev);
    extreme_chord *chords;
    j->reach = within((int32_t)j->p->radius, f->height, j->p->tile);
    const trn_status st = trn_scratch(j->ev, ((size_t)j->reach + 1) * sizeof *chords, &chords);
    for (int32_t row = 0; st == TRN_OK && row <= j->reach; ++row) {
        extreme_chord c = {within(half_chord(j->p->shape.value, j->p->radius, row), f->width, j->p->tile), 0};
        while (2 << c.level <= 2 * c.half + 1) ++c.level;
        chords[row] = c;
    }
    j->chords = chords;
    return st;
}

/* ---- the operations ---- */

static trn_status subtract(const job *j, const float *a, const float *b, float *to)
{
    const trn_frame *f = trn_eval_frame(j->ev);
    const extreme_difference_args args = {a, b, to, f->width, f->height};
    return trn_run(j->ev, TRN_KERNEL(extreme_difference), &args, f->height);
}

static trn_status operate(const job *j, const float *from, float *to)
{
    const int32_t operation = j->p->operation.value;
    const int32_t first = operation == ERODE || operation == OPEN || operation == TOP_HAT ? -1 : 0;
    const bool twofold = is_twofold(operation);
    trn_status st = extreme(j, first, from, twofold ? j->spare : to);
    if (st == TRN_OK && twofold) st = extreme(j, ~first, j->spare, to);
    if (st == TRN_OK && operation == GRADIENT) st = extreme(j, -1, from, j->spare);
    if (st != TRN_OK) return st;
    if (operation == GRADIENT) return subtract(j, to, j->spare, to);
    if (operation == TOP_HAT) return subtract(j, from, to, to);
    if (operation == BOTTOM_HAT) return subtract(j, to, from, to);
    return TRN_OK;
}

static trn_status work_on(void *work, const char *name, double begin, double end)
{
    const job *j = work;
    const trn_frame *frame = trn_eval_frame(j->ev);
    trn_layer *from, *to;
    trn_status st = trn_need(j->ev, 0, "layer", name, &from);
    if (st != TRN_OK) return st;
    const int32_t channels = trn_layer_get_info(from)->channels;
    if ((st = trn_make(j->ev, TRN_F32, channels, &to)) != TRN_OK) return st;
    for (int32_t c = 0; st == TRN_OK && c < channels; ++c) {
        const blur_mask_args args = {
            .from = trn_plane_f32(from, c), .mask = j->mask, .to = trn_layer_f32(to, c), .width = frame->width, .height = frame->height,
            .invert = j->p->invert_mask,
        };
        trn_progress_span(j->ev, begin + (end - begin) * c / channels, begin + (end - begin) * (c + 1) / channels);
        st = operate(j, args.from, args.to);
        if (st == TRN_OK && j->mask) st = trn_run(j->ev, TRN_KERNEL(blur_mask), &args, frame->height);
    }
    return st == TRN_OK ? trn_put(j->ev, "layer", name, to) : st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const morphology_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const size_t count = (size_t)frame->width * (size_t)frame->height;
    trn_layer *mask = NULL;
    job j = {.ev = ev, .p = p};
    trn_status st = trn_keep_layers(ev, 0);
    if (st == TRN_OK && *p->mask_layer) st = trn_need(ev, 0, "mask_layer", p->mask_layer, &mask);
    if (st == TRN_OK && p->operation.value != DILATE && p->operation.value != ERODE) st = trn_scratch(ev, count * sizeof *j.spare, &j.spare);
    if (st == TRN_OK) st = p->shape.value == SQUARE ? trn_scratch(ev, count * sizeof *j.between, &j.between) : make_chords(&j);
    if (st != TRN_OK) return st;
    j.mask = mask ? trn_plane_f32(mask, 0) : NULL;
    return trn_each_layer(ev, p->layer, false, work_on, &j);
}

const trn_node_type trn_node_morphology = {
    .info.id = "morphology", .info.title = "Morphology", .info.category = "tools",
    .info.summary = "Dilates, erodes, opens and closes layers, over discs, squares and diamonds.",
    .info.doc =
        "`dilate` gives each pixel the greatest value within the shape around it and `erode` the least: a mask grows and shrinks, valleys and ridges "
        "widen. `open` and `close` put what remains back to its size; done twice they do no more than once. The differences find outlines "
        "(`gradient`), peaks and ridges narrower than the shape (`top_hat`) and pits and gullies (`bottom_hat`).\n\n"
        "All is exact: values of the layer are chosen, not computed, and only differences are rounded. Eroding is dilating the negative, bit for bit, "
        "for which -0 counts as less than 0. A pixel counts when its centre lies within the radius of the pixel's own, so a disc of 1.5 has 9 pixels, one "
        "of 2 has 13. A void (NaN) stays one and does not count for its neighbours; voids of the mask leave pixels alone.\n\n"
        "Squares take the same time whatever the radius (van Herk 1992; Gil and Werman 1993), discs and diamonds time that grows with it (chords; "
        "Urbach and Wilkinson 2008). A pixel depends on what lies within the radius, for open, close and the hats within two, so windows and tiles are "
        "made by themselves.",
    .info.example = "noise{ frequency = 6 }:morphology{ operation = \"open\", radius = 8 }",
    .info.reach = TRN_LOCAL, .info.version = 1,
    TRN_PARAMS(morphology_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
