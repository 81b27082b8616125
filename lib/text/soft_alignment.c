/*
 * soft_alignment: the weights between the words of two sentences, as Nematus, Marian and OpenNMT-py
 * write them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "files/bytes/input.h"
#include "files/bytes/lines.h"
#include "text/alignment.h"

static const char bar[] = "|||";
enum {
    FIELDS = 5,
    MOST_BYTES = 64 * 1024 * 1024,
    MOST_WORDS = 65536,
    MOST_DIGITS = 64,
    MOST_SEEN = 65536 /* bytes of a text that may hold a table */
};

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

/* The fields of a line, and how many there are; more than FIELDS: FIELDS + 1. */
static size_t split(const attn_lines *lines, attn_span fields[FIELDS])
{
    const char *start = lines->line, *end = start + lines->length;
    size_t count = 0;
    for (const char *c = start; c + sizeof bar - 1 <= end && count < FIELDS; c++) {
        if (memcmp(c, bar, sizeof bar - 1) != 0) continue;
        fields[count++] = trimmed(start, c);
        start = c + sizeof bar - 1;
        c = start - 1;
    }
    if (count < FIELDS) fields[count] = trimmed(start, end);
    return count + 1;
}

/* The next word is a number of words. */
static bool take_whole(attn_span *left, size_t *number)
{
    attn_span word;
    return attn_span_word(left, blanks, &word) && attn_span_whole(&word, MOST_WORDS, number) &&
           word.length == 0 && *number > 0;
}

/* ---- who wrote it ---- */

static bool is_head(const attn_lines *lines, attn_span fields[FIELDS])
{
    size_t number;
    if (split(lines, fields) != FIELDS) return false;
    attn_span counts = fields[FIELDS - 1];
    return take_whole(&counts, &number) && take_whole(&counts, &number);
}

static bool has_only(attn_span text, const char *letters)
{
    size_t i = 0;
    while (i < text.length && text.bytes[i] && strchr(letters, text.bytes[i])) i++;
    return i > 0 && i == text.length;
}

/* Of a line of Marian the field with the weights, or 0: only numbers, and not only whole ones. */
static size_t field_of_lists(const attn_lines *lines, attn_span fields[FIELDS])
{
    const size_t count = split(lines, fields);
    for (size_t i = 1; i < count && i < FIELDS; i++)
        if (has_only(fields[i], "0123456789.,eE+- \t") &&
            (memchr(fields[i].bytes, '.', fields[i].length) ||
             memchr(fields[i].bytes, ',', fields[i].length)))
            return i;
    return 0;
}

static size_t count_words(attn_span words)
{
    attn_span word;
    size_t count = 0;
    while (attn_span_word(&words, blanks, &word)) count++;
    return count;
}

/* Before the first line it is empty. */
static attn_span line_of(const attn_lines *lines)
{
    return (attn_span){lines->line ? lines->line : "", lines->length};
}

/* Takes the asterisks off that OpenNMT-py fills the largest weight up with. */
static bool take_stars(attn_span *word)
{
    const size_t before = word->length;
    for (; word->length > 0 && *word->bytes == '*'; word->bytes++) word->length--;
    return word->length < before;
}

/* A row of a table of OpenNMT-py: a word and `cols` weights, one of them behind an asterisk. */
static bool is_table_row(attn_span row, size_t cols)
{
    attn_span word;
    bool starred = false;
    if (cols == 0 || count_words(row) != cols + 1 || !attn_span_word(&row, blanks, &word))
        return false;
    while (attn_span_word(&row, blanks, &word)) {
        starred |= take_stars(&word);
        if (!has_only(word, "0123456789.eE+-") || !memchr(word.bytes, '.', word.length))
            return false;
    }
    return starred;
}

/* Goes on to the next table's first row; *head: the line before it. */
static bool find_table(attn_lines *lines, attn_span *head)
{
    for (*head = line_of(lines); attn_lines_next(lines); *head = line_of(lines))
        if (is_table_row(line_of(lines), count_words(*head))) return true;
    return false;
}

