/*
 * sheet: every label is legible. Its box lies inside the picture and meets no other box; its ink
 * lies inside its box; and what the bands show is what one large drawing would show.
 */

/* not all in make test */
/* slow under valgrind */
/* slow under sanitizers */

#include <math.h>
#include <png.h>

#include "boxes.h"
#include "document/document.h"
#include "lesson/builtin/library.h"
#include "lesson/lesson.h"
#include "lesson/run/map_reading.h"
#include "picture/layout/layout.h"
#include "picture/paint/paint.h"
#include "picture/views/links.h"
#include "picture/views/passage.h"
#include "scarce.h"

/* ---- what is drawn in the tests ---- */

#define MOST_WORDS 5000u
#define MOST_CELLS 200000u

static attn_status status;
static const char *word_list[MOST_WORDS];
static attn_labels words = {.name = "sentence", .words = word_list};
static float numbers[MOST_CELLS];
static char path[] = "/tmp/attn_test_sheet_XXXXXX";

static const char *const cat[] = {"The",    "cat", ",",   "which", "was", "small", "and",
                                  "fluffy", ",",   "sat", "on",    "the", "mat",   "."};
static const char *const chinese[] = {"我", "爱", "水", "课"};
static const char *const arabic[] = {"أحب", "درس", "الماء", "كثيرًا", "؟"};
static const char *const accents[] = {"L'été", "où", "Ünïcödé", "Ångström", "ệ", "ȷ̈", "ẍ̱", "İ"};
static const char *const emoji[] = {"😀", "❤️", "👩‍👩‍👧", "🇫🇷", "👍🏽", "a😀b"};
static const char *const hostile[] = {
    "",
    " ",
    "\n",
    "a\tb",
    "\x1b[2J",
    "\xe2\x80\xae|abc",
    "\xff\xfe",
    "<b>&amp;</b>",
    "%s%n",
    "\xe2\x80\xa8",
    "𓀀",
    "\xee\x80\x80",
    "Z\xcc\xb7\xcd\x93\xcd\x90\xcc\xa0\xcc\xbe\xcd\x84\xcc\xbe\xcc\x9b"};

static void begin(void)
{
    status = (attn_status){0};
    for (size_t i = 0; i < MOST_CELLS; i++) numbers[i] = (float)(i * 7919 % 1000) / 1000.0f;
    unit_make_file(path);
}

static void finish(void)
{
    remove(path);
}

static void use_words(const char *const *list, size_t count)
{
    words.count = count;
    for (size_t i = 0; i < count; i++) word_list[i] = list[i];
}

/* Words of different lengths, over and over. */
static void use_many_words(size_t count)
{
    words.count = count;
    for (size_t i = 0; i < count; i++) word_list[i] = cat[(i * 5 + i / 14) % 14];
}

static attn_tensor matrix(size_t rows, size_t cols)
{
    ck_assert(rows * cols <= MOST_CELLS);
    return (attn_tensor){
        .rank = ATTN_MATRIX, .batch = 1, .rows = rows, .cols = cols, .data = numbers};
}

static attn_panel panel_of(const attn_tensor *value, const attn_labels *rows,
                           const attn_labels *cols)
{
    return (attn_panel){.title = "head 1",
                        .value = value,
                        .scale = ATTN_SCALE_WEIGHTS,
                        .row_role = "query: sentence",
                        .col_role = "key: sentence",
                        .row_labels = rows,
                        .col_labels = cols};
}

static attn_sheet_options options_of(const attn_panel *panels, size_t count)
{
    return (attn_sheet_options){.title = "Self-attention",
                                .subtitle = "untrained: these weights are drawn at random",
                                .panel_count = count,
                                .panels = panels};
}

/* All that maps are drawn as. */
static const attn_figure *const views[] = {NULL, &attn_figure_links, &attn_figure_row};

/* ---- boxes ---- */

static bool overlap(const sheet_box *a, const sheet_box *b)
{
    const double slack = 1e-6;
    return a->x + a->width > b->x + slack && b->x + b->width > a->x + slack &&
           a->y + a->height > b->y + slack && b->y + b->height > a->y + slack;
}

static bool inside(const sheet_box *a, const sheet_box *b)
{
    return a->x >= b->x && a->y >= b->y && a->x + a->width <= b->x + b->width &&
           a->y + a->height <= b->y + b->height;
}

static size_t count_bars(const attn_sheet *sheet)
{
    size_t bars = 0;
    for (size_t i = 0; i < sheet->field_count; i++) bars += sheet->fields[i].bar.height > 0;
    return bars;
}

static const char *name_of(const sheet_box *box)
{
    return box->kind == BOX_TEXT ? box->text : "cells, a bar, a line or a plate";
}

/* Numbers belong into their cells; no other two boxes may meet. */
static void check_pair(const sheet_box *a, const sheet_box *b)
{
    if (!overlap(a, b)) return;
    if (a->in_cell && b->kind == BOX_CELLS) return;
    if (b->in_cell && a->kind == BOX_CELLS) return;
    if (a->kind == BOX_LINE && b->kind == BOX_LINE) return;
    if (b->kind == BOX_PLATE && inside(a, b)) return;
    if (a->kind == BOX_PLATE && inside(b, a)) return;
    ck_abort_msg("'%s' (%g %g %g %g) meets '%s' (%g %g %g %g)", name_of(a), a->x, a->y, a->width,
                 a->height, name_of(b), b->x, b->y, b->width, b->height);
}

static bool holds_texts(const sheet_box *box)
{
    return box->kind == BOX_CELLS || box->kind == BOX_PLATE;
}

static bool inside_a_map(const attn_sheet *sheet, const sheet_box *number)
{
    for (size_t i = 0; i < count_boxes(sheet); i++) {
        const sheet_box here = box_at(sheet, i), *box = &here;
        if (holds_texts(box) && inside(number, box)) return true;
    }
    return false;
}

static void check_boxes(const attn_sheet *sheet)
{
    size_t width = 0, height = 0, count = count_boxes(sheet);
    attn_sheet_size(sheet, &width, &height);
    ck_assert(width <= ATTN_MOST_PIXELS && height <= ATTN_MOST_PIXELS);
    sheet_box picture = {.width = (double)width, .height = (double)height};
    for (size_t i = 0; i < count; i++) {
        const sheet_box here = box_at(sheet, i), *box = &here;
        if (!inside(box, &picture)) ck_abort_msg("'%s' leaves the picture", name_of(box));
        if (box->in_cell && !inside_a_map(sheet, box)) ck_abort_msg("'%s' lies outside", box->text);
        for (size_t k = 0; k < i; k++) {
            const sheet_box other = box_at(sheet, k);
            check_pair(&other, box);
        }
    }
}

/* ---- pixels ---- */

typedef struct picture {
    png_image image;
    png_bytep pixels;
    bool table; /* the file has a table of colours */
} picture;

static picture read_picture(void)
{
    picture p = {.image = {.version = PNG_IMAGE_VERSION}};
    ck_assert(png_image_begin_read_from_file(&p.image, path));
    p.table = (p.image.format & PNG_FORMAT_FLAG_COLORMAP) != 0;
    p.image.format = PNG_FORMAT_RGB;
    p.pixels = malloc(PNG_IMAGE_SIZE(p.image));
    ck_assert_ptr_nonnull(p.pixels);
    ck_assert(png_image_finish_read(&p.image, NULL, p.pixels, 0, NULL));
    return p;
}

static const png_byte *pixel_at(const picture *p, size_t x, size_t y)
{
    return p->pixels + 3 * (y * p->image.width + x);
}

static bool is_color(const png_byte *pixel, attn_color color)
{
    return pixel[0] == color.red && pixel[1] == color.green && pixel[2] == color.blue;
}

static bool is_white(const png_byte *pixel)
{
    return is_color(pixel, (attn_color){255, 255, 255});
}

/* Sets mask to 1 within the boxes of cells and bars, and within those of texts a pixel further. */
static void cover(const attn_sheet *sheet, const picture *p, png_byte *mask, bool texts)
{
    for (size_t i = 0; i < count_boxes(sheet); i++) {
        const sheet_box here = box_at(sheet, i), *box = &here;
        double more = box->kind == BOX_TEXT ? 1.0 : 0.0;
        if (box->kind == BOX_TEXT && !texts) continue;
        size_t right = (size_t)fmin(ceil(box->x + box->width + more), p->image.width);
        size_t bottom = (size_t)fmin(ceil(box->y + box->height + more), p->image.height);
        for (size_t y = (size_t)fmax(box->y - more, 0.0); y < bottom; y++) {
            for (size_t x = (size_t)fmax(box->x - more, 0.0); x < right; x++) {
                mask[y * p->image.width + x] = 1;
            }
        }
    }
}

/* No ink outside the boxes. */
static void check_ink(const attn_sheet *sheet, const picture *p)
{
    png_byte *mask = calloc(p->image.width, p->image.height);
    ck_assert_ptr_nonnull(mask);
    cover(sheet, p, mask, true);
    size_t outside = 0, at_x = 0, at_y = 0;
    for (size_t y = 0; y < p->image.height; y++) {
        for (size_t x = 0; x < p->image.width; x++) {
            if (mask[y * p->image.width + x]) continue;
            if (is_color(pixel_at(p, x, y), sheet->theme->ground)) continue;
            outside++;
            at_x = x;
            at_y = y;
        }
    }
    free(mask);
    ck_assert_msg(outside == 0, "ink outside all boxes, as at (%zu, %zu)", at_x, at_y);
}

/* All texts at once on one surface, without bands. */
static cairo_surface_t *texts_at_once(const attn_sheet *sheet)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)sheet->width, (int)sheet->height);
    cairo_t *cairo = cairo_create(surface);
    attn_color ground = sheet->theme->ground;
    cairo_set_source_rgb(cairo, ground.red / 255.0, ground.green / 255.0, ground.blue / 255.0);
    cairo_paint(cairo);
    for (size_t i = 0; i < sheet->mark_count; i++) attn_mark_draw(&sheet->marks[i], cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    return surface;
}

static int furthest(const png_byte *seen, uint32_t wanted)
{
    int most = 0;
    for (int i = 0; i < 3; i++) {
        int away = abs(seen[i] - (int)(wanted >> (16 - 8 * i) & 0xff));
        most = away > most ? away : most;
    }
    return most;
}

/*
 * Texts come out of the bands as they would without bands: but for rounding, or, where colours
 * stand in a table, but for half of the step from one mixture of ink and ground to the next.
 */
static void check_bands(const attn_sheet *sheet, const picture *p)
{
    png_byte *mask = calloc(p->image.width, p->image.height);
    ck_assert_ptr_nonnull(mask);
    cover(sheet, p, mask, false);
    cairo_surface_t *whole = texts_at_once(sheet);
    size_t stride = (size_t)cairo_image_surface_get_stride(whole), different = 0;
    const int allowed = p->table ? (255 - 0x1f) / 15 / 2 + 2 : 1;
    for (size_t y = 0; y < p->image.height; y++) {
        const unsigned char *row = cairo_image_surface_get_data(whole) + y * stride;
        for (size_t x = 0; x < p->image.width; x++) {
            const png_byte *seen = pixel_at(p, x, y);
            uint32_t wanted = 0;
            memcpy(&wanted, row + 4 * x, 4);
            different += !mask[y * p->image.width + x] && furthest(seen, wanted) > allowed;
        }
    }
    ck_assert_msg(different == 0, "%zu pixels differ from a drawing without bands", different);
    cairo_surface_destroy(whole);
    free(mask);
}

static attn_sheet *make(const attn_sheet_options *options)
{
    attn_sheet *sheet = attn_sheet_new(options, &status);
    ck_assert_msg(sheet != NULL, "%s", status.message);
    ck_assert(attn_ok(&status));
    return sheet;
}

/* Everything at once, for sheets of ordinary size. */
static void check_sheet(const attn_sheet_options *options)
{
    attn_sheet *sheet = make(options);
    check_boxes(sheet);
    ck_assert_msg(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status), "%s", status.message);
    picture p = read_picture();
    ck_assert_uint_eq(p.image.width, sheet->width);
    ck_assert_uint_eq(p.image.height, sheet->height);
    check_ink(sheet, &p);
    check_bands(sheet, &p);
    free(p.pixels);
    attn_sheet_free(sheet);
}

