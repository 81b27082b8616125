/*
 * worksheet_pdf: writes worksheets as a PDF to be printed: first all is laid out, then drawn page
 * by page.
 */
#include <math.h>

#include "formula/print/typeset.h"
#include "render/worksheet/worksheet_pages.h"

static const double text_left = 80; /* numbers of exercises stand before it */
static const double between = 16, indent_of_steps = 14;
static const double most_kept = 330; /* together: more would leave too much of a page empty */
static const double cell_gap = 10, most_cell = 60;
static const double least_box = 24; /* for a hand, and for a word that is cut */

/* A value as it will stand on a page. */
typedef struct tile {
    PangoLayout *name; /* "Q =" */
    size_t rows, cols;
    PangoLayout **row_heads, **col_heads; /* or NULL */
    PangoLayout **cells;                  /* NULL where a blank is */
    size_t stride;                        /* cells of a row of the whole value */
    bool words, boxes, opens, closes;     /* the last two: with a bracket */
    double name_width, head_width, head_height, widest_head, widest_cell;
    double cell_width, cell_height, width, height;
} tile;

/* How wide its name and the words of its rows may be, and how large the letters in its cells. */
typedef struct fit {
    double name, heads, letters;
} fit;

/* ---- a value, measured ---- */

/* What a table holds, as texts that are set. */
typedef struct setting {
    pages *pages;
    tile *tile;
    const bool *blanks;
    double letters;
} setting;

static PangoLayout **set_heads(pages *p, void (*head)(const void *, size_t, attn_text *),
                               const void *user, size_t count)
{
    PangoLayout **heads = head ? attn_alloc(p->arena, count + 1, sizeof *heads) : NULL;
    for (size_t i = 0; heads && i < count; i++) {
        attn_text words = {0};
        head(user, i, &words);
        heads[i] = attn_pages_set_text(p, &words, 8.5);
    }
    return heads;
}

static void take_table(void *user, const attn_table *table)
{
    const setting *s = user;
    tile *b = s->tile;
    size_t count = table->rows * table->cols;
    b->rows = table->rows;
    b->cols = b->stride = table->cols;
    b->row_heads = set_heads(s->pages, table->row_head, table->user, b->rows);
    b->col_heads = set_heads(s->pages, table->col_head, table->user, b->cols);
    b->cells = attn_alloc(s->pages->arena, count + 1, sizeof *b->cells);
    for (size_t i = 0; b->cells && i < count; i++) {
        attn_text words = {0};
        if (s->blanks && s->blanks[i]) continue;
        table->cell(table->user, i / b->cols, i % b->cols, &words);
        b->cells[i] = attn_pages_set_text(s->pages, &words, s->letters);
    }
    s->pages->failed |= !attn_ok(s->pages->status);
}

static extent widest(PangoLayout *const *layouts, size_t count)
{
    extent most = {0, 0};
    for (size_t i = 0; layouts && i < count; i++) {
        extent one = attn_extent_of(layouts[i]);
        most = (extent){fmax(most.width, one.width), fmax(most.height, one.height)};
    }
    return most;
}

static void measure_heads(tile *b)
{
    extent heads = widest(b->col_heads, b->cols);
    b->widest_head = heads.width;
    b->head_height = heads.height;
}

static void measure_tile(tile *b, const fit *how)
{
    attn_narrow(b->name, how->name, PANGO_ELLIPSIZE_MIDDLE);
    b->name_width = attn_extent_of(b->name).width;
    for (size_t i = 0; b->row_heads && i < b->rows; i++)
        attn_narrow(b->row_heads[i], how->heads, PANGO_ELLIPSIZE_END);
    b->head_width = widest(b->row_heads, b->rows).width;
    if (b->head_width > 0) b->head_width += 5;
    measure_heads(b);
    b->widest_cell = widest(b->cells, b->rows * b->cols).width;
}

static double cell_room(const tile *b, size_t cols)
{
    return (ATTN_PAGE_RIGHT - text_left - b->name_width - b->head_width - 32) /
           (double)(cols ? cols : 1);
}

