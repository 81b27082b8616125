/*
 * api_tokenizer: pieces of words learned from texts, and texts spelled by them.
 */
#include "api/api.h"

#include <inttypes.h>
#include <string.h>

#include "files/bytes/input.h"
#include "text/tokenizer/tokenizer.h"

enum { USUAL_PIECES = 5000, FEWEST_PIECES = 300, MOST_TEXT_BYTES = 1 << 28 };

/* ---- lines of texts ---- */

/* The part of a line in this column, from 1; 0: all of it. */
static bool find_column(const attn_lines *lines, size_t column, attn_span *part,
                        attn_status *status)
{
    attn_span left = {lines->line, lines->length};
    *part = left;
    for (size_t i = 0; i < column; i++)
        if (!attn_span_take(&left, '\t', part))
            return attn_lines_fail(lines, NULL, status,
                                   "this line has no column %zu: columns are divided by tabs",
                                   column);
    return true;
}

/* Hands over the text of each line that has some. */
typedef bool line_taker(void *user, attn_span text);

static bool take_lines(attn_lines *lines, size_t column, line_taker *take, void *user,
                       attn_status *status)
{
    attn_span part;
    if (!attn_lines_check(lines, status)) return false;
    while (attn_lines_next(lines)) {
        if (column && lines->length == 0) continue;
        if (!find_column(lines, column, &part, status) || !take(user, part))
            return attn_lines_place(lines, NULL, status);
    }
    return true;
}

/* Texts that may be read more than once. */
typedef struct texts {
    const char *const *files; /* ends with NULL */
    size_t column;
    attn_input *kept; /* of each file: its bytes, if it cannot be read again; else {0} */
} texts;

static bool begin_texts(texts *t, const char *const *files, size_t column, attn_arena *arena)
{
    *t = (texts){.files = files, .column = column};
    t->kept = attn_alloc(arena, attn_api_count(files) + 1, sizeof *t->kept);
    return t->kept != NULL;
}

static void end_texts(texts *t)
{
    for (size_t i = 0; t->kept && t->files[i]; i++) attn_input_close(&t->kept[i]);
}

static bool take_texts(const texts *t, line_taker *take, void *user, attn_status *status)
{
    for (size_t i = 0; t->files[i] && attn_ok(status); i++) {
        const char *path = t->files[i];
        attn_input *input = &t->kept[i];
        attn_lines lines;
        if (!input->bytes && !attn_input_read(input, path, MOST_TEXT_BYTES, status)) return false;
        attn_lines_begin(&lines, path, input->bytes, input->length);
        take_lines(&lines, t->column, take, user, status);
        if (strcmp(path, "-") != 0 && !attn_output_streams(path)) attn_input_close(input);
    }
    return attn_ok(status);
}

/* ---- how well pieces suit ---- */

typedef struct suiting {
    attn_tokenizing *spelling;
    const attn_tokenizer *by;
    uint64_t lines, words, whole, pieces, letters, unknown;
} suiting;

static void count_word(suiting *s, const attn_spelled *word)
{
    uint32_t code;
    s->words++;
    s->pieces += word->count;
    s->whole += word->count == 1;
    for (size_t at = 0, step; !word->mark && at < word->key.length; at += step) {
        step = attn_utf8_next(word->key.bytes + at, word->key.length - at, &code);
        if (step == 0) step = 1;
        s->letters++;
        s->unknown += attn_word_index_find(&s->by->pieces, word->key.bytes + at, step) == 0;
    }
}

static bool suit_line(void *user, attn_span text)
{
    suiting *s = user;
    attn_spelled word;
    attn_tokenizing_begin(s->spelling, text);
    while (attn_tokenizing_next(s->spelling, &word)) {
        if (!attn_tokenizing_spell(s->spelling, &word)) return false;
        count_word(s, &word);
    }
    s->lines++;
    return true;
}

static double share(uint64_t part, uint64_t all)
{
    return all ? 100.0 * (double)part / (double)all : 0;
}