/* Maps of one size in one tile, with the lines of one word. */
static void check_joined(const attn_sheet_options *options)
{
    attn_panel panels[16];
    attn_sheet_options joined = *options;
    ck_assert(options->panel_count <= COUNT(panels));
    for (size_t i = 0; i < options->panel_count; i++) {
        const attn_panel *first = options->panels;
        panels[i] = options->panels[i];
        panels[i].from = panels[i].value->rows;
        panels[i].part = "head 1";
        panels[i].joins = i > 0 && panels[i].value->rows == first->value->rows &&
                          panels[i].value->cols == first->value->cols;
    }
    joined.panels = panels;
    joined.style.figure = &attn_figure_links;
    attn_sheet *sheet = make(&joined);
    check_boxes(sheet);
    attn_sheet_free(sheet);
}

/* Its maps as all that maps are drawn as. */
static void check_views(attn_sheet_options *options)
{
    check_joined(options);
    for (size_t i = 0; i < COUNT(views); i++) {
        options->style.figure = views[i];
        check_sheet(options);
    }
}

static void check_square(const char *const *list, size_t count)
{
    use_words(list, count);
    attn_tensor value = matrix(count, count);
    attn_panel panels[2] = {panel_of(&value, &words, &words), panel_of(&value, &words, &words)};
    attn_sheet_options options = options_of(panels, 2);
    check_views(&options);
}

/* ---- scripts ---- */

START_TEST(sentences_of_all_scripts)
{
    check_square(cat, COUNT(cat));
    check_square(chinese, COUNT(chinese));
    check_square(arabic, COUNT(arabic));
    check_square(accents, COUNT(accents));
    check_square(emoji, COUNT(emoji));
    check_square(hostile, COUNT(hostile));
    check_square(cat, 1);
    check_square(cat, 2);
}
END_TEST

START_TEST(very_long_words_end_in_an_ellipsis)
{
    static char latin[10001], marks[10002];
    memset(latin, 'W', 10000);
    for (size_t i = 1; i < 10001; i += 2) memcpy(marks + i, "\xcc\x81", 2);
    marks[0] = 'a';
    marks[10001] = '\0';
    const char *list[] = {latin, "short", marks};
    check_square(list, COUNT(list));
    attn_tensor value = matrix(3, 3);
    attn_panel panel = panel_of(&value, &words, &words);
    attn_sheet_options options = options_of(&panel, 1);
    attn_sheet *sheet = make(&options);
    for (size_t i = 0; i < count_boxes(sheet); i++) {
        const sheet_box here = box_at(sheet, i), *box = &here;
        if (box->kind == BOX_TEXT) ck_assert(fmin(box->width, box->height) < 40.0);
        if (box->kind == BOX_TEXT) ck_assert(fmax(box->width, box->height) < 400.0);
    }
    attn_sheet_free(sheet);
}
END_TEST

/* What a label says, as it is drawn; NULL if no text contains it. */
static const char *text_with(const attn_sheet *sheet, const char *part)
{
    for (size_t i = 0; i < count_boxes(sheet); i++) {
        const sheet_box here = box_at(sheet, i), *box = &here;
        if (box->kind == BOX_TEXT && strstr(box->text, part)) return box->text;
    }
    return NULL;
}

START_TEST(control_characters_are_shown_and_markup_is_text)
{
    use_words(hostile, COUNT(hostile));
    attn_tensor value = matrix(COUNT(hostile), COUNT(hostile));
    attn_panel panel = panel_of(&value, &words, &words);
    attn_sheet_options options = options_of(&panel, 1);
    attn_sheet *sheet = make(&options);
    ck_assert_ptr_nonnull(text_with(sheet, "<b>&amp;</b>"));
    ck_assert_ptr_nonnull(text_with(sheet, "\\x1B[2J"));
    for (const char *c = "\n\t\x1b"; *c; c++) {
        ck_assert_ptr_null(text_with(sheet, (const char[]){*c, '\0'}));
    }
    ck_assert_ptr_null(text_with(sheet, "\xe2\x80\xae"));
    attn_sheet_free(sheet);
}
END_TEST

/* ---- sizes ---- */

static void check_form(size_t rows, size_t cols)
{
    attn_tensor value = matrix(rows, cols);
    attn_panel panel = panel_of(&value, NULL, NULL);
    attn_sheet_options options = options_of(&panel, 1);
    check_views(&options);
    panel.row_role = panel.col_role = panel.title = NULL;
    options.title = options.subtitle = NULL;
    check_views(&options);
}

START_TEST(forms_and_sizes)
{
    check_form(1, 1);
    check_form(1, 50);
    check_form(50, 1);
    check_form(16, 16);
    check_form(17, 3);
    check_form(130, 7);
}
END_TEST

START_TEST(numbers_and_vectors)
{
    attn_tensor number = matrix(1, 1), vector = matrix(1, 14);
    use_words(cat, COUNT(cat));
    number.rank = ATTN_NUMBER;
    vector.rank = ATTN_VECTOR;
    attn_panel panels[2] = {panel_of(&number, NULL, NULL), panel_of(&vector, NULL, &words)};
    attn_sheet_options options = options_of(panels, 2);
    check_views(&options);
}
END_TEST

START_TEST(sixty_words)
{
    use_many_words(60);
    attn_tensor value = matrix(60, 60);
    attn_panel panels[2] = {panel_of(&value, &words, &words), panel_of(&value, &words, &words)};
    attn_sheet_options options = options_of(panels, 2);
    check_views(&options);
}
END_TEST

START_TEST(four_hundred_words)
{
    use_many_words(400);
    attn_tensor value = matrix(400, 400);
    attn_panel panels[2] = {panel_of(&value, &words, &words), panel_of(&value, &words, &words)};
    attn_sheet_options options = options_of(panels, 2);
    attn_sheet *sheet = make(&options);
    check_boxes(sheet);
    ck_assert_uint_ge(count_boxes(sheet), 1600);
    ck_assert_ptr_null(text_with(sheet, "every"));
    attn_sheet_free(sheet);
}
END_TEST

START_TEST(panels_of_different_sizes)
{
    static const size_t forms[12][2] = {{1, 1}, {1, 50}, {50, 1}, {3, 3},  {14, 14}, {8, 2},
                                        {2, 8}, {20, 5}, {5, 20}, {1, 16}, {16, 1},  {33, 33}};
    attn_tensor values[12];
    attn_panel panels[12];
    use_many_words(50);
    for (size_t i = 0; i < 12; i++) {
        values[i] = matrix(forms[i][0], forms[i][1]);
        panels[i] = panel_of(&values[i], &words, &words);
        panels[i].scale = i % 3 == 0 ? ATTN_SCALE_SIGNED : ATTN_SCALE_WEIGHTS;
        if (i % 2) panels[i].title = "A rather long title that does not stand on one line above it";
        if (i == 4) panels[i].row_role = panels[i].col_role = NULL;
    }
    for (size_t count = 1; count <= 12; count++) {
        attn_sheet_options options = options_of(panels, count);
        attn_sheet *sheet = make(&options);
        check_boxes(sheet);
        attn_sheet_free(sheet);
    }
    attn_sheet_options options = options_of(panels, 12);
    check_sheet(&options);
}
END_TEST

static size_t count_texts(const attn_sheet *sheet, const char *text)
{
    size_t seen = 0;
    for (size_t i = 0; i < sheet->mark_count; i++)
        seen += strcmp(sheet->marks[i].letters.text, text) == 0;
    return seen;
}

/* Maps for which a canvas is too small have their words once for each row and column, or closer
 * cells, before the picture grows. */
START_TEST(many_maps_are_set_more_closely)
{
    use_words(cat, 10);
    attn_tensor value = matrix(10, 10);
    attn_panel panels[8];
    for (size_t i = 0; i < COUNT(panels); i++) panels[i] = panel_of(&value, &words, &words);
    attn_sheet_options options = options_of(panels, 1);
    attn_sheet *one = make(&options);
    options.panel_count = COUNT(panels);
    attn_sheet *all = make(&options);
    ck_assert(!attn_sheet_apart(all));
    check_boxes(all);
    ck_assert_uint_eq(all->width, ATTN_CANVAS_WIDTH);
    ck_assert_uint_eq(all->height, ATTN_CANVAS_HEIGHT);
    ck_assert_uint_lt(all->fields[0].cell_height, one->fields[0].cell_height);
    ck_assert_uint_lt(count_texts(all, "key: sentence"), COUNT(panels));
    attn_sheet_free(all);
    attn_sheet_free(one);
}
END_TEST

/* A frame of a film is no larger than what is drawn, and keeps its numbers. */
static bool says(const attn_sheet *sheet, const char *text)
{
    for (size_t i = 0; i < sheet->mark_count; i++)
        if (strcmp(sheet->marks[i].letters.text, text) == 0) return true;
    return false;
}

/* Layers go down, heads across: bare maps with a name for each row and column, and one bar. */
START_TEST(very_many_maps_are_shapes)
{
    enum { ROWS = 12, COLUMNS = 12 };
    static const size_t sides[] = {2, 14, 60};
    static attn_panel panels[ROWS * COLUMNS];
    use_words(cat, COUNT(cat));
    for (size_t k = 0; k < COUNT(sides); k++) {
        attn_tensor value = matrix(sides[k], sides[k]);
        numbers[1] = -INFINITY;
        for (size_t i = 0; i < COUNT(panels); i++) {
            panels[i] = panel_of(&value, &words, &words);
            panels[i].row_name = i < COLUMNS ? "layer 1" : "layer 12";
            panels[i].column_name = i % COLUMNS == 11 ? "head 12" : "head 1";
        }
        attn_sheet_options options = options_of(panels, COUNT(panels));
        options.columns = COLUMNS;
        check_sheet(&options);
        attn_sheet *sheet = make(&options);
        ck_assert_uint_eq(count_bars(sheet), 1);
        ck_assert(says(sheet, "layer 1") && says(sheet, "12") && says(sheet, "head 1"));
        ck_assert(!says(sheet, "cat"));
        ck_assert_uint_ge(sheet->fields[0].cell_width * sides[k], 42);
        ck_assert(k == 2 || (sheet->width == 1600 && sheet->height == 900));
        for (size_t i = COLUMNS; i < COUNT(panels); i++)
            ck_assert_uint_eq(sheet->fields[i].x, sheet->fields[i - COLUMNS].x);
        attn_sheet_free(sheet);
    }
}
END_TEST

START_TEST(frames_of_films_are_cropped)
{
    use_words(cat, 10);
    attn_tensor value = matrix(10, 10);
    attn_panel panels[4];
    for (size_t i = 0; i < COUNT(panels); i++) panels[i] = panel_of(&value, &words, &words);
    attn_sheet_options options = options_of(panels, COUNT(panels));
    options.style.cropped = true;
    check_sheet(&options);
    attn_sheet *sheet = make(&options);
    size_t in_cells = 0;
    for (size_t i = 0; i < sheet->mark_count; i++) in_cells += sheet->marks[i].in_cell;
    ck_assert_uint_gt(in_cells, 300);
    attn_sheet_free(sheet);
    options.panel_count = 1;
    sheet = make(&options);
    ck_assert_uint_lt(sheet->width, ATTN_CANVAS_WIDTH);
    ck_assert_uint_lt(sheet->height, ATTN_CANVAS_HEIGHT);
    attn_sheet_free(sheet);
}
END_TEST

