/*
 * walk: goes over a run, moment by moment, and makes a block of each thing it finds.
 *
 * A moment has its blocks in this order: prose; what was measured of its maps; what training did;
 * each formula with the values it made and the calls it opened; values shown instead; what a source
 * states; arithmetic; tables; plots; maps; checks.
 */
#include <string.h>

#include "document/block.h"
#include "document/contrast.h"
#include "document/data.h"
#include "document/filter.h"
#include "document/generated.h"
#include "document/map_notes.h"
#include "document/sentences.h"

#define MOST_LOOPS 16

typedef struct walk {
    attn_document *document;
    attn_arena *arena;
    const attn_run *run;
    const attn_record *record;
    const attn_lesson *lesson;
    const attn_filter *filter;
    const attn_values *with; /* what is compared with; or NULL */
    int precision;
    const attn_data *data; /* what programs read is made; NULL: what people read */
    size_t part;           /* the next: 0: the head; then each moment; the end */
    size_t step;           /* that the last block belongs to */
    size_t loop_count;
    attn_loop_at loops[MOST_LOOPS]; /* the numbers of the last moment */
    const attn_statement *formula;  /* the last block is this one, or a definition below it */
    size_t results;                 /* of an opened call: shown since */
    size_t inside;                  /* opened calls: their values are not compared */
    bool watching;                  /* values of a moment of the training: they are gone since */
} walk;

/* ---- blocks ---- */

/* One more block; apart from the one before it. */
static attn_doc_block *add(walk *w, attn_block_kind kind)
{
    attn_doc_block *block = attn_document_add(w->document, kind);
    block->apart = true;
    w->formula = NULL;
    return block;
}

/* Right below the one before it. */
static attn_doc_block *add_below(walk *w, attn_block_kind kind)
{
    attn_doc_block *block = add(w, kind);
    block->apart = false;
    return block;
}

static void add_words_below(walk *w, attn_block_kind kind, const char *words)
{
    attn_line_words(&add_below(w, kind)->line, words);
}

/* ---- what the filter lets through ---- */

static bool wants(const walk *w, const char *label)
{
    return attn_filter_has_name(w->filter, label);
}

/* The reader asked for certain names: only these, without the words around them. */
static bool is_chosen(const walk *w)
{
    return w->filter->name_count > 0;
}

static bool has_words(const attn_moment *moment)
{
    return moment->piece_count || moment->formula_count || moment->sum_count ||
           moment->stated_count || moment->check_count || moment->trained;
}

static bool wants_moment(const walk *w, const attn_moment *moment)
{
    if (!attn_filter_has_moment(w->filter, moment)) return false;
    if (!is_chosen(w) && has_words(moment)) return true;
    return attn_filter_has_value(w->filter, moment);
}

/* ---- headings ---- */

static bool same_loop(const attn_loop_at *a, const attn_loop_at *b)
{
    return a->number == b->number && strcmp(a->letter, b->letter) == 0;
}

static void add_loops(walk *w, const attn_moment *moment)
{
    size_t count = moment->loop_count < MOST_LOOPS ? moment->loop_count : MOST_LOOPS, same = 0;
    while (same < count && same < w->loop_count && same_loop(&moment->loops[same], &w->loops[same]))
        same++;
    if (moment->loop_start && same == count && count) same--;
    for (size_t i = same; i < count; i++) {
        w->loops[i] = moment->loops[i];
        add(w, ATTN_BLOCK_LOOP)->loop = (attn_block_loop){&moment->loops[i], i};
    }
    w->loop_count = count;
}

static void add_headings(walk *w, const attn_moment *moment)
{
    add(w, ATTN_BLOCK_MOMENT)->moment = moment;
    if (moment->step != w->step) {
        w->step = moment->step;
        w->loop_count = 0;
        add(w, ATTN_BLOCK_STEP)->step = moment->step;
    }
    add_loops(w, moment);
}

/* ---- formulas and values ---- */

/* What a formula, or the definition of a function, took the place of; NULL: of nothing. */
static const attn_exchange *exchange_of(const walk *w, const attn_statement *statement,
                                        const attn_definition *definition)
{
    const attn_exchange *e;
    for (size_t i = 0; (e = attn_lesson_exchange_at(w->lesson, i)); i++) {
        const attn_definition *after = &e->after;
        bool same = definition
                        ? after->function && strcmp(after->function, definition->function) == 0 &&
                              after->parameter_count == definition->parameter_count
                        : !after->function && after->lines[0] == statement;
        if (same) return e;
    }
    return NULL;
}

