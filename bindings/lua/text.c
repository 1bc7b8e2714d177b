/* text.c - texts from recipes and files, made fit for a terminal or a log. */
#include "args.h"
#include "box.h"

/* The length of the UTF-8 character at s, of at most n bytes; 0 for what is none. */
static size_t character(const unsigned char *s, size_t n)
{
    if (s[0] < 0x80) return 1;
    const size_t length = s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
    if (length == 0 || length > n) return 0;
    for (size_t i = 1; i < length; ++i)
        if ((s[i] & 0xc0) != 0x80) return 0;
    const bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    const bool outside = (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf4 && s[1] >= 0x90);
    return overlong || outside ? 0 : length;
}

/* clean(text, limit): at most so many bytes of it, as valid UTF-8 without control characters but tab and newline; a '?' for
 * each byte that is not. */
static int clean(lua_State *L)
{
    size_t n;
    const unsigned char *s = (const unsigned char *)luaL_checklstring(L, 1, &n);
    const size_t limit = (size_t)trnl_whole(L, 2, 0, 1 << 30);
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    for (size_t i = 0; i < n;) {
        size_t length = character(s + i, n - i);
        const bool control = (s[i] < 32 && s[i] != '\t' && s[i] != '\n') || s[i] == 127;
        if (i + (length ? length : 1) > limit) break;
        if (length == 0 || control) luaL_addchar(&out, '?');
        else luaL_addlstring(&out, (const char *)s + i, length);
        i += length ? length : 1;
    }
    luaL_pushresult(&out);
    return 1;
}

const luaL_Reg trnl_text_functions[] = {{"clean", clean}, {NULL, NULL}};
