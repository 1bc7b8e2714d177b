/* statistics: a layer's figures, for reports and as numbers of other nodes. */
#include "graph/node.h"
#include "math/scalar.h"
#include "terrain/percentile.h"

typedef struct statistics_params {
    trn_text layer;
    int32_t channel;
    trn_text mask_layer;
    bool invert_mask;
    double low, high;
} statistics_params;

static const trn_param params[] = {
    TRN_STRING(statistics_params, layer, "Layer", "C", .doc = "Layer to measure."),
    TRN_INT(statistics_params, channel, "Channel", 1, 1, 64, .doc = "Which of its channels."),
    TRN_STRING(statistics_params, mask_layer, "Mask Layer", "", .doc = "Pixels count where its first channel is above 0.5. Empty counts all of them."),
    TRN_TOGGLE(statistics_params, invert_mask, "Invert Mask", false, .disabled = "mask_layer = \"\"", .doc = "Count where the mask is low: one minus the mask."),
    TRN_FLOAT(statistics_params, low, "Low", 5, 0, 100, .unit = "%", .doc = "So many percent of the pixels lie below the figure `low`."),
    TRN_FLOAT(statistics_params, high, "High", 95, 0, 100, .unit = "%", .doc = "So many percent of the pixels lie below the figure `high`."),
};
static const trn_port inputs[] = {TRN_IMAGE_PORT("cop", "Image with the layer.")};
static const trn_port outputs[] = {TRN_IMAGE_PORT("cop", "The image as it came."), TRN_REPORT_PORT("report", "The figures.")};

static void footprint(const void *params, trn_footprint *f)
{
    (void)params;
    trn_measures(f, NULL, "measures the image as a whole", "leave it out of the chain and take its figures at a stated size: figure(\"max\", { size = 512 })");
}

typedef struct row { double sum, squares; float least, greatest; int32_t count, voids; } row;
typedef struct measuring { const float *z, *mask; bool invert; float *counted; int32_t width; double mean; row *rows; } measuring;

/* Pixels that count, NaN for the others, and what is known of a row in one go. */
static void count_rows(void *work, int32_t begin, int32_t end)
{
    const measuring *m = work;
    for (int32_t y = begin; y < end; ++y) {
        const size_t first = (size_t)y * (size_t)m->width;
        row r = {.least = INFINITY, .greatest = -INFINITY};
        for (size_t i = first; i < first + (size_t)m->width; ++i) {
            const float z = m->z[i];
            const bool meant = !m->mask || (m->invert ? m->mask[i] < 0.5f : m->mask[i] > 0.5f), finite = z - z == 0.0f;
            m->counted[i] = meant && finite ? z : NAN;
            r.voids += meant && !finite;
            if (!meant || !finite) continue;
            ++r.count;
            r.sum += (double)z;
            r.least = trn_min_f(z, r.least);
            r.greatest = trn_max_f(z, r.greatest);
        }
        m->rows[y] = r;
    }
}
static void square_rows(void *work, int32_t begin, int32_t end)
{
    const measuring *m = work;
    for (int32_t y = begin; y < end; ++y) {
        const float *z = m->counted + (size_t)y * (size_t)m->width;
        double sum = 0;
        for (int32_t x = 0; x < m->width; ++x) {
            const double d = (double)z[x] - m->mean;
            if (z[x] == z[x]) sum += d * d;
        }
        m->rows[y].squares = sum;
    }
}

