/* graph_test.c - node types, nodes and evaluation as the header states them, seen by a host on one thread. */
#include "graph.h"

static trn_error err;

/* ---- node types and nodes --------------------------------------------------------------------------------------------- */

static void node_types(void)
{
    const int32_t n = trn_node_type_count();
    CHECK(n >= 3);
    CHECK(trn_node_type_at(-1) == NULL && trn_node_type_at(n) == NULL && trn_node_type_find("no such") == NULL);
    for (int32_t i = 0; i < n; ++i) {
        const trn_node_info *t = trn_node_type_at(i);
        if (!CHECK(t != NULL)) return;
        CHECK(trn_node_type_find(t->id) == t);
        if (i) CHECK(strcmp(trn_node_type_at(i - 1)->id, t->id) < 0);
    }
}

static void node_errors(trn_runtime *rt)
{
    trn_image *image;
    trn_node *node;
    CHECK_STATUS(hill(rt, 8, 8, &image, &err), TRN_OK, err);
    const trn_link in = {.image = image};
    const struct { trn_node_desc desc; const char *message; } wrong[] = {
        {{.type = NULL}, "no node ''"},
        {{.type = "hieght_to_normal"}, "did you mean 'height_to_normal'?"},
        {{.type = "qqqqqqq"}, "no node 'qqqqqqq'"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("strenght", 1))}, "height_to_normal: no parameter 'strenght' (did you mean 'strength'?)"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("zzzz", 1))}, "no parameter 'zzzz'"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("strength", 10001))}, "strength: must be within -10000 and 10000, got 10001"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("world_size", 0))}, "world_size: must be at least"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("world_size", NAN))}, "world_size: must be a finite number"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("world_size", INFINITY))}, "world_size: must be a finite number"},
        {{.type = "height_to_normal", SETTINGS(TEXT("strength", "3"))}, "strength: must be a number, got '3'"},
        {{.type = "height_to_normal", SETTINGS(TOGGLE("strength", true))}, "strength: must be a number, got true"},
        {{.type = "height_to_normal", SETTINGS(OTHER("strength", "table"))}, "strength: must be a number, got a table"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("tile", 1))}, "tile: must be true or false, got 1"},
        {{.type = "height_to_normal", SETTINGS(TEXT("method", "sobl"))}, "method: cannot be 'sobl' (did you mean 'sobel'?)"},
        {{.type = "height_to_normal", SETTINGS(TEXT("method", "exact"))}, "central, sobel"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("method", 1))}, "method: cannot be 1"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("layer", 1))}, "layer: must be a string"},
        {{.type = "height_to_normal", SETTINGS(TEXT("layer", "\xff"))}, "layer: is not valid UTF-8"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("strength", 1), NUMBER("strength", 2))}, "strength: is given twice"},
        {{.type = "height_to_normal", SETTINGS(NUMBER("cop", 1))}, "input 'cop' takes a node or an image"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        trn_node_desc d = wrong[i].desc;
        d.links = &in;
        d.link_count = 1;
        CHECK_STATUS(trn_node_create(rt, &d, &node, &err), TRN_ERR_ARGUMENT, err);
        CHECK(node == NULL);
        CHECK_TEXT(err.message, wrong[i].message);
        CHECK_STATUS(trn_node_create(rt, &d, &node, NULL), TRN_ERR_ARGUMENT, err); /* err may be NULL */
        d.origin = "alpine.lua:3";
        CHECK_STATUS(trn_node_create(rt, &d, &node, &err), TRN_ERR_ARGUMENT, err);
        CHECK(strncmp(err.message, "alpine.lua:3: ", 14) == 0);
    }

    trn_runtime *foreign;
    trn_node *far = NULL, *near = NULL;
    trn_image *far_image = NULL;
    CHECK_STATUS(trn_runtime_create(NULL, &foreign, &err), TRN_OK, err);
    CHECK_STATUS(hill(foreign, 8, 8, &far_image, &err), TRN_OK, err);
    CHECK_STATUS(NODE(foreign, &far, &err, .type = "mono_to_height", LINKS({.image = far_image})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &near, &err, .type = "mono_to_height", LINKS({.image = image})), TRN_OK, err);
    const struct { trn_link links[2]; int32_t count; const char *message; } linked[] = {
        {{{0}}, 0, "height_to_normal: needs an input 'cop'"},
        {{{.image = NULL}}, 1, "takes a node or an image"},
        {{{.image = image, .node = near}}, 1, "takes a node or an image"},
        {{{.input = "pop", .image = image}}, 1, "no input 'pop' (it has 'cop')"},
        {{{.image = image}, {.input = "cop", .node = near}}, 2, "'cop' is given twice"},
        {{{.node = far}}, 1, "input 'cop' belongs to another runtime"},
        {{{.image = far_image}}, 1, "input 'cop' belongs to another runtime"},
    };
    for (int i = 0; i < 7; ++i) {
        CHECK_STATUS(NODE(rt, &node, &err, .type = "height_to_normal", .links = linked[i].links, .link_count = linked[i].count),
                     TRN_ERR_ARGUMENT, err);
        CHECK(node == NULL);
        CHECK_TEXT(err.message, linked[i].message);
    }
    CHECK_STATUS(NODE(rt, &node, &err, .type = "image", LINKS({.image = far_image})), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "image: the image belongs to another runtime");
    trn_image *mixed;
    const trn_named_layer layers[] = {{"C", trn_image_layer(image, "C")}, {"far", trn_image_layer(far_image, "C")}};
    CHECK_STATUS(trn_image_create(rt, layers, 2, &mixed, &err), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "layer 'far' belongs to another runtime");
    trn_image_release(far_image);
    trn_node_release(far);
    trn_node_release(near);
    trn_runtime_release(foreign);
    trn_image_release(image);
}

