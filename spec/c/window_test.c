/* Windows, planes and plans, through the C API and from inside: what random graphs cannot reach. */
#include "graph.h"
#include "graph/node_state.h"
#include <stdlib.h>

#define OK(call) CHECK_STATUS(call, TRN_OK, err)
#define EVALUATE(node, out, err, ...) trn_node_evaluate(node, &(const trn_eval_desc){__VA_ARGS__}, out, err)

static trn_error err;

/* ---- a node with two inputs, of which one is asked for more than the other ---- */

static const trn_port pair_ports[] = {TRN_IMAGE_PORT("cop", "a"), TRN_IMAGE_PORT("other", "b")};
static trn_status take_difference(trn_eval *ev, const void *params)
{
    (void)params;
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *a, *b, *out;
    trn_status st;
    if ((st = trn_need(ev, 0, "a", "C", &a)) != TRN_OK || (st = trn_need(ev, 1, "b", "N", &b)) != TRN_OK ||
        (st = trn_make(ev, TRN_F32, 1, &out)) != TRN_OK)
        return st;
    const float *x = trn_plane_f32(a, 0), *y = trn_plane_f32(b, 0);
    for (int64_t i = 0; i < (int64_t)frame->width * frame->height; ++i) trn_layer_f32(out, 0)[i] = x[i] - y[i];
    trn_report_number(ev, "kept", (double)frame->kept.width * frame->kept.height, NULL);
    return trn_put(ev, "layer", "D", out);
}
static const trn_node_type difference = {.info.id = "difference", .info.reach = TRN_POINTWISE, TRN_INPUTS(pair_ports), .eval = take_difference};

/* The mean of what lies up to 5 pixels left and right, so that its frame is padded; counts the pixels that are kept. */
static const trn_port one_port[] = {TRN_IMAGE_PORT("cop", "a")};
static void look_around(const void *params, trn_footprint *f)
{
    f->halo = 5;
    f->wrap = params != NULL;
}
static trn_status take_mean(trn_eval *ev, const void *params)
{
    const trn_frame *frame = trn_eval_frame(ev);
    trn_layer *a, *out;
    trn_status st;
    if ((st = trn_need(ev, 0, "a", "C", &a)) != TRN_OK || (st = trn_make(ev, TRN_F32, 1, &out)) != TRN_OK) return st;
    for (int32_t y = 0; y < frame->height; ++y)
        for (int32_t x = 0; x < frame->width; ++x) {
            float sum = 0;
            for (int32_t k = -5; k <= 5; ++k) {
                int32_t at = x + k;
                if (params) at = (at % frame->width + frame->width) % frame->width;
                if (at >= 0 && at < frame->width) sum += trn_plane_f32(a, 0)[(size_t)y * (size_t)frame->width + (size_t)at];
            }
            trn_layer_f32(out, 0)[(size_t)y * (size_t)frame->width + (size_t)x] = sum;
        }
    trn_report_number(ev, "kept", (double)frame->kept.width * frame->kept.height, NULL);
    return trn_put(ev, "layer", "C", out);
}
static const trn_node_type mean = {.info.id = "mean", .info.reach = TRN_LOCAL, TRN_INPUTS(one_port), .footprint = look_around, .eval = take_mean};

static trn_node made(trn_runtime *rt, const trn_node_type *type, trn_node **inputs, void *params) /* borrows its inputs */
{
    static uint64_t serial;
    const trn_key key = {++serial, 7};
    trn_node n = {.rt = rt, .type = type, .origin = "test.lua:1", .inputs = inputs, .params = params, .own = key, .key = key};
    trn_ref_init(&n.ref);
    return n;
}

static int64_t differing(const trn_result *whole, const trn_result *part, const char *name, int32_t x0, int32_t y0)
{
    const trn_layer_info *w = trn_layer_get_info(trn_image_layer(trn_result_image(whole), name));
    const trn_layer_info *p = trn_layer_get_info(trn_image_layer(trn_result_image(part), name));
    int64_t count = 0;
    for (int32_t y = 0; y < p->height; ++y)
        for (int32_t x = 0; x < p->width; ++x)
            count += memcmp((const float *)p->data + (size_t)y * (size_t)p->width + (size_t)x,
                            (const float *)w->data + (size_t)(y0 + y) * (size_t)w->width + (size_t)(x0 + x), 4) != 0;
    return count;
}

