/*
 * sentences: what the program says between the words of a lesson. Each function adds one sentence
 * to a line.
 */
#ifndef ATTN_DOCUMENT_SENTENCES_H
#define ATTN_DOCUMENT_SENTENCES_H

#include "document/block.h"

/* "What if e₁,₂ = 2 (it was 0.3)": change i of the run. */
void attn_say_change(const attn_run *run, size_t i, int precision, attn_line *line);
extern const char attn_said_untrained[];
/* "attention(Q, K, V) opened, with Q = Q₁:" */
void attn_say_call(const attn_record *record, const attn_call *call, attn_line *line);
/* "gives A V (and A)": the last line of an opened call. */
void attn_say_results(const attn_statement *statement, attn_line *line);
/* "The notes say 2.1  0.3: the same." True: "The notes say, off by up to 0.02:", and below it
 * stands the table of what they say. */
bool attn_say_stated(const attn_record *record, const attn_stated *stated, int precision,
                     attn_line *line);
/* "Training: 200 steps of plain gradient descent …", or that it was left out. */
void attn_say_trained(const attn_trained *trained, int precision, attn_line *line);
/* "After 50 steps (loss 0.2312):" */
void attn_say_look(const attn_watched *look, int precision, attn_line *line);
/* "x is long: norm(x) > 1", and, where it is false, that it is and where. */
void attn_say_check(const attn_check *check, attn_line *line);
/* "3 checks hold." Only where there are checks. */
void attn_say_checks(const attn_tally *tally, const attn_run *run, attn_line *line);

/* "Entropy 0.69, of at most log 3 = 1.10.", of each row or, of many, from the least to the
 * greatest; and what the rows sum to, if not to 1. again: a map before it has told how to read
 * one: what the rows sum to alone, or nothing. */
void attn_say_reading(const attn_reading *reading, bool again, attn_line *line);
/* How to read all that, and what such a map is not: once in a lesson. mark: of the largest weights.
 */
void attn_say_maps(const char *mark, attn_line *line);
/* The same as shortly as it can be said, for a page that is seen alone. */
void attn_say_maps_shortly(const char *mark, attn_line *line);

/* "X_{1,2}": an element of a named value, in the language's notation. */
void attn_add_element(attn_text *label, const char *name, const attn_tensor *value, size_t row,
                      size_t col);
/* A number that no arithmetic made: where it was moved from, or who gave it. */
void attn_say_source(const attn_record *record, const attn_sum_asked *sum, attn_line *line);
/* What an asked number is: a token with its word, whole or as it was given, or with its decimals.
 * In the arena; NULL on failure. */
const char *attn_say_outcome(const attn_record *record, const attn_sum_asked *sum, int precision,
                             attn_arena *arena);

#endif
