/* disk.h - folders with results, for the tests of the cache on disk. */
#ifndef TRN_SPEC_DISK_H
#define TRN_SPEC_DISK_H
#include "graph.h"
#include "graph/disk_cache.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATHS = 4000, PATH_ROOM = 512 };
typedef struct listing { int32_t count; char path[PATHS][PATH_ROOM]; } listing;

/* A folder of its own for one test. */
static inline const char *new_folder(void)
{
    static char name[PATH_ROOM];
    snprintf(name, sizeof name, "%s/terrane-cache-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    CHECK(mkdtemp(name) != NULL);
    return name;
}

/* The files below a folder, two levels deep, whose name ends so; in no order. */
static inline void list_files(const char *folder, const char *ending, listing *out)
{
    out->count = 0;
    DIR *top = opendir(folder);
    for (const struct dirent *e; top && (e = readdir(top)) != NULL;) {
        char sub[PATH_ROOM];
        if (e->d_name[0] == '.' || snprintf(sub, sizeof sub, "%s/%s", folder, e->d_name) >= PATH_ROOM) continue;
        DIR *below = opendir(sub);
        for (const struct dirent *f; below && (f = readdir(below)) != NULL;) {
            const size_t n = strlen(f->d_name), m = strlen(ending);
            if (n >= m && strcmp(f->d_name + n - m, ending) == 0 && strcmp(f->d_name, ".") != 0 && strcmp(f->d_name, "..") != 0 && out->count < PATHS)
                if (snprintf(out->path[out->count], PATH_ROOM, "%s/%s", sub, f->d_name) < PATH_ROOM) ++out->count;
        }
        if (below) closedir(below);
    }
    if (top) closedir(top);
}

static inline int32_t count_files(const char *folder, const char *ending)
{
    static listing l;
    list_files(folder, ending, &l);
    return l.count;
}

static inline void remove_folder(const char *folder)
{
    char command[PATH_ROOM + 20];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
}

static inline int64_t file_size(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? (int64_t)st.st_size : -1;
}

/* What a runtime logs. */
typedef struct told { int32_t warnings; char last[600]; } told;
static inline void hear(void *user, trn_log_level level, const char *line)
{
    told *t = user;
    if (level != TRN_LOG_WARNING) return;
    ++t->warnings;
    snprintf(t->last, sizeof t->last, "%s", line);
}

static inline trn_runtime *runtime_at(const char *folder, uint64_t limit, told *log)
{
    trn_runtime *rt = NULL;
    trn_error err;
    if (log) *log = (told){0};
    const trn_runtime_desc desc = {.threads = 2, .cache_dir = folder, .limits.disk_bytes = limit, .log = log ? hear : NULL, .log_user = log};
    CHECK_STATUS(trn_runtime_create(&desc, &rt, &err), TRN_OK, err);
    return rt;
}
#endif
