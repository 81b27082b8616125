/*
 * words: the words of each sequence in a run, and the vocabularies that tokens are places in.
 */
#include <string.h>

#include "files/bytes/input.h"
#include "files/bytes/lines.h"
#include "lesson/program/own.h"
#include "lesson/program/running.h"
#include "lesson/program/training.h"
#include "text/tokenizer/tokenizer.h"
#include "text/tokens.h"

/* ---- words ---- */

const attn_tokenizer *attn_sequence_tokenizer(const attn_lesson *lesson, const sequence_source *s)
{
    return s->in ? lesson->sequences[s->in->place].tokenizer : NULL;
}

static bool take_words(attn_run *run, const char *const *words, size_t count, word_list *out)
{
    for (size_t i = 0; i < count; i++)
        if (!attn_word_add(run, out, words[i], strlen(words[i]), ATTN_MOST_WORDS)) return false;
    return true;
}

attn_language attn_sequence_language(const attn_lesson *lesson, const sequence_source *s)
{
    return s->in ? lesson->sequences[s->in->place].language : ATTN_LANGUAGE_NONE;
}

static bool cut_text(attn_run *run, const sequence_source *s, const char *text, word_list *list)
{
    attn_cutting words = {.text = {text, strlen(text)},
                          .language = attn_sequence_language(run->lesson, s)};
    attn_span word;
    while (attn_sentence_next(&words, &word))
        if (!attn_word_add(run, list, word.bytes, word.length, ATTN_MOST_WORDS)) return false;
    return true;
}

bool attn_sequence_cut(attn_run *run, const sequence_source *s, const char *text, word_list *list)
{
    const attn_tokenizer *by = attn_sequence_tokenizer(run->lesson, s);
    size_t bad;
    if (!attn_utf8_valid(text, strlen(text), &bad))
        return attn_fail(run->status, ATTN_INPUT, "the sentence is not UTF-8 at byte %zu", bad + 1);
    if (!(by ? attn_words_spell(run, by, text, list) : cut_text(run, s, text, list))) return false;
    return list->count || attn_fail(run->status, ATTN_INPUT, "the sentence has no words");
}

/* The words that a lesson writes one by one for an input. */
static bool take_written(attn_run *run, const sequence_source *s, word_list *list)
{
    const attn_tokenizer *by = attn_sequence_tokenizer(run->lesson, s);
    if (!by) return take_words(run, s->words.words, s->words.count, list);
    for (size_t i = 0; i < s->words.count; i++)
        if (!attn_words_spell(run, by, s->words.words[i], list)) return false;
    return true;
}

const char *attn_input_given(const attn_run *run, const char *name)
{
    const attn_options *options = run->options;
    for (size_t i = 0; i < options->input_count; i++)
        if (strcmp(options->inputs[2 * i], name) == 0) return options->inputs[2 * i + 1];
    return NULL;
}

const sequence_source *attn_sequence_of_sentence(const attn_lesson *lesson)
{
    const sequence_source *first = NULL;
    for (size_t i = 0; i < lesson->sequence_count; i++) {
        const char *input = attn_sequence_input(&lesson->sequences[i]);
        if (input && strcmp(input, "sentence") == 0) return &lesson->sequences[i];
        if (input && !first) first = &lesson->sequences[i];
    }
    return first;
}

/* The text that the reader gave for an input of words, or NULL. */
static const char *given_words(const attn_run *run, const char *name)
{
    const attn_options *options = run->options;
    const char *text = attn_input_given(run, name);
    if (text || !options->sentence) return text;
    const sequence_source *reads = attn_sequence_of_sentence(run->lesson);
    return reads && strcmp(attn_sequence_input(reads), name) == 0 ? options->sentence : NULL;
}

const char *attn_sequence_input(const sequence_source *s)
{
    return s->kind == WORDS_INPUT ? s->text : NULL;
}

/* The numbers that the reader gave in place of the words of a sequence, or NULL; *option: how the
 * reader did. */
