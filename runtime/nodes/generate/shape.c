/* shape: a figure as a signed distance field and as an anti-aliased mask. */
#include "graph/node.h"
#include "kernels/shape.h"
#include "math/exp.h"
#include "nodes/generate/device_params.h"
#include "nodes/generate/size_params.h"
#include "terrain/numbers.h"

enum {
    SHAPE_CIRCLE, SHAPE_BOX, SHAPE_ROUNDED_BOX, SHAPE_LINE, SHAPE_STAR, SHAPE_POLYGON, SHAPE_SQUIRCLE, SHAPE_TRAPEZOID, SHAPE_TRIANGLE,
    SHAPE_DIAMOND, SHAPE_EGG, SHAPE_MOON, SHAPE_VESICA, SHAPE_CROSS, SHAPE_ARCH, SHAPE_ARROW,
};
static const char *const shapes[] = {"circle", "box", "rounded_box", "line", "star", "polygon", "squircle", "trapezoid", "triangle",
                                     "diamond", "egg", "moon", "vesica", "cross", "arch", "arrow", NULL};

typedef struct shape_params {
    TRN_SIZE_MEMBERS;
    trn_menu shape;
    double center_x, center_y, angle, shear, uniform_scale, radius;
    double arc, thickness;
    bool round_ends;
    double size_x, size_y, corner;
    bool separate_corners;
    double corner_tl, corner_tr, corner_bl, corner_br;
    int32_t points;
    double inner, squircle_blend, trap_top;
    bool use_points;
    trn_text tri_p0, tri_p1, tri_p2;
    double roundness, moon_inner, moon_offset, cross_inset, cross_bevel;
    double line_ax, line_ay, line_bx, line_by;
    bool separate_thickness;
    double start_thickness, end_thickness, arrow_shaft, arrow_head, arrow_head_ratio, softness_pixels;
    bool invert;
    trn_text sdf_layer, mask_layer, color_layer;
    TRN_DEVICE_MEMBER;
} shape_params;

#define MOST 10000.0
#define PLACE(F, LABEL, DEF, ...) TRN_FLOAT(shape_params, F, LABEL, DEF, -MOST, MOST, __VA_ARGS__)
#define LENGTH(F, LABEL, DEF, ...) TRN_FLOAT(shape_params, F, LABEL, DEF, 0, MOST, __VA_ARGS__)
#define SHARE(F, LABEL, DEF, ...) TRN_FLOAT(shape_params, F, LABEL, DEF, 0, 1, __VA_ARGS__)
#define CORNER(F, LABEL) \
    SHARE(F, LABEL, 0, .group = "Box", .hidden = "shape ≠ box shape ≠ rounded_box", .disabled = "separate_corners is off", \
          .doc = "Radius of this corner, as a fraction of the shorter half side.")
#define SIZED .group = "Box", .disabled = "shape = triangle use_points is on", \
    .hidden = "shape ≠ box shape ≠ rounded_box shape ≠ trapezoid shape ≠ triangle shape ≠ diamond shape ≠ arch"
#define POINT(F, LABEL, DEF) \
    TRN_STRING(shape_params, F, LABEL, DEF, .group = "Shape", .hidden = "shape ≠ triangle", .disabled = "use_points is off", \
               .doc = "A corner of the triangle, x and y.")
#define ENDS .group = "Line", .hidden = "shape ≠ line shape ≠ arrow"
#define OF(SHAPE) .hidden = "shape ≠ " SHAPE

