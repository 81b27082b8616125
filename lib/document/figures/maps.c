/*
 * maps: what a lesson asks to see as pictures, as the panels of a sheet.
 */
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "document/document.h"
#include "document/figures/panels.h"
#include "document/figures/whole_words.h"
#include "document/filter.h"
#include "document/generated.h"
#include "document/map_notes.h"
#include "document/value.h"
#include "formula/print/typeset.h"
#include "lesson/run/compare.h"
#include "lesson/run/map_reading.h"
#include "picture/layout/plot.h"
#include "picture/layout/scale.h"

/* What a text says, for as long as the arena lives; "" after a failure, which is recorded. */
static const char *keep(attn_arena *arena, attn_text *text)
{
    const char *kept = attn_keep_text(arena, text);
    return kept ? kept : "";
}

/* ---- titles ---- */

/* ", 50 steps, loss 0.2312" */
static void add_look(attn_text *title, const attn_watched *look)
{
    attn_text_print(title, ", %zu step%s, loss ", look->step, look->step == 1 ? "" : "s");
    attn_text_short(title, look->loss, 4);
}

/* "A₁,₂ · layer 1, head 2": the name, and what its numbers stand for. */
static const char *name_and_place(const char *name, const char *place, attn_arena *arena)
{
    return *place ? attn_print(arena, "%s · %s", name, place) : name;
}

/* "Where each word looks", "layer 1, head 2", beside it the name, A₁,₂; where neither is known, the
 * name in their place. Numbers are carried under name and place. */
static bool add_title(const attn_run *run, const attn_map *map, attn_arena *arena,
                      attn_panel *panel)
{
    attn_text text = {0}, look = {0};
    const char *words = map->captions ? map->captions->title : NULL;
    attn_typeset_label(map->label, &text);
    const char *name = keep(arena, &text);
    attn_add_map_place(run, map->node, "", &text);
    if (map->look) add_look(&look, map->look);
    const char *place = keep(arena, &text), *then = keep(arena, &look);
    const char *title = words ? name_and_place(words, place, arena) : *place ? place : name;
    panel->symbol = title == name ? NULL : name;
    panel->name_length = title == name ? strlen(name) : 0;
    panel->title = title ? attn_print(arena, "%s%s", title, then) : NULL;
    title = name_and_place(name, place, arena);
    panel->carried_title = title ? attn_print(arena, "%s%s", title, then) : NULL;
    return panel->title && panel->carried_title;
}

/* ---- axes ---- */

/* "query: target"; either part may be missing. NULL: nothing to say. */
static const char *role(attn_arena *arena, const char *part, const attn_labels *labels)
{
    const char *name = labels && labels->name ? labels->name : "";
    if (!part) return *name ? name : NULL;
    attn_text text = {0};
    attn_text_print(&text, "%s%s%s", part, *name ? ": " : "", name);
    return keep(arena, &text);
}

/* The words of rows, each behind its prefix, "writes: cat", where no name of the axis says the
 * same. NULL: none, or no memory. */
static const attn_labels *row_words(attn_arena *arena, const attn_labels *labels, bool named)
{
    if (!labels || !labels->prefix) return labels;
    attn_labels *made = attn_copy(arena, labels, 1, sizeof *labels);
    if (!made) return NULL;
    if (named) made->prefix = NULL;
    if (named) return made;
    const char **words = attn_alloc(arena, labels->count, sizeof *words);
    if (!words) return NULL;
    made->words = words;
    for (size_t i = 0; i < labels->count; i++)
        if (!(words[i] = attn_print(arena, "%s%s", labels->prefix, labels->words[i]))) return NULL;
    return made;
}

static attn_scale scale_of(const attn_record *record, attn_node node)
{
    const attn_tensor *value = attn_value(record, node);
    if (attn_node_is_weights(record, node)) return ATTN_SCALE_WEIGHTS;
    for (size_t i = 0, n = attn_tensor_size(value); i < n; i++) {
        if (isfinite(value->data[i]) && value->data[i] < 0.0f) return ATTN_SCALE_SIGNED;
    }
    return ATTN_SCALE_POSITIVE;
}

attn_tensor attn_map_value(const attn_record *record, const attn_map *map)
{
    attn_tensor value = *attn_value(record, map->node);
    if (map->grid_rows == 0) return value;
    value.rank = ATTN_MATRIX;
    value.rows = map->grid_rows;
    value.cols = map->grid_cols;
    value.row_labels = value.col_labels = NULL;
    return value;
}

