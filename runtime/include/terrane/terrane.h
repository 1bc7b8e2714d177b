/* terrane.h - the whole public C API of Terrane. SPDX-License-Identifier: MIT
 *
 * Rules that hold for every function, so they are stated once:
 *
 *  1. Handles are opaque and reference counted (atomically). A call that yields a handle through an `out` parameter
 *     gives the caller one reference; *_retain adds one and returns its argument; *_release drops one and accepts
 *     NULL. Every handle keeps its runtime alive, so handles may be released in any order. What belongs together is of one
 *     runtime: the layers of an image, the images and nodes of a graph.
 *  2. A call that can fail returns a trn_status and fills *err, which may be NULL. On failure outputs are NULL or
 *     zero, nothing leaks, and the runtime stays usable. There is no global or thread-local error.
 *  3. A zero member of a *_desc or *_options struct means "the default"; start from {0}.
 *  4. Layers, images and nodes are immutable once shared and may be used from any number of threads at once.
 *     Different threads may evaluate on one runtime at the same time.
 *  5. Strings are UTF-8 and are copied where they are kept. Pointers that a getter returns belong to the handle and
 *     live as long as it does.
 *  6. Terrane never exits, aborts, prints, or jumps over a caller's frame; callbacks must return normally too. It
 *     leaves the process as found: signals, locale, working directory, environment, floating-point mode.
 *
 * Space: row 0 of a layer is its BOTTOM row; u runs right and v runs up; the centre of pixel (x, y) is
 * u = (x + 0.5)/width, v = (y + 0.5)/height. Image files are flipped on the way in and out. Angles are degrees. */