/* Of a lesson's size or larger: the canvas is filled, and one that was asked for is kept. */
START_TEST(the_canvas_is_filled)
{
    static const struct {
        size_t side, width, height;
    } cases[] = {{1, 0, 0}, {3, 0, 0}, {14, 0, 0}, {3, 1280, 720}, {14, 2560, 1440}, {30, 3000, 0}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        use_many_words(cases[i].side);
        attn_tensor value = matrix(cases[i].side, cases[i].side);
        attn_panel panel = panel_of(&value, &words, &words);
        attn_sheet_options options = options_of(&panel, 1);
        options.style = (attn_sheet_style){.width = cases[i].width, .height = cases[i].height};
        check_sheet(&options);
        attn_sheet *sheet = make(&options);
        size_t height = cases[i].height ? cases[i].height : ATTN_CANVAS_HEIGHT;
        ck_assert_uint_eq(sheet->width, cases[i].width ? cases[i].width : ATTN_CANVAS_WIDTH);
        ck_assert_uint_eq(sheet->height, height);
        size_t cells = cases[i].side * sheet->fields[0].cell_height;
        if (cases[i].side > 1) ck_assert_uint_ge(10 * cells, 4 * height);
        attn_sheet_free(sheet);
    }
    use_many_words(100);
    attn_tensor large = matrix(100, 100);
    attn_panel panel = panel_of(&large, &words, &words);
    attn_sheet_options options = options_of(&panel, 1);
    attn_sheet *sheet = make(&options);
    ck_assert_uint_gt(sheet->height, ATTN_CANVAS_HEIGHT); /* it grows … */
    attn_sheet_free(sheet);
    options.style =
        (attn_sheet_style){.width = 1600, .height = 900}; /* … unless it was asked for */
    ck_assert_ptr_null(attn_sheet_new(&options, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
}
END_TEST

START_TEST(long_titles_are_wrapped)
{
    static char title[5001];
    for (size_t i = 0; i < 5000; i++) title[i] = i % 8 == 7 ? ' ' : 'e';
    attn_tensor value = matrix(2, 2);
    attn_panel panel = panel_of(&value, NULL, NULL);
    panel.title = panel.row_role = panel.col_role = title;
    attn_sheet_options options = options_of(&panel, 1);
    options.title = options.subtitle = title;
    check_sheet(&options);
    options.title = "عنوان طويل باللغة العربية";
    options.subtitle = "\nline\r\n";
    check_sheet(&options);
}
END_TEST

/* What stands below the maps is all there, line by line, however small the map is. */
START_TEST(notes_are_never_cut)
{
    static const size_t sizes[] = {1, 5, 40};
    static const char line[] =
        "layer 2, head 1: verb → its subject in 100 % of 1019 made sentences with "
        "words between the two; the word 4 places before would be right in 29.8 %.";
    attn_text note = {0};
    for (size_t i = 0; i < 12; i++) attn_text_print(&note, "%s%s", i ? "\n" : "", line);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        use_many_words(sizes[i]);
        attn_tensor value = matrix(sizes[i], sizes[i]);
        attn_panel panel = panel_of(&value, &words, &words);
        attn_sheet_options options = options_of(&panel, 1);
        options.note = attn_text_string(&note);
        attn_sheet *sheet = attn_sheet_new(&options, &status);
        ck_assert_msg(sheet != NULL, "%s", status.message);
        check_boxes(sheet);
        size_t lines = 0;
        for (size_t k = 0; k < sheet->mark_count; k++) {
            const attn_letters *letters = &sheet->marks[k].letters;
            if (strncmp(letters->text, "layer 2", 7) != 0) continue;
            lines++;
            ck_assert(!pango_layout_is_ellipsized(letters->layout));
        }
        ck_assert_uint_eq(lines, 12);
        attn_sheet_free(sheet);
    }
    attn_text_free(&note);
}
END_TEST

/* Above some 900 words not every one finds the pixels that letters of 14 need. */
START_TEST(very_long_axes_label_every_kth_word)
{
    use_many_words(MOST_WORDS);
    attn_tensor wide = matrix(2, MOST_WORDS), high = matrix(MOST_WORDS, 2);
    attn_panel panels[2] = {panel_of(&wide, NULL, &words), panel_of(&high, &words, NULL)};
    for (size_t i = 0; i < 2; i++) {
        attn_sheet_options options = options_of(&panels[i], 1);
        attn_sheet *sheet = make(&options);
        check_boxes(sheet);
        const char *caption = text_with(sheet, "every");
        ck_assert_ptr_nonnull(caption);
        ck_assert_msg(strstr(caption, ", every 6th word"), "%s", caption);
        attn_sheet_free(sheet);
    }
}
END_TEST

START_TEST(what_cannot_fit_is_refused)
{
    attn_tensor value = matrix(1, MOST_CELLS);
    attn_panel panel = panel_of(&value, NULL, NULL);
    attn_sheet_options options = options_of(&panel, 1);
    ck_assert_ptr_null(attn_sheet_new(&options, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_ptr_nonnull(strstr(status.message, "16384 pixels"));

    value.cols = ATTN_MOST_PIXELS;
    status = (attn_status){0};
    ck_assert_ptr_null(attn_sheet_new(&options, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);

    value.cols = 0;
    status = (attn_status){0};
    ck_assert_ptr_null(attn_sheet_new(&options, &status));
    ck_assert_int_eq(status.code, ATTN_INPUT);

    options.panel_count = 0;
    status = (attn_status){0};
    ck_assert_ptr_null(attn_sheet_new(&options, &status));
    ck_assert_int_eq(status.code, ATTN_INPUT);

    options.panel_count = 100000;
    status = (attn_status){0};
    ck_assert_ptr_null(attn_sheet_new(&options, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    attn_sheet_free(NULL);
}
END_TEST

/* ---- cells ---- */

START_TEST(cells_have_the_colour_of_their_number)
{
    float data[] = {0.0f, 0.25f, 1.0f, -INFINITY, 0.5f, 0.75f};
    attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 2, .cols = 3, .data = data, .masked = true};
    attn_panel panel = panel_of(&value, NULL, NULL);
    attn_sheet_options options = options_of(&panel, 1);
    attn_sheet *sheet = make(&options);
    ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
    picture p = read_picture();
    const attn_field *field = &sheet->fields[0];
    for (size_t i = 0; i < 6; i++) {
        size_t x = field->x + i % 3 * field->cell_width, y = field->y + i / 3 * field->cell_height;
        attn_color wanted = attn_palette_at(&sheet->sequential, (double)data[i]);
        const png_byte *first = pixel_at(&p, x, y);
        const png_byte *last = pixel_at(&p, x + field->cell_width - field->gap - 1,
                                        y + field->cell_height - field->gap - 1);
        bool same = first[0] == wanted.red && first[1] == wanted.green && first[2] == wanted.blue;
        if (isinf(data[i])) {
            ck_assert(!is_white(first) && abs(first[0] - first[2]) < 20);
        } else {
            ck_assert_msg(same, "cell %zu", i);
            ck_assert_mem_eq(first, last, 3);
        }
        ck_assert(is_white(pixel_at(&p, x + field->cell_width - 1, y)));
    }
    ck_assert_ptr_nonnull(text_with(sheet, "masked"));
    ck_assert_ptr_nonnull(text_with(sheet, "0.25"));
    ck_assert_ptr_null(text_with(sheet, "inf"));
    free(p.pixels);
    attn_sheet_free(sheet);
}
END_TEST

/* With and without a table of colours, both kinds of maps have their own. */
START_TEST(both_kinds_of_maps_stand_on_one_sheet)
{
    float data[] = {0.1f, 0.5f, 0.25f, -1.0f};
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = 2, .cols = 2, .data = data};
    attn_tensor positive = {.rank = ATTN_MATRIX, .batch = 1, .rows = 1, .cols = 3, .data = data};
    for (int table = 0; table <= 1; table++) {
        attn_panel panels[2] = {panel_of(&positive, NULL, NULL), panel_of(&value, NULL, NULL)};
        panels[1].scale = ATTN_SCALE_SIGNED;
        attn_sheet_options options = options_of(panels, 2);
        if (table) options.style.numbers = ATTN_NUMBERS_NEVER;
        if (!table) options.style.cell = 100;
        attn_sheet *sheet = make(&options);
        ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
        picture p = read_picture();
        ck_assert_int_eq(p.table, table);
        attn_color wanted[] = {attn_palette_at(&sheet->sequential, 1.0),
                               attn_palette_at(&sheet->diverging, 0.0)};
        const attn_field *first = &sheet->fields[0], *last = &sheet->fields[1];
        ck_assert(is_color(pixel_at(&p, first->x + first->cell_width, first->y), wanted[0]));
        ck_assert(is_color(pixel_at(&p, last->x + last->cell_width, last->y + last->cell_height),
                           wanted[1]));
        free(p.pixels);
        attn_sheet_free(sheet);
    }
}
END_TEST

START_TEST(masked_cells_are_striped)
{
    float data[] = {0.1f, 0.5f, 0.25f, -INFINITY};
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = 2, .cols = 2, .data = data};
    for (int dark = 0; dark <= 1; dark++) {
        for (size_t cell = 4; cell <= 40; cell += 36) {
            attn_panel panel = panel_of(&value, NULL, NULL);
            attn_sheet_options options = options_of(&panel, 1);
            options.style = (attn_sheet_style){.dark = dark, .cell = cell};
            attn_sheet *sheet = make(&options);
            ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
            picture p = read_picture();
            size_t x0 = sheet->fields[0].x + cell, y0 = sheet->fields[0].y + cell, lines = 0,
                   rest = 0;
            size_t solid = cell - sheet->fields[0].gap;
            for (size_t i = 0; i < solid * solid; i++) {
                const png_byte *pixel = pixel_at(&p, x0 + i % solid, y0 + i / solid);
                lines += is_color(pixel, sheet->theme->hatch_line);
                rest += is_color(pixel, sheet->theme->hatch_ground);
            }
            ck_assert_uint_eq(lines, cell == 4 ? 0 : solid * solid / 6);
            ck_assert_uint_ge(2 * rest, solid * solid * (cell == 4 ? 2 : 1) - 2 * solid);
            free(p.pixels);
            attn_sheet_free(sheet);
        }
    }
}
END_TEST

/* Sets what a 2×2 map shows as numbers in its cells, and gives back whether any says `text`. */
static bool styled_cell_says(float a, float b, attn_sheet_style style, const char *text)
{
    float data[] = {a, b, a, b};
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = 2, .cols = 2, .data = data};
    attn_panel panel = panel_of(&value, NULL, NULL);
    panel.scale = ATTN_SCALE_SIGNED;
    attn_sheet_options options = options_of(&panel, 1);
    options.style = style;
    attn_sheet *sheet = make(&options);
    check_boxes(sheet);
    bool says = false;
    for (size_t i = 0; i < count_boxes(sheet); i++) {
        const sheet_box here = box_at(sheet, i), *box = &here;
        if (box->in_cell) says = says || strcmp(box->text, text) == 0;
    }
    attn_sheet_free(sheet);
    return says;
}

static bool cell_says(float a, float b, const char *text)
{
    return styled_cell_says(a, b, (attn_sheet_style){.cell = 0}, text);
}

START_TEST(numbers_have_as_many_decimals_as_fit)
{
    ck_assert(cell_says(0.756f, 1.0f, "0.76"));
    ck_assert(cell_says(0.756f, 1.0f, "1.00"));
    ck_assert(cell_says(0.0f, 1.0f, "1"));
    ck_assert(cell_says(-0.25f, 0.001f, "−0.25"));
    ck_assert(!cell_says(-0.001f, 0.5f, "0.00")); /* an empty cell */
    ck_assert(!cell_says(3e30f, 0.5f, "0"));
    ck_assert(!cell_says(3e30f, 0.5f, "0.50"));
}
END_TEST

/* In maps of all forms, however much they grow to fill the canvas. */
START_TEST(numbers_stand_in_the_middle_of_their_cells)
{
    static const char *const wide_words[] = {"barked", "wagged", "rested", "hunted",
                                             "chased", "licked", "played", "jumped"};
    use_words(wide_words, COUNT(wide_words));
    for (size_t form = 0; form < 96; form++) {
        const attn_tensor value = matrix(1 + form / 8, 1 + form % 8);
        const attn_panel panel = panel_of(&value, NULL, &words);
        const attn_sheet_options options = options_of(&panel, 1);
        attn_sheet *sheet = attn_sheet_new(&options, &status);
        ck_assert_msg(sheet != NULL, "%s", status.message);
        const attn_field *field = &sheet->fields[0];
        const double wide = (double)field->cell_width, high = (double)field->cell_height;
        for (size_t i = 0; i < sheet->mark_count; i++) {
            const attn_mark *mark = &sheet->marks[i];
            const double x = mark->x + mark->letters.width / 2.0 - (double)field->x;
            const double y = mark->y + mark->letters.height / 2.0 - (double)field->y;
            const double beside = x - wide * floor(x / wide) - (wide - (double)field->gap) / 2.0;
            const double below = y - high * floor(y / high) - (high - (double)field->gap) / 2.0;
            if (mark->in_cell && (fabs(beside) > 1.0 || fabs(below) > 1.0))
                ck_abort_msg("%zu×%zu: '%s' is (%g, %g) beside the middle", value.rows, value.cols,
                             mark->letters.text, beside, below);
        }
        attn_sheet_free(sheet);
    }
}
END_TEST

/* What has a visible colour is no 0, and long numbers have no decimals that nobody reads. */
START_TEST(decimals_follow_from_the_range)
{
    static const struct {
        float a, b;
        const char *text;
    } cells[] = {
        {1.0f, 0.006f, "0.01"},        {0.2f, 0.05f, "0.05"},
        {0.1f, 0.004f, "0.004"},       {0.05f, -0.001f, "−0.001"},
        {0.003f, -0.0006f, "−0.0006"}, {0.0003f, -0.00025f, "−0.00025"},
        {2e-5f, 1.5e-5f, "0.000015"},  {1.9e-9f, -4e-10f, "−4.0e-10"},
        {99.995f, 56.25f, "56.25"},    {150.0f, 56.26f, "56.3"},
        {1500.0f, -56.6f, "−57"},      {12345.678f, 0.7f, "12346"},
        {-56670.4f, 0.7f, "−56670"},   {1234567.9f, 0.7f, "1234568"},
    };
    for (size_t i = 0; i < COUNT(cells); i++)
        ck_assert_msg(cell_says(cells[i].a, cells[i].b, cells[i].text), "%s", cells[i].text);
    attn_sheet_style small = {.cell = 36}, wide = {.cell = 60}, large = {.cell = 80};
    ck_assert(!styled_cell_says(0.5f, 0.004f, small, "0.00"));
    ck_assert(!styled_cell_says(0.0003f, 0.0001f, small, "0.00"));
    ck_assert(!styled_cell_says(0.0003f, 0.0001f, small, "0.00010"));
    ck_assert(styled_cell_says(0.0003f, 0.0001f, large, "0.00010"));
    ck_assert(styled_cell_says(115.26f, 1.0f, wide, "115.3"));
    ck_assert(styled_cell_says(1500.5f, 1.0f, wide, "1500"));
    large.numbers = ATTN_NUMBERS_ALWAYS;
    ck_assert(styled_cell_says(3e30f, 0.0f, large, "3.0e+30"));
}
END_TEST

START_TEST(equal_ranges_share_one_bar)
{
    float small[] = {0.1f, 0.02f}, large[] = {0.9f, 0.1f}, far[] = {50.0f, -3.0f};
    attn_tensor a = {.rank = ATTN_MATRIX, .batch = 1, .rows = 1, .cols = 2, .data = small};
    attn_tensor b = a, c = a;
    b.data = large;
    c.data = far;
    attn_panel panels[3] = {panel_of(&a, NULL, NULL), panel_of(&b, NULL, NULL),
                            panel_of(&c, NULL, NULL)};
    panels[2].scale = ATTN_SCALE_SIGNED;
    attn_sheet_options options = options_of(panels, 2);
    attn_sheet *sheet = make(&options);
    ck_assert_uint_eq(count_bars(sheet), 1);
    ck_assert_double_eq(sheet->fields[0].range.top, 1.0);
    attn_sheet_free(sheet);
    options.panel_count = 3;
    sheet = make(&options);
    ck_assert_uint_eq(count_bars(sheet), 2);
    ck_assert_uint_eq(sheet->fields[0].bar.height, 0); /* a's is beside b, in the same row */
    attn_sheet_free(sheet);
}
END_TEST

/* Those within a factor of 4 of the widest go with it, what is left goes together. */
START_TEST(alike_ranges_are_one)
{
    static const double wanted[] = {5, 5, 1, 1, 0.1};
    float numbers_of[][2] = {{4.5f, 1}, {1.5f, 0}, {1, 0}, {0.5f, 1}, {0.1f, 0}};
    attn_tensor values[COUNT(wanted)];
    attn_panel panels[COUNT(wanted)];
    for (size_t i = 0; i < COUNT(wanted); i++) {
        values[i] = (attn_tensor){
            .rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = 2, .data = numbers_of[i]};
        panels[i] = panel_of(&values[i], NULL, NULL);
        panels[i].scale = ATTN_SCALE_POSITIVE;
    }
    attn_sheet_options options = options_of(panels, COUNT(wanted));
    attn_sheet *sheet = make(&options);
    for (size_t i = 0; i < COUNT(wanted); i++)
        ck_assert_double_eq(sheet->fields[i].range.top, wanted[i]);
    attn_sheet_free(sheet);
}
END_TEST

/* ---- looks ---- */

/* Each look alone, on a map with numbers, a masked cell and words that stand upwards. */
START_TEST(all_looks_are_legible)
{
    static const attn_sheet_style styles[] = {
        {.dark = true},
        {.dark = true, .colors = 2, .numbers = ATTN_NUMBERS_NEVER},
        {.cell = 1},
        {.cell = 12},
        {.cell = 30},
        {.cell = 100},
        {.cell = 256, .zoom = 0.5},
        {.numbers = ATTN_NUMBERS_ALWAYS},
        {.numbers = ATTN_NUMBERS_ALWAYS, .cell = 50},
        {.zoom = 0.5},
        {.zoom = 1.3, .numbers = ATTN_NUMBERS_NEVER},
        {.zoom = 3.0, .dark = true}};
    use_words(cat, COUNT(cat));
    attn_tensor value = matrix(COUNT(cat), COUNT(cat));
    numbers[3] = -INFINITY;
    for (size_t i = 0; i < COUNT(styles); i++) {
        attn_panel panels[2] = {panel_of(&value, &words, &words), panel_of(&value, &words, NULL)};
        if (i % 2) panels[1].scale = ATTN_SCALE_SIGNED;
        attn_sheet_options options = options_of(panels, 2);
        options.style = styles[i];
        check_sheet(&options);
    }
}
END_TEST

/* A sentence below the maps stands there only if a cell is as it says. */
START_TEST(the_foot_holds_for_what_is_drawn)
{
    float shares[4] = {1.0f, 0.25f, 0.5f, 1.0f};
    uint8_t pixels[3 * 4] = {0};
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = 2, .cols = 2, .data = shares};
    attn_picture black = {.width = 2, .height = 2, .pixels = pixels};
    attn_panel panel = {.title = "A", .value = &value};
    const attn_sheet_options options = {.title = "A", .panel_count = 1, .panels = &panel};
    static const char clearer[] = "The clearer a part of the picture, the larger its number";
    char text[128];
    for (size_t i = 0; i < 6; i++) {
        shares[1] = i % 2 ? 0.001f : 0.25f;
        shares[0] = shares[3] = i < 4 ? 1.0f : 0.5f;
        panel.over = i < 2 ? NULL : &black;
        attn_sheet *sheet = make(&options);
        snprintf(text, sizeof text, "%s%s. ", clearer,
                 i < 4 ? "; the largest over each picture is 1" : "");
        ck_assert_int_eq(says(sheet, "An empty cell rounds to 0. "), i == 1);
        ck_assert_int_eq(says(sheet, text), i > 1);
        attn_sheet_free(sheet);
    }
}
END_TEST

/* Own words, or none, above and below. */
START_TEST(words_of_the_reader)
{
    static const attn_row row = {.shared = true, .open = 4, .largest = 1};
    attn_tensor value = matrix(2, 2);
    attn_panel panels[2] = {panel_of(&value, NULL, NULL), panel_of(&value, NULL, NULL)};
    for (size_t count = 1; count <= 2; count++) {
        for (size_t i = 0; i < 3; i++) {
            static const char *const given[] = {NULL, "My own", ""};
            attn_sheet_options options = options_of(panels, count);
            panels[0].read = &row;
            panels[0].read_count = 1;
            panels[0].attention = true;
            panels[0].attention = true;
            options.note = "a note";
            options.style = (attn_sheet_style){.title = given[i], .caption = given[i]};
            check_sheet(&options);
            attn_sheet *sheet = make(&options);
            ck_assert_int_eq(says(sheet, "Self-attention"), i == 0);
            ck_assert_int_eq(says(sheet, "a note"), i == 0);
            ck_assert_int_eq(says(sheet, "My own"), i == 1);
            ck_assert_int_eq(says(sheet, options.subtitle), i < 2);
            ck_assert_int_eq(says(sheet, "head 1"), i < 2 || count == 2);
            ck_assert_int_eq(says(sheet, "An empty cell rounds to 0. A map shows where the layer "
                                         "looks, not why it answers."),
                             i == 0);
            attn_sheet_free(sheet);
        }
    }
}
END_TEST

/* The range of a map on a sheet beside another one, where ranges were asked to end at vmax. */
static attn_range range_with(double vmax, attn_scale scale, attn_scale other, const char *tick)
{
    attn_tensor value = matrix(3, 3);
    attn_panel panels[2] = {panel_of(&value, NULL, NULL), panel_of(&value, NULL, NULL)};
    panels[0].scale = scale;
    panels[1].scale = other;
    attn_sheet_options options = options_of(panels, 2);
    options.style.vmax = vmax;
    check_sheet(&options);
    attn_sheet *sheet = make(&options);
    attn_range range = sheet->fields[0].range;
    ck_assert_msg(!tick || says(sheet, tick), "no tick says '%s'", tick);
    ck_assert(tick || (!says(sheet, "≥ 1") && !says(sheet, "≥ 2")));
    attn_sheet_free(sheet);
    return range;
}

START_TEST(ranges_end_where_they_are_asked_to)
{
    const attn_scale weights = ATTN_SCALE_WEIGHTS, both = ATTN_SCALE_SIGNED;
    ck_assert_double_eq(range_with(0.5, weights, both, "≥ 0.5").top, 0.5);
    ck_assert_double_eq(range_with(0.3, weights, weights, "≥ 0.3").top, 0.3);
    ck_assert_uint_eq(range_with(0.3, weights, weights, "0.2").intervals, 3);
    ck_assert_uint_eq(range_with(0.7, weights, weights, "0.35").intervals, 2);
    ck_assert_double_eq(range_with(2.0, weights, weights, NULL).top, 2.0);
    ck_assert_double_eq(range_with(0.5, both, weights, NULL).top, 1.0); /* scores keep theirs */
    ck_assert_double_eq(range_with(0.5, both, both, "≤ −0.5").top, 0.5);
    ck_assert_double_eq(range_with(0.0, weights, weights, NULL).top, 1.0);
}
END_TEST

/* Every digit on every cell, as it is painted, in each map of colours, on either ground. */
START_TEST(digits_stand_out_from_every_cell)
{
    enum { LEVELS = 256 };
    for (size_t k = 0; k < 20; k++) {
        attn_tensor value = matrix(16, 16);
        attn_panel panel = panel_of(&value, NULL, NULL);
        attn_sheet_options options = options_of(&panel, 1);
        options.style =
            (attn_sheet_style){.dark = k % 2, .colors = k / 2 % 5, .numbers = ATTN_NUMBERS_ALWAYS};
        if (k >= 10) panel.scale = ATTN_SCALE_SIGNED;
        for (size_t i = 0; i < LEVELS; i++)
            numbers[i] = k < 10 ? (float)i / 255.0f : 2.0f * (float)i / 255.0f - 1.0f;
        attn_sheet *sheet = make(&options);
        ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
        picture p = read_picture();
        size_t seen = 0;
        for (size_t i = 0; i < sheet->mark_count; i++) {
            const attn_mark *mark = &sheet->marks[i];
            if (!mark->in_cell) continue;
            const attn_field *field = sheet->fields;
            size_t column = ((size_t)mark->x - field->x) / field->cell_width;
            size_t row = ((size_t)mark->y - field->y) / field->cell_height;
            const png_byte *cell = pixel_at(&p, field->x + column * field->cell_width,
                                            field->y + row * field->cell_height);
            double contrast =
                attn_color_contrast(mark->color, (attn_color){cell[0], cell[1], cell[2]});
            ck_assert_msg(contrast >= 4.5, "'%s' in colours %zu has contrast %g",
                          mark->letters.text, k, contrast);
            seen++;
        }
        ck_assert_uint_gt(seen, LEVELS - 6); /* what would read 0.00 is left out */
        free(p.pixels);
        attn_sheet_free(sheet);
    }
}
END_TEST

static png_byte *read_with_alpha(const attn_sheet_options *options)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    attn_sheet *sheet = make(options);
    ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
    attn_sheet_free(sheet);
    ck_assert(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGBA;
    png_byte *pixels = malloc(PNG_IMAGE_SIZE(image));
    ck_assert_ptr_nonnull(pixels);
    ck_assert(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    return pixels;
}

/* Laid over its own ground, a picture without ground is the picture with it; and it is clear around
 * the cells and between them. */
static void check_clear(attn_sheet_options *options)
{
    const attn_color ground = attn_theme_of(options->style.dark)->ground;
    const int grounds[] = {ground.red, ground.green, ground.blue};
    attn_sheet *sheet = make(options);
    const attn_field *field = sheet->fields;
    const size_t solid = field->cell_width - field->gap;
    size_t wrong = 0;
    png_byte *whole = read_with_alpha(options);
    options->style.clear = true;
    png_byte *clear = read_with_alpha(options);
    ck_assert_uint_eq(clear[3], 0);
    for (size_t y = 0; y < 9 * field->cell_height - field->gap; y++) {
        for (size_t x = 0; x < 9 * field->cell_width - field->gap; x++) {
            bool cell = x % field->cell_width < solid && y % field->cell_height < solid;
            const size_t at = (field->y + y) * sheet->width + field->x + x;
            wrong += clear[4 * at + 3] != (cell ? 255 : 0);
        }
    }
    for (size_t i = 0; i < 4 * sheet->width * sheet->height; i++) {
        if (i % 4 == 3) continue;
        int alpha = clear[i | 3], over = (clear[i] * alpha + grounds[i % 4] * (255 - alpha)) / 255;
        wrong += whole[i | 3] != 255 || abs(over - whole[i]) > 2;
    }
    ck_assert_uint_eq(wrong, 0);
    free(clear);
    free(whole);
    attn_sheet_free(sheet);
}

START_TEST(without_ground_all_else_is_the_same)
{
    static const attn_row row = {.shared = true, .open = 4, .largest = 0.9f};
    for (int k = 0; k < 4; k++) {
        attn_tensor value = matrix(9, 9);
        attn_panel panels[2] = {panel_of(&value, NULL, NULL), panel_of(&value, NULL, NULL)};
        attn_sheet_options options = options_of(panels, 2);
        numbers[4] = -INFINITY;
        panels[0].read = &row;
        panels[0].read_count = 1;
        panels[0].attention = true;
        options.style.dark = k % 2;
        if (k < 2) options.style.numbers = ATTN_NUMBERS_NEVER;
        check_clear(&options);
    }
}
END_TEST

static void size_with(attn_sheet_style style, size_t *width, size_t *height)
{
    attn_tensor value = matrix(5, 5);
    attn_panel panel = panel_of(&value, NULL, NULL);
    attn_sheet_options options = options_of(&panel, 1);
    options.style = style;
    attn_sheet *sheet = make(&options);
    attn_sheet_size(sheet, width, height);
    if (style.cell) ck_assert_uint_eq(sheet->fields[0].cell_width, style.cell);
    if (style.cell) ck_assert_uint_eq(sheet->fields[0].cell_height, style.cell);
    attn_sheet_free(sheet);
}

START_TEST(zoom_makes_all_of_it_larger)
{
    size_t width, height, wide, high;
    size_with((attn_sheet_style){0}, &width, &height);
    for (size_t zoom = 2; zoom <= 8; zoom *= 2) {
        size_with((attn_sheet_style){.zoom = (double)zoom}, &wide, &high);
        ck_assert(labs((long)(zoom * width) - (long)wide) < 20 * (long)zoom);
        ck_assert(labs((long)(zoom * height) - (long)high) < 20 * (long)zoom);
    }
    size_with((attn_sheet_style){.cell = 40}, &wide, &high);
    size_with((attn_sheet_style){.cell = 60}, &width, &height);
    ck_assert_uint_eq(height - high, 100);
}
END_TEST

static attn_code refused(attn_sheet_style style, size_t side)
{
    attn_tensor value = matrix(side, side);
    attn_panel panel = panel_of(&value, NULL, NULL);
    attn_sheet_options options = options_of(&panel, 1);
    options.style = style;
    status = (attn_status){0};
    attn_sheet *sheet = attn_sheet_new(&options, &status);
    attn_sheet_free(sheet);
    ck_assert(!sheet == !attn_ok(&status));
    return status.code;
}

START_TEST(looks_have_limits)
{
    attn_tensor value = matrix(1, 2000);
    attn_panel panel = panel_of(&value, NULL, NULL);
    attn_sheet_options options = options_of(&panel, 1);
    options.style.numbers = ATTN_NUMBERS_ALWAYS;
    ck_assert_ptr_null(attn_sheet_new(&options, &status));
    ck_assert_ptr_nonnull(strstr(status.message, "without numbers"));

    ck_assert_int_eq(refused((attn_sheet_style){.colors = 99}, 2), ATTN_USAGE);
    ck_assert_int_eq(refused((attn_sheet_style){.cell = 257}, 2), ATTN_LIMIT);
    ck_assert_int_eq(refused((attn_sheet_style){.zoom = 0.49}, 2), ATTN_LIMIT);
    ck_assert_int_eq(refused((attn_sheet_style){.zoom = 8.01}, 2), ATTN_LIMIT);
    ck_assert_int_eq(refused((attn_sheet_style){.zoom = (double)NAN}, 2), ATTN_LIMIT);
    ck_assert_int_eq(refused((attn_sheet_style){.width = 16385}, 2), ATTN_LIMIT);
    ck_assert_int_eq(refused((attn_sheet_style){.height = 3000, .zoom = 8.0}, 2), ATTN_LIMIT);
    ck_assert_int_eq(refused((attn_sheet_style){.cell = 256}, 65), ATTN_LIMIT);
    ck_assert_int_eq(refused((attn_sheet_style){.cell = 15, .numbers = ATTN_NUMBERS_ALWAYS}, 3),
                     ATTN_LIMIT);
    ck_assert_int_eq(refused((attn_sheet_style){.numbers = ATTN_NUMBERS_ALWAYS}, 129), ATTN_LIMIT);
    ck_assert_int_eq(refused((attn_sheet_style){.numbers = ATTN_NUMBERS_ALWAYS}, 30), ATTN_OK);
}
END_TEST

/* The colour of a map's first cell, in the middle of it. */
static attn_color first_cell(const attn_sheet_options *options)
{
    attn_sheet *sheet = make(options);
    ck_assert_msg(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status), "%s", status.message);
    picture p = read_picture();
    const attn_field *field = &sheet->fields[0];
    const png_byte *pixel = pixel_at(&p, field->x, field->y);
    attn_color color = {pixel[0], pixel[1], pixel[2]};
    free(p.pixels);
    attn_sheet_free(sheet);
    return color;
}

START_TEST(maps_too_large_together_stand_apart)
{
    attn_tensor values[2] = {matrix(2, 3000), matrix(2, 3000)};
    float weak[6000];
    for (size_t i = 0; i < 6000; i++) weak[i] = 0.3f;
    values[0].data = weak;
    attn_panel panels[2] = {panel_of(&values[0], NULL, NULL), panel_of(&values[1], NULL, NULL)};
    attn_sheet_options options = options_of(panels, 2), part;
    attn_panel panel;
    attn_sheet *sheet = make(&options);
    ck_assert(attn_sheet_apart(sheet));
    ck_assert(!attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    status = (attn_status){0};
    attn_sheet_part(sheet, 0, &part, &panel);
    attn_color apart = first_cell(&part);
    attn_sheet_free(sheet);
    values[0].cols = values[1].cols = 100; /* together on one sheet: the colour is the same */
    attn_color together = first_cell(&options);
    ck_assert_mem_eq(&apart, &together, sizeof apart);
    options.panel_count = 1;
    attn_color alone = first_cell(&options);
    ck_assert(memcmp(&alone, &together, sizeof alone) != 0);
}
END_TEST

/* Small maps with numbers are RGB, all others have a table of colours. */
START_TEST(colours_fit_a_table_where_no_text_stands_in_them)
{
    use_words(cat, COUNT(cat));
    for (int k = 0; k < 3; k++) {
        if (k == 2) use_words(emoji, COUNT(emoji));
        attn_tensor value = matrix(words.count, words.count);
        attn_panel panels[2] = {panel_of(&value, &words, &words), panel_of(&value, &words, NULL)};
        panels[1].scale = ATTN_SCALE_SIGNED;
        attn_sheet_options options = options_of(panels, 2);
        if (k > 0) options.style.numbers = ATTN_NUMBERS_NEVER;
        attn_sheet *sheet = make(&options);
        ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
        picture p = read_picture();
        ck_assert_int_eq(p.table, k == 1);
        free(p.pixels);
        attn_sheet_free(sheet);
    }
}
END_TEST

/* ---- on a projector ---- */

/* Every text of a picture that is 1600 pixels wide has 14 of them or more, those in cells too, and
 * all texts of a sheet have one of a few sizes. */
static void check_projected(const attn_sheet_options *options, const char *name)
{
    attn_sheet *sheet = make(options);
    const attn_theme *theme = sheet->theme;
    const double scale = fmin(1600.0 / (double)sheet->width, 1.0);
    double seen[8] = {0};
    size_t sizes = 0;
    for (size_t i = 0; i < count_boxes(sheet); i++) {
        const sheet_box here = box_at(sheet, i), *box = &here;
        if (box->kind != BOX_TEXT) continue;
        double em = box->em * scale, contrast = attn_color_contrast(box->color, theme->ground);
        size_t k = 0;
        while (k < sizes && fabs(seen[k] - box->em) > 1e-9) k++;
        ck_assert_msg(k < COUNT(seen), "%s has too many sizes of type", name);
        seen[k] = box->em;
        sizes = k < sizes ? sizes : k + 1;
        ck_assert_msg(em >= 14.0, "%s: '%s' has %g pixels", name, box->text, em);
        if (box->in_cell) continue;
        ck_assert_msg(contrast >= 4.5, "%s: '%s' has contrast %g", name, box->text, contrast);
    }
    attn_sheet_free(sheet);
}

static size_t check_lesson(const char *name, const char *sentence)
{
    attn_map_list list;
    attn_options asked = {.sentence = sentence};
    attn_arena *arena = attn_arena_new(&status);
    attn_lesson *lesson = attn_lesson_read(name, true, &status);
    attn_run *run = lesson ? attn_lesson_run(lesson, &asked, &status) : NULL;
    ck_assert_msg(run != NULL, "%s: %s", name, status.message);
    ck_assert(attn_show_maps(run, NULL, 0, arena, &list));
    size_t count = list.count;
    for (int dark = 0; count > 0 && dark <= 1; dark++) {
        attn_sheet_options options;
        ck_assert(attn_show_sheet(run, list.maps, count, sentence, arena, &options));
        options.style.dark = dark;
        for (size_t i = 0; i < COUNT(views); i++) {
            options.style.figure = views[i];
            check_projected(&options, name);
        }
    }
    attn_run_free(run);
    attn_lesson_free(lesson);
    attn_arena_free(arena);
    return count;
}

START_TEST(words_can_be_read_on_a_projector)
{
    size_t drawn = 0;
    for (size_t i = 0; attn_builtin_lesson_at(i); i++)
        drawn += check_lesson(attn_builtin_lesson_at(i)->name, NULL);
    ck_assert_uint_gt(drawn, 10);
    check_lesson("reader", "The quick brown fox jumps over the lazy dog and runs home");
}
END_TEST

/* ---- faults and sameness ---- */

START_TEST(same_input_same_pixels)
{
    use_words(emoji, COUNT(emoji));
    attn_tensor value = matrix(COUNT(emoji), COUNT(emoji));
    attn_panel panel = panel_of(&value, &words, &words);
    attn_sheet_options options = options_of(&panel, 1);
    picture pictures[2];
    for (size_t i = 0; i < 2; i++) {
        attn_sheet *sheet = make(&options);
        ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
        ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
        pictures[i] = read_picture();
        attn_sheet_free(sheet);
    }
    ck_assert_mem_eq(pictures[0].pixels, pictures[1].pixels, PNG_IMAGE_SIZE(pictures[0].image));
    free(pictures[0].pixels);
    free(pictures[1].pixels);
}
END_TEST

static const attn_sheet_options *to_draw;
static attn_format format_drawn;

static bool draw_some(attn_status *fault)
{
    attn_sheet *sheet = attn_sheet_new(to_draw, fault);
    bool done = sheet && attn_sheet_write(sheet, format_drawn, path, fault);
    attn_sheet_free(sheet);
    return done;
}

/* Each allocation fails in its turn, and all after it: a message, no file, nothing lost. */
static void check_memory(const attn_sheet_options *options, attn_format format)
{
    to_draw = options;
    format_drawn = format;
    ck_assert_uint_gt(scarce_each(draw_some), 20);
}

START_TEST(memory_may_end_anywhere)
{
    use_words(cat, 5);
    attn_tensor value = matrix(5, 5);
    attn_panel panel = panel_of(&value, &words, &words);
    attn_sheet_options options = options_of(&panel, 1);
    check_memory(&options, ATTN_FORMAT_PNG);
    check_memory(&options, ATTN_FORMAT_SVG);
    check_memory(&options, ATTN_FORMAT_PDF);
    panel.from = 2;
    for (size_t i = 1; i < COUNT(views); i++) {
        options.style.figure = views[i];
        check_memory(&options, ATTN_FORMAT_PNG);
    }
}
END_TEST

/* ---- charts ---- */

static attn_tensor columns;
static attn_labels names;

static attn_plot lines_over(size_t points, size_t lines, bool has_x, const char *log)
{
    static const char *const letters[] = {"d",
                                          "g_S",
                                          "我爱水课",
                                          "قطة",
                                          "stuck_T",
                                          "e",
                                          "f",
                                          "👩‍👩‍👧",
                                          "a rather long name of a line, even longer"};
    names = (attn_labels){.name = "", .count = lines + has_x, .words = letters};
    columns = matrix(points, lines + has_x);
    columns.col_labels = &names;
    attn_plot plot = {.columns = &columns, .across = "d", .has_x = has_x};
    plot.log_x = strchr(log, 'x') != NULL;
    plot.log_y = strchr(log, 'y') != NULL;
    return plot;
}

static attn_panel chart_of(const attn_plot *plot)
{
    return (attn_panel){.title = "g_S over d", .value = plot->columns, .plot = plot};
}

static const struct {
    size_t points, lines;
    bool has_x;
    const char *log;
    attn_sheet_style style;
} charts[] = {
    {6, 2, true, "", {0}},
    {14, 8, true, "", {.dark = true}},
    {14, 8, true, "xy", {0}},
    {1, 1, true, "", {0}},
    {400, 3, false, "y", {.zoom = 2.0}},
    {30, 3, false, "", {.zoom = 0.5}},
    {5, 3, false, "", {.dark = true, .cell = 12, .numbers = ATTN_NUMBERS_ALWAYS, .zoom = 3.3}},
};

START_TEST(charts_are_legible)
{
    attn_plot plot =
        lines_over(charts[_i].points, charts[_i].lines, charts[_i].has_x, charts[_i].log);
    use_words(arabic, COUNT(arabic));
    if (!charts[_i].has_x && charts[_i].points <= words.count) columns.row_labels = &words;
    attn_panel panel = chart_of(&plot);
    attn_sheet_options options = options_of(&panel, 1);
    options.style = charts[_i].style;
    check_sheet(&options);
}
END_TEST

START_TEST(charts_stand_beside_maps)
{
    use_words(cat, 5);
    attn_tensor value = matrix(5, 5), other = matrix(9, 3);
    attn_plot plot = lines_over(7, 2, true, "");
    attn_panel panels[] = {panel_of(&value, &words, &words), chart_of(&plot), chart_of(&plot),
                           panel_of(&other, NULL, NULL)};
    attn_sheet_options options = options_of(panels, 4);
    check_sheet(&options);
    options.panel_count = 3;
    check_sheet(&options);
    attn_sheet *sheet = make(&options);
    ck_assert_uint_eq(sheet->chart_count, 2);
    ck_assert_uint_eq(sheet->field_count, 1);
    ck_assert_uint_eq(count_bars(sheet), 1);
    attn_sheet_free(sheet);
}
END_TEST

/* From (0, 0.5) to (1, 0.5): half way up, and nowhere else. */
START_TEST(a_line_is_where_its_numbers_are)
{
    static const float points[] = {0, 0.5f, 1, 0.5f, 2, 1, 3, 0};
    attn_plot plot = lines_over(4, 1, true, "");
    memcpy(numbers, points, sizeof points);
    attn_panel panel = chart_of(&plot);
    attn_sheet_options options = options_of(&panel, 1);
    attn_sheet *sheet = make(&options);
    ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
    picture p = read_picture();
    const attn_chart *c = sheet->charts[0];
    attn_color color = attn_color_of_line(0, false);
    for (size_t part = 1; part < 10; part++) {
        size_t x = (size_t)(c->left + 10 + (c->width - 20) / 3 * (double)part / 10), seen = 0;
        for (size_t y = (size_t)c->top; y < (size_t)(c->top + c->height); y++) {
            if (!is_color(pixel_at(&p, x, y), color)) continue;
            seen++;
            ck_assert_double_lt(fabs((double)y + 0.5 - (c->top + c->height / 2)), 6.0);
        }
        ck_assert_uint_ge(seen, 1);
    }
    free(p.pixels);
    attn_sheet_free(sheet);
}
END_TEST

/* Of very many points not all are drawn, but always the highest and the lowest. */
START_TEST(a_spike_is_drawn)
{
    const size_t count = 60000;
    attn_plot plot = lines_over(count, 1, false, "");
    for (size_t i = 0; i < count; i++) numbers[i] = 0.5f;
    numbers[count / 3] = 1.0f;
    numbers[2 * count / 3] = 0.0f;
    attn_panel panel = chart_of(&plot);
    attn_sheet_options options = options_of(&panel, 1);
    check_sheet(&options);
    attn_sheet *sheet = make(&options);
    ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
    picture p = read_picture();
    const attn_chart *c = sheet->charts[0];
    for (size_t k = 1; k <= 2; k++) {
        size_t x = (size_t)(c->left + 10 + (c->width - 20) * (double)k / 3);
        size_t y = (size_t)(c->top + c->height * (k == 1 ? 0.25 : 0.75));
        bool seen = false;
        for (size_t i = x - 2; i <= x + 2; i++)
            seen = seen || is_color(pixel_at(&p, i, y), attn_color_of_line(0, false));
        ck_assert_msg(seen, "spike %zu", k);
    }
    free(p.pixels);
    attn_sheet_free(sheet);
}
END_TEST

static const attn_mark *mark_of(const attn_sheet *sheet, const char *text)
{
    for (size_t i = 0; i < sheet->mark_count; i++)
        if (strcmp(sheet->marks[i].letters.text, text) == 0) return &sheet->marks[i];
    ck_abort_msg("'%s' is not there", text);
    return NULL;
}

/* A large chart with strips: they stand below it, not lost in a column of its height. */
START_TEST(no_holes_beside_a_chart)
{
    attn_plot plot = lines_over(12, 1, false, "");
    float weights[12] = {0.5f};
    attn_tensor strip = {.rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = 12, .data = weights};
    attn_panel map = {.title = "A", .value = &strip, .col_role = "words"};
    attn_panel panels[] = {chart_of(&plot), map, map};
    attn_sheet_options options = {.title = "A", .panel_count = 3, .panels = panels};
    attn_sheet *sheet = make(&options);
    const attn_chart *c = sheet->charts[0];
    for (size_t i = 0; i < 2; i++)
        ck_assert_double_gt((double)sheet->fields[i].y, c->top + c->height);
    attn_sheet_free(sheet);
}
END_TEST

/* Rows and columns may have lengths of their own where maps are of several sizes. */
START_TEST(columns_are_as_wide_as_what_stands_in_them)
{
    attn_plot plot = lines_over(12, 1, false, "");
    float weights[9] = {0.5f};
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = 3, .cols = 3, .data = weights};
    attn_panel map = {.title = "A", .value = &value};
    attn_panel panels[] = {map, map, chart_of(&plot)};
    attn_sheet_options options = {.title = "A", .panel_count = 3, .panels = panels};
    check_sheet(&options);
    attn_sheet *sheet = make(&options);
    const attn_field *a = &sheet->fields[0], *b = &sheet->fields[1];
    const double apart = fmax((double)b->x - (double)a->x, (double)b->y - (double)a->y);
    ck_assert_double_lt(apart, 2.2 * 3.0 * (double)a->cell_width);
    attn_sheet_free(sheet);
}
END_TEST

/* What was measured of a map stands below it, whatever it is drawn as. */
START_TEST(notes_stand_below_their_maps)
{
    float weights[4] = {0.5f};
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = 2, .cols = 2, .data = weights};
    attn_labels keys = {.count = 2, .words = (const char *const[]){"first word", "last word"}};
    attn_panel map = {.title = "A", .value = &value}, panels[] = {map, map};
    attn_sheet_options options = {.title = "A", .panel_count = 2, .panels = panels};
    panels[1].col_labels = &keys;
    panels[1].note =
        "verb → its subject in 1019 made sentences with words between the two, the word "
        "4 places before in 299";
    options.foot = "measured on other words";
    options.note = "head 2: verb";
    check_sheet(&options);
    attn_sheet *sheet = make(&options);
    const attn_mark *note = mark_of(sheet, panels[1].note);
    const attn_field *field = &sheet->fields[1];
    ck_assert_double_eq(note->x, (double)field->x);
    ck_assert_double_ge(note->y, (double)(field->y + 2 * field->cell_height));
    ck_assert(says(sheet, options.foot) && !says(sheet, options.note));
    attn_sheet_free(sheet);
    for (size_t i = 0; i < COUNT(views); i++) {
        options.style.figure = views[i];
        sheet = make(&options);
        const attn_mark *last = mark_of(sheet, "measured on other words");
        ck_assert_double_ge(mark_of(sheet, panels[1].note)->y, mark_of(sheet, "last word")->y);
        ck_assert_double_lt(mark_of(sheet, panels[1].note)->y, last->y);
        ck_assert(says(sheet, options.foot) && !says(sheet, options.note));
        attn_sheet_free(sheet);
    }
    options.style = (attn_sheet_style){.caption = ""};
    sheet = make(&options);
    ck_assert(!says(sheet, options.foot) && !says(sheet, panels[1].note));
    attn_sheet_free(sheet);
}
END_TEST

