/*
 * soft_alignment: the weights between the words of two sentences, as Nematus writes them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "files/bytes/input.h"
#include "files/bytes/lines.h"
#include "text/alignment.h"

static const char bar[] = "|||";
enum { FIELDS = 5, MOST_BYTES = 64 * 1024 * 1024, MOST_WORDS = 65536, MOST_DIGITS = 64 };

typedef struct reader {
    attn_lines lines;
    attn_arena *arena;
    attn_status *status;
} reader;

static const char blanks[] = " \t";

static attn_span trimmed(const char *start, const char *end)
{
    while (start < end && strchr(blanks, *start)) start++;
    while (end > start && strchr(blanks, end[-1])) end--;
    return (attn_span){start, (size_t)(end - start)};
}

/* The fields of a head; false if there are not so many. */
static bool split(const attn_lines *lines, attn_span fields[FIELDS])
{
    const char *start = lines->line, *end = start + lines->length;
    size_t count = 0;
    for (const char *c = start; c + sizeof bar - 1 <= end && count < FIELDS; c++) {
        if (memcmp(c, bar, sizeof bar - 1) != 0) continue;
        fields[count++] = trimmed(start, c);
        start = c + sizeof bar - 1;
        c = start - 1;
    }
    if (count != FIELDS - 1) return false;
    fields[count] = trimmed(start, end);
    return true;
}

/* The next word is a number of words. */
static bool take_whole(attn_span *left, size_t *number)
{
    attn_span word;
    return attn_span_word(left, blanks, &word) && attn_span_whole(&word, MOST_WORDS, number) &&
           word.length == 0 && *number > 0;
}

bool attn_is_soft_alignment(const char *bytes, size_t length)
{
    attn_lines lines;
    attn_span fields[FIELDS];
    size_t number;
    attn_lines_begin(&lines, "", bytes, length);
    if (!attn_lines_next(&lines) || !split(&lines, fields)) return false;
    attn_span counts = fields[FIELDS - 1];
    return take_whole(&counts, &number) && take_whole(&counts, &number);
}

#define fail_at(r, at, ...) attn_lines_fail(&(r)->lines, at, (r)->status, __VA_ARGS__)

/* ---- words ---- */

static size_t count_words(attn_span words)
{
    attn_span word;
    size_t count = 0;
    while (attn_span_word(&words, blanks, &word)) count++;
    return count;
}

/* `count` labels of `words`, of which the last may be the end of the sentence. */
static const attn_labels *labels_of(const reader *r, const char *name, attn_span words,
                                    size_t count)
{
    const char **texts = NULL;
    attn_span word;
    for (size_t i = 0; i < count;)
        if (!attn_push_text(r->arena, &texts, &i,
                            attn_span_word(&words, blanks, &word)
                                ? attn_copy_text(r->arena, word.bytes, word.length)
                                : "</s>"))
            return NULL;
    return attn_copy(r->arena, &(attn_labels){.name = name, .count = count, .words = texts}, 1,
                     sizeof(attn_labels));
}

/* Both counts as the head has them: source first, or target; with the end of the sentence, or
 * without. */
static bool fit(size_t sources, size_t targets, const size_t counts[2], size_t *rows, size_t *cols)
{
    for (size_t k = 0; k < 2; k++) {
        *cols = counts[k];
        *rows = counts[1 - k];
        if (*cols >= sources && *cols <= sources + 1 && *rows >= targets && *rows <= targets + 1)
            return true;
    }
    return false;
}

/* ---- weights ---- */

/* The next weight of the row; its numbers are as many as its columns. */
static bool take_weight(const reader *r, attn_span *row, float *weight)
{
    attn_span word;
    char digits[MOST_DIGITS] = "", *end = digits;
    attn_span_word(row, blanks, &word);
    if (word.length < sizeof digits && strspn(word.bytes, "0123456789+-.eE") >= word.length) {
        memcpy(digits, word.bytes, word.length);
        *weight = strtof(digits, &end);
    }
    return (end > digits && *end == '\0' && isfinite(*weight)) ||
           fail_at(r, word.bytes, "expected a weight: a number such as 0.25");
}

