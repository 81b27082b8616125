/*
 * attnviz: implements the public header. Each function hands on to the rooms of the library; what
 * is added here is the caller's fault in place of the status, and that nothing of the caller's is
 * taken on trust.
 */
#include "attnviz.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/budget.h"
#include "core/locale.h"
#include "core/pool.h"
#include "core/text.h"
#include "document/document.h"
#include "document/value.h"
#include "picture/paint/paint.h"
#include "tensor/kernel.h"

const char *attnviz_version(void)
{
    return ATTNVIZ_VERSION;
}

/* ---- 1 Faults ---- */

/* The longest beginning of whole characters that fits, without the newline at its end. */
static void put_text(attnviz_fault *fault, const char *text, size_t length)
{
    if (length > 0 && text[length - 1] == '\n') length--;
    if (length >= sizeof fault->text) {
        length = sizeof fault->text - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0u) == 0x80u) length--;
    }
    memcpy(fault->text, text, length);
    fault->text[length] = '\0';
}

static attnviz_cause cause_of(attn_code code)
{
    static const attnviz_cause causes[] = {
        [ATTN_OK] = ATTNVIZ_NONE,     [ATTN_INPUT] = ATTNVIZ_INPUT,   [ATTN_FILE] = ATTNVIZ_FILE,
        [ATTN_LIMIT] = ATTNVIZ_LIMIT, [ATTN_MEMORY] = ATTNVIZ_MEMORY, [ATTN_USAGE] = ATTNVIZ_USAGE};
    return causes[code];
}

/* Hands what the status says to the caller, and clears it: the next call has the whole budget.
 * True if it says nothing. */
static bool settle(attn_status *status, attnviz_fault *fault)
{
    attn_renew(status);
    if (attn_ok(status)) return true;
    attn_text text = {0};
    attn_status_text(status, "", &text);
    if (fault != NULL && fault->cause == ATTNVIZ_NONE) {
        const char *said = text.failed ? status->message : attn_text_string(&text);
        fault->cause = cause_of(status->code);
        put_text(fault, said, strlen(said));
    }
    attn_text_free(&text);
    *status = (attn_status){0};
    return false;
}

static bool going(const attnviz_fault *fault)
{
    return fault == NULL || fault->cause == ATTNVIZ_NONE;
}

/* False, with a fault, where the caller has no such thing. */
static bool given(const void *thing, const char *what, attnviz_fault *fault)
{
    attn_status status = {0};
    if (!going(fault)) return false;
    if (thing == NULL) attn_fail(&status, ATTN_USAGE, "%s is NULL", what);
    return settle(&status, fault);
}

/* Every function that takes a fault works from here to leave, where numbers have a '.'. False, with
 * a fault, where that cannot be. */
static bool enter(locale_t *callers, attnviz_fault *fault)
{
    attn_status status = {0};
    *callers = attn_locale_enter();
    if (*callers == (locale_t)0) {
        attn_fail(&status, ATTN_MEMORY, "there is not enough memory for a locale");
    }
    return settle(&status, fault);
}

/* Back to the caller's locale, and as settle. */
static bool leave(locale_t callers, attn_status *status, attnviz_fault *fault)
{
    bool fine = settle(status, fault);
    attn_locale_leave(callers);
    return fine;
}

/* ---- texts of the caller ---- */

static bool check_text(const char *text, attn_status *status)
{
    size_t bad;
    if (text == NULL || attn_utf8_valid(text, strlen(text), &bad)) return true;
    return attn_fail(status, ATTN_INPUT, "a text is no UTF-8: %s", text);
}

/* Of a list that ends with NULL. */
static size_t check_list(const char *const *list, attn_status *status)
{
    size_t count = 0;
    while (list != NULL && list[count] != NULL) check_text(list[count++], status);
    return count;
}

static bool check_labels(const char *const *labels, size_t count, attn_status *status)
{
    for (size_t i = 0; labels != NULL && i < count; i++) {
        if (labels[i] == NULL) return attn_fail(status, ATTN_INPUT, "label %zu is NULL", i + 1);
        if (!check_text(labels[i], status)) return false;
    }
    return true;
}

/* ---- 2 A lesson ---- */

