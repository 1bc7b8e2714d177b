/* device_generators_test.c - every pixel-wise generator has kernels for devices: on the emulated plugin it runs there, all of it, and
 * gives the CPU's bytes. */
#define _GNU_SOURCE
#include "graph.h"
#include "graph/registry.h"
#include <dlfcn.h>
#include <stdlib.h>

static trn_error err;
static struct { int64_t live, allocations, launches, copies_out, bytes_in, bytes_out; } *emu; /* as in cuda/cuda_emu.h */

static char missing[200]; /* the last line that says that a kernel is not there */
static void note(void *user, trn_log_level level, const char *line)
{
    (void)user;
    (void)level;
    if (strstr(line, "has no kernel")) snprintf(missing, sizeof missing, "%s", line);
}

/* One of each kernel, and of the ways through them that have little in common; the defaults of every generator come on top. */
static const trn_node_desc cases[] = {
    {.type = "constant", SETTINGS(TOGGLE("use_alpha", 1), NUMBER("red", 0.3), TEXT("device", "cuda"))},
    {.type = "fill", SETTINGS(TEXT("value", "1 2"), TEXT("mask_layer", "C"), TOGGLE("invert_mask", 1))},
    {.type = "gradient", SETTINGS(TEXT("direction", "angular"), TEXT("ramp", "0:0,1 0.3:2,0 1:1,1"), TEXT("ramp_mode", "smooth"))},
    {.type = "gradient", SETTINGS(TEXT("direction", "diagonal"), NUMBER("angle", 50), TEXT("device", "cuda"))},
    {.type = "shape", SETTINGS(TEXT("shape", "star"), NUMBER("angle", 20), TEXT("device", "cuda"))},
    {.type = "noise", SETTINGS(TEXT("noise_type", "perlin"), TEXT("fractal", "terrain"), NUMBER("octaves", 4), NUMBER("gamma", 2))},
    {.type = "noise", SETTINGS(TEXT("noise_type", "simplex"), TOGGLE("tile_u", 1), NUMBER("channels", 2))},
    {.type = "worley_noise", SETTINGS(NUMBER("element_size", 0.04), TEXT("offset", "0.3 -2"), NUMBER("gain", 0.3))},
    {.type = "worley_noise", SETTINGS(TEXT("lattice", "hexagonal"), NUMBER("round_border", 0.2))},
    {.type = "worley_noise", SETTINGS(TOGGLE("tile", 1), TEXT("tile_size", "0.3 0.7"), TEXT("metric", "manhattan"), NUMBER("jitter", 2))},
    {.type = "worley_noise", SETTINGS(TEXT("pos_layer", "places"), NUMBER("element_size", 0.3))},
    {.type = "worley_noise", SETTINGS(TEXT("pos_layer", "places"), NUMBER("round_border", 0.1), TOGGLE("tile", 1), NUMBER("element_size", 0.3))},
    {.type = "worley_noise", SETTINGS(TEXT("pos_layer", "places"), TEXT("metric", "chebyshev"), TEXT("jitter_scale", "0 1e6 -3"))},
    {.type = "worley_noise", SETTINGS(TEXT("pos_layer", "plane"), TEXT("lattice", "hexagonal"), NUMBER("element_size", 1e-3))},
    {.type = "cellular_noise", SETTINGS(TEXT("shape_mode", "relative"), NUMBER("bevel", 1), TEXT("metric", "chebyshev"), TOGGLE("complement", 1))},
    {.type = "cellular_noise", SETTINGS(NUMBER("smooth_edge", 0.3), NUMBER("gap", 0.01), NUMBER("element_size", 1e-6), TOGGLE("tile", 1))},
    {.type = "noise_extra", SETTINGS(TEXT("kind", "bubble"), NUMBER("density", 1), NUMBER("frequency", 9))},
    {.type = "noise_extra", SETTINGS(TEXT("kind", "crystal"), NUMBER("frequency", 9), TEXT("compute", "cuda"))},
    {.type = "noise_extra", SETTINGS(TEXT("kind", "crystal"), TEXT("metric", "manhattan"))},
    {.type = "noise_extra", SETTINGS(TEXT("kind", "crystal"), TEXT("metric", "chebyshev"))},
    {.type = "noise_extra", SETTINGS(TEXT("kind", "phasor"), NUMBER("kernels", 16), NUMBER("frequency", 9))},
    {.type = "noise_extra", SETTINGS(TEXT("kind", "phasor"), TEXT("direction_layer", "plane"))},
    {.type = "noise_extra", SETTINGS(TEXT("kind", "curl"))},
    {.type = "noise_extra", SETTINGS(TEXT("kind", "curl_3d"), NUMBER("octaves", 12))},
    {.type = "noise_extra", SETTINGS(TEXT("kind", "cloud"), TOGGLE("billow", 1), NUMBER("contrast", 3))},
    {.type = "pattern", SETTINGS(TEXT("kind", "checker"), TEXT("counts", "7.3 5"))},
    {.type = "pattern", SETTINGS(TEXT("kind", "tile"), TEXT("bond", "flemish"), TEXT("counts", "6 8"))},
    {.type = "pattern", SETTINGS(TEXT("kind", "tile"), TEXT("bond", "american"), NUMBER("bevel", 0))},
    {.type = "pattern", SETTINGS(TEXT("kind", "tile"), TEXT("bond", "offset"), NUMBER("offset", 0.37), TEXT("counts", "2.5 900"))},
    {.type = "pattern", SETTINGS(TEXT("kind", "cell"), NUMBER("density", 0.7), TEXT("counts", "9 3"))},
    {.type = "pattern", SETTINGS(TEXT("kind", "cell"), TEXT("lattice", "hexagonal"), TEXT("cell_metric", "manhattan"))},
    {.type = "pattern", SETTINGS(TEXT("kind", "uv_grid"), TEXT("marker_type", "cross"), TEXT("tile_coloring", "gradient"))},
    {.type = "pattern", SETTINGS(TEXT("kind", "uv_grid"), TEXT("marker_type", "arrow"))},
    {.type = "pattern", SETTINGS(TEXT("kind", "julia"), NUMBER("zoom", 2))},
    {.type = "pattern", SETTINGS(TEXT("kind", "julia"), TEXT("fractal", "mandelbrot"), NUMBER("iterations", 300))},
    {.type = "pattern", SETTINGS(TEXT("kind", "chladni"), TEXT("chladni_output", "pixel_lines"))},
    {.type = "pattern", SETTINGS(TEXT("kind", "chladni"), TEXT("chladni_output", "nodal_lines"))},
    {.type = "pattern", SETTINGS(TEXT("kind", "knit"))},
    {.type = "pattern", SETTINGS(TEXT("kind", "weave"), TEXT("weave", "satin"))},
    {.type = "pattern", SETTINGS(TEXT("kind", "weave"), TEXT("weave", "custom"), TEXT("weave_layer", "C"))},
    {.type = "position_map", SETTINGS(TEXT("x_border", "wrap"), NUMBER("x_cycles", 7.3), TEXT("y_border", "mirror"), NUMBER("y_cycles", -5))},
    {.type = "position_map", SETTINGS(TEXT("source_position", "view_direction"), NUMBER("z_cycles", 0.7), TEXT("z_border", "clamp"))},
    {.type = "random", SETTINGS(TEXT("channels", "4"), NUMBER("min", -1))},
    {.type = "random", SETTINGS(TEXT("range_values", "min_max"), TEXT("color_model", "hsv"), TEXT("range_max", "360 1 1"))},
    {.type = "random", SETTINGS(TEXT("mode", "id"), TEXT("range_values", "color_ramp"), TEXT("channels", "4"), TOGGLE("zero_negative_ids", 1))},
    {.type = "random", SETTINGS(TEXT("mode", "id"), TEXT("id_layer", "C"), TEXT("range_values", "specific_values"))},
    {.type = "fractal_sample", SETTINGS(NUMBER("angle", 37), TEXT("border", "black"), NUMBER("bias", 0.2))},
    {.type = "fractal_sample", SETTINGS(TEXT("blend_mode", "maximum"), TEXT("border", "clamp"), TEXT("filter", "point"), NUMBER("jitter", 2))},
    {.type = "fractal_sample", SETTINGS(TEXT("source_layer", "rgba"), TEXT("blend_mode", "over"), NUMBER("angle", 10))},
};

