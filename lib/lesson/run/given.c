/*
 * given: the values that a lesson is given or learns, made as each form says: one entry of a table
 * for each form.
 */
#include <math.h>
#include <string.h>

#include "core/random.h"
#include "lesson/program/own.h"
#include "lesson/program/running.h"
#include "lesson/run/making.h"
#include "text/cutting.h"

/* ---- sizes ---- */

bool attn_making_fits(const making *m, uint64_t cost)
{
    char shape[48];
    attn_status *status = m->run->status;
    uint64_t numbers = attn_product64(m->shape.rows, m->shape.cols);
    uint64_t bytes = attn_product64(numbers, sizeof(float)), work = attn_product64(numbers, cost);
    bool fits = attn_may_hold(bytes);
    if (fits && attn_spend(status, work)) return true;
    const char *name = attn_scope_label(m->run->scope, &m->given->name);
    if (!name) return false;
    attn_tensor_shape(&m->shape, shape);
    if (!fits) return attn_fail_memory(status, bytes, "%s (%s)", name, shape);
    return attn_fail_work(status, work, "%s (%s)", name, shape);
}

bool attn_take_sizes(making *m)
{
    attn_run *run = m->run;
    size_t sizes[2] = {1, 1}, count = m->given->sizes.count;
    for (size_t i = 0; i < count; i++) {
        attn_node node = attn_eval(run->scope, m->given->sizes.items[i]);
        if (!node) return false;
        const attn_tensor *value = attn_value(run->record, node);
        float size = value->data[0];
        if (value->rank != ATTN_NUMBER || !(size >= 1) || size != floorf(size) ||
            size > (float)ATTN_MOST_SIDE)
            return attn_fail(run->status, ATTN_INPUT, "a size must be a whole number from 1");
        sizes[i] = (size_t)size;
    }
    m->shape.rank = (attn_rank)count;
    m->shape.rows = count == 2 ? sizes[0] : 1;
    m->shape.cols = count == 2 ? sizes[1] : count == 1 ? sizes[0] : 1;
    return attn_making_fits(m, ATTN_COST_NUMBER);
}

float *attn_new_numbers(making *m)
{
    m->leaf = attn_record_leaf(m->run->record, ATTN_OP_GIVEN, &m->shape, false);
    return m->leaf ? attn_record_fill(m->run->record, m->leaf) : NULL;
}

/* ---- numbers written out ---- */

bool attn_written_number(const attn_run *run, const written_numbers *w, float *number)
{
    *number = (float)w->number;
    return isfinite(*number) ||
           attn_fail_written(run, w, "this number is too large for float32 (at most 3.4e38)");
}

static bool all_numbers(const making *m, const written_numbers *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].kind != WRITTEN_NUMBER)
            return attn_fail_written(m->run, &list->items[i], "expected a number");
    return true;
}

static bool row_shape(making *m, const written_numbers *row, size_t before)
{
    if (row->kind != WRITTEN_LIST || !row->count)
        return attn_fail_written(m->run, row, "expected a row of numbers: [1, 2]");
    if (!all_numbers(m, row)) return false;
    if (before && row->count != m->shape.cols)
        return attn_fail_written(
            m->run, row, "row %zu has %zu number%s, but the rows before it have %zu", before + 1,
            (size_t)row->count, row->count == 1 ? "" : "s", m->shape.cols);
    m->shape.cols = row->count;
    return true;
}

static bool values_shape(making *m)
{
    const written_numbers *values = m->values;
    bool list = values->kind == WRITTEN_LIST;
    bool rows = list && values->count && values->items[0].kind == WRITTEN_LIST;
    m->shape.rank = values->kind == WRITTEN_NUMBER ? ATTN_NUMBER : rows ? ATTN_MATRIX : ATTN_VECTOR;
    m->shape.rows = rows ? values->count : 1;
    m->shape.cols = list && !rows ? values->count : 1;
    if (m->shape.rank == ATTN_NUMBER) return true;
    if (!list)
        return attn_fail_written(m->run, values, "expected numbers: 1, [1, 2] or [[1, 2], [3, 4]]");
    if (!values->count) return attn_fail_written(m->run, values, "an empty list has no numbers");
    if (!rows) return all_numbers(m, values);
    for (size_t i = 0; i < values->count; i++)
        if (!row_shape(m, &values->items[i], i)) return false;
    return true;
}