static int key_differs(const trn_node *a, const trn_node *b)
{
    uint8_t x[16], y[16];
    trn_node_key(a, x);
    trn_node_key(b, y);
    return memcmp(x, y, 16) != 0;
}
static void nodes(trn_runtime *rt)
{
    trn_image *image, *twin, *wide;
    CHECK_STATUS(hill(rt, 8, 8, &image, &err), TRN_OK, err);
    CHECK_STATUS(hill(rt, 8, 8, &twin, &err), TRN_OK, err);
    CHECK_STATUS(hill(rt, 9, 8, &wide, &err), TRN_OK, err);
    trn_node *plain, *stated, *scaled, *text, *same, *other, *over;
    CHECK_STATUS(NODE(rt, &plain, &err, .type = "mono_to_height", LINKS({.image = image})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &stated, &err, .type = "mono_to_height", .origin = "a.lua:1",
                      SETTINGS(NUMBER("height_scale", 1), NUMBER("height_offset", -0.0), TEXT("out_layer", "height")),
                      LINKS({.input = "cop", .image = image})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &scaled, &err, .type = "mono_to_height", SETTINGS(NUMBER("height_scale", 1.5)), LINKS({.image = image})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &text, &err, .type = "mono_to_height", SETTINGS(TEXT("out_layer", "z")), LINKS({.image = image})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &same, &err, .type = "mono_to_height", LINKS({.image = twin})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &other, &err, .type = "mono_to_height", LINKS({.image = wide})), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &over, &err, .type = "mono_to_height", LINKS({.node = plain})), TRN_OK, err);
    CHECK(!key_differs(plain, stated)); /* neither stated defaults nor the origin */
    CHECK(!key_differs(plain, same));   /* an image counts by its content */
    CHECK(key_differs(plain, scaled) && key_differs(plain, text) && key_differs(plain, other) && key_differs(plain, over));

    const trn_node_info *info = trn_node_get_info(stated);
    CHECK(info == trn_node_type_find("mono_to_height") && trn_node_runtime(stated) == rt);
    CHECK(strcmp(trn_node_origin(stated), "a.lua:1") == 0 && strcmp(trn_node_origin(plain), "") == 0);
    for (int32_t i = 0; i < info->param_count; ++i) {
        trn_param_value v = trn_node_param(stated, i), d = trn_node_param(plain, i);
        CHECK(v.number == d.number && !d.set && v.set == (strcmp(info->params[i].name, "layer") != 0));
        CHECK(info->params[i].kind != TRN_KIND_STRING || strcmp(v.string, d.string) == 0);
    }
    CHECK(!trn_node_param(plain, -1).set && !trn_node_param(plain, info->param_count).string);
    CHECK(trn_node_input(over, 0) == plain && trn_node_input(over, 1) == NULL && trn_node_input(over, -1) == NULL);
    CHECK(trn_node_input(plain, 0) != NULL); /* the node that holds the image */
    CHECK(trn_node_retain(over) == over);
    trn_node_release(over);

    /* inputs live as long as what uses them */
    trn_image_release(image);
    trn_image_release(twin);
    trn_image_release(wide);
    trn_node_release(plain);
    trn_result *result;
    CHECK_STATUS(trn_node_evaluate(over, NULL, &result, &err), TRN_OK, err);
    trn_result_release(result);
    trn_node_release(stated), trn_node_release(scaled), trn_node_release(text), trn_node_release(same), trn_node_release(other);
    trn_node_release(over);
    trn_node_release(NULL);

    /* a long chain is released without deep recursion */
    trn_node *chain, *next;
    CHECK_STATUS(hill(rt, 1, 1, &image, &err), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &chain, &err, .type = "mono_to_height", LINKS({.image = image})), TRN_OK, err);
    for (int i = 0; i < 100000 && chain; ++i) {
        trn_status st = NODE(rt, &next, &err, .type = "mono_to_height", LINKS({.node = chain}));
        if (st != TRN_OK) CHECK_STATUS(st, TRN_OK, err);
        trn_node_release(chain);
        chain = next;
    }
    CHECK_STATUS(trn_node_evaluate(chain, NULL, &result, &err), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "4096 nodes");
    trn_node_release(chain);
    trn_image_release(image);
}