enum writer { NOBODY, NEMATUS, MARIAN, OPENNMT };

static enum writer writer_of(const char *bytes, size_t length)
{
    attn_lines lines;
    attn_span fields[FIELDS], head;
    attn_lines_begin(&lines, "", bytes, length < MOST_SEEN ? length : MOST_SEEN);
    if (!attn_lines_next(&lines)) return NOBODY;
    return is_head(&lines, fields)              ? NEMATUS
           : field_of_lists(&lines, fields) > 0 ? MARIAN
           : find_table(&lines, &head)          ? OPENNMT
                                                : NOBODY;
}

bool attn_is_soft_alignment(const char *bytes, size_t length)
{
    return writer_of(bytes, length) != NOBODY;
}

#define fail_at(r, at, ...) attn_lines_fail(&(r)->lines, at, (r)->status, __VA_ARGS__)

/* ---- words ---- */

/* `count` labels, of which some are there already; the rest is the end of the sentence. */
static const attn_labels *labels_with(const reader *r, const char *name, const char **texts,
                                      size_t there, size_t count)
{
    while (there < count)
        if (!attn_push_text(r->arena, &texts, &there, "</s>")) return NULL;
    return attn_copy(r->arena, &(attn_labels){.name = name, .count = count, .words = texts}, 1,
                     sizeof(attn_labels));
}