/* The vector laid out in rows, if it fills them. NULL on failure. */
static const attn_tensor *in_grid(attn_arena *arena, const attn_record *record, const attn_map *map)
{
    size_t cells = 0, count = attn_tensor_size(attn_value(record, map->node));
    if (!attn_multiply(map->grid_rows, map->grid_cols, &cells) || cells != count) {
        attn_fail(attn_arena_status(arena), ATTN_INPUT,
                  "'%s' has %zu numbers, which do not fill a grid of %zu×%zu", map->label, count,
                  map->grid_rows, map->grid_cols);
        return NULL;
    }
    attn_tensor *grid = attn_alloc(arena, 1, sizeof *grid);
    if (grid) *grid = attn_map_value(record, map);
    return grid;
}

/* "r, b over words" */
static const char *lines_over(const attn_plot *plot, attn_arena *arena)
{
    attn_text title = {0};
    for (size_t i = 0; i < attn_plot_lines(plot); i++)
        attn_text_print(&title, "%s%s", i ? ", " : "", attn_plot_line_name(plot, i));
    if (*attn_plot_name_across(plot))
        attn_text_print(&title, " over %s", attn_plot_name_across(plot));
    return keep(arena, &title);
}

/* Words, and the turns of loops: " · t = 1, the". */
static const char *with_loops(const char *words, const attn_moment *moment, attn_arena *arena)
{
    attn_text title = {0};
    attn_text_add(&title, words);
    for (size_t i = 0; i < moment->loop_count; i++) {
        const attn_loop_at *loop = &moment->loops[i];
        attn_text_print(&title, " · %s = %ld", loop->letter, loop->number);
        if (loop->word) attn_text_print(&title, ", %s", loop->word);
    }
    return keep(arena, &title);
}

static bool fill_chart(const attn_run *run, const attn_moment *moment, attn_arena *arena,
                       attn_panel *panel)
{
    const attn_plot *plot = attn_plot_of(attn_run_record(run), moment, arena);
    if (!plot) return false;
    const char *lines = lines_over(plot, arena), *words = plot->captions->title;
    *panel = (attn_panel){.title = with_loops(words ? words : lines, moment, arena),
                          .carried_title = with_loops(lines, moment, arena),
                          .value = plot->columns,
                          .scale = ATTN_SCALE_SIGNED,
                          .plot = plot,
                          .row_labels = plot->columns->row_labels,
                          .col_labels = plot->columns->col_labels};
    return true;
}

/* ---- what weights say by themselves ---- */

/* Of a larger map nothing is read: it would take longer than to draw it. */
#define MOST_CELLS_READ ((size_t)1 << 22)

/* The map with −∞ where it is masked; as it is if nothing is. NULL on failure. */
static const attn_tensor *with_masked(const attn_reading *reading, const attn_tensor *value,
                                      attn_arena *arena)
{
    attn_tensor *drawn = attn_alloc(arena, 1, sizeof *drawn);
    float *data = attn_alloc(arena, attn_tensor_size(value), sizeof *data);
    const size_t cols = reading->value->cols;
    if (!drawn || !data) return NULL;
    for (size_t i = 0, n = attn_tensor_size(value); i < n; i++) {
        bool masked;
        if (!attn_reading_masked(reading, i / cols, i % cols, &masked)) return NULL;
        data[i] = masked ? -INFINITY : value->data[i];
    }
    *drawn = *value;
    drawn->data = data;
    drawn->masked = true;
    return drawn;
}

/* Whether a softmax made each row, wherever it was moved since; other rows may sum to 1 too. */
static bool is_softmax(const attn_reading *reading)
{
    bool made = true;
    for (size_t i = 0; made && i < reading->value->rows; i++)
        made = attn_node_origin(reading->record, reading->node, i, 0).op == ATTN_OP_SOFTMAX;
    return made || attn_node_is_weights(reading->record, reading->node);
}

static bool read_weights(const attn_reading *reading, attn_arena *arena, attn_panel *panel)
{
    const attn_tensor *value = reading->value;
    attn_row *rows = attn_alloc(arena, value->rows, sizeof *rows);
    bool some_masked = false;
    for (size_t i = 0; i < value->rows; i++) {
        if (!rows || !attn_reading_row(reading, i, &rows[i])) return false;
        some_masked = some_masked || rows[i].open < value->cols;
    }
    panel->read = rows;
    panel->read_count = value->rows;
    panel->attention = is_softmax(reading);
    if (!some_masked) return true;
    panel->carried = panel->value;
    panel->value = with_masked(reading, panel->value, arena);
    return panel->value != NULL;
}

