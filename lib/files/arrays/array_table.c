/*
 * array_table: a matrix as text, one line for each row: CSV, TSV, or numbers with blanks between.
 *
 * The first lines say what separates the cells: of tab, ';', ',' and blanks the first that cuts
 * them into equally many. A row of words may stand on top and a column of words on the left; the
 * first two rows say so. Where the corner is empty, or the row on top one cell shorter, all in them
 * are words; else most on top must be no numbers, and all on the left, or a mistake in a number
 * would make a word of it. Where ';' or a tab separates, the decimal mark may be a comma, in all
 * numbers alike. All the rest are numbers, and a cell that is none is a fault.
 */
#include <math.h>
#include <string.h>

#include "core/decimal.h"
#include "core/text.h"
#include "files/arrays/array_common.h"

enum {
    ahead = 4 * ATTN_DECIMAL_LONGEST, /* bytes that are in memory where a cell begins */
    lines_looked_at = 10,
    most_shown = 40 /* bytes of a cell, in a message */
};

typedef struct cell {
    const char *text;
    size_t offset;
} cell;

typedef struct cells { /* of a row */
    cell *cell;
    size_t count;
} cells;

typedef struct table {
    attn_arrays *arrays;
    attn_window window;
    char separator; /* ' ': blanks */
    char point;     /* '.' or ','; '\0': not known yet */
    bool words_on_top, words_on_left, left_for_certain;
    cells top;
    const char **left;
    size_t left_count;
    size_t rows, cols; /* of numbers; cols 0: not known yet */
    float *numbers;    /* of attn_grow */
    size_t count;
    unsigned digits;
    attn_text text; /* of a cell */
    attn_status *status;
} table;

/* ---- characters ---- */

static size_t offset_of(const table *t)
{
    return t->window.offset + t->window.at;
}

static const char *here(const table *t)
{
    return t->window.bytes + t->window.at;
}

static bool look_ahead(table *t)
{
    attn_window *w = &t->window;
    return w->end - w->at >= ahead || attn_window_ended(w) || attn_window_fill(w, ahead, t->status);
}