#ifndef TERRANE_H
#define TERRANE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifndef TRN_API
#if defined(__GNUC__)
#define TRN_API __attribute__((visibility("default")))
#else
#define TRN_API
#endif
#endif
#ifdef __cplusplus
extern "C" {
#endif

#define TRN_VERSION_MAJOR 0
#define TRN_VERSION_MINOR 1
#define TRN_VERSION_PATCH 0
TRN_API const char *trn_version(void); /* "0.1.0" */

/* ---- errors ---------------------------------------------------------------------------------------------------- */

typedef enum trn_status { /* append only: the values are ABI */
    TRN_OK = 0,
    TRN_ERR_MEMORY = 1,    /* the system or the runtime's byte limit said no */
    TRN_ERR_ARGUMENT = 2,  /* a mistake of the caller or the recipe: name, type, range, missing layer */
    TRN_ERR_LIMIT = 3,     /* a limit other than memory: side, pixels, nodes */
    TRN_ERR_CANCELLED = 4,
    TRN_ERR_IO = 5,        /* the file system said no */
    TRN_ERR_FORMAT = 6,    /* a file is damaged or not of a kind that Terrane reads */
    TRN_ERR_DATA = 7,      /* the pixels cannot be worked on: voids where a node needs whole data */
    TRN_ERR_DEVICE = 8,    /* the asked-for device is not there */
    TRN_ERR_INTERNAL = 9
} trn_status;

typedef struct trn_error {
    trn_status status;
    char message[1000]; /* one line of UTF-8, "where: node: what is wrong"; never a printf format */
} trn_error;

TRN_API const char *trn_status_name(trn_status status); /* "out of memory", "cancelled", ... */

/* What was probably meant: the candidate most like `word` (edit distance up to a third of its length, rounded up), or NULL.
 * next(list, i) gives the i-th candidate, NULL after the last. */
TRN_API const char *trn_closest(const char *word, const char *(*next)(const void *list, int32_t i), const void *list);

/* ---- runtime --------------------------------------------------------------------------------------------------- */

typedef struct trn_runtime trn_runtime;

/* Both functions may be called from several threads at once. align is a power of two; alloc returns NULL when out of
 * memory; free gets back the size and alignment it was asked for. */
typedef struct trn_allocator {
    void *(*alloc)(void *user, size_t size, size_t align);
    void (*free)(void *user, void *block, size_t size, size_t align);
    void *user;
} trn_allocator;

/* Runs task(work, 0) ... task(work, count - 1), each once, in any order, on any threads, and returns when all are
 * done. Tasks never block and never call back into the host. Called by evaluations, and where the hash or the statistics
 * of a large layer are asked for: on the thread that asks or evaluates, so by several threads at once where several do.
 * Given one, Terrane starts no thread but those of jobs (trn_job_start). */
typedef struct trn_parallel {
    void (*run)(void *user, int32_t count, void (*task)(void *work, int32_t index), void *work);
    void *user;
} trn_parallel;

typedef struct trn_limits { /* 0: the default */
    uint64_t max_bytes;   /* live bytes of everything the runtime holds; default: no limit */
    uint64_t cache_bytes; /* of all layers of the finished results that are remembered between evaluations; default 256 MiB */
    uint64_t disk_bytes;  /* of the files below cache_dir; default 4 GiB */
    int64_t max_pixels;   /* of one image; default 2^28, at most 2^30 */
    int32_t max_side;     /* width or height of one image; default 16384, at most 65536 */
    int32_t max_nodes;    /* in one evaluation; default 4096, at most 2^20 */
    double max_work;      /* estimated pixel passes of one evaluation, checked before it begins; default: no limit. A pass is
                             about what it takes to read and write a pixel: an octave of noise counts 4 */
} trn_limits;

typedef enum trn_log_level { TRN_LOG_DEBUG, TRN_LOG_INFO, TRN_LOG_WARNING } trn_log_level;

typedef struct trn_runtime_desc {
    trn_allocator allocator; /* default: the C library's, with huge pages for large planes */
    trn_parallel parallel;   /* default: OpenMP where Terrane was built with it */
    int32_t threads;         /* how many threads to use; default: as many as there are processors. Never alters results. */
    trn_limits limits;
    const char *isa;         /* "base", "avx2", "avx512"; default: what TERRANE_ISA says, else the best that runs here */
    void (*log)(void *user, trn_log_level level, const char *line); /* default: silent. Called on the evaluating thread. */
    void *log_user;
    /* A folder where results are kept for other processes and later days; made when something is to be kept. NULL or "": none.
     * Kept is what trn_node_evaluate was asked for, and each node that took more than a tenth of a second: that decides what is
     * found again, never what it holds. Several processes may use one folder. A damaged file is removed and its result made
     * again; a folder that cannot be read or written, or a full disk, is logged once as a warning and fails nothing. */
    const char *cache_dir;
    const char *device;      /* "auto": a CUDA device, where one is at hand and gives the same bytes; "cpu"; "cuda": that or an error.
                                Default: what TERRANE_DEVICE says, else "auto". Never alters results. */
} trn_runtime_desc;

/* desc may be NULL. ARGUMENT for an unknown isa or device, an isa that this processor cannot run, and a cache_dir over 4000 bytes; DEVICE for "cuda" where there
 * is no device, with the reason. */
TRN_API trn_status trn_runtime_create(const trn_runtime_desc *desc, trn_runtime **out, trn_error *err);
TRN_API trn_runtime *trn_runtime_retain(trn_runtime *rt);
TRN_API void trn_runtime_release(trn_runtime *rt);

typedef struct trn_runtime_stats {
    uint64_t bytes, peak_bytes;         /* live now and at most so far; cached results included, idle blocks not */
    uint64_t cache_bytes, cache_hits, cache_misses; /* of results in memory */
    uint64_t disk_bytes;                /* below cache_dir, as this runtime knows: it counts once, and then what it adds itself */
    uint64_t disk_hits, disk_misses;    /* of those that were not in memory */
    uint64_t nodes_evaluated;           /* node evaluations that did work */
    uint64_t allocations;               /* counted since creation */
    int32_t threads;
    const char *isa;
    uint64_t device_bytes;              /* live on the device, beside `bytes` */
} trn_runtime_stats;
TRN_API trn_runtime_stats trn_runtime_get_stats(const trn_runtime *rt);
/* Memory for what a binding keeps for the runtime: aligned to 64 bytes, counted, and refused (NULL) where it would overstep
 * max_bytes. free takes NULL. */
TRN_API void *trn_runtime_alloc(trn_runtime *rt, size_t bytes);
TRN_API void trn_runtime_free(trn_runtime *rt, void *block);
/* What the device is, "NVIDIA H200, compute capability 9.0"; NULL where there is none, and *err says why (DEVICE). A device is looked
 * for when it is first wanted: the plugin terrane_cuda.so, where TERRANE_CUDA says, else beside the program or module. */
TRN_API const char *trn_runtime_device(trn_runtime *rt, trn_error *err);
/* What draws text, as text: "FreeType 2.12.1, HarfBuzz 6.0.0, Fontconfig 2.14.1", cut to fit. DEVICE where Terrane was built without
 * them; *err says what to install. */
TRN_API trn_status trn_runtime_text(trn_runtime *rt, char *out, size_t size, trn_error *err);
/* Whether a parameter `font` means a file, and not an installed font: it holds a slash, or ends in .ttf, .otf, .ttc or .otc. Bindings
 * treat it like a parameter `file` then. */
TRN_API bool trn_font_is_file(const char *font);
TRN_API void trn_runtime_trim(trn_runtime *rt); /* forgets all results in memory and frees idle blocks */

/* For tests: the n-th allocation from now (0 is the next one) fails, and with sticky every later one too. n < 0: off. */
TRN_API void trn_runtime_fail_allocation(trn_runtime *rt, int64_t n, bool sticky);

/* ---- layers: a grid of numbers --------------------------------------------------------------------------------- */

typedef struct trn_layer trn_layer;
typedef enum trn_type { TRN_F32 = 0, TRN_F64 = 1, TRN_I32 = 2 } trn_type; /* a NaN is a void, whatever its sign and payload */

/* Channels are planar. Element (x, y) of channel c is data[c*stride + y*width + x]; row 0 is the bottom row. Planes are
 * 64-byte aligned. This struct is frozen: bindings read it in place. */
typedef struct trn_layer_info {
    const void *data;
    int32_t width, height; /* pixels, 1 ... max_side */
    int32_t channels;      /* 1 ... 64 */
    int32_t type;          /* a trn_type */
    int64_t stride;        /* elements from one channel to the next, at least width*height */
} trn_layer_info;

typedef struct trn_layer_desc {
    int32_t width, height, channels; /* channels 0: 1 */
    trn_type type;
    const void *data; /* copied; planar, rows and planes packed, bottom row first. NULL: zeros */
} trn_layer_desc;

TRN_API trn_status trn_layer_create(trn_runtime *rt, const trn_layer_desc *desc, trn_layer **out, trn_error *err);
TRN_API trn_layer *trn_layer_retain(trn_layer *layer);
TRN_API void trn_layer_release(trn_layer *layer);
TRN_API const trn_layer_info *trn_layer_get_info(const trn_layer *layer);
TRN_API trn_runtime *trn_layer_runtime(const trn_layer *layer);
/* The data for writing, while the caller holds the only reference, no image has held it and nobody has asked for its
 * hash; NULL after that. */
TRN_API void *trn_layer_edit(trn_layer *layer);
/* 128 bits over size, type and values, the same on every machine; every NaN counts alike. Computed once. */
TRN_API void trn_layer_hash(trn_layer *layer, uint8_t hash[16]);
typedef struct trn_layer_stats { double min, max, mean, sum; int64_t nan; } trn_layer_stats; /* of all but the nan; all nan: zeros */
/* channel from 0. Sums run in double, in an order that depends on the size alone. ARGUMENT for a channel that is not there. */
TRN_API trn_status trn_layer_get_stats(const trn_layer *layer, int32_t channel, trn_layer_stats *out, trn_error *err);

/* ---- images: named layers of one size -------------------------------------------------------------------------- */

typedef struct trn_image trn_image;
typedef struct trn_named_layer { const char *name; trn_layer *layer; } trn_named_layer;

/* The layers are shared, not copied. Names are 1 to 63 bytes and differ. */
TRN_API trn_status trn_image_create(trn_runtime *rt, const trn_named_layer *layers, int32_t count, trn_image **out, trn_error *err);
TRN_API trn_image *trn_image_retain(trn_image *image);
TRN_API void trn_image_release(trn_image *image);
TRN_API int32_t trn_image_width(const trn_image *image);
TRN_API int32_t trn_image_height(const trn_image *image);
TRN_API int32_t trn_image_count(const trn_image *image);
TRN_API trn_named_layer trn_image_at(const trn_image *image, int32_t index);          /* in the order they were added */
TRN_API trn_layer *trn_image_layer(const trn_image *image, const char *name);        /* NULL when there is none */
TRN_API double trn_image_world_size(const trn_image *image); /* world width where a file or a node stated it, else 0 */
TRN_API trn_runtime *trn_image_runtime(const trn_image *image);

/* ---- node types: what a binding, an editor or a manual needs, straight from the declarations ------------------- */

typedef enum trn_kind { TRN_KIND_FLOAT, TRN_KIND_INT, TRN_KIND_TOGGLE, TRN_KIND_MENU, TRN_KIND_STRING } trn_kind;
typedef enum trn_reach { TRN_POINTWISE, TRN_LOCAL, TRN_GLOBAL } trn_reach;

typedef struct trn_param {
    const char *name, *label, *group, *unit, *doc; /* group "" and unit NULL: none */
    trn_kind kind;
    bool seed;                  /* an INT of unsigned 32 bits */
    uint32_t offset;            /* internal: where the value stands in the node's parameter struct */
    double def, min, max;       /* menus: def is the option's index; no bound: -INFINITY, INFINITY */
    const char *text;           /* STRING: the default */
    const char *const *options; /* MENU: NULL-terminated */
    /* When the parameter means nothing: "fractal = none"; "a = 1 b is on" where both must hold, "a = 1 } { b is on" where one is
     * enough. NULL: never. */
    const char *hidden, *disabled;
} trn_param;

typedef struct trn_port {
    const char *name; /* "cop" is the image that a node works on, "report" a text */
    const char *type; /* "COPIMAGE", "STRING" */
    bool optional;
    const char *doc;
} trn_port;

typedef struct trn_node_info {
    const char *id, *title, *category, *summary; /* summary: one sentence */
    const char *doc;      /* Markdown: what it does, its guarantees, the source of the method */
    const char *example;  /* a Lua expression */
    trn_reach reach;
    int32_t version;      /* raised when the same inputs give other bytes */
    const trn_param *params;
    const trn_port *inputs, *outputs;
    int32_t param_count, input_count, output_count;
    const char *open;     /* the text parameter that takes the other fields of a recipe's table as assignments; NULL: they are mistakes */
} trn_node_info;

TRN_API int32_t trn_node_type_count(void);
TRN_API const trn_node_info *trn_node_type_at(int32_t index); /* sorted by id; NULL outside */
TRN_API const trn_node_info *trn_node_type_find(const char *id); /* NULL when there is none */

/* ---- nodes: an immutable graph --------------------------------------------------------------------------------- */

typedef struct trn_node trn_node;

/* A number that is not known yet: `name` of a node's report, or "world_size", the width of its image in world units. Numeric
 * parameters take one in place of a number. It is measured when a node that takes it is evaluated, once: on an image of width x height
 * pixels that shows the unit square, or with width 0 on the image that is asked of the node that takes it, which then has no place on
 * an unbounded plane. height 0: as width. */
typedef struct trn_figure trn_figure;
TRN_API trn_status trn_figure_create(trn_node *node, const char *name, int32_t width, int32_t height, trn_figure **out, trn_error *err);
TRN_API trn_figure *trn_figure_retain(trn_figure *figure);
TRN_API void trn_figure_release(trn_figure *figure);
TRN_API trn_node *trn_figure_node(const trn_figure *figure); /* borrowed */
TRN_API const char *trn_figure_name(const trn_figure *figure);
TRN_API void trn_figure_size(const trn_figure *figure, int32_t *width, int32_t *height); /* 0, 0: not stated */

typedef enum trn_value_kind { TRN_VALUE_NUMBER, TRN_VALUE_BOOL, TRN_VALUE_STRING, TRN_VALUE_OTHER, TRN_VALUE_FIGURE } trn_value_kind;
typedef struct trn_setting { /* a value as the host's language has it; checked and converted by trn_node_create */
    const char *name;
    trn_value_kind kind;
    double number;      /* NUMBER; BOOL: 0 or 1 */
    const char *string; /* STRING; OTHER: what it is, for the error ("table") */
    trn_figure *figure; /* FIGURE; the node takes a reference of its own */
} trn_setting;

typedef struct trn_link { /* feeds one input: a node, or an image as it is */
    const char *input; /* NULL: the first one */
    trn_node *node;
    trn_image *image;
} trn_link;

typedef struct trn_node_desc {
    const char *type;
    const trn_setting *settings;
    int32_t setting_count;
    const trn_link *links;
    int32_t link_count;
    const char *origin; /* where the recipe made it, "alpine.lua:3", put in front of every error; not part of the key */
} trn_node_desc;

TRN_API trn_status trn_node_create(trn_runtime *rt, const trn_node_desc *desc, trn_node **out, trn_error *err);
TRN_API trn_node *trn_node_retain(trn_node *node);
TRN_API void trn_node_release(trn_node *node);
TRN_API const trn_node_info *trn_node_get_info(const trn_node *node);
TRN_API const char *trn_node_origin(const trn_node *node);              /* "" when none was given */
TRN_API void trn_node_key(const trn_node *node, uint8_t key[16]);       /* type, version, parameters and input keys */
TRN_API trn_runtime *trn_node_runtime(const trn_node *node);
/* set: given, not defaulted. figure: what it will be taken from, borrowed; number is the default then. */
typedef struct trn_param_value { double number; const char *string; bool set; trn_figure *figure; } trn_param_value;
TRN_API trn_param_value trn_node_param(const trn_node *node, int32_t index);
TRN_API trn_node *trn_node_input(const trn_node *node, int32_t input);  /* NULL when it is not connected */

/* ---- evaluation ------------------------------------------------------------------------------------------------ */

typedef struct trn_region { int64_t x, y; int32_t width, height; } trn_region; /* pixels; (0, 0) is the lower left */

typedef struct trn_progress { double fraction; /* 0 ... 1, never falls */ const char *node; /* type at work */ } trn_progress;

typedef struct trn_cancel trn_cancel; /* a flag that any thread may raise */
TRN_API trn_status trn_cancel_create(trn_runtime *rt, trn_cancel **out, trn_error *err);
TRN_API trn_cancel *trn_cancel_retain(trn_cancel *cancel);
TRN_API void trn_cancel_release(trn_cancel *cancel);
TRN_API void trn_cancel_raise(trn_cancel *cancel);
TRN_API bool trn_cancel_raised(const trn_cancel *cancel);

typedef struct trn_eval_desc {
    int32_t width, height;  /* what generators without a resolution of their own make; 0: 512; height 0: as width */
    trn_region window;      /* the pixels that are wanted; all zero: all of the image. The same bytes as that part of the whole */
    bool unbounded;         /* the window may lie anywhere: the plane goes on beyond the image, which is one unit of u and v.
                               ARGUMENT, with a list, for nodes that need the image as a whole: see trn_node_check_tiles */
    trn_cancel *cancel;     /* may be NULL */
    bool (*progress)(void *user, const trn_progress *p); /* on the calling thread only; false cancels */
    void *progress_user;
} trn_eval_desc;

typedef struct trn_result trn_result; /* what a node made */
/* desc may be NULL. Runs on the calling thread and the runtime's threads until done. */
TRN_API trn_status trn_node_evaluate(trn_node *node, const trn_eval_desc *desc, trn_result **out, trn_error *err);
TRN_API trn_result *trn_result_retain(trn_result *result);
TRN_API void trn_result_release(trn_result *result);
TRN_API trn_image *trn_result_image(const trn_result *result);
TRN_API const char *trn_result_report(const trn_result *result); /* "" for nodes without a report */
typedef struct trn_stat { const char *name; double value; const char *unit; } trn_stat; /* the report's figures */
TRN_API int32_t trn_result_stat_count(const trn_result *result);
TRN_API trn_stat trn_result_stat(const trn_result *result, int32_t index);
/* Where the time went in the evaluation that made this result: nodes in the order they ran. Remembered ones: 0 seconds. */
typedef struct trn_timing { const char *node, *origin; double seconds; bool cached; } trn_timing;
TRN_API int32_t trn_result_timing_count(const trn_result *result);
TRN_API trn_timing trn_result_timing(const trn_result *result, int32_t index);

/* What keeps a node, or one that it depends on, from being evaluated on an unbounded plane. */
typedef struct trn_tile_problem {
    const char *node, *origin; /* type, and where the recipe made it */
    const char *param;         /* NULL: it is the nature of the node */
    const char *what;          /* "measures the image's lowest and highest point" */
    const char *instead;       /* "set height_mode to \"absolute\"" */
} trn_tile_problem;
/* Calls found (may be NULL) for each problem, inputs first; *count (may be NULL): how many. Evaluates and reads nothing. */
TRN_API trn_status trn_node_check_tiles(trn_node *node, void (*found)(void *user, const trn_tile_problem *problem), void *user,
                                        int32_t *count, trn_error *err);

/* Square tiles that cover the plane; tile (0, 0) begins at pixel (0, 0). */
typedef struct trn_tile {
    int64_t x, y;    /* which one */
    int32_t size;    /* pixels each way; with overlap 1 usually 2^n + 1 */
    int32_t overlap; /* pixels that neighbours share, fewer than size; 1 where a game puts heights on vertices */
    int32_t border;  /* more pixels on each side, for slopes and the like */
} trn_tile;
TRN_API trn_region trn_tile_window(const trn_tile *tile); /* for trn_eval_desc.window */

/* ---- jobs: evaluations in the background ------------------------------------------------------------------------ */

typedef struct trn_job trn_job;
/* Starts an evaluation and returns at once. desc may be NULL; its progress must be, since a job is polled: ARGUMENT. Its cancel
 * ends the job like trn_job_cancel, a stepped one at its next step. What is wrong with the graph, the job's result tells.
 * Not stepped: it runs on a thread of its own, and on the runtime's. Stepped, for hosts that allow no work beside their own: it
 * runs while a thread of the host's is in trn_job_step or trn_job_wait, on one thread, and that of the host sleeps meanwhile.
 * The bytes are those of trn_node_evaluate, however it is sliced. LIMIT: the system starts no more threads. */
TRN_API trn_status trn_job_start(trn_node *node, const trn_eval_desc *desc, bool stepped, trn_job **out, trn_error *err);
TRN_API trn_job *trn_job_retain(trn_job *job);
/* The last one cancels the job and waits for its end. Not from a function that the runtime calls: log, allocator, loop. */
TRN_API void trn_job_release(trn_job *job);

/* All of these may be called by any thread at any time. */
typedef struct trn_job_state {
    bool done;        /* finished, failed or cancelled: trn_job_result says which */
    bool stepped;     /* as it was started */
    double progress;  /* 0 ... 1, never falls; 1 when it has a result */
    const char *node; /* type at work, "" before the first */
} trn_job_state;
TRN_API trn_job_state trn_job_poll(const trn_job *job); /* never waits for anything */
/* Lets the job work for so long, and returns earlier when it is done; whether it is. A stepped job works in the call, and longer
 * than this by at most one unit of work, the least that a step does: a tile or some rows, for most nodes well under a millisecond. */
TRN_API bool trn_job_step(trn_job *job, double milliseconds);
TRN_API bool trn_job_wait(trn_job *job, int32_t milliseconds); /* the same; negative: however long it takes */
/* Ends it soon, 50 ms at most, also in the middle of a node; a stepped job has ended on return, unless another thread steps it. */
TRN_API void trn_job_cancel(trn_job *job);
/* What a job that is done has made, or the error that ended it (CANCELLED where it was cancelled). Before that: ARGUMENT. */
TRN_API trn_status trn_job_result(const trn_job *job, trn_result **out, trn_error *err);

/* ---- files ----------------------------------------------------------------------------------------------------- */

typedef enum trn_file_format {
    TRN_FILE_AUTO,    /* by the name's ending */
    TRN_FILE_PNG,     /* .png */
    TRN_FILE_RAW16,   /* .r16 .raw: headerless unsigned 16 bit, top row first */
    TRN_FILE_RAW32    /* .r32 .f32: headerless float32, little-endian unless told otherwise, NaN is a void */
} trn_file_format;

typedef struct trn_read_options {
    trn_file_format format;
    bool raw;               /* samples as stored (0 ... 255, 0 ... 65535), palettes expanded; no range, no sidecar */
    bool has_range;
    double range_lo, range_hi; /* what the smallest and the largest integer sample mean. Default: the sidecar's, else 0 and 1 */
    int32_t width, height;  /* headerless files; 0: a square, by the file's size */
    bool big_endian;        /* headerless files */
    double world_size;      /* world width; default: the sidecar's, else 0 (unknown) */
} trn_read_options;

typedef struct trn_file_info {
    trn_file_format format;
    int32_t width, height, channels, bits; /* bits of one sample as stored */
    bool has_sidecar;
    double range_lo, range_hi, world_size;
} trn_file_info;

/* Reads a file as an image with one layer, "C": f32, 1 to 4 channels. A PNG is known by its content, whatever its name.
 * Samples are data and stay as stored: no gamma, colour profile, significant bits or transparent colour is applied, and
 * palettes become the RGB or RGBA that they stand for. The range holds for every channel alike. A sidecar that Terrane
 * wrote beside the file - "NAME.json" for NAME.png, else the whole name with ".json" behind it - gives range, world size
 * and, for headerless files, size and byte order; what the options state goes before it. Infinities in float32 files are
 * voids like NaN. options may be NULL.
 * IO: the path, or not a regular file; FORMAT: damaged, unsupported, a size that does not match, a malformed sidecar (which
 * does not matter when the options give the range); LIMIT: larger than the runtime allows, by the header alone. */
TRN_API trn_status trn_image_read(trn_runtime *rt, const char *path, const trn_read_options *options, trn_image **out, trn_error *err);
TRN_API trn_status trn_file_inspect(trn_runtime *rt, const char *path, const trn_read_options *options, trn_file_info *out, trn_error *err);
/* 128 bits over the bytes of a regular file, the same on every machine: whether it is still the one that it was. IO: the path. */
TRN_API trn_status trn_file_hash(trn_runtime *rt, const char *path, uint8_t hash[16], trn_error *err);

typedef struct trn_write_options {
    trn_file_format format;
    int32_t bits;           /* PNG: 8 or 16; default 16 for one channel, 8 for more */
    bool has_range;
    double range_lo, range_hi; /* written as the smallest and the largest sample, clamped. Default: the data's for one f32 channel
                                  of 16 bits, 0 and 1 for other f32, the values themselves for i32 */
    bool sidecar;           /* also write the sidecar that trn_image_read reads: size, range, world size, key */
    bool big_endian;        /* headerless files */
    const char *key;        /* for the sidecar: up to 64 hexadecimal digits */
    double world_size;      /* for the sidecar; default: none */
    int32_t level;          /* PNG: 1 fast ... 9 small; default 6 */
} trn_write_options;

/* Writes one layer (1 to 4 channels in PNG, 1 in headerless files), rounded to the nearest sample, ties to even. The file
 * appears under its name only when it is complete and on the disk; until then it stands beside it as ".terrane-*.tmp", and
 * is removed on failure. A file that is replaced leaves its permissions to the new one, and its sidecar, if Terrane wrote
 * it, goes with it. Symbolic links are followed. options may be NULL.
 * ARGUMENT: options that do not fit the format; DATA: voids (NaN) in an integer format, infinities in any, ids that the
 * format cannot hold; IO: the path, or not a regular file. */
TRN_API trn_status trn_layer_write(trn_layer *layer, const char *path, const trn_write_options *options, trn_error *err);

#ifdef __cplusplus
}
#endif
#endif
