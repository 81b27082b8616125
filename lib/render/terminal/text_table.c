/*
 * text_table: measures the columns of a table, then prints it line by line. Widths of columns are
 * measured first, then line after line is printed; no text of a cell is kept, so the largest table
 * needs one number for each column.
 */
#include "render/terminal/text_value.h"

enum {
    widest_cell = 24, /* columns; words wider than this are cut */
    widest_name = 16, /* a longer name stands above, unless there is but one row */
    least_head = 6
};

static const char ellipsis[] = "…";

/* What is shown of an axis: k = 0 … shown − 1 are places on it, or the gap. */
typedef struct axis {
    size_t count, shown;
} axis;

typedef struct printer {
    attn_page *page;
    const attn_table *table;
    axis rows, cols;
    size_t head_width; /* with a space behind it; 0: nothing stands beside the rows */
    size_t *widths;    /* of the columns shown, without the space on either side */
    bool row_heads, col_heads, numbered;
    bool name_above, name_in_row; /* else it stands in the corner */
    size_t spaces;                /* due before the next text of the line */
    attn_text text;               /* of the cell at hand */
} printer;

static axis make_axis(size_t count, bool whole)
{
    return (axis){count, attn_table_shown(count, whole)};
}

static size_t place_at(axis a, size_t k)
{
    return attn_table_place(a.count, a.shown == a.count, k);
}

/* ---- what stands where, into printer.text ---- */

static bool is_starred(const printer *p, size_t row, size_t col)
{
    return p->table->stands_out && p->table->stands_out(p->table->user, row, col);
}

static void add_cell(printer *p, size_t row, size_t col)
{
    const attn_table *table = p->table;
    if (is_starred(p, row, col)) attn_text_add(&p->text, "*");
    table->cell(table->user, row, col, &p->text);
}

static size_t take_cell(printer *p, size_t row, size_t col)
{
    attn_text_clear(&p->text);
    if (row == ATTN_TABLE_GAP || col == ATTN_TABLE_GAP)
        attn_text_add(&p->text, ellipsis);
    else
        add_cell(p, row, col);
    return attn_text_width(attn_text_string(&p->text), p->text.length);
}

static size_t take_head(printer *p, attn_table_words words, size_t place)
{
    attn_text_clear(&p->text);
    attn_table_head(p->table, words, p->numbered, place, &p->text);
    return attn_text_width(attn_text_string(&p->text), p->text.length);
}

static size_t take_name(printer *p)
{
    attn_text_clear(&p->text);
    attn_text_add(&p->text, p->table->name);
    return attn_text_width(attn_text_string(&p->text), p->text.length);
}

static size_t take_row_head(printer *p, size_t row)
{
    return p->name_in_row && row == 0 ? take_name(p) : take_head(p, p->table->row_head, row);
}

/* ---- widths ---- */

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t available(const printer *p)
{
    return p->page->columns - p->page->indent;
}

static void measure_heads(printer *p)
{
    size_t width = p->name_above ? 0 : take_name(p);
    for (size_t k = 0; k < p->rows.shown; k++)
        width = larger(width, take_row_head(p, place_at(p->rows, k)));
    p->head_width = smaller(width, larger(least_head, available(p) / 3));
    if (p->head_width) p->head_width++;
}

static void measure_columns(printer *p)
{
    size_t most = smaller(widest_cell, available(p) - p->head_width - 2);
    for (size_t k = 0; k < p->cols.shown; k++) {
        size_t col = place_at(p->cols, k);
        size_t width = p->col_heads ? take_head(p, p->table->col_head, col) : 0;
        for (size_t r = 0; r < p->rows.shown && width < most; r++)
            width = larger(width, take_cell(p, place_at(p->rows, r), col));
        p->widths[k] = smaller(width, most);
    }
}

/* One past the last column that fits on a line that begins with column `from`. */
static size_t block_end(const printer *p, size_t from)
{
    size_t used = p->head_width, end = from;
    while (end < p->cols.shown && used + p->widths[end] + 2 <= available(p))
        used += p->widths[end++] + 2;
    return end > from ? end : from + 1;
}

/* ---- lines ---- */

static void flush_spaces(printer *p)
{
    attn_text_repeat(p->page->out, " ", p->spaces);
    p->spaces = 0;
}

/* printer.text in a field, cut where it is wider; spaces behind it are left for the next text. */
static void add_field(printer *p, size_t width, bool left)
{
    const char *text = attn_text_string(&p->text);
    size_t length = p->text.length, own = attn_text_width(text, length);
    bool cut = own > width;
    if (cut) length = attn_text_fit(text, length, width - 1);
    if (cut) own = attn_text_width(text, length) + 1;
    size_t pad = width - own;
    if (!left) p->spaces += pad;
    if (length || cut) flush_spaces(p);
    attn_page_add(p->page, text, length);
    if (cut) attn_text_add(p->page->out, ellipsis);
    if (left) p->spaces += pad;
}

