/* pattern: checkers, bricks, cells, UV grids, Julia sets, Chladni figures, knitting and weaving. */
#include "kernels/pattern.h"
#include "math/noise_lattice.h"
#include "math/trig.h"
#include "nodes/generate/pattern_labels.h"
#include "nodes/generate/size_params.h"
#include "terrain/numbers.h"
#include "terrain/pattern_axis.h"
#include <stdio.h>

enum { KIND_CHECKER, KIND_TILE, KIND_CELL, KIND_UV_GRID, KIND_JULIA, KIND_CHLADNI, KIND_KNIT, KIND_WEAVE };
static const char *const kinds[] = {"checker", "tile", "cell", "uv_grid", "julia", "chladni", "knit", "weave", NULL};
static const char *const bonds[] = {"offset", "stack", "stretcher", "header", "flemish", "english", "american", NULL};
static const char *const lattices[] = {"grid", "hexagonal", NULL};
static const char *const metrics[] = {"euclidean", "manhattan", "chebyshev", NULL};
static const char *const weaves[] = {"plain", "twill", "satin", "custom", NULL};
static const char *const fractals[] = {"julia", "mandelbrot", NULL};
static const char *const signs[] = {"-", "+", NULL};
static const char *const chladni_outputs[] = {"pixel_lines", "nodal_lines", "absolute", "signed", NULL};
static const char *const tile_colorings[] = {"hue", "uniform", "checker", "gradient", NULL};
static const char *const marker_colorings[] = {"uniform", "checker", "gradient", NULL};
enum { MARKER_TEXT, MARKER_CROSS, MARKER_ARROW };
static const char *const marker_types[] = {"text", "cross", "arrow", NULL};
static const char *const text_modes[] = {"letters", "coordinates", NULL};

typedef struct pattern_params {
    trn_menu kind;
    trn_text counts;
    double gap;
    uint32_t rand_seed;
    trn_menu bond;
    int32_t header_interval;
    double offset, bevel;
    double jitter;
    trn_menu lattice, cell_metric;
    double density;
    uint32_t density_seed;
    trn_menu weave;
    trn_text weave_layer;
    double thread_width;
    bool separate_widths;
    double weft_width;
    trn_menu fractal;
    trn_text c, center;
    double zoom;
    int32_t iterations;
    trn_text modes;
    trn_menu sign, chladni_output;
    double line_width, threshold, smoothing_width, amplitude, amplitude_ratio;
    trn_menu tile_coloring;
    trn_text tile_color1, tile_color2;
    bool outlines;
    double outline_width;
    trn_text outline_color;
    bool labels;
    trn_menu marker_type, text_mode;
    trn_text font;
    double marker_size;
    trn_menu marker_coloring;
    trn_text marker_color, marker_color2;
    trn_text out_layer;
    TRN_SIZE_MEMBERS;
} pattern_params;

