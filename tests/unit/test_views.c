/*
 * views: what maps are drawn as in place of cells says the numbers of the map. That all of it is
 * legible shows test_sheet.
 */
#include <math.h>

#include "picture/layout/layout.h"
#include "picture/views/asker.h"
#include "picture/views/links.h"
#include "picture/views/passage.h"
#include "unit.h"

static attn_status status;
static const char *const english[] = {"the", "black", "cat"};
static const char *const french[] = {"le", "chat", "noir"};
static attn_labels queries = {.name = "target", .count = 3, .words = english};
static attn_labels keys = {.name = "source", .count = 3, .words = french};

static attn_panel panel_of(const attn_tensor *value)
{
    return (attn_panel){.title = "head 1",
                        .value = value,
                        .scale = ATTN_SCALE_WEIGHTS,
                        .row_role = "query",
                        .col_role = "key",
                        .row_labels = &queries,
                        .col_labels = &keys};
}

static attn_sheet *make(const attn_panel *panels, size_t count, const attn_figure *figure)
{
    status = (attn_status){0};
    const attn_sheet_options options = {
        .title = "a title", .panel_count = count, .panels = panels, .style.figure = figure};
    attn_sheet *sheet = attn_sheet_new(&options, &status);
    ck_assert_msg(sheet != NULL, "%s", status.message);
    return sheet;
}

static const attn_mark *word_at(const attn_sheet *sheet, const char *word)
{
    for (size_t i = 0; i < sheet->mark_count; i++)
        if (strcmp(sheet->marks[i].letters.text, word) == 0) return &sheet->marks[i];
    ck_abort_msg("no text says '%s'", word);
}

/* Whether some text holds this one. */
static bool says(const attn_sheet *sheet, const char *text)
{
    for (size_t i = 0; i < sheet->mark_count; i++)
        if (strstr(sheet->marks[i].letters.text, text)) return true;
    return false;
}

static bool is_beside(const attn_sheet *sheet, const char *word, double y)
{
    const attn_mark *mark = word_at(sheet, word);
    return y > mark->y && y < mark->y + mark->letters.height;
}

/* The line that joins two words; NULL: there is none. */
static const attn_shape *line_between(const attn_sheet *sheet, const char *query, const char *key)
{
    for (size_t i = 0; i < sheet->shape_count; i++) {
        const attn_shape *s = &sheet->shapes[i];
        bool left = s->x > word_at(sheet, query)->x && s->end_x < word_at(sheet, key)->x;
        if (left && is_beside(sheet, query, s->y) && is_beside(sheet, key, s->end_y)) return s;
    }
    return NULL;
}

/* The plate below a word. */
static const attn_shape *plate_of(const attn_sheet *sheet, const char *word)
{
    const attn_mark *mark = word_at(sheet, word);
    for (size_t i = 0; i < sheet->shape_count; i++) {
        const attn_shape *s = &sheet->shapes[i];
        if (s->pen == 0.0 && s->x <= mark->x && s->end_x >= mark->x && s->y <= mark->y &&
            s->end_y >= mark->y)
            return s;
    }
    ck_abort_msg("'%s' stands on no plate", word);
}

static bool is_color(attn_color a, attn_color b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* ---- links ---- */

START_TEST(lines_are_as_thick_as_weights)
{
    float weights[] = {0.8f, 0.2f, 0.0f, 0.1f, 0.3f, 0.6f, -INFINITY, 1.0f, 0.001f};
    const attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 3, .cols = 3, .data = weights};
    const attn_panel panel = panel_of(&value);
    attn_sheet *sheet = make(&panel, 1, &attn_figure_links);
    const double whole = line_between(sheet, "cat", "chat")->pen;
    for (size_t i = 0; i < 9; i++) {
        const attn_shape *line = line_between(sheet, english[i / 3], french[i % 3]);
        bool drawn = weights[i] >= 0.005f;
        ck_assert_int_eq(line != NULL, drawn);
        if (drawn) ck_assert_double_eq_tol(line->pen / whole, (double)weights[i], 1e-6);
        if (drawn) ck_assert(line->opacity > 0.25 && line->opacity < 1.0);
    }
    ck_assert(line_between(sheet, "cat", "chat")->opacity >
              line_between(sheet, "the", "chat")->opacity);
    attn_sheet_free(sheet);
}
END_TEST

