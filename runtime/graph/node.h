/* node.h - what a node file includes.
 *
 * A node is one file in runtime/nodes/: its parameter struct, the table of its parameters, its ports and `eval`, all
 * held together by one `const trn_node_type trn_node_<file name>`. The build lists the folder, so nothing else needs
 * to know of it; validation, defaults, Lua constructors, help and reference are made from the declaration. */
#ifndef TRN_NODE_H
#define TRN_NODE_H
#include "core/core.h"
#include "data/data.h"
#include "kernels/kernel.h"
#include <math.h>
#include <stddef.h>

typedef struct trn_eval trn_eval;

typedef struct trn_menu { int32_t value; } trn_menu; /* its own type, so that a row's kind is checked when compiling */
typedef const char *trn_text;

/* The image that is being made is `width` x `height` pixels and stands at (x, y) of a whole of whole_width x
 * whole_height. In pixel-wise and local nodes, positions (u, v) come from the whole: u = (x + i + 0.5)/whole_width.
 * The engine pads what a local node reads and crops what it makes, so a node treats its own edges as borders. Reports
 * count the pixels of `kept` alone, a part of the frame that begins at (kept.x, kept.y) of it. */
typedef struct trn_frame {
    int64_t x, y;
    int32_t width, height;
    int64_t whole_width, whole_height;
    trn_region kept;
} trn_frame;

/* What a pixel of the result depends on. A node whose answer depends on its parameters gives `footprint`; for the others
 * it is the declared reach without a halo. */
typedef struct trn_measuring {
    const char *param;   /* NULL: it is the nature of the node */
    const char *what;    /* "measures the image's lowest and highest point" */
    const char *instead; /* "set height_mode to \"absolute\"" */
} trn_measuring;
enum { TRN_MEASURES = 8 };
typedef struct trn_footprint {
    trn_reach reach;
    int32_t halo;        /* LOCAL: pixels each way */
    double share;        /* LOCAL: and besides this part of the whole's width, for lengths that are given in world units */
    bool wrap;           /* LOCAL: the image repeats, so beyond its edges the opposite side is read */
    int32_t count;
    trn_measuring measure[TRN_MEASURES]; /* GLOBAL: what makes it so */
} trn_footprint;
/* The node is global because of this parameter. */
void trn_measures(trn_footprint *f, const char *param, const char *what, const char *instead);

/* The image that is asked of a node: whole_width x whole_height pixels are one unit of u and v. Of a bounded one the
 * pixels of `bounds` exist, and no more. */
typedef struct trn_domain {
    int64_t whole_width, whole_height;
    bool bounded;
    trn_region bounds;
} trn_domain;

/* An image of so many pixels by itself, as the domain that it is of. */
static inline trn_domain trn_domain_of_size(int32_t width, int32_t height)
{
    return (trn_domain){width, height, true, {0, 0, width, height}};
}

typedef struct trn_node_type {
    trn_node_info info;
    size_t params_size;
    /* Rules that span several parameters; trn_param_fail() for errors. May be NULL. */
    trn_status (*check)(const void *params, trn_error *err);
    /* A generator's size when the recipe states one; leaves *width, *height alone where it does not. May be NULL. */
    trn_status (*size)(const trn_node *node, const void *params, int32_t *width, int32_t *height, trn_error *err);
    /* Fills in what differs from {info.reach}. May be NULL. */
    void (*footprint)(const void *params, trn_footprint *f);
    /* ---- images on a grid of their own: inputs keep theirs, and are made as a whole; eval makes any part of its own of them ---- */
    /* What is asked of the inputs whatever is asked of this node, which then is a generator for those behind it. May be NULL. */
    trn_domain (*inner)(const void *params);
    /* The image that is made when `asked` is what the evaluation asks for, and `input` what the first input makes (NULL where it is not
     * connected). Both are bounded: on a plane without end such a node is refused. Sizes beyond the runtime's limits are refused
     * by the engine, before anything is made. May be NULL. */
    trn_status (*reshape)(const void *params, const trn_domain *asked, const trn_domain *input, trn_domain *out, trn_error *err);
    /* The work on one pixel, in passes: 1 is reading and writing it with a few operations between. NULL: 1. */
    double (*passes)(const void *params);
    /* Something outside the parameters that the result depends on (a file's content), mixed into the key; CANCELLED when stop
     * is asked for. Asked once more after eval: a result of what changed meanwhile is refused. May be NULL. */
    trn_status (*stamp)(trn_runtime *rt, const void *params, const trn_stop *stop, trn_key *key, trn_error *err);
    /* Its kernels may run on the device: eval looks into planes by itself only after trn_to_host. */
    bool device;
    trn_status (*eval)(trn_eval *ev, const void *params);
} trn_node_type;

