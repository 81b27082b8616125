/*
 * json: JSON read strictly, every value with its line and column.
 *
 * json_reader goes over the text first: UTF-8, control characters, NUL, grammar, depth, numbers
 * that do not fit a double; its faults name line, column and the mend ("a comma too many before
 * ']'"). cJSON then builds the tree, in which duplicate keys are found.
 */
#ifndef ATTN_FILES_JSON_JSON_H
#define ATTN_FILES_JSON_JSON_H

#include "core/memory.h"
#include "files/json/json_reader.h"

typedef struct attn_json attn_json;
/* A value of a document; it lives as long as the document. In what follows it may be NULL: none. */
typedef struct cJSON attn_json_item;

/*
 * Reads a document. file_name is for messages alone; depth is the deepest nesting allowed. The text
 * is copied. NULL on failure, with place and message in status.
 */
attn_json *attn_json_parse(const char *text, size_t length, const char *file_name, size_t depth,
                           attn_status *status);
void attn_json_free(attn_json *json); /* NULL is fine */
const attn_json_item *attn_json_root(const attn_json *json);
const char *attn_json_whole(const attn_json *json); /* its text; NULL for none */

/* The text of a string literal of `length` bytes with its quotes, which the reader let through, in
 * the arena; NULL on failure. */
char *attn_json_decode(attn_arena *arena, const char *literal, size_t length);

/* Whether it is an object, a list, a string, a number, or a word: true, false, null. */
bool attn_json_is(const attn_json_item *item, attn_json_kind kind);
const char *attn_json_name(const attn_json_item *item); /* its key; NULL: it has none */
const char *attn_json_text(const attn_json_item *item); /* of a string; else NULL */
double attn_json_value(const attn_json_item *item);     /* of a number; else NAN */
int attn_json_truth(const attn_json_item *item);        /* true: 1, false: 0; else -1 */
/* The member of an object with this key; NULL: it has none, or is no object. */
const attn_json_item *attn_json_member(const attn_json_item *object, const char *key);
/* The first value in a list or an object, and the one behind another; NULL: there is none. */
const attn_json_item *attn_json_first(const attn_json_item *item);
const attn_json_item *attn_json_after(const attn_json_item *item);
size_t attn_json_count(const attn_json_item *item); /* of the values in a list or an object */

/* The byte of the text at which a value, or its key, starts: a place to keep in the place of the
 * value. */
size_t attn_json_start(const attn_json *json, const attn_json_item *item);
size_t attn_json_key_start(const attn_json *json, const attn_json_item *item);
/* Line and column of such a byte, from 1, columns in characters. */
void attn_json_find(const attn_json *json, size_t start, size_t *line, size_t *column);
/* If a string starts there: of byte `offset` of its decoded text (escapes are accounted for); else
 * of the byte itself. */
void attn_json_find_inside(const attn_json *json, size_t start, size_t offset, size_t *line,
                           size_t *column);
/* The file name for messages. */
const char *attn_json_file(const attn_json *json);

/* Fails at the value (or key) with file, line and column filled in. Return false. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool attn_json_fail(const attn_json *json, const attn_json_item *item, attn_status *status, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool attn_json_fail_key(const attn_json *json, const attn_json_item *item, attn_status *status, const char *format, ...);

/* Every key of the object is one of `keys` (NULL at the end); else fails with a suggestion. */
bool attn_json_keys(const attn_json *json, const attn_json_item *object, const char *const *keys,
                    attn_status *status);

#endif
