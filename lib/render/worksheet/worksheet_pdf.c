/*
 * worksheet_pdf: worksheets on pages of A4, to be printed.
 *
 * First laid out: every text is shaped and measured, and each line, blank and cell gets its place
 * on a page; then drawn page by page. All lengths are in points.
 */
#include <math.h>
#include <string.h>

#include "document/value.h"
#include "document/worksheet.h"
#include "formula/print/typeset.h"
#include "picture/style/canvas.h"
#include "picture/style/rich.h"

static const double page_width = 595.28, page_height = 841.89;
static const double left = 54, right = 541, top = 50, bottom = 790;
static const double text_left = 80; /* numbers of steps stand before it */
static const double gap = 7, small_gap = 3;

enum { MOST_BYTES = 1 << 16, MOST_PAGES = 400, MOST_BESIDE = 8, BETWEEN = 16, INDENT = 14 };

/* A line of a text, a rule to write on, a cell, or a bracket around numbers. */
typedef enum mark_kind { MARK_LINE, MARK_RULE, MARK_CELL, MARK_LEFT, MARK_RIGHT } mark_kind;
typedef struct mark {
    mark_kind kind;
    size_t page;
    PangoLayoutLine *line;
    double x, y, width, height; /* LINE: x and y of its baseline */
    double gray;
} mark;

typedef struct foot { /* of a page */
    const char *side;
    size_t number; /* in its sheet, from 1 */
} foot;

/* A value as it will stand on a page. */
typedef struct block {
    PangoLayout *name; /* "Q =" */
    size_t rows, cols;
    PangoLayout **row_heads, **col_heads; /* or NULL */
    PangoLayout **cells;                  /* NULL where a blank is */
    size_t stride;                        /* cells of a row of the whole value */
    bool words, boxes, opens, closes;     /* the last two: with a bracket */
    double name_width, head_width, head_height, widest_head, widest_cell;
    double cell_width, cell_height, width, height;
} block;

/* How wide its name and the words of its rows may be, and how large the letters in its cells. */
typedef struct fit {
    double name, heads, letters;
} fit;

typedef struct pages {
    attn_worksheet_renderer writer; /* first: a writer is these it belongs to */
    attn_arena *arena;
    attn_status *status;
    attn_lettering *lettering;
    const attn_worksheet *sheet;
    const char *title; /* of the first */
    attn_look look;
    size_t page, foot_count; /* page: the one that is written, from 0 */
    foot *feet;
    double y;
    double room;       /* a gap due before what comes next */
    size_t due_number; /* of a step, beside the next line */
    size_t mark_count;
    mark *marks;
    size_t beside_count; /* values that will stand side by side */
    block *beside[MOST_BESIDE];
    double beside_width, beside_indent;
    attn_sheet_pages *laid;
    bool failed; /* without memory, or with too many pages */
} pages;

static pages *of(attn_worksheet_renderer *writer)
{
    return (pages *)(void *)writer;
}

/* ---- texts ---- */

/* Takes the text; NULL on failure. */
static PangoLayout *set_rich(pages *p, attn_rich *r, attn_rich_font font, bool bold, double width)
{
    if (r->text.length > MOST_BYTES)
        attn_fail(p->status, ATTN_LIMIT, "a paragraph of a sheet has at most %d bytes",
                  (int)MOST_BYTES);
    if (r->text.length > MOST_BYTES) attn_text_clear(&r->text);
    PangoLayout *layout = attn_rich_set(r, p->lettering, font, bold, width);
    p->failed |= !layout || !attn_ok(p->status);
    return layout;
}

static PangoLayout *set_words(pages *p, const char *words, double size, bool bold, double width)
{
    attn_rich r = attn_rich_new(size);
    attn_rich_words(&r, words);
    return set_rich(p, &r, ATTN_RICH_SANS, bold, width);
}

static void measure(PangoLayout *layout, double *width, double *height)
{
    PangoRectangle logical = {0, 0, 0, 0};
    if (layout) pango_layout_get_extents(layout, NULL, &logical);
    *width = (double)logical.width / PANGO_SCALE;
    *height = (double)logical.height / PANGO_SCALE;
}

/* A text that may be no wider: it gets an ellipsis. */
static void narrow(PangoLayout *layout, double width, PangoEllipsizeMode where)
{
    double is, height;
    measure(layout, &is, &height);
    if (!layout || is <= width) return;
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_height(layout, -1);
    pango_layout_set_ellipsize(layout, where);
}

