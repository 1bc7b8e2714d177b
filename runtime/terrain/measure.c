/* measure.c - rows are summed in parallel, in an order of their own that never changes, then row after row. */
#include "terrain/measure.h"
#include "math/scalar.h"

typedef struct measuring { const float *z; int32_t width; trn_measure *row; } measuring;
static void measure_rows(void *work, int32_t begin, int32_t end)
{
    const measuring *m = work;
    for (int32_t y = begin; y < end; ++y) {
        const float *z = m->z + (size_t)y * (size_t)m->width;
        trn_measure r = {0, z[0], z[0]};
        double sum[8] = {0}; /* lanes of their own, so that additions need not wait for each other */
        float least[8], greatest[8];
        for (int k = 0; k < 8; ++k) least[k] = greatest[k] = z[0];
        int32_t x = 0;
        for (; x + 8 <= m->width; x += 8)
            for (int k = 0; k < 8; ++k) {
                sum[k] += (double)z[x + k];
                least[k] = trn_min_f(z[x + k], least[k]);
                greatest[k] = trn_max_f(z[x + k], greatest[k]);
            }
        for (int k = 0; k < 8; ++k) {
            r.sum += sum[k];
            r.least = trn_min_f(least[k], r.least);
            r.greatest = trn_max_f(greatest[k], r.greatest);
        }
        for (; x < m->width; ++x) {
            r.sum += (double)z[x];
            r.least = trn_min_f(z[x], r.least);
            r.greatest = trn_max_f(z[x], r.greatest);
        }
        m->row[y] = r;
    }
}
trn_status trn_measure_plane(trn_eval *ev, const float *z, trn_measure *all)
{
    const trn_frame *frame = trn_eval_frame(ev);
    measuring m = {z, frame->width, NULL};
    trn_status st = trn_scratch(ev, (size_t)frame->height * sizeof *m.row, &m.row);
    if (st == TRN_OK) st = trn_for(ev, frame->height, 16, measure_rows, &m);
    if (st != TRN_OK) return st;
    *all = (trn_measure){0, z[0], z[0]};
    for (int32_t y = 0; y < frame->height; ++y) {
        all->sum += m.row[y].sum;
        all->least = trn_min_f(m.row[y].least, all->least);
        all->greatest = trn_max_f(m.row[y].greatest, all->greatest);
    }
    return TRN_OK;
}