static const trn_param params[] = {
    TRN_SIZE_ROWS(shape_params, ""),
    TRN_MENU(shape_params, shape, "Shape Type", SHAPE_CIRCLE, shapes, .doc = "Which figure."),
    PLACE(center_x, "Center", 0, .doc = "Where the figure stands, right of the image's middle."),
    PLACE(center_y, "Center", 0, .doc = "Where the figure stands, above the image's middle."),
    TRN_FLOAT(shape_params, angle, "Rotate", 0, -3600, 3600, .unit = "degrees", .doc = "Turns the figure counter-clockwise."),
    PLACE(shear, "Shear", 0, .doc = "Shears the figure: it is looked up at x + shear y. Distances are exact without it only."),
    PLACE(uniform_scale, "Uniform Scale", 1,
          .doc = "Scales the whole figure, and its distances with it. Negative turns it by half a turn; 0 makes it a point."),
    PLACE(radius, "Radius", 0.35,
          .hidden = "shape = box } { shape = rounded_box } { shape = trapezoid } { shape = triangle } { shape = diamond } { shape = arch } { shape = arrow",
          .disabled = "shape = line separate_thickness is on",
          .doc = "Main radius. line: half its width; moon: that of the outer circle; cross: from the middle to the ends of the arms. "
                 "Where it is negative nothing is inside: the distance is that from the centre (line: from the line), plus its size."),
    SHARE(arc, "Arc", 1, .group = "Circle", OF("circle"), .doc = "How much of the full circle there is; it opens at the bottom."),
    SHARE(thickness, "Thickness", 1, .group = "Circle", OF("circle"), .doc = "Below 1 the circle is a ring whose width is this times the radius."),
    TRN_TOGGLE(shape_params, round_ends, "Round Ends", false, .group = "Circle", OF("circle"), .disabled = "arc >= 1 } { thickness >= 1",
               .doc = "Round the ends of an open ring."),
    LENGTH(size_x, "Size", 0.35, SIZED, .doc = "Half width. trapezoid: half the base; arch: half the width of the rectangle."),
    LENGTH(size_y, "Size", 0.25, SIZED, .doc = "Half height. arch: half the height of the rectangle, without the dome."),
    LENGTH(corner, "Corner Radius", 0.05, .group = "Box", OF("rounded_box"), .disabled = "separate_corners is on",
           .doc = "Radius of all corners, at most the shorter half side."),
    TRN_TOGGLE(shape_params, separate_corners, "Separate Controls", false, .group = "Box", .hidden = "shape ≠ box shape ≠ rounded_box",
               .doc = "Give each corner a radius of its own."),
    CORNER(corner_tl, "Top Left"), CORNER(corner_tr, "Top Right"), CORNER(corner_bl, "Bottom Left"), CORNER(corner_br, "Bottom Right"),
    TRN_INT(shape_params, points, "Number of Sides", 5, 3, 64, .group = "Star", .hidden = "shape ≠ star shape ≠ polygon",
            .doc = "Points of the star, sides of the polygon. One point looks upwards."),
    SHARE(inner, "Inner Radius", 0.5, .group = "Star", OF("star"), .doc = "Radius of the star's dents, as a fraction of that of its points."),
    TRN_FLOAT(shape_params, squircle_blend, "Blend", 4, 0.25, 1000, .group = "Shape", OF("squircle"),
              .doc = "Exponent n of |x|^n + |y|^n: 1 is a diamond, 2 a circle, more comes nearer to a square, less is a star of four points."),
    LENGTH(trap_top, "Top Length", 0.15, .group = "Shape", OF("trapezoid"), .doc = "Half the top edge."),
    TRN_TOGGLE(shape_params, use_points, "Use Points", false, .group = "Shape", OF("triangle"), .doc = "Three corners instead of a size."),
    POINT(tri_p0, "Point 0", "-0.3 -0.25"), POINT(tri_p1, "Point 1", "0 0.3"), POINT(tri_p2, "Point 2", "0.3 -0.25"),
    SHARE(roundness, "Roundness", 0.5, .group = "Shape", .hidden = "shape ≠ egg shape ≠ vesica",
          .doc = "egg: 0 has a pointed top, 1 is a circle. vesica: 1 is a circle, less flattens it."),
    LENGTH(moon_inner, "Inner Radius", 0.3, .group = "Shape", OF("moon"), .doc = "Radius of the circle that is cut out."),
    PLACE(moon_offset, "Inner Offset", 0.15, .group = "Shape", OF("moon"), .doc = "How far to the right the circle that is cut out lies."),
    LENGTH(cross_inset, "Cross Inset", 0.15, .group = "Shape", OF("cross"),
           .doc = "The arms are radius - cross_inset wide to each side of the axes; 0 is a square."),
    LENGTH(cross_bevel, "Cross Bevel", 0, .group = "Shape", OF("cross"), .doc = "Radius that rounds the inner corners, at most the arms' length."),
    PLACE(line_ax, "Start", -0.3, ENDS, .doc = "Start, x."), PLACE(line_ay, "Start", 0, ENDS, .doc = "Start, y."),
    PLACE(line_bx, "End", 0.3, ENDS, .doc = "End, x."), PLACE(line_by, "End", 0, ENDS, .doc = "End, y: an arrow's tip."),
    TRN_TOGGLE(shape_params, separate_thickness, "Add Thickness", false, .group = "Line", OF("line"),
               .doc = "Give the line two widths, at its start and at its end, instead of the radius."),
    LENGTH(start_thickness, "Start Thickness", 0.1, .group = "Line", OF("line"), .disabled = "separate_thickness is off",
           .doc = "Full width at the start."),
    LENGTH(end_thickness, "End Thickness", 0.02, .group = "Line", OF("line"), .disabled = "separate_thickness is off",
           .doc = "Full width at the end."),
    LENGTH(arrow_shaft, "Shaft Thickness", 0.06, .group = "Line", OF("arrow"), .doc = "Full width of the shaft. 0: there is none."),
    LENGTH(arrow_head, "Head Thickness", 0.2, .group = "Line", OF("arrow"), .doc = "Full width of the head. 0: there is none."),
    SHARE(arrow_head_ratio, "Head Ratio", 0.3, .group = "Line", OF("arrow"), .doc = "Length of the head, as a fraction of the arrow's."),
    LENGTH(softness_pixels, "Edge Softness (Pixels)", 1.5, .group = "Line", .unit = "pixels", .disabled = "mask_layer = \"\"",
           .doc = "Width of the mask's edge. 0 makes a mask of zeros and ones, the outline itself inside."),
    TRN_TOGGLE(shape_params, invert, "Invert", false, .group = "Line", .doc = "Swap inside and outside: the distances negated."),
    TRN_STRING(shape_params, sdf_layer, "SDF Layer", "sdf", .group = "Line", .doc = "Name of the layer of distances. Empty makes none."),
    TRN_STRING(shape_params, mask_layer, "Mask Layer", "mask", .group = "Line",
               .doc = "Name of the mask's layer. Empty makes none, nor a colour layer."),
    TRN_STRING(shape_params, color_layer, "Color Layer", "", .group = "Line", .disabled = "mask_layer = \"\"",
               .doc = "Name of a layer of three channels, each a copy of the mask. Empty makes none."),
    TRN_DEVICE_ROW(shape_params, .group = "Line"),
};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the distances, the mask and, where it is named, the colour layer.")};

