/*
 * api_board_view: lays out the screen of a board. From the top: a bar with the title and the place
 * in the lesson; the page; below a rule the arithmetic of the number chosen; a line for what is
 * typed or told.
 */
#include "api/board/api_board.h"

#include <math.h>
#include <string.h>

#include "formula/print/typeset.h"
#include "render/terminal/big_text.h"
#include "render/terminal/page.h"

static const char reversed[] = "\x1b[7m", strong[] = "\x1b[1m", plain[] = "\x1b[0m";

/* ---- pieces ---- */

/* Page i in the lesson as it is; NULL: there is none, or another step stands there. */
static const attn_board_page *same_page(const attnviz_board *s, size_t i)
{
    const attn_board *before = s->before;
    if (!before || i >= before->page_count) return NULL;
    bool same = before->pages[i].stop->step == s->board->pages[i].stop->step;
    return same ? &before->pages[i] : NULL;
}

const attn_board_page *attn_board_page_before(const attnviz_board *s)
{
    return same_page(s, s->page);
}

/* Words of anyone in so many columns, cut or, with `fill`, filled up. */
static void add_words(attnviz_board *s, const char *words, size_t columns, bool fill)
{
    attn_page page = {.out = &s->screen};
    size_t length = strlen(words), fits = attn_text_fit(words, length, columns);
    attn_page_add(&page, words, fits);
    if (fill) attn_text_repeat(&s->screen, " ", columns - attn_text_width(words, fits));
}

/* The same of a text that was put together, which is freed. */
static void take_words(attnviz_board *s, attn_text *words, size_t columns, bool fill)
{
    add_words(s, attn_text_string(words), columns, fill);
    attn_text_end(words, &s->screen);
}

/* Columns that a text takes of these. */
static size_t width_in(const char *text, size_t columns)
{
    size_t width = attn_text_width(text, strlen(text));
    return width < columns ? width : columns;
}

static size_t count_lines(const attn_text *text)
{
    size_t count = 0;
    for (const char *at = attn_text_string(text); (at = strchr(at, '\n')); at++) count++;
    return count;
}

/* Lines top … top + count − 1 of a text, and empty rows where it ends. */
static void add_lines(attnviz_board *s, const char *text, size_t top, size_t count)
{
    for (size_t line = 0; *text && count > 0; line++) {
        size_t length = strcspn(text, "\n");
        if (line >= top) {
            attn_text_add_bytes(&s->screen, text, length);
            attn_text_add(&s->screen, "\n");
            count--;
        }
        text += length + (text[length] != '\0');
    }
    attn_text_repeat(&s->screen, "\n", count);
}

/* ---- the bar on top ---- */

/* "Scaled scores · without scale": the title gives way. */
static void add_title(attnviz_board *s, size_t columns)
{
    const char *title = attn_lesson_title(attn_run_lesson(s->run));
    attn_text side = {0};
    if (*s->without)
        attn_text_print(&side, " · %s %s", s->left_out ? "without" : "with", s->without);
    size_t width = width_in(title, columns - width_in(attn_text_string(&side), columns));
    add_words(s, title, width, true);
    take_words(s, &side, columns - width, true);
}

static void add_bar(attnviz_board *s)
{
    const attn_stop *stop = attn_board_page_here(s)->stop;
    attn_text place = {0};
    attn_text_print(&place, " step %zu%s%s · page %zu of %zu ", stop->step,
                    *stop->loop ? " · " : "", stop->loop, s->page + 1, s->board->page_count);
    size_t own = width_in(attn_text_string(&place), s->columns / 2);
    attn_text_print(&s->screen, "%s ", reversed);
    add_title(s, s->columns - own - 1);
    take_words(s, &place, own, true);
    attn_text_print(&s->screen, "%s\n", plain);
}

/* ---- the arithmetic ---- */

/* The arithmetic of the number chosen on lines of so many columns. */
static bool write_sum(const attnviz_board *s, size_t columns, attn_text *out)
{
    attn_status status = {0};
    attn_show_options look = s->look;
    look.color = false;
    look.columns = columns;
    attn_text_clear(out);
    return attn_show_sum(s->run, &look, attn_board_chosen(s), out, &status);
}

/* In large letters, if it then takes no more rows than these; else in the letters of the page, but
 * for what comes out. */
static void make_sum(attnviz_board *s, size_t most_rows)
{
    enum { UNBROKEN = 1 << 20 };
    attn_text text = {0};
    if (write_sum(s, UNBROKEN, &text) &&
        attn_big_text_add(attn_text_string(&text), s->columns, &s->sum) > most_rows) {
        attn_text_clear(&s->sum);
        if (write_sum(s, s->columns, &text)) {
            const char *sum = attn_text_string(&text);
            size_t last = text.length ? text.length - 1 : 0;
            while (last && sum[last - 1] != '\n') last--;
            attn_text_add_bytes(&s->sum, sum, last);
            attn_big_text_add(sum + last + strspn(sum + last, " "), s->columns, &s->sum);
        }
    }
    attn_text_end(&text, &s->sum);
}

