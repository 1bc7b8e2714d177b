/* file_sink.c - writing files: whole under their name, or not at all. */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#include "io/file.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 18, NAME_BYTES = 32, ATTEMPTS = 100 };
#define TEMPORARY_HEAD ".terrane-"
#define TEMPORARY_TAIL ".tmp"

static trn_status fail_errno(const trn_sink *s, int number, trn_error *err)
{
    const char *text = trn_errno_text(number);
    if (text) return trn_file_fail(err, TRN_ERR_IO, s->path, "cannot be written: %s", text);
    return trn_file_fail(err, TRN_ERR_IO, s->path, "cannot be written: system error %d", number);
}

/* A write past the process's limit on file sizes raises SIGXFSZ, which ends a process that does not expect it. It is held
 * back from this thread for the time of the write and taken away if the write raised it; the error number says it all. */
typedef struct signal_guard { sigset_t only, before; bool pending; } signal_guard;

static void guard_enter(signal_guard *g)
{
    sigset_t pending;
    sigemptyset(&g->only);
    sigaddset(&g->only, SIGXFSZ);
    g->pending = sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &g->only, &g->before);
}

static void guard_leave(signal_guard *g, int failure)
{
    sigset_t pending;
    int number;
    if (failure == EFBIG && !g->pending && sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1)
        sigwait(&g->only, &number); /* returns at once */
    pthread_sigmask(SIG_SETMASK, &g->before, NULL);
}

static void flush(trn_sink *s)
{
    signal_guard guard;
    guard_enter(&guard);
    for (size_t done = 0; done < s->fill && !s->failure;) {
        ssize_t n = write(s->fd, s->buffer + done, s->fill - done);
        if (n > 0) done += (size_t)n;
        else if (n == 0 || errno != EINTR) s->failure = n == 0 ? EIO : errno;
    }
    s->fill = 0;
    guard_leave(&guard, s->failure);
}

/* The file that a write to s->path would change, and its permissions where it is there already. */
static trn_status find_target(trn_sink *s, mode_t *mode, bool *exists, trn_error *err)
{
    struct stat st;
    char resolved[PATH_MAX];
    const char *target = s->path;
    *exists = lstat(s->path, &st) == 0;
    if (!*exists && errno != ENOENT) return fail_errno(s, errno, err);
    if (*exists && S_ISLNK(st.st_mode)) {
        if (!realpath(s->path, resolved))
            return errno == ENOENT ? trn_file_fail(err, TRN_ERR_IO, s->path, "is a symbolic link that leads nowhere")
                                   : fail_errno(s, errno, err);
        target = resolved;
        if (stat(target, &st)) return fail_errno(s, errno, err);
    }
    if (*exists && !S_ISREG(st.st_mode))
        return trn_file_fail(err, TRN_ERR_IO, s->path, S_ISDIR(st.st_mode) ? "is a folder, not a file" : "is not a regular file");
    if (*exists && access(target, W_OK)) {
        if (errno != ENOENT) return fail_errno(s, errno, err);
        *exists = false; /* another process has just taken it away */
    }
    *mode = *exists ? st.st_mode & 0777 : 0;
    s->target = trn_strdup(s->rt, target);
    return s->target ? TRN_OK : trn_out_of_memory(s->rt, strlen(target) + 1, err);
}

