/*
 * json_document: writes the blocks of a run as one JSON document, so that other programs can read a
 * lesson (attnviz-lesson(5)).
 */
#include <inttypes.h>
#include <string.h>

#include "core/budget.h"
#include "document/data.h"
#include "document/generated.h"
#include "document/map_notes.h"
#include "files/json/json_tensor.h"
#include "formula/print/plain.h"
#include "picture/layout/plot.h"

/* ---- families ---- */

/* The lists and objects of the document, in their order. */
typedef enum section {
    HEAD,
    REPLACED,
    GROWN,
    UNKNOWN,
    WARNINGS,
    VALUES,
    STEPS,
    STATED,
    CHECKS,
    END
} section;

typedef struct writing {
    const attn_document *document;
    const attn_record *record;
    attn_text *out;
    const attn_block_family *family; /* that is being written */
    section section;
    size_t steps; /* written */
    attn_status *status;
} writing;

/* Writes an element of the family; false: there is none, and nothing is written. */
typedef bool (*add_element)(const writing *w, const long *at);

static attn_node node_at(const writing *w, const long *at)
{
    const attn_family *family = w->family->is;
    return family->whole ? family->whole : attn_family_element(family, at);
}

static bool add_numerals(const writing *w, const long *at)
{
    attn_node node = node_at(w, at);
    if (node) attn_json_tensor(w->out, attn_value(w->record, node));
    return node != 0;
}

static bool add_words(const writing *w, const long *at)
{
    attn_node node = node_at(w, at);
    if (node) attn_json_tensor_words(w->out, attn_value(w->record, node));
    return node != 0;
}

static void add_nested(const writing *w, add_element add, long *at, size_t axis)
{
    const attn_family *family = w->family->is;
    attn_json_comma(w->out);
    if (axis == family->axis_count) {
        if (!add(w, at)) attn_text_add(w->out, "null");
        return;
    }
    attn_text_add(w->out, "[");
    for (size_t i = 1; i <= attn_family_extent(family, axis); i++) {
        at[axis] = (long)i;
        add_nested(w, add, at, axis + 1);
    }
    attn_text_add(w->out, "]");
}

/* "key": the elements of a family, in lists; one that was computed as a whole is a value already.
 */
