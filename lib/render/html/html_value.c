/*
 * html_value: writes values and columns on lines, or as tables with heads for their rows and
 * columns.
 */
#include <math.h>
#include <string.h>

#include "document/sentences.h"
#include "formula/print/typeset.h"
#include "render/html/html.h"

enum { WIDE = 6 }; /* columns; a table of more may have to be scrolled on a phone */

/* ---- numbers that can be pointed at ---- */

/* The numbers of a value, or of a column. */
typedef struct pointed {
    const attn_numbers *numbers; /* NULL: they cannot be pointed at */
    const attn_tensor *value;
    bool can_change;
    size_t side; /* the only row of a table that has them, behind the first; 0: all have */
} pointed;

static pointed point_at(const attn_html *p, const attn_numbers *numbers, const attn_tensor *value)
{
    if (!numbers->node || !numbers->label || !*numbers->label) return (pointed){0};
    pointed to = {.numbers = numbers,
                  .value = value,
                  .can_change =
                      !numbers->inside && attn_document_can_change(p->document, numbers->label)};
    bool named = to.can_change || numbers->inside || value->rank == ATTN_NUMBER;
    return named && !value->words ? to : (pointed){0};
}

/* The numbers of one side of a value; none, if they are not those of the run. */
static pointed point_at_side(const attn_html *p, const attn_block_value *value, size_t side)
{
    const attn_node node = value->numbers.node;
    bool rows = value->count == 1 && value->side > 0;
    if (!node || (!rows && side != value->side)) return (pointed){0};
    const attn_tensor *of =
        rows ? attn_value(attn_run_record(p->document->run), node) : value->values[side];
    pointed to = point_at(p, &value->numbers, of);
    if (rows) to.side = value->side;
    return to;
}

/* An attribute with the number's name; what-if takes one of data-n, and not one of data-f. */
static void add_pointer(const pointed *to, size_t row, size_t col, attn_text *out)
{
    attn_text name = {0};
    if (to->side && row != to->side) return;
    if (to->side) row = 0;
    if (!to->numbers || row * to->value->cols + col >= attn_tensor_size(to->value)) return;
    attn_add_element(&name, to->numbers->label, to->value, row, col);
    attn_text_add(out, to->can_change ? " data-n=\"" : " data-f=\"");
    attn_html_words(attn_text_string(&name), out);
    attn_text_add(out, "\"");
    attn_text_end(&name, out);
}

/* ---- tables ---- */