static trn_status triangle_points(const shape_params *p, double at[3][2], trn_error *err)
{
    trn_status st = trn_need_numbers(err, "tri_p0", p->tri_p0, at[0], 2, 2);
    if (st == TRN_OK) st = trn_need_numbers(err, "tri_p1", p->tri_p1, at[1], 2, 2);
    return st == TRN_OK ? trn_need_numbers(err, "tri_p2", p->tri_p2, at[2], 2, 2) : st;
}

static trn_status check(const void *params, trn_error *err)
{
    const shape_params *p = params;
    const char *const names[] = {p->sdf_layer, p->mask_layer, *p->mask_layer ? p->color_layer : ""};
    static const char *const rows[] = {"sdf_layer", "mask_layer", "color_layer"};
    double at[3][2];
    for (int32_t i = 1; i < 3; ++i)
        for (int32_t k = 0; k < i; ++k)
            if (*names[i] && strcmp(names[i], names[k]) == 0)
                return trn_param_fail(err, rows[i], "'%s' is %s too; each layer needs a name of its own", names[i], rows[k]);
    return triangle_points(p, at, err);
}

TRN_SIZE_CALLBACK(shape_params)

/* ---- figures ---- */

static void corner(trn_edges *e, double x, double y) /* a further one */
{
    e->x[e->count] = x;
    e->y[e->count++] = y;
}
static void end_edges(trn_edges *e) /* count is that of the vertices up to here */
{
    --e->count;
    for (int32_t i = 0; i < e->count; ++i) e->inverse[i] = trn_sdf_inverse(e->x[i], e->y[i], e->x[i + 1], e->y[i + 1]);
}
static trn_figure polygon(int32_t count, const double at[][2])
{
    trn_figure f = {.kind = TRN_FIGURE_POLYGON};
    for (int32_t i = 0; i <= count; ++i) corner(&f.edges, at[i % count][0], at[i % count][1]);
    end_edges(&f.edges);
    return f;
}

