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
    const attn_run *with;        /* what it is compared with; or NULL */
    const attn_family *compared; /* of with: that of the family being written */
    attn_arena *arena;
    const bool *mapped; /* of each node: whether the lesson draws it as it is */
    attn_filter filter;
    attn_status *status;
} writing;

/* Writes an element; false: there is none, and nothing is written. */
typedef bool (*add_element)(const writing *w, const attn_family *family, const long *at);

static attn_node node_at(const attn_family *family, const long *at)
{
    return family->whole ? family->whole : attn_family_element(family, at);
}

static bool add_numerals(const writing *w, const attn_family *family, const long *at)
{
    attn_node node = node_at(family, at);
    if (node) attn_json_tensor(w->out, attn_value(w->record, node));
    return node != 0;
}

static bool add_words(const writing *w, const attn_family *family, const long *at)
{
    attn_node node = node_at(family, at);
    if (node) attn_json_tensor_words(w->out, attn_value(w->record, node));
    return node != 0;
}

static void add_nested(const writing *w, const attn_family *family, add_element add, long *at,
                       size_t axis)
{
    attn_json_comma(w->out);
    if (axis == family->axis_count) {
        if (!add(w, family, at)) attn_text_add(w->out, "null");
        return;
    }
    attn_text_add(w->out, "[");
    for (size_t i = 1; i <= attn_family_extent(family, axis); i++) {
        at[axis] = (long)i;
        add_nested(w, family, add, at, axis + 1);
    }
    attn_text_add(w->out, "]");
}

/* "key": the elements of a family, in lists; one that was computed as a whole is a value already.
 */
static void add_elements(const writing *w, const char *key, const attn_family *family,
                         add_element add)
{
    long at[ATTN_MOST_SUBS] = {0};
    attn_json_print(w->out, "%s:", key);
    add_nested(w, family, add, at, family->whole ? family->axis_count : 0);
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
    attn_json_print(w->out, "\"axes\":[");
    for (size_t i = 0; i < family->axis_count; i++) {
        attn_json_print(w->out, "{");
        if (family->letters[i]) attn_json_print(w->out, "\"index\":%s", family->letters[i]);
        attn_json_labels(w->out, family->axes[i] ? family->axes[i]->labels : NULL);
        attn_text_add(w->out, "}");
    }
    for (size_t i = 0; i < (size_t)value->rank; i++) {
        bool rows = value->rank == ATTN_MATRIX && i == 0;
        attn_json_print(w->out, "{");
        attn_json_labels(w->out, rows ? value->row_labels : value->col_labels);
        attn_text_add(w->out, "}");
    }
    attn_text_add(w->out, "]");
}

/* Elements outside 1 … n, under their own names. */
static void add_borders(const writing *w, const attn_family *family)
{
    bool any = false;
    for (size_t i = 0; i < family->element_count; i++) {
        const attn_element *element = &family->elements[i];
        attn_text label = {0};
        if (attn_element_inside(family, element)) continue;
        if (!any) attn_json_print(w->out, "\"borders\":{");
        any = true;
        attn_element_label(family, element, &label);
        attn_json_print(w->out, "%s:", attn_text_string(&label));
        attn_json_tensor(w->out, attn_value(w->record, element->node));
        attn_text_end(&label, w->out);
    }
    if (any) attn_text_add(w->out, "}");
}

/* ---- what maps of weights say by themselves ---- */