static bool at_end(const table *t)
{
    return t->window.at == t->window.end;
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_blank(const table *t, char c)
{
    return c == ' ' || (c == '\t' && t->separator != '\t');
}

static void skip_blanks(table *t)
{
    while (is_blank(t, *here(t)) && look_ahead(t)) t->window.at++;
}

static void skip_line_end(table *t)
{
    t->window.at += here(t)[0] == '\r' && here(t)[1] == '\n' ? 2 : 1;
    look_ahead(t);
}

static bool ends_cell(const table *t, char c)
{
    return c == t->separator || is_line_end(c) || (c == '\t' && t->separator == ' ') ||
           (c == '\0' && at_end(t));
}

/* ---- what separates the cells ---- */

/* Fields of a line for a separator; *end is where the line ends. Of blanks several are one. */
static size_t count_fields(const char *text, char separator, const char **end)
{
    size_t fields = 1;
    bool quoted = false, blanks = separator == ' ';
    if (blanks) text += strspn(text, " \t");
    for (; *text && (quoted || !is_line_end(*text)); text++) {
        if (*text == '"') quoted = !quoted;
        bool cut = *text == separator || (blanks && *text == '\t');
        bool last = blanks && strchr(" \t\r\n", text[1]); /* of several, or of the line */
        fields += !quoted && cut && !last;
    }
    *end = text;
    return fields;
}

/* How a separator cuts the first lines. */
typedef struct cut {
    size_t lines, most; /* fields of the line that has most */
    bool evenly;        /* into several each, equally many; the first line may have one less */
} cut;

/* Unless the text is whole its last line does not count. */
static cut cut_with(const char *text, bool whole, char separator)
{
    cut found = {.evenly = true};
    size_t first = 0, second = 0;
    for (; found.lines < lines_looked_at && *text && !is_line_end(*text); found.lines++) {
        const char *end;
        size_t fields = count_fields(text, separator, &end);
        if (!*end && !whole && found.lines > 0) break;
        if (found.lines == 0) first = fields;
        if (found.lines == 1) second = fields;
        if (found.lines > 0 && (fields == 1 || fields != second)) found.evenly = false;
        if (fields > found.most) found.most = fields;
        text = end + (end[0] == '\r' && end[1] == '\n') + (*end != '\0');
    }
    if (found.lines == 1 && first == 1) found.evenly = false;
    if (found.lines > 1 && first != second && first + 1 != second) found.evenly = false;
    return found;
}

static char find_separator(const char *text, bool whole)
{
    static const char separators[] = "\t;, ";
    char best = ' ';
    size_t most = 1;
    for (const char *one = separators; *one; one++) {
        cut found = cut_with(text, whole, *one);
        if (found.evenly) return *one;
        if (*one == ' ' || found.most <= most) continue;
        most = found.most;
        best = *one;
    }
    return best;
}

/* "# …": what np.savetxt puts on top. */
static bool is_comment(const char *text)
{
    return text[0] == '#' && (text[1] == ' ' || text[1] == '#' || is_line_end(text[1]));
}

static void skip_comments(table *t)
{
    while (attn_ok(t->status) && !at_end(t) && (is_comment(here(t)) || is_line_end(*here(t)))) {
        while (!at_end(t) && !is_line_end(*here(t)) && look_ahead(t)) t->window.at++;
        if (!at_end(t)) skip_line_end(t);
    }
}

/* ---- cells as text ---- */

static bool fault_cell(table *t, size_t offset, const char *text, const char *what)
{
    size_t length = strlen(text), fits = length;
    if (fits > most_shown) fits = most_shown;
    while (fits < length && ((unsigned char)text[fits] & 0xC0) == 0x80) fits--;
    return attn_array_fault(t->arrays, offset, t->status, "'%.*s%s' %s", (int)fits, text,
                            fits < length ? "…" : "", what);
}

/* The blank that keeps a spreadsheet from computing "=…"; see array_write_text.c. */
static void drop_guard(attn_text *text)
{
    if (text->length < 2 || text->bytes[0] != ' ' || !strchr("=+-@", text->bytes[1])) return;
    memmove(text->bytes, text->bytes + 1, text->length--);
}

/* A cell in quotes; two quotes in it are one. */
static bool read_quoted(table *t)
{
    size_t open = offset_of(t);
    for (t->window.at++; look_ahead(t); t->window.at++) {
        if (at_end(t))
            return attn_array_fault(
                t->arrays, open, t->status,
                "this quote is not closed; write a quote that is a word as \"\"\"\"");
        bool quote = *here(t) == '"';
        if (quote && here(t)[1] != '"') break;
        t->window.at += quote;
        attn_text_add_bytes(&t->text, here(t), 1);
    }
    t->window.at++;
    drop_guard(&t->text);
    skip_blanks(t);
    if (attn_ok(t->status) && ends_cell(t, *here(t))) return true;
    return attn_array_fault(t->arrays, open, t->status,
                            "text continues after the closing quote of this cell");
}

static bool read_plain(table *t)
{
    attn_text *text = &t->text;
    while (!ends_cell(t, *here(t))) {
        attn_text_add_bytes(text, here(t), 1);
        t->window.at++;
        if (!look_ahead(t)) return false;
    }
    while (text->length && is_blank(t, text->bytes[text->length - 1]))
        text->bytes[--text->length] = '\0';
    return true;
}

/* The next cell into t->text; *offset is where it begins. The cursor stands then before what ends
 * it. */
static bool read_cell(table *t, size_t *offset)
{
    attn_text_clear(&t->text);
    skip_blanks(t);
    *offset = offset_of(t);
    if (!look_ahead(t)) return false;
    bool done = *here(t) == '"' ? read_quoted(t) : read_plain(t);
    if (t->text.failed) return attn_no_memory(t->status, "reading the table");
    if (done && t->text.length && memchr(t->text.bytes, '\0', t->text.length))
        return attn_array_fault(t->arrays, *offset, t->status,
                                "there is a NUL byte in this cell: this is not text");
    skip_blanks(t);
    return done && attn_ok(t->status);
}

/* Behind a cell: true if another one follows in the row. */
static bool next_cell(table *t)
{
    if (!look_ahead(t)) return false;
    if (at_end(t) || is_line_end(*here(t))) return false;
    if (t->separator != ' ') t->window.at++;
    return look_ahead(t);
}

/* The end of the row, and empty lines, of which none may stand between rows. */
static bool end_row(table *t)
{
    size_t lines = 0, second = 0;
    for (; !at_end(t) && is_line_end(*here(t)); lines++) {
        if (lines == 1) second = offset_of(t);
        skip_line_end(t);
        skip_blanks(t);
    }
    if (!attn_ok(t->status)) return false;
    if (at_end(t) || lines < 2) return true;
    return attn_array_fault(t->arrays, second, t->status,
                            "an empty line between the rows: remove it");
}

static char *copy_cell(table *t, size_t offset)
{
    const char *text = attn_text_string(&t->text);
    size_t bad;
    if (!attn_utf8_valid(text, t->text.length, &bad)) {
        attn_array_fault(t->arrays, offset, t->status,
                         "this cell is not UTF-8: save the table as UTF-8");
        return NULL;
    }
    return attn_copy_text(t->arrays->arena, text, t->text.length);
}

/* A row as text. */
static bool read_cells(table *t, cells *row)
{
    *row = (cells){0};
    if (at_end(t)) return true;
    do {
        cell one = {NULL, 0};
        if (read_cell(t, &one.offset)) one.text = copy_cell(t, one.offset);
        if (!one.text || !attn_append(t->arrays->arena, &row->cell, &row->count, &one, sizeof one))
            return false;
    } while (next_cell(t));
    return attn_ok(t->status) && end_row(t);
}

/* ---- numbers ---- */

/* Whether the word is this one, in small letters or large ones. */
static bool is_spelled(const char *text, const char *word)
{
    for (; *word; text++, word++) {
        bool letter = *word >= 'a' && *word <= 'z';
        if (*text != *word && !(letter && *text == *word - 'a' + 'A')) return false;
    }
    return *text == '\0';
}

/* Goes past a sign, '-', '−' or '+'; whether it is a minus. */
static bool take_sign(const char **text)
{
    static const char minus[] = "−";
    bool long_minus = strncmp(*text, minus, sizeof minus - 1) == 0, negative = **text == '-';
    *text += long_minus ? sizeof minus - 1 : negative || **text == '+';
    return negative || long_minus;
}

static bool is_word_number(const char *text, float *value)
{
    static const struct {
        const char *word;
        float value;
    } words[] = {{"nan", NAN}, {"inf", INFINITY}, {"infinity", INFINITY}, {"∞", INFINITY}};
    bool negative = take_sign(&text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!is_spelled(text, words[i].word)) continue;
        *value = negative ? -words[i].value : words[i].value;
        return true;
    }
    return false;
}

