/* bake: an image that is made once, and laid on the plane. */
#include "graph/node.h"
#include "kernels/resample.h"
#include "math/scalar.h"
#include "terrain/numbers.h"

enum { BILINEAR, BICUBIC, NEAREST };
static const char *const interpolations[] = {"bilinear", "bicubic", "nearest", NULL};
enum { OUTSIDE_CLAMP, OUTSIDE_REPEAT, OUTSIDE_VOID };
static const char *const outsides[] = {"clamp", "repeat", "void", NULL};

typedef struct bake_params {
    int32_t width, height;
    trn_text region;
    trn_menu interpolation, outside;
} bake_params;

static const trn_param params[] = {
    TRN_INT(bake_params, width, "Width", 512, 1, 65536, .unit = "pixels",
            .doc = "Width of the image that is made, whatever size the evaluation asks for."),
    TRN_INT(bake_params, height, "Height", 0, 0, 65536, .unit = "pixels", .doc = "Its height. 0: as many pixels to a v as to a u, which are square where the evaluation is; for one of 1024 x 512 give "
                   "half the width, else rivers run on ground that is squeezed."),
    TRN_STRING(bake_params, region, "Region", "0 0 1 1",
               .doc = "The part of the plane that is made, {u0, v0, u1, v1}: the unit square is what an evaluation shows. Rounded to "
                      "whole pixels of the bake. An image of a size of its own, such as a file, is laid over it."),
    TRN_MENU(bake_params, interpolation, "Interpolation", BICUBIC, interpolations,
             .doc = "Between the pixels of the bake. bicubic (Catmull-Rom) is smooth and may overshoot a little; bilinear does not, "
                    "but its slopes have steps; nearest shows the pixels. Ids are always those of the nearest pixel."),
    TRN_MENU(bake_params, outside, "Outside", OUTSIDE_CLAMP, outsides,
             .doc = "Beyond the region. clamp: its edge goes on. repeat: it begins anew, without a seam where the image is tileable. void: "
                    "NaN, and -1 in ids."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "What is made once.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "All its layers, at any place and size.")};

static bool parse_region(const char *text, double r[4])
{
    if (trn_parse_numbers(text, r, 4) != 4) return false;
    for (int i = 0; i < 4; ++i)
        if (!(r[i] >= -1e9 && r[i] <= 1e9)) return false;
    /* so far out the pixels of the widest image can still be counted */
    return r[2] - r[0] > 1e-12 * fabs(r[0]) && r[3] - r[1] > 1e-12 * fabs(r[1]);
}

/* One axis of the bake: `size` pixels, of which `unit` make one of u or v, beginning at pixel `first` from the origin. */
typedef struct axis { int64_t unit, first; int32_t size; } axis;
static axis axis_of(double from, double to, int32_t size)
{
    const double unit = trn_floor(size / (to - from) + 0.5);
    const double most = 1099511627776.0; /* 2^40 */
    const axis a = {.unit = unit < 1 ? 1 : unit > most ? (int64_t)most : (int64_t)unit, .size = size};
    return (axis){a.unit, (int64_t)trn_floor(from * (double)a.unit + 0.5), size};
}

static int32_t height_of(const bake_params *p, const double r[4])
{
    const double height = trn_floor(p->width * (r[3] - r[1]) / (r[2] - r[0]) + 0.5);
    return p->height ? p->height : height < 1 ? 1 : height > 65536 ? 65536 : (int32_t)height;
}

static trn_domain inner(const void *params)
{
    const bake_params *p = params;
    double r[4];
    parse_region(p->region, r); /* as check has seen it */
    const axis x = axis_of(r[0], r[2], p->width), y = axis_of(r[1], r[3], height_of(p, r));
    return (trn_domain){x.unit, y.unit, true, {x.first, y.first, x.size, y.size}};
}

static trn_status check(const void *params, trn_error *err)
{
    const bake_params *p = params;
    double r[4];
    if (parse_region(p->region, r)) return TRN_OK;
    return trn_param_fail(err, "region", "must be {u0, v0, u1, v1} with u0 < u1 and v0 < v1, not beyond 1e9, and not thinner than 1e-12 "
                                          "of how far out it lies; got '%s'", p->region);
}

/* ---- from one grid to the other, in whole numbers: the same far out as here ---- */

__extension__ typedef __int128 wide;

static wide floor_div(wide a, wide b) { return a / b - (a % b < 0); }

static int32_t meet(const bake_params *p, wide at, int32_t size)
{
    if (p->outside.value == OUTSIDE_REPEAT) return (int32_t)(at % size < 0 ? at % size + size : at % size);
    return at < 0 ? 0 : at >= size ? size - 1 : (int32_t)at;
}

/* Pixel n of `whole` to the unit, in pixels of the bake: position (2 n + 1) unit / (2 whole) - 1/2, less where it begins. */
static void find_taps(const bake_params *p, axis a, int64_t n, int64_t whole, bool nearest, resample_taps *t)
{
    const wide two = 2 * (wide)whole, position = (2 * (wide)n + 1) * a.unit - (wide)whole * (2 * (wide)a.first + 1);
    const wide cell = floor_div(position, two), pixel = floor_div(position + whole, two);
    const double f = (double)(int64_t)(position - cell * two) / (double)(2 * whole), g = 1.0 - f;
    const bool lost = p->outside.value == OUTSIDE_VOID && (pixel < 0 || pixel >= a.size);
    double weight[RESAMPLE_TAPS] = {0, g, f, 0};
    if (p->interpolation.value == BICUBIC) {
        weight[0] = -0.5 * f * g * g;
        weight[1] = g * (1.0 + f - 1.5 * f * f);
        weight[2] = f * (1.0 + g - 1.5 * g * g);
        weight[3] = -0.5 * g * f * f;
    }
    if (nearest) weight[1] = pixel == cell, weight[2] = pixel != cell, weight[0] = weight[3] = 0;
    for (int k = 0; k < RESAMPLE_TAPS; ++k) {
        t->at[k] = meet(p, cell + k - 1, a.size);
        t->weight[k] = lost ? NAN : weight[k];
    }
}

typedef struct table { const bake_params *p; axis axis; int64_t first, whole; bool nearest; resample_taps *taps; } table;
static void fill_taps(void *work, int32_t begin, int32_t end)
{
    const table *t = work;
    for (int32_t i = begin; i < end; ++i) find_taps(t->p, t->axis, t->first + i, t->whole, t->nearest, &t->taps[i]);
}
static trn_status make_taps(trn_eval *ev, table t, int32_t count, resample_taps **out)
{
    const trn_status st = trn_scratch(ev, (size_t)count * sizeof **out, out);
    t.taps = *out;
    return st == TRN_OK ? trn_for(ev, count, 4096, fill_taps, &t) : st;
}

/* Double and ids, which no kernel has. */
typedef struct plain { const void *from; void *out; int32_t width, from_width; const resample_taps *columns, *rows; } plain;
static void sample_ids(void *work, int32_t begin, int32_t end)
{
    const plain *a = work;
    for (int32_t y = begin; y < end; ++y)
        for (int32_t x = 0; x < a->width; ++x) {
            const resample_taps *c = &a->columns[x], *r = &a->rows[y];
            const bool lost = c->weight[1] != c->weight[1] || r->weight[1] != r->weight[1];
            const int32_t at = c->at[c->weight[1] == 0 ? 2 : 1], row = r->at[r->weight[1] == 0 ? 2 : 1];
            ((int32_t *)a->out)[(size_t)y * (size_t)a->width + (size_t)x] =
                lost ? -1 : ((const int32_t *)a->from)[(size_t)row * (size_t)a->from_width + (size_t)at];
        }
}
static void sample_f64(void *work, int32_t begin, int32_t end)
{
    const plain *a = work;
    for (int32_t y = begin; y < end; ++y)
        for (int32_t x = 0; x < a->width; ++x) {
            const resample_taps *c = &a->columns[x], *r = &a->rows[y];
            double sum = 0;
            for (int j = 0; j < RESAMPLE_TAPS; ++j) {
                const double *row = (const double *)a->from + (size_t)r->at[j] * (size_t)a->from_width;
                double along = 0;
                for (int k = 0; k < RESAMPLE_TAPS; ++k)
                    along += c->weight[k] != 0 ? c->weight[k] * row[c->at[k]] : 0;
                sum += r->weight[j] != 0 ? r->weight[j] * along : 0;
            }
            ((double *)a->out)[(size_t)y * (size_t)a->width + (size_t)x] = sum;
        }
}

typedef struct grids { const resample_taps *columns, *rows, *near_columns, *near_rows; } grids;

static trn_status serve(trn_eval *ev, const trn_layer *from, const grids *g, trn_layer **out)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const trn_layer_info *l = trn_layer_get_info(from);
    trn_status st = trn_make(ev, (trn_type)l->type, l->channels, out);
    for (int32_t c = 0; st == TRN_OK && c < l->channels; ++c) {
        if (l->type == TRN_F32) {
            const resample_args args = {
                .from = trn_plane_f32(from, c), .out = trn_layer_f32(*out, c), .width = frame->width, .height = frame->height,
                .from_width = l->width, .columns = g->columns, .rows = g->rows,
            };
            st = trn_run(ev, TRN_KERNEL(resample), &args, frame->height);
            continue;
        }
        const bool ids = l->type == TRN_I32;
        plain a = {.width = frame->width, .from_width = l->width};
        a.from = (const char *)l->data + (size_t)c * (size_t)l->stride * (ids ? 4 : 8);
        a.out = ids ? (void *)trn_layer_i32(*out, c) : (void *)trn_layer_f64(*out, c);
        a.columns = ids ? g->near_columns : g->columns;
        a.rows = ids ? g->near_rows : g->rows;
        st = trn_for(ev, frame->height, 16, ids ? sample_ids : sample_f64, &a);
    }
    return st;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const bake_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_image *image = trn_input(ev, 0);
    double r[4];
    parse_region(p->region, r);
    const axis u = axis_of(r[0], r[2], trn_image_width(image)), v = axis_of(r[1], r[3], trn_image_height(image));
    table columns = {p, u, frame->x, frame->whole_width, p->interpolation.value == NEAREST, NULL};
    table rows = {p, v, frame->y, frame->whole_height, columns.nearest, NULL};
    resample_taps *taps[4];
    trn_status st;
    if ((st = make_taps(ev, columns, frame->width, &taps[0])) != TRN_OK || (st = make_taps(ev, rows, frame->height, &taps[1])) != TRN_OK)
        return st;
    columns.nearest = rows.nearest = true;
    if ((st = make_taps(ev, columns, frame->width, &taps[2])) != TRN_OK || (st = make_taps(ev, rows, frame->height, &taps[3])) != TRN_OK)
        return st;
    const grids g = {taps[0], taps[1], taps[2], taps[3]};
    for (int32_t i = 0; i < trn_image_count(image); ++i) {
        const trn_named_layer from = trn_image_at(image, i);
        trn_layer *layer;
        trn_progress_span(ev, (double)i / trn_image_count(image), (double)(i + 1) / trn_image_count(image));
        if ((st = serve(ev, from.layer, &g, &layer)) != TRN_OK || (st = trn_put(ev, "cop", from.name, layer)) != TRN_OK) return st;
    }
    trn_state_world_size(ev, trn_image_world_size(image) * (double)u.unit / (double)u.size); /* of one u */
    return TRN_OK;
}

static double passes(const void *params)
{
    (void)params;
    return 8;
}

const trn_node_type trn_node_bake = {
    .info.id = "bake", .info.title = "Bake", .info.category = "tools",
    .info.summary = "Makes its input once, at a size of its own, and serves it to any evaluation.",
    .info.doc =
        "What is in front of it is evaluated as one bounded image of `width` x `height` pixels that shows `region` of the plane; what is "
        "behind it gets that image at whatever place and size it asks for. So nodes that need an image as a whole - rivers, erosion, "
        "normalised heights - have their place on an unbounded plane: a continent is simulated once, coarse, and carries fine detail "
        "that is made tile by tile. The baked image is remembered like any other result, so all tiles share it.\n\n"
        "The landscape keeps its place: noise in front of the bake is what it would be without it. With the default region and the "
        "size of the evaluation itself the image comes out bit for bit as it went in, at any size smoothly interpolated. Detail finer than its own "
        "pixels is not there, and where the bake is finer than the evaluation pixels are picked, not averaged.\n\n"
        "`world_size` in front of it still is the world width of one u, as everywhere. All layers are served; those of 64 bits stay so. A "
        "void (NaN) spreads to the pixels that are interpolated from it.\n\n"
        "Bicubic interpolation is that of Catmull and Rom (1974), A class of local interpolating splines.",
    .info.example = "noise{ fractal = \"terrain\" }:stream_power{}:bake{ width = 1024 }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(bake_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs),
    .check = check, .inner = inner, .passes = passes, .eval = eval,
};