/* A title leaves its symbol no line of its own, whatever its length. */
START_TEST(symbols_stand_behind_words)
{
    float weights[4] = {0.5f};
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = 2, .cols = 2, .data = weights};
    char title[80] = "";
    for (size_t length = 0; length + 4 < sizeof title; length += 3) {
        memcpy(title + length, "ab ", 4);
        attn_panel panel = {.title = title, .symbol = "X_long", .value = &value};
        attn_sheet_options options = {.title = "A", .panel_count = 1, .panels = &panel};
        check_sheet(&options);
        attn_sheet *sheet = make(&options);
        const attn_mark *symbol = mark_of(sheet, "X_long"), *said = symbol - 1;
        const double baseline = symbol->y + symbol->letters.ascent;
        ck_assert(strncmp(said->letters.text, "ab ", 3) == 0);
        ck_assert_double_lt(fabs(said->y + said->letters.ascent - baseline), 1.0);
        ck_assert_double_ge(symbol->x, said->x + said->letters.width);
        attn_sheet_free(sheet);
    }
}
END_TEST

START_TEST(memory_may_end_in_a_chart)
{
    attn_plot plot = lines_over(7, 2, true, "y");
    attn_panel panel = chart_of(&plot);
    attn_sheet_options options = options_of(&panel, 1);
    check_memory(&options, ATTN_FORMAT_PNG);
    check_memory(&options, ATTN_FORMAT_SVG);
}
END_TEST

