/*
 * step_keys: the bytes of a keyboard as keys. They come from anyone: sequences cut in two, unknown
 * ones, half characters, pasted text.
 */
#ifndef ATTN_CLI_STEP_KEYS_H
#define ATTN_CLI_STEP_KEYS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum step_key {
    STEP_NOTHING, /* what no key here sends */
    STEP_CHARACTER,
    STEP_LEFT,
    STEP_RIGHT,
    STEP_UP,
    STEP_DOWN,
    STEP_HOME,
    STEP_END,
    STEP_PAGE_UP,
    STEP_PAGE_DOWN,
    STEP_ENTER,
    STEP_BACKSPACE,
    STEP_ESCAPE,
    STEP_TAB,
    STEP_BACK_TAB,
    STEP_REDRAW,
    STEP_END_OF_INPUT
} step_key;

typedef struct step_press {
    step_key key;
    char text[5]; /* of a character */
    bool pasted;
} step_press;

typedef struct step_keys { /* zero at first */
    unsigned char bytes[256];
    size_t count;
    bool pasting;
    enum { STEP_SKIPS_NOTHING, STEP_SKIPS_SEQUENCE, STEP_SKIPS_STRING } skipping;
} step_keys;

/* Room for bytes that were read; *room says how many fit. */
unsigned char *step_keys_room(step_keys *keys, size_t *room);
/* The next key among the bytes; false: more are needed. silence: none came for a while, so what
 * stands there is all of it. */
bool step_keys_take(step_keys *keys, bool silence, step_press *press);
/* Milliseconds until silence means something; -1: never. */
int step_keys_patience(const step_keys *keys);

#endif
