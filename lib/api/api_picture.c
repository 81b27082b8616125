/*
 * api_picture: what a lesson draws, and matrices of the caller, as pictures.
 */
#include "api/api.h"

#include <math.h>
#include <string.h>

#include "document/document.h"
#include "picture/paint/paint.h"

_Static_assert((int)ATTNVIZ_FORMAT_PDF == (int)ATTN_FORMAT_PDF &&
                   (int)ATTNVIZ_FORMAT_TEXT == (int)ATTN_FORMAT_TEXT &&
                   (int)ATTNVIZ_NUMBERS_NEVER == (int)ATTN_NUMBERS_NEVER,
               "formats and numbers have the order of the public header");

/* What the lesson draws, or, where a name is given, what is drawn of its values. */
static bool find_maps(attnviz_lesson *lesson, const char *name, attn_arena *arena,
                      attn_map_list *list)
{
    attn_made *made = NULL;
    size_t asked = 0;
    if ((name != NULL && !attn_api_ask(lesson, name, &made, &asked)) ||
        !attn_show_maps(lesson->run, made, asked, arena, list))
        return false;
    if (list->count == 0) {
        attn_fail(&lesson->status, ATTN_USAGE,
                  "the lesson %s draws nothing: name one of its values",
                  attn_lesson_name(lesson->lesson));
    }
    return attn_ok(&lesson->status) && attn_show_has_cells(lesson->run, list, &lesson->status);
}

/* The place of a colour map among those that there are. */
static size_t find_colors(const char *name, attn_status *status)
{
    attn_text list = {0};
    size_t i = 0;
    for (; name != NULL && attn_colors_name(i) != NULL; i++) {
        if (strcmp(attn_colors_name(i), name) == 0) break;
        attn_text_print(&list, "%s%s", i > 0 ? ", " : "", attn_colors_name(i));
    }
    if (name != NULL && attn_colors_name(i) == NULL) {
        attn_fail(status, ATTN_USAGE, "no colours '%s': choose %s", name, attn_text_string(&list));
    }
    attn_text_free(&list);
    return i;
}

bool attn_api_style(const attnviz_style *style, attn_sheet_style *of, attn_status *status)
{
    attn_api_text(style->title, status);
    attn_api_text(style->caption, status);
    attn_api_choice("choice of numbers", (int)style->numbers, ATTNVIZ_NUMBERS_NEVER, status);
    *of = (attn_sheet_style){.dark = style->dark,
                             .clear = style->transparent,
                             .live = style->live_text,
                             .colors = find_colors(style->colors, status),
                             .cell = style->cell,
                             .numbers = (attn_cell_numbers)style->numbers,
                             .zoom = style->scale,
                             .entropy = style->entropy,
                             .width = style->width,
                             .height = style->height,
                             .title = style->title,
                             .caption = style->caption,
                             .vmax = style->vmax,
                             .fonts = of->fonts};
    return attn_api_view(style, of, status) && attn_ok(status);
}

/* ---- writing ---- */

bool attn_api_draw_sheet(attn_sheet *sheet, attn_format format, const char *path,
                         const attn_ear *ear, attn_arena *arena)
{
    const char *name = attn_api_shown_name(path, arena);
    bool written = name && attn_sheet_write(sheet, format, path, attn_arena_status(arena));
    if (written) attn_ear_wrote(ear, name);
    return written;
}

bool attn_api_draw_part(const attn_sheet *sheet, size_t i, attn_format format, const char *path,
                        const attn_ear *ear, attn_arena *arena)
{
    attn_sheet_options look;
    attn_panel panel;
    attn_sheet_part(sheet, i, &look, &panel);
    attn_sheet *part = attn_sheet_new(&look, attn_arena_status(arena));
    bool drawn = part && attn_api_draw_sheet(part, format, path, ear, arena);
    attn_sheet_free(part);
    return drawn;
}

