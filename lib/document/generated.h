/*
 * generated: what is said of sequences that grew by themselves, of words that no vocabulary has,
 * and of what a lesson warns of.
 */
#ifndef ATTN_DOCUMENT_GENERATED_H
#define ATTN_DOCUMENT_GENERATED_H

#include "document/block.h"

/* "The lesson wrote target word by word, …: the black cat <end>"; of sequence i of the run. */
void attn_say_generated(const attn_run *run, size_t i, attn_line *line);
/* Its words as a sentence, without the one that ended it. */
void attn_add_generated(const attn_generated *generated, attn_text *out);
/* What was not as it should be, as plain words without a full stop: the end did not come, a word is
 * not settled. Nothing where all is well. */
void attn_add_unfinished(const attn_generated *generated, attn_text *out);
/*
 * "not in french, and read as <unk>: 'zut', 'oups'": entry *at and the others of its vocabulary,
 * plain; *at moves to the next vocabulary. False, and nothing added, at the end.
 */
bool attn_add_unknown(const attn_run *run, size_t *at, attn_text *out);
/* The same as a sentence. */
bool attn_say_unknown(const attn_run *run, size_t *at, attn_line *line);
/* Warning i of the lesson, in its own words. */
void attn_say_warning(const attn_run *run, size_t i, attn_line *line);
/* The same, plain: typeset. */
void attn_add_warning(const attn_run *run, size_t i, attn_arena *arena, attn_text *out);
/* A generated sequence, and an unknown word, as a JSON object. */
void attn_json_generated(attn_text *out, const attn_generated *generated);
void attn_json_unknown(attn_text *out, const attn_unknown *unknown);

#endif