/* ---- evaluation ------------------------------------------------------------------------------------------------------- */

typedef struct watch { double last; int32_t calls, stop_at; int fell, unnamed; } watch;
static bool watching(void *user, const trn_progress *p)
{
    watch *w = user;
    w->fell += p->fraction < w->last || p->fraction < 0 || p->fraction > 1;
    w->unnamed += !p->node || !*p->node;
    w->last = p->fraction;
    return ++w->calls != w->stop_at;
}

static void evaluation(trn_runtime *rt)
{
    trn_image *image;
    trn_node *node;
    trn_result *result, *again;
    CHECK_STATUS(hill(rt, 96, 64, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 2, &node, &err), TRN_OK, err);

    watch w = {.last = -1};
    const uint64_t before = trn_runtime_get_stats(rt).nodes_evaluated;
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.progress = watching, .progress_user = &w}, &result, &err), TRN_OK, err);
    CHECK(w.calls >= 1 && w.last == 1 && !w.fell && !w.unnamed);
    trn_image *out = trn_result_image(result);
    CHECK(trn_image_width(out) == 96 && trn_image_height(out) == 64 && trn_image_count(out) == 3);
    CHECK(trn_image_layer(out, "C") == trn_image_layer(image, "C")); /* shared, not copied */
    CHECK(trn_layer_edit(trn_image_layer(out, "N")) == NULL);
    const float *z = trn_layer_get_info(trn_image_layer(image, "C"))->data, *h = trn_layer_get_info(trn_image_layer(out, "height"))->data;
    int32_t differ = 0;
    for (int i = 0; i < 96 * 64; ++i) differ += h[i] != 2 * z[i];
    CHECK_EQUAL(differ, 0);
    CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated - before, 3);
    CHECK(strcmp(trn_result_report(result), "") == 0 && trn_result_stat_count(result) == 0 && trn_result_stat(result, 0).name == NULL);
    CHECK_EQUAL(trn_result_timing_count(result), 3);
    CHECK(strcmp(trn_result_timing(result, 1).origin, "hill.lua:1") == 0 && strcmp(trn_result_timing(result, 2).node, "height_to_normal") == 0);
    CHECK(!trn_result_timing(result, 2).cached && trn_result_timing(result, 2).seconds >= 0 && trn_result_timing(result, 3).node == NULL);

    /* what was made is remembered, also for another node with the same key */
    trn_node *twin;
    CHECK_STATUS(normals(rt, image, 2, &twin, &err), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(twin, NULL, &again, &err), TRN_OK, err);
    CHECK(trn_image_layer(trn_result_image(again), "N") == trn_image_layer(out, "N"));
    CHECK(trn_result_timing_count(again) == 1 && trn_result_timing(again, 0).cached && trn_result_timing(again, 0).seconds == 0);
    CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated - before, 3);
    trn_result_release(again);
    CHECK(trn_runtime_get_stats(rt).cache_bytes > 0 && trn_runtime_get_stats(rt).cache_hits > 0);
    trn_runtime_trim(rt);
    CHECK_EQUAL(trn_runtime_get_stats(rt).cache_bytes, 0);
    CHECK_STATUS(trn_node_evaluate(twin, NULL, &again, &err), TRN_OK, err);
    CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated - before, 6);
    CHECK(result_hash(again) == result_hash(result));
    trn_result_release(again);
    trn_node_release(twin);

    /* arguments */
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.width = -1}, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK(again == NULL);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.window = {.x = 1, .width = 8, .height = -8}}, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.window = {.x = -1, .width = 8, .height = 8}}, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.window = {.x = INT64_MAX, .width = 8, .height = 8}}, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.unbounded = true}, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.window = {.x = 1, .width = 8, .height = 6}}, &again, &err), TRN_OK, err);
    CHECK_EQUAL(trn_image_width(trn_result_image(again)), 8);
    CHECK_EQUAL(trn_image_height(trn_result_image(again)), 6);
    trn_result_release(again);

    /* a failure names line, node, parameter and what there is */
    trn_node *lost;
    CHECK_STATUS(NODE(rt, &lost, &err, .type = "mono_to_height", .origin = "alpine.lua:7", SETTINGS(TEXT("layer", "rock")),
                      LINKS({.image = image})), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(lost, NULL, &again, &err), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "alpine.lua:7: mono_to_height: layer: no layer 'rock' (the image has 'C')");
    CHECK_STATUS(trn_node_evaluate(lost, NULL, &again, NULL), TRN_ERR_ARGUMENT, err);
    trn_node_release(lost);

    char origin[300]; /* kept whole, and beyond its node's life */
    memset(origin, 'o', sizeof origin);
    strcpy(origin + 280, "/alpine.lua:12");
    CHECK_STATUS(NODE(rt, &lost, &err, .type = "mono_to_height", .origin = origin, LINKS({.image = image})), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(lost, NULL, &again, &err), TRN_OK, err);
    trn_node_release(lost);
    CHECK(strcmp(trn_result_timing(again, trn_result_timing_count(again) - 1).origin, origin) == 0);
    trn_result_release(again);

    CHECK(trn_result_retain(result) == result);
    trn_result_release(result);
    trn_result_release(result);
    trn_result_release(NULL);
    trn_node_release(node);
    trn_image_release(image);
}

