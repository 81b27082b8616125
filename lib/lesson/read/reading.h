/*
 * reading: what the parts of a lesson file are read with. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_READ_READING_H
#define ATTN_LESSON_READ_READING_H

#include <cjson/cJSON.h>

#include "files/json/json.h"
#include "formula/check/rewrite.h"
#include "lesson/program/training.h"

#define ATTN_USUAL_GROWTH 40u /* words of a sequence that grows, where it does not say */

/* Fail at an item of the lesson, or at its key: lesson, item, format, … False. */
#define attn_lesson_fail(lesson, item, ...)                                                        \
    attn_json_fail((lesson)->json, item, (lesson)->status, __VA_ARGS__)
#define attn_lesson_fail_key(lesson, item, ...)                                                    \
    attn_json_fail_key((lesson)->json, item, (lesson)->status, __VA_ARGS__)
/* Where an item, or its key, stands. */
origin attn_origin_of(const attn_lesson *lesson, const cJSON *item);
origin attn_key_origin_of(const attn_lesson *lesson, const cJSON *item);
/* Gives a recorded fault the place in the key that it lies in. False. */
bool attn_lesson_place_key(const attn_lesson *lesson, const cJSON *item);

/* The item's text, or NULL with a message. `what` as in "title must be a text". */
const char *attn_lesson_text(const attn_lesson *lesson, const cJSON *item, const char *what);
/* A whole number from least to most. */
bool attn_lesson_whole(const attn_lesson *lesson, const cJSON *item, const char *what, size_t least,
                       size_t most, size_t *number);
/* The same of numbers that count nothing in memory, up to 2⁵³. */
bool attn_lesson_whole_64(const attn_lesson *lesson, const cJSON *item, const char *what,
                          uint64_t least, uint64_t most, uint64_t *number);
/* A number that float32 can hold. */
bool attn_lesson_number(const attn_lesson *lesson, const cJSON *item, float *number);
/* The sequence an item names. */
const attn_sequence *attn_lesson_sequence(const attn_lesson *lesson, const cJSON *item);

/* What a text of a lesson must be. */
typedef enum line_kind { LINE_STATEMENT, LINE_EXPRESSION, LINE_CHECK } line_kind;
/* Parses and binds text that stands in item, `offset` bytes from its start. */
attn_statement *attn_lesson_line(attn_lesson *lesson, const cJSON *item, const char *text,
                                 size_t offset, line_kind kind);
/* The same of all of the text that starts there. */
attn_statement *attn_lesson_line_at(attn_lesson *lesson, origin from, const char *text,
                                    line_kind kind);
/* A formula or a list of them. */
bool attn_lesson_lines(attn_lesson *lesson, const cJSON *item, line_kind kind, const char *what,
                       lines *out);

/* ---- the keys of an object, as a table ---- */

typedef enum field_kind {                  /* what stands under a key, and what it is read into */
                          FIELD_OWN,       /* not by the table: the key may stand there */
                          FIELD_TEXT,      /* const char * */
                          FIELD_WHOLE,     /* size_t, from least to most */
                          FIELD_NUMBER,    /* double */
                          FIELD_POSITIVE,  /* double above 0 */
                          FIELD_TRUTH,     /* bool */
                          FIELD_EITHER,    /* bool: which of two words, true for the second */
                          FIELD_SEQUENCE,  /* const attn_sequence * */
                          FIELD_FILE,      /* const char *: its path */
                          FIELD_FORMULA,   /* attn_statement *: one formula */
                          FIELD_FORMULAS,  /* lines */
                          FIELD_STATEMENTS /* lines that make names */
} field_kind;

typedef struct field {
    const char *key; /* NULL: the end of the table */
    field_kind kind;
    size_t at; /* the place in what is read into */
    size_t least, most;
    const char *words[2]; /* of EITHER; of FORMULA what is said of several, or NULL */
} field;

/* The value of a key; NULL: it is not there, or this is no object. */
const cJSON *attn_key(const cJSON *object, const char *key);
/* Reads each key of an object whose names are the lesson's own, if it is there; what: says that it
 * must be one. The flag is handed on. */
bool attn_each_key(attn_lesson *lesson, const cJSON *object, const char *what,
                   bool (*read)(attn_lesson *, const cJSON *, bool), bool flag);
/* Refuses other keys than those of the table. */
bool attn_fields_check(const attn_lesson *lesson, const cJSON *object, const field *fields);
/* The same; and reads those that are there, in the order of the table. */
bool attn_fields_read(attn_lesson *lesson, const cJSON *object, const field *fields, void *into);

