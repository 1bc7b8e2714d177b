#include "terrain/occlusion.h"
#include "kernels/height_to_ao.h"
#include "math/trig.h"
#include "terrain/horizon.h"

trn_status trn_occlude(trn_eval *ev, const float *z, const trn_occlusion *o, float *open)
{
    const trn_frame *frame = trn_eval_frame(ev);
    const bool inverted = o->scale < 0.0;
    horizon_tap *taps;
    height_to_ao_ray rays[TRN_OCCLUSION_MOST];
    trn_status st = trn_scratch(ev, sizeof(*taps) * (size_t)o->directions * ((size_t)o->steps + 2), &taps);
    if (st != TRN_OK) return st;
    height_to_ao_args args = {
        .taps = taps, .rays = rays, .ray_count = o->directions,
        .ao = open, .width = frame->width, .height = frame->height,
        .sign = inverted ? -1.0f : 1.0f, .scale = (float)fabs(o->scale), .share = (float)(o->intensity / (double)o->directions),
    };
    int32_t count = 0;
    for (int32_t k = 0; k < o->directions; ++k) {
        double du, dv;
        trn_sincos((double)k / (double)o->directions, &dv, &du);
        height_to_ao_ray *ray = &rays[k];
        *ray = (height_to_ao_ray){.du = (float)du, .dv = (float)dv, .first = count};
        ray->ahead = trn_horizon_taps(frame, du, dv, 1.0, 1.0, 1, o->wrap, inverted, taps + count);
        count += ray->ahead;
        ray->behind = trn_horizon_taps(frame, -du, -dv, 1.0, 1.0, 1, o->wrap, inverted, taps + count);
        count += ray->behind;
        ray->count = trn_horizon_taps(frame, du, dv, o->radius / (double)o->steps, o->radius, o->steps, o->wrap, inverted, taps + count);
        count += ray->count;
    }
    st = trn_horizon_map(ev, z, (int32_t)trn_ceil(trn_min(o->radius, 1e9)), o->wrap, &args.map);
    return st == TRN_OK ? trn_horizon_run(ev, TRN_KERNEL(height_to_ao), &args, count) : st;
}