/* The same for the number of a cell. */
static void add_number(printer *p, size_t row, size_t col, size_t width, bool left)
{
    size_t shown = attn_text_width(attn_text_string(&p->text), p->text.length);
    size_t from = p->page->out->length + p->spaces;
    if (!left && shown < width) from += width - shown;
    add_field(p, width, left);
    if (!shown || row == ATTN_TABLE_GAP || col == ATTN_TABLE_GAP) return;
    attn_page_spot(p->page, from + is_starred(p, row, col), row, col);
}

/* printer.text beside the rows, and the space behind it. */
static void add_head(printer *p)
{
    if (p->head_width == 0) return;
    add_field(p, p->head_width - 1, true);
    p->spaces++;
}

static bool is_left(const printer *p, size_t col)
{
    return col != ATTN_TABLE_GAP && p->table->is_words && p->table->is_words(p->table->user, col);
}

static void print_cell(printer *p, size_t row, size_t k)
{
    const attn_table *table = p->table;
    size_t col = place_at(p->cols, k);
    attn_color ground;
    take_cell(p, row, col);
    bool coloured = p->page->color && table->ground && row != ATTN_TABLE_GAP &&
                    col != ATTN_TABLE_GAP && table->ground(table->user, row, col, &ground);
    if (coloured) {
        flush_spaces(p);
        attn_page_ground(p->page, ground);
    }
    p->spaces++;
    add_number(p, row, col, p->widths[k], is_left(p, col));
    p->spaces++;
    if (coloured) {
        flush_spaces(p);
        attn_page_style(p->page, ATTN_STYLE_PLAIN);
    }
}

static void begin_line(printer *p)
{
    attn_page_line(p->page);
    p->spaces = 0;
}

static void print_head_line(printer *p, size_t from, size_t end)
{
    bool name = !p->name_above && !p->name_in_row && *p->table->name;
    if (!name && !p->col_heads) return;
    begin_line(p);
    if (name)
        take_name(p);
    else
        attn_text_clear(&p->text);
    add_head(p);
    for (size_t k = from; k < end && p->col_heads; k++) {
        size_t col = place_at(p->cols, k);
        p->spaces++;
        take_head(p, p->table->col_head, col);
        add_field(p, p->widths[k], is_left(p, col));
        p->spaces++;
    }
    attn_page_end_line(p->page);
}

static void print_block(printer *p, size_t from, size_t end)
{
    print_head_line(p, from, end);
    for (size_t r = 0; r < p->rows.shown; r++) {
        size_t row = place_at(p->rows, r);
        begin_line(p);
        take_row_head(p, row);
        add_head(p);
        for (size_t k = from; k < end; k++) print_cell(p, row, k);
        attn_page_end_line(p->page);
    }
}

/* ---- the whole ---- */

/* Which heads there are, and where the name stands. */
static void arrange(printer *p, bool numbered)
{
    const attn_table *table = p->table;
    p->numbered = numbered;
    p->row_heads = table->row_head || (numbered && p->rows.count > 1);
    p->col_heads = table->col_head || numbered;
    p->name_above = take_name(p) > (p->rows.count > 1 ? widest_name : available(p) / 3);
    p->name_in_row = !p->name_above && !p->row_heads && (!p->col_heads || p->rows.count == 1);
    measure_heads(p);
    measure_columns(p);
}

static void print_all(printer *p, bool whole)
{
    bool cut = attn_table_cuts(p->rows.count, whole) || attn_table_cuts(p->cols.count, whole);
    arrange(p, cut);
    if (!cut && block_end(p, 0) < p->cols.shown) arrange(p, true);
    if (p->name_above) attn_page_paragraph(p->page, p->table->name, 4, ATTN_STYLE_PLAIN);
    for (size_t from = 0, end; from < p->cols.shown; from = end) {
        end = block_end(p, from);
        print_block(p, from, end);
        if (end < p->cols.shown) attn_page_gap(p->page);
    }
}

void attn_table_print(attn_page *page, const attn_table *table, bool whole)
{
    printer p = {.page = page,
                 .table = table,
                 .rows = make_axis(table->rows, whole),
                 .cols = make_axis(table->cols, whole)};
    size_t bytes;
    bool fits = attn_multiply(p.cols.shown, sizeof *p.widths, &bytes);
    p.widths = fits && bytes ? attn_resize(NULL, bytes) : NULL;
    if (p.widths)
        print_all(&p, whole);
    else if (table->cols)
        page->out->failed = true;
    page->out->failed |= p.text.failed;
    if (p.widths) attn_resize(p.widths, 0);
    attn_text_free(&p.text);
}
