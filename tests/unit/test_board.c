/*
 * board: a lesson cut into pages, where each number stands on them, and which is reached from
 * which; and text in large letters.
 */

/* slow under valgrind */
/* slow under sanitizers */

#include <math.h>

#include "render/terminal/big_text.h"
#include "render/terminal/board.h"
#include "unit.h"

static attn_status status;
static attn_lesson *lesson;
static attn_run *run;
static attn_board *board;
static attn_show_options look = {.columns = 80, .precision = 4, .alone = true};

static void forget(void)
{
    attn_board_free(board);
    attn_run_free(run);
    attn_lesson_free(lesson);
    board = NULL;
    run = NULL;
    lesson = NULL;
}

static void show(const char *name, const char *const *sets, size_t count)
{
    status = (attn_status){0}; /* each run has the whole budget */
    attn_options options = {.sets = sets, .set_count = count};
    if (!lesson) lesson = attn_lesson_read(name, true, &status);
    run = lesson ? attn_lesson_run(lesson, &options, &status) : NULL;
    board = run ? attn_board_make(run, &look, &status) : NULL;
    ck_assert_msg(board != NULL, "%s: %s", name, status.message);
}

/* The page with this formula at this turn of its loop. */
static const attn_board_page *page_with(const char *formula, const char *loop)
{
    for (size_t i = 0; i < board->page_count; i++)
        if (strncmp(board->pages[i].stop->formula, formula, strlen(formula)) == 0 &&
            strncmp(board->pages[i].stop->loop, loop, strlen(loop)) == 0)
            return &board->pages[i];
    ck_abort_msg("no page with %s", formula);
    return NULL;
}

static size_t named(const attn_board_page *page, const char *name)
{
    for (size_t i = 0; i < page->figure_count; i++)
        if (strcmp(page->figures[i].name, name) == 0) return i;
    ck_abort_msg("no number %s", name);
    return 0;
}

/* ---- pages ---- */

START_TEST(test_pages)
{
    show("le-chat-noir", NULL, 0);
    ck_assert_uint_eq(board->page_count,
                      attn_run_outcome(run)->moment_count - 1); /* a loop says nothing itself */
    ck_assert_uint_eq(board->pages[0].stop->step, 1);
    ck_assert_uint_eq(attn_board_step(board, 2), 1);
    ck_assert_uint_eq(attn_board_step(board, 3), 2);
    ck_assert_uint_eq(attn_board_step(board, 99), board->page_count - 1);
    ck_assert_str_eq(board->pages[3].stop->loop, "t\u00A0=\u00A01\u00A0·\u00A0the");
    ck_assert_str_eq(board->pages[6].stop->loop, board->pages[3].stop->loop);
    ck_assert_str_eq(board->pages[board->page_count - 1].stop->loop, "");
    for (size_t i = 0; i < board->page_count; i++) /* in later turns of the loop too */
        ck_assert(*board->pages[i].stop->formula || *board->pages[i].stop->prose);
}
END_TEST

/* No line of the text is lost or on two pages, and none of a page's ends is blank. */
START_TEST(test_lines)
{
    size_t bytes = 0, all = 0;
    show("masked", NULL, 0);
    const char *text = attn_text_string(&board->text);
    for (size_t i = 0; i < board->page_count; i++) {
        const attn_board_page *page = &board->pages[i];
        ck_assert_uint_gt(page->line_count, 0);
        ck_assert_uint_lt(page->lines[0].from, page->lines[0].to);
        const attn_board_line *last = &page->lines[page->line_count - 1];
        ck_assert_uint_lt(last->from, last->to);
        for (size_t k = 0; k < page->line_count; k++)
            bytes += page->lines[k].to - page->lines[k].from;
    }
    for (const char *at = text; *at; at++) all += *at != '\n';
    ck_assert_uint_eq(bytes, all);
}
END_TEST

/* ---- figures ---- */

