/*
 * given_array: values that a lesson takes from a file of arrays, or that the reader brings.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lesson/run/making.h"

/* ---- the array ---- */

/* The file that the lesson names, or the bytes that the program carries under this name. */
static attn_arrays *open_arrays(const attn_lesson *lesson, const char *file, attn_status *status)
{
    size_t length = 0;
    const char *bytes = lesson->builtin ? attn_builtin_bytes(file, &length) : NULL;
    if (bytes) return attn_arrays_from(bytes, length, file, status);
    return attn_arrays_take(attn_lesson_open(lesson, file, status), file, status);
}

/* The lesson's file, opened; NULL on failure. The one that was read last stays open. */
static const attn_arrays *arrays_of(const making *m)
{
    attn_run *run = m->run;
    const array_given *from = &m->given->array;
    open_files *files = run->files;
    if (!files->arrays_file || strcmp(files->arrays_file, from->file) != 0) {
        attn_arrays_close(files->arrays);
        files->arrays_file = NULL;
        files->arrays = open_arrays(run->lesson, from->file, run->status);
        if (!files->arrays) {
            attn_lesson_blame_file(run->lesson, &m->given->main_from, run->status);
            return NULL;
        }
        files->arrays_file = from->file;
    }
    return files->arrays;
}

/* Without a name in the lesson: the array that is called as the value, W_{Q,2}, or the only one.
 * NULL on failure. */
static const attn_array *find_own_array(making *m, const attn_arrays *file)
{
    const given *g = m->given;
    const char *label = attn_scope_label(m->run->scope, &g->name);
    if (!label) return NULL;
    const attn_array *own = attn_arrays_find(file, label), *first = attn_arrays_at(file, 0);
    m->whole = own != NULL;
    if (own) return own;
    if (first && !attn_arrays_at(file, 1)) return first;
    attn_fail_at(m->run->status, &g->from,
                 "%s holds several arrays, and none is called %s: choose one, as \"name\": \"%s\"",
                 g->array.file, label, first ? first->name : "");
    return NULL;
}

static const attn_array *find_array(making *m)
{
    const given *g = m->given;
    const attn_arrays *file = arrays_of(m);
    if (!file) return NULL;
    if (!g->array.name) return find_own_array(m, file);
    const attn_array *array = attn_arrays_find(file, g->array.name);
    if (!array)
        attn_fail_at(m->run->status, &g->from, "%s holds no array '%s'", g->array.file,
                     g->array.name);
    return array;
}

/* The part of the array that one element is, with its shape: the places that are chosen, and then
 * an axis for each letter of the name, unless the array has this element alone. *start: its first
 * number. */
static bool find_part(making *m, const attn_array *array, size_t *start)
{
    const attn_run *run = m->run;
    const given *g = m->given;
    const array_given *from = &g->array;
    attn_letter **letters = run->letters;
    const size_t letter_count = m->whole ? 0 : run->letter_count;
    size_t axis = 0, first = 0, size = 1;
    if (array->rank < from->at_count + letter_count ||
        array->rank > from->at_count + letter_count + 2)
        return attn_fail_at(run->status, &g->from,
                            "%s has %zu axes: a number, a vector or a matrix is needed after "
                            "\"at\" and an axis for each index",
                            from->file, array->rank);
    for (; axis < from->at_count; axis++) {
        if (from->at[axis] >= array->shape[axis])
            return attn_fail_at(run->status, &g->array.at_from,
                                "axis %zu of %s has %zu places, not %zu", axis + 1, from->file,
                                array->shape[axis], from->at[axis] + 1);
        first = first * array->shape[axis] + from->at[axis];
    }
    for (size_t i = 0; i < letter_count; i++, axis++) {
        if (array->shape[axis] != letters[i]->sequence->count)
            return attn_fail_at(
                run->status, &g->from, "%s runs over %s (%zu), but axis %zu of %s has %zu places",
                letters[i]->name, letters[i]->sequence->name, letters[i]->sequence->count, axis + 1,
                from->file, array->shape[axis]);
        first *= array->shape[axis];
    }
    m->shape.rank = (attn_rank)(array->rank - axis);
    m->shape.rows = m->shape.rank == ATTN_MATRIX ? array->shape[axis] : 1;
    m->shape.cols = m->shape.rank ? array->shape[array->rank - 1] : 1;
    for (; axis < array->rank; axis++) size *= array->shape[axis];
    *start = (first + (m->whole ? 0 : run->element)) * size;
    return size > 0 || attn_fail_at(run->status, &g->from, "%s is empty", from->file);
}

/* ---- the numbers ---- */

static bool fail_number(const making *m, size_t i, const char *why)
{
    const given *g = m->given;
    const char *name = attn_scope_label(m->run->scope, &g->name);
    char row[64] = "";
    if (m->shape.rank == ATTN_MATRIX) snprintf(row, sizeof row, "row %zu, ", i / m->shape.cols + 1);
    return name && attn_fail_at(m->run->status, &g->from, "%s: %scolumn %zu of %s %s",
                                g->array.file, row, i % m->shape.cols + 1, name, why);
}

static bool check_finite(const making *m, const float *numbers)
{
    for (size_t i = 0; i < m->shape.rows * m->shape.cols; i++)
        if (!isfinite(numbers[i]))
            return fail_number(m, i, isnan(numbers[i]) ? "is not a number" : "is infinite");
    return true;
}

/* The two spellings of a mask: 1 where a key is seen and 0 where it is not; or, to be added to the
 * scores, 0 where it is seen and −∞ where it is not. 0 alone does not say which it is. */