static bool draw_parts(const attn_sheet *sheet, size_t count, const attn_target *target,
                       attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    const char *path = target->path, *dot = attn_format_ending(path);
    const char **paths = attn_alloc(arena, count, sizeof *paths);
    size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    for (size_t i = 0; attn_ok(status) && i < count; i++) {
        paths[i] = attn_print(arena, "%.*s-%zu%s", (int)stem, path, i + 1, dot ? dot : "");
        if (paths[i] && target->spare && !target->spare(target->user, paths[i])) return false;
    }
    for (size_t i = 0; attn_ok(status) && i < count; i++)
        attn_api_draw_part(sheet, i, target->format, paths[i], target->ear, arena);
    return attn_ok(status);
}

bool attn_api_draw(const attn_sheet_options *look, const attn_target *target, attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    attn_sheet *sheet = attn_sheet_new(look, status);
    bool apart = sheet && attn_sheet_apart(sheet);
    if (apart && target->mend)
        attn_fail(status, ATTN_USAGE, "%zu maps do not fit on one picture of %u pixels a side: %s",
                  look->panel_count, ATTN_MOST_PIXELS, target->mend);
    else if (apart)
        draw_parts(sheet, look->panel_count, target, arena);
    else if (sheet)
        attn_api_draw_sheet(sheet, target->format, target->path, target->ear, arena);
    attn_sheet_free(sheet);
    return attn_ok(status);
}

const char *attn_api_picture_name(const char *input, size_t number, attn_format format,
                                  attn_arena *arena)
{
    size_t base;
    int length = (int)(attn_api_stem(input, &base) - base);
    const char *ending = attn_format_dot(format ? format : attn_picture_writer.usual);
    return number ? attn_print(arena, "%.*s-%zu%s", length, input + base, number, ending)
                  : attn_print(arena, "%.*s%s", length, input + base, ending);
}

const char *attn_api_sentence_name(const char *sentence, attn_arena *arena)
{
    const size_t most_words = 5, most_bytes = 60, length = strlen(sentence);
    attn_text name = {0};
    uint32_t letter;
    bool apart = true;
    for (size_t at = 0, size, words = 0; at < length && name.length < most_bytes; at += size) {
        size = attn_text_letter(sentence + at, length - at, &letter);
        bool keeps = letter || (sentence[at] >= '0' && sentence[at] <= '9');
        if (keeps && apart && words++ == most_words) break;
        if (keeps && apart && name.length > 0) attn_text_add(&name, "-");
        if (keeps) attn_text_add_bytes(&name, sentence + at, size);
        bool apostrophe = sentence[at] == '\'' || strncmp(sentence + at, "’", size) == 0;
        apart = !keeps && !apostrophe;
    }
    if (name.length == 0) attn_text_add(&name, "sentence");
    return attn_keep_text(arena, &name);
}

const char *attn_api_title(const char *sentence, attn_arena *arena)
{
    enum { WIDEST = 120 };
    attn_text text = {0};
    size_t length = attn_text_fit(sentence, strlen(sentence), WIDEST), word = length;
    while (sentence[length] != '\0' && word > 0 && !strchr(" \t", sentence[word])) word--;
    if (word > 0) length = word; /* a title ends behind a word, if it has several */
    for (size_t i = 0; i < length; i++) {
        size_t plain = strcspn(sentence + i, "\t");
        if (plain > length - i) plain = length - i;
        attn_text_add_escaped(&text, sentence + i, plain, false);
        i += plain;
        if (i < length) attn_text_add(&text, " ");
    }
    if (sentence[length] != '\0') attn_text_add(&text, "…");
    return attn_keep_text(arena, &text);
}

/* ---- 5 Shown ---- */

