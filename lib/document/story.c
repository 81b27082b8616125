/*
 * story: walks over a run, moment by moment, and calls the renderer for each thing it finds.
 *
 * A moment is told in this order: prose; what was measured of its maps; what training did; each
 * formula with the values it made and the calls it opened; values shown instead; what a source
 * states; arithmetic; tables; plots; maps; checks.
 */
#include "document/story.h"

#include <string.h>

#include "document/figures/map_notes.h"

#define MOST_LOOPS 16

typedef struct story {
    const attn_run *run;
    const attn_filter *filter;
    attn_renderer *renderer;
    size_t step; /* the one last told */
    size_t loop_count;
    attn_loop_at loops[MOST_LOOPS]; /* the numbers last told */
    bool failed;                    /* memory ended */
} story;

/* ---- what the filter lets through ---- */

static bool wants(const story *s, const char *label)
{
    return attn_filter_has_name(s->filter, label);
}

/* The reader asked for certain names: only these, without the words around them. */
static bool is_chosen(const story *s)
{
    return s->filter->name_count > 0;
}

static bool wants_columns(const story *s, const attn_column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (wants(s, columns[i].label)) return true;
    return false;
}

static bool has_words(const attn_moment *moment)
{
    return moment->piece_count || moment->formula_count || moment->sum_count ||
           moment->stated_count || moment->check_count || moment->trained;
}

static bool wants_moment(const story *s, const attn_moment *moment)
{
    if (!attn_filter_has_moment(s->filter, moment)) return false;
    if (!is_chosen(s) && has_words(moment)) return true;
    return attn_filter_has_value(s->filter, moment);
}

/* ---- headings ---- */

static bool same_loop(const attn_loop_at *a, const attn_loop_at *b)
{
    return a->number == b->number && strcmp(a->letter, b->letter) == 0;
}

static void tell_loops(story *s, const attn_moment *moment)
{
    size_t count = moment->loop_count < MOST_LOOPS ? moment->loop_count : MOST_LOOPS, same = 0;
    while (same < count && same < s->loop_count && same_loop(&moment->loops[same], &s->loops[same]))
        same++;
    if (moment->loop_start && same == count && count) same--;
    for (size_t i = same; i < count; i++) {
        s->loops[i] = moment->loops[i];
        s->renderer->loop(s->renderer, &moment->loops[i], i);
    }
    s->loop_count = count;
}

static void tell_headings(story *s, const attn_moment *moment)
{
    if (moment->step != s->step) {
        s->step = moment->step;
        s->loop_count = 0;
        s->renderer->step(s->renderer, moment->step);
    }
    tell_loops(s, moment);
}

/* ---- calls ---- */

static void tell_call(story *s, const attn_call *call)
{
    const attn_statement *told = NULL;
    s->renderer->call(s->renderer, call);
    for (size_t i = 0; i < call->made_count; i++) {
        const attn_made *made = &call->made[i];
        if (made->statement && made->statement != told)
            s->renderer->formula(s->renderer, made->statement);
        told = made->statement;
        s->renderer->value(s->renderer, made, false);
    }
    for (const attn_call *inner = call->inner; inner; inner = inner->next) tell_call(s, inner);
    s->renderer->end_call(s->renderer);
}

/* ---- formulas and values ---- */

static bool is_mapped(const attn_moment *moment, const char *label)
{
    for (size_t i = 0; i < moment->map_count; i++)
        if (strcmp(moment->maps[i].label, label) == 0 && moment->maps[i].grid_rows == 0)
            return true;
    return false;
}

static void tell_value(story *s, const attn_moment *moment, const attn_made *made)
{
    if (wants(s, made->label))
        s->renderer->value(s->renderer, made, is_mapped(moment, made->label));
}

/* What one formula made: it stands together, in the order of the formulas. */
typedef struct made_here {
    const attn_made *items;
    size_t count;
} made_here;

static bool wants_formula(const story *s, const made_here *made)
{
    bool wanted = !is_chosen(s);
    for (size_t i = 0; i < made->count && !wanted; i++) wanted = wants(s, made->items[i].label);
    return wanted;
}

/* One formula and, unless others are shown instead, the values it made; then the calls it opened.
 */
static void tell_formula(story *s, const attn_moment *moment, const attn_statement *formula,
                         const made_here *made)
{
    if (!wants_formula(s, made)) return;
    bool values = !moment->shown_instead || is_chosen(s);
    s->renderer->formula(s->renderer, formula);
    for (size_t i = 0; i < made->count; i++)
        for (size_t k = 0; k < made->items[i].definition_count; k++)
            s->renderer->definition(s->renderer, &made->items[i].definitions[k]);
    for (size_t i = 0; i < made->count && values; i++) tell_value(s, moment, &made->items[i]);
    for (size_t i = 0; i < made->count; i++)
        for (const attn_call *call = made->items[i].call; call; call = call->next)
            tell_call(s, call);
}

