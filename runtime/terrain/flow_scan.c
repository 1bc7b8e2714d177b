/* flow_scan.c - the first pass over the ground: what each cell is.
 *
 * From the set of lower neighbours alone follows what a cell is:
 *     none             a pit, the root of a basin
 *     one run of them  regular: it joins nothing, since its lower neighbours touch each other
 *     several runs     a saddle, the only kind of cell where basins meet for the first time
 * Noise with one pit in a hundred cells has about three saddles there, so the graph of basins is small, and needs neither
 * labels for the whole grid nor a table of touching pairs. */
#include "kernels/flow_classify.h"
#include "terrain/flow_internal.h"

enum { SPECIAL = 1, WAY_OUT = 2 }; /* what a row's cells are marked with: as the kernel says, and outlets */

typedef struct band { /* what one band of rows lists */
    trn_flow_saddle *saddle;
    uint32_t *pit;
    uint32_t saddles, saddle_room, pits, pit_room;
    uint32_t first, cells; /* where it begins, how many it has */
    bool failed;
} band;

typedef struct runs { uint8_t count, m[4]; } runs;

typedef struct scan {
    trn_flow_basins *b;
    const trn_flow_grid *g;
    const float *z;
    uint8_t *rows; /* two for each band, of this room */
    size_t room;
    trn_rows_fn *classify;
    int32_t bands;
    runs runs[256]; /* of each set of lower neighbours */
    band band[TRN_FLOW_MAX_BANDS];
} scan;

static void make_runs(runs table[256])
{
    for (int set = 0; set < 256; ++set) {
        const int joined = set | (((set << 1 | set >> 7) & (set >> 1 | set << 7)) & 0xaa);
        runs r = {0};
        if (joined == 255) {
            r.count = 1;
            r.m[0] = (uint8_t)set;
        } else {
            int start = 0;
            while (joined >> start & 1) ++start; /* begin at a gap */
            bool inside = false;
            for (int i = 1; i <= 8; ++i) {
                const int k = (start + i) & 7;
                if (joined >> k & 1) {
                    r.count += !inside;
                    if (set >> k & 1) r.m[r.count - 1] |= (uint8_t)(1 << k);
                }
                inside = joined >> k & 1;
            }
        }
        table[set] = r;
    }
}

/* The kernel's work for one cell anywhere: its lower neighbours; the direction of the lowest, and whether there is a tie. */
static uint8_t classify_cell(const trn_flow_grid *g, const float *z, uint32_t c, uint8_t *low, uint8_t *tied)
{
    static const uint8_t ORDER[8] = {5, 6, 7, 4, 0, 3, 2, 1};
    const float v = z[c];
    float m = v;
    uint32_t at = c;
    int lowest = TRN_FLOW_PIT, set = 0, seam = 0;
    int64_t around[8];
    trn_flow_neighbours(g, c, around);
    for (int i = 0; i < 8; ++i) {
        const int k = ORDER[i];
        const int64_t n = around[k];
        if (n < 0 || n == c) continue;
        const float t = z[n];
        if (t < v || (t == v && n < c)) set |= 1 << k;
        if (t == v && n < c) *tied = 1;
        if (t < m || (t == m && n < at)) {
            m = t;
            at = (uint32_t)n;
            lowest = k;
            seam = n != (int64_t)c + g->step[k] ? FLOW_SEAM : 0;
        }
    }
    *low = (uint8_t)(lowest | seam);
    return (uint8_t)set;
}

/* How many of a kind a band will have, if it goes on as up to cell c. Very rough ground has a saddle in four cells: lists that
 * were half empty would be the most memory of all. */
static size_t likely(const band *b, uint32_t c, uint32_t now)
{
    return (size_t)((uint64_t)now * b->cells / (c - b->first + 1)) + now / 64 + 256;
}

