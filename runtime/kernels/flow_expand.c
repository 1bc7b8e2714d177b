#include "kernels/flow_expand.h"

TRN_FN void expand(const flow_expand_args *a, int32_t own)
{
    const uint8_t *donors = a->donors, *many = a->donor_count;
    const int32_t(*step)[8] = a->donor_step;
    uint32_t *cell = a->cell;
    uint8_t *count = a->count;
    const uint32_t stop = a->stop, room = a->room, look = a->look;
    uint32_t head = *a->head, tail = *a->tail;
    for (; head < stop && (!own || head < tail) && tail <= room; ++head) {
        const uint32_t c = cell[head] & FLOW_CELL, set = donors[c];
        if (set == look) break;
        *(flow_eight *)(cell + tail) = *(const flow_eight *)step[set] + c;
        count[head] = many[set];
        tail += many[set];
    }
    *a->head = head;
    *a->tail = tail;
}

static void flow_expand_rows(const flow_expand_args *a, int32_t y0, int32_t y1)
{
    (void)y0, (void)y1;
    if (a->own) expand(a, 1);
    else expand(a, 0);
}
TRN_ROW_KERNEL(flow_expand)