/* A step that is told shows it, or draws it, where it belongs. */
static bool is_shown(const story *s, const char *label)
{
    for (size_t i = 0; i < attn_run_moments(s->run); i++) {
        const attn_moment *moment = attn_run_moment(s->run, i);
        if (!attn_filter_has_moment(s->filter, moment)) continue;
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
    for (size_t i = 0; i < attn_run_moments(run); i++)
        if (is_mapped(attn_run_moment(run, i), label)) return true;
    return false;
}

static void tell_look(story *s, const attn_watched *look)
{
    bool told = false;
    for (size_t i = 0; i < look->made_count; i++) {
        const attn_made *made = &look->made[i];
        if (!wants(s, made->label)) continue;
        if (!told) s->renderer->look(s->renderer, look);
        told = true;
        s->renderer->value(s->renderer, made, is_drawn(s->run, made->label));
    }
    if (told) s->renderer->look(s->renderer, NULL);
}

static void tell_training(story *s, const attn_trained *trained)
{
    if (!is_chosen(s)) s->renderer->trained(s->renderer, trained);
    for (size_t i = 0; i < trained->look_count; i++) tell_look(s, &trained->looks[i]);
}

/* What the training changed, where the reader asked for it by name and no step shows it. */
static void tell_again(story *s, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->again_count && is_chosen(s); i++) {
        const attn_made *made = &moment->again[i];
        if (wants(s, made->label) && !is_shown(s, made->label))
            s->renderer->value(s->renderer, made, is_drawn(s->run, made->label));
    }
}

static void tell_formulas(story *s, const attn_moment *moment)
{
    size_t next = 0;
    for (size_t i = 0; i < moment->formula_count; i++) {
        const attn_statement *formula = moment->formulas[i];
        made_here made = {moment->made + next, 0};
        while (next < moment->made_count && moment->made[next].statement == formula) {
            next++;
            made.count++;
        }
        tell_formula(s, moment, formula, &made);
    }
}

static bool was_made(const attn_moment *moment, const char *label)
{
    for (size_t i = 0; i < moment->made_count; i++)
        if (strcmp(moment->made[i].label, label) == 0) return true;
    return false;
}

static void tell_shown(story *s, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->shown_count && moment->shown_instead; i++)
        if (!is_chosen(s) || !was_made(moment, moment->shown[i].label))
            tell_value(s, moment, &moment->shown[i]);
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

static void tell_maps(story *s, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->map_count; i++) {
        const attn_map *map = &moment->maps[i];
        bool told = was_shown(moment, map) || (is_chosen(s) && was_made(moment, map->label));
        if (!told && wants(s, map->label)) s->renderer->map(s->renderer, map);
    }
}

static void tell_columns(story *s, const attn_column *columns, size_t count)
{
    if (count && wants_columns(s, columns, count))
        s->renderer->columns(s->renderer, columns, count);
}

/* The columns of the plot, unless the table has them all; then its lines. */
static void tell_plot(story *s, const attn_moment *moment)
{
    bool told = true;
    for (size_t i = 0; i < moment->plot_count; i++) {
        bool there = false;
        for (size_t k = 0; k < moment->column_count; k++)
            there |= moment->columns[k].node == moment->plot[i].node;
        told &= there;
    }
    if (!wants_columns(s, moment->plot, moment->plot_count)) return;
    if (!told) tell_columns(s, moment->plot, moment->plot_count);
    if (s->renderer->plot) s->renderer->plot(s->renderer, moment);
}

static bool wants_drawing(const story *s, const attn_map *map)
{
    if (map->plot) return wants_columns(s, map->plot->plot, map->plot->plot_count);
    return wants(s, map->label);
}

size_t attn_story_drawings(const attn_filter *filter, const attn_moment *moment, attn_map *maps)
{
    const story s = {.filter = filter};
    size_t all = attn_show_drawings(moment, maps), count = 0;
    if (!attn_filter_has_moment(filter, moment)) return 0;
    for (size_t i = 0; i < all; i++)
        if (wants_drawing(&s, &maps[i])) maps[count++] = maps[i];
    return count;
}

static void tell_claims(story *s, const attn_moment *moment)
{
    attn_renderer *renderer = s->renderer;
    for (size_t i = 0; i < moment->stated_count; i++)
        if (wants(s, moment->stated[i].label)) renderer->stated(renderer, &moment->stated[i]);
    for (size_t i = 0; i < moment->sum_count; i++)
        if (wants(s, moment->sums[i].label)) renderer->sum(renderer, &moment->sums[i]);
}