/* ---- over a picture ---- */

static uint8_t photo[40 * 30 * 3];
static const attn_picture photograph = {40, 30, photo, 0};

/* Red at the top and white below, so that it has light and dark regions. */
static attn_panel over_photo(const attn_tensor *value)
{
    memset(photo, 255, sizeof photo);
    for (size_t i = 0; i < sizeof photo / 2; i++) photo[i] = i % 3 ? 20 : 200;
    return (attn_panel){.title = "dog", .value = value, .over = &photograph};
}

START_TEST(maps_over_a_picture_are_legible)
{
    attn_tensor value = matrix(6, 8), other = matrix(3, 3);
    attn_panel panels[] = {over_photo(&value), over_photo(&value), panel_of(&other, NULL, NULL)};
    attn_sheet_options options = options_of(panels, 3);
    for (int dark = 0; dark <= 1; dark++) {
        for (int k = 0; k < 4; k++) {
            options.panel_count = k % 2 ? 3 : 2;
            options.style = (attn_sheet_style){
                .dark = dark, .numbers = k < 2 ? ATTN_NUMBERS_AUTO : ATTN_NUMBERS_ALWAYS};
            if (k == 3) options.style.cell = 40;
            if (k == 1) numbers[3] = -INFINITY;
            check_sheet(&options);
        }
    }
}
END_TEST