static const char *given_ids(const attn_run *run, const sequence_source *s, const char **option)
{
    const attn_options *options = run->options;
    const char *input = attn_sequence_input(s);
    *option = run->names->ids;
    if (options->ids && attn_sequence_of_sentence(run->lesson) == s) return options->ids;
    *option = run->names->target_ids;
    return input && strcmp(input, ATTN_TARGET_NAME) == 0 ? options->target_ids : NULL;
}

/* Which input of the batch's examples has this name. */
static bool in_batch(const attn_run *run, const char *name, size_t *input)
{
    return run->batch && name && attn_batch_input(run->batch, name, input);
}

attn_sequence *attn_sequence_here(const attn_run *run, const attn_sequence *declared)
{
    return attn_scope_sequence_here(run->scope, declared);
}

static const sequence_source *source_of(const attn_run *run, const attn_sequence *sequence)
{
    return &run->lesson->sequences[sequence->place];
}

static filled *filled_of(const attn_run *run, const sequence_source *s)
{
    return &run->filled[s->sequence->place];
}

/* Whether a sequence has the words that its default names, and was given no others. */
static bool is_like(const attn_run *run, const sequence_source *s)
{
    return s->like && !given_words(run, attn_sequence_input(s));
}

/* The sequence whose words this one has; NULL: it has words of its own. */
static const attn_sequence *words_from(const attn_run *run, const sequence_source *s)
{
    if (s->moved) return s->moved;
    return is_like(run, s) ? s->like : NULL;
}

bool attn_sequence_varies(const attn_run *run, const sequence_source *s)
{
    size_t input;
    for (const attn_sequence *from; !in_batch(run, attn_sequence_input(s), &input);
         s = source_of(run, from))
        if (!(from = words_from(run, s))) return false;
    return true;
}

bool attn_sequence_grows(const attn_run *run, const sequence_source *s)
{
    for (const attn_sequence *from; !s->next; s = source_of(run, from))
        if (!(from = words_from(run, s))) return false;
    return true;
}

/* How many examples a sequence has words of. */
static size_t examples_of(const attn_run *run, const sequence_source *s)
{
    return attn_sequence_varies(run, s) ? run->batch->count : 1;
}

/* The words that the examples of a batch have for an input, one example after the other. */
static bool take_examples(attn_run *run, size_t input, word_list *list)
{
    const batch *b = run->batch;
    const examples *all = b->from;
    size_t length = attn_example_length(all, b->which[0], input);
    list->count = length * b->count;
    list->words = attn_alloc(run->arena, list->count, sizeof *list->words);
    for (size_t e = 0; list->words && e < b->count; e++)
        for (size_t i = 0; i < length; i++)
            list->words[e * length + i] = attn_example_word(all, b->which[e], input, i);
    return list->words != NULL;
}

/* The word that stands in an open place while another is chosen for it. */
static const char *stand_in(const attn_run *run, const sequence_source *s)
{
    if (!s->end) return attn_sequence_here(run, s->in)->labels->words[0];
    if (attn_sequence_find(run, s->in, s->end)) return s->end;
    attn_fail_at(run->status, &s->end_from, "'%s' is not a word of %s", s->end, s->in->name);
    return NULL;
}

/* The words of the sequence that a default names, or one word for each. */
static bool take_like(attn_run *run, const sequence_source *s, word_list *list)
{
    const sequence_source *like = source_of(run, s->like);
    size_t count = attn_sequence_here(run, s->like)->count * examples_of(run, s);
    list->words = attn_alloc(run->arena, count, sizeof *list->words);
    for (size_t i = 0; list->words && i < count; i++)
        list->words[i] = s->each ? s->each : filled_of(run, like)->words[i];
    list->count = count;
    return list->words != NULL;
}

/* The words that a sequence begins with, where it grows. */
static bool take_begun(attn_run *run, const sequence_source *s, word_list *list)
{
    if (!s->begin) return true;
    const filled *begun = filled_of(run, source_of(run, s->begin));
    return take_words(run, begun->words, attn_sequence_here(run, s->begin)->count, list);
}

/* The words chosen by now, after those that it begins with, and a place for the next one. Beside
 * another run, where nothing grows, there is that place alone. */