/* Words may be cut, numbers never. */
static double least_cell(const tile *b)
{
    return b->words ? fmin(b->widest_cell, least_box) : b->widest_cell;
}

static bool fits(const tile *b)
{
    double cell = least_cell(b) + (b->opens ? 8 : 2);
    return cell_room(b, b->cols) >= fmax(b->boxes ? least_box : 0, cell);
}

/* cols: how many stand side by side. */
static void measure_cells(tile *b, size_t cols)
{
    double numbers = b->widest_cell + cell_gap;
    b->cell_width = fmax(b->boxes ? 50 : 0, fmax(numbers, fmin(b->widest_head + 6, most_cell)));
    b->cell_width = fmin(b->cell_width, cell_room(b, cols));
    b->cell_height = b->boxes ? 22 : 15;
    for (size_t i = 0; b->col_heads && i < b->cols; i++)
        attn_narrow(b->col_heads[i], b->cell_width - 3, PANGO_ELLIPSIZE_END);
    for (size_t i = 0; b->words && i < b->rows * b->cols; i++)
        attn_narrow(b->cells[i], b->cell_width - 2, PANGO_ELLIPSIZE_END);
    b->height = b->head_height + (double)b->rows * b->cell_height + 2;
}

static tile *new_tile(pages *p, const attn_block_value *value, const fit *how)
{
    attn_text name = {0};
    bool words = value->values[0]->words != NULL, boxes = value->part == ATTN_VALUE_ANSWER;
    bool brackets = !boxes && !words && value->values[0]->rank != ATTN_NUMBER;
    tile *b = attn_alloc(p->arena, 1, sizeof *b);
    p->failed |= !b;
    if (!b) return NULL;
    attn_inline_typeset(&value->name, &name);
    attn_text_add(&name, "\u00A0=");
    *b = (tile){.name = attn_pages_set_formula(p, &name, 0),
                .words = words,
                .boxes = boxes,
                .opens = brackets,
                .closes = brackets};
    const attn_shown_value shown = {.name = "", .value = value->values[0]};
    setting s = {p, b, value->blanks, how->letters};
    p->failed |= !attn_value_table(&p->look, &shown, take_table, &s);
    if (words) b->col_heads = NULL;
    if (!p->failed) measure_tile(b, how);
    return b;
}

/* ---- a value, placed ---- */

/* In the middle of a place. */
static void add_centred(pages *p, PangoLayout *layout, box in, double gray)
{
    extent is = attn_extent_of(layout);
    attn_pages_layout(p, layout, in.x + (in.width - is.width) / 2,
                      in.y + (in.height - is.height) / 2, gray);
}

/* At the right edge of a place, so far from it. */
static void add_right(pages *p, PangoLayout *layout, box in, double from_edge, double gray)
{
    extent is = attn_extent_of(layout);
    attn_pages_layout(p, layout, in.x + in.width - is.width - from_edge,
                      in.y + (in.height - is.height) / 2, gray);
}

static void add_cells(pages *p, const tile *b, double x, double y)
{
    for (size_t i = 0; i < b->rows * b->cols; i++) {
        box at = {x + (double)(i % b->cols) * b->cell_width,
                  y + (double)(i / b->cols) * b->cell_height, b->cell_width, b->cell_height};
        PangoLayout *cell = b->cells[i / b->cols * b->stride + i % b->cols];
        p->cut_count += cell && !b->words && pango_layout_is_ellipsized(cell);
        if (b->boxes) attn_pages_box(p, MARK_CELL, at);
        if (b->boxes)
            add_centred(p, cell, at, 0);
        else
            add_right(p, cell, at, 5, 0);
    }
}

