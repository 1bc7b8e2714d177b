/* device_test.c - the device's side of evaluation, on the emulated plugin: the CPU's bytes, what is copied and when, and every way
 * in which a device may be missing, full or failing. */
#define _GNU_SOURCE
#include "graph.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static trn_error err;
typedef struct counts { int64_t live, allocations, launches, copies_out, bytes_in, bytes_out; } counts; /* as in cuda/cuda_emu.h */
static counts *emu;
static char plugin[4096];

static int warnings, others; /* log lines */
static char last_line[512];
static void note(void *user, trn_log_level level, const char *line)
{
    (void)user;
    if (level == TRN_LOG_WARNING) ++warnings;
    else ++others;
    snprintf(last_line, sizeof last_line, "%s", line);
}

static trn_status start(const char *device, const char *misbehave, trn_runtime **rt)
{
    setenv("TERRANE_EMU", misbehave, 1);
    *emu = (counts){.live = emu->live};
    warnings = others = 0;
    return trn_runtime_create(&(trn_runtime_desc){.device = device, .threads = 2, .log = note}, rt, &err);
}
/* Ends a runtime: nothing may be left on the device. */
static void end(trn_runtime *rt)
{
    trn_runtime_release(rt);
    CHECK_EQUAL(emu->live, 0);
}

static trn_node *make_noise(trn_runtime *rt, double seed, const char *device)
{
    trn_node *node;
    CHECK_STATUS(NODE(rt, &node, &err, .type = "noise", SETTINGS(TEXT("noise_type", "perlin"), NUMBER("frequency", 9),
                      NUMBER("rand_seed", seed), NUMBER("gamma", 2), TEXT("device", device))), TRN_OK, err);
    return node;
}
/* noise -> height_to_normal -> shade, or as far as `steps`; owns nothing but what it returns */
static trn_node *make_chain(trn_runtime *rt, double seed, int steps, bool keep)
{
    trn_node *node = make_noise(rt, seed, "auto"), *next;
    static const char *const types[] = {"height_to_normal", "shade"};
    for (int i = 0; i < steps; ++i) {
        CHECK_STATUS(NODE(rt, &next, &err, .type = types[i], SETTINGS(TOGGLE("keep_layers", keep || i == 0)), LINKS({.node = node})), TRN_OK, err);
        trn_node_release(node);
        node = next;
    }
    return node;
}
static trn_status hash_of(trn_node *node, trn_eval_desc desc, uint64_t *hash)
{
    trn_result *result;
    err = (trn_error){.status = TRN_OK};
    const trn_status st = trn_node_evaluate(node, &desc, &result, &err);
    CHECK(st == err.status);
    *hash = st == TRN_OK ? result_hash(result) : 0;
    trn_result_release(result);
    return st;
}
static uint64_t chain_hash(trn_runtime *rt, trn_eval_desc desc, trn_status want)
{
    uint64_t hash;
    trn_node *node = make_chain(rt, 3, 2, true);
    const trn_status st = hash_of(node, desc, &hash);
    CHECK_STATUS(st, want, err);
    trn_node_release(node);
    return hash;
}
static const trn_eval_desc usual = {.width = 300, .height = 257};
static uint64_t usual_hash;

static void bytes_are_those_of_the_cpu(void)
{
    static const trn_eval_desc all[] = {
        {.width = 300, .height = 257}, {.width = 1, .height = 1}, {.width = 1, .height = 300}, {.width = 333, .height = 1}, {.width = 2, .height = 3},
        {.width = 64, .height = 129}, {.width = 300, .height = 257, .window = {13, 57, 270, 200}},
    };
    trn_runtime *cpu, *device;
    CHECK_STATUS(start("cpu", "", &cpu), TRN_OK, err);
    CHECK_STATUS(start("cuda", "", &device), TRN_OK, err);
    CHECK_TEXT(trn_runtime_device(device, &err), "emulation");
    CHECK(trn_runtime_device(cpu, &err) == NULL && err.status == TRN_ERR_DEVICE);
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        const uint64_t want = chain_hash(cpu, all[i], TRN_OK);
        CHECK(chain_hash(device, all[i], TRN_OK) == want);
        if (i == 0) usual_hash = want;
    }
    CHECK(emu->launches > 0 && warnings == 0);
    trn_runtime_release(cpu);
    end(device);
}