START_TEST(large_weights_lie_above_small_ones)
{
    float weights[] = {0.8f, 0.2f, 0.0f, 0.1f, 0.3f, 0.6f, 0.5f, 0.5f, 0.0f};
    const attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 3, .cols = 3, .data = weights};
    const attn_panel panel = panel_of(&value);
    attn_sheet *sheet = make(&panel, 1, &attn_figure_links);
    for (size_t i = 1; i < 7; i++) ck_assert(sheet->shapes[i].pen >= sheet->shapes[i - 1].pen);
    attn_sheet_free(sheet);
}
END_TEST

/* Of 20 large numbers in each of 2 rows the 3 farthest from 0 have lines; of one that is asked for
 * all. The same with small ones between: all have lines. */
START_TEST(lines_that_hide_one_another_are_thinned)
{
    enum { COLUMNS = 20 };
    float numbers[2 * COLUMNS];
    for (size_t i = 0; i < 2 * COLUMNS; i++)
        numbers[i] = (i % 2 ? -0.01f : 0.01f) * (float)(50 + i % COLUMNS);
    const attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 2, .cols = COLUMNS, .data = numbers};
    attn_panel panel = panel_of(&value);
    panel.scale = ATTN_SCALE_SIGNED;
    panel.row_labels = panel.col_labels = NULL;
    const size_t drawn[] = {6, 3 + COLUMNS};
    for (panel.from = 0; panel.from < 2; panel.from++) {
        attn_sheet *sheet = make(&panel, 1, &attn_figure_links);
        size_t count = 0;
        for (size_t i = 0; i < sheet->shape_count; i++)
            count += sheet->shapes[i].kind == ATTN_SHAPE_LINK &&
                     !(sheet->shapes[i].x > sheet->shapes[0].x); /* not of the key */
        ck_assert_uint_eq(count, drawn[panel.from]);
        ck_assert(says(sheet, "the 3 largest of each row"));
        attn_sheet_free(sheet);
    }
    panel.from = 0;
    for (size_t i = 0; i < 2 * COLUMNS; i++)
        if (i % COLUMNS > 4) numbers[i] = 0.01f;
    attn_sheet *sheet = make(&panel, 1, &attn_figure_links);
    ck_assert_uint_ge(sheet->shape_count, 2 * (size_t)COLUMNS);
    ck_assert(!says(sheet, "largest of"));
    attn_sheet_free(sheet);
}
END_TEST

START_TEST(signs_have_colours)
{
    float numbers[] = {2.0f, -1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, -2.0f};
    const attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 3, .cols = 3, .data = numbers};
    attn_panel panel = panel_of(&value);
    panel.scale = ATTN_SCALE_SIGNED;
    attn_sheet *sheet = make(&panel, 1, &attn_figure_links);
    const attn_shape *more = line_between(sheet, "the", "le");
    const attn_shape *less = line_between(sheet, "the", "chat");
    ck_assert(memcmp(&more->color, &less->color, sizeof more->color) != 0);
    ck_assert_double_eq_tol(less->pen, more->pen / 2.0, 1e-9);
    ck_assert_double_eq_tol(line_between(sheet, "cat", "noir")->pen, more->pen, 1e-9);
    attn_sheet_free(sheet);
}
END_TEST

START_TEST(heads_have_colours)
{
    float weights[] = {0, 1, 0, 1, 0, 0, 0, 0, 1};
    const attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 3, .cols = 3, .data = weights};
    const attn_panel panels[] = {panel_of(&value), panel_of(&value)};
    attn_sheet *sheet = make(panels, 2, &attn_figure_links);
    const attn_color first = attn_color_of_line(0, false), second = attn_color_of_line(1, false);
    size_t found[2] = {0};
    for (size_t i = 0; i < sheet->shape_count; i++) {
        found[0] += memcmp(&sheet->shapes[i].color, &first, sizeof first) == 0;
        found[1] += memcmp(&sheet->shapes[i].color, &second, sizeof second) == 0;
    }
    ck_assert_uint_eq(found[0], 3);
    ck_assert_uint_eq(found[1], 3);
    attn_sheet_free(sheet);
}
END_TEST