/* ---- marks and places ---- */

static void add_place(pages *p, attn_sheet_kind kind, double x, double y, double width,
                      double height)
{
    if (!p->laid || width <= 0) return;
    attn_sheet_place *place =
        attn_push(p->arena, &p->laid->places, &p->laid->place_count, sizeof *place);
    if (place) *place = (attn_sheet_place){kind, p->page, x, y, width, height};
}

static mark *add_mark(pages *p, mark_kind kind)
{
    mark *made = attn_push(p->arena, &p->marks, &p->mark_count, sizeof *made);
    p->failed |= !made;
    if (made) *made = (mark){.kind = kind, .page = p->page};
    return made;
}

static void add_box(pages *p, mark_kind kind, double x, double y, double width, double height)
{
    mark *made = add_mark(p, kind);
    if (!made) return;
    made->x = x;
    made->y = y;
    made->width = width;
    made->height = height;
    if (kind == MARK_CELL) add_place(p, ATTN_ON_CELL, x, y, width, height);
    if (kind == MARK_RULE) add_place(p, ATTN_ON_BLANK, x, y, width, height);
}

/* The pieces of a line, each in its place: words, and rules where blanks are. runs: at the first of
 * them; is left at the first of the next line. */
static void place_runs(pages *p, PangoLayoutIter *runs, const PangoLayoutLine *line, double x,
                       double y)
{
    do {
        PangoLayoutRun *run = pango_layout_iter_get_run_readonly(runs);
        PangoRectangle at;
        if (pango_layout_iter_get_line_readonly(runs) != line) return;
        if (!run) continue;
        pango_layout_iter_get_run_extents(runs, NULL, &at);
        double run_x = x + (double)at.x / PANGO_SCALE, run_y = y + (double)at.y / PANGO_SCALE,
               width = (double)at.width / PANGO_SCALE, height = (double)at.height / PANGO_SCALE;
        if (attn_rich_is_blank(run))
            add_box(p, MARK_RULE, run_x + 1, run_y, width - 2, height);
        else
            add_place(p, ATTN_ON_TEXT, run_x, run_y, width, height);
    } while (pango_layout_iter_next_run(runs));
}

/* A layout on its way onto pages. Pango's copy of an iterator forgets how wide its run is, so there
 * are two from the beginning. */
typedef struct walk {
    PangoLayoutIter *lines, *runs;
} walk;

static walk walk_new(PangoLayout *layout)
{
    return (walk){pango_layout_get_iter(layout), pango_layout_get_iter(layout)};
}

static void walk_end(const walk *w)
{
    pango_layout_iter_free(w->lines);
    pango_layout_iter_free(w->runs);
}

/* The line of a layout whose own top left corner lies at (x, y). */
static void add_line(pages *p, const walk *w, double x, double y, double gray)
{
    PangoLayoutLine *line = pango_layout_iter_get_line_readonly(w->lines);
    PangoRectangle at;
    mark *made = add_mark(p, MARK_LINE);
    pango_layout_iter_get_line_extents(w->lines, NULL, &at);
    if (!made) return;
    made->line = line;
    made->x = x + (double)at.x / PANGO_SCALE;
    made->y = y + (double)pango_layout_iter_get_baseline(w->lines) / PANGO_SCALE;
    made->gray = gray;
    place_runs(p, w->runs, line, x, y);
}

/* A layout whole, on this page. */
static void add_layout(pages *p, PangoLayout *layout, double x, double y, double gray)
{
    if (!layout) return;
    walk w = walk_new(layout);
    do {
        add_line(p, &w, x, y, gray);
    } while (pango_layout_iter_next_line(w.lines));
    walk_end(&w);
}

/* ---- pages ---- */

static void begin_page(pages *p, const char *side, size_t number)
{
    foot *made = attn_push(p->arena, &p->feet, &p->foot_count, sizeof *made);
    if (made) *made = (foot){side, number};
    if (p->foot_count > MOST_PAGES)
        attn_fail(p->status, ATTN_LIMIT, "these sheets need more than %d pages", (int)MOST_PAGES);
    p->failed |= !made || !attn_ok(p->status);
    p->page = p->foot_count - 1;
    p->y = top;
    p->room = 0;
}

