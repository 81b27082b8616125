/*
 * compare: pairs the values of two runs by their labels. A label stands for one value in a run:
 * each is computed once, and what training makes of one is told as after(A).
 */
#include "lesson/run/compare.h"

#include <math.h>
#include <string.h>

#include "core/random.h"

/* ---- values by label ---- */

typedef struct entry {
    const char *label; /* NULL: free */
    attn_node node;
} entry;

struct attn_values {
    const attn_record *record;
    size_t size; /* of the table: a power of two, more than twice its entries */
    entry *table;
};

static entry *place_of(const attn_values *values, const char *label)
{
    size_t i = (size_t)attn_hash(label, strlen(label)) & (values->size - 1);
    while (values->table[i].label && strcmp(values->table[i].label, label) != 0)
        i = (i + 1) & (values->size - 1);
    return &values->table[i];
}

static void add(attn_values *values, const char *label, attn_node node)
{
    entry *e = place_of(values, label);
    if (!e->label) *e = (entry){label, node};
}

static void add_moment(attn_values *values, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->made_count; i++)
        add(values, moment->made[i].label, moment->made[i].node);
    for (size_t i = 0; i < moment->again_count; i++)
        add(values, moment->again[i].label, moment->again[i].node);
    for (size_t i = 0; i < moment->shown_count; i++)
        add(values, moment->shown[i].label, moment->shown[i].node);
    for (size_t i = 0; i < moment->map_count; i++)
        if (!moment->maps[i].look) add(values, moment->maps[i].label, moment->maps[i].node);
    for (size_t i = 0; i < moment->column_count; i++)
        add(values, moment->columns[i].label, moment->columns[i].node);
    for (size_t i = 0; i < moment->plot_count; i++)
        add(values, moment->plot[i].label, moment->plot[i].node);
}

static size_t count_values(const attn_run *run)
{
    size_t count = attn_run_shown(run);
    for (size_t i = 0; i < attn_run_moments(run); i++) {
        const attn_moment *moment = attn_run_moment(run, i);
        count += moment->made_count + moment->again_count + moment->shown_count +
                 moment->map_count + moment->column_count + moment->plot_count;
    }
    return count;
}

attn_values *attn_values_new(const attn_run *run, attn_arena *arena)
{
    attn_values *values = attn_alloc(arena, 1, sizeof *values);
    if (!values) return NULL;
    *values = (attn_values){.record = attn_run_record(run), .size = 16};
    while (values->size < 2 * count_values(run)) values->size *= 2;
    values->table = attn_alloc(arena, values->size, sizeof *values->table);
    if (!values->table) return NULL;
    for (size_t i = 0; i < attn_run_moments(run); i++) add_moment(values, attn_run_moment(run, i));
    for (size_t i = 0; i < attn_run_shown(run); i++)
        add(values, attn_run_shown_at(run, i)->label, attn_run_shown_at(run, i)->node);
    return values;
}

attn_node attn_values_node(const attn_values *values, const char *label)
{
    return place_of(values, label)->node;
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
    attn_tensor *difference = attn_alloc(arena, 1, sizeof *difference);
    float *data = attn_alloc(arena, size + 1, sizeof *data), magnitude = 1.0f;
    if (!difference || !data) return false;
    for (size_t i = 0; i < size; i++) {
        data[i] = difference_of(with->data[i], without->data[i]);
        contrast->largest = fmaxf(contrast->largest, fabsf(data[i]));
        if (isfinite(with->data[i])) magnitude = fmaxf(magnitude, fabsf(with->data[i]));
    }
    *difference = *without;
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