struct attnviz_lesson {
    attn_status status; /* of all below; cleared after each call */
    attn_lesson *lesson;
    attn_run *run; /* NULL: not run yet, or in vain */
};

const char *attnviz_carried_name(size_t i)
{
    const attn_builtin_lesson *lesson = attn_builtin_lesson_at(i);
    return lesson ? lesson->name : NULL;
}

static attnviz_lesson *open_lesson(const char *file, bool carried, attnviz_fault *fault)
{
    attn_status status = {0};
    locale_t callers;
    if (!enter(&callers, fault)) return NULL;
    attnviz_lesson *opened = attn_resize(NULL, sizeof *opened);
    if (opened == NULL) {
        attn_fail(&status, ATTN_MEMORY, "there is not enough memory for a lesson");
        leave(callers, &status, fault);
        return NULL;
    }
    *opened = (attnviz_lesson){.run = NULL};
    opened->lesson = attn_lesson_read(file, carried, &opened->status);
    if (leave(callers, &opened->status, fault)) return opened;
    attn_resize(opened, 0);
    return NULL;
}

attnviz_lesson *attnviz_lesson_carried(const char *name, attnviz_fault *fault)
{
    return given(name, "the name", fault) ? open_lesson(name, true, fault) : NULL;
}

attnviz_lesson *attnviz_lesson_read(const char *path, attnviz_fault *fault)
{
    return given(path, "the path", fault) ? open_lesson(path, false, fault) : NULL;
}

void attnviz_lesson_free(attnviz_lesson *lesson)
{
    if (lesson == NULL) return;
    attn_run_free(lesson->run);
    attn_lesson_free(lesson->lesson);
    attn_resize(lesson, 0);
}

const char *attnviz_lesson_title(const attnviz_lesson *lesson)
{
    return lesson ? attn_lesson_title(lesson->lesson) : "";
}

const char *attnviz_lesson_summary(const attnviz_lesson *lesson)
{
    return lesson ? attn_lesson_summary(lesson->lesson) : "";
}

/* ---- 3 A run ---- */

static attn_options options_of(const attnviz_wishes *wishes, attn_status *status)
{
    attn_options options = {.sentence = wishes->sentence,
                            .inputs = wishes->inputs,
                            .sets = wishes->sets,
                            .arithmetics = wishes->arithmetics,
                            .zooms = wishes->zooms};
    size_t texts = check_list(wishes->inputs, status);
    check_text(wishes->sentence, status);
    options.input_count = texts / 2;
    options.set_count = check_list(wishes->sets, status);
    options.arithmetic_count = check_list(wishes->arithmetics, status);
    options.zoom_count = check_list(wishes->zooms, status);
    if (texts % 2) {
        attn_fail(status, ATTN_USAGE, "inputs are pairs, and '%s' has no text",
                  wishes->inputs[texts - 1]);
    }
    return options;
}

bool attnviz_lesson_run(attnviz_lesson *lesson, const attnviz_wishes *wishes, attnviz_fault *fault)
{
    attn_options options = {0};
    locale_t callers;
    if (!given(lesson, "the lesson", fault) || !enter(&callers, fault)) return false;
    attn_run_free(lesson->run);
    lesson->run = NULL;
    if (wishes != NULL) options = options_of(wishes, &lesson->status);
    if (attn_ok(&lesson->status)) {
        lesson->run = attn_lesson_run(lesson->lesson, &options, &lesson->status);
    }
    return leave(callers, &lesson->status, fault);
}

static bool was_run(const attnviz_lesson *lesson, attnviz_fault *fault)
{
    attn_status status = {0};
    if (!given(lesson, "the lesson", fault)) return false;
    if (lesson->run == NULL) {
        attn_fail(&status, ATTN_USAGE, "the lesson %s has no values: run it first",
                  attn_lesson_name(lesson->lesson));
    }
    return settle(&status, fault);
}

bool attnviz_lesson_holds(const attnviz_lesson *lesson, attnviz_fault *fault)
{
    attn_status status = {0};
    locale_t callers;
    if (!was_run(lesson, fault) || !enter(&callers, fault)) return false;
    attn_run_verdict(lesson->run, &status);
    return leave(callers, &status, fault);
}

/* ---- 4 A value ---- */