/* Goes on to the next page if less than this is left; after the gap that is due. */
static void need(pages *p, double height)
{
    p->y += p->room;
    p->room = 0;
    if (p->y + height <= bottom || p->failed) return;
    const foot *last = &p->feet[p->foot_count - 1];
    begin_page(p, last->side, last->number + 1);
}

static void add_number(pages *p, double baseline)
{
    char digits[24];
    if (p->due_number == 0) return;
    g_snprintf(digits, sizeof digits, "%zu", p->due_number);
    p->due_number = 0;
    PangoLayout *number = set_words(p, digits, 10.5, true, 0);
    if (number)
        add_layout(p, number, left,
                   baseline - (double)pango_layout_get_baseline(number) / PANGO_SCALE, 0);
}

/* A text over as many pages as it takes. */
static void flow(pages *p, PangoLayout *layout, double x, double after)
{
    if (!layout) return;
    walk w = walk_new(layout);
    do {
        PangoRectangle at;
        pango_layout_iter_get_line_extents(w.lines, NULL, &at);
        double height = (double)at.height / PANGO_SCALE;
        need(p, height);
        double top_of = p->y - (double)at.y / PANGO_SCALE;
        add_number(p, top_of + (double)pango_layout_iter_get_baseline(w.lines) / PANGO_SCALE);
        add_line(p, &w, x, top_of, 0);
        p->y += height + 1;
    } while (!p->failed && pango_layout_iter_next_line(w.lines));
    walk_end(&w);
    p->room = after;
}

/* ---- values ---- */

/* What a table holds, as texts that are set. */
typedef struct setting {
    pages *pages;
    block *block;
    const bool *blanks;
    double letters;
} setting;

static PangoLayout *set_head(pages *p, void (*head)(const void *, size_t, attn_text *),
                             const void *user, size_t place)
{
    attn_text words = {0};
    head(user, place, &words);
    PangoLayout *layout = set_words(p, attn_text_string(&words), 8.5, false, 0);
    p->failed |= words.failed;
    attn_text_free(&words);
    return layout;
}

static PangoLayout *set_cell(pages *p, const attn_table *table, size_t row, size_t col,
                             double letters)
{
    attn_text words = {0};
    table->cell(table->user, row, col, &words);
    PangoLayout *layout = set_words(p, attn_text_string(&words), letters, false, 0);
    p->failed |= words.failed;
    attn_text_free(&words);
    return layout;
}

static bool make_room(pages *p, block *b, const attn_table *table)
{
    b->rows = table->rows;
    b->cols = b->stride = table->cols;
    b->cells = attn_alloc(p->arena, b->rows * b->cols + 1, sizeof(PangoLayout *));
    if (table->row_head) b->row_heads = attn_alloc(p->arena, b->rows + 1, sizeof(PangoLayout *));
    if (table->col_head) b->col_heads = attn_alloc(p->arena, b->cols + 1, sizeof(PangoLayout *));
    return b->cells && (b->row_heads || !table->row_head) && (b->col_heads || !table->col_head);
}

static void take_table(void *user, const attn_table *table)
{
    setting *s = user;
    pages *p = s->pages;
    block *b = s->block;
    if (!make_room(p, b, table)) {
        p->failed = true;
        return;
    }
    for (size_t i = 0; i < b->rows && table->row_head; i++)
        b->row_heads[i] = set_head(p, table->row_head, table->user, i);
    for (size_t i = 0; i < b->cols && table->col_head; i++)
        b->col_heads[i] = set_head(p, table->col_head, table->user, i);
    for (size_t i = 0; i < b->rows * b->cols; i++)
        if (!s->blanks || !s->blanks[i])
            b->cells[i] = set_cell(p, table, i / b->cols, i % b->cols, s->letters);
}

static const double cell_gap = 10;

static double widest(PangoLayout *const *layouts, size_t count, double *height)
{
    double most = 0;
    for (size_t i = 0; layouts && i < count; i++) {
        double width, high;
        measure(layouts[i], &width, &high);
        most = fmax(most, width);
        if (height) *height = fmax(*height, high);
    }
    return most;
}

