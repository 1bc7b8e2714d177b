/* file_source.c - reading files, and what both directions share: messages and names. */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "io/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 16, HASH_BYTES = 1 << 20, PEEK_BYTES = 64, PATH_SHOWN = 400 };

trn_status trn_file_fail(trn_error *err, trn_status status, const char *path, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    trn_vformat(text, sizeof text, format, args);
    va_end(args);
    size_t length = strlen(path);
    const char *tail = length > PATH_SHOWN ? path + length - PATH_SHOWN : path;
    while (tail != path && ((unsigned char)*tail & 0xC0) == 0x80) ++tail; /* not into the middle of a UTF-8 character */
    return trn_error_set(err, status, "%s%s: %s", tail == path ? "" : "...", tail, text);
}

const char *trn_errno_text(int number)
{
    switch (number) {
    case ENOENT: return "no such file or folder";
    case ENOTDIR: return "part of the path is not a folder";
    case EACCES:
    case EPERM: return "permission denied";
    case EISDIR: return "it is a folder";
    case ENOSPC: return "no space left on the disk";
    case EDQUOT: return "the disk quota is used up";
    case EFBIG: return "the file would be larger than the system allows";
    case EROFS: return "the file system is read-only";
    case ENAMETOOLONG: return "the name is too long";
    case ELOOP: return "too many symbolic links";
    case EMFILE:
    case ENFILE: return "too many open files";
    case EIO: return "the device reported an error";
    case ETXTBSY: return "the file is in use";
    default: return NULL;
    }
}

bool trn_path_ends(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    if (n < m) return false;
    for (size_t i = 0; i < m; ++i) {
        char c = path[n - m + i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (c != ending[i]) return false;
    }
    return true;
}

static trn_status fail_errno(trn_error *err, const char *path, const char *what, int number)
{
    const char *text = trn_errno_text(number);
    if (text) return trn_file_fail(err, TRN_ERR_IO, path, "%s: %s", what, text);
    return trn_file_fail(err, TRN_ERR_IO, path, "%s: system error %d", what, number);
}

trn_status trn_source_open(trn_source *s, trn_runtime *rt, const char *path, bool *absent, trn_error *err)
{
    *s = (trn_source){.rt = rt, .path = path, .fd = -1};
    if (absent) *absent = false;
    if (!path || !*path) return trn_error_set(err, TRN_ERR_ARGUMENT, "a file name is needed");
    struct stat st;
    int bad = stat(path, &st) ? errno : 0; /* before opening: to open a pipe or a device can block, or do something */
    if (!bad && S_ISREG(st.st_mode)) {
        do s->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        while (s->fd < 0 && errno == EINTR);
        bad = s->fd < 0 || fstat(s->fd, &st) ? errno : 0;
    }
    if (absent) *absent = bad == ENOENT || bad == ENOTDIR || bad == ENAMETOOLONG || (!bad && !S_ISREG(st.st_mode));
    if (bad) return fail_errno(err, path, "cannot be opened", bad);
    if (!S_ISREG(st.st_mode))
        return trn_file_fail(err, TRN_ERR_IO, path, S_ISDIR(st.st_mode) ? "is a folder, not a file" : "is not a regular file");
    s->size = (uint64_t)st.st_size;
    s->buffer = trn_alloc(rt, BUFFER_BYTES);
    return s->buffer ? TRN_OK : trn_out_of_memory(rt, BUFFER_BYTES, err);
}

void trn_source_close(trn_source *s)
{
    if (s->fd >= 0) close(s->fd);
    s->fd = -1;
    trn_free(s->rt, s->buffer);
    s->buffer = NULL;
}

static size_t read_some(trn_source *s, void *out, size_t bytes)
{
    if (s->failure) return 0;
    ssize_t n;
    do n = read(s->fd, out, bytes < 1u << 30 ? bytes : 1u << 30);
    while (n < 0 && errno == EINTR);
    if (n < 0) s->failure = errno;
    return n < 0 ? 0 : (size_t)n;
}

size_t trn_source_read(trn_source *s, void *out, size_t bytes)
{
    uint8_t *to = out;
    size_t done = 0;
    while (done < bytes) {
        size_t n = s->fill - s->at, want = bytes - done;
        if (n) {
            n = n < want ? n : want;
            memcpy(to + done, s->buffer + s->at, n);
            s->at += n;
        } else if (want >= BUFFER_BYTES) {
            n = read_some(s, to + done, want);
            if (!n) break;
        } else {
            s->at = 0;
            s->fill = read_some(s, s->buffer, BUFFER_BYTES);
            if (!s->fill) break;
        }
        done += n;
    }
    return done;
}

const uint8_t *trn_source_peek(trn_source *s, size_t *count)
{
    while (s->fill < PEEK_BYTES) {
        size_t n = read_some(s, s->buffer + s->fill, BUFFER_BYTES - s->fill);
        if (!n) break;
        s->fill += n;
    }
    *count = s->fill < PEEK_BYTES ? s->fill : PEEK_BYTES;
    return s->buffer;
}

trn_status trn_source_failed(const trn_source *s, trn_error *err)
{
    return fail_errno(err, s->path, "cannot be read", s->failure);
}

trn_status trn_file_key(trn_runtime *rt, const char *path, const trn_stop *stop, trn_key *out, trn_error *err)
{
    trn_source s;
    trn_status status = trn_source_open(&s, rt, path, NULL, err);
    uint8_t *piece = NULL;
    if (!status) {
        piece = trn_alloc(rt, HASH_BYTES);
        if (!piece) status = trn_out_of_memory(rt, HASH_BYTES, err);
    }
    if (!status) {
        trn_key key = trn_hash(&s.size, 0);
        size_t n;
        bool stopped = false;
        while (!(stopped = trn_stop_asked(stop)) && (n = trn_source_read(&s, piece, HASH_BYTES)) > 0)
            key = trn_hash_join(key, trn_hash(piece, n));
        if (stopped) status = trn_error_set(err, TRN_ERR_CANCELLED, "cancelled");
        else if (s.failure) status = trn_source_failed(&s, err);
        else *out = key;
    }
    trn_free(rt, piece);
    trn_source_close(&s);
    return status;
}

trn_status trn_file_hash(trn_runtime *rt, const char *path, uint8_t hash[16], trn_error *err)
{
    trn_key key = {0, 0};
    const trn_status status = trn_file_key(rt, path, NULL, &key, err);
    trn_key_bytes(key, hash);
    return status;
}
