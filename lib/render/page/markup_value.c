/*
 * markup_value: writes values and columns as formulas on a line, or as tables.
 */
#include <string.h>

#include "document/sentences.h"
#include "render/page/markup.h"

/* ---- tables ---- */

/* A table, and what of it is shown. */
typedef struct grid {
    attn_markup_page *page;
    const attn_table *table;
    size_t rows, cols; /* shown */
    bool numbered;
    bool by_hand;      /* on a worksheet: it has heads, be they empty, and its name in a corner */
    bool heads_beside; /* a first column holds the words of the rows, or the name */
    bool name_beside_row; /* of the only row */
} grid;

static size_t row_at(const grid *g, size_t k)
{
    return attn_table_place(g->table->rows, g->page->look.all, k);
}

static size_t col_at(const grid *g, size_t k)
{
    return attn_table_place(g->table->cols, g->page->look.all, k);
}

/* typeset: the text is markup already. */
static void add_cell_text(grid *g, attn_text *text, bool typeset)
{
    attn_text *out = g->page->out;
    if (typeset)
        attn_text_add(out, attn_text_string(text));
    else
        attn_markup_words(g->page->markup, attn_text_string(text), out);
    out->failed |= text->failed;
    attn_text_free(text);
}

static void add_table_head(grid *g, attn_table_words words, size_t place, bool typeset)
{
    attn_text text = {0};
    attn_table_head(g->table, words, g->numbered, place, &text);
    add_cell_text(g, &text, typeset && place != ATTN_TABLE_GAP);
}

static void add_table_cell(grid *g, size_t row, size_t col)
{
    attn_text text = {0};
    if (row == ATTN_TABLE_GAP || col == ATTN_TABLE_GAP)
        attn_text_add(&text, "…");
    else
        g->table->cell(g->table->user, row, col, &text);
    bool out = row != ATTN_TABLE_GAP && col != ATTN_TABLE_GAP && g->table->stands_out &&
               g->table->stands_out(g->table->user, row, col);
    if (out) attn_text_add(g->page->out, g->page->markup->strong[0]);
    add_cell_text(g, &text, false);
    if (out) attn_text_add(g->page->out, g->page->markup->strong[1]);
}

static void add_heads(grid *g)
{
    const attn_markup *markup = g->page->markup;
    attn_text *out = g->page->out;
    attn_text_add(out, markup->row[0]);
    if (g->heads_beside && !g->name_beside_row) attn_text_add(out, g->table->name);
    for (size_t k = 0; k < g->cols; k++) {
        if (k || g->heads_beside) attn_text_add(out, markup->row[1]);
        add_table_head(g, g->table->col_head, col_at(g, k), g->table->col_names);
    }
    attn_text_add(out, markup->row[2]);
}

static void add_table_row(grid *g, size_t r)
{
    const attn_markup *markup = g->page->markup;
    attn_text *out = g->page->out;
    attn_text_add(out, markup->row[0]);
    if (g->name_beside_row)
        attn_text_add(out, g->table->name);
    else if (g->heads_beside)
        add_table_head(g, g->table->row_head, row_at(g, r), false);
    for (size_t k = 0; k < g->cols; k++) {
        if (k || g->heads_beside) attn_text_add(out, markup->row[1]);
        add_table_cell(g, row_at(g, r), col_at(g, k));
    }
    attn_text_add(out, markup->row[2]);
}

/* How the columns of a table are aligned, as one of its lines has it. */
static void add_alignment(const attn_markup_columns *columns, const bool *left, size_t count,
                          attn_text *out)
{
    attn_text_add(out, columns->before);
    for (size_t i = 0; i < count; i++) attn_text_add(out, left[i] ? columns->left : columns->right);
    attn_text_add(out, columns->after);
}

