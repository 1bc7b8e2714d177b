/* color_ramp.h - a value of up to four channels along a line from 0 to 1, given at stops. */
#ifndef TRN_MATH_COLOR_RAMP_H
#define TRN_MATH_COLOR_RAMP_H
#include "math/fn.h"
#include <stdint.h>

enum { TRN_RAMP_STOPS = 64, TRN_RAMP_CHANNELS = 4 };
enum { TRN_RAMP_LINEAR, TRN_RAMP_SMOOTH, TRN_RAMP_CONSTANT };

/* Stops in order of their places, of equal places the one that counts last. */
typedef struct trn_color_ramp {
    int32_t count, channels, mode;
    double at[TRN_RAMP_STOPS];
    double value[TRN_RAMP_STOPS][TRN_RAMP_CHANNELS];
} trn_color_ramp;

/* The segment that t lies in, and how far along it: from stop *a to stop *a + 1, or at stop *a alone with *f 0. Before the
 * first stop and behind the last the ends hold; at a stop it is that stop, of several at one place the last. */
TRN_FN void trn_ramp_find(const trn_color_ramp *r, double t, int32_t *a, double *f)
{
    int32_t low = 0, high = r->count; /* stops before low lie at or before t, those from high on behind it */
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (r->at[middle] <= t) low = middle + 1;
        else high = middle;
    }
    *a = low > 0 ? low - 1 : 0;
    *f = 0.0;
    if (low > 0 && low < r->count && r->mode != TRN_RAMP_CONSTANT) {
        const double x = (t - r->at[low - 1]) / (r->at[low] - r->at[low - 1]);
        *f = r->mode == TRN_RAMP_SMOOTH ? x * x * (3.0 - 2.0 * x) : x;
    }
}

TRN_FN double trn_ramp_at(const trn_color_ramp *r, int32_t a, double f, int32_t channel)
{
    const double value = r->value[a][channel];
    return f == 0.0 ? value : value + (r->value[a + 1][channel] - value) * f;
}
#endif
