/*
 * value: what a number, a vector or a matrix looks like as a table: its name, its words, and as
 * many decimals as it needs.
 */
#include "document/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "picture/layout/scale.h"

void attn_look_prepare(attn_look *look, int precision, bool all, bool color)
{
    look->precision = precision;
    look->all = all;
    if (!color) return;
    attn_palette_sequential(&look->weights, ATTN_MOST_STEPS, 0, false);
    attn_palette_diverging(&look->scores, ATTN_MOST_STEPS, false);
}

const char attn_blank[] = "______";

/* ---- numbers ---- */

/* What arithmetic in float32 leaves as an error where numbers near 1 were added. */
static const double rounding = 4e-7;

static const double power_of_ten[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
enum { most_decimals = sizeof power_of_ten / sizeof *power_of_ten - 1 };

static bool holds(float number, int decimals, int most)
{
    double scale = power_of_ten[decimals], exact = fabs((double)number);
    if (exact >= ATTN_LARGE) exact /= pow(10, floor(log10(exact))); /* behind the first digit */
    double error = fabs(exact - round(exact * scale) / scale);
    return error <= fmin(rounding * fmax(1, fabs(exact)), 0.4 / power_of_ten[most]);
}

int attn_decimals_needed(const float *numbers, size_t count, int most)
{
    int decimals = 0;
    if (most > most_decimals) most = most_decimals;
    for (size_t i = 0; i < count && decimals < most; i++)
        while (decimals < most && isfinite(numbers[i]) && !holds(numbers[i], decimals, most))
            decimals++;
    return decimals;
}

void attn_value_cell(const attn_tensor *value, size_t i, int decimals, attn_text *out)
{
    float number = value->data[i];
    const attn_labels *words = value->words;
    if (words && number >= 1 && number <= (float)words->count)
        attn_text_add_apart(out, words->words[(size_t)number - 1]);
    else
        attn_text_fixed(out, number, decimals);
}

/* Just the places 1, 2, 3, and no numbers such as 0, 0.5, 1. */
static bool are_places(const attn_labels *labels)
{
    bool places = labels && labels->plain;
    for (size_t i = 0; places && i < labels->count; i++) {
        char *end;
        places = strtod(labels->words[i], &end) == (double)(i + 1) && *end == '\0';
    }
    return places;
}

void attn_value_add_one(const char *name, const char *number, attn_text *out)
{
    size_t length = strlen(name);
    if (length > 1 && name[length - 1] == 's') length--;
    attn_text_add_bytes(out, name, length);
    attn_text_print(out, " %s", number);
}

/* ---- corners of large tables ---- */

enum {
    most_shown = 30, /* longer axes are cut to a corner of */
    corner_first = 4,
    corner_last = 1
};

bool attn_table_cuts(size_t count, bool whole)
{
    return !whole && count > most_shown;
}

size_t attn_table_shown(size_t count, bool whole)
{
    return attn_table_cuts(count, whole) ? corner_first + 1 + corner_last : count;
}

size_t attn_table_place(size_t count, bool whole, size_t k)
{
    if (!attn_table_cuts(count, whole) || k < corner_first) return k;
    return k == corner_first ? ATTN_TABLE_GAP : count - (attn_table_shown(count, whole) - k);
}

void attn_table_head(const attn_table *table, attn_table_words words, bool numbered, size_t place,
                     attn_text *head)
{
    if (place == ATTN_TABLE_GAP)
        attn_text_add(head, "…");
    else if (words)
        words(table->user, place, head);
    else if (numbered)
        attn_text_print(head, "%zu", place + 1);
}

/* ---- a value as a table ---- */

typedef struct view {
    const attn_tensor *value;
    const bool *blanks;                       /* or NULL */
    const attn_labels *row_words, *col_words; /* or NULL */
    bool places;                              /* row_words are these: "layer 1" */
    int decimals;
    const attn_palette *palette;
    attn_range range;
    const attn_reading *reading; /* or NULL */
    float *largest;              /* of each row, once it was read; or NULL */
} view;

static void add_word(const attn_labels *labels, size_t place, attn_text *out)
{
    if (place < labels->count) attn_text_add_apart(out, labels->words[place]);
}

/* "cat", or with a prefix "writes: cat". */
static void add_row_word(const attn_labels *labels, size_t row, attn_text *out)
{
    if (labels->prefix) attn_text_add_apart(out, labels->prefix);
    add_word(labels, row, out);
}

static void view_cell(const void *user, size_t row, size_t col, attn_text *out)
{
    const view *v = user;
    bool masked = false;
    if (v->reading && !attn_reading_masked(v->reading, row, col, &masked)) out->failed = true;
    if (v->blanks && v->blanks[row * v->value->cols + col])
        attn_text_add(out, attn_blank);
    else if (masked)
        attn_text_add(out, "–");
    else
        attn_value_cell(v->value, row * v->value->cols + col, v->decimals, out);
}

/* The largest weight of its row. */
static bool view_stands_out(const void *user, size_t row, size_t col)
{
    const view *v = user;
    const float *numbers = v->value->data + row * v->value->cols;
    if (v->largest[row] < 0)
        for (size_t i = 0; i < v->value->cols; i++)
            v->largest[row] = numbers[i] > v->largest[row] ? numbers[i] : v->largest[row];
    return numbers[col] >= v->largest[row];
}

static void view_row_head(const void *user, size_t row, attn_text *out)
{
    const view *v = user;
    if (!v->places)
        add_row_word(v->row_words, row, out);
    else if (row < v->row_words->count)
        attn_value_add_one(v->row_words->name, v->row_words->words[row], out);
}

static void view_col_head(const void *user, size_t col, attn_text *out)
{
    add_word(((const view *)user)->col_words, col, out);
}

static bool view_is_words(const void *user, size_t col)
{
    (void)col;
    return ((const view *)user)->value->words != NULL;
}

static bool view_ground(const void *user, size_t row, size_t col, attn_color *ground)
{
    const view *v = user;
    float number = v->value->data[row * v->value->cols + col];
    if (!isfinite(number)) return false;
    *ground = attn_palette_at(v->palette, attn_range_place(v->range, number));
    return true;
}

static double view_depth(const void *user, size_t row, size_t col)
{
    const view *v = user;
    return attn_range_depth(v->range, v->value->data[row * v->value->cols + col]);
}

static bool has_negative(const attn_tensor *value)
{
    for (size_t i = 0; i < attn_tensor_size(value); i++)
        if (value->data[i] < 0 && isfinite(value->data[i])) return true;
    return false;
}

static void choose_colors(view *v, const attn_look *look)
{
    double largest = attn_tensor_extent(v->value).largest;
    attn_scale scale = has_negative(v->value) ? ATTN_SCALE_SIGNED
                       : largest > 1          ? ATTN_SCALE_POSITIVE
                                              : ATTN_SCALE_WEIGHTS;
    v->palette = scale == ATTN_SCALE_SIGNED ? &look->scores : &look->weights;
    v->range = attn_range_holding(scale, largest);
}

/* The name with the shape behind, where only a corner of the value is shown. */
static void add_name(attn_text *out, const attn_look *look, const char *name,
                     const attn_tensor *value)
{
    char shape[48];
    bool cut = attn_table_cuts(value->rows, look->all) || attn_table_cuts(value->cols, look->all);
    attn_text_add(out, name);
    if (cut) attn_text_print(out, " (%s)", attn_tensor_shape(value, shape));
}

static view view_of(const attn_look *look, const attn_tensor *value)
{
    view v = {.value = value, .col_words = attn_real_words(value->col_labels)};
    if (value->rank == ATTN_MATRIX) v.row_words = value->row_labels;
    v.places = are_places(v.row_words);
    if (v.places && (!v.row_words->name || !*v.row_words->name)) v.row_words = NULL;
    v.decimals = attn_decimals_needed(value->data, attn_tensor_size(value), look->precision);
    return v;
}

/* Room for the largest weight of each row; NULL, too, for what is no map of weights. */
static float *rows_not_read(const attn_reading *reading)
{
    size_t bytes, rows = reading ? reading->value->rows : 0;
    float *largest =
        rows && attn_multiply(rows, sizeof *largest, &bytes) ? attn_resize(NULL, bytes) : NULL;
    for (size_t i = 0; largest && i < rows; i++) largest[i] = -1;
    return largest;
}

bool attn_value_table(const attn_look *look, const attn_shown_value *shown, attn_table_use use,
                      void *user)
{
    const attn_tensor *value = shown->value;
    view v = view_of(look, value);
    attn_text full = {0};
    v.blanks = shown->blanks;
    v.reading = shown->reading;
    v.largest = rows_not_read(shown->reading);
    add_name(&full, look, shown->name, value);
    attn_table table = {.rows = value->rows,
                        .cols = value->cols,
                        .name = attn_text_string(&full),
                        .user = &v,
                        .cell = view_cell,
                        .row_head = v.row_words ? view_row_head : NULL,
                        .col_head = v.col_words ? view_col_head : NULL,
                        .stands_out = v.largest ? view_stands_out : NULL,
                        .is_words = view_is_words};
    if (shown->shaded && !value->words) {
        choose_colors(&v, look);
        table.ground = view_ground;
        table.depth = view_depth;
    }
    bool made = !full.failed && (v.largest || !shown->reading);
    if (made) use(user, &table);
    attn_text_free(&full);
    if (v.largest) attn_resize(v.largest, 0);
    return made;
}

/* ---- a value on a line ---- */

bool attn_value_on_line(const attn_look *look, const attn_tensor *value)
{
    return value->rank == ATTN_NUMBER ||
           (value->rank == ATTN_VECTOR && !attn_real_words(value->col_labels) &&
            !attn_table_cuts(value->cols, look->all));
}

/* ---- vectors side by side ---- */

typedef struct side_by_side {
    const char *const *names;
    const attn_tensor *const *columns;
    const int *decimals;      /* of each column */
    const attn_labels *words; /* of the rows; or NULL */
} side_by_side;

static size_t length_of(const attn_tensor *column)
{
    return attn_tensor_size(column);
}

static void side_cell(const void *user, size_t row, size_t col, attn_text *out)
{
    const side_by_side *side = user;
    const attn_tensor *column = side->columns[col];
    if (row < length_of(column)) attn_value_cell(column, row, side->decimals[col], out);
}

static void side_row_head(const void *user, size_t row, attn_text *out)
{
    add_row_word(((const side_by_side *)user)->words, row, out);
}

static void side_col_head(const void *user, size_t col, attn_text *out)
{
    attn_text_add(out, ((const side_by_side *)user)->names[col]);
}

static bool side_is_words(const void *user, size_t col)
{
    return ((const side_by_side *)user)->columns[col]->words != NULL;
}

/* True if a column prints the very words of the axis. Memory that ended is noted in *failed. */
static bool column_says(const attn_tensor *column, const attn_labels *words, bool *failed)
{
    attn_text cell = {0}, word = {0};
    bool same = length_of(column) == words->count;
    for (size_t i = 0; i < words->count && same; i++) {
        attn_text_clear(&cell);
        attn_text_clear(&word);
        attn_value_cell(column, i, 0, &cell);
        add_word(words, i, &word);
        same = strcmp(attn_text_string(&cell), attn_text_string(&word)) == 0;
    }
    *failed |= word.failed || cell.failed;
    attn_text_free(&word);
    attn_text_free(&cell);
    return same;
}

/* The words of the rows: those of the first column that has any, unless a column says them anyway.
 */
static const attn_labels *words_of_rows(const attn_tensor *const *columns, size_t count,
                                        bool *failed)
{
    const attn_labels *words = NULL;
    for (size_t i = 0; i < count && !words; i++) words = attn_real_words(columns[i]->col_labels);
    for (size_t i = 0; i < count && words; i++)
        if (column_says(columns[i], words, failed)) words = NULL;
    return words;
}

static void use_side_by_side(const side_by_side *side, size_t count, attn_table_use use, void *user)
{
    size_t rows = 0;
    for (size_t i = 0; i < count; i++)
        if (length_of(side->columns[i]) > rows) rows = length_of(side->columns[i]);
    attn_table table = {.rows = rows,
                        .cols = count,
                        .name = "",
                        .user = side,
                        .cell = side_cell,
                        .row_head = side->words ? side_row_head : NULL,
                        .col_head = side_col_head,
                        .col_names = true,
                        .is_words = side_is_words};
    use(user, &table);
}

bool attn_columns_table(const attn_look *look, const char *const *names,
                        const attn_tensor *const *columns, size_t count, attn_table_use use,
                        void *user)
{
    size_t bytes;
    int *decimals =
        attn_multiply(count, sizeof *decimals, &bytes) && bytes ? attn_resize(NULL, bytes) : NULL;
    if (!decimals) return count == 0;
    for (size_t i = 0; i < count; i++)
        decimals[i] =
            attn_decimals_needed(columns[i]->data, length_of(columns[i]), look->precision);
    bool failed = false;
    side_by_side side = {names, columns, decimals, words_of_rows(columns, count, &failed)};
    if (!failed) use_side_by_side(&side, count, use, user);
    attn_resize(decimals, 0);
    return !failed;
}
