#include "terrain/horizon.h"
#include <string.h>

typedef struct widening {
    const float *from;
    float *to;
    int32_t width, height, pad;
    bool wrap;
} widening;

static void widen_rows(void *work, int32_t y0, int32_t y1)
{
    const widening *w = work;
    const size_t width = (size_t)w->width, pad = (size_t)w->pad;
    for (int32_t y = y0; y < y1; ++y) {
        float *out = w->to + (size_t)y * (width + 2 * pad);
        const float *row = w->from + (size_t)y * width;
        const bool ground = y < w->height, beyond = ground && w->wrap;
        for (size_t i = 0; i < pad; ++i) out[i] = beyond ? row[width - pad + i] : NAN;
        if (ground) memcpy(out + pad, row, width * sizeof(*row));
        else for (size_t i = 0; i < width; ++i) out[pad + i] = NAN;
        for (size_t i = 0; i < pad; ++i) out[pad + width + i] = beyond ? row[i] : NAN;
    }
}

trn_status trn_horizon_map(trn_eval *ev, const float *z, int32_t reach, bool wrap, horizon_map *out)
{
    const trn_frame *frame = trn_eval_frame(ev);
    widening w = {.from = z, .width = frame->width, .height = frame->height, .wrap = wrap};
    w.pad = reach < frame->width ? reach : frame->width; /* taps never reach farther, see below */
    const size_t pitch = (size_t)w.width + 2 * (size_t)w.pad, rows = (size_t)w.height + 1;
    trn_status st = trn_scratch(ev, pitch * rows * sizeof(*w.to), &w.to);
    if (st == TRN_OK) st = trn_for(ev, (int32_t)rows, 65536 / (int32_t)pitch + 1, widen_rows, &w);
    *out = (horizon_map){
        .z = w.to + w.pad, .none = w.to + (rows - 1) * pitch + (size_t)w.pad,
        .pitch = (int64_t)pitch, .height = frame->height, .wrap = wrap,
    };
    return st;
}

/* One axis of a sample: `at` pixels from the pixel. False: beyond the frame. */
static bool split(double at, int32_t size, bool wrap, int32_t corner[2], float *between)
{
    const int32_t side = at < 0.0 ? -1 : 1, whole = trn_ifloor(fabs(at));
    *between = (float)(fabs(at) - (double)whole);
    corner[0] = side * whole;
    corner[1] = *between > 0.0f ? corner[0] + side : corner[0];
    if (!wrap) return corner[1] > -size && corner[1] < size;
    corner[0] %= size;
    corner[1] %= size;
    return true;
}

int32_t trn_horizon_taps(const trn_frame *frame, double du, double dv, double spacing, double farthest, int32_t count, bool wrap, bool inverted,
                         horizon_tap *taps)
{
    int32_t n = 0;
    for (int32_t k = 1; k <= count; ++k) {
        const double distance = trn_min(spacing * (double)k, farthest); /* rounding must not pass it */
        horizon_tap *t = &taps[n];
        t->per = (float)((inverted ? -1.0 : 1.0) / distance);
        if (split(distance * du, frame->width, wrap, t->u, &t->fu) && split(distance * dv, frame->height, wrap, t->v, &t->fv)) ++n;
    }
    return n;
}

trn_status trn_horizon_run(trn_eval *ev, const trn_kernel *kernel, const void *args, int32_t taps)
{
    enum { SAMPLES = 1 << 22 };
    const trn_frame *frame = trn_eval_frame(ev);
    const double rows = (double)SAMPLES / ((double)frame->width * (double)trn_max_i(taps, 16));
    return trn_run_grain(ev, kernel, args, frame->height, trn_max_i(trn_ifloor(rows), 1));
}
