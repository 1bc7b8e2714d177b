#include "kernels/flow_climb.h"

static void flow_climb_rows(const flow_climb_args *a, int32_t y0, int32_t y1)
{
    (void)y0, (void)y1;
    const float *z = a->z;
    float *fill = a->fill, *level = a->level;
    const uint8_t *donors = a->donors, *count = a->donor_count;
    uint32_t *cell = a->cell, head = *a->head, tail = *a->tail, wet = *a->wet;
    for (; head < tail && tail < a->room; ++head) {
        const uint32_t c = cell[head] & FLOW_CELL;
        const float l = level[head], h = z[c];
        const _Bool under = h < l;
        const unsigned set = under ? donors[c] : 0; /* dry rims are queued too and dropped here: no branch on the terrain */
        fill[c] = under ? l : h;
        wet += under;
        if (set == a->look) break;
        *(flow_eight *)(cell + tail) = *(const flow_eight *)a->donor_step[set] + c;
        *(flow_eightf *)(level + tail) = (flow_eightf){0} + l;
        tail += count[set];
    }
    *a->head = head;
    *a->tail = tail;
    *a->wet = wet;
}
TRN_ROW_KERNEL(flow_climb)
