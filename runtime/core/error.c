/* error.c - error messages, and the word that was probably meant. */
#include "core/core.h"
#include <string.h>

const char *trn_status_name(trn_status status)
{
    switch (status) {
    case TRN_OK: return "ok";
    case TRN_ERR_MEMORY: return "out of memory";
    case TRN_ERR_ARGUMENT: return "bad argument";
    case TRN_ERR_LIMIT: return "over a limit";
    case TRN_ERR_CANCELLED: return "cancelled";
    case TRN_ERR_IO: return "file error";
    case TRN_ERR_FORMAT: return "bad format";
    case TRN_ERR_DATA: return "bad data";
    case TRN_ERR_DEVICE: return "no such device";
    case TRN_ERR_INTERNAL: return "internal error";
    }
    return "unknown status";
}

/* Text of recipes and files may stand in a message, whatever it holds; cut: what does not fit was left out behind it. */
static void clean(char *s, bool cut)
{
    for (int n; *s; s += n > 0 ? n : 1) {
        n = trn_utf8(s);
        if (n == 0 && cut && (unsigned char)*s >= 0xc0 && strlen(s) < 4) { /* the cut went through this character */
            *s = 0;
            break;
        }
        if (n == 2 && (unsigned char)s[0] == 0xc2 && (unsigned char)s[1] < 0xa0) n = 0; /* controls too, to some terminals */
        if (n == 0 || (unsigned char)*s < 32 || *s == 127) *s = '?';
    }
}

trn_status trn_error_setv(trn_error *err, trn_status status, const char *format, va_list args)
{
    if (!err) return status;
    err->status = status;
    const int n = trn_vformat(err->message, sizeof err->message, format, args);
    if (n < 0) *err->message = 0;
    clean(err->message, n >= (int)sizeof err->message);
    return status;
}

trn_status trn_error_set(trn_error *err, trn_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    trn_error_setv(err, status, format, args);
    va_end(args);
    return status;
}

trn_status trn_error_prefix(trn_error *err, const char *prefix)
{
    if (!err) return TRN_ERR_INTERNAL;
    char old[sizeof err->message];
    memcpy(old, err->message, sizeof old);
    return trn_error_set(err, err->status, "%s: %s", prefix, old);
}

trn_status trn_out_of_memory(trn_runtime *rt, size_t bytes, trn_error *err)
{
    const trn_runtime_stats s = trn_runtime_get_stats(rt);
    const uint64_t limit = trn_runtime_limits(rt)->max_bytes;
    if (limit)
        return trn_error_set(err, TRN_ERR_MEMORY, "out of memory: %zu bytes wanted, %llu in use, the limit is %llu", bytes,
                             (unsigned long long)s.bytes, (unsigned long long)limit);
    return trn_error_set(err, TRN_ERR_MEMORY, "out of memory: %zu bytes wanted, %llu in use", bytes, (unsigned long long)s.bytes);
}

enum { WORD = 48 }; /* longer words are like no other */

/* Edit distance with insertions, deletions, replacements and swaps of neighbours; a is shorter than WORD. */
static int distance(const char *a, const char *b)
{
    if (strlen(b) >= WORD) return WORD;
    const int n = (int)strlen(a), m = (int)strlen(b);
    int d[3][WORD];
    for (int j = 0; j <= m; ++j) d[0][j] = j;
    for (int i = 1; i <= n; ++i) {
        int *now = d[i % 3], *last = d[(i + 2) % 3], *before = d[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= m; ++j) {
            const int replace = last[j - 1] + (a[i - 1] != b[j - 1]), drop = last[j] + 1, add = now[j - 1] + 1;
            int best = replace < drop ? replace : drop;
            if (add < best) best = add;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best) best = before[j - 2] + 1;
            now[j] = best;
        }
    }
    return d[n % 3][m];
}

const char *trn_closest(const char *word, const char *(*next)(const void *list, int32_t i), const void *list)
{
    const char *best = NULL, *candidate;
    if (strlen(word) >= WORD) return NULL;
    int limit = (int)(strlen(word) + 2) / 3 + 1;
    for (int32_t i = 0; (candidate = next(list, i)) != NULL; ++i) {
        const int d = distance(word, candidate);
        if (d < limit) {
            limit = d;
            best = candidate;
        }
    }
    return best;
}