/* Rows of the parameter table. S is the parameter struct, F the member; label and doc are what people read. A row whose
 * kind and member type disagree does not compile. Numbers without a bound take -TRN_ANY or TRN_ANY. */
#define TRN_ANY ((double)INFINITY)
#define TRN_ROW_(S, F, CTYPE, KIND, ...)                                                                              \
    {.name = #F, .kind = KIND,                                                                                        \
     .offset = (uint32_t)(offsetof(S, F) + 0 * sizeof(char[_Generic(((S *)0)->F, CTYPE: 1, default: -1)])), __VA_ARGS__}
#define TRN_FLOAT(S, F, LABEL, DEF, MIN, MAX, ...) \
    TRN_ROW_(S, F, double, TRN_KIND_FLOAT, .label = LABEL, .def = DEF, .min = MIN, .max = MAX, __VA_ARGS__)
#define TRN_INT(S, F, LABEL, DEF, MIN, MAX, ...) /* an unbounded side ends at the limits of int32_t */ \
    TRN_ROW_(S, F, int32_t, TRN_KIND_INT, .label = LABEL, .def = DEF, .min = MIN, .max = MAX, __VA_ARGS__)
#define TRN_SEED(S, F, LABEL, DEF, ...) \
    TRN_ROW_(S, F, uint32_t, TRN_KIND_INT, .seed = true, .label = LABEL, .def = DEF, .min = 0, .max = TRN_ANY, __VA_ARGS__)
#define TRN_TOGGLE(S, F, LABEL, DEF, ...) \
    TRN_ROW_(S, F, bool, TRN_KIND_TOGGLE, .label = LABEL, .def = DEF, .min = 0, .max = 1, __VA_ARGS__)
#define TRN_MENU(S, F, LABEL, DEF, OPTIONS, ...) /* DEF: an index into OPTIONS, which ends with NULL */ \
    TRN_ROW_(S, F, trn_menu, TRN_KIND_MENU, .label = LABEL, .def = DEF, .min = 0, .max = TRN_COUNT(OPTIONS) - 2, .options = OPTIONS, __VA_ARGS__)
#define TRN_STRING(S, F, LABEL, DEF, ...) /* never NULL in the struct */ \
    TRN_ROW_(S, F, trn_text, TRN_KIND_STRING, .label = LABEL, .text = DEF, .min = -TRN_ANY, .max = TRN_ANY, __VA_ARGS__)
#define TRN_PARAMS(S, ROWS) .params_size = sizeof(S), .info.params = ROWS, .info.param_count = TRN_COUNT(ROWS)
#define TRN_INPUTS(PORTS) .info.inputs = PORTS, .info.input_count = TRN_COUNT(PORTS)
#define TRN_OUTPUTS(PORTS) .info.outputs = PORTS, .info.output_count = TRN_COUNT(PORTS)
#define TRN_IMAGE_PORT(NAME, DOC) {.name = NAME, .type = "COPIMAGE", .doc = DOC}
#define TRN_REPORT_PORT(NAME, DOC) {.name = NAME, .type = "STRING", .doc = DOC}

/* "<parameter>: ..." with status ARGUMENT; the engine adds recipe line and node. */
trn_status trn_param_fail(trn_error *err, const char *param, const char *format, ...) TRN_PRINTF(3, 4);
bool trn_node_has(const trn_node *node, const char *param); /* the recipe set it */
trn_image *trn_node_held(const trn_node *node);             /* the image an `image` node was made from, or NULL */

/* ---- what eval may use: every function returns, none may be called from inside a parallel loop ---- */

const trn_frame *trn_eval_frame(const trn_eval *ev);
const trn_domain *trn_eval_domain(const trn_eval *ev); /* of the whole image that the frame is a part of */
trn_runtime *trn_eval_runtime(const trn_eval *ev);
trn_error *trn_eval_error(trn_eval *ev); /* to pass on to functions that take one */
/* Sets the error and returns status: `return trn_fail(ev, TRN_ERR_DATA, ...)`. */
trn_status trn_fail(trn_eval *ev, trn_status status, const char *format, ...) TRN_PRINTF(3, 4);