/* A row that looks at no word is grey in every view, and the foot says so where one is seen. */
START_TEST(rows_at_rest_are_grey)
{
    float weights[] = {0.9f, 0.1f, 0.0f, 0.2f, 0.8f, 0.0f, 0.0f, 0.3f, 0.7f};
    const bool faint[] = {true, false, false};
    const attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 3, .cols = 3, .data = weights};
    attn_panel panel = panel_of(&value);
    panel.faint = faint;
    panel.rest = "le";
    attn_sheet *sheet = make(&panel, 1, &attn_figure_links);
    const attn_color ground = sheet->theme->ground, grey = sheet->theme->soft_ink;
    const attn_shape *rests = line_between(sheet, "the", "le");
    const double contrast = attn_color_contrast(rests->color, ground);
    ck_assert_double_eq(rests->opacity, 1.0);
    ck_assert(contrast > 1.2 && contrast < attn_color_contrast(grey, ground) / 1.5);
    ck_assert(!is_color(rests->color, line_between(sheet, "black", "chat")->color));
    ck_assert(rests < line_between(sheet, "black", "le"));
    ck_assert(says(sheet, "Grey lines are of words that look most at le, which is no word."));
    attn_sheet_free(sheet);
    attn_panel heads[] = {panel_of(&value), panel};
    heads[1].joins = true;
    heads[0].from = heads[1].from = 2;
    sheet = make(heads, 2, &attn_figure_links);
    ck_assert(says(sheet, "Grey lines"));
    attn_sheet_free(sheet);
    for (panel.from = 1; panel.from <= 2; panel.from++) {
        sheet = make(&panel, 1, &attn_figure_row);
        const attn_color plate = plate_of(sheet, panel.from == 1 ? "le" : "chat")->color;
        const double share = panel.from == 1 ? 0.9 : 0.8;
        ck_assert_int_eq(is_color(plate, attn_palette_at(&sheet->sequential, share)),
                         panel.from == 2);
        ck_assert_int_eq(says(sheet, "In a grey row the framed word looks most at le"),
                         panel.from == 1);
        attn_sheet_free(sheet);
    }
}
END_TEST