static void add_grid(grid *g, const bool *left)
{
    const attn_markup *markup = g->page->markup;
    const attn_table *table = g->table;
    size_t columns = g->cols + g->heads_beside;
    bool heads =
        table->col_head || g->numbered || g->by_hand || (*table->name && !g->name_beside_row);
    add_alignment(&markup->table, left, columns, g->page->out);
    if (heads || markup->needs_heads) {
        add_heads(g);
        add_alignment(&markup->heads_end, left, columns, g->page->out);
    }
    for (size_t r = 0; r < g->rows; r++) add_table_row(g, r);
    attn_text_add(g->page->out, markup->table_end);
}

static void add_table(void *user, const attn_table *table)
{
    attn_markup_page *p = user;
    bool all = p->look.all;
    grid g = {.page = p,
              .table = table,
              .rows = attn_table_shown(table->rows, all),
              .cols = attn_table_shown(table->cols, all)};
    g.by_hand = p->document->is_worksheet;
    g.numbered = attn_table_cuts(table->rows, all) || attn_table_cuts(table->cols, all);
    bool row_heads = table->row_head || (g.numbered && table->rows > 1);
    g.heads_beside = row_heads || *table->name;
    g.name_beside_row = *table->name && !row_heads && table->rows == 1 && !g.by_hand;
    bool *left = attn_alloc(p->arena, g.cols + 1, sizeof *left);
    if (!left) return;
    left[0] = true;
    for (size_t k = 0; k < g.cols; k++) {
        size_t col = col_at(&g, k);
        left[k + g.heads_beside] = !g.by_hand && col != ATTN_TABLE_GAP && table->is_words &&
                                   table->is_words(table->user, col);
    }
    add_grid(&g, left);
}

/* ---- values ---- */

static void add_number(attn_markup_page *p, const attn_tensor *value, size_t i, int decimals)
{
    attn_text number = {0};
    attn_value_cell(value, i, decimals, &number);
    if (!attn_latex_number(attn_text_string(&number), &p->line)) {
        attn_text_add(&p->line, "\\text{");
        p->markup->formula_words(attn_text_string(&number), number.length, &p->line);
        attn_text_add(&p->line, "}");
    }
    attn_text_end(&number, &p->line);
}

/* "3" or "[1  0.5]", as a formula without its dollars. */
static void add_numbers(attn_markup_page *p, const attn_tensor *value)
{
    size_t count = attn_tensor_size(value);
    int decimals = attn_decimals_needed(value->data, count, p->look.precision);
    bool vector = value->rank != ATTN_NUMBER;
    attn_text_add(&p->line, vector ? "[" : "");
    for (size_t i = 0; i < count; i++) {
        attn_text_add(&p->line, i ? " \\quad " : "");
        add_number(p, value, i, decimals);
    }
    attn_text_add(&p->line, vector ? "]" : "");
}

/* "the  cat": tokens by their words, and on a worksheet a number; blanks: or NULL. */
static void add_cells(attn_markup_page *p, const attn_tensor *value, const bool *blanks)
{
    attn_text words = {0};
    size_t count = attn_tensor_size(value);
    int decimals = attn_decimals_needed(value->data, count, p->look.precision);
    for (size_t i = 0; i < count; i++) {
        attn_text_add(&words, i ? "\u00A0\u00A0" : "");
        if (blanks && blanks[i])
            attn_text_add(&words, attn_blank);
        else
            attn_value_cell(value, i, decimals, &words);
    }
    attn_markup_words(p->markup, attn_text_string(&words), &p->line);
    attn_text_end(&words, &p->line);
}

/* A value on a line: as one formula, if the name is one ("$c$"), else behind the name; as plain
 * text where it is words, or may be a blank. */