/* False on failure. */
static bool add_reading(const attn_run *run, const attn_map *map, attn_arena *arena,
                        attn_panel *panel)
{
    attn_reading reading;
    if (attn_tensor_size(panel->value) > MOST_CELLS_READ ||
        !attn_reading_of(run, map->node, true, &reading))
        return true;
    bool done = read_weights(&reading, arena, panel);
    attn_reading_end(&reading);
    return done || attn_no_memory(attn_arena_status(arena), "reading a map");
}

/* "A_1" of after(A_1) too; "" after a failure, which is recorded. */
static const char *plain_label(attn_arena *arena, const char *label)
{
    size_t length;
    const char *inside = attn_text_inside_after(label, &length);
    const char *plain = inside ? attn_copy_text(arena, inside, length) : label;
    return plain ? plain : "";
}

/* Weights are compared with all other weights, other values with themselves, before training and
 * after it. */
const char attn_weights_group[] = "weights";

/* Rows whose largest weight lies on this column are pale. */
static bool add_rests(const char *column, attn_arena *arena, attn_panel *panel)
{
    const attn_tensor *value = panel->value;
    const attn_labels *words = value->col_labels;
    bool *faint = attn_alloc(arena, value->rows, sizeof *faint);
    if (!faint || !words || !words->words) return faint != NULL;
    for (size_t i = 0; i < value->rows; i++)
        faint[i] =
            strcmp(words->words[attn_place_of_max(value->data + i * value->cols, value->cols)],
                   column) == 0;
    panel->faint = faint;
    panel->rest = column;
    return true;
}

bool attn_panel_fill(const attn_run *run, const attn_map *map, attn_arena *arena, attn_panel *panel)
{
    if (map->plot) return fill_chart(run, map->plot, arena, panel);
    const attn_record *record = attn_run_record(run);
    const attn_tensor *value = attn_value(record, map->node);
    if (!add_title(run, map, arena, panel)) return false;
    panel->scale = scale_of(record, map->node);
    panel->value = value;
    panel->over = map->over;
    bool weights = panel->scale == ATTN_SCALE_WEIGHTS;
    panel->scale_group = weights ? attn_weights_group : plain_label(arena, map->label);
    if (map->grid_rows > 0) panel->value = in_grid(arena, record, map);
    if (!panel->value || !add_reading(run, map, arena, panel)) return false;
    panel->col_role = map->captions ? map->captions->across : NULL;
    panel->row_role = map->captions ? map->captions->down : NULL;
    if (map->grid_rows > 0 || (map->over && !map->over->frames)) return true;
    if (!attn_join_pieces(arena, panel)) return false;
    bool attention = panel->scale == ATTN_SCALE_WEIGHTS && attn_is_attention(run, value);
    value = panel->value;
    panel->col_labels = value->col_labels;
    if (!panel->col_role)
        panel->col_role = role(arena, attention ? "key" : NULL, value->col_labels);
    if (value->rank != ATTN_MATRIX) return true;
    panel->row_labels = row_words(arena, value->row_labels, panel->row_role != NULL);
    if (!panel->row_role)
        panel->row_role = role(arena, attention ? "query" : NULL, value->row_labels);
    if (map->captions && map->captions->rest && !add_rests(map->captions->rest, arena, panel))
        return false;
    return panel->row_labels || !value->row_labels;
}

size_t attn_show_drawings(const attn_moment *moment, attn_map *maps)
{
    size_t count = 0;
    for (; count < moment->map_count; count++) maps[count] = moment->maps[count];
    if (moment->plot_count > 0) maps[count++] = (attn_map){.label = "", .plot = moment};
    return count;
}

static const char untrained[] = "untrained: these weights are random and mean nothing";

/* What who looks at the picture must know of the words and weights in it; NULL: nothing. */
const char *attn_warning_of_maps(const attn_run *run, attn_arena *arena)
{
    attn_text text = {0}, words = {0};
    if (attn_run_outcome(run)->untrained) attn_text_add(&text, untrained);
    for (size_t at = 0; attn_add_unknown(run, &at, &words); attn_text_clear(&words)) {
        attn_text_add(&text, text.length ? "; " : "");
        attn_text_add_escaped(&text, attn_text_string(&words), words.length, false);
    }
    for (size_t i = 0; i < attn_run_outcome(run)->warning_count; i++) {
        attn_text_clear(&words);
        attn_add_warning(run, i, arena, &words);
        attn_text_add(&text, text.length ? "; " : "");
        attn_text_add_escaped(&text, attn_text_string(&words), words.length, false);
    }
    bool any = text.length > 0;
    attn_text_end(&words, &text);
    const char *warning = attn_keep_text(arena, &text);
    return any ? warning : NULL;
}

