/*
 * say: the sentences that a lesson is told with between its own, in whatever the page is made of.
 */
#ifndef ATTN_DOCUMENT_SAY_H
#define ATTN_DOCUMENT_SAY_H

#include "document/story.h"
#include "lesson/run/map_reading.h"

/* How a page puts words, names and formulas into a sentence. */
typedef struct attn_pen attn_pen;
struct attn_pen {
    /* of anyone: it escapes them */
    void (*words)(const attn_pen *pen, const char *bytes, size_t length, attn_text *out);
    void (*label)(const attn_pen *pen, const char *label, attn_text *out); /* "e_{1,2}" */
    void (*expr)(const attn_pen *pen, const attn_expr *expr, attn_text *out);
    void (*statement)(const attn_pen *pen, const attn_statement *statement, attn_text *out);
    /* "score(s, h)" */
    void (*head)(const attn_pen *pen, const char *function, const char *const *parameters,
                 size_t count, attn_text *out);
};

void attn_say(const attn_pen *pen, attn_text *out, const char *words);

void attn_say_piece(const attn_pen *pen, const attn_piece *piece, attn_text *out);
/* "What if e₁,₂ = 2 (it was 0.3)": change i of the run. */
void attn_say_change(const attn_pen *pen, const attn_run *run, size_t i, int precision,
                     attn_text *out);
extern const char attn_said_untrained[];
/* "attention(Q, K, V) opened, with Q = Q₁:" */
void attn_say_call(const attn_pen *pen, const attn_record *record, const attn_call *call,
                   attn_text *out);
/* "gives A V (and A)": the last line of an opened call. */
void attn_say_results(const attn_pen *pen, const attn_statement *statement, attn_text *out);
/* "The notes say 2.1  0.3: the same." True: "The notes say, off by up to 0.02:", and below it
 * stands the table of what they say. */
bool attn_say_stated(const attn_pen *pen, const attn_record *record, const attn_stated *stated,
                     int precision, attn_text *out);
/* What was stated, with the words of the true value; false: there was no memory. */
bool attn_stated_value(const attn_record *record, const attn_stated *stated, attn_arena *arena,
                       attn_tensor *value);
/* "Training: 200 steps of plain gradient descent …", or that it was left out. */
void attn_say_trained(const attn_pen *pen, const attn_trained *trained, int precision,
                      attn_text *out);
/* "After 50 steps (loss 0.2312):" */
void attn_say_look(const attn_pen *pen, const attn_watched *look, int precision, attn_text *out);
/* "norm(x) > 1", and, where it is false, that it is and where. */
void attn_say_check(const attn_pen *pen, const attn_check *check, attn_text *out);
/* "All 3 checks are true." Only where there are checks. */
void attn_say_checks(const attn_pen *pen, const attn_tally *tally, const attn_run *run,
                     attn_text *out);

/* "Entropy 0.69, of at most log 3 = 1.10.", of each row or, of many, from the least to the
 * greatest; and what the rows sum to, if not to 1. */
void attn_say_reading(const attn_pen *pen, const attn_reading *reading, attn_text *out);
/* How to read all that, and what such a map is not: once in a lesson. mark: of the largest weights.
 */
void attn_say_maps(const attn_pen *pen, const char *mark, attn_text *out);
/* The same as shortly as it can be said, for a page that is seen alone. */
void attn_say_maps_shortly(const attn_pen *pen, const char *mark, attn_text *out);

/* What a formula, or a function's definition, took the place of; NULL: of nothing. */
const attn_exchange *attn_exchange_of_statement(const attn_lesson *lesson,
                                                const attn_statement *statement);
const attn_exchange *attn_exchange_of_definition(const attn_lesson *lesson,
                                                 const attn_definition *definition);

/* "X_{1,2}": an element of a named value, in the language's notation. */
void attn_add_element(attn_text *label, const char *name, const attn_tensor *value, size_t row,
                      size_t col);
/* A number that no arithmetic made: where it was moved from, or who gave it. */
void attn_say_source(const attn_pen *pen, const attn_record *record, const attn_sum_asked *sum,
                     attn_text *out);
/* What an asked number is: a token with its word, whole or as it was given, or with its decimals.
 */
void attn_say_outcome(const attn_pen *pen, const attn_record *record, const attn_sum_asked *sum,
                      int precision, attn_text *out);

#endif