typedef enum mask_kind { MASK_UNKNOWN = 0, MASK_OF_ONES, MASK_ADDED } mask_kind;

static mask_kind kind_of(const float *numbers, size_t count)
{
    mask_kind kind = MASK_UNKNOWN;
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] <= ATTN_MASKED_TO) return MASK_ADDED;
        if (numbers[i] != 0) kind = MASK_OF_ONES;
    }
    return kind;
}

/* Where the part that was asked for holds 0 alone, the others tell. */
static bool kind_of_all(attn_run *run, const attn_array *array, mask_kind *kind)
{
    float some[1024];
    const size_t at_once = sizeof some / sizeof *some;
    for (size_t i = 0; i < array->count && *kind != MASK_ADDED; i += at_once) {
        size_t count = array->count - i < at_once ? array->count - i : at_once;
        if (!attn_array_read(run->files->arrays, array, i, count, some, run->status)) return false;
        mask_kind found = kind_of(some, count);
        if (found) *kind = found;
    }
    return true;
}

static bool fail_mask(const making *m, size_t i, float number, mask_kind kind)
{
    char why[256];
    if (kind == MASK_ADDED)
        snprintf(
            why, sizeof why,
            "is %g, beside numbers of at most −9000: a mask that is added to the scores holds 0 "
            "where a key is seen and −∞ where it is not; a mask of 1 and 0 holds nothing else",
            (double)number);
    else
        snprintf(
            why, sizeof why,
            "is %g: a mask holds 1 where a key is seen and 0 where it is not; a mask that is added "
            "to the scores holds 0 where a key is seen and −∞, or at most −9000, where it is not",
            (double)number);
    return fail_number(m, i, why);
}

/* Of both spellings: 1 and 0. */
static bool open_mask(const making *m, const attn_array *array, float *numbers)
{
    const size_t count = m->shape.rows * m->shape.cols;
    mask_kind kind = kind_of(numbers, count);
    if (kind == MASK_UNKNOWN && !kind_of_all(m->run, array, &kind)) return false;
    if (kind == MASK_UNKNOWN)
        return attn_fail_at(
            m->run->status, &m->given->from,
            "%s: the mask is 0 everywhere, so it would hide every key, or, if it is added to the "
            "scores, none; leave it out, or write 1 where a key is seen",
            m->given->array.file);
    for (size_t i = 0; i < count; i++) {
        bool added = kind == MASK_ADDED, zero = numbers[i] == 0;
        bool seen = added ? zero : numbers[i] == 1;
        bool hidden = added ? numbers[i] <= ATTN_MASKED_TO : zero;
        if (!seen && !hidden) return fail_mask(m, i, numbers[i], kind);
        numbers[i] = seen ? 1.0f : 0.0f;
    }
    return true;
}

attn_node attn_make_array(making *m)
{
    attn_status *status = m->run->status;
    const attn_array *array = find_array(m);
    size_t start = 0;
    if (!array || !find_part(m, array, &start)) return 0;
    attn_arrays *file = m->run->files->arrays;
    const size_t count = m->shape.rows * m->shape.cols;
    if (!attn_array_ask(file, array, start + count, status)) return 0;
    float *numbers = attn_new_numbers(m);
    if (!numbers || !attn_array_read(file, array, start, count, numbers, status)) return 0;
    bool fine = m->given->array.mask ? open_mask(m, array, numbers) : check_finite(m, numbers);
    return fine ? m->leaf : 0;
}

/* ---- what the reader brings ---- */

static bool fail_own(const making *m, const own_value *own, const char *why)
{
    attn_fail(m->run->status, ATTN_INPUT, "%s %s", own->given->key, why);
    attn_status_place(m->run->status, own->from, 0, 0);
    return false;
}

/* An axis for each index of the name, and then a number, a vector or a matrix. */
static bool take_own_shape(making *m, const own_value *own)
{
    const attn_run *run = m->run;
    const size_t axes = run->letter_count, rank = own->rank - axes;
    if (own->rank < axes || rank > 2)
        return fail_own(m, own, "has too many or too few axes: compare it with the lesson's");
    for (size_t i = 0; i < axes; i++) {
        const attn_letter *letter = run->letters[i];
        if (own->shape[i] == letter->sequence->count) continue;
        const char *why =
            attn_print(run->arena, "has %zu entr%s, but its index %s runs over %s, which has %zu",
                       own->shape[i], own->shape[i] == 1 ? "y" : "ies", letter->name,
                       letter->sequence->name, letter->sequence->count);
        return why && fail_own(m, own, why);
    }
    m->shape.rank = (attn_rank)rank;
    m->shape.rows = rank == 2 ? own->shape[axes] : 1;
    m->shape.cols = rank ? own->shape[own->rank - 1] : 1;
    const attn_sequence *words =
        rank == 2 && own->given->rows ? attn_sequence_here(run, own->given->rows) : NULL;
    if (!words || words->count == m->shape.rows) return true;
    const char *why = attn_print(
        run->arena, "has %zu row%s, but %s has %zu word%s: bring as many of both", m->shape.rows,
        m->shape.rows == 1 ? "" : "s", words->name, words->count, words->count == 1 ? "" : "s");
    return why && fail_own(m, own, why);
}

attn_node attn_make_own(making *m, const own_value *own)
{
    float *numbers = take_own_shape(m, own) ? attn_new_numbers(m) : NULL;
    const size_t size = m->shape.rows * m->shape.cols;
    if (!numbers) return 0;
    memcpy(numbers, own->numbers + m->run->element * size, size * sizeof *numbers);
    return m->leaf;
}
