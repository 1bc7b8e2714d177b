#include "terrain/color_ramp.h"
#include <string.h>

static const char *const blanks = " \t";

typedef struct stop { double at, value[TRN_RAMP_CHANNELS]; int32_t channels; } stop;

static bool parse_stop(const char **text, stop *s)
{
    if (!trn_parse_double(*text, text, &s->at) || **text != ':') return false;
    s->channels = 0;
    do {
        ++*text;
        *text += strspn(*text, blanks);
        if (s->channels == TRN_RAMP_CHANNELS || !trn_parse_double(*text, text, &s->value[s->channels++])) return false;
    } while (**text == ',');
    return **text == 0 || strchr(blanks, **text);
}

static void insert(trn_color_ramp *r, const stop *s) /* behind those at the same place */
{
    int32_t i = r->count++;
    for (; i > 0 && r->at[i - 1] > s->at; --i) {
        r->at[i] = r->at[i - 1];
        memcpy(r->value[i], r->value[i - 1], sizeof r->value[i]);
    }
    r->at[i] = s->at;
    memcpy(r->value[i], s->value, sizeof r->value[i]);
}

trn_status trn_ramp_parse(const char *text, int32_t mode, const char *param, trn_color_ramp *out, trn_error *err)
{
    const char *at = text;
    memset(out, 0, sizeof *out);
    out->mode = mode;
    for (at += strspn(at, blanks); *at; at += strspn(at, blanks)) {
        stop s = {0};
        if (!parse_stop(&at, &s))
            return trn_param_fail(err, param, "must be stops, \"0:0 0.5:1 1:0\" or \"0:0,0,0 1:1,0.5,0\", got '%s'", text);
        if (out->count == 0) out->channels = s.channels;
        if (s.channels != out->channels)
            return trn_param_fail(err, param, "the stop at %g has %d components, and the first %d", s.at, (int)s.channels, (int)out->channels);
        if (out->count == TRN_RAMP_STOPS) return trn_param_fail(err, param, "has more than %d stops", TRN_RAMP_STOPS);
        insert(out, &s);
    }
    return out->count ? TRN_OK : trn_param_fail(err, param, "has no stop; write \"0:0 1:1\"");
}
