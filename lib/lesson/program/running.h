/*
 * running: what the files that compute a lesson ask of each other. Private to lib/lesson.
 */
#ifndef ATTN_LESSON_PROGRAM_RUNNING_H
#define ATTN_LESSON_PROGRAM_RUNNING_H

#include "lesson/program/state.h"
#include "text/cutting.h"

/* Fails at numbers that the lesson writes out: run, written, format, … False. */
#define attn_fail_written(run, numbers, ...)                                                       \
    attn_fail_at((run)->status, &(origin){(run)->lesson->json, (numbers)->start, 0}, __VA_ARGS__)

/* ---- prose.c ---- */
/* Puts the values in. NULL on failure; *count pieces in the arena of the run. */
attn_piece *attn_prose_fill(attn_run *run, const prose *text, size_t *count);

/* The input of the words on the other side, which a lesson writes or is given. */
#define ATTN_TARGET_NAME "target"

/* ---- words.c ---- */
bool attn_sequences_fill(attn_run *run);
/* The place of a word, as it is written, in the vocabulary of a sequence; 0: it is not there. */
size_t attn_sequence_find(const attn_run *run, const attn_sequence *sequence, const char *word);
/*
 * Whether an input may have this word; fails if a vocabulary has neither it nor a word for what is
 * unknown. *unknown: that one stands for it.
 */
bool attn_sequences_take(const attn_run *run, const char *input, const char *word, bool *unknown);
/* The sequence that --sentence fills: whose input is called so, or else the first input; or NULL.
 */
const sequence_source *attn_sequence_of_sentence(const attn_lesson *lesson);
/* The words of a text, or the pieces that spell them. False, with a fault, also if it has none. */
bool attn_sequence_cut(attn_run *run, const sequence_source *s, const char *text, word_list *list);
/* The text that the reader gives for the input of this name, or NULL. */
const char *attn_input_given(const attn_run *run, const char *name);

/* The tokenizer that spells the words of a sequence; NULL: they are words. */
const struct attn_tokenizer *attn_sequence_tokenizer(const attn_lesson *lesson,
                                                     const sequence_source *s);

/* How the text of a sequence is cut into words, if no tokenizer spells them. */
attn_language attn_sequence_language(const attn_lesson *lesson, const sequence_source *s);

/* What a sequence of the lesson is in this run. */
attn_sequence *attn_sequence_here(const attn_run *run, const attn_sequence *declared);
/* Whether its words are other ones in each batch. */
bool attn_sequence_varies(const attn_run *run, const sequence_source *s);
/* Whether it gets more words, or has the words of one that does. */
bool attn_sequence_grows(const attn_run *run, const sequence_source *s);

/* ---- pieces.c ---- */
/* One more word, of at most so many. */
bool attn_word_add(attn_run *run, word_list *list, const char *bytes, size_t length, size_t most);
/* The pieces of a text, and the words that they spell, as they were written. */
bool attn_words_spell(attn_run *run, const struct attn_tokenizer *by, const char *text,
                      word_list *list);
/* The words of these numbers, "15496,995", counted from 0 as models do. */
bool attn_words_by_ids(attn_run *run, const sequence_source *s, const char *ids, word_list *list);
/* False, with a fault, for a sequence of a model without a tokenizer, which reads numbers only. */
bool attn_words_named(const attn_run *run, const sequence_source *s);

/* ---- decode.c ---- */
/* The sequences of a lesson that may grow. False without memory. */
bool attn_generations_list(const attn_lesson *lesson, const attn_options *options, generations *all,
                           attn_arena *arena);
/* How many words a sequence may grow by. */
size_t attn_most_words(const attn_options *options, const sequence_source *s);
/* Of a sequence that grows. */
generation *attn_generation_of(const attn_run *run, const sequence_source *s);
/* So many turns may still come after the next one. */
size_t attn_turns_left(const generations *all);
/* The value of its `next`, with a row for each place and a column for each word; NULL on failure.
 */
const attn_tensor *attn_next_value(const attn_run *run, const sequence_source *s);
/* The words of its columns. */
const attn_labels *attn_next_labels(const attn_run *run, const sequence_source *s,
                                    const attn_tensor *value);

/* The run that is kept: of as many as it takes until all sequences that grow have their words. NULL
 * on failure. */
attn_run *attn_decode(const attn_lesson *lesson, const attn_options *options, attn_arena *arena,
                      attn_status *status);

/* ---- run.c ---- */
/* Adds to a list what a formula made, or the numbers that it names. */
bool attn_add_made(attn_run *run, const attn_made *items, size_t count, attn_made **list,
                   size_t *total);
bool attn_add_numbers(attn_run *run, const attn_statement *line, attn_sum_asked **list,
                      size_t *total);
/* With the words that the sequences have by now. NULL on failure. */
attn_run *attn_run_once(const attn_lesson *lesson, const attn_options *options, generations *all,
                        attn_status *status);

