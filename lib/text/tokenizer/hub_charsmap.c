/*
 * hub_charsmap: the table of characters that a tokenizer of the sentencepiece kind carries: which
 * text stands for which bytes. It is base64 of the size of a tree, the tree, and the texts, each
 * with a NUL behind it. The tree is an array of words of 32 bits: a step by a byte goes to the
 * place offset ^ byte, whose lowest byte must be that byte; where a key ends, the place `offset`
 * says where its text begins.
 */
#include <string.h>

#include "text/tokenizer/hub.h"

struct attn_charsmap {
    const unsigned char *units; /* four bytes each, the lowest first */
    size_t unit_count;
    const char *texts;
    size_t text_bytes;
};

/* ---- base64 ---- */

static int digit_of(char letter)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = letter ? strchr(digits, letter) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* The bytes that it stands for, with *length; NULL: it is not base64, or there is no memory. */
static unsigned char *decode(const char *text, attn_arena *arena, size_t *length)
{
    unsigned char *bytes = attn_alloc(arena, strlen(text) / 4 * 3 + 3, 1);
    unsigned bits = 0, count = 0;
    *length = 0;
    for (; bytes && *text && *text != '='; text++) {
        const int digit = digit_of(*text);
        if (digit < 0) return NULL;
        bits = (bits << 6 | (unsigned)digit) & 0xFFFFFF;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes[(*length)++] = (unsigned char)(bits >> count);
    }
    return strspn(text, "=") == strlen(text) ? bytes : NULL;
}

static uint32_t word_at(const unsigned char *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* ---- read ---- */

#define IS_TEXT 0x80000000u /* a place that says where a text begins, in its other bits */
#define ENDS 0x100u         /* a place at which a key ends */

#define MOST_BYTES 256 /* of a text */

/* The text that begins at a place of the texts; without an end it has one byte too many. */
static attn_span text_at(const attn_charsmap *map, size_t at)
{
    const size_t left = map->text_bytes - at, most = left < MOST_BYTES + 1 ? left : MOST_BYTES + 1;
    const char *end = memchr(map->texts + at, '\0', most);
    return (attn_span){map->texts + at, end ? (size_t)(end - map->texts) - at : MOST_BYTES + 1};
}

/* Whether all texts that the tree leads to are there, of a fair length, and UTF-8. */
static const char *find_wrong(const attn_charsmap *map)
{
    size_t bad;
    if (map->text_bytes == 0 || map->texts[map->text_bytes - 1] != '\0')
        return "the texts of the table of characters do not end with a NUL";
    for (size_t i = 0; i < map->unit_count; i++) {
        const uint32_t unit = word_at(map->units + 4 * i), at = unit & ~IS_TEXT;
        if (!(unit & IS_TEXT)) continue;
        if (at >= map->text_bytes)
            return "the table of characters leads to a text that it does not have";
        const attn_span text = text_at(map, at);
        if (text.length > MOST_BYTES || !attn_utf8_valid(text.bytes, text.length, &bad))
            return "a text of the table of characters is longer than 256 bytes, or not UTF-8";
    }
    return NULL;
}

const attn_charsmap *attn_charsmap_of(attn_span bytes, attn_arena *arena, const char **why)
{
    const unsigned char *all = (const unsigned char *)bytes.bytes;
    const size_t length = bytes.length, tree = length >= 4 ? word_at(all) : 0;
    *why = NULL;
    if (length < 4 || tree < 4 || tree % 4 || tree > length - 4) {
        *why = "the table of characters is cut short";
        return NULL;
    }
    attn_charsmap *map = attn_alloc(arena, 1, sizeof *map);
    if (!map) return NULL;
    *map = (attn_charsmap){all + 4, tree / 4, bytes.bytes + 4 + tree, length - 4 - tree};
    *why = find_wrong(map);
    return *why ? NULL : map;
}

const attn_charsmap *attn_charsmap_read(const char *base64, attn_arena *arena, const char **why)
{
    size_t length;
    const unsigned char *bytes = decode(base64, arena, &length);
    *why = NULL;
    if (!bytes) *why = "the table of characters is not base64";
    return bytes ? attn_charsmap_of((attn_span){(const char *)bytes, length}, arena, why) : NULL;
}

/* ---- looked up ---- */

static size_t offset_of(uint32_t unit)
{
    return (size_t)(unit >> 10) << ((unit & 0x200) ? 8 : 0);
}

attn_span attn_charsmap_find(const attn_charsmap *map, attn_span bytes, size_t *length)
{
    attn_span found = {NULL, 0};
    size_t at = offset_of(word_at(map->units));
    for (size_t i = 0; i < bytes.length; i++) {
        const unsigned char byte = (unsigned char)bytes.bytes[i];
        at ^= byte;
        if (byte == 0 || at >= map->unit_count) break;
        const uint32_t unit = word_at(map->units + 4 * at);
        if ((unit & (IS_TEXT | 0xFF)) != byte) break;
        at ^= offset_of(unit);
        if (!(unit & ENDS)) continue;
        const uint32_t text = at < map->unit_count ? word_at(map->units + 4 * at) : 0;
        if (text & IS_TEXT) found = text_at(map, text & ~IS_TEXT);
        if (!length) break;
        if (text & IS_TEXT) *length = i + 1;
    }
    return found;
}