static void measure_block(block *b, const fit *how)
{
    double high;
    narrow(b->name, how->name, PANGO_ELLIPSIZE_MIDDLE);
    measure(b->name, &b->name_width, &high);
    for (size_t i = 0; b->row_heads && i < b->rows; i++)
        narrow(b->row_heads[i], how->heads, PANGO_ELLIPSIZE_END);
    b->head_width = widest(b->row_heads, b->rows, NULL);
    if (b->head_width > 0) b->head_width += 5;
    b->widest_head = widest(b->col_heads, b->cols, &b->head_height);
    b->widest_cell = widest(b->cells, b->rows * b->cols, NULL);
}

static double cell_room(const block *b, size_t cols)
{
    return (right - text_left - b->name_width - b->head_width - 32) / (double)(cols ? cols : 1);
}

static const double least = 24; /* of a box for a hand, and of a word that is cut */

/* Words may be cut, numbers never. */
static double least_cell(const block *b)
{
    return b->words ? fmin(b->widest_cell, least) : b->widest_cell;
}

static bool fits(const block *b)
{
    double cell = least_cell(b) + (b->opens ? 8 : 2);
    return cell_room(b, b->cols) >= fmax(b->boxes ? least : 0, cell);
}

/* cols: how many stand side by side. */
static void measure_cells(block *b, size_t cols)
{
    static const double most_cell = 60;
    double numbers = b->widest_cell + cell_gap;
    b->cell_width = fmax(b->boxes ? 50 : 0, fmax(numbers, fmin(b->widest_head + 6, most_cell)));
    b->cell_width = fmin(b->cell_width, cell_room(b, cols));
    b->cell_height = b->boxes ? 22 : 15;
    for (size_t i = 0; b->col_heads && i < b->cols; i++)
        narrow(b->col_heads[i], b->cell_width - 3, PANGO_ELLIPSIZE_END);
    for (size_t i = 0; b->words && i < b->rows * b->cols; i++)
        narrow(b->cells[i], b->cell_width - 2, PANGO_ELLIPSIZE_END);
    b->height = b->head_height + (double)b->rows * b->cell_height + 2;
}

/* Below its left or right edge, or between both. */
static void add_centred(pages *p, PangoLayout *layout, double x, double y, double width,
                        double height, double gray)
{
    double is, high;
    if (!layout) return;
    measure(layout, &is, &high);
    add_layout(p, layout, x + (width - is) / 2, y + (height - high) / 2, gray);
}

/* For those who look after the pages. */
static void note_cut(const pages *p, const block *b, PangoLayout *cell)
{
    if (p->laid && cell && !b->words) p->laid->cut_count += pango_layout_is_ellipsized(cell) != 0;
}

static void draw_cells(pages *p, const block *b, double x, double y)
{
    for (size_t i = 0; i < b->rows * b->cols; i++) {
        double cell_x = x + (double)(i % b->cols) * b->cell_width,
               cell_y = y + (double)(i / b->cols) * b->cell_height;
        if (b->boxes) add_box(p, MARK_CELL, cell_x, cell_y, b->cell_width, b->cell_height);
        PangoLayout *cell = b->cells[i / b->cols * b->stride + i % b->cols];
        double is, high;
        measure(cell, &is, &high);
        note_cut(p, b, cell);
        if (cell)
            add_layout(p, cell,
                       b->boxes ? cell_x + (b->cell_width - is) / 2
                                : cell_x + b->cell_width - is - 5,
                       cell_y + (b->cell_height - high) / 2, 0);
    }
}

static void add_block(pages *p, const block *b, double x, double y)
{
    double is, high, body = (double)b->rows * b->cell_height, cells_y = y + b->head_height;
    double heads_x = x + b->name_width + 5, cells_x = heads_x + b->head_width + 3;
    measure(b->name, &is, &high);
    add_layout(p, b->name, x, cells_y + (body - high) / 2, 0);
    for (size_t i = 0; b->row_heads && i < b->rows; i++) {
        double row_y = cells_y + (double)i * b->cell_height;
        measure(b->row_heads[i], &is, &high);
        add_layout(p, b->row_heads[i], heads_x + b->head_width - 5 - is,
                   row_y + (b->cell_height - high) / 2, 0.35);
    }
    for (size_t i = 0; b->col_heads && i < b->cols; i++)
        add_centred(p, b->col_heads[i], cells_x + (double)i * b->cell_width, y, b->cell_width,
                    b->head_height, 0.35);
    if (b->opens) add_box(p, MARK_LEFT, cells_x - 1, cells_y, 3, body);
    if (b->closes)
        add_box(p, MARK_RIGHT, cells_x + (double)b->cols * b->cell_width - 2, cells_y, 3, body);
    draw_cells(p, b, cells_x, cells_y);
}

