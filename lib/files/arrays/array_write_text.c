/*
 * array_write_text: arrays as JSON, and a matrix as a table.
 */
#include <string.h>

#include "core/text.h"
#include "files/arrays/array_common.h"
#include "files/arrays/array_write.h"
#include "files/json/json_write.h"

typedef struct writer {
    attn_output *output;
    attn_text text; /* what has gathered */
    attn_status *status;
} writer;

/* Writes what has gathered, and empties it. */
static void flush(writer *w)
{
    if (w->text.failed) attn_no_memory(w->status, "writing the file");
    if (attn_ok(w->status))
        attn_output_write(w->output, attn_text_string(&w->text), w->text.length);
    attn_text_clear(&w->text);
}

static bool end(writer *w)
{
    flush(w);
    attn_text_free(&w->text);
    return attn_ok(w->status);
}

static const attn_labels *worth_writing(const attn_labels *labels)
{
    return labels && !labels->plain ? labels : NULL;
}

/* ---- JSON ---- */

static void add_words(attn_text *text, const char *key, const attn_labels *labels)
{
    if (!worth_writing(labels)) return;
    attn_json_print(text, "%s:", key);
    for (size_t i = 0; i < labels->count; i++) {
        attn_text_add(text, i ? ", " : " [");
        attn_json_string(text, labels->words[i]);
    }
    attn_text_add(text, labels->count ? "]" : " []");
}

/* The lists from this axis on, a row of numbers in its line; `numbers` are theirs. What is behind
 * them. */
static const float *put_lists(writer *w, const attn_array *array, size_t axis, const float *numbers)
{
    bool row = axis + 1 >= array->rank;
    if (axis < array->rank) attn_text_add(&w->text, "[");
    for (size_t i = 0; i < (axis < array->rank ? array->shape[axis] : 1); i++) {
        if (i) attn_text_add(&w->text, row ? ", " : ",\n ");
        if (row)
            attn_json_number(&w->text, *numbers++);
        else
            numbers = put_lists(w, array, axis + 1, numbers);
    }
    if (axis < array->rank) attn_text_add(&w->text, "]");
    flush(w);
    return numbers;
}

/* Words stand beside the numbers, which are then called "data". */
static void put_member(writer *w, const attn_array_numbers *one)
{
    const attn_array *array = &one->array;
    bool words = worth_writing(array->row_labels) || worth_writing(array->col_labels);
    if (words) {
        attn_text_add(&w->text, "{");
        add_words(&w->text, "rows", array->row_labels);
        add_words(&w->text, "cols", array->col_labels);
        attn_json_print(&w->text, "\"data\":\n ");
    }
    put_lists(w, array, 0, one->numbers);
    if (words) attn_text_add(&w->text, "}");
}

bool attn_array_write_json(attn_output *output, const attn_array_numbers *arrays, size_t count,
                           attn_status *status)
{
    writer w = {.output = output, .status = status};
    for (size_t i = 0; i < count; i++) {
        attn_text_add(&w.text, i ? "\n," : "{");
        attn_json_print(&w.text, "%s: ", *arrays[i].array.name ? arrays[i].array.name : "data");
        put_member(&w, &arrays[i]);
    }
    attn_text_add(&w.text, count ? "}\n" : "{}\n");
    return end(&w);
}

/* ---- tables ---- */

/*
 * A word goes into quotes where it could be taken for something else. A spreadsheet computes what
 * begins with one of four signs; a blank before the sign keeps it from that, and is taken off when
 * the table is read.
 */
static void add_cell(attn_text *text, const char *word, char separator)
{
    bool formula = *word && strchr("=+-@", *word);
    bool quoted = formula || *word == ' ' || *word == '#' || strpbrk(word, "\"\r\n") ||
                  strchr(word, separator) || (*word && word[strlen(word) - 1] == ' ');
    if (quoted) attn_text_add(text, formula ? "\" " : "\"");
    for (; *word; word++)
        attn_text_add_bytes(text, *word == '"' ? "\"\"" : word, *word == '"' ? 2 : 1);
    if (quoted) attn_text_add(text, "\"");
}

static size_t numbers_in(const attn_labels *labels)
{
    size_t numbers = 0;
    for (size_t i = 0; i < labels->count; i++)
        numbers += attn_table_takes_for_number(labels->words[i]);
    return numbers;
}

/* Words that would be read as numbers, where nothing else tells that they are none, are left out.
 */
static void choose_words(const attn_array *array, const attn_labels **rows,
                         const attn_labels **cols)
{
    *rows = worth_writing(array->row_labels);
    *cols = worth_writing(array->col_labels);
    if (*rows && *cols) return;
    if (*rows && ((*rows)->count < 2 || numbers_in(*rows) > 0)) *rows = NULL;
    if (*cols && 2 * numbers_in(*cols) >= (*cols)->count) *cols = NULL;
}

static void add_top(attn_text *text, const attn_labels *cols, bool corner, char separator)
{
    if (corner) attn_text_add_bytes(text, &separator, 1);
    for (size_t j = 0; j < cols->count; j++) {
        if (j) attn_text_add_bytes(text, &separator, 1);
        add_cell(text, cols->words[j], separator);
    }
    attn_text_add(text, "\n");
}

bool attn_array_write_table(attn_output *output, const attn_array_numbers *array, char separator,
                            attn_status *status)
{
    const attn_array *about = &array->array;
    const float *number = array->numbers;
    size_t cols = about->rank > 0 ? about->shape[about->rank - 1] : 1;
    size_t rows = about->rank > 1 ? about->shape[0] : 1;
    const attn_labels *left, *top;
    writer w = {.output = output, .status = status};
    choose_words(about, &left, &top);
    if (top) add_top(&w.text, top, left != NULL, separator);
    for (size_t i = 0; attn_ok(status) && i < rows; i++) {
        if (left) add_cell(&w.text, left->words[i], separator);
        for (size_t j = 0; j < cols; j++) {
            if (j || left) attn_text_add_bytes(&w.text, &separator, 1);
            attn_text_number(&w.text, *number++);
        }
        attn_text_add(&w.text, "\n");
        flush(&w);
    }
    return end(&w);
}