/* What was measured of the maps on other words, as words of the lesson. */
static void tell_notes(story *s, const attn_moment *moment)
{
    attn_text notes = {0};
    attn_add_map_notes(s->run, moment->maps, moment->map_count, "", &notes);
    attn_piece piece = {.kind = ATTN_PIECE_WORDS, .text = attn_text_string(&notes)};
    if (notes.length > 0) s->renderer->prose(s->renderer, &piece, 1);
    s->failed |= notes.failed;
    attn_text_free(&notes);
}

static void tell_words(story *s, const attn_moment *moment)
{
    if (moment->piece_count) s->renderer->prose(s->renderer, moment->pieces, moment->piece_count);
    tell_notes(s, moment);
}

static void tell_moment(story *s, const attn_moment *moment)
{
    attn_renderer *renderer = s->renderer;
    renderer->moment(renderer);
    tell_headings(s, moment);
    if (!is_chosen(s)) tell_words(s, moment);
    if (moment->trained) tell_training(s, moment->trained);
    tell_again(s, moment);
    tell_formulas(s, moment);
    tell_shown(s, moment);
    tell_claims(s, moment);
    tell_columns(s, moment->columns, moment->column_count);
    tell_plot(s, moment);
    tell_maps(s, moment);
    if (renderer->drawn) renderer->drawn(renderer, moment);
    for (size_t i = 0; i < moment->check_count && !is_chosen(s); i++)
        renderer->check(renderer, &moment->checks[i]);
}

/* ---- what no step makes ---- */

/* No formula made it. (It may have got words since, or another number from the reader.) */
static bool is_given(const attn_record *record, const attn_family *family,
                     const attn_element *element)
{
    if (family->statement && attn_element_inside(family, element)) return false;
    const attn_node *operands;
    attn_node node = element->node;
    attn_op op = attn_node_op(record, node);
    while ((op == ATTN_OP_COPY || op == ATTN_OP_REPLACED) &&
           attn_node_operands(record, node, &operands)) {
        node = operands[0];
        op = attn_node_op(record, node);
    }
    return op == ATTN_OP_GIVEN;
}

/* Given values that the reader asked for by name and no step shows stand before the first step. */
static void tell_given(story *s, const attn_family *family)
{
    attn_text label = {0};
    for (size_t i = 0; i < family->element_count; i++) {
        const attn_element *element = &family->elements[i];
        if (!is_given(attn_run_record(s->run), family, element)) continue;
        attn_text_clear(&label);
        attn_element_label(family, element, &label);
        attn_made given = {.label = attn_text_string(&label), .node = element->node};
        if (wants(s, given.label) && !is_shown(s, given.label))
            s->renderer->value(s->renderer, &given, false);
    }
    s->failed |= label.failed;
    attn_text_free(&label);
}

static void tell_all_given(story *s)
{
    const attn_family *family;
    const attn_scope *scope = attn_run_scope(s->run);
    for (size_t i = 0; (family = attn_scope_family(scope, i)); i++)
        if (!family->after) tell_given(s, family); /* what was learned stands where it trains */
}

static attn_tally tally_of(const attn_run *run)
{
    attn_tally tally = {0, 0, 0};
    for (size_t i = 0; i < attn_run_moments(run); i++) {
        const attn_moment *moment = attn_run_moment(run, i);
        tally.checks += moment->check_count;
        tally.pictures += moment->map_count + (moment->plot_count > 0);
        for (size_t k = 0; k < moment->check_count; k++) tally.untrue += !moment->checks[k].holds;
    }
    return tally;
}

bool attn_document_walk(const attn_run *run, const attn_filter *filter, attn_renderer *renderer)
{
    story s = {.run = run, .filter = filter, .renderer = renderer};
    attn_tally tally = tally_of(run);
    size_t asked = attn_run_asked(run);
    renderer->begin(renderer, run, is_chosen(&s));
    if (is_chosen(&s) && filter->place_count == 0) tell_all_given(&s);
    for (size_t i = 0; i < attn_run_moments(run); i++)
        if (wants_moment(&s, attn_run_moment(run, i))) tell_moment(&s, attn_run_moment(run, i));
    if (asked) renderer->asked(renderer);
    for (size_t i = 0; i < asked; i++) renderer->sum(renderer, attn_run_asked_at(run, i));
    if (!is_chosen(&s)) renderer->end(renderer, run, &tally);
    return !s.failed;
}
