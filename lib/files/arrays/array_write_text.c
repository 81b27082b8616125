/*
 * array_write_text: arrays as JSON, and a matrix as a table.
 */
#include <string.h>

#include "core/text.h"
#include "files/arrays/array_common.h"
#include "files/arrays/array_write.h"
#include "files/json/json_write.h"

/* Writes what has gathered, and empties it. */
static bool flush(attn_output *output, attn_text *text, attn_status *status)
{
    if (text->failed) return attn_fail(status, ATTN_MEMORY, "there is no memory to write the file");
    bool done = attn_output_write(output, attn_text_string(text), text->length);
    attn_text_clear(text);
    return done;
}

static const attn_labels *worth_writing(const attn_labels *labels)
{
    return labels && !labels->plain ? labels : NULL;
}

/* ---- JSON ---- */

static void add_words(attn_text *text, const char *key, const attn_labels *labels, bool *first)
{
    if (!worth_writing(labels)) return;
    attn_json_key(text, key, first);
    for (size_t i = 0; i < labels->count; i++) {
        attn_text_add(text, i ? ", " : " [");
        attn_json_string(text, labels->words[i]);
    }
    attn_text_add(text, labels->count ? "]" : " []");
}

/* A row of numbers in its line. */
static bool put_row(attn_output *output, attn_text *text, const attn_array_numbers *array,
                    size_t from, attn_status *status)
{
    size_t cols = array->array.shape[array->array.rank - 1];
    attn_text_add(text, "[");
    for (size_t j = 0; j < cols; j++) {
        if (j) attn_text_add(text, ", ");
        attn_json_number(text, array->numbers[from + j]);
    }
    attn_text_add(text, "]");
    return flush(output, text, status);
}

/* The lists from this axis on; `from` is the first number. */
static bool put_lists(attn_output *output, attn_text *text, const attn_array_numbers *array,
                      size_t axis, size_t from, attn_status *status)
{
    const attn_array *about = &array->array;
    if (axis + 1 == about->rank) return put_row(output, text, array, from, status);
    size_t step = 1;
    for (size_t i = axis + 1; i < about->rank; i++) step *= about->shape[i];
    attn_text_add(text, "[");
    for (size_t i = 0; i < about->shape[axis]; i++) {
        if (i) attn_text_add(text, ",\n ");
        if (!put_lists(output, text, array, axis + 1, from + i * step, status)) return false;
    }
    attn_text_add(text, "]");
    return true;
}

static bool put_array(attn_output *output, attn_text *text, const attn_array_numbers *array,
                      attn_status *status)
{
    if (array->array.rank > 0) return put_lists(output, text, array, 0, 0, status);
    attn_json_number(text, array->numbers[0]);
    return true;
}

/* Words stand beside the numbers, which are then called "data". */
static bool put_member(attn_output *output, attn_text *text, const attn_array_numbers *array,
                       attn_status *status)
{
    bool first = true;
    if (!worth_writing(array->array.row_labels) && !worth_writing(array->array.col_labels))
        return put_array(output, text, array, status);
    attn_text_add(text, "{");
    add_words(text, "rows", array->array.row_labels, &first);
    add_words(text, "cols", array->array.col_labels, &first);
    attn_json_key(text, "data", &first);
    attn_text_add(text, "\n ");
    if (!put_array(output, text, array, status)) return false;
    attn_text_add(text, "}");
    return true;
}

bool attn_array_write_json(attn_output *output, const attn_array_numbers *arrays, size_t count,
                           attn_status *status)
{
    attn_text text = {0};
    bool done = true, first = true;
    attn_text_add(&text, "{");
    for (size_t i = 0; done && i < count; i++) {
        if (i) attn_text_add(&text, "\n");
        attn_json_key(&text, *arrays[i].array.name ? arrays[i].array.name : "data", &first);
        attn_text_add(&text, " ");
        done = put_member(output, &text, &arrays[i], status);
    }
    attn_text_add(&text, "}\n");
    done = done && flush(output, &text, status);
    attn_text_free(&text);
    return done;
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
    size_t cols = about->rank > 0 ? about->shape[about->rank - 1] : 1;
    size_t rows = about->rank > 1 ? about->shape[0] : 1;
    const attn_labels *left, *top;
    attn_text text = {0};
    choose_words(about, &left, &top);
    if (top) add_top(&text, top, left != NULL, separator);
    bool done = true;
    for (size_t i = 0; done && i < rows; i++) {
        if (left) add_cell(&text, left->words[i], separator);
        for (size_t j = 0; j < cols; j++) {
            if (j || left) attn_text_add_bytes(&text, &separator, 1);
            attn_text_number(&text, array->numbers[i * cols + j]);
        }
        attn_text_add(&text, "\n");
        done = flush(output, &text, status);
    }
    attn_text_free(&text);
    return done;
}
