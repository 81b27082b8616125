/*
 * step_view: lays out the screen of explain --step. From the top: a bar with the title and the
 * place in the lesson; the page; below a rule the arithmetic of the number chosen; a line for what
 * is typed or told.
 */
#include "api/board/api_board.h"

#include <math.h>
#include <string.h>

#include "formula/print/typeset.h"
#include "render/terminal/big_text.h"
#include "render/terminal/page.h"

typedef struct view {
    const attnviz_board *state;
    attn_text *rows;
    attn_text sum; /* lines of the arithmetic of the number chosen, large or not */
} view;

static const char reversed[] = "\x1b[7m", strong[] = "\x1b[1m", plain[] = "\x1b[0m";

/* ---- pieces ---- */

static const attn_board_page *page_of(const attnviz_board *state)
{
    return &state->board->pages[state->page];
}

/* Page i in the lesson as it is; NULL: there is none, or another step stands there. */
static const attn_board_page *same_page(const attnviz_board *state, size_t i)
{
    const attn_board *before = state->before;
    if (!before || i >= before->page_count) return NULL;
    bool same = before->pages[i].stop->step == state->board->pages[i].stop->step;
    return same ? &before->pages[i] : NULL;
}

const attn_board_page *attn_board_page_before(const attnviz_board *state)
{
    return same_page(state, state->page);
}

/* Words of anyone in so many columns, cut or, with `fill`, filled up. */
static void add_words(attn_text *out, const char *words, size_t columns, bool fill)
{
    attn_page page = {.out = out};
    size_t length = strlen(words), fits = attn_text_fit(words, length, columns);
    attn_page_add(&page, words, fits);
    if (fill) attn_text_repeat(out, " ", columns - attn_text_width(words, fits));
}

static size_t count_lines(const attn_text *text)
{
    size_t count = 0;
    for (const char *at = attn_text_string(text); (at = strchr(at, '\n')); at++) count++;
    return count;
}

static void add_row(view *v, const char *row, size_t length)
{
    attn_text_add_bytes(v->rows, row, length);
    attn_text_add(v->rows, "\n");
}

static void fill_rows(view *v, size_t count)
{
    attn_text_repeat(v->rows, "\n", count);
}

/* Lines top … top + count − 1 of a text, and empty rows where it ends. */
static void add_lines(view *v, const attn_text *text, size_t top, size_t count)
{
    const char *at = attn_text_string(text);
    for (size_t line = 0; *at && line < top + count; line++) {
        size_t length = strcspn(at, "\n");
        if (line >= top) {
            add_row(v, at, length);
            count--, top++;
        }
        at += length + (at[length] != '\0');
    }
    fill_rows(v, count);
}

/* ---- the bar on top ---- */

/* "Scaled scores · without scale": the title gives way. */
static void add_title(view *v, size_t columns)
{
    const attnviz_board *state = v->state;
    const char *title = attn_lesson_title(attn_run_lesson(state->run));
    size_t width = attn_text_width(title, strlen(title)), own = 0;
    attn_text side = {0};
    if (*state->without)
        attn_text_print(&side, " · %s %s", state->left_out ? "without" : "with", state->without);
    own = attn_text_width(attn_text_string(&side), side.length);
    if (own > columns) own = columns;
    if (width > columns - own) width = columns - own;
    add_words(v->rows, title, width, true);
    add_words(v->rows, attn_text_string(&side), columns - width, true);
    v->rows->failed |= side.failed;
    attn_text_free(&side);
}

static void add_bar(view *v)
{
    const attnviz_board *state = v->state;
    const attn_stop *stop = page_of(state)->stop;
    attn_text place = {0};
    attn_text_print(&place, " step %zu%s%s · page %zu of %zu ", stop->step,
                    *stop->loop ? " · " : "", stop->loop, state->page + 1,
                    state->board->page_count);
    size_t width = attn_text_width(attn_text_string(&place), place.length);
    size_t most = v->state->size.columns / 2, own = width < most ? width : most;
    attn_text_print(v->rows, "%s ", reversed);
    add_title(v, v->state->size.columns - own - 1);
    add_words(v->rows, attn_text_string(&place), own, true);
    attn_text_print(v->rows, "%s\n", plain);
    v->rows->failed |= place.failed;
    attn_text_free(&place);
}

/* ---- the arithmetic ---- */

/* The arithmetic of the number chosen on lines of so many columns. */
static bool write_sum(const view *v, size_t columns, attn_text *out)
{
    const attnviz_board *state = v->state;
    attn_status status = {0};
    attn_show_options look = state->look;
    look.color = false;
    look.columns = columns;
    return attn_show_sum(state->run, &look, &page_of(state)->figures[state->chosen], out, &status);
}

