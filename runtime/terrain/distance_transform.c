/* distance_transform.c - see distance_transform.h */
#include "terrain/distance_transform.h"

enum { NONE = 1 << 30 }; /* no set pixel in the column; columns are shorter */

typedef struct work {
    const uint8_t *set;
    uint8_t wanted;
    bool wrap;
    int32_t width, height;
    int32_t *up; /* rows to the nearest set pixel of the column */
    double most;
    float *distance;
} work;

enum { BLOCK = 64 }; /* columns at a time: a row of them is a vector or a few, and a line of the cache */

static void follow(int32_t *row, const int32_t *before, int32_t count)
{
    for (int32_t x = 0; x < count; ++x) {
        const int32_t next = before[x] + (before[x] < NONE);
        row[x] = next < row[x] ? next : row[x];
    }
}

static void find_columns(void *data, int32_t begin, int32_t end)
{
    const work *w = data;
    const size_t width = (size_t)w->width;
    const int32_t last = w->height - 1, rounds = w->wrap ? 2 : 1;
    for (int32_t block = begin; block < end; ++block) {
        const int32_t x = block * BLOCK, count = w->width - x < BLOCK ? w->width - x : BLOCK;
        int32_t *column = w->up + x;
        for (int32_t y = 0; y <= last; ++y)
            for (int32_t i = 0; i < count; ++i) column[(size_t)y * width + (size_t)i] = w->set[(size_t)y * width + (size_t)(x + i)] == w->wanted ? 0 : NONE;
        for (int32_t round = 0; round < rounds; ++round) { /* the second one begins with what the first has left at the far end */
            if (round) follow(column, column + (size_t)last * width, count);
            for (int32_t y = 1; y <= last; ++y) follow(column + (size_t)y * width, column + (size_t)(y - 1) * width, count);
        }
        for (int32_t round = 0; round < rounds; ++round) {
            if (round) follow(column + (size_t)last * width, column, count);
            for (int32_t y = last - 1; y >= 0; --y) follow(column + (size_t)y * width, column + (size_t)(y + 1) * width, count);
        }
    }
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); } /* b > 0 */

typedef struct parabola { int64_t site, from; } parabola; /* the nearest column from `from` on */

/* `envelope` has room for one parabola a column, three where the image wraps: its copies to the left and right count as well. */
static void find_row(const work *w, const int32_t *up, parabola *envelope, float *out)
{
    const int64_t width = w->width, low = w->wrap ? -width : 0, high = w->wrap ? 2 * width : width;
    int64_t count = 0, at = 0;
    for (int64_t site = low; site < high; ++site) {
        const int64_t rise = up[site < 0 ? site + width : site >= width ? site - width : site];
        int64_t from = low;
        if (rise >= NONE) continue;
        for (; count > 0; --count) {
            const int64_t other = envelope[count - 1].site, its = up[other < 0 ? other + width : other >= width ? other - width : other];
            from = floor_div(site * site - other * other + rise * rise - its * its, 2 * (site - other)) + 1;
            if (from > envelope[count - 1].from) break;
            from = low;
        }
        if (from < high) envelope[count++] = (parabola){site, from};
    }
    for (int64_t x = 0; x < width; ++x) {
        double d = w->most;
        if (count > 0) {
            while (at + 1 < count && envelope[at + 1].from <= x) ++at;
            const int64_t site = envelope[at].site, rise = up[site < 0 ? site + width : site >= width ? site - width : site];
            const double exact = sqrt((double)((x - site) * (x - site) + rise * rise));
            d = exact < d ? exact : d;
        }
        out[x] = (float)d;
    }
}
static void find_rows(void *data, void *scratch, int32_t begin, int32_t end)
{
    const work *w = data;
    for (int32_t y = begin; y < end; ++y)
        find_row(w, w->up + (size_t)y * (size_t)w->width, scratch, w->distance + (size_t)y * (size_t)w->width);
}

trn_status trn_distance_transform(trn_eval *ev, const uint8_t *set, uint8_t wanted, bool wrap, double most, float *distance)
{
    const trn_frame *f = trn_eval_frame(ev);
    work w = {.set = set, .wanted = wanted, .wrap = wrap, .width = f->width, .height = f->height, .most = most, .distance = distance};
    trn_status st = trn_scratch(ev, (size_t)f->width * (size_t)f->height * sizeof *w.up, &w.up);
    if (st == TRN_OK) st = trn_for(ev, (f->width + BLOCK - 1) / BLOCK, 1, find_columns, &w);
    return st == TRN_OK ? trn_for_scratch(ev, f->height, 8, (wrap ? 3 : 1) * (size_t)f->width * sizeof(parabola), find_rows, &w) : st;
}
