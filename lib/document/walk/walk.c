/*
 * walk: goes over a run, moment by moment, and makes a block of each thing it finds.
 *
 * A moment has its blocks in this order: prose; what was measured of its maps; what training did;
 * each formula with the values it made and the calls it opened; values shown instead; what a source
 * states; arithmetic; tables; plots; maps; checks.
 */
#include <string.h>

#include "document/generated.h"
#include "document/map_notes.h"
#include "document/sentences.h"
#include "document/walk/contrast.h"
#include "document/walk/walk.h"

/* ---- blocks ---- */

/* The loops that have come to another number, now that there is something to read below them. */
static void add_loops(walk *w)
{
    for (; w->told_loops < w->loop_count; w->told_loops++) {
        attn_doc_block *block = attn_document_add(w->document, ATTN_BLOCK_LOOP);
        block->apart = true;
        block->loop = (attn_block_loop){w->loops[w->told_loops], w->told_loops};
    }
}

attn_doc_block *attn_walk_add(walk *w, attn_block_kind kind)
{
    if (kind != ATTN_BLOCK_MOMENT && kind != ATTN_BLOCK_STEP) add_loops(w);
    attn_doc_block *block = attn_document_add(w->document, kind);
    block->apart = true;
    w->formula = NULL;
    return block;
}

attn_doc_block *attn_walk_add_below(walk *w, attn_block_kind kind)
{
    attn_doc_block *block = attn_walk_add(w, kind);
    block->apart = false;
    return block;
}

static void add_words_below(walk *w, attn_block_kind kind, const char *words)
{
    attn_line_words(&attn_walk_add_below(w, kind)->line, words);
}

/* ---- what the filter lets through ---- */

bool attn_walk_wants(const walk *w, const char *label)
{
    return attn_filter_has_name(w->filter, label);
}

bool attn_walk_is_chosen(const walk *w)
{
    return w->filter->name_count > 0;
}

const attn_moment *attn_walk_turn_before(const walk *w, const attn_moment *moment)
{
    return w->document->options->alone ? NULL : attn_turn_before(w->run, moment, w->filter);
}

static bool has_words(const attn_moment *moment)
{
    return moment->piece_count || moment->formula_count || moment->sum_count ||
           moment->stated_count || moment->check_count || moment->trained;
}

static bool wants_moment(const walk *w, const attn_moment *moment)
{
    if (!attn_filter_has_moment(w->filter, moment)) return false;
    if (!attn_walk_is_chosen(w) && has_words(moment)) return true;
    return attn_filter_has_value(w->filter, moment);
}

/* ---- headings ---- */

static bool same_loop(const attn_loop_at *a, const attn_loop_at *b)
{
    return a->number == b->number && strcmp(a->letter, b->letter) == 0;
}

static void reach_loops(walk *w, const attn_moment *moment)
{
    size_t count = moment->loop_count < MOST_LOOPS ? moment->loop_count : MOST_LOOPS, same = 0;
    while (same < count && same < w->loop_count && same_loop(&moment->loops[same], w->loops[same]))
        same++;
    if (moment->loop_start && same == count && count) same--;
    for (size_t i = same; i < count; i++) w->loops[i] = &moment->loops[i];
    if (w->told_loops > same) w->told_loops = same;
    w->loop_count = count;
}

