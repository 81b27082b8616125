/*
 * json_document: a run as one JSON document, so that other programs can read a lesson
 * (attnviz-lesson(5)).
 */
#include <inttypes.h>
#include <string.h>

#include "core/budget.h"
#include "document/document.h"
#include "document/filter.h"
#include "document/generated.h"
#include "document/map_notes.h"
#include "files/json/json_tensor.h"
#include "formula/print/plain.h"
#include "lesson/run/compare.h"
#include "lesson/run/map_reading.h"
#include "picture/layout/plot.h"

/* ---- families ---- */

typedef struct writing {
    const attn_run *run;
    const attn_record *record;
    attn_text *out;
    const attn_run *with; /* what it is compared with; or NULL */
    attn_arena *arena;
    const bool *mapped; /* of each node: whether the lesson draws it as it is */
    attn_status *status;
} writing;

/* What is written of an element. */
typedef void (*add_element)(const writing *w, attn_node node);

static void add_numerals(const writing *w, attn_node node)
{
    attn_json_tensor(w->out, attn_value(w->record, node));
}

static void add_words(const writing *w, attn_node node)
{
    attn_json_tensor_words(w->out, attn_value(w->record, node));
}

static void add_nested(const writing *w, const attn_family *family, long *at, size_t axis,
                       add_element element)
{
    if (axis == 0 && family->whole) {
        element(w, family->whole);
        return;
    }
    if (axis == family->axis_count) {
        attn_node node = attn_family_element(family, at);
        if (node)
            element(w, node);
        else
            attn_text_add(w->out, "null");
        return;
    }
    attn_text_add(w->out, "[");
    for (size_t i = 1; i <= attn_family_extent(family, axis); i++) {
        if (i > 1) attn_text_add(w->out, ",");
        at[axis] = (long)i;
        add_nested(w, family, at, axis + 1, element);
    }
    attn_text_add(w->out, "]");
}

/* An element that is no border, to tell the axes below the subscripts; or any. */
static const attn_tensor *typical(const writing *w, const attn_family *family)
{
    for (size_t i = 0; i < family->element_count; i++)
        if (attn_element_inside(family, &family->elements[i]))
            return attn_value(w->record, family->elements[i].node);
    return attn_value(w->record, family->elements[0].node);
}

static void add_axes(const writing *w, const attn_family *family, const attn_tensor *value)
{
    attn_text *out = w->out;
    bool first = true;
    attn_text_add(out, "[");
    for (size_t i = 0; i < family->axis_count; i++) {
        bool key = true;
        attn_text_add(out, first ? "{" : ",{");
        if (family->letters[i]) {
            attn_json_key(out, "index", &key);
            attn_json_string(out, family->letters[i]);
        }
        attn_json_labels(out, family->axes[i] ? family->axes[i]->labels : NULL, key);
        attn_text_add(out, "}");
        first = false;
    }
    for (size_t i = 0; i < (size_t)value->rank; i++) {
        bool rows = value->rank == ATTN_MATRIX && i == 0;
        attn_text_add(out, first ? "{" : ",{");
        attn_json_labels(out, rows ? value->row_labels : value->col_labels, true);
        attn_text_add(out, "}");
        first = false;
    }
    attn_text_add(out, "]");
}

/* Elements outside 1 … n, under their own names. */
static void add_borders(const writing *w, const attn_family *family)
{
    bool first = true;
    attn_text label = {0};
    for (size_t i = 0; i < family->element_count; i++) {
        const attn_element *element = &family->elements[i];
        if (attn_element_inside(family, element)) continue;
        if (first) attn_text_add(w->out, ",\"borders\":{");
        attn_text_clear(&label);
        attn_element_label(family, element, &label);
        attn_json_key(w->out, attn_text_string(&label), &first);
        attn_json_tensor(w->out, attn_value(w->record, element->node));
    }
    if (!first) attn_text_add(w->out, "}");
    w->out->failed |= label.failed;
    attn_text_free(&label);
}

/* ---- what maps of weights say by themselves ---- */