static trn_status normals_of(trn_runtime *rt, trn_node *node, trn_node **out, trn_error *e)
{
    return NODE(rt, out, e, .type = "height_to_normal", LINKS({.node = node}));
}

/* generators take the size that is asked for, unless the recipe states one */
static void sizes(trn_runtime *rt)
{
    trn_node *noise, *stated;
    trn_result *result;
    CHECK_STATUS(NODE(rt, &noise, &err, .type = "noise"), TRN_OK, err);
    CHECK_STATUS(NODE(rt, &stated, &err, .type = "noise", SETTINGS(NUMBER("resolution_x", 24), NUMBER("resolution_y", 16))), TRN_OK, err);
    CHECK(key_differs(noise, stated));
    const struct { trn_node *node; trn_eval_desc desc; int32_t width, height; } cases[] = {
        {noise, {0}, 512, 512}, {noise, {.width = 40}, 40, 40}, {noise, {.width = 33, .height = 7}, 33, 7},
        {noise, {.width = 1}, 1, 1}, {stated, {0}, 24, 16}, {stated, {.width = 99}, 24, 16},
    };
    for (int i = 0; i < 6; ++i) {
        CHECK_STATUS(trn_node_evaluate(cases[i].node, &cases[i].desc, &result, &err), TRN_OK, err);
        if (!result) continue;
        CHECK_EQUAL(trn_image_width(trn_result_image(result)), cases[i].width);
        CHECK_EQUAL(trn_image_height(trn_result_image(result)), cases[i].height);
        trn_result_release(result);
    }
    CHECK_STATUS(trn_node_evaluate(noise, &(trn_eval_desc){.width = 16385}, &result, &err), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "noise: size 16385x16385");

    /* a result that does not depend on the size that is asked for is remembered for all of them */
    trn_image *image;
    trn_node *fixed[2];
    CHECK_STATUS(hill(rt, 20, 10, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 7, &fixed[0], &err), TRN_OK, err);
    CHECK_STATUS(normals_of(rt, stated, &fixed[1], &err), TRN_OK, err);
    for (int i = 0; i < 2; ++i) {
        uint64_t done = 0;
        for (int32_t width = 30; width < 33; ++width) {
            CHECK_STATUS(trn_node_evaluate(fixed[i], &(trn_eval_desc){.width = width}, &result, &err), TRN_OK, err);
            if (width > 30) CHECK_EQUAL(trn_runtime_get_stats(rt).nodes_evaluated, done);
            done = trn_runtime_get_stats(rt).nodes_evaluated;
            trn_result_release(result);
        }
        trn_node_release(fixed[i]);
    }
    trn_image_release(image);
    trn_node_release(noise);
    trn_node_release(stated);
}