static void add_on_line(attn_markup_page *p, const char *name, const attn_tensor *value,
                        const bool *blanks)
{
    size_t length = strlen(name);
    bool plain = value->words || p->document->is_worksheet;
    bool formula = length > 2 && strchr(name + 1, '$') == name + length - 1 && !plain;
    attn_text_add_bytes(&p->line, name + formula, length - 2 * formula);
    attn_text_add(&p->line, formula || plain ? " = " : " = $");
    if (plain)
        add_cells(p, value, blanks);
    else
        add_numbers(p, value);
    if (formula) {
        attn_markup_end_line(p, p->markup->display);
        return;
    }
    attn_text_add(&p->line, plain ? "" : "$");
    attn_markup_end_paragraph(p);
}

/* On a line numbers are hard to fill in, and long ones do not wrap. */
static bool is_on_line(const attn_markup_page *p, const attn_tensor *value)
{
    enum { MOST = 12 };
    if (p->document->is_worksheet)
        return value->rank == ATTN_NUMBER || (value->rank == ATTN_VECTOR && value->words);
    return attn_value_on_line(&p->look, value) && (value->words || attn_tensor_size(value) <= MOST);
}

/* name: as markup; blanks: or NULL. */
static void add_side(attn_markup_page *p, const char *name, const attn_tensor *value,
                     const bool *blanks)
{
    const attn_shown_value shown = {.name = name, .value = value, .blanks = blanks};
    if (is_on_line(p, value))
        add_on_line(p, name, value, blanks);
    else
        p->out->failed |= !attn_value_table(&p->look, &shown, add_table, p);
}

/* A map of weights as a table, with what it says by itself. */
static void add_weights(attn_markup_page *p, const char *name, const attn_reading *reading)
{
    attn_line line = {.arena = p->arena}, legend = {.arena = p->arena};
    const attn_shown_value shown = {.name = name, .value = reading->value, .reading = reading};
    p->out->failed |= !attn_value_table(&p->look, &shown, add_table, p);
    attn_say_reading(reading, p->read && p->document->options->only_count == 0, &line);
    attn_markup_line(p->markup, &line, &p->line);
    attn_markup_end_paragraph(p);
    if (p->read) return;
    p->read = true;
    attn_say_maps("Bold", &legend);
    attn_markup_line(p->markup, &legend, &p->line);
    attn_markup_end_paragraph(p);
}

/* A name, or "$A$ with scale", in the arena. */
static const char *side_name(const attn_markup_page *p, const attn_inline *name, const char *side)
{
    attn_text text = {0};
    attn_markup_inline(p->markup, name, &text);
    if (side) attn_text_add(&text, " ");
    if (side) attn_markup_words(p->markup, side, &text);
    return attn_keep_text(p->arena, &text);
}

void attn_markup_value(attn_markup_page *p, const attn_doc_block *block)
{
    const attn_block_value *value = &block->value;
    attn_reading reading;
    bool read = !attn_value_on_line(&p->look, value->values[0]) &&
                attn_document_reading(p->document, value, &reading);
    for (size_t i = 0; i < value->count; i++) {
        const char *name = side_name(p, &value->name, value->sides[i]);
        if (name && read) add_weights(p, name, &reading);
        if (name && !read) add_side(p, name, value->values[i], value->blanks);
    }
    if (read) attn_reading_end(&reading);
}

void attn_markup_columns_table(attn_markup_page *p, const attn_doc_block *block)
{
    const attn_block_columns *columns = &block->columns;
    const char **names = attn_alloc(p->arena, columns->count, sizeof *names);
    const attn_tensor **values = attn_alloc(p->arena, columns->count, sizeof *values);
    for (size_t i = 0; names && values && i < columns->count; i++) {
        const attn_block_column *column = &columns->items[i];
        attn_text name = {0};
        if (column->label) attn_markup_label(p->markup, column->label, &name);
        if (column->side) attn_text_print(&name, column->label ? "\u00A0%s" : "%s", column->side);
        names[i] = attn_keep_text(p->arena, &name);
        values[i] = column->value;
        if (!names[i]) return;
    }
    if (names && values)
        p->out->failed |=
            !attn_columns_table(&p->look, names, values, columns->count, add_table, p);
}