static void add_elements(const writing *w, const char *key, add_element add)
{
    long at[ATTN_MOST_SUBS] = {0};
    attn_json_print(w->out, "%s:", key);
    add_nested(w, add, at, w->family->is->whole ? w->family->is->axis_count : 0);
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

static bool add_reading(const writing *w, const long *at)
{
    attn_reading reading;
    attn_node node = node_at(w, at);
    bool matrix = node && attn_value(w->record, node)->rank == ATTN_MATRIX;
    if (!node || !attn_reading_of(w->document->run, node, w->document->mapped[node], &reading))
        return false;
    if (matrix) attn_text_add(w->out, "[");
    for (size_t i = 0; i < reading.value->rows; i++) add_reading_row(w, &reading, i);
    if (matrix) attn_text_add(w->out, "]");
    attn_reading_end(&reading);
    return true;
}

/* ---- beside the lesson's own formulas ---- */

static bool add_with(const writing *w, const long *at)
{
    attn_contrast contrast;
    bool changed, there = attn_data_contrast(w->document, w->family, at, &contrast, &changed);
    if (there) attn_json_tensor(w->out, contrast.with);
    return there;
}

static bool add_difference(const writing *w, const long *at)
{
    attn_contrast contrast;
    bool changed, there = attn_data_contrast(w->document, w->family, at, &contrast, &changed) &&
                          contrast.difference;
    if (there) attn_json_tensor(w->out, contrast.difference);
    return there;
}

/* "with": { "formula": …, "data": … }, "difference": … */
static void add_compared(const writing *w)
{
    long at[ATTN_MOST_SUBS] = {0};
    const attn_statement *statement = w->family->with->statement;
    attn_json_print(w->out,
                    "\"with\":{\"formula\":%s,\"data\":", statement ? statement->text : NULL);
    add_nested(w, add_with, at, 0);
    attn_text_add(w->out, "},\"difference\":");
    add_nested(w, add_difference, at, 0);
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
    return attn_keep_text(w->document->arena, &text);
}

/* A formula that took the place of another. */
static void add_replaced(writing *w, const attn_doc_block *block)
{
    const attn_exchange *e = block->definition.exchange;
    if (e)
        attn_json_print(w->out, "{\"without\":%s,\"formula\":%s,\"in_place_of\":%s}",
                        e->by ? e->by : "", definition_text(w, &e->after),
                        definition_text(w, &e->before));
}

static void add_family(writing *w, const attn_doc_block *block)
{
    const attn_family *family = block->family.is;
    const attn_tensor *value = block->family.typical;
    w->family = &block->family;
    attn_json_print(w->out, "%s:{\"formula\":%s", family->name,
                    family->statement ? family->statement->text : NULL);
    add_axes(w, family, value);
    add_elements(w, "data", add_numerals);
    if (value->words) add_elements(w, "words", add_words);
    if (block->family.read) add_elements(w, "reading", add_reading);
    if (block->family.with) add_compared(w);
    add_borders(w, family);
    attn_text_add(w->out, "}\n");
}

/* Whether so many numbers may be written is asked before any of them is. */
static void begin_families(writing *w, const attn_doc_block *block)
{
    enum { least = 2 }; /* bytes of a number, with its comma */
    uint64_t count = block->numbers, work = attn_product64(count, ATTN_COST_WRITTEN);
    if (!attn_may_hold(least * count))
        attn_fail_memory(w->status, least * count, "the JSON of %" PRIu64 " numbers", count);
    else if (!attn_spend(w->status, work))
        attn_fail_work(w->status, work, "writing %" PRIu64 " numbers as JSON", count);
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
    attn_add_map_notes(w->document->run, moment->maps, moment->map_count, "", &notes);
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
        attn_json_print(w->out, "\"numbers\":%zu,\"first_loss\":%g,\"last_loss\":%g",
                        trained->numbers, (double)trained->losses[0],
                        (double)trained->losses[trained->steps - 1]);
        if (trained->kept)
            attn_json_print(w->out, ",\"kept_step\":%zu,\"validation_loss\":%g", trained->kept,
                            (double)trained->kept_loss);
        attn_text_add(w->out, ",\"watched\":[");
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
static void add_step(writing *w, const attn_doc_block *block)
{
    const attn_moment *moment = block->moment;
    attn_text_add(w->out, w->steps++ ? ",\n" : "");
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

/* ---- claims ---- */

static void add_sizes(const writing *w, const char *key, const size_t *sizes, size_t count)
{
    attn_json_print(w->out, "%s:[", key);
    for (size_t i = 0; i < count; i++) attn_json_print(w->out, "%zu", sizes[i]);
    attn_text_add(w->out, "]");
}

static void add_stated(writing *w, const attn_doc_block *block)
{
    const attn_stated_total *total = block->total;
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

static void add_check(writing *w, const attn_doc_block *block)
{
    attn_json_print(w->out, "{\"formula\":%s,\"holds\":%i}", block->check->formula, block->holds);
}

/* ---- the whole ---- */

static void add_title(writing *w, const attn_doc_block *block)
{
    (void)block;
    const attn_lesson *lesson = attn_run_lesson(w->document->run);
    attn_text_add(w->out, "{\"attnviz\":1");
    attn_json_print(w->out, "\"lesson\":%s,\"title\":%s,\n", attn_lesson_name(lesson),
                    attn_lesson_title(lesson));
}

static void add_grown(writing *w, const attn_doc_block *block)
{
    attn_json_generated(w->out, block->generated);
}

static void add_unknown(writing *w, const attn_doc_block *block)
{
    attn_json_unknown(w->out, block->unknown);
}

static void add_warning(writing *w, const attn_doc_block *block)
{
    attn_text words = {0};
    attn_line_typeset(&block->line, &words);
    attn_json_string(w->out, attn_text_string(&words));
    attn_text_end(&words, w->out);
}

/* What writes a block, and in which section; NULL: it is for people. */
static const struct {
    section section;
    void (*write)(writing *w, const attn_doc_block *block);
} writers[] = {
    [ATTN_BLOCK_TITLE] = {HEAD, add_title},
    [ATTN_BLOCK_EXCHANGED] = {REPLACED, add_replaced},
    [ATTN_BLOCK_GENERATED] = {GROWN, add_grown},
    [ATTN_BLOCK_UNKNOWN] = {UNKNOWN, add_unknown},
    [ATTN_BLOCK_WARNING] = {WARNINGS, add_warning},
    [ATTN_BLOCK_FAMILIES] = {VALUES, begin_families},
    [ATTN_BLOCK_FAMILY] = {VALUES, add_family},
    [ATTN_BLOCK_MOMENT] = {STEPS, add_step},
    [ATTN_BLOCK_TOTAL] = {STATED, add_stated},
    [ATTN_BLOCK_CHECK] = {CHECKS, add_check},
};

/* Ends the section that is open, and begins this one. Those behind "values" are there also if they
 * are empty. */
static void enter(writing *w, section to)
{
    static const struct {
        const char *begin, *end;
    } sections[] = {
        [HEAD] = {"", ""},
        [REPLACED] = {"\"replaced\":[", "],\n"},
        [GROWN] = {"\"grown\":[", "],\n"},
        [UNKNOWN] = {"\"unknown\":[", "],\n"},
        [WARNINGS] = {"\"warnings\":[", "],\n"},
        [VALUES] = {"\"values\":{", "},\n"},
        [STEPS] = {"\"steps\":[", "],\n"},
        [STATED] = {"\"stated\":[", "],\n"},
        [CHECKS] = {"\"checks\":[", "]}\n"},
        [END] = {"", ""},
    };
    while (w->section < to) {
        attn_text_add(w->out, sections[w->section].end);
        w->section = to <= VALUES ? to : w->section + 1;
        attn_text_add(w->out, sections[w->section].begin);
    }
}

static void add_block(writing *w, const attn_doc_block *block)
{
    if (!writers[block->kind].write) return;
    enter(w, writers[block->kind].section);
    writers[block->kind].write(w, block);
}

bool attn_show_json(const attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_status *status)
{
    attn_document document = {0};
    attn_arena *arena = attn_arena_new(status);
    writing w = {
        .document = &document, .record = attn_run_record(run), .out = out, .status = status};
    if (arena && attn_document_begin_data(run, options, arena, &document))
        while (attn_document_next(&document))
            for (size_t i = 0; i < document.count && attn_ok(status); i++)
                add_block(&w, &document.blocks[i]);
    if (attn_ok(status)) enter(&w, END);
    attn_document_end(&document);
    attn_arena_free(arena);
    return attn_ok(status);
}
