/* host.h - the process around the program: Ctrl-C, terminals, folders. The library does none of this. */
#ifndef TRNL_HOST_H
#define TRNL_HOST_H
#include <lua.h>
#include <stdbool.h>

/* Opens those of the standard streams that were handed over closed, so that no file takes their place and gets what is
 * printed. Before anything else. */
void host_open_streams(void);

/* Catches Ctrl-C and SIGTERM from now on, and puts the module terrane.host in place:
 *     host.isatty(file)      whether io.stdout, io.stderr or another file is a terminal
 *     host.mkdir(path)       makes the folder and those above it: true, or nil and a message, also where nothing may be written there
 *     host.interrupted()     whether Ctrl-C was pressed
 * The first Ctrl-C or SIGTERM cancels the evaluation at work and ends the Lua code with an error; the second one kills. */
void host_open(lua_State *L);
void host_close(void); /* Ctrl-C has its usual meaning again */
bool host_interrupted(void);
#endif
