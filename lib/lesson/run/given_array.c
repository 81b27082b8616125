/*
 * given_array: values that a lesson takes from its weights or another file of arrays, or that the
 * reader brings.
 */
#include <errno.h>
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

/* Reads an element's part of its array into numbers, which have room for it. */
static bool read_part(making *m, float *numbers)
{
    size_t start = 0;
    const attn_array *array = find_array(m);
    return array && find_part(m, array, &start) &&
           attn_array_read(m->run->files->arrays, array, start, m->shape.rows * m->shape.cols,
                           numbers, m->run->status);
}

/* The shape of this element's part, and whether there is memory to read it. */
static bool look_at_part(making *m, const attn_array **array)
{
    size_t start = 0;
    *array = find_array(m);
    return *array && find_part(m, *array, &start) &&
           attn_array_ask(m->run->files->arrays, *array, start + m->shape.rows * m->shape.cols,
                          m->run->status);
}

/* An array whose rows stand behind those of another. */
static attn_node make_behind(making *m)
{
    given past = *m->given;
    past.array = *m->given->array.before;
    making first = *m;
    const attn_array *array;
    first.given = &past;
    if (!look_at_part(&first, &array) || !look_at_part(m, &array)) return 0;
    const size_t rows = m->shape.rows;
    m->shape.rows += first.shape.rows;
    float *numbers = attn_new_numbers(m);
    const attn_node leaf = m->leaf;
    if (!numbers || !read_part(&first, numbers) ||
        !read_part(m, numbers + first.shape.rows * m->shape.cols))
        return 0;
    m->shape.rows = rows + first.shape.rows;
    return check_finite(m, numbers) ? leaf : 0;
}

attn_node attn_make_array(making *m)
{
    const attn_array *array;
    if (m->given->array.before) return make_behind(m);
    if (!look_at_part(m, &array)) return 0;
    float *numbers = attn_new_numbers(m);
    if (!numbers || !read_part(m, numbers)) return 0;
    bool fine = m->given->array.mask ? open_mask(m, array, numbers) : check_finite(m, numbers);
    return fine ? m->leaf : 0;
}

/* ---- weights ---- */

/* "h.{l-1}.attn": the name with the numbers put in. */
static const char *weight_name(making *m)
{
    size_t count;
    attn_piece *pieces = attn_prose_fill(m->run, &m->given->weight, &count);
    if (!pieces) return NULL;
    attn_text name = {0};
    for (size_t i = 0; i < count; i++) attn_text_add(&name, pieces[i].text);
    return attn_keep_text(m->run->arena, &name);
}

static attn_arrays *file_weights(const attn_lesson *lesson, const weights_file *named,
                                 attn_status *status)
{
    int file = attn_lesson_open(lesson, named->path, status);
    bool missing = file < 0 && errno == ENOENT;
    attn_arrays *weights = attn_weights_open(file, named->path, status);
    if (weights) return weights;
    attn_lesson_blame_file(lesson, &named->from, status);
    if (lesson->trains && missing) attn_status_prefix(status, "training makes this file: ");
    return NULL;
}

/* The weights that this element comes from; NULL on failure. */
attn_arrays *attn_weights_of(const making *m)
{
    const attn_lesson *lesson = m->run->lesson;
    const weights_file *named = &lesson->weights[m->file];
    attn_arrays **open = &m->run->files->weights.files[m->file];
    if (*open) return *open;
    size_t length;
    const char *bytes = lesson->builtin ? attn_builtin_bytes(named->path, &length) : NULL;
    *open = bytes ? attn_weights_from(bytes, length, named->path, m->run->status)
                  : file_weights(lesson, named, m->run->status);
    return *open;
}

/* The letter of the value's name that chooses the file. */
const attn_letter *attn_choosing_letter(const making *m)
{
    const char *by = m->run->lesson->weights_by;
    for (size_t i = 0; by && i < m->run->letter_count; i++)
        if (strcmp(m->run->letters[i]->name, by) == 0) return m->run->letters[i];
    return NULL;
}