trn_image *trn_input(trn_eval *ev, int32_t port); /* NULL when it is not connected; borrowed */
const trn_node *trn_eval_node(const trn_eval *ev);
/* Layer `name` of input `port`, as f32. Its first channel counts, or all of them, as the node sees fit. An error names
 * the parameter, the missing layer and those that are there. */
trn_status trn_need(trn_eval *ev, int32_t port, const char *param, const char *name, trn_layer **out);
/* The same, but *out is NULL when name is "" or there is no such layer. */
trn_status trn_want(trn_eval *ev, int32_t port, const char *param, const char *name, trn_layer **out);
/* DATA unless channel 0 is finite everywhere: names layer, how many, the first such pixel, and that :fill_voids{} fills them. */
trn_status trn_need_finite(trn_eval *ev, const char *param, const char *name, const trn_layer *layer);
trn_status trn_need_finite_channels(trn_eval *ev, const char *param, const char *name, const trn_layer *layer, int32_t channels); /* the first so many */

/* A new layer of the frame's size; owned by the evaluation until the end whatever happens. */
trn_status trn_make(trn_eval *ev, trn_type type, int32_t channels, trn_layer **out);
/* Puts a layer into the output image under `name`, in place of an input's; "" puts nothing. param is for the error of a bad name, or
 * of one that was put already. */
trn_status trn_put(trn_eval *ev, const char *param, const char *name, trn_layer *layer);
trn_status trn_keep_layers(trn_eval *ev, int32_t port); /* the output starts with the layers of this input, if it is connected */
void trn_state_world_size(trn_eval *ev, double world_size); /* of the whole's width; else that of the input, or of a parameter world_size */
trn_status trn_set_output(trn_eval *ev, trn_image *image); /* the output is this image as it stands; takes a reference of its own */

trn_status trn_scratch(trn_eval *ev, size_t bytes, void *out); /* out: T **; 64-byte aligned, not cleared, freed by the engine */

trn_status trn_clear(trn_eval *ev, float *plane); /* zeros in a plane of the frame's size */

/* Rows [0, rows) of a kernel, or of fn, in parallel. CANCELLED when asked to stop. Progress is reported in between:
 * `trn_progress_span` says which part of this node's work the following loops are. */
trn_status trn_run(trn_eval *ev, const trn_kernel *kernel, const void *args, int32_t rows);
/* The same in pieces of at most `grain`, where a row is not one of the image's. */
trn_status trn_run_grain(trn_eval *ev, const trn_kernel *kernel, const void *args, int32_t rows, int32_t grain);
trn_status trn_for(trn_eval *ev, int32_t count, int32_t grain, trn_range_fn *fn, void *work);
/* The same with `bytes` of scratch, 64-byte aligned and not cleared, that no other piece uses meanwhile: one block a thread. */
typedef void trn_scratch_fn(void *work, void *scratch, int32_t begin, int32_t end);
trn_status trn_for_scratch(trn_eval *ev, int32_t count, int32_t grain, size_t bytes, trn_scratch_fn *fn, void *work);
/* On a device (nodes with `device`, kernels said by TRN_DEVICE_KERNEL) planes stay where the kernels are, and pointers to them are
 * no more than names. What is read or written by hand in a layer or scratch block of the node's own needs trn_to_host first: the
 * newest contents are in host memory after it, and what is on the device counts as old. Layers of inputs: trn_layer_to_host. */
trn_status trn_to_host(trn_eval *ev, void *plane);
typedef enum trn_place_wanted { TRN_WANT_AUTO, TRN_WANT_CPU, TRN_WANT_CUDA } trn_place_wanted;
trn_status trn_want_device(trn_eval *ev, trn_place_wanted wanted); /* before the first kernel; DEVICE for CUDA where there is none */
bool trn_device_takes(trn_eval *ev, const trn_kernel *kernel);     /* it would run there, memory allowing */
int trn_kernel_level(const trn_eval *ev, const trn_kernel *kernel); /* of kernel->level: what trn_run would run */
void trn_progress_span(trn_eval *ev, double from, double to); /* fractions of this node's work, 0 ... 1 */
trn_status trn_progress_now(trn_eval *ev);                    /* at the span's start; CANCELLED when asked to stop */
const trn_stop *trn_stop_flag(const trn_eval *ev);            /* for long serial code: ask every millisecond or so */
trn_status trn_stopped(trn_eval *ev);                         /* CANCELLED with its error if asked to stop, else OK */

/* The report: figures in the order they are stated. Text and node:stats() are both made from them. */
void trn_report_number(trn_eval *ev, const char *name, double value, const char *unit); /* unit NULL: none */
#endif