/* A table, and what of it is shown. */
typedef struct grid {
    attn_html *page;
    const attn_table *table;
    const char *label; /* plain, of what it shows; or "" */
    const pointed *to; /* its numbers, or those of each column */
    bool by_column;
    size_t rows, cols; /* shown */
    bool numbered;
    bool heads_above;     /* the columns have heads; else the name stands above the table */
    bool heads_beside;    /* a first column holds the words of the rows, or the name */
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

/* typeset: the text is HTML already. */
static void end_cell_text(attn_text *text, bool typeset, attn_text *out)
{
    if (typeset)
        attn_text_add(out, attn_text_string(text));
    else
        attn_html_words(attn_text_string(text), out);
    attn_text_end(text, out);
}

static void add_head_words(const grid *g, attn_table_words words, size_t place, bool typeset)
{
    attn_text text = {0};
    attn_table_head(g->table, words, g->numbered, place, &text);
    end_cell_text(&text, typeset && place != ATTN_TABLE_GAP, g->page->out);
}

static bool is_words(const grid *g, size_t col)
{
    return col != ATTN_TABLE_GAP && g->table->is_words && g->table->is_words(g->table->user, col);
}

static void add_heads(const grid *g)
{
    attn_text *out = g->page->out;
    attn_text_add(out, "<thead><tr>");
    if (g->heads_beside) {
        attn_text_add(out, "<td>");
        attn_text_add(out, g->name_beside_row ? "" : g->table->name);
        attn_text_add(out, "</td>");
    }
    for (size_t k = 0; k < g->cols; k++) {
        attn_text_print(out, "<th scope=\"col\"%s>",
                        is_words(g, col_at(g, k)) ? " class=\"w\"" : "");
        add_head_words(g, g->table->col_head, col_at(g, k), g->table->col_names);
        attn_text_add(out, "</th>");
    }
    attn_text_add(out, "</tr></thead>\n");
}

/* The colour behind a number goes with its size; page.css has the colours. */
static void add_cell_start(const grid *g, size_t row, size_t col)
{
    const attn_table *table = g->table;
    double depth = table->depth ? table->depth(table->user, row, col) : (double)NAN;
    attn_text_add(g->page->out, is_words(g, col) ? "<td class=\"w\"" : "<td");
    if (isfinite(depth))
        attn_text_print(g->page->out, " class=\"%s\" style=\"--d:%.2f\"", depth < 0 ? "n" : "p",
                        fabs(depth));
    if (g->by_column)
        add_pointer(&g->to[col], 0, row, g->page->out);
    else
        add_pointer(g->to, row, col, g->page->out);
    attn_text_add(g->page->out, ">");
}

static void add_cell(const grid *g, size_t row, size_t col)
{
    attn_text text = {0};
    const attn_table *table = g->table;
    attn_text *out = g->page->out;
    if (row == ATTN_TABLE_GAP || col == ATTN_TABLE_GAP) {
        attn_text_add(out, "<td>…</td>");
        return;
    }
    bool stands_out = table->stands_out && table->stands_out(table->user, row, col);
    add_cell_start(g, row, col);
    if (g->page->answer) {
        attn_html_box(g->page, row * table->cols + col);
        attn_text_add(out, "</td>");
        return;
    }
    attn_text_add(out, stands_out ? "<strong>" : "");
    table->cell(table->user, row, col, &text);
    end_cell_text(&text, false, out);
    attn_text_add(out, stands_out ? "</strong></td>" : "</td>");
}

static void add_row(const grid *g, size_t r)
{
    attn_text *out = g->page->out;
    bool named = g->name_beside_row || g->table->row_head || g->numbered;
    attn_text_add(out, "<tr>");
    if (g->heads_beside) attn_text_add(out, named ? "<th scope=\"row\">" : "<td>");
    if (g->name_beside_row)
        attn_text_add(out, g->table->name);
    else if (g->heads_beside)
        add_head_words(g, g->table->row_head, row_at(g, r), false);
    if (g->heads_beside) attn_text_add(out, named ? "</th>" : "</td>");
    for (size_t k = 0; k < g->cols; k++) add_cell(g, row_at(g, r), col_at(g, k));
    attn_text_add(out, "</tr>\n");
}

/* A wide table is scrolled by itself, by keys too. */
static void add_grid(const grid *g)
{
    attn_text *out = g->page->out;
    const attn_table *table = g->table;
    bool wide = g->cols > WIDE;
    attn_text_add(out, wide ? "<div class=\"value\" role=\"region\" tabindex=\"0\" aria-label=\""
                            : "<div class=\"value\">");
    if (wide) attn_html_words(*g->label ? g->label : "table", out);
    attn_text_add(out, wide ? "\"><table>\n" : "<table>\n");
    if (!g->heads_above && *table->name)
        attn_text_print(out, "<caption>%s</caption>\n", table->name);
    if (g->heads_above) add_heads(g);
    attn_text_add(out, "<tbody>\n");
    for (size_t r = 0; r < g->rows; r++) add_row(g, r);
    attn_text_add(out, "</tbody></table></div>\n");
}

/* The page, and the plain name of the table. */
typedef struct table_place {
    attn_html *page;
    const char *label;
    const pointed *to;
    bool by_column;
} table_place;

static void add_table(void *user, const attn_table *table)
{
    const table_place *place = user;
    bool all = place->page->look.all;
    grid g = {.page = place->page,
              .label = place->label,
              .to = place->to,
              .by_column = place->by_column,
              .table = table,
              .rows = attn_table_shown(table->rows, all),
              .cols = attn_table_shown(table->cols, all)};
    g.numbered = attn_table_cuts(table->rows, all) || attn_table_cuts(table->cols, all);
    bool row_heads = table->row_head || (g.numbered && table->rows > 1);
    g.heads_above = table->col_head || g.numbered;
    g.heads_beside = row_heads || (*table->name && g.heads_above);
    g.name_beside_row = *table->name && g.heads_above && !row_heads && table->rows == 1;
    add_grid(&g);
}

/* ---- values ---- */

/* "c = [1  0.5]"; tokens by their words. */
static void add_on_line(attn_html *p, const char *name, const attn_tensor *value, const pointed *to)
{
    size_t count = attn_tensor_size(value);
    bool brackets = value->rank != ATTN_NUMBER && !value->words;
    int decimals = attn_decimals_needed(value->data, count, p->look.precision);
    attn_text_print(p->out, "<p class=\"value\">%s = %s", name, brackets ? "[" : "");
    for (size_t i = 0; i < count; i++) {
        attn_text cell = {0};
        attn_text_add(p->out, i ? "&ensp;" : "");
        if (p->answer) {
            attn_html_box(p, i);
            continue;
        }
        attn_value_cell(value, i, decimals, &cell);
        attn_text_add(p->out, to->numbers ? "<span" : "");
        add_pointer(to, 0, i, p->out);
        attn_text_add(p->out, to->numbers ? ">" : "");
        end_cell_text(&cell, false, p->out);
        attn_text_add(p->out, to->numbers ? "</span>" : "");
    }
    attn_text_add(p->out, brackets ? "]</p>\n" : "</p>\n");
}

/* name: as HTML. */
static void add_side(attn_html *p, const char *name, const char *label,
                     const attn_shown_value *shown, const pointed *to)
{
    table_place place = {p, label, to, false};
    attn_shown_value named = *shown;
    named.name = name;
    if (attn_value_on_line(&p->look, shown->value))
        add_on_line(p, name, shown->value, to);
    else
        p->out->failed |= !attn_value_table(&p->look, &named, add_table, &place);
}

/* What a map of weights says by itself, and once how to read one. */
static void add_reading(attn_html *p, const attn_reading *reading)
{
    attn_line line = {.arena = p->arena}, legend = {.arena = p->arena};
    attn_say_reading(reading, p->read && p->document->options->only_count == 0, &line);
    if (!p->read) attn_say_maps("Bold", &legend);
    p->read = true;
    if (line.count + legend.count == 0) return;
    attn_text_add(p->out, "<p class=\"reading\">");
    attn_html_line(&line, p->out);
    attn_text_add(p->out, line.count && legend.count ? "<br>" : "");
    attn_html_line(&legend, p->out);
    attn_text_add(p->out, "</p>\n");
}

/* A name, or "A with scale", in the arena: as HTML, and plain. NULL without memory. */
static const char *side_name(const attn_html *p, const attn_inline *name, const char *side,
                             bool plain)
{
    attn_text text = {0};
    if (plain)
        attn_inline_typeset(name, &text);
    else
        attn_html_inline(name, &text);
    if (side) attn_text_add(&text, " ");
    if (side && plain) attn_text_add(&text, side);
    if (side && !plain) attn_html_words(side, &text);
    return attn_keep_text(p->arena, &text);
}

void attn_html_value(attn_html *p, const attn_doc_block *block)
{
    const attn_block_value *value = &block->value;
    attn_reading reading;
    bool read = !attn_value_on_line(&p->look, value->values[0]) &&
                attn_document_reading(p->document, value, &reading);
    attn_text_add(p->out, read ? "<div>\n" : "");
    if (value->blanks) attn_html_begin_answer(p, value);
    for (size_t i = 0; i < value->count; i++) {
        const attn_shown_value shown = {.value = value->values[i],
                                        .reading = read ? &reading : NULL,
                                        .shaded = value->shaded && i < 2,
                                        .blanks = value->blanks};
        const char *name = side_name(p, &value->name, value->sides[i], false);
        const char *label = side_name(p, &value->name, value->sides[i], true);
        const pointed to = point_at_side(p, value, i);
        if (name && label) add_side(p, name, label, &shown, &to);
    }
    if (value->blanks) attn_html_end_answer(p);
    if (read) add_reading(p, &reading);
    attn_text_add(p->out, read ? "</div>\n" : "");
    if (read) attn_reading_end(&reading);
}

void attn_html_columns(attn_html *p, const attn_doc_block *block)
{
    const attn_block_columns *columns = &block->columns;
    const char **names = attn_alloc(p->arena, columns->count, sizeof *names);
    const attn_tensor **values = attn_alloc(p->arena, columns->count, sizeof *values);
    pointed *to = attn_alloc(p->arena, columns->count, sizeof *to);
    for (size_t i = 0; names && values && to && i < columns->count; i++) {
        const attn_block_column *column = &columns->items[i];
        to[i] = point_at(p, &column->numbers, column->value);
        attn_text name = {0};
        if (column->label) attn_html_label(column->label, &name);
        if (column->side) attn_text_add(&name, column->label ? " " : "");
        if (column->side) attn_html_words(column->side, &name);
        names[i] = attn_keep_text(p->arena, &name);
        values[i] = column->value;
        if (!names[i]) return;
    }
    table_place place = {p, "", to, true};
    if (names && values && to)
        p->out->failed |=
            !attn_columns_table(&p->look, names, values, columns->count, add_table, &place);
}
