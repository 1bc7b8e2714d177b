/* request.c - the options of render and tile, and of start and start_tile, which do the same in the background. */
#include "args.h"
#include "evaluate.h"

#define RENDER_ROWS                                                                      \
    {"width", TRNL_INT, offsetof(trnl_request, width), 1, 2147483647, NULL},             \
    {"height", TRNL_INT, offsetof(trnl_request, height), 1, 2147483647, NULL},           \
    {"window", TRNL_WINDOW, offsetof(trnl_request, window), 0, 0, NULL},                 \
    {"unbounded", TRNL_BOOL, offsetof(trnl_request, unbounded), 0, 0, NULL}
#define END {NULL, TRNL_ANY, 0, 0, 0, NULL}
static const trnl_option render_rows[] = {RENDER_ROWS, {"progress", TRNL_FUNCTION, offsetof(trnl_request, progress), 0, 0, NULL}, END};
static const trnl_option start_rows[] = {RENDER_ROWS, {"stepped", TRNL_BOOL, offsetof(trnl_request, stepped), 0, 0, NULL}, END};

void trnl_read_render(lua_State *L, int arg, const char *what, trnl_request *r) { trnl_options(L, arg, what, render_rows, r); }
void trnl_read_start(lua_State *L, int arg, const char *what, trnl_request *r) { trnl_options(L, arg, what, start_rows, r); }

typedef struct tile_options { trnl_request request; double x, y; int32_t size, overlap, border; int unbounded; } tile_options;
#define TILE_ROWS                                                                        \
    {"x", TRNL_NUMBER, offsetof(tile_options, x), -9e15, 9e15, NULL},                    \
    {"y", TRNL_NUMBER, offsetof(tile_options, y), -9e15, 9e15, NULL},                    \
    {"size", TRNL_INT, offsetof(tile_options, size), 1, 65536, NULL},                    \
    {"overlap", TRNL_INT, offsetof(tile_options, overlap), 0, 65535, NULL},              \
    {"border", TRNL_INT, offsetof(tile_options, border), 0, 65536, NULL},                \
    {"width", TRNL_INT, offsetof(tile_options, request.width), 1, 2147483647, NULL},     \
    {"height", TRNL_INT, offsetof(tile_options, request.height), 1, 2147483647, NULL},   \
    {"unbounded", TRNL_ANY, offsetof(tile_options, unbounded), 0, 0, NULL}
static const trnl_option tile_rows[] = {TILE_ROWS, {"progress", TRNL_FUNCTION, offsetof(tile_options, request.progress), 0, 0, NULL}, END};
static const trnl_option start_tile_rows[] = {TILE_ROWS, {"stepped", TRNL_BOOL, offsetof(tile_options, request.stepped), 0, 0, NULL}, END};

static void clip(int64_t *at, int32_t *size, int64_t length) /* a border ends where the image ends */
{
    const int64_t from = *at < 0 ? 0 : *at, to = *at + *size > length ? length : *at + *size;
    if (from >= to) return; /* all outside: an error that names the window */
    *at = from;
    *size = (int32_t)(to - from);
}

static void read_tile(lua_State *L, int arg, const char *what, const trnl_option *rows, trnl_request *r)
{
    tile_options o = {.size = 256};
    trnl_options(L, arg, what, rows, &o);
    if (o.x != (double)(int64_t)o.x || o.y != (double)(int64_t)o.y) trnl_error(L, "%s: 'x' and 'y' must be whole numbers", what);
    if (o.overlap >= o.size) trnl_error(L, "%s: 'overlap' must be less than 'size', which is %d", what, (int)o.size);
    if (o.unbounded && !lua_isboolean(L, o.unbounded)) trnl_error(L, "%s: 'unbounded' must be true or false", what);
    const trn_tile tile = {(int64_t)o.x, (int64_t)o.y, o.size, o.overlap, o.border};
    *r = o.request;
    r->window = trn_tile_window(&tile);
    r->unbounded = o.unbounded ? lua_toboolean(L, o.unbounded) : r->width == 0; /* an image whose size is told has edges */
    if (r->width == 0) r->width = o.size - o.overlap;                          /* tile (0, 0) is one unit of u and v */
    if (r->unbounded) return;
    clip(&r->window.x, &r->window.width, r->width);
    clip(&r->window.y, &r->window.height, r->height ? r->height : r->width);
}

void trnl_read_tile(lua_State *L, int arg, const char *what, trnl_request *r) { read_tile(L, arg, what, tile_rows, r); }
void trnl_read_start_tile(lua_State *L, int arg, const char *what, trnl_request *r) { read_tile(L, arg, what, start_tile_rows, r); }