static void test_shared_inputs(void)
{
    trn_runtime *rt;
    OK(trn_runtime_create(&(trn_runtime_desc){.limits.cache_bytes = 1}, &rt, &err));
    trn_node *noise, *normal;
    OK(NODE(rt, &noise, &err, .type = "noise"));
    OK(NODE(rt, &normal, &err, .type = "height_to_normal", SETTINGS(TOGGLE("tile", 1)), LINKS({.node = noise})));
    trn_node d = made(rt, &difference, (trn_node *[]){noise, normal}, NULL);
    trn_result *whole, *part;
    OK(EVALUATE(&d, &whole, &err, .width = 50, .height = 40));
    static const trn_region windows[] = {{0, 0, 50, 40}, {0, 0, 1, 1}, {49, 39, 1, 1}, {10, 10, 20, 5}, {0, 7, 50, 1}, {1, 1, 48, 38}, {45, 0, 5, 40}};
    for (int32_t i = 0; i < TRN_COUNT(windows); ++i) {
        const trn_region r = windows[i];
        const uint64_t before = trn_runtime_get_stats(rt).nodes_evaluated;
        OK(EVALUATE(&d, &part, &err, .width = 50, .height = 40, .window = r));
        CHECK_EQUAL(differing(whole, part, "D", (int32_t)r.x, (int32_t)r.y), 0);
        CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated - before, 3); /* each once, whoever asks for it */
        CHECK_SAME(trn_result_stat(part, 0).value, r.width * r.height);
        trn_result_release(part);
    }
    trn_result_release(whole);

    /* far from everything, and as large as images get */
    OK(EVALUATE(&d, &part, &err, .width = 50, .unbounded = true, .window = {-((int64_t)1 << 60), (int64_t)1 << 60, 7, 9}));
    trn_result_release(part);
    CHECK_STATUS(EVALUATE(&d, &part, &err, .width = 50, .unbounded = true, .window = {0, 0, INT32_MAX, INT32_MAX}), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "test.lua:1: difference: ");
    trn_node_release(normal);
    trn_node_release(noise);
    trn_runtime_release(rt);
}

static void test_halos(void)
{
    trn_runtime *rt;
    OK(trn_runtime_create(&(trn_runtime_desc){.limits.cache_bytes = 1}, &rt, &err));
    trn_node *noise;
    OK(NODE(rt, &noise, &err, .type = "noise", SETTINGS(NUMBER("frequency", 7))));
    for (int wrap = 0; wrap < 2; ++wrap)
        for (int32_t width = 1; width < 24; width += 3) { /* images that are smaller than the halo too */
            trn_node m = made(rt, &mean, &noise, wrap ? &wrap : NULL), twice = made(rt, &mean, (trn_node *[]){&m}, wrap ? &wrap : NULL);
            trn_result *whole, *part;
            OK(EVALUATE(&twice, &whole, &err, .width = width, .height = 3));
            for (int32_t x = 0; x < width; ++x)
                for (int32_t w = 1; w <= width - x; ++w) {
                    OK(EVALUATE(&twice, &part, &err, .width = width, .height = 3, .window = {x, 1, w, 1}));
                    CHECK_EQUAL(differing(whole, part, "C", x, 1), 0);
                    CHECK_SAME(trn_result_stat(part, 0).value, w);
                    trn_result_release(part);
                }
            trn_result_release(whole);
        }
    trn_node_release(noise);
    trn_runtime_release(rt);
}

/* ---- tiles ---- */

static void test_tile_windows(void)
{
    const trn_region a = trn_tile_window(&(trn_tile){3, -2, 257, 1, 0});
    CHECK(a.x == 768 && a.y == -512 && a.width == 257 && a.height == 257);
    const trn_region b = trn_tile_window(&(trn_tile){.x = 3, .y = -2, .size = 64, .border = 4});
    CHECK(b.x == 188 && b.y == -132 && b.width == 72);
    const trn_region far = trn_tile_window(&(trn_tile){INT64_MAX, INT64_MIN, 512, 0, 0}), odd = trn_tile_window(&(trn_tile){5, 5, 1, 1, INT32_MAX});
    CHECK(far.x > (int64_t)1 << 60 && far.y < -((int64_t)1 << 60)); /* refused, not wrapped round */
    CHECK(odd.width == INT32_MAX);
    const trn_region none = trn_tile_window(&(trn_tile){INT64_MAX, INT64_MIN, INT32_MIN, INT32_MAX, 0}); /* no step from tile to tile */
    CHECK(none.x == 0 && none.y == 0 && none.width < 0);
}

static void count_problem(void *user, const trn_tile_problem *problem)
{
    CHECK(problem->node && problem->origin && problem->what && problem->instead);
    ++*(int32_t *)user;
}