static void add_saddle(const scan *a, band *b, uint32_t c, uint8_t set, bool outlet, bool inner)
{
    const trn_flow_grid *g = a->g;
    const runs r = a->runs[set];
    if (b->saddles == b->saddle_room && !trn_flow_grow(g->rt, &b->saddle, &b->saddle_room, b->saddles, (size_t)b->saddles + 1,
                                                       likely(b, c, b->saddles), sizeof *b->saddle)) {
        b->failed = true;
        return;
    }
    trn_flow_saddle *s = &b->saddle[b->saddles++];
    *s = (trn_flow_saddle){.cell = c, .z = a->z[c], .runs = r.count, .outlet = outlet, .inner = inner};
    float v[8], lowest[4];
    int64_t at[8];
    if (inner) for (int k = 0; k < 8; ++k) at[k] = (int64_t)c + g->step[k];
    else trn_flow_neighbours(g, c, at);
    for (int k = 0; k < 8; ++k) v[k] = a->z[at[k] < 0 ? c : at[k]];
    for (int i = 0; i < r.count; ++i) {
        const unsigned m = r.m[i];
        int best = __builtin_ctz(m);
        for (int k = 1; k < 8; ++k) best = (m >> k & 1) && v[k] < v[best] ? k : best;
        int j = i; /* runs sorted by their lowest cells */
        for (; j > 0 && (lowest[j - 1] > v[best] || (lowest[j - 1] == v[best] && s->k[j - 1] > best)); --j) {
            lowest[j] = lowest[j - 1];
            s->k[j] = s->k[j - 1];
            s->m[j] = s->m[j - 1];
            s->label[j] = s->label[j - 1];
        }
        lowest[j] = v[best];
        s->k[j] = (uint8_t)best;
        s->m[j] = (uint8_t)m;
        s->label[j] = (uint32_t)at[best];
    }
}

static void add_pit(const scan *a, band *b, uint32_t c)
{
    if (b->pits == b->pit_room && !trn_flow_grow(a->g->rt, &b->pit, &b->pit_room, b->pits, (size_t)b->pits + 1,
                                                 likely(b, c, b->pits), sizeof *b->pit))
        b->failed = true;
    else b->pit[b->pits++] = c;
}

static void list_cell(const scan *a, band *b, uint32_t c, uint8_t set, uint8_t mark, bool inner)
{
    if (mark == WAY_OUT) { /* lower ground beside an outlet: a way out at the outlet's own height */
        uint8_t low, tied;
        set = classify_cell(a->g, a->z, c, &low, &tied);
        if (set) add_saddle(a, b, c, set, true, false);
    } else if (set) {
        add_saddle(a, b, c, set, false, inner);
    } else {
        add_pit(a, b, c);
    }
}

static void scan_rows(const scan *a, int32_t index, band *b)
{
    const trn_flow_grid *g = a->g;
    const int32_t w = g->width, h = g->height;
    uint8_t *set = a->rows + (size_t)index * 2 * a->room, *mark = set + a->room;
    const flow_classify_args args = {w, h, a->z, a->b->low, set, mark, a->b->tied};
    const int32_t last = trn_flow_first_row(g, index + 1, a->bands);
    b->first = (uint32_t)trn_flow_first_row(g, index, a->bands) * (uint32_t)w;
    b->cells = (uint32_t)last * (uint32_t)w - b->first;
    memset(mark, 0, a->room); /* its end is read eight bytes at a time */
    for (int32_t y = trn_flow_first_row(g, index, a->bands); y < last; ++y) {
        if (b->failed || trn_flow_stopped(g)) return;
        const uint32_t row = (uint32_t)y * (uint32_t)w;
        uint8_t *low = a->b->low + row, *tied = &a->b->tied[y];
        const bool inner = y > 0 && y < h - 1 && w > 2;
        *tied = 0;
        if (inner) a->classify(&args, y, y + 1);
        for (int32_t x = 0; x < w; x += inner ? w - 1 : 1) {
            if (g->kind == TRN_FLOW_BORDER) {
                low[x] = TRN_FLOW_OUTLET;
                mark[x] = WAY_OUT;
            } else {
                set[x] = classify_cell(g, a->z, row + (uint32_t)x, &low[x], tied);
                mark[x] = a->runs[set[x]].count != 1;
            }
        }
        if (g->kind == TRN_FLOW_MASK) {
            const uint8_t *mask = g->mask + row;
            for (int32_t x = 0; x < w; ++x) {
                low[x] = mask[x] ? TRN_FLOW_OUTLET : low[x];
                mark[x] = mask[x] ? WAY_OUT : mark[x];
            }
        } else if (g->kind == TRN_FLOW_LOWEST && g->lowest >= row && g->lowest - row < (uint32_t)w) {
            low[g->lowest - row] = TRN_FLOW_OUTLET;
            mark[g->lowest - row] = WAY_OUT;
        }
        for (int32_t x = 0; x < w; x += 8) { /* the few cells that are not regular */
            uint64_t eight;
            memcpy(&eight, mark + x, 8);
            while (eight) {
                const int byte = FLOW_FIRST_BYTE(eight);
                const int32_t i = x + byte;
                eight = FLOW_WITHOUT_BYTE(eight, byte);
                list_cell(a, b, row + (uint32_t)i, set[i], mark[i], inner && i > 0 && i < w - 1);
            }
        }
    }
}