/* Sets the file of an element whose letter has this number. */
bool attn_choose_weights(making *m, const attn_letter *letter)
{
    size_t count = m->run->lesson->weights_count;
    if (!letter) return true;
    m->file = (size_t)letter->value - 1;
    return m->file < count ||
           attn_fail_at(m->run->status, &m->given->from,
                        "\"weights\" names %zu file%s, but none for %s = %ld", count,
                        count == 1 ? "" : "s", letter->name, letter->value);
}

/* The wanted part of the columns (of a vector: of its elements), transposed if asked, into a new
 * leaf. */
static attn_node copy_part(making *m, const float *numbers, size_t rows, size_t cols)
{
    const given *g = m->given;
    size_t width = g->part ? cols / g->parts : cols, first = g->part ? (g->part - 1) * width : 0;
    m->shape.rows = g->transposed ? width : rows;
    m->shape.cols = g->transposed ? rows : width;
    float *to = attn_new_numbers(m);
    for (size_t r = 0; to && r < rows; r++)
        for (size_t c = 0; c < width; c++)
            to[g->transposed ? c * rows + r : r * width + c] = numbers[r * cols + first + c];
    return m->leaf;
}

/* Of a square matrix the shape does not say whether it lies as the formulas use it. */
static bool note_square(making *m, size_t rows, size_t cols)
{
    attn_run *run = m->run;
    const given *g = m->given;
    bool square = rows == cols && rows > 1;
    if (!square || g->lies || attn_weights_own(run->files->weights.files[m->file])) return true;
    if (run->turned_count && run->turned[run->turned_count - 1] == g) return true;
    return attn_append(run->arena, &run->turned, &run->turned_count, &g, sizeof(const given *));
}

/* How many axes a tensor has as a value, and its rows and columns: of more than two axes the first
 * ones are left out while they have the length 1, the next one counts rows, and all others lie side
 * by side. */
static size_t matrix_of(const attn_array *weight, size_t *rows, size_t *cols)
{
    size_t first = 0;
    while (weight->rank > 2 && first + 1 < weight->rank && weight->shape[first] == 1) first++;
    const size_t rank = weight->rank - first;
    *rows = rank > 1 ? weight->shape[first] : 1;
    *cols = rank ? weight->shape[weight->rank - 1] : 1;
    for (size_t i = first + 1; i + 1 < weight->rank; i++) *cols *= weight->shape[i];
    return rank < 2 ? rank : 2;
}

/* The wanted part of a large matrix where the file has it, unless that is just what formulas use.
 * 0, without a fault: it does not lie so, or it is learned. */
static attn_node stored_weight(making *m, const attn_array *weight, size_t rows, size_t cols)
{
    const given *g = m->given;
    attn_kind kind;
    const float *at = attn_weights_in_place(attn_weights_of(m), weight, &kind);
    const size_t width = g->part ? cols / g->parts : cols, first = g->part ? g->part - 1 : 0;
    const bool as_used = kind == ATTN_FLOAT32 && !g->part && !g->transposed;
    if (!at || as_used || g->learned || rows * width < attn_unmade_numbers) return 0;
    const attn_matrix whole = {at, rows, cols, cols, 1, kind},
                      part = attn_part_of(whole, 0, first * width, rows, width),
                      stored = g->transposed ? attn_transpose_of(part) : part;
    m->shape.rows = stored.rows;
    m->shape.cols = stored.cols;
    return attn_record_stored(m->run->record, &m->shape, stored);
}

