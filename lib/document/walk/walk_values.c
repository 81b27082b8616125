/*
 * walk_values: the formulas of a moment with the values they made and the calls they opened; what
 * training did; given values where they are first read.
 */
#include <string.h>

#include "document/sentences.h"
#include "document/walk/contrast.h"
#include "document/walk/walk.h"

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

bool attn_walk_is_exchanged(const walk *w, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->formula_count; i++)
        if (exchange_of(w, moment->formulas[i], NULL)) return true;
    for (size_t i = 0; i < moment->made_count; i++)
        for (size_t k = 0; k < moment->made[i].definition_count; k++)
            if (exchange_of(w, NULL, &moment->made[i].definitions[k])) return true;
    return false;
}

attn_doc_block *attn_walk_add_definition(walk *w, attn_block_kind kind, const char *before,
                                         const attn_definition *definition, bool deeper)
{
    const attn_statement *formula = w->formula;
    attn_doc_block *block = attn_walk_add_below(w, kind);
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
    attn_walk_add_definition(w, ATTN_BLOCK_DEFINITION, before, &exchange->before, true);
}

static void add_statement(walk *w, const attn_statement *statement)
{
    bool apart = !w->formula, results = statement->target_count == 0;
    attn_doc_block *block = attn_walk_add(w, results ? ATTN_BLOCK_RESULTS : ATTN_BLOCK_FORMULA);
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
    attn_walk_add_definition(w, ATTN_BLOCK_DEFINITION, "with", definition, false);
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

attn_block_value attn_walk_value_of(const walk *w, const char *label, attn_node node, bool mapped)
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
    if (!w->watching) shown.numbers = (attn_numbers){label, node, w->inside > 0};
    return shown;
}

/* Right below its own formula; below another it stands apart. */
static void add_value(walk *w, const attn_made *made, bool mapped)
{
    bool apart = w->formula && w->formula != made->statement;
    attn_block_value value = attn_walk_value_of(w, made->label, made->node, mapped);
    value.name = name_of(w, made);
    attn_doc_block *block = attn_walk_add(w, ATTN_BLOCK_VALUE);
    block->value = value;
    block->apart = apart;
}

static void add_wanted_value(walk *w, const attn_moment *moment, const attn_made *made)
{
    if (attn_walk_wants(w, made->label)) add_value(w, made, is_mapped(moment, made->label));
}

/* ---- large values ---- */

bool attn_walk_leaves_out(const walk *w, const attn_block_value *value, bool mapped)
{
    return w->told && !w->inside && value->count == 1 && attn_is_large(value->values[0], mapped);
}

void attn_walk_add_large(walk *w, const attn_large *large)
{
    if (large->count)
        attn_say_large(large, w->document->options->ask,
                       &attn_walk_add(w, ATTN_BLOCK_REMARK)->line);
}

/* ---- calls ---- */

static void add_call(walk *w, const attn_call *call)
{
    const attn_statement *last = NULL;
    attn_say_call(w->record, call, &attn_walk_add(w, ATTN_BLOCK_CALL)->line);
    w->inside++;
    for (size_t i = 0; i < call->made_count; i++) {
        const attn_made *made = &call->made[i];
        if (made->statement && made->statement != last) add_statement(w, made->statement);
        last = made->statement;
        add_value(w, made, false);
    }
    for (const attn_call *inner = call->inner; inner; inner = inner->next) add_call(w, inner);
    w->inside--;
    attn_walk_add(w, ATTN_BLOCK_END_CALL);
}

/* ---- formulas ---- */

static bool wants_formula(const walk *w, const attn_made *made, size_t count)
{
    bool wanted = !attn_walk_is_chosen(w);
    for (size_t i = 0; i < count && !wanted; i++) wanted = attn_walk_wants(w, made[i].label);
    return wanted;
}

static void add_with_definitions(walk *w, const attn_statement *formula, const attn_made *made,
                                 size_t count)
{
    add_statement(w, formula);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < made[i].definition_count; k++)
            add_called(w, &made[i].definitions[k]);
}

/* A value that a formula made; of a large one its name. */
static void add_made(walk *w, const attn_moment *moment, const attn_made *made, attn_large *large)
{
    bool mapped = is_mapped(moment, made->label);
    attn_block_value value = attn_walk_value_of(w, made->label, made->node, mapped);
    if (!attn_walk_wants(w, made->label)) return;
    if (attn_walk_leaves_out(w, &value, value.shaded))
        attn_large_add(large, made->label, value.values[0], w->arena);
    else
        add_value(w, made, mapped);
}

/* What became of the formulas of a moment. */
typedef struct formulas {
    const attn_moment *moment;
    bool again; /* the turn before has them too */
    attn_large large;
} formulas;

/* One formula and, unless others are shown instead, the values it made; then the calls it opened.
 */