static bool take_generated(attn_run *run, const sequence_source *s, word_list *list)
{
    const char *word = stand_in(run, s);
    generation *g = word && run->generations ? attn_generation_of(run, s) : NULL;
    if (!word || (g && !(take_begun(run, s, list) && take_words(run, g->words, g->count, list))))
        return false;
    if (g) g->open = !g->done;
    if (g && g->done) return true;
    run->open |= g != NULL;
    return attn_word_add(run, list, word, strlen(word), ATTN_MOST_WORDS);
}

/* The words that an input has before anything grows. */
static bool take_read(attn_run *run, const sequence_source *s, word_list *list)
{
    const char *name = s->text, *text = given_words(run, name), *option;
    const char *ids = given_ids(run, s, &option);
    if (ids) return attn_words_by_ids(run, s, ids, list);
    if (s->next && !s->continues && !text) return take_generated(run, s, list);
    if (!attn_words_named(run, s)) return false;
    if (text) return attn_sequence_cut(run, s, text, list);
    if (s->like) return take_like(run, s, list);
    if (s->sentence) return attn_sequence_cut(run, s, s->sentence, list);
    if (s->words.count) return take_written(run, s, list);
    return attn_fail_at(run->status, &s->from, "the lesson needs words: give them with %s %s=\"…\"",
                        run->names->inputs, name);
}

/* The words chosen by now, after its own. There is no open place: the last row chooses. */
static bool take_continued(attn_run *run, const sequence_source *s, word_list *list)
{
    generation *g = attn_generation_of(run, s);
    if (!take_read(run, s, list) || !take_words(run, g->words, g->count, list)) return false;
    list->whole = NULL; /* a piece may go on with the last word: all are spelled by pieces */
    list->whole_count = list->begin_count = 0;
    g->open = !g->done;
    run->open |= g->open;
    return true;
}

static bool take_input(attn_run *run, const sequence_source *s, word_list *list)
{
    size_t input;
    if (in_batch(run, s->text, &input)) return take_examples(run, input, list);
    const bool grows = s->continues && run->options && run->options->continues && run->generations;
    return grows ? take_continued(run, s, list) : take_read(run, s, list);
}

/* One word per line; empty lines are skipped. */
static bool take_lines(attn_run *run, const char *path, const char *bytes, size_t length,
                       word_list *list)
{
    attn_lines text;
    attn_lines_begin(&text, path, bytes, length);
    if (!attn_lines_check(&text, run->status)) return false;
    while (attn_lines_next(&text))
        if (text.length && !attn_word_add(run, list, text.line, text.length, (size_t)1 << 20))
            return attn_lines_place(&text, NULL, run->status);
    if (list->count) return true;
    attn_fail(run->status, ATTN_INPUT, "the vocabulary is empty");
    attn_status_place(run->status, path, 0, 0);
    return false;
}

static bool take_file(attn_run *run, const sequence_source *s, word_list *list)
{
    attn_input input;
    if (!attn_lesson_input(run->lesson, s->file, &s->kind_from, ATTN_MOST_LESSON_BYTES, &input,
                           run->status))
        return false;
    bool done = take_lines(run, s->file, input.bytes, input.length, list);
    attn_input_close(&input);
    return done;
}

/* The pieces are kept by the tokenizer, and the lesson. */
static bool take_pieces(attn_run *run, const sequence_source *s, word_list *list)
{
    const attn_word_index *pieces = &s->tokenizer->pieces;
    const uint64_t work = pieces->count * (uint64_t)ATTN_COST_NUMBER;
    *list = (word_list){.words = pieces->words, .count = pieces->count};
    return attn_spend(run->status, work) || attn_fail_work(run->status, work, "the pieces");
}

/* The words of another behind a first one, those of each example by themselves; the last is left
 * out, unless the sequence is to be longer. */
static bool take_moved(attn_run *run, const sequence_source *s, word_list *list)
{
    const sequence_source *from = source_of(run, s->moved);
    const char *first = s->text;
    const size_t other = attn_sequence_here(run, s->moved)->count, length = other + s->longer,
                 count = length * examples_of(run, s);
    if (strlen(first) > ATTN_MOST_WORD_BYTES)
        return attn_fail(run->status, ATTN_LIMIT, "a word has at most %zu bytes",
                         ATTN_MOST_WORD_BYTES);
    list->words = attn_alloc(run->arena, count, sizeof *list->words);
    for (size_t i = 0; list->words && i < count; i++)
        list->words[i] =
            i % length ? filled_of(run, from)->words[i / length * other + i % length - 1] : first;
    list->count = count;
    return list->words != NULL;
}

