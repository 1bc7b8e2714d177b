/* numbers.h - parameters that are numbers without bounds, or lists of numbers. */
#ifndef TRN_NUMBERS_H
#define TRN_NUMBERS_H
#include "graph/node.h"
#include <string.h>

/* For parameters without bounds: beyond 1e24 in size, heights and what is worked out of them would not stay finite. */
static inline trn_status trn_need_moderate(trn_error *err, const char *param, double value)
{
    return value >= -1e24 && value <= 1e24 ? TRN_OK : trn_param_fail(err, param, "%g is more than 1e24 in size", value);
}

/* Numbers separated by spaces, tabs or commas, at most `most` of them: how many there are, or -1 where the text is none such. */
static inline int32_t trn_parse_numbers(const char *text, double *out, int32_t most)
{
    const char *const blanks = " \t,";
    int32_t count = 0;
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks))
        if (count == most || !trn_parse_double(text, &text, &out[count++])) return -1;
    return count;
}

/* The same for a parameter that must have `least` to `most` numbers, each within -1e24 ... 1e24; what is left out keeps its value. */
static inline trn_status trn_need_numbers(trn_error *err, const char *param, const char *text, double *out, int32_t least, int32_t most)
{
    const int32_t count = trn_parse_numbers(text, out, most);
    if (count < least) {
        if (least == most) return trn_param_fail(err, param, "must be %d numbers, got '%s'", (int)most, text);
        return trn_param_fail(err, param, "must be %d to %d numbers, got '%s'", (int)least, (int)most, text);
    }
    for (int32_t i = 0; i < count; ++i)
        if (!(out[i] >= -1e24 && out[i] <= 1e24)) return trn_param_fail(err, param, "%g is more than 1e24 in size", out[i]);
    return TRN_OK;
}
#endif