/* In the letters of the page, but for what comes out: that stands in large ones. */
static void add_small_sum(view *v, const char *text)
{
    size_t length = strlen(text), last = length ? length - 1 : 0;
    while (last && text[last - 1] != '\n') last--;
    attn_text_add_bytes(&v->sum, text, last);
    attn_big_text_add(text + last + strspn(text + last, " "), v->state->size.columns, &v->sum);
}

/* In large letters, if it then takes no more rows than these. */
static void make_sum(view *v, size_t most_rows)
{
    enum { UNBROKEN = 1 << 20 };
    attn_text text = {0};
    if (v->state->chosen == ATTN_NO_FIGURE) return;
    if (write_sum(v, UNBROKEN, &text) &&
        attn_big_text_add(attn_text_string(&text), v->state->size.columns, &v->sum) > most_rows) {
        attn_text_clear(&v->sum);
        attn_text_clear(&text);
        if (write_sum(v, v->state->size.columns, &text)) add_small_sum(v, attn_text_string(&text));
    }
    v->sum.failed |= text.failed;
    attn_text_free(&text);
}

/* Rows of the rule and the arithmetic below the page. */
static size_t sum_rows(const view *v)
{
    size_t lines = count_lines(&v->sum), most = v->state->size.rows / 2;
    if (v->state->chosen == ATTN_NO_FIGURE) return 0;
    return lines < most ? lines + 1 : most;
}

/* "with scale: 0.2465, difference −0.0978": the number chosen in the lesson as it is; "" where that
 * is what shows. */
static void add_comparison(const attnviz_board *state, attn_text *out)
{
    const attn_board_page *page = page_of(state), *before = attn_board_page_before(state);
    const attn_number *was = before ? attn_board_before(page, state->chosen, before) : NULL;
    if (!was) return;
    float number = page->figures[state->chosen].number, difference = number - was->number;
    if (state->left_out && !state->edited)
        attn_text_print(out, "with %s: ", state->without);
    else
        attn_text_add(out, "in the lesson as it is: ");
    if (number == was->number) {
        attn_text_add(out, "the same");
        return;
    }
    attn_text_short(out, was->number, state->look.precision);
    if (!isfinite(difference)) return;
    attn_text_add(out, ", difference ");
    attn_text_short(out, difference, state->look.precision);
}

/* A rule; in it what the number is in the lesson as it is, if another shows. */
static void add_rule(view *v)
{
    attn_text beside = {0};
    add_comparison(v->state, &beside);
    size_t width = attn_text_width(attn_text_string(&beside), beside.length);
    if (width + 4 > v->state->size.columns) width = v->state->size.columns - 4;
    attn_text_add(v->rows, width ? "── " : "───");
    add_words(v->rows, attn_text_string(&beside), width, true);
    attn_text_add(v->rows, width ? " " : "─");
    attn_text_repeat(v->rows, "─", v->state->size.columns - width - 4);
    attn_text_add(v->rows, "\n");
    v->rows->failed |= beside.failed;
    attn_text_free(&beside);
}

static void add_sum(view *v)
{
    size_t rows = sum_rows(v);
    if (rows == 0) return;
    add_rule(v);
    bool cut = count_lines(&v->sum) > rows - 1;
    add_lines(v, &v->sum, 0, cut ? rows - 2 : rows - 1);
    if (cut) attn_text_add(v->rows, "… a shows all of it\n");
}

/* ---- the list of pages ---- */

static bool page_changed(const attnviz_board *state, size_t i)
{
    const attn_board_page *page = &state->board->pages[i], *before = same_page(state, i);
    for (size_t k = 0; before && k < page->figure_count; k++)
        if (attn_board_changed(page, k, before)) return true;
    return false;
}

/* " 3  t = 1 · the   eₜ,ᵢ = score(sₜ, hᵢ)", with a star where a number has changed. */
static void add_entry(view *v, size_t i)
{
    const attnviz_board *state = v->state;
    const attn_stop *stop = state->board->pages[i].stop;
    size_t columns = v->state->size.columns, place = 20;
    bool first = i == 0 || state->board->pages[i - 1].stop->step != stop->step;
    if (i == state->listed) attn_text_add(v->rows, reversed);
    attn_text_add(v->rows, page_changed(state, i) ? " * " : "   ");
    if (first)
        attn_text_print(v->rows, "%4zu  ", stop->step);
    else
        attn_text_add(v->rows, "      ");
    add_words(v->rows, stop->loop, place, true);
    attn_text_add(v->rows, "  ");
    add_words(v->rows, *stop->formula ? stop->formula : stop->prose, columns - place - 12, true);
    attn_text_print(v->rows, "%s\n", i == state->listed ? plain : "");
}

