/* json.h - JSON read in one pass, without a tree: whoever knows what to expect asks for it in turn.
 *
 *     trn_json j = trn_json_start(text);
 *     if (trn_json_open(&j, '{'))
 *         while (trn_json_member(&j, key, sizeof key))
 *             if (strcmp(key, "x") == 0) trn_json_number(&j, &x);
 *             else trn_json_skip(&j);
 *     trn_json_end(&j);
 *     if (j.fault) ...
 *
 * After a fault every call does nothing and returns false, so that one look at the end is enough. */
#ifndef TRN_IO_JSON_H
#define TRN_IO_JSON_H
#include "core/core.h"

typedef struct trn_json {
    const char *text, *at; /* ends with a zero byte */
    const char *fault;     /* what is wrong at `at`, or NULL */
    bool fresh;            /* just inside a bracket: no comma yet */
} trn_json;

trn_json trn_json_start(const char *text);
bool trn_json_open(trn_json *j, char bracket); /* '{' or '[' */
/* Goes to the next member's value; false: the object is closed. A name with escapes or longer than size - 1 reads as "". */
bool trn_json_member(trn_json *j, char *name, size_t size);
bool trn_json_element(trn_json *j); /* goes to the next element; false: the array is closed */
bool trn_json_number(trn_json *j, double *out); /* finite */
bool trn_json_string(trn_json *j, char *out, size_t size); /* as trn_json_member reads names */
bool trn_json_skip(trn_json *j); /* any value, up to 64 deep */
bool trn_json_end(trn_json *j);  /* nothing but blanks is left */
int32_t trn_json_line(const trn_json *j); /* of `at`, from 1 */
#endif