static bool take_row(const reader *r, size_t cols, float *row)
{
    attn_span left = {r->lines.line, r->lines.length};
    size_t count = count_words(left);
    if (count != cols)
        return fail_at(r, NULL, "this row has %zu weights, but the source has %zu words", count,
                       cols);
    for (size_t i = 0; i < cols; i++)
        if (!take_weight(r, &left, &row[i])) return false;
    return true;
}

static bool take_rows(reader *r, attn_soft_alignment *one)
{
    size_t rows = one->target->count, cols = one->source->count, cells = 0;
    size_t left = (size_t)(r->lines.end - r->lines.rest);
    if (!attn_multiply(rows, cols, &cells) || cells > left) /* each takes a byte at least */
        return fail_at(r, NULL, "the file ends before all rows of this sentence");
    float *weights = attn_alloc(r->arena, cells, sizeof *weights);
    one->weights = weights;
    for (size_t i = 0; weights && i < rows; i++) {
        if (!attn_lines_next(&r->lines))
            return fail_at(r, NULL, "the file ends before all rows of this sentence");
        if (!take_row(r, cols, weights + i * cols)) return false;
    }
    return weights != NULL;
}

/* ---- a sentence ---- */

static bool take_sentence(reader *r, attn_soft_alignment *one)
{
    attn_span fields[FIELDS];
    size_t counts[2], rows, cols;
    if (!split(&r->lines, fields))
        return fail_at(r, NULL,
                       "a sentence begins with: number ||| target ||| score ||| source ||| words "
                       "of the source and of the target");
    attn_span rest = fields[FIELDS - 1];
    for (size_t k = 0; k < 2; k++)
        if (!take_whole(&rest, &counts[k]))
            return fail_at(r, rest.bytes, "expected the numbers of words of both sentences: 7 6");
    size_t targets = count_words(fields[1]), sources = count_words(fields[3]);
    if (!fit(sources, targets, counts, &rows, &cols))
        return fail_at(r, NULL,
                       "the first line says %zu and %zu words, but it has %zu of the source and "
                       "%zu of the target",
                       counts[0], counts[1], sources, targets);
    one->line = r->lines.number;
    one->number = attn_copy_text(r->arena, fields[0].bytes, fields[0].length);
    one->target = labels_of(r, "target", fields[1], rows);
    one->source = labels_of(r, "source", fields[3], cols);
    return one->number && one->target && one->source && take_rows(r, one);
}

bool attn_soft_alignments_of(attn_span text, const char *name, attn_arena *arena,
                             const attn_soft_alignment **all, size_t *count, attn_status *status)
{
    reader r = {.arena = arena, .status = status};
    attn_soft_alignment *list = NULL, *one;
    *count = 0;
    attn_lines_begin(&r.lines, name, text.bytes, text.length);
    attn_lines_check(&r.lines, status);
    while (attn_ok(status) && attn_lines_next(&r.lines)) {
        if (trimmed(r.lines.line, r.lines.line + r.lines.length).length == 0) continue;
        one = attn_push(arena, &list, count, sizeof *one);
        if (one) take_sentence(&r, one);
    }
    *all = list;
    if (*count == 0) attn_fail(status, ATTN_INPUT, "it holds no sentence");
    attn_status_place(status, r.lines.file, 0, 0);
    return attn_ok(status);
}

bool attn_soft_alignments_read(const char *path, attn_arena *arena, const attn_soft_alignment **all,
                               size_t *count, attn_status *status)
{
    attn_input input = {0};
    bool read = attn_input_read(&input, path, MOST_BYTES, status) &&
                attn_soft_alignments_of((attn_span){input.bytes, input.length}, path, arena, all,
                                        count, status);
    attn_input_close(&input);
    return read;
}
