/* chunks.h - the Lua sources of stdlib/terrane, built in. */
#ifndef TRNL_CHUNKS_H
#define TRNL_CHUNKS_H
#include <stddef.h>
typedef struct trnl_chunk { const char *module, *name, *text; size_t length; } trnl_chunk;
extern const trnl_chunk trnl_stdlib[]; /* ends with module NULL */
#endif