START_TEST(too_many_lines_are_refused)
{
    static float none[1];
    const attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 4096, .cols = 4096, .data = none};
    attn_panel panel = panel_of(&value);
    panel.row_labels = panel.col_labels = NULL;
    const attn_sheet_options options = {
        .panel_count = 1, .panels = &panel, .style.figure = &attn_figure_links};
    status = (attn_status){0};
    ck_assert_ptr_null(attn_sheet_new(&options, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_ptr_nonnull(strstr(status.message, "16777216 links"));
}
END_TEST

/* ---- one word ---- */

static attn_labels repeated = {.count = 3, .words = (const char *const[]){"the", "cat", "the"}};
static float thirds[] = {0.5f, 0.5f, 0.0f, 0.25f, 0.5f, 0.25f, 0.0f, 0.9f, 0.1f};
static const attn_tensor third = {
    .rank = ATTN_MATRIX, .batch = 1, .rows = 3, .cols = 3, .data = thirds};

/* The row that a word has in a map whose words look, or 0. */
static size_t row_of(const attn_labels *labels, const char *word, const char **remark)
{
    status = (attn_status){0};
    attn_arena *arena = attn_arena_new(&status);
    attn_panel panel = panel_of(&third);
    panel.row_labels = labels;
    attn_sheet_options sheet = {.panel_count = 1, .panels = &panel};
    const attn_asked_word asked = {word, "--from"};
    static char said[256];
    bool found = attn_ask_word(&sheet, &asked, arena, remark);
    size_t row = found ? sheet.panels[0].from : 0;
    if (*remark) snprintf(said, sizeof said, "%s", *remark);
    if (*remark) *remark = said;
    ck_assert(found == attn_ok(&status));
    attn_arena_free(arena);
    return row;
}

START_TEST(words_have_places)
{
    const char *remark;
    ck_assert_uint_eq(row_of(&queries, "black", &remark), 2);
    ck_assert_ptr_null(remark);
    ck_assert_uint_eq(row_of(&queries, "BLACK", &remark), 2);
    ck_assert_uint_eq(row_of(&queries, "black@2", &remark), 2);
    ck_assert_uint_eq(row_of(&queries, "noir", &remark), 0);
    ck_assert_ptr_nonnull(strstr(status.message, "the, black, cat"));
    ck_assert_uint_eq(row_of(&queries, "black@1", &remark), 0);
    ck_assert_ptr_nonnull(strstr(status.message, "the word at place 1 is 'the'"));
    ck_assert_uint_eq(row_of(&queries, "black@4", &remark), 0);
    ck_assert_uint_eq(row_of(&queries, "black@99999999999999999999", &remark), 0);
    ck_assert_uint_eq(row_of(&queries, "", &remark), 0);
    ck_assert_uint_eq(row_of(&repeated, "the@3", &remark), 3);
    ck_assert_ptr_null(remark);
    ck_assert_uint_eq(row_of(&repeated, "the", &remark), 1);
    ck_assert_ptr_nonnull(strstr(remark, "the@3"));
    ck_assert_uint_eq(row_of(NULL, "3", &remark), 3);
}
END_TEST

/* A word may look like a word and its place. */
START_TEST(words_may_hold_the_sign)
{
    const attn_labels mail = {.count = 3, .words = (const char *const[]){"a@2", "a", "@"}};
    const char *remark;
    ck_assert_uint_eq(row_of(&mail, "a@2", &remark), 1);
    ck_assert_uint_eq(row_of(&mail, "a@2@1", &remark), 1);
    ck_assert_uint_eq(row_of(&mail, "a", &remark), 2);
    ck_assert_uint_eq(row_of(&mail, "@", &remark), 3);
}
END_TEST

/* What stands before all words of the rows need not be typed. */
START_TEST(prefixes_are_no_words)
{
    const attn_labels writes = {
        .count = 3,
        .prefix = "writes: ",
        .words = (const char *const[]){"writes: the", "writes: black", "writes: cat"}};
    const char *remark;
    ck_assert_uint_eq(row_of(&writes, "black", &remark), 2);
    ck_assert_uint_eq(row_of(&writes, "writes: black", &remark), 2);
    ck_assert_uint_eq(row_of(&writes, "dog", &remark), 0);
    ck_assert_ptr_nonnull(strstr(status.message, "the, black, cat"));
}
END_TEST

START_TEST(maps_without_the_word_are_left_out)
{
    status = (attn_status){0};
    attn_arena *arena = attn_arena_new(&status);
    attn_panel panels[] = {panel_of(&third), panel_of(&third), panel_of(&third)};
    const attn_asked_word asked = {"cat", "from"};
    attn_sheet_options sheet = {.panel_count = 3, .panels = panels};
    const char *remark;
    panels[0].row_labels = &keys;
    panels[2].row_labels = &repeated;
    ck_assert(attn_ask_word(&sheet, &asked, arena, &remark));
    ck_assert_uint_eq(sheet.panel_count, 2);
    ck_assert_uint_eq(sheet.panels[0].from, 3);
    ck_assert_uint_eq(sheet.panels[1].from, 2);
    attn_arena_free(arena);
}
END_TEST

START_TEST(lines_of_one_word_stand_out)
{
    attn_panel panel = panel_of(&third);
    panel.from = 2;
    attn_sheet *sheet = make(&panel, 1, &attn_figure_links);
    const attn_shape *meant = line_between(sheet, "black", "le");
    ck_assert(meant->opacity > 2.0 * line_between(sheet, "cat", "chat")->opacity);
    size_t frames = 0;
    for (size_t i = 0; i < sheet->shape_count; i++)
        frames += sheet->shapes[i].kind == ATTN_SHAPE_BOX;
    ck_assert_uint_eq(frames, 1);
    ck_assert_double_gt(word_at(sheet, "0.50")->x, word_at(sheet, "chat")->x);
    ck_assert(is_beside(sheet, "chat", word_at(sheet, "0.50")->y + 5.0));
    attn_sheet_free(sheet);
}
END_TEST

/* The heads of a layer share a tile, each in its colour and its place; so do no others. */
START_TEST(heads_of_a_layer_are_joined)
{
    static const char *const titles[] = {"layer 1, head 1", "layer 1, head 2", "layer 2, head 1",
                                         "layer 2, head 2", "alone"};
    attn_panel panels[5];
    attn_sheet_options options = {
        .panel_count = 5, .panels = panels, .columns = 2, .foot = "Measured:"};
    status = (attn_status){0};
    attn_arena *arena = attn_arena_new(&status);
    for (size_t i = 0; i < 5; i++) {
        panels[i] = panel_of(&third);
        panels[i].note = i % 2 ? "right in 3 %" : NULL;
        panels[i].title = titles[i];
        panels[i].from = 2;
    }
    ck_assert(attn_links_join(&options, arena));
    static const bool joins[] = {false, true, false, true, false};
    for (size_t i = 0; i < 5; i++) ck_assert_int_eq(options.panels[i].joins, joins[i]);
    ck_assert_str_eq(options.panels[0].title, "layer 1");
    ck_assert_str_eq(options.panels[1].part, "head 2");
    ck_assert_str_eq(options.panels[1].carried_title, "layer 1, head 2");
    ck_assert_str_eq(options.panels[4].title, "alone");
    ck_assert_str_eq(options.foot, "Measured:\nlayer 1, head 2: right in 3 %\n"
                                   "layer 2, head 2: right in 3 %");
    for (size_t i = 0; i < 5; i++) ck_assert_ptr_null(options.panels[i].note);
    attn_sheet *sheet = make(options.panels, 5, &attn_figure_links);
    word_at(sheet, "layer 2");
    word_at(sheet, "head 2");
    attn_sheet_free(sheet);
    panels[1].from = 1;
    options = (attn_sheet_options){.panel_count = 2, .panels = panels};
    ck_assert(attn_links_join(&options, arena));
    ck_assert(!options.panels[1].joins);
    attn_arena_free(arena);
}
END_TEST

/* ---- a row ---- */

START_TEST(plates_have_the_colour_of_their_number)
{
    float weights[] = {0, 1, 0, 0.25f, 0.75f, -INFINITY, 0, 0, 1};
    const attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 3, .cols = 3, .data = weights};
    attn_panel panel = panel_of(&value);
    panel.from = 2;
    attn_sheet *sheet = make(&panel, 1, &attn_figure_row);
    ck_assert(is_color(plate_of(sheet, "le")->color, attn_palette_at(&sheet->sequential, 0.25)));
    ck_assert(is_color(plate_of(sheet, "chat")->color, attn_palette_at(&sheet->sequential, 0.75)));
    ck_assert(is_color(plate_of(sheet, "noir")->color, sheet->theme->hatch_ground));
    ck_assert(is_color(plate_of(sheet, "black")->color, sheet->theme->ground));
    const attn_mark *number = word_at(sheet, "0.75"), *word = word_at(sheet, "chat");
    ck_assert(number->y > plate_of(sheet, "chat")->end_y);
    ck_assert_double_eq_tol(number->x + number->letters.width / 2.0,
                            word->x + word->letters.width / 2.0, 1.0);
    attn_sheet_free(sheet);
}
END_TEST

