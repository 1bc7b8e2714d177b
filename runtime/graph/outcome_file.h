/* outcome_file.h - a result as the bytes of a file.
 *
 * The same on every machine: integers and floats are little-endian, and nothing in it depends on when or where it was made.
 *
 *      0  8  "TRNRSLT\n"
 *      8  4  FORMAT
 *     12  4  layers: how many
 *     16 16  the key
 *     32  4  width        36  4  height
 *     40  4  figures: how many
 *     44  4  zero
 *     48  8  world size, a double
 *     56  8  of how many pixels, a double
 *     64     for each layer 72 bytes: name (64, zeros behind it), type (4), channels (4)
 *            for each figure 72 bytes: name (48), unit (16), value (8)
 *            the planes as they are in memory, one after the other, without gaps
 *            16 bytes of checksum over all before it
 *
 * Nothing is compressed: to deflate a layer takes longer than most nodes take to make it again. */
#ifndef TRN_OUTCOME_FILE_H
#define TRN_OUTCOME_FILE_H
#include "graph/result.h"
#include "io/file.h"

uint64_t trn_outcome_file_size(const trn_outcome *o);
/* false: asked to stop, no memory, or sink->failure. */
bool trn_outcome_write(const trn_outcome *o, trn_key key, const trn_stop *stop, trn_sink *sink);

typedef enum trn_reading {
    TRN_READ_WELL,
    TRN_READ_DAMAGED, /* not what trn_outcome_write wrote under this key */
    TRN_READ_NOT      /* asked to stop, no memory for it, over a limit of the runtime, or source->failure */
} trn_reading;
/* Nothing is allocated that the file is too short for. *out is NULL unless it was read well. */
trn_reading trn_outcome_read(trn_source *source, trn_key key, const trn_stop *stop, trn_outcome **out);
#endif