static void add_formula(walk *w, formulas *f, const attn_statement *formula, const attn_made *made,
                        size_t count)
{
    if (!wants_formula(w, made, count)) return;
    bool values = !f->moment->shown_instead || attn_walk_is_chosen(w);
    if (!f->again) add_with_definitions(w, formula, made, count);
    for (size_t i = 0; i < count && values; i++) add_made(w, f->moment, &made[i], &f->large);
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

static void add_look(walk *w, const attn_watched *watched)
{
    attn_doc_block *block = attn_walk_add(w, ATTN_BLOCK_REMARK);
    block->look = watched;
    attn_say_look(watched, w->precision, &block->line);
}

static void add_watched(walk *w, const attn_watched *watched)
{
    bool said = false;
    for (size_t i = 0; i < watched->made_count; i++) {
        const attn_made *made = &watched->made[i];
        if (!attn_walk_wants(w, made->label)) continue;
        if (!said) add_look(w, watched);
        said = true;
        w->watching = true;
        add_value(w, made, is_drawn(w->run, made->label));
    }
    w->watching = false;
}

static void add_training(walk *w, const attn_trained *trained)
{
    if (!attn_walk_is_chosen(w))
        attn_say_trained(trained, w->precision, &attn_walk_add(w, ATTN_BLOCK_REMARK)->line);
    for (size_t i = 0; i < trained->look_count; i++) add_watched(w, &trained->looks[i]);
}

/* What the training changed, where the reader asked for it by name and no step shows it. */
static void add_again(walk *w, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->again_count && attn_walk_is_chosen(w); i++) {
        const attn_made *made = &moment->again[i];
        if (attn_walk_wants(w, made->label) && !is_shown(w, made->label))
            add_value(w, made, is_drawn(w->run, made->label));
    }
}

static void add_formulas(walk *w, const attn_moment *moment)
{
    const attn_made *made = moment->made;
    bool again = w->told && attn_walk_turn_before(w, moment);
    formulas f = {.moment = moment, .again = again};
    for (size_t i = 0; i < moment->formula_count; i++) {
        size_t count = attn_made_by(moment, moment->formulas[i], made);
        add_formula(w, &f, moment->formulas[i], made, count);
        made += count;
    }
    attn_walk_add_large(w, &f.large);
}

bool attn_walk_was_made(const attn_moment *moment, const char *label)
{
    for (size_t i = 0; i < moment->made_count; i++)
        if (strcmp(moment->made[i].label, label) == 0) return true;
    return false;
}

static void add_shown(walk *w, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->shown_count && moment->shown_instead; i++)
        if (!attn_walk_is_chosen(w) || !attn_walk_was_made(moment, moment->shown[i].label))
            add_wanted_value(w, moment, &moment->shown[i]);
}

/* ---- given values ---- */

/* Given values that the reader asked for by name and no step shows stand before the first step. */
static void add_asked_given(walk *w, const attn_family *family)
{
    for (size_t i = 0; i < family->element_count; i++) {
        const attn_element *element = &family->elements[i];
        if (!attn_element_given(w->record, family, element)) continue;
        attn_text label = {0};
        attn_element_label(family, element, &label);
        attn_made given = {.label = attn_keep_text(w->arena, &label), .node = element->node};
        if (given.label && attn_walk_wants(w, given.label) && !is_shown(w, given.label))
            add_value(w, &given, false);
    }
}

void attn_walk_add_all_given(walk *w)
{
    const attn_family *family;
    const attn_scope *scope = attn_run_scope(w->run);
    for (size_t i = 0; (family = attn_scope_family(scope, i)); i++)
        if (!family->after)
            add_asked_given(w, family); /* what was learned stands where it trains */
}

/* Each of its values, or the name of it where they are large or many. */
static void add_family(walk *w, const attn_family *family, attn_large *large)
{
    size_t numbers = 0, count = family->element_count;
    for (size_t i = 0; i < count; i++)
        numbers += attn_tensor_size(attn_shape_of(w->record, family->elements[i].node));
    for (size_t i = 0; i < count; i++) {
        attn_text label = {0};
        const attn_element *element = &family->elements[i];
        const attn_tensor *value = attn_shape_of(w->record, element->node);
        attn_element_label(family, element, &label);
        attn_made given = {.label = attn_keep_text(w->arena, &label), .node = element->node};
        if (!given.label || !attn_told_is_given(w->told, element->node)) continue;
        if (attn_is_large(value, false) || attn_are_many(count, numbers))
            attn_large_add(large, given.label, value, w->arena);
        else
            add_value(w, &given, false);
    }
}

/* Given values that this moment is the first to read. */
static void add_given(walk *w, const attn_moment *moment)
{
    attn_large large = {0};
    const attn_family **given = NULL;
    size_t count = 0;
    if (!w->told || !attn_told_given(w->told, moment, &given, &count)) return;
    for (size_t i = 0; i < count; i++) add_family(w, given[i], &large);
    attn_walk_add_large(w, &large);
}

/* ---- the whole ---- */

void attn_walk_add_values(walk *w, const attn_moment *moment)
{
    if (moment->trained) add_training(w, moment->trained);
    add_again(w, moment);
    add_given(w, moment);
    add_formulas(w, moment);
    add_shown(w, moment);
}