static bool *find_mapped(const attn_run *run, attn_arena *arena)
{
    bool *mapped =
        attn_alloc(arena, attn_record_operations(attn_run_record(run)) + 1, sizeof *mapped);
    for (size_t i = 0; mapped && i < attn_run_moments(run); i++) {
        const attn_moment *moment = attn_run_moment(run, i);
        for (size_t k = 0; k < moment->map_count; k++)
            if (moment->maps[k].grid_rows == 0) mapped[moment->maps[k].node] = true;
    }
    return mapped;
}

static bool is_read(const writing *w, attn_node node, attn_reading *reading)
{
    return attn_reading_of(w->run, node, w->mapped[node], reading);
}

static bool is_family_read(const writing *w, const attn_family *family)
{
    attn_reading reading;
    if (family->whole) return is_read(w, family->whole, &reading);
    for (size_t i = 0; i < family->element_count; i++)
        if (attn_element_inside(family, &family->elements[i]) &&
            is_read(w, family->elements[i].node, &reading))
            return true;
    return false;
}

/* The places of a row, from 1, where its largest weight stands, or where it is masked. */
static void add_places(const writing *w, const attn_reading *reading, size_t row,
                       const float *largest)
{
    const attn_tensor *value = reading->value;
    bool first = true;
    attn_text_add(w->out, "[");
    for (size_t col = 0; col < value->cols; col++) {
        bool masked = false, found = largest && value->data[row * value->cols + col] >= *largest;
        if (!largest && !attn_reading_masked(reading, row, col, &masked)) w->out->failed = true;
        if (!found && !masked) continue;
        attn_text_print(w->out, "%s%zu", first ? "" : ",", col + 1);
        first = false;
    }
    attn_text_add(w->out, "]");
}

/* { "sum": …, "entropy": …, "at_most": …, "largest": […], "masked": […] } */
static void add_reading_row(const writing *w, const attn_reading *reading, size_t i)
{
    attn_row row;
    if (!attn_reading_row(reading, i, &row)) {
        w->out->failed = true;
        return;
    }
    attn_text_add(w->out, "{\"sum\":");
    attn_json_number(w->out, (float)row.sum);
    attn_text_add(w->out, ",\"entropy\":");
    if (row.shared)
        attn_json_number(w->out, (float)row.entropy);
    else
        attn_text_add(w->out, "null");
    attn_text_add(w->out, ",\"at_most\":");
    attn_json_number(w->out, (float)row.at_most);
    attn_text_add(w->out, ",\"largest\":");
    add_places(w, reading, i, &row.largest);
    attn_text_add(w->out, ",\"masked\":");
    add_places(w, reading, i, NULL);
    attn_text_add(w->out, "}");
}

static void add_reading(const writing *w, attn_node node)
{
    attn_reading reading;
    bool matrix = attn_value(w->record, node)->rank == ATTN_MATRIX;
    if (!is_read(w, node, &reading)) {
        attn_text_add(w->out, "null");
        return;
    }
    if (matrix) attn_text_add(w->out, "[");
    for (size_t i = 0; i < reading.value->rows; i++) {
        if (i) attn_text_add(w->out, ",");
        add_reading_row(w, &reading, i);
    }
    if (matrix) attn_text_add(w->out, "]");
    attn_reading_end(&reading);
}

/* ---- beside the lesson's own formulas ---- */

typedef enum side { SIDE_WITH, SIDE_DIFFERENCE } side;

/* The family with the lesson's own formulas, and the one told; they have as many axes. */
typedef struct pair {
    const attn_family *with, *without;
} pair;

/* False if one of them has no such element, or they cannot be compared; *changed tells whether it
 * is another value. */
static bool contrast_at(const writing *w, pair p, const long *at, attn_contrast *contrast,
                        bool *changed)
{
    attn_tensor *values = attn_alloc(w->arena, 2, sizeof *values);
    if (!values || !attn_element_value(attn_run_record(w->with), p.with, at, &values[0]) ||
        !attn_element_value(w->record, p.without, at, &values[1]))
        return false;
    *changed = attn_contrast_make(&values[0], &values[1], w->arena, contrast);
    return *changed || contrast->difference || contrast->with->words;
}

