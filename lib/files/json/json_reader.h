/*
 * json_reader: the grammar of JSON (RFC 8259), read event by event, with faults that help.
 *
 * The text goes by in a window, so a long one needs little memory. Strings are checked to be UTF-8
 * without U+0000, nesting to be no deeper than allowed. The first fault ends the reading; its
 * message has file, line, column and the mend ("a comma too many before ']'"). Duplicate keys are
 * left to the caller.
 */
#ifndef ATTN_FILES_JSON_JSON_READER_H
#define ATTN_FILES_JSON_JSON_READER_H

#include "core/decimal.h"
#include "files/bytes/byte_reader.h"

typedef enum attn_json_kind {
    ATTN_JSON_END,   /* of the text, or of what can be read: the status has the fault */
    ATTN_JSON_CLOSE, /* of the object or list that was opened last */
    ATTN_JSON_KEY,   /* its value is the next event */
    ATTN_JSON_OBJECT,
    ATTN_JSON_LIST,
    ATTN_JSON_STRING,
    ATTN_JSON_NUMBER,
    ATTN_JSON_WORD /* true, false, null; loosely also NaN, Infinity, -Infinity */
} attn_json_kind;

/* Where the reader stands in the grammar. */
typedef enum attn_json_state {
    ATTN_JSON_BEFORE, /* the text */
    ATTN_JSON_OPENED, /* behind the bracket of an object or a list */
    ATTN_JSON_KEYED,  /* behind a key */
    ATTN_JSON_BETWEEN /* behind a value */
} attn_json_state;

typedef struct attn_json_level { /* an object or a list that is open */
    size_t offset;               /* of its bracket */
    char open, close;
} attn_json_level;

typedef struct attn_json_reader {
    /* the event: */
    attn_json_kind kind;
    size_t offset;       /* in the source */
    const char *text;    /* of a key or string, with its quotes, or a word; until the next event */
    size_t length;       /* of text */
    attn_decimal number; /* of a number; of a word its value: 1, 0, NaN or an infinity */
    /* for the reader alone: */
    attn_window window;
    const char *file; /* for messages */
    attn_status *status;
    bool loose;
    attn_json_state state;
    size_t depth, most_depth;
    attn_json_level *levels;
} attn_json_reader;

/*
 * Begins to read a source, which outlives the reader, as does `file`. depth is the deepest nesting
 * allowed, at most 900. Loosely, as other programs write arrays: NaN, Infinity and -Infinity are
 * words, and numbers may be larger than a double. After it, attn_json_close in any case.
 */
bool attn_json_open(attn_json_reader *reader, attn_byte_reader *source, const char *file,
                    size_t depth, bool loose, attn_status *status);
void attn_json_close(attn_json_reader *reader);

/* Goes on to the next event and returns its kind. */
attn_json_kind attn_json_next(attn_json_reader *reader);
/* Goes on to the next member of the list or object: false at its end, and after a fault. */
bool attn_json_more(attn_json_reader *reader);
/* Goes to the end of the value that has begun with the current event. False after a fault. */
bool attn_json_skip(attn_json_reader *reader);
/* Goes on until no more than `depth` lists and objects are open. False after a fault. */
bool attn_json_leave(attn_json_reader *reader, size_t depth);
/* Goes back to where the list at this offset was opened, which made the reader so deep; the lists
 * and objects around it are still open. False if the source cannot be read again. */
bool attn_json_reopen(attn_json_reader *reader, size_t offset, size_t depth);

/* One character of a string literal: bytes in the file, and bytes of the decoded text. */
typedef struct attn_json_unit {
    size_t raw, decoded;
} attn_json_unit;

/* The unit at raw[0] of a string; raw is 0 at the closing quote, and where no escape is. */
attn_json_unit attn_json_next_unit(const char *raw);

#endif