/* A number, or those of a list, of a list of lists. */
static bool put_numbers(const making *m, const written_numbers *values, float **numbers)
{
    if (values->kind == WRITTEN_NUMBER) return attn_written_number(m->run, values, (*numbers)++);
    for (size_t i = 0; i < values->count; i++)
        if (!put_numbers(m, &values->items[i], numbers)) return false;
    return true;
}

static attn_node make_values(making *m)
{
    float *numbers = values_shape(m) ? attn_new_numbers(m) : NULL;
    return numbers && put_numbers(m, m->values, &numbers) ? m->leaf : 0;
}

/* ---- drawn, and all alike ---- */

static attn_node make_drawn(making *m)
{
    if (!attn_take_sizes(m) || !attn_making_fits(m, ATTN_COST_DRAWN)) return 0;
    float *numbers = attn_new_numbers(m);
    if (!numbers) return 0;
    attn_random random = attn_random_named(m->seed_name, m->run->seed);
    bool uniform = m->given->form == FORM_UNIFORM;
    bool finite = true;
    for (size_t i = 0; i < m->shape.rows * m->shape.cols; i++) {
        numbers[i] =
            uniform ? attn_random_uniform(&random) : attn_random_normal(&random, m->given->scale);
        finite &= isfinite(numbers[i]) != 0;
    }
    if (m->given->learned) m->run->outcome.untrained = true;
    if (finite) return m->leaf;
    return attn_fail_at(m->run->status, &m->given->from,
                        "numbers drawn with this \"scale\" are too large for float32");
}

static attn_node make_fill(making *m)
{
    if (!attn_take_sizes(m)) return 0;
    float *numbers = attn_new_numbers(m);
    for (size_t i = 0; numbers && i < m->shape.rows * m->shape.cols; i++)
        numbers[i] = m->given->fill;
    return m->leaf;
}

/* ---- a token, a number of the config file ---- */

attn_node attn_make_number(making *m, float number, const attn_labels *words)
{
    m->shape = (attn_tensor){
        .rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .data = &number, .words = words};
    return attn_record_leaf(m->run->record, ATTN_OP_GIVEN, &m->shape, false);
}

static attn_node make_token(making *m)
{
    const attn_sequence *of = attn_sequence_here(m->run, m->given->of);
    size_t place = attn_sequence_find(m->run, of, m->given->text);
    if (place) return attn_make_number(m, (float)place, of->vocabulary);
    return attn_fail_at(m->run->status, &m->given->main_from, "'%s' is not a word of %s",
                        m->given->text, of->name);
}

static attn_node make_config(making *m)
{
    float number = (float)m->given->number;
    if (m->values) return make_values(m);
    if (isfinite(number)) return attn_make_number(m, number, NULL);
    return attn_fail_at(m->run->status, &m->given->main_from, "%s has no number under '%s'",
                        m->run->lesson->config_file, m->given->text);
}

/* ---- spelling: a row per word, counts of its letter groups ---- */

static void count_group(const char *bytes, size_t length, float *row, size_t columns)
{
    row[attn_hash(bytes, length) % columns] += 1;
}

/* Counts the groups of 1, 2 and 3 characters of ^word$ (in lower case), each in the column of its
 * hash. One more group says which capitals the word has. */
static bool count_groups(const char *word, float *row, size_t columns)
{
    attn_text marked = {0};
    attn_text_add(&marked, "^");
    attn_text_add_lower(&marked, word, strlen(word));
    attn_text_add(&marked, "$");
    const char *bytes = attn_text_string(&marked);
    uint32_t code;
    for (size_t start = 0; start < marked.length;) {
        size_t end = start, first = attn_utf8_next(bytes + start, marked.length - start, &code);
        for (size_t characters = 0; characters < 3 && end < marked.length; characters++) {
            size_t width = attn_utf8_next(bytes + end, marked.length - end, &code);
            end += width ? width : 1;
            count_group(bytes + start, end - start, row, columns);
        }
        start += first ? first : 1;
    }
    const attn_capitals capitals = attn_capitals_of((attn_span){word, strlen(word)});
    if (capitals == ATTN_CAPITALS_FIRST) count_group("A", 1, row, columns);
    if (capitals == ATTN_CAPITALS_ALL) count_group("AA", 2, row, columns);
    bool counted = !marked.failed;
    attn_text_free(&marked);
    return counted;
}

static bool spend_groups(const making *m, const char *word)
{
    uint64_t work = attn_product64(strlen(word), ATTN_COST_READ);
    return attn_spend(m->run->status, work) ||
           attn_fail_work(m->run->status, work, "spelling '%s'", word);
}

