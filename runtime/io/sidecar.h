/* sidecar.h - the JSON file beside an image file that says what its numbers mean: "h.json" for h.png, and the whole name
 * with ".json" behind it for every other ("h.r16.json"). */
#ifndef TRN_IO_SIDECAR_H
#define TRN_IO_SIDECAR_H
#include "io/file.h"

typedef struct trn_sidecar { /* zero: not stated */
    bool found; /* there is one, and it is Terrane's */
    bool has_range;
    double range_lo, range_hi;
    double world_size;
    int32_t width, height; /* for headerless files; a PNG knows its own */
    bool big_endian;
    const char *key; /* written only */
} trn_sidecar;

char *trn_sidecar_path(trn_runtime *rt, const char *path); /* NULL: out of memory. The caller trn_frees it. */

/* Untrusted: bounded in size and depth, every value checked. A file that is not there or, by its missing "terrane" member,
 * not ours, is none: out->found is false. FORMAT: malformed; the message names the sidecar. */
trn_status trn_sidecar_read(trn_runtime *rt, const char *path, trn_sidecar *out, trn_error *err);

bool trn_sidecar_key_valid(const char *key); /* hexadecimal digits, at most 64 */
bool trn_sidecar_write(const trn_sidecar *s, bool headerless, trn_sink *sink); /* false: the sink's failure */
#endif
