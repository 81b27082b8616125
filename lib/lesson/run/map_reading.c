/*
 * map_reading: measures the rows of a map of weights: entropy, masks, sums.
 */
#include "lesson/run/map_reading.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "core/budget.h"

/* ---- what is a map of weights ---- */

/* Whether another value or sequence of the run is words of this one, not only of the same list. */
static bool is_vocabulary(const attn_run *run, const attn_sequence *sequence)
{
    const attn_family *family;
    const attn_labels *own = sequence->vocabulary;
    if (own && own->name && strcmp(own->name, sequence->name) != 0) own = NULL;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(run), i)); i++) {
        if (!family->element_count || strcmp(family->name, sequence->name) == 0) continue;
        const attn_labels *words =
            attn_shape_of(attn_run_record(run), family->elements[0].node)->words;
        if (words && (words == own || words == sequence->labels)) return true;
    }
    return false;
}

bool attn_is_attention(const attn_run *run, const attn_tensor *weights)
{
    const attn_scope *scope = attn_run_scope(run);
    const attn_labels *labels = weights->col_labels;
    const attn_sequence *keys = labels ? attn_scope_sequence(scope, labels->name) : NULL;
    return !keys || attn_scope_is_indexed(scope, keys) || !is_vocabulary(run, keys);
}

/* Weights, but not if all numbers are 0 or 1. */
static bool are_shares(const attn_tensor *value)
{
    bool shares = false;
    for (size_t i = 0, n = attn_tensor_size(value); i < n && !shares; i++)
        shares = value->data[i] > 0 && value->data[i] < 1;
    return shares && attn_rows_are_weights(value->data, value->rows, value->cols);
}

bool attn_reading_of(const attn_run *run, attn_node node, bool mapped, attn_reading *reading)
{
    const attn_record *record = attn_run_record(run);
    const attn_tensor *value = attn_value(record, node);
    *reading = (attn_reading){.record = record,
                              .node = node,
                              .value = value,
                              .rounding = attn_rounding_begin(UINT_MAX, ATTN_FLOAT_BITS),
                              .recomputed = attn_record_recomputed(record)};
    if (value->rank == ATTN_NUMBER || value->cols < 2 || value->words || !value->data) return false;
    bool computed = attn_node_is_weights(record, node);
    if ((!computed && !(mapped && are_shares(value))) || !attn_is_attention(run, value))
        return false;
    if (!computed) reading->rounding = attn_rounding_of(value->data, attn_tensor_size(value));
    return true;
}

void attn_reading_end(const attn_reading *reading)
{
    attn_record_forget(reading->record, reading->recomputed);
}

/* ---- a row ---- */

bool attn_reading_masked(const attn_reading *reading, size_t row, size_t col, bool *masked)
{
    *masked = false;
    if (reading->value->data[row * reading->value->cols + col] != 0) return true;
    return attn_node_masked(reading->record, reading->node, row, col, masked);
}

/* A row number by number: {0}, all of them, and the end; count: of its numbers. */
static void add_to_row(attn_row *row, float number, bool masked)
{
    double weight = (double)number;
    row->open += !masked;
    row->parts += weight > 0;
    row->sum += weight;
    row->entropy -= weight > 0 ? weight * log(weight) : 0;
    if (number > row->largest) row->largest = number;
}

static void end_row(attn_row *row, const attn_rounding *rounding, size_t count)
{
    row->at_most = row->open ? log((double)row->open) : 0;
    row->shared = attn_sums_to_one(rounding, row->sum, count, row->parts);
}

void attn_rows_read(const attn_tensor *value, const attn_rounding *rounding, attn_row *rows)
{
    for (size_t i = 0; i < value->rows; i++) {
        rows[i] = (attn_row){.largest = -INFINITY};
        for (size_t j = 0; j < value->cols; j++) {
            const float number = value->data[i * value->cols + j];
            if (isfinite(number)) add_to_row(&rows[i], number, false);
        }
        end_row(&rows[i], rounding, value->cols);
        if (rows[i].open == 0) rows[i].largest = INFINITY; /* no dot */
    }
}

bool attn_reading_row(const attn_reading *reading, size_t row, attn_row *out)
{
    const attn_tensor *value = reading->value;
    const float *numbers = value->data + row * value->cols;
    attn_status *status = attn_record_status(reading->record);
    uint64_t work = attn_product64(value->cols, ATTN_COST_MASKED);
    if (!attn_spend(status, work))
        return attn_fail_work(status, work, "reading a map of %zu×%zu weights", value->rows,
                              value->cols);
    *out = (attn_row){.largest = numbers[0]};
    for (size_t col = 0; col < value->cols; col++) {
        bool masked;
        if (!attn_reading_masked(reading, row, col, &masked)) return false;
        add_to_row(out, numbers[col], masked);
    }
    end_row(out, &reading->rounding, value->cols);
    return true;
}