/* All that a name stands for: several matrices of a family. */
static bool ask(attnviz_lesson *lesson, const char *name, attn_made **made, size_t *count)
{
    *made = NULL;
    if (check_text(name, &lesson->status) && attn_run_ask(lesson->run, name, made, count)) {
        return true;
    }
    return attn_fail(&lesson->status, ATTN_MEMORY, "there is not enough memory");
}

static void fill_value(const attn_tensor *tensor, attnviz_value *value)
{
    const attn_labels *rows = attn_real_words(tensor->row_labels);
    const attn_labels *cols = attn_real_words(tensor->col_labels);
    *value = (attnviz_value){.rank = (int)tensor->rank,
                             .rows = tensor->rows,
                             .cols = tensor->cols,
                             .data = tensor->data,
                             .row_labels = rows ? rows->words : NULL,
                             .col_labels = cols ? cols->words : NULL,
                             .words = tensor->words ? tensor->words->words : NULL};
}

bool attnviz_lesson_value(attnviz_lesson *lesson, const char *name, attnviz_value *value,
                          attnviz_fault *fault)
{
    attn_made *made = NULL;
    size_t count = 0;
    locale_t callers;
    if (!was_run(lesson, fault) || !given(name, "the name", fault)) return false;
    if (!given(value, "the value", fault) || !enter(&callers, fault)) return false;
    if (ask(lesson, name, &made, &count) && count > 1) {
        attn_fail(&lesson->status, ATTN_USAGE, "%s stands for %zu values, %s to %s: ask for one",
                  name, count, made[0].label, made[count - 1].label);
    }
    if (!leave(callers, &lesson->status, fault)) return false;
    fill_value(attn_value(attn_run_record(lesson->run), made->node), value);
    return true;
}

/* ---- 5 Shown ---- */

static attn_show_options show_options(const attnviz_look *look, attn_status *status)
{
    attn_show_options options = {.columns = look->columns,
                                 .precision = look->decimals,
                                 .color = look->color,
                                 .only = look->names,
                                 .at = look->at};
    options.only_count = check_list(look->names, status);
    options.at_count = check_list(look->at, status);
    if (look->decimals < 0 || look->decimals > 9) {
        attn_fail(status, ATTN_USAGE, "there are 0 to 9 decimals, not %d", look->decimals);
    }
    if (look->columns < 40 || look->columns > 100) {
        attn_fail(status, ATTN_USAGE, "a line has 40 to 100 columns, not %zu", look->columns);
    }
    return options;
}

static char *tell(const attnviz_lesson *lesson, const attnviz_look *look, bool as_json,
                  attnviz_fault *fault)
{
    static const attnviz_look plain = ATTNVIZ_LOOK;
    attn_status status = {0};
    attn_text text = {0};
    size_t pauses = 0;
    locale_t callers;
    if (!was_run(lesson, fault) || !enter(&callers, fault)) return NULL;
    attn_show_options options = show_options(look ? look : &plain, &status);
    if (attn_ok(&status) && as_json) attn_show_json(lesson->run, &options, &text, &status);
    if (attn_ok(&status) && !as_json) {
        attn_show_text(lesson->run, &options, &text, NULL, 0, &pauses, &status);
    }
    if (text.failed) attn_fail(&status, ATTN_MEMORY, "there is not enough memory for the text");
    if (leave(callers, &status, fault)) return text.bytes;
    attn_text_free(&text);
    return NULL;
}

char *attnviz_lesson_text(const attnviz_lesson *lesson, const attnviz_look *look,
                          attnviz_fault *fault)
{
    return tell(lesson, look, false, fault);
}

char *attnviz_lesson_json(const attnviz_lesson *lesson, const attnviz_look *look,
                          attnviz_fault *fault)
{
    return tell(lesson, look, true, fault);
}

void attnviz_free(char *text)
{
    attn_text text_of = {.bytes = text};
    attn_text_free(&text_of);
}