#define TILE .group = "Tile", .hidden = "kind ≠ tile"
#define CELL .group = "Cell", .hidden = "kind ≠ cell"
#define WEAVE .group = "Weave", .hidden = "kind ≠ weave"
#define JULIA .group = "Julia", .hidden = "kind ≠ julia"
#define CHLADNI .group = "Chladni", .hidden = "kind ≠ chladni"
#define GRID .group = "UV Grid", .hidden = "kind ≠ uv_grid"
static const trn_param params[] = {
    TRN_MENU(pattern_params, kind, "Pattern Type", KIND_CHECKER, kinds,
             .doc = "What is drawn. Each has layers of its own, see above."),
    TRN_STRING(pattern_params, counts, "Tile Count", "8 8", .hidden = "kind = julia } { kind = chladni",
               .doc = "Columns and rows in the image, 0.001 to 32768 each. Whole numbers repeat over the image's edges."),
    TRN_FLOAT(pattern_params, gap, "Gap", 0.05, 0, 1, .hidden = "kind ≠ tile kind ≠ cell",
              .doc = "Width of the joints, as a part of the short side of a tile or cell."),
    TRN_SEED(pattern_params, rand_seed, "Seed", 0, .hidden = "kind = checker } { kind = uv_grid } { kind = julia } { kind = chladni",
             .doc = "Seed of the random values, and of where the points of cells lie."),
    TRN_MENU(pattern_params, bond, "Bond", PATTERN_OFFSET, bonds, TILE,
             .doc = "How bricks are laid. offset: each row is shifted by Row Offset more than the one below. stack: none is. stretcher: every other row by half. "
                    "header: half bricks, every other row by half of one. flemish: stretchers and headers by turns, headers on the middle of "
                    "stretchers. english: rows of stretchers and of headers by turns. american: a row of headers after some of stretchers."),
    TRN_INT(pattern_params, header_interval, "Header Interval", 6, 1, 1000, .group = "Tile", .hidden = "kind ≠ tile } { bond ≠ american",
            .doc = "One of so many rows has headers; with 1 all have."),
    TRN_FLOAT(pattern_params, offset, "Row Offset", 0.5, -4, 4, TILE, .disabled = "bond ≠ offset",
              .doc = "How far each row is shifted to the right against the one below, in tiles."),
    TRN_FLOAT(pattern_params, bevel, "Bevel", 0.1, 0, 1, TILE,
              .doc = "Over what part of the tile's short side the layer _height rises from 0 at the gap to 1. 0: a step."),
    TRN_FLOAT(pattern_params, jitter, "Jitter", 1, 0, 1, CELL,
              .doc = "How far points move from the middle of their cells: 0 not at all, 1 anywhere within."),
    TRN_MENU(pattern_params, lattice, "Lattice Type", 0, lattices, CELL,
             .doc = "grid, or hexagonal: every odd row is shifted by half a cell. Hexagons are regular where cells are 2 wide and sqrt(3) high."),
    TRN_MENU(pattern_params, cell_metric, "Metric", TRN_EUCLIDEAN, metrics, CELL,
             .doc = "How distance is measured. The distance to the border is exact with euclidean; manhattan and chebyshev take half the difference of "
                    "the distances to the nearest two points."),
    TRN_FLOAT(pattern_params, density, "Density", 1, 0, 1, CELL, .doc = "What part of the cells stays in the main layer."),
    TRN_SEED(pattern_params, density_seed, "Density Seed", 0, CELL, .disabled = "density >= 1", .doc = "Seed of which cells stay."),
    TRN_MENU(pattern_params, weave, "Weave Type", PATTERN_PLAIN, weaves, WEAVE,
             .doc = "Which thread is on top. plain: by turns. twill: two over, two under, in diagonals that rise to the right. satin: the warp, but for one "
                    "crossing of five. custom: as a layer says."),
    TRN_STRING(pattern_params, weave_layer, "Pattern Layer", "", WEAVE, .disabled = "weave ≠ custom",
               .doc = "Layer of the input. Where it is above 0.5 at the pixel under a crossing's middle, the warp is on top; a void is not."),
    TRN_FLOAT(pattern_params, thread_width, "Thread Width", 0.8, 0.05, 1, WEAVE,
              .doc = "Width of the threads, as a part of the distance from thread to thread; with separate widths that of the warp (vertical) alone."),
    TRN_TOGGLE(pattern_params, separate_widths, "Separate Row / Column Widths", false, WEAVE, .doc = "Give the weft a width of its own."),
    TRN_FLOAT(pattern_params, weft_width, "Weft (Row) Width", 0.8, 0.05, 1, WEAVE, .disabled = "separate_widths is off",
              .doc = "Width of the weft (horizontal)."),
    TRN_MENU(pattern_params, fractal, "Fractal Type", 0, fractals, JULIA, .doc = "The Julia set of a constant, or the Mandelbrot set."),
    TRN_STRING(pattern_params, c, "Julia Constant", "-0.8 0.156", .group = "Julia", .hidden = "kind ≠ julia } { fractal = mandelbrot",
               .doc = "Real and imaginary part of the constant c in z^2 + c."),
    TRN_STRING(pattern_params, center, "Center", "0 0", JULIA, .doc = "The number in the middle of the image, real and imaginary part."),
    TRN_FLOAT(pattern_params, zoom, "Zoom", 1, 1e-6, TRN_ANY, JULIA, .doc = "The image is 3 / zoom wide."),
    TRN_INT(pattern_params, iterations, "Max Iterations", 100, 1, 5000, JULIA,
            .doc = "What has not escaped after so many is inside."),
    TRN_STRING(pattern_params, modes, "Modes (n m)", "3 5", CHLADNI,
               .doc = "Half waves along the sides, n and m, at most 10000 each. Larger ones make finer figures."),
    TRN_MENU(pattern_params, sign, "Sign", 0, signs, CHLADNI, .doc = "Whether the second wave is taken off or added."),
    TRN_MENU(pattern_params, chladni_output, "Output Mode", PATTERN_PIXEL_LINES, chladni_outputs, CHLADNI,
             .doc = "pixel_lines: the nodal lines, of one width in pixels. nodal_lines: 1 where |f| is small. absolute: |f|. signed: f."),
    TRN_FLOAT(pattern_params, line_width, "Line Width", 1.5, 0.1, 64, CHLADNI, .unit = "pixels", .disabled = "chladni_output ≠ pixel_lines",
              .doc = "Width of the lines."),
    TRN_FLOAT(pattern_params, threshold, "Threshold", 0.1, 0, 10000, CHLADNI, .disabled = "chladni_output ≠ nodal_lines",
              .doc = "From which |f| on it is black."),
    TRN_FLOAT(pattern_params, smoothing_width, "Smoothing Width", 0.05, 0, 10000, CHLADNI, .disabled = "chladni_output ≠ nodal_lines",
              .doc = "How far below the threshold it begins to darken. 0: a hard edge."),
    TRN_FLOAT(pattern_params, amplitude, "Amplitude", 1, -10000, 10000, CHLADNI, .doc = "Multiplies f, A in the formula."),
    TRN_FLOAT(pattern_params, amplitude_ratio, "Amplitude Ratio", 1, -10000, 10000, CHLADNI, .doc = "Weight of the second wave, k in the formula."),
    TRN_MENU(pattern_params, tile_coloring, "Tile Coloring Mode", PATTERN_HUE, tile_colorings, GRID,
             .doc = "hue: a hue for each column, light and dark by turns. uniform: the first colour. checker: both by turns. gradient: from the first to the second "
                    "in the order of ids."),
    TRN_STRING(pattern_params, tile_color1, "Tile Color 1", "0.85 0.85 0.85", GRID, .disabled = "tile_coloring = hue",
               .doc = "Red, green, blue of the first colour."),
    TRN_STRING(pattern_params, tile_color2, "Tile Color 2", "0.6 0.6 0.6", GRID, .disabled = "tile_coloring = hue } { tile_coloring = uniform",
               .doc = "Of the second."),
    TRN_TOGGLE(pattern_params, outlines, "Add Tile Outlines", true, GRID, .doc = "Draw lines between tiles, on top of the markers."),
    TRN_FLOAT(pattern_params, outline_width, "Outline Width", 1, 0, 1000, GRID, .unit = "pixels", .disabled = "outlines is off",
              .doc = "Width of the lines, half of it in each tile. 0: none."),
    TRN_STRING(pattern_params, outline_color, "Outline Color", "0.08 0.08 0.08", GRID, .disabled = "outlines is off",
               .doc = "Red, green, blue of the lines."),
    TRN_TOGGLE(pattern_params, labels, "Draw Markers", true, GRID, .doc = "Draw a marker in each tile."),
    TRN_MENU(pattern_params, marker_type, "Marker Type", MARKER_TEXT, marker_types, GRID, .disabled = "labels is off",
             .doc = "text: the tile's name. cross. arrow: one that points upwards, to +v."),
    TRN_MENU(pattern_params, text_mode, "Text Mode", PATTERN_LETTERS, text_modes, GRID, .disabled = "labels is off } { marker_type ≠ text",
             .doc = "letters: A1, B1 ... from the lower left, columns after Z are AA, AB. coordinates: 0,0 1,0 ..."),
    TRN_STRING(pattern_params, font, "Font", "", GRID, .disabled = "labels is off } { marker_type ≠ text",
               .doc = "Name of an installed font, \"DejaVu Sans\", or serif, sans-serif, monospace. Empty: the system's sans serif. What has a slash in it, or "
                      "ends in .ttf, .otf, .ttc or .otc, is a font file."),
    TRN_FLOAT(pattern_params, marker_size, "Marker Size", 0.32, 0, 10, GRID, .disabled = "labels is off",
              .doc = "Size of the markers, as a part of the short side of a tile; of text that of an em. What does not fit in the tile is cut off."),
    TRN_MENU(pattern_params, marker_coloring, "Marker Coloring Mode", 0, marker_colorings, GRID, .disabled = "labels is off",
             .doc = "How markers are coloured, as tiles are."),
    TRN_STRING(pattern_params, marker_color, "Marker Color 1", "0.05 0.05 0.05", GRID, .disabled = "labels is off",
               .doc = "Red, green, blue of markers."),
    TRN_STRING(pattern_params, marker_color2, "Marker Color 2", "1 1 1", GRID, .disabled = "labels is off } { marker_coloring = uniform",
               .doc = "Their second colour."),
    TRN_STRING(pattern_params, out_layer, "Output Layer", "pattern", .group = "UV Grid",
               .doc = "Name of the main layer, and the beginning of the others'. Empty leaves out the main one."),
    TRN_SIZE_ROWS(pattern_params, "UV Grid"),
};
static const trn_port inputs[] = {
    {.name = "cop", .type = "COPIMAGE", .optional = true, .doc = "Image that the layers are added to; it has the size, and the layer of a custom weave."}};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the pattern and its further layers.")};

