/*
 * scarcity: a lesson read, computed, told as text and as JSON, and drawn, while each allocation of
 * the library fails in its turn: once, or with all after it. Run with sanitizers, nothing may be
 * lost.
 */

/* not in make test */
/* slow under valgrind */
/* slow under sanitizers */

#include "boxes.h"
#include "files/arrays/safetensors.h"
#include "render/terminal/big_text.h"
#include "render/terminal/board.h"
#include "scarce.h"

static char folder[] = "/tmp/attnviz-scarcity-XXXXXX";
static char lesson_path[64], weights_path[64], picture_path[64];

/* One of everything that needs memory of its own. */
static const char lesson_text[] =
    "{\"attnviz\": 1, \"title\": \"All\", \"summary\": \"One of everything.\","
    " \"weights\": \"w.safetensors\","
    " \"sequences\": {\"v\": [\"the\", \"cat\", \"<s>\"], \"d\": 2,"
    "   \"s\": {\"tokens\": [\"The\", \"cat\"], \"in\": \"v\"},"
    "   \"b\": {\"from\": \"s\", \"first\": \"<s>\"}},"
    " \"indices\": {\"i\": \"s\", \"k\": \"d\"},"
    " \"given\": {\"W\": {\"weights\": \"w\"}, \"h_0\": [0, 0], \"E\": {\"rows\": \"v\", "
    "\"random\": "
    "[3, 2]}},"
    " \"define\": {\"score(q, r)\": \"q · r\", \"f(x)\": [\"y = x + 1\", \"2 y, y\"]},"
    " \"steps\": ["
    "  {\"say\": \"`x_i` is {=W_{1,1}:2} and `not a formula(`.\", \"for\": \"i\", \"steps\": ["
    "    {\"compute\": [\"x_i = row(E, s_i)\", \"h_i = tanh(W h_{i-1} + x_i)\"], \"check\": \"x_i "
    "== "
    "x_i\"}]},"
    "  {\"compute\": [\"X = [h_1, h_2]\", \"A = softmax(X Xᵀ / √2)\", \"e_k = Σ_i score(x_i, h_i) "
    "k\"],"
    "   \"zoom\": [\"score\"], \"heatmap\": \"A\"},"
    "  {\"compute\": [\"u, w = f(h_2)\", \"n = norm(X)\", \"D = grad(n, X)\"], \"table\": [\"u\", "
    "\"w\"]},"
    "  {\"compute\": \"Z = attention(X, X, X)\", \"stated\": {\"by\": \"Nobody\", \"values\": "
    "[[1, 2], [3, 4]]}}]}";

static void open_folder(void)
{
    static const char header[] =
        "{\"w\":{\"dtype\":\"F16\",\"shape\":[2,2],\"data_offsets\":[0,8]}}   ";
    static const char numbers[] = "\x00\x3C\x00\x00\x00\x00\x00\x3C"; /* 1 0 0 1 */
    unit_make_folder(folder);
    snprintf(lesson_path, sizeof lesson_path, "%s/all.json", folder);
    snprintf(weights_path, sizeof weights_path, "%s/w.safetensors", folder);
    snprintf(picture_path, sizeof picture_path, "%s/all.png", folder);
    FILE *lesson = fopen(lesson_path, "w"), *weights = fopen(weights_path, "wb");
    ck_assert(lesson && weights);
    ck_assert_int_ge(fputs(lesson_text, lesson), 0);
    const unsigned char length[8] = {sizeof header - 1};
    ck_assert_uint_eq(fwrite(length, 1, 8, weights), 8);
    ck_assert_uint_eq(fwrite(header, 1, sizeof header - 1, weights), sizeof header - 1);
    ck_assert_uint_eq(fwrite(numbers, 1, 8, weights), 8);
    ck_assert_int_eq(fclose(lesson) | fclose(weights), 0);
}

static void close_folder(void)
{
    unlink(lesson_path);
    unlink(weights_path);
    unlink(picture_path);
    rmdir(folder);
}

/* ---- what is done meanwhile; each adds to `told` what a reader would see ---- */

typedef bool deed(attn_run *run, attn_text *told, attn_status *status);

static bool tell(attn_run *run, attn_text *told, attn_status *status)
{
    attn_show_options look = {.columns = 80, .precision = 4, .color = true};
    return attn_show_text(run, &look, told, NULL, status);
}

static bool tell_some(attn_run *run, attn_text *told, attn_status *status)
{
    static const char *const only[] = {"x", "h_0", "A"}, *const at[] = {"i=1"};
    attn_show_options look = {.columns = 40, .precision = 2, .all = true};
    look.only = only;
    look.only_count = 3;
    look.at = at;
    look.at_count = 1;
    return attn_show_text(run, &look, told, NULL, status);
}

static bool tell_json(attn_run *run, attn_text *told, attn_status *status)
{
    attn_show_options look = {.columns = 80, .precision = 4};
    return attn_show_json(run, &look, told, status);
}

typedef bool renderer(const attn_run *run, const attn_show_options *options, attn_text *out,
                      attn_status *status);

static bool tell_page(renderer *page, attn_run *run, attn_text *told, attn_status *status)
{
    attn_show_options look = {.columns = 80, .precision = 4};
    attn_arena *arena = attn_arena_new(status);
    attn_drawing *pictures = NULL;
    bool planned = arena && attn_show_drawn(run, &look, arena, &pictures, &look.figure_count);
    for (size_t i = 0; planned && i < look.figure_count; i++) pictures[i].name = "a 1.png";
    look.figures = pictures;
    planned = planned && page(run, &look, told, status);
    attn_arena_free(arena);
    return planned;
}