/* It is framed among the words where it is one of them, else it stands before them. */
START_TEST(the_word_that_looks_has_a_frame)
{
    attn_panel panel = panel_of(&third);
    panel.row_labels = &keys;
    panel.from = 3;
    for (size_t other = 0; other < 2; other++) {
        if (other) panel.row_labels = &queries;
        attn_sheet *sheet = make(&panel, 1, &attn_figure_row);
        const attn_shape *plate = plate_of(sheet, other ? "cat" : "noir");
        size_t frames = 0;
        for (size_t i = 0; i < sheet->shape_count; i++) {
            const attn_shape *s = &sheet->shapes[i];
            if (s->pen > 0.0) frames++;
            if (s->pen > 0.0) ck_assert(s->x == plate->x && s->end_y == plate->end_y);
        }
        ck_assert_uint_eq(frames, 1);
        ck_assert_uint_eq(sheet->shape_count, other ? 5 : 4);
        attn_sheet_free(sheet);
    }
}
END_TEST

START_TEST(hebrew_runs_leftwards)
{
    static const char *const hebrew[] = {".", "החתולה", "ישנה"};
    const attn_labels words = {.count = 3, .words = hebrew};
    attn_panel panel = panel_of(&third);
    panel.row_labels = panel.col_labels = &words;
    panel.from = 2;
    attn_sheet *sheet = make(&panel, 1, &attn_figure_row);
    ck_assert(word_at(sheet, hebrew[0])->x > word_at(sheet, hebrew[1])->x);
    ck_assert(word_at(sheet, hebrew[1])->x > word_at(sheet, hebrew[2])->x);
    panel.row_labels = panel.col_labels = &keys;
    attn_sheet_free(sheet);
    sheet = make(&panel, 1, &attn_figure_row);
    ck_assert(word_at(sheet, "le")->x < word_at(sheet, "chat")->x);
    attn_sheet_free(sheet);
}
END_TEST