/* Adds to the call's text how well the pieces suit the texts. */
static bool add_suiting(attn_api_call *call, const attn_tokenizer *by, const texts *t)
{
    suiting s = {.spelling = attn_tokenizing_new(by, call->status), .by = by};
    if (s.spelling && take_texts(t, suit_line, &s, call->status)) {
        attn_text_print(&call->text, "%" PRIu64 " words in %" PRIu64 " lines: ", s.words, s.lines);
        attn_text_print(
            &call->text, "%" PRIu64 " pieces, %.2f a word; %.1f %% of the words are one piece\n",
            s.pieces, s.words ? (double)s.pieces / (double)s.words : 0, share(s.whole, s.words));
        attn_text_print(&call->text,
                        "characters without a piece, spelled by their bytes: %" PRIu64
                        " of %" PRIu64 ", %.4f %%\n",
                        s.unknown, s.letters, share(s.unknown, s.letters));
    }
    attn_tokenizing_free(s.spelling);
    return attn_ok(call->status);
}

/* ---- learned ---- */

static bool find_language(const char *name, attn_language *language, attn_status *status)
{
    return attn_language_named(name ? name : "none", language) ||
           attn_fail(status, ATTN_USAGE, "the language is one of " ATTN_LANGUAGE_LIST ", not '%s'",
                     name);
}

/* A mark must not be one word, so that no word of a text is taken for it; brackets see to that. */
static bool check_mark(const char *mark, attn_status *status)
{
    attn_cutting words = {.text = {mark, strlen(mark)}};
    attn_span first;
    return (attn_words_next(&words, &first) && first.length < words.text.length &&
            words.text.length <= ATTN_MOST_PIECE_BYTES) ||
           attn_fail(status, ATTN_USAGE,
                     "a text may hold '%s' as a word: write the mark in brackets, such as <start>",
                     mark);
}

static bool check_marks(const char *const *marks, size_t size, attn_status *status)
{
    const size_t count = attn_api_list(marks, status);
    if (count > ATTN_MOST_MARKS)
        return attn_fail(status, ATTN_LIMIT, "there are more than %zu marks", ATTN_MOST_MARKS);
    for (size_t i = 0; i < count; i++) {
        if (!check_mark(marks[i], status)) return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(marks[k], marks[i]) == 0)
                return attn_fail(status, ATTN_USAGE, "the mark %s is given twice", marks[i]);
    }
    return count + 256 < size ||
           attn_fail(status, ATTN_USAGE, "%zu pieces are too few for %zu marks and 256 bytes", size,
                     count);
}

static bool check_wanted(const attnviz_vocabulary *wanted, const char *report, attn_status *status)
{
    const attn_reads reads = {.files = wanted->files, .file_count = attn_api_count(wanted->files)};
    if (reads.file_count == 0)
        return attn_fail(status, ATTN_USAGE, "which texts are pieces learned from?");
    if (!wanted->path) return attn_fail(status, ATTN_USAGE, "the tokenizer needs a name");
    if (report && attn_api_one_output(report, wanted->path))
        return attn_api_fail_twice(report, status);
    if (wanted->size && (wanted->size < FEWEST_PIECES || wanted->size > ATTN_MOST_PIECES))
        return attn_fail(status, ATTN_USAGE, "a tokenizer has %d to %zu pieces, not %zu",
                         FEWEST_PIECES, ATTN_MOST_PIECES, wanted->size);
    return attn_api_spares(&reads, wanted->path, status) && attn_api_spares(&reads, report, status);
}

typedef struct learner {
    attn_bpe *learning;
    uint64_t lines;
} learner;

static bool learn_line(void *user, attn_span text)
{
    learner *l = user;
    l->lines++;
    return attn_bpe_read(l->learning, text);
}

static bool learn(attn_api_call *call, const texts *t, size_t size, attn_tokenizer *to)
{
    learner l = {.learning = attn_bpe_new(to, call->status)};
    size_t letters = 0, words = 0;
    bool done = l.learning && take_texts(t, learn_line, &l, call->status);
    if (done && (words = attn_bpe_words(l.learning)) == 0)
        done = attn_fail(call->status, ATTN_INPUT, "there is no word in the texts");
    done = done && attn_bpe_end(l.learning, size, &letters);
    attn_bpe_free(l.learning);
    if (!done) return false;
    attn_text_print(&call->text, "%zu different words in %" PRIu64 " lines\n", words, l.lines);
    attn_text_print(&call->text, "%zu pieces: %zu %s, 256 bytes, %zu characters, %zu learned\n",
                    to->pieces.count, to->mark_count, to->mark_count == 1 ? "mark" : "marks",
                    letters, to->merge_count);
    return true;
}