/* ---- numbers ---- */

static bool number_words(attn_run *run, const float *numbers, size_t count, word_list *list)
{
    attn_text text = {0};
    uint64_t work = attn_product64(count, ATTN_COST_ROUNDED);
    bool done = attn_spend(run->status, work) ||
                attn_fail_work(run->status, work, "a sequence of %zu numbers", count);
    for (size_t i = 0; i < count && done; i++) {
        attn_text_clear(&text);
        attn_text_short(&text, numbers[i], 6);
        done = !text.failed &&
               attn_word_add(run, list, attn_text_string(&text), text.length, ATTN_MOST_WORDS);
    }
    if (text.failed) attn_no_memory(run->status, "reading words");
    attn_text_free(&text);
    return done;
}

/* 1, 2, … NULL without memory. */
static float *first_numbers(attn_run *run, size_t count)
{
    float *numbers = attn_alloc(run->arena, count, sizeof *numbers);
    for (size_t i = 0; numbers && i < count; i++) numbers[i] = (float)(i + 1);
    return numbers;
}

static attn_labels *new_labels(attn_run *run, const sequence_source *s, const word_list *list,
                               bool plain)
{
    const attn_labels labels = {.name = s->sequence->name,
                                .count = list->count,
                                .words = (const char *const *)list->words,
                                .plain = plain,
                                .prefix = s->prefix};
    return attn_copy(run->arena, &labels, 1, sizeof labels);
}

/* A sequence's value, under its own name. */
static bool give_sequence(attn_run *run, const sequence_source *s, const float *numbers)
{
    attn_sequence *sequence = attn_sequence_here(run, s->sequence);
    attn_tensor shape = {.rank = ATTN_VECTOR,
                         .batch = examples_of(run, s),
                         .rows = 1,
                         .cols = sequence->count,
                         .col_labels = sequence->labels,
                         .words = sequence->vocabulary};
    sequence->value = attn_record_leaf(run->record, ATTN_OP_GIVEN, &shape, false);
    if (!sequence->value) return false;
    memcpy(attn_record_fill(run->record, sequence->value), numbers,
           sequence->count * shape.batch * sizeof *numbers);
    filled_of(run, s)->value = *attn_value(run->record, sequence->value);
    return attn_scope_give(run->scope, &s->name, sequence->value, false, false);
}

/* The other run of the lesson that has its words already; NULL: none. What the first turn reads of
 * a reader's words it notes, and each turn anew. */
static const attn_run *filled_in(const attn_run *run, const sequence_source *s)
{
    if (run->shared && !attn_sequence_varies(run, s)) return run->shared;
    return s->kind == WORDS_TOKENIZER || s->kind == WORDS_FILE ? run->first : NULL;
}

/* The value that another run of the lesson made: words, labels and vocabulary are as they were. */
static bool share_sequence(attn_run *run, const sequence_source *s, const attn_run *from)
{
    attn_sequence *sequence = attn_sequence_here(run, s->sequence);
    filled *mine = filled_of(run, s);
    *mine = *filled_of(from, s);
    sequence->count = mine->value.cols;
    sequence->labels = mine->value.col_labels;
    sequence->vocabulary = mine->value.words;
    sequence->value = attn_record_leaf(run->record, ATTN_OP_GIVEN, &mine->value, true);
    return sequence->value && attn_scope_give(run->scope, &s->name, sequence->value, false, false);
}

static bool fill_numbers(attn_run *run, const sequence_source *s, const float *numbers,
                         size_t count)
{
    word_list list = {0};
    if (!number_words(run, numbers, count, &list)) return false;
    attn_sequence *sequence = attn_sequence_here(run, s->sequence);
    sequence->count = count;
    sequence->labels = new_labels(run, s, &list, true);
    sequence->vocabulary = NULL;
    *filled_of(run, s) = (filled){.owner = s, .words = list.words};
    return sequence->labels && give_sequence(run, s, numbers);
}

