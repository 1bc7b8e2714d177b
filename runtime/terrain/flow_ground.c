#include "terrain/flow_ground.h"
#include "math/scalar.h"

trn_status trn_flow_plane(trn_eval *ev, const char *param, const char *name, const float **plane)
{
    trn_layer *layer;
    trn_status st = trn_need(ev, 0, param, name, &layer);
    if (st == TRN_OK) st = trn_need_finite(ev, param, name, layer);
    if (st == TRN_OK) *plane = trn_plane_f32(layer, 0);
    return st;
}

typedef struct turning { const float *from; float *to; size_t width; float sign; } turning;
static void turn_rows(void *work, int32_t begin, int32_t end)
{
    const turning *t = work;
    for (size_t i = (size_t)begin * t->width; i < (size_t)end * t->width; ++i) t->to[i] = t->sign < 0 ? 0.0f - t->from[i] : 0.0f;
}

typedef struct marking { const float *base; uint8_t *mask; size_t width; } marking;
static void mark_rows(void *work, int32_t begin, int32_t end)
{
    const marking *m = work;
    for (size_t i = (size_t)begin * m->width; i < (size_t)end * m->width; ++i) m->mask[i] = m->base[i] > 0.5f;
}

static trn_status take_outlets(trn_eval *ev, const trn_flow_terms *t, trn_flow_ground *g)
{
    const trn_frame *frame = trn_eval_frame(ev);
    marking m = {.width = (size_t)frame->width};
    trn_status st;
    if (*t->base_layer)
        if ((st = trn_flow_plane(ev, "base_layer", t->base_layer, &m.base)) != TRN_OK ||
            (st = trn_scratch(ev, m.width * (size_t)frame->height, &m.mask)) != TRN_OK ||
            (st = trn_for(ev, frame->height, 16, mark_rows, &m)) != TRN_OK)
            return st;
    st = trn_flow_grid_init(&g->grid, trn_eval_runtime(ev), trn_stop_flag(ev), trn_eval_error(ev), frame->width, frame->height,
                            t->tile, m.mask, g->z);
    if (st != TRN_ERR_ARGUMENT) return st;
    return trn_fail(ev, st, "base_layer: no pixel of layer '%s' is above 0.5, so there is no outlet", t->base_layer);
}

trn_status trn_flow_ground_take(trn_eval *ev, const trn_flow_terms *t, double rise, float *turned, trn_flow_ground *g)
{
    const trn_frame *frame = trn_eval_frame(ev);
    trn_status st;
    *g = (trn_flow_ground){.spacing = t->world_size / (double)frame->whole_width, .unit = trn_max(t->strength, -t->strength)};
    if ((st = trn_need(ev, 0, "layer", t->layer, &g->height)) != TRN_OK ||
        (st = trn_need_finite(ev, "layer", t->layer, g->height)) != TRN_OK)
        return st;
    g->z = trn_plane_f32(g->height, 0);
    if (!(t->strength > 0)) {
        turning turn = {g->z, turned, (size_t)frame->width, (float)t->strength};
        if ((st = trn_for(ev, frame->height, 16, turn_rows, &turn)) != TRN_OK) return st;
        g->z = turned;
    }
    if ((st = trn_measure_plane(ev, g->z, &g->measure)) != TRN_OK) return st;
    g->farthest = trn_max(-(double)g->measure.least, (double)g->measure.greatest) + rise;
    if (!(g->farthest <= TRN_FLOW_FARTHEST))
        return trn_fail(ev, TRN_ERR_DATA, "layer '%s': heights would reach %.3g, and this node works up to %g", t->layer, g->farthest,
                        TRN_FLOW_FARTHEST);
    return take_outlets(ev, t, g);
}