static void add_headings(walk *w, const attn_moment *moment)
{
    attn_walk_add(w, ATTN_BLOCK_MOMENT)->moment = moment;
    if (moment->step != w->step) {
        w->step = moment->step;
        w->loop_count = w->told_loops = 0;
        attn_walk_add(w, ATTN_BLOCK_STEP)->step = moment->step;
    }
    reach_loops(w, moment);
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
static void add_map(walk *w, const attn_map *map, attn_large *large)
{
    attn_block_value value = attn_walk_value_of(w, map->label, map->node, true);
    if (attn_walk_leaves_out(w, &value, map->grid_rows == 0)) {
        attn_large_add(large, map->label, value.values[0], w->arena);
        return;
    }
    if (map->grid_rows) {
        const attn_tensor laid = attn_map_value(w->record, map);
        const attn_tensor *grid = attn_copy(w->arena, &laid, 1, sizeof laid);
        if (!grid) return;
        value = (attn_block_value){
            .count = 1, .values = {grid}, .shaded = true, .numbers = value.numbers};
    }
    value.name = attn_inline_label(map->label);
    attn_walk_add(w, ATTN_BLOCK_VALUE)->value = value;
}

/* What the lesson draws here and shows nowhere else in the moment. A list of what is shown says
 * which maps are, too. */
static void add_maps(walk *w, const attn_moment *moment)
{
    attn_large large = {0};
    if (w->told && moment->shown_instead && moment->shown_count) return;
    for (size_t i = 0; i < moment->map_count; i++) {
        const attn_map *map = &moment->maps[i];
        bool shown = was_shown(moment, map) ||
                     (attn_walk_is_chosen(w) && attn_walk_was_made(moment, map->label));
        if (!shown && attn_walk_wants(w, map->label)) add_map(w, map, &large);
    }
    attn_walk_add_large(w, &large);
}

/* A column, or what became of it, into items; how many columns that makes. */
static size_t add_column(const walk *w, const attn_column *column, attn_block_column *items)
{
    attn_contrast contrast;
    const attn_tensor *value = attn_value(w->record, column->node),
                      *with = w->with ? attn_values_find(w->with, column->label) : NULL;
    const attn_numbers numbers = {column->label, column->node, false};
    if (!with || !attn_contrast_make(with, value, w->arena, &contrast)) {
        *items = (attn_block_column){.label = column->label, .value = value, .numbers = numbers};
        return 1;
    }
    size_t count =
        attn_contrast_columns(column->label, attn_lesson_without(w->lesson), &contrast, items);
    items[1].numbers = numbers;
    return count;
}

static void add_columns(walk *w, const attn_column *columns, size_t count)
{
    if (count == 0 || !attn_filter_has_column(w->filter, columns, count)) return;
    size_t made = 0;
    attn_block_column *items = attn_alloc(w->arena, ATTN_MOST_SIDES * count, sizeof *items);
    if (!items) return;
    for (size_t i = 0; i < count; i++) made += add_column(w, &columns[i], items + made);
    attn_walk_add(w, ATTN_BLOCK_COLUMNS)->columns = (attn_block_columns){made, items};
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
    attn_walk_add(w, ATTN_BLOCK_PLOT)->plot = moment;
}

static void add_figures(walk *w, const attn_moment *moment)
{
    const attn_show_options *options = w->document->options;
    for (size_t i = 0; i < options->figure_count; i++)
        if (options->figures[i].moment == moment)
            attn_walk_add(w, ATTN_BLOCK_FIGURE)->figure = &options->figures[i];
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
    bool table = attn_say_stated(w->record, stated, w->precision,
                                 &attn_walk_add(w, ATTN_BLOCK_STATED)->line);
    const attn_tensor *value = table ? stated_value(w, stated) : NULL;
    if (!value) return;
    attn_walk_add_below(w, ATTN_BLOCK_VALUE)->value =
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
    if (is.outcome && is.number.name) attn_walk_add(w, ATTN_BLOCK_ARITHMETIC)->arithmetic = is;
}

static void add_claims(walk *w, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->stated_count; i++)
        if (attn_walk_wants(w, moment->stated[i].label)) add_stated(w, &moment->stated[i]);
    for (size_t i = 0; i < moment->sum_count; i++)
        if (attn_walk_wants(w, moment->sums[i].label)) add_arithmetic(w, &moment->sums[i]);
}

/* The words of a moment, but not those that the turn before has said; and what was measured of its
 * maps on other words. */
static void add_words(walk *w, const attn_moment *moment)
{
    attn_text notes = {0};
    const attn_moment *before = attn_walk_turn_before(w, moment);
    bool said = moment->piece_count == 0 || (before && attn_same_words(before, moment));
    attn_line *prose = said ? NULL : &attn_walk_add(w, ATTN_BLOCK_PROSE)->line;
    for (size_t i = 0; i < moment->piece_count && prose; i++)
        attn_line_piece(prose, &moment->pieces[i]);
    attn_add_map_notes(w->run, moment->maps, moment->map_count, "", &notes);
    if (notes.length || notes.failed)
        attn_line_take(&attn_walk_add(w, ATTN_BLOCK_PROSE)->line, &notes);
    if (prose) w->worded = w->step;
    if (w->data || w->worded != w->step || !attn_walk_is_exchanged(w, moment)) return;
    attn_line_words(&attn_walk_add(w, ATTN_BLOCK_REMARK)->line,
                    "The words of this step describe the lesson as written.");
    w->worded = 0;
}

/* Those that hold are for who asks for them. */
static void add_checks(walk *w, const attn_moment *moment)
{
    bool first = true;
    for (size_t i = 0; i < moment->check_count; i++) {
        const attn_check *check = &moment->checks[i];
        if (check->holds && !w->document->options->checks) continue;
        attn_doc_block *block = attn_walk_add(w, ATTN_BLOCK_CHECK);
        attn_say_check(check, &block->line);
        block->check = check;
        block->holds = check->holds;
        block->apart = first;
        first = false;
    }
}

static void add_moment(walk *w, const attn_moment *moment)
{
    add_headings(w, moment);
    if (!attn_walk_is_chosen(w)) add_words(w, moment);
    attn_walk_add_values(w, moment);
    add_claims(w, moment);
    add_columns(w, moment->columns, moment->column_count);
    add_plot(w, moment);
    add_maps(w, moment);
    add_figures(w, moment);
    if (!attn_walk_is_chosen(w)) add_checks(w, moment);
}