/* What stands below the maps; NULL: nothing. */
static const char *note_of(const attn_run *run, const attn_map *maps, size_t count,
                           attn_arena *arena)
{
    attn_text text = {0};
    attn_add_map_notes(run, maps, count,
                       "Measured on other sentences, by the largest weight of each row:\n", &text);
    bool any = text.length > 0;
    if (any) text.length--; /* the end of the last line */
    const char *note = attn_keep_text(arena, &text);
    return any ? note : NULL;
}

attn_sheet_options attn_sheet_of_maps(const attn_run *run, const char *title, attn_arena *arena)
{
    return (attn_sheet_options){
        .title = title ? title : attn_lesson_title(attn_run_lesson(run)),
        .subtitle = attn_warning_of_maps(run, arena),
    };
}

/* ---- which ---- */

static bool is_line_of(const attn_moment *moment, const char *label)
{
    bool found = false;
    for (size_t i = moment->plot_has_x; i < moment->plot_count; i++)
        found = found || strcmp(moment->plot[i].label, label) == 0;
    return found;
}

/* The way the lesson draws a value, if it does: in a grid, over a picture; else as it is. */
static attn_map map_of(const attn_run *run, const attn_made *made, attn_arena *arena)
{
    attn_map map = {.label = made->label};
    const char *plain = plain_label(arena, made->label);
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        for (size_t k = 0; k < moment->map_count; k++)
            if (strcmp(plain_label(arena, moment->maps[k].label), plain) == 0)
                map = moment->maps[k];
    }
    if (strcmp(map.label, made->label) != 0) map.note = map.withheld = NULL; /* of the other one */
    map.label = made->label;
    map.node = made->node;
    map.look = NULL;
    return map;
}

static void add_drawing(attn_map_list *list, attn_map map, const attn_moment *moment)
{
    list->moments[list->count] = moment;
    list->maps[list->count++] = map;
}

static void add_plot(attn_map_list *list, const attn_moment *moment)
{
    for (size_t k = 0; k < list->count; k++)
        if (list->maps[k].plot == moment) return;
    add_drawing(list, (attn_map){.label = "", .plot = moment}, moment);
}

static void add_asked(attn_map_list *list, const attn_run *run, const attn_made *made,
                      attn_arena *arena)
{
    bool found = false;
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        if (!is_line_of(&attn_run_outcome(run)->moments[i], made->label)) continue;
        add_plot(list, &attn_run_outcome(run)->moments[i]);
        found = true;
    }
    if (!found) add_drawing(list, map_of(run, made, arena), NULL);
}

/* Whether each row has a 1 in one place and 0 elsewhere. */
static bool is_choice(const attn_tensor *value)
{
    for (size_t row = 0; row < value->rows; row++) {
        size_t ones = 0;
        for (size_t col = 0; col < value->cols; col++) {
            float number = value->data[row * value->cols + col];
            if (number < 0.0f || (number > 0.0f && number < 1.0f) || !(number <= 1.0f))
                return false;
            ones += number > 0.0f;
        }
        if (ones != 1) return false;
    }
    return true;
}

static bool same_words(const attn_panel *a, const attn_panel *b)
{
    return a->col_labels && b->col_labels && strcmp(a->col_labels->name, b->col_labels->name) == 0;
}

/* Hard attention beside soft: what chooses among the keys of weights is drawn as weights are. */
static void match_choices(attn_arena *arena, attn_panel *panels, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        attn_panel *choice = &panels[i];
        if (choice->scale != ATTN_SCALE_POSITIVE || choice->plot || !is_choice(choice->value))
            continue;
        for (size_t k = 0; k < count; k++) {
            const attn_panel *soft = &panels[k];
            if (soft->scale_group != attn_weights_group ||
                soft->value->rank != choice->value->rank || !same_words(soft, choice))
                continue;
            choice->scale = ATTN_SCALE_WEIGHTS;
            choice->scale_group = attn_weights_group;
            choice->col_role = soft->col_role;
            if (choice->row_labels) choice->row_role = role(arena, "query", choice->row_labels);
            break;
        }
    }
}

static void add_own(attn_map_list *list, const attn_moment *moment)
{
    size_t own = attn_show_drawings(moment, list->maps + list->count);
    for (size_t k = 0; k < own; k++) list->moments[list->count + k] = moment;
    list->count += own;
}