static void add_tile(pages *p, const tile *b, double x, double y)
{
    double body = (double)b->rows * b->cell_height, cells_y = y + b->head_height;
    double heads_x = x + b->name_width + 5, cells_x = heads_x + b->head_width + 3;
    add_centred(p, b->name, (box){x, cells_y, b->name_width, body}, 0);
    for (size_t i = 0; b->row_heads && i < b->rows; i++)
        add_right(
            p, b->row_heads[i],
            (box){heads_x, cells_y + (double)i * b->cell_height, b->head_width, b->cell_height}, 5,
            0.35);
    for (size_t i = 0; b->col_heads && i < b->cols; i++)
        add_centred(p, b->col_heads[i],
                    (box){cells_x + (double)i * b->cell_width, y, b->cell_width, b->head_height},
                    0.35);
    if (b->opens) attn_pages_box(p, MARK_LEFT, (box){cells_x - 1, cells_y, 3, body});
    if (b->closes)
        attn_pages_box(p, MARK_RIGHT,
                       (box){cells_x + (double)b->cols * b->cell_width - 2, cells_y, 3, body});
    add_cells(p, b, cells_x, cells_y);
}

static void end_beside(pages *p)
{
    double height = 0, x = text_left + p->beside_indent;
    if (p->beside_count == 0) return;
    for (size_t i = 0; i < p->beside_count; i++) height = fmax(height, p->beside[i]->height);
    attn_pages_need(p, height);
    attn_pages_number(p, p->y + p->beside[0]->head_height + 14);
    for (size_t i = 0; i < p->beside_count; i++) {
        add_tile(p, p->beside[i], x, p->y + (height - p->beside[i]->height) / 2);
        x += p->beside[i]->width + between;
    }
    p->y += height;
    p->room = ATTN_GAP + 2;
    p->beside_count = 0;
    p->beside_width = 0;
}

/* Values stand side by side as far as there is room. */
static void put_beside(pages *p, tile *b, double indent)
{
    double room = ATTN_PAGE_RIGHT - text_left - indent;
    if (p->beside_count == ATTN_MOST_BESIDE || p->beside_width + between + b->width > room)
        end_beside(p);
    p->beside_indent = indent;
    p->beside_width += (p->beside_count ? between : 0) + b->width;
    p->beside[p->beside_count++] = b;
}

