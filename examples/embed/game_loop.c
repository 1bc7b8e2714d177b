/* game_loop.c - a game that grows its world while it runs: 60 frames a second, tiles of an endless plane made as jobs.
 *
 *     game_loop              jobs on threads of their own; a frame only polls them
 *     game_loop stepped      no thread works beside the game's: each frame spends some milliseconds on its jobs
 *
 *     cc game_loop.c $(pkg-config --cflags --libs terrane) */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <terrane/terrane.h>
#include <time.h>

enum { VIEW = 4, ROWS = 3, AT_ONCE = 3 }; /* columns and rows of tiles that are in view, and how many are made at a time */
enum { LAST = 8, FRAMES_A_COLUMN = 12 };  /* the player goes from column 0 to this one, a column in so many frames */
#define FRAME (1.0 / 60)
#define BUDGET 4.0 /* milliseconds of a frame that stepped jobs may have, all together */

typedef struct tile {
    trn_job *job;       /* under way */
    trn_result *result; /* there: its layers are read in place, or uploaded, and live as long as this */
} tile;

typedef struct game {
    trn_node *land;
    bool stepped;
    int column; /* where the player is; the view is this column and the next ones */
    tile view[VIEW][ROWS]; /* column x stands at x % VIEW */
    int made, cancelled;
} game;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static void sleep_until(double then)
{
    const double rest = then - now();
    const struct timespec t = {(time_t)rest, (long)((rest - (double)(time_t)rest) * 1e9)};
    if (rest > 0) nanosleep(&t, NULL);
}

/* noise{ fractal = "terrain", octaves = 9 } : height_to_normal{ out_layer = "normal" } */
static trn_status make_land(trn_runtime *rt, trn_node **out, trn_error *err)
{
    const trn_setting shape[] = {{.name = "fractal", .kind = TRN_VALUE_STRING, .string = "terrain"},
                                 {.name = "octaves", .kind = TRN_VALUE_NUMBER, .number = 9}};
    const trn_setting slopes[] = {{.name = "out_layer", .kind = TRN_VALUE_STRING, .string = "normal"}};
    trn_node *noise;
    trn_status st = trn_node_create(rt, &(trn_node_desc){.type = "noise", .settings = shape, .setting_count = 2}, &noise, err);
    *out = NULL;
    if (st != TRN_OK) return st;
    const trn_link from = {.node = noise};
    st = trn_node_create(rt, &(trn_node_desc){.type = "height_to_normal", .settings = slopes, .setting_count = 1, .links = &from,
                                              .link_count = 1}, out, err);
    trn_node_release(noise);
    return st;
}

static trn_status start_tile(const game *g, int x, int y, trn_job **out, trn_error *err)
{
    const trn_tile t = {.x = x, .y = y, .size = 257, .overlap = 1}; /* neighbours share a row or column of heights */
    const trn_eval_desc desc = {.width = 256, .window = trn_tile_window(&t), .unbounded = true};
    return trn_job_start(g->land, &desc, g->stepped, out, err);
}

static void drop(game *g, int x)
{
    for (int y = 0; y < ROWS; ++y) {
        tile *t = &g->view[x % VIEW][y];
        g->cancelled += t->job != NULL;
        trn_job_release(t->job); /* one under way is cancelled */
        trn_result_release(t->result);
        *t = (tile){NULL, NULL};
    }
}

/* A frame's share of the work: takes what is done, starts what is missing, nearest first. *whole: all of the view is there. */
static trn_status tend(game *g, bool *whole, trn_error *err)
{
    const double end = now() + BUDGET * 1e-3;
    int busy = 0, there = 0;
    for (int i = 0; i < VIEW * ROWS; ++i) {
        const int x = g->column + i / ROWS, y = i % ROWS;
        tile *t = &g->view[x % VIEW][y];
        trn_status st = TRN_OK;
        if (!t->job && !t->result && busy < AT_ONCE) st = start_tile(g, x, y, &t->job, err);
        if (t->job) {
            ++busy;
            const double left = (end - now()) * 1e3;
            if (g->stepped && left > 0) trn_job_step(t->job, left);
            if (trn_job_poll(t->job).done) {
                st = trn_job_result(t->job, &t->result, err);
                trn_job_release(t->job);
                t->job = NULL;
                ++g->made;
            }
        }
        if (st != TRN_OK) return st;
        there += t->result != NULL;
    }
    *whole = there == VIEW * ROWS;
    return TRN_OK;
}

static const trn_layer_info *heights(const game *g, int x, int y)
{
    return trn_layer_get_info(trn_image_layer(trn_result_image(g->view[x % VIEW][y].result), "C"));
}

static int gaps(const game *g) /* heights that differ where two columns of tiles meet: none */
{
    int count = 0;
    for (int x = g->column; x + 1 < g->column + VIEW; ++x)
        for (int y = 0; y < ROWS; ++y) {
            const trn_layer_info *a = heights(g, x, y), *b = heights(g, x + 1, y);
            const float *left = a->data, *right = b->data;
            for (int row = 0; row < a->height; ++row) count += left[row * a->width + a->width - 1] != right[row * b->width];
        }
    return count;
}

int main(int argc, char **argv)
{
    game g = {.stepped = argc > 1 && strcmp(argv[1], "stepped") == 0};
    trn_runtime *rt;
    trn_error err;
    bool whole = false;
    int frame = 0;
    double longest = 0;
    trn_status st = trn_runtime_create(NULL, &rt, &err); /* with your job system: .parallel */
    if (st == TRN_OK) st = make_land(rt, &g.land, &err);
    for (; st == TRN_OK && !(whole && g.column == LAST); ++frame) {
        const double start = now();
        if (frame > 0 && frame % FRAMES_A_COLUMN == 0 && g.column < LAST) drop(&g, g.column++);
        st = tend(&g, &whole, &err);
        longest = now() - start > longest ? now() - start : longest;
        sleep_until(start + FRAME); /* here a game draws, with the tiles that are there */
    }
    if (st == TRN_OK) {
        printf("column %d: %d tiles in view, %d gaps between them\n", g.column, VIEW * ROWS, gaps(&g));
        printf("%d frames, %d tiles made, %d cancelled on the way; the longest frame spent %.1f ms\n", frame, g.made, g.cancelled, longest * 1e3);
    } else {
        fprintf(stderr, "game_loop: %s\n", err.message);
    }
    for (int x = 0; x < VIEW; ++x) drop(&g, x);
    trn_node_release(g.land);
    trn_runtime_release(rt);
    return st != TRN_OK;
}