/* Between nodes nothing is copied; what a host gets comes once. */
static void layers_stay(void)
{
    trn_runtime *rt;
    uint64_t hash;
    CHECK_STATUS(start("cuda", "", &rt), TRN_OK, err);
    chain_hash(rt, usual, TRN_OK); /* with the trials, which copy */
    const int64_t stride = (300 * 257 + 15) / 16 * 16;
    trn_node *noise = make_noise(rt, 4, "auto"), *normal;
    CHECK_STATUS(NODE(rt, &normal, &err, .type = "height_to_normal", SETTINGS(TOGGLE("keep_layers", 0)), LINKS({.node = noise})), TRN_OK, err);
    *emu = (counts){.live = emu->live};
    CHECK_STATUS(hash_of(normal, usual, &hash), TRN_OK, err);
    CHECK_EQUAL(emu->bytes_out, 3 * 4 * stride);
    CHECK_EQUAL(emu->bytes_in, 0);
    CHECK_EQUAL(emu->launches, 3); /* noise, post, normals */
    CHECK(trn_runtime_get_stats(rt).device_bytes >= (uint64_t)(4 * 4 * stride));

    *emu = (counts){.live = emu->live};
    CHECK_STATUS(hash_of(noise, usual, &hash), TRN_OK, err); /* remembered, on the device */
    CHECK_EQUAL(emu->launches, 0);
    CHECK_EQUAL(emu->bytes_out, 4 * stride);
    CHECK_STATUS(hash_of(noise, usual, &hash), TRN_OK, err);
    CHECK_EQUAL(emu->bytes_out, 4 * stride); /* it came once */
    trn_node_release(noise);
    trn_node_release(normal);
    trn_runtime_trim(rt);
    CHECK_EQUAL(trn_runtime_get_stats(rt).device_bytes, 0);
    end(rt);
}

/* A node that knows nothing of devices gets its layers in host memory, and what it makes is taken from there; so is what is
 * narrowed from double. */
static void other_nodes(void)
{
    trn_runtime *rt[2];
    uint64_t hash[2], exact[2], baked[2];
    CHECK_STATUS(start("cpu", "", &rt[0]), TRN_OK, err);
    CHECK_STATUS(start("cuda", "", &rt[1]), TRN_OK, err);
    for (int i = 0; i < 2; ++i) {
        trn_node *noise = make_noise(rt[i], 5, "auto"), *heights, *normal;
        CHECK_STATUS(NODE(rt[i], &heights, &err, .type = "mono_to_height", LINKS({.node = noise})), TRN_OK, err);
        CHECK_STATUS(NODE(rt[i], &normal, &err, .type = "height_to_normal", SETTINGS(TEXT("layer", "height")), LINKS({.node = heights})), TRN_OK, err);
        CHECK_STATUS(hash_of(normal, usual, &hash[i]), TRN_OK, err);
        trn_node_release(heights);
        trn_node_release(normal);
        CHECK_STATUS(NODE(rt[i], &normal, &err, .type = "bake", LINKS({.node = noise})), TRN_OK, err); /* looks at layers by itself */
        CHECK_STATUS(hash_of(normal, usual, &baked[i]), TRN_OK, err);
        trn_node_release(noise);
        trn_node_release(normal);
        noise = make_noise(rt[i], 5, "exact");
        CHECK_STATUS(NODE(rt[i], &normal, &err, .type = "shade", LINKS({.node = noise})), TRN_OK, err);
        CHECK_STATUS(hash_of(normal, usual, &exact[i]), TRN_OK, err);
        trn_node_release(noise);
        trn_node_release(normal);
    }
    CHECK(hash[0] == hash[1]);
    CHECK(exact[0] == exact[1]);
    CHECK(baked[0] == baked[1]);
    trn_runtime_release(rt[0]);
    end(rt[1]);
}

static void auto_is_choosy(void)
{
    trn_runtime *rt;
    CHECK_STATUS(start("auto", "", &rt), TRN_OK, err);
    chain_hash(rt, (trn_eval_desc){.width = 255, .height = 400}, TRN_OK);
    chain_hash(rt, (trn_eval_desc){.width = 400, .height = 255}, TRN_OK);
    CHECK_EQUAL(emu->launches, 0);
    chain_hash(rt, (trn_eval_desc){.width = 256, .height = 256}, TRN_OK);
    CHECK(emu->launches > 0);
    end(rt);

    /* a kernel that gives other bits stays on the CPU, the others do not */
    static const char *const kernels[] = {"noise_pixels", "post", "height_to_normal", "shade_range", "shade_steepness", "shade_tint",
                                          "shade_coarse", "shade_mean", "shade_light"};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i) {
        char wrong[80];
        snprintf(wrong, sizeof wrong, "wrong=%s", kernels[i]);
        CHECK_STATUS(start("auto", wrong, &rt), TRN_OK, err);
        CHECK(chain_hash(rt, usual, TRN_OK) == usual_hash);
        CHECK_EQUAL(warnings, 1);
        CHECK_TEXT(last_line, kernels[i]);
        CHECK(emu->launches > 8);
        end(rt);
        CHECK_STATUS(start("cuda", wrong, &rt), TRN_OK, err);
        chain_hash(rt, usual, TRN_ERR_DEVICE);
        CHECK_TEXT(err.message, "other bits");
        end(rt);
    }
}