/* Writes a number as JSON has it: no plus sign, a digit on both sides of the point, no zeros in
 * front, '-' for '−'. False if it is too long. */
static bool normalise(const char *text, char point, char plain[], size_t room)
{
    size_t at = 0;
    if (take_sign(&text)) plain[at++] = '-';
    while (text[0] == '0' && text[1] >= '0' && text[1] <= '9') text++;
    if (*text == point) plain[at++] = '0';
    for (; *text && at + 2 < room; text++) {
        plain[at++] = *text;
        bool digit = text[1] >= '0' && text[1] <= '9';
        if (*text == point && !digit) at--; /* "5." */
    }
    plain[at] = '\0';
    return *text == '\0';
}

static bool read_with(const char *text, char point, attn_decimal *number)
{
    char plain[ATTN_DECIMAL_LONGEST + 4] = "";
    if (strspn(text, "+-.,0123456789eE\xE2\x88\x92") != strlen(text)) return false;
    bool digits = strpbrk(text, "0123456789") != NULL;
    return digits && normalise(text, point, plain, ATTN_DECIMAL_LONGEST + 4) &&
           attn_decimal_read(plain, point, number) && plain[number->length] == '\0';
}

bool attn_table_takes_for_number(const char *word)
{
    attn_decimal number;
    return is_word_number(word, &number.value) || read_with(word, '.', &number) ||
           read_with(word, ',', &number);
}

/* Whether the text is a number, and which. */
static bool number_of(const table *t, const char *text, attn_decimal *number)
{
    *number = (attn_decimal){0};
    if (is_word_number(text, &number->value)) return true;
    if (read_with(text, '.', number)) return true;
    bool comma = t->separator == ';' || t->separator == '\t';
    return comma && read_with(text, ',', number);
}