/* voids are counted, and the first is the first, for any number of threads; doubles come in as floats */
static void inputs_of_every_kind(void)
{
    enum { W = 1500, H = 700 };
    for (int32_t threads = 1; threads < 6; ++threads) {
        trn_runtime *rt;
        trn_layer *z, *d;
        trn_image *image;
        trn_node *node;
        trn_result *result;
        CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = threads}, &rt, &err), TRN_OK, err);
        const trn_layer_desc floats = {.width = W, .height = H, .channels = 2}, doubles = {.width = W, .height = H, .type = TRN_F64, .channels = 2};
        CHECK_STATUS(trn_layer_create(rt, &floats, &z, &err), TRN_OK, err);
        CHECK_STATUS(trn_layer_create(rt, &doubles, &d, &err), TRN_OK, err);
        float *f = trn_layer_edit(z);
        f[W * H + 5] = NAN; /* the second channel does not count */
        f[300 * W + 1499] = NAN;
        f[300 * W + 7] = INFINITY;
        f[699 * W] = -INFINITY;
        double *e = trn_layer_edit(d);
        for (int64_t i = 0; i < W * H; ++i) e[i] = (double)i / 3;
        CHECK_STATUS(trn_image_create(rt, (trn_named_layer[]){{"C", z}, {"D", d}}, 2, &image, &err), TRN_OK, err);
        CHECK_STATUS(NODE(rt, &node, &err, .type = "splat", LINKS({.image = image})), TRN_OK, err);
        CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_ERR_DATA, err);
        CHECK_TEXT(err.message, "layer 'C' has 3 void or infinite pixels, the first at x 7, y 300");
        trn_node_release(node);
        CHECK_STATUS(NODE(rt, &node, &err, .type = "mono_to_height", SETTINGS(TEXT("layer", "D")), LINKS({.image = image})), TRN_OK, err);
        CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err);
        const float *h = trn_layer_get_info(trn_image_layer(trn_result_image(result), "height"))->data;
        e = (double *)trn_layer_get_info(d)->data;
        int64_t wrong = 0;
        for (int64_t i = 0; i < W * H; ++i) wrong += h[i] != (float)e[i];
        CHECK_EQUAL(wrong, 0);
        trn_result_release(result);
        trn_node_release(node);
        trn_image_release(image);
        trn_layer_release(z);
        trn_layer_release(d);
        trn_runtime_release(rt);
    }
}