/* Where the weight is the largest, the picture is as it is; where it is 0, nearly all is fog,
 * whatever lies under it; between them the picture is the clearer the larger the weight. */
START_TEST(a_weight_clears_the_picture)
{
    static const float weights[] = {0, 0.25f, 1, 0, 0.25f, 1};
    for (int dark = 0; dark <= 1; dark++) {
        attn_tensor value = matrix(2, 3);
        memcpy(numbers, weights, sizeof weights);
        attn_panel panel = over_photo(&value);
        attn_sheet_options options = options_of(&panel, 1);
        options.style.dark = dark;
        attn_sheet *sheet = make(&options);
        ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
        picture p = read_picture();
        const attn_field *field = &sheet->fields[0];
        int away[6];
        for (size_t i = 0; i < 6; i++) {
            size_t x = field->x + i % 3 * field->cell_width + field->cell_width / 2;
            size_t y = field->y + i / 3 * field->cell_height + field->cell_height / 3;
            away[i] = furthest(pixel_at(&p, x, y), i < 3 ? 0xc81414 : 0xffffff);
        }
        for (size_t row = 0; row < 2; row++) {
            ck_assert_int_eq(away[3 * row + 2], 0);
            ck_assert_int_gt(away[3 * row + 1], 20);
            ck_assert_int_gt(away[3 * row], away[3 * row + 1] + 20);
        }
        ck_assert_uint_eq(count_bars(sheet), 1);
        free(p.pixels);
        attn_sheet_free(sheet);
    }
}
END_TEST