START_TEST(long_rows_are_broken)
{
    enum { MANY = 60 };
    static const char *many[MANY];
    static float row[MANY];
    for (size_t i = 0; i < MANY; i++) many[i] = i % 2 ? "considerable" : "word";
    many[MANY - 1] = "last";
    many[0] = "first";
    const attn_labels words = {.count = MANY, .words = many};
    const attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 1, .cols = MANY, .data = row};
    attn_panel panel = panel_of(&value);
    panel.row_labels = NULL;
    panel.col_labels = &words;
    panel.from = 1;
    attn_sheet *sheet = make(&panel, 1, &attn_figure_row);
    ck_assert_uint_eq(sheet->width, ATTN_CANVAS_WIDTH);
    ck_assert(word_at(sheet, "last")->y > word_at(sheet, "first")->y + 100.0);
    attn_sheet_free(sheet);
}
END_TEST

START_TEST(too_long_rows_are_refused)
{
    static float none[1];
    const attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 1, .cols = 20000, .data = none};
    attn_panel panel = panel_of(&value);
    panel.row_labels = panel.col_labels = NULL;
    const attn_sheet_options options = {
        .panel_count = 1, .panels = &panel, .style.figure = &attn_figure_row};
    status = (attn_status){0};
    ck_assert_ptr_null(attn_sheet_new(&options, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_ptr_nonnull(strstr(status.message, "16384 words"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("views");
    TCase *cases = tcase_create("links");
    suite_add_tcase(suite, cases);
    tcase_add_test(cases, lines_are_as_thick_as_weights);
    tcase_add_test(cases, large_weights_lie_above_small_ones);
    tcase_add_test(cases, lines_that_hide_one_another_are_thinned);
    tcase_add_test(cases, signs_have_colours);
    tcase_add_test(cases, heads_have_colours);
    tcase_add_test(cases, rows_at_rest_are_grey);
    tcase_add_test(cases, too_many_lines_are_refused);
    cases = tcase_create("one word");
    suite_add_tcase(suite, cases);
    tcase_add_test(cases, words_have_places);
    tcase_add_test(cases, words_may_hold_the_sign);
    tcase_add_test(cases, prefixes_are_no_words);
    tcase_add_test(cases, maps_without_the_word_are_left_out);
    tcase_add_test(cases, lines_of_one_word_stand_out);
    tcase_add_test(cases, heads_of_a_layer_are_joined);
    cases = tcase_create("row");
    suite_add_tcase(suite, cases);
    tcase_add_test(cases, plates_have_the_colour_of_their_number);
    tcase_add_test(cases, the_word_that_looks_has_a_frame);
    tcase_add_test(cases, hebrew_runs_leftwards);
    tcase_add_test(cases, long_rows_are_broken);
    tcase_add_test(cases, too_long_rows_are_refused);
    return unit_run(suite);
}