/* "with scale: 0.2465, difference −0.0978": the number chosen in the lesson as it is; "" where that
 * is what shows. */
static void add_comparison(const attnviz_board *s, attn_text *out)
{
    const attn_board_page *page = attn_board_page_here(s), *before = attn_board_page_before(s);
    const attn_number *was = before ? attn_board_before(page, s->chosen, before) : NULL;
    if (!was) return;
    float number = attn_board_chosen(s)->number, difference = number - was->number;
    if (s->left_out && !s->edited)
        attn_text_print(out, "with %s: ", s->without);
    else
        attn_text_add(out, "in the lesson as it is: ");
    if (number == was->number) {
        attn_text_add(out, "the same");
        return;
    }
    attn_text_short(out, was->number, s->look.precision);
    if (!isfinite(difference)) return;
    attn_text_add(out, ", difference ");
    attn_text_short(out, difference, s->look.precision);
}

/* A rule; in it what the number is in the lesson as it is, if another shows. */
static void add_rule(attnviz_board *s)
{
    attn_text beside = {0};
    add_comparison(s, &beside);
    size_t width = width_in(attn_text_string(&beside), s->columns - 4);
    attn_text_add(&s->screen, width ? "── " : "───");
    take_words(s, &beside, width, true);
    attn_text_add(&s->screen, width ? " " : "─");
    attn_text_repeat(&s->screen, "─", s->columns - width - 4);
    attn_text_add(&s->screen, "\n");
}

/* In so many rows. */
static void add_sum(attnviz_board *s, size_t rows)
{
    if (rows == 0) return;
    add_rule(s);
    bool cut = count_lines(&s->sum) > rows - 1;
    add_lines(s, attn_text_string(&s->sum), 0, cut ? rows - 2 : rows - 1);
    if (cut) attn_text_add(&s->screen, "… a shows all of it\n");
}

/* ---- the list of pages ---- */

static bool page_changed(const attnviz_board *s, size_t i)
{
    const attn_board_page *page = &s->board->pages[i], *before = same_page(s, i);
    for (size_t k = 0; before && k < page->figure_count; k++)
        if (attn_board_changed(page, k, before)) return true;
    return false;
}

/* " 3  t = 1 · the   eₜ,ᵢ = score(sₜ, hᵢ)", with a star where a number has changed. */
static void add_entry(attnviz_board *s, size_t i)
{
    enum { LOOP = 20, REST = LOOP + 12 };
    const attn_board_page *pages = s->board->pages;
    const attn_stop *stop = pages[i].stop;
    bool first = i == 0 || pages[i - 1].stop->step != stop->step;
    attn_text_print(&s->screen, "%s%s", i == s->listed ? reversed : "",
                    page_changed(s, i) ? " * " : "   ");
    if (first)
        attn_text_print(&s->screen, "%4zu  ", stop->step);
    else
        attn_text_repeat(&s->screen, " ", 6);
    add_words(s, stop->loop, LOOP, true);
    attn_text_add(&s->screen, "  ");
    add_words(s, *stop->formula ? stop->formula : stop->prose, s->columns - REST, true);
    attn_text_print(&s->screen, "%s\n", i == s->listed ? plain : "");
}