bool attn_show_maps(const attn_run *run, const attn_made *asked, size_t asked_count,
                    attn_arena *arena, attn_map_list *list)
{
    size_t moments = attn_run_outcome(run)->moment_count, most = asked_count + moments;
    for (size_t i = 0; !asked && i < moments; i++)
        most += attn_run_outcome(run)->moments[i].map_count;
    *list = (attn_map_list){.maps = attn_alloc(arena, most + 1, sizeof *list->maps),
                            .moments = attn_alloc(arena, most + 1, sizeof *list->moments)};
    if (!list->maps || !list->moments) return false;
    for (size_t i = 0; asked && i < asked_count; i++) add_asked(list, run, &asked[i], arena);
    for (size_t i = 0; !asked && i < moments; i++)
        add_own(list, &attn_run_outcome(run)->moments[i]);
    return true;
}

bool attn_show_has_cells(const attn_run *run, const attn_map_list *list, attn_status *status)
{
    for (size_t i = 0; i < list->count; i++) {
        const attn_map *map = &list->maps[i];
        const attn_tensor *value = map->plot ? NULL : attn_value(attn_run_record(run), map->node);
        if (!value || (value->rank != ATTN_NUMBER && !value->words)) continue;
        return attn_fail(status, ATTN_USAGE,
                         "%s is %s: a heatmap shows a vector or a matrix of numbers", map->label,
                         value->words ? "words" : "a single number");
    }
    return true;
}

/* ---- what a page includes ---- */

static bool wants_drawing(const attn_filter *filter, const attn_map *map)
{
    return map->plot ? attn_filter_has_column(filter, map->plot->plot, map->plot->plot_count)
                     : attn_filter_has_name(filter, map->label);
}

bool attn_show_drawn(const attn_run *run, const attn_show_options *options, attn_arena *arena,
                     attn_drawing **figures, size_t *count)
{
    attn_filter filter;
    size_t moments = attn_run_outcome(run)->moment_count;
    *count = 0;
    if (!attn_filter_make(&filter, run, options, arena)) return false;
    *figures = attn_alloc(arena, moments + 1, sizeof **figures);
    for (size_t i = 0; *figures && i < moments; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        if (moment->map_count + moment->plot_count == 0) continue;
        if (!attn_filter_has_moment(&filter, moment)) continue;
        attn_map *maps = attn_alloc(arena, moment->map_count + 1, sizeof *maps);
        if (!maps) return false;
        size_t all = attn_show_drawings(moment, maps), wanted = 0;
        for (size_t k = 0; k < all; k++)
            if (wants_drawing(&filter, &maps[k])) maps[wanted++] = maps[k];
        if (wanted) (*figures)[(*count)++] = (attn_drawing){moment, maps, wanted, NULL};
    }
    return *figures != NULL;
}

/* ---- a sheet of them ---- */

/* Of maps by layer and head, how many heads a layer has, so that each layer has a row of its own;
 * 0: there is no second layer. */
static size_t maps_in_a_row(const attn_run *run, const attn_map *maps, size_t count)
{
    const attn_family *first = NULL;
    long layer = 0;
    for (size_t i = 0; i < count; i++) {
        const attn_element *element = NULL;
        const attn_family *family =
            maps[i].plot || maps[i].look ? NULL : attn_map_family(run, maps[i].node, &element);
        if (!family || family->axis_count < 2) return 0;
        if (i > 0 && (family != first || element->at[0] != layer)) return family == first ? i : 0;
        first = family;
        layer = element->at[0];
    }
    return 0;
}

static bool are_plots(const attn_map *maps, size_t count)
{
    size_t plots = 0;
    for (size_t i = 0; i < count; i++) plots += maps[i].plot != NULL;
    return plots == count;
}

bool attn_show_sheet(const attn_run *run, const attn_map *maps, size_t count, const char *title,
                     attn_arena *arena, attn_sheet_options *sheet)
{
    attn_panel *panels = attn_alloc(arena, count, sizeof *panels);
    if (!panels) return false;
    for (size_t i = 0; i < count; i++)
        if (!attn_panel_fill(run, &maps[i], arena, &panels[i])) return false;
    match_choices(arena, panels, count);
    *sheet = attn_sheet_of_maps(run, title, arena);
    if (are_plots(maps, count)) /* they show no words of the reader */
        sheet->subtitle = attn_run_outcome(run)->untrained ? untrained : NULL;
    sheet->note = note_of(run, maps, count, arena);
    sheet->panel_count = count;
    sheet->panels = panels;
    sheet->columns = maps_in_a_row(run, maps, count);
    sheet->foot = attn_map_notes_foot(maps, count);
    for (size_t i = 0; sheet->foot && i < count; i++) panels[i].note = maps[i].note;
    for (size_t i = 0; sheet->columns > 0 && i < count; i++)
        attn_map_table_names(run, maps[i].node, arena, &panels[i].row_name, &panels[i].column_name);
    return attn_ok(attn_arena_status(arena));
}