/* A picture of any shape keeps it, and has the cells it was asked for. */
START_TEST(regions_keep_the_shape_of_the_picture)
{
    static const attn_picture shapes[] = {{4, 3, photo, 0}, {1, 30, photo, 0}, {40, 1, photo, 0}};
    attn_tensor value = matrix(6, 8);
    attn_panel panel = over_photo(&value);
    attn_sheet_options options = options_of(&panel, 1);
    for (size_t i = 0; i < COUNT(shapes); i++) {
        panel.over = &shapes[i];
        attn_sheet *sheet = make(&options);
        const attn_field *field = &sheet->fields[0];
        double wide = (double)(8 * field->cell_width), high = (double)(6 * field->cell_height);
        double wanted = (double)shapes[i].width / (double)shapes[i].height;
        ck_assert_double_lt(fabs(log(wide / high / wanted)), 0.25);
        attn_sheet_free(sheet);
    }
}
END_TEST

START_TEST(memory_may_end_over_a_picture)
{
    attn_tensor value = matrix(2, 3);
    attn_panel panel = over_photo(&value);
    attn_sheet_options options = options_of(&panel, 1);
    check_memory(&options, ATTN_FORMAT_PNG);
    check_memory(&options, ATTN_FORMAT_SVG);
}
END_TEST

/* ---- what weights say by themselves ---- */

#define MOST_READ_ROWS 64u
static attn_row readings[MOST_READ_ROWS];

/* Rows of a map, the largest on the diagonal; every third row is short of 1 where not all share. */
static attn_panel read_panel(const attn_tensor *value, const attn_labels *labels, bool masked,
                             bool all_share)
{
    attn_panel panel = panel_of(value, value->rank == ATTN_MATRIX ? labels : NULL, labels);
    ck_assert(value->rows <= MOST_READ_ROWS);
    for (size_t i = 0; i < value->rows; i++) {
        for (size_t j = 0; j < value->cols; j++)
            numbers[i * value->cols + j] = masked && j > i ? -INFINITY : 0.01f * (float)(j % 7);
        numbers[i * value->cols + i % value->cols] = 0.75f;
        size_t open = masked ? i + 1 : value->cols;
        readings[i] = (attn_row){.sum = 1,
                                 .shared = all_share || i % 3 > 0,
                                 .entropy = 0.5,
                                 .at_most = log((double)open),
                                 .largest = 0.75f,
                                 .open = open};
    }
    panel.read = readings;
    panel.read_count = value->rows;
    panel.attention = true;
    return panel;
}

static const struct {
    size_t rows, cols, panels, cell;
    attn_cell_numbers numbers;
    bool masked, short_of_one, dark;
    double zoom;
    const char *says, *never;
    size_t closed; /* so many rows, the last, are masked as a whole */
} read_maps[] = {
    {3, 3, 1, 0, ATTN_NUMBERS_AUTO, false, false, false, 0, "entropy of 1.10", "at most", 0},
    {5, 5, 2, 0, ATTN_NUMBERS_AUTO, true, false, true, 0, "0.50 of 1.61", "at most", 0},
    {4, 2, 1, 0, ATTN_NUMBERS_AUTO, false, false, false, 1.5, "entropy of 0.69", "at most", 0},
    {4, 2, 1, 36, ATTN_NUMBERS_AUTO, false, false, false, 0, "entropy of 0.69", "at most", 0},
    {5, 5, 1, 0, ATTN_NUMBERS_AUTO, false, true, false, 0, "sum 1.00", "not all", 0},
    {5, 5, 1, 0, ATTN_NUMBERS_NEVER, false, true, false, 0, "not all rows sum to 1", "entropy", 0},
    {3, 14, 1, 0, ATTN_NUMBERS_NEVER, false, false, true, 0, "0.50 of at most 2.64", "0.50 of 2",
     0},
    {20, 20, 2, 0, ATTN_NUMBERS_AUTO, true, false, false, 0, "at most log n, 0.00 to 3.00", "sum",
     0},
    {14, 14, 4, 0, ATTN_NUMBERS_AUTO, false, false, false, 0.7, "A map shows where", "sum", 0},
    {2, 2, 16, 0, ATTN_NUMBERS_AUTO, false, false, false, 0, "entropy", "at most", 0},
    {9, 9, 1, 11, ATTN_NUMBERS_NEVER, false, false, false, 0, "A map shows where", "dot", 0},
    {9, 9, 1, 12, ATTN_NUMBERS_NEVER, false, false, false, 0, "A dot marks", "0.50 of 2", 0},
    {3, 3, 2, 40, ATTN_NUMBERS_AUTO, false, false, true, 3, "entropy of 1.10", "at most", 0},
    {4, 4, 1, 0, ATTN_NUMBERS_AUTO, false, false, false, 0, "entropy of 1.39", "sum", 2},
    {4, 4, 1, 0, ATTN_NUMBERS_AUTO, false, false, false, 0, "A map shows where", "sum", 4},
    {20, 20, 1, 0, ATTN_NUMBERS_NEVER, false, false, false, 0, "0.50 of at most 3.00", "not all",
     3},
    {20, 20, 1, 0, ATTN_NUMBERS_NEVER, false, false, false, 0, "A map shows where", "sum to 1", 20},
};

static void close_rows(const attn_tensor *value, size_t count)
{
    for (size_t i = value->rows - count; i < value->rows; i++) {
        readings[i] = (attn_row){.largest = INFINITY};
        for (size_t j = 0; j < value->cols; j++) value->data[i * value->cols + j] = -INFINITY;
    }
}

/* Legible as all else, said once for each map, or once for the sheet. */
START_TEST(what_weights_say_is_legible)
{
    attn_panel panels[17];
    attn_tensor value = matrix(read_maps[_i].rows, read_maps[_i].cols);
    use_many_words(value.cols > value.rows ? value.cols : value.rows);
    panels[0] = read_panel(&value, &words, read_maps[_i].masked, !read_maps[_i].short_of_one);
    close_rows(&value, read_maps[_i].closed);
    for (size_t i = 1; i < read_maps[_i].panels; i++) panels[i] = panels[0];
    attn_sheet_options options = options_of(panels, read_maps[_i].panels);
    options.style = (attn_sheet_style){.dark = read_maps[_i].dark,
                                       .entropy = true,
                                       .cell = read_maps[_i].cell,
                                       .numbers = read_maps[_i].numbers,
                                       .zoom = read_maps[_i].zoom};
    check_sheet(&options);
    panels[0].row_role = panels[0].col_role = NULL;
    panels[0].title = "what stands above the entropies, as long as it may be";
    check_sheet(&options);
    attn_sheet *sheet = make(&options);
    size_t feet = 0;
    ck_assert_msg(text_with(sheet, read_maps[_i].says) != NULL, "'%s'", read_maps[_i].says);
    ck_assert_ptr_null(text_with(sheet, read_maps[_i].never));
    for (size_t i = 0; i < sheet->mark_count; i++)
        feet += strstr(sheet->marks[i].letters.text,
                       "A map shows where the layer looks, not why it answers.") != NULL;
    ck_assert_uint_eq(feet, 1);
    attn_sheet_free(sheet);
}
END_TEST

START_TEST(other_maps_say_nothing)
{
    attn_tensor value = matrix(3, 3);
    attn_panel panel = panel_of(&value, NULL, NULL);
    attn_sheet_options options = options_of(&panel, 1);
    attn_sheet *sheet = make(&options);
    ck_assert_ptr_null(text_with(sheet, "entropy"));
    ck_assert_ptr_null(text_with(sheet, "A map is"));
    ck_assert_uint_eq(sheet->fields[0].dot, 0);
    attn_sheet_free(sheet);
}
END_TEST

/* In a map of one row its line may be longer than its cells, and then stands below the bar. */
START_TEST(a_single_row_is_read_below)
{
    use_words(cat, 3);
    for (size_t cols = 2; cols <= 3; cols++) {
        attn_tensor value = matrix(1, cols);
        value.rank = ATTN_VECTOR;
        words.count = cols;
        attn_panel panel = read_panel(&value, &words, false, true);
        attn_sheet_options options = options_of(&panel, 1);
        options.style.entropy = true;
        check_sheet(&options);
        attn_sheet *sheet = make(&options);
        ck_assert_ptr_nonnull(text_with(sheet, cols == 2 ? "entropy 0.50 of at most 0.69"
                                                         : "entropy 0.50 of at most 1.10"));
        attn_sheet_free(sheet);
    }
}
END_TEST

static void check_dot(const attn_sheet *sheet, const picture *p, size_t i)
{
    const attn_field *field = &sheet->fields[0];
    const attn_theme *theme = sheet->theme;
    size_t cols = field->panel->value->cols, half = field->dot / 2;
    size_t left = field->x + i % cols * field->cell_width;
    size_t top = field->y + i / cols * field->cell_height;
    const png_byte *dot = pixel_at(p, left + field->dot_left + half, top + field->dot_top + half);
    const png_byte *cell = pixel_at(p, left + 1, top + 1);
    attn_color ground = {cell[0], cell[1], cell[2]}, seen = {dot[0], dot[1], dot[2]};
    bool dotted = i / cols == i % cols;
    if (!dotted) ck_assert_mem_eq(&seen, &ground, sizeof seen);
    if (!dotted) return;
    ck_assert(is_color(dot, theme->ink) || is_color(dot, theme->ground));
    ck_assert_double_ge(attn_color_contrast(seen, ground), 3.0);
}

/* In every theme and colour, where no number stands, and only there. */
START_TEST(dots_stand_in_the_largest_weights)
{
    static const float sizes[] = {0.1f, 0.3f, 0.5f, 0.6f, 0.8f, 0.9f, 1.0f};
    attn_tensor value = matrix(COUNT(sizes), COUNT(sizes));
    attn_panel panel = read_panel(&value, NULL, false, true);
    attn_sheet_options options = options_of(&panel, 1);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        for (size_t j = 0; j < COUNT(sizes); j++) numbers[i * COUNT(sizes) + j] = 0.05f;
        readings[i].largest = numbers[i * COUNT(sizes) + i] = sizes[i];
    }
    for (size_t look = 0; look < 2 || attn_colors_name(look / 2); look++) {
        options.style =
            (attn_sheet_style){.dark = look % 2, .colors = look / 2, .numbers = ATTN_NUMBERS_NEVER};
        attn_sheet *sheet = make(&options);
        ck_assert_uint_ge(sheet->fields[0].dot, 3);
        ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
        picture p = read_picture();
        for (size_t i = 0; i < attn_tensor_size(&value); i++) check_dot(sheet, &p, i);
        free(p.pixels);
        attn_sheet_free(sheet);
    }
}
END_TEST

/* A number says what a dot would. */
START_TEST(dots_meet_no_number)
{
    for (size_t side = 2; side <= 40; side++) {
        attn_tensor value = matrix(side, side);
        attn_panel panel = read_panel(&value, NULL, false, true);
        attn_sheet_options options = options_of(&panel, 1);
        attn_sheet *sheet = make(&options);
        size_t in_cells = 0;
        for (size_t i = 0; i < sheet->mark_count; i++) in_cells += sheet->marks[i].in_cell;
        ck_assert_int_eq(in_cells > 0, side <= 16);
        ck_assert_int_eq(sheet->fields[0].dot > 0, in_cells == 0);
        attn_sheet_free(sheet);
    }
}
END_TEST

/* Over a picture the whole map is one row. */
START_TEST(a_map_over_a_picture_has_one_dot)
{
    attn_tensor value = matrix(2, 3);
    attn_panel panel = over_photo(&value);
    for (size_t i = 0; i < 6; i++) numbers[i] = i == 1 ? 0.5f : 0.1f;
    readings[0] = (attn_row){.sum = 1, .shared = true, .entropy = 1.5, .at_most = 1.79, .open = 6};
    readings[0].largest = 0.5f;
    panel.read = readings;
    panel.read_count = 1;
    panel.attention = true;
    attn_sheet_options options = options_of(&panel, 1);
    options.style.entropy = true;
    check_sheet(&options);
    attn_sheet *sheet = make(&options);
    ck_assert_ptr_nonnull(text_with(sheet, "entropy 1.50 of at most 1.79"));
    ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
    picture p = read_picture();
    const attn_field *field = &sheet->fields[0];
    for (size_t i = 0; i < 6; i++) {
        size_t x = field->x + i % 3 * field->cell_width + field->dot_left + field->dot / 2;
        size_t y = field->y + i / 3 * field->cell_height + field->dot_top + field->dot / 2;
        const png_byte *seen = pixel_at(&p, x, y);
        bool dot = is_color(seen, sheet->theme->ink) || is_color(seen, sheet->theme->ground);
        if (i < 3) ck_assert_int_eq(dot, i == 1); /* the photo below is white */
    }
    free(p.pixels);
    attn_sheet_free(sheet);
}
END_TEST

