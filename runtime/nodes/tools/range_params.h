/* range_params.h - which values of a layer become 0 and 1: parameters that tools share. A node's struct says TRN_RANGE_MEMBERS, its
 * table TRN_RANGE_ROWS(struct), its check trn_range_check, its footprint trn_range_footprint, its eval trn_range_of. */
#ifndef TRN_RANGE_PARAMS_H
#define TRN_RANGE_PARAMS_H
#include "graph/node.h"
#include "terrain/numbers.h"
#include "terrain/percentile.h"

enum { TRN_RANGE_GIVEN, TRN_RANGE_MEASURED };
static const char *const trn_range_options[] __attribute__((unused)) = {"given", "measured", NULL};

#define TRN_RANGE_MEMBERS trn_menu range; double from_min, from_max, cut
#define TRN_RANGE_ROWS(S)                                                                                                     \
    TRN_MENU(S, range, "Range", TRN_RANGE_GIVEN, trn_range_options,                                                           \
             .doc = "given: from_min and from_max. measured: the lowest and highest value of the layer, which tiles do not "  \
                    "agree about."),                                                                                          \
    TRN_FLOAT(S, from_min, "From Minimum", 0, -TRN_ANY, TRN_ANY, .hidden = "range = measured",                                \
              .doc = "The value that becomes 0. Above from_max the range is turned round."),                                  \
    TRN_FLOAT(S, from_max, "From Maximum", 1, -TRN_ANY, TRN_ANY, .hidden = "range = measured", .doc = "The value that becomes 1."), \
    TRN_FLOAT(S, cut, "Cut", 0, 0, 49, .unit = "%", .hidden = "range = given",                                                \
              .doc = "So many percent of the pixels at either end are left out of the measured range.")
#define TRN_RANGE_FOOTPRINT(p, f)                                                                                             \
    do {                                                                                                                      \
        if ((p)->range.value == TRN_RANGE_MEASURED)                                                                           \
            trn_measures(f, "range", "measures the layer's lowest and highest value", "set range to \"given\"");              \
    } while (0)
#define TRN_RANGE_CHECK(p, err) trn_range_check((p)->range.value, (p)->from_min, (p)->from_max, err)
#define TRN_RANGE_OF(ev, p, layer, out) trn_range_of(ev, (p)->range.value, (p)->from_min, (p)->from_max, (p)->cut, layer, out)

static inline trn_status trn_range_check(int32_t range, double from_min, double from_max, trn_error *err)
{
    trn_status st;
    if (range != TRN_RANGE_GIVEN) return TRN_OK;
    if ((st = trn_need_moderate(err, "from_min", from_min)) != TRN_OK || (st = trn_need_moderate(err, "from_max", from_max)) != TRN_OK) return st;
    if (fabs(from_max - from_min) >= 1e-30) return TRN_OK;
    return trn_param_fail(err, "from_max", "must differ from from_min, which is %g too", from_min);
}

/* Values from at 0 and at 1 of the first channel: t = (value - from) * inverse. A layer of a single value, or of voids, is 0. */
typedef struct trn_range { double from, inverse; } trn_range;
static inline trn_status trn_range_of(trn_eval *ev, int32_t range, double from_min, double from_max, double cut, const trn_layer *layer, trn_range *out)
{
    double low = from_min, high = from_max;
    if (range == TRN_RANGE_MEASURED) {
        const trn_layer_info *l = trn_layer_get_info(layer);
        const size_t count = (size_t)l->width * (size_t)l->height;
        trn_status st = trn_percentile(ev, trn_plane_f32(layer, 0), count, -INFINITY, cut / 100, &low, NULL);
        if (st == TRN_OK) st = trn_percentile(ev, trn_plane_f32(layer, 0), count, -INFINITY, 1 - cut / 100, &high, NULL);
        if (st != TRN_OK) return st;
    }
    *out = (trn_range){low, high == low ? 0.0 : 1.0 / (high - low)};
    return TRN_OK;
}
#endif
