/* numbers.h - parameters that are lists of numbers. */
#ifndef TRN_NUMBERS_H
#define TRN_NUMBERS_H
#include "core/core.h"
#include <string.h>

/* Numbers separated by spaces, tabs or commas, at most `most` of them: how many there are, or -1 where the text is none such. */
static inline int32_t trn_parse_numbers(const char *text, double *out, int32_t most)
{
    const char *const blanks = " \t,";
    int32_t count = 0;
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks))
        if (count == most || !trn_parse_double(text, &text, &out[count++])) return -1;
    return count;
}
#endif