/* Whether any element is another value. */
static bool pair_changed(const writing *w, pair p, long *at, size_t axis)
{
    attn_contrast contrast;
    bool changed = false;
    if (axis == p.without->axis_count) return contrast_at(w, p, at, &contrast, &changed) && changed;
    for (size_t i = 1; i <= attn_family_extent(p.without, axis) && !changed; i++) {
        at[axis] = (long)i;
        changed = pair_changed(w, p, at, axis + 1);
    }
    return changed;
}

static void add_pair(const writing *w, pair p, long *at, size_t axis, side which)
{
    attn_contrast contrast;
    bool changed;
    if (axis < p.without->axis_count) {
        attn_text_add(w->out, "[");
        for (size_t i = 1; i <= attn_family_extent(p.without, axis); i++) {
            if (i > 1) attn_text_add(w->out, ",");
            at[axis] = (long)i;
            add_pair(w, p, at, axis + 1, which);
        }
        attn_text_add(w->out, "]");
        return;
    }
    const attn_tensor *value = NULL;
    if (contrast_at(w, p, at, &contrast, &changed))
        value = which == SIDE_WITH ? contrast.with : contrast.difference;
    if (value)
        attn_json_tensor(w->out, value);
    else
        attn_text_add(w->out, "null");
}

/* "with": { "formula": …, "data": … }, "difference": …; nothing if nothing became of it. */
static void add_compared(const writing *w, const attn_family *family)
{
    long at[ATTN_MOST_SUBS] = {0};
    pair p = {attn_scope_find(attn_run_scope(w->with), family->name), family};
    if (!p.with || p.with->axis_count != family->axis_count || !pair_changed(w, p, at, 0)) return;
    attn_text_add(w->out, ",\"with\":{\"formula\":");
    if (p.with->statement)
        attn_json_string(w->out, p.with->statement->text);
    else
        attn_text_add(w->out, "null");
    attn_text_add(w->out, ",\"data\":");
    add_pair(w, p, at, 0, SIDE_WITH);
    attn_text_add(w->out, "},\"difference\":");
    add_pair(w, p, at, 0, SIDE_DIFFERENCE);
}

static void add_definition(attn_text *out, const attn_definition *definition)
{
    attn_text text = {0};
    attn_text_print(&text, "%s", definition->function ? definition->function : "");
    for (size_t i = 0; i < definition->parameter_count; i++)
        attn_text_print(&text, "%s%s", i ? ", " : "(", definition->parameters[i]);
    if (definition->function) attn_text_add(&text, definition->parameter_count ? ") = " : "() = ");
    for (size_t i = 0; i < definition->line_count; i++) {
        if (i) attn_text_add(&text, "; ");
        attn_write_statement(definition->lines[i], &text);
    }
    attn_json_string(out, attn_text_string(&text));
    out->failed |= text.failed;
    attn_text_free(&text);
}

/* "replaced": the formulas that took the place of others. */
static void add_replaced(const writing *w)
{
    const attn_lesson *lesson = attn_run_lesson(w->run);
    const attn_exchange *e;
    if (!attn_lesson_exchange_at(lesson, 0)) return;
    attn_text_add(w->out, "\"replaced\":[");
    for (size_t i = 0; (e = attn_lesson_exchange_at(lesson, i)); i++) {
        attn_text_print(w->out, "%s{\"without\":", i ? "," : "");
        attn_json_string(w->out, e->by ? e->by : "");
        attn_text_add(w->out, ",\"formula\":");
        add_definition(w->out, &e->after);
        attn_text_add(w->out, ",\"in_place_of\":");
        add_definition(w->out, &e->before);
        attn_text_add(w->out, "}");
    }
    attn_text_add(w->out, "],\n");
}

/* How sequences came to their words, and which words no vocabulary has; where there are such. */
static void add_told_words(const writing *w)
{
    if (attn_run_generated(w->run)) {
        attn_generated_json(w->out, w->run);
        attn_text_add(w->out, ",\n");
    }
    if (attn_run_unknown(w->run)) {
        attn_unknown_json(w->out, w->run);
        attn_text_add(w->out, ",\n");
    }
}

