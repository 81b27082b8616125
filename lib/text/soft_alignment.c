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

typedef struct span {
    const char *start;
    size_t length;
} span;

typedef struct reader {
    attn_lines lines;
    attn_arena *arena;
    attn_status *status;
} reader;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static span trimmed(const char *start, const char *end)
{
    while (start < end && is_blank(*start)) start++;
    while (end > start && is_blank(end[-1])) end--;
    return (span){start, (size_t)(end - start)};
}

/* The fields of a head; false if there are not so many. */
static bool split(const char *line, size_t length, span fields[FIELDS])
{
    const char *start = line, *end = line + length;
    size_t count = 0;
    for (const char *c = line; c + sizeof bar - 1 <= end && count < FIELDS; c++) {
        if (memcmp(c, bar, sizeof bar - 1) != 0) continue;
        fields[count++] = trimmed(start, c);
        start = c + sizeof bar - 1;
        c = start - 1;
    }
    if (count != FIELDS - 1) return false;
    fields[count] = trimmed(start, end);
    return true;
}

/* The next word of a span, which gets shorter; length 0: there is none. */
static span next_word(span *rest)
{
    *rest = trimmed(rest->start, rest->start + rest->length);
    span word = {rest->start, 0};
    while (word.length < rest->length && !is_blank(word.start[word.length])) word.length++;
    rest->start += word.length;
    rest->length -= word.length;
    return word;
}

static bool take_whole(span word, size_t *number)
{
    *number = 0;
    for (size_t i = 0; i < word.length; i++) {
        if (word.start[i] < '0' || word.start[i] > '9' || *number > MOST_WORDS) return false;
        *number = *number * 10 + (size_t)(word.start[i] - '0');
    }
    return word.length > 0 && *number > 0 && *number <= MOST_WORDS;
}

bool attn_is_soft_alignment(const char *bytes, size_t length)
{
    attn_lines lines;
    span fields[FIELDS];
    size_t number;
    attn_lines_begin(&lines, "", bytes, length);
    if (!attn_lines_next(&lines) || !split(lines.line, lines.length, fields)) return false;
    span counts = fields[FIELDS - 1];
    return take_whole(next_word(&counts), &number) && take_whole(next_word(&counts), &number);
}

#define fail_at(r, at, ...) attn_lines_fail(&(r)->lines, at, (r)->status, __VA_ARGS__)

/* ---- words ---- */

static size_t count_words(span words)
{
    size_t count = 0;
    while (next_word(&words).length > 0) count++;
    return count;
}

/* `count` labels of `words`, of which the last may be the end of the sentence. */
static const attn_labels *labels_of(const reader *r, const char *name, span words, size_t count)
{
    attn_labels *labels = attn_alloc(r->arena, 1, sizeof *labels);
    const char **texts = attn_alloc(r->arena, count, sizeof *texts);
    if (!labels || !texts) return NULL;
    for (size_t i = 0; i < count; i++) {
        span word = next_word(&words);
        texts[i] = word.length ? attn_copy_text(r->arena, word.start, word.length) : "</s>";
        if (!texts[i]) return NULL;
    }
    *labels = (attn_labels){.name = name, .count = count, .words = texts};
    return labels;
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

static bool take_weight(const reader *r, span word, float *weight)
{
    char digits[MOST_DIGITS], *end;
    if (word.length == 0 || word.length >= sizeof digits ||
        strspn(word.start, "0123456789+-.eE") < word.length)
        return fail_at(r, word.start, "here must stand a weight: a number such as 0.25");
    memcpy(digits, word.start, word.length);
    digits[word.length] = '\0';
    *weight = strtof(digits, &end);
    if (*end == '\0' && isfinite(*weight)) return true;
    return fail_at(r, word.start, "here must stand a weight: a number such as 0.25");
}

static bool take_row(const reader *r, size_t cols, float *row)
{
    span rest = {r->lines.line, r->lines.length};
    size_t count = count_words(rest);
    if (count != cols)
        return fail_at(r, NULL, "this row has %zu weights, and the source %zu words", count, cols);
    for (size_t i = 0; i < cols; i++)
        if (!take_weight(r, next_word(&rest), &row[i])) return false;
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
    span fields[FIELDS];
    size_t counts[2], rows, cols;
    if (!split(r->lines.line, r->lines.length, fields))
        return fail_at(r, NULL,
                       "here begins a sentence: number ||| target ||| score ||| source ||| words "
                       "of the source and of the target");
    span rest = fields[FIELDS - 1];
    for (size_t k = 0; k < 2; k++)
        if (!take_whole(next_word(&rest), &counts[k]))
            return fail_at(r, rest.start,
                           "here must stand how many words both sentences have: 7 6");
    size_t targets = count_words(fields[1]), sources = count_words(fields[3]);
    if (!fit(sources, targets, counts, &rows, &cols))
        return fail_at(r, NULL,
                       "the head says %zu and %zu words, but %zu of the source and %zu of the "
                       "target stand in it",
                       counts[0], counts[1], sources, targets);
    one->line = r->lines.number;
    one->number = attn_copy_text(r->arena, fields[0].start, fields[0].length);
    one->target = labels_of(r, "target", fields[1], rows);
    one->source = labels_of(r, "source", fields[3], cols);
    return one->number && one->target && one->source && take_rows(r, one);
}

bool attn_soft_alignments_read(const char *path, attn_arena *arena, const attn_soft_alignment **all,
                               size_t *count, attn_status *status)
{
    attn_input input = {0};
    reader r = {.arena = arena, .status = status};
    attn_soft_alignment *list = NULL, *one;
    *count = 0;
    if (!attn_input_read(&input, path, MOST_BYTES, status)) return false;
    attn_lines_begin(&r.lines, path, input.bytes, input.length);
    attn_lines_check(&r.lines, status);
    while (attn_ok(status) && attn_lines_next(&r.lines)) {
        if (trimmed(r.lines.line, r.lines.line + r.lines.length).length == 0) continue;
        one = attn_push(arena, &list, count, sizeof *one);
        if (one) take_sentence(&r, one);
    }
    attn_input_close(&input);
    *all = list;
    if (*count == 0) attn_fail(status, ATTN_INPUT, "there is no sentence in it");
    attn_status_place(status, r.lines.file, 0, 0);
    return attn_ok(status);
}