static void add_list(attnviz_board *s, size_t rows)
{
    for (size_t i = s->top; rows && i < s->board->page_count; i++, rows--) add_entry(s, i);
    attn_text_repeat(&s->screen, "\n", rows);
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
static void add_switch_hint(attnviz_board *s)
{
    attn_text hint = {0};
    attn_text_print(&hint, " %s   w %s %s   %s   ? help",
                    s->chosen == ATTN_NO_FIGURE ? "Space on   Backspace back   ↓ a number"
                                                : "↑ ↓ ← → a number   e change it",
                    s->left_out ? "with" : "without", s->without,
                    s->chosen == ATTN_NO_FIGURE ? "l list" : "u undo");
    take_words(s, &hint, s->columns, false);
}

static const char *hint_of(const attnviz_board *s)
{
    static const char *const hints[BOARD_HELPS + 1] = {
        [BOARD_LISTS] = " ↑ ↓ choose   Enter goes there   Escape closes the list",
        [BOARD_ENLARGES] = " ↑ ↓ scroll   Escape: back to the page",
        [BOARD_HELPS] = " Any key: back to the page"};
    if (hints[s->mode]) return hints[s->mode];
    return s->chosen == ATTN_NO_FIGURE
               ? " Space on   Backspace back   ↓ a number   g step   l list   ? help   q quit"
               : " ↑ ↓ ← → a number   e change it   u undo   a larger   Escape put away   ? help";
}

/* "e₁,₂ = 2▏" with what to press. */
static void add_field(attnviz_board *s)
{
    bool jump = s->mode == BOARD_JUMPS;
    attn_text label = {0};
    if (jump)
        attn_text_add(&label, "step");
    else
        attn_typeset_label(attn_board_chosen(s)->name, &label);
    attn_text_print(&s->screen, "%s ", strong);
    take_words(s, &label, s->columns / 3, false);
    attn_text_add(&s->screen, jump ? " " : " = ");
    add_words(s, attn_text_string(&s->field), s->columns / 3, false);
    attn_text_print(&s->screen, "%s %s   ", reversed, plain);
    add_words(s,
              s->message.length ? attn_text_string(&s->message)
              : jump            ? "Enter goes there, Escape leaves it"
                                : "Enter computes with it, Escape leaves it as it is",
              s->columns, false);
}

static void add_bottom(attnviz_board *s)
{
    if (s->mode == BOARD_CHANGES || s->mode == BOARD_JUMPS) {
        add_field(s);
    } else if (s->message.length) {
        attn_text_print(&s->screen, "%s ", strong);
        add_words(s, attn_text_string(&s->message), s->columns - 1, false);
        attn_text_add(&s->screen, plain);
    } else if (s->mode == BOARD_READS && *s->without) {
        add_switch_hint(s);
    } else {
        add_words(s, hint_of(s), s->columns, false);
    }
    attn_text_add(&s->screen, "\n");
}

/* ---- the whole ---- */

static void add_page(attnviz_board *s, size_t rows)
{
    const attn_board_page *page = attn_board_page_here(s), *before = attn_board_page_before(s);
    for (size_t line = s->top; rows && line < page->line_count; line++, rows--) {
        attn_board_add_line(s->board, s->page, line, s->chosen, before, &s->screen);
        attn_text_add(&s->screen, "\n");
    }
    attn_text_repeat(&s->screen, "\n", rows);
}

static bool shows_page(const attnviz_board *s)
{
    return s->mode == BOARD_READS || s->mode == BOARD_CHANGES || s->mode == BOARD_JUMPS;
}

attn_board_extent attn_board_measure(attnviz_board *s)
{
    bool page = shows_page(s), chosen = s->chosen != ATTN_NO_FIGURE;
    size_t most = s->rows / 2;
    attn_text_free(&s->sum);
    if (chosen && (page || s->mode == BOARD_ENLARGES)) make_sum(s, page ? most - 1 : SIZE_MAX);
    size_t lines = count_lines(&s->sum), sum = lines < most ? lines + 1 : most;
    if (!page || !chosen) sum = 0;
    return (attn_board_extent){.rows = s->rows - 2 - sum,
                               .sum_rows = sum,
                               .lines = s->mode == BOARD_LISTS ? s->board->page_count
                                        : page                 ? attn_board_page_here(s)->line_count
                                                               : lines};
}

/* Scrolls so that what is chosen shows, and no further than there is text. */
static void settle(attnviz_board *s, const attn_board_extent *extent)
{
    size_t rows = extent->rows, shown = s->top;
    size_t most = extent->lines > rows ? extent->lines - rows : 0;
    if (shows_page(s) && s->chosen != ATTN_NO_FIGURE)
        shown = attn_board_page_here(s)->cells[s->chosen].line;
    else if (s->mode == BOARD_LISTS)
        shown = s->listed;
    if (shown < s->top) s->top = shown;
    if (shown >= s->top + rows) s->top = shown - rows + 1;
    if (s->top > most) s->top = most;
}

/* What cannot be shown in this window, it says. */
static void add_too_small(attnviz_board *s)
{
    attn_text text = {0};
    attn_page page = {.out = &s->screen, .columns = s->columns < 20 ? 20 : s->columns};
    attn_text_print(&text,
                    "This window has %zu columns and %zu rows. The board needs %d and %d: enlarge "
                    "it, or press q.",
                    s->columns, s->rows, BOARD_LEAST_COLUMNS, BOARD_LEAST_ROWS);
    attn_page_paragraph(&page, attn_text_string(&text), 0, ATTN_STYLE_PLAIN);
    attn_text_free(&text);
    attn_text_repeat(&s->screen, "\n", s->rows);
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

bool attn_board_too_small(const attnviz_board *s)
{
    return s->columns < BOARD_LEAST_COLUMNS || s->rows < BOARD_LEAST_ROWS;
}

static void add_all(attnviz_board *s)
{
    const attn_board_extent extent = attn_board_measure(s);
    settle(s, &extent);
    add_bar(s);
    if (s->mode == BOARD_HELPS)
        add_lines(s, help, 0, extent.rows);
    else if (s->mode == BOARD_LISTS)
        add_list(s, extent.rows);
    else if (s->mode == BOARD_ENLARGES)
        add_lines(s, attn_text_string(&s->sum), s->top, extent.rows);
    else
        add_page(s, extent.rows);
    add_sum(s, extent.sum_rows);
    add_bottom(s);
}

void attn_board_view(attnviz_board *s)
{
    attn_text_free(&s->screen);
    if (attn_board_too_small(s))
        add_too_small(s);
    else
        add_all(s);
    cut_rows(&s->screen, s->rows);
    s->screen.failed |= s->sum.failed;
}