static attn_node make_spelling(making *m)
{
    const attn_sequence *of = attn_sequence_here(m->run, m->given->of);
    if (!attn_take_sizes(m)) return 0;
    m->shape.rank = ATTN_MATRIX;
    m->shape.rows = of->count;
    m->shape.row_labels = of->labels;
    m->shape.batch = attn_value(m->run->record, of->value)->batch;
    float *numbers = attn_new_numbers(m);
    for (size_t i = 0; numbers && i < of->count * m->shape.batch; i++) {
        const char *word = m->run->filled[of->place].words[i];
        if (!spend_groups(m, word)) return 0;
        if (!count_groups(word, numbers + i * m->shape.cols, m->shape.cols))
            return attn_no_memory(m->run->status, "reading the spelling");
    }
    return m->leaf;
}

/* ---- making ---- */

static attn_node (*const makers[])(making *m) = {
    [FORM_VALUES] = make_values,        [FORM_RANDOM] = make_drawn,
    [FORM_UNIFORM] = make_drawn,        [FORM_FILL] = make_fill,
    [FORM_TOKEN] = make_token,          [FORM_CONFIG] = make_config,
    [FORM_WEIGHTS] = attn_make_weights, [FORM_SPELLING] = make_spelling,
    [FORM_PIXELS] = attn_make_pixels,   [FORM_SOUND] = attn_make_sound,
    [FORM_ARRAY] = attn_make_array,
};

static bool check_axis(const attn_run *run, const given *g, const attn_sequence *words,
                       size_t length, const char *axis)
{
    if (!words || words->count == length) return true;
    return attn_fail_at(run->status, &g->from, "%s has %zu %s%s, but %s has %zu word%s", g->key,
                        length, axis, length == 1 ? "" : "s", words->name, words->count,
                        words->count == 1 ? "" : "s");
}

/* rows and cols name the axes of any form. */
static attn_node label(making *m, attn_node node)
{
    const given *g = m->given;
    if (!node || (!g->rows && !g->cols)) return node;
    const attn_tensor *value = attn_shape_of(m->run->record, node);
    bool matrix = value->rank == ATTN_MATRIX;
    const attn_sequence *rows = g->rows ? attn_sequence_here(m->run, g->rows) : NULL;
    const attn_sequence *cols = g->cols ? attn_sequence_here(m->run, g->cols) : NULL;
    if (!cols && !matrix) cols = rows; /* a vector lies neither way */
    if (value->rank == ATTN_NUMBER) {
        return attn_fail_at(m->run->status, &g->from, "a number has no axes to name");
    }
    if ((matrix && !check_axis(m->run, g, rows, value->rows, "row")) ||
        !check_axis(m->run, g, cols, value->cols, matrix ? "column" : "element"))
        return 0;
    return attn_record_relabel(m->run->record, node, matrix && rows ? rows->labels : NULL,
                               cols ? cols->labels : NULL);
}

/* The shape that the lesson gives this element into m->shape; none in the forms that take it from
 * elsewhere. */
static bool take_shape(making *m)
{
    m->shape = (attn_tensor){.batch = 1};
    return m->given->form == FORM_VALUES ? values_shape(m) : attn_take_sizes(m);
}

/* What was read in the place of a drawn value has the same shape. */
static bool check_learned(making *m, attn_node node)
{
    const attn_tensor *read = attn_shape_of(m->run->record, node);
    char is[48], wanted[48];
    if (!take_shape(m)) return false;
    if (read->rank == m->shape.rank && read->rows == m->shape.rows && read->cols == m->shape.cols)
        return true;
    return attn_fail_at(m->run->status, &m->given->from, "%s is a %s in %s, but a %s here",
                        attn_scope_label(m->run->scope, &m->given->name),
                        attn_tensor_shape(read, is), m->run->lesson->weights[m->file].path,
                        attn_tensor_shape(&m->shape, wanted));
}

/* The name of a learned value in its weights file; an index that chooses the file is not part of
 * it. */
static const char *learned_name(making *m)
{
    const attn_letter *letter = attn_choosing_letter(m);
    if (!attn_choose_weights(m, letter)) return NULL;
    return letter ? attn_scope_label_without(m->run->scope, &m->given->name, letter)
                  : attn_scope_label(m->run->scope, &m->given->name);
}

