/* host.c - a C program that embeds Terrane: builds a graph, evaluates it with progress, reads the heights in place.
 *
 *     premake4 --file=premake5.lua --prefix=DIR install         after scripts/build; PKG_CONFIG_PATH=DIR/lib/pkgconfig
 *     cc host.c $(pkg-config --cflags --libs terrane) */
#include <stdio.h>
#include <terrane/terrane.h>

static bool show(void *user, const trn_progress *p)
{
    (void)user;
    fprintf(stderr, "\r%3.0f %% %-16s", p->fraction * 100, p->node);
    return true; /* false cancels */
}

static int fail(const trn_error *err)
{
    fprintf(stderr, "\nhost: %s\n", err->message);
    return 1;
}

int main(int argc, char **argv)
{
    trn_runtime *rt;
    trn_error err;
    if (trn_runtime_create(NULL, &rt, &err) != TRN_OK) return fail(&err);

    /* noise{ noise_type = "perlin", fractal = "terrain", octaves = 9, frequency = 3 } : stream_power{ iterations = 50 } */
    const trn_setting shape[] = {
        {.name = "noise_type", .kind = TRN_VALUE_STRING, .string = "perlin"},
        {.name = "fractal", .kind = TRN_VALUE_STRING, .string = "terrain"},
        {.name = "octaves", .kind = TRN_VALUE_NUMBER, .number = 9},
        {.name = "frequency", .kind = TRN_VALUE_NUMBER, .number = 3},
    };
    const trn_setting carve[] = {{.name = "iterations", .kind = TRN_VALUE_NUMBER, .number = 50}};
    const trn_node_desc noise = {.type = "noise", .settings = shape, .setting_count = 4};
    trn_node *land = NULL, *eroded = NULL;
    trn_status st = trn_node_create(rt, &noise, &land, &err);
    if (st == TRN_OK) {
        const trn_link from = {.node = land};
        const trn_node_desc rivers = {.type = "stream_power", .settings = carve, .setting_count = 1, .links = &from, .link_count = 1};
        st = trn_node_create(rt, &rivers, &eroded, &err);
    }

    trn_result *result = NULL;
    const trn_eval_desc how = {.width = argc > 1 ? 1024 : 256, .progress = show};
    if (st == TRN_OK) st = trn_node_evaluate(eroded, &how, &result, &err);
    if (st == TRN_OK) {
        const trn_layer_info *height = trn_layer_get_info(trn_image_layer(trn_result_image(result), "C"));
        const float *z = height->data; /* row 0 is the bottom row */
        int64_t top = 0;
        for (int64_t i = 0; i < (int64_t)height->width * height->height; ++i)
            if (z[i] > z[top]) top = i;
        fprintf(stderr, "\n");
        printf("%dx%d, summit %.4f at x %lld, y %lld\n%s", height->width, height->height, z[top],
               (long long)(top % height->width), (long long)(top / height->width), trn_result_report(result));
        if (argc > 1) st = trn_layer_write(trn_image_layer(trn_result_image(result), "C"), argv[1], NULL, &err);
    }
    trn_result_release(result); /* in any order, and NULL is fine */
    trn_node_release(eroded);
    trn_node_release(land);
    trn_runtime_release(rt);
    return st == TRN_OK ? 0 : fail(&err);
}