static attn_doc_block *add_definition(walk *w, attn_block_kind kind, const char *before,
                                      const attn_definition *definition, bool deeper)
{
    const attn_statement *formula = w->formula;
    attn_doc_block *block = add_below(w, kind);
    block->definition =
        (attn_block_definition){.before = before ? before : "", .is = definition, .deeper = deeper};
    w->formula = formula;
    return block;
}

/* "without scale, in place of S = Q Kᵀ / √d_k" */
static void add_exchange(walk *w, const attn_exchange *exchange)
{
    if (!exchange) return;
    const char *before = exchange->by
                             ? attn_print(w->arena, "without %s, in place of", exchange->by)
                             : "in place of";
    add_definition(w, ATTN_BLOCK_DEFINITION, before, &exchange->before, true);
}

static void add_statement(walk *w, const attn_statement *statement)
{
    bool apart = !w->formula, results = statement->target_count == 0;
    attn_doc_block *block = add(w, results ? ATTN_BLOCK_RESULTS : ATTN_BLOCK_FORMULA);
    block->apart = apart;
    if (results)
        attn_say_results(statement, &block->line);
    else
        attn_line_statement(&block->line, statement);
    w->formula = statement;
    w->results = 0;
    add_exchange(w, exchange_of(w, statement, NULL));
}

static void add_called(walk *w, const attn_definition *definition)
{
    add_definition(w, ATTN_BLOCK_DEFINITION, "with", definition, false);
    add_exchange(w, exchange_of(w, NULL, definition));
}

static bool is_mapped(const attn_moment *moment, const char *label)
{
    for (size_t i = 0; i < moment->map_count; i++)
        if (strcmp(moment->maps[i].label, label) == 0 && moment->maps[i].grid_rows == 0)
            return true;
    return false;
}

/* A value by its label, or, of an opened call, by the formula of its result. */
static attn_inline name_of(walk *w, const attn_made *made)
{
    const attn_statement *by = made->statement;
    if (made->label[0]) return attn_inline_label(made->label);
    if (!by || w->results >= by->result_count)
        return (attn_inline){.kind = ATTN_INLINE_WORDS, .text = ""};
    return (attn_inline){.kind = ATTN_INLINE_EXPR, .expr = by->results[w->results++]};
}

/* Beside what it is with the lesson's own formulas, if those give something else. */
static attn_block_value value_of(const walk *w, const char *label, attn_node node, bool mapped)
{
    const attn_tensor *value = attn_value(w->record, node), *with = NULL;
    attn_block_value shown = {.count = 1,
                              .values = {value},
                              .shaded = mapped || attn_node_is_weights(w->record, node),
                              .mapped = mapped,
                              .read = node};
    attn_contrast contrast = {0};
    bool comparable = w->with && !w->inside && !w->watching;
    if (comparable) with = attn_values_find(w->with, label);
    bool differs = with && attn_contrast_make(with, value, w->arena, &contrast);
    if (differs || contrast.other_shape)
        attn_contrast_sides(&shown, attn_lesson_without(w->lesson), &contrast, w->arena);
    if (!w->with && !w->watching) shown.numbers = (attn_numbers){label, node, w->inside > 0};
    return shown;
}

/* Right below its own formula; below another it stands apart. */
static void add_value(walk *w, const attn_made *made, bool mapped)
{
    bool apart = w->formula && w->formula != made->statement;
    attn_block_value value = value_of(w, made->label, made->node, mapped);
    value.name = name_of(w, made);
    attn_doc_block *block = add(w, ATTN_BLOCK_VALUE);
    block->value = value;
    block->apart = apart;
}

static void add_wanted_value(walk *w, const attn_moment *moment, const attn_made *made)
{
    if (wants(w, made->label)) add_value(w, made, is_mapped(moment, made->label));
}

/* ---- calls ---- */

static void add_call(walk *w, const attn_call *call)
{
    const attn_statement *last = NULL;
    attn_say_call(w->record, call, &add(w, ATTN_BLOCK_CALL)->line);
    w->inside++;
    for (size_t i = 0; i < call->made_count; i++) {
        const attn_made *made = &call->made[i];
        if (made->statement && made->statement != last) add_statement(w, made->statement);
        last = made->statement;
        add_value(w, made, false);
    }
    for (const attn_call *inner = call->inner; inner; inner = inner->next) add_call(w, inner);
    w->inside--;
    add(w, ATTN_BLOCK_END_CALL);
}

