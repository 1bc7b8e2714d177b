/* line_levels.c - the Unicode bidirectional algorithm (UAX #9) for a line without explicit embeddings, overrides and isolates, which
 * are ignored, and without its rule for paired brackets (N0). A character's class is told from its general category and script. */
#include "io/glyphs/line_levels.h"
#include <stdbool.h>

enum { L, R, AL, EN, AN, ES, ET, CS, NSM, WS, ON };

static bool between(uint32_t c, uint32_t first, uint32_t last) { return c >= first && c <= last; }

static int strong(hb_unicode_funcs_t *u, uint32_t c)
{
    const hb_script_t script = hb_unicode_script(u, c);
    if (hb_script_get_horizontal_direction(script) != HB_DIRECTION_RTL) return L;
    return script == HB_SCRIPT_ARABIC || script == HB_SCRIPT_SYRIAC || script == HB_SCRIPT_THAANA ? AL : R;
}

static uint8_t class_of(hb_unicode_funcs_t *u, uint32_t c)
{
    if (c == 0x200e) return L; /* the marks */
    if (c == 0x200f) return R;
    if (c == 0x061c) return AL;
    if (between(c, '0', '9') || between(c, 0x06f0, 0x06f9) || c == 0xb2 || c == 0xb3 || c == 0xb9 || c == 0x2070 || between(c, 0x2074, 0x2079) ||
        between(c, 0x2080, 0x2089) || between(c, 0xff10, 0xff19))
        return EN;
    if (between(c, 0x0660, 0x0669) || between(c, 0x066b, 0x066c)) return AN;
    if (c == '+' || c == '-' || c == 0x2212) return ES;
    if (c == ',' || c == '.' || c == ':' || c == '/' || c == 0xa0 || c == 0x060c || c == 0x202f) return CS;
    if (c == '#' || c == '%' || c == 0xb0 || c == 0xb1 || c == 0x066a || between(c, 0x2030, 0x2034)) return ET;
    switch (hb_unicode_general_category(u, c)) {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_FORMAT: return NSM; /* joiners and the like go with what is before them */
    case HB_UNICODE_GENERAL_CATEGORY_CURRENCY_SYMBOL: return ET;
    case HB_UNICODE_GENERAL_CATEGORY_SPACE_SEPARATOR: return WS;
    case HB_UNICODE_GENERAL_CATEGORY_UPPERCASE_LETTER:
    case HB_UNICODE_GENERAL_CATEGORY_LOWERCASE_LETTER:
    case HB_UNICODE_GENERAL_CATEGORY_TITLECASE_LETTER:
    case HB_UNICODE_GENERAL_CATEGORY_MODIFIER_LETTER:
    case HB_UNICODE_GENERAL_CATEGORY_OTHER_LETTER:
    case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_DECIMAL_NUMBER:
    case HB_UNICODE_GENERAL_CATEGORY_LETTER_NUMBER:
    case HB_UNICODE_GENERAL_CATEGORY_UNASSIGNED:
    case HB_UNICODE_GENERAL_CATEGORY_PRIVATE_USE: return (uint8_t)strong(u, c);
    default: return (uint8_t)(strong(u, c) == L ? ON : strong(u, c)); /* an Arabic question mark is a letter here, a Latin one is not */
    }
}

static bool neutral(uint8_t c) { return c == ES || c == ET || c == CS || c == WS || c == ON; }
static uint8_t side(uint8_t c) { return c == L ? L : R; } /* numbers count as right-to-left among neutrals */

static void weak(uint8_t *c, int32_t count, uint8_t edge)
{
    uint8_t before = edge, letter = edge;
    for (int32_t i = 0; i < count; ++i) { /* W1, W2 */
        if (c[i] == NSM) c[i] = before;
        if (c[i] == L || c[i] == R || c[i] == AL) letter = c[i];
        if (c[i] == EN && letter == AL) c[i] = AN;
        before = c[i];
    }
    for (int32_t i = 0; i < count; ++i) /* W3 */
        if (c[i] == AL) c[i] = R;
    for (int32_t i = 1; i + 1 < count; ++i) /* W4 */
        if ((c[i] == CS || (c[i] == ES && c[i - 1] == EN)) && c[i - 1] == c[i + 1] && (c[i - 1] == EN || c[i - 1] == AN)) c[i] = c[i - 1];
    for (int32_t i = 0; i < count; ++i) { /* W5: a row of them beside a number */
        if (c[i] != ET) continue;
        int32_t end = i;
        while (end < count && c[end] == ET) ++end;
        const bool number = (i > 0 && c[i - 1] == EN) || (end < count && c[end] == EN);
        for (int32_t k = i; k < end; ++k) c[k] = number ? EN : ON;
        i = end - 1;
    }
    letter = edge;
    for (int32_t i = 0; i < count; ++i) { /* W7 */
        if (c[i] == L || c[i] == R) letter = c[i];
        if (c[i] == EN && letter == L) c[i] = L;
    }
}

static void neutrals(uint8_t *c, int32_t count, uint8_t edge) /* N1, N2 */
{
    for (int32_t i = 0; i < count; ++i) {
        if (!neutral(c[i])) continue;
        int32_t end = i;
        while (end < count && neutral(c[end])) ++end;
        const uint8_t left = i > 0 ? side(c[i - 1]) : edge, right = end < count ? side(c[end]) : edge;
        for (int32_t k = i; k < end; ++k) c[k] = left == right ? left : edge;
        i = end - 1;
    }
}

void trn_line_levels(const uint32_t *text, int32_t count, uint8_t *levels, uint8_t *work)
{
    hb_unicode_funcs_t *u = hb_unicode_funcs_get_default();
    uint8_t edge = L;
    for (int32_t i = 0; i < count; ++i) work[i] = class_of(u, text[i]);
    for (int32_t i = count - 1; i >= 0; --i) /* P2, P3 */
        if (work[i] == L || work[i] == R || work[i] == AL) edge = side(work[i]);
    int32_t end = count; /* L1: blanks at the end stay there */
    while (end > 0 && work[end - 1] == WS) --end;
    weak(work, count, edge);
    neutrals(work, count, edge);
    for (int32_t i = 0; i < count; ++i) /* I1, I2 */
        levels[i] = i >= end ? edge == R : edge == R ? (work[i] == R ? 1 : 2) : work[i] == L ? 0 : work[i] == R ? 1 : 2;
}
