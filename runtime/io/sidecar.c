/* sidecar.c - what a file's numbers mean, written beside it. */
#include "io/sidecar.h"
#include "io/json.h"
#include "io/samples.h"
#include <float.h>
#include <stdio.h>
#include <string.h>

enum { VERSION = 1, MAX_BYTES = 1 << 16 }; /* ours have a few hundred; a larger file is somebody else's */

char *trn_sidecar_path(trn_runtime *rt, const char *path)
{
    const size_t n = strlen(path), stem = trn_path_ends(path, ".png") ? n - 4 : n;
    char *out = trn_alloc(rt, stem + sizeof ".json");
    if (!out) return NULL;
    memcpy(out, path, stem);
    memcpy(out + stem, ".json", sizeof ".json");
    return out;
}

/* ---- reading ---- */

static bool read_size(trn_json *j, int32_t *out)
{
    double v;
    if (!trn_json_number(j, &v)) return false;
    if (!(v >= 1 && v <= INT32_MAX) || v != (double)(int32_t)v) {
        j->fault = "a size is not a whole number from 1";
        return false;
    }
    *out = (int32_t)v;
    return true;
}

static void read_range(trn_json *j, trn_sidecar *s)
{
    double ends[2];
    int32_t n = 0;
    if (!trn_json_open(j, '[')) return;
    while (trn_json_element(j)) {
        double v;
        if (!trn_json_number(j, &v)) return;
        if (n < 2) ends[n] = v;
        ++n;
    }
    if (j->fault) return;
    if (n != 2 || !trn_scale_valid(ends[0], ends[1])) {
        j->fault = "the range is not two numbers that a float can hold";
        return;
    }
    s->has_range = true;
    s->range_lo = ends[0];
    s->range_hi = ends[1];
}

static void read_members(trn_json *j, trn_sidecar *s)
{
    char name[16], text[8];
    if (!trn_json_open(j, '{')) return;
    while (trn_json_member(j, name, sizeof name)) {
        double v = 0;
        if (strcmp(name, "terrane") == 0) {
            s->found = true;
            if (trn_json_number(j, &v) && v != VERSION) j->fault = "a later Terrane wrote it";
        } else if (strcmp(name, "range") == 0) {
            read_range(j, s);
        } else if (strcmp(name, "world_size") == 0) {
            if (trn_json_number(j, &v) && !(v > 0)) j->fault = "world_size is not above 0";
            s->world_size = v;
        } else if (strcmp(name, "width") == 0) {
            read_size(j, &s->width);
        } else if (strcmp(name, "height") == 0) {
            read_size(j, &s->height);
        } else if (strcmp(name, "byte_order") == 0) {
            if (!trn_json_string(j, text, sizeof text)) return;
            s->big_endian = strcmp(text, "big") == 0;
            if (!s->big_endian && strcmp(text, "little") != 0) j->fault = "byte_order is neither \"little\" nor \"big\"";
        } else {
            trn_json_skip(j);
        }
    }
    trn_json_end(j);
}

/* A file without "terrane" in it may call other things a range. What is no JSON at all cannot be told, and counts as ours. */
static bool is_ours(const char *text)
{
    char name[16];
    bool ours = false;
    trn_json j = trn_json_start(text);
    if (text[strspn(text, " \t\r\n")] != '{') trn_json_skip(&j);
    else if (trn_json_open(&j, '{'))
        while (trn_json_member(&j, name, sizeof name)) {
            ours = ours || strcmp(name, "terrane") == 0;
            trn_json_skip(&j);
        }
    trn_json_end(&j);
    return ours || j.fault;
}

trn_status trn_sidecar_read(trn_runtime *rt, const char *path, trn_sidecar *out, trn_error *err)
{
    *out = (trn_sidecar){0};
    char *name = trn_sidecar_path(rt, path), *text = NULL;
    if (!name) return trn_out_of_memory(rt, strlen(path), err);
    trn_source source;
    bool absent = false;
    trn_status status = trn_source_open(&source, rt, name, &absent, err);
    if (!status && source.size <= MAX_BYTES) {
        text = trn_alloc(rt, MAX_BYTES + 1);
        if (!text) status = trn_out_of_memory(rt, MAX_BYTES + 1, err);
        if (!status) {
            const size_t n = trn_source_read(&source, text, MAX_BYTES);
            text[n] = 0;
            if (source.failure) status = trn_source_failed(&source, err);
            else if (is_ours(text)) {
                trn_json j = trn_json_start(text);
                read_members(&j, out);
                if (!j.fault && strlen(text) != n) j.fault = "a zero byte follows";
                if (j.fault)
                    status = trn_file_fail(err, TRN_ERR_FORMAT, name, "line %d of this sidecar: %s; mend it, or give the range",
                                           trn_json_line(&j), j.fault);
            }
        }
    }
    trn_source_close(&source);
    trn_free(rt, text);
    trn_free(rt, name);
    if (absent) status = TRN_OK;
    if (status) *out = (trn_sidecar){0};
    return status;
}

/* ---- writing ---- */

bool trn_sidecar_key_valid(const char *key)
{
    const size_t n = strspn(key, "0123456789abcdefABCDEF");
    return key[n] == 0 && n >= 1 && n <= 64;
}

bool trn_sidecar_write(const trn_sidecar *s, bool headerless, trn_sink *sink)
{
    char text[512], a[32], b[32];
    size_t n = (size_t)snprintf(text, sizeof text, "{\n  \"terrane\": %d,\n  \"width\": %d,\n  \"height\": %d", VERSION, s->width, s->height);
    if (headerless)
        n += (size_t)snprintf(text + n, sizeof text - n, ",\n  \"byte_order\": \"%s\"", s->big_endian ? "big" : "little");
    if (s->has_range) {
        trn_format_double(s->range_lo, a);
        trn_format_double(s->range_hi, b);
        n += (size_t)snprintf(text + n, sizeof text - n, ",\n  \"range\": [%s, %s]", a, b);
    }
    if (s->world_size > 0) {
        trn_format_double(s->world_size, a);
        n += (size_t)snprintf(text + n, sizeof text - n, ",\n  \"world_size\": %s", a);
    }
    if (s->key) n += (size_t)snprintf(text + n, sizeof text - n, ",\n  \"key\": \"%s\"", s->key);
    n += (size_t)snprintf(text + n, sizeof text - n, "\n}\n");
    return trn_sink_write(sink, text, n);
}