static void what_is_missing(void)
{
    static const struct { const char *path, *misbehave, *says; } all[] = {
        {"/nowhere/terrane_cuda.so", "", "cannot be loaded"}, {"libm.so.6", "", "it has no trn_device_plugin"},
        {NULL, "abi", "interface"}, {NULL, "version", "the plugin is of Terrane"}, {NULL, "driver", "no NVIDIA driver"},
        {NULL, "none", "finds no device"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        trn_runtime *rt;
        setenv("TERRANE_CUDA", all[i].path ? all[i].path : plugin, 1);
        CHECK_STATUS(start("cuda", all[i].misbehave, &rt), TRN_ERR_DEVICE, err);
        CHECK(rt == NULL);
        CHECK_TEXT(err.message, "no CUDA device: ");
        CHECK_TEXT(err.message, all[i].says);
        CHECK_STATUS(start("auto", all[i].misbehave, &rt), TRN_OK, err);
        CHECK(chain_hash(rt, usual, TRN_OK) == usual_hash);
        CHECK(warnings == 0 && others == 1); /* a line for who looks for it */
        trn_node *node = make_noise(rt, 1, "cuda");
        uint64_t hash;
        CHECK_STATUS(hash_of(node, usual, &hash), TRN_ERR_DEVICE, err);
        CHECK_TEXT(err.message, all[i].says);
        CHECK_TEXT(err.message, "noise: device: no CUDA device: ");
        trn_node_release(node);
        trn_runtime_release(rt);
    }
    setenv("TERRANE_CUDA", plugin, 1);
    trn_runtime *rt;
    CHECK_STATUS(start("gpu", "", &rt), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "device 'gpu' is unknown");
}

/* At whichever call it fails: auto gives the same bytes, cuda an error, and nothing is left behind. */
static void faults(void)
{
    static const struct { const char *name; trn_status status; } all[] = {{"full", TRN_ERR_MEMORY}, {"fault", TRN_ERR_DEVICE}, {"lost", TRN_ERR_DEVICE}};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k) {
        char misbehave[40];
        trn_runtime *rt;
        trn_status st = all[k].status;
        for (int n = 0; n < 200 && st != TRN_OK; ++n) {
            snprintf(misbehave, sizeof misbehave, "%s=%d", all[k].name, n);
            CHECK_STATUS(start("cuda", misbehave, &rt), TRN_OK, err);
            trn_node *node = make_chain(rt, 3, 2, true);
            uint64_t hash;
            st = hash_of(node, (trn_eval_desc){.width = 20, .height = 13}, &hash);
            CHECK(st == TRN_OK ? n > 8 : st == all[k].status);
            if (st == TRN_ERR_DEVICE) CHECK_STATUS(hash_of(node, usual, &hash), TRN_ERR_DEVICE, err); /* not on the CPU by stealth */
            trn_node_release(node);
            end(rt);
        }
        CHECK(st == TRN_OK);
        bool failed = true;
        int n = 0;
        for (; n < 200 && failed; n += 2) {
            snprintf(misbehave, sizeof misbehave, "%s=%d", all[k].name, n);
            CHECK_STATUS(start("auto", misbehave, &rt), TRN_OK, err);
            CHECK(chain_hash(rt, usual, TRN_OK) == usual_hash);
            failed = n < (k == 0 ? emu->allocations : k == 1 ? emu->launches : emu->copies_out);
            CHECK_EQUAL(warnings, k > 0 && failed);
            end(rt);
        }
        CHECK(n > 8 && !failed);
    }
}

/* Each allocation of an evaluation on the device, and some of one that falls back. */
static void allocations_that_fail(void)
{
    static const struct { const char *device, *misbehave; trn_eval_desc desc; int step; } all[] = {
        {"cuda", "", {.width = 20, .height = 13}, 1}, {"auto", "fault=9", {.width = 256, .height = 256}, 13}};
    for (int k = 0; k < 2; ++k) {
        uint64_t want = 0, allocations = 1;
        for (uint64_t n = 0; n <= allocations; n += (uint64_t)all[k].step) {
            trn_runtime *rt;
            uint64_t hash;
            CHECK_STATUS(start(all[k].device, all[k].misbehave, &rt), TRN_OK, err);
            trn_node *node = make_chain(rt, 3, 2, true);
            const uint64_t before = trn_runtime_get_stats(rt).allocations;
            if (n > 0) trn_runtime_fail_allocation(rt, (int64_t)n - 1, false); /* first without */
            const trn_status st = hash_of(node, all[k].desc, &hash);
            trn_runtime_fail_allocation(rt, -1, false);
            if (n == 0) {
                want = hash;
                allocations = trn_runtime_get_stats(rt).allocations - before;
            }
            CHECK(st == TRN_OK ? hash == want : st == TRN_ERR_MEMORY);
            trn_node_release(node);
            end(rt);
        }
        CHECK(allocations > 30);
    }
}

