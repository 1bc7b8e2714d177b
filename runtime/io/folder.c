/* folder.c - what stands in a folder. */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#include "io/file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static int64_t nanoseconds(struct timespec t) { return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec; }

bool trn_file_look(const char *path, trn_file_stat *out, bool *other)
{
    struct stat st;
    const bool there = lstat(path, &st) == 0, regular = there && S_ISREG(st.st_mode);
    if (other) *other = there && !regular;
    if (regular) *out = (trn_file_stat){(uint64_t)st.st_size, nanoseconds(st.st_mtim)};
    return regular;
}

void trn_file_touch(const char *path) { (void)utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW); }

int64_t trn_file_now(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds(now);
}

bool trn_folder_make(const char *path, int *failure)
{
    char part[PATH_MAX];
    const size_t length = strlen(path);
    struct stat st;
    *failure = length < sizeof part ? 0 : ENAMETOOLONG;
    if (*failure) return false;
    memcpy(part, path, length + 1);
    for (size_t i = 1; i <= length; ++i) {
        if (part[i] != '/' && part[i] != 0) continue;
        const char separator = part[i];
        part[i] = 0;
        if (mkdir(part, 0777) && errno != EEXIST) *failure = errno; /* of those above only the last matters */
        part[i] = separator;
    }
    if (stat(path, &st) == 0) *failure = S_ISDIR(st.st_mode) ? 0 : ENOTDIR;
    else if (!*failure) *failure = errno; /* somebody took it away at once */
    return *failure == 0;
}

void trn_folder_list(const char *path, trn_name_fn *fn, void *user)
{
    DIR *folder = opendir(path);
    if (!folder) return;
    for (const struct dirent *e; (e = readdir(folder)) != NULL;)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) fn(user, e->d_name);
    closedir(folder);
}
