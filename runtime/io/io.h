/* io.h - reading files from inside the runtime. */
#ifndef TRN_IO_H
#define TRN_IO_H
#include "core/core.h"

/* trn_image_read that stops when *stop (may be NULL) becomes true: CANCELLED. */
trn_status trn_read_image(trn_runtime *rt, const char *path, const trn_read_options *options, const trn_stop *stop,
                          trn_image **out, trn_error *err);
/* Mixes what the file and its sidecar hold into *key; stops likewise. */
trn_status trn_stamp_file(trn_runtime *rt, const char *path, const trn_stop *stop, trn_key *key, trn_error *err);
#endif
