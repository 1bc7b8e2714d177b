/* figure.c - node:figure: numbers that nodes take from the reports of others. */
#include "args.h"
#include "box.h"
#include "stranger.h"
#include <string.h>

static void *retain(void *figure) { return trn_figure_retain(figure); }
static void release(void *figure) { trn_figure_release(figure); }

static void describe(lua_State *L, void *figure)
{
    int32_t width, height;
    trn_figure_size(figure, &width, &height);
    lua_pushfstring(L, "'%s' of %s", trn_figure_name(figure), trn_node_get_info(trn_figure_node(figure))->id);
    if (width == 0) return;
    lua_pushfstring(L, " at %dx%d", (int)width, (int)height);
    lua_concat(L, 2);
}

static const char *const properties[] = {"name", NULL};
static int property(lua_State *L, void *figure, const char *name)
{
    if (strcmp(name, "name") != 0) return 0;
    trnl_push_text(L, trn_figure_name(figure));
    return 1;
}

/* Never released by hand: a table of settings that holds one keeps it as it is. */
static const luaL_Reg no_methods[] = {{NULL, NULL}};
const trnl_type trnl_figure_type = {.name = "terrane.figure", .retain = retain, .release = release, .describe = describe, .property = property,
                                    .properties = properties, .methods = no_methods, .stranger = true};

typedef struct options { int32_t size, width, height; } options;
static const trnl_option rows[] = {
    {"size", TRNL_INT, offsetof(options, size), 1, 65536, NULL},
    {"width", TRNL_INT, offsetof(options, width), 1, 65536, NULL},
    {"height", TRNL_INT, offsetof(options, height), 1, 65536, NULL},
    {NULL, TRNL_ANY, 0, 0, 0, NULL},
};

/* node:figure(name [, {size=, width=, height=}]) -> the figure of that name of the node's report, once it is measured */
int trnl_node_figure(lua_State *L)
{
    enum { BYTES = 256 }; /* about what it takes */
    options o = {0};
    trn_figure *figure = NULL;
    trn_error err;
    trn_status st;
    lua_settop(L, 3);
    trnl_check(L, 1, &trnl_node_type);
    const char *name = trnl_text(L, 2);
    trnl_options(L, 3, "figure", rows, &o);
    if (o.size && (o.width || o.height)) trnl_error(L, "figure: give 'size', or 'width' and 'height'");
    if (o.height && !o.width) trnl_error(L, "figure: 'height' needs 'width'");
    trnl_charge(L, 500 + BYTES);
    trnl_box *box = trnl_new(L, &trnl_figure_type);
    trn_node *node = trnl_pin(L, 1, &trnl_node_type);
    TRNL_RUN(L, st, trn_figure_create(node, name, o.size ? o.size : o.width, o.height, &figure, &err));
    box->handle = figure;
    trnl_unpin(L, 1, &trnl_node_type);
    if (st != TRN_OK) {
        trnl_give_up(L, &err);
        return trnl_raise(L, &err);
    }
    if (box->state->stranger) trnl_account(L, BYTES);
    return 1;
}