static void add_list(view *v, size_t rows)
{
    for (size_t i = v->state->top; rows && i < v->state->board->page_count; i++, rows--)
        add_entry(v, i);
    fill_rows(v, rows);
}

/* ---- help ---- */

static const char help[] =
    "\n"
    "   Space  Enter  PageDown    on: the rest of a long page, then the next one\n"
    "   Backspace  PageUp         back\n"
    "   →  ←                      the same, while no number is chosen\n"
    "   Home  End                 the first page, the last one\n"
    "   g                         to a step, by its number\n"
    "   l                         the list of all pages, to go to one of them\n"
    "\n"
    "   ↓                         chooses a number; its arithmetic stands below\n"
    "   ↑  ↓  ←  →                go from number to number, Tab to the next one\n"
    "   a                         the arithmetic alone, as large as it fits\n"
    "   Escape                    puts the number away\n"
    "\n"
    "   e                         another number in its place: all that follows from it\n"
    "                             is computed again, and what has changed is underlined\n"
    "   u                         takes the last change back\n"
    "   w                         leaves out what --without names, and puts it back\n"
    "\n"
    "   j  k                      scroll the page by a line\n"
    "   q                         ends\n";

/* ---- the line at the bottom ---- */

/* Of a page, while something can be left out. */
static void add_switch_hint(view *v)
{
    const attnviz_board *state = v->state;
    attn_text hint = {0};
    attn_text_print(&hint, " %s   w %s %s   %s   ? help",
                    state->chosen == ATTN_NO_FIGURE ? "Space on   Backspace back   ↓ a number"
                                                    : "↑ ↓ ← → a number   e change it",
                    state->left_out ? "with" : "without", state->without,
                    state->chosen == ATTN_NO_FIGURE ? "l list" : "u undo");
    add_words(v->rows, attn_text_string(&hint), v->state->size.columns, false);
    v->rows->failed |= hint.failed;
    attn_text_free(&hint);
}

static const char *hint_of(const attnviz_board *state)
{

    switch (state->mode) {
    case BOARD_LISTS:
        return " ↑ ↓ choose   Enter goes there   Escape closes the list";
    case BOARD_ENLARGES:
        return " ↑ ↓ scroll   Escape: back to the page";
    case BOARD_HELPS:
        return " Any key: back to the page";
    case BOARD_READS:
    case BOARD_CHANGES:
    case BOARD_JUMPS:
        break;
    }
    if (state->chosen == ATTN_NO_FIGURE)
        return " Space on   Backspace back   ↓ a number   g step   l list   ? help   q quit";
    return " ↑ ↓ ← → a number   e change it   u undo   a larger   Escape put away   ? help";
}

/* "e₁,₂ = 2▏" with what to press. */
static void add_field(view *v)
{
    const attnviz_board *state = v->state;
    bool jump = state->mode == BOARD_JUMPS;
    attn_text label = {0};
    if (!jump) attn_typeset_label(page_of(state)->figures[state->chosen].name, &label);
    attn_text_print(v->rows, "%s ", strong);
    add_words(v->rows, jump ? "step" : attn_text_string(&label), v->state->size.columns / 3, false);
    attn_text_add(v->rows, jump ? " " : " = ");
    add_words(v->rows, attn_text_string(&state->field), v->state->size.columns / 3, false);
    attn_text_print(v->rows, "%s %s   ", reversed, plain);
    add_words(v->rows,
              state->message.length ? attn_text_string(&state->message)
              : jump                ? "Enter goes there, Escape leaves it"
                                    : "Enter computes with it, Escape leaves it as it is",
              v->state->size.columns, false);
    v->rows->failed |= label.failed;
    attn_text_free(&label);
}

static void add_bottom(view *v)
{
    const attnviz_board *state = v->state;
    if (state->mode == BOARD_CHANGES || state->mode == BOARD_JUMPS) {
        add_field(v);
    } else if (state->message.length) {
        attn_text_print(v->rows, "%s ", strong);
        add_words(v->rows, attn_text_string(&state->message), v->state->size.columns - 1, false);
        attn_text_add(v->rows, plain);
    } else if (state->mode == BOARD_READS && *state->without) {
        add_switch_hint(v);
    } else {
        add_words(v->rows, hint_of(state), v->state->size.columns, false);
    }
    attn_text_add(v->rows, "\n");
}