static void end_beside(pages *p)
{
    double height = 0, x = text_left + p->beside_indent;
    if (p->beside_count == 0) return;
    for (size_t i = 0; i < p->beside_count; i++) height = fmax(height, p->beside[i]->height);
    need(p, height);
    add_number(p, p->y + p->beside[0]->head_height + 14);
    for (size_t i = 0; i < p->beside_count; i++) {
        add_block(p, p->beside[i], x, p->y + (height - p->beside[i]->height) / 2);
        x += p->beside[i]->width + BETWEEN;
    }
    p->y += height;
    p->room = gap + 2;
    p->beside_count = 0;
    p->beside_width = 0;
}

/* Values stand side by side as far as there is room. */
static void put_beside(pages *p, block *b, double indent)
{
    double room = right - text_left - indent;
    if (p->beside_count == MOST_BESIDE || p->beside_width + BETWEEN + b->width > room)
        end_beside(p);
    p->beside_indent = indent;
    p->beside_width += (p->beside_count ? BETWEEN : 0) + b->width;
    p->beside[p->beside_count++] = b;
}

static PangoLayout *set_name(pages *p, const char *label)
{
    attn_rich r = attn_rich_new(11.5);
    attn_text name = {0};
    attn_typeset_label(label, &name);
    attn_text_add(&name, "\u00A0=");
    attn_rich_formula(&r, attn_text_string(&name));
    r.text.failed |= name.failed;
    attn_text_free(&name);
    return set_rich(p, &r, ATTN_RICH_SANS, false, 0);
}

static block *set_block(pages *p, const attn_entry *entry, const fit *how)
{
    block *b = attn_alloc(p->arena, 1, sizeof *b);
    p->failed |= !b;
    if (!b) return NULL;
    b->words = entry->value->words != NULL;
    b->boxes = entry->number != 0;
    b->opens = b->closes = !b->boxes && !b->words && entry->value->rank != ATTN_NUMBER;
    b->name = set_name(p, entry->label);
    setting s = {p, b, entry->blanks, how->letters};
    if (!attn_value_table(&p->look, &(attn_shown_value){.name = "", .value = entry->value},
                          take_table, &s))
        p->failed = true;
    if (b->words) b->col_heads = NULL;
    if (!p->failed) measure_block(b, how);
    return b;
}

/* The whole of it, or some of its columns: the name stands before the first of them. */
static void put_part(pages *p, const block *whole, size_t from, size_t cols, double indent)
{
    block *part = attn_alloc(p->arena, 1, sizeof *part);
    p->failed |= !part;
    if (!part) return;
    *part = *whole;
    part->cols = cols;
    part->cells += from;
    if (from > 0) part->name = NULL;
    if (part->col_heads) part->col_heads += from;
    part->opens &= from == 0;
    part->closes &= from + cols == whole->cols;
    part->width = part->name_width + 5 + part->head_width + (double)cols * part->cell_width + 8;
    put_beside(p, part, indent);
}

/* Where no words stand over columns that stand below each other, their numbers do. */
static void number_columns(pages *p, block *b)
{
    b->col_heads = attn_alloc(p->arena, b->cols, sizeof(PangoLayout *));
    for (size_t i = 0; b->col_heads && i < b->cols; i++) {
        char digits[24];
        g_snprintf(digits, sizeof digits, "%zu", i + 1);
        b->col_heads[i] = set_words(p, digits, 8.5, false, 0);
    }
    b->widest_head = widest(b->col_heads, b->cols, &b->head_height);
    p->failed |= !b->col_heads;
}

/* As many tables below each other as the columns need. */
static void put_apart(pages *p, block *b, double indent)
{
    static const double most = 330; /* more would leave too much of a page empty */
    double room = fmax(1, floor(cell_room(b, 1) / (least_cell(b) + cell_gap)));
    size_t parts = (size_t)ceil((double)b->cols / room);
    if (!b->col_heads && !b->words) number_columns(p, b);
    measure_cells(b, (b->cols + parts - 1) / parts);
    end_beside(p);
    need(p, fmin((double)parts * (b->height + gap + 2), most));
    for (size_t i = 0, from = 0; i < parts && !p->failed; i++) {
        size_t cols = b->cols / parts + (i < b->cols % parts);
        put_part(p, b, from, cols, indent);
        end_beside(p);
        from += cols;
    }
}