static bool fill_number_list(attn_run *run, const sequence_source *s)
{
    size_t count = s->values->count;
    float *numbers = attn_alloc(run->arena, count, sizeof *numbers);
    if (!numbers) return false;
    if (count > ATTN_MOST_WORDS)
        return attn_fail(run->status, ATTN_LIMIT, "a sequence has at most %u numbers",
                         ATTN_MOST_WORDS);
    for (size_t i = 0; i < count; i++)
        if (!attn_written_number(run, &s->values->items[i], &numbers[i])) return false;
    return fill_numbers(run, s, numbers, count);
}

static bool fill_count(attn_run *run, const sequence_source *s, size_t count)
{
    float *numbers = first_numbers(run, count);
    return numbers && fill_numbers(run, s, numbers, count);
}

static bool fill_config(attn_run *run, const sequence_source *s)
{
    double number = s->count;
    if (number >= 1 && number <= ATTN_MOST_WORDS && number == (double)(size_t)number)
        return fill_count(run, s, (size_t)number);
    return attn_fail_at(run->status, &s->kind_from,
                        "the lesson's \"config\" file has no whole number from 1 to %u under '%s'",
                        ATTN_MOST_WORDS, s->text);
}

/* ---- tokens and vocabularies ---- */

/* Whether these are the pieces of a tokenizer, which has found each of them a place. */
static bool are_pieces(const sequence_source *s, const word_list *list)
{
    return s->kind == WORDS_TOKENIZER && list->words == s->tokenizer->pieces.words;
}

/* The words of a sequence that is its own vocabulary: each once, in order. */
static const attn_word_index *own_table(attn_run *run, const sequence_source *s,
                                        const word_list *list)
{
    if (are_pieces(s, list)) return &s->tokenizer->pieces;
    attn_word_index *table = attn_alloc(run->arena, 1, sizeof *table);
    if (!table) return NULL;
    table->arena = run->arena;
    for (size_t i = 0; i < list->count; i++)
        if (!attn_word_index_add(table, list->words[i], strlen(list->words[i]))) return NULL;
    return table;
}

/* The place of a word as it is written; 0: it is not there, or the sequence is numbers. */
static size_t find_word(const filled *in, const char *word)
{
    return in->table ? attn_word_index_find(in->table, word, strlen(word)) : 0;
}

size_t attn_sequence_find(const attn_run *run, const attn_sequence *sequence, const char *word)
{
    return find_word(&run->filled[sequence->place], word);
}

/* The place of a word as written, or in lower case; 0: it is not there. */
static bool look_up(const attn_run *run, const filled *in, const char *word, size_t *place)
{
    *place = find_word(in, word);
    if (*place) return true;
    attn_text lower = {0};
    attn_text_add_lower(&lower, word, strlen(word));
    if (!lower.failed) *place = find_word(in, attn_text_string(&lower));
    bool done = !lower.failed;
    attn_text_free(&lower);
    return done || attn_no_memory(run->status, "reading words");
}

/* A word that stands nowhere, and nothing can stand for it. */
static bool no_such_word(const attn_run *run, const sequence_source *s, const char *word)
{
    const attn_labels *vocabulary = attn_sequence_here(run, s->sequence)->vocabulary;
    const char *unknown = filled_of(run, s)->owner->unknown;
    if (unknown)
        return attn_fail(run->status, ATTN_INPUT,
                         "'%s' is not a word of %s, and neither is its \"unknown\", '%s'", word,
                         vocabulary->name, unknown);
    return attn_fail(run->status, ATTN_INPUT,
                     "'%s' is not a word of %s (%zu words): use one of them, or give the "
                     "vocabulary an \"unknown\"",
                     word, vocabulary->name, vocabulary->count);
}

/* Whether a given spells the words of a sequence, or of one that has them behind a mark. */
static bool is_spelled(const attn_lesson *lesson, const attn_sequence *sequence)
{
    for (size_t i = 0; i < lesson->given_count; i++) {
        const given *g = &lesson->givens[i];
        if (g->form != FORM_SPELLING) continue;
        if (g->of == sequence || lesson->sequences[g->of->place].moved == sequence) return true;
    }
    return false;
}