static bool tell_markdown(attn_run *run, attn_text *told, attn_status *status)
{
    return tell_page(attn_show_markdown, run, told, status);
}

static bool tell_latex(attn_run *run, attn_text *told, attn_status *status)
{
    return tell_page(attn_show_latex, run, told, status);
}

static bool tell_html(attn_run *run, attn_text *told, attn_status *status)
{
    const attn_show_options look = {.columns = 80, .precision = 4};
    return attn_show_html(run, &look, told, status);
}

static bool draw(attn_run *run, attn_text *told, attn_status *status)
{
    attn_sheet_options options = {0};
    attn_arena *arena = attn_arena_new(status);
    size_t i = 0;
    while (attn_run_outcome(run)->moments[i].map_count == 0) i++;
    const attn_moment *moment = &attn_run_outcome(run)->moments[i];
    bool planned =
        arena && attn_show_sheet(run, moment->maps, moment->map_count, NULL, arena, &options);
    attn_sheet *sheet = planned ? attn_sheet_new(&options, status) : NULL;
    for (i = 0; sheet && i < count_boxes(sheet); i++) {
        const sheet_box here = box_at(sheet, i), *box = &here;
        attn_text_print(told, "%s %.2f %.2f\n", box->text ? box->text : "", box->x, box->y);
    }
    attn_sheet_free(sheet);
    attn_arena_free(arena);
    return sheet != NULL;
}

/* A page of the board with a number chosen, and its arithmetic in large letters. */
static bool add_board_page(attn_run *run, const attn_board *board, size_t i, attn_text *told,
                           attn_status *status)
{
    attn_show_options look = {.columns = 80, .precision = 4};
    const attn_board_page *page = &board->pages[i];
    attn_text sum = {0};
    for (size_t line = 0; line < page->line_count; line++)
        attn_board_add_line(board, i, line, 0, NULL, told);
    bool done = page->figure_count == 0 || attn_show_sum(run, &look, page->figures, &sum, status);
    attn_big_text_add(attn_text_string(&sum), 80, told);
    told->failed |= sum.failed;
    attn_text_free(&sum);
    return done;
}

static bool cut_pages(attn_run *run, attn_text *told, attn_status *status)
{
    attn_show_options look = {.columns = 80, .precision = 4, .color = true};
    attn_board *board = attn_board_make(run, &look, status);
    bool done = board != NULL;
    for (size_t i = 0; done && i < board->page_count; i++)
        done = add_board_page(run, board, i, told, status);
    attn_board_free(board);
    return done;
}

static deed *const deeds[] = {tell,       tell_some, tell_json, tell_markdown,
                              tell_latex, tell_html, draw,      cut_pages};

/* The whole way, from the file to what is told. */
static bool go(deed *one, attn_text *told, attn_status *status)
{
    static const char *const sets[] = {"W_{1,2} = 0.5"}, *const zooms[] = {"f"},
                             *const arithmetics[] = {"A_{1,2}", "h_{1,1}"};
    attn_options options = {.sets = sets, .set_count = 1, .zooms = zooms, .zoom_count = 1};
    options.arithmetics = arithmetics;
    options.arithmetic_count = 2;
    attn_lesson *lesson = attn_lesson_read(lesson_path, false, status);
    attn_run *run = lesson ? attn_lesson_run(lesson, &options, status) : NULL;
    bool done = run && one(run, told, status);
    attn_run_free(run);
    attn_lesson_free(lesson);
    return done && !told->failed;
}

/* Either all is as it would be with enough memory, or the fault is that there is none: then true.
 */
static bool fails(deed *one, size_t enough_for, bool from_then_on, const attn_text *whole)
{
    attn_text told = {0};
    attn_status status = {0};
    scarce.left = enough_for;
    scarce.once = !from_then_on;
    bool done = go(one, &told, &status);
    scarce.left = SIZE_MAX;
    ck_assert_msg(done ? attn_ok(&status) : told.failed || status.code == ATTN_MEMORY,
                  "allocation %zu: %s", enough_for, status.message);
    if (done) ck_assert_str_eq(attn_text_string(&told), attn_text_string(whole));
    attn_text_free(&told);
    ck_assert_int_eq(scarce.owned, whole->bytes != NULL);
    return !done;
}

START_TEST(each_allocation_fails)
{
    attn_text whole = {0};
    attn_status clean = {0};
    scarce.owned = 0;
    scarce.left = SIZE_MAX;
    ck_assert_msg(go(deeds[_i], &whole, &clean), "%s:%zu:%zu: %s", clean.file, clean.line,
                  clean.column, clean.message);
    size_t all = SIZE_MAX - scarce.left, faults = 0;
    for (size_t n = 0; n < all; n++) {
        faults += fails(deeds[_i], n, false, &whole);
        if (n % 5 == 0) fails(deeds[_i], n, true, &whole);
    }
    ck_assert_uint_gt(faults, all / 2);
    attn_text_free(&whole);
}
END_TEST

int main(void)
{
    scarce_begin(SIZE_MAX);
    Suite *suite = suite_create("scarcity");
    TCase *tests = tcase_create("scarcity");
    tcase_add_unchecked_fixture(tests, open_folder, close_folder);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, each_allocation_fails, 0, COUNT(deeds));
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