static bool *find_mapped(const attn_run *run, attn_arena *arena)
{
    bool *mapped =
        attn_alloc(arena, attn_record_operations(attn_run_record(run)) + 1, sizeof *mapped);
    for (size_t i = 0; mapped && i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
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
static void add_places(const writing *w, const char *key, const attn_reading *reading, size_t row,
                       const float *largest)
{
    const attn_tensor *value = reading->value;
    attn_json_print(w->out, "%s:[", key);
    for (size_t col = 0; col < value->cols; col++) {
        bool masked = false, found = largest && value->data[row * value->cols + col] >= *largest;
        if (!largest && !attn_reading_masked(reading, row, col, &masked)) w->out->failed = true;
        if (found || masked) attn_json_print(w->out, "%zu", col + 1);
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
    attn_json_print(w->out, "{\"sum\":%g,\"entropy\":", row.sum);
    if (row.shared)
        attn_json_number(w->out, (float)row.entropy);
    else
        attn_text_add(w->out, "null");
    attn_json_print(w->out, "\"at_most\":%g", row.at_most);
    add_places(w, "largest", reading, i, &row.largest);
    add_places(w, "masked", reading, i, NULL);
    attn_text_add(w->out, "}");
}

static bool add_reading(const writing *w, const attn_family *family, const long *at)
{
    attn_reading reading;
    attn_node node = node_at(family, at);
    bool matrix = node && attn_value(w->record, node)->rank == ATTN_MATRIX;
    if (!node || !is_read(w, node, &reading)) return false;
    if (matrix) attn_text_add(w->out, "[");
    for (size_t i = 0; i < reading.value->rows; i++) add_reading_row(w, &reading, i);
    if (matrix) attn_text_add(w->out, "]");
    attn_reading_end(&reading);
    return true;
}

/* ---- beside the lesson's own formulas ---- */

/* False if one of them has no such element, or they cannot be compared; *changed tells whether it
 * is another value. */
static bool contrast_at(const writing *w, const attn_family *family, const long *at,
                        attn_contrast *contrast, bool *changed)
{
    attn_tensor *values = attn_alloc(w->arena, 2, sizeof *values);
    if (!values || !attn_element_value(attn_run_record(w->with), w->compared, at, &values[0]) ||
        !attn_element_value(w->record, family, at, &values[1]))
        return false;
    *changed = attn_contrast_make(&values[0], &values[1], w->arena, contrast);
    return *changed || contrast->difference || contrast->with->words;
}

/* Whether any element is another value. */
static bool is_changed(const writing *w, const attn_family *family, long *at, size_t axis)
{
    attn_contrast contrast;
    bool changed = false;
    if (axis == family->axis_count)
        return contrast_at(w, family, at, &contrast, &changed) && changed;
    for (size_t i = 1; i <= attn_family_extent(family, axis) && !changed; i++) {
        at[axis] = (long)i;
        changed = is_changed(w, family, at, axis + 1);
    }
    return changed;
}

static bool add_with(const writing *w, const attn_family *family, const long *at)
{
    attn_contrast contrast;
    bool changed, there = contrast_at(w, family, at, &contrast, &changed);
    if (there) attn_json_tensor(w->out, contrast.with);
    return there;
}

static bool add_difference(const writing *w, const attn_family *family, const long *at)
{
    attn_contrast contrast;
    bool changed, there = contrast_at(w, family, at, &contrast, &changed) && contrast.difference;
    if (there) attn_json_tensor(w->out, contrast.difference);
    return there;
}

/* "with": { "formula": …, "data": … }, "difference": …; nothing if nothing became of it. */
static void add_compared(writing *w, const attn_family *family)
{
    long at[ATTN_MOST_SUBS] = {0};
    const attn_family *with = attn_scope_find(attn_run_scope(w->with), family->name);
    w->compared = with;
    if (!with || with->axis_count != family->axis_count || !is_changed(w, family, at, 0)) return;
    attn_json_print(w->out, "\"with\":{\"formula\":%s,\"data\":",
                    with->statement ? with->statement->text : NULL);
    add_nested(w, family, add_with, at, 0);
    attn_text_add(w->out, "},\"difference\":");
    add_nested(w, family, add_difference, at, 0);
}

/* As a lesson has it, in the arena: "score(s, h) = s · h". */
static const char *definition_text(const writing *w, const attn_definition *definition)
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
    return attn_keep_text(w->arena, &text);
}

/* "replaced": the formulas that took the place of others. */
static void add_replaced(const writing *w)
{
    const attn_lesson *lesson = attn_run_lesson(w->run);
    const attn_exchange *e;
    if (!attn_lesson_exchange_at(lesson, 0)) return;
    attn_json_print(w->out, "\"replaced\":[");
    for (size_t i = 0; (e = attn_lesson_exchange_at(lesson, i)); i++)
        attn_json_print(w->out, "{\"without\":%s,\"formula\":%s,\"in_place_of\":%s}",
                        e->by ? e->by : "", definition_text(w, &e->after),
                        definition_text(w, &e->before));
    attn_text_add(w->out, "],\n");
}

static void add_family(writing *w, const attn_family *family)
{
    const attn_tensor *value = typical(w, family);
    attn_json_print(w->out, "%s:{\"formula\":%s", family->name,
                    family->statement ? family->statement->text : NULL);
    add_axes(w, family, value);
    add_elements(w, "data", family, add_numerals);
    if (value->words) add_elements(w, "words", family, add_words);
    if (is_family_read(w, family)) add_elements(w, "reading", family, add_reading);
    if (w->with) add_compared(w, family);
    add_borders(w, family);
    attn_text_add(w->out, "}\n");
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
static bool may_write(const writing *w)
{
    enum { least = 2 }; /* bytes of a number, with its comma */
    uint64_t count = 0;
    const attn_family *family;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(w->run), i)); i++)
        if (attn_filter_has_family(&w->filter, family->name)) count += numbers_of(w, family);
    uint64_t work = attn_product64(count, ATTN_COST_WRITTEN);
    if (!attn_may_hold(least * count))
        return attn_fail_memory(w->status, least * count, "the JSON of %" PRIu64 " numbers", count);
    return attn_spend(w->status, work) ||
           attn_fail_work(w->status, work, "writing %" PRIu64 " numbers as JSON", count);
}