static const attn_labels *labels_of(const reader *r, const char *name, attn_span words,
                                    size_t count)
{
    const char **texts = NULL;
    attn_span word;
    size_t i = 0;
    while (i < count && attn_span_word(&words, blanks, &word))
        if (!attn_push_text(r->arena, &texts, &i,
                            attn_copy_text(r->arena, word.bytes, word.length)))
            return NULL;
    return labels_with(r, name, texts, i, count);
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

/* The weight that this word is. */
static bool weight_of(const reader *r, attn_span word, float *weight)
{
    char digits[MOST_DIGITS] = "", *end = digits;
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
    for (size_t i = 0; i < cols; i++) {
        attn_span word;
        attn_span_word(&left, blanks, &word);
        if (!weight_of(r, word, &row[i])) return false;
    }
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

static bool take_nematus(reader *r, attn_soft_alignment *one)
{
    attn_span fields[FIELDS];
    size_t counts[2], rows, cols;
    if (split(&r->lines, fields) != FIELDS)
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
    one->number = attn_copy_text(r->arena, fields[0].bytes, fields[0].length);
    one->target = labels_of(r, "target", fields[1], rows);
    one->source = labels_of(r, "source", fields[3], cols);
    return one->number && one->target && one->source && take_rows(r, one);
}

/* The lists of a target, all of `cols` weights. */
static bool take_lists(const reader *r, attn_span lists, size_t cols, float *weights)
{
    attn_span list, word;
    for (size_t i = 0; attn_span_word(&lists, blanks, &list); i++) {
        const char *start = list.bytes;
        size_t count = 0;
        for (; attn_span_take(&list, ',', &word); count++)
            if (count < cols && !weight_of(r, word, &weights[i * cols + count])) return false;
        if (count != cols)
            return fail_at(r, start, "this list has %zu weights, but the first one has %zu", count,
                           cols);
    }
    return true;
}

/* Marian does not say the source: its words are numbers, and the end of the sentence. */
static const attn_labels *numbered(const reader *r, size_t count)
{
    const char **texts = NULL;
    for (size_t i = 0; i + 1 < count;)
        if (!attn_push_text(r->arena, &texts, &i, attn_print(r->arena, "%zu", i + 1))) return NULL;
    return labels_with(r, "source", texts, count - 1, count);
}

static bool take_marian(reader *r, attn_soft_alignment *one)
{
    attn_span fields[FIELDS], list, word;
    size_t at = field_of_lists(&r->lines, fields), cols = 0, cells;
    if (at == 0 && split(&r->lines, fields) == 2) at = 1; /* weights 0 and 1 alone */
    if (at == 0)
        return fail_at(r, NULL,
                       "a line is: target ||| a list of weights for each of its words, with commas "
                       "between: 0.9,0.1 0.2,0.8");
    attn_span lists = fields[at], rest = lists;
    const size_t rows = count_words(lists), targets = count_words(fields[at - 1]);
    attn_span_word(&rest, blanks, &list);
    while (attn_span_take(&list, ',', &word)) cols++;
    if (rows < targets || rows > targets + 1)
        return fail_at(r, lists.bytes, "there are %zu lists of weights for %zu words", rows,
                       targets);
    if (!attn_multiply(rows, cols, &cells) || cells > lists.length)
        return fail_at(r, lists.bytes, "these lists are not equally long");
    float *weights = attn_alloc(r->arena, cells, sizeof *weights);
    one->weights = weights;
    if (at > 1) one->number = attn_copy_text(r->arena, fields[0].bytes, fields[0].length);
    one->target = labels_of(r, "target", fields[at - 1], rows);
    one->source = numbered(r, cols);
    return weights && one->target && one->source && take_lists(r, lists, cols, weights);
}

/* The weights of a row of a table behind those that are there. */
static bool take_table_row(const reader *r, attn_span row, float **weights, size_t *count)
{
    attn_span word;
    float weight;
    while (attn_span_word(&row, blanks, &word)) {
        take_stars(&word);
        if (!weight_of(r, word, &weight) ||
            !attn_append(r->arena, weights, count, &weight, sizeof weight))
            return false;
    }
    return true;
}

/* The first row of a table is the line; more follow, as long as they are as wide. */
static bool take_table(reader *r, attn_span head, attn_soft_alignment *one)
{
    const size_t cols = count_words(head);
    const char **targets = NULL;
    float *weights = NULL;
    size_t rows = 0, count = 0;
    do {
        attn_span row = line_of(&r->lines), word;
        attn_span_word(&row, blanks, &word);
        if (!attn_push_text(r->arena, &targets, &rows,
                            attn_copy_text(r->arena, word.bytes, word.length)) ||
            !take_table_row(r, row, &weights, &count))
            return false;
    } while (attn_lines_next(&r->lines) && is_table_row(line_of(&r->lines), cols));
    one->weights = weights;
    one->target = labels_with(r, "target", targets, rows, rows);
    one->source = labels_of(r, "source", head, cols);
    return one->target && one->source;
}

/* The next sentence; false behind the last one, and where it fails. */
static bool take_next(reader *r, enum writer writer, attn_soft_alignment *one)
{
    attn_span head;
    if (writer == OPENNMT && !find_table(&r->lines, &head)) return false;
    if (writer != OPENNMT) {
        do {
            if (!attn_lines_next(&r->lines)) return false;
        } while (trimmed(r->lines.line, r->lines.line + r->lines.length).length == 0);
    }
    *one = (attn_soft_alignment){.line = r->lines.number};
    return writer == OPENNMT  ? take_table(r, head, one)
           : writer == MARIAN ? take_marian(r, one)
                              : take_nematus(r, one);
}

bool attn_soft_alignments_of(attn_span text, const char *name, attn_arena *arena,
                             const attn_soft_alignment **all, size_t *count, attn_status *status)
{
    reader r = {.arena = arena, .status = status};
    attn_soft_alignment *list = NULL, one;
    const enum writer writer = writer_of(text.bytes, text.length);
    *count = 0;
    attn_lines_begin(&r.lines, name, text.bytes, text.length);
    attn_lines_check(&r.lines, status);
    while (attn_ok(status) && take_next(&r, writer, &one)) {
        if (!one.number) one.number = attn_print(arena, "%zu", *count + 1);
        attn_append(arena, &list, count, &one, sizeof one);
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
