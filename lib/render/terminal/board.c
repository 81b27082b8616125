/*
 * board: cuts a rendered lesson into pages, and moves the cursor from number to number.
 */
#include "render/terminal/board.h"

#include <string.h>

/* ---- making ---- */

static bool is_blank(const char *text, const attn_board_line *line)
{
    for (size_t at = line->from; at < line->to; at++)
        if (text[at] != ' ') return false;
    return true;
}

/* The lines from byte `from` to byte `to` of the text, without the blank ones at either end. */
static bool cut_lines(attn_board *board, attn_board_page *page, size_t from, size_t to)
{
    const char *text = attn_text_string(&board->text);
    attn_board_line *lines = NULL;
    size_t filled = 0;
    while (from < to) {
        const char *end = memchr(text + from, '\n', to - from);
        attn_board_line line = {from, end ? (size_t)(end - text) : to};
        from = line.to + 1;
        if (page->line_count == 0 && is_blank(text, &line)) continue;
        if (!attn_append(board->arena, &lines, &page->line_count, &line, sizeof line)) return false;
        if (!is_blank(text, &line)) filled = page->line_count;
    }
    page->line_count = filled;
    page->lines = lines;
    return true;
}

/* Columns of a part of a line; the page's own colours take none. */
static size_t columns_of(const char *bytes, size_t length)
{
    size_t columns = 0;
    for (size_t at = 0; at < length;) {
        const char *escape = memchr(bytes + at, '\x1b', length - at);
        size_t plain = escape ? (size_t)(escape - bytes) - at : length - at;
        columns += attn_text_width(bytes + at, plain);
        at += plain;
        while (at < length && bytes[at] != 'm') at++;
        if (at < length) at++;
    }
    return columns;
}

/* Where each figure of a page stands; figures come in the order of the text. */
static bool place_figures(attn_board *board, attn_board_page *page)
{
    const char *text = attn_text_string(&board->text);
    attn_board_cell *cells = attn_alloc(board->arena, page->figure_count + 1, sizeof *cells);
    size_t line = 0;
    for (size_t i = 0; cells && i < page->figure_count; i++) {
        const attn_number *figure = &page->figures[i];
        while (line + 1 < page->line_count && figure->from > page->lines[line].to) line++;
        size_t start = page->lines[line].from;
        cells[i].line = line;
        cells[i].column = columns_of(text + start, figure->from - start);
        cells[i].width = columns_of(text + figure->from, figure->to - figure->from);
    }
    page->cells = cells;
    return cells != NULL;
}

static bool cut_pages(attn_board *board, const attn_located_text *located)
{
    static const attn_stop whole = {0, 0, "", "", ""};
    size_t figure = 0;
    board->page_count = located->stop_count ? located->stop_count : 1;
    board->pages = attn_alloc(board->arena, board->page_count, sizeof *board->pages);
    for (size_t i = 0; board->pages && i < board->page_count; i++) {
        attn_board_page *page = &board->pages[i];
        page->stop = located->stop_count ? &located->stops[i] : &whole;
        size_t end = i + 1 < located->stop_count ? located->stops[i + 1].at : board->text.length;
        page->figures = located->numbers ? located->numbers + figure : NULL;
        while (figure < located->number_count && located->numbers[figure].from < end) figure++;
        page->figure_count =
            located->numbers ? (size_t)(located->numbers + figure - page->figures) : 0;
        if (!cut_lines(board, page, page->stop->at, end) || !place_figures(board, page))
            return false;
    }
    return board->pages != NULL;
}

attn_board *attn_board_make(const attn_run *run, const attn_show_options *options,
                            attn_status *status)
{
    attn_located_text located = {.arena = attn_arena_new(status)};
    attn_board *board = located.arena ? attn_alloc(located.arena, 1, sizeof *board) : NULL;
    if (!board) {
        attn_arena_free(located.arena);
        return NULL;
    }
    board->arena = located.arena;
    bool done = attn_show_located(run, options, &board->text, &located, status);
    if (done && board->text.failed) done = attn_no_memory(status, "drawing the board");
    if (done && cut_pages(board, &located)) return board;
    attn_board_free(board);
    return NULL;
}