/* A line with round ends; where the larger one holds the other, a disc. */
static trn_figure line(double ax, double ay, double bx, double by, double r0, double r1)
{
    const double length = trn_hypot(bx - ax, by - ay), most = trn_max(r0, r1);
    const bool first = r0 >= r1;
    if (length <= fabs(r0 - r1) || length == 0.0)
        return (trn_figure){.kind = TRN_FIGURE_LINE, .from_x = first ? ax : bx, .from_y = first ? ay : by, .along_y = 1, .r0 = most, .r1 = most};
    return (trn_figure){.kind = TRN_FIGURE_LINE, .from_x = ax, .from_y = ay, .along_x = (bx - ax) / length, .along_y = (by - ay) / length,
                        .length = length, .r0 = r0, .r1 = r1, .slope = (r0 - r1) / length};
}

static trn_figure circle(const shape_params *p)
{
    const bool ring = p->thickness < 1.0;
    const double width = p->radius * p->thickness, middle = p->radius - 0.5 * width;
    trn_figure f = {.kind = ring ? TRN_FIGURE_RING : TRN_FIGURE_CIRCLE, .radius = ring ? middle : p->radius, .half = 0.5 * width};
    if (p->arc >= 1.0) return f;
    trn_sincos(0.5 * p->arc, &f.sine, &f.cosine);
    if (!(f.sine > 1e-30)) { /* no part of it: a cut, or what the two round ends are */
        if (ring && p->round_ends) return line(0, middle, 0, middle, 0.5 * width, 0.5 * width);
        return line(0, ring ? p->radius - width : 0.0, 0, p->radius, 0, 0);
    }
    f.kind = !ring ? TRN_FIGURE_SECTOR : p->round_ends ? TRN_FIGURE_ROUND_ARC : TRN_FIGURE_ARC;
    return f;
}

static trn_figure box(const shape_params *p)
{
    trn_figure f = {.kind = TRN_FIGURE_BOX, .half_x = p->size_x, .half_y = p->size_y};
    const double most = trn_min(p->size_x, p->size_y), all = p->shape.value == SHAPE_ROUNDED_BOX ? trn_min(p->corner, most) : 0.0;
    const double shares[4] = {p->corner_bl, p->corner_br, p->corner_tl, p->corner_tr};
    for (int32_t i = 0; i < 4; ++i) f.corner[i] = p->separate_corners ? shares[i] * most : all;
    return f;
}

static trn_figure star(double radius, int32_t points, double inner)
{
    trn_figure f = {.kind = TRN_FIGURE_STAR, .radius = radius, .n = points};
    trn_sincos(0.5 / points, &f.sine, &f.cosine);
    if (inner < 0.0) inner = f.cosine; /* a polygon: the middle of its edge */
    f.dent_x = radius * inner * f.sine;
    f.dent_y = radius * inner * f.cosine;
    f.inverse = trn_sdf_inverse(0, radius, f.dent_x, f.dent_y);
    return f;
}

/* As edges between points of it, x = cos^(2/n), y = sin^(2/n). They leave the curve by at most 3.5e-5 of the radius, 1.5e-4 below n = 1. */
static trn_figure squircle(double radius, double n)
{
    trn_figure f = {.kind = TRN_FIGURE_OCTANTS};
    if (n == 2.0) return (trn_figure){.kind = TRN_FIGURE_CIRCLE, .radius = radius};
    for (int32_t i = 0; i <= TRN_SDF_EDGES; ++i) {
        double sine, cosine;
        trn_sincos(0.125 * i / TRN_SDF_EDGES, &sine, &cosine);
        corner(&f.edges, radius * trn_pow(cosine, 2.0 / n), radius * trn_pow(sine, 2.0 / n));
    }
    f.edges.y[TRN_SDF_EDGES] = f.edges.x[TRN_SDF_EDGES];
    end_edges(&f.edges);
    return f;
}

static trn_figure moon(double outer, double inner, double offset)
{
    trn_figure f = {.kind = TRN_FIGURE_MOON, .radius = outer, .second = inner, .offset = offset};
    const double size = fabs(offset);
    if (size > fabs(outer - inner) && size < outer + inner && size > 1e-30) {
        f.tip_x = 0.5 * (offset + (outer - inner) * (outer + inner) / offset);
        f.tip_y = sqrt(trn_max((outer - f.tip_x) * (outer + f.tip_x), 0.0));
    }
    return f;
}