static void scan_band(void *work, int32_t index, int32_t end)
{
    (void)end;
    scan *a = work;
    band b = {0}; /* its counters stay apart from those of other bands until they are done */
    scan_rows(a, index, &b);
    a->band[index] = b;
}

/* The lists of all bands, one behind the other. With one band they are handed over as they are. */
static void copy_lists(void *work, int32_t index, int32_t end)
{
    (void)end;
    scan *a = work;
    const band *d = &a->band[index];
    size_t pit = 1, saddle = 0;
    for (int32_t i = 0; i < index; ++i) {
        pit += a->band[i].pits;
        saddle += a->band[i].saddles;
    }
    if (d->pits) memcpy(a->b->pit + pit, d->pit, d->pits * sizeof *d->pit);
    if (d->saddle && d->saddles) memcpy(a->b->saddle + saddle, d->saddle, d->saddles * sizeof *d->saddle);
}

static trn_status collect(scan *a)
{
    trn_flow_basins *b = a->b;
    trn_runtime *rt = a->g->rt;
    for (int32_t i = 0; i < a->bands; ++i) {
        if (a->band[i].failed) return trn_out_of_memory(rt, a->g->cells, a->g->err);
        b->count += a->band[i].pits;
        b->saddles += a->band[i].saddles;
    }
    for (int32_t y = 0; y < a->g->height; ++y) b->ties |= b->tied[y];
    const size_t pits = ((size_t)b->count + 1) * sizeof *b->pit, saddles = b->saddles * sizeof *b->saddle;
    if (!(b->pit = trn_alloc(rt, pits))) return trn_out_of_memory(rt, pits, a->g->err);
    b->pit[0] = UINT32_MAX;
    if (a->bands == 1) {
        b->saddle = a->band[0].saddle;
        a->band[0].saddle = NULL;
    } else if (saddles && !(b->saddle = trn_alloc(rt, saddles))) {
        return trn_out_of_memory(rt, saddles, a->g->err);
    }
    return trn_flow_for(a->g, a->bands, copy_lists, a);
}

trn_status trn_flow_scan(trn_flow_basins *b, const trn_flow_grid *g, const float *z)
{
    const int32_t bands = trn_flow_bands(g);
    scan *a = trn_alloc_zero(g->rt, sizeof *a);
    if (!a) return trn_out_of_memory(g->rt, sizeof *a, g->err);
    a->b = b;
    a->g = g;
    a->z = z;
    a->bands = bands;
    a->room = ((size_t)g->width + 8 + TRN_FLOW_LINE - 1) / TRN_FLOW_LINE * TRN_FLOW_LINE;
    a->classify = trn_flow_kernel(g, TRN_KERNEL(flow_classify));
    make_runs(a->runs);
    const size_t rows = (size_t)bands * 2 * a->room;
    trn_status st;
    if (!(a->rows = trn_alloc(g->rt, rows))) st = trn_out_of_memory(g->rt, rows, g->err);
    else if ((st = trn_flow_for(g, bands, scan_band, a)) == TRN_OK) st = collect(a);
    for (int32_t i = 0; i < bands; ++i) {
        trn_free(g->rt, a->band[i].saddle);
        trn_free(g->rt, a->band[i].pit);
    }
    trn_free(g->rt, a->rows);
    trn_free(g->rt, a);
    return st;
}