static void write_value(pages *p, const attn_entry *entry)
{
    static const fit whole[] = {{HUGE_VAL, 84, 10}, {150, 50, 10}, {150, 50, 8.5}},
                     apart = {150, 84, 10};
    bool given = entry >= p->sheet->givens && entry < p->sheet->givens + p->sheet->given_count;
    double indent = given ? 0 : INDENT;
    for (size_t i = 0; i < G_N_ELEMENTS(whole) && !p->failed; i++) {
        block *b = set_block(p, entry, &whole[i]);
        if (p->failed || !fits(b)) continue;
        measure_cells(b, b->cols);
        put_part(p, b, 0, b->cols, indent);
        return;
    }
    block *b = p->failed ? NULL : set_block(p, entry, &apart);
    if (!p->failed) put_apart(p, b, indent);
}

/* ---- the rest of a sheet ---- */

static void begin(attn_worksheet_renderer *writer, const char *title, const char *side)
{
    pages *p = of(writer);
    const char *kept = attn_print(p->arena, "%s", side);
    if (!p->title) p->title = attn_print(p->arena, "%s", title);
    p->failed |= !kept || !p->title;
    if (p->failed) return;
    begin_page(p, kept, 1);
    flow(p, set_words(p, title, 17, true, right - left), left, small_gap);
    flow(p, set_words(p, side, 10.5, false, right - left), left, gap);
}

static void heading(attn_worksheet_renderer *writer, const char *words)
{
    pages *p = of(writer);
    end_beside(p);
    p->room = gap + 5;
    need(p, 90);
    flow(p, set_words(p, words, 12.5, true, right - left), left, gap);
}

static void fields(attn_worksheet_renderer *writer, const char *const *words, size_t count)
{
    pages *p = of(writer);
    double x = left, room = (right - left) / 1.5;
    p->room = gap + 4;
    need(p, 20);
    for (size_t i = 0; i < count; i++, room = (right - left) / 3) {
        double is, high;
        PangoLayout *name = set_words(p, words[i], 10.5, false, 0);
        measure(name, &is, &high);
        add_layout(p, name, x, p->y + 4, 0);
        add_box(p, MARK_RULE, x + is + 8, p->y, room - is - 22, high + 4);
        x += room;
    }
    p->y += 20;
    p->room = gap;
}

static void say(attn_worksheet_renderer *writer, const char *words)
{
    pages *p = of(writer);
    flow(p, set_words(p, words, 10.5, false, right - text_left), text_left, gap);
}

static void code(attn_worksheet_renderer *writer, const char *line)
{
    pages *p = of(writer);
    attn_rich r = attn_rich_new(9.5);
    attn_rich_words(&r, line);
    flow(p, set_rich(p, &r, ATTN_RICH_CODE, false, right - text_left - 14), text_left + 14, gap);
}

static void write_loop(pages *p, const attn_loop_at *loop)
{
    attn_rich r = attn_rich_new(11.5);
    attn_text letter = {0};
    attn_typeset_label(loop->letter, &letter);
    attn_text_print(&letter, " = %ld", loop->number);
    attn_rich_formula(&r, attn_text_string(&letter));
    r.text.failed |= letter.failed;
    attn_text_free(&letter);
    if (loop->word) attn_rich_words(&r, " · ");
    if (loop->word) attn_rich_words(&r, loop->word);
    p->room += gap;
    need(p, 80);
    flow(p, set_rich(p, &r, ATTN_RICH_SANS, true, right - left), left, gap);
}

static void add_piece(attn_rich *r, const attn_piece *piece, bool hidden)
{
    attn_text formula = {0};
    if (piece->expr) attn_typeset_expr(piece->expr, &formula);
    if (piece->statement) attn_typeset_statement(piece->statement, &formula);
    if (hidden)
        attn_rich_blank(r);
    else if (piece->expr || piece->statement)
        attn_rich_formula(r, attn_text_string(&formula));
    else
        attn_rich_words(r, piece->text);
    r->text.failed |= formula.failed;
    attn_text_free(&formula);
}

/* About the height of what belongs to an entry, and should stand on its page: formulas up to the
 * first value. */