/* The path of a file that the lesson names (a carried lesson: the carried name); NULL with a
 * message. It is for messages: to read it is to open it below the lesson's folder, as follows. */
const char *attn_lesson_beside(attn_lesson *lesson, const cJSON *item, const char *what);
/* Notes a file that the lesson is read from. */
bool attn_lesson_note_file(attn_lesson *lesson, const char *path);

/* Numbers in lists of lists; what is no number is refused where it is used. NULL on failure. */
const written_numbers *attn_written_read(attn_lesson *lesson, const cJSON *item);

/* ---- config.c ---- */
/* The number that the file of `config` has under a key, which may be dotted; or a product of keys
 * and numbers: "hidden_size / num_attention_heads". Of several, with | between them, the first
 * whose keys are all there. True is 1, false 0. NAN: there is none. */
double attn_config_number(const attn_lesson *lesson, const char *text);
/* The numbers of a list that stands under the key that a text of the lesson names; NULL: none does,
 * or on failure. */
const written_numbers *attn_config_numbers(attn_lesson *lesson, const cJSON *item);
/* Of an object with "config" and an item for each word that may stand there: the item of the word
 * that does. NULL, with a fault, without one. */
const cJSON *attn_config_choose(const attn_lesson *lesson, const cJSON *object);
/* One of "expects": what the formulas need to stand under a key of the config. */
bool attn_expected_read(attn_lesson *lesson, const cJSON *item, bool unused);

/* ---- prose_read.c ---- */
/* Text with {=expr} (marked) or {expr} to put in; formulas in backticks only where marked. */
bool attn_prose_read(attn_lesson *lesson, const char *text, origin from, bool marked, prose *out);

/* ---- lesson_read.c, for lessons that the program makes itself ---- */
/* A lesson without anything, of this name. NULL on failure. */
attn_lesson *attn_lesson_new(const char *name, attn_status *status);
/* All of a lesson whose file is there as a tree. */
bool attn_document_read(attn_lesson *lesson);
/* The lesson, if it was read; else it is freed, and NULL. */
attn_lesson *attn_lesson_settle(attn_lesson *lesson, bool done);
/* The definitions that every lesson sees. */
bool attn_definitions_read(attn_lesson *lesson);
/* Sequences are values under their own names. */
bool attn_sequences_bind(attn_lesson *lesson);
/* What can be checked when all of the lesson is there. */
bool attn_lesson_finish(attn_lesson *lesson);

/* ---- model_pieces.c ---- */
/* The tokenizer of a model's folder, from the files that there are; NULL: there are none, or on
 * failure. name: as the lesson has it; "target.spm" is the one of the texts that a model writes,
 * if these have their own. */
struct attn_tokenizer *attn_model_tokenizer(attn_lesson *lesson, const char *name);

/* ---- sequences_read.c ---- */
/* One more, declared under this key. */
bool attn_sequence_add(attn_lesson *lesson, const char *key, sequence_source made);
/* One of "sequences". */
bool attn_sequence_read(attn_lesson *lesson, const cJSON *item, bool unused);
/* Binds what chooses the words of those that grow, once all that it may name is known. */
bool attn_growing_bind(attn_lesson *lesson);

/* ---- given_read.c ---- */
/* One more, without a form, its key bound; NULL, with a fault that lies in the key, on failure. */
given *attn_given_add(attn_lesson *lesson, const char *key, origin from, bool learned);
/* One of "given" or "learned". */
bool attn_given_read(attn_lesson *lesson, const cJSON *item, bool learned);

/* ---- steps.c ---- */
bool attn_steps_read(attn_lesson *lesson, const cJSON *array, size_t depth, size_t number,
                     step **steps, size_t *count);

/* ---- switches.c ---- */
/* One of "switches": which formulas may take the place of others; before any function. */
bool attn_switch_read(attn_lesson *lesson, const cJSON *item, bool unused);
/* Reads these formulas, once all functions are known. */
bool attn_switches_bind(attn_lesson *lesson);
/* At last: the lesson must have a formula whose place each could take. */
bool attn_switches_check(const attn_lesson *lesson);

/* ---- extras.c: train, which others run ---- */
training *attn_train_read(attn_lesson *lesson, const cJSON *object);
evaluation *attn_evaluation_read(attn_lesson *lesson, const cJSON *object);

/* ---- vary_read.c ---- */
/* Once all that is given and computed is known. */
bool attn_vary_read(attn_lesson *lesson, const cJSON *object);

#endif