static void draw_sheet(attn_sheet_options *options, const char *path, const attnviz_style *style,
                       bool chosen, attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    attn_format format = ATTN_FORMAT_NONE;
    const char *remark = NULL;
    const attn_panel_choice choice = {chosen, style ? style->from : NULL, "from", &remark};
    if (style && style->view == ATTNVIZ_VIEW_FLOW) {
        attn_fail(status, ATTN_USAGE, "only attnviz_heatmap_draw draws diagrams");
        return;
    }
    bool fine = (!style || attn_api_style(style, &options->style, status)) &&
                attn_api_show_panels(options, &choice, arena) &&
                attn_format_choose(&attn_picture_writer, path, &format, status);
    attn_sheet *sheet = fine ? attn_sheet_new(options, status) : NULL;
    if (sheet) attn_sheet_write(sheet, format, path, status);
    attn_sheet_free(sheet);
}

bool attnviz_lesson_draw(attnviz_lesson *lesson, const char *name, const char *path,
                         const attnviz_style *style, attnviz_fault *fault)
{
    attn_map_list list;
    attn_sheet_options options = {0};
    attn_api_call call;
    if (!attn_api_was_run(lesson, fault) || !attn_api_given(path, "the path", fault) ||
        !attn_api_begin(&call, lesson, fault))
        return false;
    if (attn_api_spares(&(attn_reads){.lesson = lesson->lesson}, path, call.status) &&
        find_maps(lesson, name, call.arena, &list) &&
        attn_show_sheet(lesson->run, list.maps, list.count, NULL, call.arena, &options))
        draw_sheet(&options, path, style, name != NULL, call.arena);
    return attn_api_end(&call);
}

/* ---- 7 A map ---- */

static bool check_map(const attnviz_map *map, bool *has_negative, attn_status *status)
{
    if (map->rows == 0 || map->cols == 0 || !attn_api_fits(1, map->rows, map->cols)) {
        return attn_fail(status, ATTN_USAGE, "a map of %zu×%zu cells cannot be drawn", map->rows,
                         map->cols);
    }
    for (size_t i = 0, n = map->rows * map->cols; i < n; i++) {
        float x = map->data[i];
        *has_negative = *has_negative || (isfinite(x) && x < 0.0f);
        if (isfinite(x) || x < 0.0f) continue;
        return attn_fail(status, ATTN_INPUT,
                         "row %zu, column %zu is %s: a map shows numbers, or −∞ as masked",
                         i / map->cols + 1, i % map->cols + 1, isnan(x) ? "NaN" : "∞");
    }
    return attn_api_text(map->title, status) && attn_api_text(map->row_role, status) &&
           attn_api_text(map->col_role, status) &&
           attn_api_labels(map->row_labels, map->rows, status) &&
           attn_api_labels(map->col_labels, map->cols, status);
}

static void draw_map(const attnviz_map *map, bool has_negative, const char *path,
                     const attnviz_style *style, attn_arena *arena)
{
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = map->rows, .cols = map->cols};
    attn_labels rows = {.count = map->rows, .words = map->row_labels};
    attn_labels cols = {.count = map->cols, .words = map->col_labels};
    memcpy(&value.data, &map->data, sizeof value.data); /* which nothing writes to */
    attn_panel panel = {.title = "",
                        .value = &value,
                        .scale = has_negative ? ATTN_SCALE_SIGNED : ATTN_SCALE_POSITIVE,
                        .row_role = map->row_role,
                        .col_role = map->col_role,
                        .row_labels = map->row_labels ? &rows : NULL,
                        .col_labels = map->col_labels ? &cols : NULL};
    attn_sheet_options options = {
        .title = map->title ? map->title : "", .panel_count = 1, .panels = &panel};
    draw_sheet(&options, path, style, true, arena);
}

bool attnviz_map_draw(const attnviz_map *map, const char *path, const attnviz_style *style,
                      attnviz_fault *fault)
{
    attn_api_call call;
    bool has_negative = false;
    if (!attn_api_given(map, "the map", fault) ||
        !attn_api_given(map->data, "the map's data", fault) ||
        !attn_api_given(path, "the path", fault) || !attn_api_begin(&call, NULL, fault))
        return false;
    if (check_map(map, &has_negative, call.status))
        draw_map(map, has_negative, path, style, call.arena);
    return attn_api_end(&call);
}