static double height_behind(const pages *p, const attn_entry *entry)
{
    const attn_entry *end = p->sheet->entries + p->sheet->entry_count;
    double height = 0;
    for (entry++; entry < end; entry++) {
        if (entry->kind == ATTN_ENTRY_FORMULA) height += 20;
        if (entry->kind == ATTN_ENTRY_DEFINITION)
            height += 20 * (double)entry->definition->line_count;
        if (entry->kind == ATTN_ENTRY_VALUE) return height + 18 + 22 * (double)entry->value->rows;
        if (entry->kind != ATTN_ENTRY_FORMULA && entry->kind != ATTN_ENTRY_DEFINITION) break;
    }
    return height;
}

static void write_prose(pages *p, const attn_entry *entry)
{
    static const double most = 330; /* more would leave too much of a page empty */
    double width, height;
    attn_rich r = attn_rich_new(10.5);
    for (size_t i = 0; i < entry->piece_count; i++)
        add_piece(&r, &entry->pieces[i], entry->hidden[i]);
    PangoLayout *layout = set_rich(p, &r, ATTN_RICH_SANS, false, right - text_left);
    measure(layout, &width, &height);
    need(p, fmin(height + height_behind(p, entry), most));
    flow(p, layout, text_left, gap - 1);
}

/* before: "with f(x) =", typeset; "": a formula of its own. */
static void write_formula(pages *p, const char *before, const attn_statement *line, double indent)
{
    attn_rich r = attn_rich_new(11.5);
    attn_text formula = {0};
    attn_text_add(&formula, before);
    if (line) attn_typeset_statement(line, &formula);
    attn_rich_formula(&r, attn_text_string(&formula));
    r.text.failed |= formula.failed;
    attn_text_free(&formula);
    need(p, 18);
    flow(p, set_rich(p, &r, ATTN_RICH_SANS, false, right - text_left - indent), text_left + indent,
         small_gap);
}

static void write_definition(pages *p, const attn_definition *definition)
{
    attn_text head = {0};
    bool one = definition->line_count == 1;
    attn_text_print(&head, "with\u00A0%s(", definition->function);
    for (size_t i = 0; i < definition->parameter_count; i++)
        attn_text_print(&head, i ? ",\u00A0%s" : "%s", definition->parameters[i]);
    attn_text_add(&head, one ? ")\u00A0= " : "):");
    write_formula(p, attn_text_string(&head), one ? definition->lines[0] : NULL, 28);
    for (size_t i = 0; i < definition->line_count && !one; i++)
        write_formula(p, "", definition->lines[i], 42);
    p->failed |= head.failed;
    attn_text_free(&head);
}

static void write_entry(attn_worksheet_renderer *writer, const attn_entry *entry)
{
    pages *p = of(writer);
    if (p->failed) return;
    if (entry->kind != ATTN_ENTRY_VALUE) end_beside(p);
    switch (entry->kind) {
    case ATTN_ENTRY_STEP:
        p->room = fmax(p->room, gap + 3);
        p->due_number = entry->number;
        break;
    case ATTN_ENTRY_LOOP:
        write_loop(p, entry->loop);
        break;
    case ATTN_ENTRY_PROSE:
        write_prose(p, entry);
        break;
    case ATTN_ENTRY_FORMULA:
        need(p, 20 + height_behind(p, entry));
        write_formula(p, "", entry->statement, INDENT);
        break;
    case ATTN_ENTRY_DEFINITION:
        write_definition(p, entry->definition);
        break;
    case ATTN_ENTRY_VALUE:
        write_value(p, entry);
        break;
    }
}

static void end(attn_worksheet_renderer *writer)
{
    pages *p = of(writer);
    end_beside(p);
    p->due_number = 0;
}

/* What stands below each page, once all are known. */
static void add_feet(pages *p)
{
    for (size_t i = 0; i < p->foot_count; i++) {
        char number[48];
        size_t last = i;
        while (last + 1 < p->foot_count && p->feet[last + 1].number > 1) last++;
        g_snprintf(number, sizeof number, "page %zu of %zu", p->feet[i].number,
                   p->feet[last].number);
        double is, high;
        PangoLayout *words = set_words(p, number, 8.5, false, 0);
        measure(words, &is, &high);
        p->page = i;
        add_layout(p, words, right - is, 803, 0.35);
        PangoLayout *side = set_words(p, p->feet[i].side, 8.5, false, 0);
        narrow(side, right - left - is - 20, PANGO_ELLIPSIZE_END);
        add_layout(p, side, left, 803, 0.35);
    }
}

