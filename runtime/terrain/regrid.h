/* regrid.h - images on another grid of pixels, whose rows and columns are parallel to their own. */
#ifndef TRN_REGRID_H
#define TRN_REGRID_H
#include "graph/node.h"

/* BILINEAR, BICUBIC (Catmull and Rom 1974) and NEAREST look at the pixel's centre, AREA takes the mean over the pixel, AUTO is AREA
 * along an axis that has fewer pixels afterwards, and BICUBIC along the other. */
typedef enum trn_filter { TRN_FILTER_BILINEAR, TRN_FILTER_BICUBIC, TRN_FILTER_NEAREST, TRN_FILTER_AREA, TRN_FILTER_AUTO } trn_filter;

/* What lies beyond the image: its border goes on; it begins anew; it begins anew, every other time turned round; NaN, and -1 in ids;
 * a value; for BILINEAR and BICUBIC, what goes on point-symmetrically about the border, as trn_edge has it. */
typedef enum trn_beyond {
    TRN_BEYOND_CLAMP, TRN_BEYOND_REPEAT, TRN_BEYOND_MIRROR, TRN_BEYOND_VOID, TRN_BEYOND_VALUE, TRN_BEYOND_EXTEND
} trn_beyond;

/* One axis. The pixels wanted are `count` from number `at` on; the centre of number n is at (2 n + 1) unit/(2 whole) - first - 1/2 of the
 * source's pixels, of which 0 ... size - 1 are there. In whole numbers, so that it is the same far out as here. */
typedef struct trn_grid_axis {
    int64_t unit, whole, first, at;
    int32_t size, count;
} trn_grid_axis;

typedef struct trn_regridding {
    trn_grid_axis x, y;  /* count: the frame's size */
    trn_filter filter;   /* AREA and AUTO: for pixels that lie within the image */
    trn_beyond beyond;   /* VALUE: for NEAREST */
    double value;
} trn_regridding;

/* All layers of the input go to the output: numbers of any kind stay of it, and ids are those of the nearest pixel. Where pixels fall on
 * pixels they are copied as they are, whatever the filter. With voids in it an AREA is the mean of what is valid. */
trn_status trn_regrid_input(trn_eval *ev, int32_t port, const trn_regridding *how);

/* AREA of one plane, for work of one's own: float, or double with `exact`, of x.size x y.size to x.count x y.count. */
trn_status trn_regrid_area(trn_eval *ev, const void *from, void *to, bool exact, const trn_grid_axis *x, const trn_grid_axis *y);

__extension__ typedef __int128 trn_wide;

/* Pixel `at` of an image that is `size` pixels long, and goes on beyond; -1 where nothing is there. */
static inline int32_t trn_beyond_at(trn_wide at, int32_t size, trn_beyond beyond)
{
    if (at >= 0 && at < size) return (int32_t)at;
    const int64_t period = beyond == TRN_BEYOND_MIRROR ? 2 * (int64_t)size : size;
    const int64_t m = (int64_t)(at % period < 0 ? at % period + period : at % period);
    if (beyond == TRN_BEYOND_CLAMP) return at < 0 ? 0 : size - 1;
    if (beyond == TRN_BEYOND_VOID || beyond == TRN_BEYOND_VALUE) return -1;
    return (int32_t)(m < size ? m : period - 1 - m);
}
/* What ids are filled with that lie beyond. */
int32_t trn_beyond_id(trn_beyond beyond, double value);
#endif