/* A weight that is masked, in place of its number. */
static bool is_masked(const attn_number *figure, const char *shown)
{
    bool masked = false;
    return strcmp(shown, "–") == 0 &&
           attn_node_masked(attn_run_record(run), figure->node, figure->row, figure->col,
                            &masked) &&
           masked;
}

/* Each number stands where it is said to stand, and says what it is. */
static void check_figures(const attn_board_page *page)
{
    const char *text = attn_text_string(&board->text);
    for (size_t i = 0; i < page->figure_count; i++) {
        const attn_number *figure = &page->figures[i];
        const attn_tensor *value = attn_value(attn_run_record(run), figure->node);
        attn_text shown = {0};
        attn_text_add_bytes(&shown, text + figure->from, figure->to - figure->from);
        bool masked = is_masked(figure, attn_text_string(&shown));
        ck_assert_uint_lt(figure->from, figure->to);
        ck_assert(masked || strchr("0123456789", shown.bytes[0]) ||
                  strncmp(shown.bytes, "−", 3) == 0 || value->words ||
                  strstr(shown.bytes, "\xE2\x88\x9E"));
        if (!masked && !value->words && !isinf(figure->number) && value->rank != ATTN_NUMBER) {
            const char *digits = shown.bytes + (strncmp(shown.bytes, "−", 3) == 0 ? 3 : 0);
            double number = strtod(digits, NULL) * (digits == shown.bytes ? 1 : -1);
            double from = (double)figure->number;
            ck_assert_msg(number - from < 6e-5 + 1e-4 * (from < 0 ? -from : from) &&
                              from - number < 6e-5 + 1e-4 * (from < 0 ? -from : from),
                          "%s: %s for %f", figure->name, shown.bytes, from);
        }
        ck_assert_uint_eq(page->cells[i].width, attn_text_width(shown.bytes, shown.length));
        const attn_board_line *line = &page->lines[page->cells[i].line];
        ck_assert(line->from <= figure->from && figure->to <= line->to);
        ck_assert_uint_eq(page->cells[i].column,
                          attn_text_width(text + line->from, figure->from - line->from));
        attn_text_free(&shown);
    }
}

START_TEST(test_figures)
{
    size_t count = 0;
    const char *name = attn_builtin_lesson_at((size_t)_i)->name;
    show(name, NULL, 0);
    for (size_t i = 0; i < board->page_count; i++) {
        check_figures(&board->pages[i]);
        count += board->pages[i].figure_count;
    }
    ck_assert_msg(count > 0, "%s shows no number", name);
}
END_TEST

/* With colours the numbers stand in the same places. */
START_TEST(test_colours)
{
    show("le-chat-noir", NULL, 0);
    attn_board *plain = board;
    attn_show_options coloured = look;
    coloured.color = true;
    board = attn_board_make(run, &coloured, &status);
    ck_assert_ptr_nonnull(board);
    const attn_board_page *there = page_with("sₜ", "t"), *here;
    attn_board *other = board;
    board = plain;
    here = page_with("sₜ", "t");
    ck_assert_uint_eq(here->figure_count, there->figure_count);
    for (size_t i = 0; i < here->figure_count; i++) {
        ck_assert_uint_eq(here->cells[i].column, there->cells[i].column);
        ck_assert_uint_eq(here->cells[i].line, there->cells[i].line);
    }
    attn_board_free(other);
}
END_TEST