/* ---- parameters ---- */

typedef struct settings {
    double counts[2], c[2], center[2], modes[2];
    double tile_color1[3], tile_color2[3], outline_color[3], marker_color[3], marker_color2[3];
} settings;
static trn_status read_settings(const pattern_params *p, settings *s, trn_error *err)
{
    const struct { const char *name, *text; double *out; int32_t count; } lists[] = {
        {"counts", p->counts, s->counts, 2}, {"c", p->c, s->c, 2}, {"center", p->center, s->center, 2}, {"modes", p->modes, s->modes, 2},
        {"tile_color1", p->tile_color1, s->tile_color1, 3}, {"tile_color2", p->tile_color2, s->tile_color2, 3},
        {"outline_color", p->outline_color, s->outline_color, 3}, {"marker_color", p->marker_color, s->marker_color, 3},
        {"marker_color2", p->marker_color2, s->marker_color2, 3},
    };
    for (size_t i = 0; i < TRN_COUNT(lists); ++i) {
        const trn_status st = trn_need_numbers(err, lists[i].name, lists[i].text, lists[i].out, lists[i].count, lists[i].count);
        if (st != TRN_OK) return st;
    }
    for (int i = 0; i < 2; ++i) {
        if (!(s->counts[i] >= 0.001 && s->counts[i] <= TRN_PATTERN_MOST))
            return trn_param_fail(err, "counts", "must be 0.001 to %g columns and rows, got '%s'", TRN_PATTERN_MOST, p->counts);
        if (!(fabs(s->modes[i]) <= 10000)) return trn_param_fail(err, "modes", "must be at most 10000 in size, got '%s'", p->modes);
    }
    return TRN_OK;
}
static trn_status check(const void *params, trn_error *err)
{
    settings s;
    return read_settings(params, &s, err);
}
TRN_SIZE_CALLBACK(pattern_params)

