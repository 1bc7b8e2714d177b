/* host.c - see host.h */
#define _POSIX_C_SOURCE 200809L
#include "host.h"
#include "terrane_lua.h"
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#ifdef _WIN32
#include <direct.h>
#include <io.h>
#define isatty _isatty
#define fileno _fileno
#define make_folder(path) _mkdir(path)
#define may_write(path) true
#else
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#define make_folder(path) mkdir(path, 0777)
#define may_write(path) (access(path, W_OK | X_OK) == 0)
#endif

void host_open_streams(void)
{
#ifndef _WIN32
    for (int fd = 0; fd <= 2; ++fd)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) != fd) return;
#endif
}

/* ---- Ctrl-C ---- */

static volatile sig_atomic_t interrupted;
static trn_cancel *cancel; /* is never let go: a signal may come at any time */
static lua_State *state;
#ifndef _WIN32
static pthread_t main_thread;
static struct timespec first; /* when it came */

/* `timeout`, shells and the like send one signal to the program and to its group: that is not a second Ctrl-C. */
static bool same_press(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000 < 200;
}
#endif

bool host_interrupted(void) { return interrupted != 0; }

static void stop_lua(lua_State *L, lua_Debug *ar)
{
    (void)ar;
    lua_sethook(L, NULL, 0, 0);
    luaL_error(L, "interrupted");
}

static void on_interrupt(int number)
{
#ifndef _WIN32
    if (!pthread_equal(pthread_self(), main_thread)) { /* the signal met a thread of the runtime, which must not touch Lua */
        pthread_kill(main_thread, number);
        return;
    }
#endif
    if (interrupted) {
#ifndef _WIN32
        if (same_press()) return;
#endif
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
#ifndef _WIN32
    clock_gettime(CLOCK_MONOTONIC, &first);
#endif
    interrupted = 1;
    trn_cancel_raise(cancel);
    lua_sethook(state, stop_lua, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

void host_close(void)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

static void catch_interrupts(lua_State *L)
{
    trn_runtime *rt = NULL; /* of the flag alone */
    trn_error err;
    if (trn_runtime_create(NULL, &rt, &err) != TRN_OK || trn_cancel_create(rt, &cancel, &err) != TRN_OK) {
        trn_runtime_release(rt);
        luaL_error(L, "%s", err.message);
    }
    trn_runtime_release(rt);
    terrane_lua_set_cancel(L, cancel);
    state = L;
#ifndef _WIN32
    main_thread = pthread_self();
#endif
#ifdef _WIN32
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
#else
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART}; /* stays after the first, unlike C11's signal */
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
#endif
}

/* ---- the module terrane.host ---- */

static int l_isatty(lua_State *L)
{
    const luaL_Stream *stream = luaL_checkudata(L, 1, LUA_FILEHANDLE);
    lua_pushboolean(L, stream->closef && isatty(fileno(stream->f)));
    return 1;
}

static int l_mkdir(lua_State *L)
{
    char path[4096 + 2];
    const size_t length = strlen(luaL_checkstring(L, 1));
    luaL_argcheck(L, length > 0 && length < 4096, 1, "a path of 1 to 4095 bytes expected");
    memcpy(path, lua_tostring(L, 1), length + 1);
    for (size_t i = 1; i <= length; ++i) {
        if (path[i] != '/' && path[i] != '\0') continue;
        const char separator = path[i];
        path[i] = 0;
        const bool failed = make_folder(path) != 0 && errno != EEXIST;
        const int why = errno;
        path[i] = separator;
        if (failed && separator == 0) { /* of those above only the last matters: some stand where nothing may be made */
            lua_pushnil(L);
            lua_pushfstring(L, "cannot make the folder '%s': %s", path, strerror(why));
            return 2;
        }
    }
    memcpy(path + length, "/.", 3); /* a file is no folder */
    if (!may_write(path)) {         /* better said now than after a long evaluation */
        lua_pushnil(L);
        lua_pushfstring(L, "cannot write to the folder '%s': %s", lua_tostring(L, 1), strerror(errno));
        return 2;
    }
    lua_pushboolean(L, 1);
    return 1;
}

static int l_interrupted(lua_State *L)
{
    lua_pushboolean(L, host_interrupted());
    return 1;
}

static int open_module(lua_State *L)
{
    static const luaL_Reg functions[] = {{"isatty", l_isatty}, {"mkdir", l_mkdir}, {"interrupted", l_interrupted}, {NULL, NULL}};
    luaL_newlib(L, functions);
    return 1;
}

void host_open(lua_State *L)
{
    catch_interrupts(L);
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "preload");
    lua_pushcfunction(L, open_module);
    lua_setfield(L, -2, "terrane.host");
    lua_pop(L, 2);
}