/* ---- formulas ---- */

static bool wants_formula(const walk *w, const attn_made *made, size_t count)
{
    bool wanted = !is_chosen(w);
    for (size_t i = 0; i < count && !wanted; i++) wanted = wants(w, made[i].label);
    return wanted;
}

/* One formula and, unless others are shown instead, the values it made; then the calls it opened.
 */
static void add_formula(walk *w, const attn_moment *moment, const attn_statement *formula,
                        const attn_made *made, size_t count)
{
    if (!wants_formula(w, made, count)) return;
    bool values = !moment->shown_instead || is_chosen(w);
    add_statement(w, formula);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < made[i].definition_count; k++)
            add_called(w, &made[i].definitions[k]);
    for (size_t i = 0; i < count && values; i++) add_wanted_value(w, moment, &made[i]);
    for (size_t i = 0; i < count; i++)
        for (const attn_call *call = made[i].call; call; call = call->next) add_call(w, call);
}

/* A step that is let through shows it, or draws it, where it belongs. */
static bool is_shown(const walk *w, const char *label)
{
    for (size_t i = 0; i < attn_run_outcome(w->run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(w->run)->moments[i];
        if (!attn_filter_has_moment(w->filter, moment)) continue;
        if (is_mapped(moment, label)) return true;
        for (size_t k = 0; moment->shown_instead && k < moment->shown_count; k++)
            if (strcmp(moment->shown[k].label, label) == 0) return true;
    }
    return false;
}

/* ---- training ---- */

/* The lesson draws it somewhere. */
static bool is_drawn(const attn_run *run, const char *label)
{
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++)
        if (is_mapped(&attn_run_outcome(run)->moments[i], label)) return true;
    return false;
}

static void add_watched(walk *w, const attn_watched *watched)
{
    bool said = false;
    for (size_t i = 0; i < watched->made_count; i++) {
        const attn_made *made = &watched->made[i];
        if (!wants(w, made->label)) continue;
        if (!said) attn_say_look(watched, w->precision, &add(w, ATTN_BLOCK_REMARK)->line);
        said = true;
        w->watching = true;
        add_value(w, made, is_drawn(w->run, made->label));
    }
    w->watching = false;
}

static void add_training(walk *w, const attn_trained *trained)
{
    if (!is_chosen(w)) attn_say_trained(trained, w->precision, &add(w, ATTN_BLOCK_REMARK)->line);
    for (size_t i = 0; i < trained->look_count; i++) add_watched(w, &trained->looks[i]);
}

/* What the training changed, where the reader asked for it by name and no step shows it. */
static void add_again(walk *w, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->again_count && is_chosen(w); i++) {
        const attn_made *made = &moment->again[i];
        if (wants(w, made->label) && !is_shown(w, made->label))
            add_value(w, made, is_drawn(w->run, made->label));
    }
}

static void add_formulas(walk *w, const attn_moment *moment)
{
    const attn_made *made = moment->made;
    for (size_t i = 0; i < moment->formula_count; i++) {
        size_t count = attn_made_by(moment, moment->formulas[i], made);
        add_formula(w, moment, moment->formulas[i], made, count);
        made += count;
    }
}

static bool was_made(const attn_moment *moment, const char *label)
{
    for (size_t i = 0; i < moment->made_count; i++)
        if (strcmp(moment->made[i].label, label) == 0) return true;
    return false;
}

static void add_shown(walk *w, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->shown_count && moment->shown_instead; i++)
        if (!is_chosen(w) || !was_made(moment, moment->shown[i].label))
            add_wanted_value(w, moment, &moment->shown[i]);
}

/* ---- the rest of a moment ---- */

static bool was_shown(const attn_moment *moment, const attn_map *map)
{
    if (map->look) return true; /* with the training */
    if (map->grid_rows) return false;
    for (size_t i = 0; i < moment->shown_count; i++)
        if (strcmp(moment->shown[i].label, map->label) == 0) return true;
    return false;
}

/* A vector may be laid out as the grid it stands for. */
static void add_map(walk *w, const attn_map *map)
{
    attn_block_value value = value_of(w, map->label, map->node, true);
    if (map->grid_rows) {
        const attn_tensor laid = attn_map_value(w->record, map);
        const attn_tensor *grid = attn_copy(w->arena, &laid, 1, sizeof laid);
        if (!grid) return;
        value = (attn_block_value){
            .count = 1, .values = {grid}, .shaded = true, .numbers = value.numbers};
    }
    value.name = attn_inline_label(map->label);
    add(w, ATTN_BLOCK_VALUE)->value = value;
}