static bool reads_layer(const pattern_params *p) { return p->kind.value == KIND_WEAVE && p->weave.value == PATTERN_CUSTOM; }
static bool writes_text(const pattern_params *p)
{
    return p->kind.value == KIND_UV_GRID && p->labels && p->marker_type.value == MARKER_TEXT && p->marker_size > 0;
}
static trn_status stamp(trn_runtime *rt, const void *params, const trn_stop *stop, trn_key *key, trn_error *err)
{
    const pattern_params *p = params;
    if (!writes_text(p) || trn_font_stamp(rt, p->font, stop, key, err) == TRN_OK) return TRN_OK;
    return trn_error_prefix(err, "font");
}
static void footprint(const void *params, trn_footprint *f)
{
    if (reads_layer(params))
        trn_measures(f, "weave", "reads a layer at the middle of every crossing", "put :bake{} behind it, which makes it once for all tiles, or set another weave");
}

static double passes(const void *params)
{
    const pattern_params *p = params;
    switch (p->kind.value) {
    case KIND_CHECKER: return 2;
    case KIND_TILE: return 12;
    case KIND_CELL: return 150;
    case KIND_UV_GRID: return writes_text(p) ? 60 : 20;
    case KIND_JULIA: return 4.0 + 0.8 * p->iterations;
    case KIND_CHLADNI: return 6;
    case KIND_KNIT: return 100;
    }
    return 20;
}