START_TEST(memory_may_end_while_weights_are_read)
{
    attn_tensor value = matrix(3, 3);
    attn_panel panel = read_panel(&value, NULL, true, true);
    attn_sheet_options options = options_of(&panel, 1);
    check_memory(&options, ATTN_FORMAT_PNG);
    options.style.numbers = ATTN_NUMBERS_NEVER;
    check_memory(&options, ATTN_FORMAT_SVG);
}
END_TEST

/* ---- other formats ---- */

/* Until the next one is read. */
static const char *read_text(size_t *length)
{
    static char *text;
    free(text);
    text = unit_read(path, length);
    return text;
}

/* Words that anyone may have written stand in the title as text, on one line and well-formed. */
START_TEST(titles_of_vector_files_are_text)
{
    size_t length;
    attn_tensor value = matrix(3, 3);
    attn_panel panel = panel_of(&value, NULL, NULL);
    attn_sheet_options options = options_of(&panel, 1);
    options.title = "a<b>&amp;\x1b[1m \xe2\x80\xae \xff(]]>";
    attn_sheet *sheet = make(&options);
    ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_SVG, path, &status));
    ck_assert_ptr_nonnull(strstr(read_text(&length),
                                 "<title>a&lt;b&gt;&amp;amp;\\x1B[1m \\u{202E} \\xFF(]]&gt;"
                                 "</title>\n<desc>untrained: these weights are drawn at"));
    ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PDF, path, &status));
    static const char start[] = "/Title <FEFF0061003C0062"; /* UTF-16 of "a<b" */
    const char *bytes = read_text(&length), *end = bytes + length - sizeof start;
    while (bytes < end && memcmp(bytes, start, sizeof start - 1) != 0) bytes++;
    ck_assert(bytes < end);
    ck_assert(strncmp(bytes + 44, "003B005C007800310042", 20) == 0); /* ";\\x1B" */
    attn_sheet_free(sheet);
}
END_TEST

static size_t count(const char *text, const char *part)
{
    size_t found = 0;
    for (; (text = strstr(text, part)); text += strlen(part)) found++;
    return found;
}

/* Cells with gaps are shapes; those without, which would show hairlines, are an image. */
START_TEST(cells_without_gaps_are_an_image)
{
    size_t length;
    for (size_t cell = 10; cell <= 20; cell += 10) {
        attn_tensor value = matrix(20, 20);
        attn_panel panel = panel_of(&value, NULL, NULL);
        attn_sheet_options options = options_of(&panel, 1);
        options.style.cell = cell;
        attn_sheet *sheet = make(&options);
        ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_SVG, path, &status));
        ck_assert_uint_eq(count(read_text(&length), "<image"), cell < 16);
        attn_sheet_free(sheet);
    }
}
END_TEST

/* Masked cells in shapes and in an image, with gaps over it. */
static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) count++;
    return count;
}

/* Every text of the sheet is one of the SVG, which has no outlines then. */
START_TEST(letters_of_an_svg_may_be_text)
{
    size_t length;
    use_words(hostile, COUNT(hostile));
    attn_tensor value = matrix(COUNT(hostile), COUNT(hostile));
    attn_panel panel = panel_of(&value, &words, &words);
    attn_sheet_options options = options_of(&panel, 1);
    char longest[4000];
    memset(longest, 'w', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    options.title = longest;
    options.style.live = true;
    attn_sheet *sheet = make(&options);
    ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_SVG, path, &status));
    const char *svg = read_text(&length);
    ck_assert_uint_eq(count_of(svg, "<text "), sheet->mark_count);
    ck_assert_uint_eq(count_of(svg, "<symbol"), 0);
    ck_assert_uint_ge(count_of(svg, "&lt;b&gt;&amp;amp;&lt;/b&gt;</tspan>"), 2);
    ck_assert_uint_ge(count_of(svg, "matrix(0 -1 1 0 "), COUNT(hostile) - 2);
    ck_assert_ptr_nonnull(strstr(svg, "…</tspan>"));
    ck_assert_ptr_nonnull(strstr(svg, "\\x1B[2J</tspan>"));
    ck_assert_ptr_nonnull(strstr(svg, "sans-serif\""));
    ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PDF, path, &status));
    ck_assert(!attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status));
    ck_assert_int_eq(status.code, ATTN_USAGE);
    attn_sheet_free(sheet);
}
END_TEST

START_TEST(vector_files_show_what_is_masked)
{
    size_t length;
    for (size_t side = 4; side <= 80; side += 76) {
        attn_tensor value = matrix(side, side);
        numbers[1] = -INFINITY;
        attn_panel panel = panel_of(&value, NULL, NULL);
        attn_sheet_options options = options_of(&panel, 1);
        options.style.cell = 20;
        options.style.numbers = ATTN_NUMBERS_NEVER;
        attn_sheet *sheet = make(&options);
        attn_color line = sheet->theme->hatch_line;

        ck_assert_uint_eq(line.red, 0xd3); /* 82.74 percent */
        ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_SVG, path, &status));
        const char *text = read_text(&length);
        ck_assert_uint_eq(count(text, "<image"), side == 80);
        ck_assert_uint_eq(count(text, "stroke:rgb(82.74"),
                          side == 80 ? 1 : 2); /* the bar has stripes too */
        ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_PDF, path, &status));
        attn_sheet_free(sheet);
    }
}
END_TEST

/* A dot is a path of its own. */
START_TEST(vector_files_have_dots)
{
    size_t length;
    attn_tensor value = matrix(5, 5);
    attn_panel panel = read_panel(&value, NULL, false, true);
    attn_sheet_options options = options_of(&panel, 1);
    options.style.numbers = ATTN_NUMBERS_NEVER;
    attn_sheet *sheet = make(&options);
    ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_SVG, path, &status));
    size_t paths = count(read_text(&length), "<path");
    for (size_t i = 0; i < 5; i++) readings[i].largest = i < 2 ? 0.75f : 2.0f;
    ck_assert(attn_sheet_write(sheet, ATTN_FORMAT_SVG, path, &status));
    ck_assert_uint_eq(count(read_text(&length), "<path"), paths - 3);
    attn_sheet_free(sheet);
}
END_TEST

START_TEST(too_large_a_map_is_no_vector_file)
{
    const size_t side = 4097;
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = side, .cols = side};
    value.data = calloc(side * side, sizeof *value.data);
    attn_panel panel = panel_of(&value, NULL, NULL);
    attn_sheet_options options = options_of(&panel, 1);
    attn_sheet *sheet = make(&options);
    ck_assert(!attn_sheet_write(sheet, ATTN_FORMAT_SVG, path, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_ptr_nonnull(strstr(status.message, "as PNG"));
    attn_sheet_free(sheet);
    free(value.data);
}
END_TEST

START_TEST(a_path_that_cannot_be_written)
{
    attn_tensor value = matrix(2, 2);
    attn_panel panel = panel_of(&value, NULL, NULL);
    attn_sheet_options options = options_of(&panel, 1);
    attn_sheet *sheet = make(&options);
    ck_assert(!attn_sheet_write(sheet, ATTN_FORMAT_PNG, "/no/such/folder/a.png", &status));
    ck_assert_int_eq(status.code, ATTN_FILE);
    for (attn_format format = ATTN_FORMAT_SVG; format <= ATTN_FORMAT_PDF; format++) {
        status = (attn_status){0};
        ck_assert(!attn_sheet_write(sheet, format, "/dev/full", &status));
        ck_assert_int_eq(status.code, ATTN_FILE);
        ck_assert_ptr_nonnull(strstr(status.message, "No space left"));
        ck_assert_str_eq(status.file, "/dev/full");
    }
    attn_sheet_free(sheet);
}
END_TEST

static void add_charts_and_files(TCase *cases)
{
    tcase_add_loop_test(cases, charts_are_legible, 0, COUNT(charts));
    tcase_add_test(cases, charts_stand_beside_maps);
    tcase_add_test(cases, no_holes_beside_a_chart);
    tcase_add_test(cases, columns_are_as_wide_as_what_stands_in_them);
    tcase_add_test(cases, notes_stand_below_their_maps);
    tcase_add_test(cases, symbols_stand_behind_words);
    tcase_add_test(cases, a_line_is_where_its_numbers_are);
    tcase_add_test(cases, a_spike_is_drawn);
    tcase_add_test(cases, maps_over_a_picture_are_legible);
    tcase_add_test(cases, a_weight_clears_the_picture);
    tcase_add_test(cases, regions_keep_the_shape_of_the_picture);
    tcase_add_loop_test(cases, what_weights_say_is_legible, 0, COUNT(read_maps));
    tcase_add_test(cases, other_maps_say_nothing);
    tcase_add_test(cases, a_single_row_is_read_below);
    tcase_add_test(cases, dots_stand_in_the_largest_weights);
    tcase_add_test(cases, dots_meet_no_number);
    tcase_add_test(cases, a_map_over_a_picture_has_one_dot);
    tcase_add_test(cases, titles_of_vector_files_are_text);
    tcase_add_test(cases, cells_without_gaps_are_an_image);
    tcase_add_test(cases, letters_of_an_svg_may_be_text);
    tcase_add_test(cases, vector_files_show_what_is_masked);
    tcase_add_test(cases, vector_files_have_dots);
    tcase_add_test(cases, too_large_a_map_is_no_vector_file);
    tcase_add_test(cases, a_path_that_cannot_be_written);
}

int main(void)
{
    Suite *suite = suite_create("sheet");
    TCase *cases = tcase_create("sheet");
    tcase_set_timeout(cases, 120);
    tcase_add_checked_fixture(cases, begin, finish);
    tcase_add_test(cases, sentences_of_all_scripts);
    tcase_add_test(cases, very_long_words_end_in_an_ellipsis);
    tcase_add_test(cases, control_characters_are_shown_and_markup_is_text);
    tcase_add_test(cases, forms_and_sizes);
    tcase_add_test(cases, numbers_and_vectors);
    tcase_add_test(cases, sixty_words);
    tcase_add_test(cases, four_hundred_words);
    tcase_add_test(cases, panels_of_different_sizes);
    tcase_add_test(cases, many_maps_are_set_more_closely);
    tcase_add_test(cases, the_canvas_is_filled);
    tcase_add_test(cases, very_many_maps_are_shapes);
    tcase_add_test(cases, frames_of_films_are_cropped);
    tcase_add_test(cases, long_titles_are_wrapped);
    tcase_add_test(cases, notes_are_never_cut);
    tcase_add_test(cases, very_long_axes_label_every_kth_word);
    tcase_add_test(cases, what_cannot_fit_is_refused);
    tcase_add_test(cases, cells_have_the_colour_of_their_number);
    tcase_add_test(cases, both_kinds_of_maps_stand_on_one_sheet);
    tcase_add_test(cases, masked_cells_are_striped);
    tcase_add_test(cases, numbers_have_as_many_decimals_as_fit);
    tcase_add_test(cases, numbers_stand_in_the_middle_of_their_cells);
    tcase_add_test(cases, decimals_follow_from_the_range);
    tcase_add_test(cases, equal_ranges_share_one_bar);
    tcase_add_test(cases, alike_ranges_are_one);
    tcase_add_test(cases, all_looks_are_legible);
    tcase_add_test(cases, the_foot_holds_for_what_is_drawn);
    tcase_add_test(cases, words_of_the_reader);
    tcase_add_test(cases, without_ground_all_else_is_the_same);
    tcase_add_test(cases, ranges_end_where_they_are_asked_to);
    tcase_add_test(cases, digits_stand_out_from_every_cell);
    tcase_add_test(cases, zoom_makes_all_of_it_larger);
    tcase_add_test(cases, looks_have_limits);
    tcase_add_test(cases, maps_too_large_together_stand_apart);
    tcase_add_test(cases, colours_fit_a_table_where_no_text_stands_in_them);
    tcase_add_test(cases, words_can_be_read_on_a_projector);
    tcase_add_test(cases, same_input_same_pixels);
    add_charts_and_files(cases);
    if (unit_whole()) {
        tcase_add_test(cases, memory_may_end_anywhere);
        tcase_add_test(cases, memory_may_end_in_a_chart);
        tcase_add_test(cases, memory_may_end_over_a_picture);
        tcase_add_test(cases, memory_may_end_while_weights_are_read);
    }
    suite_add_tcase(suite, cases);
    return unit_run(suite);
}
