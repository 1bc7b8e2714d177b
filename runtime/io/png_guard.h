/* png_guard.h - libpng leaves a function by longjmp. This is the only place that it can jump to. */
#ifndef TRN_IO_PNG_GUARD_H
#define TRN_IO_PNG_GUARD_H
#include "core/core.h"
#include <png.h>

typedef struct trn_png_guard { /* libpng's error and memory pointer; zero but for rt before use */
    trn_runtime *rt;
    size_t refused; /* bytes of an allocation that failed, or 0 */
    char why[160];  /* libpng's objection */
} trn_png_guard;

void trn_png_on_error(png_structp png, png_const_charp message); /* never returns */
void trn_png_on_warning(png_structp png, png_const_charp message);
void *trn_png_alloc(png_structp png, png_alloc_size_t bytes);
void trn_png_free(png_structp png, void *block);

/* body(work), which calls libpng and owns nothing: whatever it must give back belongs to the caller. false: libpng objected
 * and body did not finish. */
bool trn_png_try(png_structp png, void (*body)(void *work), void *work);
#endif