static bool is_multiple(double count, double of) { return count >= 1 && trn_rint(count) == count && trn_rint(count / of) * of == count; }
/* The main layer goes on over the image's edges without a seam. */
static bool repeats(const pattern_params *p, const settings *s)
{
    const double nx = s->counts[0], ny = s->counts[1], n = fabs(s->modes[0]), m = fabs(s->modes[1]);
    const bool whole = is_multiple(nx, 1) && is_multiple(ny, 1);
    switch (p->kind.value) {
    case KIND_CHECKER: return is_multiple(nx, 2) && is_multiple(ny, 2);
    case KIND_TILE:
        switch (p->bond.value) {
        case PATTERN_OFFSET: return whole && trn_rint(p->offset * ny) == p->offset * ny;
        case PATTERN_STACK: return whole;
        case PATTERN_FLEMISH: return is_multiple(nx, 3) && is_multiple(ny, 2);
        case PATTERN_AMERICAN: return whole && is_multiple(ny, 2) && is_multiple(ny, p->header_interval);
        }
        return whole && is_multiple(ny, 2);
    case KIND_JULIA: return false;
    case KIND_CHLADNI: {
        const bool even = trn_rint(0.5 * n) * 2 == n && trn_rint(0.5 * m) * 2 == m;
        const bool odd = trn_rint(n) == n && trn_rint(m) == m && trn_rint(0.5 * n) * 2 != n && trn_rint(0.5 * m) * 2 != m;
        return even || (odd && p->chladni_output.value != PATTERN_SIGNED);
    }
    }
    return whole;
}

/* ---- layers ---- */

enum { MOST_LAYERS = 6 };
typedef struct made {
    trn_eval *ev;
    trn_status status; /* of the first that could not be made */
    int32_t count;
    trn_layer *layer[MOST_LAYERS];
    const char *suffix[MOST_LAYERS];
} made;
static trn_layer *make_layer(made *m, const char *suffix, trn_type type, int32_t channels)
{
    trn_layer *layer = NULL;
    if (m->status == TRN_OK) m->status = trn_make(m->ev, type, channels, &layer);
    if (m->status != TRN_OK) return NULL;
    m->suffix[m->count] = suffix;
    return m->layer[m->count++] = layer;
}
static float *plane_of(trn_layer *layer, int32_t channel) { return layer ? trn_layer_f32(layer, channel) : NULL; }
static float *make_plane(made *m, const char *suffix) { return plane_of(make_layer(m, suffix, TRN_F32, 1), 0); }
static int32_t *make_ids(made *m)
{
    trn_layer *layer = make_layer(m, "_id", TRN_I32, 1);
    return layer ? trn_layer_i32(layer, 0) : NULL;
}
static void make_uv(made *m, float **u, float **v)
{
    trn_layer *layer = make_layer(m, "_uv", TRN_F32, 2);
    *u = plane_of(layer, 0);
    *v = plane_of(layer, 1);
}
#define RUN(NAME, ARGS) (m->status == TRN_OK ? trn_run(m->ev, TRN_DEVICE_KERNEL(NAME), ARGS, (ARGS)->height) : m->status)

/* ---- kinds ---- */

typedef struct work {
    const pattern_params *p;
    const settings *s;
    int32_t width, height; /* of the frame */
    pattern_axes axes;
    double side;           /* the short one of a cell, pixels */
} work;

static trn_status run_checker(const work *w, made *m)
{
    pattern_checker_args a = {.width = w->width, .height = w->height, .axes = w->axes};
    a.value = make_plane(m, "");
    a.id = make_ids(m);
    if (m->status == TRN_OK) m->status = trn_pattern_signs(m->ev, w->s->counts[0], w->s->counts[1], &a.sign_x, &a.sign_y);
    return RUN(pattern_checker, &a);
}

