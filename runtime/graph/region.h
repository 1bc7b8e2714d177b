/* region.h - rectangles of pixels on the plane. */
#ifndef TRN_REGION_H
#define TRN_REGION_H
#include "core/core.h"

#define TRN_FARTHEST ((int64_t)1 << 60) /* pixels from the origin that a region may lie */

static inline bool trn_region_equal(trn_region a, trn_region b)
{
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}
static inline bool trn_region_inside(trn_region a, trn_region b)
{
    return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
}
/* The smallest that holds both; widths that no image can have are cut, and refused by trn_check_size. */
static inline trn_region trn_region_union(trn_region a, trn_region b)
{
    const int64_t x0 = a.x < b.x ? a.x : b.x, y0 = a.y < b.y ? a.y : b.y;
    const int64_t x1 = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    const int64_t y1 = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (trn_region){x0, y0, (int32_t)(x1 - x0 < INT32_MAX ? x1 - x0 : INT32_MAX), (int32_t)(y1 - y0 < INT32_MAX ? y1 - y0 : INT32_MAX)};
}
#endif