static trn_figure arrow(const shape_params *p)
{
    const double dx = p->line_bx - p->line_ax, dy = p->line_by - p->line_ay, length = trn_hypot(dx, dy);
    const double shaft = 0.5 * p->arrow_shaft, head = 0.5 * p->arrow_head, neck = length * (1.0 - p->arrow_head_ratio);
    if (length == 0.0) return line(p->line_ax, p->line_ay, p->line_ax, p->line_ay, shaft, shaft);
    double at[7][2]; /* along, to the left */
    int32_t count = 0;
#define TO(ALONG, LEFT) (at[count][0] = (ALONG), at[count++][1] = (LEFT))
    const bool has_shaft = shaft > 0.0 && neck > 0.0, has_head = head > 0.0 && p->arrow_head_ratio > 0.0;
    if (!has_shaft && !has_head) return line(p->line_ax, p->line_ay, p->line_bx, p->line_by, 0, 0);
    if (has_shaft) TO(0.0, shaft), TO(0.0, -shaft), TO(neck, -shaft);
    if (has_head) TO(neck, -head), TO(length, 0.0), TO(neck, head);
    if (has_shaft) TO(neck, shaft);
#undef TO
    for (int32_t i = 0; i < count; ++i) {
        const double u = at[i][0] / length, v = at[i][1] / length;
        at[i][0] = p->line_ax + (dx * u - dy * v);
        at[i][1] = p->line_ay + (dy * u + dx * v);
    }
    return polygon(count, at);
}

static trn_figure figure_of(const shape_params *p)
{
    const double r = p->radius, x = p->size_x, y = p->size_y;
    const trn_figure none = {.kind = TRN_FIGURE_CIRCLE, .radius = r};
    double corners[3][2] = {{-x, -y}, {x, -y}, {0, y}};
    switch (p->shape.value) {
    case SHAPE_BOX: case SHAPE_ROUNDED_BOX: return box(p);
    case SHAPE_LINE: {
        const bool two = p->separate_thickness;
        return line(p->line_ax, p->line_ay, p->line_bx, p->line_by, two ? 0.5 * p->start_thickness : r, two ? 0.5 * p->end_thickness : r);
    }
    case SHAPE_TRAPEZOID: return polygon(4, (const double[][2]){{-x, -y}, {x, -y}, {p->trap_top, y}, {-p->trap_top, y}});
    case SHAPE_TRIANGLE:
        if (p->use_points) triangle_points(p, corners, NULL);
        return polygon(3, (const double(*)[2])corners);
    case SHAPE_DIAMOND: return polygon(4, (const double[][2]){{x, 0}, {0, y}, {-x, 0}, {0, -y}});
    case SHAPE_ARCH: return (trn_figure){.kind = TRN_FIGURE_ARCH, .half_x = x, .half_y = y};
    case SHAPE_ARROW: return arrow(p);
    }
    if (!(r > 1e-30)) return none;
    switch (p->shape.value) {
    case SHAPE_STAR: return star(r, p->points, p->inner);
    case SHAPE_POLYGON: return star(r, p->points, -1);
    case SHAPE_SQUIRCLE: return squircle(r, p->squircle_blend);
    case SHAPE_EGG: return (trn_figure){.kind = TRN_FIGURE_EGG, .radius = r, .second = r * p->roundness};
    case SHAPE_MOON: return moon(r, p->moon_inner, p->moon_offset);
    case SHAPE_VESICA: {
        const double wide = r * trn_max(p->roundness, 1e-12);
        return (trn_figure){.kind = TRN_FIGURE_VESICA, .radius = r, .second = wide, .offset = (r - wide) * (r + wide) / (2.0 * wide)};
    }
    case SHAPE_CROSS: {
        const double inset = trn_min(p->cross_inset, r);
        return (trn_figure){.kind = TRN_FIGURE_CROSS, .radius = r, .second = r - inset, .offset = trn_min(p->cross_bevel, inset)};
    }
    default: return circle(p);
    }
}

/* ---- the node ---- */

static trn_status make(trn_eval *ev, const shape_params *p, const char *param, const char *name, int32_t channels, trn_layer **out)
{
    *out = NULL;
    if (!*name) return TRN_OK;
    const trn_status st = trn_make(ev, trn_device_type(p->device), channels, out);
    return st == TRN_OK ? trn_put(ev, param, name, *out) : st;
}
static float *float_plane(trn_layer *layer) { return layer ? trn_layer_f32(layer, 0) : NULL; } /* NULL for f64 */
static double *double_plane(trn_layer *layer) { return layer ? trn_layer_f64(layer, 0) : NULL; }