static trn_status run_tile(const work *w, made *m)
{
    pattern_tile_args a = {
        .width = w->width, .height = w->height, .axes = w->axes, .bond = w->p->bond.value, .interval = w->p->header_interval, .offset = w->p->offset,
        .gap = w->p->gap * w->side, .bevel = w->p->bevel * w->side, .key = trn_seed_key(w->p->rand_seed, TRN_STREAM_PATTERN, 0),
    };
    a.value = make_plane(m, "");
    a.id = make_ids(m);
    a.height_map = make_plane(m, "_height");
    a.edge = make_plane(m, "_edge");
    a.random = make_plane(m, "_rand");
    make_uv(m, &a.u, &a.v);
    return RUN(pattern_tile, &a);
}

static trn_status run_cell(const work *w, made *m)
{
    pattern_cell_args a = {
        .width = w->width, .height = w->height, .axes = w->axes, .hexagonal = w->p->lattice.value, .metric = w->p->cell_metric.value,
        .jitter = w->p->jitter, .density = w->p->density, .gap = w->p->gap * w->side, .unit = w->side,
        .key = trn_seed_key(w->p->rand_seed, TRN_STREAM_PATTERN, 0), .jitter_key = trn_seed_key(w->p->rand_seed, TRN_STREAM_PATTERN, 1),
        .density_key = trn_seed_key(w->p->density_seed, TRN_STREAM_DENSITY, 0),
    };
    a.value = make_plane(m, "");
    a.id = make_ids(m);
    a.edge = make_plane(m, "_edge");
    a.distance = make_plane(m, "_dist");
    a.random = make_plane(m, "_rand");
    return RUN(pattern_cell, &a);
}

static pattern_paint paint(int32_t mode, const double one[3], const double two[3])
{
    return (pattern_paint){mode, {one[0], one[1], one[2]}, {two[0], two[1], two[2]}};
}
static trn_status run_uv_grid(const work *w, made *m)
{
    static const int32_t marks[] = {PATTERN_DRAWN, PATTERN_CROSS, PATTERN_ARROW};
    const pattern_params *p = w->p;
    pattern_grid_args a = {
        .width = w->width, .height = w->height, .axes = w->axes,
        .tile = paint(p->tile_coloring.value, w->s->tile_color1, w->s->tile_color2),
        .mark = paint(PATTERN_UNIFORM + p->marker_coloring.value, w->s->marker_color, w->s->marker_color2),
        .mark_kind = p->labels && p->marker_size > 0 ? marks[p->marker_type.value] : PATTERN_NO_MARK, .mark_size = p->marker_size * w->side,
        .outline = p->outlines ? p->outline_width : 0.0,
        .outline_color = {w->s->outline_color[0], w->s->outline_color[1], w->s->outline_color[2]},
    };
    trn_layer *color = make_layer(m, "", TRN_F32, 3);
    a.red = plane_of(color, 0), a.green = plane_of(color, 1), a.blue = plane_of(color, 2);
    a.id = make_ids(m);
    make_uv(m, &a.u, &a.v);
    if (m->status == TRN_OK && a.mark_kind == PATTERN_DRAWN)
        m->status = pattern_labels(m->ev, &w->axes, p->text_mode.value, p->font, a.mark_size, &a.drawn);
    return RUN(pattern_grid, &a);
}

static trn_status run_julia(const work *w, made *m)
{
    pattern_julia_args a = {
        .width = w->width, .height = w->height, .mandelbrot = w->p->fractal.value, .iterations = w->p->iterations, .c = {w->s->c[0], w->s->c[1]},
    };
    a.value = make_plane(m, "");
    a.inside = make_plane(m, "_inside");
    a.trap = make_plane(m, "_trap");
    if (m->status == TRN_OK) m->status = trn_pattern_plane(m->ev, w->s->center[0], w->s->center[1], 3.0 / w->p->zoom, &a.real, &a.imaginary);
    return RUN(pattern_julia, &a);
}

static trn_status run_chladni(const work *w, made *m)
{
    const pattern_params *p = w->p;
    const double n = w->s->modes[0], k = w->s->modes[1];
    pattern_chladni_args a = {
        .width = w->width, .height = w->height, .amplitude = p->amplitude, .ratio = p->sign.value ? p->amplitude_ratio : -p->amplitude_ratio,
        .output = p->chladni_output.value, .line_width = p->line_width, .threshold = p->threshold, .smoothing = p->smoothing_width,
        .least = 1e-9 * fabs(p->amplitude) * (1.0 + fabs(p->amplitude_ratio)) * TRN_PI * (fabs(n) + fabs(k)) / (double)trn_eval_frame(m->ev)->whole_width,
    };
    a.value = make_plane(m, "");
    a.wave = make_plane(m, "_value");
    if (m->status == TRN_OK) m->status = trn_pattern_waves(m->ev, n, k, &a.across, &a.up);
    return RUN(pattern_chladni, &a);
}