/* C, places, plane, rgba, and those of worley_noise, id among them. */
static trn_node *make_input(trn_runtime *rt)
{
    trn_node *node, *next;
    CHECK_STATUS(NODE(rt, &node, &err, .type = "noise", SETTINGS(NUMBER("frequency", 5), NUMBER("octaves", 2))), TRN_OK, err);
    const trn_node_desc more[] = {
        {.type = "height_to_normal", SETTINGS(TEXT("out_layer", "places")), .link_count = 1},
        {.type = "noise_extra", SETTINGS(TEXT("kind", "curl"), TEXT("out_layer", "plane")), .link_count = 1},
        {.type = "random", SETTINGS(TEXT("out_layer", "rgba"), TEXT("channels", "4")), .link_count = 1},
        {.type = "worley_noise", .link_count = 1},
    };
    for (size_t i = 0; i < sizeof more / sizeof *more; ++i) {
        trn_node_desc desc = more[i];
        const trn_link link = {.node = node};
        desc.links = &link;
        CHECK_STATUS(trn_node_create(rt, &desc, &next, &err), TRN_OK, err);
        trn_node_release(node);
        node = next;
    }
    return node;
}

static uint64_t evaluate(trn_node *node, int32_t width, int32_t height)
{
    trn_result *result;
    const trn_status st = trn_node_evaluate(node, &(trn_eval_desc){.width = width, .height = height}, &result, &err);
    CHECK_STATUS(st, TRN_OK, err);
    const uint64_t hash = st == TRN_OK ? result_hash(result) : 0;
    trn_result_release(result);
    return hash;
}

