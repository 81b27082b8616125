/*
 * step_keys: the bytes of a keyboard as keys. They come from anyone: sequences cut in two, unknown
 * ones, half characters, pasted text.
 */
#ifndef ATTN_CLI_STEP_KEYS_H
#define ATTN_CLI_STEP_KEYS_H

#include "attnviz.h"

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
bool step_keys_take(step_keys *keys, bool silence, attnviz_press *press);
/* Milliseconds until silence means something; -1: never. */
int step_keys_patience(const step_keys *keys);

#endif
