/* png_guard.c - libpng's hooks for memory, warnings and errors, and where its errors land. */
#include "io/png_guard.h"
#include <setjmp.h>
#include <stdio.h>

void trn_png_on_error(png_structp png, png_const_charp message)
{
    trn_png_guard *guard = png_get_error_ptr(png);
    snprintf(guard->why, sizeof guard->why, "%s", message);
    png_longjmp(png, 1);
}

void trn_png_on_warning(png_structp png, png_const_charp message)
{
    trn_png_guard *guard = png_get_error_ptr(png);
    trn_log_message(guard->rt, TRN_LOG_DEBUG, "libpng: %s", message);
}

void *trn_png_alloc(png_structp png, png_alloc_size_t bytes)
{
    trn_png_guard *guard = png_get_mem_ptr(png);
    void *block = trn_alloc(guard->rt, bytes);
    if (!block) guard->refused = bytes;
    return block;
}

void trn_png_free(png_structp png, void *block)
{
    trn_png_guard *guard = png_get_mem_ptr(png);
    trn_free(guard->rt, block);
}

bool trn_png_try(png_structp png, void (*body)(void *work), void *work)
{
    if (setjmp(png_jmpbuf(png))) return false;
    body(work);
    return true;
}
