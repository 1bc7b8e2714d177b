/* pattern_labels.h - the names of a UV grid's tiles, drawn into a plane of the frame. */
#ifndef TRN_PATTERN_LABELS_H
#define TRN_PATTERN_LABELS_H
#include "graph/node.h"
#include "io/glyphs.h"
#include "kernels/pattern.h"
#include <inttypes.h>
#include <stdio.h>

enum { PATTERN_LETTERS, PATTERN_COORDINATES };

/* "A1", "B1" ...; after Z comes AA. Columns left of the first one, which only windows beyond the image have, are -A, -B ... */
static inline void pattern_label(int32_t mode, int64_t column, int64_t row, char out[64])
{
    char letters[20];
    int at = sizeof letters - 1;
    if (mode == PATTERN_COORDINATES) {
        snprintf(out, 64, "%" PRId64 ",%" PRId64, column, row);
        return;
    }
    letters[at] = '\0';
    for (int64_t rest = column < 0 ? -column : column + 1; rest > 0; rest = (rest - 1) / 26) letters[--at] = (char)('A' + (rest - 1) % 26);
    snprintf(out, 64, "%s%s%" PRId64, column < 0 ? "-" : "", letters + at, row + 1);
}

/* Pixels from `first` on, as many as lie in the same tile. */
static inline int32_t pattern_run(const pattern_axis *axis, int32_t first, int32_t end)
{
    int32_t i = first + 1;
    while (i < end && axis->spot[i].cell == axis->spot[first].cell && axis->spot[i].off > axis->spot[i - 1].off) ++i;
    return i - first;
}
/* Where the middle of that tile lies, less `before`, to a whole pixel: of the tile alone, so that all windows agree. */
static inline int64_t pattern_middle(const pattern_axis *axis, int32_t first, int64_t pixel, int64_t whole, double before)
{
    const int64_t turn = axis->count > 0 ? pixel - pattern_modulo(pixel, whole) : 0;
    return turn + trn_lfloor(((double)axis->spot[first].cell + 0.5) * axis->size - before + 0.5);
}

typedef struct pattern_writing {
    trn_font *font;
    double cap;          /* how high letters are, pixels */
    float *plane, *tile; /* both of the frame's size; tile: what is drawn of one */
} pattern_writing;

/* The part of one tile's name that lies in it and in the frame. */
static inline trn_status pattern_write(trn_eval *ev, const pattern_axes *axes, int32_t mode, const pattern_writing *w, int32_t x, int32_t y,
                                       int32_t across, int32_t up)
{
    const trn_frame *f = trn_eval_frame(ev);
    char name[64];
    trn_line *line;
    pattern_label(mode, axes->x.spot[x].cell, axes->y.spot[y].cell, name);
    trn_status st = trn_line_new(w->font, name, strlen(name), &line, trn_eval_error(ev));
    if (st != TRN_OK) return st;
    const trn_canvas canvas = {w->tile, across, up, f->x + x, f->y + y};
    const int64_t pen = pattern_middle(&axes->x, x, canvas.x, f->whole_width, (double)trn_line_width(line) / 128.0);
    const int64_t baseline = pattern_middle(&axes->y, y, canvas.y, f->whole_height, 0.5 * w->cap);
    memset(w->tile, 0, (size_t)across * (size_t)up * sizeof *w->tile);
    st = trn_line_draw(line, 64 * pen, baseline, &canvas, trn_stop_flag(ev), trn_eval_error(ev));
    trn_line_free(line);
    for (int32_t j = 0; st == TRN_OK && j < up; ++j)
        memcpy(w->plane + (size_t)(y + j) * (size_t)f->width + (size_t)x, w->tile + (size_t)j * (size_t)across, (size_t)across * sizeof *w->tile);
    return st;
}

/* *out: how much of each pixel is covered by the names, each in the middle of its tile, with letters as high as the font says at `size`
 * pixels an em. What does not fit in the tile is cut off. Scratch of the evaluation. */
static inline trn_status pattern_labels(trn_eval *ev, const pattern_axes *axes, int32_t mode, const char *font, double size, const float **out)
{
    const trn_frame *f = trn_eval_frame(ev);
    const size_t bytes = (size_t)f->width * (size_t)f->height * sizeof(float);
    const double em = trn_max(1.0, trn_rint(size));
    pattern_writing w = {0};
    if (em > TRN_FONT_LARGEST)
        return trn_fail(ev, TRN_ERR_LIMIT, "marker_size: text of %.0f pixels an em, at most %d can be drawn; set a smaller marker_size", em, TRN_FONT_LARGEST);
    trn_status st = trn_scratch(ev, bytes, &w.plane);
    if (st == TRN_OK) st = trn_to_host(ev, w.plane);
    if (st == TRN_OK) st = trn_scratch(ev, bytes, &w.tile);
    if (st != TRN_OK) return st;
    if ((st = trn_font_open(trn_eval_runtime(ev), font, (int32_t)em, trn_stop_flag(ev), &w.font, trn_eval_error(ev))) != TRN_OK)
        return trn_error_prefix(trn_eval_error(ev), "font");
    w.cap = trn_font_measures(w.font).cap_height;
    for (int32_t y = 0, up; st == TRN_OK && y < f->height; y += up) {
        up = pattern_run(&axes->y, y, f->height);
        for (int32_t x = 0, across; st == TRN_OK && x < f->width; x += across) {
            across = pattern_run(&axes->x, x, f->width);
            st = trn_stopped(ev);
            if (st == TRN_OK) st = pattern_write(ev, axes, mode, &w, x, y, across, up);
        }
    }
    trn_font_close(w.font);
    *out = w.plane;
    return st;
}
#endif