static size_t folder_length(const char *path) /* with its slash */
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static trn_status create_temporary(trn_sink *s, trn_error *err)
{
    static atomic_uint serial;
    size_t folder = folder_length(s->target), bytes = folder + NAME_BYTES;
    s->temporary = trn_alloc(s->rt, bytes);
    if (!s->temporary) return trn_out_of_memory(s->rt, bytes, err);
    memcpy(s->temporary, s->target, folder);
    int bad = EEXIST;
    for (int i = 0; i < ATTEMPTS && bad == EEXIST; ++i) { /* hard to guess is enough: O_EXCL takes no file that is there */
        const uint64_t parts[] = {(uint64_t)(trn_clock() * 1e9), (uintptr_t)s, atomic_fetch_add(&serial, 1), (uint64_t)getpid()};
        snprintf(s->temporary + folder, NAME_BYTES, TEMPORARY_HEAD "%016llx" TEMPORARY_TAIL, (unsigned long long)trn_hash(parts, sizeof parts).lo);
        do s->fd = open(s->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        while (s->fd < 0 && errno == EINTR);
        bad = s->fd < 0 ? errno : 0;
    }
    s->created = !bad;
    return bad ? fail_errno(s, bad, err) : TRN_OK;
}

trn_status trn_sink_open(trn_sink *s, trn_runtime *rt, const char *path, trn_error *err)
{
    *s = (trn_sink){.rt = rt, .path = path, .fd = -1};
    if (!path || !*path) return trn_error_set(err, TRN_ERR_ARGUMENT, "a file name is needed");
    mode_t mode;
    bool exists;
    trn_status status = find_target(s, &mode, &exists, err);
    if (status) return status;
    s->buffer = trn_alloc(rt, BUFFER_BYTES);
    if (!s->buffer) return trn_out_of_memory(rt, BUFFER_BYTES, err);
    status = create_temporary(s, err);
    if (status) return status;
    if (exists && fchmod(s->fd, mode)) return fail_errno(s, errno, err);
    return TRN_OK;
}

bool trn_sink_write(trn_sink *s, const void *data, size_t bytes)
{
    const uint8_t *from = data;
    while (bytes && !s->failure) {
        size_t n = BUFFER_BYTES - s->fill;
        n = n < bytes ? n : bytes;
        memcpy(s->buffer + s->fill, from, n);
        s->fill += n;
        from += n;
        bytes -= n;
        if (s->fill == BUFFER_BYTES) flush(s);
    }
    return !s->failure;
}

trn_status trn_sink_failed(const trn_sink *s, trn_error *err) { return fail_errno(s, s->failure, err); }

trn_status trn_sink_finish(trn_sink *s, trn_error *err)
{
    if (!s->failure) flush(s);
    while (!s->failure && !s->fleeting && fsync(s->fd)) {
        if (errno == EINVAL || errno == ENOTSUP) break; /* a file system without fsync */
        if (errno != EINTR) s->failure = errno;
    }
    if (close(s->fd) && !s->failure && errno != EINTR) s->failure = errno;
    s->fd = -1;
    return s->failure ? trn_sink_failed(s, err) : TRN_OK;
}

trn_status trn_sink_publish(trn_sink *s, trn_error *err)
{
    if (rename(s->temporary, s->target)) return fail_errno(s, errno, err);
    s->published = true;
    if (s->fleeting) return TRN_OK;
    /* the name itself, on the disk: best effort, since the file is there and whole either way */
    size_t folder = folder_length(s->target);
    memcpy(s->temporary, folder ? s->target : "./", folder ? folder : 2);
    s->temporary[folder ? folder : 2] = 0;
    int fd = open(s->temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
    return TRN_OK;
}

void trn_sink_close(trn_sink *s)
{
    if (s->fd >= 0) close(s->fd);
    if (s->created && !s->published) unlink(s->temporary);
    s->fd = -1;
    s->created = false;
    trn_free(s->rt, s->temporary);
    trn_free(s->rt, s->target);
    trn_free(s->rt, s->buffer);
    s->temporary = s->target = NULL;
    s->buffer = NULL;
}

void trn_file_remove(const char *path) { unlink(path); }

bool trn_is_temporary(const char *name)
{
    const size_t head = sizeof TEMPORARY_HEAD - 1, tail = sizeof TEMPORARY_TAIL - 1, digits = 16;
    return strlen(name) == head + digits + tail && strncmp(name, TEMPORARY_HEAD, head) == 0 &&
           strspn(name + head, "0123456789abcdef") == digits && strcmp(name + head + digits, TEMPORARY_TAIL) == 0;
}