static trn_status eval(trn_eval *ev, const void *params)
{
    const statistics_params *p = params;
    const trn_frame *frame = trn_eval_frame(ev);
    const size_t pixels = (size_t)frame->width * (size_t)frame->height;
    trn_layer *layer, *mask;
    measuring m = {.width = frame->width, .invert = p->invert_mask};
    trn_status st = trn_keep_layers(ev, 0);
    if (st == TRN_OK) st = trn_need(ev, 0, "layer", p->layer, &layer);
    if (st == TRN_OK) st = *p->mask_layer ? trn_need(ev, 0, "mask_layer", p->mask_layer, &mask) : TRN_OK;
    if (st != TRN_OK) return st;
    const int32_t channels = trn_layer_get_info(layer)->channels;
    if (p->channel > channels)
        return trn_fail(ev, TRN_ERR_ARGUMENT, "channel: layer '%s' has %d channel%s, got %d", p->layer, (int)channels, channels == 1 ? "" : "s", (int)p->channel);
    m.z = trn_plane_f32(layer, p->channel - 1);
    if (*p->mask_layer) m.mask = trn_plane_f32(mask, 0);
    if ((st = trn_scratch(ev, pixels * sizeof *m.counted, &m.counted)) != TRN_OK ||
        (st = trn_scratch(ev, (size_t)frame->height * sizeof *m.rows, &m.rows)) != TRN_OK)
        return st;
    trn_progress_span(ev, 0, 0.3);
    if ((st = trn_for(ev, frame->height, 16, count_rows, &m)) != TRN_OK) return st;
    double sum = 0, squares = 0, count = 0, voids = 0, low, median, high;
    float least = INFINITY, greatest = -INFINITY;
    for (int32_t y = 0; y < frame->height; ++y) {
        sum += m.rows[y].sum;
        count += m.rows[y].count;
        voids += m.rows[y].voids;
        least = trn_min_f(m.rows[y].least, least);
        greatest = trn_max_f(m.rows[y].greatest, greatest);
    }
    if (count == 0) return trn_fail(ev, TRN_ERR_DATA, "layer: '%s' has no pixel to measure: %s", p->layer, voids > 0 ? "all are void" : p->invert_mask ? "the mask is 0.5 or more everywhere" : "the mask is 0.5 or less everywhere");
    m.mean = sum / count;
    trn_progress_span(ev, 0.3, 0.5);
    if ((st = trn_for(ev, frame->height, 16, square_rows, &m)) != TRN_OK) return st;
    for (int32_t y = 0; y < frame->height; ++y) squares += m.rows[y].squares;
    trn_progress_span(ev, 0.5, 1);
    if ((st = trn_percentile(ev, m.counted, pixels, -INFINITY, p->low / 100, &low, NULL)) != TRN_OK ||
        (st = trn_percentile(ev, m.counted, pixels, -INFINITY, 0.5, &median, NULL)) != TRN_OK ||
        (st = trn_percentile(ev, m.counted, pixels, -INFINITY, p->high / 100, &high, NULL)) != TRN_OK)
        return st;
    trn_report_number(ev, "min", (double)least, NULL);
    trn_report_number(ev, "max", (double)greatest, NULL);
    trn_report_number(ev, "mean", m.mean, NULL);
    trn_report_number(ev, "deviation", sqrt(squares / count), NULL);
    trn_report_number(ev, "sum", sum, NULL);
    trn_report_number(ev, "median", median, NULL);
    trn_report_number(ev, "low", low, NULL);
    trn_report_number(ev, "high", high, NULL);
    trn_report_number(ev, "pixels", count, NULL);
    trn_report_number(ev, "voids", voids, NULL);
    return TRN_OK;
}

static double passes(const void *params)
{
    (void)params;
    return 12; /* three percentiles read the plane up to four times each */
}

const trn_node_type trn_node_statistics = {
    .info.id = "statistics", .info.title = "Statistics", .info.category = "tools",
    .info.summary = "Measures a layer: its range, mean, deviation, percentiles, as a report and as numbers that other nodes take.",
    .info.doc =
        "The image goes through as it is. The report has `min`, `max`, `mean`, `deviation` (the root of the mean square distance from the mean), "
        "`sum`, `median`, the percentiles `low` and `high`, and how many `pixels` counted and how many were `voids` (NaN or infinite), which count "
        "for nothing else. Percentiles are exact, between two pixels linear. Sums are taken in double, in an order that does not depend on threads.\n\n"
        "Any numeric parameter of a node takes a figure in place of a number, which then is measured when that node is evaluated:\n\n"
        "    local s = land:statistics{ low = 2, high = 98 }\n"
        "    return land:remap{ from_min = s:figure \"low\", from_max = s:figure \"high\" }\n\n"
        "So what one node measured is what many go by, where each would measure something else of its own. Tiles of a plane that has no end have no "
        "range in common, unless the figures are taken of an image of a stated size, which shows the unit square: "
        "`s:figure(\"low\", { size = 512 })` is the same number for every tile.",
    .info.example = "noise{ fractal = \"terrain\" }:statistics{ high = 98 }",
    .info.reach = TRN_GLOBAL, .info.version = 1,
    TRN_PARAMS(statistics_params, params), TRN_INPUTS(inputs), TRN_OUTPUTS(outputs), .footprint = footprint, .passes = passes, .eval = eval,
};