static void add_values(writing *w)
{
    const attn_family *family;
    attn_json_print(w->out, "\"values\":{");
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(w->run), i)); i++)
        if (attn_filter_has_family(&w->filter, family->name)) add_family(w, family);
    attn_text_add(w->out, "},\n");
}

/* ---- steps ---- */

static void add_loops(const writing *w, const attn_moment *moment)
{
    if (moment->loop_count == 0) return;
    attn_json_print(w->out, "\"loop\":{");
    for (size_t i = 0; i < moment->loop_count; i++)
        attn_json_print(w->out, "%s:%ld", moment->loops[i].letter, moment->loops[i].number);
    attn_text_add(w->out, "}");
}

/* Prose with its values put in, formulas in backticks as they are written. */
static void add_say(const writing *w, const attn_moment *moment)
{
    attn_text say = {0};
    for (size_t i = 0; i < moment->piece_count; i++) {
        bool formula = moment->pieces[i].kind == ATTN_PIECE_FORMULA;
        attn_text_print(&say, formula ? "`%s`" : "%s", moment->pieces[i].text);
    }
    attn_json_print(w->out, "\"say\":%s", attn_text_string(&say));
    attn_text_end(&say, w->out);
}

/* "notes": what was measured of the maps on other words, a text for each, or why there is none. */
static void add_notes(const writing *w, const attn_moment *moment)
{
    attn_text notes = {0};
    attn_add_map_notes(w->run, moment->maps, moment->map_count, "", &notes);
    if (notes.length) attn_json_print(w->out, "\"notes\":[");
    for (char *line = notes.bytes, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        attn_json_print(w->out, "%s", line);
    }
    if (notes.length) attn_text_add(w->out, "]");
    attn_text_end(&notes, w->out);
}

/* "plot": { "x": "n", "y": ["W_1", "W_2"], "log": "xy" }, as a lesson has it. */
static void add_plot(const writing *w, const attn_moment *moment)
{
    if (moment->plot_count == 0) return;
    attn_json_print(w->out, "\"plot\":{");
    if (moment->plot_has_x) attn_json_print(w->out, "\"x\":%s", moment->plot[0].label);
    attn_json_print(w->out, "\"y\":[");
    for (size_t i = moment->plot_has_x; i < moment->plot_count; i++)
        attn_json_print(w->out, "%s", moment->plot[i].label);
    attn_text_print(w->out, "],\"log\":\"%s%s\"}", attn_plot_is_log_x(w->record, moment) ? "x" : "",
                    moment->plot_log_y ? "y" : "");
}

static void add_look(const writing *w, const attn_watched *look)
{
    attn_json_print(w->out, "{\"step\":%zu,\"loss\":%g,\"values\":{", look->step,
                    (double)look->loss);
    for (size_t i = 0; i < look->made_count; i++) {
        attn_json_print(w->out, "%s:", look->made[i].label);
        attn_json_tensor(w->out, attn_value(w->record, look->made[i].node));
    }
    attn_text_add(w->out, "}}");
}

/* "train": what it did; the losses of all steps stand under the name of the lesson's curve. */
static void add_training(const writing *w, const attn_trained *trained)
{
    attn_json_print(w->out, "\"train\":{\"skipped\":%i", trained->skipped);
    if (!trained->skipped) {
        attn_json_print(w->out, "\"method\":%s,\"rate\":%g,\"steps\":%zu,\"examples\":%zu",
                        trained->adam ? "adam" : "gradient", trained->rate, trained->steps,
                        trained->examples);
        attn_json_print(w->out, "\"numbers\":%zu,\"first_loss\":%g,\"last_loss\":%g,\"watched\":[",
                        trained->numbers, (double)trained->losses[0],
                        (double)trained->losses[trained->steps - 1]);
        for (size_t i = 0; i < trained->look_count; i++) add_look(w, &trained->looks[i]);
        attn_text_add(w->out, "]");
    }
    attn_text_add(w->out, "}");
}

static void add_labels(const writing *w, const attn_made *made, size_t count)
{
    for (size_t i = 0; i < count; i++) attn_json_print(w->out, "%s", made[i].label);
}