/* What the lesson draws here and shows nowhere else in the moment. */
static void add_maps(walk *w, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->map_count; i++) {
        const attn_map *map = &moment->maps[i];
        bool shown = was_shown(moment, map) || (is_chosen(w) && was_made(moment, map->label));
        if (!shown && wants(w, map->label)) add_map(w, map);
    }
}

/* A column, or what became of it, into items; how many columns that makes. */
static size_t add_column(const walk *w, const attn_column *column, attn_block_column *items)
{
    attn_contrast contrast;
    const attn_tensor *value = attn_value(w->record, column->node),
                      *with = w->with ? attn_values_find(w->with, column->label) : NULL;
    if (with && attn_contrast_make(with, value, w->arena, &contrast))
        return attn_contrast_columns(column->label, &contrast, items);
    *items = (attn_block_column){.label = column->label, .value = value};
    if (!w->with) items->numbers = (attn_numbers){column->label, column->node, false};
    return 1;
}

static void add_columns(walk *w, const attn_column *columns, size_t count)
{
    if (count == 0 || !attn_filter_has_column(w->filter, columns, count)) return;
    size_t made = 0;
    attn_block_column *items = attn_alloc(w->arena, ATTN_MOST_SIDES * count, sizeof *items);
    if (!items) return;
    for (size_t i = 0; i < count; i++) made += add_column(w, &columns[i], items + made);
    add(w, ATTN_BLOCK_COLUMNS)->columns = (attn_block_columns){made, items};
}

/* The columns of the plot, unless the table has them all; then its lines. */
static void add_plot(walk *w, const attn_moment *moment)
{
    bool shown = true;
    for (size_t i = 0; i < moment->plot_count; i++) {
        bool there = false;
        for (size_t k = 0; k < moment->column_count; k++)
            there |= moment->columns[k].node == moment->plot[i].node;
        shown &= there;
    }
    if (!attn_filter_has_column(w->filter, moment->plot, moment->plot_count)) return;
    if (!shown) add_columns(w, moment->plot, moment->plot_count);
    add(w, ATTN_BLOCK_PLOT)->plot = moment;
}

static void add_figures(walk *w, const attn_moment *moment)
{
    const attn_show_options *options = w->document->options;
    for (size_t i = 0; i < options->figure_count; i++)
        if (options->figures[i].moment == moment)
            add(w, ATTN_BLOCK_FIGURE)->figure = &options->figures[i];
}

/* What was stated, with the words of the true value; false: there was no memory. */
static const attn_tensor *stated_value(const walk *w, const attn_stated *stated)
{
    const attn_tensor *is = attn_value(w->record, stated->node);
    attn_tensor *value = attn_copy(w->arena, is, 1, sizeof *is);
    float *data = attn_copy(w->arena, stated->values, attn_tensor_size(is), sizeof *data);
    if (!value || !data) return NULL;
    value->batch = 1;
    value->data = data;
    return value;
}

static void add_stated(walk *w, const attn_stated *stated)
{
    bool table = attn_say_stated(w->record, stated, w->precision, &add(w, ATTN_BLOCK_STATED)->line);
    const attn_tensor *value = table ? stated_value(w, stated) : NULL;
    if (!value) return;
    add_below(w, ATTN_BLOCK_VALUE)->value =
        (attn_block_value){.name = attn_inline_label(stated->label), .count = 1, .values = {value}};
}

static void add_arithmetic(walk *w, const attn_sum_asked *asked)
{
    attn_block_arithmetic is = {.number = attn_document_asked(w->document, asked),
                                .lines = attn_arithmetic(w->record, asked->node, asked->row,
                                                         asked->col, w->precision, w->arena),
                                .source = {.arena = w->arena}};
    if (!is.lines) attn_say_source(w->record, asked, &is.source);
    is.outcome = attn_say_outcome(w->record, asked, w->precision, w->arena);
    if (is.outcome && is.number.name) add(w, ATTN_BLOCK_ARITHMETIC)->arithmetic = is;
}

static void add_claims(walk *w, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->stated_count; i++)
        if (wants(w, moment->stated[i].label)) add_stated(w, &moment->stated[i]);
    for (size_t i = 0; i < moment->sum_count; i++)
        if (wants(w, moment->sums[i].label)) add_arithmetic(w, &moment->sums[i]);
}