static bool write_tokenizer(const attn_tokenizer *t, const char *path, attn_status *status)
{
    attn_text text = {0};
    attn_tokenizer_write(t, &text);
    if (text.failed) attn_no_memory(status, "writing the tokenizer");
    attn_output *file = attn_ok(status) ? attn_output_open(path, status) : NULL;
    const bool written = file && attn_output_write(file, attn_text_string(&text), text.length);
    attn_text_free(&text);
    return attn_output_end(file, written) && written;
}

bool attnviz_tokenizer_learn(const attnviz_vocabulary *wanted, const attnviz_output *output,
                             attnviz_fault *fault)
{
    static const char *const usual[] = {"<start>", "<end>", "<mask>", NULL};
    attn_api_call call;
    attn_language language;
    if (!attn_api_given(wanted, "what pieces are wanted", fault) ||
        !attn_api_begin_text(&call, NULL, output, fault))
        return false;
    const char *const *marks = wanted->marks ? wanted->marks : usual;
    const size_t size = wanted->size ? wanted->size : USUAL_PIECES;
    if (check_wanted(wanted, output->path, call.status) &&
        find_language(wanted->language, &language, call.status) &&
        check_marks(marks, size, call.status)) {
        attn_tokenizer *t = attn_tokenizer_new(language, marks, call.arena);
        texts from = {0};
        const bool done = t && begin_texts(&from, wanted->files, wanted->column, call.arena) &&
                          learn(&call, &from, size, t) && add_suiting(&call, t, &from) &&
                          write_tokenizer(t, wanted->path, call.status);
        end_texts(&from);
        if (done) attn_api_flush(&call);
    }
    return attn_api_end(&call);
}

/* ---- shown ---- */

typedef struct showing {
    attn_api_call *call;
    attn_tokenizing *spelling;
    const attn_tokenizer *by;
    size_t words, pieces;
    size_t widest; /* word, in columns */
    attn_joined joined;
    bool measured;
} showing;

/* As "%u" has it, and faster: a text may have millions of pieces. */
static void add_number(attn_text *out, uint32_t number)
{
    char digits[10];
    size_t at = sizeof digits;
    do digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    attn_text_add_bytes(out, digits + at, sizeof digits - at);
}

static bool add_numbers(void *user, attn_span text)
{
    enum { bytes_at_once = 1 << 16 };
    showing *s = user;
    attn_spelled word;
    bool first = true;
    attn_tokenizing_begin(s->spelling, text);
    while (attn_tokenizing_next(s->spelling, &word)) {
        if (!attn_tokenizing_spell(s->spelling, &word)) return false;
        for (size_t i = 0; i < word.count; i++, first = false) {
            if (!first) attn_text_add_bytes(&s->call->text, " ", 1);
            add_number(&s->call->text, word.pieces[i]);
        }
    }
    attn_text_add(&s->call->text, "\n");
    return attn_ok(s->call->status) &&
           (s->call->text.length < bytes_at_once || attn_api_flush(s->call));
}

/* A word on a line of its own, with its pieces and their numbers. */
static void add_word(showing *s, const attn_spelled *word)
{
    attn_text *out = &s->call->text;
    attn_text_add_escaped(out, word->word.bytes, word->word.length, false);
    const size_t width = attn_text_width(word->word.bytes, word->word.length);
    attn_text_repeat(out, " ", width < s->widest ? s->widest - width : 0);
    for (size_t i = 0; i < word->count; i++) {
        const char *piece = s->by->pieces.words[word->pieces[i]];
        attn_text_add(out, i ? " " : "  ");
        attn_text_add_escaped(out, piece, strlen(piece), false);
        attn_text_print(out, " %u", word->pieces[i]);
    }
    attn_text_add(out, "\n");
}

