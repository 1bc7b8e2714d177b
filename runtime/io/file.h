/* file.h - files as readers and writers see them. file_source.c, file_sink.c and folder.c (POSIX) are all of the runtime that
 * talks to the file system. */
#ifndef TRN_IO_FILE_H
#define TRN_IO_FILE_H
#include "core/core.h"

/* "PATH: ..." and status. A long path is cut at its front, so that what is wrong with it is never lost. */
trn_status trn_file_fail(trn_error *err, trn_status status, const char *path, const char *format, ...) TRN_PRINTF(4, 5);
const char *trn_errno_text(int number); /* in English whatever the locale */
bool trn_path_ends(const char *path, const char *ending); /* ASCII letters of either case */

/* ---- reading ---- */

typedef struct trn_source {
    trn_runtime *rt;
    const char *path; /* borrowed */
    int fd;
    uint64_t size;  /* bytes, when it was opened */
    int failure;    /* errno of a read that failed, else 0 */
    uint8_t *buffer;
    size_t at, fill;
} trn_source;

/* Regular files only: nothing that would block, or never end. IO: not there, not readable, something else.
 * *absent, which may be NULL, tells whether there is no file of that kind under this name. */
trn_status trn_source_open(trn_source *s, trn_runtime *rt, const char *path, bool *absent, trn_error *err);
void trn_source_close(trn_source *s); /* fine for one that did not open */
size_t trn_source_read(trn_source *s, void *out, size_t bytes); /* fewer: the end, or s->failure */
/* The first bytes of the file, before anything else is read; *count: at most 64 and fewer only in a shorter file. */
const uint8_t *trn_source_peek(trn_source *s, size_t *count);
trn_status trn_source_failed(const trn_source *s, trn_error *err); /* IO, for a read that came back short with s->failure */
/* A hash of what the file holds. CANCELLED when *stop (may be NULL) becomes true. */
trn_status trn_file_key(trn_runtime *rt, const char *path, const trn_stop *stop, trn_key *out, trn_error *err);

/* ---- writing: a file appears under its name when it is complete, and not before ---- */

typedef struct trn_sink {
    trn_runtime *rt;
    const char *path; /* borrowed; as the caller spelt it */
    char *target;     /* where links lead */
    char *temporary;  /* ".terrane-*.tmp" beside the target */
    int fd;
    int failure;      /* errno of a write that failed, else 0 */
    bool created, published;
    bool fleeting;    /* set after opening: it can be made again, so nobody waits until it is on the disk */
    uint8_t *buffer;
    size_t fill;
} trn_sink;

/* The new file takes the permissions of the one it replaces. A symbolic link is followed, not replaced. IO: a target that
 * is there but not a regular file, or not writable; a folder that takes no file. */
trn_status trn_sink_open(trn_sink *s, trn_runtime *rt, const char *path, trn_error *err);
bool trn_sink_write(trn_sink *s, const void *data, size_t bytes); /* false: s->failure */
trn_status trn_sink_failed(const trn_sink *s, trn_error *err); /* IO, for a write that said false */
trn_status trn_sink_finish(trn_sink *s, trn_error *err);  /* all is written, on the disk unless fleeting; no name yet */
trn_status trn_sink_publish(trn_sink *s, trn_error *err); /* after finish: now it has its name */
void trn_sink_close(trn_sink *s);                         /* removes what was not published; fine for one that did not open */
void trn_file_remove(const char *path); /* without a word when it is not there */
bool trn_is_temporary(const char *name); /* a name, without its folder, that a sink gives what it has not published */

/* ---- folders ---- */

typedef struct trn_file_stat {
    uint64_t size;
    int64_t used; /* nanoseconds since 1970 at which it was last written or touched */
} trn_file_stat;

/* What stands under a name, and not where a link there leads. false: nothing, or *other is true and it is no regular file. */
bool trn_file_look(const char *path, trn_file_stat *stat, bool *other);
void trn_file_touch(const char *path); /* it was used now; without a word where that cannot be noted */
int64_t trn_file_now(void);            /* the time that `used` counts in */
/* Makes the folder and those above it. false: there is none afterwards, *failure says why (an errno). */
bool trn_folder_make(const char *path, int *failure);
/* Calls fn with the name of everything in the folder, in no order; nothing where there is none. */
typedef void trn_name_fn(void *user, const char *name);
void trn_folder_list(const char *path, trn_name_fn *fn, void *user);
#endif