/* Its words are noted with the sequence they come from. */
static bool note_unknown(attn_run *run, const sequence_source *s, const char *word, size_t i)
{
    if (run->batch || (s->moved && !s->in) || is_like(run, s)) return true;
    const attn_unknown unknown = {.sequence = s->sequence->name,
                                  .word = word,
                                  .vocabulary =
                                      attn_sequence_here(run, s->sequence)->vocabulary->name,
                                  .stands = filled_of(run, s)->owner->unknown,
                                  .spelled = is_spelled(run->lesson, s->sequence),
                                  .place = i + 1};
    return attn_append(run->arena, &run->outcome.unknown, &run->outcome.unknown_count, &unknown,
                       sizeof unknown);
}

static bool place_tokens(attn_run *run, const sequence_source *s, const word_list *list,
                         float *numbers)
{
    const sequence_source *owner = filled_of(run, s)->owner;
    const char *unknown = owner == s ? NULL : owner->unknown;
    size_t usual = unknown ? find_word(filled_of(run, s), unknown) : 0, place;
    if (are_pieces(s, list)) {
        for (size_t i = 0; i < list->count; i++) numbers[i] = (float)(i + 1);
        return true;
    }
    for (size_t i = 0; i < list->count; i++) {
        if (!look_up(run, filled_of(run, s), list->words[i], &place)) return false;
        if (!place && usual && !note_unknown(run, s, list->words[i], i)) return false;
        if (!place) place = usual;
        if (!place)
            return no_such_word(run, s, list->words[i]) ||
                   attn_place_formula(run->status, &s->from);
        numbers[i] = (float)place;
    }
    return true;
}

/* Whether a vocabulary that is the same for all examples has no such word. */
static bool lacks(const attn_run *run, const sequence_source *s, const char *word)
{
    const sequence_source *owner = filled_of(run, s)->owner;
    size_t place = 0;
    if (!owner || owner == s || owner->moved || attn_sequence_input(owner) ||
        !filled_of(run, owner)->table)
        return false;
    return !look_up(run, filled_of(run, owner), word, &place) || place == 0;
}

bool attn_sequences_take(const attn_run *run, const char *input, const char *word, bool *unknown)
{
    *unknown = false;
    for (size_t i = 0; i < run->lesson->sequence_count; i++) {
        const sequence_source *s = &run->lesson->sequences[i];
        const char *name = attn_sequence_input(s);
        if (!name || strcmp(name, input) != 0 || !lacks(run, s, word)) continue;
        const sequence_source *owner = filled_of(run, s)->owner;
        *unknown = owner->unknown && find_word(filled_of(run, owner), owner->unknown) != 0;
        if (!*unknown) return attn_ok(run->status) && no_such_word(run, s, word);
    }
    return attn_ok(run->status);
}

/* The sequence whose words are the vocabulary: that of `in`; without it, that of the sequence which
 * this one is moved from, if that is `in` one; else its own. */
static const sequence_source *owner_of(const attn_run *run, const sequence_source *s)
{
    if (s->in) return filled_of(run, source_of(run, s->in))->owner;
    const sequence_source *from = s->moved ? source_of(run, s->moved) : NULL;
    return from && filled_of(run, from)->owner != from ? filled_of(run, from)->owner : s;
}

/* Labels that know the words which they spell, if they are pieces with names. */
static const attn_labels *word_labels(attn_run *run, const sequence_source *s,
                                      const word_list *list)
{
    attn_labels *labels = new_labels(run, s, list, false);
    const sequence_source *owner = owner_of(run, s);
    const attn_whole whole = {(const char *const *)list->whole, list->whole_count,
                              list->begin_count == list->count ? list->begins : NULL};
    if (!labels || owner == s || !owner->tokenizer || owner->nameless || run->options->pieces)
        return labels;
    return attn_whole_words(owner->tokenizer, &whole, run->arena, labels) ? labels : NULL;
}

