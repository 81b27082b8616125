/*
 * origin: where something of a lesson stands in its file, for messages.
 */
#ifndef ATTN_LESSON_PROGRAM_ORIGIN_H
#define ATTN_LESSON_PROGRAM_ORIGIN_H

#include "core/status.h"

struct attn_json;

/* A value of a JSON text, or a key. What `origin` of a statement points to. */
typedef struct origin {
    const struct attn_json *json; /* NULL: it stands nowhere, and no fault is given a place */
    size_t start;                 /* the byte where it starts */
    size_t offset;                /* of a formula: bytes into the text that starts there */
} origin;

/* Line and column of the formula there, from 1, columns in characters. */
void attn_origin_find_formula(const origin *from, size_t *line, size_t *column);
/* The name of the file, for messages. */
const char *attn_origin_file(const origin *from);

/* Fails there. False. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool attn_fail_at(attn_status *status, const origin *from, const char *format, ...);
/* Gives a fault the place of this value or key, if it has none yet. False. */
bool attn_place_fault(attn_status *status, const origin *from);
/* The same of a formula or text: the place of the caret in it. from NULL: nothing is done. False.
 */
bool attn_place_formula(attn_status *status, const origin *from);

#endif
