/* bake: an image that is made once, and laid on the plane. */
#include "graph/node.h"
#include "math/scalar.h"
#include "terrain/numbers.h"
#include "terrain/regrid.h"

static const char *const interpolations[] = {"bilinear", "bicubic", "nearest", NULL}; /* as trn_filter */
static const char *const outsides[] = {"clamp", "repeat", "void", NULL};
static const trn_beyond beyonds[] = {TRN_BEYOND_CLAMP, TRN_BEYOND_REPEAT, TRN_BEYOND_VOID};

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
    TRN_MENU(bake_params, interpolation, "Interpolation", TRN_FILTER_BICUBIC, interpolations,
             .doc = "Between the pixels of the bake. bicubic (Catmull-Rom) is smooth and may overshoot a little; bilinear does not, "
                    "but its slopes have steps; nearest shows the pixels. Ids are always those of the nearest pixel."),
    TRN_MENU(bake_params, outside, "Outside", 0, outsides,
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

static trn_status eval(trn_eval *ev, const void *params)
{
    const bake_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_image *image = trn_input(ev, 0);
    double r[4];
    parse_region(p->region, r);
    const axis u = axis_of(r[0], r[2], trn_image_width(image)), v = axis_of(r[1], r[3], trn_image_height(image));
    const trn_regridding how = {
        .x = {u.unit, frame->whole_width, u.first, frame->x, u.size, frame->width},
        .y = {v.unit, frame->whole_height, v.first, frame->y, v.size, frame->height},
        .filter = (trn_filter)p->interpolation.value, .beyond = beyonds[p->outside.value],
    };
    const trn_status st = trn_regrid_input(ev, 0, &how);
    if (st != TRN_OK) return st;
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
    .info.reach = TRN_POINTWISE, .info.version = 2,
    TRN_PARAMS(bake_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs),
    .check = check, .inner = inner, .passes = passes, .eval = eval,
};