/* A learned value that stands in a weights file under its own name. */
static attn_node read_learned(making *m, bool *found)
{
    attn_run *run = m->run;
    const given *g = m->given;
    *found = false;
    if (!g->learned || g->form == FORM_WEIGHTS || !run->lesson->weights_count) return 0;
    if (run->lesson->weights_by && !attn_choosing_letter(m)) return 0;
    if (run->options->training && run->options->training->anew) return 0;
    const char *name = learned_name(m);
    attn_arrays *weights = name ? attn_weights_of(m) : NULL;
    if (!weights) return 0;
    const attn_array *weight = attn_arrays_find(weights, name);
    *found = weight != NULL;
    attn_node node = weight ? attn_make_weight(m, weight) : 0;
    return node && check_learned(m, node) ? node : 0;
}

/* Whether the value is spelled from the words of a sequence that changes so, or there are as many
 * of it, or it is as large, as that is long, or the name of its tensor says how long. */
static bool depends(const attn_run *run, const given *g,
                    bool (*changes)(const attn_run *run, const sequence_source *s))
{
    for (size_t i = 0; i < run->lesson->sequence_count; i++) {
        const sequence_source *s = &run->lesson->sequences[i];
        if (!changes(run, s)) continue;
        const attn_sequence *sequence = s->sequence;
        bool named = g->of == sequence || g->rows == sequence || g->cols == sequence;
        if (named || attn_runs_over(run->scope, &g->name, sequence)) return true;
        for (size_t k = 0; k < g->sizes.count; k++)
            if (attn_speaks_of(run->scope, g->sizes.items[k], sequence)) return true;
        for (size_t k = 0; k < g->weight.count; k++) {
            const attn_statement *line = g->weight.pieces[k].line;
            if (line && attn_speaks_of(run->scope, line, sequence)) return true;
        }
    }
    return false;
}

/* The run whose value this one takes, rather than make it again: another one's, unless it changes
 * with each batch, or the first turn's, unless it changes with the words; NULL: none. */
static const attn_run *lender(const attn_run *run, const given *g)
{
    size_t input;
    const bool batched = run->batch != NULL;
    if (run->shared)
        return attn_media_vary(run, g, &input) || (batched && depends(run, g, attn_sequence_varies))
                   ? NULL
                   : run->shared;
    return run->first && !depends(run, g, attn_sequence_grows) ? run->first : NULL;
}

/* Notes a learned value, by which gradients are taken and which is written to a weights file. */
static bool note_learned(attn_run *run, const given *g, attn_node node)
{
    if (run->shared) {
        attn_arranged *arranged = run->arranged ? run->arranged[run->node_count] : NULL;
        if (arranged) attn_record_lend_arranged(run->record, node, arranged);
        run->learned_nodes[run->node_count++] = node;
        return true;
    }
    learned_value *value =
        attn_append(run->arena, &run->learned, &run->learned_count,
                    &(learned_value){.label = attn_scope_label(run->scope, &g->name),
                                     .of = g,
                                     .shape = *attn_shape_of(run->record, node)},
                    sizeof *value);
    if (!value) return false;
    return value->label != NULL;
}

static bool keep_made(attn_run *run, const given *g, attn_node node, bool drawn)
{
    made_values *made = &run->givens[g - run->lesson->givens];
    made->drawn = drawn;
    return attn_append(run->arena, &made->items, &made->count, attn_shape_of(run->record, node),
                       sizeof(attn_tensor));
}

/* What another run made of it; or what was learned since, once the step that trains takes it. */
static attn_node share_value(attn_run *run, const given *g, const made_values *made)
{
    if (g->learned && run->learner) {
        const attn_tensor *learned = &run->learner->learned[run->node_count].shape;
        return attn_record_leaf(run->record, ATTN_OP_GIVEN, learned, true);
    }
    if (run->taken < made->count)
        return attn_record_leaf(run->record, ATTN_OP_GIVEN, &made->items[run->taken++], true);
    return attn_fail_at(run->status, &g->from,
                        "each example has a different number of values for %s", g->key);
}

/* The value of one element, as the lesson says where it comes from. */
static attn_node make_value(attn_run *run, const given *g, const written_numbers *values,
                            bool *found)
{
    making m = {.run = run, .given = g, .values = values, .shape = {.batch = 1}};
    m.seed_name = attn_scope_seed_name(run->scope, &g->name);
    const own_value *own = attn_own_value(run, g);
    attn_node node = m.seed_name && !own ? read_learned(&m, found) : 0;
    if (!attn_ok(run->status) || !m.seed_name) return 0;
    if (!*found) node = own ? attn_make_own(&m, own) : makers[g->form](&m);
    bool varies = node && !*found && !own && run->options->varied && g->vary.parts;
    if (varies && !attn_vary_draw(run, &g->vary, m.seed_name, attn_record_fill(run->record, node),
                                  m.shape.rows * m.shape.cols))
        return 0;
    return label(&m, node);
}