static bool keep_number(table *t, float value)
{
    if (!attn_grow(t->status, &t->numbers, t->count, sizeof *t->numbers)) return false;
    t->numbers[t->count++] = value;
    return true;
}

/* All numbers of a file have the same decimal mark: "1,234" could be either. */
static bool check_point(table *t, size_t offset, const char *text, bool pointed)
{
    if (!pointed) return true;
    char point = strchr(text, ',') ? ',' : '.';
    if (!t->point) t->point = point;
    if (t->point == point) return true;
    return fault_cell(t, offset, text,
                      point == ','
                          ? "has a decimal comma, but a number before it has a decimal point"
                          : "has a decimal point, but a number before it has a decimal comma");
}

static bool keep_cell(table *t, size_t offset, const char *text)
{
    attn_decimal number;
    if (*text == '\0')
        return attn_array_fault(
            t->arrays, offset, t->status,
            "a cell is empty: write a number (-inf for −∞, NaN for no number)");
    if (!number_of(t, text, &number)) return fault_cell(t, offset, text, "is not a number");
    bool infinite = isinf(number.value) && strpbrk(text, "0123456789");
    if (infinite)
        return fault_cell(t, offset, text, "is too large for float32, which reaches to 3.4e38");
    if (!check_point(t, offset, text, number.pointed)) return false;
    if (number.decimals > t->digits) t->digits = number.decimals;
    return keep_number(t, number.value);
}

/* ---- words on top and on the left ---- */

static bool is_number(const table *t, const cells *row, size_t i)
{
    attn_decimal number;
    return i < row->count && number_of(t, row->cell[i].text, &number);
}

static bool has_words(const table *t, const cells *row, size_t from)
{
    for (size_t i = from; i < row->count; i++)
        if (!is_number(t, row, i)) return true;
    return false;
}

/* Looks at the first two rows, of which the second may have no cells. */
static void find_words(table *t, const cells *first, const cells *second)
{
    bool corner = first->cell[0].text[0] == '\0' && first->count > 1;
    bool shorter = first->count + 1 == second->count && has_words(t, first, 0);
    bool left = second->count > 1 && !is_number(t, second, 0);
    size_t from = left, numbers = 0;
    for (size_t i = from; i < first->count; i++) numbers += is_number(t, first, i);
    bool words = first->count > from && 2 * numbers < first->count - from;
    t->left_for_certain = corner || shorter;
    t->words_on_top = corner || shorter || words;
    t->words_on_left =
        t->left_for_certain || (left && (t->words_on_top || !is_number(t, first, 0)));
}

static bool keep_left(table *t, size_t offset, const char *text)
{
    attn_decimal number;
    if (!t->left_for_certain && number_of(t, text, &number))
        return fault_cell(t, offset, text,
                          "is a number where a row's word is expected; leave the corner above "
                          "empty if a word is a number");
    return attn_push_text(t->arrays->arena, &t->left, &t->left_count, text);
}

static bool end_numbers(table *t, size_t offset, size_t before)
{
    size_t numbers = t->count - before;
    if (t->cols == 0) t->cols = numbers;
    t->rows++;
    if (numbers == 0)
        return attn_array_fault(t->arrays, offset, t->status, "this row has no numbers");
    if (numbers == t->cols) return true;
    return attn_array_fault(t->arrays, offset, t->status,
                            "row %zu has %zu number%s, but the rows before it have %zu", t->rows,
                            numbers, numbers == 1 ? "" : "s", t->cols);
}

static bool keep_row(table *t, const cells *row)
{
    size_t before = t->count;
    if (row->count == 0) return true;
    for (size_t i = 0; i < row->count; i++) {
        const cell *one = &row->cell[i];
        bool word = i == 0 && t->words_on_left;
        bool kept =
            word ? keep_left(t, one->offset, one->text) : keep_cell(t, one->offset, one->text);
        if (!kept) return false;
    }
    return end_numbers(t, row->cell[0].offset, before);
}

/* ---- all other rows ---- */