static void add_family(const writing *w, const attn_family *family)
{
    long at[ATTN_MOST_SUBS] = {0};
    const attn_tensor *value = typical(w, family);
    attn_text_add(w->out, "{\"formula\":");
    if (family->statement)
        attn_json_string(w->out, family->statement->text);
    else
        attn_text_add(w->out, "null");
    attn_text_add(w->out, ",\"axes\":");
    add_axes(w, family, value);
    attn_text_add(w->out, ",\"data\":");
    add_nested(w, family, at, 0, add_numerals);
    if (value->words) {
        attn_text_add(w->out, ",\"words\":");
        add_nested(w, family, at, 0, add_words);
    }
    if (is_family_read(w, family)) {
        attn_text_add(w->out, ",\"reading\":");
        add_nested(w, family, at, 0, add_reading);
    }
    if (w->with) add_compared(w, family);
    add_borders(w, family);
    attn_text_add(w->out, "}");
}

static uint64_t numbers_of(const writing *w, const attn_family *family)
{
    uint64_t count = 0;
    if (family->whole) return attn_tensor_size(attn_value(w->record, family->whole));
    for (size_t i = 0; i < family->element_count; i++)
        count += attn_tensor_size(attn_value(w->record, family->elements[i].node));
    return count;
}

/* Before any number is written. */
static bool may_write(const writing *w, const attn_filter *filter)
{
    enum { least = 2 }; /* bytes of a number, with its comma */
    uint64_t count = 0;
    const attn_family *family;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(w->run), i)); i++)
        if (attn_filter_has_family(filter, family->name)) count += numbers_of(w, family);
    uint64_t work = attn_product64(count, ATTN_COST_WRITTEN);
    if (!attn_may_hold(least * count))
        return attn_fail_memory(w->status, least * count, "the JSON of %" PRIu64 " numbers", count);
    return attn_spend(w->status, work) ||
           attn_fail_work(w->status, work, "writing %" PRIu64 " numbers as JSON", count);
}

static bool add_values(const writing *w, const attn_filter *filter)
{
    bool first = true;
    const attn_family *family;
    if (!may_write(w, filter)) return false;
    attn_text_add(w->out, "\"values\":{");
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(w->run), i)); i++) {
        if (!attn_filter_has_family(filter, family->name)) continue;
        attn_json_key(w->out, family->name, &first);
        add_family(w, family);
        attn_text_add(w->out, "\n");
    }
    attn_text_add(w->out, "}");
    return true;
}

/* ---- steps ---- */

static void add_loops(attn_text *out, const attn_moment *moment, bool *first)
{
    if (moment->loop_count == 0) return;
    attn_json_key(out, "loop", first);
    attn_text_add(out, "{");
    bool none = true;
    for (size_t i = 0; i < moment->loop_count; i++) {
        attn_json_key(out, moment->loops[i].letter, &none);
        attn_text_print(out, "%ld", moment->loops[i].number);
    }
    attn_text_add(out, "}");
}

/* Prose with its values put in, formulas in backticks as they are written. */
static void add_say(attn_text *out, const attn_moment *moment, bool *first)
{
    attn_text say = {0};
    for (size_t i = 0; i < moment->piece_count; i++) {
        bool formula = moment->pieces[i].kind == ATTN_PIECE_FORMULA;
        attn_text_print(&say, formula ? "`%s`" : "%s", moment->pieces[i].text);
    }
    attn_json_key(out, "say", first);
    attn_json_string(out, attn_text_string(&say));
    out->failed |= say.failed;
    attn_text_free(&say);
}

/* "notes": what was measured of the maps on other words, a text for each, or why it is not told. */
static void add_notes(const writing *w, const attn_moment *moment, bool *first)
{
    attn_text notes = {0};
    attn_add_map_notes(w->run, moment->maps, moment->map_count, "", &notes);
    const char *line = attn_text_string(&notes);
    if (*line) attn_json_key(w->out, "notes", first);
    for (const char *end, *between = "["; (end = strchr(line, '\n')); line = end + 1) {
        const char *text = attn_copy_text(w->arena, line, (size_t)(end - line));
        attn_text_add(w->out, between);
        attn_json_string(w->out, text ? text : "");
        between = ",";
    }
    if (notes.length > 0) attn_text_add(w->out, "]");
    w->out->failed |= notes.failed;
    attn_text_free(&notes);
}