/* The labels of an axis: the words; places alone where each example has words of its own. */
static const attn_labels *axis_labels(attn_run *run, const sequence_source *s,
                                      const word_list *list)
{
    if (!attn_sequence_varies(run, s) || run->batch->shown) return word_labels(run, s, list);
    word_list places = {0};
    size_t count = attn_sequence_here(run, s->sequence)->count;
    float *numbers = first_numbers(run, count);
    return numbers && number_words(run, numbers, count, &places) ? new_labels(run, s, &places, true)
                                                                 : NULL;
}

/* The words that a sequence's own tokens are places in. */
static const attn_labels *own_vocabulary(attn_run *run, const sequence_source *s)
{
    const filled *own = filled_of(run, s);
    const word_list words = {.words = own->table->words, .count = own->table->count};
    attn_labels *labels = new_labels(run, s, &words, false);
    if (labels && s->unknown) labels->unknown = find_word(own, s->unknown);
    return labels;
}

static bool fill_words(attn_run *run, const sequence_source *s, const word_list *list)
{
    attn_sequence *sequence = attn_sequence_here(run, s->sequence);
    float *numbers = attn_alloc(run->arena, list->count, sizeof *numbers);
    sequence->count = list->count / examples_of(run, s);
    sequence->labels = axis_labels(run, s, list);
    *filled_of(run, s) = (filled){.words = list->words, .owner = owner_of(run, s)};
    const sequence_source *owner = filled_of(run, s)->owner;
    filled_of(run, s)->table = owner == s ? own_table(run, s, list) : filled_of(run, owner)->table;
    if (!filled_of(run, s)->table && owner != s)
        return attn_fail_at(run->status, &s->from, "%s is a sequence of numbers, not a vocabulary",
                            owner->sequence->name);
    if (!numbers || !sequence->labels || !filled_of(run, s)->table) return false;
    sequence->vocabulary =
        owner == s ? own_vocabulary(run, s) : attn_sequence_here(run, owner->sequence)->vocabulary;
    return sequence->vocabulary && place_tokens(run, s, list, numbers) &&
           give_sequence(run, s, numbers);
}

static bool fill_one(attn_run *run, const sequence_source *s)
{
    word_list list = {0};
    const attn_run *from = filled_in(run, s);
    if (from) return share_sequence(run, s, from);
    const word_list *own = attn_own_words(run, s);
    if (own) return take_words(run, own->words, own->count, &list) && fill_words(run, s, &list);
    if (s->kind == WORDS_COUNTED) return fill_count(run, s, (size_t)s->count);
    if (s->kind == WORDS_CONFIG) return fill_config(run, s);
    if (s->kind == WORDS_NUMBERS) return fill_number_list(run, s);
    bool done = s->kind == WORDS_WRITTEN     ? take_written(run, s, &list)
                : s->kind == WORDS_INPUT     ? take_input(run, s, &list)
                : s->kind == WORDS_FILE      ? take_file(run, s, &list)
                : s->kind == WORDS_TOKENIZER ? take_pieces(run, s, &list)
                                             : take_moved(run, s, &list);
    return done && fill_words(run, s, &list);
}

/* Where the fault lies: in the text that the reader gave, or in the lesson. */
static void blame_sequence(const attn_run *run, const sequence_source *s)
{
    const char *input = attn_sequence_input(s), *option;
    if (given_ids(run, s, &option)) {
        attn_status_prefix(run->status, ": ");
        attn_status_prefix(run->status, option);
        return;
    }
    if (input && given_words(run, input)) {
        const char *prefix = attn_print(run->arena, "the input '%s': ", input);
        if (prefix) attn_status_prefix(run->status, prefix);
        return;
    }
    attn_place_fault(run->status, &s->from);
}

bool attn_sequences_fill(attn_run *run)
{
    run->filled = attn_alloc(run->arena, run->lesson->sequence_count + 1, sizeof *run->filled);
    if (!run->filled || !attn_inputs_check(run)) return false;
    for (size_t i = 0; i < run->lesson->sequence_count; i++) {
        const sequence_source *s = &run->lesson->sequences[i];
        if (fill_one(run, s)) continue;
        blame_sequence(run, s);
        return false;
    }
    return true;
}