/* ---- head and end ---- */

/* "Without scale: S = Q Kᵀ" and "in place of S = Q Kᵀ / √d_k" */
static void add_exchanges(walk *w)
{
    const attn_exchange *e;
    for (size_t i = 0; (e = attn_lesson_exchange_at(w->lesson, i)); i++) {
        const char *before = e->by ? attn_print(w->arena, "Without %s:", e->by) : "Changed:";
        attn_walk_add_definition(w, ATTN_BLOCK_EXCHANGED, before, &e->after, false)
            ->definition.exchange = e;
        attn_walk_add_definition(w, ATTN_BLOCK_EXCHANGED, "in place of", &e->before, true);
    }
}

/* Each word that no vocabulary has; for people, in a sentence for each vocabulary. */
static void add_unknown(walk *w)
{
    const attn_outcome *outcome = attn_run_outcome(w->run);
    for (size_t i = 0; w->data && i < outcome->unknown_count; i++)
        attn_walk_add(w, ATTN_BLOCK_UNKNOWN)->unknown = &outcome->unknown[i];
    const attn_line empty = {.arena = w->arena};
    attn_line unknown = empty;
    for (size_t at = 0; !w->data && attn_say_unknown(w->run, &at, &unknown); unknown = empty)
        attn_walk_add_below(w, ATTN_BLOCK_NOTICE)->line = unknown;
}

/* What the lesson warns of; it stands below the words that it wrote. */
static void add_warnings(walk *w)
{
    for (size_t i = 0; i < attn_run_outcome(w->run)->warning_count; i++) {
        attn_doc_block *block = w->data ? attn_walk_add(w, ATTN_BLOCK_WARNING)
                                        : attn_walk_add_below(w, ATTN_BLOCK_NOTICE);
        attn_say_warning(w->run, i, &block->line);
    }
}

/* Whose numbers these are, and what was changed. */
static void add_changes(walk *w)
{
    const attn_outcome *outcome = attn_run_outcome(w->run);
    if (outcome->own)
        add_words_below(w, ATTN_BLOCK_NOTICE,
                        attn_print(w->arena,
                                   "Computed with your %s. What the lesson says about its own "
                                   "words and numbers is left out, and so are its checks.",
                                   outcome->own));
    for (size_t i = 0; i < outcome->patch_count; i++)
        add_words_below(
            w, ATTN_BLOCK_NOTICE,
            attn_print(w->arena, "Patched: %s is that of the other text.", outcome->patches[i]));
    for (size_t i = 0; i < outcome->change_count; i++)
        attn_say_change(w->run, i, w->precision, &attn_walk_add_below(w, ATTN_BLOCK_CHANGE)->line);
}

/* What stands above all steps; data has no sentences for people. */
static void add_head(walk *w)
{
    const attn_outcome *outcome = attn_run_outcome(w->run);
    const bool all = w->data || !attn_walk_is_chosen(w), read = !w->data;
    if (all) add_words_below(w, ATTN_BLOCK_TITLE, attn_lesson_title(w->lesson));
    if (all && read) add_words_below(w, ATTN_BLOCK_SUMMARY, attn_lesson_summary(w->lesson));
    if (read) add_changes(w);
    add_exchanges(w);
    for (size_t i = 0; i < outcome->generated_count; i++) {
        attn_doc_block *block = attn_walk_add_below(w, ATTN_BLOCK_GENERATED);
        if (read) attn_say_generated(w->run, i, &block->line);
        block->generated = &outcome->generated[i];
    }
    add_unknown(w);
    add_warnings(w);
    if (outcome->untrained && !w->data) add_words_below(w, ATTN_BLOCK_NOTICE, attn_said_untrained);
}

static void add_end(walk *w)
{
    attn_doc_block *block = attn_walk_add(w, ATTN_BLOCK_END);
    block->tally = attn_run_tally(w->run);
    if (block->tally.checks) attn_say_checks(&block->tally, w->run, &block->line);
}

static void add_asked(walk *w)
{
    size_t asked = attn_run_outcome(w->run)->asked_count;
    if (asked)
        attn_line_words(&attn_walk_add(w, ATTN_BLOCK_REMARK)->line,
                        "The arithmetic you asked for:");
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
    if (!w || (options->with && !(w->with = attn_values_new(options->with, arena)))) return false;
    return attn_walk_is_chosen(w) || options->own || (w->told = attn_told_new(run, arena));
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
        if (attn_walk_is_chosen(w) && w->filter->place_count == 0) attn_walk_add_all_given(w);
    } else if (part <= moments) {
        const attn_moment *moment = &attn_run_outcome(w->run)->moments[part - 1];
        if (wants_moment(w, moment)) add_moment(w, moment);
    } else if (part == moments + 1) {
        add_asked(w);
        if (!attn_walk_is_chosen(w)) add_end(w);
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