/* A number that stands as JSON would have it, and all of the cell; else nothing is read. */
static inline bool read_quickly(table *t)
{
    attn_decimal number;
    const char *text = here(t);
    if (!attn_decimal_read(text, t->point ? t->point : '.', &number)) return false;
    char behind = text[number.length];
    if (!ends_cell(t, behind)) return false;
    if (isinf(number.value) || (number.pointed && !t->point)) return false;
    if (number.decimals > t->digits) t->digits = number.decimals;
    t->window.at += number.length;
    return keep_number(t, number.value);
}

static bool read_number(table *t)
{
    size_t offset;
    skip_blanks(t);
    if (!look_ahead(t)) return false;
    if (read_quickly(t)) {
        skip_blanks(t);
        return true;
    }
    return attn_ok(t->status) && read_cell(t, &offset) &&
           keep_cell(t, offset, attn_text_string(&t->text));
}

static bool read_left(table *t)
{
    size_t offset;
    if (!read_cell(t, &offset)) return false;
    char *text = copy_cell(t, offset);
    return text && keep_left(t, offset, text);
}

static bool read_row(table *t)
{
    size_t before = t->count, offset;
    skip_blanks(t);
    offset = offset_of(t);
    bool more = true;
    if (t->words_on_left) {
        if (!read_left(t)) return false;
        more = next_cell(t);
    }
    while (more) {
        if (!read_number(t)) return false;
        more = next_cell(t);
    }
    return attn_ok(t->status) && end_numbers(t, offset, before) && end_row(t);
}

/* ---- the table ---- */

static attn_labels *make_labels(table *t, const char **words, size_t count)
{
    attn_labels *labels = attn_alloc(t->arrays->arena, 1, sizeof *labels);
    if (labels) *labels = (attn_labels){.name = "", .count = count, .words = words};
    return labels;
}

/* The words on top stand above the numbers; there may be one more, in the corner. */
static bool label_cols(table *t, attn_array *array)
{
    size_t corner = t->top.count > t->cols;
    if (t->top.count - corner != t->cols || (corner && !t->words_on_left))
        return attn_array_fault(t->arrays, t->top.cell[0].offset, t->status,
                                "%zu words head %zu columns of numbers", t->top.count, t->cols);
    const char **words = attn_room(t->arrays->arena, t->cols, sizeof *words);
    for (size_t j = 0; words && j < t->cols; j++) words[j] = t->top.cell[corner + j].text;
    array->col_labels = words ? make_labels(t, words, t->cols) : NULL;
    return array->col_labels != NULL;
}

static bool finish(table *t)
{
    if (!attn_ok(t->status)) return false;
    if (t->rows == 0) return attn_fail(t->status, ATTN_INPUT, "this table has no numbers");
    attn_array_item *item = attn_array_add(t->arrays, "", 0);
    if (!item) return false;
    item->array.rank = 2;
    item->array.shape[0] = t->rows;
    item->array.shape[1] = t->cols;
    attn_array_give(item, t->numbers, t->count, t->digits);
    t->numbers = NULL;
    if (t->words_on_left) item->array.row_labels = make_labels(t, t->left, t->left_count);
    return attn_ok(t->status) && (!t->words_on_top || label_cols(t, &item->array));
}

static bool read_table(table *t)
{
    cells second;
    t->window.at += attn_utf8_mark(here(t), t->window.end - t->window.at);
    skip_comments(t);
    t->separator = find_separator(here(t), attn_window_ended(&t->window));
    if (!attn_ok(t->status)) return false;
    skip_blanks(t);
    if (!attn_ok(t->status) || at_end(t)) return finish(t);
    if (!read_cells(t, &t->top) || !read_cells(t, &second)) return false;
    find_words(t, &t->top, &second);
    if (!t->words_on_top && !keep_row(t, &t->top)) return false;
    if (!keep_row(t, &second)) return false;
    while (!at_end(t))
        if (!read_row(t)) return false;
    return finish(t);
}

bool attn_array_table(attn_arrays *arrays, attn_status *status)
{
    table t = {.arrays = arrays, .status = status};
    bool done = attn_window_open(&t.window, arrays->source, status) && read_table(&t);
    attn_window_close(&t.window);
    attn_text_free(&t.text);
    if (t.numbers) attn_resize(t.numbers, 0);
    return done && attn_ok(status);
}