static const trn_node_type *type_of(const char *id)
{
    for (int32_t i = 0; trn_node_types[i]; ++i)
        if (strcmp(trn_node_types[i]->info.id, id) == 0) return trn_node_types[i];
    return NULL;
}

/* On both sides, of awkward sizes and of one that is tried first and then run. */
static void compare(trn_runtime *cpu, trn_runtime *device, trn_node *cpu_input, trn_node *device_input, trn_node_desc desc)
{
    static const int32_t sizes[][2] = {{1, 1}, {1, 37}, {41, 1}, {33, 5}, {150, 131}};
    const trn_node_type *type = type_of(desc.type);
    trn_node *here, *there;
    trn_link link = {.node = cpu_input};
    if (!CHECK(type != NULL)) return;
    desc.links = &link;
    desc.link_count = type->info.input_count > 0;
    bool on_cuda = false; /* demanded by the node: not of a runtime for the CPU */
    for (int32_t i = 0; i < desc.setting_count; ++i) on_cuda |= desc.settings[i].string && strcmp(desc.settings[i].string, "cuda") == 0;
    trn_node_desc plain = desc;
    plain.setting_count -= on_cuda;
    CHECK_STATUS(trn_node_create(cpu, &plain, &here, &err), TRN_OK, err);
    link.node = device_input;
    CHECK_STATUS(trn_node_create(device, &desc, &there, &err), TRN_OK, err);
    for (size_t i = 0; here && there && i < sizeof sizes / sizeof *sizes; ++i) {
        const int32_t width = sizes[i][0], height = sizes[i][1];
        evaluate(device_input, width, height);
        missing[0] = 0;
        emu->launches = 0;
        const int same = evaluate(here, width, height) == evaluate(there, width, height);
        const int64_t failed = check_failed;
        CHECK(same);
        CHECK(emu->launches > 0);
        CHECK(missing[0] == 0);
        if (check_failed > failed) printf("    %s, %d x %d: %s\n", desc.type, width, height, missing);
    }
    trn_node_release(here);
    trn_node_release(there);
}

int main(int argc, char **argv)
{
    char plugin[4096] = "";
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    if (slash) snprintf(plugin, sizeof plugin, "%.*s/../emulation/terrane_cuda_emu.so", (int)(slash - argv[0]), argv[0]);
    void *library = slash ? dlopen(plugin, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) {
        check_skip("the emulated plugin is not built: there is no g++");
        return check_end();
    }
    emu = dlsym(library, "trn_emu");
    setenv("TERRANE_CUDA", plugin, 1);
    setenv("TERRANE_EMU", "", 1);
    unsetenv("TERRANE_DEVICE");
    trn_runtime *cpu, *device;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.device = "cpu", .threads = 2}, &cpu, &err), TRN_OK, err);
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.device = "cuda", .threads = 2, .log = note}, &device, &err), TRN_OK, err);
    trn_node *here = make_input(cpu), *there = make_input(device);
    for (int32_t i = 0; trn_node_types[i]; ++i) {
        const trn_node_info *n = &trn_node_types[i]->info;
        if (strcmp(n->category, "generate") == 0 && n->reach == TRN_POINTWISE && !strstr(n->doc, "on the host"))
            compare(cpu, device, here, there, (trn_node_desc){.type = n->id});
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) compare(cpu, device, here, there, cases[i]);

    /* one that is not in the plugin is missed, and runs on the CPU */
    setenv("TERRANE_EMU", "without=cells", 1);
    trn_node *node, *other;
    CHECK_STATUS(NODE(cpu, &node, &err, .type = "worley_noise"), TRN_OK, err);
    CHECK_STATUS(NODE(device, &other, &err, .type = "worley_noise"), TRN_OK, err);
    emu->launches = 0;
    CHECK(evaluate(node, 20, 30) == evaluate(other, 20, 30));
    CHECK_EQUAL(emu->launches, 0);
    CHECK_TEXT(missing, "the plugin has no kernel 'cells', which stays on the CPU");
    trn_node_release(node);
    trn_node_release(other);
    trn_node_release(here);
    trn_node_release(there);
    trn_runtime_release(cpu);
    trn_runtime_release(device);
    CHECK_EQUAL(emu->live, 0);
    return check_end();
}