/* ---- given.c ---- */
/* A number that float32 can hold. False, with a fault, if it cannot. */
bool attn_written_number(const attn_run *run, const written_numbers *w, float *number);
bool attn_given_make(attn_run *run, const given *given);
/* The losses of a training that is left out, if the weights file has them. */
bool attn_curve_read(attn_run *run, const attn_name *curve);

/* ---- media.c ---- */
/* What is made of this file of the lesson, in whose place the reader may give another; or NULL. */
const given *attn_pixels_of(const attn_lesson *lesson, const char *file);
/* Whether a value has the pixels or sounds of the batch's examples, and of which of their inputs.
 */
bool attn_media_vary(const attn_run *run, const given *g, size_t *input);
/* The picture of a file, which is named at `from`, or the one that the reader gave in its place for
 * g (or NULL). It is read once in a run. */
const attn_picture *attn_run_picture(attn_run *run, const char *file, const origin *from,
                                     const given *g);
/* A picture of a matrix: the largest number is black, the smallest white. NULL on failure. */
const attn_picture *attn_run_grey(attn_run *run, const attn_statement *line);

/* ---- vary.c ---- */
/* Puts numbers of the worksheet in the place of those of the lesson, `count` of them; seed_name: of
 * the element. False: there was no memory. */
bool attn_vary_draw(attn_run *run, const variation *vary, const char *seed_name, float *numbers,
                    size_t count);

/* ---- run.c, for train.c ---- */
/* Makes all that is given, in the run's scope. */
bool attn_run_prepare(attn_run *run);
/* From here on, what takes the place of a value is noted as a change of the run. */
void attn_run_note_changes(attn_run *run);
/* Whether it ends with its training. */
bool attn_run_only_trains(const attn_run *run);
/* Computes what the steps before `until` compute, and records nothing. needed: which lines of the
 * lesson alone, as attn_find_steps finds them; NULL: all. */
bool attn_run_quietly(attn_run *run, const step *until, const bool *needed);
/*
 * Takes what `taught` has learned, and computes again what this changes of the steps before this
 * one, which trains. moment: where it is noted, or NULL.
 */
bool attn_run_again(attn_run *run, const step *s, const bool *needed, attn_moment *moment);
/* ---- asked.c ---- */
/* A name or formula that the reader gives, bound; NULL on failure. */
const attn_statement *attn_run_read(attn_run *run, const char *text);
/* What cannot be read or computed was asked for wrongly, by the option. False. */
bool attn_run_blame(attn_run *run, const char *option);
/* Whether the functions to open are functions of the lesson; at the end, whether each was called.
 */
bool attn_run_check_zooms(attn_run *run);
bool attn_run_check_opened(attn_run *run);
/* Every input that is given must be one that the lesson has. */
bool attn_inputs_check(const attn_run *run);
/* Computes what the options ask for after the run. */
bool attn_run_answer(attn_run *run);

/* ---- needed.c ---- */
/* Whether something that the step computes, shows or says is absent in this run (`"or": null`), so
 * that the step is left out; then what it makes is absent too. */
bool attn_step_lacks(attn_run *run, const step *s);

/* ---- worker.c ---- */
/*
 * One who computes a lesson beside a run of it, again and again with other words. The status is its
 * own, so that several can work at the same time.
 */
typedef struct worker_run {
    const attn_lesson *lesson;
    attn_lesson *changed;    /* the same, with other formulas, to be freed; or NULL */
    const attn_run *from;    /* whose options and seed it has, and what is given */
    const attn_run *learner; /* as in the runs that it begins */
    const attn_scope *names; /* that the scopes of its runs lie over */
    const attn_scope *scope; /* of the last one */
    attn_record *record;
    attn_record *sets;              /* what if is remembered on it; or NULL */
    attn_arranged *const *arranged; /* of each of them, or NULL; NULL: of none */
    open_files files;               /* for all of its runs */
    attn_status status;
} worker_run;
/* With the learned values of the run as they are now. It must live longer. Ended also on failure.
 */
bool attn_worker_begin(worker_run *b, const attn_run *run);
void attn_worker_end(worker_run *b);
/*
 * The same for the lesson of a run with other formulas, NULL: with its own; the run's training is
 * followed: what it changes is computed before and after it.
 */
bool attn_worker_follow(worker_run *b, const attn_run *run, const attn_changes *changes);
/* Begins a run with these words, or with the lesson's own: all that is given is there. The record
 * of the run before is given up. */
bool attn_worker_run(worker_run *b, attn_run *run, const struct batch *words);

/* ---- report.c ---- */
/* Whether the config file fits the words of the run; else a fault. */
bool attn_expected_check(attn_run *run);
bool attn_check_make(attn_run *run, const attn_statement *line, size_t place, attn_check *check);
bool attn_stated_make(attn_run *run, const step *step, attn_moment *moment);

#endif
