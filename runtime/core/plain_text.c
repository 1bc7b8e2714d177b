/* plain_text.c - numbers as text, the same in every locale. */
#define _GNU_SOURCE
#include "core/core.h"
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The "C" locale is a constant of the C library: making and freeing it costs nothing. */
static locale_t c_locale(void) { return newlocale(LC_ALL_MASK, "C", (locale_t)0); }

int trn_utf8(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80) return s[0] != 0;
    const int n = s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
    for (int i = 1; i < n; ++i)
        if ((s[i] & 0xc0) != 0x80) return 0;
    /* neither longer than need be, nor half of a UTF-16 pair, nor beyond U+10FFFF */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

int trn_vformat(char *out, size_t size, const char *format, va_list args)
{
    const locale_t c = c_locale(), old = uselocale(c);
    const int n = vsnprintf(out, size, format, args);
    uselocale(old);
    freelocale(c);
    return n;
}

int trn_format_double(double value, char out[32])
{
    if (value != value) return (int)strlen(strcpy(out, "nan"));
    if (value > 1.7976931348623157e308 || value < -1.7976931348623157e308) return (int)strlen(strcpy(out, value > 0 ? "inf" : "-inf"));
    const locale_t c = c_locale(), old = uselocale(c);
    int n = 0;
    if (value == 0) value = 0; /* no minus sign */
    if (value > -1e15 && value < 1e15 && value == (double)(int64_t)value)
        n = snprintf(out, 32, "%lld", (long long)value);
    else
        for (int digits = 1; digits <= 17; ++digits) {
            n = snprintf(out, 32, "%.*g", digits, value);
            if (strtod(out, NULL) == value) break;
        }
    uselocale(old);
    freelocale(c);
    return n;
}

/* One number as JSON has it: no hex, no inf or nan, no leading blanks or plus sign. */
static size_t number_length(const char *s)
{
    size_t i = s[0] == '-';
    const size_t digits = i;
    while (s[i] >= '0' && s[i] <= '9') ++i;
    size_t whole = i - digits, part = 0;
    if (s[i] == '.') {
        size_t j = i + 1;
        while (s[j] >= '0' && s[j] <= '9') ++j;
        part = j - i - 1;
        if (whole + part > 0) i = j;
    }
    if (whole + part == 0) return 0;
    if (s[i] == 'e' || s[i] == 'E') {
        size_t j = i + 1 + (s[i + 1] == '-' || s[i + 1] == '+');
        if (s[j] >= '0' && s[j] <= '9') {
            while (s[j] >= '0' && s[j] <= '9') ++j;
            i = j;
        }
    }
    return i;
}

bool trn_parse_double(const char *s, const char **end, double *out)
{
    const size_t n = number_length(s);
    char copy[128];
    if (n == 0 || n >= sizeof copy) return false;
    memcpy(copy, s, n);
    copy[n] = 0;
    const locale_t c = c_locale();
    *out = strtod_l(copy, NULL, c);
    freelocale(c);
    if (end) *end = s + n;
    return true;
}