attn_node attn_make_weight(making *m, const attn_array *weight)
{
    const given *g = m->given;
    size_t rows, cols;
    const size_t rank = matrix_of(weight, &rows, &cols);
    if (weight->count == 0)
        attn_fail_at(m->run->status, &g->from, "%s is empty", weight->name);
    else if (g->part && cols % g->parts)
        attn_fail_at(m->run->status, &g->from,
                     "%s has %zu columns, which do not divide into %zu equal parts", weight->name,
                     cols, g->parts);
    else if (g->transposed && rank != 2)
        attn_fail_at(m->run->status, &g->from,
                     "%s has %zu axes, but only a matrix can be transposed", weight->name, rank);
    if (!attn_ok(m->run->status)) return 0;
    if (!note_square(m, rows, g->part ? cols / g->parts : cols)) return 0;
    m->shape.rank = (attn_rank)rank;
    const attn_node stored = rank == 2 ? stored_weight(m, weight, rows, cols) : 0;
    if (stored || !attn_ok(m->run->status)) return stored;
    const float *numbers = attn_weights_kept(attn_weights_of(m), weight, m->run->status);
    if (!numbers) return 0;
    if (g->part || g->transposed) return copy_part(m, numbers, rows, cols);
    m->shape.rows = rows;
    m->shape.cols = cols;
    union {
        const float *in;
        float *out;
    } shared = {numbers}; /* a leaf's numbers are never written */
    m->shape.data = shared.out;
    return attn_record_leaf(m->run->record, ATTN_OP_GIVEN, &m->shape, true);
}

/* Of the names that "(a|b)" stands for, the one of this number into name; false: there are not so
 * many. */
static bool expand_name(const char *text, size_t number, attn_text *name)
{
    while (*text) {
        const char *end = *text == '(' ? strchr(text, ')') : NULL;
        size_t count = 1, chosen;
        for (const char *at = text; end && at < end; at++) count += *at == '|';
        if (count == 1) {
            attn_text_add_bytes(name, text++, 1);
            continue;
        }
        for (text++, chosen = number % count; chosen; chosen--) text += strcspn(text, "|") + 1;
        attn_text_add_bytes(name, text, strcspn(text, "|)"));
        number /= count;
        text = end + 1;
    }
    return number == 0;
}

/* The tensor of this name in any of the files; NULL: in none, or on failure. */
static const attn_array *find_named(making *m, const char *name)
{
    const attn_lesson *lesson = m->run->lesson;
    const size_t first = m->file, end = lesson->weights_by ? first + 1 : lesson->weights_count;
    for (m->file = first; m->file < end; m->file++) {
        attn_arrays *weights = attn_weights_of(m);
        const attn_array *weight = weights ? attn_arrays_find(weights, name) : NULL;
        if (!weights || weight) return weight;
    }
    m->file = first;
    return NULL;
}

/* The first tensor that one of its names has. */
static const attn_array *find_weight(making *m, const char *names)
{
    enum { MOST_NAMES = 64 };
    const attn_array *weight = NULL;
    attn_text name = {0};
    for (size_t i = 0; i < MOST_NAMES && !weight && attn_ok(m->run->status); i++) {
        attn_text_clear(&name);
        if (!expand_name(names, i, &name)) break;
        weight = find_named(m, attn_text_string(&name));
    }
    if (name.failed) attn_no_memory(m->run->status, "looking a tensor up");
    attn_text_free(&name);
    return attn_ok(m->run->status) ? weight : NULL;
}

attn_node attn_make_weights(making *m)
{
    const attn_lesson *lesson = m->run->lesson;
    const attn_letter *letter = attn_choosing_letter(m);
    if (lesson->weights_by && !letter)
        return attn_fail_at(m->run->status, &m->given->from,
                            "%s has no index %s, by which \"weights\" chooses a file",
                            m->given->key, lesson->weights_by);
    const char *name = attn_choose_weights(m, letter) ? weight_name(m) : NULL;
    const attn_array *weight = name ? find_weight(m, name) : NULL;
    if (weight) return attn_make_weight(m, weight);
    if (!attn_ok(m->run->status)) return 0;
    if (m->given->missing == MISSING_FILLED) return attn_make_number(m, m->given->fill, NULL);
    const bool several = lesson->weights_count > 1 && !lesson->weights_by;
    const char *why = attn_print(m->run->arena, "%s %s no '%s'", lesson->weights[m->file].path,
                                 several ? "and the files beside it hold" : "holds", name);
    if (why && m->given->missing == MISSING_REFUSED)
        attn_fail_at(m->run->status, &m->given->main_from, "%s", why);
    m->run->givens[m->given - lesson->givens].absent = why;
    return 0;
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