static void cancelling(trn_runtime *rt)
{
    trn_image *image;
    trn_node *node;
    trn_result *result;
    trn_cancel *cancel;
    CHECK_STATUS(hill(rt, 700, 700, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 3, &node, &err), TRN_OK, err);
    CHECK_STATUS(trn_cancel_create(rt, &cancel, &err), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.cancel = cancel}, &result, &err), TRN_OK, err); /* not raised */
    trn_result_release(result);
    trn_runtime_trim(rt);

    for (int32_t at = 1; at <= 100; ++at) { /* false at the at-th call */
        watch w = {.last = -1, .stop_at = at};
        trn_status st = trn_node_evaluate(node, &(trn_eval_desc){.progress = watching, .progress_user = &w}, &result, &err);
        CHECK(!w.fell && w.calls <= at);
        if (w.calls < at) { /* it was done before */
            CHECK_STATUS(st, TRN_OK, err);
            trn_result_release(result);
            break;
        }
        CHECK_STATUS(st, TRN_ERR_CANCELLED, err);
        CHECK(result == NULL);
        CHECK_EQUAL(err.status, TRN_ERR_CANCELLED);
        trn_runtime_trim(rt);
    }

    trn_cancel_raise(cancel);
    trn_runtime_trim(rt);
    const uint64_t bytes = trn_runtime_get_stats(rt).bytes;
    CHECK_STATUS(trn_node_evaluate(node, &(trn_eval_desc){.cancel = cancel}, &result, &err), TRN_ERR_CANCELLED, err);
    CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, bytes);
    CHECK(trn_cancel_retain(cancel) == cancel);
    trn_cancel_release(cancel);
    trn_cancel_release(cancel);
    trn_cancel_release(NULL);
    CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err); /* the runtime stays usable */
    trn_result_release(result);
    trn_node_release(node);
    trn_image_release(image);
}