static trn_status eval(trn_eval *ev, const void *params)
{
    const shape_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const int64_t side = frame->whole_width < frame->whole_height ? frame->whole_width : frame->whole_height;
    trn_layer *sdf, *mask, *color;
    trn_status st;
    if ((st = trn_take_device(ev, p->device)) != TRN_OK || (st = make(ev, p, "sdf_layer", p->sdf_layer, 1, &sdf)) != TRN_OK ||
        (st = make(ev, p, "mask_layer", p->mask_layer, 1, &mask)) != TRN_OK ||
        (st = make(ev, p, "color_layer", *p->mask_layer ? p->color_layer : "", 3, &color)) != TRN_OK)
        return st;
    shape_args args = {
        .sdf = float_plane(sdf), .mask = float_plane(mask), .color = float_plane(color),
        .exact_sdf = double_plane(sdf), .exact_mask = double_plane(mask), .exact_color = double_plane(color),
        .stride = color ? trn_layer_get_info(color)->stride : 0, .width = frame->width, .height = frame->height,
        .first_x = (double)(2 * frame->x + 1 - frame->whole_width), .first_y = (double)(2 * frame->y + 1 - frame->whole_height),
        .unit = 2.0 * (double)side, .center_x = p->center_x, .center_y = p->center_y,
        .scale = p->uniform_scale, .shear = p->shear, .soft = 0.5 * p->softness_pixels / (double)side, .invert = p->invert,
        .figure = figure_of(p),
    };
    trn_sincos(trn_turns(p->angle), &args.sine, &args.cosine);
    if (!(fabs(args.scale) > 1e-30)) { /* nothing but its centre */
        args.scale = 1.0;
        args.shear = 0.0;
        args.figure = (trn_figure){.kind = TRN_FIGURE_CIRCLE};
    }
    return trn_run(ev, TRN_DEVICE_KERNEL(shape), &args, frame->height);
}

static double passes(const void *params)
{
    const int32_t kind = ((const shape_params *)params)->shape.value;
    return kind == SHAPE_SQUIRCLE ? 40 : kind == SHAPE_STAR || kind == SHAPE_POLYGON ? 12 : 6;
}

const trn_node_type trn_node_shape = {
    .info.id = "shape", .info.title = "Shape", .info.category = "generate",
    .info.summary = "A figure as a signed distance field, and as an anti-aliased mask.",
    .info.doc =
        "The first layer holds for every pixel the distance to the figure's outline, negative inside. Outlines are |d| < w, a figure grown or shrunk "
        "is d - r, and the min or max of two fields is the union or the intersection of their figures. Lengths and "
        "places are in units of the image's short side, which runs from -0.5 to 0.5 about the middle; the long side goes on as far as it is "
        "long. A circle stays a circle whatever the image's shape.\n\n"
        "**Mask.** 1 inside, 0 outside, with a smoothstep between that is `softness_pixels` wide and centred on the outline, so the edge "
        "looks the same at any resolution.\n\n"
        "**Exactness.** Distances are Euclidean ones, inside and outside, those to stars too; they are worked out in double. squircle is made of "
        "384 edges that lie within 4e-5 of its radius of the curve (with a blend below 1, 2e-4; 1 and 2 are exact). With `shear` the outline is right and "
        "distances are not: along x they are stretched, so that masks have edges of another width.\n\n"
        "**Figures.** Each stands upright about its own origin, then is sheared, scaled, turned by `angle` and moved to the centre. circle: a disc, "
        "a ring or a part of one. box and rounded_box: `size_x` and `size_y` are half its sides. line: round at both ends. star and polygon: "
        "`points` of them, one upwards. triangle: base below, or three points. diamond: its four points lie at `size_x` and `size_y`. egg: `radius` "
        "is that of the round bottom. moon: a disc less another to the right of it. vesica: two arcs that meet `radius` above and below "
        "the middle. cross: four arms. arch: a rectangle with half a disc on top. arrow: from start to end. A figure without an area, a line without "
        "width, has distances and nothing inside. With `inner` 0, `thickness` 0 and the like that is what remains.\n\n"
        "The formulas are elementary geometry; fields of this kind as building blocks: Hart, Sphere tracing, 1996.",
    .info.example = "shape{ shape = \"star\", points = 7, inner = 0.6, angle = 10 }",
    .info.reach = TRN_POINTWISE, .info.version = 1,
    TRN_PARAMS(shape_params, params), TRN_OUTPUTS(outputs), .check = check, .size = trn_size_of_shape_params, .passes = passes,
    .device = true, .eval = eval,
};
