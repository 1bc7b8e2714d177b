/* map: layers from expressions over layers, pixel by pixel. */
#include "graph/node.h"
#include "terrain/expression.h"
#include <stdio.h>
#include <string.h>

typedef struct map_params {
    trn_text program;
    bool tile;
    double number1, number2, number3, number4, number5, number6, number7, number8;
} map_params;

#define NUMBER(N)                                                                                                                    \
    TRN_FLOAT(map_params, number##N, "Number " #N, 0, -TRN_ANY, TRN_ANY, .group = "",                                                \
              .doc = "What `number" #N "` is in expressions. A field of a recipe that is a figure of another node goes into the next that is free.")

static const trn_param params[] = {
    TRN_STRING(map_params, program, "Program", "", .group = "",
               .doc = "Assignments, `layer = expression`, and before them `local name = expression`. Recipes rather write fields: "
                      "a text is the expression of the layer that the field names, a number or boolean is a `local`."),
    TRN_TOGGLE(map_params, tile, "Tile", false, .group = "",
               .doc = "Neighbours beyond the edge are those of the opposite side; else the edge's own pixels go on."),
    NUMBER(1), NUMBER(2), NUMBER(3), NUMBER(4), NUMBER(5), NUMBER(6), NUMBER(7), NUMBER(8),
};
static const trn_port inputs[] = {{.name = "cop", .type = "COPIMAGE", .optional = true, .doc = "Image whose layers the expressions name."}};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image with the assigned layers.")};

static const char *param_at(const void *list, int32_t i) { return i < (int32_t)TRN_COUNT(params) ? ((const trn_param *)list)[i].name : NULL; }

/* A misspelt parameter of a recipe's table comes here as a constant; so each has to be of use. */
static trn_status check_locals(const trn_expression *e, trn_error *err)
{
    uint8_t used[TRN_EXPRESSION_TEXT + 2] = {0}; /* by statement */
    for (int32_t i = 1; i < e->count; ++i)
        if (e->term[i].kind == TRN_TERM_NAME) used[trn_expression_local(e, i)] = 1;
    for (uint16_t s = e->first; s; s = e->term[s].next) {
        if (e->term[s].kind != TRN_TERM_LOCAL || used[s]) continue;
        char name[80];
        const trn_word w = trn_word_at(e, e->term[s].at);
        snprintf(name, sizeof name, "%.*s", (int)w.length, w.text);
        const char *meant = trn_closest(name, param_at, params);
        if (meant) return trn_param_fail(err, name, "no expression uses it (did you mean '%s'?)", meant);
        return trn_param_fail(err, name, "no expression uses it");
    }
    return TRN_OK;
}

static trn_status check(const void *data, trn_error *err)
{
    trn_expression e;
    const trn_status st = trn_expression_parse(&e, ((const map_params *)data)->program, err);
    return st == TRN_OK ? check_locals(&e, err) : st;
}

static void footprint(const void *data, trn_footprint *f)
{
    const map_params *p = data;
    trn_expression e;
    trn_error err;
    if (trn_expression_parse(&e, p->program, &err) != TRN_OK) return; /* as check has seen it, it parses */
    f->halo = trn_expression_halo(&e);
    if (f->halo) f->reach = TRN_LOCAL, f->wrap = p->tile;
}

static double passes(const void *data) { return 1.0 + 0.02 * (double)strlen(((const map_params *)data)->program); }

typedef struct work { const map_args *args; trn_rows_fn *rows; } work;
static void run(void *data, void *scratch, int32_t begin, int32_t end)
{
    const work *w = data;
    map_args args = *w->args;
    args.scratch = scratch;
    w->rows(&args, begin, end);
}

static trn_status eval(trn_eval *ev, const void *data)
{
    const map_params *p = data;
    trn_expression e;
    trn_map_program m;
    float **planes;
    trn_status st = trn_keep_layers(ev, 0);
    if (st == TRN_OK) st = trn_expression_parse(&e, p->program, trn_eval_error(ev));
    const double numbers[TRN_EXPRESSION_NUMBERS] = {p->number1, p->number2, p->number3, p->number4, p->number5, p->number6, p->number7, p->number8};
    if (st == TRN_OK) st = trn_expression_bind(ev, &e, numbers, &m);
    if (st == TRN_OK) st = trn_scratch(ev, ((size_t)m.plane_count + 1) * sizeof *planes, &planes);
    for (int32_t o = 0, plane = 0; st == TRN_OK && o < m.output_count; ++o) {
        char name[TRN_EXPRESSION_TEXT];
        const trn_word w = m.outputs[o].name;
        trn_layer *layer;
        snprintf(name, sizeof name, "%.*s", (int)w.length, w.text);
        st = trn_make(ev, TRN_F32, m.outputs[o].channels, &layer);
        if (st == TRN_OK) st = trn_put(ev, "program", name, layer);
        for (int32_t c = 0; st == TRN_OK && c < m.outputs[o].channels; ++c) planes[plane++] = trn_layer_f32(layer, c);
    }
    if (st != TRN_OK || m.output_count == 0) return st;
    m.args.planes = planes;
    m.args.wrap = p->tile;
    const trn_kernel *kernel = TRN_KERNEL(map);
    work w = {&m.args, kernel->level[trn_kernel_level(ev, kernel)]};
    return trn_for_scratch(ev, m.args.height, 16, map_scratch(&m.args), run, &w);
}

const trn_node_type trn_node_map = {
    .info = {
        .id = "map", .title = "Map", .category = "tools", .version = 4, .reach = TRN_POINTWISE,
        .summary = "Computes layers by expressions, pixel by pixel.",
        .doc =
            "`hf:map{ C = \"lerp(C, 0.2, smoothstep(0, 1, mask))\", steep = \"slope > 35 and 1 or 0\" }` assigns two layers. Fields that are "
            "texts are expressions; fields that are numbers or booleans are constants of that name, `hf:map{ C = \"C * k\", k = 2 }`, and so are figures of other "
            "nodes, `hf:map{ C = \"C / top\", top = hf:statistics{}:figure \"max\" }`. Names "
            "mean the layers of the input, whatever else is assigned. An expression never runs forever: there are no loops.\n\n"
            "**Names.** A layer; a constant or `local`; `x`, `y` (pixel from 0, row 0 at the bottom), `u`, `v` (0 to 1 across the image), "
            "`width`, `height`, `pi`, `true`, `false`. A layer by a name that means something else, or is none for Lua, stands in "
            "backquotes. `C(1, 0)` is the pixel to the right: whole offsets up to 4096, known beforehand.\n\n"
            "**Operators** are Lua's: `+ - * / // % ^`, `== ~= < <= > >=`, `and or not`, comments with `--`. A comparison is a condition, which "
            "a number is not: `mask and 1 or 0` is refused, `mask > 0.5 and 1 or 0` chooses. A layer that is assigned a condition holds 1 "
            "and 0.\n\n"
            "**Vectors.** A layer of two to four channels is one; `N.z`, `Cd.rg` are channels of it; `vec(a, b, c)` makes one. Operators and "
            "functions work channel by channel, single numbers stand for all. `dot`, `cross`, `length`, `normalize`.\n\n"
            "**Functions.** `abs min max clamp(x, lo, hi) saturate floor ceil round trunc fract sign sqrt pow exp exp2 log log2`; "
            "`sin cos tan asin acos atan(y[, x]) atan2 rad deg` (radians, as in Lua); `lerp(a, b, t)` or `mix`, `step(edge, x)`, "
            "`smoothstep(from, to, x)`, which falls where from > to; `isnan`; `hash(a[, b ...])`, a number in [0, 1) for each combination, the same for a "
            "whole number whether it comes from an id or a float; `noise(x, y[, z[, seed]])`, Perlin noise around 0 with a lattice of 1.\n\n"
            "Values are 32-bit floats: ids above 16777216 lose digits, and places so far out lie apart by more than a pixel (use the node "
            "`noise` there, as a layer). A void (NaN) stays one through everything but conditions, which do not hold for it, and `isnan`.",
        .example = "noise{ frequency = 4 }:map{ C = \"abs(C) * k\", ridge = \"abs(C) < 0.02 and 1 or 0\", k = 0.5 }",
        .open = "program",
    },
    TRN_PARAMS(map_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs),
    .check = check, .footprint = footprint, .passes = passes, .eval = eval,
};