/* The step that trains computes again what it changes, and then its own formulas. */
static void add_step(const writing *w, const attn_moment *moment)
{
    attn_json_print(w->out, "{");
    add_loops(w, moment);
    add_say(w, moment);
    add_notes(w, moment);
    if (moment->trained) add_training(w, moment->trained);
    attn_json_print(w->out, "\"computed\":[");
    add_labels(w, moment->again, moment->again_count);
    add_labels(w, moment->made, moment->made_count);
    attn_text_add(w->out, "]");
    add_plot(w, moment);
    attn_text_add(w->out, "}");
}

static void add_steps(const writing *w)
{
    const char *between = "";
    attn_json_print(w->out, "\"steps\":[");
    for (size_t i = 0; i < attn_run_outcome(w->run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(w->run)->moments[i];
        bool silent = moment->opens_loop && moment->piece_count == 0; /* a `for` without words */
        if (silent || !attn_filter_has_moment(&w->filter, moment)) continue;
        attn_text_add(w->out, between);
        add_step(w, moment);
        between = ",\n";
    }
    attn_text_add(w->out, "],\n");
}

/* ---- claims ---- */

static void add_sizes(const writing *w, const char *key, const size_t *sizes, size_t count)
{
    attn_json_print(w->out, "%s:[", key);
    for (size_t i = 0; i < count; i++) attn_json_print(w->out, "%zu", sizes[i]);
    attn_text_add(w->out, "]");
}

static void add_stated(const writing *w)
{
    attn_json_print(w->out, "\"stated\":[");
    for (size_t i = 0; i < attn_run_outcome(w->run)->stated_count; i++) {
        const attn_stated_total *total = &attn_run_outcome(w->run)->stated[i];
        attn_json_print(w->out, "{\"name\":%s,\"by\":%s", total->name, total->by);
        if (total->is_shape) {
            add_sizes(w, "shape", total->stated_shape.of, total->stated_shape.rank);
            add_sizes(w, "true_shape", total->true_shape.of, total->true_shape.rank);
        } else {
            attn_json_print(w->out, "\"largest_difference\":%g", (double)total->largest_difference);
            add_sizes(w, "at", total->at, total->at_count);
        }
        attn_text_add(w->out, "}");
    }
    attn_text_add(w->out, "],\n");
}

/* What became of a check over all moments. */
typedef struct fate {
    bool told, failed;
} fate;

/* In a loop each is written once. */
static void add_check(const writing *w, const attn_check *check, fate *of_it)
{
    if (!of_it->told)
        attn_json_print(w->out, "{\"formula\":%s,\"holds\":%i}", check->formula, !of_it->failed);
    of_it->told = true;
}

static void add_checks(const writing *w)
{
    fate *fates = attn_alloc(w->arena, attn_lesson_checks(attn_run_lesson(w->run)), sizeof *fates);
    attn_json_print(w->out, "\"checks\":[");
    for (int pass = 0; fates && pass < 2; pass++)
        for (size_t i = 0; i < attn_run_outcome(w->run)->moment_count; i++) {
            const attn_moment *moment = &attn_run_outcome(w->run)->moments[i];
            for (size_t k = 0; k < moment->check_count; k++) {
                const attn_check *check = &moment->checks[k];
                if (pass == 0)
                    fates[check->place].failed |= !check->holds;
                else
                    add_check(w, check, &fates[check->place]);
            }
        }
    attn_text_add(w->out, "]");
}

static void add_document(writing *w)
{
    const attn_lesson *lesson = attn_run_lesson(w->run);
    attn_text_add(w->out, "{\"attnviz\":1");
    attn_json_print(w->out, "\"lesson\":%s,\"title\":%s,\n", attn_lesson_name(lesson),
                    attn_lesson_title(lesson));
    add_replaced(w);
    if (attn_run_outcome(w->run)->generated_count) attn_generated_json(w->out, w->run);
    if (attn_run_outcome(w->run)->generated_count) attn_text_add(w->out, ",\n");
    if (attn_run_outcome(w->run)->unknown_count) attn_unknown_json(w->out, w->run);
    if (attn_run_outcome(w->run)->unknown_count) attn_text_add(w->out, ",\n");
    add_values(w);
    add_steps(w);
    add_stated(w);
    add_checks(w);
    attn_text_add(w->out, "}\n");
}

bool attn_show_json(const attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_status *status)
{
    writing w = {.run = run,
                 .record = attn_run_record(run),
                 .out = out,
                 .with = options->with,
                 .arena = attn_arena_new(status),
                 .status = status};
    if (w.arena && attn_filter_make(&w.filter, run, options, w.arena) &&
        (w.mapped = find_mapped(run, w.arena)) && may_write(&w))
        add_document(&w);
    attn_arena_free(w.arena);
    return attn_ok(status);
}