/* What-if takes every number by the name that it has: some of each page, of all lessons. */
START_TEST(test_names)
{
    const char *lesson_name = attn_builtin_lesson_at((size_t)_i)->name;
    show(lesson_name, NULL, 0);
    attn_board *first = board;
    for (size_t i = 0; i < first->page_count; i++) {
        const attn_board_page *page = &first->pages[i];
        for (size_t k = i % 3; k < page->figure_count; k += 7) {
            const attn_number *figure = &page->figures[k];
            if (!figure->can_change) continue;
            attn_text set = {0};
            attn_text_print(&set, "%s = ", figure->name);
            attn_text_number(&set, figure->number);
            const char *text = attn_text_string(&set);
            attn_run_free(run);
            status = (attn_status){0}; /* each run has the whole budget */
            attn_options options = {.sets = &text, .set_count = !strstr(text, "inf")};
            run = attn_lesson_run(lesson, &options, &status);
            ck_assert_msg(run != NULL, "%s: %s: %s", lesson_name, text, status.message);
            if (options.set_count) {
                ck_assert_msg(attn_run_outcome(run)->change_count == 1,
                              "%s: %s: it changes %zu numbers", lesson_name, text,
                              attn_run_outcome(run)->change_count);
                float was = attn_run_outcome(run)->changes[0].old_value;
                ck_assert_msg(was == figure->number, "%s: %s was %f", lesson_name, text,
                              (double)was);
            }
            attn_text_free(&set);
        }
    }
}
END_TEST

START_TEST(test_sum)
{
    attn_text text = {0};
    show("le-chat-noir", NULL, 0);
    const attn_board_page *page = page_with("eₜ", "t");
    ck_assert(attn_show_sum(run, &look, &page->figures[named(page, "e_{1,1}")], &text, &status));
    ck_assert_str_eq(attn_text_string(&text),
                     "e₁,₁ = 1.8·1 + 0.2·0.5 − 0.8·0 + 0.4·0.5\n     = 2.1000\n");
    attn_text_free(&text);
}
END_TEST

/* ---- moving ---- */

START_TEST(test_moves)
{
    show("le-chat-noir", NULL, 0);
    const attn_board_page *page = &board->pages[0]; /* E_F: three rows of four */
    ck_assert_uint_eq(page->figure_count, 12);
    ck_assert_uint_eq(attn_board_first(page, 0, 100), 0);
    ck_assert_uint_eq(attn_board_first(page, page->cells[4].line, 1), 4);
    ck_assert_uint_eq(attn_board_first(page, 0, 1), ATTN_NO_FIGURE);
    ck_assert_uint_eq(attn_board_go(page, 0, ATTN_LEFT), ATTN_NO_FIGURE);
    ck_assert_uint_eq(attn_board_go(page, 0, ATTN_UP), ATTN_NO_FIGURE);
    ck_assert_uint_eq(attn_board_go(page, 3, ATTN_RIGHT), 4);
    ck_assert_uint_eq(attn_board_go(page, 4, ATTN_LEFT), 3);
    ck_assert_uint_eq(attn_board_go(page, 1, ATTN_DOWN), 5);
    ck_assert_uint_eq(attn_board_go(page, 6, ATTN_UP), 2);
    ck_assert_uint_eq(attn_board_go(page, 11, ATTN_UP), 7);
    ck_assert_uint_eq(attn_board_go(page, 11, ATTN_RIGHT), ATTN_NO_FIGURE);
    ck_assert_uint_eq(attn_board_go(page, 11, ATTN_DOWN), ATTN_NO_FIGURE);
}
END_TEST

START_TEST(test_changed)
{
    static const char *const sets[] = {"e_{1,2} = 2.0"};
    show("le-chat-noir", NULL, 0);
    attn_board *before = board;
    attn_run_free(run); /* a board stays */
    show(NULL, sets, 1);
    const attn_board_page *page = page_with("eₜ", "t"), *old = &before->pages[page - board->pages];
    for (size_t i = 0; i < page->figure_count; i++)
        ck_assert(attn_board_changed(page, i, old) == (i == named(page, "e_{1,2}")));
    attn_text line = {0};
    size_t at = page->cells[named(page, "e_{1,2}")].line;
    attn_board_add_line(board, (size_t)(page - board->pages), at, named(page, "e_{1,3}"), old,
                        &line);
    ck_assert_str_eq(attn_text_string(&line),
                     "    e₁  2.1   \x1b[4m2.0\x1b[24m   \x1b[7m0.2\x1b[27m");
    attn_text_free(&line);
    attn_board_free(before);
}
END_TEST

/* A number is found again by its name, wherever it stands; one without a name by its place, on a
 * page of as many. */
