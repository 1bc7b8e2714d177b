/* resample: an image at another size. */
#include "graph/node.h"
#include "terrain/regrid.h"
#include <inttypes.h>

enum { MOST = 65536 };
enum { AUTO };
static const char *const filters[] = {"auto", "nearest", "bilinear", "bicubic", "area", NULL};
static const trn_filter filter_of[] = {TRN_FILTER_AUTO, TRN_FILTER_NEAREST, TRN_FILTER_BILINEAR, TRN_FILTER_BICUBIC, TRN_FILTER_AREA};
static const char *const edges[] = {"extend", "wrap", "clamp", NULL}; /* as trn_edge */
static const trn_beyond edge_of[] = {TRN_BEYOND_EXTEND, TRN_BEYOND_REPEAT, TRN_BEYOND_CLAMP};

typedef struct resample_params {
    int32_t width, height;
    trn_menu filter, edge;
} resample_params;

static const trn_param params[] = {
    TRN_INT(resample_params, width, "Width", 0, 0, MOST, .unit = "pixels",
            .doc = "Width of the result. 0: as the height says, with pixels as they are square; where both are 0, the size that the evaluation asks for."),
    TRN_INT(resample_params, height, "Height", 0, 0, MOST, .unit = "pixels", .doc = "Its height. 0: as for the width."),
    TRN_MENU(resample_params, filter, "Filter", AUTO, filters,
             .doc = "auto: area along an axis that gets fewer pixels, bicubic along one that gets more. area: the mean over what the new pixel covers, "
                    "which going up shows the old pixels as squares. bicubic (Catmull-Rom) is smooth and may overshoot a little. bilinear does not, but "
                    "its slopes have steps. nearest: the pixel in the middle. Going down, those three pick pixels and leave others out. Ids are "
                    "always those of the nearest pixel."),
    TRN_MENU(resample_params, edge, "Edge", 0, edges, .disabled = "filter = nearest } { filter = area",
             .doc = "What bicubic and bilinear find beyond the image. extend: the surface goes on point-symmetrically about its border, so that "
                    "slopes stay as they are up to it. wrap: the image repeats. clamp: the border's own values, as masks want it."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image of any size.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "All its layers at the new size.")};

/* As many of the other side as keep pixels square: to/from of it, at least 1. */
static int64_t in_proportion(int64_t other, int64_t to, int64_t from)
{
    const int64_t n = (2 * other * to + from) / (2 * from);
    return n < 1 ? 1 : n;
}

static trn_status reshape(const void *params, const trn_domain *asked, const trn_domain *input, trn_domain *out, trn_error *err)
{
    const resample_params *p = params;
    const trn_region *b = &input->bounds;
    *out = *asked;
    if (p->width == 0 && p->height == 0) return TRN_OK;
    const int64_t width = p->width ? p->width : in_proportion(b->width, p->height, b->height);
    const int64_t height = p->height ? p->height : in_proportion(b->height, p->width, b->width);
    if (width > MOST || height > MOST)
        return trn_param_fail(err, p->width ? "height" : "width", "with square pixels it would be %" PRId64 ", and the most is %d; give it too",
                              p->width ? height : width, MOST);
    *out = width == b->width && height == b->height ? *input : trn_domain_of_size((int32_t)width, (int32_t)height);
    return TRN_OK;
}

static double passes(const void *params)
{
    (void)params;
    return 8;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const resample_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const trn_domain *domain = trn_eval_domain(ev);
    const trn_region *b = &domain->bounds;
    trn_image *image = trn_input(ev, 0);
    const trn_regridding how = {
        .x = {trn_image_width(image), b->width, 0, frame->x - b->x, trn_image_width(image), frame->width},
        .y = {trn_image_height(image), b->height, 0, frame->y - b->y, trn_image_height(image), frame->height},
        .filter = filter_of[p->filter.value], .beyond = edge_of[p->edge.value],
    };
    trn_state_world_size(ev, trn_image_world_size(image) * (double)domain->whole_width / (double)b->width);
    return trn_regrid_input(ev, 0, &how);
}

const trn_node_type trn_node_resample = {
    .info.id = "resample", .info.title = "Resample", .info.category = "tools",
    .info.summary = "Makes an image larger or smaller: the same view in other pixels.",
    .info.doc =
        "Without a size given the image gets that of the evaluation, so that a map from a file can be blended with noise, whatever size it has: "
        "`image{ file = \"valley.png\" }:resample{}:blend{ other = noise{} }`. With one side given the other one keeps pixels square; with "
        "both, or the evaluation's, the image is stretched to fill them. The corners of the image stay where they are, and so does `world_size`.\n\n"
        "At the size that it has already the image is handed on bit for bit. Means over areas are exact: where one side is a multiple of the "
        "other each pixel counts once and the mean of the image stays. bilinear and bicubic keep planes, up to the border with the "
        "edge `extend`. Sums are taken in double; layers of 64 bits stay so.\n\n"
        "A void (NaN) makes those pixels void that are interpolated from it. A mean over an area is that of the valid pixels, and a "
        "void where there are none.\n\n"
        "Bicubic interpolation is that of Catmull and Rom (1974), A class of local interpolating splines.\n\n"
        "The image has edges, so an unbounded plane cannot have it but through `bake`, which lays it there.",
    .info.example = "noise{ frequency = 20 }:resample{ width = 64 }:resample{}",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(resample_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs),
    .reshape = reshape, .passes = passes, .eval = eval,
};