/* ---- drawing ---- */

static void draw_bracket(const mark *m, cairo_t *cairo)
{
    double in = m->kind == MARK_LEFT ? m->x + m->width : m->x,
           out = m->kind == MARK_LEFT ? m->x : m->x + m->width;
    cairo_set_source_rgb(cairo, 0, 0, 0);
    cairo_set_line_width(cairo, 0.8);
    cairo_move_to(cairo, in, m->y + 0.5);
    cairo_line_to(cairo, out, m->y + 0.5);
    cairo_line_to(cairo, out, m->y + m->height - 0.5);
    cairo_line_to(cairo, in, m->y + m->height - 0.5);
    cairo_stroke(cairo);
}

static void draw_mark(const mark *m, cairo_t *cairo)
{
    switch (m->kind) {
    case MARK_LINE:
        cairo_set_source_rgb(cairo, m->gray, m->gray, m->gray);
        cairo_move_to(cairo, m->x, m->y);
        pango_cairo_show_layout_line(cairo, m->line);
        break;
    case MARK_RULE:
        cairo_set_source_rgb(cairo, 0.35, 0.35, 0.35);
        cairo_set_line_width(cairo, 0.7);
        cairo_move_to(cairo, m->x, m->y + m->height - 1);
        cairo_line_to(cairo, m->x + m->width, m->y + m->height - 1);
        cairo_stroke(cairo);
        break;
    case MARK_CELL:
        cairo_set_source_rgb(cairo, 0.55, 0.55, 0.55);
        cairo_set_line_width(cairo, 0.6);
        cairo_rectangle(cairo, m->x, m->y, m->width, m->height);
        cairo_stroke(cairo);
        break;
    case MARK_LEFT:
    case MARK_RIGHT:
        draw_bracket(m, cairo);
        break;
    }
}

static void draw_pages(const pages *p, cairo_t *cairo)
{
    for (size_t page = 0; page < p->foot_count; page++) {
        for (size_t i = 0; i < p->mark_count; i++)
            if (p->marks[i].page == page) draw_mark(&p->marks[i], cairo);
        cairo_show_page(cairo);
    }
}

static bool draw(const pages *p, attn_text *out)
{
    cairo_t *cairo = attn_pdf_begin(out, page_width, page_height, p->title);
    draw_pages(p, cairo);
    return attn_canvas_end(cairo, out, "sheet", p->status);
}

/* ---- the whole ---- */

static const attn_worksheet_renderer writes = {.begin = begin,
                                               .heading = heading,
                                               .fields = fields,
                                               .words = say,
                                               .code = code,
                                               .entry = write_entry,
                                               .end = end};

static bool lay_out(pages *p, const attn_sheets *sheets)
{
    for (size_t i = 0; i < sheets->count && !p->failed; i++) {
        p->sheet = sheets->at(sheets->user, i, p->status);
        if (!p->sheet) return false;
        attn_look_prepare(&p->look, p->sheet->options.precision, true, false);
        if (!attn_worksheet_write(p->sheet, &p->writer, p->status)) return false;
    }
    if (!p->failed) add_feet(p);
    if (!p->failed) return attn_ok(p->status);
    return attn_fail(p->status, ATTN_MEMORY, "there is no memory left");
}

bool attn_worksheets_pdf(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    pages p = {.writer = writes, .arena = attn_arena_new(status), .status = status};
    if (p.arena) p.lettering = attn_lettering_new(p.arena, NULL);
    bool done = p.lettering && lay_out(&p, sheets) && draw(&p, out);
    attn_lettering_free(p.lettering);
    attn_arena_free(p.arena);
    return done;
}

bool attn_worksheets_lay_out(const attn_sheets *sheets, attn_arena *arena, attn_sheet_pages *laid,
                             attn_status *status)
{
    *laid = (attn_sheet_pages){.width = page_width, .height = page_height};
    pages p = {.writer = writes, .arena = arena, .status = status, .laid = laid};
    p.lettering = attn_lettering_new(arena, NULL);
    bool done = p.lettering && lay_out(&p, sheets);
    laid->page_count = p.foot_count;
    attn_lettering_free(p.lettering);
    return done;
}
