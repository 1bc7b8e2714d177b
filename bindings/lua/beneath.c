#define _GNU_SOURCE /* O_PATH */
/* beneath.c - the files that a stranger's recipe may name: plain ones, below a folder, on no way that leads out of it. */
#include "args.h"
#include "box.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#ifndef _WIN32
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifndef O_PATH
#define O_PATH O_RDONLY
#endif
#endif

enum { LONGEST = 1024 };

/* Names that some system takes for a device: CON, NUL.png, COM1 ... */
static bool is_device(const char *name, size_t length)
{
    static const char *const devices[] = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", NULL};
    size_t stem = 0;
    char upper[8] = "";
    while (stem < length && name[stem] != '.') ++stem;
    while (stem > 0 && name[stem - 1] == ' ') --stem; /* "NUL .png" is one too */
    if (stem >= sizeof upper) return false;
    for (size_t i = 0; i < stem; ++i) upper[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 32 : name[i]);
    if (stem == 4 && (strncmp(upper, "COM", 3) == 0 || strncmp(upper, "LPT", 3) == 0)) return upper[3] >= '0' && upper[3] <= '9';
    for (const char *const *d = devices; *d; ++d)
        if (strcmp(upper, *d) == 0) return true;
    return false;
}

/* What is wrong with a path, whatever lies there; NULL: nothing. */
static const char *wrong_with(const char *path, size_t length)
{
    static const char outside[] = "is neither below the recipe's folder nor given as a parameter";
    if (length > LONGEST) return "is too long for a path";
    if (*path == '/') return outside;
    for (size_t i = 0; i < length; ++i)
        if ((unsigned char)path[i] < 32 || path[i] == 127 || path[i] == '\\' || path[i] == ':') return outside;
    for (const char *at = path; *at;) {
        const size_t n = strcspn(at, "/");
        if (n == 2 && at[0] == '.' && at[1] == '.') return outside;
        if (n == 0 || (n == 1 && *at == '.')) return "has an empty part or '.' in it";
        if (at[n - 1] == '.' || at[n - 1] == ' ') return "has a part that ends in a dot or a space, which not every system keeps";
        if (is_device(at, n)) return "has the name of a device in it";
        at += n;
        if (*at && !*++at) return "is no file";
    }
    return NULL;
}

static int failed(lua_State *L, const char *path, const char *why)
{
    const size_t length = strlen(path);
    lua_pushnil(L);
    lua_pushlstring(L, path, length < 200 ? length : 200);
    lua_pushfstring(L, "'%s%s' %s", lua_tostring(L, -1), length < 200 ? "" : "...", why);
    lua_remove(L, -2);
    return 2;
}

#ifdef _WIN32
static int look(lua_State *L, const char *folder, const char *path) /* no links are looked for there */
{
    (void)folder;
    lua_pushstring(L, path);
    return 1;
}
#else
/* Opens one part after the other, from the descriptor of the one before, and follows no link. errno says why it failed;
 * *link: because of a link. */
static int open_beneath(const char *folder, const char *path, bool *link)
{
    char part[LONGEST + 1];
    struct stat st;
    int at = open(*folder ? folder : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (*link = false; at >= 0 && *path;) {
        const size_t n = strcspn(path, "/");
        memcpy(part, path, n);
        part[n] = '\0';
        path += n + (path[n] == '/');
        const int flags = *path ? O_PATH | O_DIRECTORY : O_RDONLY | O_NONBLOCK; /* a FIFO must not make it wait */
        const int next = openat(at, part, flags | O_NOFOLLOW | O_CLOEXEC);
        const int why = errno;
        if (next < 0) *link = fstatat(at, part, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(st.st_mode);
        close(at);
        errno = why;
        at = next;
    }
    return at;
}

static int look(lua_State *L, const char *folder, const char *path)
{
    struct stat st;
    bool link;
    const int fd = open_beneath(folder, path, &link);
    if (fd < 0) {
        const int why = errno;
        if (link) return failed(L, path, "leads over a symbolic link, which recipes do not follow");
        lua_pushnil(L);
        lua_pushfstring(L, *folder ? "%s/%s: %s" : "%s%s: %s", folder, path, strerror(why));
        lua_pushboolean(L, 1);
        return 3;
    }
    const bool plain = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    close(fd);
    if (!plain) return failed(L, path, "is no plain file");
    lua_pushfstring(L, *folder ? "%s/%s" : "%s%s", folder, path);
    return 1;
}
#endif

/* beneath(folder, path): the path of a file that a recipe may read; or nil, a message, and true where there is none. What is
 * looked at here is read later, by name: who can change the folder meanwhile can change what is read. */
static int beneath(lua_State *L)
{
    const char *folder = luaL_checkstring(L, 1);
    size_t length;
    const char *path = luaL_checklstring(L, 2, &length);
    if (strlen(path) != length) return failed(L, path, "has a zero byte in it");
    const char *wrong = wrong_with(path, length);
    return wrong ? failed(L, path, wrong) : look(L, folder, path);
}

const luaL_Reg trnl_beneath_functions[] = {{"beneath", beneath}, {NULL, NULL}};