void attn_board_free(attn_board *board)
{
    if (!board) return;
    attn_text_free(&board->text);
    attn_arena_free(board->arena); /* the board itself lies in it */
}

/* ---- moving ---- */

static size_t middle(const attn_board_cell *cell)
{
    return 2 * cell->column + cell->width;
}

static size_t distance(size_t a, size_t b)
{
    return a > b ? a - b : b - a;
}

/* Of the figures on the line of `first`, going on by `by`, the one nearest to a column. */
static size_t nearest(const attn_board_page *page, size_t first, size_t by, size_t column)
{
    size_t best = first;
    for (size_t i = first; i < page->figure_count && page->cells[i].line == page->cells[first].line;
         i += by)
        if (distance(middle(&page->cells[i]), column) <
            distance(middle(&page->cells[best]), column))
            best = i;
    return best;
}

size_t attn_board_go(const attn_board_page *page, size_t figure, attn_way way)
{
    size_t by = way == ATTN_LEFT || way == ATTN_UP ? SIZE_MAX : 1; /* one back: unsigned wraps */
    const attn_board_cell *from = &page->cells[figure];
    size_t next = figure + by;
    if (way == ATTN_UP || way == ATTN_DOWN) {
        while (next < page->figure_count && page->cells[next].line == from->line) next += by;
        if (next < page->figure_count) return nearest(page, next, by, middle(from));
    }
    return next < page->figure_count ? next : ATTN_NO_FIGURE;
}

size_t attn_board_first(const attn_board_page *page, size_t from_line, size_t lines)
{
    for (size_t i = 0; i < page->figure_count; i++)
        if (page->cells[i].line >= from_line && page->cells[i].line - from_line < lines) return i;
    return ATTN_NO_FIGURE;
}

size_t attn_board_step(const attn_board *board, size_t step)
{
    size_t found = 0;
    for (size_t i = 1; i < board->page_count; i++) {
        size_t here = board->pages[i].stop->step;
        if (here <= step && here > board->pages[found].stop->step) found = i;
    }
    return found;
}

static bool has_name(const attn_board_page *page, size_t figure, const char *name)
{
    return figure < page->figure_count && strcmp(page->figures[figure].name, name) == 0;
}

/* By the name, outwards from the same place; what has none keeps its place on a page that keeps
 * its numbers. */
const attn_number *attn_board_before(const attn_board_page *page, size_t figure,
                                     const attn_board_page *before)
{
    const char *name = page->figures[figure].name;
    if (*name == '\0' && page->figure_count != before->figure_count) return NULL;
    for (size_t by = 0; by <= figure || figure + by < before->figure_count; by++) {
        if (has_name(before, figure + by, name)) return &before->figures[figure + by];
        if (by <= figure && has_name(before, figure - by, name))
            return &before->figures[figure - by];
        if (*name == '\0') return NULL;
    }
    return NULL;
}

bool attn_board_changed(const attn_board_page *page, size_t figure, const attn_board_page *before)
{
    const attn_number *was = attn_board_before(page, figure, before);
    return was && page->figures[figure].number != was->number;
}

/* ---- a line ---- */

void attn_board_add_line(const attn_board *board, size_t page_number, size_t line, size_t chosen,
                         const attn_board_page *before, attn_text *out)
{
    const attn_board_page *page = &board->pages[page_number];
    const char *text = attn_text_string(&board->text);
    size_t at = page->lines[line].from;
    for (size_t i = 0; i < page->figure_count; i++) {
        const attn_number *figure = &page->figures[i];
        bool changed = before && attn_board_changed(page, i, before);
        if (page->cells[i].line != line || (i != chosen && !changed)) continue;
        attn_text_add_bytes(out, text + at, figure->from - at);
        attn_text_print(out, "%s%s", i == chosen ? "\x1b[7m" : "", changed ? "\x1b[4m" : "");
        attn_text_add_bytes(out, text + figure->from, figure->to - figure->from);
        attn_text_print(out, "%s%s", changed ? "\x1b[24m" : "", i == chosen ? "\x1b[27m" : "");
        at = figure->to;
    }
    attn_text_add_bytes(out, text + at, page->lines[line].to - at);
}