/* The run before this one that has learned, or read, what this one takes; NULL: none. */
static const attn_run *learned_by(const attn_run *run)
{
    const generations *all = run->generations;
    return !all ? NULL : all->trained ? all->trained : all->read;
}

static attn_node take_learned(attn_run *run, const given *g, const attn_run *teacher)
{
    making m = {.run = run, .given = g, .shape = teacher->learned[run->learned_count].shape};
    m.shape.row_labels = m.shape.col_labels = m.shape.words = NULL;
    return label(&m, attn_record_leaf(run->record, ATTN_OP_GIVEN, &m.shape, true));
}

/* What has no tensor: steps that need it are left out. */
static bool leave_absent(attn_run *run, const given *g, const char *why)
{
    run->givens[g - run->lesson->givens].absent = why;
    run->lacks = true;
    attn_scope_absent(run->scope, &g->name, why);
    return true;
}

static bool make_one(attn_run *run, const given *g, const written_numbers *values)
{
    bool found = false;
    const attn_run *from = lender(run, g), *learned = g->learned ? learned_by(run) : NULL;
    const made_values *made = from ? &from->givens[g - run->lesson->givens] : NULL;
    if (made && made->absent) return leave_absent(run, g, made->absent);
    attn_node node = made      ? share_value(run, g, made)
                     : learned ? take_learned(run, g, learned)
                               : make_value(run, g, values, &found);
    const bool random = g->form == FORM_RANDOM || g->form == FORM_UNIFORM;
    const bool drawn = made && !run->shared ? made->drawn : random && !found && !learned;
    const char *absent = run->givens[g - run->lesson->givens].absent;
    if (absent && attn_ok(run->status)) return leave_absent(run, g, absent);
    if (!node || (!run->shared && !keep_made(run, g, node, drawn))) return false;
    if (g->learned && !note_learned(run, g, node)) return false;
    run->element++;
    return attn_scope_give(run->scope, &g->name, node, g->learned, drawn);
}

/* One level of the numbers for each index in the key. */
static bool make_over(attn_run *run, const given *g, attn_letter **letters, size_t count,
                      const written_numbers *values)
{
    if (count == 0) return make_one(run, g, values);
    attn_letter *letter = letters[0];
    bool listed = g->values && !attn_own_value(run, g);
    size_t length = letter->sequence->count;
    if (listed && (values->kind != WRITTEN_LIST || values->count != length))
        return attn_fail_written(run, values,
                                 "%s: %s runs over %s (%zu), so %zu %s needed, but there are %zu",
                                 g->key, letter->name, letter->sequence->name, length, length,
                                 length == 1 ? "entry is" : "entries are",
                                 values->kind == WRITTEN_LIST ? (size_t)values->count : 1);
    letter->bound = true;
    for (size_t i = 1; i <= length; i++) {
        letter->value = (long)i;
        const written_numbers *item = listed ? &values->items[i - 1] : NULL;
        if (!make_over(run, g, letters + 1, count - 1, item)) return false;
    }
    letter->bound = false;
    return true;
}

bool attn_given_make(attn_run *run, const given *g)
{
    attn_letter *letters[ATTN_MOST_SUBS];
    run->taken = run->element = 0;
    size_t count = attn_free_letters(run->scope, &g->name, letters);
    run->letters = letters;
    run->letter_count = count;
    bool made = make_over(run, g, letters, count, g->values);
    run->letters = NULL;
    if (made) return true;
    if (run->status->formula[0])
        return attn_place_formula(run->status, attn_scope_origin(run->scope));
    return attn_place_fault(run->status, &g->from);
}

bool attn_curve_read(attn_run *run, const attn_name *curve)
{
    const char *label = curve ? attn_scope_label(run->scope, curve) : NULL;
    if (!curve || run->lesson->weights_by) return true;
    static const given plain = {0};
    making m = {.run = run, .given = &plain, .shape = {.batch = 1}};
    attn_arrays *weights = label ? attn_weights_of(&m) : NULL;
    if (!weights) return false;
    const attn_array *weight = attn_arrays_find(weights, label);
    if (!weight) return true;
    attn_node node = attn_make_weight(&m, weight);
    return node && attn_scope_give(run->scope, curve, node, false, false);
}