/* The whole of it, or some of its columns: the name stands before the first of them. */
static void put_part(pages *p, const tile *whole, size_t from, size_t cols, double indent)
{
    tile *part = attn_alloc(p->arena, 1, sizeof *part);
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

static void add_place_number(const void *user, size_t place, attn_text *out)
{
    (void)user;
    attn_text_print(out, "%zu", place + 1);
}

/* As many tables below each other as the columns need. Where no words stand over columns that stand
 * below each other, their numbers do. */
static void put_apart(pages *p, tile *b, double indent)
{
    double room = fmax(1, floor(cell_room(b, 1) / (least_cell(b) + cell_gap)));
    size_t parts = (size_t)ceil((double)b->cols / room);
    if (!b->col_heads && !b->words) {
        b->col_heads = set_heads(p, add_place_number, NULL, b->cols);
        measure_heads(b);
    }
    measure_cells(b, (b->cols + parts - 1) / parts);
    end_beside(p);
    attn_pages_need(p, fmin((double)parts * (b->height + ATTN_GAP + 2), most_kept));
    for (size_t i = 0, from = 0; i < parts && !p->failed; i++) {
        size_t cols = b->cols / parts + (i < b->cols % parts);
        put_part(p, b, from, cols, indent);
        end_beside(p);
        from += cols;
    }
}

static void add_value(pages *p, const attn_doc_block *block)
{
    const attn_block_value *value = &block->value;
    static const fit whole[] = {{HUGE_VAL, 84, 10}, {150, 50, 10}, {150, 50, 8.5}},
                     apart = {150, 84, 10};
    double indent = value->part == ATTN_VALUE_GIVEN ? 0 : indent_of_steps;
    for (size_t i = 0; i < G_N_ELEMENTS(whole) && !p->failed; i++) {
        tile *b = new_tile(p, value, &whole[i]);
        if (p->failed || !fits(b)) continue;
        measure_cells(b, b->cols);
        put_part(p, b, 0, b->cols, indent);
        return;
    }
    tile *b = p->failed ? NULL : new_tile(p, value, &apart);
    if (!p->failed) put_apart(p, b, indent);
}

/* ---- blocks ---- */

static void flow_line(pages *p, const attn_line *line, double size, bool bold, double after)
{
    attn_pages_flow(p, attn_pages_set_line(p, line, size, bold, ATTN_PAGE_LEFT), ATTN_PAGE_LEFT,
                    after);
}

/* What stands behind the title stands below each page, too. */
static void add_title(pages *p, const attn_doc_block *block)
{
    attn_text title = {0}, side = {0};
    attn_line_typeset(&block[0].line, &title);
    attn_line_typeset(&block[1].line, &side);
    const char *kept = attn_keep_text(p->arena, &title);
    if (!p->title) p->title = kept;
    attn_pages_begin(p, attn_keep_text(p->arena, &side), 1);
    flow_line(p, &block->line, 17, true, ATTN_SMALL_GAP);
}

static void add_side(pages *p, const attn_doc_block *block)
{
    flow_line(p, &block->line, 10.5, false, ATTN_GAP);
}

static void add_heading(pages *p, const attn_doc_block *block)
{
    p->room = ATTN_GAP + 5;
    attn_pages_need(p, 90);
    flow_line(p, &block->line, 12.5, true, ATTN_GAP);
}

static void add_fields(pages *p, const attn_doc_block *block)
{
    const double width = ATTN_PAGE_RIGHT - ATTN_PAGE_LEFT;
    double x = ATTN_PAGE_LEFT, room = width / 1.5;
    p->room = ATTN_GAP + 4;
    attn_pages_need(p, 20);
    for (size_t i = 0; i < block->line.count; i++, room = width / 3) {
        PangoLayout *name = attn_pages_set_words(p, block->line.items[i].text, 10.5);
        extent is = attn_extent_of(name);
        attn_pages_layout(p, name, x, p->y + 4, 0);
        attn_pages_box(p, MARK_RULE,
                       (box){x + is.width + 8, p->y, room - is.width - 22, is.height + 4});
        x += room;
    }
    p->y += 20;
    p->room = ATTN_GAP;
}

static void add_remark(pages *p, const attn_doc_block *block)
{
    attn_pages_flow(p, attn_pages_set_line(p, &block->line, 10.5, false, text_left), text_left,
                    ATTN_GAP);
}

static void add_code(pages *p, const attn_doc_block *block)
{
    attn_rich r = attn_rich_line(&block->line, 9.5);
    double x = text_left + 14;
    attn_pages_flow(p, attn_pages_set(p, &r, ATTN_RICH_CODE, false, ATTN_PAGE_RIGHT - x), x,
                    ATTN_GAP);
}

static void begin_exercise(pages *p, const attn_doc_block *block)
{
    p->room = fmax(p->room, ATTN_GAP + 3);
    p->due_number = block->step;
}

static void add_loop(pages *p, const attn_doc_block *block)
{
    const attn_loop_at *loop = block->loop.at;
    const double width = ATTN_PAGE_RIGHT - ATTN_PAGE_LEFT;
    attn_rich r = attn_rich_new(11.5);
    attn_text letter = {0};
    attn_typeset_label(loop->letter, &letter);
    attn_text_print(&letter, " = %ld", loop->number);
    attn_rich_take_formula(&r, &letter);
    if (loop->word) attn_rich_words(&r, " · ");
    if (loop->word) attn_rich_words(&r, loop->word);
    p->room += ATTN_GAP;
    attn_pages_need(p, 80);
    attn_pages_flow(p, attn_pages_set(p, &r, ATTN_RICH_SANS, true, width), ATTN_PAGE_LEFT,
                    ATTN_GAP);
}

/* About the height of what belongs to a block, and should stand on its page: formulas up to the
 * first value. */
static double height_behind(const pages *p, const attn_doc_block *block)
{
    double height = 0;
    for (block++; block < p->end; block++) {
        if (block->kind == ATTN_BLOCK_FORMULA)
            height += 20;
        else if (block->kind == ATTN_BLOCK_DEFINITION)
            height += 20 * (double)block->definition.is->line_count;
        else if (block->kind == ATTN_BLOCK_VALUE)
            return height + 18 + 22 * (double)block->value.values[0]->rows;
        else
            break;
    }
    return height;
}

static void add_prose(pages *p, const attn_doc_block *block)
{
    PangoLayout *layout = attn_pages_set_line(p, &block->line, 10.5, false, text_left);
    double height = attn_extent_of(layout).height + height_behind(p, block);
    attn_pages_need(p, fmin(height, most_kept));
    attn_pages_flow(p, layout, text_left, ATTN_GAP - 1);
}

/* The formula is freed. */
static void flow_formula(pages *p, attn_text *formula, double indent)
{
    double x = text_left + indent;
    attn_pages_need(p, 18);
    attn_pages_flow(p, attn_pages_set_formula(p, formula, ATTN_PAGE_RIGHT - x), x, ATTN_SMALL_GAP);
}

static void add_formula(pages *p, const attn_doc_block *block)
{
    attn_text formula = {0};
    attn_line_typeset(&block->line, &formula);
    attn_pages_need(p, 20 + height_behind(p, block));
    flow_formula(p, &formula, indent_of_steps);
}

static void add_definition(pages *p, const attn_doc_block *block)
{
    const attn_definition *is = block->definition.is;
    attn_text head = {0};
    attn_definition_typeset(block->definition.before, is, &head);
    flow_formula(p, &head, 28);
    for (size_t i = 0; i < is->line_count && is->line_count > 1; i++) {
        attn_text line = {0};
        attn_typeset_statement(is->lines[i], &line);
        flow_formula(p, &line, 42);
    }
}

/* ---- the whole ---- */

/* How each kind of block that a worksheet has is written. */
static void (*const writes[])(pages *p, const attn_doc_block *block) = {
    [ATTN_BLOCK_TITLE] = add_title,           [ATTN_BLOCK_SUMMARY] = add_side,
    [ATTN_BLOCK_FIELDS] = add_fields,         [ATTN_BLOCK_HEADING] = add_heading,
    [ATTN_BLOCK_REMARK] = add_remark,         [ATTN_BLOCK_CODE] = add_code,
    [ATTN_BLOCK_EXERCISE] = begin_exercise,   [ATTN_BLOCK_LOOP] = add_loop,
    [ATTN_BLOCK_PROSE] = add_prose,           [ATTN_BLOCK_FORMULA] = add_formula,
    [ATTN_BLOCK_DEFINITION] = add_definition, [ATTN_BLOCK_VALUE] = add_value,
};

static void add_sheet(pages *p, const attn_document *sheet)
{
    attn_look_prepare(&p->look, sheet->options->precision, true, false);
    p->end = sheet->blocks + sheet->count;
    for (const attn_doc_block *block = sheet->blocks; block < p->end && !p->failed; block++) {
        if (block->kind != ATTN_BLOCK_VALUE) end_beside(p);
        if (block->kind < G_N_ELEMENTS(writes) && writes[block->kind])
            writes[block->kind](p, block);
    }
    end_beside(p);
    p->due_number = 0;
}

bool attn_worksheets_lay_out(pages *p, const attn_sheets *sheets)
{
    for (size_t i = 0; i < sheets->count && !p->failed; i++) {
        const attn_document *sheet = sheets->at(sheets->user, i, p->status);
        if (!sheet) return false;
        add_sheet(p, sheet);
    }
    if (!p->failed) attn_pages_feet(p);
    return p->failed ? attn_no_memory(p->status, "writing the worksheet") : attn_ok(p->status);
}

bool attn_worksheets_pdf(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    pages p = {.arena = attn_arena_new(status), .status = status};
    if (p.arena) p.lettering = attn_lettering_new(p.arena, NULL);
    bool done = p.lettering && attn_worksheets_lay_out(&p, sheets) && attn_pages_draw(&p, out);
    attn_lettering_free(p.lettering);
    attn_arena_free(p.arena);
    return done;
}
