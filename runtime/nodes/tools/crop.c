/* crop: a part of an image, or more than it. */
#include "graph/node.h"
#include "math/scalar.h"
#include "nodes/tools/outside_params.h"
#include "terrain/numbers.h"
#include <inttypes.h>

enum { MOST = 65536 };

typedef struct crop_params {
    trn_text region, pixels;
    int32_t pad;
    trn_text pad_sides;
    TRN_OUTSIDE_MEMBERS;
} crop_params;

static const trn_param params[] = {
    TRN_STRING(crop_params, region, "Region", "0 0 1 1", .disabled = "pixels ≠ \"\"",
               .doc = "What remains, {u0, v0, u1, v1}: the image is the unit square, and what reaches beyond it is added. Rounded to whole pixels, "
                      "at least one."),
    TRN_STRING(crop_params, pixels, "Pixels", "",
               .doc = "The same as {x, y, width, height} in pixels from the lower left corner, in place of the region."),
    TRN_INT(crop_params, pad, "Pad", 0, -MOST, MOST, .unit = "pixels", .doc = "How much is added on each side besides; less than 0 is cut off."),
    TRN_STRING(crop_params, pad_sides, "Pad Sides", "0 0 0 0", .doc = "The same for each side: left, bottom, right, top. Both are added."),
    TRN_OUTSIDE_ROWS(crop_params),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image of any size.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "All its layers, of the size of the part.")};

static bool within(const double *number, int32_t count, double most)
{
    for (int32_t i = 0; i < count; ++i)
        if (!(number[i] >= -most && number[i] <= most)) return false;
    return true;
}
static bool parse_region(const crop_params *p, double r[4])
{
    return trn_parse_numbers(p->region, r, 4) == 4 && within(r, 4, 1e6) && r[0] < r[2] && r[1] < r[3];
}
static bool are_whole(const double *number, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
        if (trn_floor(number[i]) != number[i]) return false;
    return within(number, count, 1e9);
}
static bool parse_pixels(const crop_params *p, double r[4])
{
    return trn_parse_numbers(p->pixels, r, 4) == 4 && are_whole(r, 4) && r[2] >= 1 && r[3] >= 1;
}
/* left, bottom, right, top */
static bool parse_pad(const crop_params *p, double pad[4])
{
    if (trn_parse_numbers(p->pad_sides, pad, 4) != 4 || !are_whole(pad, 4)) return false;
    for (int i = 0; i < 4; ++i) pad[i] += p->pad;
    return true;
}

static trn_status check(const void *params, trn_error *err)
{
    const crop_params *p = params;
    double r[4];
    if (!parse_region(p, r))
        return trn_param_fail(err, "region", "must be {u0, v0, u1, v1} with u0 < u1 and v0 < v1, not beyond 1e6; got '%s'", p->region);
    if (*p->pixels && !parse_pixels(p, r))
        return trn_param_fail(err, "pixels", "must be {x, y, width, height}, whole numbers with a width and a height of 1 or more; got '%s'", p->pixels);
    if (!parse_pad(p, r)) return trn_param_fail(err, "pad_sides", "must be four whole numbers of pixels, got '%s'", p->pad_sides);
    return trn_need_moderate(err, "value", p->value);
}

/* What remains, in pixels of an image of that size. */
typedef struct part { int64_t x, y, width, height; } part;
static part part_of(const crop_params *p, int32_t width, int32_t height)
{
    double r[4], pad[4];
    part c;
    parse_pad(p, pad);
    if (*p->pixels) {
        parse_pixels(p, r);
        c = (part){(int64_t)r[0], (int64_t)r[1], (int64_t)r[2], (int64_t)r[3]};
    } else {
        parse_region(p, r);
        c = (part){trn_lfloor(r[0] * width + 0.5), trn_lfloor(r[1] * height + 0.5), trn_lfloor(r[2] * width + 0.5), trn_lfloor(r[3] * height + 0.5)};
        c.width = c.width > c.x ? c.width - c.x : 1;
        c.height = c.height > c.y ? c.height - c.y : 1;
    }
    return (part){c.x - (int64_t)pad[0], c.y - (int64_t)pad[1], c.width + (int64_t)(pad[0] + pad[2]), c.height + (int64_t)(pad[1] + pad[3])};
}

static trn_status reshape(const void *params, const trn_domain *asked, const trn_domain *input, trn_domain *out, trn_error *err)
{
    const crop_params *p = params;
    const part c = part_of(p, input->bounds.width, input->bounds.height);
    (void)asked;
    const bool none = c.width < 1 || c.height < 1; /* which takes a pad */
    if (none || c.width > MOST || c.height > MOST)
        return trn_param_fail(err, none ? (p->pad < 0 ? "pad" : "pad_sides") : *p->pixels ? "pixels" : "region", "of the image of %dx%d it is %" PRId64 "x%" PRId64 " pixels with its pad; each side must be 1 to %d",
                              input->bounds.width, input->bounds.height, c.width, c.height, MOST);
    const bool all = c.x == 0 && c.y == 0 && c.width == input->bounds.width && c.height == input->bounds.height;
    *out = all ? *input : trn_domain_of_size((int32_t)c.width, (int32_t)c.height);
    return TRN_OK;
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const crop_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const trn_domain *domain = trn_eval_domain(ev);
    trn_image *image = trn_input(ev, 0);
    const int32_t width = trn_image_width(image), height = trn_image_height(image);
    const part c = part_of(p, width, height);
    const trn_regridding how = {
        .x = {1, 1, 0, frame->x - domain->bounds.x + c.x, width, frame->width},
        .y = {1, 1, 0, frame->y - domain->bounds.y + c.y, height, frame->height},
        .filter = TRN_FILTER_NEAREST, .beyond = (trn_beyond)p->outside.value, .value = p->value,
    };
    trn_state_world_size(ev, trn_image_world_size(image) * (double)domain->whole_width / (double)width);
    return trn_regrid_input(ev, 0, &how);
}

const trn_node_type trn_node_crop = {
    .info.id = "crop", .info.title = "Crop", .info.category = "tools",
    .info.summary = "Cuts a part out of an image, or adds pixels around it.",
    .info.doc =
        "What remains becomes an image of its own, with u and v from 0 to 1, as large as it is: `resample` behind it brings it to the size of the "
        "evaluation. Pixels are copied bit for bit, of all layers; none is interpolated. `world_size` changes with the number "
        "of pixels, so that a pixel stays as large in the world.\n\n"
        "What is added says `outside`. With `repeat` and `mirror` the image may be laid out many times.\n\n"
        "The image has edges, so an unbounded plane cannot have it but through `bake`, which lays it there.",
    .info.example = "noise{ frequency = 4 }:crop{ region = { 0.25, 0.25, 0.75, 0.75 } }",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(crop_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs),
    .check = check, .reshape = reshape, .eval = eval,
};
