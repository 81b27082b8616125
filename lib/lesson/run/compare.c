/*
 * compare: pairs the values of two runs by their labels. A label stands for one value in a run:
 * each is computed once, and what training makes of one is shown as after(A).
 */
#include "lesson/run/compare.h"

#include <math.h>
#include <string.h>

#include "core/known_words.h"

/* ---- values by label ---- */

struct attn_values {
    const attn_record *record;
    attn_word_index labels;
    attn_node *nodes; /* by the places of the labels */
    size_t count;
};

static bool add(attn_values *values, const char *label, attn_node node)
{
    size_t place = attn_word_index_add(&values->labels, label, strlen(label));
    if (!place || place <= values->count) return place != 0;
    return attn_append(values->labels.arena, &values->nodes, &values->count, &node,
                       sizeof(attn_node));
}

static bool add_all(attn_values *values, const attn_made *made, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!add(values, made[i].label, made[i].node)) return false;
    return true;
}

static bool add_columns(attn_values *values, const attn_column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!add(values, columns[i].label, columns[i].node)) return false;
    return true;
}

static bool add_moment(attn_values *values, const attn_moment *moment)
{
    bool done = add_all(values, moment->made, moment->made_count) &&
                add_all(values, moment->again, moment->again_count) &&
                add_all(values, moment->shown, moment->shown_count);
    for (size_t i = 0; done && i < moment->map_count; i++)
        done = moment->maps[i].look || add(values, moment->maps[i].label, moment->maps[i].node);
    return done && add_columns(values, moment->columns, moment->column_count) &&
           add_columns(values, moment->plot, moment->plot_count);
}

attn_values *attn_values_new(const attn_run *run, attn_arena *arena)
{
    const attn_values none = {.record = attn_run_record(run), .labels = {.arena = arena}};
    attn_values *values = attn_copy(arena, &none, 1, sizeof none);
    for (size_t i = 0; values && i < attn_run_outcome(run)->moment_count; i++)
        if (!add_moment(values, &attn_run_outcome(run)->moments[i])) return NULL;
    for (size_t i = 0; values && i < attn_run_outcome(run)->shown_count; i++)
        if (!add_all(values, &attn_run_outcome(run)->shown[i], 1)) return NULL;
    return values;
}

attn_node attn_values_node(const attn_values *values, const char *label)
{
    size_t place = attn_word_index_find(&values->labels, label, strlen(label));
    return place ? values->nodes[place - 1] : 0;
}

const attn_tensor *attn_values_find(const attn_values *values, const char *label)
{
    attn_node node = attn_values_node(values, label);
    return node ? attn_value(values->record, node) : NULL;
}

/* ---- contrasts ---- */

/* What float32 may round differently where the formulas are another way to the same number. */
static const float rounding = 2e-6f;

static float difference_of(float with, float without)
{
    return with < without || with > without ? without - with : 0.0f;
}

bool attn_same_shape(const attn_tensor *a, const attn_tensor *b)
{
    return a->rank == b->rank && a->rows == b->rows && a->cols == b->cols && !a->words == !b->words;
}

bool attn_contrast_make(const attn_tensor *with, const attn_tensor *without, attn_arena *arena,
                        attn_contrast *contrast)
{
    *contrast = (attn_contrast){
        .with = with, .without = without, .same_shape = attn_same_shape(with, without)};
    contrast->other_shape = !contrast->same_shape && !with->words == !without->words;
    if (!contrast->same_shape) return false;
    size_t size = attn_tensor_size(with);
    attn_tensor *difference = attn_copy(arena, without, 1, sizeof *difference);
    float *data = attn_alloc(arena, size + 1, sizeof *data), magnitude = 1.0f;
    if (!difference || !data) return false;
    for (size_t i = 0; i < size; i++) {
        data[i] = difference_of(with->data[i], without->data[i]);
        contrast->largest = fmaxf(contrast->largest, fabsf(data[i]));
        if (isfinite(with->data[i])) magnitude = fmaxf(magnitude, fabsf(with->data[i]));
    }
    difference->data = data;
    if (!without->words) contrast->difference = difference;
    return contrast->largest > rounding * magnitude;
}

/* ---- elements ---- */

/* One row of a value, or one number of a row. */
static bool take_part(attn_tensor *value, long number)
{
    size_t count = value->rank == ATTN_MATRIX ? value->rows : value->cols;
    if (value->rank == ATTN_NUMBER || number < 1 || (size_t)number > count) return false;
    size_t at = (size_t)number - 1;
    if (value->rank == ATTN_MATRIX) {
        value->data += at * value->cols;
        value->rank = ATTN_VECTOR;
        value->row_labels = NULL;
    } else {
        value->data += at;
        value->cols = 1;
        value->rank = ATTN_NUMBER;
        value->col_labels = NULL;
    }
    value->rows = 1;
    return true;
}

bool attn_element_value(const attn_record *record, const attn_family *family, const long *at,
                        attn_tensor *value)
{
    attn_node node = family->whole ? family->whole : attn_family_element(family, at);
    if (!node) return false;
    *value = *attn_value(record, node);
    for (size_t i = 0; i < family->axis_count && family->whole; i++)
        if (!take_part(value, at[i])) return false;
    return true;
}