START_TEST(test_before)
{
    attn_number now[] = {{.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = ""}},
                old[] = {{.name = "c"}, {.name = "d"}, {.name = "a"}, {.name = "b"}};
    const attn_board_page page = {.figures = now, .figure_count = 4};
    attn_board_page before = {.figures = old, .figure_count = 4};
    ck_assert_ptr_eq(attn_board_before(&page, 0, &before), &old[2]);
    ck_assert_ptr_eq(attn_board_before(&page, 1, &before), &old[3]);
    ck_assert_ptr_eq(attn_board_before(&page, 2, &before), &old[0]);
    ck_assert_ptr_null(attn_board_before(&page, 3, &before)); /* there it has one */
    old[3].name = "";
    ck_assert_ptr_null(attn_board_before(&page, 1, &before));
    ck_assert_ptr_eq(attn_board_before(&page, 3, &before), &old[3]);
    before.figure_count = 3;
    ck_assert_ptr_null(attn_board_before(&page, 3, &before));
}
END_TEST

/* ---- large letters ---- */

static const struct {
    const char *text;
    size_t columns;
    const char *large;
} large[] = {
    {"10", 80, "▄█  █▀█ \n █  █ █ \n▀▀▀ ▀▀▀ \n"}, {"", 80, ""},
    {"e₁,₂", 80, "▄▀▄    \n█▀▀    \n ▀▀ ₁,₂\n"},  {"xᵀ", 80, "    ᵀ\n▀▄▀  \n▀ ▀  \n"},
    {"黑1", 80, "  ▄█  \n黑 █  \n  ▀▀▀ \n"},
};

START_TEST(test_large)
{
    attn_text out = {0};
    size_t rows = attn_big_text_add(large[_i].text, large[_i].columns, &out);
    size_t lines = 0;
    for (const char *at = attn_text_string(&out); *at; at++) lines += *at == '\n';
    ck_assert_uint_eq(rows, lines);
    ck_assert_str_eq(attn_text_string(&out), large[_i].large);
    attn_text_free(&out);
}
END_TEST

/* No line is too wide, whatever stands there, and nothing is lost. */
START_TEST(test_large_width)
{
    static const char *const texts[] = {
        "e₁,₁ = 1.8·1 + 0.2·0.5 − 0.8·0 + 0.4·0.5\n     = 2.1000\n",
        "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
        ("a = "
         "黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑黑"
         "黑"),
        "====================================================\n\n\n= + + + + + + + + + + + + +",
        "e\u0301\u0301\u0301\u200d👩\u200d👩 = 1",
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t columns = 20; columns < 90; columns += 7) {
            attn_text out = {0};
            size_t rows = attn_big_text_add(texts[i], columns, &out), lines = 0;
            for (const char *at = attn_text_string(&out); *at; at += strcspn(at, "\n") + 1, lines++)
                ck_assert_uint_le(attn_text_width(at, strcspn(at, "\n")), columns);
            ck_assert_uint_eq(rows, lines);
            ck_assert(rows % ATTN_BIG_TEXT_ROWS == 0);
            attn_text_free(&out);
        }
}
END_TEST

static int shelf_count(void)
{
    int count = 0;
    while (attn_builtin_lesson_at((size_t)count)) count++;
    return count;
}

int main(void)
{
    Suite *suite = suite_create("board");
    TCase *tests = tcase_create("board");
    tcase_add_checked_fixture(tests, NULL, forget);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, test_pages);
    tcase_add_test(tests, test_lines);
    tcase_add_loop_test(tests, test_figures, 0, shelf_count());
    tcase_add_test(tests, test_colours);
    tcase_add_loop_test(tests, test_names, 0, shelf_count());
    tcase_add_test(tests, test_sum);
    tcase_add_test(tests, test_moves);
    tcase_add_test(tests, test_changed);
    tcase_add_test(tests, test_before);
    tcase_add_loop_test(tests, test_large, 0, COUNT(large));
    tcase_add_test(tests, test_large_width);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