static trn_status run_knit(const work *w, made *m)
{
    /* in cells from the middle of a stitch's lower edge; looked at for stitches from 2/3 as high as wide to 1.4 times */
    const double sx = w->axes.x.size, sy = w->axes.y.size, dx = 0.23 * sx, dy = 1.45 * sy, square = dx * dx + dy * dy;
    pattern_knit_args a = {
        .width = w->width, .height = w->height, .axes = w->axes, .foot_x = 0.1 * sx, .foot_y = -0.25 * sy, .axis_x = dx, .axis_y = dy,
        .inverse = 1.0 / square, .length = sqrt(square), .half_width = trn_min(0.2 * sx, 0.5 * sy),
        .key = trn_seed_key(w->p->rand_seed, TRN_STREAM_PATTERN, 0),
    };
    a.value = make_plane(m, "");
    a.mask = make_plane(m, "_mask");
    a.id = make_ids(m);
    a.leg = make_plane(m, "_leg");
    a.random = make_plane(m, "_rand");
    return RUN(pattern_knit, &a);
}

static trn_status run_weave(const work *w, made *m)
{
    const pattern_params *p = w->p;
    trn_layer *table = NULL;
    pattern_weave_args a = {
        .width = w->width, .height = w->height, .axes = w->axes, .weave = p->weave.value, .columns = w->s->counts[0], .rows = w->s->counts[1],
        .warp_width = p->thread_width, .weft_width = p->separate_widths ? p->weft_width : p->thread_width,
        .key = trn_seed_key(p->rand_seed, TRN_STREAM_PATTERN, 0),
    };
    if (reads_layer(p) && !*p->weave_layer)
        return trn_fail(m->ev, TRN_ERR_ARGUMENT, "weave_layer: a custom weave needs a layer that says which thread is on top; name one, or set weave to \"plain\"");
    if (reads_layer(p)) m->status = trn_need(m->ev, 0, "weave_layer", p->weave_layer, &table);
    if (table) a.table = trn_plane_f32(table, 0);
    a.value = make_plane(m, "");
    a.mask = make_plane(m, "_mask");
    a.warp = make_plane(m, "_warp");
    a.id = make_ids(m);
    a.random = make_plane(m, "_rand");
    return RUN(pattern_weave, &a);
}

static trn_status eval(trn_eval *ev, const void *params)
{
    static trn_status (*const run[])(const work *, made *) = {run_checker, run_tile, run_cell, run_uv_grid, run_julia, run_chladni, run_knit, run_weave};
    const pattern_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const bool counted = p->kind.value != KIND_JULIA && p->kind.value != KIND_CHLADNI;
    settings s;
    work w = {.p = p, .s = &s, .width = frame->width, .height = frame->height};
    made m = {.ev = ev};
    trn_status st = read_settings(p, &s, trn_eval_error(ev));
    if (st == TRN_OK && trn_input(ev, 0)) st = trn_keep_layers(ev, 0);
    if (st == TRN_OK && counted) st = trn_pattern_axes(ev, s.counts[0], s.counts[1], &w.axes);
    if (st != TRN_OK) return st;
    w.side = trn_min(w.axes.x.size, w.axes.y.size);
    st = run[p->kind.value](&w, &m);
    for (int32_t i = 0; st == TRN_OK && i < m.count; ++i) {
        char name[160];
        snprintf(name, sizeof name, "%s%s", p->out_layer, m.suffix[i]); /* cut only where it is too long for a name anyway */
        st = trn_put(ev, "out_layer", name, m.layer[i]);
    }
    if (st == TRN_OK) trn_report_number(ev, "repeats", repeats(p, &s), NULL);
    return st;
}

