/* A Gaussian of standard deviation s is, for wide ones, three together: a tent of two cells of `side` pixels (variance
 * (2 side^2 + 1)/12), a Gaussian over the nodes between cells, and a cubic B-spline (side^2/3), whose variances add up. With
 * four nodes or more to a standard deviation nothing of the grid is left to see, the second derivative included. */
#include "terrain/blur.h"
#include "kernels/blur.h"
#include "math/exp.h"

static const double finest = (double)BLUR_REACH / 3.0; /* standard deviation, in positions, that the weights take */

static bool does_nothing(const trn_blur *b)
{
    return b->shape == TRN_BLUR_BOX ? !(b->radius > 0.0) : !(b->radius >= 0.25);
}

static void set_weights(blur_args *a, double deviation, double scale)
{
    double sum = 0.0;
    for (int32_t k = 0; k <= a->reach; ++k) {
        const double d = (double)k / deviation;
        a->weights[k] = trn_exp(-0.5 * d * d);
        sum += k ? 2.0 * a->weights[k] : a->weights[k];
    }
    for (int32_t k = 0; k <= a->reach; ++k) a->weights[k] *= scale / sum;
}

/* What the weights are; side and reach. */
static blur_args shape_of(const trn_blur *b)
{
    const double radius = trn_min(b->radius, TRN_BLUR_MOST);
    blur_args a = {.edge = (int32_t)b->edge, .side = 1, .box = b->shape == TRN_BLUR_BOX};
    if (a.box) {
        a.reach = trn_ifloor(radius);
        a.rim = radius - trn_floor(radius);
        a.reach += a.rim > 0.0;
        a.weights[0] = 1.0 / (2.0 * radius + 1.0);
        return a;
    }
    const double deviation = 0.5 * radius;
    a.side = deviation > finest ? (int32_t)trn_ceil(deviation / finest) : 1;
    const double side = (double)a.side, squared = side * side;
    const double coarse = a.side > 1 ? sqrt((deviation * deviation - (2.0 * squared + 1.0) / 12.0) / squared - 1.0 / 3.0) : deviation;
    a.reach = (int32_t)trn_ceil(3.0 * coarse);
    set_weights(&a, coarse, 1.0 / side);
    return a;
}

int32_t trn_blur_reach(const trn_blur *blur)
{
    if (does_nothing(blur)) return 0;
    const blur_args a = shape_of(blur);
    return a.side > 1 ? (a.reach + 2) * a.side + a.side - 1 : a.reach;
}

typedef struct run { blur_args args; trn_rows_fn *rows; } run;
static void some_lines(void *work, void *scratch, int32_t begin, int32_t end)
{
    const run *r = work;
    blur_args args = r->args;
    args.scratch = scratch;
    r->rows(&args, begin, end);
}

static trn_status along(trn_eval *ev, run *r, const float *from, float *to, bool down, int64_t first)
{
    const int64_t side = r->args.side;
    r->args.from = from;
    r->args.to = to;
    r->args.down = down;
    r->args.before = (int32_t)((first % side + side) % side);
    const int32_t lines = down ? r->args.width : r->args.height, length = down ? r->args.height : r->args.width;
    const int32_t lanes = trn_blur_lanes(&r->args), grain = 65536 / (length * lanes) + 1;
    return trn_for_scratch(ev, (lines - 1) / lanes + 1, grain, sizeof(double) * trn_blur_numbers(&r->args), some_lines, r);
}

typedef struct copying { const float *from; float *to; int32_t width; } copying;
static void copy_rows(void *work, int32_t y0, int32_t y1)
{
    const copying *c = work;
    const size_t begin = (size_t)y0 * (size_t)c->width, end = (size_t)y1 * (size_t)c->width;
    memcpy(c->to + begin, c->from + begin, (end - begin) * sizeof(float));
}

trn_status trn_blur_run(trn_eval *ev, const trn_blur *blur, const trn_blur_grid *grid, const float *from, float *spare, float *to)
{
    if (does_nothing(blur)) {
        copying c = {from, to, grid->width};
        return from == to ? TRN_OK : trn_for(ev, grid->height, 65536 / grid->width + 1, copy_rows, &c);
    }
    const trn_kernel *kernel = TRN_KERNEL(blur);
    run r = {.args = shape_of(blur), .rows = kernel->level[trn_kernel_level(ev, kernel)]};
    r.args.width = grid->width;
    r.args.height = grid->height;
    const trn_status st = along(ev, &r, from, spare, false, grid->x);
    return st == TRN_OK ? along(ev, &r, spare, to, true, grid->y) : st;
}

trn_status trn_blur_plane(trn_eval *ev, const trn_blur *blur, const float *from, float *spare, float *to)
{
    const trn_frame *f = trn_eval_frame(ev);
    return trn_blur_run(ev, blur, &(const trn_blur_grid){f->x, f->y, f->width, f->height}, from, spare, to);
}