/* The words of a moment; and what was measured of its maps on other words. */
static void add_words(walk *w, const attn_moment *moment)
{
    attn_text notes = {0};
    attn_line *prose = moment->piece_count ? &add(w, ATTN_BLOCK_PROSE)->line : NULL;
    for (size_t i = 0; i < moment->piece_count; i++) attn_line_piece(prose, &moment->pieces[i]);
    attn_add_map_notes(w->run, moment->maps, moment->map_count, "", &notes);
    if (notes.length || notes.failed) attn_line_take(&add(w, ATTN_BLOCK_PROSE)->line, &notes);
}

static void add_check(walk *w, const attn_check *check, bool first)
{
    attn_doc_block *block = add(w, ATTN_BLOCK_CHECK);
    attn_say_check(check, &block->line);
    block->check = check;
    block->holds = check->holds;
    block->apart = first;
}

static void add_moment(walk *w, const attn_moment *moment)
{
    add_headings(w, moment);
    if (!is_chosen(w)) add_words(w, moment);
    if (moment->trained) add_training(w, moment->trained);
    add_again(w, moment);
    add_formulas(w, moment);
    add_shown(w, moment);
    add_claims(w, moment);
    add_columns(w, moment->columns, moment->column_count);
    add_plot(w, moment);
    add_maps(w, moment);
    add_figures(w, moment);
    for (size_t i = 0; i < moment->check_count && !is_chosen(w); i++)
        add_check(w, &moment->checks[i], i == 0);
}

/* ---- what no step makes ---- */

/* Given values that the reader asked for by name and no step shows stand before the first step. */
static void add_given(walk *w, const attn_family *family)
{
    for (size_t i = 0; i < family->element_count; i++) {
        const attn_element *element = &family->elements[i];
        if (!attn_element_given(w->record, family, element)) continue;
        attn_text label = {0};
        attn_element_label(family, element, &label);
        attn_made given = {.label = attn_keep_text(w->arena, &label), .node = element->node};
        if (given.label && wants(w, given.label) && !is_shown(w, given.label))
            add_value(w, &given, false);
    }
}

static void add_all_given(walk *w)
{
    const attn_family *family;
    const attn_scope *scope = attn_run_scope(w->run);
    for (size_t i = 0; (family = attn_scope_family(scope, i)); i++)
        if (!family->after) add_given(w, family); /* what was learned stands where it trains */
}

/* ---- head and end ---- */

/* "Without scale: S = Q Kᵀ" and "in place of S = Q Kᵀ / √d_k" */
static void add_exchanges(walk *w)
{
    const attn_exchange *e;
    for (size_t i = 0; (e = attn_lesson_exchange_at(w->lesson, i)); i++) {
        const char *before = e->by ? attn_print(w->arena, "Without %s:", e->by) : "Changed:";
        add_definition(w, ATTN_BLOCK_EXCHANGED, before, &e->after, false)->definition.exchange = e;
        add_definition(w, ATTN_BLOCK_EXCHANGED, "in place of", &e->before, true);
    }
}

/* Each word that no vocabulary has; for people, in a sentence for each vocabulary. */
static void add_unknown(walk *w)
{
    const attn_outcome *outcome = attn_run_outcome(w->run);
    for (size_t i = 0; w->data && i < outcome->unknown_count; i++)
        add(w, ATTN_BLOCK_UNKNOWN)->unknown = &outcome->unknown[i];
    const attn_line empty = {.arena = w->arena};
    attn_line unknown = empty;
    for (size_t at = 0; !w->data && attn_say_unknown(w->run, &at, &unknown); unknown = empty)
        add_below(w, ATTN_BLOCK_NOTICE)->line = unknown;
}

/* Whose numbers these are, and what was changed. */
static void add_changes(walk *w)
{
    const attn_outcome *outcome = attn_run_outcome(w->run);
    if (outcome->own)
        add_words_below(w, ATTN_BLOCK_NOTICE,
                        attn_print(w->arena,
                                   "Computed with your %s. What the lesson says of its own words "
                                   "and numbers is left out, and so are its checks.",
                                   outcome->own));
    for (size_t i = 0; i < outcome->change_count; i++)
        attn_say_change(w->run, i, w->precision, &add_below(w, ATTN_BLOCK_CHANGE)->line);
}