static void test_problems(void)
{
    trn_runtime *rt;
    OK(trn_runtime_create(NULL, &rt, &err));
    trn_node *noise, *rivers, *baked, *splat;
    OK(NODE(rt, &noise, &err, .type = "noise"));
    OK(NODE(rt, &rivers, &err, .type = "stream_power", .origin = "a.lua:2", LINKS({.node = noise})));
    OK(NODE(rt, &baked, &err, .type = "bake", LINKS({.node = rivers})));
    OK(NODE(rt, &splat, &err, .type = "splat", .origin = "a.lua:4", LINKS({.node = baked})));
    int32_t count = -1, called = 0;
    OK(trn_node_check_tiles(rivers, count_problem, &called, &count, &err));
    CHECK(count == 1 && called == 1);
    OK(trn_node_check_tiles(baked, NULL, NULL, &count, NULL));
    CHECK_EQUAL(count, 0);
    trn_result *result;
    CHECK_STATUS(EVALUATE(splat, &result, &err, .unbounded = true, .window = {0, 0, 8, 8}), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "a.lua:4: splat: height_mode");
    CHECK(result == NULL && strstr(err.message, "a.lua:2") == NULL);
    trn_node_release(splat);
    trn_node_release(baked);
    trn_node_release(rivers);
    trn_node_release(noise);
    trn_runtime_release(rt);
}

/* ---- failures ---- */

static void test_failed_allocations(bool sticky)
{
    trn_runtime *rt;
    OK(trn_runtime_create(&(trn_runtime_desc){.threads = 1}, &rt, &err));
    trn_node *noise, *baked, *normal;
    OK(NODE(rt, &noise, &err, .type = "noise"));
    OK(NODE(rt, &baked, &err, .type = "bake", SETTINGS(NUMBER("width", 9)), LINKS({.node = noise})));
    OK(NODE(rt, &normal, &err, .type = "height_to_normal", SETTINGS(TOGGLE("tile", 1)), LINKS({.node = baked})));
    const uint64_t bytes = trn_runtime_get_stats(rt).bytes, before = trn_runtime_get_stats(rt).allocations;
    trn_result *result;
    OK(EVALUATE(normal, &result, &err, .width = 30, .window = {25, 3, 5, 8}));
    const uint64_t hash = result_hash(result);
    const int64_t allocations = (int64_t)(trn_runtime_get_stats(rt).allocations - before);
    trn_result_release(result);
    trn_runtime_trim(rt);
    int64_t failed = 0;
    for (int64_t n = 0; n < allocations; ++n) {
        trn_runtime_fail_allocation(rt, n, sticky);
        const trn_status st = EVALUATE(normal, &result, &err, .width = 30, .window = {25, 3, 5, 8});
        trn_runtime_fail_allocation(rt, -1, false);
        failed += st != TRN_OK;
        if (st != TRN_OK) CHECK_STATUS(st, TRN_ERR_MEMORY, err);
        else CHECK(result_hash(result) == hash);
        trn_result_release(result);
        trn_runtime_trim(rt);
        CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, bytes);
    }
    CHECK(failed > 40);
    trn_node_release(normal);
    trn_node_release(baked);
    trn_node_release(noise);
    trn_runtime_release(rt);
}

static bool refuse(void *user, const trn_progress *p)
{
    double *last = user;
    CHECK(p->fraction >= *last && p->fraction <= 1);
    *last = p->fraction;
    return p->fraction < 0.3;
}

static void test_progress_and_limits(void)
{
    trn_runtime *rt;
    OK(trn_runtime_create(&(trn_runtime_desc){.limits.max_work = 1e6}, &rt, &err));
    trn_node *noise, *rivers;
    OK(NODE(rt, &noise, &err, .type = "noise"));
    OK(NODE(rt, &rivers, &err, .type = "stream_power", .origin = "a.lua:2", LINKS({.node = noise})));
    trn_result *result;
    CHECK_STATUS(EVALUATE(rivers, &result, &err, .width = 128), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "a.lua:2: stream_power: ");
    CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated, 0);
    OK(EVALUATE(noise, &result, &err, .width = 128));
    trn_result_release(result);
    trn_runtime *other;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits.max_work = -1}, &other, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits.max_work = NAN}, &other, &err), TRN_ERR_ARGUMENT, err);
    trn_node_release(rivers);
    trn_node_release(noise);
    trn_runtime_release(rt);

    OK(trn_runtime_create(NULL, &rt, &err));
    OK(NODE(rt, &noise, &err, .type = "noise"));
    OK(NODE(rt, &rivers, &err, .type = "stream_power", LINKS({.node = noise})));
    double last = -1;
    CHECK_STATUS(EVALUATE(rivers, &result, &err, .width = 256, .progress = refuse, .progress_user = &last), TRN_ERR_CANCELLED, err);
    CHECK(last >= 0.3 && last < 0.9); /* the rivers' share of the work is nearly all */
    trn_node_release(rivers);
    trn_node_release(noise);
    trn_runtime_release(rt);
}

int main(void)
{
    test_shared_inputs();
    test_halos();
    test_tile_windows();
    test_problems();
    test_failed_allocations(false);
    test_failed_allocations(true);
    test_progress_and_limits();
    return check_end();
}