/* ---- the whole ---- */

static void add_page(view *v, size_t rows)
{
    const attnviz_board *state = v->state;
    const attn_board_page *page = page_of(state);
    size_t line = state->top;
    for (; rows && line < page->line_count; line++, rows--) {
        attn_board_add_line(state->board, state->page, line, state->chosen,
                            attn_board_page_before(state), v->rows);
        attn_text_add(v->rows, "\n");
    }
    fill_rows(v, rows);
}

static bool shows_page(const attnviz_board *state)
{
    return state->mode == BOARD_READS || state->mode == BOARD_CHANGES || state->mode == BOARD_JUMPS;
}

/* With the arithmetic as large as its place allows. */
static view make_view(const attnviz_board *state, attn_text *rows)
{
    view v = {.state = state, .rows = rows};
    if (shows_page(state)) make_sum(&v, state->size.rows / 2 - 1);
    if (state->mode == BOARD_ENLARGES) make_sum(&v, SIZE_MAX);
    return v;
}

static size_t rows_of(const view *v)
{
    return v->state->size.rows - 2 - (shows_page(v->state) ? sum_rows(v) : 0);
}

size_t attn_board_view_rows(const attnviz_board *state)
{
    view v = make_view(state, NULL);
    size_t rows = rows_of(&v);
    attn_text_free(&v.sum);
    return rows;
}

size_t attn_board_view_lines(const attnviz_board *state)
{
    if (state->mode == BOARD_LISTS) return state->board->page_count;
    if (shows_page(state)) return page_of(state)->line_count;
    view v = make_view(state, NULL);
    size_t lines = count_lines(&v.sum);
    attn_text_free(&v.sum);
    return lines;
}

void attn_board_view_settle(attnviz_board *state)
{
    size_t rows = attn_board_view_rows(state), lines = attn_board_view_lines(state);
    size_t most = lines > rows ? lines - rows : 0, shown = state->top;
    if (shows_page(state) && state->chosen != ATTN_NO_FIGURE)
        shown = page_of(state)->cells[state->chosen].line;
    else if (state->mode == BOARD_LISTS)
        shown = state->listed;
    if (shown < state->top) state->top = shown;
    if (shown >= state->top + rows) state->top = shown - rows + 1;
    if (state->top > most) state->top = most;
}

/* What cannot be shown in this window, it says. */
static void add_too_small(view *v)
{
    attn_text text = {0};
    attn_page page = {.out = v->rows,
                      .columns = v->state->size.columns < 20 ? 20 : v->state->size.columns};
    attn_text_print(&text,
                    "This window has %zu columns and %zu rows. The board needs %d and %d: make it "
                    "larger, or press q.",
                    v->state->size.columns, v->state->size.rows, BOARD_LEAST_COLUMNS,
                    BOARD_LEAST_ROWS);
    attn_page_paragraph(&page, attn_text_string(&text), 0, ATTN_STYLE_PLAIN);
    attn_text_free(&text);
    fill_rows(v, v->state->size.rows);
}

/* The first rows of what was put together. */
static void cut_rows(attn_text *rows, size_t count)
{
    char *at = rows->bytes;
    while (at && count && (at = strchr(at, '\n'))) at++, count--;
    if (!at || count) return;
    *at = '\0';
    rows->length = (size_t)(at - rows->bytes);
}

bool attn_board_too_small(const attnviz_board *state)
{
    return state->size.columns < BOARD_LEAST_COLUMNS || state->size.rows < BOARD_LEAST_ROWS;
}

void attn_board_view(const attnviz_board *state, attn_text *rows)
{
    view v = make_view(state, rows);
    if (attn_board_too_small(state)) {
        add_too_small(&v);
    } else {
        size_t lines = rows_of(&v);
        attn_text text = {0};
        add_bar(&v);
        if (state->mode == BOARD_HELPS) {
            attn_text_add(&text, help);
            add_lines(&v, &text, 0, lines);
        } else if (state->mode == BOARD_LISTS) {
            add_list(&v, lines);
        } else if (state->mode == BOARD_ENLARGES) {
            add_lines(&v, &v.sum, state->top, lines);
        } else {
            add_page(&v, lines);
            add_sum(&v);
        }
        attn_text_free(&text);
        add_bottom(&v);
    }
    cut_rows(rows, state->size.rows);
    rows->failed |= v.sum.failed;
    attn_text_free(&v.sum);
}