/* What stands above all steps; data has no sentences for people. */
static void add_head(walk *w)
{
    const attn_outcome *outcome = attn_run_outcome(w->run);
    const bool all = w->data || !is_chosen(w), read = !w->data;
    if (all) add_words_below(w, ATTN_BLOCK_TITLE, attn_lesson_title(w->lesson));
    if (all && read) add_words_below(w, ATTN_BLOCK_SUMMARY, attn_lesson_summary(w->lesson));
    if (read) add_changes(w);
    add_exchanges(w);
    for (size_t i = 0; i < outcome->generated_count; i++) {
        attn_doc_block *block = add_below(w, ATTN_BLOCK_GENERATED);
        if (read) attn_say_generated(w->run, i, &block->line);
        block->generated = &outcome->generated[i];
    }
    add_unknown(w);
    if (outcome->untrained && !w->data) add_words_below(w, ATTN_BLOCK_NOTICE, attn_said_untrained);
}

static void add_end(walk *w)
{
    attn_doc_block *block = add(w, ATTN_BLOCK_END);
    block->tally = attn_run_tally(w->run);
    if (block->tally.checks) attn_say_checks(&block->tally, w->run, &block->line);
}

static void add_asked(walk *w)
{
    size_t asked = attn_run_outcome(w->run)->asked_count;
    if (asked) attn_line_words(&add(w, ATTN_BLOCK_REMARK)->line, "The arithmetic you asked for:");
    for (size_t i = 0; i < asked; i++) add_arithmetic(w, &attn_run_outcome(w->run)->asked[i]);
}

/* ---- the whole ---- */

/* A walk that adds to a document, whose arena is given. */
static walk begin(attn_document *document, const attn_run *run, const attn_show_options *options,
                  attn_arena *arena)
{
    *document = (attn_document){.arena = arena, .run = run, .options = options};
    return (walk){.document = document,
                  .arena = arena,
                  .run = run,
                  .record = attn_run_record(run),
                  .lesson = attn_run_lesson(run),
                  .precision = options->precision};
}

/* NULL on failure. */
static walk *begin_parts(attn_document *document, const attn_run *run,
                         const attn_show_options *options, attn_arena *arena)
{
    walk *w = attn_alloc(arena, 1, sizeof *w);
    attn_filter *filter = attn_alloc(arena, 1, sizeof *filter);
    walk begun = begin(document, run, options, attn_arena_new(attn_arena_status(arena)));
    begun.filter = filter;
    document->walk = w;
    if (!w || !filter || !document->arena || !attn_filter_make(filter, run, options, arena))
        return NULL;
    *w = begun;
    return w;
}

bool attn_document_begin(const attn_run *run, const attn_show_options *options, attn_arena *arena,
                         attn_document *document)
{
    walk *w = begin_parts(document, run, options, arena);
    return w && (!options->with || (w->with = attn_values_new(options->with, arena)));
}

bool attn_document_begin_data(const attn_run *run, const attn_show_options *options,
                              attn_arena *arena, attn_document *document)
{
    walk *w = begin_parts(document, run, options, arena);
    if (!w || !(w->data = attn_data_new(run, w->filter, arena))) return false;
    document->mapped = w->data->mapped;
    return true;
}

/* Part `part` of what people read; false behind the last. */
static bool add_part(walk *w, size_t part)
{
    size_t moments = attn_run_outcome(w->run)->moment_count;
    if (part == 0) {
        add_head(w);
        if (is_chosen(w) && w->filter->place_count == 0) add_all_given(w);
    } else if (part <= moments) {
        const attn_moment *moment = &attn_run_outcome(w->run)->moments[part - 1];
        if (wants_moment(w, moment)) add_moment(w, moment);
    } else if (part == moments + 1) {
        add_asked(w);
        if (!is_chosen(w)) add_end(w);
    }
    return part <= moments + 1;
}

/* The same of data. */
static bool add_data_part(walk *w, size_t part)
{
    if (part) return attn_data_add(w->data, part - 1, w->document);
    add_head(w);
    return true;
}

bool attn_document_next(attn_document *document)
{
    walk *w = document->walk;
    attn_arena_clear(document->arena);
    document->count = 0;
    document->blocks = NULL;
    bool more = w->data ? add_data_part(w, w->part) : add_part(w, w->part);
    w->part++;
    return more && attn_ok(attn_arena_status(document->arena));
}

void attn_document_end(attn_document *document)
{
    attn_arena_free(document->arena);
}

bool attn_document_arithmetic(const attn_run *run, const attn_show_options *options,
                              const attn_sum_asked *asked, attn_arena *arena,
                              attn_document *document)
{
    walk w = begin(document, run, options, arena);
    add_arithmetic(&w, asked);
    return attn_ok(attn_arena_status(arena));
}
