/* json.c - JSON (RFC 8259) in one pass. */
#include "io/json.h"
#include <float.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

static bool fault(trn_json *j, const char *what)
{
    if (!j->fault) j->fault = what;
    return false;
}

static char next_char(trn_json *j) /* after blanks; not consumed */
{
    while (*j->at == ' ' || *j->at == '\t' || *j->at == '\n' || *j->at == '\r') ++j->at;
    return *j->at;
}

trn_json trn_json_start(const char *text) { return (trn_json){.text = text, .at = text}; }

bool trn_json_open(trn_json *j, char bracket)
{
    if (j->fault) return false;
    if (next_char(j) != bracket) return fault(j, bracket == '{' ? "an object is expected" : "an array is expected");
    ++j->at;
    j->fresh = true;
    return true;
}

/* At the next value of an object or array, or past its closing bracket. */
static bool next_value(trn_json *j, char closing)
{
    if (j->fault) return false;
    const char c = next_char(j);
    if (c == closing) {
        ++j->at;
        j->fresh = false;
        return false;
    }
    if (!j->fresh) {
        if (c != ',') return fault(j, closing == '}' ? "',' or '}' is expected" : "',' or ']' is expected");
        ++j->at;
    }
    j->fresh = false;
    return true;
}

bool trn_json_string(trn_json *j, char *out, size_t size)
{
    if (j->fault) return false;
    if (next_char(j) != '"') return fault(j, "a string is expected");
    const char *s = ++j->at;
    bool plain = true;
    for (; *s != '"'; ++s) {
        if ((unsigned char)*s < 32) { /* the end of the text is one, too */
            j->at = s;
            return fault(j, "a string is not closed");
        }
        if (*s != '\\') continue;
        plain = false;
        const char c = *++s;
        if (c == 'u') {
            for (int i = 0; i < 4; ++i) {
                const char h = s[1];
                if (!((h >= '0' && h <= '9') || (h >= 'a' && h <= 'f') || (h >= 'A' && h <= 'F'))) {
                    j->at = s;
                    return fault(j, "a string has a bad escape");
                }
                ++s;
            }
        } else if (c == 0 || !strchr("\"\\/bfnrt", c)) {
            j->at = s;
            return fault(j, "a string has a bad escape");
        }
    }
    const size_t n = (size_t)(s - j->at);
    if (size) {
        const size_t kept = plain && n < size ? n : 0;
        memcpy(out, j->at, kept);
        out[kept] = 0;
    }
    j->at = s + 1;
    return true;
}

bool trn_json_member(trn_json *j, char *name, size_t size)
{
    if (!next_value(j, '}') || !trn_json_string(j, name, size)) return false;
    if (next_char(j) != ':') return fault(j, "':' is expected");
    ++j->at;
    return true;
}

bool trn_json_element(trn_json *j) { return next_value(j, ']'); }

bool trn_json_number(trn_json *j, double *out)
{
    if (j->fault) return false;
    const char c = next_char(j), *end;
    double value;
    if (c != '-' && !(c >= '0' && c <= '9')) return fault(j, "a number is expected");
    if (!trn_parse_double(j->at, &end, &value)) return fault(j, "a number is malformed");
    if (!(value >= -DBL_MAX && value <= DBL_MAX)) return fault(j, "a number is too large");
    *out = value;
    j->at = end;
    return true;
}

static bool word(trn_json *j, const char *w)
{
    const size_t n = strlen(w);
    if (strncmp(j->at, w, n) != 0) return fault(j, "a value is expected");
    j->at += n;
    return true;
}

static bool skip(trn_json *j, int32_t depth)
{
    double number;
    if (j->fault) return false;
    switch (next_char(j)) {
    case '{':
    case '[':
        if (depth == MAX_DEPTH) return fault(j, "it is nested too deeply");
        if (*j->at == '{') {
            trn_json_open(j, '{');
            while (trn_json_member(j, NULL, 0)) skip(j, depth + 1);
        } else {
            trn_json_open(j, '[');
            while (trn_json_element(j)) skip(j, depth + 1);
        }
        return !j->fault;
    case '"': return trn_json_string(j, NULL, 0);
    case 't': return word(j, "true");
    case 'f': return word(j, "false");
    case 'n': return word(j, "null");
    default: return trn_json_number(j, &number);
    }
}
bool trn_json_skip(trn_json *j) { return skip(j, 0); }

bool trn_json_end(trn_json *j)
{
    if (j->fault) return false;
    return next_char(j) == 0 || fault(j, "something follows the end");
}

int32_t trn_json_line(const trn_json *j)
{
    int32_t line = 1;
    for (const char *s = j->text; s < j->at; ++s) line += *s == '\n';
    return line;
}