static bool stop_at_once(void *user, const trn_progress *p)
{
    (void)user;
    return p->fraction < 0.3;
}
static void cancelling(void)
{
    trn_runtime *rt;
    CHECK_STATUS(start("cuda", "", &rt), TRN_OK, err);
    chain_hash(rt, (trn_eval_desc){.width = 900, .height = 800, .progress = stop_at_once}, TRN_ERR_CANCELLED);
    CHECK(chain_hash(rt, usual, TRN_OK) == usual_hash);
    end(rt);
}

/* How long a launch takes is not a matter of its pixels alone: where each takes many passes, fewer are tried on both sides. */
static int64_t tried_rows(int octaves)
{
    trn_runtime *rt;
    uint64_t hash;
    CHECK_STATUS(start("cuda", "", &rt), TRN_OK, err);
    trn_node *noise = make_noise(rt, 3, "auto"), *node;
    const trn_eval_desc desc = {.width = 64, .height = 256};
    CHECK_STATUS(hash_of(noise, desc, &hash), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &node, &err, .type = "fractal_sample", SETTINGS(NUMBER("max_octaves", octaves)), LINKS({.node = noise})), TRN_OK, err);
    emu->bytes_out = 0;
    CHECK_STATUS(hash_of(node, desc, &hash), TRN_OK, err);
    const int64_t rows = emu->bytes_out / (4 * 64) - 256; /* besides the result */
    trn_node_release(node);
    trn_node_release(noise);
    end(rt);
    return rows;
}
static void slow_pixels(void)
{
    CHECK_EQUAL(tried_rows(1), 128);
    CHECK_EQUAL(tried_rows(16), 128 * 64 / 96);
}

/* Several evaluations share a layer that lies on the device alone. */
enum { THREADS = 4 };
typedef struct sharing { trn_runtime *rt; uint64_t hash; int index; } sharing;
static void *share(void *data)
{
    sharing *s = data;
    trn_node *noise = make_noise(s->rt, 11, "auto"), *node = NULL;
    trn_error mine;
    trn_result *result = NULL;
    for (int round = 0; round < 3; ++round) {
        NODE(s->rt, &node, &mine, .type = s->index % 2 ? "height_to_normal" : "mono_to_height", LINKS({.node = noise}));
        if (trn_node_evaluate(node, &usual, &result, &mine) == TRN_OK) s->hash = result_hash(result);
        trn_result_release(result);
        trn_node_release(node);
    }
    trn_node_release(noise);
    return NULL;
}
static void threads(void)
{
    trn_runtime *rt;
    pthread_t thread[THREADS];
    sharing s[THREADS];
    CHECK_STATUS(start("cuda", "", &rt), TRN_OK, err);
    trn_node *other, *noise = make_noise(rt, 11, "auto");
    uint64_t hash;
    /* remembers the noise without bringing it back */
    CHECK_STATUS(NODE(rt, &other, &err, .type = "height_to_normal", SETTINGS(TOGGLE("keep_layers", 0)), LINKS({.node = noise})), TRN_OK, err);
    CHECK_STATUS(hash_of(other, usual, &hash), TRN_OK, err);
    for (int i = 0; i < THREADS; ++i) {
        s[i] = (sharing){rt, 0, i};
        pthread_create(&thread[i], NULL, share, &s[i]);
    }
    for (int i = 0; i < THREADS; ++i) pthread_join(thread[i], NULL);
    CHECK(s[0].hash != 0 && s[0].hash == s[2].hash && s[1].hash != 0 && s[1].hash == s[3].hash);
    trn_node_release(other);
    trn_node_release(noise);
    end(rt);
}

int main(int argc, char **argv)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    if (slash) snprintf(plugin, sizeof plugin, "%.*s/../emulation/terrane_cuda_emu.so", (int)(slash - argv[0]), argv[0]);
    void *library = slash ? dlopen(plugin, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) {
        check_skip("the emulated plugin is not built: there is no g++");
        return check_end();
    }
    emu = dlsym(library, "trn_emu");
    setenv("TERRANE_CUDA", plugin, 1);
    unsetenv("TERRANE_DEVICE");
    bytes_are_those_of_the_cpu();
    layers_stay();
    other_nodes();
    auto_is_choosy();
    what_is_missing();
    faults();
    allocations_that_fail();
    cancelling();
    slow_pixels();
    threads();
    return check_end();
}
