/*
 * views: what maps are drawn as in place of cells says the numbers of the map. That all of it is
 * legible shows test_sheet.
 */
#include <math.h>

#include "picture/layout/layout.h"
#include "picture/views/links.h"
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

int main(void)
{
    Suite *suite = suite_create("views");
    TCase *cases = tcase_create("links");
    suite_add_tcase(suite, cases);
    tcase_add_test(cases, lines_are_as_thick_as_weights);
    tcase_add_test(cases, large_weights_lie_above_small_ones);
    tcase_add_test(cases, signs_have_colours);
    tcase_add_test(cases, heads_have_colours);
    tcase_add_test(cases, too_many_lines_are_refused);
    return unit_run(suite);
}