/* "plot": { "x": "n", "y": ["W_1", "W_2"], "log": "xy" }, as a lesson has it. */
static void add_plot(const writing *w, const attn_moment *moment, bool *first)
{
    size_t lines = moment->plot_has_x ? 1 : 0;
    bool key = true;
    if (moment->plot_count == 0) return;
    attn_json_key(w->out, "plot", first);
    attn_text_add(w->out, "{");
    if (moment->plot_has_x) {
        attn_json_key(w->out, "x", &key);
        attn_json_string(w->out, moment->plot[0].label);
    }
    attn_json_key(w->out, "y", &key);
    for (size_t i = lines; i < moment->plot_count; i++) {
        attn_text_add(w->out, i == lines ? "[" : ",");
        attn_json_string(w->out, moment->plot[i].label);
    }
    attn_text_print(w->out, "],\"log\":\"%s%s\"}", attn_plot_is_log_x(w->record, moment) ? "x" : "",
                    moment->plot_log_y ? "y" : "");
}

static void add_look(const writing *w, const attn_watched *look)
{
    bool first = true;
    attn_text_print(w->out, "{\"step\":%zu,\"loss\":", look->step);
    attn_json_number(w->out, look->loss);
    attn_text_add(w->out, ",\"values\":{");
    for (size_t i = 0; i < look->made_count; i++) {
        attn_json_key(w->out, look->made[i].label, &first);
        attn_json_tensor(w->out, attn_value(w->record, look->made[i].node));
    }
    attn_text_add(w->out, "}}");
}

/* "train": what it did; the losses of all steps stand under the name of the lesson's curve. */
static void add_training(const writing *w, const attn_trained *trained, bool *first)
{
    attn_text *out = w->out;
    if (!trained) return;
    attn_json_key(out, "train", first);
    if (trained->skipped) {
        attn_text_add(out, "{\"skipped\":true}");
        return;
    }
    attn_text_print(
        out, "{\"skipped\":false,\"method\":\"%s\",\"rate\":", trained->adam ? "adam" : "gradient");
    attn_json_number(out, (float)trained->rate);
    attn_text_print(out, ",\"steps\":%zu,\"examples\":%zu,\"numbers\":%zu,\"first_loss\":",
                    trained->steps, trained->examples, trained->numbers);
    attn_json_number(out, trained->losses[0]);
    attn_text_add(out, ",\"last_loss\":");
    attn_json_number(out, trained->losses[trained->steps - 1]);
    attn_text_add(out, ",\"watched\":[");
    for (size_t i = 0; i < trained->look_count; i++) {
        attn_text_add(out, i ? "," : "");
        add_look(w, &trained->looks[i]);
    }
    attn_text_add(out, "]}");
}

/* The step that trains computes again what it changes, and then its own formulas. */
static void add_computed(const writing *w, const attn_moment *moment)
{
    size_t again = moment->again_count;
    attn_text_add(w->out, "[");
    for (size_t i = 0; i < again + moment->made_count; i++) {
        if (i) attn_text_add(w->out, ",");
        const attn_made *made = i < again ? &moment->again[i] : &moment->made[i - again];
        attn_json_string(w->out, made->label);
    }
    attn_text_add(w->out, "]");
}

static void add_step(const writing *w, const attn_moment *moment)
{
    bool first = true;
    attn_text_add(w->out, "{");
    add_loops(w->out, moment, &first);
    add_say(w->out, moment, &first);
    add_notes(w, moment, &first);
    add_training(w, moment->trained, &first);
    attn_json_key(w->out, "computed", &first);
    add_computed(w, moment);
    add_plot(w, moment, &first);
    attn_text_add(w->out, "}");
}

static void add_steps(const writing *w, const attn_filter *filter)
{
    bool first = true;
    attn_text_add(w->out, "\"steps\":[");
    for (size_t i = 0; i < attn_run_moments(w->run); i++) {
        const attn_moment *moment = attn_run_moment(w->run, i);
        bool silent = moment->opens_loop && moment->piece_count == 0; /* a `for` without words */
        if (silent || !attn_filter_has_moment(filter, moment)) continue;
        if (!first) attn_text_add(w->out, ",\n");
        first = false;
        add_step(w, moment);
    }
    attn_text_add(w->out, "]");
}

/* ---- claims ---- */

