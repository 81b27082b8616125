/*
 * step_keys: turns the bytes of a keyboard into keys. Sequences are those of ECMA-48, as xterm and
 * the Linux console send them.
 */
#include "step_keys.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum {
    ESC = 0x1b,
    ESCAPE_PATIENCE = 60, /* ms: a sequence over a slow line takes no longer between its bytes */
    PASTE_PATIENCE = 1000,
    LONGEST_SEQUENCE = 32
};

unsigned char *step_keys_room(step_keys *keys, size_t *room)
{
    *room = sizeof keys->bytes - keys->count;
    return keys->bytes + keys->count;
}

int step_keys_patience(const step_keys *keys)
{
    if (keys->count || keys->skipping) return ESCAPE_PATIENCE;
    return keys->pasting ? PASTE_PATIENCE : -1;
}

/* ---- sequences ---- */

/* ESC [ … final: arrows and their neighbours; modifiers make no difference. */
static attnviz_key key_of_final(unsigned char final)
{
    static const attnviz_key named[0x80] = {
        ['A'] = ATTNVIZ_KEY_UP,    ['B'] = ATTNVIZ_KEY_DOWN,    ['C'] = ATTNVIZ_KEY_RIGHT,
        ['D'] = ATTNVIZ_KEY_LEFT,  ['H'] = ATTNVIZ_KEY_HOME,    ['F'] = ATTNVIZ_KEY_END,
        ['M'] = ATTNVIZ_KEY_ENTER, ['Z'] = ATTNVIZ_KEY_BACK_TAB};
    return final < 0x80 ? named[final] : ATTNVIZ_KEY_NONE;
}

/* ESC [ number ~ */
static attnviz_key key_of_number(step_keys *keys, long number)
{
    static const attnviz_key named[] = {
        [1] = ATTNVIZ_KEY_HOME,      [4] = ATTNVIZ_KEY_END,  [5] = ATTNVIZ_KEY_PAGE_UP,
        [6] = ATTNVIZ_KEY_PAGE_DOWN, [7] = ATTNVIZ_KEY_HOME, [8] = ATTNVIZ_KEY_END};
    if (number == 200 || number == 201) keys->pasting = number == 200;
    bool known = number > 0 && (size_t)number < sizeof named / sizeof *named;
    return known ? named[number] : ATTNVIZ_KEY_NONE;
}

/* Behind ESC [. How many bytes it has in all; 0: more are needed. */
static size_t take_sequence(step_keys *keys, attnviz_press *press)
{
    size_t at = 2;
    while (at < keys->count && keys->bytes[at] >= 0x20 && keys->bytes[at] < 0x40) at++;
    if (at > LONGEST_SEQUENCE) {
        keys->skipping = STEP_SKIPS_SEQUENCE;
        return at;
    }
    if (at == keys->count) return 0;
    unsigned char final = keys->bytes[at];
    if (final < 0x40 || final == 0x7f) return at;                /* broken off */
    if (final == '[' && at == 2) return keys->count > 3 ? 4 : 0; /* a console's function key */
    if (final == '~') {
        char number[LONGEST_SEQUENCE + 1] = "";
        memcpy(number, keys->bytes + 2, at - 2);
        press->key = key_of_number(keys, strtol(number, NULL, 10));
    } else if (final != 'M') {
        press->key = key_of_final(final);
    }
    return at + 1;
}

static size_t take_escape(step_keys *keys, bool silence, attnviz_press *press)
{
    unsigned char next = keys->count > 1 ? keys->bytes[1] : 0;
    size_t used = 0;
    if (next == '[') {
        used = take_sequence(keys, press);
    } else if (next == 'O' && keys->count > 2) {
        press->key = key_of_final(keys->bytes[2]);
        used = 3;
    } else if (next && strchr("]P_^X", next)) {
        keys->skipping = STEP_SKIPS_STRING;
        used = 2;
    } else if (keys->count > 1 && next != 'O') {
        press->key = ATTNVIZ_KEY_ESCAPE; /* and a key of its own */
        used = 1;
    }
    if (used || !silence) return used;
    press->key = keys->count == 1 ? ATTNVIZ_KEY_ESCAPE : ATTNVIZ_KEY_NONE;
    return keys->count;
}

/* What belongs to a sequence too long to be one, or to a string for the terminal. */
static size_t skip(step_keys *keys, bool silence)
{
    size_t at = 0;
    bool string = keys->skipping == STEP_SKIPS_STRING, ended = silence;
    for (; at < keys->count && !ended; at++) {
        unsigned char byte = keys->bytes[at];
        if (byte == ESC) break; /* "ESC \" ends a string, and any other begins anew */
        ended = string ? byte == 0x07 : byte >= 0x40 || byte < 0x20;
    }
    if (at < keys->count && keys->bytes[at] == ESC) {
        if (string && at + 1 == keys->count && !silence) return at;
        if (string && at + 1 < keys->count && keys->bytes[at + 1] == '\\') at += 2;
        ended = true;
    }
    if (ended) keys->skipping = STEP_SKIPS_NOTHING;
    return at;
}

/* ---- characters ---- */

static attnviz_key key_of_control(unsigned char byte)
{
    static const attnviz_key named[0x20] = {
        ['\r'] = ATTNVIZ_KEY_ENTER,  ['\n'] = ATTNVIZ_KEY_ENTER,     ['\t'] = ATTNVIZ_KEY_TAB,
        [0x0c] = ATTNVIZ_KEY_REDRAW, ['\b'] = ATTNVIZ_KEY_BACKSPACE, [0x04] = ATTNVIZ_KEY_CLOSE};
    return byte == 0x7f ? ATTNVIZ_KEY_BACKSPACE : named[byte];
}

/* Bytes that a character begun with this one has; 1 where none begins so. */
static size_t length_of_character(unsigned char first)
{
    return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
}

static size_t take_character(step_keys *keys, bool silence, attnviz_press *press)
{
    uint32_t code;
    unsigned char first = keys->bytes[0];
    if (first < 0x20 || first == 0x7f) {
        press->key = key_of_control(first);
        return 1;
    }
    if (keys->count < length_of_character(first) && !silence) return 0;
    size_t length = attn_utf8_next((const char *)keys->bytes, keys->count, &code);
    if (length == 0) return 1;
    if (attn_text_harmful(code)) return length;
    press->key = ATTNVIZ_KEY_CHARACTER;
    memcpy(press->text, keys->bytes, length);
    return length;
}

bool step_keys_take(step_keys *keys, bool silence, attnviz_press *press)
{
    *press = (attnviz_press){ATTNVIZ_KEY_NONE, "", false};
    if (keys->count == 0) {
        if (silence) keys->pasting = false;
        if (silence) keys->skipping = STEP_SKIPS_NOTHING;
        return false;
    }
    bool pasted = keys->pasting;
    size_t used = keys->skipping          ? skip(keys, silence)
                  : keys->bytes[0] == ESC ? take_escape(keys, silence, press)
                                          : take_character(keys, silence, press);
    press->pasted = pasted && keys->pasting;
    keys->count -= used;
    memmove(keys->bytes, keys->bytes + used, keys->count);
    return used > 0;
}