/* What the lesson draws, or, where a name is given, what is drawn of its values. */
static bool find_maps(attnviz_lesson *lesson, const char *name, attn_arena *arena,
                      attn_map_list *list)
{
    attn_made *made = NULL;
    size_t asked = 0;
    if ((name != NULL && !ask(lesson, name, &made, &asked)) ||
        !attn_show_maps(lesson->run, made, asked, arena, list))
        return false;
    if (list->count == 0) {
        attn_fail(&lesson->status, ATTN_USAGE, "the lesson %s draws nothing: name a value of it",
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
        attn_fail(status, ATTN_USAGE, "there are no colours '%s': choose of %s", name,
                  attn_text_string(&list));
    }
    attn_text_free(&list);
    return i;
}

static attn_sheet_style style_of(const attnviz_style *style, attn_status *status)
{
    static const attn_cell_numbers numbers[] = {[ATTNVIZ_NUMBERS_AUTO] = ATTN_NUMBERS_AUTO,
                                                [ATTNVIZ_NUMBERS_ALWAYS] = ATTN_NUMBERS_ALWAYS,
                                                [ATTNVIZ_NUMBERS_NEVER] = ATTN_NUMBERS_NEVER};
    if ((unsigned)style->numbers >= sizeof numbers / sizeof *numbers) {
        attn_fail(status, ATTN_USAGE, "there is no choice %d of numbers", (int)style->numbers);
        return (attn_sheet_style){0};
    }
    return (attn_sheet_style){.dark = style->dark,
                              .colors = find_colors(style->colors, status),
                              .cell = style->cell,
                              .numbers = numbers[style->numbers],
                              .zoom = style->scale};
}

static bool draw_sheet(attn_sheet_options *options, const char *path, const attnviz_style *style,
                       attn_status *status)
{
    attn_format format = ATTN_FORMAT_NONE;
    if (style != NULL) options->style = style_of(style, status);
    bool fine = attn_ok(status) && attn_format_choose(&attn_picture_writer, path, &format, status);
    attn_sheet *sheet = fine ? attn_sheet_new(options, status) : NULL;
    bool drawn = sheet != NULL && attn_sheet_write(sheet, format, path, status);
    attn_sheet_free(sheet);
    return drawn;
}

bool attnviz_lesson_draw(attnviz_lesson *lesson, const char *name, const char *path,
                         const attnviz_style *style, attnviz_fault *fault)
{
    attn_map_list list;
    attn_sheet_options options = {0};
    locale_t callers;
    if (!was_run(lesson, fault) || !given(path, "the path", fault)) return false;
    if (!enter(&callers, fault)) return false;
    attn_arena *arena = attn_arena_new(&lesson->status);
    if (arena != NULL && find_maps(lesson, name, arena, &list) &&
        attn_show_sheet(lesson->run, list.maps, list.count, NULL, arena, &options)) {
        draw_sheet(&options, path, style, &lesson->status);
    }
    attn_arena_free(arena);
    return leave(callers, &lesson->status, fault);
}

/* ---- 6 Attention ---- */

void attnviz_product(const float *A, const float *B, float *C, size_t m, size_t k, size_t n,
                     bool transposed)
{
    if (transposed) {
        attn_kernel_product_bt(A, B, C, m, k, n, false);
    } else {
        attn_kernel_product(A, B, C, m, k, n, false);
    }
}

void attnviz_softmax(const float *x, float *y, size_t m, size_t n)
{
    attn_kernel_softmax(x, y, m, n);
}

/* The bytes of count × rows × cols numbers can be addressed. */
static bool fits(size_t count, size_t rows, size_t cols)
{
    size_t size = sizeof(float);
    return attn_multiply(size, count, &size) && attn_multiply(size, rows, &size) &&
           attn_multiply(size, cols, &size) && size <= PTRDIFF_MAX;
}

static bool check_shape(const attnviz_shape *s, attn_status *status)
{
    if (s->count == 0 || s->queries == 0 || s->keys == 0 || s->width == 0 || s->value_width == 0) {
        return attn_fail(status, ATTN_USAGE,
                         "count, queries, keys, width and value_width are at least 1, not %zu, "
                         "%zu, %zu, %zu, %zu",
                         s->count, s->queries, s->keys, s->width, s->value_width);
    }
    if (!isfinite(s->scale)) return attn_fail(status, ATTN_USAGE, "the scale is no finite number");
    return (fits(s->count, s->queries, s->width) && fits(s->count, s->keys, s->width) &&
            fits(s->count, s->keys, s->value_width) && fits(s->count, s->queries, s->keys) &&
            fits(s->count, s->queries, s->value_width)) ||
           attn_fail(status, ATTN_LIMIT, "arrays of this shape are larger than the memory can be");
}

/* How many numbers come before the first NaN or infinity; several at a time, without a branch. */
static size_t finite_numbers(const float *x, size_t n)
{
    enum { LANES = 16 };
    size_t i = 0;
    for (int odd = 0; i + LANES <= n; i += LANES) {
        for (size_t k = 0; k < LANES; k++) odd |= !(fabsf(x[i + k]) < INFINITY);
        if (odd) break;
    }
    while (i < n && isfinite(x[i])) i++;
    return i;
}

/* A NaN or an infinity in Q, K or V leaves one in Z. */
static bool check_result(const float *Z, const attnviz_shape *s, attn_status *status)
{
    size_t n = s->count * s->queries * s->value_width, finite = finite_numbers(Z, n);
    if (finite < n) {
        size_t query = finite / s->value_width;
        return attn_fail(status, ATTN_INPUT,
                         "query %zu of attention %zu: Z is no finite number: Q, K, V or the mask "
                         "hold a NaN or an infinity, or numbers that are too large",
                         query % s->queries + 1, query / s->queries + 1);
    }
    return true;
}

bool attnviz_attention(const float *Q, const float *K, const float *V, float *A, float *Z,
                       const attnviz_shape *shape, attnviz_fault *fault)
{
    attn_status status = {0};
    locale_t callers;
    if (!given(Q, "Q", fault) || !given(K, "K", fault) || !given(V, "V", fault)) return false;
    if (!given(Z, "Z", fault) || !given(shape, "the shape", fault)) return false;
    if (!enter(&callers, fault)) return false;
    attn_attention_shape of = {.count = shape->count,
                               .queries = shape->queries,
                               .keys = shape->keys,
                               .width = shape->width,
                               .value_width = shape->value_width,
                               .scale = shape->scale,
                               .causal = shape->causal,
                               .mask = shape->mask};
    if (check_shape(shape, &status) && attn_kernel_attention(Q, K, V, A, Z, &of, &status)) {
        check_result(Z, shape, &status);
    }
    return leave(callers, &status, fault);
}

void attnviz_threads(size_t threads)
{
    attn_pool_threads(threads);
}

/* ---- 7 A map ---- */

static bool check_map(const attnviz_map *map, bool *has_negative, attn_status *status)
{
    if (map->rows == 0 || map->cols == 0 || !fits(1, map->rows, map->cols)) {
        return attn_fail(status, ATTN_USAGE, "a map of %zu×%zu cells cannot be drawn", map->rows,
                         map->cols);
    }
    for (size_t i = 0, n = map->rows * map->cols; i < n; i++) {
        float x = map->data[i];
        *has_negative = *has_negative || (isfinite(x) && x < 0.0f);
        if (isfinite(x) || x < 0.0f) continue;
        return attn_fail(status, ATTN_INPUT,
                         "row %zu, column %zu is %s: a map shows numbers, and −∞ as masked",
                         i / map->cols + 1, i % map->cols + 1, isnan(x) ? "NaN" : "∞");
    }
    return check_text(map->title, status) && check_text(map->row_role, status) &&
           check_text(map->col_role, status) && check_labels(map->row_labels, map->rows, status) &&
           check_labels(map->col_labels, map->cols, status);
}

static void draw_map(const attnviz_map *map, bool has_negative, const char *path,
                     const attnviz_style *style, attn_status *status)
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
    draw_sheet(&options, path, style, status);
}

bool attnviz_map_draw(const attnviz_map *map, const char *path, const attnviz_style *style,
                      attnviz_fault *fault)
{
    attn_status status = {0};
    bool has_negative = false;
    locale_t callers;
    if (!given(map, "the map", fault) || !given(map->data, "the map's data", fault)) return false;
    if (!given(path, "the path", fault) || !enter(&callers, fault)) return false;
    if (check_map(map, &has_negative, &status)) {
        draw_map(map, has_negative, path, style, &status);
    }
    return leave(callers, &status, fault);
}

/* ---- 8 Budgets ---- */

void attnviz_budget(uint64_t memory, uint64_t work)
{
    attn_budget_set(memory, work);
}