static void add_sizes(attn_text *out, const size_t *sizes, size_t count)
{
    attn_text_add(out, "[");
    for (size_t i = 0; i < count; i++) attn_text_print(out, "%s%zu", i ? "," : "", sizes[i]);
    attn_text_add(out, "]");
}

static void add_stated_one(attn_text *out, const attn_stated_total *total)
{
    attn_text_add(out, "{\"name\":");
    attn_json_string(out, total->name);
    attn_text_add(out, ",\"by\":");
    attn_json_string(out, total->by);
    attn_text_add(out, total->is_shape ? ",\"shape\":" : ",\"largest_difference\":");
    if (total->is_shape)
        add_sizes(out, total->stated_shape, total->stated_rank);
    else
        attn_json_number(out, total->largest_difference);
    attn_text_add(out, total->is_shape ? ",\"true_shape\":" : ",\"at\":");
    if (total->is_shape)
        add_sizes(out, total->true_shape, total->true_rank);
    else
        add_sizes(out, total->at, total->at_count);
    attn_text_add(out, "}");
}

static void add_stated(const writing *w)
{
    attn_text_add(w->out, "\"stated\":[");
    for (size_t i = 0; i < attn_run_stated(w->run); i++) {
        if (i) attn_text_add(w->out, ",");
        add_stated_one(w->out, attn_run_stated_at(w->run, i));
    }
    attn_text_add(w->out, "]");
}

/* What became of a check over all moments. */
typedef struct fate {
    bool told, failed;
} fate;

static void note_failed(const attn_run *run, fate *fates)
{
    for (size_t i = 0; i < attn_run_moments(run); i++) {
        const attn_moment *moment = attn_run_moment(run, i);
        for (size_t k = 0; k < moment->check_count; k++)
            if (!moment->checks[k].holds) fates[moment->checks[k].place].failed = true;
    }
}

/* In a loop each is told once. */
static void add_check(const writing *w, const attn_check *check, fate *of_it, bool *first)
{
    if (of_it->told) return;
    of_it->told = true;
    attn_text_add(w->out, *first ? "{\"formula\":" : ",{\"formula\":");
    *first = false;
    attn_json_string(w->out, check->formula);
    attn_text_print(w->out, ",\"holds\":%s}", of_it->failed ? "false" : "true");
}

static bool add_checks(const writing *w, attn_arena *arena)
{
    bool first = true;
    fate *fates = attn_alloc(arena, attn_lesson_checks(attn_run_lesson(w->run)), sizeof *fates);
    if (!fates) return false;
    note_failed(w->run, fates);
    attn_text_add(w->out, "\"checks\":[");
    for (size_t i = 0; i < attn_run_moments(w->run); i++) {
        const attn_moment *moment = attn_run_moment(w->run, i);
        for (size_t k = 0; k < moment->check_count; k++)
            add_check(w, &moment->checks[k], &fates[moment->checks[k].place], &first);
    }
    attn_text_add(w->out, "]");
    return true;
}

bool attn_show_json(const attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_status *status)
{
    attn_arena *arena = attn_arena_new(status);
    attn_filter filter;
    if (!arena || !attn_filter_make(&filter, run, options, arena)) {
        attn_arena_free(arena);
        return false;
    }
    writing w = {run,   attn_run_record(run),    out,   options->with,
                 arena, find_mapped(run, arena), status};
    if (!w.mapped) {
        attn_arena_free(arena);
        return false;
    }
    const attn_lesson *lesson = attn_run_lesson(run);
    attn_text_add(out, "{\"attnviz\":1,\"lesson\":");
    attn_json_string(out, attn_lesson_name(lesson));
    attn_text_add(out, ",\"title\":");
    attn_json_string(out, attn_lesson_title(lesson));
    attn_text_add(out, ",\n");
    add_replaced(&w);
    add_told_words(&w);
    bool done = add_values(&w, &filter);
    attn_text_add(out, ",\n");
    if (done) add_steps(&w, &filter);
    attn_text_add(out, ",\n");
    add_stated(&w);
    attn_text_add(out, ",\n");
    done = done && add_checks(&w, arena);
    attn_text_add(out, "}\n");
    attn_arena_free(arena);
    return done && attn_ok(status);
}
