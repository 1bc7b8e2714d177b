/* check.h - what the C tests stand on: counted checks, and a last line "N passed, N failed, N skipped" for whoever reads the log.
 *
 *     int main(void)
 *     {
 *         CHECK(1 + 1 == 2);
 *         CHECK_EQUAL(trn_layer_get_info(layer)->width, 4);
 *         CHECK_NEAR(trn_sin(0.25), 1.0, 1e-15);
 *         CHECK_STATUS(trn_layer_create(rt, &desc, &layer, &err), TRN_OK, err);
 *         CHECK_TEXT(err.message, "height");
 *         return check_end();
 *     }
 */
#ifndef TRN_CHECK_H
#define TRN_CHECK_H
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int64_t check_passed, check_failed, check_skipped;

/* Counts a check; a failed one is printed with its place. Returns whether it passed. Not for use in several threads. */
static inline int check_that(int passed, const char *file, int line, const char *what)
{
    if (passed) {
        ++check_passed;
    } else {
        ++check_failed;
        printf("%s:%d: failed: %s\n", file, line, what);
    }
    return passed;
}
#define CHECK(condition) check_that((condition) ? 1 : 0, __FILE__, __LINE__, #condition)

#define CHECK_EQUAL(got, want) /* integers */                                                                          \
    do {                                                                                                               \
        int64_t check_got = (int64_t)(got), check_want = (int64_t)(want);                                              \
        if (!check_that(check_got == check_want, __FILE__, __LINE__, #got " == " #want))                               \
            printf("    got %lld, not %lld\n", (long long)check_got, (long long)check_want);                           \
    } while (0)
#define CHECK_SAME(got, want) /* numbers, exactly; a NaN equals a NaN */                                               \
    do {                                                                                                               \
        double check_got = (double)(got), check_want = (double)(want);                                                 \
        if (!check_that(check_got == check_want || (check_got != check_got && check_want != check_want), __FILE__,     \
                        __LINE__, #got " == " #want))                                                                  \
            printf("    got %.17g, not %.17g\n", check_got, check_want);                                               \
    } while (0)
#define CHECK_NEAR(got, want, tolerance)                                                                               \
    do {                                                                                                               \
        double check_got = (double)(got), check_want = (double)(want), check_tolerance = (double)(tolerance);          \
        if (!check_that(fabs(check_got - check_want) <= check_tolerance, __FILE__, __LINE__, #got " near " #want))     \
            printf("    got %.17g, not %.17g within %g\n", check_got, check_want, check_tolerance);                    \
    } while (0)
#define CHECK_BELOW(got, bound) /* got <= bound */                                                                     \
    do {                                                                                                               \
        double check_got = (double)(got), check_bound = (double)(bound);                                               \
        if (!check_that(check_got <= check_bound, __FILE__, __LINE__, #got " <= " #bound))                             \
            printf("    got %.9g, bound %.9g\n", check_got, check_bound);                                              \
    } while (0)
#define CHECK_TEXT(text, part) /* part stands in text */                                                               \
    do {                                                                                                               \
        const char *check_text = (text), *check_part = (part);                                                         \
        if (!check_that(check_text && strstr(check_text, check_part), __FILE__, __LINE__, #text " has " #part))        \
            printf("    got \"%s\", without \"%s\"\n", check_text ? check_text : "(null)", check_part);                \
    } while (0)
#define CHECK_STATUS(call, want, err) /* a trn_status, and the trn_error that the call filled */                       \
    do {                                                                                                               \
        int check_got = (int)(call), check_want = (int)(want);                                                         \
        if (!check_that(check_got == check_want, __FILE__, __LINE__, #call " is " #want))                              \
            printf("    got status %d, not %d: %s\n", check_got, check_want, check_got ? (err).message : "");          \
    } while (0)

/* For what this machine does not have. */
static inline void check_skip(const char *why)
{
    ++check_skipped;
    printf("skipped: %s\n", why);
}

/* The closing line; the value for main to return. */
static inline int check_end(void)
{
    printf("%lld passed, %lld failed, %lld skipped\n", (long long)check_passed, (long long)check_failed, (long long)check_skipped);
    return check_failed != 0;
}
#endif