const trn_node_type trn_node_pattern = {
    .info.id = "pattern", .info.title = "Pattern", .info.category = "generate",
    .info.summary = "Checkers, bricks, cells, UV grids, Julia sets, Chladni figures, knitting and weaving.",
    .info.doc =
        "Eight kinds. The main layer is `out_layer`; the others' names begin with it and serve to colour and shape each element. `counts` are columns and rows "
        "over the image, which stretch with it; widths of edges and lines are in pixels. With whole counts everything repeats over the image's edges, to the "
        "last bit; the report says in `repeats` whether the main layer goes on there without a seam (1) or not (0). Edges are anti-aliased by how much "
        "of a pixel lies on either side, at any resolution. `_id` is row times columns plus column, from the lower left; `_rand` a value in 0 ... 1 by a hash "
        "of it; `_uv` goes from 0 to 1 within the element.\n\n"
        "**checker**: 0 and 1 by turns, 0 at the lower left, exactly averaged over each pixel, also where cells are smaller than pixels. Layer `_id`.\n\n"
        "**tile**: bricks, 1, and gaps, 0. Bricks are one column wide, headers half as wide; `gap` and `bevel` are parts of the short side of a whole brick, "
        "so joints are of one width. `_height`: a bevel from 0 at the gap to 1; `_edge`: the distance to the gap, in pixels, negative in it; `_id` is row times 65536 plus the "
        "brick's number in the row; `_rand`; `_uv`, the gap included. Seamless with whole columns (flemish: multiples of 3) and an even number of rows (stack: any; "
        "american: a multiple of `header_interval` too; offset: rows times `offset` whole); else bricks are cut at the edge.\n\n"
        "**cell**: a Voronoi division around one point in each cell of a grid, measured in pixels, whatever shape cells have. 1 inside, 0 in gaps and where "
        "`density` removed a cell. `_edge`: the distance to the border in pixels, exact with the euclidean metric; `_dist`: the distance to the point over the cell's short side; `_id`, `_rand`.\n\n"
        "**uv_grid**: coloured tiles, a marker in each, outlines on top; red, green and blue. Tiles are named from the lower left, A1, B1 ..., so that mirrored or "
        "turned coordinates of a model are seen. `_id`, `_uv`. Text needs a build with FreeType and a font, and may differ between machines; crosses and "
        "arrows do not. Names are drawn on the host, all else where the runtime says.\n\n"
        "**julia**: how soon z -> z^2 + c leaves the circle of radius 256, by the smooth count n - log2(ln|z|^2 / (2 ln 256)) over `iterations`, within 0 ... 1; 1 where it "
        "stays. z begins at the pixel's number; for the mandelbrot set at 0, and c is the pixel's. `_inside`: 1 where it stays; `_trap`: the least |z| on the way.\n\n"
        "**chladni**: standing waves on a square plate, f = A [cos(n pi x) cos(m pi y) -+ k cos(m pi x) cos(n pi y)], with x and y from 0 to 1 over the image. Sand lies where f is 0: "
        "pixel_lines draws those lines, of one width by the slope of f. `_value` is f. Repeats where n and m are both even, or both odd and the output is not signed.\n\n"
        "**knit**: stockinette, seen from the right side. The main layer is the height; `_mask` 1 on yarn, `_leg` 0 on left and 1 on right legs, `_id` of the stitch "
        "that lies uppermost, -1 in holes, `_rand`, 0 there. Stitches a little wider than high look most like cloth.\n\n"
        "**weave**: round threads that go over and under each other; the main layer is the height, 1 where one lies on top at a crossing's middle. `_mask`: 1 on threads; "
        "`_warp`: 1 where the vertical one is on top; `_id`: columns, then rows from the number of columns on, -1 in holes; `_rand`, one value a thread. Heights go on over "
        "the edges with any whole counts; so does the order with multiples of 2 (plain), 4 (twill), 5 (satin). custom reads a layer at the pixel under each crossing's middle, "
        "so it takes the whole image: put `bake` behind it to make tiles of a plane.\n\n"
        "All is worked out in double and in whole numbers: the same bytes everywhere, and any window of the plane has those of the whole.",
    .info.example = "pattern{ kind = \"tile\", bond = \"flemish\", counts = \"6 8\" }",
    .info.reach = TRN_POINTWISE, .info.version = 2,
    TRN_PARAMS(pattern_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .check = check, .size = trn_size_of_pattern_params,
    .footprint = footprint, .passes = passes, .stamp = stamp, .device = true, .eval = eval,
};
