/* A mask of what the ground is like: each criterion says how well a pixel meets it, 0 ... 1, and they are combined. */
#ifndef TRN_MASK_BY_FEATURE_H
#define TRN_MASK_BY_FEATURE_H
#include "kernels/stencil.h"
#include "math/scalar.h"

/* 1 from low to high, smooth edges of the width of 1/rate outside. A rate of 1e300 makes hard ones. */
typedef struct feature_band { double low, high, rate; } feature_band;
TRN_FN double feature_rate(double falloff) { return falloff > 1e-300 ? 1.0 / falloff : 1e300; }

enum { FEATURE_MULTIPLY, FEATURE_ADD, FEATURE_AVERAGE, FEATURE_MINIMUM, FEATURE_MAXIMUM };

typedef struct mask_by_feature_args {
    const float *z;
    const float *curvature, *open; /* planes, or NULL: not a criterion */
    float *mask;
    int32_t width, height, wrap;
    int32_t by_slope, by_direction, by_height;
    int32_t blend, count, invert;  /* count: of the criteria, at least 1 */
    float scale;                   /* world height of one unit of z over the width of a cell */
    feature_band slope, level, occlusion; /* degrees; values of z; 1 - open */
    double goal, spread, spread_rate;     /* degrees: downhill within spread of goal; soft beyond, as in a band */
    double unit, from, unit_rate;         /* soft from `from` on of curvature times unit, as wide as 1/unit_rate */
} mask_by_feature_args;
TRN_KERNEL_DECLARE(mask_by_feature);
#endif