static bool show_words(void *user, attn_span text)
{
    showing *s = user;
    attn_spelled word;
    attn_tokenizing_begin(s->spelling, text);
    while (attn_tokenizing_next(s->spelling, &word)) {
        const size_t width = attn_text_width(word.word.bytes, word.word.length);
        if (!s->measured && width > s->widest) s->widest = width;
        if (!s->measured) continue;
        if (!attn_tokenizing_spell(s->spelling, &word)) return false;
        add_word(s, &word);
        const char *copy = attn_copy_text(s->call->arena, word.word.bytes, word.word.length);
        if (!copy) return false;
        attn_words_join(&s->joined, copy);
        s->words++;
        s->pieces += word.count;
    }
    s->measured = true;
    return attn_ok(s->call->status);
}

static void show_text(showing *s, const char *text)
{
    enum { MOST_WIDTH = 40 };
    attn_text *out = &s->call->text;
    const attn_span span = {text, strlen(text)};
    s->joined.language = s->by->language;
    if (!show_words(s, span)) return;
    if (s->widest > MOST_WIDTH) s->widest = MOST_WIDTH;
    if (show_words(s, span)) {
        attn_text_print(out, "%zu %s, %zu %s; joined again: ", s->words,
                        s->words == 1 ? "word" : "words", s->pieces,
                        s->pieces == 1 ? "piece" : "pieces");
        attn_text_add_escaped(out, attn_text_string(&s->joined.text), s->joined.text.length, false);
        attn_text_add(out, "\n");
    }
    attn_text_free(&s->joined.text);
}

static void spell_texts(attn_api_call *call, const attnviz_spelling *what, showing *s)
{
    texts t;
    if (!begin_texts(&t, what->files, what->column, call->arena)) return;
    if (what->numbers)
        take_texts(&t, add_numbers, s, call->status);
    else
        add_suiting(call, s->by, &t);
    end_texts(&t);
}

static void spell(attn_api_call *call, const attn_tokenizer *by, const attnviz_spelling *what)
{
    showing s = {.call = call, .spelling = attn_tokenizing_new(by, call->status), .by = by};
    if (!s.spelling) return;
    if (!what->text)
        spell_texts(call, what, &s);
    else if (what->numbers)
        add_numbers(&s, (attn_span){what->text, strlen(what->text)});
    else
        show_text(&s, what->text);
    attn_tokenizing_free(s.spelling);
    attn_api_flush(call);
}

static bool check_asked(const char *tokenizer, const attnviz_spelling *asked, attn_status *status)
{
    const size_t count = attn_api_count(asked->files);
    if (!asked->text && count == 0) attn_fail(status, ATTN_USAGE, "which text is spelled?");
    attn_api_text(asked->text, status);
    for (size_t i = 0; !asked->text && i < count && strcmp(tokenizer, "-") == 0; i++)
        if (strcmp(asked->files[i], "-") == 0)
            attn_fail(status, ATTN_USAGE,
                      "standard input cannot be both the tokenizer and a text: save one as a file");
    return attn_ok(status);
}

static attn_tokenizer *open_tokenizer(const char *path, attn_api_call *call)
{
    const char *file = strcmp(path, "-") == 0 ? "standard input" : path;
    attn_byte_reader *source = attn_byte_reader_open(path, call->status);
    attn_tokenizer *t = source ? attn_tokenizer_read(source, file, call->arena) : NULL;
    attn_byte_reader_close(source);
    return t;
}

bool attnviz_tokenizer_spell(const char *tokenizer, const attnviz_spelling *spelling,
                             const attnviz_output *output, attnviz_fault *fault)
{
    attn_api_call call;
    if (!attn_api_given(tokenizer, "the tokenizer", fault) ||
        !attn_api_given(spelling, "what is spelled", fault) ||
        !attn_api_begin_text(&call, NULL, output, fault))
        return false;
    const attn_reads own = {.files = &tokenizer, .file_count = 1},
                     reads = {.files = spelling->files,
                              .file_count = attn_api_count(spelling->files)};
    const bool fine = check_asked(tokenizer, spelling, call.status) &&
                      attn_api_spares(&own, output->path, call.status) &&
                      attn_api_spares(&reads, output->path, call.status);
    attn_tokenizer *t = fine ? open_tokenizer(tokenizer, &call) : NULL;
    if (t) spell(&call, t, spelling);
    return attn_api_end(&call);
}