/* a byte limit refuses what does not fit, and remembered results give way to work */
static void limits(void)
{
    trn_runtime *rt;
    trn_image *image;
    trn_node *node;
    trn_result *result;
    trn_layer *layer;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits = {.max_bytes = 3 << 20, .max_side = 512, .max_pixels = 200000}}, &rt, &err), TRN_OK, err);
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 513, .height = 1}, &layer, &err), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "512");
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 512, .height = 512}, &layer, &err), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "200000");
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 400, .height = 400, .channels = 8}, &layer, &err), TRN_ERR_MEMORY, err);
    CHECK_TEXT(err.message, "out of memory");
    CHECK_STATUS(hill(rt, 128, 128, &image, &err), TRN_OK, err);
    for (int i = 1; i <= 40; ++i) { /* each leaves 256 KiB in the cache */
        CHECK_STATUS(normals(rt, image, i, &node, &err), TRN_OK, err);
        CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err);
        trn_result_release(result);
        trn_node_release(node);
    }
    trn_runtime_stats s = trn_runtime_get_stats(rt);
    CHECK(s.bytes <= 3 << 20 && s.peak_bytes <= 3 << 20 && s.cache_bytes > 0);
    /* what can never fit makes nothing give way */
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){.width = 400, .height = 400, .channels = 8}, &layer, &err), TRN_ERR_MEMORY, err);
    CHECK_EQUAL(trn_runtime_get_stats(rt).cache_bytes, s.cache_bytes);
    trn_image_release(image);
    CHECK_STATUS(hill(rt, 400, 400, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 1, &node, &err), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_ERR_MEMORY, err);
    CHECK(result == NULL);
    CHECK_TEXT(err.message, "hill.lua:");
    trn_runtime_release(rt); /* handles keep what they need */
    trn_node_release(node);
    trn_image_release(image);

    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits = {.max_nodes = 3}}, &rt, &err), TRN_OK, err);
    CHECK_STATUS(hill(rt, 4, 4, &image, &err), TRN_OK, err);
    CHECK_STATUS(normals(rt, image, 1, &node, &err), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err); /* three */
    trn_result_release(result);
    trn_node *fourth;
    CHECK_STATUS(NODE(rt, &fourth, &err, .type = "mono_to_height", LINKS({.node = node})), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(fourth, NULL, &result, &err), TRN_ERR_LIMIT, err);
    CHECK_TEXT(err.message, "3 nodes");
    trn_node_release(fourth);
    trn_node_release(node);
    trn_image_release(image);
    trn_runtime_release(rt);
}

/* what remembered results keep alive stays within the bound, also layers that they took over from their inputs */
static void cache_bound(void)
{
    enum { LIMIT = 1 << 20 };
    trn_runtime *rt;
    trn_image *image;
    trn_node *node;
    trn_result *result;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.threads = 1, .limits = {.cache_bytes = LIMIT}}, &rt, &err), TRN_OK, err);
    CHECK_STATUS(hill(rt, 128, 128, &image, &err), TRN_OK, err);
    const uint64_t base = trn_runtime_get_stats(rt).bytes;
    CHECK_STATUS(normals(rt, image, 1, &node, &err), TRN_OK, err);
    CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err);
    const uint64_t shared = trn_runtime_get_stats(rt).cache_bytes; /* C, height and N once each, though three results hold C */
    CHECK(shared >= 5 * 128 * 128 * 4 && shared < 5 * 128 * 128 * 4 + 16384);
    trn_result_release(result);
    trn_node_release(node);
    for (int i = 0; i < 60; ++i) { /* three nodes are asked for again and again, so that what they were made from is let go first */
        CHECK_STATUS(normals(rt, image, i % 4 ? i % 4 : 100 + i, &node, &err), TRN_OK, err);
        CHECK_STATUS(trn_node_evaluate(node, NULL, &result, &err), TRN_OK, err);
        trn_result_release(result);
        trn_node_release(node);
        const trn_runtime_stats s = trn_runtime_get_stats(rt);
        CHECK(s.cache_bytes <= LIMIT && s.bytes <= base + s.cache_bytes);
    }
    CHECK(trn_runtime_get_stats(rt).cache_bytes > LIMIT / 2);
    trn_runtime_trim(rt);
    CHECK_EQUAL(trn_runtime_get_stats(rt).cache_bytes, 0);
    CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, base);
    trn_image_release(image);
    trn_runtime_release(rt);
}

int main(void)
{
    trn_runtime *rt;
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    const uint64_t bytes = trn_runtime_get_stats(rt).bytes;
    node_types();
    node_errors(rt);
    nodes(rt);
    evaluation(rt);
    sizes(rt);
    cancelling(rt);
    trn_runtime_trim(rt);
    CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, bytes); /* nothing is left */
    trn_runtime_release(rt);
    inputs_of_every_kind();
    limits();
    cache_bound();
    return check_end();
}
